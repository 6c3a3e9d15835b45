//! Other languages write `?` for a run-time size.

use shapecheck::shape;

fn main() {
    let _: shape![?, 3];
}
