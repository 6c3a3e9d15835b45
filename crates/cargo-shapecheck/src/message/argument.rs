//! An argument of a function with `#[checked]` that does not fit: the names of both and the two whole shapes.
//!
//! The library's text cannot name them: the attribute sees the function, and the message is the same for all functions.
//! rustc has both names in its last note, which shows the signature.

use serde_json::Value;

use super::children::{
    first_line, marked, name_of, remove_children, required, texts, without_path,
};
use super::relation;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::is_of_word;
use crate::types::{Evidence, rewrite_with, vocabulary};

/// Puts the names and the shapes into the headline, and removes the notes that had them.
pub fn tell(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    let Some(headline) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    if diagnostic["code"]["code"] != "E0277" || changes.headline.is_some() {
        return;
    }
    let children = diagnostic["children"].as_array();
    let mut children = children.into_iter().flatten();
    let of_signature = children.clone().find_map(entries);
    let Some((found, _taken, as_written)) = children.clone().find_map(|child| {
        let of_signature = of_signature.as_deref().unwrap_or(&[]);
        shapes(child["message"].as_str()?, of_signature, evidence)
    }) else {
        return;
    };
    let named = match children.find_map(names) {
        Some((argument, function)) => {
            let named = format!("argument `{argument}` of `{function}`");
            match headline.contains(vocabulary::ARGUMENT) {
                true => {
                    let headline = headline.replacen(vocabulary::ARGUMENT, &named, 1);
                    rewrite_with(&headline, evidence)
                }
                // The rule of two shapes that are equal.
                false => format!("{named}: {}", rewrite_with(&headline, evidence)),
            }
        }
        None => headline.clone(),
    };
    // The headline names what the signature shows.
    if named != headline {
        let notes = diagnostic["children"].as_array().into_iter().flatten();
        let mut notes = notes.filter(|child| names(child).is_some());
        let signature = notes.find_map(|child| child["message"].as_str());
        changes.places.extend(signature.map(first_line));
    }
    let notes: Vec<String> = texts(diagnostic).map(str::to_owned).collect();
    relation::tell_number(&headline, &notes, evidence, changes);
    let told = format!("{named}: `{found}` for `{as_written}`");
    changes.headline = Some((headline, told));
    let is_of_none = |text: &str| NEVER_IMPLEMENTED.iter().any(|name| text.contains(name));
    remove_children(diagnostic, changes, |child| {
        let note = child["message"].as_str().unwrap_or("");
        let is_of_bound = required(note).is_some_and(|(_, bound)| NOTES.contains(&name_of(bound)));
        let spans = child["spans"].as_array().into_iter().flatten();
        let mut code = spans.filter_map(|span| span["suggested_replacement"].as_str());
        is_of_bound || is_of_none(note) || code.any(is_of_none)
    });
}

/// The bounds by which the library asks for an argument.
const NOTES: &[&str] = &["ArgumentFor", "ComparesSize", "Equals", "Proves"];

/// Traits that nobody can implement: what rustc says of them is not advice.
const NEVER_IMPLEMENTED: [&str; 2] = ["SizesAre<", "Proves<"];

/// The shape that is found and the one that is taken, of ``required for `Found` to implement `ArgumentFor<Taken>` ``, and the
/// latter as the signature has it, with parameters for what is inferred of the argument.
fn shapes(
    note: &str,
    of_signature: &[String],
    evidence: Evidence,
) -> Option<(String, String, String)> {
    let (found, bound) = required(note)?;
    let taken = without_path(bound)
        .strip_prefix("ArgumentFor<")?
        .strip_suffix('>')?;
    let told = |shape: &str| {
        let text = rewrite_with(&format!("`{}`", written(shape)), evidence);
        text.trim_matches('`').to_owned()
    };
    let as_written = with_parameters(&told(&with_places(taken)), of_signature);
    let taken = told(taken);
    let as_written = as_written.unwrap_or_else(|| taken.clone());
    Some((told(found), taken, as_written))
}

/// What stands for the first size that is inferred, instead of it: a name that no parameter has.
const PLACE: &str = "InferredInPlace";

/// A signature with a name for each size, and each list of axes, that is inferred.
fn with_places(shape: &str) -> String {
    let mut shape = shape.to_owned();
    for word in ["InferredSize<", "InferredShape<"] {
        while let Some(start) = shape.find(word) {
            let inside = start + word.len();
            let Some(end) = closing(&shape[inside..]) else {
                break;
            };
            shape.replace_range(start..=inside + end, PLACE);
        }
    }
    shape
}

/// `[B, 784]` of `[InferredInPlace, 784]` and of what the signature has.
fn with_parameters(told: &str, of_signature: &[String]) -> Option<String> {
    let list = told.strip_prefix('[')?.strip_suffix(']')?;
    let entries = Vec::from_iter(list.split(", "));
    let is_inferred = |entry: &str| {
        entry
            .rsplit("::")
            .next()
            .is_some_and(|name| name.trim_start_matches('.') == PLACE)
    };
    if entries.len() != of_signature.len() || !entries.iter().any(|entry| is_inferred(entry)) {
        return None;
    }
    let pairs = entries.iter().zip(of_signature);
    let named = pairs.map(|(entry, written)| match is_inferred(entry) {
        true => written,
        false => *entry,
    });
    Some(format!("[{}]", Vec::from_iter(named).join(", ")))
}

/// `B` and `784` of `shape![B, 784]`, at which the note points that shows the signature.
fn entries(child: &Value) -> Option<Vec<String>> {
    names(child)?;
    let spans = child["spans"].as_array()?;
    let (line, columns) = marked(spans.iter().find(|span| span["is_primary"] == true)?)?;
    let rest = line.get(columns.start..)?;
    let (_, list) = rest.split_once("shape![")?;
    let list = list.split(']').next()?;
    Some(
        list.split(',')
            .map(|entry| entry.trim().to_owned())
            .collect(),
    )
}

/// A signature without the words for what is inferred: `N` for `InferredSize<N>`.
fn written(shape: &str) -> String {
    let mut shape = shape.to_owned();
    for word in ["InferredSize<", "InferredShape<", "Whole<"] {
        while let Some(start) = shape.find(word) {
            let inside = start + word.len();
            let Some(end) = closing(&shape[inside..]) else {
                break;
            };
            shape.remove(inside + end);
            let path =
                shape[..start].rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            shape.replace_range(path.map_or(0, |at| at + 1)..inside, "");
        }
    }
    shape
}

/// The place of the `>` that closes what was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '<' => depth += 1,
            '>' if depth == 0 => return Some(at),
            '>' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// `x` and `forward` of the note that shows the signature.
fn names(child: &Value) -> Option<(String, String)> {
    let message = child["message"].as_str()?;
    let path = message.after(rustc::REQUIRED_BY)?.strip_suffix('`')?;
    let function = path.rsplit("::").next()?.to_owned();
    let spans = child["spans"].as_array()?;
    let span = spans.iter().find(|span| span["is_primary"] == true)?;
    let line = &span["text"][0];
    let column = usize::try_from(line["highlight_start"].as_u64()?).ok()?;
    let before: String = line["text"]
        .as_str()?
        .chars()
        .take(column.saturating_sub(1))
        .collect();
    // The last colon that is not part of a path.
    let mut colons = before.match_indices(':').map(|(at, _)| at);
    let colon =
        colons.rfind(|&at| !before[at + 1..].starts_with(':') && !before[..at].ends_with(':'))?;
    let name = before[..colon].rsplit(|c| !is_of_word(c)).next()?;
    (!name.is_empty()).then(|| (name.to_owned(), function))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inferred_stands_for_itself() {
        assert_eq!(
            written(
                "Axes<Axes<shapecheck::algebra::Whole<Axes<Scalar, N>>, InferredSize<UInt<UTerm, B1>>>, Dyn>"
            ),
            "Axes<Axes<Axes<Scalar, N>, UInt<UTerm, B1>>, Dyn>"
        );
    }

    #[test]
    fn what_is_inferred_is_told_as_the_signature_has_it() {
        let note = "required for `Axes<Axes<Scalar, UInt<UInt<UTerm, B1>, B0>>, UInt<UTerm, B1>>` to implement \
            `ArgumentFor<Axes<Axes<Scalar, InferredSize<UInt<UInt<UTerm, B1>, B0>>>, UInt<UInt<UTerm, B1>, B1>>>`";
        let told = |of_signature: &[&str]| {
            let of_signature = Vec::from_iter(of_signature.iter().map(|entry| entry.to_string()));
            shapes(note, &of_signature, Evidence::of("shapecheck::")).unwrap()
        };
        let (found, taken, as_written) = told(&["B", "3"]);
        assert_eq!(
            [&*found, &*taken, &*as_written],
            ["[2, 1]", "[2, 3]", "[B, 3]"]
        );
        let (_, _, without_source) = told(&[]);
        assert_eq!(without_source, "[2, 3]");
    }

    #[test]
    fn names_stand_in_the_signature() {
        let note = |message: &str, text: &str, start: usize| {
            let span = serde_json::json!({"is_primary": true, "text": [{"text": text, "highlight_start": start}]});
            serde_json::json!({"message": message, "spans": [span]})
        };
        let line = "    fn forward<B: Dim>(&self, x: &shapecheck::Tensor<f32, shape![B, I]>) {";
        let start = line.find("shape![").unwrap() + 1;
        let told = names(&note(
            "required by a bound in `Layer::<I, O>::forward`",
            line,
            start,
        ));
        assert_eq!(told, Some(("x".to_owned(), "forward".to_owned())));
        let alone = "        shape![B, I],";
        assert_eq!(
            names(&note("required by a bound in `forward`", alone, 9)),
            None
        );
    }
}
