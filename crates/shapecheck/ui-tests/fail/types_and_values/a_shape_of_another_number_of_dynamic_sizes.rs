//! The headline is rustc's own.
use shapecheck::shape;

fn main() {
    let _ = <shape![_, 3]>::of([5, 3]);
}
