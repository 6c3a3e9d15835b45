//! Operators whose result does not grow. By the rule of broadcasting `[4, 1] + [4]` is `[4, 4]`, which may not be what
//! was meant.
//!
//! With [`exact`](TensorOn::exact) both shapes have to be equal. With [`one_sided`](TensorOn::one_sided) the right
//! operand is broadcast to the shape of the left, as in `a += b`. The compiler checks both.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let predicted = InlineTensor::<f32, shape![4]>::full(1.0);
//! let target = InlineTensor::<f32, shape![4]>::full(3.0);
//! let error: InlineTensor<f32, shape![4]> = predicted.exact() - &target;
//!
//! let batch = InlineTensor::<f32, shape![2, 4]>::zeros();
//! let shifted: InlineTensor<f32, shape![2, 4]> = batch.one_sided() + &target;
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let predicted = InlineTensor::<f32, shape![4, 1]>::full(1.0);
//! let target = InlineTensor::<f32, shape![4]>::full(3.0);
//! let error = predicted.exact() - &target;
//! ```

use core::ops::{Add, Div, Mul, Sub};

use super::{TensorOn, or_panic};
use crate::broadcast::run_time::check_broadcast_to;
use crate::engine::{Binary, Engine, Operand, ops};
use crate::error::BroadcastError;
use crate::{BroadcastTo, DynShape, Shape};

/// The left operand of an operator whose right operand has to have the same shape.
///
/// In the guide: [shapes](crate::guide::shapes).
#[must_use = "an operator has to follow"]
pub struct Exact<'a, T: 'static, S: Shape, E: Engine>(&'a TensorOn<T, S, E>);

/// The left operand of an operator whose right operand is broadcast to its shape.
///
/// In the guide: [shapes](crate::guide::shapes).
#[must_use = "an operator has to follow"]
pub struct OneSided<'a, T: 'static, S: Shape, E: Engine>(&'a TensorOn<T, S, E>);

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// For `x.exact() + &y`, where `y` has the same shape.
    pub fn exact(&self) -> Exact<'_, T, S, E> {
        Exact(self)
    }

    /// For `x.one_sided() + &y`, where `y` is broadcast to the shape of `x`.
    pub fn one_sided(&self) -> OneSided<'_, T, S, E> {
        OneSided(self)
    }
}

/// Checks that both have the same shape.
fn check_equal(lhs: &[usize], rhs: &[usize]) -> Result<(), BroadcastError> {
    check_broadcast_to(rhs, lhs)?;
    check_broadcast_to(lhs, rhs)
}

/// Checks that the right operand broadcasts to the shape of the left.
fn check_one_sided(lhs: &[usize], rhs: &[usize]) -> Result<(), BroadcastError> {
    check_broadcast_to(rhs, lhs)
}

macro_rules! operators {
    ($Side:ident $bound:path, $check:path; $($Op:ident $op:ident)*) => {$(
        /// # Panics
        ///
        /// Panics if dynamic sizes do not fit.
        impl<'a, T, S, R, E, F> $Op<&TensorOn<T, R, F>> for $Side<'a, T, S, E>
        where
            T: 'static,
            S: Shape + $bound,
            R: Shape + BroadcastTo<S>,
            E: Binary<ops::$Op, T, F>,
            F: Engine,
        {
            type Output = TensorOn<E::Element, S, E::OutputEngine>;

            #[track_caller]
            fn $op(self, rhs: &TensorOn<T, R, F>) -> Self::Output {
                or_panic($check(self.0.dims(), rhs.dims()));
                let sizes: DynShape = self.0.dims().into();
                TensorOn::of(E::binary::<S, R, S>(Operand::ByRef(&self.0.data), Operand::ByRef(&rhs.data), sizes))
            }
        }
    )*};
}

operators!(Exact BroadcastTo<R>, check_equal; Add add Sub sub Mul mul Div div);
operators!(OneSided Shape, check_one_sided; Add add Sub sub Mul mul Div div);
