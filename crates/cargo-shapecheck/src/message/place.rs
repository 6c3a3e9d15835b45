//! Where an error is: the source line of its first place, and the marked part. Other files add what they tell of it.

use serde_json::Value;

use super::children;
use super::words::is_of_path;

/// The source line of an error, and what is marked in it.
pub struct Place<'a> {
    pub line: &'a str,
    pub marked: (usize, usize),
}

impl<'a> Place<'a> {
    pub fn of(diagnostic: &'a Value) -> Self {
        let spans = diagnostic["spans"].as_array();
        let primary = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
        let mut span = primary.unwrap_or(&Value::Null);
        // A macro of the crate is where it is called.
        while span["expansion"].is_object() {
            span = &span["expansion"]["span"];
        }
        let (line, columns) = children::marked(span).unwrap_or_default();
        Self {
            line,
            marked: (columns.start, columns.end),
        }
    }

    pub fn marked(&self) -> &'a str {
        self.line.get(self.marked.0..self.marked.1).unwrap_or("")
    }

    /// The line before the marked part, and after it.
    pub fn sides(&self) -> (&'a str, &'a str) {
        let line = |range| self.line.get(range).unwrap_or("");
        (line(0..self.marked.0), line(self.marked.1..self.line.len()))
    }

    /// `x` and `self.weights` of `x.sum()` and `self.weights.sum()`, if nothing is called there.
    pub fn receiver(&self) -> Option<&'a str> {
        let before = self.line.get(..self.marked.0)?.strip_suffix('.')?;
        let start = before.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1);
        let name = &before[start..];
        let is_whole = !before[..start].ends_with([')', ']', '>', '?']);
        (is_whole && name.starts_with(|c: char| c.is_alphabetic() || c == '_')).then_some(name)
    }
}
