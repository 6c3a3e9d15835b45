//! What every engine reads: a configuration, weights and texts.

#[path = "../llama/uniform.rs"]
mod uniform;

use std::collections::HashMap;
use std::error::Error;

use serde_json::Value;
use shapecheck::engine::Models;
use shapecheck::{TensorOn, shape};
use shapecheck_weights::safetensors::{self, Dtype, tensor::TensorView};
use shapecheck_weights::{Holds, load_with};

use crate::model::{Activation, Batch, Bert, Config, Head, Heads, Scores, Seq};
use uniform::uniform;

/// Texts side by side, as numbers in row-major order.
pub struct Texts {
    pub sizes: [usize; 2],
    pub tokens: Vec<usize>,
    pub parts: Vec<usize>,
    pub is_text: Vec<f32>,
}

impl Texts {
    /// Texts of tokens below `vocabulary`, each of two parts, and each one token shorter than the one before it.
    pub fn new(batch: usize, length: usize, vocabulary: usize) -> Self {
        let places = (0..batch).flat_map(|text| (0..length).map(move |place| (text, place)));
        let of = |function: &dyn Fn(usize, usize) -> usize| {
            let numbers = places.clone().map(|(text, place)| function(text, place));
            numbers.collect::<Vec<_>>()
        };
        let is_text = of(&|text, place| (place + text < length).into());
        Self {
            sizes: [batch, length],
            tokens: of(&|text, place| (text * 7919 + place * 101 + 3) % vocabulary),
            parts: of(&|_, place| (2 * place >= length).into()),
            is_text: is_text.iter().map(|&is_text| is_text as f32).collect(),
        }
    }
}

/// A model on any engine, with its configuration.
pub type Model<E> = (Bert<E>, Config);

/// A model from the text of a `config.json` and a file in the format safetensors.
///
/// # Errors
///
/// Returns an error if the weights are not those of the configuration.
pub fn load<'data, E: Models<f32> + Holds<'data, f32>>(
    config: &str,
    weights: &'data [u8],
) -> Result<Model<E>, Box<dyn Error>> {
    let config = read(&serde_json::from_str(config)?)?;
    Ok((load_with(weights, &mut config.sizes())?, config))
}

/// The scores of a model for texts.
pub fn scores<E: Models<f32>>(
    (model, config): &Model<E>,
    texts: &Texts,
) -> Result<Scores<E>, Box<dyn Error>> {
    let shape = <shape![Batch, Seq]>::of(texts.sizes);
    let tokens = TensorOn::from_slice_with(shape, &texts.tokens)?;
    let parts = TensorOn::from_slice_with(shape, &texts.parts)?;
    let is_text = TensorOn::from_slice_with(shape, &texts.is_text)?;
    Ok(model.forward(&tokens, &parts, &is_text, config))
}

/// A size of a configuration.
fn size(config: &Value, name: &str) -> Result<usize, String> {
    let number = config[name].as_u64().map(usize::try_from);
    match number {
        Some(Ok(size)) => Ok(size),
        _ => Err(format!("the configuration has no size `{name}`")),
    }
}

/// The sizes of a configuration with their names.
fn read(config: &Value) -> Result<Config, String> {
    let (width, heads) = (
        size(config, "hidden_size")?,
        size(config, "num_attention_heads")?,
    );
    if width.checked_rem(heads) != Some(0) {
        return Err(format!(
            "the configuration has a width of {width}, and {heads} heads"
        ));
    }
    let activation = match config["hidden_act"].as_str() {
        Some("gelu") => Activation::Gelu,
        Some("gelu_new" | "gelu_pytorch_tanh") => Activation::GeluTanh,
        Some("relu") => Activation::Relu,
        other => return Err(format!("the configuration has an activation {other:?}")),
    };
    let epsilon = config["layer_norm_eps"].as_f64();
    Ok(Config {
        heads: Heads::of(heads),
        head: Head::of(width / heads),
        activation,
        epsilon: epsilon.ok_or("the configuration has no `layer_norm_eps`")? as f32,
    })
}

/// A file with random weights for the text of a `config.json`, by the names of a checkpoint.
pub fn random(config: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let config: Value = serde_json::from_str(config)?;
    let size = |name| size(&config, name);
    let mut uniform = uniform();
    let mut weights = Vec::new();
    let mut add = |name: String, sizes: &[usize], middle: f32| {
        let elements = (0..sizes.iter().product()).map(|_| middle + 0.1 * uniform());
        let bytes: Vec<u8> = elements.flat_map(f32::to_le_bytes).collect();
        weights.push((name, sizes.to_vec(), bytes));
    };
    let (width, hidden) = (size("hidden_size")?, size("intermediate_size")?);
    let vocabulary = size("vocab_size")?;
    for (table, rows) in [
        ("word_embeddings", vocabulary),
        ("position_embeddings", size("max_position_embeddings")?),
        ("token_type_embeddings", size("type_vocab_size")?),
    ] {
        let name = format!("bert.embeddings.{table}.weight");
        add(name, &[rows, width], 0.0);
    }
    let mut layers = Vec::new();
    let mut norms = vec![
        "bert.embeddings".to_owned(),
        "cls.predictions.transform".to_owned(),
    ];
    for block in 0..size("num_hidden_layers")? {
        let place = format!("bert.encoder.layer.{block}");
        for name in ["self.query", "self.key", "self.value", "output.dense"] {
            layers.push((format!("{place}.attention.{name}"), [width, width]));
        }
        layers.push((format!("{place}.intermediate.dense"), [hidden, width]));
        layers.push((format!("{place}.output.dense"), [width, hidden]));
        norms.extend([
            format!("{place}.attention.output"),
            format!("{place}.output"),
        ]);
    }
    let last = "cls.predictions.transform.dense".to_owned();
    layers.push((last, [width, width]));
    let decoder = "cls.predictions.decoder".to_owned();
    layers.push((decoder, [vocabulary, width]));
    for (name, sizes) in layers {
        add(format!("{name}.weight"), &sizes, 0.0);
        add(format!("{name}.bias"), &sizes[..1], 0.0);
    }
    for name in norms {
        add(format!("{name}.LayerNorm.weight"), &[width], 1.0);
        add(format!("{name}.LayerNorm.bias"), &[width], 0.0);
    }
    let mut tensors = HashMap::new();
    for (name, sizes, bytes) in &weights {
        tensors.insert(name, TensorView::new(Dtype::F32, sizes.clone(), bytes)?);
    }
    Ok(safetensors::serialize(tensors, None)?)
}
