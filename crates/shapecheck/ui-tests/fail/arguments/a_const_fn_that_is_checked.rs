use shapecheck::{Tensor, checked, shape};

#[checked]
const fn length(_x: &Tensor<f32, shape![2]>) -> usize {
    2
}

fn main() {}
