//! Elements of 16 bits on this machine: what the feature `half` adds, and what comes with the element types.
#![cfg(feature = "half")]

use half::{bf16, f16};
use shapecheck::engine::MixedPrecision;
use shapecheck::{Dim, InlineTensor, Tensor, TensorOn, View, axes, shape};

/// Numbers that both types have exactly.
fn numbers() -> Tensor<f32, shape![2, 3]> {
    Tensor::from([[0.5, -1.25, 3.0], [256.0, 0.0, -0.375]])
}

#[test]
fn casts_there_and_back_lose_nothing_that_16_bits_hold() {
    let x = numbers();
    assert_eq!(x.cast::<f16>().cast::<f32>(), x);
    assert_eq!(x.cast::<bf16>().cast::<f32>(), x);
    assert_eq!(x.cast::<bf16>().cast::<f16>(), x.cast::<f16>());
    assert_eq!(
        x.cast::<f64>().cast::<bf16>().cast::<f64>(),
        x.cast::<f64>()
    );
    assert_eq!(x.cast::<f16>().cast::<i32>(), x.cast::<i32>());
    assert_eq!(x.cast::<i32>().cast::<f16>(), x.cast::<i32>().cast());
    assert_eq!(x.cast::<bf16>().cast::<bool>(), x.cast::<bool>());
    let mask = x.cast::<bool>();
    assert_eq!(mask.cast::<f16>().cast::<bool>(), mask);
}

#[test]
fn casts_round_to_the_nearest_number() {
    let x = InlineTensor::from([1.0 + 1.0 / 512.0, 65520.0, 1e-8]);
    let wide = x.cast::<bf16>().cast::<f64>();
    assert_eq!(wide.to_vec()[..2], [1.0, 65536.0]);
    let fine = x.cast::<f16>().cast::<f64>();
    assert_eq!(fine.to_vec(), [1.0 + 1.0 / 512.0, f64::INFINITY, 0.0]);
}

#[test]
fn nested_arrays_text_and_views() {
    let of = bf16::from_f32;
    let x = Tensor::from([[of(1.5), of(-20.0)], [of(300.0), of(4.0)]]);
    assert_eq!(format!("{x:.1}"), "[[  1.5 -20.0]\n [300.0   4.0]]");
    let text = "Tensor<bf16, [2, 2]> [[1.5, -20.0],\n [300.0, 4.0]]";
    assert_eq!(format!("{x:?}"), text);
    assert_eq!(
        x.transpose().to_vec(),
        [1.5, 300.0, -20.0, 4.0].map(bf16::from_f32)
    );
    let view: View<bf16, shape![2]> = x.view().index_axis::<-2>(1);
    assert_eq!(view.cast::<f32>().to_vec(), [300.0, 4.0]);
    assert_eq!(view.max(), of(300.0));
    assert_eq!(x.map(bf16::to_f32).sum(), 285.5);
    assert_eq!(Tensor::<f16, shape![2]>::ones().to_vec(), [f16::ONE; 2]);
}

#[test]
fn operators_with_numbers_on_both_sides() {
    let x = numbers().cast::<f16>();
    let two = f16::from_f32(2.0);
    let found = two - (two * &x + x.clone() * two) / two;
    assert_eq!(found, (2.0 - 2.0 * numbers()).cast());
    let x = Tensor::from([bf16::ONE, bf16::NEG_ONE]);
    assert_eq!(bf16::ONE / &x, x);
    let inline = InlineTensor::from([bf16::ONE, bf16::NEG_ONE]);
    assert_eq!(bf16::ONE + inline, x + bf16::ONE);
}

/// What needs no more than the functions of one element: each step is rounded to 16 bits.
#[test]
fn functions_of_elements_and_order() {
    fn is_near(found: &Tensor<f16, shape![2, 3]>, expected: &Tensor<f32, shape![2, 3]>) {
        let found = found.cast::<f32>();
        assert!(found.all_close(expected, 2e-3, 2e-3), "{found}\n{expected}");
    }
    let exact = numbers().clamp(-2.0, 2.0);
    let x = exact.cast::<f16>();
    is_near(&x.exp(), &exact.exp());
    is_near(&x.tanh(), &exact.tanh());
    is_near(&x.gelu(), &exact.gelu());
    is_near(&x.relu(), &exact.relu());
    is_near(&x.softmax::<-1>(), &exact.softmax::<-1>());
    is_near(&x.cumulative_sum::<-1>(), &exact.cumulative_sum::<-1>());
    is_near(&x.sort::<-1>(), &exact.sort::<-1>());
    is_near(
        &(&x + x.sum_axis::<-1>()),
        &(&exact + exact.sum_axis::<-1>()),
    );
    is_near(
        &(&x - x.max_axis::<-2>()),
        &(&exact - exact.max_axis::<-2>()),
    );
    assert_eq!(x.argmax_axis::<-1>(), exact.argmax_axis::<-1>());
    let places = Tensor::<usize, shape![1]>::from([1]);
    let row = x.along::<-2>().take(&places);
    assert_eq!(row.cast::<f32>(), exact.along::<-2>().take(&places));
    let joined = x.along::<-1>().concat(&x).along::<-1>().flip();
    assert_eq!(
        joined.cast::<f32>(),
        exact.along::<-1>().concat(&exact).along::<-1>().flip()
    );
}

/// Sums are rounded to 16 bits after each term: `in_f32` keeps them.
#[test]
fn sums_of_many_elements_want_more_bits() {
    let ones = Tensor::<bf16, shape![1000]>::ones();
    assert_eq!(ones.sum().to_f32(), 256.0);
    assert_eq!(ones.cast::<f32>().sum(), 1000.0);
    let sums = ones.in_f32(|x| x.sum_axis::<-1>());
    assert_eq!(sums.to_vec(), [bf16::from_f32(1000.0)]);
}

#[test]
fn norms_and_softmax_in_f32() {
    let x = numbers().cast::<bf16>();
    let scale = Tensor::from([1.0_f32, 2.0, 0.5]);
    let expected = x.cast::<f32>().layer_norm(&scale, 1e-5).cast::<bf16>();
    let scale = scale.cast::<bf16>();
    let found = x.in_f32(|x| x.layer_norm(&scale.cast(), 1e-5));
    assert_eq!(found, expected);
    let probabilities = x.view().in_f32(|x| x.softmax::<-1>());
    assert_eq!(
        probabilities,
        x.cast::<f32>().softmax::<-1>().cast::<bf16>()
    );
    let wide = numbers().cast::<f64>();
    let softmax = wide.in_f32(|x| x.softmax::<-1>());
    assert_eq!(softmax.cast::<f32>(), numbers().softmax::<-1>());
}

/// A layer whose weights have another type than what it computes.
fn layer<T: Copy + 'static, E: MixedPrecision<T>, B: Dim>(
    x: &TensorOn<T, shape![B, 3], E>,
    weights: &TensorOn<T, shape![2, 3], E>,
    scale: &TensorOn<T, shape![2], E>,
) -> TensorOn<T, shape![B, 2], E> {
    let x = x.linear(weights);
    x.in_f32(|x| x.rms_norm(&scale.cast::<f32>(), 1e-6).softmax::<-1>())
}

#[test]
fn one_function_for_all_types_of_floats() {
    let (x, weights) = (
        numbers(),
        Tensor::from([[1.0, 0.5, -1.0], [0.25, 1.0, 2.0]]),
    );
    let scale = Tensor::from([1.0, 2.0]);
    let single = layer(&x, &weights, &scale);
    let double = layer(&x.cast::<f64>(), &weights.cast(), &scale.cast());
    assert_eq!(double.cast::<f32>(), single);
    let sums = single.sum_axes::<axes![-1]>();
    assert!(sums.all_close(&Tensor::<f32, shape![1]>::ones(), 1e-6, 0.0));
}
