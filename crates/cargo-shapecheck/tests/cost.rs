//! What the tool costs. Machines differ and are busy, so this is measured where it is asked for:
//! `cargo test --release -p cargo-shapecheck --test cost -- --ignored --nocapture`. (A hover is measured with the other
//! tests of the language server.)

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use cargo_shapecheck::wrapper;
use common::{cargo, shapecheck, target};

/// The tool passes `--verbose` to rustc, so that is what it is compared with. Every round checks all of the programs;
/// those that do not compile are checked anew each time.
#[test]
#[ignore = "takes a minute, and wants a machine that does little else"]
fn a_check_takes_at_most_five_percent_longer() {
    // A folder each: cargo asks rustc for its version anew where the wrapper has changed.
    let mut commands = [cargo(), shapecheck()].map(|mut command| {
        command.args(["check", "--quiet", "--examples", "--keep-going"]);
        command
    });
    commands[0]
        .env("RUSTFLAGS", "--verbose")
        .env("CARGO_TARGET_DIR", target().with_file_name("cost"));
    for command in &mut commands {
        time(command);
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..20 {
        for (command, times) in commands.iter_mut().zip(&mut times) {
            times.push(time(command));
        }
    }
    let [without, with] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    let ratio = with.as_secs_f64() / without.as_secs_f64();
    println!(
        "a check: {without:?} by cargo alone, {with:?} through the tool, {ratio:.3} times as long (medians of 20)"
    );
    assert!(ratio <= 1.05, "{ratio}");
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(101));
    start.elapsed()
}

/// The folders with messages of the compiler that the test `mistakes` keeps, one for each mistake.
fn kept() -> Vec<PathBuf> {
    let within = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let programs = within(&target().join("mistakes")).into_iter();
    // Each of these has many mistakes.
    let programs = programs.filter(|program| !program.ends_with("programs"));
    let mistakes = programs.flat_map(|program| within(&program));
    mistakes
        .filter(|mistake| mistake.join("full.json").is_file())
        .collect()
}

/// The least of some runs for the messages of each recorded mistake: run the test `mistakes` before.
#[test]
#[ignore = "wants the messages that the test `mistakes` keeps"]
fn most_checks_with_errors_take_some_milliseconds_longer() {
    let mut times = Vec::from_iter(kept().into_iter().map(|place| {
        let messages = fs::read(place.join("full.json")).unwrap();
        let runs = (0..5).map(|_| {
            let start = Instant::now();
            wrapper::copy_from(&place, &messages[..], &mut Vec::new()).unwrap();
            start.elapsed()
        });
        (runs.min().unwrap_or_default(), place)
    }));
    times.sort_unstable();
    let [(least, _), .., (most, of)] = &times[..] else {
        panic!("no messages are kept");
    };
    let median = times[times.len() / 2].0;
    println!(
        "{} checks with errors: {least:?} at least, {median:?} in the middle, {most:?} at most, for {}",
        times.len(),
        of.display()
    );
    assert!(median <= Duration::from_millis(50), "{median:?}");
}
