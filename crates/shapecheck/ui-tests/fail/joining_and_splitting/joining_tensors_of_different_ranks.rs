use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let b = Tensor::<f32, shape![3]>::zeros();
    let _ = a.along::<-1>().concat(&b);
}
