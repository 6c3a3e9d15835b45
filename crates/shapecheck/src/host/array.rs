//! Arrays on the heap with shared, counted memory. A part, a transpose or an expansion of an array is an array with the
//! same memory. A change copies the elements first if the memory is shared.

use alloc::vec::Vec;
use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::panic::RefUnwindSafe;

use super::layout::{self, Layout};
use super::memory;
use super::raw::{Holds, Raw, RawMut};
use super::shared::Shared;
use crate::shape::list::StaticLayout;
use crate::{DynShape, ShapeError};

/// Elements on the heap with their sizes and strides. It is a single pointer, so that moving and dropping a tensor
/// takes few instructions, which are compiled for each shape.
#[derive(Debug)]
pub struct Array<T>(Shared<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    elements: Elements<T>,
    /// Every offset of an index within its sizes is below the number of elements.
    layout: Layout,
}

/// The place of an array's elements.
#[derive(Debug)]
enum Elements<T> {
    Own(Vec<T>),
    /// In the array's own allocation: a small result of an operation.
    Few(Few<T>),
    /// In another array, which owns them.
    Of(Shared<Inner<T>>),
}

/// 64 bytes for elements, of which the first ones are used.
struct Few<T> {
    count: usize,
    /// In a cell, because elements may be cells: other memory could not be changed through a shared reference, whatever it
    /// is read as.
    memory: UnsafeCell<[MaybeUninit<u64>; 8]>,
    marker: PhantomData<T>,
}

// SAFETY: through a shared reference the memory is read as elements only, as in an array of them.
unsafe impl<T: Sync> Sync for Few<T> {}

impl<T: RefUnwindSafe> RefUnwindSafe for Few<T> {}

impl<T> Few<T> {
    /// Whether `count` elements fit, and need no drop.
    #[inline(always)]
    fn fits(count: usize) -> bool {
        let fits = const { align_of::<T>() <= align_of::<u64>() && !core::mem::needs_drop::<T>() };
        let most = const {
            match size_of::<T>() {
                0 => 64,
                size => 64 / size,
            }
        };
        fits && count <= most
    }

    /// An array without elements.
    #[inline(always)]
    fn none() -> Self {
        Self {
            count: 0,
            memory: UnsafeCell::new([MaybeUninit::uninit(); 8]),
            marker: PhantomData,
        }
    }

    #[inline]
    fn elements(&self) -> &[T] {
        // SAFETY: there are as many elements at the front, aligned as the room is, by `new` and `Unwritten::finish`.
        unsafe { core::slice::from_raw_parts(self.memory.get().cast(), self.count) }
    }

    #[inline]
    fn elements_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `elements`, and borrowed mutably.
        unsafe { core::slice::from_raw_parts_mut(self.memory.get().cast(), self.count) }
    }

    /// Moves the elements into a vector.
    fn take(&mut self) -> Vec<T> {
        let count = core::mem::take(&mut self.count);
        let first: *const T = self.memory.get().cast();
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
    #[inline]
    fn elements(&self) -> &[T] {
        match &self.elements {
            Elements::Own(elements) => elements,
            Elements::Few(few) => few.elements(),
            Elements::Of(base) => base.elements(),
        }
    }

    /// The place of the elements, if no other array has them.
    fn own_elements(&mut self) -> Option<&mut Elements<T>> {
        match &mut self.elements {
            Elements::Of(base) => base.get_mut()?.own_elements(),
            elements => Some(elements),
        }
    }

    /// Whether the array has all elements of its memory, in row-major order.
    fn is_whole(&self) -> bool {
        self.layout.is_row_major() && self.has_each()
    }

    /// Whether the array has all elements of its memory, each at one index.
    fn has_each(&self) -> bool {
        self.layout.offset == 0
            && !self.layout.repeats()
            && self.elements().len() == layout::count(self.layout.sizes())
    }
}

/// A new array in row-major order, whose elements are not written yet.
pub struct Unwritten<T> {
    inner: Shared<Inner<T>>,
    first: *mut T,
    count: usize,
}

impl<T> Unwritten<T> {
    /// An array with memory for all elements. Not a part of its callers, which are compiled for each function that gives
    /// elements.
    ///
    /// # Panics
    ///
    /// Panics if there are more than memory can hold.
    #[inline(never)]
    #[track_caller]
    fn of(sizes: DynShape) -> Self {
        let count = layout::count_of(&sizes);
        Self::new(&sizes, count, None)
    }

    /// An array with memory for `count` elements, as many as the sizes say, or with the memory of `spare`.
    ///
    /// # Panics
    ///
    /// Panics if `spare` has not as much room.
    #[inline]
    #[track_caller]
    pub fn new(sizes: &DynShape, count: usize, spare: Option<Vec<T>>) -> Self {
        let spare = match spare {
            None if Few::<T>::fits(count) => None,
            None => Some(memory::room(count)),
            spare => spare,
        };
        if let Some(spare) = &spare {
            assert!(spare.capacity() >= count, "room for all elements");
        }
        let mut first = core::ptr::null_mut();
        // SAFETY: both parts of the array are written, and what is read has been.
        let inner = unsafe {
            Shared::<Inner<T>>::write(|place| {
                let elements = &raw mut (*place).elements;
                elements.write(match spare {
                    Some(spare) => Elements::Own(spare),
                    None => Elements::Few(Few::none()),
                });
                let layout = (&raw mut (*place).layout).cast::<MaybeUninit<Layout>>();
                Layout::write_row_major(&mut *layout, 0, sizes);
                first = match &mut *elements {
                    Elements::Own(elements) => elements.as_mut_ptr(),
                    Elements::Few(few) => few.memory.get().cast(),
                    Elements::Of(_) => unreachable!("a new array has elements of its own"),
                };
            })
        };
        Self {
            inner,
            first,
            count,
        }
    }

    /// The address of the first element.
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
    pub unsafe fn finish(self) -> Array<T> {
        let place = self.inner.as_mut_ptr();
        // SAFETY: nobody else has the array yet. As the caller says, and there is room for them.
        unsafe {
            match &mut (*place).elements {
                Elements::Own(elements) => elements.set_len(self.count),
                Elements::Few(few) => few.count = self.count,
                // A new array owns its elements.
                Elements::Of(_) => {}
            }
        }
        Array(self.inner)
    }
}

impl<T> Clone for Array<T> {
    /// Shares the memory.
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Array<T> {
    /// Creates an array from elements in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if their number is not that of the sizes.
    #[track_caller]
    pub fn new(sizes: DynShape, elements: Vec<T>) -> Self {
        let count = elements.len();
        assert!(
            layout::count_of(&sizes) == count,
            "as many elements as the shape has"
        );
        // SAFETY: the vector has them.
        unsafe { Unwritten::new(&sizes, count, Some(elements)).finish() }
    }

    /// Creates an array with the same value everywhere.
    ///
    /// # Panics
    ///
    /// Panics if `count` is not the number of elements that the sizes say.
    #[track_caller]
    pub fn filled(sizes: &DynShape, count: usize, value: T) -> Self
    where
        T: Copy,
    {
        assert!(
            layout::count_of(sizes) == count,
            "as many elements as the shape has"
        );
        let array = Unwritten::<T>::new(sizes, count, None);
        // SAFETY: there is new memory for this many elements, each of which is written.
        unsafe {
            for place in 0..count {
                array.first().add(place).write(value);
            }
            array.finish()
        }
    }

    // Not inlined into callers, which are compiled for each shape.
    #[inline(never)]
    pub fn sizes(&self) -> &[usize] {
        self.layout().sizes()
    }

    /// The elements that `next` gives, in row-major order.
    // A range that is mapped and collected would be compiled into three times as much code for each function.
    #[track_caller]
    pub fn generate(sizes: DynShape, next: impl FnMut() -> T) -> Self {
        let new = Unwritten::of(sizes);
        // SAFETY: there is memory for as many elements as are counted, and each of them is written.
        unsafe {
            memory::write_each(new.first(), new.count, next);
            new.finish()
        }
    }

    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    super::layout::derives!();

    /// The same as [`sliced`](Self::sliced), or a panic.
    #[inline(never)]
    #[track_caller]
    pub(super) fn sliced_or_panic(&self, entries: &[crate::algebra::slices::SliceEntry]) -> Self {
        super::layout::or_panic(self.sliced(entries))
    }

    /// The same memory with a layout derived from that of this array.
    #[inline(never)]
    pub(super) fn derived(&self, layout: Layout) -> Self {
        let base = match &self.0.elements {
            Elements::Of(base) => base,
            _ => &self.0,
        };
        let base = base.clone();
        // The parts are written in place: moving the array with its unused room for small results takes longer.
        // SAFETY: both parts are written.
        Self(unsafe {
            Shared::write(|place: *mut Inner<T>| {
                (&raw mut (*place).elements).write(Elements::Of(base));
                (&raw mut (*place).layout).write(layout);
            })
        })
    }

    /// The part at one index of an axis, without that axis. `known` are its sizes, if a type gives them. A few numbers
    /// are copied, which is cheaper than counting one more user of the memory.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the size of the axis.
    #[inline(never)]
    #[track_caller]
    pub(super) fn indexed(
        &self,
        axis: usize,
        index: usize,
        known: Option<&'static StaticLayout>,
    ) -> Self
    where
        T: 'static,
    {
        let row = known.and_then(|known| Some((known, self.layout().row(axis, index, known)?)));
        let Some((known, (offset, count))) = row else {
            return self.derived(self.layout().indexed(axis, index));
        };
        let few = match memory::is_number::<T>() && Few::<T>::fits(count) {
            true => { self.0.elements().get(offset..) }.and_then(|rest| rest.get(..count)),
            false => None,
        };
        match few {
            Some(few) => {
                let copy = Unwritten::new(&DynShape::of_known(known), count, None);
                // SAFETY: there is new memory for them. Numbers are `Copy`.
                unsafe {
                    core::ptr::copy_nonoverlapping(few.as_ptr(), copy.first(), count);
                    copy.finish()
                }
            }
            None => self.derived(Layout::known(offset, known)),
        }
    }

    /// Elements with strides.
    ///
    /// # Errors
    ///
    /// As of [`Layout::strided`].
    pub fn strided(
        elements: Vec<T>,
        sizes: &[usize],
        strides: &[usize],
    ) -> Result<Self, ShapeError> {
        let layout = Layout::strided(elements.len(), sizes, strides)?;
        Ok(Self::new([elements.len()].into(), elements).derived(layout))
    }

    /// A copy with its own memory, in row-major order.
    #[track_caller]
    fn copied(&self, sizes: DynShape) -> Self
    where
        T: Clone,
    {
        Self::new(sizes, self.raw().to_vec())
    }

    /// The elements in row-major order with other sizes. They are copied only if memory has them in another order.
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

    /// The same elements with other sizes, without a copy whenever strides can describe the result.
    ///
    /// # Panics
    ///
    /// Panics if the sizes are those of another number of elements.
    #[track_caller]
    pub fn regrouped(&self, sizes: DynShape) -> Self
    where
        T: Clone,
    {
        match self.layout().regrouped(sizes.dims()) {
            Some(layout) => self.derived(layout),
            None => self.reshaped(sizes),
        }
    }

    /// Axes split into these sizes, in another order, then with other sizes.
    #[inline(never)]
    #[track_caller]
    pub(super) fn merged(&self, split: &[usize], order: &[usize], sizes: DynShape) -> Self
    where
        T: Clone,
    {
        self.split(split, order).regrouped(sizes)
    }

    /// The memory in row-major order, without a copy; the array itself if its memory is shared or has another order.
    pub fn try_into_vec(self) -> Result<Vec<T>, Self> {
        match self.layout().is_row_major() {
            true => self.try_into_memory(),
            false => Err(self),
        }
    }

    /// The memory in any order of axes, without a copy; the array itself if its memory is shared, or if not each element
    /// of it has exactly one index.
    pub fn try_into_memory(mut self) -> Result<Vec<T>, Self> {
        let whole = self.0.has_each();
        let own = self.0.get_mut().and_then(Inner::own_elements);
        match own {
            Some(Elements::Own(elements)) if whole => Ok(core::mem::take(elements)),
            Some(Elements::Few(few)) if whole => Ok(few.take()),
            _ => Err(self),
        }
    }

    /// Whether other arrays share the memory.
    fn is_shared(&self) -> bool {
        let mut inner = &self.0;
        while inner.is_only() {
            match &inner.elements {
                Elements::Of(base) => inner = base,
                _ => return false,
            }
        }
        true
    }

    /// The elements, mutable. They are copied first if the memory is shared, or if an element has several indices.
    #[track_caller]
    pub fn raw_mut(&mut self) -> RawMut<'_, T>
    where
        T: Clone,
    {
        let (elements, layout) = self.parts();
        RawMut::of(elements, layout)
    }

    /// The memory of [`raw_mut`](Self::raw_mut), and where its elements are.
    #[inline(never)]
    #[track_caller]
    pub fn parts_mut(&mut self) -> (&mut [T], &Layout)
    where
        T: Clone,
    {
        self.parts()
    }

    #[inline(always)]
    #[track_caller]
    fn parts(&mut self) -> (&mut [T], &Layout)
    where
        T: Clone,
    {
        if self.is_shared() || self.layout().repeats() {
            *self = self.copied(self.layout().shape());
        }
        let Some(Inner { elements, layout }) = self.0.get_mut() else {
            unreachable!("an array that was copied is not shared")
        };
        let elements = match elements {
            Elements::Of(base) => base.get_mut().and_then(Inner::own_elements),
            elements => Some(elements),
        };
        let elements = match elements {
            Some(Elements::Own(elements)) => elements,
            Some(Elements::Few(few)) => few.elements_mut(),
            _ => unreachable!("an array that was copied has the elements alone"),
        };
        (elements, layout)
    }

    /// The elements in row-major order, mutable. They are copied first if the memory is shared or has another order.
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

impl<T> Holds for Array<T> {
    type Element = T;
    const GIVES: bool = true;

    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        let layout = self.layout();
        // Not by `Raw::of`: finding the elements first takes a sum of few elements a tenth longer.
        Raw {
            elements: self.0.elements().get(layout.offset..).unwrap_or(&[]),
            sizes: layout.sizes(),
            strides: layout.strides(),
            row_major: layout.knows_row_major(),
        }
    }

    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        if self.sizes() != sizes || !self.0.is_whole() {
            return None;
        }
        match self.0.get_mut()?.own_elements()? {
            Elements::Own(elements) => memory::reuse(elements),
            _ => None,
        }
    }
}
