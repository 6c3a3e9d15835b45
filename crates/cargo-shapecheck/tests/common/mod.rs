//! Runs cargo, and this tool in its place, on the programs in `tests/programs`.
#![allow(dead_code, reason = "each test takes what it needs")]

pub mod editor;
pub mod edits;
pub mod picture;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Once, OnceLock};
use std::{env, fs};

use cargo_shapecheck::message::rustc::{self, Reads};

/// The built tool.
pub const TOOL: &str = env!("CARGO_BIN_EXE_cargo-shapecheck");

/// The programs whose messages are recorded.
pub fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// The version of the compiler that the tests run, such as `1.99.1`.
pub fn release() -> &'static str {
    static RELEASE: OnceLock<String> = OnceLock::new();
    RELEASE.get_or_init(|| {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let version = Command::new(rustc).arg("--version").output().unwrap();
        let version = String::from_utf8(version.stdout).unwrap();
        version.split(' ').nth(1).unwrap().to_owned()
    })
}

/// `99` of `1.99.1`.
pub fn minor() -> u32 {
    release().split('.').nth(1).unwrap().parse().unwrap()
}

/// Whether that is the compiler whose words are recorded. Of others, what the tool says is compared with the records.
pub fn is_recorded() -> bool {
    let toolchain = fs::read_to_string(repository().join("rust-toolchain.toml")).unwrap();
    toolchain.contains(&format!("channel = \"{}\"", release()))
}

/// What the tool says in a record, without the words of rustc and in any order: headlines, and notes of the library and
/// of the tool.
pub fn own_lines(record: &str) -> Vec<String> {
    let has_both = record.contains("$ cargo shapecheck");
    let mut is_own = !has_both;
    let mut own = Vec::new();
    for line in record.lines() {
        if let Some(command) = line.strip_prefix("$ cargo ") {
            is_own = command.starts_with("shapecheck");
        }
        let line = line.trim_start().trim_start_matches("= ");
        let Some((level, text)) = line.split_once(": ").filter(|_| is_own) else {
            continue;
        };
        let is_headline = ["error", "warning"].contains(&level.split('[').next().unwrap_or(""));
        let is_summary = ["could not compile", "aborting due to", "`programs`"]
            .iter()
            .any(|start| text.starts_with(start));
        let is_of_rustc = rustc::ALL.iter().any(|(_, phrase)| text.begins(*phrase))
            || text.closes(rustc::DEFINED_HERE);
        let is_advice = ["note", "help"].contains(&level) && !is_of_rustc;
        if is_headline && !is_summary || is_advice {
            // Said where rustc suggests a bound, which not every version does.
            let text = text.replace(
                " (the bound that rustc may suggest below is not enough)",
                "",
            );
            own.push(in_newest_wording(&text));
        }
    }
    own.sort();
    own
}

/// In what the tool's own lines differ from those of a record, which is of another compiler.
pub fn differing_own(record: &str, text: &str) -> String {
    differing_lines(record, text, own_lines)
}

/// In what the lines of a text differ from those of a record, but for what is recorded of the compiler at hand.
pub fn differing_lines(record: &str, text: &str, own: fn(&str) -> Vec<String>) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let path = tests.join("snapshots").join(record).with_extension("snap");
    let recorded = own(&fs::read_to_string(path).unwrap());
    let own = own(text);
    // Each as often as it is more often on one side.
    let less = |lines: &[String], others: &[String]| -> Vec<String> {
        let mut others = others.to_vec();
        let lines = lines.iter().filter(|line| {
            let place = others.iter().position(|other| other == *line);
            place.map(|place| others.swap_remove(place)).is_none()
        });
        lines.cloned().collect()
    };
    let missing = less(&recorded, &own).into_iter();
    let more = less(&own, &recorded).into_iter();
    let lines = missing.map(|line| format!("- {line}\n"));
    let lines: String = lines
        .chain(more.map(|line| format!("+ {line}\n")))
        .collect();
    let of_compiler = tests.join(format!("otherwise/1.{}/{record}.txt", minor()));
    let is_known = fs::read_to_string(&of_compiler).unwrap_or_default() == lines;
    if !is_known && env::var_os("OTHERWISE").is_some_and(|what| what == "overwrite") {
        fs::create_dir_all(of_compiler.parent().unwrap()).unwrap();
        fs::write(of_compiler, lines).unwrap();
        return String::new();
    }
    match is_known {
        true => String::new(),
        false => format!("{record} with {}:\n{lines}", release()),
    }
}

/// A text with the newest wording of each phrase of rustc.
fn in_newest_wording(text: &str) -> String {
    rustc::ALL.iter().fold(text.to_owned(), |text, (_, of)| {
        let newest = of.wordings().last().unwrap_or("");
        of.wordings()
            .fold(text, |text, words| text.replace(words, newest))
    })
}

/// The folder of the library.
pub fn library() -> PathBuf {
    repository().join("crates/shapecheck")
}

/// A folder for what the tests build with this compiler, kept from one run to the next.
pub fn target() -> PathBuf {
    let folder = format!("programs-{}", release());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder)
}

/// cargo, far from the settings of the one that runs the tests.
pub fn cargo() -> Command {
    clean(Command::new(env!("CARGO")))
}

/// `cargo shapecheck`, far from the settings of the one that runs the tests.
pub fn shapecheck() -> Command {
    let mut command = clean(Command::new(TOOL));
    command.arg("shapecheck");
    command
}

/// cargo repeats messages that it has kept, and would repeat those of an older build of the tool.
fn forget_messages() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let mut command = without_settings(Command::new(env!("CARGO")));
        let status = command
            .args(["clean", "--quiet", "--package", "programs"])
            .status();
        assert!(status.unwrap().success());
    });
}

fn clean(command: Command) -> Command {
    forget_messages();
    without_settings(command)
}

fn without_settings(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG") || name.starts_with("RUSTC_") || name == "RUSTFLAGS" {
            command.env_remove(name);
        }
    }
    command
        .env("CARGO", env!("CARGO"))
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_TERM_COLOR", "never")
        .current_dir(programs());
    command
}

/// Runs to the end.
pub fn output(command: &mut Command, arguments: &[&str]) -> Output {
    command.args(arguments).output().unwrap()
}

pub fn stderr(output: &Output) -> String {
    normalize(&String::from_utf8_lossy(&output.stderr))
}

pub fn stdout(output: &Output) -> String {
    normalize(&String::from_utf8_lossy(&output.stdout))
}

/// Where cargo keeps the source of dependencies.
const REGISTRY: &str = "/registry/src/";

/// The text without what differs from machine to machine, from run to run, and with every line that is added to the
/// crate's source.
pub fn normalize(text: &str) -> String {
    let mut lines = String::new();
    let (mut is_in_crate, mut is_in_std) = (false, false);
    for line in text.split_inclusive('\n') {
        if line
            .trim_start()
            .starts_with("Blocking waiting for file lock")
        {
            continue;
        }
        let mut line = line.replace(&*repository().to_string_lossy(), "$REPOSITORY");
        while let Some(found) = line.find(REGISTRY) {
            // A path begins after a space, a quote or a backtick.
            let start = line[..found]
                .rfind([' ', '\'', '`', '"', '+'])
                .map_or(0, |at| at + 1);
            // The name of the index.
            let rest = line[found + REGISTRY.len()..].split_once('/');
            line = format!(
                "{}$REGISTRY/{}",
                &line[..start],
                rest.map_or("", |(_, rest)| rest)
            );
        }
        if let Some((start, rest)) = line.split_once(".long-type-") {
            // Where below the target cargo has it is cargo's own.
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let path = start.rfind('\'').map_or(0, |at| at + 1);
            let file = start[path..].rsplit('/').next().unwrap_or("");
            let file = file.rsplit_once('-').map_or(file, |(file, _)| file);
            line = format!(
                "{}$TARGET/{file}-HASH.long-type-NUMBER{rest}",
                &start[..path]
            );
        }
        if let Some(path) = ["--> ", "::: "]
            .iter()
            .find_map(|arrow| line.split_once(arrow))
        {
            is_in_crate = [
                "$REPOSITORY/crates/shapecheck/src/",
                "$REPOSITORY/crates/shapecheck-core/src/",
            ]
            .iter()
            .any(|source| path.1.starts_with(source));
            is_in_std = false;
            let (start, place) = (line.len() - path.1.len(), path.1);
            if let Some((root, file)) = place.split_once("/library/") {
                is_in_std = root.starts_with("/rustc/") || root.ends_with("/lib/rustlib/src/rust");
                if let (true, Some((file, _))) = (is_in_std, file.split_once(".rs:")) {
                    line = format!("{}$RUST/library/{file}.rs:LINE\n", &line[..start]);
                }
            }
            if let (true, Some((file, _))) = (is_in_crate, line.split_once(".rs:")) {
                line = format!("{file}.rs:LINE\n");
            }
        } else if is_in_std
            && line
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit() || c == '|')
        {
            // The source of the standard library, which not every machine has.
            continue;
        } else if line.trim().is_empty() {
            is_in_crate = false;
        } else if is_in_crate && line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            // A number is as wide as the longest, so that it may begin with spaces.
            let digits = line.trim_start().find(|c: char| !c.is_ascii_digit());
            let (number, code) =
                line.split_at(line.len() - line.trim_start().len() + digits.unwrap_or(0));
            line = format!("{}{code}", "L".repeat(number.len()));
        }
        lines += &line;
    }
    lines
        .split("\n\n")
        .map(narrow_gutter)
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// A message whose gutter is as wide as its longest number: rustc's is also as wide as the numbers that were left out
/// above, and as those of the standard library, if the machine has its source.
fn narrow_gutter(message: &str) -> String {
    let lines = || message.split_inclusive('\n');
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_numbered = |line: &str| {
        let is_digit = |c: char| c.is_ascii_digit() || c == 'L';
        let number = line.trim_start_matches(' ');
        let rest = number.trim_start_matches(is_digit);
        rest.len() < number.len()
            && [" |", " -", " +", " ~"]
                .iter()
                .any(|sign| rest.starts_with(sign))
    };
    let numbers = lines().filter(|line| is_numbered(line)).map(indent);
    let arrows = lines().filter(|line| line.trim_start().starts_with("-->"));
    let unused = numbers
        .min()
        .or_else(|| arrows.map(|line| indent(line).saturating_sub(2)).min());
    let unused = " ".repeat(unused.unwrap_or(0));
    lines()
        .map(|line| line.strip_prefix(&*unused).unwrap_or(line))
        .collect()
}
