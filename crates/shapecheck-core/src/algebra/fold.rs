//! Windows of a tensor: each window as a separate axis or as a column, and columns added back together.
//!
//! ```
//! use shapecheck::algebra::{UnfoldsBy, Windowed};
//! use shapecheck::window::{Pool, Stride, Window};
//! use shapecheck::{dim, shape};
//!
//! let _: Windowed<shape![8, 10], -1, dim!(4), dim!(2)> = <shape![8, 4, 4]>::default();
//!
//! type Columns = <shape![8, 3, 6, 6] as UnfoldsBy<2, Pool<Window<3>, Stride<1>>>>::Output;
//! let _: Columns = <shape![8, 27, 16]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::WindowsOf;
//! use shapecheck::{dim, shape};
//!
//! fn has_windows<S: WindowsOf<-1, dim!(8), dim!(1)>>() {}
//! has_windows::<shape![3, 7]>(); // a window of 8 does not fit in axis -1: its size is 7
//! ```

use core::marker::PhantomData;

use super::AxisEquals;
use super::along::{AlongAxes, Numbers, WindowedAxes};
use super::equal::EqualAt;
use super::window::{
    ChannelsFirst, Dilations, Floor, FromOne, HasPlaces, Of, Pads, Pool, PoolStrides, PoolWindow,
    Reach, Steps, WindowStep, WindowVerdict, WindowWidth, Windows, windows_of,
};
use crate::dim::{AtMost, DividedBy, Extent, Minus, MultipleVerdict, Product, SizeOrAny, Sum};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::verdict::{
    Accept, Count, Fits, FoldedPlacesRule, FoldedRowsRule, SlidingWindowRule, WindowFitsRule,
};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// The shape `S` with the windows along an axis in place of its indices, and the elements of a window as a new last
/// axis.
///
/// ```text
/// windows of 4, by 2, along axis -2 of [..S, 10, N]: [..S, 4, N, 4]
/// along an axis: (N + 1 - window) / step, rounded up
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Windowed<S, const AXIS: isize, Width, Step> = Axes<
    <S as HasAxis<AXIS>>::Resized<
        SizeOrAny<
            DividedBy<
                Sum<<Step as Extent>::Previous, Positions<<S as HasAxis<AXIS>>::Size, Width>>,
                Step,
            >,
        >,
    >,
    Width,
>;

/// The number of windows that are one element apart: `N + 1 - window`.
type Positions<N, Width> = Minus<<N as Extent>::Next, Width>;

/// A shape whose axis `AXIS`, counted from the end, has windows of `Width` elements, `Step` apart.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has room for windows of this size",
    label = "nothing here says that a window of `{Width}` fits in the axis",
    note = "add the bound `where {Self}: WindowsOf<{AXIS}, {Width}, {Step}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait WindowsOf<const AXIS: isize, Width, Step>: HasAxis<AXIS> {}

impl<S, Width: WindowWidth, Step: WindowStep, const AXIS: isize> WindowsOf<AXIS, Width, Step> for S
where
    S: HasAxis<AXIS>,
    S: Accept<SlidingWindowRule, AtMost<Width, S::Size, S::Distance>>,
{
}

/// The shape with windows along an axis, counted from the end: the rule of [`Windowed`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::windows_shape;
///
/// assert_eq!(windows_shape(&[8, 10], -1, 4, 2)?.dims(), [8, 4, 4]);
/// let error = windows_shape(&[8, 10], -2, 9, 1).unwrap_err();
/// assert_eq!(error.to_string(), "a window of 9 does not fit in axis -2 of shape [8, 10]: its size is 8");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if a window does not fit in it, or if the window or the step is 0.
pub fn windows_shape(
    shape: &[usize],
    axis: isize,
    width: usize,
    step: usize,
) -> Result<DynShape, ShapeError> {
    let place = place_of(shape, axis)?;
    let size = shape[place];
    let refused = |kind: ShapeErrorKind| Err(kind.of(shape));
    if width == 0 || step == 0 {
        let of = if width == 0 { "window" } else { "step" };
        return refused(ShapeErrorKind::Zero { of });
    }
    let Some(rest) = size.checked_sub(width) else {
        return refused(Rule::SLIDING_WINDOW.sizes(axis, width, size));
    };
    let rank = shape.len() + 1;
    DynShape::build(rank, 1, &|end| match rank - end {
        index if index == place => rest / step + 1,
        index if index < shape.len() => shape[index],
        _ => width,
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// A shape whose windows along the last `AXES` axes become columns: one row for each channel and element of the window,
/// one column for each position. Settings are a [`Pool`].
///
/// ```text
/// [..S, C, H, W] by windows of K by L = [..S, C * K * L, (H - K + 1) * (W - L + 1)]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell what columns these windows give",
    label = "nothing here says that windows `{Settings}` fit in the last {AXES} axes of `{Self}`",
    note = "settings are a `Pool` that is not rounded up, such as `Pool::of::<3>().stride::<1>()`",
    note = "in generic code add a bound on the whole shape: `where {Self}: UnfoldsBy<{AXES}, {Settings}>` and `use shapecheck::algebra::UnfoldsBy;`, with `Output = shape![..]` in the bound where the signature says the shape of the result (the bound that rustc may suggest below is not enough)"
)]
pub trait UnfoldsBy<const AXES: usize, Settings>: Shape {
    /// The shape of the columns.
    type Output: ArrayShape;

    /// The settings as numbers, from the first of the axes to the last.
    #[doc(hidden)]
    fn windows() -> [PoolWindow; AXES];
}

/// Columns `[..S, rows, positions]` that can be added up to windows along the `AXES` axes of `Target`, the inverse of
/// [`UnfoldsBy`]. Settings are a [`Pool`].
///
/// ```text
/// [..S, C * K * L, places] to [H, W] = [..S, C, H, W]
/// ```
///
/// There are as many positions as the target has windows.
///
/// ```
/// use shapecheck::algebra::FoldsTo;
/// use shapecheck::window::{Pool, Stride, Window};
/// use shapecheck::shape;
///
/// type Images = <shape![8, 27, 16] as FoldsTo<2, shape![6, 6], Pool<Window<3>, Stride<1>>>>::Output;
/// let _: Images = <shape![8, 3, 6, 6]>::default();
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these columns can be folded",
    label = "nothing here says that `{Self}` are columns of windows `{Settings}` in `{Target}`",
    note = "settings are a `Pool` that is not rounded up, such as `Pool::of::<3>().stride::<1>()`",
    note = "in generic code add a bound on the whole shape: `where {Self}: FoldsTo<{AXES}, {Target}, {Settings}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait FoldsTo<const AXES: usize, Target, Settings>: Shape {
    /// The shape that the columns are folded to.
    type Output: ArrayShape;

    /// The settings as numbers, from the first of the axes to the last.
    #[doc(hidden)]
    fn windows() -> [PoolWindow; AXES];
}

/// The rule of windows that become columns, along an axis.
#[doc(hidden)]
pub struct Unfolding<W, S, P, D>(PhantomData<(W, S, P, D)>);

/// `(N + 2 padding - span) / stride + 1`
impl<W: Steps, S: Steps, P: Numbers, D: Steps> AlongAxes for Unfolding<W, S, P, D> {
    type Size<N: Dim> = <S::Last as FromOne>::Places<N, P::Last, Reach<W::Last, D::Last>>;
    type Verdict<N: Dim> = WindowVerdict<
        <S::Last as FromOne>::Places<N, P::Last, Reach<W::Last, D::Last>>,
        N,
        P::Last,
        W::Last,
        D::Last,
    >;
    type Lead = Unfolding<W::Lead, S::Lead, P::Lead, D::Lead>;
}

/// The rule of these settings.
type UnfoldingBy<const AXES: usize, W, S, P, D> = Unfolding<
    <W as Windows<AXES>>::Each,
    <S as PoolStrides<W, AXES>>::Each,
    <P as Pads<AXES>>::Each,
    <D as Dilations<AXES>>::Each,
>;

/// The sizes of a window in place of those of the axes.
#[doc(hidden)]
pub struct Filling<W>(PhantomData<W>);

impl<W: Steps> AlongAxes for Filling<W> {
    type Size<N: Dim> = W::Last;
    type Verdict<N: Dim> = Fits<Scalar>;
    type Lead = Filling<W::Lead>;
}

/// The number of elements of a window.
type Elements<Axes, const AXES: usize, W> =
    <Axes as WindowedAxes>::Count<Filling<<W as Windows<AXES>>::Each>>;

/// The verdict that a number is a multiple of another.
type Whole<N, By, Axis> = MultipleVerdict<N, By, N, By, Axis>;

/// The axes along which the windows slide.
type PlacesIn<Input, const AXES: usize> = <Of<Input> as ChannelsFirst<AXES>>::Places;

/// All axes of a target.
type PlacesOf<Target, const AXES: usize> = <Of<Target> as HasPlaces<AXES>>::Places;

impl<Input, const AXES: usize, W, S, P, D> UnfoldsBy<AXES, Pool<W, S, P, D, Floor>> for Input
where
    Input: Shape,
    Of<Input>: ChannelsFirst<AXES>,
    W: Windows<AXES>,
    S: PoolStrides<W, AXES>,
    P: Pads<AXES>,
    D: Dilations<AXES>,
    Input: Accept<
            WindowFitsRule,
            <PlacesIn<Input, AXES> as WindowedAxes>::Verdict<UnfoldingBy<AXES, W, S, P, D>>,
        >,
{
    type Output = Axes<
        Axes<
            <Of<Input> as ChannelsFirst<AXES>>::Lead,
            Product<
                Elements<PlacesIn<Input, AXES>, AXES, W>,
                <Of<Input> as ChannelsFirst<AXES>>::Channels,
            >,
        >,
        <PlacesIn<Input, AXES> as WindowedAxes>::Count<UnfoldingBy<AXES, W, S, P, D>>,
    >;

    fn windows() -> [PoolWindow; AXES] {
        windows_of(
            W::NUMBERS,
            S::NUMBERS,
            P::NUMBERS,
            D::NUMBERS,
            (false, true),
        )
    }
}

impl<Input, Target, const AXES: usize, W, S, P, D> FoldsTo<AXES, Target, Pool<W, S, P, D, Floor>>
    for Input
where
    Input: HasAxis<-2> + HasAxis<-1>,
    Target: Shape,
    Of<Target>: HasPlaces<AXES, Lead = Scalar>,
    W: Windows<AXES>,
    S: PoolStrides<W, AXES>,
    P: Pads<AXES>,
    D: Dilations<AXES>,
    <Input as HasAxis<-1>>::Size:
        AxisEquals<<PlacesOf<Target, AXES> as WindowedAxes>::Count<UnfoldingBy<AXES, W, S, P, D>>>,
    Input: Accept<
            WindowFitsRule,
            <PlacesOf<Target, AXES> as WindowedAxes>::Verdict<UnfoldingBy<AXES, W, S, P, D>>,
        > + Accept<
            FoldedPlacesRule,
            EqualAt<
                <Input as HasAxis<-1>>::Size,
                <PlacesOf<Target, AXES> as WindowedAxes>::Count<UnfoldingBy<AXES, W, S, P, D>>,
                Count<1>,
            >,
        > + Accept<
            FoldedRowsRule,
            Whole<
                <Input as HasAxis<-2>>::Size,
                Elements<PlacesOf<Target, AXES>, AXES, W>,
                Count<2>,
            >,
        >,
{
    type Output = <PlacesOf<Target, AXES> as WindowedAxes>::After<
        Axes<
            <Input as HasAxis<-2>>::InFront,
            DividedBy<<Input as HasAxis<-2>>::Size, Elements<PlacesOf<Target, AXES>, AXES, W>>,
        >,
    >;

    fn windows() -> [PoolWindow; AXES] {
        windows_of(
            W::NUMBERS,
            S::NUMBERS,
            P::NUMBERS,
            D::NUMBERS,
            (false, true),
        )
    }
}

/// The product of numbers, or an error if it is too large for an axis.
fn counted(mut numbers: impl Iterator<Item = usize>, axis: isize) -> Result<usize, ShapeErrorKind> {
    numbers
        .try_fold(1, usize::checked_mul)
        .ok_or(ShapeErrorKind::SizeOverflow { axis })
}

/// The shape of the columns of windows along the last axes, one window for each axis: the rule of [`UnfoldsBy`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::{PoolWindow, Slide, unfold_shape};
///
/// let window = PoolWindow { size: 3, slide: Slide::new(), ceil: false, padding_counts: true };
/// assert_eq!(unfold_shape(&[8, 3, 6, 6], &[window; 2])?.dims(), [8, 27, 16]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the shape has no channels before as many axes, if a window does not fit, or if a stride, a
/// dilation or a window is 0.
pub fn unfold_shape(shape: &[usize], windows: &[PoolWindow]) -> Result<DynShape, ShapeError> {
    let axes = windows.len();
    let Some(channels) = shape.len().checked_sub(axes + 1) else {
        return Err(ShapeError::rank(shape, axes + 1, true));
    };
    let places =
        placed(&shape[channels + 1..], windows).map_err(|kind: ShapeErrorKind| kind.of(shape))?;
    let refused = |kind: ShapeErrorKind| kind.of(shape);
    let taps = windows.iter().map(|window| window.size);
    let rows = counted(taps.chain([shape[channels]]), -2).map_err(refused)?;
    let rank = channels + 2;
    DynShape::build(rank, 1, &|axis| match axis {
        1 => places,
        2 => rows,
        axis => shape[rank - axis],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The number of positions of windows along axes of these sizes.
fn placed(sizes: &[usize], windows: &[PoolWindow]) -> Result<usize, ShapeErrorKind> {
    let mut places = 1_usize;
    for place in (0..sizes.len()).rev() {
        let axis = place as isize - sizes.len() as isize;
        let PoolWindow { size, slide, .. } = windows[place];
        let number = slide.checked_places(sizes[place], size, axis, Rule::WINDOW_FITS)?;
        places = counted([places, number].into_iter(), -1)?;
    }
    Ok(places)
}

/// The shape to which columns `[.., rows, positions]` are folded; the target is its last axes: the rule of [`FoldsTo`]
/// over slices of sizes.
///
/// ```
/// use shapecheck::algebra::{PoolWindow, Slide, fold_shape};
///
/// let window = PoolWindow { size: 3, slide: Slide::new(), ceil: false, padding_counts: true };
/// assert_eq!(fold_shape(&[8, 27, 16], &[6, 6], &[window; 2])?.dims(), [8, 3, 6, 6]);
/// let error = fold_shape(&[8, 27, 12], &[6, 6], &[window; 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot fold shape [8, 27, 12]: there are 12 columns, the output has 16 places",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are no rows and places, if a window does not fit in the target, if there are not as many
/// places as windows, or if the rows are not a multiple of the window.
pub fn fold_shape(
    columns: &[usize],
    target: &[usize],
    windows: &[PoolWindow],
) -> Result<DynShape, ShapeError> {
    let [lead @ .., rows, places] = columns else {
        return Err(ShapeError::rank(columns, 2, true));
    };
    if target.len() != windows.len() {
        return Err(ShapeError::rank(target, windows.len(), false));
    }
    let refused = |kind: ShapeErrorKind| kind.of(columns);
    let expected = placed(target, windows).map_err(refused)?;
    if *places != expected {
        return Err(refused(Rule::FOLDED_PLACES.sizes(-1, *places, expected)));
    }
    let window = counted(windows.iter().map(|window| window.size), -2).map_err(refused)?;
    if rows % window != 0 {
        let kind = Rule::FOLDED_ROWS.sizes(-2, *rows, window);
        return Err(refused(kind));
    }
    let rank = lead.len() + 1 + target.len();
    DynShape::build(rank, 1, &|axis| match rank - axis {
        index if index < lead.len() => lead[index],
        index if index == lead.len() => rows / window,
        index => target[index - lead.len() - 1],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
