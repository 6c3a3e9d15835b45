//! Sizes of one axis: known to the compiler, or [`Dyn`].
//!
//! A static size is one of typenum's unsigned integers. As a value it takes no space.
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
//!
//! In the guide: [shapes](crate::guide::shapes).

pub mod arithmetic;
mod constant;
pub(crate) mod digits;
pub(crate) mod extent;
pub(crate) mod from_const;
pub mod named;
mod role;
pub mod shard;

use core::fmt::Debug;
use core::hash::Hash;

use typenum::{B0, B1, Bit, U1, UInt, UTerm};

use crate::algebra::{AxisEquals, MakesUp, NothingInferred};
use crate::broadcast::{AxisExpands, AxisMeets};
use crate::for_each::for_each;
use crate::verdict::Fits;

pub use arithmetic::{
    Arithmetic, DividedBy, DividedUp, Extent, Minus, NoSize, Plus, Product, ProductOrNone,
    Remainder, Smaller, Sum, SumOrNone, Times,
};
pub(crate) use arithmetic::{
    AtMost, Divided, Division, FromOneOr, MultipleVerdict, SizeOrAny, SizeOrZero,
};
pub use constant::{Constant, Lists, SizeTable};
use digits::{Bits, Digits};
pub use named::{Name, NamedDim};

/// The size of one axis: a typenum unsigned integer or [`Dyn`].
///
/// In generic code, the bound `N: Dim` alone lets `N` broadcast with itself and with 1.
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of an axis",
    label = "expected a size",
    note = "a type parameter `N` is a size where it is bounded: `N: Dim`",
    note = "a size is a number in `shape![2, 3]`, a const expression in braces as in `shape![{{HIDDEN}}]`, `_`, or a typenum unsigned integer",
    note = "a whole shape goes first, after two dots: `shape![..S, 3]`",
    note = "in generic code a difference or a quotient needs a bound, `where dim!(A - B): Dim` with `use shapecheck::{{Dim, dim}}`: below zero, or divided by it, it is `NoSize`, and so is a number divided by an axis of a mesh: only a name has shards, and a product whose first factor is one"
)]
pub trait Dim:
    AxisMeets<Self, Verdict = Fits<Self>>
    + AxisMeets<U1, Verdict = Fits<Self>>
    + AxisExpands<Self, Verdict = Fits<Self>>
    + AxisEquals<Self, Verdict = Fits<Self>>
    // After the bound before it, so that rustc does not infer a size that is not known yet to be this one.
    + AxisEquals<Dyn, Verdict = Fits<Self>>
    + AxisExpands<Dyn, Verdict = Fits<Dyn>>
    + Arithmetic<Plus<Dyn> = Dyn, Times<Dyn> = Dyn, Smaller<Dyn> = Dyn>
    + Extent<
        Is<Self> = B1,
        Minus<Dyn> = Dyn,
        IfSize<Self, Dyn> = Self,
        // What is left of a parameter without its name is equal to itself.
        Unnamed: AxisEquals<
            <Self as Extent>::Unnamed,
            Verdict = Fits<<Self as Extent>::Unnamed>,
        >,
    >
    + MakesUp<Self, Rest = NothingInferred<Fits<Self>>>
    + EndsInOne
    + Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + Sized
    + 'static
{
    /// The size, if the compiler knows it.
    const STATIC_SIZE: Option<usize>;

    /// The size.
    fn size(self) -> usize;

    /// A reference to the size.
    #[doc(hidden)]
    fn size_ref(&self) -> &usize;

    /// The axis with this size, if this type allows it.
    fn from_size(size: usize) -> Option<Self>;

    /// The axis at place `rank` of sizes, counted from 1, that fit this type.
    #[doc(hidden)]
    fn of_fitting(sizes: &[usize], rank: usize) -> Self;

    /// The sum of two sizes. It is static if both are.
    ///
    /// # Panics
    ///
    /// Panics if it overflows `usize`.
    #[inline]
    #[track_caller]
    fn plus<Rhs: Dim>(self, rhs: Rhs) -> Plus<Self, Rhs> {
        computed(self, "plus", rhs, usize::checked_add)
    }

    /// The difference of two sizes. It is static if both are.
    ///
    /// # Panics
    ///
    /// Panics if the result is below zero.
    #[inline]
    #[track_caller]
    fn minus<Rhs: Dim>(self, rhs: Rhs) -> Minus<Self, Rhs>
    where
        Minus<Self, Rhs>: Dim,
    {
        computed(self, "minus", rhs, usize::checked_sub)
    }

    /// The product of two sizes. It is static if both are.
    ///
    /// # Panics
    ///
    /// Panics if it overflows `usize`.
    #[inline]
    #[track_caller]
    fn times<Rhs: Dim>(self, rhs: Rhs) -> Times<Self, Rhs> {
        computed(self, "times", rhs, usize::checked_mul)
    }

    /// The quotient of two sizes, rounded down. It is static if both are.
    ///
    /// # Panics
    ///
    /// Panics if the other size is 0.
    #[inline]
    #[track_caller]
    fn divided_by<Rhs: Dim>(self, rhs: Rhs) -> DividedBy<Self, Rhs>
    where
        DividedBy<Self, Rhs>: Dim,
    {
        computed(self, "divided by", rhs, usize::checked_div)
    }

    /// The smaller of two sizes. It is static if both are.
    #[inline]
    #[track_caller]
    fn smaller<Rhs: Dim>(self, rhs: Rhs) -> Smaller<Self, Rhs> {
        computed(self, "or", rhs, |lhs, rhs| Some(lhs.min(rhs)))
    }
}

/// The size that results from two sizes, computed by the function that matches the type.
#[inline]
#[track_caller]
fn computed<Output: Dim>(
    lhs: impl Dim,
    op: &str,
    rhs: impl Dim,
    function: impl FnOnce(usize, usize) -> Option<usize>,
) -> Output {
    let (lhs, rhs) = (lhs.size(), rhs.size());
    match function(lhs, rhs).and_then(Output::from_size) {
        Some(size) => size,
        None => panic!("size {lhs} {op} size {rhs} is not a size"),
    }
}

/// A size that the compiler knows: a typenum unsigned integer, or a [name](crate::guide::named_sizes) that has one.
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "the size `{Self}` is not known to the compiler",
    label = "expected a static size",
    note = "only a number, a const expression, a name that has a size, as in `dims! {{ Rgb = 3 }}`, or a parameter bounded by `StaticDim` is a static size; one that is computed from parameters, as `dim!(N + 1)` is, needs that bound, too",
    note = "for a shape with a size known at run time there is a form that takes a shape value, such as `zeros_with(shape)`; an `InlineTensor` has sizes that are known, and a `Tensor`, on the heap, any"
)]
pub trait StaticDim: Dim + Default + Extent<IsUnknown = B0> {
    /// The size.
    ///
    /// Evaluating it is a compile error if the size does not fit in `usize`.
    const SIZE: usize;
}

/// A size that is known only at run time.
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dyn(pub usize);

/// An array of `2 * half + last` elements.
///
/// Arrays of `generic-array` would do, but for each size they make the compiler prove by typenum's arithmetic that it
/// fits in `usize`. That costs more than broadcasting, and exceeds the recursion limit for long shapes and for very
/// large sizes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Doubled<Half, Last> {
    halves: [Half; 2],
    last: Last,
}

/// Whether the compiler knows that a size, or the last size of a shape, is 1.
///
/// A separate trait, not part of `Dim` or `Shape`: wherever a signature names an associated type, rustc proves all
/// bounds of its trait.
#[doc(hidden)]
pub trait EndsInOne {
    /// True for a shape without axes, because it is repeated along every row.
    type Answer: Bit;
}

/// The array for a size known only at run time: a type without values.
#[doc(hidden)]
pub enum NoArray {}

/// The number as a constant.
const fn known<N: Extent>() -> usize {
    match N::VALUE {
        Some(size) => size,
        None => too_large_for_target(),
    }
}

/// A static size has a value wherever it fits.
pub(crate) const fn too_large_for_target() -> ! {
    panic!("a size of this shape does not fit in `usize` on the target")
}

/// The value of a number. Its own `Default` is a function for each of its bits, all of which are compiled for each size.
#[inline]
fn number<N: Default + Copy>() -> N {
    const { assert!(size_of::<N>() == 0, "numbers have no bytes") };
    // SAFETY: a value without bytes can be read anywhere. It is that of `Default`, as there is no other.
    #[allow(unsafe_code)]
    unsafe {
        core::ptr::NonNull::<N>::dangling().read()
    }
}

/// `B0` and `B1`.
#[doc(hidden)]
pub trait BitSize: Bit + Copy + Default + Debug + Eq + Hash + Send + Sync + 'static {}

impl BitSize for B0 {}

impl BitSize for B1 {}

// typenum's numbers in canonical form: without leading zero bits.
for_each! {
    ([$($parameters:ident),*] $size:ty, $is_one:ty $(where $Bound:ident)?) => {
        impl<$($parameters),*> EndsInOne for $size {
            type Answer = $is_one;
        }

        #[diagnostic::do_not_recommend]
        impl<$($parameters),*> StaticDim for $size
        $(where Self: Bits + $Bound)?
        {
            const SIZE: usize = known::<Self>();
        }

        #[diagnostic::do_not_recommend]
        impl<$($parameters),*> Dim for $size
        $(where Self: $Bound)?
        {
            const STATIC_SIZE: Option<usize> = Some(known::<Self>());

            #[inline]
            fn size(self) -> usize {
                const { known::<Self>() }
            }

            fn size_ref(&self) -> &usize {
                const { &known::<Self>() }
            }

            #[inline]
            fn from_size(size: usize) -> Option<Self> {
                // By hand, because this is compiled for each size.
                match size == const { known::<Self>() } {
                    true => Some(number()),
                    false => None,
                }
            }

            #[inline]
            fn of_fitting(_sizes: &[usize], _rank: usize) -> Self {
                number()
            }
        }
    }

    [] UTerm, B0;
    [] U1, B1;
    [U, B, C] UInt<UInt<U, B>, C>, B0 where Digits;
}

impl EndsInOne for Dyn {
    type Answer = B0;
}

#[diagnostic::do_not_recommend]
impl Dim for Dyn {
    const STATIC_SIZE: Option<usize> = None;

    #[inline]
    fn size(self) -> usize {
        self.0
    }

    fn size_ref(&self) -> &usize {
        &self.0
    }

    #[inline]
    fn from_size(size: usize) -> Option<Self> {
        Some(Self(size))
    }

    fn of_fitting(sizes: &[usize], rank: usize) -> Self {
        Self(sizes[rank - 1])
    }
}

/// The type of one size: from a number, a const expression of type `usize`, or `_` for [`Dyn`].
///
/// The type is typenum's own, whether or not typenum has a name for it. Between types, signs are
/// [arithmetic](crate::dim::arithmetic) as in [`shape!`](crate::shape!): `dim!(A - B)` is a bound of generic code. A name of
/// [`dims!`](crate::dims!) is itself.
///
/// ```
/// use shapecheck::{Dim, dim, typenum};
///
/// const HIDDEN: usize = 128;
/// let _: dim!(HIDDEN) = typenum::U128::new();
/// let _: dim!(1536) = <dim!(HIDDEN * 12)>::new();
///
/// shapecheck::dims! { Pose = 6 }
/// let _: dim!(Pose) = Pose::default();
///
/// fn half<N: Dim>(size: N) -> dim!(N / 2)
/// where
///     dim!(N / 2): Dim,
/// {
///     size.divided_by(<dim!(2)>::new())
/// }
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[macro_export]
macro_rules! dim {
    ($($size:tt)*) => {
        $crate::__macro::dim!([$crate] $($size)*)
    };
}
