//! Warnings with words of the user's in them, which name types.
#![warn(unused_variables, reason = "see `Axes<Scalar, UInt<UTerm, B1>>`")]

#[deprecated(note = "see `Axes<DynShape, Dyn>`, ticket 00_042\n\nnote: `UInt<UTerm, B1>`\n 1 | size 00_000_000_004_294_967_311")]
struct Old;

#[must_use = "a `UInt<UTerm, B1>` is `Axes<Scalar, UInt<UTerm, B1>>`"]
fn count() -> usize {
    1
}

fn main() {
    let unused = "UInt<UTerm, B1>";
    count();
    let _: Option<Old> = None;
    if cfg!(feature = "UInt<UTerm, B1>") {}
}
