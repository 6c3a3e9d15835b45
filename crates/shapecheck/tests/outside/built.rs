//! What cargo built, as cargo tells it: the layout of its folders is its own, and changes from release to release.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of one target of a build.
pub struct Built {
    /// What the compiler wrote for it, such as a library and its `.rmeta`.
    files: Vec<PathBuf>,
    /// The program, if it is one.
    pub program: Option<PathBuf>,
    /// The folders of all libraries of the build.
    folders: BTreeSet<PathBuf>,
}

impl Built {
    /// The file with this extension.
    pub fn file(&self, extension: &str) -> &Path {
        let has_extension = |file: &&PathBuf| file.extension().is_some_and(|it| it == extension);
        let file = self.files.iter().find(has_extension);
        file.unwrap_or_else(|| panic!("no .{extension} in {:?}", self.files))
    }

    /// The options that tell rustc where the libraries are that this one depends on.
    pub fn dependencies(&self) -> impl Iterator<Item = String> {
        let folders = self.folders.iter();
        folders.map(|folder| format!("-Ldependency={}", folder.display()))
    }
}

/// Runs a command of cargo that builds the target of this name. What rustc is to get is in `flags`.
pub fn built(cargo: &mut Command, target: &str, flags: &[&str]) -> Built {
    cargo.args(["--offline", "--message-format=json-render-diagnostics"]);
    if !flags.is_empty() {
        cargo.arg("--").args(flags);
    }
    let output = cargo.output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let (mut found, mut folders) = (None, BTreeSet::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect("a message is JSON");
        if message["reason"] != "compiler-artifact" {
            continue;
        }
        let names = message["filenames"].as_array().into_iter().flatten();
        let files: Vec<PathBuf> = names
            .filter_map(|name| Some(name.as_str()?.into()))
            .collect();
        folders.extend(
            files
                .iter()
                .filter_map(|file| Some(file.parent()?.to_owned())),
        );
        if message["target"]["name"] == target {
            found = Some((files, message["executable"].as_str().map(PathBuf::from)));
        }
    }
    let (files, program) = found.unwrap_or_else(|| panic!("no target {target}:\n{errors}"));
    Built {
        files,
        program,
        folders,
    }
}

/// The program of an example of this package, built as its tests are.
pub fn example(name: &str) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--example", name, "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        // Where this test was built.
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let program = built(&mut cargo, name, &[]).program;
    program.expect("an example is a program")
}
