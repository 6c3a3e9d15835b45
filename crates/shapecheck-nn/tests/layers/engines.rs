//! One model on several engines.

use shapecheck::engine::{Convolves, Networks};
use shapecheck::window::{Conv, Same, Stride};
use shapecheck::{Host, Inline, InlineTensor, Tensor, TensorOn, dim, shape};
use shapecheck_grad::{Grad, Traces};
use shapecheck_nn::{
    Conv1d, Dropout, Embedding, Evaluating, Layer, LayerNorm, Linear, Lstm, Mlp, Random, Relu,
    Sequential,
};

use crate::generator;

/// What a reader of three tokens consists of.
struct Model<E: Networks<f64> + Convolves<f64, OutputEngine = E>> {
    tokens: Embedding<dim!(5), dim!(4), E, f64>,
    along: Conv1d<dim!(4), dim!(4), dim!(3), Conv<Stride<1>, Same>, E, f64>,
    steps: Lstm<dim!(4), dim!(3), E, f64>,
    head: Sequential<(
        LayerNorm<dim!(3), E, f64>,
        Mlp<dim!(3), dim!(6), dim!(3), Relu, E, f64>,
        Dropout<Evaluating>,
        Linear<dim!(3), dim!(2), E, f64>,
    )>,
}

impl<E: Networks<f64> + Convolves<f64, OutputEngine = E>> Model<E> {
    fn random() -> Self {
        let generator = &mut generator();
        Self {
            tokens: Embedding::random(generator),
            along: Conv1d::random(generator),
            steps: Lstm::random(generator),
            head: Sequential::new((
                LayerNorm::new(),
                Random::random(generator),
                Dropout::default(),
                Linear::random(generator),
            )),
        }
    }

    fn forward(
        &self,
        tokens: &TensorOn<usize, shape![2, 3], E>,
    ) -> TensorOn<f64, shape![2, 3, 2], E> {
        let x = self.tokens.forward(tokens).transpose(); // [2, 4, 3]
        let x = self.along.forward(&x).transpose();
        self.head.forward(&self.steps.forward(&x))
    }
}

#[test]
fn one_model_gives_the_same_on_the_heap_inline_and_with_gradients() {
    let tokens = [[0, 3, 4], [2, 2, 1]];
    let expected: Tensor<f64, shape![2, 3, 2]> =
        Model::<Host>::random().forward(&Tensor::from(tokens));
    assert!(expected.abs().max() > 0.01);
    let inline = Model::<Inline>::random().forward(&InlineTensor::from(tokens));
    assert!(inline.to_heap().all_close(&expected, 1e-12, 1e-12));
    let traced = Model::<Grad<Host>>::random().forward(&Grad::constant(Tensor::from(tokens)));
    assert!(traced.detach().all_close(&expected, 1e-12, 1e-12));
}
