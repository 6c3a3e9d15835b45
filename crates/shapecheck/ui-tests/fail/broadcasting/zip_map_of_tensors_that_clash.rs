use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let b = Tensor::<f32, shape![3, 3]>::zeros();
    let _ = a.zip_map(&b, f32::max);
}
