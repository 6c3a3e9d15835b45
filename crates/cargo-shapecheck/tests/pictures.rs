//! The pictures of terminals in `pictures`, drawn from what the compiler and the tool say today.
//!
//! `PICTURES=overwrite cargo test -p cargo-shapecheck --test pictures` draws them anew. `tests/dry.rs` draws one of candle's.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use common::editor::{leave, open, position, rust_analyzer};
use common::picture::{framed, in_editor, is_drawn, place};

/// What a terminal shows of a command and its messages, without the last lines of cargo.
fn terminal(shown: &str, command: &mut Command) -> String {
    let arguments = [
        "check",
        "--quiet",
        "--color=always",
        "--example",
        "annotation",
    ];
    let said = common::stderr(&common::output(command, &arguments));
    let end = said.find("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: could not compile");
    let said = end.map_or(&*said, |end| &said[..end]);
    format!("\u{1b}[1m$ {shown}\u{1b}[0m\n{}\n", said.trim_end())
}

#[test]
fn a_mistake_in_the_words_of_cargo_check() {
    is_drawn(
        "cargo_check",
        &terminal("cargo check", &mut common::cargo()),
    );
}

#[test]
fn a_mistake_in_the_words_of_cargo_shapecheck() {
    is_drawn(
        "cargo_shapecheck",
        &terminal("cargo shapecheck", &mut common::shapecheck()),
    );
}

/// A program with the mistake of the README.
const PROGRAM: &str = "\
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224]>::zeros();
    let means = images.mean_axis::<-1>();
    let scale = Tensor::<f32, shape![3, 128]>::full(0.5);
    let scaled = (images - means) * scale;
    println!(\"{scaled}\");
}
";

/// A folder with the program, as a project that is opened.
fn project() -> PathBuf {
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("picture");
    std::fs::create_dir_all(project.join("src")).unwrap();
    let editor = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor");
    let manifest = std::fs::read_to_string(editor.join("Cargo.toml")).unwrap();
    let library = common::library();
    let manifest = manifest.replace("../../../shapecheck", library.to_str().unwrap());
    std::fs::write(project.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(editor.join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    std::fs::write(project.join("src/main.rs"), PROGRAM).unwrap();
    project
}

#[test]
fn a_mistake_in_the_editor() {
    let Some(()) = rust_analyzer() else { return };
    let settings = json!({"cachePriming": {"enable": false}});
    let (mut editor, uri, text) = open(common::shapecheck().arg("lsp"), &project(), settings);
    let document = json!({"uri": uri});

    let is_mistake = |one: &Value| one["code"] == "E0277" && one["severity"] == 1;
    let published = editor.wait(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["diagnostics"]
                .as_array()
                .is_some_and(|all| all.iter().any(is_mistake))
    });
    let diagnostics = published["params"]["diagnostics"].as_array().unwrap();
    let mistake = diagnostics.iter().find(|one| is_mistake(one)).unwrap();

    let end = json!({"line": text.lines().count(), "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let hints = editor.request(
        "textDocument/inlayHint",
        json!({"textDocument": document, "range": range}),
    );
    let hover = position(&text, "means) * scale", 1);
    let (hovered, _) = place(&hover);
    let hover = editor.request(
        "textDocument/hover",
        json!({"textDocument": document, "position": hover}),
    );
    let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
    leave(editor);

    // The first block of code of the hover.
    let shown = hover
        .split("```")
        .nth(1)
        .unwrap()
        .trim_start_matches("rust")
        .trim();

    let hovered = (hovered, framed(shown, 22));
    let drawn = in_editor(
        "src/main.rs",
        &text,
        hints.as_array().unwrap(),
        mistake,
        Some(hovered),
    );
    is_drawn("editor", &drawn);
}
