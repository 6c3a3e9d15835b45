//! One element by its index: `t[[row, column]]`, as many numbers as there are axes.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let mut t = InlineTensor::<f32, shape![2, 3]>::zeros();
//! t[[1, 2]] = 5.0;
//! assert_eq!(t.get(&[1, 2]), Some(&5.0));
//! assert_eq!(t.get(&[1, 3]), None);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let t = InlineTensor::<f32, shape![2, 3]>::zeros();
//! let x = t[[1]];
//! ```

use core::ops::{Index, IndexMut};

use super::{Layout, Storage, StorageMut, TensorBase};
use crate::{Axes, Dim, DynShape, Scalar, Shape};

/// A shape whose elements are found by `RANK` numbers: one of that many axes, up to 8, or of run-time rank.
#[diagnostic::on_unimplemented(
    message = "a tensor of another rank is indexed by {RANK} numbers",
    label = "an index has as many numbers as the shape has axes",
    note = "where the rank is generic or above 8, `get(&[...])` takes any number of them"
)]
pub trait IndexedBy<const RANK: usize>: Shape {}

impl IndexedBy<0> for Scalar {}

impl<const RANK: usize> IndexedBy<RANK> for DynShape {}

macro_rules! indexed_by {
    ($($lead:literal $rank:literal,)*) => {$(
        impl<Lead: IndexedBy<$lead>, Last: Dim> IndexedBy<$rank> for Axes<Lead, Last> {}
    )*};
}

indexed_by!(0 1, 1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 8,);

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// The element at an index, `None` where there is none: an index of another rank, or beyond a size.
    #[inline]
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        Store::elements(&self.buffer).get(self.offset(index)?)
    }

    /// The element at an index, `None` where there is none: an index of another rank, or beyond a size.
    #[inline]
    pub fn get_mut(&mut self, index: &[usize]) -> Option<&mut T>
    where
        Store: StorageMut<T, S>,
    {
        let offset = self.offset(index)?;
        Store::elements_mut(&mut self.buffer).get_mut(offset)
    }

    #[inline]
    fn offset(&self, index: &[usize]) -> Option<usize> {
        let rank = self.shape.rank();
        if index.len() != rank {
            return None;
        }
        let layout = Store::layout(&self.buffer);
        index
            .iter()
            .enumerate()
            .try_fold(0, |offset, (axis, &place)| {
                let axis = rank - axis;
                (place < self.shape.size_from_end(axis))
                    .then(|| offset + place * layout.stride_from_end(&self.shape, axis))
            })
    }

    #[cold]
    #[track_caller]
    fn no_element(&self, index: &[usize]) -> ! {
        panic!(
            "no element at {index:?} in a tensor of shape {}",
            self.shape
        )
    }
}

/// # Panics
///
/// Where the index is beyond a size.
impl<T, S, Store, const RANK: usize> Index<[usize; RANK]> for TensorBase<T, S, Store>
where
    S: IndexedBy<RANK>,
    Store: Storage<T, S>,
{
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; RANK]) -> &T {
        match self.get(&index) {
            Some(element) => element,
            None => self.no_element(&index),
        }
    }
}

/// # Panics
///
/// Where the index is beyond a size.
impl<T, S, Store, const RANK: usize> IndexMut<[usize; RANK]> for TensorBase<T, S, Store>
where
    S: IndexedBy<RANK>,
    Store: StorageMut<T, S>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; RANK]) -> &mut T {
        match self.offset(&index) {
            Some(offset) => &mut Store::elements_mut(&mut self.buffer)[offset],
            None => self.no_element(&index),
        }
    }
}
