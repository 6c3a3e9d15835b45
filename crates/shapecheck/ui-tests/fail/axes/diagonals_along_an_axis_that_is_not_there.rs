use shapecheck::{Tensor, axes, dim, shape};

fn main() {
    let x = Tensor::<f32, shape![3, 4]>::zeros();
    let _ = x.diagonal_along::<axes![-3, -1], dim!(0)>();
}
