//! Fourier transforms: the number of frequencies of real numbers, and of real numbers from frequencies.
//!
//! A transform of complex numbers keeps the shape.
//!
//! ```
//! use shapecheck::algebra::{InverseRealFourier, RealFourier};
//! use shapecheck::{Dim, shape};
//!
//! fn spectra<B: Dim>(y: <shape![B, 512] as RealFourier<-1>>::Output) -> shape![B, 257] {
//!     y
//! }
//! fn signals<B: Dim>(y: <shape![B, 257] as InverseRealFourier<-1>>::Output) -> shape![B, 512] {
//!     y
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::InverseRealFourier;
//! use shapecheck::shape;
//!
//! // 1 frequency is that of no number
//! fn wrong(_: <shape![8, 1] as InverseRealFourier<-1>>::Output) {}
//! ```

use typenum::{U1, U2};

use super::topk::resized;
use crate::dim::{DividedBy, Extent, Minus, Product, Sum};
use crate::error::Rule;
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::verdict::{Accept, InverseFourierRule, RealFourierRule};
use crate::{DynShape, HasAxis, ShapeError};

/// A shape of real numbers along axis `AXIS`, counted from the end, and that of their frequencies: half as many plus
/// one, as in NumPy's `rfft`.
///
/// ```text
/// axis -1 of [..S, 512]: [..S, 257]
/// axis -1 of [..S, 511]: [..S, 256]
/// axis -1 of [..S, 0]:   refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} has a number to be transformed",
    label = "nothing here says what size axis {AXIS} of `{Self}` has",
    note = "add the bound `where {Self}: RealFourier<{AXIS}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait RealFourier<const AXIS: isize> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, const AXIS: isize> RealFourier<AXIS> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            RealFourierRule,
            <Minus<<Lhs as HasAxis<AXIS>>::Size, U1> as Extent>::Or<
                <Lhs as HasAxis<AXIS>>::Size,
                U1,
                <Lhs as HasAxis<AXIS>>::Distance,
            >,
        >,
{
    type Output =
        <Lhs as HasAxis<AXIS>>::Resized<Sum<DividedBy<<Lhs as HasAxis<AXIS>>::Size, U2>, U1>>;
}

/// The shape of the frequencies of real numbers along an axis, counted from the end: the rule of [`RealFourier`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::rfft_shape;
///
/// assert_eq!(rfft_shape(&[8, 512], -1)?.dims(), [8, 257]);
/// assert_eq!(
///     rfft_shape(&[8, 0], -1).unwrap_err().to_string(),
///     "a Fourier transform needs at least one number: axis -1 of shape [8, 0] has size 0",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has no number.
pub fn rfft_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    if size < 1 {
        return Err(Rule::REAL_FOURIER.sizes(axis, size, 1).of(sizes));
    }
    resized(sizes, axis, |size| Some(size / 2 + 1))
}

/// A shape of frequencies along axis `AXIS`, counted from the end, and that of the real numbers they come from: twice
/// as many minus two, as in NumPy's `irfft`.
///
/// ```text
/// axis -1 of [..S, 257]: [..S, 512]
/// axis -1 of [..S, 1]:   refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} has two frequencies or more",
    label = "nothing here says what size axis {AXIS} of `{Self}` has",
    note = "add the bound `where {Self}: InverseRealFourier<{AXIS}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait InverseRealFourier<const AXIS: isize> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, const AXIS: isize> InverseRealFourier<AXIS> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            InverseFourierRule,
            <Minus<<Lhs as HasAxis<AXIS>>::Size, U2> as Extent>::Or<
                <Lhs as HasAxis<AXIS>>::Size,
                U2,
                <Lhs as HasAxis<AXIS>>::Distance,
            >,
        >,
{
    type Output =
        <Lhs as HasAxis<AXIS>>::Resized<Product<Minus<<Lhs as HasAxis<AXIS>>::Size, U1>, U2>>;
}

/// The shape of the real numbers from frequencies along an axis, counted from the end: the rule of
/// [`InverseRealFourier`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::irfft_shape;
///
/// assert_eq!(irfft_shape(&[8, 257], -1)?.dims(), [8, 512]);
/// assert!(irfft_shape(&[8, 1], -1).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if it has fewer than two frequencies, or if the result overflows `usize`.
pub fn irfft_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    if size < 2 {
        return Err(Rule::INVERSE_FOURIER.sizes(axis, size, 2).of(sizes));
    }
    resized(sizes, axis, |size| (size - 1).checked_mul(2))
}

/// The shape of a Fourier transform of complex numbers along an axis, counted from the end. It stays the same.
///
/// ```
/// use shapecheck::algebra::fft_shape;
///
/// assert_eq!(fft_shape(&[8, 512], -1)?.dims(), [8, 512]);
/// assert_eq!(
///     fft_shape(&[8, 0], -1).unwrap_err().to_string(),
///     "a Fourier transform needs at least one number: axis -1 of shape [8, 0] has size 0",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has no number.
pub fn fft_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    rfft_shape(sizes, axis)?;
    Ok(sizes.into())
}

/// The shape of a Fourier transform of exactly `count` complex numbers along an axis, counted from the end, whatever
/// its size. An inverse transform to `count` real numbers has the same shape.
///
/// ```
/// use shapecheck::algebra::fft_to_shape;
///
/// assert_eq!(fft_to_shape(&[8, 500], -1, 512)?.dims(), [8, 512]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the count is 0.
pub fn fft_to_shape(sizes: &[usize], axis: isize, count: usize) -> Result<DynShape, ShapeError> {
    fft_shape(resized(sizes, axis, |_| Some(count))?.dims(), axis)
}

/// The shape of the frequencies of exactly `count` real numbers along an axis, counted from the end, whatever its size.
///
/// ```
/// use shapecheck::algebra::rfft_to_shape;
///
/// assert_eq!(rfft_to_shape(&[8, 500], -1, 512)?.dims(), [8, 257]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the count is 0.
pub fn rfft_to_shape(sizes: &[usize], axis: isize, count: usize) -> Result<DynShape, ShapeError> {
    rfft_shape(resized(sizes, axis, |_| Some(count))?.dims(), axis)
}
