//! What is written as in other libraries, in the place of what has another form here.

use serde_json::Value;

use super::calls::{Call, is_method_of_crate};
use super::children::remove_children;
use super::hints::Place;
use super::rendered::Changes;
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// Calls as other libraries have them, and the line here. `{0}` is the first argument, those between `::<` and `>` included;
/// `{axis 0}` is the axis of this number, counted from the end, and `{new axis 0}` one that comes in there; `{sizes 0}` and
/// `{axes 0}` are lists, `{whole 0}` is a whole number and `{range 0}` a range. Of several lines with a name the first counts whose arguments are there.
const CALLS: &[(&str, &str)] = &[
    ("bmm", "matmul({0})"),
    ("broadcast_as", "broadcast_to::<shape![{sizes 0}]>()"),
    ("broadcast_to", "broadcast_to::<shape![{sizes 0}]>()"),
    (
        "cat",
        "along::<-1>().concat(&y)` of one tensor, along an axis that is counted from the end, or `concat_all([&x, &y], Axis::<-1>)",
    ),
    ("chunk", "along::<{axis 1}>().chunk({0})"),
    ("column", "index_axis::<-1>({0})"),
    ("cummax", "cumulative_max::<{axis 0}>()"),
    ("cummin", "cumulative_min::<{axis 0}>()"),
    ("cumprod", "cumulative_product::<{axis 0}>()"),
    ("cumsum", "cumulative_sum::<{axis 0}>()"),
    ("dim", "size::<{axis 0}>()"),
    ("dim", "dims()"),
    ("expand", "broadcast_to::<shape![{sizes 0}]>()"),
    ("expand_dims", "insert_axis::<{new axis 0}>()"),
    (
        "fixed_view",
        "narrow::<-2, dim!({0})>({2}).narrow::<-1, dim!({1})>({3})",
    ),
    ("flip", "along::<{axis 0}>().flip()"),
    ("gather", "along::<{axis 0}>().gather({1})"),
    ("gather", "along::<{axis 1}>().gather({0})"),
    ("index_select", "along::<{axis 0}>().take({1})"),
    ("index_select", "along::<{axis 1}>().take({0})"),
    ("into_shape", "reshape::<shape![{sizes 0}]>()"),
    ("mm", "matmul({0})"),
    ("mse", "mse_loss({0})"),
    ("narrow", "narrow::<{axis 0}, dim!({2})>({1})"),
    ("ncols", "size::<-1>()"),
    ("nrows", "size::<-2>()"),
    ("permute", "permute::<axes![{axes 0}]>()"),
    ("pow", "powi({whole 0})"),
    ("pow", "powf({0})"),
    (
        "repeat_interleave",
        "along::<{axis 1}>().repeat::<dim!({0})>()",
    ),
    ("reshape", "reshape::<shape![{sizes 0}]>()"),
    ("roll", "along::<{axis 1}>().roll({0})"),
    ("row", "index_axis::<-2>({0})"),
    ("size", "size::<{axis 0}>()"),
    ("slice", "slice_axis::<-1>({range 0})"),
    ("split", "along::<{axis 1}>().split_every::<dim!({0})>()"),
    ("squeeze", "remove_axis::<{axis 0}>()"),
    ("swap_dims", "swap_axes::<{axis 0}, {axis 1}>()"),
    ("swapaxes", "swap_axes::<{axis 0}, {axis 1}>()"),
    ("transpose", "swap_axes::<{axis 0}, {axis 1}>()"),
    ("unsqueeze", "insert_axis::<{new axis 0}>()"),
    ("view", "reshape::<shape![{sizes 0}]>()"),
];

/// A call with its arguments, as a line of [`CALLS`] has it here. `rank`: the number of axes of what it is called on, if that
/// is known.
pub fn call(call: &Call, rank: Option<usize>) -> Option<String> {
    let arguments = call.arguments();
    let lines = CALLS.iter().filter(|(name, _)| *name == call.marked());
    lines
        .filter_map(|(_, line)| filled(line, &arguments, rank))
        .next()
}

/// A line with its arguments in it, and what is to be said of its axes.
fn filled(line: &str, arguments: &[&str], rank: Option<usize>) -> Option<String> {
    let places = line
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'));
    let places = places.map(|(place, _)| {
        let (kind, index) = place.rsplit_once(' ').unwrap_or(("", place));
        Some((kind, *arguments.get(index.parse::<usize>().ok()?)?))
    });
    let places: Vec<(&str, &str)> = places.collect::<Option<_>>()?;
    let axes = places.iter().filter(|(kind, _)| kind.ends_with("axis"));
    let axes = axes.map(|(_, axis)| axis.parse::<isize>().ok());
    let last = axes.collect::<Option<Vec<_>>>()?.into_iter().max();
    // Where it is not known, as many axes as there are at least, but two.
    let enough = last.filter(|&last| last >= 0);
    let enough = enough.map(|last| last.max(1).unsigned_abs().saturating_add(1));
    let of = rank.or(enough).unwrap_or(0);
    let mut written = String::new();
    let mut rest = line;
    for (kind, argument) in places {
        let (before, behind) = rest.split_once('{')?;
        written += before;
        written += &match kind {
            "axis" => from_end(argument.parse().ok()?, of)?,
            "new axis" => from_end(argument.parse().ok()?, of + 1)?,
            "axes" => {
                let axes = numbers(argument)?;
                let of = axes.len();
                let axes = axes.into_iter().map(|axis| from_end(axis, of));
                axes.collect::<Option<Vec<_>>>()?.join(", ")
            }
            "sizes" => {
                let sizes = numbers(argument)?.into_iter();
                // A negative one is to be inferred.
                let sizes = sizes.map(|size| match size {
                    ..0 => "_".to_owned(),
                    _ => size.to_string(),
                });
                Vec::from_iter(sizes).join(", ")
            }
            "whole" if argument.parse::<i32>().is_err() => return None,
            "range" if !argument.contains("..") || argument.starts_with('[') => return None,
            _ => argument.to_owned(),
        };
        rest = behind.split_once('}')?.1;
    }
    let told = format!("here it is `{written}{rest}`");
    // A rank that is assumed is told.
    let assumed = enough.filter(|_| rank.is_none());
    Some(match assumed {
        Some(of) => format!("{told} for {of} axes, which are counted from the end"),
        None => told,
    })
}

/// An axis of this many, counted from the end.
fn from_end(axis: isize, of: usize) -> Option<String> {
    let axis = match axis {
        ..0 => axis,
        _ => axis.checked_sub_unsigned(of)?,
    };
    (axis < 0).then(|| axis.to_string())
}

/// `[2, -1]`, `&[2, -1]`, `(2, -1)`
fn numbers(argument: &str) -> Option<Vec<isize>> {
    let inside = argument.trim_start_matches('&').strip_prefix(['[', '('])?;
    let inside = inside.strip_suffix([']', ')'])?;
    let numbers = inside
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    numbers.map(|number| number.parse().ok()).collect()
}

/// `x.sum_axis(-1)`, `x.sum(-1)`, `x.view([3, 4])`, `Tensor::zeros([2, 3])`: arguments of a function that takes none.
pub fn argument_of_method(
    of: &Call,
    message: &str,
    before: &Value,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let is_call =
        message.starts_with("this method takes ") || message.starts_with("this function takes ");
    if !(is_call && is_method_of_crate(before)) {
        return None;
    }
    let arguments = of.arguments();
    let is_number =
        matches!(arguments[..], [number] if number.contains('.') && number.parse::<f64>().is_ok());
    let axis_of =
        |method: &str| filled(&format!("{method}::<{{axis 0}}>()"), &of.arguments(), None);
    let told = match of.marked() {
        "max" if is_number => Some(format!("here it is `at_least({})`", arguments[0])),
        "min" if is_number => Some(format!("here it is `at_most({})`", arguments[0])),
        method if method.starts_with("conv") && arguments.len() > 2 => Some(format!(
            "settings are one value, `{method}({}, shapecheck::window::Conv::new().stride::<1>().padding::<1>())`",
            arguments[0]
        )),
        method if library::METHODS_OF_AN_AXIS.contains(&method) => axis_of(method),
        method if library::REDUCTIONS.contains(&method) => axis_of(&format!("{method}_axis")),
        name if message.starts_with("this function takes ") => constructor(name, &of.arguments()),
        _ => call(of, None),
    }?;
    // It compiles to something else.
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("remove the extra argument")
    });
    Some(told)
}

/// `Tensor::zeros([2, 3])`
fn constructor(name: &str, arguments: &[&str]) -> Option<String> {
    let (_, function) = name.rsplit_once("::")?;
    let (sizes, rest) = arguments.split_first()?;
    let sizes = Vec::from_iter(numbers(sizes)?.iter().map(isize::to_string)).join(", ");
    let rest = rest.join(", ");
    library::FORMS_WITH_SHAPE
        .contains(&function)
        .then(|| format!("here it is `Tensor::<f32, shape![{sizes}]>::{function}({rest})`"))
}

/// `x[0]` and `x[0..2]` of a tensor of two axes.
pub fn index(place: &Place, diagnostic: &Value) -> Option<String> {
    let labels = diagnostic["spans"].as_array()?.iter();
    let (rank, found) = labels
        .filter_map(|span| span["label"].as_str())
        .find_map(|label| {
            label
                .strip_prefix("expected `[usize; ")?
                .split_once("]`, found ")
        })?;
    let index = place.marked();
    let axes: usize = rank.parse().ok().filter(|&rank| rank > 0 && rank < 9)?;
    if found.starts_with("`Range") && index.contains("..") {
        return Some(format!(
            "a part along the first axis is `slice_axis::<-{rank}>({index})`"
        ));
    }
    let zeros = vec!["0"; axes].join(", ");
    (found == "integer").then(|| {
        format!(
            "an element has an index for each axis, `[[{zeros}]]`; part {index} along the first of them is `index_axis::<-{rank}>({index})`"
        )
    })
}

/// `x + 1` of floats.
pub fn integer(message: &str, evidence: Evidence) -> Option<String> {
    let is_of_integer = message.contains(" `{integer}` ") || message.ends_with(" `{integer}`");
    let told = rewrite_with(message, evidence);
    let (_, of) = told.split_once("Tensor<")?;
    let element = of.split(',').next()?;
    (is_of_integer && ["f32", "f64"].contains(&element))
        .then(|| format!("a number beside elements `{element}` has a point, `1.0`"))
}

/// `Tensor<f32, [2, 3]>`
pub fn array_for_shape(message: &str, marked: &str) -> Option<String> {
    (message == "constant provided when a type was expected")
        .then(|| shape_of(marked))
        .flatten()
}

/// The same, in the words of the parser, which expects the type of an element.
pub fn array_for_type(
    place: &Place,
    message: &str,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let number = message.strip_prefix("expected type, found `")?;
    let (before, behind) = place.around();
    let sizes = &before[before.rfind('[')?..];
    let last = &behind[..=behind.find(']')?];
    let is_of_number = number.starts_with(place.marked());
    let told = shape_of(&format!("{sizes}{}{last}", place.marked())).filter(|_| is_of_number)?;
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("expressions must be enclosed in braces")
    });
    Some(told)
}

/// What to write for `[2, 3]` in the place of a type.
fn shape_of(array: &str) -> Option<String> {
    let is_of_sizes =
        array.starts_with('[') && numbers(array).is_some_and(|sizes| !sizes.is_empty());
    (is_of_sizes && super::is_with_crate())
        .then(|| format!("a shape is a type, `{}!{array}`", vocabulary::SHAPE_MACRO))
}

/// `x > 0.0`
pub fn comparison(message: &str, evidence: Evidence) -> Option<String> {
    let sign = message
        .strip_prefix("binary operation `")?
        .split('`')
        .next()?;
    let method = match sign {
        ">" => "greater",
        "<" => "less",
        ">=" => "greater_equal",
        "<=" => "less_equal",
        _ => return None,
    };
    evidence.is_of_shapes().then(|| {
        format!("tensors are compared element by element with `x.{method}(&y)`, and with a number by `x.map(|x| x {sign} 0.0)`")
    })
}

/// `&x + &x` of what is borrowed already.
pub fn references(message: &str, evidence: Evidence) -> Option<String> {
    let is_of_references = message.starts_with("cannot ") && message.contains("`&&");
    (is_of_references && evidence.is_of_shapes())
        .then(|| "one `&` too many: operators take tensors and references to them, and a `&&` is read by `*`".to_owned())
}

/// `U<3072>`, which typenum has no number for.
pub fn number_without_entry(message: &str) -> Option<String> {
    let rest = message.strip_suffix(": ToUInt` is not satisfied")?;
    let number = rest.rsplit_once("Const<")?.1.strip_suffix('>')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| {
        format!(
            "typenum has no `U<{number}>`: write the number, `{}![{number}]` or `{}!({number})`",
            vocabulary::SHAPE_MACRO,
            vocabulary::SIZE_MACRO
        )
    })
}
