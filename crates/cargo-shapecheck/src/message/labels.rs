//! Names of axes and of operands in equations.
//!
//! In the crate's messages they are types that a macro writes into the function that calls it. If another function has
//! a type with the same name, rustc writes the function in front: `` `layer::width` is 3 in `layer::images` ``. Notes
//! tell which types are names; those notes are removed afterwards.

use serde_json::Value;

use super::children::{labels, texts};
use super::rendered::Changes;
use super::words::is_of_word;
use crate::types::library;

/// Removes the paths of names from the headline and the labels.
pub fn tell(diagnostic: &Value, changes: &mut Changes) {
    let headline = diagnostic["message"].as_str().unwrap_or("");
    let mut paths: Vec<&str> = texts(diagnostic).flat_map(paths).collect();
    paths.sort_unstable();
    paths.dedup();
    let told = |text: &str| {
        paths
            .iter()
            .fold(text.to_owned(), |text, path| by_name(&text, path))
    };
    let new = told(headline);
    if new != headline {
        changes.headline = Some((headline.to_owned(), new));
    }
    for label in labels(diagnostic) {
        let new = told(label);
        if new != label {
            changes.labels.push((label.to_owned(), new));
        }
    }
}

/// A text with the last name of a path instead of the path.
fn by_name(text: &str, path: &str) -> String {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let name = path.rsplit("::").next().unwrap_or(path);
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(path) {
        let (before, behind) = (&rest[..at], &rest[at + path.len()..]);
        told.push_str(before);
        let is_whole = !before.ends_with(goes_on) && !behind.starts_with(goes_on);
        told.push_str(if is_whole { name } else { path });
        rest = behind;
    }
    told + rest
}

/// The paths of names in a note such as ``required for `Operands` to implement `Tell<Among<(Word<main::width>, ()),
/// ...>>` ``.
fn paths(note: &str) -> impl Iterator<Item = &str> {
    let is_alone = |at: usize| !note[..at].ends_with(is_of_word);
    let starts = library::NAMES_OF_EQUATIONS.iter().flat_map(move |name| {
        let found = note.match_indices(name);
        let starts = found.filter(move |(at, _)| is_alone(*at));
        starts.filter_map(|(at, name)| {
            note[at + name.len()..]
                .starts_with('<')
                .then_some(at + name.len() + 1)
        })
    });
    // One name, or those of a group and then those of its axes of known sizes: `(main::h, main::d), main::h`.
    let is_path = |path: &&str| {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '#' | '{' | '}');
        path.contains("::") && path.chars().all(is_part)
    };
    starts
        .filter_map(|start| note[start..].split('>').next())
        .flat_map(|names| names.split([',', '(', ')', ' ']))
        .filter(is_path)
}
