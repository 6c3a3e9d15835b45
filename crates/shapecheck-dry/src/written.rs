//! The record that a dry run leaves for `cargo shapecheck dry`: a file of JSON for each report.
//!
//! | key | what it is |
//! | --- | --- |
//! | `version` | 1, that of this form |
//! | `package`, `program`, `test`, `at` | what made the dry run, and the line of its call |
//! | `names`, `runs` | each name with the sizes that were tried, those of the first run first, and the number of runs |
//! | `gives` | the shape of the result, or null |
//! | `operations` | those that all runs have, and views, which have `view` and cost nothing: shapes as lists of expressions; `from`, for each operand the operation that it comes from, `"weights"`, or null; `file`, `line`, `column`, `function` and the places of outer `calls` in the list of calls, the outermost first, if a recorder knows them; `within`, which tells the operations of one call of a library apart; `products`, whose sum is the number of multiply-adds |
//! | `memory` | the product of sizes that is the number of its elements, its bytes in the first run, and the first and the last operation at which it is there |
//! | `findings` | the kind, the text, the place, and the `operation`, if there is one |
//! | `calls` | lines that call functions of the program |
//! | `files` | each file that is mentioned, its path, the FNV-1a hash of its text, and the lower half of that of each of its `lines` |

use std::collections::{BTreeMap, HashMap, HashSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread;

use shapecheck::dry::{Row as Cost, json_text};

use crate::line::{Call, hash, shown};
use crate::views::{Listed, listed};
use crate::{Finding, Report, Row, cost, fit};

/// The folder of the records.
const VARIABLE: &str = "SHAPECHECK_DRY_RECORDS";

/// Writes the record of a report into the folder that the variable names. Without the variable, or for a report that was
/// skipped, it writes nothing.
pub(crate) fn leave(report: &Report) {
    let Some(folder) = env::var_os(VARIABLE) else {
        return;
    };
    if report.skipped.is_some() {
        return;
    }
    let test = Test::of(report);
    let path = Path::new(&folder).join(test.file_name());
    let written = fs::create_dir_all(&folder).and_then(|()| write(&path, &text(report, &test)));
    if let Err(error) = written {
        let line = format!(
            "cannot write the record {} of a dry run: {error}\n",
            path.display()
        );
        // A closed standard error is not a reason to fail.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Writes a file that is there whole or not at all.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = OsString::from(path);
    beside.push(format!(".{}", process::id()));
    let beside = PathBuf::from(beside);
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// What made the dry run.
struct Test {
    package: String,
    program: String,
    /// The name of the test, or the line of the call where the program does not tell it.
    name: String,
    /// How many dry runs it made before.
    earlier: usize,
}

impl Test {
    fn of(report: &Report) -> Self {
        static KNOWN: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
        // A test has a thread of its name, unless there is one thread for all of them.
        let name = thread::current().name().map(str::to_owned);
        let name = name
            .filter(|name| name != "main")
            .unwrap_or_else(|| format!("{}:{}", report.at.file(), report.at.line()));
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let count = known.entry(name.clone()).or_default();
        *count += 1;
        Self {
            package: env::var("CARGO_PKG_NAME").unwrap_or_default(),
            program: program(),
            name,
            earlier: *count - 1,
        }
    }

    /// `models-shapes-a_classifier.json`, and `models-shapes-a_classifier-2.json` for its second dry run.
    fn file_name(&self) -> String {
        let all = format!("{}-{}-{}", self.package, self.program, self.name);
        let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let plain: String = all
            .chars()
            .map(|c| if is_plain(c) { c } else { '.' })
            .collect();
        match self.earlier {
            0 => format!("{plain}.json"),
            earlier => format!("{plain}-{}.json", earlier + 1),
        }
    }
}

/// The name of the program, without what cargo adds to it: `shapes` of `shapes-0123456789abcdef`.
fn program() -> String {
    let path = env::current_exe().unwrap_or_default();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_hash =
        |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    match name.rsplit_once('-') {
        Some((name, hash)) if is_hash(hash) => name.to_owned(),
        _ => name.into_owned(),
    }
}

/// The text of the record.
fn text(report: &Report, test: &Test) -> String {
    let mut seen = Seen::default();
    let summary = report.summary();
    let costs = summary.as_ref().map_or(&[][..], |summary| &summary.rows);
    let weights = cost::weights(&report.rows);
    let listed = listed(report);
    let mut origins = Origins::default();
    let operations = listed.iter().map(|listed| {
        let row = listed.row();
        let from = origins.of(row, &weights);
        let text = operation(row, &from, &mut seen);
        match listed {
            Listed::Row(..) => text + &priced(row, costs.get(row.place), &weights) + "}",
            Listed::View(_) => {
                text + ", \"view\": true, \"parameters\": 0, \"multiply_adds\": 0, \"products\": [], \"bytes\": 0}"
            }
        }
    });
    let operations: Vec<String> = operations.collect();
    let findings = report.findings();
    let findings: Vec<String> = { findings.iter() }
        .map(|it| finding(it, &listed, &mut seen))
        .collect();
    let names = report.names.iter().enumerate().map(|(place, name)| {
        let mut sizes: Vec<usize> = Vec::new();
        for run in &report.runs {
            if !sizes.contains(&run.sizes[place]) {
                sizes.push(run.sizes[place]);
            }
        }
        format!("{{\"name\": {}, \"sizes\": {sizes:?}}}", json_text(name))
    });
    let names: Vec<String> = names.collect();
    let gives = report.result.as_ref();
    format!(
        "{{\"version\": 1,\n\"package\": {},\n\"program\": {},\n\"test\": {},\n\"at\": {},\n\"names\": [{}],\n\
         \"runs\": {},\n\"gives\": {},\n\"operations\": [\n{}\n],\n\"memory\": [\n{}\n],\n\"findings\": [\n{}\n],\n\"calls\": [\n{}\n],\n\"files\": [\n{}\n]}}\n",
        json_text(&test.package),
        json_text(&test.program),
        json_text(&test.name),
        json_text(&report.at.to_string()),
        names.join(", "),
        report.runs.len(),
        gives.map_or("null".to_owned(), |shape| list(
            shape.iter().map(|size| json_text(size))
        )),
        operations.join(",\n"),
        memory(report, &listed, &weights).join(",\n"),
        findings.join(",\n"),
        seen.calls.join(",\n"),
        seen.files().join(",\n"),
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// An operation without its end: its shapes and where it is.
fn operation(row: &Row, from: &str, seen: &mut Seen) -> String {
    let shapes = |shapes: &[Vec<String>]| {
        list({ shapes.iter() }.map(|shape| list(shape.iter().map(|size| json_text(size)))))
    };
    let operation = row.operation();
    let mut text = format!(
        "{{\"name\": {}, \"inputs\": {}, \"outputs\": {}{from}",
        json_text(&operation.name),
        shapes(&row.inputs),
        shapes(&row.outputs),
    );
    if let Some(line) = &operation.line {
        let trace = line.trace();
        if let Some((own, outer)) = trace.calls.split_last() {
            let outer = outer.iter().map(|call| seen.call(call));
            let outer = list(outer.map(|place| place.to_string()));
            text += &format!(
                ", {}, \"function\": {}, \"calls\": {outer}, \"within\": \"{:016x}\"",
                seen.place(&own.place),
                json_text(&own.function),
                trace.within,
            );
        }
    }
    if row.is_made_up() {
        text += ", \"made_up\": true";
    }
    text
}

/// What an operation costs in the first run that succeeded.
fn priced(row: &Row, cost: Option<&Cost>, weights: &HashSet<u64>) -> String {
    let Some(cost) = cost else {
        return String::new();
    };
    let all: Vec<&Vec<String>> = row.inputs.iter().chain(&row.outputs).collect();
    let size = |&(shape, axis): &cost::Place| all.get(shape).and_then(|shape| shape.get(axis));
    let products = row
        .operation()
        .multiply_adds(|memory| weights.contains(&memory.id));
    let products = products.iter().map(|places| {
        // The size of an axis that not all runs have is not known.
        let size = |place| json_text(size(place).map_or("_", |size| size));
        list(places.iter().map(size))
    });
    format!(
        ", \"parameters\": {}, \"multiply_adds\": {}, \"products\": {}, \"bytes\": {}",
        cost.parameters,
        cost.multiply_adds,
        list(products),
        cost.bytes,
    )
}

/// The operations that memory was made by or looked at, by their numbers.
#[derive(Default)]
struct Origins {
    known: HashMap<u64, Vec<(usize, Vec<String>)>>,
    /// Memory that an operation has made.
    made: HashSet<u64>,
    /// The number of operations.
    count: usize,
}

impl Origins {
    /// Where the operands of the next operation come from, if its memory is known: `, "from": [3, "weights", null]`.
    fn of(&mut self, row: &Row, weights: &HashSet<u64>) -> String {
        let operation = row.operation();
        let operands = row.inputs.iter().zip(operation.operands());
        let from = operands.map(|(shape, memory)| {
            let known = self.known.get(&memory.id).map_or(&[][..], Vec::as_slice);
            let last = known.iter().rev();
            let same = last.clone().find(|(_, seen)| seen == shape);
            // An axis that is stretched is read as one of 1.
            let is_stretched = |seen: &[String]| {
                let mut axes = seen.iter().zip(shape);
                seen.len() == shape.len() && axes.all(|(seen, read)| seen == read || read == "1")
            };
            let stretched = || last.clone().find(|(_, seen)| is_stretched(seen));
            let same = same.or_else(stretched);
            // A view of what came from outside is not where another view of it comes from.
            let is_made = self.made.contains(&memory.id);
            let made = || last.clone().next().filter(|_| is_made);
            match (same.or_else(made), weights.contains(&memory.id)) {
                (Some((number, _)), _) => number.to_string(),
                (None, true) => "\"weights\"".to_owned(),
                (None, false) => "null".to_owned(),
            }
        });
        let from = match operation.memory.is_empty() {
            true => String::new(),
            false => format!(", \"from\": {}", list(from)),
        };
        let operands: Vec<u64> = operation.operands().iter().map(|it| it.id).collect();
        for (shape, memory) in row.outputs.iter().zip(operation.results()) {
            if !operands.contains(&memory.id) {
                self.made.insert(memory.id);
            }
            let known = self.known.entry(memory.id).or_default();
            known.push((self.count, shape.clone()));
        }
        self.count += 1;
        from
    }
}

/// A memory of the first run that succeeded, by the rows between which it is there.
struct Kept {
    elements: Vec<String>,
    bytes: u64,
    from: usize,
    to: usize,
    is_weights: bool,
}

/// The memory that the rows use: the product of sizes that is the number of its elements, its bytes with the sizes of the first run,
/// and the first and the last row at which it is there.
fn memory(report: &Report, listed: &[Listed<'_>], weights: &HashSet<u64>) -> Vec<String> {
    let Some(run) = report.good().next() else {
        return Vec::new();
    };
    let operations = &run.record.operations;
    let end = report.rows.len().saturating_sub(1);
    let mut all: Vec<Kept> = Vec::new();
    let mut known: HashMap<u64, usize> = HashMap::new();
    for (at, row) in report.rows.iter().enumerate() {
        let operation = row.operation();
        for (place, memory) in operation.memory.iter().enumerate() {
            let is_weights = weights.contains(&memory.id);
            let is_made = place >= row.inputs.len();
            let index = *known.entry(memory.id).or_insert_with(|| {
                all.push(Kept {
                    elements: elements(row, place),
                    bytes: memory.bytes,
                    from: if is_made && !is_weights { at } else { 0 },
                    to: end,
                    is_weights,
                });
                all.len() - 1
            });
            if operation.freed.is_none() && !is_weights {
                all[index].to = at;
            }
        }
    }
    let mut rows = report.rows.iter().peekable();
    let mut before = 0;
    for (place, operation) in operations.iter().enumerate() {
        for id in operation.freed.iter().flatten() {
            let kept = known.get(id).map(|&index| &mut all[index]);
            // What is freed before the first row is not there at any.
            if let Some(kept) = kept.filter(|kept| !kept.is_weights) {
                kept.to = before.max(kept.from + 1) - 1;
            }
        }
        before += usize::from(rows.next_if(|row| row.place == place).is_some());
    }
    // Views stand between the rows.
    let places = listed
        .iter()
        .enumerate()
        .filter_map(|(at, listed)| match listed {
            Listed::Row(..) => Some(at),
            Listed::View(_) => None,
        });
    let places: Vec<usize> = places.collect();
    let place = |row: usize| places.get(row).copied().unwrap_or(row);
    let texts = all.iter().map(|kept| {
        format!(
            "{{\"elements\": {}, \"bytes\": {}, \"from\": {}, \"to\": {}, \"weights\": {}}}",
            list(kept.elements.iter().map(|size| json_text(size))),
            kept.bytes,
            place(kept.from),
            place(kept.to),
            kept.is_weights,
        )
    });
    texts.collect()
}

/// The sizes whose product is the number of elements in a memory, by a tensor that has all of it. A tensor that is a part of one
/// that was there before does not tell it.
fn elements(row: &Row, place: usize) -> Vec<String> {
    let shape = row.inputs.iter().chain(&row.outputs).nth(place);
    let of_run = |run: &crate::Operation| {
        let shape = run.shapes().nth(place)?.iter();
        let product = shape.fold(1, |all: u64, &size| all.saturating_mul(size as u64));
        Some((product, run.memory.get(place)?.elements))
    };
    let of_runs: Option<Vec<(u64, u64)>> = row.of_runs.iter().map(|run| of_run(run)).collect();
    let of_runs = of_runs.unwrap_or_default();
    match (shape, of_runs.first()) {
        (Some(shape), _) if of_runs.iter().all(|(product, all)| product == all) => shape.clone(),
        (_, Some((_, first))) if of_runs.iter().all(|(_, all)| all == first) => {
            vec![first.to_string()]
        }
        _ => vec![fit::UNKNOWN.to_owned()],
    }
}

fn finding(finding: &Finding, listed: &[Listed<'_>], seen: &mut Seen) -> String {
    let place = finding.line.as_ref().map(|line| seen.place(line));
    // The text of what is found in a row ends with it.
    let is_of = |listed: &Listed<'_>| {
        let row = listed.row();
        finding.line == row.operation().line() && finding.text.ends_with(&row.to_string())
    };
    let operation = listed.iter().position(is_of);
    format!(
        "{{\"kind\": \"{:?}\", \"text\": {}{}{}}}",
        finding.kind,
        json_text(&finding.text),
        place.map_or(String::new(), |place| format!(", {place}")),
        operation.map_or(String::new(), |at| format!(", \"operation\": {at}")),
    )
}

/// The calls and files that are mentioned.
#[derive(Default)]
struct Seen {
    calls: Vec<String>,
    known: HashMap<Call, usize>,
    /// The path of each file, as it is reported and as it was found.
    files: BTreeMap<String, String>,
}

impl Seen {
    /// The number of a call in the list of them.
    fn call(&mut self, call: &Call) -> usize {
        if let Some(&place) = self.known.get(call) {
            return place;
        }
        let function = json_text(&call.function);
        let text = format!("{{{}, \"function\": {function}}}", self.place(&call.place));
        self.calls.push(text);
        self.known.insert(call.clone(), self.calls.len() - 1);
        self.calls.len() - 1
    }

    /// `"file": "src/model.rs", "line": 12, "column": 9`
    fn place(&mut self, place: &str) -> String {
        let (full, line, column) = parts(place);
        let (file, ..) = parts(shown(place));
        let known = self.files.entry(file.to_owned()).or_default();
        // That of a finding may be the short one of a file of the registry.
        if known.is_empty() || full != file {
            full.clone_into(known);
        }
        format!(
            "\"file\": {}, \"line\": {line}, \"column\": {column}",
            json_text(file)
        )
    }

    /// Each file with its path on this machine and the hash of its text, or nulls if it cannot be read.
    fn files(&self) -> Vec<String> {
        let folder = env::current_dir().unwrap_or_default();
        let files = self.files.iter().map(|(name, path)| {
            let path = folder.join(path.trim_start_matches("./"));
            let [path, hash, lines] = match fs::read(&path) {
                Ok(text) => [
                    json_text(&path.to_string_lossy()),
                    format!("\"{:016x}\"", hash(&text)),
                    format!("\"{}\"", lines(&text)),
                ],
                Err(_) => ["null"; 3].map(str::to_owned),
            };
            format!(
                "{{\"name\": {}, \"path\": {path}, \"hash\": {hash}, \"lines\": {lines}}}",
                json_text(name)
            )
        });
        files.collect()
    }
}

/// Eight digits for each line: they tell which lines of a file that has changed are the same.
fn lines(text: &[u8]) -> String {
    let lines = text
        .strip_suffix(b"\n")
        .unwrap_or(text)
        .split(|&byte| byte == b'\n');
    let digits = lines.map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        format!("{:08x}", hash(line) & 0xffff_ffff)
    });
    digits.collect()
}

/// `("src/model.rs", 12, 9)` of `src/model.rs:12:9`
fn parts(place: &str) -> (&str, usize, usize) {
    let number = |text: &str| {
        let (before, number) = text.rsplit_once(':')?;
        Some((before.len(), number.parse::<usize>().ok()?))
    };
    let Some((end, last)) = number(place) else {
        return (place, 0, 0);
    };
    match number(&place[..end]) {
        Some((file, line)) => (&place[..file], line, last),
        None => (&place[..end], last, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Memory, Operation, Record, dry, values};

    fn report() -> Report {
        let report = dry(values(["Batch"]), |sizes| {
            let batch = sizes["Batch"];
            let mut product =
                Operation::new("matmul", [vec![batch, 64], vec![64, 10]], [vec![batch, 10]]);
            let stack = "   1: model::forward\n  at ./src/line.rs:3:9\n   2: model::run\n  at ./src/lib.rs:7:5\n";
            product.line = Some(Line::of_stack(stack, &[]));
            let mut sum = Operation::new("sum", [vec![batch, 10]], [vec![1, 10]]);
            sum.line = Some(Line::from("nowhere.rs:4"));
            Record::new([product, sum], Ok(vec![1, 10]))
        });
        report.keep_apart("Batch")
    }

    #[test]
    fn a_record() {
        let report = report();
        let test = Test::of(&report);
        assert_eq!(test.name, "written::tests::a_record");
        let folder = env::current_dir().unwrap();
        let file = |name: &str| {
            let path = folder.join("src").join(name);
            let text = fs::read(&path).unwrap();
            let path = json_text(&path.to_string_lossy());
            let (hash, lines) = (hash(&text), lines(&text));
            format!(
                "{{\"name\": \"src/{name}\", \"path\": {path}, \"hash\": \"{hash:016x}\", \"lines\": \"{lines}\"}}"
            )
        };
        let expected = format!(
            r#""names": [{{"name": "Batch", "sizes": [3, 5, 8]}}],
"runs": 3,
"gives": ["1", "10"],
"operations": [
{{"name": "matmul", "inputs": [["Batch", "64"], ["64", "10"]], "outputs": [["Batch", "10"]], "file": "src/line.rs", "line": 3, "column": 9, "function": "model::forward", "calls": [0], "within": "cbf29ce484222325", "parameters": 0, "multiply_adds": 1920, "products": [["Batch", "10", "64"]], "bytes": 0}},
{{"name": "sum", "inputs": [["Batch", "10"]], "outputs": [["1", "10"]], "file": "nowhere.rs", "line": 4, "column": 0, "function": "", "calls": [], "within": "0000000000000000", "parameters": 0, "multiply_adds": 0, "products": [], "bytes": 0}}
],
"memory": [

],
"findings": [
{{"kind": "Mixed", "text": "sum makes one of Batch: sum [Batch, 10] -> [1, 10]", "file": "nowhere.rs", "line": 4, "column": 0, "operation": 1}}
],
"calls": [
{{"file": "src/lib.rs", "line": 7, "column": 5, "function": "model::run"}}
],
"files": [
{{"name": "nowhere.rs", "path": null, "hash": null, "lines": null}},
{},
{}
]}}
"#,
            file("lib.rs"),
            file("line.rs"),
        );
        let text = text(&report, &test);
        assert!(text.ends_with(&expected), "{text}");
    }

    /// A product whose operands are there before, and `exp` of its result, which frees the input in between.
    #[test]
    fn memory_is_there_between_rows() {
        let report = dry(values(["Batch"]), |sizes| {
            let batch = sizes["Batch"];
            let tensor = |id, shape: [usize; 2]| {
                let elements = (shape[0] * shape[1]) as u64;
                let bytes = 4 * elements;
                let memory = Memory {
                    id,
                    elements,
                    bytes,
                    can_be_weights: id < 2,
                };
                (shape.to_vec(), memory)
            };
            let [x, weights, made] = [(0, [batch, 64]), (1, [64, 10]), (2, [batch, 10])]
                .map(|(id, shape)| tensor(id, shape));
            let last = tensor(3, [batch, 10]);
            let mut product = Operation::new("matmul", [x.0, weights.0], [made.0.clone()]);
            product.memory = vec![x.1, weights.1, made.1];
            product.freed = Some(Vec::new());
            let mut exp = Operation::new("exp", [made.0], [last.0]);
            exp.memory = vec![made.1, last.1];
            exp.freed = Some(vec![0]);
            Record::new([product, exp], Ok(vec![batch, 10]))
        });
        let weights = cost::weights(&report.rows);
        let expected = [
            r#"{"elements": ["Batch", "64"], "bytes": 768, "from": 0, "to": 0, "weights": false}"#,
            r#"{"elements": ["64", "10"], "bytes": 2560, "from": 0, "to": 1, "weights": true}"#,
            r#"{"elements": ["Batch", "10"], "bytes": 120, "from": 0, "to": 1, "weights": false}"#,
            r#"{"elements": ["Batch", "10"], "bytes": 120, "from": 1, "to": 1, "weights": false}"#,
        ];
        let rows = listed(&report);
        assert_eq!(memory(&report, &rows, &weights), expected);
        // The same as the table says, whose peak is before the input is freed.
        assert_eq!(report.summary().unwrap().peak, 768 + 2560 + 120);
    }

    /// A transpose before the second of two operations.
    #[test]
    fn views_are_in_the_record_and_cost_nothing() {
        let report = dry(values(["Batch"]), |sizes| {
            let batch = sizes["Batch"];
            let memory = |id, can_be_weights| Memory {
                id,
                elements: 64,
                bytes: 256,
                can_be_weights,
            };
            let mut exp = Operation::new("exp", [vec![batch, 64]], [vec![batch, 64]]);
            exp.memory = vec![memory(0, false), memory(1, false)];
            let mut view = Operation::new("transpose", [vec![batch, 64]], [vec![64, batch]]);
            view.memory = vec![memory(1, false); 2];
            view.is_view = true;
            let mut product =
                Operation::new("matmul", [vec![10, 64], vec![64, batch]], [vec![10, batch]]);
            product.memory = vec![memory(2, true), memory(1, false), memory(3, false)];
            Record::new([exp, view, product], Ok(vec![10, batch]))
        });
        let table = [
            "exp [Batch, 64] -> [Batch, 64]",
            "matmul [10, 64], [64, Batch] -> [10, Batch]",
        ];
        assert_eq!(report.table(), table);
        assert_eq!(report.summary().unwrap().rows.len(), 2);
        let text = text(&report, &Test::of(&report));
        for part in [
            r#"{"name": "exp", "inputs": [["Batch", "64"]], "outputs": [["Batch", "64"]], "from": [null], "#,
            r#"{"name": "transpose", "inputs": [["Batch", "64"]], "outputs": [["64", "Batch"]], "from": [0], "view": true, "parameters": 0"#,
            r#"{"name": "matmul", "inputs": [["10", "64"], ["64", "Batch"]], "outputs": [["10", "Batch"]], "from": ["weights", 1], "parameters": 64"#,
            // Until the product, which stands after the view.
            r#"{"elements": ["64"], "bytes": 256, "from": 0, "to": 2, "weights": false}"#,
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn files_of_one_test_have_other_names() {
        let name = |earlier| {
            let [package, program] = ["models", "shapes"].map(str::to_owned);
            let name = "layers::a_test".to_owned();
            Test {
                package,
                program,
                name,
                earlier,
            }
            .file_name()
        };
        assert_eq!(name(0), "models-shapes-layers..a_test.json");
        assert_eq!(name(1), "models-shapes-layers..a_test-2.json");
    }

    #[test]
    fn a_file_is_there_whole() {
        let folder = env::temp_dir().join(format!("shapecheck-dry-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        for text in ["{}", "[]"] {
            write(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn places() {
        assert_eq!(parts("src/model.rs:12:9"), ("src/model.rs", 12, 9));
        assert_eq!(parts("C:/model.rs:12:9"), ("C:/model.rs", 12, 9));
        assert_eq!(parts("src/model.rs:12"), ("src/model.rs", 12, 0));
        assert_eq!(parts("src/model.rs"), ("src/model.rs", 0, 0));
    }
}
