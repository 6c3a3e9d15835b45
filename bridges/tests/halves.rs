//! The programs of numbers of 16 bits: each gives on an engine what the host gives in `f32`, within their precision.

use half::{bf16, f16};
use shapecheck::engine::{Creates, MixedPrecision};
use shapecheck::{Dim, Scalar, Shape, StaticShape, Tensor, TensorOn, shape};

use crate::on::{self, Engine};
use crate::programs::{element, numbers};

/// A number of 16 bits.
pub trait Half: Copy + std::fmt::Debug + PartialEq + on::Element {
    /// The distance from 1 to the next number.
    const STEP: f32;

    fn of(number: f32) -> Self;

    fn wide(self) -> f32;
}

macro_rules! halves {
    ($($T:ident $bits:literal;)*) => {$(
        impl Half for $T {
            const STEP: f32 = 1.0 / (1 << $bits) as f32;

            fn of(number: f32) -> Self {
                $T::from_f32(number)
            }

            fn wide(self) -> f32 {
                self.to_f32()
            }
        }
    )*};
}

halves! {
    f16 10;
    bf16 7;
}

/// Elements of 16 bits, and the same as `f32`.
pub fn made<T: Half, S: StaticShape>(seed: usize) -> (TensorOn<T, S, Engine>, Tensor<f32, S>) {
    let count = S::SIZES.iter().product();
    let elements = (0..count).map(|place| T::of(element(place, seed)));
    let exact = Tensor::<T, S>::from_vec(elements.collect()).unwrap();
    (on::from_host(&exact), exact.map(T::wide))
}

/// Whether results differ by no more than rounding after each of a few operations.
#[track_caller]
pub fn near<T: Half, S: Shape>(found: &TensorOn<T, S, Engine>, expected: &Tensor<f32, S>) {
    let found = on::to_host(found).map(T::wide);
    assert_eq!(found.dims(), expected.dims());
    let largest = expected.iter().fold(1.0_f32, |most, it| most.max(it.abs()));
    for (found, expected) in found.iter().zip(expected.iter()) {
        let is_near = (found - expected).abs() <= 6.0 * T::STEP * largest;
        assert!(is_near, "{found}, not {expected}, of at most {largest}");
    }
}

/// The same program in `f32` on the host, and in both types of 16 bits on the engine, of three tensors `[2, 3, 4]`,
/// `[3, 1]` and `[4]`, and a function that gives numbers their type.
macro_rules! same_in_halves {
    ($($name:ident: |$a:ident, $b:ident, $c:ident, $n:ident| $result:expr;)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "each program needs some of them")]
            use shapecheck::{Axis, algebra::Interpolation, axes, dim, einsum, shape, window::{Conv, ConvTranspose, Pool}};
            #[allow(unused_imports, reason = "one program needs it")]
            use $crate::halves::tens;
            use $crate::halves::{Half, made, near};

            macro_rules! in_type {
                ($T:ident) => {
                    #[test]
                    fn $T() {
                        type T = half::$T;
                        let (a, b, c) = (made::<T, shape![2, 3, 4]>(1), made::<T, shape![3, 1]>(2), made::<T, shape![4]>(3));
                        let expected = {
                            let ($a, $b, $c) = (&a.1, &b.1, &c.1);
                            let $n = |number: f32| number;
                            let _ = ($b, $c, $n);
                            $result
                        };
                        let ($a, $b, $c) = (&a.0, &b.0, &c.0);
                        let $n = <T as Half>::of;
                        let _ = ($b, $c, $n);
                        near(&$result, &expected);
                    }
                };
            }

            in_type!(f16);
            in_type!(bf16);
        }
    )*};
}

same_in_halves! {
    operators: |a, b, c, n| n(3.0) - (a + b * c - c / n(2.0)) * n(0.5) + n(1.0) / (a * a + n(1.0));
    larger_and_smaller: |a, b, c, n| a.maximum(b).minimum(c).clamp(n(-1.0), n(1.5));
    functions: |a, _b, _c, n| {
        let positive = a.abs() + n(0.5);
        a.exp() + positive.ln() + positive.sqrt() + positive.recip() + a.tanh() + a.sigmoid() + a.silu() + a.erf()
    };
    more_functions: |a, _b, _c, n| {
        let positive = a.abs() + n(0.5);
        a.gelu() + a.gelu_tanh() + a.relu() + a.sin() + a.cos() + positive.powf(n(1.5)) + a.powi(3) - a.exp_m1() + positive.ln_1p()
            + positive.log2() + positive.log10() + -a
    };
    whole_numbers: |a, _b, _c, _n| a.floor() + a.ceil() + a.round();
    sums_along_axes: |a, _b, _c, _n| a.sum_axes::<axes![-3, -1]>() + a.mean_axis::<-2>() + a.product_axis::<-1>();
    variances: |a, _b, _c, _n| a.var_axis::<-1>() + a.var_axes::<axes![-3, -2]>();
    largest_and_smallest: |a, _b, _c, _n| a.max_axis::<-2>() - a.min_axis::<-1>();
    single_numbers: |a, _b, c, _n| c * a.max() + a.min() + a.sum() + a.mean();
    running_sums: |a, _b, _c, _n| a.cumulative_sum::<-1>() + a.cumulative_product::<-2>() + a.cumulative_max::<-1>() - a.cumulative_min::<-2>();
    order: |a, _b, _c, _n| a.sort::<-2>();
    softmax: |a, _b, _c, _n| a.softmax::<-1>() + a.softmax::<-2>() + a.log_softmax::<-3>();
    masks: |a, b, c, n| a.less(b).select(a, &(c * n(2.0))) + a.greater(c).select(c, a);
    points_between: |a, b, c, _n| a.lerp(b, c);
    products: |a, _b, c, _n| a.transpose().matmul(a) + a.matmul(c).sum();
    products_of_matrices_that_broadcast: |a, _b, _c, _n| {
        let many = a.reshape::<shape![2, 3, 1, 4]>();
        many.matmul(&a.reshape::<shape![3, 2, 4]>().transpose())
    };
    contractions: |a, _b, c, _n| {
        let rows = a.index_axis::<-3>(0);
        a.tensordot(&rows.transpose(), Axis::<-1>) + a.inner(&rows) + c.tensordot(c, Axis::<-1>)
    };
    equations: |a, b, c, _n| {
        einsum!("i j k, i l k -> i j l"; a, a) + einsum!("j x, k -> j k"; b, c).sum() + einsum!("i j k, k -> i j"; a, c).insert_axis::<-1>()
    };
    transposes_and_parts: |a, _b, _c, _n| a.permute::<axes![-1, -3, -2]>().narrow::<-3, dim!(2)>(1).to_tensor().reshape::<shape![4, 3]>();
    taken: |a, _b, _c, _n| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>();
        a.along::<-2>().take(&places.reshape::<shape![3]>()) + a.along::<-1>().gather(&a.argmin_axis::<-1>())
    };
    arrangements: |a, _b, _c, n| {
        let padded = a.along::<-1>().pad::<dim!(1), dim!(1)>(n(7.0));
        padded.along::<-2>().concat(&padded.along::<-1>().roll(2).along::<-2>().flip())
    };
    inverses: |a, _b, _c, n| {
        let far_from_singular = a.matmul(&a.transpose()) + tens(a, n);
        (far_from_singular.inverse() + far_from_singular.cholesky()) * n(10.0) + far_from_singular.det().reshape::<shape![2, 1, 1]>() / n(100.0)
    };
    losses: |a, _b, c, _n| a.mse_loss(&(a + c)).insert_axis::<-1>();
    layers: |a, b, c, n| {
        let normal = a.layer_norm(c, n(1e-3)) + a.rms_norm(c, n(1e-3));
        normal.linear(&normal.index_axis::<-3>(1)) + a.causal_attention(a, a).sum_axis::<-1>() * b
    };
    convolutions: |a, _b, _c, _n| {
        a.reshape::<shape![2, 3, 2, 2]>().conv2d(&a.reshape::<shape![2, 3, 2, 2]>(), Conv::new().padding::<1>())
    };
    convolutions_with_settings: |a, _b, _c, _n| {
        let images = a.reshape::<shape![1, 2, 3, 4]>();
        images.conv2d(&a.reshape::<shape![6, 1, 2, 2]>(), Conv::new().stride::<2>().padding::<1>().groups::<2>())
    };
    convolutions_of_sequences: |a, _b, _c, _n| a.conv1d(&a.reshape::<shape![4, 3, 2]>(), Conv::new().padding::<1>());
    convolutions_backwards: |a, _b, _c, _n| {
        a.reshape::<shape![2, 3, 2, 2]>().conv_transpose2d(&a.reshape::<shape![3, 2, 2, 2]>(), ConvTranspose::new().stride::<2>())
    };
    convolutions_of_volumes: |a, _b, _c, _n| {
        a.reshape::<shape![1, 2, 2, 3, 2]>().conv3d(&a.reshape::<shape![3, 2, 2, 2, 1]>(), Conv::new().padding::<1>())
    };
    convolutions_of_sequences_backwards: |a, _b, _c, _n| a.conv_transpose1d(&a.reshape::<shape![3, 2, 4]>(), ConvTranspose::new().stride::<2>());
    pools: |a, _b, _c, _n| {
        let images = a.reshape::<shape![2, 3, 2, 2]>();
        images.max_pool2d(Pool::of::<2>()) + images.avg_pool2d(Pool::of::<2>()) + images.avg_pool2d(Pool::of::<2>().stride::<1>().padding::<1>())
    };
    interpolated: |a, _b, _c, _n| {
        a.interpolate::<shape![7]>(Interpolation::Linear) + a.interpolate::<shape![7]>(Interpolation::Nearest)
    };
}

/// Ten times the matrix of ones on the diagonal, on the engine of a tensor.
pub fn tens<T: Copy + 'static, E: Creates<T>, S: Shape>(
    _: &TensorOn<T, S, E>,
    of: impl Fn(f32) -> T,
) -> TensorOn<T, shape![3, 3], E> {
    TensorOn::from_fn(|[i, j]| of(if i == j { 10.0 } else { 0.0 }))
}

/// A block of a network whose products are in `T`, and whose norms and scores are in `f32`.
fn block<T: Half, E: MixedPrecision<T>, B: Dim>(
    x: &TensorOn<T, shape![B, 3, 4], E>,
    weights: &TensorOn<T, shape![4, 4], E>,
    scale: &TensorOn<T, shape![4], E>,
) -> TensorOn<T, shape![B, 3, 4], E> {
    let x = x.linear(weights);
    let x = x.in_f32(|x| x.layer_norm(&scale.cast(), 1e-5));
    let scores = x
        .matmul(&x.transpose())
        .in_f32(|scores| (scores / 2.0).softmax::<-1>());
    (scores.matmul(&x) + &x).gelu()
}

fn a_network<T: Half>()
where
    Engine: MixedPrecision<T>,
{
    let (x, weights, scale) = (
        made::<T, shape![2, 3, 4]>(1),
        made::<T, shape![4, 4]>(5),
        made::<T, shape![4]>(7),
    );
    let found = block(&x.0, &weights.0, &scale.0);
    near(&found, &block_in_f32(&x.1, &weights.1, &scale.1));
}

fn block_in_f32(
    x: &Tensor<f32, shape![2, 3, 4]>,
    weights: &Tensor<f32, shape![4, 4]>,
    scale: &Tensor<f32, shape![4]>,
) -> Tensor<f32, shape![2, 3, 4]> {
    let x = x.linear(weights).layer_norm(scale, 1e-5);
    let scores = (x.matmul(&x.transpose()) / 2.0).softmax::<-1>();
    (scores.matmul(&x) + &x).gelu()
}

#[test]
fn a_network_in_mixed_precision() {
    a_network::<f16>();
    a_network::<bf16>();
}

fn casts<T: Half>()
where
    Engine: MixedPrecision<T>,
{
    let (x, wide) = made::<T, shape![2, 3, 4]>(1);
    assert_eq!(on::to_host(&x.cast::<f32>()), wide);
    assert_eq!(on::to_host(&x.cast::<f64>()), wide.cast::<f64>());
    let same = x.cast::<f32>().cast::<T>();
    assert_eq!(on::to_host(&same).to_vec(), on::to_host(&x).to_vec());
    let mask = x.cast::<bool>();
    assert_eq!(on::to_host(&mask), wide.cast::<bool>());
    let ones = mask.cast::<T>();
    assert_eq!(on::to_host(&ones).map(T::wide), wide.cast::<bool>().cast());
    assert_eq!(on::to_host(&x.cast::<i64>()), wide.cast::<i64>());
    // Rounded to the nearest, as on the host.
    let thirds = Tensor::<f32, shape![8]>::from_fn(|[i]| i as f32 / 3.0 - 1.0);
    let found = on::from_host(&thirds).cast::<T>();
    let expected = thirds.map(T::of);
    assert_eq!(on::to_host(&found).to_vec(), expected.to_vec());
}

#[test]
fn casts_lose_nothing_that_16_bits_hold() {
    casts::<f16>();
    casts::<bf16>();
}

/// The sum of many numbers is not that of 16 bits.
#[test]
fn many_terms() {
    let ones = TensorOn::<bf16, shape![1000], Engine>::ones();
    let sums = ones.in_f32(|x| x.sum_axis::<-1>());
    assert_eq!(on::to_host(&sums).to_vec(), [bf16::from_f32(1000.0)]);
}

/// Gradients go through casts, and through what is computed in 16 bits.
#[test]
fn gradients_in_mixed_precision() {
    fn loss<T: Half>(
        x: &TensorOn<f64, shape![3, 4], Engine>,
        weights: &Tensor<f64, shape![2, 4]>,
    ) -> TensorOn<f64, Scalar, Engine>
    where
        Engine: MixedPrecision<T>,
    {
        let weights = on::from_host(weights).cast::<T>();
        let found = x.cast::<T>().linear(&weights).gelu();
        let found = found.in_f32(|x| x.softmax::<-1>()).cast::<f64>();
        found.mse_loss(&(&found * 0.0))
    }
    let parameter = on::parameter(&numbers::<shape![3, 4]>(1));
    let weights = numbers(2);
    let exact = {
        let found = parameter.tensor().linear(&on::from_host(&weights)).gelu();
        let found = found.softmax::<-1>();
        found.mse_loss(&(&found * 0.0))
    };
    let exact = on::gradients(&exact)(&parameter).unwrap();
    let largest = exact.abs().max();
    let differs = |loss| {
        let found = on::gradients(&loss)(&parameter).unwrap();
        (found - &exact).abs().max() / largest
    };
    let fine = differs(loss::<f16>(&parameter.tensor(), &weights));
    let coarse = differs(loss::<bf16>(&parameter.tensor(), &weights));
    assert!(0.0 < fine && fine < 0.01, "{fine}");
    assert!(fine < coarse && coarse < 0.05, "{coarse}");
}

/// A field keeps the type that the file has.
#[cfg(feature = "weights")]
#[test]
fn weights_of_16_bits_stay_as_they_are() {
    use shapecheck_weights::{Load, Save, load, save};

    #[derive(Load, Save)]
    struct Layer {
        #[weights(transposed)]
        weight: TensorOn<bf16, shape![4, 2], Engine>,
        scale: TensorOn<f16, shape![_], Engine>,
        bias: on::Parameter<bf16, shape![2]>,
    }

    #[derive(Load)]
    struct Wide {
        weight: TensorOn<f32, shape![2, 4], Engine>,
        scale: Tensor<f16, shape![2]>,
        bias: Tensor<bf16, shape![2]>,
    }

    #[derive(Load)]
    #[allow(dead_code)]
    struct Narrow {
        weight: TensorOn<f16, shape![2, 4], Engine>,
        scale: TensorOn<f16, shape![2], Engine>,
        bias: TensorOn<bf16, shape![2], Engine>,
    }

    let (weight, exact) = made::<bf16, shape![4, 2]>(1);
    let scale = Tensor::<f16, _>::from_fn_with(<shape![_]>::of([2]), |[i]| f16::of(element(i, 3)));
    let bytes = save(&Layer {
        weight,
        scale: on::from_host(&scale),
        bias: on::Parameter::of(&TensorOn::ones()),
    });
    let bytes = bytes.unwrap();
    let same: Layer = load(&bytes).unwrap();
    assert_eq!(on::to_host(&same.weight).map(bf16::wide), exact);
    assert_eq!(on::to_host(&same.scale).to_vec(), scale.to_vec());
    assert_eq!(on::to_host(&same.bias.tensor()).to_vec(), [bf16::ONE; 2]);
    let wide: Wide = load(&bytes).unwrap();
    assert_eq!(on::to_host(&wide.weight), exact.transpose());
    assert_eq!(wide.scale.to_vec(), scale.to_vec());
    assert_eq!(wide.bias.to_vec(), [bf16::ONE; 2]);
    // One type of 16 bits is not the other: each has numbers that the other does not have.
    let error = load::<Narrow>(&bytes).err().unwrap();
    let told = "\
1 weight does not fit:
  `weight` has elements BF16, the struct wants F16: a field of `f32` or `half::bf16` takes them";
    assert_eq!(error.to_string(), told);
}
