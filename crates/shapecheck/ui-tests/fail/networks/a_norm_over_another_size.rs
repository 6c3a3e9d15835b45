use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![32, 768]>::zeros();
    let weights = InlineTensor::<f32, shape![512]>::zeros();
    let _ = x.layer_norm(&weights, 1e-5);
}
