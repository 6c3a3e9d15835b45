//! Forms of other languages and libraries, and what follows from them.

use shapecheck::window::{Conv, Pool};
use shapecheck::{InlineTensor, Shape, Tensor, checked, s, shape};

fn of_coordinates(x: &InlineTensor<f64, shape![3]>, i: usize) -> f64 {
    x.z + x[i] + x[0]
}

fn of_vectors(rows: Vec<Vec<f32>>, values: &[f32]) {
    let _: Tensor<f32, shape![_, _]> = Tensor::from(rows);
    let _: Tensor<f32, shape![3]> = values.into();
}

fn of_equality(x: &Tensor<usize, shape![4]>) -> usize {
    (x == x).sum() + 2 ** 2
}

#[derive(PartialEq, Eq)]
struct Hashed {
    weights: Tensor<f32, shape![4, 3]>,
}

fn of_pools(x: &Tensor<f32, shape![8, 224, 224, 3]>, kernels: &Tensor<f32, shape![16, 3, 3, 3]>) {
    let _ = x.max_pool2d(Pool::of::<2>());
    let _ = x.conv2d(kernels, Conv::new());
}

fn of_parts(x: &InlineTensor<f64, shape![6]>) -> InlineTensor<f64, shape![3]> {
    x.slice_axis::<-1>(0..3)
}

fn of_slices(x: &Tensor<f32, shape![2, 4]>) {
    let _ = x.slice(s![1..5]);
}

fn of_products(
    motion: &Tensor<f64, shape![4, 4]>,
    state: &Tensor<f64, shape![4]>,
    column: &Tensor<f64, shape![4, 1]>,
) {
    let next = motion * state;
    let _: Tensor<f64, shape![4]> = next;
    let error = state - column;
    let _: Tensor<f64, shape![4]> = error;
}

#[checked]
fn of_lengths<const N: usize>(x: [f64; N]) -> Tensor<f64, shape![N]> {
    Tensor::from(x)
}

#[checked]
fn of_any<S: Shape>(x: &Tensor<f64, S>) -> Tensor<f64, S> {
    x + x.sum::<f32>()
}

fn of_transposes(x: &Tensor<f32, shape![32, 784]>, weights: &Tensor<f32, shape![784, 10]>) {
    let turned = weights.transpose();
    let _ = x.matmul(&turned);
    let _ = x.matmul(&weights.transpose());
}

fn of_owned(rows: &[Tensor<f32, shape![2, 3]>]) -> Tensor<f32, shape![_, 3]> {
    let first: Tensor<f32, shape![2, 3]> = rows[0];
    let elements = first.into_vec();
    println!("{elements:?} of {first:?}");
    let last = &rows[1];
    last.widen()
}

fn of_elements(x: &Tensor<f32, shape![4]>, values: &[f32], list: Vec<f32>) {
    let _ = x.dot(values);
    let _ = of_vector(&list) + of_vector(&[1.0, 2.0, 3.0, 4.0]);
}

fn of_vector(x: &Tensor<f32, shape![4]>) -> f32 {
    x.sum()
}

fn of_holders(
    maybe: Option<&Tensor<f32, shape![4]>>,
    boxed: Box<Tensor<f32, shape![4]>>,
) -> Tensor<f32, shape![4]> {
    let total: f32 = maybe.sum();
    boxed * total
}

fn main() {}
