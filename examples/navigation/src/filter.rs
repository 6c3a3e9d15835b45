//! An error-state Kalman filter: where a body is, how fast and how turned, by its accelerometer and gyroscope, and now
//! and then a position.

use shapecheck::{InlineTensor, MatrixError, dims, shape};

dims! { pub World = 3, pub Body = 3, pub State = 15 }

pub type Vector<Frame> = InlineTensor<f64, shape![Frame]>;
pub type Matrix<To, From> = InlineTensor<f64, shape![To, From]>;

const GRAVITY: Vector<World> = InlineTensor::from_array([0.0, 0.0, -9.81]);
// Where the parts of an error begin, three numbers each.
const PLACE: usize = 0;
const SPEED: usize = 3;
const TURN: usize = 6;
const FORCE: usize = 9;
const SPIN: usize = 12;

pub struct Filter {
    pub place: Vector<World>,
    pub speed: Vector<World>,
    pub attitude: Matrix<World, Body>,
    /// What the accelerometer and the gyroscope say of a body at rest.
    pub force: Vector<Body>,
    pub spin: Vector<Body>,
    pub covariance: Matrix<State, State>,
}

impl Filter {
    /// Moves on in time. `noise` is what the covariance grows by.
    pub fn moved(
        &mut self,
        force: Vector<Body>,
        spin: Vector<Body>,
        seconds: f64,
        noise: &Matrix<State, State>,
    ) {
        let force = force - self.force;
        let turn = ((spin - self.spin) * seconds).cross_matrix().expm();
        let acceleration = self.attitude.matmul(&force) + GRAVITY;
        let mut step = Matrix::<State, State>::eye();
        let later = Matrix::<World, World>::eye() * seconds;
        *step.block_at_mut::<World, World, PLACE, SPEED>() = later;
        *step.block_at_mut::<World, Body, SPEED, TURN>() =
            self.attitude.matmul(&force.cross_matrix()) * -seconds;
        *step.block_at_mut::<World, Body, SPEED, FORCE>() = self.attitude * -seconds;
        *step.block_at_mut::<Body, Body, TURN, TURN>() = turn.transpose();
        *step.block_at_mut::<Body, Body, TURN, SPIN>() = Matrix::<Body, Body>::eye() * -seconds;
        self.covariance = step.matmul(&self.covariance).matmul(&step.transpose()) + noise;
        self.place += self.speed * seconds + acceleration * (0.5 * seconds * seconds);
        self.speed += acceleration * seconds;
        self.attitude = self.attitude.matmul(&turn);
    }

    /// Improves all by a measured place.
    pub fn seen(
        &mut self,
        place: Vector<World>,
        noise: &Matrix<World, World>,
    ) -> Result<(), MatrixError> {
        let mut slope = Matrix::<World, State>::zeros();
        *slope.block_at_mut::<World, World, 0, PLACE>() = Matrix::<World, World>::eye();
        let spread = slope.matmul(&self.covariance); // [World, State]
        let unsure = spread.matmul(&slope.transpose()) + noise;
        let gain: Matrix<State, World> = unsure.try_solve(&spread)?.transpose();
        let error = gain.matmul(&(place - self.place));
        let left = Matrix::<State, State>::eye() - gain.matmul(&slope);
        self.covariance = left.matmul(&self.covariance).matmul(&left.transpose())
            + gain.matmul(noise).matmul(&gain.transpose());
        self.place += error.narrow_at::<-1, World, PLACE>();
        self.speed += error.narrow_at::<-1, World, SPEED>();
        let turn = error.narrow_at::<-1, Body, TURN>();
        self.attitude = self.attitude.matmul(&turn.cross_matrix().expm());
        self.force += error.narrow_at::<-1, Body, FORCE>();
        self.spin += error.narrow_at::<-1, Body, SPIN>();
        Ok(())
    }
}
