//! What the compiler tells more than once: the same words about the same line, and a bound that is missing once more where a method needs it.

use std::collections::HashSet;

use serde_json::Value;

use crate::types::names;

/// How many lines below the error about a missing bound a method may be that misses the same bound.
const NEAR: u64 = 60;

/// Errors that were told, of one run of the compiler.
#[derive(Debug, Default)]
pub struct Told {
    /// Files, lines and headlines.
    errors: HashSet<(String, u64, String)>,
    /// Files, lines and missing bounds.
    bounds: Vec<(String, u64, String)>,
}

impl Told {
    /// Whether a line of the compiler's JSON says what was said already. It is remembered if not.
    pub fn is_repeated(&mut self, line: &str) -> bool {
        let is_of_crate = |word: &&str| line.contains(*word);
        if !line.starts_with('{') || !["E0277", "E0747", "E0599"].iter().any(is_of_crate) {
            return false;
        }
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return false;
        };
        let code = message["code"]["code"].as_str().unwrap_or("");
        if message["level"] != "error" || !["E0277", "E0747", "E0599"].contains(&code) {
            return false;
        }
        let headline = message["message"].as_str().unwrap_or("");
        let spans = message["spans"].as_array();
        let primary = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
        let Some(span) = primary else {
            return false;
        };
        let file = span["file_name"].as_str().unwrap_or("");
        let at = span["line_start"].as_u64().unwrap_or(0);
        if code == "E0599" {
            let missing = missing_of_method(&message);
            return missing.is_some_and(|missing| {
                self.bounds.iter().any(|(of, line, bound)| {
                    of == file && *bound == missing && (*line..=line + NEAR).contains(&at)
                })
            });
        }
        if let Some(bound) = missing_bound(headline) {
            self.bounds.push((file.to_owned(), at, bound));
        }
        is_about_crate(headline)
            && !self
                .errors
                .insert((file.to_owned(), at, headline.to_owned()))
    }
}

/// Whether a headline is the crate's, or has its words added.
fn is_about_crate(headline: &str) -> bool {
    names::HEADLINES
        .iter()
        .any(|words| headline.contains(words))
}

/// `B: Dim` of "`B` is not the size of an axis".
fn missing_bound(headline: &str) -> Option<String> {
    let (of, rest) = headline.strip_prefix('`')?.split_once('`')?;
    let (_, bound) = names::HEADLINES_OF_BOUNDS
        .iter()
        .find(|(words, _)| rest.trim() == *words)?;
    Some(format!("{of}: {bound}"))
}

/// The same of the list of bounds that a method misses.
fn missing_of_method(message: &Value) -> Option<String> {
    let children = message["children"].as_array()?;
    let list = children.iter().find_map(|child| {
        let text = child["message"].as_str()?;
        text.strip_prefix("the following trait bounds were not satisfied:")
    })?;
    let mut bounds = list
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|bound| bound.split_once(": "));
    bounds.find_map(|(of, bound)| {
        let is_parameter = of.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_known = |(_, name): &&(&str, &str)| is_parameter && bound == *name;
        let (words, _) = names::HEADLINES_OF_BOUNDS.iter().find(is_known)?;
        missing_bound(&format!("`{of}` {words}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, message: &str, line: u64, note: &str) -> String {
        let span = serde_json::json!({"is_primary": true, "file_name": "a.rs", "line_start": line});
        serde_json::json!({
            "level": "error", "code": {"code": code}, "message": message, "spans": [span],
            "children": [{"message": note}]
        })
        .to_string()
    }

    #[test]
    fn a_missing_bound_is_told_once() {
        let mut told = Told::default();
        let missing = error("E0277", "`B` is not the size of an axis", 3, "");
        assert!(!told.is_repeated(&missing));
        assert!(told.is_repeated(&missing));
        let list = "the following trait bounds were not satisfied:\n`B: Dim`";
        let method = |line| error("E0599", "the method `f` exists", line, list);
        assert!(told.is_repeated(&method(4)));
        assert!(!told.is_repeated(&method(2)));
        assert!(!told.is_repeated(&method(400)));
        assert!(!told.is_repeated(&error("E0277", "`B` is not the size of an axis", 5, "")));
        assert!(!told.is_repeated(&error("E0277", "`B` is not `Clone`", 3, "")));
        assert!(!told.is_repeated(&error("E0277", "`B` is not `Clone`", 3, "")));
    }
}
