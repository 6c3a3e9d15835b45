//! Types that rustc has shortened, in full. Up to 1.95 it wrote `...` for what it left out, and since then `_`, which is
//! also what it writes for a type that is not inferred.
//!
//! The tool asks for types in full, and gets them, but for those under a mark: `expected `[usize; 2]`, found `&TensorOn<f32,
//! Axes<_, _>, Host>``. The note below has the same two types in full. Where nobody asked, rustc names a file that has them.

use std::rc::Rc;

use serde_json::Value;

use super::children::{labels, texts};
use super::declared;
use super::disagreement::types_of_note;
use super::rustc::{self, Reads};

/// Writes types in full that a note of the message has in full, or the file that it names, and returns whether there are any.
pub fn restore(diagnostic: &mut Value) -> bool {
    let mut found = of_labels(diagnostic);
    let files = texts(diagnostic).filter_map(|note| note.after(rustc::LONG_TYPE));
    let files: Vec<_> = files.filter_map(types_of_file).collect();
    if !files.is_empty() {
        let headline = diagnostic["message"].as_str();
        let all = texts(diagnostic).chain(labels(diagnostic)).chain(headline);
        found.extend(all.flat_map(|text| of_files(text, &files)));
    }
    let has_found = !found.is_empty();
    let mut messages = vec![diagnostic];
    while let Some(message) = messages.pop() {
        for (short, full) in &found {
            restore_text(&mut message["message"], short, full);
            if message["rendered"].is_string() {
                restore_text(&mut message["rendered"], short, full);
            }
            for span in message["spans"].as_array_mut().into_iter().flatten() {
                restore_text(&mut span["label"], short, full);
            }
        }
        messages.extend(message["children"].as_array_mut().into_iter().flatten());
    }
    has_found
}

/// The text of a language server's message, by the files that it names.
pub fn restored(text: &str) -> String {
    let mut notes = text.split('\n').filter_map(|line| {
        let start = rustc::LONG_TYPE
            .wordings()
            .find_map(|words| line.find(words))?;
        line[start..].after(rustc::LONG_TYPE)
    });
    let files: Vec<_> = notes.by_ref().filter_map(types_of_file).collect();
    let found = of_files(text, &files);
    found
        .into_iter()
        .fold(text.to_owned(), |text, (short, full)| {
            text.replace(&short, &full)
        })
}

fn restore_text(text: &mut Value, short: &str, full: &str) {
    if let Some(old) = text.as_str().filter(|old| old.contains(short)) {
        *text = old.replace(short, full).into();
    }
}

/// Labels, with the types that the note below has in full.
fn of_labels(diagnostic: &Value) -> Vec<(String, String)> {
    let Some((expected, found)) = texts(diagnostic).find_map(types_of_note) else {
        return Vec::new();
    };
    let labels = labels(diagnostic).filter_map(|label| {
        let (one, other) = label.after(rustc::EXPECTED)?.halves(rustc::FOUND)?;
        let other = other.strip_suffix('`')?;
        let is_same = |short: &str, full: &str| short == full || is_shortened(short, full);
        let full = format!("expected `{expected}`, found `{found}`");
        (is_same(one, expected) && is_same(other, found)).then(|| (label.to_owned(), full))
    });
    labels.filter(|(label, full)| label != full).collect()
}

/// The types that a file has for those that a text quotes in short.
fn of_files(text: &str, files: &[Rc<str>]) -> Vec<(String, String)> {
    let quoted = text.split('`').skip(1).step_by(2);
    let found = quoted.filter_map(|short| {
        let mut full = files.iter().flat_map(|file| file.lines());
        let mut full = full.by_ref().filter(|full| is_shortened(short, full));
        let first = full.next()?;
        let is_one = full.all(|other| other == first);
        is_one.then(|| (format!("`{short}`"), format!("`{first}`")))
    });
    found.collect()
}

/// The file of a note that goes on `'main.long-type-7.txt'`.
fn types_of_file(rest: &str) -> Option<Rc<str>> {
    let name = rest.strip_prefix('\'')?.split('\'').next()?;
    declared::text(name)
}

/// Whether a type is another one with parts left out.
fn is_shortened(short: &str, full: &str) -> bool {
    let (mut short, mut full, mut before) = (short, full, ' ');
    let mut is_shorter = false;
    while let Some(next) = short.chars().next() {
        if let Some(rest) = left_out(before, short) {
            let end = end_of_type(full);
            if end == 0 {
                return false;
            }
            is_shorter |= short[..short.len() - rest.len()] != full[..end];
            (short, full, before) = (rest, &full[end..], '_');
            continue;
        }
        let Some(rest) = full.strip_prefix(next) else {
            return false;
        };
        (short, full, before) = (&short[next.len_utf8()..], rest, next);
    }
    full.is_empty() && is_shorter
}

/// What stands after a part that is left out.
fn left_out(before: char, text: &str) -> Option<&str> {
    let starts = matches!(before, '<' | '(' | '[' | ' ' | '&');
    let signs = ["...", "_"].into_iter().filter(|_| starts);
    let mut rest = signs.filter_map(|sign| text.strip_prefix(sign));
    rest.find(|rest| rest.is_empty() || rest.starts_with([',', '>', ')', ']', ';']))
}

/// Where a type ends that others may follow.
fn end_of_type(text: &str) -> usize {
    let (mut depth, mut before) = (0, ' ');
    for (at, character) in text.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' | ',' | ';' if depth == 0 => return at,
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        before = character;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_another_one_with_parts_left_out() {
        let full = "&TensorOn<f32, Axes<Axes<Scalar, fn(u8) -> [u8; 2]>, B>, Host>";
        for short in [
            "&TensorOn<f32, Axes<_, _>, Host>",
            "&TensorOn<..., Axes<Axes<Scalar, ...>, B>, ...>",
            "&_",
        ] {
            assert!(is_shortened(short, full), "{short}");
        }
        for other in [
            full,
            "&TensorOn<f32, _>",
            "&TensorOn<f64, _, _>",
            "TensorOn<f32, _, _>",
        ] {
            assert!(!is_shortened(other, full), "{other}");
        }
    }

    #[test]
    fn a_label_has_the_types_of_the_note() {
        let mut message = serde_json::json!({
            "message": "mismatched types",
            "rendered": "^ expected `u8`, found `Axes<_, _>`\n",
            "spans": [{"label": "expected `u8`, found `Axes<_, _>`"}],
            "children": [{"message": "expected type `u8`\n found struct `Axes<Scalar, _>`"}],
        });
        restore(&mut message);
        assert_eq!(
            message["spans"][0]["label"],
            "expected `u8`, found `Axes<Scalar, _>`"
        );
        assert_eq!(
            message["rendered"],
            "^ expected `u8`, found `Axes<Scalar, _>`\n"
        );
    }
}
