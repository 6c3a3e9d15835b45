//! Moving, removing, merging and splitting axes, slices and splits at an index: tables of cases for types and slices,
//! and elements compared with NumPy.
#![cfg(feature = "tensor")]

use shapecheck::algebra::split_axis_shape;
use shapecheck::algebra::{
    Flattens, HasGroups, MoveAxes, MoveAxis, PiecesBetween, Rot90, Sliced, Slices, SplitsAt,
    SplitsAtEach, SplitsEvery, SqueezesAll, Unflattens, flatten_shape, move_axes_order,
    move_axis_order, rot90_shape, slice_shape, split_at_each_sizes, split_at_sizes,
    split_every_sizes, squeezed_shape,
};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Dim, Dyn, DynShape, InlineTensor, Shape, axes, dim, shape};
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

/// The axes of one list become those of another.
macro_rules! all_moved {
    ($([$($shape:tt)*] [$($from:tt)*] [$($to:tt)*] => $result:tt;)*) => {$(
        all_moved!(@ [$($shape)*] [$($from)*] [$($to)*] $result);
    )*};
    (@ [$($shape:tt)*] [$($from:tt)*] [$($to:tt)*] refused) => {
        assert_not_impl_any!(shape![$($shape)*]: MoveAxes<axes![$($from)*], axes![$($to)*]>);
        assert!(move_axes_order(&[$($shape)*], &[$($from)*], &[$($to)*]).is_err());
    };
    (@ [$($shape:tt)*] [$($from:tt)*] [$($to:tt)*] [$($output:tt)*]) => {
        assert_type_eq_all!(<shape![$($shape)*] as MoveAxes<axes![$($from)*], axes![$($to)*]>>::Output, shape![$($output)*]);
        let order = move_axes_order(&[$($shape)*], &[$($from)*], &[$($to)*]).unwrap();
        assert_eq!(ordered(&[$($shape)*], &order), [$($output)*]);
        let elements = (0..[$($shape)*].iter().product()).collect::<Vec<usize>>();
        let x = InlineTensor::<usize, shape![$($shape)*]>::from_slice(&elements).unwrap();
        let y: InlineTensor<usize, shape![$($output)*]> = x.move_axes::<axes![$($from)*], axes![$($to)*]>();
        assert_eq!(y.as_slice(), by_index(&[$($shape)*], &order));
    };
}

/// The numbers from 0 in a shape, read in another order of the axes.
fn by_index(sizes: &[usize], order: &DynShape) -> Vec<usize> {
    let outputs = ordered(sizes, order);
    let stride = |axis: usize| sizes[axis + 1..].iter().product::<usize>();
    let at = |place: usize| {
        let (mut place, mut element) = (place, 0);
        for (output, &axis) in order.dims().iter().enumerate().rev() {
            element += place % outputs[output] * stride(axis);
            place /= outputs[output];
        }
        element
    };
    (0..sizes.iter().product()).map(at).collect()
}

/// As NumPy's `moveaxis` with lists.
#[test]
fn several_moved_axes_follow_the_table() {
    all_moved! {
        [2, 3, 4, 5] [-2, -1] [-4, -3] => [4, 5, 2, 3];
        [2, 3, 4, 5] [-1, -2] [-4, -3] => [5, 4, 2, 3];
        [2, 3, 4, 5] [-4, -3] [-1, -2] => [4, 5, 3, 2];
        [2, 3, 4, 5] [-4, -1] [-2, -3] => [3, 5, 2, 4];
        [2, 3, 4, 5] [-3] [-1] => [2, 4, 5, 3];
        [2, 3, 4, 5] [-1, -2, -3] [-1, -2, -3] => [2, 3, 4, 5];
        [2, 3, 4, 5] [-1, -2, -3, -4] [-4, -3, -2, -1] => [5, 4, 3, 2];
        [2, 3] [-1, -2] [-2, -1] => [3, 2];
        [2, 3, 1, 2, 1, 2, 3, 2] [-8, -1, -5] [-1, -8, -2] => [2, 3, 1, 1, 2, 3, 2, 2];
        [2, 1, 1, 2, 1, 2, 3, 1] [-1, -2, -3, -4, -5, -6, -7, -8] [-8, -7, -6, -5, -4, -3, -2, -1]
            => [1, 3, 2, 1, 2, 1, 1, 2];
        [2, 3] [-1, -2] [-1] => refused;
        [2, 3] [-1] [-1, -2] => refused;
        [2, 3] [-1, -3] [-1, -2] => refused;
        [2, 3] [-1, -2] [-1, -3] => refused;
    }
    let kind =
        |from: &[isize], to: &[isize]| move_axes_order(&[2, 3], from, to).unwrap_err().kind();
    assert_eq!(
        kind(&[-1, -2], &[-1]),
        ShapeErrorKind::MovedAxes { axes: 2, places: 1 }
    );
    assert_eq!(
        kind(&[-1, -1], &[-1, -2]),
        ShapeErrorKind::NamedTwice { axis: -1 }
    );
    assert_eq!(
        kind(&[-1, -2], &[-2, -2]),
        ShapeErrorKind::NamedTwice { axis: -2 }
    );
    assert_eq!(kind(&[-3], &[-1]), ShapeErrorKind::NoAxis { axis: -3 });
    assert_eq!(kind(&[-1], &[0]), ShapeErrorKind::NoAxis { axis: 0 });
    assert_eq!(move_axes_order(&[2, 3], &[], &[]).unwrap().dims(), [0, 1]);
    assert_type_eq_all!(
        <shape![_, 5, 3] as MoveAxes<axes![-1, -3], axes![-2, -1]>>::Output,
        shape![5, 3, _]
    );
    assert_type_eq_all!(
        <shape![..DynShape, 5, 3] as MoveAxes<axes![-1, -3], axes![-2, -1]>>::Output,
        shape![..DynShape, 5, 3, _]
    );
    assert_type_eq_all!(
        <DynShape as MoveAxes<axes![-1, -2], axes![-2, -1]>>::Output,
        shape![..DynShape, _, _]
    );
}

/// Quarter turns in two axes.
macro_rules! rotated {
    ($([$($shape:tt)*] [$($list:tt)*] $turns:literal => $result:tt;)*) => {$(
        rotated!(@ [$($shape)*] [$($list)*] $turns $result);
    )*};
    (@ [$($shape:tt)*] [$($list:tt)*] $turns:literal refused) => {
        assert_not_impl_any!(shape![$($shape)*]: Rot90<axes![$($list)*], dim!($turns)>);
        assert!(rot90_shape(&[$($shape)*], [$($list)*], $turns).is_err());
    };
    (@ [$($shape:tt)*] [$($list:tt)*] $turns:literal [$($output:tt)*]) => {
        assert_type_eq_all!(<shape![$($shape)*] as Rot90<axes![$($list)*], dim!($turns)>>::Output, shape![$($output)*]);
        assert_eq!(rot90_shape(&[$($shape)*], [$($list)*], $turns).unwrap().dims(), [$($output)*]);
        assert_eq!(rot90_shape(&[$($shape)*], [$($list)*], -$turns).unwrap().dims(), [$($output)*]);
    };
}

#[test]
fn rotated_shapes_follow_the_table() {
    rotated! {
        [2, 3] [-2, -1] 0 => [2, 3];
        [2, 3] [-2, -1] 1 => [3, 2];
        [2, 3] [-2, -1] 2 => [2, 3];
        [2, 3] [-1, -2] 3 => [3, 2];
        [2, 3] [-1, -2] 1001 => [3, 2];
        [2, 3, 4] [-3, -1] 1 => [4, 3, 2];
        [2, 3, 4] [-2, -3] 5 => [3, 2, 4];
        [2, 3, 4, 5] [-2, -4] 6 => [2, 3, 4, 5];
        [2, 3, 4, 5] [-2, -4] 7 => [4, 3, 2, 5];
        [2, 3] [-3, -1] 1 => refused;
        [2, 3] [-1, -3] 2 => refused;
    }
    assert_not_impl_any!(shape![2, 3]: Rot90<axes![-1], dim!(1)>);
    assert_not_impl_any!(shape![2, 3, 4]: Rot90<axes![-1, -2, -3], dim!(1)>);
    assert_type_eq_all!(
        <shape![_, 3] as Rot90<axes![-2, -1], dim!(1)>>::Output,
        shape![3, _]
    );
    assert_type_eq_all!(
        <shape![2, 3, 4] as Rot90<axes![-3, -1], Dyn>>::Output,
        shape![_, 3, _]
    );
    assert_type_eq_all!(
        <shape![..DynShape, 3] as Rot90<axes![-2, -1], dim!(1)>>::Output,
        shape![..DynShape, _]
    );
    assert_eq!(
        rot90_shape(&[2, 3], [-1, -1], 0).unwrap_err().kind(),
        ShapeErrorKind::NamedTwice { axis: -1 }
    );
}

/// By as many single turns, each of which is `y[.., i, .., j, ..] = x[.., j, .., n - 1 - i, ..]`, as NumPy has them.
#[test]
fn rotated_elements_are_those_of_a_plain_loop() {
    fn turned(x: &[usize], sizes: [usize; 3], (a, b): (usize, usize)) -> (Vec<usize>, [usize; 3]) {
        let mut outputs = sizes;
        outputs.swap(a, b);
        let mut y = vec![0; x.len()];
        for i in 0..outputs[0] {
            for j in 0..outputs[1] {
                for k in 0..outputs[2] {
                    let index = [i, j, k];
                    let mut source = index;
                    source[a] = index[b];
                    source[b] = sizes[b] - 1 - index[a];
                    let from = (source[0] * sizes[1] + source[1]) * sizes[2] + source[2];
                    y[(i * outputs[1] + j) * outputs[2] + k] = x[from];
                }
            }
        }
        (y, outputs)
    }
    let x = InlineTensor::<usize, shape![2, 3, 4]>::from_fn(|[i, j, k]| 12 * i + 4 * j + k);
    macro_rules! turns {
        ($first:literal $second:literal of $a:literal $b:literal: $($turns:literal)*) => {$(
            let (mut elements, mut sizes) = (x.as_slice().to_vec(), [2, 3, 4]);
            for _ in std::iter::repeat_n((), $turns % 4) {
                (elements, sizes) = turned(&elements, sizes, ($a, $b));
            }
            let y = x.rot90_axes::<axes![$first, $second], dim!($turns)>();
            assert_eq!((y.dims(), y.as_slice()), (&sizes[..], &elements[..]));
            #[cfg(feature = "alloc")]
            {
                let view = x.view();
                let on_the_heap = view.rot90_axes::<axes![$first, $second], dim!($turns)>();
                assert_eq!(on_the_heap, y);
                let heap = x.to_heap();
                for turns in [$turns, $turns - 8] {
                    let y = heap.rot90_axes_with::<axes![$first, $second]>(turns);
                    assert_eq!((y.dims(), y.to_vec()), (&sizes[..], elements.clone()));
                }
            }
        )*};
    }
    turns!(-3 -2 of 0 1: 0 1 2 3 4 5 6 7);
    turns!(-2 -3 of 1 0: 0 1 2 3 4 5 6 7);
    turns!(-3 -1 of 0 2: 0 1 2 3 4 5 6 7);
    turns!(-1 -3 of 2 0: 0 1 2 3 4 5 6 7);
    turns!(-2 -1 of 1 2: 0 1 2 3 4 5 6 7);
    turns!(-1 -2 of 2 1: 0 1 2 3 4 5 6 7);
    assert_eq!(x.rot90_axes::<axes![-2, -1], dim!(1)>(), x.rot90());
    assert_eq!(x.rot90_axes::<axes![-2, -1], dim!(3)>(), x.rot270());
}

/// Channel `c` of the result is channel `c % G * K + c / G`, where each of the `G` groups has `K` channels: PyTorch's
/// `channel_shuffle`, which has the channels at the second axis.
#[test]
fn channels_are_shuffled_at_any_axis() {
    let x = InlineTensor::<usize, shape![4, 6, 2]>::from_fn(|[i, j, k]| 100 * i + 10 * j + k);
    let y = x.along::<-2>().channel_shuffle::<dim!(3)>();
    let z = x.along::<-3>().channel_shuffle::<dim!(2)>();
    let same = x.along::<-1>().channel_shuffle::<dim!(1)>();
    for i in 0..4 {
        for j in 0..6 {
            for k in 0..2 {
                assert_eq!(y[[i, j, k]], 100 * i + 10 * (j % 3 * 2 + j / 3) + k);
                assert_eq!(z[[i, j, k]], 100 * (i % 2 * 2 + i / 2) + 10 * j + k);
            }
        }
    }
    assert_eq!(same, x);
    assert_eq!(x.channel_shuffle::<dim!(2)>(), z);
    assert_impl_all!(shape![2, 6]: HasGroups<-1, dim!(3)>);
    assert_not_impl_any!(shape![2, 6]: HasGroups<-1, dim!(4)>, HasGroups<-3, dim!(1)>);
}

/// A size, the places, and the sizes of the pieces, or `refused`.
macro_rules! split_at_indices {
    ($($size:literal: [$($place:literal)*] => $result:tt;)*) => {$(
        split_at_indices!(@ $size [$($place)*] $result);
    )*};
    (@ $size:literal [$($place:literal)*] refused) => {
        assert_not_impl_any!(shape![2, $size]: SplitsAtEach<-1, shape![$($place),*]>);
        assert!(split_at_each_sizes(&[2, $size], -1, &[$($place),*]).is_err());
    };
    (@ $size:literal [$($place:literal)*] [$($piece:literal)*]) => {
        assert_type_eq_all!(
            PiecesBetween<shape![$($place),*], dim!($size)>,
            shape![$($piece),*]
        );
        assert_impl_all!(shape![2, $size]: SplitsAtEach<-1, shape![$($place),*]>);
        assert_impl_all!(shape![$size, 2]: SplitsAtEach<-2, shape![$($place),*]>);
        let sizes = split_at_each_sizes(&[2, $size], -1, &[$($place),*]).unwrap();
        assert_eq!(sizes.len(), [$($piece),*].len());
        assert!(sizes.eq([$($piece),*]));
    };
}

#[test]
fn splits_at_several_places_follow_the_table() {
    split_at_indices! {
        8: [3 5] => [3 2 3];
        8: [3] => [3 5];
        8: [0 8] => [0 8 0];
        8: [4 4] => [4 0 4];
        8: [1 2 4 7] => [1 1 2 3 1];
        0: [0 0] => [0 0 0];
        1000: [1 999] => [1 998 1];
        8: [5 3] => refused;
        8: [3 9] => refused;
        8: [9 3] => refused;
    }
    assert_type_eq_all!(
        PiecesBetween<shape![3, 5], Dyn>,
        shape![3, 2, _]
    );
    assert_type_eq_all!(PiecesBetween<shape![], dim!(8)>, shape![8]);
    assert_not_impl_any!(shape![8]: SplitsAtEach<-2, shape![3, 5]>);
    assert_not_impl_any!(shape![_]: SplitsAtEach<-1, shape![5, 3]>);
    let kind = |places: &[usize]| {
        split_at_each_sizes(&[2, 8], -1, places)
            .err()
            .unwrap()
            .kind()
    };
    assert_eq!(
        kind(&[3, 9]),
        ShapeErrorKind::Sizes {
            rule: Rule::SPLITS_AT,
            axis: -1,
            lhs: 9,
            rhs: 8
        }
    );
    assert_eq!(
        kind(&[5, 3]),
        ShapeErrorKind::Sizes {
            rule: Rule::PLACES,
            axis: -1,
            lhs: 3,
            rhs: 5
        }
    );

    let x = InlineTensor::<usize, shape![2, 6]>::from_fn(|[row, column]| 6 * row + column);
    let (a, b, c) = x.along::<-1>().split_at_each::<shape![1, 4]>();
    let (a, b, c): (
        InlineTensor<usize, shape![2, 1]>,
        InlineTensor<usize, shape![2, 3]>,
        InlineTensor<usize, shape![2, 2]>,
    ) = (a, b, c);
    assert_eq!(
        (a.as_slice(), b.as_slice(), c.as_slice()),
        (&[0, 6][..], &[1, 2, 3, 7, 8, 9][..], &[4, 5, 10, 11][..])
    );
    let (head, tail) = x.along::<-2>().split_at_each::<shape![1]>();
    let _: (
        &InlineTensor<usize, shape![1, 6]>,
        &InlineTensor<usize, shape![1, 6]>,
    ) = (&head, &tail);
}

#[test]
fn pieces_of_one_size_follow_the_table() {
    macro_rules! every {
        ($($size:literal by $every:literal => $count:literal and $rest:literal;)*) => {$(
            assert_impl_all!(shape![2, $size]: SplitsEvery<-1, dim!($every)>);
            let x = InlineTensor::<usize, shape![2, $size]>::from_fn(|[row, column]| 100 * row + column);
            let (pieces, rest) = x.along::<-1>().split_every::<dim!($every)>();
            assert_eq!(pieces.len(), $count);
            let expected = |start: usize, length: usize| {
                (0..2).flat_map(move |row| (start..start + length).map(move |column| 100 * row + column))
            };
            for (number, piece) in pieces.enumerate() {
                let piece: InlineTensor<usize, shape![2, $every]> = piece;
                assert!(piece.iter().copied().eq(expected(number * $every, $every)));
            }
            let rest: InlineTensor<usize, shape![2, $rest]> = rest;
            assert!(rest.iter().copied().eq(expected($count * $every, $rest)));
            let sizes = split_every_sizes(&[2, $size], -1, $every).unwrap();
            let whole = std::iter::repeat_n($every, $count);
            let rest = Some($rest).filter(|&rest: &usize| rest > 0 || $size == 0);
            assert!(sizes.eq(whole.chain(rest)));
        )*};
    }
    every! {
        8 by 3 => 2 and 2;
        9 by 3 => 3 and 0;
        2 by 3 => 0 and 2;
        0 by 3 => 0 and 0;
        5 by 1 => 5 and 0;
        7 by 7 => 1 and 0;
        100 by 64 => 1 and 36;
    }
    assert_not_impl_any!(shape![2, 8]: SplitsEvery<-1, dim!(0)>, SplitsEvery<-3, dim!(2)>);
    assert_not_impl_any!(shape![2, _]: SplitsEvery<-1, dim!(0)>);
    assert_impl_all!(shape![2, _]: SplitsEvery<-1, dim!(3)>);
    // However large: nothing is made before it is asked for.
    assert_eq!(
        split_every_sizes(&[usize::MAX], -1, 1).unwrap().len(),
        usize::MAX
    );
    assert_eq!(
        split_every_sizes(&[usize::MAX], -1, usize::MAX)
            .unwrap()
            .len(),
        1
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
    turned: <shape![..S, N, 7, C] as Rot90<axes![-3, -1], dim!(1)>>::Output,
    both: <shape![..S, N, 7, C] as MoveAxes<axes![-1, -2], axes![-3, -1]>>::Output,
) -> (
    shape![..S, C, N],
    shape![..S, N * C],
    shape![..S, 3, C],
    shape![..S, C, 7, N],
    shape![..S, C, N, 7],
) {
    (moved, flat, sliced, turned, both)
}

/// The same of tensors on any engine.
#[cfg(feature = "alloc")]
mod generic_tensors {
    use super::*;
    use shapecheck::algebra::LeftOver;
    use shapecheck::engine::Numbers;
    use shapecheck::{Axes, Scalar, Tensor, TensorOn};

    type Parts<E, B> = (
        TensorOn<f32, shape![B, 3], E>,
        TensorOn<f32, shape![B, 2], E>,
        TensorOn<f32, shape![B, 3], E>,
    );

    fn parts<E: Numbers<f32>, B: Dim>(x: &TensorOn<f32, shape![B, 8], E>) -> Parts<E, B> {
        x.along::<-1>().split_at_each::<shape![3, 5]>()
    }

    fn sum_of_pieces<E: Numbers<f32>, B: Dim>(
        x: &TensorOn<f32, shape![B, 8], E>,
    ) -> TensorOn<f32, shape![B, 3], E> {
        let (mut pieces, _) = x.along::<-1>().split_every::<dim!(3)>();
        pieces.next().unwrap() + pieces.next().unwrap()
    }

    /// The rest of an axis of any size has a computed size, for which nothing has to be asked.
    fn rest<E: Numbers<f32>, N: Dim>(
        x: &TensorOn<f32, shape![N, 2], E>,
    ) -> TensorOn<f32, Axes<Axes<Scalar, LeftOver<N, dim!(3)>>, dim!(2)>, E> {
        x.along::<-2>().split_every::<dim!(3)>().1
    }

    /// That there are as many is a bound, the one that the message advises.
    fn second<N: Dim>(x: &Tensor<f32, shape![N, 2]>) -> Vec<f32>
    where
        shape![N, 2]: SplitsAtEach<-2, shape![1, 5]>,
    {
        x.along::<-2>().split_at_each::<shape![1, 5]>().1.to_vec()
    }

    fn around<E: Numbers<f32>, B: Dim, C: Dim>(
        x: &TensorOn<f32, shape![B, C, 7], E>,
    ) -> TensorOn<f32, shape![7, C, B], E> {
        x.roll(1).rot90_axes::<axes![-3, -1], dim!(3)>()
    }

    fn swapped<E: Numbers<f32>, B: Dim, C: Dim>(
        x: &TensorOn<f32, shape![B, C, 7], E>,
    ) -> TensorOn<f32, shape![C, 7, B], E> {
        x.move_axes::<axes![-3, -2], axes![-1, -3]>()
    }

    #[test]
    fn need_no_bound() {
        let x =
            Tensor::<f32, _>::from_fn_with(<shape![_, 8]>::of([2]), |[i, j]| (8 * i + j) as f32);
        let (a, b, c) = parts(&x);
        assert_eq!(a.along::<-1>().concat(&b).along::<-1>().concat(&c), x);
        assert_eq!(sum_of_pieces(&x).to_vec(), [3., 5., 7., 19., 21., 23.]);
        let rows = InlineTensor::<f32, shape![8, 2]>::from_fn(|[i, j]| (2 * i + j) as f32);
        let two: InlineTensor<f32, shape![2, 2]> = rest(&rows);
        assert_eq!(two.as_slice(), [12., 13., 14., 15.]);
        assert_eq!(second(&rows.to_heap()), [2., 3., 4., 5., 6., 7., 8., 9.]);
        let y = InlineTensor::<f32, shape![1, 2, 7]>::from_fn(|[_, j, k]| (7 * j + k) as f32);
        assert_eq!(around(&y), around(&y.to_heap()).to_inline());
        assert_eq!(swapped(&y), swapped(&y.to_heap()).to_inline());
    }
}

#[cfg(feature = "alloc")]
mod on_the_heap {
    use shapecheck::{DynShape, Tensor, View, axes, dim, shape};
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
            "cannot slice axis -1 of shape [2, 1, 6] up to 9: its size is 6"
        );
        assert_eq!(
            text(|| x.along::<-1>().slice_with(.., 0)),
            "cannot slice axis -1 of shape [2, 1, 6]: a slice step must not be 0"
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

    /// Sizes that only run time knows, of ranks that only run time knows.
    #[test]
    fn splits_and_turns_known_at_run_time() {
        let x = Tensor::<usize, _>::from_fn_with(DynShape::from([2, 1, 6]), |[i, _, k]| 6 * i + k);
        assert_eq!(
            x.move_axes::<axes![-1, -3], axes![-2, -1]>().dims(),
            [1, 6, 2]
        );
        assert_eq!(
            text(|| x.move_axes::<axes![-1, -4], axes![-2, -1]>()),
            "shape [2, 1, 6] has no axis -4"
        );
        assert!(x.try_move_axes::<axes![-1, -2], axes![-4, -1]>().is_err());
        let turned = x.rot90_axes::<axes![-3, -1], dim!(1)>();
        assert_eq!(turned.dims(), [6, 1, 2]);
        assert_eq!(turned.to_vec(), [5, 11, 4, 10, 3, 9, 2, 8, 1, 7, 0, 6]);
        assert_eq!(
            text(|| x.rot90_axes::<axes![-4, -1], dim!(2)>()),
            "shape [2, 1, 6] has no axis -4"
        );
        assert!(x.try_rot90_axes_with::<axes![-4, -1]>(0).is_err());
        assert_eq!(x.rot90_axes_with::<axes![-3, -1]>(isize::MIN), x);
        assert_eq!(x.roll(isize::MIN).dims(), x.dims());
        assert_eq!(x.roll(-1).to_vec(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);

        let (a, b, c) = x.along::<-1>().split_at_each::<shape![2, 2]>();
        assert_eq!(
            [a.dims(), b.dims(), c.dims()],
            [[2, 1, 2], [2, 1, 0], [2, 1, 4]]
        );
        assert_eq!(
            text(|| x.along::<-3>().split_at_each::<shape![1, 3]>()),
            "cannot split axis -3 of shape [2, 1, 6] at 3: its size is 2"
        );
        let (pieces, rest) = x.along::<-1>().split_every::<dim!(4)>();
        assert!(
            pieces
                .map(|piece| piece.to_vec())
                .eq([vec![0, 1, 2, 3, 6, 7, 8, 9]])
        );
        assert_eq!(rest.to_vec(), [4, 5, 10, 11]);
        assert!(x.along::<-4>().try_split_every::<dim!(4)>().is_err());

        // The pieces of a dynamic axis have static sizes, and only the rest has a dynamic one.
        let rows = Tensor::<usize, _>::from_fn_with(<shape![_, 2]>::of([7]), |[i, j]| 2 * i + j);
        let view = rows.view();
        let (batches, rest) = view.along::<-2>().split_every::<dim!(3)>();
        let firsts: Vec<usize> = batches
            .map(|batch: View<usize, shape![3, 2]>| batch[[0, 0]])
            .collect();
        assert_eq!(firsts, [0, 6]);
        let rest: View<usize, shape![_, 2]> = rest;
        assert_eq!(rest.to_vec(), [12, 13]);
    }

    /// More elements than can be counted, in a tensor without its own memory.
    #[test]
    fn more_elements_than_can_be_counted() {
        let one = Tensor::<u8, shape![1, 1, 1]>::zeros();
        let many = one.try_broadcast_to(DynShape::from([usize::MAX, 4, 2]));
        if let Ok(many) = many {
            assert!(many.try_roll(1).is_err());
            assert!(many.try_rot90_axes::<axes![-3, -1], dim!(1)>().is_err());
            assert!(many.along::<-2>().try_channel_shuffle::<dim!(2)>().is_err());
        }
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
                .split_at_indices(places)
                .map(|part| part.len())
                .collect()
        };
        assert_eq!(places(&[2, 5]), [2, 3, 2]);
        assert_eq!(places(&[]), [7]);
        assert_eq!(places(&[0, 7]), [0, 7, 0]);
        assert_eq!(
            text(|| places(&[5, 2])),
            "cannot split axis -1 of shape [7] at 5 and then at 2: places are in ascending order"
        );
        assert_eq!(
            text(|| x.along::<-1>().array_split(0).count()),
            "cannot split axis -1 of shape [7] into 0 pieces"
        );
        // As PyTorch's `split` and `chunk`.
        let all = |parts: &[Vec<i32>]| assert_eq!(parts.concat(), x.to_vec());
        let parts: Vec<Vec<i32>> = x
            .along::<-1>()
            .split_every_with(3)
            .map(|part| part.to_vec())
            .collect();
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
        all(&parts);
        let parts: Vec<Vec<i32>> = x.along::<-1>().chunk(4).map(|part| part.to_vec()).collect();
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2, 1]);
        all(&parts);
        assert_eq!(x.along::<-1>().chunk(5).len(), 4);
        assert_eq!(x.along::<-1>().split_every_with(usize::MAX).len(), 1);
        assert_eq!(
            text(|| x.along::<-1>().split_every_with(0).count()),
            "cannot split axis -1 of shape [7] into pieces of 0"
        );
        assert_eq!(
            text(|| x.along::<-1>().chunk(0).count()),
            "cannot split axis -1 of shape [7] into 0 pieces"
        );
        let none = Tensor::<i32, shape![0, 2]>::zeros();
        assert!(
            none.along::<-2>()
                .split_every_with(3)
                .map(|part| part.dims()[0])
                .eq([0])
        );
        assert!(
            none.along::<-2>()
                .chunk(3)
                .map(|part| part.dims()[0])
                .eq([0; 3])
        );
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
