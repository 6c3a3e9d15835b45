//! Both models from one configuration and one set of weights.

use std::error::Error;

use candle_transformers::models::bert as theirs;
use shapecheck_candle::candle_core::{DType, Device, Tensor as Untyped};
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::{Candle, untyped};

use crate::files::{Model, Texts, load, scores};

/// This model on candle, and that of candle-transformers.
pub struct Both {
    ours: Model<Candle>,
    theirs: theirs::BertForMaskedLM,
}

impl Both {
    /// # Errors
    ///
    /// Returns an error if the weights, a file in the format safetensors, are not those of the configuration, the text of
    /// a `config.json`.
    pub fn new(config: &str, weights: &[u8]) -> Result<Self, Box<dyn Error>> {
        let ours = load(config, weights)?;
        let from = VarBuilder::from_slice_safetensors(weights, DType::F32, &Device::Cpu)?;
        let theirs = theirs::BertForMaskedLM::load(from, &serde_json::from_str(config)?)?;
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

/// How far two sets of scores are from each other.
pub fn farthest(lhs: &Untyped, rhs: &Untyped) -> Result<f32, Box<dyn Error>> {
    Ok((lhs - rhs)?.abs()?.max_all()?.to_scalar()?)
}
