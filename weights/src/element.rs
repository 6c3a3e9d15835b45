//! The element types of files, and their names in the format.

use safetensors::Dtype;

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

    /// How to read elements that have this name in a file, or `None` if they cannot be read as this type. With the
    /// feature `half`, `f32` can also be read from `F16` and `BF16`, without loss.
    fn reads(dtype: Dtype) -> Option<Reading<Self>> {
        (dtype == Self::DTYPE).then_some((Self::BYTES, Self::of_bytes))
    }
}

/// The number of bytes of an element in a file, and the function that reads it.
pub type Reading<T> = (usize, fn(&[u8]) -> T);

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

/// An element that the format calls `Name`.
#[diagnostic::on_unimplemented(
    message = "the file has elements {Name}, the field has `{Self}`",
    label = "the file has {Name} here"
)]
#[doc(hidden)]
pub trait StoredAs<Name> {}

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

            $(
                fn reads(dtype: Dtype) -> Option<Reading<Self>> {
                    match dtype {
                        Dtype::$NAME => Some((Self::BYTES, Self::of_bytes)),
                        other => $reads(other),
                    }
                }
            )?
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
        Dtype::F16 => Some((2, |bytes| half::f16::of_bytes(bytes).to_f32())),
        Dtype::BF16 => Some((2, |bytes| half::bf16::of_bytes(bytes).to_f32())),
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
