use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 770]>::zeros();
    let _ = x.unflatten::<-1, shape![2, _, 12]>();
}
