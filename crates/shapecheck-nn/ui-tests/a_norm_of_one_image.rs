use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{BatchNorm2d, Layer};

fn main() {
    let image = Tensor::<f32, shape![3, 8, 8]>::zeros();
    let _ = BatchNorm2d::<dim!(3)>::new().forward(&image);
}
