//! A Kalman filter that estimates position and velocity from measured positions. It is one function for all engines;
//! with inline tensors it needs no allocator.

use shapecheck::engine::{Creates, Engine, Floats};
use shapecheck::{Host, Inline, InlineTensor, StaticDim, Tensor, TensorOn, dim, shape};

use crate::allocations::allocations;
use crate::numbers;

/// Two places and two velocities.
type State = dim!(4);
/// What is measured: the places.
type Seen = dim!(2);
type Matrix<Rows, Columns, E> = TensorOn<f64, shape![Rows, Columns], E>;

struct Model<E: Engine> {
    /// The state after a second, from the state now.
    motion: Matrix<State, State, E>,
    /// How unsure a second makes.
    drift: Matrix<State, State, E>,
    /// What is measured, from the state.
    sight: Matrix<Seen, State, E>,
    /// How unsure a measurement is.
    noise: Matrix<Seen, Seen, E>,
}

struct Estimate<E: Engine> {
    state: TensorOn<f64, shape![State], E>,
    covariance: Matrix<State, State, E>,
}

impl<E: Floats<f64>> Model<E> {
    fn new() -> Self {
        Self {
            motion: TensorOn::from_fn(|[i, j]| if i == j || i + 2 == j { 1.0 } else { 0.0 }),
            drift: diagonal(1e-6),
            sight: TensorOn::from_fn(|[i, j]| if i == j { 1.0 } else { 0.0 }),
            noise: diagonal(0.01),
        }
    }

    fn step(&self, last: &Estimate<E>, measured: &TensorOn<f64, shape![Seen], E>) -> Estimate<E> {
        let state = self.motion.matmul(&last.state);
        let moved = self.motion.matmul(&last.covariance);
        let covariance = moved.matmul(&self.motion.transpose()) + &self.drift;

        let seen = covariance.matmul(&self.sight.transpose());
        let innovation = self.sight.matmul(&seen) + &self.noise;
        // The innovation is symmetric: it may as well be divided by from the left.
        let gain = innovation.solve(&seen.transpose()).transpose();
        let surprise = measured - self.sight.matmul(&state);
        Estimate {
            state: state + gain.matmul(&surprise),
            covariance: &covariance - gain.matmul(&self.sight.matmul(&covariance)),
        }
    }
}

impl<E: Creates<f64>> Estimate<E> {
    fn unknown() -> Self {
        Self {
            state: TensorOn::zeros(),
            covariance: diagonal(100.0),
        }
    }
}

fn diagonal<N: StaticDim, E: Creates<f64>>(value: f64) -> Matrix<N, N, E> {
    TensorOn::from_fn(|[row, column]| if row == column { value } else { 0.0 })
}

/// What was measured of something that goes from (1, -2) by (0.5, 0.25) each second.
fn measured() -> Vec<[f64; 2]> {
    let errors: Vec<f64> = numbers(200, 1).into_iter().map(f64::from).collect();
    let places = errors.chunks(2).zip(0..).map(|(error, second)| {
        let second = f64::from(second);
        [
            1.0 + 0.5 * second + 0.1 * error[0],
            -2.0 + 0.25 * second + 0.1 * error[1],
        ]
    });
    places.collect()
}

/// The same in plain numbers. One direction says nothing of the other, so each has its own filter: place,
/// velocity, and how unsure they are.
fn by_numbers(measured: &[[f64; 2]], direction: usize) -> [f64; 5] {
    let [mut place, mut velocity, mut pp, mut pv, mut vv] = [0.0, 0.0, 100.0, 0.0, 100.0];
    for seen in measured {
        place += velocity;
        (pp, pv, vv) = (pp + 2.0 * pv + vv + 1e-6, pv + vv, vv + 1e-6);
        let (gain, drag) = (pp / (pp + 0.01), pv / (pp + 0.01));
        let surprise = seen[direction] - place;
        (place, velocity) = (place + gain * surprise, velocity + drag * surprise);
        (pp, pv, vv) = (pp - gain * pp, pv - gain * pv, vv - drag * pv);
    }
    [place, velocity, pp, pv, vv]
}

#[test]
fn a_filter_on_inline_tensors_follows_without_an_allocator() {
    let measured = measured();
    let before = allocations();
    let (model, mut estimate) = (Model::<Inline>::new(), Estimate::unknown());
    for &place in &measured {
        estimate = model.step(&estimate, &InlineTensor::from(place));
    }
    assert_eq!(allocations(), before);

    let Estimate { state, covariance } = &estimate;
    for (x, v) in [(0, 2), (1, 3)] {
        let unsure = [[x, x], [x, v], [v, v]].map(|index| covariance[index]);
        let found = [state[[x]], state[[v]], unsure[0], unsure[1], unsure[2]];
        for (found, expected) in found.iter().zip(by_numbers(&measured, x)) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }
    // Where it was at the last of 100 measurements, and how it moves.
    for (found, known) in estimate.state.iter().zip([50.5, 22.75, 0.5, 0.25]) {
        assert!((found - known).abs() < 0.05, "{found} is not {known}");
    }
}

#[test]
fn the_same_filter_runs_on_the_heap() {
    let (model, mut estimate) = (Model::<Host>::new(), Estimate::unknown());
    let (inline_model, mut inline) = (Model::<Inline>::new(), Estimate::unknown());
    let before = allocations();
    for place in measured() {
        estimate = model.step(&estimate, &Tensor::from(place));
        inline = inline_model.step(&inline, &InlineTensor::from(place));
    }
    assert!(allocations() > before, "the heap is where it allocates");
    for (heap, inline) in estimate.state.iter().zip(&inline.state) {
        assert!((heap - inline).abs() < 1e-9, "{heap} is not {inline}");
    }
}
