//! What is written as in other libraries, in the place of what has another form here.

use serde_json::Value;

use super::calls::{Call, is_method_of_crate};
use super::children::remove_children;
use super::hints::Place;
use super::rendered::Changes;
use crate::types::{Evidence, library, vocabulary};

/// `x.sum_axis(-1)`, `x.sum(-1)`, `x.view([3, 4])`: arguments of a method that takes none.
pub fn argument_of_method(
    call: &Call,
    message: &str,
    before: &Value,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    if !(message.starts_with("this method takes ") && is_method_of_crate(before)) {
        return None;
    }
    let told = match call.marked() {
        "view" => {
            let arguments = call.line.get(call.marked.1..)?.strip_prefix('(')?;
            let (sizes, _) = arguments.split_once(')')?;
            let sizes = sizes
                .trim_start_matches('&')
                .trim_matches(['[', ']', '(', ')']);
            format!(
                "a view borrows all of a tensor; other sizes are `reshape::<shape![{sizes}]>()`"
            )
        }
        method if library::METHODS_OF_AN_AXIS.contains(&method) => {
            axis_as_parameter(method, call.argument()?)?
        }
        method if library::REDUCTIONS.contains(&method) => {
            axis_as_parameter(&format!("{method}_axis"), call.argument()?)?
        }
        _ => return None,
    };
    // It compiles to something else.
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("remove the extra argument")
    });
    Some(told)
}

/// What to write for an axis that is given as a number.
fn axis_as_parameter(method: &str, axis: &str) -> Option<String> {
    let number: i64 = axis.parse().ok()?;
    Some(match number {
        ..0 => format!("an axis is a parameter, `{method}::<{number}>()`"),
        _ => format!(
            "an axis is a parameter and counted from the end: axis 0 of a matrix is `{method}::<-2>()`, its last is `{method}::<-1>()`"
        ),
    })
}

/// `x[0]` of a tensor of two axes.
pub fn index(place: &Place, diagnostic: &Value) -> Option<String> {
    let labels = diagnostic["spans"].as_array()?.iter();
    let rank = labels
        .filter_map(|span| span["label"].as_str())
        .find_map(|label| {
            label
                .strip_prefix("expected `[usize; ")?
                .strip_suffix("]`, found integer")
        })?;
    let index = place.marked();
    let zeros = vec!["0"; rank.parse().ok().filter(|&rank| rank < 9)?].join(", ");
    Some(format!(
        "an element has an index for each axis, `[[{zeros}]]`; part {index} along the first of them is `index_axis::<-{rank}>({index})`"
    ))
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
