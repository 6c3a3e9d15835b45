//! Models of candle-transformers as they were published, a step of some tokens after others. They are run on demand:
//!
//! ```sh
//! cargo shapecheck dry --manifest-path crates/cargo-shapecheck/tests/dry/Cargo.toml --test published
//! ```
//!
//! Those that have findings are mistakes, which have been looked at. `--nocapture` prints how long each takes.

mod common;

use std::time::Instant;

use candle_core::{DType, Device, Module, Result, Tensor};
use candle_nn::rnn::{GRUConfig, LSTMConfig, RNN, gru, lstm};
use candle_nn::{VarBuilder, func};
use candle_transformers::models::*;
use common::{IMAGES, weights};
use shapecheck_candle::capture::{forget, record};
use shapecheck_candle::dry::{Report, Sizes, dry, values};

/// A configuration that many models read.
const SMALL: &str = r#"{"vocab_size": 1009, "hidden_size": 576, "intermediate_size": 1536, "num_hidden_layers": 2,
"num_attention_heads": 9, "num_key_value_heads": 3, "head_dim": 64, "max_position_embeddings": 512, "sliding_window": 512,
"max_window_layers": 2, "tie_word_embeddings": false, "rope_theta": 10000.0, "rms_norm_eps": 1e-5, "use_sliding_window": false,
"hidden_act": "silu", "hidden_activation": "silu", "attention_bias": false, "query_pre_attn_scalar": 64,
"final_logit_softcapping": 30.0, "attn_logit_softcapping": 50.0, "rope_local_base_freq": 10000.0, "sliding_window_pattern": 2,
"layer_norm_eps": 1e-5, "partial_rotary_factor": 0.5, "qk_layernorm": false, "norm_epsilon": 1e-5, "use_bias": true,
"clip_qkv": null, "pad_token_id": 0, "global_attn_every_n_layers": 3, "global_rope_theta": 160000.0,
"local_attention": 8, "local_rope_theta": 10000.0, "bos_token_id": 1, "eos_token_id": 2}"#;

fn small<T: serde::de::DeserializeOwned>() -> T {
    serde_json::from_str(SMALL).unwrap()
}

/// A step of `Seq` tokens after `Past` others, which are not recorded.
fn step<Model>(
    make: impl Fn(VarBuilder<'static>) -> Result<Model>,
    forward: impl Fn(&mut Model, &Tensor, usize) -> Result<Tensor>,
) -> Report {
    named(values(["Batch", "Past", "Seq"]), |sizes, device| {
        let ids = |length: &str| Tensor::zeros((sizes["Batch"], sizes[length]), DType::U32, device);
        let mut model = make(weights(device))?;
        forward(&mut model, &ids("Past")?, 0)?;
        forget(device);
        forward(&mut model, &ids("Seq")?, sizes["Past"])
    })
}

/// A batch of pictures of these sizes.
fn pictures<Model: Module>(
    sizes: &[(&'static str, [usize; 3])],
    make: impl Fn(VarBuilder<'static>) -> Result<Model>,
) -> Report {
    named(sizes.iter().copied(), |of, device| {
        let model = make(weights(device))?;
        forget(device);
        let side = |name| match sizes.iter().any(|(known, _)| *known == name) {
            true => of[name],
            false => 224,
        };
        let shape = (of["Batch"], 3, side("Height"), side("Width"));
        model.forward(&Tensor::zeros(shape, DType::F32, device)?)
    })
}

/// A batch of sentences.
fn sentences<Model>(
    make: impl Fn(VarBuilder<'static>) -> Result<Model>,
    forward: impl Fn(&mut Model, &Tensor) -> Result<Tensor>,
) -> Report {
    named(values(["Batch", "Seq"]), |sizes, device| {
        let mut model = make(weights(device))?;
        forget(device);
        let shape = (sizes["Batch"], sizes["Seq"]);
        forward(&mut model, &Tensor::zeros(shape, DType::U32, device)?)
    })
}

/// A dry run whose rows have names for all sizes.
#[track_caller]
fn named(
    sizes: impl IntoIterator<Item = (&'static str, [usize; 3])>,
    model: impl Fn(&Sizes<'_>, &Device) -> Result<Tensor>,
) -> Report {
    let begin = Instant::now();
    let report = dry(sizes, |sizes| record(|device| model(sizes, device)));
    let (rows, time) = (report.table(), begin.elapsed());
    let thread = std::thread::current();
    println!(
        "{}: {} rows in {time:.1?}",
        thread.name().unwrap_or(""),
        rows.len()
    );
    for row in rows {
        let is_named = row.split(['[', ']', ',', ' ']).all(|word| word != "_");
        assert!(is_named, "{row}");
    }
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
    olmo2: |weights| olmo2::Model::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    olmo: |weights| olmo::Model::new(&small(), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 1009]";
    bigcode: |weights| bigcode::GPTBigCode::load(weights, short_code()), |model, ids, past| model.forward(ids, past), "[Batch, 49152]";
    helium: |weights| helium::Model::new(&helium::Config::config_2b(false), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 48000]";
    stable_lm: |weights| stable_lm::Model::new(&stable_lm::Config::stablelm_3b_4e1t(false), weights), |model, ids, past| model.forward(ids, past), "[Batch, 1, 50304]";
}

/// Its mask for all places is made on the processor: that of 8192 is 67 million numbers.
fn short_code() -> bigcode::Config {
    bigcode::Config {
        max_position_embeddings: 64,
        ..bigcode::Config::starcoder_1b()
    }
}

/// The same of biases, which are 800 million.
fn short_sentences() -> jina_bert::Config {
    jina_bert::Config {
        max_position_embeddings: 64,
        ..jina_bert::Config::v2_base()
    }
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

const BATCH: [(&str, [usize; 3]); 1] = [("Batch", [3, 5, 8])];

macro_rules! of_pictures {
    ($($name:ident: $sizes:expr, $make:expr, $signature:literal;)*) => {
        $(#[test] fn $name() {
            pictures(&$sizes, $make).gives($signature).check();
        })*
    };
}

of_pictures! {
    vit: BATCH, |weights| {
        let model = vit::Model::new(&vit::Config::vit_base_patch16_224(), 1000, weights)?;
        Ok(func(move |pictures| model.forward(pictures)))
    }, "[Batch, 1000]";
    mobileone: BATCH, |weights| mobileone::mobileone(&mobileone::Config::s0(), 1000, weights), "[Batch, 1000]";
    repvgg: IMAGES, |weights| repvgg::repvgg(&repvgg::Config::a0(), 1000, weights), "[Batch, 1000]";
    efficientvit: BATCH, |weights| efficientvit::efficientvit(&efficientvit::Config::m0(), 1000, weights), "[Batch, 1000]";
    efficientnet: BATCH, |weights| efficientnet::EfficientNet::new(weights, efficientnet::MBConvConfig::b0(), 1000), "[Batch, 1000]";
}

/// The norm of its responses takes the sum of each channel, and then the mean of that one number, which changes nothing.
#[test]
fn convnext() {
    let make = |weights| convnext::convnext(&convnext::Config::atto(), 1000, weights);
    let report = pictures(&IMAGES, make).gives("[Batch, 1000]");
    report
        .allow("sum of `mean_keepdim` goes along an axis of 1")
        .check();
}

macro_rules! of_sentences {
    ($($name:ident: $make:expr, $forward:expr, $signature:literal;)*) => {
        $(#[test] fn $name() {
            sentences($make, $forward).gives($signature).check();
        })*
    };
}

of_sentences! {
    distilbert: |weights| distilbert::DistilBertModel::load(weights, &distilbert::Config::default()), |model, ids| {
        let length = ids.dim(1)?;
        model.forward(ids, &Tensor::zeros((length, length), DType::U8, ids.device())?)
    }, "[Batch, Seq, 768]";
    t5_encoder: |weights| t5::T5EncoderModel::load(weights, &t5::Config::default()), |model, ids| model.forward(ids), "[Batch, Seq, 512]";
    jina_bert: |weights| jina_bert::BertModel::new(weights, &short_sentences()), |model, ids| model.forward(ids), "[Batch, Seq, 768]";
    nomic_bert: |weights| nomic_bert::NomicBertModel::load(weights, &nomic_bert::Config::default()), |model, ids| model.forward(ids, None, None), "[Batch, Seq, 768]";
    modernbert: |weights| modernbert::ModernBert::load(weights, &small()), |model, ids| model.forward(ids, &ids.to_dtype(DType::F32)?), "[Batch, Seq, 576]";
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

#[test]
fn whisper_hears_and_writes() {
    let config = r#"{"num_mel_bins": 80, "max_source_positions": 1500, "d_model": 384, "encoder_attention_heads": 6, "encoder_layers": 2,
        "vocab_size": 51865, "max_target_positions": 448, "decoder_attention_heads": 6, "decoder_layers": 2}"#;
    let config: whisper::Config = serde_json::from_str(config).unwrap();
    let report = named(values(["Batch", "Frames", "Seq"]), |sizes, device| {
        let mut model = whisper::model::Whisper::load(&weights(device), config.clone())?;
        forget(device);
        let sound = (sizes["Batch"], 80, sizes["Frames"]);
        let heard = model
            .encoder
            .forward(&Tensor::zeros(sound, DType::F32, device)?, true)?;
        let ids = Tensor::zeros((sizes["Batch"], sizes["Seq"]), DType::U32, device)?;
        let states = model.decoder.forward(&ids, &heard, true)?;
        model.decoder.final_linear(&states)
    });
    report.gives("[Batch, Seq, 51865]").check();
}

#[test]
fn clip_compares_pictures_and_sentences() {
    let config = clip::ClipConfig::vit_base_patch32();
    let report = named(values(["Pictures", "Sentences", "Seq"]), |sizes, device| {
        let model = clip::ClipModel::new(weights(device), &config)?;
        forget(device);
        let pictures = Tensor::zeros((sizes["Pictures"], 3, 224, 224), DType::F32, device)?;
        let ids = Tensor::zeros((sizes["Sentences"], sizes["Seq"]), DType::U32, device)?;
        Ok(model.forward(&pictures, &ids)?.1)
    });
    // Its text model takes the last token of each sentence in a loop, which is not a finding.
    report.gives("[Pictures, Sentences]").check();
}

/// They go over the tokens in a loop, and join what each of them gives: an LSTM along a new axis, a GRU along that of its width.
#[test]
fn recurrent_layers() {
    let report = named(values(["Batch", "Seq"]), |sizes, device| {
        let weights = weights(device);
        let lstm = lstm(16, 32, LSTMConfig::default(), weights.pp("lstm"))?;
        let gru = gru(32, 64, GRUConfig::default(), weights.pp("gru"))?;
        forget(device);
        let x = Tensor::zeros((sizes["Batch"], sizes["Seq"], 16), DType::F32, device)?;
        let x = lstm.states_to_tensor(&lstm.seq(&x)?)?;
        gru.states_to_tensor(&gru.seq(&x)?)
    });
    report.gives("[Batch, 64 * Seq]").check();
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
        "11 of 16 runs fail: shape mismatch in broadcast_add, lhs: [16 * Batch, Seq, Past + Seq], rhs: [Seq, Seq]; fits only with Seq = 1",
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
        "11 of 16 runs fail: cannot broadcast [Seq, Seq] to [Batch, 24, Seq, Past + Seq]; fits only with Seq = 1",
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
        "13 of 17 runs fail: cannot broadcast [3, 11, 64] to [213, 11, 64]; fits only with Batch = 1, Seq = 1",
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
        "12 of 16 runs fail: slice-set only supports contiguous tensors; fits only with Past = 1, Seq = 1",
        "at candle-transformers-0.11.1/src/models/gemma3.rs:247:",
    );
}

/// The token of a picture's class is that of one picture.
#[test]
fn finds_the_class_of_dinov2() {
    let report = of_one_side(dinov2::vit_small, 518);
    finds(
        &report,
        "3 of 4 runs fail: shape mismatch in cat for dim 0, shape for arg 1: [1, 1, 384] shape for arg 2: ",
        "fits only with Batch = 1, at candle-transformers-0.11.1/src/models/dinov2.rs:297:",
    );
}

/// The same.
#[test]
fn finds_the_class_of_beit() {
    let report = of_one_side(beit::vit_base, 384);
    finds(
        &report,
        "3 of 4 runs fail: shape mismatch in cat for dim 0, shape for arg 1: [1, 1, 768] shape for arg 2: ",
        "fits only with Batch = 1, at candle-transformers-0.11.1/src/models/beit.rs:311:",
    );
}

/// The same.
#[test]
fn finds_the_class_of_eva2() {
    let report = of_one_side(eva2::vit_base, 448);
    finds(
        &report,
        "3 of 4 runs fail: shape mismatch in cat for dim 0, shape for arg 1: [1, 1, 768] shape for arg 2: ",
        "fits only with Batch = 1, at candle-transformers-0.11.1/src/models/eva2.rs:337:",
    );
}

fn of_one_side<Model: Module>(
    make: fn(VarBuilder<'static>) -> Result<Model>,
    side: usize,
) -> Report {
    named(BATCH, |sizes, device| {
        let model = make(weights(device))?;
        forget(device);
        let shape = (sizes["Batch"], 3, side, side);
        model.forward(&Tensor::zeros(shape, DType::F32, device)?)
    })
}

/// It has a token of each sentence at a time, and the inputs of its state fit one sentence.
#[test]
fn finds_the_state_of_mamba() {
    let config =
        r#"{"d_model": 192, "n_layer": 2, "vocab_size": 1009, "pad_vocab_size_multiple": 8}"#;
    let config: mamba::Config = serde_json::from_str(config).unwrap();
    let report = named(BATCH, |sizes, device| {
        let model = mamba::Model::new(&config, weights(device))?;
        let mut state = mamba::State::new(sizes["Batch"], &config, DType::F32, device)?;
        forget(device);
        model.forward(
            &Tensor::zeros(sizes["Batch"], DType::U32, device)?,
            &mut state,
        )
    });
    finds(
        &report,
        "3 of 4 runs fail: cannot broadcast ",
        "fits only with Batch = 1, at candle-transformers-0.11.1/src/models/mamba.rs:144:",
    );
}
