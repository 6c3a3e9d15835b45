//! The threads for large work: those of the pool of `rayon` that it is called in (feature `rayon`), or the caller's.
//!
//! A piece of work is computed in the same way on each thread, whatever other pieces there are. So no result depends
//! on the number of threads. Small work stays where it is, and does not even ask for a pool.
//!
//! Element types are those of the user, which need not be `Send`. Only numbers go to other threads: [`crosses`] looks at
//! the type. A function that reads elements of the caller on any thread has them as [`Elements`], and gets the right to
//! read them, [`Here`], from what calls it.

use core::cmp::Ordering;
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;
use core::ops::Range;

use super::memory::is_one_of;
use super::raw::copy;

/// Whether there are other threads at all. Where this is asked first, code for them is not compiled without the feature.
pub const IS_THERE: bool = cfg!(feature = "rayon");

/// The least steps of a part that is worth its own thread: some 20 microseconds of multiplications, where to wake
/// a thread takes 5. A step is a multiplication and an addition, or as much.
const SHARE: usize = if cfg!(any(miri, target_pointer_width = "16")) {
    1 << 6
} else {
    (1_u32 << 17) as usize
};

/// The least parts of work that a thread outside of every pool hands to one, and then waits for: that takes longer than
/// to ask threads of the own pool.
#[cfg(feature = "rayon")]
const FROM_OUTSIDE: usize = 8;

/// Whether some pieces of work, each of as many steps, are for several threads.
pub fn is_large(pieces: usize, steps: usize) -> bool {
    #[cfg(feature = "rayon")]
    if is_cut(pieces, steps) {
        let is_inside = rayon::current_thread_index().is_some();
        let is_enough = is_inside || pieces.saturating_mul(steps) >= FROM_OUTSIDE * SHARE;
        return is_enough && rayon::current_num_threads() > 1;
    }
    let _ = (pieces, steps);
    false
}

/// Whether work that is for several threads is still to be cut in two.
pub fn is_cut(pieces: usize, steps: usize) -> bool {
    IS_THERE && pieces > 1 && pieces.saturating_mul(steps) >= 2 * SHARE
}

/// The number of parts, each worth a thread, that some pieces of work can be cut into.
#[cfg(feature = "rayon")]
pub fn shares(pieces: usize, steps: usize) -> usize {
    pieces.saturating_mul(steps) / SHARE
}

/// Whether elements may be sent to other threads and shared with them. For types that bounds do not call `Send` and
/// `Sync`, numbers are known to be.
#[inline]
pub fn crosses<T: 'static>() -> bool {
    #[cfg(feature = "half")]
    if is_one_of!(T: half::f16 half::bf16) {
        return IS_THERE;
    }
    #[cfg(feature = "fft")]
    if is_one_of!(T: rustfft::num_complex::Complex<f32> rustfft::num_complex::Complex<f64>) {
        return IS_THERE;
    }
    IS_THERE && is_one_of!(T: f32 f64 bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
}

/// Whether pieces of some elements are for several threads, which read elements `T` and write `R`.
fn is_shared<T: 'static, R: 'static>(count: usize, length: usize, steps: usize) -> bool {
    length > 0 && crosses::<T>() && crosses::<R>() && is_large(count.div_ceil(length), steps)
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
    if IS_THERE && is_large(count, steps) {
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

/// What is written in pieces: a slice and how many elements of it belong to each piece, or several of these.
pub trait Written: Sized {
    /// Whether all of it may be sent to other threads.
    fn crosses() -> bool;

    /// The pieces before one, and the others.
    fn cut(self, piece: usize) -> (Self, Self);
}

impl<R: 'static> Written for (&mut [R], usize) {
    #[inline]
    fn crosses() -> bool {
        crosses::<R>()
    }

    #[inline]
    fn cut(self, piece: usize) -> (Self, Self) {
        let (elements, length) = self;
        let (front, back) = elements.split_at_mut(piece * length);
        ((front, length), (back, length))
    }
}

impl<A: Written, B: Written> Written for (A, B) {
    fn crosses() -> bool {
        A::crosses() && B::crosses()
    }

    fn cut(self, piece: usize) -> (Self, Self) {
        let (a, b) = (self.0.cut(piece), self.1.cut(piece));
        ((a.0, b.0), (a.1, b.1))
    }
}

/// Writes a result in pieces of as many elements, each by as many steps. `write` gets some consecutive pieces
/// and the number of the first; it may read elements `T`. The last piece may be shorter.
#[inline]
pub fn chunks<T: 'static, R: 'static>(
    result: &mut [R],
    length: usize,
    steps: usize,
    write: impl Fn(Here<T>, usize, &mut [R]) + Sync,
) {
    if IS_THERE && is_shared::<T, R>(result.len(), length, steps) {
        let pieces = 0..result.len().div_ceil(length);
        let write = |here: Here<T>, pieces: Range<usize>, (result, _): (&mut [R], usize)| {
            write(here, pieces.start, result);
            None
        };
        shared_pieces(pieces, (result, length), steps, &write);
        return;
    }
    write(Here(PhantomData), 0, result);
}

/// Writes a number of pieces, each by as many steps. `write` gets the numbers of some of them and what they are written
/// to; it may read elements `T`. It returns the number of the first that cannot be written, and so does this.
#[inline]
pub fn first_of_pieces<T: 'static, W: Written>(
    count: usize,
    written: W,
    steps: usize,
    write: impl Fn(Here<T>, Range<usize>, W) -> Option<usize> + Sync,
) -> Option<usize> {
    if IS_THERE && crosses::<T>() && W::crosses() && is_large(count, steps) {
        return shared_pieces(0..count, written, steps, &write);
    }
    write(Here(PhantomData), 0..count, written)
}

/// The part of both for several threads: elements `T`, and what is written, cross.
fn shared_pieces<T, W: Written>(
    pieces: Range<usize>,
    written: W,
    steps: usize,
    write: &(impl Fn(Here<T>, Range<usize>, W) -> Option<usize> + Sync),
) -> Option<usize> {
    if !is_cut(pieces.len(), steps) {
        return write(Here(PhantomData), pieces, written);
    }
    let half = pieces.len() / 2;
    let middle = pieces.start + half;
    let (front, back) = written.cut(half);
    // SAFETY: the elements cross; the function is `Sync`.
    #[allow(unsafe_code)]
    let (front, back) = unsafe {
        both(
            || shared_pieces(pieces.start..middle, front, steps, write),
            || shared_pieces(middle..pieces.end, back, steps, write),
        )
    };
    front.or(back)
}

/// Sorts elements, where `compare` may read elements `T`.
///
/// The order of equal elements depends on how many there are, and on nothing else.
pub fn sort<T: 'static, R: 'static>(
    elements: &mut [R],
    compare: impl Fn(Here<T>, &R, &R) -> Ordering + Sync,
) {
    #[cfg(feature = "rayon")]
    if crosses::<T>() && crosses::<R>() && elements.len() >= SHARE / SORTED {
        use rayon::slice::ParallelSliceMut;

        #[repr(transparent)]
        struct Sent<R>(R);
        // SAFETY: the elements cross.
        #[allow(unsafe_code)]
        unsafe impl<R> Send for Sent<R> {}

        // SAFETY: the same elements, in the same layout.
        #[allow(unsafe_code)]
        let elements = unsafe { &mut *(&raw mut *elements as *mut [Sent<R>]) };
        let compare = |lhs: &Sent<R>, rhs: &Sent<R>| compare(Here(PhantomData), &lhs.0, &rhs.0);
        return elements.par_sort_unstable_by(compare);
    }
    elements.sort_unstable_by(|lhs, rhs| compare(Here(PhantomData), lhs, rhs));
}

/// The steps to sort some elements, for each of them.
pub fn steps_to_sort(count: usize) -> usize {
    SORTED * count.max(2).ilog2() as usize
}

/// The steps of a comparison in a sort, whose outcome nobody foresees.
const SORTED: usize = 8;

/// Room for some consecutive elements, which are written from the first to the last.
#[cfg(feature = "alloc")]
pub struct Room<'a, R> {
    places: &'a mut [MaybeUninit<R>],
    written: usize,
}

#[cfg(feature = "alloc")]
impl<R: Clone> Room<'_, R> {
    /// The number of elements that there is room for.
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

    /// The last one first.
    pub fn extend_reversed(&mut self, elements: &[R]) {
        let places = &mut self.places[self.written..][..elements.len()];
        for (place, element) in places.iter_mut().zip(elements.iter().rev()) {
            place.write(element.clone());
        }
        self.written += elements.len();
    }

    /// Returns the new elements, to be changed.
    pub fn extend_from_slice(&mut self, elements: &[R]) -> &mut [R] {
        let places = &mut self.places[self.written..][..elements.len()];
        // The compiler sees that numbers are copied.
        for (place, element) in places.iter_mut().zip(elements) {
            place.write(element.clone());
        }
        self.written += elements.len();
        self.last(elements.len())
    }

    /// As many elements as were written last, to be changed.
    pub fn last(&mut self, count: usize) -> &mut [R] {
        let places = &mut self.places[self.written - count..self.written];
        // SAFETY: elements are counted once they are written.
        #[allow(unsafe_code)]
        unsafe {
            &mut *(&raw mut *places as *mut [R])
        }
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
pub fn collect<T: 'static, R: Clone + 'static>(
    count: usize,
    length: usize,
    steps: usize,
    write: impl Fn(Here<T>, usize, &mut Room<'_, R>) + Sync,
) -> alloc::vec::Vec<R> {
    let mut elements = super::memory::room(count);
    let places = &mut elements.spare_capacity_mut()[..count];
    let fill = |here: Here<T>, pieces: Range<usize>, (places, _): (&mut [_], usize)| {
        let mut room = Room { places, written: 0 };
        write(here, pieces.start, &mut room);
        assert!(room.left() == 0, "as many elements as there is room for");
        None
    };
    match IS_THERE && is_shared::<T, R>(count, length, steps) {
        true => shared_pieces(0..count.div_ceil(length), (places, length), steps, &fill),
        false => fill(Here(PhantomData), 0..0, (places, length)),
    };
    // SAFETY: each piece was seen to be written whole.
    #[allow(unsafe_code)]
    unsafe {
        elements.set_len(count)
    }
    elements
}
