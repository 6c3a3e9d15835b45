//! Reductions compared with plain loops: over one axis, several and all, with lengths around those folded at once, of
//! views, and of NaN; and the errors of sums.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use crate::model::{Model, indexes, model, sizes};
use crate::programs::Dynamic;
use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::host::Borrowed;
use shapecheck::{DynShape, Host, InlineTensor, Tensor, axes, dim, shape};

/// The elements that make up each result of a reduction over some axes.
struct Groups {
    /// Of the results.
    sizes: Vec<usize>,
    /// For each result, the elements in row-major order.
    elements: Vec<Vec<i64>>,
}

impl Groups {
    /// Axes are counted from the end.
    fn of(model: &Model, axes: &[isize]) -> Self {
        let rank = model.sizes.len();
        let is_reduced = |axis: usize| axes.iter().any(|&own| own.unsigned_abs() == rank - axis);
        let part = |keep: bool| -> Vec<usize> {
            let sizes = model.sizes.iter().enumerate();
            sizes
                .map(|(axis, &size)| if is_reduced(axis) == keep { 1 } else { size })
                .collect()
        };
        let (results, along) = (part(true), part(false));
        let groups = indexes(&results).map(|result| {
            let along = indexes(&along).map(|along| {
                let index: Vec<usize> = result.iter().zip(along).map(|(a, b)| a + b).collect();
                model.at(&index)
            });
            along.collect()
        });
        Self {
            elements: groups.collect(),
            sizes: results,
        }
    }

    /// An axis of size 0 has no extremes, also where there is no result.
    fn have_elements(model: &Model, axes: &[isize]) -> bool {
        let rank = model.sizes.len();
        axes.iter()
            .all(|&axis| model.sizes[rank.checked_add_signed(axis).unwrap()] > 0)
    }

    #[track_caller]
    fn give(&self, found: Model, function: fn(&[i64]) -> i64) {
        let elements = self.elements.iter().map(|group| function(group)).collect();
        let sizes = self.sizes.clone();
        assert_eq!(found, Model { sizes, elements });
    }

    /// Without rounding to speak of.
    #[track_caller]
    fn give_near(&self, found: &[f64], function: fn(&[i64]) -> f64) {
        assert_eq!(found.len(), self.elements.len());
        for (found, group) in found.iter().zip(&self.elements) {
            let expected = function(group);
            // There is no variance of one sample.
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0) || expected.is_nan(),
                "{found} is not {expected}"
            );
        }
    }
}

// What each element becomes before it is reduced, and what a result is to be compared with.

fn float(x: i64) -> f64 {
    x as f64
}

fn sign(x: i64) -> i64 {
    x % 2
}

fn is_odd(x: i64) -> bool {
    x % 5 == 1
}

fn whole(x: f64) -> i64 {
    x as i64
}

fn number(place: usize) -> i64 {
    place as i64
}

fn place_of(group: &[i64], extreme: Option<&i64>) -> i64 {
    group.iter().position(|x| Some(x) == extreme).unwrap() as i64
}

// Means and variances by their definitions.

fn mean(group: &[i64]) -> f64 {
    group.iter().sum::<i64>() as f64 / group.len() as f64
}

fn squares(group: &[i64]) -> f64 {
    let mean = mean(group);
    group.iter().map(|&x| (x as f64 - mean).powi(2)).sum()
}

/// Each reduction of a tensor over these axes, against the same of the groups.
macro_rules! check {
    ($tensor:expr, $model:expr, [$($axis:literal),+], $method:ident) => {{
        let groups = Groups::of(&$model, &[$($axis),+]);
        let tensor = &$tensor;
        let floats = tensor.map(float);
        groups.give(Model::of(&check!(@call tensor, $method sum [$($axis),+])), |group| group.iter().sum());
        // Of integers in the order of a loop, of floats many terms at a time.
        groups.give(Model::of(&check!(@call floats, $method sum [$($axis),+]).map(whole)), |group| group.iter().sum());
        let product = check!(@call tensor.map(sign), $method product [$($axis),+]);
        groups.give(Model::of(&product), |group| group.iter().map(|&x| sign(x)).product());
        let odd = tensor.map(is_odd);
        let any = check!(@call odd, $method any [$($axis),+]).map(i64::from);
        groups.give(Model::of(&any), |group| group.iter().any(|&x| is_odd(x)).into());
        let all = check!(@call odd, $method all [$($axis),+]).map(i64::from);
        groups.give(Model::of(&all), |group| group.iter().all(|&x| is_odd(x)).into());
        if Groups::have_elements(&$model, &[$($axis),+]) {
            groups.give(Model::of(&check!(@call tensor, $method max [$($axis),+])), |group| *group.iter().max().unwrap());
            groups.give(Model::of(&check!(@call tensor, $method min [$($axis),+])), |group| *group.iter().min().unwrap());
            let place = check!(@call tensor, $method argmax [$($axis),+]).map(number);
            groups.give(Model::of(&place), |group| place_of(group, group.iter().max()));
            let place = check!(@call tensor, $method argmin [$($axis),+]).map(number);
            groups.give(Model::of(&place), |group| place_of(group, group.iter().min()));
            let means = check!(@call floats, $method mean [$($axis),+]);
            groups.give_near(&means.to_vec(), mean);
            let variances = check!(@call floats, $method var [$($axis),+]);
            groups.give_near(&variances.to_vec(), |group| squares(group) / group.len() as f64);
            let variances = check!(@call floats, $method sample_var [$($axis),+]);
            groups.give_near(&variances.to_vec(), |group| squares(group) / (group.len() - 1) as f64);
            let norms = check!(@call floats, $method norm [$($axis),+]);
            groups.give_near(&norms.to_vec(), |group| group.iter().map(|&x| (x * x) as f64).sum::<f64>().sqrt());
        }
    }};
    (@call $tensor:expr, axis sum [$axis:literal]) => { $tensor.sum_axis::<$axis>() };
    (@call $tensor:expr, axis product [$axis:literal]) => { $tensor.product_axis::<$axis>() };
    (@call $tensor:expr, axis any [$axis:literal]) => { $tensor.any_axis::<$axis>() };
    (@call $tensor:expr, axis all [$axis:literal]) => { $tensor.all_axis::<$axis>() };
    (@call $tensor:expr, axis max [$axis:literal]) => { $tensor.max_axis::<$axis>() };
    (@call $tensor:expr, axis min [$axis:literal]) => { $tensor.min_axis::<$axis>() };
    (@call $tensor:expr, axis argmax [$axis:literal]) => { $tensor.argmax_axis::<$axis>() };
    (@call $tensor:expr, axis argmin [$axis:literal]) => { $tensor.argmin_axis::<$axis>() };
    (@call $tensor:expr, axis mean [$axis:literal]) => { $tensor.mean_axis::<$axis>() };
    (@call $tensor:expr, axis var [$axis:literal]) => { $tensor.var_axis::<$axis>() };
    (@call $tensor:expr, axis sample_var [$axis:literal]) => { $tensor.sample_var_axis::<$axis>() };
    (@call $tensor:expr, axis norm [$axis:literal]) => { $tensor.norm_axis::<$axis>() };
    (@call $tensor:expr, axes sum [$($axis:literal),+]) => { $tensor.sum_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes product [$($axis:literal),+]) => { $tensor.product_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes any [$($axis:literal),+]) => { $tensor.any_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes all [$($axis:literal),+]) => { $tensor.all_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes max [$($axis:literal),+]) => { $tensor.max_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes min [$($axis:literal),+]) => { $tensor.min_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes argmax [$($axis:literal),+]) => { $tensor.argmax_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes argmin [$($axis:literal),+]) => { $tensor.argmin_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes mean [$($axis:literal),+]) => { $tensor.mean_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes var [$($axis:literal),+]) => { $tensor.var_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes sample_var [$($axis:literal),+]) => { $tensor.sample_var_axes::<axes![$($axis),+]>() };
    (@call $tensor:expr, axes norm [$($axis:literal),+]) => { $tensor.norm_axes::<axes![$($axis),+]>() };
}

/// All that there is to reduce in a tensor of this rank.
macro_rules! check_all {
    ($tensor:expr, $model:expr, $rank:expr) => {{
        if $rank >= 1 {
            check!($tensor, $model, [-1], axis);
        }
        if $rank >= 2 {
            check!($tensor, $model, [-2], axis);
            check!($tensor, $model, [-2, -1], axes);
        }
        if $rank >= 3 {
            check!($tensor, $model, [-3], axis);
            check!($tensor, $model, [-1, -3], axes);
            check!($tensor, $model, [-3, -2], axes);
        }
        assert_eq!($tensor.sum(), $model.elements.iter().sum::<i64>());
        if let Some(&max) = $model.elements.iter().max() {
            assert_eq!($tensor.max(), max);
            assert_eq!(
                $tensor.argmax(),
                $model.elements.iter().position(|&x| x == max).unwrap()
            );
        }
    }};
}

// Once for each kind of tensor.

#[track_caller]
fn check_all(tensor: &Dynamic<Host>, model: &Model) {
    check_all!(tensor, model, model.sizes.len());
}

#[track_caller]
fn check_all_of_view(tensor: &Dynamic<Borrowed<'_>>, model: &Model) {
    check_all!(tensor, model, model.sizes.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn of_any_shape(model in sizes().prop_flat_map(model)) {
        check_all(&model.tensor(), &model);
        check_all_of_view(&model.scattered().view(), &model);
    }

    #[test]
    fn of_lengths_around_blocks(
        length in prop::sample::select(vec![1_usize, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 129, 255, 256, 257, 1000, 1023, 1024, 1025, 2049]),
        other in 1..=3_usize,
        seed in any::<i64>(),
    ) {
        for sizes in [[other, length], [length, other]] {
            let model = Model::from_fn(&sizes, |index| {
                let mixed = index.iter().fold(seed, |all, &index| all.wrapping_mul(6364136223846793005).wrapping_add(index as i64 + 1));
                (mixed >> 40) % 50
            });
            check_all(&model.tensor(), &model);
        }
    }

    #[test]
    fn many_columns(rows in 1..=140_usize, columns in prop::sample::select(vec![1_usize, 63, 64, 65, 130]), at in vec(-50..50_i64, 8)) {
        let model = Model::from_fn(&[rows, columns], |index| at[(31 * index[0] + 7 * index[1]) % 8] + index[0] as i64 % 3);
        check_all(&model.tensor(), &model);
    }

    #[test]
    fn few_columns(
        rows in prop::sample::select(vec![1_usize, 8, 31, 33, 64, 257, 700]),
        columns in prop::sample::select(vec![2_usize, 3, 4, 5, 10, 31, 32]),
        others in 1..=3_usize,
        at in vec(-50..50_i64, 8),
    ) {
        let model = Model::from_fn(&[others, rows, columns], |index| {
            at[(17 * index[0] + 31 * index[1] + 7 * index[2]) % 8] + index[1] as i64 % 3
        });
        check_all(&model.tensor(), &model);
        check_all_of_view(&model.scattered().view(), &model);
    }

    #[test]
    fn over_axes_of_which_some_are_neighbours(
        (first, second) in (1..=3_usize, 1..=3_usize),
        (third, last) in prop::sample::select(vec![(1_usize, 1_usize), (5, 7), (1, 1025), (33, 1), (30, 40)]),
        at in vec(-50..50_i64, 8),
    ) {
        let model = Model::from_fn(&[first, second, third, last], |index| {
            at[(31 * index[0] + 13 * index[1] + 7 * index[2] + 5 * index[3]) % 8] + index[3] as i64 % 3
        });
        let (tensor, scattered) = (model.tensor(), model.scattered());
        check!(tensor, model, [-4, -2, -1], axes);
        check!(scattered.view(), model, [-4, -2, -1], axes);
        check!(tensor, model, [-4, -2], axes);
        check!(tensor, model, [-3, -1], axes);
        // Rows of neighbours, further apart than they are long.
        let cut = Model::from_fn(&[first, second, third, last.min(6)], |index| model.at(index));
        let view = tensor.slice_axis::<-1>(..last.min(6));
        check!(view, cut, [-3, -2, -1], axes);
        check!(view, cut, [-1], axis);
        check!(view, cut, [-4, -1], axes);
    }

    #[test]
    fn one_that_is_not_a_number_is_the_extreme(
        length in prop::sample::select(vec![1_usize, 2, 31, 32, 33, 64, 70, 1000, 1025]),
        place in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let (place, second) = (place.index(length), second.index(length));
        let row = |n: usize| if n == place || n == second { f32::NAN } else { (n * 7 % 13) as f32 };
        let x = Tensor::<f32, DynShape>::from_vec_with(DynShape::from([length]), (0..length).map(row).collect()).unwrap();
        prop_assert!(x.max().is_nan() && x.min().is_nan());
        prop_assert_eq!(x.argmax(), place.min(second));
        prop_assert_eq!(x.argmin(), place.min(second));
        // The same down a column beside another one that is all numbers.
        let pair = Tensor::<f32, DynShape>::from_fn_with([length, 2].into(), |[n, column]| if column == 0 { row(n) } else { n as f32 });
        let (max, places) = (pair.max_axis::<-2>(), pair.argmax_axis::<-2>());
        prop_assert!(max[[0, 0]].is_nan());
        prop_assert_eq!(max[[0, 1]], (length - 1) as f32);
        prop_assert_eq!((places[[0, 0]], places[[0, 1]]), (place.min(second), length - 1));
        // And in short rows, among others that are all numbers.
        for width in 2..7 {
            let rows = length.div_ceil(width);
            let x = Tensor::<f32, DynShape>::from_fn_with([rows, width].into(), |[i, j]| row(i * width + j));
            let (max, places) = (x.max_axis::<-1>(), x.argmax_axis::<-1>());
            for i in 0..rows {
                let own: Vec<f32> = (0..width).map(|j| row(i * width + j)).collect();
                let largest = own.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let first = |is: &dyn Fn(f32) -> bool| own.iter().position(|&x| is(x));
                let unordered = first(&f32::is_nan);
                prop_assert_eq!(max[[i, 0]].is_nan(), unordered.is_some());
                prop_assert!(max[[i, 0]] == largest || unordered.is_some());
                prop_assert_eq!(Some(places[[i, 0]]), unordered.or(first(&|x| x == largest)));
            }
        }
    }

    #[test]
    fn softmax_by_its_definition(rows in 0..=3_usize, length in 1..=40_usize, scale in 0.1..200.0_f64, seed in 0..100_usize) {
        let x = Tensor::<f64, _>::from_fn_with(<shape![_, _]>::try_from([rows, length]).unwrap(), |[i, j]| {
            scale * (((i * 31 + j * 17 + seed) % 23) as f64 / 23.0 - 0.5)
        });
        let (soft, log) = (x.softmax::<-1>(), x.log_softmax::<-1>());
        for i in 0..rows {
            let sum: f64 = (0..length).map(|j| x[[i, j]].exp()).sum();
            for j in 0..length {
                let expected = x[[i, j]].exp() / sum;
                prop_assert!((soft[[i, j]] - expected).abs() < 1e-12);
                prop_assert!((log[[i, j]] - expected.ln()).abs() < 1e-9);
            }
        }
        let down = x.transpose().softmax::<-2>();
        prop_assert!(down.iter().zip(soft.transpose().iter()).all(|(a, b)| (a - b).abs() < 1e-15));
    }
}

#[test]
fn of_static_shapes_on_the_heap_and_inline() {
    let model = Model::from_fn(&[2, 3, 4], |index| {
        (index[0] * 7 + index[1] * 5 + index[2] * 3) as i64 % 11
    });
    let heap = Tensor::<i64, shape![2, 3, 4]>::from_slice(&model.elements).unwrap();
    check_all!(heap, model, 3);
    check_all!(
        heap.clone().try_into_shape::<shape![_, 3, _]>().unwrap(),
        model,
        3
    );
    let inline = InlineTensor::<i64, shape![2, 3, 4]>::from_slice(&model.elements).unwrap();
    check_all!(inline, model, 3);
    let turned = Model::from_fn(&[2, 4, 3], |index| {
        model.at(&[index[0], index[2], index[1]])
    });
    check_all!(inline.transpose(), turned, 3);
}

#[test]
fn sums_are_as_accurate_as_pairwise_sums() {
    let x = Tensor::<f32, DynShape>::full_with([1_000_000].into(), 0.1);
    let expected = f64::from(0.1_f32) * 1e6;
    let error =
        |found: f32| (f64::from(found) - expected).abs() / expected / f64::from(f32::EPSILON);
    assert!(error(x.sum()) < 4.0, "{}", error(x.sum()));
    let column = x
        .try_reshape(DynShape::from([1_000_000, 1]))
        .unwrap()
        .sum_axis::<-2>();
    assert!(error(column[[0, 0]]) < 4.0, "{}", error(column[[0, 0]]));
    let two = Tensor::<f32, DynShape>::full_with([500_000, 2].into(), 0.1);
    let down = two.sum_axis::<-2>();
    assert!(
        error(2.0 * down[[0, 1]]) < 8.0,
        "{}",
        error(2.0 * down[[0, 1]])
    );
    // One after the other they are off by thousands.
    assert!(error(x.iter().sum::<f32>()) > 1000.0);
}

#[test]
fn integers_overflow_where_a_running_total_does() {
    let signed = |index: usize| {
        if index.is_multiple_of(2) {
            i32::MAX
        } else {
            -i32::MAX
        }
    };
    let rows = Tensor::<i32, shape![6, 70, 64]>::from_fn(|[_, _, k]| signed(k));
    let columns = Tensor::<i32, shape![6, 70, 64]>::from_fn(|[_, j, _]| signed(j));
    assert_eq!(rows.sum(), 0);
    assert_eq!(rows.sum_axis::<-1>(), Tensor::zeros());
    assert_eq!(rows.sum_axes::<axes![-3, -1]>(), Tensor::zeros());
    assert_eq!(rows.transpose().sum_axis::<-2>(), Tensor::zeros());
    assert_eq!(columns.sum_axis::<-2>(), Tensor::zeros());
    assert_eq!(columns.transpose().sum(), 0);
    assert_eq!(columns.transpose().sum_axes::<axes![-3, -1]>().sum(), 0);
    let inline = InlineTensor::<i8, shape![64]>::from_fn(|[i]| if i % 2 == 0 { 2 } else { -2 });
    assert_eq!((inline.sum(), inline.map(|x| x / 2).product()), (0, 1));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "overflow")]
fn a_sum_that_does_not_fit_panics_where_overflow_is_checked() {
    let _ = Tensor::<u8, shape![300]>::full(1).sum();
}

#[test]
fn products_are_those_of_a_loop() {
    // 16 factors at a time would meet infinity before the 0.
    let factor = |index: usize| if index == 0 { 0.0 } else { 1e30_f32 };
    let rows = Tensor::<f32, shape![3, 100]>::from_fn(|[_, k]| factor(k));
    assert_eq!(rows.product(), 0.0);
    assert_eq!(rows.product_axis::<-1>(), Tensor::zeros());
    let columns = Tensor::<f32, shape![100, 70]>::from_fn(|[k, _]| factor(k));
    assert_eq!(columns.product_axis::<-2>(), Tensor::zeros());
    assert_eq!(columns.transpose().product_axis::<-1>(), Tensor::zeros());
    assert!(
        rows.slice_axis::<-1>(..)
            .transpose()
            .map(|x| x + 1e30)
            .product()
            .is_infinite()
    );
}

// Under Miri.
#[test]
fn softmax_does_not_overflow() {
    let x = Tensor::from([[1000.0_f32, 1000.0, -1000.0], [f32::NEG_INFINITY, 0.0, 0.0]]);
    assert_eq!(
        x.softmax::<-1>(),
        Tensor::from([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    );
    let log = x.log_softmax::<-1>();
    assert!((log[[0, 0]] - 0.5_f32.ln()).abs() < 1e-6 && log[[1, 0]] == f32::NEG_INFINITY);
}

#[test]
fn of_all_elements_side_by_side() {
    let number = |place: usize| ((place * 37 + 11) % 23) as i64 - 11;
    for length in 0..=70_usize {
        let rows =
            Tensor::<i64, _>::from_fn_with(<shape![_, _]>::of([3, length]), |[row, place]| {
                number(row * length + place)
            });
        // A part in the middle of memory, all of it, and a row without gaps of more axes than most tensors have.
        let part = rows.index_axis::<-2>(1).widen::<DynShape>();
        let many = DynShape::from([1, 1, 3, 1, 1, 1, 1, 1, 1, length]);
        let all = rows.try_reshape(many).unwrap();
        for (tensor, places) in [(part, length..2 * length), (all, 0..3 * length)] {
            let elements: Vec<i64> = places.map(number).collect();
            assert_eq!(tensor.sum(), elements.iter().sum::<i64>());
            let floats = tensor.map(|element| element as f64);
            assert_eq!(floats.sum(), elements.iter().sum::<i64>() as f64);
            if elements.is_empty() {
                continue;
            }
            assert_eq!(tensor.max(), *elements.iter().max().unwrap());
            assert_eq!(floats.min(), *elements.iter().min().unwrap() as f64);
            let largest = elements.iter().max();
            assert_eq!(
                Some(tensor.argmax()),
                elements.iter().position(|element| Some(element) == largest)
            );
            let least = elements.iter().min();
            assert_eq!(
                Some(floats.argmin()),
                elements.iter().position(|element| Some(element) == least)
            );
            let signs = tensor.map(|element| if element % 2 == 0 { 1 } else { -1 });
            let product = elements
                .iter()
                .map(|element| if element % 2 == 0 { 1 } else { -1 });
            assert_eq!(signs.product(), product.product::<i64>());
        }
    }
}

/// Few elements of a static shape on the heap and in views of it, wherever they lie.
// Under Miri.
#[test]
fn few_elements_of_static_shapes() {
    macro_rules! of_shape {
        ($([$($size:literal),*];)*) => {$({
            let x = Tensor::<f64, shape![$($size),*]>::from_fn(|index: [usize; [$($size),*].len()]| {
                index.iter().fold(0, |place, &index| 5 * place + index + 1) as f64
            });
            let elements = x.to_vec();
            let most = elements.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum = elements.iter().sum::<f64>();
            assert_eq!((x.sum::<f64>(), x.max::<f64>(), x.argmax::<usize>()), (sum, most, elements.len() - 1));
            assert_eq!((x.view().sum::<f64>(), x.view().max::<f64>()), (sum, most));
            assert_eq!(x.mean::<f64>(), sum / elements.len() as f64);
            assert_eq!(x.map(|x| x as i64).sum::<i64>() as f64, sum);
            let mut unknown = x.clone();
            *unknown.iter_mut().next_back().unwrap() = f64::NAN;
            assert!(unknown.max::<f64>().is_nan() && unknown.view().min::<f64>().is_nan());
            assert!(unknown.sum::<f64>().is_nan());
        })*};
    }
    of_shape! {
        [1];
        [2];
        [7];
        [16];
        [17];
        [2, 3];
        [4, 4];
        [1, 2, 2];
        [3, 1, 5];
    }
    let x = Tensor::<f32, shape![5, 4]>::from_fn(|[i, j]| (10 * i + j) as f32);
    let (columns, part) = (x.transpose(), x.narrow::<-1, dim!(2)>(1));
    assert_eq!((columns.sum::<f32>(), part.sum::<f32>()), (430.0, 215.0));
    assert_eq!(part.view().max::<f32>(), 42.0);
    assert_eq!(x.narrow::<-2, dim!(2)>(3).view().argmin::<usize>(), 0);
    let expanded = x.index_axis::<-2>(1).broadcast_to::<shape![2, 4]>();
    assert_eq!(expanded.sum::<f32>(), 92.0);
    for (row, view) in x.view().iter_axis::<-2>().enumerate() {
        assert_eq!(view.sum::<f32>(), (40 * row + 6) as f32);
    }
    let sums: Vec<f32> = x
        .view()
        .iter_axis::<-1>()
        .map(|column| column.sum())
        .collect();
    assert_eq!(sums, [100.0, 105.0, 110.0, 115.0]);
}

/// Rows and columns of every small count, with what is not a number at each place in turn.
#[test]
fn few_terms_and_few_columns() {
    for length in 1..=40_usize {
        let rows = 300;
        let numbers: Vec<f32> = (0..rows * length)
            .map(|n| ((n * 7919) % 1009) as f32 - 500.0)
            .collect();
        let x = Tensor::<f32, shape![_, _]>::from_vec_with(
            <shape![_, _]>::try_from([rows, length]).unwrap(),
            numbers.clone(),
        )
        .unwrap();
        let extreme = |row: &[f32]| row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let most: Vec<f32> = numbers.chunks(length).map(extreme).collect();
        assert_eq!(x.max_axis::<-1>().to_vec(), most);
        let sums: Vec<f32> = numbers.chunks(length).map(|row| row.iter().sum()).collect();
        assert_eq!(x.sum_axis::<-1>().to_vec(), sums);
        let columns: Vec<f32> = (0..length)
            .map(|column| numbers.iter().skip(column).step_by(length).sum())
            .collect();
        assert_eq!(x.sum_axis::<-2>().to_vec(), columns);
        for place in 0..length {
            let mut x = x.clone();
            x[[17 * place % rows, place]] = f32::NAN;
            let found = x.max_axis::<-1>();
            for (row, (&found, &most)) in found.iter().zip(&most).enumerate() {
                assert!(
                    found == most && row != 17 * place % rows
                        || found.is_nan() && row == 17 * place % rows
                );
            }
        }
    }
    // More columns than vectors have room for, of integers, whose order of terms is kept, and of floats.
    for columns in [33, 63, 65, 100, 127, 129] {
        let sizes = <shape![_, _]>::try_from([700, columns]).unwrap();
        let numbers: Vec<f64> = (0..700 * columns).map(|n| ((n * 31) % 97) as f64).collect();
        let x = Tensor::<f64, shape![_, _]>::from_vec_with(sizes, numbers.clone()).unwrap();
        let expected: Vec<f64> = (0..columns)
            .map(|column| numbers.iter().skip(column).step_by(columns).sum())
            .collect();
        assert_eq!(x.sum_axis::<-2>().to_vec(), expected);
        assert_eq!(
            x.map(|x| x as i64)
                .sum_axis::<-2>()
                .map(|x| x as f64)
                .to_vec(),
            expected
        );
        assert_eq!(
            x.slice_axis::<-2>(1..).max_axis::<-2>().to_vec(),
            vec![96.0; columns]
        );
    }
}

/// Lines of many results that lie between one another, more of them than are folded without halves.
#[test]
fn lines_in_turns() {
    for (outer, inner, line) in [(3, 5, 40), (21, 7, 33), (70, 66, 32), (9, 1100, 32)] {
        let sizes = <shape![_, _, _]>::try_from([outer, inner, line]).unwrap();
        let number = |n: usize| ((n * 7919) % 1013) as f64 - 500.0;
        let numbers: Vec<f64> = (0..outer * inner * line).map(number).collect();
        let x = Tensor::<f64, shape![_, _, _]>::from_vec_with(sizes, numbers.clone()).unwrap();
        let of = |result: usize| {
            (0..outer).flat_map(move |block| {
                (0..line).map(move |n| number((block * inner + result) * line + n))
            })
        };
        let sums: Vec<f64> = (0..inner).map(|result| of(result).sum()).collect();
        assert_eq!(x.sum_axes::<axes![-3, -1]>().to_vec(), sums);
        let most: Vec<f64> = (0..inner)
            .map(|result| of(result).fold(f64::MIN, f64::max))
            .collect();
        assert_eq!(x.max_axes::<axes![-3, -1]>().to_vec(), most);
        let part = x.slice_axis::<-2>(1..);
        assert_eq!(part.sum_axes::<axes![-3, -1]>().to_vec(), sums[1..]);
        let places: Vec<usize> = (0..inner)
            .map(|result| of(result).position(|x| x == most[result]).unwrap())
            .collect();
        assert_eq!(x.argmax_axes::<axes![-3, -1]>().to_vec(), places);
    }
}

/// A number, and where it is: equal to all others with this number.
#[derive(Clone, Copy, Debug)]
struct Placed(i8, usize);

impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Placed {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

/// What is seen of an element that is equal to others.
trait Bits: Copy + PartialOrd + 'static {
    fn bits(self) -> u64;
}

macro_rules! bits {
    ($($T:ty: $bits:expr;)*) => { $(impl Bits for $T { fn bits(self) -> u64 { $bits(self) } })* };
}

bits! {
    f32: |x: f32| x.to_bits().into();
    f64: |x: f64| x.to_bits();
    Placed: |x: Placed| (x.0 as u64) << 32 | x.1 as u64;
}
#[cfg(feature = "half")]
bits! {
    half::f16: |x: half::f16| x.to_bits().into();
    half::bf16: |x: half::bf16| x.to_bits().into();
}

/// Whether an element is better than the one so far.
type Better<T> = fn(&T, &T) -> bool;

fn first<T: Bits>(elements: impl Iterator<Item = T>, is_better: Better<T>) -> u64 {
    let first = elements.reduce(|first, next| {
        if is_better(&next, &first) {
            next
        } else {
            first
        }
    });
    first.unwrap().bits()
}

/// Compares the extremes of a tensor, of a view of it and of a part of a larger one with a loop over elements in row-major
/// order.
fn extremes_are_first<T: Bits>(sizes: [usize; 4], element: &dyn Fn(usize) -> T) {
    type Sizes = shape![_, _, _, _];
    let count: usize = sizes.iter().product();
    let sizes_of = |x: &[usize]| Sizes::try_from(<[usize; 4]>::try_from(x).unwrap()).unwrap();
    let elements: Vec<T> = (0..count).map(element).collect();
    let whole = Tensor::from_vec_with(Sizes::of(sizes), elements.clone()).unwrap();
    let turned = whole.permute::<axes![-2, -4, -1, -3]>().to_tensor();
    let turned = turned.permute::<axes![-3, -1, -4, -2]>();
    let [a, b, c, d] = sizes;
    let larger = Model::from_fn(&[a + 1, b, c + 2, d + 1], |index| {
        let own = [
            index[0].wrapping_sub(1),
            index[1],
            index[2].wrapping_sub(1),
            index[3],
        ];
        let is_own = own.iter().zip(sizes).all(|(&index, size)| index < size);
        let place = own.iter().zip(sizes).fold(0_usize, |place, (index, size)| {
            place.wrapping_mul(size).wrapping_add(*index)
        });
        if is_own { place as i64 } else { 0 }
    });
    let around = larger
        .elements
        .iter()
        .map(|&place| elements[place as usize]);
    let larger = Tensor::from_vec_with(sizes_of(&larger.sizes), around.collect()).unwrap();
    let part = larger
        .slice_axis::<-4>(1..)
        .slice_axis::<-2>(1..c + 1)
        .slice_axis::<-1>(..d);
    assert_eq!(part.dims(), sizes);
    let places = Model::from_fn(&sizes, {
        let mut place = -1;
        move |_| {
            place += 1;
            place
        }
    });

    macro_rules! along {
        ($([$($axis:literal),+])*) => {$(
            let groups = Groups::of(&places, &[$($axis),+]);
            let expected = |is_better: Better<T>| -> Vec<u64> {
                let of = |group: &Vec<i64>| first(group.iter().map(|&place| elements[place as usize]), is_better);
                groups.elements.iter().map(of).collect()
            };
            let [most, least] = [expected(T::gt), expected(T::lt)];
            along!(@ whole most least [$($axis),+]);
            along!(@ turned most least [$($axis),+]);
            along!(@ part most least [$($axis),+]);
        )*};
        (@ $x:ident $most:ident $least:ident [$($axis:literal),+]) => {
            let told = (stringify!($x), sizes, [$($axis),+]);
            let found = $x.max_axes::<axes![$($axis),+]>();
            assert_eq!(found.iter().map(|x| x.bits()).collect::<Vec<_>>(), $most, "most of {told:?}");
            let found = $x.min_axes::<axes![$($axis),+]>();
            assert_eq!(found.iter().map(|x| x.bits()).collect::<Vec<_>>(), $least, "least of {told:?}");
        };
    }
    along! {
        [-4] [-3] [-2] [-1]
        [-4, -3] [-4, -2] [-4, -1] [-3, -2] [-3, -1] [-2, -1]
        [-4, -3, -2] [-4, -3, -1] [-4, -2, -1] [-3, -2, -1]
        [-4, -3, -2, -1]
    }
    let [most, least] = [T::gt, T::lt].map(|is_better| first(elements.iter().copied(), is_better));
    assert_eq!(
        [whole.max(), turned.max(), part.max()].map(T::bits),
        [most; 3]
    );
    assert_eq!(
        [whole.min(), turned.min(), part.min()].map(T::bits),
        [least; 3]
    );
}

#[test]
fn of_equal_elements_the_first_is_the_result() {
    let all = [
        [1, 1, 1, 1],
        [2, 3, 4, 5],
        [1, 1, 7, 40],
        [3, 1, 50, 2],
        [1, 2, 1, 1100],
        [5, 4, 33, 1],
        [2, 70, 2, 32],
        [1, 1, 300, 9],
        [1, 1, 70, 66],
        [35, 1, 1, 6],
    ];
    for sizes in all {
        for seed in 0..4 {
            let number = |place: usize| {
                let mixed =
                    (place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ seed << 50) >> 40;
                // No other number on either side of zero, or one that is rare or frequent.
                [0.0, -0.0, [0.0, 1.0, -1.0, -1.0][seed as usize]]
                    [(mixed % [2, 3, 3, 60][seed as usize]).min(2) as usize]
            };
            extremes_are_first::<f32>(sizes, &|place| number(place) as f32);
            extremes_are_first::<Placed>(sizes, &|place| Placed(number(place) as i8, place));
            if sizes == [2, 3, 4, 5] {
                extremes_are_first::<f64>(sizes, &number);
                #[cfg(feature = "half")]
                extremes_are_first::<half::f16>(sizes, &|place| half::f16::from_f64(number(place)));
                #[cfg(feature = "half")]
                extremes_are_first::<half::bf16>(sizes, &|place| {
                    half::bf16::from_f64(number(place))
                });
            }
        }
    }
}

/// The same in place, where loops are others.
#[test]
fn of_equal_elements_in_place_the_first_is_the_result() {
    macro_rules! inline {
        ($([$($size:literal),+])*) => {$({
            type S = shape![$($size),+];
            for seed in 0..20 {
                let zero = |place: usize| [0.0, -0.0][(place * 7 + seed * 5) / (1 + seed) % 2];
                let elements: Vec<f32> = (0..<S as shapecheck::StaticShape>::NUM_ELEMENTS).map(zero).collect();
                let x = InlineTensor::<f32, S>::from_slice(&elements).unwrap();
                let on_heap = Tensor::<f32, S>::from_slice(&elements).unwrap();
                let bits = |x: &[f32]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(x.max().to_bits(), elements[0].to_bits(), "{elements:?}");
                assert_eq!(x.min().to_bits(), elements[0].to_bits(), "{elements:?}");
                assert_eq!(on_heap.max().to_bits(), elements[0].to_bits(), "{elements:?}");
                let [rows, columns] = [x.max_axis::<-1>().to_vec(), x.min_axis::<-2>().to_vec()];
                let length = *x.dims().last().unwrap();
                let firsts: Vec<f32> = elements.iter().copied().step_by(length).collect();
                assert_eq!(bits(&rows), bits(&firsts));
                assert_eq!(bits(&columns), bits(&elements[..length]));
            }
        })*};
    }
    inline! { [1, 5] [3, 4] [2, 40] [40, 2] [3, 33] [100, 3] [2, 1100] }
}

#[test]
fn of_a_pair_of_equal_elements_the_first_is_larger_and_smaller() {
    let zeros = [0.0, -0.0];
    for (a, b) in [(0, 1), (1, 0)] {
        let lhs = Tensor::<f32, shape![37]>::full(zeros[a]);
        let rhs = Tensor::<f32, shape![37]>::full(zeros[b]);
        let expected = vec![zeros[a].to_bits(); 37];
        let bits = |x: Tensor<f32, shape![37]>| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(lhs.maximum(&rhs)), expected);
        assert_eq!(bits(lhs.minimum(&rhs)), expected);
        let both = InlineTensor::from([[zeros[a]], [zeros[b]], [f32::NAN]]);
        let running = both.cumulative_max::<-2>();
        assert_eq!(
            running.to_vec()[..2]
                .iter()
                .map(|x: &f32| x.to_bits())
                .collect::<Vec<_>>(),
            expected[..2]
        );
    }
}
