use shapecheck::{Tensor, dims, shape};

dims! { Batch }

fn main() {
    let _ = Tensor::<f32, shape![Batch, 3]>::zeros();
}
