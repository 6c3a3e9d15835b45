use shapecheck::{Dim, Tensor, shape};

fn chosen<B: Dim, N: Dim>(x: &Tensor<f32, shape![B, N]>, indices: &Tensor<usize, shape![B, 2]>) {
    let _ = x.along::<-1>().gather_leading(indices);
}

fn main() {}
