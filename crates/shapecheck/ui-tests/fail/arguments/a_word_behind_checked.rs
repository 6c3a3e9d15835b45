use shapecheck::{Tensor, checked, shape};

#[checked(always)]
fn sum(x: &Tensor<f32, shape![2]>) -> f32 {
    x.sum()
}

fn main() {}
