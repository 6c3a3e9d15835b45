//! Models of burn's own examples as they were published, and layers of burn-nn, run with names for their sizes.
//!
//! The files of `models` are those of <https://github.com/tracel-ai/burn>, `examples/*/src/model.rs` at commit
//! 2c06be351006851d42fdb6df16b976f4a82d9747, under the licenses of burn, MIT or Apache-2.0: not a line is changed.
//! `--nocapture` prints how long each takes.

use std::time::Instant;

use burn::nn::attention::SeqLengthOption;
use burn::nn::transformer::{TransformerDecoderConfig, TransformerDecoderInput};
use burn::nn::{BiLstmConfig, gru::GruConfig, transformer::TransformerEncoderConfig};
use burn::tensor::{Bool, Device, Int, Tensor};
use models::*;
use shapecheck_burn::capture::record;
use shapecheck_burn::dry::{Report, Sizes, dry, values};

#[allow(dead_code, clippy::all, reason = "these are files of burn's")]
mod models {
    pub mod custom_image_dataset;
    pub mod guide;
    pub mod import_model_weights;
    pub mod mnist;
    pub mod modern_lstm;
    pub mod simple_regression;
    pub mod text_classification;
    pub mod text_generation;
    pub mod wgan;
}

/// What the models name of their examples' files of data.
#[allow(dead_code, reason = "some only have names in the models")]
mod data {
    use super::{Bool, Int, Tensor};

    #[derive(Clone, Debug)]
    pub struct MnistBatch {
        pub images: Tensor<3>,
        pub targets: Tensor<1, Int>,
    }

    #[derive(Clone, Debug)]
    pub struct TextClassificationTrainingBatch {
        pub tokens: Tensor<2, Int>,
        pub labels: Tensor<1, Int>,
        pub mask_pad: Tensor<2, Bool>,
    }

    #[derive(Clone, Debug)]
    pub struct TextClassificationInferenceBatch {
        pub tokens: Tensor<2, Int>,
        pub mask_pad: Tensor<2, Bool>,
    }

    #[derive(Clone, Debug)]
    pub struct TrainingTextGenerationBatch {
        pub tokens_inputs: Tensor<2, Int>,
        pub targets: Tensor<2, Int>,
        pub mask_pad: Tensor<2, Bool>,
    }
}

mod dataset {
    use super::Tensor;

    pub const NUM_FEATURES: usize = 8;

    #[derive(Clone, Debug)]
    pub struct HousingBatch {
        pub inputs: Tensor<2>,
        pub targets: Tensor<1>,
    }
}

/// A dry run whose rows have names for all sizes, and of whose batches each stays apart.
#[track_caller]
fn named<const RANK: usize>(
    sizes: impl IntoIterator<Item = (&'static str, [usize; 3])>,
    model: impl Fn(&Sizes<'_>, &Device) -> Tensor<RANK>,
) -> Report {
    let begin = Instant::now();
    let report = dry(sizes, |sizes| record(|device| model(sizes, device)));
    let (rows, time) = (report.table(), begin.elapsed());
    let thread = std::thread::current();
    println!(
        "{}: {} rows in {time:.1?}",
        thread.name().unwrap_or(""),
        rows.len()
    );
    for row in rows {
        let is_named = row.split(['[', ']', ',', ' ']).all(|word| word != "_");
        assert!(is_named, "{row}");
    }
    report.keep_apart("Batch")
}

const BATCH: [(&str, [usize; 3]); 1] = [("Batch", [3, 5, 8])];

#[test]
fn mnist() {
    let report = named(BATCH, |sizes, device| {
        mnist::Model::new(device).forward(Tensor::zeros([sizes["Batch"], 28, 28], device))
    });
    report.gives("[Batch, 10]").check();
}

#[test]
fn text_classification() {
    let report = named(values(["Batch", "Seq"]), |sizes, device| {
        let transformer = TransformerEncoderConfig::new(64, 128, 4, 2);
        let length = SeqLengthOption::Max(128);
        let config =
            text_classification::TextClassificationModelConfig::new(transformer, 4, 1009, length);
        let shape = [sizes["Batch"], sizes["Seq"]];
        config
            .init(device)
            .infer(data::TextClassificationInferenceBatch {
                tokens: Tensor::zeros(shape, device),
                mask_pad: Tensor::zeros(shape, device),
            })
    });
    report.gives("[Batch, 4]").check();
}

/// It pools pictures of all sizes.
#[test]
fn guide() {
    let sizes = [
        ("Batch", [3, 5, 8]),
        ("Height", [64, 75, 96]),
        ("Width", [67, 90, 125]),
    ];
    let report = named(sizes, |sizes, device| {
        let shape = [sizes["Batch"], sizes["Height"], sizes["Width"]];
        guide::ModelConfig::new(10, 512)
            .init(device)
            .forward(Tensor::zeros(shape, device))
    });
    report.gives("[Batch, 10]").check();
}

#[test]
fn custom_image_dataset() {
    let report = named(BATCH, |sizes, device| {
        let model = custom_image_dataset::Cnn::new(10, device);
        model.forward(Tensor::zeros([sizes["Batch"], 3, 32, 32], device))
    });
    report.gives("[Batch, 10]").check();
}

#[test]
fn import_model_weights() {
    let report = named(BATCH, |sizes, device| {
        let model = import_model_weights::Model::init(device);
        model.forward(Tensor::zeros([sizes["Batch"], 1, 28, 28], device))
    });
    report.gives("[Batch, 10]").check();
}

/// It goes over the tokens in a loop.
#[test]
fn modern_lstm() {
    let report = named(values(["Batch", "Seq"]), |sizes, device| {
        let device = device.clone().autodiff();
        let model = modern_lstm::LstmNetworkConfig::new().init(&device);
        model.forward(
            Tensor::zeros([sizes["Batch"], sizes["Seq"], 1], &device),
            None,
        )
    });
    report.gives("[Batch, 1]").check();
}

/// With its loss, which is the mean of a batch.
#[test]
fn simple_regression() {
    let report = named(BATCH, |sizes, device| {
        let model = simple_regression::RegressionModelConfig::new().init(device);
        let batch = dataset::HousingBatch {
            inputs: Tensor::zeros([sizes["Batch"], dataset::NUM_FEATURES], device),
            targets: Tensor::zeros([sizes["Batch"]], device),
        };
        model.forward_step(batch).output
    });
    let report = report.allow("Mean makes one of Batch: Mean [Batch, 1] -> [1]");
    report.gives("[Batch, 1]").check();
}

/// With its loss, which is the mean over all tokens.
#[test]
fn text_generation() {
    let report = named(values(["Batch", "Seq"]), |sizes, device| {
        let transformer = TransformerEncoderConfig::new(64, 128, 4, 2);
        let config = text_generation::TextGenerationModelConfig::new(transformer, 1009, 0, 128);
        let shape = [sizes["Batch"], sizes["Seq"]];
        let output = config
            .init(device)
            .forward_training(data::TrainingTextGenerationBatch {
                tokens_inputs: Tensor::zeros(shape, device),
                targets: Tensor::zeros(shape, device),
                mask_pad: Tensor::zeros(shape, device),
            });
        output.output
    });
    let report = report.allow("Sum goes along Batch * Seq: Sum [Batch * Seq] -> [1]");
    report.gives("[Batch * Seq, 1009]").check();
}

#[test]
fn wgan_generator() {
    let report = named(BATCH, |sizes, device| {
        let (generator, _) = wgan::ModelConfig::new().init(device);
        generator.forward(Tensor::zeros([sizes["Batch"], 100], device))
    });
    report.gives("[Batch, 784]").check();
}

#[test]
fn wgan_discriminator() {
    let report = named(BATCH, |sizes, device| {
        let (_, discriminator) = wgan::ModelConfig::new().init(device);
        discriminator.forward(Tensor::zeros([sizes["Batch"], 1, 28, 28], device))
    });
    report.gives("[Batch, 1]").check();
}

#[test]
fn transformer_decoder() {
    let report = named(values(["Batch", "Seq", "Memory"]), |sizes, device| {
        let decoder = TransformerDecoderConfig::new(64, 128, 4, 2).init(device);
        let of = |length: &str| Tensor::zeros([sizes["Batch"], sizes[length], 64], device);
        decoder.forward(TransformerDecoderInput::new(of("Seq"), of("Memory")))
    });
    report.gives("[Batch, Seq, 64]").check();
}

/// They go over the tokens in a loop.
#[test]
fn recurrent_layers() {
    let report = named(values(["Batch", "Seq"]), |sizes, device| {
        let x = Tensor::zeros([sizes["Batch"], sizes["Seq"], 16], device);
        let x = GruConfig::new(16, 32, true).init(device).forward(x, None);
        BiLstmConfig::new(32, 64, true)
            .init(device)
            .forward(x, None)
            .0
    });
    report.gives("[Batch, Seq, 128]").check();
}
