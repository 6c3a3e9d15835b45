use shapecheck::{Dim, Tensor, shape};

fn unknowns<D: Dim, N: Dim>(
    coefficients: &Tensor<f64, shape![D, N]>,
    rhs: &Tensor<f64, shape![D]>,
) -> Tensor<f64, shape![N]> {
    coefficients.solve(rhs)
}

fn main() {}
