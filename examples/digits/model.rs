//! A multi-layer perceptron whose widths are types, and its gradient.
//!
//! Shapes in comments are those in the signatures: `B` images in a batch, `I` numbers in, `H` hidden, `O` out.
//! `B` may be static or dynamic; nothing here depends on which.

use shapecheck::{Dim, Shape, StaticDim, Tensor, shape};

use crate::random::Random;

/// A layer that multiplies by weights and adds a bias: `[B, I]` in, `[B, O]` out.
///
/// The gradient of a layer is one number for each of its parameters, so it is a `Linear<I, O>` as well.
pub struct Linear<I: Dim, O: Dim> {
    pub weights: Tensor<f32, shape![I, O]>,
    /// One row, which is what the sum over a batch gives too.
    pub bias: Tensor<f32, shape![1, O]>,
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    /// All parameters zero: where a velocity starts.
    pub fn zeros() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    /// Random weights, the smaller the more of them are added up (He et al., 2015).
    pub fn random(random: &mut Random) -> Self {
        let limit = (6.0 / I::SIZE as f32).sqrt();
        Self {
            weights: Tensor::from_fn(|[_, _]| limit * random.signed()),
            bias: Tensor::zeros(),
        }
    }

    /// `[B, I]` by `[I, O]`, and one row added to all: `[B, O]`.
    pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.matmul(&self.weights) + &self.bias
    }

    /// The gradient of the parameters, from the input and the gradient of the output.
    pub fn gradient<B: Dim>(
        x: &Tensor<f32, shape![B, I]>,
        output: &Tensor<f32, shape![B, O]>,
    ) -> Self {
        Self {
            weights: x.transpose().matmul(output), // [I, B] by [B, O]
            bias: output.sum_axis::<-2>(),
        }
    }

    /// The gradient of the input, from the gradient of the output: `[B, O]` by `[O, I]`.
    pub fn input_gradient<B: Dim>(
        &self,
        output: &Tensor<f32, shape![B, O]>,
    ) -> Tensor<f32, shape![B, I]> {
        output.matmul(&self.weights.transpose())
    }

    fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        descend(
            &mut self.weights,
            &mut velocity.weights,
            &gradient.weights,
            rate,
        );
        descend(&mut self.bias, &mut velocity.bias, &gradient.bias, rate);
    }
}

/// How much of its velocity a parameter keeps from step to step.
const MOMENTUM: f32 = 0.9;

/// One step downhill: the gradient speeds the parameters up, and the velocity moves them.
fn descend<S: Shape>(
    parameters: &mut Tensor<f32, S>,
    velocity: &mut Tensor<f32, S>,
    gradient: &Tensor<f32, S>,
    rate: f32,
) {
    *velocity *= MOMENTUM;
    *velocity += gradient;
    *parameters -= rate * &*velocity;
}

/// Negative numbers become zero.
pub fn relu<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.map(|x| x.max(0.0))
}

/// The gradient of the input of [`relu`]: that of the output where the input was positive.
pub fn relu_gradient<S: Shape>(x: &Tensor<f32, S>, output: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.zip_map(output, |x, gradient| if x > 0.0 { gradient } else { 0.0 })
}

/// The loss of a batch and its gradient: softmax of the scores, cross-entropy with the targets, mean over `B`.
///
/// A row of `targets` is 1 at the right class and 0 elsewhere; see [`one_hot`].
pub fn softmax_cross_entropy<B: Dim, C: Dim>(
    scores: &Tensor<f32, shape![B, C]>,
    targets: &Tensor<f32, shape![B, C]>,
) -> (f32, Tensor<f32, shape![B, C]>) {
    // [B, C] - [B, 1]: the largest score becomes 0, so that no exponential overflows.
    let scores = scores - scores.max_axis::<-1>();
    let exponentials = scores.map(f32::exp);
    let sums = exponentials.sum_axis::<-1>(); // [B, 1]
    let right_scores = (targets * &scores).sum_axis::<-1>(); // [B, 1]
    let loss = (sums.map(f32::ln) - right_scores).mean();

    let batch_size = scores.shape().size_from_end(2) as f32;
    let gradient = (exponentials / sums - targets) / batch_size;
    (loss, gradient)
}

/// `[0, 1, 2, ...]`, one number for each class.
fn classes<C: StaticDim>() -> Tensor<usize, shape![C]> {
    Tensor::from_fn(|[class]| class)
}

/// 1 at the class that is the label, 0 at the others: `[B, 1]` with `[C]` gives `[B, C]`.
pub fn one_hot<B: Dim, C: StaticDim>(
    labels: &Tensor<usize, shape![B, 1]>,
) -> Tensor<f32, shape![B, C]> {
    labels.zip_map(&classes::<C>(), |label, class| match label == class {
        true => 1.0,
        false => 0.0,
    })
}

/// The class with the highest score in each row.
pub fn best_class<B: Dim, C: StaticDim>(
    scores: &Tensor<f32, shape![B, C]>,
) -> Tensor<usize, shape![B, 1]> {
    let is_best = scores.zip_map(&scores.max_axis::<-1>(), |score, best| score == best);
    is_best
        .zip_map(&classes::<C>(), |is_best, class| match is_best {
            true => class,
            false => 0,
        })
        .max_axis::<-1>()
}

/// Two layers with a [`relu`] between them. Widths that do not fit together do not compile.
///
/// As with a layer, the gradient and the velocity of a perceptron are perceptrons.
pub struct Mlp<I: Dim, H: Dim, O: Dim> {
    pub first: Linear<I, H>,
    pub second: Linear<H, O>,
}

impl<I: StaticDim, H: StaticDim, O: StaticDim> Mlp<I, H, O> {
    pub fn zeros() -> Self {
        Self {
            first: Linear::zeros(),
            second: Linear::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            first: Linear::random(random),
            second: Linear::random(random),
        }
    }

    /// A score for each class: `[B, I]` in, `[B, O]` out.
    pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        self.second.forward(&relu(&self.first.forward(x)))
    }

    /// The loss of a batch, and the gradient of every parameter, by the chain rule from the last layer back.
    pub fn loss_and_gradient<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I]>,
        targets: &Tensor<f32, shape![B, O]>,
    ) -> (f32, Self) {
        let before = self.first.forward(x); // [B, H]
        let hidden = relu(&before); // [B, H]
        let scores = self.second.forward(&hidden); // [B, O]

        let (loss, scores_gradient) = softmax_cross_entropy(&scores, targets);
        let hidden_gradient = self.second.input_gradient(&scores_gradient); // [B, H]
        let before_gradient = relu_gradient(&before, &hidden_gradient); // [B, H]
        let gradient = Self {
            first: Linear::gradient(x, &before_gradient),
            second: Linear::gradient(&hidden, &scores_gradient),
        };
        (loss, gradient)
    }

    /// One step of gradient descent with momentum.
    pub fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        self.first
            .descend(&mut velocity.first, &gradient.first, rate);
        self.second
            .descend(&mut velocity.second, &gradient.second, rate);
    }
}
