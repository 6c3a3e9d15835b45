//! `cargo shapecheck summary`: runs a program or a test, and prints what its dry runs did.
//!
//! The program makes the runs, by `shapecheck::dry::run`, which writes a file for each into the folder that a variable names.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::wrapper;

/// Names the format and the folder of the files to the program: `svg:/path`.
const VARIABLE: &str = "SHAPECHECK_SUMMARY";

/// Options of cargo that choose tests.
const OF_TESTS: [&str; 5] = ["--test", "--tests", "--lib", "--doc", "--no-fail-fast"];

/// What the arguments ask for.
struct Asked<'a> {
    format: String,
    output: Option<PathBuf>,
    /// The arguments for cargo.
    rest: Vec<&'a OsStr>,
}

impl<'a> Asked<'a> {
    fn of(arguments: &'a [OsString]) -> io::Result<Self> {
        let mut asked = Self {
            format: "text".into(),
            output: None,
            rest: Vec::new(),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (&*text, None),
            };
            if name != "--format" && name != "--output" {
                asked.rest.push(argument);
                if argument == "--" {
                    asked
                        .rest
                        .extend(arguments.by_ref().map(OsString::as_os_str));
                }
                continue;
            }
            let Some(value) = value.or_else(|| arguments.next().cloned()) else {
                return Err(io::Error::other(format!("`{name}` without a value")));
            };
            match name {
                "--output" => asked.output = Some(value.into()),
                _ => asked.format = value.to_string_lossy().into_owned(),
            }
        }
        match &*asked.format {
            "text" | "json" | "svg" => Ok(asked),
            other => Err(io::Error::other(format!(
                "`{other}` is not a format: there are text, json and svg"
            ))),
        }
    }

    /// The command of cargo, with its arguments.
    fn command(&self) -> impl Iterator<Item = &OsStr> {
        let own = self.rest.iter().take_while(|argument| **argument != "--");
        let is_named = self
            .rest
            .first()
            .is_some_and(|first| *first == "run" || *first == "test");
        let of_tests = { own }.any(|argument| OF_TESTS.iter().any(|of_tests| argument == of_tests));
        let command = match (is_named, of_tests) {
            (true, _) => None,
            (false, true) => Some(OsStr::new("test")),
            (false, false) => Some(OsStr::new("run")),
        };
        command.into_iter().chain(self.rest.iter().copied())
    }
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("shapecheck-summary-{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Self(path))
    }

    /// The texts of the files, in the order in which they were written.
    fn texts(&self) -> io::Result<Vec<String>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let path = entry?.path();
            files.push((fs::metadata(&path)?.modified()?, path));
        }
        files.sort();
        files
            .iter()
            .map(|(_, path)| fs::read_to_string(path))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // It is the system's folder for what is not needed any more.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs what the arguments name, and prints the summaries of its dry runs. The program's own output goes to where its errors
/// go.
///
/// # Errors
///
/// Returns an error if the arguments are not such a call, cargo cannot be started, there was no dry run, or a file cannot be
/// written.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let asked = Asked::of(arguments)?;
    let folder = Folder::new()?;
    let mut variable = OsString::from(format!("{}:", asked.format));
    variable.push(&folder.0);
    let status = Command::new(env::current_exe()?)
        .arg("shapecheck")
        .args(asked.command())
        .env(VARIABLE, variable)
        .stdout(Stdio::from(io::stderr()))
        .status()?;
    if !status.success() {
        return Ok(wrapper::exit_code(status));
    }
    let texts = folder.texts()?;
    let is_picture = asked.format == "svg";
    match texts.len() {
        0 => Err(io::Error::other(
            "the program made no dry run: `shapecheck::dry::run` makes one",
        )),
        count @ 2.. if is_picture => Err(io::Error::other(format!(
            "the program made {count} dry runs, and a picture shows one: name a test that makes one"
        ))),
        _ => {
            write(
                asked.output.as_deref(),
                &texts.join(if asked.format == "text" { "\n" } else { "" }),
            )?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn write(output: Option<&Path>, text: &str) -> io::Result<()> {
    match output {
        None => io::stdout().write_all(text.as_bytes()),
        Some(path) => fs::write(path, text).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot write {}: {error}", path.display()),
            )
        }),
    }
}
