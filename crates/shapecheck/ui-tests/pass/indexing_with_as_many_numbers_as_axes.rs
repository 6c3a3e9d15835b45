use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = (a[[1, 2]], a.get(&[1, 2]));
}
