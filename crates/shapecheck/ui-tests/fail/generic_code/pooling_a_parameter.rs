use shapecheck::window::Pool;
use shapecheck::{Dim, Tensor, shape};

fn layer<B: Dim, N: Dim>(images: &Tensor<f32, shape![B, N, N]>) {
    images.max_pool2d(Pool::of::<2>());
}

fn main() {
    let _: fn(_) = layer::<shapecheck::dim!(1), shapecheck::dim!(8)>;
}
