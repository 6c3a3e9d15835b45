use shapecheck::{InlineTensor, axes, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 3]>::zeros();
    let _ = x.rot90_axes::<axes![-1], dim!(1)>();
}
