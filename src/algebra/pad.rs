//! An axis made longer: by elements in front of its own and after them, or by its own elements again.
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

/// The shape `S` with `Before` indices in front of those of an axis, and `After` after them.
pub type Padded<S, const AXIS: isize, Before, After> =
    <S as HasAxis<AXIS>>::Resized<Plus<Plus<Before, <S as HasAxis<AXIS>>::Size>, After>>;

/// The shape `S` with each index of an axis, or all of them, `K` times.
pub type Repeated<S, const AXIS: isize, K> =
    <S as HasAxis<AXIS>>::Resized<Times<<S as HasAxis<AXIS>>::Size, K>>;

/// What an axis is padded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Padding<T> {
    /// One value: `0 0 [1 2 3] 0 0`.
    Constant(T),
    /// The first element in front, the last one after: `1 1 [1 2 3] 3 3`. There has to be one.
    Edge,
    /// The elements backwards, but for the one at the edge: `3 2 [1 2 3] 2 1`. There have to be more of them than are added on either side.
    Reflect,
    /// The elements from the other end: `2 3 [1 2 3] 1 2`. There have to be as many of them as are added on either side.
    Wrap,
}

impl<T> Padding<T> {
    /// How many elements an axis needs to be padded by so many on one side.
    fn least(&self, added: usize) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Edge => 1,
            Self::Reflect => added.saturating_add(1),
            Self::Wrap => added,
        }
    }

    /// Which index of an axis of this size stands at a place, which is counted from the first index of its own; `None` where the value does.
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

/// That `Least` can be taken away from `Size`, or else the clash of what is added with the size.
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
    /// A shape whose axis `AXIS`, counted from the end, has an element to be repeated at either edge.
    PadEdge Edging: U1, U1,
        "add the bound `where {Self}: PadEdge<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has more elements than are added on either side.
    PadReflect Reflecting: Plus<Before, U1>, Plus<After, U1>,
        "add the bound `where {Self}: PadReflect<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";

    /// A shape whose axis `AXIS`, counted from the end, has at least as many elements as are added on either side.
    PadWrap Circling: Before, After,
        "add the bound `where {Self}: PadWrap<{AXIS}, {Before}, {After}>` (the bound that rustc may suggest below is not enough)";
}

/// The shape with an axis, counted from the end, that has so many indices more in front and after: the rule of [`Padded`] over slices of sizes, and what
/// each [`Padding`] asks.
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

/// The shape with each index of an axis, counted from the end, so many times: the rule of [`Repeated`] over slices of sizes.
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

/// The shape with another size at a place, unless that overflows.
fn resized(shape: &[usize], place: usize, size: Option<usize>) -> Result<DynShape, ShapeError> {
    let mut resized = DynShape::from(shape);
    resized.dims_mut()[place] = size.ok_or_else(|| ShapeError::too_many_elements(shape))?;
    Ok(resized)
}
