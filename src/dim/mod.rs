//! One axis of a shape: a size the compiler knows, or [`Dyn`].
//!
//! A static size is one of typenum's unsigned integers, and takes no space as a value.
//!
//! ```
//! use shapecheck::{dim, StaticDim};
//!
//! const HIDDEN: usize = 384;
//! assert_eq!(<dim!(HIDDEN * 4)>::SIZE, 1536);
//! ```
//!
//! A size is never negative:
//!
//! ```compile_fail
//! type Wrong = shapecheck::dim!(-1);
//! ```

pub(crate) mod from_const;

use core::fmt::Debug;
use core::hash::Hash;

use typenum::{B0, B1, Bit, U1, UInt, UTerm, Unsigned};

use crate::broadcast::{AxisExpands, AxisMeets};
use crate::verdict::Fits;

/// The size of one axis: a typenum unsigned integer or [`Dyn`].
///
/// In generic code, `N: Dim` alone lets `N` broadcast with itself and with 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of an axis",
    label = "expected a size",
    note = "a size is a number in `shape![2, 3]`, a const expression in braces as in `shape![{{HIDDEN}}]`, `_`, a typenum unsigned integer, or a type parameter bounded by `Dim`",
    note = "a whole shape goes first, after two dots: `shape![..S, 3]`"
)]
pub trait Dim:
    AxisMeets<Self, Verdict = Fits<Self>>
    + AxisMeets<U1, Verdict = Fits<Self>>
    + AxisExpands<Self, Verdict = Fits<Self>>
    + Extent
    + Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + Sized
    + 'static
    + sealed::Sealed
{
    /// The size, where the compiler knows it.
    const STATIC_SIZE: Option<usize>;

    /// Whether the compiler knows that the size is 1.
    #[doc(hidden)]
    type IsOne: Bit;

    /// The size.
    fn size(self) -> usize;

    /// The axis of this size, if this type can have it.
    fn from_size(size: usize) -> Option<Self>;
}

/// The size of an axis that the compiler knows: a typenum unsigned integer.
#[diagnostic::on_unimplemented(
    message = "the size `{Self}` is not known to the compiler",
    label = "expected a static size",
    note = "only a number, a const expression or a parameter bounded by `StaticDim` is a static size",
    note = "for a shape with a size known at run time there is a form that takes a shape value, such as `zeros_with(shape)`"
)]
pub trait StaticDim: Dim + Bits {
    /// The size.
    ///
    /// Evaluating it is a compile error where the size does not fit in `usize`.
    const SIZE: usize;
}

/// The size of an axis that is known only when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dyn(pub usize);

mod sealed {
    pub trait Sealed {}
}

/// The elements of half the number twice, and of its last bit.
///
/// Arrays of `generic-array` would do, but for each size they ask the compiler to prove that it fits in `usize`, by typenum's arithmetic: this costs
/// more than broadcasting does, and exceeds the recursion limit for long shapes and for sizes near the limit.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Doubled<Half, Last> {
    halves: [Half; 2],
    last: Last,
}

/// The number that bits spell, `None` where `usize` cannot hold it.
///
/// typenum's own constants wrap around in silence.
#[doc(hidden)]
pub trait Bits:
    Unsigned + Extent + Copy + Default + Debug + Eq + Hash + Send + Sync + 'static
{
    /// The number.
    const VALUE: Option<usize>;
}

/// A size as the length of an array.
///
/// It asks for as little as possible: it is proved wherever the type of a tensor is named.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of an axis",
    label = "expected a size",
    note = "a size is a number in `shape![2, 3]`, a const expression in braces as in `shape![{{HIDDEN}}]`, `_`, a typenum unsigned integer, or a type parameter bounded by `Dim`",
    note = "a whole shape goes first, after two dots: `shape![..S, 3]`"
)]
pub trait Extent {
    /// So many elements side by side, and nothing else.
    type Array<T>;
}

/// There is no array of a size that only a value brings, so that there is no value of this type.
#[doc(hidden)]
pub enum NoArray {}

/// `0`
impl Extent for UTerm {
    type Array<T> = [T; 0];
}

/// `UInt<U, B> = 2 U + B`
impl<U: Extent, B: BitSize> Extent for UInt<U, B> {
    type Array<T> = Doubled<U::Array<T>, B::Array<T>>;
}

impl Extent for Dyn {
    type Array<T> = NoArray;
}

/// `0`
impl Bits for UTerm {
    const VALUE: Option<usize> = Some(0);
}

/// `UInt<U, B> = 2 U + B`
impl<U: Bits, B: BitSize> Bits for UInt<U, B> {
    const VALUE: Option<usize> = match U::VALUE {
        Some(value) if value <= usize::MAX >> 1 => Some(value << 1 | B::USIZE),
        _ => None,
    };
}

/// The number that bits spell.
const fn known<N: Bits>() -> usize {
    match N::VALUE {
        Some(size) => size,
        None => panic!("a size of this shape does not fit in `usize` on the target"),
    }
}

/// `B0` and `B1`.
#[doc(hidden)]
pub trait BitSize: Bit + Copy + Default + Debug + Eq + Hash + Send + Sync + 'static {
    /// 0 or 1.
    const USIZE: usize;

    /// So many elements.
    type Array<T>;
}

impl BitSize for B0 {
    const USIZE: usize = 0;
    type Array<T> = [T; 0];
}

impl BitSize for B1 {
    const USIZE: usize = 1;
    type Array<T> = [T; 1];
}

/// typenum's numbers in their canonical form: no leading zero bit.
macro_rules! static_sizes {
    ($([$($parameters:ident),*] $size:ty, $is_one:ty $(where [$($bound:tt)*])?;)*) => {$(
        impl<$($parameters),*> sealed::Sealed for $size {}

        impl<$($parameters),*> StaticDim for $size
        $(where $($bound)*)?
        {
            const SIZE: usize = known::<Self>();
        }

        impl<$($parameters),*> Dim for $size
        $(where $($bound)*)?
        {
            const STATIC_SIZE: Option<usize> = Some(known::<Self>());
            type IsOne = $is_one;

            #[inline]
            fn size(self) -> usize {
                const { known::<Self>() }
            }

            #[inline]
            fn from_size(size: usize) -> Option<Self> {
                (size == const { known::<Self>() }).then(Self::default)
            }
        }
    )*};
}

static_sizes! {
    [] UTerm, B0;
    [] U1, B1;
    [U, B, C] UInt<UInt<U, B>, C>, B0
        where [
            Self: Bits
                + AxisMeets<Self, Verdict = Fits<Self>>
                + AxisExpands<Self, Verdict = Fits<Self>>,
        ];
}

impl sealed::Sealed for Dyn {}

impl Dim for Dyn {
    const STATIC_SIZE: Option<usize> = None;
    type IsOne = B0;

    #[inline]
    fn size(self) -> usize {
        self.0
    }

    #[inline]
    fn from_size(size: usize) -> Option<Self> {
        Some(Self(size))
    }
}

/// One size as a type: a number, a const expression of type `usize`, or `_` for [`Dyn`].
///
/// The type is typenum's own, whether typenum has a name for it or not.
///
/// ```
/// use shapecheck::{dim, typenum};
///
/// const HIDDEN: usize = 128;
/// let _: dim!(HIDDEN) = typenum::U128::new();
/// let _: dim!(1536) = <dim!(HIDDEN * 12)>::new();
/// ```
#[macro_export]
macro_rules! dim {
    ($($size:tt)*) => {
        $crate::__macro::dim!([$crate] $($size)*)
    };
}
