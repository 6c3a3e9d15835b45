//! The same filter as somebody writes it who has read the README and the guide: numbers for sizes, mutable views of
//! parts, and a name for each step on the way.

use shapecheck::{InlineTensor, MatrixError, dim, shape};

const PLACE: usize = 0;
const SPEED: usize = 3;
const TURN: usize = 6;
const FORCE: usize = 9;
const SPIN: usize = 12;

type Vector = InlineTensor<f64, shape![3]>;
type Matrix = InlineTensor<f64, shape![3, 3]>;
type Square = InlineTensor<f64, shape![15, 15]>;

pub struct Filter {
    pub place: Vector,
    pub speed: Vector,
    pub attitude: Matrix,
    pub force: Vector,
    pub spin: Vector,
    pub covariance: Square,
}

impl Filter {
    pub fn moved(&mut self, force: Vector, spin: Vector, seconds: f64, noise: &Square) {
        let gravity = InlineTensor::from([0.0, 0.0, -9.81]);
        let force = force - self.force;
        let spin = spin - self.spin;
        let turn = rotation(spin * seconds);
        let acceleration = self.attitude.matmul(&force) + gravity;

        let mut step = Square::eye();
        let later = Matrix::eye() * seconds;
        let tilt = self.attitude.matmul(&skew(force)) * -seconds;
        let push = self.attitude * -seconds;
        let back = turn.transpose();
        let drift = Matrix::eye() * -seconds;
        step.narrow_mut::<-2, dim!(3)>(PLACE)
            .narrow_mut::<-1, dim!(3)>(SPEED)
            .assign(&later);
        step.narrow_mut::<-2, dim!(3)>(SPEED)
            .narrow_mut::<-1, dim!(3)>(TURN)
            .assign(&tilt);
        step.narrow_mut::<-2, dim!(3)>(SPEED)
            .narrow_mut::<-1, dim!(3)>(FORCE)
            .assign(&push);
        step.narrow_mut::<-2, dim!(3)>(TURN)
            .narrow_mut::<-1, dim!(3)>(TURN)
            .assign(&back);
        step.narrow_mut::<-2, dim!(3)>(TURN)
            .narrow_mut::<-1, dim!(3)>(SPIN)
            .assign(&drift);
        let step_transposed = step.transpose();
        let moved = step.matmul(&self.covariance);
        self.covariance = moved.matmul(&step_transposed) + noise;

        let way = self.speed * seconds + acceleration * (0.5 * seconds * seconds);
        self.place += way;
        self.speed += acceleration * seconds;
        self.attitude = self.attitude.matmul(&turn);
    }

    pub fn seen(&mut self, place: Vector, noise: &Matrix) -> Result<(), MatrixError> {
        let mut slope = InlineTensor::<f64, shape![3, 15]>::zeros();
        slope
            .narrow_mut::<-1, dim!(3)>(PLACE)
            .assign(&Matrix::eye());
        let slope_transposed = slope.transpose();
        let spread = slope.matmul(&self.covariance);
        let unsure = spread.matmul(&slope_transposed) + noise;
        let gain_transposed = unsure.try_solve(&spread)?;
        let gain = gain_transposed.transpose();
        let surprise = place - self.place;
        let error = gain.matmul(&surprise);

        let left = Square::eye() - gain.matmul(&slope);
        let left_transposed = left.transpose();
        let before = left.matmul(&self.covariance).matmul(&left_transposed);
        let measured = gain.matmul(noise).matmul(&gain_transposed);
        self.covariance = before + measured;

        let turn = error.narrow::<-1, dim!(3)>(TURN);
        self.place += error.narrow::<-1, dim!(3)>(PLACE);
        self.speed += error.narrow::<-1, dim!(3)>(SPEED);
        self.attitude = self.attitude.matmul(&rotation(turn));
        self.force += error.narrow::<-1, dim!(3)>(FORCE);
        self.spin += error.narrow::<-1, dim!(3)>(SPIN);
        Ok(())
    }
}

/// What a cross product with this vector is a product with.
fn skew(by: Vector) -> Matrix {
    let [x, y, z] = by.into();
    InlineTensor::from([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
}

fn rotation(by: Vector) -> Matrix {
    let angle = by.norm();
    let (sin, cos) = if angle > 1e-9 {
        (angle.sin() / angle, (1.0 - angle.cos()) / (angle * angle))
    } else {
        (1.0, 0.5)
    };
    let skew = skew(by);
    let squared = skew.matmul(&skew);
    Matrix::eye() + skew * sin + squared * cos
}
