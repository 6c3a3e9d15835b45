//! Patterns that rearrange axes: [`rearrange!`](crate::rearrange), [`reduce!`](crate::reduce),
//! [`repeat!`](crate::repeat), [`pack!`](crate::pack) and [`unpack!`](crate::unpack).
//!
//! ```
//! use shapecheck::{InlineTensor, rearrange, reduce, repeat, shape};
//!
//! let x = InlineTensor::<f32, shape![2, 5, 768]>::full(1.0);
//! let heads: InlineTensor<f32, shape![2, 12, 5, 64]> = rearrange!(&x, "b t (h d) -> b h t d"; h = 12);
//! let back: InlineTensor<f32, shape![2, 5, 768]> = rearrange!(&heads, "b h t d -> b t (h d)");
//! assert_eq!(x, back);
//!
//! let image = InlineTensor::<f32, shape![3, 8, 6]>::full(0.5);
//! let pooled: InlineTensor<f32, shape![3, 4, 3]> = reduce!(&image, "c (h 2) (w 2) -> c h w", max);
//! let wide: InlineTensor<f32, shape![3, 8, 24]> = repeat!(&image, "c h w -> c h (w r)"; r = 4);
//! # let _ = (pooled, wide);
//! ```
//!
//! Patterns have the meaning of einops. The compiler checks the sizes that it knows, and the others are checked at run
//! time:
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, rearrange, shape};
//!
//! let x = InlineTensor::<f32, shape![2, 5, 770]>::full(1.0);
//! rearrange!(&x, "b t (h d) -> b h t d"; h = 12); // `(h, d)` with h = 12 does not divide 770 at axis -1
//! ```
//!
//! | in a pattern | means |
//! | --- | --- |
//! | `b`, `batch` | the name of an axis: a word between blanks |
//! | `->` | separates the axes of the tensor from those of the result |
//! | `(h d)` | one axis that is made of several; the first is the outer one |
//! | `1`, `()` | an axis of size 1 |
//! | `2`, in `reduce!` on the left and in `repeat!` on the right | an axis of this size, without a name |
//! | `...` | any number of axes without a name |
//!
//! In place of a tensor there can be a list of tensors of one shape, which stands for a new axis in front: `[&x, &y]`,
//! or `[..list]` for a slice, an array or a vector of references.
//!
//! Sizes follow after a semicolon: `h = 12`; `h = {HEADS}` or `h = HEADS` for a constant; `h = H` or `h = dim!(12)` for
//! a type; and any other expression for a `usize` known at run time. In each group on the left one size may be left
//! out, and is inferred.
//!
//! In generic code a pattern needs no bound unless it splits an axis whose size is a parameter. Then the error message
//! names the bound:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::pattern::{MultipleOf, Quotient};
//! use shapecheck::{Dim, Tensor, dim, rearrange, shape};
//!
//! fn merge<B: Dim, H: Dim, T: Dim, D: Dim>(
//!     x: &Tensor<f32, shape![B, H, T, D]>,
//! ) -> Tensor<f32, shape![B, T, H * D]> {
//!     rearrange!(x, "b h t d -> b t (h d)")
//! }
//!
//! fn heads<B: Dim, T: Dim, C: Dim + MultipleOf<dim!(12)>>(
//!     x: &Tensor<f32, shape![B, T, C]>,
//! ) -> Tensor<f32, shape![B, 12, T, Quotient<C, dim!(12)>]> {
//!     rearrange!(x, "b t (h d) -> b h t d"; h = 12)
//! }
//! # }
//! ```
//!
//! On the heap, elements are not copied if strides can describe the result. For a [`View`](crate::View) the result is a
//! view, unless axes are merged: then it is a new tensor. [`rearrange`], [`reduce`] and [`repeat`]
//! take a pattern that is read at run time; [`rearrange_shape`], [`reduce_shape`] and [`repeat_shape`] take shapes
//! alone.
//!
//! In the guide: [notation](crate::guide::notation).

use core::marker::PhantomData;

use super::join::Parts;
use super::{TensorOn, split};
pub use crate::algebra::equation::Table;
#[cfg(feature = "alloc")]
use crate::algebra::equation::{NotationError, grammar::Purpose};
#[doc(inline)]
pub use crate::algebra::pattern::*;
use crate::algebra::{Follows, stack_sizes};
use crate::engine::{Copies, Engine, Joins, MovesAxes, Reduces, Reshapes, ops};
use crate::shape::list::{ArrayShape, NEAR, is_static};
use crate::{Axes, Dim, Dyn, Scalar, Shape, ShapeError, StaticDim};
#[cfg(feature = "alloc")]
use crate::{DynShape, engine::DynamicShapes};

/// Reorders, splits and merges axes by a pattern. See [`pattern`](crate::pattern).
///
/// ```
/// use shapecheck::{InlineTensor, rearrange};
///
/// let x = InlineTensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(rearrange!(&x, "a b -> b a"), InlineTensor::from([[1, 5], [2, 6], [3, 7], [4, 8]]));
/// assert_eq!(rearrange!(&x, "a (b c) -> (b a) c"; b = 2), InlineTensor::from([[1, 2], [5, 6], [3, 4], [7, 8]]));
/// assert_eq!(rearrange!(&x, "a b -> (a b)"), InlineTensor::from([1, 2, 3, 4, 5, 6, 7, 8]));
///
/// // A list of tensors is an axis in front.
/// let (y, z) = (InlineTensor::from([1, 2, 3]), InlineTensor::from([4, 5, 6]));
/// assert_eq!(rearrange!([&y, &z], "n a -> a n"), InlineTensor::from([[1, 4], [2, 5], [3, 6]]));
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{InlineTensor, rearrange};
///
/// let x = InlineTensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// rearrange!(&x, "a (b c) -> (b a) c"; b = 3); // `(b, c)` with b = 3 does not divide 4 at axis -1
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes do not fit the pattern, with the message of
/// [`rearrange_shape`](crate::pattern::rearrange_shape).
#[macro_export]
macro_rules! rearrange {
    ($tensor:expr, $pattern:literal $($rest:tt)*) => {
        $crate::__macro::rearrange!([$crate] $tensor, $pattern $($rest)*)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::rearrange!([$crate] $($tokens)*)
    };
}

/// Reduces the axes that a pattern names on its left only, by `sum`, `mean`, `max`, `min`, `prod`, `any` or `all`. See
/// [`pattern`](crate::pattern).
///
/// ```
/// use shapecheck::{InlineTensor, reduce};
///
/// let x = InlineTensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(reduce!(&x, "a b -> a", sum), InlineTensor::from([10, 26]));
/// assert_eq!(reduce!(&x, "a (b c) -> b", max; c = 2), InlineTensor::from([6, 8]));
/// assert_eq!(reduce!(&x, "a b -> 1 b", min), InlineTensor::from([[1, 2, 3, 4]]));
/// ```
///
/// ```compile_fail
/// use shapecheck::{InlineTensor, reduce};
///
/// let x = InlineTensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// reduce!(&x, "a b -> a c", sum); // `c` is on the right only
/// ```
///
/// The largest and the smallest of no elements do not exist: a static size of 0 is reported when the program is built.
///
/// ```compile_fail,E0080
/// use shapecheck::{InlineTensor, reduce, shape};
///
/// reduce!(&InlineTensor::<f32, shape![2, 0]>::zeros(), "a b -> a", max);
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes do not fit the pattern, with the message of [`reduce_shape`](crate::pattern::reduce_shape),
/// or if the largest or the smallest of no elements is asked for.
#[macro_export]
macro_rules! reduce {
    ($tensor:expr, $pattern:literal $($rest:tt)*) => {
        $crate::__macro::reduce!([$crate] $tensor, $pattern $($rest)*)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::reduce!([$crate] $($tokens)*)
    };
}

/// Repeats elements along the axes that a pattern names on its right only. See [`pattern`](crate::pattern).
///
/// ```
/// use shapecheck::{InlineTensor, repeat};
///
/// let x = InlineTensor::from([[1, 2], [3, 4]]);
/// assert_eq!(repeat!(&x, "a b -> a (b r)"; r = 2), InlineTensor::from([[1, 1, 2, 2], [3, 3, 4, 4]]));
/// assert_eq!(repeat!(&x, "a b -> (2 a) b"), InlineTensor::from([[1, 2], [3, 4], [1, 2], [3, 4]]));
/// ```
///
/// ```compile_fail
/// use shapecheck::{InlineTensor, repeat};
///
/// let x = InlineTensor::from([[1, 2], [3, 4]]);
/// repeat!(&x, "a b -> a (b r)"); // `r` has no size: write `r = 4`
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes do not fit the pattern, with the message of [`repeat_shape`](crate::pattern::repeat_shape).
#[macro_export]
macro_rules! repeat {
    ($tensor:expr, $pattern:literal $($rest:tt)*) => {
        $crate::__macro::repeat!([$crate] $tensor, $pattern $($rest)*)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::repeat!([$crate] $($tokens)*)
    };
}

/// Packs tensors into one: the axes that `*` stands for become one axis, along which the tensors are joined. Gives the
/// packed tensor, and a tuple of the shapes of these axes. See [`pattern`](crate::pattern).
///
/// ```
/// use shapecheck::{InlineTensor, pack, shape, unpack};
///
/// let image = InlineTensor::<f32, shape![2, 3, 4, 8]>::full(1.0);
/// let class = InlineTensor::<f32, shape![2, 8]>::full(2.0);
/// let (tokens, (places, one)) = pack!([&image, &class], "b * c");
/// let tokens: InlineTensor<f32, shape![2, 13, 8]> = tokens;
/// let (back, class) = unpack!(&tokens, [places, one], "b * c");
/// assert_eq!(back, image);
/// assert_eq!(class[[1, 7]], 2.0);
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{InlineTensor, pack, shape};
///
/// let image = InlineTensor::<f32, shape![2, 3, 4, 8]>::full(1.0);
/// let class = InlineTensor::<f32, shape![3, 8]>::full(2.0);
/// pack!([&image, &class], "b * c"); // label 'b' has size 2 in operand 1 and 3 in operand 2
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes do not fit the pattern, with the message of [`pack_shapes`](crate::pattern::pack_shapes).
#[macro_export]
macro_rules! pack {
    ([$($tensor:expr),+ $(,)?], $pattern:literal $(,)?) => {
        $crate::__macro::pack!([$crate] $pattern; $($tensor),+)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::pack!([$crate] $($tokens)*)
    };
}

/// Unpacks a packed tensor into a tuple of tensors. See [`pack!`](crate::pack).
///
/// Each piece is a shape, as `pack!` gives it, or its sizes in brackets. One piece may be `_`: one axis with what the
/// others leave. On the heap, the pieces share the memory.
///
/// ```
/// use shapecheck::{InlineTensor, shape, unpack};
///
/// let packed = InlineTensor::from([[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14]]);
/// let (pair, square, rest) = unpack!(&packed, [[], [2, 2], _], "b *");
/// assert_eq!(pair, InlineTensor::from([1, 8]));
/// assert_eq!(square, InlineTensor::from([[[2, 3], [4, 5]], [[9, 10], [11, 12]]]));
/// assert_eq!(rest, InlineTensor::from([[6, 7], [13, 14]]));
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{InlineTensor, shape, unpack};
///
/// let packed = InlineTensor::<f32, shape![2, 67]>::full(1.0);
/// unpack!(&packed, [[6, 11]], "b *"); // the pieces have 66 elements, the axis 67
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes do not fit the pattern, with the message of
/// [`unpack_shapes`](crate::pattern::unpack_shapes).
#[macro_export]
macro_rules! unpack {
    ($tensor:expr, [$($pieces:tt)*], $pattern:literal $(,)?) => {
        $crate::__macro::unpack!([$crate] $tensor, [$($pieces)*], $pattern)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::unpack!([$crate] $($tokens)*)
    };
}

/// Tensors of one shape as one, with a new axis in front: what a list in place of a tensor stands for in
/// [`rearrange!`](crate::rearrange), [`reduce!`](crate::reduce) and [`repeat!`](crate::repeat).
///
/// [`stack`](TensorOn::stack) joins them along a new axis anywhere.
///
/// ```
/// use shapecheck::{InlineTensor, pattern, shape};
///
/// let (x, y) = (InlineTensor::from([1, 2, 3]), InlineTensor::from([4, 5, 6]));
/// let both: InlineTensor<i32, shape![2, 3]> = pattern::stacked([&x, &y]);
/// assert_eq!(both, InlineTensor::from([[1, 2, 3], [4, 5, 6]]));
/// ```
///
/// # Panics
///
/// Panics if there are no tensors, if dynamic sizes differ, or if the element count of the result overflows `usize`.
#[track_caller]
pub fn stacked<'a, T: 'static, S, E: Copies<T>, P: Parts<'a, TensorOn<T, S, E>>>(
    tensors: P,
) -> TensorOn<T, After<Axes<Scalar, P::Count>, S>, E::Out>
where
    TensorOn<T, S, E>: 'a,
    S: Shape + Follows<Axes<Scalar, P::Count>>,
{
    super::or_panic(try_stacked(tensors))
}

/// Like [`stacked`], but returns an error instead of panicking.
///
/// # Errors
///
/// Returns an error if there are no tensors, if dynamic sizes differ, or if the element count of the result overflows
/// `usize`.
pub fn try_stacked<'a, T: 'static, S, E: Copies<T>, P: Parts<'a, TensorOn<T, S, E>>>(
    tensors: P,
) -> Result<TensorOn<T, After<Axes<Scalar, P::Count>, S>, E::Out>, ShapeError>
where
    TensorOn<T, S, E>: 'a,
    S: Shape + Follows<Axes<Scalar, P::Count>>,
{
    let tensors = tensors.parts();
    let rank = tensors.first().map_or(0, |first| first.dims().len());
    let axis = -(rank as isize) - 1;
    type Stacked<Count, S> = After<Axes<Scalar, Count>, S>;
    let of = super::join::sizes_of_parts::<T, S, E, Stacked<P::Count, S>>;
    let sizes = of(tensors, axis, stack_sizes)?;
    Ok(TensorOn::join(tensors, sizes))
}

/// A size given next to a pattern.
#[doc(hidden)]
#[inline]
pub fn size<N: IntoSize>(size: N) -> N::Size {
    size.into_size()
}

/// A size that is a type.
#[doc(hidden)]
pub type Known<N> = PhantomData<N>;

/// The same as an argument.
#[doc(hidden)]
#[inline]
pub fn known<N: Dim>() -> Known<N> {
    PhantomData
}

/// The value of a static size.
#[doc(hidden)]
#[inline]
pub fn value<N: StaticDim>(_: Known<N>) -> N {
    N::default()
}

/// Whether a reduction picks one of the elements, and so needs at least one.
#[doc(hidden)]
pub trait Reduction {
    /// Whether it does.
    const CHOOSES: bool = false;
}

impl Reduction for ops::Sum {}
impl Reduction for ops::Mean {}
impl Reduction for ops::Product {}
impl Reduction for ops::Any {}
impl Reduction for ops::All {}

impl Reduction for ops::Max {
    const CHOOSES: bool = true;
}

impl Reduction for ops::Min {
    const CHOOSES: bool = true;
}

/// The plan of a pattern for a tensor of these sizes.
#[doc(hidden)]
#[inline(never)]
#[track_caller]
pub fn plan(table: Table<'_>, shape: &[usize], given: &[Option<usize>], chooses: bool) -> Plan {
    let plan = Plan::of(table, shape, given);
    let plan = plan.and_then(|plan| match chooses {
        true => plan.choosing(table, shape, given),
        false => Ok(plan),
    });
    match plan {
        Ok(plan) => plan,
        Err(told) => panic!("{told}"),
    }
}

/// Splits all groups of the left side, and reorders the axes.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn split<T: 'static, S: ArrayShape, O: ArrayShape, E: MovesAxes<T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<T, O, E> {
    TensorOn {
        data: E::split::<S, O>(&x.data, &plan.ready, &plan.order),
    }
}

/// Splits all groups of the left side, reorders the axes, and merges all groups of the right side.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn merge<T: 'static, S: ArrayShape, O: ArrayShape, E: Reshapes<T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<T, O, E::Out> {
    TensorOn {
        data: E::merge::<S, O>(&x.data, &plan.ready, &plan.order, plan.merged()),
    }
}

/// Splits all groups of the left side, of which some axes are reduced then.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn apart<T: 'static, S: ArrayShape, O: ArrayShape, E: MovesAxes<T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<T, O, E> {
    TensorOn {
        data: E::split::<S, O>(&x.data, &plan.split, plan.in_place()),
    }
}

/// Repeats along all new axes.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn spread<T: 'static, S: Shape, O: Shape, E: MovesAxes<T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<T, O, E> {
    TensorOn::of(E::expand::<S, O>(&x.data, plan.spread.as_slice().into()))
}

/// Merges all groups of the right side.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn merge_spread<T: 'static, S: Shape, O: ArrayShape, E: Reshapes<T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<T, O, E::Out> {
    TensorOn {
        data: E::regroup::<S, O>(&x.data, plan.merged()),
    }
}

/// Reduces the axes that are on the left only to size 1.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn fold<Op: Reduction, T: 'static, S: Shape, O: Shape, E: Reduces<Op, T>>(
    x: &TensorOn<T, S, E>,
    plan: &Plan,
) -> TensorOn<E::Element, O, E::Out> {
    const { assert_has_elements::<Op, S, O>() };
    TensorOn::of(E::reduce::<S, O>(&x.data, &plan.reduced))
}

/// Checks when the program is built that an element is there to choose: no static axis of size 0 becomes one of size 1.
const fn assert_has_elements<Op: Reduction, S: Shape, O: Shape>() {
    let mut axis = 0;
    while axis < NEAR {
        let (before, after) = (S::NEAR_SIZES[axis], O::NEAR_SIZES[axis]);
        if Op::CHOOSES && matches!((before, after), (Some(0), Some(1))) {
            panic!(
                "cannot take the largest or smallest of no elements: `reduce!` removes an axis of size 0"
            );
        }
        axis += 1;
    }
}

/// Checks the operands of [`pack!`](crate::pack).
#[doc(hidden)]
#[inline(never)]
#[track_caller]
pub fn check_packed(packing: &Packing<'_>, shapes: &[&[usize]]) {
    if let Err(told) = packing.packed(shapes) {
        panic!("{told}")
    }
}

/// Merges the axes that the star stands for into one, in two tensors, and joins them along it.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn flat_both<T: 'static, S: Shape, R: Shape, Lhs: Shape, Rhs: Shape, O: ArrayShape, E>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, E>,
    packing: &Packing<'_>,
) -> TensorOn<T, O, E::Out>
where
    E: Reshapes<T>,
    E::Out: Joins<T, OutputEngine = E::Out>,
{
    let sizes = sizes_of_both(packing, lhs.dims(), rhs.dims());
    TensorOn {
        data: E::regroup_both::<S, R, Lhs, Rhs, O>(&lhs.data, &rhs.data, packing.front, sizes),
    }
}

/// The sizes of two shapes with one size in place of the star, and of both joined along it.
#[inline(never)]
#[track_caller]
fn sizes_of_both(packing: &Packing<'_>, lhs: &[usize], rhs: &[usize]) -> [crate::DynShape; 3] {
    let (lhs, rhs) = (flat_sizes(packing, lhs), flat_sizes(packing, rhs));
    let sizes = joined_sizes(packing, lhs.dims(), rhs.dims());
    [lhs, rhs, sizes]
}

/// Merges the axes that the star stands for into one.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn flat<T: 'static, S: Shape, O: ArrayShape, E: Reshapes<T>>(
    x: &TensorOn<T, S, E>,
    packing: &Packing<'_>,
) -> TensorOn<T, O, E::Out> {
    TensorOn {
        data: E::regroup::<S, O>(&x.data, flat_sizes(packing, x.dims())),
    }
}

/// The sizes of a shape, with one size in place of the star.
#[track_caller]
fn flat_sizes(packing: &Packing<'_>, shape: &[usize]) -> crate::DynShape {
    let count = super::or_panic(crate::shape::num_elements(packing.star(shape)));
    place_sizes(packing, shape, &[count])
}

/// The sizes of two shapes joined along the axis of the star.
#[track_caller]
fn joined_sizes(packing: &Packing<'_>, lhs: &[usize], rhs: &[usize]) -> crate::DynShape {
    place_sizes(packing, lhs, &[lhs[packing.front] + rhs[packing.front]])
}

/// The sizes of a shape, with other sizes in place of the star.
#[track_caller]
fn place_sizes(packing: &Packing<'_>, shape: &[usize], star: &[usize]) -> crate::DynShape {
    let &Packing { front, back, .. } = packing;
    let rank = front + star.len() + back;
    let sizes = crate::DynShape::build(rank, 1, &|from_end| match rank - from_end {
        place if place < front => shape[place],
        _ if from_end <= back => shape[shape.len() - from_end],
        place => star[place - front],
    });
    super::or_panic(sizes.ok_or_else(|| crate::ShapeError::rank_needs_alloc(rank)))
}

/// The shape of the axes that the star stands for, which have the sizes that its type gives.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn star<T: 'static, S: Shape, O: Shape, E: Engine>(
    x: &TensorOn<T, S, E>,
    packing: &Packing<'_>,
) -> O {
    if const { is_static::<O>() } {
        return O::of_fitting(&[], 0);
    }
    let sizes = packing.star(x.dims());
    O::of_fitting(sizes, sizes.len())
}

/// Joins two tensors along the axis of the star.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn join<T: 'static, S: Shape, R: Shape, O: ArrayShape, E: Joins<T>>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, E>,
    packing: &Packing<'_>,
) -> TensorOn<T, O, E::OutputEngine> {
    let sizes = joined_sizes(packing, lhs.dims(), rhs.dims());
    TensorOn {
        data: E::concat::<S, R, O>(&lhs.data, &rhs.data, packing.front, sizes),
    }
}

/// Where each piece begins, and how many elements it has, by the numbers of elements of those that are not inferred.
#[doc(hidden)]
#[inline(never)]
#[track_caller]
pub fn places<const N: usize>(
    packing: &Packing<'_>,
    shape: &[usize],
    counts: [Option<usize>; N],
) -> [(usize, usize); N] {
    let left = left(packing, shape, &counts);
    split::places(&counts.map(|count| count.unwrap_or(left)))
}

/// The number of elements that the other pieces leave for the inferred one (`None`).
#[track_caller]
fn left(packing: &Packing<'_>, shape: &[usize], counts: &[Option<usize>]) -> usize {
    let counts = counts.iter().map(|count| count.map(Some));
    match packing.left(&[shape], counts) {
        Ok(left) => left,
        Err(told) => panic!("{told}"),
    }
}

/// The number of elements of a piece.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn count<S: Shape>(shape: &S) -> usize {
    counted(shape.to_dyn())
}

#[inline(never)]
#[track_caller]
fn counted(sizes: crate::DynShape) -> usize {
    super::or_panic(crate::shape::num_elements(sizes.dims()))
}

/// The piece of this many elements from a place on, with its own axes.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn piece<T: 'static, S: Shape, P: Shape, O: ArrayShape, E: MovesAxes<T> + Reshapes<T>>(
    x: &TensorOn<T, S, E>,
    packing: &Packing<'_>,
    piece: &impl Shape,
    place: (usize, usize),
) -> TensorOn<T, O, E::Out> {
    let sizes = sizes_of_piece(packing, x.dims(), piece.to_dyn());
    TensorOn {
        data: E::regroup_part::<S, P, O>(&x.data, packing.front, place, sizes),
    }
}

/// The sizes of a shape, with those of a piece in place of the packed axis.
#[inline(never)]
#[track_caller]
fn sizes_of_piece(
    packing: &Packing<'_>,
    shape: &[usize],
    piece: crate::DynShape,
) -> crate::DynShape {
    place_sizes(packing, shape, piece.dims())
}

/// A shape of one axis.
#[doc(hidden)]
pub fn line(size: usize) -> crate::Axes<crate::Scalar, Dyn> {
    crate::Axes {
        lead: crate::Scalar,
        last: Dyn(size),
    }
}

/// Like [`rearrange!`](crate::rearrange), for a pattern that is read at run time.
///
/// ```
/// use shapecheck::{Tensor, pattern};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(pattern::rearrange("a (b c) -> (b a) c", &x, &[("b", 2)])?.to_vec(), [1, 2, 5, 6, 3, 4, 7, 8]);
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn rearrange<T: 'static, S: Shape, E>(
    pattern: &str,
    x: &TensorOn<T, S, E>,
    sizes: &[(&str, usize)],
) -> Result<TensorOn<T, DynShape, E::Out>, NotationError>
where
    E: Reshapes<T, Out: DynamicShapes>,
{
    let plan = Parsed::new(pattern, Purpose::Rearrange, sizes)?.plan(x.dims(), false)?;
    Ok(merge(x, &plan))
}

/// Like [`repeat!`](crate::repeat), for a pattern that is read at run time.
///
/// ```
/// use shapecheck::{Tensor, pattern};
///
/// let x = Tensor::from([1, 2]);
/// assert_eq!(pattern::repeat("a -> (a r)", &x, &[("r", 2)])?.to_vec(), [1, 1, 2, 2]);
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn repeat<T: 'static, S: Shape, E>(
    pattern: &str,
    x: &TensorOn<T, S, E>,
    sizes: &[(&str, usize)],
) -> Result<TensorOn<T, DynShape, E::Out>, NotationError>
where
    E: Reshapes<T, Out: DynamicShapes + MovesAxes<T> + Reshapes<T>>,
{
    let plan = Parsed::new(pattern, Purpose::Repeat, sizes)?.plan(x.dims(), false)?;
    let apart = at_home(x, plan.ready.as_slice());
    let ordered: TensorOn<T, DynShape, E::Out> = split(&apart, &plan);
    let spread: TensorOn<T, DynShape, E::Out> = spread(&ordered, &plan);
    Ok(merge_spread(&spread, &plan))
}

/// Like [`reduce!`](crate::reduce), for a pattern that is read at run time.
///
/// ```
/// use shapecheck::{Tensor, engine::ops, pattern};
///
/// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
/// assert_eq!(pattern::reduce("a (b c) -> b", &x, ops::Max, &[("b", 2)])?.to_vec(), [6, 8]);
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the pattern is malformed, or if the shape does not fit it; if the largest or smallest of no
/// elements is asked for.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn reduce<Op: Reduction, T: 'static, S: Shape, E, R: 'static>(
    pattern: &str,
    x: &TensorOn<T, S, E>,
    _op: Op,
    sizes: &[(&str, usize)],
) -> Result<TensorOn<R, DynShape, E::Out>, NotationError>
where
    E: Reshapes<T, Out: DynamicShapes + Reduces<Op, T, Element = R> + Reshapes<R>>,
{
    let plan = Parsed::new(pattern, Purpose::Reduce, sizes)?.plan(x.dims(), Op::CHOOSES)?;
    let apart = at_home(x, plan.split.as_slice());
    let folded: TensorOn<R, DynShape, E::Out> = fold::<Op, _, _, _, _>(&apart, &plan);
    Ok(merge(&folded, &plan))
}

/// The elements with axes of these sizes, on the engine of the results.
#[cfg(feature = "alloc")]
#[track_caller]
fn at_home<T: 'static, S: Shape, E: Reshapes<T, Out: DynamicShapes>>(
    x: &TensorOn<T, S, E>,
    sizes: &[usize],
) -> TensorOn<T, DynShape, E::Out> {
    TensorOn {
        data: E::regroup::<S, DynShape>(&x.data, sizes.into()),
    }
}
