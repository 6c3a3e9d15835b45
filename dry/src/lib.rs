//! Gives names to all sizes of a model, from a few runs that compute nothing, and finds what fits only because two sizes
//! are equal by accident.
//!
//! A *recorder* runs the model, as it is, on a device that notes each operation and computes none: that of burn is
//! [`shapecheck_burn::record`]. [`dry`] calls it with other sizes each time: first all as they are, then each moved alone,
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
//! let report = dry([("Batch", [3, 5, 7]), ("Width", [64, 32, 16])], |sizes| model(sizes["Batch"], sizes["Width"]));
//! assert_eq!(
//!     report.findings()[0].to_string(),
//!     "4 of 7 runs fail: inner sizes Width and 64 differ; \
//!      fits with Batch = 3, Width = 64; Batch = 5, Width = 64; Batch = 7, Width = 64",
//! );
//! ```
//!
//! [`shapecheck_burn::record`]: https://docs.rs/shapecheck-burn

mod align;
mod findings;
mod fit;
mod plan;

use std::collections::BTreeSet;
use std::fmt;

pub use findings::{Finding, Kind};
pub use plan::{Sizes, values};

use align::Aligned;
use fit::Fitter;

/// An operation of one run, with the shapes that go in and come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What the library calls it.
    pub name: String,
    /// The shapes of its operands.
    pub inputs: Vec<Vec<usize>>,
    /// Those of its results.
    pub outputs: Vec<Vec<usize>>,
    /// The axis that it goes along and keeps, counted from the first, as that of a softmax.
    pub along: Option<usize>,
    /// The line of the program that called it, if the recorder knows it.
    pub line: Option<String>,
}

impl Operation {
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
            along: None,
            line: None,
        }
    }

    /// All shapes, those of operands first.
    fn shapes(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.inputs.iter().chain(&self.outputs)
    }
}

/// What one run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    operations: Vec<Operation>,
    result: Result<Vec<usize>, String>,
}

impl Record {
    /// The operations in their order, and the shape of what the model gave, or the text of its error.
    pub fn new(operations: impl Into<Vec<Operation>>, result: Result<Vec<usize>, String>) -> Self {
        Self {
            operations: operations.into(),
            result,
        }
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
/// # Panics
///
/// Panics if a name has no size, or if there is a name twice.
#[track_caller]
pub fn dry<Name: Into<String>, Values: Into<Vec<usize>>>(
    sizes: impl IntoIterator<Item = (Name, Values)>,
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
    let runs = plan::plan(&values).into_iter().map(|sizes| Run {
        record: run(&Sizes::of(&names, &sizes)),
        sizes,
    });
    let runs = runs.collect();
    Report::of(names, runs)
}

/// What the runs of a model have in common, and what is to be checked of it.
pub struct Report {
    names: Vec<String>,
    runs: Vec<Run>,
    rows: Vec<Row>,
    /// Where runs take other operations.
    parted: Vec<Finding>,
    /// The shape of the results, if a run succeeded.
    result: Option<Vec<String>>,
    apart: Vec<String>,
    signature: Option<String>,
    allowed: Vec<String>,
}

/// An operation that all runs have, its sizes as expressions of names.
struct Row {
    inputs: Vec<Vec<String>>,
    outputs: Vec<Vec<String>>,
    /// The operation of each run, of which there is at least one.
    of_runs: Vec<Operation>,
}

impl Row {
    /// That of the first run.
    fn operation(&self) -> &Operation {
        &self.of_runs[0]
    }

    /// Whether the library's name for it has this word in it, in lower case.
    fn is(&self, word: &str) -> bool {
        self.operation().name.to_lowercase().contains(word)
    }
}

impl Report {
    fn of(names: Vec<String>, runs: Vec<Run>) -> Self {
        let good: Vec<&Run> = runs
            .iter()
            .filter(|run| run.record.result.is_ok())
            .collect();
        let sizes = good.iter().map(|run| &*run.sizes).collect();
        let mut fitter = Fitter::new(&names, sizes);
        let aligned = Aligned::of(&good, &names);
        let rows = aligned.rows.iter().map(|of_runs| {
            let first = of_runs[0];
            let mut shapes = (0..first.shapes().count()).map(|place| {
                let shapes = of_runs.iter().filter_map(|row| row.shapes().nth(place));
                fitter.shape(&shapes.collect::<Vec<_>>())
            });
            Row {
                inputs: shapes.by_ref().take(first.inputs.len()).collect(),
                outputs: shapes.collect(),
                of_runs: of_runs.iter().map(|&row| row.clone()).collect(),
            }
        });
        let rows = rows.collect();
        let parted = aligned.parted;
        let results: Vec<&Vec<usize>> = good
            .iter()
            .filter_map(|run| run.record.result.as_ref().ok())
            .collect();
        let result = (!results.is_empty()).then(|| fitter.shape(&results));
        Self {
            rows,
            parted,
            result,
            names,
            runs,
            apart: Vec::new(),
            signature: None,
            allowed: Vec::new(),
        }
    }

    /// Keeps a name apart: what is of one index of it never meets what is of another, as the sentences of a batch.
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

    /// The operations that all runs have, one a line.
    #[must_use]
    pub fn table(&self) -> Vec<String> {
        self.rows.iter().map(Row::to_string).collect()
    }

    /// What was found, as it would fail.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = findings::all(self);
        found.retain(|finding| {
            let text = finding.to_string();
            !self.allowed.iter().any(|allowed| text.contains(allowed))
        });
        found
    }

    /// Checks that nothing was found.
    ///
    /// # Panics
    ///
    /// Panics with all findings and the table.
    #[track_caller]
    pub fn check(&self) {
        let found = self.findings();
        assert!(found.is_empty(), "{}\n{self}", listed(&found));
    }
}

fn listed(findings: &[Finding]) -> String {
    let lines = findings.iter().map(|finding| format!("- {finding}\n"));
    lines.collect()
}

/// The table, and what the model gives.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        match &self.result {
            Some(result) => write!(f, "gives {}", bracketed(result)),
            None => f.write_str("gives nothing in any run"),
        }
    }
}

/// `Matmul [Batch, 64], [64, 10] -> [Batch, 10]`
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |shapes: &[Vec<String>]| {
            let shapes: Vec<String> = shapes.iter().map(|shape| bracketed(shape)).collect();
            shapes.join(", ")
        };
        let (inputs, outputs) = (list(&self.inputs), list(&self.outputs));
        let space = if inputs.is_empty() { "" } else { " " };
        let name = &self.operation().name;
        write!(f, "{name}{space}{inputs} -> {outputs}")
    }
}

fn bracketed(shape: &[String]) -> String {
    format!("[{}]", shape.join(", "))
}
