//! Products and sums by the names of axes: [`einsum!`](crate::einsum).
//!
//! ```
//! use shapecheck::{InlineTensor, einsum, shape};
//!
//! let queries = InlineTensor::<f32, shape![2, 4, 5, 8]>::full(1.0);
//! let keys = InlineTensor::<f32, shape![2, 4, 3, 8]>::full(0.5);
//! let scores: InlineTensor<f32, shape![2, 4, 5, 3]> = einsum!("b h q d, b h k d -> b h q k"; &queries, &keys);
//! assert_eq!(scores, InlineTensor::full(4.0));
//! ```
//!
//! Axes with the same name have the same size. The compiler checks the sizes that it knows, and the others are checked
//! at run time:
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, einsum};
//!
//! let (a, b) = (InlineTensor::from([[1, 2, 3]]), InlineTensor::from([[1, 2]]));
//! let wrong = einsum!("ij,jk->ik"; &a, &b); // label 'j' has size 3 in operand 1 and 1 in operand 2
//! ```
//!
//! | in an equation | means |
//! | --- | --- |
//! | `bhqd`, or `b h q d`, or `batch head query dim` | the names of axes: single letters, or words with blanks between them |
//! | `,` | separates the operands |
//! | `->` | comes before the names of the result, in the order of its axes; other names are summed over |
//! | no `->` | the result has the names that occur once, in alphabetical order |
//! | `ii` | the same name twice in an operand: its diagonal |
//! | `1` | an axis of size 1, which is left out: this is how an axis of size 1 broadcasts |
//! | `...` | axes without a name, any number, anywhere; they broadcast, and are in the result unless they are none |
//!
//! An axis of size 1 does not broadcast unless it is written as `1`.
//!
//! A size of the result is static if it is static in one operand. In generic code an equation needs no bound if each
//! name is one parameter:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Dim, Shape, Tensor, einsum, shape};
//!
//! fn layer<S: Shape, I: Dim, O: Dim>(
//!     x: &Tensor<f32, shape![..S, I]>,
//!     weights: &Tensor<f32, shape![O, I]>,
//! ) -> Tensor<f32, shape![..S, O]> {
//!     einsum!("... i, o i -> ... o"; x, weights)
//! }
//! # }
//! ```
//!
//! [`einsum`] takes an equation that is read at run time, and [`einsum_shapes`](crate::algebra::einsum_shapes) takes shapes
//! alone. An [engine](crate::engine) with [`Numbers`](crate::engine::Numbers) evaluates an equation by matrix products,
//! sums and permutations, in the order that needs the fewest multiplications. With more than five operands it multiplies, step by step, the two whose
//! product has the fewest elements. Inline tensors are evaluated in one loop.
//!
//! In the guide: [notation](crate::guide::notation).

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::TensorOn;
pub use crate::algebra::equation::Table;
#[cfg(feature = "alloc")]
use crate::algebra::equation::{Labels, Told};
#[cfg(feature = "alloc")]
use crate::algebra::equation::{NotationError, Parsed};
use crate::algebra::{TakesShape, TellsSizes};
#[cfg(feature = "alloc")]
use crate::engine::notation::Labelled;
use crate::engine::{DynamicShapes, Einsums, Engine};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape, ShapeError};

/// Sums of products of the elements of any number of tensors, by an equation that names their axes. See
/// [`notation`](crate::notation).
///
/// Operands are references to tensors of one engine. To combine a tensor with views, or views that borrow for different
/// lifetimes, use the `view()` of each.
///
/// ```
/// use shapecheck::{InlineTensor, einsum};
///
/// let (a, b) = (InlineTensor::from([[1, 2], [3, 4]]), InlineTensor::from([[10, 20], [30, 40]]));
/// assert_eq!(einsum!("ij,jk->ik"; &a, &b), InlineTensor::from([[70, 100], [150, 220]]));
/// assert_eq!(einsum!("row column -> column row"; &a), InlineTensor::from([[1, 3], [2, 4]]));
/// assert_eq!(einsum!("i i ->"; &a).into_scalar(), 5);
/// ```
///
/// A word that is nearly another one, and is summed over alone, is a warning:
///
/// ```compile_fail
/// #![deny(deprecated)]
/// use shapecheck::{Tensor, einsum, shape};
///
/// let x = Tensor::<f32, shape![2, 3, 4]>::zeros();
/// let sums = einsum!("b head tok, b haed tok -> b tok"; &x, &x);
/// // label `haed` stands once and is summed over: did you mean `head`?
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if dynamic sizes of one name differ, with the message of [`einsum_shapes`](crate::algebra::einsum_shapes).
#[macro_export]
macro_rules! einsum {
    ($equation:literal; $($operand:expr),+ $(,)?) => {
        $crate::__macro::einsum!([$crate] $equation; $($operand),+)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::einsum!([$crate] $($tokens)*)
    };
}

/// The function that [`einsum!`](crate::einsum) calls.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn einsum_of<T: 'static, O: ArrayShape, E: Einsums<T>, const N: usize>(
    terms: [E::Term<'_>; N],
    shapes: [&[usize]; N],
    names: [u128; N],
    table: Table<'_>,
) -> TensorOn<T, O, E::Out> {
    TensorOn {
        data: E::einsum_by::<O, N>(terms, shapes, names, &table),
    }
}

/// An operand of [`einsum_of`].
#[doc(hidden)]
#[inline]
pub fn term<T: 'static, S: ArrayShape, E: Einsums<T>>(operand: &TensorOn<T, S, E>) -> E::Term<'_> {
    E::term::<S>(&operand.data)
}

/// The sizes of an operand.
#[doc(hidden)]
#[inline]
pub fn sizes<T: 'static, S: ArrayShape, E: Engine>(operand: &TensorOn<T, S, E>) -> &[usize] {
    E::sizes::<T, S>(&operand.data)
}

/// A bit for each axis of an operand whose size has a name, from the last axis on.
#[doc(hidden)]
#[inline]
pub const fn names<T: 'static, S: ArrayShape, E: Engine>(_operand: &TensorOn<T, S, E>) -> u128 {
    S::NAMES
}

/// The function that [`einsum!`](crate::einsum) calls with one operand.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn einsum_of_one<T: 'static, S: ArrayShape, O: ArrayShape, E: Einsums<T>>(
    operand: &TensorOn<T, S, E>,
    table: Table<'_>,
) -> TensorOn<T, O, E::Out> {
    einsum_of::<T, O, E, 1>([term(operand)], [sizes(operand)], [0], table)
}

/// The function that [`einsum!`](crate::einsum) calls with two operands. Most equations have two, and this keeps the
/// caller's code short.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn einsum_of_two<T: 'static, S: ArrayShape, R: ArrayShape, O: ArrayShape, E: Einsums<T>>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, E>,
    table: Table<'_>,
) -> TensorOn<T, O, E::Out> {
    // Before the terms, so that there is nothing to drop if this fails.
    let shapes = [sizes(lhs), sizes(rhs)];
    let terms = E::terms::<S, R>(&lhs.data, &rhs.data);
    TensorOn {
        data: E::einsum_by::<O, 2>(terms, shapes, [S::NAMES, R::NAMES], &table),
    }
}

/// Like [`einsum!`](crate::einsum), for an equation that is read at run time.
///
/// ```
/// use shapecheck::{DynShape, Tensor, notation};
///
/// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]).widen::<DynShape>();
/// assert_eq!(notation::einsum("ij,kj->ik", &[&x, &x])?.to_vec(), [14, 32, 32, 77]);
/// let error = notation::einsum("ij,jk->ik", &[&x, &x]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`ij,jk->ik` of shapes [2, 3] and [2, 3]: label `j` has size 3 in operand 1 and 2 in operand 2",
/// );
/// # Ok::<(), shapecheck::algebra::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the equation is malformed, or if shapes do not fit it.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn einsum<T: 'static, S: Shape, E: Einsums<T>>(
    equation: &str,
    operands: &[&TensorOn<T, S, E>],
) -> Result<TensorOn<T, DynShape, E::Out>, NotationError> {
    let terms = operands.iter().map(|operand| E::term::<S>(&operand.data));
    let terms: Vec<E::Term<'_>> = terms.collect();
    let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.dims()).collect();
    let names = alloc::vec![S::NAMES; shapes.len()];
    let mut labels = alloc::vec![Labels::new(); shapes.len()];
    let equation = Parsed::einsum(equation)?;
    let table = equation.table();
    let resolved = table.resolve(&shapes, &names, &mut labels);
    let resolved = resolved.map_err(|misfit| {
        NotationError::told(Told {
            table: &table,
            shapes: &shapes,
            misfit,
        })
    })?;
    let (labels, sizes) = (Labelled::of(&labels, &resolved), resolved.shape());
    Ok(TensorOn::of(E::einsum::<DynShape>(&terms, &labels, sizes)))
}

impl<T: 'static, S: Shape, E: Engine> TellsSizes for TensorOn<T, S, E> {
    type Shape = S;

    fn sizes(&self) -> DynShape {
        self.dims().into()
    }
}

impl<T: 'static, S: Shape, E: DynamicShapes> TakesShape for TensorOn<T, S, E> {
    type Typed<O: Shape> = TensorOn<T, O, E>;

    fn try_shaped<O: Shape>(self) -> Result<TensorOn<T, O, E>, ShapeError> {
        O::try_from_sizes(self.dims())?;
        Ok(TensorOn::of(E::retype::<T, S, O>(self.data)))
    }
}
