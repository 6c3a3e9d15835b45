//! How the tool runs cargo: its commands, its settings, its exit status, and what happens where something is not there.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{cargo, output, shapecheck, stderr, stdout, target};

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

/// What was checked is not checked again, and its warnings are reported again in the same words.
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
            text.contains("expected shape [32, 3, 226], found [32, 3, 224]"),
            "{text}"
        );
    }
    let (code, text) = of(&["doc", "--quiet", "--no-deps"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("unresolved link"), "{text}");
}

/// The tables of dry runs: what the program itself prints stands beside them.
#[test]
fn summaries() {
    let of = |own: &[&str], arguments: &[&str]| {
        let program = ["--quiet", "--features", "dry", "--example", "dry_run", "--"];
        output(
            &mut shapecheck(),
            &[&["summary"], own, &program[..], arguments].concat(),
        )
    };
    let one = of(&[], &[]);
    assert!(one.status.success(), "{}", stderr(&one));
    assert!(stdout(&one).starts_with("operation "), "{}", stdout(&one));
    assert!(
        stdout(&one).contains("\nmultiply-adds   250 880\n"),
        "{}",
        stdout(&one)
    );
    assert!(stderr(&one).ends_with("a layer\n"), "{}", stderr(&one));

    let both = of(&["--format", "json"], &["twice"]);
    let runs: Vec<serde_json::Value> = stdout(&both)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object in each line"))
        .collect();
    let counted: Vec<_> = runs
        .iter()
        .map(|run| run["multiply_adds"].as_u64())
        .collect();
    assert_eq!(counted, [Some(32 * 7840), Some(7840)]);

    let picture = target().join("dry_run.svg");
    let path = picture.to_str().expect("a path of letters");
    assert!(
        of(&["--format=svg", "--output", path], &[])
            .status
            .success()
    );
    assert!(
        fs::read_to_string(&picture)
            .expect("a file")
            .starts_with("<svg ")
    );
    let several = of(&["--format=svg"], &["twice"]);
    assert!(stderr(&several).contains("made 2 dry runs, and a picture shows one"));

    let other = of(&["--format", "png"], &[]);
    assert!(stderr(&other).contains("`png` is not a format: there are text, json and svg"));
    let arguments = ["summary", "--quiet", "--example", "prints"];
    assert_eq!(output(&mut shapecheck(), &arguments).status.code(), Some(7));
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

/// The two keep their results apart: neither tells what the other has heard.
#[test]
fn cargo_and_the_tool_in_turns() {
    let arguments = ["check", "--example", "warnings"];
    for _ in 0..2 {
        for (mut command, told, not_told) in [
            (cargo(), "&TensorOn<f32, Axes<", "&Tensor<f32, ["),
            (shapecheck(), "&Tensor<f32, [", "&TensorOn<f32, Axes<"),
        ] {
            let text = stderr(&output(&mut command, &arguments));
            assert_eq!(text.matches(told).count(), 1, "{text}");
            assert!(!text.contains(not_told), "{text}");
        }
    }
}

/// On a terminal, colours and lines are those of cargo.
#[cfg(unix)]
#[test]
fn on_a_terminal() {
    let has_script = Command::new("script").arg("--version").output();
    if !has_script.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: `script` is not installed");
        return;
    }
    let on_terminal = |command: &Command, example: &str| {
        let mut line = command.get_program().to_string_lossy().into_owned();
        for argument in command.get_args() {
            line += " ";
            line += &argument.to_string_lossy();
        }
        line += &format!(" check --quiet --example {example}");
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => script.env(name, value),
                None => script.env_remove(name),
            };
        }
        let output = script
            .env_remove("CARGO_TERM_COLOR")
            .env("TERM", "xterm")
            .current_dir(common::programs())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (stdout(&output), output.status.code())
    };
    let after = on_terminal(&shapecheck(), "unrelated");
    assert_eq!(after, on_terminal(&cargo(), "unrelated"));
    assert!(after.0.contains("\u{1b}[1m"));
    let (text, code) = on_terminal(&shapecheck(), "annotation");
    assert_eq!(code, Some(101));
    let expected = "\u{1b}[91mexpected `[32, 3, 226]`, found `[32, 3, 224]`\u{1b}[0m";
    assert!(text.contains(expected), "{text}");
}

/// A folder for a test, with these files in it.
fn folder(name: &str, files: &[(&str, String)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n{rest}")
}

/// All members of a workspace are reported in the tool's words. A package that is only a dependency is none of its
/// business, as it is none of clippy's.
#[test]
fn members_and_dependencies() {
    let wrong = |size: usize| {
        format!(
            "use shapecheck::{{Tensor, shape}};\n\
             pub fn wrong() -> Tensor<f32, shape![{size}]> {{\n    Tensor::<f32, shape![2]>::zeros()\n}}\n"
        )
    };
    let shapecheck_is = format!("shapecheck = {{ path = {:?} }}\n", common::library());
    let dependencies = format!("[dependencies]\n{shapecheck_is}");
    let member = format!("{dependencies}other = {{ path = \"../../other\" }}\n");
    let fine = "pub fn fine() {}\n".to_owned();
    let root = folder(
        "members",
        &[
            ("other/Cargo.toml", manifest("other", &dependencies)),
            ("other/src/lib.rs", fine.clone()),
            (
                "workspace/Cargo.toml",
                "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"3\"\n".to_owned(),
            ),
            ("workspace/one/Cargo.toml", manifest("one", &member)),
            ("workspace/one/src/lib.rs", wrong(3)),
            ("workspace/two/Cargo.toml", manifest("two", &member)),
            ("workspace/two/src/lib.rs", wrong(4)),
        ],
    );
    let check = |arguments: &[&str]| {
        let mut command = shapecheck();
        command.current_dir(root.join("workspace"));
        let output = output(&mut command, arguments);
        (output.status.code(), stderr(&output))
    };
    let (code, text) = check(&["--workspace", "--keep-going"]);
    assert_eq!(code, Some(101));
    for size in [3, 4] {
        let told =
            format!("expected shape [{size}], found [2] (axis -1: expected {size}, found 2)");
        assert!(text.contains(&told), "{text}");
    }
    fs::write(root.join("other/src/lib.rs"), wrong(5)).unwrap();
    let (code, text) = check(&["--package", "one"]);
    assert_eq!(code, Some(101));
    assert!(text.contains("could not compile `other`"), "{text}");
    assert!(!text.contains("expected shape"), "{text}");
}

#[test]
fn a_folder_without_a_package() {
    let root = std::env::temp_dir();
    let mut before = cargo();
    let mut after = shapecheck();
    let before = output(before.current_dir(&root), &["check"]);
    let after = output(after.current_dir(&root), &["check"]);
    assert_eq!(stderr(&before), stderr(&after));
    assert_eq!(before.status.code(), after.status.code());
}

/// A script that notes its name and its first argument, and goes on as the program in `then`.
#[cfg(unix)]
fn script(path: &Path, log: &Path, then: &str) {
    use std::os::unix::fs::PermissionsExt;
    let name = path.file_name().unwrap().to_string_lossy();
    let text = format!("#!/bin/sh\necho \"{name} $1\" >> {log:?}\nexec {then} \"$@\"\n");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Other wrappers stay where they are: cargo's around this tool, a workspace's inside of it.
#[cfg(unix)]
#[test]
fn other_wrappers() {
    let root = folder("wrappers", &[]);
    fs::create_dir_all(&root).unwrap();
    let log = root.join("log");
    let _ = fs::remove_file(&log);
    let wrapper = |name: &str| {
        script(&root.join(name), &log, "");
        root.join(name)
    };
    let mut command = shapecheck();
    command
        .env("RUSTC_WRAPPER", wrapper("outer"))
        .env("RUSTC_WORKSPACE_WRAPPER", wrapper("inner"));
    let output = output(&mut command, &["--quiet", "--example", "annotation"]);
    let text = stderr(&output);
    assert!(
        text.contains("expected shape [32, 3, 226], found"),
        "{text}"
    );
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains(&format!("outer {}\n", common::TOOL)), "{log}");
    assert!(is_run_around_rustc("inner", &log), "{log}");
}

/// Where the settings of cargo name this tool, plain `cargo check` speaks in its words, and `cargo shapecheck` as it
/// always does.
#[test]
fn cargo_with_the_tool_in_its_settings() {
    let of_root = common::library();
    let dependencies =
        format!("[workspace]\n[dependencies]\nshapecheck = {{ path = {of_root:?} }}\n");
    let wrapper = toml::Value::from(common::TOOL);
    let root = folder(
        "in_settings",
        &[
            (
                ".cargo/config.toml",
                format!("[build]\nrustc-workspace-wrapper = {wrapper}\n"),
            ),
            ("Cargo.toml", manifest("in_settings", &dependencies)),
            (
                "src/lib.rs",
                "use shapecheck::{Tensor, shape};\n\
                 pub fn wrong(x: Tensor<f32, shape![2]>) -> Tensor<f32, shape![3]> {\n    x\n}\n"
                    .to_owned(),
            ),
        ],
    );
    let run = |mut command: Command, arguments: &[&str]| {
        command.current_dir(&root);
        let output = output(&mut command, arguments);
        assert_eq!(output.status.code(), Some(101));
        stderr(&output)
    };
    let plain = run(cargo(), &["check", "--quiet"]);
    assert!(
        plain.contains("expected shape [3], found [2] (axis -1: expected 3, found 2)"),
        "{plain}"
    );
    assert_eq!(run(shapecheck(), &["--quiet"]), plain);
}

#[cfg(unix)]
fn is_run_around_rustc(wrapper: &str, log: &str) -> bool {
    let start = format!("{wrapper} ");
    log.lines()
        .any(|line| line.starts_with(&start) && line.ends_with("rustc"))
}

/// A wrapper and a rustdoc in cargo's settings are run as those in the environment are.
#[cfg(unix)]
#[test]
fn programs_in_the_settings_of_cargo() {
    let settings =
        "[build]\nrustc-workspace-wrapper = \"bin/inner\"\nrustdoc = \"bin/documents\"\n";
    let root = folder(
        "settings",
        &[
            (".cargo/config.toml", settings.to_owned()),
            ("package/Cargo.toml", manifest("settings", "[workspace]\n")),
            ("package/src/lib.rs", "pub fn fine() {}\n".to_owned()),
        ],
    );
    let log = root.join("log");
    script(&root.join("bin/inner"), &log, "");
    script(&root.join("bin/documents"), &log, "rustdoc");
    for arguments in [
        &["doc", "--quiet"][..],
        &["test", "--quiet"],
        &["clippy", "--quiet"],
    ] {
        let _ = fs::remove_file(&log);
        fs::write(root.join("package/src/lib.rs"), "pub fn fine() {}\n").unwrap();
        let mut command = shapecheck();
        command.current_dir(root.join("package"));
        let output = output(&mut command, arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let log = fs::read_to_string(&log).unwrap_or_default();
        match arguments[0] {
            // `cargo clippy` puts its own driver in that place.
            "clippy" => assert_eq!(log, ""),
            "test" => assert!(is_run_around_rustc("inner", &log), "{log}"),
            _ => assert!(log.contains("documents --"), "{log}"),
        }
    }
}

/// The environment of a program, of a test and of a documentation test is the user's: a cargo that they run speaks as
/// it always does.
#[test]
fn a_program_sees_the_environment_of_the_user() {
    let code = "pub fn show(who: &str) {\n\
                    let mut variables: Vec<_> = std::env::vars().collect();\n\
                    variables.sort();\n\
                    variables.retain(|(name, _)| name.starts_with(\"CARGO\") || name.starts_with(\"RUST\"));\n\
                    for (name, value) in variables { println!(\"{who}: {name}={value}\"); }\n\
                }\n";
    let library = format!("/// ```\n/// environment::show(\"documentation\");\n/// ```\n{code}");
    let main = "fn main() { environment::show(\"program\") }\n\
                #[test]\nfn shows() { environment::show(\"test\") }\n";
    let root = folder(
        "environment",
        &[
            ("Cargo.toml", manifest("environment", "[workspace]\n")),
            ("src/lib.rs", library),
            ("src/main.rs", main.to_owned()),
            ("src/deeper/mod.rs", String::new()),
        ],
    );
    for (has_own, settings) in [
        (false, ""),
        (true, ""),
        (false, "build.rustdoc = \"rustdoc\"\n"),
    ] {
        fs::create_dir_all(root.join(".cargo")).unwrap();
        fs::write(
            root.join(".cargo/config.toml"),
            format!("{settings}alias.mine = \"run\"\n"),
        )
        .unwrap();
        for arguments in [
            &["run", "--quiet"][..],
            &["mine", "--quiet"],
            &["test", "--quiet", "--", "--nocapture", "--test-threads=1"],
        ] {
            let show = |mut command: Command| {
                command.current_dir(root.join("src/deeper"));
                command.env("CARGO_SHAPECHECK", "check");
                if has_own {
                    command
                        .env("RUSTC_WORKSPACE_WRAPPER", "")
                        .env("RUSTDOC", "rustdoc");
                }
                let output = output(&mut command, arguments);
                assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
                let text = stdout(&output);
                let lines = text.lines().filter(|line| line.contains('='));
                let lines: Vec<String> = lines.map(str::to_owned).collect();
                assert!(lines.len() > 5, "{text}");
                lines
            };
            assert_eq!(show(cargo()), show(shapecheck()), "{arguments:?}");
        }
    }
}

/// `rustc` is a command of cargo's, also where the program is called by its own name.
#[test]
fn the_command_rustc() {
    let arguments = ["rustc", "--quiet", "--example", "annotation"];
    let mut by_name = shapecheck();
    let mut direct = Command::new(common::TOOL);
    direct.current_dir(common::programs());
    for (name, value) in by_name.get_envs() {
        match value {
            Some(value) => direct.env(name, value),
            None => direct.env_remove(name),
        };
    }
    let expected = stderr(&output(&mut by_name, &arguments));
    assert!(
        expected.contains("expected shape [32, 3, 226]"),
        "{expected}"
    );
    assert_eq!(stderr(&output(&mut direct, &arguments)), expected);
}

#[test]
fn help_and_version() {
    for (arguments, told) in [
        (&["--help"][..], "Usage: cargo shapecheck [COMMAND]"),
        (&["-h"], "--rust-analyzer PATH"),
        (
            &["--version"],
            concat!("cargo-shapecheck ", env!("CARGO_PKG_VERSION")),
        ),
        (&["check", "--help"], "Usage: cargo check [OPTIONS]"),
    ] {
        let output = output(&mut shapecheck(), arguments);
        assert!(stdout(&output).contains(told), "{}", stdout(&output));
        assert_eq!(output.status.code(), Some(0));
    }
}
