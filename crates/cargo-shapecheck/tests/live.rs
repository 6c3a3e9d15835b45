//! Errors that the editor shows while the user types, from the real rust-analyzer.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use cargo_shapecheck::types::rewrite;
use common::editor::{Editor, leave, open_with, project_of_one_file, rust_analyzer};

/// A rust-analyzer that tells of traits: that of the release whose messages are recorded.
fn analyzer() -> Option<()> {
    rust_analyzer().filter(|()| common::is_recorded())
}

fn without_checks() -> Value {
    json!({"checkOnSave": false, "cachePriming": {"enable": false}})
}

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

const RIGHT: &str = "
use shapecheck::{Tensor, shape};

pub fn scores(queries: &Tensor<f32, shape![2, 3]>, keys: &Tensor<f32, shape![3, 4]>) -> f32 {
    let scores = queries.matmul(keys);
    scores.relu().sum()
}

fn main() {}
";

/// What rustc and the tool say of it in the background, too.
const MESSAGE: &str = "cannot multiply matrices: inner size 3 does not match inner size 4: `[2, 3]` and `[4, 3]`: did you mean `&keys.transpose()`?
columns on the left: 3, rows on the right: 4";

/// The same of a shape that does not fit in any order.
const OTHER: &str =
    "cannot multiply matrices: inner size 3 does not match inner size 5: `[2, 3]` and `[5, 4]`
`a.matmul(&b)` takes shapes [M, K] and [K, N]: the columns of `a` are as many as the rows of `b`
`transpose()` swaps the last two axes";

fn change(editor: &mut Editor, uri: &str, version: u64, text: &str) {
    let document = json!({"uri": uri, "version": version});
    let changes = json!([{"text": text}]);
    let params = json!({"textDocument": document, "contentChanges": changes});
    editor.notify("textDocument/didChange", params);
}

fn save(editor: &mut Editor, project: &Path, uri: &str, text: &str) {
    std::fs::write(project.join("src/main.rs"), text).unwrap();
    editor.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
}

/// Of errors who told them, and what.
fn errors(diagnostics: &Value) -> Vec<(&str, &str)> {
    let all = diagnostics.as_array().into_iter().flatten();
    let errors = all.filter(|one| one["severity"] == 1);
    let errors = errors.map(|one| (&one["source"], &one["message"]));
    errors
        .map(|(source, message)| (source.as_str().unwrap(), message.as_str().unwrap()))
        .collect()
}

fn pull(editor: &mut Editor, uri: &str) -> Value {
    let params = json!({"textDocument": {"uri": uri}});
    editor.request("textDocument/diagnostic", params)["items"].take()
}

/// Waits until the errors that are reported without a request are exactly these.
fn wait_for(editor: &mut Editor, uri: &str, expected: &[(&str, &str)]) {
    editor.wait(|message| {
        message["params"]["uri"] == *uri && errors(&message["params"]["diagnostics"]) == expected
    });
}

/// One mistake is one error, before it is saved and afterwards.
#[test]
fn an_error_before_anything_is_saved() {
    let Some(()) = analyzer() else { return };
    let project = project("typing");
    project_of_one_file(&project, RIGHT);
    let command = &mut common::shapecheck();
    let (mut editor, uri, right) = open_with(command.arg("lsp"), &project, Value::Null, true);
    let wrong = right.replace("[3, 4]", "[4, 3]");
    let other = right.replace("[3, 4]", "[5, 4]");
    assert_eq!(errors(&pull(&mut editor, &uri)), []);
    change(&mut editor, &uri, 2, &wrong);
    let told = pull(&mut editor, &uri);
    assert_eq!(errors(&told), [("rust-analyzer", MESSAGE)]);
    let link = "https://docs.rs/shapecheck/latest/shapecheck/guide/errors/#matrices-and-vectors";
    assert_eq!(told[0]["codeDescription"]["href"], link);
    change(&mut editor, &uri, 3, &right);
    assert_eq!(errors(&pull(&mut editor, &uri)), []);
    // When it is saved, cargo tells of it, and nobody else.
    change(&mut editor, &uri, 4, &wrong);
    save(&mut editor, &project, &uri, &wrong);
    wait_for(&mut editor, &uri, &[("rustc", MESSAGE)]);
    assert_eq!(errors(&pull(&mut editor, &uri)), []);
    // Also while another line is written. Another mistake in its place is another error.
    change(&mut editor, &uri, 5, &(wrong.clone() + "fn more() {}\n"));
    assert_eq!(errors(&pull(&mut editor, &uri)), []);
    change(&mut editor, &uri, 6, &other);
    assert_eq!(errors(&pull(&mut editor, &uri)), [("rust-analyzer", OTHER)]);
    change(&mut editor, &uri, 7, &right);
    assert_eq!(errors(&pull(&mut editor, &uri)), []);
    save(&mut editor, &project, &uri, &right);
    wait_for(&mut editor, &uri, &[]);
    leave(editor);
}

/// Mistakes of Rust alone, of which rust-analyzer shows some by default.
const MISTAKES: &str = "
struct Point { x: u8, y: u8 }

fn two(_: u8, _: u8) {}

fn main() {
    let number: u32 = \"text\";
    number.none();
    missing(number);
    let _: Vec<u8> = Vec::from(());
    let _ = Point { x: 1 };
    let _ = Vec::new();
    two(1);
    shapecheck::einsum!(\"i j\" \"\");
}
";

/// rust-analyzer's own diagnostics are those that the editor has asked for.
#[test]
fn nothing_else_that_is_experimental() {
    let Some(()) = analyzer() else { return };
    let project = project("experimental");
    project_of_one_file(&project, MISTAKES);
    let told = |command: &mut Command, is_asked_for: bool| {
        let mut settings = without_checks();
        settings["diagnostics"] = json!({"experimental": {"enable": is_asked_for}});
        let (mut editor, uri, _) = open_with(command, &project, settings, true);
        let told = pull(&mut editor, &uri);
        leave(editor);
        let codes = told
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["code"].clone());
        let codes = codes.map(|code| code.as_str().unwrap().to_owned());
        codes.collect::<Vec<_>>()
    };
    for is_asked_for in [false, true] {
        let own = told(&mut Command::new("rust-analyzer"), is_asked_for);
        for (code, is_experimental) in [
            ("E0061", false),
            ("E0063", false),
            ("E0308", false),
            ("E0277", true),
            ("E0282", true),
            ("E0425", true),
            ("E0599", true),
        ] {
            let is_told = own.iter().any(|one| one == code);
            assert_eq!(
                is_told,
                is_asked_for || !is_experimental,
                "{code} in {own:?}"
            );
        }
        assert_eq!(told(common::shapecheck().arg("lsp"), is_asked_for), own);
    }
}

/// A project whose programs are these files.
fn project_of(name: &str, files: &[PathBuf]) -> PathBuf {
    let project = project(name);
    project_of_one_file(&project, "fn main() {}");
    let mut manifest = std::fs::read_to_string(project.join("Cargo.toml")).unwrap();
    // One of the examples learns.
    let gradients = common::repository().join("crates/shapecheck-grad");
    let _ = write!(
        manifest,
        "[dependencies.shapecheck-grad]\npath = {gradients:?}\n"
    );
    for (number, file) in files.iter().enumerate() {
        let _ = write!(
            manifest,
            "[[bin]]\nname = \"program_{number}\"\npath = {file:?}\n"
        );
    }
    std::fs::write(project.join("Cargo.toml"), manifest).unwrap();
    project
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, files),
            false if path.extension().is_some_and(|extension| extension == "rs") => {
                files.push(path)
            }
            false => {}
        }
    }
}

/// What the tool tells of each file.
fn told_of(project: &Path, files: &[PathBuf]) -> Vec<Value> {
    let command = &mut common::shapecheck();
    let (mut editor, ..) = open_with(command.arg("lsp"), project, without_checks(), true);
    let told = files.iter().map(|file| {
        let uri = format!("file://{}", file.display());
        let text = std::fs::read_to_string(file).unwrap();
        let document = json!({"uri": uri, "languageId": "rust", "version": 1, "text": text});
        editor.notify("textDocument/didOpen", json!({"textDocument": document}));
        pull(&mut editor, &uri)
    });
    let told = told.collect();
    leave(editor);
    told
}

/// The programs of the guide that compile.
fn programs_of_the_guide(folder: &Path) -> Vec<PathBuf> {
    let mut programs = Vec::new();
    let _ = std::fs::create_dir_all(folder);
    let pages = std::fs::read_dir(common::repository().join("crates/shapecheck/guide")).unwrap();
    for page in pages {
        let page = std::fs::read_to_string(page.unwrap().path()).unwrap();
        let blocks = page.split("```").skip(1).step_by(2);
        let programs_alone = blocks.filter_map(|block| block.strip_prefix('\n'));
        // One that ends in a result is a function to rustdoc.
        for code in programs_alone.filter(|code| !code.trim_end().ends_with("(())")) {
            let lines = code
                .lines()
                .map(|line| line.strip_prefix("# ").unwrap_or(line));
            let lines = lines.filter(|line| *line != "#").collect::<Vec<_>>();
            let mut program = lines.join("\n");
            if !program.contains("fn main()") {
                program = format!("fn main() {{\n{program}\n}}\n");
            }
            let file = folder.join(format!("{}.rs", programs.len()));
            std::fs::write(&file, program).unwrap();
            programs.push(file);
        }
    }
    programs
}

/// Nothing is reported for programs that compile.
#[test]
fn no_false_alarms() {
    let Some(()) = analyzer() else { return };
    let repository = common::repository();
    let mut files = programs_of_the_guide(&project("guide"));
    assert!(files.len() > 50, "{}", files.len());
    files_below(
        &repository.join("crates/shapecheck/ui-tests/pass"),
        &mut files,
    );
    let examples = [
        "crates/shapecheck/examples/decoder",
        "examples/digits",
        "examples/pocket/src",
        "examples/kalman/src",
        "examples/navigation/src",
        "examples/signal/src",
    ];
    let examples = examples.map(|path| repository.join(path).join("main.rs"));
    files.extend(examples.clone());
    let project = project_of("right", &files);
    // And the modules of those that have some.
    for example in examples {
        files_below(example.parent().unwrap(), &mut files);
    }
    let mut lines = 0;
    for (file, told) in files.iter().zip(told_of(&project, &files)) {
        assert_eq!(errors(&told), [], "{}", file.display());
        lines += std::fs::read_to_string(file).unwrap().lines().count();
    }
    println!("no error in {} files of {lines} lines", files.len());
}

/// Of programs that do not compile the first words are those of the compiler, with which this is recorded.
#[test]
fn the_words_of_the_compiler() {
    let Some(()) = analyzer() else { return };
    let mut files = Vec::new();
    files_below(
        &common::repository().join("crates/shapecheck/ui-tests/fail"),
        &mut files,
    );
    let project = project_of("wrong", &files);
    let (mut same, mut programs) = (0, 0);
    let mut others = String::new();
    for (file, told) in files.iter().zip(told_of(&project, &files)) {
        let record = std::fs::read_to_string(file.with_extension("stderr")).unwrap();
        let recorded = record
            .lines()
            .filter_map(|line| line.strip_prefix("error[E0277]: "));
        let recorded: BTreeSet<String> = recorded.map(rewrite).collect();
        // Others with this code are not told of.
        let told = told.as_array().unwrap().iter();
        let told = told.filter(|one| one["code"] == "E0277");
        let mut is_told = false;
        for message in told.map(|one| one["message"].as_str().unwrap()) {
            is_told = true;
            let first = message.lines().next().unwrap();
            assert!(!message.contains("{unknown}"), "{message}");
            match recorded.iter().any(|recorded| first.starts_with(recorded)) {
                true => same += 1,
                false => _ = writeln!(others, "{}: {first}", file.display()),
            }
        }
        programs += usize::from(is_told);
    }
    let other = others.lines().count();
    println!(
        "{others}{programs} of {} programs, {same} errors in the words of the compiler, {other} in others",
        files.len()
    );
    assert!(programs > 350 && same > 4 * other);
}

/// How long it takes until the error is there, and what it costs.
#[test]
#[ignore = "takes a minute, and wants a machine that does little else"]
fn an_error_appears_at_once() {
    let Some(()) = analyzer() else { return };
    let model = common::repository().join("crates/shapecheck/examples/decoder/model.rs");
    let model = std::fs::read_to_string(model).unwrap();
    let copies = ["a", "b", "c"].map(|name| format!("mod {name} {{\n{model}\n}}\n"));
    let project = project("long");
    project_of_one_file(&project, &(copies.concat() + RIGHT));
    let of_server = |is_experimental: bool| {
        let mut settings = without_checks();
        settings["diagnostics"] = json!({"experimental": {"enable": is_experimental}});
        open_with(&mut Command::new("rust-analyzer"), &project, settings, true)
    };
    let through_tool = open_with(
        common::shapecheck().arg("lsp"),
        &project,
        without_checks(),
        true,
    );
    let mut servers = [of_server(false), of_server(true), through_tool];
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for version in 2..42 {
        for (at, (editor, uri, right)) in servers.iter_mut().enumerate() {
            let is_wrong = version % 2 == 0;
            let text = match is_wrong {
                true => right.replace("[3, 4]", "[4, 3]"),
                false => right.clone(),
            };
            let start = Instant::now();
            change(editor, uri, version, &text);
            let told = pull(editor, uri);
            let time = start.elapsed();
            if is_wrong {
                times[at].push(time);
            }
            if at == 2 {
                let expected = is_wrong.then_some(("rust-analyzer", MESSAGE));
                assert_eq!(errors(&told), Vec::from_iter(expected));
            }
        }
    }
    let lines = servers[0].2.lines().count();
    // The least of many: whatever else the machine does only adds to a time.
    let [without, with, through] = times.map(|times| times.into_iter().min().unwrap());
    println!(
        "diagnostics of {lines} lines after an edit: {without:?} by rust-analyzer alone, {with:?} with experimental ones, \
         {through:?} through the tool, {:.2} times as long as alone (the least of 20)",
        through.as_secs_f64() / without.as_secs_f64()
    );
    assert!(through < without.mul_f64(1.5) + Duration::from_millis(20));
    for (editor, ..) in servers {
        leave(editor);
    }
}
