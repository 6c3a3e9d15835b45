use shapecheck::{BroadcastTo, Dim, Tensor, shape};

fn accumulate<N: Dim, M: Dim>(a: &mut Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![M]>)
where
    shape![M]: BroadcastTo<shape![2, N]>,
{
    *a += b;
}

fn main() {
    accumulate(
        &mut Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![1]>::zeros(),
    );
}
