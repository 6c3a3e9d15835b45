use shapecheck::{Dim, Tensor, rearrange, shape};

fn heads<B: Dim, T: Dim, C: Dim>(x: &Tensor<f32, shape![B, T, C]>) {
    rearrange!(x, "b t (h d) -> b h t d"; h = 12);
}

fn main() {}
