//! Quantised weights on the device that records: a type of blocks and a number of elements. `cargo shapecheck dry` replaces
//! candle-core's `src/quantized/dummy_cuda.rs` with this file.
#![allow(unused)]

use super::{GgmlDType, GgmlType, QStorage};
use crate::backend::BackendStorage;
use crate::cuda::{Seen, new_memory};
use crate::{CpuStorage, CudaDevice, CudaStorage, DType, Layout, Result, Shape};

pub struct QCudaStorage {
    device: CudaDevice,
    dtype: GgmlDType,
    len: usize,
    memory: u64,
}

impl QCudaStorage {
    pub fn zeros(device: &CudaDevice, len: usize, dtype: GgmlDType) -> Result<Self> {
        Ok(Self {
            device: device.clone(),
            dtype,
            len,
            memory: new_memory(),
        })
    }

    pub fn dtype(&self) -> GgmlDType {
        self.dtype
    }

    pub fn device(&self) -> &CudaDevice {
        &self.device
    }

    pub fn dequantize(&self, len: usize) -> Result<CudaStorage> {
        Ok(CudaStorage::computed(&self.device, &[len], DType::F32))
    }

    pub fn dequantize_f16(&self, len: usize) -> Result<CudaStorage> {
        Ok(CudaStorage::computed(&self.device, &[len], DType::F16))
    }

    pub fn quantize(&mut self, _: &CudaStorage) -> Result<()> {
        Ok(())
    }

    pub fn quantize_imatrix(&mut self, _: &CudaStorage, _: &[f32], _: usize) -> Result<()> {
        Ok(())
    }

    pub fn quantize_imatrix_onto(&mut self, _: &CpuStorage, _: &[f32], _: usize) -> Result<()> {
        Ok(())
    }

    pub fn quantize_onto(&mut self, _: &CpuStorage) -> Result<()> {
        Ok(())
    }

    pub fn device_ptr(&self) -> Result<*const u8> {
        crate::bail!("a device that records has no memory")
    }

    pub fn storage_size_in_bytes(&self) -> usize {
        self.len / self.dtype.block_size() * self.dtype.type_size()
    }

    pub fn data(&self) -> Result<Vec<u8>> {
        Ok(vec![0; self.storage_size_in_bytes()])
    }

    /// The result of an operation by the weights, of this shape, and of other operands, which it notes.
    fn result(
        &self,
        name: &str,
        own: &[usize],
        others: [Option<Seen>; 2],
        shape: Vec<usize>,
        dtype: DType,
    ) -> (CudaStorage, Shape) {
        let bytes = self.storage_size_in_bytes() as u64;
        let strides = Shape::from(own).stride_contiguous();
        let weights = (
            own.to_vec(),
            strides,
            self.memory,
            self.len as u64,
            bytes,
            true,
            0,
        );
        let [first, last] = others;
        let inputs = first.into_iter().chain([weights]).chain(last).collect();
        let result = CudaStorage::computed(&self.device, &shape, dtype);
        self.device.note(name, inputs, result.seen(&shape));
        (result, Shape::from(shape))
    }

    pub fn embedding(
        &self,
        rows: usize,
        width: usize,
        chosen: &CudaStorage,
        ids: &Layout,
    ) -> Result<CudaStorage> {
        let shape = vec![ids.shape().elem_count(), width];
        let others = [None, Some(chosen.seen_in(ids))];
        let own = [rows, width];
        Ok(self.result("embedding", &own, others, shape, DType::F32).0)
    }

    /// `[.., I]` by weights `[O, I]` gives `[.., O]`.
    pub fn fwd(&self, own: &Shape, x: &CudaStorage, l: &Layout) -> Result<(CudaStorage, Shape)> {
        let (outputs, inputs) = own.dims2()?;
        match l.dims().split_last() {
            Some((last, leading)) if *last == inputs => {
                let shape = [leading, &[outputs]].concat();
                let others = [Some(x.seen_in(l)), None];
                Ok(self.result("qmatmul", own.dims(), others, shape, x.dtype()))
            }
            _ => crate::bail!(
                "an input {:?} does not fit quantised weights {:?}",
                l.dims(),
                own.dims()
            ),
        }
    }

    /// Experts `[E, O, I]`, an input `[Batch, _, I]` and ids `[Batch, K]` give `[Batch, K, O]`.
    pub fn indexed_moe_forward(
        &self,
        own: &Shape,
        x: &CudaStorage,
        l: &Layout,
        by: &CudaStorage,
        ids: &Layout,
    ) -> Result<(CudaStorage, Shape)> {
        let (_, outputs, _) = own.dims3()?;
        let (batch, chosen) = ids.shape().dims2()?;
        let shape = vec![batch, chosen, outputs];
        let others = [Some(x.seen_in(l)), Some(by.seen_in(ids))];
        Ok(self.result("experts", own.dims(), others, shape, x.dtype()))
    }
}

pub fn load_quantized<T: GgmlType + Send + Sync + 'static>(
    device: &CudaDevice,
    data: &[T],
) -> Result<QStorage> {
    let storage = QCudaStorage::zeros(device, data.len() * T::BLCK_SIZE, T::DTYPE)?;
    Ok(QStorage::Cuda(storage))
}
