//! What ranks compute together while each of them goes on with something else.

use std::fmt;
use std::marker::PhantomData;

use shapecheck::dim::DividedBy;
use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::Engine;
use shapecheck::{Axis, Dim, HasAxis, Shape, TensorOn};

use crate::cut::{Gathers, IsShard};
use crate::tensor::{resized, size_along};
use crate::{BoxStarted, Collective, Mesh, MeshError, MeshTensorOn, PartOf, PendingOver, Whole};

/// A tensor that ranks are still computing. [`wait`](Self::wait) returns it, and nothing reads it before.
///
/// If you drop it instead, the rank has taken part all the same, and the others get their sums: a transport completes what it began, and
/// over MPI this waits for the others. If it is dropped by a panic, MPI keeps its memory, and nothing waits.
#[must_use = "`wait()` returns the tensor"]
pub struct InFlight<T: 'static, S: Shape, E: Engine, State = Whole> {
    started: BoxStarted<TensorOn<T, S, E>>,
    state: PhantomData<State>,
}

impl<T: 'static, S: Shape, E: Engine, State> InFlight<T, S, E, State> {
    /// Waits for the other ranks, and returns the tensor.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    pub fn wait(self) -> Result<MeshTensorOn<T, S, E, State>, MeshError> {
        Ok(MeshTensorOn::of(self.started.wait()?))
    }
}

impl<T: 'static, S: Shape, E: Engine, State> fmt::Debug for InFlight<T, S, E, State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InFlight")
    }
}

impl<T: 'static, S: Shape, E: Engine, State> MeshTensorOn<T, S, E, State> {
    /// Begins an [`all_reduce`](Self::all_reduce), and returns before the other ranks have come: the gradient of a layer is summed while
    /// the rank computes that of the layer before it.
    ///
    /// It is a call like any other: every rank makes the same calls in the same order. Where calls are compared, as in debug builds,
    /// it waits until all ranks have made it. On engines that have no such form, [`Grad`](crate::grad) and those of dry runs among them,
    /// the sum is complete when this returns.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, Pending, Ranks, mesh, threads};
    ///
    /// dims! { Batch, Width = 2 }
    /// mesh! { Dp }
    ///
    /// let sums = threads::run(4, |world| {
    ///     let dp = Mesh::<Dp, _>::new(world)?;
    ///     let own = Tensor::<f32, shape![Width]>::full(dp.rank() as f32);
    ///     let gradient = MeshTensor::<_, _, Pending<Batch, Dp>>::from_pending_part(own);
    ///     let in_flight = gradient.start_all_reduce(&dp)?;
    ///     // Something else.
    ///     Ok::<_, MeshError>(in_flight.wait()?.into_whole().to_vec())
    /// })?;
    /// assert_eq!(sums, vec![[6.0; 2]; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The sum is not readable before:
    ///
    /// ```compile_fail,E0599
    /// # use shapecheck::{Tensor, dims, shape};
    /// # use shapecheck_mesh::{Mesh, MeshError, MeshTensor, Pending, mesh, threads::Threads};
    /// # dims! { Batch, Width = 2 }
    /// # mesh! { Dp }
    /// # fn wrong(
    /// #     gradient: MeshTensor<f32, shape![Width], Pending<Batch, Dp>>,
    /// #     dp: &Mesh<Dp, Threads>,
    /// # ) -> Result<Tensor<f32, shape![Width]>, MeshError> {
    /// Ok(gradient.start_all_reduce(dp)?.into_whole())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn start_all_reduce<M: MeshAxis, C>(
        self,
        mesh: &Mesh<M, C>,
    ) -> Result<InFlight<T, S, E, State::Rest>, MeshError>
    where
        State: PendingOver<M>,
        E: 'static,
        C: Collective<T, E>,
    {
        Ok(InFlight {
            started: mesh.transport().start_all_reduce(self.part)?,
            state: PhantomData,
        })
    }

    /// Begins a [`reduce_scatter`](Self::reduce_scatter), as [`start_all_reduce`](Self::start_all_reduce) does: `wait()` returns this
    /// rank's shard of the sum.
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size, another rank failed, or if it calls something else and calls are compared.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn start_reduce_scatter<const AXIS: isize, M: MeshAxis, C>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<InFlight<T, S::With<DividedBy<S::Size, M>>, E, State::Rest>, MeshError>
    where
        State: PendingOver<M>,
        S: HasAxis<AXIS>,
        DividedBy<S::Size, M>: IsShard,
        S::With<DividedBy<S::Size, M>>: PartOf<State::Rest>,
        E: 'static,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let size = mesh.part(size_along::<AXIS, S>(self.part.dims()))?.size();
        let part = resized::<AXIS, _>(self.part.dims(), size)?;
        let (ranks, axis) = (mesh.transport(), AXIS.unsigned_abs());
        Ok(InFlight {
            started: ranks.start_reduce_scatter(self.part, axis, part)?,
            state: PhantomData,
        })
    }

    /// Begins an [`all_gather`](Self::all_gather), as [`start_all_reduce`](Self::start_all_reduce) does: the weights of a layer are put
    /// together while the rank computes the layer before it.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { In = 2, Out = 4 }
    /// mesh! { Dp }
    ///
    /// let weights = Tensor::<usize, shape![In, Out]>::from_fn(|[row, column]| 4 * row + column);
    /// let gathered = threads::run(2, |world| {
    ///     let dp = Mesh::<Dp, _>::new(world)?;
    ///     let own = MeshTensor::whole(weights.clone()).cut(Axis::<-1>, &dp)?;
    ///     let in_flight = own.start_all_gather(Axis::<-1>, &dp)?;
    ///     // The layer before it.
    ///     Ok::<_, MeshError>(in_flight.wait()?.into_whole())
    /// })?;
    /// assert_eq!(gathered, vec![weights; 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the shards do not make the size of the whole, another rank failed, or if it calls something else and calls are
    /// compared.
    #[track_caller]
    pub fn start_all_gather<const AXIS: isize, M: MeshAxis, C, O: Shape>(
        self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<InFlight<T, O, E, State>, MeshError>
    where
        S: Gathers<AXIS, M::Name, Output = O>,
        E: 'static,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let size = self.part.size::<AXIS>() * mesh.ranks();
        let whole = resized::<AXIS, _>(self.part.dims(), size)?;
        let (ranks, axis) = (mesh.transport(), AXIS.unsigned_abs());
        Ok(InFlight {
            started: ranks.start_all_gather(self.part, axis, whole)?,
            state: PhantomData,
        })
    }
}
