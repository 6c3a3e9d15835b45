//! Sizes the compiler does not know, without the bound that relates them.
use shapecheck::{Dim, Shape, Tensor, shape};

fn sum<A: Shape, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) {
    let _ = a + b;
}

fn last<N: Dim, M: Dim>(a: &Tensor<f32, shape![7, N]>, b: &Tensor<f32, shape![7, M]>) {
    let _ = a + b;
}

fn part<N: Dim>(a: &Tensor<f32, shape![N, 7]>, longest: &Tensor<f32, shape![128, 7]>) {
    let _ = a + longest.slice_axis::<-2>(0..a.size::<-2>());
}

fn main() {}
