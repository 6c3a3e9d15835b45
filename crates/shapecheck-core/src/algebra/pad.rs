//! Padding and repetition along an axis.
//!
//! ```
//! use shapecheck::{Dim, algebra::{Padded, Repeated}, dim, shape};
//!
//! fn rows<N: Dim>(x: Padded<shape![N, 3], -2, dim!(1), dim!(2)>) -> shape![1 + N + 2, 3] {
//!     x
//! }
//! fn twice<N: Dim>(x: Repeated<shape![N, 3], -2, dim!(2)>) -> shape![N * 2, 3] {
//!     x
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! // an axis of 3 is reflected by at most 2
//! InlineTensor::from([1, 2, 3]).along::<-1>().pad_reflect::<dim!(3), dim!(0)>();
//! ```

use core::marker::PhantomData;

use typenum::{U0, U1, UInt, UTerm};

use super::Equals;
use crate::dim::{Extent, Minus, Plus, SizeOrAny, Sum, Times};
use crate::error::Rule;
use crate::for_each::for_each;
use crate::shape::axis::place_of;
use crate::verdict::{
    Accept, CountsRule, Last, Operands, PadEdgeRule, PadReflectRule, PadSignedRule,
    PadSymmetricRule, PadWrapRule, ShapeVerdict,
};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, ShapeError, StaticDim};

/// The shape `S` with `Before` indices added before an axis, and `After` after it.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Padded<S, const AXIS: isize, Before, After> =
    <S as HasAxis<AXIS>>::Resized<Plus<Plus<Before, <S as HasAxis<AXIS>>::Size>, After>>;

/// The shape `S` with an axis `K` times as long.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Repeated<S, const AXIS: isize, K> =
    <S as HasAxis<AXIS>>::Resized<Times<<S as HasAxis<AXIS>>::Size, K>>;

/// The elements that an axis is padded with.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Padding<T> {
    /// One value: `0 0 [1 2 3] 0 0`.
    Constant(T),
    /// The first element before and the last one after: `1 1 [1 2 3] 3 3`. The axis needs at least one element.
    Edge,
    /// The elements in reverse order, without the one at the edge: `3 2 [1 2 3] 2 1`. The axis needs more elements than
    /// the padding on either side.
    Reflect,
    /// The elements in reverse order, with the one at the edge: `2 1 [1 2 3] 3 2`. The axis needs at least as many
    /// elements as the padding on either side.
    Symmetric,
    /// The elements from the other end: `2 3 [1 2 3] 1 2`. The axis needs at least as many elements as the padding on
    /// either side.
    Wrap,
}

impl<T> Padding<T> {
    /// The number of elements that an axis needs for a padding on one side, by which rule.
    fn least(&self, added: usize) -> Option<(Rule, usize)> {
        match self {
            Self::Constant(_) => None,
            Self::Edge => Some((Rule::PAD_EDGE, 1)),
            Self::Reflect => Some((Rule::PAD_REFLECT, added.saturating_add(1))),
            Self::Symmetric => Some((Rule::PAD_SYMMETRIC, added)),
            Self::Wrap => Some((Rule::PAD_WRAP, added)),
        }
    }

    /// The index of the element at a place, which is counted from the first index of the axis; `None` for the constant
    /// value.
    #[doc(hidden)]
    pub fn index(&self, size: usize, place: isize) -> Option<usize> {
        let last = size as isize - 1;
        match self {
            _ if (0..=last).contains(&place) => Some(place as usize),
            Self::Constant(_) => None,
            Self::Edge => Some(place.clamp(0, last) as usize),
            Self::Reflect if place < 0 => Some(place.unsigned_abs()),
            Self::Reflect => Some((2 * last - place) as usize),
            Self::Symmetric if place < 0 => Some(!place as usize),
            Self::Symmetric => Some((2 * last + 1 - place) as usize),
            Self::Wrap => Some(place.rem_euclid(last + 1) as usize),
        }
    }
}

/// The verdict that `Least` can be subtracted from `Size`, or the clash of the padding with the size.
type Enough<Size, Least, Added, Distance> =
    <Minus<Size, Least> as Extent>::Or<Added, Size, Distance>;

for_each! {
    ($(#[$doc:meta])* $Name:ident $Relation:ident: $in_front:ty, $after:ty, $advice:literal) => {
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "cannot tell whether axis {AXIS} of `{Self}` has enough elements for this padding",
            label = "nothing here says that there are enough for `{Before}` in front and `{After}` after them",
            note = $advice
        )]
        pub trait $Name<const AXIS: isize, Before, After>: HasAxis<AXIS> {}

        impl<S, Before: Dim, After: Dim, const AXIS: isize> $Name<AXIS, Before, After> for S
        where
            S: HasAxis<AXIS>,
            S: Accept<$Relation, Enough<S::Size, $in_front, Before, S::Distance>>
                + Accept<$Relation, Enough<S::Size, $after, After, S::Distance>>,
        {
        }
    }

    /// A shape whose axis `AXIS`, counted from the end, has an element, from which those at either edge are computed.
    PadEdge PadEdgeRule: U1, U1,
        "add the bound `where {Self}: PadEdge<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has more elements than the padding on either side.
    PadReflect PadReflectRule: Before::Next, After::Next,
        "add the bound `where {Self}: PadReflect<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has at least as many elements as its mirror image adds on either
    /// side.
    PadSymmetric PadSymmetricRule: Before, After,
        "add the bound `where {Self}: PadSymmetric<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has at least as many elements as the padding on either side.
    PadWrap PadWrapRule: Before, After,
        "add the bound `where {Self}: PadWrap<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";
}

/// Negative padding, which removes `N` elements: `Negative<dim!(1)>` removes one.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, Default)]
pub struct Negative<N>(PhantomData<N>);

/// Padding on one side of an axis: a size, as in `dim!(2)`, or a [`Negative`] one.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a padding",
    label = "expected a number of elements that are added or removed",
    note = "`dim!(2)` adds two elements, and `Negative<dim!(1)>` removes one",
    note = "in generic code add the bound `where {Self}: PaddingAmount`"
)]
pub trait PaddingAmount {
    /// The number of elements that are added.
    type Added: Extent;
    /// The number of elements that are removed.
    type Removed: Extent;
    /// The number of elements that are added, and of those that are removed, of which one is 0.
    #[doc(hidden)]
    const AMOUNT: (usize, usize);
}

/// `0` adds 0
impl PaddingAmount for UTerm {
    type Added = Self;
    type Removed = U0;
    const AMOUNT: (usize, usize) = (0, 0);
}

/// `N` adds N
impl<U, B> PaddingAmount for UInt<U, B>
where
    Self: StaticDim,
{
    type Added = Self;
    type Removed = U0;
    const AMOUNT: (usize, usize) = (Self::SIZE, 0);
}

/// `-N` removes N
impl<N: StaticDim> PaddingAmount for Negative<N> {
    type Added = U0;
    type Removed = N;
    const AMOUNT: (usize, usize) = (0, N::SIZE);
}

/// The number of elements that two paddings remove.
type Removed<Before, After> =
    Sum<<Before as PaddingAmount>::Removed, <After as PaddingAmount>::Removed>;

/// The shape `S` with indices added to an axis or removed from it, before and after.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type SignedPadded<S, const AXIS: isize, Before, After> = <S as HasAxis<AXIS>>::Resized<
    SizeOrAny<
        Sum<
            Sum<
                <Before as PaddingAmount>::Added,
                Minus<<S as HasAxis<AXIS>>::Size, Removed<Before, After>>,
            >,
            <After as PaddingAmount>::Added,
        >,
    >,
>;

/// A shape whose axis `AXIS`, counted from the end, has at least as many elements as negative padding removes.
///
/// ```text
/// -1 and 2 at axis -1 of [..S, 3]:  [..S, 4]
/// -2 and -2 at axis -1 of [..S, 3]: refused
/// ```
///
/// The rule is that of PyTorch's `pad`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has enough elements for this padding",
    label = "nothing here says that there are enough for `{Before}` in front and `{After}` after them",
    note = "add the bound `where {Self}: PadSigned<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait PadSigned<const AXIS: isize, Before, After>: HasAxis<AXIS> {}

impl<S, Before: PaddingAmount, After: PaddingAmount, const AXIS: isize>
    PadSigned<AXIS, Before, After> for S
where
    S: HasAxis<AXIS>,
    S: Accept<
            PadSignedRule,
            Enough<S::Size, Removed<Before, After>, Removed<Before, After>, S::Distance>,
        >,
{
}

/// The shape of counts for an axis of size `N`, one for each index: a vector with as many elements. `Axis` is where that
/// axis is, for the message.
///
/// ```text
/// [5] counts for an axis of 5
/// [_] counts for an axis of 5      where it has 5 elements
/// [1] does not
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there are as many counts as the axis has indices",
    label = "nothing here says that `{Self}` has a count for each index of an axis of size `{N}`",
    note = "where the two are always equal, use one parameter for both sizes, or add the bound `where {Self}: CountsOf<{N}, {Axis}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait CountsOf<N, Axis = Last> {}

impl<C, N, Axis, Verdict> CountsOf<N, Axis> for C
where
    C: Equals<Axes<Scalar, N>, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<CountsRule, Verdict::At<Axis>>,
{
}

/// The shape with a padded axis, counted from the end: the rule of [`Padded`] over slices of sizes, with what each
/// [`Padding`] requires.
///
/// ```
/// use shapecheck::algebra::{Padding, pad_shape};
///
/// assert_eq!(pad_shape(&[2, 3], -1, (1, 2), Padding::Constant(0))?.dims(), [2, 6]);
/// let error = pad_shape(&[2, 3], -1, (1, 4), Padding::<f32>::Reflect).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "reflected padding of 4 needs more than 4 elements: axis -1 of shape [2, 3] has 3",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if it has too few elements, or if the sum overflows `usize`.
pub fn pad_shape<T>(
    shape: &[usize],
    axis: isize,
    (before, after): (usize, usize),
    padding: Padding<T>,
) -> Result<DynShape, ShapeError> {
    let place = place_of(shape, axis)?;
    for added in [before, after] {
        match padding.least(added) {
            Some((rule, least)) if shape[place] < least => {
                return Err(rule.sizes(axis, added, shape[place]).of(shape));
            }
            _ => {}
        }
    }
    let size = before
        .checked_add(shape[place])
        .and_then(|size| size.checked_add(after));
    resized(shape, place, size)
}

/// The shape with an axis, counted from the end, `count` times as long: the rule of [`Repeated`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::repeat_shape;
///
/// assert_eq!(repeat_shape(&[2, 3], -1, 4)?.dims(), [2, 12]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the product overflows `usize`.
pub fn repeat_shape(shape: &[usize], axis: isize, count: usize) -> Result<DynShape, ShapeError> {
    let place = place_of(shape, axis)?;
    resized(shape, place, shape[place].checked_mul(count))
}

/// The shape with each index along an axis, counted from the end, repeated as often as its count says.
///
/// ```
/// use shapecheck::algebra::repeat_each_shape;
///
/// assert_eq!(repeat_each_shape(&[2, 3], -1, &[2, 0, 3])?.dims(), [2, 5]);
/// assert_eq!(
///     repeat_each_shape(&[2, 3], -1, &[2, 0]).unwrap_err().to_string(),
///     "counts [2] do not fit shape [2, 3]: there are 2 counts, axis -1 has 3 elements",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if there is not one count for each of its indices, or if the sum of the
/// counts overflows `usize`.
pub fn repeat_each_shape(
    shape: &[usize],
    axis: isize,
    counts: &[usize],
) -> Result<DynShape, ShapeError> {
    check_counts(&[counts.len()], shape, axis)?;
    let mut counts = counts.iter();
    let size = counts.try_fold(0, |sum: usize, &count| sum.checked_add(count));
    resized(shape, place_of(shape, axis)?, size)
}

/// Checks that counts, which have this shape, are a vector with one for each index of an axis, counted from the end: the
/// rule of [`CountsOf`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_counts;
///
/// assert!(check_counts(&[5], &[5, 3], -2).is_ok());
/// let error = check_counts(&[4], &[5, 3], -2).unwrap_err();
/// assert_eq!(error.to_string(), "counts [4] do not fit shape [5, 3]: there are 4 counts, axis -2 has 5 elements");
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the counts have a different shape.
pub fn check_counts(counts: &[usize], shape: &[usize], axis: isize) -> Result<(), ShapeError> {
    place_of(shape, axis)?;
    let checked = Rule::COUNTS.check_vector(counts, shape, axis);
    checked.map_err(|kind| kind.between(counts, shape))
}

/// The shape with indices added to an axis, counted from the end, or removed where a number is negative: the rule of
/// [`SignedPadded`] and [`PadSigned`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::pad_signed_shape;
///
/// assert_eq!(pad_signed_shape(&[2, 3], -1, (-1, 2))?.dims(), [2, 4]);
/// assert_eq!(
///     pad_signed_shape(&[2, 3], -1, (-2, -2)).unwrap_err().to_string(),
///     "cannot crop 4 of 3 elements at axis -1 of shape [2, 3]",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if it has fewer elements than are removed, or if the size overflows
/// `usize`.
pub fn pad_signed_shape(
    shape: &[usize],
    axis: isize,
    (before, after): (isize, isize),
) -> Result<DynShape, ShapeError> {
    signed_shape(shape, axis, (amount(before), amount(after)))
}

/// The number of elements that are added, and of those that are removed.
#[doc(hidden)]
pub fn amount(amount: isize) -> (usize, usize) {
    match amount < 0 {
        true => (0, amount.unsigned_abs()),
        false => (amount.unsigned_abs(), 0),
    }
}

/// See [`pad_signed_shape`]: what is added and removed before, and after.
#[doc(hidden)]
pub fn signed_shape(
    shape: &[usize],
    axis: isize,
    (before, after): ((usize, usize), (usize, usize)),
) -> Result<DynShape, ShapeError> {
    let place = place_of(shape, axis)?;
    let removed = before.1.saturating_add(after.1);
    let Some(kept) = shape[place].checked_sub(removed) else {
        return Err(Rule::PAD_SIGNED
            .sizes(axis, removed, shape[place])
            .of(shape));
    };
    let size = before
        .0
        .checked_add(kept)
        .and_then(|size| size.checked_add(after.0));
    resized(shape, place, size)
}

/// The shape with a different size at a place, unless the size overflows.
fn resized(shape: &[usize], place: usize, size: Option<usize>) -> Result<DynShape, ShapeError> {
    let mut resized = DynShape::from(shape);
    resized.dims_mut()[place] = size.ok_or_else(|| ShapeError::too_many_elements(shape))?;
    Ok(resized)
}
