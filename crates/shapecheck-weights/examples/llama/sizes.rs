//! The sizes of a Llama's weights, from its configuration.

use std::error::Error;

use serde_json::Value;
use shapecheck_weights::safetensors::Dtype;

use crate::model::{Config, Group, Heads, Longest, Pairs};

/// A number of a configuration.
fn size(json: &Value, name: &str) -> Result<usize, String> {
    let found = json[name]
        .as_u64()
        .and_then(|size| usize::try_from(size).ok());
    found.ok_or_else(|| format!("the configuration has no number `{name}`"))
}

/// What a configuration says beside the sizes of the weights.
pub fn config_of(json: &Value) -> Result<Config, Box<dyn Error>> {
    let (width, heads) = (
        size(json, "hidden_size")?,
        size(json, "num_attention_heads")?,
    );
    let keys = size(json, "num_key_value_heads")?;
    let quotient = |size: usize, by: usize| match size.checked_rem(by) {
        Some(0) => Ok(size / by),
        _ => Err(format!(
            "{size} of the configuration is not a multiple of {by}"
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
pub fn weights(json: &Value) -> Result<Vec<(String, Dtype, Vec<usize>)>, String> {
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
