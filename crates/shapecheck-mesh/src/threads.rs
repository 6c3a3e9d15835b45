//! A mesh of threads in this process, for tests and for trying out a model of several ranks on one machine.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::among;
use crate::transport::{check_blocks, check_equal, check_root, said, shifted};
use crate::{
    BoxStarted, Checks, Claims, Groups, MeshError, Operation, RankError, Ranks, Started, Transport,
};

/// A rank of a mesh of threads: the handle that [`run`] gives to each.
///
/// Elements are copied between ranks, and added in the order of ranks. Those of 16 bits (feature `half`) are added in `f32`, and the sum is
/// rounded once.
#[derive(Clone, Debug)]
pub struct Threads {
    meeting: Arc<Meeting>,
    group: Group,
    /// The own place in the group.
    rank: usize,
    /// Whose places in the whole mesh these are.
    members: Arc<[usize]>,
    claims: Claims,
}

/// Calls `body` on as many threads as there are ranks, and returns what each returned, in the order of ranks.
///
/// Ranks that wait for each other, one in a call of a group and one in a call of the whole mesh, do not wait for ever: each gets
/// [`MeshError::Circle`], which says what they call.
///
/// # Errors
///
/// Returns the error of the rank that failed first. Others that wait for it get [`MeshError::OtherFailed`].
///
/// # Panics
///
/// Panics if a rank does, with what it panicked with, and if the system has no thread for it.
pub fn run<R: Send, E: Send>(
    ranks: usize,
    body: impl Fn(Threads) -> Result<R, E> + Sync,
) -> Result<Vec<R>, RankError<E>> {
    let meeting = Arc::new(Meeting {
        state: Mutex::new(State {
            ends: vec![None; ranks],
            first_failed: None,
            waiting: vec![None; ranks],
            circle: None,
            rounds: HashMap::new(),
            started: HashMap::new(),
        }),
        changed: Condvar::new(),
    });
    let members: Arc<[usize]> = (0..ranks).collect();
    let mut ends: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..ranks)
            .map(|rank| {
                let (own, body) = (Arc::clone(&meeting), &body);
                let threads = Threads {
                    meeting: Arc::clone(&meeting),
                    group: Group::default(),
                    rank,
                    members: Arc::clone(&members),
                    claims: Claims::of(ranks),
                };
                let thread = thread::Builder::new().name(format!("rank {rank} of {ranks}"));
                let spawned = thread.spawn_scoped(scope, move || {
                    // Nobody looks at what the body was at when it panicked: the panic goes on below.
                    let returned = catch_unwind(AssertUnwindSafe(|| body(threads)));
                    own.end(
                        rank,
                        match returned {
                            Ok(Ok(_)) => End::Returned,
                            _ => End::Failed,
                        },
                    );
                    returned
                });
                spawned.unwrap_or_else(|error| {
                    // Those that have begun would wait for it.
                    meeting.end(rank, End::Failed);
                    panic!("there is no thread for rank {rank} of {ranks}: {error}")
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().and_then(|returned| returned))
            .collect()
    });
    let first_failed = meeting.lock().first_failed;
    if let Some(rank) = first_failed {
        match ends.swap_remove(rank) {
            Err(panic) => resume_unwind(panic),
            Ok(Err(error)) => return Err(RankError { rank, ranks, error }),
            Ok(Ok(_)) => {}
        }
    }
    // None has failed: otherwise it would have been the first.
    Ok(ends.into_iter().flatten().flatten().collect())
}

impl Threads {
    /// The ranks that name the same color, in the order that they have here, as a separate mesh.
    ///
    /// The ranks of a mesh of two axes are those that name the same row, and those that name the same column.
    ///
    /// ```
    /// use shapecheck_mesh::{MeshError, Ranks, Transport, threads};
    ///
    /// let sums = threads::run(4, |mesh| {
    ///     let row = mesh.split(mesh.rank() / 2)?;
    ///     let mut values = [mesh.rank()];
    ///     row.all_reduce(&mut values)?;
    ///     Ok::<_, MeshError>(values[0])
    /// })?;
    /// assert_eq!(sums, [1, 1, 5, 5]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed.
    pub fn split(&self, color: usize) -> Result<Self, MeshError> {
        let mut colors = vec![0; self.ranks()];
        let round = self.meet(Operation::Split, None, &[color], |lists| {
            for (color, of_rank) in colors.iter_mut().zip(lists) {
                *color = of_rank[0];
            }
        })?;
        let alike = |rank: &usize| colors[*rank] == color;
        let mut group = self.group.clone();
        group.splits.push((round, color));
        Ok(Self {
            meeting: Arc::clone(&self.meeting),
            group,
            rank: (0..self.rank).filter(alike).count(),
            members: (0..self.ranks())
                .filter(alike)
                .map(|rank| self.members[rank])
                .collect(),
            claims: self.claims.clone(),
        })
    }

    /// Waits until all ranks of the group are here, and calls `all` with the values of each. Returns the number of the
    /// round.
    fn meet<T: Copy + Send + Sync + 'static>(
        &self,
        operation: Operation,
        root: Option<usize>,
        own: &[T],
        all: impl FnOnce(&[&[T]]),
    ) -> Result<u64, MeshError> {
        let arrival = Arrival::of(operation, root, own.to_vec());
        let (round, arrivals) = self.arrive(arrival)?;
        self.read(&arrivals, all)?;
        Ok(round)
    }

    /// Calls `all` with the values of each rank, if these are from one call.
    fn read<T: 'static>(
        &self,
        arrivals: &[Arrival],
        all: impl FnOnce(&[&[T]]),
    ) -> Result<(), MeshError> {
        let mut lists = Vec::with_capacity(arrivals.len());
        for arrival in arrivals {
            match arrival.values.downcast_ref::<Vec<T>>() {
                Some(values) if arrival.call == arrivals[self.rank].call => lists.push(&**values),
                _ => {
                    return Err(MeshError::DifferentCalls {
                        calls: arrivals.iter().map(Arrival::said).collect(),
                    });
                }
            }
        }
        all(&lists);
        Ok(())
    }

    /// Waits until all ranks of the group are in this round: its number, and what each of them calls.
    fn arrive(&self, arrival: Arrival) -> Result<(u64, Arc<[Arrival]>), MeshError> {
        let call = arrival.said();
        let mut state = self.meeting.lock();
        self.waits_in_vain(&state, &call)?;
        let number = self.enter(&mut state, arrival);
        self.complete(state, number, &call)
    }

    /// Arrives in the round of the group that is next, and returns its number.
    fn enter(&self, state: &mut State, arrival: Arrival) -> u64 {
        let round = state.rounds.entry(self.group.clone()).or_default();
        let number = round.number;
        round.arrivals.push((self.rank, arrival));
        if round.arrivals.len() == self.members.len() {
            let mut arrivals = std::mem::take(&mut round.arrivals);
            arrivals.sort_by_key(|(rank, _)| *rank);
            round.last = arrivals.into_iter().map(|(_, arrival)| arrival).collect();
            round.number += 1;
            self.meeting.changed.notify_all();
        }
        number
    }

    /// Waits until all ranks of the group are in a round that this one is in.
    fn complete(
        &self,
        mut state: MutexGuard<'_, State>,
        number: u64,
        call: &str,
    ) -> Result<(u64, Arc<[Arrival]>), MeshError> {
        let begin = Instant::now();
        let limit = Checks::current().limit;
        let own = self.members[self.rank];
        if state
            .rounds
            .get(&self.group)
            .is_some_and(|round| round.number == number)
        {
            state.waiting[own] = Some(Waiting {
                group: self.group.clone(),
                round: number,
                rank: self.rank,
                members: Arc::clone(&self.members),
            });
            if let Some(mut circle) = state.circle_of(own) {
                circle.sort_unstable();
                let calls = circle.iter().map(|&rank| state.call_of(rank));
                state.circle = Some(calls.collect());
                self.meeting.changed.notify_all();
            }
        }
        loop {
            // The last round stays what it is until all ranks have arrived once more, this one among them.
            if let Some(round) = state.rounds.get(&self.group)
                && round.number > number
            {
                return Ok((number, Arc::clone(&round.last)));
            }
            self.waits_in_vain(&state, call)?;
            let left = match limit.map(|limit| (limit, limit.saturating_sub(begin.elapsed()))) {
                Some((limit, Duration::ZERO)) => {
                    let missing = state.missing(self.members[self.rank]);
                    return Err(MeshError::TimedOut {
                        limit,
                        call: call.to_owned(),
                        missing,
                    });
                }
                Some((_, left)) => left,
                // For ever, an hour at a time.
                None => Duration::from_secs(3600),
            };
            (state, _) = self
                .meeting
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Arrives in a round that is this call's alone, without waiting: the ranks as a group that meets once.
    fn start<T: Copy + 'static>(
        &self,
        arrival: Arrival,
        finish: impl FnOnce(&[&[T]]) -> Vec<T> + 'static,
    ) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let call = arrival.said();
        let mut state = self.meeting.lock();
        let started = state
            .started
            .entry((self.group.clone(), self.rank))
            .or_default();
        let mut ranks = self.clone();
        ranks.group.once = Some(*started);
        *started += 1;
        ranks.enter(&mut state, arrival);
        drop(state);
        let once = Once { ranks, call };
        Ok(Box::new(StartedCall {
            once,
            finish,
            values: PhantomData,
        }))
    }

    /// An error if a round that is not complete never will be.
    fn waits_in_vain(&self, state: &State, call: &str) -> Result<(), MeshError> {
        if let Some(calls) = &state.circle {
            let calls = calls.to_vec();
            return Err(MeshError::Circle { calls });
        }
        if let Some(rank) = state.first_failed {
            return Err(MeshError::OtherFailed { rank });
        }
        // What a rank began before it ended is there.
        let round = state.rounds.get(&self.group);
        let has_arrived = |place| {
            round.is_some_and(|round| round.arrivals.iter().any(|(rank, _)| *rank == place))
        };
        let mut members = self.members.iter().copied().enumerate();
        let ended =
            |&(place, member): &(usize, usize)| state.ends[member].is_some() && !has_arrived(place);
        match members.find(ended) {
            Some((_, rank)) => Err(MeshError::OtherReturned {
                rank,
                call: call.to_owned(),
            }),
            None => Ok(()),
        }
    }
}

impl Ranks for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.members.len()
    }

    fn all_gather_words(&self, own: &[u64], all: &mut [u64]) -> Result<(), MeshError> {
        self.all_gather(own, all)
    }

    fn claims(&self) -> Option<(&Claims, &[usize])> {
        Some((&self.claims, &self.members))
    }
}

impl Groups for Threads {
    type Group = Self;

    fn group(&self, members: &[usize]) -> Result<Self, MeshError> {
        self.split(members.first().copied().unwrap_or_default())
    }
}

impl<T: Copy + Send + Sync + AddAssign + 'static> Transport<T> for Threads {
    fn all_reduce(&self, values: &mut [T]) -> Result<(), MeshError> {
        let own = values.to_vec();
        self.meet(Operation::AllReduce, None, &own, |lists| {
            sums(lists, 0, values);
        })?;
        Ok(())
    }

    fn start_all_reduce(&self, values: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let length = values.len();
        let arrival = Arrival::of(Operation::StartAllReduce, None, values);
        self.start(arrival, move |lists| block_sums(lists, 0, length))
    }

    fn start_reduce_scatter(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let block = from.len() / self.ranks();
        check_blocks(self, Operation::StartReduceScatter, from.len(), block)?;
        let (rank, arrival) = (
            self.rank,
            Arrival::of(Operation::StartReduceScatter, None, from),
        );
        self.start(arrival, move |lists| block_sums(lists, rank * block, block))
    }

    fn start_all_gather(&self, from: Vec<T>) -> Result<BoxStarted<Vec<T>>, MeshError> {
        let arrival = Arrival::of(Operation::StartAllGather, None, from);
        self.start(arrival, |lists: &[&[T]]| lists.concat())
    }

    fn reduce_scatter(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        check_blocks(self, Operation::ReduceScatter, from.len(), to.len())?;
        let start = self.rank * to.len();
        self.meet(Operation::ReduceScatter, None, from, |lists| {
            sums(lists, start, to);
        })?;
        Ok(())
    }

    fn all_gather(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        check_blocks(self, Operation::AllGather, to.len(), from.len())?;
        self.meet(Operation::AllGather, None, from, |lists| {
            for (rank, of_rank) in lists.iter().enumerate() {
                to[rank * from.len()..][..from.len()].copy_from_slice(of_rank);
            }
        })?;
        Ok(())
    }

    fn broadcast(&self, root: usize, values: &mut [T]) -> Result<(), MeshError> {
        check_root(self, root)?;
        let own = values.to_vec();
        self.meet(Operation::Broadcast, Some(root), &own, |lists| {
            values.copy_from_slice(lists[root]);
        })?;
        Ok(())
    }

    fn all_to_all(&self, from: &[T], to: &mut [T]) -> Result<(), MeshError> {
        check_equal(self, Operation::AllToAll, from.len(), to.len())?;
        let block = from.len() / self.ranks();
        check_blocks(self, Operation::AllToAll, from.len(), block)?;
        let start = self.rank * block;
        self.meet(Operation::AllToAll, None, from, |lists| {
            for (rank, of_rank) in lists.iter().enumerate() {
                to[rank * block..][..block].copy_from_slice(&of_rank[start..][..block]);
            }
        })?;
        Ok(())
    }

    fn shift(&self, by: isize, wraps: bool, from: &[T], to: &mut [T]) -> Result<bool, MeshError> {
        check_equal(self, Operation::Shift, from.len(), to.len())?;
        let [_, before] = shifted(self, by, wraps);
        self.meet(Operation::Shift, None, from, |lists| {
            if let Some(before) = before {
                to.copy_from_slice(lists[before]);
            }
        })?;
        Ok(before.is_some())
    }
}

/// A call that a rank has started: the ranks as a group that meets once.
struct Once {
    ranks: Threads,
    call: String,
}

impl Drop for Once {
    /// Others find what this rank has, until the last of them has done this.
    fn drop(&mut self) {
        let mut state = self.ranks.meeting.lock();
        if let Some(round) = state.rounds.get_mut(&self.ranks.group) {
            round.left += 1;
            if round.left == self.ranks.members.len() {
                state.rounds.remove(&self.ranks.group);
            }
        }
    }
}

/// A call that was started, and what it gives of the values of all ranks.
struct StartedCall<T, F> {
    once: Once,
    finish: F,
    values: PhantomData<T>,
}

impl<T: Copy + 'static, F: FnOnce(&[&[T]]) -> Vec<T>> Started<Vec<T>> for StartedCall<T, F> {
    fn wait(self: Box<Self>) -> Result<Vec<T>, MeshError> {
        let Self { once, finish, .. } = *self;
        let Once { ranks, call } = &once;
        let (_, arrivals) = ranks.complete(ranks.meeting.lock(), 0, call)?;
        let mut found = Vec::new();
        ranks.read(&arrivals, |lists: &[&[T]]| {
            found = finish(lists);
        })?;
        Ok(found)
    }
}

/// So many sums of what all ranks have from `start` on.
fn block_sums<T: Copy + AddAssign + 'static>(
    lists: &[&[T]],
    start: usize,
    length: usize,
) -> Vec<T> {
    let mut found = lists[0][start..][..length].to_vec();
    sums(lists, start, &mut found);
    found
}

/// The sums of what all ranks have from `start` on, added in the order of ranks.
fn sums<T: Copy + AddAssign + 'static>(lists: &[&[T]], start: usize, to: &mut [T]) {
    #[cfg(feature = "half")]
    if is_half::<T>() {
        for (place, to) in to.iter_mut().enumerate() {
            let terms = lists
                .iter()
                .filter_map(|list| widened(&list[start + place]));
            // Which of the two it is, is known when this is compiled.
            if let Some(sum) = rounded(terms.sum()) {
                *to = sum;
            }
        }
        return;
    }
    for (rank, list) in lists.iter().enumerate() {
        let of_rank = &list[start..][..to.len()];
        if rank == 0 {
            to.copy_from_slice(of_rank);
            continue;
        }
        for (sum, &value) in to.iter_mut().zip(of_rank) {
            *sum += value;
        }
    }
}

/// Whether the elements have 16 bits, and are added in `f32`.
#[cfg(feature = "half")]
fn is_half<T: Copy + 'static>() -> bool {
    rounded::<T>(0.0).is_some()
}

/// A number of 16 bits in 32.
#[cfg(feature = "half")]
fn widened(number: &dyn Any) -> Option<f32> {
    let of_f16 = number.downcast_ref().copied().map(half::f16::to_f32);
    of_f16.or_else(|| number.downcast_ref().copied().map(half::bf16::to_f32))
}

/// The nearest number of 16 bits, if that is what `T` is.
#[cfg(feature = "half")]
fn rounded<T: Copy + 'static>(sum: f32) -> Option<T> {
    let numbers: [&dyn Any; 2] = [&half::f16::from_f32(sum), &half::bf16::from_f32(sum)];
    numbers
        .iter()
        .find_map(|number| number.downcast_ref().copied())
}

/// Where the threads of a run wait for each other.
#[derive(Debug)]
struct Meeting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// The end of each rank of the whole mesh.
    ends: Vec<Option<End>>,
    /// The rank, in the whole mesh.
    first_failed: Option<usize>,
    /// What each rank of the whole mesh waits for, or has waited for.
    waiting: Vec<Option<Waiting>>,
    /// Ranks of the whole mesh that wait for each other, and what they call.
    circle: Option<Arc<[(usize, String)]>>,
    rounds: HashMap<Group, Round>,
    /// How many calls each rank of a group has started.
    started: HashMap<(Group, usize), u64>,
}

/// A rank that has arrived in a round of a group.
#[derive(Clone, Debug)]
struct Waiting {
    group: Group,
    round: u64,
    /// The place in the group.
    rank: usize,
    members: Arc<[usize]>,
}

impl State {
    /// What a rank waits for, unless its round is complete.
    fn waits(&self, rank: usize) -> Option<(&Waiting, &Round)> {
        let waiting = self.waiting[rank].as_ref()?;
        let round = self.rounds.get(&waiting.group)?;
        (round.number == waiting.round).then_some((waiting, round))
    }

    /// Ranks of which each waits for the next, because each rank of a group has to arrive, and the last one for the first, which is this
    /// one.
    fn circle_of(&self, first: usize) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.ends.len()];
        let mut path = vec![first];
        self.waits_for(first, &mut path, &mut seen).then_some(path)
    }

    /// Whether the last rank of `path` waits for `first`: the ranks between the two are added.
    fn waits_for(&self, first: usize, path: &mut Vec<usize>, seen: &mut [bool]) -> bool {
        let last = path.last().copied();
        let Some((waiting, round)) = last.and_then(|last| self.waits(last)) else {
            return false;
        };
        let has_arrived = |place| round.arrivals.iter().any(|(rank, _)| *rank == place);
        let missing = (0..waiting.members.len()).filter(|&place| !has_arrived(place));
        for member in missing.map(|place| waiting.members[place]) {
            if member == first {
                return true;
            }
            if !std::mem::replace(&mut seen[member], true) {
                path.push(member);
                if self.waits_for(first, path, seen) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// The ranks that a rank waits for, and what each of them does.
    fn missing(&self, rank: usize) -> Vec<(usize, String)> {
        let Some((waiting, round)) = self.waits(rank) else {
            return Vec::new();
        };
        let has_arrived = |place| round.arrivals.iter().any(|(rank, _)| *rank == place);
        let missing = (0..waiting.members.len()).filter(|&place| !has_arrived(place));
        let missing = missing.map(|place| waiting.members[place]);
        let does = |member| match self.waits(member) {
            Some(_) => self.call_of(member),
            None => (member, "is in no call".to_owned()),
        };
        missing.map(does).collect()
    }

    /// A rank that waits, and what it calls among which ranks.
    fn call_of(&self, rank: usize) -> (usize, String) {
        let said = self.waits(rank).and_then(|(waiting, round)| {
            let (_, arrival) = round
                .arrivals
                .iter()
                .find(|(place, _)| *place == waiting.rank)?;
            let call = arrival.said();
            Some(format!("{call} among {}", among(&waiting.members)))
        });
        (rank, said.unwrap_or_default())
    }
}

#[derive(Clone, Copy, Debug)]
enum End {
    Returned,
    Failed,
}

impl Meeting {
    /// No rank is at fault with the state while another panics: it changes in whole steps.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all who wait for the rank.
    fn end(&self, rank: usize, end: End) {
        let mut state = self.lock();
        state.ends[rank] = Some(end);
        if let End::Failed = end {
            state.first_failed.get_or_insert(rank);
        }
        self.changed.notify_all();
    }
}

/// Ranks of a mesh, by the splits that led to them: at which round of the group before, and which color.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Group {
    splits: Vec<(u64, usize)>,
    /// For the ranks of a call that was started, how many there were before.
    once: Option<u64>,
}

/// The calls of a group are rounds, in each of which all ranks arrive once.
#[derive(Debug, Default)]
struct Round {
    number: u64,
    arrivals: Vec<(usize, Arrival)>,
    /// Those of the round before, in the order of ranks.
    last: Arc<[Arrival]>,
    /// How many ranks need it no more, if it is of a call that was started.
    left: usize,
}

#[derive(Debug)]
struct Arrival {
    call: ThreadCall,
    values: Box<dyn Any + Send + Sync>,
}

impl Arrival {
    fn of<T: Send + Sync + 'static>(
        operation: Operation,
        root: Option<usize>,
        values: Vec<T>,
    ) -> Self {
        Self {
            call: ThreadCall {
                operation,
                root,
                length: values.len(),
                element: TypeId::of::<T>(),
                element_name: type_name::<T>(),
            },
            values: Box::new(values),
        }
    }

    /// What the rank does: the call that it compares with the others, where it does that.
    fn said(&self) -> String {
        let words = self.values.downcast_ref::<Vec<u64>>();
        let call = words.and_then(|words| said(words));
        call.unwrap_or_else(|| self.call.to_string())
    }
}

#[derive(Debug, PartialEq)]
struct ThreadCall {
    operation: Operation,
    root: Option<usize>,
    length: usize,
    element: TypeId,
    element_name: &'static str,
}

impl fmt::Display for ThreadCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "calls `{}`", self.operation)?;
        if let Some(root) = self.root {
            write!(f, " from rank {root}")?;
        }
        write!(f, " of `[{}; {}]`", self.element_name, self.length)
    }
}
