use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![]>::full(2.0);
    let _ = x.linear(&Tensor::<f32, shape![10, 784]>::zeros());
}
