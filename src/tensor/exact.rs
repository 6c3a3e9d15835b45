//! Operators for those who do not want a shape to grow: `[4, 1] + [4]` is `[4, 4]` by the rule of broadcasting, which
//! may not be what was meant.
//!
//! With [`exact`](TensorBase::exact) both shapes have to be the same; with [`one_sided`](TensorBase::one_sided) the right one may be
//! repeated, as in `a += b`, and the result has the shape of the left. Both are checked by the compiler.
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

use super::kernel::rows::WriteTwo;
use super::operators::Home;
use super::storage::HomeWith;
use super::zip::Zip;
use super::{Owned, Storage, TensorBase, unwrap};
use crate::{BroadcastTo, Shape};

/// The left side of an operator whose right side has to have the same shape.
pub struct Exact<'a, T, S: Shape, Store: Storage<T, S>>(&'a TensorBase<T, S, Store>);

/// The left side of an operator whose right side is repeated to its shape.
pub struct OneSided<'a, T, S: Shape, Store: Storage<T, S>>(&'a TensorBase<T, S, Store>);

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// For `x.exact() + &y`, with `y` of the same shape.
    pub fn exact(&self) -> Exact<'_, T, S, Store> {
        Exact(self)
    }

    /// For `x.one_sided() + &y`, with `y` repeated to the shape of `x`, which never grows.
    pub fn one_sided(&self) -> OneSided<'_, T, S, Store> {
        OneSided(self)
    }
}

macro_rules! operators {
    ($Side:ident $bound:path, $check:expr; $($Op:ident $op:ident)*) => {$(
        /// # Panics
        ///
        /// Where dynamic sizes do not fit.
        impl<'a, T, S, R, Store, Other> $Op<&TensorBase<T, R, Other>> for $Side<'a, T, S, Store>
        where
            T: $Op<Output = T> + Copy,
            S: Shape + $bound,
            R: Shape + BroadcastTo<S>,
            Store: Storage<T, S>,
            Other: Storage<T, R>,
            Store::Home: HomeWith<Other::Home, Home: Owned<T, S>>,
        {
            type Output = TensorBase<T, S, Home<Store::Home, Other::Home>>;

            #[track_caller]
            fn $op(self, rhs: &TensorBase<T, R, Other>) -> Self::Output {
                let check: fn(&S, &R) -> Result<(), crate::BroadcastError> = $check;
                unwrap(check(&self.0.shape, &rhs.shape));
                let rhs = rhs.broadcast_to_with(self.0.shape.clone());
                Zip::of(self.0).beside(&rhs).collect(&mut WriteTwo(T::$op))
            }
        }
    )*};
}

operators!(Exact BroadcastTo<R>, |lhs, rhs| {
    rhs.check_broadcast_to(lhs)?;
    lhs.check_broadcast_to(rhs)
}; Add add Sub sub Mul mul Div div);
operators!(OneSided Shape, |lhs, rhs| rhs.check_broadcast_to(lhs); Add add Sub sub Mul mul Div div);
