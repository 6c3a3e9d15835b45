//! The program does what its README says.

use std::process::{Command, Output};

/// Rows of an image.
const SIDE: usize = 8;

/// Runs the program.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_digits"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a program prints Unicode")
}

#[test]
fn it_learns_to_read() {
    // Fewer epochs than in a run without arguments: here the program is built without optimizations.
    let output = run(&["--epochs", "15"]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));

    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], "1437 digits to learn from, 360 to test on");

    let losses: Vec<f32> = lines
        .iter()
        .filter_map(|line| {
            line.strip_prefix("epoch ")?
                .split_once(": loss ")?
                .1
                .split_once(", accuracy ")
        })
        .map(|(loss, _)| loss.parse().expect("a loss"))
        .collect();
    assert_eq!(losses.len(), 4);
    assert!(losses[3] < losses[0] / 10.0, "{losses:?}");

    let last = lines[lines.len() - 1];
    let accuracy = last
        .strip_prefix("test accuracy: ")
        .and_then(|rest| rest.strip_suffix(" %"))
        .unwrap_or_else(|| panic!("the last line is `{last}`"));
    assert_eq!(
        accuracy.split_once('.').map(|(_, places)| places.len()),
        Some(1)
    );
    let accuracy: f32 = accuracy.parse().expect("an accuracy");
    assert!(accuracy > 96.0 && accuracy <= 100.0, "{last}");
}

#[test]
fn it_shows_images_with_predictions_and_labels() {
    // After so short a training there are mistakes to show.
    let output = run(&["--epochs", "1"]);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let [_, _, "", image @ .., predictions, labels, "", _] = &lines[..] else {
        panic!("other lines: {lines:#?}");
    };
    assert_eq!(image.len(), SIDE);
    let shades = |line: &&str| line.chars().all(|shade| " .oO@".contains(shade));
    assert!(image.iter().all(shades), "{image:?}");
    assert!(image.iter().any(|line| line.contains("@@")), "{image:?}");

    let numbers = |line: &str, caption: &str| -> Vec<usize> {
        let words: Vec<&str> = line.split_whitespace().collect();
        words
            .chunks(2)
            .map(|pair| {
                assert_eq!(pair[0], caption);
                pair[1].parse().expect("a digit")
            })
            .collect()
    };
    let (predictions, labels) = (numbers(predictions, "prediction"), numbers(labels, "label"));
    assert_eq!((predictions.len(), labels.len()), (4, 4));
    assert_eq!(predictions[..3], labels[..3]);
    assert_ne!(predictions[3], labels[3]);
}

#[test]
fn it_writes_what_it_learned_as_source() {
    let path = std::env::temp_dir().join(format!("learned-{}.rs", std::process::id()));
    let path = path.to_str().expect("a path of Unicode");
    let output = run(&["--epochs", "1", "--export", path]);
    let source = std::fs::read_to_string(path);
    std::fs::remove_file(path).expect("the file was written");
    assert_eq!(output.status.code(), Some(0));
    let source = source.expect("a source file");
    // The same tensors as in the one that is kept, with other numbers.
    let kept = include_str!("../../pocket/src/learned.rs");
    let statics = |source: &str| -> Vec<String> {
        let lines = source.lines().filter(|line| line.starts_with("pub static"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(statics(&source), statics(kept));
    assert_eq!(source.matches("    (InlineTensor").count(), 100);
    assert_eq!(source.matches(", ").count(), kept.matches(", ").count());
}

#[test]
fn it_gives_the_same_numbers_every_time() {
    let arguments = ["--epochs", "1"];
    assert_eq!(run(&arguments), run(&arguments));
}

#[test]
fn it_refuses_other_arguments() {
    for arguments in [
        &["--epochs"][..],
        &["--epochs", "few"],
        &["5"],
        &["--export"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert_eq!(
            text(&output.stderr),
            "Error: \"usage: digits [--epochs N] [--export PATH]\"\n"
        );
    }
}
