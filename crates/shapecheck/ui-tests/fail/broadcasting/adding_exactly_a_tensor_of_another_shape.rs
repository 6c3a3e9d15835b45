//! By the rule of broadcasting the result would be [4, 4].
use shapecheck::{Tensor, shape};

fn main() {
    let predicted = Tensor::<f32, shape![4, 1]>::zeros();
    let target = Tensor::<f32, shape![4]>::zeros();
    let _ = predicted.exact() - &target;
}
