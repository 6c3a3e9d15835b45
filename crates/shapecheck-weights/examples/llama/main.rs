//! What a Llama does, without its weights: a dry run of the model of `bridges/candle/examples/llama`.
//!
//! ```text
//! cargo run -p shapecheck-weights --features dry --example llama
//! cargo run -p shapecheck-weights --features dry --example llama -- config.json 128
//! cargo shapecheck summary --format svg --output llama.svg -p shapecheck-weights --features dry --example llama
//! ```
//!
//! The first command reads six tokens by the configuration of SmolLM2-135M. The second one takes a configuration and a
//! number of tokens, and the third one draws a picture.

#[path = "../../../../bridges/candle/examples/llama/model.rs"]
mod model;
mod sizes;

use std::error::Error;

use shapecheck::dry::{self, Sizes as Engine};
use shapecheck::{TensorOn, shape};
use shapecheck_weights::Reader;

use model::{Batch, Llama, Seq};
use sizes::{config_of, weights};

/// A tensor of [`model`]: sizes only.
type Array<T, S> = TensorOn<T, S, Engine>;

/// What weights are kept in, and layers compute with.
type Number = f32;

const CONFIG: &str =
    include_str!("../../../../bridges/candle/examples/llama/configs/smollm2-135m.json");
const TOKENS: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (config, tokens) = match &arguments[..] {
        [] => (CONFIG.to_owned(), TOKENS),
        [config, tokens] => (std::fs::read_to_string(config)?, tokens.parse()?),
        _ => return Err("usage: llama [CONFIG.JSON TOKENS]".into()),
    };
    let json: serde_json::Value = serde_json::from_str(&config)?;
    let config = config_of(&json)?;
    let layers = Reader::of_sizes(weights(&json)?).load_with(&mut config.sizes())?;
    let model = Llama::new(layers, config);

    let summary = dry::run(|| {
        let text = TensorOn::zeros_with(<shape![Batch, Seq]>::of([1, tokens]));
        model.forward(&text, &mut model.caches(Batch::of(1)))
    });
    println!("{summary}");
    Ok(())
}
