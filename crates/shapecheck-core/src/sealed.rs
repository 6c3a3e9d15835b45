//! The sizes and shapes that implement the traits which unsafe code of `shapecheck` rests on, listed in one place.
//!
//! A trait with the supertrait [`Sealed`] has implementations in this crate only: nobody else can name `Sealed`, and
//! nobody else can implement a trait for the types below, as neither is theirs. A trait with a type parameter needs it
//! there, too, because implementing `Trait<Mine>` for a type of this crate would be allowed.

use typenum::{UInt, UTerm};

use crate::algebra::slices::{
    AtIndex, BackIndex, Front, FrontIndex, InRange, InSteps, Length, NewAxis, Open, OtherAxes,
    WholeAxis,
};
use crate::dim::NoSize;
use crate::shape::axis::{AxisList, Swapped};
use crate::{Axes, Dyn, DynShape, Scalar};

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait, because unsafe code rests on it",
    label = "implemented for types of `shapecheck` only",
    note = "sizes and shapes are those of `shape!`"
)]
pub trait Sealed {}

// Sizes.
impl Sealed for UTerm {}
impl<Lead, Bit> Sealed for UInt<Lead, Bit> {}
impl Sealed for Dyn {}
impl Sealed for NoSize {}

// Shapes.
impl Sealed for Scalar {}
impl<Lead, Last> Sealed for Axes<Lead, Last> {}
impl Sealed for DynShape {}

// Lists of axes.
impl<Ordered, Sorted> Sealed for AxisList<Ordered, Sorted> {}
impl<const A: isize, const B: isize> Sealed for Swapped<A, B> {}

/// The same for the entries of slices, their lists and their numbers, whose values say what their types say.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait, because unsafe code rests on it",
    label = "implemented for types of `shapecheck` only",
    note = "entries of slices are those of `s!`"
)]
pub trait SealedEntry {}

impl SealedEntry for () {}
impl<List, Entry> SealedEntry for (List, Entry) {}
impl<Entry, Behind> SealedEntry for Front<Entry, Behind> {}
impl<InFront> SealedEntry for OtherAxes<InFront> {}
impl SealedEntry for WholeAxis {}
impl SealedEntry for NewAxis {}
impl<P> SealedEntry for AtIndex<P> {}
impl<Start, End, By> SealedEntry for InRange<Start, End, By> {}
impl SealedEntry for Open {}
impl<N> SealedEntry for FrontIndex<N> {}
impl<N> SealedEntry for BackIndex<N> {}
impl<N> SealedEntry for Length<N> {}
impl<N> SealedEntry for InSteps<N> {}
