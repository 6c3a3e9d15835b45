//! The records that dry runs leave, which `shapecheck-dry` writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use super::candle::hash_of;

/// The record of one dry run.
#[derive(Deserialize)]
pub(super) struct Record {
    /// That of the form of the file.
    version: u64,
    /// The text of the file.
    #[serde(skip)]
    pub(super) text: String,
    pub(super) test: String,
    pub(super) operations: Vec<Operation>,
    pub(super) findings: Vec<Finding>,
    /// Calls that operations were done in.
    pub(super) calls: Vec<Place>,
    pub(super) files: Vec<File>,
}

impl Record {
    /// The file of a place, as it is reported and where it is.
    pub(super) fn file<'a>(&'a self, place: &'a Place) -> (&'a str, Option<&'a Path>) {
        let file = self.files.iter().find(|file| file.name == place.file);
        (&place.file, file.and_then(|file| file.path.as_deref()))
    }
}

/// An operation that all runs have, its sizes as expressions of names.
#[derive(Deserialize)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) outputs: Vec<Vec<String>>,
    #[serde(flatten)]
    pub(super) place: Option<Place>,
    /// The places of outer calls in the list of calls.
    #[serde(default)]
    pub(super) calls: Vec<usize>,
    /// Tells the operations apart that a library does for one call of the program.
    #[serde(default)]
    pub(super) within: String,
}

#[derive(Deserialize)]
pub(super) struct Finding {
    pub(super) text: String,
    #[serde(flatten)]
    pub(super) place: Option<Place>,
}

/// A place in the source.
#[derive(Deserialize, Clone)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A file that is mentioned, as it was.
#[derive(Deserialize)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) path: Option<PathBuf>,
    hash: Option<String>,
}

impl File {
    /// Whether this text is another one than it had.
    pub(super) fn differs(&self, text: &str) -> bool {
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

fn read(path: &Path) -> io::Result<Record> {
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
