//! Compares two sizes from 2 up, by unification on a few bits at a time.
//!
//! The comparison has to be total: a difference needs a type too, because decimals are printed from it. Two impls,
//! "equal" and "different", would overlap, so there is a case for each way the last four bits can compare: they differ
//! first at one of them; one number ends before the other; both end at the same bit; or all four are equal and the rest
//! decides. Comparing more bits at once costs more than the recursion it saves (see the figures in
//! `benches/README.md`). The last two bits are compared first, by impls of the trait that asks.

use typenum::{B0, B1, UInt, UTerm};

use super::{AxisVerdict, Clash, Fits, Last};

/// Compares the bits of two numbers that have at least one bit each.
#[doc(hidden)]
pub trait CompareBits<Rhs> {
    /// [`Equal`] or [`Different`]. The whole sizes are not named here, so that what is known of the bits that many sizes
    /// begin with holds for all of them.
    type Answer: BitsAnswer;
}

/// The verdict on two sizes of which some bits were compared.
#[doc(hidden)]
pub trait BitsAnswer {
    /// [`Fits`] or [`Clash`] for the whole sizes `L` and `R`.
    type Verdict<L, R>: AxisVerdict;
}

/// The bits are equal.
#[doc(hidden)]
pub struct Equal;

/// The bits differ.
#[doc(hidden)]
pub struct Different;

impl BitsAnswer for Equal {
    type Verdict<L, R> = Fits<L>;
}

impl BitsAnswer for Different {
    type Verdict<L, R> = Clash<L, R, Last>;
}

/// `bits!(N; A B)` is `UInt<UInt<N, A>, B>`.
macro_rules! bits {
    ($number:ty;) => { $number };
    ($number:ty; $bit:ident $($rest:ident)*) => { bits!(UInt<$number, $bit>; $($rest)*) };
}

/// The impls for numbers whose last bits `$shared` agree.
macro_rules! compare_after {
    ($($shared:ident)*) => {
        /// `...0 shared` is not `...1 shared`
        impl<L, R, $($shared),*> CompareBits<bits!(R; B1 $($shared)*)> for bits!(L; B0 $($shared)*) {
            type Answer = Different;
        }
        /// `...1 shared` is not `...0 shared`
        impl<L, R, $($shared),*> CompareBits<bits!(R; B0 $($shared)*)> for bits!(L; B1 $($shared)*) {
            type Answer = Different;
        }
    };
}

macro_rules! compare_ends {
    ($($shared:ident)*) => {
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
    };
}

compare_after!();
compare_after!(S0);
compare_after!(S1 S0);
compare_after!(S2 S1 S0);

compare_ends!(S0);
compare_ends!(S1 S0);
compare_ends!(S2 S1 S0);
compare_ends!(S3 S2 S1 S0);

/// `16 L + shared = 16 R + shared` where `L = R`
impl<L, A, R, B, S3, S2, S1, S0> CompareBits<bits!(UInt<R, B>; S3 S2 S1 S0)> for bits!(UInt<L, A>; S3 S2 S1 S0)
where
    UInt<L, A>: CompareBits<UInt<R, B>>,
{
    type Answer = <UInt<L, A> as CompareBits<UInt<R, B>>>::Answer;
}

/// Every size from 2 up.
macro_rules! from_two {
    ($upper:ident $middle:ident $lower:ident) => { UInt<UInt<$upper, $middle>, $lower> };
}

/// Every size from 4 up.
macro_rules! from_four {
    ($upper:ident $high:ident $middle:ident $lower:ident) => {
        UInt<UInt<UInt<$upper, $high>, $middle>, $lower>
    };
}

/// Two sizes from 2 up are equal, or they clash. All relations between two sizes share this. Each relation gets impls
/// of its own, because a step from one relation to another would be taken at each axis.
macro_rules! equal_from_two {
    ($Relation:ident) => {
        /// `...0 and ...1` clashes
        impl<U, B, V, D> $Relation<from_two!(V D B1)> for from_two!(U B B0) {
            type Verdict = Clash<Self, from_two!(V D B1), Last>;
        }

        /// `...1 and ...0` clashes
        impl<U, B, V, D> $Relation<from_two!(V D B0)> for from_two!(U B B1) {
            type Verdict = Clash<Self, from_two!(V D B0), Last>;
        }

        /// `...0c and ...1c` clashes
        impl<U, V, C> $Relation<from_two!(V B1 C)> for from_two!(U B0 C) {
            type Verdict = Clash<Self, from_two!(V B1 C), Last>;
        }

        /// `...1c and ...0c` clashes
        impl<U, V, C> $Relation<from_two!(V B0 C)> for from_two!(U B1 C) {
            type Verdict = Clash<Self, from_two!(V B0 C), Last>;
        }

        /// `bc = bc`
        impl<B, C> $Relation<from_two!(UTerm B C)> for from_two!(UTerm B C) {
            type Verdict = Fits<Self>;
        }

        /// `bc and ...bc` clashes
        impl<V, D, B, C> $Relation<from_four!(V D B C)> for from_two!(UTerm B C) {
            type Verdict = Clash<Self, from_four!(V D B C), Last>;
        }

        /// `...bc and bc` clashes
        impl<U, A, B, C> $Relation<from_two!(UTerm B C)> for from_four!(U A B C) {
            type Verdict = Clash<Self, from_two!(UTerm B C), Last>;
        }

        /// `4 N + bc and 4 M + bc`: the result of comparing N and M
        impl<U, A, V, D, B, C> $Relation<from_four!(V D B C)> for from_four!(U A B C)
        where
            UInt<U, A>: CompareBits<UInt<V, D>>,
        {
            type Verdict = <<UInt<U, A> as CompareBits<UInt<V, D>>>::Answer as BitsAnswer>::Verdict<Self, from_four!(V D B C)>;
        }
    };
}

pub(crate) use {equal_from_two, from_four, from_two};
