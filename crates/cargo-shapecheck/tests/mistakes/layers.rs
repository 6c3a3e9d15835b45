//! A library of layers, as one crate offers them to others.

use shapecheck::{Dim, Shape, StaticDim, Tensor, dim, shape};

type Rows<N> = Tensor<f32, shape![_, N]>;
type Weights<I, O> = Tensor<f32, shape![I, O]>;
type Bias<O> = Tensor<f32, shape![O]>;

pub trait Layer<I: Dim, O: Dim> {
    fn forward(&self, x: &Rows<I>) -> Rows<O>;
}

#[derive(Clone)]
pub struct Linear<I: Dim, O: Dim> {
    weights: Weights<I, O>,
    bias: Bias<O>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    pub fn new() -> Self {
        Self { weights: Tensor::zeros(), bias: Tensor::zeros() }
    }

    pub fn reversed(&self) -> Linear<O, I> {
        Linear { weights: self.weights.transpose(), bias: Tensor::zeros() }
    }
}

impl<I: Dim, O: Dim> Layer<I, O> for Linear<I, O> {
    fn forward(&self, x: &Rows<I>) -> Rows<O> {
        x.matmul(&self.weights) + &self.bias
    }
}

pub struct Residual<L>(L);

impl<N: Dim, L: Layer<N, N>> Layer<N, N> for Residual<L> {
    fn forward(&self, x: &Rows<N>) -> Rows<N> {
        x + self.0.forward(x)
    }
}

pub struct Then<I: Dim, M: Dim, O: Dim>(Box<dyn Layer<I, M>>, Box<dyn Layer<M, O>>);

impl<I: Dim, M: Dim, O: Dim> Layer<I, O> for Then<I, M, O> {
    fn forward(&self, x: &Rows<I>) -> Rows<O> {
        self.1.forward(&self.0.forward(x))
    }
}

/// Two layers side by side, of whose results the products are taken.
pub struct Gated<I: Dim, O: Dim> {
    gate: Linear<I, O>,
    value: Linear<I, O>,
}

impl<I: Dim, O: Dim> Layer<I, O> for Gated<I, O> {
    fn forward(&self, x: &Rows<I>) -> Rows<O> {
        self.gate.forward(x).sigmoid() * self.value.forward(x)
    }
}

/// Batches of matrices, each by one of its own.
pub fn products<A: Shape, M: Dim, K: Dim, N: Dim>(
    x: &Tensor<f32, shape![..A, M, K]>,
    y: &Tensor<f32, shape![..A, K, N]>,
) -> Tensor<f32, shape![..A, M, N]> {
    x.matmul(y)
}

pub fn flattened<B: Dim>(x: &Tensor<f32, shape![B, 4, 8]>) -> Tensor<f32, shape![B, 32]> {
    x.merge_axes::<-2>()
}

pub fn network() -> Then<dim!(4), dim!(8), dim!(2)> {
    Then(Box::new(Linear::<dim!(4), dim!(8)>::new()), Box::new(Linear::<dim!(8), dim!(2)>::new()))
}

pub fn run(x: &Tensor<f32, shape![_, 4]>) -> Tensor<f32, shape![_, 2]> {
    network().forward(x)
}

fn main() {}
