//! Mistakes in generic encoders, each of which rustc tells at several places.

use shapecheck::algebra::Linear;
use shapecheck::engine::{Einsums, Engine, Networks};
use shapecheck::{
    Broadcast, Broadcasted, Dim, Shape, Tensor, TensorOn, checked, dim, einsum, shape,
};

type Heads<B, S, H, D, E> = TensorOn<f32, shape![B, S, H, D], E>;

/// `E: Einsums<f32>` is missing.
fn without_einsums<B: Dim, S: Dim, H: Dim, D: Dim, E: Networks<f32>>(
    queries: &Heads<B, S, H, D, E>,
    keys: &Heads<B, S, H, D, E>,
) {
    let scores = einsum!("b s h d, b t h d -> b h s t"; queries, keys);
    let _ = einsum!("b h s t, b t h d -> b s h d"; &scores, keys);
}

/// `Out = E` is missing.
fn with_other_results<B: Dim, S: Dim, H: Dim, D: Dim, E: Einsums<f32>>(
    queries: &Heads<B, S, H, D, E>,
    keys: &Heads<B, S, H, D, E>,
) {
    let _: TensorOn<f32, shape![B, H, S, S], E> =
        einsum!("b s h d, b t h d -> b h s t"; queries, keys);
    let _ = einsum!("b s h d, b t h d -> b s h d"; queries, keys).merge_axes::<-2>();
}

/// The heads are split the other way round.
fn split<B: Dim, S: Dim, H: Dim, D: Dim>(
    words: &Tensor<f32, shape![B, S, H * D]>,
    keys: &Tensor<f32, shape![B, S, H, D]>,
    (heads, head): (H, D),
) {
    let queries = words.split_axis_with::<-1, _, _>(head, heads);
    let _ = einsum!("b s h d, b t h d -> b h s t"; &queries, keys);
}

trait Module<X: Shape, E: Engine> {
    type Output: Shape;
    fn run(&self, x: &TensorOn<f32, X, E>) -> TensorOn<f32, Self::Output, E>;
}

struct Dense<I: Dim, O: Dim, E: Engine> {
    weights: TensorOn<f32, shape![O, I], E>,
    bias: TensorOn<f32, shape![O], E>,
}

/// `X::Output: Broadcast<shape![O]>` is missing.
impl<X: Shape, I: Dim, O: Dim, E: Networks<f32>> Module<X, E> for Dense<I, O, E>
where
    X: Linear<shape![O, I]>,
{
    type Output = Broadcasted<X::Output, shape![O]>;
    fn run(&self, x: &TensorOn<f32, X, E>) -> TensorOn<f32, Self::Output, E> {
        x.linear(&self.weights) + &self.bias
    }
}

/// `S: Linear<W>` is missing.
fn project<S: Shape, W: Shape>(
    x: &Tensor<f32, S>,
    weights: &Tensor<f32, W>,
) -> Tensor<f32, <S as Linear<W>>::Output> {
    x.linear(weights)
}

struct Block<W: Dim, E: Engine> {
    norm: TensorOn<f32, shape![W], E>,
}

/// `W: Dim` is missing.
impl<W, E: Networks<f32>> Block<W, E> {
    fn forward<B: Dim>(&self, x: TensorOn<f32, shape![B, W], E>) -> TensorOn<f32, shape![B, W], E> {
        x * &self.norm
    }
}

#[checked]
struct Layer<const W: usize> {
    scale: Tensor<f32, shape![W]>,
}

/// `B: Dim` is missing.
#[checked]
impl<const W: usize> Layer<W> {
    fn forward<B>(&self, x: &Tensor<f32, shape![B, W]>) -> Tensor<f32, shape![B, W]> {
        x * &self.scale
    }
}

/// Two mistakes: the second one has other parameters, and `H * D` has nothing to do with the first.
fn two<A: Dim, B: Dim>(
    x: &Tensor<f32, shape![A]>,
    y: &Tensor<f32, shape![B]>,
    z: &Tensor<f32, shape![dim!(2)]>,
) {
    let _ = einsum!("a, a ->"; x, y);
    let _ = einsum!("a, a ->"; x, z);
}

fn main() {}
