//! Gives names to all sizes of a model, from a few runs that compute nothing, and finds what fits only because two sizes
//! are equal by accident.
//!
//! A *recorder* runs the model, as it is, on a device that notes each operation and computes none: those of burn and candle are
//! [`shapecheck_burn::capture::record`] and [`shapecheck_candle::capture::record`]. [`dry`] calls it with other sizes each time: first all as they are, then each moved alone,
//! then all together. What a size depends on is seen so, and not guessed.
//!
//! ```
//! use shapecheck_dry::{Operation, Record, dry};
//!
//! // In the place of a recorder: one product, whose weights were made for another input.
//! let model = |batch: usize, width: usize| {
//!     let operation = Operation::new("Matmul", [vec![batch, width], vec![64, 10]], [vec![batch, 10]]);
//!     match width {
//!         64 => Record::new([operation], Ok(vec![batch, 10])),
//!         _ => Record::new([], Err(format!("inner sizes {width} and 64 differ"))),
//!     }
//! };
//! let report = dry([("Batch", [3, 5, 7])], |sizes| model(sizes["Batch"], 64)).gives("[Batch, 10]");
//! assert_eq!(report.table(), ["Matmul [Batch, 64], [64, 10] -> [Batch, 10]"]);
//! report.check();
//!
//! assert_eq!(
//!     report.to_string(),
//!     "Matmul [Batch, 64], [64, 10] -> [Batch, 10]\ngives [Batch, 10]\ntried in 3 runs: Batch = 3, 5, 7",
//! );
//!
//! let report = dry([("Batch", [3, 5, 7]), ("Width", [64, 32, 16])], |sizes| model(sizes["Batch"], sizes["Width"]));
//! assert_eq!(
//!     report.findings()[0].to_string(),
//!     "4 of 7 runs fail: inner sizes Width and 64 differ; \
//!      fits only with Width = 64",
//! );
//! ```
//!
//! [`shapecheck_burn::capture::record`]: https://docs.rs/shapecheck-burn
//! [`shapecheck_candle::capture::record`]: https://docs.rs/shapecheck-candle
#![warn(clippy::too_many_lines)]

mod align;
mod attempt;
mod contract;
mod cost;
mod elements;
mod finding;
mod findings;
mod fit;
mod labels;
mod line;
mod more;
mod order;
mod plan;
mod said;
mod typed;
mod views;
mod weighted;
mod weights;
mod written;

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;

pub use attempt::{Calls, attempt};
pub use cost::Memory;
pub use finding::{Finding, Kind};
pub use line::Line;
pub use plan::{Sizes, configured, values};
pub use shapecheck::dry::Summary;
pub use typed::record;
pub use weights::loaded;

use align::Aligned;
use fit::Fitter;
use more::Beyond;

/// An operation of one run, with the shapes that go in and come out.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name that the library uses.
    pub name: String,
    /// The shapes of its operands.
    pub inputs: Vec<Vec<usize>>,
    /// Those of its results.
    pub outputs: Vec<Vec<usize>>,
    /// The axes that it goes along and keeps, counted from the first, as that of a softmax.
    pub along: Vec<usize>,
    /// The line of the program that called it, if the recorder knows it.
    pub line: Option<Line>,
    /// Whether it gives the program made-up numbers, because nothing computed them. What the program does with
    /// them, it may do otherwise with true ones.
    pub is_made_up: bool,
    /// The memory of its operands and then of its results, if the recorder knows it: it is empty otherwise.
    pub memory: Vec<Memory>,
    /// The strides of its operands and then of its results in their memory, if the recorder knows them: they are empty otherwise, for one
    /// of these or for all. They tell two axes of one size apart.
    pub strides: Vec<Vec<usize>>,
    /// Where operands and then results begin in their memory, in elements, if the recorder knows it: it is empty otherwise. It tells two
    /// slices of one tensor apart.
    pub offsets: Vec<usize>,
    /// What it looks up in its first operand by its second one, if it does.
    pub lookup: Option<Lookup>,
    /// The memory freed since the previous operation, if the recorder sees it. Otherwise memory counts until its last use.
    pub freed: Option<Vec<u64>>,
    /// Whether it only says how a tensor is looked at, as a transpose that moves no elements. It costs nothing, is not a row of the
    /// table, and nothing is looked for in it: it is in the record from which the shapes beside the source come.
    pub is_view: bool,
}

impl Operation {
    /// The name of a mark that a program leaves: from here on, elements of names that are kept apart may meet.
    pub const TOGETHER: &str = "together";

    /// An operation of this name and these shapes, along no axis and of no line.
    pub fn new(
        name: impl Into<String>,
        inputs: impl Into<Vec<Vec<usize>>>,
        outputs: impl Into<Vec<Vec<usize>>>,
    ) -> Self {
        Self {
            name: name.into(),
            inputs: inputs.into(),
            outputs: outputs.into(),
            along: Vec::new(),
            line: None,
            is_made_up: false,
            memory: Vec::new(),
            strides: Vec::new(),
            offsets: Vec::new(),
            lookup: None,
            freed: None,
            is_view: false,
        }
    }

    /// The text of its line, if there is one.
    fn line(&self) -> Option<String> {
        self.line.as_ref().and_then(Line::text)
    }

    /// All shapes, those of operands first.
    fn shapes(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.inputs.iter().chain(&self.outputs)
    }
}

/// What an operation takes from its first operand by the indices in its second one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// The axis that it goes along.
    pub axis: usize,
    /// The indices, if the program gave them as numbers.
    pub indices: Option<Vec<usize>>,
}

/// A record of what one run did.
#[derive(Clone, Debug)]
pub struct Record {
    /// Those that rows of a report share.
    operations: Vec<Arc<Operation>>,
    /// The views, each with the number of operations before it.
    views: Vec<(usize, Arc<Operation>)>,
    result: Result<Vec<usize>, String>,
    failed_at: Option<Line>,
    skipped: Option<String>,
    /// What it costs, if the recorder knows.
    summary: Option<Summary>,
    /// Calls of functions with contracts.
    calls: Vec<shapecheck::dry::Row>,
    /// The weights that it loaded.
    weights: Vec<weights::Weight>,
}

impl Record {
    /// The operations in their order, and the shape of what the model gave, or the text of its error.
    pub fn new(given: impl Into<Vec<Operation>>, result: Result<Vec<usize>, String>) -> Self {
        let (mut operations, mut views) = (Vec::new(), Vec::new());
        for operation in given.into() {
            match operation.is_view {
                true => views.push((operations.len(), Arc::new(operation))),
                false => operations.push(Arc::new(operation)),
            }
        }
        Self {
            operations,
            views,
            result,
            failed_at: None,
            skipped: None,
            summary: None,
            calls: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// A run that was not made, and why: the whole dry run is skipped.
    pub fn skipped(why: impl Into<String>) -> Self {
        let why = why.into();
        Self {
            skipped: Some(why.clone()),
            ..Self::new([], Err(why))
        }
    }

    /// The calls of functions with contracts that it made, and the weights that it loaded.
    #[must_use]
    pub fn with_calls(mut self, calls: Calls) -> Self {
        (self.calls, self.weights) = (calls.rows, calls.weights);
        self
    }

    /// The line of the program that its error comes from.
    #[must_use]
    pub fn failed_at(mut self, line: Line) -> Self {
        self.failed_at = Some(line);
        self
    }
}

/// One run of several.
struct Run {
    sizes: Vec<usize>,
    record: Record,
}

/// Runs a model with several sizes for each name, and aligns what the runs did.
///
/// The first size of a name is the one that it has while others are moved. `run` gets one size for each name, and returns
/// what a recorder noted.
///
/// A model that fails with all of these sizes also runs with 1 for each name, and then for as few names as it takes; the other
/// sizes are moved beside those. So what fits only with a batch of one says so.
///
/// A recorder that cannot record gives [`Record::skipped`]. Then a line on the standard error says so, also where a test's
/// output is captured, and the report is empty and finds nothing.
///
/// `cargo shapecheck dry` sets a variable, `SHAPECHECK_DRY_RECORDS`, that names a folder. A report that is dropped then leaves a
/// file there, from which the command shows the shapes beside the source. Without the variable nothing is written.
///
/// # Panics
///
/// Panics if a name has no size, or if there is a name twice.
#[track_caller]
pub fn dry<Label: Into<String>, Values: Into<Vec<usize>>>(
    sizes: impl IntoIterator<Item = (Label, Values)>,
    run: impl Fn(&Sizes<'_>) -> Record,
) -> Report {
    let (names, values): (Vec<String>, Vec<Vec<usize>>) = sizes
        .into_iter()
        .map(|(name, values)| (name.into(), values.into()))
        .unzip();
    let each = names.iter().collect::<BTreeSet<_>>();
    assert!(
        each.len() == names.len(),
        "a name is given twice: {names:?}"
    );
    assert!(
        values.iter().all(|values| !values.is_empty()),
        "each name needs a size"
    );
    let attempt = |sizes: Vec<usize>| {
        let record = run(&Sizes::of(&names, &sizes));
        match &record.skipped {
            Some(why) => Err(why.clone()),
            None => Ok(Run { sizes, record }),
        }
    };
    let tried = plan::run(&values, attempt).and_then(|mut runs| {
        let beyond = more::run(&mut runs, attempt)?;
        Ok((runs, beyond))
    });
    match tried {
        Ok((runs, beyond)) => {
            let mut report = Report::of(names, runs, Location::caller());
            report.beyond = beyond;
            report
        }
        Err(why) => {
            told(&format!(
                "the dry run at {} is skipped: {why}\n",
                Location::caller()
            ));
            let mut report = Report::of(names, Vec::new(), Location::caller());
            report.skipped = Some(why);
            report
        }
    }
}

/// A report of what the runs of a model have in common, and what to check in it.
pub struct Report {
    names: Vec<String>,
    runs: Vec<Run>,
    rows: Vec<Row>,
    /// Where runs take other operations.
    parted: Vec<Finding>,
    /// Sizes beyond the end of a table.
    beyond: Vec<Beyond>,
    /// The shape of the results, if a run succeeded.
    result: Option<Vec<String>>,
    apart: Vec<String>,
    signature: Option<String>,
    allowed: Vec<String>,
    skipped: Option<String>,
    /// The call of [`dry`].
    at: &'static Location<'static>,
}

/// Leaves the record of the runs, if there is a folder for it: what is to be checked is known only now.
impl Drop for Report {
    fn drop(&mut self) {
        // A test that fails by its findings is panicking already, and a second panic would end its program.
        let _ = catch_unwind(AssertUnwindSafe(|| written::leave(self)));
    }
}

/// An operation that all runs have, its sizes as expressions of names.
struct Row {
    /// Its place among the operations of the first run.
    place: usize,
    inputs: Vec<Vec<String>>,
    outputs: Vec<Vec<String>>,
    /// The operation of each run, of which there is at least one.
    of_runs: Vec<Arc<Operation>>,
}

impl Row {
    /// That of the first run.
    fn operation(&self) -> &Operation {
        &self.of_runs[0]
    }

    /// Whether it gave the program numbers that nobody computed, in any run.
    fn is_made_up(&self) -> bool {
        self.of_runs.iter().any(|operation| operation.is_made_up)
    }

    /// Whether no expression explains some size.
    fn has_unknown(&self) -> bool {
        let shapes = self.inputs.iter().chain(&self.outputs);
        shapes.flatten().any(|size| size == fit::UNKNOWN)
    }

    /// `[Batch, 64], [64, 10] -> [Batch, 10]`
    fn shapes(&self) -> String {
        let list = |shapes: &[Vec<String>]| {
            let shapes: Vec<String> = shapes.iter().map(|shape| bracketed(shape)).collect();
            shapes.join(", ")
        };
        let inputs = list(&self.inputs);
        match (&*inputs, &*list(&self.outputs)) {
            (inputs, "") => inputs.to_owned(),
            ("", outputs) => format!("-> {outputs}"),
            (inputs, outputs) => format!("{inputs} -> {outputs}"),
        }
    }

    /// Whether the library's name for it has this word in it, in lower case.
    fn is(&self, word: &str) -> bool {
        self.operation().name.to_lowercase().contains(word)
    }
}

impl Report {
    fn of(names: Vec<String>, runs: Vec<Run>, at: &'static Location<'static>) -> Self {
        let good: Vec<&Run> = runs
            .iter()
            .filter(|run| run.record.result.is_ok())
            .collect();
        let sizes = good.iter().map(|run| &*run.sizes).collect();
        let mut fitter = Fitter::new(&names, sizes);
        let aligned = Aligned::of(&good, &names);
        let mut rows = || -> Vec<Row> {
            let rows = aligned.rows.iter();
            rows.map(|(place, of_runs)| align::row(&mut fitter, *place, of_runs))
                .collect()
        };
        let mut named = rows();
        // What is computed of windows has a name if one of them has stood before.
        if named.iter().any(Row::has_unknown) {
            named = rows();
        }
        let parted = aligned.parted;
        let results: Vec<&Vec<usize>> = good
            .iter()
            .filter_map(|run| run.record.result.as_ref().ok())
            .collect();
        let result = (!results.is_empty()).then(|| fitter.shape(&results));
        Self {
            rows: named,
            parted,
            beyond: Vec::new(),
            result,
            names,
            runs,
            apart: Vec::new(),
            signature: None,
            allowed: Vec::new(),
            skipped: None,
            at,
        }
    }

    /// The runs that succeeded.
    fn good(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.record.result.is_ok())
    }

    /// Whether the recorder could not record, so that there is nothing to look at.
    #[must_use]
    pub fn is_skipped(&self) -> bool {
        self.skipped.is_some()
    }

    /// Keeps a name apart: data of one index never meets data of another, like the elements of a batch.
    #[must_use]
    pub fn keep_apart(mut self, name: &str) -> Self {
        self.apart.push(name.to_owned());
        self
    }

    /// Says what the model gives: `"[Batch, Seq, 64]"`.
    #[must_use]
    pub fn gives(mut self, signature: &str) -> Self {
        self.signature = Some(signature.to_owned());
        self
    }

    /// Allows the findings in whose text this stands.
    #[must_use]
    pub fn allow(mut self, text: &str) -> Self {
        self.allowed.push(text.to_owned());
        self
    }

    /// The operations that all runs have, one a line. Those with `~` in front come after one that gave the program made-up
    /// numbers, so that they may differ with true ones.
    #[must_use]
    pub fn table(&self) -> Vec<String> {
        let made_up = self.rows.iter().position(Row::is_made_up);
        let rows = self.rows.iter().enumerate();
        rows.map(|(place, row)| match made_up {
            Some(from) if place > from => format!("~ {row}"),
            _ => row.to_string(),
        })
        .collect()
    }

    /// The cost of the first run that succeeded, as the table of [dry runs of typed models](shapecheck::dry), whose sizes
    /// have the names of this report: as text, as JSON and as a picture. `None` if no run succeeded.
    ///
    /// ```
    /// use shapecheck_dry::{Operation, Record, dry, values};
    ///
    /// let report = dry(values(["Batch"]), |sizes| {
    ///     let batch = sizes["Batch"];
    ///     let operation = Operation::new("Matmul", [vec![batch, 64], vec![64, 10]], [vec![batch, 10]]);
    ///     Record::new([operation], Ok(vec![batch, 10]))
    /// });
    /// let summary = report.summary().expect("a run that does not fail");
    /// assert_eq!(summary.multiply_adds, 3 * 64 * 10);
    /// println!("{summary}"); // or `summary.to_json()`, `summary.to_svg()`
    /// ```
    ///
    /// Parameters are float numbers that no operation computed, as many in all runs, so far as an operation
    /// uses them: the inputs of a model have other sizes in other runs. Multiply-adds are those of products, convolutions and
    /// biases. Memory is that of tensors: what an operation has for itself does not count, and no result is written to the memory
    /// of an operand.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let run = self.good().next()?;
        Some(cost::summary(&run.record, &self.rows))
    }

    /// The findings, as they would fail.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        findings::all(self, |finding| self.is_allowed(finding))
    }

    /// Checks that nothing was found. Operations with sizes that no expression explains, which are not checked, are printed to the
    /// standard error.
    ///
    /// # Panics
    ///
    /// Panics with all findings and the table.
    #[track_caller]
    pub fn check(&self) {
        let found = self.findings();
        assert!(found.is_empty(), "{}\n{self}", listed(&found));
        let unnamed = self.unnamed();
        if !unnamed.is_empty() {
            let lines = listed(&unnamed);
            told(&format!(
                "the dry run at {} does not check all sizes:\n{lines}",
                self.at
            ));
        }
    }

    /// Checks that nothing was found, and that each size has a name.
    ///
    /// ```should_panic
    /// use shapecheck_dry::{Operation, Record, dry, values};
    ///
    /// let report = dry(values(["Batch"]), |sizes| {
    ///     let rows = vec![sizes["Batch"] * 7 % 11, 64];
    ///     Record::new([Operation::new("exp", [rows.clone()], [rows.clone()])], Ok(rows))
    /// });
    /// report.check(); // tells that `exp [_, 64] -> [_, 64]` was not checked
    /// report.check_all(); // panics
    /// ```
    ///
    /// # Panics
    ///
    /// Panics with all findings, the operations with other sizes, and the table.
    #[track_caller]
    pub fn check_all(&self) {
        let mut found = self.findings();
        found.extend(self.unnamed());
        assert!(found.is_empty(), "{}\n{self}", listed(&found));
    }

    /// The operations with a size that no expression explains, unless that is allowed.
    fn unnamed(&self) -> Vec<Finding> {
        let mut found = findings::unnamed(self);
        found.retain(|finding| !self.is_allowed(finding));
        found
    }

    fn is_allowed(&self, finding: &Finding) -> bool {
        let text = finding.to_string();
        self.allowed.iter().any(|allowed| text.contains(allowed))
    }
}

/// Prints to the standard error, also where a test's output is captured: tests that pass do not show what `eprintln!` prints. A closed
/// one is not a reason to fail.
fn told(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

fn listed(findings: &[Finding]) -> String {
    let lines = findings.iter().map(|finding| format!("- {finding}\n"));
    lines.collect()
}

/// The table, what the model gives, the sizes that were tried, and whether a size has no name.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.table() {
            writeln!(f, "{row}")?;
        }
        match (&self.skipped, &self.result) {
            (Some(why), _) => return write!(f, "skipped: {why}"),
            (None, Some(result)) => write!(f, "gives {}", bracketed(result)),
            (None, None) => f.write_str("gives nothing in any run"),
        }?;
        let tried = self.names.iter().enumerate().map(|(place, name)| {
            let mut sizes: Vec<String> = Vec::new();
            for size in self.runs.iter().map(|run| run.sizes[place].to_string()) {
                if !sizes.contains(&size) {
                    sizes.push(size);
                }
            }
            format!("{name} = {}", sizes.join(", "))
        });
        let tried = Vec::from_iter(tried).join("; ");
        write!(f, "\ntried in {} runs: {tried}", self.runs.len())?;
        for Beyond {
            name, size, text, ..
        } in &self.beyond
        {
            write!(f, "\nfails with {} = {size}: {text}", self.names[*name])?;
        }
        match self.rows.iter().any(Row::has_unknown) {
            true => f.write_str("\nwhat stands at `_` has no name, and is not checked"),
            false => Ok(()),
        }
    }
}

/// `Matmul [Batch, 64], [64, 10] -> [Batch, 10]`
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.operation().name;
        match &*self.shapes() {
            "" => f.write_str(name)?,
            shapes => write!(f, "{name} {shapes}")?,
        }
        match self.is_made_up() {
            true => f.write_str(", whose numbers are made up"),
            false => Ok(()),
        }
    }
}

fn bracketed(shape: &[String]) -> String {
    format!("[{}]", shape.join(", "))
}
