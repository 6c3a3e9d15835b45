//! Sorting, cumulative sums, comparisons, and ranges: tables of cases, values compared with plain loops, and what is
//! refused.
// Under AddressSanitizer.
#![cfg(feature = "tensor")]

use proptest::prelude::*;
use shapecheck::algebra::{DiffSize, Matrices, RangeSize, TopK, top_k_shape};
use shapecheck::engine::{Floats, Numbers};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::tensor::{arange_len, meshgrid, meshgrid_xy};
use shapecheck::{Dim, Dyn, DynShape, InlineTensor, Tensor, TensorOn, axes, dim, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape, an axis, and what its largest elements come to.
macro_rules! top_table {
    () => {};
    ([$($shape:tt)*] at $axis:literal, $count:literal => [$($output:tt)*]; $($rest:tt)*) => {
        assert_impl_all!(shape![$($shape)*]: TopK<$axis, dim!($count)>);
        assert_eq!(top_k_shape(&[$($shape)*], $axis, $count).unwrap().dims(), [$($output)*]);
        top_table! { $($rest)* }
    };
    ([$($shape:tt)*] at $axis:literal, $count:literal => $Kind:ident { $($field:ident: $value:expr),* }; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($shape)*]: TopK<$axis, dim!($count)>);
        let error = top_k_shape(&[$($shape)*], $axis, $count).unwrap_err();
        assert_eq!(error.kind(), ShapeErrorKind::$Kind { $($field: $value),* });
        top_table! { $($rest)* }
    };
}

#[test]
fn the_largest_follow_the_table() {
    top_table! {
        [8, 10] at -1, 3 => [8, 3];
        [8, 10] at -1, 10 => [8, 10];
        [8, 10] at -2, 1 => [1, 10];
        [8, 10] at -2, 0 => [0, 10];
        [0] at -1, 0 => [0];
        [8, 10] at -1, 11 => Sizes { rule: Rule::LARGEST, axis: -1, lhs: 11, rhs: 10 };
        [5, 10] at -2, 6 => Sizes { rule: Rule::LARGEST, axis: -2, lhs: 6, rhs: 5 };
        [0] at -1, 1 => Sizes { rule: Rule::LARGEST, axis: -1, lhs: 1, rhs: 0 };
        [8] at -2, 1 => NoAxis { axis: -2 };
        [] at -1, 0 => NoAxis { axis: -1 };
    }
}

assert_impl_all!(shape![8, _]: TopK<-1, dim!(1000)>);
assert_impl_all!(DynShape: TopK<-1, dim!(3)>);
assert_type_eq_all!(DiffSize<dim!(5)>, dim!(4));
assert_type_eq_all!(DiffSize<dim!(1)>, dim!(0));
assert_type_eq_all!(DiffSize<dim!(0)>, dim!(0));
assert_type_eq_all!(DiffSize<Dyn>, Dyn);
assert_impl_all!(shape![2, 3]: Matrices);
assert_impl_all!(shape![_, 2, 3]: Matrices);
assert_impl_all!(DynShape: Matrices);
assert_impl_all!(shape![..DynShape, 3]: Matrices);
assert_not_impl_any!(shape![3]: Matrices);
assert_not_impl_any!(shape![]: Matrices);

type Any = Tensor<i32, DynShape>;

/// Values of these sizes, whose memory is in another order or part of more, as `how` says.
fn laid_out(values: &[i32], [a, b]: [usize; 2], how: u8) -> Any {
    let mut next = values.iter().cycle();
    let mut make = |sizes| {
        Tensor::<i32, _>::from_fn_with(<shape![_, _]>::of(sizes), |_: [usize; 2]| {
            *next.next().unwrap()
        })
    };
    match how {
        0 => make([a, b]).widen(),
        1 => make([b, a]).transpose::<shape![_, _]>().widen(),
        2 => make([a, b + 2]).slice_axis::<-1>(1..b + 1).widen(),
        _ => make([1, b]).broadcast_to_with([a, b].into()),
    }
}

/// Each lane of a matrix along an axis, changed by a function.
fn by_lanes<U: Copy + Default>(
    x: &Any,
    axis: usize,
    change: impl Fn(Vec<i32>) -> Vec<U>,
) -> Vec<Vec<U>> {
    let [rows, columns] = x.sizes();
    let mut result = vec![vec![U::default(); columns]; rows];
    for lane in 0..[columns, rows][axis] {
        let place = |along| {
            if axis == 0 {
                [along, lane]
            } else {
                [lane, along]
            }
        };
        let values = (0..x.dims()[axis]).map(|along| x[place(along)]).collect();
        for (along, value) in change(values).into_iter().enumerate() {
            let [row, column] = place(along);
            result[row][column] = value;
        }
    }
    result
}

fn nested<T: Copy + 'static>(x: &Tensor<T, DynShape>) -> Vec<Vec<T>> {
    let [rows, columns] = x.sizes();
    (0..rows)
        .map(|row| (0..columns).map(|column| x[[row, column]]).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn order_and_totals_are_those_of_a_loop(
        values in prop::collection::vec(-4_i32..5, 1..40),
        sizes in prop::array::uniform2(0_usize..6),
        how in 0_u8..4,
        axis in 0_usize..2,
    ) {
        let x = laid_out(&values, sizes, how);
        let sorted = by_lanes(&x, axis, |mut lane| { lane.sort(); lane });
        let descending = by_lanes(&x, axis, |mut lane| { lane.sort(); lane.reverse(); lane });
        let indices = |descending: bool| by_lanes(&x, axis, |lane| {
            let mut indices: Vec<usize> = (0..lane.len()).collect();
            indices.sort_by_key(|&index| if descending { -lane[index] } else { lane[index] });
            indices
        });
        let sums = by_lanes(&x, axis, |lane| lane.iter().scan(0, |sum, &value| { *sum += value; Some(*sum) }).collect());
        let products = by_lanes(&x.map(|value| value % 3), axis, |lane| {
            lane.iter().scan(1, |product, &value| { *product *= value; Some(*product) }).collect()
        });
        let largest = by_lanes(&x, axis, |lane| (1..=lane.len()).map(|end| *lane[..end].iter().max().unwrap()).collect());
        let smallest = by_lanes(&x, axis, |lane| (1..=lane.len()).map(|end| *lane[..end].iter().min().unwrap()).collect());
        let view = x.view();
        match axis {
            0 => {
                prop_assert_eq!(nested(&x.cumulative_max::<-2>()), largest);
                prop_assert_eq!(nested(&view.cumulative_min::<-2>()), smallest);
                prop_assert_eq!(nested(&x.sort::<-2>()), sorted);
                prop_assert_eq!(nested(&view.sort_descending::<-2>()), descending);
                prop_assert_eq!(nested(&x.argsort::<-2>()), indices(false));
                prop_assert_eq!(nested(&view.argsort_descending::<-2>()), indices(true));
                prop_assert_eq!(nested(&x.cumulative_sum::<-2>()), sums);
                prop_assert_eq!(nested(&x.map(|value| value % 3).cumulative_product::<-2>()), products);
            }
            _ => {
                prop_assert_eq!(nested(&x.cumulative_max::<-1>()), largest);
                prop_assert_eq!(nested(&view.cumulative_min::<-1>()), smallest);
                prop_assert_eq!(nested(&x.sort::<-1>()), sorted);
                prop_assert_eq!(nested(&view.sort_descending::<-1>()), descending);
                prop_assert_eq!(nested(&x.argsort::<-1>()), indices(false));
                prop_assert_eq!(nested(&view.argsort_descending::<-1>()), indices(true));
                prop_assert_eq!(nested(&x.cumulative_sum::<-1>()), sums);
                prop_assert_eq!(nested(&x.map(|value| value % 3).cumulative_product::<-1>()), products);
            }
        }

        let mut all = x.to_vec();
        all.sort();
        all.dedup();
        let unique: Tensor<i32, shape![_]> = x.unique();
        prop_assert_eq!(unique.to_vec(), &all[..]);
        let places = unique.searchsorted(&x);
        prop_assert_eq!(
            places.to_vec(),
            x.iter().map(|value| all.iter().filter(|&other| other < value).count()).collect::<Vec<_>>()
        );
        let beyond = unique.searchsorted(&InlineTensor::from([-100, 100]));
        prop_assert_eq!(beyond, InlineTensor::from([0, all.len()]));
    }
}

#[test]
fn inline() {
    let x = InlineTensor::from([[3.0, 1.0], [f64::NAN, 0.0], [1.0, 2.0]]);
    assert_eq!(
        x.argsort::<-2>(),
        InlineTensor::from([[2, 1], [0, 0], [1, 2]])
    );
    assert_eq!(
        x.argsort_descending::<-2>(),
        InlineTensor::from([[1, 2], [0, 0], [2, 1]])
    );
    let sorted = x.sort::<-2>();
    assert_eq!(
        sorted.index_axis::<-1>(1),
        InlineTensor::from([0.0, 1.0, 2.0])
    );
    assert!(sorted[[2, 0]].is_nan());
    let (values, places): (
        InlineTensor<f64, shape![2, 2]>,
        InlineTensor<usize, shape![2, 2]>,
    ) = x.slice_rows().topk::<-1, dim!(2)>();
    assert_eq!(values, InlineTensor::from([[3.0, 1.0], [2.0, 1.0]]));
    assert_eq!(places, InlineTensor::from([[0, 1], [1, 0]]));
    assert_eq!(x.unique().dims(), [5]);

    let steps: InlineTensor<i32, shape![2, 1]> = InlineTensor::from([[1, 5], [7, 4]]).diff::<-1>();
    assert_eq!(steps, InlineTensor::from([[4], [-3]]));
    let steps: InlineTensor<i32, shape![1, 2]> = InlineTensor::from([[1, 5], [7, 4]]).diff::<-2>();
    assert_eq!(steps, InlineTensor::from([[6, -1]]));
    let none: InlineTensor<i32, shape![0]> = InlineTensor::from([1]).diff::<-1>();
    assert!(none.is_empty());
    let none = Tensor::<i32, _>::zeros_with(<shape![_]>::of([0])).diff::<-1>();
    assert_eq!(none.dims(), [0]);
}

/// The first and the last row.
trait SliceRows {
    fn slice_rows(&self) -> InlineTensor<f64, shape![2, 2]>;
}

impl SliceRows for InlineTensor<f64, shape![3, 2]> {
    fn slice_rows(&self) -> InlineTensor<f64, shape![2, 2]> {
        self.along::<-2>().take(&InlineTensor::from([0, 2]))
    }
}

#[test]
#[should_panic = "cannot take the 3 largest of 2 elements at axis -1 of shape [4, 2]"]
fn more_of_the_largest_than_there_are() {
    let _ = Tensor::<i32, _>::zeros_with(<shape![4, _]>::of([2])).topk::<-1, dim!(3)>();
}

#[test]
#[should_panic = "shape [2] has no axis -2"]
fn an_order_along_no_axis() {
    let _ = Tensor::<i32, DynShape>::zeros_with([2].into()).sort::<-2>();
}

#[test]
fn comparisons_with_a_number() {
    let x = InlineTensor::from([1, 2, 3]);
    let mask = |a, b, c| InlineTensor::from([a, b, c]);
    assert_eq!(x.equal_to(2), mask(false, true, false));
    assert_eq!(x.not_equal_to(2), mask(true, false, true));
    assert_eq!(x.less_than(2), mask(true, false, false));
    assert_eq!(x.at_most(2), mask(true, true, false));
    assert_eq!(x.greater_than(2), mask(false, false, true));
    assert_eq!(x.at_least(2), mask(false, true, true));
    assert_eq!(x.to_heap().view().at_least(2), mask(false, true, true));
    let large = InlineTensor::from([[1, 5, 7], [0, 9, 2]]).greater_than(4);
    assert_eq!(large.count_nonzero(), 3);
    assert_eq!(
        large.count_nonzero_axis::<-1>(),
        InlineTensor::from([[2], [1]])
    );
    assert_eq!(
        large.to_heap().count_nonzero_axis::<-2>(),
        InlineTensor::from([[0, 2, 1]])
    );
}

#[test]
fn elements_as_other_numbers() {
    let x = InlineTensor::from([1.9_f32, -2.9, 300.0, f32::NAN]);
    assert_eq!(x.cast::<u8>(), InlineTensor::from([1_u8, 0, 255, 0]));
    assert_eq!(
        x.to_heap().cast::<i32>(),
        InlineTensor::from([1, -2, 300, 0])
    );
    assert_eq!(
        InlineTensor::from([true, false]).cast::<i64>(),
        InlineTensor::from([1_i64, 0])
    );
}

/// As NumPy's `astype` does it.
#[test]
fn numbers_as_masks_and_back() {
    let x = InlineTensor::from([0.0_f32, -0.0, 0.5, -3.0, f32::NAN]);
    let mask = InlineTensor::from([false, false, true, true, true]);
    assert_eq!(x.cast::<bool>(), mask);
    assert_eq!(x.to_heap().cast::<bool>(), mask);
    assert_eq!(x.view().cast::<bool>(), mask);
    assert_eq!(
        InlineTensor::from([0_u8, 2, 255]).cast::<bool>(),
        InlineTensor::from([false, true, true])
    );
    assert_eq!(
        InlineTensor::from([0_i128, i128::MIN]).cast::<bool>(),
        InlineTensor::from([false, true])
    );
    assert_eq!(
        mask.cast::<f32>(),
        InlineTensor::from([0.0, 0.0, 1.0, 1.0, 1.0])
    );
    assert_eq!(
        mask.to_heap().cast::<f64>(),
        InlineTensor::from([0.0, 0.0, 1.0, 1.0, 1.0])
    );
    assert_eq!(mask.cast::<i8>(), InlineTensor::from([0, 0, 1, 1, 1]));
    assert_eq!(mask.cast::<u128>(), InlineTensor::from([0, 0, 1, 1, 1]));
    assert_eq!(mask.cast::<bool>(), mask);
    assert_eq!(
        InlineTensor::from(['a']).cast::<u32>(),
        InlineTensor::from([97])
    );
}

#[test]
fn tensors_that_are_close() {
    let x = InlineTensor::from([1.0, 100.0]);
    assert!(x.all_close(&InlineTensor::from([1.01, 101.0]), 0.01, 0.0));
    assert!(!x.all_close(&InlineTensor::from([1.02, 101.0]), 0.01, 0.0));
    assert!(x.all_close(&InlineTensor::from([[1.5, 100.5]]).to_heap(), 0.0, 0.5));
    assert!(!x.all_close(&InlineTensor::from([1.0, f64::NAN]), 1.0, 1.0));
    assert!(!x.all_close(&InlineTensor::from([1.0, f64::INFINITY]), 1.0, 1.0));
    let infinite = InlineTensor::from([f64::INFINITY]);
    assert!(infinite.all_close(&infinite, 0.0, 0.0));
    assert!(!infinite.all_close(&InlineTensor::from([f64::NEG_INFINITY]), 1.0, 1.0));
}

/// Of any engine, by one bound.
fn generic<E: Numbers<f64>, N: Dim>(x: &TensorOn<f64, shape![N, 3], E>) -> f64 {
    let total: TensorOn<f64, shape![], E> = x
        .sort::<-2>()
        .cumulative_sum::<-1>()
        .max_axes::<axes![-2, -1]>()
        .index_axis::<-1>(0)
        .index_axis::<-1>(0);
    total.into_scalar()
}

fn generic_floats<E: Floats<f64>, N: Dim>(
    x: &TensorOn<f64, shape![N, 3], E>,
) -> TensorOn<f64, shape![N, 1], E> {
    x.logsumexp::<-1>()
}

#[test]
fn in_generic_code() {
    let x = InlineTensor::from([[1.0, 2.0, 4.0], [8.0, 0.0, 1.0]]);
    assert_eq!(generic(&x), 14.0);
    assert_eq!(generic(&x.to_heap()), 14.0);
    let expected = InlineTensor::from([
        [(1_f64.exp() + 2_f64.exp() + 4_f64.exp()).ln()],
        [(8_f64.exp() + 1.0 + 1_f64.exp()).ln()],
    ]);
    assert!(generic_floats(&x).all_close(&expected, 1e-12, 0.0));
    assert!(generic_floats(&x.to_heap()).all_close(&expected, 1e-12, 0.0));
    assert_eq!(Tensor::scalar(3).into_scalar(), 3);
    assert_eq!(Tensor::scalar(3).view().into_scalar(), 3);
    assert_eq!(Tensor::from([1, 2]).index_axis::<-1>(1).into_scalar(), 2);
}

#[test]
fn deviations_and_sums_of_exponentials() {
    let x = InlineTensor::from([[2.0_f64, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]]);
    assert_eq!(x.std(), 2.0);
    assert_eq!(x.std_axis::<-1>(), InlineTensor::from([[2.0]]));
    assert_eq!(x.to_heap().std_axis::<-2>(), InlineTensor::from([[0.0; 8]]));
    let x = InlineTensor::from([
        [1e4, 1e4, f64::NEG_INFINITY],
        [f64::NEG_INFINITY; 3],
        [1.0, f64::INFINITY, 0.0],
        [1.0, f64::NAN, 0.0],
    ]);
    let sums = x.logsumexp::<-1>();
    assert!((sums[[0, 0]] - (1e4 + 2_f64.ln())).abs() < 1e-9);
    assert_eq!(sums[[1, 0]], f64::NEG_INFINITY);
    assert_eq!(sums[[2, 0]], f64::INFINITY);
    assert!(sums[[3, 0]].is_nan());
}

#[test]
fn numbers_in_a_row() {
    assert_eq!(
        InlineTensor::<i32, shape![4]>::arange(0, 10, 3),
        InlineTensor::from([0, 3, 6, 9])
    );
    assert_eq!(
        InlineTensor::<i32, shape![3]>::arange(0, 9, 3),
        InlineTensor::from([0, 3, 6])
    );
    assert_eq!(Tensor::<u8, shape![_]>::arange(5, 0, 1).dims(), [0]);
    assert_eq!(
        InlineTensor::<f64, shape![4]>::arange(1.0, 0.0, -0.25),
        InlineTensor::from([1.0, 0.75, 0.5, 0.25])
    );
    // More numbers than the type has indices.
    let all = Tensor::<i8, shape![_]>::arange(-128, 127, 1);
    assert!(all.iter().copied().eq(-128..127));
    assert_eq!(arange_len(0.0, 1.0, 0.1), 10);
    assert_eq!(
        Tensor::<usize, shape![_]>::arange(0, 3, 1).to_vec(),
        [0, 1, 2]
    );

    // Each number fits in the type, but not a number of steps, a distance, or a number after the last.
    macro_rules! in_row {
        ($T:ty: $start:expr, $end:expr, $step:expr => [$($number:expr),*]) => {
            assert_eq!(
                Tensor::<$T, shape![_]>::arange($start, $end, $step).to_vec(),
                [$($number),*] as [$T; _]
            );
        };
    }
    in_row!(i8: -128, 127, 100 => [-128, -28, 72]);
    in_row!(i8: 127, -128, -100 => [127, 27, -73]);
    in_row!(i8: 0, 127, 127 => [0]);
    in_row!(i8: -128, 127, 127 => [-128, -1, 126]);
    in_row!(u8: 0, 255, 100 => [0, 100, 200]);
    in_row!(u8: 255, 0, 1 => []);
    in_row!(i64: i64::MIN, i64::MAX, i64::MAX => [i64::MIN, -1, i64::MAX - 1]);
    in_row!(i64: 1 << 60, (1 << 60) + 3, 1 => [1 << 60, (1 << 60) + 1, (1 << 60) + 2]);
    in_row!(u64: u64::MAX - 3, u64::MAX, 2 => [u64::MAX - 3, u64::MAX - 1]);
    in_row!(i128: i128::MIN, i128::MAX, i128::MAX => [i128::MIN, -1, i128::MAX - 1]);
    in_row!(u128: 0, u128::MAX, u128::MAX / 2 + 1 => [0, u128::MAX / 2 + 1]);
    in_row!(u128: u128::MAX, 0, 1 => []);
    in_row!(f32: -0.5, 1.0, 0.5 => [-0.5, 0.0, 0.5]);
    assert_eq!(arange_len(0, u128::MAX, 1), usize::MAX);
    assert_eq!(arange_len(0.0, 1e300, 1.0), usize::MAX);
    assert_eq!(arange_len(0.5, 1e300, 1.0), usize::MAX);
    assert_eq!(arange_len(u64::MAX - 1, u64::MAX, 1), 1);
    assert_eq!(arange_len(3.0, 0.0, -1.0), 3);

    let x = InlineTensor::<f32, shape![3]>::linspace(1.0, 2.0);
    assert_eq!(x, InlineTensor::from([1.0, 1.5, 2.0]));
    assert_eq!(
        InlineTensor::<f32, shape![1]>::linspace(1.0, 2.0),
        InlineTensor::from([1.0])
    );
    assert!(InlineTensor::<f32, shape![0]>::linspace(1.0, 2.0).is_empty());
    let x = Tensor::<f64, shape![_]>::linspace_with(11, 0.0, 0.3);
    assert_eq!((x.len(), x[[10]]), (11, 0.3));
    for (place, &number) in x.iter().enumerate() {
        assert!((number - place as f64 * 0.03).abs() < 1e-15);
    }
}

/// The size is computed by types.
#[test]
fn numbers_in_a_row_between_sizes() {
    macro_rules! ranges {
        ($($start:literal to $end:literal in $step:literal => $count:tt;)*) => {$(
            assert_type_eq_all!(RangeSize<dim!($start), dim!($end), dim!($step)>, dim!($count));
            let found = Tensor::<u64, shape![$count]>::arange_of::<dim!($start), dim!($end), dim!($step)>();
            let expected = Tensor::<u64, shape![_]>::arange($start, $end, $step);
            assert_eq!(found.to_vec(), expected.to_vec());
        )*};
    }
    ranges! {
        0 to 5 in 1 => 5;
        0 to 10 in 3 => 4;
        0 to 9 in 3 => 3;
        2 to 11 in 4 => 3;
        7 to 7 in 1 => 0;
        7 to 3 in 1 => 0;
        0 to 1 in 1000 => 1;
        100 to 1000 in 64 => 15;
    }
    let any = Tensor::<f32, shape![_]>::arange_of::<dim!(0), dim!(3), dim!(2)>();
    assert_eq!(any.to_vec(), [0.0, 2.0]);
    let all = Tensor::<i8, shape![_]>::arange_of::<dim!(0), dim!(128), dim!(127)>();
    assert_eq!(all.to_vec(), [0, 127]);
}

#[test]
#[should_panic = "`arange` reaches 128, which the elements cannot hold"]
fn numbers_that_elements_cannot_hold() {
    let _ = Tensor::<i8, shape![_]>::arange_of::<dim!(0), dim!(129), dim!(64)>();
}

#[test]
fn nan_stays_the_largest_and_the_smallest() {
    let x = InlineTensor::from([1.0, f64::NAN, 3.0]);
    assert_eq!(x.cumulative_max::<-1>()[[0]], 1.0);
    for extremes in [x.cumulative_max::<-1>(), x.cumulative_min::<-1>()] {
        assert!(extremes[[1]].is_nan() && extremes[[2]].is_nan());
    }
}

#[test]
fn cumulative_over_all_elements() {
    let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    let sums: InlineTensor<i32, shape![6]> = x.cumulative_sum_all();
    assert_eq!(sums, InlineTensor::from([1, 3, 6, 10, 15, 21]));
    let products: InlineTensor<i32, shape![6]> = x.cumulative_product_all();
    assert_eq!(products, InlineTensor::from([1, 2, 6, 24, 120, 720]));
    let across: Tensor<i32, shape![6]> = x.to_heap().transpose().cumulative_sum_all();
    assert_eq!(across.to_vec(), [1, 5, 7, 12, 15, 21]);
    let some: Tensor<i32, shape![_]> = x.to_heap().slice_axis::<-1>(1..).cumulative_sum_all();
    assert_eq!(some.to_vec(), [2, 5, 10, 16]);
    let any: Tensor<i32, shape![_]> = x.to_heap().widen::<DynShape>().cumulative_sum_all();
    assert_eq!(any.to_vec(), sums.to_vec());
    let none: InlineTensor<i32, shape![0]> =
        InlineTensor::<i32, shape![2, 0]>::zeros().cumulative_sum_all();
    assert!(none.is_empty());
    let one: InlineTensor<i32, shape![1]> = InlineTensor::scalar(7).cumulative_sum_all();
    assert_eq!(one, InlineTensor::from([7]));
}

/// The values are those of `numpy.diag(v, k)`.
#[test]
fn diagonals_at_an_offset() {
    let x = InlineTensor::from([[1, 2], [3, 4]]);
    let above: InlineTensor<i32, shape![2, 3, 3]> = x.diag_above::<dim!(1)>();
    assert_eq!(
        above,
        InlineTensor::from([
            [[0, 1, 0], [0, 0, 2], [0, 0, 0]],
            [[0, 3, 0], [0, 0, 4], [0, 0, 0]]
        ])
    );
    let below: InlineTensor<i32, shape![2, 4, 4]> = x.diag_below::<dim!(2)>();
    for index in [0, 1] {
        let back = below.diagonal_below::<dim!(2), _, _, _>();
        assert_eq!(back.index_axis::<-2>(index), x.index_axis::<-2>(index));
    }
    assert_eq!(below.sum(), 10);
    assert_eq!(x.diag_above::<dim!(0)>(), x.diag());
    let some = x.to_heap().slice_axis::<-1>(0..2);
    let above_some: Tensor<i32, shape![2, _, _]> = some.diag_above::<dim!(1)>();
    assert_eq!(above_some.to_vec(), above.to_heap().to_vec());
    let any = x.to_heap().widen::<DynShape>().diag_below::<dim!(2)>();
    assert_eq!(any.dims(), [2, 4, 4]);
    assert_eq!(any.to_vec(), below.to_heap().to_vec());
    let none = InlineTensor::<i32, shape![0]>::zeros().diag_above::<dim!(2)>();
    assert_eq!(none, InlineTensor::from([[0, 0], [0, 0]]));
}

#[test]
#[should_panic = "`arange` gives 5 numbers, not 6"]
fn another_number_of_numbers() {
    let _ = InlineTensor::<i32, shape![6]>::arange(0, 5, 1);
}

#[test]
#[should_panic = "the step of `arange` must not be 0"]
fn steps_of_0() {
    let _ = InlineTensor::<i32, shape![6]>::arange(0, 5, 0);
}

#[test]
fn diagonals_and_triangles() {
    let x = InlineTensor::from([[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]);
    for above in -4..=4 {
        let element = |[matrix, row, column]: [usize; 3], keep: bool| {
            if keep { x[[matrix, row, column]] } else { 0 }
        };
        let low = InlineTensor::<i32, shape![2, 2, 3]>::from_fn(|[matrix, row, column]| {
            element(
                [matrix, row, column],
                column as isize <= row as isize + above,
            )
        });
        let high = InlineTensor::<i32, shape![2, 2, 3]>::from_fn(|[matrix, row, column]| {
            element(
                [matrix, row, column],
                column as isize >= row as isize + above,
            )
        });
        assert_eq!(x.tril(above), low);
        assert_eq!(x.triu(above), high);
        let transposed = x.to_heap().transpose();
        assert_eq!(transposed.tril(-above).transpose(), high);
        assert_eq!(transposed.view().triu(-above).transpose(), low);
    }
    assert_eq!(x.tril(isize::MAX), x);
    assert_eq!(x.triu(isize::MIN), x);

    let eye = InlineTensor::<i32, shape![3, 2]>::eye();
    assert_eq!(eye, InlineTensor::from([[1, 0], [0, 1], [0, 0]]));
    assert_eq!(
        Tensor::<i32, _>::eye_with(<shape![_, 2]>::of([3])).to_vec(),
        eye.as_slice()
    );
    let diagonals: InlineTensor<i32, shape![2, 2, 2]> = InlineTensor::from([[1, 2], [3, 4]]).diag();
    assert_eq!(
        diagonals,
        InlineTensor::from([[[1, 0], [0, 2]], [[3, 0], [0, 4]]])
    );
    let none = Tensor::<i32, _>::zeros_with(<shape![_, 0]>::of([3])).diag();
    assert_eq!(none.dims(), [3, 0, 0]);
}

#[test]
fn grids() {
    let (a, b, c) = (
        Tensor::from([1, 2]),
        Tensor::from([3]),
        Tensor::from([5, 6, 7]),
    );
    let (x, y, z) = meshgrid((&a, &b, &c));
    assert_eq!(x, Tensor::from([[[1; 3]], [[2; 3]]]));
    assert_eq!(y, Tensor::from([[[3; 3]], [[3; 3]]]));
    assert_eq!(z, Tensor::from([[[5, 6, 7]], [[5, 6, 7]]]));
    let i = InlineTensor::from([1, 2]);
    let (w, .., z): (InlineTensor<i32, shape![2, 2, 2, 2]>, _, _, _) = meshgrid((&i, &i, &i, &i));
    assert_eq!((w[[1, 0, 0, 0]], w[[0, 1, 1, 1]]), (2, 1));
    assert_eq!((z[[1, 1, 1, 0]], z[[0, 0, 0, 1]]), (1, 2));
}

/// As NumPy's `meshgrid` gives them where it is not told otherwise.
#[test]
fn grids_of_columns_and_rows() {
    let (a, b, c) = (
        Tensor::from([1, 2]),
        Tensor::from([3]),
        Tensor::from([5, 6, 7]),
    );
    let (x, y, z): (Tensor<i32, shape![1, 2, 3]>, _, _) = meshgrid_xy((&a, &b, &c));
    assert_eq!(x, Tensor::from([[[1, 1, 1], [2, 2, 2]]]));
    assert_eq!(y, Tensor::from([[[3; 3], [3; 3]]]));
    assert_eq!(z, Tensor::from([[[5, 6, 7], [5, 6, 7]]]));
}

#[test]
fn ones_on_other_diagonals() {
    let below = InlineTensor::<i32, shape![3, 4]>::eye_at(-1);
    assert_eq!(
        below,
        InlineTensor::from([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]])
    );
    let above = Tensor::<i32, _>::eye_at_with(<shape![_, 3]>::of([2]), 2);
    assert_eq!(above.to_vec(), [0, 0, 1, 0, 0, 0]);
    assert_eq!(
        InlineTensor::<i32, shape![2, 2]>::eye_at(isize::MIN).sum(),
        0
    );
    assert_eq!(
        InlineTensor::<i32, shape![2, 2]>::eye_at(isize::MAX).sum(),
        0
    );
}

/// As NumPy's `unique` and `searchsorted` with `side="right"`.
#[test]
fn different_elements_and_where_they_are() {
    let x = InlineTensor::from([[3.0, 1.0, 2.0], [3.0, 1.0, 3.0]]);
    let (values, counts) = x.unique_counts();
    assert_eq!(values.to_vec(), [1.0, 2.0, 3.0]);
    assert_eq!(counts.to_vec(), [2, 1, 3]);
    let (values, places): (_, Tensor<usize, shape![2, 3]>) =
        x.transpose().transpose().unique_inverse();
    assert_eq!(values, x.unique());
    assert_eq!(places, InlineTensor::from([[2, 0, 1], [2, 0, 2]]));
    let none = InlineTensor::<i32, shape![0]>::zeros();
    assert_eq!(none.unique_counts().1.len(), 0);
    let sorted = InlineTensor::from([10, 20, 20, 30]);
    let values = InlineTensor::from([5, 20, 25, 30]);
    assert_eq!(
        sorted.searchsorted(&values),
        InlineTensor::from([0, 1, 3, 3])
    );
    assert_eq!(
        sorted.searchsorted_right(&values),
        InlineTensor::from([0, 3, 3, 4])
    );
}

#[test]
fn totals_that_begin_with_a_number() {
    let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    let sums: InlineTensor<i32, shape![2, 4]> = x.cumulative_sum_from::<-1>(0);
    assert_eq!(sums, InlineTensor::from([[0, 1, 3, 6], [0, 4, 9, 15]]));
    let products: InlineTensor<i32, shape![3, 3]> = x.cumulative_product_from::<-2>(2);
    assert_eq!(
        products,
        InlineTensor::from([[2, 2, 2], [2, 4, 6], [8, 20, 36]])
    );
    let none = Tensor::<i32, _>::zeros_with(<shape![_, 2]>::of([0]));
    assert_eq!(none.cumulative_sum_from::<-2>(7).to_vec(), [7, 7]);
}

/// As NumPy's `std` and `count_nonzero` over several axes.
#[test]
fn deviations_and_counts_over_several_axes() {
    let x = InlineTensor::from([
        [[1.0_f64, 2.0, 6.0], [4.0, 5.0, 9.0]],
        [[0.0, 2.0, 4.0], [8.0, 8.0, 8.0]],
    ]);
    let found: InlineTensor<f64, shape![2, 1, 1]> = x.std_axes::<axes![-2, -1]>();
    let expected = InlineTensor::from([[[2.6299556396765835]], [[3.2145502536643185]]]);
    assert!(found.all_close(&expected, 1e-12, 0.0));
    let counts: InlineTensor<usize, shape![1, 2, 1]> =
        x.greater_than(3.0).count_nonzero_axes::<axes![-3, -1]>();
    assert_eq!(counts, InlineTensor::from([[[2], [6]]]));
}

/// As in NumPy, where differences of none are none.
#[test]
fn differences_of_no_elements_are_none() {
    let x = InlineTensor::from([[1, 4], [2, 8]]);
    let none: InlineTensor<i32, shape![2, 0]> = x.diff::<-1>().diff::<-1>().diff::<-1>();
    assert_eq!(none.len(), 0);
    let none: Tensor<i32, shape![0, 2]> = Tensor::from([[1, 4]]).diff::<-2>().diff::<-2>();
    assert_eq!(none.dims(), [0, 2]);
    assert_eq!(none.diff::<-1>().dims(), [0, 1]);
    let any = Tensor::<i32, _>::zeros_with(<shape![_, 1]>::of([3]));
    assert_eq!(any.diff::<-1>().diff::<-1>().dims(), [3, 0]);
    // In generic code the bound says what `N - 1` is.
    fn twice<N: Dim>(x: &Tensor<i32, shape![N]>) -> Tensor<i32, shape![N - 1]>
    where
        dim!(N - 1): Dim,
    {
        x.diff::<-1>()
    }
    let steps: Tensor<i32, shape![2]> = twice(&Tensor::from([1, 3, 6]));
    assert_eq!(steps, Tensor::from([2, 3]));
}
