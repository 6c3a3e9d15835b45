use shapecheck::{Dim, Tensor, rearrange, shape};

fn heads<B: Dim, T: Dim, H: Dim, D: Dim>(
    x: &Tensor<f32, shape![B, T, H * D]>,
) -> Tensor<f32, shape![B, H, T, D]> {
    rearrange!(x, "b t (h d) -> b h t d"; h = H)
}

fn main() {}
