//! The first program of the README runs, and the message about the mistake in it is the compiler's.
#![cfg(feature = "tensor")]

use crate::outside;

const README: &str = include_str!("../../../../README.md");
const PROGRAM: &str = include_str!(
    "../../ui-tests/fail/broadcasting/the_program_of_the_readme_with_a_scale_that_does_not_fit.rs"
);
const SNAPSHOT: &str = include_str!(
    "../../ui-tests/fail/broadcasting/the_program_of_the_readme_with_a_scale_that_does_not_fit.stderr"
);

/// The first block of the README that is fenced with this tag.
fn block(tag: &str) -> &'static str {
    outside::blocks(README, tag)
        .next()
        .expect("a block with this tag")
}

#[test]
fn the_first_program_runs_outside_of_the_repository() {
    assert_eq!(outside::first_program(), "[32, 3, 224]\n");
}

#[test]
fn the_failing_program_differs_by_one_size() {
    assert_eq!(
        block("rust").replace("shape![3, 1]>", "shape![3, 128]>"),
        PROGRAM
    );
}

#[test]
fn the_message_is_real() {
    // The snapshot names another file and has no line numbers for it beside; words and marks are the same.
    let mut snapshot = SNAPSHOT.lines();
    for line in block("text").lines() {
        if line.trim_start().starts_with("-->") {
            continue;
        }
        assert!(
            snapshot.any(|said| said == line),
            "not said by the compiler, or not in this order: {line}"
        );
    }
}
