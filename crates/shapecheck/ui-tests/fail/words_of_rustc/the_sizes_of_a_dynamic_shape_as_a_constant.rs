//! The headline is rustc's own.

use shapecheck::{StaticShape, shape};

fn main() {
    let _ = <shape![_, 3]>::SIZES;
}
