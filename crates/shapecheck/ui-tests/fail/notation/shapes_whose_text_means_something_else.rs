#![allow(unused_variables)]

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

#[shapes("x: b t,")]
fn comma_at_the_end(x: DynShape, mask: DynShape) {}

#[shapes("x: b t, -> b")]
fn comma_in_front_of_the_arrow(x: DynShape, mask: DynShape) -> DynShape {
    x
}

#[shapes("x: b t > b t")]
fn half_an_arrow(x: DynShape) -> DynShape {
    x
}

#[shapes("x: b t/2")]
fn quotient(x: DynShape) {}

#[shapes("x: b (h d")]
fn unclosed(x: DynShape) {}

#[shapes("x: b 3h")]
fn another_product(x: DynShape) {}

#[shapes("x.t: b t")]
fn two_words(x: DynShape) {}

#[shapes("x: b t")]
fn a_call_in_the_body(x: DynShape) {
    shapes!(x.clone(): b t);
}

fn main() {}
