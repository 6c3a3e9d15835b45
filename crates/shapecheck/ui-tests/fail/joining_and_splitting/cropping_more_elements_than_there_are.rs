use shapecheck::algebra::Negative;
use shapecheck::{Tensor, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.along::<-1>().pad_signed::<Negative<dim!(2)>, Negative<dim!(2)>>(0.0);
}
