//! No method without a user: each method that the page of tensors lists is called where somebody reads what it is for, in a
//! page of the guide, an example, a bench, a bridge or another crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::source::{root, roots};

/// What is read by users of the library, or uses it: below the root of the repository.
const FOLDERS: [&str; 6] = [
    "README.md",
    "benches",
    "bridges",
    "contrib",
    "crates",
    "examples",
];

/// The text of each file, but for tests and the source of the library, which has the methods and their own examples.
fn texts(place: &Path, texts: &mut Vec<String>) {
    let name = place.file_name().and_then(|name| name.to_str());
    let is_left_out = matches!(name, Some("tests" | "ui-tests" | "target"))
        || roots().iter().any(|root| root == place);
    if is_left_out {
        return;
    }
    if place.is_dir() {
        for entry in fs::read_dir(place).expect("a folder of the repository") {
            self::texts(&entry.expect("an entry of the folder").path(), texts);
        }
    } else if matches!(
        place.extension().and_then(|extension| extension.to_str()),
        Some("rs" | "md")
    ) {
        texts.push(fs::read_to_string(place).expect("a text"));
    }
}

/// The names that are called in a text: `try_a` and `b` of `x.try_a(y).b::<-1>()`.
fn called(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts = text.match_indices(is_name).map(|(at, _)| at);
    let starts = parts.filter(move |&at| !text[..at].ends_with(is_name));
    starts.filter_map(move |at| {
        let length = text[at..].find(|c| !is_name(c))?;
        let (name, rest) = text[at..].split_at(length);
        let is_of_a_value = text[..at].ends_with('.') || text[..at].ends_with("::");
        let is_called = rest.starts_with('(') || rest.starts_with("::<");
        (is_of_a_value && is_called).then_some(name)
    })
}

#[test]
fn each_method_has_a_caller() {
    let source = root();
    let repository = source.ancestors().nth(3).expect("three folders up");
    let mut found = Vec::new();
    for folder in FOLDERS {
        texts(&repository.join(folder), &mut found);
    }
    let mut called: BTreeSet<&str> = found.iter().flat_map(|text| called(text)).collect();
    // A form that returns an error is listed by the name of the one that panics.
    let forms = called.iter().filter_map(|name| name.strip_prefix("try_"));
    called.extend(Vec::from_iter(forms));
    let page = include_str!("../../src/tensor/methods.md");
    let links = page.split("#method.").skip(1);
    let methods: BTreeSet<&str> = links
        .map(|rest| &rest[..rest.find(')').expect("the end of a link")])
        .collect();
    assert!(methods.len() > 400, "{} methods", methods.len());
    let is_called = |name: &&&str| called.contains(name.strip_prefix("try_").unwrap_or(name));
    let without: Vec<&str> = methods
        .iter()
        .filter(|name| !is_called(name))
        .copied()
        .collect();
    assert!(
        without.is_empty(),
        "called by their own tests only: {without:?}. Call each where a user looks for it: in a row of \
         `tests/notations/from_numpy.rs`, which writes a page of the guide, in `guide/from_pytorch.md`, on another page or \
         in an example. If it belongs nowhere, remove it."
    );
}
