//! Gradients of shapecheck's own on candle's tensors: those that they are on the host.

use shapecheck::engine::Models;
use shapecheck::window::{Conv, Pool};
use shapecheck::{Scalar, Tensor, TensorOn, shape};
use shapecheck_candle::{Candle, from_host, to_host};
use shapecheck_grad::{Differentiable, Grad, Traces};

type Signals = shape![2, 3, 6];
type Kernels = shape![4, 3, 3];

/// Layers of each kind.
fn loss<E: Models<f32>>(
    x: &TensorOn<f32, Signals, E>,
    kernels: &TensorOn<f32, Kernels, E>,
    weights: &TensorOn<f32, shape![5, 4], E>,
    labels: &TensorOn<usize, shape![2], E>,
) -> TensorOn<f32, Scalar, E> {
    let maps = x.conv1d(kernels, Conv::new().padding::<1>());
    let pooled = maps.max_pool1d(Pool::of::<2>()).gelu();
    let sums = pooled.sum_axis::<-1>().remove_axis::<-1>();
    let normal = sums.layer_norm(&TensorOn::<f32, shape![4], E>::ones(), 1e-5);
    normal.linear(weights).along::<-1>().cross_entropy(labels)
}

/// The gradients of signals and kernels.
fn gradients<E: Differentiable<f32>>(
    (x, kernels): (TensorOn<f32, Signals, E>, TensorOn<f32, Kernels, E>),
    weights: TensorOn<f32, shape![5, 4], E>,
    labels: TensorOn<usize, shape![2], E>,
) -> (TensorOn<f32, Signals, E>, TensorOn<f32, Kernels, E>) {
    let (x, kernels) = (Grad::parameter(x), Grad::parameter(kernels));
    let (weights, labels) = (Grad::constant(weights), Grad::constant(labels));
    let gradients = loss(&x, &kernels, &weights, &labels).backward();
    (gradients.of(&x), gradients.of(&kernels))
}

#[test]
fn gradients_are_those_on_the_host() {
    let x = Tensor::<f32, Signals>::from_fn(|[a, b, c]| ((a * 18 + b * 6 + c) as f32).sin());
    let kernels = Tensor::<f32, Kernels>::from_fn(|[a, b, c]| ((a * 9 + b * 3 + c) as f32).cos());
    let weights = Tensor::from_fn(|[a, b]| ((a * 4 + b) as f32 * 1.7).cos());
    let labels = Tensor::from([1, 4]);
    let operands = (from_host(&x), from_host(&kernels));
    let found = gradients::<Candle>(operands, from_host(&weights), from_host(&labels));
    let expected = gradients((x, kernels), weights, labels);
    let [of_x, of_kernels] = [expected.0.abs().max(), expected.1.abs().max()];
    assert!(of_x > 0.1 && of_kernels > 0.1, "{of_x} and {of_kernels}");
    assert!((to_host(&found.0) - expected.0).abs().max() < 1e-5);
    assert!((to_host(&found.1) - expected.1).abs().max() < 1e-5);
}
