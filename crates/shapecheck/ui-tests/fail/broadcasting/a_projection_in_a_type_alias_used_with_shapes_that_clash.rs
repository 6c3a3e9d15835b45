use shapecheck::{Broadcasted, Tensor, shape};

type Sum<A, B> = Tensor<f32, Broadcasted<A, B>>;

struct Layer {
    #[allow(dead_code)]
    activations: Sum<shape![8, 224], shape![128]>,
}

fn main() {}
