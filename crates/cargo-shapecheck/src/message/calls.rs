//! What to do about a call that is written in another way than the crate has it: a size as an argument, parameters in
//! another order, a `?` too many.

use serde_json::Value;

use super::children::{labels, remove_notes, texts};
use super::place::Place;
use super::plumbing::is_method_of_crate;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::{is_number, is_of_path, is_of_word};
use super::{declared, operators};
use crate::types::{Evidence, library, vocabulary};

/// Methods of `Result` and `Option`.
const METHODS_OF_RESULTS: &[&str] = &[
    "and_then",
    "err",
    "expect",
    "is_err",
    "is_ok",
    "map_err",
    "ok",
    "ok_or",
    "or_else",
    "unwrap",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
];

/// `split_at::<dim!(64)>()` of `split_at::<dim!(7)>()`, where that is the only size and takes no argument.
fn with_number(form: &str, number: &str) -> Option<String> {
    let (before, rest) = form.split_once("dim!(")?;
    let (_, rest) = rest.split_once(')')?;
    let is_only = !rest.contains("dim!(") && rest.ends_with("()");
    is_only.then(|| format!("{before}dim!({number}){rest}"))
}

/// `solve` of `x.solve(&y)`, `narrow` of `x.narrow::<-1, dim!(2)>(0)`: the method whose call ends a piece of code.
fn last_call(code: &str) -> Option<&str> {
    let mut depth = 0;
    let open = code.char_indices().rev().find_map(|(at, character)| {
        match character {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let mut before = &code[..open];
    if before.ends_with('>') {
        before = &before[..before.rfind("::<")?];
    }
    let start = before.rfind(|c| !is_of_word(c));
    let name = &before[start.map_or(0, |at| at + 1)..];
    (code.ends_with(')') && !name.is_empty()).then_some(name)
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

/// What to do about a method that gives no `Result`, if it is one that has a form which does.
fn gives_result(method: &str) -> Option<String> {
    let twin = format!("try_{method}");
    let has_twin = library::METHODS.contains(&twin.as_str());
    has_twin.then(|| {
        format!("`{method}` gives no `Result` and panics where it fails; `{twin}` gives one")
    })
}

impl<'a> Place<'a> {
    /// The call of the name before the turbofish around the place.
    pub fn around(&self) -> Option<Self> {
        let (line, name) = (self.line, self.name());
        let start = line.get(..self.marked.0)?.rfind(&format!("{name}::<"))?;
        let marked = (start, start + name.len());
        (!name.is_empty()).then_some(Self { line, marked })
    }

    /// The name before the turbofish or of the parenthesis around the place.
    fn name(&self) -> &str {
        let before = self.sides().0;
        let before = match before.rfind("::<") {
            Some(at) => &before[..at],
            None => before,
        };
        let start = before.rfind(|c| !is_of_word(c));
        &before[start.map_or(0, |at| at + 1)..]
    }

    /// `x.split_axis::<dim!(4), dim!(16), -1>()`
    pub fn axis_behind(&self, message: &str) -> Option<String> {
        if !message.is(rustc::TYPE_FOR_CONSTANT) || !super::is_with_crate() {
            return None;
        }
        let rest = self.line.get(self.marked.0..)?;
        let mut depth = 0;
        let end = rest.bytes().position(|byte| {
            depth += match byte {
                b'<' | b'(' | b'[' => 1,
                b')' | b']' => -1,
                b'>' if depth > 0 => -1,
                _ => 0,
            };
            depth == 0 && byte == b'>'
        })?;
        let arguments: Vec<&str> = rest[..end].split(", ").collect();
        let is_axis = |argument: &&&str| argument.strip_prefix('-').is_some_and(is_number);
        let axes = arguments.iter().filter(is_axis);
        let others = arguments.iter().filter(|argument| !is_axis(argument));
        let ordered: Vec<&str> = axes.chain(others).copied().collect();
        (ordered != arguments).then(|| {
            format!(
                "the axis comes first, `{}::<{}>()`",
                self.name(),
                ordered.join(", ")
            )
        })
    }

    /// `x.sum_axis::<Seq>()`
    pub fn type_for_axis(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let method = self.name();
        if method == "along_named" && self.marked().starts_with('-') {
            return Some(format!(
                "an axis by its number is `along::<{}>()`",
                self.marked()
            ));
        }
        let form = library::FORMS.iter().find(|(name, _)| *name == method);
        let (_, form) = form.filter(|(_, form)| form.contains("::<-"))?;
        let (name, is_first) = (
            self.marked(),
            self.line.get(..self.marked.0)?.ends_with("::<"),
        );
        if !message.is(rustc::TYPE_FOR_CONSTANT) || !is_first {
            return None;
        }
        let of = self.around()?;
        let sizes = of.receiver().and_then(|of| declared::sizes(diagnostic, of));
        let axis = sizes.and_then(|sizes| {
            let at = sizes.iter().position(|size| size == name)?;
            Some(sizes.len() - at)
        });
        let form = match axis {
            Some(axis) => form.replacen("::<-1", &format!("::<-{axis}"), 1),
            None => (*form).to_owned(),
        };
        remove_notes(diagnostic, changes, |text| {
            text.begins(rustc::MEANT_AS_CONSTANT)
        });
        let told = format!("an axis is a number, counted from the end: `{form}`");
        let along = method.strip_suffix("_axis").unwrap_or(method);
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Some(match is_name {
            true if method == "along" => {
                format!("{told}; `along_named::<{name}>()` finds it by its name")
            }
            true if library::METHODS_ALONG.contains(&along) => {
                format!("{told}; by its name it is `along_named::<{name}>().{along}()`")
            }
            _ => told,
        })
    }

    /// ndarray's `x.sum_axis(Axis(0))`
    pub fn axis_of_ndarray(&self) -> Option<String> {
        let (before, behind) = (
            self.line.get(..self.marked.0)?,
            self.line.get(self.marked.1..)?,
        );
        let is_axis = self.marked() == vocabulary::AXIS && behind.starts_with('(');
        let before = before.strip_suffix('(')?;
        let method = before.rsplit('.').next()?;
        let start = before.len() - method.len();
        let of = Self {
            line: self.line,
            marked: (start, before.len()),
        };
        library::FORMS.iter().find(|(name, _)| *name == method)?;
        (is_axis && super::is_with_crate()).then(|| super::habits::along(&of))?
    }

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

    /// `Conv::same()`: a setting of no settings.
    pub fn setting_of_nothing(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let (of, setting) = self.marked().split_once("::")?;
        let (_, example) = vocabulary::SETTINGS.iter().find(|(name, _)| *name == of)?;
        if !is_method_of_crate(before) {
            return None;
        }
        let begin = &example[..example.find(')')? + 1];
        let mut labels = labels(diagnostic);
        let label = labels.find(|label| label.begins(rustc::ARGUMENT_OF_TYPE))?;
        let missing = format!("`{begin}` is missing");
        changes.labels.push((label.to_owned(), missing));
        remove_notes(diagnostic, changes, |text| {
            text.closes(rustc::DEFINED_HERE) || text.begins(rustc::PROVIDE_ARGUMENT)
        });
        Some(format!(
            "settings begin with `{begin}`: `{begin}.{setting}()`"
        ))
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

    /// `x.broadcast_to::<shape![B, 3]>()` with `B: Dim`.
    pub fn form_with_value(&self, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
        let twin = format!("{}_with", self.name());
        if !library::METHODS.contains(&twin.as_str()) {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            text.starts_with(vocabulary::ABOUT_FORMS_WITH_SHAPE)
        });
        Some(format!("`{twin}` takes a value instead of the type"))
    }

    /// `x.solve(&y).unwrap()`
    pub fn no_result(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let is_of_results = METHODS_OF_RESULTS.contains(&self.marked());
        let is_of_tensor = message.contains(&format!("`{}<", vocabulary::TENSOR))
            || message.contains(&format!("&{}<", vocabulary::TENSOR))
            || message.contains(&format!("({}<", vocabulary::TENSOR));
        if !message.begins(rustc::NO_METHOD) || !is_of_results || !is_of_tensor {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            text.begins(rustc::SIMILAR_METHOD)
        });
        let before = self.line.get(..self.marked.0)?.trim_end();
        let before = before.strip_suffix('.').unwrap_or("").trim_end();
        // The call may end on the line above.
        let above = declared::line_above(diagnostic).unwrap_or_default();
        let called = match before.is_empty() {
            true => last_call(above.trim_end()),
            false => last_call(before),
        };
        Some(called.and_then(gives_result).unwrap_or_else(|| {
            "this is a tensor and no `Result`; a form that gives an error where sizes do not fit is called `try_..`, as `try_matmul`".to_owned()
        }))
    }

    /// `Tensor::stack([&x, &y], -3)`
    pub fn axis_as_value(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        const EXPECTED: &str = "expected struct `Axis<";
        let number = self.marked();
        let is_expected = texts(diagnostic).any(|text| text.starts_with(EXPECTED));
        let digits = number.strip_prefix('-').unwrap_or(number);
        if !is_expected || !is_number(digits) || !is_method_of_crate(before) {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            text.closes(rustc::DEFINED_HERE) || text.starts_with(EXPECTED)
        });
        Some(match number.starts_with('-') {
            true => format!("an axis is written as `Axis::<{number}>`"),
            false => "an axis is counted from the end, `Axis::<-1>` is the last".to_owned(),
        })
    }

    /// `x.greater(0.5)` and `x.greater_than(&y)`
    pub fn twin(&self, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
        if !super::is_with_crate() {
            return None;
        }
        let before = self.line.get(..self.marked.0)?.trim_end_matches('&');
        let before = before.strip_suffix('(')?;
        let start = before.rfind(|c| !is_of_word(c));
        let method = &before[start.map_or(0, |at| at + 1)..];
        let (of_tensors, of_numbers) = vocabulary::COMPARISONS
            .iter()
            .find(|(one, other)| [*one, *other].contains(&method))?;
        let found = changes.headline.as_ref().map_or("", |(_, told)| told);
        let found = found.rsplit_once("found `").map_or("", |(_, found)| found);
        // A tensor of other elements, or of another shape.
        if method == *of_tensors && found.contains("Tensor<") {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            text.closes(rustc::DEFINED_HERE)
                || text.begins(rustc::EXPECTED_REFERENCE)
                || text.says(rustc::EXPECTED_TYPE)
                || text.begins(rustc::TYPE_OF_CALL)
        });
        let (given, form, other) = match method == *of_tensors {
            true => ("one number", of_numbers, "a tensor"),
            false => ("a tensor", of_tensors, "one number"),
        };
        let argument = self.marked();
        Some(format!(
            "`{form}({argument})` compares with {given}, `{method}` with {other}"
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

    /// `from_fn(|row, column| ..)`
    pub fn index_of_numbers(&self) -> Option<String> {
        (self.line.contains("from_fn") && super::is_with_crate())
            .then(|| "an index is one array, `|[row, column]|`".to_owned())
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
            format!(
                "{} which size {parameter} is, as what its result meets may broadcast: `{function}::<World>(..)` says it, with the size that is meant",
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

    /// `x.matmul(&y)?`
    pub fn question_mark(
        &self,
        diagnostic: &mut Value,
        evidence: Evidence,
        changes: &mut Changes,
    ) -> Option<String> {
        if !evidence.is_of_shapes() {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            text.begins(rustc::NIGHTLY_TRAIT)
        });
        let marked = self.marked();
        let called = last_call(marked.strip_suffix('?').unwrap_or(marked));
        Some(called.and_then(gives_result).unwrap_or_else(|| {
            "this is a tensor and no `Result`, so that `?` goes away; a form that gives an error where sizes do not fit is called `try_..`, as `try_matmul`".to_owned()
        }))
    }

    /// `x.along::<-1>().diff()`, of a method that takes the axis itself.
    pub fn method_of_tensor(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let method = self.marked();
        let (front, axis) = self
            .sides()
            .0
            .strip_suffix(">().")?
            .rsplit_once(".along::<")?;
        let value = &front[front.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1)..];
        let is_of_along = message.holds(rustc::FOUND_FOR_STRUCT, "Along<");
        let is_method = library::METHODS.contains(&method);
        let (_, form) = library::FORMS.iter().find(|(name, _)| *name == method)?;
        if !is_of_along || !is_method || !form.contains("::<-1") {
            return None;
        }
        remove_notes(diagnostic, changes, |_| true);
        let form = form.replacen("::<-1", &format!("::<{axis}"), 1);
        Some(format!(
            "it is a method of the tensor itself, `{value}.{form}`"
        ))
    }

    /// `x.dropout(0.5)`, without an argument that the method takes.
    pub fn missing_argument(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let children = diagnostic["children"].as_array()?.iter();
        let mut helps = children.filter(|child| {
            let text = child["message"].as_str().unwrap_or("");
            text.begins(rustc::PROVIDE_ARGUMENT)
        });
        let suggested = helps.next()?["spans"][0]["suggested_replacement"].as_str()?;
        let mut written = suggested.to_owned();
        for (name, value) in vocabulary::ARGUMENTS {
            written = written.replace(&format!("/* {name} */"), value);
        }
        if !is_method_of_crate(before) || written.contains("/*") || written == suggested {
            return None;
        }
        // rustc replaces the list, or adds to it.
        let name = self.marked().rsplit("::").next()?;
        let arguments = self.lists()[1].join(", ");
        let call = match written.strip_prefix('(') {
            Some(list) => format!("{name}({list}"),
            None if written.starts_with(',') => format!("{name}({arguments}{written})"),
            None => format!("{name}({written}{arguments})"),
        };
        remove_notes(diagnostic, changes, |text| {
            text.closes(rustc::DEFINED_HERE) || text.begins(rustc::PROVIDE_ARGUMENT)
        });
        Some(format!("it is written `{call}`"))
    }

    /// Something other than a tensor where one is expected, or the other way round.
    pub fn other_thing(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        evidence: Evidence,
        changes: &mut Changes,
    ) -> Option<String> {
        if let Some(told) = settings_that_differ(diagnostic) {
            remove_notes(diagnostic, changes, |text| {
                text.begins(rustc::EXPECTED_STRUCT)
            });
            return Some(told);
        }
        if let Some(hint) = self.settings(diagnostic) {
            remove_notes(diagnostic, changes, |text| {
                text.closes(rustc::DEFINED_HERE) || text.begins(rustc::EXPECTED_STRUCT)
            });
            return Some(hint);
        }
        if let Some((name, number)) = self.marked().split_once("::of(")
            && self.line.contains(">::of(")
            && name.starts_with(|c: char| c.is_ascii_uppercase())
        {
            return Some(format!(
                "`of` takes the numbers, one for each size that the type does not give: `{}`",
                number.trim_end_matches(')')
            ));
        }
        if !evidence.is_of_shapes() {
            return None;
        }
        let (_, told) = changes.headline.as_ref()?;
        let (expected, found) = told.split_once("expected `")?.1.split_once("`, found `")?;
        let found = found.split('`').next()?;
        let is_tensor = |code: &str| {
            let code = code.trim_start_matches('&').trim_start_matches("mut ");
            let name = code.split('<').next().unwrap_or(code);
            vocabulary::is_tensor(name)
        };
        let is_element = |code: &str| vocabulary::ELEMENTS.contains(&code);
        let last_method = || {
            let code = self.marked();
            let code = code.rsplit_once('.')?.1;
            code.split(|c| !is_of_word(c)).next()
        };
        if is_tensor(expected) && found.trim_start_matches('&').starts_with("Result<") {
            return Some(
                "it may have failed: `?` after the call takes the tensor out of the `Result`"
                    .to_owned(),
            );
        }
        if is_tensor(expected) && !expected.starts_with('&') {
            let name = expected.split('<').next().unwrap_or("Tensor");
            let code = self.marked();
            if found.starts_with("Vec<") {
                return Some(format!(
                    "`{name}::from_vec({code})?` makes a tensor of a vector"
                ));
            }
            if found.starts_with('[') && found.contains("; ") {
                return Some(format!("`{name}::from({code})` makes a tensor of arrays"));
            }
        }
        if is_tensor(expected) && is_tensor(found) && found.contains("<{integer}, ") {
            return Some(vocabulary::FLOATS_HAVE_A_POINT.to_owned());
        }
        if expected.starts_with("Option<") && found.starts_with("Result<") {
            return Some("`ok()` makes an `Option` of a `Result`".to_owned());
        }
        if expected.starts_with("Result<") && found.starts_with("Option<") {
            return Some("this gives a `Result`, whose value is in `Ok(..)`".to_owned());
        }
        // A block that ends in `;` gives `()`, which is not a tuple of results.
        let are_several = found.starts_with('(') && found != "()";
        if expected.starts_with('&') && is_tensor(expected) && are_several {
            let joins = ["concat", "cat"]
                .iter()
                .any(|name| self.line.contains(&format!(".{name}(")));
            return Some(match joins {
                true => "it takes one borrowed tensor, `&y`; `Tensor::concat_all([&x, &y], Axis::<-1>)` joins several of one shape".to_owned(),
                false => "it takes one borrowed tensor, `&y`".to_owned(),
            });
        }
        if is_tensor(expected) && are_several && found.chars().all(|c| "(_, )".contains(c)) {
            return self.one_result(diagnostic["spans"].as_array()?);
        }
        if is_tensor(expected) && are_several {
            return Some(
                "several are given at once, and `let (one, other) = ..` takes them apart"
                    .to_owned(),
            );
        }
        if is_element(expected) && is_tensor(found) {
            if found.ends_with(" []>") {
                return Some(operators::number_of(self.marked(), before));
            }
            let method = last_method()?.strip_suffix("_axis")?;
            return Some(format!("a number for the whole tensor is `{method}()`"));
        }
        if is_tensor(expected)
            && is_element(found.trim_start_matches('&'))
            && found.starts_with('&')
        {
            return Some(
                "iteration over a tensor gives its elements, `x.rows()` those of a matrix by rows"
                    .to_owned(),
            );
        }
        if is_tensor(expected) && is_element(found) {
            let method = last_method().filter(|method| library::REDUCTIONS.contains(method))?;
            return Some(format!(
                "that is one number for the whole tensor; along an axis it is `{method}_axis::<-1>()`"
            ));
        }
        if expected.starts_with('[') && ["usize", "integer"].contains(&found) {
            let open = expected.trim_matches(['[', ']']).split(", ");
            let open = open.filter(|size| size.parse::<u64>().is_err()).count();
            return (open == 1).then(|| {
                format!(
                    "a shape is made of its sizes, `<shape!{expected}>::of([{}])`",
                    self.marked()
                )
            });
        }
        if expected.starts_with('[') && self.line.contains(".shape(), ") {
            return Some("sizes as numbers are `x.dims()`".to_owned());
        }
        if expected.starts_with('[')
            && found.starts_with("[{integer}; ")
            && let Some(values) = self
                .marked()
                .strip_prefix('[')
                .and_then(|list| list.strip_suffix(']'))
        {
            let sizes = expected.trim_matches(['[', ']']).split(", ");
            let values = values.split(',').map(str::trim);
            let is_whole = sizes.clone().count() == values.clone().count();
            let open = |size: &&str| size.parse::<u64>().is_err();
            let pairs = sizes.clone().zip(values.clone());
            let values: Vec<&str> = match is_whole {
                true => pairs
                    .filter(|(size, _)| open(size))
                    .map(|(_, value)| value)
                    .collect(),
                false => values.collect(),
            };
            return (values.len() == sizes.filter(open).count()).then(|| {
                format!(
                    "a shape is made of its sizes, `<shape!{expected}>::of([{}])`",
                    values.join(", ")
                )
            });
        }
        if expected.starts_with('[') && found.starts_with("[usize; ") {
            return Some(format!(
                "a shape is made of its sizes, `<shape!{expected}>::try_from(..)?`; `of(..)` takes those that the type does not give"
            ));
        }
        None
    }

    /// `let (values, indices) = x.max_axis::<-1>();`
    fn one_result(&self, spans: &[Value]) -> Option<String> {
        let of_value = |span: &&Value| {
            let label = span["label"].as_str();
            label.is_some_and(|label| label.begins(rustc::TYPE_OF_EXPRESSION))
        };
        let (line, columns) = super::children::marked(spans.iter().find(of_value)?)?;
        let code = line.get(columns)?;
        let method = last_call(code)?;
        let call = &code[code.rfind(method)?..];
        let of_indices = match method {
            "sort" => "argsort".to_owned(),
            _ => format!("arg{}", method.trim_start_matches("try_")),
        };
        let is_there = library::METHODS.contains(&of_indices.as_str())
            || library::METHODS_ALONG.contains(&of_indices.as_str());
        let told = format!("`{method}` gives one tensor");
        Some(match is_there {
            true => format!(
                "{told}, the values; `{}` gives the indices",
                call.replacen(method, &of_indices, 1)
            ),
            false => told,
        })
    }

    /// `let (rows, columns) = x.shape();`
    pub fn sizes_apart(&self, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
        let names = self.marked().strip_prefix('(')?.strip_suffix(')')?;
        let (before, behind) = self.line.split_at_checked(self.marked.0)?;
        let is_of_sizes = [".shape()", ".dims()", ".sizes()"]
            .iter()
            .any(|call| behind.contains(&format!("{call};")));
        if !before.trim_end().ends_with("let") || !is_of_sizes || !super::is_with_crate() {
            return None;
        }
        remove_notes(diagnostic, changes, |text| text.starts_with("expected "));
        Some(format!("sizes are an array, `let [{names}] = x.sizes();`"))
    }

    /// `x.max_pool2d(2)`
    fn settings(&self, diagnostic: &Value) -> Option<String> {
        if !super::is_with_crate() {
            return None;
        }
        let note = texts(diagnostic).find_map(|note| note.after(rustc::EXPECTED_STRUCT))?;
        let (name, example) = vocabulary::SETTINGS
            .iter()
            .find(|(name, _)| note.starts_with(&format!("{name}<")))?;
        Some(match self.marked() {
            size if *name == "Pool" && is_number(size) => {
                format!(
                    "{}, `Pool::of::<{size}>()`, whose stride is its size",
                    vocabulary::SETTINGS_ARE
                )
            }
            _ => format!("{}, such as `{example}`", vocabulary::SETTINGS_ARE),
        })
    }
}

/// The parameters in which two settings of one kind differ: `Pad<1>` and `Pad<0>`.
fn settings_that_differ(diagnostic: &Value) -> Option<String> {
    if !super::is_with_crate() {
        return None;
    }
    let mut notes = texts(diagnostic);
    let (expected, found) = notes.find_map(|note| {
        let (expected, found) = note.after(rustc::EXPECTED_STRUCT)?.split_once('\n')?;
        let found = found.trim_start().after(rustc::FOUND_STRUCT)?;
        Some((expected.trim_end(), found.lines().next()?.trim_end()))
    })?;
    let parameters = |settings: &str| -> Option<(String, Vec<String>)> {
        let (name, parameters) = settings.trim_end_matches('`').split_once('<')?;
        let mut all = vec![String::new()];
        let mut depth = 0_usize;
        for sign in parameters.strip_suffix('>')?.chars() {
            match sign {
                ',' if depth == 0 => {
                    all.push(String::new());
                    continue;
                }
                '<' | '(' => depth += 1,
                '>' | ')' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            all.last_mut()?.push(sign);
        }
        let name = name.rsplit("::").next()?.to_owned();
        Some((name, all.iter().map(|one| one.trim().to_owned()).collect()))
    };
    let ((name, expected), (other, found)) = (parameters(expected)?, parameters(found)?);
    let is_of_crate = vocabulary::SETTINGS.iter().any(|(of, _)| *of == name);
    let pairs = expected.iter().zip(&found);
    let (expected, found): (Vec<_>, Vec<_>) = pairs.filter(|(one, other)| one != other).unzip();
    let list = |side: Vec<&String>| {
        let quoted = side.iter().map(|one| format!("`{one}`"));
        Vec::from_iter(quoted).join(" and ")
    };
    (is_of_crate && name == other && !expected.is_empty()).then(|| {
        format!(
            "expected settings with {}, found {}",
            list(expected),
            list(found)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_call_is_found() {
        for (code, name) in [
            (
                "normal.solve(&points.transpose().matmul(seen))",
                Some("solve"),
            ),
            ("x.narrow::<-1, dim!(2)>(0)", Some("narrow")),
            ("x.along::<-1>().split_at::<dim!(2)>()", Some("split_at")),
            ("(x + y)", None),
            ("x.f(y)[0]", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(last_call(code), name, "{code}");
        }
        assert_eq!(gives_result("transpose"), None);
        assert!(gives_result("solve").is_some_and(|told| told.contains("`try_solve` gives one")));
    }

    #[test]
    fn several_results_are_told_from_none() {
        let told = |found: &str| {
            let headline =
                format!("mismatched types: expected `Tensor<f32, [2]>`, found `{found}`");
            let mut changes = Changes {
                headline: Some((String::new(), headline)),
                ..Changes::default()
            };
            let call = Place {
                line: "x.topk::<-1, dim!(2)>();",
                marked: (0, 23),
            };
            let mut diagnostic = serde_json::json!({"spans": [], "children": []});
            call.other_thing(
                &Value::Null,
                &mut diagnostic,
                Evidence::of("shapecheck::"),
                &mut changes,
            )
        };
        assert!(told("(Tensor<f32, [2]>, Tensor<usize, [2]>)").is_some());
        assert_eq!(told("()"), None);
    }

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
