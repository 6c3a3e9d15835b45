//! rustc says each phrase that the tool listens for, in the wording that the table has for the compiler at hand: of the
//! programs in `tests/programs`, and of those in `tests/phrases`, which need no library. Run under each compiler, this
//! finds what has fallen silent.

mod common;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use cargo_shapecheck::message::rustc;
use common::{cargo, minor, output, target};
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

/// What cargo says of the programs with the library.
fn with_library() -> Vec<Value> {
    let arguments = [
        "check",
        "--examples",
        "--keep-going",
        "--message-format=json",
    ];
    let output = output(&mut cargo(), &arguments);
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages = lines.lines().map(serde_json::from_str::<Value>);
    messages
        .map(|message| message.unwrap()["message"].take())
        .collect()
}

/// What rustc says of the programs without one.
fn without_library() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/phrases");
    let built = target().join("phrases");
    fs::create_dir_all(&built).unwrap();
    let mut messages = Vec::new();
    for program in fs::read_dir(folder).unwrap() {
        let program = program.unwrap().path();
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--edition", "2024", "--error-format=json", "--out-dir"]);
        command.arg(&built).arg(&program);
        if fs::read_to_string(&program).unwrap().contains("#![feature") {
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        let lines = String::from_utf8(command.output().unwrap().stderr).unwrap();
        messages.extend(
            lines
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok()),
        );
    }
    messages
}

#[test]
fn rustc_says_what_the_tool_listens_for() {
    let mut said = Vec::new();
    for message in with_library().iter().chain(&without_library()) {
        texts(message, &mut said);
    }
    let is_said = |wording: &'static str| {
        said.iter().any(|text| match wording.contains("{}") {
            true => rustc::filled(wording, text).is_some(),
            false => text.contains(wording),
        })
    };
    let wordings = rustc::ALL
        .iter()
        .filter_map(|(name, phrase)| Some((name, phrase.of_version(minor())?)));
    let silent = wordings.filter(|(_, wording)| !is_said(wording));
    let silent: String = silent
        .map(|(name, wording)| format!("{name}: {wording}\n"))
        .collect();
    assert!(
        silent.is_empty(),
        "rustc 1.{} never says\n{silent}",
        minor()
    );
}
