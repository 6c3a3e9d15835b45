use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![3, 4]>::zeros();
    let _ = x.dot(&Tensor::<f32, shape![2, 5, 6]>::zeros());
}
