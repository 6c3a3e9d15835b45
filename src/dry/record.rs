//! What a run notes: the memory that is alive, and a row for each operation.

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::summary::{NamedShape, Row, Summary};

std::thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
    /// The number of the last run.
    static RUNS: Cell<u64> = const { Cell::new(0) };
}

/// Calls a function with the record of the run, if there is a run.
pub fn with<R>(look: impl FnOnce(&mut Record) -> R) -> Option<R> {
    // A tensor may be dropped when the thread has ended, and its record with it.
    let found = RECORD.try_with(|record| record.borrow_mut().as_mut().map(look));
    found.ok().flatten()
}

/// What is known of the run so far.
#[derive(Default)]
pub struct Record {
    /// The number of the run.
    run: u64,
    summary: Summary,
    /// The bytes that are alive, without those from before the run.
    alive: i64,
    peak: i64,
    /// The bytes from before the run that it uses.
    before: u64,
    /// How many layers the operation is a part of.
    pub layers: usize,
    /// What the next row has so far.
    parameters: u64,
    place: Option<Rc<str>>,
    pub multiply_adds: u64,
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
        let Self { mut summary, before, peak, .. } = self;
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
        let Some(parameter) = &memory.parameter else {
            return;
        };
        if self.place.is_none() {
            self.place.clone_from(&parameter.place);
        }
        if !memory.is_counted.replace(true) {
            self.parameters += parameter.elements;
            self.summary.parameters += parameter.elements;
            self.summary.parameter_bytes += memory.bytes;
        }
    }

    /// Adds the row of an operation.
    pub fn finish(&mut self, operation: Cow<'static, str>, note: Option<&'static str>, found: Found) {
        let multiply_adds = core::mem::take(&mut self.multiply_adds);
        self.summary.multiply_adds = self.summary.multiply_adds.saturating_add(multiply_adds);
        self.summary.rows.push(Row {
            operation,
            place: self.place.take(),
            inputs: found.inputs,
            outputs: found.outputs,
            parameters: core::mem::take(&mut self.parameters),
            multiply_adds,
            bytes: found.bytes,
            alive: self.alive.cast_unsigned(),
            note,
        });
    }
}

/// What went into an operation, and what came out.
pub struct Found {
    pub inputs: Vec<NamedShape>,
    pub outputs: Vec<NamedShape>,
    /// Those of the results.
    pub bytes: u64,
}

/// The memory of one tensor, or of several that share it.
pub struct Memory {
    bytes: u64,
    /// The run that counts it.
    run: Cell<u64>,
    /// What it is a parameter of, if it is one.
    parameter: Option<Parameter>,
    /// Whether the run has counted the parameter.
    is_counted: Cell<bool>,
}

struct Parameter {
    elements: u64,
    /// The module, if it was loaded by its name.
    place: Option<Rc<str>>,
}

impl Memory {
    /// New memory. What is there before a run is a parameter in it, if it `can_be_parameter`.
    pub fn new(bytes: u64, elements: u64, can_be_parameter: bool) -> Rc<Self> {
        let run = with(|record| {
            record.add(bytes);
            record.run
        });
        let parameter = Parameter { elements, place: None };
        Self::of(bytes, run, (run.is_none() && can_be_parameter).then_some(parameter))
    }

    /// The memory of a parameter with this name: that of its module, a dot, and its own.
    pub fn named(bytes: u64, elements: u64, name: &str) -> Rc<Self> {
        let run = with(|record| {
            record.add(bytes);
            record.run
        });
        let place = name.rsplit_once('.').map(|(place, _)| place.into());
        Self::of(bytes, run, Some(Parameter { elements, place }))
    }

    fn of(bytes: u64, run: Option<u64>, parameter: Option<Parameter>) -> Rc<Self> {
        Rc::new(Self { bytes, run: Cell::new(run.unwrap_or(0)), parameter, is_counted: Cell::new(false) })
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn is_parameter(&self) -> bool {
        self.parameter.is_some()
    }

    /// Leaves it out of the parameters of the run: it is a number that training does not change.
    pub fn is_no_parameter(&self) {
        with(|record| record.see(self));
        self.is_counted.set(true);
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
pub fn record<R>(work: impl FnOnce() -> R) -> (R, Summary) {
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
    let begun = Record { run: RUNS.get(), ..Record::default() };
    RECORD.with(|record| *record.borrow_mut() = Some(begun));
    let run = Run;
    let found = work();
    let summary = Run::end().map(Record::into_summary);
    drop(run);
    (found, summary.unwrap_or_default())
}

