//! The broadcasting rule: for one axis, two shapes, one way, many shapes, and at run time.
//!
//! The rule exists as types, as functions over slices of sizes, and for shape values that mix both. One table in
//! `axis.rs` tests all three.
//!
//! ```
//! use shapecheck::broadcast::broadcast_shapes;
//! use shapecheck::{broadcasted, shape};
//!
//! let _: broadcasted![shape![2, 3], shape![3], shape![4, 1, 1]] = <shape![4, 2, 3]>::default();
//! assert_eq!(broadcast_shapes(&[&[2, 3], &[3], &[4, 1, 1]])?.dims(), [4, 2, 3]);
//! # Ok::<(), shapecheck::error::BroadcastError>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{broadcasted, shape};
//!
//! fn use_it(_: broadcasted![shape![2, 3], shape![3], shape![4, 1]]) {}
//! ```
//!
//! In the guide: [shapes](crate::guide::shapes).

mod align;
mod axis;
mod one_way;
#[doc(hidden)]
pub mod run_time;

pub use align::{Meets, MeetsDynamicRank};
pub use axis::{AxisExpands, AxisMeets, broadcast_sizes};
pub use one_way::{BroadcastTo, Expands};
pub use run_time::{
    broadcast_shapes, broadcast_shapes_const, broadcast_shapes_into, check_broadcast_to,
};

use crate::Shape;
use crate::verdict::{Accept, BroadcastRule, OperandsWith, Outcome};

/// A shape that broadcasts with `Rhs`, and the shape that the two broadcast to.
///
/// Shapes align at the last axis, and the shorter one is padded with 1 in front. At each axis the sizes are equal or
/// one of them is 1. The order of the two does not matter.
///
/// ```text
/// [8, 1, 6, 1] with    [7, 1, 5] = [8, 7, 6, 5]
/// [_, 3]       with       [4, 3] = [4, 3]         the dynamic size has to be 1 or 4
/// [_, 3]       with       [_, 1] = [_, 3]
/// ```
///
/// In generic code, the bound `S: Shape` alone lets `S` broadcast with itself and with `shape![]`, and `N: Dim` lets
/// `N` broadcast with itself and with 1. Two unrelated shapes need the bound `A: Broadcast<B>`.
///
/// In the guide: [shapes](crate::guide::shapes).
// Only reported if this bound itself is not met with the same type on both sides; otherwise rustc reports `Meets`.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shapes `{Self}` and `{Rhs}` broadcast",
    label = "nothing here says that `{Self}` and `{Rhs}` broadcast",
    note = "add the bound `where {Self}: Broadcast<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Broadcast<Rhs> {
    /// The shape that both broadcast to.
    type Output: Shape;
}

impl<Lhs, Rhs, Verdict> Broadcast<Rhs> for Lhs
where
    Rhs: Meets<Lhs, Verdict = Verdict>,
    OperandsWith<Rhs>: Accept<BroadcastRule, Verdict>,
{
    type Output = <OperandsWith<Rhs> as Outcome<Verdict>>::Shape;
}

/// The shape that `Lhs` and `Rhs` broadcast to.
///
/// In the guide: [shapes](crate::guide::shapes).
pub type Broadcasted<Lhs, Rhs> = <Lhs as Broadcast<Rhs>>::Output;

/// The shape that any number of shapes broadcast to; [`Scalar`](crate::Scalar) for none.
///
/// ```
/// use shapecheck::{Scalar, broadcasted, shape};
///
/// let _: broadcasted![] = Scalar;
/// let _: broadcasted![shape![6, 7], shape![5, 6, 1], shape![7]] = <shape![5, 6, 7]>::default();
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[macro_export]
macro_rules! broadcasted {
    () => { $crate::Scalar };
    ($first:ty $(, $shape:ty)* $(,)?) => { $crate::__broadcast_fold!($first; $($shape,)*) };
}

/// `((A with B) with C) with ...`, eight at a time to stay below the recursion limit of macros.
#[doc(hidden)]
#[macro_export]
macro_rules! __broadcast_fold {
    ($shape:ty;) => { $shape };
    ($shape:ty; $a:ty, $b:ty, $c:ty, $d:ty, $e:ty, $f:ty, $g:ty, $h:ty, $($rest:ty,)*) => {
        $crate::__broadcast_fold!(
            $crate::Broadcasted<$crate::Broadcasted<$crate::Broadcasted<$crate::Broadcasted<
                $crate::Broadcasted<$crate::Broadcasted<$crate::Broadcasted<$crate::Broadcasted<
                    $shape, $a>, $b>, $c>, $d>, $e>, $f>, $g>, $h>;
            $($rest,)*
        )
    };
    ($shape:ty; $next:ty, $($rest:ty,)*) => {
        $crate::__broadcast_fold!($crate::Broadcasted<$shape, $next>; $($rest,)*)
    };
}
