#![deny(deprecated)]

use shapecheck::{DynShape, shapes};

// Each of these has one label that is nearly another.
#[shapes("x: batch time -> batch tiem")]
fn result(x: DynShape) -> DynShape {
    x
}

#[shapes("x: batch heads*width -> batch haeds*width, batch", width = 4)]
fn factor(x: DynShape) -> (DynShape, DynShape) {
    (x.clone(), x)
}

#[shapes("x: batch -> batch channels, batch chanels")]
fn other_result(x: DynShape) -> (DynShape, DynShape) {
    (x.clone(), x)
}

// And none of these.
#[shapes("x: b t_in -> b t_out, b t_out")]
fn new(x: DynShape) -> (DynShape, DynShape) {
    (x.clone(), x)
}

#[shapes("x: batch heads -> batch haeds", haeds = 4)]
fn given(x: DynShape) -> DynShape {
    x
}

#[allow(deprecated)]
#[shapes("x: batch time -> batch tiem")]
fn allowed(x: DynShape) -> DynShape {
    x
}

fn main() {}
