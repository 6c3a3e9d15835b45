//! Layers that others write: behind a trait, in boxes, shared between threads, made by builders and closures.

use std::sync::Arc;
use std::thread;

use shapecheck::engine::{Floats, Creates, Numbers};
use shapecheck::{Dim, Host, InlineTensor, Shape, StaticDim, Tensor, TensorOn, View, dim, shape};

type Batch<N> = Tensor<f32, shape![_, N]>;

pub trait Layer<I: Dim, O: Dim>: Send + Sync {
    fn forward(&self, x: &Batch<I>) -> Batch<O>;
}

/// A function as a layer.
pub struct Lambda<F>(F);

impl<I: Dim, O: Dim, F: Fn(&Batch<I>) -> Batch<O> + Send + Sync> Layer<I, O> for Lambda<F> {
    fn forward(&self, x: &Batch<I>) -> Batch<O> {
        (self.0)(x)
    }
}

pub struct Dense<I: Dim, O: Dim, E: Creates<f32> = Host> {
    weights: TensorOn<f32, shape![O, I], E>,
    bias: TensorOn<f32, shape![O], E>,
}

impl<I: StaticDim, O: StaticDim> Layer<I, O> for Dense<I, O> {
    fn forward(&self, x: &Batch<I>) -> Batch<O> {
        x.linear(&self.weights) + &self.bias
    }
}

/// Says what a layer is to be made of.
pub struct Builder<I: Dim, O: Dim> {
    bias: Option<Tensor<f32, shape![O]>>,
    weights: Tensor<f32, shape![O, I]>,
}

impl<I: StaticDim, O: StaticDim> Builder<I, O> {
    pub fn new() -> Self {
        Self { bias: None, weights: Tensor::zeros() }
    }

    pub fn bias(self, bias: Tensor<f32, shape![O]>) -> Self {
        Self { bias: Some(bias), ..self }
    }

    pub fn scaled(self, by: &Tensor<f32, shape![O, 1]>) -> Self {
        Self { weights: &self.weights * by, ..self }
    }

    pub fn build(self) -> Dense<I, O> {
        let bias = self.bias.unwrap_or_else(|| Tensor::zeros());
        Dense { weights: self.weights, bias }
    }
}

/// Any number of layers of one width.
pub struct Stack<N: Dim> {
    layers: Vec<Box<dyn Layer<N, N>>>,
}

impl<N: Dim> Stack<N> {
    pub fn push(&mut self, layer: impl Layer<N, N> + 'static) -> &mut Self {
        self.layers.push(Box::new(layer));
        self
    }
}

impl<N: Dim> Layer<N, N> for Stack<N> {
    fn forward(&self, x: &Batch<N>) -> Batch<N> {
        self.layers.iter().fold(x.clone(), |x, layer| layer.forward(&x))
    }
}

/// A layer for each of two parts of an input.
pub fn both<I: Dim, O: Dim>(layer: Arc<dyn Layer<I, O>>, first: Batch<I>, second: Batch<I>) -> Batch<O> {
    let other = Arc::clone(&layer);
    let thread = thread::spawn(move || other.forward(&second));
    let first = layer.forward(&first);
    let second = thread.join().expect("a layer does not panic");
    first.along::<-2>().concat(&second)
}

pub fn scaled<S: Shape, E: Numbers<f32>>(by: f32) -> impl Fn(&TensorOn<f32, S, E>) -> TensorOn<f32, S, E> {
    move |x| x * by
}

pub fn softer<S: Shape, N: Dim, E: Floats<f32>>(x: &TensorOn<f32, shape![..S, N], E>, heat: f32) -> TensorOn<f32, shape![..S, N], E> {
    (x / heat).softmax::<-1>()
}

pub fn network() -> Stack<dim!(16)> {
    let mut stack = Stack { layers: Vec::new() };
    let layer = Builder::<dim!(16), dim!(16)>::new().bias(Tensor::ones()).build();
    stack.push(layer).push(Lambda(|x: &Batch<dim!(16)>| x.tanh()));
    stack
}

pub fn run(pixels: &[f32]) -> Result<Tensor<f32, shape![_, 16]>, shapecheck::ShapeError> {
    let view = View::<f32, shape![4, 16]>::from_buffer(pixels)?;
    let x = view.to_tensor().widen::<shape![_, 16]>();
    let scores = network().forward(&x);
    let heat = InlineTensor::<f32, shape![16]>::full(2.0);
    Ok(softer(&scores, 0.5) * &heat)
}

fn main() {}
