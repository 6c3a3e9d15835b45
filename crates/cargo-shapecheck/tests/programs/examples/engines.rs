//! Functions generic over the engine, and what an engine cannot do.
use shapecheck::engine::{Engine, Floats, MovesAxes, Binary, ops};
use shapecheck::{Dim, InlineTensor, Tensor, TensorOn, ViewMut, shape};

fn unbounded<E: Engine>(x: &TensorOn<f32, shape![2, 3], E>, row: &TensorOn<f32, shape![3], E>) {
    let _ = x + row;
    x.exp();
}

fn layer<B: Dim, E: Floats<f32>>(x: TensorOn<f32, shape![B, 3], E>) -> TensorOn<f32, shape![B, 4], E> {
    x.exp()
}

fn sum<E: Binary<ops::Add, f32>>(x: TensorOn<f32, shape![2, 3], E>) -> TensorOn<f32, shape![2, 3], E> {
    &x + &x
}

fn turned<E: MovesAxes<f32>>(x: &TensorOn<f32, shape![2, 3], E>) -> TensorOn<f32, shape![2, 3], E> {
    x.transpose()
}

fn on_the_heap(_: Tensor<f32, shape![2, 3]>) {}

fn main() {
    let flags = InlineTensor::from([true, false]);
    let _ = flags + flags;
    let _ = Tensor::from([1, 2]).exp();
    on_the_heap(InlineTensor::<f32, shape![2, 3]>::zeros());
    let tensor = Tensor::<f32, shape![3]>::zeros();
    let mut view = tensor.view();
    view += tensor.view();
    let wide = Tensor::<f32, shape![4]>::zeros();
    let _: Tensor<f32, shape![3]> = wide.exp() + &wide;
    let mut matrix = Tensor::<f32, shape![2, 3]>::zeros();
    matrix.view_mut().transpose();
    tensor.view().try_sub_assign(&tensor).unwrap();
    InlineTensor::<f32, shape![_, 3]>::zeros_with(<shape![_, 3]>::try_from([2, 3]).unwrap());
    layer(tensor.view());
    layer(InlineTensor::<f32, shape![2, 4]>::zeros());
    let _: ViewMut<f32, shape![5]> = wide.view();
}
