use shapecheck::{Axis, Tensor, shape};

fn main() {
    let (x, y) = (Tensor::<f32, shape![2, 3]>::zeros(), Tensor::<f32, shape![2, 4]>::zeros());
    let _ = Tensor::stack((&x, &y), Axis::<-1>);
}
