//! Errors that the compiler reports more than once: the same message about the same line, a missing bound that a method
//! needs again, and consequences of an earlier error. A mistake is reported once; its consequences disappear when it is
//! fixed.
//!
//! | an error | follows from one before it |
//! | --- | --- |
//! | about shapes, of an expression | about shapes, of a part of that expression, or of a variable in it |
//! | that leaves open whether two parameters are equal | about the same two parameters, in the same function |
//! | with a type that is not inferred | about shapes, in the same function |
//! | about the bounds of a function | about the signature of that function |
//! | of two types that differ in a pair of sizes or engines | of the same pair, in the same function; anywhere, where the first is about the signature of a trait's method |
//! | that leaves open whether two parameters are equal | about the same two parameters and the same field of a struct |
//! | about a field of a struct | about the same field, where one of the two gives it its value or changes it |
//! | that leaves open whether two parameters are equal | of an argument of the same function |
//! | of an argument of a function | about the same sizes, in that function |
//! | of a call on an engine | that the engine does not support the call |
//! | about elements of another type | about such elements, in the same function |
//! | of anything | about parameters in another order, in the same function |
//! | about an operator of a tensor on an engine `E` | about another operation that `E` does not support, in the same function |

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use serde_json::Value;

use super::expression::is_made_of;
use super::rendered::{self, Changes};
use crate::types::{Evidence, vocabulary};

/// A method this many lines below the error about a missing bound may need the same bound.
const NEAR: u64 = 60;

/// Codes of errors that can follow from another.
const CODES: &[&str] = &[
    "E0277", "E0747", "E0599", "E0308", "E0271", "E0369", "E0368", "E0053", "E0433", "E0507",
    "E0382", "E0283", "E0423", "E0435",
];

/// Codes of errors that follow only from a type in the place of a value.
const CODES_OF_CALLS: &[&str] = &["E0061", "E0107"];

/// The errors reported by one run of the compiler.
#[derive(Debug, Default)]
pub struct Told {
    /// The folder of the compiler, to which paths are relative.
    folder: PathBuf,
    /// Sources that were read; `None` if they cannot be read.
    sources: HashMap<String, Option<Source>>,
    /// Files, lines and headlines.
    errors: HashSet<(String, u64, String)>,
    /// Files, lines and missing bounds.
    bounds: Vec<(String, u64, String)>,
    /// Parameters that have to be known sizes, and the files and lines of the bounds that are missing.
    sizes: HashSet<(String, String, u64)>,
    /// Those about shapes.
    places: Vec<Place>,
}

/// How many errors about shapes are remembered: each that follows is compared with all of them.
const MOST: usize = 500;

/// A file of the user.
#[derive(Debug)]
struct Source {
    text: String,
    /// The lines in which functions begin, counted from 0, in order.
    functions: Vec<u64>,
}

impl Source {
    fn of(text: String) -> Self {
        let lines = (0..).zip(text.lines());
        let functions = lines.filter(|(_, line)| begins_function(line));
        Self {
            functions: functions.map(|(at, _)| at).collect(),
            text,
        }
    }

    /// Whether a function begins in these lines, counted from 0.
    fn has_function(&self, lines: Range<u64>) -> bool {
        let at = self.functions.partition_point(|at| *at < lines.start);
        self.functions.get(at).is_some_and(|at| *at < lines.end)
    }
}

/// One error about shapes.
#[derive(Debug)]
struct Place {
    file: String,
    /// The bytes of the file that the error is about, and the name of the call that has the bound.
    ranges: Vec<Range<usize>>,
    lines: (u64, u64),
    /// Two sizes or shapes that may or may not fit, in alphabetical order.
    pair: Option<(String, String)>,
    /// The engine that does not support an operation.
    engine: Option<String>,
    headline: String,
    /// Whether it is about the signature of a method that a trait has.
    is_of_trait: bool,
    /// The line of the function whose arguments it is about.
    function: Option<u64>,
}

impl Told {
    /// Of a compiler that runs in a folder.
    pub fn of_folder(folder: PathBuf) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    /// Whether a line of the compiler's JSON repeats an earlier error or follows from one. If not, it is remembered.
    /// `is_of_shapes` says whether it is about shapes.
    pub fn is_repeated(&mut self, line: &str, is_of_shapes: bool) -> bool {
        let is_of_crate = |word: &&str| line.contains(*word);
        let words = CODES
            .iter()
            .chain(CODES_OF_CALLS)
            .chain(vocabulary::HEADLINES);
        if !line.starts_with('{') || !words.into_iter().any(is_of_crate) {
            return false;
        }
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return false;
        };
        let code = message["code"]["code"].as_str().unwrap_or("");
        if message["level"] == "error" && CODES_OF_CALLS.contains(&code) {
            let this = Place::of(&message, "");
            let mut places = self.places.iter();
            return places.any(|told| told.file == this.file && is_of_no_value(&this, told));
        }
        if message["level"] != "error" || !(code.is_empty() || CODES.contains(&code)) {
            return false;
        }
        let headline = message["message"].as_str().unwrap_or("");
        if is_of_serde_again(headline, &self.places) {
            return true;
        }
        let sizes = places_of_bounds(headline, &message);
        if !sizes.is_empty() && sizes.iter().all(|size| self.sizes.contains(size)) {
            return true;
        }
        let spans = message["spans"].as_array();
        let primary = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
        let Some(span) = primary else {
            return false;
        };
        let file = span["file_name"].as_str().unwrap_or("");
        let at = span["line_start"].as_u64().unwrap_or(0);
        if code == "E0599"
            && let Some(missing) = missing_of_method(&message)
            && self.bounds.iter().any(|(of, line, bound)| {
                of == file && *bound == missing && (*line..=line + NEAR).contains(&at)
            })
        {
            return true;
        }
        if let Some(bound) = missing_bound(headline) {
            self.bounds.push((file.to_owned(), at, bound));
        }
        if is_about_crate(headline)
            && !self
                .errors
                .insert((file.to_owned(), at, headline.to_owned()))
        {
            return true;
        }
        let may_follow = self.places.iter().any(|told| {
            [vocabulary::ORDER, vocabulary::NO_VALUE]
                .iter()
                .any(|words| told.headline.contains(words))
        });
        if !is_of_shapes
            && !is_about_crate(headline)
            && !["E0747", "E0433", "E0435"].contains(&code)
            && !may_follow
        {
            return false;
        }
        let this = Place::of(&message, headline);
        if self.follows(&this, &message, code) {
            // The two sizes that it leaves open may be asked for again.
            if this.pair.is_some() {
                let ranges = Vec::new();
                self.remember(Place { ranges, ..this });
            }
            return true;
        }
        self.remember(this);
        self.sizes.extend(sizes);
        false
    }

    fn remember(&mut self, place: Place) {
        if self.places.len() < MOST {
            self.places.push(place);
        }
    }

    /// Whether an error follows from an earlier one.
    fn follows(&mut self, this: &Place, message: &Value, code: &str) -> bool {
        if !self.places.iter().any(|told| told.file == this.file) {
            return false;
        }
        let folder = &self.folder;
        let source = self.sources.entry(this.file.clone()).or_insert_with(|| {
            let text = fs::read_to_string(folder.join(&this.file));
            text.ok().map(Source::of)
        });
        let Some(of_file) = source else {
            return false;
        };
        let source = &*of_file.text;
        self.places.iter().any(|told| {
            if told.file != this.file {
                return false;
            }
            if is_of_same_pairs(told, this)
                && (told.is_of_trait || is_one_function(of_file, told, this))
            {
                return true;
            }
            let parts = || told.ranges.first();
            // Names of an equation are reported one by one.
            let is_of_name =
                this.headline.starts_with("label '") || this.headline.starts_with('\'');
            let is_of_part = !is_of_name
                && told.engine.is_none()
                && this.engine.is_none()
                && this
                    .ranges
                    .iter()
                    .any(|whole| parts().is_some_and(|part| is_made_of(source, whole, part)));
            is_of_part
                || is_bound_of(message, told)
                || is_of_field(source, told, this)
                || is_of_pair_of_field(source, told, this)
                || is_of_arguments(of_file, told, this)
                || is_of_signature(of_file, told, this)
                || is_of_engine(told, this)
                || is_for_constant(this, told)
                || is_of_constant(this, told)
                || (is_one_function(of_file, told, this)
                    && (told.headline.contains(vocabulary::ORDER)
                        || is_of_variable(this, told)
                        || is_of_bounds_again(this, told)
                        || is_of_no_value(this, told)
                        || is_same_move(this, told)
                        || is_of_elements(this, told)
                        || is_of_question_mark(this, told)
                        || is_open_type(this, told)
                        || is_of_size(this, told)
                        || is_of_part_named(source, told, this)
                        || this.pair.is_some() && this.pair == told.pair
                        || is_open(&this.headline) && !is_first_look(this)
                        || is_the_same(source, told, this)
                        || told.engine.as_ref().is_some_and(|engine| {
                            this.engine.as_ref() == Some(engine)
                                || ["E0369", "E0368"].contains(&code)
                                    && this.headline.contains(&format!(", {engine}>"))
                        })))
        })
    }
}

impl Place {
    fn of(message: &Value, headline: &str) -> Self {
        let mut ranges = Vec::new();
        let mut file = String::new();
        let mut lines = (0, 0);
        let spans = message["spans"].as_array().into_iter().flatten();
        for span in spans {
            let is_call = span["label"] == "required by a bound introduced by this call";
            let is_primary = span["is_primary"] == true;
            if !is_call && !is_primary {
                continue;
            }
            // A macro of the crate counts as the place where it is called.
            let mut span = span;
            while span["expansion"].is_object() {
                span = &span["expansion"]["span"];
            }
            let byte = |name: &str| {
                let byte = span[name].as_u64().unwrap_or(0);
                usize::try_from(byte).unwrap_or(0)
            };
            let range = byte("byte_start")..byte("byte_end");
            if is_primary && file.is_empty() {
                file = span["file_name"].as_str().unwrap_or("").to_owned();
                let line = |name: &str| span[name].as_u64().unwrap_or(0);
                lines = (line("line_start"), line("line_end"));
                ranges.insert(0, range);
            } else {
                ranges.push(range);
            }
        }
        let code: Vec<&str> = headline.split('`').skip(1).step_by(2).collect();
        let pair = match code[..] {
            [one, other, ..] if headline.starts_with(vocabulary::UNDECIDED) => {
                let (least, most) = if one < other {
                    (one, other)
                } else {
                    (other, one)
                };
                Some((least.to_owned(), most.to_owned()))
            }
            _ => None,
        };
        let engine = vocabulary::HEADLINES_OF_ENGINES
            .iter()
            .any(|words| headline.starts_with('`') && headline.contains(words))
            .then(|| code.first().copied().unwrap_or("").to_owned());
        Self {
            file,
            ranges,
            lines,
            pair,
            engine,
            headline: headline.to_owned(),
            is_of_trait: message["code"]["code"] == "E0053",
            function: function_of(message),
        }
    }
}

/// Whether an error is about a bound or the arguments of a function, and an earlier one about its signature.
fn is_bound_of(message: &Value, told: &Place) -> bool {
    let is_of_signature = missing_bound(&told.headline).is_some()
        || told
            .headline
            .contains("in the place of a parameter `const ");
    if !is_of_signature {
        return false;
    }
    let children = message["children"].as_array().into_iter().flatten();
    let mut spans = children
        .filter(|child| {
            let text = child["message"].as_str().unwrap_or("");
            text.starts_with("required by a bound in `") || text.ends_with(" defined here")
        })
        .filter_map(|child| child["spans"].as_array())
        .flatten();
    spans.any(|span| {
        let line = span["line_start"].as_u64().unwrap_or(0);
        span["file_name"] == *told.file && (told.lines.0..=told.lines.1).contains(&line)
    })
}

/// The line of the function, in the same file, that a note shows for its arguments.
fn function_of(message: &Value) -> Option<u64> {
    let children = message["children"].as_array()?;
    let note = children.iter().find(|child| {
        let text = child["message"].as_str().unwrap_or("");
        text.ends_with("function defined here") || text.ends_with("method defined here")
    })?;
    let span = note["spans"]
        .as_array()?
        .iter()
        .find(|span| span["is_primary"] == true)?;
    span["line_start"].as_u64()
}

/// Whether two sizes of a function are left open, of which an argument did not fit.
fn is_of_arguments(source: &Source, told: &Place, this: &Place) -> bool {
    told.function.is_some_and(|line| {
        this.headline.starts_with(vocabulary::UNDECIDED)
            && line <= this.lines.0
            && is_in_function(source, line, this)
    })
}

/// Whether an argument does not fit a function whose result differed in one of the same sizes from what its signature
/// says.
fn is_of_signature(source: &Source, told: &Place, this: &Place) -> bool {
    let sizes = |place: &Place| -> Vec<String> {
        let pairs = pairs(&place.headline).into_iter();
        pairs.flat_map(|(one, other)| [one, other]).collect()
    };
    this.function.is_some_and(|line| {
        line <= told.lines.0
            && is_in_function(source, line, told)
            && sizes(this).iter().any(|size| sizes(told).contains(size))
    })
}

/// Whether an error is in the function that begins at a line.
fn is_in_function(source: &Source, line: u64, place: &Place) -> bool {
    !source.has_function(line..place.lines.0)
}

/// Whether a call is not supported by its engine, of which the shapes do not fit either.
fn is_of_engine(told: &Place, this: &Place) -> bool {
    told.engine.is_some() && !told.ranges.is_empty() && told.ranges.first() == this.ranges.first()
}

/// Whether both errors are about one field of a struct, and one of them gives it a value or changes it: then its type
/// is another than the code takes it for.
fn is_of_field(source: &str, told: &Place, this: &Place) -> bool {
    let uses = |place: &Place, field: &str| {
        let part = place.ranges.first();
        let code = part.and_then(|part| statement(source, part)).unwrap_or("");
        code.match_indices(field).any(|(at, _)| {
            code[..at].ends_with('.')
                && !code[at + field.len()..]
                    .starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(')
        })
    };
    let (before, now) = (field(source, told), field(source, this));
    before.is_some() && before == now
        || before.is_some_and(|field| uses(this, field))
        || now.is_some_and(|field| uses(told, field))
}

/// Whether the same two sizes are left open in two functions that use one field of a struct.
fn is_of_pair_of_field(source: &str, told: &Place, this: &Place) -> bool {
    let used = |place: &Place| -> Vec<&str> {
        let part = place.ranges.first();
        let code = part.and_then(|part| statement(source, part)).unwrap_or("");
        let fields = code.split('.').skip(1).filter_map(|rest| {
            let end = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len());
            let is_field = end > 0 && !rest[end..].starts_with(['(', ':']);
            is_field.then(|| &rest[..end])
        });
        fields.collect()
    };
    this.pair.is_some() && this.pair == told.pair && {
        let before = used(told);
        used(this).iter().any(|field| before.contains(field))
    }
}

/// The field that gets the value which an error is about: `noise` of `Model { sight, noise: x }` and of `Model { noise,
/// sight }`, and of `self.noise += x`.
fn field<'s>(source: &'s str, place: &Place) -> Option<&'s str> {
    let range = place.ranges.first()?;
    let (before, code) = (source.get(..range.start)?, source.get(range.clone())?);
    let (before, after) = (before.trim_end(), source.get(range.end..)?.trim_start());
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let last_name = |text: &'s str| {
        let start = text.trim_end_matches(is_name).len();
        (start < text.len()).then(|| &text[start..])
    };
    if ["+=", "-=", "*=", "/="].contains(&code) {
        let name = last_name(before)?;
        return before[..before.len() - name.len()]
            .ends_with('.')
            .then_some(name);
    }
    if !place.headline.starts_with("mismatched types") {
        return None;
    }
    if let Some(named) = before.strip_suffix(':').filter(|text| !text.ends_with(':')) {
        let name = last_name(named)?;
        let in_front = named[..named.len() - name.len()].trim_end();
        return in_front.ends_with(['{', ',']).then_some(name);
    }
    let is_short = code.chars().all(is_name)
        && before.ends_with(['{', ','])
        && after.starts_with(['}', ','])
        && is_in_literal(before);
    is_short.then_some(code)
}

/// Whether a place is in the braces of `Model { .. }` or `Self { .. }`, and in no parentheses in them.
fn is_in_literal(before: &str) -> bool {
    let mut depth = 0_usize;
    for (at, c) in before.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' if depth == 0 => return false,
            '{' if depth == 0 => {
                let name = before[..at].trim_end();
                let start = name
                    .trim_end_matches(|c: char| c.is_alphanumeric() || c == '_')
                    .len();
                return name[start..].starts_with(|first: char| first.is_ascii_uppercase());
            }
            '(' | '[' | '{' => depth -= 1,
            ';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// The parameters of a headline that have to be known sizes, and the file and line where rustc would insert the bound:
/// one bound is for all of an `impl`.
fn places_of_bounds(headline: &str, message: &Value) -> Vec<(String, String, u64)> {
    if !headline.starts_with(vocabulary::UNKNOWN_SIZE)
        && !headline.starts_with(vocabulary::UNKNOWN_SIZES)
    {
        return Vec::new();
    }
    let children = message["children"].as_array().into_iter().flatten();
    let mut spans = children
        .filter_map(|child| child["spans"].as_array()?.first())
        .filter(|span| {
            let code = span["suggested_replacement"].as_str();
            code.is_some_and(|code| code.contains("StaticDim"))
        });
    let Some(span) = spans.next() else {
        return Vec::new();
    };
    let place = (
        span["file_name"].as_str().unwrap_or(""),
        &span["line_start"],
    );
    let parameters = headline.split('`').skip(1).step_by(2);
    parameters
        .filter(|name| *name != "StaticDim")
        .map(|name| {
            (
                name.to_owned(),
                place.0.to_owned(),
                place.1.as_u64().unwrap_or(0),
            )
        })
        .collect()
}

/// Whether an error says once more what a feature brings, which is in a file that the crate has once.
fn is_of_serde_again(headline: &str, places: &[Place]) -> bool {
    headline.contains(vocabulary::BY_FEATURE)
        && places
            .iter()
            .any(|told| told.headline.contains(vocabulary::BY_FEATURE))
}

/// Whether a parameter is asked once more to be written or read, in the same lines.
fn is_of_bounds_again(this: &Place, told: &Place) -> bool {
    let is_of_bounds = |place: &Place| place.headline.contains(vocabulary::BY_NO_BOUND);
    is_of_bounds(this) && is_of_bounds(told) && this.lines == told.lines
}

/// Whether a call is wrong that was given a type in the place of a value.
fn is_of_no_value(this: &Place, told: &Place) -> bool {
    told.headline.contains(vocabulary::NO_VALUE)
        && (told.lines.0..=told.lines.1).contains(&this.lines.0)
}

/// Whether a type argument is in place of a `const` parameter by mistake.
fn is_for_constant(this: &Place, told: &Place) -> bool {
    this.headline
        .starts_with("type provided when a constant was expected")
        && told
            .headline
            .contains("in the place of a parameter `const ")
}

/// Whether a name is not found as a type that is a `const` by mistake.
fn is_of_constant(this: &Place, told: &Place) -> bool {
    let name = this
        .headline
        .strip_prefix("cannot find type `")
        .and_then(|rest| rest.split('`').next());
    name.is_some_and(|name| {
        told.headline
            .contains(&format!("in the place of a parameter `const {name}: "))
    })
}

/// Whether an error is beside a variable that stands in a type.
fn is_of_variable(this: &Place, told: &Place) -> bool {
    told.headline
        .starts_with("attempt to use a non-constant value")
        && this.lines == told.lines
}

/// Whether one more tensor is moved in the same lines.
fn is_same_move(this: &Place, told: &Place) -> bool {
    let is_move = |place: &Place| place.headline.contains(vocabulary::ABOUT_MOVES);
    is_move(this) && is_move(told) && this.lines == told.lines
}

/// Whether elements are once more of another type than those that they are computed with.
fn is_of_elements(this: &Place, told: &Place) -> bool {
    this.headline.ends_with(vocabulary::CONVERTS) && told.headline.ends_with(vocabulary::CONVERTS)
}

/// Whether a `?` is refused that is too many.
fn is_of_question_mark(this: &Place, told: &Place) -> bool {
    this.headline
        .starts_with("the `?` operator can only be used in a function")
        && told.headline.starts_with(vocabulary::QUESTION_MARK)
        && this.lines == told.lines
}

/// Whether a type is open once more in the same lines.
fn is_open_type(this: &Place, told: &Place) -> bool {
    let is_open = |place: &Place| place.headline.starts_with("type annotations needed");
    is_open(this) && is_open(told) && this.lines == told.lines
}

/// Whether a parameter is once more no size that the compiler knows.
fn is_of_size(this: &Place, told: &Place) -> bool {
    let parameter = |place: &Place| {
        let rest = place.headline.split_once("found for type parameter `");
        let rest = rest
            .map(|(_, rest)| rest)
            .or_else(|| place.headline.strip_prefix(vocabulary::UNKNOWN_SIZE))?;
        rest.split('`').next().map(str::to_owned)
    };
    told.headline.contains("found for type parameter `")
        && parameter(this).is_some()
        && parameter(this) == parameter(told)
}

/// Whether two types differ in what two that were told differ in, whichever of them was expected.
fn is_of_same_pairs(told: &Place, this: &Place) -> bool {
    let (before, now) = (pairs(&told.headline), pairs(&this.headline));
    !now.is_empty() && now.iter().all(|pair| before.contains(pair))
}

/// What two types differ in: `expected [2, 3], found [2, 4]` in 3 and 4, which is the lesser first.
fn pairs(headline: &str) -> Vec<(String, String)> {
    if let Some((before, after)) = headline.split_once(" does not match size ") {
        let size = |text: Option<&str>| text.unwrap_or("").to_owned();
        let (one, other) = (
            size(before.rsplit(' ').next()),
            size(after.split(' ').next()),
        );
        let pair = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        return vec![pair];
    }
    let Some((_, told)) = headline.split_once("expected ") else {
        return Vec::new();
    };
    let told = told.strip_prefix("shape ").unwrap_or(told);
    let Some((expected, rest)) = told.split_once(", found ") else {
        return Vec::new();
    };
    let found = rest.split(" (").next().unwrap_or(rest);
    let found = found.split("`:").next().unwrap_or(found);
    let words = |text: &str| -> Vec<String> {
        let is_end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '?');
        let words = text.split(is_end).filter(|word| !word.is_empty());
        // A tensor is told by its engine.
        let engine = |word: &str| {
            let engines = vocabulary::ENGINES.iter();
            engines
                .filter(|(_, tensor)| *tensor == word)
                .map(|(engine, _)| (*engine).to_owned())
                .next()
        };
        words
            .map(|word| engine(word).unwrap_or_else(|| word.to_owned()))
            .collect()
    };
    let (expected, found) = (words(expected), words(found));
    let is_whole = expected.len() == found.len();
    let is_of_shapes = headline.contains("expected shape ");
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (one, other) in expected.into_iter().zip(found) {
        // In a shape `_` is a size that only the program knows, in a type it is one that is not inferred yet.
        let is_open = |word: &str| word == "?" || word == "_" && !is_of_shapes;
        if one == other || is_open(&one) || is_open(&other) {
            continue;
        }
        let pair = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
        if !is_whole {
            break;
        }
    }
    // Types of other kinds have nothing in common that could be one mistake.
    let is_size = |word: &String| {
        word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || vocabulary::ENGINES.iter().any(|(engine, _)| engine == word)
    };
    pairs.retain(|(one, other)| is_size(one) && is_size(other));
    if !is_whole {
        pairs.retain(|(one, _)| vocabulary::ENGINES.iter().any(|(engine, _)| engine == one));
    }
    pairs
}

/// Whether the same code is reported to have the same wrong type.
fn is_the_same(source: &str, told: &Place, this: &Place) -> bool {
    let code = |place: &Place| source.get(place.ranges.first()?.clone());
    let found = |place: &Place| {
        let (_, found) = place.headline.split_once(", found ")?;
        Some(
            found
                .split(" (")
                .next()
                .unwrap_or(found)
                .split("`:")
                .next()
                .unwrap_or(found)
                .trim_end_matches('`')
                .to_owned(),
        )
    };
    code(this).is_some()
        && code(this) == code(told)
        && found(this).is_some()
        && found(this) == found(told)
}

/// Whether an error is about an argument of a function of which only some sizes are open: then the mistake is here.
fn is_first_look(this: &Place) -> bool {
    this.headline.starts_with("mismatched types")
}

/// Whether a headline contains a type that is not inferred.
fn is_open(headline: &str) -> bool {
    ["[?", "..?", ", ?", "`_`", "<_>"]
        .iter()
        .any(|open| headline.contains(open))
}

/// Whether an error is in a statement that uses a variable that another error's statement defines, directly or
/// indirectly.
fn is_of_part_named(source: &str, told: &Place, this: &Place) -> bool {
    let (Some(part), Some(whole)) = (told.ranges.first(), this.ranges.first()) else {
        return false;
    };
    if told.engine.is_some() || this.engine.is_some() || whole.start < part.end {
        return false;
    }
    let Some(made) = statement(source, part) else {
        return false;
    };
    let mut names = named(made);
    if names.is_empty() {
        return false;
    }
    // From a written type on, the variable has that type.
    let is_written = made
        .split('=')
        .next()
        .is_some_and(|left| left.contains(':'));
    if is_written && told.headline.starts_with("mismatched types") {
        return false;
    }
    let between = source.get(part.end..whole.start).unwrap_or("");
    for statement in between.split([';', '{', '}']).skip(1) {
        if names.iter().any(|name| has_word(statement, name)) {
            names.extend(named(statement));
        }
    }
    let statement = statement(source, whole).unwrap_or("");
    names.iter().any(|name| has_word(statement, name))
}

/// `x` of `let mut x = ...`, and `x` and `y` of `let (x, _, y) = ...`
fn named(statement: &str) -> Vec<&str> {
    let Some(rest) = statement.trim_start().strip_prefix("let ") else {
        return Vec::new();
    };
    let pattern = rest.split(['=', ':']).next().unwrap_or(rest).trim();
    let is_name =
        |c: char| c.is_alphanumeric() || c == '_' || matches!(c, ' ' | ',' | '(' | ')' | '[' | ']');
    if !pattern.chars().all(is_name) {
        return Vec::new();
    }
    let words = pattern.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words
        .filter(|word| !["", "_", "mut", "ref"].contains(word))
        .collect()
}

/// Whether code uses a variable.
fn has_word(code: &str, name: &str) -> bool {
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        !code[..at].ends_with(is_in_name)
            && !code[..at].ends_with('.')
            && !code[at + name.len()..].starts_with(is_in_name)
    })
}

/// The statement around a place, by semicolons and braces.
fn statement<'s>(source: &'s str, place: &Range<usize>) -> Option<&'s str> {
    let start = source.get(..place.start)?.rfind([';', '{', '}']);
    let start = start.map_or(0, |at| at + 1);
    let rest = source.get(place.end..)?;
    let end = rest.find([';', '{', '}']).unwrap_or(rest.len());
    source.get(start..place.end + end)
}

/// Whether both errors are in the same function.
fn is_one_function(source: &Source, told: &Place, this: &Place) -> bool {
    let (first, last) = (
        told.lines.0.min(this.lines.0),
        told.lines.0.max(this.lines.0),
    );
    !source.has_function(first..last)
}

fn begins_function(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_in_front = |word: &&str| {
        ["pub", "const", "unsafe", "async"].contains(word) || word.starts_with("pub(")
    };
    words.find(|word| !is_in_front(word)) == Some("fn")
}

/// One error of two about type parameters that need the same bound at the same place: that sizes are not known to the
/// compiler.
pub fn merged(held: &str, next: &str) -> Option<String> {
    let mut first: Value = serde_json::from_str(held).ok()?;
    let second: Value = serde_json::from_str(next).ok()?;
    let (mut names, more) = (unknown_sizes(&first)?, unknown_sizes(&second)?);
    if asked_for_at(&first)? != asked_for_at(&second)? {
        return None;
    }
    names.extend(
        more.into_iter()
            .filter(|name| !names.contains(name))
            .collect::<Vec<_>>(),
    );
    let (last, others) = names.split_last()?;
    if others.is_empty() {
        return None;
    }
    let headline = format!(
        "the sizes {} and `{last}` are not known to the compiler: each of these parameters has to have the bound `StaticDim`",
        others
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    );
    let old = first["message"].as_str()?.to_owned();
    let mut changes = Changes {
        headline: Some((old, headline.clone())),
        ..Changes::default()
    };
    // The first parameter's suggestion would be half of the truth. It stays for its place, without its text.
    for child in first["children"].as_array_mut()? {
        let text = child["message"].as_str().unwrap_or("").to_owned();
        if is_bound_suggested(&text) || text.starts_with("required by a bound in `") {
            changes.removed.push(text);
        }
    }
    if let Some(rendered) = first["rendered"].as_str() {
        first["rendered"] = rendered::rewrite(rendered, &changes, Evidence::default()).into();
    }
    first["message"] = headline.into();
    Some(first.to_string() + "\n")
}

/// `N` and `M` of "the sizes `N` and `M` are not known to the compiler", if they are type parameters.
fn unknown_sizes(message: &Value) -> Option<Vec<String>> {
    let headline = message["message"].as_str()?;
    let names = headline
        .strip_prefix("the size")?
        .split_once(" not known to the compiler")?
        .0;
    let names: Vec<String> = names
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    names
        .iter()
        .all(|name| super::is_parameter(name))
        .then_some(names)
}

fn is_bound_suggested(text: &str) -> bool {
    text.starts_with("consider ") && text.ends_with("with trait `StaticDim`")
}

/// The file and the line in which rustc would add the bound.
fn asked_for_at(message: &Value) -> Option<(String, u64)> {
    let children = message["children"].as_array()?;
    let help = children
        .iter()
        .find(|child| child["message"].as_str().is_some_and(is_bound_suggested))?;
    let span = &help["spans"][0];
    Some((
        span["file_name"].as_str()?.to_owned(),
        span["line_start"].as_u64()?,
    ))
}

/// Whether an error is about a size computed from a parameter or one that has to be known: the next error may be about
/// the bound that asks for it.
pub fn may_be_told_better(line: &str) -> bool {
    let headline = line
        .split_once("\"message\":\"")
        .map_or("", |(_, rest)| rest);
    is_headline_of(line, "`<") && headline.contains("is not the size of an axis")
        || is_headline_of(line, vocabulary::UNKNOWN_SIZE)
        || field_of_open(line).is_some()
}

/// The field that gets a value of which sizes are not inferred yet.
fn field_of_open(line: &str) -> Option<String> {
    if !line.contains(", found `") || !line.contains("[?") {
        return None;
    }
    let message: Value = serde_json::from_str(line).ok()?;
    let headline = message["message"].as_str()?;
    if !(headline.starts_with("mismatched types")
        && headline.split_once("found `")?.1.contains("[?"))
    {
        return None;
    }
    let spans = message["spans"].as_array()?;
    let span = spans.iter().find(|span| span["is_primary"] == true)?;
    let text = &span["text"][0];
    let column = |name: &str| text[name].as_u64().map(|column| column.max(1) as usize - 1);
    let (start, end) = (column("highlight_start")?, column("highlight_end")?);
    let line = text["text"].as_str()?;
    let (before, code) = (line.get(..start)?, line.get(start..end)?);
    let is_name = code.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && is_in_literal(before)).then(|| code.to_owned())
}

fn is_headline_of(line: &str, start: &str) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|message| {
        let headline = message["message"].as_str().unwrap_or("");
        message["level"] == "error" && headline.starts_with(start)
    })
}

/// Whether the next error is about the same line, with whole shapes.
pub fn is_told_better(held: &str, next: &str) -> bool {
    if let Some(field) = field_of_open(held) {
        // How the field is used says both sizes.
        let is_used =
            || next.contains(&format!(".{field}")) && next.contains(vocabulary::UNDECIDED);
        return is_used();
    }
    let place = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let headline = message["message"].as_str()?.to_owned();
        let spans = message["spans"].as_array()?;
        let span = spans.iter().find(|span| span["is_primary"] == true)?;
        Some((
            headline,
            span["file_name"].clone(),
            span["line_start"].clone(),
        ))
    };
    match (place(held), place(next)) {
        (Some((first, file, line)), Some((headline, next_file, next_line))) => {
            let is_of_elements = headline.contains("have the same number of elements");
            file == next_file
                && line == next_line
                && headline.starts_with(vocabulary::UNDECIDED)
                && (is_of_elements || first.starts_with('`'))
        }
        _ => false,
    }
}

/// Whether a headline is one of the crate, or has its words added.
fn is_about_crate(headline: &str) -> bool {
    vocabulary::HEADLINES
        .iter()
        .any(|words| headline.contains(words))
}

/// `B: Dim` of "`B` is not the size of an axis".
fn missing_bound(headline: &str) -> Option<String> {
    let (of, rest) = headline.strip_prefix('`')?.split_once('`')?;
    let (_, bound) = vocabulary::HEADLINES_OF_BOUNDS
        .iter()
        .find(|(words, _)| rest.trim().starts_with(words))?;
    Some(format!("{of}: {bound}"))
}

/// The same for the list of bounds that a method needs.
fn missing_of_method(message: &Value) -> Option<String> {
    let children = message["children"].as_array()?;
    let list = children.iter().find_map(|child| {
        let text = child["message"].as_str()?;
        text.strip_prefix("the following trait bounds were not satisfied:")
    })?;
    let mut bounds = list
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|bound| bound.split_once(": "));
    bounds.find_map(|(of, bound)| {
        let is_parameter = of.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_known = |(_, name): &&(&str, &str)| is_parameter && bound == *name;
        let (words, _) = vocabulary::HEADLINES_OF_BOUNDS.iter().find(is_known)?;
        missing_bound(&format!("`{of}` {words}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, message: &str, line: u64, note: &str) -> String {
        let span = serde_json::json!({"is_primary": true, "file_name": "a.rs", "line_start": line});
        serde_json::json!({
            "level": "error", "code": {"code": code}, "message": message, "spans": [span],
            "children": [{"message": note}]
        })
        .to_string()
    }

    #[test]
    fn a_missing_bound_is_told_once() {
        let mut told = Told::default();
        let missing = error("E0277", "`B` is not the size of an axis", 3, "");
        assert!(!told.is_repeated(&missing, false));
        assert!(told.is_repeated(&missing, false));
        let list = "the following trait bounds were not satisfied:\n`B: Dim`";
        let method = |line| error("E0599", "the method `f` exists", line, list);
        assert!(told.is_repeated(&method(4), false));
        assert!(!told.is_repeated(&method(2), false));
        assert!(!told.is_repeated(&method(400), false));
        assert!(!told.is_repeated(
            &error("E0277", "`B` is not the size of an axis", 5, ""),
            false
        ));
        assert!(!told.is_repeated(&error("E0277", "`B` is not `Clone`", 3, ""), false));
        assert!(!told.is_repeated(&error("E0277", "`B` is not `Clone`", 3, ""), false));
    }
}
