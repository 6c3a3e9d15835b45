use shapecheck::{Dim, StaticDim, Tensor, checked, dim, shape};

struct Layer<I: StaticDim, O: StaticDim> {
    weights: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<I: StaticDim, O: StaticDim> Layer<I, O> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, _, I]>) -> Tensor<f32, shape![B, _, O]> {
        x.linear(&self.weights)
    }

    fn add(&self, weights: &Tensor<f32, shape![O, I]>) -> Tensor<f32, shape![O, I]> {
        &self.weights + weights
    }
}

type Digit = shape![8, 8];

#[checked]
fn ink(image: &Tensor<f32, Digit>) -> f32 {
    image.sum()
}

fn wrong(layer: &Layer<dim!(1536), dim!(384)>, x: &Tensor<f32, shape![8, _, 384]>) {
    layer.forward(x);
}

fn of_run_time(layer: &Layer<dim!(64), dim!(8)>, x: &Tensor<f32, shape![8, _, _]>) {
    layer.forward(x);
    layer.forward(&x.transpose().index_axis::<-1>(0));
}

fn of_parameters<T: StaticDim, K: StaticDim>(
    layer: &Layer<K, dim!(8)>,
    other: &Layer<dim!(64), dim!(8)>,
    x: &Tensor<f32, shape![2, T, K]>,
) {
    layer.forward(&x.widen_axis::<-2>().transpose());
    other.forward(&x.widen_axis::<-2>());
    ink(&x.index_axis::<-3>(0));
}

fn main() {
    let layer = Layer::<dim!(6), dim!(4)> { weights: Tensor::zeros() };
    layer.add(&Tensor::<f32, shape![6, 4]>::zeros());
    ink(&Tensor::<f32, shape![8, 6]>::zeros());
}
