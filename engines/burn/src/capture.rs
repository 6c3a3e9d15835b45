//! Runs of burn's models that compute nothing: what they did, for [`shapecheck_dry`].
//!
//! burn has a device that records operations in the place of computing them. A model runs on it as it is, its weights
//! included: not a line of it changes, and none of its types is one of this crate.
//!
//! ```
//! use burn::nn::{Linear, LinearConfig};
//! use burn::tensor::{Tensor, activation::relu};
//! use shapecheck_burn::capture::record;
//! use shapecheck_burn::dry::{dry, values};
//!
//! dry(values(["Batch"]), |sizes| {
//!     record(|device| {
//!         let layer = LinearConfig::new(64, 10).init(device);
//!         relu(layer.forward(Tensor::<2>::zeros([sizes["Batch"], 64], device)))
//!     })
//! })
//! .keep_apart("Batch")
//! .gives("[Batch, 10]")
//! .check();
//! ```
//!
//! burn knows no lines of the program, so findings say the operation and its shapes. Numbers that a model reads, as
//! `into_data` does, are not there: such a run fails with burn's own words.

use std::collections::HashMap;

use burn::tensor::{DType, Device, Tensor};
use shapecheck_dry::{Memory, Operation, Record, attempt};

/// Operations whose results have the memory of their operand.
const VIEWS: [&str; 5] = ["Reshape", "SwapDims", "Permute", "Expand", "Slice"];

/// Runs a model on a device that records, and returns what it did.
///
/// A panic of the model, as burn's for shapes that do not fit, is the error of the run.
///
/// # Panics
///
/// Panics if burn cannot record, with its words.
#[track_caller]
pub fn record<const RANK: usize>(model: impl FnOnce(&Device) -> Tensor<RANK>) -> Record {
    let device = Device::capture();
    let mut result = Err(String::new());
    let graph = device.capture_scope(|scope| {
        result = attempt(|| Ok(model(&device).dims().to_vec()));
        scope.complete([], [])
    });
    let graph = graph.unwrap_or_else(|error| panic!("burn records nothing: {error}"));
    let mut memories = HashMap::new();
    let operations = graph.graph.operations.iter().filter_map(|operation| {
        let (name, along) = described(&format!("{operation:?}"))?;
        let of = |id, shape: &[usize], dtype: DType| {
            let elements = shape.iter().product::<usize>() as u64;
            let bytes = elements.saturating_mul(dtype.size() as u64);
            let can_be_weights = dtype.is_float();
            Memory {
                id,
                elements,
                bytes,
                can_be_weights,
            }
        };
        let (mut shapes, mut memory) = (Vec::new(), Vec::new());
        for tensor in operation.inputs() {
            let of = || of(tensor.id.value(), &tensor.shape, tensor.dtype);
            memory.push(*memories.entry(tensor.id).or_insert_with(of));
            shapes.push(tensor.shape.to_vec());
        }
        let inputs = shapes.len();
        for tensor in operation.outputs() {
            let mut made = of(tensor.id.value(), &tensor.shape, tensor.dtype);
            made.can_be_weights &= inputs == 0;
            let made = memory
                .first()
                .copied()
                .filter(|_| VIEWS.contains(&&*name))
                .unwrap_or(made);
            memories.insert(tensor.id, made);
            memory.push(made);
            shapes.push(tensor.shape.to_vec());
        }
        let outputs = shapes.split_off(inputs);
        let mut operation = Operation::new(name, shapes, outputs);
        (operation.along, operation.memory) = (along, memory);
        Some(operation)
    });
    Record::new(operations.collect::<Vec<_>>(), result)
}

/// The name of an operation, and the axis that a softmax or a sum so far goes along, from burn's description of it:
/// `Activation(Softmax(DimOpIr { .., axis: 3 }))`. `None` for what begins or ends tensors.
fn described(text: &str) -> Option<(String, Option<usize>)> {
    let (group, rest) = text.split_once('(')?;
    if matches!(group, "Init" | "Drop") {
        return None;
    }
    // `NumericFloat(F32, Add(..))`
    let name = rest.split(['(', '{']).next()?;
    let name = name.rsplit(", ").next()?.trim();
    let axis = || {
        let (_, behind) = text.rsplit_once("axis: ")?;
        let end = behind.find(|c: char| !c.is_ascii_digit())?;
        behind[..end].parse().ok()
    };
    let along = match name {
        "Softmax" | "LogSoftmax" | "Softmin" | "CumSum" | "CumProd" | "CumMin" | "CumMax" => axis(),
        _ => None,
    };
    Some((name.to_owned(), along))
}
