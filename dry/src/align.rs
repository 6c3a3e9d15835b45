//! The operations that all runs have, where some runs have others in between.

use crate::findings::{Finding, Kind};
use crate::{Operation, Run, plan::said};

/// Runs side by side.
pub(crate) struct Aligned<'a> {
    /// For each operation that all runs have, its place in the first run and that of each run.
    pub(crate) rows: Vec<(usize, Vec<&'a Operation>)>,
    /// Where a run takes other operations than the first one.
    pub(crate) parted: Vec<Finding>,
}

impl<'a> Aligned<'a> {
    pub(crate) fn of(runs: &[&'a Run], names: &[String]) -> Self {
        let mut parted = Vec::new();
        let Some((first, others)) = runs.split_first() else {
            return Self {
                rows: Vec::new(),
                parted,
            };
        };
        let operations = &first.record.operations;
        let mut rows: Vec<Vec<&Operation>> = operations.iter().map(|row| vec![row]).collect();
        let mut kept: Vec<usize> = (0..operations.len()).collect();
        for run in others {
            let pairs = common(operations, &run.record.operations);
            if pairs.len() < operations.len() || pairs.len() < run.record.operations.len() {
                parted.push(parting(operations, run, &pairs, names));
            }
            for &(place, other) in &pairs {
                rows[place].push(&run.record.operations[other]);
            }
            kept.retain(|place| pairs.iter().any(|(found, _)| found == place));
        }
        let rows = kept
            .into_iter()
            .map(|place| (place, std::mem::take(&mut rows[place])));
        Self {
            rows: rows.collect(),
            parted,
        }
    }
}

/// Where a run and the first one part.
fn parting(first: &[Operation], run: &Run, pairs: &[(usize, usize)], names: &[String]) -> Finding {
    let operations = &run.record.operations;
    let missing = (0..first.len()).find(|place| !pairs.iter().any(|pair| pair.0 == *place));
    let new = (0..operations.len()).find(|place| !pairs.iter().any(|pair| pair.1 == *place));
    let missing = missing.map(|place| &first[place]);
    let new = new.map(|place| &operations[place]);
    let parts = [
        (first.len() - pairs.len(), missing, "less"),
        (operations.len() - pairs.len(), new, "more"),
    ];
    let parts = parts.into_iter().filter_map(|(count, first, what)| {
        let name = &first?.name;
        Some(format!("{count} {what}, `{name}` first"))
    });
    Finding {
        kind: Kind::OtherOperations,
        text: format!(
            "other operations with {}: {}",
            said(names, &run.sizes),
            parts.collect::<Vec<_>>().join(" and "),
        ),
        line: missing.or(new).and_then(Operation::line),
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
