//! Moving, removing, merging and splitting axes, slices and splits at an index: tables of cases for types and slices,
//! and elements compared with NumPy.
#![cfg(feature = "tensor")]

use shapecheck::algebra::{
    Flattens, MoveAxis, Sliced, Slices, SplitsAt, SqueezesAll, Unflattens, flatten_shape,
    move_axis_order, slice_shape, split_at_sizes, squeezed_shape,
};
use shapecheck::{Dim, DynShape, InlineTensor, Shape, dim, shape, split_axis_shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// The sizes in another order.
fn ordered(sizes: &[usize], order: &DynShape) -> Vec<usize> {
    order.dims().iter().map(|&axis| sizes[axis]).collect()
}

macro_rules! moved {
    ($([$($shape:tt)*] $from:literal $to:literal => $result:tt;)*) => {$(
        moved!(@ [$($shape)*] $from $to $result);
    )*};
    (@ [$($shape:tt)*] $from:literal $to:literal refused) => {
        assert_not_impl_any!(shape![$($shape)*]: MoveAxis<$from, $to>);
        assert!(move_axis_order(&[$($shape)*], $from, $to).is_err());
    };
    (@ [$($shape:tt)*] $from:literal $to:literal [$($output:tt)*]) => {
        assert_type_eq_all!(<shape![$($shape)*] as MoveAxis<$from, $to>>::Output, shape![$($output)*]);
        let order = move_axis_order(&[$($shape)*], $from, $to).unwrap();
        assert_eq!(ordered(&[$($shape)*], &order), [$($output)*]);
    };
}

#[test]
fn moved_axes_follow_the_table() {
    moved! {
        [8, 5, 6, 3] -1 -3 => [8, 3, 5, 6];
        [8, 3, 5, 6] -3 -1 => [8, 5, 6, 3];
        [8, 3, 5, 6] -4 -1 => [3, 5, 6, 8];
        [8, 3, 5, 6] -1 -4 => [6, 8, 3, 5];
        [8, 3] -1 -2 => [3, 8];
        [8, 3] -2 -2 => [8, 3];
        [8] -1 -1 => [8];
        [8, 3] -3 -1 => refused;
        [8, 3] -1 -3 => refused;
        [] -1 -1 => refused;
    }
    assert_type_eq_all!(
        <shape![_, 5, 3] as MoveAxis<-1, -3>>::Output,
        shape![3, _, 5]
    );
}

#[test]
fn axes_of_size_one_are_left_out() {
    macro_rules! squeezed {
        ($([$($shape:tt)*] => [$($output:tt)*];)*) => {$(
            assert_type_eq_all!(<shape![$($shape)*] as SqueezesAll>::Output, shape![$($output)*]);
            let output: &[usize] = &[$($output)*];
            assert_eq!(squeezed_shape(&[$($shape)*]).unwrap().dims(), output);
        )*};
    }
    squeezed! {
        [1, 3, 1, 5] => [3, 5];
        [1, 1] => [];
        [] => [];
        [0, 1, 2] => [0, 2];
        [7] => [7];
    }
    assert_not_impl_any!(shape![1, _, 3]: SqueezesAll);
    assert_impl_all!(DynShape: SqueezesAll);
}

#[test]
fn flat_axes_follow_the_table() {
    macro_rules! flat {
        ($([$($shape:tt)*] $axis:literal => $result:tt;)*) => {$(
            flat!(@ [$($shape)*] $axis $result);
        )*};
        (@ [$($shape:tt)*] $axis:literal refused) => {
            assert_not_impl_any!(shape![$($shape)*]: Flattens<$axis>);
            assert!(flatten_shape(&[$($shape)*], $axis).is_err());
        };
        (@ [$($shape:tt)*] $axis:literal [$($output:tt)*]) => {
            assert_type_eq_all!(<shape![$($shape)*] as Flattens<$axis>>::Output, shape![$($output)*]);
            assert_eq!(flatten_shape(&[$($shape)*], $axis).unwrap().dims(), [$($output)*]);
        };
    }
    flat! {
        [8, 64, 5, 5] -3 => [8, 1600];
        [8, 64, 5, 5] -4 => [12800];
        [8, 64, 5, 5] -1 => [8, 64, 5, 5];
        [8, 0, 5] -2 => [8, 0];
        [8, 5] -3 => refused;
        [] -1 => refused;
    }
    assert_type_eq_all!(<shape![8, _, 5] as Flattens<-2>>::Output, shape![8, _]);
}

#[test]
fn unflattened_axes_follow_the_table() {
    macro_rules! unflat {
        ($([$($shape:tt)*] $axis:literal [$($sizes:tt)*] => $result:tt;)*) => {$(
            unflat!(@ [$($shape)*] $axis [$($sizes)*] $result);
        )*};
        (@ [$($shape:tt)*] $axis:literal [$($sizes:tt)*] refused) => {
            assert_not_impl_any!(shape![$($shape)*]: Unflattens<$axis, shape![$($sizes)*]>);
            assert!(split_axis_shape(&[$($shape)*], $axis, &[$(Some($sizes)),*]).is_err());
        };
        (@ [$($shape:tt)*] $axis:literal [$($sizes:literal),*] [$($output:tt)*]) => {
            assert_type_eq_all!(<shape![$($shape)*] as Unflattens<$axis, shape![$($sizes),*]>>::Output, shape![$($output)*]);
            assert_eq!(split_axis_shape(&[$($shape)*], $axis, &[$(Some($sizes)),*]).unwrap().dims(), [$($output)*]);
        };
    }
    unflat! {
        [2, 768] -1 [2, 6, 64] => [2, 2, 6, 64];
        [2, 768] -1 [768] => [2, 768];
        [24, 5] -2 [2, 3, 4] => [2, 3, 4, 5];
        [0, 5] -2 [0, 3] => [0, 3, 5];
    }
    assert_not_impl_any!(shape![2, 768]: Unflattens<-1, shape![2, 6, 63]>, Unflattens<-3, shape![2]>);
    assert_type_eq_all!(
        <shape![2, 768] as Unflattens<-1, shape![2, _, 64]>>::Output,
        shape![2, 2, _, 64]
    );
    assert_type_eq_all!(
        <shape![2, _] as Unflattens<-1, shape![2, 6, 64]>>::Output,
        shape![2, 2, 6, 64]
    );
}

/// A size, where a slice starts and ends, its step, and how many indices it has, or `refused`.
macro_rules! sliced {
    ($($size:literal: $start:literal $end:literal $step:literal => $result:tt;)*) => {$(
        sliced!(@ $size $start $end $step $result);
    )*};
    (@ $size:literal $start:literal $end:literal $step:literal refused) => {
        assert_not_impl_any!(shape![2, $size]: Slices<-1, dim!($start), dim!($end), dim!($step)>);
        assert!(slice_shape(&[2, $size], -1, ($start, $end), $step).is_err());
    };
    (@ $size:literal $start:literal $end:literal $step:literal $result:literal) => {
        assert_impl_all!(shape![2, $size]: Slices<-1, dim!($start), dim!($end), dim!($step)>);
        assert_type_eq_all!(Sliced<shape![2, $size], -1, dim!($start), dim!($end), dim!($step)>, shape![2, $result]);
        assert_eq!(slice_shape(&[2, $size], -1, ($start, $end), $step).unwrap().dims(), [2, $result]);
        assert_eq!(slice_shape(&[2, $size], -1, ($start, $end), -$step).unwrap().dims(), [2, $result]);

        let x = InlineTensor::<usize, shape![2, $size]>::from_fn(|[row, column]| 100 * row + column);
        let forwards = x.along::<-1>().slice::<dim!($start), dim!($end), dim!($step)>();
        let backwards = x.along::<-1>().slice_back::<dim!($start), dim!($end), dim!($step)>();
        let expected = |row: usize| ($start..$end).step_by($step).map(move |column| 100 * row + column);
        assert!(forwards.iter().copied().eq(expected(0).chain(expected(1))));
        let expected = |row: usize| ($start..$end).rev().step_by($step).map(move |column| 100 * row + column);
        assert!(backwards.iter().copied().eq(expected(0).chain(expected(1))));
    };
}

#[test]
fn slices_follow_the_table() {
    sliced! {
        10: 1 9 3 => 3;
        10: 1 9 1 => 8;
        10: 1 8 3 => 3;
        10: 0 10 4 => 3;
        10: 0 10 10 => 1;
        10: 0 10 11 => 1;
        10: 5 5 2 => 0;
        10: 10 10 1 => 0;
        5: 1 9 3 => refused;
        5: 4 1 1 => refused;
        5: 0 4 0 => refused;
    }
    assert_impl_all!(shape![2, _]: Slices<-1, dim!(1), dim!(9), dim!(3)>);
    assert_eq!(split_at_sizes(&[2, 8], -1, 8), Ok((8, 0)));
    assert_impl_all!(shape![2, 8]: SplitsAt<-1, dim!(8)>, SplitsAt<-1, dim!(0)>, SplitsAt<-2, dim!(1)>);
    assert_not_impl_any!(shape![2, 8]: SplitsAt<-1, dim!(9)>, SplitsAt<-3, dim!(0)>);
}

/// As NumPy's `moveaxis`, `rot90` with `axes=(-2, -1)`, `squeeze` and `ravel` give them.
#[test]
fn elements_are_those_of_numpy() {
    let x = InlineTensor::<i32, shape![2, 2, 3]>::from_fn(|[i, j, k]| (6 * i + 3 * j + k) as i32);
    let elements = |tensor: &[i32]| tensor.to_vec();
    assert_eq!(
        elements(x.move_axis::<-1, -3>().as_slice()),
        [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]
    );
    assert_eq!(
        elements(x.move_axis::<-3, -1>().as_slice()),
        [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]
    );
    assert_eq!(
        elements(x.rot90().as_slice()),
        [2, 5, 1, 4, 0, 3, 8, 11, 7, 10, 6, 9]
    );
    assert_eq!(
        elements(x.rot180().as_slice()),
        [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6]
    );
    assert_eq!(
        elements(x.rot270().as_slice()),
        [3, 0, 4, 1, 5, 2, 9, 6, 10, 7, 11, 8]
    );
    let flat: InlineTensor<i32, shape![12]> = x.flatten();
    assert_eq!(flat.as_slice(), x.as_slice());
    let rows: InlineTensor<i32, shape![2, 6]> = x.flatten_from::<-2>();
    assert_eq!(rows.as_slice(), x.as_slice());
    let three: InlineTensor<i32, shape![2, 3, 1, 2]> = rows.unflatten::<-1, shape![3, 1, 2]>();
    let squeezed: InlineTensor<i32, shape![2, 3, 2]> = three.squeeze();
    assert_eq!(squeezed.as_slice(), x.as_slice());
    let (head, tail) = rows.along::<-1>().split_at::<dim!(2)>();
    let _: (
        &InlineTensor<i32, shape![2, 2]>,
        &InlineTensor<i32, shape![2, 4]>,
    ) = (&head, &tail);
    assert_eq!(head.as_slice(), [0, 1, 6, 7]);
    assert_eq!(tail.as_slice(), [2, 3, 4, 5, 8, 9, 10, 11]);
}

/// Without a bound: where the axes in question stand in the type.
pub fn generic<S: Shape, N: Dim, C: Dim>(
    moved: <shape![..S, N, C] as MoveAxis<-1, -2>>::Output,
    flat: <shape![..S, N, C] as Flattens<-2>>::Output,
    sliced: Sliced<shape![..S, 10, C], -2, dim!(1), dim!(9), dim!(3)>,
) -> (shape![..S, C, N], shape![..S, N * C], shape![..S, 3, C]) {
    (moved, flat, sliced)
}

#[cfg(feature = "alloc")]
mod on_the_heap {
    use shapecheck::{DynShape, Tensor, shape};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn text<T>(run: impl FnOnce() -> T) -> String {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(_) => panic!("it did not fail"),
            Err(panic) => *panic.downcast::<String>().unwrap(),
        }
    }

    #[test]
    fn sizes_known_at_run_time() {
        let x = Tensor::<usize, _>::from_fn_with(DynShape::from([2, 1, 6]), |[i, _, k]| 6 * i + k);
        assert_eq!(x.squeeze().dims(), [2, 6]);
        assert_eq!(x.move_axis::<-1, -3>().dims(), [6, 2, 1]);
        assert_eq!(x.flatten_from::<-2>().dims(), [2, 6]);
        assert_eq!(x.flatten().dims(), [12]);
        assert_eq!(x.unflatten::<-1, shape![2, _]>().dims(), [2, 1, 2, 3]);
        assert_eq!(
            text(|| x.unflatten::<-1, shape![4, _]>()),
            "cannot split axis -1 of shape [2, 1, 6]: 6 is not a multiple of 4"
        );
        assert_eq!(
            text(|| x.move_axis::<-1, -4>()),
            "shape [2, 1, 6] has no axis -4"
        );
        assert_eq!(
            text(|| x.along::<-1>().slice_with(4..9, 1)),
            "range 4..9 along axis -1 of shape [2, 1, 6], which has size 6"
        );
        assert_eq!(
            text(|| x.along::<-1>().slice_with(.., 0)),
            "steps of 0 along axis -1 of shape [2, 1, 6]"
        );
        assert!(x.along::<-1>().try_slice_with(..=usize::MAX, 1).is_err());
        assert!(x.along::<-1>().try_slice_with(.., isize::MIN).is_ok());
        let (head, tail) = x.along::<-1>().split_at_with(2);
        assert_eq!((head.dims(), tail.dims()), (&[2, 1, 2][..], &[2, 1, 4][..]));
        assert_eq!(
            text(|| x.along::<-3>().split_at_with(3)),
            "cannot split axis -3 of shape [2, 1, 6] at 3: its size is 2"
        );
    }

    /// As NumPy's `array_split`.
    #[test]
    fn an_axis_in_pieces() {
        let x = Tensor::from([0, 1, 2, 3, 4, 5, 6]);
        let pieces: Vec<Vec<i32>> = x
            .along::<-1>()
            .array_split(3)
            .map(|part| part.to_vec())
            .collect();
        assert_eq!(pieces, [vec![0, 1, 2], vec![3, 4], vec![5, 6]]);
        let pieces: Vec<usize> = x
            .along::<-1>()
            .array_split(9)
            .map(|part| part.len())
            .collect();
        assert_eq!(pieces, [1, 1, 1, 1, 1, 1, 1, 0, 0]);
        let places = |places: &[usize]| -> Vec<usize> {
            x.along::<-1>()
                .split_at_places(places)
                .map(|part| part.len())
                .collect()
        };
        assert_eq!(places(&[2, 5]), [2, 3, 2]);
        assert_eq!(places(&[]), [7]);
        assert_eq!(places(&[0, 7]), [0, 7, 0]);
        assert_eq!(
            text(|| places(&[5, 2])),
            "range 5..2 along axis -1 of shape [7], which has size 7"
        );
        let none = AssertUnwindSafe(|| x.along::<-1>().array_split(0).count());
        assert!(catch_unwind(none).is_err());
    }
}

/// As NumPy's `rfft` and `irfft` without `n`.
#[test]
fn frequencies_follow_the_table() {
    use shapecheck::algebra::{InverseRealFourier, RealFourier, irfft_shape, rfft_shape};

    macro_rules! transformed {
        ($Rule:ident $rule:ident: $($size:literal => $output:literal,)*) => {$(
            assert_type_eq_all!(<shape![2, $size] as $Rule<-1>>::Output, shape![2, $output]);
            assert_eq!($rule(&[2, $size], -1).unwrap().dims(), [2, $output]);
        )*};
    }
    transformed!(RealFourier rfft_shape: 512 => 257, 511 => 256, 2 => 2, 1 => 1, 3 => 2,);
    transformed!(InverseRealFourier irfft_shape: 257 => 512, 2 => 2, 3 => 4,);
    assert_not_impl_any!(shape![2, 0]: RealFourier<-1>, RealFourier<-3>, InverseRealFourier<-1>);
    assert_not_impl_any!(shape![2, 1]: InverseRealFourier<-1>);
    assert!(rfft_shape(&[2, 0], -1).is_err() && irfft_shape(&[2, 1], -1).is_err());
    assert_type_eq_all!(<shape![_, 3] as RealFourier<-2>>::Output, shape![_, 3]);
}
