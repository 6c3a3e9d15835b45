use shapecheck::{Tensor, checked, shape};

#[checked]
struct Layer<const N: i32, const M: usize> {
    weights: Tensor<f32, shape![N, M]>,
}

#[checked]
fn sum<const N: u32>(_: &Tensor<f32, shape![2 * N]>) {}

fn main() {}
