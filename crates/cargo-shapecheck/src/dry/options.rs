//! The options of `cargo shapecheck dry` among those of cargo.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::annotate::{Annotate, Format, Part};

/// What the arguments ask for.
#[derive(Default)]
pub(super) struct Options {
    pub(super) help: bool,
    /// Whether tests are to be written.
    pub(super) init: bool,
    pub(super) annotate: Option<Annotate>,
    /// The file of the page, or none for the usual one.
    pub(super) html: Option<Option<PathBuf>>,
    /// The arguments for cargo.
    pub(super) rest: Vec<OsString>,
}

impl Options {
    pub(super) fn of(arguments: &[OsString]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut format = None;
        let mut arguments = arguments.iter().peekable();
        while let Some(argument) = arguments.next() {
            match &*argument.to_string_lossy() {
                "-h" | "--help" => options.help = true,
                "--init" => options.init = true,
                "--markdown" => format = Some((Format::Markdown, "--markdown")),
                "--json" => format = Some((Format::Json, "--json")),
                "--annotate" => {
                    let part = arguments.next_if(|next| is_source(next));
                    options.annotate = Some(Annotate::of(part.map(|part| Part::of(part))));
                }
                "--html" => {
                    let file = arguments.next_if(|next| next.to_string_lossy().ends_with(".html"));
                    options.html = Some(file.map(PathBuf::from));
                }
                "--" => {
                    options.rest.push(argument.clone());
                    options.rest.extend(arguments.by_ref().cloned());
                }
                text => match text.split_once('=') {
                    Some(("--annotate", part)) => {
                        options.annotate = Some(Annotate::of(Some(Part::of(OsStr::new(part)))));
                    }
                    Some(("--html", file)) => options.html = Some(Some(file.into())),
                    _ => options.rest.push(argument.clone()),
                },
            }
        }
        match (&mut options.annotate, format) {
            (Some(annotate), Some((format, _))) => annotate.format = format,
            (None, Some((_, name))) => {
                return Err(format!(
                    "`{name}` is a form of `--annotate`, which is not there"
                ));
            }
            (_, None) => {}
        }
        Ok(options)
    }
}

/// Whether the argument after `--annotate` is its file: a name of a test may stand there.
fn is_source(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    let name = text.rsplit_once(".rs").map(|(_, rest)| rest);
    !text.starts_with('-') && name.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<Options, String> {
        let arguments: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        Options::of(&arguments)
    }

    #[track_caller]
    fn asks(text: &str, part: Option<Part>, rest: &str) {
        let options = options(text).unwrap();
        let annotate = options.annotate.unwrap();
        assert_eq!(annotate.part, part);
        assert_eq!(options.rest.join(OsStr::new(" ")), rest);
    }

    #[test]
    fn a_file_may_come_after_annotate() {
        let part = |lines: Option<(usize, usize)>| {
            let file = "src/model.rs".into();
            Some(Part { file, lines })
        };
        asks("--annotate", None, "");
        asks("--annotate attention", None, "attention");
        asks("--annotate --release", None, "--release");
        asks("--annotate src/model.rs x", part(None), "x");
        asks("x --annotate src/model.rs:40-80", part(Some((40, 80))), "x");
        asks("--annotate=src/model.rs:40", part(Some((40, 40))), "");
        asks("--annotate -- --annotate", None, "-- --annotate");
    }

    #[test]
    fn a_page_has_a_file_of_its_own() {
        let html = |text: &str| options(text).unwrap().html;
        assert_eq!(html("--html --release"), Some(None));
        assert_eq!(html("--html attention"), Some(None));
        assert_eq!(html("--html a/b.html x"), Some(Some("a/b.html".into())));
        assert_eq!(html("--html=b"), Some(Some("b".into())));
        assert_eq!(html("-- --html"), None);
    }

    #[test]
    fn other_arguments_are_those_of_cargo() {
        let all = "run --release --example a -- --json --help";
        let options = options(all).unwrap();
        assert!(options.annotate.is_none() && !options.help);
        assert_eq!(options.rest.join(OsStr::new(" ")), all);
    }

    #[test]
    fn a_form_of_nothing() {
        let error = options("--json").err().unwrap();
        assert_eq!(
            error,
            "`--json` is a form of `--annotate`, which is not there"
        );
    }
}
