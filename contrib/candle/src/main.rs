//! What dry runs have found in published models, each repeated on the processor with as small a model as its configuration allows.
//! `README.md` has the reports.
//!
//! ```sh
//! cargo run
//! ```

use candle_core::{DType, Device, Module, Result, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::*;

fn weights() -> VarBuilder<'static> {
    VarBuilder::zeros(DType::F32, &Device::Cpu)
}
fn ids(batch: usize, tokens: usize) -> Result<Tensor> {
    Tensor::zeros((batch, tokens), DType::U32, &Device::Cpu)
}
fn told(name: &str, result: Result<Tensor>) {
    match result {
        Ok(tensor) => println!("{name}: gives {:?}", tensor.dims()),
        // The stack is behind the first line.
        Err(error) => println!("{name}: {}", error.to_string().lines().next().unwrap_or("")),
    }
}
fn phi() -> Result<Tensor> {
    let config = r#"{"vocab_size": 16, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 1, "num_attention_heads": 4,
        "hidden_act": "gelu_new", "max_position_embeddings": 32, "layer_norm_eps": 1e-5, "tie_word_embeddings": false,
        "rope_theta": 10000.0, "partial_rotary_factor": 0.5, "qk_layernorm": false}"#;
    let mut model = phi::Model::new(&serde_json::from_str(config).unwrap(), weights())?;
    model.forward(&ids(1, 4)?)?;
    model.forward(&ids(1, 3)?)
}
fn mixformer() -> Result<Tensor> {
    let config = r#"{"vocab_size": 16, "n_positions": 32, "n_embd": 64, "n_layer": 1, "n_inner": null, "n_head": 4, "rotary_dim": 8,
        "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5, "tie_word_embeddings": false, "pad_vocab_size_multiple": 16}"#;
    let config: mixformer::Config = serde_json::from_str(config).unwrap();
    let mut model = mixformer::MixFormerSequentialForCausalLM::new(&config, weights())?;
    model.forward(&ids(1, 4)?)?;
    model.forward(&ids(1, 3)?)
}
fn mpt() -> Result<Tensor> {
    let mut model = mpt::Model::new(&mpt::Config::replit_code_v1_5_3b(), weights())?;
    model.forward(&ids(1, 4)?)?;
    model.forward(&ids(1, 3)?)
}
fn falcon() -> Result<Tensor> {
    let config = r#"{"vocab_size": 16, "hidden_size": 64, "num_hidden_layers": 1, "num_attention_heads": 4, "layer_norm_epsilon": 1e-5,
        "initializer_range": 0.02, "use_cache": true, "bos_token_id": 1, "eos_token_id": 2, "hidden_dropout": 0.0, "attention_dropout": 0.0,
        "n_head_kv": null, "alibi": false, "new_decoder_architecture": false, "multi_query": true, "parallel_attn": true, "bias": false}"#;
    let config: falcon::Config = serde_json::from_str(config).unwrap();
    falcon::Falcon::load(weights(), config)?.forward(&ids(2, 4)?)
}
fn gemma3() -> Result<Tensor> {
    let config = r#"{"attention_bias": false, "head_dim": 16, "hidden_activation": "silu", "hidden_size": 64, "intermediate_size": 128,
        "num_attention_heads": 4, "num_hidden_layers": 2, "num_key_value_heads": 2, "rms_norm_eps": 1e-6, "rope_theta": 10000.0,
        "rope_local_base_freq": 10000.0, "vocab_size": 16, "final_logit_softcapping": null, "attn_logit_softcapping": null,
        "query_pre_attn_scalar": 16, "sliding_window": 512, "sliding_window_pattern": 2, "max_position_embeddings": 64}"#;
    let config: gemma3::Config = serde_json::from_str(config).unwrap();
    gemma3::Model::new(false, &config, weights())?.forward(&ids(1, 4)?, 0)
}
fn picture(model: impl Module, side: usize) -> Result<Tensor> {
    model.forward(&Tensor::zeros(
        (2, 3, side, side),
        DType::F32,
        &Device::Cpu,
    )?)
}
fn mamba() -> Result<Tensor> {
    let config: mamba::Config = serde_json::from_str(
        r#"{"d_model": 16, "n_layer": 1, "vocab_size": 16, "pad_vocab_size_multiple": 8}"#,
    )
    .unwrap();
    let model = mamba::Model::new(&config, weights())?;
    let mut state = mamba::State::new(2, &config, DType::F32, &Device::Cpu)?;
    model.forward(&Tensor::zeros(2, DType::U32, &Device::Cpu)?, &mut state)
}
/// `[2, 3, 1, 1]` by `[3, 2, 1, 1]`: rows of 1 and 10, and of 1, 2 and 3.
fn matmul() -> Result<Tensor> {
    let row = |value: f32, length: usize| Tensor::full(value, (1, length, 1, 1), &Device::Cpu);
    let lhs = Tensor::cat(&[row(1., 3)?, row(10., 3)?], 0)?;
    let rhs = Tensor::cat(&[row(1., 2)?, row(2., 2)?, row(3., 2)?], 0)?;
    let product = lhs.matmul(&rhs)?;
    println!("matmul: {:?}", product.flatten_all()?.to_vec1::<f32>()?);
    Ok(product)
}

fn main() {
    told("phi", phi());
    told("mixformer", mixformer());
    told("mpt", mpt());
    told("falcon", falcon());
    told("gemma3", gemma3());
    told("mamba", mamba());
    told(
        "dinov2",
        dinov2::DinoVisionTransformer::new(weights(), 1, 48, 4).and_then(|m| picture(m, 518)),
    );
    told(
        "beit",
        beit::BeitVisionTransformer::new(weights(), 1, 48, 4).and_then(|m| picture(m, 384)),
    );
    told(
        "eva2",
        eva2::EVA2VisionTransformer::new(weights(), 1, 48, 4).and_then(|m| picture(m, 448)),
    );
    told("matmul", matmul());
}
