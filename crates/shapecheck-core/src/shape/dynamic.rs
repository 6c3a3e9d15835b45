//! Shapes of a rank known only at run time.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use tinyvec::ArrayVec;
#[cfg(feature = "alloc")]
use tinyvec::TinyVec;

use super::list::{NEAR, StaticLayout};
use super::{Axes, Scalar, Shape};
use crate::for_each::for_each;
use crate::{Dim, ShapeError};

/// The number of sizes that a [`DynShape`] holds without allocating.
pub const IN_PLACE: usize = 8;

/// Whether a shape can hold as many sizes.
pub(super) const fn has_room(count: usize) -> bool {
    cfg!(feature = "alloc") || count <= IN_PLACE
}

#[cfg(feature = "alloc")]
type List = TinyVec<[usize; IN_PLACE]>;
#[cfg(not(feature = "alloc"))]
type List = ArrayVec<[usize; IN_PLACE]>;

/// Sizes that a type gives are referenced, not copied.
#[derive(Clone)]
enum Sizes {
    Known(&'static StaticLayout),
    Own(List),
}

/// A shape whose rank and sizes are known only at run time.
///
/// Ranks up to 8 need no allocation. Higher ranks need the feature `alloc`.
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
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[derive(Clone)]
pub struct DynShape {
    sizes: Sizes,
}

impl DynShape {
    /// The sizes, the first axis first.
    #[inline]
    pub fn dims(&self) -> &[usize] {
        match &self.sizes {
            Sizes::Known(known) => known.sizes(),
            Sizes::Own(sizes) => sizes,
        }
    }

    #[doc(hidden)]
    pub fn dims_mut(&mut self) -> &mut [usize] {
        if let Sizes::Known(known) = self.sizes {
            *self = Self::of(known.sizes());
        }
        match &mut self.sizes {
            Sizes::Own(sizes) => sizes,
            Sizes::Known(_) => unreachable!("the sizes were copied"),
        }
    }

    /// A shape with the sizes that a type gives.
    #[inline]
    #[doc(hidden)]
    pub const fn of_known(known: &'static StaticLayout) -> Self {
        Self {
            sizes: Sizes::Known(known),
        }
    }

    /// The sizes and strides that a type gives.
    #[inline]
    #[doc(hidden)]
    pub fn known(&self) -> Option<&'static StaticLayout> {
        match self.sizes {
            Sizes::Known(known) => Some(known),
            Sizes::Own(_) => None,
        }
    }

    #[inline]
    fn own(sizes: impl Into<List>) -> Self {
        Self {
            sizes: Sizes::Own(sizes.into()),
        }
    }

    /// A shape of `rank` axes, at most [`IN_PLACE`], whose sizes `write` fills in.
    #[inline]
    #[doc(hidden)]
    pub fn written(rank: usize, write: impl FnOnce(&mut [usize])) -> Self {
        let mut sizes = [0; IN_PLACE];
        write(&mut sizes[..rank]);
        Self::own(ArrayVec::from_array_len(sizes, rank))
    }

    /// A shape with these sizes. Short lists take a path without an error value, which would be larger than the shape.
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
        Self::own(ArrayVec::from_array_len(places, sizes.len()))
    }

    /// The first `count` sizes of a shape with many axes, by their places from the end.
    #[cold]
    fn build_many(rank: usize, count: usize, size: &dyn Fn(usize) -> usize) -> Option<Self> {
        Self::collect((0..count).map(|index| size(rank - index))).ok()
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
        return Ok(Self::own(sizes.collect::<List>()));
        #[cfg(not(feature = "alloc"))]
        Err(ShapeError::rank_needs_alloc(rank))
    }
}

/// A shape without axes.
impl Default for DynShape {
    #[inline]
    fn default() -> Self {
        Self::of_known(StaticLayout::NONE)
    }
}

impl PartialEq for DynShape {
    fn eq(&self, other: &Self) -> bool {
        self.dims() == other.dims()
    }
}

impl Eq for DynShape {}

impl Hash for DynShape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims().hash(state);
    }
}

impl PartialOrd for DynShape {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DynShape {
    fn cmp(&self, other: &Self) -> Ordering {
        self.dims().cmp(other.dims())
    }
}

impl Shape for DynShape {
    type Front = Self;
    const STATIC_RANK: (usize, bool) = (0, true);
    const NEAR_SIZES: [Option<usize>; NEAR] = [None; NEAR];

    #[inline]
    fn rank(&self) -> usize {
        self.dims().len()
    }

    #[inline]
    fn size_from_end(&self, axis: usize) -> usize {
        let sizes = self.dims();
        match sizes.len().checked_sub(axis) {
            Some(index) => sizes[index],
            None => 1,
        }
    }

    fn size_ref_from_end(&self, axis: usize) -> &usize {
        let sizes = self.dims();
        &sizes[sizes.len() - axis]
    }

    fn static_size_from_end(_axis: usize) -> Option<usize> {
        None
    }

    #[inline]
    fn build(rank: usize, first: usize, size: &impl Fn(usize) -> usize) -> Option<Self> {
        let count = rank + 1 - first;
        if count > IN_PLACE {
            return Self::build_many(rank, count, size);
        }
        // A plain loop: this is compiled for each closure of a caller.
        let mut sizes = [0; IN_PLACE];
        let mut index = 0;
        while index < count {
            // From the first axis, which is the furthest from the end.
            sizes[index] = size(rank - index);
            index += 1;
        }
        Some(Self::own(ArrayVec::from_array_len(sizes, count)))
    }

    fn of_fitting(sizes: &[usize], rank: usize) -> Self {
        Self::of(&sizes[..rank])
    }
}

impl From<Scalar> for DynShape {
    fn from(shape: Scalar) -> Self {
        shape.to_dyn()
    }
}

/// # Panics
///
/// Without the feature `alloc`, panics if the rank is above 8.
impl<Lead: Shape, Last: Dim> From<Axes<Lead, Last>> for DynShape {
    #[track_caller]
    fn from(shape: Axes<Lead, Last>) -> Self {
        shape.to_dyn()
    }
}

for_each! {
    ($(#[$attribute:meta])* [$($parameters:tt)*] $sizes:ty) => {
        /// # Panics
        ///
        /// Without the feature `alloc`, panics if the rank is above 8.
        $(#[$attribute])*
        impl<$($parameters)*> From<$sizes> for DynShape {
            #[track_caller]
            #[inline]
            fn from(sizes: $sizes) -> Self {
                Self::of(sizes.as_ref())
            }
        }
    }

    [] &[usize];
    [const RANK: usize] [usize; RANK];
    [const RANK: usize] &[usize; RANK];
    #[cfg(feature = "alloc")]
    [] alloc::vec::Vec<usize>;
}

/// Fails if a size is negative or too large for `usize`, with the axis.
impl TryFrom<&[i64]> for DynShape {
    type Error = ShapeError;

    fn try_from(sizes: &[i64]) -> Result<Self, ShapeError> {
        for (axis, &size) in (1..).zip(sizes.iter().rev()) {
            if usize::try_from(size).is_err() {
                let (axis, found) = (-axis, size);
                return Err(crate::error::ShapeErrorKind::SignedSize { axis, found }.of(&[]));
            }
        }
        // Every size was checked to be in range.
        Self::collect(sizes.iter().map(|&size| size as usize))
    }
}

/// Fails if a size is negative or too large for `usize`, with the axis.
impl<const RANK: usize> TryFrom<[i64; RANK]> for DynShape {
    type Error = ShapeError;

    fn try_from(sizes: [i64; RANK]) -> Result<Self, ShapeError> {
        Self::try_from(&sizes[..])
    }
}
