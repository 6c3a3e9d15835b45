//! Sums of products over labels, for `einsum!`.
//!
//! In the guide: [notation](crate::guide::notation).

#[cfg(feature = "alloc")]
pub(crate) mod evaluate;

use super::{ArrayShape, Engine};
use crate::DynShape;
use crate::algebra::equation::{Labels, ONE, Resolved, Table, Told};

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

/// The labels of as many operands, and what they stand for, or a panic.
#[inline(never)]
#[track_caller]
pub(crate) fn must_resolve_all<const N: usize>(
    table: &Table<'_>,
    shapes: &[&[usize]; N],
    names: &[u128; N],
) -> ([Labels; N], Resolved) {
    let mut labels = [Labels::new(); N];
    let resolved = must_resolve(table, shapes, names, &mut labels);
    (labels, resolved)
}

/// The labels and sizes of an equation, or a panic at the caller's line that says what does not fit. Not generic, so
/// that callers, which are compiled for each shape, are short.
#[inline(never)]
#[track_caller]
fn must_resolve(
    table: &Table<'_>,
    shapes: &[&[usize]],
    names: &[u128],
    labels: &mut [Labels],
) -> Resolved {
    match table.resolve(shapes, names, labels) {
        Ok(resolved) => resolved,
        Err(misfit) => panic!(
            "{}",
            Told {
                table,
                shapes,
                misfit
            }
        ),
    }
}

/// Computes sums of products of elements over labels, for `einsum!`.
///
/// Implemented for every engine with [`Numbers`](super::Numbers) and [`DynamicShapes`](super::DynamicShapes).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot sum products of elements `{T}` over labels",
    label = "no einsum of `{T}` here",
    note = "operands are references to tensors of one engine, whose elements are numbers",
    note = "a function that is generic over its engine asks for `E: Einsums<{T}>`"
)]
pub trait Einsums<T: 'static>: Engine {
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
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// Two operands. Between two calls the compiler would write out what is to drop if the second fails.
    #[doc(hidden)]
    fn terms<'d, S: ArrayShape, R: ArrayShape>(
        lhs: &'d Self::Data<T, S>,
        rhs: &'d Self::Data<T, R>,
    ) -> [Self::Term<'d>; 2] {
        [Self::term::<S>(lhs), Self::term::<R>(rhs)]
    }

    /// Like [`einsum`](Self::einsum), for operands of these sizes, whose axes with a name have these bits.
    #[doc(hidden)]
    #[track_caller]
    fn einsum_by<O: ArrayShape, const N: usize>(
        terms: [Self::Term<'_>; N],
        shapes: [&[usize]; N],
        names: [u128; N],
        table: &Table<'_>,
    ) -> <Self::Out as Engine>::Data<T, O> {
        let (labels, resolved) = must_resolve_all(table, &shapes, &names);
        let labels = Labelled::of(&labels, &resolved);
        Self::einsum::<O>(&terms, &labels, resolved.shape())
    }
}
