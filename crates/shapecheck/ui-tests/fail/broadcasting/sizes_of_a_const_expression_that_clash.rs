use shapecheck::{Tensor, shape};

const HIDDEN: usize = 384;

fn main() {
    let a = Tensor::<f32, shape![2, { HIDDEN * 4 }]>::zeros();
    let b = Tensor::<f32, shape![{ HIDDEN }]>::zeros();
    let _ = a + b;
}
