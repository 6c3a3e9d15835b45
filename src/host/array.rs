//! Arrays on the heap whose memory is shared and counted: a part, a transpose or an expansion of an array is an array of the same
//! memory. What changes an array copies it first only where its memory is shared.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Deref;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering, fence};

use super::layout::{self, Layout};
use super::memory;
use super::raw::{Holds, Raw, RawMut};
use crate::DynShape;

/// Elements on the heap, with their sizes and strides: one pointer, so that it is moved and dropped in few instructions wherever a tensor of
/// some shape is.
#[derive(Debug)]
pub struct Array<T>(Shared<Inner<T>>);

/// A pointer to what is shared and counted, as `Arc`, but without weak pointers: who has the only one gives it up without a write that all threads
/// see, of which `Arc` makes two. They took a third of the time of an operation on few elements.
struct Shared<T> {
    place: NonNull<Counted<T>>,
    marker: PhantomData<Counted<T>>,
}

struct Counted<T> {
    /// How many pointers there are, at least one.
    count: AtomicUsize,
    value: T,
}

// SAFETY: as `Arc`: each thread that has a pointer may read the value, and the last one may change and drop it.
unsafe impl<T: Send + Sync> Send for Shared<T> {}
// SAFETY: as above; pointers can be made from a reference to one.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The first pointer to a value that `write` writes where it is to be.
    ///
    /// # Safety
    ///
    /// The value is there where `write` returns.
    #[inline(always)]
    unsafe fn write(write: impl FnOnce(*mut T)) -> Self {
        // Not a box any more while the value is written: pointers into it stay good.
        let place: *mut Counted<T> = Box::into_raw(Box::<Counted<T>>::new_uninit()).cast();
        // SAFETY: nobody else has this piece of memory, both parts of which are written, the value as the caller says.
        let place = unsafe {
            (&raw mut (*place).count).write(AtomicUsize::new(1));
            write(&raw mut (*place).value);
            NonNull::new_unchecked(place)
        };
        Self {
            place,
            marker: PhantomData,
        }
    }

    #[inline(always)]
    fn counted(&self) -> &Counted<T> {
        // SAFETY: it is there for as long as there is a pointer to it, and is changed only through the only one.
        unsafe { self.place.as_ref() }
    }

    /// Whether this is the only pointer. Then what other threads did that had one is done, and no other can be made but from this one.
    #[inline(always)]
    fn is_only(&self) -> bool {
        // The count was last lowered by whoever gave up a pointer, with `Release`.
        self.counted().count.load(Ordering::Acquire) == 1
    }

    /// The value, where this is the only pointer to it.
    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut T> {
        match self.is_only() {
            // SAFETY: this pointer is the only one, and is borrowed mutably.
            true => Some(unsafe { &mut self.place.as_mut().value }),
            false => None,
        }
    }

    /// Where the value is. Nothing else may be read or changed through it than what nobody else refers to.
    #[inline(always)]
    fn as_mut_ptr(&self) -> *mut T {
        // SAFETY: it is there.
        unsafe { &raw mut (*self.place.as_ptr()).value }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.counted().value
    }
}

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        /// So many that none can be lost between this look and the next ones of all threads.
        const MOST: usize = usize::MAX / 2;
        // A pointer is passed on to another thread by means that order what is done before and after.
        let count = self.counted().count.fetch_add(1, Ordering::Relaxed);
        if count > MOST {
            /// A panic while another is on its way ends the program.
            struct End;
            impl Drop for End {
                fn drop(&mut self) {
                    panic!("pointers to an array are more than can be counted");
                }
            }
            let _end = End;
            panic!("pointers to an array are more than can be counted");
        }
        Self {
            place: self.place,
            marker: PhantomData,
        }
    }
}

impl<T> Drop for Shared<T> {
    #[inline]
    fn drop(&mut self) {
        #[inline(never)]
        unsafe fn free<T>(place: NonNull<Counted<T>>) {
            // SAFETY: as the caller says: a box was made into this pointer, and nobody has it any more.
            drop(unsafe { Box::from_raw(place.as_ptr()) });
        }
        if !self.is_only() {
            if self.counted().count.fetch_sub(1, Ordering::Release) != 1 {
                return;
            }
            // What other threads did that had a pointer is done.
            fence(Ordering::Acquire);
        }
        // SAFETY: this was the last pointer.
        unsafe { free(self.place) }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

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
    Of(Shared<Inner<T>>),
}

/// Room for 64 bytes of elements, at the front of which there are some.
struct Few<T> {
    count: usize,
    memory: [MaybeUninit<u64>; 8],
    marker: PhantomData<T>,
}

impl<T> Few<T> {
    /// Whether there is room for `count` elements, and they do not have to be dropped.
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

    /// No element yet.
    const NONE: Self = Self {
        count: 0,
        memory: [MaybeUninit::uninit(); 8],
        marker: PhantomData,
    };

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
            Elements::Of(base) => base.get_mut()?.own_elements(),
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

/// A new array in row-major order, whose elements are still to be written.
pub struct Unwritten<T> {
    inner: Shared<Inner<T>>,
    first: *mut T,
}

impl<T> Unwritten<T> {
    /// With memory for `count` elements, or that of `spare`.
    ///
    /// # Panics
    ///
    /// Panics if `spare` has not as much room.
    #[inline]
    #[track_caller]
    pub fn new(sizes: &DynShape, count: usize, spare: Option<Vec<T>>) -> Self {
        let spare = match spare {
            None if Few::<T>::fits(count) => None,
            None => Some(Vec::with_capacity(count)),
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
                    None => Elements::Few(Few::NONE),
                });
                let layout = (&raw mut (*place).layout).cast::<MaybeUninit<Layout>>();
                Layout::write_row_major(&mut *layout, 0, sizes);
                first = match &mut *elements {
                    Elements::Own(elements) => elements.as_mut_ptr(),
                    Elements::Few(few) => few.memory.as_mut_ptr().cast(),
                    Elements::Of(_) => unreachable!("a new array has elements of its own"),
                };
            })
        };
        Self { inner, first }
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
        let place = self.inner.as_mut_ptr();
        // SAFETY: nobody else has the array yet. As the caller says, and there is room for them.
        unsafe {
            match &mut (*place).elements {
                Elements::Own(elements) => elements.set_len(count),
                Elements::Few(few) => few.count = count,
                // A new array has elements of its own.
                Elements::Of(_) => {}
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
    /// Panics if there are not as many as the sizes say.
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
        // Each part in its place: moved with the room for a few elements, which is empty, it takes longer.
        // SAFETY: both parts are written.
        Self(unsafe {
            Shared::write(|place: *mut Inner<T>| {
                (&raw mut (*place).elements).write(Elements::Of(base));
                (&raw mut (*place).layout).write(layout);
            })
        })
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
        let own = self.0.get_mut().and_then(Inner::own_elements);
        match own {
            Some(Elements::Own(elements)) if whole => Ok(core::mem::take(elements)),
            Some(Elements::Few(few)) if whole => Ok(few.take()),
            _ => Err(self),
        }
    }

    /// Whether others have the memory too.
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

    /// The elements, to be changed: copied first where the memory is shared, or where an element has more than one index.
    #[track_caller]
    pub fn raw_mut(&mut self) -> RawMut<'_, T>
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
        RawMut {
            // A part without elements may begin behind the last one.
            elements: elements.get_mut(layout.offset..).unwrap_or(&mut []),
            sizes: layout.sizes(),
            strides: layout.strides(),
            row_major: layout.is_row_major(),
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
            row_major: layout.is_row_major(),
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
