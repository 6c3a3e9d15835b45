//! Conversions between arrays of sizes and shapes whose rank the compiler knows.
//!
//! ```
//! use shapecheck::shape;
//!
//! let shape = <shape![_, 3, _]>::of([2, 4]);
//! assert_eq!((shape[0], shape[1], shape[2]), (2, 3, 4));
//! assert_eq!(<shape![_, 3, _]>::try_from([2, 3, 4])?, shape);
//! # Ok::<(), shapecheck::ShapeError>(())
//! ```
//!
//! ```compile_fail,E0308
//! use shapecheck::shape;
//!
//! let shape = <shape![_, 3, _]>::of([2]); // two sizes are dynamic
//! ```

use core::ops::Index;

use super::names::check_names;
use super::{Axes, DynShape, Scalar, Shape};
use crate::dim::{Name, NamedDim};
use crate::for_each::for_each;
use crate::shape::list::ArrayShape;
use crate::{Dim, Dyn, ShapeError, StaticDim};

/// A shape of `RANK` axes, from 0 to 8, or of run-time rank.
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[diagnostic::on_unimplemented(
    message = "expected a shape of rank {RANK}",
    label = "the rank is not {RANK}",
    note = "there are as many sizes in an array as the shape has axes",
    note = "where the rank is generic or above 8, `dims()` gives the sizes as a slice, and `try_from_sizes(&[...])` takes them"
)]
pub trait HasRank<const RANK: usize>: Shape {}

impl HasRank<0> for Scalar {}

impl<const RANK: usize> HasRank<RANK> for DynShape {}

/// A shape with `COUNT` dynamic sizes, from 0 to 8.
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[diagnostic::on_unimplemented(
    message = "the shape does not have {COUNT} dynamic sizes",
    label = "{COUNT} dynamic sizes for this shape",
    note = "`<shape![_, 3, _]>::of([5, 7])` takes the sizes that the type does not give, from the first to the last"
)]
pub trait HasDynamicSizes<const COUNT: usize>: Shape {}

/// `[]` has no dynamic size
impl HasDynamicSizes<0> for Scalar {}

/// `[..S, N]` has as many as `S`
#[diagnostic::do_not_recommend]
impl<Lead: HasDynamicSizes<COUNT>, N: StaticDim, const COUNT: usize> HasDynamicSizes<COUNT>
    for Axes<Lead, N>
{
}

macro_rules! one_more {
    ($($lead:literal $count:literal,)*) => {$(
        /// `[..S, N]` has one axis more than `S`
        #[diagnostic::do_not_recommend]
        impl<Lead: HasRank<$lead>, Last: Dim> HasRank<$count> for Axes<Lead, Last> {}

        /// `[..S, _]` has one more than `S`
        #[diagnostic::do_not_recommend]
        impl<Lead: HasDynamicSizes<$lead>> HasDynamicSizes<$count> for Axes<Lead, Dyn> {}

        /// So has `[..S, name]`
        #[diagnostic::do_not_recommend]
        impl<Lead: HasDynamicSizes<$lead>, T: Name> HasDynamicSizes<$count> for Axes<Lead, NamedDim<T>> {}
    )*};
}

one_more!(0 1, 1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 8,);

/// The sizes of a shape `S` at run time: an array with one number for each axis of `S`, a slice, or a [`DynShape`].
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[diagnostic::on_unimplemented(
    message = "a shape is not made of `{Self}`",
    label = "expected an array or a slice of `usize`, or a `&DynShape`"
)]
pub trait SizesFor<S> {
    /// The sizes, the first axis first.
    fn as_sizes(&self) -> &[usize];
}

impl<S: HasRank<RANK>, const RANK: usize> SizesFor<S> for [usize; RANK] {
    fn as_sizes(&self) -> &[usize] {
        self
    }
}

impl<S> SizesFor<S> for &[usize] {
    fn as_sizes(&self) -> &[usize] {
        self
    }
}

impl<S> SizesFor<S> for &DynShape {
    fn as_sizes(&self) -> &[usize] {
        self.dims()
    }
}

impl<Lead: Shape, Last: Dim> Axes<Lead, Last> {
    /// The shape with these sizes. Static sizes are given too, and compared with those of the type.
    ///
    /// ```
    /// use shapecheck::shape;
    ///
    /// let error = <shape![_, 3]>::try_from([5, 4]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "sizes [5, 4] do not fit the type: size 4 at axis -1 where the type has 3",
    /// );
    /// ```
    ///
    /// An array of a different length is a compile error:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::shape;
    ///
    /// <shape![_, 3]>::try_from([1, 5, 3]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the type has a different size at a static axis, or if a slice has a different number of
    /// sizes.
    // An inherent function beside that of `TryFrom`, for which rustc would only report a missing impl if the rank is
    // wrong.
    pub fn try_from<Sizes: SizesFor<Self>>(sizes: Sizes) -> Result<Self, ShapeError> {
        Self::try_from_sizes(sizes.as_sizes())
    }

    /// The shape with these dynamic sizes: one for each `_` and each name, from the first to the last. Static sizes
    /// are in the type.
    ///
    /// ```
    /// use shapecheck::shape;
    ///
    /// assert_eq!(<shape![_, 3]>::of([5]).to_string(), "[5, 3]");
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use shapecheck::shape;
    ///
    /// <shape![_, 3]>::of([5, 3]); // one size is dynamic
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a name has two sizes or one above its bound, or a sum or product of names another one than they make.
    #[track_caller]
    pub fn of<const COUNT: usize>(sizes: [usize; COUNT]) -> Self
    where
        Self: HasDynamicSizes<COUNT>,
    {
        let rank = Self::STATIC_RANK.0;
        let is_dynamic = |&axis: &usize| Self::static_size_from_end(axis).is_none();
        let size = |axis: usize| match Self::static_size_from_end(axis) {
            Some(size) => size,
            None => sizes[(axis + 1..=rank).filter(is_dynamic).count()],
        };
        let shape = Self::build(rank, 1, &size);
        if const { Self::NAMES != 0 } {
            let sizes = DynShape::build(rank, 1, &size).expect("a shape of at most eight axes");
            if let Err(error) = check_names(sizes.dims(), Self::name_from_end) {
                panic!("{error}")
            }
        }
        match shape {
            Some(shape) => shape,
            None => unreachable!("static sizes are those of the type"),
        }
    }
}

// The size of an axis counted from the first, from 0.
for_each! {
    ([$($parameters:tt)*] $shape:ty) => {
        /// The size of an axis counted from the first, from 0.
        ///
        /// # Panics
        ///
        /// Panics if there is no such axis.
        impl<$($parameters)*> Index<usize> for $shape {
            type Output = usize;

            #[track_caller]
            fn index(&self, axis: usize) -> &usize {
                let rank = self.rank();
                assert!(axis < rank, "no axis {axis}, counted from 0, in shape {self}");
                self.size_ref_from_end(rank - axis)
            }
        }
    }

    [] DynShape;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>;
}
