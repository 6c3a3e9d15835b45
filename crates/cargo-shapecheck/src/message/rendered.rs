//! A message as the terminal shows it: lines, of which source lines and the user's words are not changed.

use super::ansi::Styled;
use super::rustc::{self, Phrase, Reads};
use super::{advice, plumbing};
use crate::types::{Evidence, Kind, Replacement, rewrite_with, vocabulary};

/// Labels of type parameters, of which the headline says that they are expected and found.
const LABELS_OF_PARAMETERS: [Phrase; 4] = [
    rustc::THIS_PARAMETER_EXPECTED,
    rustc::THIS_PARAMETER_FOUND,
    rustc::PARAMETER_EXPECTED,
    rustc::PARAMETER_FOUND,
];

/// The changes to the rendered text, apart from types.
#[derive(Debug, Default)]
pub struct Changes {
    /// The first lines of notes to remove.
    pub removed: Vec<String>,
    /// The first lines of notes that only name a place, without the code there.
    pub places: Vec<String>,
    /// The headline and its replacement.
    pub headline: Option<(String, String)>,
    /// Whether rustc's suggestions were removed, so that notes need not mention them.
    pub without_suggestions: bool,
    /// Labels and their replacements.
    pub labels: Vec<(String, String)>,
    /// Notes and their replacements.
    pub notes: Vec<(String, String)>,
    /// Suggested code and its replacement.
    pub suggestions: Vec<(String, String)>,
    /// The headline, labels and notes that do not change, including types.
    pub kept: Vec<String>,
}

impl Changes {
    /// Adds to the headline of this message.
    pub fn tell(&mut self, message: String, told: &str, evidence: Evidence) {
        let before = match self.headline.take() {
            Some((_, new)) => new,
            None => rewrite_with(&message, evidence),
        };
        self.kept.retain(|kept| *kept != message);
        self.headline = Some((message, format!("{before}: {told}")));
    }

    /// Whether a text does not change.
    pub fn keeps(&self, text: &str) -> bool {
        self.kept.iter().any(|kept| kept == text)
    }

    /// The number of lines from this one on that do not change. It is a line that starts a note, has a headline after a
    /// path, or ends in a label.
    fn kept_lines(&self, plain: &str, is_headline: bool) -> usize {
        let is_kept = |first: &str| match section_start(plain) {
            Some(text) => text == first,
            None if first.is_empty() => false,
            None if is_headline => plain.contains(first),
            None => plain.ends_with(first),
        };
        let texts = self.kept.iter().map(|text| text.lines());
        let kept = texts.filter(|lines| is_kept(lines.clone().next().unwrap_or("")));
        kept.map(Iterator::count).max().unwrap_or(0)
    }
}

/// The rendered message with notes at its end, each with a place and without the code there. `None` where a message is one line.
pub fn with_notes(rendered: &str, notes: &[(String, String)]) -> Option<String> {
    let plain = Styled::new(rendered).plain;
    let mut lines = plain.lines();
    let arrow = lines.find(|line| line.trim_start().starts_with("--> "))?;
    let margin = &arrow[..arrow.len() - arrow.trim_start().len()];
    let is_styled = rendered.contains('\u{1b}');
    let styled = |text: &str, colour: &str| match is_styled {
        true => format!("\u{1b}[1m\u{1b}[{colour}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let mut output = rendered.trim_end_matches('\n').to_owned();
    let last = plain.trim_end_matches('\n').lines().last().unwrap_or("");
    let is_code = last
        .trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit())
        .starts_with('|');
    if is_code && last.trim() != "|" {
        output += &format!("\n{margin} {}", styled("|", "94"));
    }
    for (note, place) in notes {
        output += &format!(
            "\n{}: {note}\n{margin}{} {place}",
            styled("note", "92"),
            styled("-->", "94")
        );
    }
    Some(output + &rendered[rendered.trim_end_matches('\n').len()..])
}

/// The rendered message after the changes, with rewritten types.
pub fn rewrite(rendered: &str, changes: &Changes, evidence: Evidence) -> String {
    let mut output: Vec<String> = Vec::new();
    let mut plain_output: Vec<String> = Vec::new();
    let mut section = Section::Headline;
    let mut removed_any = false;
    let is_short = is_short_format(rendered);
    let mut kept_lines = 0;
    let mut is_of_place = false;
    // The number of marks below a suggestion, before and after.
    let mut marks: Option<(usize, usize)> = None;
    for line in rendered.split_inclusive('\n') {
        let styled = Styled::new(line);
        let plain = styled.plain.trim_end_matches('\n');
        if kept_lines == 0 && !is_source_line(plain) {
            kept_lines = changes.kept_lines(plain, output.is_empty());
        }
        if kept_lines > 0 {
            kept_lines -= 1;
            section = Section::Rewritten;
            output.push(line.to_owned());
            plain_output.push(plain.to_owned());
            continue;
        }
        if section_start(plain).is_some() || plain.is_empty() {
            is_of_place = changes
                .places
                .iter()
                .any(|first| section_start(plain) == Some(first));
        } else if is_of_place && !is_place(plain) {
            continue;
        }
        if let Some(text) = section_start(plain) {
            let is_removed = changes.removed.iter().any(|first| first == text);
            section = if is_removed || plumbing::is_internal_macro(text) {
                Section::Removed
            } else if section == Section::Headline && output.is_empty() {
                Section::Headline
            } else {
                Section::Rewritten
            };
        } else if plain.is_empty() {
            section = Section::Rewritten;
        }
        match section {
            Section::Removed => {
                removed_any = true;
                continue;
            }
            _ if is_place(plain) => output.push(line.to_owned()),
            _ if is_source_line(plain) && !is_short => {
                output.push(match suggestion(&styled.plain, changes) {
                    Some((code, below)) => {
                        marks = Some(below);
                        styled.apply(&[code])
                    }
                    None => line.to_owned(),
                });
            }
            _ if marks.is_some() => {
                let changed = marks.take().and_then(|marks| marked(&styled.plain, marks));
                output.push(styled.apply(changed.as_slice()));
            }
            _ if evidence.is_of_shapes() && label_of_no_use(plain).is_some() && !is_short => {
                let column = label_of_no_use(plain).unwrap_or(0);
                remove_bar(&mut output, &mut plain_output, column);
                continue;
            }
            _ => {
                let mut replacements = exact(&styled.plain, changes, output.is_empty());
                let mut found = advice::find(&styled.plain, evidence);
                let text_starts = match is_short {
                    true => plain.find(": ").unwrap_or(0),
                    false => 0,
                };
                found.retain(|found| {
                    found.range.start >= text_starts
                        && replacements.iter().all(|taken| {
                            found.range.end <= taken.range.start
                                || found.range.start >= taken.range.end
                        })
                });
                replacements.extend(found);
                replacements.sort_by_key(|replacement| replacement.range.start);
                output.push(styled.apply(&replacements));
            }
        }
        plain_output.push(plain.to_owned());
    }
    if removed_any {
        drop_dangling_bar(&mut output, &plain_output);
    }
    if evidence.is_of_shapes() && !is_short {
        remove_frames_of_crate(&mut output, &mut plain_output);
        remove_labels_of_parameters(&mut output, &mut plain_output);
    }
    output.concat()
}

/// Takes away what is shown of the crate's own source beside the code that the message is about:
/// `::: src/shape/list.rs:7` and the lines below it.
fn remove_frames_of_crate(output: &mut Vec<String>, plain: &mut Vec<String>) {
    let is_of_crate = |line: &str| {
        let path = line.trim_start().strip_prefix("::: ");
        path.is_some_and(plumbing::is_of_crate)
    };
    while let Some(start) = plain.iter().position(|line| is_of_crate(line)) {
        let is_end =
            |line: &String| line.is_empty() || is_place(line) || section_start(line).is_some();
        let rest = &plain[start + 1..];
        let end = start + 1 + rest.iter().position(is_end).unwrap_or(rest.len());
        output.drain(start..end);
        plain.drain(start..end);
    }
}

/// Takes away a line that is shown only for its labels `expected type parameter`: the headline says what is expected.
fn remove_labels_of_parameters(output: &mut Vec<String>, plain: &mut Vec<String>) {
    let mut start = 0;
    while start < plain.len() {
        let is_below = |line: &&String| {
            let line = line.trim_start();
            line == "|" || line.starts_with("| ")
        };
        let below = plain[start + 1..].iter().take_while(is_below).count();
        let labels = &plain[start + 1..=start + below];
        let marks = |line: &String| {
            let text = line.trim_start().trim_start_matches('|').trim();
            let text = LABELS_OF_PARAMETERS
                .into_iter()
                .find_map(|label| text.until(label))
                .unwrap_or(text);
            text.chars().all(|mark| matches!(mark, ' ' | '|' | '-'))
        };
        let has_label = |line: &String| {
            LABELS_OF_PARAMETERS
                .into_iter()
                .any(|label| line.closes(label))
        };
        if !(is_source_line(&plain[start])
            && labels.iter().any(has_label)
            && labels.iter().all(marks))
        {
            start += 1;
            continue;
        }
        let mut end = start + 1 + below;
        if plain.get(end).is_some_and(|line| line == "...") {
            end += 1;
        }
        output.drain(start..end);
        plain.drain(start..end);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Headline,
    Rewritten,
    Removed,
}

/// The text of a line that starts a note: `  = note: text`, `help: text`, `error[E0308]: text`.
fn section_start(plain: &str) -> Option<&str> {
    let line = match plain.trim_start().strip_prefix("= ") {
        Some(rest) if plain.starts_with(' ') => rest,
        _ => plain,
    };
    let (level, text) = line.split_once(": ")?;
    let level = level.split('[').next().unwrap_or(level);
    ["note", "help", "warning", "error"]
        .contains(&level)
        .then_some(text)
}

/// `src/main.rs:7:46: error[E0308]: mismatched types: a label`: everything in one line.
fn is_short_format(rendered: &str) -> bool {
    rendered.lines().count() == 1
}

/// ` --> src/main.rs:7:46`
fn is_place(plain: &str) -> bool {
    let line = plain.trim_start();
    line.starts_with("--> ") || line.starts_with("::: ")
}

/// `7 | let x = 1;`, and lines of a suggestion, `7 + let x = 1;`.
fn is_source_line(plain: &str) -> bool {
    let line = plain.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && [" | ", " + ", " - ", " ~ "]
            .iter()
            .any(|gutter| rest.starts_with(gutter) || rest == gutter.trim_end())
        || rest.len() < line.len() && rest == " |"
}

/// Suggested code in this line, and the lengths of the marks below it.
fn suggestion(plain: &str, changes: &Changes) -> Option<(Replacement, (usize, usize))> {
    changes.suggestions.iter().find_map(|(old, new)| {
        let (old, new) = (old.trim_end(), new.trim_end());
        let start = plain.find(old)?;
        let range = start..start + old.len();
        // Leading spaces are not marked.
        let lengths = (old.trim().chars().count(), new.trim().chars().count());
        Some((Replacement::new(range, new, Kind::Name), lengths))
    })
}

/// As many marks as the marked text is long.
fn marked(plain: &str, (old, new): (usize, usize)) -> Option<Replacement> {
    let is_mark = |character| matches!(character, '+' | '~');
    let start = plain.find(is_mark)?;
    let end = plain.rfind(is_mark)? + 1;
    let mark = &plain[start..=start];
    let is_that_long = plain[start..end].chars().all(is_mark) && end - start >= old;
    is_that_long.then(|| {
        let more = end - start - old;
        Replacement::new(start..end, mark.repeat(new + more), Kind::Name)
    })
}

/// Where a label begins that says no more than what is underlined.
fn label_of_no_use(plain: &str) -> Option<usize> {
    let (gutter, label) = plain.split_once('|')?;
    let label = label.trim_start();
    let is_alone = gutter.trim().is_empty();
    let is_of_no_use =
        label.is(rustc::BOUND_OF_CALL) || rustc::INCORRECT_ARGUMENTS.read(label).is_some();
    (is_alone && is_of_no_use).then(|| plain[..plain.len() - label.len()].chars().count())
}

/// Takes away the bar that led down to a label which is gone, from the lines between it and what it is about.
fn remove_bar(output: &mut Vec<String>, plain: &mut Vec<String>, column: usize) {
    let mut line = plain.len();
    while line > 0 && !is_source_line(&plain[line - 1]) {
        line -= 1;
        let text = plain[line].clone();
        let Some((at, '|')) = text.char_indices().nth(column) else {
            break;
        };
        let without = format!("{} {}", &text[..at], &text[at + 1..]);
        let rest = without.split_once('|').map_or("", |(_, rest)| rest);
        if rest.trim().is_empty() {
            output.remove(line);
            plain.remove(line);
            continue;
        }
        let styled = Styled::new(&output[line]);
        let space = Replacement::new(at..at + 1, " ", Kind::Name);
        output[line] = styled.apply(&[space]);
        plain[line] = without.trim_end().to_owned();
    }
}

/// The replacements of the headline and labels in this line.
fn exact(plain: &str, changes: &Changes, is_headline: bool) -> Vec<Replacement> {
    let mut replacements: Vec<Replacement> = Vec::new();
    let mut replace = |start: usize, old: &str, new: &str| {
        let range = start..start + old.len();
        replacements.push(Replacement::new(range, new, Kind::Name));
    };
    let mut position = 0;
    if is_headline && let Some((old, new)) = &changes.headline {
        let first = old.lines().next().unwrap_or(old);
        if let Some(start) = plain.find(first) {
            replace(start, first, new);
            position = start + first.len();
        }
    }
    let text = plain.trim_end_matches('\n');
    let note = section_start(text);
    if let Some((old, new)) = changes.notes.iter().find(|(old, _)| note == Some(old)) {
        replace(text.len() - old.len(), old, new);
        return replacements;
    }
    if changes.without_suggestions {
        for (start, phrase) in plain.match_indices(vocabulary::ABOUT_SUGGESTIONS) {
            replace(start, phrase, "");
        }
    }
    for (old, new) in &changes.labels {
        if text.len() >= position + old.len() && text.ends_with(old.as_str()) {
            replace(text.len() - old.len(), old, new);
            break;
        }
    }
    replacements
}

/// A bar that led to removed notes.
fn drop_dangling_bar(output: &mut Vec<String>, plain: &[String]) {
    let Some(last) = plain.iter().rposition(|line| !line.is_empty()) else {
        return;
    };
    if plain[last].trim() == "|" {
        output.remove(last);
    }
}
