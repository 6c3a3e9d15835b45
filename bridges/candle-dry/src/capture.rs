// The functions of one version of candle, whose crates are `candle_core` and `candle_nn` where this is included.

use std::backtrace::Backtrace;
use std::env;
use std::sync::Arc;

use self::candle_core::{CudaDevice, DType, Device, Result, Shape, Tensor};
use self::candle_nn::var_builder::SimpleBackend;
use self::candle_nn::{Init, VarBuilder};
use shapecheck_dry::{Line, Lookup, Memory, Operation, Record, attempt, loaded};

/// Set by `cargo shapecheck dry`.
const VARIABLE: &str = "SHAPECHECK_DRY";

/// Parts of the paths of files whose lines are not those of a model.
const NOT_OF_MODELS: [&str; 4] = [
    "/candle-core-",
    "/candle-nn-",
    "/shapecheck-candle-",
    "candle-dry/src/capture.rs",
];

/// A tensor as the device notes it: its shape, its strides if they are known, the number of its memory, the elements and the bytes
/// in that, whether it may be weights, and where it begins in its memory.
type Seen = (Vec<usize>, Vec<usize>, u64, u64, u64, bool, usize);

/// An operation: its name, its operands and its results, the axis that it goes along and keeps, the axis and the known indices of a
/// lookup, whether it gives numbers that were made up, whether it is a view, the memory that was freed since the operation before,
/// and who called it.
type Recorded = (
    String,
    Vec<Seen>,
    Vec<Seen>,
    Option<usize>,
    Option<(usize, Option<Vec<usize>>)>,
    bool,
    bool,
    Vec<u64>,
    Arc<Backtrace>,
);

/// What candle's own device has instead of the functions of these names, which the recording device has itself.
#[allow(
    dead_code,
    reason = "a function of the type comes before one of a trait, so that one of the two is never called"
)]
trait Recorder: Sized {
    fn recording() -> Option<Self> {
        None
    }

    fn recorded(&self) -> Option<Vec<Recorded>> {
        None
    }

    fn mark(&self, _: &str) {}
}

impl Recorder for CudaDevice {}

/// Runs a model on a device that records, and returns what it did, or that it was skipped if there is no such device.
///
/// An error of the model, or its panic, is the error of the run.
///
/// ```
/// # use {candle_core_0_11 as candle_core, candle_nn_0_11 as candle_nn};
/// use candle_core::{DType, Tensor};
/// use candle_nn::{Module, VarBuilder, linear};
/// use shapecheck_candle_dry::candle_0_11::record;
/// use shapecheck_candle_dry::dry::{dry, values};
///
/// dry(values(["Batch"]), |sizes| {
///     record(|device| {
///         let layer = linear(64, 10, VarBuilder::zeros(DType::F32, device))?;
///         layer.forward(&Tensor::zeros((sizes["Batch"], 64), DType::F32, device)?)?.relu()
///     })
/// })
/// .keep_apart("Batch")
/// .gives("[Batch, 10]")
/// .check();
/// ```
///
/// # Panics
///
/// Panics if `cargo shapecheck dry` runs the program, and candle-core does not record for all that.
#[track_caller]
pub fn record(model: impl FnOnce(&Device) -> Result<Tensor>) -> Record {
    let Some(device) = CudaDevice::recording() else {
        assert!(
            env::var_os(VARIABLE).is_none(),
            "the candle-core of this program is not the copy that records: is the feature `cuda` on, or are there two versions?",
        );
        return Record::skipped("`cargo shapecheck dry` runs it");
    };
    let (result, calls) = attempt(|| {
        let result = model(&Device::Cuda(device.clone()));
        let result = result.map(|tensor| tensor.dims().to_vec());
        result.map_err(|error| error.to_string())
    });
    // The stack is in the text of candle's errors.
    let failed_at = result.as_ref().err().and_then(|text| line(text));
    let failed_at = failed_at.as_deref().map(Line::from);
    let failed_at = failed_at.or_else(|| calls.panicked_at(&NOT_OF_MODELS));
    let rows = device.recorded().unwrap_or_default();
    let operations = rows.into_iter().map(operation).collect::<Vec<_>>();
    let record = Record::new(operations, result).with_calls(calls);
    match failed_at {
        Some(line) => record.failed_at(line),
        None => record,
    }
}

/// Forgets what was recorded until now: how the model was made, or a step that only fills its cache.
///
/// ```
/// # use candle_core_0_11 as candle_core;
/// use candle_core::{DType, Result, Tensor};
/// use shapecheck_candle_dry::candle_0_11::{forget, record};
/// use shapecheck_candle_dry::dry::dry;
///
/// struct Sums(Option<Tensor>); // all that came, added up
///
/// impl Sums {
///     fn forward(&mut self, x: &Tensor) -> Result<Tensor> {
///         let all = match &self.0 {
///             Some(old) => Tensor::cat(&[old, x], 0)?,
///             None => x.clone(),
///         };
///         self.0 = Some(all.clone());
///         all.sum_keepdim(0)
///     }
/// }
///
/// dry([("Past", [5, 8, 13]), ("Seq", [7, 11, 16])], |sizes| {
///     record(|device| {
///         let tokens = |length: &str| Tensor::zeros((sizes[length], 64), DType::F32, device);
///         let mut sums = Sums(None);
///         sums.forward(&tokens("Past")?)?;
///         forget(device);
///         sums.forward(&tokens("Seq")?)
///     })
/// })
/// .gives("[1, 64]")
/// .check();
/// ```
pub fn forget(device: &Device) {
    if let Device::Cuda(device) = device {
        device.recorded();
    }
}

/// Says that from here on elements of names that are kept apart may meet, as in a loss that is a mean over all of them.
///
/// ```
/// # use {candle_core_0_11 as candle_core, candle_nn_0_11 as candle_nn};
/// use candle_core::{DType, Tensor};
/// use shapecheck_candle_dry::candle_0_11::{record, together};
/// use shapecheck_candle_dry::dry::{dry, values};
///
/// dry(values(["Batch"]), |sizes| {
///     record(|device| {
///         let scores = Tensor::zeros((sizes["Batch"], 10), DType::F32, device)?.relu()?;
///         let wanted = Tensor::zeros(sizes["Batch"], DType::U32, device)?;
///         together(device);
///         candle_nn::loss::cross_entropy(&scores, &wanted)
///     })
/// })
/// .keep_apart("Batch")
/// .gives("[]")
/// .check();
/// ```
pub fn together(device: &Device) {
    if let Device::Cuda(device) = device {
        device.mark(Operation::TOGETHER);
    }
}

/// Weights of all names and shapes, as those of [`VarBuilder::zeros`], which are noted for [`Report::weights`].
///
/// ```
/// # use {candle_core_0_11 as candle_core, candle_nn_0_11 as candle_nn};
/// use candle_core::{DType, Tensor};
/// use candle_nn::{Module, linear};
/// use shapecheck_candle_dry::candle_0_11::{record, weights};
/// use shapecheck_candle_dry::dry::dry;
///
/// let report = dry([("Batch", [3, 5, 8]), ("Hidden", [64, 96, 80])], |sizes| {
///     record(|device| {
///         let hidden = sizes["Hidden"];
///         let up = linear(hidden, 4 * hidden, weights(DType::F32, device).pp("up"))?;
///         up.forward(&Tensor::zeros((sizes["Batch"], hidden), DType::F32, device)?)
///     })
/// });
/// if let Some(text) = report.weights() {
///     assert!(text.contains(r#""up.weight": {"dtype": "F32", "shape": [256, 64], "names": ["4 * Hidden", "Hidden"]}"#));
/// }
/// ```
///
/// [`Report::weights`]: shapecheck_dry::Report::weights
#[must_use]
pub fn weights(dtype: DType, device: &Device) -> VarBuilder<'static> {
    VarBuilder::from_backend(Box::new(Noted), dtype, device.clone())
}

/// Notes what a model loads, and gives zeros.
struct Noted;

impl SimpleBackend for Noted {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> Result<Tensor> {
        loaded(name, dtype.as_str().to_uppercase(), shape.dims());
        Tensor::zeros(shape, dtype, device)
    }

    since_0_9! {
        fn get_unchecked(&self, name: &str, _: DType, _: &Device) -> Result<Tensor> {
            candle_core::bail!("no file says the shape of `{name}`")
        }
    }

    fn contains_tensor(&self, _: &str) -> bool {
        true
    }
}

fn operation(recorded: Recorded) -> Operation {
    let (name, inputs, outputs, along, lookup, is_made_up, is_view, freed, stack) = recorded;
    let (mut memory, mut strides, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    let mut shapes = |seen: Vec<Seen>| -> Vec<Vec<usize>> {
        let shape = |(shape, own, id, elements, bytes, can_be_weights, offset)| {
            strides.push(own);
            offsets.push(offset);
            memory.push(Memory {
                id,
                elements,
                bytes,
                can_be_weights,
            });
            shape
        };
        seen.into_iter().map(shape).collect()
    };
    let mut operation = Operation::new(name, shapes(inputs), shapes(outputs));
    operation.along.extend(along);
    (operation.is_made_up, operation.is_view) = (is_made_up, is_view);
    (operation.memory, operation.freed) = (memory, Some(freed));
    (operation.strides, operation.offsets) = (strides, offsets);
    operation.lookup = lookup.map(|(axis, indices)| Lookup { axis, indices });
    operation.line = Some(Line::of_stack(stack, &NOT_OF_MODELS));
    operation
}

fn line(stack: &str) -> Option<String> {
    Line::in_stack(stack, &NOT_OF_MODELS)
}
