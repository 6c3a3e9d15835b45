//! Errors of the crate that rust-analyzer finds while the user types, before anything is saved.
//!
//! For a bound that does not hold, rust-analyzer from Rust 1.99 on says which one, and the bounds that required it:
//!
//! ```text
//! the trait bound `Shapes: MatrixProduct3By3<3, 2, 1>` is not satisfied
//! required by the bound `Operands: Tell<MatrixProductRule, Count<3>, Count<2>, Count<1>>`
//! required by the bound `Axes<..>: MatrixProduct<Axes<..>>`
//! ```
//!
//! It does not read what the crate says of the bound, `#[diagnostic::on_unimplemented]`, and shows such an error only
//! where it is asked for experimental diagnostics. So this program asks for them, writes what rustc would write, and
//! leaves out whatever else they bring, unless the editor has asked for it. The words are those of the crate's source, in
//! [`library`].

use std::ops::Range;

use serde_json::{Value, json};

use super::documents::{Encoding, offset};
use crate::explain;
use crate::message::rustc::{self, Reads};
use crate::message::{self, sources, words};
use crate::types::{library, rewrite, vocabulary};

/// The first Rust whose rust-analyzer says which bounds asked for one.
const SINCE: u32 = 99;
/// The same for those that are released by themselves: the first day on which all do.
const SINCE_DAY: &str = "2026-08-01";

/// Whether a rust-analyzer with this version, `rust-analyzer 1.99.1 (58cf8f9 2026-10-13)` or
/// `rust-analyzer 0.3.3007-standalone (58cf8f9 2026-10-13)`, says enough of a bound.
pub fn is_told(version: &str) -> bool {
    let Some(version) = version.strip_prefix("rust-analyzer ") else {
        return false;
    };
    match version.strip_prefix("1.") {
        Some(minor) => {
            let minor = minor.split('.').next();
            minor.and_then(|minor| minor.parse().ok()) >= Some(SINCE)
        }
        None => {
            let day = version.trim_end().strip_suffix(')');
            let day = day.and_then(|before| before.rsplit([' ', '(']).next());
            day >= Some(SINCE_DAY)
        }
    }
}

/// The codes of the diagnostics that rust-analyzer shows by default: those with `.stable()` in the files of
/// `crates/ide-diagnostics/src/handlers`, as of Rust 1.99, and the lints and macros that it names in other ways. What
/// has another code is experimental, also in versions to come.
const STABLE: [&[&str]; 2] = [
    &[
        "E0004", "E0005", "E0023", "E0029", "E0033", "E0040", "E0046", "E0054", "E0057", "E0061",
        "E0062", "E0063", "E0067", "E0109", "E0130", "E0133", "E0210", "E0214", "E0268", "E0277",
        "E0308", "E0407", "E0436", "E0451", "E0527", "E0528", "E0529", "E0559", "E0560", "E0583",
        "E0596", "E0600", "E0604", "E0605", "E0606", "E0607", "E0608", "E0614", "E0616", "E0620",
        "E0624", "E0638", "E0639", "E0641", "E0658", "E0728", "E0730", "E0735", "E0747", "E0767",
        "E0774", "E0777", "E0784", "E0804",
    ],
    &[
        "attribute-expansion-disabled",
        "bad-rtn",
        "deprecated_safe_2024",
        "filter_map_next",
        "inactive_code",
        "json-is-not-rust",
        "macro-def-error",
        "macro-error",
        "needless_return",
        "non_camel_case_types",
        "non_snake_case",
        "non_upper_case_globals",
        "proc-macro-disabled",
        "syntax-error",
        "trait-impl-incorrect-safety",
        "typed-hole",
        "undeclared-label",
        "unimplemented-builtin-macro",
        "unlinked-file",
        "unresolved-extern-crate",
        "unsafe_op_in_unsafe_fn",
        "unused_must_use",
    ],
];

/// How the messages begin that are experimental, of codes that others have, too.
const EXPERIMENTAL: &[(&str, &str)] = &[
    ("E0277", BOUND.0),
    ("E0559", "no field `"),
    ("syntax-error", "Syntax Error in Expansion"),
];

/// What stands around the bound that does not hold, and around each that asked for it.
const BOUND: (&str, &str) = ("the trait bound `", "` is not satisfied");
const REQUIRED: (&str, &str) = ("required by the bound `", "`");

/// What rust-analyzer has found by itself.
const BY_SERVER: &str = "rust-analyzer";
/// What the compiler has found in the background.
const BY_COMPILER: &str = "rustc";
/// The severity of an error, in the protocol.
const ERROR: u64 = 1;
/// Where a type is not known, after an error.
const TYPE_NOT_KNOWN: &str = "E0282";

/// Where the diagnostics of a document come from.
pub struct Document<'d> {
    /// Its text, if it is open.
    pub text: Option<&'d str>,
    pub encoding: Encoding,
    /// Whether that is what was opened or saved last.
    pub is_saved: bool,
    /// Whether the editor has asked for experimental diagnostics.
    pub has_experimental: bool,
}

impl Document<'_> {
    /// Says errors of the crate in its words, one for each mistake, and leaves out what the editor has not asked for.
    ///
    /// `beside` are diagnostics of the same document that come in other messages. What the compiler has found in the
    /// background has more to say. While the document differs from what was checked, it may be out of date: then it
    /// stands for what it says word for word, and both are shown where it says something else.
    pub fn tell(&self, diagnostics: &mut Vec<Value>, beside: &[Value]) {
        let mut of_crate = Vec::new();
        for mut diagnostic in std::mem::take(diagnostics) {
            let is_own = diagnostic["source"] == BY_SERVER;
            let told = is_own.then(|| self.told(&diagnostic)).flatten();
            if let Some((told, address)) = told {
                diagnostic["message"] = told.into();
                if let Some(address) = address {
                    diagnostic["codeDescription"] = json!({ "href": address });
                }
                of_crate.push(diagnostic);
            } else if !is_own || self.has_experimental || !is_experimental(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
        let mut of_compiler = Vec::from_iter(diagnostics.iter().chain(beside).cloned());
        of_compiler.retain(|other| other["source"] == BY_COMPILER && other["severity"] == ERROR);
        // A use of what has failed is around it.
        of_crate.sort_by_key(|diagnostic| length(&diagnostic["range"]));
        let mut told: Vec<Value> = Vec::new();
        for diagnostic in of_crate {
            let is_again = told.iter().any(|other| {
                other["range"] == diagnostic["range"]
                    || overlap(&other["range"], &diagnostic["range"])
                        && first_line(other) == first_line(&diagnostic)
            });
            if !is_again {
                told.push(diagnostic);
            }
        }
        diagnostics.retain(|diagnostic| {
            let is_of_failed = diagnostic["source"] == BY_SERVER
                && diagnostic["code"] == TYPE_NOT_KNOWN
                && text(diagnostic).contains(vocabulary::UNKNOWN_TYPE);
            let is_here = |other: &Value| overlap(&other["range"], &diagnostic["range"]);
            !(is_of_failed && told.iter().any(is_here))
        });
        told.retain(|diagnostic| {
            !of_compiler.iter().any(|other| {
                overlap(&other["range"], &diagnostic["range"])
                    && (self.is_saved || first_line(other) == first_line(diagnostic))
            })
        });
        diagnostics.extend(told);
    }

    /// What rustc would say of a bound of the crate's, as rust-analyzer shows it, and where the guide explains it.
    fn told(&self, diagnostic: &Value) -> Option<(String, Option<String>)> {
        let bounds = bounds(text(diagnostic))?;
        let words = words(&bounds)?;
        let said = |word: &'static str| {
            let all = words.iter().filter(move |(said, _)| *said == word);
            all.map(|(_, text)| text.as_str())
        };
        let not_implemented = format!(
            "{}{}{}{}`",
            last(rustc::TRAIT),
            bounds[0].asked.whole,
            last(rustc::IS_NOT_IMPLEMENTED),
            bounds[0].of
        );
        let required = bounds[1..].iter().map(|bound| {
            format!(
                "{}{}{}{}`",
                last(rustc::REQUIRED_FOR),
                bound.of,
                last(rustc::TO_IMPLEMENT),
                bound.asked.whole
            )
        });
        let notes = said("note").map(|note| note.to_owned());
        let notes = [not_implemented].into_iter().chain(notes).chain(required);
        let notes = notes
            .map(|note| json!({"level": "note", "message": note, "spans": [], "children": []}));
        let headline = said("message").next()?;
        let address = explain::address_of(&rewrite(headline));
        let mut message = json!({
            "message": headline,
            "code": {"code": "E0277"},
            "level": "error",
            "spans": [self.span(&diagnostic["range"], said("label").next())],
            "children": notes.collect::<Vec<_>>(),
        });
        if let Some(new) = message::rewrite_line(&message.to_string()) {
            message = serde_json::from_str(&new).ok()?;
        }
        let children = message["children"].as_array().into_iter().flatten();
        // A suggestion of code has a place, and is in the headline, too.
        let children = children.filter(|child| child["spans"].as_array().is_none_or(Vec::is_empty));
        let mut notes = Vec::from_iter(children.map(text));
        notes.retain(|note| {
            let is_of_trait = note.begins(rustc::TRAIT) && note.says(rustc::IS_NOT_IMPLEMENTED);
            !is_of_trait && !note.contains(vocabulary::UNKNOWN_TYPE)
        });
        // Of the bounds that required it, the last one says most.
        let is_required = |note: &str| note.begins(rustc::REQUIRED_FOR);
        let required = notes.iter().rposition(|note| is_required(note));
        let mut at = 0..;
        notes.retain(|note| at.next() == required || !is_required(note));
        let mut lines = vec![text(&message)];
        lines.extend(notes);
        // As rust-analyzer shows what the compiler says: the label only where there are no notes.
        if let (1, Some(label)) = (lines.len(), message["spans"][0]["label"].as_str()) {
            lines.push(label);
        }
        // Nothing is suggested here.
        let told = lines.join("\n").replace(vocabulary::ABOUT_SUGGESTIONS, "");
        Some((told, address))
    }

    /// The place of a diagnostic, as rustc gives it.
    fn span(&self, range: &Value, label: Option<&str>) -> Value {
        let place = self.text.and_then(|text| {
            let [start, end] = ["start", "end"].map(|end| offset(text, &range[end], self.encoding));
            Some((text, start?..end?))
        });
        let mut span = json!({"file_name": UNSAVED, "is_primary": true, "label": label});
        if let Some((text, range)) = place {
            let range = marked(text, range);
            sources::set_text(UNSAVED, text);
            span["byte_start"] = range.start.into();
            span["byte_end"] = range.end.into();
            span["text"] = lines(text, &range).into();
        }
        span
    }
}

/// The name by which this document is known to what rewrites messages.
const UNSAVED: &str = "unsaved";

/// What rustc marks of a call of a method: the argument, if it is one, or else the name.
fn marked(text: &str, range: Range<usize>) -> Range<usize> {
    let code = &text[range.clone()];
    let Some(inside) = code.strip_suffix(')') else {
        return range;
    };
    let Some(open) = words::opened(inside) else {
        return range;
    };
    let argument = inside[open + 1..].trim();
    // Parameters in angle brackets may have parentheses themselves.
    let before = match inside[..open].rsplit_once("::<") {
        Some((before, parameters)) if parameters.ends_with('>') => before,
        _ => &inside[..open],
    };
    let name = before.trim_end_matches(words::is_of_word).len();
    if !before[..name].ends_with('.') {
        return range;
    }
    let within = match argument {
        "" => name..before.len(),
        _ if split(argument, ",").count() > 1 => name..before.len(),
        _ => {
            let start = inside.len() - inside[open + 1..].trim_start().len();
            start..start + argument.len()
        }
    };
    range.start + within.start..range.start + within.end
}

/// The lines of a text that a range is in, with the columns of it.
fn lines(text: &str, range: &Range<usize>) -> Vec<Value> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if start < range.end && range.start < end {
            let line = line.trim_end_matches(['\r', '\n']);
            let column = |at: usize| {
                let at = at.clamp(start, start + line.len()) - start;
                line[..at].chars().count() + 1
            };
            lines.push(json!({
                "text": line, "highlight_start": column(range.start), "highlight_end": column(range.end)
            }));
        }
        start = end;
    }
    lines
}

/// The newest wording, in which all are written here.
fn last(phrase: rustc::Phrase) -> &'static str {
    phrase.wordings().last().unwrap_or("")
}

fn is_experimental(diagnostic: &Value) -> bool {
    let code = diagnostic["code"].as_str().unwrap_or("");
    let begins = |(of, start): &(&str, &str)| *of == code && text(diagnostic).starts_with(start);
    !STABLE.concat().contains(&code) || EXPERIMENTAL.iter().any(begins)
}

fn text(message: &Value) -> &str {
    message["message"].as_str().unwrap_or("")
}

fn first_line(message: &Value) -> &str {
    text(message).lines().next().unwrap_or("")
}

fn place(position: &Value) -> [u64; 2] {
    ["line", "character"].map(|part| position[part].as_u64().unwrap_or(0))
}

/// How many lines and columns a range has.
fn length(range: &Value) -> [u64; 2] {
    let [start, end] = [place(&range["start"]), place(&range["end"])];
    match end[0].saturating_sub(start[0]) {
        0 => [0, end[1].saturating_sub(start[1])],
        lines => [lines, end[1]],
    }
}

fn overlap(one: &Value, other: &Value) -> bool {
    let ends = |range: &Value| [place(&range["start"]), place(&range["end"])];
    let [[start, end], [other_start, other_end]] = [ends(one), ends(other)];
    start < other_end && other_start < end || start == other_start
}

/// `Name<A, B>`
struct Named<'m> {
    whole: &'m str,
    name: &'m str,
    parameters: Vec<&'m str>,
}

impl<'m> Named<'m> {
    fn read(whole: &'m str) -> Option<Self> {
        let name = whole.split('<').next()?;
        let inside = whole[name.len()..].strip_prefix('<');
        let inside = inside.and_then(|inside| inside.strip_suffix('>'));
        let parameters = inside.map_or(Vec::new(), |inside| split(inside, ", ").collect());
        Some(Self {
            whole,
            name,
            parameters,
        })
    }
}

/// `Of: Name<A, B>`
struct Bound<'m> {
    of: &'m str,
    asked: Named<'m>,
}

impl<'m> Bound<'m> {
    fn read(text: &'m str) -> Option<Self> {
        let of = split(text, ": ").next()?;
        let asked = Named::read(text[of.len()..].strip_prefix(": ")?)?;
        Some(Self { of, asked })
    }
}

/// What stands between separators that are in no brackets.
fn split<'m>(text: &'m str, separator: &'static str) -> impl Iterator<Item = &'m str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0;
        let mut before = 0;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'<' | b'(' | b'[' => depth += 1,
                b'>' if before != b'-' => depth -= 1,
                b')' | b']' => depth -= 1,
                _ if depth == 0 && text[at..].starts_with(separator) => {
                    rest = Some(&text[at + separator.len()..]);
                    return Some(&text[..at]);
                }
                _ => {}
            }
            before = byte;
        }
        rest = None;
        Some(text)
    })
}

/// The bound that does not hold, and those that asked for it, the next one first.
fn bounds(message: &str) -> Option<Vec<Bound<'_>>> {
    let mut lines = message.lines();
    let within = |line: &'_ str, around: (&str, &str)| -> Option<Range<usize>> {
        let inside = line.strip_prefix(around.0)?.strip_suffix(around.1)?;
        Some(around.0.len()..around.0.len() + inside.len())
    };
    let first = lines.next()?;
    let first = Bound::read(&first[within(first, BOUND)?])?;
    let rest = lines.map(|line| Bound::read(&line[within(line, REQUIRED)?]));
    [Some(first)].into_iter().chain(rest).collect()
}

/// What the crate says where the first of these bounds does not hold.
fn words(bounds: &[Bound<'_>]) -> Option<Vec<(&'static str, String)>> {
    let compared = bounds
        .iter()
        .find(|bound| bound.asked.name == vocabulary::TELL);
    let Some(compared) = compared else {
        // The rule that asked reports what is left open.
        let mut told = bounds
            .iter()
            .filter(|bound| bound.asked.name != vocabulary::ACCEPT);
        let first = told.next()?;
        let mut entries = library::WORDS_OF_TRAITS.iter();
        let (_, names, said) = entries.find(|(name, ..)| *name == first.asked.name)?;
        return fill(said, |place| match place {
            "Self" => Some(first.of.to_owned()),
            _ => parameter(names, &first.asked, place),
        });
    };
    let [relation, lhs, rhs, axis] = compared.asked.parameters[..] else {
        return None;
    };
    let relation = Named::read(relation)?;
    let mut entries = library::WORDS_OF_RELATIONS.iter();
    let (_, names, said) = entries.find(|(name, ..)| *name == relation.name)?;
    let [lhs, rhs] = [lhs, rhs].map(size);
    let mut words = fill(said, |place| match place {
        "lhs" => lhs.clone(),
        "rhs" => rhs.clone(),
        "AXIS" => number(axis),
        _ => parameter(names, &relation, place),
    })?;
    let is_name = |size: &Option<String>| size.as_ref().is_some_and(|size| size.starts_with('`'));
    if is_name(&lhs) || is_name(&rhs) {
        words.push(("note", library::NOTE_ON_NAMES.to_owned()));
    }
    Some(words)
}

fn parameter(names: &[&str], of: &Named<'_>, place: &str) -> Option<String> {
    let at = names.iter().position(|name| *name == place)?;
    of.parameters.get(at).map(|&parameter| parameter.to_owned())
}

/// The texts with what stands for each place, `{Self}` or `{Rhs}`; nothing if one is not known.
fn fill(
    said: &[(&'static str, &'static str)],
    stands_for: impl Fn(&str) -> Option<String>,
) -> Option<Vec<(&'static str, String)>> {
    let known = |place: &str| {
        let found = stands_for(place)?;
        // What rust-analyzer does not know may also be `!`.
        (!found.contains(vocabulary::UNKNOWN_TYPE) && found != "!").then_some(found)
    };
    let filled = said.iter().map(|(word, text)| {
        let mut output = String::new();
        let mut rest = *text;
        while let Some(at) = rest.find(['{', '}']) {
            output += &rest[..at];
            // Braces are written twice.
            if rest[at..].starts_with("{{") || rest[at..].starts_with("}}") {
                output += &rest[at..=at];
                rest = &rest[at + 2..];
                continue;
            }
            let (place, behind) = rest[at + 1..].split_once('}')?;
            output += &known(place)?;
            rest = behind;
        }
        Some((*word, output + rest))
    });
    filled.collect()
}

/// A size of a message, in the form in which the crate prints it.
fn size(text: &str) -> Option<String> {
    let of = Named::read(text)?;
    Some(match (of.name, &of.parameters[..]) {
        (vocabulary::NAME, [name]) => format!("`{name}`"),
        (vocabulary::SUM | vocabulary::SUM_WITH_NUMBER, [lhs, rhs]) => format!("`{lhs} + {rhs}`"),
        (vocabulary::PRODUCT, [lhs, rhs]) => format!("`{lhs} * {rhs}`"),
        (vocabulary::MULTIPLE, [name, number]) => format!("`{number} * {name}`"),
        _ => return number(text),
    })
}

/// A number in the digits that the crate has for it.
fn number(text: &str) -> Option<String> {
    let of = Named::read(text)?;
    match (of.name, &of.parameters[..]) {
        (vocabulary::COUNT, [number]) => Some((*number).to_owned()),
        (vocabulary::DIGITS, [lead, digit]) => Some(number(lead)? + digit),
        (vocabulary::NO_DIGIT, []) => Some(String::new()),
        (vocabulary::MANY_DIGITS, [digits]) => {
            Some(number(digits)?.trim_start_matches('0').to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn a_server_that_tells_enough() {
        for (version, is_enough) in [
            ("rust-analyzer 1.99.1 (58cf8f9 2026-10-13)\n", true),
            ("rust-analyzer 1.101.0-nightly (92b5b8c 2026-10-29)\n", true),
            ("rust-analyzer 1.98.2 (58cf8f9 2026-10-13)\n", false),
            (
                "rust-analyzer 0.3.3007-standalone (92b5b8c 2026-08-03)\n",
                true,
            ),
            ("rust-analyzer 0.3.2743-standalone (2025-12-29)\n", false),
            ("rust-analyzer 0.0.0\n", false),
            ("hello world\n", false),
            ("", false),
        ] {
            assert_eq!(is_told(version), is_enough, "{version}");
        }
    }

    fn range(line: u64, columns: Range<u64>) -> Value {
        let place = |column| json!({"line": line, "character": column});
        json!({"start": place(columns.start), "end": place(columns.end)})
    }

    fn by_server(code: &str, range: Value, message: &str) -> Value {
        json!({"source": BY_SERVER, "severity": ERROR, "code": code, "range": range, "message": message})
    }

    fn document(is_saved: bool, has_experimental: bool) -> Document<'static> {
        Document {
            text: Some("a + b;\n"),
            encoding: Encoding::Utf16,
            is_saved,
            has_experimental,
        }
    }

    /// `A` and `B` that do not broadcast.
    fn clash(relation: &str, sizes: [&str; 2]) -> String {
        let [lhs, rhs] = sizes;
        format!(
            "the trait bound `Shapes: Of3By3<3, 2, 1>` is not satisfied\n\
             required by the bound `Operands: Tell{relation}<{lhs}, {rhs}, Count<1>>`\n\
             required by the bound `Operands: Tell<{relation}Rule, {lhs}, {rhs}, Count<1>>`\n"
        )
    }

    fn told(message: &str) -> Vec<String> {
        let mut all = vec![by_server("E0277", range(0, 0..5), message)];
        document(true, false).tell(&mut all, &[]);
        all.iter().map(|one| text(one).to_owned()).collect()
    }

    #[test]
    fn sizes_are_written_as_the_crate_writes_them() {
        for (sizes, written) in [
            (["Count<3>", "Count<224>"], ["3", "224"]),
            (
                ["Digits<Digits<Digits<Count<50>, 2>, 5>, 7>", "Count<1>"],
                ["50257", "1"],
            ),
            (
                ["Long<Digits<Digits<Digits<End, 0>, 0>, 7>>", "Count<1>"],
                ["7", "1"],
            ),
            (["NameOf<Batch>", "Count<1>"], ["`Batch`", "1"]),
            (
                ["SumOf<Past, Seq>", "SumWith<Seq, 1>"],
                ["`Past + Seq`", "`Seq + 1`"],
            ),
            (
                ["ProductOf<H, D>", "Multiple<D, 2>"],
                ["`H * D`", "`2 * D`"],
            ),
        ] {
            let [lhs, rhs] = written;
            let told = told(&clash("Broadcast", sizes));
            let headline =
                format!("cannot broadcast: size {lhs} does not match size {rhs} at axis -1\n");
            assert!(told[0].starts_with(&headline), "{told:?}");
            let has_name = written.iter().any(|size| size.starts_with('`'));
            assert_eq!(told[0].contains(library::NOTE_ON_NAMES), has_name);
        }
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        for message in [
            &clash("Broadcast", ["{unknown}", "Count<3>"]),
            &clash("Broadcast", ["Nothing", "Count<3>"]),
            &clash("NoSuch", ["Count<2>", "Count<3>"]),
            "the trait bound `Vec<u8>: From<()>` is not satisfied",
            "the trait bound `Shapes: Broadcast3By3<3, 2, 1>` is not satisfied",
        ] {
            assert!(told(message).is_empty(), "{message}");
            // An editor that asks for such diagnostics gets them.
            let given = by_server("E0277", range(0, 0..5), message);
            let mut all = Vec::from([given.clone()]);
            document(true, true).tell(&mut all, &[]);
            assert_eq!(all, slice::from_ref(&given));
        }
    }

    #[test]
    fn numbers_of_axes_and_axes() {
        let told = |message: &str| told(message)[0].lines().next().unwrap().to_owned();
        assert_eq!(
            told(
                "the trait bound `Shapes: RankFits<3, 2>` is not satisfied\n\
                  required by the bound `Operands: Accept<BroadcastToRule, Excess<Count<3>, Count<2>>>`\n"
            ),
            "cannot broadcast to the target: rank 3 does not fit in the target's rank 2"
        );
        assert_eq!(
            told("the trait bound `Shapes: BindsEach<images, 2, 4>` is not satisfied"),
            "`images` has 2 axes, the contract names 4"
        );
        assert_eq!(
            told(
                "the trait bound `Axes<Scalar, UInt<UInt<UTerm, B1>, B1>>: Flattens<-2>` is not satisfied"
            ),
            "the shape has no axis -2"
        );
    }

    #[test]
    fn one_mistake_is_one_error() {
        let message = clash("Broadcast", ["Count<3>", "Count<2>"]);
        let first = "cannot broadcast: size 3 does not match size 2 at axis -1";
        let given = [
            // A use of the result, the mistake twice, and what nobody knows after it.
            by_server("E0277", range(0, 0..9), &message),
            by_server("E0277", range(0, 0..5), &message),
            by_server(
                "E0277",
                range(0, 0..5),
                &clash("Concat", ["Count<3>", "Count<2>"]),
            ),
            by_server(
                "E0282",
                range(0, 0..5),
                "type annotations needed\nfull type: `{unknown}`",
            ),
            by_server(
                "E0282",
                range(3, 0..5),
                "type annotations needed\nfull type: `{unknown}`",
            ),
        ];
        let lines = |is_saved: bool, beside: &[Value]| -> Vec<(String, Value)> {
            let mut all = given.to_vec();
            document(is_saved, true).tell(&mut all, beside);
            let lines = all
                .iter()
                .map(|one| (first_line(one).to_owned(), one["range"].clone()));
            lines.collect()
        };
        let elsewhere = ("type annotations needed".to_owned(), range(3, 0..5));
        let live = (first.to_owned(), range(0, 0..5));
        assert_eq!(lines(true, &[]), [elsewhere.clone(), live.clone()]);
        // rustc marks the operator.
        let by_compiler = |message: &str, severity: u64| {
            let range = range(0, 2..3);
            json!({"source": BY_COMPILER, "severity": severity, "code": "E0277", "range": range, "message": message})
        };
        for is_saved in [true, false] {
            let same = by_compiler(&format!("{first}\nmore"), ERROR);
            assert_eq!(lines(is_saved, &[same]), slice::from_ref(&elsewhere));
            let hint = by_compiler("required by a bound", 4);
            assert_eq!(lines(is_saved, &[hint]), [elsewhere.clone(), live.clone()]);
        }
        let other = by_compiler(
            "cannot broadcast: size 3 does not match size 4 at axis -1",
            ERROR,
        );
        let other = [other];
        assert_eq!(lines(true, &other), [elsewhere]);
        assert_eq!(lines(false, &other).len(), 2);
    }

    #[test]
    fn a_call_is_marked_as_rustc_marks_it() {
        for (code, expected) in [
            ("x.sum_axis::<-1>()", "sum_axis"),
            ("x.sum_axis::<{ f(1) }>()", "sum_axis"),
            ("a.matmul(&b.transpose())", "&b.transpose()"),
            ("a.pad(1, 2)", "pad"),
            ("f(x)", "f(x)"),
            ("a + b", "a + b"),
        ] {
            let text = format!("let c = {code};");
            let marked = marked(&text, 8..8 + code.len());
            assert_eq!(&text[marked], expected);
        }
    }
}
