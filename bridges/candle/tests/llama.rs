//! One compiled Llama with the sizes of two configurations, beside that of candle-transformers.

use shapecheck::TensorOn;
use shapecheck_candle::Candle as Engine;

/// A tensor of [`model`]: on candle.
type Array<T, S> = TensorOn<T, S, Engine>;

/// What weights are kept in, and layers compute with.
type Number = f32;

#[path = "../examples/llama/both.rs"]
mod both;
#[path = "../examples/llama/model.rs"]
mod model;

use both::{Both, config, farthest, random};

#[test]
fn a_llama_of_any_configuration_gives_the_scores_of_candle_transformers() {
    let configs = [
        include_str!("../examples/llama/configs/small.json"),
        include_str!("../examples/llama/configs/one_head_of_keys.json"),
    ];
    for text in configs {
        let config = config(text).unwrap();
        let both = Both::new(&config, &random(&config).unwrap()).unwrap();
        let (tokens, scores) = both.generate(8).unwrap();
        let (same_tokens, same_scores) = both.generate_untyped(8).unwrap();
        assert_eq!(tokens, same_tokens);
        assert!(farthest(&scores, &same_scores).unwrap() < 1e-4);
    }
}

#[test]
fn weights_of_another_configuration_are_told_by_name() {
    let mut config = config(include_str!("../examples/llama/configs/small.json")).unwrap();
    let weights = random(&config).unwrap();
    config.num_key_value_heads = 4;
    let error = Both::new(&config, &weights)
        .err()
        .expect("weights of another model");
    let first = "`model.layers.0.self_attn.k_proj.weight` has shape [24, 96]: `2 * (Heads * Pairs)` is 24 at axis -2, where \
                 it has to be 48";
    assert!(error.to_string().contains(first), "{error}");

    config.num_attention_heads = 7;
    let error = Both::new(&config, &weights).err().expect("no whole heads");
    assert_eq!(
        error.to_string(),
        "the configuration has a width and heads of 96 and 7"
    );
}
