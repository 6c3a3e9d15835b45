//! Splitting and merging axes, and taking tensors apart: tables of cases for types and slices, and the elements.
// Under AddressSanitizer.

use shapecheck::algebra::{
    MergeAxes, SplitAxis, SplitEqually, SplitInto, UnstackInto, merge_axes_shape, piece_sizes,
    split_axis_shape,
};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Dim, Dyn, DynShape, Shape, dim, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

macro_rules! split_table {
    () => {};
    ([$($shape:tt)*] at $axis:literal into $first:literal $second:literal => [$($result:tt)*]; $($rest:tt)*) => {
        assert_type_eq_all!(
            <shape![$($shape)*] as SplitAxis<$axis, dim!($first), dim!($second)>>::Output,
            shape![$($result)*]
        );
        let sizes: &[usize] = &[$($shape)*];
        let result = Ok(DynShape::from([$($result)*]));
        assert_eq!(split_axis_shape(sizes, $axis, &[Some($first), Some($second)]), result);
        // Where the other size is not 0, each can be inferred.
        if $first > 0 {
            assert_eq!(split_axis_shape(sizes, $axis, &[Some($first), None]), result);
        }
        if $second > 0 {
            assert_eq!(split_axis_shape(sizes, $axis, &[None, Some($second)]), result);
        }
        split_table! { $($rest)* }
    };
    ([$($shape:tt)*] at $axis:literal into $first:literal $second:literal => makes $found:literal not $expected:literal; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($shape)*]: SplitAxis<$axis, dim!($first), dim!($second)>);
        assert_eq!(
            split_axis_shape(&[$($shape)*], $axis, &[Some($first), Some($second)]).unwrap_err().kind(),
            ShapeErrorKind::Sizes { rule: Rule::SPLIT_AXIS, axis: $axis, lhs: $found, rhs: $expected }
        );
        split_table! { $($rest)* }
    };
    ([$($shape:tt)*] at $axis:literal into $first:literal $second:literal => no axis; $($rest:tt)*) => {
        assert_not_impl_any!(shape![$($shape)*]: SplitAxis<$axis, dim!($first), dim!($second)>);
        assert_eq!(
            split_axis_shape(&[$($shape)*], $axis, &[Some($first), Some($second)]).unwrap_err().kind(),
            ShapeErrorKind::NoAxis { axis: $axis }
        );
        split_table! { $($rest)* }
    };
}

#[test]
fn axes_are_split_by_the_table() {
    split_table! {
        [6] at -1 into 2 3 => [2, 3];
        [6] at -1 into 1 6 => [1, 6];
        [1] at -1 into 1 1 => [1, 1];
        [0] at -1 into 0 3 => [0, 3];
        [2, 768] at -1 into 12 64 => [2, 12, 64];
        [768, 5] at -2 into 12 64 => [12, 64, 5];
        [2, 768, 4, 5] at -3 into 12 64 => [2, 12, 64, 4, 5];
        [2, 768] at -1 into 12 63 => makes 756 not 768;
        [2, 768] at -2 into 12 64 => makes 768 not 2;
        [2, 3, 768, 5] at -2 into 0 64 => makes 0 not 768;
        [0] at -1 into 1 3 => makes 3 not 0;
        [6] at -2 into 2 3 => no axis;
        [] at -1 into 2 3 => no axis;
    }
    let error =
        |sizes: &[Option<usize>]| split_axis_shape(&[2, 770], -1, sizes).unwrap_err().kind();
    assert_eq!(
        error(&[Some(12), None]),
        ShapeErrorKind::Sizes {
            rule: Rule::MULTIPLE,
            axis: -1,
            lhs: 770,
            rhs: 12
        }
    );
    assert_eq!(
        error(&[Some(0), None]),
        ShapeErrorKind::Sizes {
            rule: Rule::MULTIPLE,
            axis: -1,
            lhs: 770,
            rhs: 0
        }
    );
    assert_eq!(
        error(&[None, None]),
        ShapeErrorKind::TwoToInfer { axis: -1 }
    );
    assert_eq!(
        split_axis_shape(&[2, 24], -1, &[Some(2), None, Some(4)]),
        Ok(DynShape::from([2, 2, 3, 4]))
    );
    assert_eq!(split_axis_shape(&[2, 1], -1, &[]), Ok(DynShape::from([2])));
}

macro_rules! split_types {
    ($([$($shape:tt)*] at $axis:literal into $first:tt $second:tt => [$($result:tt)*];)*) => {$(
        assert_type_eq_all!(
            <shape![$($shape)*] as SplitAxis<$axis, dim!($first), dim!($second)>>::Output,
            shape![$($result)*]
        );
    )*};
}

split_types! {
    [_] at -1 into 12 64 => [12, 64];
    [768] at -1 into 12 _ => [12, _];
    [768] at -1 into _ 64 => [_, 64];
    [_, _, 768] at -1 into 12 64 => [_, _, 12, 64];
    [..DynShape, 768] at -1 into 12 64 => [..DynShape, 12, 64];
    [..DynShape] at -1 into 12 64 => [..DynShape];
}

macro_rules! merge_table {
    ($([$($shape:tt)*] at $axis:literal => [$($result:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as MergeAxes<$axis>>::Output, shape![$($result)*]);
        assert_eq!(merge_axes_shape(&[$($shape)*], $axis), Ok(DynShape::from([$($result)*])));
    )*};
}

#[test]
fn axes_are_merged_by_the_table() {
    merge_table! {
        [2, 3] at -2 => [6];
        [2, 0] at -2 => [0];
        [1, 1] at -2 => [1];
        [2, 3, 4] at -2 => [2, 12];
        [2, 3, 4] at -3 => [6, 4];
        [2, 12, 64, 5, 7] at -4 => [2, 768, 5, 7];
        [1023, 1023] at -2 => [1046529];
    }
    for (shape, axis) in [
        (&[2, 3][..], -1),
        (&[2, 3], 0),
        (&[2, 3], 1),
        (&[2, 3], -3),
        (&[], -2),
        (&[3], -2),
    ] {
        assert!(matches!(
            merge_axes_shape(shape, axis).unwrap_err().kind(),
            ShapeErrorKind::NoAxis { .. }
        ));
    }
    assert_eq!(
        merge_axes_shape(&[usize::MAX, 2], -2).unwrap_err().kind(),
        ShapeErrorKind::TooManyElements
    );
}

assert_type_eq_all!(<shape![2, _, 4] as MergeAxes<-2>>::Output, shape![2, _]);
assert_type_eq_all!(
    <shape![..DynShape, 4] as MergeAxes<-2>>::Output,
    shape![..DynShape, _]
);
assert_type_eq_all!(
    <shape![..DynShape, 4, 5] as MergeAxes<-2>>::Output,
    shape![..DynShape, 20]
);
assert_type_eq_all!(<DynShape as MergeAxes<-2>>::Output, DynShape);
assert_not_impl_any!(shape![2, 3]: MergeAxes<-1>, MergeAxes<-3>);

macro_rules! pieces_table {
    ($([$($shape:tt)*] at $axis:literal into [$($piece:tt)*] => $verdict:ident;)*) => {$(
        pieces_table!(@ $verdict [$($shape)*] $axis [$($piece)*]);
    )*};
    (@ fits [$($shape:tt)*] $axis:literal [$($piece:literal)*]) => {
        assert_impl_all!(shape![$($shape)*]: SplitInto<$axis, shape![$($piece),*]>);
        let pieces = [$(Some($piece)),*];
        assert_eq!(piece_sizes(&[$($shape)*], $axis, &pieces), Ok(DynShape::from([$($piece),*])));
        for place in 0..pieces.len() {
            let mut pieces = pieces;
            pieces[place] = None;
            assert_eq!(piece_sizes(&[$($shape)*], $axis, &pieces), Ok(DynShape::from([$($piece),*])));
        }
    };
    (@ refused [$($shape:tt)*] $axis:literal [$($piece:literal)*]) => {
        assert_not_impl_any!(shape![$($shape)*]: SplitInto<$axis, shape![$($piece),*]>);
        let shape: &[usize] = &[$($shape)*];
        assert_eq!(
            piece_sizes(shape, $axis, &[$(Some($piece)),*]).unwrap_err().kind(),
            ShapeErrorKind::Sizes { rule: Rule::SPLIT_INTO, axis: $axis, lhs: 0 $(+ $piece)*, rhs: shape[(shape.len() as isize + $axis) as usize] }
        );
    };
}

#[test]
fn pieces_make_up_an_axis_by_the_table() {
    pieces_table! {
        [8] at -1 into [3 5] => fits;
        [8] at -1 into [0 8] => fits;
        [2, 8] at -1 into [1 2 5] => fits;
        [8, 2] at -2 into [1 2 5] => fits;
        [0] at -1 into [0 0] => fits;
        [768, 3] at -2 into [256 256 256] => fits;
        [8] at -1 into [3 4] => refused;
        [8] at -1 into [3 6] => refused;
        [0] at -1 into [0 1] => refused;
        [2, 8] at -2 into [3 5] => refused;
    }
    assert_eq!(
        piece_sizes(&[8], -1, &[None, None]).unwrap_err().kind(),
        ShapeErrorKind::TwoToInfer { axis: -1 }
    );
    assert_eq!(
        piece_sizes(&[8], -1, &[Some(9), None]).unwrap_err().kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::SPLIT_INTO,
            axis: -1,
            lhs: 9,
            rhs: 8
        }
    );
    assert_eq!(
        piece_sizes(&[8], -2, &[None]).unwrap_err().kind(),
        ShapeErrorKind::NoAxis { axis: -2 }
    );
}

assert_impl_all!(shape![2, _]: SplitInto<-1, shape![3, 5]>, SplitEqually<-1, dim!(3)>, UnstackInto<-1, dim!(3)>);
assert_impl_all!(shape![2, 8]: SplitInto<-1, shape![3, _]>, SplitEqually<-1, dim!(4)>, SplitEqually<-1, dim!(8)>);
assert_impl_all!(shape![2, 0]: SplitEqually<-1, dim!(3)>, UnstackInto<-1, dim!(0)>);
assert_impl_all!(shape![2, 8]: UnstackInto<-1, dim!(8)>, UnstackInto<-2, dim!(2)>);
assert_not_impl_any!(shape![2, 8]: SplitEqually<-1, dim!(3)>, SplitEqually<-1, dim!(0)>, SplitEqually<-1, dim!(16)>);
assert_not_impl_any!(shape![2, 8]: UnstackInto<-1, dim!(7)>, UnstackInto<-3, dim!(2)>);

#[cfg(all(feature = "tensor", feature = "alloc"))]
mod tensors {
    use super::*;
    use shapecheck::engine::Reshapes;
    use shapecheck::{InlineTensor, Tensor, TensorOn, View};

    fn numbered<S: Shape>(shape: S) -> Tensor<i32, S> {
        let count = shape.num_elements().unwrap() as i32;
        Tensor::from_vec_with(shape, (0..count).collect()).unwrap()
    }

    #[test]
    fn elements_stay_in_order() {
        let x = numbered(<shape![2, 6, 5]>::default());
        let split: Tensor<i32, shape![2, 3, 2, 5]> = x.split_axis::<-2, dim!(3), dim!(2)>();
        assert_eq!(split.to_vec(), x.to_vec());
        let merged: Tensor<i32, shape![2, 6, 5]> = split.merge_axes::<-3>();
        assert_eq!(merged, x);
        let inferred: Tensor<i32, shape![2, _, 2, 5]> = x.split_axis::<-2, Dyn, dim!(2)>();
        assert_eq!(inferred.dims(), [2, 3, 2, 5]);
        // Elements that lie in another order are copied.
        let turned = x.transpose();
        let split: Tensor<i32, shape![2, 5, 2, 3]> = turned.split_axis::<-1, dim!(2), dim!(3)>();
        assert_eq!(split.to_vec(), turned.to_vec());
        let inline = x.to_inline();
        let split: InlineTensor<i32, shape![2, 3, 2, 5]> =
            inline.split_axis::<-2, dim!(3), dim!(2)>();
        let merged: InlineTensor<i32, shape![2, 6, 5]> = split.merge_axes::<-3>();
        assert_eq!(merged, inline);
    }

    /// No bound on what is not looked at, and none on the result.
    fn heads<E: Reshapes<i32, Out = E>, B: Dim, N: Dim>(
        x: &TensorOn<i32, shape![B, N, 12], E>,
    ) -> TensorOn<i32, shape![B * N, 3, 4], E> {
        x.split_axis::<-1, dim!(3), dim!(4)>().merge_axes::<-4>()
    }

    #[test]
    fn generic_code_needs_no_bound() {
        let x = numbered(<shape![2, 5, 12]>::default());
        let y: Tensor<i32, shape![10, 3, 4]> = heads(&x);
        assert_eq!(y.to_vec(), x.to_vec());
        let y: InlineTensor<i32, shape![10, 3, 4]> = heads(&x.to_inline());
        assert_eq!(y.to_vec(), x.to_vec());
        let x = numbered(<shape![_, 5, 12]>::of([2]));
        let y: Tensor<i32, shape![_, 3, 4]> = heads(&x);
        assert_eq!(y.dims(), [10, 3, 4]);
    }

    #[test]
    fn pieces_are_parts() {
        let x = numbered(<shape![4, 6]>::default());
        let (a, b, c) = x.along::<-1>().split::<shape![1, 2, 3]>();
        let (a, b, c): (
            Tensor<i32, shape![4, 1]>,
            Tensor<i32, shape![4, 2]>,
            Tensor<i32, shape![4, 3]>,
        ) = (a, b, c);
        assert_eq!(a.along::<-1>().concat(&b).along::<-1>().concat(&c), x);
        let (a, b) = x.along::<-2>().split::<shape![_, 3]>();
        assert_eq!((a.dims(), b.dims()), (&[1, 6][..], &[3, 6][..]));
        assert_eq!(b.to_vec(), x.slice_axis::<-2>(1..).to_vec());
        let [q, k, v]: [Tensor<i32, shape![4, 2]>; 3] = x.along::<-1>().split_equal();
        assert_eq!(q.along::<-1>().concat(&k).along::<-1>().concat(&v), x);
        let [first, second, third, fourth]: [Tensor<i32, shape![6]>; 4] = x.along::<-2>().unstack();
        assert_eq!(
            Tensor::stack([&first, &second, &third, &fourth], shapecheck::Axis::<-2>),
            x
        );

        let inline = x.to_inline();
        let [left, right]: [InlineTensor<i32, shape![4, 3]>; 2] =
            inline.along::<-1>().split_equal();
        assert_eq!(left.along::<-1>().concat(&right), inline);
        let view = x.view();
        let (a, b): (View<i32, shape![4, 2]>, View<i32, shape![4, 4]>) =
            view.along::<-1>().split::<shape![2, 4]>();
        assert_eq!(a.along::<-1>().concat(&b), x);
    }

    #[test]
    #[should_panic(
        expected = "cannot split axis -1 of shape [2, 7]: the product of the new sizes is 6, its size is 7"
    )]
    fn a_dynamic_axis_of_another_size() {
        let _ = numbered(<shape![2, _]>::of([7])).split_axis::<-1, dim!(2), dim!(3)>();
    }

    #[test]
    #[should_panic(
        expected = "cannot split axis -1 of shape [2, 7] into 3 equal parts: 7 is not a multiple of 3"
    )]
    fn a_dynamic_axis_that_is_no_multiple() {
        let x = numbered(<shape![2, _]>::of([7]));
        let [_, _, _] = x.along::<-1>().split_equal();
    }

    #[test]
    #[should_panic(
        expected = "cannot split axis -1 of shape [2, 7]: the pieces add up to 8, its size is 7"
    )]
    fn a_dynamic_axis_of_other_pieces() {
        let _ = numbered(<shape![2, _]>::of([7]))
            .along::<-1>()
            .split::<shape![3, 5]>();
    }

    #[test]
    #[should_panic(expected = "shape [7] has no axis -2")]
    fn a_run_time_rank_without_the_axis() {
        let _ = numbered(DynShape::from([7])).merge_axes::<-2>();
    }
}

#[test]
fn a_reshape_infers_one_size() {
    use shapecheck::algebra::reshape_sizes;

    let of = |target: &[Option<usize>]| reshape_sizes(&[2, 12], target);
    assert_eq!(of(&[Some(3), Some(8)]), Ok(DynShape::from([3, 8])));
    assert_eq!(of(&[None]), Ok(DynShape::from([24])));
    assert_eq!(of(&[Some(3), None, Some(4)]), Ok(DynShape::from([3, 2, 4])));
    assert_eq!(
        reshape_sizes(&[0, 3], &[None, Some(4)]),
        Ok(DynShape::from([0, 4]))
    );
    assert_eq!(reshape_sizes(&[], &[None]), Ok(DynShape::from([1])));
    let kind = |known| ShapeErrorKind::Sizes {
        rule: Rule::RESHAPE_TO_INFER,
        axis: 0,
        lhs: 24,
        rhs: known,
    };
    assert_eq!(of(&[None, Some(5)]).unwrap_err().kind(), kind(5));
    assert_eq!(of(&[None, Some(0)]).unwrap_err().kind(), kind(0));
    assert_eq!(
        of(&[None, Some(2), None]).unwrap_err().kind(),
        ShapeErrorKind::Inferring { unknown: 2 }
    );
    assert!(matches!(
        of(&[Some(5), Some(5)]).unwrap_err().kind(),
        ShapeErrorKind::Sizes {
            rule: Rule::RESHAPE,
            axis: 0,
            lhs: 24,
            rhs: 25
        }
    ));
}

#[cfg(all(feature = "tensor", feature = "alloc"))]
#[test]
fn reshapes_to_a_type_with_one_size_to_infer() {
    use shapecheck::Tensor;

    let x = Tensor::from_vec_with(<shape![_, 64]>::of([3]), (0..192).collect()).unwrap();
    let y: Tensor<i32, shape![_, 4, 16]> = x.reshape::<shape![_, 4, 16]>();
    assert_eq!((y.dims(), y.to_vec()), (&[3, 4, 16][..], x.to_vec()));
    let y: Tensor<i32, shape![8, _]> = x.into_reshaped::<shape![8, _]>();
    assert_eq!(y.dims(), [8, 24]);
    assert_not_impl_any!(shape![_, _]: shapecheck::algebra::InfersOne);
    assert_not_impl_any!(DynShape: shapecheck::algebra::InfersOne);
    assert_impl_all!(shape![2, _, 3]: shapecheck::algebra::InfersOne);
}

#[cfg(all(feature = "tensor", feature = "alloc"))]
#[test]
fn reshapes_keep_the_dynamic_sizes_that_both_shapes_begin_or_end_with() {
    use shapecheck::Tensor;
    use shapecheck::algebra::InfersSizesOf;

    macro_rules! kept {
        ($([$($sizes:literal)*] $from:ty, $to:ty => [$($kept:literal)*];)*) => {$({
            let x = Tensor::<u8, $from>::zeros_with(<$from>::try_from([$($sizes),*]).unwrap());
            assert_eq!(x.reshape::<$to>().dims(), [$($kept),*]);
        })*};
    }
    kept! {
        [5 7 64] shape![_, _, 64], shape![_, _, 4, 16] => [5 7 4 16];
        [64 5 7] shape![64, _, _], shape![16, 4, _, _] => [16 4 5 7];
        [5 64 7] shape![_, 64, _], shape![_, 4, 16, _] => [5 4 16 7];
        [5 1] shape![_, 1], shape![_] => [5];
        // Values that are alike by chance are not taken for sizes that stay.
        [5 1] shape![_, _], shape![_, _, 1] => [5 1 1];
        [2 3 3 2] shape![2, _, 3, _], shape![2, _, 3, 1, _] => [2 3 3 1 2];
        // One size is inferred, whether it stays or not.
        [6 64] shape![_, 64], shape![_, 4, 32] => [3 4 32];
    }
    let x = Tensor::<u8, DynShape>::zeros_with(DynShape::from([2, 3]));
    assert_eq!(x.reshape::<shape![_]>().dims(), [6]);
    assert_impl_all!(shape![_, _, 3]: InfersSizesOf<shape![_, _, 3, 1]>);
    assert_not_impl_any!(shape![_, _, 3]: InfersSizesOf<shape![_, 3, _]>, InfersSizesOf<DynShape>);
    assert_not_impl_any!(shape![_, 3, _]: InfersSizesOf<shape![_, _]>);
    assert_not_impl_any!(shape![2, 3]: InfersSizesOf<shape![_, _]>);
}

/// A size to infer does not make a shape fit whose number of elements is known and is not a multiple of the others.
mod with_one_size_to_infer {
    use super::*;
    use shapecheck::algebra::Reshape;
    use shapecheck::{Dim, Shape};

    macro_rules! table {
        ($($from:ty => $($to:ty)*, not $($wrong:ty)*;)*) => {$(
            $(assert_impl_all!($from: Reshape<$to>);)*
            $(assert_not_impl_any!($from: Reshape<$wrong>);)*
        )*};
    }
    table! {
        shape![4, 6] => shape![_] shape![_, 6] shape![4, _] shape![_, 12] shape![8, _] shape![2, _, 6] shape![2, 2, _, 3]
            shape![_, 24] shape![_, 1] shape![_, _], not shape![_, 5] shape![5, _] shape![_, 0] shape![4, _, 5] shape![_, 48];
        shape![0, 3] => shape![_] shape![_, 5] shape![_, 3], not shape![_, 0];
        shape![] => shape![_] shape![1, _, 1], not shape![_, 2] shape![_, 0];
        shape![3, 1048576, 1048576, 1048576, 1048576] => shape![_, 1048576] shape![3, _] shape![_, 2097152] shape![_, 12], not;
        shape![_, 6] => shape![_, 5] shape![5, _], not;
        DynShape => shape![_, 5], not;
    }

    /// What is left to infer after equal axes needs no bound, nor does what the last axes decide.
    #[allow(dead_code)]
    fn generic<S: Shape, B: Dim, T: Dim, E: Dim>() {
        fn fits<Source: Reshape<Target>, Target>() {}
        fits::<shape![B, T], shape![_, T]>();
        fits::<shape![B, T], shape![B, _]>();
        fits::<shape![B, T, E], shape![_, E]>();
        fits::<shape![B, T, E], shape![B, _]>();
        fits::<shape![B, T, E], shape![_]>();
        fits::<shape![B, 8, 8, E], shape![B, _, E]>();
        fits::<shape![B, T, 64], shape![_, 4, 16]>();
        fits::<shape![B, T, 64], shape![B, _, 16]>();
        fits::<shape![B * T, E], shape![_, E]>();
        fits::<shape![..S, E], shape![_, E]>();
        fits::<shape![..S, 64], shape![_, 4, 16]>();
        fits::<shape![..S], shape![_]>();
        fits::<shape![B, _, E], shape![_, 5]>();
    }
}

/// What types know is refused by them, also with a size to infer.
#[cfg(all(feature = "tensor", feature = "alloc"))]
mod with_a_size_to_infer {
    use super::*;
    use shapecheck::algebra::{SplitAxis, SplitInto, Unflattens};
    use shapecheck::{Dim, Tensor, dim};
    use static_assertions::{assert_impl_all, assert_not_impl_any};

    type Wide = shape![2, 770];
    type Any = shape![2, _];

    assert_impl_all!(Wide: SplitAxis<-1, dim!(11), dim!(_)>, SplitAxis<-1, dim!(_), dim!(70)>);
    assert_not_impl_any!(Wide: SplitAxis<-1, dim!(12), dim!(_)>, SplitAxis<-1, dim!(_), dim!(12)>);
    assert_not_impl_any!(Wide: SplitAxis<-1, dim!(0), dim!(_)>, SplitAxis<-1, dim!(_), dim!(_)>);
    assert_impl_all!(Any: SplitAxis<-1, dim!(12), dim!(_)>, SplitAxis<-1, dim!(12), dim!(64)>);
    // Of an axis that is not known, two are found by `cargo build`: generic code may split `[H * D]` into H and D.
    assert_impl_all!(Any: SplitAxis<-1, dim!(_), dim!(_)>);
    assert_impl_all!(shape![0]: SplitAxis<-1, dim!(12), dim!(0)>, SplitAxis<-1, dim!(12), dim!(_)>);

    assert_impl_all!(Wide: Unflattens<-1, shape![7, _, 11]>, Unflattens<-1, shape![7, 10, 11]>);
    assert_not_impl_any!(Wide: Unflattens<-1, shape![7, _, 12]>, Unflattens<-1, shape![7, _, _]>);
    assert_impl_all!(Any: Unflattens<-1, shape![7, _, 12]>);

    assert_impl_all!(shape![8]: SplitInto<-1, shape![3, _]>, SplitInto<-1, shape![3, 5, _]>, SplitInto<-1, shape![_, 0]>);
    assert_not_impl_any!(shape![8]: SplitInto<-1, shape![3, 6, _]>, SplitInto<-1, shape![_, 9]>);
    assert_not_impl_any!(shape![8]: SplitInto<-1, shape![3, _, _]>);
    assert_impl_all!(Any: SplitInto<-1, shape![3, 6, _]>);

    /// Axes that are parameters need a bound where one is split by a size to infer, and none elsewhere.
    fn heads<B: Dim, T: Dim>(x: &Tensor<f32, shape![B, T, 64]>) -> Tensor<f32, shape![B, T, 4, _]> {
        x.split_axis::<-1, dim!(4), dim!(_)>()
    }

    fn halves<B: Dim, N: Dim>(x: &Tensor<f32, shape![B, N]>) -> Tensor<f32, shape![B, 2, _]>
    where
        shape![B, N]: SplitAxis<-1, dim!(2), dim!(_), Output = shape![B, 2, _]>,
    {
        x.split_axis::<-1, dim!(2), dim!(_)>()
    }

    #[test]
    fn generic_code_infers_a_size() {
        assert_eq!(
            heads(&Tensor::<f32, shape![2, 3, 64]>::zeros()).dims(),
            [2, 3, 4, 16]
        );
        assert_eq!(
            halves(&Tensor::<f32, shape![2, 6]>::zeros()).dims(),
            [2, 2, 3]
        );
    }
}
