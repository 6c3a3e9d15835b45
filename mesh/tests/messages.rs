//! What the compiler says of each mistake, word for word: with the compiler that CI has, as another one writes other lines around our own.

use std::process::Command;

/// The compiler that recorded the messages, also in the tests of the library.
const PINNED: &str = "1.95.";

#[test]
fn messages_are_word_for_word() {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let release = version
        .lines()
        .find_map(|line| line.strip_prefix("release: "));
    if release.is_some_and(|release| release.starts_with(PINNED) && !release.contains('-')) {
        trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
    } else {
        println!("exact texts are skipped: the snapshots are those of rustc {PINNED}x");
    }
}
