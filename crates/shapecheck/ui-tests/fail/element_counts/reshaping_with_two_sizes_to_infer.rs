use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.reshape::<shape![_, _, 2]>();
}
