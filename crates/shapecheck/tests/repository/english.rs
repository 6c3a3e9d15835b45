//! Phrases that read as if translated do not come back to the pages, the comments and the messages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::root;

/// What is not written, and what is written instead.
const PHRASES: [(&str, &str); 15] = [
    ("behind", "after, following"),
    ("no way of", "not how"),
    ("tells it from", "distinguishes it from"),
    ("for who", "for those who"),
    ("never a reason for", "does not count as"),
    ("are none for", "are not for"),
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

/// What may follow `is no`: other words make it `is not a`.
const AFTER_IS_NO: [&str; 10] = [
    "longer",
    "more",
    "less",
    "other",
    "such",
    "further",
    "different",
    "better",
    "faster",
    "exception",
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

/// The texts of a line of code, without what is filled in.
fn texts(line: &str) -> String {
    let line = line.replace("\\\"", "");
    let mut texts = String::new();
    for text in line.split('"').skip(1).step_by(2) {
        let parts = text.split('`').step_by(2);
        let parts = parts.flat_map(|part| part.split('{'));
        texts.extend(parts.map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)));
        texts.push(' ');
    }
    texts
}

/// Whether something is said to be no such thing, and not that there is none. `before` is the end of the line above.
fn is_no_thing(before: &str, line: &str) -> bool {
    let words = before.split_whitespace().next_back().into_iter();
    let words: Vec<&str> = words.chain(line.split_whitespace()).collect();
    words.windows(4).any(|words| {
        let is_no = matches!(words[1..3], ["is" | "are", "no"]);
        let next = words[3].trim_matches(|c: char| !c.is_alphanumeric());
        is_no && !["there", "where"].contains(&words[0]) && !AFTER_IS_NO.contains(&next)
    })
}

/// All files that are read, with their paths below the repository.
fn all() -> Vec<(PathBuf, String)> {
    let repository = root().ancestors().nth(3).map(Path::to_owned);
    let repository = repository.expect("three folders up");
    let mut all = Vec::new();
    for folder in FOLDERS {
        files(&repository.join(folder), &mut all);
    }
    assert!(all.len() > 300, "the folders are found: {}", all.len());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        (
            path.strip_prefix(&repository)
                .expect("a file there")
                .to_owned(),
            text,
        )
    };
    all.into_iter().map(read).collect()
}

/// What is wrong with a line.
fn complaints(file: &Path, number: usize, before: &str, line: &str) -> String {
    let mut said = String::new();
    for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| holds(line, phrase)) {
        said += &format!("{}:{number}: \"{phrase}\": {instead}\n", file.display());
    }
    if is_no_thing(before, line) {
        said += &format!("{}:{number}: \"is no\": is not a\n", file.display());
    }
    said
}

#[test]
fn the_messages_are_idiomatic() {
    let mut said = String::new();
    let mut count = 0;
    for (file, text) in all() {
        let is_source = file.extension().is_some_and(|extension| extension == "rs");
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        for (number, line) in (1..)
            .zip(text.lines())
            .filter(|(_, line)| is_source && !is_comment(line))
        {
            let line = texts(line).to_lowercase();
            count += usize::from(!line.is_empty());
            said += &complaints(&file, number, "", &line);
        }
    }
    assert!(count > 3000, "{count} lines with texts");
    assert!(said.is_empty(), "\n{said}");
}

#[test]
fn the_pages_and_the_comments_are_idiomatic() {
    let mut said = String::new();
    for (file, text) in all() {
        let is_page = file.extension().is_some_and(|extension| extension == "md");
        let mut before = String::new();
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
            if !is_fenced {
                said += &complaints(&file, number, &before, &line);
            }
            before = line;
        }
    }
    assert!(said.is_empty(), "\n{said}");
}
