use shapecheck::{Broadcast, Shape, Tensor, shape};

fn add<A: Shape, B: Shape>(a: &Tensor<f32, shape![..A, 3]>, b: &Tensor<f32, shape![..B, 3]>)
where
    shape![..A, 3]: Broadcast<shape![..B, 3]>,
{
    let _ = a + b;
}

fn main() {
    add(
        &Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![3]>::zeros(),
    );
}
