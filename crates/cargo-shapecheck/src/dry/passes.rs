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
/// A pass ends where its first operation comes again, or one of the place's own, or where another call passes the place. What
/// comes several times in a row is done by one call, such as one that joins tensors, if that does something else after it.
pub(crate) fn passes<K: Hash + Eq>(record: &Record, key: impl Fn(&Place) -> K) -> Vec<Pass<'_>> {
    let mut passes: Vec<Pass<'_>> = Vec::new();
    let mut open: HashMap<_, Open<_>> = HashMap::new();
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
            let known = open.get_mut(&site);
            let is_new = known
                .as_ref()
                .is_none_or(|open| open.ends_before(&step, inner.is_empty()));
            if is_new {
                let before = known.and_then(|open| (open.done.len() == 1).then_some(open.pass));
                open.insert(site, Open::new(passes.len(), step, before));
                passes.push(Pass {
                    place,
                    depth,
                    operations: vec![at],
                });
            } else if let Some(open) = known {
                passes[open.pass].operations.push(at);
                open.last = step;
                // What seemed to be passes of one step was the begin of this one.
                if open.done.insert(step)
                    && open.done.len() == 2
                    && let Some(before) = open.before.take()
                {
                    let begin = std::mem::take(&mut passes[before].operations);
                    passes[open.pass].operations.splice(..0, begin);
                }
            }
        }
    }
    passes.retain(|pass| !pass.operations.is_empty());
    passes
}

/// The last pass over a place.
struct Open<S> {
    pass: usize,
    first: S,
    last: S,
    done: HashSet<S>,
    /// The pass before, if that was the first step of this one and nothing else.
    before: Option<usize>,
}

impl<S: Copy + Eq + Hash> Open<S> {
    fn new(pass: usize, first: S, before: Option<usize>) -> Self {
        Self {
            pass,
            first,
            last: first,
            done: HashSet::from([first]),
            before,
        }
    }

    /// Whether another pass begins with a step, of the place itself or of a function that it calls.
    fn ends_before(&self, step: &S, is_own: bool) -> bool {
        let is_again = *step == self.last && self.done.len() > 1;
        !is_again && (*step == self.first || is_own && self.done.contains(step))
    }
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
