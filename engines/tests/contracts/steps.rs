//! What a step of a model gives or tells, and what contracts cost in it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Prints what a step gives, or the first line of its panic.
pub fn tell(name: &str, step: impl FnOnce() -> String) {
    let told = catch_unwind(AssertUnwindSafe(step));
    let told = told.unwrap_or_else(|panic| panic.downcast_ref::<String>().unwrap().clone());
    println!("{name}: {}", told.lines().next().unwrap());
}

/// Prints how long a step takes without contracts and with them, in turns.
pub fn time(mut plain: impl FnMut(), mut checked: impl FnMut()) {
    let mut shortest = [Duration::MAX; 2];
    let mut quotients = Vec::new();
    for turn in 0..300 {
        let mut taken = [Duration::ZERO; 2];
        // Each is the first as often as the other.
        for index in [turn % 2, 1 - turn % 2] {
            let start = Instant::now();
            match index {
                0 => plain(),
                _ => checked(),
            }
            taken[index] = start.elapsed();
            shortest[index] = shortest[index].min(taken[index]);
        }
        quotients.push(taken[1].as_secs_f64() / taken[0].as_secs_f64());
    }
    quotients.sort_by(f64::total_cmp);
    let [plain, checked] = shortest;
    println!(
        "a step takes {plain:?} without contracts and {checked:?} with them at least, and {:.4} times as long in the median",
        quotients[quotients.len() / 2],
    );
}
