//! An edit as a suggestion of rustc's: in the JSON, from which editors make a quick fix, and as lines for a terminal.

use std::ops::Range;

use serde_json::{Value, json};

use super::Fitting;
use crate::message::ansi::Styled;
use crate::message::declared;

/// What a terminal shows above the lines of an edit, which the headline has in words.
const WORDS: &str = "did you mean this?";

/// How a suggestion begins.
pub const BEGINS: &str = "did you mean `";

/// Adds edits to a message.
pub fn add(diagnostic: &mut Value, edits: &[Fitting]) {
    for edit in edits {
        let Some(text) = declared::text(&edit.file) else {
            continue;
        };
        let spans = edit
            .replaced
            .iter()
            .filter_map(|(place, code)| span(&edit.file, &text, place, code));
        let spans = Value::from_iter(spans.chain(marked(diagnostic, edit)));
        // The headline has both of two.
        if edits.len() == 1
            && let Some(rendered) = diagnostic["rendered"]
                .as_str()
                .and_then(|rendered| with_lines(rendered, &text, edit))
        {
            diagnostic["rendered"] = rendered.into();
        }
        if let Some(children) = diagnostic["children"].as_array_mut() {
            children.push(json!({
                "message": super::told(std::slice::from_ref(edit)), "code": null, "level": "help", "spans": spans, "children": [], "rendered": null,
            }));
        }
    }
}

/// What is marked, as it is: an editor has a quick fix where one of its spans is, and looks for it where the error is.
fn marked(diagnostic: &Value, edit: &Fitting) -> Option<Value> {
    let (file, place) = super::place(diagnostic)?;
    let is_apart = edit
        .replaced
        .iter()
        .all(|(of, _)| of.end < place.start || place.end < of.start);
    let text = declared::text(&file)?;
    let code = text.get(place.clone())?;
    (is_apart && file == edit.file).then(|| span(&file, &text, &place, code))?
}

/// The number of the line of a byte, from 1, and where it begins.
fn line_of(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    (
        before.matches('\n').count() + 1,
        before.rfind('\n').map_or(0, |at| at + 1),
    )
}

fn span(file: &str, text: &str, place: &Range<usize>, code: &str) -> Option<Value> {
    let (first, start) = line_of(text, place.start);
    let (last, start_of_last) = line_of(text, place.end);
    let column = |from: usize, to: usize| Some(text.get(from..to)?.chars().count() + 1);
    let (begin, end) = (
        column(start, place.start)?,
        column(start_of_last, place.end)?,
    );
    let lines = text[start..].lines().take(last - first + 1).enumerate();
    let lines = lines.map(|(at, line)| {
        json!({
            "text": line,
            "highlight_start": if at == 0 { begin } else { 1 },
            "highlight_end": if first + at == last { end } else { line.chars().count() + 1 },
        })
    });
    Some(json!({
        "file_name": file, "byte_start": place.start, "byte_end": place.end,
        "line_start": first, "line_end": last, "column_start": begin, "column_end": end,
        "is_primary": true, "text": Value::from_iter(lines), "label": null,
        "suggested_replacement": code, "suggestion_applicability": "MaybeIncorrect", "expansion": null,
    }))
}

/// The text for the terminal with the lines of an edit. `None` where a message is one line.
fn with_lines(rendered: &str, text: &str, edit: &Fitting) -> Option<String> {
    let plain = Styled::new(rendered).plain;
    let arrow = plain
        .lines()
        .find(|line| line.trim_start().starts_with("--> "))?;
    let (first, start) = line_of(text, edit.replaced.first()?.0.start);
    let (last, _) = line_of(text, edit.replaced.last()?.0.end);
    let margin = arrow.len() - arrow.trim_start().len();
    let width = margin.max(last.to_string().len());
    let is_styled = rendered.contains('\u{1b}');
    let styled = |text: &str, colour: &str| match is_styled {
        true => format!("\u{1b}[1m\u{1b}[{colour}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let bar = format!("{} {}", " ".repeat(width), styled("|", "94"));
    let mut output = rendered.trim_end_matches('\n').to_owned();
    let last_line = plain.trim_end_matches('\n').lines().last().unwrap_or("");
    if last_line
        .trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit())
        .starts_with('|')
        && last_line.trim() != "|"
    {
        output += &format!("\n{bar}");
    }
    output += &format!("\n{}: {WORDS}\n{bar}", styled("help", "96"));
    let end = text[edit.replaced.last()?.0.end..]
        .find('\n')
        .map_or(text.len(), |at| {
            edit.replaced[edit.replaced.len() - 1].0.end + at
        });
    let is_inserted = edit
        .replaced
        .iter()
        .all(|(place, code)| place.is_empty() && !code.contains('\n'));
    let (new, marks) = line_with(text, start..end, &edit.replaced);
    let numbered = |number: usize| styled(&format!("{number:>width$}"), "94");
    match is_inserted && first == last {
        true => {
            output += &format!(
                "\n{} {} {new}\n{bar} {}",
                numbered(first),
                styled("|", "94"),
                styled(&marks, "92")
            );
        }
        false => {
            for (line, at) in text[start..end].lines().zip(first..) {
                output += &format!("\n{} {}", numbered(at), styled(&format!("- {line}"), "91"));
            }
            for (line, at) in new.lines().zip(first..) {
                output += &format!("\n{} {}", numbered(at), styled(&format!("+ {line}"), "92"));
            }
        }
    }
    Some(output + &rendered[rendered.trim_end_matches('\n').len()..])
}

/// Some lines with replacements, and a sign below each character that is new.
fn line_with(
    text: &str,
    line: Range<usize>,
    replaced: &[(Range<usize>, String)],
) -> (String, String) {
    let (mut new, mut marks) = (String::new(), String::new());
    let mut position = line.start;
    let blank = |code: &str| " ".repeat(code.chars().count());
    for (place, code) in replaced {
        let kept = &text[position..place.start];
        new += kept;
        marks += &blank(kept);
        new += code;
        marks += &"+".repeat(code.chars().count());
        position = place.end;
    }
    new += &text[position..line.end];
    (new, marks)
}
