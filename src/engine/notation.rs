//! Sums of products over labels, for `einsum!`.
//!
//! In the guide: [notation](crate::guide::notation).

#[cfg(feature = "alloc")]
pub(crate) mod evaluate;

use super::{ArrayShape, Engine};
use crate::algebra::equation::{Labels, ONE, Resolved};
use crate::{DynShape, Shape};

/// An equation for engines: a number for each label, in the order of the axes, and the size of each label.
///
/// In the guide: [notation](crate::guide::notation).
pub struct Labelled<'a> {
    /// The labels of each operand. An axis of size 1 without a label has [`Labelled::NONE`].
    pub(crate) operands: &'a [Labels],
    /// The labels of the result, each once.
    pub(crate) result: &'a [u8],
    /// The size of each label.
    pub(crate) sizes: &'a [usize],
}

impl<'a> Labelled<'a> {
    #[inline]
    pub(crate) fn of(operands: &'a [Labels], resolved: &'a Resolved) -> Self {
        Self {
            operands,
            result: &resolved.result,
            sizes: &resolved.sizes,
        }
    }

    /// The labels of an operand, counted from 0, in the order of its axes.
    pub fn operand(&self, index: usize) -> &[u8] {
        &self.operands[index]
    }

    /// The labels of the result, each once.
    pub fn result(&self) -> &[u8] {
        self.result
    }

    /// The size of a label.
    pub fn size(&self, label: u8) -> usize {
        self.sizes[usize::from(label)]
    }

    /// In place of a label, for an axis of size 1.
    pub(crate) const NONE: u8 = ONE;
}

/// Takes diagonals. Together with [`Numbers`](super::Numbers) this is all that an engine needs for `einsum!`.
#[diagnostic::on_unimplemented(message = "`{Self}` takes no diagonals", label = "no diagonal here")]
pub trait Diagonals: Engine {
    /// The diagonal of two axes of the same size, without the second axis. Axes are counted from the first, from 0.
    fn diagonal<T: 'static, S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        first: usize,
        second: usize,
    ) -> Self::Data<T, O>;
}

/// Computes sums of products of elements over labels, for `einsum!`.
///
/// Implemented for every engine with [`Numbers`](super::Numbers), [`Retypes`](super::Retypes) and [`Diagonals`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot sum products of elements `{T}` over labels",
    label = "no einsum of `{T}` here",
    note = "operands are references to tensors of one engine, whose elements are numbers",
    note = "a function that is generic over its engine asks for `E: Einsums<{T}>`"
)]
pub trait Einsums<T: 'static>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;
    /// An operand, without its shape in its type.
    type Term<'d>;

    /// An operand.
    fn term<S: ArrayShape>(data: &Self::Data<T, S>) -> Self::Term<'_>;

    /// For each index of the result's labels, the sum over all indices of the other labels of the products of one
    /// element of each operand. The sizes are those of the result.
    fn einsum<O: ArrayShape>(
        terms: &[Self::Term<'_>],
        labels: &Labelled<'_>,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;
}
