//! Failures of a whole computation on the host, as errors.

use std::cell::Cell;

use shapecheck::error::{BroadcastError, Failure, attempt};
use shapecheck::{InlineTensor, MatrixError, ShapeError, Tensor, shape};

type Any = Tensor<f64, shape![_, _]>;

/// Some work, the text of its failure, what kind that is, and the line of the operation.
type Failing = (fn(), &'static str, fn(&Failure) -> bool, u32);

fn ones(rows: usize, columns: usize) -> Any {
    Tensor::ones_with(<shape![_, _]>::of([rows, columns]))
}

fn inline() -> InlineTensor<f64, shape![2, 2]> {
    InlineTensor::ones()
}

#[test]
fn each_kind_of_error_comes_out_with_the_line_of_its_operation() {
    let failures: [Failing; 5] = [
        (
            || drop(ones(2, 3) + ones(4, 3)),
            "cannot broadcast shapes [2, 3] and [4, 3]: size 2 does not match size 4 at axis -2",
            |failure| failure.error().is::<BroadcastError>(),
            line!() - 3,
        ),
        (
            || drop(ones(2, 3).matmul(&ones(2, 3))),
            "cannot multiply matrices [2, 3] and [2, 3]: inner size 3 does not match inner size 2; the right side fits after transpose()",
            |failure| failure.error().is::<ShapeError>(),
            line!() - 3,
        ),
        (
            || drop(ones(2, 3).index_axis::<-1>(3)),
            "index 3 is out of bounds for axis -1 of shape [2, 3]: its size is 3",
            |failure| failure.error().is::<ShapeError>(),
            line!() - 3,
        ),
        (
            || drop(ones(2, 2).inverse()),
            "matrix 0, counted from 0, is singular",
            |failure| failure.error().is::<MatrixError>(),
            line!() - 3,
        ),
        (
            || assert!(inline().inverse().is_empty()),
            "matrix 0, counted from 0, is singular",
            |failure| failure.error().is::<MatrixError>(),
            line!() - 3,
        ),
    ];
    for (work, text, is_its_kind, line) in failures {
        let failure = attempt(work).unwrap_err();
        assert_eq!(failure.to_string(), text);
        assert!(is_its_kind(&failure), "{failure}");
        let place = failure.place().expect("the line of an operation");
        assert_eq!((place.file(), place.line()), (file!(), line), "{failure}");
    }
}

#[test]
fn what_else_panics_is_an_error_without_a_line() {
    let failure = attempt(|| -> u8 { panic!("of the work {}", 1) }).unwrap_err();
    assert_eq!(format!("{failure:?}"), "of the work 1");
    assert!(failure.place().is_none());
    let failure = attempt(|| std::panic::panic_any(5)).unwrap_err();
    assert_eq!(failure.to_string(), "a panic without a text");
}

#[test]
fn an_attempt_within_another_catches_its_own() {
    let inner = Cell::new(false);
    let outer = attempt(|| {
        inner.set(attempt(|| ones(1, 2).matmul(&ones(3, 1))).is_err());
        ones(2, 2).matmul(&ones(2, 2)).sum()
    });
    assert!(inner.get());
    assert_eq!(outer.unwrap(), 8.0);
    // After it, an operation panics as usual.
    let panic = std::panic::catch_unwind(|| ones(1, 2).matmul(&ones(3, 1))).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.starts_with("cannot multiply matrices"), "{text}");
}
