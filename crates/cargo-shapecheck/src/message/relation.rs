//! The bound that an operation needs, reported with the whole shapes of both sides.
//!
//! rustc reports the deepest missing bound, such as one on two sizes. The bound that the operation asked for is in the
//! last note below, ``required for `[N, A]` to implement `Broadcast<[B]>` ``. It goes into the headline, and is the
//! bound to add. For two shapes that clash, the headline has both, and nothing is added.

use serde_json::Value;

use super::advice;
use super::bounds::is_parameter;
use super::children::{first_line, missing, name_of, required, texts, without_path};
use super::rendered::Changes;
use super::words::is_number;
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// `Lhs: Name<Rhs, ...>`
struct Relation<'a> {
    lhs: &'a str,
    /// The trait with its parameters, without a path.
    bound: &'a str,
    /// Which of the parameters are shapes, and what stands before each in a sentence.
    shapes: Vec<(&'static str, usize)>,
}

/// What stands before a shape in a sentence, by the name that rules have for it.
const IN_FRONT: &[(&str, &str)] = &[
    ("I", "at"),
    ("Indices", "at"),
    ("Kernel", "by kernels"),
    ("Keys", "to keys"),
    ("Other", "as"),
    ("Recurrent", "and"),
    ("Rhs", "and"),
    ("Scores", "as a mask of"),
    ("Tail", "and"),
    ("Target", "to"),
    ("Targets", "for targets"),
    ("Values", "and values"),
    ("Weights", "with weights"),
];

impl<'a> Relation<'a> {
    /// From ``required for `Lhs` to implement `Name<Rhs>` ``.
    fn from_note(note: &'a str) -> Option<Self> {
        let (lhs, bound) = required(note)?;
        Self::of(lhs, bound)
    }

    /// From ``the trait `Name<Rhs>` is not implemented for `Lhs` ``.
    fn from_help(note: &'a str) -> Option<Self> {
        let (lhs, bound) = missing(note)?;
        Self::of(lhs, bound)
    }

    fn of(lhs: &'a str, bound: &'a str) -> Option<Self> {
        let bound = without_path(bound);
        let name = name_of(bound);
        let (_, parameters) = library::RULES.iter().find(|(it, _)| *it == name)?;
        let word = |parameter| IN_FRONT.iter().find(|(name, _)| *name == parameter);
        let shapes = parameters.iter().enumerate();
        let shapes = shapes.filter_map(|(at, parameter)| Some((word(*parameter)?.1, at)));
        let shapes = shapes.collect();
        Some(Self { lhs, bound, shapes })
    }

    /// The shapes among the parameters that are known, each with what stands before it.
    fn others(&self) -> Vec<(&'static str, &'a str)> {
        let parameters = parameters(self.bound);
        let shapes = self.shapes.iter();
        let known = shapes.filter_map(|&(before, at)| Some((before, *parameters.get(at)?)));
        known.filter(|(_, shape)| *shape != "_").collect()
    }
}

/// `A<B>` and `C` of `Name<A<B>, C>`.
fn parameters(bound: &str) -> Vec<&str> {
    let inside = bound.split_once('<').map_or("", |(_, inside)| inside);
    let inside = inside.strip_suffix('>').unwrap_or(inside);
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b',' if depth == 0 => {
                found.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(inside[start..].trim());
    found
}

/// Puts the whole shapes of the operation into the headline and the advice, and removes the notes that had them.
pub fn tell(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    drop_open_advice(diagnostic, changes);
    let headline = diagnostic["message"].as_str().unwrap_or("").to_owned();
    let is_undecided =
        headline.starts_with(vocabulary::UNDECIDED) || headline.contains(vocabulary::NOTHING_SAYS);
    let is_clash = !is_undecided && headline.starts_with(vocabulary::CLASH);
    if !(is_undecided || is_clash) || changes.headline.is_some() {
        return;
    }
    let notes: Vec<String> = texts(diagnostic).map(str::to_owned).collect();
    let mut asked = notes.iter().rev();
    let asked = asked.find_map(|note| Some((note, Relation::from_note(note)?)));
    // Without such a note, the bound that is missing is the one that was asked for.
    let is_alone = !notes.iter().any(|note| required(note).is_some());
    let missing = || {
        let mut notes = notes.iter().filter(|_| is_alone);
        notes.find_map(|note| Some((note, Relation::from_help(note)?)))
    };
    let Some((asked, relation)) = asked.or_else(missing) else {
        return;
    };
    let told = rewrite_with(&headline, evidence);
    let others = relation.others();
    // For one shape, the headline says what matters.
    if is_clash && others.is_empty() {
        return;
    }
    // A bound on a shape whose sizes are reported would make two of them one.
    let is_bound = others.is_empty() && is_parameter(relation.lhs) && !relation.bound.contains('_');
    let whole = match is_bound {
        true => format!("`{}: {}`", relation.lhs, relation.bound),
        false => others
            .iter()
            .fold(format!("`{}`", relation.lhs), |text, (before, shape)| {
                format!("{text} {before} `{shape}`")
            }),
    };
    let whole = rewrite_with(&whole, evidence);
    let names = |side: &str| headline.contains(&format!("`{side}`"));
    let has_all = names(relation.lhs) && others.iter().all(|(_, shape)| names(shape));
    if !has_all {
        changes.headline = Some((headline.clone(), format!("{told}: {whole}")));
    }
    if is_clash {
        let is_said = |note: &str| Relation::from_note(note).is_some() || is_of_operator(note);
        remove_notes(diagnostic, changes, &notes, is_said);
        return;
    }
    let bound = format!("add the bound `where {}: {}`", relation.lhs, relation.bound);
    let bound = crate::types::apply(&bound, &advice::find(&bound, evidence));
    for note in &notes {
        if let Some(start) = note.find(vocabulary::ADVICE_BY_LINE) {
            changes
                .notes
                .push((note.clone(), format!("{}{bound}", &note[..start])));
        }
    }
    let suggested = format!("{}: {}", relation.lhs, relation.bound);
    let told = tell_rule(&notes, asked, changes);
    tell_number(&headline, &notes, evidence, changes);
    remove_suggestion(diagnostic, &suggested, changes);
    let is_relation =
        |note: &str| (note == asked || Relation::from_note(note).is_some()) && told != Some(note);
    remove_notes(diagnostic, changes, &notes, is_relation);
}

/// Takes away the suggestion of the bound that the advice names.
fn remove_suggestion(diagnostic: &mut Value, bound: &str, changes: &mut Changes) {
    let Some(children) = diagnostic["children"].as_array_mut() else {
        return;
    };
    children.retain(|child| {
        let spans = child["spans"].as_array().into_iter().flatten();
        let mut codes = spans.filter_map(|span| span["suggested_replacement"].as_str());
        let is_said = codes.any(|code| code.contains(bound));
        if is_said {
            changes
                .removed
                .push(first_line(child["message"].as_str().unwrap_or("")));
            changes.without_suggestions = true;
        }
        !is_said
    });
}

fn remove_notes(
    diagnostic: &mut Value,
    changes: &mut Changes,
    notes: &[String],
    is_removed: impl Fn(&str) -> bool,
) {
    for note in notes.iter().filter(|note| is_removed(note)) {
        changes
            .removed
            .push(note.lines().next().unwrap_or("").to_owned());
    }
    if let Some(children) = diagnostic["children"].as_array_mut() {
        children.retain(|child| !is_removed(child["message"].as_str().unwrap_or("")));
    }
}

/// Whether a note says that two tensors have an operator: ``required for `&Tensor<..>` to implement `Add<..>` ``.
fn is_of_operator(note: &str) -> bool {
    required(note).is_some_and(|(_, bound)| {
        let name = name_of(bound);
        let name = name.strip_suffix("Assign").unwrap_or(name);
        vocabulary::OPERATORS.contains(&name)
    })
}

/// Replaces the note that says which two sizes are compared by what holds of them, or else the note that
/// asks for the rule. Returns the latter note, which stays.
fn tell_rule<'n>(notes: &'n [String], asked: &'n str, changes: &mut Changes) -> Option<&'n str> {
    let sentence = |note: &str| {
        let bound = without_path(required(note)?.1);
        let mut sentences = library::SENTENCES_OF_RULES.iter();
        let (_, sentence) = sentences.find(|(start, _)| bound.starts_with(start))?;
        Some((*sentence).to_owned())
    };
    let is_of_sizes = |note: &&String| note.contains("SameSize<");
    let mut of_sizes = notes.iter().filter(is_of_sizes).peekable();
    if of_sizes.peek().is_some() {
        for note in of_sizes {
            changes
                .notes
                .extend(sentence(note).map(|told| (note.clone(), told)));
        }
        return None;
    }
    let told = sentence(asked).filter(|told| !notes.contains(told))?;
    changes.notes.push((asked.to_owned(), told));
    Some(asked)
}

/// For a run-time size and a parameter, or a number and a parameter, it does not help that two parameters are two sizes. Nor
/// does a bound: it holds for one size, which is the number. For two parameters, nothing is said of numbers.
pub fn tell_number(headline: &str, notes: &[String], evidence: Evidence, changes: &mut Changes) {
    let told = rewrite_with(headline, evidence);
    let mut sizes = told.split('`').skip(1).step_by(2);
    let (Some(one), Some(other)) = (sizes.next(), sizes.next()) else {
        return;
    };
    let is_dynamic = |size: &str| size == "_" || size == vocabulary::DYNAMIC_SIZE;
    let about_open = |parameter: &str| {
        format!("`_` may be any size, and `{parameter}` is one: look at the order of the axes")
    };
    for note in notes {
        let Some(about) = note.strip_prefix(vocabulary::ABOUT_NUMBERS) else {
            continue;
        };
        let about_number = |number: &str, parameter: &str| {
            format!(
                "`{parameter}` may be any size, not {number} alone: look at the order of the axes, or write {number} instead of `{parameter}`"
            )
        };
        let new = match (is_number(one), is_number(other)) {
            (true, false) => about_number(one, other),
            (false, true) => about_number(other, one),
            _ if is_dynamic(one) => about_open(other),
            _ if is_dynamic(other) => about_open(one),
            _ => code(about, evidence),
        };
        changes.notes.push((note.clone(), new));
    }
}

/// A note with its bounds as code, and without what only rustc's own suggestions call for.
fn code(note: &str, evidence: Evidence) -> String {
    let note = note.replace(vocabulary::ABOUT_SUGGESTIONS, "");
    crate::types::apply(&note, &advice::find(&note, evidence))
}

/// Whether a bound demands that a size is dynamic: it would hide the mistake.
fn is_of_dynamic(bound: &str) -> bool {
    let dynamic = vocabulary::DYNAMIC_SIZE;
    bound.starts_with(&format!("where {dynamic}: ")) || bound.ends_with(&format!("<{dynamic}>"))
}

/// Whether the other side of a bound about a dynamic size is a parameter, of which [`tell_number`] has something to say.
fn is_of_parameter(note: &str, bound: &str) -> bool {
    let bound = bound.strip_prefix("where ").unwrap_or(bound);
    note.starts_with(vocabulary::ABOUT_NUMBERS)
        && bound.split_once(": ").is_some_and(|(size, _)| {
            size != vocabulary::DYNAMIC_SIZE
                && size.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// A bound on a type that is not inferred, `_`, cannot be added, and one on a dynamic size should not be.
fn drop_open_advice(diagnostic: &mut Value, changes: &mut Changes) {
    let is_open = |child: &Value| {
        let note = child["message"].as_str().unwrap_or("");
        let mut code = note.split('`').skip(1).step_by(2);
        let is_advice = vocabulary::ADVICE.iter().any(|start| note.contains(start));
        is_advice
            && code.any(|code| {
                code.starts_with("where ")
                    && (code.contains("<_") || is_of_dynamic(code) && !is_of_parameter(note, code))
            })
    };
    if let Some(children) = diagnostic["children"].as_array_mut() {
        children.retain(|child| {
            let is_open = is_open(child);
            if is_open {
                changes
                    .removed
                    .push(child["message"].as_str().unwrap_or("").to_owned());
            }
            !is_open
        });
    }
}
