//! Names of axes and of operands in equations.
//!
//! In the crate's messages they are types that a macro writes into the function that calls it. If another function has
//! a type with the same name, rustc writes the function in front: `` `layer::width` is 3 in `layer::images` ``. Notes
//! tell which types are names; those notes are removed afterwards.

use serde_json::Value;

use super::rendered::Changes;
use crate::types::names;

/// Removes the paths of names from the headline and the labels.
pub fn tell(diagnostic: &Value, changes: &mut Changes) {
    let headline = diagnostic["message"].as_str().unwrap_or("");
    let children = diagnostic["children"].as_array().into_iter().flatten();
    let notes = children.filter_map(|child| child["message"].as_str());
    let mut paths: Vec<&str> = notes.flat_map(paths).collect();
    paths.sort_unstable();
    paths.dedup();
    let told = |text: &str| {
        let mut told = text.to_owned();
        for path in &paths {
            let name = path.rsplit("::").next().unwrap_or(path);
            told = told.replace(&format!("`{path}`"), &format!("`{name}`"));
        }
        told
    };
    let new = told(headline);
    if new != headline {
        changes.headline = Some((headline.to_owned(), new));
    }
    let spans = diagnostic["spans"].as_array().into_iter().flatten();
    for label in spans.filter_map(|span| span["label"].as_str()) {
        let new = told(label);
        if new != label {
            changes.labels.push((label.to_owned(), new));
        }
    }
}

/// The paths of names in a note such as ``required for `Operands` to implement `Tell<Among<(Word<main::width>, ()),
/// ...>>` ``.
fn paths(note: &str) -> impl Iterator<Item = &str> {
    let is_alone = |at: usize| !note[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let starts = names::NAMES_OF_EQUATIONS.iter().flat_map(move |start| {
        let found = note.match_indices(start);
        found
            .filter(move |(at, _)| is_alone(*at))
            .map(|(at, start)| at + start.len())
    });
    starts.filter_map(|start| {
        let path = note[start..].split('>').next()?;
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '#' | '{' | '}');
        (path.contains("::") && path.chars().all(is_path)).then_some(path)
    })
}
