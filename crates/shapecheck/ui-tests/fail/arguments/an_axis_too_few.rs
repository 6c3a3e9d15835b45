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

fn main() {
    let layer = Layer::<dim!(1536), dim!(384)> { weights: Tensor::zeros() };
    layer.forward(&Tensor::<f32, shape![8, 1536]>::zeros());
}
