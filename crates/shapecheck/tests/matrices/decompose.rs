//! Decompositions, norms, and products over axes: tables of cases for types and for run time, products of the factors,
//! and values of NumPy.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use proptest::prelude::*;
use shapecheck::algebra::{
    Cross, DiagonalAbove, DiagonalBelow, Dot, Inner, Kron, LeastSquares, Matrices, TensorDot,
    complete_qr_shapes, cross_shape, diag_along_shape, diagonal_along_shape, diagonal_shape,
    dot_shape, full_svd_shapes, inner_shape, kron_shape, lstsq_shape, qr_shapes, svd_shapes,
    tensordot_shape,
};
use shapecheck::dim::Smaller;
use shapecheck::error::ShapeErrorKind;
use shapecheck::tensor::MatrixNorm;
use shapecheck::{Axis, Dim, DynShape, InlineTensor, Shape, StaticShape, Tensor, axes, dim, shape};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

/// Two shapes and what they give, or what is said: by type, and over slices.
macro_rules! pairs_table {
    ($type:ident, $twin:expr;) => {};
    ($type:ident, $twin:expr; [$($lhs:tt)*] [$($rhs:tt)*] => [$($output:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!($type!([$($lhs)*] [$($rhs)*]), shape![$($output)*]);
        assert_eq!(
            $twin(&[$($lhs)*], &[$($rhs)*]).unwrap().dims(),
            <shape![$($output)*] as StaticShape>::SIZES,
        );
        pairs_table! { $type, $twin; $($rest)* }
    };
    ($type:ident, $twin:expr; [$($lhs:tt)*] [$($rhs:tt)*] => refused: $text:literal; $($rest:tt)*) => {
        $type!(refused [$($lhs)*] [$($rhs)*]);
        assert_eq!($twin(&[$($lhs)*], &[$($rhs)*]).unwrap_err().to_string(), $text);
        pairs_table! { $type, $twin; $($rest)* }
    };
}

macro_rules! last_axis {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as TensorDot<-1, shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: TensorDot<-1, shape![$($rhs)*]>);
    };
}

macro_rules! last_two {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as TensorDot<-2, shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: TensorDot<-2, shape![$($rhs)*]>);
    };
}

macro_rules! no_axis {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as TensorDot<0, shape![$($rhs)*]>>::Output };
}

macro_rules! inner {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as Inner<shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: Inner<shape![$($rhs)*]>);
    };
}

macro_rules! dot {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as Dot<shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: Dot<shape![$($rhs)*]>);
    };
}

macro_rules! kron {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as Kron<shape![$($rhs)*]>>::Output };
}

macro_rules! cross {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as Cross<-1, shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: Cross<-1, shape![$($rhs)*]>);
    };
}

macro_rules! cross_rows {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as Cross<-2, shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: Cross<-2, shape![$($rhs)*]>);
    };
}

#[test]
fn contractions_follow_the_table() {
    pairs_table! {
        last_axis, |lhs, rhs| tensordot_shape(lhs, rhs, -1);
        [3] [3] => [];
        [2, 3] [3, 4] => [2, 4];
        [5, 2, 3] [3, 4, 6] => [5, 2, 4, 6];
        [2, 0] [0, 4] => [2, 4];
        [2, 3] [3] => [2];
        [2, 3] [4, 3] => refused: "cannot contract [2, 3] with [4, 3]: size 3 at axis -1 of the left does not match size 4 on the right";
        [2, 1] [3, 4] => refused: "cannot contract [2, 1] with [3, 4]: size 1 at axis -1 of the left does not match size 3 on the right";
        [2, 3] [1, 4] => refused: "cannot contract [2, 3] with [1, 4]: size 3 at axis -1 of the left does not match size 1 on the right";
        [] [3] => refused: "shape [] has no axis -1";
        [3] [] => refused: "shape [] has rank 0, where rank 1 or more is needed";
    }
    pairs_table! {
        last_two, |lhs, rhs| tensordot_shape(lhs, rhs, -2);
        [3, 4] [3, 4] => [];
        [8, 3, 4] [3, 4, 5] => [8, 5];
        [8, 3, 4] [4, 3, 5] => refused: "cannot contract [8, 3, 4] with [4, 3, 5]: size 4 at axis -1 of the left does not match size 3 on the right";
        [8, 3, 4] [2, 4, 5] => refused: "cannot contract [8, 3, 4] with [2, 4, 5]: size 3 at axis -2 of the left does not match size 2 on the right";
        [8, 3, 4] [3] => refused: "shape [3] has rank 1, where rank 2 or more is needed";
        [4] [3, 4] => refused: "shape [4] has no axis -2";
    }
    pairs_table! {
        no_axis, |lhs, rhs| tensordot_shape(lhs, rhs, 0);
        [] [] => [];
        [3] [4] => [3, 4];
        [2, 3] [4, 5] => [2, 3, 4, 5];
        [] [4, 5] => [4, 5];
        [4, 5] [] => [4, 5];
        [0, 3] [4] => [0, 3, 4];
    }
    pairs_table! {
        inner, inner_shape;
        [3] [3] => [];
        [8, 3] [5, 3] => [8, 5];
        [8, 2, 3] [3] => [8, 2];
        [3] [7, 5, 3] => [7, 5];
        [8, 0] [5, 0] => [8, 5];
        [8, 3] [5, 1] => refused: "vector lengths differ: 3 and 1, in shapes [8, 3] and [5, 1]";
        [] [3] => refused: "shape [] has no axis -1";
        [3] [] => refused: "shape [] has no axis -1";
    }
    pairs_table! {
        dot, dot_shape;
        [3] [3] => [];
        [8, 3] [3] => [8];
        [2, 8, 3] [3] => [2, 8];
        [3] [3, 4] => [4];
        [8, 3] [3, 4] => [8, 4];
        [3] [5, 3, 4] => [5, 4];
        [2, 8, 3] [5, 6, 3, 4] => [2, 8, 5, 6, 4];
        [8, 0] [5, 0, 4] => [8, 5, 4];
        [] [] => [];
        [] [5, 4] => [5, 4];
        [5, 4] [] => [5, 4];
        [3] [4] => refused: "vector lengths differ: 3 and 4, in shapes [3] and [4]";
        [8, 3] [1] => refused: "vector lengths differ: 3 and 1, in shapes [8, 3] and [1]";
        [1] [3] => refused: "vector lengths differ: 1 and 3, in shapes [1] and [3]";
        [8, 3] [5, 4] => refused: "cannot multiply matrices [8, 3] and [5, 4]: inner size 3 does not match inner size 5";
        [3] [5, 4, 3] => refused: "cannot multiply matrices [3] and [5, 4, 3]: inner size 3 does not match inner size 4; the right side fits after transpose()";
    }
    pairs_table! {
        kron, kron_shape;
        [2] [3] => [6];
        [2, 3] [4, 5] => [8, 15];
        [3] [4, 5] => [4, 15];
        [4, 5] [3] => [4, 15];
        [] [4, 5] => [4, 5];
        [4, 5] [] => [4, 5];
        [] [] => [];
        [0, 3] [4, 5] => [0, 15];
    }
    pairs_table! {
        cross, |lhs, rhs| cross_shape(lhs, rhs, -1);
        [3] [3] => [3];
        [8, 3] [3] => [8, 3];
        [8, 1, 3] [5, 3] => [8, 5, 3];
        [8, 2] [2] => refused: "a cross product takes 3 numbers: axis -1 of shape [8, 2] has 2";
        [3] [1] => refused: "a cross product takes 3 numbers: axis -1 of shape [1] has 1";
        [8, 3] [7, 3] => refused: "cannot broadcast shapes [8, 3] and [7, 3]: size 8 does not match size 7 at axis -2";
        [] [3] => refused: "shape [] has no axis -1";
    }
    pairs_table! {
        cross_rows, |lhs, rhs| cross_shape(lhs, rhs, -2);
        [3, 1] [3, 5] => [3, 5];
        [4, 3, 2] [3, 1] => [4, 3, 2];
        [3, 4] [4, 3] => refused: "a cross product takes 3 numbers: axis -2 of shape [4, 3] has 4";
        [3] [3, 1] => refused: "shape [3] has no axis -2";
    }
}

// Sizes and ranks known only at run time.
assert_type_eq_all!(last_axis!([2, _] [3, 4]), shape![2, 4]);
assert_type_eq_all!(last_axis!([_, _] [_, _]), shape![_, _]);
assert_type_eq_all!(last_axis!([..DynShape, 3] [3, 4]), shape![..DynShape, 4]);
assert_type_eq_all!(last_axis!([..DynShape] [3, 4]), shape![..DynShape, 4]);
assert_type_eq_all!(last_axis!([2, 3] [..DynShape, 4]), DynShape);
assert_type_eq_all!(no_axis!([8, _] [_, 4]), shape![8, _, _, 4]);
assert_type_eq_all!(no_axis!([..DynShape, 3][4]), shape![..DynShape, 3, 4]);
assert_type_eq_all!(no_axis!([3] [..DynShape, 4]), DynShape);
assert_type_eq_all!(last_two!([8, _, 4] [3, 4, _]), shape![8, _]);
assert_type_eq_all!(last_two!([..DynShape, 4] [3, 4, 5]), shape![..DynShape, 5]);
assert_not_impl_any!(shape![..DynShape, 4]: TensorDot<-2, shape![4, 3, 5]>);
assert_type_eq_all!(inner!([_, 3] [5, _]), shape![_, 5]);
assert_type_eq_all!(inner!([..DynShape] [5, 3]), shape![..DynShape, 5]);
assert_type_eq_all!(inner!([5, 3] [..DynShape, 3]), DynShape);
assert_type_eq_all!(dot!([_][3]), shape![]);
assert_type_eq_all!(dot!([8, _][3]), shape![8]);
assert_type_eq_all!(dot!([_, 3] [5, _, _]), shape![_, 5, _]);
assert_type_eq_all!(dot!([..DynShape, 3][3]), DynShape);
assert_type_eq_all!(dot!([..DynShape, 3] [3, 4]), shape![..DynShape, 4]);
assert_type_eq_all!(dot!([..DynShape] [3, 4]), DynShape);
assert_type_eq_all!(dot!([8, 3] [..DynShape, 4]), DynShape);
assert_type_eq_all!(dot!([8, 3][..DynShape]), DynShape);
assert_type_eq_all!(kron!([_, 3] [4, 5]), shape![_, 15]);
assert_type_eq_all!(kron!([..DynShape, 3] [4, 5]), shape![..DynShape, 15]);
assert_type_eq_all!(cross!([_][_]), shape![3]);
assert_type_eq_all!(cross!([8, _][3]), shape![8, 3]);

/// Generic code: no bounds where sizes are one parameter.
#[allow(dead_code)]
fn without_bounds<S: Shape, M: Dim, K: Dim, N: Dim>(
    x: &Tensor<f64, shape![..S, M, K]>,
    y: &Tensor<f64, shape![K, N]>,
    z: &Tensor<f64, shape![M, K, N]>,
) -> (Tensor<f64, shape![..S, M, N]>, Tensor<f64, shape![..S, N]>) {
    let _: Tensor<f64, shape![..S, M, N]> = x.dot(y);
    let _: Tensor<f64, shape![..S, M, M, N]> = x.dot(z);
    let _: Tensor<f64, shape![..S, M, K, K, N]> = x.tensordot(y, Axis::<0>);
    (x.tensordot(y, Axis::<-1>), x.tensordot(z, Axis::<-2>))
}

/// A shape, by how much a diagonal is above or below the main one, and its shape.
macro_rules! diagonal_table {
    ($([$($shape:tt)*] $Rule:ident $by:literal ($offset:literal) => [$($front:literal)?; $size:tt];)*) => {$(
        assert_type_eq_all!(
            $Rule<<shape![$($shape)*] as Matrices>::Rows, <shape![$($shape)*] as Matrices>::Columns, dim!($by)>,
            dim!($size)
        );
        assert_eq!(diagonal_shape(&[$($shape)*], $offset).unwrap().dims(), [$($front,)? $size]);
    )*};
}

#[test]
fn shapes_of_factors_follow_the_table() {
    diagonal_table! {
        [3, 4] DiagonalAbove 0 (0) => [; 3];
        [4, 3] DiagonalAbove 0 (0) => [; 3];
        [3, 4] DiagonalAbove 1 (1) => [; 3];
        [3, 4] DiagonalAbove 3 (3) => [; 1];
        [3, 4] DiagonalAbove 4 (4) => [; 0];
        [3, 4] DiagonalAbove 9 (9) => [; 0];
        [8, 3, 4] DiagonalBelow 1 (-1) => [8; 2];
        [8, 4, 2] DiagonalBelow 1 (-1) => [8; 2];
        [3, 4] DiagonalBelow 3 (-3) => [; 0];
        [0, 4] DiagonalAbove 1 (1) => [; 0];
    }
    assert_eq!(diagonal_shape(&[3, 4], isize::MIN).unwrap().dims(), [0]);
    for (sizes, q, r, values) in [
        (&[4, 3][..], &[4, 3][..], &[3, 3][..], &[3][..]),
        (&[3, 4], &[3, 3], &[3, 4], &[3]),
        (&[8, 0, 4], &[8, 0, 0], &[8, 0, 4], &[8, 0]),
    ] {
        let (first, second) = qr_shapes(sizes).unwrap();
        assert_eq!((first.dims(), second.dims()), (q, r));
        let [u, found, v] = svd_shapes(sizes).unwrap();
        assert_eq!((u.dims(), found.dims(), v.dims()), (q, values, r));
    }
    for (sizes, square, values, other) in [
        (&[4, 3][..], &[4, 4][..], &[3][..], &[3, 3][..]),
        (&[3, 4], &[3, 3], &[3], &[4, 4]),
        (&[8, 0, 4], &[8, 0, 0], &[8, 0], &[8, 4, 4]),
    ] {
        let (q, r) = complete_qr_shapes(sizes).unwrap();
        assert_eq!((q.dims(), r.dims()), (square, sizes));
        let [u, found, v] = full_svd_shapes(sizes).unwrap();
        assert_eq!((u.dims(), found.dims(), v.dims()), (square, values, other));
    }
    for sizes in [&[][..], &[3]] {
        assert_eq!(
            diagonal_shape(sizes, 0).unwrap_err().kind(),
            ShapeErrorKind::FewAxes
        );
        assert_eq!(
            qr_shapes(sizes).unwrap_err().kind(),
            ShapeErrorKind::FewAxes
        );
        assert_eq!(
            svd_shapes(sizes).unwrap_err().kind(),
            ShapeErrorKind::FewAxes
        );
        assert_eq!(
            complete_qr_shapes(sizes).unwrap_err().kind(),
            ShapeErrorKind::FewAxes
        );
        assert_eq!(
            full_svd_shapes(sizes).unwrap_err().kind(),
            ShapeErrorKind::FewAxes
        );
    }
}

/// The shapes of factors in types.
#[allow(dead_code)]
fn types_of_factors(
    tall: &Tensor<f64, shape![8, 4, 3]>,
    open: &Tensor<f64, shape![_, 3]>,
    any: &Tensor<f64, DynShape>,
) {
    let _: (Tensor<f64, shape![8, 4, 3]>, Tensor<f64, shape![8, 3, 3]>) = tall.qr();
    let _: (
        Tensor<f64, shape![8, 4, 3]>,
        Tensor<f64, shape![8, 3]>,
        Tensor<f64, shape![8, 3, 3]>,
    ) = tall.svd();
    let _: (Tensor<f64, shape![_, _]>, Tensor<f64, shape![_, 3]>) = open.qr();
    let _: (Tensor<f64, shape![8, 4, 4]>, Tensor<f64, shape![8, 4, 3]>) = tall.complete_qr();
    let _: (Tensor<f64, shape![_, _]>, Tensor<f64, shape![_, 3]>) = open.complete_qr();
    let _: (Tensor<f64, shape![..DynShape, _, _]>, Tensor<f64, DynShape>) = any.complete_qr();
    let _: (
        Tensor<f64, shape![8, 4, 4]>,
        Tensor<f64, shape![8, 3]>,
        Tensor<f64, shape![8, 3, 3]>,
    ) = tall.full_svd();
    let _: (
        Tensor<f64, shape![_, _]>,
        Tensor<f64, shape![_]>,
        Tensor<f64, shape![3, 3]>,
    ) = open.full_svd();
    let _: Tensor<f64, shape![..DynShape, _]> = any.svdvals();
    let _: Tensor<f64, shape![8, 3, 4]> = tall.pinv();
    let _: Tensor<usize, shape![8]> = tall.matrix_rank();
    let _: (Tensor<f64, shape![3]>, Tensor<f64, shape![_, 3]>) = open.eigh();
}

/// Generic code: square matrices, and others.
#[allow(dead_code)]
fn of_any_sizes<S: Shape, M: Dim, N: Dim>(
    x: &Tensor<f64, shape![..S, M, N]>,
    square: &Tensor<f64, shape![..S, N, N]>,
    side: &Tensor<f64, shape![M]>,
    x_again: &Tensor<f64, shape![..S, M, M]>,
) {
    let _: Tensor<f64, shape![..S, Smaller<M, N>]> = x.svdvals();
    let _: (
        Tensor<f64, shape![..S, M, M]>,
        Tensor<f64, shape![..S, M, N]>,
    ) = x.complete_qr();
    let _: Tensor<f64, shape![..S, N, N]> = x.full_svd().2;
    let _: Tensor<f64, shape![..S, N]> = x.lstsq(side);
    let _: Tensor<f64, shape![..S, N, M]> = x.lstsq(x_again);
    let _: Tensor<f64, shape![..S, N]> = square.eigvalsh();
    let _: Tensor<f64, shape![..S, N, N]> = square.matrix_power(3);
    let _: Tensor<f64, S> = square.slogdet().1;
}

macro_rules! least_squares {
    ([$($lhs:tt)*] [$($rhs:tt)*]) => { <shape![$($lhs)*] as LeastSquares<shape![$($rhs)*]>>::Output };
    (refused [$($lhs:tt)*] [$($rhs:tt)*]) => {
        assert_not_impl_any!(shape![$($lhs)*]: LeastSquares<shape![$($rhs)*]>);
    };
}

#[test]
fn least_squares_follow_the_table() {
    pairs_table! {
        least_squares, lstsq_shape;
        [4, 3] [4] => [3];
        [4, 3] [4, 2] => [3, 2];
        [3, 4] [3, 2] => [4, 2];
        [8, 4, 3] [4] => [8, 3];
        [8, 4, 3] [4, 2] => [8, 3, 2];
        [4, 3] [8, 4, 2] => [8, 3, 2];
        [5, 1, 4, 3] [8, 4, 2] => [5, 8, 3, 2];
        [0, 3] [0, 2] => [3, 2];
        [4, 0] [4, 2] => [0, 2];
        [4, 3] [3] => refused: "cannot solve equations [4, 3] for [3]: there are 4 equations, but 3 numbers on the right";
        [4, 3] [1] => refused: "cannot solve equations [4, 3] for [1]: there are 4 equations, but 1 numbers on the right";
        [1, 3] [4] => refused: "cannot solve equations [1, 3] for [4]: there are 1 equations, but 4 numbers on the right";
        [4, 3] [2, 4] => refused: "cannot solve equations [4, 3] for [2, 4]: there are 4 equations, but 2 numbers on the right";
        [8, 4, 3] [7, 4, 2] => refused: "cannot broadcast shapes [8, 4, 3] and [7, 4, 2]: size 8 does not match size 7 at axis -3";
        [3] [3] => refused: "a matrix is needed: shape [3] has fewer than two axes";
        [4, 3] [] => refused: "cannot multiply matrices [4, 3] and []: a shape without axes has no inner size";
    }
}

assert_type_eq_all!(least_squares!([_, 3][4]), shape![3]);
assert_type_eq_all!(least_squares!([4, _] [_, 2]), shape![_, 2]);
assert_type_eq_all!(least_squares!([_, 4, 3] [4, _]), shape![_, 3, _]);
assert_type_eq_all!(least_squares!([..DynShape][4]), shape![..DynShape, _]);
assert_type_eq_all!(least_squares!([4, 3][..DynShape]), DynShape);

#[test]
fn solutions_by_least_squares() {
    // Exact, then the mean of contradicting equations, then the shortest of many.
    let a = InlineTensor::from([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]);
    let found: InlineTensor<f64, shape![2]> = a.lstsq(&InlineTensor::from([3.0, 4.0, 9.0]));
    assert!(found.all_close(&InlineTensor::from([3.0, 2.0]), 1e-15, 0.0));
    let twice = InlineTensor::from([[1.0], [1.0]]);
    let found = twice.lstsq(&InlineTensor::from([[1.0, 10.0], [2.0, 20.0]]));
    assert!(found.all_close(&InlineTensor::from([[1.5, 15.0]]), 1e-14, 0.0));
    let found: InlineTensor<f64, shape![2]> =
        InlineTensor::from([[3.0, 4.0]]).lstsq(&InlineTensor::from([25.0]));
    assert!(found.all_close(&InlineTensor::from([3.0, 4.0]), 1e-14, 0.0));
    // Of rank 1, and on the heap with an operand of run-time rank.
    let a = Tensor::from([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]);
    let sides = Tensor::from([1.0, 2.0, 6.0]).widen::<DynShape>();
    let found = a.lstsq(&sides);
    assert_eq!(found.dims(), [2]);
    assert!(found.iter().all(|x: &f64| (x - 1.5).abs() < 1e-14));
    let batch = Tensor::stack([&a, &(&a * 2.0)], Axis::<-3>);
    let found: Tensor<f64, shape![2, 2]> = batch.lstsq(&InlineTensor::from([1.0, 2.0, 6.0]));
    let expected = Tensor::from([[1.5, 1.5], [0.75, 0.75]]);
    assert!(found.all_close(&expected, 1e-14, 0.0));
    // No equations, and no unknowns.
    let none = Tensor::<f64, shape![0, 3]>::zeros();
    assert_eq!(
        none.lstsq(&Tensor::<f64, shape![0]>::zeros()).to_vec(),
        [0.0; 3]
    );
    let none = Tensor::<f64, shape![3, 0]>::zeros();
    assert_eq!(
        none.lstsq(&Tensor::<f64, shape![3]>::ones()).to_vec(),
        [0.0; 0]
    );
    let unknown = InlineTensor::from([[1.0, f64::NAN], [0.0, 1.0]]);
    let found = unknown.lstsq(&InlineTensor::from([1.0, 1.0]));
    assert!(found.iter().all(|x| x.is_nan()));
}

/// What no matrix of coefficients has to be squared for: a line through points far away.
#[test]
fn least_squares_of_a_matrix_that_is_almost_singular() {
    let x = Tensor::<f64, shape![20, 3]>::from_fn(|[row, column]| {
        (1.0 + row as f64 * 1e-4).powi(column as i32)
    });
    let expected = Tensor::from([2.0, -3.0, 0.5]);
    let found: Tensor<f64, shape![3]> = x.lstsq(&x.matmul(&expected));
    assert!(found.all_close(&expected, 1e-6, 1e-6), "{found}");
}

#[test]
#[should_panic = "cannot solve equations [4, 3] for [3]: there are 4 equations, but 3 numbers on the right"]
fn least_squares_of_other_right_hand_sides() {
    let a = Tensor::<f64, _>::zeros_with(<shape![_, 3]>::of([4]));
    let _ = a.lstsq(&Tensor::<f64, shape![3]>::zeros());
}

#[test]
fn products_over_axes() {
    let x = InlineTensor::<i64, shape![2, 3, 4]>::from_fn(|[i, j, k]| (12 * i + 4 * j + k) as i64);
    let y = InlineTensor::<i64, shape![3, 4, 5]>::from_fn(|[j, k, l]| (7 * j + k * l) as i64 - 9);
    let expected = InlineTensor::<i64, shape![2, 5]>::from_fn(|[i, l]| {
        let places = (0..3).flat_map(|j| (0..4).map(move |k| (j, k)));
        places.map(|(j, k)| x[[i, j, k]] * y[[j, k, l]]).sum()
    });
    assert_eq!(x.tensordot(&y, Axis::<-2>), expected);
    let heap: Tensor<i64, shape![2, 5]> = x.to_heap().tensordot(&y.view(), Axis::<-2>);
    assert_eq!(heap, expected);
    // Axes in another order in memory.
    let across: Tensor<i64, shape![2, 4, 3]> = x.to_heap().swap_axes::<-1, -2>();
    let other: Tensor<i64, shape![4, 3, 5]> = y.to_heap().swap_axes::<-2, -3>();
    assert_eq!(across.tensordot(&other, Axis::<-2>), expected);
    let any: Tensor<i64, DynShape> = x.to_heap().widen();
    assert_eq!(any.tensordot(&y, Axis::<-2>).to_vec(), expected.as_slice());

    let rows =
        InlineTensor::<i64, shape![2, 6, 4]>::from_fn(|[i, j, k]| (i + 2 * j + 3 * k) as i64);
    let inner: InlineTensor<i64, shape![2, 3, 2, 6]> = x.inner(&rows);
    assert_eq!(
        inner[[1, 2, 0, 5]],
        (0..4).map(|k| x[[1, 2, k]] * rows[[0, 5, k]]).sum::<i64>()
    );
    assert_eq!(x.to_heap().inner(&rows.to_heap()), inner);

    let each: InlineTensor<i64, shape![2, 3, 4, 3, 4, 5]> = x.tensordot(&y, Axis::<0>);
    assert_eq!(each[[1, 2, 3, 0, 1, 2]], x[[1, 2, 3]] * y[[0, 1, 2]]);
    assert_eq!(each[[0, 1, 2, 2, 3, 4]], x[[0, 1, 2]] * y[[2, 3, 4]]);
    assert_eq!(
        across.tensordot(&other, Axis::<0>)[[1, 3, 2, 1, 0, 2]],
        x[[1, 2, 3]] * y[[0, 1, 2]]
    );
    let scaled: Tensor<i64, shape![2, 3, 4]> = Tensor::scalar(3).tensordot(&x, Axis::<0>);
    assert_eq!(scaled, x.to_heap() * 3);

    let none = Tensor::<f32, shape![2, 0]>::zeros();
    let product: Tensor<f32, shape![2, 4]> =
        none.tensordot(&Tensor::<f32, shape![0, 4]>::zeros(), Axis::<-1>);
    assert_eq!(product, Tensor::<f32, shape![2, 4]>::zeros());
}

#[test]
fn dot_products() {
    let x = InlineTensor::<i64, shape![2, 3, 4]>::from_fn(|[i, j, k]| (12 * i + 4 * j + k) as i64);
    let y = InlineTensor::<i64, shape![5, 4, 6]>::from_fn(|[l, k, m]| (3 * l + k * m) as i64 - 7);
    let expected = InlineTensor::<i64, shape![2, 3, 5, 6]>::from_fn(|[i, j, l, m]| {
        (0..4).map(|k| x[[i, j, k]] * y[[l, k, m]]).sum()
    });
    assert_eq!(x.dot(&y), expected);
    let heap: Tensor<i64, shape![2, 3, 5, 6]> = x.to_heap().dot(&y.view());
    assert_eq!(heap, expected);
    let across: Tensor<i64, shape![4, 2, 3]> =
        x.to_heap().permute::<axes![-1, -3, -2]>().to_tensor();
    assert_eq!(across.permute::<axes![-2, -1, -3]>().dot(&y), expected);
    let any = x.to_heap().widen::<DynShape>();
    let found: Tensor<i64, DynShape> = any.dot(&y.to_heap().widen::<DynShape>());
    assert_eq!(found, expected.to_heap().widen::<DynShape>());
    assert_eq!(any.dot(&y), found);

    let matrix = InlineTensor::<i64, shape![4, 2]>::from_fn(|[k, m]| (k * k) as i64 - m as i64);
    assert_eq!(x.dot(&matrix), x.matmul(&matrix));
    let vector = InlineTensor::from([1, -2, 3, -4]);
    assert_eq!(x.dot(&vector), x.vecdot(&vector));
    assert_eq!(vector.dot(&matrix), vector.matmul(&matrix));
    assert_eq!(vector.dot(&vector).into_scalar(), 30);
    assert_eq!(InlineTensor::scalar(3).dot(&matrix), matrix * 3);
    assert_eq!(x.dot(&InlineTensor::scalar(3)), x * 3);
    let none = Tensor::<f32, shape![2, 0]>::zeros();
    assert_eq!(
        none.dot(&Tensor::<f32, shape![0]>::zeros()),
        Tensor::from([0.0, 0.0])
    );
}

#[test]
#[should_panic = "cannot multiply matrices [2, 3] and [4, 5]: inner size 3 does not match inner size 4"]
fn dot_products_of_sizes_that_differ_at_run_time() {
    let x = Tensor::<f64, _>::zeros_with(<shape![_, _]>::of([2, 3]));
    let _ = x.dot(&Tensor::<f64, shape![4, 5]>::zeros());
}

#[test]
#[should_panic = "cannot contract [2, 3] with [4, 5]: size 3 at axis -1 of the left does not match size 4 on the right"]
fn axes_that_differ_at_run_time() {
    let x = Tensor::<f64, _>::zeros_with(<shape![_, _]>::of([2, 3]));
    let _ = x.tensordot(&Tensor::<f64, shape![4, 5]>::zeros(), Axis::<-1>);
}

#[test]
fn kronecker_and_cross_products() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let y = InlineTensor::from([0, 10]);
    // By `numpy.kron`.
    assert_eq!(x.kron(&y), Tensor::from([[0, 10, 0, 20], [0, 30, 0, 40]]));
    let across: Tensor<i32, shape![2, 2]> = x.transpose();
    assert_eq!(
        across.kron(&y),
        Tensor::from([[0, 10, 0, 30], [0, 20, 0, 40]])
    );
    assert_eq!(y.kron(&x), Tensor::from([[0, 0, 10, 20], [0, 0, 30, 40]]));

    let a = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let b = InlineTensor::from([-1.0, 0.5, 2.0]);
    // By `numpy.linalg.cross`.
    let expected = InlineTensor::from([[2.5, -5.0, 2.5], [7.0, -14.0, 7.0]]);
    assert_eq!(a.cross(&b), expected);
    assert_eq!(a.to_heap().cross(&b.to_heap()), expected);
    let columns: Tensor<f64, shape![3, 2]> = a.to_heap().transpose();
    let down: Tensor<f64, shape![3, 2]> = columns
        .along::<-2>()
        .cross(&b.to_heap().insert_axis::<-1>());
    assert_eq!(down, expected.to_heap().transpose::<shape![3, 2]>());
}

#[test]
fn diagonals_and_traces() {
    let x = Tensor::<i32, shape![2, 3, 4]>::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as i32);
    let above: Tensor<i32, shape![2, 2]> = x.diagonal_above::<dim!(2), _, _, _>();
    assert_eq!(above, Tensor::from([[2, 13], [102, 113]]));
    let below: Tensor<i32, shape![2, 2]> = x.diagonal_below::<dim!(1), _, _, _>();
    assert_eq!(below, Tensor::from([[10, 21], [110, 121]]));
    let none: Tensor<i32, shape![2, 0]> = x.diagonal_above::<dim!(9), _, _, _>();
    assert_eq!(none.to_vec(), [0; 0]);
    assert_eq!(x.trace_at(1), Tensor::from([36, 336]));
    assert_eq!(x.trace_at(-2), Tensor::from([20, 120]));
    assert_eq!(x.trace_at(7), Tensor::from([0, 0]));
    let across: Tensor<i32, shape![2, 4, 3]> = x.swap_axes::<-1, -2>();
    assert_eq!(across.trace_at(-1), Tensor::from([36, 336]));
}

#[test]
fn powers_of_matrices() {
    let x = InlineTensor::from([[1_u64, 1], [1, 0]]);
    let (mut power, one) = (InlineTensor::from([[1, 0], [0, 1]]), x);
    for exponent in 0..40 {
        assert_eq!(x.matrix_power(exponent), power);
        assert_eq!(x.to_heap().view().matrix_power(exponent), power);
        power = power.matmul(&one);
    }
}

type Any = Tensor<f64, shape![_, _, _]>;

fn close<A: Shape, B: Shape>(a: &Tensor<f64, A>, b: &Tensor<f64, B>) -> bool {
    a.dims() == b.dims()
        && a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() < 1e-10 * (1.0 + b.abs()))
}

/// That the last two axes are columns of length 1 at right angles.
fn at_right_angles(x: &Any) -> bool {
    let count = x.dims()[2];
    let products: Any = x.transpose::<shape![_, _, _]>().matmul(x);
    let unit = Tensor::<f64, _>::eye_with(<shape![_, _]>::of([count, count]));
    close(
        &products,
        &unit.broadcast_to_with(products.shape()).to_tensor(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Matrices of any sizes, large enough for the library too, of full rank and less, their rows or their columns side
    /// by side.
    #[test]
    fn factors_give_the_matrix_again(
        values in prop::collection::vec(-1.0..1.0, 97),
        sizes in prop::sample::select(vec![
            (1, 1, 1), (2, 3, 3), (1, 5, 2), (3, 2, 5), (1, 7, 7), (2, 0, 3), (0, 2, 2), (1, 36, 33), (1, 32, 34), (1, 33, 33),
        ]),
        rank in prop::sample::select(vec![1, 2, 100]),
        scale in prop::sample::select(vec![1.0, 1e-3, 1e150, 1e-150]),
    ) {
        let (count, m, n) = sizes;
        let mut next = values.iter().cycle();
        let mut random = |sizes| Tensor::<f64, _>::from_fn_with(<shape![_, _, _]>::of(sizes), |_: [usize; 3]| *next.next().unwrap());
        let matrix: Any = match rank < m.min(n) {
            true => random([count, m, rank]).matmul(&random([count, rank, n])),
            false => random([count, m, n]),
        };
        let swapped: Any = matrix.swap_axes::<-1, -2>().to_tensor().swap_axes::<-1, -2>();
        for x in [&matrix, &swapped] {
            let scaled: Any = x * scale;
            let (q, r) = scaled.qr();
            let (q, r): (Any, Any) = (q, r / scale);
            prop_assert!(close(&q.matmul(&r), x));
            prop_assert!(at_right_angles(&q));
            prop_assert_eq!(&r.triu(0), &r);

            let (whole, longer): (Any, Any) = scaled.complete_qr();
            let longer: Any = longer / scale;
            prop_assert_eq!((whole.dims(), longer.dims()), (&[count, m, m][..], x.dims()));
            prop_assert!(close(&whole.matmul(&longer), x));
            prop_assert!(at_right_angles(&whole));
            prop_assert_eq!(&longer.triu(0), &longer);
            prop_assert!(close(&longer.slice_axis::<-2>(..m.min(n)).to_tensor(), &r));
            prop_assert!(close(&whole.slice_axis::<-1>(..m.min(n)).to_tensor(), &q));

            let (left, all, right): (Any, Tensor<f64, shape![_, _]>, Any) = scaled.full_svd();
            prop_assert_eq!((left.dims(), right.dims()), (&[count, m, m][..], &[count, n, n][..]));
            prop_assert!(at_right_angles(&left));
            prop_assert!(at_right_angles(&right.transpose::<shape![_, _, _]>()));

            let (u, found, v) = scaled.svd();
            prop_assert!(close(&all, &found));
            let found = found / scale;
            let (u, v): (Any, Any) = (u, v);
            prop_assert!(close(&left.slice_axis::<-1>(..m.min(n)).to_tensor(), &u));
            prop_assert!(close(&right.slice_axis::<-2>(..m.min(n)).to_tensor(), &v));
            let weighted: Any = &u * found.insert_axis::<-2>();
            prop_assert!(close(&weighted.matmul(&v), x));
            prop_assert!(at_right_angles(&u));
            prop_assert!(at_right_angles(&v.transpose::<shape![_, _, _]>()));
            for values in found.to_vec().chunks(m.min(n).max(1)) {
                prop_assert!(values.windows(2).all(|pair| pair[0] >= pair[1] && pair[1] >= 0.0));
                let least = values.len().min(rank);
                prop_assert!(values[least..].iter().all(|value| *value < 1e-12 * values[0]));
            }
            let ranks = x.matrix_rank();
            prop_assert!(ranks.iter().all(|found| *found == rank.min(m).min(n)));
            if scale == 1.0 {
                let inverse: Any = x.pinv();
                prop_assert!(close(&x.matmul(&inverse).matmul(x), x) || x.iter().any(|x| x.abs() > 1e8));

                // The solution by least squares is the pseudo-inverse times the right-hand sides.
                let sides: Any = random([count, m, 2]);
                let solved: Any = x.lstsq(&sides);
                let expected: Any = inverse.matmul(&sides);
                let near = |a: f64, b: f64| (a - b).abs() < 1e-7 * (1.0 + b.abs());
                prop_assert!(solved.iter().zip(&expected).all(|(a, b)| near(*a, *b)));
                if count > 0 {
                    let one: Tensor<f64, shape![_, _]> = x.lstsq(&sides.index_axis::<-3>(0).index_axis::<-1>(1));
                    let found = one.index_axis::<-2>(0);
                    let expected = solved.index_axis::<-3>(0).index_axis::<-1>(1);
                    prop_assert!(found.iter().zip(&expected).all(|(a, b)| near(*a, *b)));
                }
            }

            let symmetric: Any = scaled.swap_axes::<-1, -2>().matmul(x);
            let lower: Any = symmetric.tril(0);
            let (found, vectors) = lower.eigh();
            let (found, vectors): (Tensor<f64, shape![_, _]>, Any) = (found, vectors);
            let weighted: Any = &vectors * found.insert_axis::<-2>();
            let again: Any = weighted.matmul(&vectors.transpose::<shape![_, _, _]>());
            let (again, symmetric): (Any, Any) = (again / scale, symmetric / scale);
            prop_assert!(close(&again, &symmetric));
            prop_assert!(at_right_angles(&vectors));
            for values in found.to_vec().chunks(n.max(1)) {
                prop_assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
            }
        }
    }
}

/// What `tests/data/decompose.py` prints.
mod by_numpy {
    pub const MATRIX: [[f64; 3]; 4] = [
        [2.0, -1.0, 0.5],
        [0.0, 3.0, -2.0],
        [1.5, 0.25, 4.0],
        [-1.0, 2.5, 1.0],
    ];
    pub const Q: [[f64; 3]; 4] = [
        [
            -0.7427813527082077,
            -0.036909102157217724,
            0.2873803968013852,
        ],
        [-0.0, -0.8027729719194865, 0.5178356031820489],
        [
            -0.5570860145311557,
            -0.2952728172577422,
            -0.6757570991879219,
        ],
        [0.3713906763541038, -0.5167274302010487, -0.4388748551791124],
    ];
    pub const R: [[f64; 3]; 3] = [
        [-2.692582403567252, 1.5319865399606782, -2.2283440581246223],
        [0.0, -3.7370465934182984, -0.11072730647165319],
        [0.0, 0.0, -4.033884259894205],
    ];
    pub const COMPLETE_Q: [[f64; 4]; 4] = [
        [
            -0.7427813527082077,
            -0.036909102157217724,
            0.2873803968013852,
            0.6035943072803057,
        ],
        [
            -0.0,
            -0.8027729719194865,
            0.5178356031820489,
            -0.29563802805565975,
        ],
        [
            -0.5570860145311557,
            -0.2952728172577422,
            -0.6757570991879219,
            -0.38186578623856066,
        ],
        [
            0.3713906763541038,
            -0.5167274302010487,
            -0.4388748551791124,
            0.63438993520277,
        ],
    ];
    pub const COMPLETE_R: [[f64; 3]; 4] = [
        [-2.692582403567252, 1.5319865399606782, -2.2283440581246223],
        [0.0, -3.7370465934182984, -0.11072730647165319],
        [0.0, 0.0, -4.033884259894205],
        [0.0, 0.0, 0.0],
    ];
    pub const FULL_U: [[f64; 4]; 4] = [
        [
            0.31295148036364784,
            0.20173725771162354,
            -0.7050087673270478,
            0.6035943072803057,
        ],
        [
            -0.5830420377600715,
            -0.4172509635595275,
            -0.6313174890501528,
            -0.2956380280556599,
        ],
        [
            0.7393529064952177,
            -0.5334931100458499,
            -0.15139650752605507,
            -0.38186578623856077,
        ],
        [
            -0.12442119112055751,
            -0.7075230129071757,
            0.2854469539517275,
            0.63438993520277,
        ],
    ];
    pub const FULL_V: [[f64; 3]; 3] = [
        [
            0.36810282108033376,
            -0.43322401063375765,
            0.8226890480145589,
        ],
        [
            0.08026299637298753,
            -0.8667076131802802,
            -0.4923167320623701,
        ],
        [
            -0.9263142903604206,
            -0.24725466601409826,
            0.2842656602692754,
        ],
    ];
    pub const SIDES: [[f64; 2]; 4] = [[1.0, -2.0], [0.5, 3.0], [-1.5, 0.25], [2.0, 1.0]];
    pub const LSTSQ: [[f64; 2]; 3] = [
        [-0.01089677933310547, -0.11494252873563163],
        [0.2803194112514699, 0.7854406130268203],
        [-0.16911346307044497, -0.0919540229885055],
    ];
    pub const LSTSQ_OF_FEW: [[f64; 2]; 4] = [
        [0.4544971738553168, -0.6651303061340621],
        [0.5324911801524983, 0.16251280300443827],
        [-0.10386555896969006, 0.04324570388073288],
        [-0.246803990743902, 0.734607943552976],
    ];
    pub const SINGULAR_VALUES: [f64; 3] =
        [5.051179738676599, 3.8717451042761377, 2.075493458215845];
    pub const PINV: [[f64; 4]; 3] = [
        [
            0.34164106065778993,
            0.2306247866165929,
            0.1103903493797656,
            -0.15113235461477176,
        ],
        [
            0.011987405637115384,
            0.21861841356549452,
            0.0740487841887638,
            0.1350479875573765,
        ],
        [
            -0.07124160691931263,
            -0.1283714578354386,
            0.16752020029589165,
            0.1087970866052123,
        ],
    ];
    pub const EIGENVALUES: [f64; 3] = [4.307673095096771, 14.990410152486234, 25.514416752417002];
    pub const SHIFT: [[f64; 3]; 3] = [[15.0, 0.0, 0.0], [0.0, 15.0, 0.0], [0.0, 0.0, 15.0]];
    pub const SIGN: f64 = 1.0;
    pub const LOGARITHM: f64 = 0.0752234212375873;
    pub const MATRIX_NORMS: [f64; 5] = [
        6.694213919497942,
        10.998418301168583,
        5.051179738676599,
        7.5,
        5.75,
    ];
    pub const VECTOR_NORMS: [[f64; 4]; 6] = [
        [3.0, 2.0, 3.0, 3.0],
        [3.5, 5.0, 5.75, 4.5],
        [
            2.29128784747792,
            3.605551275463989,
            4.2793106921559225,
            2.8722813232690143,
        ],
        [
            2.089669598190616,
            3.2710663101885893,
            4.069426055053331,
            2.6024139316971007,
        ],
        [2.0, 3.0, 4.0, 2.5],
        [0.5, 0.0, 0.25, 1.0],
    ];
}

#[test]
fn values_by_numpy() {
    let x = InlineTensor::from(by_numpy::MATRIX);
    let (q, r) = x.qr();
    assert!(q.all_close(&InlineTensor::from(by_numpy::Q), 1e-12, 1e-12));
    assert!(r.all_close(&InlineTensor::from(by_numpy::R), 1e-12, 1e-12));
    let (q, r) = x.complete_qr();
    assert!(q.all_close(&InlineTensor::from(by_numpy::COMPLETE_Q), 1e-12, 1e-12));
    assert!(r.all_close(&InlineTensor::from(by_numpy::COMPLETE_R), 1e-12, 1e-12));
    // Each library has its own signs of singular vectors.
    let (u, _, v) = x.full_svd();
    assert!(
        u.abs()
            .all_close(&InlineTensor::from(by_numpy::FULL_U).abs(), 1e-12, 1e-12)
    );
    assert!(
        v.abs()
            .all_close(&InlineTensor::from(by_numpy::FULL_V).abs(), 1e-12, 1e-12)
    );
    let (_, _, v) = x.transpose::<shape![3, 4]>().full_svd();
    let expected = InlineTensor::from(by_numpy::FULL_U).transpose::<shape![4, 4]>();
    assert!(v.abs().all_close(&expected.to_tensor().abs(), 1e-12, 1e-12));
    let sides = InlineTensor::from(by_numpy::SIDES);
    assert!(
        x.lstsq(&sides)
            .all_close(&InlineTensor::from(by_numpy::LSTSQ), 1e-12, 1e-12)
    );
    let few: InlineTensor<f64, shape![4, 2]> =
        x.transpose::<shape![3, 4]>()
            .lstsq(&InlineTensor::<f64, shape![3, 2]>::from_fn(|[i, j]| {
                sides[[i, j]]
            }));
    assert!(few.all_close(&InlineTensor::from(by_numpy::LSTSQ_OF_FEW), 1e-12, 1e-12));
    let values = InlineTensor::from(by_numpy::SINGULAR_VALUES);
    assert!(x.svdvals().all_close(&values, 1e-12, 1e-12));
    assert!(
        x.pinv()
            .all_close(&InlineTensor::from(by_numpy::PINV), 1e-12, 1e-12)
    );
    let square = x.transpose::<shape![3, 4]>().matmul(&x);
    let values = InlineTensor::from(by_numpy::EIGENVALUES);
    assert!(square.eigvalsh().all_close(&values, 1e-12, 1e-12));
    let (sign, logarithm) = (square - InlineTensor::from(by_numpy::SHIFT)).slogdet();
    assert_eq!(sign.into_scalar(), by_numpy::SIGN);
    assert!((logarithm.into_scalar() - by_numpy::LOGARITHM).abs() < 1e-12);
    let norms = [
        MatrixNorm::Frobenius,
        MatrixNorm::Nuclear,
        MatrixNorm::Spectral,
        MatrixNorm::Columns,
        MatrixNorm::Rows,
    ];
    for (norm, expected) in norms.into_iter().zip(by_numpy::MATRIX_NORMS) {
        let found = x.matrix_norm(norm).into_scalar();
        assert!((found - expected).abs() < 1e-12, "{norm:?}: {found}");
        let view = x.to_heap();
        assert!((view.view().matrix_norm(norm).into_scalar() - expected).abs() < 1e-12);
    }
    let orders = [0.0, 1.0, 2.0, 3.0, f64::INFINITY, f64::NEG_INFINITY];
    for (order, expected) in orders.into_iter().zip(by_numpy::VECTOR_NORMS) {
        let found = x.vector_norm::<-1>(order).remove_axis::<-1>();
        let expected = InlineTensor::from(expected);
        assert!(found.all_close(&expected, 1e-12, 1e-12), "{order}: {found}");
        let across: Tensor<f64, shape![3, 4]> = x.to_heap().transpose();
        let found = across.vector_norm::<-2>(order).remove_axis::<-2>();
        assert!(found.all_close(&expected.to_heap(), 1e-12, 1e-12));
    }
}

/// The shapes are those of `torch.diagonal` and `torch.diag_embed`.
#[test]
fn diagonals_along_any_axes() {
    macro_rules! along {
        ($([$($shape:tt)*] [$rows:literal $columns:literal] $above:tt => [$($diagonal:tt)*], [$($matrix:tt)*];)*) => {$(
            type List = axes![$rows, $columns];
            let x = Tensor::<i64, shape![$($shape)*]>::arange_like();
            let found: Tensor<i64, shape![$($diagonal)*]> = x.diagonal_along::<List, dim!($above)>();
            let sizes = [$($shape)*];
            assert_eq!(diagonal_along_shape(&sizes, [$rows, $columns], $above).unwrap().dims(), found.dims());
            assert_eq!(diagonal_along_shape(&sizes, [$columns, $rows], -$above).unwrap().dims(), found.dims());
            let moved = x.move_axes::<List, axes![-2, -1]>();
            assert_eq!(found, moved.diagonal_above::<dim!($above), _, _, _>());
            let found: Tensor<i64, shape![$($matrix)*]> = x.diag_along::<List, dim!($above)>();
            assert_eq!(diag_along_shape(&sizes, [$rows, $columns], $above).unwrap().dims(), found.dims());
            assert_eq!(diag_along_shape(&sizes, [$columns, $rows], -$above).unwrap().dims(), found.dims());
            assert_eq!(found.diagonal_along::<List, dim!($above)>(), x);
            assert_eq!(found.sum(), x.sum());
        )*};
    }
    trait ArangeLike {
        fn arange_like() -> Self;
    }
    impl<S: StaticShape> ArangeLike for Tensor<i64, S> {
        fn arange_like() -> Self {
            Tensor::from_vec((1..=S::NUM_ELEMENTS as i64).collect()).unwrap()
        }
    }
    {
        along! { [3, 4, 5] [-3 -1] 0 => [4, 3], [3, 5, 4, 5]; }
    }
    {
        along! { [3, 4, 5] [-3 -1] 3 => [4, 2], [3, 8, 4, 8]; }
    }
    {
        along! { [3, 4, 5] [-1 -3] 1 => [4, 2], [3, 6, 4, 6]; }
    }
    {
        along! { [3, 4, 5] [-2 -3] 1 => [5, 2], [3, 6, 6, 4]; }
    }
    {
        along! { [3, 4] [-2 -1] 9 => [0], [3, 13, 13]; }
    }
    let error = diagonal_along_shape(&[3, 4], [-1, -1], 0).unwrap_err();
    assert_eq!(error.to_string(), "axis -1 of shape [3, 4] is named twice");
    let any = Tensor::<f32, shape![3, 4, 5]>::zeros().widen::<DynShape>();
    let found = any.diagonal_along::<axes![-3, -1], dim!(1)>();
    assert_eq!(found.dims(), [4, 3]);
    assert_eq!(
        any.diag_along::<axes![-4, -2], dim!(1)>().dims(),
        [6, 3, 6, 4]
    );
    let some = Tensor::<f32, _>::zeros_with(<shape![_, 4, 5]>::of([3]));
    let found: Tensor<f32, shape![4, _]> = some.diagonal_along::<axes![-3, -1], dim!(0)>();
    assert_eq!(found.dims(), [4, 3]);
}

/// Norms along several axes are those of the vectors that the elements along them make.
#[test]
fn norms_along_several_axes() {
    let x = Tensor::<f64, shape![3, 4, 5]>::from_fn(|[i, j, k]| {
        ((i * 20 + j * 5 + k) as f64 * 12.9898).sin()
    });
    for order in [0.0, 1.0, 2.0, 3.0, f64::INFINITY, f64::NEG_INFINITY] {
        let near = |found: Tensor<f64, DynShape>, expected: Tensor<f64, DynShape>| {
            assert!(found.all_close(&expected, 1e-12, 1e-12), "{order}");
        };
        let all: Tensor<f64, shape![1, 1, 1]> = x.vector_norm_axes::<axes![-1, -2, -3]>(order);
        near(
            all.flatten().widen(),
            x.flatten().vector_norm::<-1>(order).widen(),
        );
        let ends: Tensor<f64, shape![1, 4, 1]> = x.vector_norm_axes::<axes![-3, -1]>(order);
        let rows = x.permute::<axes![-2, -3, -1]>().reshape::<shape![4, 15]>();
        near(
            ends.flatten().widen(),
            rows.vector_norm::<-1>(order).flatten().widen(),
        );
        let middle: Tensor<f64, shape![3, 1, 5]> = x.vector_norm_axes::<axes![-2]>(order);
        near(middle.widen(), x.vector_norm::<-2>(order).widen());
    }
    let any = x.widen::<DynShape>().vector_norm_axes::<axes![-1, -2]>(2.0);
    assert_eq!(any.dims(), [3, 1, 1]);
    let none = InlineTensor::<f64, shape![2, 0]>::zeros().vector_norm_axes::<axes![-1, -2]>(2.0);
    assert_eq!(none, InlineTensor::from([[0.0]]));
    let long =
        Tensor::<f64, shape![_, 0]>::zeros_with(<shape![_, 0]>::of([1 << (usize::BITS - 4)]));
    let none = long.vector_norm_axes::<axes![-1, -2]>(2.0);
    assert_eq!(none, InlineTensor::from([[0.0]]));
}

#[test]
#[should_panic = "cannot take the largest of no elements: axis -1 of shape [2, 0] has size 0"]
fn the_largest_of_nothing_along_several_axes() {
    let _ =
        InlineTensor::<f64, shape![2, 0]>::zeros().vector_norm_axes::<axes![-1, -2]>(f64::INFINITY);
}

#[test]
fn what_is_not_a_number_stays_so() {
    for bad in [f64::NAN, f64::INFINITY] {
        let x = InlineTensor::from([[1.0, 2.0], [bad, 3.0]]);
        assert!(x.svdvals().iter().all(|value| value.is_nan()));
        assert!(x.eigvalsh().iter().all(|value| value.is_nan()));
        assert!(x.vector_norm::<-1>(f64::INFINITY)[[1, 0]].is_nan() || bad.is_infinite());
    }
    let (sign, logarithm) = InlineTensor::from([[1.0, 2.0], [2.0, 4.0]]).slogdet();
    assert_eq!(
        (sign.into_scalar(), logarithm.into_scalar()),
        (0.0, f64::NEG_INFINITY)
    );
    assert!(
        InlineTensor::from([[f64::NAN]])
            .slogdet()
            .0
            .into_scalar()
            .is_nan()
    );
}

#[test]
#[should_panic = "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns"]
fn eigenvalues_of_other_matrices() {
    let _ = Tensor::<f64, _>::zeros_with(<shape![_, 3]>::of([2])).eigh();
}
