//! A size as an expression of the names, which explains it in every run.
//!
//! ```text
//! 3, 5, 3 where Batch is 3, 5, 3 and Seq is 7, 7, 11      Batch
//! 21, 35, 33                                              Batch * Seq
//! 8, 8, 12                                                Seq + 1
//! ```
//!
//! The simplest expression is taken: a multiple of a name or of a sum, a product, one of these with a number added, a share, then
//! windows, which round down, then one of these of windows that were found before. What none of them explains is `_`.

use std::collections::HashMap;
use std::ops::Range;

/// What stands for a size that no expression explains.
pub(crate) const UNKNOWN: &str = "_";
/// The largest divisor that is tried: of a stride, of a window, of the heads of an attention.
const LARGEST_DIVISOR: i64 = 64;

/// Finds expressions, and keeps them: most sizes of a model are the same few.
pub(crate) struct Fitter<'a> {
    names: &'a [String],
    /// The sizes of each run, those of the first one before others.
    runs: Vec<&'a [usize]>,
    found: HashMap<Vec<usize>, String>,
    /// Windows among what was found: others are computed of them, as the rows of a batch of windows.
    windows: Vec<Term>,
    /// Names, and windows of windows: their values, the name, and what is added before what it is divided by.
    chain: Chain,
}

/// Names by their values, and windows of windows: the name, and what is added before what it is divided by.
#[derive(Default)]
pub(crate) struct Chain(HashMap<Vec<usize>, (usize, Window)>);

impl Chain {
    pub(crate) fn add(&mut self, values: Vec<usize>, name: usize, window: Window) {
        self.0.entry(values).or_insert((name, window));
    }

    pub(crate) fn has(&self, values: &[usize]) -> bool {
        self.0.contains_key(values)
    }

    /// The window that gives a size, or one from which it differs by a number: padding is a part of the next window.
    pub(crate) fn get(&self, values: &[usize]) -> Option<(usize, Window)> {
        if let Some(known) = self.0.get(values) {
            return Some(*known);
        }
        let mut others = self.0.iter().filter_map(|(other, (name, window))| {
            let mut added = values
                .iter()
                .zip(other)
                .map(|(lhs, rhs)| signed(*lhs) - signed(*rhs));
            let first = added.next()?;
            let is_padded =
                (1..=LARGEST_DIVISOR).contains(&first) && added.all(|more| more == first);
            let padded = Window {
                added: window.added + first * window.by,
                ..*window
            };
            is_padded.then_some((*name, padded))
        });
        let first = others.next()?;
        others.all(|other| other == first).then_some(first)
    }
}

/// `(size + added) / by`, rounded down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    added: i64,
    by: i64,
}

impl Window {
    /// The size itself.
    pub(crate) const ALL: Self = Self { added: 0, by: 1 };

    pub(crate) fn of(self, size: usize) -> i64 {
        signed(size).saturating_add(self.added).div_euclid(self.by)
    }

    /// A window of what this one gives, which is one too.
    fn then(self, next: Self) -> Self {
        Self {
            added: self.added + next.added * self.by,
            by: self.by * next.by,
        }
    }

    fn text(self, name: &str) -> String {
        match self.added {
            0 => format!("{name} / {}", self.by),
            1.. => format!("({name} + {}) / {}", self.added, self.by),
            _ => format!("({name} - {}) / {}", -self.added, self.by),
        }
    }
}

/// A term, with its value in each run.
#[derive(Clone)]
struct Term {
    text: String,
    values: Vec<i64>,
    /// Whether it is a sum, which stands in parentheses in a product.
    is_sum: bool,
}

impl Term {
    fn factor(&self) -> String {
        match self.is_sum {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }
}

impl<'a> Fitter<'a> {
    pub(crate) fn new(names: &'a [String], runs: Vec<&'a [usize]>) -> Self {
        let values = |name: usize| runs.iter().map(|run| run[name]).collect();
        let mut chain = Chain::default();
        for name in 0..names.len() {
            chain.add(values(name), name, Window::ALL);
        }
        Self {
            chain,
            names,
            runs,
            found: HashMap::new(),
            windows: Vec::new(),
        }
    }

    /// Says that an operation with a window, as a convolution, gives this size of that one: a window of a window is one of the name.
    pub(crate) fn windowed(&mut self, of: &[usize], size: &[usize]) {
        let Some((name, before)) = self.chain.get(of) else {
            return;
        };
        let is_known = self.found.get(size).is_some_and(|text| text != UNKNOWN);
        if is_known || exact(size, self.names, &self.runs).is_some() {
            return;
        }
        if let Some(next) = windows(size, of).first() {
            let window = before.then(*next);
            let text = window.text(&self.names[name]);
            self.chain.add(size.to_vec(), name, window);
            self.windows.push(Term {
                text: text.clone(),
                values: size.iter().map(|&value| signed(value)).collect(),
                is_sum: true,
            });
            self.found.insert(size.to_vec(), text);
        }
    }

    /// The shape of one operand in all runs, or dots if runs have other numbers of axes.
    pub(crate) fn shape(&mut self, of_runs: &[&Vec<usize>]) -> Vec<String> {
        let axes = of_runs.first().map_or(0, |shape| shape.len());
        if of_runs.iter().any(|shape| shape.len() != axes) {
            return vec!["..".to_owned()];
        }
        (0..axes)
            .map(|axis| self.size(of_runs.iter().map(|shape| shape[axis]).collect()))
            .collect()
    }

    /// A size, by its values in all runs.
    pub(crate) fn size(&mut self, values: Vec<usize>) -> String {
        if let Some(found) = self.found.get(&values) {
            return found.clone();
        }
        let found = self.fitted(&values).unwrap_or_else(|| UNKNOWN.to_owned());
        self.found.insert(values, found.clone());
        found
    }

    fn fitted(&mut self, values: &[usize]) -> Option<String> {
        if let Some(found) = exact(values, self.names, &self.runs) {
            return Some(found);
        }
        let values: Vec<i64> = values.iter().map(|&value| signed(value)).collect();
        let terms = terms(&values, self.names, &self.runs);
        let near = terms.iter().find_map(|term| near(&values, term));
        let of_windows = || {
            let mut terms = terms.clone();
            terms.extend(self.windows.iter().cloned());
            of_terms(&values, &terms)
        };
        let found = match near {
            Some(text) => text,
            None => match of_windows() {
                Some(text) => return Some(text),
                None => further(&values, &terms)?,
            },
        };
        self.found.retain(|_, text| text != UNKNOWN);
        self.windows.push(Term {
            text: found.clone(),
            values,
            is_sum: true,
        });
        Some(found)
    }
}

/// The simplest expression, if there is one.
pub(crate) fn fit(values: &[usize], names: &[String], runs: &[&[usize]]) -> Option<String> {
    Fitter::new(names, runs.to_vec()).fitted(values)
}

/// The simplest expression that rounds nothing.
pub(crate) fn exact(values: &[usize], names: &[String], runs: &[&[usize]]) -> Option<String> {
    let first = values.first()?;
    if values.iter().all(|value| value == first) {
        return Some(first.to_string());
    }
    let values: Vec<i64> = values.iter().map(|&value| signed(value)).collect();
    of_terms(&values, &terms(&values, names, runs))
}

fn of_terms(values: &[i64], terms: &[Term]) -> Option<String> {
    let multiples = || terms.iter().filter_map(|term| multiple(values, term));
    multiples()
        .find(|(added, _)| *added == 0)
        .map(|(_, text)| text)
        .or_else(|| product(values, terms))
        .or_else(|| multiples().next().map(|(_, text)| text))
        .or_else(|| terms.iter().find_map(|term| share(values, term)))
        .or_else(|| {
            terms
                .iter()
                .find_map(|factor| shifted(values, factor, terms))
        })
}

pub(crate) fn signed(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The names that the size moves with, and the sums of two of them.
fn terms(values: &[i64], names: &[String], runs: &[&[usize]]) -> Vec<Term> {
    let moves = |name: usize| {
        let is_alone = |run: &[usize]| {
            let pairs = run.iter().zip(runs[0]).enumerate();
            pairs
                .into_iter()
                .all(|(place, (size, base))| (place == name) == (size != base))
        };
        let mut alone = (0..runs.len())
            .filter(|&run| is_alone(runs[run]))
            .peekable();
        // A name that was never moved alone may matter, and one that never moved is a number.
        match alone.peek() {
            None => runs.iter().any(|run| run[name] != runs[0][name]),
            Some(_) => alone.any(|run| values[run] != values[0]),
        }
    };
    let of_names = (0..names.len())
        .filter(|&name| moves(name))
        .map(|name| Term {
            text: names[name].clone(),
            values: runs.iter().map(|run| signed(run[name])).collect(),
            is_sum: false,
        });
    let mut terms: Vec<Term> = of_names.collect();
    for rhs in 0..terms.len() {
        for lhs in 0..rhs {
            let (lhs, rhs) = (&terms[lhs], &terms[rhs]);
            let both = lhs.values.iter().zip(&rhs.values);
            terms.push(Term {
                text: format!("{} + {}", lhs.text, rhs.text),
                values: both.map(|(lhs, rhs)| lhs.saturating_add(*rhs)).collect(),
                is_sum: true,
            });
        }
    }
    terms
}

/// `k * term + c` with k of 1 or more: c and the text.
fn multiple(values: &[i64], term: &Term) -> Option<(i64, String)> {
    let other = (1..values.len()).find(|&run| term.values[run] != term.values[0])?;
    let step = term.values[other] - term.values[0];
    let moved = values[other] - values[0];
    let k = (moved % step == 0)
        .then(|| moved / step)
        .filter(|&k| k > 0)?;
    let c = values[0].checked_sub(k.checked_mul(term.values[0])?)?;
    let fits = |(value, term): (&i64, &i64)| {
        k.checked_mul(*term).and_then(|of| of.checked_add(c)) == Some(*value)
    };
    let text = match k {
        1 => term.text.clone(),
        _ => format!("{k} * {}", term.factor()),
    };
    let text = match c {
        0 => text,
        1.. => format!("{text} + {c}"),
        _ => format!("{text} - {}", -c),
    };
    values
        .iter()
        .zip(&term.values)
        .all(fits)
        .then_some((c, text))
}

/// `k * a * b / d` and `k * a * b * c / d`
fn product(values: &[i64], terms: &[Term]) -> Option<String> {
    let times = |lhs: &Term, rhs: &Term| {
        let both = lhs.values.iter().zip(&rhs.values);
        Term {
            text: format!("{} * {}", lhs.factor(), rhs.factor()),
            values: both.map(|(lhs, rhs)| lhs.saturating_mul(*rhs)).collect(),
            is_sum: false,
        }
    };
    // A part of one name is a fraction without a remainder: `Width / 2` where all sizes are even.
    if let Some(found) = terms.iter().find_map(|term| fraction(values, term)) {
        return Some(found);
    }
    let mut pairs = Vec::new();
    for (place, lhs) in terms.iter().enumerate() {
        pairs.extend(terms[place..].iter().map(|rhs| (place, times(lhs, rhs))));
    }
    let of_three = |(place, pair): &(usize, Term)| {
        let mut thirds = terms[..=*place].iter();
        thirds.find_map(|third| fraction(values, &times(third, pair)))
    };
    let of_two = pairs.iter().find_map(|(_, pair)| fraction(values, pair));
    of_two.or_else(|| pairs.iter().find_map(of_three))
}

/// `k * factor * (term + c)`: labels that are one less than the tokens of a text, of each text.
fn shifted(values: &[i64], factor: &Term, terms: &[Term]) -> Option<String> {
    let part = |(value, factor): (&i64, &i64)| {
        (value.checked_rem(*factor) == Some(0)).then(|| value / factor)
    };
    let parts = values.iter().zip(&factor.values).map(part);
    let parts: Vec<i64> = parts.collect::<Option<_>>()?;
    let all = (1..=LARGEST_DIVISOR).rev();
    let k = all
        .into_iter()
        .find(|k| parts.iter().all(|part| part % k == 0))?;
    let of_one: Vec<i64> = parts.iter().map(|part| part / k).collect();
    let sum = |parts: &[i64]| terms.iter().find_map(|term| multiple(parts, term));
    // A common divisor of all runs may be one of the sizes, and no number of the model.
    let (k, (_, text)) = match sum(&of_one) {
        Some(found) => (k, found),
        None => (1, sum(&parts)?),
    };
    let factor = factor.factor();
    Some(match k {
        1 => format!("{factor} * ({text})"),
        _ => format!("{k} * {factor} * ({text})"),
    })
}

/// `k / term`: what one of several gets.
fn share(values: &[i64], term: &Term) -> Option<String> {
    let mut wholes = values
        .iter()
        .zip(&term.values)
        .map(|(value, term)| value.checked_mul(*term));
    let whole = wholes.next()??;
    let text = format!("{whole} / {}", term.factor());
    (whole > 0 && wholes.all(|other| other == Some(whole))).then_some(text)
}

/// `k * term / d`
fn fraction(values: &[i64], term: &Term) -> Option<String> {
    let of = |d: i64| {
        let times_d = |value: &i64| value.checked_mul(d);
        let k = times_d(&values[0])?.checked_div(term.values[0])?;
        let fits = |(value, term): (&i64, &i64)| {
            times_d(value).is_some_and(|value| k.checked_mul(*term) == Some(value))
        };
        let fits = k > 0 && values.iter().zip(&term.values).all(fits);
        fits.then_some(k)
    };
    let (d, k) = (1..=LARGEST_DIVISOR).find_map(|d| Some((d, of(d)?)))?;
    let text = match k {
        1 => term.factor(),
        _ => format!("{k} * {}", term.factor()),
    };
    Some(match d {
        1 => text,
        _ => format!("{text} / {d}"),
    })
}

/// A window that does not reach further than to the next one: a patch first.
fn near(values: &[i64], term: &Term) -> Option<String> {
    window(values, term, |_| 0..1).or_else(|| window(values, term, |d| 1..d))
}

/// A window that reaches further, or some of one and a number: `2 * ((term + 1) / 2) + 1` is padded.
fn further(values: &[i64], terms: &[Term]) -> Option<String> {
    let far = |term| window(values, term, |d| d..4 * d);
    terms.iter().find_map(far).or_else(|| {
        (2..=4).find_map(|k| {
            let added = values[0].rem_euclid(k);
            let part = |value: &i64| ((value - added) % k == 0).then(|| (value - added) / k);
            let parts: Vec<i64> = values.iter().map(part).collect::<Option<_>>()?;
            let text = terms.iter().find_map(|term| near(&parts, term))?;
            Some(match added {
                0 => format!("{k} * ({text})"),
                _ => format!("{k} * ({text}) + {added}"),
            })
        })
    })
}

/// `(term + a) / d`, rounded down, where `a` or `-a` is in a range of numbers.
fn window(values: &[i64], term: &Term, added: fn(i64) -> Range<i64>) -> Option<String> {
    let fits = |a: i64, d: i64| {
        let mut both = values.iter().zip(&term.values);
        both.all(|(value, term)| term.saturating_add(a).checked_div_euclid(d) == Some(*value))
    };
    let (a, d) = (2..=LARGEST_DIVISOR).find_map(|d| {
        // The nearest to 0 first, those below it for a window without padding.
        let mut added = added(d).flat_map(|a| [a, -a]);
        Some((added.find(|&a| fits(a, d))?, d))
    })?;
    Some(match a {
        0 => format!("{} / {d}", term.factor()),
        1.. => format!("({} + {a}) / {d}", term.text),
        _ => format!("({} - {}) / {d}", term.text, -a),
    })
}

/// All windows of a size that explain another one in each run, the one that is taken first: those that reach to the next one, if
/// there is one.
pub(crate) fn windows(values: &[usize], sizes: &[usize]) -> Vec<Window> {
    let of = |reach: i64| {
        let far = move |by: i64| (1..reach * by).flat_map(|added| [added, -added]);
        let patches = (2..=LARGEST_DIVISOR).map(|by| Window { added: 0, by });
        let others = (2..=LARGEST_DIVISOR)
            .flat_map(move |by| far(by).map(move |added| Window { added, by }));
        let fits = |window: &Window| {
            let mut both = values.iter().zip(sizes);
            both.all(|(&value, &size)| window.of(size) == signed(value))
        };
        patches.chain(others).filter(fits).collect::<Vec<_>>()
    };
    match of(1) {
        none if none.is_empty() => of(4),
        near => near,
    }
}

/// All windows of a name that an operation with a window gives, of one that is known.
pub(crate) fn windows_after(before: Window, values: &[usize], of: &[usize]) -> Vec<Window> {
    let all = windows(values, of).into_iter();
    all.map(|next| before.then(next)).collect()
}

/// A text as its words and the numbers between them.
pub(crate) fn numbers(text: &str) -> (Vec<&str>, Vec<usize>) {
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = &rest[start..];
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (digits, behind) = digits.split_at(end.unwrap_or(digits.len()));
        match digits.parse() {
            Ok(number) => {
                words.push(&rest[..start]);
                numbers.push(number);
            }
            // More digits than a size has.
            Err(_) => return (vec![text], Vec::new()),
        }
        rest = behind;
    }
    words.push(rest);
    (words, numbers)
}

#[cfg(test)]
mod tests {
    use super::{Fitter, fit};

    /// The expression for a size that is computed of two names in seven runs.
    fn fitted(of: impl Fn(usize, usize) -> usize) -> Option<String> {
        let names = ["Batch".to_owned(), "Seq".to_owned()];
        let runs: Vec<Vec<usize>> = crate::plan::plan(&[vec![3, 5, 7], vec![16, 22, 34]]);
        let runs: Vec<&[usize]> = runs.iter().map(|run| &**run).collect();
        let values: Vec<usize> = runs.iter().map(|run| of(run[0], run[1])).collect();
        fit(&values, &names, &runs)
    }

    #[test]
    fn the_simplest_expression_is_found() {
        let same = |text: &str, of: fn(usize, usize) -> usize| {
            assert_eq!(fitted(of).as_deref(), Some(text));
        };
        same("64", |_, _| 64);
        same("Batch", |batch, _| batch);
        same("2 * Seq", |_, seq| 2 * seq);
        same("Seq + 1", |_, seq| seq + 1);
        same("3 * Seq - 2", |_, seq| 3 * seq - 2);
        same("Batch + Seq", |batch, seq| batch + seq);
        same("Batch * Seq", |batch, seq| batch * seq);
        same("4 * Batch * Seq", |batch, seq| 4 * batch * seq);
        same("Seq * Seq", |_, seq| seq * seq);
        same("Batch * Batch * Seq", |batch, seq| batch * batch * seq);
        same("105 / Batch", |batch, _| 105 / batch);
        same("Seq / 2", |_, seq| seq / 2);
        same("(Seq - 3) / 4", |_, seq| (seq - 3) / 4);
        same("(Seq + 2) / 4", |_, seq| (seq + 2) / 4);
        same("Batch * (Seq - 1)", |batch, seq| batch * (seq - 1));
        same("4 * Batch * (Seq + 3)", |batch, seq| 4 * batch * (seq + 3));
    }

    #[test]
    fn a_size_of_windows_that_were_found_before() {
        let names = ["Batch".to_owned(), "Height".to_owned(), "Width".to_owned()];
        let sizes = [vec![3, 5, 8], vec![64, 75, 96], vec![67, 90, 125]];
        let runs = crate::plan::plan(&sizes);
        let mut fitter = Fitter::new(&names, runs.iter().map(|run| &**run).collect());
        let mut same = |text: &str, of: fn(usize, usize, usize) -> usize| {
            let values = runs.iter().map(|run| of(run[0], run[1], run[2]));
            assert_eq!(fitter.size(values.collect()), text);
        };
        same("_", |_, height, width| (height / 14) * (width / 14));
        same("Height / 14", |_, height, _| height / 14);
        same("Width / 14", |_, _, width| width / 14);
        same("Width / 14 + 8", |_, _, width| width / 14 + 8);
        same("Batch * (Height / 14)", |batch, height, _| {
            batch * (height / 14)
        });
        same("4 * (Height / 14) * (Width / 14)", |_, height, width| {
            4 * (height / 14) * (width / 14)
        });
        same("2 * ((Height + 1) / 2) + 1", |_, height, _| {
            height.div_ceil(2) * 2 + 1
        });
    }

    #[test]
    fn what_nothing_explains_is_not_guessed() {
        assert_eq!(fitted(|_, seq| if seq == 22 { 5 } else { 9 }), None);
        assert_eq!(
            fitted(|batch, seq| (batch * 7919 + seq * 104_729) % 1009),
            None
        );
    }
}
