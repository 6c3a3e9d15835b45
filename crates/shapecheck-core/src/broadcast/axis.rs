//! The broadcasting rule for one axis, as types and as a `const fn`.
//!
//! | left | right | result | checked at run time |
//! | --- | --- | --- | --- |
//! | N | N | N | nothing |
//! | 1 | any | the right one | nothing |
//! | N ≠ 1 | M ≠ 1, M ≠ N (0 included) | compile error | - |
//! | dynamic | 1 | dynamic | nothing |
//! | dynamic d | N ≠ 1 | N | d must be 1 or N |
//! | dynamic d | dynamic e | dynamic | d = e, or one of them is 1 |
//!
//! This is [NumPy's rule](https://numpy.org/doc/stable/user/basics.broadcasting.html). A size of 0 pairs with 0 and 1
//! only, and gives 0, so the result is not always the larger one.
//!
//! The types tell sizes apart without comparison operators: 0 is `UTerm`, 1 is `UInt<UTerm, B1>`, and every size from 2
//! up is `UInt<UInt<U, B>, C>`. Two sizes from 2 up are compared [bit by bit](CompareBits).

use typenum::{U0, U1, UInt};

use crate::Dyn;
use crate::dim::digits::bits;
use crate::verdict::equal::equal_from_two;
use crate::verdict::{AxisVerdict, BitsAnswer, Clash, CompareBits, Fits, Last};

/// The size that two sizes broadcast to, or `None` if they clash.
///
/// ```
/// use shapecheck::broadcast::broadcast_sizes;
///
/// assert_eq!(broadcast_sizes(1, 64), Some(64));
/// assert_eq!(broadcast_sizes(0, 1), Some(0));
/// assert_eq!(broadcast_sizes(6, 4), None);
/// ```
#[inline]
pub const fn broadcast_sizes(lhs: usize, rhs: usize) -> Option<usize> {
    if lhs == rhs || rhs == 1 {
        Some(lhs)
    } else if lhs == 1 {
        Some(rhs)
    } else {
        None
    }
}

/// The verdict on two sizes at one axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes `{Self}` and `{Rhs}` broadcast",
    label = "nothing here says that `{Self}` and `{Rhs}` are equal or that one of them is 1",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: SameAs<{Rhs}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait AxisMeets<Rhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

equal_from_two!(AxisMeets);

/// `1 with M = M`
impl<Rhs> AxisMeets<Rhs> for U1 {
    type Verdict = Fits<Rhs>;
}

/// `0 with 1 = 0`
impl AxisMeets<U1> for U0 {
    type Verdict = Fits<U0>;
}

/// `0 with 0 = 0`
impl AxisMeets<U0> for U0 {
    type Verdict = Fits<U0>;
}

/// `0 with M` clashes
impl<U, B, C> AxisMeets<bits!(U; B C)> for U0 {
    type Verdict = Clash<U0, bits!(U; B C), Last>;
}

/// `0 with _ = 0`
impl AxisMeets<Dyn> for U0 {
    type Verdict = Fits<U0>;
}

/// `N with 1 = N`
impl<U, B, C> AxisMeets<U1> for bits!(U; B C) {
    type Verdict = Fits<Self>;
}

/// `N with 0` clashes
impl<U, B, C> AxisMeets<U0> for bits!(U; B C) {
    type Verdict = Clash<Self, U0, Last>;
}

/// `N with _ = N`
impl<U, B, C> AxisMeets<Dyn> for bits!(U; B C) {
    type Verdict = Fits<Self>;
}

/// `_ with 1 = _`
impl AxisMeets<U1> for Dyn {
    type Verdict = Fits<Dyn>;
}

/// `_ with 0 = 0`
impl AxisMeets<U0> for Dyn {
    type Verdict = Fits<U0>;
}

/// `_ with M = M`
impl<U, B, C> AxisMeets<bits!(U; B C)> for Dyn {
    type Verdict = Fits<bits!(U; B C)>;
}

/// `_ with _ = _`
impl AxisMeets<Dyn> for Dyn {
    type Verdict = Fits<Dyn>;
}

/// The verdict on broadcasting the size of one axis to the target's.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the size `{Self}` broadcasts to the target's size `{Target}`",
    label = "nothing here says that `{Self}` is 1 or the target's `{Target}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: SameAs<{Target}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait AxisExpands<Target> {
    /// [`Fits`] with the target's size, or [`Clash`].
    type Verdict: AxisVerdict;
}

/// `1 to M = M`
impl<Target> AxisExpands<Target> for U1 {
    type Verdict = Fits<Target>;
}

/// `_ to M = M`
impl<Target> AxisExpands<Target> for Dyn {
    type Verdict = Fits<Target>;
}

/// `0 to 0 = 0`
impl AxisExpands<U0> for U0 {
    type Verdict = Fits<U0>;
}

/// `0 to M` clashes, also for 1, because a target never changes
impl<V, D> AxisExpands<UInt<V, D>> for U0 {
    type Verdict = Clash<U0, UInt<V, D>, Last>;
}

/// `0 to _ = _`
impl AxisExpands<Dyn> for U0 {
    type Verdict = Fits<Dyn>;
}

/// `N to 0` clashes
impl<U, B, C> AxisExpands<U0> for bits!(U; B C) {
    type Verdict = Clash<Self, U0, Last>;
}

/// `N to 1` clashes
impl<U, B, C> AxisExpands<U1> for bits!(U; B C) {
    type Verdict = Clash<Self, U1, Last>;
}

equal_from_two!(AxisExpands);

/// `N to _ = _`
impl<U, B, C> AxisExpands<Dyn> for bits!(U; B C) {
    type Verdict = Fits<Dyn>;
}
