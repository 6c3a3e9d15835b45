//! Settings that rust-analyzer gets from this program, and those that the editor asked for instead.
//!
//! rust-analyzer shortens types before they can be read as shapes, so it is asked not to; long types are shortened
//! afterwards. Background checks run `cargo shapecheck`.

use std::env;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::cargo::DEFAULT_COMMAND;

/// What the editor has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The maximum length of a type in inlay hints.
    pub hints: Limit,
    /// In the types of a function's parameters, in hovers.
    pub substitutions: Limit,
    /// Experimental diagnostics.
    pub experimental: bool,
    /// Dry runs after each save, `shapecheck.dryRunOnSave`.
    pub runs_on_save: bool,
    /// rust-analyzer's own checks after each save.
    pub checks_on_save: bool,
}

/// The maximum length of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// In characters; `None` for no limit.
    pub longest: Option<usize>,
    /// Whether the editor asked for it. If not, types about shapes are not shortened.
    pub is_asked_for: bool,
}

impl Limit {
    const fn by_default(longest: usize) -> Self {
        Self {
            longest: Some(longest),
            is_asked_for: false,
        }
    }
}

impl Default for Asked {
    /// The defaults of rust-analyzer.
    fn default() -> Self {
        Self {
            hints: Limit::by_default(25),
            substitutions: Limit::by_default(20),
            experimental: false,
            runs_on_save: false,
            checks_on_save: true,
        }
    }
}

/// Changes rust-analyzer's settings (the section `rust-analyzer`) and returns what was set. `is_live` says whether its
/// experimental diagnostics tell of the crate's errors.
pub fn change(settings: &mut Value, this: &Path, is_live: bool) -> Asked {
    let defaults = Asked::default();
    let diagnostics = object_in(settings, "diagnostics");
    let experimental = object(diagnostics.entry("experimental"));
    let is_experimental = experimental.get("enable") == Some(&json!(true));
    // Editors send `false` where nobody has set it.
    if is_live {
        experimental.insert("enable".to_owned(), json!(true));
    }
    // rust-analyzer has no such section.
    let own = settings
        .as_object_mut()
        .and_then(|all| all.shift_remove("shapecheck"));
    let runs_on_save = own.is_some_and(|own| own["dryRunOnSave"] == true);
    let asked = Asked {
        experimental: is_experimental,
        runs_on_save,
        checks_on_save: settings["checkOnSave"] != false,
        hints: take_limit(settings, "inlayHints", "maxLength", defaults.hints),
        substitutions: take_limit(
            settings,
            "hover",
            "maxSubstitutionLength",
            defaults.substitutions,
        ),
    };
    // `AXIS:` before each number of `sum_axis::<-1>()` repeats what the method's name says. A user who asks for these
    // hints gets them.
    let hints = object_in(settings, "inlayHints");
    let parameters = object(hints.entry("genericParameterHints"));
    object(parameters.entry("const"))
        .entry("enable")
        .or_insert(json!(false));
    let has_own_command = settings["check"]["overrideCommand"].is_array();
    if let (false, Some(this)) = (has_own_command, this.to_str()) {
        let check = object_in(settings, "check");
        let command = check.insert("command".to_owned(), json!("shapecheck"));
        let environment = object(check.entry("extraEnv"));
        let command = command.filter(Value::is_string).unwrap_or(json!("check"));
        environment.insert(DEFAULT_COMMAND.to_owned(), command);
        environment.insert("PATH".to_owned(), json!(path_with(Path::new(this))));
    }
    asked
}

/// `PATH` with the folder of this program.
fn path_with(program: &Path) -> String {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_owned).into_iter();
    env::join_paths(folders.chain(env::split_paths(&path)))
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}

fn take_limit(settings: &mut Value, section: &str, key: &str, default: Limit) -> Limit {
    let asked = object_in(settings, section).insert(key.to_owned(), Value::Null);
    match asked {
        None => default,
        Some(value) => Limit {
            longest: value
                .as_u64()
                .and_then(|longest| usize::try_from(longest).ok()),
            is_asked_for: true,
        },
    }
}

/// What a section is, an object if it was none.
pub fn object_in<'s>(settings: &'s mut Value, section: &str) -> &'s mut Map<String, Value> {
    if !settings.is_object() {
        *settings = json!({});
    }
    match settings {
        Value::Object(settings) => object(settings.entry(section)),
        _ => unreachable!("made an object above"),
    }
}

fn object(entry: serde_json::map::Entry<'_>) -> &mut Map<String, Value> {
    let value = entry.or_insert_with(|| json!({}));
    if !value.is_object() {
        *value = json!({});
    }
    match value {
        Value::Object(object) => object,
        _ => unreachable!("made an object above"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_run_through_the_subcommand() {
        for (asked, command) in [
            (Value::Null, "check"),
            (json!({"check": {"command": "clippy"}}), "clippy"),
        ] {
            let mut settings = asked;
            let asked = change(&mut settings, Path::new("/w/program"), true);
            assert_eq!(asked, Asked::default());
            assert_eq!(
                settings["inlayHints"],
                json!({"maxLength": null, "genericParameterHints": {"const": {"enable": false}}})
            );
            assert_eq!(settings["hover"], json!({"maxSubstitutionLength": null}));
            assert_eq!(settings["check"]["command"], "shapecheck");
            let environment = &settings["check"]["extraEnv"];
            assert_eq!(environment[DEFAULT_COMMAND], command);
            assert!(environment["PATH"].as_str().unwrap().starts_with("/w"));
        }
    }

    #[test]
    fn what_is_asked_for_is_kept() {
        let mut settings = json!({
            "inlayHints": {"maxLength": 40, "typeHints": {"enable": true}},
            "check": {"overrideCommand": ["cargo", "shapecheck"]},
        });
        let asked = change(&mut settings, Path::new("/w"), true);
        assert_eq!(asked.hints.longest, Some(40));
        assert!(asked.hints.is_asked_for);
        assert_eq!(settings["inlayHints"]["typeHints"]["enable"], true);
        assert_eq!(
            settings["check"],
            json!({"overrideCommand": ["cargo", "shapecheck"]})
        );
    }

    #[test]
    fn own_settings_are_not_passed_on() {
        let mut settings = json!({"shapecheck": {"dryRunOnSave": true}});
        assert!(change(&mut settings, Path::new("/w"), true).runs_on_save);
        assert_eq!(settings.get("shapecheck"), None);
    }

    #[test]
    fn experimental_diagnostics_are_on_where_they_tell_of_shapes() {
        let asked = |enable| json!({"diagnostics": {"experimental": {"enable": enable}}});
        for (before, is_live, is_on, is_asked_for) in [
            (json!({}), true, json!(true), false),
            (asked(false), true, json!(true), false),
            (asked(true), true, json!(true), true),
            (json!({}), false, Value::Null, false),
            (asked(false), false, json!(false), false),
            (asked(true), false, json!(true), true),
        ] {
            let mut settings = before;
            let asked = change(&mut settings, Path::new("/w"), is_live);
            assert_eq!(settings["diagnostics"]["experimental"]["enable"], is_on);
            assert_eq!(asked.experimental, is_asked_for);
        }
    }
}
