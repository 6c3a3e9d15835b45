use shapecheck::{Tensor, shape};

mod here {
    shapecheck::dims! { pub Batch }
}
mod there {
    shapecheck::dims! { pub Batch }
}

fn sum(x: &Tensor<f32, shape![here::Batch]>, y: &Tensor<f32, shape![there::Batch]>) {
    let _ = x + y;
}

fn main() {}
