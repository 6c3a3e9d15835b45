//! Views of DLPack tensors, and conversions back. Python's array libraries exchange memory by DLPack.
//!
//! ```
//! use dlpark::{metadata::Dynamic, versioned::Dlpack};
//! use shapecheck::{Tensor, View, shape};
//! use shapecheck_borders::{BorderError, dlpack};
//!
//! // Out: the memory is passed on, nothing is copied.
//! let sent: Dlpack = dlpack::managed(Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]));
//!
//! // In: sizes, strides, elements and device are checked here, once.
//! let found = sent.validate().map_err(BorderError::from)?;
//! // SAFETY: nobody else uses the memory.
//! let view: View<f32, shape![_, 3]> = unsafe { dlpack::view(&found) }?;
//! assert_eq!(view.sum_axis::<-1>().to_vec(), [6.0, 15.0]);
//!
//! let error = unsafe { dlpack::view::<f32, shape![_, 4]>(&found) }.unwrap_err();
//! assert_eq!(error.to_string(), "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4");
//! let error = unsafe { dlpack::view::<f64, shape![_, 3]>(&found) }.unwrap_err();
//! assert_eq!(error.to_string(), "the elements are float32, not float64 (`f64`)");
//! # Ok::<(), BorderError>(())
//! ```
//!
//! A mistake in sizes is a compile error, as everywhere:
//!
//! ```compile_fail,E0277
//! # use shapecheck::{Tensor, View, shape};
//! # fn f(view: View<f32, shape![_, 3]>) {
//! let sum = view + Tensor::<f32, shape![4]>::zeros();
//! # }
//! ```
//!
//! Incoming memory stays with its owner: when a [`Managed`] tensor is dropped, it calls its maker's deleter once, and
//! the view borrows from it. Outgoing memory is freed when its last reader calls the deleter.
//!
//! The functions that read foreign memory are unsafe. DLPack passes a pointer, and only the caller knows that it is
//! right and that nobody writes to the memory meanwhile.

use std::any::Any;
use std::ffi::c_void;
use std::sync::Arc;

use ::dlpark::ffi::{DLDataType, DLDataTypeCode, DLDevice, DLDeviceType};
use ::dlpark::metadata::Dynamic;
use ::dlpark::{DlpackFlags, Managed, ManagedTensorBase, TensorMut, TensorRef, legacy, versioned};
use shapecheck::{DynShape, Shape, Tensor, View, ViewMut};

use crate::BorderError;
use crate::error::strides;

/// An element type of DLPack.
///
/// # Safety
///
/// `DTYPE` describes the type, and its elements may be shared between threads. Bytes for which
/// [`is_valid`](Self::is_valid) is true are elements of the type.
#[diagnostic::on_unimplemented(
    message = "no array of Python's has elements `{Self}`",
    label = "elements that do not cross the border",
    note = "there are `f32`, `f64`, the integers from `i8` to `i64` and from `u8` to `u64`, and `bool`"
)]
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// Its description in DLPack.
    const DTYPE: DLDataType;

    /// Its name in Rust.
    const NAME: &'static str;

    /// Whether these bytes are elements. Those of numbers always are.
    #[must_use]
    fn is_valid(_bytes: &[u8]) -> bool {
        true
    }
}

macro_rules! elements {
    ($($T:ident: $NAME:ident;)*) => {$(
        // SAFETY: a number of as many bits, and any bits are one.
        unsafe impl Element for $T {
            const DTYPE: DLDataType = DLDataType::$NAME;
            const NAME: &'static str = stringify!($T);
        }
    )*};
}

elements! {
    f32: F32;
    f64: F64;
    i8: I8;
    i16: I16;
    i32: I32;
    i64: I64;
    u8: U8;
    u16: U16;
    u32: U32;
    u64: U64;
}

// SAFETY: a byte, 0 or 1, as `is_valid` asks for.
unsafe impl Element for bool {
    const DTYPE: DLDataType = DLDataType::BOOL;
    const NAME: &'static str = "bool";

    fn is_valid(bytes: &[u8]) -> bool {
        bytes.iter().all(|&byte| byte < 2)
    }
}

/// NumPy's name of an element type.
pub(crate) fn name(dtype: DLDataType) -> String {
    let DLDataType { code, bits, lanes } = dtype;
    let kind = match code {
        DLDataTypeCode::INT => "int",
        DLDataTypeCode::UINT => "uint",
        DLDataTypeCode::FLOAT => "float",
        DLDataTypeCode::BFLOAT => "bfloat",
        DLDataTypeCode::COMPLEX => "complex",
        DLDataTypeCode::BOOL if bits == 8 && lanes == 1 => return "bool".to_owned(),
        DLDataTypeCode::BOOL => "bool",
        other => return format!("of DLPack's type {} with {bits} bits", other.0),
    };
    match lanes {
        1 => format!("{kind}{bits}"),
        _ => format!("{lanes} times {kind}{bits} each"),
    }
}

/// The name of a device.
fn place(device: DLDevice) -> String {
    let kind = match device.device_type {
        DLDeviceType::CUDA => "CUDA device",
        DLDeviceType::METAL => "Metal device",
        DLDeviceType::VULKAN => "Vulkan device",
        DLDeviceType::ROCM => "ROCm device",
        other => return format!("device {} of DLPack's type {}", device.device_id, other.0),
    };
    format!("{kind} {}", device.device_id)
}

/// The place of a tensor's elements, after the descriptor was compared with the type.
struct Checked<S> {
    shape: S,
    strides: Vec<usize>,
    /// The number of elements from the first to the last, including gaps.
    count: usize,
    first: *const u8,
}

fn check<T: Element, S: Shape>(tensor: &TensorRef<'_>) -> Result<Checked<S>, BorderError> {
    let device = tensor.device();
    if device.device_type != DLDeviceType::CPU {
        return Err(BorderError::Device {
            found: place(device),
        });
    }
    if !tensor.dtype().matches(T::DTYPE) {
        return Err(BorderError::Element {
            found: name(tensor.dtype()),
            expected: name(T::DTYPE),
            name: T::NAME,
        });
    }
    let too_large = || BorderError::Descriptor("a size or stride beyond memory".to_owned());
    let sizes = tensor.shape().iter().map(|&size| usize::try_from(size));
    let sizes = sizes.collect::<Result<Vec<_>, _>>();
    let sizes = sizes.map_err(|_| too_large())?;
    let shape = S::try_from_sizes(&sizes)?;
    let signed = tensor.strides_or_compact()?;
    let signed = signed.iter().map(|&stride| isize::try_from(stride));
    let signed = signed.collect::<Result<Vec<_>, _>>();
    let strides = strides(&sizes, &signed.map_err(|_| too_large())?)?;

    let mut axes = sizes.iter().zip(&strides);
    let last = axes.try_fold(0_usize, |last, (&size, &stride)| {
        last.checked_add(size.saturating_sub(1).checked_mul(stride)?)
    });
    let count = match sizes.contains(&0) {
        true => Some(0),
        false => last.and_then(|last| last.checked_add(1)),
    };
    let bytes = count.and_then(|count| count.checked_mul(size_of::<T>()));
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(too_large());
    }
    // SAFETY: the address is computed, not read. The maker of the descriptor guarantees that it lies in its memory.
    let first = unsafe { tensor.offset_bytes_ptr() }?;
    if tensor.num_elements() > 0 && !first.cast::<T>().is_aligned() {
        return Err(BorderError::Unaligned { name: T::NAME });
    }
    Ok(Checked {
        shape,
        strides,
        count: count.unwrap_or(0),
        first,
    })
}

/// A view of the memory of a DLPack tensor, with its axes in any order, with gaps and repeated elements.
///
/// # Errors
///
/// Returns an error if it is on another device, if elements, sizes or their order in memory do not fit the type: the
/// error names the axis.
///
/// # Safety
///
/// The descriptor is right: the memory from the first element to the last, including gaps, can be read as `T`. Nobody
/// writes to it while the view lives. In Python any thread may have the array, so no other code that knows it may run.
pub unsafe fn view<'a, T: Element, S: Shape>(
    tensor: &TensorRef<'a>,
) -> Result<View<'a, T, S>, BorderError> {
    let checked = check::<T, S>(tensor)?;
    let elements = match checked.count {
        0 => &[],
        count => {
            // SAFETY: `count` bytes at least can be read, as the caller says, for `'a`, for which the owner is
            // borrowed.
            let bytes =
                unsafe { std::slice::from_raw_parts::<'a>(checked.first, count * size_of::<T>()) };
            if !T::is_valid(bytes) {
                return Err(BorderError::Invalid { name: T::NAME });
            }
            // SAFETY: the same memory; it is aligned, no larger than `isize::MAX`, and its bytes are elements of the
            // type.
            unsafe { std::slice::from_raw_parts::<'a>(checked.first.cast::<T>(), count) }
        }
    };
    Ok(View::from_strided(
        checked.shape,
        &checked.strides,
        elements,
    )?)
}

/// A mutable view of the memory of a DLPack tensor, with its axes in any order and with gaps.
///
/// # Errors
///
/// As of [`view`], and where elements repeat. Memory that is for reading only is refused before, by
/// [`Managed::validate_mut`].
///
/// # Safety
///
/// As for [`view`], and nobody reads the memory while the view lives, including gaps: two views of every second column
/// may not exist at once.
pub unsafe fn view_mut<'a, T: Element, S: Shape>(
    tensor: TensorMut<'a>,
) -> Result<ViewMut<'a, T, S>, BorderError> {
    let checked = check::<T, S>(&tensor)?;
    let elements = match checked.count {
        0 => &mut [],
        count => {
            // SAFETY: as in `view`.
            let bytes =
                unsafe { std::slice::from_raw_parts(checked.first, count * size_of::<T>()) };
            if !T::is_valid(bytes) {
                return Err(BorderError::Invalid { name: T::NAME });
            }
            let first = checked.first.cast_mut().cast::<T>();
            // SAFETY: as in `view`; the bytes are not looked at any more, and nobody else reads or writes, as the
            // caller says.
            unsafe { std::slice::from_raw_parts_mut::<'a>(first, count) }
        }
    };
    Ok(ViewMut::from_strided(
        checked.shape,
        &checked.strides,
        elements,
    )?)
}

/// A tensor for readers of DLPack, in the same memory. They may write to it if no other tensor shares the memory and
/// its elements are in row-major order; otherwise it is marked read-only.
///
/// # Panics
///
/// Panics if a size or a stride is beyond `i64`: a tensor that repeats elements can have one.
#[must_use]
#[track_caller]
pub fn managed<T: Element, S: Shape>(tensor: Tensor<T, S>) -> versioned::Dlpack {
    Lent::of(tensor).managed()
}

/// A tensor for readers of DLPack before version 1, which has no read-only mark. It has the same memory if no other
/// tensor shares that and its elements are in row-major order; otherwise it is a copy.
#[must_use]
#[track_caller]
pub fn managed_legacy<T: Element, S: Shape>(tensor: Tensor<T, S>) -> legacy::Dlpack {
    Lent::owned(tensor.dims().into(), tensor.into_vec()).managed()
}

/// The memory of a tensor for any number of readers of DLPack. Rust does not access it any more, so they may write.
pub(crate) struct Lent {
    owner: Arc<dyn Any + Send + Sync>,
    data: *mut c_void,
    dtype: DLDataType,
    sizes: DynShape,
    strides: DynShape,
    pub(crate) is_read_only: bool,
}

// SAFETY: the pointer is passed on, and not followed.
unsafe impl Send for Lent {}
// SAFETY: as above.
unsafe impl Sync for Lent {}

impl Lent {
    pub(crate) fn of<T: Element, S: Shape>(tensor: Tensor<T, S>) -> Self {
        let sizes = DynShape::from(tensor.dims());
        let tensor = match tensor.try_into_vec() {
            Ok(elements) => return Self::owned(sizes, elements),
            Err(tensor) => tensor,
        };
        let Ok(tensor) = tensor.try_into_shape::<DynShape>() else {
            unreachable!("any sizes are those of a shape that is known at run time")
        };
        let strides = tensor.strides();
        let owner = Arc::new(tensor);
        Self {
            data: owner.as_memory().as_ptr().cast_mut().cast(),
            owner,
            dtype: T::DTYPE,
            sizes,
            strides,
            is_read_only: true,
        }
    }

    /// Elements in row-major order.
    fn owned<T: Element>(sizes: DynShape, mut elements: Vec<T>) -> Self {
        let mut strides = vec![1; sizes.dims().len()];
        let mut stride = 1;
        // Without elements nothing is read, and sizes are not bounded by memory.
        if !elements.is_empty() {
            for (place, size) in strides.iter_mut().zip(sizes.dims()).rev() {
                *place = stride;
                stride *= size;
            }
        }
        Self {
            data: elements.as_mut_ptr().cast(),
            owner: Arc::new(elements),
            dtype: T::DTYPE,
            strides: strides[..].into(),
            sizes,
            is_read_only: false,
        }
    }

    /// For one reader.
    #[track_caller]
    pub(crate) fn managed<M: ManagedTensorBase>(&self) -> Managed<M> {
        let axes = Dynamic::new(self.sizes.dims(), self.strides.dims());
        let owner = Box::new(Arc::clone(&self.owner));
        let mut initialized = match axes.initialize_as::<M>(owner) {
            Ok(initialized) => initialized,
            Err(error) => panic!("a tensor of shape {:?}: {error}", self.sizes.dims()),
        };
        initialized
            .set_data(self.data)
            .set_dtype(self.dtype)
            .set_device(DLDevice::CPU);
        if self.is_read_only {
            let set = initialized.set_flags(DlpackFlags::READ_ONLY);
            debug_assert!(set.is_ok());
        }
        // SAFETY: `owner` has the memory, and is dropped by the deleter. Elements lie where sizes and strides say,
        // since they did so in the tensor. Who may write finds memory that nothing in Rust refers to: its vector is not
        // looked at before it is dropped.
        unsafe { initialized.finish() }
    }
}
