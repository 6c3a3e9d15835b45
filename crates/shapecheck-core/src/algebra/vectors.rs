//! Rules for dot products and cross products of vectors along an axis.
//!
//! ```
//! use shapecheck::algebra::VecDot;
//! use shapecheck::shape;
//!
//! type Products<Lhs, Rhs> = <Lhs as VecDot<Rhs>>::Output;
//! let _: Products<shape![8, 1, 3], shape![5, 3]> = <shape![8, 5]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::VecDot;
//! use shapecheck::shape;
//!
//! type Products<Lhs, Rhs> = <Lhs as VecDot<Rhs>>::Output;
//! fn wrong(_: Products<shape![8, 3], shape![8, 4]>) {} // vector lengths differ: 3 and 4
//! ```

use typenum::{U1, U3};

use super::AxisEqualTo;
use crate::broadcast::{Broadcast, Meets, broadcast_shapes};
use crate::error::Rule;
use crate::shape::axis::place_of;
use crate::verdict::{
    Accept, AxisVerdict, BroadcastRule, Count, CountAxes, CrossedRule, Excess, Operands,
    OperandsWith, ShapeVerdict, VectorsRule,
};
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape of vectors along the last axis, each of which has a dot product with one vector of `Rhs`. The axes in front
/// broadcast.
///
/// ```text
/// [..L, N] with [..R, N] = [..(L with R)]
/// [8, 3] with [3]        = [8]
/// [8, 3] with [8, 1]       is refused: nothing along the last axis is repeated
/// ```
///
/// The rule is that of NumPy's `vecdot`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these vectors have as many numbers",
    label = "nothing here says that vectors of shape `{Self}` and `{Rhs}` can be multiplied",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: VecDot<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait VecDot<Rhs>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<Lhs, Rhs, Numbers, OtherNumbers, Lead, OtherLead, OfNumbers, OfLeads> VecDot<Rhs> for Lhs
where
    Lhs: HasAxis<-1, Size = Numbers, InFront = Lead>,
    Rhs: HasAxis<-1, Size = OtherNumbers, InFront = OtherLead>,
    OtherNumbers: AxisEqualTo<Numbers, Verdict = OfNumbers>,
    OfNumbers: AxisVerdict,
    OperandsWith<Rhs>: Accept<VectorsRule, <OfNumbers as AxisVerdict>::At<Count<1>>>,
    OtherLead: Meets<Lead, Verdict = OfLeads>,
    OfLeads: ShapeVerdict,
    <OfLeads as ShapeVerdict>::Shape: Shape,
    OperandsWith<Rhs>: Accept<BroadcastRule, <OfLeads as ShapeVerdict>::Then<U1>>,
{
    type Output = <OfLeads as ShapeVerdict>::Shape;
}

/// The shape of dot products of vectors: the rule of [`VecDot`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::vecdot_shape;
///
/// assert_eq!(vecdot_shape(&[8, 1, 3], &[5, 3])?.dims(), [8, 5]);
/// let error = vecdot_shape(&[8, 3], &[8, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "vector lengths differ: 3 and 4, in shapes [8, 3] and [8, 4]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if an operand has no axis, if the last sizes differ, or if the axes in front do not broadcast.
pub fn vecdot_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let [lhs_lead @ .., numbers] = lhs else {
        return Err(ShapeError::rank(lhs, 1, true));
    };
    let [rhs_lead @ .., other_numbers] = rhs else {
        return Err(ShapeError::rank(rhs, 1, true));
    };
    Rule::VECTORS.check_size(-1, [*numbers, *other_numbers], lhs, rhs)?;
    broadcast_shapes(&[lhs_lead, rhs_lead])
        .map_err(|error| Rule::BROADCAST.in_front(&error, 1).between(lhs, rhs))
}

/// The axes before the vectors, and the length of each.
pub(super) fn vectors(sizes: &[usize]) -> Result<(&[usize], usize), ShapeError> {
    match sizes {
        [in_front @ .., numbers] => Ok((in_front, *numbers)),
        [] => Err(ShapeError::no_axis(sizes, -1)),
    }
}

/// A shape of vectors of three numbers along an axis, each of which has a cross product with one vector of `Rhs`. All
/// other axes broadcast.
///
/// ```text
/// [8, 3] with [3] at axis -1    = [8, 3]
/// [3, 1] with [3, 5] at axis -2 = [3, 5]
/// [_] with [_] at axis -1       = [3]      where both are 3
/// [8, 2] with [2] at axis -1      is refused
/// ```
///
/// The rule is that of the Array API standard: the axis itself does not broadcast, and vectors of two numbers have no
/// cross product.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "a cross product takes vectors of three numbers along axis {AXIS}, and nothing here says that these are",
    label = "nothing here says that vectors of shape `{Self}` and `{Rhs}` have three numbers each, and that they broadcast",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: Cross<{AXIS}, {Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Cross<const AXIS: isize, Rhs>: HasAxis<AXIS> {
    /// The shape of the products.
    type Output: Shape;
}

impl<Lhs, Rhs, LhsSize, RhsSize, Distance, LhsVerdict, RhsVerdict, Product, const AXIS: isize>
    Cross<AXIS, Rhs> for Lhs
where
    Lhs: HasAxis<AXIS, Size = LhsSize, Distance = Distance>,
    Rhs: HasAxis<AXIS, Size = RhsSize>,
    U3: AxisEqualTo<LhsSize, Verdict = LhsVerdict> + AxisEqualTo<RhsSize, Verdict = RhsVerdict>,
    LhsVerdict: AxisVerdict,
    RhsVerdict: AxisVerdict,
    Operands: Accept<CrossedRule, LhsVerdict::At<Distance>>
        + Accept<CrossedRule, RhsVerdict::At<Distance>>,
    Lhs: Broadcast<Rhs, Output = Product>,
    Product: HasAxis<AXIS>,
{
    type Output = Product::With<U3>;
}

/// The shape of cross products of vectors along an axis, counted from the end: the rule of [`Cross`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::cross_shape;
///
/// assert_eq!(cross_shape(&[8, 3], &[3], -1)?.dims(), [8, 3]);
/// let error = cross_shape(&[8, 2], &[2], -1).unwrap_err();
/// assert_eq!(error.to_string(), "a cross product takes 3 numbers: axis -1 of shape [8, 2] has 2");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if an operand has no such axis, if its size is not 3, or if the other axes do not broadcast.
pub fn cross_shape(lhs: &[usize], rhs: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    for sizes in [lhs, rhs] {
        let size = sizes[place_of(sizes, axis)?];
        Rule::CROSSED.check_size(axis, [size, 3], sizes, &[])?;
    }
    broadcast_shapes(&[lhs, rhs])
        .map_err(|error| Rule::BROADCAST.in_front(&error, 0).between(lhs, rhs))
}

/// A shape of one axis, or of run-time rank, as an operand of an operation on vectors. `Relation` selects the message.
///
/// ```text
/// [N]               a vector
/// dynamic rank      checked at run time
/// [M, N]            refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this shape is that of a vector",
    label = "nothing here says that `{Self}` has one axis",
    note = "in generic code the axis stands in the type, with a parameter for its size: `shape![N]`"
)]
pub trait IsVector<Relation>: Shape {
    /// The number of elements.
    type Length: Dim;
}

/// `[N]`
#[diagnostic::do_not_recommend]
impl<Relation, N: Dim> IsVector<Relation> for Axes<Scalar, N> {
    type Length = N;
}

/// `[..dynamic rank, N]`
#[diagnostic::do_not_recommend]
impl<Relation, N: Dim> IsVector<Relation> for Axes<DynShape, N> {
    type Length = N;
}

/// `dynamic rank`
impl<Relation> IsVector<Relation> for DynShape {
    type Length = Dyn;
}

/// `[]` has no axis
impl<Relation> IsVector<Relation> for Scalar
where
    Operands: Accept<Relation, Excess<Count<0>, Count<1>>>,
{
    type Length = Dyn;
}

/// `[..S, M, N]` has more than one
impl<Relation, Lead: Shape, M: Dim, N: Dim> IsVector<Relation> for Axes<Axes<Lead, M>, N>
where
    Self: CountAxes,
    Self: HasMoreAxes<Relation>,
{
    type Length = N;
}

/// A shape of more than one axis where a vector is expected: never holds.
// Part of `IsVector`.
#[doc(hidden)]
pub trait HasMoreAxes<Relation> {}

impl<Relation, S: CountAxes> HasMoreAxes<Relation> for S where
    Operands: Accept<Relation, Excess<S::Count, Count<1>>>
{
}

/// How many numbers a vector has, an operand of an operation, counted from 1.
pub(super) fn length_of(
    sizes: &[usize],
    operation: &'static str,
    operand: usize,
) -> Result<usize, ShapeError> {
    match *sizes {
        [length] => Ok(length),
        _ => Err(ShapeError::not_a_vector(sizes, operation, operand)),
    }
}

/// The shape of the products of each two numbers of two vectors: the rule of [`IsVector`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::outer_shape;
///
/// assert_eq!(outer_shape(&[3], &[4])?.dims(), [3, 4]);
/// let error = outer_shape(&[3], &[2, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "`outer` takes vectors: operand 2, of shape [2, 4], has 2 axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if a side is not a vector.
pub fn outer_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    grid(&[lhs, rhs], "outer")
}

/// The shape of the grid of some vectors, each along its own axis, in their order: NumPy's `meshgrid` with
/// `indexing="ij"`.
///
/// ```
/// use shapecheck::algebra::meshgrid_shape;
///
/// assert_eq!(meshgrid_shape(&[&[2], &[3], &[4]])?.dims(), [2, 3, 4]);
/// let error = meshgrid_shape(&[&[2], &[3, 4]]).unwrap_err();
/// assert_eq!(error.to_string(), "`meshgrid` takes vectors: operand 2, of shape [3, 4], has 2 axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if one is not a vector.
pub fn meshgrid_shape(vectors: &[&[usize]]) -> Result<DynShape, ShapeError> {
    grid(vectors, "meshgrid")
}

/// An axis for each vector.
fn grid(vectors: &[&[usize]], operation: &'static str) -> Result<DynShape, ShapeError> {
    for (place, vector) in vectors.iter().enumerate() {
        length_of(vector, operation, place + 1)?;
    }
    let rank = vectors.len();
    DynShape::build(rank, 1, &|axis| vectors[rank - axis][0])
        .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// Like [`meshgrid_shape`], with the first two axes exchanged: NumPy's `meshgrid` with `indexing="xy"`.
///
/// ```
/// use shapecheck::algebra::meshgrid_xy_shape;
///
/// assert_eq!(meshgrid_xy_shape(&[&[2], &[3], &[4]])?.dims(), [3, 2, 4]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if one is not a vector.
pub fn meshgrid_xy_shape(vectors: &[&[usize]]) -> Result<DynShape, ShapeError> {
    let mut shape = meshgrid_shape(vectors)?;
    if let [first, second, ..] = shape.dims_mut() {
        core::mem::swap(first, second);
    }
    Ok(shape)
}

/// The shape of the places of values in a sorted vector: that of the values.
///
/// ```
/// use shapecheck::algebra::searchsorted_shape;
///
/// assert_eq!(searchsorted_shape(&[9], &[2, 3])?.dims(), [2, 3]);
/// let error = searchsorted_shape(&[2, 9], &[2, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "`searchsorted` takes a sorted vector: shape [2, 9] has 2 axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if what is searched is not a vector.
pub fn searchsorted_shape(sorted: &[usize], values: &[usize]) -> Result<DynShape, ShapeError> {
    length_of(sorted, "searchsorted", 1)?;
    Ok(values.into())
}
