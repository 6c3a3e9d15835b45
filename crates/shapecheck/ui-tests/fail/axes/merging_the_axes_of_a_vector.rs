use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8]>::zeros();
    let _ = x.merge_axes::<-2>();
}
