//! Rules for signals along the last axis: kernels that slide along them, and their slopes.
//!
//! ```
//! use shapecheck::algebra::Slides;
//! use shapecheck::window::{Full, Same, Valid};
//! use shapecheck::{dim, shape};
//!
//! type Count<S, K, Mode> = <S as Slides<K, Mode>>::Count;
//! let _: Count<shape![2, 100], shape![5], Full> = <dim!(104)>::new();
//! let _: Count<shape![2, 100], shape![5], Same> = <dim!(100)>::new();
//! let _: Count<shape![2, 100], shape![5], Valid> = <dim!(96)>::new();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Slides;
//! use shapecheck::window::Valid;
//! use shapecheck::shape;
//!
//! fn slides<S: Slides<K, Valid>, K>() {}
//! slides::<shape![2, 3], shape![5]>(); // a kernel of 5 does not fit in a signal of 3
//! ```

use typenum::{U1, U2};

use super::topk::resized;
use super::vectors::{IsVector, length_of};
use super::window::{Full, Same, Slide, Valid};
use crate::dim::{AtMost, Extent, Minus, Plus, SizeOrAny};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::verdict::{Accept, Fits, NextCount, SignalKernelRule, SlopesRule};
use crate::{Dim, DynShape, HasAxis, Scalar, ShapeError};

/// How far a kernel slides beyond the ends of a signal: [`Full`], [`Same`] or [`Valid`], NumPy's modes.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is none of the modes `Full`, `Same` and `Valid` of `shapecheck::window`",
    label = "expected a mode, as in `signal.convolve(&kernel, Same)`"
)]
pub trait Overlap {
    /// The number of places in a signal of `N` numbers for a kernel of `K`.
    #[doc(hidden)]
    type Count<N: Dim, K: Dim>: Dim;
    /// Whether there is one.
    #[doc(hidden)]
    type Verdict<N: Dim, K: Dim, Axis: NextCount>;

    /// The steps of a kernel of this many numbers, and the places beyond the ends that it covers.
    fn slide(kernel: usize) -> Slide;
}

impl Overlap for Full {
    type Count<N: Dim, K: Dim> = Counted<Minus<Plus<N, K>, U1>>;
    type Verdict<N: Dim, K: Dim, Axis: NextCount> = Fits<Scalar>;

    fn slide(kernel: usize) -> Slide {
        let beyond = kernel.saturating_sub(1);
        Slide {
            padding: (beyond, beyond),
            ..Slide::new()
        }
    }
}

impl Overlap for Same {
    type Count<N: Dim, K: Dim> = N;
    type Verdict<N: Dim, K: Dim, Axis: NextCount> = Fits<Scalar>;

    fn slide(kernel: usize) -> Slide {
        let beyond = kernel.saturating_sub(1);
        Slide {
            padding: (beyond - beyond / 2, beyond / 2),
            ..Slide::new()
        }
    }
}

impl Overlap for Valid {
    type Count<N: Dim, K: Dim> = Counted<Minus<Plus<N, U1>, K>>;
    type Verdict<N: Dim, K: Dim, Axis: NextCount> = AtMost<K, N, Axis>;

    fn slide(_: usize) -> Slide {
        Slide::new()
    }
}

/// The size that was computed, which is one.
type Counted<N> = <SizeOrAny<N> as Extent>::Size;

/// A shape of signals along the last axis, along which a kernel slides, a vector.
///
/// ```text
/// [..S, N] with [K], Full:  [..S, N + K - 1]
/// [..S, N] with [K], Same:  [..S, N]
/// [..S, N] with [K], Valid: [..S, N - K + 1]
/// ```
///
/// `Same` is the middle of `Full`. If the kernel is longer than the signal, it is still as long as the signal, as in SciPy,
/// where NumPy exchanges the two.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell how often this kernel fits along the signal",
    label = "nothing here says that a kernel `{Kernel}` slides along the last axis of `{Self}`",
    note = "in generic code add the bound `where {Self}: Slides<{Kernel}, {Mode}>`, with `Count = dim!(..)` in the bound where the signature says the shape of the result (the bound that rustc may suggest below is not enough)"
)]
pub trait Slides<Kernel, Mode>: HasAxis<-1> {
    /// The number of results along the axis.
    type Count: Dim;
    /// The number of numbers in the kernel.
    #[doc(hidden)]
    type Length: Dim;

    #[doc(hidden)]
    fn slide(kernel: usize) -> Slide;
}

impl<S, K, Mode, Size, Length, Distance, V> Slides<K, Mode> for S
where
    Mode: Overlap<Verdict<Size, Length, Distance> = V>,
    S: HasAxis<-1, Size = Size, Distance = Distance>,
    K: IsVector<SignalKernelRule, Length = Length>,
    Size: Dim,
    Length: Dim,
    Distance: NextCount,
    S: Accept<SignalKernelRule, V>,
{
    type Count = Mode::Count<Size, Length>;
    type Length = Length;

    fn slide(kernel: usize) -> Slide {
        Mode::slide(kernel)
    }
}

/// The shape of what a kernel gives that slides along the last axis: the rule of [`Slides`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::{Overlap, slides_shape};
/// use shapecheck::window::{Full, Valid};
///
/// assert_eq!(slides_shape(&[2, 100], &[5], Full::slide(5))?.dims(), [2, 104]);
/// let error = slides_shape(&[2, 3], &[5], Valid::slide(5)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "kernel [5] does not go over signal [2, 3]: a kernel of 5 does not fit in a signal of 3",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no axis, if the kernel is not a vector, if one of the two has no number, or if the kernel does
/// not fit.
pub fn slides_shape(
    sizes: &[usize],
    kernel: &[usize],
    slide: Slide,
) -> Result<DynShape, ShapeError> {
    let size = sizes[place_of(sizes, -1)?];
    let [length] = *kernel else {
        return Err(Rule::SIGNAL_KERNEL
            .ranks(kernel, sizes)
            .between(sizes, kernel));
    };
    if size == 0 || length == 0 {
        let empty = if size == 0 { sizes } else { kernel };
        return Err(ShapeErrorKind::NoElement { axis: -1 }.of(empty));
    }
    match slide.checked_places(size, length, -1, Rule::SIGNAL_KERNEL) {
        Ok(places) => resized(sizes, -1, |_| Some(places)),
        Err(kind) => Err(kind.between(sizes, kernel)),
    }
}

/// A shape with an axis of two elements or more, which have slopes.
///
/// ```
/// use shapecheck::algebra::HasSlopes;
/// use shapecheck::shape;
///
/// fn has_slopes<S: HasSlopes<-1>>() {}
/// has_slopes::<shape![8, 2]>();
/// has_slopes::<shape![8, _]>(); // checked at run time
/// ```
///
/// ```compile_fail,E0277
/// # use shapecheck::algebra::HasSlopes;
/// # use shapecheck::shape;
/// # fn has_slopes<S: HasSlopes<-1>>() {}
/// has_slopes::<shape![8, 1]>(); // a slope is between two elements: axis -1 has size 1
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} has two elements or more",
    label = "nothing here says what size axis {AXIS} of `{Self}` has",
    note = "add the bound `where {Self}: HasSlopes<{AXIS}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait HasSlopes<const AXIS: isize> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, const AXIS: isize> HasSlopes<AXIS> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            SlopesRule,
            <Minus<<Lhs as HasAxis<AXIS>>::Size, U2> as Extent>::Or<
                <Lhs as HasAxis<AXIS>>::Size,
                U2,
                <Lhs as HasAxis<AXIS>>::Distance,
            >,
        >,
{
    type Output = <Lhs as HasAxis<AXIS>>::Resized<<Lhs as HasAxis<AXIS>>::Size>;
}

/// The shape of slopes along an axis, counted from the end, which is that of the elements: the rule of [`HasSlopes`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::gradient_shape;
///
/// assert_eq!(gradient_shape(&[8, 5], -1)?.dims(), [8, 5]);
/// let error = gradient_shape(&[8, 1], -1).unwrap_err();
/// assert_eq!(error.to_string(), "a slope is between two elements: axis -1 of shape [8, 1] has size 1");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has fewer than two elements.
pub fn gradient_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    if size < 2 {
        return Err(Rule::SLOPES.sizes(axis, size, 2).of(sizes));
    }
    Ok(sizes.into())
}

/// The shape of values between points, whose positions and values are vectors of as many numbers: that of the positions at
/// which they are asked for.
///
/// ```
/// use shapecheck::algebra::interp_shape;
///
/// assert_eq!(interp_shape(&[2, 3], &[9], &[9])?.dims(), [2, 3]);
/// let error = interp_shape(&[2, 3], &[9], &[8]).unwrap_err();
/// assert_eq!(error.to_string(), "vector lengths differ: 9 and 8, in shapes [9] and [8]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the points are not vectors, if their lengths differ, or if there are no points.
pub fn interp_shape(
    sizes: &[usize],
    positions: &[usize],
    values: &[usize],
) -> Result<DynShape, ShapeError> {
    same_lengths(positions, values, "interp")?;
    match positions {
        [0] => Err(ShapeErrorKind::NoElement { axis: -1 }.of(positions)),
        _ => Ok(sizes.into()),
    }
}

/// The shape of the coefficients of a polynomial through points, whose positions and values are vectors of as many numbers.
///
/// ```
/// use shapecheck::algebra::polyfit_shape;
///
/// assert_eq!(polyfit_shape(&[9], &[9], 2)?.dims(), [3]);
/// assert!(polyfit_shape(&[9], &[8], 2).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the points are not vectors, if their lengths differ, or if the number of coefficients overflows
/// `usize`.
pub fn polyfit_shape(
    positions: &[usize],
    values: &[usize],
    degree: usize,
) -> Result<DynShape, ShapeError> {
    same_lengths(positions, values, "polyfit")?;
    resized(positions, -1, |_| degree.checked_add(1))
}

/// Checks that both are vectors of one length.
fn same_lengths(lhs: &[usize], rhs: &[usize], operation: &'static str) -> Result<(), ShapeError> {
    let lengths = [length_of(lhs, operation, 1)?, length_of(rhs, operation, 2)?];
    Rule::VECTORS.check_size(-1, lengths, lhs, rhs)
}
