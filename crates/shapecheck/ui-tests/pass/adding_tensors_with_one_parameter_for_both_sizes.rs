use shapecheck::{Dim, Tensor, shape};

fn add<N: Dim>(a: Tensor<f32, shape![2, N]>, b: Tensor<f32, shape![N]>) {
    let _ = a + b;
}

fn main() {
    add(
        Tensor::<f32, shape![2, 3]>::zeros(),
        Tensor::<f32, shape![3]>::zeros(),
    );
}
