use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let weights = Tensor::<f32, shape![4, 3]>::zeros();
    let _ = x.view().linear(&weights.view());
}
