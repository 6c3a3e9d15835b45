use shapecheck::{Tensor, dim, shape};

fn main() {
    let scores = Tensor::<f32, shape![8, 5]>::zeros();
    let _ = scores.topk::<-1, dim!(6)>();
}
