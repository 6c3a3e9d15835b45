//! What a verdict reads like: every compile-time message text of the crate, and the decimals they print.
//!
//! A verdict that is a clash is turned into a [`Report`]: decimal digits and the axis. A report is never
//! accepted; asking for it leads to one of a family of traits that are never implemented, and whose messages
//! print the digits. rustc tells the deepest unmet bound, so the text stands on that leaf.
//!
//! Nothing here runs where the shapes fit: digits are computed for a clash only.
//!
//! ```
//! use shapecheck::{Broadcasted, shape};
//!
//! let _: Broadcasted<shape![2, 224], shape![224]> = <shape![2, 224]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, shape};
//!
//! // cannot broadcast: size 224 does not match size 128 at axis -1
//! fn wrong(_: Broadcasted<shape![2, 224], shape![128]>) {}
//! ```

pub mod count;
pub mod decimal;
pub mod text;

use core::marker::PhantomData;

use crate::broadcast::{Clash, Excess, Fits};
use crate::{Scalar, Shape};

pub use count::{AtLeast, Count, CountAxes, NextCount};
pub use decimal::{Decimal, Digits, End, Pad, Padded, Zeros};
pub use text::*;

/// A verdict in the form in which it is accepted or told.
#[doc(hidden)]
pub trait Explain<Lhs, Rhs> {
    /// The verdict itself where it is [`Fits`], else a report.
    type Explanation;
    /// The shape that fits; where none does, some shape, so that asking for it adds no error of its own.
    type Output: Shape;
}

/// The explanation of a verdict on these two shapes.
#[doc(hidden)]
pub type Explanation<Verdict, Lhs, Rhs> = <Verdict as Explain<Lhs, Rhs>>::Explanation;

/// Two sizes in decimal digits and their axis.
#[doc(hidden)]
pub struct Report<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// The same, both sizes padded with zeros.
#[doc(hidden)]
pub struct PaddedReport<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// Two ranks.
#[doc(hidden)]
pub struct RankReport<Source, Target>(PhantomData<(Source, Target)>);

impl<S: Shape, Lhs, Rhs> Explain<Lhs, Rhs> for Fits<S> {
    type Explanation = Self;
    type Output = S;
}

impl<LhsSize: Decimal, RhsSize: Decimal, Axis, Lhs, Rhs> Explain<Lhs, Rhs>
    for Clash<LhsSize, RhsSize, Axis>
{
    type Explanation = Report<LhsSize::Digits, RhsSize::Digits, Axis>;
    type Output = Scalar;
}

impl<Lhs: CountAxes, Rhs: CountAxes> Explain<Lhs, Rhs> for Excess {
    type Explanation = RankReport<Lhs::Count, Rhs::Count>;
    type Output = Scalar;
}

/// Holds of what fits. For a report it never does, and says why.
pub trait Accept<Relation> {}

impl<S, Relation> Accept<Relation> for Fits<S> {}
