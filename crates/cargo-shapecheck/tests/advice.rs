//! What no message may advise: two shapes that clash are not made equal by what asserts that they are.

mod common;

use std::path::PathBuf;
use std::{env, fs};

use cargo_shapecheck::message::rustc::{self, Reads};
use cargo_shapecheck::types::library;
use common::edits::ASSERTING;

/// The recorded outputs of the library and of this tool.
fn records() -> Vec<PathBuf> {
    let mut folders = vec![
        common::repository().join("crates/shapecheck/ui-tests"),
        common::repository().join("crates/shapecheck-mesh/ui-tests"),
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots"),
    ];
    let mut records = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            match path.extension().and_then(|extension| extension.to_str()) {
                None if path.is_dir() => folders.push(path),
                Some("stderr" | "snap") => records.push(path),
                _ => {}
            }
        }
    }
    records
}

/// The first method that asserts in some code.
fn asserting(code: &str) -> Option<&'static str> {
    let mut words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.find_map(|word| ASSERTING.iter().copied().find(|name| *name == word))
}

/// The errors of a record: each its first line and what follows.
fn errors(record: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = ["\nerror", "\n\n", "\n$ ", "\n# "]
        .iter()
        .flat_map(|sign| record.match_indices(sign).map(|(at, _)| at + 1))
        .collect();
    let codes = ["error[E0277]", "error[E0308]", "error[E0271]"];
    let mut starts = starts;
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.clone().into_iter().skip(1).chain([record.len()]);
    let errors = starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| &record[start..end]);
    errors.filter(move |error| codes.iter().any(|code| error.starts_with(code)))
}

/// What an error says without the words of rustc: its headline and notes.
fn own_lines(error: &str) -> impl Iterator<Item = &str> {
    let lines = error.lines().filter_map(|line| {
        let line = line.trim_start().trim_start_matches("= ");
        let (level, text) = line.split_once(": ")?;
        let is_own = level.starts_with("error") || ["note", "help"].contains(&level);
        is_own.then_some(text)
    });
    lines.filter(|text| !rustc::ALL.iter().any(|(_, phrase)| text.begins(*phrase)))
}

/// Whether an error is of a conversion: then it may say which one is needed.
fn is_of_conversion(error: &str) -> bool {
    let is_code = |line: &&str| {
        let number = line.split('|').next().unwrap_or("").trim();
        number
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'L')
            && line.contains('|')
    };
    let mut code = error.lines().filter(is_code);
    code.any(|line| asserting(line).is_some() || line.contains("widen"))
}

#[test]
fn no_clash_is_cured_by_an_assertion() {
    let mut found = Vec::new();
    let mut count = 0;
    for path in records() {
        let record = fs::read_to_string(&path).unwrap();
        for error in errors(&record).filter(|error| !is_of_conversion(error)) {
            count += 1;
            for line in own_lines(error) {
                let code = line.split('`').skip(1).step_by(2);
                let names = code.filter_map(asserting);
                // Numbers that the names have are given them.
                let is_cast = line.ends_with(" gives sizes names");
                found.extend(
                    names
                        .filter(|_| !is_cast)
                        .map(|name| format!("{name}: {line}")),
                );
            }
        }
    }
    assert!(count > 1000, "{count} errors");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_asserts_is_there() {
    for name in ASSERTING {
        let is_method = library::METHODS.contains(name) || library::METHODS_ALONG.contains(name);
        assert!(is_method, "{name}");
    }
}
