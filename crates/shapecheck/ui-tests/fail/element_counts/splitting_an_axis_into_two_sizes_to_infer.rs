use shapecheck::{Dyn, Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 768]>::zeros();
    let _ = x.split_axis::<-1, Dyn, Dyn>();
}
