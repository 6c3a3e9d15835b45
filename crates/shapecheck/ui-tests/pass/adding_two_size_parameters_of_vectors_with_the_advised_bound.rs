use shapecheck::{Broadcast, Dim, Tensor, shape};

fn add<N: Dim, M: Dim>(a: Tensor<f32, shape![N]>, b: Tensor<f32, shape![M]>)
where
    shape![N]: Broadcast<shape![M]>,
{
    let _ = a + b;
}

fn main() {
    add(
        Tensor::<f32, shape![1]>::zeros(),
        Tensor::<f32, shape![7]>::zeros(),
    );
}
