//! Whether two sizes from 2 up are equal, decided by unification on a few bits at a time.
//!
//! The answer has to be total: where the sizes differ there must be a type that says so, or there would be
//! nothing to print decimals from. Two impls, "equal" and "different", would overlap, so the cases are spelled
//! by the last four bits: they differ first at one of them; one number ends before them; both end there; both
//! go on after four equal bits, and the rest decides. More bits at once cost more than the recursion they save;
//! `benches/README.md` has the figures.

use typenum::{B0, B1, UInt, UTerm};

use super::{AxisVerdict, Clash, Fits, Last};

/// Compares the bits of two numbers that have at least one.
#[doc(hidden)]
pub trait CompareBits<Rhs> {
    /// [`Fits`] or [`Clash`] for the whole sizes `L` and `R`, of which the compared bits are a part.
    type Verdict<L, R>: AxisVerdict;
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
            type Verdict<X, Y> = Clash<X, Y, Last>;
        }
        /// `...1 shared` is not `...0 shared`
        impl<L, R, $($shared),*> CompareBits<bits!(R; B0 $($shared)*)> for bits!(L; B1 $($shared)*) {
            type Verdict<X, Y> = Clash<X, Y, Last>;
        }
    };
}

macro_rules! compare_ends {
    ($($shared:ident)*) => {
        /// `shared = shared`
        impl<$($shared),*> CompareBits<bits!(UTerm; $($shared)*)> for bits!(UTerm; $($shared)*) {
            type Verdict<X, Y> = Fits<X>;
        }
        /// `shared` is not `...b shared`
        impl<R, B, $($shared),*> CompareBits<bits!(UInt<R, B>; $($shared)*)> for bits!(UTerm; $($shared)*) {
            type Verdict<X, Y> = Clash<X, Y, Last>;
        }
        /// `...b shared` is not `shared`
        impl<L, B, $($shared),*> CompareBits<bits!(UTerm; $($shared)*)> for bits!(UInt<L, B>; $($shared)*) {
            type Verdict<X, Y> = Clash<X, Y, Last>;
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
    type Verdict<X, Y> = <UInt<L, A> as CompareBits<UInt<R, B>>>::Verdict<X, Y>;
}
