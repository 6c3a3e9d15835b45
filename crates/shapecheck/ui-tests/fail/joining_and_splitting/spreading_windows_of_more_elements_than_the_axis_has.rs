use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![3, 7]>::zeros();
    let _ = x.along::<-1>().windows::<dim!(8), dim!(1)>();
}
