use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 64]>::zeros();
    let _ = x.grouped_attention(&x, &x);
}
