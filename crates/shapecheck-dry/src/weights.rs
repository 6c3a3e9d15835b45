//! The weights that a model loads by their names, for `cargo shapecheck new`.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

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
    /// It is the header of a safetensors file with names next to sizes. A size that did not move is a number, and so is one
    /// that no expression explains: that of the first run. What the model takes is what its function `forward` does, if that has
    /// a [contract](Self::contract).
    ///
    /// ```
    /// use shapecheck::shapes;
    /// use shapecheck_dry::{Record, attempt, dry, loaded};
    ///
    /// // A function of another library's tensors; here of their sizes.
    /// #[shapes("x: ... -> ...")]
    /// fn forward(x: &[usize]) -> Vec<usize> {
    ///     vec![x[0], 10]
    /// }
    ///
    /// let report = dry([("Batch", [3, 5, 8]), ("Hidden", [64, 96, 80])], |sizes| {
    ///     let (result, calls) = attempt(|| {
    ///         // In the place of a library that loads weights.
    ///         loaded("up.weight", "F32", [4 * sizes["Hidden"], sizes["Hidden"]]);
    ///         Ok(forward(&[sizes["Batch"], sizes["Hidden"]]))
    ///     });
    ///     Record::new([], result).with_calls(calls)
    /// });
    /// # #[cfg(debug_assertions)]
    /// assert_eq!(
    ///     report.weights().unwrap(),
    ///     r#"{"__metadata__": {"dry run": "Batch = 3, Hidden = 64", "takes": "x: Batch, Hidden", "gives": "Batch, 10"},
    /// "up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * Hidden", "Hidden"]}}
    /// "#,
    /// );
    /// ```
    #[must_use]
    pub fn weights(&self) -> Option<String> {
        let good: Vec<&Run> = self.good().collect();
        let first = good.first()?;
        let sizes = good.iter().map(|run| &*run.sizes).collect();
        let mut fitter = Fitter::new(&self.names, sizes);
        let of_names = |run: &&Run| -> HashMap<String, Vec<usize>> {
            let weights = run.record.weights.iter().cloned();
            weights.map(|weight| (weight.name, weight.shape)).collect()
        };
        let of_runs: Vec<_> = good.iter().map(of_names).collect();
        let mut told = HashSet::new();
        let weights = first.record.weights.iter();
        // Layers may share a weight.
        let entries = weights.filter(|weight| told.insert(&weight.name));
        let entries = entries.map(|weight| {
            let shapes = of_runs.iter().map(|weights| weights.get(&weight.name));
            let shapes: Option<Vec<&Vec<usize>>> = shapes.collect();
            let names = shapes.map_or_else(Vec::new, |shapes| fitter.shape(&shapes));
            let is_name = |name: &&String| name.contains(char::is_alphabetic);
            let names = (0..weight.shape.len()).map(|axis| names.get(axis).filter(is_name));
            let names = names.map(|name| name.map_or("null".to_owned(), |name| json_text(name)));
            format!(
                "{}: {{\"dtype\": {}, \"shape\": {:?}, \"names\": [{}]}}",
                json_text(&weight.name),
                json_text(&weight.element),
                weight.shape,
                names.collect::<Vec<_>>().join(", "),
            )
        });
        let entries: Vec<String> = entries.collect();
        let sizes = self.names.iter().zip(&first.sizes);
        let sizes = sizes.map(|(name, size)| format!("{name} = {size}"));
        let result = self.result.as_deref().unwrap_or_default();
        (!entries.is_empty()).then(|| {
            format!(
                "{{\"__metadata__\": {{\"dry run\": {}, \"takes\": {}, \"gives\": {}}},\n{}}}\n",
                json_text(&sizes.collect::<Vec<_>>().join(", ")),
                json_text(&self.takes(first).join("; ")),
                json_text(&result.join(", ")),
                entries.join(",\n"),
            )
        })
    }

    /// `x: Batch, Seq, 64`, for each argument of the model's `forward`. A method has the name of its type in front, and where
    /// there are several, nobody knows which is the model's.
    fn takes(&self, first: &Run) -> Vec<String> {
        let is_forward = |name: &&str| name.rsplit("::").next() == Some("forward");
        let calls = first.record.calls.iter().map(|call| &*call.operation);
        let functions: HashSet<&str> = calls.filter(is_forward).collect();
        let mut functions = functions.into_iter();
        let (Some(forward), None) = (functions.next(), functions.next()) else {
            return Vec::new();
        };
        let signature = self.signature_of(forward);
        let arguments = signature.into_iter().flat_map(|it| it.arguments);
        arguments
            .map(|(name, shape)| format!("{name}: {}", shape.join(", ")))
            .collect()
    }
}
