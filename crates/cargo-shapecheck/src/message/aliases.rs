//! Other names for sizes, as the user has them: `Width` for `Heads * Head` of `dims! { Width = Heads * Head }`.
//!
//! The compiler knows only what a name stands for. A message has the name where the file uses it at the place of the
//! message or above, where nothing else has the same meaning, and where no line that is shown has the sizes written out.

use serde_json::Value;

use super::children::{labels, texts};
use super::rendered::{self, Changes};
use super::words::is_of_word;
use super::{declared, sources};
use crate::types::Evidence;

/// The most names that stand for expressions with names.
const DEEPEST: usize = 4;

/// The message with these names, if it has sizes that have one.
pub fn told(line: &str) -> Option<String> {
    let body = line.trim_end_matches('\n');
    if !body.contains("\"shapecheck\":{") || !(body.contains(" * ") || body.contains(" + ")) {
        return None;
    }
    let mut message: Value = serde_json::from_str(body).ok()?;
    let names = names(&message)?;
    let mut changes = Changes::default();
    let new = |old: &str| Some(with_names(old, &names)).filter(|new| new != old);
    let headline = message["message"].as_str()?.to_owned();
    if let Some(told) = new(&headline) {
        message["message"] = told.as_str().into();
        changes.headline = Some((headline, told));
    }
    for label in labels(&message) {
        changes
            .labels
            .extend(new(label).map(|told| (label.to_owned(), told)));
    }
    for note in texts(&message) {
        changes
            .notes
            .extend(new(note).map(|told| (note.to_owned(), told)));
    }
    if changes.headline.is_none() && changes.labels.is_empty() && changes.notes.is_empty() {
        return None;
    }
    let spans = message["spans"].as_array_mut().into_iter().flatten();
    for label in spans.map(|span| &mut span["label"]) {
        replace(label, &changes.labels);
    }
    for note in message["children"].as_array_mut().into_iter().flatten() {
        replace(&mut note["message"], &changes.notes);
    }
    if let Some(text) = message["rendered"].as_str() {
        message["rendered"] = rendered::rewrite(text, &changes, Evidence::default()).into();
    }
    Some(message.to_string() + &line[body.len()..])
}

fn replace(text: &mut Value, changes: &[(String, String)]) {
    let told = text
        .as_str()
        .and_then(|text| changes.iter().find(|(old, _)| old == text));
    if let Some((_, told)) = told {
        *text = told.as_str().into();
    }
}

/// Names and what they stand for, those that may stand in the message.
fn names(message: &Value) -> Option<Vec<(String, String)>> {
    let mut spans = message["spans"].as_array()?.iter();
    let mut span = spans.find(|span| span["is_primary"] == true)?;
    while span["expansion"].is_object() {
        span = &span["expansion"]["span"];
    }
    let file = span["file_name"].as_str()?;
    let text = declared::text(file)?;
    let last = usize::try_from(span["line_end"].as_u64()?).ok()?;
    let above = Vec::from_iter(text.lines().take(last));
    let shown = shown_lines(message);
    let mut all: Vec<(String, String, bool)> = Vec::new();
    for of in sources::files(file).iter() {
        let Some(source) = sources::of(of) else {
            continue;
        };
        for (name, size, at) in &source.sizes {
            // In a line above, but for that of the declaration.
            let declared_in = (of == file).then(|| text[..*at].matches('\n').count());
            let lines = above.iter().enumerate();
            let mut uses = lines.filter(|(line, _)| Some(*line) != declared_in);
            let is_used = uses.any(|(_, line)| has_word(line, name));
            all.push((name.clone(), size.clone(), is_used));
        }
    }
    let expanded = Vec::from_iter(all.iter().map(|(_, size, _)| expanded(size, &all)));
    let is_one = |at: &usize| {
        let same = expanded.iter().filter(|other| **other == expanded[*at]);
        same.count() == 1
    };
    let is_written = |size: &str| {
        let bare = |text: &str| text.replace(' ', "");
        shown.iter().any(|line| bare(line).contains(&bare(size)))
    };
    let kept = (0..all.len()).filter(is_one).filter_map(|at| {
        let (name, size, is_used) = &all[at];
        let is_written = is_written(size) || is_written(&expanded[at]);
        (*is_used && !is_written).then(|| {
            [
                (size.clone(), name.clone()),
                (expanded[at].clone(), name.clone()),
            ]
        })
    });
    let kept = Vec::from_iter(kept.flatten());
    (!kept.is_empty()).then_some(kept)
}

/// The user's other names for a size, in a file and those beside it.
pub fn names_of(size: &str, file: &str) -> Vec<String> {
    let mut all = Vec::new();
    for source in sources::files(file).iter().filter_map(|of| sources::of(of)) {
        let sizes = source.sizes.iter();
        all.extend(sizes.map(|(name, size, _)| (name.clone(), size.clone(), true)));
    }
    let is_same = |of: &str| of == size || expanded(of, &all) == size;
    let named = all.iter().filter(|(_, of, _)| is_same(of));
    named.map(|(name, ..)| name.clone()).collect()
}

/// An expression in names that stand for none.
fn expanded(size: &str, all: &[(String, String, bool)]) -> String {
    let mut size = size.to_owned();
    for _ in 0..DEEPEST {
        let mut output = String::new();
        let mut rest = size.as_str();
        while let Some(start) = rest.find(is_of_word) {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c| !is_of_word(c)).unwrap_or(word.len());
            output += before;
            let stands = all.iter().find(|(name, ..)| *name == word[..end]);
            match stands {
                Some((_, of, _)) => output += &format!("({of})"),
                None => output += &word[..end],
            }
            rest = &word[end..];
        }
        output += rest;
        if output == size {
            break;
        }
        size = output;
    }
    // A product that begins with one, and a sum, need no parentheses.
    match size.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((first, rest)) if !first.contains('(') => {
            let is_same = |sign: &str| !first.contains(sign) && !rest.contains(sign);
            match is_same(" + ") || is_same(" * ") {
                true => format!("{first}{rest}"),
                false => size,
            }
        }
        _ => size,
    }
}

/// The lines that a message shows.
fn shown_lines(message: &Value) -> Vec<&str> {
    let children = message["children"].as_array().into_iter().flatten();
    let spans = children
        .chain([message])
        .flat_map(|of| of["spans"].as_array());
    let mut lines = Vec::new();
    for span in spans.flatten() {
        let mut span = Some(span);
        while let Some(of) = span {
            let texts = of["text"].as_array().into_iter().flatten();
            lines.extend(texts.filter_map(|line| line["text"].as_str()));
            span = of["expansion"].get("span");
        }
    }
    lines
}

fn has_word(line: &str, name: &str) -> bool {
    line.split(|c| !is_of_word(c)).any(|word| word == name)
}

/// A text with names for the expressions in it.
fn with_names(text: &str, names: &[(String, String)]) -> String {
    let mut told = text.to_owned();
    for _ in 0..DEEPEST {
        let before = told.clone();
        // The longest first: it may have others in it.
        let mut names = Vec::from_iter(names);
        names.sort_by_key(|(size, _)| std::cmp::Reverse(size.len()));
        for (size, name) in names {
            told = with_name(&told, size, name);
        }
        if told == before {
            break;
        }
    }
    told
}

/// A text with a name for one expression, where it is a whole size or the first operand of its sign.
fn with_name(text: &str, size: &str, name: &str) -> String {
    let is_sum = size.contains(" + ") && !size.contains(" * ");
    let mut output = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(size) {
        let (before, behind) = (&rest[..at], &rest[at + size.len()..]);
        let all_before = format!("{output}{before}");
        let stronger: &[&str] = if is_sum { &[" * ", " / "] } else { &[" / "] };
        let is_apart = !all_before.ends_with(|c| is_of_word(c) || c == ':')
            && !behind.starts_with(|c| is_of_word(c) || c == ':')
            && ![" * ", " - ", " / "]
                .iter()
                .any(|sign| all_before.ends_with(sign))
            && !(is_sum && all_before.ends_with(" + "))
            && !stronger.iter().any(|sign| behind.starts_with(sign));
        output += before;
        if is_apart && output.ends_with('(') && behind.starts_with(')') {
            // `4 * (Heads * Head)`
            output.pop();
            output += name;
            rest = &behind[1..];
        } else {
            output += if is_apart { name } else { size };
            rest = behind;
        }
    }
    output + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_whole_sizes() {
        let told = |text: &str| {
            let names = [
                ("Heads * Head", "Width"),
                ("Past + Seq", "Total"),
                ("4 * Width", "Hidden"),
            ];
            let names = names.map(|(size, name)| (size.to_owned(), name.to_owned()));
            with_names(text, &names)
        };
        for (text, with) in [
            ("size `Heads * Head` does not", "size `Width` does not"),
            ("`[Batch, Heads * Head, 3]`", "`[Batch, Width, 3]`"),
            ("`4 * (Heads * Head)`", "`Hidden`"),
            ("`Heads * Head * Three`", "`Width * Three`"),
            ("`Three * Heads * Head`", "`Three * Heads * Head`"),
            ("`Heads * Head / Tp`", "`Heads * Head / Tp`"),
            ("`Heads * Heading`", "`Heads * Heading`"),
            ("`other::Heads * Head`", "`other::Heads * Head`"),
            ("`2 * (Past + Seq)`", "`2 * Total`"),
            ("`Past + Seq + 1`", "`Total + 1`"),
            ("`Long + Past + Seq`", "`Long + Past + Seq`"),
            ("`Heads * Head + 1`", "`Width + 1`"),
        ] {
            assert_eq!(told(text), with);
        }
    }

    #[test]
    fn names_in_names_are_expanded() {
        let all = [
            ("Width", "Heads * Head"),
            ("Wide", "4 * Width"),
            ("More", "Width * Three"),
        ];
        let all = all.map(|(name, size)| (name.to_owned(), size.to_owned(), true));
        assert_eq!(expanded("4 * Width", &all), "4 * (Heads * Head)");
        assert_eq!(expanded("Width * Three", &all), "Heads * Head * Three");
    }
}
