//! `cargo shapecheck`: reads the arguments and selects what to run.
//!
//! One program has four parts: cargo's subcommand, the wrapper that cargo runs around rustc, rustdoc, and the cargo
//! that clippy runs. The environment and the first argument tell which one it is.
#![forbid(unsafe_code)]

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use cargo_shapecheck::{cargo, dry, explain, lsp, new, summary, wrapper};

const HELP: &str = "\
cargo and rust-analyzer, with array shapes and typenum numbers in words a person can read

Usage: cargo shapecheck [COMMAND] [ARGUMENTS]...
       cargo shapecheck dry [--annotate [FILE[:FROM-TO]]] [--html [FILE]] [ARGUMENTS]...
       cargo shapecheck explain [SECTION... | MESSAGE]
       cargo shapecheck lsp [--rust-analyzer PATH] [ARGUMENTS]...
       cargo shapecheck new FILE... [--config FILE] [--output FILE]
       cargo shapecheck summary [--format FORMAT] [--output FILE] [ARGUMENTS]...

Commands:
  check, clippy, build, test, run, doc, ...
             cargo's own, with all their arguments; `check` where there is none
  dry        `cargo test` on models of candle and burn that record instead of computing.
             `--annotate` then prints the source with their shapes, and `--html` writes a
             page for a browser; see `dry --help`
  explain    What the guide says of an error: `explain broadcasting`, or its message
  lsp        A language server: rust-analyzer, with its answers rewritten.
             `--rust-analyzer PATH` names another; other arguments are passed on to it
  new        A Rust module for a file of weights, with shapes in its types; see `new --help`
  summary    Runs a program or a test, `--example llama` or `--test model`, and prints
             the table of each dry run that it makes: as text, json or svg

Options:
  -h, --help     Print this
  -V, --version  Print the version

Environment:
  CARGO_SHAPECHECK  The command where there is none, instead of `check`: `lsp`, `clippy`

As `check.overrideCommand` of rust-analyzer:
  [\"cargo\", \"shapecheck\", \"--workspace\", \"--all-targets\", \"--message-format=json\"]
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    match act(&arguments) {
        Ok(code) => code,
        // The reader of the output has ended, and knows.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo-shapecheck: {error}");
            ExitCode::FAILURE
        }
    }
}

fn act(arguments: &[OsString]) -> io::Result<ExitCode> {
    if let Some(cargo) = env::var_os(cargo::AS_CARGO) {
        return cargo::run_as_cargo(cargo, arguments);
    }
    // `cargo shapecheck` and `cargo-shapecheck` are the same.
    let (is_subcommand, arguments) = match arguments.split_first() {
        Some((first, rest)) if first == "shapecheck" => (true, rest),
        _ => (false, arguments),
    };
    let first = arguments
        .first()
        .map(|first| first.to_string_lossy().into_owned());
    // It is a wrapper if the arguments are those that cargo passes to one: `cargo-shapecheck rustc` is a command.
    let is_wrapper =
        !is_subcommand && (env::var_os(wrapper::RUSTDOC).is_some() || is_for_wrapper(arguments));
    match first.as_deref() {
        Some("-h" | "--help") => {
            print(HELP)?;
            Ok(ExitCode::SUCCESS)
        }
        Some("-V" | "--version") => {
            print(concat!(
                "cargo-shapecheck ",
                env!("CARGO_PKG_VERSION"),
                "\n"
            ))?;
            Ok(ExitCode::SUCCESS)
        }
        Some(first) if is_wrapper && is_compiler(first) => {
            wrapper::rustc(&arguments[0], &arguments[1..])
        }
        _ if is_wrapper && is_for_wrapper(arguments) => wrapper::rustdoc(arguments),
        _ => {
            let default = env::var_os(cargo::DEFAULT_COMMAND).unwrap_or_else(|| "check".into());
            let arguments = cargo::with_command(arguments, default);
            match arguments.split_first() {
                Some((first, rest)) if first == "dry" => dry::run(rest),
                Some((first, rest)) if first == "explain" => explain::run(rest),
                Some((first, rest)) if first == "lsp" => lsp::run(rest),
                Some((first, rest)) if first == "new" => new::run(rest),
                Some((first, rest)) if first == "summary" => summary::run(rest),
                _ => cargo::run(&arguments),
            }
        }
    }
}

/// Whether an argument is the path of rustc, or of a driver in its place, as cargo passes it to a wrapper.
fn is_compiler(argument: &str) -> bool {
    let path = std::path::Path::new(argument);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.starts_with("rustc")
        || name == "clippy-driver"
        || (path.components().count() > 1 && path.is_file())
}

/// Whether arguments are those with which cargo runs rustc or rustdoc: `rustc -vV`, `rustc --crate-name ..`,
/// `--crate-name ..`, or a file that has them.
fn is_for_wrapper(arguments: &[OsString]) -> bool {
    let names_crate = || {
        let mut options = arguments.iter().take_while(|argument| *argument != "--");
        options.any(|argument| argument == "--crate-name")
    };
    match arguments {
        [_, only] if only == "-vV" || is_file_of_arguments(only) => true,
        [only] if is_file_of_arguments(only) => true,
        _ => names_crate(),
    }
}

/// `@path`, for arguments that are too many for the system.
fn is_file_of_arguments(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with('@')
}

fn print(text: &str) -> io::Result<()> {
    io::Write::write_all(&mut io::stdout(), text.as_bytes())
}
