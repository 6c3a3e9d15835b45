use shapecheck::{Tensor, dims, shape};

dims! { Batch }

fn first(x: &Tensor<f32, shape![Batch, 64]>) {
    let _ = x.remove_axis::<-2>();
}

fn main() {}
