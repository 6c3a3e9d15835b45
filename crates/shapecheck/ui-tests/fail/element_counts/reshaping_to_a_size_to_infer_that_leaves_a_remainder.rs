use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![4, 6]>::zeros();
    let _ = x.reshape::<shape![_, 5]>();
    let _ = x.reshape::<shape![4, _, 0]>();
}
