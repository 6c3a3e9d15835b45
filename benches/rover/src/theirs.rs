//! The filter of `examples/kalman` in nalgebra.

use nalgebra::{ComplexField, Matrix1, Matrix3, Matrix4, SMatrix, SVector, Vector3, Vector4};

use crate::{BEACONS, Reading, SECONDS};

pub struct Estimate {
    state: Vector4<f64>,
    covariance: Matrix4<f64>,
}

impl Estimate {
    /// Somewhere near the middle, going anywhere.
    pub fn unknown() -> Self {
        Self {
            state: Vector4::new(0.0, 0.0, 0.5, 1.0),
            covariance: Matrix4::from_diagonal(&Vector4::new(4.0, 4.0, 0.5, 1.0)),
        }
    }

    fn with<const M: usize>(
        &self,
        surprise: SVector<f64, M>,
        slope: SMatrix<f64, M, 4>,
        noise: SMatrix<f64, M, M>,
    ) -> Option<(Self, f64)> {
        let unsure = slope * self.covariance * slope.transpose() + noise;
        let factors = unsure.cholesky()?;
        let gain = factors.solve(&(slope * self.covariance)).transpose();
        let unlikely = surprise.dot(&factors.solve(&surprise));
        let left = Matrix4::identity() - gain * slope;
        let covariance =
            left * self.covariance * left.transpose() + gain * noise * gain.transpose();
        let state = self.state + gain * surprise;
        Some((Self { state, covariance }, unlikely))
    }

    pub fn follow(&self, reading: &Reading) -> Option<Self> {
        let [[x, y, heading, speed]] = self.state.data.0;
        let sin = ComplexField::sin(heading) * SECONDS;
        let cos = ComplexField::cos(heading) * SECONDS;
        let state = Vector4::new(
            x + speed * cos,
            y + speed * sin,
            heading + reading.turn * SECONDS,
            speed,
        );
        let mut slope = Matrix4::identity();
        (slope[(0, 2)], slope[(0, 3)]) = (-speed * sin, cos);
        (slope[(1, 2)], slope[(1, 3)]) = (speed * cos, sin);
        let noise = Matrix4::from_diagonal(&Vector4::new(1e-4, 1e-4, 4e-4, 1e-3));
        let covariance = slope * self.covariance * slope.transpose() + noise;
        let moved = Self { state, covariance };
        let place = moved.state.fixed_rows::<2>(0);
        let mut slope = SMatrix::<f64, 3, 4>::zeros();
        let mut surprise = Vector3::from(reading.distances);
        for (number, beacon) in BEACONS.into_iter().enumerate() {
            let towards = place - SVector::from(beacon);
            let expected = towards.norm();
            surprise[number] -= expected;
            slope
                .fixed_view_mut::<1, 2>(number, 0)
                .copy_from(&(towards / expected).transpose());
        }
        let (seen, unlikely) = moved.with(surprise, slope, Matrix3::identity() * 0.04)?;
        let known = if unlikely < 21.1 { seen } else { moved };
        let Some(heading) = reading.heading else {
            return Some(known);
        };
        let surprise = SVector::from([heading - known.state[2]]);
        let slope = SMatrix::<f64, 1, 4>::new(0.0, 0.0, 1.0, 0.0);
        Some(known.with(surprise, slope, Matrix1::new(0.01))?.0)
    }

    pub fn state(&self) -> [f64; 4] {
        self.state.into()
    }
}
