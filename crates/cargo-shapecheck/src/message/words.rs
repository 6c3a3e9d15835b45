//! Tells whose words a text is. The user's words pass unchanged, and the compiler's are rewritten.
//!
//! Source lines and paths of files are known by their place in the rendered text. The user's words can also be in place
//! of rustc's:
//!
//! | message | the user's words |
//! | --- | --- |
//! | without a code | all: `compile_error!`, `env!`, macros and their panics; except for some that rustc itself writes |
//! | `deprecated` | the headline, which ends in the note of the attribute |
//! | E0080 | `evaluation panicked: ...` |
//! | `unused_must_use`, `clippy::disallowed_*` | notes that show no code: the reason |
//! | any lint | the note before "the lint level is defined here": the reason |
//! | `rustdoc::*`, `unexpected_cfgs` | all: links, documentation, values of features |
//!
//! The text of `#[diagnostic::on_unimplemented]` contains types that the compiler fills in, and counts as rustc's.

use serde_json::Value;

use super::rustc::{self, Phrase, Reads};

/// Whether a character can be in the name of an item or a variable.
pub fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether a text is a number without a sign, in digits alone.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether it can be in `self.weights`, a variable or a field.
pub fn is_of_path(character: char) -> bool {
    is_of_word(character) || character == '.'
}

/// The beginnings of messages without a code in which rustc names types.
const WITHOUT_CODE: &[Phrase] = &[
    rustc::FUTURE_IS_NOT,
    rustc::HIGHER_RANKED,
    rustc::NOT_GENERAL_ENOUGH,
    rustc::LIFETIME_TOO_SHORT,
    rustc::RECURSION,
    rustc::INSTANTIATING,
    rustc::UNCONSTRAINED,
    rustc::VALUES_OF_TYPE,
];

/// The user's texts in a message: among its headline, labels and notes.
pub fn of_user(diagnostic: &Value) -> Vec<String> {
    let message = text(&diagnostic["message"]);
    let code = diagnostic["code"]["code"].as_str();
    let children = || diagnostic["children"].as_array().into_iter().flatten();
    let notes = || children().map(|child| text(&child["message"]));
    let labels = || {
        let spans = diagnostic["spans"].as_array().into_iter().flatten();
        spans.filter_map(|span| span["label"].as_str())
    };
    let mut words: Vec<&str> = Vec::new();
    match code {
        None if !WITHOUT_CODE.iter().any(|start| message.begins(*start)) => {
            words.push(message);
            words.extend(notes().chain(labels()));
        }
        Some("E0080") => {
            let is_panic = |text: &&str| text.begins(rustc::PANIC_IN_CONSTANT);
            words.extend([message].into_iter().chain(labels()).filter(is_panic));
        }
        Some("deprecated" | "deprecated_in_future") => words.push(message),
        Some(code) if code.starts_with("rustdoc::") || code == "unexpected_cfgs" => {
            words.push(message);
            words.extend(notes().chain(labels()));
        }
        Some(code) if code == "unused_must_use" || code.starts_with("clippy::disallowed_") => {
            let without_code = children().filter(|child| !shows_code(child));
            words.extend(without_code.map(|child| text(&child["message"])));
        }
        _ => {}
    }
    let mut before = None;
    for child in children() {
        if text(&child["message"]).is(rustc::LINT_LEVEL) {
            words.extend(before);
        }
        before = (!shows_code(child)).then(|| text(&child["message"]));
    }
    words.into_iter().map(str::to_owned).collect()
}

/// Whether a message with this code, of which no more is known, contains no words of the user.
pub fn are_of_compiler(code: Option<&str>) -> bool {
    code.is_some_and(|code| code != "E0080" && is_error_code(code))
}

fn is_error_code(code: &str) -> bool {
    code.strip_prefix('E').is_some_and(is_number)
}

fn shows_code(child: &Value) -> bool {
    child["spans"]
        .as_array()
        .is_some_and(|spans| !spans.is_empty())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// Where the parenthesis is that a text opens last and does not close.
pub fn opened(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().rev().find_map(|(at, character)| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        (depth > 0).then_some(at)
    })
}
