//! The notes and suggestions of a message.

use std::iter::FilterMap;
use std::ops::Range;
use std::slice::Iter;

use serde_json::Value;

use super::rendered::Changes;
use super::rustc::{self, Reads};

/// Takes notes and suggestions away.
pub fn remove_children(
    diagnostic: &mut Value,
    changes: &mut Changes,
    is_removed: impl Fn(&Value) -> bool,
) {
    let Some(children) = diagnostic["children"].as_array_mut() else {
        return;
    };
    children.retain(|child| {
        let is_removed = is_removed(child);
        if is_removed {
            let text = child["message"].as_str().unwrap_or("");
            // It may be taken for words of the user's.
            changes.kept.retain(|kept| kept != text);
            changes.removed.push(first_line(text));
        }
        !is_removed
    });
}

/// The same by their texts.
pub fn remove_notes(
    diagnostic: &mut Value,
    changes: &mut Changes,
    is_removed: impl Fn(&str) -> bool,
) {
    remove_children(diagnostic, changes, |child| {
        is_removed(child["message"].as_str().unwrap_or(""))
    });
}

/// Returns `told`. If there is any, it removes all notes and suggestions.
pub fn alone(
    told: Option<String>,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    if told.is_some() {
        remove_notes(diagnostic, changes, |_| true);
    }
    told
}

/// Texts of a message, one after the other.
pub type Texts<'m> = FilterMap<Iter<'m, Value>, fn(&'m Value) -> Option<&'m str>>;

/// The labels of a message.
pub fn labels(message: &Value) -> Texts<'_> {
    let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
    spans.iter().filter_map(|span| span["label"].as_str())
}

/// The texts of its notes and suggestions.
pub fn texts(message: &Value) -> Texts<'_> {
    let children = message["children"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    children
        .iter()
        .filter_map(|child| child["message"].as_str())
}

/// The place of a message, where a macro is called if it is inside of one.
pub fn primary(message: &Value) -> Option<&Value> {
    let mut spans = message["spans"].as_array()?.iter();
    let mut span = spans.find(|span| span["is_primary"] == true)?;
    while span["expansion"].is_object() {
        span = &span["expansion"]["span"];
    }
    Some(span)
}

/// The file of a span, and its bytes.
pub fn place(span: &Value) -> Option<(&str, Range<usize>)> {
    let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
    let bytes = byte("byte_start")?..byte("byte_end")?;
    Some((span["file_name"].as_str()?, bytes))
}

/// The first line of the code that a span shows, and the columns that are marked.
pub fn marked(span: &Value) -> Option<(&str, Range<usize>)> {
    let line = &span["text"][0];
    let column = |name: &str| usize::try_from(line[name].as_u64()?.checked_sub(1)?).ok();
    let columns = column("highlight_start")?..column("highlight_end")?;
    Some((line["text"].as_str()?, columns))
}

pub fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("").to_owned()
}

/// `A` and `path::Name<B>` of a note ``required for `A` to implement `path::Name<B>` ``.
pub fn required(note: &str) -> Option<(&str, &str)> {
    let rest = note.lines().next()?.after(rustc::REQUIRED_FOR)?;
    let (of, bound) = rest.halves(rustc::TO_IMPLEMENT)?;
    Some((of, bound.strip_suffix('`')?))
}

/// `Lhs` and `Name<Rhs>` of ``the trait `Name<Rhs>` is not implemented for `Lhs` ``.
pub fn missing(note: &str) -> Option<(&str, &str)> {
    let rest = note.lines().next()?.after(rustc::TRAIT)?;
    let (bound, of) = rest.halves(rustc::IS_NOT_IMPLEMENTED)?;
    Some((of.strip_suffix('`')?, bound))
}

/// `Name<B>` of `path::Name<B>`.
pub fn without_path(bound: &str) -> &str {
    let path = bound.split('<').next().unwrap_or(bound);
    let name = path.rsplit("::").next().unwrap_or(path);
    &bound[path.len() - name.len()..]
}

/// `Name` of `path::Name<B>`.
pub fn name_of(bound: &str) -> &str {
    let bound = without_path(bound);
    bound.split('<').next().unwrap_or(bound)
}
