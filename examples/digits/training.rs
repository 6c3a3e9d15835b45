//! Training of the network in `layers.rs`: initial weights, which tensors are parameters, and a step.

use shapecheck::{Dim, StaticDim, StaticShape, Tensor, broadcast_update};
use shapecheck_grad::{Grad, Parameters, Sgd, Traces, VisitsParameters};

use crate::Array;
use crate::data::{Batch, Classes};
use crate::layers::{Convolution, Linear, Places, Reach, Reader, Readout};
use crate::random::Random;

/// Random weights, smaller the more of them are added up (He et al., 2015).
fn weights<S: StaticShape>(terms: usize, random: &mut Random) -> Array<f32, S> {
    let limit = (6.0 / terms as f32).sqrt();
    let mut weights = Tensor::zeros();
    broadcast_update!(|weight| *weight = limit * random.signed(); &mut weights);
    Grad::parameter(weights)
}

fn zeros<S: StaticShape>() -> Array<f32, S> {
    Grad::parameter(Tensor::zeros())
}

impl<C: StaticDim> Convolution<C> {
    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(Reach::SIZE * Reach::SIZE, random),
            bias: zeros(),
        }
    }
}

impl<C: StaticDim, H: StaticDim> Readout<C, H> {
    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(Places::SIZE * Places::SIZE * C::SIZE, random),
            bias: zeros(),
        }
    }
}

impl<I: StaticDim, O: StaticDim> Linear<I, O> {
    pub fn random(random: &mut Random) -> Self {
        Self {
            weights: weights(I::SIZE, random),
            bias: zeros(),
        }
    }
}

impl<C: StaticDim, H: StaticDim, O: StaticDim> Reader<C, H, O> {
    pub fn random(random: &mut Random) -> Self {
        Self {
            convolution: Convolution::random(random),
            readout: Readout::random(random),
            scores: Linear::random(random),
        }
    }
}

/// What `#[derive(Parameters)]` writes. `layers.rs` is compiled for programs without gradients too, so it does not have it.
macro_rules! parameters {
    ($($Layer:ident<$($Size:ident),*>: $($field:ident)*;)*) => {$(
        impl<$($Size: StaticDim),*> Parameters for $Layer<$($Size),*> {
            fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
                $(self.$field.visit(visitor);)*
            }
        }
    )*};
}

parameters! {
    Convolution<C>: weights bias;
    Readout<C, H>: weights bias;
    Linear<I, O>: weights bias;
    Reader<C, H, O>: convolution readout scores;
}

/// One step of training on one batch, static or dynamic. Returns the mean loss before the step.
pub fn learn<B: Dim, C: StaticDim, H: StaticDim>(
    model: &mut Reader<C, H, Classes>,
    optimizer: &mut Sgd,
    batch: &Batch<B>,
) -> f32 {
    let scores = model.forward(&batch.pixels);
    let loss = scores.along::<-1>().cross_entropy(&batch.labels);
    optimizer.step(model, &loss.backward());
    loss.into_scalar()
}

#[cfg(test)]
mod tests {
    use shapecheck::{Dyn, dim, shape};

    use super::*;
    use crate::data::CLASSES;
    use crate::layers::{Images, Side, best_class};

    type Small = Reader<dim!(2), dim!(4), Classes>;

    /// A network, and six images with their labels.
    fn small() -> (Small, Batch<dim!(6)>) {
        let mut random = Random::new(7);
        let reader = Small::random(&mut random);
        let batch = Batch {
            pixels: Array::from_fn(|_| random.signed()),
            labels: Array::from_fn(|[image]| image * 5 % CLASSES),
        };
        (reader, batch)
    }

    fn dynamic(batch: Batch<dim!(6)>) -> Batch<Dyn> {
        Batch {
            pixels: batch.pixels.try_into_shape().unwrap(),
            labels: batch.labels.try_into_shape().unwrap(),
        }
    }

    #[test]
    fn a_dynamic_batch_gives_what_a_static_one_gives() {
        let learned = |reader: Small, loss| {
            let (weights, bias) = (reader.convolution.weights, reader.scores.bias);
            (loss, weights.detach().to_vec(), bias.detach().to_vec())
        };
        let (mut reader, batch) = small();
        let loss = learn(&mut reader, &mut Sgd::new(0.1), &batch);
        let expected = learned(reader, loss);
        let (mut reader, batch) = small();
        let before = reader.convolution.weights.detach().to_vec();
        let loss = learn(&mut reader, &mut Sgd::new(0.1), &dynamic(batch));
        let found = learned(reader, loss);
        assert_eq!(found, expected);
        assert_ne!(found.1, before);
    }

    #[test]
    fn a_batch_of_another_size_than_its_labels_panics_with_both_sizes() {
        let (mut reader, batch) = small();
        let mut batch = dynamic(batch);
        batch.labels = Array::from_slice_with(<shape![_]>::of([2]), &[0, 1]).unwrap();
        let learning = || learn(&mut reader, &mut Sgd::new(0.1), &batch);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(learning));
        let message = *panic.err().unwrap().downcast::<String>().unwrap();
        assert!(
            message.contains("[6, 10]") && message.contains("[2]"),
            "{message}"
        );
    }

    #[test]
    fn learning_lowers_the_loss() {
        let (mut reader, batch) = small();
        let mut optimizer = Sgd::new(0.03).momentum(0.9);
        let losses: Vec<f32> = (0..200)
            .map(|_| learn(&mut reader, &mut optimizer, &batch))
            .collect();
        assert!(
            losses[199] < losses[0] / 10.0,
            "{} to {}",
            losses[0],
            losses[199]
        );
        let read = best_class(&reader.forward(&batch.pixels));
        assert_eq!(read.detach(), batch.labels.detach());
    }

    #[test]
    fn a_pattern_is_found_where_it_is() {
        let convolution = Convolution::<dim!(4)> {
            // The last pattern: a stroke down the middle of its window.
            weights: Array::from_fn(|[pattern, _, _, column]| {
                f32::from(pattern == 3 && column == 1)
            }),
            bias: Array::from_fn(|[pattern, _, _]| if pattern == 3 { 0.5 } else { 0.0 }),
        };
        let images: Images<dim!(1)> =
            Array::from_fn(|[_, _, row, column]| f32::from(column == 4 && row < 5));
        let maps = convolution.forward(&images).detach();
        assert_eq!(maps[[0, 3, 0, 3]], 3.5);
        assert_eq!(maps[[0, 3, 3, 3]], 2.5);
        assert_eq!(maps[[0, 3, 0, 2]], 0.5);
        assert_eq!(maps[[0, 2, 0, 3]], 0.0);
    }

    #[test]
    fn maps_are_what_a_loop_gives() {
        let (reader, Batch { pixels, .. }) = small();
        let Convolution { weights, bias } = &reader.convolution;
        let (images, weights, bias) = (pixels.detach(), weights.detach(), bias.detach());
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
        assert_eq!(reader.convolution.forward(&pixels).detach(), expected);
        assert_eq!(Side::SIZE, images.dims()[3]);
    }
}
