use shapecheck::{InlineTensor, dim, shape};

fn main() {
    let x = InlineTensor::<f64, shape![4, 5]>::zeros();
    let _ = x.block_at::<dim!(2), dim!(2), 3, 0>();
    let _ = x.block::<dim!(2), dim!(6)>(0, 0);
}
