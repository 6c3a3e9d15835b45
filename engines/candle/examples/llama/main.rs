//! A Llama on candle's tensors, with every shape checked by the compiler, beside that of candle-transformers.
//!
//! ```text
//! cargo run --release --example llama
//! cargo run --release --example llama -- --weights model.safetensors
//! ```
//!
//! The first command makes random weights with the sizes of SmolLM2-135M, checks that both models give the same scores,
//! and times them in turns. The second one reads the weights of that model.

mod model;
mod weights;

use std::error::Error;
use std::time::{Duration, Instant};

use candle_transformers::models::llama as theirs;
use shapecheck::{StaticDim, TensorOn, shape};
use shapecheck_candle::candle_core::{DType, Device, Tensor as Untyped};
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::{Candle, untyped};

use model::{Heads, Hidden, LAYERS, Longest, QueryHeads, Vocabulary, Width};

/// A tensor of [`model`]: on candle.
type Array<T, S> = TensorOn<T, S, Candle>;

const PROMPT: [usize; 6] = [504, 3575, 282, 4649, 314, 260];
const GENERATED: usize = 20;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let from = match arguments()? {
        Some(path) => {
            let bytes = std::fs::read(path)?;
            VarBuilder::from_buffered_safetensors(bytes, DType::F32, &Device::Cpu)?
        }
        None => random(LAYERS)?,
    };
    let ours = weights::llama(&from, LAYERS)?;
    let theirs = theirs::Llama::load(from, &sizes())?;

    let mut times = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let started = Instant::now();
        let (tokens, scores) = generate(&ours)?;
        times[0] = times[0].min(started.elapsed());

        let started = Instant::now();
        let (same_tokens, same_scores) = generate_untyped(&theirs)?;
        times[1] = times[1].min(started.elapsed());

        let difference = farthest(untyped(&scores), &same_scores)?;
        if tokens != same_tokens || difference > 1e-4 {
            return Err(
                format!("{tokens:?}, not {same_tokens:?}: scores {difference} apart").into(),
            );
        }
        if round == 0 {
            println!("after tokens {PROMPT:?}: {tokens:?}");
            println!("scores differ by at most {difference:.1e}");
        }
    }
    let [ours, theirs] = times.map(|time| time.as_secs_f64());
    let each = ours / GENERATED as f64 * 1e3;
    println!(
        "{each:.1} ms a token, {:.2} of candle-transformers' time",
        ours / theirs
    );
    Ok(())
}

/// The path after `--weights`.
fn arguments() -> Result<Option<String>, &'static str> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => Ok(None),
        [name, path] if name == "--weights" => Ok(Some(path.clone())),
        _ => Err("usage: llama [--weights PATH]"),
    }
}

/// A score for each token.
type Scores = Array<f32, shape![1, Vocabulary]>;

/// Reads the prompt and appends the most likely token again and again. Returns the tokens and the last scores.
fn generate(model: &model::Llama) -> Result<(Vec<usize>, Scores), Box<dyn Error>> {
    let mut caches = model.caches(<shapecheck::dim!(1)>::default());
    let mut text = PROMPT.to_vec();
    let mut found = Vec::new();
    loop {
        let shape = <shape![1, _]>::of([text.len()]);
        let scores = model.forward(&TensorOn::from_slice_with(shape, &text)?, &mut caches);
        let next = scores.argmax();
        found.push(next);
        if found.len() == GENERATED {
            return Ok((found, scores));
        }
        text = vec![next];
    }
}

/// The same by the model of candle-transformers.
fn generate_untyped(model: &theirs::Llama) -> Result<(Vec<usize>, Untyped), Box<dyn Error>> {
    let mut cache = theirs::Cache::new(true, DType::F32, &sizes(), &Device::Cpu)?;
    let mut text: Vec<u32> = PROMPT.iter().map(|&token| token as u32).collect();
    let (mut found, mut before) = (Vec::new(), 0);
    loop {
        let tokens = Untyped::new(&text[..], &Device::Cpu)?.unsqueeze(0)?;
        let scores = model.forward(&tokens, before, &mut cache)?;
        let next: u32 = scores.flatten_all()?.argmax(0)?.to_scalar()?;
        found.push(next as usize);
        if found.len() == GENERATED {
            return Ok((found, scores));
        }
        before += text.len();
        text = vec![next];
    }
}

fn farthest(lhs: &Untyped, rhs: &Untyped) -> Result<f32, Box<dyn Error>> {
    Ok((lhs - rhs)?.abs()?.max_all()?.to_scalar()?)
}

/// The sizes of the model for candle-transformers.
fn sizes() -> theirs::Config {
    theirs::Config {
        hidden_size: Width::SIZE,
        intermediate_size: Hidden::SIZE,
        vocab_size: Vocabulary::SIZE,
        num_hidden_layers: LAYERS,
        num_attention_heads: QueryHeads::SIZE,
        num_key_value_heads: Heads::SIZE,
        use_flash_attn: false,
        rms_norm_eps: 1e-5,
        rope_theta: 100_000.0,
        bos_token_id: None,
        eos_token_id: None,
        rope_scaling: None,
        max_position_embeddings: Longest::SIZE,
        tie_word_embeddings: true,
    }
}

/// Random weights by the names of a checkpoint.
fn random(layers: usize) -> Result<VarBuilder<'static>, Box<dyn Error>> {
    let mut seed = 1_u64;
    let mut uniform = move || {
        // A linear congruential generator; its high bits are good enough for weights.
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    let mut weights = std::collections::HashMap::new();
    let mut add = |name: String, sizes: &[usize], middle: f32, spread: f32| {
        let elements = (0..sizes.iter().product()).map(|_| middle + spread * uniform());
        let elements: Vec<f32> = elements.collect();
        let tensor = Untyped::from_vec(elements, sizes, &Device::Cpu)?;
        weights.insert(name, tensor);
        Ok::<_, shapecheck_candle::candle_core::Error>(())
    };
    let (width, keys, hidden) = (Width::SIZE, model::KeyWidth::SIZE, Hidden::SIZE);
    add(
        "model.embed_tokens.weight".into(),
        &[Vocabulary::SIZE, width],
        0.0,
        0.1,
    )?;
    add("model.norm.weight".into(), &[width], 1.0, 0.1)?;
    for layer in 0..layers {
        let mut add = |name: &str, sizes: &[usize], middle| {
            add(
                format!("model.layers.{layer}.{name}.weight"),
                sizes,
                middle,
                0.1,
            )
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
    Ok(VarBuilder::from_tensors(weights, DType::F32, &Device::Cpu))
}
