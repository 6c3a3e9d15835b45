//! The pictures of terminals in `pictures`, drawn from what the compiler and the tool say today.
//!
//! `PICTURES=overwrite cargo test -p cargo-shapecheck --test pictures` draws them anew.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use anstyle_svg::Term;
use serde_json::{Value, json};

use common::editor::{label, leave, open, position, rust_analyzer};

/// Compares a picture of a text with the one that is kept, or keeps it.
#[track_caller]
fn is_drawn(name: &str, text: &str) {
    let picture = Term::new().min_width_px(720).render_svg(text);
    let path = common::repository().join(format!("pictures/{name}.svg"));
    if std::env::var_os("PICTURES").is_some_and(|what| what == "overwrite") {
        std::fs::write(&path, picture).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == picture,
        "{} shows something else than what is said now; \
         `PICTURES=overwrite cargo test -p cargo-shapecheck --test pictures` draws it anew",
        path.display(),
    );
}

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

/// Line and column.
fn place(position: &Value) -> (usize, usize) {
    let number = |key: &str| usize::try_from(position[key].as_u64().unwrap()).unwrap();
    (number("line"), number("character"))
}

const PLAIN: &str = "\u{1b}[0m";
const DIM: &str = "\u{1b}[3;36m";
const RED: &str = "\u{1b}[91m";
const BOLD: &str = "\u{1b}[1m";

/// Text in a frame, at a column.
fn framed(text: &str, column: usize) -> String {
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

    // What is put into the lines, from the last place to the first.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut marks: Vec<((usize, usize), String)> = Vec::new();
    for hint in hints.as_array().unwrap() {
        marks.push((
            place(&hint["position"]),
            format!("{DIM}{}{PLAIN}", label(hint)),
        ));
    }
    let (start, end) = (
        place(&mistake["range"]["start"]),
        place(&mistake["range"]["end"]),
    );
    marks.push((start, "\u{1b}[91m\u{1b}[4:3m".to_owned()));
    marks.push((end, PLAIN.to_owned()));
    marks.sort();
    for ((line, column), mark) in marks.into_iter().rev() {
        lines[line].insert_str(column, &mark);
    }
    let mut drawn = format!("{BOLD}src/main.rs{PLAIN}\n");
    for (number, line) in lines.iter().enumerate() {
        let line = line.replacen("let ", "\u{1b}[35mlet\u{1b}[0m ", 1);
        drawn += &format!("{DIM}{:3}{PLAIN}  {line}\n", number + 1);
        if number == start.0 {
            let message = mistake["message"].as_str().unwrap().lines().next().unwrap();
            drawn += &format!("{}{RED}{message}{PLAIN}\n", " ".repeat(5 + 4));
        }
        if number == hovered {
            drawn += &framed(shown, 22);
        }
    }
    is_drawn("editor", &drawn);
}
