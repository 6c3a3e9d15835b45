use shapecheck::window::Pool;
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![3, 8, 8]>::zeros();
    let _ = images.max_pool2d(Pool::of::<0>());
}
