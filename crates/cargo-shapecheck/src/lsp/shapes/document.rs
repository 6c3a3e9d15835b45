//! What is shown of dry runs in a document: beside, below and about its code.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use super::index::{At, Version, lines_of};
use crate::dry::hash_of;
use crate::dry::passes::Shapes;
use crate::dry::sites::{self, Function, Point};

/// A document with its functions, as far as it could be read.
#[derive(Debug, Default)]
pub struct Parsed {
    lines: Vec<u32>,
    functions: Vec<Function>,
}

/// What is shown.
#[derive(Debug, Default)]
pub struct Document {
    /// Texts after places, by their places.
    pub hints: Vec<(Point, String)>,
    /// What hovers say of calls and variables.
    pub hovers: Vec<((Point, Point), String)>,
    pub findings: Vec<Finding>,
    /// The tests that make dry runs: their lines and names.
    pub tests: Vec<(usize, String)>,
}

/// A finding, where it is now.
#[derive(Debug)]
pub struct Finding {
    pub from: Point,
    /// The end of what is pointed at, or none for the rest of the line.
    pub to: Option<Point>,
    pub text: String,
    pub related: Vec<(PathBuf, Point, String)>,
}

impl Parsed {
    /// A text, or that before it if it is not Rust, as it often is not while somebody types.
    pub fn of(text: &str, before: Option<Arc<Self>>) -> Arc<Self> {
        match (sites::functions(text), before) {
            (Some(functions), _) => Arc::new(Self {
                lines: lines_of(text),
                functions,
            }),
            (None, Some(before)) => before,
            (None, None) => Arc::default(),
        }
    }

    fn lines(&self, function: &Function) -> &[u32] {
        let (from, to) = function.lines;
        self.lines.get(from - 1..to).unwrap_or(&[])
    }
}

/// Where some lines are among others: the place that is the nearest to this one. Places count from 0.
fn find(lines: &[u32], all: &[u32], near: usize) -> Option<usize> {
    if lines.is_empty() {
        return None;
    }
    if all.get(near..near + lines.len()) == Some(lines) {
        return Some(near);
    }
    let places = all.windows(lines.len()).enumerate();
    let same = places.filter(|(_, window)| *window == lines);
    same.map(|(at, _)| at).min_by_key(|at| at.abs_diff(near))
}

/// A function with the versions of the file that have it as it is.
struct Same<'d> {
    function: &'d Function,
    /// Each version, and its first line of the function.
    versions: Vec<(&'d Version, usize)>,
}

impl Same<'_> {
    /// What was done at a place of the function.
    fn at(&self, at: Point) -> impl Iterator<Item = &At> {
        self.versions.iter().filter_map(move |(version, first)| {
            let line = (at.line + first).checked_sub(self.function.lines.0)?;
            version.places.get(&Point { line, ..at })
        })
    }

    fn results(&self, value: &[Point]) -> Shapes {
        let mut shapes = Shapes::default();
        for at in value.iter().flat_map(|&at| self.at(at)) {
            for shape in &at.results.distinct {
                shapes.add(shape.clone());
            }
            shapes.calls += at.results.calls - at.results.distinct.len();
        }
        shapes
    }

    /// The shape of a parameter, by the first call that tells it.
    fn parameter(&self, uses: &[(Point, usize)]) -> Shapes {
        let mut shapes = Shapes::default();
        for &(at, number) in uses {
            let operands = self.at(at).flat_map(|at| &at.operands);
            operands
                .filter_map(|operands| operands.shape(number))
                .for_each(|shape| shapes.add(shape.clone()));
            if shapes.calls > 0 {
                break;
            }
        }
        shapes
    }

    fn told(&self, value: &[Point]) -> Option<String> {
        let (mut told, mut sizes): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for at in value.iter().flat_map(|&at| self.at(at)) {
            told.extend(
                at.told
                    .iter()
                    .map(String::as_str)
                    .filter(|text| !told.contains(text))
                    .collect::<Vec<_>>(),
            );
            if !sizes.contains(&&*at.sizes) {
                sizes.push(&at.sizes);
            }
        }
        if told.is_empty() {
            return None;
        }
        let sizes: Vec<String> = sizes.iter().map(|sizes| format!("tried {sizes}")).collect();
        Some(format!(
            "```text\n{}\n```\n{}",
            told.join("\n"),
            sizes.join("  \n")
        ))
    }
}

impl Document {
    /// What versions of the file say of a text, of which the first one may be an older one that could be read.
    pub fn of(
        text: &str,
        parsed: &Parsed,
        versions: &[Arc<Version>],
        clock: &dyn Fn(SystemTime) -> String,
    ) -> Self {
        let mut document = Self::default();
        let (now, hash) = (lines_of(text), format!("{:016x}", hash_of(text)));
        let mut changed = Vec::new();
        // The lines of each version that are those of a function.
        let mut claimed: Vec<Vec<RangeInclusive<usize>>> = vec![Vec::new(); versions.len()];
        for function in &parsed.functions {
            let lines = parsed.lines(function);
            let first = function.lines.0 - 1;
            let Some(place) = find(lines, &now, first) else {
                continue;
            };
            // Versions of one text have the function at one place.
            let mut known: HashMap<&str, Option<usize>> = HashMap::new();
            let mut same = Vec::new();
            for (version, claimed) in versions.iter().zip(&mut claimed) {
                let found =
                    known
                        .entry(&version.hash)
                        .or_insert_with(|| match version.hash == hash {
                            true => Some(place),
                            false => find(lines, &version.lines, place),
                        });
                if let Some(at) = *found {
                    claimed.push(at + 1..=at + lines.len());
                    same.push((&**version, at + 1));
                }
            }
            let moved = place + 1;
            match same.is_empty() {
                true => changed.push((function, moved)),
                false => document.show(
                    &Same {
                        function,
                        versions: same,
                    },
                    moved,
                ),
            }
        }
        document.tell_changes(&changed, versions, &claimed, clock);
        document.hints.sort();
        document
    }

    /// A function whose first line is this one now.
    fn show(&mut self, same: &Same<'_>, first: usize) {
        let function = same.function;
        let now = |at: Point| Point {
            line: at.line + first - function.lines.0,
            ..at
        };
        for shown in &function.shown {
            let shapes = same.results(&shown.value);
            if shapes.calls > 0 {
                self.hints.push((now(shown.at), shapes.text()));
            }
            if let Some(variable) = &shown.variable
                && let Some(told) = same.told(&shown.value)
            {
                let column = shown.at.column.saturating_sub(variable.len());
                let start = Point { column, ..shown.at };
                self.hovers.push(((now(start), now(shown.at)), told));
            }
        }
        for parameter in &function.parameters {
            let shapes = same.parameter(&parameter.uses);
            if shapes.calls > 0 {
                self.hints.push((now(parameter.at), shapes.text()));
            }
        }
        for call in &function.calls {
            if let Some(told) = same.told(&[call.at]) {
                let (start, end) = call.name;
                self.hovers.push(((now(start), now(end)), told));
            }
        }
        for (version, at) in &same.versions {
            for found in &version.found {
                let line = (found.at.line + function.lines.0).checked_sub(*at);
                let Some(line) =
                    line.filter(|line| (function.lines.0..=function.lines.1).contains(line))
                else {
                    continue;
                };
                let at = Point { line, ..found.at };
                let call = function.calls.iter().find(|call| call.at == at);
                let (from, to) =
                    call.map_or((at, None), |call| (call.name.0, Some(now(call.name.1))));
                if !self
                    .findings
                    .iter()
                    .any(|other| other.from == now(from) && other.text == found.text)
                {
                    self.findings.push(Finding {
                        from: now(from),
                        to,
                        text: found.text.clone(),
                        related: found.related.clone(),
                    });
                }
            }
        }
        if function.makes_dry_runs {
            self.tests.push((first, function.name.clone()));
        }
    }

    /// Says once of each function with another text that there were shapes.
    fn tell_changes(
        &mut self,
        changed: &[(&Function, usize)],
        versions: &[Arc<Version>],
        claimed: &[Vec<RangeInclusive<usize>>],
        clock: &dyn Fn(SystemTime) -> String,
    ) {
        for (function, first) in changed {
            let own = function.name.rsplit("::").next().unwrap_or("");
            let had = versions.iter().zip(claimed).filter(|(version, claimed)| {
                let mut functions = version.functions.iter();
                functions.any(|(line, name)| {
                    name == own && !claimed.iter().any(|lines| lines.contains(line))
                })
            });
            if let Some(time) = had.map(|(version, _)| version.time).max() {
                let line = function.signature.line + first - function.lines.0;
                let at = Point {
                    line,
                    ..function.signature
                };
                self.hints
                    .push((at, format!("shapes of {}, changed since", clock(time))));
            }
            if function.makes_dry_runs {
                self.tests.push((*first, function.name.clone()));
            }
        }
    }
}
