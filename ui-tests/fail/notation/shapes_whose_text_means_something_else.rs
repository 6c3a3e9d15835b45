use shapecheck::{DynShape, shapes};

#[shapes("x: b t,, mask: t t")]
fn two_commas(x: DynShape, mask: DynShape) {}

#[shapes("x b t, mask: t t")]
fn no_colon(x: DynShape, mask: DynShape) {}

#[shapes("x: b t mask: t t")]
fn no_comma(x: DynShape, mask: DynShape) {}

#[shapes("x: b t, always")]
fn inside(x: DynShape, mask: DynShape) {}

#[shapes("x: b 2d")]
fn product(x: DynShape) {}

#[shapes("x: b (h d)")]
fn groups(x: DynShape) {}

#[shapes("x: [b, t]")]
fn brackets(x: DynShape) {}

#[shapes("x: b t => b t")]
fn arrow(x: DynShape) -> DynShape {
    x
}

#[shapes("x: b t-1")]
fn difference(x: DynShape) {}

#[shapes("self.weight: o i")]
fn field(x: DynShape) {}

#[shapes("weights: o i")]
fn unknown(x: DynShape, mask: DynShape) {}

fn main() {}
