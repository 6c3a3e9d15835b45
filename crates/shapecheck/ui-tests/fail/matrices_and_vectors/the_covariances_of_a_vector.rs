use shapecheck::{Tensor, shape};

fn main() {
    let observed = Tensor::<f32, shape![100]>::zeros();
    let _ = observed.cov();
}
