//! What a step of a model gives or tells, and what contracts cost in it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Prints what a step gives, or the first line of its panic.
pub fn tell(name: &str, step: impl FnOnce() -> String) {
    let told = catch_unwind(AssertUnwindSafe(step));
    let told = told.unwrap_or_else(|panic| panic.downcast_ref::<String>().unwrap().clone());
    println!("{name}: {}", told.lines().next().unwrap());
}

/// Prints how long a step takes without contracts, and how much longer with them: the medians of steps in pairs.
pub fn time(mut plain: impl FnMut(), mut checked: impl FnMut()) {
    let [mut times, mut quotients] = [const { Vec::new() }; 2];
    for turn in 0..300 {
        let mut taken = [0.0; 2];
        // Each is the first as often as the other.
        for index in [turn % 2, 1 - turn % 2] {
            let start = Instant::now();
            match index {
                0 => plain(),
                _ => checked(),
            }
            taken[index] = start.elapsed().as_secs_f64();
        }
        times.push(taken[0]);
        quotients.push(taken[1] / taken[0]);
    }
    let [time, quotient] = [times, quotients].map(|mut values| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    });
    println!(
        "a step takes {:.2} ms without contracts, and {:.2} % longer with them",
        time * 1e3,
        (quotient - 1.0) * 100.0,
    );
}
