//! LSTM and GRU: their rule for types and slices, and values compared with PyTorch, on the heap, inline, and with sizes
//! known only at run time.
#![cfg(all(
    feature = "tensor",
    feature = "alloc",
    any(feature = "std", feature = "libm")
))]

use shapecheck::algebra::{Recurs, check_state, recurrent_shape};
use shapecheck::engine::Networks;
use shapecheck::error::ShapeErrorKind;
use shapecheck::{
    Dim, DynShape, InlineTensor, Shape, StaticShape, Tensor, TensorOn, dim, dims, shape,
};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

use crate::allocations::allocations;

const CASES: &str = include_str!("../data/torch_recurrent.txt");

/// The numbers of `torch_recurrent.py`: multiples of an eighth.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count)
        .map(|index| ((index * 37 + seed * 11) % 17) as f64 / 8.0 - 1.0)
        .collect()
}

fn made<S: Shape>(sizes: &[usize], seed: usize) -> Tensor<f64, S> {
    let shape = S::try_from_sizes(sizes).expect("sizes of this shape");
    Tensor::from_vec_with(shape, numbers(sizes.iter().product(), seed)).expect("as many")
}

fn inline<S: StaticShape>(tensor: &Tensor<f64, S>) -> InlineTensor<f64, S> {
    InlineTensor::from_slice(&tensor.to_vec()).expect("as many")
}

#[track_caller]
fn assert_close(found: impl IntoIterator<Item = f64>, expected: &[f64]) {
    let found: Vec<f64> = found.into_iter().collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-13, "{found}, not {expected}");
    }
}

/// Sizes, whether a state is given, and the results.
fn cases(layer: &str) -> impl Iterator<Item = ([usize; 4], bool, Vec<f64>)> + '_ {
    CASES.lines().filter_map(move |line| {
        let (call, results) = line.strip_prefix(layer)?.split_once(" = ")?;
        let mut words = call.split_whitespace();
        let sizes = core::array::from_fn(|_| {
            words
                .next()
                .and_then(|word| word.parse().ok())
                .expect("a size")
        });
        let results = results
            .split(' ')
            .map(|number| number.parse().expect("a number"));
        Some((sizes, words.next() == Some("from"), results.collect()))
    })
}

fn all<S: Shape, E: Networks<f64>>(
    parts: &[&TensorOn<f64, S, E>],
    of: impl Fn(&TensorOn<f64, S, E>) -> Vec<f64>,
) -> Vec<f64> {
    parts.iter().flat_map(|part| of(part)).collect()
}

#[test]
fn an_lstm_has_the_values_of_pytorch() {
    let mut count = 0;
    for ([batch, steps, inputs, hidden], given, expected) in cases("lstm") {
        let x = made::<shape![_, _, _]>(&[batch, steps, inputs], 0);
        let weights = made::<shape![4, _, _]>(&[4, hidden, inputs], 1);
        let recurrent = made::<shape![4, _, _]>(&[4, hidden, hidden], 2);
        let bias = made::<shape![4, _]>(&[4, hidden], 3) + made::<shape![4, _]>(&[4, hidden], 4);
        let (h, c) = (
            made::<shape![_, _]>(&[batch, hidden], 5),
            made::<shape![_, _]>(&[batch, hidden], 6),
        );
        let (output, last, cells) = match given {
            true => x.lstm_with_state((&h, &c), &weights, &recurrent, &bias),
            false => x.lstm(&weights, &recurrent, &bias),
        };
        assert_eq!(output.dims(), [batch, steps, hidden]);
        let mut found = output.to_vec();
        found.extend(all(&[&last, &cells], |part| part.to_vec()));
        assert_close(found, &expected);
        // Step by step.
        let (mut h, mut c) = match given {
            true => (h, c),
            false => (h.zeros_like(), c.zeros_like()),
        };
        for step in x.iter_axis::<-2>() {
            (h, c) = step.lstm_cell((&h, &c), &weights, &recurrent, &bias);
        }
        assert_close(h.to_vec(), &last.to_vec());
        assert_close(c.to_vec(), &cells.to_vec());
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn a_gru_has_the_values_of_pytorch() {
    let mut count = 0;
    for ([batch, steps, inputs, hidden], given, expected) in cases("gru") {
        let x = made::<shape![_, _, _]>(&[batch, steps, inputs], 0);
        let weights = made::<shape![3, _, _]>(&[3, hidden, inputs], 1);
        let recurrent = made::<shape![3, _, _]>(&[3, hidden, hidden], 2);
        let biases = (
            &made::<shape![3, _]>(&[3, hidden], 3),
            &made::<shape![3, _]>(&[3, hidden], 4),
        );
        let h = made::<shape![_, _]>(&[batch, hidden], 5);
        let (output, last) = match given {
            true => x.gru_with_state(&h, &weights, &recurrent, biases),
            false => x.gru(&weights, &recurrent, biases),
        };
        let mut found = output.to_vec();
        found.extend(last.to_vec());
        assert_close(found, &expected);
        let mut h = if given { h } else { h.zeros_like() };
        for step in x.iter_axis::<-2>() {
            h = step.gru_cell(&h, &weights, &recurrent, biases);
        }
        assert_close(h.to_vec(), &last.to_vec());
        count += 1;
    }
    assert_eq!(count, 6);
}

/// Steps at another axis than -2, by its number and by its name, are the same steps.
#[test]
fn steps_are_at_any_axis() {
    dims! { Batch, Seq }
    let x = made::<shape![Batch, Seq, 3]>(&[2, 5, 3], 0);
    let weights = made::<shape![4, 2, 3]>(&[4, 2, 3], 1);
    let recurrent = made::<shape![4, 2, 2]>(&[4, 2, 2], 2);
    let bias = made::<shape![4, 2]>(&[4, 2], 3);
    let first = x.swap_axes::<-3, -2>().to_tensor();
    let last = x.transpose().to_tensor();
    let (h, c) = (
        made::<shape![Batch, 2]>(&[2, 2], 5),
        made::<shape![Batch, 2]>(&[2, 2], 6),
    );

    let (output, hidden, cells) = x.lstm(&weights, &recurrent, &bias);
    assert_eq!(
        x.along_named::<Seq>().lstm(&weights, &recurrent, &bias),
        (output.clone(), hidden.clone(), cells.clone())
    );
    let (found, h_found, c_found) = first.along_named::<Seq>().lstm(&weights, &recurrent, &bias);
    let found: Tensor<f64, shape![Seq, Batch, 2]> = found;
    assert_eq!(
        (found.swap_axes::<-3, -2>(), h_found, c_found),
        (output.clone(), hidden.clone(), cells.clone())
    );
    let (found, h_found, c_found) = last.along::<-1>().lstm(&weights, &recurrent, &bias);
    let found: Tensor<f64, shape![Batch, 2, Seq]> = found;
    assert_eq!(
        (found.transpose(), h_found, c_found),
        (output, hidden, cells)
    );

    let (output, hidden, cells) = x.lstm_with_state((&h, &c), &weights, &recurrent, &bias);
    let found = first
        .along::<-3>()
        .lstm_with_state((&h, &c), &weights, &recurrent, &bias);
    assert_eq!(
        (found.0.swap_axes::<-3, -2>(), found.1, found.2),
        (output, hidden, cells)
    );

    let (weights, recurrent) = (
        made::<shape![3, 2, 3]>(&[3, 2, 3], 1),
        made::<shape![3, 2, 2]>(&[3, 2, 2], 2),
    );
    let biases = (
        &made::<shape![3, 2]>(&[3, 2], 3),
        &made::<shape![3, 2]>(&[3, 2], 4),
    );
    let (output, hidden) = x.gru(&weights, &recurrent, biases);
    let found = first.along_named::<Seq>().gru(&weights, &recurrent, biases);
    assert_eq!((found.0.swap_axes::<-3, -2>(), found.1), (output, hidden));
    let (output, hidden) = x.gru_with_state(&h, &weights, &recurrent, biases);
    let found = first
        .along_named::<Seq>()
        .gru_with_state(&h, &weights, &recurrent, biases);
    assert_eq!((found.0.swap_axes::<-3, -2>(), found.1), (output, hidden));

    // Without steps, and without such an axis.
    let none = made::<shape![Seq, Batch, 3]>(&[0, 2, 3], 0);
    let error = none
        .along_named::<Seq>()
        .try_gru(&weights, &recurrent, biases)
        .unwrap_err();
    assert!(matches!(error.kind(), ShapeErrorKind::NoSteps), "{error}");
    let any = made::<DynShape>(&[2, 3], 0);
    assert!(
        any.along::<-3>()
            .try_gru(&weights, &recurrent, biases)
            .is_err()
    );

    // In generic code, and inline.
    fn by_steps<E: Networks<f64>, B: Dim, T: Dim, I: Dim, H: Dim>(
        x: &TensorOn<f64, shape![T, B, I], E>,
        weights: &TensorOn<f64, shape![4, H, I], E>,
        recurrent: &TensorOn<f64, shape![4, H, H], E>,
        bias: &TensorOn<f64, shape![4, H], E>,
    ) -> TensorOn<f64, shape![T, B, H], E> {
        x.along::<-3>().lstm(weights, recurrent, bias).0
    }
    let x = made::<shape![5, 2, 3]>(&[5, 2, 3], 0);
    let weights = made::<shape![4, 2, 3]>(&[4, 2, 3], 1);
    let recurrent = made::<shape![4, 2, 2]>(&[4, 2, 2], 2);
    let found = by_steps(
        &inline(&x),
        &inline(&weights),
        &inline(&recurrent),
        &inline(&bias),
    );
    assert_close(
        found.iter().copied(),
        &by_steps(&x, &weights, &recurrent, &bias).to_vec(),
    );
}

#[test]
fn static_shapes_on_the_heap_and_inline() {
    let x = made::<shape![2, 3, 4]>(&[2, 3, 4], 0);
    let weights = made::<shape![4, 5, 4]>(&[4, 5, 4], 1);
    let recurrent = made::<shape![4, 5, 5]>(&[4, 5, 5], 2);
    let bias = made::<shape![4, 5]>(&[4, 5], 3) + made::<shape![4, 5]>(&[4, 5], 4);
    let (output, last, cells): (
        Tensor<f64, shape![2, 3, 5]>,
        Tensor<f64, shape![2, 5]>,
        Tensor<f64, shape![2, 5]>,
    ) = x.lstm(&weights, &recurrent, &bias);
    let (_, _, expected) = cases("lstm").nth(2).expect("a case");
    let found = output.iter().chain(last.iter()).chain(cells.iter());
    assert_close(found.copied(), &expected);
    let here = (
        inline(&x),
        inline(&weights),
        inline(&recurrent),
        inline(&bias),
    );
    let before = allocations();
    let (on_inline, inline_last, inline_cells) = here.0.lstm(&here.1, &here.2, &here.3);
    assert_eq!(allocations(), before, "inline tensors need no memory");
    let found = on_inline
        .iter()
        .chain(inline_last.iter())
        .chain(inline_cells.iter());
    assert_close(found.copied(), &expected);
    // PyTorch's layout of weights, `[4 * H, I]`.
    let flat = Tensor::<f64, shape![20, 4]>::from_vec(numbers(80, 1)).expect("as many");
    let split = flat.split_axis::<-2, dim!(4), dim!(5)>();
    assert_eq!(x.lstm(&split, &recurrent, &bias).1, last);
}

/// Without a bound, in generic code.
fn generic<E: Networks<f64>, B: Dim, T: Dim, I: Dim, H: Dim>(
    x: &TensorOn<f64, shape![B, T, I], E>,
    weights: &TensorOn<f64, shape![3, H, I], E>,
    recurrent: &TensorOn<f64, shape![3, H, H], E>,
    bias: &TensorOn<f64, shape![3, H], E>,
) -> TensorOn<f64, shape![B, T, H], E> {
    x.gru(weights, recurrent, (bias, bias)).0
}

#[test]
fn generic_code_needs_no_bound() {
    let (x, weights) = (
        made::<shape![2, 3, 4]>(&[2, 3, 4], 0),
        made::<shape![3, 5, 4]>(&[3, 5, 4], 1),
    );
    let recurrent = made::<shape![3, 5, 5]>(&[3, 5, 5], 2);
    let bias = made::<shape![3, 5]>(&[3, 5], 3);
    let y = generic(&x, &weights, &recurrent, &bias);
    assert_eq!(y, x.gru(&weights, &recurrent, (&bias, &bias)).0);
}

#[test]
fn the_rule_by_type_and_over_slices() {
    type Lstm<S, W, R> = <S as Recurs<dim!(4), W, R>>::Output;
    assert_type_eq_all!(
        Lstm<shape![8, 5, 32], shape![4, 64, 32], shape![4, 64, 64]>,
        shape![8, 5, 64]
    );
    assert_type_eq_all!(Lstm<shape![_, 32], shape![4, _, 32], shape![4, _, _]>, shape![_, _]);
    assert_type_eq_all!(Lstm<shape![32], shape![_, 64, _], shape![_, _, _]>, shape![64]);
    assert_type_eq_all!(Lstm<shape![..DynShape, 32], shape![4, 64, 32], DynShape>, shape![..DynShape, 64]);
    assert_not_impl_any!(shape![8, 5, 31]: Recurs<dim!(4), shape![4, 64, 32], shape![4, 64, 64]>);
    assert_not_impl_any!(shape![8, 5, 32]: Recurs<dim!(4), shape![3, 64, 32], shape![4, 64, 64]>);
    assert_not_impl_any!(shape![8, 5, 32]: Recurs<dim!(4), shape![4, 64, 32], shape![4, 64, 63]>);
    assert_not_impl_any!(shape![8, 5, 32]: Recurs<dim!(4), shape![4, 64, 32], shape![4, 63, 64]>);
    assert_not_impl_any!(shape![8, 5, 32]: Recurs<dim!(4), shape![4, 64, 32], shape![64, 64]>);
    assert_not_impl_any!(shape![8, 5, 32]: Recurs<dim!(4), shape![256, 32], shape![4, 64, 64]>);

    let refused = |input: &[usize], weights: &[usize], recurrent: &[usize], bias: &[usize]| {
        recurrent_shape(input, 4, weights, recurrent, &[bias])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(&[8, 5, 31], &[4, 64, 32], &[4, 64, 64], &[4, 64]),
        "weights [4, 64, 32] do not take an input [8, 5, 31]: this layer takes 32 numbers, the input has 31 at axis -1"
    );
    assert_eq!(
        refused(&[8, 5, 32], &[4, 64, 32], &[4, 63, 64], &[4, 64]),
        "recurrent weights [4, 63, 64] do not go with weights [4, 64, 32]: size 63 at axis -2, the layer needs 64"
    );
    assert_eq!(
        refused(&[8, 5, 32], &[4, 64, 32], &[4, 64, 64], &[3, 64]),
        "biases [3, 64] do not go with weights [4, 64, 32]: size 3 at axis -2, the layer needs 4"
    );
    assert_eq!(
        refused(&[], &[4, 64, 32], &[4, 64, 64], &[4, 64]),
        "shape [] has rank 0, where rank 1 or more is needed"
    );
    assert!(check_state(&[8, 64], &[8, 5, 64]).is_ok() && check_state(&[64], &[64]).is_err());
}

#[test]
fn dynamic_sizes_that_do_not_fit_are_errors() {
    let x = made::<shape![_, _, _]>(&[2, 3, 4], 0);
    let weights = made::<shape![4, _, _]>(&[4, 5, 4], 1);
    let recurrent = made::<shape![4, _, _]>(&[4, 5, 5], 2);
    let bias = made::<shape![4, _]>(&[4, 5], 3);
    let other = made::<shape![4, _]>(&[4, 6], 3);
    let error = x.try_lstm(&weights, &recurrent, &other).unwrap_err();
    assert_eq!(
        error.to_string(),
        "biases [4, 6] do not go with weights [4, 5, 4]: size 6 at axis -1, the layer needs 5"
    );
    let (h, few) = (
        made::<shape![_, _]>(&[2, 5], 5),
        made::<shape![_, _]>(&[1, 5], 5),
    );
    let error = x
        .try_lstm_with_state((&h, &few), &weights, &recurrent, &bias)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "a state [1, 5] does not go with results [2, 3, 5]: size 1 at axis -2, the layer needs 2"
    );
    let none = made::<shape![_, _, _]>(&[2, 0, 4], 0);
    let error = none.try_lstm(&weights, &recurrent, &bias).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the sequence has no steps: its results are [2, 0, 5]"
    );
}
