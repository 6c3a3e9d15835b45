use shapecheck::{InlineTensor, axes, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 3, 4]>::zeros();
    let _ = x.move_axes::<axes![-1, -2], axes![-3]>();
}
