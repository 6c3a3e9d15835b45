//! `cargo shapecheck dry --init`: writes `tests/shapes.rs` for the models of a crate, and adds what the tests need.
//!
//! `read` reads public functions and types, `guess` makes values for their arguments, and `write` writes the tests. Then the tests
//! are built, and those that do not compile become comments: what is left compiles, and needs no guess of types.

mod guess;
mod read;
mod write;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

use super::{CANDLE, Graph, settings_of};
use crate::cargo;
use guess::Guess;
use read::Source;
use write::Test;

/// How often tests that do not compile are left out: a mistake in one may hide those in others.
const MOST: usize = 5;

/// The library of models that a crate uses.
enum Engine {
    /// The version, as features of the recorder say it: `0-11`.
    Candle(String),
    Burn,
}

/// Writes the tests of the package that the metadata are of, and says what is in them.
///
/// # Errors
///
/// Returns an error if there is no library with models here, the file is there already, or cargo cannot be started.
pub(super) fn run(metadata: &Value, arguments: &[OsString]) -> io::Result<ExitCode> {
    let other = io::Error::other::<String>;
    let package = root(metadata).ok_or_else(|| {
        other(
            "no package is in this folder: `--manifest-path` names one of the workspace".to_owned(),
        )
    })?;
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    let folder = manifest.parent().unwrap_or(&manifest);
    let library = library(package).ok_or_else(|| {
        other(format!(
            "{} has no library: a test can only name what is in one, in `src/lib.rs`",
            text(&package["name"])
        ))
    })?;
    let engine = engine(&Graph(metadata), package).map_err(other)?;
    let file = folder.join("tests").join("shapes.rs");
    if file.exists() {
        return Err(other(format!(
            "{} is there already: remove it, and it is written again",
            file.display()
        )));
    }
    let source = Source::of(Path::new(&text(&library["src_path"])));
    let name = text(&library["name"]).replace('-', "_");
    let is_burn = matches!(engine, Engine::Burn);
    let guess = Guess {
        source: &source,
        name: &name,
        layers: called(package, "candle-nn"),
        is_burn,
    };
    let mut tests = write::tests(&guess);
    if tests.iter().all(|test| test.text.is_err()) {
        return Err(other(nothing(&tests)));
    }
    if !add(package, &manifest, &engine)? {
        return Ok(ExitCode::FAILURE);
    }
    let uses = engine.uses(package);
    fs::create_dir_all(file.parent().unwrap_or(folder))?;
    for _ in 0..MOST {
        fs::write(&file, formatted(&write::file(&tests, &uses)))?;
        let Some(errors) = errors(&manifest, &file, arguments)? else {
            return Ok(ExitCode::FAILURE);
        };
        if errors.is_empty() {
            break;
        }
        leave_out(&mut tests, &errors, &fs::read_to_string(&file)?);
    }
    let count = tests.iter().filter(|test| test.text.is_ok()).count();
    eprintln!(
        "{} has {count} tests; {} are comments that say why. `cargo shapecheck dry --test shapes` runs them",
        file.display(),
        tests.len() - count,
    );
    Ok(ExitCode::SUCCESS)
}

/// Why there is no test at all.
fn nothing(tests: &[Test]) -> String {
    let first = tests
        .iter()
        .find_map(|test| test.text.as_ref().err().map(|why| (&test.of, why)));
    match first {
        Some((of, why)) => format!("no test can be made, of `{of}` for one because {why}"),
        None => "no public function of this library takes tensors and gives one, and no public type has such a `forward`".to_owned(),
    }
}

/// The package of the folder, or the one that was named.
fn root(metadata: &Value) -> Option<&Value> {
    let id = &metadata["resolve"]["root"];
    let mut packages = metadata["packages"].as_array()?.iter();
    packages.find(|package| package["id"] == *id)
}

fn library(package: &Value) -> Option<&Value> {
    let mut targets = package["targets"].as_array()?.iter();
    targets.find(|target| {
        target["kind"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"))
    })
}

fn engine(graph: &Graph<'_>, package: &Value) -> Result<Engine, String> {
    let id = package["id"].as_str().unwrap_or("");
    if let Some(core) = graph.all_of(id, "candle-core").next() {
        let version = graph.package(core)["version"].as_str().unwrap_or("");
        let version: Vec<&str> = version.split('.').take(2).collect();
        return Ok(Engine::Candle(version.join("-")));
    }
    match graph.all_of(id, "burn").next() {
        Some(_) => Ok(Engine::Burn),
        None => Err("this package depends on neither `candle-core` nor `burn`, whose models can be recorded".to_owned()),
    }
}

impl Engine {
    fn recorder(&self) -> (&'static str, &'static str, String) {
        match self {
            Self::Candle(version) => (CANDLE, "candle-dry", format!("candle-{version}")),
            Self::Burn => ("shapecheck-burn", "burn", "capture".to_owned()),
        }
    }

    fn uses(&self, package: &Value) -> String {
        let called = |name: &str| called(package, name);
        match self {
            Self::Candle(version) => format!(
                "#![allow(unused_imports, reason = \"a model may need no weights\")]\n\n\
                 use {}::{{DType, Tensor}};\nuse {}::{{Module, VarBuilder}};\n\
                 use shapecheck_candle_dry::candle_{}::record;\nuse shapecheck_candle_dry::dry::{{dry, values}};\n",
                called("candle-core"),
                called("candle-nn"),
                version.replace('-', "_"),
            ),
            Self::Burn => {
                "#![allow(unused_imports, reason = \"a model may take no such tensors\")]\n\n\
                 use burn::tensor::{Bool, Int, Tensor};\nuse shapecheck_burn::capture::record;\n\
                 use shapecheck_burn::dry::{dry, values};\n"
                    .to_owned()
            }
        }
    }
}

/// The name of a dependency in the source of a package.
fn called(package: &Value, name: &str) -> String {
    let mut all = package["dependencies"].as_array().into_iter().flatten();
    let renamed = all.find(|dependency| dependency["name"] == name);
    let renamed = renamed.and_then(|dependency| dependency["rename"].as_str());
    renamed.unwrap_or(name).replace('-', "_")
}

/// Adds the recorder to the dependencies of tests, unless it is there.
fn add(package: &Value, manifest: &Path, engine: &Engine) -> io::Result<bool> {
    let (name, folder, feature) = engine.recorder();
    let has = |name: &str| {
        let dependencies = package["dependencies"].as_array();
        dependencies.is_some_and(|all| all.iter().any(|dependency| dependency["name"] == name))
    };
    let mut needed = vec![(name, vec!["--features".to_owned(), feature])];
    // The file that this tool was built from may be that of a clone, beside which the recorder is.
    let clone = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bridges")
        .join(folder);
    if let Ok(clone) = clone.canonicalize() {
        needed[0]
            .1
            .extend(["--path".to_owned(), clone.to_string_lossy().into_owned()]);
    }
    if matches!(engine, Engine::Candle(_)) && !has("candle-nn") {
        return Err(io::Error::other(
            "the tests need `candle-nn`, of which weights of zeros are: `cargo add candle-nn`",
        ));
    }
    for (name, options) in needed.into_iter().filter(|(name, _)| !has(name)) {
        let mut command = Command::new(cargo::cargo());
        command
            .args(["add", "--dev", "--quiet", "--manifest-path"])
            .arg(manifest);
        // The folder of a clone says which package it is.
        if !options.iter().any(|option| option == "--path") {
            command.arg(name);
        }
        if !command.args(&options).status()?.success() {
            return Ok(false);
        }
        eprintln!("`{name}` is a dependency of the tests");
    }
    Ok(true)
}

/// The lines of the file that do not compile, each with what the compiler says. `None` if something else does not.
fn errors(
    manifest: &Path,
    file: &Path,
    arguments: &[OsString],
) -> io::Result<Option<Vec<(usize, String)>>> {
    eprintln!("building the tests, as the first dry run would");
    let all = [OsStr::new("--manifest-path"), manifest.as_os_str()].map(OsStr::to_owned);
    let all: Vec<OsString> = arguments.iter().cloned().chain(all).collect();
    let Some(settings) = settings_of(&all)? else {
        return Ok(None);
    };
    let mut command = Command::new(cargo::cargo());
    command.arg("test").args(settings).args(&all);
    command.args([
        "--no-run",
        "--test",
        "shapes",
        "--message-format",
        "json",
        "--quiet",
    ]);
    let output = command.stderr(Stdio::piped()).output()?;
    let mut errors = Vec::new();
    for line in output.stdout.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        let message = &message["message"];
        let spans = message["spans"].as_array().into_iter().flatten();
        let is_of_file = |span: &&Value| {
            let name = span["file_name"].as_str().unwrap_or("");
            file.ends_with(name.trim_start_matches("./")) && span["is_primary"] == true
        };
        if message["level"] == "error" {
            let lines = spans
                .filter(is_of_file)
                .filter_map(|span| span["line_start"].as_u64());
            let text = message["message"].as_str().unwrap_or("").to_owned();
            errors.extend(lines.map(|line| (usize::try_from(line).unwrap_or(0), text.clone())));
        }
    }
    if errors.is_empty() && !output.status.success() {
        io::stderr().write_all(&output.stderr)?;
        return Ok(None);
    }
    Ok(Some(errors))
}

/// Makes comments of the tests with errors.
fn leave_out(tests: &mut [Test], errors: &[(usize, String)], text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for (line, why) in errors {
        let before = &lines[..(*line).min(lines.len())];
        let name = before
            .iter()
            .rev()
            .find_map(|line| line.strip_prefix("/// `")?.strip_suffix('`'));
        let test = tests.iter_mut().find(|test| Some(&*test.of) == name);
        if let Some(test) = test.filter(|test| test.text.is_ok()) {
            test.text = Err(format!(
                "what was guessed does not compile, {}",
                why.replace('\n', " ")
            ));
        }
    }
}

/// The text as rustfmt writes it, or as it is where there is none.
fn formatted(text: &str) -> String {
    let run = || -> io::Result<Option<String>> {
        let mut command = Command::new("rustfmt");
        command
            .args(["--edition", "2024"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        let text = String::from_utf8(output.stdout).ok();
        Ok(text.filter(|_| output.status.success()))
    };
    run().ok().flatten().unwrap_or_else(|| text.to_owned())
}
