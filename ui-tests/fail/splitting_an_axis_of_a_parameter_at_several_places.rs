use shapecheck::{Dim, Tensor, shape};

fn parts<N: Dim>(x: &Tensor<f32, shape![N, 2]>) {
    let _ = x.along::<-2>().split_at_each::<shape![3, 5]>();
}

fn main() {
    parts(&Tensor::<f32, shape![8, 2]>::zeros());
}
