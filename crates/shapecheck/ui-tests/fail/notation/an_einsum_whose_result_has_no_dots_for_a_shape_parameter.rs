use shapecheck::{Shape, Tensor, einsum, shape};

fn sum<S: Shape>(x: &Tensor<f32, shape![..S, 3]>) -> Tensor<f32, shape![3]> {
    einsum!("... i -> i"; x)
}

fn main() {
    let _: fn(&_) -> _ = sum::<shape![]>;
}
