//! Shapes: lists of axes, as types and as values.
//!
//! Everything else builds on this module. It names the rules all the same: what generic code may do with `S: Shape`
//! alone, such as adding S to itself, are supertraits of [`Shape`], and methods of shape values apply the rules.
//!
//! A shape grows on the right: [`Scalar`], then one axis after the other in [`Axes`]. `shape![2, 3]` is
//! `Axes<Axes<Scalar, U2>, U3>`. As a value, a static axis takes no space and a dynamic axis holds its size.
//! [`DynShape`] is a shape whose rank is known only at run time, too.
//!
//! ```
//! use shapecheck::{Shape, StaticShape, shape};
//!
//! assert_eq!(<shape![2, 3]>::SIZES, [2, 3]);
//! let batch = <shape![_, 3]>::try_from([5, 3])?;
//! assert_eq!(batch.to_dyn().dims(), [5, 3]);
//! # Ok::<(), shapecheck::ShapeError>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{StaticShape, shape};
//!
//! let sizes = <shape![_, 3]>::SIZES; // the first size is not known to the compiler
//! ```
//!
//! In the guide: [shapes](crate::guide::shapes).

pub mod axis;
#[doc(hidden)]
pub mod dynamic;
#[doc(hidden)]
pub mod list;
pub(crate) mod named_axis;
mod names;
pub(crate) mod rank;

use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::ShapeError;
use crate::algebra::{Equals, Reshape, RowsMeet};
use crate::broadcast::{Broadcast, BroadcastTo, Broadcasted, Expands, Meets, run_time};
use crate::error::{BroadcastError, Rule, ShapeErrorKind};
use crate::verdict::Fits;

pub use axis::{
    Axis, AxisList, AxisNames, HasAxes, HasAxis, InsertAxis, Permute, RemoveAxes, RemoveAxis,
    SwapAxes, WithAxis,
};
pub use dynamic::DynShape;
use list::ElementCount;
pub use list::{Axes, Scalar};
pub use named_axis::NamedAxis;
#[cfg(feature = "alloc")]
pub use names::NamedSizes;
pub use names::{NameFromEnd, check_names_stay};
use names::{check_names, names_of};
pub use rank::{HasDynamicSizes, HasRank, SizesFor};

/// The shape of an array: static, mixed or of run-time rank.
///
/// In generic code, the bound `S: Shape` alone lets `S` broadcast with itself and with `shape![]`.
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "this type is not a shape",
    label = "expected a shape, not `{Self}`",
    note = "a shape is written `shape![2, _, 3]`, or is a type parameter `S` that is bounded: `S: Shape`"
)]
pub trait Shape:
    Meets<Self, Verdict = Fits<Self>>
    + Meets<crate::Scalar, Verdict = Fits<Self>>
    + Expands<Self, Verdict = Fits<Self>>
    + Expands<DynShape, Verdict = Fits<DynShape>>
    + Equals<Self, Verdict = Fits<Self>>
    + Equals<DynShape, Verdict = Fits<Self>>
    + RowsMeet<crate::Scalar, Verdict = Fits<Self>>
    // What is left of a parameter without its names is equal to itself.
    + list::ArrayShape<
        Unnamed: Equals<
            <Self as list::ArrayShape>::Unnamed,
            Verdict = Fits<<Self as list::ArrayShape>::Unnamed>,
        >,
    >
    + crate::dim::EndsInOne
    + Clone
    + Debug
    + Display
    + Eq
    + Hash
    + Send
    + Sync
    + Sized
    + 'static
{
    /// All axes but the last.
    #[doc(hidden)]
    type Front: Shape;

    /// The number of axes.
    fn rank(&self) -> usize;

    /// The size of an axis counted from the end, from `axis = 1` for the last. Beyond the first axis it is 1, as
    /// broadcasting pads the shorter shape.
    fn size_from_end(&self, axis: usize) -> usize;

    /// A reference to the same, for an axis that the shape has.
    #[doc(hidden)]
    fn size_ref_from_end(&self, axis: usize) -> &usize;

    /// The shape with these sizes, the first axis first.
    ///
    /// # Errors
    ///
    /// Returns an error if this type has a different rank, a different size at a static axis, or a name that has another
    /// size at another axis.
    fn try_from_sizes(sizes: &[usize]) -> Result<Self, ShapeError> {
        if const { Self::NAMES != 0 }
            && let Some(names) = const { names_of::<Self>() }
            && sizes.len() == const { Self::STATIC_RANK.0 }
        {
            check_names(sizes, names)?;
        }
        if const { list::is_static::<Self>() } {
            check_known(sizes, const { list::known_sizes::<Self>() })?;
        } else {
            check_sizes(sizes, const { Self::STATIC_RANK }, Self::static_size_from_end)?;
        }
        if const { Self::NAMES != 0 && Self::STATIC_RANK.1 }
            && let Some(names) = const { names_of::<Self>() }
        {
            check_names(sizes, names)?;
        }
        Ok(Self::of_fitting(sizes, sizes.len()))
    }

    /// The size of an axis, counted from the end, if the type gives it.
    #[doc(hidden)]
    fn static_size_from_end(axis: usize) -> Option<usize>;

    /// The number of axes that the type gives, and whether there may be more.
    #[doc(hidden)]
    const STATIC_RANK: (usize, bool);

    /// The sizes of the last axes, from the last one on, each if the type gives it; 1 beyond the first axis.
    #[doc(hidden)]
    const NEAR_SIZES: [Option<usize>; list::NEAR];

    /// The axes from `first` to `rank`, counted from the end, as a shape, or `None` if the type has no such shape. One
    /// closure is passed through all levels of the recursion.
    #[doc(hidden)]
    fn build(rank: usize, first: usize, size: &impl Fn(usize) -> usize) -> Option<Self>;

    /// The shape of the first `rank` of these sizes, which fit this type.
    #[doc(hidden)]
    fn of_fitting(sizes: &[usize], rank: usize) -> Self;

    /// The number of elements of an array of this shape: the product of the sizes, or 1 without axes.
    ///
    /// # Errors
    ///
    /// Returns an error if the product overflows `usize`. A shape with a size of 0 has 0 elements, whatever its other
    /// sizes.
    fn num_elements(&self) -> Result<usize, ShapeError> {
        num_elements(self.to_dyn().dims())
    }

    /// The same shape with its rank and sizes known only at run time.
    ///
    /// # Panics
    ///
    /// Without the feature `alloc`, panics if the rank is above 8.
    #[track_caller]
    fn to_dyn(&self) -> DynShape {
        // If this is true, the rest is not compiled.
        if const { list::is_static::<Self>() } {
            let known = const {
                match Self::STATIC {
                    Some(known) => known,
                    None => list::StaticLayout::NONE,
                }
            };
            return DynShape::of_known(known);
        }
        match DynShape::build(self.rank(), 1, &|axis| self.size_from_end(axis)) {
            Some(shape) => shape,
            None => panic!("{}", ShapeError::rank_needs_alloc(self.rank())),
        }
    }

    /// The shape that two shape values broadcast to.
    ///
    /// The compiler has checked static sizes; dynamic ones are checked here, by the same rule. If both shapes are
    /// static, [`broadcast`](Self::broadcast) does the same and cannot fail.
    ///
    /// ```
    /// use shapecheck::{Shape, shape};
    ///
    /// let batch = <shape![_, 3]>::try_from([5, 3]).unwrap();
    /// let other = <shape![4, 1]>::default();
    /// let error = batch.try_broadcast(&other).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot broadcast shapes [5, 3] and [4, 1]: size 5 does not match size 4 at axis -2",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if two sizes at one axis differ and neither is 1.
    #[inline]
    fn try_broadcast<Rhs: Shape>(&self, rhs: &Rhs) -> Result<Broadcasted<Self, Rhs>, BroadcastError>
    where
        Self: Broadcast<Rhs>,
    {
        run_time::broadcast_values(self, rhs)
    }

    /// The shape that two static shapes broadcast to. It cannot fail, because the compiler has checked everything.
    ///
    /// ```
    /// use shapecheck::{Shape, shape};
    ///
    /// let shape: shape![2, 3] = <shape![2, 1]>::default().broadcast(<shape![3]>::default());
    /// ```
    #[inline]
    fn broadcast<Rhs: StaticShape>(self, _rhs: Rhs) -> Broadcasted<Self, Rhs>
    where
        Self: StaticShape + Broadcast<Rhs, Output: StaticShape>,
    {
        Default::default()
    }

    /// Checks that an array of this shape can be broadcast to `target`, or added in place to an array of that shape.
    ///
    /// # Errors
    ///
    /// Returns an error if this shape has more axes than the target, or a size that is neither 1 nor the target's.
    #[inline]
    fn check_broadcast_to<Target: Shape>(&self, target: &Target) -> Result<(), BroadcastError>
    where
        Self: BroadcastTo<Target>,
    {
        run_time::check_values_to(self, target)
    }

    /// Checks that an array of this shape has as many elements as one of shape `target`.
    ///
    /// The compiler has compared static shapes; dynamic ones are compared here.
    ///
    /// ```
    /// use shapecheck::{DynShape, Shape, shape};
    ///
    /// let image = <shape![2, 3, 4]>::default();
    /// assert_eq!(image.check_reshape(&DynShape::from([6, 4])), Ok(()));
    ///
    /// let error = image.check_reshape(&DynShape::from([6, 5])).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot reshape [2, 3, 4] to [6, 5]: 24 elements do not fit in a shape of 30 elements",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the numbers of elements differ, or if one of them overflows `usize`.
    fn check_reshape<Target: Shape>(&self, target: &Target) -> Result<(), ShapeError>
    where
        Self: Reshape<Target>,
    {
        let (sizes, target_sizes) = (self.to_dyn(), target.to_dyn());
        check_reshape(sizes.dims(), target_sizes.dims())?;
        check_names_stay::<Self, Target>(sizes.dims(), target_sizes.dims())
    }
}

/// The number of elements of an array of these sizes.
#[doc(hidden)]
pub fn num_elements(sizes: &[usize]) -> Result<usize, ShapeError> {
    let count = sizes.iter().copied();
    let count = count.fold(ElementCount::ONE, ElementCount::times).get();
    count.ok_or_else(|| ShapeError::too_many_elements(sizes))
}

/// Checks that there are as many values as a shape has elements.
#[doc(hidden)]
pub fn check_length(sizes: &[usize], found: usize) -> Result<(), ShapeError> {
    match num_elements(sizes)? {
        expected if found == expected => Ok(()),
        expected => Err(ShapeErrorKind::Length { expected, found }.of(sizes)),
    }
}

/// The rule of [`Reshape`] at run time: both shapes have the same number of elements.
#[doc(hidden)]
pub fn check_reshape(sizes: &[usize], target: &[usize]) -> Result<(), ShapeError> {
    let counts = [num_elements(sizes)?, num_elements(target)?];
    Rule::RESHAPE.check_size(0, counts, sizes, target)
}

/// Checks that sizes are those of a type that gives all of them.
#[doc(hidden)]
pub fn check_known(sizes: &[usize], known: &'static [usize]) -> Result<(), ShapeError> {
    match sizes == known {
        true => Ok(()),
        false => Err(ShapeError::does_not_fit_known(sizes, known)),
    }
}

/// Checks that sizes are those that a type gives, as far as it does, and that their number is.
#[doc(hidden)]
pub fn check_sizes(
    sizes: &[usize],
    (rank, or_more): (usize, bool),
    known: fn(usize) -> Option<usize>,
) -> Result<(), ShapeError> {
    let fits = match sizes.len().checked_sub(rank) {
        Some(more) => (or_more || more == 0) && dynamic::has_room(more),
        None => false,
    };
    let is_known = |axis: usize| known(axis).is_none_or(|size| size == sizes[sizes.len() - axis]);
    match fits && (1..=rank).all(is_known) {
        true => Ok(()),
        false => Err(ShapeError::does_not_fit(sizes, (rank, or_more), &known)),
    }
}

/// A shape whose sizes the compiler knows.
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "the sizes of this shape are not all known to the compiler",
    label = "expected a static shape",
    note = "with a dynamic axis, use the form that takes a shape value, such as `zeros_with(shape)`",
    note = "a value comes from its sizes: `<shape![_, 3]>::try_from([5, 3])`",
    note = "an `InlineTensor` has static sizes only, a `Tensor` any"
)]
pub trait StaticShape: Shape + list::StaticSizes {
    /// The number of axes.
    const RANK: usize;

    /// The sizes, the first axis first.
    const SIZES: &'static [usize];

    /// The number of elements: the product of the sizes, or 1 without axes.
    ///
    /// Evaluating it is a compile error if the product overflows `usize`.
    const NUM_ELEMENTS: usize;
}

/// The type of a shape, written as a list of sizes.
///
/// | entry | means |
/// | --- | --- |
/// | `224` | this size, any `usize` |
/// | `_` | a size known only at run time |
/// | `{HIDDEN * 4}` | a const expression of type `usize` |
/// | `N`, `U3` | a type: a generic parameter, a typenum alias |
/// | `A + B`, `2 * N`, `(N - 1) / 2` | [computed](crate::dim::arithmetic) from types and numbers; quotients are rounded down |
/// | `..S` | all axes of another shape, only in the first place |
///
/// ```
/// use shapecheck::{Broadcast, Dim, Shape, shape};
///
/// const HIDDEN: usize = 16;
/// type Weights = shape![{HIDDEN * 4}, 3];
///
/// fn with_bias<S: Shape, N: Dim>(x: shape![..S, N], bias: shape![N]) -> shape![..S, N] {
///     x.try_broadcast(&bias).unwrap()
/// }
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[macro_export]
macro_rules! shape {
    ($($axes:tt)*) => {
        $crate::__macro::shape!([$crate] $($axes)*)
    };
}
