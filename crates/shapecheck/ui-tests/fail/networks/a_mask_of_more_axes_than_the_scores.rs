use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![7, 64]>::zeros();
    let mask = InlineTensor::<f32, shape![2, 7, 7]>::zeros();
    let _ = x.masked_attention(&x, &x, &mask);
}
