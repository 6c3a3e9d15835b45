//! A counted pointer that the parts of an array share.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;

// Those of `core`; a test takes this file with those of `loom`, which tries all orders in which threads may see them.
use super::atomic::{AtomicUsize, Ordering, fence};

/// A shared, counted pointer like `Arc`, but without weak pointers: dropping the only pointer needs no atomic write,
/// where `Arc` needs two. Those took a third of the time of an operation on few elements.
pub struct Shared<T> {
    place: NonNull<Counted<T>>,
    marker: PhantomData<Counted<T>>,
}

struct Counted<T> {
    /// The number of pointers, at least one.
    count: AtomicUsize,
    value: T,
}

// SAFETY: as `Arc`: each thread that has a pointer may read the value, and the last one may change and drop it.
unsafe impl<T: Send + Sync> Send for Shared<T> {}
// SAFETY: as above; pointers can be made from a reference to one.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// Allocates a value that `write` writes in place, with the first pointer to it.
    ///
    /// # Safety
    ///
    /// The value exists once `write` returns.
    #[inline(always)]
    pub unsafe fn write(write: impl FnOnce(*mut T)) -> Self {
        // A raw pointer while the value is written, because a `Box` would invalidate other pointers to it.
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
        // SAFETY: it exists for as long as there is a pointer to it, and is changed only through the only one.
        unsafe { self.place.as_ref() }
    }

    /// Whether this is the only pointer. If so, other threads are done with the value, and new pointers can be made
    /// from this one only.
    #[inline(always)]
    pub fn is_only(&self) -> bool {
        // Each pointer that was dropped lowered the count with `Release`.
        self.counted().count.load(Ordering::Acquire) == 1
    }

    /// The value, if this is the only pointer to it.
    #[inline(always)]
    pub fn get_mut(&mut self) -> Option<&mut T> {
        match self.is_only() {
            // SAFETY: this pointer is the only one, and is borrowed mutably.
            true => Some(unsafe { &mut self.place.as_mut().value }),
            false => None,
        }
    }

    /// The address of the value. Through it, only parts may be read or changed that nobody else refers to.
    #[inline(always)]
    pub fn as_mut_ptr(&self) -> *mut T {
        // SAFETY: it exists.
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
        /// Far below the maximum, so that the count cannot overflow before all threads have checked it.
        const MOST: usize = usize::MAX / 2;
        // `Relaxed`, because passing a pointer to another thread synchronizes by itself.
        let count = self.counted().count.fetch_add(1, Ordering::Relaxed);
        if count > MOST {
            /// A second panic while unwinding aborts the program.
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
            // Synchronizes with the other threads that had a pointer.
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
