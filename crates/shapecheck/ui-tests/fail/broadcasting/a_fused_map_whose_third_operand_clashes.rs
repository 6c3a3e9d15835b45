//! The operand that does not fit is underlined.
use shapecheck::{Tensor, broadcast_map, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let mean = Tensor::<f32, shape![2, 1]>::zeros();
    let scale = Tensor::<f32, shape![4]>::zeros();
    let _ = broadcast_map!(|x, m, s| (x - m) * s; &x, &mean, &scale);
}
