use shapecheck::{Tensor, shape};

fn main() {
    let mut scores = Tensor::<f32, shape![8, 10]>::zeros();
    let places = Tensor::<usize, shape![4, 2]>::zeros();
    scores.along_mut::<-1>().scatter_leading(&places, &Tensor::<f32, shape![3, 2]>::ones());
}
