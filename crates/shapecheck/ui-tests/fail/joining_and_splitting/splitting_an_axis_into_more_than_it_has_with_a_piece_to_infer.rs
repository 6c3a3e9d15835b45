use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 8]>::zeros();
    let _ = x.along::<-1>().split::<shape![3, 6, _]>();
}
