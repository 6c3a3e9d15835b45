use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = x.try_into_shape::<shape![4, 3]>();
}
