use shapecheck::{Dim, InlineTensor, checked, shape};

#[checked]
fn distance<N: Dim>(a: &InlineTensor<f32, shape![N]>, b: &InlineTensor<f32, shape![N]>) -> f32 {
    (a - b).sum()
}

fn main() {
    distance(&InlineTensor::from([1.0, 2.0, 3.0]), &InlineTensor::from([1.0, 2.0]));
}
