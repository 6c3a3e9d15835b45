//! Types of elements, and what the format calls them.

use safetensors::Dtype;

/// A number, or a truth value, that a file can hold.
#[diagnostic::on_unimplemented(
    message = "a file of weights holds no elements `{Self}`",
    label = "not an element of a safetensors file",
    note = "there are `f32`, `f64`, the integers from 8 to 64 bits, and `bool`"
)]
pub trait Stored: Copy + 'static {
    /// What the format calls it.
    const DTYPE: Dtype;

    /// How many bytes one takes.
    const BYTES: usize;

    /// The element of as many bytes, the lowest first.
    fn of_bytes(bytes: &[u8]) -> Self;

    /// The bytes, the lowest first.
    fn add_bytes(self, to: &mut Vec<u8>);
}

/// The format's names of elements, as types: what a message about a file calls them.
pub mod dtype {
    macro_rules! names {
        ($($Name:ident)*) => {$(
            #[doc = concat!("Elements that a file calls `", stringify!($Name), "`.")]
            #[derive(Clone, Copy, Debug)]
            pub struct $Name;
        )*};
    }

    names!(F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 BOOL);
}

/// An element that the format calls `Name`.
#[diagnostic::on_unimplemented(
    message = "the file has elements {Name}, the field has `{Self}`",
    label = "the file has {Name} here"
)]
#[doc(hidden)]
pub trait StoredAs<Name> {}

macro_rules! numbers {
    ($($T:ty: $NAME:ident;)*) => {$(
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
        }

        impl StoredAs<dtype::$NAME> for $T {}
    )*};
}

numbers! {
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
