//! Summaries for `cargo shapecheck summary`, which sets a variable of the environment: a file for each run.

use alloc::format;
use alloc::string::{String, ToString};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use super::summary::Summary;

/// The folder for the files, after their format: `svg:/path`.
const VARIABLE: &str = "SHAPECHECK_SUMMARY";

/// Writes a summary to its own file, if the tool asked for it.
///
/// # Panics
///
/// Panics if it cannot be written.
#[track_caller]
pub(super) fn report(summary: &Summary) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let Ok(asked) = env::var(VARIABLE) else {
        return;
    };
    let written = match asked.split_once(':') {
        Some(("text", folder)) => write(folder, &COUNT, "text", format!("{summary}\n")),
        Some(("json", folder)) => write(folder, &COUNT, "json", summary.to_json() + "\n"),
        Some(("svg", folder)) => write(folder, &COUNT, "svg", summary.to_svg()),
        _ => Err("neither `text:`, `json:` nor `svg:` with a folder".to_string()),
    };
    if let Err(error) = written {
        panic!("the summary of a dry run, for {VARIABLE}={asked}: {error}");
    }
}

fn write(folder: &str, count: &AtomicUsize, format: &str, text: String) -> Result<(), String> {
    // Several tests are several programs.
    let number = count.fetch_add(1, Ordering::Relaxed);
    let path = format!("{folder}/{}-{number:06}.{format}", process::id());
    fs::write(path, text).map_err(|error| error.to_string())
}
