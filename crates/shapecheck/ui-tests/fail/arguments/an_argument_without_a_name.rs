use shapecheck::{InlineTensor, checked, shape};

#[checked]
fn sum(&x: &InlineTensor<f32, shape![2]>) -> f32 {
    x.sum()
}

fn main() {}
