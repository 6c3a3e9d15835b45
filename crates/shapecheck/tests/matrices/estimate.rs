//! What estimators make of matrices, against the definitions.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::algebra::cov_shape;
use shapecheck::{Dim, DynShape, InlineTensor, Shape, Tensor, dims, shape};

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

/// Variables with observations, and the shape of their covariances.
macro_rules! cov_table {
    ($([$($shape:tt)*] => [$($output:tt)*];)*) => {$(
        assert_eq!(cov_shape(&[$($shape)*]).unwrap().dims(), [$($output)*]);
        let x = InlineTensor::<f64, shape![$($shape)*]>::zeros();
        let _: InlineTensor<f64, shape![$($output)*]> = x.cov();
        let _: InlineTensor<f64, shape![$($output)*]> = x.corrcoef();
        let known: Tensor<f64, shape![$($output)*]> = x.to_heap().cov();
        let any = x.to_heap().widen::<DynShape>();
        assert_eq!(any.cov().dims(), known.dims());
        assert_eq!(any.corrcoef().dims(), known.dims());
    )*};
}

// Under Miri.
#[test]
fn covariances_follow_the_table() {
    cov_table! {
        [3, 5] => [3, 3];
        [1, 5] => [1, 1];
        [3, 1] => [3, 3];
        [3, 0] => [3, 3];
        [0, 5] => [0, 0];
        [8, 3, 5] => [8, 3, 3];
        [2, 1, 3, 5] => [2, 1, 3, 3];
    }
    for sizes in [&[][..], &[5]] {
        let text = cov_shape(sizes).unwrap_err().to_string();
        let x = Tensor::<f64, DynShape>::ones_with(DynShape::from(sizes));
        assert_eq!(x.try_cov().unwrap_err().to_string(), text);
        assert_eq!(x.try_corrcoef().unwrap_err().to_string(), text);
    }
    // In generic code without another bound than that there are matrices.
    fn generic<S: Shape, N: Dim, M: Dim>(
        x: &Tensor<f64, shape![..S, N, M]>,
    ) -> Tensor<f64, shape![..S, N, N]> {
        x.cov() + x.corrcoef()
    }
    assert_eq!(
        generic(&Tensor::<f64, shape![2, 3, 4]>::ones()).dims(),
        [2, 3, 3]
    );
    let named = Tensor::<f64, shape![State, 7]>::ones();
    let _: Tensor<f64, shape![State, State]> = named.cov();
}

/// As `numpy.cov` and `numpy.corrcoef` give them.
// Under Miri.
#[test]
fn covariances_are_those_of_numpy() {
    let x = InlineTensor::from([
        [0.5, 1.25, -2.0, 4.0],
        [1e3, 1001.0, 999.5, 1000.25],
        [-3.0, 0.0, 2.0, 7.5],
    ]);
    let covariances = InlineTensor::from([
        [6.098958333333333, 0.8489583333333333, 6.135416666666666],
        [0.8489583333333333, 0.390625, -0.11458333333333333],
        [6.135416666666666, -0.11458333333333333, 19.5625],
    ]);
    let correlations = InlineTensor::from([
        [1.0, 0.5500200550130836, 0.561699517888798],
        [0.5500200550130835, 1.0, -0.04145045072257624],
        [0.561699517888798, -0.04145045072257624, 1.0],
    ]);
    assert!(x.cov().all_close(&covariances, 1e-12, 1e-12));
    assert!(x.corrcoef().all_close(&correlations, 1e-12, 1e-12));
    let turned = x.to_heap().transpose().to_tensor();
    assert!(
        turned
            .transpose()
            .cov()
            .all_close(&covariances, 1e-12, 1e-12)
    );
    assert!(
        turned
            .transpose()
            .corrcoef()
            .all_close(&correlations, 1e-12, 1e-12)
    );

    // Of each matrix by itself, and on the diagonal the variances.
    let many = Tensor::<f64, shape![2, 3, 4]>::from_fn(|[i, j, k]| x[[j, k]] * (1 + i) as f64);
    let found = many.cov();
    assert!(
        found
            .index_axis::<-3>(0)
            .all_close(&covariances, 1e-12, 1e-12)
    );
    assert!(
        found
            .index_axis::<-3>(1)
            .all_close(&(covariances * 4.0), 1e-12, 1e-12)
    );
    let variances = many.sample_var_axis::<-1>().remove_axis::<-1>();
    assert!(found.diagonal().all_close(&variances, 1e-12, 1e-12));
}

/// Where NumPy has NaN.
#[test]
fn covariances_of_one_observation_and_correlations_of_a_constant_are_nan() {
    let one = InlineTensor::from([[1.0_f64], [2.0]]);
    assert!(one.cov().iter().all(|number| number.is_nan()));
    assert!(one.corrcoef().iter().all(|number| number.is_nan()));
    let none = InlineTensor::<f64, shape![2, 0]>::zeros();
    assert!(none.cov().iter().all(|number| number.is_nan()));
    assert!(none.corrcoef().iter().all(|number| number.is_nan()));
    let constant = InlineTensor::from([[1.0_f64, 1.0, 1.0], [1.0, 2.0, 4.0]]);
    assert_eq!(
        constant.cov().index_axis::<-2>(0).to_tensor(),
        InlineTensor::from([0.0, 0.0])
    );
    let found = constant.corrcoef();
    assert!(found[[0, 0]].is_nan() && found[[0, 1]].is_nan() && found[[1, 0]].is_nan());
    assert!((found[[1, 1]] - 1.0).abs() < 1e-12);
}

/// Matrices with large numbers beside their diagonals, which a norm alone halves too often, and others. The exponentials were
/// computed with 700 digits.
#[test]
fn exponentials_of_badly_scaled_matrices_keep_their_digits() {
    let cases: [(&[f64], &[f64]); 14] = [
        (
            &[1.0, 100000000.0, 0.0, 2.0],
            &[
                std::f64::consts::E,
                467077427.0471605,
                0.0,
                7.38905609893065,
            ],
        ),
        (
            &[2.0, 0.0, -100000000.0, 1.0],
            &[
                7.38905609893065,
                0.0,
                -467077427.0471605,
                std::f64::consts::E,
            ],
        ),
        (
            &[0.0, 100000000.0, 0.0, -1000.0],
            &[1.0, 100000.0, 0.0, 0.0],
        ),
        (
            &[1.0, 100000000.0, 1e-08, 2.0],
            &[
                4.849205464247511,
                547549688.3011693,
                5.4754968830116924e-08,
                10.324702347259203,
            ],
        ),
        (
            &[
                1.0,
                1000000.0,
                1000000000000.0,
                0.0,
                2.0,
                1000000.0,
                0.0,
                0.0,
                3.0,
            ],
            &[
                std::f64::consts::E,
                4670774.270471605,
                12696480824257.018,
                0.0,
                7.38905609893065,
                12696480.824257018,
                0.0,
                0.0,
                20.085536923187668,
            ],
        ),
        (
            &[0.1, 1000000.0, 0.0, 0.1000001],
            &[
                1.1051709180756477,
                1105170.9733341953,
                0.0,
                1.105171028592745,
            ],
        ),
        (
            &[3.0, 0.0, 0.0, 10000000.0, -40.0, 0.0, 2.0, 100000.0, 1.0],
            &[
                20.085536923187668,
                0.0,
                0.0,
                4671055.098415737,
                4.248354255291589e-18,
                0.0,
                200402976542.31207,
                6629.955679168403,
                std::f64::consts::E,
            ],
        ),
        (
            &[-49.0, 24.0, -64.0, 31.0],
            &[
                -0.7357587581447531,
                0.5518190996580977,
                -1.4715175990882605,
                1.1036382407155725,
            ],
        ),
        (
            &[
                1.0, 100000.0, 0.0, 3.0, 0.0, -2.0, 100000.0, 0.0, 0.0, 1e-06, 0.5, 10000.0, 0.0,
                0.0, 1e-05, -1.0,
            ],
            &[
                std::f64::consts::E,
                87186.23582716227,
                5182648878.598087,
                13257089771161.158,
                0.0,
                0.15452124243015827,
                62598.700411287675,
                253123092.43665504,
                0.0,
                6.259870041128768e-07,
                1.7448010619560157,
                8791.100965495318,
                0.0,
                2.5312309243665505e-12,
                8.791100965495319e-06,
                0.40082360788805244,
            ],
        ),
        (&[0.0, 1e+100, 0.0, 0.0], &[1.0, 1e+100, 0.0, 1.0]),
        (
            &[1.0, 1e+200, 0.0, -1.0],
            &[
                std::f64::consts::E,
                1.1752011936438014e+200,
                0.0,
                0.36787944117144233,
            ],
        ),
        (
            &[
                0.0, 1000000.0, 0.0, 0.0, -1e-06, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0,
                -5.0, 0.0,
            ],
            &[
                0.5403023058681398,
                841470.9848078965,
                0.0,
                0.0,
                -8.414709848078964e-07,
                0.5403023058681398,
                0.0,
                0.0,
                0.0,
                0.0,
                0.28366218546322625,
                -0.9589242746631385,
                0.0,
                0.0,
                0.9589242746631385,
                0.28366218546322625,
            ],
        ),
        (
            &[0.0, 50.0, -50.0, 0.0],
            &[
                0.9649660284921133,
                -0.26237485370392877,
                0.26237485370392877,
                0.9649660284921133,
            ],
        ),
        (
            &[-20.0, 10.0, 3.0, 5.0, -30.0, 2.0, 1.0, 1.0, -25.0],
            &[
                1.0031389845802393e-07,
                7.416926830890999e-08,
                4.891343919130091e-08,
                3.7475582229214934e-08,
                2.7708422448153702e-08,
                1.8274196719669472e-08,
                1.5001319481233837e-08,
                1.1091838733634435e-08,
                7.323689612897506e-09,
            ],
        ),
    ];
    for (matrix, expected) in cases {
        let size = matrix.len().isqrt();
        let of = |elements: &[f64]| {
            Tensor::<f64, _>::from_vec_with(DynShape::from([size, size]), elements.to_vec())
                .unwrap()
        };
        for (found, &expected) in of(matrix).expm().iter().zip(expected) {
            let error = (found - expected).abs() / expected.abs().max(1e-300);
            // The elements of one matrix are small differences of large numbers.
            let most = if matrix[0] == -49.0 { 4e-13 } else { 1e-13 };
            assert!(error < most, "{matrix:?}: {found} and not {expected}");
        }
        let single = of(matrix).cast::<f32>();
        if single.iter().any(|x| x.abs() > 1e12) {
            continue;
        }
        for (&found, &expected) in single.expm().iter().zip(expected) {
            let error = (f64::from(found) - expected).abs() / expected.abs().max(1e-30);
            assert!(error < 4e-5, "{matrix:?}: {found} and not {expected}");
        }
    }
}
