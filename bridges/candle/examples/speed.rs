//! Typed operations beside candle's own calls, and steps of training of the network of `digits`.

#[path = "../../tests/beside.rs"]
mod beside;
#[path = "../../../examples/digits/layers.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod layers;

use layers::{Convolution, Linear, Reader, Readout};
use shapecheck::{StaticShape, TensorOn, dim, shape};
use shapecheck_candle::candle_core::{DType, Result, Tensor as Untyped, Var};
use shapecheck_candle::candle_nn::optim::{AdamW, Optimizer};
use shapecheck_candle::candle_nn::{loss, ops};
use shapecheck_candle::{Candle, Parameter, gradients, untyped};

type Tensor<S> = TensorOn<f32, S, Candle>;
/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Candle>;

fn main() -> Result<()> {
    beside::head(["plain", "typed"]);

    let (a, b) = (
        Tensor::<shape![32, 3, 8]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a + b`, `[32, 3, 8]` and `[3, 1]`",
        || plain.broadcast_add(other),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![256, 3, 64]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a + b`, `[256, 3, 64]` and `[3, 1]`",
        || plain.broadcast_add(other),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![4, 4]>::ones(),
        Tensor::<shape![4, 4]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[4, 4]`",
        || plain.matmul(other),
        || a.matmul(&b),
    );

    let (a, b) = (
        Tensor::<shape![128, 256]>::ones(),
        Tensor::<shape![256, 128]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[128, 256]` by `[256, 128]`",
        || plain.matmul(other),
        || a.matmul(&b),
    );

    let (x, weights, bias) = (
        Tensor::<shape![64, 128]>::ones(),
        Tensor::<shape![128, 128]>::ones(),
        Tensor::<shape![128]>::ones(),
    );
    let all = [untyped(&x), untyped(&weights), untyped(&bias)];
    let plain = |[x, weights, bias]: [&Untyped; 3]| {
        x.matmul(weights)?
            .broadcast_add(bias)?
            .relu()?
            .sum_keepdim(1)
    };
    beside::beside(
        "a layer and the sum of its rows, 64 by 128",
        || plain(all),
        || (x.matmul(&weights) + &bias).relu().sum_axis::<-1>(),
    );

    let (x, weights, bias) = (
        Tensor::<shape![4, 32, 384]>::full(0.5),
        Tensor::<shape![384]>::ones(),
        Tensor::<shape![384]>::ones(),
    );
    let (plain, scale, shift) = (untyped(&x), untyped(&weights), untyped(&bias));
    beside::beside(
        "a layer norm with a bias, `[4, 32, 384]`",
        || ops::layer_norm(plain, scale, shift, 1e-5),
        || x.layer_norm_with_bias(&weights, &bias, 1e-5),
    );
    beside::beside(
        "an RMS norm, `[4, 32, 384]`",
        || ops::rms_norm(plain, scale, 1e-5),
        || x.rms_norm(&weights, 1e-5),
    );
    training::<8, dim!(8), dim!(24)>(32)?;
    training::<32, dim!(32), dim!(128)>(256)
}

/// A network as in the example `digits`, for a number of images.
fn training<const PATTERNS: usize, C: shapecheck::StaticDim, H: shapecheck::StaticDim>(
    count: usize,
) -> Result<()> {
    /// Numbers between -0.1 and 0.1.
    fn parameter<S: StaticShape>(vars: &mut Vec<Var>) -> Array<f32, S> {
        let number = |index: usize| ((index * 7919 % 201) as f32 - 100.0) / 1000.0;
        let numbers: Vec<f32> = (0..S::NUM_ELEMENTS).map(number).collect();
        let first = TensorOn::from_slice(&numbers).expect("as many as the shape has");
        let parameter = Parameter::of(&first);
        vars.push(parameter.var().clone());
        parameter.tensor()
    }
    let mut vars = Vec::new();
    let model: Reader<C, H, dim!(10)> = Reader {
        convolution: Convolution {
            weights: parameter(&mut vars),
            bias: parameter(&mut vars),
        },
        readout: Readout {
            weights: parameter(&mut vars),
            bias: parameter(&mut vars),
        },
        scores: Linear {
            weights: parameter(&mut vars),
            bias: parameter(&mut vars),
        },
    };
    let images =
        Array::<f32, shape![_, 1, 8, 8]>::full_with(<shape![_, 1, 8, 8]>::of([count]), 0.5);
    let labels = Array::<usize, shape![_]>::zeros_with(<shape![_]>::of([count]));

    // The same by candle alone, with the same numbers. A linear layer there has weights of two axes.
    let plain: Vec<Var> = vars
        .iter()
        .map(|var| Var::from_tensor(&var.copy()?))
        .collect::<Result<_>>()?;
    let [kernels, first, readout, second, scores, third] = &plain[..] else {
        unreachable!("there are six parameters");
    };
    let readout = Var::from_tensor(&readout.flatten_from(1)?)?;
    let (inputs, classes) = (
        untyped(&images).clone(),
        untyped(&labels).to_dtype(DType::U32)?,
    );
    let first = first.clone();
    let forward = || {
        let maps = inputs
            .conv2d(kernels, 0, 1, 1, 1)?
            .broadcast_add(&first)?
            .relu()?;
        let hidden = maps.flatten_from(1)?.matmul(&readout.t()?)?;
        let hidden = hidden.broadcast_add(second)?.relu()?;
        let found = hidden.matmul(&scores.t()?)?.broadcast_add(third)?;
        loss::cross_entropy(&found, &classes)
    };
    let mut theirs = AdamW::new_lr(
        vec![
            kernels.clone(),
            first.clone(),
            readout.clone(),
            second.clone(),
            scores.clone(),
            third.clone(),
        ],
        1e-3,
    )?;
    let mut ours = AdamW::new_lr(vars, 1e-3)?;
    let mut losses = [Vec::new(), Vec::new()];
    let [plain_losses, typed_losses] = &mut losses;
    beside::beside(
        &format!("a step of training, {count} images, {PATTERNS} patterns"),
        || -> Result<()> {
            let loss = forward()?;
            theirs.step(&loss.backward()?)?;
            plain_losses.push(loss.to_scalar::<f32>()?);
            Ok(())
        },
        || -> Result<()> {
            let loss = model.forward(&images).along::<-1>().cross_entropy(&labels);
            ours.step(gradients(&loss)?.store())?;
            typed_losses.push(untyped(&loss).to_scalar::<f32>()?);
            Ok(())
        },
    );
    beside::beside(
        &format!("the same network without gradients, {count} images"),
        forward,
        || model.forward(&images).along::<-1>().cross_entropy(&labels),
    );
    let [plain, typed] = losses;
    let differ = plain
        .iter()
        .zip(&typed)
        .take(20)
        .any(|(plain, typed)| (plain - typed).abs() > 1e-4);
    assert!(!differ, "{:?}, {:?}", &plain[..5], &typed[..5]);
    Ok(())
}
