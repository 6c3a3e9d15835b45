//! What the compiler says of real programs, before and after, recorded in `snapshots`. Record anew with
//! `INSTA_UPDATE=always cargo test -p cargo-shapecheck --test programs`, and read the difference.

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use common::{cargo, output, shapecheck, stderr, stdout};
use serde_json::Value;

/// `cargo check` and `cargo shapecheck` of one program, one below the other.
fn before_and_after(example: &str, options: &[&str]) -> String {
    let mut arguments = vec!["check", "--quiet", "--example", example];
    arguments.extend(options);
    let before = output(&mut cargo(), &arguments);
    let after = output(&mut shapecheck(), &arguments);
    assert_eq!(before.status.code(), after.status.code());
    assert_eq!(stdout(&before), stdout(&after));
    let mut command = format!("check --example {example}");
    for option in options {
        command += " ";
        command += option;
    }
    format!(
        "$ cargo {command}\n{}\n$ cargo shapecheck {command}\n{}",
        stderr(&before),
        stderr(&after)
    )
}

macro_rules! programs {
    ($($(#[$documentation:meta])* $program:ident;)*) => {$(
        $(#[$documentation])*
        #[test]
        fn $program() {
            let recorded = before_and_after(stringify!($program), &[]);
            insta::assert_snapshot!(stringify!($program), recorded);
        }
    )*};
}

programs! {
    /// E0308: the result of an operator.
    annotation;
    /// E0308: an argument of another rank, and of another element type.
    rank;
    /// E0308: prefixes, parameters and dynamic axes.
    generic;
    /// E0277: the crate's own message.
    clash;
    /// E0277: a chain of notes.
    chain;
    /// E0277: sizes without a bound.
    missing_bound;
    /// E0271.
    projection;
    /// E0599.
    method;
    /// Another crate's types.
    generic_array;
    /// Warnings.
    warnings;
    /// A type longer than a line, cut by rustc and written to a file.
    long;
}

/// Byte for byte, in every format.
#[test]
fn an_unrelated_error_stays() {
    for format in [
        "--message-format=human",
        "--message-format=short",
        "--message-format=json",
        "--message-format=json-diagnostic-rendered-ansi",
        "--color=always",
    ] {
        let arguments = ["check", "--quiet", "--example", "unrelated", format];
        let before = output(&mut cargo(), &arguments);
        let after = output(&mut shapecheck(), &arguments);
        assert_eq!(stderr(&before), stderr(&after), "{format}");
        // The build scripts of dependencies come in any order.
        let messages = |text: String| -> Vec<String> {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.retain(|line| line.contains("compiler-message"));
            lines
        };
        assert_eq!(
            messages(stdout(&before)),
            messages(stdout(&after)),
            "{format}"
        );
        assert_eq!(before.status.code(), after.status.code());
    }
}

#[test]
fn colours() {
    let recorded = before_and_after("annotation", &["--color=always"]);
    insta::assert_snapshot!(recorded.replace('\u{1b}', "\\e"));
}

#[test]
fn short_messages() {
    insta::assert_snapshot!(before_and_after("annotation", &["--message-format=short"]));
}

/// The message as JSON, without the long explanation of its code.
fn message(command: &mut std::process::Command, format: &str) -> String {
    let format = format!("--message-format={format}");
    let output = output(
        command,
        &["check", "--quiet", "--example", "annotation", &format],
    );
    let mut messages = stderr(&output);
    for line in stdout(&output).lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        if value["reason"] != "compiler-message" {
            continue;
        }
        if let Some(explanation) = value.pointer_mut("/message/code/explanation") {
            *explanation = "...".into();
        }
        messages += &serde_json::to_string_pretty(&value["message"]).unwrap();
        messages += "\n";
    }
    messages
}

#[test]
fn json() {
    for format in [
        "json",
        "json-diagnostic-short",
        "json-diagnostic-rendered-ansi",
        "json,json-render-diagnostics",
    ] {
        let before = message(&mut cargo(), format);
        let after = message(&mut shapecheck(), format);
        let recorded = format!(
            "$ cargo check --message-format={format}\n{before}\n$ cargo shapecheck --message-format={format}\n{after}"
        );
        insta::assert_snapshot!(format!("json {format}"), recorded);
    }
}

/// Only what belongs to the workspace is checked anew, as with clippy.
#[test]
fn dependencies_are_not_built_again() {
    let arguments = ["check", "--example", "generic_array"];
    output(&mut cargo(), &arguments);
    let output = output(&mut shapecheck(), &arguments);
    for line in stderr(&output)
        .lines()
        .filter(|line| line.contains("Checking "))
    {
        assert!(line.contains("programs v0.0.0"), "{line}");
    }
}

/// What was checked is not checked again, and its warnings are told again in the same words.
#[test]
fn warnings_are_told_again() {
    let arguments = ["check", "--quiet", "--example", "warnings"];
    let first = output(&mut shapecheck(), &arguments);
    let second = output(&mut shapecheck(), &arguments);
    assert!(stderr(&first).contains("[2, 3, 224]"), "{}", stderr(&first));
    assert_eq!(stderr(&first), stderr(&second));
}

/// The program's own output is none of this tool's business.
#[test]
fn a_program_that_runs() {
    let arguments = ["run", "--quiet", "--example", "prints", "--", "argument"];
    let before = output(&mut cargo(), &arguments);
    let after = output(&mut shapecheck(), &arguments);
    assert_eq!(before, after);
    assert_eq!(after.status.code(), Some(7));
    assert_eq!(stdout(&after), "argument UInt<UTerm, B1>\n");
    assert_eq!(stderr(&after), "Axes<Scalar, UInt<UTerm, B1>>\n");
}

#[test]
fn clippy_build_test_and_doc() {
    let of = |arguments: &[&str]| {
        let output = output(&mut shapecheck(), arguments);
        (output.status.code(), stderr(&output))
    };
    let (code, text) = of(&[
        "clippy",
        "--quiet",
        "--example",
        "warnings",
        "--",
        "-W",
        "clippy::ptr_arg",
    ]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("&Tensor<f32, [2, 3, 224]>") && text.contains("#ptr_arg"),
        "{text}"
    );
    // Checked before or after, clippy's results are not those of the compiler.
    let (code, text) = of(&["check", "--quiet", "--example", "warnings"]);
    assert_eq!(code, Some(0));
    assert!(!text.contains("#ptr_arg"), "{text}");
    for command in ["build", "test"] {
        let (code, text) = of(&[command, "--quiet", "--example", "annotation"]);
        assert_eq!(code, Some(101), "{text}");
        assert!(
            text.contains("expected shape [32, 3, 225], found [32, 3, 224]"),
            "{text}"
        );
    }
    let (code, text) = of(&["doc", "--quiet", "--no-deps"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("unresolved link"), "{text}");
}

/// A reader that goes away ends cargo, as it ends it without this tool.
#[test]
fn a_broken_pipe() {
    let mut child = shapecheck()
        .args(["check", "--example", "annotation", "--message-format=json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    assert!(line.starts_with('{'));
    drop(reader);
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(!child.wait().unwrap().success());
}

#[test]
fn errors_of_cargo_pass() {
    for arguments in [
        &["check", "--no-such-option"][..],
        &["no-such-command"],
        &["check", "--example", "none"],
    ] {
        let before = output(&mut cargo(), arguments);
        let after = output(&mut shapecheck(), arguments);
        assert_eq!(stderr(&before), stderr(&after));
        assert_eq!(before.status.code(), after.status.code());
    }
}
