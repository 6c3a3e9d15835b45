//! Packages of their own that tests build offline need what a clean clone has fetched for the workspace, and no more.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Those that only offline tests build. What a test copies the lock file of the workspace to is right by that.
const PACKAGES: [&str; 3] = [
    "crates/shapecheck/tests/in_gdb",
    "crates/cargo-shapecheck/tests/editor",
    "crates/cargo-shapecheck/tests/programs",
];

/// The packages of a registry that a lock file names, each with its version and its checksum.
fn locked(folder: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(folder).join("Cargo.lock")).expect("a lock file");
    let of_registry = |package: &&str| package.contains("\nsource = ");
    let packages = text.split("[[package]]").filter(of_registry);
    let without_dependencies = |package: &str| {
        let (front, _) = package.split_once("dependencies").unwrap_or((package, ""));
        front.trim().to_owned()
    };
    packages.map(without_dependencies).collect()
}

#[test]
fn lock_files_name_what_the_workspace_fetches() {
    let fetched = locked(".");
    assert!(fetched.len() > 100, "{}", fetched.len());
    for package in PACKAGES {
        let locked = locked(package);
        let missing = Vec::from_iter(locked.difference(&fetched));
        assert!(!locked.is_empty(), "{package}");
        assert!(
            missing.is_empty(),
            "{package} needs {missing:?}: `cargo update -p NAME --precise VERSION` there, with the version of the workspace"
        );
    }
}
