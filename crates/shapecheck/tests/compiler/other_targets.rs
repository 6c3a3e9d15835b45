//! What the compiler says where `usize` has 32 bits, on machines that have the standard library of such a target.

use std::env;
use std::path::Path;
use std::process::Command;

/// Those whose `usize` has 32 bits; a library is built for each without a linker.
const TARGETS: [&str; 3] = [
    "thumbv7em-none-eabihf",
    "i686-unknown-linux-musl",
    "wasm32-unknown-unknown",
];

fn is_installed(target: &str) -> bool {
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .unwrap();
    Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
}

#[test]
fn a_size_too_large_for_the_target() {
    let Some(target) = TARGETS.iter().find(|target| is_installed(target)) else {
        println!("skipped: none of {TARGETS:?} is installed");
        return;
    };
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--target", target, "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("too_large"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/too_large"))
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("error[E0080]"))
        .collect();
    let expected = "error[E0080]: evaluation panicked: a size of this shape does not fit in `usize` on the target";
    assert_eq!(errors, [expected; 3], "{text}");
}
