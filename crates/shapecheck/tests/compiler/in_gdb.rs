//! What gdb prints of tensors and shapes.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::path::Path;
use std::process::Command;

use crate::built::built;

const PROGRAM: &str = include_str!("../in_gdb/src/main.rs");

/// The variables of the program, each with what gdb prints of it, in the functions that stop, the last one called first.
fn variables() -> [Vec<(&'static str, &'static str)>; 2] {
    let function = |text: &'static str| {
        let lines = text.lines().filter_map(|line| line.split_once(" // = "));
        let named = lines.map(|(code, printed)| {
            let code = code.trim_start().trim_start_matches("let ");
            let name = code.split([':', ' ']).next().expect("a name");
            (name, printed)
        });
        named.collect()
    };
    let (generic, main) = PROGRAM.split_once("fn main()").expect("a main");
    [function(main), function(generic)]
}

#[test]
fn tensors_and_shapes_are_printed_in_sizes() {
    if Command::new("gdb").arg("--version").output().is_err() {
        println!("skipped: gdb is not installed");
        return;
    }
    // With the program of the README, so that the library is built once for both.
    let target = crate::outside::target();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--target-dir"])
        .arg(target)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/in_gdb"))
        .env("CARGO_PROFILE_DEV_DEBUG", "full")
        .env_remove("RUSTFLAGS");
    let program = built(&mut cargo, "in-gdb", &[]).program;

    let mut gdb = Command::new("gdb");
    gdb.args(["-batch", "-nx", "-iex"])
        .arg(format!("add-auto-load-safe-path {}", target.display()))
        .args(["-ex", "break in_gdb::here", "-ex", "run"]);
    let stops = variables();
    for variables in &stops {
        gdb.args(["-ex", "up"]);
        for (name, _) in variables {
            gdb.args(["-ex", &format!("print {name}")]);
        }
        gdb.args(["-ex", "continue"]);
    }
    let output = gdb.arg(program.expect("a program")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let printed = text.lines().filter(|line| line.starts_with('$'));
    let printed: Vec<&str> = printed
        .filter_map(|line| line.split_once(" = "))
        .map(|(_, value)| value)
        .collect();
    let wanted: Vec<&str> = stops
        .iter()
        .flatten()
        .map(|(_, printed)| *printed)
        .collect();
    assert!(wanted.len() > 20, "{wanted:?}");
    assert_eq!(printed, wanted, "{text}{said}");
}
