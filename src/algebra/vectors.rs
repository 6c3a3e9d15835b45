//! Products of vectors along the last axis.
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
//! fn wrong(_: Products<shape![8, 3], shape![8, 4]>) {} // vectors of 3 and 4 numbers
//! ```

use typenum::U1;

use super::equal::EqualAt;
use super::{AxisEquals, LeadOf};
use crate::broadcast::{Meets, broadcast_shapes};
use crate::verdict::{Accept, Broadcasting, Dotting, Last, Operands, ShapeVerdict};
use crate::{DynShape, HasAxis, Shape, ShapeError};

/// A shape of vectors along the last axis, each of which is multiplied by one of `Rhs` and summed up; the axes in front broadcast.
///
/// ```text
/// [..L, N] with [..R, N] = [..(L with R)]
/// [8, 3] with [3]        = [8]
/// [8, 3] with [8, 1]       is refused: nothing along the last axis is repeated
/// ```
///
/// The rule is that of NumPy's `vecdot`.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these vectors have as many numbers",
    label = "nothing here says that vectors of shape `{Self}` and `{Rhs}` can be multiplied",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: VecDot<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait VecDot<Rhs>: Shape {
    /// The shape of the products.
    type Output: Shape;
}

/// How many numbers a vector has.
type Length<S> = <S as HasAxis<-1>>::Size;
/// With an axis of the result in the place of that of the vectors, so that axes in front are counted as in the operands.
type Both<Lhs, Rhs> =
    <<<Rhs as LeadOf>::Lead as Meets<<Lhs as LeadOf>::Lead>>::Verdict as ShapeVerdict>::Then<U1>;

impl<Lhs, Rhs> VecDot<Rhs> for Lhs
where
    Lhs: HasAxis<-1> + LeadOf,
    Rhs: HasAxis<-1> + LeadOf,
    Length<Lhs>: AxisEquals<Length<Rhs>>,
    Rhs::Lead: Meets<Lhs::Lead>,
    Operands: Accept<Dotting, EqualAt<Length<Lhs>, Length<Rhs>, Last>>
        + Accept<Broadcasting, Both<Lhs, Rhs>, Output: LeadOf<Lead: Shape>>,
{
    type Output = <<Operands as Accept<Broadcasting, Both<Lhs, Rhs>>>::Output as LeadOf>::Lead;
}

/// The shape of products of vectors: the rule of [`VecDot`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::vecdot_shape;
///
/// assert_eq!(vecdot_shape(&[8, 1, 3], &[5, 3])?.dims(), [8, 5]);
/// let error = vecdot_shape(&[8, 3], &[8, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "vectors of 3 and 4 numbers, in shapes [8, 3] and [8, 4]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Where a side has no axis, where the last sizes differ, and where the axes in front do not broadcast.
pub fn vecdot_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let ([left @ .., length], [right @ .., other]) = (lhs, rhs) else {
        let shorter = if lhs.is_empty() { lhs } else { rhs };
        return Err(ShapeError::no_axis(shorter, -1));
    };
    if length != other {
        return Err(ShapeError::vectors(lhs, rhs, (*length, *other)));
    }
    broadcast_shapes(&[left, right]).map_err(|error| ShapeError::vector_counts(lhs, rhs, &error))
}
