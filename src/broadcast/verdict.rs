//! What comparing two sizes or two shapes comes to, as a type.
//!
//! A comparison always has a verdict, also where the answer is no: a missing impl would end the computation
//! with nothing to print but the operands' bits. Whether a verdict is accepted is asked once, at the end.

use core::marker::PhantomData;

use crate::Axes;
use crate::diagnostic::{Count, NextCount};

/// The operands fit, and this is the result.
#[doc(hidden)]
pub struct Fits<Output>(PhantomData<Output>);

/// Two sizes differ at `Axis`, counted from the end.
#[doc(hidden)]
pub struct Clash<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// The source of a one-way broadcast has more axes than its target.
#[doc(hidden)]
pub struct Excess;

/// The axis -1.
#[doc(hidden)]
pub type Last = Count<1>;

/// The verdict on a shape, from that on its last axis (`Self`) and that on the axes before it.
///
/// The clash nearest the last axis is the one that is told; too many axes are told before any clash.
#[doc(hidden)]
pub trait Join<Lead> {
    /// The verdict on the whole.
    type Verdict;
}

/// `[..S] and N fit: [..S, N]`
impl<S, N> Join<Fits<S>> for Fits<N> {
    type Verdict = Fits<Axes<S, N>>;
}

/// A clash among the leading axes lies one axis further from the end of the longer shape.
impl<N, Lhs, Rhs, Axis: NextCount> Join<Clash<Lhs, Rhs, Axis>> for Fits<N> {
    type Verdict = Clash<Lhs, Rhs, Axis::Next>;
}

impl<Lhs, Rhs, Axis, S> Join<Fits<S>> for Clash<Lhs, Rhs, Axis> {
    type Verdict = Self;
}

impl<Lhs, Rhs, Axis, L, R, A> Join<Clash<L, R, A>> for Clash<Lhs, Rhs, Axis> {
    type Verdict = Self;
}

impl<N> Join<Excess> for Fits<N> {
    type Verdict = Excess;
}

impl<Lhs, Rhs, Axis> Join<Excess> for Clash<Lhs, Rhs, Axis> {
    type Verdict = Excess;
}
