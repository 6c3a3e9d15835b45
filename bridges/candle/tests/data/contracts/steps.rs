//! One step of each model in `src`, with the first line of what is told, and, with the argument `time`, what contracts cost
//! in a step.

#![allow(dead_code, unexpected_cfgs, unused_imports)]

use std::panic::set_hook;

use candle::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::with_tracing;
use steps::{tell, time};
// It tells the sizes of candle's tensors.
use shapecheck_candle as _;

mod utils {
    pub use candle_transformers::utils::*;
}

mod all_positions;
mod checked;
mod heads_not_repeated;
mod no_way_back;
mod plain;
mod queries_not_transposed;
mod steps;
mod values_of_other_heads;

const SMALL: &str = r#"{
    "hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4, "num_hidden_layers": 2,
    "num_key_value_heads": 1, "rms_norm_eps": 1e-6, "rope_theta": 10000, "vocab_size": 50, "max_position_embeddings": 64
}"#;

/// As large as SmolLM-135M.
const LARGE: &str = r#"{
    "hidden_size": 576, "intermediate_size": 1536, "num_attention_heads": 9, "num_hidden_layers": 30,
    "num_key_value_heads": 3, "rms_norm_eps": 1e-5, "rope_theta": 10000, "vocab_size": 49152, "max_position_embeddings": 2048
}"#;

/// A function that does the step after a prompt, with all weights zero.
macro_rules! model {
    ($module:ident, $config:expr) => {{
        let config: $module::LlamaConfig = serde_json::from_str($config).unwrap();
        let config = config.into_config(false);
        let weights = VarBuilder::zeros(DType::F32, &Device::Cpu);
        let model = $module::Llama::load(weights, &config).unwrap();
        let mut cache = $module::Cache::new(true, DType::F32, &config, &Device::Cpu).unwrap();
        let mut before = 0;
        move |tokens: &Tensor| {
            let scores = model.forward(tokens, before, &mut cache)?;
            before += tokens.dims()[tokens.rank() - 1];
            Ok::<Tensor, candle::Error>(scores)
        }
    }};
}

/// What a step gives.
fn given(mut step: impl FnMut(&Tensor) -> Result<Tensor, candle::Error>, tokens: &Tensor) -> String {
    match step(tokens) {
        Ok(scores) => format!("gives {:?}", scores.dims()),
        Err(error) => format!("candle says {error}"),
    }
}

fn main() {
    set_hook(Box::new(|_| ()));
    let tokens = Tensor::zeros((1, 6), DType::U32, &Device::Cpu).unwrap();
    if std::env::args().nth(1).as_deref() == Some("time") {
        let token = Tensor::zeros((1, 1), DType::U32, &Device::Cpu).unwrap();
        let (mut plain, mut checked) = (model!(plain, LARGE), model!(checked, LARGE));
        time(
            || drop(plain(&token).unwrap()),
            || drop(checked(&token).unwrap()),
        );
        return;
    }
    macro_rules! tell {
        ($($module:ident)*) => {$(
            tell(stringify!($module), || given(model!($module, SMALL), &tokens));
        )*};
    }
    tell!(plain checked queries_not_transposed values_of_other_heads heads_not_repeated no_way_back all_positions);
    tell("without a batch", || {
        given(model!(checked, SMALL), &tokens.squeeze(0).unwrap())
    });
}
