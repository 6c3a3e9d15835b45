use shapecheck::{Tensor, shape};

fn two_rows(x: Tensor<f32, shape![_, 3]>) -> Tensor<f32, shape![2, 3]> {
    x.widen::<shape![2, 3]>()
}

fn main() {}
