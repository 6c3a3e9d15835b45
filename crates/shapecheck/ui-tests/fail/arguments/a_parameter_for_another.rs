use shapecheck::{Dim, StaticDim, Tensor, checked, dim, shape};

struct Layer<I: StaticDim, O: StaticDim> {
    weights: Tensor<f32, shape![O, I]>,
}

impl<I: StaticDim, O: StaticDim> Layer<I, O> {
    #[checked]
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, _, I]>) -> Tensor<f32, shape![B, _, O]> {
        x.linear(&self.weights)
    }
}

fn wrong<K: StaticDim, N: StaticDim>(layer: &Layer<N, dim!(8)>, x: &Tensor<f32, shape![3, _, K]>) {
    layer.forward(x);
}

fn main() {}
