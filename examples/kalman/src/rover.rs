//! A rover that drives in curves between three beacons: how it moves and what it sees.

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

/// The rover goes where it heads.
fn drive(known: &Estimate<State>, turn: f64) -> Estimate<State> {
    let [x, y, heading, speed]: [f64; 4] = known.state.into();
    let (sin, cos) = (Float::sin(heading) * SECONDS, Float::cos(heading) * SECONDS);
    let state = [
        x + speed * cos,
        y + speed * sin,
        heading + turn * SECONDS,
        speed,
    ];
    let slope = [
        [1.0, 0.0, -speed * sin, cos],
        [0.0, 1.0, speed * cos, sin],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let noise = diagonal([1e-4, 1e-4, 4e-4, 1e-3].into());
    known.moved(state.into(), &slope.into(), &noise)
}

/// A distance grows by how far the rover goes away from a beacon.
fn ranges(state: &Vector<State>, distances: [f64; 3]) -> Measured<Distances, State> {
    let place: Vector<dim!(2)> = state.narrow::<-1, dim!(2)>(0);
    let towards = place - InlineTensor::from(BEACONS); // [3, 2]
    let expected = towards.norm_axis::<-1>(); // [3, 1]
    let slope: [[f64; 2]; 3] = (towards / expected).into();
    Measured {
        surprise: InlineTensor::from(distances) - expected.remove_axis::<-1>(),
        slope: slope.map(|[x, y]| [x, y, 0.0, 0.0]).into(),
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
