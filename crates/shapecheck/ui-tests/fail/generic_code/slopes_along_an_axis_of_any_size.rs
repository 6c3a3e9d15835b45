use shapecheck::{Dim, Tensor, shape};

fn slopes<N: Dim>(x: &Tensor<f64, shape![N]>) -> Tensor<f64, shape![N]> {
    x.gradient::<-1>(1.0)
}

fn main() {
    slopes(&Tensor::from([1.0, 2.0]));
}
