//! The headline is rustc's own.

use shapecheck::shape;

const HIDDEN: usize = 16;

type Wrong = shape![2, HIDDEN];

fn main() {}
