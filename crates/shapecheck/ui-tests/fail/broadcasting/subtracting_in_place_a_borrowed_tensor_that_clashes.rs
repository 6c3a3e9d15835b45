use shapecheck::{Tensor, shape};

fn main() {
    let mut a = Tensor::<f32, shape![32, 10]>::zeros();
    let b = Tensor::<f32, shape![100]>::zeros();
    a -= &b;
}
