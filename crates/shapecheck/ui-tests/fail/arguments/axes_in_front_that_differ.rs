use shapecheck::{Shape, Tensor, checked, shape};

#[checked]
fn sum<S: Shape>(a: &Tensor<f32, shape![..S, 3]>, b: &Tensor<f32, shape![..S, 3]>) -> Tensor<f32, shape![..S, 3]> {
    a + b
}

fn main() {
    sum(&Tensor::<f32, shape![5, 3]>::zeros(), &Tensor::<f32, shape![4, 3]>::zeros());
    sum(&Tensor::<f32, shape![5, 3]>::zeros(), &Tensor::<f32, shape![3]>::zeros());
    sum(&Tensor::<f32, shape![5, 3]>::zeros(), &Tensor::<f32, shape![]>::zeros());
}
