use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![3, 4, 5]>::zeros();
    let _ = x.pixel_unshuffle::<dim!(2)>();
}
