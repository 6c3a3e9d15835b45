//! A number instead of a type.

fn main() {
    let _: Vec<[2, 3]> = Vec::new();
    let _: [a, b] = 1;
}
