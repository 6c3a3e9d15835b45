//! Training of the network in `layers.rs`: initial weights, the gradient of the loss, and gradient descent.
//!
//! The gradient of a layer has one number for each parameter, and so has its velocity. So both have the type of the
//! layer.

use shapecheck::window::Pool;
use shapecheck::{
    Dim, Shape, StaticDim, Tensor, axes, broadcast_map, broadcast_update, einsum, shape,
};

use crate::layers::{
    Convolution, Images, Linear, Maps, Places, Reach, Reader, Readout, Rows, relu,
};
use crate::random::Random;

/// Random weights, smaller the more of them are added up (He et al., 2015).
fn weights<S: shapecheck::StaticShape>(terms: usize, random: &mut Random) -> Tensor<f32, S> {
    let limit = (6.0 / terms as f32).sqrt();
    let mut weights = Tensor::zeros();
    broadcast_update!(|weight| *weight = limit * random.signed(); &mut weights);
    weights
}

impl<C: StaticDim> Convolution<C> {
    /// All parameters are zero, as for an initial velocity.
    pub fn zeros() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(Reach::SIZE * Reach::SIZE, random),
            bias: Tensor::zeros(),
        }
    }

    /// The gradient of the parameters, from the images and the gradient of the maps: each pixel of a pattern is
    /// multiplied by the pixels `[B, 9, 36]` that were under it.
    pub fn gradient<B: Dim>(images: &Images<B>, maps: &Maps<B, C>) -> Self {
        let pixels = images.unfold2d(Pool::of::<3>().stride::<1>());
        let weights =
            einsum!("b c place, b pixel place -> c pixel"; &maps.flatten_from::<-2>(), &pixels);
        Self {
            weights: weights.unflatten::<-1, shape![1, Reach, Reach]>(),
            bias: maps.sum_axes::<axes![-4, -2, -1]>().remove_axis::<-4>(),
        }
    }
}

impl<C: StaticDim, H: StaticDim> Readout<C, H> {
    /// All parameters are zero.
    pub fn zeros() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(Places::SIZE * Places::SIZE * C::SIZE, random),
            bias: Tensor::zeros(),
        }
    }

    /// The gradient of the parameters, from the maps and the gradient of the output.
    pub fn gradient<B: Dim>(maps: &Maps<B, C>, output: &Rows<B, H>) -> Self {
        Self {
            weights: einsum!("b h, b c row column -> h c row column"; output, maps),
            bias: output.sum_axis::<-2>().remove_axis::<-2>(),
        }
    }

    /// The gradient of the maps, from that of the output.
    pub fn input_gradient<B: Dim>(&self, output: &Rows<B, H>) -> Maps<B, C> {
        einsum!("b h, h c row column -> b c row column"; output, &self.weights)
    }
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    /// All parameters are zero.
    pub fn zeros() -> Self {
        Self {
            weights: Tensor::zeros(),
            bias: Tensor::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(I::SIZE, random),
            bias: Tensor::zeros(),
        }
    }

    /// The gradient of the parameters, from the input and the gradient of the output.
    pub fn gradient<B: Dim>(x: &Rows<B, I>, output: &Rows<B, O>) -> Self {
        Self {
            weights: output.transpose().matmul(x), // [O, B] by [B, I]
            bias: output.sum_axis::<-2>().remove_axis::<-2>(),
        }
    }

    /// The gradient of the input, from the gradient of the output: `[B, O]` by `[O, I]`.
    pub fn input_gradient<B: Dim>(&self, output: &Rows<B, O>) -> Rows<B, I> {
        output.matmul(&self.weights)
    }
}

impl<C: StaticDim, H: StaticDim, O: StaticDim> Reader<C, H, O> {
    pub fn zeros() -> Self {
        Self {
            convolution: Convolution::zeros(),
            readout: Readout::zeros(),
            scores: Linear::zeros(),
        }
    }

    pub fn random(random: &mut Random) -> Self {
        Self {
            convolution: Convolution::random(random),
            readout: Readout::random(random),
            scores: Linear::random(random),
        }
    }

    /// The loss of a batch and the gradient of every parameter, by the chain rule from the last layer back.
    pub fn loss_and_gradient<B: Dim>(
        &self,
        images: &Images<B>,
        targets: &Rows<B, O>,
    ) -> (f32, Self) {
        let maps = relu(self.convolution.forward(images)); // [B, C, 6, 6]
        let hidden = relu(self.readout.forward(&maps)); // [B, H]
        let scores = self.scores.forward(&hidden); // [B, O]

        let (loss, scores_gradient) = softmax_cross_entropy(&scores, targets);
        let hidden_gradient = relu_gradient(&hidden, self.scores.input_gradient(&scores_gradient));
        let maps_gradient = relu_gradient(&maps, self.readout.input_gradient(&hidden_gradient));
        let gradient = Self {
            convolution: Convolution::gradient(images, &maps_gradient),
            readout: Readout::gradient(&maps, &hidden_gradient),
            scores: Linear::gradient(&hidden, &scores_gradient),
        };
        (loss, gradient)
    }

    /// One step of gradient descent with momentum.
    pub fn descend(&mut self, velocity: &mut Self, gradient: &Self, rate: f32) {
        macro_rules! descend {
            ($($layer:ident)*) => {$(
                let (parameters, v, g) = (&mut self.$layer, &mut velocity.$layer, &gradient.$layer);
                descend(&mut parameters.weights, &mut v.weights, &g.weights, rate);
                descend(&mut parameters.bias, &mut v.bias, &g.bias, rate);
            )*};
        }
        descend!(convolution readout scores);
    }
}

/// The part of its velocity that a parameter keeps from step to step.
const MOMENTUM: f32 = 0.9;

/// One step: the gradient changes the velocity, and the velocity changes the parameters.
fn descend<S: Shape>(
    parameters: &mut Tensor<f32, S>,
    velocity: &mut Tensor<f32, S>,
    gradient: &Tensor<f32, S>,
    rate: f32,
) {
    broadcast_update!(|v, g| *v = MOMENTUM * *v + g; velocity, gradient);
    broadcast_update!(|p, v| *p -= rate * v; parameters, &*velocity);
}

/// The gradient of the input of [`relu`], in the memory of that of its output. The output is positive where the input
/// is.
fn relu_gradient<S: Shape>(output: &Tensor<f32, S>, gradient: Tensor<f32, S>) -> Tensor<f32, S> {
    broadcast_map!(|x, g| if x > 0.0 { g } else { 0.0 }; output, gradient)
}

/// The loss of a batch and its gradient: softmax of the scores, cross-entropy with the targets, mean over `B`.
///
/// A row of `targets` is 1 at the right class and 0 elsewhere; see [`one_hot`].
pub fn softmax_cross_entropy<B: Dim, O: StaticDim>(
    scores: &Rows<B, O>,
    targets: &Rows<B, O>,
) -> (f32, Rows<B, O>) {
    let batch_size = scores.shape().size_from_end(2) as f32;
    let logarithms = scores.log_softmax::<-1>(); // [B, O]
    let loss = -(targets * &logarithms).sum() / batch_size;
    let gradient = broadcast_map!(|l, t| (l.exp() - t) / batch_size; logarithms, targets);
    (loss, gradient)
}

/// 1 at the class that is the label, 0 at the others: `[B, 1]` with `[O]` gives `[B, O]`.
pub fn one_hot<B: Dim, O: StaticDim>(labels: &Tensor<usize, shape![B]>) -> Rows<B, O> {
    let classes = Tensor::<usize, shape![O]>::from_fn(|[class]| class);
    broadcast_map!(|label, class| f32::from(label == class); &labels.insert_axis::<-1>(), &classes)
}

#[cfg(test)]
mod tests {
    use shapecheck::{Dyn, dim};

    use super::*;
    use crate::layers::{Side, best_class};

    type Small = Reader<dim!(2), dim!(4), dim!(3)>;
    /// One tensor of parameters of a network, by name.
    type Part = (&'static str, fn(&mut Small) -> &mut [f32]);

    const PARTS: [Part; 6] = [
        ("convolution.weights", |net| {
            net.convolution.weights.as_mut_slice()
        }),
        ("convolution.bias", |net| {
            net.convolution.bias.as_mut_slice()
        }),
        ("readout.weights", |net| net.readout.weights.as_mut_slice()),
        ("readout.bias", |net| net.readout.bias.as_mut_slice()),
        ("scores.weights", |net| net.scores.weights.as_mut_slice()),
        ("scores.bias", |net| net.scores.bias.as_mut_slice()),
    ];

    type Labels = Tensor<usize, shape![6]>;

    /// A network with biases too, and six images with their labels.
    fn small() -> (Small, Images<dim!(6)>, Labels) {
        let mut random = Random::new(7);
        let mut reader = Small::random(&mut random);
        for (_, part) in PARTS {
            part(&mut reader)
                .iter_mut()
                .for_each(|parameter| *parameter += 0.3 * random.signed());
        }
        let images = Tensor::from_fn(|_| random.signed());
        (reader, images, Tensor::from([0, 1, 2, 2, 1, 1]))
    }

    fn dynamic(images: Images<dim!(6)>) -> Images<Dyn> {
        images.try_into_shape().unwrap()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        const STEP: f32 = 1e-3;
        const TOLERANCE: f32 = 2e-3;
        let (mut reader, images, labels) = small();
        // `relu` has no slope at zero, so one pattern is far above zero everywhere and one far below.
        reader.convolution.bias = Tensor::from([[[5.0]], [[-5.0]]]);
        let targets = one_hot(&labels);
        let (_, mut gradient) = reader.loss_and_gradient(&images, &targets);
        for (name, part) in PARTS {
            let gradient = part(&mut gradient);
            let steepest = gradient.iter().fold(0.0, |max: f32, g| max.max(g.abs()));
            assert!(
                steepest > 10.0 * TOLERANCE,
                "{name} is flat: nothing to check"
            );
            for (index, &found) in gradient.iter().enumerate() {
                let parameter = part(&mut reader)[index];
                let mut loss = |parameter| {
                    part(&mut reader)[index] = parameter;
                    reader.loss_and_gradient(&images, &targets).0
                };
                let slope = (loss(parameter + STEP) - loss(parameter - STEP)) / (2.0 * STEP);
                part(&mut reader)[index] = parameter;
                assert!(
                    (slope - found).abs() < TOLERANCE,
                    "{name}[{index}]: gradient {found}, slope {slope}"
                );
            }
        }
    }

    #[test]
    fn a_dynamic_batch_gives_what_a_static_one_gives() {
        let (reader, images, labels) = small();
        let (loss, mut gradient) = reader.loss_and_gradient(&images, &one_hot(&labels));
        let labels = labels.try_into_shape::<shape![_]>().unwrap();
        let (dynamic_loss, mut dynamic_gradient) =
            reader.loss_and_gradient(&dynamic(images), &one_hot(&labels));
        assert_eq!(dynamic_loss, loss);
        for (name, part) in PARTS {
            assert_eq!(part(&mut dynamic_gradient), part(&mut gradient), "{name}");
        }
    }

    #[test]
    fn a_batch_of_another_size_than_its_targets_panics_with_both_sizes() {
        let (reader, images, _) = small();
        let images = dynamic(images);
        let fewer = Tensor::from([0, 1]).try_into_shape::<shape![_]>();
        let targets = one_hot(&fewer.unwrap());
        let panic = std::panic::catch_unwind(|| reader.loss_and_gradient(&images, &targets));
        let message = *panic.err().unwrap().downcast::<String>().unwrap();
        assert!(
            message.contains("size 2 does not match size 6 at axis -2"),
            "{message}"
        );
    }

    #[test]
    fn descending_lowers_the_loss() {
        let (mut reader, images, labels) = small();
        let targets = one_hot(&labels);
        let mut velocity = Small::zeros();
        let (first_loss, _) = reader.loss_and_gradient(&images, &targets);
        for _ in 0..200 {
            let (_, gradient) = reader.loss_and_gradient(&images, &targets);
            reader.descend(&mut velocity, &gradient, 0.03);
        }
        let (last_loss, _) = reader.loss_and_gradient(&images, &targets);
        assert!(last_loss < first_loss / 10.0, "{first_loss} to {last_loss}");
        assert_eq!(best_class(&reader.forward(&images)), labels);
    }

    #[test]
    fn a_pattern_is_found_where_it_is() {
        let mut convolution = Convolution::<dim!(4)>::zeros();
        // The last pattern: a stroke down the middle of its window.
        for row in 0..Reach::SIZE {
            convolution.weights[[3, 0, row, 1]] = 1.0;
        }
        convolution.bias[[3, 0, 0]] = 0.5;
        let images: Images<dim!(1)> =
            Tensor::from_fn(|[_, _, row, column]| f32::from(column == 4 && row < 5));
        let maps = convolution.forward(&images);
        assert_eq!(maps[[0, 3, 0, 3]], 3.5);
        assert_eq!(maps[[0, 3, 3, 3]], 2.5);
        assert_eq!(maps[[0, 3, 0, 2]], 0.5);
        assert_eq!(maps[[0, 2, 0, 3]], 0.0);
    }

    #[test]
    fn maps_are_what_a_loop_gives() {
        let (reader, images, _) = small();
        let Convolution { weights, bias } = &reader.convolution;
        let expected = Tensor::from_fn(|[image, pattern, row, column]| {
            let mut sum = 0.0;
            for down in 0..Reach::SIZE {
                for right in 0..Reach::SIZE {
                    let pixel = images[[image, 0, row + down, column + right]];
                    sum += pixel * weights[[pattern, 0, down, right]];
                }
            }
            sum + bias[[pattern, 0, 0]]
        });
        assert_eq!(reader.convolution.forward(&images), expected);
        assert_eq!(Side::SIZE, images.shape().size_from_end(1));
    }

    #[test]
    fn equal_scores_lose_the_logarithm_of_the_number_of_classes() {
        // An exponential would overflow if the largest score were not subtracted first.
        let scores = Tensor::<f32, shape![2, 4]>::full(1000.0);
        let targets = one_hot::<_, dim!(4)>(&Tensor::from([3, 0]));
        let (loss, gradient) = softmax_cross_entropy(&scores, &targets);
        assert!((loss - 4.0_f32.ln()).abs() < 1e-6, "{loss}");
        // A quarter too much or three quarters too little, in each of two rows.
        let expected = Tensor::from([[0.125, 0.125, 0.125, -0.375], [-0.375, 0.125, 0.125, 0.125]]);
        assert!((gradient - expected).abs().max() < 1e-6);
    }
}
