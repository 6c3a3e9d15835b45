//! The weights that a model loads by their names, for `cargo shapecheck new`.

use std::cell::RefCell;

use shapecheck::dry::json_text;

use crate::fit::Fitter;
use crate::{Report, Run};

thread_local! {
    static LOADED: RefCell<Vec<Weight>> = const { RefCell::new(Vec::new()) };
}

/// A weight that a run loaded.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    name: String,
    element: String,
    shape: Vec<usize>,
}

/// For recorders: notes that the model loads a weight of this name, whose elements safetensors files call so, `"F32"`.
pub fn loaded(name: impl Into<String>, element: impl Into<String>, shape: impl Into<Vec<usize>>) {
    let (name, element, shape) = (name.into(), element.into(), shape.into());
    let weight = Weight {
        name,
        element,
        shape,
    };
    LOADED.with_borrow_mut(|all| all.push(weight));
}

/// What was loaded since this was called last.
pub(crate) fn taken() -> Vec<Weight> {
    LOADED.take()
}

impl Report {
    /// The weights that the model loaded, with names for their sizes: the text of a file for `cargo shapecheck new`, which
    /// writes structs of typed tensors for them. `None` if no run succeeded that loaded one.
    ///
    /// It is the header of a safetensors file with names beside sizes. A size that did not move is a number, and so is one
    /// that no expression explains: that of the first run.
    ///
    /// ```
    /// use shapecheck_dry::{Record, attempt, dry, loaded};
    ///
    /// let report = dry([("Batch", [3, 5, 8]), ("Hidden", [64, 96, 80])], |sizes| {
    ///     let (result, calls) = attempt(|| {
    ///         // In the place of a library that loads weights.
    ///         loaded("up.weight", "F32", [4 * sizes["Hidden"], sizes["Hidden"]]);
    ///         Ok(vec![sizes["Batch"], 10])
    ///     });
    ///     Record::new([], result).with_calls(calls)
    /// });
    /// assert_eq!(
    ///     report.weights().unwrap(),
    ///     r#"{"__metadata__": {"dry run": "Batch = 3, Hidden = 64", "gives": "Batch, 10"},
    /// "up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * Hidden", "Hidden"]}}
    /// "#,
    /// );
    /// ```
    #[must_use]
    pub fn weights(&self) -> Option<String> {
        let good: Vec<&Run> = self.good().collect();
        let (first, others) = good.split_first()?;
        let mut fitter = Fitter::new(&self.names, good.iter().map(|run| &*run.sizes).collect());
        let mut entries: Vec<String> = Vec::new();
        let all = &first.record.weights;
        for (place, weight) in all.iter().enumerate() {
            let is_same = |other: &&Weight| other.name == weight.name;
            // Weights that two layers share.
            if all[..place].iter().any(|other| is_same(&other)) {
                continue;
            }
            let of_others = others
                .iter()
                .map(|run| run.record.weights.iter().find(is_same));
            let of_others: Option<Vec<&Weight>> = of_others.collect();
            let names = of_others.map_or_else(Vec::new, |of_others| {
                let shapes = of_others.iter().map(|other| &other.shape);
                let shapes: Vec<_> = [&weight.shape].into_iter().chain(shapes).collect();
                fitter.shape(&shapes)
            });
            let is_name = |name: &&String| name.contains(char::is_alphabetic);
            let names = (0..weight.shape.len()).map(|axis| names.get(axis).filter(is_name));
            let names =
                names.map(|name| name.map_or_else(|| "null".to_owned(), |it| json_text(it)));
            entries.push(format!(
                "{}: {{\"dtype\": {}, \"shape\": {:?}, \"names\": [{}]}}",
                json_text(&weight.name),
                json_text(&weight.element),
                weight.shape,
                names.collect::<Vec<_>>().join(", "),
            ));
        }
        let sizes = self.names.iter().zip(&first.sizes);
        let sizes: Vec<String> = sizes
            .map(|(name, size)| format!("{name} = {size}"))
            .collect();
        let result = self.result.as_deref().unwrap_or_default();
        (!entries.is_empty()).then(|| {
            format!(
                "{{\"__metadata__\": {{\"dry run\": {}, \"gives\": {}}},\n{}}}\n",
                json_text(&sizes.join(", ")),
                json_text(&result.join(", ")),
                entries.join(",\n"),
            )
        })
    }
}
