//! A block of a decoder, which the examples of the engines train beside the libraries' own.

use shapecheck::engine::Models;
use shapecheck::{StaticShape, Tensor, TensorOn, rearrange, shape};
use shapecheck_grad::Parameters;

/// Two sequences of 64 tokens.
pub const TOKENS: [usize; 3] = [2, 64, WIDTH];
pub const WIDTH: usize = 256;
pub const HIDDEN: usize = 1024;
pub const HEADS: usize = 4;

type Tokens<E> = TensorOn<f32, shape![2, 64, 256], E>;

#[derive(Parameters)]
pub struct Block<E: Models<f32>> {
    pub first_norm: TensorOn<f32, shape![256], E>,
    pub queries: TensorOn<f32, shape![256, 256], E>,
    pub keys: TensorOn<f32, shape![256, 256], E>,
    pub values: TensorOn<f32, shape![256, 256], E>,
    pub out: TensorOn<f32, shape![256, 256], E>,
    pub second_norm: TensorOn<f32, shape![256], E>,
    pub up: TensorOn<f32, shape![1024, 256], E>,
    pub down: TensorOn<f32, shape![256, 1024], E>,
}

impl<E: Models<f32>> Block<E> {
    pub fn forward(&self, x: &Tokens<E>) -> Tokens<E> {
        let normal = x.rms_norm(&self.first_norm, 1e-5);
        let queries = rearrange!(&normal.linear(&self.queries), "b t (h d) -> b h t d"; h = 4);
        let keys = rearrange!(&normal.linear(&self.keys), "b t (h d) -> b h t d"; h = 4);
        let values = rearrange!(&normal.linear(&self.values), "b t (h d) -> b h t d"; h = 4);
        let heads = queries.causal_attention(&keys, &values);
        let x = x + rearrange!(&heads, "b h t d -> b t (h d)").linear(&self.out);
        let hidden = x.rms_norm(&self.second_norm, 1e-5).linear(&self.up).silu();
        &x + hidden.linear(&self.down)
    }
}

/// Numbers between -0.1 and 0.1, others for each seed.
pub fn numbers(count: usize, seed: usize) -> Vec<f32> {
    let number = |index: usize| (((index + seed) * 7919 % 201) as f32 - 100.0) / 1000.0;
    (0..count).map(number).collect()
}

pub fn made<S: StaticShape>(seed: usize) -> Tensor<f32, S> {
    Tensor::from_vec(numbers(S::NUM_ELEMENTS, seed)).expect("as many as the shape has")
}
