//! Sounds: windows, their spectra, and a filter that follows a pitch, of sizes that are parameters.

use shapecheck::{Dim, InlineTensor, StaticDim, Tensor, dim, shape};

type Matrix<R, C> = InlineTensor<f64, shape![R, C]>;
type Vector<N> = InlineTensor<f64, shape![N]>;

/// A state of `N` numbers and how sure it is.
pub struct Filter<N: StaticDim, M: StaticDim> {
    state: Vector<N>,
    spread: Matrix<N, N>,
    drift: Matrix<N, N>,
    noise: Matrix<M, M>,
}

/// What moves, and what is heard of it, each with its slopes at a state.
pub struct Model<N: StaticDim, M: StaticDim> {
    step: fn(&Vector<N>) -> Vector<N>,
    step_slopes: fn(&Vector<N>) -> Matrix<N, N>,
    heard: fn(&Vector<N>) -> Vector<M>,
    heard_slopes: fn(&Vector<N>) -> Matrix<M, N>,
}

impl<N: StaticDim, M: StaticDim> Filter<N, M> {
    pub fn predict(&mut self, model: &Model<N, M>) {
        let slopes = (model.step_slopes)(&self.state);
        self.state = (model.step)(&self.state);
        self.spread = slopes.matmul(&self.spread).matmul(&slopes.transpose()) + &self.drift;
    }

    pub fn update(&mut self, model: &Model<N, M>, sound: &Vector<M>) -> f64 {
        let slopes = (model.heard_slopes)(&self.state);
        let surprise = sound - (model.heard)(&self.state);
        let cross = self.spread.matmul(&slopes.transpose());
        let innovation = slopes.matmul(&cross) + &self.noise;
        let gain = innovation.solve(&cross.transpose()).transpose();
        self.state += gain.matmul(&surprise);
        self.spread = (Matrix::<N, N>::eye() - gain.matmul(&slopes)).matmul(&self.spread);
        surprise.dot(&innovation.inverse().matmul(&surprise)).into_scalar()
    }
}

/// Loudness of each of `F` bands in windows of 400 numbers.
pub struct Bands<F: Dim> {
    window: Tensor<f32, shape![400]>,
    filters: Tensor<f32, shape![F, 201]>,
}

impl<F: Dim> Bands<F> {
    pub fn of<B: Dim, L: Dim>(&self, windows: &Tensor<f32, shape![B, L, 400]>) -> Tensor<f32, shape![B, L, F]> {
        let power = self.power(&(windows * &self.window));
        let loud = power.linear(&self.filters) + 1e-6;
        let mean = loud.mean_axis::<-2>();
        (loud / mean).ln()
    }

    fn power<B: Dim, L: Dim>(&self, windows: &Tensor<f32, shape![B, L, 400]>) -> Tensor<f32, shape![B, L, 201]> {
        let half = windows.along::<-1>().split_at::<dim!(201)>().0.to_tensor();
        &half * &half
    }
}

pub fn loudest<B: Dim, L: Dim, F: Dim>(bands: &Tensor<f32, shape![B, L, F]>) -> Tensor<usize, shape![B, L]> {
    bands.argmax_axis::<-1>().remove_axis::<-1>().to_tensor()
}

pub fn share<B: Dim, L: Dim, F: Dim>(bands: &Tensor<f32, shape![B, L, F]>) -> Tensor<f32, shape![B, F]> {
    let whole = bands.sum_axis::<-2>().remove_axis::<-2>();
    let chances = whole.softmax::<-1>();
    chances.clamp(0.0, 1.0)
}

pub fn hear(bands: &Bands<dim!(80)>, windows: &Tensor<f32, shape![4, 98, 400]>) -> Tensor<f32, shape![4, 80]> {
    share(&bands.of(windows))
}

fn main() {}
