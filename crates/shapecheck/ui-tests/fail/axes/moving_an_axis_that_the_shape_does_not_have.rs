use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 3]>::zeros();
    let _ = x.move_axis::<-1, -3>();
}
