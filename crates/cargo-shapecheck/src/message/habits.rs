//! Code written as in other libraries, where the crate has another form.

use serde_json::Value;

use super::children::{alone, labels, remove_notes};
use super::edits::{self, Fitting};
use super::place::Place;
use super::plumbing::is_method_of_crate;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::{is_of_word, opened};
use super::{axes, declared};
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// Calls as other libraries have them, and the line here. `{0}` is the first argument, those between `::<` and `>` included;
/// `{axis 0}` is the axis of this number, counted from the end, and `{new axis 0}` one that comes in there, `{first}` the first
/// axis; `{sizes 0}` and `{axes 0}` are lists, `{number 0}` is a number that is written, `{whole 0}` a whole one and `{range 0}` a
/// range, `{entries 0}` those of several axes. `{self}` is what the method is called on, `{vector}` the same of one axis, `{lent}` the same as an operand, and `{bare 0}` an argument without its `&`:
/// such a line replaces the whole call. Of several lines with a name, the first whose arguments are there counts.
const CALLS: &[(&str, &str)] = &[
    ("ad_mul", "transpose().matmul({0})"),
    ("add", "{lent} + {0}"),
    ("add_", "{self} += {0}"),
    ("add_scalar", "{lent} + {0}"),
    ("amax", "max_axis::<{axis 0}>()"),
    ("amax", "max()"),
    ("amin", "min_axis::<{axis 0}>()"),
    ("amin", "min()"),
    ("arctan2", "map(|x| x.atan2({number 0}))"),
    ("astype", "cast::<f32>()"),
    ("axis_iter", "iter_axis::<{axis 0}>()"),
    ("bmm", "matmul({0})"),
    ("broadcast_add", "{lent} + {0}"),
    ("broadcast_as", "broadcast_to::<shape![{sizes 0}]>()"),
    ("broadcast_div", "{lent} / {0}"),
    ("broadcast_matmul", "matmul({0})"),
    ("broadcast_mul", "{lent} * {0}"),
    ("broadcast_sub", "{lent} - {0}"),
    ("broadcast_to", "broadcast_to::<shape![{sizes 0}]>()"),
    (
        "cat",
        "along::<-1>().concat(&y)` of one tensor, along an axis that is counted from the end, or `concat_all([&x, &y], Axis::<-1>)",
    ),
    ("chunk", "along::<{axis 1}>().split_equal::<{number 0}>()"),
    ("chunk", "along::<{axis 1}>().chunk({0})"),
    ("chunk", "along::<{first}>().chunk({0})"),
    ("chunks", "along::<{first}>().split_every_with({0})"),
    ("clamp_max", "map(|x| x.min({0}))"),
    ("clamp_min", "map(|x| x.max({0}))"),
    ("clip", "clamp({0}, {1})"),
    ("clone_owned", "clone()"),
    ("column", "index_axis::<-1>({0})"),
    ("column_mean", "mean_axis::<-1>()"),
    ("column_mut", "index_axis_mut::<-1>({0})"),
    ("column_sum", "sum_axis::<-1>()"),
    ("columns", "narrow::<-1, dim!({1})>({0})"),
    ("component_div", "{lent} / {0}"),
    ("component_mul", "{lent} * {0}"),
    ("cummax", "cumulative_max::<{axis 0}>()"),
    ("cummin", "cumulative_min::<{axis 0}>()"),
    ("cumprod", "cumulative_product::<{axis 0}>()"),
    ("cumsum", "cumulative_sum::<{axis 0}>()"),
    ("dim", "size::<{axis 0}>()"),
    ("dim", "dims()"),
    ("div", "{lent} / {0}"),
    ("div_scalar", "{lent} / {0}"),
    ("double", "cast::<f64>()"),
    ("empty", "zeros()"),
    ("enumerate", "iter_axis::<{first}>().enumerate()"),
    ("equal_elem", "equal_to({0})"),
    ("expand", "broadcast_to::<shape![{sizes 0}]>()"),
    ("expand_dims", "insert_axis::<{new axis 0}>()"),
    ("fixed_columns", "narrow::<-1, dim!({0})>({1})"),
    ("fixed_rows", "narrow::<-2, dim!({0})>({1})"),
    (
        "fixed_view",
        "narrow::<-2, dim!({0})>({2}).narrow::<-1, dim!({1})>({3})",
    ),
    (
        "fixed_view_mut",
        "block_at_mut::<dim!({0}), dim!({1}), {2}, {3}>()",
    ),
    ("flip", "along::<{axis 0}>().flip()"),
    ("float", "cast::<f32>()"),
    ("frames", "along::<-1>().windows::<dim!({0}), dim!({1})>()"),
    ("from_diagonal", "{bare 0}.diag()"),
    ("from_elem", "full({0})"),
    ("from_element", "full({0})"),
    ("from_row_slice", "from_slice({0})"),
    ("gather", "along::<{axis 0}>().gather({1})"),
    ("gather", "along::<{axis 1}>().gather({0})"),
    ("ge", "at_least({number 0})"),
    ("ge", "greater_equal({0})"),
    ("greater_elem", "greater_than({0})"),
    ("greater_equal_elem", "at_least({0})"),
    ("get", "get(&[{0}, {1}])"),
    ("gt", "greater_than({number 0})"),
    ("gt", "greater({0})"),
    ("hstack", "along::<-1>().concat({0})"),
    ("i", "index_axis::<{first}>({whole 0})"),
    ("i", "slice(s![{entries 0}])"),
    ("index_axis", "index_axis::<{axis 0}>({1})"),
    ("index_select", "along::<{axis 0}>().take({1})"),
    ("index_select", "along::<{axis 1}>().take({0})"),
    ("int", "cast::<i32>()"),
    ("into_shape", "reshape::<shape![{sizes 0}]>()"),
    ("is_nan", "map(|x| x.is_nan())"),
    ("isnan", "map(|x| x.is_nan())"),
    (
        "iter_mut",
        "x[[i]] = ..` in a loop over `0..x.len()`, as a part is changed by its indices, or `map",
    ),
    ("kronecker", "kron({0})"),
    ("le", "at_most({number 0})"),
    ("le", "less_equal({0})"),
    ("len_of", "size::<{axis 0}>()"),
    ("log_sum_exp", "logsumexp::<{axis 0}>()"),
    ("long", "cast::<i64>()"),
    ("lower_elem", "less_than({0})"),
    ("lower_equal_elem", "at_most({0})"),
    (
        "lu",
        "solve(&b)` of the matrix itself, as are `inverse()` and `det()",
    ),
    ("lt", "less_than({number 0})"),
    ("lt", "less({0})"),
    ("magnitude_squared", "powi(2).sum()"),
    ("mapv", "map({0})"),
    (
        "mask_fill",
        "{bare 0}.select(&Tensor::<_, shape![]>::full({1}), &{self})",
    ),
    ("mask_where", "{bare 0}.select({1}, &{self})"),
    (
        "masked_fill",
        "{bare 0}.select(&Tensor::<_, shape![]>::full({1}), &{self})",
    ),
    ("max_dim", "max_axis::<{axis 0}>()"),
    ("max_keepdim", "max_axis::<{axis 0}>()"),
    ("mean_dim", "mean_axis::<{axis 0}>()"),
    ("mean_keepdim", "mean_axis::<{axis 0}>()"),
    ("min_dim", "min_axis::<{axis 0}>()"),
    ("min_keepdim", "min_axis::<{axis 0}>()"),
    ("mm", "matmul({0})"),
    ("mse", "mse_loss({0})"),
    ("mul", "{lent} * {0}"),
    ("mul_", "{self} *= {0}"),
    ("mul_scalar", "{lent} * {0}"),
    ("narrow", "narrow::<{axis 0}, dim!({2})>({1})"),
    ("ncols", "size::<-1>()"),
    ("ndim", "dims().len()"),
    ("ne", "not_equal_to({number 0})"),
    ("ne", "not_equal({0})"),
    ("neg", "-{lent}"),
    ("norm_squared", "powi(2).sum()"),
    ("normalize", "{lent} / {self}.norm()"),
    ("outer_iter", "iter_axis::<{first}>()"),
    ("permute", "permute::<axes![{axes 0}]>()"),
    ("permuted_axes", "permute::<axes![{axes 0}]>()"),
    ("pow", "powi({whole 0})"),
    ("pow", "powf({0})"),
    ("powf_scalar", "powf({0})"),
    ("powi_scalar", "powi({0})"),
    ("prod", "product_axis::<{axis 0}>()"),
    ("prod", "product()"),
    ("prod_dim", "product_axis::<{axis 0}>()"),
    ("ptp", "{self}.max() - {self}.min()"),
    ("rank", "dims().len()"),
    (
        "repeat_interleave",
        "along::<{axis 1}>().repeat::<dim!({0})>()",
    ),
    ("reshape", "reshape::<shape![{sizes 0}]>()"),
    ("roll", "along::<{axis 1}>().roll({0})"),
    ("row", "index_axis::<-2>({0})"),
    ("row_mean", "mean_axis::<-2>()"),
    ("row_sum", "sum_axis::<-2>()"),
    ("rows", "narrow::<-2, dim!({1})>({0})"),
    ("rows", "iter_axis::<{first}>()"),
    ("rsqrt", "sqrt().recip()"),
    ("scale", "{lent} * {0}"),
    ("select", "index_axis::<{axis 0}>({whole 1})"),
    ("select", "along::<{axis 0}>().take({1})"),
    ("size", "size::<{axis 0}>()"),
    ("split", "along::<{axis 1}>().split_every::<dim!({0})>()"),
    ("split", "along::<{first}>().split_every::<dim!({0})>()"),
    ("sqr", "powi(2)"),
    ("square", "powi(2)"),
    ("squeeze", "remove_axis::<{axis 0}>()"),
    ("step_by", "{vector}.slice(s![..;{0}])"),
    ("stack", "Tensor::stack([&{self}, {0}], Axis::<-1>)"),
    ("sub", "{lent} - {0}"),
    ("sub_", "{self} -= {0}"),
    ("sub_scalar", "{lent} - {0}"),
    ("sum_dim", "sum_axis::<{axis 0}>()"),
    ("sum_keepdim", "sum_axis::<{axis 0}>()"),
    ("swap_dims", "swap_axes::<{axis 0}, {axis 1}>()"),
    ("swapaxes", "swap_axes::<{axis 0}, {axis 1}>()"),
    ("to_dtype", "cast::<f32>()"),
    ("t", "transpose()"),
    ("T", "transpose()"),
    ("topk", "topk::<{axis 1}, dim!({number 0})>()"),
    ("topk", "topk::<-1, dim!({number 0})>()"),
    ("tr_mul", "transpose().matmul({0})"),
    ("transpose", "swap_axes::<{axis 0}, {axis 1}>()"),
    (
        "unfold",
        "along::<{axis 0}>().windows::<dim!({1}), dim!({2})>()",
    ),
    ("unscale", "{lent} / {0}"),
    ("unsqueeze", "insert_axis::<{new axis 0}>()"),
    ("unsqueeze_dim", "insert_axis::<{new axis 1}>()"),
    ("view", "reshape::<shape![{sizes 0}]>()"),
    ("vstack", "along::<-2>().concat({0})"),
    ("where_cond", "select({0}, {1})"),
    ("x", "{vector}[[0]]"),
    ("y", "{vector}[[1]]"),
    ("z", "{vector}[[2]]"),
    ("zero_", "fill(0.0)"),
    (
        "random_between",
        "random(shapecheck::rand::distr::Uniform::new({0}, {1})?, &mut rng)",
    ),
    (
        "uniform",
        "random(shapecheck::rand::distr::Uniform::new({0}, {1})?, &mut rng)",
    ),
    (
        "normal",
        "random(rand_distr::Normal::new({0}, {1})?, &mut rng)",
    ),
    ("stack_all", "Tensor::stack(&Vec::from_iter({0})[..], {1})"),
    (
        "arange_with",
        "from_fn_with({0}, |[i]| i as f32)` for a number known only at run time, or `arange(start, stop, step)",
    ),
    // A constant that has its own name.
    ("identity", "eye()"),
    (
        "new",
        "from([[1.0, 2.0], [3.0, 4.0]])` of nested arrays, or `from_slice(&values)",
    ),
    ("rename", "named::<{0}>()"),
    ("renamed", "named::<{0}>()"),
    ("repeat", "full({number 0})"),
    ("row_mut", "index_axis_mut::<-2>({0})"),
    (
        "select",
        "mask.select({0}, {1})` of a mask, whose elements are `bool",
    ),
    ("set", "{self}[[{0}, {1}]] = {2}"),
    ("set", "{self}[{0}] = {1}"),
    ("set_column", "index_axis_mut::<-1>({0}).assign({1})"),
    ("set_row", "index_axis_mut::<-2>({0}).assign({1})"),
    (
        "fill_with_identity",
        "assign(&eye)` of another, made by `eye()",
    ),
    (
        "randn",
        "random(rand_distr::StandardNormal, &mut rng)`, of the crate `rand_distr`, with the feature `rand",
    ),
    (
        "rand",
        "random(shapecheck::rand::distr::StandardUniform, &mut rng)` with the feature `rand",
    ),
    ("detach", "clone()"),
];

/// A call with its arguments, as a line of [`CALLS`] has it here. `message` says what it is called on.
pub fn call(call: &Place, message: &str, diagnostic: &Value) -> Option<String> {
    if ["cat", "concat", "concatenate"].contains(&call.marked())
        && let Some(told) = joined(call, diagnostic)
    {
        return Some(told);
    }
    as_here(call, &call.arguments(), message, diagnostic)
}

/// The same with these arguments.
fn as_here(call: &Place, arguments: &[&str], message: &str, diagnostic: &Value) -> Option<String> {
    let of = Receiver::of(call, message, diagnostic);
    let mut lines = CALLS.iter().filter(|(name, _)| *name == call.marked());
    let has_places = |(_, line): &(&str, &str)| line.contains('{');
    // A line without axes is of a call without.
    let are_taken = !arguments.is_empty() && lines.clone().any(has_places);
    let lines = lines.by_ref().filter(|line| !are_taken || has_places(line));
    lines
        .filter_map(|(_, line)| filled(line, arguments, &of))
        .next()
        .or_else(|| in_place(call.marked(), arguments))
        .or_else(|| {
            let is_one = OF_GRADIENTS.contains(&call.marked());
            let of_devices = ["to_device", "cuda", "cpu", "device"];
            if of_devices.contains(&call.marked()) {
                return Some("tensors here are in the memory of this machine; those on the engines of candle and burn, `shapecheck-candle` and `shapecheck-burn`, have devices".to_owned());
            }
            is_one.then(|| GRADIENTS.to_owned())
        })
}

/// The form that a headline tells as an edit, if it is one call without gaps.
pub fn edit(before: &Value, changes: &Changes) -> Option<Fitting> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, form) = told.split_once(CALL)?;
    let (form, rest) = form.split_once('`')?;
    // With further words it is an example.
    (!rest.starts_with(' ')).then(|| edits::in_form(before, form))?
}

/// What other libraries call on what they differentiate, and where that is here.
pub const OF_GRADIENTS: &[&str] = &["backward", "requires_grad", "require_grad", "no_grad"];
pub const GRADIENTS: &str = "gradients are recorded by tensors on the engines of candle and burn, `shapecheck-candle` and `shapecheck-burn`";

/// `Tensor::cat(&[a, b], 1)`, of two.
fn joined(call: &Place, diagnostic: &Value) -> Option<String> {
    let [_, arguments] = call.lists();
    let [list, axis] = arguments[..] else {
        return None;
    };
    let list = list
        .trim_start_matches('&')
        .strip_prefix('[')?
        .strip_suffix(']')?;
    let names = list
        .split(',')
        .map(|name| name.trim().trim_start_matches('&'));
    let names = Vec::from_iter(names.filter(|name| !name.is_empty()));
    let [first, rest @ ..] = &names[..] else {
        return None;
    };
    let rank = declared::sizes(diagnostic, first).map(|sizes| sizes.len());
    let number = axis_number(axis)?;
    let known = match (number, rank) {
        (..0, _) => Some(number.to_string()),
        (_, rank) => rank.and_then(|rank| from_end(number, rank)),
    };
    let axis = known.as_deref().unwrap_or("..");
    let joins = rest
        .iter()
        .map(|name| format!(".along::<{axis}>().concat(&{name})"));
    let joins: String = joins.collect();
    let counted = if known.is_some() { "" } else { COUNTED };
    (!rest.is_empty()).then(|| format!("{WHOLE}{first}{joins}`{counted}"))
}

/// `x.relu_()`
fn in_place(method: &str, arguments: &[&str]) -> Option<String> {
    let method = method.strip_suffix('_')?;
    let arguments = arguments.join(", ");
    library::METHODS
        .contains(&method)
        .then(|| format!("{CALL}{method}({arguments})`, which gives a new tensor"))
}

/// What a method is called on.
pub struct Receiver<'a> {
    /// A name or a field.
    name: Option<&'a str>,
    /// Whether it is a reference.
    is_lent: bool,
    /// Whether it is a `&mut`.
    is_lent_mut: bool,
    /// Its number of axes, if that is known.
    rank: Option<usize>,
}

impl<'a> Receiver<'a> {
    pub fn rank(&self) -> Option<usize> {
        self.rank
    }

    pub fn of(call: &Place<'a>, message: &str, diagnostic: &Value) -> Self {
        let name = call.receiver();
        let declared = || Some(declared::sizes(diagnostic, name?)?.len());
        Self {
            name,
            is_lent: message.says(rustc::FOR_REFERENCE),
            is_lent_mut: message.says(rustc::FOR_MUTABLE_REFERENCE),
            rank: rank(message, diagnostic)
                .or_else(declared)
                .or_else(|| edits::rank_of_receiver(diagnostic)),
        }
    }
}

/// The number of axes of the tensor that a message or its label names.
fn rank(message: &str, diagnostic: &Value) -> Option<usize> {
    let mut labels = labels(diagnostic);
    rank_in(message).or_else(|| labels.find_map(rank_in))
}

/// The number of axes of the tensor that a text names: 2 for ``.. for reference `&TensorOn<f32, Axes<Axes<Scalar, ..>, ..>, ..>` ``.
fn rank_in(message: &str) -> Option<usize> {
    let told = rewrite_with(message, Evidence::of(message));
    let (_, shape) = told.split_once(", [")?;
    let (shape, _) = shape.split_once("]>")?;
    (!shape.contains("..") && !shape.contains('[')).then(|| shape.split(", ").count())
}

/// A line with its arguments in it, and what is to be said of its axes.
fn filled(line: &str, arguments: &[&str], receiver: &Receiver) -> Option<String> {
    let places = line
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'));
    let places = places.map(|(place, _)| {
        let (kind, index) = place.rsplit_once(' ').unwrap_or(("", place));
        match index.parse::<usize>() {
            Ok(index) => Some((kind, *arguments.get(index)?)),
            Err(_) => Some((index, "")),
        }
    });
    let places: Vec<(&str, &str)> = places.collect::<Option<_>>()?;
    let mut is_open = false;
    // It may not be known how many axes there are.
    let mut counted = |axis: &str, more: usize| {
        let (axis, rank) = (axis_number(axis)?, receiver.rank);
        is_open |= axis >= 0 && rank.is_none();
        match rank {
            None if axis >= 0 => Some("..".to_owned()),
            _ => from_end(axis, rank.unwrap_or(0) + more),
        }
    };
    let name = receiver.name.unwrap_or("x");
    let mut is_whole = false;
    let mut written = String::new();
    let mut rest = line;
    for (kind, argument) in places {
        let (before, behind) = rest.split_once('{')?;
        written += before;
        is_whole |= ["self", "lent", "bare", "vector"].contains(&kind);
        written += &match kind {
            "self" => name.to_owned(),
            "vector" if receiver.rank != Some(1) => return None,
            "vector" => name.to_owned(),
            "lent" if receiver.is_lent => name.to_owned(),
            "lent" if receiver.is_lent_mut => format!("&*{name}"),
            "lent" => format!("&{name}"),
            "bare" => argument.trim_start_matches('&').to_owned(),
            "first" => format!("-{}", receiver.rank.filter(|&rank| rank > 0)?),
            "axis" => counted(argument, 0)?,
            "new axis" => counted(argument, 1)?,
            "axes" => {
                let axes = numbers(argument)?;
                let of = receiver.rank.unwrap_or(axes.len());
                let axes = axes.into_iter().map(|axis| from_end(axis, of));
                axes.collect::<Option<Vec<_>>>()?.join(", ")
            }
            "entries" => {
                let inside = argument.strip_prefix('(')?.strip_suffix(')')?;
                let count = inside.split(',').count();
                let others = if receiver.rank == Some(count) {
                    ""
                } else {
                    ", ..."
                };
                format!("{inside}{others}")
            }
            "sizes" => {
                let sizes = numbers(argument).or_else(|| numbers_of(arguments))?;
                let sizes = sizes.into_iter();
                // A negative one is to be inferred.
                let sizes = sizes.map(|size| match size {
                    ..0 => "_".to_owned(),
                    _ => size.to_string(),
                });
                Vec::from_iter(sizes).join(", ")
            }
            "number" if argument.parse::<f64>().is_err() => return None,
            "whole" if argument.parse::<i32>().is_err() => return None,
            "range" if !argument.contains("..") || argument.starts_with('[') => return None,
            _ => argument.to_owned(),
        };
        rest = behind.split_once('}')?.1;
    }
    let whole = if is_whole { WHOLE } else { CALL };
    let told = format!("{whole}{written}{rest}`");
    Some(match is_open {
        true => format!("{told}{COUNTED}"),
        false => told,
    })
}

/// How advice ends whose axes have no number, as it is not known how many there are.
const COUNTED: &str = ", with axes that are counted from the end";

/// How advice begins for a call, and for the whole expression that it stands in.
const CALL: &str = "here it is `";
const WHOLE: &str = "here the expression is `";

/// `1`, ndarray's `Axis(1)` and candle's `D::Minus1`.
fn axis_number(axis: &str) -> Option<isize> {
    let number = match axis.strip_prefix("D::Minus") {
        Some(number) => return Some(-number.parse::<isize>().ok()?),
        None => axis
            .strip_prefix("Axis(")
            .and_then(|axis| axis.strip_suffix(')')),
    };
    number.unwrap_or(axis).parse().ok()
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

/// `[2, 3]`, or `2, 3`.
fn numbers_of(arguments: &[&str]) -> Option<Vec<isize>> {
    match arguments {
        [list] if numbers(list).is_some() => numbers(list),
        _ => arguments.iter().map(|number| number.parse().ok()).collect(),
    }
}

/// `x.sum_axis(-1)`, `x.sum(-1)`, `x.view([3, 4])`, `Tensor::zeros([2, 3])`: arguments of a function that takes none.
pub fn argument_of_method(
    of: &Place,
    message: &str,
    before: &Value,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let is_call = message.begins(rustc::METHOD_TAKES) || message.begins(rustc::FUNCTION_TAKES);
    if !(is_call && is_method_of_crate(before)) {
        return None;
    }
    let told = with_arguments(of, &of.arguments(), message, diagnostic);
    // It compiles to something else.
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::REMOVE_ARGUMENT)
    });
    let told = told?;
    remove_notes(diagnostic, changes, |text| {
        text.says(rustc::CALL_RESOLVED)
            || text.begins(rustc::OTHER_METHODS_ALSO)
            || text.begins(rustc::MEANT_OTHER_METHOD)
            || text.begins(rustc::PROVIDE_ARGUMENT)
            || text.opens(rustc::EXPECTED, "Pool<")
            || text.opens(rustc::EXPECTED, "Conv<")
    });
    Some(told)
}

/// A call of one of the crate's functions with arguments that it does not take, as it is written here.
fn with_arguments(
    of: &Place,
    arguments: &[&str],
    message: &str,
    diagnostic: &Value,
) -> Option<String> {
    let receiver = Receiver::of(of, message, diagnostic);
    let axis_of = |method: &str| {
        let kind = match method {
            "insert_axis" => "new axis",
            _ => "axis",
        };
        let is_one = matches!(arguments, [_] | [_, "true" | "false"]);
        is_one.then(|| filled(&format!("{method}::<{{{kind} 0}}>()"), arguments, &receiver))?
    };
    // For a function it is the whole path.
    let name = of.marked().rsplit("::").next().unwrap_or("");
    match name {
        method if library::METHODS.contains(&format!("{method}_with_bias").as_str())
            && takes(message).is_some_and(|taken| taken < arguments.len())
                && arguments[1].starts_with('&') =>
        {
            Some(format!("with a bias it is `{method}_with_bias({})`", arguments.join(", ")))
        }
        method @ ("max" | "min") if is_of_values(diagnostic, arguments) => {
            Some(larger(method, diagnostic, arguments[0]))
        }
        "norm" if matches!(arguments[..], [order] if order.parse::<u32>().is_ok()) => {
            Some("here it is `norm()`, the root of the sum of squares; `norm_axis::<-1>()` goes along an axis".to_owned())
        }
        "flatten" => flattened(arguments, &receiver),
        "linspace" if arguments.len() == 3 => {
            // Another name for a type says its shape.
            let of_type = of.marked().split("::").next().unwrap_or("");
            let is_stated = of.marked().contains(vocabulary::SHAPE_MACRO) || !vocabulary::is_tensor(of_type);
            let count = arguments[2].parse::<usize>().ok().filter(|_| !is_stated);
            let of_shape = count.map(|count| format!("Tensor::<f32, shape![{count}]>::"));
            Some(format!(
                "here it is `{}linspace({}, {})`, of as many numbers as the shape has",
                of_shape.unwrap_or_default(),
                arguments[0],
                arguments[1]
            ))
        }
        "arange" if arguments.len() == 2 => {
            Some(format!("here it is `arange({}, {}, 1)`, with the step", arguments[0], arguments[1]))
        }
        "svd" => Some("here it is `svd()`".to_owned()),
        "of" if of.marked().ends_with(">::of") && arguments.len() > 1 => Some(format!(
            "the sizes are one array, `of([{}])`",
            arguments.join(", ")
        )),
        "new" if of.marked() == "Pool::new" => Some(format!(
            "settings are types: `Pool::of::<{}>()`, whose stride is its size",
            arguments.first()?
        )),
        "triu" | "tril" if arguments.is_empty() => {
            Some(format!("{CALL}{name}(0)`, from the main diagonal on"))
        }
        method if method.contains("_pool") && arguments.len() > 1 => Some(format!(
            "settings are one value, `{method}(shapecheck::window::Pool::of::<{}>().stride::<{}>())`",
            arguments[0], arguments[1]
        )),
        _ if of.pool().is_some() => of.pool(),
        _ if missing_setting(diagnostic).is_some() => missing_setting(diagnostic),
        "convolve" | "correlate" | "fft_convolve" if arguments.len() == 1 => Some(format!(
            "{CALL}{name}({}, {}::window::Same)`, or `Full` or `Valid`, which say where the kernel ends",
            arguments[0], vocabulary::CRATE
        )),
        method if method.starts_with("conv") && arguments.len() > 2 => Some(format!(
            "settings are one value, `{method}({}, shapecheck::window::Conv::new().stride::<1>().padding::<1>())`",
            arguments[0]
        )),
        method if library::METHODS_OF_AN_AXIS.contains(&method) => axis_of(method),
        method if library::REDUCTIONS.contains(&method) => axis_of(&format!("{method}_axis"))
            .map(|told| format!("{told}, which keeps the axis, with size 1"))
            .or_else(|| {
                let axes = format!("{method}_axes::<axes![{{axes 0}}]>()");
                // Axes are counted from the end of as many as there are.
                let are_known = receiver.rank.is_some()
                    || numbers(arguments.first()?)?.iter().all(|axis| *axis < 0);
                (arguments.len() == 1 && are_known).then(|| filled(&axes, arguments, &receiver))?
            }),
        _ if message.begins(rustc::FUNCTION_TAKES) => {
            constructor(of.marked(), arguments, diagnostic)
        }
        _ => as_here(of, arguments, message, diagnostic),
    }
}

/// How many arguments a function takes, as rustc says.
fn takes(message: &str) -> Option<usize> {
    let (_, count) = message.split_once(" takes ")?;
    count.split(' ').next()?.parse().ok()
}

/// `x.sum(axis = -1, keepdims = true)`, with arguments that have names. The whole headline.
pub fn named_argument(place: &Place, message: &str, diagnostic: &Value) -> Option<String> {
    let (before, behind) = place.sides();
    let is_named = behind
        .trim_start()
        .strip_prefix('=')?
        .starts_with(|c| c != '=');
    let called = before[..opened(before)?].split("::<").next()?;
    let start = called.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1);
    let call = Place {
        line: place.line,
        marked: (start, called.len()),
    };
    let [_, arguments] = call.lists();
    // A reduced axis of a tensor stays, and has one element.
    let arguments = arguments
        .iter()
        .filter(|argument| !argument.starts_with("keepdim"));
    let values = arguments.map(|argument| match argument.split_once('=') {
        Some((_, value)) => value.trim(),
        None => argument,
    });
    let told = with_arguments(&call, &Vec::from_iter(values), message, diagnostic);
    (is_named && super::is_with_crate()).then(|| match told {
        Some(told) => format!("{}: {told}", vocabulary::NAMED_ARGUMENT),
        None => vocabulary::NAMED_ARGUMENT.to_owned(),
    })
}

/// Whether the argument of `x.max(..)` is a number with a point, or a tensor.
fn is_of_values(diagnostic: &Value, arguments: &[&str]) -> bool {
    let is_literal = |text: &str| text.contains('.') && text.parse::<f64>().is_ok();
    matches!(arguments, [argument] if is_literal(argument))
        || ["{float}", "f32", "f64", vocabulary::TENSOR]
            .iter()
            .any(|of| is_label(diagnostic, of))
}

/// Whether a label says of an argument that it has this type, or that with parameters.
fn is_label(diagnostic: &Value, of: &str) -> bool {
    let mut labels = labels(diagnostic);
    labels.any(|label| {
        let found = label
            .last_halves(rustc::ARGUMENT_FOUND)
            .or_else(|| label.rsplit_once("found `"))
            .or_else(|| Some(("", label.rsplit_once(", found ")?.1)));
        found.is_some_and(|(_, found)| {
            let found = found.trim_start_matches('&');
            found
                .strip_prefix(of)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['`', '<']))
        })
    })
}

/// `x.max(0.0)` and `x.max(&y)`, which is of each element there.
pub fn larger(method: &str, diagnostic: &Value, argument: &str) -> String {
    let (of_two, of_numbers) = match method.starts_with("max") {
        true => ("maximum", "max"),
        false => ("minimum", "min"),
    };
    let is_zero = argument.parse::<f64>().is_ok_and(|number| number == 0.0);
    let form = match is_label(diagnostic, vocabulary::TENSOR) {
        true => format!("{of_two}({argument})"),
        false if is_zero && of_two == "maximum" => "relu()".to_owned(),
        false => format!("map(|x| x.{of_numbers}({argument}))"),
    };
    match method == of_numbers {
        true => format!("{CALL}{form}`, as `{of_numbers}()` is one number of all elements"),
        false => format!("{CALL}{form}`, as `{of_two}` takes a tensor"),
    }
}

/// `x.flatten(1)`, and `x.flatten(1, 2)` of some of the axes.
fn flattened(arguments: &[&str], receiver: &Receiver) -> Option<String> {
    let axes = arguments.iter().map(|axis| axis_number(axis));
    let axes = axes.collect::<Option<Vec<_>>>()?;
    // burn's has the number of axes that are left in front.
    let axes = &axes[axes.len().saturating_sub(2)..];
    if let [first, -1] = *axes {
        return flattened(&[&first.to_string()], receiver);
    }
    let of = match (receiver.rank, axes) {
        (Some(rank), _) => isize::try_from(rank).ok()?,
        (None, [0]) => return Some(format!("{CALL}flatten()`")),
        (None, [first]) if *first > 0 => {
            return Some(format!("{CALL}flatten_from::<..>()`{COUNTED}"));
        }
        (None, _) if axes.iter().all(|axis| *axis < 0) => 0,
        (None, _) => return None,
    };
    let at = |axis: isize| if axis < 0 { axis } else { axis - of };
    let form = match *axes {
        [first] if at(first) == -of => "flatten()".to_owned(),
        // One axis is flat.
        [first] if at(first) == -1 => return Some(format!("{CALL}flatten_from::<..>()`{COUNTED}")),
        [first] => format!("flatten_from::<{}>()", at(first)),
        [first, last] if at(last) == -1 => return flattened(&[&first.to_string()], receiver),
        [first, last] if at(first) < at(last) => {
            // The axes after the merged one stay, and so does its number.
            let merged = (at(first)..at(last)).map(|_| format!("merge_axes::<{}>()", at(last) - 1));
            Vec::from_iter(merged).join(".")
        }
        _ => return None,
    };
    Some(format!("{CALL}{form}`"))
}

/// `x.conv2d(&kernels)` and `Tensor::stack([&x, &y])`
fn missing_setting(diagnostic: &Value) -> Option<String> {
    let mut labels = labels(diagnostic);
    let missing = labels.find_map(|label| {
        let (_, of) = label.until(rustc::IS_MISSING)?.split_once(" of type `")?;
        Some(of.rsplit("::").next()?.split('<').next()?.to_owned())
    })?;
    if missing == vocabulary::AXIS {
        return Some("the axis comes last, counted from the end: `Axis::<-1>`".to_owned());
    }
    let mut settings = vocabulary::SETTINGS.iter();
    let (_, example) = settings.find(|(name, _)| *name == missing)?;
    Some(format!("settings come last, such as `{example}`"))
}

/// Arguments of a constructor whose sizes stand in the type already.
fn sizes_of_type(name: &str, arguments: &[&str]) -> Option<String> {
    let (of, function) = name.rsplit_once("::")?;
    let is_size =
        |argument: &&&str| argument.parse::<usize>().is_ok() || numbers(argument).is_some();
    let others = arguments.iter().filter(|argument| !is_size(argument));
    let others = others.copied().collect::<Vec<_>>().join(", ");
    let is_open = !of.contains(&format!("{}![", vocabulary::SHAPE_MACRO));
    (!is_open && library::FORMS_WITH_SHAPE.contains(&function))
        .then(|| format!("{CALL}{name}({others})`, with the sizes in the type alone"))
}

/// `x.repeat([2, 1])`, as PyTorch's, of tiles.
pub fn tiled(call: &Place) -> Option<String> {
    let arguments = call.arguments();
    let times = numbers_of(&arguments)?;
    let rank = times.len();
    let along = times.iter().enumerate().filter(|(_, times)| **times != 1);
    let along =
        along.map(|(at, times)| format!("along::<-{}>().tile::<dim!({times})>()", rank - at));
    Some(format!("{CALL}{}`", Vec::from_iter(along).join(".")))
}

/// `Tensor::zeros([2, 3])`
fn constructor(name: &str, arguments: &[&str], diagnostic: &Value) -> Option<String> {
    if let Some(told) = sizes_of_type(name, arguments) {
        return Some(told);
    }
    let (_, function) = name.rsplit_once("::")?;
    let (sizes, rest) = match arguments.split_first()? {
        (sizes, rest) if numbers(sizes).is_some() => (numbers(sizes)?, rest),
        // `Tensor::zeros(2, 3)`, and nalgebra's and NumPy's `eye(3)`.
        _ => (numbers_of(arguments)?, &[][..]),
    };
    let sizes = match sizes[..] {
        [size] if function == "eye" => vec![size, size],
        _ => sizes,
    };
    let sizes = Vec::from_iter(sizes.iter().map(isize::to_string)).join(", ");
    let rest = rest.join(", ");
    library::FORMS_WITH_SHAPE.contains(&function).then(|| {
        let elements = declared::elements_of_result(diagnostic);
        let elements = elements.as_deref().unwrap_or("f32");
        format!("here it is `Tensor::<{elements}, shape![{sizes}]>::{function}({rest})`")
    })
}

/// `x[0]`, `x[0..2]` and `x[(0, 1)]` of a tensor of two axes.
pub fn index(place: &Place, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let mut labels = labels(diagnostic);
    let of_array = |label: &str| {
        Some(
            label
                .after(rustc::ARRAY_OF_SIZE)?
                .split_once(", found one")?
                .0
                .to_owned(),
        )
    };
    let (rank, found) = labels.find_map(|label| {
        let other = label.after(rustc::EXPECTED).and_then(|rest| {
            let rest = rest.strip_prefix("[usize; ")?;
            let (rank, found) = rest.split_once('`')?;
            let (rank, found) = (rank.strip_suffix(']')?, found.after(rustc::FOUND_OTHER)?);
            Some((rank.to_owned(), found.to_owned()))
        });
        other.or_else(|| Some((of_array(label)?, String::new())))
    })?;
    let index = place.marked();
    let axes: usize = rank.parse().ok().filter(|&rank| rank > 0 && rank < 9)?;
    let is_index = place.sides().0.ends_with('[') && place.sides().1.starts_with(']');
    let behind = place.sides().1.strip_prefix(']').unwrap_or("");
    let mutable = if axes::is_written(behind) { "_mut" } else { "" };
    let of_element = format!(
        "an element has an index for each axis, `[[{}]]`",
        vec!["0"; axes].join(", ")
    );
    let found = found.trim_matches('`');
    let list = index
        .strip_prefix('(')
        .and_then(|index| index.strip_suffix(')'));
    let told = if found.is_empty() && is_index && index.starts_with('[') {
        // `x[[0]]` of a matrix
        let told = format!("the index has one number too few or too many: {of_element}");
        match numbers(index) {
            Some(list) if list.len() > axes => {
                format!("{told}; parts by their indices are `along::<-{rank}>().take(&{index})`")
            }
            _ => told,
        }
    } else if found.starts_with("Range") && index.contains("..") {
        format!("a part along the first axis is `slice_axis{mutable}::<-{rank}>({index})`")
    } else if !is_index || !super::is_with_crate() {
        return None;
    } else if let Some((second, _)) = place.sides().1[1..]
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
    {
        // `x[0][1]`
        format!("{INDEX}`[[{index}, {second}]]`")
    } else if axes == 1 && ["integer", "usize"].contains(&found) {
        format!("{INDEX}`[[{index}]]`")
    } else if found == "integer" {
        format!(
            "{of_element}; part {index} along the first of them is `index_axis{mutable}::<-{rank}>({index})`"
        )
    } else if found == "usize" || found.is_empty() {
        format!(
            "{of_element}; a part along the first of them is `index_axis{mutable}::<-{rank}>({index})`"
        )
    } else if found == format!("[i32; {rank}]") || found == format!("[i64; {rank}]") {
        "an index is of `usize`: `i as usize`".to_owned()
    } else if found == "&[usize]" {
        format!("an index that is a slice goes into `get({index})`")
    } else if found.contains(&format!("{}<bool", vocabulary::TENSOR))
        && let Some(value) = place.sides().1.strip_prefix("] = ")
        && let Some(of) = place.sides().0.strip_suffix('[')
    {
        let of = &of[of.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1)..];
        let value = value.trim_end_matches(';');
        format!(
            "a mask is not an index: `{of} = {index}.select(&Tensor::<_, shape![]>::full({value}), &{of});`"
        )
    } else if found.contains(&format!("{}<bool", vocabulary::TENSOR)) {
        format!(
            "a mask takes a choice of two, `mask.select(&x, &y)`, and of the parts along an axis `along::<-{rank}>().compress(&mask)`"
        )
    } else if found.contains(&format!("{}<", vocabulary::TENSOR)) {
        format!("parts by their indices are `along::<-{rank}>().take({index})`")
    } else {
        let list = list?;
        match list.contains("..") {
            true => axes::parts(place.sides().0.strip_suffix('[')?, list, behind),
            false => format!("{INDEX}`[[{list}]]`"),
        }
    };
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::CALL_INTO) || text.trim_start().begins(rustc::EXPECTED_ARRAY)
    });
    Some(told)
}

/// What is said of an index that is not an array.
pub const INDEX: &str = "an index is an array, ";

/// `x + 1` of floats.
pub fn integer(place: &Place, message: &str, evidence: Evidence) -> Option<String> {
    let is_of_integer = message.contains(" `{integer}` ") || message.ends_with(" `{integer}`");
    let told = rewrite_with(message, evidence);
    let (_, of) = told.split_once("Tensor<")?;
    let element = of.split(',').next()?;
    let (before, behind) = place.sides();
    let right = behind.trim_start().split(|c| !is_of_word(c)).next();
    let left = before.trim_end().rsplit(|c| !is_of_word(c)).next();
    let number = [right, left]
        .into_iter()
        .flatten()
        .find(|number| number.parse::<u64>().is_ok())
        .unwrap_or("1");
    (is_of_integer && ["f32", "f64", "{float}"].contains(&element))
        .then(|| format!("a number beside elements `{element}` has a point, `{number}.0`"))
}

/// `Tensor<f32, [2, 3]>`
pub fn array_for_shape(message: &str, marked: &str) -> Option<String> {
    (message.is(rustc::CONSTANT_FOR_TYPE))
        .then(|| shape_of(&marked.replace('(', "[").replace(')', "]")))
        .flatten()
}

/// The same, in the words of the parser, which expects the type of an element.
pub fn array_for_type(
    place: &Place,
    message: &str,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let (before, behind) = place.sides();
    if message.begins(rustc::EXPECTED_ONE_OF) && place.marked() == "[" && before.ends_with("shape")
    {
        return super::is_with_crate().then(|| "`shape!` is a macro, with a `!`".to_owned());
    }
    let start = before.rfind(['[', '('])?;
    let end = behind.find([']', ')'])?;
    let inside = format!(
        "{}{}{}",
        &before[start + 1..],
        place.marked(),
        &behind[..end]
    );
    // `p[0, 3]`
    let is_index = before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_')
        && before[start..].starts_with('[');
    if is_index && message.begins(rustc::EXPECTED_ONE_OF) && message.closes(rustc::FOUND_COMMA) {
        let told = super::is_with_crate().then(|| match inside.contains("..") {
            true => axes::parts(&before[..start], &inside, &behind[end + 1..]),
            false => format!("{INDEX}`[[{inside}]]`"),
        });
        return alone(told, diagnostic, changes);
    }
    let is_of_names = message.is(rustc::EXPECTED_SEMICOLON);
    if is_of_names {
        let is_of_tensor = before[..start].trim_end().ends_with(',') && before.contains("Tensor<");
        remove_notes(diagnostic, changes, |text| {
            is_of_tensor && text.begins(rustc::MEANT_SEMICOLON)
        });
        return (is_of_tensor && super::is_with_crate()).then(|| {
            format!(
                "a shape is a type, `{}![{inside}]`",
                vocabulary::SHAPE_MACRO
            )
        });
    }
    let number = message.after(rustc::EXPECTED_TYPE_FOUND)?;
    let is_of_number = number.starts_with(place.marked());
    let told = shape_of(&format!("[{inside}]")).filter(|_| is_of_number)?;
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::BRACES_FOR_EXPRESSIONS)
    });
    Some(told)
}

/// What to write for `[2, 3]` where a type is expected.
fn shape_of(array: &str) -> Option<String> {
    let is_of_sizes =
        array.starts_with('[') && numbers(array).is_some_and(|sizes| !sizes.is_empty());
    (is_of_sizes && super::is_with_crate())
        .then(|| format!("a shape is a type, `{}!{array}`", vocabulary::SHAPE_MACRO))
}

/// `&x + &x` of what is borrowed already.
pub fn references(message: &str, evidence: Evidence) -> Option<String> {
    let is_of_references = message.starts_with("cannot ") && message.contains("`&&");
    (is_of_references && evidence.is_of_shapes())
        .then(|| "one `&` too many: operators take tensors and references to them, and a `&&` is read by `*`".to_owned())
}
