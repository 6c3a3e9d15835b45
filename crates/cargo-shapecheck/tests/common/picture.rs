//! Pictures in `pictures` of what a terminal or an editor shows.
#![allow(dead_code, reason = "each test takes what it needs")]

use anstyle_svg::Term;
use serde_json::Value;

use super::editor::label;

/// Compares a picture of a text with the one that is kept, or keeps it.
#[track_caller]
pub fn is_drawn(name: &str, text: &str) {
    let picture = Term::new().min_width_px(720).render_svg(text);
    let path = super::repository().join(format!("pictures/{name}.svg"));
    if std::env::var_os("PICTURES").is_some_and(|what| what == "overwrite") {
        std::fs::write(&path, picture).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == picture,
        "{} shows something else than what is said now; \
         `PICTURES=overwrite cargo test -p cargo-shapecheck --test pictures --test dry` draws it anew",
        path.display(),
    );
}

/// Line and column.
pub fn place(position: &Value) -> (usize, usize) {
    let number = |key: &str| usize::try_from(position[key].as_u64().unwrap()).unwrap();
    (number("line"), number("character"))
}

const PLAIN: &str = "\u{1b}[0m";
const DIM: &str = "\u{1b}[3;36m";
const RED: &str = "\u{1b}[91m";
const BOLD: &str = "\u{1b}[1m";

/// Text in a frame, at a column.
pub fn framed(text: &str, column: usize) -> String {
    let width = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let indent = " ".repeat(column);
    let rule = "─".repeat(width + 2);
    let lines: String = text
        .lines()
        .map(|line| format!("{indent}{DIM}│{PLAIN} {line:width$} {DIM}│{PLAIN}\n"))
        .collect();
    format!("{indent}{DIM}┌{rule}┐{PLAIN}\n{lines}{indent}{DIM}└{rule}┘{PLAIN}\n")
}

/// A file in an editor with its hints, a diagnostic below its line, and what is shown below another line.
pub fn in_editor(
    name: &str,
    text: &str,
    hints: &[Value],
    mistake: &Value,
    shown: Option<(usize, String)>,
) -> String {
    // What is put into the lines, from the last place to the first.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut marks: Vec<((usize, usize), String)> = Vec::new();
    for hint in hints {
        let padding = if hint["paddingLeft"] == true { " " } else { "" };
        let label = label(hint);
        marks.push((
            place(&hint["position"]),
            format!("{DIM}{padding}{label}{PLAIN}"),
        ));
    }
    let (start, end) = (
        place(&mistake["range"]["start"]),
        place(&mistake["range"]["end"]),
    );
    marks.push((start, "\u{1b}[91m\u{1b}[4:3m".to_owned()));
    marks.push((end, PLAIN.to_owned()));
    marks.sort_by_key(|(place, _)| *place);
    for ((line, column), mark) in marks.into_iter().rev() {
        lines[line].insert_str(column, &mark);
    }
    let mut drawn = format!("{BOLD}{name}{PLAIN}\n");
    for (number, line) in lines.iter().enumerate() {
        let line = line.replacen("let ", "\u{1b}[35mlet\u{1b}[0m ", 1);
        drawn += &format!("{DIM}{:3}{PLAIN}  {line}\n", number + 1);
        if number == start.0 {
            let message = mistake["message"].as_str().unwrap().lines().next().unwrap();
            drawn += &format!("{}{RED}{message}{PLAIN}\n", " ".repeat(5 + 4));
        }
        if let Some((line, text)) = &shown
            && *line == number
        {
            drawn += text;
        }
    }
    drawn
}
