//! Both models from one configuration and one set of weights.

use std::collections::HashMap;
use std::error::Error;

use candle_transformers::models::bert as theirs;
use shapecheck::engine::Models;
use shapecheck::{TensorOn, shape};
use shapecheck_candle::candle_core::{DType, Device, Tensor as Untyped};
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::{Candle, untyped};
use shapecheck_weights::{Holds, load_with, safetensors};

use crate::model::{Activation, Batch, Bert, Config, Head, Heads, Scores, Seq};

/// Texts side by side, as numbers in row-major order.
pub struct Texts {
    sizes: [usize; 2],
    tokens: Vec<usize>,
    parts: Vec<usize>,
    is_text: Vec<f32>,
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

/// The sizes of a model for candle-transformers, from the text of a `config.json`.
pub fn config(text: &str) -> Result<theirs::Config, Box<dyn Error>> {
    Ok(serde_json::from_str(text)?)
}

/// A model of ours on any engine, from a file in the format safetensors.
///
/// # Errors
///
/// Returns an error if the weights are not those of the configuration.
pub fn load<'data, E: Models<f32> + Holds<'data, f32>>(
    config: &theirs::Config,
    weights: &'data [u8],
) -> Result<(Bert<E>, Config), Box<dyn Error>> {
    let ours = ours(config)?;
    Ok((load_with(weights, &mut ours.sizes())?, ours))
}

/// The scores of a model of ours for texts.
pub fn scores<E: Models<f32>>(
    (model, config): &(Bert<E>, Config),
    texts: &Texts,
) -> Result<Scores<E>, Box<dyn Error>> {
    let shape = <shape![Batch, Seq]>::of(texts.sizes);
    let tokens = TensorOn::from_slice_with(shape, &texts.tokens)?;
    let parts = TensorOn::from_slice_with(shape, &texts.parts)?;
    let is_text = TensorOn::from_slice_with(shape, &texts.is_text)?;
    Ok(model.forward(&tokens, &parts, &is_text, config))
}

/// This model on candle, and that of candle-transformers.
pub struct Both {
    ours: (Bert<Candle>, Config),
    theirs: theirs::BertForMaskedLM,
}

impl Both {
    /// # Errors
    ///
    /// Returns an error if the weights, a file in the format safetensors, are not those of the configuration.
    pub fn new(config: &theirs::Config, weights: &[u8]) -> Result<Self, Box<dyn Error>> {
        let ours = load(config, weights)?;
        let from = VarBuilder::from_slice_safetensors(weights, DType::F32, &Device::Cpu)?;
        let theirs = theirs::BertForMaskedLM::load(from, config)?;
        Ok(Self { ours, theirs })
    }

    pub fn read(&self, texts: &Texts) -> Result<Untyped, Box<dyn Error>> {
        Ok(untyped(&scores(&self.ours, texts)?).clone())
    }

    /// The same by the model of candle-transformers.
    pub fn read_untyped(&self, texts: &Texts) -> Result<Untyped, Box<dyn Error>> {
        let (sizes, device) = (&texts.sizes[..], &Device::Cpu);
        let indices = |numbers: &[usize]| {
            let numbers: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
            Untyped::from_vec(numbers, sizes, device)
        };
        let (tokens, parts) = (indices(&texts.tokens)?, indices(&texts.parts)?);
        let is_text = Untyped::from_slice(&texts.is_text, sizes, device)?;
        Ok(self.theirs.forward(&tokens, &parts, Some(&is_text))?)
    }
}

/// The sizes of a model with their names.
fn ours(config: &theirs::Config) -> Result<Config, Box<dyn Error>> {
    let (width, heads) = (config.hidden_size, config.num_attention_heads);
    let head = match width.checked_rem(heads) {
        Some(0) => width / heads,
        _ => {
            return Err(
                format!("the configuration has a width of {width}, and {heads} heads").into(),
            );
        }
    };
    Ok(Config {
        heads: Heads::of(heads),
        head: Head::of(head),
        activation: match config.hidden_act {
            theirs::HiddenAct::Gelu => Activation::Gelu,
            theirs::HiddenAct::GeluApproximate => Activation::GeluTanh,
            theirs::HiddenAct::Relu => Activation::Relu,
        },
        epsilon: config.layer_norm_eps as f32,
    })
}

/// How far two sets of scores are from each other.
pub fn farthest(lhs: &Untyped, rhs: &Untyped) -> Result<f32, Box<dyn Error>> {
    Ok((lhs - rhs)?.abs()?.max_all()?.to_scalar()?)
}

/// A file with random weights by the names of a checkpoint.
pub fn random(config: &theirs::Config) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut seed = 1_u64;
    let mut uniform = move || {
        // A linear congruential generator; its high bits are good enough for weights.
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    let mut weights = HashMap::new();
    let mut add = |name: String, sizes: &[usize], middle: f32| {
        let elements = (0..sizes.iter().product()).map(|_| middle + 0.1 * uniform());
        let elements: Vec<f32> = elements.collect();
        weights.insert(name, Untyped::from_vec(elements, sizes, &Device::Cpu)?);
        Ok::<_, shapecheck_candle::candle_core::Error>(())
    };
    let (width, hidden) = (config.hidden_size, config.intermediate_size);
    for (table, rows) in [
        ("word_embeddings", config.vocab_size),
        ("position_embeddings", config.max_position_embeddings),
        ("token_type_embeddings", config.type_vocab_size),
    ] {
        let name = format!("bert.embeddings.{table}.weight");
        add(name, &[rows, width], 0.0)?;
    }
    let mut layers = Vec::new();
    let mut norms = vec![
        "bert.embeddings".to_owned(),
        "cls.predictions.transform".to_owned(),
    ];
    for block in 0..config.num_hidden_layers {
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
    layers.push((decoder, [config.vocab_size, width]));
    for (name, sizes) in layers {
        add(format!("{name}.weight"), &sizes, 0.0)?;
        add(format!("{name}.bias"), &sizes[..1], 0.0)?;
    }
    for name in norms {
        add(format!("{name}.LayerNorm.weight"), &[width], 1.0)?;
        add(format!("{name}.LayerNorm.bias"), &[width], 0.0)?;
    }
    Ok(safetensors::serialize(&weights, None)?)
}
