//! The data of the engine, its element types, and conversions.
//!
//! ```
//! use shapecheck::shape;
//! use shapecheck_burn::burn::tensor::{Device, Int, Tensor};
//! use shapecheck_burn::{typed, untyped};
//!
//! let images = Tensor::<4>::zeros([32, 3, 8, 8], &Device::default());
//! let images = typed::<f32, shape![_, 3, 8, 8], 4>(images)?; // sizes are checked here, once
//! let back: Tensor<4> = untyped(&images);
//! assert_eq!(back.dims(), [32, 3, 8, 8]);
//!
//! let labels = Tensor::<1>::zeros([32], &Device::default());
//! let error = typed::<f64, shape![_], 1>(labels).unwrap_err();
//! assert_eq!(error.to_string(), "the elements are F32, not F64 (`f64`)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! burn's kinds are types: a tensor of integers is not a tensor of floats.
//!
//! ```compile_fail,E0308
//! use shapecheck::shape;
//! use shapecheck_burn::burn::tensor::{Device, Int, Tensor};
//!
//! let labels = Tensor::<1, Int>::zeros([32], &Device::default());
//! let labels = shapecheck_burn::typed::<f32, shape![_], 1>(labels);
//! ```

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use burn::backend::{Scalar, TensorMetadata};
use burn::tensor::kind::{Basic, BridgeTensor};
use burn::tensor::{
    Bool, DType, Device, Float, Int, Tensor as Untyped, TensorData, TensorReadError,
};
use half::{bf16, f16};
use shapecheck::algebra::TellsSizes;
use shapecheck::engine::adapter::Stores;
use shapecheck::{DynShape, Shape, ShapeError, Tensor, TensorOn, shape};

use crate::raw::{self, Raw};
use crate::{Burn, OfRank, device};

/// A burn tensor whose elements are `T`, whatever its rank.
///
/// burn's tensors have at least one axis: a shape without axes is one axis of size 1 there.
#[derive(Clone, Debug)]
pub struct Held<T> {
    // Opaque, so that types that contain it stay short.
    tensor: BridgeTensor,
    sizes: DynShape,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Held<T> {
    /// From a tensor whose elements were checked or created as `T`, with these sizes.
    pub(crate) fn of(tensor: Raw, sizes: DynShape) -> Self {
        debug_assert!(T::is(tensor.dtype()), "{:?}", tensor.dtype());
        Self::sized(tensor, sizes)
    }
}

impl<T> Held<T> {
    /// From a tensor of elements that were `T`.
    pub(crate) fn sized(tensor: Raw, sizes: DynShape) -> Self {
        debug_assert_eq!(tensor.shape(), raw::shape(sizes.dims()));
        Self {
            tensor: raw::bridge(tensor),
            sizes,
            element: PhantomData,
        }
    }

    /// The same with at least one axis.
    pub(crate) fn with_axes(tensor: Raw) -> Self {
        let sizes = DynShape::from(tensor.shape().as_slice());
        Self::sized(tensor, sizes)
    }

    /// burn's tensor without its static types.
    pub(crate) fn raw(&self) -> &Raw {
        self.tensor.as_parts().1
    }

    pub(crate) fn into_raw(self) -> Raw {
        self.tensor.into()
    }

    /// The sizes, the first axis first.
    pub(crate) fn dims(&self) -> &[usize] {
        self.sizes.dims()
    }

    pub(crate) fn sizes(&self) -> DynShape {
        self.sizes.clone()
    }
}

/// burn's own tensors in the contracts of functions, by `#[shapes("x: b t d -> b t d")]`: their rank is known while
/// compiling.
macro_rules! of_ranks {
    ($($rank:literal: $shape:ty;)*) => {$(
        impl<Kind: Basic> TellsSizes<Burn> for Untyped<$rank, Kind> {
            type Shape = $shape;

            fn sizes(&self) -> DynShape {
                self.dims().into()
            }
        }
    )*};
}

of_ranks! {
    1: shape![_];
    2: shape![_, _];
    3: shape![_, _, _];
    4: shape![_, _, _, _];
    5: shape![_, _, _, _, _];
    6: shape![_, _, _, _, _, _];
    7: shape![_, _, _, _, _, _, _];
    8: shape![_, _, _, _, _, _, _, _];
}

/// A type of elements that burn stores.
#[diagnostic::on_unimplemented(
    message = "burn holds no tensors of `{Self}`",
    label = "elements that burn does not store",
    note = "there are `f16`, `bf16`, `f32`, `f64`, the integers from `i8` to `i64` and from `u8` to `u64`, places (`usize`) and `bool`"
)]
pub trait Element: Copy + 'static {
    /// burn's kind: `Float`, `Int` or `Bool`.
    type Kind: Basic;
    /// The type that burn reads and writes.
    type Stored: burn::tensor::Element;

    /// The element as burn stores it.
    fn store(self) -> Self::Stored;

    /// Elements as burn stores them, in the same memory if that is as they are.
    #[doc(hidden)]
    fn stored(elements: Vec<Self>) -> Vec<Self::Stored> {
        elements.into_iter().map(Self::store).collect()
    }

    /// The element from what burn stores.
    fn restore(stored: Self::Stored) -> Self;

    /// The type that a device stores.
    fn dtype(device: &Device) -> DType;

    /// Whether elements of this type are stored like that.
    fn is(dtype: DType) -> bool;
}

/// Elements that are numbers, stored as they are.
pub(crate) trait Number: Element<Stored = Self> + Into<Scalar> {
    const STORED: DType;
}

/// Elements that can be ordered: numbers and indices.
pub(crate) trait Ordered: Element {}

impl<T: Number> Ordered for T {}
impl Ordered for usize {}

/// Numbers with a sign.
pub(crate) trait Signed: Number + std::ops::Neg<Output = Self> {}

impl<T: Number + std::ops::Neg<Output = T>> Signed for T {}

/// Numbers that are floats, and the type that the host computes in where burn has no function.
pub(crate) trait Real: Number<Kind = Float> {
    type OnHost: Number<Kind = Float>;
}

macro_rules! elements {
    ($($T:ty: $Kind:ident $Stored:ident;)*) => {$(
        impl Element for $T {
            type Kind = $Kind;
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

            fn dtype(_: &Device) -> DType {
                DType::$Stored
            }

            fn is(dtype: DType) -> bool {
                dtype == DType::$Stored
            }
        }

        impl Number for $T {
            const STORED: DType = DType::$Stored;
        }
    )*};
}

elements! {
    f16: Float F16;
    bf16: Float BF16;
    f32: Float F32;
    f64: Float F64;
    i8: Int I8;
    i16: Int I16;
    i32: Int I32;
    i64: Int I64;
    u8: Int U8;
    u16: Int U16;
    u32: Int U32;
    u64: Int U64;
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

/// Indices: integers as the device stores them.
impl Element for usize {
    type Kind = Int;
    type Stored = i64;

    #[track_caller]
    fn store(self) -> i64 {
        match i64::try_from(self) {
            Ok(stored) => stored,
            Err(_) => panic!("burn stores places up to {}: {self} is beyond", i64::MAX),
        }
    }

    fn restore(stored: i64) -> usize {
        stored as usize
    }

    fn dtype(device: &Device) -> DType {
        device.settings().int_dtype.into()
    }

    fn is(dtype: DType) -> bool {
        dtype.is_int() || dtype.is_uint()
    }
}

/// Masks, as the device stores them.
impl Element for bool {
    type Kind = Bool;
    type Stored = bool;

    fn store(self) -> bool {
        self
    }

    fn restore(stored: bool) -> bool {
        stored
    }

    fn dtype(device: &Device) -> DType {
        device.settings().bool_dtype.into()
    }

    fn is(dtype: DType) -> bool {
        dtype.is_bool()
    }
}

/// The reason why a burn tensor does not fit a type or cannot be read.
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
    /// There are no gradients, because nothing that the number depends on requires them.
    NoGradients,
    /// burn failed, on a device or in its memory.
    Burn(TensorReadError),
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
            Self::NoGradients => write!(
                out,
                "there are no gradients of this number: it was computed of no parameter on a device with autodiff \
                (`Device::default().autodiff()`)"
            ),
            Self::Burn(error) => write!(out, "burn: {error}"),
        }
    }
}

shapecheck::__debug_is_text!(MisfitError);

impl Error for MisfitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Element { .. } | Self::NoGradients => None,
            Self::Shape(error) => Some(&**error),
            Self::Burn(error) => Some(error),
        }
    }
}

impl From<ShapeError> for MisfitError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(Box::new(error))
    }
}

impl From<TensorReadError> for MisfitError {
    fn from(error: TensorReadError) -> Self {
        Self::Burn(error)
    }
}

/// A burn tensor with its shape in its type. The elements are not copied.
///
/// The compiler checks that it has the rank of the shape.
///
/// # Errors
///
/// Returns an error if the elements are not `T`, or the sizes do not fit `S`: the error names the axis.
pub fn typed<T: Element, S: OfRank<RANK>, const RANK: usize>(
    tensor: Untyped<RANK, T::Kind>,
) -> Result<TensorOn<T, S, Burn>, MisfitError> {
    from_raw(tensor.into_dispatch())
}

/// The same for a tensor whose rank is not in its type.
pub(crate) fn from_raw<T: Element, S: Shape>(
    tensor: Raw,
) -> Result<TensorOn<T, S, Burn>, MisfitError> {
    if !T::is(tensor.dtype()) {
        return Err(MisfitError::Element {
            found: tensor.dtype(),
            expected: T::dtype(&device::current()),
            name: std::any::type_name::<T>(),
        });
    }
    let sizes = tensor.shape();
    let sizes = match sizes.as_slice() {
        // In burn, a number without axes has one axis of size 1.
        [1] if S::try_from_sizes(&[][..]).is_ok() => DynShape::from([]),
        sizes => DynShape::from(sizes),
    };
    Ok(TensorOn::try_from_data(Held::of(tensor, sizes))?)
}

/// The burn tensor of a typed one. The elements are not copied.
///
/// # Panics
///
/// Panics if a shape of run-time rank has a different number of axes than `RANK`.
#[must_use]
#[track_caller]
pub fn untyped<T: Element, S: OfRank<RANK>, const RANK: usize>(
    tensor: &TensorOn<T, S, Burn>,
) -> Untyped<RANK, T::Kind> {
    let raw = tensor.data().raw();
    let rank = raw.shape().as_slice().len();
    assert!(
        rank == RANK,
        "a burn tensor of rank {RANK} of a tensor of shape {:?}",
        tensor.dims()
    );
    Untyped::from_dispatch(raw.clone())
}

/// Copies a tensor of the host to where this thread [creates tensors](device). There is no form that returns an error, as
/// burn has none: what cannot be made is a panic of burn's.
///
/// # Panics
///
/// Panics if burn does.
#[track_caller]
pub fn from_host<T: Element, S: Shape>(tensor: &Tensor<T, S>) -> TensorOn<T, S, Burn> {
    let elements = tensor.iter().copied();
    let data = Burn::made(elements, tensor.dims().into(), &device::current());
    match TensorOn::try_from_data(data) {
        Ok(copy) => copy,
        Err(error) => panic!("{error}"),
    }
}

/// Copies a tensor to the host's heap.
///
/// # Panics
///
/// Panics if burn cannot read its memory.
#[track_caller]
pub fn to_host<T: Element, S: Shape>(tensor: &TensorOn<T, S, Burn>) -> Tensor<T, S> {
    match try_to_host(tensor) {
        Ok(copy) => copy,
        Err(error) => panic!("{error}"),
    }
}

/// [`to_host`], where burn may not be able to read the memory.
///
/// # Errors
///
/// Returns an error if burn cannot read its memory: [`MisfitError::Burn`], with burn's own error as its source.
pub fn try_to_host<T: Element, S: Shape>(
    tensor: &TensorOn<T, S, Burn>,
) -> Result<Tensor<T, S>, MisfitError> {
    let elements = elements(tensor.data())?;
    let shape = tensor.shape();
    Ok(Tensor::from_vec_with(shape, elements).expect("as many elements as the sizes say"))
}

/// The elements in row-major order.
pub(crate) fn elements<T: Element>(tensor: &Held<T>) -> Result<Vec<T>, TensorReadError> {
    let count = tensor.dims().iter().product();
    let flat = raw::reshape(tensor.raw(), &[count]);
    let stored = Untyped::<1, T::Kind>::from_dispatch(flat).try_into_vec_as::<T::Stored>()?;
    Ok(stored.into_iter().map(T::restore).collect())
}

/// The result of burn, or a panic with burn's message at the line of the operation's caller.
#[track_caller]
#[inline]
pub(crate) fn or_panic<Found>(found: Result<Found, TensorReadError>) -> Found {
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn failed(error: &TensorReadError) -> ! {
        panic!("burn: {error}")
    }
    match found {
        Ok(found) => found,
        Err(error) => failed(&error),
    }
}

/// Elements as a tensor of these sizes on a device.
pub(crate) fn make<T: Element>(
    elements: Vec<T::Stored>,
    sizes: DynShape,
    device: &Device,
) -> Held<T> {
    let count = elements.len();
    let data = TensorData::new(elements, [count]);
    let flat = Untyped::<1, T::Kind>::from_data(data, (device, T::dtype(device)));
    Held::of(raw::reshape(&flat.into_dispatch(), sizes.dims()), sizes)
}
