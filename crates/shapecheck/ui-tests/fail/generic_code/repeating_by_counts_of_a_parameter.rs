use shapecheck::{Dim, Tensor, shape};

fn repeated<N: Dim, K: Dim>(x: &Tensor<f32, shape![N]>, counts: &Tensor<usize, shape![K]>) {
    let _ = x.along::<-1>().repeat_each(counts);
}

fn main() {}
