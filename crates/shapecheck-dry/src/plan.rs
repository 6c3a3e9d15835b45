//! Which sizes to run with.

use std::collections::HashSet;
use std::ops::Index;

use crate::Run;

/// The sizes of one run by their names.
pub struct Sizes<'a> {
    names: &'a [String],
    values: &'a [usize],
}

impl<'a> Sizes<'a> {
    pub(crate) fn of(names: &'a [String], values: &'a [usize]) -> Self {
        Self { names, values }
    }
}

impl Index<&str> for Sizes<'_> {
    type Output = usize;

    /// The size of a name.
    ///
    /// # Panics
    ///
    /// Panics if the run was given no such name.
    #[track_caller]
    fn index(&self, name: &str) -> &usize {
        let place = self.names.iter().position(|known| known == name);
        match place {
            Some(place) => &self.values[place],
            None => panic!("no size is named {name:?}: there are {:?}", self.names),
        }
    }
}

/// Sizes for names that may have any: three for each, no two alike.
///
/// ```
/// assert_eq!(shapecheck_dry::values(["Batch", "Seq"]), [("Batch", [3, 5, 8]), ("Seq", [11, 13, 18])]);
/// ```
///
/// # Panics
///
/// Panics for more than eight names.
#[must_use]
pub fn values<const N: usize>(names: [&str; N]) -> [(&str, [usize; 3]); N] {
    // Odd ones and even ones, because a window of a stride rounds down; no sum, difference or multiple of two of them is a third
    // by accident in all runs.
    const SIZES: [[usize; 3]; 8] = [
        [3, 5, 8],
        [11, 13, 18],
        [19, 22, 29],
        [31, 37, 42],
        [43, 46, 53],
        [59, 61, 68],
        [71, 74, 79],
        [83, 89, 98],
    ];
    let mut sizes = SIZES.into_iter();
    names.map(|name| {
        (
            name,
            sizes
                .next()
                .expect("at most eight names have sizes of their own"),
        )
    })
}

/// Sizes for names of the configuration, such as a number of heads: the one that it has, twice and three times that. What a
/// configured size has to be divided by still divides it, and two names of one size stay different.
///
/// ```
/// use shapecheck_dry::{Operation, Record, configured, dry, values};
///
/// let sizes = values(["Batch"]).into_iter().chain(configured([("Heads", 4), ("Experts", 4)]));
/// let report = dry(sizes, |sizes| {
///     let scores = vec![sizes["Batch"], sizes["Heads"], sizes["Experts"]];
///     Record::new([Operation::new("softmax", [scores.clone()], [scores.clone()])], Ok(scores))
/// });
/// report.gives("[Batch, Heads, Experts]").check();
/// ```
#[must_use]
pub fn configured<const N: usize>(sizes: [(&str, usize); N]) -> [(&str, [usize; 3]); N] {
    sizes.map(|(name, size)| (name, [1, 2, 3].map(|times| times * size)))
}

/// The runs of a plan, and if all fail, those of plans in which names are 1: as few of them as it takes.
pub(crate) fn run<E>(
    values: &[Vec<usize>],
    mut run: impl FnMut(Vec<usize>) -> Result<Run, E>,
) -> Result<Vec<Run>, E> {
    let mut runs: Vec<Run> = Vec::new();
    // Whether it fits with these sizes.
    let mut fits = |sizes: Vec<usize>| {
        let known = runs.iter().position(|run| run.sizes == sizes);
        let at = known.unwrap_or(runs.len());
        if known.is_none() {
            runs.push(run(sizes)?);
        }
        Ok(runs[at].record.result.is_ok())
    };
    let mut any = false;
    for sizes in plan(values) {
        any |= fits(sizes)?;
    }
    if any {
        return Ok(runs);
    }
    let with = |ones: &[usize]| {
        let mut values = values.to_vec();
        ones.iter().for_each(|&name| values[name] = vec![1]);
        values
    };
    let mut fits_with = |ones: &[usize]| fits(plan(&with(ones)).swap_remove(0));
    let mut ones = None;
    for name in 0..values.len() {
        if ones.is_none() && fits_with(&[name])? {
            ones = Some(vec![name]);
        }
    }
    let all: Vec<usize> = (0..values.len()).collect();
    if ones.is_none() && fits_with(&all)? {
        let mut least = all.clone();
        for name in all {
            let less: Vec<usize> = least.iter().copied().filter(|&one| one != name).collect();
            if fits_with(&less)? {
                least = less;
            }
        }
        ones = Some(least);
    }
    if let Some(ones) = ones {
        for sizes in plan(&with(&ones)) {
            fits(sizes)?;
        }
    }
    Ok(runs)
}

/// The sizes of each run: the first of all, each moved alone, all moved together.
pub(crate) fn plan(values: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let base: Vec<usize> = values.iter().map(|values| values[0]).collect();
    let mut runs = vec![base.clone()];
    for (place, values) in values.iter().enumerate() {
        for &value in &values[1..] {
            let mut run = base.clone();
            run[place] = value;
            runs.push(run);
        }
    }
    let together = values.iter().map(Vec::len).min().unwrap_or(0);
    for at in 1..together {
        let run = values.iter().map(|values| values[at]).collect();
        if !runs.contains(&run) {
            runs.push(run);
        }
    }
    runs
}

/// What runs have that others have not: what [`told_apart`] or [`bound`] says, or all their sizes, `Batch = 3, Seq = 7; Batch = 5, Seq = 7`,
/// without the names that matter to none.
pub(crate) fn together(names: &[String], runs: &[&[usize]], others: &[&[usize]]) -> String {
    let said = |run: &[usize], is_said: &dyn Fn(usize) -> bool| {
        let said = (0..names.len()).filter(|&name| is_said(name));
        let said = said.map(|name| format!("{} = {}", names[name], run[name]));
        said.collect::<Vec<_>>().join(", ")
    };
    let all = |of: &[&[usize]], is_said: &dyn Fn(usize) -> bool| {
        let mut all: Vec<String> = of.iter().map(|run| said(run, is_said)).collect();
        let mut told = HashSet::new();
        all.retain(|run| told.insert(run.clone()));
        all
    };
    let told = told_apart(names, runs, others).or_else(|| bound(names, runs, others));
    told.unwrap_or_else(|| {
        let is_bound = |name: usize| {
            let is_theirs = |other: &&[usize]| runs.iter().any(|run| run[name] == other[name]);
            !others.iter().all(is_theirs)
        };
        let (own, other) = (all(runs, &is_bound), all(others, &is_bound));
        match own.iter().any(|run| other.contains(run)) {
            true => all(runs, &|_| true),
            false => own,
        }
        .join("; ")
    })
}

/// What all runs have and none of the others: the size of one name, or two names of the same size.
pub(crate) fn told_apart(
    names: &[String],
    runs: &[&[usize]],
    others: &[&[usize]],
) -> Option<String> {
    let first = runs.first()?;
    let is_theirs = |has: &dyn Fn(&[usize]) -> bool| {
        runs.iter().all(|run| has(run)) && !others.iter().any(|run| has(run))
    };
    let one = (0..names.len()).find(|&name| is_theirs(&|run| run[name] == first[name]));
    let one = one.map(|name| format!("{} = {}", names[name], first[name]));
    one.or_else(|| {
        let mut pairs = (0..names.len()).flat_map(|rhs| (0..rhs).map(move |lhs| (lhs, rhs)));
        // Two of 1 are each as they are where nothing else was tried.
        let are_one =
            |&(lhs, rhs): &(usize, usize)| runs.iter().all(|run| run[lhs] == 1 && run[rhs] == 1);
        let is_theirs = |&(lhs, rhs): &(usize, usize)| is_theirs(&|run| run[lhs] == run[rhs]);
        let (lhs, rhs) = pairs.find(|pair| is_theirs(pair) && !are_one(pair))?;
        Some(format!("{} = {}", names[lhs], names[rhs]))
    })
}

/// `Past + Seq <= 32`, if that is so in all runs, of which there are some with other sums, and in none of the others.
fn bound(names: &[String], runs: &[&[usize]], others: &[&[usize]]) -> Option<String> {
    let singles = (0..names.len()).map(|name| vec![name]);
    let pairs = (0..names.len()).flat_map(|rhs| (0..rhs).map(move |lhs| vec![lhs, rhs]));
    singles.chain(pairs).find_map(|parts| {
        let sum = |run: &&[usize]| parts.iter().map(|&part| run[part]).sum::<usize>();
        let least = |of: &[&[usize]]| of.iter().map(sum).min();
        let most = |of: &[&[usize]]| of.iter().map(sum).max();
        let (from, to) = (least(runs)?, most(runs)?);
        let text = parts.iter().map(|&part| names[part].as_str());
        let text = text.collect::<Vec<_>>().join(" + ");
        match () {
            () if from == to => None,
            () if to < least(others)? => Some(format!("{text} <= {to}")),
            () if from > most(others)? => Some(format!("{text} >= {from}")),
            () => None,
        }
    })
}
