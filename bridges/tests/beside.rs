//! Times a typed program beside the same calls of the engine's own.

use std::hint::black_box;
use std::time::Instant;

/// The heads of the columns, with what the second is compared with.
pub fn head(columns: [&str; 2]) {
    let [plain, typed] = columns;
    println!("| | {plain}, µs | {typed}, µs | ratio |\n| --- | --- | --- | --- |");
}

/// Prints the fastest of 200 rounds of each, in turns, and the ratio of the two.
pub fn beside<Plain, Typed>(
    name: &str,
    mut plain: impl FnMut() -> Plain,
    mut typed: impl FnMut() -> Typed,
) {
    let start = Instant::now();
    black_box(plain());
    let calls = (1e-3 / start.elapsed().as_secs_f64()).clamp(1.0, 1000.0) as usize;
    let mut least = [f64::INFINITY; 2];
    for round in 0..400 {
        // Each is the first in half of the rounds.
        let which = (round + round / 2) % 2;
        let start = Instant::now();
        for _ in 0..calls {
            match which {
                0 => drop(black_box(plain())),
                _ => drop(black_box(typed())),
            }
        }
        let time = start.elapsed().as_secs_f64() / calls as f64;
        least[which] = least[which].min(time);
    }
    let [plain, typed] = least.map(|time| time * 1e6);
    println!(
        "| {name} | {plain:.2} | {typed:.2} | {:.2} |",
        typed / plain
    );
}
