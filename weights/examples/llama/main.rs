//! What a Llama does, without its weights: a dry run of the model of `engines/candle/examples/llama`.
//!
//! ```text
//! cargo run --release -p shapecheck-weights --features dry --example llama
//! cargo run --release -p shapecheck-weights --features dry --example llama -- config.json 128
//! ```
//!
//! The first command reads six tokens by the configuration of SmolLM2-135M. The second one takes a configuration and a
//! number of tokens.

#[path = "../../../engines/candle/examples/llama/model.rs"]
mod model;

use std::error::Error;
use std::time::Instant;

use serde_json::Value;
use shapecheck::dry::{self, Sizes as Engine};
use shapecheck::{TensorOn, shape};
use shapecheck_weights::{Reader, safetensors::Dtype};

use model::{Batch, Config, Group, Heads, Llama, Longest, Pairs, Seq};

/// A tensor of [`model`]: sizes only.
type Array<T, S> = TensorOn<T, S, Engine>;

/// What weights are kept in, and layers compute with.
type Number = f32;

const CONFIG: &str =
    include_str!("../../../engines/candle/examples/llama/configs/smollm2-135m.json");
const TOKENS: usize = 6;
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (config, tokens) = match &arguments[..] {
        [] => (CONFIG.to_owned(), TOKENS),
        [config, tokens] => (std::fs::read_to_string(config)?, tokens.parse()?),
        _ => return Err("usage: llama [CONFIG.JSON TOKENS]".into()),
    };
    let json: Value = serde_json::from_str(&config)?;
    let config = config_of(&json)?;
    let layers = Reader::of_sizes(weights(&json)?).load_with(&mut config.sizes())?;
    let model = Llama::new(layers, config);

    let read = || {
        let text = TensorOn::zeros_with(<shape![Batch, Seq]>::of([1, tokens]));
        model.forward(&text, &mut model.caches(Batch::of(1)))
    };
    let summary = dry::run(read);
    println!("{summary}");
    let fastest = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        drop(dry::run(read));
        started.elapsed()
    });
    if let Some(fastest) = fastest.min() {
        eprintln!("each run takes {fastest:.1?}");
    }
    Ok(())
}

/// A number of a configuration.
fn size(json: &Value, name: &str) -> Result<usize, String> {
    let found = json[name]
        .as_u64()
        .and_then(|size| usize::try_from(size).ok());
    found.ok_or_else(|| format!("the configuration has no number `{name}`"))
}

fn config_of(json: &Value) -> Result<Config, Box<dyn Error>> {
    let (width, heads) = (
        size(json, "hidden_size")?,
        size(json, "num_attention_heads")?,
    );
    let keys = size(json, "num_key_value_heads")?;
    let quotient = |size: usize, by: usize| match size.checked_rem(by) {
        Some(0) => Ok(size / by),
        _ => Err(format!(
            "{size} of the configuration is no multiple of {by}"
        )),
    };
    let real = |name: &str| {
        json[name]
            .as_f64()
            .ok_or(format!("the configuration has no `{name}`"))
    };
    Ok(Config {
        heads: Heads::of(keys),
        group: Group::of(quotient(heads, keys)?),
        pairs: Pairs::of(quotient(quotient(width, heads)?, 2)?),
        longest: Longest::of(size(json, "max_position_embeddings")?),
        epsilon: real("rms_norm_eps")? as f32,
        slowest: real("rope_theta")? as f32,
    })
}

/// The sizes of all weights by the names of a checkpoint.
fn weights(json: &Value) -> Result<Vec<(String, Dtype, Vec<usize>)>, String> {
    let (width, hidden) = (size(json, "hidden_size")?, size(json, "intermediate_size")?);
    let heads = size(json, "num_attention_heads")?.max(1);
    let keys = width / heads * size(json, "num_key_value_heads")?;
    let mut weights = Vec::new();
    let mut add = |name: String, sizes: &[usize]| {
        weights.push((format!("model.{name}.weight"), Dtype::F32, sizes.to_vec()));
    };
    add("embed_tokens".into(), &[size(json, "vocab_size")?, width]);
    for layer in 0..size(json, "num_hidden_layers")? {
        let mut add = |name: &str, sizes: &[usize]| add(format!("layers.{layer}.{name}"), sizes);
        add("input_layernorm", &[width]);
        add("self_attn.q_proj", &[width, width]);
        add("self_attn.k_proj", &[keys, width]);
        add("self_attn.v_proj", &[keys, width]);
        add("self_attn.o_proj", &[width, width]);
        add("post_attention_layernorm", &[width]);
        add("mlp.gate_proj", &[hidden, width]);
        add("mlp.up_proj", &[hidden, width]);
        add("mlp.down_proj", &[width, hidden]);
    }
    add("norm".into(), &[width]);
    Ok(weights)
}
