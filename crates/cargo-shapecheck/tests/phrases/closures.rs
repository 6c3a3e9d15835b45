//! Messages of closures, seen where nothing else is wrong.

fn called(of: impl Fn(u8) -> u8) {}

fn main() {
    called(|a: &u8| *a);
}
