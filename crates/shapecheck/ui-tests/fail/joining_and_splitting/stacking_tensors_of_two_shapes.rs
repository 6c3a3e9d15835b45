use shapecheck::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = x.stack_with(&Tensor::<f32, shape![2, 4]>::zeros(), Axis::<-1>);
}
