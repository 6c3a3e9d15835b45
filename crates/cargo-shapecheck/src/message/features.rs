//! Methods that a feature of the crate would bring, and types that rustc finds where a value is expected.

use serde_json::Value;

use super::children::{remove_children, texts};
use super::rendered::Changes;
use super::rustc::{self, Reads};
use crate::types::{library, vocabulary};

/// The kind, if rustc found a type where a value is expected: "type alias", "type parameter".
pub fn kind_of_type(diagnostic: &Value) -> Option<&str> {
    let headline = diagnostic["message"].as_str();
    let mut texts = headline.into_iter().chain(texts(diagnostic));
    let found = texts.find_map(|text| rustc::TYPE_AS_VALUE.read(text))?;
    found.first().copied()
}

/// A method that a feature of the crate brings.
pub fn of_feature(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let rest = message
        .after(rustc::NO_METHOD)
        .or_else(|| message.after(rustc::NO_FUNCTION))?;
    let (method, rest) = rest.split_once('`')?;
    let is_of_tensor = rest.contains(vocabulary::TENSOR);
    let with_feature = with_feature_of(method)?;
    // For those along an axis, the message says to go along one first.
    let is_elsewhere = library::METHODS_ALONG.contains(&method) && !rest.contains("`Along");
    if !is_of_tensor || is_elsewhere || !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |_| true);
    Some(format!("it is there {with_feature}"))
}

/// ``with the feature `fft` of the crate `shapecheck` ``
pub fn with_feature_of(method: &str) -> Option<String> {
    let mut features = library::METHODS_OF_FEATURES.iter();
    let (_, feature) = features.find(|(name, _)| *name == method)?;
    Some(format!(
        "with the feature `{feature}` of the crate `{}`",
        vocabulary::CRATE
    ))
}
