use shapecheck::{Axis, Tensor, shape};

fn main() {
    let a = Tensor::<f64, shape![3]>::zeros();
    let b = Tensor::<f64, shape![3, 4]>::zeros();
    let _ = a.tensordot(&b, Axis::<-2>);
}
