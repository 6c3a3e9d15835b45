//! Runs of models whose shapes are types, on the engine of sizes.

use shapecheck::dry::{Row, Sizes, run_with};
use shapecheck::{Shape, TensorOn};

use crate::attempt::caught;
use crate::{Operation, Record};

/// Runs a typed model on the engine whose tensors are sizes, and returns what it did.
///
/// ```
/// use shapecheck::dry::Sizes;
/// use shapecheck::{TensorOn, shape};
/// use shapecheck_dry::{dry, record, values};
///
/// let weights = TensorOn::<f32, shape![10, 64], Sizes>::zeros();
/// let report = dry(values(["Batch"]), |sizes| {
///     record(|| TensorOn::zeros_with(<shape![_, 64]>::of([sizes["Batch"]])).linear(&weights))
/// });
/// let report = report.keep_apart("Batch").gives("[Batch, 10]");
/// report.check();
/// assert_eq!(report.summary().unwrap().parameters, 640);
/// ```
///
/// The table has a row for each layer, and knows neither lines nor the axis of a softmax: types have checked that. A panic
/// of the model is the error of the run.
pub fn record<T: 'static, S: Shape>(model: impl FnOnce() -> TensorOn<T, S, Sizes>) -> Record {
    let run = caught(|| Ok(run_with(|| model().dims().to_vec())));
    match run {
        Ok((result, summary)) => {
            let operations: Vec<Operation> = summary.rows.iter().map(operation).collect();
            Record {
                summary: Some(summary),
                ..Record::new(operations, Ok(result))
            }
        }
        Err(text) => Record::new([], Err(text)),
    }
}

fn operation(row: &Row) -> Operation {
    let [inputs, outputs] = [&row.inputs, &row.outputs].map(|shapes| {
        let sizes = shapes.iter().map(|shape| shape.sizes().to_vec());
        sizes.collect::<Vec<_>>()
    });
    Operation::new(row.operation.clone(), inputs, outputs)
}
