use shapecheck::{Dim, Tensor, shape};

fn product<K: Dim>(a: &Tensor<f32, shape![2, K]>, b: &Tensor<f32, shape![K, 5]>) {
    let _: Tensor<f32, shape![2, 5]> = a.matmul(b);
}

fn main() {
    product(
        &Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![3, 5]>::zeros(),
    );
}
