use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 5]>::zeros();
    let weights = InlineTensor::<f32, shape![3]>::zeros();
    let _ = x.along::<-3>().batch_norm(&weights, &weights, 1e-5);
}
