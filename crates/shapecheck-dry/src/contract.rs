//! The contract of a function, of the shapes that went through it in all runs.

use std::collections::HashSet;

use shapecheck::dry::Row;

use crate::Report;
use crate::fit::Fitter;

/// A number of axes that differs.
const ANY: &str = "...";

impl Report {
    /// The line to write before a function: `#[shapes("x: b s 64, mask: s s -> b s 64")]`. `None` if it did not return in
    /// each run that succeeded, or in one more often than in another, or if it was not looked up because the build has no
    /// debug assertions.
    ///
    /// It is asked about by a contract that says nothing, which names its arguments:
    ///
    /// ```
    /// use shapecheck::shapes;
    /// use shapecheck_dry::{Record, attempt, dry, values};
    ///
    /// // A function of another library's tensors; here of their sizes.
    /// #[shapes("x: ..., mask: ... -> ...")]
    /// fn attend(x: &[usize], mask: &[usize]) -> Vec<usize> {
    ///     x.to_vec()
    /// }
    ///
    /// let report = dry(values(["Batch", "Seq"]), |sizes| {
    ///     let (result, calls) = attempt(|| {
    ///         let (x, mask) = ([sizes["Batch"], sizes["Seq"], 64], [sizes["Seq"]; 2]);
    ///         Ok(attend(&x, &mask))
    ///     });
    ///     Record::new([], result).with_calls(calls)
    /// });
    /// # #[cfg(debug_assertions)]
    /// assert_eq!(
    ///     report.contract("attend").unwrap(),
    ///     r#"#[shapes("x: b s 64, mask: s s -> b s 64")]"#,
    /// );
    /// ```
    ///
    /// For several calls it says what they have in common. A size that is not a sum or product of names is `_`. One of two
    /// names that have no axes of their own has one name: `heads * width` is `heads_width`.
    ///
    /// A method is called `"Attention::forward"`, or `"forward"` if no other function that was called is.
    #[must_use]
    pub fn contract(&self, function: &str) -> Option<String> {
        let Signature { arguments, results } = self.signature_of(function)?;
        let of_shape = |shape: &Vec<String>| -> Vec<String> {
            let sizes = shape.iter().map(|size| size_of_contract(size, &self.names));
            sizes.collect()
        };
        let mut arguments: Vec<(&String, Vec<String>)> = arguments
            .iter()
            .map(|(name, shape)| (name, of_shape(shape)))
            .collect();
        let mut results: Vec<Vec<String>> = results.iter().map(of_shape).collect();
        let all = arguments.iter().map(|(_, sizes)| sizes).chain(&results);
        let own: HashSet<String> = known(all.flatten());
        let with_own = |size: &mut String| *size = with_own_axes(size, &own);
        { arguments.iter_mut() }
            .flat_map(|(_, sizes)| sizes)
            .for_each(with_own);
        let told = arguments.iter().flat_map(|(_, sizes)| sizes);
        let told: HashSet<String> = told.cloned().collect();
        for size in results.iter_mut().flatten() {
            let one = with_own_axes(size, &own);
            if one != *size {
                *size = if told.contains(&one) {
                    one
                } else {
                    "_".to_owned()
                };
            }
        }
        let arguments =
            { arguments.iter() }.map(|(name, sizes)| format!("{name}: {}", sizes.join(" ")));
        let arguments: Vec<String> = arguments.collect();
        let results: Vec<String> = results.iter().map(|sizes| sizes.join(" ")).collect();
        Some(format!(
            "#[shapes(\"{} -> {}\")]",
            arguments.join(", "),
            results.join(", ")
        ))
    }

    /// The shapes that go through a function with a contract, those that all of its calls have in common.
    pub(crate) fn signature_of(&self, function: &str) -> Option<Signature> {
        let functions = self.good().flat_map(|run| &run.record.calls);
        let functions: HashSet<&str> = functions.map(|call| &*call.operation).collect();
        let is_method = |name: &&&str| {
            let method = name.rsplit("::").next();
            method == Some(function)
        };
        let mut methods = functions.iter().filter(is_method);
        let function = match (functions.contains(function), methods.next(), methods.next()) {
            (false, Some(method), None) => *method,
            _ => function,
        };
        let calls: Vec<Vec<&Row>> = self
            .good()
            .map(|run| {
                let calls = run.record.calls.iter();
                calls.filter(|call| call.operation == function).collect()
            })
            .collect();
        let first = calls.first()?;
        if first.is_empty() || calls.iter().any(|calls| calls.len() != first.len()) {
            return None;
        }
        let sizes = self.good().map(|run| &*run.sizes).collect();
        let mut fitter = Fitter::new(&self.names, sizes);
        let mut common: Option<Vec<Vec<String>>> = None;
        for at in 0..first.len() {
            let of_runs = calls.iter().map(|calls| shapes(calls[at]));
            let of_runs: Vec<Vec<Vec<usize>>> = of_runs.collect();
            let one = (0..of_runs[0].len()).map(|place| {
                let shapes: Option<Vec<&Vec<usize>>> =
                    of_runs.iter().map(|shapes| shapes.get(place)).collect();
                Some(fitter.shape(&shapes?))
            });
            let one: Vec<Vec<String>> = one.collect::<Option<_>>()?;
            common = Some(match common {
                Some(others) if others.len() != one.len() => return None,
                Some(others) => others
                    .iter()
                    .zip(&one)
                    .map(|(lhs, rhs)| both(lhs, rhs))
                    .collect(),
                None => one,
            });
        }
        let mut arguments = common?;
        let results = arguments.split_off(first[0].inputs.len());
        let names = first[0].arguments.iter().cloned();
        Some(Signature {
            arguments: names.zip(arguments).collect(),
            results,
        })
    }
}

/// What a function takes, by the names of its arguments, and what it gives.
pub(crate) struct Signature {
    pub(crate) arguments: Vec<(String, Vec<String>)>,
    results: Vec<Vec<String>>,
}

fn shapes(call: &Row) -> Vec<Vec<usize>> {
    let shapes = call.inputs.iter().chain(&call.outputs);
    shapes.map(|shape| shape.sizes().to_vec()).collect()
}

/// The parts that two calls have in common.
fn both(lhs: &[String], rhs: &[String]) -> Vec<String> {
    if lhs.len() != rhs.len() {
        return vec![ANY.to_owned()];
    }
    let sizes = lhs.iter().zip(rhs).map(|(lhs, rhs)| match lhs == rhs {
        true => lhs.clone(),
        false => "_".to_owned(),
    });
    sizes.collect()
}

/// A size in the notation of contracts: `Past + Seq` is `p+s`.
fn size_of_contract(size: &str, names: &[String]) -> String {
    if size == ".." {
        return ANY.to_owned();
    }
    if size.contains(['/', '(', '-', '_']) {
        return "_".to_owned();
    }
    let words = size.split(' ').map(|word| label(word, names));
    words.collect()
}

/// The names in a size of a contract.
fn words(size: &str) -> impl Iterator<Item = &str> {
    let words = size.split(['+', '*']);
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
}

/// The names whose sizes a contract can tell: those of axes, and of a sum or product the last one.
fn known<'a>(sizes: impl Iterator<Item = &'a String>) -> HashSet<String> {
    let sizes: Vec<Vec<&str>> = sizes.map(|size| words(size).collect()).collect();
    let mut known = HashSet::new();
    loop {
        let missing = sizes.iter().find_map(|size| {
            let mut missing = size.iter().filter(|word| !known.contains(**word));
            missing.next().filter(|_| missing.next().is_none())
        });
        match missing {
            Some(word) => known.insert((*word).to_owned()),
            None => return known,
        };
    }
}

/// A size, or one name for it if a contract cannot tell what it is made of.
fn with_own_axes(size: &str, own: &HashSet<String>) -> String {
    match words(size).all(|word| own.contains(word)) {
        true => size.to_owned(),
        false => {
            let plain = size.replace(['+', '*'], "_");
            let number = plain.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
            match number.len() == plain.len() {
                true => plain,
                false => format!(
                    "{number}_{}",
                    plain[..plain.len() - number.len()].trim_end_matches('_')
                ),
            }
        }
    }
}

/// The first letter of each name if no two have the same.
fn label(word: &str, names: &[String]) -> String {
    if !names.iter().any(|name| name == word) {
        return word.to_owned();
    }
    let lower = |name: &String| name.to_lowercase();
    let letter = |name: &String| lower(name).chars().next();
    let is_same = |lhs: usize, rhs: usize| letter(&names[lhs]) == letter(&names[rhs]);
    let is_told = (0..names.len()).all(|lhs| (0..lhs).all(|rhs| !is_same(lhs, rhs)));
    let word = word.to_owned();
    match letter(&word) {
        Some(letter) if is_told => letter.to_string(),
        _ => lower(&word),
    }
}
