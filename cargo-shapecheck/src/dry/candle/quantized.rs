//! Quantised weights on the device that records: a type of blocks and a number of elements. `cargo shapecheck dry` puts this file
//! in the place of candle-core's own `src/quantized/dummy_cuda.rs`.
#![allow(unused)]

use super::{GgmlDType, GgmlType, QStorage};
use crate::backend::BackendStorage;
use crate::{CpuStorage, CudaDevice, CudaStorage, DType, Layout, Result, Shape};

pub struct QCudaStorage {
    device: CudaDevice,
    dtype: GgmlDType,
    len: usize,
}

impl QCudaStorage {
    pub fn zeros(device: &CudaDevice, len: usize, dtype: GgmlDType) -> Result<Self> {
        Ok(Self {
            device: device.clone(),
            dtype,
            len,
        })
    }

    pub fn dtype(&self) -> GgmlDType {
        self.dtype
    }

    pub fn device(&self) -> &CudaDevice {
        &self.device
    }

    pub fn dequantize(&self, len: usize) -> Result<CudaStorage> {
        Ok(CudaStorage::of(&self.device, &[len], DType::F32))
    }

    pub fn dequantize_f16(&self, len: usize) -> Result<CudaStorage> {
        Ok(CudaStorage::of(&self.device, &[len], DType::F16))
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

    /// The result of an operation by the weights, which it notes.
    fn result(
        &self,
        name: &str,
        inputs: &[&[usize]],
        shape: Vec<usize>,
        dtype: DType,
    ) -> (CudaStorage, Shape) {
        self.device.note(name, inputs, &shape);
        (
            CudaStorage::of(&self.device, &shape, dtype),
            Shape::from(shape),
        )
    }

    pub fn embedding(
        &self,
        rows: usize,
        width: usize,
        _: &CudaStorage,
        ids: &Layout,
    ) -> Result<CudaStorage> {
        let shape = vec![ids.shape().elem_count(), width];
        Ok(self
            .result(
                "embedding",
                &[&[rows, width], ids.dims()],
                shape,
                DType::F32,
            )
            .0)
    }

    /// `[.., I]` by weights `[O, I]` gives `[.., O]`.
    pub fn fwd(&self, own: &Shape, x: &CudaStorage, l: &Layout) -> Result<(CudaStorage, Shape)> {
        let (outputs, inputs) = own.dims2()?;
        match l.dims().split_last() {
            Some((last, leading)) if *last == inputs => {
                let shape = [leading, &[outputs]].concat();
                Ok(self.result("qmatmul", &[l.dims(), own.dims()], shape, x.dtype()))
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
        _: &CudaStorage,
        ids: &Layout,
    ) -> Result<(CudaStorage, Shape)> {
        let (_, outputs, _) = own.dims3()?;
        let (batch, chosen) = ids.shape().dims2()?;
        let shape = vec![batch, chosen, outputs];
        Ok(self.result(
            "experts",
            &[l.dims(), own.dims(), ids.dims()],
            shape,
            x.dtype(),
        ))
    }
}

pub fn load_quantized<T: GgmlType + Send + Sync + 'static>(
    device: &CudaDevice,
    data: &[T],
) -> Result<QStorage> {
    let storage = QCudaStorage::zeros(device, data.len() * T::BLCK_SIZE, T::DTYPE)?;
    Ok(QStorage::Cuda(storage))
}
