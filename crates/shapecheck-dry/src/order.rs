//! In which order axes were merged to one, followed from operation to operation.
//!
//! ```text
//! reshape [Batch, Seq, 64] -> [Batch * Seq, 64]     Batch * Seq is [Batch, Seq]
//! sum [4, Batch * Seq, 64] -> [1, Batch * Seq, 64]  and it still is
//! ```
//!
//! An axis is known by the memory that it is of and by its size in each run, so that views, transposes and other axes, which
//! are cut or summed, do not matter. Where one size of one memory was merged in two orders, it is unknown which one is
//! meant.

use std::collections::{HashMap, VecDeque};

use crate::finding::{Finding, Kind, count, of_row};
use crate::fit::Fitter;
use crate::{Line, Operation, Report, Row, bracketed};

/// A size in each run.
pub(crate) type Size = Vec<usize>;

/// The most parts of an axis whose orders are compared.
const MOST: usize = 8;

/// Operations that put the rows of an axis in another order.
const MOVES_ROWS: [&str; 7] = [
    "scatter",
    "index_add",
    "assign",
    "sort",
    "flip",
    "roll",
    "topk",
];

/// Operations whose operands do not go side by side along an axis of the same size.
const NOT_BESIDE: [&str; 5] = ["conv", "cat", "select", "embedding", "linear"];

/// How an axis was merged, and the line that did it.
#[derive(Clone)]
struct Merged {
    order: Vec<Size>,
    line: Option<Line>,
}

impl Merged {
    /// `[Seq, Batch], merged at src/model.rs:12:9,` beside other words.
    fn told(&self, order: &str) -> String {
        match self.line.as_ref().and_then(Line::text) {
            Some(line) => format!("{order}, merged at {line},"),
            None => order.to_owned(),
        }
    }
}

/// What is known of each memory.
pub(crate) struct Orders<'a> {
    known: HashMap<(u64, Size), Option<Merged>>,
    /// Orders already reported to differ: operands that meet later meet for the same reason.
    told: Vec<[Vec<Size>; 2]>,
    fitter: Fitter<'a>,
}

/// The shape of one operand or result, by axes, and the number of its memory.
struct Seen {
    memory: u64,
    axes: Vec<Size>,
}

impl<'a> Orders<'a> {
    pub(crate) fn new(report: &'a Report) -> Self {
        let sizes = report.good().map(|run| &*run.sizes).collect();
        Self {
            known: HashMap::new(),
            told: Vec::new(),
            fitter: Fitter::new(&report.names, sizes),
        }
    }

    /// Follows one operation, and says what it finds.
    pub(crate) fn follow(&mut self, row: &Row) -> Option<Finding> {
        let operation = row.operation();
        // Where the recorder knows no memory, nobody knows what goes where.
        let result = operation.results().first()?.id;
        let inputs: Vec<Seen> = (0..row.inputs.len())
            .map(|at| {
                let axes = axes(row, |operation| operation.inputs.get(at))?;
                let memory = operation.operands().get(at)?.id;
                Some(Seen { memory, axes })
            })
            .collect::<Option<_>>()?;
        let axes = axes(row, |operation| operation.outputs.first())?;
        let output = Seen {
            memory: result,
            axes,
        };
        if MOVES_ROWS.iter().any(|word| row.is(word)) {
            return None;
        }
        match &inputs[..] {
            [input] if row.is("reshape") || row.is("copy") => {
                let runs = row.of_runs.len();
                match count_of(&input.axes, runs) == count_of(&output.axes, runs) {
                    true => return self.reshaped(row, input, &output),
                    false => self.joined(row, input, &output),
                }
            }
            [input, ..] if row.is("cat") || row.is("repeat") => {
                self.joined(row, input, &output);
            }
            [of, chosen, ..] if row.is("select") || row.is("gather") => {
                let found = self.meets(row, &inputs, &output);
                // The results of a lookup stand as its indices do.
                let ordered = |axis: &Size| match chosen.axes.contains(axis) {
                    true => self.order(chosen, axis),
                    false => self.order(of, axis),
                };
                let new: Vec<_> = output.axes.iter().map(ordered).collect();
                self.set_all(&output, new);
                return found;
            }
            _ => {
                let found = self.meets(row, &inputs, &output);
                self.kept(&without_summed(row, inputs), &output);
                return found;
            }
        }
        None
    }

    fn order(&self, of: &Seen, axis: &Size) -> Option<Merged> {
        let known = self.known.get(&(of.memory, axis.clone()));
        known.cloned().flatten()
    }

    fn set_all(&mut self, of: &Seen, orders: Vec<Option<Merged>>) {
        for (axis, order) in of.axes.iter().zip(orders) {
            if let Some(order) = order {
                self.set(of, axis, order);
            }
        }
    }

    fn set(&mut self, of: &Seen, axis: &Size, merged: Merged) {
        let parts = merged.order.len();
        // What never moves is a choice of the configuration.
        if !(2..=MOST).contains(&parts) || is_number(axis) {
            return;
        }
        let key = (of.memory, axis.clone());
        let new = match self.known.get(&key) {
            None => Some(merged),
            Some(old) => old.as_ref().and_then(|old| both(old, &merged)),
        };
        self.known.insert(key, new);
    }

    /// Axes that an operand has as its result does. Where the result has two of one size, nobody knows which one is which.
    fn kept(&mut self, inputs: &[Seen], output: &Seen) {
        for axis in output
            .axes
            .iter()
            .filter(|axis| is_once(&output.axes, axis))
        {
            let has = inputs.iter().filter(|input| input.axes.contains(axis));
            let orders: Vec<_> = has.filter_map(|input| self.order(input, axis)).collect();
            let mut orders = orders.into_iter().map(Some);
            let one = orders.next().flatten();
            let one = orders.fold(one, |lhs, rhs| both(&lhs?, &rhs?));
            if let Some(order) = one {
                self.set(output, axis, order);
            }
        }
    }

    /// A reshape, or a copy that is one.
    fn reshaped(&mut self, row: &Row, input: &Seen, output: &Seen) -> Option<Finding> {
        let mut parts = VecDeque::new();
        let mut found = None;
        let mut before = Vec::new();
        for (at, axis) in input.axes.iter().enumerate() {
            let order = self.order(input, axis);
            if let Some(was) = order.as_ref().filter(|_| is_once(&input.axes, axis)) {
                let front = count_of(&input.axes[..at], axis.len());
                let is = || split(&front, axis, &was.order, &output.axes);
                found = found.or_else(|| Some((was.clone(), is()?)));
            }
            match order {
                Some(order) => {
                    parts.extend(order.order.iter().cloned());
                    before.push(order);
                }
                None => parts.push_back(axis.clone()),
            }
        }
        // An axis that is merged as it was before was merged there.
        let merged = merged(parts, &output.axes).into_iter().map(|order| {
            let known = before.iter().find(|known| known.order == order);
            let line = match known {
                Some(known) => known.line.clone(),
                None => row.operation().line.clone(),
            };
            Some(Merged { order, line })
        });
        let merged = merged.collect();
        // Elements that lie in no order that anybody meant have none.
        if found.is_none() {
            self.set_all(output, merged);
        }
        let (was, is) = found?;
        self.told.push([was.order.clone(), is.clone()]);
        let [of_was, is] = [&was.order, &is].map(|order| self.text(order));
        let was = was.told(&of_was);
        let was = was.trim_end_matches(',');
        let text = format!("a reshape makes {is} of what was {was} before it was one axis: {row}");
        Some(of_row(row, Kind::Moved, text))
    }

    /// Operands of one shape that are put one after the other: an axis of the result is their number and that axis of each.
    /// candle copies each of them to its place.
    fn joined(&mut self, row: &Row, input: &Seen, output: &Seen) {
        self.kept(std::slice::from_ref(input), output);
        let are_alike = row.of_runs.iter().all(|run| {
            let shapes = &run.inputs;
            shapes.iter().all(|shape| *shape == shapes[0])
        });
        if !are_alike {
            return;
        }
        let runs = row.of_runs.len();
        let counts = count_of(&output.axes, runs).zip(count_of(&input.axes, runs));
        let Some(parts) = counts.and_then(|(all, each)| divided(&all, &each)) else {
            return;
        };
        // The shape of `copy2d` is that of a matrix: what is before the axis, and what is in it and after it.
        let is_along = |at: &usize| match row.is("copy2d") {
            true => {
                count_of(&output.axes[..*at], runs).as_ref() == input.axes.first()
                    && output.axes[*at] != one(row)
            }
            false => input.axes.get(*at) != output.axes.get(*at),
        };
        let mut along = (0..output.axes.len()).filter(is_along);
        let (Some(at), other) = (along.next(), along.next()) else {
            return;
        };
        let is_one_axis = other.is_none() && input.axes.len() == output.axes.len();
        let Some(each) = divided(&output.axes[at], &parts) else {
            return;
        };
        if !row.is("copy2d") && !is_one_axis {
            return;
        }
        let of_each = self.order(input, &each).map(|merged| merged.order);
        let order = [vec![parts], of_each.unwrap_or_else(|| vec![each])].concat();
        let order: Vec<Size> = order.into_iter().filter(|part| *part != one(row)).collect();
        let line = row.operation().line.clone();
        self.set(output, &output.axes[at], Merged { order, line });
    }

    /// Operands that go side by side along an axis which each of them has merged in another order.
    fn meets(&mut self, row: &Row, inputs: &[Seen], output: &Seen) -> Option<Finding> {
        let is_gather = row.is("gather");
        if NOT_BESIDE.iter().any(|word| row.is(word)) || inputs.len() < 2 {
            return None;
        }
        // For a product, what stands before its matrices.
        let behind = match row.is("matmul") || row.is("attention") {
            true => 2,
            false => 0,
        };
        let from_end = |seen: &Seen, at: usize| {
            let place = seen.axes.len().checked_sub(at + 1)?;
            Some((place, seen.axes[place].clone()))
        };
        for at in behind..output.axes.len() {
            let orders = inputs.iter().filter_map(|input| {
                let (place, axis) = from_end(input, at)?;
                Some((place, self.order(input, &axis)?, axis, input))
            });
            let orders: Vec<_> = orders.collect();
            let Some(((place, lhs, axis, one), rest)) = orders.split_first() else {
                continue;
            };
            let mut rest = rest.iter().filter(|other| other.2 == *axis);
            let Some(other) = rest.find(|other| is_permuted(&lhs.order, &other.1.order)) else {
                continue;
            };
            // The axis that a gather goes along may be in any order, and is one of those that differ.
            let differs = |at: &usize| *at != *place && one.axes.get(*at) != other.3.axes.get(*at);
            if is_gather && !(0..one.axes.len()).any(|at| differs(&at)) {
                continue;
            }
            let pair = [lhs.order.clone(), other.1.order.clone()];
            let swapped = [other.1.order.clone(), lhs.order.clone()];
            if self.told.contains(&pair) || self.told.contains(&swapped) {
                return None;
            }
            self.told.push(pair.clone());
            let [of_lhs, of_rhs] = pair.map(|order| self.text(&order));
            let (lhs, rhs) = (lhs.told(&of_lhs), other.1.told(&of_rhs));
            let rhs = rhs.trim_end_matches(',');
            let name = &row.operation().name;
            let text = format!("{name} meets {lhs} with {rhs}, each merged to one axis: {row}");
            return Some(of_row(row, Kind::Moved, text));
        }
        None
    }

    fn text(&mut self, order: &[Size]) -> String {
        let sizes = order.iter().map(|size| self.fitter.size(size.clone()));
        bracketed(&sizes.collect::<Vec<_>>())
    }
}

/// The operands of a product without the axes that it sums.
fn without_summed(row: &Row, mut inputs: Vec<Seen>) -> Vec<Seen> {
    if row.is("matmul") {
        for (input, from_end) in inputs.iter_mut().zip([1, 2]) {
            if let Some(place) = input.axes.len().checked_sub(from_end) {
                input.axes.remove(place);
            }
        }
    }
    inputs
}

fn is_once(axes: &[Size], axis: &Size) -> bool {
    axes.iter().filter(|other| *other == axis).count() == 1
}

/// A size of 1.
fn one(row: &Row) -> Size {
    vec![1; row.of_runs.len()]
}

/// The axes of a shape, if all runs have as many.
fn axes(row: &Row, shape: impl Fn(&Operation) -> Option<&Vec<usize>>) -> Option<Vec<Size>> {
    let shapes = row.of_runs.iter().map(|run| shape(run));
    let shapes: Vec<&Vec<usize>> = shapes.collect::<Option<_>>()?;
    let axes = shapes[0].len();
    let is_same = shapes.iter().all(|shape| shape.len() == axes);
    let axis = |axis: usize| shapes.iter().map(|shape| shape[axis]).collect();
    is_same.then(|| (0..axes).map(axis).collect())
}

/// How many elements these axes have in each of some runs.
pub(crate) fn count_of(axes: &[Size], runs: usize) -> Option<Size> {
    let of_run = |run: usize| count(&axes.iter().map(|axis| axis[run]).collect::<Vec<_>>());
    (0..runs).map(of_run).collect()
}

/// One size by another, if nothing remains in any run.
fn divided(size: &[usize], by: &[usize]) -> Option<Size> {
    let part = |(size, by): (&usize, &usize)| {
        let rest = size.checked_rem(*by)?;
        (rest == 0).then(|| size / by)
    };
    size.iter().zip(by).map(part).collect()
}

pub(crate) fn is_number(size: &Size) -> bool {
    size.iter().all(|other| *other == size[0])
}

/// The order that both have, the finer one. `None` if they are two.
fn both(lhs: &Merged, rhs: &Merged) -> Option<Merged> {
    let (fine, rough) = match lhs.order.len() >= rhs.order.len() {
        true => (lhs, rhs),
        false => (rhs, lhs),
    };
    is_within(&fine.order, &rough.order).then(|| fine.clone())
}

/// Whether each of these sizes is some of the parts, one after the other.
fn is_within(parts: &[Size], sizes: &[Size]) -> bool {
    blocks(parts, sizes, &mut Vec::new(), &|taken, next| {
        next == taken.len()
    })
    .is_some()
}

/// Whether the sizes are made of the parts in another order, which moves one that has a name.
fn is_permuted(parts: &[Size], sizes: &[Size]) -> bool {
    if is_within(parts, sizes) || is_within(sizes, parts) || sizes.len().max(parts.len()) > MOST {
        return false;
    }
    let in_any = |parts: &[Size], sizes: &[Size]| {
        let order = blocks(parts, sizes, &mut Vec::new(), &|_, _| true);
        let order = order.unwrap_or_default();
        let mut moved = order.iter().enumerate();
        moved.any(|(at, &size)| at != size && !is_number(&sizes[size]))
    };
    in_any(parts, sizes) || in_any(sizes, parts)
}

/// The sizes in the order in which the parts make them, each of some parts that stand side by side.
fn blocks(
    parts: &[Size],
    sizes: &[Size],
    taken: &mut Vec<usize>,
    may_take: &dyn Fn(&[usize], usize) -> bool,
) -> Option<Vec<usize>> {
    if taken.len() == sizes.len() {
        return parts.is_empty().then(|| taken.clone());
    }
    for next in 0..sizes.len() {
        if taken.contains(&next) || !may_take(taken, next) {
            continue;
        }
        for end in 1..=parts.len() {
            if count_of(&parts[..end], sizes[next].len()).as_ref() == Some(&sizes[next]) {
                taken.push(next);
                let found = blocks(&parts[end..], sizes, taken, may_take);
                taken.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// How an axis is split, if that is in another order than it was merged in.
fn split(front: &Option<Size>, axis: &Size, order: &[Size], output: &[Size]) -> Option<Vec<Size>> {
    let is_front = |start: &usize| *front == count_of(&output[..*start], axis.len());
    let start = (0..output.len()).find(is_front)?;
    let is_all = |end: &usize| count_of(&output[start..*end], axis.len()).as_ref() == Some(axis);
    let end = (start + 1..=output.len()).find(is_all)?;
    let is_one = |size: &&Size| size.iter().all(|&size| size == 1);
    let sizes: Vec<Size> = output[start..end]
        .iter()
        .filter(|size| !is_one(size))
        .cloned()
        .collect();
    (sizes.len() > 1 && is_permuted(order, &sizes)).then_some(sizes)
}

/// The parts of each axis of a reshape's result. Where an axis ends within none of the parts that come, nothing is known of it,
/// nor of those after it.
fn merged(mut parts: VecDeque<Size>, output: &[Size]) -> Vec<Vec<Size>> {
    let mut found = vec![Vec::new(); output.len()];
    for (axis, found) in output.iter().zip(&mut found) {
        match taken(&mut parts, axis) {
            Some(taken) => *found = taken,
            None => break,
        }
    }
    found
}

/// The parts from the front on that are together this size.
fn taken(parts: &mut VecDeque<Size>, size: &Size) -> Option<Vec<Size>> {
    let is_one = |size: &Size| size.iter().all(|&size| size == 1);
    let (mut rest, mut found) = (size.clone(), Vec::new());
    while !is_one(&rest) {
        let part = parts.pop_front()?;
        if is_one(&part) {
            continue;
        }
        if let Some(left) = divided(&rest, &part) {
            rest = left;
            found.push(part);
        } else {
            parts.push_front(divided(&part, &rest)?);
            found.push(rest.clone());
            rest.fill(1);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::is_permuted;

    #[test]
    fn orders_of_the_same_parts() {
        let (batch, rows, columns) = (vec![3, 5, 8], vec![11, 13, 18], vec![19, 22, 29]);
        let both: Vec<usize> = rows.iter().zip(&columns).map(|(a, b)| a * b).collect();
        let parts = [batch.clone(), rows.clone(), columns.clone()];
        assert!(is_permuted(&parts, &[batch.clone(), columns, rows]));
        assert!(is_permuted(&parts, &[both.clone(), batch.clone()]));
        assert!(!is_permuted(&parts, &[batch.clone(), both]));
        let [three, four] = [3, 4].map(|number| vec![number; 3]);
        assert!(is_permuted(
            &[three.clone(), batch.clone()],
            &[batch.clone(), three.clone()]
        ));
        // A choice of the configuration.
        assert!(!is_permuted(
            &[batch.clone(), three.clone(), four.clone()],
            &[batch, four, three]
        ));
    }
}
