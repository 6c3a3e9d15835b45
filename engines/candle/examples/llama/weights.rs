//! The weights of the model, by their names in checkpoints.

use shapecheck::Shape;
use shapecheck_candle::candle_nn::VarBuilder;
use shapecheck_candle::{Element, MisfitError, weight};

use crate::Array;
use crate::model::{Attention, Block, Gated, Llama};

/// One tensor.
fn get<T: Element, S: Shape>(from: &VarBuilder, name: &str) -> Result<Array<T, S>, MisfitError> {
    weight(from, name)
}

pub fn llama(from: &VarBuilder, layers: usize) -> Result<Llama, MisfitError> {
    let from = from.pp("model");
    let blocks = (0..layers).map(|layer| block(&from.pp(format!("layers.{layer}"))));
    Ok(Llama {
        tokens: get(&from, "embed_tokens.weight")?,
        blocks: blocks.collect::<Result<_, _>>()?,
        last: get(&from, "norm.weight")?,
        rotation: Llama::rotation(),
    })
}

fn block(from: &VarBuilder) -> Result<Block, MisfitError> {
    let (attention, layer) = (from.pp("self_attn"), from.pp("mlp"));
    Ok(Block {
        before_attention: get(from, "input_layernorm.weight")?,
        attention: Attention {
            queries: get(&attention, "q_proj.weight")?,
            keys: get(&attention, "k_proj.weight")?,
            values: get(&attention, "v_proj.weight")?,
            output: get(&attention, "o_proj.weight")?,
        },
        before_layer: get(from, "post_attention_layernorm.weight")?,
        layer: Gated {
            gate: get(&layer, "gate_proj.weight")?,
            up: get(&layer, "up_proj.weight")?,
            down: get(&layer, "down_proj.weight")?,
        },
    })
}
