//! A perceptron whose widths are types, with a convolution in front, and the gradient of both.
//!
//! Shapes in comments are those in the signatures: `B` images in a batch, `I` numbers in, `H` hidden, `O` out.
//! `B` may be static or dynamic; nothing here depends on which.

use shapecheck::{
    Dim, MatchesInner, Reshape, Shape, StaticDim, Tensor, broadcast_map, broadcast_update, dim,
    shape,
};

use crate::convolution::{Convolution, Maps};
use crate::data::Images;
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
            weights: Tensor::from_fn(|_| limit * random.signed()),
            bias: Tensor::zeros(),
        }
    }

    /// `[B, I]` by `[I, O]`, and one row added to all: `[B, O]`.
    ///
    /// `K` is `I`. Where it is not, a bound that fails says so in decimal numbers; a parameter of another type
    /// than the argument would be a mismatch of types, which rustc spells in bits.
    pub fn forward<B: Dim, K: Dim + MatchesInner<I>>(
        &self,
        x: &Tensor<f32, shape![B, K]>,
    ) -> Tensor<f32, shape![B, O]> {
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
pub fn descend<S: Shape>(
    parameters: &mut Tensor<f32, S>,
    velocity: &mut Tensor<f32, S>,
    gradient: &Tensor<f32, S>,
    rate: f32,
) {
    broadcast_update!(|v, g| *v = MOMENTUM * *v + g; velocity, gradient);
    broadcast_update!(|p, v| *p -= rate * v; parameters, &*velocity);
}

/// Negative numbers become zero.
pub fn relu<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.map(|x| x.max(0.0))
}

/// The gradient of the input of [`relu`]: that of the output where the input was positive.
pub fn relu_gradient<S: Shape>(x: &Tensor<f32, S>, output: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.zip_map(output, |x, gradient| if x > 0.0 { gradient } else { 0.0 })
}

/// A score for each of `C` classes in each of `B` rows, or something else that is one number for each of them.
pub type Scores<B, C> = Tensor<f32, shape![B, C]>;

/// The loss of a batch and its gradient: softmax of the scores, cross-entropy with the targets, mean over `B`.
///
/// A row of `targets` is 1 at the right class and 0 elsewhere; see [`one_hot`].
pub fn softmax_cross_entropy<B: Dim, C: Dim>(
    scores: &Scores<B, C>,
    targets: &Scores<B, C>,
) -> (f32, Scores<B, C>) {
    let batch_size = scores.shape().size_from_end(2) as f32;
    let logarithms = scores.log_softmax::<-1>(); // [B, C]
    let loss = -(targets * &logarithms).sum() / batch_size;
    let gradient = broadcast_map!(|l, t| (l.exp() - t) / batch_size; logarithms, targets);
    (loss, gradient)
}

/// 1 at the class that is the label, 0 at the others: `[B, 1]` with `[C]` gives `[B, C]`.
pub fn one_hot<B: Dim, C: StaticDim>(labels: &Tensor<usize, shape![B, 1]>) -> Scores<B, C> {
    let classes = Tensor::<usize, shape![C]>::from_fn(|[class]| class);
    broadcast_map!(|label, class| f32::from(label == class); labels, &classes)
}

/// The class with the highest score in each row.
pub fn best_class<B: Dim, C: Dim>(scores: &Scores<B, C>) -> Tensor<usize, shape![B, 1]> {
    scores.argmax_axis::<-1>()
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
    pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Scores<B, O> {
        self.second.forward(&relu(&self.first.forward(x)))
    }

    /// The loss of a batch, the gradient of every parameter, and that of the input, by the chain rule from the last layer
    /// back.
    pub fn loss_and_gradient<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I]>,
        targets: &Scores<B, O>,
    ) -> (f32, Self, Tensor<f32, shape![B, I]>) {
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
        let input_gradient = self.first.input_gradient(&before_gradient); // [B, I]
        (loss, gradient, input_gradient)
    }

    /// One step of gradient descent with momentum.
    pub fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        self.first
            .descend(&mut velocity.first, &gradient.first, rate);
        self.second
            .descend(&mut velocity.second, &gradient.second, rate);
    }
}

/// What the convolution gives to the perceptron, as one row for each image: 8 maps of 6 by 6.
pub type Features = dim!(288);

/// A convolution, [`relu`], and a perceptron of what it finds.
pub struct Reader<H: Dim, O: Dim> {
    pub filters: Convolution,
    pub mlp: Mlp<Features, H, O>,
}

impl<H: StaticDim, O: StaticDim> Reader<H, O> {
    pub fn zeros() -> Self {
        Self {
            filters: Convolution::zeros(),
            mlp: Mlp::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            filters: Convolution::random(random),
            mlp: Mlp::random(random),
        }
    }

    /// A score for each class: `[B, 8, 8]` in, `[B, O]` out.
    pub fn forward<B: Dim>(&self, images: &Images<B>) -> Scores<B, O>
    where
        Maps<B>: Reshape<shape![B, Features]>,
    {
        self.mlp.forward(&flat(relu(&self.filters.forward(images))))
    }

    /// The loss of a batch and the gradient of every parameter.
    pub fn loss_and_gradient<B: Dim>(
        &self,
        images: &Images<B>,
        targets: &Scores<B, O>,
    ) -> (f32, Self)
    where
        Maps<B>: Reshape<shape![B, Features]>,
        shape![B, Features]: Reshape<Maps<B>>,
    {
        let before = self.filters.forward(images); // [B, 8, 6, 6]
        let features = flat(relu(&before)); // [B, 288]
        let (loss, mlp, features_gradient) = self.mlp.loss_and_gradient(&features, targets);
        let maps_gradient = features_gradient
            .try_reshaped(*before.shape())
            .expect("as many features as places in the maps");
        let filters = Convolution::gradient(images, &relu_gradient(&before, &maps_gradient));
        (loss, Self { filters, mlp })
    }

    /// One step of gradient descent with momentum.
    pub fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        self.filters
            .descend(&mut velocity.filters, &gradient.filters, rate);
        self.mlp.descend(&mut velocity.mlp, &gradient.mlp, rate);
    }
}

/// The maps of each image one after the other, in the same memory: `[B, 8, 6, 6]` to `[B, 288]`.
fn flat<B: Dim>(maps: Tensor<f32, Maps<B>>) -> Tensor<f32, shape![B, Features]>
where
    Maps<B>: Reshape<shape![B, Features]>,
{
    let sizes = [maps.shape().size_from_end(4), Features::SIZE];
    let shape = Shape::try_from_sizes(&sizes).expect("the sizes of the type");
    maps.try_reshaped(shape)
        .expect("as many features as places in the maps")
}

#[cfg(test)]
mod tests {
    use shapecheck::{Dyn, dim};

    use super::*;

    type Small = Mlp<dim!(4), dim!(5), dim!(3)>;
    /// One tensor of parameters of a perceptron, by name.
    type Part = (&'static str, fn(&mut Small) -> &mut [f32]);

    const PARTS: [Part; 4] = [
        ("first.weights", |mlp| mlp.first.weights.as_mut_slice()),
        ("first.bias", |mlp| mlp.first.bias.as_mut_slice()),
        ("second.weights", |mlp| mlp.second.weights.as_mut_slice()),
        ("second.bias", |mlp| mlp.second.bias.as_mut_slice()),
    ];

    type Inputs = Tensor<f32, shape![6, 4]>;
    type Labels = Tensor<usize, shape![6, 1]>;

    /// A perceptron with biases too, and six inputs with their labels.
    fn small() -> (Small, Inputs, Labels) {
        let mut random = Random::new(7);
        let mut mlp = Small::random(&mut random);
        for (_, part) in PARTS {
            part(&mut mlp)
                .iter_mut()
                .for_each(|parameter| *parameter += 0.3 * random.signed());
        }
        let x = Tensor::from_fn(|_| random.signed());
        (mlp, x, Tensor::from([[0], [1], [2], [2], [1], [1]]))
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        const STEP: f32 = 1e-2;
        const TOLERANCE: f32 = 1e-3;
        let (mut mlp, x, labels) = small();
        let targets = one_hot(&labels);
        let (_, mut gradient, _) = mlp.loss_and_gradient(&x, &targets);
        for (name, part) in PARTS {
            let gradient = part(&mut gradient);
            let steepest = gradient.iter().fold(0.0, |max: f32, g| max.max(g.abs()));
            assert!(
                steepest > 30.0 * TOLERANCE,
                "{name} is flat: nothing to check"
            );
            for (index, &found) in gradient.iter().enumerate() {
                let parameter = part(&mut mlp)[index];
                let mut loss = |parameter| {
                    part(&mut mlp)[index] = parameter;
                    mlp.loss_and_gradient(&x, &targets).0
                };
                let slope = (loss(parameter + STEP) - loss(parameter - STEP)) / (2.0 * STEP);
                part(&mut mlp)[index] = parameter;
                assert!(
                    (slope - found).abs() < TOLERANCE,
                    "{name}[{index}]: gradient {found}, slope {slope}"
                );
            }
        }
    }

    #[test]
    fn a_dynamic_batch_gives_what_a_static_one_gives() {
        let (mlp, x, labels) = small();
        let (loss, mut gradient, _) = mlp.loss_and_gradient(&x, &one_hot(&labels));
        let x = x.try_into_shape::<shape![_, 4]>().unwrap();
        let labels = labels.try_into_shape::<shape![_, 1]>().unwrap();
        let (dynamic_loss, mut dynamic_gradient, _) =
            mlp.loss_and_gradient::<Dyn>(&x, &one_hot(&labels));
        assert_eq!(dynamic_loss, loss);
        for (name, part) in PARTS {
            assert_eq!(part(&mut dynamic_gradient), part(&mut gradient), "{name}");
        }
    }

    #[test]
    fn a_batch_of_another_size_than_its_targets_panics_with_both_sizes() {
        let (mlp, x, labels) = small();
        let x = x.try_into_shape::<shape![_, 4]>().unwrap();
        let fewer = Tensor::from([[0], [1]]).try_into_shape::<shape![_, 1]>();
        let targets = one_hot(&fewer.unwrap());
        assert_eq!(labels.shape().size_from_end(2), 6);
        let panic = std::panic::catch_unwind(|| mlp.loss_and_gradient::<Dyn>(&x, &targets));
        let message = *panic.err().unwrap().downcast::<String>().unwrap();
        assert!(
            message.contains("size 2 does not match size 6 at axis -2"),
            "{message}"
        );
    }

    #[test]
    fn descending_lowers_the_loss() {
        let (mut mlp, x, labels) = small();
        let targets = one_hot(&labels);
        let mut velocity = Small::zeros();
        let (first_loss, ..) = mlp.loss_and_gradient(&x, &targets);
        for _ in 0..200 {
            let (_, gradient, _) = mlp.loss_and_gradient(&x, &targets);
            mlp.descend(&mut velocity, &gradient, 0.1);
        }
        let (last_loss, ..) = mlp.loss_and_gradient(&x, &targets);
        assert!(last_loss < first_loss / 10.0, "{first_loss} to {last_loss}");
        assert_eq!(best_class(&mlp.forward(&x)), labels);
    }

    #[test]
    fn filters_learn_with_what_comes_after_them() {
        let mut random = Random::new(5);
        let mut reader = Reader::<dim!(6), dim!(3)>::random(&mut random);
        let mut velocity = Reader::zeros();
        let images: Images<dim!(6)> = Tensor::from_fn(|_| random.signed());
        let labels = Tensor::from([[0], [1], [2], [2], [1], [1]]);
        let targets = one_hot(&labels);
        let filters = reader.filters.weights.clone();
        let (first_loss, gradient) = reader.loss_and_gradient(&images, &targets);
        // The first step of one weight alone lowers the loss as its slope says.
        let (place, step) = ([1, 1, 0, 0, 0], 1e-2);
        reader.filters.weights[place] += step;
        let (loss, _) = reader.loss_and_gradient(&images, &targets);
        reader.filters.weights[place] -= step;
        let slope = (loss - first_loss) / step;
        assert!((slope - gradient.filters.weights[place]).abs() < 1e-2);
        for _ in 0..100 {
            let (_, gradient) = reader.loss_and_gradient(&images, &targets);
            reader.descend(&mut velocity, &gradient, 0.05);
        }
        let (last_loss, _) = reader.loss_and_gradient(&images, &targets);
        assert!(last_loss < first_loss / 10.0, "{first_loss} to {last_loss}");
        assert_ne!(reader.filters.weights, filters);
        assert_eq!(best_class(&reader.forward(&images)), labels);
    }

    #[test]
    fn equal_scores_lose_the_logarithm_of_the_number_of_classes() {
        // So large that an exponential would overflow if the largest were not taken off first.
        let scores = Tensor::<f32, shape![2, 4]>::full(1000.0);
        let targets = one_hot::<_, dim!(4)>(&Tensor::from([[3], [0]]));
        let (loss, gradient) = softmax_cross_entropy(&scores, &targets);
        assert!((loss - 4.0_f32.ln()).abs() < 1e-6, "{loss}");
        // A quarter too much, or three quarters too little, of each of two rows.
        let expected = Tensor::from([[0.125, 0.125, 0.125, -0.375], [-0.375, 0.125, 0.125, 0.125]]);
        assert!((gradient - expected).abs().max() < 1e-6);
    }
}
