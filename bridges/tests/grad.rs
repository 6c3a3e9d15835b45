//! Gradients of `shapecheck-grad` on the tensors of another library, and training by one loop: both give what they give on
//! the host. The root of each test says in a module `on` which engine it is: `Engine`, `from_host`, `to_host`.

use shapecheck::engine::Models;
use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck::window::{Conv, Pool};
use shapecheck::{Host, Scalar, Tensor, TensorOn, dim, shape};
use shapecheck_grad::{Adam, Differentiable, Grad, Parameters, Sgd, Traces};
use shapecheck_nn::sized::Linear;
use shapecheck_nn::{Layer, Random, Sequential, Tanh};

use crate::on::{Engine, from_host, to_host};

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
    let found = gradients::<Engine>(operands, from_host(&weights), from_host(&labels));
    let expected = gradients((x, kernels), weights, labels);
    let [of_x, of_kernels] = [expected.0.abs().max(), expected.1.abs().max()];
    assert!(of_x > 0.1 && of_kernels > 0.1, "{of_x} and {of_kernels}");
    assert!((to_host(&found.0) - expected.0).abs().max() < 1e-5);
    assert!((to_host(&found.1) - expected.1).abs().max() < 1e-5);
}

/// Four numbers to scores of three classes.
type Classifier<E> = Sequential<(Linear<4, 8, E>, Tanh, Linear<8, 3, E>)>;

/// The losses of some steps from the same weights, by two optimisers: the loop is that of any engine.
fn losses<E: Differentiable<f32>>(
    x: TensorOn<f32, shape![6, 4], E>,
    labels: TensorOn<usize, shape![6], E>,
) -> [Vec<f32>; 2] {
    let (x, labels) = (Grad::constant(x), Grad::constant(labels));
    let model =
        || Classifier::<Grad<E>>::random(&mut Xoshiro256PlusPlus::seed_from_u64(1)).tracked();
    let loss = |model: &Classifier<Grad<E>>| model.forward(&x).along::<-1>().cross_entropy(&labels);
    let (mut first, mut descent) = (model(), Sgd::new(0.5).momentum(0.9));
    let by_descent = (0..60).map(|_| {
        let loss = loss(&first);
        descent.step(&mut first, &loss.backward().clipped(1.0));
        loss.into_scalar()
    });
    let by_descent = by_descent.collect();
    let (mut second, mut adam) = (model(), Adam::new(0.05).decay(0.01));
    let by_adam = (0..60).map(|_| {
        let loss = loss(&second);
        adam.step(&mut second, &loss.backward());
        loss.into_scalar()
    });
    [by_descent, by_adam.collect()]
}

#[test]
fn one_loop_trains_on_both_engines() {
    let x = Tensor::from_fn(|[a, b]| ((a * 4 + b) as f32 * 1.3).sin());
    let labels = Tensor::from_fn(|[a]| a % 3);
    let found = losses::<Engine>(from_host(&x), from_host(&labels));
    let expected = losses::<Host>(x, labels);
    for (found, expected) in found.iter().zip(&expected) {
        assert!(expected[59] < 0.5 * expected[0], "{expected:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
        }
    }
}

/// Sums at indices: whole parts, elements of rows that broadcast, and leading elements.
#[test]
fn sums_at_indices_are_those_on_the_host() {
    fn sums<E: Differentiable<f32>>(
        a: TensorOn<f32, shape![3, 4], E>,
        b: TensorOn<f32, shape![2, 4], E>,
        rows: &TensorOn<usize, shape![2], E>,
        places: &TensorOn<usize, shape![2, 2], E>,
    ) -> TensorOn<f32, shape![3, 4], E> {
        let mut sum = a * 1.0;
        sum.along_mut::<-2>().index_add(rows, &b);
        sum.along_mut::<-1>()
            .scatter_add_leading(places, &b.narrow::<-1, dim!(2)>(1));
        let mut row = sum.narrow::<-2, dim!(1)>(0);
        row.along_mut::<-1>()
            .scatter_add(places, &b.narrow::<-1, dim!(1)>(0));
        sum + row
    }
    let a = Tensor::from_fn(|[row, column]| (row * 4 + column) as f32);
    let b = Tensor::from_fn(|[row, column]| ((row * 4 + column) as f32).sin());
    let (rows, places) = (Tensor::from([2, 2]), Tensor::from([[3, 0], [0, 0]]));
    let operands = (
        from_host(&a),
        from_host(&b),
        from_host(&rows),
        from_host(&places),
    );
    let found = sums::<Engine>(operands.0, operands.1, &operands.2, &operands.3);
    let expected = sums::<Host>(a, b, &rows, &places);
    assert!((to_host(&found) - expected).abs().max() < 1e-6);
}
