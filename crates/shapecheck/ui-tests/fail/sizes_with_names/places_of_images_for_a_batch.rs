use shapecheck::{Tensor, dims, shape};

dims! { Batch, Images }

fn placed(
    places: &Tensor<f32, shape![Batch, 2048, 3]>,
    of_images: &Tensor<f32, shape![Images, 2048, 3]>,
) {
    let _ = places.maximum(of_images);
}

fn main() {}
