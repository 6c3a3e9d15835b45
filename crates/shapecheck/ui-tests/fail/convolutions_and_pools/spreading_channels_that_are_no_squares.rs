use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![10, 4, 4]>::zeros();
    let _ = x.pixel_shuffle::<dim!(3)>();
}
