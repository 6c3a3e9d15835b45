use shapecheck::{Tensor, shape};

const HIDDEN: usize = 16;

fn main() {
    let _ = Tensor::<f32, shape![{ 2 * HIDDEN }, { HIDDEN }]>::zeros();
}
