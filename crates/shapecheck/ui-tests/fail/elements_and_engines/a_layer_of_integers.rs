use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<i32, shape![2, 3]>::zeros();
    let weights = InlineTensor::<i32, shape![4, 3]>::zeros();
    let _ = x.linear(&weights);
}
