//! Times a step of training of the network of `digits` and of a block of a decoder: candle on its own, and the host's
//! tensors with the tape of `shapecheck-grad`.

#[path = "../../tests/beside.rs"]
mod beside;
#[path = "../../tests/block.rs"]
mod block;
#[path = "../../../examples/digits/layers.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod layers;

use block::{Block, HEADS, HIDDEN, TOKENS, WIDTH, made};
use layers::{Convolution, Linear, Reader, Readout};
use shapecheck::{Dim, Host, StaticDim, StaticShape, Tensor, TensorOn, dim, shape};
use shapecheck_candle::candle_core::{DType, Device, Result, Tensor as Untyped, Var};
use shapecheck_candle::candle_nn::optim::{Optimizer, SGD};
use shapecheck_candle::candle_nn::{loss, ops};
use shapecheck_grad::{Grad, Parameters, Sgd, Traces, VisitsParameters};

/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Grad<Host>>;

const RATE: f64 = 0.05;
/// For the block, whose loss is a mean of large squares.
const SMALL_RATE: f64 = 1e-5;

fn main() -> Result<()> {
    beside::head(["candle", "the tape on the host"]);
    training::<dim!(32), dim!(8), dim!(24)>()?;
    training::<dim!(256), dim!(32), dim!(128)>()?;
    decoder()
}

/// A step of the block, towards tokens of zeros.
fn decoder() -> Result<()> {
    let mut model = Block::<Grad<Host>> {
        first_norm: Grad::parameter(Tensor::ones()),
        queries: Grad::parameter(made(1)),
        keys: Grad::parameter(made(2)),
        values: Grad::parameter(made(3)),
        out: Grad::parameter(made(4)),
        second_norm: Grad::parameter(Tensor::ones()),
        up: Grad::parameter(made(5)),
        down: Grad::parameter(made(6)),
    };
    let x = Grad::constant(made(7));
    let zeros = Grad::constant(Tensor::<f32, shape![2, 64, 256]>::zeros());
    let mut ours = Sgd::new(SMALL_RATE);

    let var = |sizes: &[usize], seed| -> Result<Var> {
        let numbers = block::numbers(sizes.iter().product(), seed);
        Var::from_tensor(&Untyped::from_vec(numbers, sizes, &Device::Cpu)?)
    };
    let ones = || Var::ones(WIDTH, DType::F32, &Device::Cpu);
    let norms = [ones()?, ones()?];
    let square = |seed| var(&[WIDTH, WIDTH], seed);
    let [queries, keys, values, out] = [square(1)?, square(2)?, square(3)?, square(4)?];
    let (up, down) = (var(&[HIDDEN, WIDTH], 5)?, var(&[WIDTH, HIDDEN], 6)?);
    let inputs = Untyped::from_vec(
        block::numbers(TOKENS.iter().product(), 7),
        &TOKENS,
        &Device::Cpu,
    )?;
    let [batch, length, _] = TOKENS;
    let above = |query, key| if key > query { f32::NEG_INFINITY } else { 0.0 };
    let mask = (0..length).flat_map(|query| (0..length).map(move |key| above(query, key)));
    let mask = Untyped::from_vec(mask.collect(), (length, length), &Device::Cpu)?;
    let all = [
        &norms[0], &norms[1], &queries, &keys, &values, &out, &up, &down,
    ];
    let mut theirs = SGD::new(all.map(Var::clone).to_vec(), SMALL_RATE)?;
    let linear = |x: &Untyped, weights: &Var| x.broadcast_matmul(&weights.t()?);
    let forward = || -> Result<Untyped> {
        let normal = ops::rms_norm_slow(&inputs, &norms[0], 1e-5)?;
        let heads = |weights| -> Result<Untyped> {
            let split = linear(&normal, weights)?.reshape((batch, length, HEADS, WIDTH / HEADS))?;
            split.transpose(1, 2)?.contiguous()
        };
        let (queries, keys, values) = (heads(&queries)?, heads(&keys)?, heads(&values)?);
        let scores = (queries.matmul(&keys.t()?)? * (HEADS as f64 / WIDTH as f64).sqrt())?;
        let scores = ops::softmax(&scores.broadcast_add(&mask)?, 3)?;
        let heads = scores.matmul(&values)?.transpose(1, 2)?.reshape(&TOKENS)?;
        let x = (&inputs + linear(&heads, &out)?)?;
        let hidden = linear(&ops::rms_norm_slow(&x, &norms[1], 1e-5)?, &up)?.silu()?;
        &x + linear(&hidden, &down)?
    };
    let mut losses = [Vec::new(), Vec::new()];
    let [of_candle, of_tape] = &mut losses;
    beside::beside(
        "a step of a block of a decoder, 2 sequences of 64 tokens, width 256",
        || -> Result<()> {
            let loss = forward()?.sqr()?.mean_all()?;
            theirs.step(&loss.backward()?)?;
            of_candle.push(loss.to_scalar::<f32>()?);
            Ok(())
        },
        || {
            let loss = model.forward(&x).mse_loss(&zeros);
            ours.step(&mut model, &loss.backward());
            of_tape.push(loss.into_scalar());
        },
    );
    same(&losses);
    Ok(())
}

/// Both have learned the same.
fn same(losses: &[Vec<f32>; 2]) {
    for (step, (candle, tape)) in losses[0].iter().zip(&losses[1]).take(20).enumerate() {
        assert!(
            (candle - tape).abs() < 1e-3 * (1.0 + candle.abs()),
            "step {step}: {candle} by candle, {tape} by the tape"
        );
    }
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
    same(&losses);
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
