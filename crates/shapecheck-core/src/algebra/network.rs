//! Rules for linear layers, normalization and attention.
//!
//! ```
//! use shapecheck::algebra::{Attends, Linear};
//! use shapecheck::{Dim, Shape, shape};
//!
//! fn layer<S: Shape, I: Dim, O: Dim>(
//!     y: <shape![..S, I] as Linear<shape![O, I]>>::Output,
//! ) -> shape![..S, O] {
//!     y
//! }
//!
//! type Queries = shape![8, 12, 1, 64];
//! type Cache = shape![8, 12, _, 64];
//! let _: <Queries as Attends<Cache, Cache>>::Output = <shape![8, 12, 1, 64]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Linear;
//! use shapecheck::shape;
//!
//! type Output = <shape![32, 768] as Linear<shape![10, 784]>>::Output;
//! fn wrong(_: Output) {} // this layer takes 784 numbers, the input has 768 at axis -1
//! ```

use typenum::{U1, U2};

use super::{AxisEqualTo, AxisEquals, Equals, Matrices, SameSize};
use crate::broadcast::{Expands, Meets, broadcast_shapes, check_broadcast_to};
use crate::dim::Arithmetic;
use crate::error::{Rule, ShapeErrorKind};
use crate::for_each::for_each;
use crate::shape::axis::place_of;
use crate::verdict::{
    Accept, AttendsRule, AxisVerdict, BiasRule, BroadcastRule, Count, CountAxes, EndsInRule,
    Excess, Fits, LinearRule, MaskForRule, Operands, OperandsWith, RotatesRule, ShapeVerdict,
    ValuesRule,
};
use crate::{Axes, Dim, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// The weights of a layer, `[O, I]`.
#[diagnostic::on_unimplemented(
    message = "the weights of a layer have two axes",
    label = "no axes `[O, I]` here",
    note = "an input [.., I] goes through weights [O, I], a row for each number of the output, and gives [.., O]"
)]
#[doc(hidden)]
pub trait LayerWeights: Shape {
    /// The size of the output.
    type O: Dim;
    /// The size of the input.
    type I: Dim;
}

impl<O: Dim, I: Dim> LayerWeights for Axes<Axes<Scalar, O>, I> {
    type O = O;
    type I = I;
}

/// A shape whose last axis a layer with weights `Weights` takes, and the shape of the output.
///
/// ```text
/// [..S, I] with weights [O, I] gives [..S, O]
/// ```
///
/// As in PyTorch's `linear`, the weights have one row for each number of the output. In generic code no bound is needed
/// if `I` is one parameter.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "this layer takes inputs that end in as many numbers, and nothing here says that the input does",
    label = "nothing here says that `{Self}` ends in what weights of shape `{Weights}` take",
    note = "an input `shape![..S, I]` goes through weights `shape![O, I]`, a row for each number of the output, and gives `shape![..S, O]`"
)]
pub trait Linear<Weights>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

// The sizes and the verdict are parameters: a bound with a projection of another bound is normalized before any bound is
// looked at, and rustc's next trait solver then reports the rule instead of the bound that fails.
impl<Lhs, Weights, Size, Takes, Verdict> Linear<Weights> for Lhs
where
    Lhs: HasAxis<-1, Size = Size>,
    Weights: LayerWeights<I = Takes>,
    Takes: AxisEqualTo<Size, Verdict = Verdict>,
    Verdict: AxisVerdict,
    OperandsWith<Weights>: Accept<LinearRule, <Verdict as AxisVerdict>::At<Count<1>>>,
{
    type Output = Axes<<Lhs as HasAxis<-1>>::InFront, <Weights as LayerWeights>::O>;
}

/// The shape of a layer's output, `[..S, O]`, for an input `[..S, I]` and weights `[O, I]`: the rule of [`Linear`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::linear_shape;
///
/// assert_eq!(linear_shape(&[32, 784], &[10, 784])?.dims(), [32, 10]);
/// assert_eq!(
///     linear_shape(&[32, 768], &[10, 784]).unwrap_err().to_string(),
///     "weights [10, 784] do not take an input [32, 768]: this layer takes 784 numbers, the input has 768 at axis -1",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the weights are not a matrix, if the input has no axis, or if its last axis has a different size
/// than the layer takes.
pub fn linear_shape(input: &[usize], weights: &[usize]) -> Result<DynShape, ShapeError> {
    let [lead @ .., size] = input else {
        return Err(ShapeError::rank(input, 1, true));
    };
    let [outputs, takes] = weights else {
        return Err(ShapeError::rank(weights, 2, false));
    };
    Rule::LINEAR.check_size(-1, [*size, *takes], input, weights)?;
    with_last(lead, &[*outputs])
}

/// The shape of the bias of a layer whose result is `Output`: a vector with a number for each index of axis `AXIS`,
/// counted from the end.
///
/// ```text
/// [10] at axis -1 of [..S, 10], the result of a linear layer
/// [64] at axis -3 of [..S, 64, H, W], that of a convolution
/// [1]  at axis -1 of [..S, 10]    is refused: nothing is stretched
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the bias has a number for each one that the layer gives",
    label = "nothing here says that `{Self}` has a number for each index of axis {AXIS} of `{Output}`",
    note = "a layer of weights `shape![O, I]` has a bias `shape![O]`, where `O` is one parameter"
)]
pub trait BiasFor<const AXIS: isize, Output>: Shape {}

impl<Bias, Output, Size, Distance, Verdict, const AXIS: isize> BiasFor<AXIS, Output> for Bias
where
    Output: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Bias: Shape + Equals<Axes<Scalar, Size>, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<BiasRule, Verdict::At<Distance>>,
{
}

/// The shape of the bias of a convolution along `AXES` axes whose result is `Output`: a vector with a number for each
/// channel, as [`BiasFor`] says.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the bias has a number for each one that the layer gives",
    label = "nothing here says that `{Self}` has a number for each channel of `{Output}`",
    note = "kernels `shape![O, C, ..]` go with a bias `shape![O]`, where `O` is one parameter"
)]
pub trait ChannelBias<const AXES: usize, Output>: Shape {
    /// The axis of the channels, counted from the end.
    const CHANNELS: isize;
    /// The shape of the bias with an axis of size 1 for each axis after the channels.
    type Column: Shape;
}

for_each! {
    ($axes:literal $channels:literal $Column:ty) => {
        impl<Bias: BiasFor<$channels, Output> + HasAxis<-1>, Output> ChannelBias<$axes, Output> for Bias {
            const CHANNELS: isize = $channels;
            type Column = $Column;
        }
    }

    1 -2 Axes<Bias, U1>;
    2 -3 Axes<Axes<Bias, U1>, U1>;
    3 -4 Axes<Axes<Axes<Bias, U1>, U1>, U1>;
}

/// Checks that the bias of a layer is a vector with a number for each index of an axis of the layer's result, counted from
/// the end: the rule of [`BiasFor`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_bias;
///
/// assert!(check_bias(&[8, 10], &[10], -1).is_ok());
/// assert_eq!(
///     check_bias(&[8, 10], &[24], -1).unwrap_err().to_string(),
///     "bias [24] does not go with a result [8, 10]: there are 24 numbers in the bias, the layer gives 10 at axis -1",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the bias has a different shape.
pub fn check_bias(output: &[usize], bias: &[usize], axis: isize) -> Result<(), ShapeError> {
    place_of(output, axis)?;
    let checked = Rule::BIAS.check_vector(bias, output, axis);
    checked.map_err(|kind| kind.between(output, bias))
}

/// A shape that ends in the axes of `Tail`, with the same sizes. Dynamic sizes are checked at run time.
///
/// ```text
/// [..S, N] ends in [N], and in []
/// [_, 768] ends in [_], where the sizes are equal
/// [1, 768] does not end in [2, 768]: nothing is stretched
/// ```
///
/// The input of a layer that normalizes its last axes is such a shape.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this shape ends in the axes of the other",
    label = "nothing here says that `{Self}` ends in `{Tail}`",
    note = "`[..S, N]` ends in `[N]`, whatever `S` is, where `N` is one parameter"
)]
pub trait EndsIn<Tail>: Shape {}

impl<S, Tail, Verdict> EndsIn<Tail> for S
where
    S: Shape + TailMeets<Tail, Verdict = Verdict>,
    Operands: Accept<EndsInRule, Verdict>,
{
}

/// The verdict on whether a shape ends in `Tail`.
// Part of `EndsIn`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this shape ends in the axes of the other",
    label = "nothing here says that `{Self}` ends in `{Tail}`",
    note = "`[..S, N]` ends in `[N]`, whatever `S` is, where `N` is one parameter"
)]
pub trait TailMeets<Tail> {
    /// [`Fits`], [`Clash`](crate::verdict::Clash) or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[..S] ends in []`
impl<S> TailMeets<Scalar> for S {
    type Verdict = Fits<S>;
}

/// `[..S] may end in dynamic rank`
impl<S> TailMeets<DynShape> for S {
    type Verdict = Fits<S>;
}

/// `dynamic rank may end in [..T, N]`
impl<Lead, Last> TailMeets<Axes<Lead, Last>> for DynShape {
    type Verdict = Fits<DynShape>;
}

/// `[] has no axis for [..T, N]`
impl<Lead: CountAxes, Last> TailMeets<Axes<Lead, Last>> for Scalar {
    type Verdict = Excess<<Axes<Lead, Last> as CountAxes>::Count, Count<0>>;
}

/// `[..S, N] ends in [..T, M]` if N is M and `[..S]` ends in `[..T]`
impl<Lead, Last, TailLead, TailLast> TailMeets<Axes<TailLead, TailLast>> for Axes<Lead, Last>
where
    Lead: TailMeets<TailLead>,
    Last: AxisEquals<TailLast>,
{
    type Verdict = <Last::Verdict as AxisVerdict>::Join<Lead::Verdict>;
}

/// A shape whose pairs of numbers are rotated by angles of shape `Angles`: it ends in the axes of the angles, where the last
/// size is twice as large.
///
/// ```text
/// [..S, T, 2 * P] by angles [T, P]
/// [8, 12, 7, 64] by angles [7, 32]
/// [8, 12, 7, 64] by angles [7, 64]    is refused
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there is an angle for each pair of numbers",
    label = "nothing here says that `{Self}` ends in what angles of shape `{Angles}` rotate",
    note = "an input `shape![..S, T, 2 * P]` is rotated by angles `shape![T, P]`"
)]
pub trait Rotates<Angles>: Shape {}

/// `2 * P`, as the compiler has it of a parameter.
type Twice<Pairs> = <Pairs as Arithmetic>::TimesNumber<U2>;

/// `[..S, 2 * P] by [..T, P]` if `[..S, 2 * P]` ends in `[..T, 2 * P]`
impl<S, Lead, Pairs: Dim, Verdict> Rotates<Axes<Lead, Pairs>> for S
where
    S: Shape + TailMeets<Axes<Lead, Twice<Pairs>>, Verdict = Verdict>,
    Operands: Accept<RotatesRule, Verdict>,
{
}

/// `[..S] by dynamic rank`
impl<S: Shape> Rotates<DynShape> for S {}

/// Checks that the pairs of numbers of a shape can be rotated by angles of another: the rule of [`Rotates`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::check_rotates;
///
/// assert!(check_rotates(&[8, 12, 7, 64], &[7, 32]).is_ok());
/// assert_eq!(
///     check_rotates(&[8, 12, 7, 64], &[9, 32]).unwrap_err().to_string(),
///     "angles [9, 32] do not go with shape [8, 12, 7, 64]: the input has size 7 at axis -2, the angles are for 9",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the angles have no axis or more axes than the shape, or if sizes differ; the error names the size
/// nearest to the last axis.
pub fn check_rotates(shape: &[usize], angles: &[usize]) -> Result<(), ShapeError> {
    let Some((&pairs, front)) = angles.split_last() else {
        return Err(ShapeError::no_axis(angles, 1));
    };
    let Some(lead) = shape.len().checked_sub(angles.len()) else {
        return Err(Rule::ROTATES.ranks(angles, shape).between(shape, angles));
    };
    let rotated = with_last(front, &[pairs.saturating_mul(2)])?;
    Rule::ROTATES
        .compare(&shape[lead..], rotated.dims())
        .map_err(|kind| kind.between(shape, angles))
}

/// The shape of queries for attention with keys and values of these shapes.
///
/// ```text
/// queries [..Q, L, E], keys [..K, S, E], values [..V, S, D]
/// scores  [..(Q with K), L, S]
/// result  [..(Q with K with V), L, D]
/// ```
///
/// The axes in front broadcast. In generic code no bound is needed if equal sizes are one parameter and the axes in
/// front are the same.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes attend to each other",
    label = "nothing here says that queries `{Self}` attend to keys `{Keys}` and values `{Values}`",
    note = "attention takes queries `[..S, L, E]`, keys `[..S, K, E]` and values `[..S, K, D]`"
)]
pub trait Attends<Keys, Values>: Shape {
    /// The shape of the scores, one for each query and each key.
    type Scores: HasAxis<-1> + HasAxis<-2>;
    /// The shape of the result.
    type Output: Shape;
}

/// Sizes are compared one by one, and the axes in front broadcast twice: those of queries and keys, and of both with
/// values. Two matrix products would compare the same, at half as much again for each use.
impl<Queries, Keys, Values, Width, KeyWidth, Count, ValueCount, Lead, KeyLead, ValueLead, Both, All>
    Attends<Keys, Values> for Queries
where
    Queries: Matrices<Columns = Width, InFront = Lead>,
    Keys: Matrices<Columns = KeyWidth, Rows = Count, InFront = KeyLead>,
    Values: Matrices<Rows = ValueCount, InFront = ValueLead>,
    Width: SameSize<AttendsRule, KeyWidth>,
    KeyLead: Meets<Lead, Verdict = Both>,
    Both: ShapeVerdict<Shape: Shape>,
    OperandsWith<Keys>: Accept<BroadcastRule, InFront<Both>>,
    Count: SameSize<ValuesRule, ValueCount> + Dim,
    ValueLead: Meets<Both::Shape, Verdict = All>,
    All: ShapeVerdict<Shape: Shape>,
    OperandsWith<Values>: Accept<BroadcastRule, InFront<All>>,
{
    type Scores = Axes<Axes<Both::Shape, Queries::Rows>, Count>;
    type Output = Axes<Axes<All::Shape, Queries::Rows>, Values::Columns>;
}

/// The verdict on the axes before matrices, from a verdict on axes of the matrices.
pub(super) type InFront<Verdict> = <<Verdict as ShapeVerdict>::Then<U1> as ShapeVerdict>::Then<U1>;

/// A shape that can be a mask for `Scores`, `[.., queries, keys]`: it broadcasts to them.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this mask fits the scores",
    label = "nothing here says that `{Self}` broadcasts to scores `{Scores}`",
    note = "a mask has a number for each query and each key: `[.., queries, keys]`, or 1 where it is the same for all"
)]
pub trait MaskFor<Scores>: Shape {}

impl<Mask, Scores, Verdict> MaskFor<Scores> for Mask
where
    Mask: Shape + Expands<Scores, Verdict = Verdict>,
    Operands: Accept<MaskForRule, Verdict>,
{
}

/// Checks that a shape ends in the axes of another: the rule of [`EndsIn`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_ends_in;
///
/// assert!(check_ends_in(&[8, 32, 768], &[768]).is_ok());
/// assert_eq!(
///     check_ends_in(&[32, 768], &[512]).unwrap_err().to_string(),
///     "shape [32, 768] does not end in [512]: the input has size 768 at axis -1, the layer normalizes 512",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if it has fewer axes, or if a size differs; the error names the size nearest to the last axis.
pub fn check_ends_in(shape: &[usize], tail: &[usize]) -> Result<(), ShapeError> {
    let Some(lead) = shape.len().checked_sub(tail.len()) else {
        return Err(Rule::ENDS_IN.ranks(tail, shape).between(shape, tail));
    };
    Rule::ENDS_IN
        .compare(&shape[lead..], tail)
        .map_err(|kind| kind.between(shape, tail))
}

/// The shape of the result of attention, `[.., L, D]`, and of its scores, `[.., L, S]`, for queries `[.., L, E]`, keys
/// `[.., S, E]` and values `[.., S, D]`: the rule of [`Attends`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::attention_shapes;
///
/// let (result, scores) = attention_shapes(&[8, 12, 1, 64], &[8, 12, 7, 64], &[8, 12, 7, 64])?;
/// assert_eq!((result.dims(), scores.dims()), (&[8, 12, 1, 64][..], &[8, 12, 1, 7][..]));
/// assert_eq!(
///     attention_shapes(&[5, 64], &[7, 64], &[6, 64]).unwrap_err().to_string(),
///     "keys [7, 64] do not go with values [6, 64]: there are 7 keys, but 6 values",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if queries, keys or values are not matrices, if queries and keys are of different sizes, if there
/// are not as many keys as values, or if the axes in front do not broadcast.
pub fn attention_shapes(
    queries: &[usize],
    keys: &[usize],
    values: &[usize],
) -> Result<(DynShape, DynShape), ShapeError> {
    let [
        (query_lead, length, _),
        (key_lead, count, _),
        (value_lead, _, output),
    ] = attended(queries, keys, values)?;
    let lead = broadcast_shapes(&[query_lead, key_lead])
        .map_err(|error| Rule::BROADCAST.in_front(&error, 2).between(queries, keys))?;
    let scores = with_last(lead.dims(), &[length, count])?;
    let all = broadcast_shapes(&[lead.dims(), value_lead]).map_err(|error| {
        Rule::BROADCAST
            .in_front(&error, 2)
            .between(scores.dims(), values)
    })?;
    Ok((with_last(all.dims(), &[length, output])?, scores))
}

/// The axes in front, the rows and the columns of queries, keys and values, after a check of the rows and columns.
pub(super) fn attended<'a>(
    queries: &'a [usize],
    keys: &'a [usize],
    values: &'a [usize],
) -> Result<[(&'a [usize], usize, usize); 3], ShapeError> {
    let matrix = |shape: &'a [usize]| match shape {
        [lead @ .., rows, columns] => Ok((lead, *rows, *columns)),
        _ => Err(ShapeError::rank(shape, 2, true)),
    };
    let all = [matrix(queries)?, matrix(keys)?, matrix(values)?];
    let [(_, _, width), (_, count, key_width), (_, value_count, _)] = all;
    Rule::ATTENDS.check_size(-1, [width, key_width], queries, keys)?;
    Rule::VALUES.check_size(-2, [count, value_count], keys, values)?;
    Ok(all)
}

/// Checks that a mask can be added to scores, `[.., queries, keys]`: the rule of [`MaskFor`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_score_mask;
///
/// assert!(check_score_mask(&[5, 7], &[8, 12, 5, 7]).is_ok());
/// assert_eq!(
///     check_score_mask(&[5, 8], &[12, 5, 7]).unwrap_err().to_string(),
///     "mask [5, 8] does not fit scores [12, 5, 7]: the mask has size 8 at axis -1, the scores have 7",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the mask has more axes, or if one of its sizes is neither 1 nor that of the scores.
pub fn check_score_mask(mask: &[usize], scores: &[usize]) -> Result<(), ShapeError> {
    check_broadcast_to(mask, scores).map_err(|error| {
        let kind = match mask.len() > scores.len() {
            true => Rule::MASK_FOR.ranks(mask, scores),
            false => Rule::MASK_FOR.in_front(&error, 0),
        };
        kind.between(mask, scores)
    })
}

/// The number of queries and of keys in the scores `[.., queries, keys]` of causal attention.
///
/// ```
/// use shapecheck::algebra::check_causal;
///
/// assert_eq!(check_causal(&[12, 1, 7]), Ok((1, 7)));
/// assert_eq!(
///     check_causal(&[3, 2]).unwrap_err().to_string(),
///     "scores [3, 2] have no causal mask: there are 3 queries, but 2 keys, and a query sees its own key and those \
///      before it",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the scores are not matrices, or if there are more queries than keys.
pub fn check_causal(scores: &[usize]) -> Result<(usize, usize), ShapeError> {
    match *scores {
        [.., queries, keys] if queries <= keys => Ok((queries, keys)),
        [.., queries, keys] => {
            let kind = ShapeErrorKind::CausalKeys { queries, keys };
            Err(kind.of(scores))
        }
        _ => Err(ShapeError::rank(scores, 2, true)),
    }
}

/// A shape with more axes appended.
#[doc(hidden)]
pub fn with_last(lead: &[usize], last: &[usize]) -> Result<DynShape, ShapeError> {
    let rank = lead.len() + last.len();
    DynShape::build(rank, 1, &|axis| match rank - axis {
        index if index < lead.len() => lead[index],
        index => last[index - lead.len()],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
