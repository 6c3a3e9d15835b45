//! What to do about an operand that is not a tensor.

use serde_json::Value;

use super::children::{remove_children, remove_notes};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Phrase, Reads};
use super::words::is_of_path;
use crate::types::{Evidence, rewrite_with, vocabulary};

/// How a headline begins about an operator that two types do not have.
const OPERATORS: &[Phrase] = &[
    rustc::ADD,
    rustc::ADD_ASSIGN,
    rustc::SUBTRACT,
    rustc::SUBTRACT_ASSIGN,
    rustc::MULTIPLY,
    rustc::MULTIPLY_ASSIGN,
    rustc::DIVIDE,
    rustc::DIVIDE_ASSIGN,
];

/// Whether a headline is about such an operator.
pub fn is_of_operator(message: &str) -> bool {
    OPERATORS.iter().any(|start| message.begins(*start))
}

/// Takes away the list of the types that have the operator.
pub fn remove_list(diagnostic: &mut Value, changes: &mut Changes) {
    let is_list = |child: &Value| {
        let text = child["message"].as_str().unwrap_or("");
        let is_of_operator = ["std::ops::", "Assign<", "Assign`"]
            .iter()
            .any(|name| text.contains(name));
        is_of_operator
            && (text.begins(rustc::OTHER_TYPES)
                || text.says(rustc::ONE_OTHER_TYPE)
                || text.begins(rustc::TRAIT))
    };
    // What is shown of the macros that write them for numbers stands in the text for the terminal alone.
    let children = diagnostic["children"].as_array().into_iter().flatten();
    let spans = children
        .filter(|child| is_list(child))
        .filter_map(|child| child["spans"].as_array())
        .flatten();
    for span in spans {
        changes
            .removed
            .extend(span["label"].as_str().map(str::to_owned));
        let of_macro = span["expansion"]["macro_decl_name"].as_str();
        if let Some(name) = of_macro.and_then(|name| name.strip_suffix('!')) {
            let in_macro = rustc::IN_MACRO.wordings().map(str::to_owned);
            changes.removed.extend(in_macro);
            changes.removed.push(format!(
                "this error originates in the macro `{name}` (in Nightly builds, run with -Z macro-backtrace for more info)"
            ));
        }
    }
    remove_children(diagnostic, changes, is_list);
}

/// `Tensor<f32, []>` of two operands, in words.
fn operands(message: &str, evidence: Evidence) -> Vec<String> {
    let told = rewrite_with(message, evidence);
    let types = told.split('`').skip(1).step_by(2);
    types
        .map(|of| of.trim_start_matches('&').to_owned())
        .collect()
}

/// Whether a type is one of numbers, also of literals.
fn is_number(of: &str) -> bool {
    vocabulary::ELEMENTS.contains(&of) || ["{float}", "{integer}"].contains(&of)
}

/// A number that is added to, where what is added is a tensor, and numbers beside masks.
pub fn number(message: &str, evidence: Evidence) -> Option<String> {
    let operands = operands(message, evidence);
    let of_array =
        |of: &&String| of.starts_with('[') && of.contains("; ") || of.starts_with("Vec<");
    if let Some(array) = operands.iter().find(of_array)
        && evidence.is_of_shapes()
    {
        return Some(match array.starts_with("Vec<") {
            true => "`Tensor::from_vec(..)?` makes a tensor of a vector".to_owned(),
            false => "`Tensor::from([..])` makes a tensor of an array, and `InlineTensor::from([..])` without memory of its own".to_owned(),
        });
    }
    let number = operands.iter().find(|of| is_number(of))?;
    let tensor = operands.iter().find(|of| of.contains('<'))?;
    let element = tensor.split_once('<')?.1.split([',', '>']).next()?;
    if message.contains("-assign `") && is_assigned(message, number) {
        return Some(match tensor.ends_with(" []>") {
            true => vocabulary::INTO_SCALAR.to_owned(),
            false => "a number for the whole tensor is `sum()` or `mean()`".to_owned(),
        });
    }
    // What a view has before its elements is a lifetime.
    if tensor.starts_with("ViewMut<") {
        return Some("a `ViewMut` only changes its elements: `x.view()` is read".to_owned());
    }
    let is_mask = element == "bool";
    let is_integer = element.starts_with(['u', 'i']) && vocabulary::ELEMENTS.contains(&element);
    let float = match number.as_str() {
        "{float}" => "f32",
        number => number,
    };
    (is_mask || is_integer && number == "{float}").then(|| {
        let float = if number == "{integer}" { "i32" } else { float };
        format!("elements `{element}` become numbers by `cast::<{float}>()`")
    })
}

/// Whether a number is what an operator with `=` would change.
fn is_assigned(message: &str, number: &str) -> bool {
    // "cannot add-assign `B` to `A`", "cannot subtract-assign `B` from `A`", "cannot multiply-assign `A` by `B`"
    let is_last = message.ends_with(&format!("`{number}`"));
    is_last != message.contains("` by `")
}

/// `x[0][1]`, where `x[0]` is one number.
pub fn indexed(message: &str) -> Option<String> {
    let of = message.split('`').nth(1)?;
    if !vocabulary::ELEMENTS.contains(&of) || !super::is_with_crate() {
        return None;
    }
    let told = match of {
        "bool" => {
            "`==` compares whole tensors and gives one `bool`: `x.equal(&y)` compares each element"
        }
        _ => "this is one number: an element has an index for each axis, `x[[0, 0]]`",
    };
    Some(told.to_owned())
}

/// `x.size::<-2>()`, a call in which some code begins.
fn called(code: &str) -> Option<&str> {
    let mut depth = 0;
    let end = code.bytes().zip(1..).find_map(|(byte, end)| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        (byte == b')' && depth == 0).then_some(end)
    })?;
    let is_one = code[..end]
        .chars()
        .all(|c| is_of_path(c) || "()<>:-".contains(c));
    (is_one && !code[end..].starts_with(['.', '?', '['])).then(|| &code[..end])
}

/// `rate as f32` in `rate * gradient`, where the number is of another type than the elements and has a name.
pub fn converted(place: &Place, is_first: bool, element: &str) -> Option<String> {
    let (before, behind) = place.sides();
    let name = match is_first {
        true => {
            let left = before.trim_end();
            &left[left.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1)..]
        }
        false => {
            let right = behind.trim_start();
            let (name, rest) =
                right.split_at(right.find(|c| !is_of_path(c)).unwrap_or(right.len()));
            let called = called(right).filter(|_| rest.starts_with(['(', ':']));
            if called.is_none() && rest.starts_with(['(', '[', '?', ':']) {
                return None;
            }
            called.unwrap_or(name)
        }
    };
    let is_variable = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    (is_variable && vocabulary::ELEMENTS.contains(&element))
        .then(|| format!("`{name} as {element}`"))
}

/// `x.slice_mut(s![0, ..]) += 1.0`, and `=`.
pub fn part_that_changes(
    place: &Place,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let (part, value) = (place.sides().0.trim(), place.sides().1.trim());
    if !part.contains("_mut") || !super::is_with_crate() {
        return None;
    }
    remove_notes(diagnostic, changes, |_| true);
    Some(match place.marked() {
        "=" => format!(
            "a part is assigned to by `{part}.assign(&{});`",
            value.trim_end_matches(';').trim_start_matches('&')
        ),
        operator => {
            format!("a part is a variable first, `let mut part = {part}; part {operator} {value}`")
        }
    })
}
