//! Each operand has a name in the function.
use shapecheck::{Tensor, broadcast_map, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = broadcast_map!(|a| a + 1.0; &x, &x);
}
