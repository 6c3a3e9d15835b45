//! `cargo shapecheck dry` on a program of unmodified models, some of them wrong.
//!
//! One build of candle and of candle-transformers. `tests/dry/tests/published.rs` has more of its models, which are run on demand.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::editor::{Editor, begin, hints, leave, marked, position, rust_analyzer};
use common::picture::{in_editor, is_drawn};
use common::{output, repository, shapecheck, stderr, stdout};
use serde_json::{Value, json};

/// The program.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dry")
}

/// The line of the models with this remark.
fn line_of(remark: &str) -> usize {
    let source = fs::read_to_string(folder().join("src/lib.rs")).unwrap();
    let remark = format!(" // {remark}");
    let mut lines = source.lines();
    1 + lines
        .position(|line| line.ends_with(&remark))
        .expect("a remark")
}

/// The tool in the folder of the program.
fn tool() -> Command {
    let mut command = shapecheck();
    command
        .current_dir(folder())
        // What is built for the engine's own tests is not built again.
        .env("CARGO_TARGET_DIR", repository().join("target/bridges"))
        .env("CARGO_INCREMENTAL", "0")
        // Not the lines of all packages: the tool asks for those that it tells.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("COLUMNS", "100");
    command
}

/// The shapes beside the source, from the records of the tests.
fn shapes_beside_the_source() {
    let all = "dry --locked --test page --annotate src/attention.rs:4-9";
    let arguments: Vec<&str> = all.split(' ').collect();
    let output = output(&mut tool(), &arguments);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(101), "{}", stderr(&output));
    let page = include_str!("../../shapecheck/guide/unmodified_models.md");
    let on_page = format!("```text\n{}```\n", text.replace("attention.rs", "lib.rs"));
    assert!(page.contains(&on_page), "{text}");
}

/// The same of a file of many calls, as JSON and as a page.
fn shapes_of_many_tests() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("shapes.html");
    let all = "dry --locked --test shapes --json --annotate src/lib.rs --html";
    let mut arguments: Vec<&str> = all.split(' ').collect();
    arguments.push(page.to_str().unwrap());
    let output = output(&mut tool(), &arguments);
    let all: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let tests = all["tests"].as_array().unwrap();
    assert!(tests.contains(&json!("a_classifier")), "{tests:?}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(r#""test": "llama_of_candle_transformers""#));
    assert!(page.contains(r#""Attention::heads"]"#));
    let [file] = &all["files"].as_array().unwrap()[..] else {
        panic!("{all}");
    };
    assert_eq!(file["file"], "src/lib.rs");
    assert_eq!(file["changed"], false);
    let of = |remark: &str| {
        let lines = file["lines"].as_array().unwrap().iter();
        let mut lines = lines.filter(|line| line["line"] == line_of(remark));
        lines.next().expect("a line with a shape")
    };
    let masked = of("a mask of the new tokens");
    let shapes = masked["shapes"].as_array().unwrap();
    assert!(
        shapes.contains(&json!("[Batch, 4, Seq, Past + Seq]")),
        "{masked}"
    );
    let finding = |line: &Value| line["findings"][0].as_str().unwrap().to_owned();
    assert!(finding(masked).starts_with("7 of 9 runs fail: shape mismatch in broadcast_add"));
    assert!(finding(of("joined")).starts_with("a reshape puts other elements along Seq"));
}

/// An editor with a project of models and some of the records in `target/bridges`. `None` without rust-analyzer.
fn editor_of(name: &str, project: &Path, records: &[String]) -> Option<Editor> {
    rust_analyzer()?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let from = repository().join("target/bridges/dry/records");
    let to = target.join("dry/records");
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).unwrap();
    for record in records {
        fs::copy(from.join(record), to.join(record)).unwrap();
    }
    let mut command = shapecheck();
    command.arg("lsp").env("CARGO_TARGET_DIR", &target);
    // What other packages build is not needed for their types.
    let settings = json!({
        "cachePriming": {"enable": false},
        "checkOnSave": false,
        "cargo": {"buildScripts": {"enable": false}},
        "procMacro": {"enable": false},
    });
    Some(begin(&mut command, project, settings, json!({})))
}

/// The lines of a file that have hints.
fn hinted(editor: &mut Editor, path: &Path) -> String {
    let (uri, text) = editor.open_document(path);
    let shown = marked(&text, &hints(editor, &uri, &text));
    let lines: Vec<&str> = shown.lines().filter(|line| line.contains('«')).collect();
    lines.join("\n")
}

/// The first finding in a document that the editor shows.
fn finding_in(editor: &mut Editor, uri: &str) -> Value {
    let is_finding = |one: &&Value| one["source"] == "shapecheck";
    let published = editor.wait(|message| {
        let mut all = message["params"]["diagnostics"]
            .as_array()
            .into_iter()
            .flatten();
        message["params"]["uri"] == *uri && all.any(|one| is_finding(&one))
    });
    let all = published["params"]["diagnostics"].as_array().unwrap();
    all.iter().find(is_finding).unwrap().clone()
}

/// The folder of a file that a record has lines of.
fn folder_of(file: &str, record: &str) -> PathBuf {
    let record = repository().join("target/bridges/dry/records").join(record);
    let record: Value = serde_json::from_str(&fs::read_to_string(record).unwrap()).unwrap();
    let files = record["files"].as_array().unwrap().iter();
    let mut paths = files.filter_map(|file| file["path"].as_str().map(Path::new));
    let path = paths.find(|path| path.ends_with(file)).unwrap();
    path.parent().unwrap().to_owned()
}

/// The hints that candle's models have in an editor, each by the record of its test.
fn shapes_in_the_editor() {
    let published = ["llama", "qwen2", "bert", "resnet", "wrong_phi"];
    let names = published.map(|test| format!("models-shapes-{test}_of_candle_transformers.json"));
    let own = "models-page-attention_takes_all_sizes.json".to_owned();
    let record = repository()
        .join("target/bridges/dry/records")
        .join(&names[0]);
    let record: Value = serde_json::from_str(&fs::read_to_string(record).unwrap()).unwrap();
    let files = record["files"].as_array().unwrap().iter();
    let mut paths = files.filter_map(|file| file["path"].as_str());
    let path = paths.find(|path| path.ends_with("/llama.rs")).unwrap();
    let models = Path::new(path).parent().unwrap();
    let records = [&names[..], &[own]].concat();
    let Some(mut editor) = editor_of("dry-in-the-editor", &folder(), &records) else {
        return;
    };
    let (uri, text) = editor.open_document(&folder().join("src/attention.rs"));
    editor.wait_until_ready();
    let finding = finding_in(&mut editor, &uri);
    let all = hints(&mut editor, &uri, &text);
    let shown = in_editor("src/attention.rs", &text, &all, &finding, None);
    is_drawn("dry_run", &shown);
    let shown = marked(&text, &all).replace('«', " ").replace('»', "");
    let (_, function) = shown.split_once("pub fn ").unwrap();
    let page = include_str!("../../shapecheck/guide/unmodified_models.md");
    assert!(
        page.contains(&format!("```text\npub fn {function}\n```\n")),
        "{shown}"
    );
    for model in ["llama", "qwen2", "bert", "phi"] {
        let lines = hinted(&mut editor, &models.join(format!("{model}.rs")));
        insta::assert_snapshot!(format!("hints of {model}"), lines);
    }
    let lines = hinted(&mut editor, &models.join("resnet.rs"));
    let stem = ".relu()?«[Batch, 64, (Height + 1) / 2, (Width + 1) / 2]»";
    assert!(lines.contains(stem), "{lines}");
    leave(editor);
}

/// `cargo test --release -p cargo-shapecheck --test dry memory -- --ignored --nocapture` tells what the server takes for the
/// records of all published models.
#[test]
#[ignore = "runs 38 models"]
fn memory_of_the_server() {
    let Some(()) = rust_analyzer() else { return };
    let arguments = ["dry", "--locked", "--test", "published"];
    output(&mut tool(), &arguments);
    let folder_of_records = repository().join("target/bridges/dry/records");
    let records = fs::read_dir(&folder_of_records).unwrap().flatten();
    let records =
        records.filter(|record| record.file_name().to_string_lossy().contains("published"));
    let records: Vec<String> = records
        .map(|record| record.file_name().into_string().unwrap())
        .collect();
    let texts = records
        .iter()
        .map(|record| fs::read_to_string(folder_of_records.join(record)).unwrap());
    let (bytes, operations) = texts.fold((0, 0), |(bytes, operations), text| {
        (
            bytes + text.len(),
            operations + text.matches("{\"name\": ").count(),
        )
    });
    let memory = |editor: &Editor| {
        let status = fs::read_to_string(format!("/proc/{}/status", editor.child.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS"))
            .unwrap();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
            / 1024
    };
    let without = memory(&editor_of("without-records", &folder(), &[]).unwrap());
    let start = Instant::now();
    let mut editor = editor_of("with-records", &folder(), &records).unwrap();
    let models = folder_of("mistral.rs", "models-published-mistral.json");
    let (uri, text) = editor.open_document(&models.join("mistral.rs"));
    while !marked(&text, &hints(&mut editor, &uri, &text)).contains('«') {
        thread::sleep(Duration::from_millis(20));
    }
    eprintln!(
        "{} records of {operations} operations, {} MB: {} MB instead of {without}, after {:.1?}",
        records.len(),
        bytes >> 20,
        memory(&editor),
        start.elapsed(),
    );
    leave(editor);
}

/// `cargo test -p cargo-shapecheck --test dry models_of_burn -- --ignored`
#[test]
#[ignore = "builds most of burn once more"]
fn models_of_burn() {
    let project = repository().join("bridges/burn");
    let mut command = tool();
    command.current_dir(&project);
    let arguments = ["dry", "--locked", "--test", "page", "--test", "published"];
    let output = output(&mut command, &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let tests = [
        "page-attention_takes_all_sizes",
        "published-mnist",
        "published-text_classification",
        "published-modern_lstm",
    ];
    let records = tests.map(|test| format!("shapecheck-burn-{test}.json"));
    let Some(mut editor) = editor_of("burn-in-the-editor", &project, &records) else {
        return;
    };
    let (uri, text) = editor.open_document(&project.join("tests/page.rs"));
    editor.wait_until_ready();
    let finding = finding_in(&mut editor, &uri);
    assert_eq!(finding["range"]["start"], position(&text, "reshape(", 0));
    insta::assert_snapshot!(
        "hints of burn's page",
        marked(&text, &hints(&mut editor, &uri, &text))
    );
    for model in ["mnist", "text_classification", "modern_lstm"] {
        let path = project.join(format!("tests/published/models/{model}.rs"));
        insta::assert_snapshot!(
            format!("hints of burn's {model}"),
            hinted(&mut editor, &path)
        );
    }
    leave(editor);
}

#[test]
fn models_that_nobody_changed() {
    let settings = ["Cargo.toml", "Cargo.lock"].map(|name| folder().join(name));
    let before = settings.each_ref().map(|path| fs::read(path).unwrap());
    let arguments = [
        "dry",
        "--locked",
        "--no-fail-fast",
        "--test",
        "shapes",
        "--test",
        "page",
        "--test",
        "elements",
    ];
    let output = output(&mut tool(), &arguments);
    let (told, built) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(101), "{built}{told}");
    assert!(!built.contains("warning"), "{built}");
    assert_eq!(
        before,
        settings.each_ref().map(|path| fs::read(path).unwrap())
    );

    // The program of the guide fails with what the page says.
    let page = include_str!("../../shapecheck/guide/unmodified_models.md");
    let finding = "- a reshape puts other elements along Seq, as if axes were swapped: \
                   reshape [Batch, 4, Seq, 16] -> [Batch, Seq, 64], at src/attention.rs:8:11";
    assert!(told.contains(finding), "{told}");
    assert!(page.contains(&finding.replace("attention.rs", "lib.rs")));

    // The right models pass, and the wrong ones fail.
    let tests = told.lines().filter_map(|line| line.strip_prefix("test "));
    let tests: Vec<(&str, &str)> = tests.filter_map(|test| test.split_once(" ... ")).collect();
    assert!(tests.len() > 10, "{told}");
    for (name, result) in tests {
        let expected = match name.starts_with("wrong_") || name == "attention_takes_all_sizes" {
            true => "FAILED",
            false => "ok",
        };
        assert_eq!(result, expected, "{name}\n{told}");
    }

    let at = |remark: &str| format!("at src/lib.rs:{}:", line_of(remark));
    for (name, finding, line) in [
        (
            "wrong_exchanged_axes",
            "the leading axes of a product differ, and only their product agrees: \
             matmul [Batch, 4, Seq, 16], [4, Batch, 16, Past + Seq] -> [Batch, 4, Seq, Past + Seq]",
            at("exchanged axes"),
        ),
        (
            "wrong_joined_without_transpose",
            "a reshape puts other elements along Seq, as if axes were swapped: \
             reshape [Batch, 4, Seq, 16] -> [Batch, Seq, 64]",
            at("joined"),
        ),
        (
            "wrong_mask_of_new_tokens",
            "7 of 9 runs fail: shape mismatch in broadcast_add, lhs: [Batch, 4, Seq, Past + Seq], rhs: [Seq, Seq]; \
             fits only with Past = 0",
            at("a mask of the new tokens"),
        ),
        (
            "wrong_softmax_over_sentences",
            "max of `softmax` makes one of Batch: max [Batch, 4, Seq, Past + Seq] -> [1, 4, Seq, Past + Seq]",
            at("over sentences"),
        ),
        (
            "wrong_shards",
            "2 of 11 runs fail: shape mismatch in matmul, lhs: [3, 1, 11, 16], rhs: [3, 2, 16, 11]; fails only with Cards = 8",
            at("heads of two cards"),
        ),
        (
            "wrong_a_panic",
            "2 of 3 runs fail: called `Result::unwrap()` on an `Err` value: ",
            "at tests/shapes.rs:".to_owned(),
        ),
        (
            "wrong_phi_of_candle_transformers",
            "7 of 9 runs fail: shape mismatch in where_cond, lhs: [Batch, 9, Seq, Seq], rhs: [Batch, 9, Seq, Past + Seq]; \
             fits only with Past = 0",
            "at candle-transformers-0.11.1/src/models/phi.rs:146:".to_owned(),
        ),
    ] {
        let (_, part) = told
            .split_once(&format!("---- {name} stdout ----"))
            .unwrap_or_else(|| panic!("{name}\n{told}"));
        let part = part.split("\n---- ").next().unwrap();
        let mut findings = part.lines().filter(|line| line.contains(finding));
        let found = findings
            .next()
            .unwrap_or_else(|| panic!("{finding}\n{part}"));
        assert!(found.contains(&line), "{line}\n{found}");
    }
    shapes_beside_the_source();
    shapes_of_many_tests();
    shapes_in_the_editor();
    tests_of_a_crate();
    interrupted();
    let after = settings.each_ref().map(|path| fs::read(path).unwrap());
    assert_eq!(before, after);
}

/// The model and the test of the guide, with older candles.
#[test]
#[ignore = "builds candle three times"]
fn models_of_older_candle() {
    for version in ["0.8", "0.9", "0.10"] {
        let made = tempfile::tempdir().unwrap();
        let path = |name: &str| made.path().join(name);
        fs::create_dir(path("src")).unwrap();
        fs::create_dir(path("tests")).unwrap();
        fs::copy(folder().join("src/attention.rs"), path("src/lib.rs")).unwrap();
        let feature = version.replace('.', "-");
        let recorder = repository().join("bridges/candle-dry");
        let manifest = format!(
            "[package]\nname = \"models\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
             candle-core = \"{version}\"\ncandle-nn = \"{version}\"\n[dev-dependencies]\n\
             shapecheck-candle-dry = {{ path = {recorder:?}, features = [\"candle-{feature}\"] }}\n",
        );
        fs::write(path("Cargo.toml"), manifest).unwrap();
        let test = fs::read_to_string(folder().join("tests/page.rs")).unwrap();
        let module = format!(
            "shapecheck_candle_dry::candle_{}",
            feature.replace('-', "_")
        );
        let test = test.replace("shapecheck_candle::capture", &module);
        let test = test.replace("shapecheck_candle::dry", "shapecheck_candle_dry::dry");
        fs::write(path("tests/page.rs"), test).unwrap();
        let mut tool = tool();
        let ran = output(tool.current_dir(made.path()), &["dry", "--test", "page"]);
        let finding = "reshape [Batch, 4, Seq, 16] -> [Batch, Seq, 64], at src/lib.rs:8:11";
        assert!(
            stdout(&ran).contains(finding),
            "{version}\n{}{}",
            stderr(&ran),
            stdout(&ran)
        );
    }
}

/// A crate of models for which tests are written.
const MODELS: &str = r#"
use candle_core::{Result, Tensor};
use candle_nn::{Embedding, Linear, Module, VarBuilder, embedding, linear};

pub struct Config {
    pub hidden_size: usize,
    pub vocab_size: usize,
    pub bias: bool,
}

pub struct Model {
    embeddings: Embedding,
    up: Linear,
}

impl Model {
    pub fn new(config: &Config, weights: VarBuilder) -> Result<Self> {
        let width = config.hidden_size;
        Ok(Self {
            embeddings: embedding(config.vocab_size, width, weights.pp("embeddings"))?,
            up: linear(width, 4 * width, weights.pp("up"))?,
        })
    }

    pub fn forward(&self, input: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        let x = self.embeddings.forward(input)?;
        let x = self.up.forward(&x)?;
        match mask {
            Some(mask) => x.broadcast_mul(mask),
            None => Ok(x),
        }
    }
}

pub fn heads(x: &Tensor, count: usize) -> Result<Tensor> {
    let (b, tokens, width) = x.dims3()?;
    x.reshape((b, tokens, width / count, count))?.sum_keepdim(0)
}

pub struct Unknown(std::fs::File);

impl Unknown {
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.exp()
    }
}

pub fn wrong(x: &Tensor, shape: candle_core::Shape) -> Result<Tensor> {
    x.reshape(shape)
}
"#;

/// `dry --init` in a crate of its own, whose tests compile and find the mistake in it.
fn tests_of_a_crate() {
    let made = tempfile::tempdir().unwrap();
    let path = |name: &str| made.path().join(name);
    fs::create_dir(path("src")).unwrap();
    fs::write(path("src/lib.rs"), MODELS).unwrap();
    let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    let (before, _) = manifest.split_once("candle-transformers").unwrap();
    fs::write(path("Cargo.toml"), before).unwrap();
    fs::copy(folder().join("Cargo.lock"), path("Cargo.lock")).unwrap();
    let run = |arguments: &[&str]| {
        let mut tool = tool();
        tool.current_dir(made.path())
            .env("CARGO_NET_OFFLINE", "true");
        output(&mut tool, arguments)
    };
    let written = run(&["dry", "--init"]);
    assert!(written.status.success(), "{}", stderr(&written));
    let told = stderr(&written);
    assert!(
        told.contains("tests/shapes.rs has 2 tests; 2 are comments"),
        "{told}"
    );
    let manifest = fs::read_to_string(path("Cargo.toml")).unwrap();
    assert!(manifest.contains("shapecheck-candle-dry"), "{manifest}");
    insta::assert_snapshot!(
        "tests of a crate",
        fs::read_to_string(path("tests/shapes.rs")).unwrap()
    );
    let ran = run(&["dry", "--test", "shapes"]);
    let told = stdout(&ran);
    assert!(told.contains("test model ... ok"), "{told}{}", stderr(&ran));
    assert!(
        told.contains("- sum of `sum_keepdim` makes one of Batch")
            || told.contains("- sum makes one of Batch"),
        "{told}"
    );
    // It does not overwrite them.
    let again = run(&["dry", "--init"]);
    assert!(
        stderr(&again).contains("is there already"),
        "{}",
        stderr(&again)
    );
}

/// A run that ends by Ctrl-C, while cargo or the tests run.
#[cfg(unix)]
fn interrupted() {
    let mut tool = tool();
    tool.args(["dry", "--locked", "--test", "shapes"]);
    tool.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = tool.spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert!(!child.wait().unwrap().success());
}

#[cfg(not(unix))]
fn interrupted() {}
