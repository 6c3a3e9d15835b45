//! The compiler whose messages are recorded, which `rust-toolchain.toml` names: another one writes other lines around ours.

use std::env;
use std::process::Command;

/// Its release, such as `1.99.1`.
pub fn release() -> &'static str {
    let (_, rest) = include_str!("../../../../rust-toolchain.toml")
        .split_once("channel = \"")
        .expect("a toolchain");
    rest.split('"').next().expect("a release")
}

/// The release of the compiler at hand.
pub fn at_hand() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output();
    let version = String::from_utf8(version.expect("rustc runs").stdout).expect("text");
    let mut releases = version
        .lines()
        .filter_map(|line| line.strip_prefix("release: "));
    releases.next().expect("a release").to_owned()
}

/// Whether it is the compiler at hand.
pub fn is_at_hand() -> bool {
    at_hand() == release()
}
