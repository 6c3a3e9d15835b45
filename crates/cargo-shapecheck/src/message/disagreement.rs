//! Two types that should be equal, reported as the shapes or sizes that differ.
//!
//! rustc's `expected B0, found B1` names the first two bits that differ. Its note contains both types in full, from
//! which the rest is computed: `expected shape [2, 4], found [2, 3] (axis -1: expected 4, found 3)`.

use super::rustc::{self, Reads};
use crate::types::{Evidence, Kind, Replacement, UNKNOWN, apply, find, vocabulary};

/// An expected type and the type found.
#[derive(Clone, Debug)]
pub struct Disagreement {
    expected: Side,
    found: Side,
}

#[derive(Clone, Debug)]
struct Side {
    printed: String,
    replacements: Vec<Replacement>,
}

fn is_size(replacement: &Replacement) -> bool {
    matches!(
        replacement.kind,
        Kind::Number | Kind::Computed | Kind::Shape(_)
    )
}

impl Side {
    fn new(printed: &str, evidence: Evidence) -> Self {
        Self {
            printed: printed.to_owned(),
            replacements: find(printed, evidence),
        }
    }

    fn rewritten(&self) -> String {
        apply(&self.printed, &self.replacements)
    }

    /// The numbers and shapes.
    fn sizes(&self) -> Vec<&Replacement> {
        let all = self.replacements.iter();
        all.filter(|it| is_size(it)).collect()
    }

    /// What stands between them.
    fn frame(&self) -> Vec<String> {
        let mut frame = Vec::new();
        let mut piece = String::new();
        let mut position = 0;
        for replacement in &self.replacements {
            piece += &self.printed[position..replacement.range.start];
            match is_size(replacement) {
                true => frame.push(std::mem::take(&mut piece)),
                false => piece += &replacement.text(),
            }
            position = replacement.range.end;
        }
        frame.push(piece + &self.printed[position..]);
        frame
    }

    fn is_about_sizes(&self) -> bool {
        !self.replacements.is_empty()
    }
}

impl Disagreement {
    /// From the note under a mismatch:
    ///
    /// ```text
    /// expected struct `Tensor<...>`
    ///    found struct `Tensor<...>`
    /// ```
    ///
    /// `None` if it is another note, or not about sizes.
    pub fn from_note(note: &str, evidence: Evidence) -> Option<Self> {
        let note = note.starts_with(|c| c != ' ').then_some(note)?;
        let (expected, found) = types_of_note(note)?;
        Self::new(expected, found, evidence)
    }

    /// From ``expected `A`, found `B` ``.
    pub fn from_label(label: &str, evidence: Evidence) -> Option<Self> {
        let (expected, found) = label.halves(rustc::FOUND)?;
        if label.contains('\n') {
            return None;
        }
        let found = found.strip_suffix('`')?;
        Self::new(expected.after(rustc::EXPECTED)?, found, evidence)
    }

    fn new(expected: &str, found: &str, evidence: Evidence) -> Option<Self> {
        let expected = Side::new(expected, evidence);
        let found = Side::new(found, evidence);
        (expected.is_about_sizes() || found.is_about_sizes()).then_some(Self { expected, found })
    }

    /// Whether the two types differ but would read the same. Then they are not rewritten.
    pub fn would_vanish(&self) -> bool {
        self.expected.printed != self.found.printed
            && self.expected.rewritten() == self.found.rewritten()
    }

    /// Whether the headline has both types in full.
    pub fn is_told_whole(&self) -> bool {
        let headline = self.headline();
        [&self.expected, &self.found].iter().all(|side| {
            let told = side.rewritten();
            let is_shape = told.starts_with('[') && headline.contains(&told);
            is_shape || headline.contains(&format!("`{told}`"))
        })
    }

    /// Whether both are tensors, or references to tensors, so that the headline says everything the note says.
    pub fn is_of_tensors(&self) -> bool {
        [&self.expected, &self.found].into_iter().all(|side| {
            let rewritten = side.rewritten();
            let name = rewritten.trim_start_matches('&').trim_start_matches("mut ");
            name.split_once('<')
                .is_some_and(|(name, _)| vocabulary::is_tensor(name))
        })
    }

    /// Whether the types differ in numbers and shapes only. The type of a literal may be open.
    fn differs_in_sizes_alone(&self) -> bool {
        let (expected, found) = (self.expected.frame(), self.found.frame());
        let fits = |expected: &str, found: &str| match found
            .split_once("{integer}")
            .or(found.split_once("{float}"))
        {
            Some((before, after)) => expected.starts_with(before) && expected.ends_with(after),
            None => expected == found,
        };
        expected.len() == found.len()
            && expected
                .iter()
                .zip(&found)
                .all(|(expected, found)| fits(expected, found))
    }

    /// The shapes that differ, if they are one pair.
    fn shapes(&self) -> Option<(&[String], &[String])> {
        let (expected, found) = (self.expected.sizes(), self.found.sizes());
        if expected.len() != found.len() {
            return None;
        }
        let mut different = expected
            .into_iter()
            .zip(found)
            .filter(|(expected, found)| expected.text() != found.text());
        match (different.next()?, different.next()) {
            ((expected, found), None) => match (&expected.kind, &found.kind) {
                (Kind::Shape(expected), Kind::Shape(found)) => Some((expected, found)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `expected [2, 4], found [2, 3]`, for a label.
    pub fn label(&self) -> String {
        let (expected, found) = match self.shapes() {
            Some((expected, found)) if self.differs_in_sizes_alone() => {
                (list(expected), list(found))
            }
            _ => (self.expected.rewritten(), self.found.rewritten()),
        };
        format!("expected `{expected}`, found `{found}`")
    }

    /// The same with the axes that differ, for a headline.
    pub fn headline(&self) -> String {
        match self.shapes() {
            Some((expected, found)) if self.differs_in_sizes_alone() => format!(
                "expected shape {}, found {} ({})",
                list(expected),
                list(found),
                axes(expected, found)
            ),
            Some((expected, found)) => match axes(expected, found).as_str() {
                "" => self.label(),
                axes => format!("{} ({axes})", self.label()),
            },
            None => self.label(),
        }
    }
}

fn list(entries: &[String]) -> String {
    format!("[{}]", entries.join(", "))
}

/// The axes at which two shapes differ, counted from the end.
fn axes(expected: &[String], found: &[String]) -> String {
    let prefix = |entries: &[String]| {
        entries
            .first()
            .filter(|entry| entry.starts_with(".."))
            .cloned()
    };
    let (expected_prefix, found_prefix) = (prefix(expected), prefix(found));
    if expected_prefix.is_none() && found_prefix.is_none() && expected.len() != found.len() {
        let number = |count: usize| match count {
            1 => "1 axis".to_owned(),
            _ => format!("{count} axes"),
        };
        return format!("expected {}, found {}", number(expected.len()), found.len());
    }
    let sizes = |entries: &[String], prefix: &Option<String>| -> Vec<String> {
        entries[usize::from(prefix.is_some())..]
            .iter()
            .rev()
            .cloned()
            .collect()
    };
    let (expected, found) = (
        sizes(expected, &expected_prefix),
        sizes(found, &found_prefix),
    );
    let mut different: Vec<String> = expected
        .iter()
        .zip(&found)
        .enumerate()
        .filter(|(_, (expected, found))| {
            expected != found && *expected != UNKNOWN && *found != UNKNOWN
        })
        .map(|(axis, (expected, found))| {
            format!("axis -{}: expected {expected}, found {found}", axis + 1)
        })
        .collect();
    different.reverse();
    let is_open = [&expected_prefix, &found_prefix]
        .iter()
        .any(|prefix| prefix.as_deref() == Some("..?"));
    if !is_open && (expected.len() != found.len() || expected_prefix != found_prefix) {
        let common = expected.len().min(found.len());
        let before = |sizes: &[String], prefix: &Option<String>| {
            let entries: Vec<String> = prefix
                .iter()
                .cloned()
                .chain(sizes[common..].iter().rev().cloned())
                .collect();
            list(&entries)
        };
        let place = match common {
            0 => "in all".to_owned(),
            _ => format!("before axis -{common}"),
        };
        different.insert(
            0,
            format!(
                "{place}: expected {}, found {}",
                before(&expected, &expected_prefix),
                before(&found, &found_prefix)
            ),
        );
    }
    different.join("; ")
}

/// The two types of the note under a mismatch.
pub fn types_of_note(note: &str) -> Option<(&str, &str)> {
    let (expected, rest) = note.split_once('\n')?;
    let found = rest.lines().next()?;
    let is_note =
        expected.trim_start().begins(rustc::TWO_TYPES) && found.trim_start().starts_with("found ");
    match is_note {
        true => Some((quoted(expected)?, quoted(found)?)),
        false => None,
    }
}

/// The text between the first and the last backtick.
fn quoted(line: &str) -> Option<&str> {
    let start = line.find('`')? + 1;
    let end = line.rfind('`')?;
    line.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::axes;

    fn check(expected: &str, found: &str, told: &str) {
        let entries =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        assert_eq!(axes(&entries(expected), &entries(found)), told);
    }

    #[test]
    fn axes_that_differ() {
        check("2 4", "2 3", "axis -1: expected 4, found 3");
        check(
            "5 4",
            "2 3",
            "axis -2: expected 5, found 2; axis -1: expected 4, found 3",
        );
        check("2", "2 3", "expected 1 axis, found 2");
        check("? 4", "2 3", "axis -1: expected 4, found 3");
        check("_ 3", "4 3", "axis -2: expected _, found 4");
        check("..S N 4", "..S N 3", "axis -1: expected 4, found 3");
        check(
            "..S 3",
            "..T 3",
            "before axis -1: expected [..S], found [..T]",
        );
        check("..S 3", "2 3", "before axis -1: expected [..S], found [2]");
        check("..S", "2 3", "in all: expected [..S], found [2, 3]");
        check(
            "3",
            "..S 4",
            "before axis -1: expected [], found [..S]; axis -1: expected 3, found 4",
        );
    }
}
