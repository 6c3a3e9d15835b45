//! A size as an expression of the names, which explains it in every run.
//!
//! ```text
//! 3, 5, 3 where Batch is 3, 5, 3 and Seq is 7, 7, 11      Batch
//! 21, 35, 33                                              Batch * Seq
//! 8, 8, 12                                                Seq + 1
//! ```
//!
//! The simplest expression is taken: a multiple of a name or of a sum, a product, one of these with a number added, then
//! windows, which round down. What none of them explains is `_`.

use std::collections::HashMap;

/// What stands for a size that no expression explains.
const UNKNOWN: &str = "_";
/// The largest divisor that is tried: of a stride, of a window, of the heads of an attention.
const LARGEST_DIVISOR: i64 = 64;

/// Finds expressions, and keeps them: most sizes of a model are the same few.
pub(crate) struct Fitter<'a> {
    names: &'a [String],
    /// The sizes of each run, those of the first one before others.
    runs: Vec<&'a [usize]>,
    found: HashMap<Vec<usize>, String>,
}

/// A term, with its value in each run.
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
        Self {
            names,
            runs,
            found: HashMap::new(),
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
        let found = fit(&values, self.names, &self.runs).unwrap_or_else(|| UNKNOWN.to_owned());
        self.found.insert(values, found.clone());
        found
    }
}

/// The simplest expression, if there is one.
pub(crate) fn fit(values: &[usize], names: &[String], runs: &[&[usize]]) -> Option<String> {
    let first = values.first()?;
    if values.iter().all(|value| value == first) {
        return Some(first.to_string());
    }
    let values: Vec<i64> = values.iter().map(|&value| signed(value)).collect();
    let terms = terms(&values, names, runs);
    let multiples = || terms.iter().filter_map(|term| multiple(&values, term));
    multiples()
        .find(|(added, _)| *added == 0)
        .map(|(_, text)| text)
        .or_else(|| product(&values, &terms))
        .or_else(|| multiples().next().map(|(_, text)| text))
        .or_else(|| terms.iter().find_map(|term| window(&values, term)))
}

fn signed(value: usize) -> i64 {
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
        // A name that was never moved alone may matter.
        alone.peek().is_none() || alone.any(|run| values[run] != values[0])
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

/// `(term + a) / d`, rounded down
fn window(values: &[i64], term: &Term) -> Option<String> {
    let fits = |a: i64, d: i64| {
        let mut both = values.iter().zip(&term.values);
        both.all(|(value, term)| term.saturating_add(a).checked_div_euclid(d) == Some(*value))
    };
    (2..=LARGEST_DIVISOR).find_map(|d| {
        // The nearest to 0 first, those below it for a window without padding.
        let mut added = (0..4 * d).flat_map(|a| [a, -a]);
        let a = added.find(|&a| fits(a, d))?;
        Some(match a {
            0 => format!("{} / {d}", term.factor()),
            1.. => format!("({} + {a}) / {d}", term.text),
            _ => format!("({} - {}) / {d}", term.text, -a),
        })
    })
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
    use super::fit;

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
        same("Seq / 2", |_, seq| seq / 2);
        same("(Seq - 3) / 4", |_, seq| (seq - 3) / 4);
        same("(Seq + 2) / 4", |_, seq| (seq + 2) / 4);
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
