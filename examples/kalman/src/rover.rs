//! A rover that drives in curves between three beacons: how it moves and what it sees.

use shapecheck::dual::{Dual, value_and_jacobian};
use shapecheck::num_traits::Float;
use shapecheck::{InlineTensor, MatrixError, StaticDim, dim};

use crate::filter::{Estimate, Matrix, Measured, Vector};

/// Place (two numbers), heading and speed.
pub type State = dim!(4);
/// Distances to as many beacons.
pub type Distances = dim!(3);
/// The heading.
pub type Heading = dim!(1);

/// What was read at one time, a quarter of a second after the last.
pub struct Reading {
    /// How fast the rover turns, by its gyroscope.
    pub turn: f64,
    /// To each beacon, by the time that an echo takes.
    pub distances: [f64; 3],
    /// The compass is slower: it is read now and then.
    pub heading: Option<f64>,
}

const SECONDS: f64 = 0.25;
const BEACONS: [[f64; 2]; 3] = [[12.0, 0.0], [-9.0, 10.0], [-4.0, -11.0]];
/// For a surprise in three numbers, one in ten thousand is larger: then the echo came by way of a wall.
const UNLIKELY: f64 = 21.1;

/// Somewhere near the middle, going anywhere.
pub fn unknown() -> Estimate<State> {
    Estimate {
        state: InlineTensor::from([0.0, 0.0, 0.5, 1.0]),
        covariance: diagonal([4.0, 4.0, 0.5, 1.0].into()),
    }
}

/// What is known after one more reading, and whether the echoes were believed.
pub fn follow(
    known: &Estimate<State>,
    reading: &Reading,
) -> Result<(Estimate<State>, bool), MatrixError> {
    let moved = drive(known, reading.turn);
    let (seen, unlikely) = moved.with(&ranges(&moved.state, reading.distances))?;
    let believed = unlikely < UNLIKELY;
    let known = if believed { seen } else { moved };
    match reading.heading {
        Some(heading) => Ok((known.with(&compass(&known.state, heading))?.0, believed)),
        None => Ok((known, believed)),
    }
}

/// A number that depends on the state.
type Number = Dual<f64, State>;

/// The rover goes where it heads.
fn drive(known: &Estimate<State>, turn: f64) -> Estimate<State> {
    let (state, slope) = value_and_jacobian(
        |state| {
            let [x, y, heading, speed]: [Number; 4] = state.into();
            let way = speed * SECONDS;
            InlineTensor::from_array([
                x + way * heading.cos(),
                y + way * heading.sin(),
                heading + turn * SECONDS,
                speed,
            ])
        },
        &known.state,
    );
    let noise = diagonal([1e-4, 1e-4, 4e-4, 1e-3].into());
    known.moved(state, &slope, &noise)
}

/// The distances to the beacons.
fn ranges(state: &Vector<State>, distances: [f64; 3]) -> Measured<Distances, State> {
    let (expected, slope) = value_and_jacobian(
        |state| {
            let beacons = InlineTensor::from(BEACONS).map(Number::constant);
            (state.narrow::<-1, dim!(2)>(0) - beacons)
                .norm_axis::<-1>()
                .remove_axis::<-1>()
        },
        state,
    );
    Measured {
        surprise: InlineTensor::from(distances) - expected,
        slope,
        noise: diagonal(InlineTensor::full(0.04)),
    }
}

fn compass(state: &Vector<State>, heading: f64) -> Measured<Heading, State> {
    Measured {
        surprise: [heading - state[[2]]].into(),
        slope: [[0.0, 0.0, 1.0, 0.0]].into(),
        noise: diagonal([0.01].into()),
    }
}

fn diagonal<N: StaticDim>(variances: Vector<N>) -> Matrix<N, N> {
    Matrix::<N, N>::eye() * variances
}
