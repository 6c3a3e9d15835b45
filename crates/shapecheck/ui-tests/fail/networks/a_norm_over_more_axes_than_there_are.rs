use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![768]>::zeros();
    let weights = InlineTensor::<f32, shape![2, 768]>::zeros();
    let _ = x.rms_norm(&weights, 1e-5);
}
