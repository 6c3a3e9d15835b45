//! burn's loop of training on the handwritten digits.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use burn::data::dataloader::DataLoaderBuilder;
use burn::data::dataloader::batcher::Batcher;
use burn::data::dataset::{Dataset, DatasetError};
use burn::module::Module;
use burn::optim::AdamConfig;
use burn::tensor::Device;
use burn::train::logger::{EvaluationProgressLogger, TrainingProgressLogger};
use burn::train::metric::{AccuracyMetric, LossMetric, MetricDefinition};
use burn::train::renderer::{
    EvaluationName, MetricState, MetricsRenderer, MetricsRendererEvaluation,
    MetricsRendererTraining,
};
use burn::train::{ExecutionStrategy, Learner, SupervisedTraining};
use shapecheck::Dyn;
use shapecheck_burn::{burn, device};

use crate::data::{self, Digit};
use crate::layers::best_class;
use crate::model::{Batch, Model};
use crate::random::Random;

/// Some of the digits.
#[derive(Clone)]
struct Digits {
    all: Arc<Vec<Digit>>,
    chosen: Vec<usize>,
}

/// burn asks for digits by their places.
impl Dataset<usize> for Digits {
    fn get(&self, index: usize) -> Result<usize, DatasetError> {
        Ok(self.chosen[index])
    }

    fn len(&self) -> usize {
        self.chosen.len()
    }
}

impl Batcher<usize, Batch> for Digits {
    fn batch(&self, places: Vec<usize>, device: &Device) -> Batch {
        device::set(device.clone());
        let digits: Vec<&Digit> = places.iter().map(|&place| &self.all[place]).collect();
        let data::Batch { pixels, labels } =
            data::Batch::<Dyn>::new(&digits).expect("sizes are those of the digits");
        Batch {
            images: pixels,
            labels,
        }
    }
}

/// What a trained network does with the digits for tests.
#[derive(Clone, Copy, Debug)]
pub struct Trained {
    /// The share that is read as what it is.
    pub accuracy: f32,
    #[allow(dead_code, reason = "one program of several compares it")]
    pub loss: f32,
}

/// Trains, and reads the digits for tests.
pub fn train(strategy: ExecutionStrategy, epochs: usize) -> Result<Trained, Box<dyn Error>> {
    device::set(strategy.main_device().clone().autodiff());
    let mut random = Random::new(1);
    let all = Arc::new(data::read()?);
    let mut places: Vec<usize> = (0..all.len()).collect();
    random.shuffle(&mut places);
    let test = places.split_off(all.len() * 4 / 5);
    let digits = |chosen| Digits {
        all: Arc::clone(&all),
        chosen,
    };
    let (training, test) = (digits(places), digits(test));
    let loader = |digits: &Digits| {
        let builder = DataLoaderBuilder::new(digits.clone()).batch_size(32);
        builder.shuffle(1).build(digits.clone())
    };

    // A folder for each run: a program may train several networks at a time.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let (process, run) = (std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let logs = std::env::temp_dir().join(format!("shapecheck-digits-{process}-{run}"));
    let learner = Learner::new(Model::random(&mut random), AdamConfig::new().init(), 0.005);
    let result = SupervisedTraining::new(&logs, loader(&training), loader(&test))
        .metrics((LossMetric::new(), AccuracyMetric::new()))
        .renderer(Box::new(Epochs))
        .with_application_logger(None)
        .with_training_strategy(strategy.into())
        .num_epochs(epochs)
        .launch(learner);
    std::fs::remove_dir_all(&logs)?;
    if let Some(error) = result.error {
        return Err(error.to_string().into());
    }

    let model = result.model.valid();
    let batch = test.batch(test.chosen.clone(), &model.devices()[0]);
    let scores = model.network().forward(&batch.images);
    let loss = scores.along::<-1>().cross_entropy(&batch.labels);
    let is_right = best_class(&scores).equal(&batch.labels);
    Ok(Trained {
        accuracy: is_right.cast::<f32>().mean(),
        loss: loss.into_scalar(),
    })
}

/// Tells the number of the epoch, where burn's own renderer tells each step.
struct Epochs;

impl TrainingProgressLogger for Epochs {
    fn start(&mut self, epochs: usize, _: usize, _: Option<usize>, _: Option<&str>) {
        println!("{epochs} epochs");
    }

    fn update_epoch(&mut self, epoch: usize) {
        println!("epoch {epoch}");
    }

    fn start_split(&mut self, _: &str, _: usize) {}

    fn update_split(&mut self, _: usize) {}

    fn end_split(&mut self) {}

    fn end(&mut self) {}

    fn log_event_training(&mut self, _: String) {}
}

impl EvaluationProgressLogger for Epochs {
    fn start_global_progress(&mut self, _: usize) {}

    fn start_test(&mut self, _: &str, _: usize) {}

    fn update_test_progress(&mut self, _: usize) {}

    fn end_test(&mut self) {}

    fn end_global_progress(&mut self) {}

    fn log_event_evaluation(&mut self, _: String) {}
}

impl MetricsRendererTraining for Epochs {
    fn update_train(&mut self, _: MetricState) {}

    fn update_valid(&mut self, _: MetricState) {}
}

impl MetricsRendererEvaluation for Epochs {
    fn update_test(&mut self, _: EvaluationName, _: MetricState) {}
}

impl MetricsRenderer for Epochs {
    fn manual_close(&mut self) {}

    fn register_metric(&mut self, _: MetricDefinition) {}
}
