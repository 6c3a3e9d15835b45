use shapecheck::{Tensor, axes, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3, 4]>::zeros();
    let _ = x.permute::<axes![-2]>();
}
