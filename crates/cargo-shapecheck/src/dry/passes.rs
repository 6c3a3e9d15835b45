//! Which operations were done at a place of the source, pass by pass.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::record::{Place, Record};

/// The most shapes that are shown beside a place.
const MOST: usize = 3;

/// Shapes beside a place.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    /// Those of its calls that differ.
    pub(crate) distinct: Vec<String>,
    pub(crate) calls: usize,
}

impl Shapes {
    pub(crate) fn add(&mut self, shape: String) {
        self.calls += 1;
        if !self.distinct.contains(&shape) {
            self.distinct.push(shape);
        }
    }

    /// `[Batch, 10]`, `[Batch, 10] | [Batch, 20]` and `4 calls: [1] | [2] | [3] | ..`
    pub(crate) fn text(&self) -> String {
        match self.distinct.len() {
            0..=MOST => self.distinct.join(" | "),
            _ => format!(
                "{} calls: {} | ..",
                self.calls,
                self.distinct[..MOST].join(" | ")
            ),
        }
    }
}

/// One pass over a place.
pub(crate) struct Pass<'r> {
    pub(crate) place: &'r Place,
    /// How many calls the place was reached by.
    pub(crate) depth: usize,
    /// What was done, also in functions that the place calls, as numbers of operations.
    pub(crate) operations: Vec<usize>,
}

/// The passes over places that have one key, such as their line, in the order in which they begin.
///
/// A pass ends where its first operation comes again, or one of the place's own, or where another call passes the place.
pub(crate) fn passes<K: Hash + Eq>(record: &Record, key: impl Fn(&Place) -> K) -> Vec<Pass<'_>> {
    let mut passes: Vec<Pass<'_>> = Vec::new();
    // For each place of each call, its last pass with the first step of that and its own steps.
    let mut open: HashMap<_, (usize, _, HashSet<_>)> = HashMap::new();
    for (at, operation) in record.operations.iter().enumerate() {
        let Some(own) = &operation.place else {
            continue;
        };
        // What gives no tensor, as what reads numbers does.
        if operation.outputs.is_empty() {
            continue;
        }
        let calls = &operation.calls;
        let outer = calls.iter().filter_map(|&call| record.calls.get(call));
        let outer = outer.map(|call| &call.place);
        for (depth, place) in outer.chain([own]).enumerate() {
            let inner = calls.get(depth..).unwrap_or(&[]);
            let step = (
                inner,
                own.line,
                own.column,
                &operation.name,
                &operation.within,
            );
            let site = (&place.file, key(place), &calls[..depth.min(calls.len())]);
            let is_new = match open.get_mut(&site) {
                None => true,
                Some((_, first, _)) if *first == step => true,
                Some((_, _, done)) => inner.is_empty() && !done.insert(step),
            };
            if is_new {
                open.insert(site, (passes.len(), step, HashSet::from([step])));
                passes.push(Pass {
                    place,
                    depth,
                    operations: vec![at],
                });
            } else if let Some((pass, ..)) = open.get(&site) {
                passes[*pass].operations.push(at);
            }
        }
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_three_shapes_are_counted() {
        let mut shapes = Shapes::default();
        for shape in ["[1]", "[2]", "[1]", "[3]"] {
            shapes.add(shape.to_owned());
        }
        assert_eq!(shapes.text(), "[1] | [2] | [3]");
        shapes.add("[4]".to_owned());
        assert_eq!(shapes.text(), "5 calls: [1] | [2] | [3] | ..");
    }
}
