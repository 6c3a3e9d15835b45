use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 8]>::zeros();
    let _ = x.along::<-1>().split_every::<dim!(0)>();
}
