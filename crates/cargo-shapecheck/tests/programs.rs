//! What the compiler says of real programs, before and after, recorded in `snapshots`. Record anew with
//! `INSTA_UPDATE=always cargo test -p cargo-shapecheck --test programs`, and read the difference. With another compiler
//! than the one of `rust-toolchain.toml`, the tool's own lines are compared with the records.

mod common;

use common::{cargo, differing_own, output, shapecheck, stderr, stdout};
use serde_json::Value;

/// `cargo check` and `cargo shapecheck` of one program, one below the other.
fn before_and_after(example: &str, options: &[&str]) -> String {
    let mut arguments = vec!["check", "--quiet", "--example", example];
    arguments.extend(options);
    let before = output(&mut cargo(), &arguments);
    let after = output(&mut shapecheck(), &arguments);
    assert_eq!(before.status.code(), after.status.code());
    assert_eq!(stdout(&before), stdout(&after));
    // An edit is shown with lines of its own.
    let lines = |of: &std::process::Output| {
        let mut is_edit = false;
        let text = stderr(of);
        let lines = text.lines().filter(|line| {
            is_edit |= line.contains("did you mean this?");
            is_edit &= !line.is_empty();
            !is_edit
        });
        lines.count()
    };
    assert!(
        lines(&after) <= lines(&before),
        "{example}: the report is longer than the compiler's"
    );
    let internal = stderr(&after)
        .lines()
        .find(|line| !is_source(line) && INTERNAL.iter().any(|word| line.contains(word)))
        .map(str::to_owned);
    assert_eq!(
        internal, None,
        "{example}: this is a word of the library alone"
    );
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

/// What the library calls things for itself: modules of names, traits that carry a message.
const INTERNAL: &[&str] = &[
    "dims_",
    "NamedDim<",
    "ByMultiple<",
    "ByName<",
    "ByProduct<",
    "BySum<",
    "BySumWith<",
    "::named_axis::",
];

/// Whether a line shows code of the program, `12 | let x = y;`.
fn is_source(line: &str) -> bool {
    line.trim_start_matches("LLL")
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with(['|', '+', '-'])
}

/// Compares with the record: the tool's own lines, where the compiler is another one.
fn compare(name: &str, text: &str) {
    if common::is_recorded() {
        insta::assert_snapshot!(name, text);
        return;
    }
    let differing = differing_own(&format!("programs__{name}"), text);
    assert!(differing.is_empty(), "{differing}");
}

macro_rules! programs {
    ($($(#[$documentation:meta])* $program:ident;)*) => {$(
        $(#[$documentation])*
        #[test]
        fn $program() {
            compare(stringify!($program), &before_and_after(stringify!($program), &[]));
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
    /// E0277: mistakes that do not follow from each other.
    independent;
    /// E0277: an argument of a function with `#[checked]`.
    arguments;
    /// Const parameters that are no sizes.
    const_parameters;
    /// Calls that are written as other libraries have them.
    calls;
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
    /// Views and inline tensors, and a size that is not inferred yet.
    views;
    /// Functions generic over the engine, and what an engine cannot do.
    engines;
    /// Types of the user's with the same names.
    beside;
    /// Equations and contracts.
    notation;
    /// Patterns that rearrange axes, and sizes that types take in.
    patterns;
    /// Types instead of values, and features that are off.
    misplaced;
    /// Forms of other libraries: axes as numbers, an index, comparisons.
    habits;
    /// A `Result`, a number or an element of a loop instead of a tensor.
    operands;
    /// Parts whose size nothing says.
    parts;
    /// Lists instead of shapes, which rustc cannot read.
    brackets;
    /// E0423: sizes instead of values.
    values;
    /// Names of sizes that nothing declares, and a variable instead of a size.
    undeclared;
    /// Powers, coordinates and lists of lists, and mistakes of which others follow.
    forms;
    /// Names of the library that are not imported.
    imports;
    /// Assignments to a view, which are looked at when the types fit.
    assignments;
    /// A size with a name, without the trait of its methods.
    names;
    /// A `#[derive]` beside the macro for shapes.
    derived;
    /// Settings that differ, and arrays of sizes of another length.
    settings;
    /// Names in sums and products, in values and in code to write; arguments as the signature has them.
    letters;
    /// Mistakes in generic encoders, of which each is one error.
    encoders;
    /// The user's own names for sizes, and where sizes that clash are declared.
    aliases;
    /// Bounds to add, by the crate's notes and by rustc, as code; lists of axes; numbers of ten digits.
    advice;
}

/// The messages of a program stay byte for byte, in every format.
fn stays(program: &str) {
    for format in [
        "--message-format=human",
        "--message-format=short",
        "--message-format=json",
        "--message-format=json-diagnostic-rendered-ansi",
        "--color=always",
    ] {
        let arguments = ["check", "--quiet", "--example", program, format];
        let before = output(&mut cargo(), &arguments);
        let after = output(&mut shapecheck(), &arguments);
        let text = stderr(&before);
        assert!(!text.contains("can't find"), "{text}");
        assert_eq!(text, stderr(&after), "{program} {format}");
        // The build scripts of dependencies come in any order.
        let messages = |text: String| -> Vec<String> {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.retain(|line| line.contains("compiler-message"));
            lines
        };
        assert_eq!(
            messages(stdout(&before)),
            messages(stdout(&after)),
            "{program} {format}"
        );
        assert_eq!(before.status.code(), after.status.code());
    }
}

#[test]
fn an_unrelated_error_stays() {
    stays("unrelated");
    stays("lists");
}

/// Types of the user's with names of the crate's and of typenum's.
#[test]
fn names_of_the_user_stay() {
    stays("own_names");
}

/// What the user wrote for a reader: notes of attributes, reasons, messages of macros, of panics and of lints.
#[test]
fn words_of_the_user_stay() {
    for program in ["own_words", "own_errors", "own_panic"] {
        stays(program);
    }
}

/// Links and documentation, which rustdoc repeats.
#[test]
fn documentation_stays() {
    let arguments = [
        "doc",
        "--quiet",
        "--no-deps",
        "--example",
        "own_documentation",
    ];
    let before = output(&mut cargo(), &arguments);
    let after = output(&mut shapecheck(), &arguments);
    assert!(
        stderr(&before).contains("UInt<UTerm, B1>"),
        "{}",
        stderr(&before)
    );
    assert_eq!(stderr(&before), stderr(&after));
}

#[test]
fn colours() {
    let recorded = before_and_after("annotation", &["--color=always"]);
    compare("colours", &recorded.replace('\u{1b}', "\\e"));
}

#[test]
fn short_messages() {
    compare(
        "short_messages",
        &before_and_after("annotation", &["--message-format=short"]),
    );
}

/// The message as JSON, without the long explanation of its code.
fn message(command: &mut std::process::Command, format: &str) -> String {
    let format = format!("--message-format={format}");
    let output = output(
        command,
        &["check", "--quiet", "--example", "annotation", &format],
    );
    let mut messages = stderr(&output);
    for mut message in messages_of(&stdout(&output)) {
        if let Some(explanation) = message.pointer_mut("/code/explanation") {
            *explanation = "...".into();
        }
        messages += &serde_json::to_string_pretty(&message).unwrap();
        messages += "\n";
    }
    messages
}

/// rustc's messages among the lines that cargo writes.
fn messages_of(lines: &str) -> Vec<Value> {
    let values = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let of_compiler = values.filter(|value: &Value| value["reason"] == "compiler-message");
    of_compiler
        .map(|mut value| value["message"].take())
        .collect()
}

/// What messages say of shapes, as fields.
#[test]
fn fields() {
    let mut recorded = String::new();
    for example in [
        "clash",
        "rank",
        "generic",
        "chain",
        "notation",
        "patterns",
        "beside",
        "unrelated",
    ] {
        let arguments = ["check", "--quiet", "--example", example];
        let arguments = arguments.into_iter().chain(["--message-format=json"]);
        let output = output(&mut shapecheck(), &arguments.collect::<Vec<_>>());
        for message in messages_of(&stdout(&output)) {
            let headline = message["message"].as_str().unwrap();
            if message["level"] == "error" && !headline.starts_with("aborting due to") {
                let headline = headline.lines().next().unwrap();
                recorded += &format!("error: {example}: {headline}\n");
                recorded += &format!("    note: {}\n", message["shapecheck"]);
            }
        }
    }
    compare("fields", &recorded);
}

#[test]
fn json() {
    for format in [
        "json",
        "json-diagnostic-short",
        "json-diagnostic-rendered-ansi",
        "json-diagnostic-short,json-diagnostic-rendered-ansi",
        "json,json-render-diagnostics",
        "json-diagnostic-short,json-diagnostic-rendered-ansi,json-render-diagnostics",
    ] {
        let before = message(&mut cargo(), format);
        let after = message(&mut shapecheck(), format);
        let recorded = format!(
            "$ cargo check --message-format={format}\n{before}\n$ cargo shapecheck --message-format={format}\n{after}"
        );
        compare(&format!("json {format}"), &recorded);
    }
}
