//! The compiler's messages about the programs in `ui-tests`: word for word with the compiler that the snapshots come
//! from, and the headlines with any other.
//!
//! `TRYBUILD=overwrite cargo test --test compiler ui` records the snapshots again, and with `cargo +nightly` and
//! `RUSTFLAGS=-Znext-solver=globally` those of rustc's next trait solver, in `ui-tests/next-solver`.
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

/// Programs that go beyond what rustc's next trait solver can do within its recursion limit, which it counts in other
/// steps: broadcasting of more than 41 axes, and products of more than about 36 bits. There is nothing to say then but
/// E0275.
const OVERFLOW_NEXT_SOLVER: [&str; 3] = [
    "a_clash_at_the_first_of_sixty_four_axes",
    "reshaping_more_elements_than_can_be_counted",
    "reshaping_sizes_of_twenty_digits_each",
];

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

    /// What rustc's next trait solver says, where it uses other words.
    fn snapshot_of_next_solver(&self) -> PathBuf {
        let name = self.snapshot.file_name().expect("a snapshot has a name");
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("ui-tests/next-solver")
            .join(name)
    }

    fn overflows_next_solver(&self) -> bool {
        let name = self.program.file_stem().and_then(OsStr::to_str);
        name.is_some_and(|name| OVERFLOW_NEXT_SOLVER.contains(&name))
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

impl Headline {
    /// The text without what rustc puts in front of the message of a panic in a constant.
    fn own_text(&self) -> &str {
        self.text
            .strip_prefix("evaluation panicked: ")
            .unwrap_or(&self.text)
    }
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

/// Whether the compiler at hand solves traits by its next solver.
fn is_next_solver() -> bool {
    flags().contains("-Znext-solver=globally")
}

#[test]
fn headlines_hold_on_any_compiler() {
    if pinned::is_at_hand() {
        println!("skipped: whole messages are compared");
        return;
    }
    let mut differing = String::new();
    for (failing, errors) in told() {
        let in_words_of_rustc = failing.begins_with(IN_WORDS_OF_RUSTC);
        let mut told = headlines(errors).into_iter();
        let mut expected = failing.headlines();
        if is_next_solver() {
            // The later errors are in its own snapshots.
            expected.truncate(1);
            if failing.overflows_next_solver() {
                let kind = told.next().map(|told| told.kind);
                let file = failing.program.display();
                assert_eq!(kind.as_deref(), Some("error[E0275]"), "{file}");
                continue;
            }
        }
        for expected in expected {
            let is_told = told.any(|told| {
                told.kind == expected.kind
                    && (in_words_of_rustc || told.text.contains(expected.own_text()))
            });
            if !is_told {
                differing += &format!(
                    "{}\n  expected {}: {}\n{errors}\n",
                    failing.program.display(),
                    expected.kind,
                    expected.own_text(),
                );
            }
        }
    }
    assert!(differing.is_empty(), "headlines differ:\n{differing}");
}

/// A compiler's output without what changes with each line of the library: the lines of it that are shown, and their
/// numbers; and without the closing summaries.
fn without_lines_of_library(output: &str) -> String {
    let mut text = String::new();
    let mut in_library = false;
    for line in output.lines() {
        let shown = line.trim_start();
        if let Some(place) = shown.strip_prefix("--> ").or(shown.strip_prefix("::: ")) {
            in_library = !place.starts_with("ui-tests");
            if in_library {
                let file = place.split(".rs:").next().unwrap_or(place);
                // Sources of others lie elsewhere on each machine.
                let file = match file.rsplit_once('/') {
                    Some((_, name)) if file.starts_with('/') => name,
                    _ => file,
                };
                text += &format!(" --> {file}.rs\n");
                continue;
            }
        }
        let is_source =
            shown.starts_with(|first: char| first.is_ascii_digit() || "|.".contains(first));
        in_library &= is_source;
        let is_summary = [
            "error: aborting due to",
            "For more information about",
            "Some errors have",
        ]
        .iter()
        .any(|summary| line.starts_with(summary));
        if !in_library && !is_summary {
            text += &format!("{line}\n");
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// A nightly compiler says each thing in its own way, so whole messages are compared with the one that recorded them.
#[test]
fn messages_of_the_next_solver_are_word_for_word() {
    if !is_next_solver() {
        println!("skipped: RUSTFLAGS has no -Znext-solver=globally");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests/next-solver");
    let recorded_by = folder.join("rustc");
    let (version, _) = run(rustc().arg("-V"));
    let overwrites = env::var("TRYBUILD").is_ok_and(|value| value == "overwrite");
    if overwrites {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(&recorded_by, &version).expect("a file can be written");
    } else if read(&recorded_by) != version {
        println!("skipped: the messages are those of {}", read(&recorded_by));
        return;
    }
    let mut differing = String::new();
    for (failing, errors) in told() {
        let told = without_lines_of_library(errors);
        let snapshot = failing.snapshot_of_next_solver();
        if overwrites {
            // What both solvers say in the same words is recorded once.
            if told != read(&failing.snapshot) {
                fs::write(&snapshot, told).expect("a file can be written");
            }
        } else if told
            != read(if snapshot.exists() {
                &snapshot
            } else {
                &failing.snapshot
            })
        {
            differing += &format!("{}\n{told}\n", failing.program.display());
        }
    }
    assert!(differing.is_empty(), "messages differ:\n{differing}");
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
    // Those of the next solver lie in one folder.
    let names: BTreeSet<_> = programs.iter().map(|program| program.file_stem()).collect();
    assert_eq!(names.len(), programs.len(), "two programs have one name");
    for snapshot in files("next-solver", "stderr") {
        let name = snapshot.file_stem().expect("a snapshot has a name");
        assert!(
            programs
                .iter()
                .any(|program| program.file_stem() == Some(name))
        );
    }
}
