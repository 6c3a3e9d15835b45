use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f64, shape![3, 3]>::zeros();
    let _ = a.solve(&Tensor::<f64, shape![4]>::zeros());
}
