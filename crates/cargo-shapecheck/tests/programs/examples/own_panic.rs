//! A panic of the user's while the program compiles.
const _: () = panic!("`Axes<Scalar, Dyn>` has size 00_000_000_004_294_967_311\n\nnote: `UInt<UTerm, B1>`");

fn main() {}
