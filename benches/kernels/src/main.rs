//! Times the same work with hand-written loops, ndarray, candle and shapecheck; `README.md` has the details.
//!
//! `cargo run --release -- R1 R4` measures two rows; without arguments it measures all.

mod hand;
mod measure;
mod ours;
mod with_candle;
mod with_ndarray;
mod work;

use std::process::{Command, ExitCode};

use measure::{Named, Output, fastest};
use work::Work;

/// Variables that have to be set before the process starts.
///
/// candle takes its number of threads from the first one. The others make glibc's allocator keep freed memory:
/// otherwise, depending on what else is on the heap, some contenders return it to the system with every call and pay
/// for every page of the next. Other allocators ignore them.
const ENVIRONMENT: [(&str, &str); 3] = [
    ("RAYON_NUM_THREADS", "1"),
    ("MALLOC_MMAP_THRESHOLD_", "33554432"),
    ("MALLOC_TRIM_THRESHOLD_", "4294967296"),
];

/// The hand-written loops come first; the others are compared with them.
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
        eprintln!("no row {unknown}: the rows are R1 to R14 and R20 to R27");
        return ExitCode::FAILURE;
    }
    if ENVIRONMENT
        .iter()
        .any(|(name, value)| std::env::var(name).as_deref() != Ok(value))
    {
        return start_again(&arguments);
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

/// Starts the same program with the same arguments, in its environment.
fn start_again(arguments: &[String]) -> ExitCode {
    let status = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(arguments)
            .envs(ENVIRONMENT)
            .status()
    });
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot start again with {ENVIRONMENT:?}: {error}");
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
