//! Sizes that are tried besides the given ones: where several windows explain what was seen, and beyond the end of a table.
//!
//! ```text
//! 3, 4, 5 where Height is 11, 13, 18    (Height + 3) / 4, or (Height - 1) / 3: with 29 they differ
//! ```

use std::collections::{BTreeSet, HashSet};

use crate::align::has_window;
use crate::elements::View;
use crate::fit::{Chain, Window, signed};
use crate::{Line, Operation, Run, fit};

/// The most further sizes of a name that tell windows apart.
const MOST: usize = 4;

/// How far further sizes are from the largest one, twice: all windows end somewhere within that.
const LARGEST_DIVISOR: usize = 64;

/// The largest size that is tried beyond a table.
const LARGEST: usize = 1 << 16;

/// A size with which the model fails, because it is beyond the end of a table.
pub(crate) struct Beyond {
    /// The place of its name.
    pub(crate) name: usize,
    pub(crate) size: usize,
    pub(crate) text: String,
    pub(crate) line: Option<Line>,
}

/// Adds runs of further sizes, and returns what fails beyond the end of a table.
pub(crate) fn run<E>(
    runs: &mut Vec<Run>,
    mut run: impl FnMut(Vec<usize>) -> Result<Run, E>,
) -> Result<Vec<Beyond>, E> {
    let mut beyond = Vec::new();
    let Some(base) = runs.first().map(|first| first.sizes.clone()) else {
        return Ok(beyond);
    };
    for name in 0..base.len() {
        let with = |size: usize| {
            let mut sizes = base.clone();
            sizes[name] = size;
            sizes
        };
        for _ in 0..MOST {
            let Some(size) = telling(&Alone::of(runs, name)) else {
                break;
            };
            let new = run(with(size))?;
            // Another way of the model says nothing of this one.
            if !is_like(&runs[0], &new) {
                break;
            }
            runs.push(new);
        }
        if let Some(size) = Alone::of(runs, name).end() {
            let new = run(with(size + 1))?;
            if let Err(text) = &new.record.result {
                beyond.push(Beyond {
                    name,
                    size: size + 1,
                    text: text.lines().next().unwrap_or("").to_owned(),
                    line: new.record.failed_at.clone(),
                });
            }
        }
    }
    Ok(beyond)
}

/// Whether both runs succeed with the same operations.
fn is_like(lhs: &Run, rhs: &Run) -> bool {
    let (lhs, rhs) = (&lhs.record, &rhs.record);
    let is_same = |lhs: &Operation, rhs: &Operation| {
        let axes = |of: &Operation| of.shapes().map(Vec::len).collect::<Vec<_>>();
        lhs.name == rhs.name && axes(lhs) == axes(rhs)
    };
    let mut both = lhs.operations.iter().zip(&rhs.operations);
    lhs.result.is_ok()
        && rhs.result.is_ok()
        && lhs.operations.len() == rhs.operations.len()
        && both.all(|(lhs, rhs)| is_same(lhs, rhs))
}

/// The runs in which no other name moves, and the sizes of the one that does.
struct Alone<'a> {
    runs: Vec<&'a Run>,
    sizes: Vec<usize>,
}

impl<'a> Alone<'a> {
    fn of(runs: &'a [Run], name: usize) -> Self {
        let first = &runs[0];
        let is_alone = |run: &&Run| {
            let mut sizes = run.sizes.iter().zip(&first.sizes).enumerate();
            sizes.all(|(place, (size, base))| place == name || size == base) && is_like(first, run)
        };
        let runs: Vec<&Run> = runs.iter().filter(is_alone).collect();
        let sizes = runs.iter().map(|run| run.sizes[name]).collect();
        Self { runs, sizes }
    }

    fn largest(&self) -> usize {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// The operation at a place in each run.
    fn operations(&self, place: usize) -> Vec<&'a Operation> {
        let of_runs = self.runs.iter();
        of_runs.map(|run| &*run.record.operations[place]).collect()
    }

    fn count(&self) -> usize {
        self.runs
            .first()
            .map_or(0, |run| run.record.operations.len())
    }

    /// The largest size for which a table that is cut or looked up has rows, beyond those that were tried.
    fn end(&self) -> Option<usize> {
        if self.sizes.iter().all(|size| *size == self.sizes[0]) {
            return None;
        }
        let ends = (0..self.count()).flat_map(|place| {
            let operations = self.operations(place);
            let operands = 0..operations[0].inputs.len();
            let cut = operands.flat_map(|at| self.cut(&operations, at));
            cut.chain(self.looked_up(&operations)).collect::<Vec<_>>()
        });
        ends.filter(|&end| end >= self.largest() && end < LARGEST)
            .min()
    }

    /// How many rows there are along each axis of an operand that is cut to the size.
    fn cut(&self, operations: &[&Operation], at: usize) -> Vec<usize> {
        let views = operations.iter().map(|operation| View::of(operation, at));
        let Some(views) = views.collect::<Option<Vec<View>>>() else {
            return Vec::new();
        };
        let is_table = operations
            .iter()
            .all(|operation| operation.memory[at].can_be_weights)
            && views.iter().all(|view| view.elements == views[0].elements);
        let is_cut = |&axis: &usize| {
            let mut both = views.iter().zip(&self.sizes);
            let whole = views[0].whole(axis);
            both.all(|(view, size)| view.shape.get(axis) == Some(size) && view.whole(axis) == whole)
        };
        let axes = (0..views[0].shape.len())
            .filter(|_| is_table)
            .filter(is_cut);
        axes.filter_map(|axis| views[0].whole(axis)).collect()
    }

    /// The size at which the last of known indices is the last row of what is looked up.
    fn looked_up(&self, operations: &[&Operation]) -> Option<usize> {
        let lookups = operations
            .iter()
            .zip(&self.sizes)
            .map(|(operation, &size)| {
                let lookup = operation.lookup.as_ref()?;
                let last = *lookup.indices.as_ref()?.iter().max()?;
                let rows = operation.inputs[0].get(lookup.axis).copied()?;
                Some((rows, signed(last).checked_sub(signed(size))?))
            });
        let lookups: Vec<(usize, i64)> = lookups.collect::<Option<_>>()?;
        let (rows, more) = lookups[0];
        let is_same = lookups.iter().all(|lookup| *lookup == lookups[0]);
        let end = signed(rows) - 1 - more;
        usize::try_from(end).ok().filter(|_| is_same)
    }
}

/// A size for which expressions differ that explain all sizes so far.
fn telling(alone: &Alone<'_>) -> Option<usize> {
    let distinct: BTreeSet<usize> = alone.sizes.iter().copied().collect();
    if distinct.len() < 2 {
        return None;
    }
    let open = alone.open();
    // How many expressions differ from the one that would be taken.
    let told = |size: usize| -> usize {
        let each = open.iter().map(|all| {
            let taken = all[0].of(size);
            all.iter().filter(|other| other.of(size) != taken).count()
        });
        each.sum()
    };
    let from = alone.largest() + 1;
    let all = (from..=from + 2 * LARGEST_DIVISOR).map(|size| (told(size), size));
    let best = all.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(told, _)| *told > 0).map(|(_, size)| size)
}

impl Alone<'_> {
    /// The windows that explain a size, for each size that several of them explain.
    fn open(&self) -> Vec<Vec<Window>> {
        let mut chain = Chain::default();
        chain.add(self.sizes.clone(), 0, Window::ALL);
        let mut seen = HashSet::new();
        let mut open = Vec::new();
        let is_one = |values: &[usize]| values.iter().all(|value| *value == values[0]);
        for place in 0..self.count() {
            let operations = self.operations(place);
            let values = |at: usize, axis: usize| {
                let of_runs = operations.iter();
                let sizes = of_runs.map(|run| run.shapes().nth(at)?.get(axis).copied());
                sizes.collect::<Option<Vec<usize>>>()
            };
            let inputs = operations[0].inputs.len();
            for (at, shape) in operations[0].shapes().enumerate() {
                for axis in 0..shape.len() {
                    let Some(own) = values(at, axis) else {
                        continue;
                    };
                    let of = values(0, axis).filter(|_| at == inputs);
                    let of = of.filter(|of| has_window(&operations[0].name) && !is_one(of));
                    // A window may have given one number by accident.
                    let is_new = !is_one(&own) || of.is_some();
                    if !is_new || chain.has(&own) || !seen.insert(own.clone()) {
                        continue;
                    }
                    if !is_one(&own) && self.is_exact(&own) {
                        continue;
                    }
                    let all = match of.and_then(|of| Some((chain.get(&of)?.1, of))) {
                        Some((before, of)) => fit::windows_after(before, &own, &of),
                        None => fit::windows(&own, &self.sizes),
                    };
                    if let Some(first) = all.first() {
                        chain.add(own, 0, *first);
                    }
                    if all.len() > 1 {
                        open.push(all);
                    }
                }
            }
        }
        open
    }

    /// Whether an expression explains the values that rounds nothing.
    fn is_exact(&self, values: &[usize]) -> bool {
        let sizes: Vec<[usize; 1]> = self.sizes.iter().map(|&size| [size]).collect();
        let sizes: Vec<&[usize]> = sizes.iter().map(<[usize; 1]>::as_slice).collect();
        fit::exact(values, &["x".to_owned()], &sizes).is_some()
    }
}
