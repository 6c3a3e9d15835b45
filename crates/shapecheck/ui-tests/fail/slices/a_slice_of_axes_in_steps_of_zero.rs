use shapecheck::{Tensor, s, shape};

const EVERY: usize = 0;

fn main() {
    let x = Tensor::<f32, shape![8, 3, 9]>::zeros();
    let _ = x.slice(s![.., ..;EVERY, ..]);
}
