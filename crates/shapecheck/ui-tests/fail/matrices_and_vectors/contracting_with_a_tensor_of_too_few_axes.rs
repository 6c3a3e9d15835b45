use shapecheck::{Axis, Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 12, 768]>::zeros();
    let b = Tensor::<f32, shape![12]>::zeros();
    let _ = a.tensordot(&b, Axis::<-2>);
}
