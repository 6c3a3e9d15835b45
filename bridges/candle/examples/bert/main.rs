//! A BERT on candle's tensors, with every shape checked by the compiler, beside that of candle-transformers. Its sizes
//! come from a `config.json`.
//!
//! ```text
//! cargo run --release --example bert
//! cargo run --release --example bert -- config.json model.safetensors
//! ```
//!
//! The first command makes random weights for two configurations, that of MiniLM-L6 and a small one, checks that both
//! models give the same scores, and times them in turns. The second one reads a model.

mod both;
mod files;
mod model;

use std::error::Error;
use std::time::{Duration, Instant};

use both::{Both, farthest};
use files::{Texts, random};

const CONFIGS: [(&str, &str); 2] = [
    ("small", include_str!("configs/small.json")),
    ("MiniLM-L6", include_str!("configs/minilm-l6.json")),
];
const BATCH: usize = 4;
const LENGTH: usize = 32;
/// Tokens that each of the models has.
const VOCABULARY: usize = 300;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            for (name, config) in CONFIGS {
                println!("{name}, with random weights:");
                compare(&Both::new(config, &random(config)?)?)?;
            }
            Ok(())
        }
        [config, weights] => {
            let config = std::fs::read_to_string(config)?;
            compare(&Both::new(&config, &std::fs::read(weights)?)?)
        }
        _ => Err("usage: bert [CONFIG.JSON MODEL.SAFETENSORS]".into()),
    }
}

fn compare(both: &Both) -> Result<(), Box<dyn Error>> {
    let texts = Texts::new(BATCH, LENGTH, VOCABULARY);
    let mut times = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let started = Instant::now();
        let scores = both.read(&texts)?;
        times[0] = times[0].min(started.elapsed());

        let started = Instant::now();
        let same_scores = both.read_untyped(&texts)?;
        times[1] = times[1].min(started.elapsed());

        let difference = farthest(&scores, &same_scores)?;
        if difference > 1e-4 {
            return Err(format!("scores {difference} apart").into());
        }
        if round == 0 {
            println!("  scores differ by at most {difference:.1e}");
        }
    }
    let [ours, theirs] = times.map(|time| time.as_secs_f64());
    println!(
        "  {:.2} ms for {BATCH} texts of {LENGTH} tokens, {:.2} of candle-transformers' time",
        ours * 1e3,
        ours / theirs
    );
    Ok(())
}
