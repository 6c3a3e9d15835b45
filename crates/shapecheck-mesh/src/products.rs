//! Sums over an axis: of a shard, a sum is pending.

use shapecheck::algebra::{BiasFor, Linear, MatrixProduct};
use shapecheck::dim::shard::Piece;
use shapecheck::engine::Models;
use shapecheck::{Broadcast, Broadcasted, HasAxis, Shape, TensorOn};

use crate::cut::{
    Alike, Meets, ShardBesideWhole, Tell, TellShardBesideWhole, TellWholeBesideShard,
    WholeBesideShard,
};
use crate::state::{Adds, IsState, Multiplies, ThenSum};
use crate::{MeshTensorOn, PartOf, Whole};

type CutOf<N> = <N as Piece>::Cut;

/// The state of a sum along an axis of size N.
type SumState<State, N> = <State as ThenSum<CutOf<N>>>::Output;

/// Sums over an axis. The sum over the shards of an axis is pending.
impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {
    /// The matrix product, as of [`TensorOn::matmul`]: `[..S, M, K]` by `[..R, K, N]` gives `[..S, M, N]`.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn matmul<R: Shape, O: Shape, OtherState, OutputState>(
        &self,
        rhs: &MeshTensorOn<T, R, E, OtherState>,
    ) -> MeshTensorOn<T, O, E, OutputState>
    where
        S: MatrixProductOnMesh<R, State, OtherState, Shape = O, State = OutputState>,
    {
        MeshTensorOn::of(S::matmul(&self.part, &rhs.part))
    }

    /// A linear layer, as of [`TensorOn::linear`]: `[..S, I]` through weights `[O, I]` gives `[..S, O]`.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn linear<W: Shape, O: Shape, OtherState, OutputState>(
        &self,
        weights: &MeshTensorOn<T, W, E, OtherState>,
    ) -> MeshTensorOn<T, O, E, OutputState>
    where
        S: LinearOnMesh<W, State, OtherState, Shape = O, State = OutputState>,
    {
        MeshTensorOn::of(S::linear(&self.part, &weights.part))
    }

    /// A linear layer with a bias: [`linear`](Self::linear), to whose result it adds the bias. The result is whole, or a shard: to a
    /// pending sum, each rank would add the bias.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only when the program runs do not fit.
    #[track_caller]
    pub fn linear_with_bias<W: Shape, B, O, OtherState, OutputState>(
        &self,
        weights: &MeshTensorOn<T, W, E, OtherState>,
        bias: &MeshTensorOn<T, B, E>,
    ) -> MeshTensorOn<T, Broadcasted<O, B>, E, OutputState::Output>
    where
        S: LinearOnMesh<W, State, OtherState, Shape = O, State = OutputState>,
        OutputState: Adds<Whole, Output: IsState>,
        O: Shape + Broadcast<B>,
        B: Shape + BiasFor<-1, O>,
        Broadcasted<O, B>: PartOf<OutputState::Output>,
    {
        self.linear(weights) + bias
    }

    /// The sum along an axis, which stays, with size 1.
    pub fn sum_axis<const AXIS: isize>(
        &self,
    ) -> MeshTensorOn<T, S::WithOne, E, SumState<State, S::Size>>
    where
        S: HasAxis<AXIS, Size: Piece>,
        State: ThenSum<CutOf<S::Size>>,
    {
        MeshTensorOn::of(self.part.sum_axis::<AXIS>())
    }
}

/// A product on a mesh: the sum over an axis that is cut is pending.
macro_rules! products {
    ($($(#[$doc:meta])* $Trait:ident: $Rule:ident, $axis:literal, $function:ident;)*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "cannot tell what the product of `{Self}` and `{Rhs}` is on a mesh",
            label = "a type parameter leaves it open"
        )]
        pub trait $Trait<Rhs, State, OtherState>: Sized {
            /// The shape of the product.
            type Shape: Shape;
            /// Its state.
            type State;

            #[doc(hidden)]
            fn $function<T: 'static, E: Models<T>>(
                lhs: &TensorOn<T, Self, E>,
                rhs: &TensorOn<T, Rhs, E>,
            ) -> TensorOn<T, Self::Shape, E>
            where
                Self: Shape,
                Rhs: Shape;
        }

        impl<S, R, State, OtherState, Verdict> $Trait<R, State, OtherState> for S
        where
            S: HasAxis<-1, Size: Piece>,
            R: HasAxis<$axis, Size: Piece>,
            CutOf<<S as HasAxis<-1>>::Size>: Meets<CutOf<<R as HasAxis<$axis>>::Size>, Verdict = Verdict>,
            Verdict: accepted::$Trait<S, R, State, OtherState>,
        {
            type Shape = Verdict::Shape;
            type State = Verdict::State;

            #[track_caller]
            fn $function<T: 'static, E: Models<T>>(
                lhs: &TensorOn<T, S, E>,
                rhs: &TensorOn<T, R, E>,
            ) -> TensorOn<T, Self::Shape, E> {
                Verdict::$function(lhs, rhs)
            }
        }
    )*

        /// The products, of what is alike along the axis that is summed over.
        mod accepted {
            use super::*;

            $(
                pub trait $Trait<S: Shape, R: Shape, State, OtherState> {
                    type Shape: Shape;
                    type State;

                    fn $function<T: 'static, E: Models<T>>(
                        lhs: &TensorOn<T, S, E>,
                        rhs: &TensorOn<T, R, E>,
                    ) -> TensorOn<T, Self::Shape, E>;
                }

                impl<S: Shape, R: Shape, State, OtherState, Over> $Trait<S, R, State, OtherState> for Alike<Over>
                where
                    S: $Rule<R>,
                    State: Multiplies<OtherState, Output: IsState + ThenSum<Over>>,
                    S::Output: PartOf<<State::Output as ThenSum<Over>>::Output>,
                {
                    type Shape = S::Output;
                    type State = <State::Output as ThenSum<Over>>::Output;

                    #[track_caller]
                    fn $function<T: 'static, E: Models<T>>(
                        lhs: &TensorOn<T, S, E>,
                        rhs: &TensorOn<T, R, E>,
                    ) -> TensorOn<T, Self::Shape, E> {
                        lhs.$function(rhs)
                    }
                }

                products!(refused WholeBesideShard, TellWholeBesideShard, $Trait, $function);
                products!(refused ShardBesideWhole, TellShardBesideWhole, $Trait, $function);
            )*
        }
    };
    (refused $Refused:ident, $TellRefused:ident, $Trait:ident, $function:ident) => {
        impl<S: Shape, R: Shape, State, OtherState, W, M> $Trait<S, R, State, OtherState> for $Refused<W, M>
        where
            Tell: $TellRefused<W, M>,
        {
            type Shape = <Tell as $TellRefused<W, M>>::Shape;
            type State = <Tell as $TellRefused<W, M>>::State;

            fn $function<T: 'static, E: Models<T>>(
                _: &TensorOn<T, S, E>,
                _: &TensorOn<T, R, E>,
            ) -> TensorOn<T, Self::Shape, E> {
                unreachable!("this product does not compile")
            }
        }
    };
}

products! {
    /// A matrix product of tensors on a mesh, from left to right.
    MatrixProductOnMesh: MatrixProduct, -2, matmul;
    /// A linear layer on a mesh, from the input to its weights.
    LinearOnMesh: Linear, -1, linear;
}
