use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 3]>::zeros();
    let y = InlineTensor::<f32, shape![5, 4]>::zeros();
    let _ = x.cosine_similarity(&y, 1e-8);
}
