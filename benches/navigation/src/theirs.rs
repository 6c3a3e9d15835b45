//! The filter of `examples/navigation` in nalgebra.

use nalgebra::{ComplexField, Matrix3, SMatrix, Vector3};

const PLACE: usize = 0;
const SPEED: usize = 3;
const TURN: usize = 6;
const FORCE: usize = 9;
const SPIN: usize = 12;

type Square = SMatrix<f64, 15, 15>;

pub struct Filter {
    pub place: Vector3<f64>,
    pub speed: Vector3<f64>,
    pub attitude: Matrix3<f64>,
    pub force: Vector3<f64>,
    pub spin: Vector3<f64>,
    pub covariance: Square,
}

impl Filter {
    pub fn moved(&mut self, force: Vector3<f64>, spin: Vector3<f64>, seconds: f64, noise: &Square) {
        let force = force - self.force;
        let turn = rotation((spin - self.spin) * seconds);
        let acceleration = self.attitude * force + Vector3::new(0.0, 0.0, -9.81);
        let mut step = Square::identity();
        let later = Matrix3::identity() * seconds;
        step.fixed_view_mut::<3, 3>(PLACE, SPEED).copy_from(&later);
        step.fixed_view_mut::<3, 3>(SPEED, TURN)
            .copy_from(&(self.attitude * force.cross_matrix() * -seconds));
        step.fixed_view_mut::<3, 3>(SPEED, FORCE)
            .copy_from(&(self.attitude * -seconds));
        step.fixed_view_mut::<3, 3>(TURN, TURN)
            .copy_from(&turn.transpose());
        step.fixed_view_mut::<3, 3>(TURN, SPIN)
            .copy_from(&(Matrix3::identity() * -seconds));
        self.covariance = step * self.covariance * step.transpose() + noise;
        self.place += self.speed * seconds + acceleration * (0.5 * seconds * seconds);
        self.speed += acceleration * seconds;
        self.attitude *= turn;
    }

    pub fn seen(&mut self, place: Vector3<f64>, noise: &Matrix3<f64>) -> Option<()> {
        let mut slope = SMatrix::<f64, 3, 15>::zeros();
        slope
            .fixed_view_mut::<3, 3>(0, PLACE)
            .copy_from(&Matrix3::identity());
        let spread = slope * self.covariance;
        let unsure = spread * slope.transpose() + noise;
        let gain = unsure.lu().solve(&spread)?.transpose();
        let error = gain * (place - self.place);
        let left = Square::identity() - gain * slope;
        self.covariance =
            left * self.covariance * left.transpose() + gain * noise * gain.transpose();
        self.place += error.fixed_rows::<3>(PLACE);
        self.speed += error.fixed_rows::<3>(SPEED);
        self.attitude *= rotation(error.fixed_rows::<3>(TURN).into());
        self.force += error.fixed_rows::<3>(FORCE);
        self.spin += error.fixed_rows::<3>(SPIN);
        Some(())
    }
}

fn rotation(by: Vector3<f64>) -> Matrix3<f64> {
    let squared = by.dot(&by);
    let angle = ComplexField::sqrt(squared);
    let (sin, cos) = match angle > 1e-9 {
        true => (
            ComplexField::sin(angle) / angle,
            (1.0 - ComplexField::cos(angle)) / squared,
        ),
        false => (1.0, 0.5),
    };
    let skew = by.cross_matrix();
    Matrix3::identity() + skew * sin + skew * skew * cos
}
