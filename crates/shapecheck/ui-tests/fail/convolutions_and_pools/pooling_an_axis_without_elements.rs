use shapecheck::window::Pool;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 16, 0, 32]>::zeros();
    let _ = images.max_pool2d(Pool::of::<2>().padding::<1>());
}
