//! What to do about a call that is written in another way than the crate has it: a size as an argument, parameters in
//! another order, a `?` too many.

use serde_json::Value;

use super::children::{self, labels, remove_notes, required, texts};
use super::place::Place;
use super::plumbing::is_method_of_crate;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::is_number;
use super::{edits, sources};
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// Tensors of which the shape may be known when a program runs.
const ON_HEAP: &str = "Tensor";

/// `split_at::<dim!(64)>()` of `split_at::<dim!(7)>()`, where that is the only size and takes no argument.
fn with_number(form: &str, number: &str) -> Option<String> {
    let (before, rest) = form.split_once("dim!(")?;
    let (_, rest) = rest.split_once(')')?;
    let is_only = !rest.contains("dim!(") && rest.ends_with("()");
    is_only.then(|| format!("{before}dim!({number}){rest}"))
}

/// Takes away what the compiler says of a type that is open: all that may implement a trait of the crate's.
fn remove_open(diagnostic: &mut Value, changes: &mut Changes) {
    remove_notes(diagnostic, changes, |text| {
        let starts = [
            rustc::SEVERAL_IMPLS,
            rustc::SPECIFY_PARAMETER,
            rustc::REQUIRED_FOR,
            rustc::CANNOT_SATISFY,
            rustc::MUST_IMPLEMENT,
            rustc::MUST_ALSO_IMPLEMENT,
            rustc::REQUIRED_BY,
            rustc::REQUIRED_BY_CONST,
            rustc::FOLLOWING_TYPES,
            // For what is bound to the result, with parameters in it that are not there.
            rustc::CONSIDER_GIVING,
        ];
        starts.into_iter().any(|start| text.begins(start))
    });
}

impl<'a> Place<'a> {
    /// `x.topk(5)`
    pub fn size_as_argument(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let told = match self.setting(before) {
            Some(told) => told,
            None => {
                let form = self.turbofish(before)?;
                let number = self.argument().filter(|text| is_number(text));
                let form = number
                    .and_then(|number| with_number(form, number))
                    .unwrap_or_else(|| form.to_owned());
                let axes = match form.contains("::<-") {
                    true => {
                        "; axes are counted from the end, so that the first of three is axis -3"
                    }
                    false => "",
                };
                let parameter =
                    format!("what the compiler is to know is a parameter, `{form}`{axes}");
                match (self.form_at_run_time(), number) {
                    (Some(twin), None) => {
                        format!("a number known only at run time goes into `{twin}`; {parameter}")
                    }
                    (Some(twin), Some(_)) => {
                        format!("{parameter}; `{twin}` takes a number known at run time")
                    }
                    (None, _) => parameter,
                }
            }
        };
        remove_notes(diagnostic, changes, |text| {
            text.closes(rustc::DEFINED_HERE) || text.begins(rustc::REMOVE_ARGUMENT)
        });
        Some(told)
    }

    /// `Conv::new().padding(1)`
    fn setting(&self, before: &Value) -> Option<String> {
        let method = self.marked();
        if !vocabulary::SETTINGS_OF_ONE.contains(&method) || !is_method_of_crate(before) {
            return None;
        }
        let number = self.argument().filter(|text| is_number(text));
        let number = number.unwrap_or("1");
        Some(format!("settings are types: `{method}::<{number}>()`"))
    }

    /// The one argument after the marked name.
    pub fn argument(&self) -> Option<&str> {
        match self.lists().each_ref().map(Vec::as_slice) {
            [[], [argument]] => Some(argument),
            _ => None,
        }
    }

    /// What stands between `::<` and `>` after the marked name, and between the parentheses.
    pub fn arguments(&self) -> Vec<&str> {
        self.lists().concat()
    }

    /// The same, one by one.
    pub fn lists(&self) -> [Vec<&str>; 2] {
        let mut rest = self.sides().1;
        [("::<", '>'), ("(", ')')].map(|(open, close)| {
            let mut all = Vec::new();
            let Some(inside) = rest.strip_prefix(open) else {
                return all;
            };
            let mut depth = 0;
            let mut start = 0;
            for (at, character) in inside.char_indices() {
                let ends = depth == 0 && (character == close || character == ',');
                if ends && !inside[start..at].trim().is_empty() {
                    all.push(inside[start..at].trim());
                }
                match character {
                    _ if ends => start = at + 1,
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    _ => {}
                }
                if ends && character == close {
                    rest = &inside[start..];
                    break;
                }
            }
            all
        })
    }

    /// `split_at_with(s)` for `split_at(s)`
    fn form_at_run_time(&self) -> Option<String> {
        let twin = format!("{}_with", self.marked());
        let is_method = library::METHODS_ALONG.contains(&twin.as_str());
        let argument = self.argument()?;
        (is_method && !argument.is_empty()).then(|| format!("{twin}({argument})"))
    }

    /// `ones_with(<shape![_, 3]>::of([..]))` for `Tensor::<f32, shape![_, 3]>::ones()`
    pub fn form_with_shape(&self, diagnostic: &Value, evidence: Evidence) -> Option<String> {
        let call = self.marked();
        let (of, rest) = call.rsplit_once("::")?;
        let name = rest.split('(').next()?;
        let is_tensor = of.starts_with(ON_HEAP);
        if !is_tensor || !library::FORMS_WITH_SHAPE.contains(&name) {
            return None;
        }
        let mut notes = texts(diagnostic);
        let shape = notes.find_map(|note| {
            let note = rewrite_with(note, evidence);
            let (shape, of) = required(&note)?;
            of.ends_with("StaticShape").then(|| shape.to_owned())
        })?;
        let arguments = self.lists()[1].join(", ");
        let after = if arguments.is_empty() { "" } else { ", " };
        Some(format!(
            "`{name}_with(<shape!{shape}>::of([..]){after}{arguments})` takes run-time sizes"
        ))
    }

    /// `x.split_axis::<dim!(4), dim!(16)>()`
    pub fn parameters(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let form = self.turbofish(before)?;
        let label = texts(diagnostic).find(|text| text.begins(rustc::REMOVE_PARAMETERS));
        let label = label.map(|label| (format!("help: {label}"), "more than it takes".to_owned()));
        changes.labels.extend(label);
        remove_notes(diagnostic, changes, |text| {
            text.says(rustc::DEFINED_HERE_WITH) || text.begins(rustc::REMOVE_PARAMETERS)
        });
        // `reshape::<2, 3>()`
        let sizes = self.lists()[0].join(", ");
        let are_numbers = sizes.split(", ").all(is_number);
        let shape = form.split_once("shape![").and_then(|(begin, rest)| {
            let (_, end) = rest.split_once(']')?;
            Some(format!("{begin}shape![{sizes}]{end}"))
        });
        let form = shape
            .filter(|_| are_numbers)
            .unwrap_or_else(|| form.to_owned());
        Some(format!("written as `{form}`"))
    }

    /// How the method that is marked is written with its parameters, if it is one of the crate's that takes some.
    fn turbofish(&self, before: &Value) -> Option<&'static str> {
        let method = self.marked();
        let (_, form) = library::FORMS.iter().find(|(name, _)| *name == method)?;
        is_method_of_crate(before).then_some(*form)
    }

    /// `x.named()`, `x.softmax()` and `centre(&x)` where nothing says what goes between `::<` and `>`.
    fn open_parameter(&self, diagnostic: &Value) -> Option<String> {
        let mut labels = labels(diagnostic);
        let form = library::FORMS
            .iter()
            .find(|(name, _)| *name == self.marked());
        let is_bare = !self.line.get(self.marked.1..)?.starts_with("::<");
        if labels
            .clone()
            .any(|label| label.begins(rustc::CANNOT_INFER))
            && is_bare
        {
            if let Some((_, form)) = form {
                // Names are those of `dims!`.
                let form = match self.marked().ends_with("named") {
                    true => format!("{}::<shape![Batch, Seq]>()", self.marked()),
                    false => (*form).to_owned(),
                };
                return Some(format!(
                    "{} what goes between `::<` and `>`: `{form}`",
                    vocabulary::NOTHING_SAYS_HERE
                ));
            }
            if self.marked() == "cast" {
                return Some(format!(
                    "{} of which type: `cast::<f32>()`",
                    vocabulary::NOTHING_SAYS_HERE
                ));
            }
        }
        if let Some(label) = labels.find(|label| label.begins(rustc::CANNOT_INFER_CONST)) {
            let (parameter, function) = label.last_halves(rustc::DECLARED_ON)?;
            let (_, parameter) = parameter.rsplit_once('`')?;
            let (_, function) = function.split_once('`')?;
            let function = function.trim_end_matches('`');
            let children = diagnostic["children"].as_array()?;
            let count = children
                .iter()
                .filter_map(|help| help["spans"][0]["suggested_replacement"].as_str())
                .find(|code| code.starts_with("::<"))
                .map_or(1, |code| code.split(',').count());
            let sizes = vec!["64"; count].join(", ");
            return Some(format!(
                "`const {parameter}` {}: `{function}::<{sizes}>(..)` says it, or the parameter is a type, `{parameter}: Dim`",
                vocabulary::NOT_INFERRED
            ));
        }
        if let Some(told) = self.open_size(diagnostic) {
            return Some(told);
        }
        let mut notes = texts(diagnostic);
        let is_of_rule = notes.clone().any(|note| {
            note.begins(rustc::SEVERAL_IMPLS)
                && note.holds(rustc::FOUND_IN_CRATE, "shapecheck_core` crate")
        });
        if is_of_rule && form.is_none() && !self.line.contains("Tensor::") {
            return Some(format!(
                "{} which shape one side has; `Tensor::<f32, shape![2, 3]>` where it is made does",
                vocabulary::NOTHING_SAYS_HERE
            ));
        }
        let of = notes.find_map(|note| note.after(rustc::REQUIRED_BY_CONST))?;
        let message = diagnostic["message"].as_str()?;
        let (_, open) = message.halves(rustc::ANNOTATIONS_FOR)?;
        let sizes = vec!["64"; open.matches('_').count().max(1)].join(", ");
        let of = of.trim_end_matches('`');
        Some(format!(
            "{} its sizes: `{of}::<{sizes}>::..` says them",
            vocabulary::NOTHING_SAYS_HERE
        ))
    }

    /// `place += part(&error, 0)`, where a parameter of a function of the caller's is the size of the result.
    fn open_size(&self, diagnostic: &Value) -> Option<String> {
        let says = |function: &str, parameter: &str| {
            let arguments = open_among(diagnostic, function, parameter);
            format!(
                "{} which size {parameter} is, as what its result meets may broadcast: `{function}::<{arguments}>(..)` says it, with the size that is meant",
                vocabulary::NOTHING_SAYS_HERE
            )
        };
        let mut texts = texts(diagnostic);
        let mut labels = labels(diagnostic);
        let declared = labels.find_map(|label| {
            let (_, label) = label.halves(rustc::CANNOT_INFER_PARAMETER)?;
            label.halves(rustc::DECLARED_ON_FUNCTION)
        });
        if let Some((parameter, function)) = declared {
            let is_size = texts.any(|note| {
                let bound = rustc::OPEN_BOUND.read(note);
                bound.is_some_and(|bound| ["StaticDim", "Dim"].contains(&bound[0]))
            });
            return is_size
                .then(|| says(function.trim_end_matches('`'), &format!("`{parameter}`")));
        }
        let function = texts.find_map(|note| {
            let function = note.after(rustc::REQUIRED_BY)?;
            function.strip_suffix('`')
        })?;
        let calls = [format!(" {function}("), format!("({function}(")];
        let is_called = calls.iter().any(|call| self.line.contains(call.as_str()));
        is_called.then(|| says(function, &format!("a parameter of `{function}`")))
    }

    /// `x.along::<-1>().concat(&Tensor::ones())`
    pub fn open_shape(&self, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
        if super::is_with_crate()
            && let Some(told) = self.open_parameter(diagnostic)
        {
            remove_open(diagnostic, changes);
            return Some(told);
        }
        let name = vocabulary::ENGINES
            .iter()
            .map(|(_, tensor)| *tensor)
            .find(|tensor| {
                self.line
                    .match_indices(&format!("{tensor}::"))
                    .any(|(at, found)| {
                        // Not the end of `InlineTensor`.
                        !self.line[..at].ends_with(|c: char| c.is_alphanumeric())
                            && self.line[at + found.len()..]
                                .starts_with(|c: char| c.is_ascii_lowercase())
                    })
            })?;
        if !super::is_with_crate() {
            return None;
        }
        remove_open(diagnostic, changes);
        let method = self.line[self.line.find(&format!("{name}::"))? + name.len() + 2..]
            .split('(')
            .next()?;
        let element = diagnostic["message"]
            .as_str()
            .and_then(|message| message.split_once("TensorOn<")?.1.split(',').next())
            .filter(|element| *element != "_");
        Some(format!(
            "{} which shape; `{name}::<{}, shape![2, 3]>::{method}(..)` says it",
            vocabulary::NOTHING_SAYS_HERE,
            element.unwrap_or("f32")
        ))
    }
}

/// What goes between `::<` and `>` of a function of the file, with a size for one of its parameters: `_, dim!(4)`.
fn open_among(diagnostic: &Value, function: &str, parameter: &str) -> String {
    let size = format!("{}!(4)", vocabulary::SIZE_MACRO);
    let parameters = || {
        let (file, _) = children::place(children::primary(diagnostic)?)?;
        let file = sources::parsed(file)?;
        file.items.iter().find_map(|item| match item {
            syn::Item::Fn(item) if item.sig.ident == function => {
                Some(edits::parameters(&item.sig.generics))
            }
            _ => None,
        })
    };
    let name = parameter.trim_matches('`');
    let arguments = parameters().unwrap_or_default().into_iter();
    let arguments = arguments.map(|of| {
        if of == name {
            size.clone()
        } else {
            "_".to_owned()
        }
    });
    let arguments = Vec::from_iter(arguments);
    match arguments.contains(&size) {
        true => arguments.join(", "),
        false => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_is_written_stands_in_the_advice() {
        assert_eq!(
            with_number("topk::<-1, dim!(2)>()", "5").as_deref(),
            Some("topk::<-1, dim!(5)>()")
        );
        assert_eq!(with_number("pad::<dim!(1), dim!(1)>(value)", "5"), None);
        assert_eq!(with_number("narrow::<-1, dim!(2)>(start)", "5"), None);
    }
}
