//! A device that notes each operation and computes none. `cargo shapecheck dry` replaces candle-core's
//! `src/dummy_cuda_backend.rs` with this file. That file implements `Device::Cuda` without the feature `cuda`; all its
//! functions fail.
//!
//! Versions of candle differ: what has `cfg(since_0_9)` is left out of the copy of an older one, and what has `cfg(until_0_9)` is
//! only there.
//!
//! A storage has a type of elements and a shape, and no elements. Only what came from the host, and nothing has written to since,
//! keeps its numbers, so that a program that reads them reads the true ones.
#![allow(dead_code)]

use std::backtrace::Backtrace;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::backend::{BackendDevice, BackendStorage};
use crate::conv::{ParamsConv1D, ParamsConv2D, ParamsConvTranspose1D, ParamsConvTranspose2D};
use crate::op::{BinaryOpT, CmpOp, ReduceOp, UnaryOpT};
#[cfg(since_0_9)]
use crate::scalar::Scalar;
use crate::{
    CpuStorage, CustomOp1, CustomOp2, CustomOp3, DType, Device, DeviceLocation, Error, Layout,
    Result, Shape, Storage, Tensor, WithDType,
};

/// A tensor as `shapecheck_candle_dry` reads it: its shape, its strides if they are known, the number of its memory, the
/// elements and the bytes in that, whether it may be weights, and where it begins in its memory.
pub type Seen = (Vec<usize>, Vec<usize>, u64, u64, u64, bool, usize);

/// The axis that a lookup goes along, and its indices if they came from the host.
pub type Lookup = (usize, Option<Vec<usize>>);

/// An operation: its name, its operands and its results, the axis that it goes along and keeps, what it looks up, whether it gives
/// numbers that were made up, whether it is a view, the memory that was freed since the operation before, and who called it.
pub type Recorded = (
    String,
    Vec<Seen>,
    Vec<Seen>,
    Option<usize>,
    Option<Lookup>,
    bool,
    bool,
    Vec<u64>,
    Arc<Backtrace>,
);

/// What a device has noted.
#[derive(Default)]
struct Notes {
    rows: Vec<Recorded>,
    /// What was freed since the last row.
    freed: Vec<u64>,
    /// The shapes of two operands that the next operation gets stretched.
    stretched: Option<[Vec<usize>; 2]>,
}

/// The device of one run: its clones note into one list.
#[derive(Clone)]
pub struct CudaDevice(Arc<Mutex<Notes>>);

impl CudaDevice {
    /// A device with its own list. `shapecheck_candle_dry` calls this function where it exists, and otherwise one of a
    /// trait that returns `None`.
    pub fn recording() -> Option<Self> {
        Some(Self(Arc::default()))
    }

    /// What was noted until now, which leaves the list empty.
    pub fn recorded(&self) -> Option<Vec<Recorded>> {
        Some(std::mem::take(&mut *self.notes()).rows)
    }

    /// Leaves a mark of the program between its operations.
    pub fn mark(&self, name: &str) {
        self.push(name, Vec::new(), Vec::new(), None, None, false);
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(
        &self,
        name: &str,
        mut inputs: Vec<Seen>,
        outputs: Vec<Seen>,
        along: Option<usize>,
        lookup: Option<Lookup>,
        made_up: bool,
    ) {
        let stack = Arc::new(Backtrace::force_capture());
        let mut notes = self.notes();
        if let (Some(shapes), 2) = (notes.stretched.take(), inputs.len()) {
            for (input, shape) in inputs.iter_mut().zip(shapes) {
                input.1 = input.1.split_off(input.1.len().saturating_sub(shape.len()));
                input.0 = shape;
            }
        }
        let freed = std::mem::take(&mut notes.freed);
        let row = (
            name.to_owned(),
            inputs,
            outputs,
            along,
            lookup,
            made_up,
            false,
            freed,
            stack,
        );
        notes.rows.push(row);
    }

    pub(crate) fn note(&self, name: &str, inputs: Vec<Seen>, output: Seen) {
        self.push(name, inputs, vec![output], None, None, false);
    }

    pub fn new_with_stream(_: usize) -> Result<Self> {
        Err(Error::NotCompiledWithCudaSupport)
    }

    pub fn id(&self) -> DeviceId {
        DeviceId(0)
    }
}

impl fmt::Debug for CudaDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CudaDevice")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeviceId(usize);

/// A reshape, which calls no function of a device if its elements lie in order: `Tensor::reshape` calls this.
pub(crate) fn reshaped(tensor: &Tensor, shape: &Shape) {
    if let Storage::Cuda(storage) = &*tensor.storage() {
        let to = match tensor.is_contiguous() {
            true => storage.seen(shape.dims()),
            // It is copied, by an operation that is noted next.
            false => storage.noted(shape.dims(), Vec::new(), 0),
        };
        let from = storage.seen_in(tensor.layout());
        storage.device.note("reshape", vec![from], to);
    }
}

/// A view, of which no function of a device knows, in the layout that it has: the functions of `Tensor` that make views call this.
pub(crate) fn viewed(name: &str, tensor: &Tensor, layout: Layout) -> Layout {
    if let Storage::Cuda(storage) = &*tensor.storage() {
        let inputs = vec![storage.seen_in(tensor.layout())];
        let outputs = vec![storage.seen_in(&layout)];
        // What was freed, and what was stretched, belongs to the next operation.
        let stack = Arc::new(Backtrace::force_capture());
        let row = (
            name.to_owned(),
            inputs,
            outputs,
            None,
            None,
            false,
            true,
            Vec::new(),
            stack,
        );
        storage.device.notes().rows.push(row);
    }
    layout
}

/// A view of other sizes, of which it does not matter how they lie.
pub(crate) fn viewed_as(name: &str, tensor: &Tensor, shape: Vec<usize>) {
    viewed(name, tensor, Layout::contiguous(shape));
}

/// The sizes without the axis, if that is 1.
pub(crate) fn squeezed(tensor: &Tensor, axis: usize) {
    let mut shape = tensor.dims().to_vec();
    if shape[axis] == 1 {
        shape.remove(axis);
    }
    viewed_as("squeeze", tensor, shape);
}

/// Two operands before they are stretched to one shape: the operation itself does not see how many axes they had.
pub(crate) fn stretched(lhs: &Tensor, rhs: &Tensor) {
    if let Device::Cuda(device) = lhs.device() {
        device.notes().stretched = Some([lhs, rhs].map(|tensor| tensor.dims().to_vec()));
    }
}

/// The memory of a storage. When it is dropped, the device notes that.
#[derive(Debug)]
struct Memory {
    device: CudaDevice,
    id: u64,
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.device.notes().freed.push(self.id);
    }
}

/// A number that no other memory has.
pub(crate) fn new_memory() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

#[derive(Debug)]
pub struct CudaStorage {
    device: CudaDevice,
    dtype: DType,
    shape: Vec<usize>,
    /// Numbers that came from the host.
    known: Option<Arc<CpuStorage>>,
    /// Whether an operation has made it.
    is_computed: bool,
    memory: Memory,
}

/// The shape that an operation reads: an axis that was stretched, to fit another operand, is 1.
fn read(layout: &Layout) -> Vec<usize> {
    let axes = layout.dims().iter().zip(layout.stride());
    axes.map(|(&size, &stride)| if stride == 0 { size.min(1) } else { size })
        .collect()
}

/// The most indices that are looked at.
const MOST_INDICES: usize = 1 << 16;

/// Operands with what of them an operation reads.
type Operands<'a> = [(&'a CudaStorage, &'a Layout)];

fn seen(operands: &Operands<'_>) -> Vec<Seen> {
    let seen = |(storage, layout): &(&CudaStorage, &Layout)| {
        let strides = layout.stride().to_vec();
        storage.noted(&read(layout), strides, layout.start_offset())
    };
    operands.iter().map(seen).collect()
}

impl CudaStorage {
    /// One that no operation has made.
    fn of(device: &CudaDevice, shape: &[usize], dtype: DType) -> Self {
        let memory = Memory {
            device: device.clone(),
            id: new_memory(),
        };
        Self {
            device: device.clone(),
            dtype,
            shape: shape.to_vec(),
            known: None,
            is_computed: false,
            memory,
        }
    }

    pub(crate) fn computed(device: &CudaDevice, shape: &[usize], dtype: DType) -> Self {
        Self {
            is_computed: true,
            ..Self::of(device, shape, dtype)
        }
    }

    /// What is noted of it where a tensor of this shape has all of it in order.
    pub(crate) fn seen(&self, shape: &[usize]) -> Seen {
        self.noted(shape, Shape::from(shape).stride_contiguous(), 0)
    }

    /// What is noted of it where a tensor of this layout has it.
    pub(crate) fn seen_in(&self, layout: &Layout) -> Seen {
        let strides = layout.stride().to_vec();
        self.noted(layout.dims(), strides, layout.start_offset())
    }

    fn noted(&self, shape: &[usize], strides: Vec<usize>, offset: usize) -> Seen {
        let elements = self.shape.iter().product::<usize>();
        let bytes = elements * self.dtype.size_in_bytes();
        let can_be_weights = self.dtype.is_float() && !self.is_computed;
        let id = self.memory.id;
        (
            shape.to_vec(),
            strides,
            id,
            elements as u64,
            bytes as u64,
            can_be_weights,
            offset,
        )
    }

    pub fn transfer_to_device(&self, device: &CudaDevice) -> Result<Self> {
        Ok(Self {
            known: self.known.clone(),
            ..Self::of(device, &self.shape, self.dtype)
        })
    }

    /// The result of an operation of these operands.
    fn result(
        &self,
        name: &str,
        operands: &Operands<'_>,
        shape: &[usize],
        dtype: DType,
    ) -> Result<Self> {
        let along = ["softmax-last-dim", "layer-norm", "rms-norm", "argsort"].contains(&name);
        let along = along.then(|| shape.len().saturating_sub(1));
        let result = Self::computed(&self.device, shape, dtype);
        let outputs = vec![result.seen(shape)];
        self.device
            .push(name, seen(operands), outputs, along, None, false);
        Ok(result)
    }

    /// The numbers of a tensor that came from the host, as indices.
    fn indices(&self, layout: &Layout) -> Option<Vec<usize>> {
        let known = self.known.as_deref()?;
        if layout.shape().elem_count() > MOST_INDICES {
            return None;
        }
        // candle fills an embedding's empty places with the largest number, for which its kernels give zeros.
        let of = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let places = layout.strided_index();
        match known {
            CpuStorage::U8(known) => Some(places.map(|at| known[at].into()).collect()),
            CpuStorage::U32(known) => Some(places.map(|at| of(known[at].into())).collect()),
            CpuStorage::I64(known) => {
                let number = |at: usize| u64::try_from(known[at]).ok().map(of);
                places.map(number).collect()
            }
            _ => None,
        }
    }

    /// A lookup along an axis, which fails as candle's for the processor if an index is beyond the last.
    fn looked_up(
        &self,
        name: &'static str,
        layout: &Layout,
        (chosen, ids): (&Self, &Layout),
        axis: usize,
        shape: &[usize],
    ) -> Result<Self> {
        let indices = chosen.indices(ids);
        let size = layout.dims()[axis];
        let known = indices.iter().flatten().copied();
        if let Some(index) = known.filter(|&index| index >= size).max() {
            let op = name;
            return Err(Error::InvalidIndex { op, index, size }.bt());
        }
        let result = Self::computed(&self.device, shape, self.dtype);
        let inputs = seen(&[(self, layout), (chosen, ids)]);
        let (outputs, lookup) = (vec![result.seen(shape)], Some((axis, indices)));
        self.device.push(name, inputs, outputs, None, lookup, false);
        Ok(result)
    }

    /// The result of one that goes over each element.
    fn each(&self, name: &str, operands: &Operands<'_>) -> Result<Self> {
        self.result(name, operands, operands[0].1.dims(), self.dtype)
    }

    /// The same for two tensors, with a separate shape.
    fn beside(
        &self,
        name: &str,
        layout: &Layout,
        other: (&Self, &Layout),
        shape: &[usize],
    ) -> Result<Self> {
        self.result(name, &[(self, layout), other], shape, self.dtype)
    }

    /// An operation that writes to this storage, from a place on.
    fn written(&mut self, name: &str, inputs: Vec<Seen>, from: usize) -> Result<()> {
        self.known = None;
        self.is_computed = true;
        let strides = Shape::from(self.shape.as_slice()).stride_contiguous();
        let output = self.noted(&self.shape, strides, from);
        self.device.note(name, inputs, output);
        Ok(())
    }

    /// The numbers that are known, and zeros instead of the others.
    fn stand_in(&self) -> Result<CpuStorage> {
        let shape = Shape::from(self.shape.as_slice());
        match &self.known {
            Some(known) => known.try_clone(&Layout::contiguous(shape)),
            None => crate::cpu_backend::CpuDevice.zeros_impl(&shape, self.dtype),
        }
    }

    fn pool(
        &self,
        name: &str,
        layout: &Layout,
        window: (usize, usize),
        stride: (usize, usize),
    ) -> Result<Self> {
        let (batch, channels, height, width) = layout.shape().dims4()?;
        let along = |size: usize, window: usize, stride: usize| (size - window) / stride + 1;
        let (height, width) = (
            along(height, window.0, stride.0),
            along(width, window.1, stride.1),
        );
        self.result(
            name,
            &[(self, layout)],
            &[batch, channels, height, width],
            self.dtype,
        )
    }

    fn resized(&self, name: &str, layout: &Layout, sizes: &[usize]) -> Result<Self> {
        let shape = [&layout.dims()[..2], sizes].concat();
        self.result(name, &[(self, layout)], &shape, self.dtype)
    }
}

// An operation of a user's own, as candle-nn's softmax is one, has no rule of its shapes: its function for the processor runs on
// zeros, checks what it checks and says the shape of its result.

/// Those of candle-nn, whose results have shapes that depend on nothing but their operands.
const OF_LAYOUTS: [&str; 5] = [
    "softmax-last-dim",
    "layer-norm",
    "rms-norm",
    "rotary-emb",
    "rotary-emb-int",
];

/// One of candle-nn that goes over each element: there is nothing to check, and exponentials of an image of zeros take long.
const OF_EACH: &str = "sigmoid";

/// The result of an operation, which runs once for the same operands if none of its settings can matter.
fn custom(
    name: &'static str,
    operands: &Operands<'_>,
    run: impl FnOnce() -> Result<(CpuStorage, Shape)>,
) -> Result<(CudaStorage, Shape)> {
    static KNOWN: Mutex<BTreeMap<String, (Shape, DType)>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let layouts = operands
        .iter()
        .map(|(storage, layout)| (storage.dtype, *layout));
    let key = format!("{name} {:?}", layouts.collect::<Vec<_>>());
    let of_layouts = OF_LAYOUTS.contains(&name);
    let found = known().get(&key).filter(|_| of_layouts).cloned();
    let (shape, dtype) = match found {
        Some(found) => found,
        None => {
            let (found, shape) = run()?;
            let found = (shape, found.dtype());
            known().insert(key, found.clone());
            found
        }
    };
    let result = operands[0].0.result(name, operands, shape.dims(), dtype)?;
    Ok((result, shape))
}

/// Calls an operation of one operand.
pub(crate) fn custom1(
    op: &dyn CustomOp1,
    s: &CudaStorage,
    l: &Layout,
) -> Result<(CudaStorage, Shape)> {
    match op.cuda_fwd(s, l) {
        // What says that there is none.
        Err(Error::Cuda(_)) => {}
        // A product by a quantised weight, which has noted itself.
        done => return done,
    }
    if op.name() == OF_EACH {
        return Ok((s.each(OF_EACH, &[(s, l)])?, l.shape().clone()));
    }
    custom(op.name(), &[(s, l)], || op.cpu_fwd(&s.stand_in()?, l))
}

/// Calls an operation of two operands.
pub(crate) fn custom2(
    op: &dyn CustomOp2,
    s1: &CudaStorage,
    l1: &Layout,
    s2: &CudaStorage,
    l2: &Layout,
) -> Result<(CudaStorage, Shape)> {
    custom(op.name(), &[(s1, l1), (s2, l2)], || {
        op.cpu_fwd(&s1.stand_in()?, l1, &s2.stand_in()?, l2)
    })
}

/// Calls an operation of three operands.
pub(crate) fn custom3(
    op: &dyn CustomOp3,
    s1: &CudaStorage,
    l1: &Layout,
    s2: &CudaStorage,
    l2: &Layout,
    s3: &CudaStorage,
    l3: &Layout,
) -> Result<(CudaStorage, Shape)> {
    custom(op.name(), &[(s1, l1), (s2, l2), (s3, l3)], || {
        op.cpu_fwd(
            &s1.stand_in()?,
            l1,
            &s2.stand_in()?,
            l2,
            &s3.stand_in()?,
            l3,
        )
    })
}

impl BackendStorage for CudaStorage {
    type Device = CudaDevice;

    fn dtype(&self) -> DType {
        self.dtype
    }

    fn device(&self) -> &CudaDevice {
        &self.device
    }

    fn to_cpu_storage(&self) -> Result<CpuStorage> {
        let is_made_up = self.known.is_none();
        self.device.push(
            "to_cpu",
            vec![self.seen(&self.shape)],
            Vec::new(),
            None,
            None,
            is_made_up,
        );
        self.stand_in()
    }

    fn try_clone(&self, l: &Layout) -> Result<Self> {
        let result = Self::computed(&self.device, &self.shape, self.dtype);
        // Its strides are those of the layout, which may be of a part.
        let output = result.noted(&self.shape, Vec::new(), 0);
        self.device.note("copy", seen(&[(self, l)]), output);
        Ok(result)
    }

    /// Not an operation of a model: `Tensor::ones` calls it.
    #[cfg(since_0_9)]
    fn const_set(&mut self, _: Scalar, _: &Layout) -> Result<()> {
        self.known = None;
        Ok(())
    }

    fn affine(&self, l: &Layout, _: f64, _: f64) -> Result<Self> {
        self.each("affine", &[(self, l)])
    }

    fn powf(&self, l: &Layout, _: f64) -> Result<Self> {
        self.each("powf", &[(self, l)])
    }

    fn elu(&self, l: &Layout, _: f64) -> Result<Self> {
        self.each("elu", &[(self, l)])
    }

    fn to_dtype(&self, l: &Layout, dtype: DType) -> Result<Self> {
        self.result("to_dtype", &[(self, l)], l.dims(), dtype)
    }

    fn unary_impl<B: UnaryOpT>(&self, l: &Layout) -> Result<Self> {
        self.each(B::NAME, &[(self, l)])
    }

    fn binary_impl<B: BinaryOpT>(&self, rhs: &Self, l: &Layout, r: &Layout) -> Result<Self> {
        self.each(B::NAME, &[(self, l), (rhs, r)])
    }

    fn cmp(&self, op: CmpOp, rhs: &Self, l: &Layout, r: &Layout) -> Result<Self> {
        let name = match op {
            CmpOp::Eq => "eq",
            CmpOp::Ne => "ne",
            CmpOp::Le => "le",
            CmpOp::Ge => "ge",
            CmpOp::Lt => "lt",
            CmpOp::Gt => "gt",
        };
        self.result(name, &[(self, l), (rhs, r)], l.dims(), DType::U8)
    }

    fn where_cond(
        &self,
        l: &Layout,
        yes: &Self,
        yes_l: &Layout,
        no: &Self,
        no_l: &Layout,
    ) -> Result<Self> {
        let operands = [(self, l), (yes, yes_l), (no, no_l)];
        self.result("where", &operands, l.dims(), yes.dtype)
    }

    fn reduce_op(&self, op: ReduceOp, l: &Layout, axes: &[usize]) -> Result<Self> {
        let (name, dtype) = match op {
            ReduceOp::Sum => ("sum", self.dtype),
            ReduceOp::Min => ("min", self.dtype),
            ReduceOp::Max => ("max", self.dtype),
            ReduceOp::ArgMin => ("argmin", DType::U32),
            ReduceOp::ArgMax => ("argmax", DType::U32),
        };
        let mut shape = l.dims().to_vec();
        axes.iter().for_each(|&axis| shape[axis] = 1);
        let result = Self::computed(&self.device, &shape, dtype);
        // Where all of them are 1, nobody sees that it goes along one.
        let along = axes.iter().all(|&axis| l.dims()[axis] == 1);
        let along = axes.first().copied().filter(|_| along);
        let (inputs, outputs) = (seen(&[(self, l)]), vec![result.seen(&shape)]);
        self.device.push(name, inputs, outputs, along, None, false);
        Ok(result)
    }

    fn matmul(
        &self,
        rhs: &Self,
        (_, m, n, _): (usize, usize, usize, usize),
        l: &Layout,
        r: &Layout,
    ) -> Result<Self> {
        let leading = l.dims().len() - 2;
        let shape = [&l.dims()[..leading], &[m, n]].concat();
        // An axis of a product is not stretched: candle compares nothing but the product of those in front.
        let result = Self::computed(&self.device, &shape, self.dtype);
        let operands = vec![self.seen_in(l), rhs.seen_in(r)];
        self.device.note("matmul", operands, result.seen(&shape));
        Ok(result)
    }

    fn conv1d(
        &self,
        l: &Layout,
        weights: &Self,
        kernel: &Layout,
        p: &ParamsConv1D,
    ) -> Result<Self> {
        self.beside("conv1d", l, (weights, kernel), &p.out_dims())
    }

    fn conv_transpose1d(
        &self,
        l: &Layout,
        weights: &Self,
        kernel: &Layout,
        p: &ParamsConvTranspose1D,
    ) -> Result<Self> {
        self.beside("conv_transpose1d", l, (weights, kernel), &p.out_dims())
    }

    fn conv2d(
        &self,
        l: &Layout,
        weights: &Self,
        kernel: &Layout,
        p: &ParamsConv2D,
    ) -> Result<Self> {
        self.beside("conv2d", l, (weights, kernel), &p.out_dims())
    }

    fn conv_transpose2d(
        &self,
        l: &Layout,
        weights: &Self,
        kernel: &Layout,
        p: &ParamsConvTranspose2D,
    ) -> Result<Self> {
        self.beside("conv_transpose2d", l, (weights, kernel), &p.out_dims())
    }

    fn avg_pool2d(
        &self,
        l: &Layout,
        window: (usize, usize),
        stride: (usize, usize),
    ) -> Result<Self> {
        self.pool("avg_pool2d", l, window, stride)
    }

    fn max_pool2d(
        &self,
        l: &Layout,
        window: (usize, usize),
        stride: (usize, usize),
    ) -> Result<Self> {
        self.pool("max_pool2d", l, window, stride)
    }

    fn upsample_nearest1d(&self, l: &Layout, size: usize) -> Result<Self> {
        self.resized("upsample_nearest1d", l, &[size])
    }

    fn upsample_nearest2d(&self, l: &Layout, height: usize, width: usize) -> Result<Self> {
        self.resized("upsample_nearest2d", l, &[height, width])
    }

    #[cfg(since_0_9_2)]
    fn upsample_bilinear2d(
        &self,
        l: &Layout,
        height: usize,
        width: usize,
        _: bool,
        _: Option<f64>,
        _: Option<f64>,
    ) -> Result<Self> {
        self.resized("upsample_bilinear2d", l, &[height, width])
    }

    fn index_select(&self, chosen: &Self, l: &Layout, ids: &Layout, axis: usize) -> Result<Self> {
        let mut shape = l.dims().to_vec();
        shape[axis] = ids.shape().elem_count();
        self.looked_up("index_select", l, (chosen, ids), axis, &shape)
    }

    fn gather(&self, l: &Layout, chosen: &Self, ids: &Layout, axis: usize) -> Result<Self> {
        self.looked_up("gather", l, (chosen, ids), axis, ids.dims())
    }

    fn index_add(
        &self,
        l: &Layout,
        chosen: &Self,
        ids: &Layout,
        other: &Self,
        added: &Layout,
        _: usize,
    ) -> Result<Self> {
        self.each("index_add", &[(self, l), (chosen, ids), (other, added)])
    }

    #[cfg(until_0_9)]
    fn scatter_add(
        &self,
        l: &Layout,
        chosen: &Self,
        ids: &Layout,
        other: &Self,
        added: &Layout,
        _: usize,
    ) -> Result<Self> {
        self.each("scatter_add", &[(self, l), (chosen, ids), (other, added)])
    }

    #[cfg(since_0_9)]
    fn scatter_set(
        &mut self,
        l: &Layout,
        chosen: &Self,
        ids: &Layout,
        other: &Self,
        set: &Layout,
        _: usize,
    ) -> Result<()> {
        let operands = seen(&[(self, l), (chosen, ids), (other, set)]);
        self.written("scatter_set", operands, 0)
    }

    #[cfg(since_0_9)]
    fn scatter_add_set(
        &mut self,
        l: &Layout,
        chosen: &Self,
        ids: &Layout,
        other: &Self,
        added: &Layout,
        _: usize,
    ) -> Result<()> {
        let operands = seen(&[(self, l), (chosen, ids), (other, added)]);
        self.written("scatter_add", operands, 0)
    }

    fn copy_strided_src(&self, to: &mut Self, from: usize, l: &Layout) -> Result<()> {
        to.written("copy", seen(&[(self, l)]), from)
    }

    /// Rows of which candle does not say what shape they are of.
    fn copy2d(
        &self,
        to: &mut Self,
        rows: usize,
        columns: usize,
        stride: usize,
        _: usize,
        start: usize,
        from: usize,
    ) -> Result<()> {
        let part = self.noted(&[rows, columns], vec![stride, 1], start);
        to.written("copy2d", vec![part], from)
    }
}

impl BackendDevice for CudaDevice {
    type Storage = CudaStorage;

    /// A device of the program's own, of which nobody reads the list: as without this file, there is none.
    fn new(_: usize) -> Result<Self> {
        Err(Error::NotCompiledWithCudaSupport)
    }

    fn set_seed(&self, _: u64) -> Result<()> {
        Ok(())
    }

    #[cfg(since_0_9_2)]
    fn get_current_seed(&self) -> Result<u64> {
        Ok(0)
    }

    fn location(&self) -> DeviceLocation {
        DeviceLocation::Cuda { gpu_id: 0 }
    }

    fn same_device(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn zeros_impl(&self, shape: &Shape, dtype: DType) -> Result<CudaStorage> {
        Ok(CudaStorage::of(self, shape.dims(), dtype))
    }

    #[cfg(until_0_9)]
    fn ones_impl(&self, shape: &Shape, dtype: DType) -> Result<CudaStorage> {
        self.zeros_impl(shape, dtype)
    }

    unsafe fn alloc_uninit(&self, shape: &Shape, dtype: DType) -> Result<CudaStorage> {
        self.zeros_impl(shape, dtype)
    }

    fn rand_uniform(&self, shape: &Shape, dtype: DType, _: f64, _: f64) -> Result<CudaStorage> {
        self.zeros_impl(shape, dtype)
    }

    fn rand_normal(&self, shape: &Shape, dtype: DType, _: f64, _: f64) -> Result<CudaStorage> {
        self.zeros_impl(shape, dtype)
    }

    fn storage_from_slice<T: WithDType>(&self, data: &[T]) -> Result<CudaStorage> {
        self.storage_from_cpu_storage_owned(T::to_cpu_storage(data))
    }

    fn storage_from_cpu_storage(&self, data: &CpuStorage) -> Result<CudaStorage> {
        self.storage_from_cpu_storage_owned(data.try_clone(&Layout::contiguous(len(data)))?)
    }

    fn storage_from_cpu_storage_owned(&self, data: CpuStorage) -> Result<CudaStorage> {
        let storage = CudaStorage::of(self, &[len(&data)], data.dtype());
        Ok(CudaStorage {
            known: Some(Arc::new(data)),
            ..storage
        })
    }

    fn synchronize(&self) -> Result<()> {
        Ok(())
    }
}

fn len(data: &CpuStorage) -> usize {
    match data {
        CpuStorage::U8(data) => data.len(),
        CpuStorage::U32(data) => data.len(),
        #[cfg(since_0_9_2)]
        CpuStorage::I16(data) => data.len(),
        #[cfg(since_0_9_2)]
        CpuStorage::I32(data) => data.len(),
        CpuStorage::I64(data) => data.len(),
        CpuStorage::BF16(data) => data.len(),
        CpuStorage::F16(data) => data.len(),
        CpuStorage::F32(data) => data.len(),
        CpuStorage::F64(data) => data.len(),
        #[cfg(since_0_9_2)]
        CpuStorage::F8E4M3(data) => data.len(),
        #[cfg(since_0_9_2)]
        CpuStorage::F6E2M3(data) | CpuStorage::F6E3M2(data) => data.len(),
        #[cfg(since_0_9_2)]
        CpuStorage::F4(data) | CpuStorage::F8E8M0(data) => data.len(),
    }
}

// Settings of products on a graphics card.

pub fn gemm_reduced_precision_f16() -> bool {
    true
}

pub fn set_gemm_reduced_precision_f16(_: bool) {}

pub fn gemm_reduced_precision_bf16() -> bool {
    true
}

pub fn set_gemm_reduced_precision_bf16(_: bool) {}

pub fn gemm_reduced_precision_f32() -> bool {
    true
}

pub fn set_gemm_reduced_precision_f32(_: bool) {}
