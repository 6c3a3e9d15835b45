//! An extended Kalman filter: an estimate of a state, which is moved on in time and improved by measurements.
//!
//! It is generic over the numbers of states and of measurements and needs no `where` clause. The types say that
//! covariances are square, that a slope has one row for each measurement and one column for each state, and that
//! equations have matching right-hand sides.

use shapecheck::{InlineTensor, MatrixError, StaticDim, shape};

pub type Vector<N> = InlineTensor<f64, shape![N]>;
pub type Matrix<M, N> = InlineTensor<f64, shape![M, N]>;

/// An estimate of `N` numbers.
pub struct Estimate<N: StaticDim> {
    /// The most likely values.
    pub state: Vector<N>,
    /// Their covariance.
    pub covariance: Matrix<N, N>,
}

/// A measurement of `M` numbers that depend on `N` others.
pub struct Measured<M: StaticDim, N: StaticDim> {
    /// The measured values minus those expected in the most likely state.
    pub surprise: Vector<M>,
    /// How much each measured value changes with each number of the state.
    pub slope: Matrix<M, N>,
    /// The covariance of measurement errors.
    pub noise: Matrix<M, M>,
}

impl<N: StaticDim> Estimate<N> {
    /// The estimate after a step in time. `slope` says how the new state changes with the old one, and `noise` how
    /// uncertain the step is.
    pub fn moved(&self, state: Vector<N>, slope: &Matrix<N, N>, noise: &Matrix<N, N>) -> Self {
        let covariance = spread(slope, &self.covariance) + noise;
        Self { state, covariance }
    }

    /// The estimate improved by a measurement, and how unlikely that measurement was: the squared surprise in multiples
    /// of its own variance.
    pub fn with<M: StaticDim>(
        &self,
        measured: &Measured<M, N>,
    ) -> Result<(Self, f64), MatrixError> {
        let Measured {
            surprise,
            slope,
            noise,
        } = measured;
        let unsure = spread(slope, &self.covariance) + noise;
        // The gain is P Hᵀ S⁻¹. Because P and S are symmetric, its transpose solves S Kᵀ = H P.
        let gain: Matrix<N, M> = unsure
            .try_solve(&slope.matmul(&self.covariance))?
            .transpose();
        let unlikely = surprise.dot(&unsure.try_solve(surprise)?).into_scalar();
        // Joseph's form: a sum of two symmetric products, even if the gain is rounded.
        let left = Matrix::<N, N>::eye() - gain.matmul(slope);
        let estimate = Self {
            state: &self.state + gain.matmul(surprise),
            covariance: spread(&left, &self.covariance) + spread(&gain, noise),
        };
        Ok((estimate, unlikely))
    }
}

/// `A P Aᵀ`: the covariance of values that change by `slope` with numbers of this covariance.
fn spread<M: StaticDim, N: StaticDim>(
    slope: &Matrix<M, N>,
    covariance: &Matrix<N, N>,
) -> Matrix<M, M> {
    slope
        .matmul(covariance)
        .matmul(&slope.transpose::<shape![N, M]>())
}
