//! Rules for embeddings, bilinear layers, distances of points, and grouped-query attention.
//!
//! ```
//! use shapecheck::algebra::{Bilinear, Distances, Embeds};
//! use shapecheck::{Dim, shape};
//!
//! fn embedded<V: Dim, D: Dim, B: Dim, T: Dim>(
//!     y: <shape![V, D] as Embeds<shape![B, T]>>::Output,
//! ) -> shape![B, T, D] {
//!     y
//! }
//! let _: <shape![8, 5, 3] as Distances<shape![7, 3]>>::Output = <shape![8, 5, 7]>::default();
//! let _: <shape![8, 5] as Bilinear<shape![8, 7], shape![4, 5, 7]>>::Output = <shape![8, 4]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Distances;
//! use shapecheck::shape;
//!
//! type Output = <shape![5, 3] as Distances<shape![7, 4]>>::Output;
//! fn wrong(_: Output) {} // points differ in length: 3 and 4
//! ```

use typenum::U1;

use super::network::{InFront, attended, with_last};
use super::{AxisEqualTo, EqualTo, Equals, Matrices, SameSize, attention_shapes};
use crate::broadcast::{Meets, broadcast_shapes};
use crate::dim::{DividedBy, MultipleVerdict};
use crate::error::Rule;
use crate::shape::list::after;
use crate::verdict::{
    Accept, AttendsRule, AxisVerdict, BroadcastRule, Count, DistancesRule, EmbeddingRule,
    KeyHeadsRule, LinearRule, Operands, OperandsWith, PairedInputsRule, SecondInputRule,
    ShapeVerdict, ValueHeadsRule, ValuesRule,
};
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A table of vectors, from which indices of shape `Indices` each take one.
///
/// ```text
/// [V, D] at [..I] = [..I, D]
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "a table of vectors is a matrix, and nothing here says that this is one",
    label = "nothing here says that `{Self}` is a matrix",
    note = "an embedding takes its vectors from a table `[V, D]`, a row for each index"
)]
pub trait Embeds<Indices>: HasAxis<-1> {
    /// The shape of the vectors.
    type Output: Shape;
}

/// A matrix of any size.
type AnyMatrix = Axes<Axes<Scalar, Dyn>, Dyn>;

impl<Table, Indices: Shape> Embeds<Indices> for Table
where
    Table: HasAxis<-1> + Equals<AnyMatrix>,
    Operands: Accept<EmbeddingRule, <Table as Equals<AnyMatrix>>::Verdict>,
{
    type Output = Axes<Indices, Table::Size>;
}

/// The weights of a bilinear layer, `[O, I, J]`.
#[diagnostic::on_unimplemented(
    message = "the weights of a layer of two inputs have three axes",
    label = "no axes `[O, I, J]` here",
    note = "inputs [.., I] and [.., J] go through weights [O, I, J], a matrix for each number of the output"
)]
#[doc(hidden)]
pub trait TwoInputs: Shape {
    /// The size of the output.
    type O: Dim;
    /// The size of the first input.
    type I: Dim;
    /// The size of the second input.
    type J: Dim;
}

impl<O: Dim, I: Dim, J: Dim> TwoInputs for Axes<Axes<Axes<Scalar, O>, I>, J> {
    type O = O;
    type I = I;
    type J = J;
}

/// A shape that a bilinear layer takes, together with the second input `Rhs`.
///
/// ```text
/// [..S, I] and [..S, J] with weights [O, I, J] give [..S, O]
/// ```
///
/// The rule is that of PyTorch's `bilinear`: the axes in front are equal.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "this layer takes two inputs that each end in as many numbers, and nothing here says that these do",
    label = "nothing here says that `{Self}` and `{Rhs}` end in what weights of shape `{Weights}` take",
    note = "inputs `[..S, I]` and `[..S, J]` go through weights `[O, I, J]`, a matrix for each number of the output, and give `[..S, O]`"
)]
pub trait Bilinear<Rhs, Weights>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

// Each part that is compared, and each verdict, is a parameter: a bound with a projection of another bound is normalized
// before any bound is looked at, and rustc's next trait solver then reports the rule instead of the bound that fails.
impl<
    Lhs,
    Rhs,
    Weights,
    First,
    Takes,
    Second,
    TakesSecond,
    Lead,
    SecondLead,
    OfFirst,
    OfSecond,
    OfLeads,
> Bilinear<Rhs, Weights> for Lhs
where
    Lhs: HasAxis<-1, Size = First, InFront = Lead>,
    Rhs: HasAxis<-1, Size = Second, InFront = SecondLead>,
    Weights: TwoInputs<I = Takes, J = TakesSecond>,
    Takes: AxisEqualTo<First, Verdict = OfFirst>,
    OfFirst: AxisVerdict,
    OperandsWith<Weights>: Accept<LinearRule, <OfFirst as AxisVerdict>::At<Count<1>>>,
    TakesSecond: AxisEqualTo<Second, Verdict = OfSecond>,
    OfSecond: AxisVerdict,
    OperandsWith<Weights>: Accept<SecondInputRule, <OfSecond as AxisVerdict>::At<Count<1>>>,
    SecondLead: EqualTo<Lead, Verdict = OfLeads>,
    OfLeads: ShapeVerdict,
    OperandsWith<Rhs>: Accept<PairedInputsRule, <OfLeads as ShapeVerdict>::Then<U1>>,
    Lead: Shape,
{
    type Output = Axes<<Lhs as HasAxis<-1>>::InFront, <Weights as TwoInputs>::O>;
}

/// The shape of the output of a bilinear layer, `[..S, O]`: the rule of [`Bilinear`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::bilinear_shape;
///
/// assert_eq!(bilinear_shape(&[8, 5], &[8, 7], &[4, 5, 7])?.dims(), [8, 4]);
/// assert_eq!(
///     bilinear_shape(&[8, 5], &[8, 6], &[4, 5, 7]).unwrap_err().to_string(),
///     "weights [4, 5, 7] do not take a second input [8, 6]: this layer takes 7 numbers, the second input has 6 at \
///      axis -1",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the weights do not have three axes, if an input has none, if its last axis has a different size
/// than the layer takes, or if the axes in front differ.
pub fn bilinear_shape(
    lhs: &[usize],
    rhs: &[usize],
    weights: &[usize],
) -> Result<DynShape, ShapeError> {
    let [lead @ .., first] = lhs else {
        return Err(ShapeError::rank(lhs, 1, true));
    };
    let [.., second] = rhs else {
        return Err(ShapeError::rank(rhs, 1, true));
    };
    let [outputs, takes, takes_second] = weights else {
        return Err(ShapeError::rank(weights, 3, false));
    };
    Rule::LINEAR.check_size(-1, [*first, *takes], lhs, weights)?;
    Rule::SECOND_INPUT.check_size(-1, [*second, *takes_second], rhs, weights)?;
    Rule::PAIRED_INPUTS
        .compare_by(lhs, rhs, |lhs, rhs, axis| axis == -1 || lhs == rhs)
        .map_err(|kind| kind.between(lhs, rhs))?;
    with_last(lead, &[*outputs])
}

/// A shape of points along the last axis, which have distances to the points of `Rhs`.
///
/// ```text
/// [..L, P, N] and [..R, Q, N] give [..(L with R), P, Q]
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these points have as many numbers",
    label = "nothing here says that points of shape `{Self}` and `{Rhs}` have distances",
    note = "points `[.., P, N]` and `[.., Q, N]` have distances `[.., P, Q]`"
)]
pub trait Distances<Rhs>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<Lhs, Rhs, Numbers, OtherNumbers, Lead, OtherLead, OfNumbers, OfLeads> Distances<Rhs> for Lhs
where
    Lhs: Matrices<Columns = Numbers, InFront = Lead>,
    Rhs: Matrices<Columns = OtherNumbers, InFront = OtherLead>,
    OtherNumbers: AxisEqualTo<Numbers, Verdict = OfNumbers>,
    OfNumbers: AxisVerdict,
    OperandsWith<Rhs>: Accept<DistancesRule, <OfNumbers as AxisVerdict>::At<Count<1>>>,
    OtherLead: Meets<Lead, Verdict = OfLeads>,
    OfLeads: ShapeVerdict,
    <OfLeads as ShapeVerdict>::Shape: Shape,
    OperandsWith<Rhs>:
        Accept<BroadcastRule, <<OfLeads as ShapeVerdict>::Then<U1> as ShapeVerdict>::Then<U1>>,
{
    type Output = Axes<
        Axes<<OfLeads as ShapeVerdict>::Shape, <Lhs as Matrices>::Rows>,
        <Rhs as Matrices>::Rows,
    >;
}

/// The shape of the distances between points, `[.., P, Q]`: the rule of [`Distances`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::distances_shape;
///
/// assert_eq!(distances_shape(&[8, 5, 3], &[7, 3])?.dims(), [8, 5, 7]);
/// assert_eq!(
///     distances_shape(&[5, 3], &[7, 4]).unwrap_err().to_string(),
///     "points differ in length: 3 and 4, in shapes [5, 3] and [7, 4]",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if an operand has fewer than two axes, if the points have not as many numbers, or if the axes in
/// front do not broadcast.
pub fn distances_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let [lhs_lead @ .., points, numbers] = lhs else {
        return Err(ShapeError::rank(lhs, 2, true));
    };
    let [rhs_lead @ .., others, other_numbers] = rhs else {
        return Err(ShapeError::rank(rhs, 2, true));
    };
    Rule::DISTANCES.check_size(-1, [*numbers, *other_numbers], lhs, rhs)?;
    let lead = broadcast_shapes(&[lhs_lead, rhs_lead])
        .map_err(|error| Rule::BROADCAST.in_front(&error, 2).between(lhs, rhs))?;
    with_last(lead.dims(), &[*points, *others])
}

/// Queries with more heads than the keys and values have: several consecutive heads of queries share one head of keys.
///
/// ```text
/// queries [..Q, H, L, E], keys [..K, G, S, E], values [..V, G, S, D], where G divides H
/// result  [..(Q with K with V), H, L, D]
/// ```
///
/// Except for the heads, the rule is that of [`Attends`](super::Attends).
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes attend to each other in groups of heads",
    label = "nothing here says that queries `{Self}` attend to keys `{Keys}` and values `{Values}` in groups of heads",
    note = "attention of grouped heads takes queries `[..S, H, L, E]`, keys `[..S, G, K, E]` and values `[..S, G, K, D]`, where G divides H"
)]
pub trait GroupedAttends<Keys, Values>: Shape {
    /// The queries with an axis for the heads that share keys: `[..Q, G, H / G, L, E]`.
    type Queries: Shape;
    /// The keys for these queries: `[..K, G, 1, S, E]`.
    type Keys: Shape;
    /// The values for these queries: `[..V, G, 1, S, D]`.
    type Values: Shape;
    /// The scores, one for each query and each key: `[.., G, H / G, L, S]`.
    type Scores: HasAxis<-1> + HasAxis<-2>;
    /// The shape of the result.
    type Output: Shape;
}

/// The verdict on the axes before heads.
type InFrontOfHeads<Verdict> = <InFront<Verdict> as ShapeVerdict>::Then<U1>;

/// As for [`Attends`](super::Attends), where queries have as many heads as keys.
impl<Lead, H, L, E, KeyLead, G, S, N, ValueLead, ValueHeads, ValueCount, D, Both, All>
    GroupedAttends<after!(KeyLead; G S N), after!(ValueLead; ValueHeads ValueCount D)> for after!(Lead; H L E)
where
    Lead: Shape,
    KeyLead: Shape + Meets<Lead, Verdict = Both>,
    Both: ShapeVerdict<Shape: Shape>,
    ValueLead: Shape + Meets<Both::Shape, Verdict = All>,
    All: ShapeVerdict<Shape: Shape>,
    H: Dim,
    L: Dim,
    E: Dim + SameSize<AttendsRule, N>,
    G: Dim + SameSize<ValueHeadsRule, ValueHeads>,
    S: Dim + SameSize<ValuesRule, ValueCount>,
    N: Dim,
    ValueHeads: Dim,
    ValueCount: Dim,
    D: Dim,
    DividedBy<H, G>: Dim,
    OperandsWith<G>: Accept<KeyHeadsRule, MultipleVerdict<H, G, G, H, Count<3>>>,
    OperandsWith<KeyLead>: Accept<BroadcastRule, InFrontOfHeads<Both>>,
    OperandsWith<ValueLead>: Accept<BroadcastRule, InFrontOfHeads<All>>,
{
    type Queries = Axes<Axes<Axes<Axes<Lead, G>, DividedBy<H, G>>, L>, E>;
    type Keys = after!(KeyLead; G U1 S N);
    type Values = after!(ValueLead; ValueHeads U1 ValueCount D);
    type Scores = Axes<Axes<Axes<Axes<All::Shape, G>, DividedBy<H, G>>, L>, S>;
    type Output = Axes<Axes<Axes<All::Shape, H>, L>, D>;
}

/// The shape of the vectors that indices take from a table, `[..I, D]`: the rule of [`Embeds`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::embedding_shape;
///
/// assert_eq!(embedding_shape(&[100, 16], &[8, 5])?.dims(), [8, 5, 16]);
/// assert_eq!(
///     embedding_shape(&[2, 100, 16], &[5]).unwrap_err().to_string(),
///     "shape [2, 100, 16] has rank 3, where rank 2 is needed",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the table is not a matrix.
pub fn embedding_shape(table: &[usize], indices: &[usize]) -> Result<DynShape, ShapeError> {
    match table {
        &[_, width] => with_last(indices, &[width]),
        _ => Err(ShapeError::rank(table, 2, false)),
    }
}

/// The shape of the result of grouped-query attention, and the shapes of queries, keys and values with one more axis:
/// the rule of [`GroupedAttends`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::grouped_attention_shapes;
///
/// let [result, queries, keys, values] = grouped_attention_shapes(&[8, 12, 5, 64], &[8, 4, 7, 64], &[8, 4, 7, 64])?;
/// assert_eq!(result.dims(), [8, 12, 5, 64]);
/// assert_eq!(queries.dims(), [8, 4, 3, 5, 64]);
/// assert_eq!((keys.dims(), values.dims()), (&[8, 4, 1, 7, 64][..], &[8, 4, 1, 7, 64][..]));
/// assert_eq!(
///     grouped_attention_shapes(&[12, 5, 64], &[5, 7, 64], &[5, 7, 64]).unwrap_err().to_string(),
///     "queries [12, 5, 64] do not go with keys [5, 7, 64]: 5 key heads do not divide 12 query heads",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if queries, keys or values have fewer than three axes, if the heads of the keys do not divide those
/// of the queries, and as [`attention_shapes`](crate::algebra::attention_shapes), with an axis more before the matrices.
pub fn grouped_attention_shapes(
    queries: &[usize],
    keys: &[usize],
    values: &[usize],
) -> Result<[DynShape; 4], ShapeError> {
    fn heads(shape: &[usize]) -> Result<(&[usize], usize, [usize; 2]), ShapeError> {
        match shape {
            [lead @ .., heads, rows, columns] => Ok((lead, *heads, [*rows, *columns])),
            _ => Err(ShapeError::rank(shape, 3, true)),
        }
    }
    let (query_lead, query_heads, [length, width]) = heads(queries)?;
    let (key_lead, key_heads, [count, key_width]) = heads(keys)?;
    let (value_lead, value_heads, [value_count, output]) = heads(values)?;
    let shared = match query_heads.checked_rem(key_heads) {
        Some(0) => query_heads / key_heads,
        _ => {
            let kind = Rule::KEY_HEADS.sizes(-3, key_heads, query_heads);
            return Err(kind.between(queries, keys));
        }
    };
    // A single head of values or of keys would silently broadcast.
    Rule::VALUE_HEADS.check_size(-3, [key_heads, value_heads], keys, values)?;
    // Errors are about the shapes as given, not about those with one more axis.
    attended(queries, keys, values)?;
    let grouped = with_last(query_lead, &[key_heads, shared, length, width])?;
    let keys = with_last(key_lead, &[key_heads, 1, count, key_width])?;
    let values = with_last(value_lead, &[value_heads, 1, value_count, output])?;
    let (result, _) = attention_shapes(grouped.dims(), keys.dims(), values.dims())?;
    let [lead @ .., _, _, _, _] = result.dims() else {
        unreachable!("the result has as many axes as the grouped queries")
    };
    Ok([
        with_last(lead, &[query_heads, length, output])?,
        grouped,
        keys,
        values,
    ])
}
