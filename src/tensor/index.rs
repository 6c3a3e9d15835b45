//! One element by its index: `t[[row, column]]`, as many numbers as there are axes.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let mut t = Tensor::<f32, shape![2, 3]>::zeros();
//! t[[1, 2]] = 5.0;
//! assert_eq!(t.get(&[1, 2]), Some(&5.0));
//! assert_eq!(t.get(&[1, 3]), None);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let t = Tensor::<f32, shape![2, 3]>::zeros();
//! let x = t[[1]];
//! ```

use core::ops::{Index, IndexMut};

use super::Tensor;
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

impl<T, S: Shape> Tensor<T, S> {
    /// The element at an index, `None` where there is none: an index of another rank, or beyond a size.
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        self.elements.get(self.offset(index)?)
    }

    /// The element at an index, `None` where there is none: an index of another rank, or beyond a size.
    pub fn get_mut(&mut self, index: &[usize]) -> Option<&mut T> {
        let offset = self.offset(index)?;
        self.elements.get_mut(offset)
    }

    fn offset(&self, index: &[usize]) -> Option<usize> {
        let rank = self.shape.rank();
        if index.len() != rank {
            return None;
        }
        index
            .iter()
            .enumerate()
            .try_fold(0, |offset, (axis, &place)| {
                let size = self.shape.size_from_end(rank - axis);
                (place < size).then(|| offset * size + place)
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
impl<T, S: IndexedBy<RANK>, const RANK: usize> Index<[usize; RANK]> for Tensor<T, S> {
    type Output = T;

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
impl<T, S: IndexedBy<RANK>, const RANK: usize> IndexMut<[usize; RANK]> for Tensor<T, S> {
    #[track_caller]
    fn index_mut(&mut self, index: [usize; RANK]) -> &mut T {
        match self.offset(&index) {
            Some(offset) => &mut self.elements[offset],
            None => self.no_element(&index),
        }
    }
}
