//! A library of layers that are combined at run time, used from several threads; two of them share their weights.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use shapecheck::{Dim, StaticDim, Tensor, dim, dims, shape};

use crate::{assert_close, exact, made, numbers, product};

dims! {
    /// Rows that go through a network together.
    Batch
}

type Rows<N> = Tensor<f32, shape![Batch, N]>;
// `derive` does not look into macros, so the shapes of what can be cloned have names.
type Weights<I, O> = Tensor<f32, shape![I, O]>;
type Bias<O> = Tensor<f32, shape![O]>;

/// From rows of `I` numbers to rows of `O`.
trait Layer<I: Dim, O: Dim>: Send + Sync {
    fn forward(&self, x: &Rows<I>) -> Rows<O>;
}

#[derive(Clone)]
struct Linear<I: Dim, O: Dim> {
    weights: Weights<I, O>,
    bias: Bias<O>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    fn new(seed: u32) -> Self {
        Self {
            weights: made(seed),
            bias: made(seed + 1),
        }
    }

    /// A layer the other way round, of the same weights.
    fn reversed(&self) -> Linear<O, I> {
        Linear {
            weights: self.weights.transpose(),
            bias: Tensor::zeros(),
        }
    }
}

impl<I: Dim, O: Dim> Layer<I, O> for Linear<I, O> {
    fn forward(&self, x: &Rows<I>) -> Rows<O> {
        x.matmul(&self.weights) + &self.bias
    }
}

/// A function of each number.
struct Unary(fn(f32) -> f32);

impl<N: Dim> Layer<N, N> for Unary {
    fn forward(&self, x: &Rows<N>) -> Rows<N> {
        x.map(self.0)
    }
}

/// What is added to its own result.
struct Residual<L>(L);

impl<N: Dim, L: Layer<N, N>> Layer<N, N> for Residual<L> {
    fn forward(&self, x: &Rows<N>) -> Rows<N> {
        x + self.0.forward(x)
    }
}

/// One layer after the other.
struct Then<I: Dim, M: Dim, O: Dim>(Arc<dyn Layer<I, M>>, Arc<dyn Layer<M, O>>);

impl<I: Dim, M: Dim, O: Dim> Layer<I, O> for Then<I, M, O> {
    fn forward(&self, x: &Rows<I>) -> Rows<O> {
        self.1.forward(&self.0.forward(x))
    }
}

/// Any number of layers.
impl<N: Dim> Layer<N, N> for Vec<Box<dyn Layer<N, N>>> {
    fn forward(&self, x: &Rows<N>) -> Rows<N> {
        self.iter().fold(x.clone(), |x, layer| layer.forward(&x))
    }
}

fn rows<N: StaticDim>(count: usize, seed: u32) -> Rows<N> {
    let sizes = <shape![Batch, N]>::of([count]);
    Tensor::from_vec_with(sizes, numbers(count * N::SIZE, seed)).expect("as many numbers")
}

/// Some rows of a batch, which are a batch.
fn part_of<N: Dim>(x: &Rows<N>, rows: Range<usize>) -> Rows<N> {
    x.slice_axis::<-2>(rows).try_named().expect("one size")
}

fn by_loops<I: StaticDim, O: Dim>(layer: &Linear<I, O>, x: &[f64]) -> Vec<f64> {
    let mut rows = product(x, &exact(&layer.weights), I::SIZE);
    let bias = exact(&layer.bias);
    rows.iter_mut()
        .zip(bias.iter().cycle())
        .for_each(|(x, bias)| *x += bias);
    rows
}

type Four = dim!(4);
type Six = dim!(6);

#[test]
fn boxed_layers_take_a_batch_of_any_size() {
    let (first, second) = (Linear::<Four, Four>::new(1), Linear::<Four, Four>::new(2));
    let network: Vec<Box<dyn Layer<Four, Four>>> = vec![
        Box::new(first.clone()),
        Box::new(Unary(|x| x.max(0.0))),
        Box::new(Residual(second.clone())),
    ];
    for count in [0, 1, 5] {
        let x = rows(count, 3);
        let mut expected = by_loops(&first, &exact(&x));
        expected.iter_mut().for_each(|x| *x = x.max(0.0));
        let added = by_loops(&second, &expected);
        expected.iter_mut().zip(added).for_each(|(x, y)| *x += y);
        assert_close(&network.forward(&x), &expected);
    }
    let x = rows(5, 3);
    let part = network.forward(&part_of(&x, 2..4));
    assert_close(&part, &exact(&network.forward(&x))[8..16]);
}

#[test]
fn one_network_works_in_several_threads() {
    let (first, second) = (Linear::<Four, Six>::new(1), Linear::<Six, dim!(2)>::new(2));
    let expected = |x: &Rows<Four>| by_loops(&second, &by_loops(&first, &exact(x)));
    let network: Arc<dyn Layer<Four, dim!(2)>> =
        Arc::new(Then(Arc::new(first.clone()), Arc::new(second.clone())));
    let batch = rows(12, 3);
    let parts = [0..4, 4..8, 8..12].map(|part| part_of(&batch, part));
    let threads = parts.clone().map(|part| {
        let network = network.clone();
        thread::spawn(move || network.forward(&part))
    });
    for (part, thread) in parts.iter().zip(threads) {
        assert_close(&thread.join().expect("no panic"), &expected(part));
    }
}

#[test]
fn layers_share_weights_until_one_is_changed() {
    let place = |layer: &Linear<Six, Four>| layer.weights.get(&[2, 1]).map(std::ptr::from_ref);
    let mut encoder = Linear::<Four, Six>::new(1);
    let decoder = encoder.reversed();
    let other = decoder.clone();
    let shared = encoder.weights.get(&[1, 2]).map(std::ptr::from_ref);
    assert!(shared.is_some() && place(&decoder) == shared && place(&other) == shared);

    let x = rows(3, 2);
    let expected = by_loops(&decoder, &by_loops(&encoder, &exact(&x)));
    assert_close(&decoder.forward(&encoder.forward(&x)), &expected);

    // A change copies the weights of one to separate memory; the two others still share theirs.
    let old = encoder.clone();
    encoder.weights -= 1.0;
    assert_ne!(encoder.weights.get(&[1, 2]).map(std::ptr::from_ref), shared);
    assert_eq!((place(&decoder), place(&other)), (shared, shared));
    assert_eq!(encoder.weights, &old.weights - 1.0);
    assert_eq!(decoder.weights, old.weights.transpose());

    // Once no other has them, weights are changed where they are.
    drop((old, other));
    let mut decoder = decoder;
    decoder.weights *= 2.0;
    assert_eq!(place(&decoder), shared);
}
