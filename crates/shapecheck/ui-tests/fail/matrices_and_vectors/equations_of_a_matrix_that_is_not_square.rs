use shapecheck::{Tensor, shape};

fn main() {
    let coefficients = Tensor::<f64, shape![3, 4]>::zeros();
    let _ = coefficients.solve(&Tensor::<f64, shape![3]>::zeros());
}
