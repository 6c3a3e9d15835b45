use shapecheck::algebra::Interpolation;
use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![3, 6, 6]>::zeros();
    let _ = x.interpolate_by::<shape![3], shape![0]>(Interpolation::Linear);
}
