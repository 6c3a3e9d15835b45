#![warn(clippy::too_many_lines)]
#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod raw;

use std::any::Any;
use std::convert::identity;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread::{panicking, sleep, yield_now};
use std::time::{Duration, Instant};

use mpi::Threading;
use mpi::environment::initialize_with_threading;
use shapecheck_mesh::{
    BoxStarted, Call, Checks, Claims, Groups, MeshError, Operation, RankError, Ranks, Transport,
    check_blocks, check_calls, check_calls_of_root, check_equal, check_root, said, shifted,
};

use raw::{Communicator, InFlight};
pub use raw::{MpiError, Number};

/// How long ranks that compare their calls wait before they say so.
const PATIENCE: Duration = Duration::from_secs(5);

/// The processes that `mpirun` started, or a group of them, and the place of this process among them.
///
/// Elements are sent from the memory that they are in, and received where they are to be. MPI adds them in its
/// own order, which is the same whenever there are as many of them and as many ranks.
///
/// A clone is another handle of the same ranks. MPI ends when the last handle of a process is dropped, so keep none longer than
/// [`run`].
#[derive(Clone)]
pub struct World {
    communicator: Communicator,
    /// The most elements of a block in one call of MPI.
    piece: usize,
    /// The ranks, counted among all processes.
    members: Rc<[usize]>,
    claims: Claims,
}

/// Calls `body` on each of the processes that `mpirun` started, between the beginning of MPI and its end, and returns what
/// it returned.
///
/// If a rank returns an error or panics, this prints the error after the number of the rank, and ends all processes.
///
/// ```no_run
/// use shapecheck_mesh::{MeshError, Ranks, Transport};
///
/// shapecheck_mpi::run(|world| {
///     let mut values = [world.rank() as f32, 1.0];
///     world.all_reduce(&mut values)?;
///     println!("rank {} of {}: {values:?}", world.rank(), world.ranks());
///     Ok::<_, MeshError>(())
/// });
/// ```
///
/// # Panics
///
/// Panics if MPI was initialized before: a process does that once.
pub fn run<R, E: Display>(body: impl FnOnce(&World) -> Result<R, E>) -> R {
    // Other threads compute, and do not call MPI.
    let (universe, _) = initialize_with_threading(Threading::Funneled)
        .expect("MPI is initialized once in a process");
    let world = Communicator::world(universe)
        .map(World::of)
        .unwrap_or_else(|error| panic!("{error}"));
    // Nobody looks at what the body was at when it panicked: the process ends.
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let returned = body(&world).map_err(|error| error.to_string())?;
        // Other ranks may wait for this one.
        let call = Call {
            operation: Operation::Return,
            axis: None,
            sizes: &[],
        };
        check_calls(&world, call).map_err(|error| error.to_string())?;
        Ok(returned)
    }));
    let error: String = match ended {
        Ok(Ok(returned)) => return returned,
        Ok(Err(error)) => error,
        Err(panic) => format!("panicked: {}", text(&*panic)),
    };
    let (rank, ranks) = (world.rank(), world.ranks());
    say(&RankError { rank, ranks, error }.to_string());
    // MPICH's `mpirun` forgets what it has not read when all end.
    sleep(Duration::from_millis(100));
    world.communicator.abort()
}

/// Writes a line in one piece, alongside what other ranks write, whether or not anybody reads it.
fn say(line: &str) {
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}

/// What a panic says.
fn text(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "with a value that is not text",
    }
}

impl World {
    fn of(communicator: Communicator) -> Self {
        Self {
            // MPI's own algorithms count the blocks of all ranks together.
            piece: i32::MAX as usize / communicator.ranks,
            members: (0..communicator.ranks).collect(),
            claims: Claims::of(communicator.ranks),
            communicator,
        }
    }

    /// The ranks that name the same color, in the order that they have here, as a separate mesh.
    ///
    /// The ranks of a mesh of two axes are those that name the same row, and those that name the same column.
    ///
    /// # Errors
    ///
    /// Returns an error if MPI does.
    #[track_caller]
    pub fn split(&self, color: usize) -> Result<Self, MeshError> {
        self.check(Operation::Split, None, &[])?;
        let mut colors = vec![0; self.ranks()];
        self.all_gather_words(&[color as u64], &mut colors)?;
        // A number that MPI can count to: the first rank with that color.
        let first = colors
            .iter()
            .position(|of_rank| *of_rank == color as u64)
            .map_or(0, |rank| rank as i32);
        let mut group = self
            .communicator
            .split(first)
            .map(Self::of)
            .map_err(failed(Operation::Split))?;
        group.piece = group.piece.min(self.piece);
        let alike = |&(of_rank, _): &(&u64, &usize)| *of_rank == color as u64;
        let members = colors.iter().zip(&*self.members).filter(alike);
        group.members = members.map(|(_, &member)| member).collect();
        group.claims = self.claims.clone();
        Ok(group)
    }

    /// Sends blocks in pieces of this many elements.
    #[doc(hidden)]
    pub fn in_pieces_of(&mut self, elements: usize) {
        self.piece = elements.max(1);
    }

    #[track_caller]
    fn check(
        &self,
        operation: Operation,
        root: Option<usize>,
        sizes: &[usize],
    ) -> Result<(), MeshError> {
        let call = Call {
            operation,
            axis: None,
            sizes,
        };
        check_calls_of_root(self, root, call)
    }

    /// Says what this rank waits with: others may wait in another group, and nobody would know.
    fn complain(&self, words: &[u64]) {
        let (rank, ranks) = self.communicator.process;
        say(&format!(
            "rank {rank} of {ranks} {}, and has waited for other ranks for {PATIENCE:?}",
            self.calls(words)
        ));
    }

    /// What this rank does, as in "calls `all_reduce` of [8] at src/main.rs:10 in a group of 2".
    fn calls(&self, words: &[u64]) -> String {
        let calls = said(words).unwrap_or_else(|| "gathers words".to_owned());
        match self.ranks() {
            all if all == self.communicator.process.1 => calls,
            some => format!("{calls} in a group of {some}"),
        }
    }

    /// Sends to the first rank and receives as much from the second one, piece by piece.
    fn exchange<T: Number>(
        &self,
        ends: [Option<usize>; 2],
        from: &[T],
        to: &mut [T],
    ) -> Result<(), MpiError> {
        let mut pieces = from.chunks(self.piece).zip(to.chunks_mut(self.piece));
        pieces.try_for_each(|(from, to)| self.communicator.send_receive(ends, from, to))
    }

    /// Each rank's block of the sum.
    fn reduce_blocks<T: Number>(&self, from: &[T], to: &mut [T]) -> Result<(), MpiError> {
        if to.is_empty() {
            return Ok(());
        }
        if to.len() <= self.piece {
            return self.communicator.reduce_scatter(from, to);
        }
        // The pieces of one rank's block, then those of the next.
        let mut blocks = from.chunks(to.len()).enumerate();
        blocks.try_for_each(|(root, block)| {
            let mut pieces = block.chunks(self.piece).zip(to.chunks_mut(self.piece));
            pieces.try_for_each(|(from, to)| {
                let to = (root == self.rank()).then_some(to);
                self.communicator.reduce(root, from, to)
            })
        })
    }

    /// What this rank has begun.
    fn started<T: 'static, X: 'static>(
        &self,
        operation: Operation,
        length: usize,
        begun: Result<InFlight<X>, MpiError>,
        finish: fn(Vec<X>) -> Vec<T>,
    ) -> Result<BoxStarted<Vec<T>>, MeshError> {
        Ok(Box::new(Started {
            world: self.clone(),
            operation,
            length,
            in_flight: begun.map_err(failed(operation))?,
            finish,
            gave_up: false,
        }))
    }

    fn gather<T: Number>(&self, from: &[T], to: &mut [T]) -> Result<(), MpiError> {
        for (place, piece) in from.chunks(self.piece).enumerate() {
            self.communicator
                .all_gather(piece, to, place * self.piece)?;
        }
        Ok(())
    }
}

/// What ranks began, which goes on to its end also where it is dropped. MPI moves elements `X`, which are `T` in the end.
struct Started<T, X> {
    world: World,
    operation: Operation,
    /// How many elements this rank has.
    length: usize,
    in_flight: InFlight<X>,
    finish: fn(Vec<X>) -> Vec<T>,
    /// Whether an error said that there will be no values.
    gave_up: bool,
}

impl<T, X> Started<T, X> {
    /// Waits until MPI is done, which it is only when all ranks have begun.
    fn complete(&mut self) -> Result<(), MeshError> {
        let ended = self.wait_for_others();
        self.gave_up = ended.is_err();
        ended
    }

    fn wait_for_others(&mut self) -> Result<(), MeshError> {
        let (begin, limit) = (Instant::now(), Checks::current().limit);
        let of_mpi = failed(self.operation);
        while !self.in_flight.is_done().map_err(&of_mpi)? {
            if let Some(limit) = limit.filter(|&limit| begin.elapsed() >= limit) {
                return Err(MeshError::TimedOut {
                    limit,
                    call: format!("calls `{}` of [{}]", self.operation, self.length),
                    missing: Vec::new(),
                });
            }
            // The others may be on this core.
            yield_now();
        }
        Ok(())
    }
}

impl<T, X> shapecheck_mesh::Started<Vec<T>> for Started<T, X> {
    fn wait(mut self: Box<Self>) -> Result<Vec<T>, MeshError> {
        self.complete()?;
        let values = self.in_flight.take();
        Ok((self.finish)(values))
    }
}

impl<T, X> Drop for Started<T, X> {
    /// Other ranks may wait for this one, which MPI needs to go on. After a panic they are ended.
    fn drop(&mut self) {
        if panicking() || self.gave_up {
            return;
        }
        if let Err(error) = self.complete() {
            let (rank, ranks) = self.world.communicator.process;
            say(&RankError { rank, ranks, error }.to_string());
        }
    }
}

impl Ranks for World {
    fn rank(&self) -> usize {
        self.communicator.rank
    }

    fn ranks(&self) -> usize {
        self.communicator.ranks
    }

    fn all_gather_words(&self, own: &[u64], all: &mut [u64]) -> Result<(), MeshError> {
        check_blocks(self, Operation::AllGather, all.len(), own.len())?;
        if own.len() > self.piece {
            return self.gather(own, all).map_err(failed(Operation::AllGather));
        }
        let (begin, mut silent) = (Instant::now(), true);
        let limit = Checks::current().limit;
        let all_came = self.communicator.all_gather_words(own, all, || {
            let waited = begin.elapsed();
            if silent && waited > PATIENCE {
                self.complain(own);
                silent = false;
            }
            // The others may be on this core.
            yield_now();
            limit.is_none_or(|limit| waited < limit)
        });
        match (all_came.map_err(failed(Operation::AllGather))?, limit) {
            (false, Some(limit)) => Err(MeshError::TimedOut {
                limit,
                call: self.calls(own),
                missing: Vec::new(),
            }),
            _ => Ok(()),
        }
    }

    fn claims(&self) -> Option<(&Claims, &[usize])> {
        Some((&self.claims, &self.members))
    }
}

impl Groups for World {
    type Group = Self;

    fn group(&self, members: &[usize]) -> Result<Self::Group, MeshError> {
        self.split(members.first().copied().unwrap_or_default())
    }
}

// What has no elements is left out below: the address of nothing may be the one that means "in place".
impl<T: Number> Transport<T> for World {
    fn all_reduce(&self, values: &mut [T]) -> Result<(), MeshError> {
        self.check(Operation::AllReduce, None, &[values.len()])?;
        T::in_sums(values, |sums| {
            let mut pieces = sums.chunks_mut(self.piece);
            pieces.try_for_each(|piece| self.communicator.all_reduce(piece))
        })
        .map_err(failed(Operation::AllReduce))
    }

    fn start_all_reduce(&self, values: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let (operation, length) = (Operation::StartAllReduce, values.len());
        self.check(operation, None, &[length])?;
        let values = T::into_sums(values);
        let begun = self.communicator.start_all_reduce(values, self.piece);
        self.started(operation, length, begun, T::from_sums)
    }

    fn start_reduce_scatter(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let (operation, length) = (Operation::StartReduceScatter, from.len());
        self.check(operation, None, &[length])?;
        check_blocks(self, operation, length, length / self.ranks())?;
        let from = T::into_sums(from);
        let begun = self.communicator.start_reduce_scatter(from, self.piece);
        self.started(operation, length, begun, T::from_sums)
    }

    fn start_all_gather(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let (operation, length) = (Operation::StartAllGather, from.len());
        self.check(operation, None, &[length])?;
        let begun = self.communicator.start_all_gather(from, self.piece);
        self.started(operation, length, begun, identity)
    }

    fn reduce_scatter(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        self.check(Operation::ReduceScatter, None, &[from.len()])?;
        check_blocks(self, Operation::ReduceScatter, from.len(), to.len())?;
        let from = T::widened(from);
        T::in_sums(to, |to| self.reduce_blocks(&from, to)).map_err(failed(Operation::ReduceScatter))
    }

    fn all_gather(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        self.check(Operation::AllGather, None, &[from.len()])?;
        check_blocks(self, Operation::AllGather, to.len(), from.len())?;
        self.gather(from, to).map_err(failed(Operation::AllGather))
    }

    fn broadcast(&self, root: usize, values: &mut [T]) -> Result<(), MeshError> {
        self.check(Operation::Broadcast, Some(root), &[values.len()])?;
        check_root(self, root)?;
        values
            .chunks_mut(self.piece)
            .try_for_each(|piece| self.communicator.broadcast(root, piece))
            .map_err(failed(Operation::Broadcast))
    }

    fn all_to_all(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        self.check(Operation::AllToAll, None, &[from.len()])?;
        check_equal(self, Operation::AllToAll, from.len(), to.len())?;
        let (rank, ranks) = (self.rank(), self.ranks());
        let block = from.len() / ranks;
        check_blocks(self, Operation::AllToAll, from.len(), block)?;
        let sent = if block == 0 {
            Ok(())
        } else if block <= self.piece {
            self.communicator.all_to_all(from, to)
        } else {
            // To each rank in turn, while a block comes from as far away on the other side.
            (0..ranks).try_for_each(|distance| {
                let after = (rank + distance) % ranks;
                let before = (rank + ranks - distance) % ranks;
                let from = &from[after * block..][..block];
                let to = &mut to[before * block..][..block];
                self.exchange([Some(after), Some(before)], from, to)
            })
        };
        sent.map_err(failed(Operation::AllToAll))
    }

    fn shift(&self, by: isize, wraps: bool, from: &[T], to: &mut [T]) -> Result<bool, MeshError> {
        let call = Call {
            operation: Operation::Shift,
            axis: i32::try_from(by).ok(),
            sizes: &[from.len()],
        };
        check_calls(self, call)?;
        check_equal(self, Operation::Shift, from.len(), to.len())?;
        let ends = shifted(self, by, wraps);
        self.exchange(ends, from, to)
            .map_err(failed(Operation::Shift))?;
        Ok(ends[1].is_some())
    }
}

/// The error of a mesh for one of MPI.
fn failed(operation: Operation) -> impl Fn(MpiError) -> MeshError {
    move |error| MeshError::Transport {
        operation,
        source: error.into(),
    }
}
