//! An argument of a function with `#[checked]` that does not fit: the names of both and the two whole shapes.
//!
//! The library's text cannot name them: the attribute sees the function, and the message is the same for all functions.
//! rustc has both names in its last note, which shows the signature.

use serde_json::Value;

use super::children::{first_line, name_of, remove_children, required, texts, without_path};
use super::order;
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
    let Some((found, taken)) = children
        .clone()
        .find_map(|child| shapes(child["message"].as_str()?, evidence))
    else {
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
    let advice =
        order::of_mismatch(&taken, &found, false).map_or(String::new(), |text| format!(": {text}"));
    let notes: Vec<String> = texts(diagnostic).map(str::to_owned).collect();
    relation::tell_number(&headline, &notes, evidence, changes);
    let told = format!("{named}: `{found}` for `{taken}`{advice}");
    changes.headline = Some((headline, told));
    remove_children(diagnostic, changes, |child| {
        let note = child["message"].as_str().unwrap_or("");
        let is_of_order = !advice.is_empty() && note.contains(vocabulary::ONE_PARAMETER);
        let is_of_bound = required(note).is_some_and(|(_, bound)| NOTES.contains(&name_of(bound)));
        let spans = child["spans"].as_array().into_iter().flatten();
        let mut code = spans.filter_map(|span| span["suggested_replacement"].as_str());
        is_of_order
            || is_of_bound
            || note.contains(NEVER_IMPLEMENTED)
            || code.any(|code| code.contains(NEVER_IMPLEMENTED))
    });
}

/// The bounds by which the library asks for an argument.
const NOTES: &[&str] = &["ArgumentFor", "ComparesSize", "Equals", "Proves"];

/// A trait that nobody can implement: what rustc says of it is no advice.
const NEVER_IMPLEMENTED: &str = "SizesAre<";

/// The shape that is found and the one that is taken, of ``required for `Found` to implement `ArgumentFor<Taken>` ``.
fn shapes(note: &str, evidence: Evidence) -> Option<(String, String)> {
    let (found, bound) = required(note)?;
    let taken = without_path(bound)
        .strip_prefix("ArgumentFor<")?
        .strip_suffix('>')?;
    let told = |shape: &str| {
        let text = rewrite_with(&format!("`{}`", written(shape)), evidence);
        text.trim_matches('`').to_owned()
    };
    Some((told(found), told(taken)))
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
