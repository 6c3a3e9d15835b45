//! The subcommand: runs cargo, with this program in place of rustc.
//!
//! cargo itself writes to the terminal, so colours, order, progress, exit status, `--message-format` and the output of
//! programs under `run` and `test` are cargo's own.
//!
//! `--config` tells cargo about this program. A variable would be inherited by everything that cargo starts, so
//! that a test that runs cargo itself would see this tool's messages. `RUSTC_WORKSPACE_WRAPPER` and `RUSTDOC` would
//! take precedence over `--config`, so they are removed for cargo and set again for what it starts, by `[env]`.
//! Subcommands to which cargo does not pass its settings still get these variables.
//!
//! The program that cargo runs in place of rustc finds the user's own wrapper and rustdoc as this one does. Only if it
//! would find others from where it runs, variables of this tool tell it, and programs under `run` see them too: with
//! `--manifest-path`, with settings in a folder below the package's own, and with a relative path in the environment.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use crate::settings::{self, Setting};
use crate::wrapper;

/// Set if `cargo clippy` runs this program as its cargo.
pub const AS_CARGO: &str = "CARGO_SHAPECHECK_AS_CARGO";
/// The command to run if the arguments name none, instead of `check`. For editors, some of which can name only a
/// program or a single word.
pub const DEFAULT_COMMAND: &str = "CARGO_SHAPECHECK";
/// Runs `cargo arguments`.
///
/// # Errors
///
/// Returns an error if this program does not know its own path or cargo cannot be started.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let this = env::current_exe()?;
    let cargo = cargo();
    if command(arguments).is_some_and(|command| command == "clippy") {
        return clippy(&this, &cargo, arguments);
    }
    wrapper::exec(wrapped(&cargo, &this, arguments))
}

/// Runs `cargo arguments` and waits for it. What it prints goes to where errors go: the standard output is for what comes after.
pub(crate) fn run_before(arguments: &[OsString]) -> io::Result<ExitStatus> {
    let mut command = wrapped(&cargo(), &env::current_exe()?, arguments);
    command.stdout(Stdio::from(io::stderr())).status()
}

/// Runs the real cargo on behalf of `cargo clippy`, which has replaced the wrapper by its driver.
///
/// # Errors
///
/// Returns an error if cargo cannot be started.
pub fn run_as_cargo(cargo: OsString, arguments: &[OsString]) -> io::Result<ExitCode> {
    let this = env::current_exe()?;
    // cargo keeps the results of different wrappers apart by their paths. clippy's results differ from those of `check`
    // although the wrapper is the same, so it gets another path.
    let mut command = wrapped(Path::new(&cargo), &by_another_path(&this), arguments);
    command.env_remove(AS_CARGO).env("CARGO", &cargo);
    wrapper::exec(command)
}

/// `cargo-clippy`, with this program as the cargo that it runs.
fn clippy(this: &Path, cargo: &Path, arguments: &[OsString]) -> io::Result<ExitCode> {
    // The arguments before `clippy` are for cargo: `--offline`, `-Z ...`.
    let at = arguments
        .iter()
        .position(|argument| argument == "clippy")
        .unwrap_or(0);
    let (before, rest) = arguments.split_at(at);
    let beside = cargo.with_file_name(format!("cargo-clippy{}", env::consts::EXE_SUFFIX));
    let clippy = if beside.is_file() {
        beside
    } else {
        "cargo-clippy".into()
    };
    let mut command = Command::new(clippy);
    command
        .env(AS_CARGO, cargo)
        .env("CARGO", this)
        .arg("clippy");
    command.args(before).args(&rest[1..]);
    wrapper::exec(command)
}

/// `cargo arguments`, with this program as rustc's wrapper and as rustdoc.
fn wrapped(cargo: &Path, this: &Path, arguments: &[OsString]) -> Command {
    let mut command = Command::new(cargo);
    let (toolchain, arguments) = match arguments.split_first() {
        Some((first, rest)) if first.to_string_lossy().starts_with('+') => (Some(first), rest),
        _ => (None, arguments),
    };
    command.args(toolchain);
    let inherits = self::command(arguments).is_some_and(hears_by_variables);
    let mut replace = |setting: Setting, told: &str| {
        let (variable, key) = setting;
        let folder = env::current_dir().unwrap_or_default();
        let own = match env::var_os(variable) {
            // Set by this program itself in an outer call.
            Some(path) if settings::is_same_program(Path::new(&path), this) => env::var_os(told),
            _ => settings::program_of_other(setting, this, &folder),
        };
        match (this.to_str(), inherits) {
            (Some(this), false) => {
                let config = |key: &str, value: &str| {
                    [
                        "--config".to_owned(),
                        format!("{key}={}", toml::Value::from(value)),
                    ]
                };
                command.args(config(&format!("build.{key}"), this));
                // cargo ignores variables that are not Unicode, too.
                if let Ok(value) = env::var(variable) {
                    command.env_remove(variable);
                    command.args(config(&format!("env.{variable}"), &value));
                }
            }
            _ => {
                command.env(variable, this);
            }
        }
        let is_found = !inherits
            && !arguments.iter().any(names_folder)
            && settings::workspace_roots(&folder)
                .iter()
                .all(|root| settings::program_of_other(setting, this, root) == own);
        match is_found {
            true => command.env_remove(told),
            // An empty one is none.
            false => command.env(told, own.unwrap_or_default()),
        };
    };
    replace(settings::WRAPPER, wrapper::INNER);
    replace(settings::RUSTDOC, wrapper::RUSTDOC);
    command.args(arguments);
    command
}

/// Whether an argument says that the package is in another folder.
fn names_folder(argument: &OsString) -> bool {
    let argument = argument.to_string_lossy();
    argument.starts_with("--manifest-path") || argument.starts_with("-C")
}

/// Whether a command takes a wrapper only from the environment: a separate program, which starts another cargo, or
/// `cargo fix`, which runs rustc itself.
fn hears_by_variables(command: &OsStr) -> bool {
    let program = format!(
        "cargo-{}{}",
        command.to_string_lossy(),
        env::consts::EXE_SUFFIX
    );
    let path = env::var_os("PATH").unwrap_or_default();
    command == "fix"
        || env::split_paths(&path)
            .chain([settings::home().join("bin")])
            .any(|folder| folder.join(&program).is_file())
}

/// The cargo that started this program.
pub(crate) fn cargo() -> PathBuf {
    env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

/// `folder/program` as `folder/../folder/program`.
fn by_another_path(program: &Path) -> PathBuf {
    match (program.parent(), program.file_name()) {
        (Some(folder), Some(name)) => match folder.file_name() {
            Some(last) => folder.join("..").join(last).join(name),
            None => program.to_owned(),
        },
        _ => program.to_owned(),
    }
}

/// Options of cargo that take the next argument as their value, if they come before the command.
const WITH_VALUE: &[&str] = &["--color", "--config", "-C", "-Z", "--explain"];

/// The command among the arguments, after cargo's own options.
fn command(arguments: &[OsString]) -> Option<&OsStr> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if WITH_VALUE.contains(&&*text) {
            arguments.next();
        } else if !text.starts_with('-') && !text.starts_with('+') {
            return Some(argument);
        }
    }
    None
}

/// Puts the default command in front if the arguments begin with an option: `cargo shapecheck --all-targets`. `check`
/// also accepts the options that cargo accepts anywhere.
pub fn with_command(arguments: &[OsString], default: OsString) -> Vec<OsString> {
    let first = arguments.first().map(|argument| argument.to_string_lossy());
    let is_command = match first.as_deref() {
        None => false,
        Some(first) if first.starts_with('-') => {
            // `--offline build` names a command, `--package build` does not.
            let mut rest = arguments;
            while let Some((argument, tail)) = rest.split_first() {
                let text = argument.to_string_lossy();
                let takes_value = WITH_VALUE.contains(&&*text);
                let is_global = takes_value
                    || [
                        "--offline",
                        "--locked",
                        "--frozen",
                        "-v",
                        "-vv",
                        "--verbose",
                        "-q",
                        "--quiet",
                    ]
                    .contains(&&*text)
                    || ["--color=", "--config="]
                        .iter()
                        .any(|option| text.starts_with(option))
                    || text.starts_with("-Z");
                if !is_global {
                    break;
                }
                rest = tail.get(usize::from(takes_value)..).unwrap_or(&[]);
            }
            rest.first()
                .is_some_and(|argument| !argument.to_string_lossy().starts_with('-'))
        }
        Some(_) => true,
    };
    let default = (!is_command).then_some(default);
    default
        .into_iter()
        .chain(arguments.iter().cloned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, run: &str) {
        let arguments: Vec<OsString> = given.split_whitespace().map(OsString::from).collect();
        let expected: Vec<OsString> = run.split_whitespace().map(OsString::from).collect();
        assert_eq!(with_command(&arguments, "check".into()), expected);
    }

    #[test]
    fn check_is_the_default() {
        check("", "check");
        check("--message-format=json", "check --message-format=json");
        check("--package build", "check --package build");
        check("-p build --offline", "check -p build --offline");
        check("test --lib", "test --lib");
        check("b", "b");
        check("--offline build", "--offline build");
        check("--color always run", "--color always run");
        check("--offline", "check --offline");
    }

    #[test]
    fn the_command_stands_behind_options() {
        let arguments: Vec<OsString> =
            ["--color", "always", "-q", "clippy", "--", "-D", "warnings"]
                .map(OsString::from)
                .to_vec();
        assert_eq!(command(&arguments), Some(OsStr::new("clippy")));
    }

    #[test]
    fn another_path_names_the_same_file() {
        let this = env::current_exe().unwrap();
        let other = by_another_path(&this);
        assert_ne!(this, other);
        assert_eq!(this.canonicalize().unwrap(), other.canonicalize().unwrap());
    }
}
