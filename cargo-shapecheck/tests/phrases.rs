//! rustc says each phrase that the tool listens for, in the wording that the table has for the compiler at hand. Run under
//! each compiler, this finds what has fallen silent.

mod common;

use cargo_shapecheck::message::rustc;
use common::{cargo, minor, output, stdout};
use serde_json::Value;

/// All texts of a message: the headline, labels, notes, and the text for the terminal, which has some of its own.
fn texts(message: &Value, all: &mut Vec<String>) {
    let spans = message["spans"].as_array().into_iter().flatten();
    let labels = spans.map(|span| &span["label"]);
    let own = [&message["message"], &message["rendered"]];
    let found = labels.chain(own).filter_map(Value::as_str);
    all.extend(found.map(str::to_owned));
    for child in message["children"].as_array().into_iter().flatten() {
        texts(child, all);
    }
}

#[test]
fn rustc_says_what_the_tool_listens_for() {
    let arguments = [
        "check",
        "--examples",
        "--keep-going",
        "--message-format=json",
    ];
    let mut said = Vec::new();
    for line in stdout(&output(&mut cargo(), &arguments)).lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        texts(&message["message"], &mut said);
    }
    let is_said = |phrase: rustc::Phrase| {
        let Some(wording) = phrase.of_version(minor()) else {
            return true;
        };
        let pieces: Vec<&str> = wording.split("{}").collect();
        said.iter().any(|text| match pieces[..] {
            [whole] => text.contains(whole),
            _ => phrase.read(text).is_some() && text.starts_with(pieces[0]),
        })
    };
    let silent = rustc::ALL.iter().filter(|(_, phrase)| !is_said(*phrase));
    let silent: Vec<String> = silent
        .map(|(name, phrase)| format!("{name}: {}\n", phrase.of_version(minor()).unwrap_or("")))
        .collect();
    assert!(
        silent.is_empty(),
        "rustc 1.{} never says\n{}",
        minor(),
        silent.concat()
    );
}
