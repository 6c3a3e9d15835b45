use shapecheck::{Shape, Tensor, shape};

fn sum<S: Shape>(a: &Tensor<f32, shape![..S, 3]>) -> f32 {
    a.sum()
}

fn main() {
    sum(&Tensor::<f32, shape![8, 2, 3]>::zeros());
}
