use shapecheck::{Dim, Tensor, shape};

fn sum<N: Dim>(a: &Tensor<f32, shape![2, N]>) -> f32 {
    a.sum()
}

fn main() {
    sum(&Tensor::<f32, shape![2, 7]>::zeros());
}
