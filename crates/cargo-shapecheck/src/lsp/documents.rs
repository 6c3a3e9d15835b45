//! The documents that the editor has open, and how names of the crate can be written in them.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::types::vocabulary;

/// How positions in a line are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// As in JavaScript; the protocol's default.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// From its name in the protocol.
    pub fn named(name: &str) -> Self {
        match name {
            "utf-8" => Self::Utf8,
            "utf-32" => Self::Utf32,
            _ => Self::Utf16,
        }
    }

    /// How much of a position a character is.
    pub fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// Open documents by their address.
#[derive(Debug, Default)]
pub struct Documents {
    texts: HashMap<String, String>,
    /// The same as they were opened or saved.
    saved: HashMap<String, String>,
    /// The editor's way of counting.
    pub encoding: Encoding,
}

impl Documents {
    /// The text at this address, if it is open.
    pub fn text(&self, uri: &str) -> Option<&str> {
        self.texts.get(uri).map(String::as_str)
    }

    /// Whether the text at this address is what was opened or saved last.
    pub fn is_saved(&self, uri: &str) -> bool {
        self.texts.get(uri) == self.saved.get(uri)
    }

    /// The addresses of all that are open.
    pub fn open(&self) -> Vec<String> {
        self.texts.keys().cloned().collect()
    }

    /// Follows `didOpen`, `didChange`, `didSave` and `didClose`.
    pub fn follow(&mut self, method: &str, params: &Value) {
        let document = &params["textDocument"];
        let Some(uri) = document["uri"].as_str() else {
            return;
        };
        match method {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or("").to_owned();
                self.saved.insert(uri.to_owned(), text.clone());
                self.texts.insert(uri.to_owned(), text);
            }
            "textDocument/didClose" => {
                self.texts.remove(uri);
                self.saved.remove(uri);
            }
            "textDocument/didSave" => {
                if let Some(text) = self.texts.get(uri) {
                    self.saved.insert(uri.to_owned(), text.clone());
                }
            }
            "textDocument/didChange" => {
                let changes = params["contentChanges"].as_array().into_iter().flatten();
                let is_followed = self.texts.get_mut(uri).is_some_and(|text| {
                    changes
                        .map(|change| apply(text, change, self.encoding))
                        .all(|applied| applied.is_some())
                });
                // A text that cannot be followed is removed.
                if !is_followed {
                    self.texts.remove(uri);
                }
            }
            _ => {}
        }
    }
}

fn apply(text: &mut String, change: &Value, encoding: Encoding) -> Option<()> {
    let new = change["text"].as_str()?;
    match change.get("range") {
        Some(range) if range.is_object() => {
            let start = offset(text, &range["start"], encoding)?;
            let end = offset(text, &range["end"], encoding)?;
            (start <= end).then(|| text.replace_range(start..end, new))
        }
        _ => {
            new.clone_into(text);
            Some(())
        }
    }
}

/// The byte at a position; the end of the line for positions beyond it.
pub fn offset(text: &str, position: &Value, encoding: Encoding) -> Option<usize> {
    let line = position["line"].as_u64()?;
    let column = usize::try_from(position["character"].as_u64()?).ok()?;
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return Some(text.len()),
        }
    }
    let mut width = 0;
    for (at, character) in text[start..].char_indices() {
        if width >= column || character == '\n' {
            return Some(start + at);
        }
        width += encoding.width(character);
    }
    Some(text.len())
}

/// The position of a byte.
pub fn position(text: &str, offset: usize, encoding: Encoding) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let widths = before[start..].chars().map(|c| encoding.width(c));
    json!({"line": before.matches('\n').count(), "character": widths.sum::<usize>()})
}

/// How an edit can write a name of the crate: `shape`, `shapecheck::shape`, or not at all.
///
/// `edit` is the new text: if it names the crate already, it can.
pub fn in_reach(text: Option<&str>, edit: &str, name: &str) -> Option<String> {
    let path = format!("{}::", vocabulary::CRATE);
    let text = text.unwrap_or("");
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    // A module inside the file has its own imports.
    let has_modules = code.lines().any(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.starts_with("mod ") && line.contains('{')
            || line.starts_with("pub(") && line.contains(" mod ")
    });
    if !has_modules && imports(&code, name) {
        return Some(name.to_owned());
    }
    (code.contains(&path) || edit.contains(&path)).then(|| path + name)
}

/// Whether a `use` of the whole file imports the name.
fn imports(code: &str, name: &str) -> bool {
    let mut lines_left = code;
    while !lines_left.is_empty() {
        let (line, rest) = lines_left.split_once('\n').unwrap_or((lines_left, ""));
        let is_use = ["use ", "pub use ", "pub(crate) use "]
            .iter()
            .any(|start| line.starts_with(start));
        if is_use {
            let item = lines_left.split(';').next().unwrap_or("");
            let tree = item
                .split_once("use ")
                .map_or("", |(_, tree)| tree.trim_start());
            let tree = tree.strip_prefix("::").unwrap_or(tree);
            if let Some(tree) = tree
                .strip_prefix(vocabulary::CRATE)
                .and_then(|tree| tree.strip_prefix("::"))
            {
                let entries = tree.trim().trim_start_matches('{').trim_end_matches('}');
                let at_top = !tree.contains('{') || tree.trim().starts_with('{');
                let mut names_in = entries.split(',').map(str::trim);
                if at_top && names_in.any(|item| item == name || item == "*") {
                    return true;
                }
            }
        }
        lines_left = rest;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_follows_its_changes() {
        for (encoding, column) in [
            (Encoding::Utf8, 5),
            (Encoding::Utf16, 3),
            (Encoding::Utf32, 2),
        ] {
            let mut documents = Documents {
                encoding,
                ..Documents::default()
            };
            let document = json!({"uri": "u", "text": "one\n😀ab\nthree"});
            documents.follow("textDocument/didOpen", &json!({"textDocument": document}));
            let change = json!({
                "range": {"start": {"line": 1, "character": column}, "end": {"line": 2, "character": 2}},
                "text": "X",
            });
            documents.follow(
                "textDocument/didChange",
                &json!({"textDocument": {"uri": "u"}, "contentChanges": [change]}),
            );
            assert_eq!(documents.text("u"), Some("one\n😀aXree"));
            assert!(!documents.is_saved("u"));
            let saved = json!({"textDocument": {"uri": "u"}});
            documents.follow("textDocument/didSave", &saved);
            assert!(documents.is_saved("u"));
            let place = position("one\n😀ab\nthree", 9, encoding);
            assert_eq!(place, json!({"line": 1, "character": column}));
        }
    }

    #[test]
    fn a_name_is_written_as_it_is_in_reach() {
        for (text, expected) in [
            ("use shapecheck::{Tensor, shape};\n", Some("shape")),
            ("use shapecheck::shape;\n", Some("shape")),
            ("use shapecheck::*;\n", Some("shape")),
            (
                "use shapecheck::{\n    Tensor,\n    shape,\n};\n",
                Some("shape"),
            ),
            ("use shapecheck::Tensor;\n", Some("shapecheck::shape")),
            ("use shapecheck::shape as s;\n", Some("shapecheck::shape")),
            ("use shapecheck::shape::Axes;\n", Some("shapecheck::shape")),
            (
                "fn f() {\n    use shapecheck::shape;\n}\n",
                Some("shapecheck::shape"),
            ),
            (
                "use shapecheck::shape;\nmod inner {\n}\n",
                Some("shapecheck::shape"),
            ),
            ("// shapecheck::shape\nfn f() {}\n", None),
            ("use other::shape;\n", None),
        ] {
            assert_eq!(
                in_reach(Some(text), "Axes<Scalar, N>", "shape").as_deref(),
                expected,
                "{text}"
            );
        }
        assert_eq!(
            in_reach(None, "shapecheck::Axes<...>", "shape").as_deref(),
            Some("shapecheck::shape")
        );
    }
}
