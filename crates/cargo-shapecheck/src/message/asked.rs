//! A rule that a trait of the user's asks for, as a trait `Layer<S>` does that layers of a network implement: the headline
//! names the type that has it where the rule holds, and the notes that show the user's own trait at length go away.

use serde_json::Value;

use super::children::{remove_children, required};
use super::plumbing;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use crate::types::{Evidence, rewrite_with};

/// Names the type in the headline, and removes notes about the trait.
pub fn tell(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    let headline = diagnostic["message"].as_str().unwrap_or("").to_owned();
    let is_of_crate = diagnostic["code"]["code"] == "E0277"
        && evidence.is_of_shapes()
        && !headline.begins(rustc::TRAIT_BOUND);
    if !is_of_crate {
        return;
    }
    let children = diagnostic["children"].as_array().into_iter().flatten();
    let mut notes = children.filter(|child| is_of_trait_of_user(child));
    let asked = notes.find_map(|note| {
        let (of, _) = required(note["message"].as_str()?)?;
        Some(rewrite_with(&format!("`{of}`"), evidence))
    });
    let Some(of) = asked else {
        return;
    };
    let told = match changes.headline.take() {
        Some((_, new)) => new,
        None => rewrite_with(&headline, evidence),
    };
    changes.headline = Some((headline, format!("{told}, in {of}")));
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        is_of_trait_of_user(child)
            || text.begins(rustc::TRAIT)
                && (text.says(rustc::IS_IMPLEMENTED) || text.says(rustc::IS_IMPLEMENTED_WITH))
            || text.says(rustc::REDUNDANT) && text.ends_with(" hidden")
    });
}

/// Whether a note shows a bound of an `impl` of the user's.
fn is_of_trait_of_user(child: &Value) -> bool {
    let spans = child["spans"].as_array().into_iter().flatten();
    let mut bounds = spans.filter(|span| {
        let label = span["label"].as_str();
        label.is_some_and(|label| label.is(rustc::BOUND_INTRODUCED))
    });
    bounds.any(|span| {
        span["file_name"]
            .as_str()
            .is_some_and(|file| !plumbing::is_of_crate(file))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_named_in_place_of_its_trait() {
        let span = serde_json::json!({"label": rustc::BOUND_INTRODUCED.wordings().last(), "file_name": "main.rs"});
        let mut message = serde_json::json!({
            "code": {"code": "E0277"}, "message": "this layer takes 48 numbers",
            "spans": [], "children": [
                {"message": "the trait `Layer<S>` is implemented for `Linear<I, O>`", "spans": []},
                {"message": "required for `Axes<Scalar, B>` to implement `Accepts`", "spans": []},
                {"message": "required for `Linear<B, O>` to implement `Layer<S>`", "spans": [span]},
                {"message": "required for `(A, B)` to implement `Layer<S>`", "spans": []},
            ]
        });
        let mut changes = Changes::default();
        tell(&mut message, Evidence::of("shapecheck::"), &mut changes);
        let told = changes.headline.map(|(_, told)| told);
        assert_eq!(
            told.as_deref(),
            Some("this layer takes 48 numbers, in `Linear<B, O>`")
        );
        let children = message["children"].as_array().unwrap();
        let left: Vec<&str> = children
            .iter()
            .filter_map(|child| child["message"].as_str())
            .collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }
}
