use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f64, shape![4, 3]>::zeros();
    let _ = a.lstsq(&Tensor::<f64, shape![3]>::zeros());
}
