//! A typed network learns on two devices, of this process and of two servers, by each of burn's ways to add up gradients.
//!
//! ```text
//! cargo run --release
//! ```

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use shapecheck_burn::burn::tensor::Device;
use shapecheck_burn_machines::{Way, machine, train};

fn main() -> Result<(), Box<dyn Error>> {
    let servers = [machine()?, machine()?];
    // On servers, `all_reduce` ends the whole process.
    let (both, all) = (&Way::ALL[..2], &Way::ALL[..]);
    let pairs = [
        (
            "`flex` twice, in this process",
            [Device::flex(), Device::flex()],
            all,
        ),
        ("`flex` on two servers", servers, both),
    ];
    // The table reports what fails.
    std::panic::set_hook(Box::new(|_| {}));
    println!("| devices | gradients | loss | digits that are read |\n| --- | --- | --- | --- |");
    for (devices, pair, ways) in pairs {
        for (name, way) in ways {
            let trained = catch_unwind(AssertUnwindSafe(|| train(way.strategy(pair.clone()), 5)));
            let told = match trained {
                Ok(Ok(trained)) => {
                    format!("{:.5} | {:.1} %", trained.loss, 100.0 * trained.accuracy)
                }
                Ok(Err(error)) => format!("{error} |"),
                Err(panic) => {
                    let text = panic.downcast_ref::<String>().map(String::as_str);
                    let text = text.or(panic.downcast_ref::<&str>().copied());
                    format!(
                        "panics: {} |",
                        text.unwrap_or("").lines().next().unwrap_or("")
                    )
                }
            };
            println!("| {devices} | {name} | {told} |");
        }
    }
    Ok(())
}
