//! A parameter with two bounds that nothing says.

fn both<T: Default + Clone>() -> u8 {
    0
}
fn main() {
    both();
}
