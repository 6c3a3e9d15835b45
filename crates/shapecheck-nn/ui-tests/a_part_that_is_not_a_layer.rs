use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{RmsNorm, Sequential};

fn main() {
    let relu = |x: Tensor<f32, shape![2, 8]>| x.relu();
    Sequential::new((RmsNorm::<dim!(8)>::new(), relu));
}
