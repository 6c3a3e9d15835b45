use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{BatchNorm2d, Layer};

fn main() {
    let images = Tensor::<f32, shape![2, 3, 8, 8]>::zeros();
    let _ = BatchNorm2d::<dim!(16)>::new().forward(&images);
}
