//! Shapes of a rank known only at run time.

use tinyvec::ArrayVec;
#[cfg(feature = "alloc")]
use tinyvec::TinyVec;
use typenum::B0;

use super::list::{KnownSizes, NEAR};
use super::{Axes, Scalar, Shape};
use crate::{Dim, ShapeError};

/// How many sizes a [`DynShape`] holds without an allocation.
pub(crate) const IN_PLACE: usize = 8;

#[cfg(feature = "alloc")]
type Sizes = TinyVec<[usize; IN_PLACE]>;
#[cfg(not(feature = "alloc"))]
type Sizes = ArrayVec<[usize; IN_PLACE]>;

/// A shape whose rank and sizes are known only at run time.
///
/// Ranks up to 8 need no allocation; above, the feature `alloc` is needed.
///
/// ```
/// use shapecheck::DynShape;
///
/// let shape = DynShape::from([2, 3]);
/// assert_eq!(shape.dims(), [2, 3]);
/// assert_eq!(DynShape::try_from(&[2_i64, 3][..])?, shape);
///
/// let error = DynShape::try_from(&[2_i64, -3][..]).unwrap_err();
/// assert_eq!(error.to_string(), "the size -3 at axis -1 is negative");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DynShape {
    sizes: Sizes,
}

impl DynShape {
    /// The sizes, the first axis first.
    #[inline]
    pub fn dims(&self) -> &[usize] {
        &self.sizes
    }

    #[cfg(feature = "tensor")]
    pub(crate) fn dims_mut(&mut self) -> &mut [usize] {
        &mut self.sizes
    }

    /// Of `rank` axes, at most [`IN_PLACE`], whose sizes `write` fills in.
    // Without an allocator the two vectors are of one type.
    #[cfg_attr(not(feature = "alloc"), allow(clippy::useless_conversion))]
    #[inline]
    pub(crate) fn written(rank: usize, write: impl FnOnce(&mut [usize])) -> Self {
        let mut sizes = [0; IN_PLACE];
        write(&mut sizes[..rank]);
        Self {
            sizes: ArrayVec::from_array_len(sizes, rank).into(),
        }
    }

    /// Of these sizes. Few of them go without an error, which is larger than they are.
    #[inline]
    #[track_caller]
    fn of(sizes: &[usize]) -> Self {
        #[cold]
        #[track_caller]
        fn many(sizes: &[usize]) -> DynShape {
            match DynShape::collect(sizes.iter().copied()) {
                Ok(shape) => shape,
                Err(error) => panic!("{error}"),
            }
        }
        if sizes.len() > IN_PLACE {
            return many(sizes);
        }
        let mut places = [0; IN_PLACE];
        for (place, &size) in places.iter_mut().zip(sizes) {
            *place = size;
        }
        Self {
            sizes: Sizes::from(ArrayVec::from_array_len(places, sizes.len())),
        }
    }

    fn collect(sizes: impl ExactSizeIterator<Item = usize>) -> Result<Self, ShapeError> {
        let rank = sizes.len();
        if rank <= IN_PLACE {
            return Ok(Self::written(rank, |places| {
                for (place, size) in places.iter_mut().zip(sizes) {
                    *place = size;
                }
            }));
        }
        #[cfg(feature = "alloc")]
        return Ok(Self {
            sizes: sizes.collect(),
        });
        #[cfg(not(feature = "alloc"))]
        Err(ShapeError::rank_needs_alloc(rank))
    }
}

impl Shape for DynShape {
    const STATIC_RANK: (usize, bool) = (0, true);
    const NEAR_SIZES: [Option<usize>; NEAR] = [None; NEAR];
    const STATIC: Option<&'static KnownSizes> = None;
    type LastIsOne = B0;

    #[inline]
    fn rank(&self) -> usize {
        self.sizes.len()
    }

    #[inline]
    fn size_from_end(&self, axis: usize) -> usize {
        match self.sizes.len().checked_sub(axis) {
            Some(index) => self.sizes[index],
            None => 1,
        }
    }

    fn static_size_from_end(_axis: usize) -> Option<usize> {
        None
    }

    #[inline]
    fn build(rank: usize, first: usize, size: &impl Fn(usize) -> usize) -> Option<Self> {
        // From the first axis of the shape, which is the furthest from the end.
        Self::collect((0..rank + 1 - first).map(|index| size(rank - index))).ok()
    }
}

impl From<Scalar> for DynShape {
    fn from(shape: Scalar) -> Self {
        shape.to_dyn()
    }
}

/// # Panics
///
/// Without the feature `alloc`, where the rank is above 8.
impl<Lead: Shape, Last: Dim> From<Axes<Lead, Last>> for DynShape {
    #[track_caller]
    fn from(shape: Axes<Lead, Last>) -> Self {
        shape.to_dyn()
    }
}

macro_rules! from_sizes {
    ($($(#[$attribute:meta])* [$($parameters:tt)*] $sizes:ty;)*) => {$(
        /// # Panics
        ///
        /// Without the feature `alloc`, where the rank is above 8.
        $(#[$attribute])*
        impl<$($parameters)*> From<$sizes> for DynShape {
            #[track_caller]
            #[inline]
            fn from(sizes: $sizes) -> Self {
                Self::of(sizes.as_ref())
            }
        }
    )*};
}

from_sizes! {
    [] &[usize];
    [const RANK: usize] [usize; RANK];
    [const RANK: usize] &[usize; RANK];
    #[cfg(feature = "alloc")]
    [] alloc::vec::Vec<usize>;
}

/// Fails with the axis whose size is negative, or too large for `usize`.
impl TryFrom<&[i64]> for DynShape {
    type Error = ShapeError;

    fn try_from(sizes: &[i64]) -> Result<Self, ShapeError> {
        for (axis, &size) in (1..).zip(sizes.iter().rev()) {
            if usize::try_from(size).is_err() {
                return Err(ShapeError::signed_size(axis, size));
            }
        }
        // Every size was seen to be in range.
        Self::collect(sizes.iter().map(|&size| size as usize))
    }
}

/// Fails with the axis whose size is negative, or too large for `usize`.
impl<const RANK: usize> TryFrom<[i64; RANK]> for DynShape {
    type Error = ShapeError;

    fn try_from(sizes: [i64; RANK]) -> Result<Self, ShapeError> {
        Self::try_from(&sizes[..])
    }
}
