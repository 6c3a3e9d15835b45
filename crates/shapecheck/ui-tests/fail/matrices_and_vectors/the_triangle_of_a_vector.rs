use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, shape![3]>::ones().tril(0);
}
