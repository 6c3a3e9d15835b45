use shapecheck::{Dim, Tensor, dim, shape};

fn first<B: Dim, N: Dim>(rows: &Tensor<f32, shape![B, N]>) -> Tensor<f32, shape![B, 6]> {
    rows.narrow::<-1, dim!(6)>(0)
}

fn main() {}
