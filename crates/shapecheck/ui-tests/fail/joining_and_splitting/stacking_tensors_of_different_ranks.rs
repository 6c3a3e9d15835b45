use shapecheck::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = x.stack_with(&Tensor::<f32, shape![3]>::zeros(), Axis::<-1>);
}
