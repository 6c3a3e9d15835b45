//! The progress of the training: a bar and finally curves in a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stdout};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use textplots::{Chart, LabelBuilder, LabelFormat, Plot, Shape};

/// The size of a curve in dots. A character has two dots side by side and four on top of each other.
const CURVE: (u32, u32) = (120, 40);

pub struct Progress {
    /// In a terminal.
    bar: Option<ProgressBar>,
    /// After each epoch.
    losses: Vec<f32>,
    /// After each epoch, in percent.
    accuracies: Vec<f32>,
}

impl Progress {
    pub fn of(epochs: usize) -> Self {
        let bar = stdout().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} epoch {pos} of {len}{msg}");
            let bar =
                ProgressBar::with_draw_target(Some(epochs as u64), ProgressDrawTarget::stdout());
            bar.with_style(style.expect("a template"))
        });
        Self {
            bar,
            losses: Vec::new(),
            accuracies: Vec::new(),
        }
    }

    pub fn after_epoch(&mut self, loss: f32, accuracy: f32) {
        self.losses.push(loss);
        self.accuracies.push(accuracy);
        let epoch = self.losses.len();
        if let Some(bar) = &self.bar {
            bar.set_message(format!(": loss {loss:.4}, accuracy {accuracy:.1} %"));
            bar.inc(1);
        } else if epoch == 1 || epoch.is_multiple_of(5) {
            println!("epoch {epoch:2}: loss {loss:.4}, accuracy {accuracy:.1} %");
        }
    }

    /// Keeps the bar, and draws the curves of all epochs below it.
    pub fn end(self) {
        let Some(bar) = self.bar else { return };
        bar.finish();
        if self.losses.len() > 1 {
            curve("loss", &self.losses);
            curve("accuracy, %", &self.accuracies);
        }
    }
}

fn curve(what: &str, values: &[f32]) {
    let points: Vec<(f32, f32)> = (1..)
        .map(|epoch| epoch as f32)
        .zip(values.iter().copied())
        .collect();
    println!("\n{what}, by epochs");
    Chart::new(CURVE.0, CURVE.1, 1.0, values.len() as f32)
        .lineplot(&Shape::Lines(&points))
        .x_label_format(LabelFormat::Custom(Box::new(|epoch| format!("{epoch:.0}"))))
        .y_label_format(LabelFormat::Custom(Box::new(|value| format!("{value:.2}"))))
        .nice();
}
