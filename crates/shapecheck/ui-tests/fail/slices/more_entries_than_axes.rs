use shapecheck::{Tensor, s, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = a.try_slice(s![0, ..., 0, 0]);
}
