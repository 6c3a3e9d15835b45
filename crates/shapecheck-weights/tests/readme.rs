//! The program of the README runs: in a separate package, with the README's dependencies, it prints what the
//! README says.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// The first block of the README that is fenced with this tag.
fn block(tag: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("```{tag}\n")).expect("a block");
    rest.split_once("```").expect("the end of the block").0
}

#[test]
fn the_program_prints_what_is_said() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap();
    let folder = std::env::temp_dir().join(format!("shapecheck-readme-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let dependencies = block("toml").replace("../shapecheck", &repository.display().to_string());
    let manifest = format!(
        "[package]\nname = \"readme\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.join("src/main.rs"), block("rust")).unwrap();
    // The versions that are there already.
    std::fs::copy(repository.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let ran = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(&folder)
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme"),
        )
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        block("text"),
        "{said}"
    );
}
