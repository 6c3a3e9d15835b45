//! Axes in another order: where whole shapes are known, whether a transpose, two axes exchanged or an axis of size 1
//! makes them fit. Then that is what to do, and not one parameter for two sizes.
//!
//! Shapes fit in more ways than anyone means: `[1, 5]` and `[6, 1]` make a table of sums. So one side alone is changed, and
//! the result has to have the shape of the other, or be a product of matrices.

use serde_json::Value;

use super::children::{labels, name_of, remove_notes, required, texts, without_path};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::{is_of_path, is_of_word};
use super::{declared, follows, strides};
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
        Some((relation, lhs, rhs)) => joined_elsewhere(&place, before, evidence)
            .or_else(|| hint(&place, before, relation, &lhs, &rhs))
            .or_else(|| other_axes(&lhs, &rhs).filter(|_| relation == "Broadcast")),
        None => both_sizes(before, evidence).or_else(|| into_target(&place, before, evidence)),
    };
    let bound = strides::bound(before, evidence);
    if bound.is_some() {
        // What is said of strides of 2 and of whole shapes.
        remove_notes(diagnostic, changes, |note| {
            let starts = [
                "in generic code ",
                "for other sizes the bound is on the whole shape",
            ];
            starts.iter().any(|start| note.starts_with(start))
        });
    }
    let told = told
        .or(bound)
        .or_else(|| kernel(before, evidence))
        .or_else(|| bias_of_images(before, evidence))
        .or_else(|| channels_last(&place, before, evidence));
    // Where they fit in another order, no bound is to make two sizes one.
    let is_of_order =
        operands(before, evidence).is_some_and(|(relation, lhs, rhs)| match relation {
            "MatrixProduct" => !fitting(&lhs, &rhs).is_empty(),
            "Broadcast" => ways(&lhs, &rhs) + ways(&rhs, &lhs) > 0,
            _ => false,
        });
    if is_of_order {
        remove_notes(diagnostic, changes, |note| {
            let starts = [vocabulary::ABOUT_PARAMETERS, vocabulary::ABOUT_NUMBERS];
            starts.iter().any(|start| note.starts_with(start))
        });
    }
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

/// What makes two operands fit that do not.
fn hint(
    place: &Place,
    before: &Value,
    relation: &str,
    lhs: &[String],
    rhs: &[String],
) -> Option<String> {
    let sides = operands_of(place, before);
    let (wanted, operands) = (result(place, before), shapes_of(&sides, lhs, rhs));
    let goes_on = |shape: &[String]| {
        wanted.as_ref().is_none_or(|wanted| wanted == shape)
            && !follows::refuses(before, shape, &operands)
    };
    let order = || match relation {
        "MatrixProduct" => transpose(place, &sides, lhs, rhs, wanted.is_some(), goes_on),
        "Linear" => flattened_batch(place, before, lhs, rhs)
            .or_else(|| rows_for_columns(place, lhs, rhs))
            .or_else(|| factors_apart(place, lhs, rhs)),
        "Broadcast" => exchanged(place, lhs, rhs)
            .or_else(|| product_of_operand(place, before, lhs, rhs))
            .or_else(|| matrices(place, lhs, rhs))
            .or_else(|| {
                // Where a product is larger than meant, so is all that fits it.
                let is_one = !is_product(place, lhs, rhs)
                    && !place.line.contains("broadcast_map!")
                    && !is_beside_product(place, &sides);
                is_one.then(|| other_order(lhs, rhs, goes_on))?
            }),
        _ => None,
    };
    let (of_left, of_right) = match (relation, lhs.last(), rhs) {
        ("MatrixProduct", Some(columns), [.., rows, _] | [rows]) => {
            (vec![(1, rows)], vec![(rhs.len().min(2), columns)])
        }
        ("Linear", Some(numbers), [.., takes]) => (vec![(1, takes)], vec![(1, numbers)]),
        _ => (clashes(lhs, rhs), clashes(rhs, lhs)),
    };
    let mut cuts = [(lhs, of_left), (rhs, of_right)].into_iter().zip(&sides);
    let is_whole = !cuts.any(|((shape, clashes), side)| {
        side.as_ref()
            .is_some_and(|side| side.is_cut(shape, &clashes))
    });
    let without = || without_transpose(&sides, relation, lhs, rhs, goes_on);
    let told = is_whole.then(|| without().or_else(order)).flatten();
    told.or_else(|| match relation {
        "Linear" => one_less(last(lhs), last(rhs), false).filter(|_| rhs.len() == 2),
        "Concat" => one_less(lhs, rhs, false),
        "EndsIn" => weights_of_last(lhs, rhs),
        "MaskFor" => mask_of_keys(lhs, rhs),
        "Broadcast" => odd_signal(place, before, lhs, rhs).or_else(|| one_less(lhs, rhs, true)),
        _ => None,
    })
}

/// An operand as it is written, without its `&`, and what it is bound to if it is a variable.
struct Operand {
    code: String,
    bound: Option<String>,
}

const TRANSPOSED: &str = ".transpose()";

impl Operand {
    fn of(code: &str, before: &Value) -> Option<Self> {
        let code = code.trim_matches([' ', '&']).to_owned();
        let bound = Some(&code).filter(|code| is_name(code));
        let bound = bound.and_then(|name| declared::bound(before, name));
        (!code.is_empty()).then_some(Self { code, bound })
    }

    /// A name or a field.
    fn name(&self) -> Option<&str> {
        Some(self.code.as_str()).filter(|code| is_name(code))
    }

    /// Whether it is a part of another tensor, along an axis that may be the wrong one: one of those that clash, or one whose
    /// size is asked for at those. Each axis that clashes has its number, and the size that would fit.
    fn is_cut(&self, shape: &[String], clashes: &[(usize, &String)]) -> bool {
        const CUTS: [&str; 7] = [
            ".along::<-",
            ".narrow::<-",
            ".narrow_at::<-",
            ".narrow_with::<-",
            ".slice_axis::<-",
            // The axis of these is not known.
            ".index_axis",
            ".slice(",
        ];
        let code = [Some(&self.code), self.bound.as_ref()];
        let calls = code
            .into_iter()
            .flatten()
            .flat_map(|code| CUTS.map(|call| (code, call)));
        let mut cuts = calls.flat_map(|(code, call)| code.split(call).skip(1));
        cuts.any(|rest| {
            let axis = rest.split(['>', ',']).next().unwrap_or("");
            let Ok(axis) = axis.parse::<usize>() else {
                return true;
            };
            let size = shape.len().checked_sub(axis).and_then(|at| shape.get(at));
            let is_it = |(at, fits): &(usize, &String)| *at == axis || size == Some(*fits);
            clashes.iter().any(is_it)
        })
    }

    /// What is said of it where it fits without a transpose that is written.
    fn without_transpose(&self) -> Option<String> {
        if let Some(of) = self.code.strip_suffix(TRANSPOSED) {
            return Some(format!("`{of}` fits without `transpose()`"));
        }
        let of = self.bound.as_deref()?.strip_suffix(TRANSPOSED)?;
        if of == self.code {
            return Some(format!(
                "`{of}` fits without `transpose()`, where it is bound"
            ));
        }
        Some(format!(
            "`{of}` fits, of which `{}` is the transpose",
            self.code
        ))
    }
}

/// The axes at which two shapes differ, each with the size of the other.
fn clashes<'a>(of: &[String], other: &'a [String]) -> Vec<(usize, &'a String)> {
    let pairs = of.iter().rev().zip(other.iter().rev()).zip(1..);
    let apart = pairs.filter(|((one, other), _)| one != other);
    apart.map(|((_, other), axis)| (axis, other)).collect()
}

/// Whether some code, or what is bound to the variable that it is, is a part along an axis that may be the wrong one.
pub fn is_cut(code: &str, expected: &str, found: &str, before: &Value) -> bool {
    let of = Operand::of(code, before).zip(sizes(expected).zip(sizes(found)));
    of.is_some_and(|(of, (expected, found))| {
        expected.len() == found.len() && of.is_cut(&found, &clashes(&found, &expected))
    })
}

/// The operands of the operator that is marked, or of the method that is, or whose argument is.
fn operands_of(place: &Place, before: &Value) -> [Option<Operand>; 2] {
    let (front, behind) = place.sides();
    let marked = place.marked();
    let is_operator = !marked.is_empty() && marked.chars().all(|c| "+-*/%&|^=".contains(c));
    let (front, behind) = match front.trim_end_matches('&').strip_suffix('(') {
        _ if is_operator => (front.trim_end(), behind),
        Some(call) if call.ends_with(is_of_word) => {
            let end = call.trim_end_matches(is_of_word);
            (end.strip_suffix('.').unwrap_or(""), marked)
        }
        _ => match (front.strip_suffix('.'), behind.strip_prefix('(')) {
            (Some(front), Some(behind)) => (front, behind),
            _ => ("", ""),
        },
    };
    let (left, right) = (last_operand(front), first_operand(behind));
    // An operand of an operator that binds as closely, or closer, is one of that.
    let in_front = front[..front.len() - left.len()].trim_end_matches([' ', '&']);
    let (_, behind) = behind.split_at(behind.find(right).unwrap_or(0) + right.len());
    let is_sum = marked.starts_with(['+', '-']);
    let is_part = is_operator
        && (in_front.ends_with(['*', '/', '%']) || is_sum && in_front.ends_with(['+', '-']));
    let is_factor = is_operator && is_sum && behind.trim_start().starts_with(['*', '/', '%']);
    [(left, is_part), (right, is_factor)]
        .map(|(code, is_part)| Operand::of(code, before).filter(|_| !is_part))
}

/// The operand at the end of some code.
fn last_operand(code: &str) -> &str {
    let mut depth = 0;
    let start = code.char_indices().rev().find(|&(at, c)| {
        let is_arrow = c == '>' && code[..at].ends_with(['-', '=']);
        depth += i32::from(")]>".contains(c) && !is_arrow) - i32::from("([<".contains(c));
        depth < 0 || depth == 0 && " =,;{&!".contains(c)
    });
    &code[start.map_or(0, |(at, c)| at + c.len_utf8())..]
}

/// The operand at the beginning of some code.
fn first_operand(code: &str) -> &str {
    let code = code.trim_start_matches([' ', '&']);
    let mut depth = 0;
    let end = code.char_indices().find(|&(_, c)| {
        depth += i32::from("([<".contains(c)) - i32::from(")]>".contains(c));
        depth < 0 || depth == 0 && " ,;}".contains(c)
    });
    &code[..end.map_or(code.len(), |(at, _)| at)]
}

/// Two operands that fit without a transpose that is written at one of them.
fn without_transpose(
    sides: &[Option<Operand>; 2],
    relation: &str,
    lhs: &[String],
    rhs: &[String],
    is_wanted: impl Fn(&[String]) -> bool,
) -> Option<String> {
    let fits = |lhs: &[String], rhs: &[String]| match relation {
        "MatrixProduct" => product_of(lhs, rhs).is_some_and(|shape| is_wanted(&shape)),
        "Broadcast" => {
            broadcast_to(lhs, rhs) && is_wanted(rhs) || broadcast_to(rhs, lhs) && is_wanted(lhs)
        }
        "Linear" => rhs.len() == 2 && last(lhs).first() == rhs.last(),
        "Convolve" => {
            let channels = lhs.len().checked_sub(rhs.len().saturating_sub(1));
            let channels = channels.and_then(|at| lhs.get(at));
            channels
                .zip(rhs.get(1))
                .is_some_and(|(one, other)| is_one(one, other))
        }
        _ => false,
    };
    let told = |at: usize| {
        let of = sides[at].as_ref()?.without_transpose()?;
        let fits = match at {
            0 => fits(&transposed(lhs)?, rhs),
            _ => fits(lhs, &transposed(rhs)?),
        };
        fits.then_some(of)
    };
    match (told(0), told(1)) {
        (Some(told), None) | (None, Some(told)) => Some(told),
        _ => None,
    }
}

/// The variables that are operands, or whose transposes are, with their shapes.
fn shapes_of<'a>(
    sides: &'a [Option<Operand>; 2],
    lhs: &[String],
    rhs: &[String],
) -> Vec<(&'a str, Vec<String>)> {
    let of = |(side, shape): (&'a Option<Operand>, &[String])| {
        let code = &side.as_ref()?.code;
        match code.strip_suffix(TRANSPOSED) {
            Some(of) => Some((of, transposed(shape)?)),
            None => Some((code.as_str(), shape.to_vec())),
        }
    };
    sides.iter().zip([lhs, rhs]).filter_map(of).collect()
}

/// A shape whose last two axes are exchanged.
fn transposed(shape: &[String]) -> Option<Vec<String>> {
    match shape {
        [lead @ .., one, two] => Some([lead, &[two.clone(), one.clone()]].concat()),
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

/// `q.matmul(&k)`, where the keys have as many numbers as the queries: what fits, and has the shape that is wanted.
fn transpose(
    place: &Place,
    sides: &[Option<Operand>; 2],
    lhs: &[String],
    rhs: &[String],
    is_declared: bool,
    goes_on: impl Fn(&[String]) -> bool,
) -> Option<String> {
    let [left, right] = sides
        .each_ref()
        .map(|side| side.as_ref().and_then(Operand::name));
    let after = |name: Option<&str>, sign: &str, side: &str| match name {
        Some(name) => format!("did you mean `{sign}{name}.transpose()`?"),
        None => format!("the {side} side fits after `transpose()`"),
    };
    let mut turns = fitting(lhs, rhs);
    turns.retain(|(_, shape)| goes_on(shape));
    // One may be a batch of vectors.
    let may_be_vectors =
        lhs.len().min(rhs.len()) == 2 && lhs.len() != rhs.len() && lhs.first() == rhs.first();
    if !is_declared && may_be_vectors {
        return None;
    }
    match &turns[..] {
        [(Turn::Right, _)] => Some(after(right, "&", "right")),
        [(Turn::Left, _)] => Some(after(left, "", "left")),
        [(Turn::Both, _)] => Some(format!(
            "the other way round they fit, `{}.matmul(&{})`",
            right?, left?
        )),
        [] => None,
        // None of several is the one.
        several => {
            let (left, right) = (left?, right?);
            let sign = match place.marked() == right {
                true => "",
                false => "&",
            };
            let told = several.iter().map(|(turn, shape)| {
                let code = match turn {
                    Turn::Left => format!("{left}.transpose().matmul({sign}{right})"),
                    Turn::Right => format!("{left}.matmul(&{right}.transpose())"),
                    Turn::Both => format!("{right}.matmul(&{left})"),
                };
                format!("`{code}` is `[{}]`", shape.join(", "))
            });
            Some(Vec::from_iter(told).join(", and "))
        }
    }
}

/// What makes two matrices fit: one of them transposed, or both the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Left,
    Right,
    Both,
}

/// All of these that make two shapes fit, with their products. A vector has the same product the other way round.
fn fitting(lhs: &[String], rhs: &[String]) -> Vec<(Turn, Vec<String>)> {
    let product = |turn: Turn| {
        let shape = match turn {
            Turn::Left => product_of(&transposed(lhs)?, rhs),
            Turn::Right => product_of(lhs, &transposed(rhs)?),
            Turn::Both if lhs.len() > 1 && rhs.len() > 1 => product_of(rhs, lhs),
            Turn::Both => None,
        };
        Some((turn, shape?))
    };
    let turns = [Turn::Left, Turn::Right, Turn::Both];
    turns.into_iter().filter_map(product).collect()
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
    let [queries, _] = operands_of(place, before);
    let axes = declared::sizes(before, queries?.name()?)?.len();
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

/// Whether shapes have a product of matrices for sure. A vector on the left is a row, one on the right a column.
fn multiply(lhs: &[String], rhs: &[String]) -> bool {
    let (rows, columns) = match (lhs, rhs) {
        ([.., columns], [.., rows, _] | [rows]) => (rows, columns),
        _ => return false,
    };
    let [left, right] = [lhs, rhs].map(|shape| shape[..shape.len().saturating_sub(2)].iter().rev());
    // Whether two batches of run-time size are equal is another question.
    let any = |size: &str| size == "1" || size == "_";
    let mut batches = left.zip(right);
    is_one(columns, rows) && batches.all(|(lhs, rhs)| lhs == rhs || any(lhs) || any(rhs))
}

/// The product of two shapes that have one for sure.
fn product_of(lhs: &[String], rhs: &[String]) -> Option<Vec<String>> {
    if !multiply(lhs, rhs) {
        return None;
    }
    let [left, right] = [lhs, rhs].map(|shape| &shape[..shape.len().saturating_sub(2)]);
    let (long, short) = match left.len() < right.len() {
        true => (right, left),
        false => (left, right),
    };
    let mut shape = long.to_vec();
    for (size, other) in shape.iter_mut().rev().zip(short.iter().rev()) {
        if size == "1" {
            other.clone_into(size);
        }
    }
    shape.extend(lhs.iter().rev().nth(1).cloned());
    shape.extend(rhs.last().filter(|_| rhs.len() > 1).cloned());
    Some(shape)
}

/// `x.linear(&weights)`, where the weights have a column for each number of the output.
fn rows_for_columns(place: &Place, input: &[String], weights: &[String]) -> Option<String> {
    let ([.., numbers], [rows, _]) = (input, weights) else {
        return None;
    };
    let call = ["linear", "linear_with_bias"].iter().find_map(|name| {
        let at = place.split_near(&format!(".{name}("))?.0.len() + 1;
        let call = Place {
            line: place.line,
            marked: (at, at + name.len()),
        };
        let value = call.receiver()?;
        match call.lists()[1][..] {
            [weights] => Some(format!("{value}.matmul({weights})")),
            [weights, bias] => Some(format!("{value}.matmul({weights}) + {bias}")),
            _ => None,
        }
    });
    // The inputs of two layers in one line may be exchanged.
    if place.line.matches(".linear(").count() > 1 {
        return None;
    }
    let call = call.as_deref().unwrap_or("x.matmul(&weights)");
    is_one(numbers, rows).then(|| format!("weights `[I, O]` multiply the input: `{call}`"))
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

/// `x.flatten().linear(&weights)`, where the batch is flattened, too.
fn flattened_batch(
    place: &Place,
    before: &Value,
    input: &[String],
    weights: &[String],
) -> Option<String> {
    let (value, _) = place.split_near(".flatten().linear")?;
    let value = &value[value.rfind(|c| !is_of_path(c)).map_or(0, |at| at + 1)..];
    let [size] = input else {
        return None;
    };
    let sizes = declared::sizes(before, value)
        .unwrap_or_else(|| size.split(" * ").map(str::to_owned).collect());
    let (_, sizes) = sizes.split_first()?;
    (sizes.len() > 1 && makes(sizes, weights.last()?)).then(|| {
        format!(
            "`flatten()` joins all axes, that of the batch, too: `{value}.flatten_from::<-{}>()`",
            sizes.len()
        )
    })
}

/// Whether the product of these sizes is this many.
fn makes(sizes: &[String], count: &str) -> bool {
    let numbers = sizes.iter().map(|size| size.parse::<u64>().ok());
    let product = numbers.collect::<Option<Vec<_>>>();
    let product = product.and_then(|all| all.into_iter().try_fold(1, u64::checked_mul));
    product.map_or_else(|| sizes.join(" * "), |product| product.to_string()) == count
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

/// `mixed.linear(&weights)` of `[Batch, Heads, Seq, Head]` where the layer takes `Heads * Head` numbers, and of images whose axes are
/// not flattened.
fn factors_apart(place: &Place, input: &[String], weights: &[String]) -> Option<String> {
    let takes = weights.last().filter(|_| weights.len() == 2)?;
    let value = place.operands(".linear").0.unwrap_or("x");
    let rank = input.len();
    let mut merged = (2..=rank).filter(|last| makes(&input[rank - last..], takes));
    if place.line.contains(".merge_axes::<-2>().linear") && takes.contains(" * ") {
        let factor = |product: &str| product.rsplit(" * ").next().map(str::to_owned);
        let is_of_head = input
            .last()
            .is_some_and(|last| last.contains(" * ") && factor(last) == factor(takes));
        return is_of_head.then(|| {
            "the axis in front of the last is another one: `swap_axes::<-2, -3>()` in front of `merge_axes::<-2>()` brings the heads there".to_owned()
        });
    }
    let form = match (merged.next(), input) {
        // With an axis of size 1 and without.
        (Some(_), _) if merged.next().is_some() => return None,
        (Some(last), _) => format!("flatten_from::<-{last}>()"),
        (None, [.., first, _, last]) if makes(&[first.clone(), last.clone()], takes) => {
            "swap_axes::<-2, -3>().merge_axes::<-2>()".to_owned()
        }
        _ => return None,
    };
    Some(format!("`{value}.{form}` has that many"))
}

/// `kernels.conv2d(&images, ..) + &bias`: the channels of the bias stand where a batch is expected.
fn exchanged(place: &Place, lhs: &[String], rhs: &[String]) -> Option<String> {
    let is_convolution = ["conv1d", "conv2d", "conv3d"]
        .iter()
        .any(|name| place.line.contains(&format!(".{name}(")));
    // The channels of the kernels have become the axis before the channels.
    (is_convolution && lhs.len() == rhs.len() + 1 && is_one(lhs.first()?, rhs.first()?))
        .then(|| EXCHANGED.to_owned())
}

/// `kernels.conv2d_with_bias(&images, &bias, ..)`: the bias has as many numbers as the result has batches.
fn bias_of_images(before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (bias, channels, output) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (bias, bound) = required(&note)?;
        let bound = without_path(bound).strip_prefix("BiasFor<-")?;
        let (axis, output) = bound.strip_suffix('>')?.split_once(", ")?;
        Some((sizes(bias)?, axis.parse::<usize>().ok()?, sizes(output)?))
    })?;
    let is_it = output.len() == channels + 1 && channels > 1 && bias == output[..1];
    is_it.then(|| EXCHANGED.to_owned())
}

/// What to ask where a convolution has an axis of its kernels instead of one of its input.
pub const EXCHANGED: &str = "are kernels and input exchanged? it is `images.conv2d(&kernels, ..)`";

/// Whether the shapes of a headline, `[C, B, 3, 3]` and `[B, C, H, W]`, have their first two axes exchanged: a
/// convolution of kernels by images has the channels of its output where the batch belongs.
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

/// `x * &weights`, where they fit as matrices.
fn is_product(place: &Place, lhs: &[String], rhs: &[String]) -> bool {
    place.marked() == "*" && rhs.len() > 1 && multiply(lhs, rhs)
}

/// The same, where they fit as nothing else.
fn matrices(place: &Place, lhs: &[String], rhs: &[String]) -> Option<String> {
    let is_alone = ways(lhs, rhs) + ways(rhs, lhs) == 0;
    (is_alone && is_product(place, lhs, rhs))
        .then(|| "as matrices they fit: `matmul` multiplies them".to_owned())
}

/// `seen - observe * state`, where `observe * state` has the shape of the matrix, and the product of matrices that of the other
/// side.
fn product_of_operand(
    place: &Place,
    before: &Value,
    lhs: &[String],
    rhs: &[String],
) -> Option<String> {
    let (front, behind) = place.sides();
    let start = front.rfind(|c| "=({,;".contains(c)).map_or(0, |at| at + 1);
    let end = behind.find(|c| "+-,;".contains(c)).unwrap_or(behind.len());
    let sides = [(&front[start..], lhs, rhs), (&behind[..end], rhs, lhs)];
    sides.into_iter().find_map(|(code, of, other)| {
        let code = code.trim().trim_start_matches('&');
        let code = match code.contains('(') {
            true => code,
            false => code.trim_end_matches(')'),
        };
        let inside = code.strip_prefix('(').and_then(|code| code.split_once(')'));
        let code = inside.map_or(code, |(code, _)| code);
        let bound = || declared::bound(before, code.trim_start_matches('&'));
        (of.len() == other.len() + 1)
            .then(|| matrix_product(code, other, before))?
            .or_else(|| matrix_product(&bound()?, other, before))
    })
}

/// Whether `*` of two tensors made an operand, in the same statement or where a variable is bound.
fn is_beside_product(place: &Place, sides: &[Option<Operand>; 2]) -> bool {
    let (front, behind) = place.sides();
    let front = &front[front.rfind(['=', '{', ';']).map_or(0, |at| at + 1)..];
    let bound = sides
        .iter()
        .flatten()
        .filter_map(|side| side.bound.as_deref());
    let mut codes = [front, behind].into_iter().chain(bound);
    codes.any(|code| {
        let statement = code.split([';', '}']).next().unwrap_or("");
        let factors = statement.split(" * ");
        let mut factors = factors.clone().zip(factors.skip(1));
        factors.any(|(one, other)| {
            let factors = [last_operand(one), first_operand(other)];
            // A number leaves the shape as it is.
            factors.iter().all(|factor| factor.parse::<f64>().is_err())
        })
    })
}

/// Whether code is a name or a field, lent or not.
pub fn is_name(code: &str) -> bool {
    let name = code.trim_start_matches('&');
    name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(is_of_path)
}

/// Whether code is a name or a field, or `x.transpose()` of one.
pub fn is_operand(code: &str) -> bool {
    is_name(code.trim_end_matches(".transpose()"))
}

/// The product of matrices that `a * &b` is not, if that fits, and has the shape that is wanted. `before` is the message
/// with all its places.
pub fn matrix_product(code: &str, wanted: &[String], before: &Value) -> Option<String> {
    let (left, right) = code.trim().split_once(" * ")?;
    let [left, right] = [left, right].map(|side| side.trim_start_matches('&'));
    let shape = |code: &str| match code.strip_suffix(TRANSPOSED) {
        Some(of) if is_name(of) => transposed(&declared::sizes(before, of)?),
        None if is_name(code) => declared::sizes(before, code),
        _ => None,
    };
    let (lhs, rhs) = (shape(left)?, shape(right)?);
    let (rows, columns) = (lhs.split_last()?.1, rhs.get(1..)?);
    (lhs.len() == 2 && rhs.len() < 3 && multiply(&lhs, &rhs) && [rows, columns].concat() == wanted)
        .then(|| {
            format!(
                "`*` multiplies element by element; the product of matrices is `{left}.matmul(&{right})`"
            )
        })
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

/// The sizes of what the function around an operator gives, or of the variable with a type that its result is bound to, where that
/// is the result of the operator.
fn result(place: &Place, before: &Value) -> Option<Vec<String>> {
    let (front, behind) = place.sides();
    match front.rsplit(';').next()?.split_once("let ") {
        Some((_, bound)) => {
            let name = bound
                .trim_start_matches("mut ")
                .split(|c| !is_of_word(c))
                .next()?;
            declared::sizes(before, name)
        }
        None if behind.contains(';') => None,
        None => declared::sizes_of_result(before),
    }
}

/// Axes of size 1 for the side with fewer axes, or two axes exchanged, where there is one way alone to the shape of the
/// other side, if that is wanted.
fn other_order(
    lhs: &[String],
    rhs: &[String],
    is_wanted: impl Fn(&[String]) -> bool,
) -> Option<String> {
    let [left, right] = [(lhs, rhs), (rhs, lhs)].map(|(of, other)| {
        (ways(of, other) == 1 && is_wanted(other))
            .then(|| with_axes(of, other).or_else(|| swapped(of, other)))
            .flatten()
    });
    match (left, right) {
        (Some(call), None) => Some(format!("the left side fits after {call}")),
        (None, Some(call)) => Some(format!("the right side fits after {call}")),
        // None of two is the one.
        _ => None,
    }
}

/// In how many ways the axes of a shape go to axes of the same sizes of another. Axes of size 1 go anywhere.
fn ways(of: &[String], other: &[String]) -> usize {
    match of.split_first() {
        None => 1,
        Some((size, rest)) if size == "1" => ways(rest, other),
        Some((size, rest)) => {
            let places = (0..other.len()).filter(|&at| is_one(size, &other[at]));
            let ways = places.map(|at| ways(rest, &[&other[..at], &other[at + 1..]].concat()));
            ways.sum()
        }
    }
}

/// The axes of size 1 beside each other with which a shape broadcasts to another, nearer to the last axis.
fn with_axes(of: &[String], other: &[String]) -> Option<String> {
    let (rank, missing) = (of.len(), other.len().checked_sub(of.len())?);
    (1..=missing.min(2)).find_map(|count| {
        (1..=rank).find_map(|end| {
            let mut sizes = of.to_vec();
            let at = rank + 1 - end;
            sizes.splice(at..at, vec!["1".to_owned(); count]);
            let times = match count {
                1 => String::new(),
                _ => format!(" twice: `[{}]`", sizes.join(", ")),
            };
            broadcast_to(&sizes, other).then(|| format!("`insert_axis::<-{end}>()`{times}"))
        })
    })
}

/// The two axes of a shape with which it broadcasts to another where they are exchanged, the last ones first.
fn swapped(of: &[String], other: &[String]) -> Option<String> {
    let rank = of.len();
    let pairs = (0..rank).flat_map(|one| (one + 1..rank).map(move |two| (one, two)));
    Vec::from_iter(pairs)
        .into_iter()
        .rev()
        .find_map(|(one, two)| {
            let mut sizes = of.to_vec();
            sizes.swap(one, two);
            broadcast_to(&sizes, other).then(|| match (rank - one, rank - two) {
                (2, 1) => "`transpose()`".to_owned(),
                (a, b) => format!("`swap_axes::<-{b}, -{a}>()`"),
            })
        })
}

/// `x.along::<-1>().concat(&y)` of shapes that differ at another axis alone, along which they can be joined.
fn joined_elsewhere(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (lhs, rhs, along) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (of, bound) = required(&note)?;
        let bound = without_path(bound)
            .strip_prefix("Concat<")?
            .strip_suffix('>')?;
        let (other, along) = bound.rsplit_once(", ")?;
        Some((sizes(of)?, sizes(other)?, along.to_owned()))
    })?;
    let pairs = lhs.iter().rev().zip(rhs.iter().rev()).zip(1..);
    let mut apart = pairs.filter(|((left, right), _)| !is_one(left, right));
    let ((left, right), axis) = apart.next().filter(|_| lhs.len() == rhs.len())?;
    let sum = match (left.parse::<u64>(), right.parse::<u64>()) {
        (Ok(left), Ok(right)) => left.checked_add(right)?.to_string(),
        _ => format!("{left} + {right}"),
    };
    let mut joined = lhs.clone();
    joined[lhs.len() - axis] = sum;
    let is_only = apart.next().is_none()
        && place.line.contains(&format!("along::<{along}>"))
        && result(place, before)? == joined;
    is_only.then(|| {
        format!("this joins along axis {along}; they fit along another, `along::<-{axis}>()`")
    })
}

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

/// `total += mean`, where the right side has an axis of size 1 in front that the target does not have.
fn into_target(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (source, target) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (of, bound) = required(&note)?;
        let target = without_path(bound)
            .strip_prefix("BroadcastTo<")?
            .strip_suffix('>')?;
        Some((sizes(of)?, sizes(target)?))
    })?;
    let [_, right] = operands_of(place, before);
    if let ([rows, columns], [one, other]) = (&target[..], &source[..])
        && is_one(rows, other)
        && is_one(columns, one)
        && !right
            .as_ref()
            .is_some_and(|right| right.is_cut(&source, &clashes(&source, &target)))
    {
        let without = right.and_then(|right| right.without_transpose());
        return Some(
            without.unwrap_or_else(|| "the right side fits after `transpose()`".to_owned()),
        );
    }
    without_axis(&target, &source).or_else(|| {
        let (lead, rest) = source.split_at_checked(source.len().checked_sub(target.len())?)?;
        let axes = (target.len() + 1..=source.len()).map(|axis| format!("-{axis}"));
        let axes = Vec::from_iter(axes.rev()).join(", ");
        let fits = rest == target && lead.iter().all(|size| size == "1");
        fits.then(|| format!("`remove_axes::<axes![{axes}]>()` takes the axes of size 1 away"))
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

/// The axis of size 1 that a value has too few.
fn with_axis(expected: &[String], found: &[String]) -> Option<String> {
    let rank = expected.len();
    let mut axes = (1..=rank).filter(|axis| expected[rank - axis] == "1");
    axes.find_map(|axis| {
        let mut sizes = expected.to_vec();
        sizes.remove(rank - axis);
        (sizes == found).then(|| format!("`insert_axis::<-{axis}>()` adds the axis of size 1"))
    })
}

/// What to do with a value whose axes are the expected ones, in another order. If several values should be
/// alike, `is_one_of_many`, another may be the one.
pub fn of_mismatch(expected: &str, found: &str, is_one_of_many: bool) -> Option<String> {
    let (expected, found) = (sizes(expected)?, sizes(found)?);
    let rank = expected.len();
    if rank != found.len() {
        return without_axis(&expected, &found).or_else(|| with_axis(&expected, &found));
    }
    let differ: Vec<usize> = (0..rank).filter(|&at| expected[at] != found[at]).collect();
    // Another axis of one of these sizes may be meant.
    let is_once = |at: usize| found.iter().filter(|size| **size == found[at]).count() == 1;
    let (one, two) = match differ[..] {
        [one, two]
            if expected[one] == found[two]
                && expected[two] == found[one]
                && is_once(one)
                && is_once(two) =>
        {
            (one, two)
        }
        _ => return one_less(&expected, &found, false),
    };
    let exchanges = match (rank - one, rank - two) {
        (2, 1) => "`transpose()` exchanges the last two".to_owned(),
        (a, b) => format!("`swap_axes::<-{b}, -{a}>()` exchanges them"),
    };
    let of = if is_one_of_many {
        ", of one of the tensors"
    } else {
        ""
    };
    Some(format!("are the axes in the right order? {exchanges}{of}"))
}

#[cfg(test)]
mod tests {
    use shapecheck::algebra::{linear_shape, matrix_product_shape};
    use shapecheck::broadcast::broadcast_shapes;

    use super::*;

    fn of(shape: &str) -> Vec<String> {
        sizes(shape).expect("a shape")
    }

    #[test]
    fn an_order_in_which_shapes_fit_is_found() {
        let told = |lhs, rhs| other_order(&of(lhs), &of(rhs), |_| true);
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
        // Either side fits after its axes are exchanged.
        assert_eq!(told("[T, H, D]", "[H, T, D]"), None);
        let (one, other) = (of("[T, H, D]"), of("[H, T, D]"));
        assert_eq!(
            other_order(&one, &other, |shape| shape == one).as_deref(),
            Some("the right side fits after `swap_axes::<-2, -3>()`")
        );
        assert_eq!(
            other_order(&of("[N]"), &of("[N, M]"), |shape| shape == of("[N]")),
            None
        );
        // A transpose and an axis of size 1 would both fit.
        assert_eq!(told("[B, D]", "[B, D, B]"), None);
        assert_eq!(told("[A, B]", "[C, D]"), None);
        // Nothing is known of two run-time sizes.
        assert_eq!(told("[_, M]", "[M, _]"), None);
    }

    /// All shapes of one to three axes.
    fn shapes(sizes: &[usize]) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..3 {
            let longer = all[from..].iter().flat_map(|shape| {
                let longer = |size| [&shape[..], &[size]].concat();
                sizes.iter().map(move |size| longer(*size))
            });
            let longer: Vec<_> = longer.collect();
            from = all.len();
            all.extend(longer);
        }
        all.split_off(1)
    }

    /// The two shapes after what a hint says.
    fn applied(hint: &str, lhs: &[usize], rhs: &[usize]) -> [Vec<usize>; 2] {
        let mut sides = [lhs.to_vec(), rhs.to_vec()];
        if hint.contains(" is one less than ") {
            // What is one less grows, on either side.
            for side in 0..2 {
                let other = sides[1 - side].clone();
                let pairs = sides[side].iter_mut().rev().zip(other.iter().rev());
                for (size, of) in pairs.filter(|(size, of)| **size + 1 == **of) {
                    *size = *of;
                }
            }
            return sides;
        }
        let side = &mut sides[usize::from(!hint.starts_with("the left side"))];
        let (_, call) = hint.split_once(" side fits after `").expect(hint);
        let axes: Vec<usize> = call
            .split('-')
            .skip(1)
            .map(|axis| axis[..1].parse().unwrap())
            .collect();
        let rank = side.len();
        match (call.split([':', '(']).next().unwrap(), &axes[..]) {
            ("transpose", []) => side.swap(rank - 2, rank - 1),
            ("swap_axes", &[one, two]) => side.swap(rank - one, rank - two),
            ("insert_axis", &[axis]) => {
                let times = if call.contains("twice") { 2 } else { 1 };
                (0..times).for_each(|_| side.insert(side.len() + 1 - axis, 1));
            }
            _ => panic!("what is {hint}?"),
        }
        sides
    }

    /// In how many ways the axes of a shape go to those of another, found by trying all orders and axes of size 1.
    fn ways_by_trying(of: &[usize], other: &[usize]) -> usize {
        let axes = Vec::from_iter((0..of.len()).filter(|&axis| of[axis] != 1));
        let mut orders = vec![Vec::new()];
        for _ in other {
            orders = orders
                .iter()
                .flat_map(|order: &Vec<Option<usize>>| {
                    let longer = |axis| [&order[..], &[axis]].concat();
                    let free = axes.iter().filter(|axis| !order.contains(&Some(**axis)));
                    Vec::from_iter(
                        [longer(None)]
                            .into_iter()
                            .chain(free.map(|axis| longer(Some(*axis)))),
                    )
                })
                .collect();
        }
        orders.retain(|order| {
            let sizes = Vec::from_iter(order.iter().map(|axis| axis.map_or(1, |axis| of[axis])));
            let is_whole = axes.iter().all(|axis| order.contains(&Some(*axis)));
            is_whole && broadcast_shapes(&[&sizes, other]).is_ok_and(|shape| shape.dims() == other)
        });
        orders.len()
    }

    /// An input of a layer after its axes are merged as a hint says.
    fn merged(hint: &str, input: &[usize]) -> Vec<usize> {
        let mut sizes = input.to_vec();
        let rank = sizes.len();
        let last: usize = match hint.split_once("flatten_from::<-") {
            Some((_, last)) => last[..1].parse().unwrap(),
            None => {
                sizes.swap(rank - 3, rank - 2);
                2
            }
        };
        let merged = sizes.split_off(rank - last).iter().product();
        sizes.push(merged);
        sizes
    }

    /// By the library's own rules, whatever a hint says makes operands fit, and to the shape that one of them had.
    #[test]
    fn operands_fit_after_every_hint() {
        let place = |code| Place {
            line: code,
            marked: (4, 5),
        };
        let (sum, product) = (place("x() + y()"), place("x() * y()"));
        let texts = |shape: &[usize]| Vec::from_iter(shape.iter().map(usize::to_string));
        let mut kinds = std::collections::BTreeSet::new();
        let all = [shapes(&[1, 2, 3, 4]), shapes(&[1, 7, 8, 9])];
        let pairs = all.iter().flat_map(|all| {
            let of = move |lhs| all.iter().map(move |rhs: &Vec<usize>| (lhs, rhs));
            all.iter().flat_map(of)
        });
        for (lhs, rhs) in pairs {
            let hinted =
                |relation, place| hint(place, &Value::Null, relation, &texts(lhs), &texts(rhs));
            if broadcast_shapes(&[lhs, rhs]).is_err() {
                for place in [&sum, &product] {
                    let Some(hint) = hinted("Broadcast", place) else {
                        continue;
                    };
                    kinds.insert(hint.split(" side").last().unwrap().to_owned());
                    if hint.starts_with("as matrices they fit") {
                        assert!(
                            matrix_product_shape(lhs, rhs).is_ok(),
                            "{lhs:?} {rhs:?} {hint}"
                        );
                        continue;
                    }
                    if hint.contains(" side fits after ") {
                        let (of, other) = match hint.starts_with("the left side") {
                            true => (lhs, rhs),
                            false => (rhs, lhs),
                        };
                        assert_eq!(ways_by_trying(of, other), 1, "{lhs:?} {rhs:?} {hint}");
                    }
                    let [left, right] = applied(&hint, lhs, rhs);
                    let result = broadcast_shapes(&[&left, &right]);
                    let result = result.unwrap_or_else(|_| panic!("{lhs:?} {rhs:?} {hint}"));
                    assert!(
                        [lhs, rhs].contains(&&result.dims().to_vec()),
                        "{lhs:?} {rhs:?} {hint}"
                    );
                }
            }
            if matrix_product_shape(lhs, rhs).is_err()
                && let Some(hint) = hinted("MatrixProduct", &sum)
            {
                kinds.insert(format!("of matrices: {hint}"));
                let [left, right] = applied(&hint, lhs, rhs);
                assert!(
                    matrix_product_shape(&left, &right).is_ok(),
                    "{lhs:?} {rhs:?} {hint}"
                );
            }
            if linear_shape(lhs, rhs).is_err()
                && let Some(hint) = hinted("Linear", &sum)
            {
                match (hint.starts_with("weights "), hint.starts_with("`x.")) {
                    (true, _) => {
                        assert!(matrix_product_shape(lhs, rhs).is_ok(), "{lhs:?} {rhs:?}");
                    }
                    (_, true) => {
                        kinds.insert(hint.clone());
                        let merged = merged(&hint, lhs);
                        assert!(linear_shape(&merged, rhs).is_ok(), "{lhs:?} {rhs:?} {hint}");
                    }
                    _ => {
                        let (mut lhs, numbers) = (lhs.clone(), rhs[rhs.len() - 1]);
                        assert_eq!(lhs.pop().map(|it| it.abs_diff(numbers)), Some(1));
                        lhs.push(numbers);
                        assert!(linear_shape(&lhs, rhs).is_ok(), "{lhs:?} {rhs:?} {hint}");
                    }
                }
            }
        }
        // Every kind of hint was given.
        for kind in [
            "of matrices: the left side",
            "of matrices: the right side",
            "transpose()",
            "swap_axes",
            "insert_axis::<-2>()`",
            "twice",
            "one less",
            "as matrices",
            "flatten_from::<-2>",
            "merge_axes",
        ] {
            assert!(
                kinds.iter().any(|hint| hint.contains(kind)),
                "{kind}: {kinds:?}"
            );
        }
    }

    #[test]
    fn what_fits_and_is_not_meant_is_no_hint() {
        let told = |lhs, rhs| {
            other_order(&of(lhs), &of(rhs), |_| true).or_else(|| one_less(&of(lhs), &of(rhs), true))
        };
        // A table of sums.
        assert_eq!(told("[1, 5]", "[6]"), None);
        // Three channels and four.
        assert_eq!(told("[B, 3]", "[B, 4]"), None);
        let one_less = "31 is one less than 32: is padding missing, or does one range end too early, or the other too late?";
        assert_eq!(
            told("[_, 8, 31, 31]", "[_, 8, 32, 32]").as_deref(),
            Some(one_less)
        );
        assert_eq!(told("[B, 32]", "[31]").as_deref(), Some(one_less));
        assert_eq!(told("[B, 32, 31]", "[C, 31, 31]"), None);
    }

    #[test]
    fn the_side_that_fits_after_a_transpose_is_named() {
        let place = Place {
            line: "gain.matmul(&seen)",
            marked: (12, 17),
        };
        let sides = operands_of(&place, &Value::Null);
        let told = |lhs, rhs| transpose(&place, &sides, &of(lhs), &of(rhs), false, |_| true);
        let (left, right) = (
            Some("did you mean `gain.transpose()`?"),
            Some("did you mean `&seen.transpose()`?"),
        );
        assert_eq!(told("[M, N]", "[M]").as_deref(), left);
        assert_eq!(told("[N]", "[M, N]").as_deref(), right);
        assert_eq!(told("[T, D]", "[S, D]").as_deref(), right);
        assert_eq!(told("[T, D]", "[T, S]").as_deref(), left);
        assert_eq!(told("[N]", "[M]"), None);
        assert_eq!(told("[M, N]", "[K]"), None);
        assert_eq!(told("[B, T, D]", "[O, D]").as_deref(), right);
        // A vector for each part of the batch may be meant.
        assert_eq!(told("[B, T, D]", "[B, D]"), None);
    }

    #[test]
    fn matrices_that_are_multiplied_by_elements_are_seen() {
        let told = |operator: &str, lhs, rhs| {
            let line = &format!("x {operator} y");
            let place = Place {
                line,
                marked: (2, 3),
            };
            matrices(&place, &of(lhs), &of(rhs))
        };
        let fits = Some("as matrices they fit: `matmul` multiplies them");
        assert_eq!(told("*", "[R, N]", "[N, 2]").as_deref(), fits);
        assert_eq!(told("*", "[N, M]", "[M, K]").as_deref(), fits);
        // A transpose or an axis of size 1 would fit, too.
        assert_eq!(told("*", "[R, N]", "[N, 1]"), None);
        assert_eq!(told("*", "[N]", "[N, 2]"), None);
        assert_eq!(told("+", "[R, N]", "[N, 2]"), None);
        assert_eq!(told("*", "[R, N]", "[N]"), None);
        assert_eq!(told("*", "[R, _]", "[_, 2]"), None);
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
        assert_eq!(of_mismatch("[8, 31]", "[1, 32]", false), None);
        assert_eq!(
            of_mismatch("[B, 10]", "[B, 1, 10]", false).as_deref(),
            Some("`remove_axis::<-2>()` takes the axis of size 1 away")
        );
        assert_eq!(of_mismatch("[B, 10]", "[B, 1, 5]", false), None);
        assert_eq!(
            of_mismatch("[B, 1, 10]", "[B, 10]", false).as_deref(),
            Some("`insert_axis::<-2>()` adds the axis of size 1")
        );
    }
}
