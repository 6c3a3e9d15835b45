use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![8, 6]>::zeros();
    let _ = x.along::<-1>().channel_shuffle::<dim!(4)>();
}
