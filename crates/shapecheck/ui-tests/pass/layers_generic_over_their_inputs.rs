use shapecheck::algebra::MatchesInner;
use shapecheck::{Dim, StaticDim, Tensor, dim, shape};

struct Linear<I: Dim, O: Dim> {
    weights: Tensor<f32, shape![I, O]>,
    bias: Tensor<f32, shape![O]>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    fn new() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    fn forward<Batch: Dim, K: Dim + MatchesInner<I>>(
        &self,
        x: &Tensor<f32, shape![Batch, K]>,
    ) -> Tensor<f32, shape![Batch, O]> {
        x.matmul(&self.weights) + &self.bias
    }
}

fn main() {
    let hidden = Linear::<dim!(784), dim!(128)>::new();
    let output = Linear::<dim!(128), dim!(10)>::new();
    let images = Tensor::<f32, shape![32, 784]>::zeros();
    let _ = output.forward(&hidden.forward(&images));
}
