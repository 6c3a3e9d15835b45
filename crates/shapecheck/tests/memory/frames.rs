//! Names of fixed size, as of frames of reference: given and taken where nothing can fail.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::engine::Engine;
use shapecheck::{InlineTensor, Tensor, TensorOn, View, dims, shape};

dims! { World = 3, Body = 3, Pair = 2 }

type Turn<To, From> = InlineTensor<f64, shape![To, From]>;

const GRAVITY: InlineTensor<f64, shape![World]> = InlineTensor::from_array([0.0, 0.0, -9.81]);
const DOWN: [f64; 3] = GRAVITY.to_array();
/// The body lies on its side.
static TURN: Turn<Body, World> =
    InlineTensor::from_array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]);

// Under Miri.
#[test]
fn names_are_given_to_nested_arrays_and_taken_in_constants() {
    assert_eq!(DOWN, [0.0, 0.0, -9.81]);
    let seen: InlineTensor<f64, shape![Body]> = TURN.matmul(&GRAVITY);
    let [x, y, z]: [f64; 3] = seen.into();
    assert_eq!([x, y, z], [-9.81, 0.0, 0.0]);
    let rows: [[f64; 3]; 3] = TURN.into();
    assert_eq!(rows, TURN.to_array::<[[f64; 3]; 3]>());
    assert_eq!(GRAVITY.named::<shape![3]>(), InlineTensor::from(DOWN));
    assert_eq!(InlineTensor::<f64, shape![World]>::default(), GRAVITY * 0.0);
}

// Under Miri.
#[test]
fn elements_that_are_no_numbers_keep_what_they_own() {
    let words = InlineTensor::from(["left".to_owned(), "right".to_owned()]);
    let words: InlineTensor<String, shape![Pair]> = words.named();
    let [left, right]: [String; 2] = words.named::<shape![2]>().named::<shape![Pair]>().into();
    assert_eq!((&*left, &*right), ("left", "right"));
}

/// Compiled once for all engines.
fn seen_by_the_body<E: Engine>(x: TensorOn<f64, shape![3], E>) -> TensorOn<f64, shape![Body], E> {
    x.named::<shape![World]>().named()
}

// Under Miri.
#[test]
fn names_are_given_on_each_engine() {
    let inline = InlineTensor::from([1.0, 2.0, 3.0]);
    let heap = Tensor::from([1.0, 2.0, 3.0]);
    let expected: InlineTensor<f64, shape![Body]> = InlineTensor::from_array([1.0, 2.0, 3.0]);
    assert_eq!(seen_by_the_body(inline), expected);
    assert_eq!(seen_by_the_body(inline.view()), expected);
    let (before, named) = (heap.as_memory().as_ptr(), seen_by_the_body(heap.clone()));
    assert_eq!(
        (named.as_memory().as_ptr(), &named),
        (before, &expected.to_heap())
    );
    let view: View<f64, shape![World]> = View::<_, shape![3]>::from_buffer(&DOWN).unwrap().named();
    assert_eq!(view, GRAVITY);
}

#[test]
fn operations_keep_which_frame_is_which() {
    let back: Turn<World, Body> = TURN.transpose();
    let covariance: Turn<World, World> = back.matmul(&TURN);
    assert_eq!(covariance, Turn::<World, World>::eye());
}

#[test]
#[should_panic = "sizes [4] do not fit the type: size 4 at axis -1 where the type has 3"]
fn a_size_of_run_time_is_checked() {
    let x = Tensor::<f64, shape![_]>::zeros_with(<shape![_]>::of([4]));
    let _ = x.named::<shape![World]>();
}
