//! Axes and indices: an axis that a shape does not have, entries of slices, indices of another type, several tensors.

use serde_json::Value;

use super::bounds;
use super::children::{marked, required};
use super::place::Place;
use super::rustc::{self, Reads};
use super::words::{is_of_path, is_of_word};
use crate::types::{Evidence, rewrite_with, vocabulary};

/// `one_hot::<Classes, f32>()`
pub fn element_as_size(name: &str) -> String {
    format!(
        "`{name}` is the type of elements, and stands where a size goes: {}",
        vocabulary::ORDER
    )
}

/// The shape that has no such axis.
pub fn no_axis(place: &Place, before: &Value, message: &str, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?;
    if let Some(name) = children.iter().find_map(element_in_shape) {
        return Some(element_as_size(name));
    }
    // A rule that is asked of a parameter asks for the axis itself.
    let rule = children.iter().find_map(|child| {
        let note = rewrite_with(child["message"].as_str()?.lines().next()?, evidence);
        let (of, bound) = required(&note)?;
        let is_rule = bounds::is_parameter(of) && bound.contains("algebra::");
        is_rule.then(|| format!("{of}: {}", bound.replace('[', "shape![")))
    });
    if let Some(bound) = rule {
        return Some(format!(
            "nothing says that the rule holds for every `{}`: add the bound `{bound}`",
            bound.split(':').next().unwrap_or("S")
        ));
    }
    let shape = children.iter().find_map(|child| {
        let text = child["message"].as_str()?.lines().next()?;
        let missing = text.after(rustc::TRAIT)?;
        let (name, of) = missing.halves(rustc::IS_NOT_IMPLEMENTED)?;
        (name.contains("Axis<") || name.contains("Axes<"))
            .then(|| of.trim_end_matches('`').to_owned())
    })?;
    let axis = message.strip_prefix(vocabulary::NO_AXIS)?;
    if bounds::is_parameter(&shape) {
        return Some(format!(
            "the shape `{shape}` {}{axis} for sure: it is there with the bound `{shape}: HasAxis<{axis}>`, or in `shape![..{shape}, N]`",
            vocabulary::NO_AXIS_OF
        ));
    }
    let shape = rewrite_with(&format!("`{shape}`"), evidence);
    if shape
        .split(|c| !is_of_word(c))
        .any(|word| word == vocabulary::NO_SIZE)
    {
        return Some(format!(
            "`{}` in the shape {shape} is not a size: {}",
            vocabulary::NO_SIZE,
            vocabulary::WHY_NO_SIZE
        ));
    }
    let from_end = counted_from_end(&shape, axis).unwrap_or_default();
    // As it is written, if the axis is all that stands there.
    let from_end = match from_end.strip_prefix(FROM_END) {
        Some(number) if place.sides().1.starts_with(&format!("::<{axis}>(")) => {
            format!("{from_end}: `{}::<-{number}>`", place.marked())
        }
        _ => from_end,
    };
    Some(format!(
        "the shape {shape} {}{axis}{from_end}",
        vocabulary::NO_AXIS_OF
    ))
}

/// Counts an axis from the end instead of from the front, in a shape whose axes are all listed.
fn counted_from_end(shape: &str, axis: &str) -> Option<String> {
    let sizes = shape
        .trim_matches('`')
        .strip_prefix('[')?
        .strip_suffix(']')?;
    let is_known = !sizes.is_empty() && !sizes.contains(['.', '<', '(']);
    let rank = sizes.split(", ").count();
    let axis: usize = axis.parse().ok()?;
    (is_known && axis < rank).then(|| format!("{FROM_END}{}", rank - axis))
}

/// How a headline ends about an axis that is counted from the front.
pub const FROM_END: &str = ": axes are counted from the end, and this one is -";

/// `x[[8..24, ..]]`, where the list or an entry of it is marked.
pub fn parts_in_brackets(place: &Place) -> Option<String> {
    let start = place.line.get(..place.marked.0 + 1)?.rfind("[[")?;
    let (list, behind) = place.line[start + 2..].split_once("]]")?;
    let is_marked = place.line.len() - behind.len() >= place.marked.1;
    (is_marked && list.contains("..")).then(|| parts(&place.line[..start], list, behind))
}

/// Ranges instead of an index, with the line before the brackets and after them.
pub fn parts(before: &str, list: &str, behind: &str) -> String {
    let value = &before[before.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1)..];
    let is_mutable = before[..before.len() - value.len()].ends_with("&mut ");
    let method = match is_mutable || is_written(behind) {
        true => "slice_mut",
        false => "slice",
    };
    format!("parts are taken by a method, `{value}.{method}(s![{list}])`")
}

/// A tensor that is assigned to an element, `course[day] = &x`, as in NumPy.
pub fn part_assigned(diagnostic: &Value, evidence: Evidence) -> Option<String> {
    let mut spans = diagnostic["spans"].as_array()?.iter();
    let target = spans.find(|span| {
        let label = span["label"].as_str();
        label.is_some_and(|label| label.begins(rustc::DUE_TO_BINDING))
    })?;
    let (line, columns) = marked(target)?;
    let (value, index) = line.get(columns)?.strip_suffix(']')?.split_once('[')?;
    let place = Place::of(diagnostic);
    let is_index = !index.is_empty() && !index.contains(['[', ']']);
    (evidence.is_of_shapes() && is_index).then(|| {
        format!(
            "a part is assigned to by `{value}.slice_mut(s![{index}, ...]).assign(&{})`",
            match syn::parse_str(place.marked()) {
                Ok(syn::Expr::Binary(_)) => format!("({})", place.marked()),
                _ => place.marked().trim_start_matches('&').to_owned(),
            }
        )
    })
}

/// Whether an index with this after it is written to.
pub fn is_written(behind: &str) -> bool {
    let behind = behind.trim_start();
    let assigned = behind.strip_prefix(|c| "+-*/%&|^".contains(c));
    let assigned = assigned.unwrap_or(behind).strip_prefix('=');
    assigned.is_some_and(|value| !value.starts_with(['=', '>']))
}

/// `f32` of `[R, f32]`, the shape that a note names.
fn element_in_shape(child: &Value) -> Option<&'static str> {
    let text = child["message"].as_str()?;
    let (_, shape) = text.halves(rustc::IS_NOT_IMPLEMENTED)?;
    vocabulary::ELEMENTS
        .iter()
        .find(|name| shape.contains(&format!(", {name}>")))
        .copied()
}
