//! Random weights, in the order in which `reference.py` draws them.

use shapecheck::{StaticDim, StaticShape, Tensor};

use crate::model::{Attention, Block, Decoder, Linear, Norm};
use crate::random::Random;

/// The number of blocks.
const DEPTH: usize = 2;

/// Numbers from `-size` to `size`.
fn uniform<S: StaticShape>(random: &mut Random, size: f32) -> Tensor<f32, S> {
    let numbers = (0..S::NUM_ELEMENTS)
        .map(|_| size * random.signed())
        .collect();
    Tensor::from_vec(numbers).expect("as many numbers as the shape has elements")
}

fn linear<O: StaticDim, I: StaticDim>(random: &mut Random) -> Linear<O, I> {
    Linear {
        weights: uniform(random, 0.3),
        bias: uniform(random, 0.1),
    }
}

fn norm(random: &mut Random) -> Norm {
    Norm {
        scale: uniform(random, 1.0),
        shift: uniform(random, 0.1),
    }
}

pub fn decoder(random: &mut Random) -> Decoder {
    Decoder {
        tokens: uniform(random, 0.5),
        places: uniform(random, 0.5),
        blocks: (0..DEPTH)
            .map(|_| Block {
                before_attention: norm(random),
                attention: Attention {
                    queries: linear(random),
                    keys: linear(random),
                    values: linear(random),
                    output: linear(random),
                },
                before_layers: norm(random),
                widen: linear(random),
                narrow: linear(random),
            })
            .collect(),
        last: norm(random),
    }
}
