use shapecheck::{Dim, StaticDim, Tensor, rearrange, shape};

fn heads<B: Dim, T: Dim, H: StaticDim, D: StaticDim>(x: &Tensor<f32, shape![B, T, H * D]>) {
    rearrange!(x, "b t (h d) -> b h t d"; h = D, d = H);
}

fn names<B: Dim, T: Dim, H: StaticDim, D: StaticDim>(x: &Tensor<f32, shape![B, T, H * D]>) {
    rearrange!(x, "b t (d h) -> b h t d"; h = H, d = D);
}

fn main() {}
