//! A panic in a constant.

const SIZE: u8 = panic!("of a size");

fn main() {
    let _ = SIZE;
}
