//! Where the records of projects are, and which of them are new.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::Value;

use super::index::{Recorded, Sources, Test, Version};
use super::path_of;
use crate::dry::record;
use crate::settings;

/// What all records say of each file, the newest first.
#[derive(Default)]
pub struct Index(HashMap<PathBuf, Vec<Arc<Version>>>);

impl Index {
    /// What is known of a file.
    pub fn versions(&self, path: &Path) -> &[Arc<Version>] {
        let known = self.0.get(path);
        let known = known.or_else(|| self.0.get(&fs::canonicalize(path).ok()?));
        known.map_or(&[], Vec::as_slice)
    }
}

/// The folders of projects and their records.
#[derive(Default)]
pub struct Folders {
    projects: Vec<PathBuf>,
    records: BTreeSet<PathBuf>,
    /// Each record as it was read.
    read: BTreeMap<PathBuf, (State, Option<Recorded>)>,
}

/// What changes with a file.
type State = (SystemTime, u64);

impl Folders {
    pub fn begin(&mut self, projects: Vec<PathBuf>) {
        for project in projects {
            self.add(project);
        }
    }

    fn add(&mut self, project: PathBuf) {
        if self.projects.contains(&project) {
            return;
        }
        let target = settings::target(&project);
        let targets = target.map_or_else(
            || {
                let roots = settings::workspace_roots(&project).into_iter();
                roots.map(|root| root.join("target")).collect()
            },
            |target| vec![target],
        );
        let records = targets
            .into_iter()
            .map(|target| target.join("dry").join("records"));
        self.records.extend(records);
        self.projects.push(project);
    }

    /// Adds the package around a file, but not one of the registry. Returns whether it is new.
    pub fn add_around(&mut self, file: Option<&Path>) -> bool {
        let package = file.and_then(|file| {
            file.ancestors()
                .find(|folder| folder.join("Cargo.toml").is_file())
        });
        let is_of_registry =
            |path: &Path| path.components().any(|part| part.as_os_str() == "registry");
        let before = self.projects.len();
        if let Some(package) = package.filter(|package| !is_of_registry(package)) {
            self.add(package.to_owned());
        }
        self.projects.len() > before
    }

    /// Reads new records. `None` if there are none, and none is gone.
    pub fn look(&mut self) -> Option<Index> {
        let mut there: BTreeMap<PathBuf, State> = BTreeMap::new();
        for folder in &self.records {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            there.extend(entries.filter_map(|entry| {
                let path = entry.path();
                let metadata = entry.metadata().ok()?;
                let is_record = path
                    .extension()
                    .is_some_and(|extension| extension == "json");
                is_record.then_some((path, (metadata.modified().ok()?, metadata.len())))
            }));
        }
        let known = self.read.iter().map(|(path, (state, _))| (path, state));
        if known.eq(&there) {
            return None;
        }
        let mut sources = Sources::default();
        let mut before = std::mem::take(&mut self.read);
        for (path, state) in there {
            let same = before.remove(&path).filter(|(old, _)| *old == state);
            let new = same.unwrap_or_else(|| {
                // One that cannot be read is of another version, or is gone already.
                let record = record::read(&path).ok();
                (
                    state,
                    record.map(|record| Recorded::of(&record, state.0, &mut sources)),
                )
            });
            self.read.insert(path, new);
        }
        Some(self.index())
    }

    fn recorded(&self) -> impl Iterator<Item = &Recorded> {
        self.read
            .values()
            .filter_map(|(_, recorded)| recorded.as_ref())
    }

    fn index(&self) -> Index {
        let mut index = Index::default();
        for version in self.recorded().flat_map(|recorded| &recorded.versions) {
            index
                .0
                .entry(version.path.clone())
                .or_default()
                .push(version.clone());
        }
        for versions in index.0.values_mut() {
            versions.sort_by_key(|version| std::cmp::Reverse(version.time));
        }
        index
    }

    /// Where commands run.
    pub fn first(&self) -> Option<&Path> {
        self.projects.first().map(PathBuf::as_path)
    }

    /// Whether there are tests that have left records.
    pub fn has_tests(&self) -> bool {
        self.recorded().next().is_some()
    }

    /// The arguments of a run of the file and the test that a command names: `--test shapes -- --exact attention`.
    pub fn arguments(&self, command: &Value) -> Vec<OsString> {
        let Some(path) = command["uri"].as_str().and_then(path_of) else {
            return Vec::new();
        };
        let mut arguments: Vec<OsString> = Vec::new();
        let package = path
            .ancestors()
            .find(|folder| folder.join("Cargo.toml").is_file());
        if let Some(package) = package {
            arguments.extend(["--manifest-path".into(), package.join("Cargo.toml").into()]);
            if path.parent() == Some(&package.join("tests")) {
                let program = path.file_stem().unwrap_or_default();
                arguments.extend(["--test".into(), program.into()]);
            }
        }
        if let Some(test) = command["test"].as_str() {
            arguments.extend(["--".into(), test.into()]);
        }
        arguments
    }

    /// The arguments of a run of all tests that have left records. If there are none, all tests run.
    pub fn all_tests(&self) -> Vec<OsString> {
        let tests: BTreeSet<&Test> = self.recorded().map(|recorded| &recorded.test).collect();
        let mut targets = BTreeSet::new();
        for test in &tests {
            targets.insert(vec!["--package", &*test.package]);
            targets.insert(vec!["--test", &*test.program]);
        }
        // Those of a library or of a program have its name, and no option that says which of the two it is.
        if tests
            .iter()
            .any(|test| test.package.replace('-', "_") == test.program)
        {
            targets.retain(|target| target[0] == "--package");
        }
        let mut arguments: Vec<&str> = targets.into_iter().flatten().collect();
        // Programs that tell no names of their tests have lines instead.
        if !tests.is_empty() && !tests.iter().any(|test| test.name.contains(".rs:")) {
            arguments.extend(["--", "--exact"]);
            let names: BTreeSet<&str> = tests.iter().map(|test| &*test.name).collect();
            arguments.extend(names);
        }
        arguments.into_iter().map(OsString::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn a_run_of_all_tests() {
        let mut folders = Folders::default();
        let mut arguments_with = |program: &str, name: &str| {
            let test = Test {
                package: "my-models".to_owned(),
                program: program.to_owned(),
                name: name.to_owned(),
            };
            let versions = Vec::new();
            let recorded = Recorded { test, versions };
            let state = (SystemTime::UNIX_EPOCH, 0);
            let key = PathBuf::from(name);
            folders.read.insert(key, (state, Some(recorded)));
            folders.all_tests().join(OsStr::new(" "))
        };
        arguments_with("shapes", "b");
        assert_eq!(
            arguments_with("shapes", "a"),
            "--package my-models --test shapes -- --exact a b"
        );
        assert_eq!(
            arguments_with("my_models", "c"),
            "--package my-models -- --exact a b c"
        );
        assert_eq!(
            arguments_with("other", "src/main.rs:12"),
            "--package my-models"
        );
    }

    #[test]
    fn a_run_of_one_test() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        fs::write(&manifest, "").unwrap();
        let uri = super::super::uri_of(&folder.path().join("tests/the shapes.rs"));
        let arguments = Folders::default().arguments(&serde_json::json!({"uri": uri, "test": "a"}));
        let expected = [
            OsStr::new("--manifest-path"),
            manifest.as_os_str(),
            OsStr::new("--test"),
            OsStr::new("the shapes"),
            OsStr::new("--"),
            OsStr::new("a"),
        ];
        assert_eq!(arguments, expected);
        assert!(Folders::default().arguments(&Value::Null).is_empty());
    }
}
