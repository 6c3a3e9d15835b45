//! What a run notes: the memory that is alive, and a row for each operation.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::summary::{NamedShape, Row, Summary};

std::thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
    /// The number of the last run.
    static RUNS: Cell<u64> = const { Cell::new(0) };
}

/// Calls a function with the record of the run, if there is a run.
pub(super) fn with<R>(look: impl FnOnce(&mut Record) -> R) -> Option<R> {
    // A tensor may be dropped when the thread has ended, and its record with it.
    let found = RECORD.try_with(|record| record.borrow_mut().as_mut().map(look));
    found.ok().flatten()
}

/// What is known of the run so far.
#[derive(Default)]
pub(super) struct Record {
    /// The number of the run.
    run: u64,
    summary: Summary,
    /// The bytes that are alive, without those from before the run.
    alive: i64,
    peak: i64,
    /// The bytes from before the run that it uses.
    before: u64,
    /// The number of layers that the operation is a part of.
    pub layers: usize,
    /// What the next row has so far: without what weights count, and what those with and without a name count.
    pub multiply_adds: u64,
    named: Weights,
    others: Weights,
    place: Option<Rc<str>>,
    /// What weights without a name count in each row that has some.
    of_others: Vec<(usize, Weights)>,
}

/// What weights count.
#[derive(Default)]
struct Weights {
    parameters: u64,
    bytes: u64,
    /// Those of biases.
    multiply_adds: u64,
}

impl Record {
    pub fn add(&mut self, bytes: u64) {
        self.alive = self.alive.saturating_add_unsigned(bytes);
        if self.alive > self.peak {
            self.peak = self.alive;
            self.summary.peak_row = self.summary.rows.len();
        }
    }

    pub fn subtract(&mut self, bytes: u64) {
        self.alive = self.alive.saturating_sub_unsigned(bytes);
    }

    /// The summary, with what was there before the run in all of it.
    fn into_summary(self) -> Summary {
        let Self {
            mut summary,
            before,
            peak,
            of_others,
            ..
        } = self;
        if summary.parameters == 0 {
            for (row, weights) in of_others {
                summary.count(row, &weights);
            }
        }
        let with_before = |bytes: i64| before.saturating_add_signed(bytes);
        summary.peak = with_before(peak);
        for row in &mut summary.rows {
            row.alive = with_before(row.alive.cast_signed());
        }
        summary
    }

    /// Counts memory that was there before it was seen.
    fn see(&mut self, memory: &Memory) {
        if memory.run.replace(self.run) != self.run {
            memory.is_counted.set(false);
            self.before = self.before.saturating_add(memory.bytes);
        }
    }

    /// Counts what an operation uses.
    pub fn operand(&mut self, memory: &Memory) {
        self.see(memory);
        if self.place.is_none() {
            self.place.clone_from(&memory.place.borrow());
        }
        if let Some(weights) = self.weights(memory)
            && !memory.is_counted.replace(true)
        {
            weights.parameters = weights.parameters.saturating_add(memory.elements);
            weights.bytes = weights.bytes.saturating_add(memory.bytes);
        }
    }

    /// Counts the multiply-adds of a bias, if it is one.
    pub fn bias(&mut self, memory: &Memory, multiply_adds: u64) {
        if let Some(weights) = self.weights(memory) {
            weights.multiply_adds = weights.multiply_adds.saturating_add(multiply_adds);
        }
    }

    fn weights(&mut self, memory: &Memory) -> Option<&mut Weights> {
        match memory.kind {
            Kind::Computed => None,
            Kind::Before => Some(&mut self.others),
            Kind::Named => Some(&mut self.named),
        }
    }

    /// Replaces the multiply-adds that were counted for the next row.
    pub fn counts(&mut self, multiply_adds: u64) {
        self.multiply_adds = multiply_adds;
        self.named.multiply_adds = 0;
        self.others.multiply_adds = 0;
    }

    /// Names what came into the last row.
    pub fn arguments(&mut self, names: Vec<String>) {
        if let Some(row) = self.summary.rows.last_mut() {
            row.arguments = names;
        }
    }

    /// Gives the results of the last row their names.
    pub fn name_last(&mut self, outputs: Vec<NamedShape>) {
        if let Some(row) = self.summary.rows.last_mut() {
            row.outputs = outputs;
        }
    }

    /// Adds the row of an operation.
    pub fn finish(
        &mut self,
        operation: Cow<'static, str>,
        note: Option<&'static str>,
        found: Found,
    ) {
        let row = self.summary.rows.len();
        self.summary.rows.push(Row {
            place: self.place.take(),
            bytes: found.bytes,
            alive: self.alive.cast_unsigned(),
            note,
            ..Row::new(operation, found.inputs, found.outputs)
        });
        let mut weights = core::mem::take(&mut self.named);
        let plain = core::mem::take(&mut self.multiply_adds);
        weights.multiply_adds = weights.multiply_adds.saturating_add(plain);
        self.summary.count(row, &weights);
        let others = core::mem::take(&mut self.others);
        if others.parameters > 0 || others.multiply_adds > 0 {
            self.of_others.push((row, others));
        }
    }
}

impl Summary {
    /// Adds what weights count to a row and to the totals.
    fn count(&mut self, row: usize, weights: &Weights) {
        self.parameters = self.parameters.saturating_add(weights.parameters);
        self.parameter_bytes = self.parameter_bytes.saturating_add(weights.bytes);
        self.multiply_adds = self.multiply_adds.saturating_add(weights.multiply_adds);
        let row = &mut self.rows[row];
        row.parameters = row.parameters.saturating_add(weights.parameters);
        row.multiply_adds = row.multiply_adds.saturating_add(weights.multiply_adds);
    }
}

/// What went into an operation, and what came out.
pub(super) struct Found {
    pub inputs: Vec<NamedShape>,
    pub outputs: Vec<NamedShape>,
    /// Those of the results.
    pub bytes: u64,
}

/// The memory of one tensor, or of several that share it.
pub(super) struct Memory {
    bytes: u64,
    elements: u64,
    kind: Kind,
    /// The run that counts it.
    run: Cell<u64>,
    /// Whether the run has counted the parameters.
    is_counted: Cell<bool>,
    /// The module of the parameters that it has, or was computed from.
    place: RefCell<Option<Rc<str>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Made in a run.
    Computed,
    /// Floats that were there before a run: parameters, where none has a name.
    Before,
    /// Parameters that were loaded by their name.
    Named,
}

impl Memory {
    /// New memory, of elements that `can_be_parameters`.
    pub fn new(bytes: u64, elements: u64, can_be_parameters: bool) -> Rc<Self> {
        Self::of(bytes, elements, None, can_be_parameters)
    }

    /// The memory of a parameter with this name: that of its module, a dot, and its own.
    pub fn named(bytes: u64, elements: u64, name: &str) -> Rc<Self> {
        Self::of(bytes, elements, Some(name), true)
    }

    fn of(bytes: u64, elements: u64, name: Option<&str>, can_be_parameters: bool) -> Rc<Self> {
        let run = with(|record| {
            record.add(bytes);
            record.run
        });
        let place = name.map(|name| name.rsplit_once('.').map_or("", |(place, _)| place));
        Rc::new(Self {
            bytes,
            elements,
            kind: match (name, run) {
                (Some(_), _) => Kind::Named,
                (None, None) if can_be_parameters => Kind::Before,
                (None, _) => Kind::Computed,
            },
            run: Cell::new(run.unwrap_or(0)),
            is_counted: Cell::new(false),
            place: RefCell::new(place.map(Rc::from)),
        })
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn is_parameter(&self) -> bool {
        self.kind != Kind::Computed
    }

    /// Leaves it out of the parameters of the run: it is a number that training does not change.
    pub fn is_no_parameter(&self) {
        with(|record| record.see(self));
        self.is_counted.set(true);
    }

    /// Puts it into the module of what it was computed from alone.
    pub fn is_computed_from(&self, other: &Self) {
        // Both may be one memory, which is borrowed no longer when it is written.
        let place = other.place.borrow().clone();
        if place.is_some() && self.kind == Kind::Computed {
            self.place.replace(place);
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        with(|record| {
            if record.run == self.run.get() {
                record.subtract(self.bytes);
            }
        });
    }
}

/// Records what some work does.
///
/// # Panics
///
/// Panics within another run.
#[track_caller]
pub(super) fn record<R>(work: impl FnOnce() -> R) -> (R, Summary) {
    /// Ends the run, also if the work panics.
    struct Run;

    impl Run {
        fn end() -> Option<Record> {
            RECORD.with(|record| record.borrow_mut().take())
        }
    }

    impl Drop for Run {
        fn drop(&mut self) {
            Self::end();
        }
    }

    assert!(with(|_| ()).is_none(), "a dry run within another one");
    RUNS.set(RUNS.get() + 1);
    let begun = Record {
        run: RUNS.get(),
        ..Record::default()
    };
    RECORD.with(|record| *record.borrow_mut() = Some(begun));
    let run = Run;
    let found = work();
    let summary = Run::end().map(Record::into_summary);
    drop(run);
    (found, summary.unwrap_or_default())
}
