//! Follows a rover without the standard library and without an allocator: exits with 0 where it ends where NumPy says.
#![no_std]
#![no_main]

mod filter;
#[rustfmt::skip]
mod recorded;
mod rover;

use core::fmt::{self, Write};

use recorded::{COVARIANCE, READINGS, STATES};
use shapecheck::InlineTensor;

// Where a character is shown, how a process ends, and where `memcpy` and its start come from on the host.
#[link(name = "c")]
unsafe extern "C" {
    safe fn putchar(character: i32) -> i32;
    safe fn abort() -> !;
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let _ = writeln!(Screen, "{info}");
    abort()
}

/// `core` comes compiled for unwinding and names this; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| {
            putchar(byte.into());
        });
        Ok(())
    }
}

/// Whether the estimates are those of NumPy.
fn follow() -> Result<bool, fmt::Error> {
    let mut known = rover::unknown();
    let mut same = true;
    for (number, (reading, expected)) in READINGS.iter().zip(&STATES).enumerate() {
        let Ok((estimate, believed)) = rover::follow(&known, reading) else {
            writeln!(Screen, "{number}: the covariance of a surprise is singular")?;
            return Ok(false);
        };
        known = estimate;
        let [x, y, heading, speed]: [f64; 4] = known.state.into();
        if !believed {
            writeln!(Screen, "{number:2}: an echo by way of a wall")?;
        } else if number % 8 == 0 {
            writeln!(
                Screen,
                "{number:2}: at ({x:.2}, {y:.2}), heading {heading:.2}, speed {speed:.2}"
            )?;
        }
        same &= known
            .state
            .all_close(&InlineTensor::from(*expected), 1e-9, 1e-9);
    }
    let covariance = InlineTensor::from(COVARIANCE);
    Ok(same && known.covariance.all_close(&covariance, 1e-9, 1e-12))
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    match follow() {
        Ok(true) => 0,
        _ => 1,
    }
}
