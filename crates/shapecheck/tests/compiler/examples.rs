//! The example program `explain` does what the README shows.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// Runs the program.
fn explain(arguments: &[&str]) -> Output {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| crate::built::example("explain"));
    let output = Command::new(&*PROGRAM).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{}: {error}", PROGRAM.display()))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a program prints Unicode")
}

#[track_caller]
fn explains(shapes: &[&str], picture: &[&str]) {
    let output = explain(shapes);
    assert_eq!(text(&output.stderr), "", "{shapes:?}");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines, picture, "{shapes:?}");
    assert_eq!(output.status.code(), Some(0), "{shapes:?}");
}

#[track_caller]
fn refuses(arguments: &[&str], error: &str) {
    let output = explain(arguments);
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

Each SHAPE is its sizes with `x` between them, such as 8x1x6x1; () is the shape without axes.
",
    );
}
