use shapecheck::{Tensor, shape};

fn main() {
    let marks = Tensor::<f64, shape![30, 4]>::zeros();
    let weights = Tensor::<f64, shape![3]>::ones();
    let _ = marks.weighted_mean_axis::<-1>(&weights);
}
