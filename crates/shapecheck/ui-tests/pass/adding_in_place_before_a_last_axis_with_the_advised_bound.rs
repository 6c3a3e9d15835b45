use shapecheck::{BroadcastTo, Shape, Tensor, shape};

fn accumulate<A: Shape, B: Shape>(
    a: &mut Tensor<f32, shape![..A, 3]>,
    b: &Tensor<f32, shape![..B, 3]>,
) where
    shape![..B, 3]: BroadcastTo<shape![..A, 3]>,
{
    *a += b;
}

fn main() {
    accumulate(
        &mut Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![3]>::zeros(),
    );
}
