//! `cargo shapecheck explain`: a section of the guide's page on errors, in the terminal, and where it is on the web.

mod pattern;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

use serde_json::Value;

use crate::types::library;
use pattern::pattern;

/// The page of the guide.
const PAGE: &str = "https://docs.rs/shapecheck/latest/shapecheck/guide/errors/";

/// A heading with what stands below it.
#[derive(Clone, Copy)]
struct Section {
    heading: &'static str,
    text: &'static str,
}

impl Section {
    fn all() -> impl Iterator<Item = Self> {
        let sections = library::ERRORS.split("\n# ").skip(1);
        sections.filter_map(|section| {
            let (heading, text) = section.split_once('\n')?;
            Some(Self { heading, text })
        })
    }

    /// The name that rustdoc gives the place of the heading, `#sizes-with-names`.
    fn anchor(&self) -> String {
        self.heading.to_lowercase().replace(' ', "-")
    }

    /// The messages, each with its cause and what to do.
    fn rows(&self) -> impl Iterator<Item = [&'static str; 3]> {
        self.text.lines().filter_map(row)
    }

    /// The section with each row of a table as a message and what is to be said of it below.
    fn told(&self) -> String {
        let mut told = String::new();
        for line in self.text.lines() {
            match row(line) {
                Some(of_message) => told += &told_of(of_message),
                None if line.starts_with("| ") => {}
                None => told += &format!("{}\n", without_links(line)),
            }
        }
        told.trim_matches('\n').to_owned()
    }
}

/// The columns of a row of a table that is about a message.
fn row(line: &str) -> Option<[&str; 3]> {
    let line = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let columns = Vec::from_iter(line.split(" | "));
    match columns[..] {
        ["message" | "---", ..] => None,
        [message, cause, advice] => Some([message, cause, advice]),
        _ => None,
    }
}

fn told_of([message, cause, advice]: [&str; 3]) -> String {
    let [cause, advice] = [cause, advice].map(without_links);
    format!("{message}\n    cause: {cause}\n    what to do: {advice}\n")
}

/// `named` of ``[`named`](crate::TensorOn::named)``.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut told = parts.next().unwrap_or("").to_owned();
    for part in parts {
        // The bracket that is open there: a name may have its own, `#[checked]`.
        let mut depth = 0;
        let start = told.char_indices().rev().find_map(|(at, character)| {
            depth += i32::from(character == '[') - i32::from(character == ']');
            (depth > 0).then_some(at)
        });
        if let Some(start) = start {
            told.remove(start);
        }
        told += part.split_once(')').map_or(part, |(_, behind)| behind);
    }
    told.replace("\\|", "|")
}

/// Each message of the page by its pattern, with its section and its row. An editor asks for those of every error, after each key.
static MESSAGES: LazyLock<Vec<(String, Section, [&str; 3])>> = LazyLock::new(|| {
    let messages = Section::all().flat_map(|section| {
        let rows = Vec::from_iter(section.rows());
        let rows = rows.into_iter();
        rows.map(move |row| (pattern(row[0]), section, row))
    });
    messages.collect()
});

/// The section and the row with a message, whatever its sizes: a number and a name are both a size.
fn found(headline: &str) -> Option<(Section, [&'static str; 3])> {
    let exact = pattern(headline);
    let of_any_size = |pattern: &str| pattern.replace('N', "_");
    let any = of_any_size(&exact);
    let mut messages = MESSAGES.iter();
    let found = messages.find(|(pattern, ..)| *pattern == exact);
    let mut messages = MESSAGES.iter();
    let found = found.or_else(|| messages.find(|(pattern, ..)| of_any_size(pattern) == any));
    found.map(|(_, section, row)| (*section, *row))
}

/// The name of the section with a message.
pub fn section_of(headline: &str) -> Option<String> {
    found(headline).map(|(section, _)| section.anchor())
}

/// The same of a line of rustc's JSON.
pub fn section_of_line(line: &str) -> Option<String> {
    let message: Value = serde_json::from_str(line).ok()?;
    section_of(message["message"].as_str()?)
}

/// Where a message is explained.
pub fn address_of(headline: &str) -> Option<String> {
    section_of(headline).map(|section| format!("{PAGE}#{section}"))
}

/// rustc's line about more information, with the sections besides: three are enough for a line.
pub fn with_sections(line: &str, sections: &[String]) -> String {
    let sections = sections[..sections.len().min(3)].join(" ");
    let command = format!("try `cargo shapecheck explain {sections}` or `rustc --explain");
    line.replace("try `rustc --explain", &command)
}

/// Prints sections, by their names or the beginnings of them, or what is said of a message.
///
/// # Errors
///
/// Returns an error if the output cannot be written, or if there is no such section and no such message.
pub fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let words = arguments.iter().map(|argument| argument.to_string_lossy());
    let words = Vec::from_iter(words);
    let asked = words.join(" ");
    // As it is printed: `error[E0277]: cannot broadcast: ..`
    let headline = match asked.split_once("]: ") {
        Some((start, headline)) if start.starts_with("error[") => headline,
        _ => &asked,
    };
    let named = |name: &str| Section::all().find(|section| section.anchor().starts_with(name));
    let sections: Option<Vec<Section>> = words
        .iter()
        .map(|word| named(&word.to_lowercase()))
        .collect();
    let told = match (sections, found(headline)) {
        (Some(sections), _) if !sections.is_empty() => {
            let told = sections
                .iter()
                .map(|section| format!("{}\n\n{PAGE}#{}\n", section.told(), section.anchor()));
            Vec::from_iter(told).join("\n")
        }
        (_, Some((section, row))) => format!("{}\n{PAGE}#{}\n", told_of(row), section.anchor()),
        _ => {
            let all = Section::all().map(|section| format!("  {}\n", section.anchor()));
            let all = format!(
                "cargo shapecheck explain SECTION, or a message:\n{}",
                all.collect::<String>()
            );
            if !asked.is_empty() {
                return Err(io::Error::other(format!(
                    "neither a section nor a message of the crate: {asked}\n{all}"
                )));
            }
            all
        }
    };
    io::stdout().write_all(told.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
