//! An extended Kalman filter: what is known of a state, carried on in time and improved by what is measured.
//!
//! It is generic over the numbers of states and of measurements, and needs no `where` clause: that covariances are square, that a slope has a row
//! for each measurement and a column for each state, and that equations have as many right-hand sides, follows from the types.

use shapecheck::{InlineTensor, MatrixError, StaticDim, shape};

pub type Vector<N> = InlineTensor<f64, shape![N]>;
pub type Matrix<M, N> = InlineTensor<f64, shape![M, N]>;

/// What is known of `N` numbers.
pub struct Estimate<N: StaticDim> {
    /// The likeliest.
    pub state: Vector<N>,
    /// How far off they may be, and together with which others.
    pub covariance: Matrix<N, N>,
}

/// What `M` instruments say of `N` numbers.
pub struct Measured<M: StaticDim, N: StaticDim> {
    /// What was read, less what should have been read in the likeliest state.
    pub surprise: Vector<M>,
    /// By how much each reading changes with each number of the state.
    pub slope: Matrix<M, N>,
    /// How far off readings may be.
    pub noise: Matrix<M, M>,
}

impl<N: StaticDim> Estimate<N> {
    /// A moment later: the state went on to another, which changes by `slope` with the state now, and not quite as foreseen.
    pub fn moved(&self, state: Vector<N>, slope: &Matrix<N, N>, noise: &Matrix<N, N>) -> Self {
        let covariance = spread(slope, &self.covariance) + noise;
        Self { state, covariance }
    }

    /// With what was measured, and how unlikely that was: the square of the surprise, in multiples of its own variance.
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
        // The gain is P Hᵀ S⁻¹; as P and S are symmetric, its transpose solves S Kᵀ = H P.
        let gain: Matrix<N, M> = unsure
            .try_solve(&slope.matmul(&self.covariance))?
            .transpose();
        let unlikely = surprise.dot(&unsure.try_solve(surprise)?).into_scalar();
        // Joseph's form: a sum of two products that are symmetric, whatever rounding makes of the gain.
        let left = Matrix::<N, N>::eye() - gain.matmul(slope);
        let estimate = Self {
            state: &self.state + gain.matmul(surprise),
            covariance: spread(&left, &self.covariance) + spread(&gain, noise),
        };
        Ok((estimate, unlikely))
    }
}

/// `A P Aᵀ`: the covariance of what changes by `slope` with numbers of this covariance.
fn spread<M: StaticDim, N: StaticDim>(
    slope: &Matrix<M, N>,
    covariance: &Matrix<N, N>,
) -> Matrix<M, M> {
    slope
        .matmul(covariance)
        .matmul(&slope.transpose::<shape![N, M]>())
}
