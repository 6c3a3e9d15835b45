//! Reads handwritten digits without the standard library and without an allocator: exits with 0 where as many as before
//! are read right.
#![no_std]
#![no_main]

#[path = "../../digits/layers.rs"]
mod layers;
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a parameter near pi / 3 is not pi / 3")]
mod learned;

use core::fmt::{self, Write};

use layers::{Images, best_class};
use learned::{DIGITS, READER};
use shapecheck::{InlineTensor, dim};

/// Where the tensors of [`layers`] are: there is no allocator.
type Array<T, S> = InlineTensor<T, S>;

/// How many of [`DIGITS`] the network reads right. Another one may do better or worse: say so here.
const RIGHT: usize = 97;

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

fn report() -> Result<usize, fmt::Error> {
    let mut right = 0;
    let mut least_certain = (1.0, &DIGITS[0]);
    for digit in &DIGITS {
        let (image, label) = digit;
        let batch: Images<dim!(1)> = image
            .insert_axis::<-3>()
            .insert_axis::<-3>()
            .map(|ink| f32::from(ink) / 16.0);
        let scores = READER.forward(&batch); // [1, 10]
        right += usize::from(best_class(&scores)[[0]] == *label);
        let certainty = scores.softmax::<-1>().max();
        if certainty < least_certain.0 {
            least_certain = (certainty, digit);
        }
    }
    let (certainty, (image, label)) = least_certain;
    let certainty = 100.0 * certainty;
    writeln!(
        Screen,
        "Least certain, {certainty:.0} %, of this {label}:\n{image}"
    )?;
    writeln!(Screen, "{right} of {} digits read right", DIGITS.len())?;
    Ok(right)
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    match report() {
        Ok(RIGHT..) => 0,
        _ => 1,
    }
}
