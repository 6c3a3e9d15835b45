//! The element types of files, and their names in the format.

use std::io;

use safetensors::Dtype;

use crate::bytes::Bytes;

/// A number or a truth value that a file can store.
#[diagnostic::on_unimplemented(
    message = "a file of weights holds no elements `{Self}`",
    label = "not an element of a safetensors file",
    note = "there are `f32`, `f64`, the integers from 8 to 64 bits, and `bool`; with the feature `half` also `f16` and `bf16` of the crate of that name"
)]
pub trait Stored: Copy + 'static {
    /// The name in the format.
    const DTYPE: Dtype;

    /// The number of bytes of one element.
    const BYTES: usize;

    /// The element with these bytes, the lowest first.
    fn of_bytes(bytes: &[u8]) -> Self;

    /// Appends the bytes of the element, the lowest first.
    fn add_bytes(self, to: &mut Vec<u8>);

    /// The way to read elements that have this name in a file, or `None` if they cannot be read as this type. With the
    /// feature `half`, `f32` can also be read from `F16` and `BF16`, without loss.
    fn reads(dtype: Dtype) -> Option<Reading<Self>> {
        (dtype == Self::DTYPE).then_some(|bytes| one_by_one(bytes, |element: Self| element))
    }
}

/// A function that makes all elements of a tensor of its bytes.
pub type Reading<T> = fn(Bytes<'_>) -> io::Result<Vec<T>>;

/// Elements that the file has as another type or in another form than memory has them.
fn one_by_one<Found: Stored, T>(
    bytes: Bytes<'_>,
    element: impl Fn(Found) -> T,
) -> io::Result<Vec<T>> {
    let bytes = bytes.get()?;
    let all = bytes.chunks_exact(Found::BYTES).map(Found::of_bytes);
    Ok(all.map(element).collect())
}

/// Elements that memory has as the file does, with the lowest byte first, in one copy.
fn in_bulk<T: Stored + bytemuck::Pod>(bytes: Bytes<'_>) -> io::Result<Vec<T>> {
    if cfg!(target_endian = "big") {
        return one_by_one(bytes, |element: T| element);
    }
    // What the operating system gives as zeros costs nothing until it is written.
    let mut elements = bytemuck::zeroed_vec(bytes.len() / T::BYTES);
    bytes.copy_to(bytemuck::cast_slice_mut(&mut elements))?;
    Ok(elements)
}

/// The format's names of elements, as types for messages about a file.
pub mod dtype {
    macro_rules! names {
        ($($Name:ident)*) => {$(
            #[doc = concat!("Elements that a file calls `", stringify!($Name), "`.")]
            #[derive(Clone, Copy, Debug)]
            pub struct $Name;
        )*};
    }

    names!(F32 F64 F16 BF16 I8 I16 I32 I64 U8 U16 U32 U64 BOOL);
}

/// An element that the format calls `Kind`.
#[diagnostic::on_unimplemented(
    message = "the file has elements {Kind}, the field has `{Self}`",
    label = "the file has {Kind} here",
    note = "with the feature `half`, `f32` is read from `F16` and `BF16` too; other elements are those of the file"
)]
#[doc(hidden)]
pub trait StoredAs<Kind> {}

macro_rules! numbers {
    ($($T:ty: $NAME:ident $(or $reads:expr)?;)*) => {$(
        impl Stored for $T {
            const DTYPE: Dtype = Dtype::$NAME;
            const BYTES: usize = size_of::<$T>();

            #[inline]
            fn of_bytes(bytes: &[u8]) -> Self {
                match bytes.try_into() {
                    Ok(bytes) => Self::from_le_bytes(bytes),
                    Err(_) => panic!("{} bytes for one `{}`", bytes.len(), stringify!($T)),
                }
            }

            fn add_bytes(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }

            fn reads(dtype: Dtype) -> Option<Reading<Self>> {
                let same: Option<Reading<Self>> = (dtype == Self::DTYPE).then_some(in_bulk);
                same$(.or_else(|| $reads(dtype)))?
            }
        }

        impl StoredAs<dtype::$NAME> for $T {}
    )*};
}

numbers! {
    f32: F32 or halves;
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

#[cfg(feature = "half")]
numbers! {
    half::f16: F16;
    half::bf16: BF16;
}

/// Every 16-bit float is a 32-bit float.
#[cfg(feature = "half")]
fn halves(dtype: Dtype) -> Option<Reading<f32>> {
    match dtype {
        Dtype::F16 => Some(|bytes| one_by_one(bytes, half::f16::to_f32)),
        Dtype::BF16 => Some(|bytes| one_by_one(bytes, half::bf16::to_f32)),
        _ => None,
    }
}

#[cfg(not(feature = "half"))]
fn halves(_: Dtype) -> Option<Reading<f32>> {
    None
}

#[cfg(feature = "half")]
impl StoredAs<dtype::F16> for f32 {}

#[cfg(feature = "half")]
impl StoredAs<dtype::BF16> for f32 {}

impl Stored for bool {
    const DTYPE: Dtype = Dtype::BOOL;
    const BYTES: usize = 1;

    fn of_bytes(bytes: &[u8]) -> Self {
        bytes.iter().any(|&byte| byte != 0)
    }

    fn add_bytes(self, to: &mut Vec<u8>) {
        to.push(self.into());
    }
}

impl StoredAs<dtype::BOOL> for bool {}
