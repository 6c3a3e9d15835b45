use shapecheck::{Tensor, dim, shape};

fn main() {
    let images = Tensor::<f32, shape![4, 8, 8]>::zeros();
    let _ = images.pixel_shuffle::<dim!(0)>();
}
