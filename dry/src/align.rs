//! The operations that all runs have, where some runs have others in between.

use crate::findings::{Finding, Kind};
use crate::fit::Fitter;
use crate::plan::together;
use crate::{Operation, Row, Run};

/// Runs side by side.
pub(crate) struct Aligned<'a> {
    /// For each operation that all runs have, its place in the first run and that of each run.
    pub(crate) rows: Vec<(usize, Vec<&'a Operation>)>,
    /// Where a run takes other operations than the first one.
    pub(crate) parted: Vec<Finding>,
}

impl<'a> Aligned<'a> {
    pub(crate) fn of(runs: &[&'a Run], names: &[String]) -> Self {
        let Some((first, others)) = runs.split_first() else {
            return Self {
                rows: Vec::new(),
                parted: Vec::new(),
            };
        };
        let operations = &first.record.operations;
        // What each run has of the operations of the first one.
        let mut rows: Vec<Vec<Option<&Operation>>> =
            operations.iter().map(|row| vec![Some(row)]).collect();
        let mut ways: Vec<Way> = Vec::new();
        for (run, place) in others.iter().zip(1..) {
            let own = &run.record.operations;
            let pairs = common(operations, own);
            rows.iter_mut().for_each(|row| row.push(None));
            for &(at, other) in &pairs {
                rows[at][place] = Some(&own[other]);
            }
            let way = Way {
                missing: (
                    operations.len() - pairs.len(),
                    left_out(operations, pairs.iter().map(|pair| pair.0)),
                ),
                new: (
                    own.len() - pairs.len(),
                    left_out(own, pairs.iter().map(|pair| pair.1)),
                ),
                runs: vec![place],
            };
            match ways
                .iter_mut()
                .find(|same| same.is_like(&way, operations, runs))
            {
                Some(same) => same.runs.push(place),
                None if way.missing.0 + way.new.0 > 0 => ways.push(way),
                None => {}
            }
        }
        let parted = ways.iter().map(|way| way.told(&rows, runs, names));
        let parted = parted.collect();
        let all = rows.into_iter().enumerate();
        let rows =
            all.filter_map(|(place, row)| Some((place, row.into_iter().collect::<Option<_>>()?)));
        Self {
            rows: rows.collect(),
            parted,
        }
    }
}

/// The first place that none of these is.
fn left_out(operations: &[Operation], mut places: impl Iterator<Item = usize>) -> Option<usize> {
    (0..operations.len()).find(|&place| places.next() != Some(place))
}

/// How runs part from the first one.
struct Way {
    /// How many operations of the first run are missing, and the first of them.
    missing: (usize, Option<usize>),
    /// How many others there are, and the first of them in the first of the runs.
    new: (usize, Option<usize>),
    runs: Vec<usize>,
}

impl Way {
    fn first_new<'a>(&self, runs: &[&'a Run]) -> Option<&'a Operation> {
        Some(&runs[self.runs[0]].record.operations[self.new.1?])
    }

    fn is_like(&self, other: &Self, first: &[Operation], runs: &[&Run]) -> bool {
        let of = |way: &Self| {
            let name = |operation: &Operation| operation.name.clone();
            let missing = way.missing.1.map(|place| name(&first[place]));
            (
                way.missing.0,
                missing,
                way.new.0,
                way.first_new(runs).map(name),
            )
        };
        of(self) == of(other)
    }

    fn told(&self, rows: &[Vec<Option<&Operation>>], runs: &[&Run], names: &[String]) -> Finding {
        let sizes = |keep: &dyn Fn(usize) -> bool| -> Vec<&[usize]> {
            let kept = (0..runs.len()).filter(|&run| keep(run));
            kept.map(|run| &*runs[run].sizes).collect()
        };
        let is_of = |run: usize| self.runs.contains(&run);
        let with = together(names, &sizes(&is_of), &sizes(&|run| !is_of(run)));
        let missing = self.missing.1.map(|place| &rows[place]);
        let missing = missing.map(|row| {
            let has = |run: usize| row[run].is_some();
            (
                sizes(&has),
                row.iter().flatten().copied().collect::<Vec<_>>(),
            )
        });
        // Where more are new in one run than in another, the first ones may be others.
        let new = self.first_new(runs).map(|operation| {
            let of_runs = self
                .runs
                .iter()
                .filter_map(|&run| runs[run].record.operations.get(self.new.1?));
            match of_runs.clone().all(|other| are_alike(other, operation)) {
                true => (sizes(&is_of), of_runs.collect()),
                false => (sizes(&|run| run == self.runs[0]), vec![operation]),
            }
        });
        let line = [&missing, &new]
            .into_iter()
            .flatten()
            .find_map(|(_, of_runs)| of_runs[0].line());
        let parts = [(self.missing.0, missing, "less"), (self.new.0, new, "more")];
        let parts = parts.into_iter().filter_map(|(count, first, what)| {
            let (mut sizes, mut of_runs) = first?;
            // Two runs have an expression of any name.
            if sizes.len() < 3 {
                sizes.truncate(1);
                of_runs.truncate(1);
            }
            let name = &of_runs[0].name;
            let row = row(&mut Fitter::new(names, sizes), 0, &of_runs);
            Some(format!("{count} {what}, `{name}` first, {}", row.shapes()))
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

/// An operation of several runs, with names for its sizes.
pub(crate) fn row(fitter: &mut Fitter<'_>, place: usize, of_runs: &[&Operation]) -> Row {
    let first = of_runs[0];
    let mut shapes = (0..first.shapes().count()).map(|at| {
        let shapes = of_runs.iter().filter_map(|row| row.shapes().nth(at));
        fitter.shape(&shapes.collect::<Vec<_>>())
    });
    Row {
        place,
        inputs: shapes.by_ref().take(first.inputs.len()).collect(),
        outputs: shapes.collect(),
        of_runs: of_runs.iter().map(|&row| row.clone()).collect(),
    }
}

/// Operations are the same if they have one name, and operands and results of the same numbers of axes.
fn are_alike(lhs: &Operation, rhs: &Operation) -> bool {
    lhs.name == rhs.name
        && lhs.inputs.len() == rhs.inputs.len()
        && lhs.shapes().map(Vec::len).eq(rhs.shapes().map(Vec::len))
}

/// The longest common part, as places in both.
fn common(lhs: &[Operation], rhs: &[Operation]) -> Vec<(usize, usize)> {
    let alike = |(lhs, rhs): &(&Operation, &Operation)| are_alike(lhs, rhs);
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
    // The length of the longest common part behind each two places.
    let mut lengths = vec![vec![0_usize; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            lengths[row][column] = match are_alike(&lhs[row], &rhs[column]) {
                true => lengths[row + 1][column + 1] + 1,
                false => lengths[row + 1][column].max(lengths[row][column + 1]),
            };
        }
    }
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|place| (place, place)).collect();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        if are_alike(&lhs[row], &rhs[column]) {
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
