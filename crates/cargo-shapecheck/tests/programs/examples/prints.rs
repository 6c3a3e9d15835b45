//! Prints what looks like types.
fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    println!("{argument} UInt<UTerm, B1>");
    eprintln!("Axes<Scalar, UInt<UTerm, B1>>");
    std::process::exit(7);
}
