//! A small convolutional network, from images to scores: windows of the images, maximum pools, a matrix product. It is
//! generic over the engine.

use shapecheck::engine::{Engine, Numbers};
use shapecheck::{Dim, Host, Inline, InlineTensor, Shape, StaticDim, TensorOn, axes, dim, shape};

use crate::{assert_close, made};

/// How many images at once.
type Batch = dim!(3);
/// Rows and columns of an image.
type Side = dim!(8);
/// Rows and columns of a pattern.
type Reach = dim!(3);
/// Rows and columns of the places where a pattern fits.
type Places = dim!(6);
/// How many patterns.
type Patterns = dim!(4);
/// Rows and columns where of each four places the largest is left.
type Pooled = dim!(3);
/// What is left of an image: `Patterns * Pooled * Pooled`.
type Found = dim!(36);
type Classes = dim!(10);

type Images<B, E> = TensorOn<f32, shape![B, Side, Side], E>;
type Scores<E> = TensorOn<f32, shape![Batch, Classes], E>;

struct Network<E: Engine> {
    patterns: TensorOn<f32, shape![Reach, Reach, Patterns, 1, 1], E>,
    thresholds: TensorOn<f32, shape![Patterns, 1, 1], E>,
    weights: TensorOn<f32, shape![Found, Classes], E>,
    bias: TensorOn<f32, shape![Classes], E>,
}

impl<E: Numbers<f32>> Network<E> {
    fn new() -> Self {
        Self {
            patterns: made(1),
            thresholds: made(2),
            weights: made(3),
            bias: made(4),
        }
    }

    fn forward(&self, images: &Images<Batch, E>) -> Scores<E> {
        let maps = relu(&(convolve(images, &self.patterns) - &self.thresholds));
        let found = max_pool(&maps).into_reshaped::<shape![Batch, Found]>();
        linear(&found, &self.weights, &self.bias)
    }
}

/// The sum of shifted images, each times the place of the patterns that lies on it.
fn convolve<E: Numbers<f32>, B: StaticDim, C: StaticDim>(
    images: &Images<B, E>,
    patterns: &TensorOn<f32, shape![Reach, Reach, C, 1, 1], E>,
) -> TensorOn<f32, shape![B, C, Places, Places], E> {
    let mut maps = TensorOn::zeros();
    for row in 0..Reach::SIZE {
        for column in 0..Reach::SIZE {
            let window = images
                .narrow::<-2, Places>(row)
                .narrow::<-1, Places>(column);
            let weights = patterns.index_axis::<-5>(row).index_axis::<-4>(column);
            maps += window.insert_axis::<-3>() * weights; // [B, 1, 6, 6] by [C, 1, 1]
        }
    }
    maps
}

fn relu<E: Numbers<f32>, S: Shape>(x: &TensorOn<f32, S, E>) -> TensorOn<f32, S, E> {
    x.maximum(&TensorOn::scalar(0.0))
}

fn max_pool<E: Numbers<f32>>(
    maps: &TensorOn<f32, shape![Batch, Patterns, Places, Places], E>,
) -> TensorOn<f32, shape![Batch, Patterns, Pooled, Pooled], E> {
    let pairs = maps.reshape::<shape![Batch, Patterns, Pooled, 2, Pooled, 2]>();
    let largest = pairs.max_axes::<axes![-3, -1]>();
    largest.remove_axes::<axes![-3, -1]>()
}

fn linear<E: Numbers<f32>, B: Dim, I: Dim, O: Dim>(
    x: &TensorOn<f32, shape![B, I], E>,
    weights: &TensorOn<f32, shape![I, O], E>,
    bias: &TensorOn<f32, shape![O], E>,
) -> TensorOn<f32, shape![B, O], E> {
    x.matmul(weights) + bias
}

/// The network once more, in loops.
fn by_loops(network: &Network<Host>, images: &Images<Batch, Host>) -> Vec<f64> {
    let at = |image, pattern, y: usize, x: usize| -> f64 {
        let mut sum = -f64::from(network.thresholds[[pattern, 0, 0]]);
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            sum += f64::from(network.patterns[[row, column, pattern, 0, 0]])
                * f64::from(images[[image, y + row, x + column]]);
        }
        sum.max(0.0)
    };
    let mut scores = Vec::new();
    for (image, class) in (0..3).flat_map(|image| (0..10).map(move |class| (image, class))) {
        let mut score = f64::from(network.bias[[class]]);
        for found in 0..36 {
            let (pattern, y, x) = (found / 9, found / 3 % 3 * 2, found % 3 * 2);
            let four = [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)];
            let largest = four
                .map(|(y, x)| at(image, pattern, y, x))
                .into_iter()
                .fold(0.0, f64::max);
            score += largest * f64::from(network.weights[[found, class]]);
        }
        scores.push(score);
    }
    scores
}

#[test]
fn a_convolutional_network_is_what_loops_make_of_it_on_each_engine() {
    let (network, images) = (Network::<Host>::new(), made(5));
    let expected = by_loops(&network, &images);
    assert_close(&network.forward(&images), &expected);
    assert_close(&Network::<Inline>::new().forward(&made(5)), &expected);
}

#[test]
fn windows_and_pools_of_numbers_known_beforehand() {
    let images: Images<dim!(1), Inline> = TensorOn::from_fn(|[_, y, x]| (8 * y + x) as f32);
    // The pattern takes the pixel at its last place and nothing else.
    let patterns: TensorOn<f32, shape![Reach, Reach, 1, 1, 1], Inline> =
        TensorOn::from_fn(|index| if index == [2, 2, 0, 0, 0] { 1.0 } else { 0.0 });
    let maps = convolve(&images, &patterns);
    assert_eq!(
        maps,
        InlineTensor::from_fn(|[_, _, y, x]| (8 * (y + 2) + x + 2) as f32)
    );
    let pooled = max_pool(&maps.broadcast_to::<shape![Batch, Patterns, Places, Places]>());
    assert_eq!(
        pooled,
        InlineTensor::from_fn(|[_, _, y, x]| (8 * (2 * y + 3) + 2 * x + 3) as f32)
    );
}
