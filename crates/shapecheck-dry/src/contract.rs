//! The contract of a function, of the shapes that went through it in all runs.

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
    /// For several calls it says what they have in common. A size that is not a sum or product of names is `_`.
    #[must_use]
    pub fn contract(&self, function: &str) -> Option<String> {
        let Signature { arguments, results } = self.signature_of(function)?;
        let sizes = |shape: &Vec<String>| {
            let sizes = shape.iter().map(|size| size_of_contract(size, &self.names));
            sizes.collect::<Vec<_>>().join(" ")
        };
        let arguments = arguments
            .iter()
            .map(|(name, shape)| format!("{name}: {}", sizes(shape)));
        let arguments: Vec<String> = arguments.collect();
        let results: Vec<String> = results.iter().map(sizes).collect();
        Some(format!(
            "#[shapes(\"{} -> {}\")]",
            arguments.join(", "),
            results.join(", ")
        ))
    }

    /// The shapes that go through a function with a contract, those that all of its calls have in common.
    pub(crate) fn signature_of(&self, function: &str) -> Option<Signature> {
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
