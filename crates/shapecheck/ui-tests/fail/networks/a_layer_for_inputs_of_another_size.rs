use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![32, 768]>::zeros();
    let weights = InlineTensor::<f32, shape![10, 784]>::zeros();
    let _ = x.linear(&weights);
}
