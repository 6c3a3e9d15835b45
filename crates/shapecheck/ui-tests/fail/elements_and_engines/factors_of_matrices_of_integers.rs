use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<i32, shape![3, 4]>::zeros();
    let _ = a.qr();
}
