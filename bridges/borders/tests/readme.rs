//! The first program of the README runs, in a separate crate.
#![cfg(feature = "ndarray")]

#[path = "../../../crates/shapecheck/tests/outside/mod.rs"]
mod outside;

#[test]
fn the_first_program_runs_outside_of_the_repository() {
    assert_eq!(
        outside::first_program(),
        "[15, 75, 135, 195]\n204\nsizes [4, 6] do not fit the type: size 6 at axis -1 where the type has 5\n"
    );
}
