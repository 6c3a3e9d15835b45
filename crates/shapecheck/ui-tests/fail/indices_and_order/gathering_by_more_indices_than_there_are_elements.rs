use shapecheck::{Tensor, shape};

fn main() {
    let scores = Tensor::<f32, shape![8, 10]>::zeros();
    let labels = Tensor::<usize, shape![9, 1]>::zeros();
    let _ = scores.along::<-1>().gather_leading(&labels);
    let _ = scores.along::<-1>().gather_leading(&[0]);
}
