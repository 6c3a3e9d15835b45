use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![8, 5]>::zeros();
    let y = InlineTensor::<f32, shape![8, 4]>::zeros();
    let weights = InlineTensor::<f32, shape![2, 5, 7]>::zeros();
    let _ = x.bilinear(&y, &weights);
}
