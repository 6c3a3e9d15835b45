//! Windows that slide along the last axes: settings as types, the rule for one axis, and pools.
//!
//! A setting is the same for all axes, or a tuple with one for each axis, from the first to the last. Editors show it
//! as its type:
//!
//! ```
//! use shapecheck::window::{Conv, Pad, Pool, Stride};
//! use shapecheck::algebra::PoolsBy;
//! use shapecheck::shape;
//!
//! let halved: Conv<Stride<2>, Pad<1>> = Conv::new().stride::<2>().padding::<1>();
//! let wide: Conv<Stride<1>, (Pad<0>, Pad<3>)> = Conv::new().paddings((Pad::<0>, Pad::<3>));
//!
//! type Pooled<S, P> = <S as PoolsBy<2, P>>::Output;
//! type Halves = Pool<shapecheck::window::Window<2>>;
//! let _: Pooled<shape![8, 64, 56, 56], Halves> = <shape![8, 64, 28, 28]>::default();
//! let _: Pooled<shape![8, 64, _, 57], Halves> = <shape![8, 64, _, 28]>::of([28]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::window::{Pad, Pool, Stride, Window};
//! use shapecheck::algebra::PoolsBy;
//! use shapecheck::shape;
//!
//! type Halved = Pool<Window<3>, Stride<2>, Pad<2>>;
//! // padding of 2 is more than half the window of 3
//! fn wrong(_: <shape![8, 64, 56, 56] as PoolsBy<2, Halved>>::Output) {}
//! ```
//!
//! In the guide: [layers](crate::guide::layers).

use core::marker::PhantomData;

use typenum::{B1, Const, ToUInt, U, U1, UInt, UTerm};

use super::Answer;
use super::along::{AlongAxes, Every, Numbers, OfSettings, WindowedAxes, lists};
use super::pattern::Divisible;
use crate::dim::digits::Digits;
use crate::dim::{
    Arithmetic, DividedBy, DividedUp, Extent, FromOneOr, Minus, MultipleVerdict, NoSize, Product,
    SizeOrAny, Sum,
};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::list::ArrayShape;
use crate::verdict::{
    Accept, AxisVerdict, Clash, Count, Decimal, Fits, KernelsRule, Last, NextCount, Nothing,
    Operands, PaddedWindowRule, SamePaddingRule, WindowFitsRule,
};
use crate::{Axes, Dim, Dyn, DynShape, Scalar, Shape, ShapeError};

/// The settings of a convolution, for `conv2d` and its siblings.
///
/// ```
/// use shapecheck::window::{Conv, Dilation, Groups, Pad, Same, Stride};
///
/// let plain: Conv = Conv::new();
/// let halved: Conv<Stride<2>, Pad<1>> = Conv::new().stride::<2>().padding::<1>();
/// let wide: Conv<Stride<1>, Same, Dilation<2>> = Conv::new().same().dilation::<2>();
/// let grouped: Conv<Stride<1>, Pad<1>, Dilation<1>, Groups<4>> = Conv::new().padding::<1>().groups::<4>();
/// ```
///
/// In the guide: [layers](crate::guide::layers).
pub struct Conv<S = Stride<1>, P = Pad<0>, D = Dilation<1>, G = Groups<1>>(
    PhantomData<(S, P, D, G)>,
);

/// The settings of a pool or of other windows, for `max_pool2d` and its siblings.
///
/// ```
/// use shapecheck::window::{Ceil, Dilation, Floor, Pad, Pool, Stride, UncountedPad, Window};
///
/// let halves: Pool<Window<2>> = Pool::new(); // side by side
/// let overlapping: Pool<Window<3>, Stride<2>, Pad<1>> = Pool::of::<3>().stride::<2>().padding::<1>();
/// let all: Pool<Window<3>, Stride<2>, Pad<0>, Dilation<1>, Ceil> = Pool::of::<3>().stride::<2>().ceil();
/// let inside: Pool<Window<3>, Stride<2>, Pad<1>, Dilation<1>, Floor, UncountedPad> =
///     Pool::of::<3>().stride::<2>().padding::<1>().uncounted_padding();
/// ```
///
/// In the guide: [layers](crate::guide::layers).
pub struct Pool<W, S = SideBySide, P = Pad<0>, D = Dilation<1>, R = Floor, C = CountedPad>(
    PhantomData<(W, S, P, D, R, C)>,
);

/// The settings of a transposed convolution, for `conv_transpose2d` and its
/// siblings.
///
/// ```
/// use shapecheck::window::{ConvTranspose, OutputPad, Pad, Stride};
///
/// let doubled: ConvTranspose<Stride<2>, Pad<1>, OutputPad<1>> =
///     ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>();
/// ```
///
/// In the guide: [layers](crate::guide::layers).
pub struct ConvTranspose<
    S = Stride<1>,
    P = Pad<0>,
    A = OutputPad<0>,
    D = Dilation<1>,
    G = Groups<1>,
>(PhantomData<(S, P, A, D, G)>);

macro_rules! plain {
    ($([$($parameter:ident)*] $Settings:ty, $name:literal;)*) => {$(
        impl<$($parameter),*> Clone for $Settings {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameter),*> Copy for $Settings {}

        impl<$($parameter),*> Default for $Settings {
            fn default() -> Self {
                Self(PhantomData)
            }
        }

        impl<$($parameter),*> core::fmt::Debug for $Settings {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($name)
            }
        }
    )*};
}

plain! {
    [S P D G] Conv<S, P, D, G>, "Conv";
    [S P A D G] ConvTranspose<S, P, A, D, G>, "ConvTranspose";
    [W S P D R C] Pool<W, S, P, D, R, C>, "Pool";
}

impl Conv {
    /// Stride 1, without padding.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S, P, D, G> Conv<S, P, D, G> {
    /// The distance from one position of the kernel to the next, along each axis.
    pub const fn stride<const N: usize>(self) -> Conv<Stride<N>, P, D, G> {
        Conv(PhantomData)
    }

    /// A stride for each axis, from the first to the last: `(Stride::<2>, Stride::<1>)`.
    pub const fn strides<Each: Copy>(self, _each: Each) -> Conv<Each, P, D, G> {
        Conv(PhantomData)
    }

    /// The number of zeros added on either side of each axis.
    pub const fn padding<const N: usize>(self) -> Conv<S, Pad<N>, D, G> {
        Conv(PhantomData)
    }

    /// A padding for each axis, from the first to the last: `(Pad::<0>, Pad::<3>)`.
    pub const fn paddings<Each: Copy>(self, _each: Each) -> Conv<S, Each, D, G> {
        Conv(PhantomData)
    }

    /// Pads with as many zeros as keep the sizes of the input. The stride has to be 1.
    pub const fn same(self) -> Conv<S, Same, D, G> {
        Conv(PhantomData)
    }

    /// The distance in the input from one element of the kernel to the next, along each axis.
    pub const fn dilation<const N: usize>(self) -> Conv<S, P, Dilation<N>, G> {
        Conv(PhantomData)
    }

    /// A dilation for each axis, from the first to the last: `(Dilation::<2>, Dilation::<1>)`.
    pub const fn dilations<Each: Copy>(self, _each: Each) -> Conv<S, P, Each, G> {
        Conv(PhantomData)
    }

    /// The number of groups of channels. Each group goes through its own part of the kernels.
    pub const fn groups<const N: usize>(self) -> Conv<S, P, D, Groups<N>> {
        Conv(PhantomData)
    }
}

impl ConvTranspose {
    /// Stride 1, without padding.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S, P, A, D, G> ConvTranspose<S, P, A, D, G> {
    /// The distance in the output from one position of the kernel to the next, along each axis.
    pub const fn stride<const N: usize>(self) -> ConvTranspose<Stride<N>, P, A, D, G> {
        ConvTranspose(PhantomData)
    }

    /// A stride for each axis, from the first to the last: `(Stride::<2>, Stride::<1>)`.
    pub const fn strides<Each: Copy>(self, _each: Each) -> ConvTranspose<Each, P, A, D, G> {
        ConvTranspose(PhantomData)
    }

    /// The number of elements removed on either side of each axis of the output.
    pub const fn padding<const N: usize>(self) -> ConvTranspose<S, Pad<N>, A, D, G> {
        ConvTranspose(PhantomData)
    }

    /// A padding for each axis, from the first to the last: `(Pad::<0>, Pad::<3>)`.
    pub const fn paddings<Each: Copy>(self, _each: Each) -> ConvTranspose<S, Each, A, D, G> {
        ConvTranspose(PhantomData)
    }

    /// The number of elements added at the end of each axis of the output. It is below the stride or the dilation.
    pub const fn output_padding<const N: usize>(self) -> ConvTranspose<S, P, OutputPad<N>, D, G> {
        ConvTranspose(PhantomData)
    }

    /// An output padding for each axis, from the first to the last: `(OutputPad::<0>, OutputPad::<1>)`.
    pub const fn output_paddings<Each: Copy>(self, _each: Each) -> ConvTranspose<S, P, Each, D, G> {
        ConvTranspose(PhantomData)
    }

    /// The distance in the output from one element of the kernel to the next, along each axis.
    pub const fn dilation<const N: usize>(self) -> ConvTranspose<S, P, A, Dilation<N>, G> {
        ConvTranspose(PhantomData)
    }

    /// A dilation for each axis, from the first to the last: `(Dilation::<2>, Dilation::<1>)`.
    pub const fn dilations<Each: Copy>(self, _each: Each) -> ConvTranspose<S, P, A, Each, G> {
        ConvTranspose(PhantomData)
    }

    /// The number of groups of channels. Each group goes through its own part of the kernels.
    pub const fn groups<const N: usize>(self) -> ConvTranspose<S, P, A, D, Groups<N>> {
        ConvTranspose(PhantomData)
    }
}

impl<W> Pool<W> {
    /// Windows next to each other, without padding.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl Pool<Window<1>> {
    /// Windows of `N` elements along each axis, next to each other.
    pub const fn of<const N: usize>() -> Pool<Window<N>> {
        Pool(PhantomData)
    }

    /// Windows with a size for each axis, from the first to the last: `(Window::<1>, Window::<3>)`.
    pub const fn of_each<Each: Copy>(_each: Each) -> Pool<Each> {
        Pool(PhantomData)
    }
}

impl<W, S, P, D, R, C> Pool<W, S, P, D, R, C> {
    /// The distance from one window to the next, along each axis.
    pub const fn stride<const N: usize>(self) -> Pool<W, Stride<N>, P, D, R, C> {
        Pool(PhantomData)
    }

    /// A stride for each axis, from the first to the last: `(Stride::<2>, Stride::<1>)`.
    pub const fn strides<Each: Copy>(self, _each: Each) -> Pool<W, Each, P, D, R, C> {
        Pool(PhantomData)
    }

    /// The number of positions without an element on either side of each axis: at most half the size of a window (not
    /// counting dilation).
    pub const fn padding<const N: usize>(self) -> Pool<W, S, Pad<N>, D, R, C> {
        Pool(PhantomData)
    }

    /// A padding for each axis, from the first to the last: `(Pad::<0>, Pad::<1>)`.
    pub const fn paddings<Each: Copy>(self, _each: Each) -> Pool<W, S, Each, D, R, C> {
        Pool(PhantomData)
    }

    /// The distance from one element of a window to the next, along each axis.
    pub const fn dilation<const N: usize>(self) -> Pool<W, S, P, Dilation<N>, R, C> {
        Pool(PhantomData)
    }

    /// A dilation for each axis, from the first to the last: `(Dilation::<2>, Dilation::<1>)`.
    pub const fn dilations<Each: Copy>(self, _each: Each) -> Pool<W, S, P, Each, R, C> {
        Pool(PhantomData)
    }

    /// Rounds the number of windows up: the last one may end outside of the input and its padding, by less than a
    /// stride, if it begins inside the input or in the padding before it.
    pub const fn ceil(self) -> Pool<W, S, P, D, Ceil, C> {
        Pool(PhantomData)
    }

    /// Padding does not count in means, as with PyTorch's `count_include_pad=False`: they are divided by the number of
    /// elements in the window. Maxima never count it.
    #[doc(alias = "count_include_pad")]
    pub const fn uncounted_padding(self) -> Pool<W, S, P, D, R, UncountedPad> {
        Pool(PhantomData)
    }
}

/// As much padding as keeps the size of an axis.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct Same;

/// All places where a kernel has a number in common with a signal, which is 0 beyond its ends.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, Default)]
pub struct Full;

/// Only places where all of a kernel is inside of a signal.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, Default)]
pub struct Valid;

/// Windows next to each other: the stride of a pool is the size of its window.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct SideBySide;

/// Only whole windows count.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct Floor;

/// The last window may end outside of the input and its padding, by less than a stride, if it begins inside.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct Ceil;

/// Padding counts as zeros in a mean.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct CountedPad;

/// Padding does not count in a mean.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct UncountedPad;

/// A number that is at least 1.
#[doc(hidden)]
#[diagnostic::on_unimplemented(message = "a number of 1 or more is needed", label = "this is 0")]
pub trait FromOne: Extent {
    /// `Self * N`
    type Multiple<N: Extent>: Extent;
    /// The verdict that this many groups divide the channels.
    type Divides<C: Extent, Axis: NextCount>: AxisVerdict;
    /// The number of positions of a window with this stride, along an axis of size `N` with `P` elements added on
    /// either side. The last element of the window is `Reach` after its first. It is 0 or `NoSize` if the window does
    /// not fit.
    type Places<N: Extent, P: Extent, Reach: Extent>: Extent;
    /// `Self * N`, with the name of N
    type Strides<N: Dim>: Dim;
}

lists! {
    /// A number of 1 or more for each axis.
    Steps of FromOne;
}

/// `1`: a parameter of generic code stays as it is
impl FromOne for U1 {
    type Multiple<N: Extent> = N;
    type Divides<C: Extent, Axis: NextCount> = Fits<Scalar>;
    /// `N + (2 P - reach)`, or `N - (reach - 2 P)`
    type Places<N: Extent, P: Extent, Reach: Extent> = <Minus<P::Twice, Reach> as Extent>::IfSize<
        Sum<Minus<P::Twice, Reach>, N>,
        Minus<N, Minus<Reach, P::Twice>>,
    >;
    type Strides<N: Dim> = N;
}

/// 2 and up
impl<V, B, D> FromOne for UInt<UInt<V, B>, D>
where
    Self: Digits,
{
    type Multiple<N: Extent> = Product<Self, N>;
    type Divides<C: Extent, Axis: NextCount> = MultipleVerdict<C, Self, Self, C, Axis>;
    /// For `stride * Q + rest` elements: `Q + (room - reach) / stride`, or `Q - (reach - room) / stride`, which is rounded
    /// up. Settings alone decide what is added to Q, so that a parameter stays as it is.
    type Places<N: Extent, P: Extent, Reach: Extent> =
        <Minus<Room<Self, N, P>, Reach> as Extent>::IfSize<
            Sum<DividedBy<Minus<Room<Self, N, P>, Reach>, Self>, <N as Divisible<Self>>::Quotient>,
            Minus<
                <N as Divisible<Self>>::Quotient,
                DividedUp<Minus<Reach, Room<Self, N, P>>, Self>,
            >,
        >;
    type Strides<N: Dim> = N::TimesNumber<Self>;
}

/// The elements that no stride of `By` is left of, those that are added, and all but one of a stride:
/// `2 P + (stride - 1) + rest`.
type Room<By, N, P> =
    Sum<<N as Divisible<By>>::Rest, Sum<<P as Extent>::Twice, <By as Extent>::Previous>>;

/// A number of strides of `K` elements, at least one: the bound with which generic code goes over `K * Self` elements by
/// strides of `K`, and has `Self` positions.
///
/// ```
/// use shapecheck::window::{Conv, StridesOf};
/// use shapecheck::algebra::Convolve;
/// use shapecheck::{Dim, dim, shape};
///
/// type Halved = Conv<shapecheck::window::Stride<2>, shapecheck::window::Pad<1>>;
/// fn layer<B: Dim, C: Dim, O: Dim, N: StridesOf<dim!(2)>>(
///     y: <shape![B, C, 2 * N, 2 * N] as Convolve<2, shape![O, C, 3, 3], Halved>>::Output,
/// ) -> shape![B, O, N, N] {
///     y
/// }
/// ```
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "the size `{Self}` is not known to be 1 or more",
    label = "expected a number of strides, 1 or more",
    note = "in generic code add the bound `{Self}: StridesOf<{K}>`, with `use shapecheck::{{dim, window::StridesOf}}`; a const parameter `N` is `dim!(N)`, and a computed size `dim!(2 * N)`"
)]
pub trait StridesOf<K: Digits>:
    Dim
    + Extent<IsPositive = B1>
    + Arithmetic<
        TimesNumber<K>: Extent<IsPositive = B1> + Divisible<K, Quotient = Self, Rest = UTerm>,
    >
{
}

#[diagnostic::do_not_recommend]
impl<N, K: Digits> StridesOf<K> for N where
    N: Dim
        + Extent<IsPositive = B1>
        + Arithmetic<
            TimesNumber<K>: Extent<IsPositive = B1> + Divisible<K, Quotient = N, Rest = UTerm>,
        >
{
}

/// Traits that say of what a number is at least 1.
macro_rules! from_one {
    ($($Number:ident, $message:literal;)*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "this is 0")]
        pub trait $Number: FromOne {}

        #[diagnostic::do_not_recommend]
        impl<N: FromOne> $Number for N {}
    )*};
}

from_one! {
    WindowWidth, "a window has to be at least 1, not 0";
    WindowStep, "a step has to be at least 1, not 0";
    SquareSide, "the side of a square has to be at least 1, not 0";
}

/// A setting: one number for all axes, or a tuple with one for each.
macro_rules! settings {
    ($($(#[$doc:meta])* $Name:ident $EachAxis:ident: $List:ident of $Bound:ident, $message:literal, $note:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Name<const N: usize>;

        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "`{Self}`, where the number of axes is {AXES}", note = $note)]
        pub trait $EachAxis<const AXES: usize> {
            /// The numbers as a list of types.
            type Each: $List;
            /// The numbers from the last axis on.
            const NUMBERS: [usize; 3];
        }

        #[diagnostic::do_not_recommend]
        impl<const N: usize, const AXES: usize> $EachAxis<AXES> for $Name<N>
        where
            Const<N>: ToUInt<Output: $Bound>,
        {
            type Each = Every<U<N>>;
            const NUMBERS: [usize; 3] = [N; 3];
        }

        #[diagnostic::do_not_recommend]
        impl<const A: usize, const B: usize> $EachAxis<2> for ($Name<A>, $Name<B>)
        where
            Const<A>: ToUInt<Output: $Bound>,
            Const<B>: ToUInt<Output: $Bound>,
        {
            type Each = Axes<Every<U<A>>, U<B>>;
            const NUMBERS: [usize; 3] = [B, A, 1];
        }

        #[diagnostic::do_not_recommend]
        impl<const A: usize, const B: usize, const C: usize> $EachAxis<3> for ($Name<A>, $Name<B>, $Name<C>)
        where
            Const<A>: ToUInt<Output: $Bound>,
            Const<B>: ToUInt<Output: $Bound>,
            Const<C>: ToUInt<Output: $Bound>,
        {
            type Each = Axes<Axes<Every<U<A>>, U<B>>, U<C>>;
            const NUMBERS: [usize; 3] = [C, B, A];
        }
    )*};
}

settings! {
    /// The distance from one position to the next, from 1 to 1024.
    Stride Strides: Steps of FromOne, "expected a stride of 1 or more",
        "a stride is `Stride<2>`, or one for each axis: `(Stride<2>, Stride<1>)`";
    /// The number of positions added on either side of an axis, up to 1024.
    Pad Pads: Numbers of Extent, "expected a padding",
        "a padding is `Pad<1>`, or one for each axis: `(Pad<0>, Pad<3>)`";
    /// The number of elements added at the end of an axis of a transposed convolution's output, up to 1024.
    OutputPad OutputPads: Numbers of Extent, "expected an output padding",
        "an output padding is `OutputPad<1>`, or one for each axis: `(OutputPad<0>, OutputPad<1>)`";
    /// The distance from one element of a window to the next, from 1 to 1024.
    Dilation Dilations: Steps of FromOne, "expected a dilation of 1 or more",
        "a dilation is `Dilation<2>`, or one for each axis: `(Dilation<2>, Dilation<1>)`";
    /// The number of elements of a window, from 1 to 1024.
    Window Windows: Steps of FromOne, "expected a window of 1 or more",
        "a window is `Window<3>`, or one for each axis: `(Window<1>, Window<3>)`";
}

/// The number of groups of channels, from 1 to 1024.
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups<const N: usize>;

/// The number of groups of a convolution.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a number of groups of 1 or more",
    label = "`{Self}` for groups",
    note = "a number of groups is `Groups<4>`"
)]
pub trait GroupCount {
    /// As a type.
    type Number: FromOne;
    /// As a value.
    const NUMBER: usize;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> GroupCount for Groups<N>
where
    Const<N>: ToUInt<Output: FromOne>,
{
    type Number = U<N>;
    const NUMBER: usize = N;
}

/// The distance from the first of `K` elements to the last, with dilation `D`: `D (K - 1)`, or `NoSize` if there are
/// none.
#[doc(hidden)]
pub type Reach<K, D> = <D as FromOne>::Multiple<<K as Extent>::Previous>;

/// The size of an axis with `P` positions added on either side: `2 P + N`.
#[doc(hidden)]
pub type Padded2<N, P> = <N as Extent>::OntoEven<P>;

/// The span of a window for a message: one more than its reach, or 0 for a window without elements. Only a message
/// computes it.
#[doc(hidden)]
pub struct SpanOf<K, D>(PhantomData<(K, D)>);

impl<K: Extent, D: FromOne> Decimal for SpanOf<K, D>
where
    <Reach<K, D> as Extent>::IfSize<<Reach<K, D> as Extent>::Next, K>: Decimal,
{
    type Number =
        <<Reach<K, D> as Extent>::IfSize<<Reach<K, D> as Extent>::Next, K> as Decimal>::Number;
}

/// The same for a window along an axis of size `N`, or [`Nothing`] if the axis has no element, which is reported instead.
#[doc(hidden)]
pub struct SpanIn<N, K, D>(PhantomData<(N, K, D)>);

/// `N = 0`
impl<K, D> Decimal for SpanIn<UTerm, K, D> {
    type Number = Nothing;
}

/// 1 and up
impl<V, B, K, D> Decimal for SpanIn<UInt<V, B>, K, D>
where
    SpanOf<K, D>: Decimal,
{
    type Number = <SpanOf<K, D> as Decimal>::Number;
}

/// The size of an axis with its padding, for a message.
#[doc(hidden)]
pub struct PaddedBy<N, P>(PhantomData<(N, P)>);

impl<N: Extent, P: Extent> Decimal for PaddedBy<N, P>
where
    Padded2<N, P>: Decimal,
{
    type Number = <Padded2<N, P> as Decimal>::Number;
}

/// The padding of an axis for a convolution.
#[doc(hidden)]
pub trait PadsAxis {
    /// The number of positions of a window of `K` elements, along an axis of size `N`, with a dilation and a stride.
    type Places<N: Extent, K: Extent, D: FromOne, By: FromOne>: Extent;
    /// Whether there is at least one.
    type Verdict<N: Extent, K: Extent, D: FromOne, By: FromOne>: AxisVerdict;
}

/// The same number of positions on either side.
#[doc(hidden)]
pub struct OnEitherSide<P>(PhantomData<P>);

/// `(N + 2 P - reach - 1) / stride + 1`
impl<P: Extent> PadsAxis for OnEitherSide<P> {
    type Places<N: Extent, K: Extent, D: FromOne, By: FromOne> = By::Places<N, P, Reach<K, D>>;
    type Verdict<N: Extent, K: Extent, D: FromOne, By: FromOne> =
        WindowVerdict<By::Places<N, P, Reach<K, D>>, N, P, K, D>;
}

lists! {
    /// A padding for each axis.
    Paddings of PadsAxis;
}

impl Paddings for Same {
    type Last = Same;
    type Lead = Same;
}

/// As many positions as a list says.
impl<P: Numbers> Paddings for OnEitherSide<P> {
    type Last = OnEitherSide<P::Last>;
    type Lead = OnEitherSide<P::Lead>;
}

/// Whether there is a position; if not, a clash of the span of the window and the axis with its padding.
#[doc(hidden)]
pub type WindowVerdict<Places, N, P, K, D> = FromOneOr<Places, SpanOf<K, D>, PaddedBy<N, P>, Last>;

/// `N`, if the stride is 1
impl PadsAxis for Same {
    type Places<N: Extent, K: Extent, D: FromOne, By: FromOne> = N;
    // A stride minus 1 is subtracted from zero, which has a result only if the stride is 1.
    type Verdict<N: Extent, K: Extent, D: FromOne, By: FromOne> =
        <<By::Previous as Extent>::FromZero as Extent>::Or<By, U1, Last>;
}

/// The padding of each axis for a convolution.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a padding",
    label = "`{Self}`, where the number of axes is {AXES}",
    note = "a padding is `Pad<1>`, or one for each axis, such as `(Pad<0>, Pad<3>)`, or `Same`"
)]
pub trait PadsAxes<const AXES: usize> {
    /// The relation whose message tells that an axis cannot be padded like this.
    type Relation;
    /// That of each axis.
    type Each: Paddings;
    /// The numbers from the last axis on, or `None` for padding that keeps the size.
    const NUMBERS: Option<[usize; 3]>;
}

#[diagnostic::do_not_recommend]
impl<P: Pads<AXES>, const AXES: usize> PadsAxes<AXES> for P {
    type Relation = KernelsRule;
    type Each = OnEitherSide<P::Each>;
    const NUMBERS: Option<[usize; 3]> = Some(P::NUMBERS);
}

#[diagnostic::do_not_recommend]
impl<const AXES: usize> PadsAxes<AXES> for Same {
    type Relation = SamePaddingRule;
    type Each = Same;
    const NUMBERS: Option<[usize; 3]> = None;
}

/// The stride of each axis of a pool, whose windows are `W`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a stride of 1 or more",
    label = "`{Self}`, where the number of axes is {AXES}",
    note = "a stride is `Stride<2>`, or one for each axis, such as `(Stride<2>, Stride<1>)`, or `SideBySide`"
)]
pub trait PoolStrides<W, const AXES: usize> {
    /// The numbers as a list of types.
    type Each: Steps;
    /// The numbers from the last axis on.
    const NUMBERS: [usize; 3];
}

/// Separate strides, whatever the windows are.
macro_rules! pool_strides {
    ($([$($parameter:ident)*] $Strides:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<W, $(const $parameter: usize,)* const AXES: usize> PoolStrides<W, AXES> for $Strides
        where
            Self: Strides<AXES>,
        {
            type Each = <Self as Strides<AXES>>::Each;
            const NUMBERS: [usize; 3] = <Self as Strides<AXES>>::NUMBERS;
        }
    )*};
}

pool_strides! {
    [N] Stride<N>;
    [A B] (Stride<A>, Stride<B>);
    [A B C] (Stride<A>, Stride<B>, Stride<C>);
}

// If there is no window of this size, that is reported, and not the stride.
impl<W: Windows<AXES>, const AXES: usize> PoolStrides<W, AXES> for SideBySide {
    type Each = W::Each;
    const NUMBERS: [usize; 3] = W::NUMBERS;
}

/// The rounding of the number of windows.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected `Floor` or `Ceil`",
    label = "`{Self}` for the rounding of a pool"
)]
pub trait Rounds {
    /// The number of windows with this reach along an axis of size `N` with the padding `P`. It is 0 or `NoSize` if
    /// none fits or the axis has no element.
    type Places<N: Extent, P: Extent, Reach: Extent, By: FromOne>: Extent;
    /// Whether the last window may end outside.
    const CEIL: bool;
}

/// Whether padding counts in a mean.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected `CountedPad` or `UncountedPad`",
    label = "`{Self}` for whether padding counts in a pool"
)]
pub trait CountsPad {
    /// Whether it does.
    const COUNTS: bool;
}

impl CountsPad for CountedPad {
    const COUNTS: bool = true;
}

impl CountsPad for UncountedPad {
    const COUNTS: bool = false;
}

/// `Size`, or [`NoSize`] if `N` is 0 or that.
pub(super) type IfPositive<N, Size> = <<N as Extent>::IsPositive as Answer>::Size<Size, NoSize>;

/// `rest / stride + 1`
impl Rounds for Floor {
    type Places<N: Extent, P: Extent, Reach: Extent, By: FromOne> =
        IfPositive<N, By::Places<N, P, Reach>>;
    const CEIL: bool = false;
}

/// `rest / stride + 1` rounded up, minus one if the last window would begin after the input
impl Rounds for Ceil {
    type Places<N: Extent, P: Extent, Reach: Extent, By: FromOne> =
        <Minus<Product<StridesUp<N, P, Reach, By>, By>, Sum<N, P>> as Extent>::IfSize<
            StridesUp<N, P, Reach, By>,
            <StridesUp<N, P, Reach, By> as Extent>::Next,
        >;
    const CEIL: bool = true;
}

/// The number of strides after the first position, rounded up: `(rest + stride - 1) / stride`. A window that is less
/// than a stride too long has its first position.
type StridesUp<N, P, Reach, By> =
    DividedBy<Minus<Sum<<By as Extent>::Previous, PaddedPrevious<N, P>>, Reach>, By>;

/// The size of an axis with its padding, minus 1: `2 P + N - 1`, or `NoSize` of an axis without an element.
type PaddedPrevious<N, P> = Padded2<<N as Extent>::Previous, P>;

/// The shape of an input. A separate type, so that messages are about it.
#[doc(hidden)]
pub struct Of<S>(PhantomData<S>);

/// A shape with at least `AXES` axes, along which a window slides.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a window slides along {AXES} axes: the input has fewer",
    label = "fewer than {AXES} axes",
    note = "in generic code the axes have to stand in the type: `shape![..S, H, W]` has two, whatever `S` is"
)]
pub trait HasPlaces<const AXES: usize> {
    /// The axes in front.
    type Lead: Shape;
    /// The axes along which the window slides.
    type Places: WindowedAxes;
}

/// A shape with channels before at least `AXES` axes, along which a kernel slides.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a kernel slides along {AXES} axes and takes channels in front of them: the input has fewer axes",
    label = "expected an input `[.., C, ...]` with {AXES} axes in place of the last dots",
    note = "`insert_axis` gives a tensor one more axis, of size 1",
    note = "in generic code the axes have to stand in the type: `shape![..S, C, H, W]` has channels and two axes, whatever `S` is"
)]
pub trait ChannelsFirst<const AXES: usize> {
    /// The axes in front.
    type Lead: Shape;
    /// The number of channels.
    type Channels: Dim;
    /// The axes along which the kernel slides.
    type Places: WindowedAxes;
    /// How far the channels are from the end, for a message.
    type Distance: NextCount;
}

/// Inputs with `AXES` axes after those in front, and after channels.
macro_rules! places {
    ($($axes:literal $Behind:ident [$($parameter:ident)*], channels $channels:literal;)*) => {$(
        /// `[..S, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<S: Shape, $($parameter: Dim),*> HasPlaces<$axes> for Of<$Behind<S, $($parameter),*>> {
            type Lead = S;
            type Places = $Behind<Scalar, $($parameter),*>;
        }

        /// `[..S, C, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<S: Shape, C: Dim, $($parameter: Dim),*> ChannelsFirst<$axes> for Of<$Behind<Axes<S, C>, $($parameter),*>> {
            type Lead = S;
            type Channels = C;
            type Places = $Behind<Scalar, $($parameter),*>;
            type Distance = Count<$channels>;
        }
    )*};
}

/// `[..S, W]`
type One<S, W> = Axes<S, W>;
/// `[..S, H, W]`
type Two<S, H, W> = Axes<Axes<S, H>, W>;
/// `[..S, D, H, W]`
type Three<S, D, H, W> = Axes<Axes<Axes<S, D>, H>, W>;

places! {
    1 One [W], channels 2;
    2 Two [H W], channels 3;
    3 Three [D H W], channels 4;
}

/// Axes of run-time rank, and known ones after them: the places that are among the first have a dynamic size.
macro_rules! after_run_time_axes {
    ($($axes:literal [$($parameter:ident)*] $shape:ty => $places:ty $(, channels $channels:literal)?;)*) => {$(
        after_run_time_axes!(@ $axes [$($parameter)*] $shape => $places $(, $channels)?);
    )*};
    (@ $axes:literal [$($parameter:ident)*] $shape:ty => $places:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameter: Dim),*> HasPlaces<$axes> for Of<$shape> {
            type Lead = DynShape;
            type Places = $places;
        }
    };
    (@ $axes:literal [$($parameter:ident)*] $shape:ty => $places:ty, $channels:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameter: Dim),*> ChannelsFirst<$axes> for Of<$shape> {
            type Lead = DynShape;
            type Channels = Dyn;
            type Places = $places;
            type Distance = Count<$channels>;
        }
    };
}

after_run_time_axes! {
    1 [] DynShape => One<Scalar, Dyn>;
    2 [] DynShape => Two<Scalar, Dyn, Dyn>;
    2 [W] One<DynShape, W> => Two<Scalar, Dyn, W>;
    3 [] DynShape => Three<Scalar, Dyn, Dyn, Dyn>;
    3 [W] One<DynShape, W> => Three<Scalar, Dyn, Dyn, W>;
    3 [H W] Two<DynShape, H, W> => Three<Scalar, Dyn, H, W>;
    1 [] DynShape => One<Scalar, Dyn>, channels 2;
    1 [W] One<DynShape, W> => One<Scalar, W>, channels 2;
    2 [] DynShape => Two<Scalar, Dyn, Dyn>, channels 3;
    2 [W] One<DynShape, W> => Two<Scalar, Dyn, W>, channels 3;
    2 [H W] Two<DynShape, H, W> => Two<Scalar, H, W>, channels 3;
    3 [] DynShape => Three<Scalar, Dyn, Dyn, Dyn>, channels 4;
    3 [W] One<DynShape, W> => Three<Scalar, Dyn, Dyn, W>, channels 4;
    3 [H W] Two<DynShape, H, W> => Three<Scalar, Dyn, H, W>, channels 4;
    3 [D H W] Three<DynShape, D, H, W> => Three<Scalar, D, H, W>, channels 4;
}

/// A shape that can be pooled along its last `AXES` axes by windows with these settings, a [`Pool`].
///
/// ```text
/// [..S, H, W] by windows of 2 = [..S, H / 2, W / 2]
/// along an axis: (N + 2 padding - span) / stride + 1, rounded down or, by `Ceil`, up
/// span:          dilation * (window - 1) + 1
/// ```
///
/// A dynamic size stays dynamic. Each axis has an element, the padding is at most half a window, and a window fits; for
/// dynamic sizes this is checked at run time. Half a window is half the number of its elements without dilation.
///
/// By `Ceil` a window may end outside, by less than a stride, so that windows of 3 side by side fit in 2 elements once.
/// The last one is left out if it would begin after the input. All of this is PyTorch's rule.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this shape can be pooled by these windows",
    label = "nothing here says that windows `{Settings}` fit in the last {AXES} axes of `{Self}`",
    note = "settings are a `Pool`, such as `Pool::of::<3>().stride::<2>()`",
    note = "in generic code windows of 2 side by side go over `2 * N` elements `N` times: add the bound `N: StridesOf<dim!(2)>` to each such `N`, of 4 `StridesOf<dim!(4)>`, or `where dim!(N): StridesOf<dim!(2)>` for a const parameter, with `use shapecheck::{{dim, window::StridesOf}}`; a call that does not say its result says `N`, which is not inferred from `2 * N`: `layer.forward::<_, dim!(16)>(&x)`",
    note = "for other sizes the bound is on the whole shape, such as `where shape![B, N]: PoolsBy<1, Pool<Window<2>>, Output = shape![B, N / 2]>`, with `use shapecheck::algebra::PoolsBy` (the bound that rustc may suggest below is not enough)"
)]
pub trait PoolsBy<const AXES: usize, Settings>: Shape {
    /// The shape of the results.
    type Output: ArrayShape;

    /// The settings as numbers, from the first of the axes to the last.
    #[doc(hidden)]
    fn windows() -> [PoolWindow; AXES];
}

/// As many numbers as axes, from the first to the last, from those that count from the last.
fn in_order<const AXES: usize, T>(number: impl Fn(usize) -> T) -> [T; AXES] {
    core::array::from_fn(|axis| number(AXES - 1 - axis))
}

/// The slides of a convolution, from the first of the axes to the last, for a kernel of these sizes: numbers are those
/// of the settings, from the last axis on.
///
/// This and the two functions below know no shape, so they are compiled once in a program and not for each operation.
pub(super) fn slides_of<const AXES: usize>(
    strides: [usize; 3],
    padding: Option<[usize; 3]>,
    dilations: [usize; 3],
    kernel: &[usize],
) -> [Slide; AXES] {
    in_order(|axis| {
        let slide = Slide::new().stride(strides[axis]).dilation(dilations[axis]);
        match padding {
            Some(padding) => slide.padding(padding[axis]),
            // A kernel of run-time rank may have fewer axes, which is reported for its shape.
            None => slide.same(kernel.iter().rev().nth(axis).copied().unwrap_or(1)),
        }
    })
}

/// The same for a transposed convolution, with what is added at the end of each axis.
pub(super) fn transposed_slides_of<const AXES: usize>(
    strides: [usize; 3],
    padding: [usize; 3],
    dilations: [usize; 3],
    added: [usize; 3],
) -> [(Slide, usize); AXES] {
    let slides = slides_of::<AXES>(strides, Some(padding), dilations, &[]);
    core::array::from_fn(|axis| (slides[axis], added[AXES - 1 - axis]))
}

/// The windows of a pool of these sizes, from the first of the axes to the last.
pub(super) fn windows_of<const AXES: usize>(
    sizes: [usize; 3],
    strides: [usize; 3],
    padding: [usize; 3],
    dilations: [usize; 3],
    (ceil, padding_counts): (bool, bool),
) -> [PoolWindow; AXES] {
    let slides = slides_of::<AXES>(strides, Some(padding), dilations, &[]);
    core::array::from_fn(|axis| PoolWindow {
        size: sizes[AXES - 1 - axis],
        slide: slides[axis],
        ceil,
        padding_counts,
    })
}

/// The second step of a rule with settings: a shape that has the axes, a kernel and settings that are what they have to
/// be fit each other. `Kernel` is `()` where there is none.
///
/// It is a bound on one of the settings, which a call tells last. Of the input, rustc would choose the impl as soon as it
/// knows that, before the arguments of the call, and prove all of this with types that it has yet to infer: a
/// convolution would take twice as long to check.
///
/// The bounds of this step name projections of those of the first. In one impl rustc's next trait solver would normalize
/// all of them before it looks at any, fail, and report the rule instead of the setting that is none.
// Part of `Convolve`, `ConvolveTransposed` and `PoolsBy`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes fit: a type parameter leaves it open",
    label = "nothing here says that these sizes fit"
)]
pub trait SettingsFit<const AXES: usize, Input, Kernel, Settings>:
    Goes<AXES, Input, Kernel, Settings>
{
}

/// What a kernel or a window makes of the axes of the input, and whether it has a position along each. A bound on one of
/// the settings, like [`SettingsFit`].
#[doc(hidden)]
pub trait Goes<const AXES: usize, Input, Kernel, Settings> {
    /// The shape of the results.
    type Output: ArrayShape;
    /// [`Fits`], [`Clash`], or neither where a parameter leaves it open.
    type Verdict;
}

/// [`Goes`], where no parameter leaves it open.
// Part of `Convolve`, `ConvolveTransposed` and `PoolsBy`.
#[doc(hidden)]
pub trait HasPositions<const AXES: usize, Kernel, Settings, D> {
    /// [`Fits`] or [`Clash`].
    type Verdict;
}

#[diagnostic::do_not_recommend]
impl<Input, const AXES: usize, Kernel, Settings, D> HasPositions<AXES, Kernel, Settings, D>
    for Input
where
    D: Goes<AXES, Input, Kernel, Settings, Verdict: Settled>,
{
    type Verdict = <D::Verdict as Settled>::Verdict;
}

/// The same, for a message: rustc does not infer the verdict if there is none, so that it does not suggest a bound.
/// No bound that it could suggest would be enough.
// Part of `Convolve`, `ConvolveTransposed` and `PoolsBy`.
#[doc(hidden)]
pub trait PositionsAre<const AXES: usize, Kernel, Settings, D, Verdict> {}

#[diagnostic::do_not_recommend]
impl<Input, const AXES: usize, Kernel, Settings, D, Verdict>
    PositionsAre<AXES, Kernel, Settings, D, Verdict> for Input
where
    D: Goes<AXES, Input, Kernel, Settings, Verdict: Told>,
{
}

/// A verdict that no parameter leaves open.
#[doc(hidden)]
pub trait Settled {
    /// The same verdict.
    type Verdict;
}

/// The same, for [`PositionsAre`]: rustc does not report what a reported bound implies.
#[doc(hidden)]
pub trait Told: Settled {}

impl<S> Settled for Fits<S> {
    type Verdict = Self;
}

impl<S> Told for Fits<S> {}

impl<Lhs, Rhs, Axis> Settled for Clash<Lhs, Rhs, Axis> {
    type Verdict = Self;
}

impl<Lhs, Rhs, Axis> Told for Clash<Lhs, Rhs, Axis> {}

/// Settings of pools whose padding is at most half a window. It does not depend on the shapes, so rustc proves it once
/// for the same settings.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there is more padding than half a window",
    label = "nothing here says that the padding `{Self}` is at most half the window `{W}`"
)]
pub trait PadsHalf<const AXES: usize, W> {}

/// The rule of pools along an axis.
#[doc(hidden)]
pub struct Pooling<W, S, P, D, R>(PhantomData<(W, S, P, D, R)>);

/// Windows that fit: `(N + 2 padding - span) / stride + 1`, rounded
impl<W: Steps, S: Steps, P: Numbers, D: Steps, R: Rounds> AlongAxes for Pooling<W, S, P, D, R> {
    type Size<N: Dim> = SizeOrAny<R::Places<N, P::Last, Reach<W::Last, D::Last>, S::Last>>;
    type Verdict<N: Dim> = FromOneOr<
        R::Places<N, P::Last, Reach<W::Last, D::Last>, S::Last>,
        SpanIn<N, W::Last, D::Last>,
        PaddedBy<N, P::Last>,
        Last,
    >;
    type Lead = Pooling<W::Lead, S::Lead, P::Lead, D::Lead, R>;
}

/// The rule that padding is at most half a window.
#[doc(hidden)]
pub struct HalfPadded<W, P>(PhantomData<(W, P)>);

impl<W: Steps, P: Numbers> AlongAxes for HalfPadded<W, P> {
    type Size<N: Dim> = N;
    type Verdict<N: Dim> =
        <Minus<W::Last, <P::Last as Extent>::Twice> as Extent>::Or<P::Last, W::Last, Last>;
    type Lead = HalfPadded<W::Lead, P::Lead>;
}

/// The rule of these settings.
type PoolingBy<const AXES: usize, W, S, P, D, R> = Pooling<
    <W as Windows<AXES>>::Each,
    <S as PoolStrides<W, AXES>>::Each,
    <P as Pads<AXES>>::Each,
    <D as Dilations<AXES>>::Each,
    R,
>;

impl<Input, const AXES: usize, W, S, P, D, R, C> PoolsBy<AXES, Pool<W, S, P, D, R, C>> for Input
where
    Input: Shape,
    Of<Input>: HasPlaces<AXES>,
    W: Windows<AXES>,
    S: PoolStrides<W, AXES>,
    P: Pads<AXES>,
    D: Dilations<AXES>,
    R: Rounds,
    C: CountsPad,
    P: PadsHalf<AXES, W>,
    D: SettingsFit<AXES, Input, (), Pool<W, S, P, D, R, C>>,
{
    type Output = D::Output;

    fn windows() -> [PoolWindow; AXES] {
        let kinds = (R::CEIL, C::COUNTS);
        windows_of(W::NUMBERS, S::NUMBERS, P::NUMBERS, D::NUMBERS, kinds)
    }
}

impl<Input, const AXES: usize, W, S, P, D, R, C, Verdict>
    SettingsFit<AXES, Input, (), Pool<W, S, P, D, R, C>> for D
where
    Input: Shape,
    D: Goes<AXES, Input, (), Pool<W, S, P, D, R, C>>,
    // A bound on the input: where a parameter leaves it open, rustc then reports the whole relation.
    Input: PositionsAre<AXES, (), Pool<W, S, P, D, R, C>, D, Verdict>
        + HasPositions<AXES, (), Pool<W, S, P, D, R, C>, D, Verdict = Verdict>
        + Accept<WindowFitsRule, Verdict>,
{
}

impl<Input, const AXES: usize, W, S, P, D, R, C> Goes<AXES, Input, (), Pool<W, S, P, D, R, C>> for D
where
    Of<Input>: HasPlaces<AXES>,
    W: Windows<AXES>,
    S: PoolStrides<W, AXES>,
    P: Pads<AXES>,
    D: Dilations<AXES>,
    R: Rounds,
{
    type Output = <<Of<Input> as HasPlaces<AXES>>::Places as WindowedAxes>::By<
        PoolingBy<AXES, W, S, P, D, R>,
        <Of<Input> as HasPlaces<AXES>>::Lead,
    >;
    type Verdict = <<Of<Input> as HasPlaces<AXES>>::Places as WindowedAxes>::Verdict<
        PoolingBy<AXES, W, S, P, D, R>,
    >;
}

impl<const AXES: usize, W, P> PadsHalf<AXES, W> for P
where
    W: Windows<AXES>,
    P: Pads<AXES>,
    Operands: Accept<PaddedWindowRule, OfSettings<HalfPadded<W::Each, P::Each>>>,
{
}

/// How a window slides along one axis, in numbers.
///
/// ```
/// use shapecheck::algebra::Slide;
///
/// const HALVED: Slide = Slide::new().stride(2).padding(1);
/// const PLACES: Option<usize> = HALVED.positions(224, 3);
/// assert_eq!(PLACES, Some(112));
/// assert_eq!(HALVED.positions(0, 3), None); // does not fit
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The distance from one position to the next.
    pub stride: usize,
    /// The number of positions without an element before the axis, and after it.
    pub padding: (usize, usize),
    /// The distance from one element of a window to the next.
    pub dilation: usize,
}

impl Default for Slide {
    fn default() -> Self {
        Self::new()
    }
}

impl Slide {
    /// Stride 1, without padding.
    pub const fn new() -> Self {
        Self {
            stride: 1,
            padding: (0, 0),
            dilation: 1,
        }
    }

    /// Sets the stride.
    pub const fn stride(self, stride: usize) -> Self {
        Self { stride, ..self }
    }

    /// Sets the number of positions added on either side.
    pub const fn padding(self, places: usize) -> Self {
        let padding = (places, places);
        Self { padding, ..self }
    }

    /// Sets the dilation.
    pub const fn dilation(self, dilation: usize) -> Self {
        Self { dilation, ..self }
    }

    /// Adds as many positions as keep the size of the axis, for a window of this size and a stride of 1. If their
    /// number is odd, there is one more after the axis.
    pub const fn same(self, window: usize) -> Self {
        let added = match self.span(window) {
            Some(span) => span - 1,
            None => 0,
        };
        let padding = (added / 2, added - added / 2);
        Self { padding, ..self }
    }

    /// The length that a window spans, or `None` for an empty window or if it overflows `usize`.
    pub const fn span(&self, window: usize) -> Option<usize> {
        let Some(steps) = window.checked_sub(1) else {
            return None;
        };
        match self.dilation.checked_mul(steps) {
            Some(further) => further.checked_add(1),
            None => None,
        }
    }

    /// The size of an axis with its padding, or `None` if it overflows `usize`.
    pub const fn padded(&self, size: usize) -> Option<usize> {
        match size.checked_add(self.padding.0) {
            Some(size) => size.checked_add(self.padding.1),
            None => None,
        }
    }

    /// The number of positions of a window along an axis of this size, or `None` if the window does not fit or if a
    /// number is 0 that has to be at least 1.
    pub const fn positions(&self, size: usize, window: usize) -> Option<usize> {
        match (self.padded(size), self.span(window)) {
            (Some(padded), Some(span))
                if span <= padded && self.stride > 0 && self.dilation > 0 =>
            {
                Some((padded - span) / self.stride + 1)
            }
            _ => None,
        }
    }

    /// The same, or the reason why the window does not fit, by a rule. The axis is counted from the end.
    pub(super) fn checked_places(
        &self,
        size: usize,
        window: usize,
        axis: isize,
        rule: Rule,
    ) -> Result<usize, ShapeErrorKind> {
        let (padded, span) = self.lengths(size, window, axis)?;
        self.positions(size, window)
            .ok_or(rule.sizes(axis, span, padded))
    }

    /// The size of an axis with its padding, and the length that a window spans, if each number is one that it may be.
    fn lengths(
        &self,
        size: usize,
        window: usize,
        axis: isize,
    ) -> Result<(usize, usize), ShapeErrorKind> {
        for (number, of) in [
            (self.stride, "stride"),
            (self.dilation, "dilation"),
            (window, "window"),
        ] {
            if number == 0 {
                return Err(ShapeErrorKind::Zero { of });
            }
        }
        match (self.padded(size), self.span(window)) {
            (Some(padded), Some(span)) => Ok((padded, span)),
            _ => Err(ShapeErrorKind::SizeOverflow { axis }),
        }
    }
}

impl Slide {
    /// The length of an axis of a transposed convolution's output, or the reason why there is none. The axis is counted
    /// from the end.
    pub(super) fn spread(
        &self,
        places: usize,
        window: usize,
        added: usize,
        axis: isize,
    ) -> Result<usize, ShapeErrorKind> {
        for (number, of) in [
            (self.stride, "stride"),
            (self.dilation, "dilation"),
            (window, "kernel"),
        ] {
            if number == 0 {
                return Err(ShapeErrorKind::Zero { of });
            }
        }
        if added >= self.stride.max(self.dilation) {
            return Err(Rule::OUTPUT_PADDING.sizes(axis, added, self.stride.max(self.dilation)));
        }
        let steps = places.checked_sub(1);
        let spread = match steps {
            None => Some(0),
            Some(steps) => steps
                .checked_mul(self.stride)
                .and_then(|size| size.checked_add(self.span(window)?))
                .and_then(|size| size.checked_add(added)),
        };
        let taken = self.padding.0.checked_add(self.padding.1);
        let (Some(spread), Some(taken)) = (spread, taken) else {
            return Err(ShapeErrorKind::SizeOverflow { axis });
        };
        match spread.checked_sub(taken) {
            Some(size @ 1..) => Ok(size),
            _ => Err(Rule::SPREAD_LEFT.sizes(axis, self.padding.0, spread)),
        }
    }
}

/// The window of a pool along one axis, in numbers.
///
/// ```
/// use shapecheck::algebra::{PoolWindow, Slide};
///
/// let slide = Slide::new().stride(2);
/// let window = PoolWindow { size: 3, slide, ceil: true, padding_counts: true };
/// assert_eq!(window.positions(8), Some(4)); // 0..3, 2..5, 4..7 and 6..9
/// assert_eq!(window.positions(2), Some(1)); // 0..3
/// assert_eq!(window.divisor(8, 3), 2); // of 6..9, what is in 0..8
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PoolWindow {
    /// The number of elements.
    pub size: usize,
    /// How the window slides along the axis.
    pub slide: Slide,
    /// Whether the last window may end outside, by less than a stride, if it begins inside the axis or in the padding
    /// before it.
    pub ceil: bool,
    /// Whether padding counts as zeros in a mean.
    pub padding_counts: bool,
}

impl PoolWindow {
    /// The number that a mean is divided by at a position of the window along an axis of this size, counted from 0: the
    /// number of elements in the window, with those of the padding if they count. Positions of a window after the padding
    /// never count.
    pub const fn divisor(&self, size: usize, place: usize) -> usize {
        let Slide {
            stride,
            padding: (front, behind),
            dilation,
        } = self.slide;
        if dilation == 0 {
            return 0;
        }
        let start = place.saturating_mul(stride);
        let (first, end) = match self.padding_counts {
            true => (0, size.saturating_add(front).saturating_add(behind)),
            false => (
                front.saturating_sub(start).div_ceil(dilation),
                size.saturating_add(front),
            ),
        };
        let last = end.saturating_sub(start).div_ceil(dilation);
        let last = if last < self.size { last } else { self.size };
        last.saturating_sub(first)
    }

    /// The number of positions of the window along an axis of this size, or `None` if it does not fit, if the axis has
    /// no element, or if a number is 0 that has to be at least 1.
    pub const fn positions(&self, size: usize) -> Option<usize> {
        let Slide {
            stride,
            padding,
            dilation,
        } = self.slide;
        let (Some(padded), Some(span)) = (self.slide.padded(size), self.slide.span(self.size))
        else {
            return None;
        };
        if size == 0 || stride == 0 || dilation == 0 {
            return None;
        }
        let Some(rest) = padded.checked_sub(span) else {
            // Rounded up, a window that is less than a stride too long has its first position.
            return match self.ceil && span - padded < stride {
                true => Some(1),
                false => None,
            };
        };
        // No overflow: after these strides a window still begins in the padded axis.
        let whole = rest / stride + 1;
        let is_left = self.ceil && !rest.is_multiple_of(stride);
        // Divided and not multiplied, which may overflow: whether `whole * stride` is before the end of the input.
        Some(match is_left && whole <= (size + padding.0 - 1) / stride {
            true => whole + 1,
            false => whole,
        })
    }
}

/// The shape of the results of pools along the last axes, one window for each axis: the rule of [`PoolsBy`] over slices
/// of sizes.
///
/// ```
/// use shapecheck::algebra::{PoolWindow, Slide, pool_shape};
///
/// let slide = Slide::new().stride(2).padding(1);
/// let window = PoolWindow { size: 3, slide, ceil: false, padding_counts: true };
/// assert_eq!(pool_shape(&[8, 64, 56, 56], &[window; 2])?.dims(), [8, 64, 28, 28]);
/// let error = pool_shape(&[8, 64, 0, 56], &[window; 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "axis -2 of shape [8, 64, 0, 56] has no elements",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the shape has fewer axes, if one of them has size 0, if the padding is more than half the
/// window, if a window does not fit, or if a stride, a dilation or a window is 0.
pub fn pool_shape(shape: &[usize], windows: &[PoolWindow]) -> Result<DynShape, ShapeError> {
    replaced(shape, windows.len(), |place, axis| {
        let PoolWindow {
            size: window,
            slide,
            ..
        } = windows[place];
        let size = shape[shape.len() - axis.unsigned_abs()];
        let (padded, span) = slide.lengths(size, window, axis)?;
        let padding = slide.padding.0.max(slide.padding.1);
        match windows[place].positions(size) {
            _ if size == 0 => Err(ShapeErrorKind::NoElement { axis }),
            _ if padding > window / 2 => Err(Rule::PADDED_WINDOW.sizes(axis, padding, window)),
            Some(places) => Ok(places),
            None => Err(Rule::WINDOW_FITS.sizes(axis, span, padded)),
        }
    })
}

/// A shape with other sizes at its last axes. `size` gets the place of an axis among them, and its number counted from
/// the end.
pub(super) fn replaced(
    shape: &[usize],
    axes: usize,
    size: impl Fn(usize, isize) -> Result<usize, ShapeErrorKind>,
) -> Result<DynShape, ShapeError> {
    let Some(lead) = shape.len().checked_sub(axes) else {
        return Err(ShapeError::rank(shape, axes, true));
    };
    let mut result = DynShape::from(shape);
    // Of several errors, the one nearest to the last axis is reported.
    for place in (0..axes).rev() {
        let axis = place as isize - axes as isize;
        let size = size(place, axis).map_err(|kind: ShapeErrorKind| kind.of(shape))?;
        result.dims_mut()[lead + place] = size;
    }
    Ok(result)
}
