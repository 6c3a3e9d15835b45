//! What moves elements between ranks, and what compares the calls of all.

use std::fmt;
use std::panic::Location;

use crate::checks::{Checks, Compared};
use crate::error::MeshError;
use crate::names::Claims;
use crate::operation::{Call, Operation};

/// The ranks that work together along one axis of a mesh, and the place of this one among them.
pub trait Ranks {
    /// The own place, counted from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn ranks(&self) -> usize;

    /// The words of each rank, one after another, in the order of ranks; all ranks call it with as many words.
    ///
    /// # Errors
    ///
    /// Returns an error if `all` has not as many words for each rank as `own`, or if another rank failed.
    fn all_gather_words(&self, own: &[u64], all: &mut [u64]) -> Result<(), MeshError>;

    /// The names that meshes of this rank have, and the ranks of this group, counted in the whole mesh; none where nothing is to be
    /// compared.
    #[doc(hidden)]
    fn claims(&self) -> Option<(&Claims, &[usize])> {
        None
    }
}

/// Ranks that fall into groups: the transport of a mesh of several axes, which [`Mesh::of`](crate::Mesh::of) takes.
pub trait Groups: Ranks {
    /// The ranks of a group.
    type Group: Ranks;

    /// The ranks with these places, this one among them, as a separate mesh. All ranks call it, each with those of its own group.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed.
    fn group(&self, members: &[usize]) -> Result<Self::Group, MeshError>;
}

impl<R: Groups + ?Sized> Groups for &R {
    type Group = R::Group;

    fn group(&self, members: &[usize]) -> Result<Self::Group, MeshError> {
        R::group(self, members)
    }
}

/// What ranks compute together while each goes on with something else.
///
/// A rank that drops this has taken part all the same: the others get their values.
pub trait Started<X> {
    /// Waits for the other ranks, and returns the values.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    fn wait(self: Box<Self>) -> Result<X, MeshError>;
}

/// What was started, whatever the transport.
pub type BoxStarted<X> = Box<dyn Started<X>>;

/// What was computed at once.
pub(crate) struct Done<X>(pub(crate) X);

impl<X> Started<X> for Done<X> {
    fn wait(self: Box<Self>) -> Result<X, MeshError> {
        Ok(self.0)
    }
}

/// Moves elements in memory between ranks. Every rank makes the same calls in the same order.
///
/// Sums are made in an order that depends on nothing but the number of ranks and of elements, so the same values give the same sums, to the last
/// bit, in each run and on each rank.
///
/// Elements of 16 bits, `f16` and `bf16` with the feature `half`, are added in `f32`, and the sum is rounded once. So it is at most half
/// a unit in the last of its 11 or 8 digits away from the sum in `f32`, whatever the number of ranks. A sum of `f16` that is 65,520
/// or larger is infinite.
pub trait Transport<T>: Ranks {
    /// Each element becomes the sum of those of all ranks, the same on each rank.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed.
    #[track_caller]
    fn all_reduce(&self, values: &mut [T]) -> Result<(), MeshError>;

    /// Begins an [`all_reduce`](Self::all_reduce) of the values, and returns before the other ranks have come. They count as one call
    /// among the others, in the same order on all ranks.
    ///
    /// A transport that does not have this makes the sums before it returns.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed.
    #[track_caller]
    fn start_all_reduce(&self, mut values: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: 'static,
    {
        self.all_reduce(&mut values)?;
        Ok(Box::new(Done(values)))
    }

    /// `from` has a block for each rank; `to` becomes the sum of all ranks' blocks for this one.
    ///
    /// # Errors
    ///
    /// Returns an error if `from` has not as many elements for each rank as `to`, or if another rank failed.
    #[track_caller]
    fn reduce_scatter(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError>;

    /// Begins a [`reduce_scatter`](Self::reduce_scatter) of a block for each rank, as [`start_all_reduce`](Self::start_all_reduce) does.
    ///
    /// # Errors
    ///
    /// Returns an error if the values are not as many for each rank, or if another rank failed.
    #[track_caller]
    fn start_reduce_scatter(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: Copy + 'static,
    {
        let mut to = from[..from.len() / self.ranks()].to_vec();
        self.reduce_scatter(&from, &mut to)?;
        Ok(Box::new(Done(to)))
    }

    /// Begins an [`all_gather`](Self::all_gather), as [`start_all_reduce`](Self::start_all_reduce) does.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed.
    #[track_caller]
    fn start_all_gather(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: Copy + 'static,
    {
        let mut to = from.repeat(self.ranks());
        self.all_gather(&from, &mut to)?;
        Ok(Box::new(Done(to)))
    }

    /// `to` gets `from` of each rank, in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if `to` has not as many elements for each rank as `from`, or if another rank failed.
    #[track_caller]
    fn all_gather(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError>;

    /// `values` becomes that of the rank `root` on all ranks.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no rank `root`, or if another rank failed.
    #[track_caller]
    fn broadcast(&self, root: usize, values: &mut [T]) -> Result<(), MeshError>;

    /// `from` has a block for each rank; `to` gets that for this rank from each of them, in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if the two have not as many elements, or not as many for each rank, or if another rank failed.
    #[track_caller]
    fn all_to_all(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError>;

    /// Each rank sends `from` to the rank that is `by` places after it, and gets what the one that is as many before it sends. All ranks call
    /// it with the same `by`, which may be negative. If `wraps`, the last rank is before the first; otherwise this returns false
    /// where there is no rank before, and `to` stays what it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the two have not as many elements, or if another rank failed.
    #[track_caller]
    fn shift(&self, by: isize, wraps: bool, from: &[T], to: &mut [T]) -> Result<bool, MeshError>;
}

impl<R: Ranks + ?Sized> Ranks for &R {
    fn rank(&self) -> usize {
        R::rank(self)
    }

    fn ranks(&self) -> usize {
        R::ranks(self)
    }

    fn all_gather_words(&self, own: &[u64], all: &mut [u64]) -> Result<(), MeshError> {
        R::all_gather_words(self, own, all)
    }

    fn claims(&self) -> Option<(&Claims, &[usize])> {
        R::claims(self)
    }
}

impl<T, R: Transport<T> + ?Sized> Transport<T> for &R {
    #[track_caller]
    fn all_reduce(&self, values: &mut [T]) -> Result<(), MeshError> {
        R::all_reduce(self, values)
    }

    #[track_caller]
    fn start_all_reduce(&self, values: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: 'static,
    {
        R::start_all_reduce(self, values)
    }

    #[track_caller]
    fn start_reduce_scatter(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: Copy + 'static,
    {
        R::start_reduce_scatter(self, from)
    }

    #[track_caller]
    fn start_all_gather(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError>
    where
        T: Copy + 'static,
    {
        R::start_all_gather(self, from)
    }

    #[track_caller]
    fn reduce_scatter(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        R::reduce_scatter(self, from, to)
    }

    #[track_caller]
    fn all_gather(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        R::all_gather(self, from, to)
    }

    #[track_caller]
    fn broadcast(&self, root: usize, values: &mut [T]) -> Result<(), MeshError> {
        R::broadcast(self, root, values)
    }

    fn all_to_all(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        R::all_to_all(self, from, to)
    }

    fn shift(&self, by: isize, wraps: bool, from: &[T], to: &mut [T]) -> Result<bool, MeshError> {
        R::shift(self, by, wraps, from, to)
    }
}

/// Compares the calls of all ranks, if [`Checks`] say so: in debug builds, if nothing else is set.
///
/// Calls are compared by the operation, the axis and the sizes: two calls with the same, `all_reduce` of two gradients of one shape, are
/// not told apart, and give each other's sums where ranks make them in another order. With [`Compared::Lines`] they are, by the line
/// of the caller; then ranks may not make one call from two lines, as where rank 0 reads what it broadcasts and the others make room
/// for it.
///
/// # Errors
///
/// Returns an error on every rank if the calls differ, that says the operation, the shape and the line of each rank.
#[track_caller]
pub fn check_calls<R: Ranks + ?Sized>(ranks: &R, call: Call<'_>) -> Result<(), MeshError> {
    check_calls_of_root(ranks, None, call)
}

/// [`check_calls`] of calls that name a rank.
#[doc(hidden)]
#[track_caller]
pub fn check_calls_of_root<R: Ranks + ?Sized>(
    ranks: &R,
    root: Option<usize>,
    call: Call<'_>,
) -> Result<(), MeshError> {
    let checks = Checks::current();
    if !checks.compares() {
        return Ok(());
    }
    let own = Words::of(root, call, Location::caller());
    let mut all = vec![0; own.0.len() * ranks.ranks()];
    ranks.all_gather_words(&own.0, &mut all)?;
    let (all, _) = all.as_chunks();
    let compared = match checks.compared {
        Compared::Lines if call.operation != Operation::Return => Words::COUNT,
        _ => Words::LOCATION,
    };
    if all
        .iter()
        .all(|words: &[u64; Words::COUNT]| words[..compared] == own.0[..compared])
    {
        return Ok(());
    }
    Err(MeshError::DifferentCalls {
        calls: all.iter().map(|words| Words(*words).to_string()).collect(),
    })
}

/// What a rank does that sends these words, as in "calls `all_reduce` of [4, 8]": those of [`check_calls`].
#[doc(hidden)]
#[must_use]
pub fn said(words: &[u64]) -> Option<String> {
    let words = <[u64; Words::COUNT]>::try_from(words).ok()?;
    Some(Words(words).to_string())
}

/// Checks that `blocks` elements are `block` elements for each rank.
///
/// # Errors
///
/// Returns an error if they are not.
pub fn check_blocks<R: Ranks + ?Sized>(
    ranks: &R,
    operation: Operation,
    blocks: usize,
    block: usize,
) -> Result<(), MeshError> {
    let ranks = ranks.ranks();
    if block.checked_mul(ranks) == Some(blocks) {
        return Ok(());
    }
    Err(MeshError::Lengths {
        operation,
        blocks,
        block,
        ranks,
    })
}

/// Checks that as many elements come as are sent.
///
/// # Errors
///
/// Returns an error if they are not as many.
pub fn check_equal<R: Ranks + ?Sized>(
    ranks: &R,
    operation: Operation,
    from: usize,
    to: usize,
) -> Result<(), MeshError> {
    if from == to {
        return Ok(());
    }
    let ranks = ranks.ranks();
    Err(MeshError::Exchange {
        operation,
        from,
        to,
        ranks,
    })
}

/// The ranks to which a shift by so many places sends, and from which it receives.
#[must_use]
pub fn shifted<R: Ranks + ?Sized>(ranks: &R, by: isize, wraps: bool) -> [Option<usize>; 2] {
    let all = ranks.ranks();
    let place = |by: isize| {
        let wrapped = by
            .rem_euclid(isize::try_from(all).unwrap_or(isize::MAX))
            .unsigned_abs();
        let place = match wraps {
            true => Some((ranks.rank() + wrapped) % all),
            false => ranks.rank().checked_add_signed(by),
        };
        place.filter(|&place| place < all)
    };
    [place(by), place(by.saturating_neg())]
}

/// Checks that there is a rank `root`.
///
/// # Errors
///
/// Returns an error if there is none.
pub fn check_root<R: Ranks + ?Sized>(ranks: &R, root: usize) -> Result<(), MeshError> {
    let ranks = ranks.ranks();
    if root < ranks {
        return Ok(());
    }
    Err(MeshError::Root { root, ranks })
}

/// As many words for each call, so that this exchange fits on all ranks whatever they call.
struct Words([u64; Self::COUNT]);

impl Words {
    /// The number of sizes that are said. Later ones are only hashed.
    const SIZES: usize = 16;
    /// Where the line of the program begins.
    const LOCATION: usize = 5 + Self::SIZES;
    /// The number of words with the end of the file's name.
    const FILE: usize = 6;
    const COUNT: usize = Self::LOCATION + 2 + Self::FILE;
    /// No axis, or no root.
    const NONE: u64 = u64::MAX;

    fn of(root: Option<usize>, call: Call<'_>, at: &Location<'_>) -> Self {
        let mut words = [0; Self::COUNT];
        words[0] = Operation::ALL
            .iter()
            .position(|operation| *operation == call.operation)
            .map_or(Self::NONE, |place| place as u64);
        // A negative axis is another number than any other axis is, and than `NONE`.
        words[1] = call
            .axis
            .map_or(Self::NONE, |axis| u64::from(axis.cast_unsigned()));
        words[2] = root.map_or(Self::NONE, |root| root as u64);
        words[3] = call.sizes.len() as u64;
        words[4] = hashed(call.sizes.iter().map(|&size| size as u64));
        for (word, &size) in words[5..Self::LOCATION].iter_mut().zip(call.sizes) {
            *word = size as u64;
        }
        let file = at.file().as_bytes();
        words[Self::LOCATION] = u64::from(at.line()) << 32 | u64::from(at.column());
        words[Self::LOCATION + 1] = hashed(file.iter().map(|&byte| u64::from(byte)));
        let mut end = [0; 8 * Self::FILE];
        for (to, &from) in end.iter_mut().rev().zip(file.iter().rev()) {
            *to = from;
        }
        let (end, _) = end.as_chunks();
        for (word, bytes) in words[Self::LOCATION + 2..].iter_mut().zip(end) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self(words)
    }
}

/// FNV-1a.
fn hashed(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ word).wrapping_mul(0x0100_0000_01b3)
    })
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, location) = self.0.split_at(Self::LOCATION);
        let [operation, axis, root, rank, hash, sizes @ ..] = call else {
            return Err(fmt::Error);
        };
        let operation = usize::try_from(*operation)
            .ok()
            .and_then(|operation| Operation::ALL.get(operation))
            .copied();
        match operation {
            Some(Operation::Return) => return f.write_str("returns"),
            Some(Operation::Dropout) => {
                write!(f, "calls `dropout` with seed {}", sizes[0] << 32 | sizes[1])?;
                return write_location(location, f);
            }
            Some(operation) => write!(f, "calls `{operation}`")?,
            None => f.write_str("calls something else")?,
        }
        if *root != Self::NONE {
            write!(f, " from rank {root}")?;
        }
        // The word has the bits of an `i32`.
        if let Ok(axis) = u32::try_from(*axis) {
            let along = match operation {
                Some(Operation::Shift) => "by",
                _ => "along axis",
            };
            write!(f, " {along} {}", axis.cast_signed())?;
        }
        let said = usize::try_from(*rank).map_or(Self::SIZES, |rank| rank.min(Self::SIZES));
        write!(f, " of {:?}", &sizes[..said])?;
        if said as u64 != *rank {
            write!(f, " and {} more sizes (hash {hash:x})", rank - said as u64)?;
        }
        write_location(location, f)
    }
}

/// Writes the line of the program, after the end of its file's name: " at src/model.rs:10".
fn write_location(words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [place, _, file @ ..] = words else {
        return Ok(());
    };
    let bytes: Vec<u8> = file.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bytes: Vec<u8> = bytes.into_iter().skip_while(|&byte| byte == 0).collect();
    write!(f, " at {}:{}", String::from_utf8_lossy(&bytes), place >> 32)
}
