use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 5]>::zeros();
    let _ = x.along::<-1>().slice::<dim!(4), dim!(1), dim!(1)>();
}
