use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 3]>::zeros();
    let weights = InlineTensor::<f32, shape![3]>::zeros();
    let _ = x.along::<-1>().instance_norm(&weights, &weights, 1e-5);
}
