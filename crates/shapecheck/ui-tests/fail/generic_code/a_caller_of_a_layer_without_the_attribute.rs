use shapecheck::{Tensor, checked, shape};

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

fn rows<const N: usize>(layer: &Linear<N, 10>) -> usize {
    layer.weights.dims()[0]
}

fn main() {}
