//! What a message says about shapes as fields, for programs that act on it: `"shapecheck": {"rule": "Broadcast", ...}`.
//!
//! The rule and the numbers are those of the trait that carries the message, `Broadcast3By3<224, 128, 1>`, and whatever
//! no such trait says is read from the words. A field says nothing that the words do not.

use serde_json::{Map, Value};

use super::children::{required, texts};
use super::plumbing;
use super::rustc::{self, Phrase, Reads};
use super::words::is_number;
use crate::types::{Evidence, rewrite_with, vocabulary};

/// The key of the fields.
const KEY: &str = "shapecheck";

/// What begins notes that say why there is a message, and not what to do.
const REASONS: [Phrase; 9] = [
    rustc::TWO_TYPES,
    rustc::IN_MACRO,
    rustc::REQUIRED_BY,
    rustc::REQUIRED_BY_CONST,
    rustc::REQUIRED_FOR,
    rustc::OTHER_TYPES,
    rustc::LONG_TYPE,
    rustc::TRAIT,
    rustc::OF_MACRO,
];

/// Adds the fields to a message, which was this one before it was rewritten.
pub fn tell(diagnostic: &mut Value, before: &Value, evidence: Evidence) {
    let of_operator = |note: &str| note.opens(rustc::REQUIRED_FOR, "Operands` to implement `Tell");
    let is_of_shapes = evidence.is_of_shapes() || texts(before).any(of_operator);
    if !is_of_shapes || !before[KEY].is_null() {
        return;
    }
    let mut fields = fields(diagnostic, before, evidence);
    if fields.is_empty() {
        return;
    }
    let is_reason = |text: &&str| {
        text.closes(rustc::DEFINED_HERE) || REASONS.iter().any(|start| text.begins(*start))
    };
    let advice = texts(diagnostic).filter(|text| !is_reason(text));
    let advice: Vec<Value> = advice.map(Value::from).collect();
    if !advice.is_empty() {
        fields.insert("advice".to_owned(), advice.into());
    }
    diagnostic[KEY] = fields.into();
}

fn fields(diagnostic: &Value, before: &Value, evidence: Evidence) -> Map<String, Value> {
    let headline = diagnostic["message"].as_str().unwrap_or("");
    let spans = diagnostic["spans"].as_array().into_iter().flatten();
    let labels = spans.filter(|span| span["is_primary"] == true);
    let labels = labels.filter_map(|span| span["label"].as_str());
    let said: Vec<&str> = [headline].into_iter().chain(labels).collect();

    let carrier = texts(before).find_map(Carrier::from_note);
    let (sizes, ranks, operand) = match &carrier {
        Some(carrier) if carrier.is_of_ranks => {
            let (operand, ranks) = carrier.ranks_said(headline);
            (Vec::new(), ranks, operand)
        }
        Some(carrier) => (carrier.sizes_said(&said), Vec::new(), None),
        None => (sizes_in(headline), Vec::new(), None),
    };
    let told = said.iter().map(|text| lists(text));
    let of_bounds = texts(before)
        .rev()
        .map(|note| lists_of_bound(note, evidence));
    let mut shapes = told.chain(of_bounds).filter(|found| !found.is_empty());
    let shapes = shapes.next().unwrap_or_default();

    let of_sizes = sizes.iter().chain(shapes.iter().flatten());
    let of_sizes = of_sizes.flat_map(|size| identifiers(size));
    let mut names: Vec<&str> = Vec::new();
    for name in of_sizes.chain(names_in(headline)) {
        if name != vocabulary::DYNAMIC_SHAPE && !names.contains(&name) {
            names.push(name);
        }
    }

    let list = |sizes: &[String]| -> Value { sizes.iter().map(|size| value(size)).collect() };
    let axis = said.iter().find_map(|text| axis_in(text));
    let fields = [
        ("rule", carrier.as_ref().map(|carrier| carrier.rule.into())),
        ("axis", axis.map(Value::from)),
        ("operand", operand.map(value)),
        ("sizes", (!sizes.is_empty()).then(|| list(&sizes))),
        ("ranks", (!ranks.is_empty()).then(|| list(&ranks))),
        (
            "shapes",
            (!shapes.is_empty()).then(|| shapes.iter().map(|shape| list(shape)).collect()),
        ),
        ("names", (!names.is_empty()).then(|| names.into())),
    ];
    let fields = fields.into_iter();
    let said = fields.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    said.collect()
}

/// A trait that carries a message, and is implemented for no type.
struct Carrier<'a> {
    rule: &'a str,
    /// Two sizes in the order of the message, or the numbers of a message about something else.
    sizes: Vec<String>,
    is_of_ranks: bool,
    /// Whether it is also about labels or operands.
    is_of_equation: bool,
}

impl<'a> Carrier<'a> {
    /// From ``the trait `Broadcast3By3<224, 128, 1>` is not implemented for `Shapes` ``.
    fn from_note(note: &'a str) -> Option<Self> {
        let rest = note.after(rustc::TRAIT)?;
        let (bound, of) = rest.halves(rustc::IS_NOT_IMPLEMENTED)?;
        if !of.starts_with("Shapes`") {
            return None;
        }
        let (path, arguments) = bound.strip_suffix('>')?.split_once('<')?;
        let name = path.rsplit("::").next()?;
        let arguments: Vec<&str> = arguments.split(", ").collect();
        let types = arguments.iter().take_while(|argument| !is_number(argument));
        let (types, numbers) = arguments.split_at(types.count());
        let Some((left, rhs)) = name
            .rsplit_once("By")
            .and_then(|(left, rhs)| Some((left, Form::of(rhs)?)))
        else {
            let numbers = numbers.iter().filter(|number| is_number(number));
            return Some(Self {
                rule: name,
                sizes: numbers.map(|number| (*number).to_owned()).collect(),
                is_of_ranks: true,
                is_of_equation: false,
            });
        };
        let (rule, lhs) = Form::ends(left)?;
        // The names in the sizes come after what the rule is about, and their digits before it.
        let names = types.len().checked_sub(lhs.names() + rhs.names())?;
        let mut parts = (types.get(names..)?, numbers);
        let sizes = [lhs, rhs].map(|form| form.take(&mut parts));
        Some(Self {
            rule,
            sizes: sizes.into_iter().collect::<Option<_>>()?,
            is_of_ranks: false,
            // But for the sizes there is the axis.
            is_of_equation: names > 0 || parts.1.len() > 1,
        })
    }

    /// The two sizes, of which a message about one says only that.
    fn sizes_said(&self, texts: &[&str]) -> Vec<String> {
        let times = |size: &str| texts.iter().map(|text| words(text, size).count()).max();
        let mut sizes = self.sizes.clone();
        let is_one = sizes[0] == sizes[1] && times(&sizes[0]) < Some(2);
        sizes.retain(|size| times(size) > Some(0));
        if is_one {
            sizes.truncate(1);
        }
        // Which of two operands an equation compares with the other is nothing that it says.
        if self.is_of_equation {
            let is_size = |at: &usize| !texts[0][..*at].ends_with("operand ");
            sizes.sort_by_key(|size| words(texts[0], size).find(is_size));
        }
        sizes
    }

    /// The operand that a message is about, and the numbers of axes.
    fn ranks_said(&self, headline: &str) -> (Option<&str>, Vec<String>) {
        let mut operand = None;
        let mut ranks = Vec::new();
        for number in &self.sizes {
            if operand.is_none() && headline.contains(&format!("operand {number} ")) {
                operand = Some(number.as_str());
            } else if words(headline, number).next().is_some() {
                ranks.push(number.clone());
            }
        }
        (operand, ranks)
    }
}

/// The names and the numbers that sizes are written by.
type Parts<'a> = (&'a [&'a str], &'a [&'a str]);

/// How a size is written in a trait that carries a message.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    /// By the first digits as one number, and by each of this many others.
    Digits(usize),
    Name,
    /// Two names, with this between them.
    Names(&'static str),
    /// `Seq + 1`
    SumWith,
    /// `2 * Seq`
    Multiple,
}

impl Form {
    const ALL: [(&'static str, Self); 9] = [
        ("20", Self::Digits(19)),
        ("3", Self::Digits(0)),
        ("6", Self::Digits(3)),
        ("9", Self::Digits(6)),
        ("Name", Self::Name),
        ("Sum", Self::Names(" + ")),
        ("Product", Self::Names(" * ")),
        ("SumWith", Self::SumWith),
        ("Multiple", Self::Multiple),
    ];

    fn of(word: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(it, _)| *it == word);
        found.map(|(_, form)| *form)
    }

    /// `Broadcast3` as `Broadcast` and the form.
    fn ends(name: &str) -> Option<(&str, Self)> {
        let found = |(word, form): &(&str, Self)| Some((name.strip_suffix(word)?, *form));
        Self::ALL.iter().find_map(found)
    }

    fn names(self) -> usize {
        match self {
            Self::Digits(_) => 0,
            Self::Name | Self::SumWith | Self::Multiple => 1,
            Self::Names(_) => 2,
        }
    }

    /// Takes a size from the front of the names or of the numbers.
    fn take<'a>(self, (names, numbers): &mut Parts<'a>) -> Option<String> {
        let name = |text: &str| text.rsplit("::").next().unwrap_or(text).to_owned();
        let (from, count) = match self {
            Self::Digits(others) => (&mut *numbers, others + 1),
            _ => (&mut *names, self.names()),
        };
        let (taken, rest) = from.split_at_checked(count)?;
        *from = rest;
        let mut number = || {
            let (number, rest) = numbers.split_first()?;
            *numbers = rest;
            Some(*number)
        };
        Some(match self {
            Self::Digits(_) => {
                let digits = taken.concat();
                let digits = digits.trim_start_matches('0');
                (if digits.is_empty() { "0" } else { digits }).to_owned()
            }
            Self::Name => name(taken[0]),
            Self::Names(between) => [name(taken[0]), name(taken[1])].join(between),
            Self::SumWith => format!("{} + {}", name(taken[0]), number()?),
            Self::Multiple => format!("{} * {}", number()?, name(taken[0])),
        })
    }
}

/// A number, or the text of a size that is none.
fn value(size: &str) -> Value {
    match size.parse::<u64>() {
        Ok(number) => number.into(),
        Err(_) => size.into(),
    }
}

/// The places where a text has a size as a whole word.
fn words<'a>(text: &'a str, size: &'a str) -> impl Iterator<Item = usize> {
    let is_part = |character: Option<char>| {
        character.is_some_and(|it| it.is_alphanumeric() || "_-".contains(it))
    };
    text.match_indices(size)
        .map(|(at, _)| at)
        .filter(move |at| {
            let (before, behind) = (&text[..*at], &text[at + size.len()..]);
            !is_part(before.chars().next_back()) && !is_part(behind.chars().next())
        })
}

/// The first axis of a text, `axis -1`.
fn axis_in(text: &str) -> Option<i64> {
    text.split("axis ").skip(1).find_map(|rest| {
        let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit());
        let axis = rest[..end.unwrap_or(rest.len())].parse().ok();
        axis.filter(|axis| *axis <= 0)
    })
}

/// The sizes of which a text says that they are sizes.
fn sizes_in(text: &str) -> Vec<String> {
    if let Some((_, rest)) = text.split_once("(axis ")
        && let Some((_, rest)) = rest.split_once(": expected ")
        && let Some((expected, rest)) = size_at(rest)
        && let Some((found, _)) = rest.strip_prefix(", found ").and_then(size_at)
    {
        return vec![expected, found];
    }
    let mut sizes = Vec::new();
    for (at, _) in text.match_indices("size") {
        let rest = text[at + 4..].trim_start_matches('s');
        let Some((size, rest)) = rest.strip_prefix(' ').and_then(size_at) else {
            continue;
        };
        sizes.push(size);
        if let Some((second, _)) = rest.strip_prefix(" and ").and_then(size_at) {
            sizes.push(second);
        }
    }
    sizes
}

/// A size at the front of a text, in digits or in backticks, and what follows.
fn size_at(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix('`') {
        let (code, rest) = rest.split_once('`')?;
        return is_size(code).then(|| (code.to_owned(), rest));
    }
    if let Some(rest) = text.strip_prefix('_') {
        return Some(("_".to_owned(), rest));
    }
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

/// Whether code can be a size: `_`, `?`, `768`, `H * D`, `..S`.
fn is_size(code: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_?+-*/(). ".contains(c);
    !code.trim_start_matches('.').is_empty() && code.chars().all(is_part)
}

/// The shapes in a text: `[2, _]`, but neither `shape![2, 3]` nor `[f32; 2]`.
fn lists(text: &str) -> Vec<Vec<String>> {
    // The part in which they differ follows.
    let told = text.split(" (before ").next().unwrap_or(text);
    let mut lists = Vec::new();
    for (at, _) in told.match_indices('[') {
        let before = told[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '!' | ']' | '[' | '#')) {
            continue;
        }
        let Some((inside, _)) = told[at + 1..].split_once(']') else {
            continue;
        };
        let sizes: Vec<&str> = inside.split(',').map(str::trim).collect();
        if inside.is_empty() || sizes.iter().all(|size| is_size(size)) {
            let sizes = sizes.into_iter().filter(|size| !size.is_empty());
            lists.push(sizes.map(str::to_owned).collect());
        }
    }
    lists
}

/// The shapes in ``required for `[2, 3]` to implement `Linear<[4, 5]>` ``. The parameters of a bound on the names of axes
/// are nothing that the user wrote.
fn lists_of_bound(note: &str, evidence: Evidence) -> Vec<Vec<String>> {
    let Some((of, bound)) = required(note) else {
        return Vec::new();
    };
    let mut found = lists(&rewrite_with(of, evidence));
    if !plumbing::is_of_equation(bound) {
        found.extend(lists(&rewrite_with(bound, evidence)));
    }
    found.retain(|shape| !shape.iter().any(|size| size.contains('?')));
    found
}

/// The names in a size.
fn identifiers(size: &str) -> impl Iterator<Item = &str> {
    let words = size.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(char::is_alphabetic))
}

/// The names of parameters, sizes and labels that a text has beside its sizes.
fn names_in(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut before = "";
    for (place, code) in text.split('`').enumerate() {
        if place % 2 == 0 {
            if let Some((_, rest)) = code.split_once("label '") {
                names.extend(rest.split('\'').next());
            }
            before = code;
        } else if before.ends_with("label ")
            || text.starts_with("cannot tell ")
                && code.starts_with(char::is_uppercase)
                && is_size(code)
        {
            names.extend(identifiers(code));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(bound: &str) -> Option<(&str, Vec<String>)> {
        let note = format!("the trait `{bound}` is not implemented for `Shapes`").leak();
        Carrier::from_note(note).map(|carrier| (carrier.rule, carrier.sizes))
    }

    #[test]
    fn each_form_of_names_is_known() {
        for form in vocabulary::FORMS_OF_NAMES {
            assert!(Form::of(form).is_some(), "{form}");
        }
    }

    #[test]
    fn sizes_are_those_of_the_trait_that_carries_the_message() {
        for (bound, rule, sizes) in [
            (
                "Broadcast3By3<224, 128, 1>",
                "Broadcast",
                &["224", "128"][..],
            ),
            (
                "shapecheck::verdict::Reshape6By3<1, 0, 2, 4, 30, 1>",
                "Reshape",
                &["1024", "30"],
            ),
            (
                "Broadcast3By9<7, 1048, 0, 0, 0, 0, 0, 7, 2>",
                "Broadcast",
                &["7", "1048000007"],
            ),
            (
                "RemoveAxis20By3<0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 9, 4, 9, 6, 7, 3, 1, 1, 1, 1>",
                "RemoveAxis",
                &["4294967311", "1"],
            ),
            (
                "SameLetter3By3<64, 32, 'd', 1, 2, 1>",
                "SameLetter",
                &["64", "32"],
            ),
            (
                "SameName6By3<width, 1, 5, 3, 6, 50, 1, 2, 1>",
                "SameName",
                &["1536", "50"],
            ),
            (
                "ValuesSumByName<Past, Seq, Seq, 2>",
                "Values",
                &["Past + Seq", "Seq"],
            ),
            (
                "ArgumentMultipleByProduct<Batch, Batch, Copies, 2, 1>",
                "Argument",
                &["2 * Batch", "Batch * Copies"],
            ),
            (
                "BroadcastNameBySumWith<Seq, Seq, 3, 1>",
                "Broadcast",
                &["Seq", "Seq + 3"],
            ),
            (
                "RemoveAxisNameBy3<a::Batch, 1, 2>",
                "RemoveAxis",
                &["Batch", "1"],
            ),
            ("RankFits<2, 1>", "RankFits", &["2", "1"]),
            (
                "NeedsMatrix<UInt<UInt<UTerm, B1>, B1>, 1>",
                "NeedsMatrix",
                &["1"],
            ),
        ] {
            let sizes = sizes.iter().map(|size| (*size).to_owned()).collect();
            assert_eq!(carried(bound), Some((rule, sizes)));
        }
        assert!(Carrier::from_note("the trait `Float` is not implemented for `i32`").is_none());
    }

    #[test]
    fn sizes_and_shapes_are_read_from_words() {
        let headline = "mismatched types: expected shape [32, _, 225], found [32, H * D, 224] (axis -1: expected 225, found 224)";
        assert_eq!(sizes_in(headline), ["225", "224"]);
        assert_eq!(axis_in(headline), Some(-1));
        assert_eq!(
            lists(headline),
            [["32", "_", "225"], ["32", "H * D", "224"]]
        );
        assert_eq!(
            sizes_in("cannot tell whether the sizes `M` and `N + 1` are equal"),
            ["M", "N + 1"]
        );
        assert!(lists("write `shape![2, 3]` or [f32; 2], not x[0], [.., C] or #[test]").is_empty());
        assert_eq!(lists("`[..S, N]: Reshape<[]>`"), [vec!["..S", "N"], vec![]]);
        assert_eq!(names_in("cannot tell how many axes `S` has"), ["S"]);
        assert_eq!(names_in("label 'd' has size 64 in operand 1"), ["d"]);
        assert_eq!(
            names_in("label `width` has size 64 in operand 1"),
            ["width"]
        );
        assert!(names_in("`Inline` has no layers of elements `i32`").is_empty());
    }
}
