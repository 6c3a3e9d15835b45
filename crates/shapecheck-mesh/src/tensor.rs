//! Tensors shared by ranks, each of which has its part.

use std::fmt::{self, Debug, Formatter};

use shapecheck::dim::DividedBy;
use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::{Copies, Engine, MovesAxes};
use shapecheck::shape::list::ArrayShape;
use shapecheck::{Axis, Dim, HasAxis, Host, Shape, TensorOn};

use crate::cut::{Gathers, IsShard};
use crate::state::IsState;
use crate::{Collective, Finished, Mesh, MeshError, PartOf, PendingOver, Ranks, Whole, WholeShape};

/// A tensor on the heap; each rank of a mesh has its part.
pub type MeshTensor<T, S, State = Whole> = MeshTensorOn<T, S, Host, State>;

/// A tensor shared by the ranks of a mesh; each has its part.
///
/// An axis of its shape is whole, or a shard, `Hidden / Tp`: then the rank has the elements of its place along `Tp`. The state is [`Whole`], or
/// [`Pending`](crate::Pending) if the elements are terms of a sum over ranks.
///
/// | | |
/// | --- | --- |
/// | [`whole`](Self::whole), [`cut`](Self::cut); [`from_part`](Self::from_part), [`from_pending_part`](Self::from_pending_part), which are trusted | from a tensor |
/// | [`matmul`](Self::matmul), [`linear`](Self::linear), [`linear_with_bias`](Self::linear_with_bias), [`sum_axis`](Self::sum_axis) | sums over an axis, which are pending if it is cut |
/// | `+`, `-`, `*`, `/`, [`scale`](Self::scale), [`gelu`](Self::gelu) and other functions, [`dropout`](Self::dropout) | of each element |
/// | [`softmax`](Self::softmax), [`mean_axis`](Self::mean_axis), [`max_axis`](Self::max_axis), [`layer_norm`](Self::layer_norm), [`rms_norm`](Self::rms_norm), [`attention`](Self::attention), [`causal_attention`](Self::causal_attention), [`grouped_attention`](Self::grouped_attention), [`cross_entropy`](Self::cross_entropy), [`embedding`](Self::embedding) | along axes that are whole |
/// | [`softmax_over`](Self::softmax_over), [`mean_axis_over`](Self::mean_axis_over), [`max_axis_over`](Self::max_axis_over), [`layer_norm_over`](Self::layer_norm_over), [`rms_norm_over`](Self::rms_norm_over), [`cross_entropy_over`](Self::cross_entropy_over), [`embedding_over`](Self::embedding_over) | the same along an axis that is cut, with the other ranks |
/// | [`transpose`](Self::transpose), [`split_axis_with`](Self::split_axis_with), [`merge_axes`](Self::merge_axes), [`insert_axis`](Self::insert_axis), [`index_axis`](Self::index_axis), [`split_equal`](Self::split_equal) | other axes |
/// | [`all_reduce`](Self::all_reduce), [`start_all_reduce`](Self::start_all_reduce), [`start_reduce_scatter`](Self::start_reduce_scatter), [`start_all_gather`](Self::start_all_gather), [`reduce_scatter`](Self::reduce_scatter), [`all_gather`](Self::all_gather), [`all_to_all`](Self::all_to_all), [`with_halo`](Self::with_halo) | between ranks |
/// | [`map_part`](Self::map_part) | a function of the part of each rank, for everything else |
/// | [`part`](Self::part), [`into_whole`](Self::into_whole), [`into_part`](Self::into_part), [`pending_part`](Self::pending_part) | to a tensor |
#[must_use]
pub struct MeshTensorOn<T: 'static, S: ArrayShape, E: Engine, State = Whole> {
    pub(crate) part: TensorOn<T, S, E>,
    state: std::marker::PhantomData<State>,
}

impl<T: 'static, S: ArrayShape, E: Engine, State> MeshTensorOn<T, S, E, State> {
    pub(crate) const fn of(part: TensorOn<T, S, E>) -> Self {
        Self {
            part,
            state: std::marker::PhantomData,
        }
    }

    /// The tensor, of which each rank has all.
    ///
    /// A shard is not to be had by reference: a sum of it that a rank makes alone would look as if it were whole.
    /// [`map_part`](Self::map_part) computes on it, and [`into_part`](Self::into_part) takes it out.
    pub fn part(&self) -> &TensorOn<T, S, E>
    where
        State: Finished,
        S: WholeShape,
    {
        &self.part
    }

    /// The part of this rank, as an ordinary tensor: from here on nothing checks what is computed of a shard.
    pub fn into_part(self) -> TensorOn<T, S, E>
    where
        State: Finished,
    {
        self.part
    }

    /// The term of this rank, of a sum that is pending.
    pub fn pending_part(&self) -> &TensorOn<T, S, E> {
        &self.part
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

impl<T: 'static, S: Shape, E: Engine, State: IsState> MeshTensorOn<T, S, E, State> {
    /// The sizes of the part of this rank, the first axis first.
    pub fn dims(&self) -> &[usize] {
        self.part.dims()
    }

    /// A tensor from the term that this rank has of a sum.
    ///
    /// It asserts that the sum of the terms of all ranks is the tensor, and the type says over which axis of the mesh: rows that
    /// a rank looked up in its part of a table, and zeros for the others. Nothing compares the terms.
    ///
    /// ```
    /// use shapecheck::{Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, Pending, Ranks, mesh, threads};
    ///
    /// dims! { Vocabulary, Width = 2 }
    /// mesh! { Tp }
    ///
    /// let found = threads::run(3, |world| {
    ///     let tp = Mesh::<Tp, _>::new(world)?;
    ///     let own = Tensor::<f32, shape![Width]>::full(if tp.rank() == 1 { 7.0 } else { 0.0 });
    ///     let row = MeshTensor::<_, _, Pending<Vocabulary, Tp>>::from_pending_part(own);
    ///     Ok::<_, MeshError>(row.all_reduce(&tp)?.into_whole().to_vec())
    /// })?;
    /// assert_eq!(found, [[7.0; 2]; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_pending_part(term: TensorOn<T, S, E>) -> Self
    where
        S: PartOf<State>,
    {
        Self::of(term)
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
    ///
    /// It asserts that the parts of all ranks along each axis of the mesh, put together in the order of ranks, are the tensor,
    /// and that ranks with the same place along the axes that cut it have the same part. Nothing compares the elements:
    /// [`cut`](Self::cut) makes a shard, and `shapecheck_weights::Reader` reads one.
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
        E: MovesAxes<T> + Copies<T> + Engine<Out = E>,
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
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn all_reduce<M: MeshAxis, C>(
        self,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E, State::Rest>, MeshError>
    where
        State: PendingOver<M>,
        C: Collective<T, E>,
    {
        Ok(MeshTensorOn::of(mesh.transport().all_reduce(self.part)?))
    }

    /// Each rank's shard along an axis of the sum over the ranks, which was pending: `[.., Width]` becomes `[.., Width / Tp]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size, another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn reduce_scatter<const AXIS: isize, M: MeshAxis, C>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<Part<T, S, E, AXIS, M, State::Rest>, MeshError>
    where
        State: PendingOver<M>,
        S: HasAxis<AXIS>,
        DividedBy<S::Size, M>: IsShard,
        S::With<DividedBy<S::Size, M>>: PartOf<State::Rest>,
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
    /// Returns an error if the shards do not make the size of the whole, another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn all_gather<const AXIS: isize, M: MeshAxis, C, O: Shape>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, O, E, State>, MeshError>
    where
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
    /// Returns an error if there is no rank `root`, another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
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
pub(crate) fn size_along<const AXIS: isize, S: HasAxis<AXIS>>(sizes: &[usize]) -> S::Size {
    S::Size::of_fitting(sizes, sizes.len() - AXIS.unsigned_abs() + 1)
}

/// The shape with another size of an axis.
pub(crate) fn resized<const AXIS: isize, O: Shape>(
    sizes: &[usize],
    size: usize,
) -> Result<O, MeshError> {
    let mut sizes = sizes.to_vec();
    let place = sizes.len() - AXIS.unsigned_abs();
    sizes[place] = size;
    Ok(O::try_from_sizes(&sizes)?)
}

/// A tensor whose axis is cut over the axis `M` of a mesh.
type Part<T, S, E, const AXIS: isize, M, State = Whole> =
    MeshTensorOn<T, <S as HasAxis<AXIS>>::With<DividedBy<<S as HasAxis<AXIS>>::Size, M>>, E, State>;

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
