//! The first program of the README runs, in a separate crate.

#[path = "../../../crates/shapecheck/tests/outside/mod.rs"]
mod outside;

#[test]
fn the_first_program_runs_outside_of_the_repository() {
    assert_eq!(outside::first_program(), "[7, 3], 84\n");
}
