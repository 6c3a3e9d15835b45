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

use typenum::U1;

use crate::dim::{Extent, Minus, Plus, Times};
use crate::shape::axis::place_of;
use crate::verdict::{Accept, Circling, Edging, Reflecting};
use crate::{Dim, DynShape, HasAxis, ShapeError};

/// The shape `S` with `Before` indices added in front of an axis, and `After` behind it.
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
    /// The first element in front and the last one behind: `1 1 [1 2 3] 3 3`. The axis needs at least one element.
    Edge,
    /// The elements in reverse order, without the one at the edge: `3 2 [1 2 3] 2 1`. The axis needs more elements than
    /// the padding on either side.
    Reflect,
    /// The elements from the other end: `2 3 [1 2 3] 1 2`. The axis needs at least as many elements as the padding on
    /// either side.
    Wrap,
}

impl<T> Padding<T> {
    /// The number of elements that an axis needs for a padding on one side.
    fn least(&self, added: usize) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Edge => 1,
            Self::Reflect => added.saturating_add(1),
            Self::Wrap => added,
        }
    }

    /// The index of the element at a place, which is counted from the first index of the axis; `None` for the constant
    /// value.
    #[cfg(feature = "tensor")]
    pub(crate) fn index(&self, size: usize, place: isize) -> Option<usize> {
        let last = size as isize - 1;
        match self {
            _ if (0..=last).contains(&place) => Some(place as usize),
            Self::Constant(_) => None,
            Self::Edge => Some(place.clamp(0, last) as usize),
            Self::Reflect if place < 0 => Some(place.unsigned_abs()),
            Self::Reflect => Some((2 * last - place) as usize),
            Self::Wrap => Some(place.rem_euclid(last + 1) as usize),
        }
    }
}

/// The verdict that `Least` can be subtracted from `Size`, or the clash of the padding with the size.
type Enough<Size, Least, Added, Distance> =
    <Minus<Size, Least> as Extent>::Or<Added, Size, Distance>;

macro_rules! pads {
    ($($(#[$doc:meta])* $Name:ident $Relation:ident: $in_front:ty, $after:ty, $advice:literal;)*) => {$(
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
    )*};
}

pads! {
    /// A shape whose axis `AXIS`, counted from the end, has an element to repeat at either edge.
    PadEdge Edging: U1, U1,
        "add the bound `where {Self}: PadEdge<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has more elements than the padding on either side.
    PadReflect Reflecting: Plus<Before, U1>, Plus<After, U1>,
        "add the bound `where {Self}: PadReflect<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has at least as many elements as the padding on either side.
    PadWrap Circling: Before, After,
        "add the bound `where {Self}: PadWrap<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";
}

/// The shape with a padded axis, counted from the end: the rule of [`Padded`] over slices of sizes, with what each
/// [`Padding`] requires.
///
/// ```
/// use shapecheck::{algebra::Padding, pad_shape};
///
/// assert_eq!(pad_shape(&[2, 3], -1, (1, 2), Padding::Constant(0))?.dims(), [2, 6]);
/// let error = pad_shape(&[2, 3], -1, (1, 4), Padding::<f32>::Reflect).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot pad axis -1 of shape [2, 3]: padding by 4 needs at least 5 elements, not 3",
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
        let least = padding.least(added);
        if shape[place] < least {
            return Err(ShapeError::padding(shape, axis, added, least));
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
/// use shapecheck::repeat_shape;
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

/// The shape with a different size at a place, unless the size overflows.
fn resized(shape: &[usize], place: usize, size: Option<usize>) -> Result<DynShape, ShapeError> {
    let mut resized = DynShape::from(shape);
    resized.dims_mut()[place] = size.ok_or_else(|| ShapeError::too_many_elements(shape))?;
    Ok(resized)
}
