use shapecheck::{Dim, Tensor, contract, shape};

fn check<A: Dim, B: Dim, N: Dim>(x: &Tensor<f32, shape![A, N]>, y: &Tensor<f32, shape![B]>) {
    contract!("x: b n, y: b"; x, y);
}

fn main() {}
