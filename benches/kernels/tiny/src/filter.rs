//! A step of an extended Kalman filter: position and velocity from the distances to three beacons.

use nalgebra as na;
use shapecheck::{InlineTensor, dim, shape};

const BEACONS: [[f64; 3]; 3] = [[10.0, 0.0, 1.0], [0.0, 12.0, 2.0], [-8.0, -9.0, 3.0]];
const STEP: f64 = 0.1;

/// Each position goes on by its velocity.
fn transition(row: usize, column: usize) -> f64 {
    match column {
        _ if column == row => 1.0,
        _ if column == row + 3 => STEP,
        _ => 0.0,
    }
}

fn covariance(row: usize, column: usize) -> f64 {
    if row == column {
        2.0
    } else {
        0.1 / (1 + row + column) as f64
    }
}

/// A multiple of the unit matrix.
fn diagonal(row: usize, column: usize, value: f64) -> f64 {
    if row == column { value } else { 0.0 }
}

type Vector<const N: usize> = na::SVector<f64, N>;
type Matrix<const M: usize, const N: usize> = na::SMatrix<f64, M, N>;

pub struct OfNalgebra {
    state: Vector<6>,
    covariance: Matrix<6, 6>,
    transition: Matrix<6, 6>,
    noise: Matrix<6, 6>,
    beacons: Matrix<3, 3>,
    error: Matrix<3, 3>,
    distances: Vector<3>,
}

pub fn nalgebra() -> OfNalgebra {
    OfNalgebra {
        state: Vector::from([1.0, 2.0, 0.5, 0.3, -0.2, 0.1]),
        covariance: Matrix::from_fn(covariance),
        transition: Matrix::from_fn(transition),
        noise: Matrix::from_fn(|row, column| diagonal(row, column, 0.01)),
        beacons: Matrix::from_fn(|row, column| BEACONS[row][column]),
        error: Matrix::from_fn(|row, column| diagonal(row, column, 0.04)),
        distances: Vector::from([9.0, 10.2, 14.1]),
    }
}

impl OfNalgebra {
    pub fn step(&self) -> (Vector<6>, Matrix<6, 6>) {
        let state = self.transition * self.state;
        let covariance =
            self.transition * self.covariance * self.transition.transpose() + self.noise;
        let mut expected = Vector::<3>::zeros();
        let mut slope = Matrix::<3, 6>::zeros();
        for (index, beacon) in self.beacons.row_iter().enumerate() {
            let towards = state.fixed_rows::<3>(0).transpose() - beacon;
            expected[index] = towards.norm();
            slope
                .fixed_view_mut::<1, 3>(index, 0)
                .copy_from(&(towards / expected[index]));
        }
        let across = covariance * slope.transpose();
        let inverse = (slope * across + self.error)
            .try_inverse()
            .expect("errors are not 0");
        let gain = across * inverse;
        let state = state + gain * (self.distances - expected);
        (
            state,
            (Matrix::<6, 6>::identity() - gain * slope) * covariance,
        )
    }
}

type Inline<S> = InlineTensor<f64, S>;

pub struct Ours {
    state: Inline<shape![6]>,
    covariance: Inline<shape![6, 6]>,
    transition: Inline<shape![6, 6]>,
    noise: Inline<shape![6, 6]>,
    beacons: Inline<shape![3, 3]>,
    error: Inline<shape![3, 3]>,
    distances: Inline<shape![3]>,
    one: Inline<shape![6, 6]>,
}

pub fn ours() -> Ours {
    Ours {
        state: InlineTensor::from([1.0, 2.0, 0.5, 0.3, -0.2, 0.1]),
        covariance: InlineTensor::from_fn(|[row, column]| covariance(row, column)),
        transition: InlineTensor::from_fn(|[row, column]| transition(row, column)),
        noise: InlineTensor::from_fn(|[row, column]| diagonal(row, column, 0.01)),
        beacons: InlineTensor::from(BEACONS),
        error: InlineTensor::from_fn(|[row, column]| diagonal(row, column, 0.04)),
        distances: InlineTensor::from([9.0, 10.2, 14.1]),
        one: InlineTensor::from_fn(|[row, column]| diagonal(row, column, 1.0)),
    }
}

impl Ours {
    pub fn step(&self) -> (Inline<shape![6]>, Inline<shape![6, 6]>) {
        let state = self.transition.matmul(&self.state);
        let covariance = self
            .transition
            .matmul(&self.covariance)
            .matmul(&self.transition.transpose())
            + self.noise;
        let towards = state.narrow::<-1, dim!(3)>(0) - self.beacons;
        let expected = towards.norm_axis::<-1>();
        let slope: [[f64; 3]; 3] = (towards / expected).into();
        let slope = InlineTensor::from(slope.map(|[x, y, z]| [x, y, z, 0.0, 0.0, 0.0]));
        let across = covariance.matmul(&slope.transpose());
        let inverse = (slope.matmul(&across) + self.error).inverse();
        let gain = across.matmul(&inverse);
        let state = state + gain.matmul(&(self.distances - expected.remove_axis::<-1>()));
        (state, (self.one - gain.matmul(&slope)).matmul(&covariance))
    }
}
