//! A device that notes each operation and computes none. `cargo shapecheck dry` puts this file in the place of candle-core's own
//! `src/dummy_cuda_backend.rs`, which stands behind `Device::Cuda` where the feature `cuda` is off, and whose functions all fail.
//!
//! A storage has a type of elements and a shape, and no elements. Only what came from the host, and nothing has written to since,
//! keeps its numbers, so that a program that reads them reads the true ones.
#![allow(dead_code)]

use std::backtrace::Backtrace;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::backend::{BackendDevice, BackendStorage};
use crate::conv::{ParamsConv1D, ParamsConv2D, ParamsConvTranspose1D, ParamsConvTranspose2D};
use crate::op::{BinaryOpT, CmpOp, ReduceOp, UnaryOpT};
use crate::scalar::Scalar;
use crate::{
    CpuStorage, CustomOp1, CustomOp2, CustomOp3, DType, Device, DeviceLocation, Error, Layout,
    Result, Shape, Tensor, WithDType,
};

/// An operation as `shapecheck_candle::capture` reads it: its name, the shapes of its operands and of its results, the axis that
/// it goes along and keeps, whether it gives numbers that were made up, and who called it.
pub type Recorded = (
    String,
    Vec<Vec<usize>>,
    Vec<Vec<usize>>,
    Option<usize>,
    bool,
    Arc<Backtrace>,
);

/// The device of one run: its clones note into one list.
#[derive(Clone)]
pub struct CudaDevice(Arc<Mutex<Vec<Recorded>>>);

impl CudaDevice {
    /// A device with a list of its own. `shapecheck_candle::capture` calls this function where it is there, and one of a trait
    /// that gives `None` where it is not.
    pub fn recording() -> Option<Self> {
        Some(Self(Arc::default()))
    }

    /// What was noted until now, which leaves the list empty.
    pub fn recorded(&self) -> Option<Vec<Recorded>> {
        Some(std::mem::take(
            &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner),
        ))
    }

    fn push(
        &self,
        name: &str,
        inputs: Vec<Vec<usize>>,
        outputs: Vec<Vec<usize>>,
        along: Option<usize>,
        made_up: bool,
    ) {
        let stack = Arc::new(Backtrace::force_capture());
        let row = (name.to_owned(), inputs, outputs, along, made_up, stack);
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(row);
    }

    pub(crate) fn note(&self, name: &str, inputs: &[&[usize]], output: &[usize]) {
        let inputs = inputs.iter().map(|shape| shape.to_vec()).collect();
        self.push(name, inputs, vec![output.to_vec()], None, false);
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
    if let Device::Cuda(device) = tensor.device() {
        device.note("reshape", &[tensor.dims()], shape.dims());
    }
}

#[derive(Debug)]
pub struct CudaStorage {
    device: CudaDevice,
    dtype: DType,
    shape: Vec<usize>,
    /// Numbers that came from the host.
    known: Option<Arc<CpuStorage>>,
}

/// The shape that an operation reads: an axis that was stretched, to fit another operand, is 1.
fn read(layout: &Layout) -> Vec<usize> {
    let axes = layout.dims().iter().zip(layout.stride());
    axes.map(|(&size, &stride)| if stride == 0 { size.min(1) } else { size })
        .collect()
}

impl CudaStorage {
    pub(crate) fn of(device: &CudaDevice, shape: &[usize], dtype: DType) -> Self {
        Self {
            device: device.clone(),
            dtype,
            shape: shape.to_vec(),
            known: None,
        }
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
        operands: &[&Layout],
        shape: &[usize],
        dtype: DType,
    ) -> Result<Self> {
        let inputs = operands.iter().map(|layout| read(layout)).collect();
        let along = ["softmax-last-dim", "layer-norm", "rms-norm"].contains(&name);
        let along = along.then(|| shape.len().saturating_sub(1));
        self.device
            .push(name, inputs, vec![shape.to_vec()], along, false);
        Ok(Self::of(&self.device, shape, dtype))
    }

    /// The result of one that goes over each element.
    fn each(&self, name: &str, operands: &[&Layout]) -> Result<Self> {
        self.result(name, operands, operands[0].dims(), self.dtype)
    }

    /// An operation that writes to this storage.
    fn written(&mut self, name: &str, inputs: Vec<Vec<usize>>) -> Result<()> {
        self.known = None;
        self.device
            .push(name, inputs, vec![self.shape.clone()], None, false);
        Ok(())
    }

    /// The numbers that are known, and zeros in the place of others.
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
            &[layout],
            &[batch, channels, height, width],
            self.dtype,
        )
    }

    fn resized(&self, name: &str, layout: &Layout, sizes: &[usize]) -> Result<Self> {
        let shape = [&layout.dims()[..2], sizes].concat();
        self.result(name, &[layout], &shape, self.dtype)
    }
}

// An operation of a user's own, as candle-nn's softmax is one, has no rule of its shapes: its function for the processor runs on
// zeros, checks what it checks and says the shape of its result.

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
    let (found, shape) = op.cpu_fwd(&s.stand_in()?, l)?;
    Ok((
        s.result(op.name(), &[l], shape.dims(), found.dtype())?,
        shape,
    ))
}

/// Calls an operation of two operands.
pub(crate) fn custom2(
    op: &dyn CustomOp2,
    s1: &CudaStorage,
    l1: &Layout,
    s2: &CudaStorage,
    l2: &Layout,
) -> Result<(CudaStorage, Shape)> {
    let (found, shape) = op.cpu_fwd(&s1.stand_in()?, l1, &s2.stand_in()?, l2)?;
    Ok((
        s1.result(op.name(), &[l1, l2], shape.dims(), found.dtype())?,
        shape,
    ))
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
    let (found, shape) = op.cpu_fwd(
        &s1.stand_in()?,
        l1,
        &s2.stand_in()?,
        l2,
        &s3.stand_in()?,
        l3,
    )?;
    Ok((
        s1.result(op.name(), &[l1, l2, l3], shape.dims(), found.dtype())?,
        shape,
    ))
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
            vec![self.shape.clone()],
            Vec::new(),
            None,
            is_made_up,
        );
        self.stand_in()
    }

    fn try_clone(&self, l: &Layout) -> Result<Self> {
        self.result("copy", &[l], &self.shape, self.dtype)
    }

    /// Not an operation of a model: `Tensor::ones` calls it.
    fn const_set(&mut self, _: Scalar, _: &Layout) -> Result<()> {
        self.known = None;
        Ok(())
    }

    fn affine(&self, l: &Layout, _: f64, _: f64) -> Result<Self> {
        self.each("affine", &[l])
    }

    fn powf(&self, l: &Layout, _: f64) -> Result<Self> {
        self.each("powf", &[l])
    }

    fn elu(&self, l: &Layout, _: f64) -> Result<Self> {
        self.each("elu", &[l])
    }

    fn to_dtype(&self, l: &Layout, dtype: DType) -> Result<Self> {
        self.result("to_dtype", &[l], l.dims(), dtype)
    }

    fn unary_impl<B: UnaryOpT>(&self, l: &Layout) -> Result<Self> {
        self.each(B::NAME, &[l])
    }

    fn binary_impl<B: BinaryOpT>(&self, _: &Self, l: &Layout, r: &Layout) -> Result<Self> {
        self.each(B::NAME, &[l, r])
    }

    fn cmp(&self, op: CmpOp, _: &Self, l: &Layout, r: &Layout) -> Result<Self> {
        let name = match op {
            CmpOp::Eq => "eq",
            CmpOp::Ne => "ne",
            CmpOp::Le => "le",
            CmpOp::Ge => "ge",
            CmpOp::Lt => "lt",
            CmpOp::Gt => "gt",
        };
        self.result(name, &[l, r], l.dims(), DType::U8)
    }

    fn where_cond(
        &self,
        l: &Layout,
        yes: &Self,
        yes_l: &Layout,
        _: &Self,
        no_l: &Layout,
    ) -> Result<Self> {
        self.result("where", &[l, yes_l, no_l], l.dims(), yes.dtype)
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
        self.result(name, &[l], &shape, dtype)
    }

    fn matmul(
        &self,
        _: &Self,
        (_, m, n, _): (usize, usize, usize, usize),
        l: &Layout,
        r: &Layout,
    ) -> Result<Self> {
        let leading = l.dims().len() - 2;
        let shape = [&l.dims()[..leading], &[m, n]].concat();
        // An axis of a product is not stretched: candle compares nothing but the product of those in front.
        self.device.note("matmul", &[l.dims(), r.dims()], &shape);
        Ok(Self::of(&self.device, &shape, self.dtype))
    }

    fn conv1d(&self, l: &Layout, _: &Self, kernel: &Layout, p: &ParamsConv1D) -> Result<Self> {
        self.result("conv1d", &[l, kernel], &p.out_dims(), self.dtype)
    }

    fn conv_transpose1d(
        &self,
        l: &Layout,
        _: &Self,
        kernel: &Layout,
        p: &ParamsConvTranspose1D,
    ) -> Result<Self> {
        self.result("conv_transpose1d", &[l, kernel], &p.out_dims(), self.dtype)
    }

    fn conv2d(&self, l: &Layout, _: &Self, kernel: &Layout, p: &ParamsConv2D) -> Result<Self> {
        self.result("conv2d", &[l, kernel], &p.out_dims(), self.dtype)
    }

    fn conv_transpose2d(
        &self,
        l: &Layout,
        _: &Self,
        kernel: &Layout,
        p: &ParamsConvTranspose2D,
    ) -> Result<Self> {
        self.result("conv_transpose2d", &[l, kernel], &p.out_dims(), self.dtype)
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

    fn index_select(&self, _: &Self, l: &Layout, ids: &Layout, axis: usize) -> Result<Self> {
        let mut shape = l.dims().to_vec();
        shape[axis] = ids.shape().elem_count();
        self.result("index_select", &[l, ids], &shape, self.dtype)
    }

    fn gather(&self, l: &Layout, _: &Self, ids: &Layout, _: usize) -> Result<Self> {
        self.result("gather", &[l, ids], ids.dims(), self.dtype)
    }

    fn index_add(
        &self,
        l: &Layout,
        _: &Self,
        ids: &Layout,
        _: &Self,
        added: &Layout,
        _: usize,
    ) -> Result<Self> {
        self.each("index_add", &[l, ids, added])
    }

    fn scatter_set(
        &mut self,
        l: &Layout,
        _: &Self,
        ids: &Layout,
        _: &Self,
        set: &Layout,
        _: usize,
    ) -> Result<()> {
        self.written("scatter_set", vec![read(l), read(ids), read(set)])
    }

    fn scatter_add_set(
        &mut self,
        l: &Layout,
        _: &Self,
        ids: &Layout,
        _: &Self,
        added: &Layout,
        _: usize,
    ) -> Result<()> {
        self.written("scatter_add", vec![read(l), read(ids), read(added)])
    }

    fn copy_strided_src(&self, to: &mut Self, _: usize, l: &Layout) -> Result<()> {
        to.written("copy", vec![read(l)])
    }

    /// Rows of which candle does not say what shape they are of.
    fn copy2d(
        &self,
        to: &mut Self,
        rows: usize,
        columns: usize,
        _: usize,
        _: usize,
        _: usize,
        _: usize,
    ) -> Result<()> {
        to.written("copy2d", vec![vec![rows, columns]])
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
        CpuStorage::I16(data) => data.len(),
        CpuStorage::I32(data) => data.len(),
        CpuStorage::I64(data) => data.len(),
        CpuStorage::BF16(data) => data.len(),
        CpuStorage::F16(data) => data.len(),
        CpuStorage::F32(data) => data.len(),
        CpuStorage::F64(data) => data.len(),
        CpuStorage::F8E4M3(data) => data.len(),
        CpuStorage::F6E2M3(data) | CpuStorage::F6E3M2(data) => data.len(),
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
