use shapecheck::{Tensor, s, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3, 9]>::zeros();
    let _ = x.slice(s![1..9, .., ..;2]);
}
