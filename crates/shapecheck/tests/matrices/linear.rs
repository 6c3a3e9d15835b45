//! Equations, inverses, determinants and Cholesky factors: tables of cases for types and for run time, and values
//! compared with products and plain loops.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use proptest::prelude::*;
use shapecheck::algebra::{Solves, SquareMatrices, VecDot, solve_shape, square_size, vecdot_shape};
use shapecheck::engine::Floats;
use shapecheck::error::{MatrixErrorKind, Rule, ShapeErrorKind};
use shapecheck::{Dim, DynShape, InlineTensor, Tensor, TensorOn, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape, and whether its matrices are square.
macro_rules! square_table {
    ($([$($shape:tt)*] => $size:literal;)*) => {$(
        assert_impl_all!(shape![$($shape)*]: SquareMatrices);
        assert_eq!(square_size(&[$($shape)*]), Ok($size));
    )*};
}

macro_rules! refused_table {
    ($([$($shape:tt)*] => $kind:expr;)*) => {$(
        assert_not_impl_any!(shape![$($shape)*]: SquareMatrices);
        assert_eq!(square_size(&[$($shape)*]).unwrap_err().kind(), $kind);
    )*};
}

#[test]
fn square_matrices_follow_the_table() {
    square_table! {
        [3, 3] => 3;
        [1, 1] => 1;
        [0, 0] => 0;
        [8, 3, 3] => 3;
        [2, 8, 3, 3] => 3;
    }
    refused_table! {
        [3, 4] => ShapeErrorKind::Sizes { rule: Rule::SQUARE, axis: -1, lhs: 3, rhs: 4 };
        [1, 4] => ShapeErrorKind::Sizes { rule: Rule::SQUARE, axis: -1, lhs: 1, rhs: 4 };
        [4, 1] => ShapeErrorKind::Sizes { rule: Rule::SQUARE, axis: -1, lhs: 4, rhs: 1 };
        [0, 1] => ShapeErrorKind::Sizes { rule: Rule::SQUARE, axis: -1, lhs: 0, rhs: 1 };
        [3, 3, 4] => ShapeErrorKind::Sizes { rule: Rule::SQUARE, axis: -1, lhs: 3, rhs: 4 };
        [3] => ShapeErrorKind::FewAxes;
        [] => ShapeErrorKind::FewAxes;
    }
}

assert_impl_all!(shape![_, 3]: SquareMatrices);
assert_impl_all!(shape![_, _]: SquareMatrices);
assert_impl_all!(shape![..DynShape, 3]: SquareMatrices);
assert_impl_all!(DynShape: SquareMatrices);

/// Coefficients, right-hand sides, and the shape of the solutions.
macro_rules! solve_table {
    () => {};
    ([$($lhs:tt)*] for [$($rhs:tt)*] => [$($output:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(<shape![$($lhs)*] as Solves<shape![$($rhs)*]>>::Output, shape![$($output)*]);
        assert_eq!(solve_shape(&[$($lhs)*], &[$($rhs)*]).unwrap().dims(), [$($output)*]);
        solve_table! { $($rest)* }
    };
    ([$($lhs:tt)*] for [$($rhs:tt)*] => refused: $text:literal; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($lhs)*]: Solves<shape![$($rhs)*]>);
        assert_eq!(solve_shape(&[$($lhs)*], &[$($rhs)*]).unwrap_err().to_string(), $text);
        solve_table! { $($rest)* }
    };
}

#[test]
fn equations_follow_the_table() {
    solve_table! {
        [3, 3] for [3] => [3];
        [3, 3] for [3, 2] => [3, 2];
        [8, 3, 3] for [3] => [8, 3];
        [8, 3, 3] for [3, 2] => [8, 3, 2];
        [3, 3] for [8, 3, 2] => [8, 3, 2];
        [1, 3, 3] for [8, 3, 2] => [8, 3, 2];
        [3, 3] for [4] => refused: "cannot solve equations [3, 3] for [4]: there are 3 equations, but 4 numbers on the right";
        [3, 3] for [1] => refused: "cannot solve equations [3, 3] for [1]: there are 3 equations, but 1 numbers on the right";
        [3, 3] for [2, 3] => refused: "cannot solve equations [3, 3] for [2, 3]: there are 3 equations, but 2 numbers on the right";
        [3, 4] for [3] => refused: "a square matrix is needed: shape [3, 4] has 3 rows and 4 columns";
        [8, 3, 3] for [7, 3, 2] => refused: "cannot broadcast shapes [8, 3, 3] and [7, 3, 2]: size 8 does not match size 7 at axis -3";
        [3] for [3] => refused: "a matrix is needed: shape [3] has fewer than two axes";
    }
}

/// Two shapes, and that of the products of their vectors.
macro_rules! vecdot_table {
    () => {};
    ([$($lhs:tt)*] with [$($rhs:tt)*] => [$($output:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(<shape![$($lhs)*] as VecDot<shape![$($rhs)*]>>::Output, shape![$($output)*]);
        assert_eq!(vecdot_shape(&[$($lhs)*], &[$($rhs)*]).unwrap().dims(), [$($output)*] as [usize; <shape![$($output)*] as shapecheck::StaticShape>::RANK]);
        vecdot_table! { $($rest)* }
    };
    ([$($lhs:tt)*] with [$($rhs:tt)*] => refused: $text:literal; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($lhs)*]: VecDot<shape![$($rhs)*]>);
        assert_eq!(vecdot_shape(&[$($lhs)*], &[$($rhs)*]).unwrap_err().to_string(), $text);
        vecdot_table! { $($rest)* }
    };
}

#[test]
fn products_of_vectors_follow_the_table() {
    vecdot_table! {
        [3] with [3] => [];
        [0] with [0] => [];
        [8, 3] with [3] => [8];
        [3] with [8, 3] => [8];
        [8, 1, 3] with [5, 3] => [8, 5];
        [1, 3] with [8, 3] => [8];
        [3] with [4] => refused: "vector lengths differ: 3 and 4, in shapes [3] and [4]";
        [3] with [1] => refused: "vector lengths differ: 3 and 1, in shapes [3] and [1]";
        [1] with [3] => refused: "vector lengths differ: 1 and 3, in shapes [1] and [3]";
        [8, 3] with [8] => refused: "vector lengths differ: 3 and 8, in shapes [8, 3] and [8]";
        [8, 3] with [7, 3] => refused: "cannot broadcast shapes [8, 3] and [7, 3]: size 8 does not match size 7 at axis -2";
        [] with [3] => refused: "shape [] has rank 0, where rank 1 or more is needed";
        [3] with [] => refused: "shape [] has rank 0, where rank 1 or more is needed";
    }
}

assert_type_eq_all!(<shape![_, 3] as VecDot<shape![4, _]>>::Output, shape![4]);
assert_type_eq_all!(<shape![_] as VecDot<shape![_]>>::Output, shape![]);
assert_type_eq_all!(<DynShape as VecDot<shape![3]>>::Output, DynShape);

#[test]
fn products_of_vectors() {
    let x = InlineTensor::<i64, shape![2, 1, 3]>::from_fn(|[i, _, k]| (3 * i + k) as i64);
    let y = InlineTensor::<i64, shape![4, 3]>::from_fn(|[j, k]| (10 * j) as i64 - k as i64);
    let expected = InlineTensor::<i64, shape![2, 4]>::from_fn(|[i, j]| {
        (0..3).map(|k| x[[i, 0, k]] * y[[j, k]]).sum()
    });
    assert_eq!(x.vecdot(&y), expected);
    assert_eq!(x.to_heap().vecdot(&y.view()), expected);
    let any = x.to_heap().widen::<DynShape>();
    assert_eq!(
        any.vecdot(&y.to_heap().widen::<DynShape>()).to_vec(),
        expected.as_slice()
    );
    let (a, b) = (InlineTensor::from([1.0, 2.0]), Tensor::from([3.0, 4.0]));
    assert_eq!(a.dot(&b).into_scalar(), 11.0);
    assert_eq!(a.dot(&a).into_scalar(), 5.0);
    let outer: Tensor<f64, shape![2, 2]> = b.outer(&a);
    assert_eq!(outer, Tensor::from([[3.0, 6.0], [4.0, 8.0]]));
    let rows = Tensor::<i32, _>::ones_with(<shape![_]>::of([2]));
    let outer: Tensor<i32, shape![_, 3]> = rows.outer(&Tensor::from([1, 2, 3]));
    assert_eq!(outer.to_vec(), [1, 2, 3, 1, 2, 3]);
    let any = Tensor::from([3, 4]).widen::<DynShape>();
    let outer: Tensor<i32, shape![_, 2]> = any.outer(&Tensor::from([1, 2]));
    assert_eq!(outer.to_vec(), [3, 6, 4, 8]);
    let found: Tensor<i32, DynShape> = any.dot(&Tensor::from([1, 2]));
    assert_eq!((found.dims(), found.to_vec()), (&[][..], vec![11]));
}

/// What is not a vector is refused, with the number of the operand.
#[test]
fn operands_that_are_no_vectors() {
    use shapecheck::ShapeError;
    use shapecheck::algebra::{meshgrid_shape, outer_shape, searchsorted_shape};
    use shapecheck::error::ShapeErrorKind;

    let text = |error: Result<DynShape, ShapeError>| error.unwrap_err().to_string();
    assert_eq!(
        text(outer_shape(&[2, 3], &[4])),
        "`outer` takes vectors: operand 1, of shape [2, 3], has 2 axes"
    );
    assert_eq!(
        text(meshgrid_shape(&[&[1], &[2], &[3, 4, 5]])),
        "`meshgrid` takes vectors: operand 3, of shape [3, 4, 5], has 3 axes"
    );
    assert_eq!(
        text(searchsorted_shape(&[], &[2])),
        "`searchsorted` takes a sorted vector: shape [] has 0 axes"
    );
    let kind = outer_shape(&[2, 3], &[4]).unwrap_err().kind();
    let expected = ShapeErrorKind::NotAVector {
        operation: "outer",
        operand: 1,
    };
    assert_eq!(kind, expected);
}

#[test]
#[should_panic = "`meshgrid` takes vectors: operand 2, of shape [1, 2], has 2 axes"]
fn a_grid_of_a_matrix_of_run_time_rank() {
    let rows = Tensor::from([1, 2, 3]);
    let _ = shapecheck::tensor::meshgrid((&rows, &Tensor::from([[1, 2]]).widen::<DynShape>()));
}

#[test]
#[should_panic = "vector lengths differ: 3 and 4, in shapes [2, 3] and [4]"]
fn vectors_of_different_numbers() {
    let x = Tensor::<f64, _>::zeros_with(<shape![2, _]>::of([3]));
    let _ = x.vecdot(&Tensor::<f64, shape![4]>::zeros());
}

assert_type_eq_all!(<shape![_, _] as Solves<shape![3]>>::Output, shape![_]);
assert_type_eq_all!(
    <shape![_, 3, 3] as Solves<shape![3, _]>>::Output,
    shape![_, 3, _]
);

type Matrices = Tensor<f64, shape![_, _, _]>;

/// Matrices that are far enough from being singular.
fn matrices(count: usize, size: usize, values: &[f64]) -> Matrices {
    let mut next = values.iter().cycle();
    Tensor::from_fn_with(
        <shape![_, _, _]>::of([count, size, size]),
        |[_, row, column]| {
            // In another order than that of the rows: pivots change places.
            let largest = if (row + 1) % size == column {
                3.0 * size as f64
            } else {
                0.0
            };
            largest + next.next().unwrap()
        },
    )
}

fn close<A: shapecheck::Shape, B: shapecheck::Shape>(
    a: &Tensor<f64, A>,
    b: &Tensor<f64, B>,
) -> bool {
    a.dims() == b.dims()
        && a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + b.abs()))
}

/// By the rows and columns that are left: as many products as there are orders.
fn det_of(matrix: &[Vec<f64>]) -> f64 {
    if matrix.is_empty() {
        return 1.0;
    }
    let minors = (0..matrix.len()).map(|column| {
        let without = |row: &Vec<f64>| [&row[..column], &row[column + 1..]].concat();
        let minor: Vec<Vec<f64>> = matrix[1..].iter().map(without).collect();
        let sign = if column % 2 == 0 { 1.0 } else { -1.0 };
        sign * matrix[0][column] * det_of(&minor)
    });
    minors.sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn products_with_what_was_found_give_what_was_there(
        values in prop::collection::vec(-1.0..1.0, 50),
        size in 0_usize..6,
        columns in 0_usize..4,
        counts in prop::sample::select(vec![(1, 1), (3, 3), (1, 3), (3, 1), (0, 1)]),
    ) {
        let a = matrices(counts.0, size, &values);
        let mut next = values.iter().rev().cycle();
        let b = Tensor::<f64, _>::from_fn_with(
            <shape![_, _, _]>::of([counts.1, size, columns]),
            |_: [usize; 3]| *next.next().unwrap(),
        );
        let both = <shape![_, _, _]>::of([counts.0.max(counts.1) * counts.0.min(1), size, columns]);
        let expected = b.broadcast_to_with(both);
        prop_assert!(close(&a.matmul(&a.solve(&b)), &expected));
        prop_assert!(close(&a.matmul(&a.view().solve(&b.view())), &expected));
        // Coefficients and right-hand sides whose rows lie apart.
        let across: Matrices = a.transpose::<shape![_, _, _]>();
        let b_across: Matrices = b.transpose::<shape![_, _, _]>().to_tensor();
        let b_across: Matrices = b_across.transpose();
        prop_assert!(close(&across.matmul(&across.solve(&b_across)), &expected));

        let eye = Tensor::<f64, _>::eye_with(<shape![_, _]>::of([size, size]));
        let units = eye.broadcast_to_with(a.shape());
        prop_assert!(close(&a.matmul(&a.inverse()), &units));
        prop_assert!(close(&across.inverse().matmul(&across), &units));

        for (matrix, det) in a.iter_axis::<-3>().zip(a.det().iter()) {
            let rows: Vec<Vec<f64>> = matrix.iter_axis::<-2>().map(|row| row.to_vec()).collect();
            let expected = det_of(&rows);
            prop_assert!((det - expected).abs() <= 1e-9 * expected.abs());
            let diagonal: Vec<f64> = (0..size).map(|place| rows[place][place]).collect();
            prop_assert_eq!(matrix.diagonal().to_vec(), &diagonal[..]);
            let sum = diagonal.iter().fold(0.0, |sum, element| sum + element);
            prop_assert_eq!(matrix.trace().into_scalar(), sum);
        }
        prop_assert_eq!(a.trace().to_vec(), across.trace().to_vec());
        prop_assert_eq!(a.diagonal().to_vec(), across.view().diagonal().to_vec());

        let positive: Matrices = a.matmul(&across);
        let factor = positive.cholesky();
        prop_assert!(close(&factor.matmul(&factor.transpose::<shape![_, _, _]>()), &positive));
        prop_assert_eq!(&factor.tril(0), &factor);
    }
}

#[test]
fn inline() {
    let a = InlineTensor::from([[0.0_f32, 2.0], [4.0, 0.0]]);
    let x: InlineTensor<f32, shape![2]> = a.solve(&InlineTensor::from([6.0, 8.0]));
    assert_eq!(x, InlineTensor::from([2.0, 3.0]));
    let x: InlineTensor<f32, shape![3, 2, 1]> = a.solve(&InlineTensor::from([
        [[6.0], [8.0]],
        [[0.0], [4.0]],
        [[2.0], [0.0]],
    ]));
    assert_eq!(
        x,
        InlineTensor::from([[[2.0], [3.0]], [[1.0], [0.0]], [[0.0], [1.0]]])
    );
    assert_eq!(a.inverse(), InlineTensor::from([[0.0, 0.25], [0.5, 0.0]]));
    assert_eq!(a.det().into_scalar(), -8.0);
    let b = InlineTensor::from([[4.0_f64, 99.0], [2.0, 5.0]]);
    assert_eq!(b.cholesky(), InlineTensor::from([[2.0, 0.0], [1.0, 2.0]]));
    let wide = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(wide.diagonal(), InlineTensor::from([1, 5]));
    assert_eq!(wide.trace_at(0).into_scalar(), 6);
    assert_eq!(
        InlineTensor::<f64, shape![0, 0]>::zeros()
            .det()
            .into_scalar(),
        1.0
    );
}

/// By elimination on rows that have the unit matrix beside them, largest element first.
fn inverse_of(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    for (index, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(column == index)));
    }
    for column in 0..size {
        let size_of = |row: &usize| rows[*row][column].abs();
        let largest = (column..size).max_by(|a, b| size_of(a).total_cmp(&size_of(b)));
        rows.swap(column, largest.unwrap());
        let pivot = rows[column][column];
        rows[column]
            .iter_mut()
            .for_each(|element| *element /= pivot);
        let own = rows[column].clone();
        for row in (0..size).filter(|&row| row != column) {
            let factor = rows[row][column];
            for (element, other) in rows[row].iter_mut().zip(&own) {
                *element -= factor * other;
            }
        }
    }
    rows.iter().map(|row| row[size..].to_vec()).collect()
}

/// Whether matrices differ by little against the largest of their elements.
fn alike(a: &[f64], b: &[f64]) -> bool {
    let largest = b
        .iter()
        .fold(0.0_f64, |most, element| most.max(element.abs()));
    a.len() == b.len() && { a.iter().zip(b) }.all(|(a, b)| (a - b).abs() <= 1e-12 * largest)
}

/// Small matrices, for whose sizes there are loops or sums of products of their own, inline, on the heap and as one of
/// several.
macro_rules! small_matrices {
    ($($size:literal)*) => {$({
        type Square = shape![$size, $size];
        type Two = shape![2, $size, $size];
        // Also so small and so large that products of a few elements are not numbers of this type, and with rows far
        // apart.
        for (near, far) in [(1.0, 1.0), (1e-150, 1e-150), (1e150, 1e150), (1e-200, 1e100), (1e20, 1.0)] {
            for seed in 0..40 {
                let element = |row: usize, column: usize| {
                    let place = (seed * 31 + row * $size + column) as f64;
                    let diagonal = if (row + seed) % $size == column { 3.0 } else { 0.0 };
                    let scale = if row % 2 == 0 { near } else { far };
                    scale * (diagonal + (place * 12.9898).sin())
                };
                let a = InlineTensor::<f64, Square>::from_fn(|[row, column]| element(row, column));
                let rows: Vec<Vec<f64>> =
                    (0..$size).map(|row| (0..$size).map(|column| element(row, column)).collect()).collect();
                let expected = inverse_of(&rows).concat();
                let inverse = a.inverse();
                assert!(alike(inverse.as_slice(), &expected), "{rows:?}: {inverse:?}");
                assert_eq!(a.to_heap().inverse(), inverse);
                let two = InlineTensor::<f64, Two>::from_fn(|[_, row, column]| element(row, column));
                assert_eq!(two.inverse().index_axis::<-3>(1), inverse);

                let b = InlineTensor::<f64, shape![$size]>::from_fn(|[row]| rows[row].iter().sum());
                let ones = [1.0; $size];
                assert!(alike(a.solve(&b).as_slice(), &ones), "{rows:?}");
                assert_eq!(a.to_heap().solve(&b.to_heap()), a.solve(&b));
                assert!(alike(two.solve(&b).index_axis::<-2>(1).as_slice(), &ones));

                let det = a.det().into_scalar();
                let expected = det_of(&rows);
                if near == far && near < 1.0 || near == 1.0 {
                    assert!((det - expected).abs() <= 1e-11 * expected.abs(), "{rows:?}: {det}");
                }
                assert_eq!(a.to_heap().det().into_scalar(), det);
            }
        }
        let positive = InlineTensor::<f64, Square>::from_fn(|[row, column]| {
            f64::from(row == column) + 0.1 / (1 + row + column) as f64
        });
        let factor = positive.cholesky();
        let product: Vec<f64> = (0..$size * $size)
            .map(|place| (0..$size).map(|k| factor[[place / $size, k]] * factor[[place % $size, k]]).sum())
            .collect();
        assert!(alike(&product, positive.as_slice()));
        assert_eq!(factor.tril(0), factor);
        assert_eq!(positive.to_heap().cholesky(), factor);
        // What is above the diagonal is not read.
        assert_eq!(positive.tril(0).cholesky(), factor);
    })*};
}

#[test]
#[allow(clippy::modulo_one)]
fn small_matrices_against_plain_loops() {
    small_matrices!(1 2 3 4 5 6);
}

#[test]
fn terms_of_a_determinant_that_cancel_each_other() {
    let a = InlineTensor::from([[1e10, 1.0], [1e10, 1.0 + f64::EPSILON]]);
    assert_eq!(a.det().into_scalar(), 1e10 * f64::EPSILON);
    let x = a.inverse();
    assert_eq!(x[[1, 0]], -1.0 / f64::EPSILON);
    let a = InlineTensor::from([[1.0_f32, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]);
    assert!(a.try_inverse().is_err());
    assert_eq!(a.det().into_scalar(), 0.0);
    let endless = InlineTensor::from([[f64::INFINITY, 0.0], [0.0, 1.0]]);
    assert_eq!(endless.det().into_scalar(), f64::INFINITY);
}

#[test]
fn matrices_without_an_inverse() {
    let a = InlineTensor::from([[[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [2.0, 4.0]]]);
    let error = a.try_inverse().err().unwrap();
    assert_eq!(
        (error.kind(), error.matrix()),
        (MatrixErrorKind::Singular, Some(1))
    );
    assert_eq!(error.to_string(), "matrix 1, counted from 0, is singular");
    let error = a
        .to_heap()
        .try_solve(&Tensor::from([1.0, 2.0]))
        .err()
        .unwrap();
    assert_eq!(error.kind(), MatrixErrorKind::Singular);
    assert_eq!(a.det(), InlineTensor::from([-2.0, 0.0]));
    let error = InlineTensor::from([[1.0, 0.0], [2.0, 1.0]])
        .try_cholesky()
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "matrix 0, counted from 0, is not positive definite"
    );
    let unknown = InlineTensor::from([[f64::NAN, 0.0], [2.0, 1.0]]);
    assert!(unknown.try_inverse().is_err());
    assert!(unknown.det().into_scalar().is_nan());
}

/// What `tests/data/linear.py` prints.
#[rustfmt::skip]
mod by_numpy {
    pub struct OfMatrix {
        pub size: usize,
        /// The first row, the last, and sums of squares.
        pub solution: [[f64; 2]; 3],
        /// Three corners, and the sum of squares.
        pub inverse: [f64; 4],
        pub slogdet: [f64; 2],
        pub det: f64,
        /// Three corners of that of the matrix transposed times the matrix, and the sum of all elements.
        pub cholesky: [f64; 4],
    }

    pub const BY_NUMPY: [OfMatrix; 3] = [
        OfMatrix {
            size: 24,
            solution: [[-0.10891599889805316, 0.8205417339107238], [-0.8212782108194822, -1.1167724634894527], [95.525960331315, 111.34163607413083]],
            inverse: [0.015769044276917374, 0.0750242107971656, -0.04101570242560837, 15.587315421051173],
            slogdet: [-1.0, 26.60084559755279],
            det: -356944304786.0757,
            cholesky: [4.1651396941609296, 0.16107465457653827, 2.1989115385037925, 98.41791370814025],
        },
        OfMatrix {
            size: 48,
            solution: [[1.0157646005978445, 1.5634205516205109], [0.08973713178689899, 0.6475288963273451], [18.187429736232776, 30.50807248977577]],
            inverse: [-0.019386805288400092, -0.01426206960351829, -0.0015443184614867048, 2.4499673698797215],
            slogdet: [-1.0, 85.74864551659086],
            det: -1.7384555007854713e+37,
            cholesky: [7.246715985750028, 0.2042951252555226, 4.787893208224517, 325.3490239412742],
        },
        OfMatrix {
            size: 100,
            solution: [[-0.06420763913595458, 0.11029135650548662], [-0.5121223199956437, -0.36562093222152114], [8.977648715938919, 7.663528444580271]],
            inverse: [-0.0008066355863987209, -0.0068225471585650265, -0.00030166991378646643, 0.8085358873827551],
            slogdet: [-1.0, 252.791220149157],
            det: -6.107057153024021e+109,
            cholesky: [14.082745842652633, 0.3383150097365937, 10.728906938843165, 1231.9050039202923],
        },
    ];
}

type Any = Tensor<f64, shape![_, _]>;

/// The matrix in `tests/data/linear.py`.
fn large(size: usize) -> Any {
    Tensor::from_fn_with(<shape![_, _]>::of([size, size]), |[row, column]| {
        let noise = (37 * row + 101 * column + row * column * column) % 127;
        let largest = if (row + 5) % size == column {
            size as f64 / 8.0
        } else {
            0.0
        };
        (noise as f64 - 63.0) / 64.0 + largest
    })
}

/// Of sizes that loops are for, and of larger ones that a library is for, where there is one.
#[test]
fn large_matrices_by_numpy() {
    let near = |found: f64, expected: f64| {
        assert!(
            (found - expected).abs() <= 1e-11 * expected.abs().max(1.0),
            "{found} for {expected}"
        );
    };
    for of in by_numpy::BY_NUMPY {
        let (a, size) = (large(of.size), of.size);
        let across: Any = a.transpose().to_tensor().transpose();
        let b = Tensor::<f64, _>::from_fn_with(<shape![_, 2]>::of([size]), |[row, column]| {
            ((2 * row + column) % 11) as f64 - 5.0
        });
        for a in [&a, &across] {
            let x: Tensor<f64, shape![_, 2]> = a.solve(&b);
            for column in 0..2 {
                near(x[[0, column]], of.solution[0][column]);
                near(x[[size - 1, column]], of.solution[1][column]);
                let squares: f64 = (0..size).map(|row| x[[row, column]].powi(2)).sum();
                near(squares, of.solution[2][column]);
            }
            let one: Tensor<f64, shape![_]> = a.solve(&b.index_axis::<-1>(1));
            assert!(one.all_close(&x.index_axis::<-1>(1), 1e-12, 1e-12));
            let inverse = a.inverse();
            near(inverse[[0, 0]], of.inverse[0]);
            near(inverse[[0, size - 1]], of.inverse[1]);
            near(inverse[[size - 1, 0]], of.inverse[2]);
            near(
                inverse.iter().map(|element| element * element).sum(),
                of.inverse[3],
            );
            near(a.det().into_scalar() / of.det, 1.0);
            let (sign, logarithm) = a.slogdet();
            assert_eq!(sign.into_scalar(), of.slogdet[0]);
            near(logarithm.into_scalar(), of.slogdet[1]);
            let positive: Any = a.transpose::<shape![_, _]>().matmul(a);
            // What is above the diagonal is not read.
            let lower: Any =
                positive.tril(0) + Tensor::<f64, _>::full_with(positive.shape(), f64::NAN).triu(1);
            for positive in [&positive, &lower] {
                let factor = positive.cholesky();
                assert_eq!(factor.tril(0), factor);
                near(factor[[0, 0]], of.cholesky[0]);
                near(factor[[size - 1, 0]], of.cholesky[1]);
                near(factor[[size - 1, size - 1]], of.cholesky[2]);
                near(factor.iter().sum(), of.cholesky[3]);
            }
        }
        // Of several matrices, and as `f32`.
        let two = Tensor::stack([&a, &across], shapecheck::Axis::<-3>);
        assert_eq!(two.inverse().index_axis::<-3>(1), a.inverse());
        let single = a.map(|element| element as f32);
        assert!(
            single
                .inverse()
                .map(f64::from)
                .all_close(&a.inverse(), 1e-3, 1e-4)
        );
    }
}

/// Errors are the same whether loops find them or a library is asked first.
#[test]
fn large_matrices_without_an_inverse() {
    for size in [12, 64, 90] {
        let fine = large(size);
        let changed = |element: fn(&Any, usize, usize) -> f64| -> Any {
            Tensor::from_fn_with(<shape![_, _]>::of([size, size]), |[row, column]| {
                element(&fine, row, column)
            })
        };
        let singular = [
            changed(|_, _, _| 0.0),
            changed(|fine, row, column| if row == 7 { 0.0 } else { fine[[row, column]] }),
            changed(|fine, row, column| {
                if column == 7 {
                    0.0
                } else {
                    fine[[row, column]]
                }
            }),
            changed(|fine, row, column| fine[[row - row % 2, column]]),
            changed(|fine, row, column| {
                if row == 7 {
                    f64::NAN
                } else {
                    fine[[row, column]]
                }
            }),
        ];
        for a in &singular {
            let two = Tensor::stack([&fine, a], shapecheck::Axis::<-3>);
            let error = two.try_inverse().map(drop).expect_err("no inverse");
            assert_eq!(error.to_string(), "matrix 1, counted from 0, is singular");
            let ones = Tensor::<f64, _>::ones_with(<shape![_]>::of([size]));
            assert_eq!(two.try_solve(&ones).map(drop), Err(error));
            let unknown = a.iter().any(|element| element.is_nan());
            let det = a.det().into_scalar();
            assert!(det == 0.0 || unknown && det.is_nan(), "{det}");
        }
        // So small that its determinant is rounded to 0, and with rows far apart: no reason to refuse it.
        let tiny = changed(|fine, row, column| {
            fine[[row, column]] * if row % 2 == 0 { 1e-30 } else { 1e-27 }
        });
        let back = tiny.matmul(&tiny.inverse());
        assert!(back.all_close(&Tensor::eye_with(back.shape()), 1e-6, 1e-6));

        let positive: Any = fine.transpose::<shape![_, _]>().matmul(&fine);
        let mut indefinite = positive.clone();
        indefinite[[size - 1, size - 1]] = -1.0;
        let mut unknown = positive.clone();
        unknown[[size - 1, 0]] = f64::NAN;
        for a in [indefinite, unknown, singular[0].clone()] {
            let two = Tensor::stack([&positive, &a], shapecheck::Axis::<-3>);
            let error = two
                .try_cholesky()
                .map(drop)
                .expect_err("not positive definite");
            assert_eq!(
                error.to_string(),
                "matrix 1, counted from 0, is not positive definite"
            );
        }
    }
}

#[test]
#[should_panic = "a square matrix is needed: shape [3, 4] has 3 rows and 4 columns"]
fn matrices_that_are_not_square() {
    let _ = Tensor::<f64, _>::zeros_with(<shape![_, 4]>::of([3])).inverse();
}

#[test]
#[should_panic = "cannot solve equations [3, 3] for [4]: there are 3 equations, but 4 numbers on the right"]
fn other_right_hand_sides() {
    let a = Tensor::<f64, _>::zeros_with(<shape![_, 3]>::of([3]));
    let _ = a.solve(&Tensor::<f64, shape![_]>::zeros_with(<shape![_]>::of([4])));
}

/// What a measurement adds to what is known: a gain, on any engine.
fn gain<E: Floats<f64>, N: Dim, M: Dim>(
    covariance: &TensorOn<f64, shape![N, N], E>,
    observed: &TensorOn<f64, shape![M, N], E>,
    noise: &TensorOn<f64, shape![M, M], E>,
) -> TensorOn<f64, shape![M, N], E> {
    let across = observed.matmul(covariance);
    let innovation = across.matmul(&observed.transpose::<shape![N, M]>()) + noise;
    innovation.solve(&across)
}

#[test]
fn in_generic_code() {
    let covariance = InlineTensor::from([[2.0, 1.0], [1.0, 3.0]]);
    let observed = InlineTensor::from([[1.0, 0.0]]);
    let noise = InlineTensor::from([[2.0]]);
    let expected = InlineTensor::from([[0.5, 0.25]]);
    assert_eq!(gain(&covariance, &observed, &noise), expected);
    let (covariance, observed) = (covariance.to_heap(), observed.to_heap());
    assert_eq!(gain(&covariance, &observed, &noise.to_heap()), expected);
}

shapecheck::dims! { Rows }

#[test]
fn a_trace_is_of_square_matrices() {
    let square =
        Tensor::<i32, shape![2, Rows, Rows]>::full_with(<shape![2, Rows, Rows]>::of([4, 4]), 3);
    let sums: Tensor<i32, shape![2]> = square.trace();
    assert_eq!(sums, Tensor::from([12, 12]));
    let of = |sizes: [usize; 2]| Tensor::<i32, _>::full_with(<shape![_, _]>::of(sizes), 1);
    assert_eq!(of([3, 3]).trace().into_scalar(), 3);
    assert_eq!(of([2, 3]).trace_at(0).into_scalar(), 2);
    let told = std::panic::catch_unwind(|| of([2, 3]).trace()).unwrap_err();
    assert_eq!(
        told.downcast_ref::<String>().unwrap(),
        "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns"
    );
}
