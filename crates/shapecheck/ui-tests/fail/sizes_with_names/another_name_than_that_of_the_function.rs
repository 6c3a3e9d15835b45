use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn encoded(x: Tensor<f32, shape![Batch, Seq]>) -> Tensor<f32, shape![Batch, Seq]> {
    x
}

fn main() {
    let x = Tensor::<f32, _>::ones_with(<shape![_, _]>::of([2, 5]));
    let x = x.try_into_shape::<shape![Seq, Batch]>().unwrap();
    x.try_into_shape::<shape![Batch, Seq]>().map(encoded);
}
