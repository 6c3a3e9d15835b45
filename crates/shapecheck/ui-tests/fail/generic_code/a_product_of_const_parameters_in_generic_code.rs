use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Attention<const H: usize, const D: usize> {
    queries: Tensor<f32, shape![H * D, H * D]>,
}

#[checked]
impl<const H: usize, const D: usize> Attention<H, D> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, H * D]>) -> Tensor<f32, shape![B, H * D]> {
        x.linear(&self.queries)
    }

    fn heads(&self) -> usize {
        H
    }
}

#[checked]
struct Encoder<const H: usize, const D: usize> {
    attention: Attention<H, D>,
}

#[checked]
impl<const H: usize, const D: usize> Encoder<H, D> {
    fn attend<B: Dim>(&self, x: &Tensor<f32, shape![B, 4, D]>) -> usize {
        x.len() * self.attention.heads()
    }
}

fn main() {}
