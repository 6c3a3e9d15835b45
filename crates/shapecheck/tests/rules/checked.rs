//! Functions with `#[checked]`: what fits, on every kind of tensor and in every kind of function.
#![cfg(all(feature = "tensor", feature = "std"))]

use std::future::Future;

use shapecheck::engine::Numbers;
use shapecheck::{
    Dim, DynShape, InlineTensor, Scalar, Shape, StaticDim, Tensor, TensorOn, View, ViewMut,
    checked, dim, dims, shape,
};

struct Layer<I: StaticDim, O: StaticDim> {
    weights: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<I: StaticDim, O: StaticDim> Layer<I, O> {
    fn ones() -> Self {
        Self {
            weights: Tensor::full(1.0),
        }
    }

    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, _, I]>) -> Tensor<f32, shape![B, _, O]> {
        x.linear(&self.weights)
    }

    fn on_any<S: Shape>(&self, x: Tensor<f32, shape![..S, I]>) -> Tensor<f32, shape![..S, O]> {
        x.linear(&self.weights)
    }

    fn with_weights(&self, weights: &Tensor<f32, shape![O, I]>) -> Tensor<f32, shape![O, I]> {
        &self.weights + weights
    }
}

#[test]
fn a_method_takes_what_its_signature_says() {
    let layer = Layer::<dim!(6), dim!(4)>::ones();
    let x = Tensor::<f32, _>::ones_with(<shape![2, _, 6]>::of([3]));
    let y: Tensor<f32, shape![2, _, 4]> = layer.forward(&x);
    assert_eq!(y, Tensor::full_with(<shape![2, _, 4]>::of([3]), 6.0));
    // The batch may be known only when the program runs, and parameters may be named.
    let x = Tensor::<f32, _>::ones_with(<shape![_, _, 6]>::of([2, 3]));
    let y: Tensor<f32, shape![_, _, 4]> = layer.forward::<shapecheck::Dyn>(&x);
    assert_eq!(y.dims(), [2, 3, 4]);
    let y: Tensor<f32, shape![7, 5, 4]> = layer.on_any(Tensor::<f32, shape![7, 5, 6]>::ones());
    assert_eq!(y.sum(), 7.0 * 5.0 * 4.0 * 6.0);
    assert_eq!(layer.with_weights(&layer.weights).sum(), 48.0);
}

#[test]
fn code_that_is_generic_calls_it_without_a_bound() {
    fn twice<B: Dim, N: StaticDim>(
        layer: &Layer<N, N>,
        x: &Tensor<f32, shape![B, _, N]>,
    ) -> Tensor<f32, shape![B, _, N]> {
        layer.forward(&layer.forward(x))
    }
    let x = Tensor::<f32, _>::ones_with(<shape![2, _, 3]>::of([1]));
    assert_eq!(twice(&Layer::ones(), &x).sum(), 2.0 * 3.0 * 9.0);
}

type Digit = shape![2, 2];

#[checked]
mod functions {
    use super::*;

    pub fn inline<N: StaticDim>(
        a: &InlineTensor<f32, shape![N]>,
        b: InlineTensor<f32, shape![N]>,
    ) -> InlineTensor<f32, shape![N]> {
        a + &b
    }

    pub fn ink(x: View<'_, f32, Digit>) -> f32 {
        x.sum()
    }

    pub fn add(x: &mut Tensor<f32, shape![3]>, mut y: ViewMut<'_, f32, shape![3]>) {
        y += &*x;
        *x += 1.0;
    }

    pub fn on_engine<E, const N: usize, B: Dim>(
        x: &TensorOn<f32, shape![B, 3], E>,
        _other: [f32; N],
    ) -> TensorOn<f32, shape![B, 3], E>
    where
        E: Numbers<f32>,
    {
        x + x
    }
}

#[test]
fn every_kind_of_tensor_keeps_its_elements() {
    let a = InlineTensor::from([1.0, 2.0]);
    assert_eq!(functions::inline(&a, a), InlineTensor::from([2.0, 4.0]));
    let digit = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(
        functions::ink(View::<f32, Digit>::from_buffer(&digit).unwrap()),
        10.0
    );
    let mut x = Tensor::from([1.0, 2.0, 3.0]);
    let mut y = Tensor::from([10.0, 20.0, 30.0]);
    functions::add(&mut x, y.view_mut());
    assert_eq!(x, Tensor::from([2.0, 3.0, 4.0]));
    assert_eq!(y, Tensor::from([11.0, 22.0, 33.0]));
    let twice = functions::on_engine(&Tensor::<f32, shape![2, 3]>::ones(), [0.0; 2]);
    assert_eq!(twice, Tensor::full(2.0));
    let twice = functions::on_engine(&InlineTensor::<f32, shape![2, 3]>::ones(), []);
    assert_eq!(twice, InlineTensor::full(2.0));
}

dims! { Batch, Rgb = 3 }

#[checked]
trait Brightness {
    type Pixels: Dim;

    fn brightness<B: Dim>(&self, x: &Tensor<f32, shape![B, Rgb, Self::Pixels]>) -> f32;

    fn doubled<B: Dim>(&self, x: &Tensor<f32, shape![B, Rgb, Self::Pixels]>) -> f32 {
        2.0 * self.brightness(x)
    }
}

struct Camera;

#[checked]
impl Brightness for Camera {
    type Pixels = dim!(4);

    fn brightness<B: Dim>(&self, x: &Tensor<f32, shape![B, Rgb, 4]>) -> f32 {
        x.mean()
    }
}

#[test]
fn a_trait_and_its_impl_have_the_same_signature() {
    let x = Tensor::<f32, _>::ones_with(<shape![Batch, Rgb, 4]>::of([5]));
    assert_eq!(Camera.doubled(&x), 2.0);
}

#[checked]
async fn later(x: &Tensor<f32, shape![2]>) -> f32 {
    x.sum()
}

#[test]
fn an_async_function_is_called_as_before() {
    let x = Tensor::from([1.0, 2.0]);
    let mut future = std::pin::pin!(later(&x));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let told = future.as_mut().poll(&mut context);
    assert_eq!(told, std::task::Poll::Ready(3.0));
}

/// What `of_shape` states holds for tensors of every kind, by value and by reference, and is the same tensor.
#[test]
fn a_shape_is_stated() {
    dims! { Batch, Past, Seq }
    type Weights = Tensor<f32, shape![4, 6]>;
    struct Field<S: Shape> {
        weights: Tensor<f32, shape![..S, 4, 6]>,
    }

    fn generic<B: Dim, S: Shape>(
        x: &Tensor<f32, shape![..S, B, 6]>,
        weights: &Weights,
    ) -> Tensor<f32, shape![..S, B, 4]> {
        x.linear(weights).of_shape()
    }
    let weights: Weights = Tensor::<f32, shape![6, 4]>::ones().transpose().of_shape();
    let at = weights.as_slice().map(<[f32]>::as_ptr);
    let field = Field::<Scalar> {
        weights: weights.of_shape(),
    };
    assert_eq!(field.weights.as_slice().map(<[f32]>::as_ptr), at);
    let y: Tensor<f32, shape![_, 3, 4]> = generic(
        &Tensor::ones_with(<shape![_, 3, 6]>::of([2])),
        &field.weights,
    )
    .of_shape();
    assert_eq!(y.sum(), 2.0 * 3.0 * 4.0 * 6.0);

    let x = InlineTensor::<f32, shape![2, 3]>::ones();
    let lent: &InlineTensor<f32, shape![2, 3]> = x.of_shape_ref();
    assert!(std::ptr::eq(lent, &x));
    let view: View<'_, f32, shape![3, 2]> = x.view().transpose().of_shape();
    assert_eq!(view.dims(), [3, 2]);

    let past = Tensor::<f32, _>::ones_with(<shape![Batch, Past]>::of([2, 3]));
    let new = Tensor::<f32, _>::ones_with(<shape![Batch, Seq]>::of([2, 1]));
    let all = past
        .along::<-1>()
        .concat(&new)
        .of_shape::<shape![Batch, Past + Seq]>();
    assert_eq!(all.dims(), [2, 4]);
    let any = all.widen::<DynShape>().of_shape::<DynShape>();
    assert_eq!(any.dims(), [2, 4]);
}
