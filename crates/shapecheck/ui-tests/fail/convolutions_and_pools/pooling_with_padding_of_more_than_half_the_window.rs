use shapecheck::window::Pool;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 16, 32, 32]>::zeros();
    let _ = images.avg_pool2d(Pool::of::<3>().padding::<2>());
}
