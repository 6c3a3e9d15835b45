//! Rules for other sizes of the last axes, by pooling or interpolation, and for moving elements between channels and
//! positions.
//!
//! ```
//! use shapecheck::algebra::{PixelShuffle, ReplaceLast, ScaleLast, ScaleLastBy};
//! use shapecheck::{Dim, Shape, dim, shape};
//!
//! fn pooled<S: Shape, C: Dim, H: Dim, W: Dim>(
//!     x: <shape![..S, C, H, W] as ReplaceLast<shape![7, 7]>>::Output,
//! ) -> shape![..S, C, 7, 7] {
//!     x
//! }
//! let _: <shape![8, 3, 5, 6] as ScaleLast<shape![2, 3]>>::Output = <shape![8, 3, 10, 18]>::default();
//! let _: <shape![8, 3, 5, 6] as ScaleLastBy<shape![3, 1], shape![2, 2]>>::Output = <shape![8, 3, 7, 3]>::default();
//! let _: <shape![8, 12, 5, 6] as PixelShuffle<dim!(2)>>::Output = <shape![8, 3, 10, 12]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::PixelShuffle;
//! use shapecheck::{dim, shape};
//!
//! // 10 channels cannot be spread over squares of 3 by 3
//! fn wrong(_: <shape![10, 5, 6] as PixelShuffle<dim!(3)>>::Output) {}
//! ```
//!
//! ```compile_fail,E0080
//! use shapecheck::{InlineTensor, shape};
//!
//! // axis -2 has no elements
//! InlineTensor::<f32, shape![2, 3, 0, 4]>::zeros().adaptive_avg_pool::<shape![2, 2]>();
//! ```

use core::marker::PhantomData;

use super::along::{AlongAxes, WindowedAxes};
use super::window::{ChannelsFirst, FromOne, Of, SquareSide};
use crate::dim::{DividedBy, MultipleVerdict, SizeOrAny, Times};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::list::ArrayShape;
use crate::shape::list::NEAR;
use crate::verdict::{Accept, Count, Fits, Last, Operands, SquaresRule, WholeSquaresRule};
use crate::{Axes, Dim, DynShape, Scalar, Shape, ShapeError};

/// The way in which elements between others are computed.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// The element at the same relative position of the axis, rounded down.
    ///
    /// PyTorch computes that position in floats, so that it is sometimes one element lower.
    Nearest,
    /// A mean of the two neighbours along each axis, weighted by how near they are: PyTorch's `linear`, `bilinear` and
    /// `trilinear` with `align_corners=False`.
    Linear,
}

/// A shape with at least as many axes as `Target`, whose last sizes can be replaced by those of `Target`.
///
/// ```text
/// [..S, H, W] with [7, 7] = [..S, 7, 7]
/// ```
///
/// The sizes of the result are static, whatever those of the input are.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "the shape has fewer axes than are to have other sizes",
    label = "fewer axes than in `{Target}`",
    note = "in generic code the axes have to stand in the type: `shape![..S, H, W]` has two, whatever `S` is"
)]
pub trait ReplaceLast<Target>: Shape {
    /// The shape with these sizes.
    type Output: Shape;
}

/// `[..S] with [] = [..S]`
impl<S: Shape> ReplaceLast<Scalar> for S {
    type Output = S;
}

/// `[..S, N] with [..T, M] = [..(S with T), M]`
#[diagnostic::do_not_recommend]
impl<Lead: ReplaceLast<T>, N: Dim, T, M: Dim> ReplaceLast<Axes<T, M>> for Axes<Lead, N> {
    type Output = Axes<Lead::Output, M>;
}

/// `dynamic rank with [..T, M] = [..(dynamic rank with T), M]`
#[diagnostic::do_not_recommend]
impl<T, M: Dim> ReplaceLast<Axes<T, M>> for DynShape
where
    DynShape: ReplaceLast<T>,
{
    type Output = Axes<<DynShape as ReplaceLast<T>>::Output, M>;
}

/// A shape with at least as many axes as `Scale`, whose last sizes can be multiplied by the factors.
///
/// ```text
/// [..S, H, W] by [2, 3] = [..S, H * 2, W * 3]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "the shape has fewer axes than are to be scaled",
    label = "fewer axes than in `{Scale}`",
    note = "in generic code the axes have to stand in the type: `shape![..S, H, W]` has two, whatever `S` is"
)]
pub trait ScaleLast<Scale>: Shape {
    /// The shape with these sizes.
    type Output: ArrayShape;
}

/// `[..S] by [] = [..S]`
impl<S: Shape> ScaleLast<Scalar> for S {
    type Output = S;
}

/// `[..S, N] by [..F, K] = [..(S by F), N * K]`
#[diagnostic::do_not_recommend]
impl<Lead: ScaleLast<F>, N: Dim, F, K: Dim> ScaleLast<Axes<F, K>> for Axes<Lead, N> {
    type Output = Axes<Lead::Output, Times<K, N>>;
}

/// `dynamic rank by [..F, K] = dynamic rank`
#[diagnostic::do_not_recommend]
impl<F, K: Dim> ScaleLast<Axes<F, K>> for DynShape
where
    DynShape: ScaleLast<F>,
{
    type Output = DynShape;
}

/// A shape with at least as many axes as `Up` and `Down`, whose last sizes can be multiplied by the sizes of the one,
/// and divided by those of the other.
///
/// ```text
/// [..S, H, W] by [3, 1] / [2, 2] = [..S, H * 3 / 2, W / 2], rounded down
/// ```
///
/// The rule is that of PyTorch's `interpolate` with a `scale_factor`.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot scale the last axes: each of them needs a factor and a divisor of 1 or more",
    label = "factors `{Up}` and divisors `{Down}` for as many axes",
    note = "`interpolate_by::<shape![3, 1], shape![2, 2]>` makes 3/2 of the rows and 1/2 of the columns",
    note = "the shape has at least as many axes; in generic code they have to stand in the type: `shape![..S, H, W]` has two, whatever `S` is"
)]
pub trait ScaleLastBy<Up, Down>: Shape {
    /// The shape with these sizes.
    type Output: ArrayShape;
}

/// `[..S] by [] / [] = [..S]`
impl<S: Shape> ScaleLastBy<Scalar, Scalar> for S {
    type Output = S;
}

/// `[..S, N] by [..U, P] / [..D, Q] = [..(S by U / D), N * P / Q]`
#[diagnostic::do_not_recommend]
impl<Lead: ScaleLastBy<U, D>, N: Dim, U, P: FromOne + Dim, D, Q: FromOne>
    ScaleLastBy<Axes<U, P>, Axes<D, Q>> for Axes<Lead, N>
{
    type Output = Axes<Lead::Output, DividedBy<Times<P, N>, Q>>;
}

/// `dynamic rank by [..U, P] / [..D, Q] = dynamic rank`
#[diagnostic::do_not_recommend]
impl<U, P: FromOne, D, Q: FromOne> ScaleLastBy<Axes<U, P>, Axes<D, Q>> for DynShape
where
    DynShape: ScaleLastBy<U, D>,
{
    type Output = DynShape;
}

/// A shape whose channels can be spread over squares of `R` by `R` positions, as in PyTorch's `pixel_shuffle`.
///
/// ```text
/// [..S, C * R * R, H, W] = [..S, C, H * R, W * R]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these channels can be spread over squares",
    label = "nothing here says that the channels of `{Self}` are a multiple of `{R}` times `{R}`",
    note = "in generic code add a bound on the whole shape: `where {Self}: PixelShuffle<{R}>` and `use shapecheck::algebra::PixelShuffle;`, with `Output = shape![..]` in the bound where the signature says the shape of the result (the bound that rustc may suggest below is not enough)"
)]
pub trait PixelShuffle<R>: Shape {
    /// The shape with fewer channels and more positions.
    type Output: ArrayShape;
}

type Channels<S> = <Of<S> as ChannelsFirst<2>>::Channels;
type Lead<S> = <Of<S> as ChannelsFirst<2>>::Lead;
type PlacesIn<S> = <Of<S> as ChannelsFirst<2>>::Places;

/// The rule of squares that become places, along an axis.
#[doc(hidden)]
pub struct Spread<R>(PhantomData<R>);

/// `R N`
impl<R: Dim> AlongAxes for Spread<R> {
    type Size<N: Dim> = Times<R, N>;
    type Verdict<N: Dim> = Fits<Scalar>;
    type Lead = Self;
}

/// The rule of places that become squares, along an axis.
#[doc(hidden)]
pub struct Squared<R>(PhantomData<R>);

/// `N / R`
impl<R: SquareSide + Dim> AlongAxes for Squared<R> {
    type Size<N: Dim> = SizeOrAny<DividedBy<N, R>>;
    type Verdict<N: Dim> = MultipleVerdict<N, R, N, R, Last>;
    type Lead = Self;
}

impl<S: Shape, R: SquareSide + Dim> PixelShuffle<R> for S
where
    Of<S>: ChannelsFirst<2>,
    Operands:
        Accept<SquaresRule, MultipleVerdict<Channels<S>, Times<R, R>, Channels<S>, R, Count<3>>>,
{
    type Output = <PlacesIn<S> as WindowedAxes>::By<
        Spread<R>,
        Axes<Lead<S>, SizeOrAny<DividedBy<Channels<S>, Times<R, R>>>>,
    >;
}

/// A shape whose squares of `R` by `R` positions can become channels, as in PyTorch's `pixel_unshuffle`.
///
/// ```text
/// [..S, C, H * R, W * R] = [..S, C * R * R, H, W]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there are whole squares of places",
    label = "nothing here says that the last two sizes of `{Self}` are multiples of `{R}`",
    note = "in generic code add a bound on the whole shape: `where {Self}: PixelUnshuffle<{R}>` and `use shapecheck::algebra::PixelUnshuffle;`, with `Output = shape![..]` in the bound where the signature says the shape of the result (the bound that rustc may suggest below is not enough)"
)]
pub trait PixelUnshuffle<R>: Shape {
    /// The shape with more channels and fewer positions.
    type Output: ArrayShape;
}

impl<S: Shape, R: SquareSide + Dim> PixelUnshuffle<R> for S
where
    Of<S>: ChannelsFirst<2>,
    Operands: Accept<WholeSquaresRule, <PlacesIn<S> as WindowedAxes>::Verdict<Squared<R>>>,
{
    type Output = <PlacesIn<S> as WindowedAxes>::By<
        Squared<R>,
        Axes<Lead<S>, Times<Times<R, R>, Channels<S>>>,
    >;
}

/// The shape with its last sizes replaced by those of a target: the rule of [`ReplaceLast`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::replace_last_shape;
///
/// assert_eq!(replace_last_shape(&[8, 3, 31, 17], &[7, 7])?.dims(), [8, 3, 7, 7]);
/// assert!(replace_last_shape(&[17], &[7, 7]).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if it has fewer axes.
pub fn replace_last_shape(shape: &[usize], target: &[usize]) -> Result<DynShape, ShapeError> {
    let Some(lead) = shape.len().checked_sub(target.len()) else {
        return Err(ShapeError::rank(shape, target.len(), true));
    };
    let mut result = DynShape::from(shape);
    result.dims_mut()[lead..].copy_from_slice(target);
    Ok(result)
}

/// The shape of an adaptive pool, with the last sizes of a target: like [`replace_last_shape`], but each axis needs at
/// least one element.
///
/// ```
/// use shapecheck::algebra::adaptive_pool_shape;
///
/// assert_eq!(adaptive_pool_shape(&[8, 3, 31, 17], &[7, 7])?.dims(), [8, 3, 7, 7]);
/// let error = adaptive_pool_shape(&[8, 3, 0, 17], &[7, 7]).unwrap_err();
/// assert_eq!(error.to_string(), "axis -2 of shape [8, 3, 0, 17] has no elements");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the shape has fewer axes, or if one of these has size 0.
pub fn adaptive_pool_shape(shape: &[usize], target: &[usize]) -> Result<DynShape, ShapeError> {
    let result = replace_last_shape(shape, target)?;
    match (1..=target.len()).find(|&axis| shape[shape.len() - axis] == 0) {
        None => Ok(result),
        Some(axis) => {
            let axis = -(axis as isize);
            let kind = ShapeErrorKind::NoElement { axis };
            Err(kind.of(shape))
        }
    }
}

/// The rule of [`adaptive_pool_shape`] for the static sizes of a shape, when the program is built.
///
/// A bound would ask generic code too, because a size of 0 is a `Dim` as well.
#[doc(hidden)]
pub const fn assert_elements<S: Shape>(axes: usize) {
    /// With the number of the axis, because a constant cannot format it.
    macro_rules! texts {
        ($($axis:literal)*) => { [$(concat!("axis -", $axis, " has no elements")),*] };
    }
    const TEXTS: [&str; NEAR] = texts!(1 2 3 4 5 6 7 8);
    let mut axis = 1;
    while axis <= axes && axis <= NEAR {
        if matches!(S::NEAR_SIZES[axis - 1], Some(0)) {
            panic!("{}", TEXTS[axis - 1]);
        }
        axis += 1;
    }
}

/// The shape with its last sizes multiplied: the rule of [`ScaleLast`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::scale_last_shape;
///
/// assert_eq!(scale_last_shape(&[8, 3, 5, 6], &[2, 3])?.dims(), [8, 3, 10, 18]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if it has fewer axes, if one of these has size 0, between whose elements there is nothing, or if a
/// size overflows `usize`.
pub fn scale_last_shape(shape: &[usize], factors: &[usize]) -> Result<DynShape, ShapeError> {
    super::window::replaced(shape, factors.len(), |place, axis| {
        match shape[shape.len() - axis.unsigned_abs()] {
            0 => Err(ShapeErrorKind::NoElement { axis }),
            size => size
                .checked_mul(factors[place])
                .ok_or(ShapeErrorKind::SizeOverflow { axis }),
        }
    })
}

/// The shape with its last sizes multiplied by factors and divided by divisors, rounded down: the rule of
/// [`ScaleLastBy`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::scale_last_by_shape;
///
/// assert_eq!(scale_last_by_shape(&[8, 3, 5, 6], &[3, 1], &[2, 2])?.dims(), [8, 3, 7, 3]);
/// let error = scale_last_by_shape(&[8, 3, 5, 6], &[3, 1], &[2]).unwrap_err();
/// assert_eq!(error.to_string(), "shape [8, 3, 5, 6]: there are 2 factors, but 1 divisors");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are not as many divisors as factors, if the shape has fewer axes, if one of these has size
/// 0, between whose elements there is nothing, if a factor or a divisor is 0, or if a size overflows `usize`.
pub fn scale_last_by_shape(
    shape: &[usize],
    up: &[usize],
    down: &[usize],
) -> Result<DynShape, ShapeError> {
    if up.len() != down.len() {
        let kind = ShapeErrorKind::Divisors {
            factors: up.len(),
            divisors: down.len(),
        };
        return Err(kind.of(shape));
    }
    super::window::replaced(shape, up.len(), |place, axis| {
        match (
            shape[shape.len() - axis.unsigned_abs()],
            up[place],
            down[place],
        ) {
            (_, 0, _) => Err(ShapeErrorKind::Zero { of: "factor" }),
            (_, _, 0) => Err(ShapeErrorKind::Zero { of: "divisor" }),
            (0, ..) => Err(ShapeErrorKind::NoElement { axis }),
            (size, up, down) => usize::try_from(size as u128 * up as u128 / down as u128)
                .map_err(|_| ShapeErrorKind::SizeOverflow { axis }),
        }
    })
}

/// A shape whose last axes are channels, rows and columns, with other sizes for these, or the error.
fn image(
    shape: &[usize],
    sizes: impl Fn([usize; 3]) -> Result<[Option<usize>; 3], ShapeErrorKind>,
) -> Result<DynShape, ShapeError> {
    let [lead @ .., channels, height, width] = shape else {
        return Err(ShapeError::rank(shape, 3, true));
    };
    let refused = |kind: ShapeErrorKind| kind.of(shape);
    let sizes = sizes([*channels, *height, *width]).map_err(refused)?;
    let mut result = DynShape::from(shape);
    for (place, size) in sizes.into_iter().enumerate() {
        let axis = place as isize - 3;
        let size = size.ok_or_else(|| refused(ShapeErrorKind::SizeOverflow { axis }))?;
        result.dims_mut()[lead.len() + place] = size;
    }
    Ok(result)
}

/// The shape with its channels spread over squares: the rule of [`PixelShuffle`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::pixel_shuffle_shape;
///
/// assert_eq!(pixel_shuffle_shape(&[8, 12, 5, 6], 2)?.dims(), [8, 3, 10, 12]);
/// let error = pixel_shuffle_shape(&[10, 5, 6], 3).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "10 channels cannot be spread over squares of 3 by 3, in shape [10, 5, 6]",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than three axes, if the channels are not a multiple of the square, if a size
/// overflows `usize`, or if the side is 0.
pub fn pixel_shuffle_shape(shape: &[usize], side: usize) -> Result<DynShape, ShapeError> {
    image(shape, |[channels, height, width]| {
        let square = side.checked_mul(side).filter(|&square| square > 0);
        match square {
            Some(square) if channels % square == 0 => Ok([
                Some(channels / square),
                height.checked_mul(side),
                width.checked_mul(side),
            ]),
            _ => Err(Rule::SQUARES.sizes(-3, channels, side)),
        }
    })
}

/// The shape with squares of positions as channels: the rule of [`PixelUnshuffle`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::pixel_unshuffle_shape;
///
/// assert_eq!(pixel_unshuffle_shape(&[8, 3, 10, 12], 2)?.dims(), [8, 12, 5, 6]);
/// let error = pixel_unshuffle_shape(&[3, 10, 5], 2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "size 5 at axis -1 of shape [3, 10, 5] is not a multiple of 2",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than three axes, if the last two sizes are not multiples of the side, if the
/// channels overflow `usize`, or if the side is 0.
pub fn pixel_unshuffle_shape(shape: &[usize], side: usize) -> Result<DynShape, ShapeError> {
    image(shape, |[channels, height, width]| {
        for (size, axis) in [(width, -1), (height, -2)] {
            if size.checked_rem(side) != Some(0) {
                return Err(Rule::WHOLE_SQUARES.sizes(axis, size, side));
            }
        }
        let square = side.checked_mul(side);
        let channels = square.and_then(|square| channels.checked_mul(square));
        Ok([channels, Some(height / side), Some(width / side)])
    })
}
