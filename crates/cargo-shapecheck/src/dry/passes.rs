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
                let before = known.map_or(Vec::new(), |open| match open.done.len() {
                    1 => [std::mem::take(&mut open.before), vec![open.pass]].concat(),
                    _ => Vec::new(),
                });
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
                if open.done.insert(step) && open.done.len() == 2 {
                    let begin: Vec<usize> = { open.before.drain(..) }
                        .flat_map(|before| std::mem::take(&mut passes[before].operations))
                        .collect();
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
    /// The passes before, if they were the first step of this one and nothing else.
    before: Vec<usize>,
}

impl<S: Copy + Eq + Hash> Open<S> {
    fn new(pass: usize, first: S, before: Vec<usize>) -> Self {
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
    use crate::dry::record::parsed;

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

    /// Operations that one place does, each with where it is done in the library.
    fn record(operations: &[(&str, &str)]) -> Record {
        let operations = operations.iter().map(|(name, within)| {
            serde_json::json!({
                "name": name, "outputs": [["1"]], "file": "a.rs", "line": 1, "column": 1, "within": within,
            })
        });
        let record = serde_json::json!({
            "version": 1, "test": "a", "operations": operations.collect::<Vec<_>>(), "findings": [],
            "calls": [], "files": [],
        });
        parsed(&record.to_string()).unwrap()
    }

    #[track_caller]
    fn parts(operations: &[(&str, &str)], expected: &[&[usize]]) {
        let record = record(operations);
        let passes = passes(&record, |place| place.line);
        let passes: Vec<&[usize]> = passes.iter().map(|pass| &*pass.operations).collect();
        assert_eq!(passes, expected);
    }

    #[test]
    fn a_call_is_one_pass() {
        let (exp, abs) = (("exp", "1"), ("abs", "2"));
        parts(&[exp, exp, exp], &[&[0], &[1], &[2]]);
        parts(&[exp, abs, exp, abs], &[&[0, 1], &[2, 3]]);
        // Three tensors are joined, of which each is changed before.
        let (view, copy, back) = (("view", "1"), ("copy", "2"), ("view", "3"));
        let joined = [view, view, view, copy, copy, copy, back];
        parts(&joined, &[&[0, 1, 2, 3, 4, 5, 6]]);
        let twice = [joined, joined].concat();
        parts(
            &twice,
            &[&[0, 1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12, 13]],
        );
    }
}
