//! Names that are not there, and types instead of values.

use shape::prelude;

trait Layer {}
type Batch = u8;
mod shape {}
mod there {
    pub struct Axis;
}
struct Axis {
    number: isize,
}

#[chekced]
fn attribute() {}

fn bound<S: Batch>() {}
fn built_in<S: usize>() {}

fn values() {
    let _ = Layer_::new();
    let _ = shape(1);
    let _ = Axis(0);
    let _ = Asix(0);
}

fn of_const<const N: usize>() -> [u8; N + 1] {
    [0; N + 1]
}

fn variable(n: usize) {
    let _ = [0; n];
}

fn main() {}
