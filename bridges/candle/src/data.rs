//! The data of the engine, its element types, and conversions.
//!
//! ```
//! use shapecheck::{DynShape, shape};
//! use shapecheck_candle::{candle_core::{DType, Device, Tensor}, typed, untyped};
//!
//! let images = Tensor::zeros((32, 3, 8, 8), DType::F32, &Device::Cpu)?;
//! let images = typed::<f32, shape![_, 3, 8, 8]>(images)?; // checked here, once
//! assert_eq!(untyped(&images).dims(), [32, 3, 8, 8]);
//!
//! let labels = Tensor::zeros(32, DType::F32, &Device::Cpu)?;
//! let error = typed::<u32, shape![_]>(labels).unwrap_err();
//! assert_eq!(error.to_string(), "the elements are F32, not U32 (`u32`)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use candle_core::{DType, FloatDType, Tensor as Untyped, WithDType};
use half::{bf16, f16};
use shapecheck::algebra::TellsSizes;
use shapecheck::error::{BroadcastError, fail};
use shapecheck::{DynShape, MatrixError, Shape, ShapeError, Tensor, TensorOn};

use crate::failure::or_panic;
use crate::{Candle, device};

/// A candle tensor whose elements are `T`.
#[derive(Clone, Debug)]
pub struct Held<T> {
    tensor: Untyped,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Held<T> {
    /// From a tensor whose elements were checked or created as `T`.
    pub(crate) fn of(tensor: Untyped) -> Self {
        debug_assert_eq!(tensor.dtype(), T::Stored::DTYPE);
        Self {
            tensor,
            element: PhantomData,
        }
    }
}

impl<T> Held<T> {
    /// A tensor of elements of the same type.
    pub(crate) fn derived(&self, tensor: Untyped) -> Self {
        debug_assert_eq!(tensor.dtype(), self.tensor.dtype());
        Self {
            tensor,
            element: PhantomData,
        }
    }

    pub(crate) fn dims(&self) -> &[usize] {
        self.tensor.dims()
    }

    /// The tensor.
    #[must_use]
    pub fn tensor(&self) -> &Untyped {
        &self.tensor
    }

    /// The tensor, by value.
    #[must_use]
    pub fn into_tensor(self) -> Untyped {
        self.tensor
    }
}

impl<T: Element> TryFrom<Untyped> for Held<T> {
    type Error = MisfitError;

    /// # Errors
    ///
    /// Returns an error if the elements are of another type.
    fn try_from(tensor: Untyped) -> Result<Self, MisfitError> {
        if tensor.dtype() == T::Stored::DTYPE {
            Ok(Self::of(tensor))
        } else {
            Err(MisfitError::Element {
                found: tensor.dtype(),
                expected: T::Stored::DTYPE,
                name: std::any::type_name::<T>(),
            })
        }
    }
}

/// A tensor with other sizes and the same elements. Where the sizes stay, so does the tensor: on the way back candle adds
/// up the gradients of each operation, in a pass over all of its elements.
pub(crate) fn reshaped(
    tensor: &Untyped,
    sizes: impl Into<candle_core::Shape>,
) -> candle_core::Result<Untyped> {
    let sizes = sizes.into();
    match *tensor.shape() == sizes {
        true => Ok(tensor.clone()),
        false => tensor.reshape(sizes),
    }
}

/// A tensor that is repeated up to some sizes, or stays where it has them.
pub(crate) fn repeated(tensor: &Untyped, sizes: &[usize]) -> candle_core::Result<Untyped> {
    match tensor.dims() == sizes {
        true => Ok(tensor.clone()),
        false => tensor.broadcast_as(sizes),
    }
}

/// candle's own tensors in the contracts of functions, by `#[shapes("x: b t d -> b t d")]`.
impl TellsSizes<Candle> for Untyped {
    type Shape = DynShape;

    fn sizes(&self) -> DynShape {
        self.dims().into()
    }
}

/// A type of elements that candle stores.
#[diagnostic::on_unimplemented(
    message = "candle holds no tensors of `{Self}`",
    label = "elements that candle does not store",
    note = "candle stores `f16`, `bf16`, `f32`, `f64`, `u8`, `u32`, `i16`, `i32` and `i64`; places (`usize`) are stored as `u32`, and `bool` as `u8`"
)]
pub trait Element: Copy + 'static {
    /// What candle stores.
    type Stored: WithDType;

    /// The element as candle stores it.
    fn store(self) -> Self::Stored;

    /// Elements as candle stores them, in the same memory if that is as they are.
    #[doc(hidden)]
    fn stored(elements: Vec<Self>) -> Vec<Self::Stored> {
        elements.into_iter().map(Self::store).collect()
    }

    /// The element from what candle stores.
    fn restore(stored: Self::Stored) -> Self;

    /// The elements of a tensor as elements of this type.
    #[doc(hidden)]
    fn converted(tensor: &Untyped) -> candle_core::Result<Untyped> {
        tensor.to_dtype(Self::Stored::DTYPE)
    }
}

macro_rules! elements {
    ($($T:ty)*) => {$(
        impl Element for $T {
            type Stored = $T;

            #[inline]
            fn store(self) -> $T {
                self
            }

            #[inline]
            fn restore(stored: $T) -> $T {
                stored
            }

            #[inline]
            fn stored(elements: Vec<$T>) -> Vec<$T> {
                elements
            }
        }
    )*};
}

elements!(f16 bf16 f32 f64 u8 u32 i16 i32 i64);

/// Indices. Candle's own are `u32`.
impl Element for usize {
    type Stored = u32;

    #[track_caller]
    fn store(self) -> u32 {
        match u32::try_from(self) {
            Ok(stored) => stored,
            Err(_) => panic!("candle stores places up to {}: {self} is beyond", u32::MAX),
        }
    }

    fn restore(stored: u32) -> usize {
        stored as usize
    }
}

/// Masks: 1 for true, 0 for false.
impl Element for bool {
    type Stored = u8;

    fn store(self) -> u8 {
        self.into()
    }

    fn restore(stored: u8) -> bool {
        stored != 0
    }

    fn converted(tensor: &Untyped) -> candle_core::Result<Untyped> {
        tensor.ne(0.0)
    }
}

/// Numbers that candle stores as they are, and bits of masks.
pub(crate) trait Number: Element<Stored = Self> + WithDType {}

impl<T: Element<Stored = T> + WithDType> Number for T {}

/// Floats, and the type that the host computes in where candle has no function.
pub(crate) trait Real: Number + FloatDType {
    type OnHost: Number;
}

macro_rules! real {
    ($($T:ty: $OnHost:ty;)*) => {$(
        impl Real for $T {
            type OnHost = $OnHost;
        }
    )*};
}

real! {
    f16: f32;
    bf16: f32;
    f32: f32;
    f64: f64;
}

/// The reason why a candle tensor does not fit a type.
#[non_exhaustive]
pub enum MisfitError {
    /// The elements are of another type.
    Element {
        /// The elements found.
        found: DType,
        /// The elements expected.
        expected: DType,
        /// Their type in Rust.
        name: &'static str,
    },
    /// The sizes do not fit the shape.
    Shape(Box<ShapeError>),
    /// The sizes do not broadcast.
    Broadcast(Box<BroadcastError>),
    /// A matrix is singular, or not positive definite.
    Matrix(MatrixError),
    /// A weight does not fit its type.
    Weight {
        /// Its name with all prefixes.
        name: String,
        /// The reason.
        source: Box<MisfitError>,
    },
    /// Candle failed.
    Candle(candle_core::Error),
}

impl fmt::Display for MisfitError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element {
                found,
                expected,
                name,
            } => write!(
                out,
                "the elements are {found:?}, not {expected:?} (`{name}`)"
            ),
            Self::Shape(error) => error.fmt(out),
            Self::Broadcast(error) => error.fmt(out),
            Self::Matrix(error) => error.fmt(out),
            Self::Weight { name, source } => write!(out, "`{name}`: {source}"),
            Self::Candle(error) => write!(out, "candle: {error}"),
        }
    }
}

shapecheck::__debug_is_text!(MisfitError);

impl Error for MisfitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Element { .. } => None,
            Self::Shape(error) => Some(&**error),
            Self::Broadcast(error) => Some(&**error),
            Self::Matrix(error) => Some(error),
            Self::Weight { source, .. } => Some(source),
            Self::Candle(error) => Some(error),
        }
    }
}

impl From<ShapeError> for MisfitError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(Box::new(error))
    }
}

impl From<BroadcastError> for MisfitError {
    fn from(error: BroadcastError) -> Self {
        Self::Broadcast(Box::new(error))
    }
}

impl From<MatrixError> for MisfitError {
    fn from(error: MatrixError) -> Self {
        Self::Matrix(error)
    }
}

/// For work that can only fail in candle.
impl From<Infallible> for MisfitError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<candle_core::Error> for MisfitError {
    fn from(error: candle_core::Error) -> Self {
        Self::Candle(error)
    }
}

/// A candle tensor with its shape in its type. The elements are not copied.
///
/// # Errors
///
/// Returns an error if the elements are not `T`, or the sizes do not fit `S`: the error names the axis.
pub fn typed<T: Element, S: Shape>(tensor: Untyped) -> Result<TensorOn<T, S, Candle>, MisfitError> {
    Ok(TensorOn::try_from_data(Held::try_from(tensor)?)?)
}

/// The candle tensor of a typed one.
#[must_use]
pub fn untyped<T: Element, S: Shape>(tensor: &TensorOn<T, S, Candle>) -> &Untyped {
    tensor.data().tensor()
}

/// Copies a tensor of the host to where this thread [creates tensors](device).
///
/// # Panics
///
/// Panics if candle cannot make it.
#[track_caller]
pub fn from_host<T: Element, S: Shape>(tensor: &Tensor<T, S>) -> TensorOn<T, S, Candle> {
    match try_from_host(tensor) {
        Ok(copy) => copy,
        Err(error) => fail(error),
    }
}

/// [`from_host`], where candle may not be able to make it.
///
/// # Errors
///
/// Returns an error if candle cannot make it, as where the device has no memory left.
#[track_caller]
pub fn try_from_host<T: Element, S: Shape>(
    tensor: &Tensor<T, S>,
) -> Result<TensorOn<T, S, Candle>, MisfitError> {
    let stored: Vec<T::Stored> = tensor.iter().copied().map(T::store).collect();
    let made = Untyped::from_vec(stored, tensor.dims(), &device::current())?;
    Ok(TensorOn::try_from_data(Held::of(made))?)
}

/// Copies a tensor to the host's heap.
///
/// # Panics
///
/// Panics if candle cannot read its memory.
#[track_caller]
pub fn to_host<T: Element, S: Shape>(tensor: &TensorOn<T, S, Candle>) -> Tensor<T, S> {
    or_panic(try_to_host(tensor))
}

/// [`to_host`], where candle may not be able to read the memory.
///
/// # Errors
///
/// Returns an error if candle cannot read its memory.
pub fn try_to_host<T: Element, S: Shape>(
    tensor: &TensorOn<T, S, Candle>,
) -> candle_core::Result<Tensor<T, S>> {
    let elements = elements(untyped(tensor))?;
    let shape = tensor.shape();
    Ok(Tensor::from_vec_with(shape, elements).expect("as many elements as the sizes say"))
}

/// The elements in row-major order.
pub(crate) fn elements<T: Element>(tensor: &Untyped) -> candle_core::Result<Vec<T>> {
    let stored = tensor.flatten_all()?.to_vec1::<T::Stored>()?;
    Ok(stored.into_iter().map(T::restore).collect())
}

/// A number as a tensor without axes, on the device of another one.
pub(crate) fn beside<T: Element>(value: T, other: &Untyped) -> candle_core::Result<Untyped> {
    Untyped::full(value.store(), (), other.device())
}
