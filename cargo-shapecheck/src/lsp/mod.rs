//! tmp
use std::ffi::OsString;
/// tmp
pub fn run(_: &[OsString]) -> std::io::Result<std::process::ExitCode> { Ok(std::process::ExitCode::SUCCESS) }
