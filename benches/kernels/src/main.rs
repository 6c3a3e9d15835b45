//! Times the same work done by hand-written loops, ndarray, candle and shapecheck; `README.md` says what and how.
//!
//! `cargo run --release -- R1 R4` measures two rows, no argument all of them.

mod hand;
mod measure;
mod ours;
mod with_candle;
mod with_ndarray;
mod work;

use std::process::{Command, ExitCode};

use measure::{Named, Output, fastest};
use work::Work;

/// Read by candle before its first matrix product, so it has to be there before the process starts.
const THREADS: &str = "RAYON_NUM_THREADS";

/// The loops by hand are the first: what the others are compared with.
fn contenders() -> Vec<Named> {
    vec![
        ("by hand", hand::contender),
        ("ndarray", with_ndarray::contender),
        ("candle", with_candle::contender),
        ("shapecheck", ours::contender),
    ]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = arguments
        .iter()
        .find(|argument| !Work::ALL.iter().any(|work| work.row() == **argument))
    {
        eprintln!("no row {unknown}: the rows are R1 to R12");
        return ExitCode::FAILURE;
    }
    if std::env::var(THREADS).as_deref() != Ok("1") {
        return on_one_thread(&arguments);
    }

    let contenders = contenders();
    print!("| row | work | output |");
    contenders.iter().for_each(|(name, _)| print!(" {name} |"));
    println!(
        "\n| --- | --- | --- |{}",
        " ---: |".repeat(contenders.len())
    );
    for work in Work::ALL {
        if !arguments.is_empty() && !arguments.iter().any(|argument| work.row() == *argument) {
            continue;
        }
        let times = fastest(&contenders, work);
        for (output, times) in Output::BOTH.into_iter().zip(times) {
            if times.iter().all(Option::is_none) {
                continue;
            }
            print!("| {} | {} | {output} |", work.row(), work.label());
            let yardstick = times[0];
            for (index, time) in times.iter().enumerate() {
                match (time, yardstick) {
                    (None, _) => print!(" - |"),
                    (Some(time), Some(yardstick)) if index > 0 => {
                        print!(" {:.2} |", time / yardstick)
                    }
                    (Some(time), _) => print!(" {} |", human(*time)),
                }
            }
            println!();
        }
    }
    ExitCode::SUCCESS
}

/// The same program with the same arguments and candle held to one thread.
fn on_one_thread(arguments: &[String]) -> ExitCode {
    let status = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(arguments)
            .env(THREADS, "1")
            .status()
    });
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot start again with {THREADS}=1: {error}");
            ExitCode::FAILURE
        }
    }
}

fn human(seconds: f64) -> String {
    let nanoseconds = seconds * 1e9;
    if nanoseconds < 1000.0 {
        format!("{nanoseconds:.1} ns")
    } else {
        format!("{:.1} µs", nanoseconds / 1000.0)
    }
}
