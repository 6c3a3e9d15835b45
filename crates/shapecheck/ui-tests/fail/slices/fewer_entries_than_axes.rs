use shapecheck::{Tensor, s, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = a.slice(s![1..3]);
}
