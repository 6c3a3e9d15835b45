//! Code that a message tells the reader to write, which has to be code: `where shape![N, K]: Reshape<shape![K, N]>`.

use crate::types::code::{self, as_code};
use crate::types::{self, Evidence, Kind, Replacement, names};

/// All places of a message that read differently. Shapes in advice are written as code, in the words of the crate's own
/// notes: its macros without a path.
pub fn find(text: &str, evidence: Evidence) -> Vec<Replacement> {
    let mut found = types::find(text, evidence);
    let advice = names::ADVICE.iter().filter_map(|start| text.find(start));
    if let Some(start) = advice.min() {
        for replacement in &mut found {
            if replacement.range.start > start && is_quoted(text, replacement.range.start) {
                make_code(text, replacement, evidence);
            }
        }
    }
    found
}

fn make_code(text: &str, replacement: &mut Replacement, evidence: Evidence) {
    let bare = |name: &str| Some(name.to_owned());
    if let Some(code) = as_code(text, replacement, evidence, &bare) {
        *replacement = code;
    } else if replacement.kind == Kind::Number && !is_in_brackets(text, replacement.range.start) {
        let number = replacement.text();
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            let code = format!("{}!({number})", names::SIZE_MACRO);
            *replacement = Replacement::new(replacement.range.clone(), code, Kind::Number);
        }
    }
}

fn is_quoted(text: &str, position: usize) -> bool {
    text[..position].matches('`').count() % 2 == 1
}

/// Whether a size is written inside of `shape![...]`, where it needs no macro of its own.
fn is_in_brackets(text: &str, position: usize) -> bool {
    let before = &text[..position];
    before.rfind("![") > before.rfind(']')
}

/// A suggestion of rustc's, which an editor may put into the code: with whole paths.
pub fn suggestion(code: &str, evidence: Evidence) -> String {
    let with_path = |name: &str| Some(format!("{}::{name}", names::CRATE));
    code::rewrite(code, evidence, &with_path)
}
