//! Two types that differ, E0308: what makes the one that is found the one that is expected.

use std::cmp::Ordering;

use serde_json::Value;

use super::children::{labels, marked, texts};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::{is_number, is_of_word};
use super::{declared, order};
use crate::types::{Evidence, rewrite_with, vocabulary};

/// `x.cov()` of a table whose columns are the variables.
pub fn variables_as_rows(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let method = ["cov", "corrcoef"]
        .into_iter()
        .find(|name| place.marked().contains(&format!(".{name}()")))?;
    told.contains("expected shape [").then(|| {
        format!("`{method}` has a row for each variable: of columns it is `transpose().{method}()`")
    })
}

/// The result of a function whose sizes are computed, where another size is expected.
pub fn computed_result(before: &Value, changes: &Changes) -> Option<String> {
    let mut spans = before["spans"].as_array()?.iter();
    let is_result = spans.any(|span| {
        let label = span["label"].as_str().unwrap_or("");
        label.closes(rustc::RETURN_TYPE)
    });
    let (_, told) = changes.headline.as_ref()?;
    let (expected, found) = told.split_once("], found [")?;
    let (found, rest) = found.split_once(']')?;
    // For two sums, the order may be the mistake.
    let is_sum = expected.contains(" + ");
    let has_grown =
        found.contains(" + ") && !is_sum && rest.starts_with(" (axis ") && !rest.contains(';');
    (is_result && has_grown)
        .then(|| format!("where it is to grow, the result is of `shape![{found}]`"))
}

/// A convolution by kernels whose axes stand in another order.
pub fn kernels_of_others(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let axes = [("conv1d", 2), ("conv2d", 3), ("conv3d", 4)];
    let (_, axis) = axes
        .into_iter()
        .find(|(name, _)| place.marked().contains(&format!(".{name}(")))?;
    told.contains(&format!("axis -{axis}: expected ")).then(|| {
        "kernels are `[O, C, ..]`: the channels of the result, then those of the input, then the window".to_owned()
    })
}

/// Tensors of different sizes where those of one shape are joined, and sizes that are one less.
pub fn apart(place: &Place, changes: &Changes) -> Option<String> {
    let (expected, found) = told_shapes(changes)?;
    let (expected, found) = (format!("[{expected}]"), format!("[{found}]"));
    order::joined(place, &expected, &found).or_else(|| order::one_less_than(&expected, &found))
}

/// `InlineTensor<f64, shape![_]>` where a tensor is expected: there is no such tensor. `before` is the message with all
/// its notes.
pub fn inline_size(before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before).filter_map(|note| note.lines().next());
    let expected = notes.find(|note| note.starts_with("expected "))?;
    let expected = rewrite_with(expected, evidence);
    let (_, shape) = expected.split_once("InlineTensor<")?;
    let (sizes, _) = shape.split_once('[')?.1.split_once(']')?;
    let mut sizes = sizes.split(", ");
    sizes
        .any(|size| size == "_")
        .then(|| vocabulary::INLINE_SIZES.to_owned())
}

/// `InlineTensor::from([1.0, 2.0, 3.0])` for a shape with a name, `[World]`, `Tensor::from(..)` or `[1.0].into()`.
pub fn names_of_array(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape [")?;
    let (expected, _) = shapes.split_once("], found [")?;
    let has_name = expected
        .split(", ")
        .any(|size| size.starts_with(|c: char| c.is_ascii_uppercase()));
    let marked = place.marked().trim_start_matches('&');
    let is_of_array = |owner: &&str| {
        marked.strip_prefix(*owner).is_some_and(|rest| {
            rest.starts_with("::from(") || place.sides().1.starts_with("::from(")
        })
    };
    if has_name && marked == "into" && told.contains(" as NestedArray>::Shape == ") {
        return Some("`from_array(..)` makes the shape that is stated, with names".to_owned());
    }
    let owner = ["InlineTensor", "Tensor"].into_iter().find(is_of_array)?;
    has_name
        .then(|| format!("`{owner}::from_array(..)` makes the shape that is stated, with names"))
}

/// `InlineTensor::<f64, shape![_]>::from([1.0])`
pub fn is_of_open_inline_array(message: &str, place: &Place) -> bool {
    let is_of_array = message.contains(" as NestedArray>::Shape == ")
        // The next solver asks for the conversion.
        || message.contains(", Inline>: From<[");
    let is_open = message.contains(vocabulary::DYNAMIC_SIZE);
    is_of_array && is_open && place.marked().starts_with("InlineTensor")
}

/// A number where a const parameter is expected, or the other way round, if nothing else differs. `before` is the
/// message with all its places.
pub fn number_for_constant(before: &Value, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let axes = told.rsplit_once(" (axis ")?.1.strip_suffix(')')?;
    let (_, sizes) = axes.split_once("expected ")?;
    let (expected, found) = sizes.split_once(", found ")?;
    let (parameter, number) = match is_number(expected) {
        true => (found, expected),
        false => (expected, found),
    };
    let declared = format!("const {parameter}: usize");
    let is_declared = |span: &Value| marked(span).is_some_and(|(line, _)| line.contains(&declared));
    let is_constant = before["spans"].as_array()?.iter().any(is_declared);
    (is_constant && is_number(number) && !axes.contains(';'))
        .then(|| format!("write `{parameter}` instead of {number}"))
}

/// Static sizes in place of dynamic ones, if nothing else differs.
pub fn known_when_it_runs(changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    if !told.contains("expected shape [") {
        return None;
    }
    let axes = told.rsplit_once(" (axis ")?.1.strip_suffix(')')?;
    let pairs = axes.split("; ").map(|axis| {
        let (_, sizes) = axis.split_once("expected ")?;
        sizes.split_once(", found ")
    });
    if !pairs
        .clone()
        .all(|pair| pair.is_some_and(|(expected, _)| expected == "_"))
    {
        return None;
    }
    Some("`widen()` makes a known size a run-time size".to_owned())
}

/// The number of a name, where a type of the message has both: 2 of `NamedDim<Measured, UInt<UInt<UTerm, B1>, B0>>`.
fn number_of_name(before: &Value, name: &str) -> Option<String> {
    let mut types = labels(before).chain(texts(before));
    types.find_map(|text| {
        let mut sizes = text.split("NamedDim<").skip(1);
        sizes.find_map(|size| {
            let (path, number) = size.split_once(", ")?;
            let mut depth = 1;
            let end = number.bytes().position(|byte| {
                depth += i32::from(byte == b'<') - i32::from(byte == b'>');
                depth == 0
            })?;
            let number = rewrite_with(&format!("`{}`", &number[..end]), Evidence::of("typenum::"));
            let number = number.trim_matches('`');
            (path.rsplit("::").next() == Some(name) && is_number(number)).then(|| number.to_owned())
        })
    })
}

/// A shape of numbers instead of one with names for the same numbers, or `N + N` instead of `2 * N`.
pub fn named_for_number(before: &Value, changes: &Changes) -> Option<String> {
    let (expected, found) = told_shapes(changes)?;
    let wanted: Vec<&str> = expected.split(", ").collect();
    let given: Vec<&str> = found.split(", ").collect();
    let apart = wanted
        .iter()
        .zip(&given)
        .filter(|(one, other)| one != other);
    let apart: Vec<_> = apart.collect();
    if wanted.len() != given.len() || apart.is_empty() || found.is_empty() {
        return None;
    }
    if apart.iter().all(|(wanted, given)| {
        is_number(given) && number_of_name(before, wanted).as_deref() == Some(given)
    }) {
        return Some(format!("`named::<shape![{expected}]>()` gives sizes names"));
    }
    // For other sums and products, the order is that of the elements.
    let is_twice = |wanted: &str, given: &str| {
        given
            .split_once(" + ")
            .is_some_and(|(one, other)| one == other && wanted == format!("2 * {one}"))
    };
    apart
        .iter()
        .all(|(wanted, given)| is_twice(wanted, given))
        .then(|| format!("a size is the type by which it is computed, `shape![{found}]`"))
}

/// A shape of as many elements as the one that is expected.
pub fn as_many_elements(place: &Place, changes: &Changes) -> Option<String> {
    let (expected, found) = told_shapes(changes)?;
    let numbers = |shape: &str| -> Option<Vec<u64>> {
        shape.split(", ").map(|size| size.parse().ok()).collect()
    };
    if found == "_" && place.marked().contains("::from(") {
        return Some(
            "`from_vec(..)?` makes the shape that the type says, of as many elements".to_owned(),
        );
    }
    are_merged(&numbers(found)?, &numbers(expected)?).then(|| {
        format!("there are as many elements: `reshape::<shape![{expected}]>()` reads them so")
    })
}

/// Whether one shape is the other with axes beside each other merged, or taken apart.
fn are_merged(from: &[u64], to: &[u64]) -> bool {
    let (Some((one, from)), Some((other, to))) = (from.split_first(), to.split_first()) else {
        return [from, to].concat().iter().all(|size| *size == 1);
    };
    let part = |whole: u64, first: u64, rest: &[u64]| {
        let mut made = first;
        let mut rest = rest.iter();
        while made < whole {
            made *= rest.next()?;
        }
        (made == whole).then(|| rest.as_slice().to_vec())
    };
    match one.cmp(other) {
        Ordering::Equal => are_merged(from, to),
        Ordering::Less => part(*other, *one, from).is_some_and(|from| are_merged(&from, to)),
        Ordering::Greater => part(*one, *other, to).is_some_and(|to| are_merged(from, &to)),
    }
}

/// `x = layer.forward(&x);` of a variable that has another shape. `before` is the message with all its labels.
pub fn assigned(place: &Place, before: &Value, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let is_of_value = labels(before).any(|label| label.is(rustc::EXPECTED_FOR_VALUE));
    let assigned = place.sides().0.trim().strip_suffix(" =")?;
    let (front, name) =
        assigned.split_at(assigned.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1));
    let is_name = front.trim_end().is_empty() || front.trim_end().ends_with(['{', ';']);
    let told = (is_of_value && is_name && told.contains("expected shape ["))
        .then(|| format!("{}{name} = ..`", vocabulary::RENEWED))?;
    let sizes = || {
        let (expected, found) = told_shapes(changes)?;
        let (expected, found) = (expected.split(", "), found.split(", "));
        let is_one_rank = expected.clone().count() == found.clone().count();
        let sizes = expected.zip(found);
        let sizes = sizes.map(|(one, other)| if one == other { one } else { "_" });
        is_one_rank.then(|| Vec::from_iter(sizes).join(", "))
    };
    Some(
        match sizes().filter(|_| declared::is_in_loop(before, name)) {
            Some(sizes) => {
                format!("{told}; in a loop, a size that changes is `_`, as in `shape![{sizes}]`")
            }
            None => told,
        },
    )
}

/// The sizes that are expected and those that are found, of two shapes.
fn told_shapes(changes: &Changes) -> Option<(&str, &str)> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape [")?;
    let (expected, found) = shapes.split_once("], found [")?;
    Some((expected, found.split_once(']')?.0))
}

/// The type that is expected and the one that is found, without `&` and `&mut`.
fn types_apart(changes: &Changes) -> Option<[&str; 2]> {
    let (_, told) = changes.headline.as_ref()?;
    let types = told.split('`').skip(1).step_by(2);
    let mut types = types.map(|code| code.trim_start_matches('&').trim_start_matches("mut "));
    Some([types.next()?, types.next()?])
}

/// A tensor on one engine in place of one on another.
pub fn engine(changes: &Changes) -> Option<String> {
    let [expected, found] =
        types_apart(changes)?.map(|code| code.split('<').next().unwrap_or(code));
    let (_, told) = changes.headline.as_ref()?;
    if told.contains("expected `&mut Tensor<") && found == "ViewMut" {
        let [_, found] = types_apart(changes)?;
        let found = found.replacen('[', "shape![", 1);
        return Some(format!(
            "a function that changes a part of a tensor takes `&mut {found}`"
        ));
    }
    let hint = match (expected, found) {
        ("Tensor", "View" | "ViewMut") => "`to_tensor()` copies the elements of a view",
        ("Tensor", "InlineTensor") => "`to_heap()` moves an inline tensor to the heap",
        ("View", "Tensor" | "InlineTensor") => "`view()` borrows a tensor",
        ("View", "ViewMut") => "`view()` borrows a view that changes elements",
        ("ViewMut", "Tensor" | "InlineTensor") => "`view_mut()` borrows a tensor to change it",
        ("Tensor" | "InlineTensor", vocabulary::TENSOR) => {
            let [_, found] = types_apart(changes)?;
            let found = found.replacen('[', "shape![", 1);
            return (!found.contains("..")).then(|| {
                format!("where that is the engine of an argument, the type is `{found}`")
            });
        }
        ("ViewMut", "View") => {
            "a `View` only reads; `view_mut()` of a tensor gives a view that changes it"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A tensor of other elements. What the two say of their engines and shapes is reported beside it.
pub fn elements(place: &Place, changes: &Changes) -> Option<String> {
    let of = |code: &'_ str| {
        let (name, arguments) = code.split_once('<')?;
        let element = arguments.split([',', '>']).next()?;
        let is_one = vocabulary::is_tensor(name) && vocabulary::ELEMENTS.contains(&element);
        is_one.then(|| element.to_owned())
    };
    let [expected, found] = types_apart(changes)?.map(of);
    let (expected, found) = (expected?, found?);
    // Floats instead of indices are another tensor.
    let is_other = found.starts_with('f') && !expected.starts_with('f');
    if is_other && place.line.contains("cross_entropy(") && expected == "usize" {
        return Some("targets are the index of a class for each row, and those that are a number for each class go into `soft_cross_entropy`".to_owned());
    }
    (expected != found && !is_other)
        .then(|| format!("`cast::<{expected}>()` converts each `{found}`"))
}
