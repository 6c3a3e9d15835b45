//! Axes in another order: where whole shapes are known, whether a transpose, two axes exchanged or an axis of size 1
//! makes them fit. Then that is what to do, and not one parameter for two sizes.

use serde_json::Value;

use super::children::{remove_children, required, without_path};
use super::hints::Place;
use super::rendered::Changes;
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
        remove_children(diagnostic, changes, |child| {
            let note = child["message"].as_str().unwrap_or("");
            note.starts_with(vocabulary::ABOUT_EQUAL_PARTS)
        });
    }
    let told = match operands(before, evidence) {
        Some(("MatrixProduct", lhs, rhs)) => transpose(&place, &lhs, &rhs),
        Some(("Linear", lhs, rhs)) => rows_for_columns(&lhs, &rhs),
        Some((_, lhs, rhs)) => exchanged(&place, &lhs, &rhs)
            .or_else(|| matrices(&place, &lhs, &rhs))
            .or_else(|| other_order(&lhs, &rhs)),
        None => both_sizes(before, evidence),
    };
    let Some(told) = told else {
        return;
    };
    let Some(message) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    let headline = match changes.headline.take() {
        Some((_, new)) => format!("{new}: {told}"),
        None => format!("{}: {told}", rewrite_with(&message, evidence)),
    };
    changes.kept.retain(|kept| *kept != message);
    changes.headline = Some((message, headline));
    remove_children(diagnostic, changes, |child| {
        let note = child["message"].as_str().unwrap_or("");
        vocabulary::ABOUT_ORDER
            .iter()
            .any(|start| note.starts_with(start))
    });
}

/// The relation that an operation asks for, and the sizes of its operands.
fn operands(
    before: &Value,
    evidence: Evidence,
) -> Option<(&'static str, Vec<String>, Vec<String>)> {
    let children = before["children"].as_array()?;
    let notes = children
        .iter()
        .rev()
        .filter_map(|child| child["message"].as_str());
    notes.into_iter().find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (lhs, bound) = required(&note)?;
        let (name, rhs) = without_path(bound).split_once('<')?;
        let relation = ["MatrixProduct", "Broadcast", "Linear"]
            .into_iter()
            .find(|relation| *relation == name)?;
        Some((relation, sizes(lhs)?, sizes(rhs.strip_suffix('>')?)?))
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

/// Whether two sizes are certainly one, which cannot be said of two that only the program knows.
fn is_one(lhs: &str, rhs: &str) -> bool {
    lhs == rhs && lhs != "_"
}

/// `q.matmul(&k)`, where the keys have as many numbers as the queries.
fn transpose(place: &Place, lhs: &[String], rhs: &[String]) -> Option<String> {
    // A vector on the left is a row, one on the right a column.
    let (left_rows, columns) = match lhs {
        [.., rows, columns] => (Some(rows), columns),
        [columns] => (None, columns),
        [] => return None,
    };
    let (rows, right_columns) = match rhs {
        [.., rows, columns] => (rows, Some(columns)),
        [rows] => (rows, None),
        [] => return None,
    };
    let (left, right) = place.operands(".matmul(");
    let transposed = |name: Option<&str>, side: &str| match name {
        Some(name) => format!("did you mean `{name}.transpose()`?"),
        None => format!("the {side} side fits after `transpose()`"),
    };
    if right_columns.is_some_and(|right| is_one(columns, right)) {
        Some(transposed(right, "right"))
    } else if left_rows.is_some_and(|left| is_one(left, rows)) {
        Some(transposed(left, "left"))
    } else {
        None
    }
}

/// `x.linear(&weights)`, where the weights have a column for each number of the output.
fn rows_for_columns(input: &[String], weights: &[String]) -> Option<String> {
    let ([.., numbers], [rows, _]) = (input, weights) else {
        return None;
    };
    is_one(numbers, rows)
        .then(|| "weights `[I, O]` multiply the input: `x.matmul(&weights)`".to_owned())
}

/// `kernels.conv2d(&images, ..) + &bias`: the channels of the bias are in the place of a batch.
fn exchanged(place: &Place, lhs: &[String], rhs: &[String]) -> Option<String> {
    let is_convolution = ["conv1d", "conv2d", "conv3d"]
        .iter()
        .any(|name| place.line().contains(&format!(".{name}(")));
    if !is_convolution || lhs.len() <= rhs.len() {
        return None;
    }
    // The channels of the kernels have become the axis in front of the channels.
    let at = lhs.len() - rhs.len();
    is_one(&lhs[at - 1], &rhs[0]).then(|| EXCHANGED.to_owned())
}

/// What to ask where a convolution has an axis of its kernels in the place of one of its input.
pub const EXCHANGED: &str = "are kernels and input exchanged? it is `images.conv2d(&kernels, ..)`";

/// Whether the shapes of a headline, `[C, B, 3, 3]` and `[B, C, H, W]`, have their first two axes exchanged: a
/// convolution of kernels by images has the channels of its output in the place of the batch.
pub fn is_exchanged(headline: &str) -> bool {
    let shapes = || {
        let (_, shapes) = headline.split_once(": `[")?;
        let (lhs, rhs) = shapes.split_once("]` and `[")?;
        let (rhs, _) = rhs.split_once("]`")?;
        Some((sizes(&format!("[{lhs}]"))?, sizes(&format!("[{rhs}]"))?))
    };
    shapes().is_some_and(|(lhs, rhs)| {
        lhs.len() == rhs.len()
            && lhs.len() > 2
            && !is_one(&lhs[0], &lhs[1])
            && is_one(&lhs[0], &rhs[1])
            && is_one(&lhs[1], &rhs[0])
    })
}

/// Whether an axis and its parts are products of the same sizes in another order. To add a bound that they are equal,
/// which they always are, would hide that they are exchanged.
fn has_exchanged_factors(headline: &str) -> bool {
    let factors = || {
        let (_, sizes) = headline.split_once(vocabulary::PARTS_OF_AXIS)?;
        let (axis, rest) = sizes.strip_prefix('`')?.split_once('`')?;
        let (_, made) = rest.split_once('`')?;
        let sorted = |product: &str| {
            let mut factors: Vec<String> = product.split(" * ").map(str::to_owned).collect();
            factors.sort_unstable();
            factors
        };
        Some((sorted(axis), sorted(made.strip_suffix('`')?)))
    };
    factors().is_some_and(|(axis, made)| axis == made)
}

/// `x * &weights`, where they fit as matrices alone.
fn matrices(place: &Place, lhs: &[String], rhs: &[String]) -> Option<String> {
    let ([.., numbers], [.., rows, _]) = (lhs, rhs) else {
        return None;
    };
    let is_product = place.marked() == "*" && is_one(numbers, rows);
    is_product.then(|| "as matrices they fit: `matmul` multiplies them".to_owned())
}

/// Whether shapes broadcast for sure.
fn broadcast(lhs: &[String], rhs: &[String]) -> bool {
    let mut pairs = lhs.iter().rev().zip(rhs.iter().rev());
    pairs.all(|(lhs, rhs)| is_one(lhs, rhs) || lhs == "1" || rhs == "1")
}

/// Axes of size 1 for the side with fewer axes, or two axes exchanged.
fn other_order(lhs: &[String], rhs: &[String]) -> Option<String> {
    let sides = [(rhs, lhs, "right"), (lhs, rhs, "left")];
    let inserted = sides.into_iter().find_map(|(of, other, side)| {
        let (rank, missing) = (of.len(), other.len().checked_sub(of.len())?);
        let fits = |sizes: &[String]| broadcast(sizes, other);
        let one = (1..=rank).filter(|_| missing > 0).find_map(|end| {
            let mut sizes = of.to_vec();
            sizes.insert(rank + 1 - end, "1".to_owned());
            fits(&sizes).then(|| format!("the {side} side fits after `insert_axis::<-{end}>()`"))
        });
        one.or_else(|| {
            let mut sizes = of.to_vec();
            sizes.extend(["1".to_owned(), "1".to_owned()]);
            let fits = missing > 1 && rank > 0 && fits(&sizes);
            fits.then(|| {
                let shape = sizes.join(", ");
                format!("the {side} side fits after `insert_axis::<-1>()` twice: `[{shape}]`")
            })
        })
    });
    inserted.or_else(|| {
        sides.into_iter().find_map(|(of, other, side)| {
            let rank = of.len();
            // The last axes first.
            let pairs = (0..rank).flat_map(|one| (one + 1..rank).map(move |two| (one, two)));
            let pairs: Vec<(usize, usize)> = pairs.collect();
            pairs.into_iter().rev().find_map(|(one, two)| {
                let mut sizes = of.to_vec();
                sizes.swap(one, two);
                broadcast(&sizes, other).then(|| match (rank - one, rank - two) {
                    (2, 1) => format!("the {side} side fits after `transpose()`"),
                    (a, b) => format!("the {side} side fits after `swap_axes::<-{b}, -{a}>()`"),
                })
            })
        })
    })
}

/// `(h d)` with `h = H`, of an axis of `H * D`.
fn both_sizes(before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?;
    let bound = children.iter().find_map(|child| {
        let note = rewrite_with(child["message"].as_str()?, evidence);
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

/// The axis of size 1 that a value has too many.
fn without_axis(expected: &[String], found: &[String]) -> Option<String> {
    let rank = found.len();
    // The last axis first.
    let mut axes = (1..=rank).filter(|axis| found[rank - axis] == "1");
    axes.find_map(|axis| {
        let mut sizes = found.to_vec();
        sizes.remove(rank - axis);
        (sizes == expected)
            .then(|| format!("`remove_axis::<-{axis}>()` takes the axis of size 1 away"))
    })
}

/// What is to be done with a value whose axes are those that are expected, in another order. Of values that are to be
/// alike, `is_one_of_many`, another may be the one.
pub fn of_mismatch(expected: &str, found: &str, is_one_of_many: bool) -> Option<String> {
    let (expected, found) = (sizes(expected)?, sizes(found)?);
    let rank = expected.len();
    if rank != found.len() {
        return without_axis(&expected, &found);
    }
    let differ: Vec<usize> = (0..rank).filter(|&at| expected[at] != found[at]).collect();
    let [one, two] = differ[..] else {
        return None;
    };
    let is_exchanged = expected[one] == found[two] && expected[two] == found[one];
    is_exchanged.then(|| {
        let exchanges = match (rank - one, rank - two) {
            (2, 1) => "`transpose()` exchanges the last two".to_owned(),
            (a, b) => format!("`swap_axes::<-{b}, -{a}>()` exchanges them"),
        };
        let of = if is_one_of_many {
            ", of one of the tensors"
        } else {
            ""
        };
        format!("are the axes in the right order? {exchanges}{of}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shape: &str) -> Vec<String> {
        sizes(shape).expect("a shape")
    }

    #[test]
    fn an_order_in_which_shapes_fit_is_found() {
        let told = |lhs, rhs| other_order(&of(lhs), &of(rhs));
        assert_eq!(
            told("[B, N, M]", "[M, N]").as_deref(),
            Some("the right side fits after `transpose()`")
        );
        assert_eq!(
            told("[B, N, M]", "[B, N]").as_deref(),
            Some("the right side fits after `insert_axis::<-1>()`")
        );
        assert_eq!(
            told("[B, C, H, W]", "[C]").as_deref(),
            Some("the right side fits after `insert_axis::<-1>()` twice: `[C, 1, 1]`")
        );
        assert_eq!(told("[N]", "[M]"), None);
        assert_eq!(
            told("[T, H, D]", "[H, T, D]").as_deref(),
            Some("the right side fits after `swap_axes::<-2, -3>()`")
        );
        assert_eq!(told("[A, B]", "[C, D]"), None);
        // Nothing is known of two sizes that only the program knows.
        assert_eq!(told("[_, M]", "[M, _]"), None);
    }

    #[test]
    fn the_side_that_fits_after_a_transpose_is_named() {
        let place = Place::of(
            &serde_json::json!({"spans": [{"is_primary": true, "text": [{
                "text": "gain.matmul(&seen)", "highlight_start": 13, "highlight_end": 18
            }]}]}),
        );
        let told = |lhs, rhs| transpose(&place, &of(lhs), &of(rhs));
        let (left, right) = (
            Some("did you mean `gain.transpose()`?"),
            Some("did you mean `seen.transpose()`?"),
        );
        assert_eq!(told("[M, N]", "[M]").as_deref(), left);
        assert_eq!(told("[N]", "[M, N]").as_deref(), right);
        assert_eq!(told("[T, D]", "[S, D]").as_deref(), right);
        assert_eq!(told("[T, D]", "[T, S]").as_deref(), left);
        assert_eq!(told("[N]", "[M]"), None);
        assert_eq!(told("[M, N]", "[K]"), None);
    }

    #[test]
    fn matrices_that_are_multiplied_by_elements_are_seen() {
        let told = |operator: &str, lhs, rhs| {
            let place = Place::of(
                &serde_json::json!({"spans": [{"is_primary": true, "text": [{
                    "text": format!("x {operator} y"), "highlight_start": 3, "highlight_end": 4
                }]}]}),
            );
            matrices(&place, &of(lhs), &of(rhs))
        };
        let fits = Some("as matrices they fit: `matmul` multiplies them");
        assert_eq!(told("*", "[R, N]", "[N, 1]").as_deref(), fits);
        assert_eq!(told("*", "[N]", "[N, 2]").as_deref(), fits);
        assert_eq!(told("+", "[R, N]", "[N, 1]"), None);
        assert_eq!(told("*", "[R, N]", "[N]"), None);
        assert_eq!(told("*", "[R, _]", "[_, 1]"), None);
    }

    #[test]
    fn factors_in_another_order_are_seen() {
        let has = |axis: &str, made: &str| {
            has_exchanged_factors(&format!(
                "cannot tell whether the parts make the axis: the axis is `{axis}`, and they make `{made}`"
            ))
        };
        assert!(has("H * D", "D * H"));
        assert!(has("A * B * C", "C * A * B"));
        assert!(!has("H * D", "H * E"));
        assert!(!has("H * D", "D * H * D"));
    }

    #[test]
    fn a_batch_in_the_place_of_channels_is_seen() {
        let is =
            |shapes: &str| is_exchanged(&format!("cannot tell whether they broadcast: {shapes}"));
        assert!(is("`[C, B, 3, 3]` and `[B, C, H, W]`"));
        assert!(!is("`[B, C, 3, 3]` and `[B, C, H, W]`"));
        assert!(!is("`[C, C, 3, 3]` and `[C, C, H, W]`"));
        assert!(!is("`[_, _, 3, 3]` and `[_, _, H, W]`"));
        assert!(!is("`[C, B]` and `[B, C]`"));
        assert!(!is("`[C, 3, 3]`"));
    }

    #[test]
    fn two_axes_exchanged_are_told() {
        assert_eq!(
            of_mismatch("[B, T, E]", "[B, E, T]", false).as_deref(),
            Some("are the axes in the right order? `transpose()` exchanges the last two")
        );
        assert_eq!(
            of_mismatch("[B, H, T, D]", "[B, T, H, D]", false).as_deref(),
            Some("are the axes in the right order? `swap_axes::<-2, -3>()` exchanges them")
        );
        assert_eq!(
            of_mismatch("[B, T, E]", "[B, E, T]", true).as_deref(),
            Some(
                "are the axes in the right order? `transpose()` exchanges the last two, of one of the tensors"
            )
        );
        assert_eq!(of_mismatch("[B, T]", "[B, E]", false), None);
        assert_eq!(
            of_mismatch("[B, 10]", "[B, 1, 10]", false).as_deref(),
            Some("`remove_axis::<-2>()` takes the axis of size 1 away")
        );
        assert_eq!(of_mismatch("[B, 10]", "[B, 1, 5]", false), None);
        assert_eq!(of_mismatch("[B, 1, 10]", "[B, 10]", false), None);
    }
}
