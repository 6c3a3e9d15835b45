//! Times a step of training of the network of `digits`, by the tape and by a backward pass that is written by hand.
//!
//! ```text
//! taskset -c 0 cargo run --release -p shapecheck-grad --example step
//! ```

#[path = "../../../bridges/tests/beside.rs"]
mod beside;

use shapecheck::engine::Models;
use shapecheck::window::{Conv, Pool};
use shapecheck::{
    Host, Shape, StaticDim, StaticShape, Tensor, TensorOn, axes, broadcast_map, broadcast_update,
    dim, einsum, shape,
};
use shapecheck_grad::{Grad, Parameters, Sgd, Traces};

const RATE: f32 = 0.05;
const MOMENTUM: f32 = 0.9;

/// `C` patterns, `H` hidden numbers, ten classes.
#[derive(Parameters)]
struct Reader<E: Models<f32>, C: StaticDim, H: StaticDim> {
    patterns: TensorOn<f32, shape![C, 1, 3, 3], E>,
    of_patterns: TensorOn<f32, shape![C, 1, 1], E>,
    readout: TensorOn<f32, shape![H, C, 6, 6], E>,
    of_readout: TensorOn<f32, shape![H], E>,
    scores: TensorOn<f32, shape![10, H], E>,
    of_scores: TensorOn<f32, shape![10], E>,
}

type Images<E, B> = TensorOn<f32, shape![B, 1, 8, 8], E>;

impl<E: Models<f32>, C: StaticDim, H: StaticDim> Reader<E, C, H> {
    fn forward<B: StaticDim>(&self, images: &Images<E, B>) -> TensorOn<f32, shape![B, 10], E> {
        let maps = (images.conv2d(&self.patterns, Conv::new()) + &self.of_patterns).relu();
        let hidden = einsum!("b c row column, h c row column -> b h"; &maps, &self.readout)
            + &self.of_readout;
        hidden.relu().linear(&self.scores) + &self.of_scores
    }
}

/// Numbers between -0.1 and 0.1.
fn numbers<S: StaticShape>() -> Tensor<f32, S> {
    let number = |index: usize| ((index * 7919 % 201) as f32 - 100.0) / 1000.0;
    Tensor::from_vec((0..S::NUM_ELEMENTS).map(number).collect()).expect("as many numbers")
}

/// A network on an engine, by what makes its tensors.
macro_rules! reader {
    ($made:expr) => {
        Reader {
            patterns: $made(numbers()),
            of_patterns: $made(numbers()),
            readout: $made(numbers()),
            of_readout: $made(numbers()),
            scores: $made(numbers()),
            of_scores: $made(numbers()),
        }
    };
}

/// What is positive lets the gradient pass.
fn of_relu<S: Shape>(output: &Tensor<f32, S>, gradient: Tensor<f32, S>) -> Tensor<f32, S> {
    broadcast_map!(|x, g| if x > 0.0 { g } else { 0.0 }; output, gradient)
}

fn descend<S: Shape>(
    parameter: &mut Tensor<f32, S>,
    velocity: &mut Tensor<f32, S>,
    gradient: &Tensor<f32, S>,
) {
    broadcast_update!(|v, g| *v = MOMENTUM * *v + g; velocity, gradient);
    broadcast_update!(|p, v| *p -= RATE * v; parameter, &*velocity);
}

/// A step by hand. Returns the loss before it.
fn step_by_hand<B: StaticDim, C: StaticDim, H: StaticDim>(
    reader: &mut Reader<Host, C, H>,
    velocity: &mut Reader<Host, C, H>,
    images: &Images<Host, B>,
    labels: &Tensor<usize, shape![B]>,
) -> f32 {
    let maps = (images.conv2d(&reader.patterns, Conv::new()) + &reader.of_patterns).relu();
    let hidden = (einsum!("b c row column, h c row column -> b h"; &maps, &reader.readout)
        + &reader.of_readout)
        .relu();
    let scores = hidden.linear(&reader.scores) + &reader.of_scores;

    let classes = Tensor::<usize, shape![10]>::from_fn(|[class]| class);
    let targets = broadcast_map!(|label, class| f32::from(label == class); &labels.insert_axis::<-1>(), &classes);
    let logarithms = scores.log_softmax::<-1>();
    let loss = -(&targets * &logarithms).sum() / B::SIZE as f32;

    let of_scores = broadcast_map!(|l, t| (l.exp() - t) / B::SIZE as f32; logarithms, &targets);
    let of_hidden = of_relu(&hidden, of_scores.matmul(&reader.scores));
    let of_maps = einsum!("b h, h c row column -> b c row column"; &of_hidden, &reader.readout);
    let of_maps = of_relu(&maps, of_maps);
    let pixels = images.unfold2d(Pool::of::<3>().stride::<1>());
    let of_patterns =
        einsum!("b c place, b pixel place -> c pixel"; &of_maps.flatten_from::<-2>(), &pixels);
    let of_readout = einsum!("b h, b c row column -> h c row column"; &of_hidden, &maps);

    let of_patterns = of_patterns.unflatten::<-1, shape![1, 3, 3]>();
    let of_map_bias = of_maps.sum_axes::<axes![-4, -2, -1]>().remove_axis::<-4>();
    descend(&mut reader.patterns, &mut velocity.patterns, &of_patterns);
    descend(
        &mut reader.of_patterns,
        &mut velocity.of_patterns,
        &of_map_bias,
    );
    descend(&mut reader.readout, &mut velocity.readout, &of_readout);
    let of_hidden_bias = of_hidden.sum_axis::<-2>().remove_axis::<-2>();
    descend(
        &mut reader.of_readout,
        &mut velocity.of_readout,
        &of_hidden_bias,
    );
    let of_weights = of_scores.transpose().matmul(&hidden);
    descend(&mut reader.scores, &mut velocity.scores, &of_weights);
    let of_bias = of_scores.sum_axis::<-2>().remove_axis::<-2>();
    descend(&mut reader.of_scores, &mut velocity.of_scores, &of_bias);
    loss
}

fn compare<B: StaticDim, C: StaticDim, H: StaticDim>() {
    let images: Tensor<f32, shape![B, 1, 8, 8]> = numbers();
    let labels = Tensor::<usize, shape![B]>::from_fn(|[image]| image * 7 % 10);
    let mut by_hand: Reader<Host, C, H> = reader!(|numbers| numbers);
    let mut velocity: Reader<Host, C, H> = reader!(|numbers| numbers * 0.0);
    let mut by_tape: Reader<Grad<Host>, C, H> = reader!(Grad::parameter);
    let mut optimizer = Sgd::new(f64::from(RATE)).momentum(f64::from(MOMENTUM));
    let (inputs, classes) = (
        Grad::constant(images.clone()),
        Grad::constant(labels.clone()),
    );

    let mut losses = [Vec::new(), Vec::new()];
    let [of_hand, of_tape] = &mut losses;
    beside::beside(
        &format!(
            "a step, {} images, {} patterns, {} hidden numbers",
            B::SIZE,
            C::SIZE,
            H::SIZE
        ),
        || of_hand.push(step_by_hand(&mut by_hand, &mut velocity, &images, &labels)),
        || {
            let loss = by_tape
                .forward(&inputs)
                .along::<-1>()
                .cross_entropy(&classes);
            optimizer.step(&mut by_tape, &loss.backward());
            of_tape.push(loss.into_scalar());
        },
    );
    for (step, (hand, tape)) in losses[0].iter().zip(&losses[1]).take(20).enumerate() {
        assert!(
            (hand - tape).abs() < 1e-3,
            "step {step}: {hand} by hand, {tape} by the tape"
        );
    }
}

fn main() {
    beside::head(["by hand", "by the tape"]);
    compare::<dim!(32), dim!(8), dim!(24)>();
    compare::<dim!(256), dim!(32), dim!(128)>();
}
