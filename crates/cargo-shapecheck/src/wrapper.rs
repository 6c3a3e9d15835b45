//! What cargo runs instead of rustc or rustdoc: the real one, with its messages rewritten on their way to cargo.
//!
//! cargo takes a wrapper for the members of a workspace alone (`build.rustc-workspace-wrapper`, as clippy uses it), so
//! dependencies are not built again. Messages pass as JSON through the compiler's standard error; cargo prints them,
//! keeps them for the next time, and puts them in its own JSON.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use crate::explain;
use crate::message;
use crate::message::repeated::{self, Told};
use crate::settings::{self, Setting};
use crate::types::{is_too_long, too_long, vocabulary};

/// Another wrapper that stands between this one and rustc, such as `clippy-driver`: set where it is not that of the
/// settings, and empty where there is none.
pub const INNER: &str = "CARGO_SHAPECHECK_INNER_WRAPPER";
/// The same for the real rustdoc.
pub const RUSTDOC: &str = "CARGO_SHAPECHECK_RUSTDOC";

/// Runs `rustc arguments`, where `compiler` is the path that cargo names.
///
/// # Errors
///
/// Returns an error if the compiler cannot be started or its output cannot be passed on.
pub fn rustc(compiler: &OsStr, arguments: &[OsString]) -> io::Result<ExitCode> {
    let mut command = match of_user(INNER, settings::WRAPPER)? {
        Some(inner) => {
            let mut command = Command::new(inner);
            // If that one starts this one again, there is no further wrapper.
            command.arg(compiler).env(INNER, "");
            command
        }
        None => {
            let mut command = Command::new(compiler);
            command.env_remove(INNER);
            command
        }
    };
    command.env_remove(RUSTDOC).args(arguments);
    run(command, arguments)
}

/// Runs rustdoc.
///
/// # Errors
///
/// Returns an error if rustdoc cannot be started or its output cannot be passed on.
pub fn rustdoc(arguments: &[OsString]) -> io::Result<ExitCode> {
    let beside_cargo = || {
        let program = format!("rustdoc{}", env::consts::EXE_SUFFIX);
        let path = Path::new(&env::var_os("CARGO")?).with_file_name(program);
        path.is_file().then(|| path.into_os_string())
    };
    let rustdoc = of_user(RUSTDOC, settings::RUSTDOC)?.or_else(beside_cargo);
    let mut command = Command::new(rustdoc.unwrap_or_else(|| "rustdoc".into()));
    // Programs in documentation inherit what rustdoc gets.
    command
        .env_remove(INNER)
        .env_remove(RUSTDOC)
        .args(arguments);
    run(command, arguments)
}

/// The user's own program instead of this one.
fn of_user(told: &str, setting: Setting) -> io::Result<Option<OsString>> {
    match env::var_os(told) {
        Some(program) => Ok((!program.is_empty()).then_some(program)),
        None => {
            let (this, folder) = (env::current_exe()?, env::current_dir()?);
            Ok(settings::program_of_other(setting, &this, &folder))
        }
    }
}

fn run(mut command: Command, arguments: &[OsString]) -> io::Result<ExitCode> {
    if !writes_json(arguments) {
        return exec(command);
    }
    // rustc then cuts no type and hides no equal parts. Dependencies have their lints capped, and are not asked.
    if !has(arguments, &["-v", "--verbose"]) && !has(arguments, &["--cap-lints"]) {
        command.arg("--verbose");
    }
    let is_of_crate = |argument: &OsString| argument.to_string_lossy().contains(vocabulary::CRATE);
    message::set_with_crate(arguments.iter().any(is_of_crate));
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy();
        io::Error::new(error.kind(), format!("cannot run {program}: {error}"))
    })?;
    let copied = match child.stderr.take() {
        Some(stderr) => copy(BufReader::new(stderr), io::stderr().lock()),
        None => Ok(()),
    };
    // A reader that is gone ends the compiler too, by the pipe that closes here.
    let status = child.wait()?;
    copied?;
    Ok(exit_code(status))
}

/// The compiler's messages, each rewritten as soon as it arrives. A line that is not a message stays byte for byte.
///
/// # Errors
///
/// Returns an error if a side fails.
pub fn copy(from: impl BufRead, to: impl Write) -> io::Result<()> {
    copy_from(Path::new(""), from, to)
}

/// The same of a compiler that runs in another folder than this program.
///
/// # Errors
///
/// Returns an error if a side fails.
pub fn copy_from(folder: &Path, mut from: impl BufRead, mut to: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    message::sources::set_folder(folder);
    let mut told = Told::default();
    // Where the guide explains the errors.
    let mut sections: Vec<String> = Vec::new();
    // An error that the next one may tell better.
    let mut held: Option<String> = None;
    loop {
        line.clear();
        if from.read_until(b'\n', &mut line)? == 0 {
            if let Some(held) = held {
                to.write_all(with_words_of_user(held).as_bytes())?;
            }
            return to.flush();
        }
        let text = std::str::from_utf8(&line).ok();
        if let Some(text) = text.filter(|text| is_too_long(text)) {
            let held = held.take().map(with_words_of_user);
            to.write_all(held.unwrap_or_default().as_bytes())?;
            to.write_all(&line)?;
            if message::may_change(text) {
                writeln!(
                    to,
                    "cargo-shapecheck: {}",
                    too_long("the message above", text.len())
                )?;
            }
            to.flush()?;
            continue;
        }
        let mut rewritten = text.and_then(|text| {
            let body = text.strip_suffix('\n').unwrap_or(text);
            message::rewrite_line(body).map(|new| new + &text[body.len()..])
        });
        // A file that is written, or a crate that is not used, says nothing of what is held.
        let is_message =
            |text: &&str| !text.starts_with(TYPE_OF_LINE) || text.starts_with(DIAGNOSTIC);
        if let Some(text) = text.filter(is_message) {
            let is_error = text.contains("\"level\":\"error\"");
            let is_of_shapes = is_error && message::is_of_shapes(text);
            let section = is_of_shapes
                .then(|| explain::section_of_line(text))
                .flatten();
            sections.extend(section.filter(|section| !sections.contains(section)));
            if !sections.is_empty() && text.contains("\"level\":\"failure-note\"") {
                rewritten = Some(explain::with_sections(text, &sections));
            }
            let explained = match is_of_shapes {
                true => told.constant_explained(rewritten.as_deref().unwrap_or(text)),
                false => None,
            };
            rewritten = explained.or(rewritten);
            let said = rewritten.as_deref().unwrap_or(text);
            if let Some(held) = held.take()
                && !told.is_told_better(&held, said)
            {
                // What follows from it is seen only now that it is reported.
                if !told.is_repeated(&held, true) {
                    to.write_all(with_words_of_user(held).as_bytes())?;
                }
            }
            let is_of_attribute = is_error && said.contains(vocabulary::NOTHING_TO_COMPARE);
            let may_be_of_shapes = is_of_shapes || is_error && said.contains("found `Axis<");
            if is_of_attribute || may_be_of_shapes && repeated::may_be_told_better(said) {
                held = Some(said.to_owned());
                continue;
            }
            if told.is_repeated(said, is_of_shapes) {
                continue;
            }
            if let Some(summary) = told.summed_up(text) {
                let summary = match sections.is_empty() {
                    true => summary,
                    false => explain::with_sections(&summary, &sections),
                };
                to.write_all(summary.as_bytes())?;
                to.flush()?;
                continue;
            }
        }
        match rewritten {
            Some(rewritten) => to.write_all(with_words_of_user(rewritten).as_bytes())?,
            None => to.write_all(&line)?,
        }
        to.flush()?;
    }
}

/// A message as it is written in the end, when nothing is compared with it any more: with the declarations of sizes that clash,
/// and the user's names for sizes.
fn with_words_of_user(line: String) -> String {
    let line = message::origin::shown(&line).unwrap_or(line);
    message::aliases::told(&line).unwrap_or(line)
}

/// How a line of the compiler's begins that says what it is, and how one does that is a message.
const TYPE_OF_LINE: &str = "{\"$message_type\":\"";
const DIAGNOSTIC: &str = "{\"$message_type\":\"diagnostic\"";

/// Whether the compiler is asked for messages as JSON; else it is only asked what it is.
fn writes_json(arguments: &[OsString]) -> bool {
    let texts: Vec<_> = arguments
        .iter()
        .map(|text| text.to_string_lossy())
        .collect();
    texts.iter().any(|text| *text == "--error-format=json")
        || texts
            .windows(2)
            .any(|pair| pair[0] == "--error-format" && pair[1] == "json")
}

fn has(arguments: &[OsString], options: &[&str]) -> bool {
    arguments.iter().any(|argument| {
        let argument = argument.to_string_lossy();
        options.iter().any(|option| {
            argument == *option
                || argument
                    .strip_prefix(option)
                    .is_some_and(|rest| option.starts_with("--") && rest.starts_with('='))
        })
    })
}

/// Becomes another program where the system can do that, so that signals and terminals are its own.
///
/// # Errors
///
/// Returns an error if it cannot be started.
pub fn exec(mut command: Command) -> io::Result<ExitCode> {
    let program = command.get_program().to_string_lossy().into_owned();
    let named = move |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot run {program}: {error}"))
    };
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(named(command.exec()))
    }
    #[cfg(not(unix))]
    {
        command.status().map(exit_code).map_err(named)
    }
}

/// The same status; 128 and the number of the signal where one ended the program, as shells tell it.
pub fn exit_code(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status
        .code()
        .or(signal.map(|signal| 128 + signal))
        .unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn questions_are_passed_on_as_they_are() {
        assert!(!writes_json(&arguments("-vV")));
        assert!(!writes_json(&arguments(
            "- --crate-name ___ --print=file-names"
        )));
        assert!(writes_json(&arguments(
            "--crate-name x --error-format=json"
        )));
        assert!(has(&arguments("a --cap-lints allow"), &["--cap-lints"]));
        assert!(has(&arguments("a --cap-lints=warn"), &["--cap-lints"]));
        assert!(!has(&arguments("a --verbosely"), &["--verbose"]));
    }

    #[test]
    fn what_is_no_message_stays() {
        for text in [
            &b"thread 'rustc' panicked at UInt<UTerm, B1>\nno newline"[..],
            b"{\"broken\": \"UTerm\"",
            b"\xff\xfe UTerm\n",
            b"{\"$message_type\":\"artifact\",\"artifact\":\"UTerm\"}\n",
        ] {
            let mut output = Vec::new();
            copy(text, &mut output).unwrap();
            assert_eq!(output, text);
        }
    }
}
