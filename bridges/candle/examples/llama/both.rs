//! Both models from one configuration and one set of weights.

#[path = "uniform.rs"]
mod uniform;

use std::collections::HashMap;
use std::error::Error;

use candle_transformers::models::llama as theirs;
use shapecheck::{TensorOn, shape};
use shapecheck_candle::candle_core::{Device, Tensor as Untyped, WithDType};
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::untyped;
use shapecheck_weights::{load_with, safetensors};

use crate::model::{self, Batch, Config, Group, Heads, Longest, Pairs, Seq, Vocabulary};
use crate::{Array, Number};
use uniform::uniform;

const PROMPT: [usize; 6] = [504, 357, 282, 464, 314, 260];

/// This model and that of candle-transformers.
pub struct Both {
    ours: model::Llama,
    theirs: theirs::Llama,
    theirs_config: theirs::Config,
}

/// The tokens that a model chose, and the scores of the last one.
pub type Generated = (Vec<usize>, Untyped);

/// The sizes of a model for candle-transformers, from the text of a `config.json`.
pub fn config(text: &str) -> Result<theirs::Config, Box<dyn Error>> {
    let config: theirs::LlamaConfig = serde_json::from_str(text)?;
    Ok(config.into_config(false))
}

impl Both {
    /// # Errors
    ///
    /// Returns an error if the weights, a file in the format safetensors, are not those of the configuration.
    pub fn new(config: &theirs::Config, weights: &[u8]) -> Result<Self, Box<dyn Error>> {
        let ours = ours(config)?;
        let layers = load_with(weights, &mut ours.sizes())?;
        let from = VarBuilder::from_slice_safetensors(weights, Number::DTYPE, &Device::Cpu)?;
        Ok(Self {
            ours: model::Llama::new(layers, ours),
            theirs: theirs::Llama::load(from, config)?,
            theirs_config: config.clone(),
        })
    }

    /// Reads the prompt and appends the most likely token again and again.
    pub fn generate(&self, count: usize) -> Result<Generated, Box<dyn Error>> {
        let mut caches = self.ours.caches(Batch::of(1));
        let mut text = PROMPT.to_vec();
        let mut found = Vec::new();
        loop {
            let shape = <shape![Batch, Seq]>::of([1, text.len()]);
            let text_of_step = TensorOn::from_slice_with(shape, &text)?;
            let scores = self.ours.forward(&text_of_step, &mut caches);
            let scores: Array<f32, shape![Batch, Vocabulary]> = scores.cast();
            let next = scores.argmax();
            found.push(next);
            if found.len() == count {
                return Ok((found, untyped(&scores).clone()));
            }
            text = vec![next];
        }
    }

    /// The same by the model of candle-transformers.
    pub fn generate_untyped(&self, count: usize) -> Result<Generated, Box<dyn Error>> {
        let mut cache = theirs::Cache::new(true, Number::DTYPE, &self.theirs_config, &Device::Cpu)?;
        let mut text: Vec<u32> = PROMPT.iter().map(|&token| token as u32).collect();
        let (mut found, mut before) = (Vec::new(), 0);
        loop {
            let tokens = Untyped::new(&text[..], &Device::Cpu)?.unsqueeze(0)?;
            let scores = self.theirs.forward(&tokens, before, &mut cache)?;
            let next: u32 = scores.flatten_all()?.argmax(0)?.to_scalar()?;
            found.push(next as usize);
            if found.len() == count {
                return Ok((found, scores));
            }
            before += text.len();
            text = vec![next];
        }
    }
}

/// The sizes of a model with their names.
fn ours(config: &theirs::Config) -> Result<Config, Box<dyn Error>> {
    let (width, heads) = (config.hidden_size, config.num_attention_heads);
    let keys = config.num_key_value_heads;
    let quotient = |size: usize, by: usize, says: &str| match size.checked_rem(by) {
        Some(0) => Ok(size / by),
        _ => Err(format!("the configuration has {says} of {size} and {by}")),
    };
    let head = quotient(width, heads, "a width and heads")?;
    Ok(Config {
        heads: Heads::of(keys),
        group: Group::of(quotient(heads, keys, "heads of queries and of keys")?),
        pairs: Pairs::of(quotient(head, 2, "heads, which are rotated in pairs,")?),
        longest: Longest::of(config.max_position_embeddings),
        epsilon: config.rms_norm_eps as f32,
        slowest: config.rope_theta,
    })
}

/// How far two sets of scores are from each other.
pub fn farthest(lhs: &Untyped, rhs: &Untyped) -> Result<f32, Box<dyn Error>> {
    Ok((lhs - rhs)?.abs()?.max_all()?.to_scalar()?)
}

/// A file with random weights by the names of a checkpoint.
pub fn random(config: &theirs::Config) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut uniform = uniform();
    let mut weights = HashMap::new();
    let mut add = |name: String, sizes: &[usize], middle: f32| {
        let elements = (0..sizes.iter().product()).map(|_| middle + 0.1 * uniform());
        let elements: Vec<f32> = elements.collect();
        let tensor = Untyped::from_vec(elements, sizes, &Device::Cpu)?.to_dtype(Number::DTYPE)?;
        weights.insert(format!("model.{name}.weight"), tensor);
        Ok::<_, shapecheck_candle::candle_core::Error>(())
    };
    let (width, hidden) = (config.hidden_size, config.intermediate_size);
    let keys = width / config.num_attention_heads * config.num_key_value_heads;
    add("embed_tokens".into(), &[config.vocab_size, width], 0.0)?;
    add("norm".into(), &[width], 1.0)?;
    for layer in 0..config.num_hidden_layers {
        let mut add = |name: &str, sizes: &[usize], middle| {
            add(format!("layers.{layer}.{name}"), sizes, middle)
        };
        add("input_layernorm", &[width], 1.0)?;
        add("post_attention_layernorm", &[width], 1.0)?;
        add("self_attn.q_proj", &[width, width], 0.0)?;
        add("self_attn.k_proj", &[keys, width], 0.0)?;
        add("self_attn.v_proj", &[keys, width], 0.0)?;
        add("self_attn.o_proj", &[width, width], 0.0)?;
        add("mlp.gate_proj", &[hidden, width], 0.0)?;
        add("mlp.up_proj", &[hidden, width], 0.0)?;
        add("mlp.down_proj", &[width, hidden], 0.0)?;
    }
    Ok(safetensors::serialize(&weights, None)?)
}
