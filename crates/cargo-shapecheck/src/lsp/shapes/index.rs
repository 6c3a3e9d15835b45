//! What records of dry runs say of each file: of a call its results, its operands and its operations.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::dry::hash_of;
use crate::dry::passes::{Pass, Shapes, passes};
use crate::dry::record::{self, Operation, Origin, Place, Record};
use crate::dry::sites::{self, Function, Point};

/// The most passes over a place that hovers show one by one.
const MOST: usize = 4;

/// A file as it was when tests ran, and what was done in it.
#[derive(Debug)]
pub struct Version {
    pub path: PathBuf,
    pub hash: String,
    /// A hash of each line.
    pub lines: Vec<u32>,
    /// When the tests ran.
    pub time: SystemTime,
    pub places: HashMap<Point, At>,
    pub found: Vec<Found>,
    /// The functions in which something was done, by their names, and a line in each.
    pub functions: HashSet<(usize, String)>,
}

/// What was done at a place.
#[derive(Debug, Default)]
pub struct At {
    /// What it gives, if that is known to be its last result.
    pub results: Shapes,
    /// What comes from before the call, for each pass.
    pub operands: Vec<Operands>,
    /// Operations, line by line, of passes that differ.
    pub told: Vec<String>,
    /// The sizes that were tried.
    pub sizes: String,
}

/// The tensors that a call takes, without weights.
#[derive(Debug, PartialEq)]
pub struct Operands {
    pub shapes: Vec<String>,
    /// Whether a library does all of it, so that they are the operands of the call in their order.
    pub is_direct: bool,
}

impl Operands {
    /// The shape of the operand of this number, if it is clear which one it is.
    pub fn shape(&self, number: usize) -> Option<&String> {
        match &self.shapes[..] {
            [first, rest @ ..] if rest.iter().all(|shape| shape == first) => Some(first),
            shapes if self.is_direct => shapes.get(number),
            _ => None,
        }
    }
}

/// A finding.
#[derive(Debug)]
pub struct Found {
    pub at: Point,
    pub text: String,
    /// Where its operands come from.
    pub related: Vec<(PathBuf, Point, String)>,
}

/// A test that makes dry runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    pub package: String,
    pub program: String,
    pub name: String,
}

/// What one record says.
#[derive(Debug)]
pub struct Recorded {
    pub test: Test,
    pub versions: Vec<Arc<Version>>,
}

/// Files whose functions are called by what another function returns.
#[derive(Default)]
pub struct Sources(HashMap<(PathBuf, String), Option<Vec<Function>>>);

impl Sources {
    /// The function around a line of a file, if the file is what it was.
    fn function(&mut self, file: &record::File, line: usize) -> Option<&Function> {
        let (path, hash) = (file.path.clone()?, file.hash.clone()?);
        let functions = self.0.entry((path, hash)).or_insert_with_key(|(path, _)| {
            let text = fs::read_to_string(path).ok()?;
            (!file.differs(&text)).then(|| sites::functions(&text))?
        });
        let around = functions.as_ref()?.iter();
        let mut around =
            around.filter(|function| (function.lines.0..=function.lines.1).contains(&line));
        around.next_back()
    }
}

impl Recorded {
    /// What a record says that was written at this time.
    pub fn of(record: &Record, time: SystemTime, sources: &mut Sources) -> Self {
        let mut versions: HashMap<&str, Version> = HashMap::new();
        for file in &record.files {
            versions.extend(Version::of(file, time).map(|version| (&*file.name, version)));
        }
        let sizes = sizes(record);
        for pass in passes(record, |place| (place.line, place.column)) {
            let Some(version) = versions.get_mut(&*pass.place.file) else {
                continue;
            };
            let function = symbol(record, &pass);
            version
                .functions
                .insert((pass.place.line, name_of(function)));
            let at = version.places.entry(point(pass.place)).or_default();
            at.sizes.clone_from(&sizes);
            let last = &record.operations[pass.operations[pass.operations.len() - 1]];
            if is_value(record, &pass, last, sources) {
                at.results.add(last.results());
            }
            let operands = operands(record, &pass);
            if !at.operands.contains(&operands) && at.operands.len() < MOST {
                at.operands.push(operands);
            }
            let told = told(record, &pass);
            if !at.told.contains(&told) && at.told.len() < MOST {
                at.told.push(told);
            }
        }
        for finding in &record.findings {
            if let Some(place) = &finding.place
                && let Some(version) = versions.get_mut(&*place.file)
            {
                let operation = finding.operation.and_then(|at| record.operations.get(at));
                version.found.push(Found {
                    at: point(place),
                    text: finding.text.clone(),
                    related: operation.map_or(Vec::new(), |operation| related(record, operation)),
                });
            }
        }
        Self {
            test: Test {
                package: record.package.clone(),
                program: record.program.clone(),
                name: record.test.clone(),
            },
            versions: versions.into_values().map(Arc::new).collect(),
        }
    }
}

impl Version {
    /// A file in which nothing was done.
    fn of(file: &record::File, time: SystemTime) -> Option<Self> {
        let digits = file.lines.as_ref()?.as_bytes();
        let lines = digits.chunks(8).map(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u32::from_str_radix(digits, 16).ok()
        });
        Some(Self {
            path: file.path.clone()?,
            hash: file.hash.clone()?,
            lines: lines.collect::<Option<_>>()?,
            time,
            places: HashMap::new(),
            found: Vec::new(),
            functions: HashSet::new(),
        })
    }
}

/// The hash of each line of a text, as records have them.
pub fn lines_of(text: &str) -> Vec<u32> {
    let hashes = text.lines().map(|line| hash_of(line) & 0xffff_ffff);
    hashes.filter_map(|hash| u32::try_from(hash).ok()).collect()
}

/// The columns of records count from 1.
fn point(place: &Place) -> Point {
    Point {
        line: place.line,
        column: place.column.saturating_sub(1),
    }
}

/// The function that the place of a pass is in, as its symbol says.
fn symbol<'r>(record: &'r Record, pass: &Pass<'_>) -> &'r str {
    let operation = &record.operations[pass.operations[0]];
    match operation.calls.get(pass.depth) {
        Some(&call) => &record.calls[call].function,
        None => &operation.function,
    }
}

/// `forward` of `<model::Attention>::forward::{closure#0}`
fn name_of(symbol: &str) -> String {
    let mut parts = symbol.rsplit("::");
    let name = parts.find(|part| !part.starts_with('{') && !part.ends_with('>'));
    name.unwrap_or(symbol).to_owned()
}

/// Whether the last operation of a pass gives what the call gives: in each function that it is in below the place, it is what
/// the function returns. What is not known to be so, because a source cannot be read, is taken to be so.
fn is_value(record: &Record, pass: &Pass<'_>, last: &Operation, sources: &mut Sources) -> bool {
    let inner = last.calls.iter().skip(pass.depth + 1);
    let inner = inner.filter_map(|&call| record.calls.get(call));
    let inner = inner.map(|call| (&call.place, &*call.function));
    let own = last.place.as_ref().map(|place| (place, &*last.function));
    let own = own.filter(|_| last.calls.len() > pass.depth);
    inner.chain(own).all(|(place, function)| {
        // A closure is a part of the function around it.
        if function.contains("{closure") || function.contains("{{closure") {
            return true;
        }
        let file = record.files.iter().find(|file| file.name == place.file);
        let function = file.and_then(|file| sources.function(file, place.line));
        function.is_none_or(|function| function.returns(point(place)))
    })
}

fn operands(record: &Record, pass: &Pass<'_>) -> Operands {
    let operations = pass.operations.iter().map(|&at| &record.operations[at]);
    let is_own = |operation: &&Operation| operation.calls.len() == pass.depth;
    let is_direct = operations.clone().all(|operation| is_own(&operation));
    let takes_several = |operation: &&Operation| operation.inputs.len() > 1;
    let last = operations.clone().rfind(takes_several);
    let last = last.or_else(|| operations.clone().next_back());
    let mut shapes = Vec::new();
    let mut seen = HashSet::new();
    match last.filter(|_| is_direct) {
        Some(last) => outer(record, pass, last, &mut seen, &mut shapes),
        None => operations.for_each(|it| outer(record, pass, it, &mut seen, &mut shapes)),
    }
    Operands { shapes, is_direct }
}

/// The shapes that operands of an operation had before the call, without weights: those of what the call has made are those of
/// its operands.
fn outer(
    record: &Record,
    pass: &Pass<'_>,
    operation: &Operation,
    seen: &mut HashSet<usize>,
    shapes: &mut Vec<String>,
) {
    // candle does not say what shape it copies rows of.
    if operation.name == ROWS {
        return;
    }
    for (own, from) in operation.inputs.iter().zip(&operation.from) {
        match from {
            Some(Origin::Weights(_)) => {}
            None => shapes.push(record::bracketed(own)),
            Some(Origin::Operation(at)) => {
                let Some(origin) = record.operations.get(*at) else {
                    continue;
                };
                match pass.operations.binary_search(at).is_ok() {
                    true if seen.insert(*at) => outer(record, pass, origin, seen, shapes),
                    true => {}
                    false => shapes.push(origin.results()),
                }
            }
        }
    }
}

/// The name of candle's copies of rows.
const ROWS: &str = "copy2d";

/// `matmul [Batch, 4], [4, 5] -> [Batch, 5]`
fn line_of(operation: &Operation) -> String {
    let inputs = operation
        .inputs
        .iter()
        .map(|shape| record::bracketed(shape));
    let inputs = inputs.collect::<Vec<_>>().join(", ");
    format!("{} {inputs} -> {}", operation.name, operation.results())
}

/// The operations of a pass, and where the operands of the last one come from.
fn told(record: &Record, pass: &Pass<'_>) -> String {
    let operations = pass.operations.iter().map(|&at| &record.operations[at]);
    let own = operations
        .clone()
        .filter(|operation| operation.calls.len() == pass.depth);
    let own: Vec<&Operation> = own.collect();
    let Some(last) = own.last().filter(|_| own.len() == pass.operations.len()) else {
        let last = operations.clone().next_back();
        let results = last.map_or(String::new(), Operation::results);
        return format!("{} operations -> {results}", operations.count());
    };
    let mut lines: Vec<String> = own.iter().map(|operation| line_of(operation)).collect();
    let origins = last
        .inputs
        .iter()
        .zip(&last.from)
        .filter_map(|(shape, from)| {
            let from = match from {
                Some(Origin::Operation(at)) if pass.operations.binary_search(at).is_ok() => {
                    return None;
                }
                Some(Origin::Operation(at)) => told_place(record.operations.get(*at)?)?,
                Some(Origin::Weights(_)) => "weights".to_owned(),
                None => return None,
            };
            Some(format!("  {}: {from}", record::bracketed(shape)))
        });
    lines.extend(origins);
    lines.join("\n")
}

/// `matmul, model.rs:12`
fn told_place(operation: &Operation) -> Option<String> {
    let place = operation.place.as_ref()?;
    let file = Path::new(&place.file).file_name()?.to_string_lossy();
    Some(format!("{}, {file}:{}", operation.name, place.line))
}

fn related(record: &Record, operation: &Operation) -> Vec<(PathBuf, Point, String)> {
    let operands = operation.inputs.iter().zip(&operation.from);
    let related = operands.filter_map(|(shape, from)| {
        let Some(Origin::Operation(at)) = from else {
            return None;
        };
        let from = record.operations.get(*at)?;
        let place = from.place.as_ref()?;
        let (_, path) = record.file(place);
        let text = format!("{} comes from this {}", record::bracketed(shape), from.name);
        Some((path?.to_owned(), point(place), text))
    });
    related.collect()
}

/// `Batch = 3, 5, 8; Seq = 11, 13, 18`
fn sizes(record: &Record) -> String {
    let names = record.names.iter().map(|name| {
        let sizes: Vec<String> = name.sizes.iter().map(u64::to_string).collect();
        format!("{} = {}", name.name, sizes.join(", "))
    });
    names.collect::<Vec<_>>().join("; ")
}
