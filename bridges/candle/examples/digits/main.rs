//! Trains a small convolutional network to read handwritten digits, on candle, which computes the gradients. The
//! compiler checks every shape.
//!
//! ```text
//! cargo run --release --example digits
//! ```
//!
//! The network and the digits are those of the example with the same name that computes on the host, with gradients of
//! `shapecheck-grad`.

#[path = "../../../../examples/digits/data.rs"]
mod data;
#[path = "../../../../examples/digits/layers.rs"]
mod layers;
#[path = "../../../../examples/digits/random.rs"]
mod random;

use std::error::Error;

use shapecheck::{Dim, Dyn, StaticDim, StaticShape, TensorOn, dim};
use shapecheck_candle::candle_core::Var;
use shapecheck_candle::candle_nn::optim::{AdamW, Optimizer, ParamsAdamW};
use shapecheck_candle::{Candle, Parameter, gradients, to_host};

use data::{Batch, Classes, Digit};
use layers::{Convolution, Linear, Places, Reach, Reader, Readout, best_class};
use random::Random;

/// A tensor of [`layers`]: on candle.
type Array<T, S> = TensorOn<T, S, Candle>;

type Patterns = dim!(8);
type Hidden = dim!(24);
type BatchSize = dim!(32);
const EPOCHS: usize = 25;
const RATE: f64 = 0.003;
const SEED: u64 = 1;

/// Images `[B, 1, 8, 8]` to maps `[B, 8, 6, 6]` to `[B, 24]` to scores `[B, 10]`.
type Model = Reader<Patterns, Hidden, Classes>;

fn main() -> Result<(), Box<dyn Error>> {
    let digits = data::read()?;
    let mut random = Random::new(SEED);
    let mut shuffled: Vec<&Digit> = digits.iter().collect();
    random.shuffle(&mut shuffled);
    let (training, test) = shuffled.split_at_mut(digits.len() * 4 / 5);
    println!(
        "{} digits to learn from, {} to test on",
        training.len(),
        test.len()
    );

    let mut parameters = Parameters {
        vars: Vec::new(),
        random: &mut random,
    };
    let model = parameters.model();
    let settings = ParamsAdamW {
        lr: RATE,
        weight_decay: 0.0,
        ..ParamsAdamW::default()
    };
    let mut optimizer = AdamW::new(parameters.vars, settings)?;
    for epoch in 1..=EPOCHS {
        random.shuffle(training);
        let (batches, rest) = training.as_chunks::<{ BatchSize::SIZE }>();
        let mut loss = 0.0;
        for digits in batches {
            let batch = Batch::<BatchSize>::new(digits)?;
            loss += learn(&model, &mut optimizer, &batch)? * digits.len() as f32;
        }
        // The rest has a size that the compiler does not know; the same code takes it.
        if !rest.is_empty() {
            loss += learn(&model, &mut optimizer, &Batch::<Dyn>::new(rest)?)? * rest.len() as f32;
        }
        if epoch == 1 || epoch % 5 == 0 {
            println!("epoch {epoch:2}: loss {:.4}", loss / training.len() as f32);
        }
    }

    let batch = Batch::<Dyn>::new(test)?;
    let is_right = best_class(&model.forward(&batch.pixels)).equal(&batch.labels);
    let accuracy = 100.0 * is_right.cast::<f32>().mean();
    println!("test accuracy: {accuracy:.1} %");
    match accuracy > 96.0 {
        true => Ok(()),
        false => Err("that is not more than 96 %".into()),
    }
}

/// One step of training on one batch, static or dynamic. Returns the mean loss before the step.
fn learn<B: Dim>(
    model: &Model,
    optimizer: &mut AdamW,
    batch: &Batch<B>,
) -> Result<f32, Box<dyn Error>> {
    let scores = model.forward(&batch.pixels); // [B, 10]
    let loss = scores.along::<-1>().cross_entropy(&batch.labels);
    optimizer.step(gradients(&loss)?.store())?;
    Ok(to_host(&loss).into_scalar())
}

/// The initial weights, and the optimiser's parameters with the same memory.
struct Parameters<'a> {
    vars: Vec<Var>,
    random: &'a mut Random,
}

impl Parameters<'_> {
    fn model(&mut self) -> Model {
        let pixels = Reach::SIZE * Reach::SIZE;
        Reader {
            convolution: Convolution {
                weights: self.weights(pixels),
                bias: self.zeros(),
            },
            readout: Readout {
                weights: self.weights(Places::SIZE * Places::SIZE * Patterns::SIZE),
                bias: self.zeros(),
            },
            scores: Linear {
                weights: self.weights(Hidden::SIZE),
                bias: self.zeros(),
            },
        }
    }

    /// Random weights, smaller the more of them are added up (He et al., 2015).
    fn weights<S: StaticShape>(&mut self, terms: usize) -> Array<f32, S> {
        let limit = (6.0 / terms as f32).sqrt();
        let numbers: Vec<f32> = (0..S::NUM_ELEMENTS)
            .map(|_| limit * self.random.signed())
            .collect();
        self.parameter(TensorOn::from_slice(&numbers).expect("as many as the shape has"))
    }

    fn zeros<S: StaticShape>(&mut self) -> Array<f32, S> {
        self.parameter(TensorOn::zeros())
    }

    fn parameter<S: StaticShape>(&mut self, first: Array<f32, S>) -> Array<f32, S> {
        let parameter = Parameter::of(&first);
        self.vars.push(parameter.var().clone());
        parameter.tensor()
    }
}
