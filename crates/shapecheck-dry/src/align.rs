//! The operations that all runs have, where some runs have others in between.

use std::collections::HashMap;
use std::sync::Arc;

use crate::finding::{Finding, Kind};
use crate::fit::{Fitter, exact};
use crate::plan::together;
use crate::{Operation, Row, Run};

/// Runs side by side.
#[derive(Default)]
pub(crate) struct Aligned<'a> {
    /// For each operation that all runs have, its place in the first run and that of each run.
    pub(crate) rows: Vec<(usize, Vec<&'a Arc<Operation>>)>,
    /// Where a run takes other operations than the first one.
    pub(crate) parted: Vec<Finding>,
}

impl<'a> Aligned<'a> {
    pub(crate) fn of(runs: &[&'a Run], names: &[String]) -> Self {
        Self::with(true, runs, names)
            .or_else(|| Self::with(false, runs, names))
            .unwrap_or_default()
    }

    /// That of steps, loops among them or not. `None` if an operation is repeated in some runs as no size explains.
    fn with(loops: bool, runs: &[&'a Run], names: &[String]) -> Option<Self> {
        let lengths = runs.iter().map(|run| run.record.operations.len());
        // One pass of a loop is not longer than what some run has more.
        let longest = match loops {
            true => lengths.clone().max()? - lengths.min()?,
            false => 0,
        };
        let mut known = HashMap::new();
        let each = runs.iter().map(|run| {
            let classes = run.record.operations.iter().map(|operation| {
                let new = known.len();
                *known.entry(class(operation, loops)).or_insert(new)
            });
            Steps::of(classes.collect(), longest, run)
        });
        let each: Vec<Steps<'_>> = each.collect();
        let (first, others) = each.split_first()?;
        // What each run has of the steps of the first one.
        let mut rows: Vec<Vec<Option<&Step<'_>>>> =
            first.steps.iter().map(|step| vec![Some(step)]).collect();
        let mut ways: Vec<Way> = Vec::new();
        for (own, run) in others.iter().zip(1..) {
            let pairs = common(&first.classes, &own.classes);
            rows.iter_mut().for_each(|row| row.push(None));
            for &(at, other) in &pairs {
                rows[at][run] = Some(&own.steps[other]);
            }
            let missing = LeftOut::of(&first.steps, pairs.iter().map(|pair| pair.0));
            let new = LeftOut::of(&own.steps, pairs.iter().map(|pair| pair.1));
            let way = Way {
                only_copies: missing.is_of_copies(&first.steps) && new.is_of_copies(&own.steps),
                missing,
                new,
                runs: vec![run],
            };
            match ways.iter_mut().find(|same| same.is_like(&way, &each)) {
                Some(same) => same.runs.push(run),
                None if way.missing.count + way.new.count > 0 => ways.push(way),
                None => {}
            }
        }
        let all = || {
            let rows = rows.iter();
            rows.filter_map(|row| row.iter().copied().collect::<Option<Vec<&Step<'_>>>>())
        };
        let sizes: Vec<&[usize]> = runs.iter().map(|run| &*run.sizes).collect();
        // As many shapes in all passes, for what joins the results of all passes too.
        let shapes = |step: &&Step<'_>| step.iter().map(|row| row.1.shapes().count()).sum();
        let is_explained = |row: Vec<&Step<'_>>| {
            exact(&row.iter().map(shapes).collect::<Vec<_>>(), names, &sizes).is_some()
        };
        if loops && !all().all(is_explained) {
            return None;
        }
        let is_plain = |run: usize| !ways.iter().any(|way| way.runs.contains(&run));
        let told: Vec<&Way> = ways
            .iter()
            .filter(|way| !way.is_of_copies(&rows, is_plain, &sizes, names))
            .collect();
        let parted = told.iter().map(|way| way.told(&rows, &each, runs, names));
        let parted = parted.collect();
        let passes = all().flat_map(|row| {
            let passes = row.iter().map(|step| step.len()).min().unwrap_or(0);
            (0..passes).map(move |pass| {
                let of_runs = row.iter().map(|step| step[pass].1);
                (row[0][pass].0, of_runs.collect())
            })
        });
        let mut rows: Vec<(usize, Vec<&Arc<Operation>>)> = passes.collect();
        rows.sort_by_key(|row| row.0);
        Some(Self { rows, parted })
    }
}

/// An operation with its place, or one of a loop in each pass.
type Step<'a> = Vec<(usize, &'a Arc<Operation>)>;

/// What a run does, the operations of a loop once.
struct Steps<'a> {
    classes: Vec<usize>,
    steps: Vec<Step<'a>>,
}

impl<'a> Steps<'a> {
    fn of(mut classes: Vec<usize>, longest: usize, run: &'a Run) -> Self {
        let operations = run.record.operations.iter().enumerate();
        let mut steps: Vec<Step<'_>> = operations.map(|row| vec![row]).collect();
        // Short loops first, which may be in others.
        for length in 1..=longest {
            let mut at = 0;
            while at + 2 * length <= classes.len() {
                let (once, again) = (at..at + length, at + length..at + 2 * length);
                if classes[at] == classes[at + length]
                    && classes[once.clone()] == classes[again.clone()]
                {
                    classes.drain(again.clone());
                    let again: Vec<Step<'_>> = steps.drain(again).collect();
                    let once = steps[once].iter_mut().zip(again);
                    once.for_each(|(once, again)| once.extend(again));
                } else {
                    at += 1;
                }
            }
        }
        Self { classes, steps }
    }
}

/// The steps that none of these is, and of how many operations they are.
struct LeftOut {
    count: usize,
    steps: Vec<usize>,
}

impl LeftOut {
    fn of(steps: &[Step<'_>], places: impl Iterator<Item = usize>) -> Self {
        let mut places = places.peekable();
        let others = (0..steps.len()).filter(|&step| places.next_if_eq(&step).is_none());
        let others: Vec<usize> = others.collect();
        Self {
            count: others.iter().map(|&step| steps[step].len()).sum(),
            steps: others,
        }
    }

    fn first(&self) -> Option<usize> {
        self.steps.first().copied()
    }

    fn is_of_copies(&self, steps: &[Step<'_>]) -> bool {
        let mut operations = self.steps.iter().flat_map(|&step| &steps[step]);
        operations.all(|(_, operation)| is_copy(operation))
    }
}

fn is_copy(operation: &Operation) -> bool {
    COPIES.contains(&&*operation.name.to_lowercase())
}

/// What puts elements where they are wanted, and which a library leaves out where they lie so: where there is nothing to
/// join, or an axis of 1 was moved.
const COPIES: [&str; 4] = ["copy", "copy2d", "cat", "reshape"];

/// How runs part from the first one.
struct Way {
    /// What of the first run is missing.
    missing: LeftOut,
    /// What others there are in the first of the runs.
    new: LeftOut,
    /// Whether all of both are copies.
    only_copies: bool,
    runs: Vec<usize>,
}

impl Way {
    fn is_like(&self, other: &Self, each: &[Steps<'_>]) -> bool {
        let of = |way: &Self| {
            let class = |run: usize, step: Option<usize>| Some(each[run].classes[step?]);
            (
                (way.missing.count, class(0, way.missing.first())),
                (way.new.count, class(way.runs[0], way.new.first())),
            )
        };
        self.only_copies == other.only_copies && of(self) == of(other)
    }

    /// Whether nothing is missing or new but copies, and all else has the shapes that it has in the runs of no way.
    fn is_of_copies(
        &self,
        rows: &[Vec<Option<&Step<'_>>>],
        is_plain: impl Fn(usize) -> bool,
        sizes: &[&[usize]],
        names: &[String],
    ) -> bool {
        let is_same = |of_runs: &Vec<Option<&Step<'_>>>| {
            let has_unknown = |with_own: bool| {
                let is_kept = |run: &usize| is_plain(*run) || with_own && self.runs.contains(run);
                let kept = (0..sizes.len()).filter(is_kept);
                let kept = kept.map(|run| Some((sizes[run], of_runs[run]?[0].1)));
                let (sizes, kept) = kept.collect::<Option<Vec<_>>>()?.into_iter().unzip();
                let kept: Vec<_> = kept;
                // Which copies of two runs are the same, nobody knows.
                let is_other = !is_copy(kept[0]);
                Some(is_other && row(&mut Fitter::new(names, sizes), 0, &kept).has_unknown())
            };
            has_unknown(true) != Some(true) || has_unknown(false) == Some(true)
        };
        self.only_copies && rows.iter().all(is_same)
    }

    fn told(
        &self,
        rows: &[Vec<Option<&Step<'_>>>],
        each: &[Steps<'_>],
        runs: &[&Run],
        names: &[String],
    ) -> Finding {
        let sizes = |keep: &dyn Fn(usize) -> bool| -> Vec<&[usize]> {
            let kept = (0..runs.len()).filter(|&run| keep(run));
            kept.map(|run| &*runs[run].sizes).collect()
        };
        let is_of = |run: usize| self.runs.contains(&run);
        let with = together(names, &sizes(&is_of), &sizes(&|run| !is_of(run)));
        let missing = self.missing.first().map(|step| {
            let has = |run: usize| rows[step][run].is_some();
            let of_runs = rows[step].iter().flatten().map(|step| step[0].1);
            (sizes(&has), of_runs.collect::<Vec<_>>())
        });
        // Where more are new in one run than in another, the first ones may be others.
        let new = self.new.first().map(|step| {
            let class = |run: &usize| each[*run].classes.get(step);
            let are_alike = self
                .runs
                .iter()
                .all(|run| class(run) == class(&self.runs[0]));
            let told = if are_alike {
                &*self.runs
            } else {
                &self.runs[..1]
            };
            let of_runs = told.iter().map(|&run| each[run].steps[step][0].1);
            (sizes(&|run| told.contains(&run)), of_runs.collect())
        });
        let line = [&missing, &new]
            .into_iter()
            .flatten()
            .find_map(|(_, of_runs)| of_runs[0].line());
        let parts = [
            (self.missing.count, missing, "missing"),
            (self.new.count, new, "added"),
        ];
        let parts = parts.into_iter().filter_map(|(count, first, what)| {
            let (mut sizes, mut of_runs) = first?;
            // Two runs have an expression of any name.
            if sizes.len() < 3 {
                sizes.truncate(1);
                of_runs.truncate(1);
            }
            let name = &of_runs[0].name;
            let row = row(&mut Fitter::new(names, sizes), 0, &of_runs);
            let first = format!("`{name}` {}", row.shapes());
            Some(match count {
                1 => format!("{first} is {what}"),
                _ => format!("{count} are {what}, from {first} on"),
            })
        });
        Finding {
            kind: Kind::OtherOperations,
            text: format!(
                "other operations with {with}: {}",
                parts.collect::<Vec<_>>().join(" and ")
            ),
            line,
        }
    }
}

/// Whether an operation of this name makes a number of each window.
pub(crate) fn has_window(name: &str) -> bool {
    let name = name.to_lowercase();
    ["conv", "pool"].iter().any(|word| name.contains(word))
}

/// An operation of several runs, with names for its sizes.
pub(crate) fn row(fitter: &mut Fitter<'_>, place: usize, of_runs: &[&Arc<Operation>]) -> Row {
    // Operations that join the results of all passes of a loop have more operands in some runs than in others.
    let mut shapes = |of: fn(&Operation) -> &Vec<Vec<usize>>| -> Vec<Vec<String>> {
        let least = of_runs.iter().map(|row| of(row).len()).min().unwrap_or(0);
        let each = (0..least).map(|at| of_runs.iter().map(move |row| &of(row)[at]));
        each.map(|of_runs| fitter.shape(&of_runs.collect::<Vec<_>>()))
            .collect()
    };
    let inputs = shapes(|row| &row.inputs);
    if has_window(&of_runs[0].name) {
        let axes = of_runs[0].outputs.first().map_or(0, Vec::len);
        for axis in 0..axes {
            let size = |of: fn(&Operation) -> &Vec<Vec<usize>>| {
                let sizes = of_runs
                    .iter()
                    .map(|row| of(row).first()?.get(axis).copied());
                sizes.collect::<Option<Vec<usize>>>()
            };
            if let (Some(of), Some(size)) = (size(|row| &row.inputs), size(|row| &row.outputs)) {
                fitter.windowed(&of, &size);
            }
        }
    }
    let mut shapes = |of: fn(&Operation) -> &Vec<Vec<usize>>| -> Vec<Vec<String>> {
        let least = of_runs.iter().map(|row| of(row).len()).min().unwrap_or(0);
        let each = (0..least).map(|at| of_runs.iter().map(move |row| &of(row)[at]));
        each.map(|of_runs| fitter.shape(&of_runs.collect::<Vec<_>>()))
            .collect()
    };
    Row {
        place,
        inputs,
        outputs: shapes(|row| &row.outputs),
        of_runs: of_runs.iter().map(|&row| Arc::clone(row)).collect(),
    }
}

/// Operations are the same if they have one name, and operands and results of the same numbers of axes: of a loop, one of these or
/// several alike.
fn class(operation: &Operation, loops: bool) -> (&str, [Vec<usize>; 2]) {
    let axes = [&operation.inputs, &operation.outputs].map(|shapes| {
        let mut axes: Vec<usize> = shapes.iter().map(Vec::len).collect();
        if loops {
            axes.dedup();
        }
        axes
    });
    (&operation.name, axes)
}

/// The longest common part, as places in both.
fn common(lhs: &[usize], rhs: &[usize]) -> Vec<(usize, usize)> {
    let alike = |(lhs, rhs): &(&usize, &usize)| lhs == rhs;
    // Runs mostly are the same from both ends, and the table of lengths is as large as a square.
    let front = lhs.iter().zip(rhs).take_while(alike).count();
    let (lhs, rhs) = (&lhs[front..], &rhs[front..]);
    let back = lhs
        .iter()
        .rev()
        .zip(rhs.iter().rev())
        .take_while(alike)
        .count();
    let (rows, columns) = (lhs.len() - back, rhs.len() - back);
    // The length of the longest common part after each two places.
    let mut lengths = vec![vec![0_usize; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            lengths[row][column] = match lhs[row] == rhs[column] {
                true => lengths[row + 1][column + 1] + 1,
                false => lengths[row + 1][column].max(lengths[row][column + 1]),
            };
        }
    }
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|place| (place, place)).collect();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        if lhs[row] == rhs[column] {
            pairs.push((front + row, front + column));
            (row, column) = (row + 1, column + 1);
        } else if lengths[row + 1][column] >= lengths[row][column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs.extend((0..back).map(|place| (front + rows + place, front + columns + place)));
    pairs
}
