//! The rows of a record: those of the table, and the views between them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::fit::Fitter;
use crate::{Operation, Report, Row, align};

/// A row of a record.
pub(crate) enum Listed<'a> {
    Row(&'a Row),
    View(Row),
}

impl Listed<'_> {
    pub(crate) fn row(&self) -> &Row {
        match self {
            Self::Row(row) => row,
            Self::View(row) => row,
        }
    }
}

/// The rows of the table, and before each of them and after the last one the views that all runs have there.
pub(crate) fn listed(report: &Report) -> Vec<Listed<'_>> {
    let runs: Vec<Run<'_>> = report.good().map(|run| Run::of(&run.record)).collect();
    let sizes = report.good().map(|run| &*run.sizes).collect();
    let mut fitter = Fitter::new(&report.names, sizes);
    let mut listed = Vec::new();
    let mut views = |places: &[usize], listed: &mut Vec<Listed<'_>>| {
        let of_runs: Vec<_> = runs
            .iter()
            .zip(places)
            .map(|(run, at)| run.views_before(*at))
            .collect();
        let Some(first) = of_runs.first() else { return };
        let is_alike = |place: usize| {
            let alike = |other: &&[(usize, Arc<Operation>)]| {
                let class = |views: &[(usize, Arc<Operation>)]| {
                    let view = &views[place].1;
                    (
                        view.name.clone(),
                        view.outputs.iter().map(Vec::len).collect::<Vec<_>>(),
                    )
                };
                class(other) == class(first)
            };
            of_runs.iter().all(alike)
        };
        if of_runs.iter().any(|views| views.len() != first.len()) {
            return;
        }
        for place in (0..first.len()).filter(|place| is_alike(*place)) {
            let of_runs: Vec<_> = of_runs.iter().map(|views| &views[place].1).collect();
            listed.push(Listed::View(align::row(&mut fitter, places[0], &of_runs)));
        }
    };
    for row in &report.rows {
        let places = runs
            .iter()
            .zip(&row.of_runs)
            .map(|(run, operation)| run.place(operation));
        if let Some(places) = places.collect::<Option<Vec<_>>>() {
            views(&places, &mut listed);
        }
        listed.push(Listed::Row(row));
    }
    let ends: Vec<usize> = runs.iter().map(|run| run.places.len()).collect();
    views(&ends, &mut listed);
    listed
}

/// A run, whose operations are known by where they are kept.
struct Run<'a> {
    places: HashMap<*const Operation, usize>,
    views: &'a [(usize, Arc<Operation>)],
}

impl<'a> Run<'a> {
    fn of(record: &'a crate::Record) -> Self {
        let places = record.operations.iter().enumerate();
        Self {
            places: places
                .map(|(place, operation)| (Arc::as_ptr(operation), place))
                .collect(),
            views: &record.views,
        }
    }

    fn place(&self, operation: &Arc<Operation>) -> Option<usize> {
        self.places.get(&Arc::as_ptr(operation)).copied()
    }

    /// The views between the operation at this place and the one before it.
    fn views_before(&self, place: usize) -> &'a [(usize, Arc<Operation>)] {
        let from = self.views.partition_point(|view| view.0 < place);
        let to = self.views.partition_point(|view| view.0 <= place);
        &self.views[from..to]
    }
}
