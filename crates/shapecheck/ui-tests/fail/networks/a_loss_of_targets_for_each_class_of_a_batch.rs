use shapecheck::{InlineTensor, shape};

fn main() {
    let scores = InlineTensor::<f32, shape![8, 10, 5]>::zeros();
    let labels = InlineTensor::<usize, shape![8]>::zeros();
    let _ = scores.along::<-2>().cross_entropy(&labels);
}
