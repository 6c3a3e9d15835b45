//! Other languages write `?` for a size that only the program knows.

use shapecheck::shape;

fn main() {
    let _: shape![?, 3];
}
