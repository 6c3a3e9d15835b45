//! Errors that follow from one already reported: they disappear when it is fixed, and are left out. Each is proved, never
//! taken to be a consequence for being like another:
//!
//! | an error | follows from one before it |
//! | --- | --- |
//! | of an expression | of the same expression, or of one that its type comes from (`flow`) |
//! | that a parameter lacks a bound, or should be a type and no constant | that the same parameter of the same item does |
//! | that asks for a bound on a parameter, or of an operator on shapes with it | that this bound is missing, or that it is not a size |
//! | that an attribute writes above an item | that a parameter of an item inside lacks the bound |
//! | that an engine's results are on an engine that a bound leaves open | that the same bound of the same item leaves it open |
//! | of an equation of two operands | of an expression that the type of one of them comes from |
//! | of an operand of a call | of another one, by which its kernels and its input are exchanged |
//! | that `#[derive]` reads no macro in a field | that it reads none in another field of the item |
//! | that an edit mends | that the same edit mends, or each of whose edits mends it |
//! | of an element of a list | that the function to which the list is given is not there |
//! | that an axis is not a function | that the call of which it is an argument takes none |
//! | about a bound of an item, a variable in a line, a feature | about the same |
//! | that an axis of an operand has another size than its name, or may have | that the same contract names more axes of an operand, or fewer |
//! | that a struct has no size, or that a type is not well-formed | of the crate: its structs have sizes, and a field or a parameter has a bound that does not hold |
//! | that two sizes may not be equal | that the same two may not be, in the same macro |
//! | of a call | in the same words of an argument whose bound the call introduces |
//! | of any kind | with the same code, headline and place |
//!
//! An argument that does not fit leaves a type open where the signature gives the result: only an error about a type that
//! is open follows from it. What an engine misses does not follow from shapes, nor shapes from an engine.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use serde_json::Value;

use super::children::{self, first_line, labels, required, texts};
use super::flow::{Flow, Node};
use super::rendered::{self, Changes};
use super::rustc::{self, Reads};
use super::words::{is_of_word, opened};
use super::{declared, edits, sources};
use crate::types::{Evidence, library, vocabulary};

/// Codes of errors about types, which may come from the type of another expression.
const CODES: &[&str] = &[
    "E0061", "E0107", "E0271", "E0277", "E0282", "E0283", "E0284", "E0308", "E0368", "E0369",
    "E0599", "E0631", "E0689",
];

/// Stands for a code, where a contract names other axes than an operand has.
const IN_CONTRACT: &str = "in a contract";

/// Stands for a headline, where the elements of a list are given to a function that there is not.
const IN_ARGUMENTS: &str = "in arguments";

/// Codes of those about types that are not inferred.
const CODES_OF_OPEN: &[&str] = &["E0282", "E0283", "E0284"];

/// The errors reported by one run of the compiler.
#[derive(Debug, Default)]
pub struct Told {
    /// Files of the user's; `None` if they cannot be read.
    files: HashMap<String, Option<Flow>>,
    /// Codes, headlines and places, with those in the macros around.
    errors: HashSet<(String, String, Vec<Place>)>,
    /// Files, items and what their parameters miss.
    missing: HashSet<(String, Range<usize>, Missing)>,
    /// Those of expressions.
    causes: Vec<Cause>,
    /// The places of those of signatures.
    signatures: Vec<Place>,
    /// How many errors were left out.
    left_out: usize,
    /// The codes of those that were not.
    codes: BTreeSet<String>,
}

/// How many errors are remembered: each that follows is compared with all of them.
const MOST: usize = 500;

/// What a parameter misses, such as the bound `B: Dim`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Missing {
    parameter: String,
    bound: String,
}

impl Missing {
    /// Anything that a parameter lacks and its item needs.
    fn of_declaration(parameter: &str) -> Self {
        Self {
            parameter: parameter.to_owned(),
            bound: String::new(),
        }
    }

    /// A bound that an item lacks, between its parameters.
    fn of_item(bound: &str) -> Self {
        Self {
            parameter: String::new(),
            bound: bound.to_owned(),
        }
    }

    /// A parameter that is a constant, and should be a type.
    fn constant(parameter: &str) -> Self {
        Self {
            parameter: parameter.to_owned(),
            bound: "const".to_owned(),
        }
    }
}

/// An error of an expression, from which others may follow.
#[derive(Debug)]
struct Cause {
    file: String,
    nodes: Vec<Node>,
    /// The whole shapes in the headline.
    shapes: String,
    /// Two sizes that have to be equal, in any order.
    equal: Option<[String; 2]>,
    headline: String,
    /// Whether it says that two types differ. For an index, the type that is found is not known.
    is_mismatch: bool,
    /// Whether it says what an engine misses. `None` for the order of parameters, where it is not known.
    is_of_engine: Option<bool>,
}

/// The place of an error in a file of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    file: String,
    bytes: Range<usize>,
}

impl Place {
    /// That of the primary span.
    fn of(message: &Value) -> Option<Self> {
        let spans = message["spans"].as_array()?;
        let primary = spans.iter().find(|span| span["is_primary"] == true)?;
        Self::of_span(primary)
    }

    /// Those of all spans.
    fn all(message: &Value) -> Vec<Self> {
        let spans = message["spans"].as_array().into_iter().flatten();
        spans.filter_map(Self::of_span).collect()
    }

    /// That of the primary span, and of the calls of macros that it is in.
    fn in_macros(message: &Value) -> Vec<Self> {
        let spans = message["spans"].as_array().into_iter().flatten();
        let mut primary = spans.filter(|span| span["is_primary"] == true);
        let places = std::iter::successors(primary.next(), |span| {
            let span = &span["expansion"]["span"];
            span.is_object().then_some(span)
        });
        places.filter_map(Self::of_bytes).collect()
    }

    /// A macro is the place where it is called.
    fn of_span(mut span: &Value) -> Option<Self> {
        while span["expansion"].is_object() {
            span = &span["expansion"]["span"];
        }
        Self::of_bytes(span)
    }

    fn is_in(&self, other: &Self) -> bool {
        let (this, other_bytes) = (&self.bytes, &other.bytes);
        self.file == other.file && other_bytes.start <= this.start && this.end <= other_bytes.end
    }

    /// The parenthesis that opens the arguments of the call of which this is one.
    fn call(self) -> Option<Self> {
        let text = declared::text(&self.file)?;
        let at = opened(text.get(..self.bytes.start)?)?;
        let bytes = at..at;
        Some(Self { bytes, ..self })
    }

    /// The list that is the only thing between the parentheses of the call whose name this is, but for numbers.
    fn arguments(self) -> Option<Self> {
        let text = declared::text(&self.file)?;
        let inside = text.get(self.bytes.end..)?.strip_prefix('(')?;
        let start = self.bytes.end + 1 + inside.find('[')?;
        let is_first = text[self.bytes.end + 1..start]
            .trim_matches(['&', ' '])
            .is_empty();
        let end = start + text[start..].find(']')?;
        let bytes = start..end;
        is_first.then_some(Self { bytes, ..self })
    }

    fn of_bytes(span: &Value) -> Option<Self> {
        let (file, bytes) = children::place(span)?;
        Some(Self {
            file: file.to_owned(),
            bytes,
        })
    }
}

/// The places of notes with these words.
fn notes<'m>(message: &'m Value, words: &'m str) -> impl Iterator<Item = Place> + 'm {
    let children = message["children"].as_array().into_iter().flatten();
    let notes = children.filter(move |child| {
        let text = child["message"].as_str();
        text.is_some_and(|text| text.contains(words))
    });
    notes.flat_map(Place::all)
}

/// The bound that a note advises to add.
fn advised(message: &Value) -> Option<&str> {
    let mut notes = texts(message);
    notes.find_map(|note| note.split_once("the bound `where ")?.1.split('`').next())
}

/// The whole shapes at the end of a headline, `[R, N]` and `[N, R]`.
fn shapes(headline: &str) -> &str {
    headline.split_once(": `[").map_or("", |(_, shapes)| shapes)
}

/// `B` and `M` of "cannot tell whether the sizes `M` and `B` are equal", and of "cannot tell whether label 'n' has one
/// size: it is `M`, and `B` in a later place".
fn sizes_to_be_equal(headline: &str) -> Option<[String; 2]> {
    let undecided = headline.strip_prefix(vocabulary::UNDECIDED)?;
    let (one, other) = match undecided.strip_prefix("the sizes `") {
        Some(sizes) => sizes.strip_suffix("` are equal")?.split_once("` and `")?,
        None => {
            let (_, sizes) = undecided.split_once(" has one size: it is `")?;
            let sizes = sizes.strip_suffix("` in a later place")?;
            sizes.split_once("`, and `")?
        }
    };
    let mut sizes = [one.to_owned(), other.to_owned()];
    sizes.sort();
    Some(sizes)
}

/// Whether a headline says of a struct that its size is not known, or of a type that it is not well-formed. Only `str`, slices
/// and trait objects have no size.
fn is_of_ill_formed(headline: &str) -> bool {
    let of = headline.after(rustc::UNSIZED);
    let is_struct = |of: &str| {
        !["str`", "[", "dyn ", "(dyn "]
            .iter()
            .any(|start| of.starts_with(start))
    };
    of.is_some_and(is_struct) || headline.closes(rustc::NOT_WELL_FORMED)
}

impl Told {
    /// Whether a line of the compiler's JSON repeats an earlier error or follows from one. If not, it is remembered.
    /// `is_of_shapes` says whether it is about shapes.
    pub fn is_repeated(&mut self, line: &str, is_of_shapes: bool) -> bool {
        if !line.starts_with('{') || !line.contains("\"level\":\"error\"") {
            return false;
        }
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return false;
        };
        let follows = message["level"] == "error" && self.follows(&message, is_of_shapes);
        self.left_out += usize::from(follows);
        let code = message["code"]["code"].as_str().filter(|_| !follows);
        self.codes.extend(code.map(str::to_owned));
        follows
    }

    /// What the compiler says in the end, its count of errors and their codes, less those that were left out.
    pub fn summed_up(&self, line: &str) -> Option<String> {
        if self.left_out == 0 || !line.starts_with('{') {
            return None;
        }
        let mut message: Value = serde_json::from_str(line).ok()?;
        let before = message["message"].as_str()?.to_owned();
        let told = self.counted(&before).or_else(|| self.with_codes(&before))?;
        if told.is_empty() {
            return Some(told);
        }
        if let Some(rendered) = message["rendered"].as_str() {
            message["rendered"] = rendered.replace(&before, &told).into();
        }
        message["message"] = told.into();
        Some(format!("{message}\n"))
    }

    /// "Some errors have detailed explanations: E0277, E0308.", and how to ask for the first one. There is no list for a
    /// single code.
    fn with_codes(&self, summary: &str) -> Option<String> {
        let list = summary.after(rustc::SEVERAL_CODES);
        let rest = list.or_else(|| summary.after(rustc::ONE_CODE))?;
        let start = &summary[..summary.len() - rest.len()];
        let codes = Vec::from_iter(self.codes.iter().map(String::as_str));
        match codes.as_slice() {
            [_] if list.is_some() => Some(String::new()),
            // As many as the compiler lists.
            [..] if list.is_some() && codes.len() > 9 => {
                Some(format!("{start}{}...", codes[..9].join(", ")))
            }
            [_, ..] if list.is_some() => Some(format!("{start}{}.", codes.join(", "))),
            [first, rest @ ..] => {
                let of = if rest.is_empty() { "this" } else { "an" };
                Some(format!("{start}{of} error, try `rustc --explain {first}`."))
            }
            [] => None,
        }
    }

    /// The compiler's own count of errors, less those that were left out.
    fn counted(&self, summary: &str) -> Option<String> {
        let counted = summary.after(rustc::ABORTING)?;
        let start = &summary[..summary.len() - counted.len()];
        let (count, rest) = counted.halves(rustc::PREVIOUS_ERROR)?;
        let errors = &counted[count.len()..counted.len() - rest.len()];
        let count: usize = count.parse().ok()?;
        let count = count.checked_sub(self.left_out)?;
        let plural = if count == 1 { "" } else { "s" };
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        Some(format!("{start}{count}{errors}{plural}{rest}"))
    }

    fn follows(&mut self, message: &Value, is_of_shapes: bool) -> bool {
        let headline = message["message"].as_str().unwrap_or("");
        let code = message["code"]["code"].as_str().unwrap_or("");
        let is_about_crate = is_about_crate(headline);
        let Some(place) = Place::of(message) else {
            return false;
        };
        let is_of_crate = is_of_shapes
            || is_about_crate
            || is_of_open_constant(message)
            || headline == vocabulary::BY_MODULE;
        if is_of_crate {
            let error = (
                code.to_owned(),
                headline.to_owned(),
                Place::in_macros(message),
            );
            if !self.errors.insert(error) {
                return true;
            }
        }
        if code == "E0277" && self.is_of_call_again(message, headline, &place) {
            return true;
        }
        let subject = self.subject(message, headline, &place);
        let is_subject_again = subject.is_some_and(|subject| {
            let error = (place.file.clone(), subject, Vec::new());
            !self.errors.insert(error)
        });
        // Names are those of other axes, then.
        if let Some((operand, _)) = headline.split_once(vocabulary::AXES_IN_CONTRACT) {
            let operand = operand.split('`').nth(1).unwrap_or("").to_owned();
            self.errors
                .insert((IN_CONTRACT.to_owned(), operand, vec![place.clone()]));
        } else if self.errors.iter().any(|(code, operand, places)| {
            places.contains(&place)
                && (headline.starts_with(vocabulary::OPEN_CONTRACT)
                    || code == IN_CONTRACT && headline.contains(&format!(" in `{operand}`")))
        }) {
            return true;
        }
        if is_of_ill_formed(headline) && !self.codes.is_empty() {
            return true;
        }
        // What a macro of the crate makes of arguments that were told.
        let is_inside_macro = headline.contains("`$crate::__macro`");
        let mut told = self.errors.iter().flat_map(|(_, _, places)| places);
        if is_inside_macro && told.any(|told| told.is_in(&place)) {
            return true;
        }
        if headline == vocabulary::SIGNATURE {
            // About a parameter of the item, or of an inner one where an attribute is marked, which lacks its bound.
            let items = self.file(&place.file).map(|flow| flow.items(&place.bytes));
            let items = items.into_iter().flatten().map(|(item, _)| item);
            let items = items.collect::<Vec<_>>();
            let mut missing = self.missing.iter().filter(|(file, ..)| *file == place.file);
            return missing.any(|(_, item, _)| {
                let mut around = items.iter();
                around.any(|around| around.start <= item.start && item.end <= around.end)
            });
        }
        if CODES_OF_OPEN.contains(&code) {
            // What one place leaves open is asked for by several bounds, of the call, of its arguments and of what is done
            // with the result.
            let line = message["spans"].as_array().into_iter().flatten();
            let mut lines = line.filter(|span| span["is_primary"] == true);
            let line = lines.find_map(|span| span["line_start"].as_u64());
            let file = place.file.clone();
            let open = (file, format!("open in line {line:?}"), Vec::new());
            if self.errors.contains(&open) {
                return true;
            }
            if headline.contains(vocabulary::NOTHING_SAYS_HERE) {
                self.errors.insert(open);
            }
        }
        // What a function takes that there is not is not known: its arguments need not be in one list.
        if code == "E0599" && headline.begins(rustc::NO_FUNCTION) {
            let list = place.clone().arguments();
            let lists = list.map(|list| (String::new(), IN_ARGUMENTS.to_owned(), vec![list]));
            self.errors.extend(lists);
        } else if code == "E0308"
            && self.errors.iter().any(|(_, told, places)| {
                told == IN_ARGUMENTS && places.iter().any(|list| place.is_in(list))
            })
        {
            return true;
        }
        // Where `[2, 3]` stands instead of a type, the parser says one thing, and the types another.
        if let Some((_, shape)) = headline.split_once(vocabulary::SHAPE_IS_A_TYPE) {
            let is_again = self.errors.iter().any(|(_, told, places)| {
                let mut places = places.iter().filter(|_| told == shape);
                places.any(|told| told.is_in(&place))
            });
            if is_again {
                return true;
            }
            self.errors
                .insert((String::new(), shape.to_owned(), vec![place.clone()]));
        }
        // What a macro gives that is not imported is not known.
        let macros = [vocabulary::SHAPE_MACRO, vocabulary::SIZE_MACRO];
        let missing = macros.map(|name| format!("cannot find macro `{name}` in this scope"));
        let of_macro = || (String::new(), "macro".to_owned(), vec![place.clone()]);
        if missing
            .iter()
            .any(|start| headline.starts_with(start.as_str()))
        {
            self.errors.insert(of_macro());
        } else if self.errors.iter().any(|(_, told, places)| {
            let is_open = [", (), ", ", ()>", "`()` is not", "`(): "].iter();
            let is_open = is_open.clone().any(|of| headline.contains(of));
            let mut places = places.iter().filter(|_| told == "macro");
            places.any(|told| told.is_in(&place) || is_open && told.file == place.file)
        }) {
            return true;
        }
        // About one call whose arguments have names: the other names, and that it takes no such arguments.
        let is_named = headline.starts_with(vocabulary::NAMED_ARGUMENT);
        if is_named || code == "E0061" {
            let spans = message["spans"].as_array().into_iter().flatten();
            let arguments = spans.filter(|span| (span["is_primary"] == true) == is_named);
            let calls = arguments.filter_map(|span| Place::of_span(span)?.call());
            let calls = calls.map(|call| (String::new(), "call".to_owned(), vec![call]));
            let calls = Vec::from_iter(calls);
            if calls.iter().any(|call| self.errors.contains(call)) {
                return true;
            }
            self.errors.extend(calls.into_iter().filter(|_| is_named));
        }
        self.is_no_size_again(message, &place)
            || self.misses_again(message, headline, &place)
            || self.comes_again(message, &place, is_of_crate)
            // What follows from this one follows from what is reported.
            || is_subject_again
            || is_of_shapes && ["E0053", "E0271", "E0277", "E0308"].contains(&code) && edits::mended::is_gone(message)
    }

    /// What an error is about, where one report of it in a file is enough: an edit, a bound of an item, a variable in a line,
    /// a feature.
    fn subject(&mut self, message: &Value, headline: &str, place: &Place) -> Option<String> {
        let code = message["code"]["code"].as_str().unwrap_or("");
        if let Some(edits) = edits::written_by(message) {
            return Some(edits);
        }
        if let Some((_, bound)) = headline.split_once(BY_WHERE) {
            let items = self.file(&place.file)?.items(&place.bytes);
            let items = items.map(|(item, _)| item);
            let item = items.min_by_key(ExactSizeIterator::len);
            return Some(format!("{bound} in {item:?}"));
        }
        if code == "E0435" && headline.contains(vocabulary::IN_THE_VALUE) {
            let line = &message["spans"][0]["line_start"];
            return Some(format!("{headline} in line {line}"));
        }
        if headline == vocabulary::NO_SHAPE {
            let mut labels = labels(message).filter(|label| label.starts_with("expected a shape"));
            return Some(format!("{headline}: {}", labels.next()?));
        }
        let (_, feature) = headline.split_once(vocabulary::BY_FEATURE)?;
        Some(format!("the feature {feature}"))
    }

    /// Whether an error is in the words of one about an argument, and of the call that introduces the bound: rustc's next
    /// solver reports a bound of an argument again where the result of the call is formed.
    fn is_of_call_again(&mut self, message: &Value, headline: &str, place: &Place) -> bool {
        const OF_CALL: &str = "bound of a call";
        let is_again = self.errors.iter().any(|(code, told, places)| {
            code == OF_CALL && told == headline && places.iter().all(|told| told.is_in(place))
        });
        let mut labels = labels(message);
        if labels.any(|label| label.is(rustc::BOUND_OF_CALL)) {
            let error = (OF_CALL.to_owned(), headline.to_owned(), Place::all(message));
            self.errors.insert(error);
        }
        is_again
    }

    /// Whether the next error is about the same expression, or one that its type comes from or goes into, with whole
    /// shapes.
    pub fn is_told_better(&mut self, held: &str, next: &str) -> bool {
        let parse = |line: &str| {
            let message: Value = serde_json::from_str(line).ok()?;
            let message = Some(message).filter(|message| message["level"] == "error")?;
            let headline = message["message"].as_str()?.to_owned();
            Some((headline, Place::of(&message)?, Place::all(&message)))
        };
        let (Some((first, place, _)), Some((headline, next, places))) = (parse(held), parse(next))
        else {
            return false;
        };
        if first.starts_with(vocabulary::NOTHING_TO_COMPARE) {
            // That an attribute does nothing waits for what is wrong.
            let is_better = !headline.starts_with(vocabulary::NOTHING_TO_COMPARE);
            self.left_out += usize::from(is_better);
            return is_better;
        }
        // What is wrong with `Axis(0)` as an argument is said of the call that takes no such argument.
        if first.begins(rustc::FUNCTION_EXPECTED) {
            let is_better = places.iter().any(|of| *of != next && place.is_in(of));
            self.left_out += usize::from(is_better);
            return is_better;
        }
        // Sizes that do not make the axis say where its shard is lost.
        let is_better = first.starts_with(vocabulary::LOST_SHARD)
            || headline.starts_with(vocabulary::UNDECIDED)
                && (first.starts_with('`') || headline.contains(vocabulary::SAME_ELEMENTS));
        if !is_better || place.file != next.file {
            return false;
        }
        let Some(flow) = self.file(&place.file) else {
            return false;
        };
        let is_one =
            place.bytes == next.bytes
                || !first.starts_with(vocabulary::LOST_SHARD)
                    && flow.at(&place.bytes).zip(flow.at(&next.bytes)).is_some_and(
                        |(one, other)| flow.comes_from(one, other) || flow.comes_from(other, one),
                    );
        self.left_out += usize::from(is_one);
        is_one
    }

    /// The attribute that the item of a const parameter lacks, or the numbers near one that is not a size.
    pub fn constant_explained(&mut self, said: &str) -> Option<String> {
        if !said.contains(vocabulary::NO_CONST_SIZE) {
            return None;
        }
        let message: Value = serde_json::from_str(said).ok()?;
        let constant = constants_without_size(&message).next()?;
        let told = match constant.parse::<u64>() {
            Ok(number) => number_not_in_table(number),
            Err(_) => {
                let place = Place::of(&message)?;
                let flow = self.file(&place.file)?;
                let item = flow.words_of_owner(&constant, &place.bytes)?;
                let import = match declared::is_nowhere(&message, "checked") {
                    true => "; `use shapecheck::checked;` imports it",
                    false => "",
                };
                format!(
                    "`{constant}` {}{item}`, or write a type, `{constant}: Dim` or `{constant}: StaticDim`{import}",
                    vocabulary::WITHOUT_ATTRIBUTE
                )
            }
        };
        told_otherwise(message, &told, |note| !note.begins(rustc::REQUIRED_BY))
    }

    /// Whether an error is about const parameters, or a number, that are already reported as not being sizes.
    fn is_no_size_again(&mut self, message: &Value, place: &Place) -> bool {
        let mut told = Vec::new();
        let unsized_of = parameters_without_size(message);
        for constant in constants_without_size(message).chain(unsized_of.clone()) {
            if constant.parse::<u64>().is_ok() {
                let bound = format!("{constant} {}", vocabulary::NOT_IN_TABLE);
                told.push((String::new(), 0..0, Missing::of_item(&bound)));
            } else if let Some(flow) = self.file(&place.file)
                && let Some(item) = flow.owner(&constant, &place.bytes)
            {
                told.push((place.file.clone(), item, missing_attribute()));
            }
        }
        if message["code"]["code"] == "E0049" {
            // The trait has no attribute, and so no parameters for the shapes that are compared.
            for of_trait in Place::all(message) {
                let flow = self.file(&of_trait.file);
                let items = flow.map(|flow| flow.items(&of_trait.bytes).collect::<Vec<_>>());
                let missing = |item| (of_trait.file.clone(), item, missing_attribute());
                told.extend(items.into_iter().flatten().map(|(item, _)| missing(item)));
            }
            return told.iter().any(|one| self.missing.contains(one));
        }
        let is_told = !told.is_empty() && told.iter().all(|one| self.missing.contains(one));
        if message["code"]["code"] != "E0599" && unsized_of.count() == 0 {
            self.missing.extend(told);
        }
        is_told
    }

    /// Whether parameters lack what is already reported as missing.
    fn misses_again(&mut self, message: &Value, headline: &str, place: &Place) -> bool {
        let Some(flow) = self.file(&place.file) else {
            return false;
        };
        if headline.begins(rustc::TYPE_MACROS_IN_DERIVE) {
            let items = flow.items(&place.bytes).map(|(item, _)| item);
            let item = items.min_by_key(ExactSizeIterator::len);
            return item.is_some_and(|item| {
                let one = Missing::of_item("a derive that reads shapes");
                !self.missing.insert((place.file.clone(), item, one))
            });
        }
        let mut owned: Vec<(Range<usize>, Missing)> = Vec::new();
        for missing in missing(message, headline) {
            let owner = flow.owner(&missing.parameter, &place.bytes);
            owned.extend(owner.map(|owner| (owner, missing)));
        }
        if headline.begins(rustc::TYPE_FOR_CONSTANT)
            && let Some((item, parameter)) = flow.parameter_for(&place.bytes)
        {
            owned.push((item, Missing::constant(parameter)));
        }
        // A bound that an item's signature lacks may be asked for in its body, too.
        let items: Vec<(Range<usize>, bool)> = flow.items(&place.bytes).collect();
        let mut of_signature = Vec::new();
        if let Some(bound) = advised(message) {
            for (item, is_before_body) in &items {
                of_signature.push((item.clone(), bound.to_owned(), *is_before_body));
            }
        }
        // What is asked of a parameter that is declared with the wrong bound.
        let declared: Vec<(Range<usize>, String)> = notes(message, "required by a bound in `")
            .filter(|bound| bound.file == place.file)
            .filter_map(|bound| flow.declared(&bound.bytes))
            .map(|(item, parameter)| (item, parameter.to_owned()))
            .collect();

        // What a bound that is missing on a parameter would say, and operators on shapes with a parameter that is not a size.
        let mut of_bound = Vec::new();
        for note in texts(message) {
            if let Some((parameter, bound)) = required(note)
                && super::is_parameter(parameter)
            {
                of_bound.push((parameter.to_owned(), bound.to_owned()));
            }
        }
        if message["code"]["code"] == "E0369" {
            let parameters = sizes_of_shapes(headline).filter(|size| super::is_parameter(size));
            of_bound.extend(parameters.map(|parameter| (parameter.to_owned(), "Dim".to_owned())));
        }
        let of_bound = of_bound.into_iter().filter_map(|(parameter, bound)| {
            let owner = flow.owner(&parameter, &place.bytes)?;
            Some((owner, Missing { parameter, bound }))
        });
        let of_bound = Vec::from_iter(of_bound);
        // An attribute above an item writes what asks for a bound of the items inside.
        let is_of_attribute = owned.is_empty() && message["spans"][0]["expansion"].is_object();
        let inside = missing(message, headline);
        let around = items.iter().map(|(item, _)| item.clone());
        let around = around.min_by_key(ExactSizeIterator::len);

        let file = || place.file.clone();
        let is_told_inside = is_of_attribute
            && !inside.is_empty()
            && around.is_some_and(|around| {
                inside.iter().all(|one| {
                    self.missing.iter().any(|(of, item, told)| {
                        *of == place.file
                            && told == one
                            && around.start <= item.start
                            && item.end <= around.end
                    })
                })
            });
        let told: Vec<_> = owned
            .into_iter()
            .map(|(item, missing)| (file(), item, missing))
            .collect();
        let is_told = !told.is_empty() && told.iter().all(|one| self.missing.contains(one));
        let is_again = is_told
            || is_told_inside
            || of_bound.iter().any(|(item, missing)| {
                let one = (file(), item.clone(), missing.clone());
                self.missing.contains(&one)
            })
            || of_signature.iter().any(|(item, bound, _)| {
                let one = (file(), item.clone(), Missing::of_item(bound));
                self.missing.contains(&one)
            })
            || declared.iter().any(|(item, parameter)| {
                let one = (file(), item.clone(), Missing::of_declaration(parameter));
                self.missing.contains(&one)
            });
        let is_of_use = message["code"]["code"] == "E0599"
            && !headline.says(rustc::FOUND_FOR_PARAMETER)
            || headline.begins(rustc::TYPE_FOR_CONSTANT);
        if !is_again && !is_of_use {
            let is_declared = |of: &Range<usize>| {
                let mut items = items.iter();
                items.any(|(item, is_before_body)| item == of && *is_before_body)
            };
            for (file, item, missing) in told {
                if is_declared(&item) {
                    let of_declaration = Missing::of_declaration(&missing.parameter);
                    self.missing
                        .insert((file.clone(), item.clone(), of_declaration));
                }
                self.missing.insert((file, item, missing));
            }
            let of_signature = of_signature
                .into_iter()
                .filter(|(_, _, is_before)| *is_before);
            self.missing.extend(
                of_signature.map(|(item, bound, _)| (file(), item, Missing::of_item(&bound))),
            );
        }
        is_again
    }

    /// Whether the type of an expression comes from one that has an error. If not, it may be such a one.
    fn comes_again(&mut self, message: &Value, place: &Place, is_of_crate: bool) -> bool {
        let code = message["code"]["code"].as_str().unwrap_or("");
        let headline = message["message"].as_str().unwrap_or("");
        let is_open = CODES_OF_OPEN.contains(&code) || is_open(message);
        let is_named = headline.starts_with(vocabulary::NAMED_ARGUMENT);
        let is_of_type = CODES.contains(&code) || is_of_crate || is_named;
        if !is_of_type || !is_of_crate && !self.causes.iter().any(|told| told.file == place.file) {
            return false;
        }
        // The arguments of a function whose signature has an error.
        let mut expected = notes(message, " defined here");
        let is_expected = expected.any(|parameter| {
            self.signatures.iter().any(|told| {
                told.file == parameter.file
                    && parameter.bytes.start <= told.bytes.start
                    && told.bytes.end <= parameter.bytes.end
            })
        });
        if is_expected {
            return true;
        }
        let Some(flow) = self.file(&place.file) else {
            return false;
        };
        if is_of_crate {
            let is_of_signature = flow.items(&place.bytes).any(|(_, is_before)| is_before);
            if is_of_signature && self.signatures.len() < MOST {
                self.signatures.push(place.clone());
            }
        }
        let Some(Some(flow)) = self.files.get(&place.file) else {
            return false;
        };
        // A variable whose type is open has no mark: what it is bound to is marked beside it.
        let mut others = Place::all(message).into_iter().filter(|_| is_open);
        let node = flow
            .at(&place.bytes)
            .or_else(|| others.find_map(|other| flow.at(&other.bytes)));
        let Some(node) = node else {
            return false;
        };
        let mut nodes = vec![node];
        if let Some(call) = place.clone().call().filter(|_| is_named) {
            // The call is another one.
            nodes.extend(flow.at(&(call.bytes.start..place.bytes.end)));
        }
        if CODES_OF_OPEN.contains(&code) {
            // Where the type has to be known.
            let others = Place::all(message).into_iter();
            nodes.extend(others.filter_map(|other| flow.at(&other.bytes)));
        }
        if code == "E0599" {
            // What is not there has no signature.
            nodes.extend(flow.result(node));
        }
        let is_of_order = headline.contains(vocabulary::ORDER);
        if is_of_order {
            nodes.extend(flow.type_arguments(node));
        }
        let this = Cause {
            file: place.file.clone(),
            nodes,
            shapes: shapes(headline).to_owned(),
            equal: sizes_to_be_equal(headline),
            headline: headline.to_owned(),
            is_mismatch: code == "E0308" && !headline.contains(vocabulary::OF_INDEX),
            is_of_engine: (!is_of_order).then(|| is_of_engine(headline)),
        };
        // A bound on an argument is about what the method is called on, too.
        let of_bound = (code == "E0277").then(|| flow.receiver(node)).flatten();
        let mut told = self.causes.iter().filter(|told| told.file == this.file);
        let follows = told.any(|told| {
            let is_same = told.nodes.contains(&node);
            if is_same && told.headline.starts_with(OF_RANK) && headline.starts_with(SLICE) {
                return true;
            }
            // If weights do not fit, the bias is asked for the shape that they give.
            // Two operands of a call may get the same report, like weights and biases of channels.
            // If kernels are given as the input, nothing that the call takes fits.
            let of_call = flow.receiver(node).filter(|_| {
                headline.contains(vocabulary::BIAS)
                    || headline.contains(vocabulary::IN_BIAS)
                    || told.headline.contains(".conv")
                    || code == "E0277" && headline == told.headline
            });
            if of_call.is_some() && told.nodes.iter().any(|of| flow.receiver(*of) == of_call) {
                return told.is_of_engine == Some(false);
            }
            let of_macro = flow.in_macro(node);
            if of_macro.is_some() && told.nodes.iter().any(|it| flow.in_macro(*it) == of_macro) {
                // Several things may be wrong in a macro, such as two of its names. Its value comes from all of them.
                return this.is_mismatch && of_macro == Some(node)
                    || !this.shapes.is_empty() && this.shapes == told.shapes
                    || this.equal.is_some() && this.equal == told.equal;
            }
            let subjects = told.is_of_engine.zip(this.is_of_engine);
            let is_apart = subjects.is_some_and(|(told, this)| told != this);
            if is_same {
                return flow.is_one(node) && !is_apart;
            }
            if is_apart && this.is_of_engine == Some(true) {
                return false;
            }
            let comes_from = |node| told.nodes.iter().any(|from| flow.comes_from(node, *from));
            // Two operands of a macro are compared with each other.
            let is_beside = !told.is_mismatch
                && of_macro.is_some_and(|of| flow.operands(of) == 2 && comes_from(of));
            let comes = comes_from(node) || of_bound.is_some_and(comes_from) || is_beside;
            // If two types differ, the one that is found is known.
            let may_come = !told.is_mismatch
                || is_open && told.nodes.iter().any(|node| flow.is_argument(*node));
            comes && may_come
        });
        if !follows && (is_of_crate || is_named) && self.causes.len() < MOST {
            self.causes.push(this);
        }
        follows
    }

    /// A file of the user's, read once.
    fn file(&mut self, name: &str) -> Option<&Flow> {
        let flow = || Some(Flow::of(&*sources::parsed(name)?));
        let file = self.files.entry(name.to_owned()).or_insert_with(flow);
        file.as_ref()
    }
}

/// How a headline begins that tells of a slice with more or fewer entries than axes, and of any slice.
const OF_RANK: &str = "cannot slice: the shape has rank ";
const SLICE: &str = "cannot slice ";

/// The same for one that stands after `where`.
const BY_WHERE: &str = "add the bound `where ";

/// What a headline says of the bound that would help.
const BY_BOUND: &str = "the bound `";

/// Whether an error says what an engine cannot do.
fn is_of_engine(headline: &str) -> bool {
    let mut words = vocabulary::HEADLINES_OF_ENGINES.iter();
    headline.starts_with('`')
        && !headline.contains(vocabulary::NO_AXIS_OF)
        && words.any(|words| headline.contains(words))
}

/// Whether a message is about a type that is not inferred.
fn is_open(message: &Value) -> bool {
    let headline = message["message"].as_str();
    let mut texts = texts(message).chain(headline).chain(labels(message));
    texts.any(|text| {
        ["[?", "..?", ", ?", "`_`", "<_>", ", _>"]
            .iter()
            .any(|open| text.contains(open))
    })
}

/// What an item without `#[checked]` misses.
fn missing_attribute() -> Missing {
    Missing::of_item(vocabulary::NO_CONST_SIZE)
}

/// The const parameters and the numbers that are not sizes, as an error says: in its headline, or of the bounds of a method.
fn constants_without_size(message: &Value) -> impl Iterator<Item = String> {
    let headline = message["message"].as_str().unwrap_or("");
    let of_headline = headline.split_once(' ').filter(|(_, rest)| {
        [
            vocabulary::NO_CONST_SIZE,
            vocabulary::WITHOUT_ATTRIBUTE,
            vocabulary::NOT_IN_TABLE,
        ]
        .iter()
        .any(|words| rest.starts_with(words))
    });
    let of_headline = of_headline.map(|(constant, _)| constant.trim_matches('`').to_owned());
    let texts = texts(message).chain(labels(message));
    let is_of_method = message["code"]["code"] == "E0599";
    let bounds = texts.filter(|_| is_of_method).flat_map(|text| {
        let bounds = text.split(vocabulary::CONSTANT).skip(1);
        bounds.filter_map(|rest| Some(rest.split_once('>')?.0.to_owned()))
    });
    of_headline.into_iter().chain(bounds.collect::<Vec<_>>())
}

/// The parameters of a type that has no size as a value, where none of its fields is said to be why: a bound of the type
/// is not met.
fn parameters_without_size(message: &Value) -> impl Iterator<Item = String> + Clone {
    let headline = message["message"].as_str().unwrap_or("");
    let is_of_field = texts(message).any(|note| note.begins(rustc::APPEARS_WITHIN));
    let of = headline.after(rustc::UNSIZED).filter(|_| !is_of_field);
    let of = of.and_then(|of| of.split('`').next()?.split_once('<'));
    let words = of
        .map_or("", |(_, parameters)| parameters)
        .split(|c| !is_of_word(c));
    let names = words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    Vec::from_iter(names.map(str::to_owned)).into_iter()
}

/// What to write for a number that no const parameter can be.
fn number_not_in_table(number: u64) -> String {
    let sizes = library::CONST_SIZES;
    let place = sizes.partition_point(|size| *size < number);
    let near = [place.checked_sub(1), Some(place)].into_iter().flatten();
    let near: Vec<String> = near
        .filter_map(|place| sizes.get(place))
        .map(u64::to_string)
        .collect();
    let are = if near.len() == 1 { "is" } else { "are" };
    let of_types = format!(
        "the layer has a type as its parameter, `N: StaticDim`, and is written with `dim!({number})`"
    );
    format!(
        "{number} {}: near it {are} {}; for {number} itself {of_types}",
        vocabulary::NOT_IN_TABLE,
        near.join(" and ")
    )
}

/// Whether an error is about a const parameter that is not inferred, where sizes may be such.
fn is_of_open_constant(message: &Value) -> bool {
    let code = message["code"]["code"].as_str().unwrap_or("");
    CODES_OF_OPEN.contains(&code)
        && super::is_with_crate()
        && texts(message).any(|text| text.says(rustc::VALUE_OF_CONST))
}

/// What parameters miss, as an error says.
fn missing(message: &Value, headline: &str) -> Vec<Missing> {
    let of = |parameter: &str, bound: &str| Missing {
        parameter: parameter.to_owned(),
        bound: bound.to_owned(),
    };
    if let Some(names) = unknown_sizes(message) {
        return names.iter().map(|name| of(name, "StaticDim")).collect();
    }
    if let Some((front, _)) = headline.split_once(vocabulary::TYPE_PARAMETERS) {
        let name = front.rsplit(' ').next().unwrap_or("");
        return vec![Missing::constant(name)];
    }
    if let Some((name, _)) = headline.split_once(vocabulary::WITHOUT_ATTRIBUTE) {
        return vec![Missing::constant(name.trim().trim_matches('`'))];
    }
    if let Some(rest) = headline.after(rustc::CANNOT_FIND_TYPE) {
        return vec![Missing::constant(rest.split('`').next().unwrap_or(""))];
    }
    if let Some((_, bound)) = headline.split_once(BY_BOUND) {
        let bound = bound.split('`').next().unwrap_or("");
        let bound = bound.split_once(": ");
        return bound
            .map(|(parameter, bound)| of(parameter, bound))
            .into_iter()
            .collect();
    }
    if let Some((engine, trait_of_engine)) = output_engine(message, headline) {
        return vec![of(
            engine,
            &format!("{trait_of_engine} with its own results"),
        )];
    }
    if message["code"]["code"] == "E0599" {
        return missing_of_method(message);
    }
    let asked = texts(message).find_map(|note| note.strip_prefix(vocabulary::GENERIC_ENGINE));
    let asked = asked.and_then(|bound| bound.split('`').next()?.split_once(": "));
    if let Some((engine, bound)) = asked.filter(|(engine, _)| super::is_parameter(engine)) {
        return vec![of(engine, bound)];
    }
    missing_bound(headline).into_iter().collect()
}

/// `E` and `Engine` of `<E as Engine>::Out`, an engine that a bound leaves open, or `E` and `Joins<f32>` of
/// `<E as Joins<f32>>::OutputEngine`: where two types differ in it alone, or methods ask it for more.
fn output_engine<'m>(message: &'m Value, headline: &'m str) -> Option<(&'m str, &'m str)> {
    let asks = match message["code"]["code"].as_str()? {
        "E0308" if !headline.contains(" (axis ") && !headline.contains(" axes, found ") => headline,
        "E0599" => texts(message).find_map(|text| text.after(rustc::LIST_OF_BOUNDS))?,
        _ => return None,
    };
    let before = asks.match_indices(">::Out").find_map(|(place, name)| {
        let rest = asks[place + name.len()..].trim_start_matches("putEngine");
        let is_whole = !rest.starts_with(|next: char| next.is_alphanumeric());
        is_whole.then_some(&asks[..place])
    })?;
    let (before, of) = before.rsplit_once(" as ")?;
    let engine = before.rsplit('<').next()?;
    super::is_parameter(engine).then_some((engine, of))
}

/// A message with another headline, and without some of its notes.
fn told_otherwise(
    mut message: Value,
    headline: &str,
    is_removed: impl Fn(&str) -> bool,
) -> Option<String> {
    let mut changes = Changes {
        headline: Some((message["message"].as_str()?.to_owned(), headline.to_owned())),
        ..Changes::default()
    };
    message["children"].as_array_mut()?.retain(|child| {
        let text = child["message"].as_str().unwrap_or("");
        let is_removed = is_removed(text);
        if is_removed {
            changes.removed.push(first_line(text));
        }
        !is_removed
    });
    if let Some(rendered) = message["rendered"].as_str() {
        message["rendered"] = rendered::rewrite(rendered, &changes, Evidence::default()).into();
    }
    message["message"] = headline.into();
    if let Some(advice) = message["shapecheck"]["advice"].as_array_mut() {
        advice.retain(|note| !note.as_str().is_some_and(&is_removed));
    }
    Some(message.to_string() + "\n")
}

/// The sizes of all shapes in a text, `B` and `64` of `Tensor<f32, [B, 64]>`.
fn sizes_of_shapes(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.split(", [").skip(1);
    let lists = lists.filter_map(|rest| rest.split(']').next());
    lists.flat_map(|list| list.split(", "))
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

/// Whether an error is about a size computed from a parameter or one that has to be known: the next error may be about
/// the bound that asks for it.
pub fn may_be_told_better(line: &str) -> bool {
    let headline = line
        .split_once("\"message\":\"")
        .map_or("", |(_, rest)| rest);
    let is_of_axis =
        |words: &str| headline.starts_with(words) && headline[words.len()..].starts_with("Axis<");
    rustc::FUNCTION_EXPECTED.wordings().any(is_of_axis)
        || is_headline_of(line, "`<") && headline.contains("is not the size of an axis")
        || is_headline_of(line, vocabulary::UNKNOWN_SIZE)
        || is_headline_of(line, vocabulary::LOST_SHARD)
}

fn is_headline_of(line: &str, start: &str) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|message| {
        let headline = message["message"].as_str().unwrap_or("");
        message["level"] == "error" && headline.starts_with(start)
    })
}

/// Whether a headline is one of the crate, or has its words added.
fn is_about_crate(headline: &str) -> bool {
    vocabulary::HEADLINES
        .iter()
        .any(|words| headline.contains(words))
}

/// `B: Dim` of "`B` is not the size of an axis".
fn missing_bound(headline: &str) -> Option<Missing> {
    let (parameter, rest) = headline.strip_prefix('`')?.split_once('`')?;
    let mut bounds = vocabulary::HEADLINES_OF_BOUNDS.iter();
    let (_, bound) = bounds.find(|(words, _)| rest.trim().starts_with(words))?;
    Some(Missing {
        parameter: parameter.to_owned(),
        bound: (*bound).to_owned(),
    })
}

/// The same for the list of bounds that a method needs: those of parameters, from which the others follow.
fn missing_of_method(message: &Value) -> Vec<Missing> {
    let list = texts(message).find_map(|text| text.after(rustc::LIST_OF_BOUNDS));
    let bounds = list.unwrap_or("").split('`').skip(1).step_by(2);
    let bounds = bounds.filter_map(|bound| bound.split_once(": "));
    let known = bounds.filter_map(|(parameter, bound)| {
        let is_known = |(_, name): &&(&str, &str)| bound == *name;
        let (words, _) = vocabulary::HEADLINES_OF_BOUNDS.iter().find(is_known)?;
        super::is_parameter(parameter).then(|| missing_bound(&format!("`{parameter}` {words}")))?
    });
    known.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::PathBuf};

    /// A folder with a program, and an error at some code of it.
    struct Program {
        folder: PathBuf,
        text: &'static str,
    }

    impl Program {
        fn of(name: &str, text: &'static str) -> Self {
            let folder = std::env::temp_dir()
                .join("cargo-shapecheck-repeated")
                .join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("a.rs"), text).unwrap();
            Self { folder, text }
        }

        fn error(&self, code: &str, headline: &str, at: &str, note: &str) -> String {
            let start = self.text.find(at).unwrap();
            let span = serde_json::json!({
                "is_primary": true, "file_name": "a.rs", "byte_start": start, "byte_end": start + at.len()
            });
            serde_json::json!({
                "level": "error", "code": {"code": code}, "message": headline, "spans": [span],
                "children": [{"message": note}]
            })
            .to_string()
        }

        fn told(&self) -> Told {
            sources::set_folder(&self.folder);
            Told::default()
        }
    }

    #[test]
    fn a_missing_bound_is_told_once() {
        let program = Program::of(
            "bounds",
            "fn f<B>(x: A<B>) -> C<B> { x.g() } fn h<B>(y: A<B>) { y.i() }",
        );
        let mut told = program.told();
        let missing = |at| program.error("E0277", "`B` is not the size of an axis", at, "");
        assert!(!told.is_repeated(&missing("A<B>"), false));
        assert!(told.is_repeated(&missing("A<B>"), false));
        assert!(told.is_repeated(&missing("C<B>"), false));
        let list = "the following trait bounds were not satisfied:\n`B: Dim`";
        let method = |at| program.error("E0599", "the method `f` exists", at, list);
        assert!(told.is_repeated(&method("g"), false));
        // That is another function's parameter.
        assert!(!told.is_repeated(&method("i"), false));
        assert!(!told.is_repeated(&missing("y: A<B>"), false));
        let other = program.error("E0277", "`B` is not `Clone`", "C<B>", "");
        assert!(!told.is_repeated(&other, false));
        assert!(!told.is_repeated(&other, false));
    }

    #[test]
    fn what_comes_from_an_error_is_left_out_and_not_counted() {
        let program = Program::of(
            "counts",
            "fn f() { let y = x.matmul(&w); z.matmul(&v); y + bias; }",
        );
        let mut told = program.told();
        let error = |at| program.error("E0277", "cannot broadcast", at, "");
        assert!(!told.is_repeated(&error("matmul"), true));
        assert!(!told.is_repeated(&error("matmul(&v)"), true));
        let line = |words: &str| {
            format!("{{\"message\":\"{words}\",\"rendered\":\"error: {words}\\n\"}}\n")
        };
        let count = |count| line(&format!("aborting due to {count}"));
        assert_eq!(told.summed_up(&count("3 previous errors")), None);
        assert!(told.is_repeated(&error("+"), true));
        for (before, after) in [
            ("3 previous errors", "2 previous errors"),
            (
                "2 previous errors; 1 warning emitted",
                "1 previous error; 1 warning emitted",
            ),
        ] {
            assert_eq!(told.summed_up(&count(before)), Some(count(after)));
        }
        let list = line("Some errors have detailed explanations: E0277, E0308.");
        let how = |of, code| {
            line(&format!(
                "For more information about {of} error, try `rustc --explain {code}`."
            ))
        };
        assert_eq!(told.summed_up(&list).as_deref(), Some(""));
        let of_one = Some(how("this", "E0277"));
        assert_eq!(told.summed_up(&how("an", "E0277")), of_one);
    }

    /// The parts of an axis are those of another name, so that its shard gets lost.
    #[test]
    fn sizes_that_do_not_make_an_axis_are_told_before_the_shard_that_gets_lost() {
        let program = Program::of(
            "shards",
            "fn f() { x.split_axis_with(a, b); y.merge_axes(); }",
        );
        let mut told = program.told();
        let error = |headline: &str, at| program.error("E0277", headline, at, "");
        let lost = error(vocabulary::LOST_SHARD, "split_axis_with");
        let headline = "cannot split axis -1: the product of the new sizes is `Heads / Tp`";
        assert!(may_be_told_better(&lost));
        assert!(told.is_told_better(&lost, &error(headline, "split_axis_with")));
        assert!(!told.is_told_better(&lost, &error(headline, "merge_axes")));
    }

    #[test]
    fn a_constant_in_the_place_of_a_size_is_told_once() {
        let program = Program::of(
            "constants",
            "impl<const E: usize> A<E> { fn f(x: B<E>) {} } impl<const E: usize> C<E> {}",
        );
        let mut told = program.told();
        let error = |at| {
            let headline = format!(
                "constant provided when a type was expected: `const E{}",
                vocabulary::TYPE_PARAMETERS
            );
            program.error("E0747", &headline, at, "")
        };
        assert!(!told.is_repeated(&error("A<E>"), true));
        assert!(told.is_repeated(&error("B<E>"), true));
        // That is another parameter of this name.
        assert!(!told.is_repeated(&error("C<E>"), true));
    }

    #[test]
    fn two_sizes_have_to_be_equal_once_in_a_macro() {
        let program = Program::of(
            "equal",
            "fn f() { einsum!(\"b m, m b\"; xx, yy); einsum!(\"b m\"; zz); }",
        );
        let mut told = program.told();
        let error = |one: &str, other: &str, at: &str| {
            let headline = format!("cannot tell whether the sizes `{one}` and `{other}` are equal");
            program.error("E0277", &headline, at, "")
        };
        assert!(!told.is_repeated(&error("B", "M", "xx"), true));
        assert!(told.is_repeated(&error("M", "B", "yy"), true));
        let of_label =
            "cannot tell whether label 'm' has one size: it is `M`, and `B` in a later place";
        assert!(told.is_repeated(&program.error("E0277", of_label, "yy", ""), true));
        assert!(!told.is_repeated(&error("M", "C", "yy"), true));
        assert!(!told.is_repeated(&error("B", "M", "zz"), true));
    }

    /// An argument that does not fit leaves open what is inferred from it, and nothing else.
    #[test]
    fn what_is_known_does_not_come_from_an_argument() {
        let program = Program::of("arguments", "fn f() { z.matmul(&x) + bias; }");
        let mut told = program.told();
        let argument = program.error("E0308", "mismatched types", "&x", "");
        assert!(!told.is_repeated(&argument, true));
        let of_size = program.error(
            "E0277",
            "cannot broadcast: size 2 does not match size 3",
            "+",
            "",
        );
        assert!(!told.is_repeated(&of_size, true));
        let open = program.error(
            "E0308",
            "mismatched types: expected shape [?], found [2]",
            "+",
            "",
        );
        let mut told = program.told();
        assert!(!told.is_repeated(&argument, true));
        assert!(told.is_repeated(&open, true));
    }
}
