//! A Kalman filter of any number of states, on any engine.

use shapecheck::engine::{Engine, Floats, Creates};
use shapecheck::{Dim, Inline, InlineTensor, Shape, StaticDim, Tensor, TensorOn, View, dim, shape};

type Matrix<R, C, E> = TensorOn<f64, shape![R, C], E>;
type Vector<N, E> = TensorOn<f64, shape![N], E>;

struct Model<N: Dim, M: Dim, E: Engine> {
    motion: Matrix<N, N, E>,
    drift: Matrix<N, N, E>,
    sight: Matrix<M, N, E>,
    noise: Matrix<M, M, E>,
}

struct Estimate<N: Dim, E: Engine> {
    state: Vector<N, E>,
    covariance: Matrix<N, N, E>,
}

fn diagonal<N: StaticDim, E: Creates<f64>>(value: f64) -> Matrix<N, N, E> {
    TensorOn::from_fn(|[row, column]| if row == column { value } else { 0.0 })
}

impl<N: StaticDim, M: StaticDim, E: Floats<f64>> Model<N, M, E> {
    fn new(motion: Matrix<N, N, E>, sight: Matrix<M, N, E>) -> Self {
        let (drift, noise) = (diagonal(1e-6), diagonal(0.01));
        Self { motion, drift, sight, noise }
    }

    fn predict(&self, last: &Estimate<N, E>) -> Estimate<N, E> {
        let state = self.motion.matmul(&last.state);
        let moved = self.motion.matmul(&last.covariance);
        let covariance = moved.matmul(&self.motion.transpose()) + &self.drift;
        Estimate { state, covariance }
    }

    fn update(&self, next: &Estimate<N, E>, measured: &Vector<M, E>) -> Estimate<N, E> {
        let seen = next.covariance.matmul(&self.sight.transpose());
        let innovation = self.sight.matmul(&seen) + &self.noise;
        let gain = innovation.solve(&seen.transpose()).transpose();
        let surprise = measured - self.sight.matmul(&next.state);
        Estimate {
            state: &next.state + gain.matmul(&surprise),
            covariance: &next.covariance - gain.matmul(&self.sight.matmul(&next.covariance)),
        }
    }
}

fn normalized<S: Shape, E: Floats<f64>>(x: &TensorOn<f64, S, E>) -> TensorOn<f64, S, E> {
    let total: f64 = x.sum();
    x / total
}

fn distance<N: Dim>(a: &Tensor<f64, shape![N]>, b: &Tensor<f64, shape![N]>) -> f64 {
    let difference = a - b;
    (&difference * &difference).sum::<f64>().sqrt()
}

pub fn follow(places: &[[f64; 2]]) -> InlineTensor<f64, shape![4]> {
    let motion = InlineTensor::from([
        [1.0, 0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]);
    let sight = InlineTensor::from([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);
    let model = Model::<dim!(4), dim!(2), Inline>::new(motion, sight);
    let mut estimate = Estimate { state: InlineTensor::zeros(), covariance: diagonal(100.0) };
    for &place in places {
        let next = model.predict(&estimate);
        estimate = model.update(&next, &InlineTensor::from(place));
    }
    normalized(&estimate.state)
}

pub fn error(found: &Tensor<f64, shape![4]>, known: &[f64]) -> f64 {
    let known: View<f64, shape![4]> = View::from_buffer(known).expect("four numbers");
    distance(found, &known.to_tensor())
}

fn main() {}
