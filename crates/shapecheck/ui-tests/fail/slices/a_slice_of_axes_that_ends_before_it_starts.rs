use shapecheck::{Tensor, s, shape};

fn main() {
    let mut x = Tensor::<f32, shape![8, 3, 9]>::zeros();
    x.slice_mut(s![.., .., 7..-3]).fill(0.0);
}
