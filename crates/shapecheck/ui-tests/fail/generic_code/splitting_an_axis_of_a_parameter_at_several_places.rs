use shapecheck::{Dim, Tensor, dim, shape};

fn parts<N: Dim, C: Dim>(x: &Tensor<f32, shape![N, C]>) {
    let _ = x.along::<-2>().split_at_each::<shape![3, 5]>();
}

fn main() {
    parts::<dim!(8), dim!(2)>(&Tensor::zeros());
}
