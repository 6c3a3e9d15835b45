//! What the operations of the library make of shapes, by the rules of `shapecheck-core` over slices.

use shapecheck_core::algebra::slices::{Place, SliceEnd, SliceEntry, slices_shape};
use shapecheck_core::algebra::{
    attention_shapes, check_class_weights, check_classes, check_indexed_values, check_targets,
    concat_shapes, convolve_shape, convolve_transposed_shape, cov_shape, cross_shape, diag_shape,
    diagonal_shape, distances_shape, dot_shape, eigh_shapes, embedding_shape, flatten_shape,
    index_axis_shape, inner_shape, insert_axis_shape, kron_shape, linear_shape, lstsq_shape,
    matrix_product_shape, merge_axes_shape, one_hot_shape, outer_shape, permute_shape, pinv_shape,
    pool_shape, qr_shapes, recurrent_shape, reduced_axes_shape, reduced_shape, remove_axis_shape,
    reshape_sizes, rfft_shape, scale_last_shape, solve_shape, split_axis_shape, squeezed_shape,
    stack_shapes, svd_shapes, swap_axes_shape, take_along_axis_shape, take_shape, top_k_shape,
    trace_shape, vecdot_shape,
};
use shapecheck_core::broadcast::broadcast_shapes;
use shapecheck_core::shape::check_reshape;
use shapecheck_core::window::{PoolWindow, Slide};
use shapecheck_core::{DynShape, ShapeError};

use super::items::Type;
use super::sizes::Sizes;

/// What becomes of an operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Made(Type),
    /// The shapes do not go together.
    Refused,
    /// It is not known here.
    Unknown,
}

/// What stands between `::<` and `>` of a call.
#[derive(Clone, Debug)]
pub enum Written {
    /// Axes, from the end.
    Axes(Vec<isize>),
    Size(usize),
    Shape(Vec<Option<usize>>),
    Other,
}

/// What a convolution or a pool does along all its axes.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub stride: usize,
    pub padding: usize,
    pub dilation: usize,
    pub groups: usize,
    /// That of a transposed convolution.
    pub output_padding: usize,
    /// Whether the padding keeps the sizes of the axes.
    pub keeps: bool,
    /// The window of a pool.
    pub window: usize,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Given {
    Value(Type),
    Settings(Settings),
    /// An entry for each axis, and whether its length is known.
    Slices(Vec<(SliceEntry, bool)>),
}

/// Methods whose result has the shape of what they are called on.
const KEEP: &[&str] = &[
    "abs",
    "acos",
    "argsort",
    "argsort_descending",
    "asin",
    "at_least",
    "at_most",
    "atan",
    "cast",
    "cbrt",
    "ceil",
    "cholesky",
    "clamp",
    "clone",
    "conj",
    "cos",
    "cosh",
    "cumulative_max",
    "cumulative_min",
    "cumulative_product",
    "cumulative_sum",
    "dropout",
    "equal_to",
    "erf",
    "exp",
    "exp_m1",
    "expect",
    "floor",
    "flip",
    "fract",
    "gelu",
    "gelu_tanh",
    "gradient",
    "greater_than",
    "group_norm",
    "instance_norm",
    "into_reshaped",
    "leaky_relu",
    "less_than",
    "ln",
    "ln_1p",
    "log10",
    "log2",
    "log_softmax",
    "map",
    "neg",
    "normalize",
    "not_equal_to",
    "ones_like",
    "par_map",
    "powf",
    "powi",
    "recip",
    "relu",
    "roll",
    "round",
    "sigmoid",
    "signum",
    "silu",
    "sin",
    "sinh",
    "softmax",
    "softplus",
    "sort",
    "sort_descending",
    "sqrt",
    "symmetric_part",
    "tan",
    "tanh",
    "to_heap",
    "to_inline",
    "to_tensor",
    "tril",
    "triu",
    "trunc",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "view",
    "zeros_like",
];

/// Reductions along an axis, or several, which keep it with size 1.
const REDUCE: &[&str] = &[
    "all",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "mean",
    "median",
    "min",
    "nan_max",
    "nan_mean",
    "nan_median",
    "nan_min",
    "nan_product",
    "nan_quantile",
    "nan_std",
    "nan_sum",
    "nan_var",
    "norm",
    "product",
    "quantile",
    "sample_var",
    "std",
    "sum",
    "trapezoid",
    "var",
    "weighted_mean",
];

/// Two tensors of which the elements go together.
pub const BROADCAST: &[&str] = &[
    "atan2",
    "equal",
    "greater",
    "greater_equal",
    "hypot",
    "less",
    "less_equal",
    "logaddexp",
    "maximum",
    "minimum",
    "not_equal",
    "powt",
];

type Made = Result<DynShape, ShapeError>;

/// Methods and their rules.
type Table<R> = &'static [(&'static str, R)];

type OfOne = fn(&[usize]) -> Made;
type OfTwo = fn(&[usize], &[usize]) -> Made;
type OfSeveral = fn(&[usize]) -> Result<Vec<DynShape>, ShapeError>;
type OfAxis = fn(&[usize], isize) -> Made;

/// Methods of one tensor.
const OF_ONE: Table<OfOne> = &[
    ("corrcoef", cov_shape),
    ("cov", cov_shape),
    ("diag", diag_shape),
    ("diagonal", |shape| diagonal_shape(shape, 0)),
    ("expm", |shape| solve_shape(shape, shape)),
    ("flatten", |shape| {
        flatten_shape(shape, -isize::try_from(shape.len()).unwrap_or(1))
    }),
    ("inverse", |shape| solve_shape(shape, shape)),
    ("pinv", pinv_shape),
    ("squeeze", squeezed_shape),
    ("transpose", |shape| swap_axes_shape(shape, -2, -1)),
];

/// Methods with another tensor, and whether they are often called on the other one instead.
const OF_TWO: Table<(OfTwo, bool)> = &[
    ("cdist", (distances_shape, true)),
    ("cholesky_solve", (solve_shape, false)),
    ("cross", (|lhs, rhs| cross_shape(lhs, rhs, -1), false)),
    ("dot", (dot_shape, false)),
    ("embedding", (embedding_shape, true)),
    ("inner", (inner_shape, false)),
    ("kron", (kron_shape, true)),
    // As many weights as the last axis has numbers.
    ("layer_norm", (with_weights, false)),
    ("layer_norm_with_bias", (with_weights, false)),
    ("linear", (linear_shape, false)),
    ("lstsq", (lstsq_shape, true)),
    // Its other orders have edits of their own.
    ("matmul", (matrix_product_shape, false)),
    ("outer", (outer_shape, true)),
    ("rms_norm", (with_weights, false)),
    ("solve", (solve_shape, true)),
    ("vecdot", (vecdot_shape, false)),
];

/// Methods with several results.
const OF_SEVERAL: Table<OfSeveral> = &[
    ("eigh", |shape| {
        eigh_shapes(shape).map(|(values, vectors)| vec![values, vectors])
    }),
    ("qr", |shape| qr_shapes(shape).map(|(q, r)| vec![q, r])),
    ("svd", |shape| svd_shapes(shape).map(Vec::from)),
];

/// Methods of an axis.
const OF_AXIS: Table<OfAxis> = &[
    ("flatten_from", flatten_shape),
    ("index_axis", |shape, axis| index_axis_shape(shape, axis, 0)),
    ("index_axis_mut", |shape, axis| {
        index_axis_shape(shape, axis, 0)
    }),
    ("insert_axis", insert_axis_shape),
    ("merge_axes", merge_axes_shape),
    ("remove_axis", remove_axis_shape),
];

/// Recurrent layers, how many gates they have, and how many states they are left with.
const RECURRENT: Table<(usize, usize)> = &[("gru", (3, 1)), ("lstm", (4, 2)), ("rnn", (1, 1))];

/// Methods that change the size of the last axis, or of the one that they go along, in ways that are not known here.
const RESIZE: &[&str] = &[
    "convolve",
    "correlate",
    "diff",
    "fft_convolve",
    "pad",
    "pad_with",
    "repeat",
    "repeat_each",
    "slice",
    "slice_with",
    "tile",
];

/// Methods whose result has the shape that the call says.
const STATED: &[&str] = &["broadcast_to", "into_shape", "named", "reshape"];

/// That of a table of rules.
fn listed<R: Copy>(table: Table<R>, name: &str) -> Option<R> {
    let mut rows = table.iter();
    rows.find(|(of, _)| *of == name).map(|(_, rule)| *rule)
}

fn with_weights(input: &[usize], weights: &[usize]) -> Made {
    let last = input.len().saturating_sub(1);
    check_reshape(&input[last..], weights)?;
    Ok(DynShape::from(input))
}

fn of<E>(shape: Result<DynShape, E>) -> Option<Vec<usize>> {
    Some(shape.ok()?.dims().to_vec())
}

/// The outcome of a rule whose operands are these.
fn ruled<E>(
    sizes: &Sizes,
    shapes: &[&Vec<usize>],
    rule: impl Fn(&[Vec<usize>]) -> Result<DynShape, E>,
) -> Outcome {
    let shapes = Vec::from_iter(shapes.iter().map(|shape| (*shape).clone()));
    match sizes.applied(&|shapes| of(rule(shapes)), &shapes) {
        Some(shape) => Outcome::Made(Type::Tensor(shape)),
        None => Outcome::Refused,
    }
}

/// That of a rule about the numbers of one shape: rows and columns of different names may be as many.
fn of_numbers(sizes: &Sizes, shape: &Vec<usize>, rule: impl Fn(&[usize]) -> Made) -> Outcome {
    match ruled(sizes, &[shape], |all| rule(&all[0])) {
        Outcome::Refused if rule(&sizes.values(shape)).is_ok() => Outcome::Unknown,
        outcome => outcome,
    }
}

/// The results of a rule about matrices. Which one of two names is the smaller is not known.
fn several(sizes: &Sizes, shape: &[usize], rule: OfSeveral) -> Outcome {
    let is_known = match *shape {
        [.., rows, columns] => rows == columns || !sizes.is_name(rows.max(columns)),
        _ => true,
    };
    match rule(shape) {
        _ if !is_known => Outcome::Unknown,
        Ok(parts) => {
            let parts = parts.iter().map(|part| Type::Tensor(part.dims().to_vec()));
            Outcome::Made(Type::Tuple(parts.collect()))
        }
        Err(_) => Outcome::Refused,
    }
}

/// As many as an axis has indices.
fn list_of(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Made(part) => Outcome::Made(Type::List(Box::new(part))),
        outcome => outcome,
    }
}

/// Two operands of an operator.
pub fn operator(sizes: &Sizes, lhs: &[usize], rhs: &[usize]) -> Outcome {
    ruled(sizes, &[&lhs.to_vec(), &rhs.to_vec()], |all| {
        broadcast_shapes(&[&all[0], &all[1]])
    })
}

/// Whether two tensors in the other order make something else of the same kind.
pub fn has_order(name: &str) -> bool {
    listed(OF_TWO, name).is_some_and(|(_, has_order)| has_order) || name.starts_with("conv")
}

/// Whether a layer goes from step to step.
pub fn is_recurrent(name: &str) -> bool {
    listed(RECURRENT, name).is_some()
}

/// A method of a tensor.
pub fn method(
    sizes: &Sizes,
    name: &str,
    shape: &Vec<usize>,
    written: &[Written],
    given: &[Given],
) -> Outcome {
    let name = name.strip_prefix("try_").unwrap_or(name);
    let first = match given.first() {
        Some(Given::Value(Type::Tensor(shape))) => Some(shape),
        _ => None,
    };
    let axes = written.iter().filter_map(|written| match written {
        Written::Axes(axes) => Some(&axes[..]),
        _ => None,
    });
    let axes = axes.collect::<Vec<_>>().concat();
    if let Some(rule) = listed(OF_ONE, name) {
        return of_numbers(sizes, shape, rule);
    }
    if let Some((rule, _)) = listed(OF_TWO, name) {
        return first.map_or(Outcome::Unknown, |first| {
            match ruled(sizes, &[shape, first], |all| rule(&all[0], &all[1])) {
                // Any name of a 3 will do.
                Outcome::Refused
                    if name == "cross"
                        && rule(&sizes.values(shape), &sizes.values(first)).is_ok() =>
                {
                    Outcome::Unknown
                }
                outcome => outcome,
            }
        });
    }
    if let (Some(rule), &[axis]) = (listed(OF_AXIS, name), &axes[..]) {
        return ruled(sizes, &[shape], |all| rule(&all[0], axis));
    }
    if let Some(rule) = listed(OF_SEVERAL, name) {
        return several(sizes, shape, rule);
    }
    if let Some(layer) = listed(RECURRENT, name) {
        return recurrent(sizes, layer, shape, given);
    }
    match name {
        _ if KEEP.contains(&name) => Outcome::Made(Type::Tensor(shape.clone())),
        _ if BROADCAST.contains(&name) => {
            first.map_or(Outcome::Unknown, |first| operator(sizes, shape, first))
        }
        _ if REDUCE.contains(&name) => Outcome::Made(Type::Number),
        "along" | "along_mut" => match axes[..] {
            [axis] if axis.unsigned_abs() <= shape.len() => {
                Outcome::Made(Type::Along(shape.clone(), axis))
            }
            [_] => Outcome::Refused,
            _ => Outcome::Unknown,
        },
        "into_scalar" | "len" | "size" | "det" => Outcome::Made(Type::Number),
        "shape" => Outcome::Made(Type::Sizes(shape.clone())),
        "trace" => match shape.len() {
            2 => Outcome::Made(Type::Number),
            _ => ruled(sizes, &[shape], |all| trace_shape(&all[0])),
        },
        "assign" => first.map_or(Outcome::Unknown, |first| assigned(sizes, shape, first)),
        "linear_with_bias" => with_bias(sizes, shape, given),
        "attention" | "causal_attention" | "masked_attention" => attention(sizes, shape, given),
        _ if name.starts_with("conv1d")
            || name.starts_with("conv2d")
            || name.starts_with("conv3d")
            || name.starts_with("conv_transpose") =>
        {
            convolved(sizes, name, shape, given)
        }
        "max_pool1d" | "max_pool2d" | "avg_pool1d" | "avg_pool2d" => {
            pooled(sizes, name, shape, given)
        }
        "take" if axes.len() == 1 => first.map_or(Outcome::Unknown, |indices| {
            ruled(sizes, &[shape, indices], |all| {
                take_shape(&all[0], &all[1], axes[0])
            })
        }),
        "slice" | "slice_mut" => sliced(sizes, shape, given),
        "select" => selected(sizes, shape, given),
        _ if name.contains("_loss") || name.contains("cross_entropy") => {
            first.map_or(Outcome::Unknown, |targets| {
                let is_mean = !name.ends_with("_by");
                ruled(sizes, &[shape, targets], |all| {
                    check_targets(&all[0], &all[1]).map(|()| mean(is_mean, &all[0]))
                })
            })
        }
        "iter_axis" => match axes[..] {
            [axis] => list_of(ruled(sizes, &[shape], |all| {
                index_axis_shape(&all[0], axis, 0)
            })),
            _ => Outcome::Unknown,
        },
        "one_hot" => match written {
            [.., Written::Size(classes)] => {
                ruled(sizes, &[shape], |all| one_hot_shape(&all[0], *classes))
            }
            _ => Outcome::Unknown,
        },
        "topk" => match (&axes[..], written.last()) {
            (&[axis], Some(Written::Size(count))) if !sizes.is_name(*count) => {
                match ruled(sizes, &[shape], |all| top_k_shape(&all[0], axis, *count)) {
                    Outcome::Made(part) => Outcome::Made(Type::Tuple(vec![part.clone(), part])),
                    outcome => outcome,
                }
            }
            _ => Outcome::Unknown,
        },
        _ => rearranged(sizes, name, shape, &axes, (written, given)),
    }
}

/// A method that moves axes, or takes a part of one.
fn rearranged(
    sizes: &Sizes,
    name: &str,
    shape: &Vec<usize>,
    axes: &[isize],
    (written, given): (&[Written], &[Given]),
) -> Outcome {
    let of_one = |rule: &dyn Fn(&[usize]) -> Made| ruled(sizes, &[shape], |all| rule(&all[0]));
    match (name, axes) {
        ("swap_axes", &[one, other]) => of_one(&|shape| swap_axes_shape(shape, one, other)),
        ("move_axis", &[from, to]) => {
            let rank = isize::try_from(shape.len()).unwrap_or(0);
            let mut order = Vec::from_iter((-rank..0).filter(|axis| *axis != from));
            let at = usize::try_from(rank + to).unwrap_or(usize::MAX);
            match from < -rank || at > order.len() {
                true => Outcome::Refused,
                false => {
                    order.insert(at, from);
                    of_one(&|shape| permute_shape(shape, &order))
                }
            }
        }
        // Axes in front of those that are named stay where they are.
        ("permute", [_, ..]) if axes.len() <= shape.len() => of_one(&|shape| {
            let first = isize::try_from(shape.len()).unwrap_or(0);
            let named = isize::try_from(axes.len()).unwrap_or(0);
            let order = Vec::from_iter((-first..-named).chain(axes.iter().copied()));
            permute_shape(shape, &order)
        }),
        ("remove_axes", [_, ..]) => without_axes(sizes, shape, axes),
        ("split_axis", _) => split(sizes, shape, written, &[]),
        ("split_axis_with", _) => split(sizes, shape, &written[..1], given),
        ("upsample", _) => match written {
            [Written::Shape(factors)] => {
                match factors.iter().copied().collect::<Option<Vec<_>>>() {
                    Some(factors) => of_one(&|shape| scale_last_shape(shape, &factors)),
                    None => Outcome::Unknown,
                }
            }
            _ => Outcome::Unknown,
        },
        _ if STATED.contains(&name) => stated(sizes, name, shape, written),
        ("slice_axis", &[axis]) => resized(sizes, shape, axis, Some(sizes.open())),
        ("narrow" | "narrow_at", &[axis, ..]) => match written.get(1) {
            Some(Written::Size(size)) => resized(sizes, shape, axis, Some(*size)),
            _ => resized(sizes, shape, axis, None),
        },
        _ if RESIZE.contains(&name) => {
            resized(sizes, shape, axes.first().copied().unwrap_or(-1), None)
        }
        _ => reduction(sizes, name, shape, axes),
    }
}

/// All indices of an axis.
const WHOLE: SliceEntry = SliceEntry::Span {
    start: Place::FromStart(0),
    end: SliceEnd::Before(Place::FromEnd(0)),
    step: 1,
};

/// A part of each axis: `x.slice(s![1..5, .., 0])`.
fn sliced(sizes: &Sizes, shape: &[usize], given: &[Given]) -> Outcome {
    let [Given::Slices(entries)] = given else {
        return Outcome::Unknown;
    };
    let list = Vec::from_iter(entries.iter().map(|(entry, _)| *entry));
    // Where a range ends is only compared with numbers.
    let known = shape.iter().map(|size| {
        if sizes.is_name(*size) {
            usize::MAX
        } else {
            *size
        }
    });
    let Ok(made) = slices_shape(&Vec::from_iter(known), &list) else {
        return Outcome::Refused;
    };
    let rest = (shape.len() + 1).saturating_sub(
        list.iter()
            .filter(|entry| !matches!(entry, SliceEntry::New))
            .count(),
    );
    let mut axes = shape.iter();
    let mut taken = Vec::new();
    for (entry, is_known) in entries {
        match entry {
            SliceEntry::New => taken.push(1),
            SliceEntry::At(_) => drop(axes.next()),
            SliceEntry::Rest => taken.extend(axes.by_ref().take(rest)),
            SliceEntry::Span { .. } => {
                let (size, made) = (axes.next(), made.dims().get(taken.len()));
                let whole = *entry == WHOLE && *is_known;
                taken.push(match (size, made) {
                    (Some(size), _) if whole => *size,
                    (Some(_), Some(made)) if *is_known && !sizes.is_name(*made) => *made,
                    _ => sizes.unknown(),
                });
            }
        }
    }
    Outcome::Made(Type::Tensor(taken))
}

/// `mean_axis`, `mean_axes`.
fn reduction(sizes: &Sizes, name: &str, shape: &Vec<usize>, axes: &[isize]) -> Outcome {
    let of = |end: &str| name.strip_suffix(end).filter(|of| REDUCE.contains(of));
    match axes {
        [axis] if of("_axis").is_some() => {
            ruled(sizes, &[shape], |all| reduced_shape(&all[0], *axis))
        }
        [_, ..] if of("_axes").is_some() => {
            ruled(sizes, &[shape], |all| reduced_axes_shape(&all[0], axes))
        }
        _ => Outcome::Unknown,
    }
}

/// What a loss is of: all rows together, or each.
fn mean(is_mean: bool, rows: &[usize]) -> DynShape {
    DynShape::from(if is_mean { &[] } else { rows })
}

/// Scores of classes along an axis, with a target for each row.
fn classified(
    sizes: &Sizes,
    name: &str,
    (scores, axis): (&Vec<usize>, isize),
    given: &[Given],
) -> Outcome {
    let (is_mean, is_weighted) = (!name.ends_with("_by"), name.starts_with("weighted"));
    let tensor = |at: usize| match given.get(at) {
        Some(Given::Value(Type::Tensor(shape))) => Some(shape),
        _ => None,
    };
    let outcome = tensor(0).map_or(Outcome::Unknown, |targets| {
        ruled(sizes, &[scores, targets], |all| {
            check_classes(&all[0], &all[1], axis).map(|()| mean(is_mean, &all[1]))
        })
    });
    let weights = tensor(1).filter(|_| is_weighted);
    let weighed = weights.map(|weights| {
        ruled(sizes, &[scores, weights], |all| {
            check_class_weights(&all[0], &all[1], axis).map(|()| DynShape::from(&all[0][..]))
        })
    });
    match weighed {
        Some(Outcome::Refused) => Outcome::Refused,
        _ => outcome,
    }
}

/// Whether an axis may have this many indices.
pub fn may_have(sizes: &Sizes, shape: &[usize], axis: isize, count: usize) -> bool {
    let at = shape.len().checked_sub(axis.unsigned_abs());
    at.is_none_or(|at| sizes.may_be_any(shape[at]) || shape[at] == count)
}

/// What is done along an axis.
pub fn along(
    sizes: &Sizes,
    name: &str,
    shape: &Vec<usize>,
    axis: isize,
    written: &[Written],
    given: &[Given],
) -> Outcome {
    let name = name.strip_prefix("try_").unwrap_or(name);
    let other = match given.first() {
        Some(Given::Value(Type::Tensor(other))) => Some(other),
        _ => None,
    };
    match (name, other) {
        _ if REDUCE.contains(&name) => ruled(sizes, &[shape], |all| reduced_shape(&all[0], axis)),
        ("concat", Some(other)) => ruled(sizes, &[shape, other], |all| {
            concat_shapes(&[&all[0], &all[1]], axis)
        }),
        ("stack", Some(other)) => ruled(sizes, &[shape, other], |all| {
            stack_shapes(&[&all[0], &all[1]], axis)
        }),
        ("take", Some(indices)) => ruled(sizes, &[shape, indices], |all| {
            take_shape(&all[0], &all[1], axis)
        }),
        ("index", _) => ruled(sizes, &[shape], |all| index_axis_shape(&all[0], axis, 0)),
        ("unstack", _) => list_of(ruled(sizes, &[shape], |all| {
            index_axis_shape(&all[0], axis, 0)
        })),
        ("rfft", _) => ruled(sizes, &[shape], |all| rfft_shape(&all[0], axis)),
        ("index_add" | "index_assign" | "index_update", Some(indices)) => match given.get(1) {
            Some(Given::Value(Type::Tensor(values))) => {
                ruled(sizes, &[shape, indices, values], |all| {
                    let part = take_shape(&all[0], &all[1], axis)?;
                    check_indexed_values(&all[2], part.dims()).map(|()| part)
                })
            }
            _ => Outcome::Unknown,
        },
        ("size", _) => Outcome::Made(Type::Number),
        // As many as there are, each with its elements in an axis at the end.
        ("windows", _) => match (resized(sizes, shape, axis, None), written) {
            (Outcome::Made(Type::Tensor(mut shape)), [Written::Size(width), ..]) => {
                shape.push(*width);
                Outcome::Made(Type::Tensor(shape))
            }
            _ => Outcome::Unknown,
        },
        ("batch_norm", Some(scale)) => match scale[..] {
            [count] if may_have(sizes, shape, axis, count) => {
                Outcome::Made(Type::Tensor(shape.clone()))
            }
            [count] if !sizes.may_be_any(count) => Outcome::Refused,
            _ => Outcome::Unknown,
        },
        ("split", _) => pieces(sizes, shape, axis, written),
        ("gather", Some(indices)) => ruled(sizes, &[shape, indices], |all| {
            take_along_axis_shape(&all[0], &all[1], axis)
        }),
        // Which of two names is the smaller is not known.
        ("gather_leading", Some(indices)) if indices.len() == shape.len() => {
            Outcome::Made(Type::Tensor(indices.clone()))
        }
        ("split_at", _) => match written {
            [Written::Size(size)] => {
                let parts = [Some(*size), None].map(|size| resized(sizes, shape, axis, size));
                let parts = parts.into_iter().map(|part| match part {
                    Outcome::Made(part) => part,
                    _ => Type::Unknown,
                });
                Outcome::Made(Type::Tuple(parts.collect()))
            }
            _ => Outcome::Unknown,
        },
        ("repeat" | "repeat_each" | "tile", _) => {
            let at = shape.len().checked_sub(axis.unsigned_abs());
            let size = match (at, written) {
                (Some(at), [Written::Size(times)]) => shape[at].checked_mul(*times),
                _ => None,
            };
            resized(sizes, shape, axis, size)
        }
        ("narrow", _) => match written {
            [Written::Size(size)] => resized(sizes, shape, axis, Some(*size)),
            _ => resized(sizes, shape, axis, None),
        },
        ("pad" | "pad_edge" | "pad_reflect" | "pad_symmetric" | "pad_wrap", _) => {
            let at = shape.len().checked_sub(axis.unsigned_abs());
            let size = match (at, written) {
                (Some(at), [Written::Size(before), Written::Size(after)]) => [before, after]
                    .into_iter()
                    .try_fold(shape[at], |size, added| size.checked_add(*added)),
                _ => None,
            };
            resized(sizes, shape, axis, size)
        }
        _ if name.contains("nll_loss")
            || name.contains("cross_entropy") && !name.contains("soft") =>
        {
            classified(sizes, name, (shape, axis), given)
        }
        _ if KEEP.contains(&name) => Outcome::Made(Type::Tensor(shape.clone())),
        _ if RESIZE.contains(&name) => resized(sizes, shape, axis, None),
        _ => Outcome::Unknown,
    }
}

/// Pieces of an axis, whose sizes add up to its own: `split::<shape![96, 40]>()`.
fn pieces(sizes: &Sizes, shape: &[usize], axis: isize, written: &[Written]) -> Outcome {
    let at = shape.len().checked_sub(axis.unsigned_abs());
    let ([Written::Shape(parts)], Some(at)) = (written, at) else {
        return Outcome::Unknown;
    };
    let is_known = |size: &usize| !sizes.may_be_any(*size);
    let known = parts.iter().map(|part| part.filter(is_known));
    if let Some(known) = known.collect::<Option<Vec<_>>>()
        && !sizes.is_name(shape[at])
        && known.iter().sum::<usize>() != shape[at]
    {
        return Outcome::Refused;
    }
    let pieces = parts.iter().map(|part| {
        let mut piece = shape.to_vec();
        piece[at] = part.unwrap_or_else(|| sizes.open());
        Type::Tensor(piece)
    });
    Outcome::Made(Type::Tuple(pieces.collect()))
}

/// Weights and a number for each of their outputs.
fn with_bias(sizes: &Sizes, shape: &Vec<usize>, given: &[Given]) -> Outcome {
    let [Given::Value(Type::Tensor(weights)), bias, ..] = given else {
        return Outcome::Unknown;
    };
    let outcome = ruled(sizes, &[shape, weights], |all| {
        linear_shape(&all[0], &all[1])
    });
    match (&outcome, bias) {
        (Outcome::Made(Type::Tensor(made)), Given::Value(Type::Tensor(bias)))
            if made
                .last()
                .is_some_and(|last| !sizes.are_one(&[*last], bias)) =>
        {
            Outcome::Refused
        }
        _ => outcome,
    }
}

/// A mask, and what it chooses from.
fn selected(sizes: &Sizes, mask: &Vec<usize>, given: &[Given]) -> Outcome {
    let [
        Given::Value(Type::Tensor(yes)),
        Given::Value(Type::Tensor(no)),
    ] = given
    else {
        return Outcome::Unknown;
    };
    ruled(sizes, &[mask, yes, no], |all| {
        broadcast_shapes(&Vec::from_iter(all.iter().map(Vec::as_slice)))
    })
}

/// Tensors of one shape beside each other, or one after the other along an axis.
pub fn joined(sizes: &Sizes, name: &str, shape: &Vec<usize>, count: usize, axis: isize) -> Outcome {
    ruled(sizes, &[shape], |all| {
        let shapes = vec![&all[0][..]; count];
        match name {
            "stack" => stack_shapes(&shapes, axis),
            _ => concat_shapes(&shapes, axis),
        }
    })
}

/// A tensor that takes the elements of another.
pub fn assigned(sizes: &Sizes, target: &[usize], source: &[usize]) -> Outcome {
    match operator(sizes, target, source) {
        Outcome::Made(Type::Tensor(shape))
            if shape.len() != target.len() || !fits(sizes, &shape, target) =>
        {
            Outcome::Refused
        }
        outcome => outcome,
    }
}

/// Whether two shapes may be one when the program runs.
fn fits(sizes: &Sizes, one: &[usize], other: &[usize]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one == other || sizes.may_be_any(*one) || sizes.may_be_any(*other))
}

fn without_axes(sizes: &Sizes, shape: &[usize], axes: &[isize]) -> Outcome {
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    // The one in front first, so that the others keep their numbers.
    let removed = sorted.into_iter().try_fold(shape.to_vec(), |shape, axis| {
        of(remove_axis_shape(&shape, axis))
    });
    match removed {
        Some(shape) => Outcome::Made(Type::Tensor(shape)),
        None if shape.iter().any(|size| sizes.may_be_any(*size)) => Outcome::Unknown,
        None => Outcome::Refused,
    }
}

fn split(sizes: &Sizes, shape: &Vec<usize>, written: &[Written], given: &[Given]) -> Outcome {
    let [Written::Axes(axes), parts @ ..] = written else {
        return Outcome::Unknown;
    };
    let parts = parts.iter().map(|part| match part {
        Written::Size(size) => Some(Some(*size)),
        _ => None,
    });
    let given = given.iter().map(|part| match part {
        Given::Value(Type::Size(size)) => Some(Some(*size)),
        _ => None,
    });
    let parts = parts.chain(given);
    let (&[axis], Some(parts)) = (&axes[..], parts.collect::<Option<Vec<_>>>()) else {
        return Outcome::Unknown;
    };
    ruled(sizes, &[shape], |all| {
        split_axis_shape(&all[0], axis, &parts)
    })
}

/// What a method makes of something that is not known, if the call says the shape.
pub fn said(sizes: &Sizes, name: &str, written: &[Written]) -> Outcome {
    let name = name.strip_prefix("try_").unwrap_or(name);
    match written {
        [Written::Shape(target)] if STATED.contains(&name) => {
            let said = target
                .iter()
                .map(|size| size.unwrap_or_else(|| sizes.open()));
            Outcome::Made(Type::Tensor(said.collect()))
        }
        _ => Outcome::Unknown,
    }
}

/// A shape that the call says.
fn stated(sizes: &Sizes, name: &str, shape: &Vec<usize>, written: &[Written]) -> Outcome {
    let (Outcome::Made(Type::Tensor(said)), [Written::Shape(target)]) =
        (said(sizes, name, written), written)
    else {
        return Outcome::Unknown;
    };
    match name {
        "reshape" => match shape.iter().any(|size| sizes.may_be_any(*size)) {
            true => Outcome::Made(Type::Tensor(said)),
            false => ruled(sizes, &[shape], |all| reshape_sizes(&all[0], target)),
        },
        "broadcast_to" => match assigned(sizes, &said, shape) {
            Outcome::Made(_) => Outcome::Made(Type::Tensor(said)),
            outcome => outcome,
        },
        _ => Outcome::Made(Type::Tensor(said)),
    }
}

fn resized(sizes: &Sizes, shape: &[usize], axis: isize, size: Option<usize>) -> Outcome {
    let mut shape = shape.to_vec();
    let at = shape.len().checked_sub(axis.unsigned_abs());
    match at.and_then(|at| shape.get_mut(at)) {
        Some(of) => *of = size.unwrap_or_else(|| sizes.unknown()),
        None => return Outcome::Refused,
    }
    Outcome::Made(Type::Tensor(shape))
}

/// Whether a tensor can have other names for its sizes: where numbers are known, they are the same. Otherwise it may be so, but
/// not for sure.
pub fn may_be_named(sizes: &Sizes, shape: &[usize], names: &[usize], is_sure: bool) -> bool {
    let mut pairs = shape.iter().zip(names);
    let is_one = |(size, name): (&usize, &usize)| match sizes.numbers(&[*size, *name]) {
        Some(numbers) => numbers[0] == numbers[1],
        None => !is_sure || sizes.are_one(&[*size], &[*name]),
    };
    shape.len() == names.len() && pairs.all(is_one)
}

fn attention(sizes: &Sizes, queries: &Vec<usize>, given: &[Given]) -> Outcome {
    let [
        Given::Value(Type::Tensor(keys)),
        Given::Value(Type::Tensor(values)),
        ..,
    ] = given
    else {
        return Outcome::Unknown;
    };
    ruled(sizes, &[queries, keys, values], |all| {
        attention_shapes(&all[0], &all[1], &all[2]).map(|(shape, _)| shape)
    })
}

/// A size that a stride divides is a number, or is not known.
fn of_stride(
    sizes: &Sizes,
    outcome: Outcome,
    shape: &[usize],
    axes: usize,
    stride: usize,
) -> Outcome {
    let Outcome::Made(Type::Tensor(mut made)) = outcome else {
        return outcome;
    };
    let first = made.len().saturating_sub(axes);
    for (size, of) in made[first..]
        .iter_mut()
        .zip(&shape[shape.len().saturating_sub(axes)..])
    {
        if stride > 1 && sizes.is_name(*of) {
            *size = sizes.unknown();
        }
    }
    Outcome::Made(Type::Tensor(made))
}

fn axes_of(name: &str) -> usize {
    name.bytes()
        .find(u8::is_ascii_digit)
        .map_or(0, |digit| usize::from(digit - b'0'))
}

fn convolved(sizes: &Sizes, name: &str, shape: &Vec<usize>, given: &[Given]) -> Outcome {
    let (Some(Given::Value(Type::Tensor(kernel))), Some(Given::Settings(settings))) =
        (given.first(), given.last())
    else {
        return Outcome::Unknown;
    };
    let axes = axes_of(name);
    let mut slide = slide(settings);
    if settings.keeps {
        let window = kernel.last().map_or(0, |window| window.saturating_sub(1));
        slide.padding = (window / 2, window - window / 2);
    }
    let outcome = ruled(sizes, &[shape, kernel], |all| {
        match name.starts_with("conv_transpose") {
            true => {
                let slides = vec![(slide, settings.output_padding); axes];
                convolve_transposed_shape(&all[0], &all[1], &slides, settings.groups)
            }
            false => convolve_shape(&all[0], &all[1], &vec![slide; axes], settings.groups),
        }
    });
    of_stride(sizes, outcome, shape, axes, settings.stride)
}

/// All steps of a recurrent layer, and what it is left with.
fn recurrent(
    sizes: &Sizes,
    (gates, states): (usize, usize),
    shape: &Vec<usize>,
    given: &[Given],
) -> Outcome {
    let [
        Given::Value(Type::Tensor(weights)),
        Given::Value(Type::Tensor(recurrent)),
        ..,
    ] = given
    else {
        return Outcome::Unknown;
    };
    let steps = ruled(sizes, &[shape, weights, recurrent], |all| {
        recurrent_shape(&all[0], gates, &all[1], &all[2], &[])
    });
    match steps {
        Outcome::Made(Type::Tensor(steps)) if steps.len() > 1 => {
            let mut last = steps.clone();
            last.remove(steps.len() - 2);
            let mut parts = vec![Type::Tensor(steps)];
            parts.extend(vec![Type::Tensor(last); states]);
            Outcome::Made(Type::Tuple(parts))
        }
        Outcome::Made(_) => Outcome::Unknown,
        outcome => outcome,
    }
}

fn pooled(sizes: &Sizes, name: &str, shape: &Vec<usize>, given: &[Given]) -> Outcome {
    let Some(Given::Settings(settings)) = given.last() else {
        return Outcome::Unknown;
    };
    let axes = axes_of(name);
    let window = PoolWindow {
        size: settings.window,
        slide: slide(settings),
        ceil: false,
        padding_counts: true,
    };
    let outcome = ruled(sizes, &[shape], |all| {
        pool_shape(&all[0], &vec![window; axes])
    });
    of_stride(sizes, outcome, shape, axes, settings.stride)
}

fn slide(settings: &Settings) -> Slide {
    Slide {
        stride: settings.stride,
        padding: (settings.padding, settings.padding),
        dilation: settings.dilation,
    }
}
