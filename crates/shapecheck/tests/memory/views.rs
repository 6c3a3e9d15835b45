//! Views, and views of views: random programs compared with `ndarray`, with every operation on the result; and views of
//! static shape compared with nested arrays.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use crate::at;
use ndarray::{ArrayD, Axis, Slice};
use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::algebra::Keep;
use shapecheck::{
    DynShape, InlineTensor, Shape, Tensor, View, ViewMut, axes, broadcast_tensors,
    broadcast_update, dim, shape, try_broadcast_tensors,
};

use crate::programs::{Checked, Dynamic, Step, run};

fn step() -> impl Strategy<Value = Step> {
    let n = 0..24_usize;
    prop_oneof![
        (n.clone(), n.clone()).prop_map(|(a, b)| Step::Swap(a, b)),
        (n.clone(), n.clone()).prop_map(|(a, b)| Step::Index(a, b)),
        (n.clone(), n.clone(), n.clone()).prop_map(|(a, b, c)| Step::Slice(a, b, c)),
        (n.clone(), n.clone(), n.clone(), n.clone())
            .prop_map(|(a, b, c, d)| Step::Stepped(a, b, c, d)),
        n.prop_map(Step::Insert),
        Just(Step::Remove),
        vec(1..=3_usize, 0..=2).prop_map(Step::Broadcast),
        Just(Step::Permute),
    ]
}

fn start() -> impl Strategy<Value = (Vec<usize>, Vec<i64>)> {
    vec(0..=4_usize, 0..=4).prop_flat_map(|sizes| {
        let count = sizes.iter().product::<usize>();
        (Just(sizes), vec(-99..=99_i64, count))
    })
}

/// A program on a tensor, all of it compared after each step.
fn check<E: Checked>(steps: &[Step], mut tensor: Dynamic<E>, mut array: ArrayD<i64>) {
    E::assert_same(&tensor, array.view());
    for step in steps {
        (tensor, array) = run(step, tensor, array);
        E::assert_same(&tensor, array.view());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn programs_of_views_agree_with_ndarray(
        (sizes, elements) in start(),
        steps in vec(step(), 0..8),
    ) {
        let array = ArrayD::from_shape_vec(sizes.clone(), elements.clone()).unwrap();
        let tensor = Tensor::from_vec_with(DynShape::from(sizes), elements).unwrap();
        check(&steps, tensor.view(), array.clone());
        check(&steps, tensor, array);
    }

    #[test]
    fn a_mutable_view_changes_what_it_shows(
        (sizes, elements) in start(),
        axis in 0..4_usize,
        (from, to) in (0..5_usize, 0..5_usize),
    ) {
        let rank = sizes.len();
        prop_assume!(rank > 0);
        let axis = axis % rank + 1;
        let size = sizes[rank - axis];
        let (from, to) = (from % (size + 1), to % (size + 1));
        let (from, to) = (from.min(to), from.max(to));
        let mut array = ArrayD::from_shape_vec(sizes.clone(), elements.clone()).unwrap();
        let mut tensor = Tensor::from_vec_with(DynShape::from(sizes), elements).unwrap();
        array.slice_axis_mut(Axis(rank - axis), Slice::from(from..to)).map_inplace(|x| *x = 3 * *x + 1);
        at!(axis, A => {
            let mut view = tensor.slice_axis_mut::<A>(from..to);
            view *= 3;
            broadcast_update!(|x, one| *x += one; &mut view, &Tensor::scalar(1));
        });
        prop_assert!(tensor.iter().eq(array.iter()));
        if size >= 2 {
            array.slice_axis_mut(Axis(rank - axis), Slice::from(size - 2..size)).map_inplace(|x| *x -= 5);
            at!(axis, A => broadcast_update!(|x| *x -= 5; &mut tensor.narrow_mut::<A, dim!(2)>(size - 2)));
            prop_assert!(tensor.iter().eq(array.iter()));
        }
        if from < size {
            array.index_axis_mut(Axis(rank - axis), from).fill(7);
            at!(axis, A => broadcast_update!(|x| *x = 7; &mut tensor.index_axis_mut::<A>(from)));
            prop_assert!(tensor.iter().eq(array.iter()));
        }
    }

    #[test]
    fn tensors_broadcast_together_have_one_shape(a in 1..4_usize, b in 1..4_usize, c in 1..4_usize) {
        let x = Tensor::<usize, _>::from_fn_with(<shape![_, 1]>::try_from([a, 1]).unwrap(), |[i, _]| i);
        let y = Tensor::<usize, _>::from_fn_with(<shape![_, 1, _]>::try_from([c, 1, b]).unwrap(), |[k, _, j]| 10 * j + 100 * k);
        let (p, q) = broadcast_tensors!(&x, &y);
        assert_eq!(p.shape().to_dyn().dims(), [c, a, b]);
        assert_eq!(q.shape(), p.shape());
        for (k, i, j) in (0..c).flat_map(|k| (0..a).flat_map(move |i| (0..b).map(move |j| (k, i, j)))) {
            assert_eq!((p[[k, i, j]], q[[k, i, j]]), (i, 10 * j + 100 * k));
        }
    }
}

// Under Miri.
#[test]
fn views_of_static_shapes_are_static() {
    let t = InlineTensor::<usize, shape![2, 3, 4]>::from_fn(|[i, j, k]| 100 * i + 10 * j + k);
    let a: InlineTensor<usize, shape![2, 4, 3]> = t.transpose().to_tensor();
    // A copy, in its own order; on the heap the elements stay where they are.
    let transposed = t.to_heap().transpose();
    assert_eq!((a[[1, 3, 2]], a.strides()), (123, [12, 3, 1].into()));
    assert_eq!(
        (transposed[[1, 3, 2]], transposed.strides()),
        (123, [12, 1, 4].into())
    );
    let b: InlineTensor<usize, shape![4, 2, 3]> = t.permute::<axes![-1, -3, -2]>().to_tensor();
    assert_eq!(b[[3, 1, 2]], 123);
    let c: InlineTensor<usize, shape![2, 4]> = t.index_axis::<-2>(1).to_tensor();
    assert_eq!(
        c,
        InlineTensor::from([[10, 11, 12, 13], [110, 111, 112, 113]])
    );
    let d: InlineTensor<usize, shape![2, 2, 4]> = t.narrow::<-2, dim!(2)>(1).to_tensor();
    assert_eq!(d[[1, 1, 0]], 120);
    let e: InlineTensor<usize, shape![2, 1, 3, 4]> = t.insert_axis::<-3>().to_tensor();
    assert_eq!(e.remove_axis::<-3>(), t);
    let f: InlineTensor<usize, shape![3, 2, 4]> =
        t.transpose().swap_axes::<-3, -1>().transpose().to_tensor();
    assert_eq!(f[[2, 1, 3]], 123);
    let g: InlineTensor<usize, shape![4, 6]> = t.reshape::<shape![4, 6]>().to_tensor();
    assert_eq!(g[[2, 0]], 100);
    assert_eq!(t.into_reshaped::<shape![24]>()[[23]], 123);
    let h = InlineTensor::from([[1], [2]])
        .expand::<shape![3, Keep, 2]>()
        .to_tensor();
    assert_eq!(
        h,
        InlineTensor::from([[[1, 1], [2, 2]], [[1, 1], [2, 2]], [[1, 1], [2, 2]]])
    );
    let dynamic = h.to_heap().try_into_shape::<DynShape>().unwrap();
    let expanded = dynamic.try_expand_to(&[4, -1, -1, -1]).unwrap();
    assert_eq!(expanded.shape().dims(), [4, 3, 2, 2]);
    assert!(dynamic.try_expand_to(&[4, -1, -1]).is_err());
}

// Under Miri.
#[test]
fn buffers_of_others_are_tensors() {
    let mut buffer = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let view = View::<f64, shape![2, 3]>::from_buffer(&buffer).unwrap();
    assert_eq!((&view + &view)[[1, 0]], 8.0);
    let sizes = <shape![_, 2]>::try_from([3, 2]).unwrap();
    assert_eq!(
        View::<f64, _>::from_buffer_with(sizes, &buffer).unwrap()[[2, 1]],
        6.0
    );
    assert_eq!(
        View::<f64, shape![5]>::from_buffer(&buffer)
            .unwrap_err()
            .to_string(),
        "a tensor of shape [5] has 5 elements, but there are 6 values",
    );
    let mut view = ViewMut::<f64, shape![3, 2]>::from_buffer(&mut buffer).unwrap();
    view += Tensor::from([10.0, 20.0]);
    view.transpose_mut()[[1, 2]] = 0.0;
    assert_eq!(buffer, [11.0, 22.0, 13.0, 24.0, 15.0, 0.0]);
}

// Under Miri.
#[test]
fn ranks_above_eight() {
    let sizes: Vec<usize> = vec![2, 1, 3, 1, 2, 1, 1, 2, 1, 2, 1, 3];
    let count = sizes.iter().product::<usize>();
    let elements: Vec<i64> = (0..count as i64).collect();
    let array = ArrayD::from_shape_vec(sizes.clone(), elements.clone()).unwrap();
    let t = Tensor::from_vec_with(DynShape::from(sizes.clone()), elements).unwrap();
    let row = array.index_axis(Axis(0), 1).to_owned();
    let other =
        Tensor::from_vec_with(DynShape::from(row.shape()), row.iter().copied().collect()).unwrap();
    let sum = &t + &other;
    assert!(sum.iter().eq((&array + &row).iter()));
    let mut column_sizes = sizes.clone();
    column_sizes[2] = 1;
    column_sizes[11] = 1;
    let column = array
        .sum_axis(Axis(11))
        .insert_axis(Axis(11))
        .sum_axis(Axis(2))
        .insert_axis(Axis(2));
    let sums = t.sum_axis::<-1>();
    assert_eq!(sums.shape().rank(), 12);
    let other = Tensor::from_vec_with(
        DynShape::from(column_sizes),
        column.iter().copied().collect(),
    )
    .unwrap();
    assert!((&t * &other).iter().eq((&array * &column).iter()));
    let swapped = t.swap_axes::<-1, -8>();
    let expected = {
        let mut array = array.clone();
        array.swap_axes(11, 4);
        array
    };
    assert!(swapped.iter().eq(expected.iter()));
    assert!(
        (&swapped + &swapped.to_tensor())
            .iter()
            .eq(expected.map(|x| 2 * x).iter())
    );
    let first = t.broadcast_to_with(DynShape::from([&[5], &sizes[..]].concat()));
    assert_eq!(first.to_tensor().len(), 5 * count);
}

#[test]
fn tensors_that_do_not_broadcast_together_are_an_error() {
    let (x, y) = (
        Tensor::<i32, _>::zeros_with(DynShape::from([2])),
        Tensor::<i32, _>::zeros_with(DynShape::from([3])),
    );
    let error = try_broadcast_tensors!(&x, &y).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot broadcast shapes [2] and [3]: size 2 does not match size 3 at axis -1",
    );
}

#[test]
fn what_is_not_there_is_named() {
    let t = Tensor::<i32, DynShape>::zeros_with(DynShape::from([2, 3]));
    let text = |call: &dyn Fn()| {
        let error = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).unwrap_err();
        error.downcast_ref::<String>().unwrap().clone()
    };
    assert_eq!(
        text(&|| drop(t.index_axis::<-2>(2))),
        "index 2 is out of bounds for axis -2 of shape [2, 3]: its size is 2",
    );
    assert_eq!(
        text(&|| drop(t.index_axis::<-3>(0))),
        "a tensor of shape [2, 3] has no axis -3"
    );
    assert_eq!(
        text(&|| drop(t.slice_axis::<-1>(2..5))),
        "cannot slice axis -1 of shape [2, 3] up to 5: its size is 3",
    );
    assert_eq!(
        text(&|| drop(t.remove_axis::<-1>())),
        "cannot remove axis -1 of shape [2, 3]: its size is 3, not 1",
    );
    assert_eq!(
        t.try_reshape(DynShape::from([4])).unwrap_err().to_string(),
        "cannot reshape [2, 3] to [4]: 6 elements do not fit in a shape of 4 elements",
    );
}

#[test]
fn views_of_all_operands_where_a_constant_is_called_view() {
    // Patterns with this name are this number here.
    #[allow(non_upper_case_globals, dead_code)]
    const view: usize = 7;
    let (column, row) = (Tensor::from([[1], [2]]), Tensor::from([10, 20, 30]));
    let (a, b) = shapecheck::broadcast_tensors!(&column, &row);
    assert_eq!((a[[1, 2]], b[[1, 2]]), (2, 30));
}

#[test]
fn slices_with_strides_are_views() {
    let buffer: Vec<i32> = (0..24).collect();
    let at = |strides: &[usize]| {
        View::<_, shape![_, 3, _]>::from_strided(
            <shape![_, 3, _]>::try_from([2, 3, 4]).unwrap(),
            strides,
            &buffer,
        )
    };
    for strides in [[12, 4, 1], [1, 2, 6], [0, 1, 1], [3, 0, 5], [1, 8, 1]] {
        let view = at(&strides).unwrap();
        let expected = Tensor::<i32, shape![2, 3, 4]>::from_fn(|[i, j, k]| {
            (i * strides[0] + j * strides[1] + k * strides[2]) as i32
        });
        assert_eq!(view.to_vec(), expected.to_vec(), "{strides:?}");
        assert_eq!((view + 1).to_vec(), (&expected + 1).to_vec(), "{strides:?}");
        assert_eq!(
            at(&strides).unwrap().transpose().to_vec(),
            expected.transpose().to_vec()
        );
        let sums = at(&strides).unwrap().sum_axis::<-2>();
        assert_eq!(sums.to_vec(), expected.sum_axis::<-2>().to_vec());
        assert_eq!(at(&strides).unwrap().as_memory().len(), buffer.len());
    }
    for (strides, told) in [
        (
            &[12, 4, 2][..],
            "a tensor of shape [2, 3, 4] with strides [12, 4, 2] has its last element at place 26, counted from 0, but there are 24 values",
        ),
        (
            &[12, 4],
            "a tensor of shape [2, 3, 4] has 3 axes, but there are 2 strides",
        ),
        (
            &[usize::MAX, 4, 1],
            "a tensor of shape [2, 3, 4] with strides [18446744073709551615, 4, 1] has its last element at place 18446744073709551615, counted from 0, but there are 24 values",
        ),
    ] {
        let error = at(strides).unwrap_err().to_string();
        // The largest `usize` has fewer digits elsewhere.
        if cfg!(target_pointer_width = "64") {
            assert_eq!(error, told);
        }
    }
    // An axis without two indices may have any stride, and what has no elements needs none.
    let any = usize::MAX;
    let one =
        View::<_, shape![1, 2]>::from_strided(Default::default(), &[any, 1], &buffer[..2]).unwrap();
    assert_eq!(one.insert_axis::<-3>().to_vec(), [0, 1]);
    let none = View::<_, shape![0, 5]>::from_strided(Default::default(), &[any, any], &buffer[..0])
        .unwrap();
    assert_eq!(none.index_axis::<-1>(4).len(), 0);
}
