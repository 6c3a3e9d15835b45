use shapecheck::{Tensor, checked, dims, shape};

dims! { Batch, Hidden }

#[checked]
fn classify(states: &Tensor<f32, shape![Batch, 3 * Hidden]>) -> f32 {
    states.sum().into()
}

fn main() {
    let both = Tensor::<f32, _>::zeros_with(<shape![Batch, 2 * Hidden]>::of([2, 128]));
    let _ = classify(&both);
}
