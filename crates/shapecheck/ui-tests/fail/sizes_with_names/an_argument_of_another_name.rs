use shapecheck::{Tensor, checked, dims, shape};

dims! { Batch, Seq, Width }

#[checked]
fn centred(x: &Tensor<f32, shape![Batch, Seq, Width]>) -> Tensor<f32, shape![Batch, Seq, Width]> {
    x - x.mean_axis::<-2>()
}

fn main() {
    centred(&Tensor::zeros_with(<shape![Batch, Width, Seq]>::of([2, 5, 3])));
}
