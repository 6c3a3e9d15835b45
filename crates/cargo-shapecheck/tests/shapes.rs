//! Shapes of dry runs in the editor, by a library that records as candle's copy and burn do. `tests/dry.rs` has candle's own
//! models.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use common::editor::{Editor, begin, hints, label, leave, marked, position, rust_analyzer};

/// The tests have one folder for what is built, and so for records.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of the program, which the test may change, with nothing recorded.
fn project(name: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for folder in ["src", "tests"] {
        fs::create_dir_all(to.join(folder)).unwrap();
    }
    for file in [
        "src/lib.rs",
        "src/tensor.rs",
        "tests/shapes.rs",
        "Cargo.lock",
    ] {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let dry = common::repository().join("crates/shapecheck-dry");
    let manifest = manifest.replace("../../../shapecheck-dry", dry.to_str().unwrap());
    fs::write(to.join("Cargo.toml"), manifest).unwrap();
    let _ = fs::remove_dir_all(target().join("dry"));
    to
}

/// What the programs are built in, once for all tests.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("recorded-target")
}

/// The tool as a server, and an editor that shows progress.
fn open(project: &Path, settings: Value) -> Editor {
    let mut command = common::shapecheck();
    command
        .arg("lsp")
        .env("CARGO_TARGET_DIR", target())
        .env_remove("CARGO_PROFILE_DEV_DEBUG");
    let capabilities = json!({
        "workspace": {"inlayHint": {"refreshSupport": true}},
        "window": {"workDoneProgress": true},
    });
    begin(&mut command, project, settings, capabilities)
}

/// Runs the tests in a terminal.
fn record(project: &Path) {
    let mut command = common::shapecheck();
    command
        .current_dir(project)
        .env("CARGO_TARGET_DIR", target())
        .env_remove("CARGO_PROFILE_DEV_DEBUG");
    common::output(&mut command, &["dry", "--quiet"]);
}

/// Runs the tests through the editor, and waits until they have ended.
fn run(editor: &mut Editor, arguments: Value) -> String {
    let params = json!({"command": "cargo-shapecheck.dryRun", "arguments": arguments});
    editor.request("workspace/executeCommand", params);
    ended(editor)
}

/// What the editor shows at the end of a run.
fn ended(editor: &mut Editor) -> String {
    let is_own = |message: &Value| {
        let token = message["params"]["token"].as_str();
        token.is_some_and(|token| token.starts_with("cargo-shapecheck/"))
    };
    let end = editor.wait(|message| is_own(message) && message["params"]["value"]["kind"] == "end");
    end["params"]["value"]["message"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn is_of_run(message: &Value) -> bool {
    let token = message["params"]["token"].as_str();
    token.is_some_and(|token| token.starts_with("cargo-shapecheck/"))
}

/// The functions of the program with their shapes.
const SHOWN: &str = "\
    pub fn forward(&self, x: &Tensor«[Batch, Seq, 64]») -> Tensor {
        let hidden«[Batch, Seq, 256]» = x.matmul(&self.up).relu();
        let out«[Batch, Seq, 64]» = hidden.matmul(&self.down);
        x + &out«[Batch, Seq, 64]»
    }
}

/// Scores of each token for each other one.
pub fn scores_of_each(query: &Tensor«[Batch, Seq, 64]», key: &Tensor«[Batch, Seq, 64]», value: &Tensor«[Batch, Seq, 64]») -> Tensor {
    let mixed«[Batch, Seq, 64]» = query
        .matmul(&key.transpose())«[Batch, Seq, Seq]»
        .relu()«[Batch, Seq, Seq]»
        .matmul(value)«[Batch, Seq, 64]»
        .matmul(&Tensor::new([64, 32]))«[Batch, Seq, 32]»
        .matmul(&Tensor::new([32, 64]));
    mixed.relu()«[Batch, Seq, 64]»
}

/// Remembers what it has seen, and returns its argument.
pub fn remembered(x: &Tensor«[Batch, Seq, 64]», memory: &mut Vec<Tensor>) -> Tensor {
    let seen«[Batch, Seq, 64]» = x.relu();
    memory.push(seen.sum(1));
    seen
}

/// All of it.
pub fn model(blocks: &[Block], x: &Tensor«[Batch, Seq, 64]») -> Tensor {
    let mut x«[Batch, Seq, 64]» = x.relu();
    for block in blocks {
        x«[Batch, Seq, 64]» = block.forward(&x);
    }
    let kept = remembered(&x, &mut Vec::new());
    let scores«[Batch, Seq, 64]» = scores_of_each(&kept, &x, &x);
    if scores.rank() == 2 {
        return scores.relu();
    }
    scores.sum(0)«[1, Seq, 64]»
}";

#[test]
fn a_dry_run_in_the_editor() {
    let Some(()) = rust_analyzer() else { return };
    let _alone = alone();
    let project = project("shapes-of-a-run");
    let mut editor = open(&project, json!({"cachePriming": {"enable": false}}));
    let (uri, text) = editor.open_document(&project.join("src/lib.rs"));
    let (tests, test_text) = editor.open_document(&project.join("tests/shapes.rs"));
    editor.wait_until_ready();

    // Nothing is known, until the test is run by what stands above it.
    assert_eq!(
        marked(&text, &hints(&mut editor, &uri, &text)),
        text.trim_end()
    );
    let params = json!({"textDocument": {"uri": tests}});
    let lenses = editor.request("textDocument/codeLens", params);
    let lenses = lenses.as_array().unwrap();
    let lens = lenses
        .iter()
        .find(|lens| lens["command"]["title"] == "▶ Dry run");
    let lens = lens.unwrap_or_else(|| panic!("{lenses:?}"));
    assert_eq!(
        lens["range"]["start"]["line"],
        position(&test_text, "fn a_model", 0)["line"]
    );
    assert_eq!(
        run(&mut editor, lens["command"]["arguments"].clone()),
        FAILED
    );

    // The finding, with where its operand comes from.
    let is_finding = |one: &Value| one["source"] == "shapecheck";
    let published = editor.wait(|message| {
        let all = message["params"]["diagnostics"].as_array();
        message["params"]["uri"] == *uri && all.is_some_and(|all| all.iter().any(is_finding))
    });
    let all = published["params"]["diagnostics"].as_array().unwrap();
    let finding = all.iter().find(|one| is_finding(one)).unwrap();
    assert_eq!(
        finding["message"],
        "sum makes one of Batch: sum [Batch, Seq, 64] -> [1, Seq, 64]"
    );
    let start = position(&text, "scores.sum(0)", "scores.".len());
    assert_eq!(finding["range"]["start"], start);
    let related = &finding["relatedInformation"][0];
    assert_eq!(related["message"], "[Batch, Seq, 64] comes from this relu");
    assert_eq!(
        related["location"]["range"]["start"],
        position(&text, "mixed.relu", "mixed.".len())
    );

    // Hints beside those of rust-analyzer.
    let told = hints(&mut editor, &uri, &text);
    let shown = marked(&text, &told);
    assert!(shown.ends_with(SHOWN), "{shown}");
    assert!(
        told.iter().any(|hint| label(hint) == ": Tensor"),
        "{told:?}"
    );

    // Hovers below those of rust-analyzer.
    let params =
        json!({"textDocument": {"uri": uri}, "position": position(&text, ".matmul(value)", 2)});
    let hover = editor.request("textDocument/hover", params);
    let hover = hover["contents"]["value"].as_str().unwrap();
    assert!(
        hover.contains("pub fn matmul(&self, rhs: &Self) -> Self"),
        "{hover}"
    );
    let line = |marker: &str| position(&text, marker, 0)["line"].as_u64().unwrap() + 1;
    let expected = format!(
        "```text\nmatmul [Batch, Seq, Seq], [Batch, Seq, 64] -> [Batch, Seq, 64]\n  \
         [Batch, Seq, Seq]: relu, lib.rs:{}\n  [Batch, Seq, 64]: add, lib.rs:{}\n```\n\
         tried Batch = 3, 5, 8; Seq = 11, 13, 18",
        line("        .relu()"),
        line("x + &out"),
    );
    assert!(hover.ends_with(&expected), "{hover}\n{expected}");
    leave(editor);
}

/// Changes the text of a document.
fn change(editor: &mut Editor, uri: &str, text: &str) {
    let document = json!({"uri": uri, "version": 2});
    let changes = json!([{"text": text}]);
    editor.notify(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": changes}),
    );
}

#[test]
fn a_file_that_has_changed_since() {
    let Some(()) = rust_analyzer() else { return };
    let _alone = alone();
    let project = project("shapes-of-a-change");
    record(&project);

    let mut editor = open(&project, json!({"cachePriming": {"enable": false}}));
    let (uri, text) = editor.open_document(&project.join("src/lib.rs"));
    // While rust-analyzer still reads the project, too.
    let early = hints(&mut editor, &uri, &text);
    assert!(
        marked(&text, &early).ends_with(SHOWN),
        "{}",
        marked(&text, &early)
    );
    editor.wait_until_ready();

    // A function of another text says so once, and the others move on with their shapes.
    let changed = text
        .replace(
            "hidden.matmul(&self.down);",
            "hidden.relu().matmul(&self.down);",
        )
        .replace("/// All of it.", "/// All of it,\n/// from the first.");
    change(&mut editor, &uri, &changed);
    let shown = marked(&changed, &hints(&mut editor, &uri, &changed));
    let (before, after) = shown
        .split_once("«shapes of ")
        .unwrap_or_else(|| panic!("{shown}"));
    assert!(
        before.ends_with("pub fn forward(&self, x: &Tensor) -> Tensor "),
        "{shown}"
    );
    let (time, after) = after.split_once(", changed since»").unwrap();
    assert!(time.len() == 5 && time.contains(':'), "{time}");
    let (own, others) = after.split_once("\n    }\n").unwrap();
    assert!(!own.contains('«'), "{shown}");
    let (_, expected) = SHOWN.split_once("\n    }\n").unwrap();
    let expected = expected.replace("/// All of it.", "/// All of it,\n/// from the first.");
    assert_eq!(others, expected);

    // So they do while the text is not Rust.
    let broken = text.replace("    let kept = ", "    let let kept = ");
    change(&mut editor, &uri, &broken);
    let shown = marked(&broken, &hints(&mut editor, &uri, &broken));
    let (_, others) = SHOWN.split_once("/// Scores").unwrap();
    let (others, _) = others.split_once("/// All of it.").unwrap();
    assert!(shown.contains(others), "{shown}");
    leave(editor);
}

#[test]
fn a_run_after_each_save() {
    let Some(()) = rust_analyzer() else { return };
    let _alone = alone();
    let project = project("shapes-of-a-save");
    let settings = json!({"cachePriming": {"enable": false}, "shapecheck": {"dryRunOnSave": true}});
    let mut editor = open(&project, settings);
    let path = project.join("src/lib.rs");
    let (uri, text) = editor.open_document(&path);
    editor.wait_until_ready();
    let save = |editor: &mut Editor, text: &str| {
        change(editor, &uri, text);
        fs::write(&path, text).unwrap();
        editor.notify(
            "textDocument/didSave",
            json!({"textDocument": {"uri": uri}}),
        );
    };
    // Nothing is known of tests, so all of them run.
    assert_eq!(run(&mut editor, json!([])), FAILED);
    save(
        &mut editor,
        &text.replace("    scores.sum(0)", "    scores.sum(1)"),
    );
    assert_eq!(ended(&mut editor), FAILED);
    let now = text.replace("    scores.sum(0)", "    scores.sum(1)");
    let shown = marked(&now, &hints(&mut editor, &uri, &now));
    assert!(shown.contains("scores.sum(1)«[Batch, 1, 64]»"), "{shown}");

    // Not while the crate does not compile.
    let is_begin =
        |message: &Value| is_of_run(message) && message["params"]["value"]["kind"] == "begin";
    editor.seen.retain(|message| !is_begin(message));
    save(
        &mut editor,
        &text.replace("-> Self {\n        let [up", "-> usize {\n        let [up"),
    );
    editor.wait(|message| {
        let all = message["params"]["diagnostics"].as_array();
        all.is_some_and(|all| {
            let mut errors = all.iter().filter(|one| one["severity"] == 1);
            errors.any(|one| one["source"] == "rustc")
        })
    });
    std::thread::sleep(Duration::from_secs(2));
    hints(&mut editor, &uri, &text);
    assert!(!editor.seen.iter().any(is_begin));

    // A run ends when the editor asks for that.
    save(&mut editor, &text);
    let begin = editor.wait(is_begin);
    let token = json!({"token": begin["params"]["token"]});
    editor.notify("window/workDoneProgress/cancel", token);
    assert_eq!(ended(&mut editor), "ended before it was done");
    leave(editor);
}

/// What is said of a run of the one test.
const FAILED: &str = "0 tests passed, 1 failed";

/// The program with some more functions of scores, which the model calls too.
fn long(text: &str, functions: usize) -> String {
    let (before, rest) = text.split_once("/// Scores of each").unwrap();
    let (function, rest) = rest.split_once("/// Remembers").unwrap();
    let mut long = format!("{before}/// Scores of each{function}");
    let mut calls = String::new();
    for number in 0..functions {
        let name = format!("scores_{number}");
        let function = function.replace("scores_of_each", &name);
        long += &format!("/// Scores of each{function}");
        calls += &format!("    {name}(&kept, &x, &x);\n");
    }
    let rest = rest.replace(
        "    if scores.rank()",
        &format!("{calls}    if scores.rank()"),
    );
    format!("{long}/// Remembers{rest}")
}

/// `cargo test --release -p cargo-shapecheck --test shapes a_long_file -- --nocapture` tells how long hints take.
#[test]
fn a_long_file() {
    let Some(()) = rust_analyzer() else { return };
    let _alone = alone();
    let project = project("shapes-of-a-long-file");
    let path = project.join("src/lib.rs");
    let text = long(&fs::read_to_string(&path).unwrap(), 163);
    fs::write(&path, &text).unwrap();
    record(&project);
    let mut editor = open(&project, json!({"cachePriming": {"enable": false}}));
    let shapes = |hints: &[Value]| {
        hints
            .iter()
            .filter(|hint| label(hint).contains("Seq"))
            .count()
    };
    let timed = |editor: &mut Editor, uri: &str, text: &str| {
        let start = Instant::now();
        let hints = hints(editor, uri, text);
        assert!(shapes(&hints) > 1000, "{}", shapes(&hints));
        start.elapsed()
    };
    editor.open_document(&project.join("tests/shapes.rs"));
    editor.wait_until_ready();
    let (uri, _) = editor.open_document(&path);
    let mut opened = timed(&mut editor, &uri, &text);
    for _ in 0..4 {
        let document = json!({"textDocument": {"uri": uri}});
        editor.notify("textDocument/didClose", document);
        editor.open_document(&path);
        opened = opened.min(timed(&mut editor, &uri, &text));
    }
    let with_others = timed(&mut editor, &uri, &text);
    let again = timed(&mut editor, &uri, &text);

    // An edit while tests run.
    let params = json!({"command": "cargo-shapecheck.dryRun", "arguments": []});
    editor.request("workspace/executeCommand", params);
    editor.wait(is_of_run);
    let edited = text.replace("/// All of it.", "/// All.");
    change(&mut editor, &uri, &edited);
    let edited = timed(&mut editor, &uri, &edited);
    ended(&mut editor);
    let status = fs::read_to_string(format!("/proc/{}/status", editor.child.id()));
    let status = status.unwrap_or_default();
    let memory = status.lines().find(|line| line.starts_with("VmRSS"));
    eprintln!(
        "{} lines: opened {opened:?}, with rust-analyzer's {with_others:?} and {again:?}, edited during a run {edited:?}; {}",
        text.lines().count(),
        memory.unwrap_or("memory unknown"),
    );
    let most = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 50 });
    assert!(opened < most, "{opened:?}");
    leave(editor);
}
