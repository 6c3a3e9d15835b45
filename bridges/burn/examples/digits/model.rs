//! The network of the host's example `digits` as a module of burn: its parameters, and what a step of training is.
//!
//! What the network computes is in `layers.rs` of that example, which is compiled here with tensors of burn.

use burn::module::Module;
use burn::train::{ClassificationOutput, InferenceStep, TrainOutput, TrainStep};
use shapecheck::{Dyn, StaticDim, StaticShape, TensorOn, dim, shape};
use shapecheck_burn::{Parameter, Ranked, burn, gradients, module, untyped};

use crate::Array;
use crate::data::Classes;
use crate::layers::{Convolution, Images, Linear, Places, Reach, Reader, Readout};
use crate::random::Random;

pub type Patterns = dim!(8);
pub type Hidden = dim!(24);

module! {
    /// What a layer learns.
    pub struct Layer<Weights: Ranked, Bias: Ranked> {
        pub weights: Parameter<f32, Weights>,
        pub bias: Parameter<f32, Bias>,
    }
}

impl<Weights: Ranked + StaticShape, Bias: Ranked + StaticShape> Layer<Weights, Bias> {
    /// Random weights, the smaller the more of them are added up (He et al., 2015), on the device of the thread.
    fn random(terms: usize, random: &mut Random) -> Self {
        let limit = (6.0 / terms as f32).sqrt();
        let numbers: Vec<f32> = (0..Weights::NUM_ELEMENTS)
            .map(|_| limit * random.signed())
            .collect();
        let weights = TensorOn::from_slice(&numbers).expect("as many as the shape has");
        Self {
            weights: Parameter::of(&weights),
            bias: Parameter::of(&TensorOn::zeros()),
        }
    }
}

type PatternWeights = shape![Patterns, 1, Reach, Reach];
type PlaceWeights = shape![Hidden, Patterns, Places, Places];

/// Images `[B, 1, 8, 8]` to maps `[B, 8, 6, 6]` to `[B, 24]` to scores `[B, 10]`.
#[derive(Module, Debug)]
pub struct Model {
    pub convolution: Layer<PatternWeights, shape![Patterns, 1, 1]>,
    pub readout: Layer<PlaceWeights, shape![Hidden]>,
    pub scores: Layer<shape![Classes, Hidden], shape![Classes]>,
}

impl Model {
    /// With random weights, on the device of the thread.
    pub fn random(random: &mut Random) -> Self {
        Self {
            convolution: Layer::random(Reach::SIZE * Reach::SIZE, random),
            readout: Layer::random(Places::SIZE * Places::SIZE * Patterns::SIZE, random),
            scores: Layer::random(Hidden::SIZE, random),
        }
    }

    /// The network as it is now, through which gradients go.
    pub fn network(&self) -> Reader<Patterns, Hidden, Classes> {
        Reader {
            convolution: Convolution {
                weights: self.convolution.weights.tensor(),
                bias: self.convolution.bias.tensor(),
            },
            readout: Readout {
                weights: self.readout.weights.tensor(),
                bias: self.readout.bias.tensor(),
            },
            scores: Linear {
                weights: self.scores.weights.tensor(),
                bias: self.scores.bias.tensor(),
            },
        }
    }

    /// The loss of a batch, and what burn's metrics ask for.
    fn classify(&self, batch: &Batch) -> (Array<f32, shape![]>, ClassificationOutput) {
        let scores = self.network().forward(&batch.images);
        let loss = scores.along::<-1>().cross_entropy(&batch.labels);
        let output =
            ClassificationOutput::new(untyped(&loss), untyped(&scores), untyped(&batch.labels));
        (loss, output)
    }
}

/// Any number of images, and what they show.
#[derive(Clone, Debug)]
pub struct Batch {
    pub images: Images<Dyn>,
    pub labels: Array<usize, shape![_]>,
}

impl TrainStep for Model {
    type Input = Batch;
    type Output = ClassificationOutput;

    fn step(&self, batch: Batch) -> TrainOutput<ClassificationOutput> {
        let (loss, output) = self.classify(&batch);
        let gradients = gradients(&loss).expect("parameters on a device with autodiff");
        TrainOutput::new(self, gradients, output)
    }
}

impl InferenceStep for Model {
    type Input = Batch;
    type Output = ClassificationOutput;

    fn step(&self, batch: Batch) -> ClassificationOutput {
        self.classify(&batch).1
    }
}
