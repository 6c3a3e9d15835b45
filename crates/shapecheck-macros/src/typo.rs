//! Labels of an equation that are likely typing errors: what is summed over alone, or stands on one side only, beside a
//! label that is nearly the same.

use crate::grammar::{self, Contract, Equation, Part, Place, Term, Wrong, WrongKind};
use crate::tokens::{List, sort_by_key};

/// Each label that stands once and not on the right, with one that is nearly the same. Of two that both stand alone it
/// is the later.
pub(crate) fn likely(text: &str, operands: &[Term], result: &Term) -> Vec<(Place, Place)> {
    let word = |place: Place| &text[place.0..place.1];
    let places: Vec<Place> = operands.iter().flat_map(Term::names).list();
    let is_alone = |place: &Place| {
        let same = |other: &Place| word(*other) == word(*place);
        places.iter().filter(|other| same(other)).count() == 1
            && !result.names().any(|other| same(&other))
    };
    let typos = places.iter().enumerate().filter_map(|(index, place)| {
        let mut others = (0..).zip(&places);
        let near = others.find(|(other, meant)| {
            (*other < index || !is_alone(meant)) && is_near(word(*place), word(**meant))
        });
        match near {
            Some((_, meant)) if is_alone(place) => Some((*place, *meant)),
            _ => None,
        }
    });
    typos.list()
}

/// Each label of a function's contract that stands once, in a result, so that nothing is compared with it, with one that
/// is nearly the same. `given` says which have a size beside the contract.
pub(crate) fn likely_in_results(
    text: &str,
    contract: &Contract,
    given: impl Fn(&str) -> bool,
) -> Vec<(Place, Place)> {
    let word = |place: Place| &text[place.0..place.1];
    let (arguments, results) = contract.operands.split_at(contract.inputs);
    let in_arguments = arguments.iter().flat_map(names_and_factors);
    let in_results: Vec<Place> = results.iter().flat_map(names_and_factors).list();
    let places: Vec<Place> = in_arguments.chain(in_results.iter().copied()).list();
    let count = |label: Place| places.iter().filter(|it| word(**it) == word(label)).count();
    let typos = in_results.iter().filter_map(|label| {
        let is_alone = count(*label) == 1 && !given(word(*label));
        let is_meant = |other: &&Place| {
            (other.0 < label.0 || count(**other) > 1) && is_near(word(*label), word(**other))
        };
        let meant = places.iter().find(is_meant).filter(|_| is_alone)?;
        Some((*label, *meant))
    });
    typos.list()
}

/// The places of the names of an operand, including those that a size is computed with.
fn names_and_factors(term: &Term) -> impl Iterator<Item = Place> {
    let factors = term.parts.iter().flat_map(|part| match part {
        Part::Sum(terms, _) => terms.concat(),
        _ => Vec::new(),
    });
    let factors = factors.filter(|part| matches!(part, Part::Name(_)));
    term.names().chain(factors.map(|part| part.place()))
}

/// The label that was likely meant by one that stands on one side of an equation only.
pub(crate) fn meant<'t>(text: &'t str, wrong: &Wrong) -> Option<&'t str> {
    let Equation {
        operands, result, ..
    } = grammar::parse_named(text, false).ok()?;
    let word = |place: Place| &text[place.0..place.1];
    let found = word(wrong.place);
    match wrong.kind {
        WrongKind::OnlyOnTheRight | WrongKind::RightOnly => {
            nearest(found, operands.iter().flat_map(Term::names).map(word))
        }
        WrongKind::LeftOnly => nearest(found, result.iter().flat_map(Term::names).map(word)),
        _ => None,
    }
}

/// The first of some words that a word likely is, mistyped.
pub(crate) fn nearest<'t>(
    word: &str,
    mut others: impl Iterator<Item = &'t str>,
) -> Option<&'t str> {
    others.find(|other| is_near(word, other))
}

/// Whether one of two words is likely the other, mistyped. `i1` and `i2`, `tok_q` and `tok_k`, `qhead` and `khead` are
/// meant as they are.
fn is_near(lhs: &str, rhs: &str) -> bool {
    let lower = |word: &str| word.to_lowercase();
    let (lhs, rhs) = (lower(lhs), lower(rhs));
    let digits = |word: &str| -> String { word.chars().filter(char::is_ascii_digit).list() };
    if digits(&lhs) != digits(&rhs) {
        return false;
    }
    if lhs.matches('_').count() != rhs.matches('_').count() {
        return lhs.replace('_', "") == rhs.replace('_', "");
    }
    let mut pairs = lhs.split('_').zip(rhs.split('_'));
    pairs.all(|(lhs, rhs)| {
        let letters = |word: &str| word.chars().list::<Vec<char>>();
        lhs == rhs || is_mistyped(&letters(lhs), &letters(rhs))
    })
}

/// The same for words without a `_`. Hardly anybody mistypes the first letter alone.
fn is_mistyped(lhs: &[char], rhs: &[char]) -> bool {
    let shorter = lhs.len().min(rhs.len());
    if shorter < 3 || (lhs[0] != rhs[0] && (lhs[0], lhs[1]) != (rhs[1], rhs[0])) {
        return false;
    }
    let sorted = |word: &[char]| {
        let mut word = word.to_vec();
        sort_by_key(&mut word, |letter| *letter);
        word
    };
    match edits(lhs, rhs) {
        // Many words of three letters differ in one.
        1 => lhs.len() != rhs.len() || shorter > 3 || sorted(lhs) == sorted(rhs),
        2 => shorter >= 8,
        _ => false,
    }
}

/// How many letters are to be added, removed, replaced or swapped with their neighbour.
fn edits(lhs: &[char], rhs: &[char]) -> usize {
    // By how many letters of both have been read.
    let mut table = vec![vec![0; rhs.len() + 1]; lhs.len() + 1];
    for left in 0..=lhs.len() {
        for right in 0..=rhs.len() {
            if left == 0 || right == 0 {
                table[left][right] = left + right;
                continue;
            }
            let differs = usize::from(lhs[left - 1] != rhs[right - 1]);
            let swapped = left > 1
                && right > 1
                && (lhs[left - 2], lhs[left - 1]) == (rhs[right - 1], rhs[right - 2]);
            let replaced = table[left - 1][right - 1] + differs;
            let added = table[left - 1][right].min(table[left][right - 1]) + 1;
            table[left][right] = replaced.min(added);
            if swapped {
                table[left][right] = table[left][right].min(table[left - 2][right - 2] + 1);
            }
        }
    }
    table[lhs.len()][rhs.len()]
}
