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

// Entries of slices, their lists, and their numbers.
impl Sealed for () {}
impl<List, Entry> Sealed for (List, Entry) {}
impl<Entry, Behind> Sealed for Front<Entry, Behind> {}
impl<InFront> Sealed for OtherAxes<InFront> {}
impl Sealed for WholeAxis {}
impl Sealed for NewAxis {}
impl<P> Sealed for AtIndex<P> {}
impl<Start, End, By> Sealed for InRange<Start, End, By> {}
impl Sealed for Open {}
impl<N> Sealed for FrontIndex<N> {}
impl<N> Sealed for BackIndex<N> {}
impl<N> Sealed for Length<N> {}
impl<N> Sealed for InSteps<N> {}
