//! Tensors shared by ranks, each of which has its part.

use std::fmt::{self, Debug, Formatter};
use std::ops::{Add, Mul, Neg, Sub};

use shapecheck::algebra::{Linear, MatrixProduct, MergeAxes, SplitAxisWith};
use shapecheck::dim::DividedBy;
use shapecheck::dim::shard::{MeshAxis, Piece};
use shapecheck::engine::{Engine, Models};
use shapecheck::shape::SwapAxes;
use shapecheck::shape::list::ArrayShape;
use shapecheck::{Axis, Broadcast, Broadcasted, Dim, HasAxis, Host, Shape, TensorOn};

use crate::cut::{
    Alike, Gathers, IsShard, IsUncut, KeepsCuts, Meets, ShardBesideWhole, Tell,
    TellShardBesideWhole, TellWholeBesideShard, WholeBesideShard,
};
use crate::state::{Adds, IsState, Multiplies, ThenSum};
use crate::{Collective, Finished, Mesh, MeshError, PartOf, PendingOver, Ranks, Whole, WholeShape};

/// A tensor on the heap; each rank of a mesh has its part.
pub type MeshTensor<T, S, State = Whole> = MeshTensorOn<T, S, Host, State>;

/// A tensor shared by the ranks of a mesh; each has its part.
///
/// An axis of its shape is whole, or a shard, `Hidden / Tp`: then the rank has the elements of its place along `Tp`. The state is [`Whole`], or
/// [`Pending`](crate::Pending) if the elements are terms of a sum over ranks. What the rank has is an ordinary tensor,
/// [`part`](Self::part).
///
/// | | |
/// | --- | --- |
/// | [`whole`](Self::whole), [`from_part`](Self::from_part), [`cut`](Self::cut) | from a tensor |
/// | [`matmul`](Self::matmul), [`linear`](Self::linear), [`sum_axis`](Self::sum_axis) | sums over an axis, which are pending if it is cut |
/// | `+`, `-`, `*`, [`scale`](Self::scale), [`gelu`](Self::gelu), [`softmax`](Self::softmax) | element by element, and along axes that are whole |
/// | [`transpose`](Self::transpose), [`split_axis_with`](Self::split_axis_with), [`merge_axes`](Self::merge_axes) | other axes |
/// | [`all_reduce`](Self::all_reduce), [`reduce_scatter`](Self::reduce_scatter), [`all_gather`](Self::all_gather) | between ranks |
/// | [`into_whole`](Self::into_whole), [`into_part`](Self::into_part) | to a tensor |
///
/// Everything else is computed on the part, or on a tensor that is whole.
#[must_use]
pub struct MeshTensorOn<T: 'static, S: ArrayShape, E: Engine, State = Whole> {
    part: TensorOn<T, S, E>,
    state: std::marker::PhantomData<State>,
}

impl<T: 'static, S: ArrayShape, E: Engine, State> MeshTensorOn<T, S, E, State> {
    const fn of(part: TensorOn<T, S, E>) -> Self {
        Self {
            part,
            state: std::marker::PhantomData,
        }
    }

    /// The part of this rank.
    pub fn part(&self) -> &TensorOn<T, S, E> {
        &self.part
    }

    /// The part of this rank: its term of a pending sum.
    pub fn into_part(self) -> TensorOn<T, S, E> {
        self.part
    }

    /// The tensor; each rank has all of it.
    pub fn into_whole(self) -> TensorOn<T, S, E>
    where
        State: Finished,
        S: WholeShape,
    {
        self.part
    }
}

impl<T: 'static, S: Shape, E: Engine> MeshTensorOn<T, S, E> {
    /// A tensor that is the same on each rank.
    ///
    /// Nothing compares the elements. [`Mesh::broadcast`] sends those of one rank to all.
    pub fn whole(x: TensorOn<T, S, E>) -> Self
    where
        S: WholeShape,
    {
        Self::of(x)
    }

    /// A tensor from this rank's part: the one place where shards are trusted instead of made.
    pub fn from_part(part: TensorOn<T, S, E>) -> Self
    where
        S: PartOf<Whole>,
    {
        Self::of(part)
    }

    /// This rank's shard along an axis that each rank has in full: `[.., Hidden]` becomes `[.., Hidden / Tp]`. Nothing is
    /// sent.
    ///
    /// The shard has its own memory, so that you can drop the tensor that it is cut from.
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size.
    pub fn cut<const AXIS: isize, M: MeshAxis, C: Ranks>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<Part<T, S, E, AXIS, M>, MeshError>
    where
        S: HasAxis<AXIS>,
        DividedBy<S::Size, M>: IsShard,
        S::With<DividedBy<S::Size, M>>: PartOf<Whole>,
        E: Models<T>,
    {
        let Axis = axis;
        let size = mesh.part(size_along::<AXIS, S>(self.part.dims()))?;
        let part = self
            .part
            .narrow_with::<AXIS, _>(mesh.rank() * size.size(), size)
            .to_tensor();
        Ok(MeshTensorOn::of(part))
    }
}

/// Between ranks. Every rank makes the same calls in the same order.
impl<T: 'static, S: Shape, E: Engine, State> MeshTensorOn<T, S, E, State> {
    /// The sum over the ranks, which was pending, on each rank.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or in debug builds if it calls something else.
    pub fn all_reduce<M: MeshAxis, C>(
        self,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        State: PendingOver<M::Name>,
        C: Collective<T, E>,
    {
        Ok(MeshTensorOn::of(mesh.transport().all_reduce(self.part)?))
    }

    /// Each rank's shard along an axis of the sum over the ranks, which was pending: `[.., Width]` becomes `[.., Width / Tp]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size, another rank failed, or in debug builds if it calls something else.
    pub fn reduce_scatter<const AXIS: isize, M: MeshAxis, C>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<Part<T, S, E, AXIS, M>, MeshError>
    where
        State: PendingOver<M::Name>,
        S: HasAxis<AXIS>,
        DividedBy<S::Size, M>: IsShard,
        S::With<DividedBy<S::Size, M>>: PartOf<Whole>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let size = mesh.part(size_along::<AXIS, S>(self.part.dims()))?.size();
        let part = resized::<AXIS, _>(self.part.dims(), size)?;
        let axis = AXIS.unsigned_abs();
        let part = mesh.transport().reduce_scatter(self.part, axis, part)?;
        Ok(MeshTensorOn::of(part))
    }

    /// The shards of all ranks along an axis, put together: `[.., Hidden / Tp]` becomes `[.., Hidden]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the shards do not make the size of the whole, another rank failed, or in debug builds if it calls something else.
    pub fn all_gather<const AXIS: isize, M: MeshAxis, C, O: Shape>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, O, E>, MeshError>
    where
        State: Finished,
        S: Gathers<AXIS, M::Name, Output = O>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let size = self.part.size::<AXIS>() * mesh.ranks();
        let whole = resized::<AXIS, _>(self.part.dims(), size)?;
        let axis = AXIS.unsigned_abs();
        let whole = mesh.transport().all_gather(self.part, axis, whole)?;
        Ok(MeshTensorOn::of(whole))
    }
}

impl<M: MeshAxis, C> Mesh<M, C> {
    /// The tensor of the rank `root`, on all.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no rank `root`, another rank failed, or in debug builds if it calls something else.
    pub fn broadcast<T: 'static, S: WholeShape, E: Engine>(
        &self,
        x: TensorOn<T, S, E>,
        root: usize,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        Ok(MeshTensorOn::of(self.transport().broadcast(x, root)?))
    }
}

/// The size of an axis of a tensor with these sizes.
fn size_along<const AXIS: isize, S: HasAxis<AXIS>>(sizes: &[usize]) -> S::Size {
    S::Size::of_fitting(sizes, sizes.len() - AXIS.unsigned_abs() + 1)
}

/// The shape with another size of an axis.
fn resized<const AXIS: isize, O: Shape>(sizes: &[usize], size: usize) -> Result<O, MeshError> {
    let mut sizes = sizes.to_vec();
    let place = sizes.len() - AXIS.unsigned_abs();
    sizes[place] = size;
    Ok(O::try_from_sizes(&sizes)?)
}

type CutOf<N> = <N as Piece>::Cut;

/// The state of a sum along an axis of size N.
type SumState<State, N> = <State as ThenSum<CutOf<N>>>::Output;

/// A tensor whose axis is cut over the axis `M` of a mesh.
type Part<T, S, E, const AXIS: isize, M> =
    MeshTensorOn<T, <S as HasAxis<AXIS>>::With<DividedBy<<S as HasAxis<AXIS>>::Size, M>>, E>;

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
                    State: Multiplies<OtherState, Output: ThenSum<Over>>,
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

/// Functions of each element that are not linear.
macro_rules! functions {
    ($($name:ident)*) => {
        /// Functions of each element. They are not linear, so a sum has to be whole before.
        impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {$(
            #[doc = concat!("[`", stringify!($name), "`](TensorOn::", stringify!($name), ") of each element.")]
            pub fn $name(&self) -> MeshTensorOn<T, S, E>
            where
                State: Finished,
            {
                MeshTensorOn::of(self.part.$name())
            }
        )*}
    };
}

functions! { abs exp gelu gelu_tanh ln recip relu sigmoid silu sqrt tanh }

/// Along axes that are whole, and other axes.
impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {
    /// The softmax along an axis that is whole.
    pub fn softmax<const AXIS: isize>(&self) -> MeshTensorOn<T, S, E>
    where
        State: Finished,
        S: HasAxis<AXIS, Size: Piece<Cut: IsUncut>>,
    {
        MeshTensorOn::of(self.part.softmax::<AXIS>())
    }

    /// Each element times a number.
    pub fn scale(&self, factor: T) -> Self {
        Self::of(&self.part * factor)
    }

    /// The last two axes exchanged.
    pub fn transpose<O: Shape>(&self) -> MeshTensorOn<T, O, E, State>
    where
        S: SwapAxes<-2, -1, Output = O>,
    {
        MeshTensorOn::of(self.part.transpose())
    }

    /// Two axes exchanged.
    pub fn swap_axes<const A: isize, const B: isize>(&self) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: SwapAxes<A, B>,
    {
        MeshTensorOn::of(self.part.swap_axes::<A, B>())
    }

    /// An axis as two: `[.., Heads / Tp * Head]` becomes `[.., Heads / Tp, Head]`.
    ///
    /// # Panics
    ///
    /// Panics if the two sizes do not make that of the axis.
    #[track_caller]
    pub fn split_axis_with<const AXIS: isize, First: Dim, Second: Dim>(
        &self,
        first: First,
        second: Second,
    ) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: SplitAxisWith<AXIS, First, Second> + KeepsCuts<S::Output>,
    {
        MeshTensorOn::of(self.part.split_axis_with::<AXIS, _, _>(first, second))
    }

    /// Merges an axis with the one after it: `[.., Heads / Tp, Head]` becomes `[.., Heads / Tp * Head]`.
    pub fn merge_axes<const AXIS: isize>(&self) -> MeshTensorOn<T, S::Output, E, State>
    where
        S: MergeAxes<AXIS> + KeepsCuts<S::Output>,
    {
        MeshTensorOn::of(self.part.merge_axes::<AXIS>())
    }
}

/// Operators of two tensors, which broadcast.
macro_rules! operators {
    ($($Operator:ident $function:ident $sign:tt $States:ident;)*) => {$(
        impl<T: 'static, S: Shape, R: Shape, E: Models<T>, State, OtherState>
            $Operator<&MeshTensorOn<T, R, E, OtherState>> for &MeshTensorOn<T, S, E, State>
        where
            S: Broadcast<R>,
            State: $States<OtherState, Output: IsState>,
            Broadcasted<S, R>: PartOf<State::Output>,
        {
            type Output = MeshTensorOn<T, Broadcasted<S, R>, E, State::Output>;

            #[track_caller]
            fn $function(self, rhs: &MeshTensorOn<T, R, E, OtherState>) -> Self::Output {
                MeshTensorOn::of(&self.part $sign &rhs.part)
            }
        }
    )*};
}

operators! {
    Add add + Adds;
    Sub sub - Adds;
    Mul mul * Multiplies;
}

impl<T: 'static, S: Shape, E: Models<T>, State> Neg for &MeshTensorOn<T, S, E, State> {
    type Output = MeshTensorOn<T, S, E, State>;

    fn neg(self) -> Self::Output {
        MeshTensorOn::of(-&self.part)
    }
}

impl<T: 'static, S: Shape, E: Engine, State> Clone for MeshTensorOn<T, S, E, State>
where
    TensorOn<T, S, E>: Clone,
{
    fn clone(&self) -> Self {
        Self::of(self.part.clone())
    }
}

impl<T: 'static, S: Shape, E: Engine, State> Debug for MeshTensorOn<T, S, E, State>
where
    TensorOn<T, S, E>: Debug,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.part.fmt(f)
    }
}
