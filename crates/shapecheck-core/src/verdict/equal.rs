//! Compares two sizes from 2 up, by unification on a few bits at a time.
//!
//! The comparison has to be total: a difference needs a type too, because decimals are printed from it. Two impls,
//! "equal" and "different", would overlap, so there is a case for each way the last four bits can compare: they differ
//! first at one of them; one number ends before the other; both end at the same bit; or all four are equal and the rest
//! decides. Comparing more bits at once costs more than the recursion it saves (see the figures in
//! `benches/TRIED.md`). The last two bits are compared first, by impls of the trait that asks.

use typenum::{B0, B1, UInt, UTerm};

use super::{AxisVerdict, Clash, Fits, Last};
use crate::dim::digits::bits;
use crate::for_each::for_each;

/// Compares the bits of two numbers that have at least one bit each.
#[doc(hidden)]
pub trait CompareBits<Rhs> {
    /// [`Equal`] or [`Different`]. The whole sizes are not named here, so that what is known of the bits that many
    /// sizes begin with holds for all of them.
    type Answer: BitsAnswer;
}

/// The verdict on two sizes of which some bits were compared.
#[doc(hidden)]
pub trait BitsAnswer {
    /// [`Fits`] or [`Clash`] for the whole sizes `L` and `R`.
    type Verdict<L, R>: AxisVerdict;
    /// The same, with another result.
    type VerdictOf<Output, L, R>: AxisVerdict;
    /// Whether the bits of others are equal, too.
    type And<Other: BitsAnswer>: BitsAnswer;
}

/// The bits are equal.
#[doc(hidden)]
pub struct Equal;

/// The bits differ.
#[doc(hidden)]
pub struct Different;

impl BitsAnswer for Equal {
    type Verdict<L, R> = Fits<L>;
    type VerdictOf<Output, L, R> = Fits<Output>;
    type And<Other: BitsAnswer> = Other;
}

impl BitsAnswer for Different {
    type Verdict<L, R> = Clash<L, R, Last>;
    type VerdictOf<Output, L, R> = Clash<L, R, Last>;
    type And<Other: BitsAnswer> = Self;
}

// The impls for numbers whose last bits `$shared` agree.
for_each! {
    ($($shared:ident)*) => {
        /// `...0 shared` is not `...1 shared`
        impl<L, R, $($shared),*> CompareBits<bits!(R; B1 $($shared)*)> for bits!(L; B0 $($shared)*) {
            type Answer = Different;
        }
        /// `...1 shared` is not `...0 shared`
        impl<L, R, $($shared),*> CompareBits<bits!(R; B0 $($shared)*)> for bits!(L; B1 $($shared)*) {
            type Answer = Different;
        }
        /// `shared = shared`
        impl<$($shared),*> CompareBits<bits!(UTerm; $($shared)*)> for bits!(UTerm; $($shared)*) {
            type Answer = Equal;
        }
        /// `shared` is not `...b shared`
        impl<R, B, $($shared),*> CompareBits<bits!(UInt<R, B>; $($shared)*)> for bits!(UTerm; $($shared)*) {
            type Answer = Different;
        }
        /// `...b shared` is not `shared`
        impl<L, B, $($shared),*> CompareBits<bits!(UTerm; $($shared)*)> for bits!(UInt<L, B>; $($shared)*) {
            type Answer = Different;
        }
    }

    ;
    S0;
    S1 S0;
    S2 S1 S0;
}

/// `16 L + shared = 16 R + shared` where `L = R`
impl<L, R, S3, S2, S1, S0> CompareBits<bits!(R; S3 S2 S1 S0)> for bits!(L; S3 S2 S1 S0)
where
    L: CompareBits<R>,
{
    type Answer = L::Answer;
}

/// Two sizes from 2 up are equal, or they clash. All relations between two sizes share this. Each relation has its
/// own impl, because a step from one relation to another would be taken at each axis.
macro_rules! equal_from_two {
    ($Relation:ident) => {
        /// `N and M`: the result of comparing their bits
        impl<U, B, C, V, D, E> $Relation<bits!(V; D E)> for bits!(U; B C)
        where
            Self: CompareBits<bits!(V; D E)>,
        {
            type Verdict = <<Self as CompareBits<bits!(V; D E)>>::Answer as BitsAnswer>::Verdict<Self, bits!(V; D E)>;
        }
    };
}

/// A table of relations: for each pair of sizes, what the one has as its answer with the other on its right.
macro_rules! relations {
    ($($Relation:ident::$Answer:ident {
        $($($equation:literal:)? [$($parameter:tt)*] $lhs:ty, $rhs:ty => $answer:ty
        $(where $size:ident: $Bound:path $(, $asked:ty: $Asked:path)?)?;)*
    })*) => {$($(
        $(#[doc = $equation])?
        impl<$($parameter)*> $Relation<$rhs> for $lhs
        $(where $size: $Bound $(, $asked: $Asked)?)?
        {
            type $Answer = $answer;
        }
    )*)*};
}

pub(crate) use {equal_from_two, relations};
