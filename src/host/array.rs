//! Arrays on the heap whose memory is shared and counted: a part, a transpose or an expansion of an array is an array of the same
//! memory. What changes an array copies it first only where its memory is shared.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, fence};

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
    /// In the array's own piece of memory: the result of an operation, where it is small.
    Few(Few<T>),
    /// Those of another array, whose elements are its own.
    Of(Arc<Inner<T>>),
}

/// Room for 64 bytes of elements, at the front of which there are some.
struct Few<T> {
    count: usize,
    memory: [MaybeUninit<u64>; 8],
    marker: PhantomData<T>,
}

impl<T> Few<T> {
    /// No element yet, in room for `count`; `None` where there is not as much, or elements have to be dropped.
    #[inline]
    fn new(count: usize) -> Option<Self> {
        let fits = const { align_of::<T>() <= align_of::<u64>() && !core::mem::needs_drop::<T>() };
        (fits
            && count
                <= const {
                    64 / if size_of::<T>() == 0 {
                        1
                    } else {
                        size_of::<T>()
                    }
                })
        .then_some(Self {
            count: 0,
            memory: [MaybeUninit::uninit(); 8],
            marker: PhantomData,
        })
    }

    #[inline]
    fn elements(&self) -> &[T] {
        // SAFETY: there are as many elements at the front, aligned as the room is, by `new` and `Unwritten::finish`.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast(), self.count) }
    }

    #[inline]
    fn elements_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `elements`, and borrowed mutably.
        unsafe { core::slice::from_raw_parts_mut(self.memory.as_mut_ptr().cast(), self.count) }
    }

    /// The elements as a vector, out of the room.
    fn take(&mut self) -> Vec<T> {
        let count = core::mem::take(&mut self.count);
        let first: *const T = self.memory.as_ptr().cast();
        // SAFETY: there are as many elements at the front, which are not used again.
        unsafe { memory::build(count, |to| core::ptr::copy_nonoverlapping(first, to, count)) }
    }
}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.elements().fmt(f)
    }
}

impl<T> Inner<T> {
    fn elements(&self) -> &[T] {
        match &self.elements {
            Elements::Own(elements) => elements,
            Elements::Few(few) => few.elements(),
            Elements::Of(base) => base.elements(),
        }
    }

    /// Where the elements are, where no other array has them.
    fn own_elements(&mut self) -> Option<&mut Elements<T>> {
        match &mut self.elements {
            Elements::Of(base) => alone(base)?.own_elements(),
            elements => Some(elements),
        }
    }

    /// Whether its elements are all that there are, in row-major order.
    fn is_whole(&self) -> bool {
        self.layout.offset == 0
            && self.layout.is_row_major()
            && self.elements().len() == layout::count(self.layout.sizes())
    }
}

/// What is behind the only pointer to it: [`Arc::get_mut`] where there is never a weak one, which saves a write that all threads see, half
/// of the time of `+=` on a few elements.
#[inline]
fn alone<T>(inner: &mut Arc<Inner<T>>) -> Option<&mut Inner<T>> {
    if Arc::strong_count(inner) != 1 {
        return None;
    }
    // What threads did that had a pointer before is done.
    fence(Ordering::Acquire);
    // SAFETY: this pointer is the only one. None can be made but from it, and it is borrowed mutably; no weak one is made in this module, and
    // there is no other way to one. Their count was last lowered by whoever gave up a pointer, with `Release`, before the fence.
    Some(unsafe { &mut *Arc::as_ptr(inner).cast_mut() })
}

/// A new array in row-major order, whose elements are still to be written.
pub struct Unwritten<T> {
    inner: Arc<Inner<T>>,
    first: *mut T,
}

impl<T> Unwritten<T> {
    /// With memory for `count` elements, or that of `spare`.
    ///
    /// # Panics
    ///
    /// Where `spare` has not as much room.
    #[inline]
    #[track_caller]
    pub fn new(sizes: &DynShape, count: usize, spare: Option<Vec<T>>) -> Self {
        let inner = Arc::<Inner<T>>::new_uninit();
        let place = Arc::as_ptr(&inner).cast_mut().cast::<Inner<T>>();
        // SAFETY: nobody else has this piece of memory. Both parts of it are written, and what is read has been.
        unsafe {
            let elements = &raw mut (*place).elements;
            match (spare, Few::new(count)) {
                (None, Some(few)) => elements.write(Elements::Few(few)),
                (spare, _) => {
                    let spare = spare.unwrap_or_else(|| Vec::with_capacity(count));
                    assert!(spare.capacity() >= count, "room for all elements");
                    elements.write(Elements::Own(spare));
                }
            }
            let layout = (&raw mut (*place).layout).cast::<MaybeUninit<Layout>>();
            Layout::write_row_major(&mut *layout, 0, sizes);
            let first = match &mut *elements {
                Elements::Own(elements) => elements.as_mut_ptr(),
                Elements::Few(few) => few.memory.as_mut_ptr().cast(),
                Elements::Of(_) => unreachable!("a new array has elements of its own"),
            };
            Self {
                inner: inner.assume_init(),
                first,
            }
        }
    }

    /// Where the first element goes.
    #[inline]
    pub fn first(&self) -> *mut T {
        self.first
    }

    /// The array.
    ///
    /// # Safety
    ///
    /// As many elements as the sizes say have been written, from the first one on.
    #[inline]
    pub unsafe fn finish(self, count: usize) -> Array<T> {
        let place = Arc::as_ptr(&self.inner).cast_mut();
        // SAFETY: nobody else has the array yet. As the caller says, and there is room for them.
        unsafe {
            match &mut (*place).elements {
                Elements::Own(elements) => elements.set_len(count),
                Elements::Few(few) => few.count = count,
                Elements::Of(_) => unreachable!("a new array has elements of its own"),
            }
        }
        Array(self.inner)
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
        let count = elements.len();
        assert!(
            layout::count_of(&sizes) == count,
            "as many elements as the shape has"
        );
        // SAFETY: the vector has them.
        unsafe { Unwritten::new(&sizes, count, Some(elements)).finish(count) }
    }

    // Not into the code of each caller, which is compiled for each shape.
    #[inline(never)]
    pub fn sizes(&self) -> &[usize] {
        self.layout().sizes()
    }

    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// The same memory seen by a layout that was derived from that of this array.
    #[inline(never)]
    pub(super) fn derived(&self, layout: Layout) -> Self {
        let base = match &self.0.elements {
            Elements::Of(base) => base,
            _ => &self.0,
        };
        let base = base.clone();
        let inner = Arc::<Inner<T>>::new_uninit();
        let place = Arc::as_ptr(&inner).cast_mut().cast::<Inner<T>>();
        // Each part in its place: moved with the room for a few elements, which is empty, it takes longer.
        // SAFETY: nobody else has this piece of memory, and both parts of it are written.
        unsafe {
            (&raw mut (*place).elements).write(Elements::Of(base));
            (&raw mut (*place).layout).write(layout);
            Self(inner.assume_init())
        }
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
            true => self.derived(Layout::row_major(self.layout().offset, &sizes)),
            false => self.copied(sizes),
        }
    }

    /// The memory in row-major order, without a copy; the array where others use it too, or where elements lie elsewhere.
    pub fn try_into_vec(mut self) -> Result<Vec<T>, Self> {
        let whole = self.0.is_whole();
        let own = alone(&mut self.0).and_then(Inner::own_elements);
        match own {
            Some(Elements::Own(elements)) if whole => Ok(core::mem::take(elements)),
            Some(Elements::Few(few)) if whole => Ok(few.take()),
            _ => Err(self),
        }
    }

    /// Whether others have the memory too.
    fn is_shared(&self) -> bool {
        let mut inner = &self.0;
        // There is no weak reference, and no other one can be made while there is but this one.
        while Arc::strong_count(inner) == 1 {
            match &inner.elements {
                Elements::Of(base) => inner = base,
                _ => return false,
            }
        }
        true
    }

    /// The elements, to be changed: copied first where the memory is shared, or where an element has more than one index.
    #[track_caller]
    pub fn raw_mut(&mut self) -> RawMut<'_, T>
    where
        T: Clone,
    {
        if self.is_shared() || self.layout().repeats() {
            *self = self.copied(self.layout().shape());
        }
        let Some(Inner { elements, layout }) = alone(&mut self.0) else {
            unreachable!("an array that was copied is not shared")
        };
        let elements = match elements {
            Elements::Of(base) => alone(base).and_then(Inner::own_elements),
            elements => Some(elements),
        };
        let elements = match elements {
            Some(Elements::Own(elements)) => elements,
            Some(Elements::Few(few)) => few.elements_mut(),
            _ => unreachable!("an array that was copied has the elements alone"),
        };
        RawMut {
            // A part without elements may begin behind the last one.
            elements: elements.get_mut(layout.offset..).unwrap_or(&mut []),
            sizes: layout.sizes(),
            strides: layout.strides(),
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
            *self = self.copied(self.layout().shape());
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
            sizes: layout.sizes(),
            strides: layout.strides(),
        }
    }

    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        if self.sizes() != sizes || !self.0.is_whole() {
            return None;
        }
        match alone(&mut self.0)?.own_elements()? {
            Elements::Own(elements) => memory::reuse(elements),
            _ => None,
        }
    }
}
