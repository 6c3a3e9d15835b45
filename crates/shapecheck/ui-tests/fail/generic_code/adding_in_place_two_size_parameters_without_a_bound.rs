use shapecheck::{Dim, Tensor, shape};

fn accumulate<N: Dim, M: Dim>(a: &mut Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![M]>) {
    *a += b;
}

fn main() {}
