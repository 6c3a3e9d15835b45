use shapecheck::{Tensor, shape};

fn main() {
    let scores = Tensor::<f32, shape![32, 10]>::zeros();
    let weights = Tensor::<f32, shape![9]>::ones();
    let _ = scores.along::<-1>().weighted_soft_cross_entropy(&scores, &weights);
}
