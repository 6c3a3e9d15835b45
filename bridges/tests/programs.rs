//! Programs that give on each engine what they give on the host, and the same gradients. The tests of `candle` and of
//! `burn` are these, and what only one of them has.
//!
//! Which engine it is the root of each says, in a module `on`: `Engine`, `from_host`, `to_host`, and for gradients
//! `parameter` and `gradients`.
#![allow(unused_macros, reason = "the root may have no programs of its own")]

use shapecheck::algebra::{self, Interpolation, Negative};
use shapecheck::engine::{Copies, Floats, Joins, Models, Networks};
use shapecheck::error::{Failure, attempt};
use shapecheck::rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck::tensor::cache::KeyValueCache;
use shapecheck::tensor::reduction;
use shapecheck::window::{Conv, ConvTranspose, Full, Pad, Pool, Same, Stride, Valid, Window};
use shapecheck::{
    Axis, Dim, Scalar, Shape, ShapeError, StaticShape, Tensor, TensorOn, axes, dim, einsum, s,
    shape,
};

use crate::on::{self, Engine};

/// A number between -2 and 2 for each place.
pub fn element(place: usize, seed: usize) -> f32 {
    ((place * 37 + seed * 101) % 83) as f32 / 20.5 - 2.0
}

/// Elements that can be compared.
pub trait Near: Copy + std::fmt::Debug + 'static {
    fn is_near(self, other: Self) -> bool;
}

macro_rules! near {
    ($($T:ty: |$found:ident, $expected:ident| $is_near:expr;)*) => {$(
        impl Near for $T {
            fn is_near(self, other: $T) -> bool {
                let ($found, $expected) = (self, other);
                $is_near
            }
        }
    )*};
}

near! {
    f32: |found, expected| (found - expected).abs() <= 1e-5 * (1.0 + expected.abs());
    f64: |found, expected| (found - expected).abs() <= 1e-5 * (1.0 + expected.abs());
    bool: |found, expected| found == expected;
    usize: |found, expected| found == expected;
    i64: |found, expected| found == expected;
}

#[track_caller]
pub fn near<T: Near, S: Shape>(found: &Tensor<T, S>, expected: &Tensor<T, S>) {
    assert_eq!(found.dims(), expected.dims());
    for (found, expected) in found.iter().zip(expected.iter()) {
        assert!(found.is_near(*expected), "{found:?}, not {expected:?}");
    }
}

/// The same program on both engines, of three tensors `[2, 3, 4]`, `[3, 1]` and `[4]`.
macro_rules! same {
    ($($name:ident: |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            use $crate::{on, programs::{element, near}};
            let a = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| element(12 * i + 4 * j + k, 1));
            let b = Tensor::<f32, shape![3, 1]>::from_fn(|[i, _]| element(i, 2));
            let c = Tensor::<f32, shape![4]>::from_fn(|[i]| element(i, 3));
            let expected = {
                let ($a, $b, $c) = (&a, &b, &c);
                $result
            };
            let found = {
                let ($a, $b, $c) = (&on::from_host(&a), &on::from_host(&b), &on::from_host(&c));
                $result
            };
            near(&on::to_host(&found), &expected);
        }
    )*};
}

/// Layers whose sizes are const parameters, on any engine.
#[shapecheck::checked]
mod const_parameters {
    use shapecheck::engine::Models;
    use shapecheck::{Dim, TensorOn, rearrange, shape};

    struct Linear<const I: usize, const O: usize, E: Models<f32>> {
        weights: TensorOn<f32, shape![O, I], E>,
        bias: TensorOn<f32, shape![O], E>,
    }

    impl<const I: usize, const O: usize, E: Models<f32>> Linear<I, O, E> {
        fn new(number: f32) -> Self {
            Self {
                weights: TensorOn::full(number),
                bias: TensorOn::ones(),
            }
        }

        fn forward<B: Dim>(
            &self,
            x: &TensorOn<f32, shape![B, 3, I], E>,
        ) -> TensorOn<f32, shape![B, 3, O], E> {
            x.linear(&self.weights) + &self.bias
        }
    }

    /// A layer of attention between two linear ones.
    pub struct Encoder<const D: usize, E: Models<f32>> {
        first: Linear<4, 4, E>,
        last: Linear<4, D, E>,
    }

    impl<const D: usize, E: Models<f32>> Encoder<D, E> {
        pub fn new() -> Self {
            Self {
                first: Linear::new(0.25),
                last: Linear::new(-0.5),
            }
        }

        pub fn forward<B: Dim>(
            &self,
            x: &TensorOn<f32, shape![B, 3, 4], E>,
            bias: &TensorOn<f32, shape![3, 1], E>,
        ) -> TensorOn<f32, shape![B, 3, D], E> {
            let x = x + self.first.forward(x).relu();
            let heads = rearrange!(&x, "b t (h d) -> b h t d"; h = 2);
            let attended = heads.attention(&heads, &heads);
            let x = rearrange!(&attended, "b h t d -> b t (h d)");
            self.last.forward(&x) * bias
        }
    }
}

same! {
    sums_of_tensors_that_broadcast: |a, b, c| a + b * c - c / 2.0;
    layers_of_const_parameters: |a, b, _c| crate::programs::const_parameters::Encoder::<6, _>::new().forward(a, b);
    numbers_on_both_sides: |a, _b, _c| 3.0 - (2.0 / (a * a + 1.0)) * 0.5 + 1.0;
    larger_and_smaller: |a, b, c| a.maximum(b).minimum(c).clamp(-1.0, 1.5);
    logarithms_of_sums_of_two: |a, b, c| a.logaddexp(b).logaddexp(&(c * 40.0)) + b.logaddexp(b) + (a * 200.0).logaddexp(c);
    comparisons: |a, b, c| !(a.less(b) & a.not_equal(c) | b.greater_equal(c) ^ a.equal(b));
    masks_of_numbers: |a, _b, _c| a.relu().floor().cast::<bool>();
    numbers_of_masks: |a, b, _c| a.less(b).cast::<f32>() + a.less(b).cast::<bool>().cast::<f32>();
    functions: |a, _b, _c| {
        let positive = a.abs() + 0.5;
        a.exp() + positive.ln() + positive.sqrt() + positive.recip() + a.tanh() + a.sigmoid() + a.silu() + a.erf()
            + a.gelu() + a.gelu_tanh() + a.relu() + a.sin() + a.cos() + a.floor() + a.ceil() + a.round() + positive.powf(1.5) + a.powi(3)
            + positive.log2() + positive.log10() + -a
    };
    functions_near_0: |a, _b, _c| ((a / 1000.0).exp_m1() + (a / 3000.0).ln_1p()) * 1000.0;
    functions_made_of_others: |a, _b, c| {
        a.cbrt() + a.tan() + a.sinh() + a.cosh() + a.signum() + a.trunc() + a.fract() + (a * a * 0.0).signum() + (c * -0.0).signum()
    };
    halves_are_rounded_away_from_0: |a, _b, _c| ((a * 20.5).round() * 0.5).round();
    sums_along_axes: |a, _b, _c| a.sum_axes::<axes![-3, -1]>() + a.mean_axis::<-2>() + a.product_axis::<-1>();
    variances: |a, _b, _c| a.var_axis::<-1>() + a.var_axes::<axes![-3, -2]>() + a.sample_var_axis::<-1>();
    largest_and_smallest: |a, _b, _c| a.max_axis::<-2>() - a.min_axis::<-1>();
    places_of_the_largest: |a, _b, _c| a.argmax_axis::<-1>();
    losses_of_rows: |a, _b, c| {
        let classes = a.argmin_axis::<-1>().remove_axis::<-1>();
        a.along::<-1>().weighted_cross_entropy_by(&classes, &c.abs(), reduction::Unreduced)
    };
    places_of_the_smallest: |a, _b, _c| a.argmin_axis::<-3>();
    chosen_by_a_mask: |a, b, c| a.less(b).select(a, &(c * 2.0)) + a.greater(c).select(c, a);
    points_between: |a, b, c| a.lerp(b, c) + c.lerp(a, &(a * 0.5));
    running_extremes: |a, _b, _c| a.cumulative_max::<-1>() - a.cumulative_min::<-2>();
    running_sums: |a, _b, _c| a.cumulative_sum::<-1>() + a.cumulative_product::<-2>();
    order: |a, _b, _c| a.sort::<-2>();
    places_in_order: |a, _b, _c| a.argsort::<-1>();
    kernels_along_signals: |a, _b, c| a.convolve(c, Same) + a.correlate(&c.narrow::<-1, dim!(3)>(1), Same) + a.convolve(c, Valid) + a.correlate(c, Full).narrow::<-1, dim!(4)>(2);
    slopes_and_areas: |a, b, _c| a.gradient::<-1>(0.5) + a.trapezoid_axis::<-2>(0.5) + a.trapezoid_axis_at::<-2>(b) + (a * 5.0).unwrap_phases::<-1>(2.0);
    covariances: |a, _b, _c| a.cov() + a.corrcoef();
    quantiles: |a, _b, _c| a.median_axis::<-1>() + a.quantile_axis::<-2>(0.3, shapecheck::tensor::QuantileMethod::Hazen);
    reductions_without_nan: |a, _b, _c| {
        let x = a.sqrt(); // NaN of negative numbers
        x.nan_sum_axis::<-1>() + x.nan_mean_axis::<-2>().nan_max_axis::<-1>() + x.nan_std_axis::<-3>().nan_min_axis::<-2>().nan_product_axis::<-1>()
    };
    weighted_means: |a, b, _c| a.weighted_mean_axis::<-1>(&a.abs()) + a.weighted_mean_axis::<-2>(&b.abs());
    norms: |a, _b, _c| a.norm_axis::<-1>() + a.norm_axis::<-2>();
    layers_with_a_bias: |a, _b, c| {
        let weights = a.index_axis::<-3>(0);
        let bias = a.index_axis::<-3>(1).index_axis::<-1>(2);
        let layers = a.linear_with_bias(&weights, &bias).transpose();
        let rows = a.layer_norm_with_bias(c, &(c * 2.0), 1e-5) + (a + 1000.0).layer_norm_with_bias(c, c, 1e-5);
        let both = a.layer_norm_with_bias(&weights, &weights, 1e-5) + a.layer_norm_with_bias(&weights, c, 1e-5);
        rows + both + layers.sum_axis::<-1>().reshape::<shape![2, 3, 1]>() + a.transpose().rms_norm(&bias, 1e-5).sum_axes::<axes![-2, -1]>()
    };
    rotations: |a, b, _c| {
        let angles = a.index_axis::<-3>(0).narrow::<-1, dim!(2)>(1);
        let one = a.permute::<axes![-2, -3, -1]>().rotary_embedding(&angles.narrow::<-2, dim!(2)>(0).cos(), &angles.narrow::<-2, dim!(2)>(1).sin());
        a.rotary_embedding(&angles.cos(), &angles.sin()) + one.sum_axes::<axes![-3, -2]>()
            + a.insert_axis::<-4>().rotary_embedding(&b.matmul(&angles.narrow::<-2, dim!(1)>(0)), &angles).index_axis::<-4>(0)
    };
    masks_made_once: |a, _b, _c| {
        let mask = causal(a, <shape![3, 3]>::default());
        a.masked_attention(a, a, &mask) - a.causal_attention(a, a) + a
    };
    masks_of_booleans: |a, b, c| {
        let keys = c.greater(&b.index_axis::<-2>(0)).narrow::<-1, dim!(3)>(1);
        let pairs = a.narrow::<-1, dim!(3)>(0).index_axis::<-3>(1).less(b) | !keys;
        let heads = a.insert_axis::<-3>().broadcast_to::<shape![2, 2, 3, 4]>();
        let shared = a.insert_axis::<-3>();
        a.attention_where(a, a, &pairs) + heads.grouped_attention_where(&shared, &shared, &pairs).sum_axis::<-3>().remove_axis::<-3>()
    };
    convolutions_with_a_bias: |a, b, c| {
        let kernels = a.permute::<axes![-1, -2, -3]>();
        let images = a.reshape::<shape![2, 3, 2, 2]>();
        let deep = a.reshape::<shape![2, 3, 1, 2, 2]>();
        let flat = a.conv1d_with_bias(&kernels, c, Conv::new());
        let image = images.conv2d_with_bias(&images, &a.sum_axes::<axes![-2, -1]>().reshape::<shape![2]>(), Conv::new());
        let volume = deep.conv3d_with_bias(&deep, &b.sum_axis::<-2>().reshape::<shape![1]>().broadcast_to::<shape![2]>(), Conv::new());
        flat.sum_axes::<axes![-2, -1]>() + image.sum_axes::<axes![-3, -2, -1]>().index_axis::<-4>(0) + volume.sum_axes::<axes![-4, -3, -2, -1]>().index_axis::<-5>(1).index_axis::<-4>(0)
    };
    numbers_dropped: |a, _b, _c| {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        a.dropout(0.5, &mut generator) + a.dropout_mask(0.25, &mut generator)
    };
    softmax: |a, _b, _c| a.softmax::<-1>() + a.softmax::<-2>() + a.log_softmax::<-3>();
    differences: |a, _b, c| a.mse_loss(&(a + c)).insert_axis::<-1>();
    products: |a, _b, c| a.matmul(c);
    products_of_matrices: |a, _b, _c| a.transpose().matmul(a);
    products_of_one_matrix: |a, _b, _c| a.matmul(&a.index_axis::<-3>(1).transpose());
    products_of_one_matrix_for_some_neighbours: |a, _b, _c| {
        let many = a.reshape::<shape![1, 2, 3, 1, 4]>() + &a.reshape::<shape![2, 1, 3, 4]>();
        many.matmul(&a.reshape::<shape![2, 1, 3, 4]>().transpose())
    };
    products_of_matrices_that_broadcast: |a, _b, _c| {
        let many = a.reshape::<shape![2, 3, 1, 4]>();
        many.matmul(&a.reshape::<shape![3, 2, 4]>().transpose()) + many.matmul(&a.reshape::<shape![2, 1, 4, 3]>()).sum_axis::<-1>()
    };
    products_with_a_vector: |a, _b, c| c.matmul(&a.transpose()) + a.matmul(c);
    contractions: |a, _b, c| {
        let rows = a.index_axis::<-3>(0);
        a.tensordot(&rows.transpose(), Axis::<-1>) + a.inner(&rows) + c.tensordot(c, Axis::<-1>)
            + c.tensordot(c, Axis::<0>).sum_axis::<-2>().remove_axis::<-2>().index_axis::<-1>(1)
    };
    equations: |a, b, c| {
        let products = einsum!("i j k, i l k -> i j l"; a, a);
        products + einsum!("j x, k -> j k"; b, c).sum() + einsum!("i j k, k -> i j"; a, c).insert_axis::<-1>()
    };
    sums_over_labels: |a, _b, _c| einsum!("b i j, j i o -> o b"; a, &a.permute::<axes![-1, -2, -3]>());
    diagonals: |a, _b, _c| {
        let square = a.matmul(&a.transpose());
        einsum!("i j j -> j i"; &square) + einsum!("i j i -> i j"; &square.narrow::<-2, dim!(2)>(1).permute::<axes![-3, -1, -2]>()).sum()
    };
    transposes: |a, _b, _c| a.permute::<axes![-1, -3, -2]>().sum_axis::<-1>();
    parts: |a, _b, _c| a.narrow::<-1, dim!(2)>(1).index_axis::<-3>(1).to_tensor();
    slices: |a, b, c| {
        let k = 2;
        a.slice(s![1, ..;2, 1..]) * b.slice(s![1.., ..]) + a.slice(s![..;k, NewAxis, -1, 1..4]).index_axis::<-3>(0) + c.slice(s![..=2])
    };
    added_axes: |a, b, _c| a.insert_axis::<-2>().sum_axis::<-1>() + b.broadcast_to::<shape![2, 1, 3, 1]>().permute::<axes![-4, -2, -3, -1]>();
    reshapes: |a, _b, _c| a.transpose().reshape::<shape![8, 3]>();
    leading: |a, _b, _c| {
        let places = a.argmax_axis::<-1>().index_axis::<-3>(1).insert_axis::<-3>().narrow::<-2, dim!(2)>(1);
        a.along::<-1>().gather_leading(&places) + a.along::<-2>().gather_leading(&places.narrow::<-2, dim!(1)>(0))
    };
    taken: |a, _b, _c| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>();
        a.along::<-2>().take(&places.reshape::<shape![3]>())
    };
    inverses: |a, _b, _c| {
        let square = a.transpose().matmul(a) + a.transpose().matmul(a).recip().relu().clamp(0.0, 1.0) * 0.0;
        let far_from_singular = square + tens(a);
        far_from_singular.inverse() + far_from_singular.det().reshape::<shape![2, 1, 1]>()
    };
}

/// The number among the elements along some axes, in row-major order, of the first that no other one is greater than, for
/// each index along the other axes. Axes are counted from the end.
fn places(x: &Tensor<f32, shape![_, _, _, _]>, axes: &[isize], sign: f32) -> Vec<usize> {
    let sizes: [usize; 4] = x.dims().try_into().unwrap();
    let mut strides = [1; 4];
    for axis in (0..3).rev() {
        strides[axis] = strides[axis + 1] * sizes[axis + 1];
    }
    let is_along = |axis: usize| axes.contains(&(axis as isize - 4));
    // The offsets in memory of the elements along axes, in row-major order.
    let offsets = |has: &dyn Fn(usize) -> bool| {
        let axes = (0..4).filter(|&axis| has(axis));
        axes.fold(vec![0], |offsets, axis| {
            let along = |offset| (0..sizes[axis]).map(move |index| offset + index * strides[axis]);
            offsets.into_iter().flat_map(along).collect()
        })
    };
    let (kept, along) = (offsets(&|axis| !is_along(axis)), offsets(&is_along));
    let elements = x.to_vec();
    let first = |start: usize| {
        let better = |best: usize, next: usize| match sign * elements[start + along[next]]
            > sign * elements[start + along[best]]
        {
            true => next,
            false => best,
        };
        (0..along.len()).reduce(better).unwrap()
    };
    kept.into_iter().map(first).collect()
}

#[test]
fn places_along_several_axes() {
    macro_rules! along {
        ($x:ident: $([$($axis:literal),+])*) => {$(
            let other = on::from_host(&$x);
            let view = on::from_host(&$x.permute::<axes![-2, -4, -1, -3]>().to_tensor());
            let view = view.permute::<axes![-3, -1, -4, -2]>();
            for (sign, found) in [
                (1.0, [
                    $x.argmax_axes::<axes![$($axis),+]>().to_vec(),
                    on::to_host(&other.argmax_axes::<axes![$($axis),+]>()).to_vec(),
                    on::to_host(&view.argmax_axes::<axes![$($axis),+]>()).to_vec(),
                ]),
                (-1.0, [
                    $x.argmin_axes::<axes![$($axis),+]>().to_vec(),
                    on::to_host(&other.argmin_axes::<axes![$($axis),+]>()).to_vec(),
                    on::to_host(&view.argmin_axes::<axes![$($axis),+]>()).to_vec(),
                ]),
            ] {
                let expected = places(&$x, &[$($axis),+], sign);
                for found in found {
                    assert_eq!(found, expected, "{:?} along {:?}", $x.dims(), [$($axis),+]);
                }
            }
        )*};
    }

    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |end: u64| (generator.next_u64() % end) as usize;
    for _ in 0..20 {
        let sizes = [(); 4].map(|()| 1 + below(4));
        // So few numbers that many are equal.
        let elements = (0..sizes.iter().product()).map(|_| below(6) as f32);
        let x = Tensor::from_vec_with(<shape![_, _, _, _]>::of(sizes), elements.collect()).unwrap();
        along! { x:
            [-4] [-3] [-2] [-1]
            [-4, -3] [-4, -2] [-4, -1] [-3, -2] [-3, -1] [-2, -1] [-1, -2] [-1, -4] [-2, -3]
            [-4, -3, -2] [-4, -3, -1] [-4, -2, -1] [-3, -2, -1] [-2, -4, -3] [-1, -3, -4]
            [-4, -3, -2, -1] [-1, -2, -3, -4]
        }
    }
}

/// Of `0.0` and `-0.0`, as on the host.
#[test]
fn of_equal_elements_the_first_is_the_result() {
    fn bits<S: Shape>(x: &Tensor<f64, S>) -> Vec<u64> {
        x.iter().map(|x| x.to_bits()).collect()
    }
    macro_rules! along {
        ($x:ident $other:ident: $([$($axis:literal),+])*) => {$(
            let found = on::to_host(&$other.max_axes::<axes![$($axis),+]>());
            assert_eq!(bits(&found), bits(&$x.max_axes::<axes![$($axis),+]>()), "{:?}", [$($axis),+]);
            let found = on::to_host(&$other.min_axes::<axes![$($axis),+]>());
            assert_eq!(bits(&found), bits(&$x.min_axes::<axes![$($axis),+]>()), "{:?}", [$($axis),+]);
        )*};
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut zeros = |most: u64| {
        let mut number = || [0.0, -0.0, 1.0, -1.0][(generator.next_u64() % most) as usize];
        Tensor::<f64, shape![3, 4, 5]>::from_fn(|_| number())
    };
    for most in [2, 2, 2, 3, 3, 4, 4] {
        let (x, y) = (zeros(most), zeros(most));
        let (other, second) = (on::from_host(&x), on::from_host(&y));
        along! { x other: [-3] [-2] [-1] [-3, -2] [-3, -1] [-2, -1] [-3, -2, -1] }
        let turned = x.permute::<axes![-2, -1, -3]>().to_tensor();
        let turned = on::from_host(&turned);
        let turned = turned.permute::<axes![-1, -3, -2]>();
        along! { x turned: [-3] [-2] [-1] [-3, -2] [-3, -1] [-2, -1] [-3, -2, -1] }
        assert_eq!(other.max().to_bits(), x.max().to_bits());
        assert_eq!(turned.min().to_bits(), x.min().to_bits());
        assert_eq!(
            bits(&on::to_host(&other.maximum(&second))),
            bits(&x.maximum(&y))
        );
        assert_eq!(
            bits(&on::to_host(&other.minimum(&second))),
            bits(&x.minimum(&y))
        );
        assert_eq!(
            bits(&on::to_host(&other.cumulative_max::<-2>())),
            bits(&x.cumulative_max::<-2>())
        );
        assert_eq!(
            bits(&on::to_host(&other.cumulative_min::<-1>())),
            bits(&x.cumulative_min::<-1>())
        );
    }
}

/// Ten times the matrix of ones on the diagonal, on the engine of a tensor.
fn tens<E: Floats<f32>, S: Shape>(_: &TensorOn<f32, S, E>) -> TensorOn<f32, shape![4, 4], E> {
    TensorOn::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 })
}

/// A causal mask, on the engine of a tensor.
fn causal<E: Networks<f32>, S: Shape, M: StaticShape + algebra::MayEqual<shape![_, _]>>(
    _: &TensorOn<f32, S, E>,
    shape: M,
) -> TensorOn<f32, M, E> {
    TensorOn::causal_mask_with(shape)
}

/// Sizes that do not fit somewhere in a model, and what panics, are errors.
#[test]
fn a_failure_of_a_whole_model_is_an_error_on_both_engines() {
    fn model<E: Models<f32>>(
        x: &TensorOn<f32, shape![_, 4], E>,
        weights: &TensorOn<f32, shape![4, 4], E>,
        places: &TensorOn<f32, shape![_, 4], E>,
    ) -> TensorOn<f32, shape![_, 4], E> {
        (x.linear(weights).gelu() + places).linear(weights)
    }
    type Attempted<E> = Result<TensorOn<f32, shape![_, 4], E>, Failure>;
    fn attempted<E: Models<f32>>(weights: &TensorOn<f32, shape![4, 4], E>) -> [Attempted<E>; 3] {
        let of = |length| TensorOn::ones_with(<shape![_, 4]>::of([length]));
        [
            attempt(|| model(&of(3), weights, &of(3))),
            attempt(|| model(&of(3), weights, &of(2))),
            attempt(|| model(&of(3), weights, &of(3).slice_axis::<-2>(..4))),
        ]
    }
    let weights = Tensor::<f32, shape![4, 4]>::ones();
    let found = attempted(&on::from_host(&weights));
    let expected = attempted(&weights);
    for (found, expected) in found.into_iter().zip(expected) {
        match (found, expected) {
            (Ok(found), Ok(expected)) => near(&on::to_host(&found), &expected),
            (Err(found), Err(expected)) => assert_eq!(found.to_string(), expected.to_string()),
            (found, expected) => panic!("{found:?}, not {expected:?}"),
        }
    }
    let error = attempt(|| on::from_host(&weights).index_axis::<-1>(4)).unwrap_err();
    assert!(error.error().is::<ShapeError>(), "{error}");
    // Panics of whatever the work calls.
    let error = attempt(|| -> u8 { panic!("of the work") }).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.place()),
        ("of the work", None)
    );
}

/// A decoder's step reads the same with and without what came before.
#[test]
fn caches_grow_and_are_bounded_on_both_engines() {
    type New = shape![1, _, 4];
    fn run<E: Models<f32>>(x: &TensorOn<f32, New, E>, longest: usize) -> TensorOn<f32, New, E> {
        let empty = <shape![1, _, 4]>::of([0]);
        let mut cache = KeyValueCache::<f32, New, E>::empty_with(empty).bounded(longest);
        let mut parts = Vec::new();
        for (start, end) in [(0, 2), (2, 3), (3, 5)] {
            let part = x.slice_axis::<-2>(start..end);
            let (keys, values) = cache.extend(&part, &(&part * 2.0));
            parts.push(part.causal_attention(&keys, &values));
            assert_eq!(cache.position(), end);
            assert_eq!(cache.len(), end.min(longest));
        }
        let other = TensorOn::ones_with(<shape![_, _, 4]>::of([2, 1]));
        assert!(cache.try_extend(&other, &other).is_err());
        assert_eq!(cache.position(), 5);
        TensorOn::concat_all(&parts.iter().collect::<Vec<_>>()[..], Axis::<-2>)
    }
    let x = Tensor::<f32, New>::from_fn_with(<shape![1, _, 4]>::of([5]), |[_, i, j]| {
        element(4 * i + j, 1)
    });
    near(&run(&x, 9), &x.causal_attention(&x, &(&x * 2.0)));
    for longest in [9, 2] {
        near(
            &on::to_host(&run(&on::from_host(&x), longest)),
            &run(&x, longest),
        );
    }
}

/// A block of a network.
fn block<E: Networks<f32>, B: Dim>(
    x: &TensorOn<f32, shape![B, 3, 4], E>,
    weights: &TensorOn<f32, shape![4, 4], E>,
    scale: &TensorOn<f32, shape![4], E>,
) -> TensorOn<f32, shape![B, 3, 4], E> {
    let x = x.linear(weights).layer_norm(scale, 1e-5);
    let x = x.causal_attention(&x, &x) + x.rms_norm(scale, 1e-6);
    x.gelu()
}

#[test]
fn a_network_gives_the_same_on_both_engines() {
    let x = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| element(12 * i + 4 * j + k, 1));
    let weights = Tensor::<f32, shape![4, 4]>::from_fn(|[i, j]| element(4 * i + j, 5));
    let scale = Tensor::<f32, shape![4]>::from_fn(|[i]| element(i, 7));
    let expected = block(&x, &weights, &scale);
    let (x, weights, scale) = (
        on::from_host(&x),
        on::from_host(&weights),
        on::from_host(&scale),
    );
    near(&on::to_host(&block(&x, &weights, &scale)), &expected);
}

#[test]
fn sizes_that_clash_are_told_in_the_words_of_the_rule() {
    let two = TensorOn::<f32, shape![_], Engine>::zeros_with(<shape![_]>::of([2]));
    let three = TensorOn::<f32, shape![_], Engine>::zeros_with(<shape![_]>::of([3]));
    let text = "cannot broadcast shapes [2] and [3]: size 2 does not match size 3 at axis -1";
    assert_eq!(two.try_add(&three).unwrap_err().to_string(), text);

    let add = std::panic::AssertUnwindSafe(|| &two + &three);
    let panic = std::panic::catch_unwind(add).unwrap_err();
    let told = panic.downcast_ref::<String>().map(String::as_str);
    assert_eq!(told, Some(text));
}

#[test]
fn an_index_beyond_an_axis_is_an_error() {
    let x = TensorOn::<f32, shape![3, 4], Engine>::ones();
    let places = TensorOn::<usize, shape![2], Engine>::from_slice(&[1, 3]).unwrap();
    let error = x.along::<-2>().try_take(&places).unwrap_err();
    let text = "index 3 is out of bounds for axis -2 of shape [3, 4]: its size is 3";
    assert_eq!(error.to_string(), text);
    let places = TensorOn::<usize, shape![2], Engine>::zeros();
    let taken = x.along::<-2>().take(&places);
    assert_eq!(on::to_host(&taken).to_vec(), [1.0; 8]);
}

#[test]
fn arrangements_and_joins() {
    fn all<E>(x: &TensorOn<f32, shape![2, 3], E>) -> TensorOn<f32, shape![8, 5], E>
    where
        E: Floats<f32> + Copies<f32, Out = E> + Joins<f32, OutputEngine = E> + Copies<f32, Out = E>,
    {
        let padded = x.along::<-1>().pad::<dim!(1), dim!(1)>(7.0);
        let turned = padded.along::<-1>().roll(2).along::<-2>().flip();
        let joined = padded.along::<-2>().concat(&turned);
        let tiled = turned.along::<-2>().tile::<dim!(2)>();
        let stacked = TensorOn::stack([&joined, &tiled], Axis::<-1>);
        let first: TensorOn<f32, shape![4, 5], E> = stacked.index_axis::<-1>(0);
        TensorOn::concat_all([&first, &stacked.index_axis::<-1>(1)], Axis::<-2>)
    }
    let x = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    near(&on::to_host(&all(&on::from_host(&x))), &all(&x));
}

/// A step of a decoder whose sizes have names: it keeps, moves, joins, splits and names them on each engine.
mod names {
    use shapecheck::engine::{DynamicShapes, Joins, Networks};
    use shapecheck::{Shape, Tensor, TensorOn, dims, shape};

    use super::{element, near};
    use crate::on;

    dims! { Batch, Past, Seq, Heads, Head, Width = Heads * Head }

    type Words<E> = TensorOn<f32, shape![Batch, Seq, Width], E>;
    type Seen<E> = TensorOn<f32, shape![Batch, Heads, Past, Head], E>;

    fn step<E>(
        x: &Words<E>,
        past: &Seen<E>,
        mask: &TensorOn<f32, shape![Seq, Past + Seq], E>,
        (heads, head): (Heads, Head),
    ) -> (Words<E>, Seen<E>)
    where
        E: Networks<f32> + Joins<f32, OutputEngine = E> + DynamicShapes,
    {
        let x = x - x.along_named::<Seq>().mean();
        let queries = x
            .split_axis_with::<-1, _, _>(heads, head)
            .swap_axes::<-3, -2>();
        let keys = past.along_named::<Past>().concat(&queries);
        let scores = queries.matmul(&keys.transpose()) + mask;
        let mixed = scores.softmax::<-1>().matmul(&keys).swap_axes::<-3, -2>();
        let last = x.along_named::<Seq>().index(0).insert_axis::<-2>();
        let past = keys.try_named().expect("a longer cache");
        (mixed.merge_axes::<-2>() + last, past)
    }

    fn made<S: Shape>(shape: S, seed: usize) -> Tensor<f32, S> {
        let count = shape.to_dyn().dims().iter().product();
        let elements = (0..count).map(|place| element(place, seed)).collect();
        Tensor::from_vec_with(shape, elements).unwrap()
    }

    #[test]
    fn sizes_with_names_are_checked_on_both_engines() {
        let x = made(<shape![Batch, Seq, Width]>::of([2, 3, 8]), 1);
        let past = made(<shape![Batch, Heads, Past, Head]>::of([2, 2, 4, 4]), 2);
        let mask = made(<shape![Seq, Past + Seq]>::of([3, 7]), 3);
        let sizes = (Heads::of(2), Head::of(4));
        let (mixed, longer) = step(&x, &past, &mask, sizes);
        let (x, past, mask) = (
            on::from_host(&x),
            on::from_host(&past),
            on::from_host(&mask),
        );
        let (found, found_longer) = step(&x, &past, &mask, sizes);
        near(&on::to_host(&found), &mixed);
        near(&on::to_host(&found_longer), &longer);

        // A name never stretches, and has one size.
        let one = x.along_named::<Batch>().index(0).insert_axis::<-3>();
        let one: Words<on::Engine> = one.try_named().unwrap();
        let error = one.try_add(&x).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("has a name, and is not stretched"),
            "{error}"
        );
        assert!(x.try_named::<shape![Batch, Batch, Width]>().is_err());
    }
}

#[test]
fn indices_are_repeated_by_counts() {
    let x = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    let counts = Tensor::from([2, 0, 3]);
    let found = on::from_host(&x).along::<-1>().repeat_each(&counts);
    near(&on::to_host(&found), &x.along::<-1>().repeat_each(&counts));
    // Less than one element is none.
    let none = on::from_host(&x).interpolate_by::<shape![1], shape![4]>(Interpolation::Linear);
    assert_eq!(on::to_host(&none).dims(), [2, 0]);
}

#[test]
fn a_query_that_sees_no_key_gives_nan() {
    let x = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    let seen = TensorOn::<bool, shape![2, 2], Engine>::from_slice(&[true, false, false, false]);
    let x_on = on::from_host(&x);
    let found = on::to_host(&x_on.attention_where(&x_on, &x_on, &seen.unwrap()));
    near(
        &found.narrow::<-2, dim!(1)>(0).to_tensor(),
        &x.narrow::<-2, dim!(1)>(0).to_tensor(),
    );
    assert!(
        found
            .index_axis::<-2>(1)
            .iter()
            .all(|number| number.is_nan()),
        "{found}"
    );
}

#[test]
fn places_are_compared() {
    let places = TensorOn::<usize, shape![2], Engine>::from_slice(&[2, 0]).unwrap();
    let is_same = places.equal(&places.along::<-1>().flip());
    assert_eq!(on::to_host(&is_same).to_vec(), [false, false]);
}

#[test]
fn an_embedding_has_gradients() {
    let table = Tensor::<f64, shape![5, 2]>::from_fn(|[i, j]| f64::from(element(2 * i + j, 1)));
    let table = on::parameter(&table);
    let tokens = TensorOn::<usize, shape![2, 2], Engine>::from_slice(&[3, 0, 3, 4]).unwrap();
    let rows = table.tensor().along::<-2>().take(&tokens); // [2, 2, 2]
    let factors = Tensor::from([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]);
    let loss = einsum!("i j k, i j k ->"; &rows, &on::from_host(&factors));
    let found = on::gradients(&loss)(&table).unwrap();
    let expected = [[3.0, 4.0], [0.0, 0.0], [0.0, 0.0], [6.0, 8.0], [7.0, 8.0]];
    near(&found, &Tensor::from(expected));
}

#[test]
fn losses_have_gradients() {
    let scores = Tensor::<f64, shape![2, 3]>::from([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5]]);
    let parameter = on::parameter(&scores);
    let classes = TensorOn::<usize, shape![2], Engine>::from_slice(&[2, 1]).unwrap();
    let loss = parameter.tensor().along::<-1>().cross_entropy(&classes);
    let found = on::gradients(&loss)(&parameter).unwrap();
    let right = Tensor::from([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    near(&found, &((scores.softmax::<-1>() - right) / 2.0));

    let targets = TensorOn::<f64, shape![2, 3], Engine>::ones();
    let loss = parameter.tensor().mse_loss(&targets);
    let found = on::gradients(&loss)(&parameter).unwrap();
    near(&found, &((scores - 1.0) / 3.0));
}

#[test]
fn logarithms_of_sums_of_infinities_and_of_what_is_not_a_number() {
    let numbers = [0.0, -3.0, 1e4, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let y = Tensor::from(numbers);
    let x = y.insert_axis::<-1>();
    let found = on::to_host(&on::from_host(&x).logaddexp(&on::from_host(&y)));
    for (&found, &expected) in found.iter().zip(x.logaddexp(&y).iter()) {
        let is_same = found == expected || found.is_nan() && expected.is_nan();
        assert!(
            is_same || found.is_near(expected),
            "{found}, not {expected}"
        );
    }
}

/// Also where two are equal, of which neither is the larger, and where one is infinite.
#[test]
fn logarithms_of_sums_of_two_have_gradients() {
    let x = Tensor::<f64, shape![5]>::from([1.0, 2.0, -1.0, 3.0, 0.5]);
    let y = Tensor::from([1.0, 0.0, 2.0, f64::NEG_INFINITY, 400.0]);
    let parameters = (on::parameter(&x), on::parameter(&y));
    let found = parameters.0.tensor().logaddexp(&parameters.1.tensor());
    let ones = on::from_host(&Tensor::<f64, shape![5]>::ones());
    let gradient = on::gradients(&einsum!("i, i ->"; &found, &ones));
    near(&gradient(&parameters.0).unwrap(), &(&x - &y).sigmoid());
    near(&gradient(&parameters.1).unwrap(), &(&y - &x).sigmoid());
}

/// Numbers of which no two are alike: a maximum has one place.
pub fn numbers<S: StaticShape>(seed: usize) -> Tensor<f64, S> {
    let number = |place| f64::from(element(place, seed)) + place as f64 * 1e-3;
    Tensor::from_vec((1..=S::SIZES.iter().product()).map(number).collect()).unwrap()
}

/// The sum of squares.
macro_rules! sum_of_squares {
    ($found:expr) => {{
        let found = $found;
        let mean = found.mse_loss(&(&found * 0.0));
        mean * found.len() as f64
    }};
}

/// A gradient beside differences of the host's.
#[track_caller]
pub fn near_differences<S: StaticShape>(
    at: &Tensor<f64, S>,
    found: Option<Tensor<f64, S>>,
    loss: impl Fn(&Tensor<f64, S>) -> Tensor<f64, Scalar>,
) {
    const STEP: f64 = 1e-4;
    for (place, found) in found.iter().flat_map(|found| found.iter()).enumerate() {
        let [more, less] = [STEP, -STEP].map(|step| {
            let mut changed = at.clone();
            changed.as_mut_slice()[place] += step;
            loss(&changed).into_scalar()
        });
        let expected = (more - less) / (2.0 * STEP);
        let is_near = (found - expected).abs() < 1e-4 * (1.0 + expected.abs());
        assert!(is_near, "place {place}: {found}, not {expected}");
    }
}

/// A function of images and kernels on both engines; and the gradients of the sum of what it gives, squared, beside
/// differences of the host's.
macro_rules! same_gradients {
    ($($name:ident: $images:ty, $kernels:ty: |$x:ident, $k:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            use $crate::{on, programs::{near, near_differences, numbers}};
            let (images, kernels) = (numbers::<$images>(1), numbers::<$kernels>(2));
            let on_host = |$x: &Tensor<f64, $images>, $k: &Tensor<f64, $kernels>| $result;
            let expected = on_host(&images, &kernels);

            // Where gradients are followed, and where not, an engine's own functions may be others.
            let ($x, $k) = (&on::from_host(&images), &on::from_host(&kernels));
            near(&on::to_host(&$result), &expected);
            let parameters = (on::parameter(&images), on::parameter(&kernels));
            let ($x, $k) = (&parameters.0.tensor(), &parameters.1.tensor());
            let found = $result;
            near(&on::to_host(&found), &expected);

            let gradient = on::gradients(&sum_of_squares!(found));
            near_differences(&images, gradient(&parameters.0), |images| sum_of_squares!(on_host(images, &kernels)));
            let gradient = on::gradients(&sum_of_squares!($result));
            near_differences(&kernels, gradient(&parameters.1), |kernels| sum_of_squares!(on_host(&images, kernels)));
        }
    )*};
}

same_gradients! {
    losses_by_reductions: shape![2, 3, 4], shape![4]: |x, k| {
        let each = x.along::<-1>().weighted_soft_cross_entropy_by(&x.sigmoid(), k, reduction::Unreduced);
        each + x.tanh().mse_loss_by(&x.gelu_tanh(), reduction::Summed)
    };
    layers_with_a_bias_backwards: shape![2, 3, 4], shape![4]: |x, k| {
        let normal = x.layer_norm_with_bias(k, &(k * 2.0), 1e-5);
        normal.linear_with_bias(&x.index_axis::<-3>(0), &k.narrow::<-1, dim!(3)>(1))
    };
    covariances_backwards: shape![2, 3, 4], shape![2, 5]: |x, k| x.cov().sum_axis::<-1>() + k.corrcoef().sum();
    kernels_along_signals_backwards: shape![2, 3, 5], shape![3]: |x, k| x.convolve(k, Full).narrow::<-1, dim!(5)>(1) + x.correlate(k, Same);
    quantiles_backwards: shape![2, 3, 4], shape![3, 2]: |x, k| x.median_axis::<-1>() + k.weighted_mean_axis::<-1>(&k.abs());
    rotations_backwards: shape![2, 3, 4], shape![3, 2]: |x, k| x.rotary_embedding(&k.cos(), &k.sin());
    convolutions_with_a_bias_backwards: shape![2, 3, 5, 4], shape![4, 3, 2, 2]: |x, k| {
        x.conv2d_with_bias(k, &k.sum_axes::<axes![-3, -2, -1]>().reshape::<shape![4]>(), Conv::new())
    };
    convolutions: shape![2, 3, 6, 5], shape![4, 3, 3, 2]: |x, k| x.conv2d(k, Conv::new());
    convolutions_with_padding: shape![2, 2, 3, 5, 5], shape![4, 3, 3, 3]: |x, k| x.conv2d(k, Conv::new().stride::<2>().padding::<1>());
    // The axes have another number of elements behind the last window: no gradient of candle's own.
    convolutions_of_uneven_images: shape![1, 2, 5, 6], shape![2, 2, 3, 3]: |x, k| x.conv2d(k, Conv::new().stride::<2>());
    convolutions_with_settings_for_each_axis: shape![2, 2, 5, 6], shape![3, 2, 2, 3]: |x, k| {
        x.conv2d(k, Conv::new().strides((Stride::<2>, Stride::<1>)).paddings((Pad::<0>, Pad::<2>)))
    };
    convolutions_by_groups: shape![2, 4, 5, 5], shape![6, 2, 3, 3]: |x, k| x.conv2d(k, Conv::new().groups::<2>().dilation::<2>());
    convolutions_that_keep_sizes_by_groups: shape![2, 4, 5, 5], shape![4, 1, 2, 2]: |x, k| x.conv2d(k, Conv::new().groups::<4>().same());
    convolutions_of_sequences: shape![2, 3, 9], shape![4, 3, 3]: |x, k| x.conv1d(k, Conv::new().stride::<3>().padding::<1>());
    convolutions_of_volumes: shape![2, 2, 4, 3, 3], shape![2, 2, 2, 2, 2]: |x, k| x.conv3d(k, Conv::new().padding::<1>().stride::<2>());
    convolutions_backwards: shape![2, 3, 3, 4], shape![3, 2, 3, 2]: |x, k| x.conv_transpose2d(k, ConvTranspose::new().stride::<2>());
    convolutions_backwards_to_larger_images: shape![2, 4, 3, 4], shape![4, 2, 3, 3]: |x, k| {
        x.conv_transpose2d(k, ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>().groups::<2>())
    };
    convolutions_backwards_with_padding: shape![2, 3, 3, 4], shape![3, 2, 3, 3]: |x, k| {
        x.conv_transpose2d(k, ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>())
    };
    convolutions_of_sequences_backwards: shape![2, 3, 5], shape![3, 2, 3]: |x, k| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>().dilation::<2>());
    convolutions_of_sequences_backwards_without_gaps: shape![2, 3, 5], shape![3, 2, 3]: |x, k| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>());
    convolutions_of_volumes_backwards: shape![1, 2, 2, 3, 2], shape![2, 1, 2, 2, 2]: |x, k| x.conv_transpose3d(k, ConvTranspose::new().padding::<1>());
    largest_side_by_side: shape![2, 3, 4, 6], shape![1]: |x, _k| x.max_pool2d(Pool::of::<2>());
    largest_of_what_is_left: shape![2, 3, 5, 7], shape![1]: |x, _k| x.max_pool2d(Pool::of::<2>()).sum_axis::<-1>() + x.max_pool2d(Pool::of::<2>().ceil()).sum_axes::<axes![-2, -1]>();
    largest_in_windows_that_overlap: shape![2, 3, 6, 5], shape![1]: |x, _k| x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    largest_of_sequences: shape![3, 9], shape![1]: |x, _k| x.max_pool1d(Pool::of::<3>().stride::<1>().dilation::<2>());
    largest_of_volumes: shape![2, 4, 5, 6], shape![1]: |x, _k| x.max_pool3d(Pool::of::<2>().stride::<1>());
    largest_of_windows_that_are_too_long: shape![2, 3, 2, 5], shape![1]: |x, _k| x.max_pool2d(Pool::of::<3>().ceil()).sum_axis::<-1>() + x.max_pool2d(Pool::of::<3>().stride::<2>().dilation::<2>().padding::<1>().ceil());
    means_of_windows_that_are_too_long: shape![2, 3, 2, 5], shape![1]: |x, _k| x.avg_pool2d(Pool::of::<3>().ceil()).sum_axis::<-1>() + x.avg_pool2d(Pool::of::<3>().stride::<2>().dilation::<2>().padding::<1>().ceil());
    means_side_by_side: shape![2, 3, 4, 6], shape![1]: |x, _k| x.avg_pool2d(Pool::of_each((Window::<2>, Window::<3>)));
    means_with_padding: shape![2, 3, 5, 6], shape![1]: |x, _k| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>().ceil());
    means_without_padding: shape![2, 3, 5, 6], shape![1]: |x, _k| {
        x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>().ceil().uncounted_padding())
            + x.avg_pool2d(Pool::of::<2>().stride::<2>().padding::<1>().dilation::<2>().ceil().uncounted_padding()).sum_axes::<axes![-2, -1]>()
    };
    means_of_windows_with_gaps: shape![2, 3, 8, 7], shape![1]: |x, _k| x.avg_pool2d(Pool::of::<2>().dilation::<2>());
    means_of_volumes: shape![2, 4, 4, 5], shape![1]: |x, _k| x.avg_pool3d(Pool::of::<2>());
    means_of_equal_parts: shape![2, 3, 5, 7], shape![1]: |x, _k| x.adaptive_avg_pool::<shape![2, 3]>();
    largest_of_equal_parts: shape![2, 3, 5, 7], shape![1]: |x, _k| x.adaptive_max_pool::<shape![3, 4]>();
    padding_made_of_elements: shape![2, 3, 4], shape![1]: |x, _k| {
        let means = x.along::<-1>().pad_mean::<dim!(2), dim!(1)>();
        let ramps = means.along::<-2>().pad_linear_ramp::<dim!(1), dim!(3)>((0.5, -1.0));
        ramps.along::<-1>().pad_signed::<Negative<dim!(1)>, dim!(2)>(0.5).along::<-2>().pad_symmetric::<dim!(2), dim!(0)>()
    };
    windows_along_an_axis: shape![2, 7, 3], shape![1]: |x, _k| x.along::<-2>().windows::<dim!(3), dim!(2)>();
    pixels_and_channels: shape![2, 4, 3, 2], shape![1]: |x, _k| x.pixel_shuffle::<dim!(2)>().pixel_unshuffle::<dim!(2)>().channel_shuffle::<dim!(2)>() * x;
    nearest_elements: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate::<shape![7, 4]>(Interpolation::Nearest);
    nearest_elements_by_fractions: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate_by::<shape![3, 2], shape![2, 3]>(Interpolation::Nearest);
    elements_between_others_by_fractions: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate_by::<shape![3, 2], shape![2, 3]>(Interpolation::Linear);
    elements_between_others: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate::<shape![7, 4]>(Interpolation::Linear);
}

/// A file of weights fills structs and parameters; what does not fit is told at once.
#[cfg(feature = "weights")]
mod weights {
    use shapecheck::{DynShape, Shape, StaticDim, Tensor, TensorOn, dim, shape};
    use shapecheck_weights::{Load, Save, load, load_part, save};

    use super::{element, near};
    use crate::on::{self, Engine, Parameter};

    #[derive(Load, Save)]
    struct Linear<I: StaticDim, O: StaticDim> {
        #[weights(transposed)]
        weight: Parameter<f32, shape![I, O]>,
        bias: Option<TensorOn<f32, shape![O], Engine>>,
    }

    #[derive(Load, Save)]
    struct Model {
        layers: Vec<Linear<dim!(2), dim!(2)>>,
        #[weights(name = "out.head")]
        head: Linear<dim!(2), dim!(3)>,
        counts: TensorOn<u8, shape![_], Engine>,
        #[weights(transposed)]
        tables: [TensorOn<f64, shape![2, _], Engine>; 1],
        mask: TensorOn<bool, shape![2], Engine>,
    }

    fn numbers<S: Shape>(shape: S, seed: usize) -> Tensor<f32, S> {
        let count = shape.to_dyn().dims().iter().product();
        let elements = (0..count).map(|place| element(place, seed)).collect();
        Tensor::from_vec_with(shape, elements).unwrap()
    }

    fn linear<I: StaticDim, O: StaticDim>(seed: usize) -> Linear<I, O> {
        Linear {
            weight: Parameter::of(&on::from_host(&numbers(Default::default(), seed))),
            bias: (seed > 0).then(|| on::from_host(&numbers(Default::default(), seed))),
        }
    }

    fn model() -> Model {
        let tables = numbers(<shape![2, _]>::of([3]), 8).map(f64::from);
        Model {
            layers: (0..11).map(linear).collect(),
            head: linear(7),
            counts: TensorOn::from_slice_with(<shape![_]>::of([2]), &[1, 2]).unwrap(),
            tables: [on::from_host(&tables)],
            mask: TensorOn::from_slice(&[true, false]).unwrap(),
        }
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let (model, bytes) = (model(), save(&model()).unwrap());
        let same: Model = load(&bytes).unwrap();
        assert_eq!(same.layers.len(), 11);
        for (same, layer) in same.layers.iter().zip(&model.layers) {
            let [same_weight, weight] = [same, layer].map(|it| on::to_host(&it.weight.tensor()));
            near(&same_weight, &weight);
            assert_eq!(same.bias.is_some(), layer.bias.is_some());
        }
        let head = numbers::<shape![2, 3]>(Default::default(), 7);
        near(&on::to_host(&same.head.weight.tensor()), &head);
        assert_eq!(on::to_host(&same.counts).to_vec(), [1, 2]);
        near(
            &on::to_host(&same.tables[0]),
            &on::to_host(&model.tables[0]),
        );
        assert_eq!(on::to_host(&same.mask).to_vec(), [true, false]);
        // The file has it the other way round, as the host reads it.
        #[derive(Load)]
        struct Turned {
            #[weights(name = "out.head.weight")]
            weight: Tensor<f32, shape![3, 2]>,
            #[weights(name = "tables.0")]
            table: Tensor<f64, DynShape>,
        }
        let turned: Turned = load_part(&bytes).unwrap();
        near(&turned.weight.transpose(), &head);
        assert_eq!(turned.table.dims(), [3, 2]);
    }

    #[test]
    fn all_that_does_not_fit_is_told_at_once() {
        #[derive(Load)]
        #[allow(dead_code)]
        struct Other {
            layers: [Linear<dim!(2), dim!(2)>; 2],
            #[weights(name = "out.head")]
            head: Linear<dim!(2), dim!(4)>,
            counts: TensorOn<f32, shape![2], Engine>,
            tables: [TensorOn<f64, shape![2, 3], Engine>; 1],
            shift: Parameter<f32, shape![_, 2]>,
        }
        let mut small = model();
        small.layers.truncate(3);
        let error = load::<Other>(&save(&small).unwrap()).err().unwrap();
        let told = "\
8 weights do not fit:
  `out.head.weight` has shape [3, 2], the struct wants [4, 2]: size 3 is not 4 at axis -2
  `out.head.bias` has shape [3], the struct wants [4]: size 3 is not 4 at axis -1
  `counts` has elements U8, the struct wants F32: a field of `u8` takes them, and `cast::<f32>()` converts its tensor
  `tables.0` has shape [3, 2], the struct wants [2, 3]: the last two axes are exchanged. `#[weights(transposed)]` reads them so, which is right only if what wrote the file has them in this order
  `shift` is missing: the struct wants [_, 2] of F32
  `layers.2.bias` has shape [2], and no place in the struct
  `layers.2.weight` has shape [2, 2], and no place in the struct
  `mask` has shape [2], and no place in the struct
  to read a part of the file: `load_part`, or `partial()` of a `Reader`";
        assert_eq!(error.to_string(), told);
    }
}
