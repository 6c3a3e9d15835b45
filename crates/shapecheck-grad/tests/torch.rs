//! Gradients beside those that PyTorch computes: `data/torch_gradients.py` has the same functions.

use std::collections::BTreeMap;

use shapecheck::tensor::reduction::Unreduced;
use shapecheck::window::{Conv, ConvTranspose, Dilation, Pad, Pool, Stride};
use shapecheck::{DynShape, Host, Tensor, TensorOn, dim, einsum, shape};
use shapecheck_grad::{Grad, Traces};

type Any = TensorOn<f64, DynShape, Grad<Host>>;

/// The gradient of each operand, by the name of the function.
fn recorded() -> BTreeMap<&'static str, Vec<Vec<f64>>> {
    let lines = include_str!("data/torch_gradients.txt").lines();
    let numbers = |gradient: &str| -> Vec<f64> {
        let numbers = gradient.split_whitespace();
        numbers
            .map(|number| number.parse().expect("a number"))
            .collect()
    };
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, gradients)| (name, gradients.split(';').map(numbers).collect()))
        .collect()
}

/// Numbers between -1 and 1, as `made` in the program has them.
fn made(seed: u64, sizes: &[usize]) -> Tensor<f64, DynShape> {
    let mut state = seed;
    let numbers = (0..sizes.iter().product()).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    });
    Tensor::from_vec_with(DynShape::from(sizes), numbers.collect()).expect("as many numbers")
}

fn compare(name: &str, sizes: &[Vec<usize>], function: impl Fn(&[Any]) -> Any) {
    let operands = (1..).zip(sizes).map(|(seed, sizes)| made(seed, sizes));
    let operands: Vec<Any> = operands.map(Grad::parameter).collect();
    let result = function(&operands);
    let weights = Grad::constant(made(100, result.dims()));
    let gradients = (&result * &weights).total().backward();
    let expected = &recorded()[name];
    assert_eq!(expected.len(), operands.len(), "{name}");
    for (place, (operand, expected)) in operands.iter().zip(expected).enumerate() {
        let found = gradients.of(operand).to_vec();
        assert_eq!(found.len(), expected.len(), "{name}, operand {place}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() <= 1e-9 * (1.0 + expected.abs()),
                "{name}, operand {place}: {found} where PyTorch has {expected}"
            );
        }
    }
}

/// The functions, each a test of its own.
macro_rules! functions {
    ($($name:ident |$($x:ident: [$($size:tt)*]),+| $result:expr;)*) => {
        #[test]
        fn each_recorded_function_is_compared() {
            let mut recorded = Vec::from_iter(recorded().into_keys());
            for name in [$(stringify!($name)),*] {
                let place = recorded.iter().position(|it| *it == name);
                recorded.remove(place.unwrap_or_else(|| panic!("{name} is not recorded")));
            }
            assert!(recorded.is_empty(), "{recorded:?}");
        }

        $(#[test]
        fn $name() {
            let sizes = [$([$($size)*].to_vec()),+];
            compare(stringify!($name), &sizes, |x| {
                let mut each = x.iter();
                $(let $x = &each.next().unwrap().clone().try_into_shape::<shape![$($size)*]>().unwrap();)+
                $result.widen::<DynShape>()
            });
        })*
    };
}

functions! {
    linear |x: [2, 5, 3], w: [4, 3], b: [4]| x.linear_with_bias(w, b);
    bilinear |x: [2, 3], y: [2, 4], w: [5, 3, 4]| x.bilinear(y, w);
    embedding |table: [5, 2]| table.embedding(&Grad::constant(Tensor::from([[4_usize, 0, 4]])));
    layer_norm |x: [2, 4], w: [4], b: [4]| x.layer_norm_with_bias(w, b, 1e-2);
    rms_norm |x: [2, 4], w: [4]| x.rms_norm(w, 1e-2);
    group_norm |x: [2, 4, 3], w: [4], b: [4]| x.along::<-2>().group_norm(<dim!(2)>::new(), w, b, 1e-2);
    batch_norm |x: [3, 2, 4], w: [2], b: [2]| x.along::<-2>().batch_norm(w, b, 1e-2);
    softmax |x: [2, 3, 4]| x.softmax::<-2>();
    log_softmax |x: [2, 3, 4]| x.log_softmax::<-1>();
    gelu |x: [7]| x.gelu();
    gelu_tanh |x: [7]| x.gelu_tanh();
    silu |x: [7]| x.silu();
    attention |q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 2]| q.attention(k, v);
    causal_attention |q: [2, 3, 4], k: [2, 3, 4], v: [2, 3, 2]| q.causal_attention(k, v);
    masked_attention |q: [3, 4], k: [5, 4], v: [5, 2], m: [3, 5]| q.masked_attention(k, v, m);
    grouped_attention |q: [4, 3, 2], k: [2, 5, 2], v: [2, 5, 2]| q.grouped_attention(k, v);
    lstm |x: [2, 3, 2], w: [4, 3, 2], r: [4, 3, 3], b: [4, 3]| {
        let (output, state, cells) = x.lstm(w, r, b);
        output + (state + cells * 2.0).insert_axis::<-2>()
    };
    gru |x: [2, 3, 2], w: [3, 4, 2], r: [3, 4, 4], b: [3, 4], c: [3, 4]| {
        let (output, state) = x.gru(w, r, (b, c));
        output + state.insert_axis::<-2>()
    };
    mse_loss |x: [2, 3], y: [2, 3]| x.mse_loss(y);
    l1_loss |x: [2, 3], y: [2, 3]| x.l1_loss(y);
    binary_cross_entropy |x: [2, 3], y: [2, 3]| x.sigmoid().binary_cross_entropy(&y.sigmoid());
    binary_cross_entropy_with_logits |x: [2, 3], y: [2, 3]| x.binary_cross_entropy_with_logits(&y.sigmoid());
    cross_entropy |x: [4, 3]| x.along::<-1>().cross_entropy(&labels());
    weighted_cross_entropy |x: [4, 3]| {
        let weights = Grad::constant(Tensor::from([0.5, 2.0, 1.5]));
        x.along::<-1>().weighted_cross_entropy(&labels(), &weights)
    };
    soft_cross_entropy |x: [4, 3], y: [4, 3]| x.along::<-1>().soft_cross_entropy(&y.softmax::<-1>());
    nll_loss |x: [4, 3]| x.along::<-1>().nll_loss_by(&labels(), Unreduced);
    conv1d |x: [2, 4, 9], k: [6, 2, 3]| x.conv1d(k, Conv::new().stride::<2>().padding::<1>().dilation::<2>().groups::<2>());
    conv2d |x: [2, 2, 6, 5], k: [3, 2, 3, 2]| {
        let settings = Conv::new().strides((Stride::<2>, Stride::<1>)).paddings((Pad::<1>, Pad::<0>));
        x.conv2d(k, settings.dilations((Dilation::<1>, Dilation::<2>)))
    };
    conv3d |x: [1, 1, 3, 3, 3], k: [2, 1, 2, 2, 2]| x.conv3d(k, Conv::new().padding::<1>());
    conv_transpose1d |x: [2, 4, 3], k: [4, 2, 2]| {
        let settings = ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>();
        x.conv_transpose1d(k, settings.groups::<2>().dilation::<2>())
    };
    conv_transpose2d |x: [1, 2, 3, 2], k: [2, 2, 2, 3]| x.conv_transpose2d(k, ConvTranspose::new().stride::<2>());
    max_pool2d |x: [1, 2, 5, 6]| x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    avg_pool2d |x: [1, 2, 5, 6]| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    adaptive_avg_pool |x: [2, 7, 4]| x.adaptive_avg_pool::<shape![3, 5]>();
    pixel_shuffle |x: [1, 4, 2, 3]| x.pixel_shuffle::<dim!(2)>();
    cumulative_product |x: [2, 5]| x.cumulative_product::<-1>();
    cumulative_max |x: [3, 5]| x.cumulative_max::<-1>();
    logsumexp |x: [2, 3]| x.logsumexp::<-1>();
    norm |x: [2, 3, 4]| x.norm_axis::<-1>();
    sort |x: [3, 4]| x.sort::<-1>();
    cdist |x: [3, 2], y: [4, 2]| x.cdist(y);
    cosine_similarity |x: [3, 4], y: [3, 4]| x.cosine_similarity(y, 1e-8);
    solve |a: [2, 3, 3], b: [2, 3, 2]| (a + &far()).solve(b);
    inverse |a: [2, 3, 3]| (a + &far()).inverse();
    det |a: [2, 3, 3]| a.det();
    slogdet |a: [2, 3, 3]| a.slogdet().1;
    cholesky |a: [3, 3]| (a.transpose().matmul(a) + &far()).cholesky();
    qr |a: [2, 4, 3]| a.qr().1;
    eigh |a: [2, 3, 3]| (a + a.transpose()).eigh().1.powi(2);
    svd |a: [2, 4, 3]| a.svd().0.powi(2);
    singular_values |a: [2, 4, 3]| a.svdvals();
    einsum |a: [2, 3, 4], b: [4, 3, 2]| einsum!("b i j, j i o -> o b"; a, b);
}

/// Ten times the unit matrix.
fn far() -> TensorOn<f64, shape![3, 3], Grad<Host>> {
    Grad::constant(Tensor::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 }))
}

fn labels() -> TensorOn<usize, shape![4], Grad<Host>> {
    Grad::constant(Tensor::from([2, 0, 1, 2]))
}
