//! Quantised weights of candle, with their shape in their type.
//!
//! ```
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::candle_core::quantized::GgmlDType;
//! use shapecheck_candle::{Candle, Quantized};
//!
//! let weights = TensorOn::<f32, shape![10, 64], Candle>::ones();
//! let weights = Quantized::quantize(&weights, GgmlDType::Q8_0)?;
//! let x = TensorOn::<f32, shape![2, 5, 64], Candle>::ones();
//! let y: TensorOn<f32, shape![2, 5, 10], Candle> = weights.forward(&x);
//! assert!((y.mean() - 64.0).abs() < 0.5);
//! # Ok::<(), shapecheck_candle::MisfitError>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::{Candle, Quantized};
//!
//! fn layer(weights: &Quantized<shape![10, 64]>, x: &TensorOn<f32, shape![5, 32], Candle>) {
//!     weights.forward(x); // 32 numbers, where the layer takes 64
//! }
//! ```
//!
//! A file is read as candle reads it, and each weight is compared with its type by name. (`Content::read` itself panics if the
//! header has an alignment of 0.)
//!
//! ```
//! use shapecheck::shape;
//! use shapecheck_candle::candle_core::quantized::{GgmlDType, QTensor, gguf_file};
//! use shapecheck_candle::candle_core::{DType, Device, Tensor};
//! use shapecheck_candle::Quantized;
//!
//! # let ones = Tensor::ones((10, 64), DType::F32, &Device::Cpu)?;
//! # let mut file = std::io::Cursor::new(Vec::new());
//! # gguf_file::write(&mut file, &[], &[("output.weight", &QTensor::quantize(&ones, GgmlDType::Q4_0)?)])?;
//! # file.set_position(0);
//! // let mut file = std::fs::File::open("model.gguf")?;
//! let content = gguf_file::Content::read(&mut file)?;
//! let head = Quantized::<shape![10, 64]>::load(&content, &mut file, "output.weight")?;
//! assert_eq!(head.dims(), [10, 64]);
//!
//! let error = Quantized::<shape![10, 32]>::load(&content, &mut file, "output.weight").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "`output.weight`: sizes [10, 64] do not fit the type: size 64 at axis -1 where the type has 32"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{Read, Seek};
use std::marker::PhantomData;
use std::sync::Arc;

use candle_core::quantized::gguf_file::{Content, TensorInfo};
use candle_core::quantized::{GgmlDType, QMatMul, QTensor};
use candle_core::{DType, Module, Result as Found, Tensor as Untyped};
use half::{bf16, f16};
use shapecheck::algebra::{Linear, linear_shape};
use shapecheck::{DynShape, Shape, ShapeError, TensorOn};

use crate::data::{Element, Held, typed};
use crate::{Candle, MisfitError, device, or_panic};

/// Elements that candle multiplies by quantised weights.
#[diagnostic::on_unimplemented(
    message = "candle does not multiply quantised weights by `{Self}`",
    label = "elements that do not go through quantised weights",
    note = "candle multiplies them by `f32`, `f16` and `bf16`: `x.cast::<f32>()`"
)]
pub trait Activation: Element {}

impl Activation for f32 {}
impl Activation for f16 {}
impl Activation for bf16 {}

/// Weights of shape `S` in blocks of a few bits, as candle holds them.
///
/// They have no elements to compute with: [`forward`](Self::forward) multiplies by them, and
/// [`dequantize`](Self::dequantize) makes floats of them.
#[derive(Clone, Debug)]
pub struct Quantized<S: Shape> {
    weights: QMatMul,
    sizes: DynShape,
    shape: PhantomData<fn() -> S>,
}

impl<S: Shape> Quantized<S> {
    /// Weights of a shape, from those of candle. What a file has as floats becomes `f32`.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes do not fit `S`.
    pub fn try_of(tensor: impl Into<Arc<QTensor>>) -> Result<Self, MisfitError> {
        let tensor = tensor.into();
        let sizes = S::try_from_sizes(tensor.shape().dims())?.to_dyn();
        Ok(Self {
            weights: QMatMul::from_arc(tensor)?,
            sizes,
            shape: PhantomData,
        })
    }

    /// The weights of this name in a GGUF file, on the [device] of this thread.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none of that name, their sizes do not fit `S`, they have no elements, or candle cannot
    /// read them. What does not fit is not read.
    pub fn load(
        content: &Content,
        file: &mut (impl Read + Seek),
        name: &str,
    ) -> Result<Self, MisfitError> {
        let mut read = || {
            if let Some(stored) = content.tensor_infos.get(name) {
                S::try_from_sizes(stored.shape.dims())?;
                check_length(stored)?;
            }
            Self::try_of(content.tensor(file, name, &device::current())?)
        };
        read().map_err(|error| MisfitError::Weight {
            name: name.to_owned(),
            source: Box::new(error),
        })
    }

    /// The weights of a tensor, rounded to a type of blocks.
    ///
    /// # Errors
    ///
    /// Returns an error if the last size is not a multiple of the length of a block.
    pub fn quantize<T: Activation>(
        tensor: &TensorOn<T, S, Candle>,
        blocks: GgmlDType,
    ) -> Result<Self, MisfitError> {
        Self::try_of(QTensor::quantize(tensor.data().tensor(), blocks)?)
    }

    /// The weights as floats.
    ///
    /// # Panics
    ///
    /// Panics if candle cannot make them.
    #[track_caller]
    pub fn dequantize(&self) -> TensorOn<f32, S, Candle> {
        let found = match &self.weights {
            QMatMul::QTensor(weights) => weights.dequantize(&weights.device()),
            QMatMul::Tensor(weights) | QMatMul::TensorF16(weights) => weights.to_dtype(DType::F32),
        };
        match typed(or_panic(found)) {
            Ok(weights) => weights,
            Err(error) => panic!("{error}"),
        }
    }

    /// The sizes, the first axis first.
    #[must_use]
    pub fn dims(&self) -> &[usize] {
        self.sizes.dims()
    }

    /// The weights as candle holds them.
    #[must_use]
    pub fn weights(&self) -> &QMatMul {
        &self.weights
    }

    /// A linear layer: `[.., I]` through weights `[O, I]` gives `[.., O]`, by the rule of `linear`.
    ///
    /// Candle rounds the input to blocks too, on the processor. It has no gradients.
    ///
    /// # Panics
    ///
    /// Panics if the last size of the input or of the weights is dynamic and the two differ, or if candle fails.
    #[track_caller]
    pub fn forward<T: Activation, X, O: Shape>(
        &self,
        x: &TensorOn<T, X, Candle>,
    ) -> TensorOn<T, O, Candle>
    where
        X: Shape + Linear<S, Output = O>,
    {
        match self.try_forward(x) {
            Ok(found) => found,
            Err(error) => panic!("{error}"),
        }
    }

    /// Like [`forward`](Self::forward), but returns an error if sizes do not fit.
    ///
    /// # Errors
    ///
    /// Returns an error if the last size of the input or of the weights is dynamic and the two differ.
    #[track_caller]
    pub fn try_forward<T: Activation, X, O: Shape>(
        &self,
        x: &TensorOn<T, X, Candle>,
    ) -> Result<TensorOn<T, O, Candle>, ShapeError>
    where
        X: Shape + Linear<S, Output = O>,
    {
        let sizes = linear_shape(x.dims(), self.dims())?;
        let found = through(x.data().tensor(), &self.weights, sizes.dims());
        TensorOn::try_from_data(Held::of(or_panic(found)))
    }
}

/// Candle multiplies sizes without a look at overflow, and what it does with no bytes is undefined.
fn check_length(stored: &TensorInfo) -> Found<()> {
    let (sizes, blocks) = (stored.shape.dims(), stored.ggml_dtype);
    let multiplied = |count: usize, &size: &usize| count.checked_mul(size);
    let count = sizes.iter().try_fold(1, multiplied);
    let bytes =
        count.and_then(|count| (count / blocks.block_size()).checked_mul(blocks.type_size()));
    match (count, bytes) {
        (Some(0), _) => candle_core::bail!("sizes {sizes:?} leave no elements"),
        (_, None) => candle_core::bail!("sizes {sizes:?} are more than memory has room for"),
        _ => Ok(()),
    }
}

fn through(x: &Untyped, weights: &QMatMul, sizes: &[usize]) -> Found<Untyped> {
    let dtype = x.dtype();
    if sizes.contains(&0) || x.elem_count() == 0 {
        return Untyped::zeros(sizes, dtype, x.device());
    }
    // Candle's kernels take two axes at least, and elements side by side.
    let width = x.dims().last().copied().unwrap_or(1);
    let rows = x.reshape((x.elem_count() / width, width))?.contiguous()?;
    let found = match weights {
        QMatMul::QTensor(_) => weights.forward(&rows)?,
        // Weights that the file has as floats.
        _ => weights
            .forward(&rows.to_dtype(DType::F32)?)?
            .to_dtype(dtype)?,
    };
    found.reshape(sizes)
}
