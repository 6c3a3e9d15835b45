//! Phrases that read as if translated do not come back to the pages and the comments.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::root;

/// What is not written, and what is written instead.
const PHRASES: [(&str, &str); 9] = [
    ("in the place of", "instead of"),
    ("whoever", "you, anyone who"),
    ("its kin", "and similar functions"),
    ("nobody changed", "unmodified"),
    ("only the program knows", "run-time sizes"),
    ("sentence of a batch", "batch element"),
    ("of theirs", "their"),
    ("is told", "is reported"),
    ("are told", "are reported"),
];

/// The folders with pages and comments for readers. Records and programs of tests have the words of others.
const FOLDERS: [&str; 6] = [
    "README.md",
    "DESIGN.md",
    "CONTRIBUTING.md",
    "bridges",
    "crates",
    "examples",
];

fn files(place: &Path, found: &mut Vec<PathBuf>) {
    let name = place.file_name().and_then(|name| name.to_str());
    if matches!(name, Some("tests" | "ui-tests" | "target")) {
        return;
    }
    if place.is_dir() {
        for entry in fs::read_dir(place).expect("a folder of the repository") {
            files(&entry.expect("an entry of the folder").path(), found);
        }
    } else if matches!(
        place.extension().and_then(|extension| extension.to_str()),
        Some("rs" | "md")
    ) {
        found.push(place.to_owned());
    }
}

/// Whether a line has a phrase, which ends where a word ends.
fn holds(line: &str, phrase: &str) -> bool {
    let mut rest = line.split(phrase).skip(1);
    rest.any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// A line without what it quotes: code, and the messages in the first column of a table.
fn prose(line: &str) -> String {
    let line = match line
        .strip_prefix("| ")
        .and_then(|row| row.split_once(" | "))
    {
        Some((_, rest)) => rest,
        None => line,
    };
    line.split(['`', '"'])
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_pages_and_the_comments_are_idiomatic() {
    let repository = root()
        .ancestors()
        .nth(3)
        .expect("three folders up")
        .to_owned();
    let mut all = Vec::new();
    for folder in FOLDERS {
        files(&repository.join(folder), &mut all);
    }
    assert!(all.len() > 300, "the folders are found: {}", all.len());
    let mut said = String::new();
    for file in all {
        let text = fs::read_to_string(&file).expect("a text");
        let is_page = file.extension().is_some_and(|extension| extension == "md");
        let mut is_fenced = false;
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim_start();
            let comment = comment.strip_prefix("//").filter(|_| !is_page);
            let Some(line) = comment.or(is_page.then_some(line)) else {
                is_fenced = false;
                continue;
            };
            if line.trim_start_matches(['/', '!', ' ']).starts_with("```") {
                is_fenced = !is_fenced;
                continue;
            }
            let line = prose(line).to_lowercase();
            for (phrase, instead) in PHRASES.iter().filter(|_| !is_fenced) {
                if holds(&line, phrase) {
                    let file = file.strip_prefix(&repository).unwrap_or(&file).display();
                    said += &format!("{file}:{number}: \"{phrase}\": {instead}\n");
                }
            }
        }
    }
    assert!(said.is_empty(), "\n{said}");
}
