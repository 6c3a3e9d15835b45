use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.vecdot(&Tensor::<f32, shape![4]>::zeros());
}
