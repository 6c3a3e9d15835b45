//! The source with the shapes of its operations beside it, and the findings under their lines.
//!
//! ```text
//! src/lib.rs
//! 6      let scores = softmax_last_dim(&query.matmul(&key.t()?)?)?;            [Batch, 4, Seq, Seq]
//! 8      mixed.reshape((batch, tokens, heads * width))                            [Batch, Seq, 64]
//!        ^ a reshape puts other elements along Seq, as if axes were swapped: ..
//! ```
//!
//! The shape beside a line is that of the last operation that one pass over it does, itself or in a function that it calls.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::passes::{Shapes, passes};
use super::record::{File, Record};

/// Lines that stand around those with shapes where no file is asked for.
const AROUND: usize = 2;
/// The width of Markdown, and that of a terminal that tells none.
const WIDTH: usize = 100;

/// What is asked for.
pub(super) struct Annotate {
    pub(super) part: Option<Part>,
    pub(super) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Format {
    Text,
    Markdown,
    Json,
}

/// A file, or some of its lines.
#[derive(Debug, PartialEq)]
pub(super) struct Part {
    pub(super) file: PathBuf,
    pub(super) lines: Option<(usize, usize)>,
}

impl Part {
    /// `src/model.rs`, `src/model.rs:40` and `src/model.rs:40-80`
    pub(super) fn of(argument: &OsStr) -> Self {
        let text = argument.to_string_lossy();
        let lines = text.rsplit_once(':').and_then(|(file, lines)| {
            let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
            Some((file, (from.parse().ok()?, to.parse().ok()?)))
        });
        match lines {
            Some((file, lines)) => Self {
                file: file.into(),
                lines: Some(lines),
            },
            None => Self {
                file: argument.into(),
                lines: None,
            },
        }
    }

    /// Whether it is this file, which may be named from another folder.
    fn is(&self, source: &Source) -> bool {
        let same =
            || Some(fs::canonicalize(&self.file).ok()? == fs::canonicalize(&source.path).ok()?);
        same() == Some(true) || Path::new(&source.name).ends_with(&self.file)
    }
}

/// A file of the source.
struct Source {
    /// The path as it is reported.
    name: String,
    path: PathBuf,
    text: String,
    /// Whether the text is another one than that which ran.
    is_changed: bool,
    notes: BTreeMap<usize, Note>,
}

/// What is said of a line.
#[derive(Default)]
struct Note {
    shapes: Shapes,
    findings: Vec<String>,
}

/// The sources of some records.
struct Sources {
    files: Vec<Source>,
    /// Findings of no line.
    findings: Vec<String>,
    /// The operations of no line, and all.
    without: usize,
    operations: usize,
    tests: Vec<String>,
}

impl Annotate {
    pub(super) fn of(part: Option<Part>) -> Self {
        Self {
            part,
            format: Format::Text,
        }
    }

    /// What is printed.
    pub(super) fn text(&self, records: &[Record]) -> Result<String, String> {
        let mut sources = Sources::of(records);
        match &self.part {
            Some(part) => {
                let names = sources.names();
                sources.files.retain(|source| part.is(source));
                if sources.files.is_empty() {
                    return Err(format!(
                        "no operation has a line in {}: there are lines in {names}",
                        part.file.display()
                    ));
                }
            }
            None => sources.leave_out_registry(),
        }
        let lines = self
            .part
            .as_ref()
            .map(|part| part.lines.unwrap_or((1, usize::MAX)));
        Ok(match self.format {
            Format::Text => sources.plain(lines, width()),
            Format::Markdown => sources.markdown(lines),
            Format::Json => sources.json(lines),
        })
    }
}

/// Whether a file is that of a package of the registry, which the user did not write.
fn is_of_registry(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "registry")
}

impl Sources {
    fn of(records: &[Record]) -> Self {
        // Packages of a workspace have files of the same name.
        let mut notes: BTreeMap<(&str, Option<&Path>), BTreeMap<usize, Note>> = BTreeMap::new();
        let mut sources = Self {
            files: Vec::new(),
            findings: Vec::new(),
            without: 0,
            operations: 0,
            tests: records.iter().map(|record| record.test.clone()).collect(),
        };
        for record in records {
            sources.operations += record.operations.len();
            sources.without += { record.operations.iter() }
                .filter(|it| it.place.is_none())
                .count();
            for pass in passes(record, |place| place.line) {
                let shapes = pass
                    .operations
                    .iter()
                    .rev()
                    .map(|&at| record.operations[at].results());
                if let Some(shapes) = { shapes }.find(|shapes| !shapes.is_empty()) {
                    let lines = notes.entry(record.file(pass.place)).or_default();
                    lines.entry(pass.place.line).or_default().shapes.add(shapes);
                }
            }
            for finding in &record.findings {
                let all = match &finding.place {
                    Some(place) => {
                        let lines = notes.entry(record.file(place)).or_default();
                        &mut lines.entry(place.line).or_default().findings
                    }
                    None => &mut sources.findings,
                };
                if !all.contains(&finding.text) {
                    all.push(finding.text.clone());
                }
            }
        }
        for ((name, path), notes) in notes {
            let files = records.iter().flat_map(|record| &record.files);
            let known = files.filter(|file| file.path.as_deref() == path);
            match path.and_then(|path| Source::of(name, path, known)) {
                Some(source) => sources.files.push(Source { notes, ..source }),
                None => sources.findings.extend(findings(name, &notes)),
            }
        }
        sources
    }
}

impl Source {
    /// A file without notes. `None` if it cannot be read, as that of another machine.
    fn of<'a>(name: &str, path: &Path, mut known: impl Iterator<Item = &'a File>) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        Some(Self {
            is_changed: known.any(|file| file.differs(&text)),
            name: by_folder(name, path),
            path: path.to_owned(),
            text,
            notes: BTreeMap::new(),
        })
    }

    /// The lines to print, and whether some are left out before each.
    fn lines(&self, range: Option<(usize, usize)>) -> Vec<(usize, &str, bool)> {
        let is_near = |line: usize| {
            let near = line.saturating_sub(AROUND)..=line + AROUND;
            self.notes.range(near).next().is_some()
        };
        let is_shown = |line: usize| match range {
            Some((from, to)) => (from..=to).contains(&line),
            None => is_near(line),
        };
        let all = self
            .text
            .lines()
            .enumerate()
            .map(|(at, text)| (at + 1, text));
        let mut shown: Vec<(usize, &str, bool)> = Vec::new();
        for (line, text) in all.filter(|(line, _)| is_shown(*line)) {
            let is_cut = shown.last().is_some_and(|last| last.0 + 1 < line);
            shown.push((line, text, is_cut));
        }
        shown
    }

    /// The lines with their notes, in this width.
    fn noted(&self, range: Option<(usize, usize)>, width: usize, form: Format) -> Vec<String> {
        let lines = self.lines(range);
        let digits = lines.last().map_or(0, |line| line.0.to_string().len());
        let comment = match form {
            Format::Markdown => "// ",
            _ => "",
        };
        let mut printed = Vec::new();
        for (line, text, is_cut) in lines {
            let text = text.replace('\t', "    ");
            let text = match form {
                Format::Markdown => text,
                _ => format!("{line:>digits$}  {text}"),
            };
            printed.extend(is_cut.then(|| "..".to_owned()));
            let note = self.notes.get(&line);
            let shape = note.map_or(String::new(), |note| note.shapes.text());
            let shape = match shape.is_empty() {
                true => shape,
                false => format!("{comment}{shape}"),
            };
            printed.extend(beside(text.trim_end(), &shape, width));
            let own = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let indent = " ".repeat(text.chars().count() - own.chars().count());
            for finding in note.iter().flat_map(|note| &note.findings) {
                let mut start = format!("{indent}{comment}^ ");
                for part in wrapped(finding, width.saturating_sub(start.chars().count())) {
                    printed.push(format!("{start}{part}"));
                    start = format!("{indent}{comment}  ");
                }
            }
        }
        printed
    }
}

/// A text with another one at the right edge, or below it if both do not fit.
fn beside(text: &str, shape: &str, width: usize) -> Vec<String> {
    let (own, other) = (text.chars().count(), shape.chars().count());
    if shape.is_empty() {
        return vec![text.to_owned()];
    }
    match own + 2 + other <= width {
        true => vec![format!("{text}{shape:>0$}", width - own)],
        false => vec![text.to_owned(), format!("{shape:>width$}")],
    }
}

/// A text in lines of this width. A word that is longer stays whole.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The name of a file from the folder of the command: that of a test is its package's.
fn by_folder(name: &str, path: &Path) -> String {
    let folder = env::current_dir().unwrap_or_default();
    match path.strip_prefix(&folder) {
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(_) => name.to_owned(),
    }
}

/// The findings of a file that is not shown.
fn findings(name: &str, notes: &BTreeMap<usize, Note>) -> Vec<String> {
    let all = notes.iter().flat_map(|(line, note)| {
        let told = move |finding: &String| format!("{finding}, at {name}:{line}");
        note.findings.iter().map(told)
    });
    all.collect()
}

impl Sources {
    /// Leaves out files of packages that the user did not write, but not what was found there.
    fn leave_out_registry(&mut self) {
        let files = std::mem::take(&mut self.files);
        let (others, own): (Vec<Source>, Vec<Source>) =
            { files.into_iter() }.partition(|source| is_of_registry(&source.path));
        self.files = own;
        let found = others
            .iter()
            .flat_map(|source| findings(&source.name, &source.notes));
        self.findings.extend(found);
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.files.iter().map(|source| &*source.name).collect();
        match &names[..] {
            [] => "no file".to_owned(),
            names => names.join(", "),
        }
    }

    /// What has no line.
    fn rest(&self) -> Vec<String> {
        let findings = self.findings.iter().map(|finding| format!("- {finding}"));
        let mut rest: Vec<String> = findings.collect();
        if self.without > 0 {
            rest.push(format!(
                "{} of {} operations have no line: builds with debug information have them",
                self.without, self.operations,
            ));
        }
        rest
    }

    fn plain(&self, range: Option<(usize, usize)>, width: usize) -> String {
        let mut parts = Vec::new();
        for source in &self.files {
            let mut lines = vec![source.title()];
            lines.extend(source.noted(range, width, Format::Text));
            parts.push(lines.join("\n") + "\n");
        }
        let rest = self.rest();
        if !rest.is_empty() {
            parts.push(rest.join("\n") + "\n");
        }
        parts.join("\n")
    }

    fn markdown(&self, range: Option<(usize, usize)>) -> String {
        let mut parts = Vec::new();
        for source in &self.files {
            let code = source.noted(range, WIDTH, Format::Markdown).join("\n");
            // Longer than any in documentation comments.
            let mut fence = "```".to_owned();
            while code.contains(&fence) {
                fence.push('`');
            }
            parts.push(format!(
                "`{}`\n\n{fence}rust\n{code}\n{fence}\n",
                source.title()
            ));
        }
        let rest = self.rest();
        if !rest.is_empty() {
            parts.push(rest.join("\n\n") + "\n");
        }
        parts.join("\n")
    }

    fn json(&self, range: Option<(usize, usize)>) -> String {
        let (from, to) = range.unwrap_or((1, usize::MAX));
        let files = self.files.iter().map(|source| {
            let lines = source.notes.iter().filter(|(line, _)| (from..=to).contains(*line));
            let lines = lines.map(|(line, note)| {
                json!({"line": line, "shapes": note.shapes.distinct, "calls": note.shapes.calls, "findings": note.findings})
            });
            json!({
                "file": source.name,
                "path": source.path,
                "changed": source.is_changed,
                "lines": lines.collect::<Value>(),
            })
        });
        let all = json!({
            "tests": self.tests,
            "files": files.collect::<Value>(),
            "findings": self.findings,
            "operations": self.operations,
            "without_line": self.without,
        });
        format!("{all}\n")
    }
}

impl Source {
    fn title(&self) -> String {
        match self.is_changed {
            true => format!(
                "{}, changed since the run: shapes may stand beside other lines",
                self.name
            ),
            false => self.name.clone(),
        }
    }
}

/// The width of the terminal.
fn width() -> usize {
    let told = env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let asked = || {
        if !io::stdout().is_terminal() {
            return None;
        }
        // The terminal of its standard input is the one that is asked.
        let mut command = Command::new("stty");
        let output = command.arg("size").stdin(Stdio::inherit()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    told.or_else(asked)
        .filter(|&width| width > 0)
        .unwrap_or(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dry::hash_of;
    use crate::dry::record::parsed;

    const SOURCE: &str = "\
fn forward(x: &Tensor) -> Result<Tensor> {
    let hidden = softmax(&x.matmul(weights)?)?;
    for layer in &layers {
        layer.run(&hidden)?;
        layer.end(&hidden)?;
    }
}

fn run(x: &Tensor) -> Result<Tensor> {
    let long_name_of_a_tensor = some_function(x)?.relu()?.exp()?;
    x.relu()
}

fn other() {}
";

    /// An operation of a line, by the call of this number.
    fn operation(
        name: &str,
        output: &[&str],
        line: usize,
        column: usize,
        calls: &[usize],
    ) -> Value {
        json!({
            "name": name, "inputs": [], "outputs": [output], "file": "model.rs", "line": line, "column": column,
            "function": "f", "calls": calls, "within": "0",
        })
    }

    /// A record of a file that has this text now.
    fn record(folder: &Path, operations: &[Value], findings: &Value, now: &str) -> Record {
        let path = folder.join("model.rs");
        fs::write(&path, now).unwrap();
        let hash = format!("{:016x}", hash_of(SOURCE));
        let calls = [4, 5].map(|line| json!({"file": "model.rs", "line": line, "column": 15}));
        let record = json!({
            "version": 1, "test": "a", "operations": operations, "findings": findings, "calls": calls,
            "files": [{"name": "model.rs", "path": path, "hash": hash}],
        });
        parsed(&record.to_string()).unwrap()
    }

    fn model(folder: &Path, now: &str) -> Record {
        let square = ["Batch", "Seq", "Seq"];
        let mut operations = vec![
            operation("matmul", &square, 2, 28, &[]),
            operation("max", &["Batch", "Seq", "1"], 2, 18, &[]),
            operation("sub", &square, 2, 18, &[]),
        ];
        // A loop calls a function three times, of which two give the same.
        for size in ["1", "2", "2"] {
            operations.push(operation("relu", &["Batch", size], 11, 7, &[0]));
        }
        // A loop in one call, which another operation comes before.
        operations.push(operation("sqr", &["Batch"], 14, 1, &[1]));
        for size in ["4", "5"] {
            operations.push(operation("exp", &["Batch", size], 10, 50, &[1]));
        }
        operations.push(json!({"name": "copy", "inputs": [], "outputs": [["Batch"]]}));
        let findings = json!([
            {"kind": "Mixed", "text": "max makes one of Batch", "file": "model.rs", "line": 2, "column": 18},
            {"kind": "Signature", "text": "the model gives [Batch]"},
        ]);
        record(folder, &operations, &findings, now)
    }

    #[track_caller]
    fn text(annotate: &Annotate, record: Record, width: usize) -> String {
        let mut sources = Sources::of(&[record]);
        for source in &mut sources.files {
            source.name = "model.rs".to_owned();
        }
        let lines = annotate
            .part
            .as_ref()
            .map(|part| part.lines.unwrap_or((1, usize::MAX)));
        match annotate.format {
            Format::Text => sources.plain(lines, width),
            Format::Markdown => sources.markdown(lines),
            Format::Json => sources.json(lines),
        }
    }

    #[test]
    fn shapes_stand_in_the_right_margin() {
        let folder = tempfile::tempdir().unwrap();
        let text = text(&Annotate::of(None), model(folder.path(), SOURCE), 72);
        let expected = "\
model.rs
 1  fn forward(x: &Tensor) -> Result<Tensor> {
 2      let hidden = softmax(&x.matmul(weights)?)?;    [Batch, Seq, Seq]
        ^ max makes one of Batch
 3      for layer in &layers {
 4          layer.run(&hidden)?;                 [Batch, 1] | [Batch, 2]
 5          layer.end(&hidden)?;                              [Batch, 5]
 6      }
 7  }
 8
 9  fn run(x: &Tensor) -> Result<Tensor> {
10      let long_name_of_a_tensor = some_function(x)?.relu()?.exp()?;
                                                 [Batch, 4] | [Batch, 5]
11      x.relu()                                 [Batch, 1] | [Batch, 2]
12  }
13
14  fn other() {}                                                [Batch]

- the model gives [Batch]
1 of 10 operations have no line: builds with debug information have them
";
        assert_eq!(text, expected);
    }

    #[test]
    fn far_lines_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let operations = [2, 12].map(|line| operation("relu", &["Batch"], line, 1, &[]));
        let record = record(folder.path(), &operations, &json!([]), SOURCE);
        let text = text(&Annotate::of(None), record, 72);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[4], " 4          layer.run(&hidden)?;");
        assert_eq!(
            lines[5..7],
            [
                "..",
                "10      let long_name_of_a_tensor = some_function(x)?.relu()?.exp()?;"
            ]
        );
    }

    #[test]
    fn a_part_of_a_file_that_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.rs");
        let part = Part::of(OsStr::new(&format!("{}:11-12", path.display())));
        let now = SOURCE.replace("other", "another");
        let record = model(folder.path(), &now);
        let text = Annotate::of(Some(part)).text(&[record]).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0]
                .ends_with("model.rs, changed since the run: shapes may stand beside other lines"),
            "{text}"
        );
        assert!(lines[1].starts_with("11      x.relu()"), "{text}");
        assert_eq!(lines[2], "12  }");
    }

    #[test]
    fn markdown_has_shapes_in_comments() {
        let folder = tempfile::tempdir().unwrap();
        let mut annotate = Annotate::of(Some(Part::of(OsStr::new("model.rs:1-2"))));
        annotate.format = Format::Markdown;
        let text = text(&annotate, model(folder.path(), SOURCE), 0);
        let shape = "[Batch, Seq, Seq]";
        let line = "    let hidden = softmax(&x.matmul(weights)?)?;";
        let comment = format!("// {shape}");
        let line = format!("{line}{comment:>0$}", 100 - line.len());
        let start = format!(
            "`model.rs`\n\n```rust\nfn forward(x: &Tensor) -> Result<Tensor> {{\n{line}\n    // ^ max makes one of Batch\n```\n"
        );
        assert!(text.starts_with(&start), "{text}");
    }

    #[test]
    fn json_has_all_shapes() {
        let folder = tempfile::tempdir().unwrap();
        let mut annotate = Annotate::of(Some(Part::of(OsStr::new("model.rs:10-11"))));
        annotate.format = Format::Json;
        let text = text(&annotate, model(folder.path(), SOURCE), 0);
        let value: Value = serde_json::from_str(&text).unwrap();
        let lines = json!([
            {"line": 10, "shapes": ["[Batch, 4]", "[Batch, 5]"], "calls": 2, "findings": []},
            {"line": 11, "shapes": ["[Batch, 1]", "[Batch, 2]"], "calls": 3, "findings": []},
        ]);
        assert_eq!(value["files"][0]["lines"], lines);
        assert_eq!(value["findings"], json!(["the model gives [Batch]"]));
        assert_eq!(value["without_line"], 1);
        assert_eq!(value["tests"], json!(["a"]));
    }

    #[test]
    fn what_cannot_be_shown() {
        let folder = tempfile::tempdir().unwrap();
        let annotate = Annotate::of(Some(Part::of(OsStr::new("src/other.rs"))));
        let error = annotate.text(&[model(folder.path(), SOURCE)]).unwrap_err();
        assert_eq!(
            error,
            "no operation has a line in src/other.rs: there are lines in model.rs"
        );
    }

    #[test]
    fn findings_in_other_packages() {
        let folder = tempfile::tempdir().unwrap();
        let registry = folder.path().join("registry");
        fs::create_dir(&registry).unwrap();
        let text = Annotate::of(None)
            .text(&[model(&registry, SOURCE)])
            .unwrap();
        assert!(!text.contains("fn forward"), "{text}");
        assert!(
            text.starts_with(
                "- the model gives [Batch]\n- max makes one of Batch, at model.rs:2\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn files_of_the_same_name() {
        let folder = tempfile::tempdir().unwrap();
        let records = ["a", "b"].map(|package| {
            let folder = folder.path().join(package);
            fs::create_dir(&folder).unwrap();
            model(&folder, SOURCE)
        });
        let sources = Sources::of(&records);
        let calls = sources
            .files
            .iter()
            .map(|source| source.notes[&2].shapes.calls);
        assert_eq!(calls.collect::<Vec<_>>(), [1, 1]);
    }

    #[test]
    fn findings_fit_the_width() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdef g", 4), ["abcdef", "g"]);
    }
}
