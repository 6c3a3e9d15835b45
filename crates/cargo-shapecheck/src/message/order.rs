//! What is known of operands that do not fit and that no edit makes fit: sizes that are one less, axes that differ, a reshape
//! that would move elements.

use serde_json::Value;

use super::children::{labels, name_of, remove_notes, required, texts, without_path};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::is_of_path;
use super::{declared, strides};
use crate::types::{Evidence, rewrite_with, vocabulary};

/// Adds what makes the operands fit to the headline, and takes away advice about two parameters. `before` is the
/// message with all its notes.
pub fn tell(diagnostic: &mut Value, before: &Value, evidence: Evidence, changes: &mut Changes) {
    if diagnostic["code"]["code"] != "E0277" {
        return;
    }
    let place = Place::of(before);
    if let Some(message) = diagnostic["message"].as_str()
        && has_exchanged_factors(&rewrite_with(message, evidence))
    {
        remove_notes(diagnostic, changes, |note| {
            let starts = [
                vocabulary::ABOUT_EQUAL_PARTS,
                vocabulary::ABOUT_PARAMETERS,
                vocabulary::ABOUT_NUMBERS,
            ];
            starts.iter().any(|start| note.starts_with(start))
        });
    }
    // Where they do, the headline says so.
    remove_notes(diagnostic, changes, |note| {
        note.starts_with("images whose channels stand last")
    });
    let told = match operands(before, evidence) {
        Some((relation, lhs, rhs)) => fact(&place, before, relation, &lhs, &rhs)
            .or_else(|| other_axes(&lhs, &rhs).filter(|_| relation == "Broadcast")),
        None => both_sizes(before, evidence),
    };
    let bound = bound_of_strides(diagnostic, before, evidence, changes);
    let told = told
        .or(bound)
        .or_else(|| kernel(before, evidence))
        .or_else(|| channels_last(&place, before, evidence));
    let Some(message) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    let told = told
        .or_else(|| heads(&place, before, &rewrite_with(&message, evidence)))
        .or_else(|| exchanged_labels(&place, before, &message));
    let moved = moved_by_reshape(&place, before, evidence);
    let ranks = changes
        .headline
        .as_ref()
        .and_then(|(_, told)| ranks(before, told));
    let headline = match (moved, told, changes.headline.take()) {
        (None, _, _) if ranks.is_some() => {
            // What is asked of two sizes is beside the point.
            let labels = labels(diagnostic);
            let labels = labels.filter(|label| label.starts_with(vocabulary::NOTHING_SAYS_HERE));
            let labels =
                labels.map(|label| (label.to_owned(), "another number of axes".to_owned()));
            changes.labels.extend(labels.collect::<Vec<_>>());
            ranks.unwrap_or_default()
        }
        (Some(moved), _, _) => {
            remove_notes(diagnostic, changes, |note| {
                let mut starts = vocabulary::ABOUT_RESHAPE.iter();
                let is_of_sizes = note.holds(rustc::TO_IMPLEMENT, "InfersOne`")
                    || note.opens(rustc::TRAIT, "InfersOne` is not implemented");
                starts.any(|start| note.starts_with(start)) || is_of_sizes
            });
            moved
        }
        (None, Some(told), Some((_, new))) => format!("{new}: {told}"),
        (None, Some(told), None) => format!("{}: {told}", rewrite_with(&message, evidence)),
        (None, None, headline) => {
            changes.headline = headline;
            return;
        }
    };
    changes.kept.retain(|kept| *kept != message);
    changes.headline = Some((message, headline));
    remove_notes(diagnostic, changes, |note| {
        vocabulary::ABOUT_ORDER
            .iter()
            .any(|start| note.starts_with(start))
    });
}

/// The bound of a convolution in generic code, without what is said of strides of 2 and of whole shapes.
fn bound_of_strides(
    diagnostic: &mut Value,
    before: &Value,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let bound = strides::bound(before, evidence);
    if bound.is_some() {
        remove_notes(diagnostic, changes, |note| {
            let starts = [
                "in generic code ",
                "for other sizes the bound is on the whole shape",
            ];
            starts.iter().any(|start| note.starts_with(start))
        });
    }
    bound
}

/// Two shapes with different numbers of axes, of which rustc asks first whether two of their sizes are equal. `told` is the headline.
fn ranks(before: &Value, told: &str) -> Option<String> {
    let rest = told.strip_prefix(vocabulary::UNDECIDED)?;
    let (_, shapes) = rest.split_once(": `[")?;
    let both = format!("`[{shapes}");
    let mut quoted = both.split('`').skip(1).step_by(2);
    let (lhs, rhs) = (sizes(quoted.next()?)?, sizes(quoted.next()?)?);
    let mut notes = texts(before);
    let relation = notes.find_map(|note| {
        let (_, bound) = required(note)?;
        let relations = ["Classifies", "SameShape", "BroadcastTo"];
        relations.into_iter().find(|name| *name == name_of(bound))
    })?;
    let (left, right) = (lhs.len(), rhs.len());
    let without =
        |of: &[String], other: &[String]| without_axis(of, other).map(|told| format!(": {told}"));
    match relation {
        "Classifies" if right + 1 != left => Some(format!(
            "the targets have rank {right}, the scores without their classes {}: {both}: targets are the index of a class for each row of scores{}",
            left - 1,
            match left == right {
                true if rhs.last().is_some_and(|size| size == "1") => {
                    "; `remove_axis::<-1>()` of these has one for each"
                }
                true => ", and those that are a number for each class go into `soft_cross_entropy`",
                false => "",
            }
        )),
        "SameShape" if left != right => Some(format!(
            "rank {left} does not match rank {right}: {both}{}",
            without(&rhs, &lhs)
                .or_else(|| without(&lhs, &rhs))
                .unwrap_or_default()
        )),
        "BroadcastTo" if left > right => Some(format!(
            "cannot broadcast to the target: rank {left} does not fit in the target's rank {right}: {both}{}",
            without(&rhs, &lhs).unwrap_or_default()
        )),
        _ => None,
    }
}

/// What is known of two operands that do not fit.
fn fact(
    place: &Place,
    before: &Value,
    relation: &str,
    lhs: &[String],
    rhs: &[String],
) -> Option<String> {
    match relation {
        "Linear" => one_less(last(lhs), last(rhs), false).filter(|_| rhs.len() == 2),
        "Concat" => one_less(lhs, rhs, false),
        "EndsIn" => weights_of_last(lhs, rhs),
        "MaskFor" => mask_of_keys(lhs, rhs),
        "Broadcast" => odd_signal(place, before, lhs, rhs).or_else(|| one_less(lhs, rhs, true)),
        _ => None,
    }
}

/// A mask whose last axis, that of the keys, is the right one, and that has too few axes before it.
fn mask_of_keys(mask: &[String], scores: &[String]) -> Option<String> {
    let (rank, missing) = (mask.len(), scores.len().checked_sub(mask.len())?);
    let (_, in_front) = mask.split_last()?;
    let mut places = (0..=in_front.len()).rev().filter(|_| missing > 0);
    places.find_map(|at| {
        let ones = vec!["1".to_owned(); missing];
        let mut sizes = mask.to_vec();
        sizes.splice(at..at, ones);
        let fits = at < rank && broadcast_to(&sizes, scores);
        let end = rank + 1 - at;
        let call = vec![format!("insert_axis::<-{end}>()"); missing].join(".");
        fits.then(|| {
            format!(
                "as a mask of keys it fits after `{call}`: `[{}]`",
                sizes.join(", ")
            )
        })
    })
}

/// `x.rms_norm(&weights, 1e-6)` of weights for another size.
fn weights_of_last(input: &[String], weights: &[String]) -> Option<String> {
    let last = input.last().filter(|_| weights.len() == 1)?;
    (weights[0] != *last).then(|| format!("this input goes through weights `[{last}]`"))
}

/// The last axis alone.
fn last(shape: &[String]) -> &[String] {
    &shape[shape.len().saturating_sub(1)..]
}

/// The relation that an operation asks for, and the sizes of its operands. The axis along which shapes are joined is
/// reported as 1 in both, since nothing is compared there.
fn operands(
    before: &Value,
    evidence: Evidence,
) -> Option<(&'static str, Vec<String>, Vec<String>)> {
    texts(before).rev().find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (lhs, bound) = required(&note)?;
        let (name, parameters) = without_path(bound).strip_suffix('>')?.split_once('<')?;
        let relation = [
            "MatrixProduct",
            "Broadcast",
            "Linear",
            "Concat",
            "EndsIn",
            "MaskFor",
            "Convolve",
        ]
        .into_iter()
        .find(|relation| *relation == name)?;
        if relation == "Convolve" {
            // `Convolve<2, [O, C, K, L], Settings>`
            let end = parameters.find(']')? + 1;
            return Some((
                relation,
                sizes(lhs)?,
                sizes(&parameters[parameters.find('[')?..end])?,
            ));
        }
        if relation != "Concat" {
            return Some((relation, sizes(lhs)?, sizes(parameters)?));
        }
        let (rhs, axis) = parameters.rsplit_once(", -")?;
        let axis: usize = axis.parse().ok()?;
        let joined = |shape| {
            let mut sizes = sizes(shape)?;
            let at = sizes.len().checked_sub(axis)?;
            *sizes.get_mut(at)? = "1".to_owned();
            Some(sizes)
        };
        Some((relation, joined(lhs)?, joined(rhs)?))
    })
}

/// `B`, `T` and `64` of `[B, T, 64]`. A shape that begins with a parameter has axes that are not known.
fn sizes(shape: &str) -> Option<Vec<String>> {
    let list = shape.strip_prefix('[')?.strip_suffix(']')?;
    let is_whole = !list.contains("..") && !list.contains(['[', '<']);
    is_whole.then(|| match list {
        "" => Vec::new(),
        list => list.split(", ").map(str::to_owned).collect(),
    })
}

/// Whether two sizes are certainly one, which cannot be said of two run-time sizes.
fn is_one(lhs: &str, rhs: &str) -> bool {
    lhs == rhs && lhs != "_"
}

/// `[Batch, Heads, Seq, D]` as `[Batch, Seq, Heads * D]`: a reshape, which keeps the order of elements, for what moves axes.
fn moved_by_reshape(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (from, to) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (of, bound) = required(&note)?;
        let target = without_path(bound).strip_prefix("InfersSizesOf<")?;
        Some((sizes(of)?, sizes(target.strip_suffix('>')?)?))
    })?;
    let factors = |shape: &[String]| -> Vec<String> {
        let all = shape.iter().flat_map(|size| size.split(" * "));
        all.filter(|size| *size != "1").map(str::to_owned).collect()
    };
    let (before, after) = (factors(&from), factors(&to));
    let is_name = |size: &String| size.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let are_names = before.iter().all(is_name);
    let is_once = |size: &String| before.iter().filter(|of| *of == size).count() == 1;
    let sorted = |sizes: &[String]| {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        sizes
    };
    if before == after
        || sorted(&before) != sorted(&after)
        || !are_names
        || !before.iter().all(is_once)
    {
        return None;
    }
    let (moved, other) = after
        .iter()
        .zip(&before)
        .find(|(one, other)| one != other)?;
    let side = |shape: &[String]| {
        let axes = shape.iter().map(|size| {
            let size = size.to_lowercase().replace(" * ", " ");
            if size.contains(' ') {
                format!("({size})")
            } else {
                size
            }
        });
        axes.collect::<Vec<_>>().join(" ")
    };
    let told = format!("a reshape keeps the order, and `{moved}` would move in front of `{other}`");
    let value = place.operands(&format!(".{}", place.marked())).0;
    // A group before the arrow needs sizes, and a number a name.
    let is_axis = |size: &String| size == "1" || !size.starts_with(|c: char| c.is_ascii_digit());
    let are_axes = from.iter().all(|size| is_axis(size) && !size.contains(' '));
    Some(match value.filter(|_| are_axes) {
        Some(value) => format!(
            "{told}: `rearrange!({value}, \"{} -> {}\")` moves it",
            side(&from),
            side(&to)
        ),
        None => told,
    })
}

/// `einsum!("b q d, b d k -> b q k"; &q, &k)` of keys `b k d`: two labels of an operand that stand in each other's place. `told`
/// is the headline.
fn exchanged_labels(place: &Place, before: &Value, told: &str) -> Option<String> {
    let rest = told.strip_prefix("label ")?;
    let (label, rest) = rest.split_once(" has size ")?;
    let label = label.trim_matches(['\'', '`']);
    let (first, second) = rest.split_once(" and ")?;
    let sized = |text: &str| {
        let (size, operand) = text.split_once(" in operand ")?;
        Some((
            size.to_owned(),
            operand.parse::<usize>().ok()?.checked_sub(1)?,
        ))
    };
    let (first, second) = (sized(first)?, sized(second)?);
    let (_, equation) = place.split_near("!(\"")?;
    let (equation, behind) = equation.split_once('"')?;
    let (inputs, _) = equation.split_once("->")?;
    let operands = behind.trim_start().strip_prefix(';')?.split(')').next()?;
    let operands: Vec<&str> = operands
        .split(',')
        .map(|name| name.trim().trim_start_matches('&'))
        .collect();
    let is_spaced = inputs.split(',').any(|input| input.trim().contains(' '));
    let labels = |input: &str| -> Vec<String> {
        match is_spaced {
            true => input.split_whitespace().map(str::to_owned).collect(),
            false => input.trim().chars().map(String::from).collect(),
        }
    };
    let inputs: Vec<Vec<String>> = inputs.split(',').map(labels).collect();
    [(&second, &first), (&first, &second)]
        .into_iter()
        .find_map(|((_, of), (wanted, _))| {
            let (own, sizes) = (
                inputs.get(*of)?,
                declared::sizes(before, operands.get(*of)?)?,
            );
            let at = own.iter().position(|it| it == label)?;
            let others = || inputs.iter().enumerate().filter(|(other, _)| other != of);
            let is_free = |it: &String| others().all(|(_, labels)| !labels.contains(it));
            let mut with = own.iter().zip(&sizes).enumerate();
            let mut with = with
                .by_ref()
                .filter(|(_, (it, size))| *size == wanted && is_free(it));
            let (with, _) = with.next().filter(|_| with.next().is_none())?;
            let mut told = own.clone();
            told.swap(at, with);
            let told = told.join(if is_spaced { " " } else { "" });
            (own.len() == sizes.len()).then(|| format!("operand {} fits as `{told}`", of + 1))
        })
}

/// `queries.matmul(&keys.transpose())` of 32 heads and 8: several heads of queries have one of keys and values.
fn heads(place: &Place, before: &Value, headline: &str) -> Option<String> {
    let queries = place.operands(".matmul(").0?;
    let axes = declared::sizes(before, queries)?.len();
    let sizes = headline.strip_prefix("cannot broadcast: size ")?;
    let (left, rest) = sizes.split_once(" does not match size ")?;
    let (right, axis) = rest.split_once(" at axis ")?;
    let (left, right): (u64, u64) = (left.parse().ok()?, right.parse().ok()?);
    let is_group = right > 1 && left > right && left % right == 0;
    // Before the two axes of the matrices, and after the batch.
    let is_of_product = place.line.contains(".matmul(") && axis.starts_with("-3") && axes == 4;
    (is_group && is_of_product).then(|| {
        format!(
            "attention with {times} heads of queries for each of the keys is `grouped_attention`; `along::<-3>().repeat::<dim!({times})>()` repeats those of the right side",
            times = left / right
        )
    })
}

/// Sizes apart at more axes than the one that the headline names.
fn other_axes(lhs: &[String], rhs: &[String]) -> Option<String> {
    let pairs = lhs.iter().rev().zip(rhs.iter().rev()).zip(1..);
    let number = |size: &String| size.parse::<u64>().ok().filter(|size| *size != 1);
    let apart = pairs.filter(|((one, other), _)| {
        let sizes = number(one).zip(number(other));
        sizes.is_some_and(|(one, other)| one != other)
    });
    let axes: Vec<String> = apart.map(|(_, axis)| format!("-{axis}")).collect();
    let (last, others) = axes.split_last().filter(|(_, others)| !others.is_empty())?;
    Some(format!(
        "they differ at axes {} and {last}",
        others.join(", ")
    ))
}

/// `signal - spectrum.irfft()`, where the signal has an odd number of elements.
fn odd_signal(place: &Place, before: &Value, lhs: &[String], rhs: &[String]) -> Option<String> {
    let (one, other) = (last(lhs).first()?, last(rhs).first()?);
    let (one, other): (u64, u64) = (one.parse().ok()?, other.parse().ok()?);
    let (even, odd) = (one.min(other), one.max(other));
    let (left, right) = place.sides();
    let of_operand = |name: &str| {
        let bound = declared::bound(before, name);
        bound.is_some_and(|code| code.contains(".irfft()"))
    };
    let names = [
        left.trim_end().rsplit(|c| !is_of_path(c)).next()?,
        right
            .trim_start_matches([' ', '&'])
            .split(|c| !is_of_path(c))
            .next()?,
    ];
    let is_of_spectrum = place.line.contains(".irfft()") || names.into_iter().any(of_operand);
    (odd == even + 1 && odd % 2 == 1 && is_of_spectrum).then(|| {
        format!(
            "`irfft()` gives an even number of elements: `irfft_to::<dim!({odd})>()` gives {odd}"
        )
    })
}

/// Whether two sizes, or an axis and its parts, are products of the same sizes in another order. To add a bound that they are equal,
/// which they always are, would hide that they are exchanged.
fn has_exchanged_factors(headline: &str) -> bool {
    let factors = || {
        headline.strip_prefix(vocabulary::UNDECIDED)?;
        let mut sizes = headline.split('`').skip(1).step_by(2);
        let (axis, made) = (sizes.next()?, sizes.next()?);
        let sorted = |product: &str| {
            let mut factors: Vec<String> = product.split(" * ").map(str::to_owned).collect();
            factors.sort_unstable();
            factors
        };
        Some((sorted(axis), sorted(made)))
    };
    factors().is_some_and(|(axis, made)| axis == made)
}

/// Whether a shape broadcasts for sure, and to this one.
fn broadcast_to(shape: &[String], target: &[String]) -> bool {
    let mut pairs = shape.iter().rev().zip(target.iter().rev());
    shape.len() <= target.len() && pairs.all(|(size, of)| is_one(size, of) || size == "1")
}

/// Sizes that are one less on one side, by a window or a range, and fit otherwise: are equal, or broadcast.
fn one_less(lhs: &[String], rhs: &[String], broadcasts: bool) -> Option<String> {
    let of_sides = |less: &[String], more: &[String]| {
        let mut found = None;
        for (size, of) in less.iter().rev().zip(more.iter().rev()) {
            if size == of || broadcasts && size == "1" {
                continue;
            }
            let (size, of) = (size.parse::<u64>().ok()?, of.parse::<u64>().ok()?);
            if size < SMALLEST_ONE_LESS || size.checked_add(1) != Some(of) {
                return None;
            }
            found = found.or(Some((size, of)));
        }
        let fits = less.len() == more.len() || broadcasts && less.len() < more.len();
        let (size, of) = found.filter(|_| fits)?;
        let of_spectrum = match size.is_power_of_two() && size > 16 {
            true => format!(" `rfft` of {} elements gives {of} numbers.", 2 * size),
            false => String::new(),
        };
        Some(format!(
            "{size} is one less than {of}: is padding missing, or does one range end too early, or the other too late?{of_spectrum}"
        ))
    };
    of_sides(lhs, rhs).or_else(|| of_sides(rhs, lhs))
}

/// Smaller sizes, such as 3 and 4 channels, differ by one for other reasons.
const SMALLEST_ONE_LESS: u64 = 7;

/// Images whose channels stand last, `[8, 224, 224, 3]`, for a convolution of two axes.
fn channels_last(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let message = before["message"].as_str()?;
    let (takes, _) = message
        .split_once("this convolution takes ")?
        .1
        .split_once(" channels, the input has ")?;
    let mut notes = texts(before);
    let input = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (of, bound) = required(&note)?;
        (name_of(bound) == "Convolve").then(|| sizes(of))?
    })?;
    // The order of an already transposed tensor is not known.
    let value = place.operands(".conv2d(").0?;
    declared::sizes(before, value).filter(|sizes| *sizes == input)?;
    let number = |size: &String| size.parse::<usize>().ok();
    let [_, rows, columns, channels] = &input[..] else {
        return None;
    };
    // Images have more rows and columns than channels; layers may have as many.
    let are_last = channels == takes && number(channels) < number(rows).min(number(columns));
    are_last.then(|| {
        format!(
            "channels come first: `rearrange!({value}, \"b h w c -> b c h w\")` moves them there"
        )
    })
}

/// `signal.conv1d(&taps, ..)` of taps without axes for channels.
fn kernel(before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (axes, of) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (kernel, of) = note
            .after(rustc::TRAIT)?
            .halves(rustc::IS_NOT_IMPLEMENTED)?;
        let axes = kernel.strip_prefix("IsKernel<")?.strip_suffix('>')?;
        Some((
            axes.parse::<usize>().ok()?,
            sizes(of.trim_end_matches('`'))?,
        ))
    })?;
    (of.len() == axes).then(|| {
        format!(
            "`reshape::<shape![1, 1, {}]>()` makes one of it, for one channel",
            of.join(", ")
        )
    })
}

/// `(h d)` with `h = H`, of an axis of `H * D`.
fn both_sizes(before: &Value, evidence: Evidence) -> Option<String> {
    let bound = texts(before).find_map(|note| {
        let note = rewrite_with(note, evidence);
        let at = note.find(vocabulary::DIVIDING)?;
        Some(note[at + vocabulary::DIVIDING.len()..].to_owned())
    })?;
    // `(h, d), h>, Count<1>, H * D, H, _> ..`
    let (names, rest) = bound.strip_prefix('(')?.split_once("), ")?;
    let (known, rest) = rest.split_once('>')?;
    let mut parameters = rest.trim_start_matches(", ").split(", ").skip(1);
    let (whole, given) = (parameters.next()?, parameters.next()?);
    let factors: Vec<&str> = whole.split(" * ").collect();
    let left = match factors[..] {
        [one, other] if one == given => other,
        [one, other] if other == given => one,
        _ => return None,
    };
    let names: Vec<&str> = names.split(", ").collect();
    let [one, other] = names[..] else {
        return None;
    };
    let size = |name: &str| if name == known { given } else { left };
    Some(format!(
        "give both sizes: `{one} = {}, {other} = {}`",
        size(one),
        size(other)
    ))
}

/// A shape with sizes that are one less than those that are expected, or one more.
pub fn one_less_than(expected: &str, found: &str) -> Option<String> {
    one_less(&sizes(expected)?, &sizes(found)?, false)
}

/// `Tensor::concat_all([&x, &y], Axis::<-1>)` of two that differ along one axis.
pub fn joined(place: &Place, expected: &str, found: &str) -> Option<String> {
    let (before, behind) = place.sides();
    let (_, first) = before.split_once("concat_all([")?;
    let of_array = format!("{first}{}{}", place.marked(), behind.split(']').next()?);
    let (first, rest) = of_array.split_once(',')?;
    let (expected, found) = (sizes(expected)?, sizes(found)?);
    let mut apart = expected.iter().rev().zip(found.iter().rev()).zip(1..);
    let mut apart = apart.by_ref().filter(|((one, other), _)| one != other);
    let (_, axis) = apart.next().filter(|_| expected.len() == found.len())?;
    behind.contains(&format!("Axis::<-{axis}>")).then_some(())?;
    let joins = rest
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let joins: String = joins
        .map(|name| format!(".along::<-{axis}>().concat({name})"))
        .collect();
    apart.next().is_none().then(|| {
        format!(
            "`concat_all` joins tensors of one shape; of different sizes it is `{}{joins}`",
            first.trim().trim_start_matches('&')
        )
    })
}

/// The axis of size 1 that a value has too many.
fn without_axis(expected: &[String], found: &[String]) -> Option<String> {
    let rank = found.len();
    let ones = |rest: &[String]| rest.iter().all(|size| size == "1");
    if rank > expected.len() + 1
        && let Some(rest) = found.strip_prefix(expected)
        && ones(rest)
    {
        let axes = (1..=rest.len()).rev().map(|axis| format!("-{axis}"));
        let axes = Vec::from_iter(axes).join(", ");
        return Some(format!(
            "`remove_axes::<axes![{axes}]>()` takes the axes of size 1 away"
        ));
    }
    // The last axis first.
    let mut axes = (1..=rank).filter(|axis| found[rank - axis] == "1");
    axes.find_map(|axis| {
        let mut sizes = found.to_vec();
        sizes.remove(rank - axis);
        (sizes == expected)
            .then(|| format!("`remove_axis::<-{axis}>()` takes the axis of size 1 away"))
    })
}
