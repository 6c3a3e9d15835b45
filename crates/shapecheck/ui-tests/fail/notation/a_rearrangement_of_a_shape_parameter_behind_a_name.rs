use shapecheck::{Dim, Shape, Tensor, rearrange, shape};

fn first<S: Shape, C: Dim>(x: &Tensor<f32, shape![..S, C]>) {
    rearrange!(x, "b ... c -> b c ...");
}

fn main() {}
