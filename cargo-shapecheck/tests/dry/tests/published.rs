//! Models of candle-transformers as they were published, a step of some tokens after others. They are run on demand:
//!
//! ```sh
//! cargo shapecheck dry --manifest-path cargo-shapecheck/tests/dry/Cargo.toml --test published
//! ```
//!
//! Those that have findings are mistakes, which have been looked at.

mod common;

use candle_core::{DType, Module, Result, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::*;
use common::{IMAGES, weights};
use shapecheck_candle::capture::{forget, record};
use shapecheck_candle::dry::{Report, dry, values};

/// A configuration that many models read.
const SMALL: &str = r#"{"vocab_size": 1009, "hidden_size": 576, "intermediate_size": 1536, "num_hidden_layers": 2,
"num_attention_heads": 9, "num_key_value_heads": 3, "head_dim": 64, "max_position_embeddings": 512, "sliding_window": 512,
"max_window_layers": 2, "tie_word_embeddings": false, "rope_theta": 10000.0, "rms_norm_eps": 1e-5, "use_sliding_window": false,
"hidden_act": "silu", "hidden_activation": "silu", "attention_bias": false, "query_pre_attn_scalar": 64,
"final_logit_softcapping": 30.0, "attn_logit_softcapping": 50.0, "rope_local_base_freq": 10000.0, "sliding_window_pattern": 2,
"layer_norm_eps": 1e-5, "partial_rotary_factor": 0.5, "qk_layernorm": false, "norm_epsilon": 1e-5, "use_bias": true,
"clip_qkv": null, "bos_token_id": 1, "eos_token_id": 2}"#;

fn small<T: serde::de::DeserializeOwned>() -> T {
    serde_json::from_str(SMALL).unwrap()
}

/// A step of `Seq` tokens after `Past` others, which are not recorded.
fn step<Model>(
    make: impl Fn(VarBuilder<'static>) -> Result<Model>,
    forward: impl Fn(&mut Model, &Tensor, usize) -> Result<Tensor>,
) -> Report {
    let report = dry(values(["Batch", "Past", "Seq"]), |sizes| {
        record(|device| {
            let ids =
                |length: &str| Tensor::zeros((sizes["Batch"], sizes[length]), DType::U32, device);
            let mut model = make(weights(device))?;
            forward(&mut model, &ids("Past")?, 0)?;
            forget(device);
            forward(&mut model, &ids("Seq")?, sizes["Past"])
        })
    });
    report.keep_apart("Batch")
}

macro_rules! steps {
    ($($name:ident: $make:expr, $forward:expr, $signature:literal;)*) => {
        $(#[test] fn $name() {
            step($make, $forward).gives($signature).check();
        })*
    };
}

steps! {
    mistral: |weights| mistral::Model::new(&few_layers(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 32000]";
    qwen2: |weights| qwen2::ModelForCausalLM::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    qwen3: |weights| qwen3::ModelForCausalLM::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    gemma: |weights| gemma::Model::new(false, &one_activation(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    gemma2: |weights| gemma2::Model::new(false, &small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    phi3: |weights| phi3::Model::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    starcoder2: |weights| starcoder2::Model::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    olmo: |weights| olmo::Model::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    bigcode: |weights| bigcode::GPTBigCode::load(weights, bigcode::Config::starcoder_1b()), |model, ids, past| model.forward(ids, past), "[Batch, 49152]";
    helium: |weights| helium::Model::new(&helium::Config::config_2b(false), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 48000]";
    stable_lm: |weights| stable_lm::Model::new(&stable_lm::Config::stablelm_3b_4e1t(false), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 50304]";
}

fn few_layers() -> mistral::Config {
    mistral::Config {
        num_hidden_layers: 2,
        ..mistral::Config::config_7b_v0_1(false)
    }
}

/// gemma takes one of the two names of the activation.
fn one_activation() -> gemma::Config {
    serde_json::from_str(&SMALL.replace(r#""hidden_act": "silu", "#, "")).unwrap()
}

#[test]
fn vit_of_images() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let model =
                vit::Model::new(&vit::Config::vit_base_patch16_224(), 1000, weights(device))?;
            forget(device);
            model.forward(&Tensor::zeros(
                (sizes["Batch"], 3, 224, 224),
                DType::F32,
                device,
            )?)
        })
    });
    report.keep_apart("Batch").gives("[Batch, 1000]").check();
}

#[test]
fn convnext_of_images() {
    let report = dry(IMAGES, |sizes| {
        record(|device| {
            let model = convnext::convnext(&convnext::Config::atto(), 1000, weights(device))?;
            forget(device);
            let shape = (sizes["Batch"], 3, sizes["Height"], sizes["Width"]);
            model.forward(&Tensor::zeros(shape, DType::F32, device)?)
        })
    });
    report.keep_apart("Batch").gives("[Batch, 1000]").check();
}

/// Its router reads numbers, so that the experts that it chooses are made up.
#[test]
fn mixtral() {
    let config = mixtral::Config::v0_1_8x7b(false);
    let report = step(
        |weights| mixtral::Model::new(&config, weights),
        |model, ids, past| model.forward(ids, past),
    );
    report.gives("[Batch, 1, 32000]").check();
}

/// The only finding of a model whose mistake was published.
#[track_caller]
fn finds(report: &Report, text: &str, line: &str) {
    if report.is_skipped() {
        return;
    }
    let findings = report.findings();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    let told = findings[0].to_string();
    assert!(told.contains(text) && told.contains(line), "{told}");
}

/// The mask of the new tokens is that of all keys only where there are no others.
#[test]
fn finds_the_mask_of_mixformer() {
    let config = mixformer::Config::v1();
    let report = step(
        |weights| mixformer::MixFormerSequentialForCausalLM::new(&config, weights),
        |model, ids, _| model.forward(ids),
    );
    finds(
        &report,
        "9 of 9 runs fail: shape mismatch in broadcast_add, lhs: [16 * Batch, Seq, Past + Seq], rhs: [Seq, Seq]; fits with no size",
        "at candle-transformers-0.11.1/src/models/mixformer.rs:320:",
    );
}

/// The same.
#[test]
fn finds_the_mask_of_mpt() {
    let report = step(
        |weights| mpt::Model::new(&mpt::Config::replit_code_v1_5_3b(), weights),
        |model, ids, _| model.forward(ids),
    );
    finds(
        &report,
        "9 of 9 runs fail: cannot broadcast [Seq, Seq] to [Batch, 24, Seq, Past + Seq]; fits with no size",
        "at candle-transformers-0.11.1/src/models/mpt.rs:131:",
    );
}

/// A cache that fits one sentence.
#[test]
fn finds_the_cache_of_falcon() {
    let report = step(
        |weights| falcon::Falcon::load(weights, falcon::Config::falcon7b()),
        |model, ids, _| model.forward(ids),
    );
    finds(
        &report,
        "9 of 9 runs fail: cannot broadcast [Batch, Past, 64] to [71 * Batch, Past, 64]; fits with no size",
        "at candle-transformers-0.11.1/src/models/falcon.rs:295:",
    );
}

/// An operation that takes memory in order only.
#[test]
fn finds_the_memory_of_gemma3() {
    let report = step(
        |weights| gemma3::Model::new(false, &small(), weights),
        |model, ids, past| model.forward(ids, past),
    );
    finds(
        &report,
        "9 of 9 runs fail: slice-set only supports contiguous tensors",
        "at candle-transformers-0.11.1/src/models/gemma3.rs:247:",
    );
}
