//! The compiler's messages about the programs in `ui-tests`: word for word with the compiler that the snapshots come
//! from, and our own words with any other.
//!
//! `TRYBUILD=overwrite cargo test --test compiler ui` records the snapshots again.
#![cfg(feature = "tensor")]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};
use std::{env, fs, thread};

use crate::built::{Built, built};
use crate::pinned;

/// The first line of a program about which there is nothing to say but in rustc's own words, such as E0308.
const IN_WORDS_OF_RUSTC: &str = "//! The headline is rustc's own.";

/// A program that does not compile, and what is said about it.
struct Failing {
    program: PathBuf,
    snapshot: PathBuf,
}

impl Failing {
    fn all() -> Vec<Self> {
        files("fail", "rs")
            .into_iter()
            .map(|program| Self {
                snapshot: program.with_extension("stderr"),
                program,
            })
            .collect()
    }

    /// The headlines of the snapshot.
    fn headlines(&self) -> Vec<Headline> {
        let headlines = headlines(&read(&self.snapshot));
        assert!(
            !headlines.is_empty(),
            "no headline in {}",
            self.snapshot.display()
        );
        headlines
    }

    fn begins_with(&self, line: &str) -> bool {
        read(&self.program).lines().next() == Some(line)
    }
}

/// `error[E0277]: cannot broadcast: ...`
#[derive(Debug)]
struct Headline {
    /// `error[E0277]`, or `error` alone for an error of a macro.
    kind: String,
    text: String,
}

/// The headlines of a compiler's output, the closing summaries left out.
fn headlines(output: &str) -> Vec<Headline> {
    output
        .lines()
        .filter(|line| line.starts_with("error"))
        .filter_map(|line| line.split_once(": "))
        .filter(|(_, text)| {
            !text.starts_with("aborting due to") && !text.starts_with("could not compile")
        })
        .map(|(kind, text)| Headline {
            kind: kind.to_owned(),
            text: text.to_owned(),
        })
        .collect()
}

/// The files of a folder of `ui-tests`, and of those in it, with this extension, in alphabetical order.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests");
    let mut files = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder);
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some(OsStr::new(extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Standard output and standard error of a command.
fn run(command: &mut Command) -> (String, String) {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// The library as other crates see it, compiled for these tests alone: the folder of the tests at hand is
/// locked while they run.
fn compiled_library() -> Built {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("headlines");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["check", "--lib", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target);
    built(&mut cargo, "shapecheck", &[])
}

/// All programs are checked by one call of cargo, which trybuild makes where none is to run: those that are right are
/// in `accepted.rs`.
#[test]
fn messages_are_word_for_word() {
    if pinned::is_at_hand() {
        trybuild::TestCases::new().compile_fail("ui-tests/fail/*/*.rs");
    } else {
        println!(
            "exact texts are skipped: the snapshots are those of rustc {}",
            pinned::release()
        );
    }
}

/// What the compiler at hand says about each program, with the flags that the library is compiled with.
fn told() -> &'static [(Failing, String)] {
    static TOLD: LazyLock<Vec<(Failing, String)>> = LazyLock::new(|| {
        let library = compiled_library();
        let outputs = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let told = |failing: &Failing, thread: usize| {
            let program = failing.program.strip_prefix(root);
            let (_, errors) = run(rustc()
                .current_dir(root)
                .args(["--edition", "2024", "--crate-type", "bin"])
                // Types in full, as trybuild has them in the snapshots.
                .arg("--verbose")
                // As the library is compiled, be it by another trait solver.
                .args(flags().split_whitespace())
                .args(["--emit", "metadata", "-o"])
                .arg(outputs.join(format!("headlines-{thread}.rmeta")))
                .arg("--extern")
                .arg(format!("shapecheck={}", library.file("rmeta").display()))
                .args(library.dependencies())
                .arg(program.expect("programs lie below the root")));
            errors
        };
        // Each thread takes the next program that none has taken.
        let programs = Mutex::new(Failing::all().into_iter());
        let of_thread = |thread: usize| -> Vec<(Failing, String)> {
            std::iter::from_fn(|| programs.lock().expect("nothing panics here").next())
                .map(|failing| {
                    let errors = told(&failing, thread);
                    (failing, errors)
                })
                .collect()
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut all = thread::scope(|scope| {
            let of_thread = &of_thread;
            let threads: Vec<_> = (0..threads)
                .map(|thread| scope.spawn(move || of_thread(thread)))
                .collect();
            let told = threads
                .into_iter()
                .map(|thread| thread.join().expect("a compiler runs"));
            told.flatten().collect::<Vec<_>>()
        });
        all.sort_by(|(a, _), (b, _)| a.program.cmp(&b.program));
        all
    });
    &TOLD
}

fn flags() -> String {
    env::var("RUSTFLAGS").unwrap_or_default()
}

/// The first error of an output, without the warnings before it.
fn first_error(output: &str) -> &str {
    let is_error = |text: &&str| text.starts_with("error");
    let whole = output.split("\n\n").find(is_error);
    whole.unwrap_or_default()
}

/// What we say in the first error of an output: the headline, the label at the place, and the notes. Rustc adds its
/// own notes, in other words in each version.
fn own_words(output: &str) -> Vec<&str> {
    const OF_RUSTC: [&str; 9] = [
        "required for",
        "the type must implement",
        "cannot satisfy",
        "required by",
        "this error originates",
        "the full name",
        "consider using",
        "expected ",
        "`",
    ];
    let mut words = Vec::new();
    for line in first_error(output).lines() {
        let shown = line.trim_start();
        if let Some(note) = shown.strip_prefix("= note: ") {
            if !OF_RUSTC.iter().any(|start| note.starts_with(start)) {
                words.push(note);
            }
        } else if words.len() == 1
            && let Some((_, label)) = shown.rsplit_once("^ ")
            && shown.starts_with('|')
            && !OF_RUSTC.iter().any(|start| label.starts_with(start))
        {
            words.push(label.trim_end());
        } else if words.is_empty()
            && line.starts_with("error")
            && let Some((_, text)) = line.split_once(": ")
        {
            // Rustc's, in front of the message of a panic in a constant.
            words.push(text.strip_prefix("evaluation panicked: ").unwrap_or(text));
        }
    }
    words
}

/// Each compiler has its own words for the rest of a message, and may report errors that follow from the first one.
#[test]
fn own_words_hold_on_any_compiler() {
    if pinned::is_at_hand() {
        println!("skipped: whole messages are compared");
        return;
    }
    let mut differing = String::new();
    for (failing, errors) in told() {
        let snapshot = read(&failing.snapshot);
        let expected = match failing.begins_with(IN_WORDS_OF_RUSTC) {
            true => Vec::new(),
            false => own_words(&snapshot),
        };
        let told = first_error(errors);
        let kinds = [&headlines(&snapshot), &headlines(errors)]
            .map(|headlines| headlines.first().map(|headline| headline.kind.clone()));
        let missing: Vec<&str> = expected
            .into_iter()
            .filter(|words| !told.contains(*words))
            .collect();
        let is_same = missing.is_empty() && kinds[0] == kinds[1];
        if !is_same {
            let program = failing.program.display();
            differing += &format!("{program}\n  expected {missing:#?}\n{told}\n");
        }
    }
    assert!(differing.is_empty(), "our words differ:\n{differing}");
}

#[test]
fn headlines_are_in_decimal() {
    let mut mismatches = 0;
    for failing in Failing::all() {
        if failing.begins_with(IN_WORDS_OF_RUSTC) {
            continue;
        }
        for Headline { kind, text } in failing.headlines() {
            let file = failing.snapshot.display();
            assert!(!text.contains("UInt<"), "{file}: {text}");
            if !text.starts_with("cannot broadcast") {
                continue;
            }
            mismatches += 1;
            assert_eq!(kind, "error[E0277]", "{file}");
            let (sizes, place) = match text.split_once(" at axis -") {
                Some((sizes, axis)) => (sizes, axis.parse::<usize>().is_ok()),
                None => (text.as_str(), text.contains(": rank ")),
            };
            assert!(place, "neither an axis nor ranks in {file}: {text}");
            let numbers = sizes
                .split_whitespace()
                .filter(|word| word.replace('_', "").parse::<u64>().is_ok())
                .count();
            let names = sizes.split('`').count() / 2;
            assert_eq!(numbers + names, 2, "{file}: {text}");
        }
    }
    assert!(mismatches > 0, "no snapshot of a mismatch was looked at");
}

#[test]
fn no_snapshot_is_orphaned() {
    let programs = files("fail", "rs");
    assert!(!programs.is_empty());
    let with_snapshots: Vec<PathBuf> = files("fail", "stderr")
        .iter()
        .map(|snapshot| snapshot.with_extension("rs"))
        .collect();
    assert_eq!(programs, with_snapshots);
    let names: BTreeSet<_> = programs.iter().map(|program| program.file_stem()).collect();
    assert_eq!(names.len(), programs.len(), "two programs have one name");
}
