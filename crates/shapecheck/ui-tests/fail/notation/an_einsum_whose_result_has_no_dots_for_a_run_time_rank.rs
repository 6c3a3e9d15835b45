use shapecheck::{DynShape, Tensor, einsum, shape};

fn sum(x: &Tensor<f32, shape![..DynShape, 2, 3]>) -> Tensor<f32, shape![3]> {
    einsum!("... i -> i"; x)
}

fn main() {
    let _ = sum;
}
