use shapecheck::{InlineTensor, shape};

fn main() {
    let scores = InlineTensor::<f32, shape![32, 10]>::zeros();
    let labels = InlineTensor::<usize, shape![32, 10]>::zeros();
    let _ = scores.along::<-1>().cross_entropy(&labels);
}
