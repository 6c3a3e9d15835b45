use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn main() {
    let tokens = Tensor::<f32, _>::zeros_with(<shape![Batch, Seq + 1]>::of([2, 6]));
    let targets = Tensor::<f32, _>::zeros_with(<shape![Batch, Seq]>::of([2, 5]));
    let _ = tokens - targets;
}
