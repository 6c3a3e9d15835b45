//! Convolutions: kernels that slide along the last axes of an input with channels.
//!
//! ```
//! use shapecheck::window::{Conv, Pad, Stride};
//! use shapecheck::algebra::Convolve;
//! use shapecheck::{Dim, shape};
//!
//! type Convolved<S, K, Settings> = <S as Convolve<2, K, Settings>>::Output;
//! type Halved = Conv<Stride<2>, Pad<1>>;
//! let _: Convolved<shape![8, 3, 224, 224], shape![16, 3, 3, 3], Halved> = <shape![8, 16, 112, 112]>::default();
//!
//! fn layer<B: Dim, C: Dim, O: Dim>(
//!     y: Convolved<shape![B, C, 32, 32], shape![O, C, 3, 3], Conv>,
//! ) -> shape![B, O, 30, 30] {
//!     y
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::window::Conv;
//! use shapecheck::algebra::Convolve;
//! use shapecheck::shape;
//!
//! type Convolved = <shape![8, 4, 32, 32] as Convolve<2, shape![16, 3, 3, 3], Conv>>::Output;
//! fn wrong(_: Convolved) {} // this convolution takes 3 channels, the input has 4 at axis -3
//! ```

use core::marker::PhantomData;

use typenum::U0;

use super::AxisEqualTo;
use super::along::{AlongAxes, Every, Numbers, OfSettings, WindowedAxes};
use super::window::{
    ChannelsFirst, Conv, ConvTranspose, Dilations, FromOne, Goes, GroupCount, HasPositions,
    IfPositive, Of, OutputPads, Paddings, Pads, PadsAxes, PadsAxis, PositionsAre, Reach,
    SettingsFit, Slide, Steps, Strides, slides_of, transposed_slides_of,
};
use crate::dim::{Extent, FromOneOr, Minus, SizeOrAny, Sum};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::list::ArrayShape;
use crate::verdict::{
    Accept, AxisVerdict, Decimal, DividedInputRule, DividedOutputRule, KernelChannelsRule, Last,
    Operands, OutputPaddingRule, SpreadLeftRule, TransposedKernelChannelsRule,
};
use crate::{Axes, Dim, Dyn, DynShape, Scalar, Shape, ShapeError};

/// A shape that can be convolved along its last `AXES` axes with kernels of shape `Kernel`, by settings that are a
/// [`Conv`].
///
/// ```text
/// [..S, C, H, W] with [O, C, K, L]           = [..S, O, H - K + 1, W - L + 1]
/// [..S, C, H, W] with [O, C / groups, K, L]  = [..S, O, ..]
/// along an axis: (N + 2 padding - span) / stride + 1, rounded down
/// span:          dilation * (kernel - 1) + 1
/// ```
///
/// As in PyTorch, kernels are `[output channels, input channels, ...]`. A dynamic size stays dynamic. In generic code
/// no bound is needed if the channels are one parameter and the sizes are numbers, or are kept by
/// [`Same`](super::window::Same).
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this kernel goes over the input",
    label = "nothing here says that kernels `{Kernel}` go over the last {AXES} axes of `{Self}`",
    note = "an input `[..S, C, ...]` is convolved with kernels `[O, C, ...]`, as many axes in place of the dots, and gives `[..S, O, ...]`",
    note = "settings are a `Conv`, such as `Conv::new().stride::<2>().padding::<1>()`; `Conv::new().same()` keeps sizes that are parameters",
    note = "in generic code a stride of 2 goes over `2 * N` elements `N` times, with padding that makes up for the kernel, 1 for kernels of 3 or 4: add the bound `N: StridesOf<dim!(2)>` to each such `N`, of 4 `StridesOf<dim!(4)>`, or `where dim!(N): StridesOf<dim!(2)>` for a const parameter, with `use shapecheck::{{dim, window::StridesOf}}`; a call that does not say its result says `N`, which is not inferred from `2 * N`: `layer.forward::<_, dim!(16)>(&x)`",
    note = "for other sizes the bound is on the whole shapes, such as `where shape![B, I, N]: Convolve<1, shape![O, I, K], Conv, Output = shape![B, O, N - K + 1]>`, with `use shapecheck::algebra::Convolve` (the bound that rustc may suggest below is not enough)"
)]
pub trait Convolve<const AXES: usize, Kernel, Settings>: Shape {
    /// The shape of the results.
    type Output: ArrayShape;

    /// The number of groups, and the other settings as numbers, from the first of the axes to the last, for a kernel
    /// with these sizes.
    #[doc(hidden)]
    fn slides(kernel: &[usize]) -> (usize, [Slide; AXES]);
}

/// The shape of kernels that slide along `AXES` axes: `[O, C, ...]`.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "this is not a kernel of a convolution along {AXES} of the axes",
    label = "expected `[O, C, ...]`, with {AXES} of them in place of the dots",
    note = "kernels have a shape `[O, C, ...]`: for O channels that are given, C that are taken, and a size for each of the axes"
)]
pub trait IsKernel<const AXES: usize>: Shape {
    /// The number of output channels, and of input channels in each group.
    #[doc(hidden)]
    type Gives: Dim;
    #[doc(hidden)]
    type Takes: Dim;
    /// The sizes along the axes.
    #[doc(hidden)]
    type Sizes: Numbers;
}

macro_rules! kernels {
    ($($equation:literal: $axes:literal [$($parameter:ident)*] $shape:ty, $sizes:ty;)*) => {$(
        #[doc = $equation]
        #[diagnostic::do_not_recommend]
        impl<O: Dim, C: Dim, $($parameter: Dim),*> IsKernel<$axes> for $shape {
            type Gives = O;
            type Takes = C;
            type Sizes = $sizes;
        }

        #[diagnostic::do_not_recommend]
        impl IsKernel<$axes> for DynShape {
            type Gives = Dyn;
            type Takes = Dyn;
            type Sizes = Every<Dyn>;
        }
    )*};
}

type Two<O, C> = Axes<Axes<Scalar, O>, C>;

kernels! {
    "`[O, C, K]`": 1 [K] Axes<Two<O, C>, K>, Every<K>;
    "`[O, C, K, L]`": 2 [K L] Axes<Axes<Two<O, C>, K>, L>, Axes<Every<K>, L>;
    "`[O, C, J, K, L]`": 3 [J K L] Axes<Axes<Axes<Two<O, C>, J>, K>, L>, Axes<Axes<Every<J>, K>, L>;
}

/// The channels of an input.
type Found<Input, const AXES: usize> = <Of<Input> as ChannelsFirst<AXES>>::Channels;

/// The axis of the channels, counted from the end.
type ChannelAxis<Input, const AXES: usize> = <Of<Input> as ChannelsFirst<AXES>>::Distance;

/// The input channels that the kernels take in all groups together.
type Taken<G, Kernel, const AXES: usize> =
    <<G as GroupCount>::Number as FromOne>::Multiple<<Kernel as IsKernel<AXES>>::Takes>;

/// The rule of convolutions along an axis.
#[doc(hidden)]
pub struct Convolving<K, S, P, D>(PhantomData<(K, S, P, D)>);

/// `(N + 2 padding - span) / stride + 1`, or `N`
impl<K: Numbers, S: Steps, P: Paddings, D: Steps> AlongAxes for Convolving<K, S, P, D> {
    type Size<N: Dim> = SizeOrAny<<P::Last as PadsAxis>::Places<N, K::Last, D::Last, S::Last>>;
    type Verdict<N: Dim> = <P::Last as PadsAxis>::Verdict<N, K::Last, D::Last, S::Last>;
    type Lead = Convolving<K::Lead, S::Lead, P::Lead, D::Lead>;
}

/// The rule of these settings.
type ConvolvingBy<const AXES: usize, Kernel, S, P, D> = Convolving<
    <Kernel as IsKernel<AXES>>::Sizes,
    <S as Strides<AXES>>::Each,
    <P as PadsAxes<AXES>>::Each,
    <D as Dilations<AXES>>::Each,
>;

impl<Input, const AXES: usize, Kernel, S, P, D, G> Convolve<AXES, Kernel, Conv<S, P, D, G>>
    for Input
where
    Input: Shape,
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    S: Strides<AXES>,
    P: PadsAxes<AXES>,
    D: Dilations<AXES>,
    G: GroupCount,
    D: SettingsFit<AXES, Input, Kernel, Conv<S, P, D, G>>,
{
    type Output = D::Output;

    fn slides(kernel: &[usize]) -> (usize, [Slide; AXES]) {
        (
            G::NUMBER,
            slides_of(S::NUMBERS, P::NUMBERS, D::NUMBERS, kernel),
        )
    }
}

impl<Input, const AXES: usize, Kernel, S, P, D, G, Verdict, Positions>
    SettingsFit<AXES, Input, Kernel, Conv<S, P, D, G>> for D
where
    Input: Shape,
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    P: PadsAxes<AXES>,
    G: GroupCount,
    D: Goes<AXES, Input, Kernel, Conv<S, P, D, G>>,
    Taken<G, Kernel, AXES>: AxisEqualTo<Found<Input, AXES>, Verdict = Verdict>,
    Verdict: AxisVerdict,
    // A bound on the input: where a parameter leaves it open, rustc then reports the whole relation.
    Input: Accept<KernelChannelsRule, Verdict::At<ChannelAxis<Input, AXES>>>
        + Accept<
            DividedOutputRule,
            <G::Number as FromOne>::Divides<Kernel::Gives, ChannelAxis<Input, AXES>>,
        > + PositionsAre<AXES, Kernel, Conv<S, P, D, G>, D, Positions>
        + HasPositions<AXES, Kernel, Conv<S, P, D, G>, D, Verdict = Positions>
        + Accept<P::Relation, Positions>,
{
}

impl<Input, const AXES: usize, Kernel, S, P, D, G> Goes<AXES, Input, Kernel, Conv<S, P, D, G>> for D
where
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    S: Strides<AXES>,
    P: PadsAxes<AXES>,
    D: Dilations<AXES>,
{
    type Output = <<Of<Input> as ChannelsFirst<AXES>>::Places as WindowedAxes>::By<
        ConvolvingBy<AXES, Kernel, S, P, D>,
        Axes<<Of<Input> as ChannelsFirst<AXES>>::Lead, Kernel::Gives>,
    >;
    type Verdict = <<Of<Input> as ChannelsFirst<AXES>>::Places as WindowedAxes>::Verdict<
        ConvolvingBy<AXES, Kernel, S, P, D>,
    >;
}

/// The shape of a convolution along the last axes, one [`Slide`] for each: the rule of [`Convolve`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::{Slide, convolve_shape};
///
/// let halved = [Slide::new().stride(2).padding(1); 2];
/// assert_eq!(convolve_shape(&[8, 3, 224, 224], &[16, 3, 3, 3], &halved, 1)?.dims(), [8, 16, 112, 112]);
/// let error = convolve_shape(&[8, 3, 1, 224], &[16, 3, 5, 3], &halved, 1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "kernels [16, 3, 5, 3] do not go over shape [8, 3, 1, 224]: a kernel of 5 does not fit in 3 padded elements \
///      at axis -2",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input has fewer axes, if the kernel does not have two axes more than the window, if its
/// channels are not those of the input, if the number of groups does not divide its output channels, if it does not fit
/// in an axis with its padding, or if a stride, a dilation or the number of groups is 0.
pub fn convolve_shape(
    input: &[usize],
    kernel: &[usize],
    slides: &[Slide],
    groups: usize,
) -> Result<DynShape, ShapeError> {
    let axes = slides.len();
    let Some(channels) = input.len().checked_sub(axes + 1) else {
        return Err(ShapeError::rank(input, axes + 1, true));
    };
    let [gives, takes, sizes @ ..] = kernel else {
        return Err(ShapeError::rank(kernel, axes + 2, false));
    };
    if sizes.len() != axes {
        return Err(ShapeError::rank(kernel, axes + 2, false));
    }
    let refused = |kind: ShapeErrorKind| kind.between(input, kernel);
    if groups == 0 {
        let of = "number of groups";
        return Err(refused(ShapeErrorKind::Zero { of }));
    }
    let axis = -(axes as isize + 1);
    let Some(takes) = takes.checked_mul(groups) else {
        return Err(refused(ShapeErrorKind::SizeOverflow { axis }));
    };
    Rule::KERNEL_CHANNELS.check_size(axis, [input[channels], takes], input, kernel)?;
    if gives % groups != 0 {
        return Err(refused(Rule::DIVIDED_OUTPUT.sizes(axis, groups, *gives)));
    }
    let mut result = DynShape::from(input);
    result.dims_mut()[channels] = *gives;
    for place in (0..axes).rev() {
        let axis = place as isize - axes as isize;
        let size = input[channels + 1 + place];
        result.dims_mut()[channels + 1 + place] = slides[place]
            .checked_places(size, sizes[place], axis, Rule::KERNELS)
            .map_err(refused)?;
    }
    Ok(result)
}

/// A shape to which a transposed convolution with kernels of shape `Kernel` applies along its last `AXES` axes, by
/// settings that are a [`ConvTranspose`].
///
/// ```text
/// [..S, C, H, W] with [C, O / groups, K, L] = [..S, O, ..]
/// along an axis: (N - 1) stride - 2 padding + span + output padding
/// span:          dilation * (kernel - 1) + 1
/// ```
///
/// A dynamic size stays dynamic. In generic code no bound is needed if the channels are one parameter and the sizes are
/// numbers.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this kernel goes over the input backwards",
    label = "nothing here says that kernels `{Kernel}` go over the last {AXES} axes of `{Self}`",
    note = "an input `[..S, C, ...]` is convolved backwards with kernels `[C, O, ...]`, as many axes in place of the dots, and gives `[..S, O, ...]`",
    note = "settings are a `ConvTranspose`, such as `ConvTranspose::new().stride::<2>()`",
    note = "in generic code a stride of 2 makes `2 * N` of `N`, with padding that takes off what the kernel adds, 1 for kernels of 4: add the bound `N: StridesOf<dim!(2)>` to each such `N`, of 4 `StridesOf<dim!(4)>`, or `where dim!(N): StridesOf<dim!(2)>` for a const parameter, with `use shapecheck::{{dim, window::StridesOf}}`",
    note = "for other sizes the bound is on the whole shapes, such as `where shape![B, I, N]: ConvolveTransposed<1, shape![I, O, K], ConvTranspose, Output = shape![B, O, N + K - 1]>`, with `use shapecheck::algebra::ConvolveTransposed` (the bound that rustc may suggest below is not enough)"
)]
pub trait ConvolveTransposed<const AXES: usize, Kernel, Settings>: Shape {
    /// The shape of the results.
    type Output: ArrayShape;

    /// The number of groups, and the other settings as numbers, from the first of the axes to the last: the slide of
    /// the convolution in the opposite direction, and the output padding.
    #[doc(hidden)]
    fn slides() -> (usize, [(Slide, usize); AXES]);
}

/// The length that the positions of the kernel span: `(N - 1) stride + (reach + output padding) + 1`, or `NoSize` if
/// there are none. Only a message computes it.
type Spread<N, K, S, D, A> =
    <<S as FromOne>::Multiple<<N as Extent>::Previous> as Extent>::PlusAndOne<
        <Reach<K, D> as Extent>::Plus<A>,
    >;

/// What is left after the padding is removed: `stride N + (behind - taken)`, or `stride N - (taken - behind)`. It is 0 or
/// `NoSize` if nothing is left. Settings alone decide what is added, so that `stride N` of a parameter stays as it is.
type Left<N, K, S, P, D, A> = <Minus<Behind<K, D, A>, TakenOff<S, P>> as Extent>::IfSize<
    Sum<Minus<Behind<K, D, A>, TakenOff<S, P>>, Stretched<N, S>>,
    Minus<Stretched<N, S>, Minus<TakenOff<S, P>, Behind<K, D, A>>>,
>;

/// `stride N`, or `NoSize` if there is no position.
type Stretched<N, S> = IfPositive<N, <S as FromOne>::Strides<N>>;

/// What the last position adds: `reach + output padding + 1`.
type Behind<K, D, A> = <Reach<K, D> as Extent>::PlusAndOne<A>;

/// The stride of the last position, which has none after it, and the padding: `stride + 2 P`.
type TakenOff<S, P> = Sum<S, <P as Extent>::Twice>;

/// Whether something is left after the padding is removed.
type SpreadFits<N, K, S, P, D, A> =
    FromOneOr<Left<N, K, S, P, D, A>, P, SpreadOf<N, K, S, D, A>, Last>;

/// The length that the positions of the kernel span, for a message: 0 if there are none. Only a message computes it.
#[doc(hidden)]
pub struct SpreadOf<N, K, S, D, A>(PhantomData<(N, K, S, D, A)>);

impl<N: Extent, K: Extent, S: FromOne, D: FromOne, A: Extent> Decimal for SpreadOf<N, K, S, D, A>
where
    <Spread<N, K, S, D, A> as Extent>::IfSize<Spread<N, K, S, D, A>, U0>: Decimal,
{
    type Number =
        <<Spread<N, K, S, D, A> as Extent>::IfSize<Spread<N, K, S, D, A>, U0> as Decimal>::Number;
}

/// The larger of two.
type Larger<A, B> = <Minus<A, B> as Extent>::IfSize<A, B>;

/// Whether the output padding is below the stride or the dilation.
type AddedFits<S, D, A> = FromOneOr<Minus<Larger<S, D>, A>, A, Larger<S, D>, Last>;

/// Settings of transposed convolutions whose output padding is below the stride or the dilation. It does not depend on
/// the shapes, so rustc proves it once for the same settings.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the output padding is below the stride or the dilation",
    label = "nothing here says that the output padding `{Self}` is below the stride `{S}` or the dilation `{D}`"
)]
pub trait AddsLess<const AXES: usize, S, D> {}

/// The rule of transposed convolutions along an axis.
#[doc(hidden)]
pub struct Spreading<K, S, P, A, D>(PhantomData<(K, S, P, A, D)>);

/// `(N - 1) stride - 2 padding + span + output padding`
impl<K: Numbers, S: Steps, P: Numbers, A: Numbers, D: Steps> AlongAxes
    for Spreading<K, S, P, A, D>
{
    type Size<N: Dim> = SizeOrAny<Left<N, K::Last, S::Last, P::Last, D::Last, A::Last>>;
    type Verdict<N: Dim> = SpreadFits<N, K::Last, S::Last, P::Last, D::Last, A::Last>;
    type Lead = Spreading<K::Lead, S::Lead, P::Lead, A::Lead, D::Lead>;
}

/// The rule of these settings.
type SpreadingBy<const AXES: usize, Kernel, S, P, A, D> = Spreading<
    <Kernel as IsKernel<AXES>>::Sizes,
    <S as Strides<AXES>>::Each,
    <P as Pads<AXES>>::Each,
    <A as OutputPads<AXES>>::Each,
    <D as Dilations<AXES>>::Each,
>;

/// The rule that output padding is below the stride or the dilation.
#[doc(hidden)]
pub struct Adding<S, D, A>(PhantomData<(S, D, A)>);

impl<S: Steps, D: Steps, A: Numbers> AlongAxes for Adding<S, D, A> {
    type Size<N: Dim> = N;
    type Verdict<N: Dim> = AddedFits<S::Last, D::Last, A::Last>;
    type Lead = Adding<S::Lead, D::Lead, A::Lead>;
}

impl<Input, const AXES: usize, Kernel, S, P, A, D, G>
    ConvolveTransposed<AXES, Kernel, ConvTranspose<S, P, A, D, G>> for Input
where
    Input: Shape,
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    S: Strides<AXES>,
    P: Pads<AXES>,
    A: OutputPads<AXES>,
    D: Dilations<AXES>,
    G: GroupCount,
    A: AddsLess<AXES, S, D>,
    D: SettingsFit<AXES, Input, Kernel, ConvTranspose<S, P, A, D, G>>,
{
    type Output = D::Output;

    fn slides() -> (usize, [(Slide, usize); AXES]) {
        (
            G::NUMBER,
            transposed_slides_of(S::NUMBERS, P::NUMBERS, D::NUMBERS, A::NUMBERS),
        )
    }
}

impl<Input, const AXES: usize, Kernel, S, P, A, D, G, Verdict, Positions>
    SettingsFit<AXES, Input, Kernel, ConvTranspose<S, P, A, D, G>> for D
where
    Input: Shape,
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    G: GroupCount,
    D: Goes<AXES, Input, Kernel, ConvTranspose<S, P, A, D, G>>,
    Kernel::Gives: AxisEqualTo<Found<Input, AXES>, Verdict = Verdict>,
    Verdict: AxisVerdict,
    Input: Accept<TransposedKernelChannelsRule, Verdict::At<ChannelAxis<Input, AXES>>>
        + Accept<
            DividedInputRule,
            <G::Number as FromOne>::Divides<Kernel::Gives, ChannelAxis<Input, AXES>>,
        > + PositionsAre<AXES, Kernel, ConvTranspose<S, P, A, D, G>, D, Positions>
        + HasPositions<AXES, Kernel, ConvTranspose<S, P, A, D, G>, D, Verdict = Positions>
        + Accept<SpreadLeftRule, Positions>,
{
}

impl<Input, const AXES: usize, Kernel, S, P, A, D, G>
    Goes<AXES, Input, Kernel, ConvTranspose<S, P, A, D, G>> for D
where
    Of<Input>: ChannelsFirst<AXES>,
    Kernel: IsKernel<AXES>,
    G: GroupCount,
    S: Strides<AXES>,
    P: Pads<AXES>,
    A: OutputPads<AXES>,
    D: Dilations<AXES>,
{
    type Output = <<Of<Input> as ChannelsFirst<AXES>>::Places as WindowedAxes>::By<
        SpreadingBy<AXES, Kernel, S, P, A, D>,
        Axes<<Of<Input> as ChannelsFirst<AXES>>::Lead, Taken<G, Kernel, AXES>>,
    >;
    type Verdict = <<Of<Input> as ChannelsFirst<AXES>>::Places as WindowedAxes>::Verdict<
        SpreadingBy<AXES, Kernel, S, P, A, D>,
    >;
}

impl<const AXES: usize, S, A, D> AddsLess<AXES, S, D> for A
where
    S: Strides<AXES>,
    A: OutputPads<AXES>,
    D: Dilations<AXES>,
    Operands: Accept<OutputPaddingRule, OfSettings<Adding<S::Each, D::Each, A::Each>>>,
{
}

/// The shape of a transposed convolution along the last axes, each with the [`Slide`] of the convolution in the
/// opposite direction and an output padding: the rule of [`ConvolveTransposed`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::{Slide, convolve_transposed_shape};
///
/// let doubled = [(Slide::new().stride(2).padding(1), 1); 2];
/// assert_eq!(convolve_transposed_shape(&[8, 16, 7, 7], &[16, 3, 3, 3], &doubled, 1)?.dims(), [8, 3, 14, 14]);
/// let error = convolve_transposed_shape(&[8, 16, 7, 7], &[16, 3, 3, 3], &[(Slide::new(), 2); 2], 1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "kernels [16, 3, 3, 3] do not go over shape [8, 16, 7, 7]: an output padding of 2 needs a stride or dilation \
///      above 2 at axis -1",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the input has fewer axes, if the kernel does not have two axes more than the window, if its
/// channels are not those of the input, if the number of groups does not divide the channels, if nothing is left of an
/// axis, if the output padding is not below the stride or the dilation, or if a stride, a dilation, a kernel or the
/// number of groups is 0.
pub fn convolve_transposed_shape(
    input: &[usize],
    kernel: &[usize],
    slides: &[(Slide, usize)],
    groups: usize,
) -> Result<DynShape, ShapeError> {
    let axes = slides.len();
    let Some(channels) = input.len().checked_sub(axes + 1) else {
        return Err(ShapeError::rank(input, axes + 1, true));
    };
    let [takes, gives, sizes @ ..] = kernel else {
        return Err(ShapeError::rank(kernel, axes + 2, false));
    };
    if sizes.len() != axes {
        return Err(ShapeError::rank(kernel, axes + 2, false));
    }
    let refused = |kind: ShapeErrorKind| kind.between(input, kernel);
    let (found, takes) = (input[channels], *takes);
    let axis = -(axes as isize + 1);
    if groups == 0 {
        let of = "number of groups";
        return Err(refused(ShapeErrorKind::Zero { of }));
    }
    Rule::TRANSPOSED_KERNEL_CHANNELS.check_size(axis, [found, takes], input, kernel)?;
    if takes % groups != 0 {
        return Err(refused(Rule::DIVIDED_INPUT.sizes(axis, groups, takes)));
    }
    let mut result = DynShape::from(input);
    let overflow = |axis| refused(ShapeErrorKind::SizeOverflow { axis });
    result.dims_mut()[channels] = gives.checked_mul(groups).ok_or_else(|| overflow(axis))?;
    for place in (0..axes).rev() {
        let axis = place as isize - axes as isize;
        let (slide, added) = slides[place];
        let size = slide
            .spread(input[channels + 1 + place], sizes[place], added, axis)
            .map_err(refused)?;
        result.dims_mut()[channels + 1 + place] = size;
    }
    Ok(result)
}
