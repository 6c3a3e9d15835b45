//! One element by its index: `t[[row, column]]`, with one number for each axis.
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
//! ```compile_fail
//! use shapecheck::{InlineTensor, shape};
//!
//! let t = InlineTensor::<f32, shape![2, 3]>::zeros();
//! let x = t[[1]];
//! ```

use core::ops::{Index, IndexMut};

use super::TensorOn;
use crate::Shape;
use crate::host::raw::{self, Raw};
use crate::host::{Memory, Mutable};
use crate::shape::HasRank;

/// A shape whose elements are indexed by `RANK` numbers: a shape with that many axes, up to 8, or one of run-time rank.
#[diagnostic::on_unimplemented(
    message = "a tensor of another rank is indexed by {RANK} numbers",
    label = "an index has as many numbers as the shape has axes",
    note = "where the rank is generic or above 8, `get(&[...])` takes any number of them"
)]
pub trait IndexedBy<const RANK: usize>: HasRank<RANK> {}

#[diagnostic::do_not_recommend]
impl<S: HasRank<RANK>, const RANK: usize> IndexedBy<RANK> for S {}

/// # Indexing
///
/// In the guide: [tensors](crate::guide::tensors).
impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The element at an index, or `None` if the index has another rank or is out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        let raw = E::raw::<T, S>(&self.data);
        raw.elements.get(raw.offset(index)?)
    }

    /// The element at an index, or `None` if the index has another rank or is out of bounds.
    #[doc(alias = "set")]
    #[inline]
    pub fn get_mut(&mut self, index: &[usize]) -> Option<&mut T>
    where
        E: Mutable<T>,
    {
        E::raw::<T, S>(&self.data).offset(index)?;
        let raw = E::raw_mut::<S>(&mut self.data);
        // Shared memory was copied by now, and the copy may have its elements in other places.
        raw.elements
            .get_mut(raw::offset(raw.sizes, raw.strides, index)?)
    }
}

/// The element there is not, because the index is beyond an axis, counted from the first, from 0, or has another rank.
///
/// The index is passed by value: if it were lent here, it would be written to memory at each look-up. The axis makes a
/// call of each comparison: the compiler moves those out of loops one by one, but would not if they had one call together.
#[cold]
#[inline(never)]
#[track_caller]
fn no_element<const RANK: usize>(sizes: &[usize], index: [usize; RANK], axis: Option<usize>) -> ! {
    match axis {
        Some(axis) => panic!(
            "no element at {index:?} in a tensor of shape {sizes:?}: axis -{} has size {}",
            sizes.len() - axis,
            sizes[axis]
        ),
        None => panic!("no element at {index:?} in a tensor of shape {sizes:?}"),
    }
}

/// The offset of the element at an index, or a panic.
#[inline(always)]
#[track_caller]
fn offset_of<T, const RANK: usize>(raw: Raw<'_, T>, index: [usize; RANK]) -> usize {
    if raw.rank() != RANK {
        no_element(raw.sizes, index, None)
    }
    match raw::find(raw.sizes, raw.strides, &index) {
        Ok(offset) => offset,
        Err(axis) => no_element(raw.sizes, index, Some(axis)),
    }
}

/// # Panics
///
/// Panics if the index is out of bounds along an axis.
impl<T, S, E, const RANK: usize> Index<[usize; RANK]> for TensorOn<T, S, E>
where
    T: 'static,
    S: IndexedBy<RANK>,
    E: Memory,
{
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; RANK]) -> &T {
        let raw = E::raw::<T, S>(&self.data);
        &raw.elements[offset_of(raw, index)]
    }
}

/// # Panics
///
/// Panics if the index is out of bounds along an axis.
impl<T, S, E, const RANK: usize> IndexMut<[usize; RANK]> for TensorOn<T, S, E>
where
    T: 'static,
    S: IndexedBy<RANK>,
    E: Mutable<T>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; RANK]) -> &mut T {
        offset_of(E::raw::<T, S>(&self.data), index);
        match self.get_mut(&index) {
            Some(element) => element,
            None => unreachable!("the index was looked up"),
        }
    }
}
