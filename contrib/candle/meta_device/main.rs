//! A llama of seven billion numbers on `Device::Meta`, which has none of them.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::llama;

fn main() -> Result<()> {
    let device = Device::Meta;
    let config = llama::Config::config_7b_v2(false);
    let model = llama::Llama::load(VarBuilder::zeros(DType::BF16, &device), &config)?;
    let mut cache = llama::Cache::new(true, DType::BF16, &config, &device)?;
    let ids = Tensor::zeros((2, 5), DType::U32, &device)?;
    let scores = model.forward(&ids, 0, &mut cache)?;
    let next = scores.argmax_keepdim(1)?;
    println!("{}", model.forward(&next, 5, &mut cache)?);
    Ok(())
}
