//! What is said of mistakes in real programs: `tests/mistakes` holds programs and, for each, a list of small changes
//! that make a mistake. Recorded are the compiler's words and this tool's, how many errors and lines they are, whether
//! they hold the words that a reader needs, and whether advice helps where it is pasted.
//!
//! ```text
//! # the_name_of_a_mistake
//! - a line of the program
//! + what stands in its place
//! ? words that have to be said
//! ! a text that is not to be said
//! = an edit that is as good as the line of the program
//! ~ an edit that is wrong, and advised all the same
//! ```
//!
//! An edit that an error advises is the line of the program or as good as that, at least one of two: any other compiles,
//! and makes another program than is meant.
//!
//! `MISTAKES=part_of_a_name cargo test -p cargo-shapecheck --test mistakes -- --nocapture` prints those alone. Record
//! anew with `INSTA_UPDATE=always INSTA_FORCE_PASS=1`, and read the difference. `KEPT=1` takes the compiler's words of
//! the last time, where neither the program nor the library has changed: the tool alone is what one works on then. With
//! another compiler than the one of `rust-toolchain.toml`, the tool's own lines are compared with the records.

#[path = "../../shapecheck/tests/outside/built.rs"]
mod built;
mod common;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

use built::{Built, built};
use cargo_shapecheck::types::library;
use cargo_shapecheck::wrapper;
use common::editor::{Editor, leave, rust_analyzer, with_library};
use common::edits::{edited, suggested};
use common::{cargo, normalize, target};
use serde_json::Value;

/// One change of a program.
struct Mistake {
    name: String,
    /// Lines and what stands in their place.
    changes: Vec<(String, String)>,
    /// What a reader has to be told.
    words: Vec<String>,
    /// What would be wrong to tell.
    wrong: Vec<String>,
    /// Edits that are as good as the program without the mistake.
    same: Vec<String>,
    /// The edit that is wrong, and advised as long as the tool knows no better.
    known: Option<String>,
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
                wrong: Vec::new(),
                same: Vec::new(),
                known: None,
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
            "! " => mistake.wrong.push(text.to_owned()),
            "= " => mistake.same.push(text.to_owned()),
            "~ " => mistake.known = Some(format!("`{text}`")),
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
fn library() -> &'static Built {
    static LIBRARY: OnceLock<Built> = OnceLock::new();
    LIBRARY.get_or_init(|| built(cargo().args(["check", "--lib"]), "shapecheck", &[]))
}

/// A run of the compiler, its messages in JSON. `in_full`: as the tool asks for them.
fn messages(place: &Path, source: &str, in_full: bool) -> Vec<u8> {
    fs::create_dir_all(place).unwrap();
    let kept = place.join(if in_full { "full.json" } else { "short.json" });
    let is_of_now = || {
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        env::var_os("KEPT").is_some()
            && fs::read_to_string(place.join("main.rs")).is_ok_and(|text| text == source)
            && time(&kept) > time(library().file("rmeta"))
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
        .arg(format!("shapecheck={}", library().file("rmeta").display()))
        .args(library().dependencies())
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

    /// Those without an edit that is suggested as code.
    fn lines_without_edits(&self) -> usize {
        let text = self.text();
        let mut is_edit = false;
        let lines = text.lines().filter(|line| {
            is_edit |= *line == "help: did you mean this?";
            is_edit &= !line.is_empty();
            !line.is_empty() && !is_edit
        });
        lines.count()
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

fn outcome(program: &str, right: &str, mistake: &Mistake) -> Outcome {
    let place = target().join("mistakes").join(program).join(&mistake.name);
    let source = mistake.in_program(right);
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
    let mut are_known = false;
    for error in &after.errors {
        let edits = edits(&place, (&source, right), &mistake.same, &before, error);
        for (edit, result) in &edits {
            write!(advice, " {edit} {result};").unwrap();
        }
        let is_right = |(_, result): &(_, &str)| *result == "is right";
        let is_known = |(edit, _): &(String, _)| Some(edit) == mistake.known.as_ref();
        are_known |= edits.iter().all(is_known) && !edits.is_empty();
        if !edits.iter().any(is_right) && !edits.iter().all(is_known) {
            advice += " and is another program;";
        }
    }
    if mistake.known.is_some() && !are_known {
        advice += " and is not that wrong;";
    }
    let text = after.text();
    if after.errors.len() > before.errors.len() || after.lines_without_edits() > before.lines() {
        advice += " and is longer;";
    }
    for wrong in mistake.wrong.iter().filter(|wrong| text.contains(*wrong)) {
        write!(advice, " and says {wrong:?};").unwrap();
    }
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

/// How many edits are made one after the other: a variable may be used again.
const MOST_EDITS: usize = 3;

/// Whether a program has errors in these lines alone, if need be after what the others advise.
fn is_cured(place: &Path, program: &str, lines: &[u64], most: usize) -> bool {
    let mut hash = std::hash::DefaultHasher::new();
    std::hash::Hash::hash(program, &mut hash);
    let beside = place.join(format!("edited-{:x}", std::hash::Hasher::finish(&hash)));
    let after = Told::of(&messages(&beside, program, false));
    let mut lines = lines.to_vec();
    let new = after.errors.iter().find(|error| {
        let at = lines.iter().position(|line| *line == place_of(error));
        at.map(|at| lines.swap_remove(at)).is_none()
    });
    let Some(new) = new.map(place_of) else {
        return true;
    };
    if env::var_os("MISTAKES").is_some() {
        println!("{}", after.text());
    }
    let told = through_the_tool(&beside, &messages(&beside, program, true));
    let told = told.errors.iter().filter(|error| place_of(error) == new);
    let mut programs = told
        .flat_map(|error| edits_of(program, error))
        .flat_map(|it| it.1);
    most > 1 && programs.any(|program| is_cured(place, &program, &lines, most - 1))
}

/// A program without what may be written in more than one way.
fn plain(program: &str) -> String {
    let plain = program.replace(".clone()", "").replace("shapecheck::", "");
    plain.chars().filter(|c| !" \n&(),".contains(*c)).collect()
}

/// The edits that an error advises, and what becomes of the program with each: it is the right one, or the error is gone and
/// no other has come. Those that are the `same` are as good. `before` are the compiler's errors.
fn edits(
    place: &Path,
    (source, right): (&str, &str),
    same: &[String],
    before: &Told,
    error: &Value,
) -> Vec<(String, &'static str)> {
    let mut others = Vec::from_iter(before.errors.iter().map(place_of));
    let Some(at) = others.iter().position(|line| *line == place_of(error)) else {
        return Vec::new();
    };
    others.remove(at);
    let edits = edits_of(source, error).into_iter().map(|(edit, programs)| {
        let helps = |program: &&String| is_cured(place, program, &others, MOST_EDITS);
        let is_same = same.iter().any(|code| edit == format!("`{code}`"));
        let is_right = |program: &&String| is_same || plain(program) == plain(right);
        let result = match () {
            _ if programs.iter().filter(is_right).any(|it| helps(&it)) => "is right",
            _ if programs.iter().any(|it| helps(&it)) => "compiles",
            _ => "fails",
        };
        (edit, result)
    });
    edits.collect()
}

/// What an error advises, each with the programs that it may stand for: code that it suggests, or else what its words say.
fn edits_of(source: &str, error: &Value) -> Vec<(String, Vec<String>)> {
    let suggested = suggested(source, error).into_iter();
    let suggested =
        Vec::from_iter(suggested.map(|(code, program)| (format!("`{code}`"), vec![program])));
    match suggested.is_empty() {
        true => Vec::from_iter(edited(source, error)),
        false => suggested,
    }
}

fn program_and_mistakes(program: &str) -> (String, Vec<Mistake>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let read = |extension: &str| {
        fs::read_to_string(folder.join(program).with_extension(extension)).unwrap()
    };
    (read("rs"), mistakes(&read("mistakes")))
}

/// Compares with the record. Where the compiler is another one, gives in what the tool's own lines differ.
fn differing(name: &str, text: &str) -> String {
    if common::is_recorded() {
        insta::assert_snapshot!(name, text);
        return String::new();
    }
    common::differing_own(&format!("mistakes__{name}"), text)
}

/// The rows of the table without what counts the compiler's words: errors of the tool, words that it has, and advice.
fn own_rows(table: &str) -> Vec<String> {
    let rows = table.lines().filter_map(|row| {
        let words = Vec::from_iter(row.split_whitespace());
        let [name, _, _, _, "of", _, errors, _, rest @ ..] = &words[..] else {
            return None;
        };
        Some(format!("{name} {errors} {}", rest.join(" ")))
    });
    rows.collect()
}

/// All mistakes of a program, on two threads.
fn outcomes(program: &str) -> Vec<Outcome> {
    let (source, all) = program_and_mistakes(program);
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

/// Calls as other libraries have them: each is one error, and compiles when what is said of it stands in its place.
#[test]
fn calls_of_other_libraries() {
    let source = include_str!("mistakes/calls_of_other_libraries.rs");
    let place = target().join("mistakes/calls_of_other_libraries");
    let told = through_the_tool(&place, &messages(&place, source, true));
    let plain = Told::of(&messages(&place, source, false));
    assert!(told.lines() <= plain.lines(), "a report is longer");
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut record = String::new();
    let mut without = Vec::new();
    let mut open: BTreeSet<usize> = (0..lines.len())
        .filter(|&at| lines[at].contains("let _ = "))
        .collect();
    for error in &told.errors {
        let headline = error["message"].as_str().unwrap();
        let mut spans = error["spans"].as_array().unwrap().iter();
        let span = spans.find(|span| span["is_primary"] == true).unwrap();
        let number = |name: &str| span[name].as_u64().unwrap() as usize - 1;
        let at = number("line_start");
        writeln!(record, "{}\n    error: {headline}", lines[at].trim()).unwrap();
        assert!(open.remove(&at), "two errors: {headline}");
        let whole = headline.split_once("here the expression is `");
        let Some((_, advice)) = whole.or_else(|| headline.split_once("here it is `")) else {
            without.push(lines[at].trim().to_owned());
            continue;
        };
        let (code, _) = advice.split_once('`').unwrap();
        // From what is marked to the end of the statement, which is the end of the call; or all of it.
        let start = number("column_start");
        // Where an argument is marked, the call begins with the name in front of it.
        let before = &lines[at][..start];
        let start = match before.ends_with('(') || before.contains(".flatten::<") {
            true => before.rfind('.').unwrap() + 1,
            false => start,
        };
        let of_path = || lines[at][start..].starts_with("Tensor::");
        let before = "= ";
        let start = match code {
            _ if whole.is_some() => lines[at].rfind(before).unwrap() + before.len(),
            _ if code.starts_with("Tensor::") || !of_path() => {
                let of_tensor = lines[at].find("Tensor::<").or(lines[at].find("Tensor::"));
                of_tensor
                    .filter(|_| code.starts_with("Tensor::"))
                    .unwrap_or(start)
            }
            // The name behind the path.
            _ => start + lines[at][start..].rfind("::").unwrap() + "::".len(),
        };
        lines[at].truncate(start);
        lines[at] += code;
        lines[at] += "; }";
    }
    assert!(open.is_empty(), "nothing is said of {open:?}");
    assert!(without.is_empty(), "without a form: {without:#?}");
    let differing = differing("calls_of_other_libraries", &record);
    assert!(differing.is_empty(), "{differing}");
    let mended = lines.join("\n");
    let place = place.join("mended");
    let told = Told::of(&messages(&place, &mended, false));
    assert!(told.errors.is_empty(), "{}\n{mended}", told.text());
}

/// The edits that are advised of the programs whose messages are recorded.
#[test]
fn edits_in_programs() {
    let mut rows = String::new();
    let files = fs::read_dir(common::programs().join("examples")).unwrap();
    for file in files.map(|file| file.unwrap().path()) {
        let (name, source) = (
            file.file_stem().unwrap(),
            fs::read_to_string(&file).unwrap(),
        );
        let place = target().join("mistakes/programs").join(name);
        let before = Told::of(&messages(&place, &source, false));
        let after = through_the_tool(&place, &messages(&place, &source, true));
        for error in &after.errors {
            for (edit, result) in edits(&place, (&source, ""), &[], &before, error) {
                writeln!(rows, "{}: {edit} {result}", name.display()).unwrap();
            }
        }
    }
    assert!(
        !rows.contains(" fails\n") && rows.lines().count() > 9,
        "{rows}"
    );
}

/// What advice says how to import.
#[test]
fn what_is_imported_is_there() {
    // Modules may be those of features.
    let names = library::IMPORTS
        .iter()
        .filter(|(name, _)| name.starts_with(char::is_uppercase));
    let paths = names.zip(0..);
    let uses = paths.map(|((_, path), at)| format!("use shapecheck::{path} as Name{at};\n"));
    let program: String = uses.collect();
    let program = format!("#![allow(unused_imports)]\n{program}fn main() {{}}\n");
    let place = target().join("mistakes/imports");
    let told = Told::of(&messages(&place, &program, false));
    assert!(told.errors.is_empty(), "{}", told.text());
}

/// A program in lines of at most 60 characters.
fn narrow(source: &str) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args([
            "--edition",
            "2024",
            "--config",
            "max_width=60",
            "--emit",
            "stdout",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    rustfmt
        .stdin
        .take()
        .unwrap()
        .write_all(source.as_bytes())
        .unwrap();
    let output = rustfmt.wait_with_output().unwrap();
    assert!(output.status.success(), "{source}");
    String::from_utf8(output.stdout).unwrap()
}

/// A program whose lines are broken in other places has the same edits: they are made in expressions, and not in lines.
#[test]
fn edits_in_narrow_lines() {
    // Only the compiler of `rust-toolchain.toml` brings its rustfmt along.
    if !common::is_recorded() {
        return;
    }
    let mut compared = 0;
    // Programs of different kinds; the others take as long again.
    for program in ["decoder", "sounds", "field", "funds"] {
        let (right, all) = program_and_mistakes(program);
        for mistake in all {
            let codes = |place: &Path, source: &str| -> Vec<String> {
                let told = through_the_tool(place, &messages(place, source, true));
                let edits = told
                    .errors
                    .iter()
                    .flat_map(|error| suggested(source, error));
                edits.map(|(code, _)| plain(&code)).collect()
            };
            let place = target()
                .join("mistakes/wide")
                .join(program)
                .join(&mistake.name);
            let source = mistake.in_program(&right);
            let wide = codes(&place, &source);
            if wide.is_empty() {
                continue;
            }
            let place = target()
                .join("mistakes/narrow")
                .join(program)
                .join(&mistake.name);
            assert_eq!(
                codes(&place, &narrow(&source)),
                wide,
                "{program}/{}",
                mistake.name
            );
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

const PROGRAMS: &[&str] = &[
    "decoder",
    "tracking",
    "digits",
    "pipeline",
    "layers",
    "vision",
    "residual",
    "speech",
    "plugins",
    "sensors",
    "batches",
    "images",
    "sounds",
    "transformer",
    "panorama",
    "bounds",
    "notebook",
    "field",
    "advised",
    "forecast",
    "molecules",
    "funds",
    "epidemic",
    "unet",
];

/// The snapshots, and the table of all: errors, lines and words of `cargo check`, then of the tool.
#[test]
fn mistakes_in_programs() {
    let (mut table, mut differing) = (String::new(), String::new());
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
        differing += &self::differing(&format!("mistakes in {program}"), &records);
        all.extend(outcomes.into_iter().map(|outcome| (program, outcome)));
    }
    let wrong = [
        " fails;",
        " and is longer;",
        " and says ",
        " and is another program;",
        " and is not that wrong;",
    ];
    let wrong = table
        .lines()
        .filter(|row| wrong.iter().any(|words| row.contains(words)));
    let wrong = Vec::from_iter(wrong);
    // Another compiler may find a further error where an edit is pasted: such a row is a line of its record.
    assert!(
        wrong.is_empty() || !common::is_recorded(),
        "wrong:\n{}",
        wrong.join("\n")
    );
    if !table.is_empty() {
        match common::is_recorded() {
            true => {
                all_advice_is_compiled(&table);
                insta::assert_snapshot!("table of mistakes", table);
                in_the_editor(&all);
            }
            false => {
                differing +=
                    &common::differing_lines("mistakes__table of mistakes", &table, own_rows);
            }
        }
    }
    assert!(differing.is_empty(), "{differing}");
}

/// How many pairs of mistakes are tried of each program, of those in one function and of the others: each takes up to
/// three runs of the compiler. `PAIRS=30` tries more.
const PAIRS: usize = 1;

/// Two mistakes of a program in the bodies of two functions, or in two statements of one of which the second uses nothing
/// that comes from the first, are both told: where the compiler tells the first error of each, so does the tool.
#[test]
fn two_mistakes_are_two_errors() {
    let count = env::var("PAIRS").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(PAIRS);
    let mut chosen = Vec::new();
    let mut have_one_function = 0;
    for &program in PROGRAMS {
        let (source, all) = program_and_mistakes(program);
        let mut pairs: [Vec<(&str, &str)>; 2] = Default::default();
        for (at, first) in all.iter().enumerate() {
            for second in &all[at + 1..] {
                if let Some(is_in_one) = are_independent(&source, first, second) {
                    pairs[usize::from(is_in_one)].push((&first.name, &second.name));
                }
            }
        }
        have_one_function += usize::from(!pairs[1].is_empty());
        for (pairs, is_in_one) in pairs.iter().zip([false, true]) {
            let step = pairs.len().div_ceil(count).max(1);
            let of_program = pairs.iter().skip(step / 2).step_by(step);
            chosen.extend(of_program.map(|(first, second)| {
                (
                    program,
                    (*first).to_owned(),
                    (*second).to_owned(),
                    is_in_one,
                )
            }));
        }
    }
    assert!(chosen.len() > PROGRAMS.len(), "{chosen:?}");
    assert!(have_one_function > 2, "{have_one_function}");
    std::thread::scope(|scope| {
        for part in chosen.chunks(chosen.len().div_ceil(2)) {
            scope.spawn(move || {
                for (program, first, second, is_in_one) in part {
                    both_are_told(program, first, second, *is_in_one);
                }
            });
        }
    });
}

/// Runs the compiler on a program with one mistake, with the other, and with both.
fn both_are_told(program: &str, first: &str, second: &str, is_in_one: bool) {
    let (source, all) = program_and_mistakes(program);
    let find = |name: &str| all.iter().find(|mistake| mistake.name == name).unwrap();
    let folder = target()
        .join("pairs")
        .join(format!("{program}-{first}-{second}"));
    let told = |name: &str, source: &str| {
        let place = folder.join(name);
        let messages = messages(&place, source, true);
        let told = through_the_tool(&place, &messages);
        (told, Told::of(&messages))
    };
    let with_first = find(first).in_program(&source);
    let (both, of_compiler) = told("both", &find(second).in_program(&with_first));
    for (name, mistake) in [("first", first), ("second", second)] {
        let (alone, _) = told(name, &find(mistake).in_program(&source));
        let main = alone.errors.first().expect("a mistake has an error");
        // Elsewhere it may be of what both statements have made.
        let lines: Vec<&str> = source.lines().collect();
        let is_there = |(old, _): &(String, String)| {
            let at = lines.iter().position(|line| line.trim() == old);
            at.is_some_and(|at| place(main)[0] == at + 1)
        };
        if is_in_one && !find(mistake).changes.iter().any(is_there) {
            continue;
        }
        let start = |error: &Value| {
            let place = place(error);
            (
                place[0].clone(),
                place[1].clone(),
                error["code"]["code"].clone(),
            )
        };
        // Where names are not found the compiler looks no further.
        let is_seen = of_compiler
            .errors
            .iter()
            .any(|error| start(error) == start(main));
        assert!(
            !is_seen || both.is_at(&place(main)),
            "{program}: {first} and {second}: {} is not told:\n{}",
            main["message"],
            both.text()
        );
    }
}

/// Statements with a mistake each, of `p: [2, 3]` and `q: [2, 4]`.
const STATEMENTS: &[&str] = &[
    "let _ = p.matmul(p);",
    "let _ = rearrange!(p, \"(r s) c -> r s c\"; r = 5);",
    "let _ = einsum!(\"i j, j k -> i k\"; p, p);",
    "let _ = p + q;",
    "let _ = p.along::<-2>().concat(q);",
    "let _ = p.along::<-1>().concat(&q.transpose());",
    "let _: Tensor<f32, shape![7]> = Tensor::<f32, shape![8]>::zeros();",
    "let _ = p.reshape::<shape![7]>();",
    "let _ = p.index_axis::<-5>(0);",
    "let _ = p.split_axis::<-1, dim!(2), dim!(2)>();",
    "let _ = p.broadcast_to::<shape![4, 4]>();",
    "let _ = takes(p);",
    "let mut sum = p.clone(); sum += q;",
];

/// All pairs of statements of one function, in one block and in a closure that is an argument, have all their errors:
/// each line of which the compiler says something is one of which the tool does.
#[test]
fn two_statements_are_two_errors() {
    let mut source = String::from(
        "use shapecheck::{Tensor, dim, einsum, rearrange, shape};\n\
         fn main() {}\n\
         fn takes(x: &Tensor<f32, shape![9, 9]>) -> Tensor<f32, shape![9]> { x.index_axis::<-1>(0).to_tensor() }\n",
    );
    let arguments = "p: &Tensor<f32, shape![2, 3]>, q: &Tensor<f32, shape![2, 4]>";
    for (at, one) in STATEMENTS.iter().enumerate() {
        for (at_other, other) in STATEMENTS.iter().enumerate() {
            if at == at_other {
                continue;
            }
            let (name, both) = (format!("f{at}_{at_other}"), format!("{one}\n{other}\n"));
            match (at + at_other) % 2 {
                0 => writeln!(source, "fn {name}({arguments}) {{\n{both}}}"),
                _ => writeln!(
                    source,
                    "fn {name}({arguments}) {{\n(0..2).for_each(|_| {{\n{both}}});\n}}"
                ),
            }
            .unwrap();
        }
    }
    let place = target().join("pairs/statements");
    let messages = messages(&place, &source, true);
    let lines = |told: &Told| -> BTreeSet<u64> {
        let lines = told.errors.iter().map(place_of);
        lines.collect()
    };
    let wanted: BTreeSet<u64> = (1..)
        .zip(source.lines())
        .filter_map(|(at, line)| STATEMENTS.contains(&line).then_some(at))
        .collect();
    assert_eq!(lines(&Told::of(&messages)), wanted);
    let told = through_the_tool(&place, &messages);
    // One edit of a parameter may mend both: then the second is not told.
    let of_parameter = told.errors.iter().filter(|error| {
        let edits = suggested(&source, error);
        edits
            .iter()
            .any(|(code, _)| code.starts_with("p: ") || code.starts_with("q: "))
    });
    let mended = of_parameter.map(|error| place_of(error) + 1);
    let mended = BTreeSet::from_iter(mended);
    let left_out = BTreeSet::from_iter(wanted.difference(&lines(&told)).copied());
    assert!(left_out.is_subset(&mended), "{left_out:?}");
    assert!(left_out.len() < 30, "{left_out:?}");
    assert!(lines(&told).is_subset(&wanted));
}

/// The line of an error.
fn place_of(error: &Value) -> u64 {
    place(error)[0].as_u64().unwrap_or(0)
}

/// The lines of the functions of a program, from the signature to the brace at its end.
fn functions(source: &str) -> Vec<std::ops::Range<usize>> {
    let lines: Vec<&str> = source.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut functions = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        if !text.strip_prefix("pub ").unwrap_or(text).starts_with("fn ") {
            continue;
        }
        let is_end =
            |line: &str| line.trim_end() == "}" || line.starts_with(' ') && line.trim() == "}";
        let end =
            (start..lines.len()).find(|&at| is_end(lines[at]) && indent(lines[at]) == indent(line));
        functions.extend(end.map(|end| start..end));
    }
    functions
}

/// Words of code that may be variables.
fn variables(code: &str) -> impl Iterator<Item = &str> {
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|first: char| first.is_lowercase()))
}

/// Whether two mistakes are in statements of one function of which the second uses nothing that the first binds, also by
/// what other statements make of it, or `Some(false)` if they are in the bodies of two functions.
fn are_independent(source: &str, first: &Mistake, second: &Mistake) -> Option<bool> {
    let lines: Vec<&str> = source.lines().collect();
    let functions = functions(source);
    // Where a change is, if it is in a body.
    let places = |mistake: &Mistake| -> Option<Vec<(usize, usize)>> {
        let places = mistake.changes.iter().map(|(old, _)| {
            let at = lines.iter().position(|line| line.trim() == old)?;
            let function = functions.iter().find(|lines| lines.contains(&at))?;
            let body = (function.start..function.end).find(|&at| lines[at].ends_with('{'))?;
            (body < at).then_some((function.start, at))
        });
        places.collect()
    };
    let (one, other) = (places(first)?, places(second)?);
    let is_in_one = one
        .iter()
        .any(|(function, _)| other.iter().any(|(of, _)| of == function));
    let are_apart = one.iter().all(|(function, at)| {
        other.iter().all(|(of_other, at_other)| {
            function != of_other || {
                let end = functions.iter().find(|lines| lines.start == *function);
                let end = end.map_or(0, |lines| lines.end);
                let (from, to) = (*at.min(at_other), *at.max(at_other));
                if from == to {
                    return false;
                }
                let is_statement = |at: usize| lines[at].trim_end().ends_with(';');
                // What the first statement binds, and what is bound to what uses that.
                let bound = |line: &str| -> Vec<String> {
                    let rest = line.trim_start().strip_prefix("let ");
                    let pattern = rest.and_then(|rest| rest.split('=').next());
                    variables(pattern.unwrap_or(""))
                        .map(str::to_owned)
                        .collect()
                };
                let begin = (0..from)
                    .rev()
                    .find(|&at| lines[at].ends_with([';', '{', '}']));
                let mut reached = bound(lines[begin.map_or(0, |at| at + 1)]);
                let uses = |line: &str, reached: &[String]| {
                    variables(line).any(|word| reached.iter().any(|it| it == word))
                };
                for line in &lines[from + 1..to] {
                    if uses(line, &reached) {
                        reached.extend(bound(line));
                    }
                }
                let second = if at < at_other { second } else { first };
                let is_common = uses(lines[to], &reached)
                    || second.changes.iter().any(|(_, new)| uses(new, &reached));
                is_statement(from) && to < end && !is_common
            }
        })
    });
    are_apart.then_some(is_in_one)
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
    let mut folders = Vec::from(
        ["crates/shapecheck-core/src", "crates/shapecheck/src"]
            .map(|source| common::repository().join(source)),
    );
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
