//! What [`#[checked]`](crate::checked) expands to: an argument with the shape of the signature in its type.

use core::marker::PhantomData;

use super::TensorOn;
use crate::algebra::{ArgumentFor, Signature, WithShape};
use crate::engine::Engine;
use crate::shape::list::ArrayShape;

/// `TensorOn<T, S, E>` for any S.
#[doc(hidden)]
pub struct Owned<T, E>(PhantomData<(T, E)>);

/// `&TensorOn<T, S, E>` for any S.
#[doc(hidden)]
pub struct Shared<'a, T, E>(PhantomData<&'a (T, E)>);

/// `&mut TensorOn<T, S, E>` for any S.
#[doc(hidden)]
pub struct Unique<'a, T, E>(PhantomData<&'a mut (T, E)>);

impl<T: 'static, E: Engine> WithShape for Owned<T, E> {
    type Of<S: ArrayShape + 'static> = TensorOn<T, S, E>;
}

impl<'a, T: 'static, E: Engine> WithShape for Shared<'a, T, E> {
    type Of<S: ArrayShape + 'static> = &'a TensorOn<T, S, E>;
}

impl<'a, T: 'static, E: Engine> WithShape for Unique<'a, T, E> {
    type Of<S: ArrayShape + 'static> = &'a mut TensorOn<T, S, E>;
}

/// A tensor that is an argument.
#[inline(always)]
pub fn by_value<T: 'static, E: Engine, Found: ArgumentFor<Wanted>, Wanted: Signature>(
    argument: TensorOn<T, Found, E>,
) -> TensorOn<T, Wanted::Shape, E> {
    Found::convert::<Owned<T, E>>(argument)
}

/// A reference that is an argument.
#[inline(always)]
pub fn by_ref<T: 'static, E: Engine, Found: ArgumentFor<Wanted>, Wanted: Signature>(
    argument: &TensorOn<T, Found, E>,
) -> &TensorOn<T, Wanted::Shape, E> {
    Found::convert::<Shared<'_, T, E>>(argument)
}

/// A mutable reference that is an argument.
#[inline(always)]
pub fn by_mut<T: 'static, E: Engine, Found: ArgumentFor<Wanted>, Wanted: Signature>(
    argument: &mut TensorOn<T, Found, E>,
) -> &mut TensorOn<T, Wanted::Shape, E> {
    Found::convert::<Unique<'_, T, E>>(argument)
}
