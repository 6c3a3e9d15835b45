use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 768]>::zeros();
    let _ = x.unflatten::<-1, shape![_, _, 64]>();
}
