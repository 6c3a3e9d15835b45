//! The macros and attributes in a program that has this crate alone, under the name that attributes ask for.

extern crate shapecheck_core as shapecheck;

use shapecheck::algebra::TellsSizes;
use shapecheck::{Broadcast, Broadcasted, DynShape, Shapes, contract, dims, shape, shapes};

dims! { Batch, Rgb = 3 }

/// An array of a library that knows its sizes when the program runs.
struct Array(Vec<usize>);

impl TellsSizes for Array {
    type Shape = DynShape;

    fn sizes(&self) -> DynShape {
        self.0.as_slice().into()
    }
}

#[shapes("x: b t 4, mask: t t -> b t", always)]
fn scores(x: &Array, mask: &Array) -> Array {
    assert_eq!(mask.0[0], mask.0[1]);
    Array(x.0[..2].to_vec())
}

#[derive(Shapes)]
struct Pair {
    #[shape("b c")]
    inputs: Vec<usize>,
    #[shape("b")]
    labels: Vec<usize>,
}

fn sum<Lhs: Broadcast<Rhs>, Rhs>(_: Lhs, _: Rhs) -> Broadcasted<Lhs, Rhs>
where
    Broadcasted<Lhs, Rhs>: Default,
{
    Broadcasted::<Lhs, Rhs>::default()
}

#[test]
fn shapes_are_written_and_broadcast() {
    let result: shape![32, 3, 224] =
        sum(<shape![32, 3, 224]>::default(), <shape![3, 1]>::default());
    assert_eq!(result, <shape![32, 3, 224]>::default());
    let batch = <shape![Batch, Rgb]>::of([7]);
    assert_eq!(batch.sizes(), DynShape::from([7, 3]));
}

#[test]
fn contracts_tell_what_does_not_fit() {
    let (x, mask) = (Array(vec![2, 3, 4]), Array(vec![3, 3]));
    assert_eq!(scores(&x, &mask).0, [2, 3]);
    let wrong = std::panic::catch_unwind(|| scores(&x, &Array(vec![5, 5])).0).unwrap_err();
    let text = wrong.downcast_ref::<String>().unwrap();
    assert!(text.contains("`t` is 3 in `x` and 5 in `mask`"), "{text}");

    contract!("x: b t d, mask: t t"; &x, &mask);
    let pair = Pair {
        inputs: vec![8, 2],
        labels: vec![9],
    };
    let told = pair.validate().unwrap_err().to_string();
    assert!(
        told.contains("`b` is 8 in `inputs` and 9 in `labels`"),
        "{told}"
    );
}
