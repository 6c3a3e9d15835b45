//! Axes and indices: an axis that a shape does not have, entries of slices, indices of another type, several tensors.

use serde_json::Value;

use super::children::{labels, name_of, remove_notes, required, texts};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::{is_of_path, is_of_word};
use super::{bounds, declared};
use crate::types::{Evidence, rewrite_with, vocabulary};

impl Place<'_> {
    /// `slice_axis::<-1>(0..3)`, whose length the call does not know.
    pub fn part_of_numbers(&self) -> Option<String> {
        let rest = self.sides().1.strip_prefix("::<")?;
        let (axis, rest) = rest.split_once(">(")?;
        let (start, end) = rest.split_once(')')?.0.split_once("..")?;
        let number = |text: &str| text.parse::<usize>().ok();
        let (start, end) = (number(start)?, number(end)?);
        let length = end.checked_sub(start)?;
        (self.marked() == "slice_axis")
            .then(|| format!("here it is `narrow_at::<{axis}, dim!({length}), {start}>()`"))
    }
}

/// `v.transpose()` of a vector.
pub fn vector_transposed(before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before).filter_map(|note| note.lines().next());
    let is_vector = notes.any(|note| {
        let note = rewrite_with(note, evidence);
        let of = note.halves(rustc::IS_NOT_IMPLEMENTED);
        of.is_some_and(|(_, of)| of.ends_with("]`") && !of.contains([',', '.']))
    });
    is_vector.then(|| "a vector has one axis: the product of two is `v.dot(&w)`, and `insert_axis::<-1>()` makes a column of it".to_owned())
}

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

/// A name that no axis has, with the shape. The whole headline.
pub fn without_name(
    diagnostic: &mut Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let shape = texts(diagnostic).find_map(|note| note.strip_prefix(vocabulary::AXES_OF))?;
    let shape = rewrite_with(&format!("`{shape}"), evidence);
    remove_notes(diagnostic, changes, |note| {
        note.starts_with(vocabulary::AXES_OF)
    });
    Some(format!(
        "{} in the shape {shape}",
        rewrite_with(message, evidence)
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

/// Whether something else stands where slices of axes go.
pub fn is_for_slices(before: &Value) -> bool {
    labels(before).any(|label| label.starts_with(vocabulary::SLICES))
}

/// `x.slice(0..1)`, of the first axis.
pub fn sliced(place: &Place) -> Option<String> {
    let in_front = place.line.get(..place.marked.0)?.strip_suffix('(')?;
    let start = in_front.rfind(|c: char| !(c.is_alphanumeric() || "_.".contains(c)));
    let called = &in_front[start.map_or(0, |start| start + 1)..];
    let marked = place.marked();
    let entries = marked
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    Some(format!(
        "here the expression is `{called}(s![{}, ...])`, where `...` is all other axes",
        entries.unwrap_or(marked)
    ))
}

/// `let [a, b] = x.along::<-1>().chunk(2);`. The whole headline.
pub fn parts_in_array(place: &Place) -> Option<String> {
    let (_, count) = place.sides().1.split_once(".chunk(")?;
    let (count, _) = count.split_once(')')?;
    Some(format!(
        "`chunk` gives an iterator, of a number of parts known only at run time: `split_equal::<{count}>()` gives an array of equal parts"
    ))
}

/// `Tensor::stack(tensors, Axis::<-3>)` of a vector.
pub fn parts_of_vector(place: &Place, before: &Value) -> Option<String> {
    let mut notes = texts(before);
    let of = notes.find_map(|note| note.halves(rustc::IS_NOT_IMPLEMENTED)?.1.split('`').next())?;
    let of = of.trim_start_matches('&');
    let marked = place.marked();
    let spread = marked
        .strip_prefix("[..")
        .and_then(|list| list.strip_suffix(']'));
    let marked = spread.unwrap_or(marked).trim_start_matches('&');
    let is_name = marked.chars().all(is_of_word);
    let name = if is_name { marked } else { "tensors" };
    let is_list = of.starts_with("Vec<") || of.starts_with('[');
    Some(match of.contains("<&") || of.starts_with("[&") {
        true if is_list => match spread {
            Some(_) => format!("`[..&{name}[..]]` has them"),
            None => format!("`&{name}[..]` is a slice of them"),
        },
        false if is_list => match spread {
            Some(_) => format!("`[..&Vec::from_iter(&{name})[..]]` has references to them"),
            None => format!("`&Vec::from_iter(&{name})[..]` is a slice of references to them"),
        },
        _ => return None,
    })
}

/// Indices that are other integers: `table.embedding(&tokens)` of `u32`.
pub fn other_indices(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let of = notes.find_map(|note| note.lines().next()?.halves(rustc::IS_NOT_IMPLEMENTED))?;
    let of = rewrite_with(&format!("`{}", of.1), evidence);
    let (_, element) = of.split_once("Tensor<")?;
    let element = element.split(',').next()?;
    let name = place.marked().trim_start_matches('&');
    let is_name = !name.is_empty() && name.chars().all(|c| is_of_word(c) || c == '.');
    let is_integer = element.starts_with(['u', 'i']) && vocabulary::ELEMENTS.contains(&element);
    let receiver = place.operands(".embedding(").0;
    if let Some(tokens) = receiver.filter(|_| is_name && element.starts_with(['f', '{'])) {
        return Some(format!(
            "the table comes first, `{name}.embedding(&{tokens})`"
        ));
    }
    (is_name && is_integer).then(|| format!("`{name}` has `{element}`: `&{name}.cast::<usize>()`"))
}

/// `x.along::<-1>().compress(&mask)`, where the mask has as many elements as another axis.
pub fn mask_of_another(place: &Place, before: &Value, message: &str) -> Option<String> {
    let count = message.strip_prefix("the mask has ")?.split(' ').next()?;
    let sizes = declared::sizes(
        before,
        place.operands(".along::<").0.or_else(|| {
            let (value, _) = place.split_near(".along::<")?;
            value.rsplit(|c: char| !(is_of_word(c) || c == '.')).next()
        })?,
    )?;
    let mut places = sizes
        .iter()
        .rev()
        .zip(1..)
        .filter(|(size, _)| **size == count);
    let (_, axis) = places.next()?;
    places
        .next()
        .is_none()
        .then(|| format!("axis -{axis} has as many, `along::<-{axis}>()`"))
}

/// `x.reshape::<shape![8, 1568]>()` of `[8, 32, 8, 8]`: the last size with which it has as many elements. `told` is the headline.
pub fn size_that_fits(told: &str) -> Option<String> {
    let (_, shapes) = told.split_once(" elements: `[")?;
    let (from, to) = shapes.split_once("]` to `[")?;
    let (to, _) = to.split_once("]`")?;
    let numbers = |shape: &str| -> Option<Vec<u64>> {
        shape.split(", ").map(|size| size.parse().ok()).collect()
    };
    let count = |sizes: &[u64]| {
        sizes
            .iter()
            .try_fold(1_u64, |all, size| all.checked_mul(*size))
    };
    let (all, to) = (count(&numbers(from)?)?, numbers(to)?);
    let (_, others) = to.split_last()?;
    let rest = count(others).filter(|rest| *rest > 0 && all % rest == 0)?;
    let sizes = others.iter().copied().chain([all / rest]);
    let sizes = Vec::from_iter(sizes.map(|size| size.to_string()));
    Some(format!("`shape![{}]` has as many", sizes.join(", ")))
}

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

/// Whether an index with this after it is written to.
pub fn is_written(behind: &str) -> bool {
    let behind = behind.trim_start();
    let assigned = behind.strip_prefix(|c| "+-*/%&|^".contains(c));
    let assigned = assigned.unwrap_or(behind).strip_prefix('=');
    assigned.is_some_and(|value| !value.starts_with(['=', '>']))
}

/// `x.slice(s![1..3])` of a matrix.
pub fn entries_for_all_axes(place: &Place, message: &str) -> Option<String> {
    let (rank, entries) = message.split_once(", the entries are for rank ")?;
    let rank: usize = rank.rsplit(' ').next()?.parse().ok()?;
    let entries: usize = entries.parse().ok()?;
    let (_, list) = place.line.split_once("s![")?;
    let (list, _) = list.split_once(']')?;
    let missing = rank.checked_sub(entries).filter(|missing| *missing > 0)?;
    let others = ", ..".repeat(missing);
    (!place.line[place.line.find("s![")? + 3..].contains("s!["))
        .then(|| format!("each axis has an entry, `s![{list}{others}]`"))
}

/// Targets `[32, 1]` for scores `[32, 10]`.
pub fn targets_of_one(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let note = notes.find(|note| note.holds(rustc::TO_IMPLEMENT, "Classifies<"))?;
    let targets = rewrite_with(note, evidence);
    targets.ends_with(", 1]>`").then(|| {
        let targets = place.marked().trim_start_matches('&');
        format!("`{targets}.remove_axis::<-1>()` has one for each row")
    })
}

/// `x.along_named::<Seq>()` of `[B, Seq, 64]`: the number of the axis that has the name for sure.
pub fn axis_of_name(
    diagnostic: &mut Value,
    before: &Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let name = rewrite_with(message, evidence);
    let name = name
        .strip_prefix(vocabulary::WHICH_AXIS)?
        .split('`')
        .next()?;
    let axis = texts(before).find_map(|note| {
        let (of, bound) = required(note)?;
        let shape = rewrite_with(&format!("`{of}`"), evidence);
        let sizes = shape.strip_prefix("`[")?.strip_suffix("]`")?;
        let sizes: Vec<&str> = sizes.split(", ").collect();
        let mut named = sizes.iter().rev().enumerate();
        let mut named = named.by_ref().filter(|(_, size)| **size == name);
        let (axis, _) = named.next()?;
        let is_only = named.next().is_none() && name_of(bound) == "NamedAxis";
        is_only.then_some(axis + 1)
    })?;
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::TRAIT) && text.says(rustc::IS_NOT_IMPLEMENTED)
    });
    Some(format!(
        "`along::<-{axis}>()` takes that of `{name}` by its number"
    ))
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

/// The shape that an index of another number of axes goes into.
pub fn indexed(before: &Value, evidence: Evidence) -> Option<String> {
    let shape = texts(before).find_map(|text| {
        let (_, shape) = text.lines().next()?.halves(rustc::IS_NOT_IMPLEMENTED)?;
        Some(shape.trim_end_matches('`').to_owned())
    })?;
    Some(format!(
        "the shape is {}",
        rewrite_with(&format!("`{shape}`"), evidence)
    ))
}
