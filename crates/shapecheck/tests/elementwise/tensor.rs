//! Every operation on tensors: values and shapes compared with `ndarray` or plain loops, the texts of errors and
//! panics, and the printed layout.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::fmt::Debug;

use ndarray::{Array, ArrayD, Axis, Dimension, IxDyn};
use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::error::ShapeErrorKind;
use shapecheck::host::Memory;
use shapecheck::window::Conv;
use shapecheck::{DynShape, Shape, Tensor, TensorOn, shape};

use crate::panics::panic_of;

type Dynamic<T> = Tensor<T, DynShape>;

/// A tensor of run-time rank with these sizes, and the same as an array of ndarray.
fn twins(sizes: &[usize], elements: Vec<f64>) -> (Dynamic<f64>, ArrayD<f64>) {
    let array = Array::from_shape_vec(IxDyn(sizes), elements.clone()).unwrap();
    let tensor = Tensor::from_vec_with(DynShape::from(sizes), elements).unwrap();
    (tensor, array)
}

#[track_caller]
fn assert_same<S, T, E>(tensor: &TensorOn<T, S, E>, array: &ArrayD<T>)
where
    S: Shape,
    T: PartialEq + Debug + Copy + 'static,
    E: Memory,
{
    assert_eq!(tensor.shape().to_dyn().dims(), array.shape());
    assert!(
        tensor.iter().eq(array.iter()),
        "{tensor:?} is not {array:?}"
    );
}

/// Equal up to rounding, where sums are formed in another order.
#[track_caller]
fn assert_close<S: Shape>(tensor: &Tensor<f64, S>, array: &ArrayD<f64>) {
    assert_eq!(tensor.shape().to_dyn().dims(), array.shape());
    for (found, expected) in tensor.iter().zip(array) {
        assert!(
            (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
            "{tensor:?} is not {array:?}"
        );
    }
}

fn elements(sizes: &[usize]) -> impl Strategy<Value = Vec<f64>> + use<> {
    vec(
        (-800..800_i32).prop_map(|n| f64::from(n) / 8.0),
        sizes.iter().product::<usize>(),
    )
}

/// Sizes from 0 to 4 of up to four axes, and as many elements.
fn any_array() -> impl Strategy<Value = (Vec<usize>, Vec<f64>)> {
    vec(0..=4_usize, 0..=4).prop_flat_map(|sizes| (Just(sizes.clone()), elements(&sizes)))
}

/// Two arrays that broadcast: both come from one shape by leaving out leading axes and setting sizes to 1.
fn any_pair() -> impl Strategy<Value = [(Vec<usize>, Vec<f64>); 2]> {
    let part = || (vec(any::<bool>(), 4), 0..=4_usize);
    (vec(0..=4_usize, 0..=4), part(), part())
        .prop_map(|(whole, lhs, rhs)| {
            [lhs, rhs].map(|(ones, skipped)| {
                let sizes = whole.iter().zip(ones).skip(skipped.min(whole.len()));
                let sizes = sizes.map(|(&size, one)| if one { 1 } else { size });
                sizes.collect::<Vec<usize>>()
            })
        })
        .prop_flat_map(|[lhs, rhs]| {
            let (a, b) = (elements(&lhs), elements(&rhs));
            [(Just(lhs), a.boxed()), (Just(rhs), b.boxed())]
        })
}

/// What an operation is to give, elementwise, both arrays broadcast by ndarray to one shape.
fn zip_expected(
    lhs: &ArrayD<f64>,
    rhs: &ArrayD<f64>,
    function: fn(f64, f64) -> f64,
) -> ArrayD<f64> {
    let shape = broadcast_shapes(&[lhs.shape(), rhs.shape()]).unwrap();
    let lhs = lhs.broadcast(shape.dims()).unwrap();
    let rhs = rhs.broadcast(shape.dims()).unwrap();
    let elements = lhs
        .iter()
        .zip(&rhs)
        .map(|(&a, &b)| function(a, b))
        .collect();
    Array::from_shape_vec(IxDyn(shape.dims()), elements).unwrap()
}

/// One operator in every form, on tensors and numbers, owned and borrowed.
macro_rules! check_operator {
    ($op:tt $assign:tt $try_op:ident $try_assign:ident: $a:expr, $b:expr, $x:expr, $y:expr) => {{
        let (a, b, x, y): (&Dynamic<f64>, &Dynamic<f64>, &ArrayD<f64>, &ArrayD<f64>) = ($a, $b, $x, $y);
        let expected = zip_expected(x, y, |a, b| a $op b);
        assert_same_floats(&(a $op b), &expected);
        assert_same_floats(&(a.clone() $op b), &expected);
        assert_same_floats(&(a $op b.clone()), &expected);
        assert_same_floats(&(a.clone() $op b.clone()), &expected);
        assert_same_floats(&a.$try_op(b).unwrap(), &expected);
        assert_same_floats(&a.zip_map(b, |a, b| a $op b), &expected);
        assert_same_floats(&a.try_zip_map(b, |a, b| a $op b).unwrap(), &expected);

        let with_number = x.mapv(|element| element $op 2.5);
        assert_same_floats(&(a $op 2.5), &with_number);
        assert_same_floats(&(a.clone() $op 2.5), &with_number);
        let number_first = x.mapv(|element| 2.5 $op element);
        assert_same_floats(&(2.5 $op a), &number_first);
        assert_same_floats(&(2.5 $op a.clone()), &number_first);
        let mut changed = a.clone();
        changed $assign 2.5;
        assert_same_floats(&changed, &with_number);

        let mut changed = a.clone();
        if expected.shape() == x.shape() {
            changed $assign b;
            assert_same_floats(&changed, &expected);
            let mut changed = a.clone();
            changed $assign b.clone();
            assert_same_floats(&changed, &expected);
            let mut changed = a.clone();
            changed.$try_assign(b).unwrap();
            assert_same_floats(&changed, &expected);
        } else {
            changed.$try_assign(b).unwrap_err();
            assert_same_floats(&changed, x);
        }
    }};
}

/// Equal to the bit, a result that is not a number included.
#[track_caller]
fn assert_same_floats(tensor: &Dynamic<f64>, array: &ArrayD<f64>) {
    let nan_as_bits = |element: f64| match element.is_nan() {
        true => f64::NAN.to_bits(),
        false => element.to_bits(),
    };
    assert_same(&tensor.map(nan_as_bits), &array.mapv(nan_as_bits));
}

/// A reduction over each axis that the array has.
macro_rules! check_axes {
    ($tensor:ident $array:ident: $($axis:literal)*) => {$(
        if let Some(axis) = $array.ndim().checked_add_signed($axis).filter(|&axis| axis < $array.ndim()) {
            let axis = Axis(axis);
            assert_close(&$tensor.sum_axis::<$axis>(), &$array.sum_axis(axis).insert_axis(axis));
            if let Some(mean) = $array.mean_axis(axis) {
                assert_close(&$tensor.mean_axis::<$axis>(), &mean.insert_axis(axis));
            }
            if $array.len_of(axis) > 0 {
                let max = $array.fold_axis(axis, f64::NEG_INFINITY, |&a, &b| a.max(b));
                assert_same(&$tensor.max_axis::<$axis>(), &max.insert_axis(axis));
            }
        }
    )*};
}

proptest! {
    #[test]
    fn operators_agree_with_ndarray([(lhs, a), (rhs, b)] in any_pair()) {
        let (a, x) = twins(&lhs, a);
        let (b, y) = twins(&rhs, b);
        check_operator!(+ += try_add try_add_assign: &a, &b, &x, &y);
        check_operator!(- -= try_sub try_sub_assign: &a, &b, &x, &y);
        check_operator!(* *= try_mul try_mul_assign: &a, &b, &x, &y);
        check_operator!(/ /= try_div try_div_assign: &a, &b, &x, &y);
        assert_same(&(&a + &b), &(&x + &y));
    }

    #[test]
    fn operators_agree_with_the_rule_on_any_shapes((lhs, a) in any_array(), (rhs, b) in any_array()) {
        let (a, _) = twins(&lhs, a);
        let (b, _) = twins(&rhs, b);
        match broadcast_shapes(&[&lhs, &rhs]) {
            Ok(shape) => prop_assert_eq!(a.try_add(&b).unwrap().shape(), shape),
            Err(error) => prop_assert_eq!(a.try_add(&b).unwrap_err(), error),
        }
    }

    #[test]
    fn reductions_agree_with_ndarray((sizes, elements) in any_array()) {
        let (tensor, array) = twins(&sizes, elements);
        check_axes!(tensor array: -1 -2 -3 -4);
        let total = Tensor::<f64, DynShape>::full_with(DynShape::default(), tensor.sum());
        assert_close(&total, &Array::from_elem(IxDyn(&[]), array.sum()));
        match array.mean() {
            Some(mean) => prop_assert!((tensor.mean() - mean).abs() < 1e-9),
            None => prop_assert!(tensor.mean().is_nan()),
        }
        if !array.is_empty() {
            prop_assert_eq!(tensor.max(), array.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        }
    }

    #[test]
    fn elementwise_operations_and_iteration_agree_with_ndarray((sizes, elements) in any_array()) {
        let (mut tensor, array) = twins(&sizes, elements.clone());
        assert_same(&tensor.map(|element| element > 0.0), &array.mapv(|element| element > 0.0));
        assert_same(&-&tensor, &array.mapv(|element| -element));
        assert_same(&-tensor.clone(), &array.mapv(|element| -element));
        prop_assert_eq!(tensor.as_slice(), Some(&elements[..]));
        prop_assert!((&tensor).into_iter().eq(&elements));
        prop_assert!(tensor.clone().into_iter().eq(elements.iter().copied()));
        prop_assert_eq!(tensor.clone().into_vec(), elements);
        for element in &mut tensor {
            *element += 1.0;
        }
        for element in tensor.iter_mut() {
            *element *= 2.0;
        }
        tensor.as_mut_slice().reverse();
        tensor.as_mut_slice().reverse();
        assert_same(&tensor, &array.mapv(|element| (element + 1.0) * 2.0));
    }

    #[test]
    fn indexes_agree_with_ndarray((sizes, elements) in any_array(), index in vec(0..=4_usize, 0..=5)) {
        let (mut tensor, array) = twins(&sizes, elements);
        let mut changed = array.clone();
        for (index, element) in array.indexed_iter() {
            prop_assert_eq!(tensor.get(index.slice()), Some(element));
        }
        let is_inside = index.len() == sizes.len() && index.iter().zip(&sizes).all(|(at, size)| at < size);
        prop_assert_eq!(tensor.get(&index).is_some(), is_inside);
        prop_assert_eq!(tensor.get_mut(&index).is_some(), is_inside);
        if is_inside {
            *tensor.get_mut(&index).unwrap() = 1000.0;
            changed[IxDyn(&index)] = 1000.0;
            assert_same(&tensor, &changed);
        }
    }

    #[test]
    fn the_last_two_axes_are_transposed_as_by_ndarray(
        (sizes, elements) in vec(0..=4_usize, 2..=4).prop_flat_map(|sizes| (Just(sizes.clone()), elements(&sizes))),
    ) {
        let (tensor, array) = twins(&sizes, elements);
        let rank = sizes.len();
        let tensor = tensor.try_into_shape::<shape![..DynShape, _, _]>().unwrap();
        let mut expected = array;
        expected.swap_axes(rank - 2, rank - 1);
        assert_same(&tensor.transpose(), &expected);
        assert_same(&tensor.transpose().transpose(), &{ expected.swap_axes(rank - 2, rank - 1); expected });
    }

    #[test]
    fn matrix_products_agree_with_ndarray(
        [m, k, n] in [0..=9_usize, 0..=9_usize, 0..=9_usize],
        seed in vec(-9..=9_i32, 200),
    ) {
        let a: Vec<i32> = seed[..m * k].to_vec();
        let b: Vec<i32> = seed[100..][..k * n].to_vec();
        check_product::<i32>([m, k, n], &a, &b, |n| n);
        check_product::<f32>([m, k, n], &a, &b, |n| n as f32 / 2.0);
        check_product::<f64>([m, k, n], &a, &b, |n| f64::from(n) / 2.0);
    }
}

/// The product of two matrices, and of a matrix and each column as a vector. Halves of small integers are
/// multiplied and added without rounding, so floats have to be equal too.
fn check_product<T>([m, k, n]: [usize; 3], a: &[i32], b: &[i32], element: fn(i32) -> T)
where
    T: shapecheck::tensor::MatrixElement + ndarray::LinalgScalar + PartialEq + Debug,
{
    let [a, b] = [a, b].map(|elements| elements.iter().copied().map(element).collect::<Vec<T>>());
    let x = Array::from_shape_vec((m, k), a.clone()).unwrap();
    let y = Array::from_shape_vec((k, n), b.clone()).unwrap();
    let a = Tensor::from_vec_with(<shape![_, _]>::try_from([m, k]).unwrap(), a).unwrap();
    let b = Tensor::from_vec_with(<shape![_, _]>::try_from([k, n]).unwrap(), b).unwrap();
    let expected = x.dot(&y);
    assert_same(&a.matmul(&b), &expected.clone().into_dyn());
    assert_same(&a.try_matmul(&b).unwrap(), &expected.clone().into_dyn());
    for column in 0..n {
        let vector = y.column(column).to_vec();
        let vector = Tensor::from_vec_with(<shape![_]>::try_from([k]).unwrap(), vector).unwrap();
        assert_same(
            &a.matmul(&vector),
            &expected.column(column).to_owned().into_dyn(),
        );
    }
}

#[test]
fn a_large_matrix_product_agrees_with_ndarray() {
    // Past every block of the kernels: 70 rows, 300 inner, 90 columns.
    let elements = |count: usize| {
        (0..count)
            .map(|i| (i * 7 % 23) as i32 - 11)
            .collect::<Vec<_>>()
    };
    let (a, b) = (elements(70 * 300), elements(300 * 90));
    check_product::<f64>([70, 300, 90], &a, &b, f64::from);
    check_product::<f32>([70, 300, 90], &a, &b, |n| n as f32);
    check_product::<i64>([70, 300, 90], &a, &b, i64::from);
}

// Under Miri.
#[test]
fn static_shapes() {
    let a = Tensor::<i32, shape![2, 1, 3]>::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as i32);
    assert_eq!(a.to_vec(), [0, 1, 2, 100, 101, 102]);
    let b = Tensor::<i32, shape![2, 1]>::from_vec(vec![1, 2]).unwrap();
    let sum: Tensor<i32, shape![2, 2, 3]> = &a + &b;
    assert_eq!(
        sum.to_vec(),
        [1, 2, 3, 2, 3, 4, 101, 102, 103, 102, 103, 104]
    );
    let rows: Tensor<i32, shape![2, 2, 1]> = sum.sum_axis::<-1>();
    assert_eq!(rows.to_vec(), [6, 9, 306, 309]);
    let columns: Tensor<i32, shape![2, 1, 3]> = sum.max_axis::<-2>();
    assert_eq!(columns.to_vec(), [2, 3, 4, 102, 103, 104]);
    let first: Tensor<f64, shape![1, 2, 3]> = sum.map(f64::from).mean_axis::<-3>();
    assert_eq!(first.to_vec(), [51.0, 52.0, 53.0, 52.0, 53.0, 54.0]);
    let swapped: Tensor<i32, shape![2, 3, 1]> = a.transpose().to_tensor();
    assert_eq!(swapped.as_slice(), a.as_slice());
    assert_eq!(
        (sum.sum(), sum.map(f64::from).mean(), sum.max()),
        (630, 52.5, 104)
    );
    assert_eq!((a[[1, 0, 2]], sum[[1, 1, 0]]), (102, 102));
    let none = Tensor::<i32, shape![0, 3]>::zeros() + Tensor::<i32, shape![2, 1, 1]>::full(1);
    let none: Tensor<i32, shape![2, 0, 3]> = none;
    assert_eq!(none.as_slice(), Some(&[][..]));
    let zeros: Tensor<i32, shape![2, 1, 3]> = none.sum_axis::<-2>();
    assert_eq!(zeros.to_vec(), [0; 6]);
}

// Under Miri.
#[test]
fn mixed_shapes() {
    let sizes = <shape![_, 3]>::try_from([2, 3]).unwrap();
    let mut a = Tensor::<i32, _>::from_fn_with(sizes, |[i, j]| (10 * i + j) as i32);
    let row = Tensor::from([5, 6, 7]);
    let sum: Tensor<i32, shape![_, 3]> = &a + &row;
    assert_eq!(sum.to_vec(), [5, 7, 9, 15, 17, 19]);
    let sum: Tensor<i32, shape![2, 3]> = &a + &Tensor::<i32, shape![2, 1]>::full(1);
    assert_eq!(sum.to_vec(), [1, 2, 3, 11, 12, 13]);
    let maxima: Tensor<i32, shape![_, 1]> = a.max_axis::<-1>();
    assert_eq!(maxima.to_vec(), [2, 12]);
    a -= maxima;
    assert_eq!(a.to_vec(), [-2, -1, 0, -2, -1, 0]);
    a[[1, 2]] = 9;
    assert_eq!(a.transpose().to_tensor().to_vec(), [-2, -2, -1, -1, 0, 9]);
    let product: Tensor<i32, shape![_]> = a.matmul(&row);
    assert_eq!(product.to_vec(), [-16, 47]);
}

#[test]
fn nested_arrays() {
    assert_eq!(Tensor::scalar(7).to_vec(), [7]);
    let one: Tensor<i32, shape![3]> = Tensor::from([1, 2, 3]);
    let two: Tensor<i32, shape![2, 3]> = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let three: Tensor<i32, shape![1, 2, 3]> = Tensor::from([[[1, 2, 3], [4, 5, 6]]]);
    let four: Tensor<i32, shape![2, 1, 3, 1]> =
        Tensor::from([[[[1], [2], [3]]], [[[4], [5], [6]]]]);
    assert_eq!(one.to_vec(), [1, 2, 3]);
    for elements in [two.to_vec(), three.to_vec(), four.to_vec()] {
        assert_eq!(elements, [1, 2, 3, 4, 5, 6]);
    }
}

#[test]
fn a_float_that_is_not_a_number_is_the_largest() {
    let a = Tensor::from([[1.0, f64::NAN], [f64::NAN, 2.0], [3.0, 4.0]]);
    assert!(a.max().is_nan());
    let rows = a.max_axis::<-1>();
    assert!(rows[[0, 0]].is_nan() && rows[[1, 0]].is_nan());
    assert_eq!(rows[[2, 0]], 4.0);
    assert!(a.max_axis::<-2>().iter().all(|element| element.is_nan()));
}

#[test]
fn a_failed_try_form_says_why_and_changes_nothing() {
    let lhs = DynShape::from([8, 1, 6, 1]);
    let rhs = DynShape::from([8, 4, 3]);
    let mut a = Tensor::<f32, _>::full_with(lhs, 1.0);
    let b = Tensor::<f32, _>::full_with(rhs, 2.0);
    let text = "cannot broadcast shapes [8, 1, 6, 1] and [8, 4, 3]: size 6 does not match size 4 at axis -2";
    for error in [
        a.try_add(&b).unwrap_err(),
        a.try_sub(&b).unwrap_err(),
        a.try_mul(&b).unwrap_err(),
        a.try_div(&b).unwrap_err(),
        a.try_zip_map(&b, f32::max).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), text);
    }
    let before = a.clone();
    let text = "cannot broadcast shape [8, 4, 3] to the target [8, 1, 6, 1]: size 3 does not match the \
                target's size 1 at axis -1";
    for error in [
        a.try_add_assign(&b).unwrap_err(),
        a.try_sub_assign(&b).unwrap_err(),
        a.try_mul_assign(&b).unwrap_err(),
        a.try_div_assign(&b).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(a, before);
}

#[test]
fn constructors_say_what_is_wrong() {
    let error = Tensor::<f32, shape![2, 3]>::from_vec(vec![1.0; 5]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a tensor of shape [2, 3] has 6 elements, but there are 5 values"
    );
    let kind = ShapeErrorKind::Length {
        expected: 6,
        found: 5,
    };
    assert_eq!(error.kind(), kind);
    let huge = DynShape::from([usize::MAX, 2]);
    let error = Tensor::<f32, _>::from_vec_with(huge, vec![]).unwrap_err();
    assert_eq!(error.kind(), ShapeErrorKind::TooManyElements);
    assert_eq!(
        error.to_string(),
        format!(
            "a tensor of shape [{}, 2] has more elements than `usize` can count",
            usize::MAX
        )
    );
    // A size of 0 makes the others harmless.
    let empty = DynShape::from([usize::MAX, 2, 0]);
    assert!(Tensor::<f32, _>::zeros_with(empty).is_empty());
    let error = Tensor::from([[1, 2]])
        .widen::<DynShape>()
        .try_into_shape::<shape![_]>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [1, 2] do not fit the type: rank 2 where the type has 1"
    );
    let a = Tensor::from([[1, 2]])
        .try_into_shape::<shape![_, _]>()
        .unwrap();
    assert_eq!(
        a.try_matmul(&a).unwrap_err().to_string(),
        "cannot multiply matrices [1, 2] and [1, 2]: inner size 2 does not match inner size 1; the right side fits after transpose()"
    );
    // Whole shapes, whatever the rank.
    let a = Tensor::<f32, DynShape>::zeros_with(DynShape::from([2, 3, 5, 4]));
    assert_eq!(
        a.try_matmul(&a).unwrap_err().to_string(),
        "cannot multiply matrices [2, 3, 5, 4] and [2, 3, 5, 4]: inner size 4 does not match inner size 5; the right side fits after transpose()"
    );
}

/// The type gives all sizes of the result, though not those of the operands.
#[test]
fn dynamic_operands_of_a_static_result_are_checked() {
    let a = Tensor::<f32, _>::full_with(DynShape::from([3, 4]), 1.0)
        .try_into_shape::<shape![_, 4]>()
        .unwrap();
    let b = Tensor::<f32, shape![2, 4]>::full(2.0);
    let text = "cannot broadcast shapes [3, 4] and [2, 4]: size 3 does not match size 2 at axis -2";
    let sum: Result<Tensor<f32, shape![2, 4]>, _> = a.try_add(&b);
    assert_eq!(sum.unwrap_err().to_string(), text);
    assert_eq!(a.try_zip_map(&b, f32::max).unwrap_err().to_string(), text);
    assert_panics_here(|| &a + &b, text);
    assert_panics_here(|| a.clone() + b.clone(), text);
    assert_panics_here(|| a.zip_map(&b, f32::max), text);

    let c = a.transpose().try_into_shape::<shape![4, _]>().unwrap();
    let text =
        "cannot multiply matrices [4, 3] and [2, 4]: inner size 3 does not match inner size 2";
    let product: Result<Tensor<f32, shape![4, 4]>, _> = c.try_matmul(&b);
    assert_eq!(product.unwrap_err().to_string(), text);
    assert_panics_here(|| c.matmul(&b), text);
}

/// Checks that a closure panics with this text, at the place where the closure is written.
#[track_caller]
fn assert_panics_here<T>(function: impl FnOnce() -> T, text: &str) {
    let here = std::panic::Location::caller();
    let (file, line, told) = panic_of(function);
    assert_eq!(told, text);
    assert_eq!(file, here.file());
    // The closure is on the line of the call, or on the next where the line would be too long.
    let lines = here.line()..=here.line() + 1;
    assert!(
        lines.contains(&line),
        "{text}: at line {line}, not {lines:?}"
    );
}

#[test]
fn panics_stand_at_the_line_of_the_caller() {
    let a = Tensor::<f32, _>::full_with(DynShape::from([2, 3]), 1.0);
    let b = Tensor::<f32, _>::full_with(DynShape::from([4]), 1.0);
    let sizes = a.try_add(&b).unwrap_err().to_string();
    assert_panics_here(|| &a + &b, &sizes);
    assert_panics_here(|| a.clone() + &b, &sizes);
    assert_panics_here(|| &a - b.clone(), &sizes);
    assert_panics_here(|| a.clone() * b.clone(), &sizes);
    assert_panics_here(|| &a / &b, &sizes);
    assert_panics_here(|| a.zip_map(&b, f32::max), &sizes);

    let mut changed = a.clone();
    let target = changed.try_add_assign(&b).unwrap_err().to_string();
    assert_panics_here(|| changed += &b, &target);
    assert_panics_here(|| changed -= b.clone(), &target);
    assert_panics_here(|| changed *= &b, &target);
    assert_panics_here(|| changed /= b.clone(), &target);
    assert_eq!(changed, a);

    let matrix = a.try_into_shape::<shape![_, _]>().unwrap();
    let weights = Tensor::<f32, _>::zeros_with(<shape![_, _]>::of([4, 5]));
    let signal = Tensor::<f32, _>::zeros_with(<shape![1, _]>::of([2]));
    let kernels = Tensor::<f32, shape![1, 1, 3]>::zeros();
    let inner = matrix.try_matmul(&matrix).unwrap_err().to_string();
    assert_panics_here(|| matrix.matmul(&matrix), &inner);
    // Forms that an attribute writes: with the body of the other form, by a call of it, and for each number of axes.
    let rows = matrix.try_linear(&weights).unwrap_err().to_string();
    assert_panics_here(|| matrix.linear(&weights), &rows);
    let products = matrix.try_dot(&weights).unwrap_err().to_string();
    assert_panics_here(|| matrix.dot(&weights), &products);
    let windows = signal.try_conv1d(&kernels, Conv::new()).unwrap_err();
    assert_panics_here(
        || signal.conv1d(&kernels, Conv::new()),
        &windows.to_string(),
    );
    let beyond = "no element at [1, 3] in a tensor of shape [2, 3]: axis -1 has size 3";
    assert_panics_here(|| matrix[[1, 3]], beyond);
    let mut changed = matrix.clone();
    assert_panics_here(|| changed[[1, 3]] = 0.0, beyond);
    assert_panics_here(
        || b[[1, 0]],
        "no element at [1, 0] in a tensor of shape [4]",
    );

    assert_panics_here(
        || b.sum_axis::<-2>(),
        "a tensor of shape [4] has no axis -2",
    );
    assert_panics_here(
        || b.mean_axis::<-2>(),
        "a tensor of shape [4] has no axis -2",
    );
    let empty = Tensor::<f32, _>::zeros_with(<shape![2, _]>::of([0]));
    let no_maximum = "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0";
    assert_panics_here(|| empty.max(), no_maximum);

    let huge = DynShape::from([usize::MAX, 2]);
    let count = huge.num_elements().unwrap_err().to_string();
    assert_panics_here(|| Tensor::<f32, _>::zeros_with(huge.clone()), &count);
    assert_panics_here(|| Tensor::full_with(huge.clone(), 1.0), &count);
    assert_panics_here(
        || Tensor::from_fn_with(huge.clone(), |[i, j]| i + j),
        &count,
    );
    assert_panics_here(
        || Tensor::from_fn_with(huge.clone(), |[i]| i),
        &format!("an index of 1 numbers for a tensor of shape {huge}"),
    );
}

#[test]
fn an_axis_without_elements_has_a_sum_and_no_maximum() {
    // Of a static size of 0 a maximum is not built.
    let empty = Tensor::<f32, _>::zeros_with(<shape![2, _]>::of([0]));
    assert_eq!(empty.sum_axis::<-1>().to_vec(), [0.0, 0.0]);
    assert!(empty.mean_axis::<-1>().iter().all(|mean| mean.is_nan()));
    assert!(empty.max_axis::<-2>().is_empty());
    assert_panics_here(
        || empty.max_axis::<-1>(),
        "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0",
    );
}

#[test]
fn a_result_too_large_to_count_panics_at_the_line_of_the_caller() {
    // Elements of no size, so that the operands themselves fit in memory.
    let half = 1_usize << (usize::BITS / 2);
    let column = Tensor::full_with(DynShape::from([half, 1]), ());
    let row = Tensor::full_with(DynShape::from([half]), ());
    let text =
        format!("a tensor of shape [{half}, {half}] has more elements than `usize` can count");
    assert_panics_here(|| column.zip_map(&row, |(), ()| ()), &text);
    assert_panics_here(|| column.try_zip_map(&row, |(), ()| ()), &text);
}

/// What NumPy prints for the same array of integers.
#[test]
fn the_layout_is_that_of_numpy() {
    assert_eq!(Tensor::scalar(-7).to_string(), "-7");
    assert_eq!(Tensor::from([1, -20, 300]).to_string(), "[  1 -20 300]");
    assert_eq!(
        Tensor::from([[1, -2], [30, 4]]).to_string(),
        "[[ 1 -2]\n [30  4]]"
    );
    let cube = Tensor::<i32, shape![2, 2, 3]>::from_fn(|[i, j, k]| (6 * i + 3 * j + k) as i32);
    assert_eq!(
        cube.to_string(),
        "\
[[[ 0  1  2]
  [ 3  4  5]]

 [[ 6  7  8]
  [ 9 10 11]]]"
    );
    let of_four_axes =
        Tensor::<i32, shape![2, 2, 1, 2]>::from_fn(|[i, j, _, l]| (4 * i + 2 * j + l) as i32);
    assert_eq!(
        of_four_axes.to_string(),
        "\
[[[[0 1]]

  [[2 3]]]


 [[[4 5]]

  [[6 7]]]]"
    );
    assert_eq!(Tensor::<i32, shape![0]>::zeros().to_string(), "[]");
    assert_eq!(Tensor::<i32, shape![1, 1]>::zeros().to_string(), "[[0]]");
}

#[test]
fn a_tensor_without_elements_prints_as_brackets() {
    for shape in [&[0, 3][..], &[2, 0], &[2, 0, 3]] {
        let text = Tensor::<i32, _>::zeros_with(DynShape::from(shape)).to_string();
        assert_eq!(text, "[]", "shape {shape:?}");
    }
}

#[test]
fn a_precision_applies_to_every_element() {
    let a = Tensor::from([[1.5, -20.25], [300.0, 0.125]]);
    assert_eq!(
        format!("{a}"),
        "[[   1.5e0 -2.025e1]\n [     3e2  1.25e-1]]"
    );
    assert_eq!(format!("{a:.1}"), "[[  1.5 -20.2]\n [300.0   0.1]]");
    assert_eq!(format!("{a:.0}"), "[[  2 -20]\n [300   0]]");
    assert_eq!(format!("{:.2}", Tensor::scalar(-1.0)), "-1.00");
    assert_eq!(
        Tensor::from(["one", "\u{e9}t\u{e9}"]).to_string(),
        "[one \u{e9}t\u{e9}]"
    );
}

#[test]
fn exponents_are_those_of_numpy() {
    for (numbers, has_exponents) in [
        ([0.0, 0.5, 123.0], false),
        ([99_999_000.0, 1e5, f64::INFINITY], false),
        ([1e8, 1e8, 1e8], true),
        ([1e-4, 1e-2, f64::NAN], false),
        ([0.0, 9e-5, 1e-4], true),
        ([1.0, -1000.0, 0.0], false),
        ([1.0, -1001.0, 0.0], true),
    ] {
        let x = Tensor::from(numbers);
        assert_eq!(x.to_string().contains('e'), has_exponents, "{numbers:?}");
        let floats = x.map(|x| x as f32);
        assert_eq!(
            floats.to_string().contains('e'),
            has_exponents,
            "{numbers:?}"
        );
        assert!(!format!("{x:.9}").contains('e'));
    }
    assert_eq!(
        Tensor::from([1_u64, 1 << 40]).to_string(),
        "[            1 1099511627776]"
    );
    assert_eq!(
        format!("{:.2e}", Tensor::from([1.0, 250.0])),
        "[1.00e0 2.50e2]"
    );
    assert_eq!(format!("{:+e}", Tensor::from([0.5_f32])), "[+5e-1]");
}

#[test]
fn debug_shows_the_type_and_rows() {
    let a = Tensor::from([[1.5, -2.0]]);
    assert_eq!(format!("{a:?}"), "Tensor<f64, [1, 2]> [[1.5, -2.0]]");
    assert_eq!(format!("{a:.3?}"), "Tensor<f64, [1, 2]> [[1.500, -2.000]]");
    let b = Tensor::<u8, _>::zeros_with(DynShape::from([0, 3]));
    assert_eq!(format!("{b:?}"), "Tensor<u8, [0, 3]> []");
    assert_eq!(format!("{:?}", Tensor::scalar('x')), "Tensor<char, []> 'x'");
    let cube = Tensor::from([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    assert_eq!(
        format!("{cube:?}"),
        "Tensor<i32, [2, 2, 2]> [[[1, 2],\n  [3, 4]],\n\n [[5, 6],\n  [7, 8]]]"
    );
    let many = Tensor::<f32, shape![600_000]>::zeros();
    assert_eq!(
        format!("{many:?}"),
        "Tensor<f32, [600000]> [0.0, 0.0, 0.0, ..., 0.0, 0.0, 0.0]"
    );
    let rows = Tensor::<u32, shape![500, 3]>::from_fn(|[row, column]| (3 * row + column) as u32);
    assert_eq!(
        format!("{rows:?}"),
        "Tensor<u32, [500, 3]> [[0, 1, 2],\n [3, 4, 5],\n [6, 7, 8],\n ...,\n [1491, 1492, 1493],\n [1494, 1495, 1496],\n [1497, 1498, 1499]]"
    );
    assert_eq!(format!("{rows:#?}").lines().count(), 500);
}
