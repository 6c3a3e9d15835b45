//! A forecast of the weather at stations, from their last hours and those of their neighbours.

use shapecheck::{Dim, StaticDim, Tensor, axes, dim, dims, shape};

dims! { Station, Hour, Next }

type Series<F> = Tensor<f32, shape![Station, Hour, F]>;

/// `[.., I]` to `[.., O]`.
struct Dense<I: Dim, O: Dim> {
    weights: Tensor<f32, shape![O, I]>,
    bias: Tensor<f32, shape![O]>,
}

impl<I: Dim, O: Dim> Dense<I, O> {
    fn apply<A: Dim, B: Dim>(&self, x: &Tensor<f32, shape![A, B, I]>) -> Tensor<f32, shape![A, B, O]> {
        x.linear(&self.weights) + &self.bias
    }
}

struct Model<W: Dim> {
    embed: Dense<dim!(7), W>,
    mix: Tensor<f32, shape![Station, Station]>,
    steps: Tensor<f32, shape![Hour, Next]>,
    gate: Dense<W, W>,
    out: Dense<W, dim!(3)>,
    scale: Tensor<f32, shape![W]>,
    offset: Tensor<f32, shape![Station]>,
}

/// Each variable of a station less its mean, by its deviation.
fn normalized<F: Dim>(x: &Series<F>) -> Series<F> {
    let mean = x.mean_axis::<-2>();
    let centred = x - &mean;
    let deviation = (&centred * &centred).mean_axis::<-2>().sqrt();
    centred / deviation
}

impl<W: StaticDim> Model<W> {
    fn neighbours(&self, x: &Series<W>) -> Series<W> {
        let by_hour = x.swap_axes::<-3, -2>();
        let mixed = self.mix.matmul(&by_hour);
        mixed.swap_axes::<-3, -2>().to_tensor()
    }

    fn hidden(&self, x: &Series<dim!(7)>) -> Series<W> {
        let own = self.embed.apply(&normalized(x));
        let gate = self.gate.apply(&own).sigmoid();
        let mixed = self.neighbours(&own) * &self.scale;
        own * &gate + mixed
    }

    fn forward(&self, x: &Series<dim!(7)>) -> Tensor<f32, shape![Station, Next, 3]> {
        let hidden = self.hidden(x);
        let ahead = self.steps.transpose().matmul(&hidden);
        let raw = self.out.apply(&ahead);
        let offset = self.offset.insert_axis::<-1>();
        let offset = offset.insert_axis::<-1>();
        raw + offset
    }
}

/// The error of each variable, over stations and hours.
fn loss(predicted: &Tensor<f32, shape![Station, Next, 3]>, seen: &Tensor<f32, shape![Station, Next, 3]>) -> Tensor<f32, shape![3]> {
    let error = predicted - seen;
    let squares = &error * &error;
    squares.mean_axes::<axes![-2, -3]>().remove_axes::<axes![-2, -3]>().to_tensor()
}

/// How alike two stations are.
fn alike<F: Dim>(x: &Tensor<f32, shape![Station, F]>) -> Tensor<f32, shape![Station, Station]> {
    let lengths = (x * x).sum_axis::<-1>().sqrt();
    let units = x / lengths;
    units.matmul(&units.transpose())
}

fn main() {}
