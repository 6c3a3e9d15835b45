use shapecheck::{Axis, Tensor, shape};

fn main() {
    let (x, y) = (Tensor::<f32, shape![]>::full(2.0), Tensor::<f32, shape![3]>::zeros());
    let _ = x.tensordot(&y, Axis::<-1>);
}
