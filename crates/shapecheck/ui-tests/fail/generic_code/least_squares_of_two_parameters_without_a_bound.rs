use shapecheck::{Dim, Tensor, shape};

fn fit<M: Dim, N: Dim, B: Dim>(a: &Tensor<f64, shape![M, N]>, b: &Tensor<f64, shape![B]>) {
    let _ = a.lstsq(b);
}

fn main() {}
