use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{BatchNorm2d, Layer};

fn main() {
    let videos = Tensor::<f32, shape![2, 10, 3, 8, 8]>::zeros();
    let _ = BatchNorm2d::<dim!(3)>::new().forward(&videos);
}
