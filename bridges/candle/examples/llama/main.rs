//! A Llama on candle's tensors, with every shape checked by the compiler, beside that of candle-transformers. Its sizes
//! come from a `config.json`.
//!
//! ```text
//! cargo run --release --example llama
//! cargo run --release --example llama -- config.json model.safetensors
//! ```
//!
//! The first command makes random weights for two configurations, that of SmolLM2-135M and a small one, checks that both
//! models give the same scores, and times them in turns. The second one reads a model.

mod both;
mod model;

use std::error::Error;
use std::time::{Duration, Instant};

use both::{Both, config, farthest, random};
use shapecheck::TensorOn;
use shapecheck_candle::Candle as Engine;

/// A tensor of [`model`]: on candle.
type Array<T, S> = TensorOn<T, S, Engine>;

/// What weights are kept in, and layers compute with.
type Number = f32;

const CONFIGS: [(&str, &str); 2] = [
    ("small", include_str!("configs/small.json")),
    ("SmolLM2-135M", include_str!("configs/smollm2-135m.json")),
];
const GENERATED: usize = 20;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            for (name, text) in CONFIGS {
                let config = config(text)?;
                println!("{name}, with random weights:");
                compare(&Both::new(&config, &random(&config)?)?)?;
            }
            Ok(())
        }
        [config_path, weights] => {
            let config = config(&std::fs::read_to_string(config_path)?)?;
            compare(&Both::new(&config, &std::fs::read(weights)?)?)
        }
        _ => Err("usage: llama [CONFIG.JSON MODEL.SAFETENSORS]".into()),
    }
}

fn compare(both: &Both) -> Result<(), Box<dyn Error>> {
    let mut times = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let started = Instant::now();
        let (tokens, scores) = both.generate(GENERATED)?;
        times[0] = times[0].min(started.elapsed());

        let started = Instant::now();
        let (same_tokens, same_scores) = both.generate_untyped(GENERATED)?;
        times[1] = times[1].min(started.elapsed());

        let difference = farthest(&scores, &same_scores)?;
        if tokens != same_tokens || difference > 1e-4 {
            return Err(
                format!("{tokens:?}, not {same_tokens:?}: scores {difference} apart").into(),
            );
        }
        if round == 0 {
            println!("  tokens {tokens:?}");
            println!("  scores differ by at most {difference:.1e}");
        }
    }
    let [ours, theirs] = times.map(|time| time.as_secs_f64());
    let each = ours / GENERATED as f64 * 1e3;
    println!(
        "  {each:.2} ms a token, {:.2} of candle-transformers' time",
        ours / theirs
    );
    Ok(())
}
