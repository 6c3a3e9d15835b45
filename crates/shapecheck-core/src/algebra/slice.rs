//! Rules for slices of an axis, with steps in both directions, and for splitting an axis at indices or into pieces of
//! one size.
//!
//! ```
//! use shapecheck::algebra::{Sliced, Slices};
//! use shapecheck::{Dim, dim, shape};
//!
//! fn odd<B: Dim>(y: Sliced<shape![B, 10], -1, dim!(1), dim!(9), dim!(3)>) -> shape![B, 3] {
//!     y
//! }
//! fn slices<S: Slices<-1, dim!(1), dim!(9), dim!(3)>>() {}
//! slices::<shape![10]>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Slices;
//! use shapecheck::{dim, shape};
//!
//! fn slices<S: Slices<-1, dim!(1), dim!(9), dim!(3)>>() {}
//! slices::<shape![5]>(); // cannot slice axis -1 up to 9: its size is 5
//! ```

use typenum::{U0, U1};

use crate::dim::{
    AtMost, DividedBy, DividedUp, Extent, FromOneOr, Minus, Remainder, SizeOrAny, SizeOrZero,
};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::axis::place_of;
use crate::verdict::{
    Accept, NarrowsRule, NextCount, Operands, PlacesRule, SliceEndsRule, SlicesRule, SplitsAtRule,
    SplitsEveryRule, StepsRule,
};
use crate::{Axes, DynShape, HasAxis, Scalar, ShapeError, StaticDim, StaticShape};

/// The shape `S` with the indices `Start..End` of an axis, in steps of `Step`: `(End - Start) / Step` indices, rounded
/// up.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Sliced<S, const AXIS: isize, Start, End, Step> =
    <S as HasAxis<AXIS>>::Resized<SizeOrAny<DividedUp<Minus<End, Start>, Step>>>;

/// `N - At`, the number of indices left after the first `At`; 0 if that is negative.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type RestOf<N, At> = SizeOrZero<Minus<N, At>>;

/// The rest of `N` indices after all whole pieces of `Every` indices: `N % Every`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type LeftOver<N, Every> = SizeOrZero<Remainder<N, Every>>;

/// A shape whose axis `AXIS`, counted from the end, has the indices `Start..End`.
///
/// ```text
/// 1..9 in steps of 3 of axis -1 of [..S, 10]: [..S, 3]
/// 1..9 of axis -1 of [..S, 5]                   is refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has the indices of this slice",
    label = "nothing here says that the axis goes from `{Start}` to `{End}`",
    note = "add the bound `where {Self}: Slices<{AXIS}, {Start}, {End}, {Step}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Slices<const AXIS: isize, Start, End, Step>: HasAxis<AXIS> {}

impl<S, Start: Extent, End: Extent, Step: Extent, const AXIS: isize> Slices<AXIS, Start, End, Step>
    for S
where
    S: HasAxis<AXIS>,
    S: Accept<SlicesRule, AtMost<End, S::Size, S::Distance>>
        + Accept<SliceEndsRule, AtMost<Start, End, S::Distance>>
        + Accept<StepsRule, <DividedBy<U1, Step> as Extent>::Or<Step, Step, S::Distance>>,
{
}

/// A shape whose axis `AXIS`, counted from the end, has at least `At` indices, so that it can be split there.
///
/// ```text
/// axis -1 of [..S, 8] at 3: [..S, 3] and [..S, 5]
/// axis -1 of [..S, 2] at 3: refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` can be cut at this index",
    label = "nothing here says that the axis has `{At}` indices",
    note = "add the bound `where {Self}: SplitsAt<{AXIS}, {At}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitsAt<const AXIS: isize, At> {}

impl<Lhs, At: Extent, const AXIS: isize> SplitsAt<AXIS, At> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            SplitsAtRule,
            AtMost<At, <Lhs as HasAxis<AXIS>>::Size, <Lhs as HasAxis<AXIS>>::Distance>,
        >,
{
}

/// A shape whose axis `AXIS`, counted from the end, can be split at each of the indices `Places`, a list in ascending
/// order such as `shape![3, 5]`.
///
/// ```text
/// axis -1 of [..S, 8] at [3, 5]: [..S, 3], [..S, 2] and [..S, 3]
/// axis -1 of [..S, _] at [3, 5]: [..S, 3], [..S, 2] and [..S, _]   where there are 5 or more
/// axis -1 of [..S, 4] at [3, 5]: refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` can be cut at these indices",
    label = "nothing here says that the axis has the indices `{Places}`",
    note = "add the bound `where {Self}: SplitsAtEach<{AXIS}, {Places}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitsAtEach<const AXIS: isize, Places>: HasAxis<AXIS> {}

impl<S, Places, const AXIS: isize> SplitsAtEach<AXIS, Places> for S
where
    S: HasAxis<AXIS>,
    Places: Ascends<S::Distance>,
    S: Accept<SplitsAtRule, AtMost<Places::Last, S::Size, S::Distance>>,
{
}

/// The sizes of the pieces of an axis of `N` indices between places, a list: one more than there are places.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type PiecesBetween<Places, N> =
    Axes<<Places as CutsAt>::Gaps, RestOf<N, <Places as CutsAt>::Last>>;

/// A list of places at which an axis is cut.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a list of places",
    label = "not a list of places",
    note = "`x.along::<-1>().split_at_each::<shape![3, 5]>()` splits at two places, `split_at::<dim!(3)>()` at one"
)]
pub trait CutsAt: StaticShape {
    /// The last place, or 0.
    type Last: Extent;
    /// How far each place is from the one before it, or from 0.
    type Gaps;
}

/// `[]`
impl CutsAt for Scalar {
    type Last = U0;
    type Gaps = Scalar;
}

/// `[..S, N]` has the gaps of `[..S]`, and N minus the last of `S`
impl<Lead: CutsAt, Last: StaticDim> CutsAt for Axes<Lead, Last> {
    type Last = Last;
    type Gaps = Axes<Lead::Gaps, RestOf<Last, Lead::Last>>;
}

/// Places, none of which is before the previous one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a list of places",
    label = "not a list of places"
)]
pub trait Ascends<Distance>: CutsAt {}

impl<Distance> Ascends<Distance> for Scalar {}

impl<Lead, Last, Distance> Ascends<Distance> for Axes<Lead, Last>
where
    Lead: Ascends<Distance>,
    Last: StaticDim,
    Distance: NextCount,
    Operands:
        Accept<PlacesRule, <Minus<Last, Lead::Last> as Extent>::Or<Last, Lead::Last, Distance>>,
{
}

/// A shape whose axis `AXIS`, counted from the end, can be split into pieces of `N` indices. What is left over is a
/// piece of the size [`LeftOver`].
///
/// ```text
/// axis -1 of [..S, 8] into pieces of 3: two of [..S, 3], and [..S, 2]
/// axis -1 of [..S, _] into pieces of 3: some of [..S, 3], and [..S, _]
/// axis -1 of [..S, 8] into pieces of 0: refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` can be split into pieces of this size",
    label = "nothing here says that `{N}` is not 0",
    note = "add the bound `where {Self}: SplitsEvery<{AXIS}, {N}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitsEvery<const AXIS: isize, N>: HasAxis<AXIS> {}

impl<S, N: Extent, const AXIS: isize> SplitsEvery<AXIS, N> for S
where
    S: HasAxis<AXIS>,
    S: Accept<SplitsEveryRule, FromOneOr<N, N, S::Size, S::Distance>>,
{
}

/// A shape whose axis `AXIS`, counted from the end, has at least `N` indices.
///
/// ```text
/// 4 indices along axis -1 of [..S, 8]: [..S, 4]
/// 4 indices along axis -1 of [..S, _]: [..S, 4]   where there are 4 or more
/// 4 indices along axis -1 of [..S, 2]:              refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has this many indices",
    label = "nothing here says that axis {AXIS} of `{Self}` has `{K}` indices",
    note = "add the bound `where {Self}: Narrows<{AXIS}, {K}>` (the bound that rustc may suggest below is not enough)",
    note = "or see it when the program runs: `try_narrow` asks for no bound and gives an error"
)]
pub trait Narrows<const AXIS: isize, K> {}

impl<Lhs, K: Extent, const AXIS: isize> Narrows<AXIS, K> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            NarrowsRule,
            AtMost<K, <Lhs as HasAxis<AXIS>>::Size, <Lhs as HasAxis<AXIS>>::Distance>,
        >,
{
}

/// The shape with the indices `start..end` of an axis, counted from the end, in steps of either sign: the rule of
/// [`Sliced`] and [`Slices`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::slice_shape;
///
/// assert_eq!(slice_shape(&[2, 10], -1, (1, 9), 3)?.dims(), [2, 3]);
/// assert_eq!(slice_shape(&[2, 10], -1, (1, 9), -4)?.dims(), [2, 2]);
/// assert_eq!(
///     slice_shape(&[2, 5], -1, (1, 9), 3).unwrap_err().to_string(),
///     "cannot slice axis -1 of shape [2, 5] up to 9: its size is 5",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the start is beyond the end or the end beyond the size, or if the step
/// is 0.
pub fn slice_shape(
    sizes: &[usize],
    axis: isize,
    (start, end): (usize, usize),
    step: isize,
) -> Result<DynShape, ShapeError> {
    let place = place_of(sizes, axis)?;
    let size = sizes[place];
    check_range(sizes, axis, (start, end))?;
    if step == 0 {
        return Err(Rule::STEPS.sizes(axis, 0, size).of(sizes));
    }
    let mut shape = DynShape::from(sizes);
    shape.dims_mut()[place] = (end - start).div_ceil(step.unsigned_abs());
    Ok(shape)
}

/// Checks that a range of indices is within an axis, counted from the end. The axis exists.
#[doc(hidden)]
pub fn check_range(
    sizes: &[usize],
    axis: isize,
    (start, end): (usize, usize),
) -> Result<(), ShapeError> {
    let size = sizes[sizes.len() - axis.unsigned_abs()];
    let kind = match (start > end, end > size) {
        (true, _) => Rule::SLICE_ENDS.sizes(axis, start, end),
        (_, true) => Rule::SLICES.sizes(axis, end, size),
        _ => return Ok(()),
    };
    Err(kind.of(sizes))
}

/// The sizes of the two parts of an axis, counted from the end, that is split at an index: the rule of [`SplitsAt`]
/// over slices of sizes.
///
/// ```
/// use shapecheck::algebra::split_at_sizes;
///
/// assert_eq!(split_at_sizes(&[2, 8], -1, 3), Ok((3, 5)));
/// assert_eq!(
///     split_at_sizes(&[2, 2], -1, 3).unwrap_err().to_string(),
///     "cannot split axis -1 of shape [2, 2] at 3: its size is 2",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if its size is below the place.
pub fn split_at_sizes(
    sizes: &[usize],
    axis: isize,
    at: usize,
) -> Result<(usize, usize), ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    match size.checked_sub(at) {
        Some(rest) => Ok((at, rest)),
        None => {
            let kind = Rule::SPLITS_AT.sizes(axis, at, size);
            Err(kind.of(sizes))
        }
    }
}

/// The sizes of the pieces of an axis, counted from the end, that is split at several indices: the rule of
/// [`SplitsAtEach`] over slices of sizes. There is one piece more than there are places.
///
/// ```
/// use shapecheck::algebra::split_at_each_sizes;
///
/// assert!(split_at_each_sizes(&[2, 8], -1, &[3, 5])?.eq([3, 2, 3]));
/// assert_eq!(
///     split_at_each_sizes(&[2, 8], -1, &[5, 3]).err().unwrap().to_string(),
///     "cannot split axis -1 of shape [2, 8] at 5 and then at 3: places are in ascending order",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if its size is below a place, or if a place is before the previous
/// it.
pub fn split_at_each_sizes<'a>(
    sizes: &[usize],
    axis: isize,
    places: &'a [usize],
) -> Result<impl ExactSizeIterator<Item = usize> + use<'a>, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    let mut before = 0;
    for &at in places {
        split_at_sizes(sizes, axis, at)?;
        if at < before {
            return Err(Rule::PLACES.sizes(axis, at, before).of(sizes));
        }
        before = at;
    }
    Ok((0..places.len() + 1).map(move |piece| {
        let start = match piece {
            0 => 0,
            piece => places[piece - 1],
        };
        places.get(piece).copied().unwrap_or(size) - start
    }))
}

/// The sizes of the pieces of an axis, counted from the end, that is split into pieces of `every` indices: the rule of
/// [`SplitsEvery`] over slices of sizes. The last piece may be shorter, and an axis of size 0 is one piece, as in
/// PyTorch's `split`.
///
/// ```
/// use shapecheck::algebra::split_every_sizes;
///
/// assert!(split_every_sizes(&[2, 8], -1, 3)?.eq([3, 3, 2]));
/// assert_eq!(
///     split_every_sizes(&[2, 8], -1, 0).err().unwrap().to_string(),
///     "cannot split axis -1 of shape [2, 8] into pieces of 0",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the size of the pieces is 0.
pub fn split_every_sizes(
    sizes: &[usize],
    axis: isize,
    every: usize,
) -> Result<impl ExactSizeIterator<Item = usize> + use<>, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    match every {
        0 => Err(Rule::SPLITS_EVERY.sizes(axis, 0, size).of(sizes)),
        _ => Ok(pieces(size, every, size.div_ceil(every).max(1))),
    }
}

/// The sizes of at most this many pieces of an axis, counted from the end. All of them have the size of the axis divided
/// by their number, rounded up, but for the last, which may be shorter. Where fewer pieces make up the axis there are
/// fewer, as in PyTorch's `chunk`.
///
/// Sizes as types: a chunk has the size [`DividedUp`].
///
/// ```
/// use shapecheck::algebra::chunk_sizes;
///
/// assert!(chunk_sizes(&[2, 8], -1, 3)?.eq([3, 3, 2]));
/// assert!(chunk_sizes(&[2, 8], -1, 5)?.eq([2, 2, 2, 2]));
/// assert_eq!(
///     chunk_sizes(&[2, 8], -1, 0).err().unwrap().to_string(),
///     "cannot split axis -1 of shape [2, 8] into 0 pieces",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the number of pieces is 0.
pub fn chunk_sizes(
    sizes: &[usize],
    axis: isize,
    chunks: usize,
) -> Result<impl ExactSizeIterator<Item = usize> + use<>, ShapeError> {
    let size = sizes[some_pieces(sizes, axis, chunks)?];
    let every = size.div_ceil(chunks);
    // An empty axis has as many pieces as were asked for.
    let count = match every {
        0 => chunks,
        every => size.div_ceil(every),
    };
    Ok(pieces(size, every, count))
}

/// The sizes of this many pieces of an axis, counted from the end, as equal as possible: the first ones have one
/// index more, as in NumPy's `array_split`.
///
/// ```
/// use shapecheck::algebra::array_split_sizes;
///
/// assert!(array_split_sizes(&[2, 8], -1, 3)?.eq([3, 3, 2]));
/// assert!(array_split_sizes(&[2, 8], -1, 5)?.eq([2, 2, 2, 1, 1]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the number of pieces is 0.
pub fn array_split_sizes(
    sizes: &[usize],
    axis: isize,
    parts: usize,
) -> Result<impl ExactSizeIterator<Item = usize> + use<>, ShapeError> {
    let size = sizes[some_pieces(sizes, axis, parts)?];
    let (least, longer) = (size / parts, size % parts);
    Ok((0..parts).map(move |part| least + (part < longer) as usize))
}

/// The axis counted from the first, unless it is to be split into 0 pieces.
fn some_pieces(sizes: &[usize], axis: isize, pieces: usize) -> Result<usize, ShapeError> {
    let place = place_of(sizes, axis)?;
    match pieces {
        0 => Err(ShapeErrorKind::NoPieces { axis }.of(sizes)),
        _ => Ok(place),
    }
}

/// The sizes of `count` pieces that make up `size`, each of `every` indices but the last.
fn pieces(size: usize, every: usize, count: usize) -> impl ExactSizeIterator<Item = usize> + use<> {
    (0..count).map(move |piece| every.min(size - piece * every))
}
