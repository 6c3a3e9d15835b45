//! The threads for large work: those of the pool of `rayon` that it is called in (feature `rayon`), or the caller's.
//!
//! A piece of work is computed in the same way whoever computes it, and whatever other pieces there are. So no result depends
//! on the number of threads. Small work stays where it is, and does not even ask for a pool.
//!
//! Element types are those of the user, which need not be `Send`. Only numbers go to other threads: [`crosses`] looks at
//! the type. A function that reads elements of the caller on any thread has them as [`Elements`], and gets the right to
//! read them, [`Here`], from what calls it.

use core::any::TypeId;
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;
use core::ops::Range;

use super::raw::copy;

/// The least steps of a part that is worth a thread of its own: some 20 microseconds of multiplications, where to wake
/// a thread takes 5. A step is a multiplication and an addition, or as much.
#[cfg(feature = "rayon")]
const SHARE: usize = 1 << 17;

/// The least parts of work that a thread outside of every pool hands to one, and then waits for: that takes longer than
/// to ask threads of the own pool.
#[cfg(feature = "rayon")]
const FROM_OUTSIDE: usize = 4;

/// Whether some pieces of work, each of as many steps, are for several threads.
pub fn is_large(pieces: usize, steps: usize) -> bool {
    #[cfg(feature = "rayon")]
    if pieces > 1 && pieces.saturating_mul(steps) >= 2 * SHARE {
        let least = match rayon::current_thread_index() {
            Some(_) => 2 * SHARE,
            None => FROM_OUTSIDE * SHARE,
        };
        return pieces.saturating_mul(steps) >= least && rayon::current_num_threads() > 1;
    }
    let _ = (pieces, steps);
    false
}

/// Whether work that is for several threads is still to be cut in two.
pub fn is_cut(pieces: usize, steps: usize) -> bool {
    #[cfg(feature = "rayon")]
    return pieces > 1 && pieces.saturating_mul(steps) >= 2 * SHARE;
    #[cfg(not(feature = "rayon"))]
    return pieces == 0 && steps == 0 && false;
}

/// Whether elements may be sent to other threads and shared with them. Of types that bounds do not call `Send` and
/// `Sync`, numbers are known to be.
#[inline]
pub fn crosses<T: 'static>() -> bool {
    macro_rules! is_one_of {
        ($($Number:ty)*) => { $(TypeId::of::<T>() == TypeId::of::<$Number>())||* };
    }
    #[cfg(feature = "half")]
    if is_one_of!(half::f16 half::bf16) {
        return cfg!(feature = "rayon");
    }
    cfg!(feature = "rayon")
        && is_one_of!(f32 f64 bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
}

/// Does both at once, if another thread has time for it.
///
/// # Safety
///
/// What the functions hold and return may be used on any thread, and what one of them holds while the other is running.
#[allow(unsafe_code)]
pub unsafe fn both<A, B>(left: impl FnOnce() -> A, right: impl FnOnce() -> B) -> (A, B) {
    #[cfg(feature = "rayon")]
    {
        struct Sent<V>(V);
        // SAFETY: as the caller says.
        unsafe impl<V> Send for Sent<V> {}
        impl<R, F: FnOnce() -> R> Sent<F> {
            fn call(self) -> Sent<R> {
                Sent((self.0)())
            }
        }
        let (left, right) = (Sent(left), Sent(right));
        let (left, right) = rayon::join(|| left.call(), || right.call());
        (left.0, right.0)
    }
    #[cfg(not(feature = "rayon"))]
    (left(), right())
}

/// Does the work of all pieces below a number, each of as many steps. `work` gets some of them.
#[inline]
pub fn pieces(count: usize, steps: usize, work: impl Fn(Range<usize>) + Sync) {
    if is_large(count, steps) {
        return shared(0..count, steps, &work);
    }
    work(0..count);
}

fn shared(range: Range<usize>, steps: usize, work: &(impl Fn(Range<usize>) + Sync)) {
    if !is_cut(range.len(), steps) {
        return work(range);
    }
    let middle = range.start + range.len() / 2;
    // SAFETY: the function is `Sync`.
    #[allow(unsafe_code)]
    unsafe {
        both(
            || shared(range.start..middle, steps, work),
            || shared(middle..range.end, steps, work),
        );
    }
}

/// The right to read and to make elements `T` on this thread: it is the caller's, or they may be used on any.
pub struct Here<T>(PhantomData<*const T>);

copy!(Here<T>);

/// Elements of the caller, which are read where that is allowed.
pub struct Elements<'a, T>(&'a [T]);

copy!(Elements<'a, T>);

// SAFETY: they are read with a `Here`, which there is on threads that may read them, and which stays there.
#[allow(unsafe_code)]
unsafe impl<T> Sync for Elements<'_, T> {}

impl<'a, T> Elements<'a, T> {
    pub fn new(elements: &'a [T]) -> Self {
        Self(elements)
    }

    #[inline]
    pub fn get(&self, _: Here<T>) -> &'a [T] {
        self.0
    }
}

/// Writes a result in pieces of as many elements, each by as many steps. `write` gets some pieces, behind one another,
/// and the number of the first; it may read elements `T`. The last piece may be shorter.
#[inline]
pub fn chunks<T: 'static, R: 'static>(
    result: &mut [R],
    length: usize,
    steps: usize,
    write: impl Fn(Here<T>, usize, &mut [R]) + Sync,
) {
    let across = length > 0 && crosses::<T>() && crosses::<R>();
    if across && is_large(result.len().div_ceil(length), steps) {
        return shared_chunks(0, result, length, steps, &write);
    }
    write(Here(PhantomData), 0, result);
}

/// The part of [`chunks`] for several threads: elements `T`, and those of the result, cross.
fn shared_chunks<T, R>(
    first: usize,
    result: &mut [R],
    length: usize,
    steps: usize,
    write: &(impl Fn(Here<T>, usize, &mut [R]) + Sync),
) {
    let pieces = result.len().div_ceil(length);
    if !is_cut(pieces, steps) {
        return write(Here(PhantomData), first, result);
    }
    let half = pieces / 2;
    let (front, back) = result.split_at_mut(half * length);
    // SAFETY: the elements cross; the function is `Sync`.
    #[allow(unsafe_code)]
    unsafe {
        both(
            || shared_chunks(first, front, length, steps, write),
            || shared_chunks(first + half, back, length, steps, write),
        );
    }
}

/// Room for some elements behind one another, which are written from the first to the last.
#[cfg(feature = "alloc")]
pub struct Room<'a, R> {
    places: &'a mut [MaybeUninit<R>],
    written: usize,
}

#[cfg(feature = "alloc")]
impl<R: Copy> Room<'_, R> {
    /// How many elements there is room for.
    pub fn left(&self) -> usize {
        self.places.len() - self.written
    }

    pub fn extend(&mut self, elements: impl Iterator<Item = R>) {
        let places = &mut self.places[self.written..];
        self.written += places
            .iter_mut()
            .zip(elements)
            .map(|(place, element)| place.write(element))
            .count();
    }

    pub fn extend_from_slice(&mut self, elements: &[R]) {
        let places = &mut self.places[self.written..][..elements.len()];
        // One `memcpy`: the compiler sees that the loop copies.
        for (place, &element) in places.iter_mut().zip(elements) {
            place.write(element);
        }
        self.written += elements.len();
    }
}

/// A vector of elements that are written in pieces, each of as many elements and steps. `write` gets room for some
/// pieces, and the number of the first; it may read elements `T`.
///
/// # Panics
///
/// Panics if `write` leaves room, or if there is no memory.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn collect<T: 'static, R: Copy + 'static>(
    count: usize,
    length: usize,
    steps: usize,
    write: impl Fn(Here<T>, usize, &mut Room<'_, R>) + Sync,
) -> alloc::vec::Vec<R> {
    let mut elements = alloc::vec::Vec::with_capacity(count);
    let places = &mut elements.spare_capacity_mut()[..count];
    let fill = |here: Here<T>, first: usize, places: &mut [MaybeUninit<R>]| {
        let mut room = Room { places, written: 0 };
        write(here, first, &mut room);
        assert!(room.left() == 0, "as many elements as there is room for");
    };
    let across = length > 0 && crosses::<T>() && crosses::<R>();
    match across && is_large(count.div_ceil(length), steps) {
        true => shared_chunks(0, places, length, steps, &fill),
        false => fill(Here(PhantomData), 0, places),
    }
    // SAFETY: each piece was seen to be written whole.
    #[allow(unsafe_code)]
    unsafe {
        elements.set_len(count)
    }
    elements
}
