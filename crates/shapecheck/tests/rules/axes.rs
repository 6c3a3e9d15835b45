//! The rules about axes: a table of cases for types, and generic code that needs no bounds.

use shapecheck::shape;
use shapecheck::shape::{Axis, AxisList};
use shapecheck::shape::{
    AxisNames, HasAxes, InsertAxis, Permute, RemoveAxes, RemoveAxis, SwapAxes,
};
use shapecheck::{Dim, Dyn, DynShape, HasAxis, Shape, StaticShape, axes, dim};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// A shape and the number of an axis: the axes in front, its size, the shape without it, with size 1 there, and
/// with size 224.
macro_rules! axis_table {
    ($([$($shape:tt)*] at $axis:literal => [$($in_front:tt)*] $size:tt [$($without:tt)*] [$($one:tt)*] [$($other:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as HasAxis<$axis>>::InFront, shape![$($in_front)*]);
        assert_type_eq_all!(<shape![$($shape)*] as HasAxis<$axis>>::Size, dim!($size));
        assert_type_eq_all!(<shape![$($shape)*] as HasAxis<$axis>>::Without, shape![$($without)*]);
        assert_type_eq_all!(<shape![$($shape)*] as HasAxis<$axis>>::WithOne, shape![$($one)*]);
        assert_type_eq_all!(<shape![$($shape)*] as HasAxis<$axis>>::With<dim!(224)>, shape![$($other)*]);
    )*};
}

axis_table! {
    [7] at -1 => [] 7 [] [1] [224];
    [2, 3, 4] at -1 => [2, 3] 4 [2, 3] [2, 3, 1] [2, 3, 224];
    [2, 3, 4] at -2 => [2] 3 [2, 4] [2, 1, 4] [2, 224, 4];
    [2, 3, 4] at -3 => [] 2 [3, 4] [1, 3, 4] [224, 3, 4];
    [2, 0, 4] at -2 => [2] 0 [2, 4] [2, 1, 4] [2, 224, 4];
    [2, _, 4] at -2 => [2] _ [2, 4] [2, 1, 4] [2, 224, 4];
    [_, _] at -1 => [_] _ [_] [_, 1] [_, 224];
    [1, 2, 3, 4, 5, 6, 7, 8] at -8 => [] 1 [2, 3, 4, 5, 6, 7, 8] [1, 2, 3, 4, 5, 6, 7, 8] [224, 2, 3, 4, 5, 6, 7, 8];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at -8 => [0] 1 [0, 2, 3, 4, 5, 6, 7, 8] [0, 1, 2, 3, 4, 5, 6, 7, 8] [0, 224, 2, 3, 4, 5, 6, 7, 8];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at -7 => [0, 1] 2 [0, 1, 3, 4, 5, 6, 7, 8] [0, 1, 1, 3, 4, 5, 6, 7, 8] [0, 1, 224, 3, 4, 5, 6, 7, 8];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at -6 => [0, 1, 2] 3 [0, 1, 2, 4, 5, 6, 7, 8] [0, 1, 2, 1, 4, 5, 6, 7, 8] [0, 1, 2, 224, 4, 5, 6, 7, 8];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at -5 => [0, 1, 2, 3] 4 [0, 1, 2, 3, 5, 6, 7, 8] [0, 1, 2, 3, 1, 5, 6, 7, 8] [0, 1, 2, 3, 224, 5, 6, 7, 8];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at -4 => [0, 1, 2, 3, 4] 5 [0, 1, 2, 3, 4, 6, 7, 8] [0, 1, 2, 3, 4, 1, 6, 7, 8] [0, 1, 2, 3, 4, 224, 6, 7, 8];
    [..DynShape] at -1 => [..DynShape] _ [..DynShape] [..DynShape] [..DynShape];
    [..DynShape] at -8 => [..DynShape] _ [..DynShape] [..DynShape] [..DynShape];
    [..DynShape, 3] at -1 => [..DynShape] 3 [..DynShape] [..DynShape, 1] [..DynShape, 224];
    [..DynShape, 3] at -2 => [..DynShape] _ [..DynShape, 3] [..DynShape, 3] [..DynShape, 3];
    [..DynShape, 3] at -8 => [..DynShape] _ [..DynShape, 3] [..DynShape, 3] [..DynShape, 3];
}

assert_not_impl_any!(shape![]: HasAxis<-1>);
assert_not_impl_any!(shape![2, 3]: HasAxis<-3>, HasAxis<0>, HasAxis<1>);
assert_not_impl_any!(shape![1, 2, 3, 4, 5, 6, 7, 8, 9]: HasAxis<-9>);
assert_not_impl_any!(DynShape: HasAxis<0>, HasAxis<-9>);

/// A shape, the number of the new axis, and the shape with it.
macro_rules! insert_table {
    ($([$($shape:tt)*] at $axis:literal => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as InsertAxis<$axis>>::Output, shape![$($output)*]);
    )*};
}

insert_table! {
    [] at -1 => [1];
    [2] at -1 => [2, 1];
    [2] at -2 => [1, 2];
    [2, _] at -1 => [2, _, 1];
    [2, _] at -2 => [2, 1, _];
    [2, _] at -3 => [1, 2, _];
    [2, 3, 4, 5, 6, 7, 8] at -8 => [1, 2, 3, 4, 5, 6, 7, 8];
    [1, 2, 3, 4, 5, 6, 7, 8] at -8 => [1, 1, 2, 3, 4, 5, 6, 7, 8];
    [..DynShape] at -1 => [..DynShape, 1];
    [..DynShape] at -2 => [..DynShape];
    [..DynShape] at -8 => [..DynShape];
    [..DynShape, 3] at -1 => [..DynShape, 3, 1];
    [..DynShape, 3] at -2 => [..DynShape, 1, 3];
    [..DynShape, 3] at -3 => [..DynShape, 3];
    [..DynShape, 3] at -8 => [..DynShape, 3];
}

assert_not_impl_any!(shape![]: InsertAxis<-2>, InsertAxis<0>, InsertAxis<-9>);
assert_not_impl_any!(shape![2, 3]: InsertAxis<-4>, InsertAxis<0>, InsertAxis<1>);

assert_impl_all!(shape![1]: RemoveAxis<-1>);
assert_impl_all!(shape![2, 1, _]: RemoveAxis<-1>, RemoveAxis<-2>);
assert_impl_all!(DynShape: RemoveAxis<-1>, RemoveAxis<-8>);
assert_impl_all!(shape![..DynShape, 3]: RemoveAxis<-2>);
assert_not_impl_any!(shape![0, 1, 2, 3]: RemoveAxis<-1>, RemoveAxis<-2>, RemoveAxis<-4>, RemoveAxis<-5>);
assert_not_impl_any!(shape![..DynShape, 3]: RemoveAxis<-1>);

/// A shape, two axes, and the shape in which they have changed places.
macro_rules! swap_table {
    ($([$($shape:tt)*] $a:literal and $b:literal => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as SwapAxes<$a, $b>>::Output, shape![$($output)*]);
        assert_type_eq_all!(<shape![$($shape)*] as SwapAxes<$b, $a>>::Output, shape![$($output)*]);
    )*};
}

swap_table! {
    [2] -1 and -1 => [2];
    [2, 3] -1 and -2 => [3, 2];
    [2, 3] -2 and -2 => [2, 3];
    [2, _, 4, 5] -1 and -3 => [2, 5, 4, _];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] -1 and -8 => [0, 8, 2, 3, 4, 5, 6, 7, 1];
    [..DynShape] -1 and -3 => [..DynShape];
    [..DynShape, 3, 4] -1 and -2 => [..DynShape, 4, 3];
    [..DynShape, 3, 4] -1 and -3 => [..DynShape, 3, _];
    [..DynShape, 3, 4] -4 and -3 => [..DynShape, 3, 4];
}

assert_not_impl_any!(shape![2, 3]: SwapAxes<-1, -3>, SwapAxes<-3, -1>, SwapAxes<-3, -3>, SwapAxes<0, -1>);

/// A shape and a list of axes: the shape with size 1 at each of them.
macro_rules! ones_table {
    ($([$($shape:tt)*] at [$($axis:tt)*] => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as HasAxes<axes![$($axis)*]>>::WithOnes, shape![$($output)*]);
    )*};
}

ones_table! {
    [2] at [-1] => [1];
    [2, 3, 4] at [-1, -3] => [1, 3, 1];
    [2, 3, 4] at [-3, -1] => [1, 3, 1];
    [2, 3, 4] at [-2, -1, -3] => [1, 1, 1];
    [5, 2, _, 0] at [-2, -1] => [5, 2, 1, 1];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] at [-1, -2, -3, -4, -5, -6, -7, -8] => [0, 1, 1, 1, 1, 1, 1, 1, 1];
    [..DynShape] at [-1, -4] => [..DynShape];
    [..DynShape, 3] at [-1, -4] => [..DynShape, 1];
}

assert_not_impl_any!(shape![2, 3]: HasAxes<axes![-1, -3]>, HasAxes<axes![-3]>);

/// A shape and a list of axes: the shape without them.
macro_rules! remove_table {
    ($([$($shape:tt)*] at [$($axis:tt)*] => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as RemoveAxes<axes![$($axis)*]>>::Output, shape![$($output)*]);
    )*};
}

remove_table! {
    [1] at [-1] => [];
    [2, 1, 4, 1] at [-1, -3] => [2, 4];
    [2, 1, 4, _] at [-3, -1] => [2, 4];
    [_, _, _] at [-2] => [_, _];
    [1, 1, 1] at [-2, -1, -3] => [];
    [0, 1, 1, 1, 1, 1, 1, 1, 1] at [-1, -2, -3, -4, -5, -6, -7, -8] => [0];
    [..DynShape] at [-1, -4] => [..DynShape];
    [..DynShape, 3, 1] at [-1, -4] => [..DynShape, 3];
}

assert_not_impl_any!(shape![1, 3]: RemoveAxes<axes![-1, -2]>, RemoveAxes<axes![-1]>, RemoveAxes<axes![-3]>);
assert_not_impl_any!(shape![3, 1]: RemoveAxes<axes![-1, -2]>);

/// A shape, a new order of its last axes, and the shape in that order.
macro_rules! permute_table {
    ($([$($shape:tt)*] by [$($axis:tt)*] => [$($output:tt)*];)*) => {$(
        assert_type_eq_all!(<shape![$($shape)*] as Permute<axes![$($axis)*]>>::Output, shape![$($output)*]);
    )*};
}

permute_table! {
    [2] by [-1] => [2];
    [2, 3] by [-1] => [2, 3];
    [2, 3] by [-2, -1] => [2, 3];
    [2, 3] by [-1, -2] => [3, 2];
    [2, 3, 4] by [-1, -3, -2] => [4, 2, 3];
    [2, 3, 4] by [-2, -1, -3] => [3, 4, 2];
    [9, _, 2, 3, 4] by [-1, -3, -2] => [9, _, 4, 2, 3];
    [2, _, 0] by [-2, -3, -1] => [_, 2, 0];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] by [-1, -2, -3, -4, -5, -6, -7, -8] => [0, 8, 7, 6, 5, 4, 3, 2, 1];
    [0, 1, 2, 3, 4, 5, 6, 7, 8] by [-7, -8, -5, -6, -3, -4, -1, -2] => [0, 2, 1, 4, 3, 6, 5, 8, 7];
    [..DynShape] by [-1, -2] => [..DynShape, _, _];
    [..DynShape, 3] by [-1, -2] => [..DynShape, 3, _];
    [..DynShape, 3, 4] by [-1, -2] => [..DynShape, 4, 3];
}

assert_not_impl_any!(shape![2, 3, 4]: Permute<axes![-2]>, Permute<axes![-1, -3]>, Permute<axes![-3, -2]>);
assert_not_impl_any!(shape![2, 3]: Permute<axes![-1, -3, -2]>);

assert_type_eq_all!(
    axes![-1, -3,],
    AxisList<(Axis<-1>, Axis<-3>), (Axis<-3>, Axis<-1>)>
);

#[test]
fn lists_of_axes_tell_their_numbers() {
    macro_rules! last_and {
        ($axis:literal) => {
            axes![-1, $axis]
        };
    }
    assert_eq!(<axes![-2]>::ORDERED, [2]);
    assert_eq!(<axes![-1, -8, -3]>::ORDERED, [1, 8, 3]);
    assert_eq!(<axes![-1, -8, -3]>::SORTED, [8, 3, 1]);
    assert_eq!(<last_and!(-4)>::SORTED, [4, 1]);
}

// What is spelled out in a type needs no bound, whatever stands in front of it.

type Size<S, const AXIS: isize> = <S as HasAxis<AXIS>>::Size;
type WithOne<S, const AXIS: isize> = <S as HasAxis<AXIS>>::WithOne;
type Without<S, const AXIS: isize> = <S as HasAxis<AXIS>>::Without;
type With<S, const AXIS: isize, N> = <S as HasAxis<AXIS>>::With<N>;
type WithOnes<S, List> = <S as HasAxes<List>>::WithOnes;
type Inserted<S, const AXIS: isize> = <S as InsertAxis<AXIS>>::Output;
type Swapped<S, const A: isize, const B: isize> = <S as SwapAxes<A, B>>::Output;
type Permuted<S, List> = <S as Permute<List>>::Output;
type Removed<S, List> = <S as RemoveAxes<List>>::Output;

/// The type of each argument is the same as that of its counterpart in the result, or this would not compile.
#[allow(clippy::type_complexity)]
fn one_axis<S: Shape, N: Dim, K: Dim, L: Dim>(
    size: Size<shape![..S, N, K], -2>,
    with_one: WithOne<shape![..S, N, K], -2>,
    without: Without<shape![..S, N, K], -2>,
    with: With<shape![..S, N, K], -2, L>,
    inserted: Inserted<shape![..S, N, K], -3>,
    last: Inserted<S, -1>,
) -> (
    N,
    shape![..S, 1, K],
    shape![..S, K],
    shape![..S, L, K],
    shape![..S, 1, N, K],
    shape![..S, 1],
) {
    (size, with_one, without, with, inserted, last)
}

#[allow(clippy::type_complexity)]
fn several_axes<S: Shape, N: Dim, K: Dim, L: Dim>(
    swapped: Swapped<shape![..S, N, K, L], -1, -3>,
    permuted: Permuted<shape![..S, N, K, L], axes![-1, -3, -2]>,
    with_ones: WithOnes<shape![..S, N, K, L], axes![-1, -3]>,
    removed: Removed<shape![..S, 1, K, _], axes![-1, -3]>,
) -> (
    shape![..S, L, K, N],
    shape![..S, L, N, K],
    shape![..S, 1, K, 1],
    shape![..S, K],
) {
    (swapped, permuted, with_ones, removed)
}

/// The results are shapes again, so that one relation follows the other.
type BackAgain<S> = Without<Inserted<Swapped<Permuted<S, axes![-1, -2]>, -1, -2>, -2>, -2>;

fn a_chain<S: Shape, N: Dim, K: Dim>(x: BackAgain<shape![..S, N, K]>) -> shape![..S, N, K] {
    x
}

/// Bounds on a shape of which nothing else is known.
fn with_bounds<S>(shape: &S) -> [usize; 2]
where
    S: RemoveAxis<-1> + HasAxes<axes![-1, -2]>,
{
    fn any<S: Shape, N: Dim>() {}
    any::<Without<S, -1>, Size<S, -1>>();
    any::<WithOnes<S, axes![-1, -2]>, Size<S, -1>>();
    [shape.rank(), shape.size_from_end(1)]
}

#[test]
fn generic_code_needs_no_bounds() {
    one_axis::<shape![5], dim!(2), Dyn, dim!(4)>(
        Default::default(),
        shape_of(&[5, 1, 3]),
        shape_of(&[5, 3]),
        shape_of(&[5, 4, 3]),
        shape_of(&[5, 1, 2, 3]),
        Default::default(),
    );
    several_axes::<DynShape, dim!(2), dim!(3), Dyn>(
        shape_of(&[5, 6, 4, 3, 2]),
        shape_of(&[5, 6, 4, 2, 3]),
        shape_of(&[5, 6, 1, 3, 1]),
        shape_of(&[5, 6, 3]),
    );
    assert_eq!(
        a_chain::<shape![], dim!(2), dim!(3)>(Default::default()).rank(),
        2
    );
    assert_eq!(
        with_bounds(&<shape![3, _]>::try_from([3, 1]).unwrap()),
        [2, 1]
    );
    assert_eq!(
        <shape![4, 224, 3] as HasAxis<-2>>::With::<dim!(2)>::SIZES,
        [4, 2, 3]
    );
}

fn shape_of<S: Shape>(sizes: &[usize]) -> S {
    S::try_from_sizes(sizes).unwrap()
}
