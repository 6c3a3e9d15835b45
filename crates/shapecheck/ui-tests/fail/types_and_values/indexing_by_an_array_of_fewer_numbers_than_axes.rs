use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let index: [usize; 1] = [1];
    let _ = a[index];
}
