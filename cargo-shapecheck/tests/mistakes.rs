//! What is said of mistakes in real programs: `tests/mistakes` holds programs and, for each, a list of small changes
//! that make a mistake. Recorded are the compiler's words and this tool's, how many errors and lines they are, whether
//! they hold the words that a reader needs, and whether advice helps where it is pasted.
//!
//! ```text
//! # the_name_of_a_mistake
//! - a line of the program
//! + what stands in its place
//! ? words that have to be said
//! ```
//!
//! `MISTAKES=part_of_a_name cargo test -p cargo-shapecheck --test mistakes -- --nocapture` prints those alone. Record
//! anew with `INSTA_UPDATE=always INSTA_FORCE_PASS=1`, and read the difference. `KEPT=1` takes the compiler's words of
//! the last time, where neither the program nor the library has changed: the tool alone is what one works on then.

mod common;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use cargo_shapecheck::wrapper;
use common::editor::{Editor, leave, rust_analyzer, with_library};
use common::{cargo, normalize, output, target};
use serde_json::Value;

/// One change of a program.
struct Mistake {
    name: String,
    /// Lines and what stands in their place.
    changes: Vec<(String, String)>,
    /// What a reader has to be told.
    words: Vec<String>,
}

/// The list of a program's mistakes.
fn mistakes(list: &str) -> Vec<Mistake> {
    let mut all: Vec<Mistake> = Vec::new();
    for line in list.lines().filter(|line| !line.is_empty()) {
        let (sign, text) = line.split_at(2);
        if sign == "# " {
            all.push(Mistake {
                name: text.to_owned(),
                changes: Vec::new(),
                words: Vec::new(),
            });
            continue;
        }
        let mistake = all.last_mut().expect("a name comes first");
        match sign {
            "- " => mistake.changes.push((text.to_owned(), String::new())),
            "+ " => {
                let change = mistake
                    .changes
                    .last_mut()
                    .expect("a line to change comes first");
                change.1 = text.to_owned();
            }
            "? " => mistake.words = words(text),
            _ => panic!("what is {line:?}?"),
        }
    }
    all
}

/// `[B, H] Dim` as `[B, H]` and `Dim`.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0;
    for character in text.chars() {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            ' ' if depth == 0 => {
                words.push(String::new());
                continue;
            }
            _ => {}
        }
        words.last_mut().unwrap().push(character);
    }
    words
}

impl Mistake {
    /// The program with the mistake in it. Each change is made once; what is around a line stays.
    fn in_program(&self, program: &str) -> String {
        let mut lines: Vec<String> = program.lines().map(str::to_owned).collect();
        for (old, new) in &self.changes {
            let line = lines.iter_mut().find(|line| line.trim() == old);
            let line = line.unwrap_or_else(|| panic!("{}: no line {old:?}", self.name));
            *line = line.replace(old, new);
        }
        lines.join("\n") + "\n"
    }
}

/// The library as other crates see it.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let output = output(&mut cargo(), &["check", "--lib", "--message-format=json"]);
        let errors = common::stderr(&output);
        let messages = String::from_utf8_lossy(&output.stdout).into_owned();
        let library = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message["target"]["name"] == "shapecheck")
            .find_map(|message| Some(PathBuf::from(message["filenames"][0].as_str()?)));
        library.unwrap_or_else(|| panic!("the library was not compiled:\n{errors}"))
    })
}

/// A run of the compiler, its messages in JSON. `in_full`: as the tool asks for them.
fn messages(place: &Path, source: &str, in_full: bool) -> Vec<u8> {
    fs::create_dir_all(place).unwrap();
    let kept = place.join(if in_full { "full.json" } else { "short.json" });
    let is_of_now = || {
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        env::var_os("KEPT").is_some()
            && fs::read_to_string(place.join("main.rs")).is_ok_and(|text| text == source)
            && time(&kept) > time(library())
    };
    if is_of_now() {
        return fs::read(&kept).unwrap();
    }
    if fs::read_to_string(place.join("main.rs")).is_ok_and(|text| text != source) {
        let _ = fs::remove_file(place.join("full.json"));
        let _ = fs::remove_file(place.join("short.json"));
    }
    fs::write(place.join("main.rs"), source).unwrap();
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    if in_full {
        command.arg("--verbose");
    }
    let output = command
        .args([
            "--edition",
            "2024",
            "--error-format=json",
            "--emit",
            "metadata",
            "--cap-lints",
            "allow",
            "-o",
            "main.rmeta",
        ])
        .arg("--extern")
        .arg(format!("shapecheck={}", library().display()))
        .arg("-L")
        .arg(format!(
            "dependency={}",
            library().parent().unwrap().display()
        ))
        .args(env::var("RUSTFLAGS").unwrap_or_default().split_whitespace())
        .arg("main.rs")
        .current_dir(place)
        .output()
        .unwrap();
    fs::write(kept, &output.stderr).unwrap();
    output.stderr
}

/// Errors, without the summaries at the end.
struct Told {
    errors: Vec<Value>,
}

impl Told {
    fn of(messages: &[u8]) -> Self {
        let text = String::from_utf8_lossy(messages);
        let all = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let errors = all.filter(|message| message["level"] == "error");
        Self {
            errors: errors
                .filter(|error| {
                    error["spans"]
                        .as_array()
                        .is_some_and(|spans| !spans.is_empty())
                })
                .collect(),
        }
    }

    fn text(&self) -> String {
        let rendered = self
            .errors
            .iter()
            .filter_map(|error| error["rendered"].as_str());
        normalize(&rendered.collect::<String>())
    }

    fn lines(&self) -> usize {
        self.text().lines().filter(|line| !line.is_empty()).count()
    }

    /// Bounds that the notes tell to add, in the crate's own words, each with where its error is.
    fn advice(&self) -> Vec<(Value, String)> {
        let mut advice = Vec::new();
        for error in &self.errors {
            let children = error["children"].as_array().into_iter().flatten();
            let notes = children
                .filter_map(|child| child["message"].as_str())
                .chain(error["message"].as_str());
            for note in notes {
                let code = note.split('`').skip(1).step_by(2);
                for bound in code.filter_map(|code| code.strip_prefix("where ")) {
                    advice.push((place(error), bound.to_owned()));
                }
            }
        }
        advice.dedup();
        advice
    }

    /// Whether there is still an error at a place.
    fn is_at(&self, at: &Value) -> bool {
        self.errors.iter().any(|error| place(error) == *at)
    }
}

fn through_the_tool(place: &Path, messages: &[u8]) -> Told {
    let mut rewritten = Vec::new();
    wrapper::copy_from(place, messages, &mut rewritten).unwrap();
    Told::of(&rewritten)
}

/// The line of an error, the code that is marked there, and the headline.
fn place(error: &Value) -> Value {
    let spans = error["spans"].as_array();
    let primary = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
    let mut span = primary.unwrap_or(&Value::Null);
    // A macro of the crate is where it is called.
    while span["expansion"].is_object() {
        span = &span["expansion"]["span"];
    }
    let text = &span["text"][0];
    let columns = ["highlight_start", "highlight_end"]
        .map(|name| text[name].as_u64().unwrap_or(1) as usize - 1);
    let marked = text["text"]
        .as_str()
        .and_then(|code| code.get(columns[0]..columns[1]));
    serde_json::json!([span["line_start"], marked, error["message"]])
}

/// The program with a bound on the function around a line, or on the `impl` of a trait that the function is part of.
fn with_bound(source: &str, line: usize, bound: &str) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let is = |text: &str, start: &str| {
        let text = text.trim_start();
        text.strip_prefix("pub ").unwrap_or(text).starts_with(start)
    };
    let above =
        |from: usize, is_it: &dyn Fn(&str) -> bool| (0..=from).rev().find(|&at| is_it(&lines[at]));
    let is_item = |text: &str| {
        ["fn ", "struct ", "impl"]
            .iter()
            .any(|start| is(text, start))
    };
    let mut start = above(line - 1, &is_item).unwrap_or(0);
    if lines[start].starts_with("    ") {
        let block = above(start, &|text: &str| {
            !text.starts_with(' ') && is(text, "impl")
        });
        start = block
            .filter(|&at| lines[at].contains(" for "))
            .unwrap_or(start);
    }
    // The brace that opens the body is the last of its line, but for what a mistake has put behind it.
    let open =
        (start..lines.len()).find(|&at| lines[at].contains('{') && !lines[at].contains("},"));
    let open = open.unwrap_or(start);
    let has_where = (start..=open).any(|at| lines[at].contains("where"));
    let signature = &mut lines[open];
    let place = signature
        .find("> {")
        .map(|at| at + 1)
        .or_else(|| signature.find('{'));
    let clause = match has_where {
        true => format!(" {bound}, "),
        false => format!(" where {bound} "),
    };
    signature.insert_str(place.unwrap_or(signature.len()), &clause);
    // Advice names what stands in the crate; rustc tells of imports by itself. All in one line, so that no other moves.
    if let Some(first) = lines.iter_mut().find(|line| line.starts_with("use ")) {
        first.insert_str(
            0,
            "use shapecheck::*; use shapecheck::{algebra::*, broadcast::*, dim::*, engine::*, shape::*}; ",
        );
    }
    lines.join("\n") + "\n"
}

/// What becomes of all that is said of a mistake.
struct Outcome {
    name: String,
    record: String,
    row: String,
    /// What has to be said, and what this tool says of it.
    words: Vec<String>,
    told: Told,
}

fn outcome(program: &str, source: &str, mistake: &Mistake) -> Outcome {
    let place = target().join("mistakes").join(program).join(&mistake.name);
    let source = mistake.in_program(source);
    let before = Told::of(&messages(&place, &source, false));
    let after = through_the_tool(&place, &messages(&place, &source, true));

    let mut advice = String::new();
    for (at, bound) in after.advice() {
        let line = at[0].as_u64().unwrap_or(1) as usize;
        let pasted = with_bound(&source, line, &bound);
        let mut hash = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&bound, &mut hash);
        let beside = place.join(format!("pasted-{:x}", std::hash::Hasher::finish(&hash)));
        let pasted = through_the_tool(&beside, &messages(&beside, &pasted, true));
        let helps = !pasted.is_at(&at);
        let result = if helps { "helps" } else { "fails" };
        write!(advice, " `{bound}` {result};").unwrap();
        if !helps && env::var_os("MISTAKES").is_some() {
            println!("{}", pasted.text());
        }
    }
    let text = after.text();
    let missing: Vec<&str> = mistake
        .words
        .iter()
        .map(String::as_str)
        .filter(|words| !text.contains(words))
        .collect();
    let missing_before = {
        let text = before.text();
        let words = mistake.words.iter();
        words.filter(|words| !text.contains(*words)).count()
    };
    let said = |missing: usize| {
        format!(
            "{} of {}",
            mistake.words.len() - missing,
            mistake.words.len()
        )
    };
    let row = format!(
        "{:<56} {:>2} {:>3} {:<7} {:>2} {:>3} {:<7}{}{}",
        format!("{program}/{}", mistake.name),
        before.errors.len(),
        before.lines(),
        said(missing_before),
        after.errors.len(),
        after.lines(),
        said(missing.len()),
        match missing.is_empty() {
            true => String::new(),
            false => format!(" missing: {}", missing.join(" ")),
        },
        advice,
    );
    let mut record = format!("# {}\n", mistake.name);
    for (old, new) in &mistake.changes {
        write!(record, "- {old}\n+ {new}\n").unwrap();
    }
    write!(
        record,
        "\n$ cargo check\n{}$ cargo shapecheck\n{text}",
        before.text()
    )
    .unwrap();
    Outcome {
        name: mistake.name.clone(),
        record,
        row: row.trim_end().to_owned(),
        words: mistake.words.clone(),
        told: after,
    }
}

/// All mistakes of a program, on two threads.
fn outcomes(program: &str) -> Vec<Outcome> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let read = |extension: &str| {
        fs::read_to_string(folder.join(program).with_extension(extension)).unwrap()
    };
    let (source, all) = (read("rs"), mistakes(&read("mistakes")));
    let right = target().join("mistakes").join(program).join("right");
    let told = Told::of(&messages(&right, &source, false));
    assert!(told.errors.is_empty(), "{program}: {}", told.text());
    let wanted = env::var("MISTAKES").unwrap_or_default();
    let all: Vec<&Mistake> = all
        .iter()
        .filter(|mistake| format!("{program}/{}", mistake.name).contains(&wanted))
        .collect();
    let half = all.len().div_ceil(2).max(1);
    let outcomes = |mistakes: &[&Mistake]| -> Vec<Outcome> {
        let each = mistakes.iter();
        each.map(|mistake| outcome(program, &source, mistake))
            .collect()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = all
            .chunks(half)
            .map(|part| scope.spawn(move || outcomes(part)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join().unwrap());
        joined.flatten().collect()
    })
}

const PROGRAMS: &[&str] = &[
    "decoder", "tracking", "digits", "pipeline", "layers", "vision", "residual", "speech",
    "plugins", "sensors", "batches", "images", "sounds", "bounds",
];

/// The snapshots, and the table of all: errors, lines and words of `cargo check`, then of the tool.
#[test]
fn mistakes_in_programs() {
    let mut table = String::new();
    let mut all = Vec::new();
    for &program in PROGRAMS {
        let wanted = env::var("MISTAKES").unwrap_or_default();
        let of_another = wanted.split_once('/').is_some_and(|(of, _)| of != program);
        if of_another {
            continue;
        }
        let outcomes = outcomes(program);
        if env::var_os("MISTAKES").is_some() {
            for outcome in &outcomes {
                println!("{}\n{}\n", outcome.record, outcome.row);
            }
            continue;
        }
        let mut records = String::new();
        for outcome in &outcomes {
            table += &outcome.row;
            table.push('\n');
            writeln!(records, "{}", outcome.record).unwrap();
            assert!(!outcome.name.is_empty());
        }
        insta::assert_snapshot!(format!("mistakes in {program}"), records);
        all.extend(outcomes.into_iter().map(|outcome| (program, outcome)));
    }
    assert!(!table.contains("` fails;"), "advice fails:\n{table}");
    if !table.is_empty() {
        insta::assert_snapshot!("table of mistakes", table);
        all_advice_is_compiled(&table);
        in_the_editor(&all);
    }
}

/// Bounds that the crate's notes tell to add and that are not pasted here.
const NEVER_TOLD: &[&str] = &[
    // Of sizes that are parameters a deeper bound is told, `SameAs`.
    "ConvolveTransposed",
    "FoldsTo",
    "WeighsClasses",
    // Of a list of axes that is a parameter, what moves axes is told.
    "DiagAlong",
    "DiagonalAlong",
    // The feature `fft` is off.
    "InverseRealFourier",
    "RealFourier",
];

/// Each bound that a note of the crate tells to add is pasted somewhere.
fn all_advice_is_compiled(table: &str) {
    let mut folders = vec![common::repository().join("src")];
    let mut missing = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            for (at, start) in text.match_indices("`where {Self}: ") {
                let name = text[at + start.len()..].split(['<', '`']).next().unwrap();
                let is_pasted = [format!(": {name}<"), format!(": {name}`")]
                    .iter()
                    .any(|bound| table.contains(bound.as_str()));
                if !is_pasted && !NEVER_TOLD.contains(&name) {
                    missing.push(name.to_owned());
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "never pasted: {missing:?}");
}

/// What the language server shows of each: the same errors, by the real rust-analyzer and this tool. The message itself
/// has to hold the words, since an editor shows it first, and often alone.
fn in_the_editor(all: &[(&str, Outcome)]) {
    let Some(()) = rust_analyzer() else { return };
    let project = target().join("mistakes/editor");
    fs::create_dir_all(project.join("src")).unwrap();
    let manifest =
        "[package]\nname = \"editor\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::write(project.join("src/main.rs"), "fn main() {}\n").unwrap();
    let mut lines = String::new();
    let file = |(program, outcome): &(&str, Outcome)| format!("src/{program}_{}.rs", outcome.name);
    for one in all {
        let path = file(one);
        let source = target()
            .join("mistakes")
            .join(one.0)
            .join(&one.1.name)
            .join("main.rs");
        fs::copy(source, project.join(&path)).unwrap();
        for error in &one.1.told.errors {
            let message = error.to_string().replace(
                "\"file_name\":\"main.rs\"",
                &format!("\"file_name\":{path:?}"),
            );
            let target = serde_json::json!({
                "kind": ["bin"], "crate_types": ["bin"], "name": "editor", "edition": "2024",
                "src_path": project.join("src/main.rs"), "doc": true, "doctest": false, "test": true,
            });
            writeln!(
                lines,
                "{{\"reason\":\"compiler-message\",\"package_id\":\"path+file://{}#0.0.0\",\"manifest_path\":{:?},\"target\":{target},\"message\":{message}}}",
                project.display(), project.join("Cargo.toml"),
            )
            .unwrap();
        }
    }
    let messages = project.join("messages.json");
    fs::write(&messages, lines).unwrap();

    let mut command = common::shapecheck();
    command.arg("lsp").current_dir(&project);
    let mut editor = Editor::start(with_library(&mut command));
    let mut errors = editor.child.stderr.take().unwrap();
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    let root = format!("file://{}", project.display());
    editor.request(
        "initialize",
        serde_json::json!({
            "processId": std::process::id(),
            "rootUri": root,
            "initializationOptions": {
                "check": {"overrideCommand": ["cat", messages]},
                "cachePriming": {"enable": false},
                "cargo": {"sysroot": null},
            },
            "capabilities": {
                "experimental": {"serverStatusNotification": true},
                "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
            },
        }),
    );
    editor.notify("initialized", serde_json::json!({}));
    let mut shown: HashMap<String, Vec<Value>> = HashMap::new();
    let wanted = |one: &(&str, Outcome)| (format!("{root}/{}", file(one)), one.1.told.errors.len());
    let is_there = |shown: &HashMap<String, Vec<Value>>| {
        all.iter()
            .map(wanted)
            .all(|(uri, count)| shown.get(&uri).map_or(0, Vec::len) >= count)
    };
    while !is_there(&shown) {
        let published =
            editor.wait(|message| message["method"] == "textDocument/publishDiagnostics");
        let params = &published["params"];
        let errors = params["diagnostics"].as_array().into_iter().flatten();
        let errors = errors.filter(|one| one["severity"] == 1).cloned().collect();
        shown.insert(params["uri"].as_str().unwrap_or("").to_owned(), errors);
    }
    let (mut table, mut records) = (String::new(), String::new());
    for one in all {
        let errors = &shown[&wanted(one).0];
        let messages: Vec<&str> = errors
            .iter()
            .filter_map(|error| error["message"].as_str())
            .collect();
        let text = normalize(&messages.join("\n"));
        let missing: Vec<&str> = one
            .1
            .words
            .iter()
            .map(String::as_str)
            .filter(|words| !text.contains(words))
            .collect();
        let row = format!(
            "{:<56} {:>2} {:>3} {} of {} {}",
            format!("{}/{}", one.0, one.1.name),
            errors.len(),
            text.lines().count(),
            one.1.words.len() - missing.len(),
            one.1.words.len(),
            if missing.is_empty() {
                String::new()
            } else {
                format!("missing: {}", missing.join(" "))
            },
        );
        writeln!(table, "{}", row.trim_end()).unwrap();
        writeln!(records, "# {}/{}", one.0, one.1.name).unwrap();
        for (error, message) in errors.iter().zip(&messages) {
            let start = &error["range"]["start"];
            let number = |name: &str| start[name].as_u64().unwrap_or(0) + 1;
            writeln!(
                records,
                "{}:{}: {}",
                number("line"),
                number("character"),
                normalize(message)
            )
            .unwrap();
        }
        records.push('\n');
    }
    leave(editor);
    insta::assert_snapshot!("mistakes in the editor", records);
    insta::assert_snapshot!("table of mistakes in the editor", table);
}
