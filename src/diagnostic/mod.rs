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
}

/// The explanation of a verdict on these two shapes.
#[doc(hidden)]
pub type Explanation<Verdict, Lhs, Rhs> = <Verdict as Explain<Lhs, Rhs>>::Explanation;

/// Two sizes in decimal digits and their axis.
pub struct Report<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// The same, of which at least one size is long, and padded with zeros.
pub struct PaddedReport<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// Two ranks.
pub struct RankReport<Source, Target>(PhantomData<(Source, Target)>);

impl<S, Lhs, Rhs> Explain<Lhs, Rhs> for Fits<S> {
    type Explanation = Self;
}

impl<LhsSize: Decimal, RhsSize: Decimal, Axis, Lhs, Rhs> Explain<Lhs, Rhs>
    for Clash<LhsSize, RhsSize, Axis>
{
    type Explanation = Report<LhsSize::Digits, RhsSize::Digits, Axis>;
}

impl<Lhs: CountAxes, Rhs: CountAxes> Explain<Lhs, Rhs> for Excess {
    type Explanation = RankReport<Lhs::Count, Rhs::Count>;
}

/// Holds of what fits. For a report it never does, and says why.
///
/// `Self` is of no account. Were it the explanation, rustc would list all other reports beside the message.
pub trait Accept<Relation, Explanation> {
    /// The shape that fits.
    type Output: Shape;
}

impl<T, S: Shape, Relation> Accept<Relation, Fits<S>> for T {
    type Output = S;
}

/// The explanation of nothing.
#[doc(hidden)]
pub struct Undecided;

/// Keeps rustc undecided where an operand's type is not inferred yet: with one impl that can hold, it would take
/// the explanation to be [`Fits`] and then complain that it is a report.
impl<T, Relation> Accept<Relation, Undecided> for T {
    type Output = Scalar;
}
