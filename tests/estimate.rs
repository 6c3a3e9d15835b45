//! What estimators make of matrices, against the definitions.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::{InlineTensor, Tensor, dims, shape};

dims! { World = 3, Body = 3, State = 5 }

type Matrix<A, B> = InlineTensor<f64, shape![A, B]>;

/// A matrix of no order, and a covariance.
fn numbers<const N: usize>() -> [[f64; N]; N] {
    core::array::from_fn(|row| {
        core::array::from_fn(|column| ((7 * row + 3 * column) % 11) as f64 / 11.0 - 0.3)
    })
}

fn covariance() -> Matrix<State, State> {
    let root = Matrix::<State, State>::from_array(numbers::<5>());
    root.matmul(&root.transpose()) + Matrix::<State, State>::eye() * 0.1
}

// Under Miri.
#[test]
fn a_cross_product_is_a_product_with_a_matrix() {
    let (x, y) = ([[1, 2, 3], [4, -5, 6]], [[7, 5, 0], [2, 2, -1]]);
    let (x, y) = (InlineTensor::from(x), InlineTensor::from(y));
    let by_matrix = x
        .cross_matrix()
        .matmul(&y.insert_axis::<-1>())
        .remove_axis::<-1>();
    assert_eq!(by_matrix, x.cross(&y));
    assert_eq!(
        x.to_heap().transpose().transpose().cross_matrix(),
        x.cross_matrix()
    );
    let named: InlineTensor<i32, shape![World]> = InlineTensor::from_array([1, 2, 3]);
    let _: InlineTensor<i32, shape![World, World]> = named.cross_matrix();
}

// Under Miri.
#[test]
fn a_symmetric_part_is_the_mean_with_the_transpose() {
    let x = Matrix::<State, State>::from_array(numbers::<5>());
    let part: Matrix<State, State> = x.symmetric_part();
    assert_eq!(part, (x + x.transpose()) / 2.0);
    assert_eq!(part, part.transpose());
    assert_eq!(x.to_heap().symmetric_part(), part);
}

// Under Miri.
#[test]
fn factors_are_used_again() {
    let covariance = covariance();
    let factor = covariance.cholesky();
    let vector = InlineTensor::<f64, shape![State]>::from_array([1.0, -2.0, 0.5, 3.0, 0.0]);
    let several = Matrix::<State, World>::from_fn(|[row, column]| (row * column) as f64 - 2.0);
    let close = |solved: &dyn Fn() -> bool| assert!(solved());
    close(&|| {
        factor
            .cholesky_solve(&vector)
            .all_close(&covariance.solve(&vector), 1e-12, 1e-12)
    });
    close(&|| {
        factor
            .cholesky_solve(&several)
            .all_close(&covariance.solve(&several), 1e-12, 1e-12)
    });
    let on_the_heap = factor.to_heap().cholesky_solve(&several.to_heap());
    assert!(on_the_heap.all_close(&covariance.solve(&several), 1e-12, 1e-12));
    let twice = Tensor::<f64, shape![2, State, State]>::from_fn(|[matrix, row, column]| {
        covariance[[row, column]] * (matrix + 1) as f64
    });
    let solved = twice.cholesky().cholesky_solve(&several.to_heap());
    assert!(solved.all_close(&twice.solve(&several.to_heap()), 1e-12, 1e-12));

    let updated = factor.cholesky_update(&vector);
    let expected = (covariance + vector.outer(&vector)).cholesky();
    assert!(updated.all_close(&expected, 1e-13, 1e-13));
    assert!(
        factor
            .to_heap()
            .cholesky_update(&vector.to_heap())
            .all_close(&expected, 1e-13, 1e-13)
    );
}

#[test]
fn exponentials_are_those_of_diagonals_and_of_turns() {
    let diagonal = InlineTensor::from([0.0, 1.0, -3.0, 12.5]);
    let exponential = diagonal.diag().expm();
    assert!(exponential.all_close(&diagonal.exp().diag(), 1e-13, 1e-15));
    for angle in [0.0, 1e-200, 1e-9, 1e-4, 0.3, 2.0, 40.0] {
        let turn = InlineTensor::from([0.0, 0.0, angle]).cross_matrix().expm();
        let (sin, cos) = f64::sin_cos(angle);
        let expected = InlineTensor::from([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]);
        assert!(turn.all_close(&expected, 1e-13, 1e-13), "{angle}");
    }
    let axis = InlineTensor::from([0.3, -1.2, 0.4]);
    let four = InlineTensor::<f64, shape![4, 4]>::zeros();
    let mut by_series = four;
    *by_series.block_at_mut::<shapecheck::dim!(3), shapecheck::dim!(3), 0, 0>() =
        axis.cross_matrix();
    let by_series = by_series
        .expm()
        .block_at::<shapecheck::dim!(3), shapecheck::dim!(3), 0, 0>();
    assert!(
        axis.cross_matrix()
            .expm()
            .all_close(&by_series, 1e-14, 1e-14)
    );
    let x = Matrix::<State, State>::from_array(numbers::<5>());
    let there_and_back = x.expm().matmul(&(-x).expm());
    assert!(there_and_back.all_close(&Matrix::<State, State>::eye(), 1e-13, 1e-13));
    let two = Tensor::from([[[0.0_f32, 1.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 2.0]]]).expm();
    let expected = Tensor::from([
        [[1.0, 1.0], [0.0, 1.0]],
        [[1.0_f32.exp(), 0.0], [0.0, 2.0_f32.exp()]],
    ]);
    assert!(two.all_close(&expected, 1e-6, 1e-6));
    assert!(InlineTensor::from([[f64::NAN]]).expm()[[0, 0]].is_nan());
    assert!(!InlineTensor::from([[f64::INFINITY, 0.0], [0.0, 0.0]]).expm()[[0, 0]].is_finite());
    let far = InlineTensor::from([f64::INFINITY, 0.0, 0.0])
        .cross_matrix()
        .expm();
    assert!(!far[[1, 1]].is_finite());
    assert_eq!(InlineTensor::<f64, shape![0, 0]>::zeros().expm().len(), 0);
}

#[test]
fn eigenvalues_below_a_limit_are_raised_to_it() {
    let indefinite = covariance() - Matrix::<State, State>::eye() * 0.5;
    assert!(indefinite.try_cholesky().is_err());
    let clamped: Matrix<State, State> = indefinite.clamp_eigenvalues(1e-3);
    let expected = indefinite.eigvalsh().map(|value| value.max(1e-3));
    assert!(clamped.eigvalsh().all_close(&expected, 1e-12, 1e-12));
    assert!(clamped.try_cholesky().is_ok());
    let nothing = covariance().to_heap().clamp_eigenvalues(1e-9);
    assert!(nothing.all_close(&covariance(), 1e-12, 1e-12));
    let two =
        Tensor::from([[[1.0, 2.0], [2.0, 1.0]], [[3.0, 0.0], [0.0, -3.0]]]).clamp_eigenvalues(0.5);
    let expected = Tensor::from([[[1.75, 1.25], [1.25, 1.75]], [[3.0, 0.0], [0.0, 0.5]]]);
    assert!(two.all_close(&expected, 1e-12, 1e-12));
}
