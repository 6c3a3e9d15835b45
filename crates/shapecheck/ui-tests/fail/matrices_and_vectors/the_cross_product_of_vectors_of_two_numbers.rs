use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 2]>::zeros();
    let b = Tensor::<f32, shape![2]>::zeros();
    let _ = a.cross(&b);
}
