//! The Llama of the example with weights of 16 bits, which its norms and its attention compute with in 32, beside that of
//! candle-transformers.

use shapecheck::TensorOn;
use shapecheck_candle::Candle as Engine;
use shapecheck_candle::half::bf16;

/// A tensor of [`model`]: on candle.
type Array<T, S> = TensorOn<T, S, Engine>;

/// What weights are kept in, and layers compute with.
type Number = bf16;

#[path = "../examples/llama/both.rs"]
mod both;
#[path = "../examples/llama/model.rs"]
mod model;

use both::{Both, config, farthest, random};

#[test]
fn a_llama_in_16_bits_gives_the_scores_of_candle_transformers() {
    let configs = [
        include_str!("../examples/llama/configs/small.json"),
        include_str!("../examples/llama/configs/one_head_of_keys.json"),
    ];
    for text in configs {
        let config = config(text).unwrap();
        let both = Both::new(&config, &random(&config).unwrap()).unwrap();
        let (tokens, scores) = both.generate(8).unwrap();
        let (same_tokens, same_scores) = both.generate_untyped(8).unwrap();
        let difference = farthest(&scores, &same_scores).unwrap();
        assert_eq!(tokens, same_tokens);
        // Rounding at other places: the scores are between -2 and 2, and have 8 bits.
        assert!(difference < 0.05, "{difference}");
    }
}
