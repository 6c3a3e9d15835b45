use shapecheck::{Tensor, shape};

fn main() {
    let shape = <shape![_, 3]>::try_from([5, 3]).unwrap();
    let _ = Tensor::<f32, _>::zeros_with(shape);
}
