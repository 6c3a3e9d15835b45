use shapecheck::{InlineTensor, shape};

fn main() {
    let scores = InlineTensor::<f32, shape![32, 10]>::zeros();
    let labels = InlineTensor::<usize, shape![32]>::zeros();
    let weights = InlineTensor::<f32, shape![9]>::zeros();
    let _ = scores.along::<-1>().weighted_cross_entropy(&labels, &weights);
}
