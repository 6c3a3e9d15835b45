//! The program of the README runs: in a separate crate, with what the README adds, it prints what the README says.

#[path = "../../shapecheck/tests/outside/mod.rs"]
mod outside;

#[test]
fn the_program_prints_what_is_said() {
    let readme = include_str!("../README.md");
    let said = outside::blocks(readme, "text").next().expect("a block");
    assert_eq!(outside::first_program(), said);
}
