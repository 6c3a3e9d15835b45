//! See [`UInt<UTerm, B1>`] and [Axes<Scalar, UInt<UTerm, B1>>](UTerm).

fn main() {}
