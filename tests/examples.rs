//! The two example programs do what the README shows, and the gradient of `digits` is the slope of its loss (in the
//! tests of `examples/digits/training.rs`).
#![cfg(feature = "tensor")]

#[path = "../examples/digits/data.rs"]
mod data;
#[path = "../examples/digits/layers.rs"]
mod layers;
#[path = "../examples/digits/random.rs"]
mod random;
#[path = "../examples/digits/training.rs"]
mod training;

use std::env::consts::EXE_SUFFIX;
use std::process::{Command, Output};

use shapecheck::{Dyn, Tensor, dim};

use data::{Batch, CLASSES, Digit, PIXELS, SIDE};
use random::Random;

/// Where the tensors of [`layers`] are.
type Array<T, S> = Tensor<T, S>;

/// Runs the program that `cargo test` built from an example.
fn run(example: &str, arguments: &[&str]) -> Output {
    // This test is `target/debug/deps/examples-...`, and the program is in `target/debug/examples`.
    let test = std::env::current_exe().expect("the path of this test");
    let program = test
        .ancestors()
        .nth(2)
        .expect("the directory of the build")
        .join("examples")
        .join(format!("{example}{EXE_SUFFIX}"));
    match Command::new(&program).args(arguments).output() {
        Ok(output) => output,
        Err(error) => panic!(
            "{}: {error}; `cargo test` builds the examples, but `cargo test --test examples` alone does not",
            program.display(),
        ),
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a program prints Unicode")
}

#[track_caller]
fn explains(shapes: &[&str], picture: &[&str]) {
    let output = run("explain", shapes);
    assert_eq!(text(&output.stderr), "", "{shapes:?}");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines, picture, "{shapes:?}");
    assert_eq!(output.status.code(), Some(0), "{shapes:?}");
}

#[track_caller]
fn refuses(arguments: &[&str], error: &str) {
    let output = run("explain", arguments);
    assert_eq!(text(&output.stderr), error, "{arguments:?}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
}

#[test]
fn explain_draws_the_shapes_and_their_result() {
    explains(
        &["8x1x6x1", "7x1x5"],
        &[
            "  8 1 6 1", //
            "    7 1 5",
            "---------",
            "  8 7 6 5",
        ],
    );
}

#[test]
fn explain_takes_one_shape_or_many_in_columns_as_wide_as_their_sizes() {
    explains(
        &["256x256x3"],
        &[
            "  256 256 3", //
            "-----------",
            "  256 256 3",
        ],
    );
    explains(
        &["1x3", "1024x1x1x1", "50257x1", "1x1x1x1x1"],
        &[
            "               1 3",
            "    1024 1     1 1",
            "           50257 1",
            "  1    1 1     1 1",
            "------------------",
            "  1 1024 1 50257 3",
        ],
    );
}

#[test]
fn explain_writes_a_shape_without_axes_as_two_parentheses() {
    explains(&["()", ""], &["  ()", "  ()", "----", "  ()"]);
    explains(
        &["()", "0x3", "1x1"],
        &["   ()", "  0 3", "  1 1", "-----", "  0 3"],
    );
}

#[test]
fn explain_marks_the_axis_where_shapes_clash() {
    refuses(
        &["8x1x6x1", "8x4x3"],
        "\
error: cannot broadcast shapes [8, 1, 6, 1] and [8, 4, 3]: size 6 does not match size 4 at axis -2
  8 1 6 1
    8 4 3
      ^
",
    );
    refuses(
        &["3", "2x1", "4"],
        "\
error: cannot broadcast shapes [3] and [4] (operands 0 and 2): size 3 does not match size 4 at axis -1
  3
  4
  ^
",
    );
}

#[test]
fn explain_says_what_is_wrong_with_an_argument() {
    for (argument, problem) in [
        ("8xx3", "a size is missing beside an `x`"),
        ("x3", "a size is missing beside an `x`"),
        ("3x", "a size is missing beside an `x`"),
        ("abc", "`abc` is not a number"),
        ("8X3", "`8X3` is not a number"),
        ("8 3", "`8 3` is not a number"),
        ("+3", "`+3` is not a number"),
        ("-", "`-` is not a number"),
        ("2.5x3", "`2.5` is not a number"),
        ("()x3", "`()` is not a number"),
        ("٣", "`٣` is not a number"),
        ("-3", "the size -3 is negative"),
        ("2x-3", "the size -3 is negative"),
        (
            "-99999999999999999999",
            "the size -99999999999999999999 is negative",
        ),
        (
            "_x3",
            "`_`, a size known only later, is for shapes in types; here every size is a number",
        ),
    ] {
        let error = format!("error: `{argument}` is not a shape: {problem}\n");
        refuses(&["2", argument], &error);
    }
}

#[test]
fn explain_takes_sizes_up_to_the_largest() {
    let largest = usize::MAX.to_string();
    let width = largest.len() + 2;
    explains(
        &[&largest, "1"],
        &[
            &format!("{largest:>width$}"),
            &format!("{:>width$}", 1),
            &"-".repeat(width),
            &format!("{largest:>width$}"),
        ],
    );
    let too_large = format!("{largest}0");
    refuses(
        &[&too_large],
        &format!(
            "error: `{too_large}` is not a shape: the size {too_large} is larger than {largest}\n"
        ),
    );
}

#[test]
fn explain_without_shapes_says_how_it_is_used() {
    refuses(
        &[],
        "\
usage: explain SHAPE...

Unary SHAPE is its sizes with `x` between them, such as 8x1x6x1; () is the shape without axes.
",
    );
}

#[test]
fn digits_learns_to_read() {
    // Fewer epochs than in a run without arguments: here the program is built without optimizations.
    let output = run("digits", &["--epochs", "15"]);
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
fn digits_shows_images_with_predictions_and_labels() {
    // After so short a training there are mistakes to show.
    let output = run("digits", &["--epochs", "1"]);
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
fn digits_writes_what_it_learned_as_source() {
    let path = std::env::temp_dir().join(format!("learned-{}.rs", std::process::id()));
    let path = path.to_str().expect("a path of Unicode");
    let output = run("digits", &["--epochs", "1", "--export", path]);
    let source = std::fs::read_to_string(path);
    std::fs::remove_file(path).expect("the file was written");
    assert_eq!(output.status.code(), Some(0));
    let source = source.expect("a source file");
    // The same tensors as in the one that is kept, with other numbers.
    let kept = include_str!("../examples/pocket/src/learned.rs");
    let statics = |source: &str| -> Vec<String> {
        let lines = source.lines().filter(|line| line.starts_with("pub static"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(statics(&source), statics(kept));
    assert_eq!(source.matches("    (InlineTensor").count(), 100);
    assert_eq!(source.matches(", ").count(), kept.matches(", ").count());
}

#[test]
fn digits_gives_the_same_numbers_every_time() {
    let arguments = ["--epochs", "1"];
    assert_eq!(run("digits", &arguments), run("digits", &arguments));
}

#[test]
fn digits_refuses_other_arguments() {
    for arguments in [
        &["--epochs"][..],
        &["--epochs", "few"],
        &["5"],
        &["--export"],
    ] {
        let output = run("digits", arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert_eq!(
            text(&output.stderr),
            "Error: \"usage: digits [--epochs N] [--export PATH]\"\n"
        );
    }
}

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
    assert_eq!(batch.pixels.to_vec()[28 * PIXELS..], digits[28].pixels);
    assert_eq!(batch.labels[[28]], digits[28].label);
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
