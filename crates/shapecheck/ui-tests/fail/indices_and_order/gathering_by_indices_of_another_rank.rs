use shapecheck::{Tensor, shape};

fn main() {
    let scores = Tensor::<f32, shape![32, 10]>::zeros();
    let labels = Tensor::<usize, shape![32]>::zeros();
    let _ = scores.along::<-1>().gather(&labels);
}
