use shapecheck::{Tensor, checked, shape};

#[derive(Clone, Debug, Default, PartialEq)]
#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
    pub bias: Tensor<f32, shape![O]>,
}

#[derive(Clone)]
#[checked]
enum Choice<const N: usize> {
    One(Linear<N, N>),
    Two { first: Linear<N, 2> },
}

/// Without const parameters it may stand there.
#[derive(Clone)]
#[checked]
struct Plain {
    x: Tensor<f32, shape![2, 3]>,
}

fn main() {
    let layer = Linear::<3, 2>::default();
    assert_eq!(layer.clone().weights, layer.weights);
}
