//! Runs programs outside of the repository, as a user would: in a separate crate, with the dependencies that a README
//! adds. The versions are those of the repository's lock file, and the crates of the repository are the ones here.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The crates of the repository that programs depend on, with their folders.
const CRATES: [(&str, &str); 10] = [
    ("shapecheck", "crates/shapecheck"),
    ("shapecheck-core", "crates/shapecheck-core"),
    ("shapecheck-macros", "crates/shapecheck-macros"),
    ("shapecheck-declarations", "crates/shapecheck-declarations"),
    ("shapecheck-dry", "crates/shapecheck-dry"),
    ("shapecheck-weights", "crates/shapecheck-weights"),
    (
        "shapecheck-weights-header",
        "crates/shapecheck-weights-header",
    ),
    ("shapecheck-candle", "bridges/candle"),
    ("shapecheck-burn", "bridges/burn"),
    ("shapecheck-borders", "bridges/borders"),
];

/// The blocks of a text that are fenced with this tag.
pub fn blocks<'a>(text: &'a str, tag: &str) -> impl Iterator<Item = &'a str> {
    let fence = format!("```{tag}\n");
    let starts: Vec<usize> = text
        .match_indices(&fence)
        .map(|(start, _)| start + fence.len())
        .collect();
    starts.into_iter().map(move |start| {
        let rest = &text[start..];
        rest.split_once("```").expect("the end of a block").0
    })
}

/// The section of a manifest that these commands write: what follows `cargo add`, with the clone of the repository that
/// stands beside the project replaced by this one.
fn dependencies(commands: &str) -> String {
    let repository = repository();
    let mut section = "[dependencies]\n".to_owned();
    for line in commands.lines() {
        let line = line.split('#').next().unwrap_or(line);
        let Some(arguments) = line.trim().strip_prefix("cargo add ") else {
            continue;
        };
        let mut words = arguments.split_whitespace();
        let (mut name, mut keys) = (String::new(), String::new());
        while let Some(word) = words.next() {
            let mut next = || words.next().expect("a value after the option");
            match word {
                "--path" => {
                    let folder = next().strip_prefix("../shapecheck/");
                    let folder = folder.expect("a folder of a clone beside the project");
                    let of_folder = CRATES.iter().find(|(_, known)| *known == folder);
                    name = of_folder.expect("a crate of the repository").0.into();
                    keys += &format!("path = {:?}, ", repository.join(folder));
                }
                "--features" => {
                    let features: Vec<_> = next().split(',').collect();
                    keys += &format!("features = {features:?}, ");
                }
                "--no-default-features" => keys += "default-features = false, ",
                package => {
                    let (package, version) = package.split_once('@').unwrap_or((package, "*"));
                    name = package.into();
                    keys += &format!("version = {version:?}, ");
                }
            }
        }
        section += &format!("{name} = {{ {} }}\n", keys.trim_end_matches(", "));
    }
    section
}

/// The folder of the repository.
fn repository() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above
        .find(|folder| folder.join("crates/shapecheck/tests/outside").is_dir())
        .expect("the folder of the repository")
}

/// What the first program with a `main` of this crate's README prints, built with what the README's first commands add.
#[allow(dead_code)]
pub fn first_program() -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // That of the library is the repository's.
    let mut readmes = here.ancestors().map(|folder| folder.join("README.md"));
    let readme = readmes.find(|path| path.is_file()).expect("a README");
    let readme = fs::read_to_string(readme).unwrap();
    // The library's lists all crates; its quick start adds one.
    let commands = blocks(&readme, "sh")
        .find(|block| block.contains("cargo add ") && !block.contains("cargo install "))
        .expect("commands that add dependencies");
    let program = blocks(&readme, "rust")
        .find(|block| block.contains("fn main()"))
        .expect("a program with a `main`");
    run(
        "outside",
        &dependencies(commands),
        &[("main.rs", program.into())],
    )
}

/// Where the tests were built, so that dependencies are not built again.
pub fn target() -> &'static Path {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().expect("the target folder")
}

/// What a separate crate of these source files prints, built with these dependencies.
pub fn run(name: &str, dependencies: &str, files: &[(&str, String)]) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = repository();
    let mut locks = here.ancestors().map(|folder| folder.join("Cargo.lock"));
    let lock = locks.find(|path| path.is_file()).expect("a lock file");

    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let outside = temporary.join(name);
    let patches: String = CRATES
        .iter()
        .map(|(name, folder)| format!("{name} = {{ path = {:?} }}\n", repository.join(folder)))
        .collect();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n{dependencies}\n[workspace]\n\n[patch.crates-io]\n{patches}"
    );
    fs::create_dir_all(outside.join("src")).unwrap();
    fs::write(outside.join("Cargo.toml"), manifest).unwrap();
    for (file, text) in files {
        fs::write(outside.join("src").join(file), text).unwrap();
    }
    fs::copy(lock, outside.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--target-dir"])
        .arg(target())
        .current_dir(&outside)
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}
