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

    /// Whether the place is an element of an array after the first one.
    pub fn is_in_array(&self) -> bool {
        let before = self.sides().0;
        before.rfind('[').is_some_and(|at| {
            let elements = &before[at..];
            let is_array =
                !before[..at].ends_with(|c: char| c.is_alphanumeric() || "_!)]".contains(c));
            is_array && !elements.contains(']') && elements.ends_with(", ")
        })
    }

    /// `x` and `self.weights` of `x.sum()` and `self.weights.sum()`, if nothing is called there.
    pub fn receiver(&self) -> Option<&'a str> {
        let before = self.line.get(..self.marked.0)?.strip_suffix('.')?;
        let start = before.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1);
        let name = &before[start..];
        let is_whole = !before[..start].ends_with([')', ']', '>', '?']);
        (is_whole && name.starts_with(|c: char| c.is_alphabetic() || c == '_')).then_some(name)
    }

    /// The line before some code and after it: of a call, the one that is marked, or whose argument is.
    pub fn split_near(&self, code: &str) -> Option<(&'a str, &'a str)> {
        let all = self.line.match_indices(code);
        let (at, _) = all.filter(|(at, _)| *at < self.marked.1).last()?;
        Some((&self.line[..at], &self.line[at + code.len()..]))
    }

    /// `q` and `k` of `q.matmul(&k)`, where they are names or fields.
    pub fn operands(&self, call: &str) -> (Option<&'a str>, Option<&'a str>) {
        self.operands_behind("", call)
    }

    /// The same of `q.transpose().matmul(&k.transpose())`, where `.transpose()` is the suffix: those that have it.
    pub fn operands_behind(&self, suffix: &str, call: &str) -> (Option<&'a str>, Option<&'a str>) {
        let Some((before, after)) = self.split_near(call) else {
            return (None, None);
        };
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(is_of_path);
        let left = before.strip_suffix(suffix).map(|before| {
            let start = before.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1);
            &before[start..]
        });
        let right = after.trim_start_matches('&');
        let right = right
            .split_once(&format!("{suffix})"))
            .map(|(name, _)| name);
        (left.filter(is_name), right.filter(is_name))
    }
}
