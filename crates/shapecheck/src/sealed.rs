//! The engines and operands that implement the traits which unsafe code rests on, listed in one place. Sizes and shapes
//! are sealed by the crate of the rules.
//!
//! A trait with the supertrait [`Sealed`] has implementations in this crate only: nobody else can name `Sealed`, and
//! nobody else can implement a trait for the types below, as neither is theirs. A trait with a type parameter needs it
//! there, too, because implementing `Trait<Mine>` for a type of this crate would be allowed. [`host`](crate::host)
//! says what rests on each trait.

#[cfg(feature = "alloc")]
use crate::Host;
use crate::engine::Engine;
use crate::host::{Borrowed, BorrowedMut, NoEngine};
use crate::shape::list::ArrayShape;
use crate::{Inline, TensorOn};

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait, because unsafe code rests on it",
    label = "implemented for types of `shapecheck` only",
    note = "elements of another kind of memory are an `Engine` of their own"
)]
pub trait Sealed {}

/// An argument of functions that other crates can neither call nor replace, because they cannot name it.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy)]
pub struct Inside;

// Engines.
#[cfg(feature = "alloc")]
impl Sealed for Host {}
impl Sealed for Inline {}
impl Sealed for Borrowed<'_> {}
impl Sealed for BorrowedMut<'_> {}
impl Sealed for NoEngine {}

// Operands.
impl<T: 'static, S: ArrayShape, E: Engine> Sealed for TensorOn<T, S, E> {}
impl<T: 'static, S: ArrayShape, E: Engine> Sealed for &TensorOn<T, S, E> {}

/// A type that is known. A missing operation has no type of elements, and so nothing follows from it: rustc
/// reports the operation alone.
pub trait Known {
    /// This type.
    type Then<T>;
}

impl<U> Known for U {
    type Then<T> = T;
}
