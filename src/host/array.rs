//! Arrays on the heap whose memory is shared and counted: a part, a transpose or an expansion of an array is an array of the same
//! memory. What changes an array copies it first only where its memory is shared.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::layout::{self, Layout};
use super::memory;
use super::raw::{Holds, Raw, RawMut};
use crate::DynShape;

/// Elements on the heap, with their sizes and strides: one pointer, so that it is moved and dropped in few instructions wherever a tensor of
/// some shape is.
#[derive(Debug)]
pub struct Array<T>(Arc<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    elements: Elements<T>,
    /// Every offset that it gives an index within its sizes is below the number of elements.
    layout: Layout,
}

/// Where the elements of an array are.
#[derive(Debug)]
enum Elements<T> {
    Own(Vec<T>),
    /// Those of another array, whose elements are its own.
    Of(Arc<Inner<T>>),
}

impl<T> Inner<T> {
    fn elements(&self) -> &[T] {
        match &self.elements {
            Elements::Own(elements) => elements,
            Elements::Of(base) => base.elements(),
        }
    }

    /// The elements, where no other array has them.
    fn own_elements(&mut self) -> Option<&mut Vec<T>> {
        match &mut self.elements {
            Elements::Own(elements) => Some(elements),
            Elements::Of(base) => Arc::get_mut(base)?.own_elements(),
        }
    }

    /// Whether its elements are all that there are, in row-major order.
    fn is_whole(&self) -> bool {
        self.layout.offset == 0
            && self.layout.is_row_major()
            && self.elements().len() == layout::count(self.layout.sizes.dims())
    }
}

impl<T> Clone for Array<T> {
    /// The same memory, counted once more.
    fn clone(&self) -> Self {
        Self(self.0.clone())
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
        Self(Arc::new(Inner {
            elements: Elements::Own(elements),
            layout: Layout::row_major(sizes),
        }))
    }

    pub fn sizes(&self) -> &[usize] {
        self.layout().sizes.dims()
    }

    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// The same memory seen by a layout that was derived from that of this array.
    #[inline(never)]
    pub(super) fn derived(&self, layout: Layout) -> Self {
        let base = match &self.0.elements {
            Elements::Own(_) => &self.0,
            Elements::Of(base) => base,
        };
        Self(Arc::new(Inner {
            elements: Elements::Of(base.clone()),
            layout,
        }))
    }

    /// A copy in memory of its own, in row-major order.
    #[track_caller]
    fn copied(&self, sizes: DynShape) -> Self
    where
        T: Clone,
    {
        Self::new(sizes, self.raw().iter().cloned().collect())
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
        match self.layout().is_row_major() {
            true => self.derived(Layout {
                offset: self.layout().offset,
                ..Layout::row_major(sizes)
            }),
            false => self.copied(sizes),
        }
    }

    /// The memory in row-major order, without a copy; the array where others use it too, or where elements lie elsewhere.
    pub fn try_into_vec(mut self) -> Result<Vec<T>, Self> {
        let whole = self.0.is_whole();
        let own = Arc::get_mut(&mut self.0).and_then(Inner::own_elements);
        match own {
            Some(elements) if whole => Ok(core::mem::take(elements)),
            _ => Err(self),
        }
    }

    /// The elements, to be changed: copied first where the memory is shared, or where an element has more than one index.
    #[track_caller]
    pub fn raw_mut(&mut self) -> RawMut<'_, T>
    where
        T: Clone,
    {
        let layout = self.layout();
        let mut axes = layout.sizes.dims().iter().zip(layout.strides.dims());
        let repeats = axes.any(|(&size, &stride)| size > 1 && stride == 0);
        let shared = Arc::get_mut(&mut self.0)
            .and_then(Inner::own_elements)
            .is_none();
        if repeats || shared {
            *self = self.copied(self.layout().sizes.clone());
        }
        let Some(Inner { elements, layout }) = Arc::get_mut(&mut self.0) else {
            unreachable!("an array that was copied is not shared")
        };
        let elements = match elements {
            Elements::Own(elements) => Some(elements),
            Elements::Of(base) => Arc::get_mut(base).and_then(Inner::own_elements),
        };
        RawMut {
            elements: elements
                .and_then(|elements| elements.get_mut(layout.offset..))
                .unwrap_or(&mut []),
            sizes: layout.sizes.dims(),
            strides: layout.strides.dims(),
        }
    }

    /// The elements in row-major order, to be changed: copied first where the memory is shared, or where they lie elsewhere.
    #[track_caller]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        T: Clone,
    {
        let count = layout::count(self.sizes());
        if !self.layout().is_row_major() {
            *self = self.copied(self.layout().sizes.clone());
        }
        &mut self.raw_mut().elements[..count]
    }
}

impl<T> Holds<T> for Array<T> {
    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        let layout = self.layout();
        Raw {
            // A part without elements may begin behind the last one.
            elements: self.0.elements().get(layout.offset..).unwrap_or(&[]),
            sizes: layout.sizes.dims(),
            strides: layout.strides.dims(),
        }
    }

    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        if self.sizes() != sizes || !self.0.is_whole() {
            return None;
        }
        memory::reuse(Arc::get_mut(&mut self.0)?.own_elements()?)
    }
}
