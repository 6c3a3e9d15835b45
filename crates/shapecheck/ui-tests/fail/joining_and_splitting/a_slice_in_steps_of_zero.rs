use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 5]>::zeros();
    let _ = x.along::<-1>().slice::<dim!(0), dim!(4), dim!(0)>();
}
