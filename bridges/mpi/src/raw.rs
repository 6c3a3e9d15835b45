//! The calls of MPI. All of this crate's `unsafe` code is here.

#![allow(unsafe_code, reason = "MPI is a library of C")]

use std::borrow::Cow;
use std::error::Error;
use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::mem::{self, ManuallyDrop};
use std::ptr;
use std::rc::Rc;

use mpi::environment::Universe;
use mpi::ffi;

unsafe extern "C" {
    /// `MPI_IN_PLACE`.
    #[link_name = "shapecheck_mpi_in_place"]
    static IN_PLACE: *mut c_void;
}

/// A number whose sums MPI can make.
///
/// # Safety
///
/// Values of [`datatype`](Self::datatype) have the size and the alignment of this type, and any bits are a value of it.
pub unsafe trait Number: Copy + 'static {
    /// The numbers that are added: for those of 16 bits `f32`, and for all others these.
    #[doc(hidden)]
    type Sum: Number;

    /// What MPI calls it.
    #[doc(hidden)]
    fn datatype() -> ffi::MPI_Datatype;

    /// The numbers as those that are added.
    #[doc(hidden)]
    fn widened(from: &[Self]) -> Cow<'_, [Self::Sum]>;

    /// The same of a vector, without a copy where they are those already.
    #[doc(hidden)]
    fn into_sums(values: Vec<Self>) -> Vec<Self::Sum>;

    /// The numbers of what was added, rounded once.
    #[doc(hidden)]
    fn from_sums(sums: Vec<Self::Sum>) -> Vec<Self>;

    /// Calls `add` with the numbers as those that are added, and keeps what they become, rounded once.
    #[doc(hidden)]
    fn in_sums<E>(
        values: &mut [Self],
        add: impl FnOnce(&mut [Self::Sum]) -> Result<(), E>,
    ) -> Result<(), E>;
}

macro_rules! numbers {
    ($($number:ty: $datatype:ident),* $(,)?) => {$(
        // SAFETY: the standard of MPI says that this is the type, and any bits are one of these numbers.
        unsafe impl Number for $number {
            type Sum = Self;

            fn datatype() -> ffi::MPI_Datatype {
                // SAFETY: it is a constant.
                unsafe { ffi::$datatype }
            }

            fn widened(from: &[Self]) -> Cow<'_, [Self]> {
                Cow::Borrowed(from)
            }

            fn into_sums(values: Vec<Self>) -> Vec<Self> {
                values
            }

            fn from_sums(sums: Vec<Self>) -> Vec<Self> {
                sums
            }

            fn in_sums<E>(
                values: &mut [Self],
                add: impl FnOnce(&mut [Self]) -> Result<(), E>,
            ) -> Result<(), E> {
                add(values)
            }
        }
    )*};
}

numbers! {
    f32: RSMPI_FLOAT, f64: RSMPI_DOUBLE,
    i8: RSMPI_INT8_T, i16: RSMPI_INT16_T, i32: RSMPI_INT32_T, i64: RSMPI_INT64_T,
    u8: RSMPI_UINT8_T, u16: RSMPI_UINT16_T, u32: RSMPI_UINT32_T, u64: RSMPI_UINT64_T,
}

/// Numbers that MPI moves as 16 bits, and does not add.
macro_rules! halves {
    ($($number:ty),*) => {$(
        // SAFETY: it is `repr(transparent)` of a `u16`, and any bits are one.
        unsafe impl Number for $number {
            type Sum = f32;

            fn datatype() -> ffi::MPI_Datatype {
                u16::datatype()
            }

            fn widened(from: &[Self]) -> Cow<'_, [f32]> {
                from.iter().map(|number| number.to_f32()).collect()
            }

            fn into_sums(values: Vec<Self>) -> Vec<f32> {
                Self::widened(&values).into_owned()
            }

            fn from_sums(sums: Vec<f32>) -> Vec<Self> {
                sums.into_iter().map(Self::from_f32).collect()
            }

            fn in_sums<E>(
                values: &mut [Self],
                add: impl FnOnce(&mut [f32]) -> Result<(), E>,
            ) -> Result<(), E> {
                let mut sums = Self::widened(values).into_owned();
                add(&mut sums)?;
                for (value, sum) in values.iter_mut().zip(sums) {
                    *value = Self::from_f32(sum);
                }
                Ok(())
            }
        }
    )*};
}

halves! { half::f16, half::bf16 }

/// A communicator that lives until MPI ends, which is when the last of them is dropped.
#[derive(Clone)]
pub(crate) struct Communicator {
    raw: ffi::MPI_Comm,
    /// The own place, counted from 0.
    pub(crate) rank: usize,
    pub(crate) ranks: usize,
    /// The own place among all processes, and how many there are.
    pub(crate) process: (usize, usize),
    /// MPI ends when the last of these is dropped. As it is not `Send`, only the thread that began MPI calls it.
    run: Rc<Universe>,
}

impl Communicator {
    /// That of all processes. Errors are returned from now on.
    pub(crate) fn world(universe: Universe) -> Result<Self, MpiError> {
        // SAFETY: it is a constant, and MPI is initialized, because there is a universe.
        let raw = unsafe { ffi::RSMPI_COMM_WORLD };
        Self::of(raw, None, Rc::new(universe))
    }

    fn of(
        raw: ffi::MPI_Comm,
        process: Option<(usize, usize)>,
        run: Rc<Universe>,
    ) -> Result<Self, MpiError> {
        // SAFETY: the communicator is live, and the handler is one of the constants.
        returned(unsafe { ffi::MPI_Comm_set_errhandler(raw, ffi::RSMPI_ERRORS_RETURN) })?;
        let (mut rank, mut ranks) = (0, 0);
        // SAFETY: the communicator is live, and there is room for a number.
        returned(unsafe { ffi::MPI_Comm_rank(raw, &mut rank) })?;
        // SAFETY: as above.
        returned(unsafe { ffi::MPI_Comm_size(raw, &mut ranks) })?;
        // MPI counts from 0.
        let (rank, ranks) = (rank as usize, ranks as usize);
        Ok(Self {
            raw,
            rank,
            ranks,
            process: process.unwrap_or((rank, ranks)),
            run,
        })
    }

    /// The processes with the same color, in the order of this communicator.
    pub(crate) fn split(&self, color: c_int) -> Result<Self, MpiError> {
        let mut raw = self.raw;
        // SAFETY: the communicator is live, and there is room for another.
        returned(unsafe { ffi::MPI_Comm_split(self.raw, color, 0, &mut raw) })?;
        // It is not freed: MPI does that at its end, and what is in flight on another rank needs it until then.
        Self::of(raw, Some(self.process), Rc::clone(&self.run))
    }

    pub(crate) fn all_reduce<T: Number>(&self, values: &mut [T]) -> Result<(), MpiError> {
        // SAFETY: the communicator is live, the count and the type are those of the values, and nobody else has them now.
        returned(unsafe {
            ffi::MPI_Allreduce(
                IN_PLACE,
                values.as_mut_ptr().cast(),
                count(values.len()),
                T::datatype(),
                ffi::RSMPI_SUM,
                self.raw,
            )
        })
    }

    /// Begins sums of the values, in pieces of so many.
    pub(crate) fn start_all_reduce<T: Number>(
        &self,
        values: Vec<T>,
        piece: usize,
    ) -> Result<InFlight<T>, MpiError> {
        let mut started = self.in_flight(Vec::new(), values);
        let (length, to) = (started.to.len(), started.to.as_mut_ptr());
        for start in (0..length).step_by(piece) {
            started.begin(|request| {
                // SAFETY: the communicator is live, the elements from `start` on are at least as many as the count, and their type is that of
                // the values. Nobody reads, writes or frees them until MPI is done: `InFlight` sees to that.
                unsafe {
                    ffi::MPI_Iallreduce(
                        IN_PLACE,
                        to.add(start).cast(),
                        count(piece.min(length - start)),
                        T::datatype(),
                        ffi::RSMPI_SUM,
                        self.raw,
                        request,
                    )
                }
            })?;
        }
        Ok(started)
    }

    /// Begins this rank's block of the sums: there are as many values for each rank.
    pub(crate) fn start_reduce_scatter<T: Number>(
        &self,
        from: Vec<T>,
        piece: usize,
    ) -> Result<InFlight<T>, MpiError> {
        let block = from.len() / self.ranks;
        assert_eq!(from.len(), block * self.ranks);
        let to = from[self.rank * block..][..block].to_vec();
        let mut started = self.in_flight(from, to);
        let (from, to) = (started.from.as_ptr(), started.to.as_mut_ptr());
        if block <= piece && block > 0 {
            started.begin(|request| {
                // SAFETY: the communicator is live, MPI reads the count from `from` for each rank and writes it to `to`, and the type is that
                // of both, which do not overlap. Nobody else has them until MPI is done: `InFlight` sees to that.
                unsafe {
                    ffi::MPI_Ireduce_scatter_block(
                        from.cast(),
                        to.cast(),
                        count(block),
                        T::datatype(),
                        ffi::RSMPI_SUM,
                        self.raw,
                        request,
                    )
                }
            })?;
            return Ok(started);
        }
        // The pieces of one rank's block, then those of the next.
        for root in 0..self.ranks {
            for start in (0..block).step_by(piece) {
                started.begin(|request| {
                    // SAFETY: the communicator is live, the elements from `start` of the block of `root` on and from `start` of `to` on are at
                    // least as many as the count, and their type is that of the values. MPI writes on the rank `root` alone, and nobody
                    // else has the memory until it is done: `InFlight` sees to that.
                    unsafe {
                        ffi::MPI_Ireduce(
                            from.add(root * block + start).cast(),
                            to.add(start).cast(),
                            count(piece.min(block - start)),
                            T::datatype(),
                            ffi::RSMPI_SUM,
                            count(root),
                            self.raw,
                            request,
                        )
                    }
                })?;
            }
        }
        Ok(started)
    }

    /// Begins what gives the values of all ranks, one after another.
    pub(crate) fn start_all_gather<T: Number>(
        &self,
        from: Vec<T>,
        piece: usize,
    ) -> Result<InFlight<T>, MpiError> {
        let to = from.repeat(self.ranks);
        let mut started = self.in_flight(from, to);
        let (block, from) = (started.from.len(), started.from.as_ptr());
        let to = started.to.as_mut_ptr();
        for start in (0..block).step_by(piece) {
            let length = piece.min(block - start);
            // MPI keeps a type that is in use, also after this has freed it.
            let gap = (length < block).then(|| Piece::new::<T>(length, block));
            let gap = gap.transpose()?;
            let (received, datatype) = match &gap {
                None => (count(length), T::datatype()),
                Some(piece) => (1, piece.raw),
            };
            started.begin(|request| {
                // SAFETY: the communicator is live, the elements of `from` from `start` on are at least as many as the count, and their type is
                // that of the values. In `to`, MPI writes as many elements after the `start` of each block: these are one after another, or
                // the type has the length of a block. Nobody else has the memory until MPI is done: `InFlight` sees to that.
                unsafe {
                    ffi::MPI_Iallgather(
                        from.add(start).cast(),
                        count(length),
                        T::datatype(),
                        to.add(start).cast(),
                        received,
                        datatype,
                        self.raw,
                        request,
                    )
                }
            })?;
        }
        Ok(started)
    }

    /// Memory for what MPI is to be asked for.
    fn in_flight<T>(&self, from: Vec<T>, to: Vec<T>) -> InFlight<T> {
        InFlight {
            from: ManuallyDrop::new(from),
            to: ManuallyDrop::new(to),
            requests: Vec::new(),
            lost: false,
            _run: Rc::clone(&self.run),
        }
    }

    /// `from` has as many elements for each rank as `to` has.
    pub(crate) fn reduce_scatter<T: Number>(
        &self,
        from: &[T],
        to: &mut [T],
    ) -> Result<(), MpiError> {
        assert_eq!(from.len(), to.len() * self.ranks);
        // SAFETY: the communicator is live, MPI reads the count from `from` for each rank and writes it to `to`, and the
        // type is that of both, which do not overlap.
        returned(unsafe {
            ffi::MPI_Reduce_scatter_block(
                from.as_ptr().cast(),
                to.as_mut_ptr().cast(),
                count(to.len()),
                T::datatype(),
                ffi::RSMPI_SUM,
                self.raw,
            )
        })
    }

    /// Only on the rank `root` there is a `to`, as long as `from`.
    pub(crate) fn reduce<T: Number>(
        &self,
        root: usize,
        from: &[T],
        to: Option<&mut [T]>,
    ) -> Result<(), MpiError> {
        let to = match to {
            Some(to) => {
                assert_eq!(from.len(), to.len());
                to.as_mut_ptr().cast()
            }
            None => {
                assert_ne!(self.rank, root);
                ptr::null_mut()
            }
        };
        // SAFETY: the communicator is live, the count and the type are those of `from` and, on the rank that MPI writes
        // on, of `to`, which does not overlap it.
        returned(unsafe {
            ffi::MPI_Reduce(
                from.as_ptr().cast(),
                to,
                count(from.len()),
                T::datatype(),
                ffi::RSMPI_SUM,
                count(root),
                self.raw,
            )
        })
    }

    /// What each rank has in `from` goes to its block of `to`, from the element `start` of the block on.
    pub(crate) fn all_gather<T: Number>(
        &self,
        from: &[T],
        to: &mut [T],
        start: usize,
    ) -> Result<(), MpiError> {
        let block = to.len() / self.ranks;
        assert!(to.len() == block * self.ranks && start + from.len() <= block);
        let piece = if from.len() == block {
            None
        } else {
            Some(Piece::new::<T>(from.len(), block)?)
        };
        let (received, datatype) = match &piece {
            None => (count(from.len()), T::datatype()),
            Some(piece) => (1, piece.raw),
        };
        // SAFETY: the communicator is live, and the count and the type are those of `from`. In `to`, MPI writes as many
        // elements after the `start` of each block: these are one after another, or the type has the length of a block.
        // `to` does not overlap `from`.
        returned(unsafe {
            ffi::MPI_Allgather(
                from.as_ptr().cast(),
                count(from.len()),
                T::datatype(),
                to[start..].as_mut_ptr().cast(),
                received,
                datatype,
                self.raw,
            )
        })
    }

    /// The words of each rank, and true. While this waits for others, it calls `waits` again and again, until that gives up: then
    /// this returns false.
    pub(crate) fn all_gather_words(
        &self,
        own: &[u64],
        all: &mut [u64],
        mut waits: impl FnMut() -> bool,
    ) -> Result<bool, MpiError> {
        assert_eq!(all.len(), own.len() * self.ranks);
        // MPI has this memory while it waits. It stays there for ever if MPI returns an error, or if `waits` gives up or panics.
        let from = ManuallyDrop::new(own.to_vec());
        let mut to = ManuallyDrop::new(vec![0_u64; all.len()]);
        // SAFETY: it is a constant.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the communicator is live, the counts and the type are those of the words, and both vectors are neither
        // used nor freed until MPI is done.
        returned(unsafe {
            ffi::MPI_Iallgather(
                from.as_ptr().cast(),
                count(own.len()),
                u64::datatype(),
                to.as_mut_ptr().cast(),
                count(own.len()),
                u64::datatype(),
                self.raw,
                &mut request,
            )
        })?;
        let mut done = 0;
        loop {
            // SAFETY: the request is the one from above, which is not done yet, and there is room for a number.
            returned(unsafe { ffi::MPI_Test(&mut request, &mut done, ffi::RSMPI_STATUS_IGNORE) })?;
            if done != 0 {
                break;
            }
            if !waits() {
                return Ok(false);
            }
        }
        all.copy_from_slice(&to);
        drop((ManuallyDrop::into_inner(from), ManuallyDrop::into_inner(to)));
        Ok(true)
    }

    pub(crate) fn broadcast<T: Number>(
        &self,
        root: usize,
        values: &mut [T],
    ) -> Result<(), MpiError> {
        // SAFETY: the communicator is live, the count and the type are those of the values, and nobody else has them now.
        returned(unsafe {
            ffi::MPI_Bcast(
                values.as_mut_ptr().cast(),
                count(values.len()),
                T::datatype(),
                count(root),
                self.raw,
            )
        })
    }

    /// A block of `from` to each rank, and one of `to` from each: both have as many elements for each.
    pub(crate) fn all_to_all<T: Number>(&self, from: &[T], to: &mut [T]) -> Result<(), MpiError> {
        let block = from.len() / self.ranks;
        assert!(from.len() == to.len() && from.len() == block * self.ranks);
        // SAFETY: the communicator is live, MPI reads the count from `from` and writes it to `to` for each rank, and the type is that
        // of both, which do not overlap.
        returned(unsafe {
            ffi::MPI_Alltoall(
                from.as_ptr().cast(),
                count(block),
                T::datatype(),
                to.as_mut_ptr().cast(),
                count(block),
                T::datatype(),
                self.raw,
            )
        })
    }

    /// Sends `from` to the first rank and receives as much from the second one; where there is none, nothing is sent.
    pub(crate) fn send_receive<T: Number>(
        &self,
        [after, before]: [Option<usize>; 2],
        from: &[T],
        to: &mut [T],
    ) -> Result<(), MpiError> {
        assert_eq!(from.len(), to.len());
        // SAFETY: it is a constant.
        let none = unsafe { ffi::RSMPI_PROC_NULL };
        let place = |rank: Option<usize>| rank.map_or(none, count);
        // SAFETY: the communicator is live, the count and the type are those of `from` and of `to`, which do not overlap, and
        // MPI writes no more than the count.
        returned(unsafe {
            ffi::MPI_Sendrecv(
                from.as_ptr().cast(),
                count(from.len()),
                T::datatype(),
                place(after),
                0,
                to.as_mut_ptr().cast(),
                count(to.len()),
                T::datatype(),
                place(before),
                0,
                self.raw,
                ffi::RSMPI_STATUS_IGNORE,
            )
        })
    }

    /// Ends all processes.
    pub(crate) fn abort(&self) -> ! {
        // SAFETY: the communicator is live.
        unsafe { ffi::MPI_Abort(self.raw, 1) };
        std::process::exit(1)
    }
}

/// What MPI is doing, and the memory that it reads and writes.
///
/// MPI has the memory as long as there are requests. Dropped before, the memory stays there for ever.
pub(crate) struct InFlight<T> {
    from: ManuallyDrop<Vec<T>>,
    to: ManuallyDrop<Vec<T>>,
    requests: Vec<ffi::MPI_Request>,
    /// Whether MPI returned an error: then nobody knows whether it still has the memory.
    lost: bool,
    /// MPI does not end before this.
    _run: Rc<Universe>,
}

impl<T> InFlight<T> {
    /// Makes a call that begins something, and keeps its request.
    fn begin(&mut self, call: impl FnOnce(&mut ffi::MPI_Request) -> c_int) -> Result<(), MpiError> {
        // SAFETY: it is a constant.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        let begun = returned(call(&mut request));
        self.lost |= begun.is_err();
        self.requests.push(request);
        begun
    }

    /// Whether MPI is done. Never again after an error.
    pub(crate) fn is_done(&mut self) -> Result<bool, MpiError> {
        while let Some(request) = self.requests.last_mut().filter(|_| !self.lost) {
            let mut done = 0;
            // SAFETY: the request is one that MPI made and that is not done yet, and there is room for a number.
            let tested =
                returned(unsafe { ffi::MPI_Test(request, &mut done, ffi::RSMPI_STATUS_IGNORE) });
            self.lost |= tested.is_err();
            tested?;
            if done == 0 {
                return Ok(false);
            }
            self.requests.pop();
        }
        Ok(!self.lost)
    }

    /// The values, or nothing as long as MPI has them.
    pub(crate) fn take(&mut self) -> Vec<T> {
        if self.lost || !self.requests.is_empty() {
            return Vec::new();
        }
        drop(mem::take(&mut *self.from));
        mem::take(&mut *self.to)
    }
}

impl<T> Drop for InFlight<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}

/// The type of some elements that are followed by a gap up to the length of a block.
struct Piece {
    raw: ffi::MPI_Datatype,
}

impl Piece {
    fn new<T: Number>(elements: usize, block: usize) -> Result<Self, MpiError> {
        let mut dense = Self { raw: T::datatype() };
        // SAFETY: the type of an element is one of MPI's own, and there is room for another type.
        if let Err(error) = returned(unsafe {
            ffi::MPI_Type_contiguous(count(elements), T::datatype(), &mut dense.raw)
        }) {
            // There is no type that has to be freed.
            std::mem::forget(dense);
            return Err(error);
        }
        let extent = (block * size_of::<T>()) as ffi::MPI_Aint;
        let mut raw = dense.raw;
        // SAFETY: the type was made above, and there is room for another.
        returned(unsafe { ffi::MPI_Type_create_resized(dense.raw, 0, extent, &mut raw) })?;
        let mut piece = Self { raw };
        // SAFETY: the type was made above.
        returned(unsafe { ffi::MPI_Type_commit(&mut piece.raw) })?;
        Ok(piece)
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        // SAFETY: it was made by `new`, and a type that is in use lives on.
        unsafe { ffi::MPI_Type_free(&mut self.raw) };
    }
}

/// A count that fits: what is longer has come in pieces.
fn count(elements: usize) -> c_int {
    c_int::try_from(elements).expect("a piece has no more elements than MPI can count")
}

fn returned(code: c_int) -> Result<(), MpiError> {
    if code == ffi::MPI_SUCCESS as c_int {
        return Ok(());
    }
    Err(MpiError::of(code))
}

/// An error that MPI returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MpiError {
    code: i32,
    text: String,
}

impl MpiError {
    #[cold]
    fn of(code: c_int) -> Self {
        let mut text = [0_u8; ffi::MPI_MAX_ERROR_STRING as usize];
        let (mut length, mut class) = (0, code);
        // SAFETY: there is room for as long a text as MPI has, and for its length.
        unsafe {
            ffi::MPI_Error_string(code, text.as_mut_ptr().cast::<c_char>(), &mut length);
        }
        // SAFETY: there is room for a number.
        unsafe { ffi::MPI_Error_class(code, &mut class) };
        let text = &text[..usize::try_from(length).map_or(0, |length| length.min(text.len()))];
        let text = String::from_utf8_lossy(text);
        // MPICH says where in itself it was, in further lines.
        let text = text.split(", error stack").next().unwrap_or_default();
        Self {
            code,
            text: if class == ffi::MPI_ERR_TRUNCATE as c_int {
                format!("another rank sent more than this one takes ({text})")
            } else {
                format!("MPI says {text}")
            },
        }
    }

    /// MPI's number of it.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }
}

impl fmt::Display for MpiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for MpiError {}
