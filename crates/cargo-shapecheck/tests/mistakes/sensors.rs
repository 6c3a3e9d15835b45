//! Sensors that are fused by a filter, for any number of states, on any engine, with batches of filters at once.

use shapecheck::engine::{Floats, Creates, Numbers};
use shapecheck::{Dim, Host, Inline, InlineTensor, Shape, StaticDim, StaticShape, Tensor, TensorOn, contract, dim, einsum, shape};

const SENSORS: usize = 3;

type Matrix<R, C, E> = TensorOn<f64, shape![R, C], E>;
type Vector<N, E> = TensorOn<f64, shape![N], E>;
type Batched<B, N> = Tensor<f64, shape![B, N]>;

#[derive(Clone)]
pub struct Belief<N: Dim, E: Floats<f64>> {
    mean: Vector<N, E>,
    covariance: Matrix<N, N, E>,
}

pub trait Motion<N: Dim, E: Floats<f64>> {
    fn step(&self) -> Matrix<N, N, E>;

    fn moved(&self, belief: &Belief<N, E>) -> Belief<N, E> {
        let step = self.step();
        let covariance = step.matmul(&belief.covariance).matmul(&step.transpose());
        Belief { mean: step.matmul(&belief.mean), covariance }
    }
}

/// Positions and speeds in `D` dimensions.
pub struct Steady {
    seconds: f64,
}

impl<E: Floats<f64> + Creates<f64>> Motion<dim!(6), E> for Steady {
    fn step(&self) -> Matrix<dim!(6), dim!(6), E> {
        let seconds = self.seconds;
        TensorOn::from_fn(move |[row, column]| match column as isize - row as isize {
            0 => 1.0,
            3 => seconds,
            _ => 0.0,
        })
    }
}

pub struct Sensor<M: Dim, N: Dim, E: Floats<f64>> {
    sight: Matrix<M, N, E>,
    noise: Matrix<M, M, E>,
}

impl<M: StaticDim, N: StaticDim, E: Floats<f64> + Creates<f64>> Sensor<M, N, E> {
    fn corrected(&self, belief: &Belief<N, E>, seen: &Vector<M, E>) -> Belief<N, E> {
        let cross = belief.covariance.matmul(&self.sight.transpose());
        let spread = self.sight.matmul(&cross) + &self.noise;
        let gain = cross.matmul(&spread.inverse());
        let surprise = seen - self.sight.matmul(&belief.mean);
        Belief {
            mean: &belief.mean + gain.matmul(&surprise),
            covariance: &belief.covariance - gain.matmul(&cross.transpose()),
        }
    }
}

/// The distance of each of a batch of beliefs from what was seen, by covariances of their own.
pub fn distances<B: Dim, M: Dim>(surprises: &Batched<B, M>, inverses: &Tensor<f64, shape![B, M, M]>) -> Tensor<f64, shape![B]> {
    einsum!("b m, b m n, b n -> b"; surprises, inverses, surprises).sqrt()
}

/// The mean of several beliefs with weights that add up to 1.
pub fn mixed<K: Dim, N: Dim, E: Floats<f64>>(weights: &Vector<K, E>, means: &Matrix<K, N, E>) -> Vector<N, E> {
    weights.matmul(means)
}

pub fn total<S: StaticShape, E: Numbers<f64>>(x: &TensorOn<f64, S, E>) -> f64 {
    x.sum::<f64>() / S::NUM_ELEMENTS as f64
}

pub fn follow(places: &[[f64; SENSORS]]) -> InlineTensor<f64, shape![6]> {
    let sight = InlineTensor::eye();
    let sensor = Sensor::<dim!(SENSORS), dim!(6), Inline> { sight, noise: InlineTensor::eye() };
    let mut belief = Belief { mean: InlineTensor::zeros(), covariance: InlineTensor::eye() };
    let motion = Steady { seconds: 0.1 };
    for &place in places {
        let next = motion.moved(&belief);
        belief = sensor.corrected(&next, &place.into());
    }
    belief.mean
}

pub fn log(rows: &[Vec<f64>]) -> Result<Tensor<f64, shape![_, 3]>, shapecheck::ShapeError> {
    let flat: Vec<f64> = rows.iter().flatten().copied().collect();
    let log = Tensor::<f64, shape![_, 3]>::from_vec_with(<shape![_, 3]>::of([rows.len()]), flat)?;
    let [steps, sensors] = contract!("log: t s -> t s"; &log);
    assert!(steps >= sensors, "as many steps as sensors");
    Ok(&log - log.mean_axis::<-2>())
}

pub fn on_the_heap(belief: &Belief<dim!(6), Host>) -> f64 {
    let moved = Steady { seconds: 1.0 }.moved(belief);
    (moved.mean - &belief.mean).max()
}

fn main() {}
