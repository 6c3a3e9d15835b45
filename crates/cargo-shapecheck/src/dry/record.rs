//! The records that dry runs leave, which `shapecheck-dry` writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use super::copy::hash_of;

/// The record of one dry run.
#[derive(Deserialize)]
pub(crate) struct Record {
    /// That of the form of the file.
    version: u64,
    /// The text of the file.
    #[serde(skip)]
    pub(super) text: String,
    /// The package and the program of the test.
    #[serde(default)]
    pub(crate) package: String,
    #[serde(default)]
    pub(crate) program: String,
    pub(crate) test: String,
    /// What stands for sizes.
    #[serde(default)]
    pub(crate) names: Vec<Name>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) findings: Vec<Finding>,
    /// Calls that operations were done in.
    pub(crate) calls: Vec<Call>,
    pub(crate) files: Vec<File>,
}

/// A name and the sizes that were tried for it.
#[derive(Deserialize)]
pub(crate) struct Name {
    pub(crate) name: String,
    pub(crate) sizes: Vec<u64>,
}

impl Record {
    /// The file of a place, as it is reported and where it is.
    pub(crate) fn file<'a>(&'a self, place: &'a Place) -> (&'a str, Option<&'a Path>) {
        let file = self.files.iter().find(|file| file.name == place.file);
        (&place.file, file.and_then(|file| file.path.as_deref()))
    }
}

/// An operation that all runs have, or a view, its sizes as expressions of names.
#[derive(Deserialize)]
pub(crate) struct Operation {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) inputs: Vec<Vec<String>>,
    pub(crate) outputs: Vec<Vec<String>>,
    /// Where each operand comes from, if that is known.
    #[serde(default)]
    pub(crate) from: Vec<Option<Origin>>,
    #[serde(flatten)]
    pub(crate) place: Option<Place>,
    /// The function that the line is in.
    #[serde(default)]
    pub(crate) function: String,
    /// The places of outer calls in the list of calls.
    #[serde(default)]
    pub(crate) calls: Vec<usize>,
    /// Tells the operations apart that a library does for one call of the program.
    #[serde(default)]
    pub(super) within: String,
}

impl Operation {
    /// `[Batch, 10]`
    pub(crate) fn results(&self) -> String {
        let shapes = self.outputs.iter().map(|shape| bracketed(shape));
        shapes.collect::<Vec<_>>().join(", ")
    }
}

/// `[Batch, 10]`
pub(crate) fn bracketed(shape: &[String]) -> String {
    format!("[{}]", shape.join(", "))
}

/// Where an operand comes from.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(untagged)]
pub(crate) enum Origin {
    /// The operation of this number.
    Operation(usize),
    Weights(Weights),
}

/// The word for operands that no operation has made and that are the same in all runs.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Weights {
    Weights,
}

#[derive(Deserialize)]
pub(crate) struct Finding {
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) place: Option<Place>,
    /// The number of the operation, if it is of one.
    #[serde(default)]
    pub(crate) operation: Option<usize>,
}

/// A line that calls a function of the program, and the function that it is in.
#[derive(Deserialize)]
pub(crate) struct Call {
    #[serde(flatten)]
    pub(crate) place: Place,
    #[serde(default)]
    pub(crate) function: String,
}

/// A place in the source.
#[derive(Deserialize, Clone)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A file that is mentioned, as it was.
#[derive(Deserialize)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) hash: Option<String>,
    /// Eight digits for each line.
    #[serde(default)]
    pub(crate) lines: Option<String>,
}

impl File {
    /// Whether this text is another one than it had.
    pub(crate) fn differs(&self, text: &str) -> bool {
        self.hash.as_deref() != Some(&format!("{:016x}", hash_of(text)))
    }
}

/// The folder of records, with the time at which the runs began.
pub(super) struct Folder {
    path: PathBuf,
    begun: SystemTime,
}

impl Folder {
    /// Notes the time by the clock of the folder's files.
    pub(super) fn begun(path: PathBuf) -> io::Result<Self> {
        let mark = path.join("begun");
        let time = fs::create_dir_all(&path)
            .and_then(|()| fs::write(&mark, ""))
            .and_then(|()| fs::metadata(&mark)?.modified());
        match time {
            Ok(begun) => Ok(Self { path, begun }),
            Err(error) => Err(told(error, &mark, "write")),
        }
    }

    /// The records since then, by their names.
    pub(super) fn records(&self) -> io::Result<Vec<Record>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            let is_record = path
                .extension()
                .is_some_and(|extension| extension == "json");
            if is_record && fs::metadata(&path)?.modified()? >= self.begun {
                paths.push(path);
            }
        }
        paths.sort();
        paths.iter().map(|path| read(path)).collect()
    }
}

pub(crate) fn read(path: &Path) -> io::Result<Record> {
    let text = fs::read_to_string(path).map_err(|error| told(error, path, "read"))?;
    let record = parsed(&text).map_err(|error| format!("cannot read {}: {error}", path.display()));
    record.map_err(io::Error::other)
}

fn told(error: io::Error, path: &Path, verb: &str) -> io::Error {
    let text = format!("cannot {verb} {}: {error}", path.display());
    io::Error::new(error.kind(), text)
}

/// The record of a text, if it is of the form that this tool reads.
pub(super) fn parsed(text: &str) -> Result<Record, String> {
    let mut record: Record = serde_json::from_str(text).map_err(|error| error.to_string())?;
    text.clone_into(&mut record.text);
    match record.version {
        1 => Ok(record),
        other => Err(format!(
            "its form is {other}, and this tool reads 1: install the tool of the same version as `shapecheck-dry`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_another_form() {
        let text = r#"{"version": 2, "test": "a", "operations": [], "findings": [], "calls": [], "files": []}"#;
        let error = parsed(text).err().unwrap();
        assert!(error.starts_with("its form is 2, and this tool reads 1"));
    }

    #[test]
    fn records_of_earlier_runs_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let record = |test: &str| {
            format!(
                r#"{{"version": 1, "test": "{test}", "operations": [], "findings": [], "calls": [], "files": []}}"#
            )
        };
        let old = folder.path().join("old.json");
        fs::write(&old, record("old")).unwrap();
        let earlier = SystemTime::now() - std::time::Duration::from_secs(60);
        fs::File::options()
            .append(true)
            .open(&old)
            .unwrap()
            .set_modified(earlier)
            .unwrap();
        let begun = Folder::begun(folder.path().to_owned()).unwrap();
        fs::write(folder.path().join("new.json"), record("new")).unwrap();
        let records = begun.records().unwrap();
        let tests: Vec<&str> = records.iter().map(|record| &*record.test).collect();
        assert_eq!(tests, ["new"]);
    }
}
