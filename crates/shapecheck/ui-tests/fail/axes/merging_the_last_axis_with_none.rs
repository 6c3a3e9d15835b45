use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![5, 8]>::zeros();
    let _ = x.merge_axes::<-1>();
}
