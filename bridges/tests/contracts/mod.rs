//! Contracts in front of the functions of a model that knows nothing of them: the source that a library's package has, with
//! lines added to it, and with mistakes planted after the lines.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[path = "../../../crates/shapecheck/tests/outside/mod.rs"]
mod outside;

/// A model, and what is changed in it.
pub struct Model<'a> {
    /// The source of a module.
    pub source: String,
    /// Each line that is added: the item it is in, the text after which it goes, and the line.
    pub contracts: &'a [(&'a str, &'a str, &'a str)],
    /// Each mistake: the module that has it, the item it is in, what is there, and what stands in its place.
    pub mistakes: &'a [(&'a str, &'a str, &'a str, &'a str)],
}

impl Model<'_> {
    /// What a program prints with the model in a module `plain`, with the contracts in `checked`, and with each
    /// mistake in a separate module. A module `steps` helps the program.
    pub fn told(self, dependencies: &str, main: &str) -> String {
        let plain = self.source;
        let mut checked = plain.clone();
        for (item, text, line) in self.contracts {
            let place = place(&checked, item, text);
            checked.insert_str(place, &format!("{line}\n"));
        }
        let mut files = vec![
            ("main.rs".to_owned(), main.to_owned()),
            ("steps.rs".to_owned(), include_str!("steps.rs").to_owned()),
            ("plain.rs".to_owned(), plain),
            ("checked.rs".to_owned(), checked.clone()),
        ];
        for (name, item, right, wrong) in self.mistakes {
            let place = place(&checked, item, right);
            let mut mistaken = checked.clone();
            mistaken.replace_range(place..place + right.len(), wrong);
            files.push((format!("{name}.rs"), mistaken));
        }
        let files: Vec<(&str, String)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.clone()))
            .collect();
        outside::run("contracts", dependencies, &files)
    }
}

/// A file of the package that the tests are built with.
pub fn file(package: &str, path: &str) -> String {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    // Packages for other machines need not be downloaded; those of the other engines are.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(rustc.stdout).unwrap();
    let mut lines = version.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: "));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1"])
        .args(["--filter-platform", host.expect("rustc names its host")])
        .args(["--manifest-path", manifest])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = metadata["packages"].as_array().unwrap().iter();
    let package = packages.find(|found| found["name"] == package).unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    fs::read_to_string(manifest.with_file_name(path)).unwrap()
}

/// Where `text` first is in an item.
fn place(source: &str, item: &str, text: &str) -> usize {
    let start = match item {
        "mod" => 0,
        item => source.find(item).unwrap_or_else(|| panic!("no `{item}`")),
    };
    let place = source[start..].find(text);
    start + place.unwrap_or_else(|| panic!("no `{text}` in `{item}`"))
}
