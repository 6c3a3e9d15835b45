//! Arrays on the heap whose memory is shared and counted: a part, a transpose or an expansion of an array is an array of the same
//! memory. What changes an array copies it first only where its memory is shared.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::layout::{self, Layout};
use super::memory;
use super::raw::{Holds, Raw, RawMut};
use crate::DynShape;

/// Elements on the heap, with their sizes and strides.
#[derive(Debug)]
pub struct Array<T> {
    /// Every offset that the layout gives an index within its sizes is below its length.
    buffer: Arc<Vec<T>>,
    layout: Layout,
}

impl<T> Clone for Array<T> {
    /// The same memory, counted once more.
    fn clone(&self) -> Self {
        Self {
            buffer: self.buffer.clone(),
            layout: self.layout.clone(),
        }
    }
}

impl<T> Array<T> {
    /// Of elements in row-major order.
    ///
    /// # Panics
    ///
    /// Where there are not as many as the sizes say.
    #[track_caller]
    pub fn new(sizes: DynShape, elements: Vec<T>) -> Self {
        assert!(
            layout::count(sizes.dims()) == elements.len(),
            "as many elements as the shape has"
        );
        let strides = layout::row_major_strides(sizes.dims());
        Self {
            buffer: Arc::new(elements),
            layout: Layout {
                offset: 0,
                sizes,
                strides,
            },
        }
    }

    pub fn sizes(&self) -> &[usize] {
        self.layout.sizes.dims()
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The same memory seen by a layout that was derived from that of this array.
    #[inline(never)]
    pub(super) fn derived(&self, layout: Layout) -> Self {
        Self {
            buffer: self.buffer.clone(),
            layout,
        }
    }

    /// The elements in row-major order by other sizes, of as many elements: in the same memory where they lie so, else copied.
    #[inline(never)]
    #[track_caller]
    pub fn reshaped(&self, sizes: DynShape) -> Self
    where
        T: Clone,
    {
        assert!(
            layout::count(self.sizes()) == layout::count(sizes.dims()),
            "as many elements as the shape has"
        );
        if self.layout.is_row_major() {
            self.derived(Layout {
                offset: self.layout.offset,
                ..Layout::row_major(sizes)
            })
        } else {
            Self::new(sizes, self.raw().iter().cloned().collect())
        }
    }

    /// Whether this is the only array of its memory, and its elements are all of it, in row-major order.
    fn is_whole(&self) -> bool {
        self.layout.offset == 0
            && self.layout.is_row_major()
            && self.buffer.len() == layout::count(self.sizes())
    }

    /// The memory in row-major order, without a copy; the array where others use it too, or where elements lie elsewhere.
    #[allow(clippy::result_large_err, reason = "the error is the array itself")]
    pub fn try_into_vec(self) -> Result<Vec<T>, Self> {
        if !self.is_whole() {
            return Err(self);
        }
        Arc::try_unwrap(self.buffer).map_err(|buffer| Self {
            buffer,
            layout: self.layout,
        })
    }

    /// The elements, to be changed: copied first where the memory is shared, or where an element has more than one index.
    #[track_caller]
    pub fn raw_mut(&mut self) -> RawMut<'_, T>
    where
        T: Clone,
    {
        let mut axes = self.sizes().iter().zip(self.layout.strides.dims());
        let repeats = axes.any(|(&size, &stride)| size > 1 && stride == 0);
        if repeats || Arc::get_mut(&mut self.buffer).is_none() {
            *self = Self::new(
                self.layout.sizes.clone(),
                self.raw().iter().cloned().collect(),
            );
        }
        let Some(buffer) = Arc::get_mut(&mut self.buffer) else {
            unreachable!("a copy is not shared")
        };
        RawMut {
            elements: buffer.get_mut(self.layout.offset..).unwrap_or(&mut []),
            sizes: self.layout.sizes.dims(),
            strides: self.layout.strides.dims(),
        }
    }

    /// The elements in row-major order, to be changed: copied first where the memory is shared, or where they lie elsewhere.
    #[track_caller]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        T: Clone,
    {
        let count = layout::count(self.sizes());
        if !self.layout.is_row_major() {
            *self = Self::new(
                self.layout.sizes.clone(),
                self.raw().iter().cloned().collect(),
            );
        }
        &mut self.raw_mut().elements[..count]
    }
}

impl<T> Holds<T> for Array<T> {
    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        Raw {
            // A part without elements may begin behind the last one.
            elements: self.buffer.get(self.layout.offset..).unwrap_or(&[]),
            sizes: self.layout.sizes.dims(),
            strides: self.layout.strides.dims(),
        }
    }

    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        if self.sizes() != sizes || !self.is_whole() {
            return None;
        }
        memory::reuse(Arc::get_mut(&mut self.buffer)?)
    }
}
