//! Times a step of training of the network of `digits`: candle on its own, and the host's tensors with the tape of
//! `shapecheck-grad`.

#[path = "../../tests/beside.rs"]
mod beside;
#[path = "../../../examples/digits/layers.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod layers;

use layers::{Convolution, Linear, Reader, Readout};
use shapecheck::{Dim, Host, StaticDim, StaticShape, Tensor, TensorOn, dim, shape};
use shapecheck_candle::candle_core::{DType, Device, Result, Tensor as Untyped, Var};
use shapecheck_candle::candle_nn::loss;
use shapecheck_candle::candle_nn::optim::{Optimizer, SGD};
use shapecheck_grad::{Grad, Parameters, Sgd, Traces, VisitsParameters};

/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Grad<Host>>;

const RATE: f64 = 0.05;

fn main() -> Result<()> {
    beside::head(["candle", "the tape on the host"]);
    training::<dim!(32), dim!(8), dim!(24)>()?;
    training::<dim!(256), dim!(32), dim!(128)>()
}

/// The network, whose layers derive nothing, as a struct of parameters.
struct Model<C: StaticDim, H: StaticDim>(Reader<C, H, dim!(10)>);

impl<C: StaticDim, H: StaticDim> Parameters for Model<C, H> {
    fn visit<Visitor: VisitsParameters>(&mut self, visitor: &mut Visitor) {
        let Reader {
            convolution,
            readout,
            scores,
        } = &mut self.0;
        convolution.weights.visit(visitor);
        convolution.bias.visit(visitor);
        readout.weights.visit(visitor);
        readout.bias.visit(visitor);
        scores.weights.visit(visitor);
        scores.bias.visit(visitor);
    }
}

/// Numbers between -0.1 and 0.1.
fn numbers(count: usize) -> Vec<f32> {
    let number = |index: usize| ((index * 7919 % 201) as f32 - 100.0) / 1000.0;
    (0..count).map(number).collect()
}

fn parameter<S: StaticShape>() -> Array<f32, S> {
    Grad::parameter(Tensor::from_vec(numbers(S::NUM_ELEMENTS)).expect("as many as the shape has"))
}

fn var(sizes: &[usize]) -> Result<Var> {
    let numbers = numbers(sizes.iter().product());
    Var::from_tensor(&Untyped::from_vec(numbers, sizes, &Device::Cpu)?)
}

fn training<B: StaticDim, C: StaticDim, H: StaticDim>() -> Result<()> {
    let mut model = Model(Reader::<C, H, dim!(10)> {
        convolution: Convolution {
            weights: parameter(),
            bias: parameter(),
        },
        readout: Readout {
            weights: parameter(),
            bias: parameter(),
        },
        scores: Linear {
            weights: parameter(),
            bias: parameter(),
        },
    });
    let images: Array<f32, shape![B, 1, 8, 8]> =
        Grad::constant(Tensor::from_vec(numbers(B::SIZE * 64)).expect("as many pixels"));
    let labels: Array<usize, shape![B]> = Grad::constant(Tensor::from_fn(|[image]| image * 7 % 10));
    let mut ours = Sgd::new(RATE);

    // A linear layer of candle has weights of two axes.
    let (kernels, of_maps) = (var(&[C::SIZE, 1, 3, 3])?, var(&[C::SIZE, 1, 1])?);
    let (readout, of_hidden) = (var(&[H::SIZE, C::SIZE * 36])?, var(&[H::SIZE])?);
    let (scores, of_scores) = (var(&[10, H::SIZE])?, var(&[10])?);
    let inputs = Untyped::from_vec(numbers(B::SIZE * 64), (B::SIZE, 1, 8, 8), &Device::Cpu)?;
    let classes: Vec<u32> = (0..B::SIZE as u32).map(|image| image * 7 % 10).collect();
    let classes = Untyped::new(classes, &Device::Cpu)?.to_dtype(DType::U32)?;
    let vars = [
        &kernels, &of_maps, &readout, &of_hidden, &scores, &of_scores,
    ];
    let mut theirs = SGD::new(vars.map(Var::clone).to_vec(), RATE)?;

    let mut losses = [Vec::new(), Vec::new()];
    let [of_candle, of_tape] = &mut losses;
    beside::beside(
        &format!(
            "a step, {} images, {} patterns, {} hidden numbers",
            B::SIZE,
            C::SIZE,
            H::SIZE
        ),
        || -> Result<()> {
            let maps = inputs.conv2d(&kernels, 0, 1, 1, 1)?;
            let maps = maps.broadcast_add(&of_maps)?.relu()?;
            let hidden = maps.flatten_from(1)?.matmul(&readout.t()?)?;
            let hidden = hidden.broadcast_add(&of_hidden)?.relu()?;
            let found = hidden.matmul(&scores.t()?)?.broadcast_add(&of_scores)?;
            let loss = loss::cross_entropy(&found, &classes)?;
            theirs.step(&loss.backward()?)?;
            of_candle.push(loss.to_scalar::<f32>()?);
            Ok(())
        },
        || {
            let loss = learned(&mut model, &mut ours, &images, &labels);
            of_tape.push(loss);
        },
    );
    for (step, (candle, tape)) in losses[0].iter().zip(&losses[1]).take(20).enumerate() {
        assert!(
            (candle - tape).abs() < 1e-3,
            "step {step}: {candle} by candle, {tape} by the tape"
        );
    }
    Ok(())
}

fn learned<B: Dim, C: StaticDim, H: StaticDim>(
    model: &mut Model<C, H>,
    optimizer: &mut Sgd,
    images: &Array<f32, shape![B, 1, 8, 8]>,
    labels: &Array<usize, shape![B]>,
) -> f32 {
    let loss = model.0.forward(images).along::<-1>().cross_entropy(labels);
    optimizer.step(model, &loss.backward());
    loss.into_scalar()
}
