//! Reductions to the largest or smallest element, which need at least one.
//!
//! A bound cannot ask generic code whether an axis has elements without asking each caller too, because a size of 0 is
//! a `Dim` as well. So a static size of 0 is reported when the program is built, and a dynamic one at run time.
//!
//! ```
//! use shapecheck::{Dim, InlineTensor, TensorOn, engine::Numbers, shape};
//!
//! fn largest<E: Numbers<i32>, B: Dim, N: Dim>(x: &TensorOn<i32, shape![B, N], E>) -> TensorOn<i32, shape![B, 1], E> {
//!     x.max_axis::<-1>()
//! }
//!
//! assert_eq!(largest(&InlineTensor::from([[1, 3, 2]])), InlineTensor::from([[3]]));
//! ```
//!
//! ```compile_fail,E0080
//! use shapecheck::{InlineTensor, shape};
//!
//! // cannot take the maximum of no elements: axis -1 has size 0
//! InlineTensor::<f32, shape![2, 0]>::zeros().max_axis::<-1>();
//! ```

use super::axes::each_once;
use super::topk::resized;
use crate::Shape;
use crate::error::ShapeErrorKind;
use crate::shape::axis::place_of;
use crate::shape::list::NEAR;
use crate::{DynShape, ShapeError};

pub use crate::error::Extreme;

/// The shape with size 1 at an axis, counted from the end, that is reduced.
///
/// ```
/// use shapecheck::algebra::reduced_shape;
///
/// assert_eq!(reduced_shape(&[8, 3, 5], -2)?.dims(), [8, 1, 5]);
/// assert!(reduced_shape(&[8], -2).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn reduced_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    resized(sizes, axis, |_| Some(1))
}

/// The shape with size 1 at some axes, counted from the end, which are reduced.
///
/// ```
/// use shapecheck::algebra::reduced_axes_shape;
///
/// assert_eq!(reduced_axes_shape(&[8, 3, 5], &[-1, -3])?.dims(), [1, 3, 1]);
/// assert_eq!(
///     reduced_axes_shape(&[8, 3, 5], &[-1, -1]).unwrap_err().to_string(),
///     "axis -1 of shape [8, 3, 5] is named twice",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if one is named twice.
pub fn reduced_axes_shape(sizes: &[usize], axes: &[isize]) -> Result<DynShape, ShapeError> {
    each_once(sizes, axes)?;
    let mut shape = DynShape::from(sizes);
    for axis in axes {
        shape.dims_mut()[sizes.len() - axis.unsigned_abs()] = 1;
    }
    Ok(shape)
}

/// The shape with size 1 at an axis, counted from the end, that is reduced to its largest or smallest element.
///
/// ```
/// use shapecheck::algebra::{Extreme, extreme_shape};
///
/// assert_eq!(extreme_shape(&[8, 3, 5], -2, Extreme::Maximum)?.dims(), [8, 1, 5]);
/// assert_eq!(
///     extreme_shape(&[8, 0], -1, Extreme::Maximum).unwrap_err().to_string(),
///     "cannot take the maximum of no elements: axis -1 of shape [8, 0] has size 0",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has size 0.
pub fn extreme_shape(
    sizes: &[usize],
    axis: isize,
    extreme: Extreme,
) -> Result<DynShape, ShapeError> {
    match sizes[place_of(sizes, axis)?] {
        0 => Err(no_extreme(sizes, axis, extreme)),
        _ => reduced_shape(sizes, axis),
    }
}

fn no_extreme(sizes: &[usize], axis: isize, extreme: Extreme) -> ShapeError {
    ShapeErrorKind::NoExtreme { extreme, axis }.of(sizes)
}

/// Checks that none of these axes, counted from the end, from 1, has size 0: the rule of [`extreme_shape`] for several
/// axes.
#[doc(hidden)]
pub fn check_extreme(
    sizes: &[usize],
    mut axes: impl Iterator<Item = usize>,
    extreme: Extreme,
) -> Result<(), ShapeError> {
    axes.try_for_each(|axis| {
        let axis = -(axis as isize);
        match sizes[place_of(sizes, axis)?] {
            0 => Err(no_extreme(sizes, axis, extreme)),
            _ => Ok(()),
        }
    })
}

/// The same for the static sizes of a shape, when the program is built.
#[doc(hidden)]
pub const fn assert_extreme<S: Shape>(axes: &[usize], extreme: Extreme) {
    let mut place = 0;
    while place < axes.len() {
        let axis = axes[place];
        if axis <= NEAR && matches!(S::NEAR_SIZES[axis - 1], Some(0)) {
            panic!("{}", told(axis, extreme));
        }
        place += 1;
    }
}

/// Messages with the number of the axis, because a constant cannot format it.
macro_rules! texts {
    ($extreme:literal: $($axis:literal)*) => {
        [$(concat!("cannot take the ", $extreme, " of no elements: axis -", $axis, " has size 0")),*]
    };
}

/// The message for an axis.
const fn told(axis: usize, extreme: Extreme) -> &'static str {
    const MAXIMUM: [&str; NEAR] = texts!("maximum": 1 2 3 4 5 6 7 8);
    const MINIMUM: [&str; NEAR] = texts!("minimum": 1 2 3 4 5 6 7 8);
    match extreme {
        Extreme::Maximum => MAXIMUM[axis - 1],
        Extreme::Minimum => MINIMUM[axis - 1],
    }
}
