//! Notes about internals of the crate `shapecheck`, or that only point to a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::rustc::{self, Reads};
use super::words::is_number;
use crate::types::{Evidence, arithmetic, library, traits, vocabulary};

/// Whether a note or suggestion does not help the reader. `follows_plumbing` says whether the one before it does not.
pub fn is_plumbing(child: &Value, follows_plumbing: bool, evidence: Evidence) -> bool {
    let message = child["message"].as_str().unwrap_or("");
    is_internal_requirement(message, evidence)
        || trait_of_list(message).is_some_and(|name| {
            is_of_crate_alone(name) && (evidence.shapes || is_from_internal_macro(child))
                || is_of_own_engines(child)
        })
        || is_internal_suggestion(child)
        || is_about_type_parameters(message) && evidence.is_of_shapes()
        || is_repeated_in_words(message)
        || is_suggestion_in_crate(child)
        || is_in_crate(message, child)
        || is_of_local_function(message, child)
        || evidence.is_of_shapes() && (is_of_library(message, child) || is_of_cast(message))
        || is_list_of_engines(message)
        || evidence.is_of_shapes() && is_of_elements(message, child)
        || is_of_sizes_alone(message)
        || evidence.is_of_shapes() && is_of_conversion(message)
        || suggests_axis(child)
        || ((follows_plumbing || evidence.shapes)
            && message.ends_with("hidden")
            && message.says(rustc::REDUNDANT))
}

/// What rustc says about every type parameter.
fn is_about_type_parameters(message: &str) -> bool {
    message.begins(rustc::PARAMETER_OTHER_FOUND)
        || message.contains("doc.rust-lang.org/book/ch10-02-traits.html#traits-as-parameters")
}

/// ``the trait `HasAxis<-9>` is not implemented for ``, which the headline says already, as it does of two names.
fn is_repeated_in_words(message: &str) -> bool {
    message.opens(rustc::OTHER_TYPES, "shapecheck::num_traits::Float`")
        || message.opens(rustc::TRAIT, "HasAxis<")
        || message.opens(rustc::TRAIT, "Decides<")
        || message.opens(rustc::TRAIT, "WithAxis<")
        || message.opens(rustc::TRAIT, "KnownSize")
        || message.opens(rustc::TRAIT, "StaticDim` is not implemented for `Dyn`")
}

/// Whether the note shows where the standard library defines what everybody knows, `Some` and `Ok`.
fn is_of_library(message: &str, child: &Value) -> bool {
    message.begins(rustc::TYPE_CONSTRUCTED)
        || message.closes(rustc::DEFINED_HERE)
            && child["spans"].as_array().is_some_and(|spans| {
                let mut files = spans.iter().filter_map(|span| span["file_name"].as_str());
                let is_of_rust = |file: &str| {
                    file.starts_with("/rustc/") || file.contains("/lib/rustlib/src/rust/library/")
                };
                !spans.is_empty() && files.all(is_of_rust)
            })
}

/// Whether rustc lists what the crate's tensors or engines can do.
fn is_list_of_engines(message: &str) -> bool {
    message.begins(rustc::OTHER_TYPES)
        && [
            "`Host` implements `",
            "`Inline` implements `",
            "`TensorOn<T, S, E>` implements `",
        ]
        .iter()
        .any(|line| message.contains(line))
}

/// Whether rustc shows how the crate's own engines ask for an operation on elements, or what makes a tensor.
fn is_of_elements(message: &str, child: &Value) -> bool {
    let spans = child["spans"].as_array();
    let is_in_crate = spans.is_some_and(|spans| {
        let mut files = spans.iter().filter_map(|span| span["file_name"].as_str());
        !spans.is_empty() && files.all(is_of_crate)
    });
    let is_shown = message.begins(rustc::TRAIT)
        && (message.says(rustc::IS_IMPLEMENTED) || message.says(rustc::IS_IMPLEMENTED_WITH))
        || message.begins(rustc::BUILD_A_NEW);
    is_shown && is_in_crate
        || message.starts_with(&format!("required for `{}", vocabulary::OPERATIONS))
}

/// ``required for `C` to implement `MatchesInner<R>` ``: the two sizes that the headline names.
fn is_of_sizes_alone(message: &str) -> bool {
    message.begins(rustc::REQUIRED_FOR)
        && ["` to implement `SameSize<", "` to implement `MatchesInner<"]
            .iter()
            .any(|bound| message.contains(bound))
        && (message.opens(rustc::REQUIRED_FOR, "UInt<") && message.contains(", UInt<")
            || !library::SENTENCES_OF_RULES
                .iter()
                .any(|(bound, _)| message.contains(bound)))
}

/// ``required for `[f64; 3]` to implement `Into<..>` ``, whose shapes the headline compares.
fn is_of_conversion(message: &str) -> bool {
    message.begins(rustc::REQUIRED_FOR)
        && ["` to implement `From<[", "` to implement `Into<"]
            .iter()
            .any(|bound| message.contains(bound))
}

/// What rustc says of two types that differ, of which it names a part, and of the value that a cast is for.
fn is_of_cast(message: &str) -> bool {
    message.begins(rustc::FOR_THAT_IMPLEMENTATION) || message.begins(rustc::REQUIRED_FOR_CAST)
}

/// Whether the headline says the same of a parameter without a bound.
pub fn is_of_parameter_without_bound(message: &str) -> bool {
    vocabulary::ABOUT_SIZES
        .iter()
        .any(|start| message.starts_with(start))
        || message.begins(rustc::REQUIRED_BY)
}

/// `where Axes<S, W>: HasAxis<-2>`, which no caller could give: the axis has to stand in the type.
fn suggests_axis(child: &Value) -> bool {
    child["spans"].as_array().is_some_and(|spans| {
        spans.iter().any(|span| {
            span["suggested_replacement"].as_str().is_some_and(|code| {
                code.contains("Axes<")
                    && [": HasAxis<-", ": WithAxis<-"]
                        .iter()
                        .any(|bound| code.contains(bound))
            })
        })
    })
}

/// Whether suggested code would be in the crate itself.
fn is_suggestion_in_crate(child: &Value) -> bool {
    let spans = child["spans"].as_array();
    spans.is_some_and(|spans| {
        !spans.is_empty()
            && spans.iter().all(|span| {
                span["suggested_replacement"].is_string()
                    && span["file_name"].as_str().is_some_and(is_of_crate)
            })
    })
}

/// Whether a file is one of the crate's, as a dependency. Files of packages in the folder of the compiler have no path from the
/// root; the crate may be among them.
pub fn is_of_crate(file: &str) -> bool {
    let file = file.replace('\\', "/");
    let mut places = library::FOLDERS
        .iter()
        .filter_map(|folder| file.find(folder));
    places.any(|place| Path::new(&file).is_absolute() || is_package_of_crate(&file[..place]))
        || is_of_meshes(&file)
}

/// Whether a file is one of the crate for meshes, whose folder has no subfolders.
fn is_of_meshes(file: &str) -> bool {
    let source = file.rsplit_once("/src/");
    source.is_some_and(|(folder, _)| is_package(folder, &[vocabulary::PACKAGE_OF_MESHES]))
}

fn is_package_of_crate(folder: &str) -> bool {
    is_package(folder, &vocabulary::PACKAGES)
}

/// Whether the manifest in a folder, which is looked at once, is that of one of these packages.
fn is_package(folder: &str, packages: &[&str]) -> bool {
    static FOLDERS: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());
    let look = || {
        let manifest = fs::read_to_string(Path::new(folder).join("Cargo.toml")).ok()?;
        let mut lines = manifest.lines().map(str::trim);
        let name = lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
        Some(name.to_owned())
    };
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let name = folders.entry(folder.to_owned()).or_insert_with(look);
    name.as_deref().is_some_and(|name| packages.contains(&name))
}

fn is_below(file: &str, folder: &str) -> bool {
    file.replace('\\', "/").contains(folder)
}

/// Whether a note only says where rustc wrote a shortened type.
pub fn points_to_long_type(message: &str) -> bool {
    message.begins(rustc::LONG_TYPE) || message.is(rustc::VERBOSE)
}

/// `Broadcast3By3`, `BroadcastNameBy3` and similar names, for all forms of sizes, and `TellBroadcast`, which leads to them.
fn is_message_trait(name: &str) -> bool {
    const FORMS: &[&str] = vocabulary::FORMS_OF_NAMES;
    let is_form = |text: &str| {
        text.ends_with(|c: char| c.is_ascii_digit())
            || FORMS.iter().any(|form| text.ends_with(form))
    };
    let leads = name
        .strip_prefix("Tell")
        .is_some_and(|rule| rule.starts_with(char::is_uppercase));
    let tells = name
        .rsplit_once("By")
        .is_some_and(|(left, right)| is_form(left) && (is_number(right) || FORMS.contains(&right)));
    leads || tells
}

/// The name and the modules before it, without what stands in angle brackets.
fn path(text: &str) -> (&str, &str) {
    let path = text.split('<').next().unwrap_or(text);
    match path.rsplit_once("::") {
        Some((modules, name)) => (modules, name),
        None => ("", path),
    }
}

fn is_internal_trait(text: &str) -> bool {
    let (modules, name) = path(text);
    is_message_trait(name) || (modules.starts_with(vocabulary::CRATE) && traits::is_internal(name))
}

/// Whether a path leads through a private module of the crate or of that for meshes, which rustc writes only where no path from outside
/// leads to the type.
fn is_private(text: &str) -> bool {
    let (modules, _) = path(text);
    let of_mesh = modules.strip_prefix(vocabulary::CRATE_OF_MESHES);
    of_mesh.is_some_and(|modules| modules.starts_with("::"))
        || vocabulary::PRIVATE_MODULES
            .contains(&modules.strip_prefix("shapecheck::").unwrap_or(modules))
}

/// ``required for `A` to implement `B` `` and ``the trait `B` is not implemented for `A` ``.
fn is_internal_requirement(message: &str, evidence: Evidence) -> bool {
    let message = message.lines().next().unwrap_or("");
    let between = |start: &str, middle: &str| {
        let (left, right) = message.strip_prefix(start)?.split_once(middle)?;
        Some((left, right.strip_suffix('`').unwrap_or(right)))
    };
    let required = between("required for `", "` to implement `");
    let missing = between("the trait `", "` is not implemented for `").map(|(to, of)| (of, to));
    required.or(missing).is_some_and(|(of, to)| {
        // `for<'a> HoldsAnySize<&'a Inline>`
        let to = to
            .strip_prefix("for<")
            .and_then(|to| to.split_once("> "))
            .map_or(to, |(_, to)| to);
        is_private(to)
            || vocabulary::MESSAGE_TYPES.contains(&path(of).1)
                && (is_message_trait(path(to).1) || traits::is_internal(path(to).1))
            || is_internal_trait(to)
            || is_of_equation(to)
            || evidence.shapes && traits::is_verdict(path(to).1)
    })
}

/// A bound on the names of axes, as the macros for equations write it: the traits have no path, and so are recognized by
/// what follows them.
pub fn is_of_equation(bound: &str) -> bool {
    let (name, arguments) = bound.split_once('<').unwrap_or((bound, ""));
    let argument = arguments.split([',', '>']).next().unwrap_or("");
    traits::is_of_library(path(name).1)
        && library::RELATIONS_OF_EQUATIONS.contains(&path(argument).1)
}

/// Whether the note shows the function that a macro for equations writes, which is on the caller's own line.
fn is_of_local_function(message: &str, child: &Value) -> bool {
    let shows_function = message.begins(rustc::REQUIRED_BY) || message == "function defined here";
    shows_function && is_from_internal_macro(child)
}

/// `Shape` of ``the following other types implement trait `Shape` ``.
fn trait_of_list(message: &str) -> Option<&str> {
    message.after(rustc::OTHER_TYPES)?.split('`').next()
}

/// Whether only the crate implements the trait.
fn is_of_crate_alone(name: &str) -> bool {
    is_internal_trait(name) || traits::is_closed(path(name).1)
}

/// Whether the note shows only the crate's own engines: a list of what they implement shows macros, and says no more than
/// the crate's notes.
fn is_of_own_engines(child: &Value) -> bool {
    child["spans"].as_array().is_some_and(|spans| {
        let mut files = spans.iter().filter_map(|span| span["file_name"].as_str());
        !spans.is_empty() && files.all(|file| is_of_crate(file) && is_below(file, "/src/host/"))
    })
}

/// Whether the note shows only the crate's source: how it asks for a bound that the headline names already.
fn is_in_crate(message: &str, child: &Value) -> bool {
    let is_of_source = message.begins(rustc::REQUIRED_BY)
        || message.begins(rustc::BUILD_A_NEW)
        || ["method defined here", "associated function defined here"].contains(&message);
    is_of_source
        && child["spans"].as_array().is_some_and(|spans| {
            let mut files = spans.iter().map(|span| span["file_name"].as_str());
            !spans.is_empty() && files.all(|file| file.is_some_and(is_of_crate))
        })
}

/// Whether the crate's own macros have written the code that the note shows.
fn is_from_internal_macro(child: &Value) -> bool {
    child["spans"].as_array().is_some_and(|spans| {
        spans
            .iter()
            .filter_map(|span| span["expansion"]["macro_decl_name"].as_str())
            .any(|name| {
                let (modules, name) = path(name.trim_end_matches('!'));
                modules == vocabulary::MACRO_MODULE || library::MACROS.contains(&name)
            })
    })
}

/// ``this error originates in the macro `static_sizes` ``. rustc adds this note to the text for the terminal only.
pub fn is_internal_macro(message: &str) -> bool {
    let is_of_crate = |name: &str| {
        let (modules, name) = path(name);
        modules == vocabulary::MACRO_MODULE
            || library::MACROS.contains(&name)
            || name == vocabulary::FORMS_MACRO
    };
    // Also one that a macro of the crate calls.
    message.begins(rustc::OF_MACRO) && message.split('`').skip(1).step_by(2).any(is_of_crate)
}

/// A bound on an internal trait, which would not be sufficient.
pub fn is_internal_suggestion(child: &Value) -> bool {
    child["spans"].as_array().is_some_and(|spans| {
        spans.iter().any(|span| {
            span["suggested_replacement"].as_str().is_some_and(|code| {
                // What rustc does not know stands there as `Type`.
                code.contains("<Type as Dim>::")
                    // A binding of a supertrait, which rustc adds after the parameters: `Einsums<f32><Out = E>` is not Rust.
                    || code.starts_with("<Out = ")
                    || suggests_engine_trait(code)
                    || suggests_internal_trait(code)
                    || suggests_verdict(code)
                    || arithmetic::is_bound(code)
            })
        })
    })
}

/// `where Axes<Scalar, N>: Accept<...>`, where that trait is one of the crate's: its first parameter is what the
/// verdict is about.
fn suggests_verdict(code: &str) -> bool {
    library::TRAITS_OF_MESSAGES.iter().any(|name| {
        let bound = format!(": {name}<");
        code.contains(&bound)
            && (code.contains("UTerm")
                | code.contains("Extent>::")
                | code.contains("Arithmetic>::"))
    })
}

/// `E: shapecheck::engine::Unary<..>`: one of many that a function needs, where the crate's note names the one that has
/// all.
fn suggests_engine_trait(code: &str) -> bool {
    library::TRAITS_OF_ENGINES
        .iter()
        .any(|name| code.contains(&format!("{}::engine::{name}<", vocabulary::CRATE)))
}

fn suggests_internal_trait(code: &str) -> bool {
    code.match_indices("shapecheck::").any(|(start, _)| {
        let end = code[start..]
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .map_or(code.len(), |length| start + length);
        is_internal_trait(&code[start..end])
    })
}

/// Whether a note shows that the function that is called is one of the crate's. `before` is the message with all its
/// notes.
pub fn is_method_of_crate(before: &Value) -> bool {
    let children = before["children"].as_array().into_iter().flatten();
    let mut definitions = children.filter(|child| {
        let text = child["message"].as_str().unwrap_or("");
        text.says(rustc::DEFINED_HERE)
    });
    definitions.any(|child| {
        let spans = child["spans"].as_array().into_iter().flatten();
        let mut files = spans.filter_map(|span| span["file_name"].as_str());
        files.any(is_of_crate)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_may_be_in_the_folder_of_the_compiler() {
        // Tests run in the folder of this package.
        assert!(is_of_crate("../shapecheck/src/tensor/matrix.rs"));
        assert!(is_of_crate("../shapecheck-core/src/algebra/matrix.rs"));
        assert!(!is_of_crate("../shapecheck-macros/src/tensor/matrix.rs"));
        assert!(!is_of_crate("src/tensor/matrix.rs"));
        assert!(is_of_crate(
            "/registry/shapecheck-0.1.0/src/tensor/matrix.rs"
        ));
    }
}
