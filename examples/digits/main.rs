//! Trains a small convolutional network to read handwritten digits. The compiler checks every shape.
//!
//! ```text
//! cargo run --release -p digits
//! cargo run --release -p digits -- --epochs 5
//! cargo run --release -p digits -- --export examples/pocket/src/learned.rs
//! ```
//!
//! The last command writes the trained network as a source file, for a program without an allocator: `examples/pocket`.

mod data;
mod export;
mod layers;
mod progress;
mod random;
mod training;

use std::error::Error;

use shapecheck::{Dim, Dyn, Host, StaticDim, TensorOn, broadcast_map, dim};
use shapecheck_grad::{Grad, Sgd, Traces};

use data::{Batch, Classes, Digit, SIDE};
use layers::{Reader, best_class};
use progress::Progress;
use random::Random;
use training::learn;

/// A tensor of [`layers`]: on the heap, with gradients.
type Array<T, S> = TensorOn<T, S, Grad<Host>>;

type Patterns = dim!(8);
type Hidden = dim!(24);
type BatchSize = dim!(32);
const EPOCHS: usize = 25;
const RATE: f64 = 0.05;
/// The part of its velocity that a parameter keeps from step to step.
const MOMENTUM: f64 = 0.9;
const SEED: u64 = 1;

/// From images `[B, 1, 8, 8]` to maps `[B, 8, 6, 6]` to `[B, 24]` to scores `[B, 10]`.
type Model = Reader<Patterns, Hidden, Classes>;

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { epochs, export } = arguments()?;
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

    let mut model = Model::random(&mut random);
    let mut optimizer = Sgd::new(RATE).momentum(MOMENTUM);
    let test_batch = Batch::<Dyn>::new(test)?;
    let mut progress = Progress::of(epochs);
    for _ in 0..epochs {
        random.shuffle(training);
        let (batches, rest) = training.as_chunks::<{ BatchSize::SIZE }>();
        let mut loss = 0.0;
        for digits in batches {
            let batch = Batch::<BatchSize>::new(digits)?;
            loss += learn(&mut model, &mut optimizer, &batch) * digits.len() as f32;
        }
        // The rest has a size that the compiler does not know; the same code takes it.
        if !rest.is_empty() {
            loss +=
                learn(&mut model, &mut optimizer, &Batch::<Dyn>::new(rest)?) * rest.len() as f32;
        }
        let accuracy = accuracy(&model, &test_batch);
        progress.after_epoch(loss / training.len() as f32, accuracy);
    }
    progress.end();

    let predictions = best_class(&model.forward(&test_batch.pixels));
    println!();
    show(test, &predictions.detach().to_vec());
    println!();

    println!("test accuracy: {:.1} %", accuracy(&model, &test_batch));
    if let Some(path) = export {
        std::fs::write(path, export::source(&model, test))?;
    }
    Ok(())
}

/// The percentage of digits that are read correctly.
fn accuracy<B: Dim>(model: &Model, batch: &Batch<B>) -> f32 {
    let predictions = best_class(&model.forward(&batch.pixels)).detach();
    let labels = batch.labels.detach();
    let correct =
        broadcast_map!(|prediction, label| f32::from(prediction == label); &predictions, &labels);
    100.0 * correct.mean()
}

/// Prints a few digits side by side, including a mistake, each above its prediction and its label.
fn show(digits: &[&Digit], predictions: &[usize]) {
    let (right, wrong): (Vec<_>, Vec<_>) = digits
        .iter()
        .zip(predictions)
        .partition(|(digit, prediction)| digit.label == **prediction);
    let shown = || right.iter().take(3).chain(wrong.iter().take(1));

    for row in 0..SIDE {
        print_columns(shown().map(|(digit, _)| shades(&digit.pixels[row * SIDE..][..SIDE])));
    }
    print_columns(shown().map(|(_, prediction)| format!("prediction {prediction}")));
    print_columns(shown().map(|(digit, _)| format!("label      {}", digit.label)));
}

/// Pixels as characters, each twice, because a character is about twice as high as wide.
fn shades(pixels: &[f32]) -> String {
    const SHADES: [&str; 5] = ["  ", "..", "oo", "OO", "@@"];
    pixels
        .iter()
        .map(|pixel| SHADES[(pixel * 4.0).round() as usize])
        .collect()
}

fn print_columns(texts: impl Iterator<Item = String>) {
    let width = 2 * SIDE + 3;
    let line: String = texts.map(|text| format!("{text:width$}")).collect();
    println!("{}", line.trim_end());
}

struct Arguments {
    /// The number of epochs: `--epochs N`, or [`EPOCHS`].
    epochs: usize,
    /// Where to write the trained network: `--export PATH`.
    export: Option<String>,
}

fn arguments() -> Result<Arguments, String> {
    const USAGE: &str = "usage: digits [--epochs N] [--export PATH]";
    let mut read = Arguments {
        epochs: EPOCHS,
        export: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        match name.as_str() {
            "--epochs" => read.epochs = value.parse().map_err(|_| USAGE)?,
            "--export" => read.export = Some(value),
            _ => return Err(USAGE.into()),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use data::{CLASSES, PIXELS};

    use super::*;

    #[test]
    fn the_file_has_every_digit_many_times() {
        let digits = data::read().expect("the file");
        assert_eq!(digits.len(), 1797);
        for label in 0..CLASSES {
            let count = digits.iter().filter(|digit| digit.label == label).count();
            assert!((170..190).contains(&count), "{count} images of {label}");
        }
        let inks = || digits.iter().flat_map(|digit| digit.pixels);
        assert_eq!(inks().reduce(f32::min), Some(0.0));
        assert_eq!(inks().reduce(f32::max), Some(1.0));
    }

    #[test]
    fn a_static_batch_takes_no_other_number_of_digits() {
        let digits = data::read().expect("the file");
        let digits: Vec<&Digit> = digits.iter().take(29).collect();
        let error = Batch::<dim!(32)>::new(&digits)
            .err()
            .expect("3 are missing");
        assert_eq!(
            error.to_string(),
            "sizes [29, 1, 8, 8] do not fit the type: size 29 at axis -4 where the type has 32"
        );
        let batch = Batch::<Dyn>::new(&digits).expect("any number");
        assert_eq!(batch.pixels.shape().to_string(), "[29, 1, 8, 8]");
        assert_eq!(
            batch.pixels.detach().to_vec()[28 * PIXELS..],
            digits[28].pixels
        );
        assert_eq!(batch.labels.detach()[[28]], digits[28].label);
    }

    #[test]
    fn shuffling_keeps_every_item_and_depends_on_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<usize> = (0..100).collect();
            Random::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(1);
        assert_eq!(sorted, shuffled(1));
        assert_ne!(sorted, shuffled(2));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}
