//! Two sizes beside each other are not one, and nothing is computed of them.

use shapecheck::shape;

fn main() {
    let _: shape![2 3];
}
