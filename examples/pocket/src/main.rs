//! Reads handwritten digits without the standard library and without an allocator: exits with 0 where at least 95 of 100 are
//! read right.
#![no_std]
#![no_main]

#[rustfmt::skip]
mod learned;
mod model;

use core::fmt::{self, Write};

use learned::DIGITS;
use model::read;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// `core` comes compiled for unwinding and names this; nothing here unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

// Where a character is shown, and where `memcpy` and the start of a process come from on the host.
#[link(name = "c")]
unsafe extern "C" {
    safe fn putchar(character: i32) -> i32;
}

struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            putchar(byte.into());
        }
        Ok(())
    }
}

fn report() -> Result<usize, fmt::Error> {
    let mut right = 0;
    let mut least_certain = (1.0, 0);
    for (place, (image, label)) in DIGITS.iter().enumerate() {
        let likely = read(image);
        right += usize::from(likely.argmax() == *label);
        if likely.max() < least_certain.0 {
            least_certain = (likely.max(), place);
        }
    }
    let (certainty, place) = least_certain;
    let (image, label) = &DIGITS[place];
    writeln!(
        Screen,
        "Least certain, {:.0} %, of this {label}:\n{image}",
        100.0 * certainty
    )?;
    writeln!(Screen, "{right} of {} digits read right", DIGITS.len())?;
    Ok(right)
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    match report() {
        Ok(95..) => 0,
        _ => 1,
    }
}
