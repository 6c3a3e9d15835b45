use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 3, 4]>::zeros();
    let _ = a.eigh();
}
