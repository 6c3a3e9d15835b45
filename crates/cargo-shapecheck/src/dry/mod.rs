//! `cargo shapecheck dry`: runs tests whose models record their operations instead of computing them.
//!
//! burn has a device for that, which records no lines, and candle has none: tests run with copies of burn-capture that records
//! lines, and of candle-core in which such a device is. `copy` makes them from the files of the user's own registry, `burn` and
//! `candle` have what is other in them, and cargo takes them by a path override of its settings, for this command alone:
//! `Cargo.toml` and `Cargo.lock` stay as they are, and what is built is beside what other commands have built.
//!
//! Each dry run leaves a record in `target/dry/records`: `record` reads them, `passes` knows what was done at a place of the source,
//! and `sites` what stands there. `annotate` shows the shapes beside the source, `page` as a page for a browser, and the language
//! server in an editor.

mod annotate;
mod burn;
mod candle;
mod copy;
mod init;
mod manifest;
mod options;
mod page;
pub(crate) mod passes;
pub(crate) mod record;
pub(crate) mod sites;

pub(crate) use copy::hash_of;

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

use crate::{cargo, wrapper};
use options::Options;
use record::{Folder, Record};

/// Tells recorders that this command runs them, so that one that cannot record fails instead of being skipped.
const VARIABLE: &str = "SHAPECHECK_DRY";
/// Tells dry runs where to leave their records.
const RECORDS: &str = "SHAPECHECK_DRY_RECORDS";

const HELP: &str = "\
Runs `cargo test` on models of candle and burn that record instead of computing

Usage: cargo shapecheck dry [OPTIONS] [ARGUMENTS]...
       cargo shapecheck dry run [ARGUMENTS]...

Options:
  --init                       Writes `tests/shapes.rs` instead, with a dry run of each model of the library, and adds
                               what it needs to the dependencies of tests
  --annotate [FILE[:FROM-TO]]  Then prints the source with the shape of each operation in the right margin,
                               and findings under their lines: `--annotate src/model.rs:40-80`
  --markdown                   The same as Markdown, for a pull request
  --json                       The same as JSON
  --html [FILE.html]           Then writes a page for a browser, `target/dry/shapes.html`: operations as a tree of
                               calls, with parameters, multiply-adds and memory for sizes that you choose there
  -h, --help                   Print this

All other arguments are those of `cargo test`: `--release`, `--test shapes -- attention`.
The output of the tests goes to the standard error if something is printed after them.
";

/// Packages that record, or that dry runs are made with.
const RECORDERS: [&str; 3] = [CANDLE, "shapecheck-burn", "shapecheck-dry"];

/// The one for candle.
const CANDLE: &str = "shapecheck-candle-dry";

/// Packages that need candle-core for what records, and not for the program.
const OF_RECORDER: [&str; 3] = [CANDLE, "shapecheck-candle", "candle-nn"];

/// Options that choose what is in the graph of packages, and how it is found, with a value or without one.
const OF_GRAPH: [(&str, bool); 8] = [
    ("--manifest-path", true),
    ("--features", true),
    ("-F", true),
    ("--all-features", false),
    ("--no-default-features", false),
    ("--offline", false),
    ("--locked", false),
    ("--frozen", false),
];

/// Runs `cargo test` with these arguments, or `cargo run` if they begin with `run`, on models that record, and prints what the
/// options ask for.
///
/// # Errors
///
/// Returns an error if cargo cannot be started, or there is nothing that records, or candle's copy cannot be made, or there is
/// no record to print: for each reason one that says what to do.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let options = Options::of(arguments).map_err(io::Error::other)?;
    if options.help {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (command, arguments) = match options.rest.split_first() {
        Some((first, rest)) if first == "test" || first == "run" => (first.as_os_str(), rest),
        _ => (OsStr::new("test"), &*options.rest),
    };
    let Some(metadata) = metadata(arguments)? else {
        return Ok(ExitCode::FAILURE);
    };
    if options.init {
        return init::run(&metadata, arguments);
    }
    let graph = Graph(&metadata);
    let settings = by_config(settings(&graph).map_err(io::Error::other)?);
    let all = [command.to_owned()].into_iter().chain(settings);
    let all: Vec<OsString> = all.chain(arguments.iter().cloned()).collect();
    if options.annotate.is_none() && options.html.is_none() {
        return cargo::run(&all);
    }
    let folder = Folder::begun(graph.records())?;
    let status = cargo::run_before(&all)?;
    let records = folder.records()?;
    // What has failed has said so.
    if !records.is_empty() || status.success() {
        show(&options, &records, graph.target()).map_err(io::Error::other)?;
    }
    Ok(wrapper::exit_code(status))
}

/// The settings for a package, as arguments of cargo. `None` if cargo has said why it knows nothing of it.
fn settings_of(arguments: &[OsString]) -> io::Result<Option<Vec<OsString>>> {
    let Some(metadata) = metadata(arguments)? else {
        return Ok(None);
    };
    let settings = settings(&Graph(&metadata)).map_err(io::Error::other)?;
    Ok(Some(by_config(settings).collect()))
}

fn by_config(settings: Vec<String>) -> impl Iterator<Item = OsString> {
    let settings = settings.into_iter();
    settings.flat_map(|setting| ["--config".into(), OsString::from(setting)])
}

/// Prints and writes what the options ask for.
fn show(options: &Options, records: &[Record], target: &Path) -> Result<(), String> {
    if records.is_empty() {
        return Err(
            "no dry run was made: `shapecheck_dry::dry` makes one in a test, and the name of a test may have left it out"
                .to_owned(),
        );
    }
    if let Some(annotate) = &options.annotate {
        let text = annotate.text(records)?;
        { io::stdout().write_all(text.as_bytes()) }.map_err(|error| error.to_string())?;
    }
    if let Some(file) = &options.html {
        let file = file
            .clone()
            .unwrap_or_else(|| target.join("dry").join("shapes.html"));
        fs::write(&file, page::text(records))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        eprintln!("the shapes are in {}", file.display());
    }
    Ok(())
}

/// What cargo knows of the packages, `None` if it has said why it knows nothing.
fn metadata(arguments: &[OsString]) -> io::Result<Option<Value>> {
    let output = Command::new(cargo::cargo())
        .args(["metadata", "--format-version", "1"])
        .args(of_graph(arguments))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&output.stdout)?))
}

/// The arguments that `cargo metadata` needs too.
fn of_graph(arguments: &[OsString]) -> Vec<&OsStr> {
    let mut kept = Vec::new();
    let mut arguments = arguments
        .iter()
        .map(OsString::as_os_str)
        .take_while(|argument| *argument != "--");
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        for (name, has_value) in OF_GRAPH {
            let is_joined = has_value
                && text
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('='));
            if text == name {
                kept.push(argument);
                kept.extend(has_value.then(|| arguments.next()).flatten());
            } else if is_joined {
                kept.push(argument);
            }
        }
    }
    kept
}

/// The settings of cargo for this command: `paths=["/copy"]`.
fn settings(graph: &Graph<'_>) -> Result<Vec<String>, String> {
    if !RECORDERS
        .iter()
        .any(|name| graph.named(name).next().is_some())
    {
        return Err(
            "no package here makes dry runs: `shapecheck-candle` and `shapecheck-burn` do, each with the feature `capture`, \
             and `shapecheck-candle-dry` with one that names the version of candle, such as `candle-0-9`"
                .to_owned(),
        );
    }
    let mut settings = vec![
        format!("env.{VARIABLE}=\"1\""),
        format!(
            "env.{RECORDS}={}",
            quoted(&graph.records().to_string_lossy())
        ),
    ];
    let (mut copies, mut above) = (Vec::new(), BTreeSet::new());
    let to = graph.target().join("dry");
    // burn records without a copy, too.
    if let Some(capture) = graph.named(burn::CAPTURE.name).next() {
        match copy::copy(&burn::CAPTURE, &graph.packaged(capture), &to) {
            Ok(copy) => {
                copies.push(copy);
                above.extend(graph.above(capture));
            }
            Err(why) => eprintln!("burn's operations are recorded without their lines: {why}"),
        }
    }
    if let Some(recorder) = graph.named(CANDLE).next() {
        let cores: Vec<&str> = graph.all_of(recorder, candle::CORE.name).collect();
        if cores.is_empty() {
            return Err(
                "`shapecheck-candle-dry` has no feature that names the version of candle: \
                 `cargo add --dev shapecheck-candle-dry --features candle-0-11`, or `candle-0-10`, `candle-0-9`, `candle-0-8`"
                    .to_owned(),
            );
        }
        if let Some(wrong) = graph.unrecorded(&cores) {
            return Err(wrong);
        }
        for core in cores {
            copies.push(copy::copy(&candle::CORE, &graph.core(core)?, &to)?);
            above.extend(graph.above(core));
        }
        // candle's errors have the stack in them, of which the line is read.
        settings.push("env.RUST_LIB_BACKTRACE=\"1\"".to_owned());
    }
    if !copies.is_empty() {
        let paths: Vec<String> = copies
            .iter()
            .map(|copy| quoted(&copy.to_string_lossy()))
            .collect();
        settings.push(format!("paths=[{}]", paths.join(", ")));
    }
    for package in above {
        for profile in ["dev", "release"] {
            let package = quoted(&package);
            settings.push(format!(
                "profile.{profile}.package.{package}.debug=\"line-tables-only\""
            ));
        }
    }
    Ok(settings)
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// What `cargo metadata` tells.
struct Graph<'a>(&'a Value);

impl<'a> Graph<'a> {
    fn packages(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.0["packages"].as_array().into_iter().flatten()
    }

    fn nodes(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.0["resolve"]["nodes"].as_array().into_iter().flatten()
    }

    /// The ids of the packages of a name.
    fn named(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.packages()
            .filter(move |package| package["name"] == name)
            .filter_map(|package| package["id"].as_str())
    }

    fn package(&self, id: &str) -> &'a Value {
        self.packages()
            .find(|package| package["id"] == id)
            .unwrap_or(&Value::Null)
    }

    fn node(&self, id: &str) -> &'a Value {
        self.nodes()
            .find(|node| node["id"] == id)
            .unwrap_or(&Value::Null)
    }

    fn dependencies(&self, id: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let ids = self.node(id)["dependencies"].as_array();
        ids.into_iter().flatten().filter_map(Value::as_str)
    }

    /// The packages of this name that another one needs.
    fn all_of(&self, of: &str, name: &str) -> impl Iterator<Item = &'a str> {
        self.dependencies(of)
            .filter(move |id| self.package(id)["name"] == name)
    }

    /// What to tell where the program uses none of the versions that are recorded, but another one.
    fn unrecorded(&self, cores: &[&str]) -> Option<String> {
        let needs = |id: &str, core: &str| self.dependencies(id).any(|needed| needed == core);
        let is_of_program = |id: &&str| {
            let name = self.package(id)["name"].as_str().unwrap_or("");
            !OF_RECORDER.contains(&name)
        };
        let mut ids = self.nodes().filter_map(|node| node["id"].as_str());
        if ids.any(|id| is_of_program(&id) && cores.iter().any(|core| needs(id, core))) {
            return None;
        }
        let other = self.named("candle-core").find(|id| !cores.contains(id))?;
        let version = |id: &str| {
            self.package(id)["version"]
                .as_str()
                .unwrap_or("")
                .to_owned()
        };
        let (used, recorded) = (version(other), version(cores[0]));
        let feature: Vec<&str> = used.split('.').take(2).collect();
        let feature = feature.join("-");
        Some(format!(
            "the program uses candle-core {used}, and `{CANDLE}` records {recorded}: \
             `cargo add --dev {CANDLE} --features candle-{feature}` adds the other one"
        ))
    }

    fn target(&self) -> &'a Path {
        Path::new(self.0["target_directory"].as_str().unwrap_or("target"))
    }

    /// Where the records of dry runs are.
    fn records(&self) -> PathBuf {
        self.target().join("dry").join("records")
    }

    /// The package of this id, of which a copy is made.
    fn packaged(&self, id: &str) -> copy::Package {
        let package = self.package(id);
        let text = |key: &str| package[key].as_str().unwrap_or("").to_owned();
        let (version, source) = (text("version"), text("source"));
        let place = match source.is_empty() {
            true => text("manifest_path"),
            false => source.clone(),
        };
        let manifest = PathBuf::from(text("manifest_path"));
        copy::Package {
            version,
            folder: manifest.parent().unwrap_or(&manifest).to_owned(),
            elsewhere: (!source.starts_with("registry+")).then(|| (place, package.clone())),
        }
    }

    /// The candle-core of this id, if it is one of which a copy can be made.
    fn core(&self, id: &str) -> Result<copy::Package, String> {
        let features = self.node(id)["features"].as_array();
        let is_on = |feature: &str| {
            features.is_some_and(|features| features.iter().any(|on| on == feature))
        };
        if is_on("cuda") {
            return Err("the feature `cuda` of candle-core is on, and what records stands in for graphics cards: \
                        leave it out for this command, as by a feature of your own"
                .to_owned());
        }
        Ok(self.packaged(id))
    }

    /// The packages whose lines are reported: those that need this one, and those that need them, as `name@version`. They
    /// are built for this command anyway.
    fn above(&self, id: &'a str) -> Vec<String> {
        let mut above = HashSet::from([id]);
        loop {
            let known = above.len();
            for node in self.nodes() {
                let id = node["id"].as_str().unwrap_or("");
                if self.dependencies(id).any(|needed| above.contains(needed)) {
                    above.insert(id);
                }
            }
            if above.len() == known {
                break;
            }
        }
        above.remove(id);
        let name = |id: &str| {
            let package = self.package(id);
            Some(format!(
                "{}@{}",
                package["name"].as_str()?,
                package["version"].as_str()?
            ))
        };
        let mut names: Vec<String> = above.into_iter().filter_map(name).collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A program that needs packages, each of which needs candle-core, with these changes of candle-core's own package and features.
    fn graph(recorder: &str, core: Value, features: &[&str]) -> Value {
        let package =
            |name: &str| json!({"name": name, "id": name, "version": "0.1.0", "source": null});
        let mut candle = json!({
            "name": "candle-core", "id": "candle-core", "version": "0.11.1",
            "source": "registry+https://github.com/rust-lang/crates.io-index",
            "manifest_path": "/nowhere/candle-core-0.11.1/Cargo.toml",
        });
        for (key, value) in core.as_object().unwrap() {
            candle[key] = value.clone();
        }
        json!({
            "packages": [package("program"), package(recorder), package("rayon"), candle],
            "resolve": {"nodes": [
                {"id": "program", "dependencies": [recorder], "features": []},
                {"id": recorder, "dependencies": ["candle-core", "rayon"], "features": ["capture"]},
                {"id": "rayon", "dependencies": [], "features": []},
                {"id": "candle-core", "dependencies": ["rayon"], "features": features},
            ]},
            "target_directory": "/nowhere/target",
        })
    }

    #[track_caller]
    fn refused(metadata: &Value, told: &str) {
        assert_eq!(settings(&Graph(metadata)).unwrap_err(), told);
    }

    #[test]
    fn what_cannot_be_recorded() {
        refused(
            &graph("some-library", json!({}), &[]),
            "no package here makes dry runs: `shapecheck-candle` and `shapecheck-burn` do, each with the feature `capture`, \
             and `shapecheck-candle-dry` with one that names the version of candle, such as `candle-0-9`",
        );
        refused(
            &graph(CANDLE, json!({"name": "candle"}), &[]),
            "`shapecheck-candle-dry` has no feature that names the version of candle: \
             `cargo add --dev shapecheck-candle-dry --features candle-0-11`, or `candle-0-10`, `candle-0-9`, `candle-0-8`",
        );
        refused(
            &graph(CANDLE, json!({}), &["default", "cuda"]),
            "the feature `cuda` of candle-core is on, and what records stands in for graphics cards: \
             leave it out for this command, as by a feature of your own",
        );
        refused(
            &graph(CANDLE, json!({}), &[]),
            "cannot read /nowhere/candle-core-0.11.1/src/dummy_cuda_backend.rs, of which a copy is made: \
             `cargo fetch` brings the package if it is not there",
        );
    }

    /// A program of candle 0.9 beside a recorder of candle 0.11.
    #[test]
    fn a_recorder_of_another_version() {
        let mut metadata = graph(CANDLE, json!({}), &[]);
        let old =
            json!({"name": "candle-core", "id": "old", "version": "0.9.2", "source": "registry+"});
        metadata["packages"].as_array_mut().unwrap().push(old);
        let told = "the program uses candle-core 0.9.2, and `shapecheck-candle-dry` records 0.11.1: \
                    `cargo add --dev shapecheck-candle-dry --features candle-0-9` adds the other one";
        let nodes = |program: &[&str]| {
            json!([
                {"id": "program", "dependencies": program, "features": []},
                {"id": CANDLE, "dependencies": ["candle-core"], "features": []},
                {"id": "candle-core", "dependencies": [], "features": []},
                {"id": "old", "dependencies": [], "features": []},
            ])
        };
        metadata["resolve"]["nodes"] = nodes(&[CANDLE, "old"]);
        refused(&metadata, told);
        // Where a part of it uses the recorded one, the other one is not in the way.
        metadata["resolve"]["nodes"] = nodes(&[CANDLE, "old", "candle-core"]);
        assert!(
            settings(&Graph(&metadata))
                .unwrap_err()
                .starts_with("cannot read")
        );
    }

    #[test]
    fn a_run_without_dry_runs() {
        let options = Options::of(&["--html".into()]).unwrap();
        let error = show(&options, &[], Path::new("/nowhere")).unwrap_err();
        assert!(error.starts_with("no dry run was made"), "{error}");
    }

    #[test]
    fn burn_needs_no_copy() {
        let metadata = graph("shapecheck-burn", json!({"name": "burn"}), &[]);
        assert_eq!(
            settings(&Graph(&metadata)).unwrap(),
            [
                "env.SHAPECHECK_DRY=\"1\"",
                "env.SHAPECHECK_DRY_RECORDS=\"/nowhere/target/dry/records\"",
            ]
        );
    }

    #[test]
    fn lines_are_those_of_what_needs_candle() {
        let metadata = graph(CANDLE, json!({}), &[]);
        let above = Graph(&metadata).above("candle-core");
        assert_eq!(above, ["program@0.1.0", "shapecheck-candle-dry@0.1.0"]);
    }

    #[test]
    fn arguments_that_choose_the_graph() {
        let arguments: Vec<OsString> = "--test shapes --manifest-path a/Cargo.toml -F x --features=y --release --offline -- --locked"
            .split(' ')
            .map(OsString::from)
            .collect();
        let expected = [
            "--manifest-path",
            "a/Cargo.toml",
            "-F",
            "x",
            "--features=y",
            "--offline",
        ];
        assert_eq!(of_graph(&arguments), expected);
    }
}
