//! Runs of burn's models that compute nothing: what they did, for [`shapecheck_dry`].
//!
//! burn has a device that records operations instead of computing them. A model runs on it as it is, its weights
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
//! Under `cargo shapecheck dry`, operations have the lines of the program that called them. burn alone keeps none, so by
//! `cargo test` a finding says the operation and its shapes, and the line only where a run fails. Numbers that a model reads, as
//! `into_data` does, are not there: such a run fails with burn's own words.

use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::sync::Arc;

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::{Bool, DType, Device, Int, Tensor, TensorData};
use shapecheck_dry::{Line, Lookup, Memory, Operation, Record, attempt, loaded};

/// Parts of the paths of files whose lines are not those of a model.
const NOT_OF_MODELS: [&str; 3] = ["/burn-", "/shapecheck-burn-", "burn/src/capture.rs"];

/// Operations that make one of an axis.
const REDUCES: [&str; 8] = [
    "SumDim",
    "MeanDim",
    "ProdDim",
    "MaxDim",
    "MinDim",
    "MaxAbsDim",
    "ArgMax",
    "ArgMin",
];

/// The size of a tensor that nobody has: burn records no marks.
const MARK: usize = 0x7ea7_0ca1_1e7e;

/// Operations whose results have the memory of their operand.
const VIEWS: [&str; 5] = ["Reshape", "SwapDims", "Permute", "Expand", "Slice"];

/// What burn's own graphs have instead of the function of this name, which those of the copy have themselves.
#[allow(
    dead_code,
    reason = "a function of the type comes before one of a trait, so that one of the two is never called"
)]
trait Stacks {
    fn stacks(&self) -> Option<Vec<Arc<Backtrace>>> {
        None
    }
}

impl<Graph> Stacks for Graph {}

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
    let mut ran = None;
    let graph = device.capture_scope(|scope| {
        ran = Some(attempt(|| Ok(model(&device).dims().to_vec())));
        scope.complete([], [])
    });
    let graph = graph.unwrap_or_else(|error| panic!("burn records nothing: {error}"));
    let mut tensors = Tensors::default();
    // Who called each operation, if burn-capture is the copy that keeps it.
    let stacks = graph.stacks().unwrap_or_default().into_iter();
    let stacks = stacks.map(Some).chain(std::iter::repeat(None));
    let operations = graph.graph.operations.iter().zip(stacks);
    let operations = operations.filter_map(|(operation, stack)| {
        let text = format!("{operation:?}");
        let (name, along) = described(&text)?;
        let inputs = operation.inputs().map(|tensor| {
            let given = || graph.values.get(&tensor.id).and_then(numbers_of);
            tensors.input(tensor.id.value(), &tensor.shape, tensor.dtype, given)
        });
        let inputs: Vec<Known> = inputs.collect();
        let outputs = operation.outputs().map(|tensor| {
            let made = Known::new(tensor.id.value(), &tensor.shape, tensor.dtype);
            let made = made.made_of(inputs.first(), &name, &text);
            tensors.0.insert(tensor.id.value(), made.clone());
            made
        });
        let outputs: Vec<Known> = outputs.collect();
        let mut operation = noted(name, along, inputs, outputs, &text);
        operation.line = stack.map(|stack| Line::of_stack(stack, &NOT_OF_MODELS));
        Some(operation)
    });
    let operations: Vec<Operation> = operations.collect();
    let (result, calls) = ran.expect("burn calls what it records");
    let result = result.map_err(|text| in_one_line(&text));
    // What computes something would fail, and burn does not look at indices before.
    let result = result.and_then(|shape| match operations.iter().find_map(beyond) {
        Some(text) => Err(text),
        None => Ok(shape),
    });
    let failed_at = calls.panicked_at(&NOT_OF_MODELS);
    let record = Record::new(linear_layers(operations), result).with_calls(calls);
    match failed_at {
        Some(line) => record.failed_at(line),
        None => record,
    }
}

/// What is known of a tensor.
#[derive(Clone)]
struct Known {
    shape: Vec<usize>,
    memory: Memory,
    strides: Vec<usize>,
    offset: usize,
    /// Its numbers, if the program gave them.
    numbers: Option<Vec<usize>>,
}

impl Known {
    /// One whose elements lie in order in its own memory.
    fn new(id: u64, shape: &[usize], dtype: DType) -> Self {
        let elements = shape
            .iter()
            .fold(1_u64, |all, &size| all.saturating_mul(size as u64));
        let memory = Memory {
            id,
            elements,
            bytes: elements.saturating_mul(dtype.size() as u64),
            can_be_weights: dtype.is_float(),
        };
        Self {
            shape: shape.to_vec(),
            memory,
            strides: in_order(shape),
            offset: 0,
            numbers: None,
        }
    }

    /// A result of an operation of this first operand, whose memory it has if it is a view.
    fn made_of(mut self, operand: Option<&Self>, name: &str, text: &str) -> Self {
        let Some(operand) = operand else { return self };
        self.memory.can_be_weights = false;
        if !VIEWS.contains(&name) {
            return self;
        }
        if name == "Reshape" {
            self.numbers.clone_from(&operand.numbers);
        }
        let strides = view(name, text, &operand.shape, &operand.strides, &self.shape);
        // A reshape of what does not lie so is a copy.
        if strides.len() == self.shape.len() {
            (self.memory, self.offset) = (operand.memory, operand.offset);
            if name == "Slice" {
                self.offset += start(text, &operand.strides);
            }
            self.strides = strides;
        }
        self
    }
}

/// What is known of the tensors of a graph, by their numbers.
#[derive(Default)]
struct Tensors(HashMap<u64, Known>);

impl Tensors {
    fn input(
        &mut self,
        id: u64,
        shape: &[usize],
        dtype: DType,
        numbers: impl FnOnce() -> Option<Vec<usize>>,
    ) -> Known {
        let new = || Known {
            numbers: numbers(),
            ..Known::new(id, shape, dtype)
        };
        self.0.entry(id).or_insert_with(new).clone()
    }
}

/// An operation of these operands and results.
fn noted(
    name: String,
    along: Vec<usize>,
    inputs: Vec<Known>,
    outputs: Vec<Known>,
    text: &str,
) -> Operation {
    if name == "Zeros" && outputs.iter().all(|made| made.shape == [MARK]) {
        return Operation::new(Operation::TOGETHER, [], []);
    }
    let shapes = |of: &[Known]| {
        of.iter()
            .map(|known| known.shape.clone())
            .collect::<Vec<_>>()
    };
    let mut operation = Operation::new(name, shapes(&inputs), shapes(&outputs));
    operation.along = along;
    // What goes along an axis of 1 leaves the shape as it is.
    if REDUCES.contains(&&*operation.name) {
        operation
            .along
            .retain(|&axis| inputs[0].shape.get(axis) == Some(&1));
    }
    let is_lookup = ["Select", "Gather"].contains(&&*operation.name);
    if is_lookup && let Some(&axis) = numbers(text, " dim: ").first() {
        let indices = inputs.get(1).and_then(|known| known.numbers.clone());
        operation.lookup = Some(Lookup { axis, indices });
    }
    for known in inputs.into_iter().chain(outputs) {
        operation.memory.push(known.memory);
        operation.strides.push(known.strides);
        operation.offsets.push(known.offset);
    }
    operation
}

/// Says that from here on elements of names that are kept apart may meet, as in a loss that is a mean over all of them.
///
/// ```
/// use burn::nn::loss::{MseLoss, Reduction};
/// use burn::tensor::Tensor;
/// use shapecheck_burn::capture::{record, together};
/// use shapecheck_burn::dry::{dry, values};
///
/// dry(values(["Batch"]), |sizes| {
///     record(|device| {
///         let [scores, wanted] = [(); 2].map(|()| Tensor::<2>::zeros([sizes["Batch"], 10], device));
///         together(device);
///         MseLoss::new().forward(scores, wanted, Reduction::Mean)
///     })
/// })
/// .keep_apart("Batch")
/// .gives("[1]")
/// .check();
/// ```
pub fn together(device: &Device) {
    Tensor::<1>::zeros([MARK], device);
}

/// Notes the weights of a module, by the names of its fields, for [`Report::weights`](shapecheck_dry::Report::weights).
///
/// ```
/// use burn::nn::LinearConfig;
/// use burn::tensor::Tensor;
/// use shapecheck_burn::capture::{record, weights};
/// use shapecheck_burn::dry::dry;
///
/// let report = dry([("Batch", [3, 5, 8]), ("Hidden", [64, 96, 80])], |sizes| {
///     record(|device| {
///         let up = LinearConfig::new(sizes["Hidden"], 4 * sizes["Hidden"]).init(device);
///         weights(&up);
///         up.forward(Tensor::<2>::zeros([sizes["Batch"], sizes["Hidden"]], device))
///     })
/// });
/// let text = report.weights().unwrap();
/// assert!(text.contains(r#""weight": {"dtype": "F32", "shape": [64, 256], "names": ["Hidden", "4 * Hidden"]}"#));
/// ```
pub fn weights(module: &impl Module) {
    module.visit(&mut Noted(Vec::new()));
}

/// Notes each weight by its path.
struct Noted(Vec<String>);

impl Noted {
    fn note(&self, dtype: DType, shape: &[usize]) {
        let element = match dtype {
            DType::Bool(_) => "BOOL".to_owned(),
            dtype => dtype.name().to_uppercase(),
        };
        loaded(self.0.join("."), element, shape);
    }
}

impl ModuleVisitor for Noted {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.0.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.0.pop();
    }

    fn visit_float<const D: usize>(&mut self, weight: &Param<Tensor<D>>) {
        self.note(weight.dtype(), &weight.dims());
    }

    fn visit_int<const D: usize>(&mut self, weight: &Param<Tensor<D, Int>>) {
        self.note(weight.dtype(), &weight.dims());
    }

    fn visit_bool<const D: usize>(&mut self, weight: &Param<Tensor<D, Bool>>) {
        self.note(weight.dtype(), &weight.dims());
    }
}

/// burn's errors have a heading, and the operation and the reasons in separate lines: `Operation: 'Add'`,
/// `1. The shapes ..`.
fn in_one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let told =
        lines.filter(|line| !line.is_empty() && !line.starts_with("===") && *line != "Reason:");
    let told = told.map(|line| match line.strip_prefix("Operation: ") {
        Some(operation) => format!("{}:", operation.trim_matches('\'')),
        None => line.strip_prefix("1. ").unwrap_or(line).to_owned(),
    });
    told.collect::<Vec<_>>().join(" ")
}

/// What burn computes for a linear layer becomes one operation: for some sizes it makes one matrix of a batch of them, and for
/// others it does not, which is not a difference between models.
///
/// ```text
/// Reshape [2, 5, 64] -> [10, 64]; Matmul [10, 64], [64, 8] -> [10, 8]; a bias; Reshape [10, 8] -> [2, 5, 8]
/// Reshape [64, 8] -> [1, 64, 8]; Matmul [2, 5, 64], [1, 64, 8] -> [2, 5, 8]; a bias
/// ```
fn linear_layers(operations: Vec<Operation>) -> Vec<Operation> {
    let (mut rest, mut found) = (&*operations, Vec::new());
    while let Some(first) = rest.first() {
        let (layer, count) = linear_layer(rest).unwrap_or_else(|| (first.clone(), 1));
        found.push(layer);
        rest = &rest[count..];
    }
    found
}

/// The layer that operations begin with, and how many of them it is.
fn linear_layer(operations: &[Operation]) -> Option<(Operation, usize)> {
    let [reshape, product, rest @ ..] = operations else {
        return None;
    };
    let is = |operation: &Operation, name: &str| operation.name == name;
    if !is(reshape, "Reshape") || !is(product, "Matmul") {
        return None;
    }
    let (given, made) = (&reshape.inputs[0], &reshape.outputs[0]);
    let (lhs, rhs) = (&product.inputs[0], &product.inputs[1]);
    let has_ones_in_front = |shape: &[usize]| {
        shape[..shape.len().saturating_sub(2)]
            .iter()
            .all(|&size| size == 1)
    };
    let is_folded = made == lhs && made.len() == 2 && given.len() > 2 && rhs.len() == 2;
    let is_plain = made == rhs && given.len() == 2 && rhs.len() > 2 && has_ones_in_front(rhs);
    let (x, weights) = match (is_folded, is_plain) {
        (true, _) => ((reshape, 0), (product, 1)),
        (_, true) => ((product, 0), (reshape, 0)),
        _ => return None,
    };
    let mut operands = vec![x, weights];
    let mut last = product;
    let mut count = 2;
    if let [bias, sum, ..] = rest
        && is(bias, "Reshape")
        && is(sum, "Add")
        && bias.inputs[0].len() == 1
        && sum.inputs[..] == [product.outputs[0].clone(), bias.outputs[0].clone()]
    {
        operands.push((bias, 0));
        (last, count) = (sum, 4);
    }
    if is_folded {
        let back = operations.get(count)?;
        let leading = &given[..given.len() - 1];
        let is_back = is(back, "Reshape") && back.inputs[0] == last.outputs[0];
        if !is_back || back.outputs[0].split_last()?.1 != leading {
            return None;
        }
        (last, count) = (back, count + 1);
    }
    let of = |(from, at): (&Operation, usize)| {
        (
            from.inputs[at].clone(),
            (from.memory[at], from.strides[at].clone()),
        )
    };
    let (inputs, known): (Vec<_>, Vec<_>) = operands.into_iter().map(of).unzip();
    let mut layer = Operation::new("Linear", inputs, last.outputs.clone());
    (layer.memory, layer.strides) = known.into_iter().unzip();
    layer.memory.extend(last.memory.last());
    layer.strides.push(in_order(&last.outputs[0]));
    layer.line.clone_from(&product.line);
    Some((layer, count))
}

/// An index of a lookup that is beyond the last of what it looks up in.
fn beyond(operation: &Operation) -> Option<String> {
    let Lookup { axis, indices } = operation.lookup.as_ref()?;
    let (index, size) = (*indices.iter().flatten().max()?, operation.inputs[0][*axis]);
    (index >= size).then(|| format!("index {index} is beyond {size} in {}", operation.name))
}

/// The numbers that the program gave, as indices.
fn numbers_of(data: &TensorData) -> Option<Vec<usize>> {
    if !data.dtype().is_int() && !data.dtype().is_uint() {
        return None;
    }
    let numbers = data.iter::<i64>().map(usize::try_from);
    numbers.collect::<Result<_, _>>().ok()
}

/// Where a slice starts in its operand, from burn's description of it: `ranges: [Slice { start: 1, end: Some(3), step: 1 }]`.
fn start(text: &str, strides: &[usize]) -> usize {
    let (_, ranges) = text.rsplit_once(" ranges: [").unwrap_or_default();
    let starts = ranges.split("start: ").skip(1).map(|range| {
        let end = range.find(|c: char| !c.is_ascii_digit());
        range[..end.unwrap_or(range.len())].parse().unwrap_or(0)
    });
    let starts: Vec<usize> = starts.collect();
    { starts.iter() }
        .zip(strides)
        .map(|(start, stride)| start * stride)
        .sum()
}

/// The strides of a tensor whose elements lie in order.
fn in_order(shape: &[usize]) -> Vec<usize> {
    let behind = |axis: usize| shape[axis + 1..].iter().product();
    (0..shape.len()).map(behind).collect()
}

/// The strides of a view, if they are known: a reshape of what does not lie in order is a copy.
fn view(
    name: &str,
    text: &str,
    shape: &[usize],
    strides: &[usize],
    output: &[usize],
) -> Vec<usize> {
    let of = |axes: Vec<usize>| {
        axes.into_iter()
            .filter_map(|axis| strides.get(axis).copied())
    };
    match name {
        "SwapDims" => {
            let [lhs, rhs] = [" dim1: ", " dim2: "].map(|key| numbers(text, key).first().copied());
            let mut axes: Vec<usize> = (0..strides.len()).collect();
            if let (Some(lhs), Some(rhs)) = (lhs, rhs) {
                axes.swap(lhs, rhs);
            }
            of(axes).collect()
        }
        "Permute" => of(numbers(text, " axes: [")).collect(),
        "Expand" => {
            let missing = output.len().saturating_sub(shape.len());
            let of = |axis: usize| match axis.checked_sub(missing) {
                Some(from) if shape[from] == output[axis] => strides.get(from).copied(),
                _ => Some(0),
            };
            (0..output.len())
                .map(of)
                .collect::<Option<_>>()
                .unwrap_or_default()
        }
        "Slice" => strides.to_vec(),
        _ if strides == in_order(shape) => in_order(output),
        _ => with_axes_of_one(shape, strides, output),
    }
}

/// The strides of a reshape that only gives or takes axes of 1. Those of other ones are not known.
fn with_axes_of_one(shape: &[usize], strides: &[usize], output: &[usize]) -> Vec<usize> {
    let is_more = |size: &&usize| **size != 1;
    let is_same = shape
        .iter()
        .filter(is_more)
        .eq(output.iter().filter(is_more));
    if !is_same {
        return Vec::new();
    }
    let both = shape.iter().zip(strides);
    let mut rest = both
        .filter(|(size, _)| **size != 1)
        .map(|(_, stride)| *stride);
    let of = |&size: &usize| match size {
        1 => 1,
        _ => rest.next().unwrap_or(0),
    };
    output.iter().map(of).collect()
}

/// The numbers after the last such key of a description: `axes: [0, 2, 1]`.
fn numbers(text: &str, key: &str) -> Vec<usize> {
    let behind = text.rsplit_once(key).map_or("", |(_, behind)| behind);
    let is_of_list = |c: &char| c.is_ascii_digit() || key.ends_with('[') && ", ".contains(*c);
    let list: String = behind.chars().take_while(is_of_list).collect();
    list.split(", ")
        .filter_map(|axis| axis.parse().ok())
        .collect()
}

/// The name of an operation, and the axes that a softmax, a sum so far, a sort or a flip goes along, from burn's description of it:
/// `Activation(Softmax(DimOpIr { .., axis: 3 }))`. `None` for what begins or ends tensors.
fn described(text: &str) -> Option<(String, Vec<usize>)> {
    let (group, rest) = text.split_once('(')?;
    if matches!(group, "Init" | "Drop") {
        return None;
    }
    // `NumericFloat(F32, Add(..))`
    let name = rest.split(['(', '{']).next()?;
    let name = name.rsplit(", ").next()?.trim();
    let key = match name {
        "Softmax" | "LogSoftmax" | "Softmin" | "CumSum" | "CumProd" | "CumMin" | "CumMax"
        | "TopK" | "ArgTopK" => " axis: ",
        _ if REDUCES.contains(&name) => " axis: ",
        "Sort" | "SortWithIndices" | "ArgSort" | "TopKWithIndices" => " dim: ",
        "Flip" => " axes: [",
        _ => return Some((name.to_owned(), Vec::new())),
    };
    Some((name.to_owned(), numbers(text, key)))
}
