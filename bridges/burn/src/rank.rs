//! From the axes of a shape to burn's rank, which is part of the types of its tensors.
//!
//! ```
//! use shapecheck::{Scalar, shape};
//! use shapecheck_burn::burn::tensor::{Float, Tensor};
//! use shapecheck_burn::Ranked;
//!
//! fn rank_three(tensor: <shape![_, 3, 4] as Ranked>::Tensor<Float>) -> Tensor<3> {
//!     tensor
//! }
//! // burn's tensors have at least one axis: a single number has rank 1.
//! fn single_number(tensor: <Scalar as Ranked>::Tensor<Float>) -> Tensor<1> {
//!     tensor
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::shape;
//! use shapecheck_burn::burn::tensor::Tensor;
//!
//! let matrix = Tensor::<2>::ones([2, 3], &Default::default());
//! let typed = shapecheck_burn::typed::<f32, shape![2, 3, 1], 2>(matrix); // an axis too many
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::shape;
//! use shapecheck_burn::Parameter;
//!
//! fn of_nine_axes(parameter: Parameter<f32, shape![..shape![1, 2, 3, 4, 5, 6, 7, 8], 9]>) {}
//! ```

use burn::module::{Module, ModuleDisplay, Param};
use burn::tensor::kind::Basic;
use burn::tensor::{DispatchTensor, Float, Tensor};
use shapecheck::shape::Axes;
use shapecheck::{Dim, DynShape, Scalar, Shape};

/// A shape of burn tensors of rank `RANK`: with that many axes, from 1 to 8, or of run-time rank. A shape without axes
/// has rank 1.
#[diagnostic::on_unimplemented(
    message = "burn's tensors of rank {RANK} do not have this shape: it has another number of axes, or more than 8",
    label = "the rank is not {RANK}",
    note = "a shape of 1 to 8 axes is that of a `Tensor` of as many axes; a single number, which has none, is a `Tensor<1>` of one element"
)]
pub trait OfRank<const RANK: usize>: Shape {}

#[diagnostic::do_not_recommend]
impl<const RANK: usize> OfRank<RANK> for DynShape {}

/// A shape whose rank the compiler knows, and the burn tensors of that rank.
#[diagnostic::on_unimplemented(
    message = "the number of axes of this shape is not a rank of a burn tensor: it is known only at run time, or more than 8",
    label = "no rank of burn's",
    note = "a shape of 1 to 8 axes has as many in burn; a single number, which has none, is a `Tensor<1>` of one element",
    note = "in generic code the axes have to stand in the type, as in `shape![B, N]`; or bound the shape: `S: Ranked`"
)]
pub trait Ranked: Shape {
    /// The burn tensor with elements of a kind: `Float`, `Int` or `Bool`.
    type Tensor<Kind: Basic>;

    /// The field of a module for a tensor of this rank.
    type Held: Module + ModuleDisplay + Sync;

    /// What a module holds, of a tensor of this rank.
    #[doc(hidden)]
    fn hold(tensor: DispatchTensor) -> Self::Held;

    /// The tensor that a module holds.
    #[doc(hidden)]
    fn held(held: &Self::Held) -> DispatchTensor;
}

macro_rules! ranks {
    ($($rank:literal $shape:ty [$($size:ident)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($size: Dim),*> OfRank<$rank> for $shape {}

        #[diagnostic::do_not_recommend]
        impl<$($size: Dim),*> Ranked for $shape {
            type Tensor<Kind: Basic> = Tensor<$rank, Kind>;
            type Held = Param<Tensor<$rank, Float>>;

            fn hold(tensor: DispatchTensor) -> Self::Held {
                Param::from_tensor(Tensor::from_dispatch(tensor))
            }

            fn held(held: &Self::Held) -> DispatchTensor {
                held.val().into_dispatch()
            }
        }
    )*};
}

ranks! {
    1 Scalar [];
    1 Axes<Scalar, A> [A];
    2 Axes<Axes<Scalar, A>, B> [A B];
    3 Axes<Axes<Axes<Scalar, A>, B>, C> [A B C];
    4 Axes<Axes<Axes<Axes<Scalar, A>, B>, C>, D> [A B C D];
    5 Axes<Axes<Axes<Axes<Axes<Scalar, A>, B>, C>, D>, E> [A B C D E];
    6 Axes<Axes<Axes<Axes<Axes<Axes<Scalar, A>, B>, C>, D>, E>, F> [A B C D E F];
    7 Axes<Axes<Axes<Axes<Axes<Axes<Axes<Scalar, A>, B>, C>, D>, E>, F>, G> [A B C D E F G];
    8 Axes<Axes<Axes<Axes<Axes<Axes<Axes<Axes<Scalar, A>, B>, C>, D>, E>, F>, G>, H> [A B C D E F G H];
}
