//! Lists of implementations, of which rustc prints all where it is asked for types in full.

use serde_json::Value;

use super::rustc::{self, Reads};

/// As many as rustc prints by itself.
const MOST: usize = 8;

/// Cuts the lists in a message.
pub fn cut(diagnostic: &mut Value) {
    cut_text(&mut diagnostic["rendered"]);
    for child in diagnostic["children"].as_array_mut().into_iter().flatten() {
        cut_text(&mut child["message"]);
    }
}

fn cut_text(text: &mut Value) {
    if let Some(shorter) = text.as_str().and_then(shortened) {
        *text = shorter.into();
    }
}

/// The text with the first entries of each list, if one of them is longer.
fn shortened(text: &str) -> Option<String> {
    let mut written = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    let mut has_cut = false;
    while let Some(line) = lines.next() {
        written.push_str(line);
        if !(line.says(rustc::TYPES) && line.trim_end().ends_with(':')) {
            continue;
        }
        let Some(indent) = lines.peek().map(|first| indent(first)) else {
            break;
        };
        let mut entries = Vec::new();
        while let Some(entry) = lines.next_if(|line| self::indent(line) == indent) {
            entries.push(entry);
        }
        // One more entry is as long as the line that stands for it.
        let kept = match entries.len() {
            count if indent == 0 || count <= MOST + 1 => count,
            _ => MOST,
        };
        written.extend(entries[..kept].iter().copied());
        if let Some(last) = entries[kept..].last() {
            has_cut = true;
            let end = if last.ends_with('\n') { "\n" } else { "" };
            let others = entries.len() - kept;
            let indent = indent.saturating_sub(2);
            written += &format!("{:indent$}and {others} others{end}", "");
        }
    }
    has_cut.then_some(written)
}

/// The number of spaces at the beginning of a line with something after them.
fn indent(line: &str) -> usize {
    let text = line.trim_start_matches(' ');
    match text.trim_end().is_empty() {
        true => 0,
        false => line.len() - text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_list_is_cut_and_what_is_behind_it_stays() {
        let list = |entries: usize| -> String {
            let entries = (0..entries).map(|entry| format!("            Const<{entry}>\n"));
            entries.collect()
        };
        let text = |list: &str| {
            format!(
                "  = help: the following other types implement trait `ToUInt`:\n{list}note: required\n"
            )
        };
        assert_eq!(shortened(&text(&list(9))), None);
        let cut = format!("{}          and 12 others\n", list(8));
        assert_eq!(shortened(&text(&list(20))), Some(text(&cut)));
        // The end of a note, which has no line after it.
        let note = "the following types implement trait `A`:\n  B\n  B\n  B\n  B\n  B\n  B\n  B\n  B\n  B\n  B";
        assert!(shortened(note).is_some_and(|cut| cut.ends_with("  B\nand 2 others")));
    }
}
