use shapecheck::{Dim, Tensor, shape, unpack};

fn parts<N: Dim, M: Dim>(x: &Tensor<f32, shape![N, M]>) {
    unpack!(x, [[3], _], "n *");
}

fn main() {}
