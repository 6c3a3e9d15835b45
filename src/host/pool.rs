//! The threads for large work: those of the pool of `rayon` that it is called in (feature `rayon`), or the caller's.
//!
//! A piece of work is computed in the same way whoever computes it, and whatever other pieces there are. So no result depends
//! on the number of threads. Small work stays where it is, and does not even ask for a pool.

use core::ops::Range;

/// The least steps of a part that is worth a thread of its own: some 20 microseconds of multiplications, where to wake
/// a thread takes 5. A step is a multiplication and an addition, or as much.
#[cfg(feature = "rayon")]
const SHARE: usize = 1 << 17;

/// Whether some pieces of work, each of as many steps, are for several threads.
#[cfg(feature = "rayon")]
pub fn is_large(pieces: usize, steps: usize) -> bool {
    pieces > 1 && pieces.saturating_mul(steps) >= 2 * SHARE && rayon::current_num_threads() > 1
}

/// The number of pieces in the first half, or `None` for a part that is not cut.
#[cfg(feature = "rayon")]
fn half(pieces: usize, steps: usize) -> Option<usize> {
    (pieces > 1 && pieces.saturating_mul(steps) >= 2 * SHARE).then_some(pieces / 2)
}

/// Does the work of all pieces below a number, each of as many steps. `work` gets some of them.
#[inline]
pub fn pieces(count: usize, steps: usize, work: impl Fn(Range<usize>) + Sync) {
    #[cfg(feature = "rayon")]
    if is_large(count, steps) {
        return shared(0..count, steps, &work);
    }
    let _ = steps;
    work(0..count);
}

#[cfg(feature = "rayon")]
fn shared(range: Range<usize>, steps: usize, work: &(impl Fn(Range<usize>) + Sync)) {
    let Some(half) = half(range.len(), steps) else {
        return work(range);
    };
    let middle = range.start + half;
    rayon::join(
        || shared(range.start..middle, steps, work),
        || shared(middle..range.end, steps, work),
    );
}

/// Writes a result in pieces of as many elements, each by as many steps. `write` gets some pieces, behind one another,
/// and the number of the first.
#[cfg(feature = "alloc")]
#[inline]
pub fn chunks<T: Send>(
    result: &mut [T],
    length: usize,
    steps: usize,
    write: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if length > 0 && is_large(result.len() / length, steps) {
        return shared_chunks((0, Sent(result)), length, steps, &write);
    }
    let _ = (length, steps);
    write(0, result);
}

/// The same for elements of which only the program knows whether they may be sent to other threads: `f32` and `f64` are.
#[cfg(any(feature = "std", feature = "libm"))]
#[cfg(feature = "alloc")]
#[inline]
pub fn chunks_of_floats<T: 'static>(
    result: &mut [T],
    length: usize,
    steps: usize,
    write: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    {
        use core::any::TypeId;
        let of = TypeId::of::<T>();
        let is_float = of == TypeId::of::<f32>() || of == TypeId::of::<f64>();
        if is_float && length > 0 && is_large(result.len() / length, steps) {
            return shared_chunks((0, Sent(result)), length, steps, &write);
        }
    }
    let _ = (length, steps);
    write(0, result);
}

/// Elements that may be sent to other threads, although their type does not say so.
#[cfg(feature = "rayon")]
struct Sent<'a, T>(&'a mut [T]);

// SAFETY: it is made of elements that are `Send`: by a bound, or because they are seen to be `f32` or `f64`.
#[cfg(feature = "rayon")]
#[allow(unsafe_code)]
unsafe impl<T> Send for Sent<'_, T> {}

#[cfg(feature = "rayon")]
fn shared_chunks<T>(
    (first, result): (usize, Sent<'_, T>),
    length: usize,
    steps: usize,
    write: &(impl Fn(usize, &mut [T]) + Sync),
) {
    let Some(half) = half(result.0.len() / length, steps) else {
        return write(first, result.0);
    };
    let (front, back) = result.0.split_at_mut(half * length);
    let (front, back) = (Sent(front), Sent(back));
    rayon::join(
        || shared_chunks((first, front), length, steps, write),
        || shared_chunks((first + half, back), length, steps, write),
    );
}
