//! Typed operations beside burn's own calls, and steps of training of the network of `digits`.

#[path = "../../tests/beside.rs"]
mod beside;
#[path = "../../../examples/digits/layers.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod layers;

use burn::module::{Module, Param};
use burn::nn::loss::CrossEntropyLossConfig;
use burn::optim::{AdamConfig, GradientsParams};
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Int, Tensor as Untyped, activation};
use layers::{Convolution, Linear, Reader, Readout};
use shapecheck::{StaticShape, TensorOn, dim, shape};
use shapecheck_burn::{Burn, Parameter, Ranked, burn, device, gradients, untyped};

type Tensor<S> = TensorOn<f32, S, Burn>;
/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Burn>;

fn main() {
    beside::head(["plain", "typed"]);

    let (a, b) = (
        Tensor::<shape![32, 3, 8]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    // burn's tensors need as many axes on both sides.
    let (plain, other): (Untyped<3>, Untyped<3>) = (untyped(&a), untyped(&b.insert_axis::<-3>()));
    beside::beside(
        "`a + b`, `[32, 3, 8]` and `[3, 1]`",
        || plain.clone() + other.clone(),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![256, 3, 64]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other): (Untyped<3>, Untyped<3>) = (untyped(&a), untyped(&b.insert_axis::<-3>()));
    beside::beside(
        "`a + b`, `[256, 3, 64]` and `[3, 1]`",
        || plain.clone() + other.clone(),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![4, 4]>::ones(),
        Tensor::<shape![4, 4]>::ones(),
    );
    let (plain, other): (Untyped<2>, Untyped<2>) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[4, 4]`",
        || plain.clone().matmul(other.clone()),
        || a.matmul(&b),
    );

    let (a, b) = (
        Tensor::<shape![128, 256]>::ones(),
        Tensor::<shape![256, 128]>::ones(),
    );
    let (plain, other): (Untyped<2>, Untyped<2>) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[128, 256]` by `[256, 128]`",
        || plain.clone().matmul(other.clone()),
        || a.matmul(&b),
    );

    let (x, weights, bias) = (
        Tensor::<shape![64, 128]>::ones(),
        Tensor::<shape![128, 128]>::ones(),
        Tensor::<shape![128]>::ones(),
    );
    let plain: (Untyped<2>, Untyped<2>, Untyped<1>) =
        (untyped(&x), untyped(&weights), untyped(&bias));
    beside::beside(
        "a layer and the sum of its rows, 64 by 128",
        || {
            let (x, weights, bias) = plain.clone();
            activation::relu(x.matmul(weights) + bias.unsqueeze()).sum_dim(1)
        },
        || (x.matmul(&weights) + &bias).relu().sum_axis::<-1>(),
    );

    training(32);
    training(256);
}

type Patterns = dim!(32);
type Hidden = dim!(128);

/// The network of the example `digits`, wider.
#[derive(Module, Debug)]
struct Typed {
    kernels: Parameter<f32, shape![Patterns, 1, 3, 3]>,
    first: Parameter<f32, shape![Patterns, 1, 1]>,
    readout: Parameter<f32, shape![Hidden, Patterns, 6, 6]>,
    second: Parameter<f32, shape![Hidden]>,
    scores: Parameter<f32, shape![10, Hidden]>,
    third: Parameter<f32, shape![10]>,
}

impl Typed {
    fn network(&self) -> Reader<Patterns, Hidden, dim!(10)> {
        Reader {
            convolution: Convolution {
                weights: self.kernels.tensor(),
                bias: self.first.tensor(),
            },
            readout: Readout {
                weights: self.readout.tensor(),
                bias: self.second.tensor(),
            },
            scores: Linear {
                weights: self.scores.tensor(),
                bias: self.third.tensor(),
            },
        }
    }
}

/// The same by burn alone. A linear layer there has weights of two axes.
#[derive(Module, Debug)]
struct Plain {
    kernels: Param<Untyped<4>>,
    first: Param<Untyped<1>>,
    readout: Param<Untyped<2>>,
    second: Param<Untyped<1>>,
    scores: Param<Untyped<2>>,
    third: Param<Untyped<1>>,
}

impl Plain {
    fn forward(&self, images: Untyped<4>) -> Untyped<2> {
        let settings = ConvOptions::new([1, 1], [0, 0], [1, 1], 1);
        let maps = conv2d(images, self.kernels.val(), Some(self.first.val()), settings);
        let maps = activation::relu(maps).flatten::<2>(1, 3);
        let hidden = maps.matmul(self.readout.val().transpose()) + self.second.val().unsqueeze();
        activation::relu(hidden).matmul(self.scores.val().transpose())
            + self.third.val().unsqueeze()
    }
}

/// Steps of both from the same numbers, with the same losses.
fn training(count: usize) {
    /// Numbers between -0.1 and 0.1.
    fn numbers<S: StaticShape>() -> Tensor<S> {
        let number = |index: usize| ((index * 7919 % 201) as f32 - 100.0) / 1000.0;
        let numbers: Vec<f32> = (0..S::NUM_ELEMENTS).map(number).collect();
        TensorOn::from_slice(&numbers).expect("as many as the shape has")
    }
    fn parameter<S: StaticShape + Ranked>() -> Parameter<f32, S> {
        Parameter::of(&numbers())
    }
    let here = Device::flex();
    device::set(here.clone().autodiff());
    let mut typed = Typed {
        kernels: parameter(),
        first: parameter(),
        readout: parameter(),
        second: parameter(),
        scores: parameter(),
        third: parameter(),
    };
    let mut plain = Plain {
        kernels: Param::from_tensor(untyped(&numbers::<shape![Patterns, 1, 3, 3]>())),
        first: Param::from_tensor(untyped(&numbers::<shape![Patterns]>())),
        readout: Param::from_tensor(untyped(&numbers::<shape![Hidden, 1152]>())),
        second: Param::from_tensor(untyped(&numbers::<shape![Hidden]>())),
        scores: Param::from_tensor(untyped(&numbers::<shape![10, Hidden]>())),
        third: Param::from_tensor(untyped(&numbers::<shape![10]>())),
    };
    let sizes = <shape![_, 1, 8, 8]>::of([count]);
    let images = Array::<f32, shape![_, 1, 8, 8]>::full_with(sizes, 0.5);
    let labels = Array::<usize, shape![_]>::zeros_with(<shape![_]>::of([count]));
    let (inputs, classes): (Untyped<4>, Untyped<1, Int>) = (untyped(&images), untyped(&labels));
    let loss_of = CrossEntropyLossConfig::new().init(&here.clone().autodiff());
    let mut losses = [Vec::new(), Vec::new()];
    let [plain_losses, typed_losses] = &mut losses;
    let (mut theirs, mut ours) = (AdamConfig::new().init(), AdamConfig::new().init());
    beside::beside(
        &format!("a step of training, {count} images"),
        || {
            let loss = loss_of.forward(plain.forward(inputs.clone()), classes.clone());
            let gradients = GradientsParams::from_grads(loss.backward(), &plain);
            plain = theirs.step(1e-3, plain.clone(), gradients);
            plain_losses.push(loss.into_scalar::<f32>());
        },
        || {
            let loss = typed
                .network()
                .forward(&images)
                .along::<-1>()
                .cross_entropy(&labels);
            let found = gradients(&loss).expect("parameters on a device with autodiff");
            let found = GradientsParams::from_grads(found, &typed);
            typed = ours.step(1e-3, typed.clone(), found);
            typed_losses.push(loss.into_scalar());
        },
    );
    let [plain, typed] = losses;
    let both = plain.iter().zip(&typed).take(20);
    let differ = both
        .map(|(plain, typed)| (plain - typed).abs())
        .fold(0.0, f32::max);
    assert!(differ < 1e-4, "{:?}, {:?}", &plain[..5], &typed[..5]);
    device::set(here);
}
