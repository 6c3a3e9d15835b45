//! Operations along an axis that is cut, which the ranks along an axis of the mesh compute together.
//!
//! Each is what one rank computes of the whole axis. Between ranks goes one number for each row, instead of the parts.

use shapecheck::algebra::{Classifies, Embeds, EndsIn};
use shapecheck::dim::shard::{MeshAxis, Piece};
use shapecheck::engine::{
    Binary, Clones, Creates, Engine, Gathers, Models, Operand, Reduces, Selects, ops,
};
use shapecheck::{Axis, Dim, DynShape, HasAxis, Scalar, Shape, TensorOn};

use crate::cut::{IsShardOver, PartOver};
use crate::{Collective, Finished, Mesh, MeshError, MeshTensorOn, PartOf, Pending, Ranks};

/// A tensor whose type does not say its axes.
pub(crate) type Any<T, E> = TensorOn<T, DynShape, E>;

/// Along an axis that is cut, together with the other ranks. Every rank makes the same calls in the same order.
impl<T: 'static, S: Shape, E: Models<T>, State: Finished> MeshTensorOn<T, S, E, State> {
    /// The mean along an axis that is cut over the mesh; the axis stays, with size 1.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn mean_axis_over<const AXIS: isize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S::WithOne, E>, MeshError>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: PartOver<M::Name>>>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let ranks = Along::<AXIS, M, C>(mesh);
        typed(ranks.mean(&any(&self.part))?)
    }

    /// The largest element along an axis that is cut over the mesh; the axis stays, with size 1.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    ///
    /// # Panics
    ///
    /// Panics if the axis has no elements.
    #[track_caller]
    pub fn max_axis_over<const AXIS: isize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S::WithOne, E>, MeshError>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: PartOver<M::Name>>>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        typed(Along::<AXIS, M, C>(mesh).extreme::<ops::Max, _, _>(&any(&self.part))?)
    }

    /// The smallest element along an axis that is cut over the mesh; the axis stays, with size 1.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    ///
    /// # Panics
    ///
    /// Panics if the axis has no elements.
    #[track_caller]
    pub fn min_axis_over<const AXIS: isize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S::WithOne, E>, MeshError>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: PartOver<M::Name>>>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        typed(Along::<AXIS, M, C>(mesh).extreme::<ops::Min, _, _>(&any(&self.part))?)
    }

    /// The softmax along an axis that is cut over the mesh: each rank gets its part of it.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { Classes = 4 }
    /// mesh! { Tp }
    ///
    /// let scores = Tensor::<f32, shape![Classes]>::from_fn(|[class]| class as f32);
    /// let parts = threads::run(2, |world| {
    ///     let tp = Mesh::<Tp, _>::new(world)?;
    ///     let own = MeshTensor::whole(scores.clone()).cut(Axis::<-1>, &tp)?;
    ///     Ok::<_, MeshError>(own.softmax_over(Axis::<-1>, &tp)?.into_part().to_vec())
    /// })?;
    /// let alone = scores.softmax::<-1>().to_vec();
    /// assert!(parts.concat().iter().zip(alone).all(|(of_rank, alone)| (of_rank - alone).abs() < 1e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn softmax_over<const AXIS: isize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: PartOver<M::Name>>>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let [below, sums] = Along::<AXIS, M, C>(mesh).exponentials(&any(&self.part))?;
        typed(below.exp() / sums)
    }

    /// The logarithms of [`softmax_over`](Self::softmax_over), without loss of precision for small ones.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn log_softmax_over<const AXIS: isize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        S: HasAxis<AXIS, Size: Piece<Cut: PartOver<M::Name>>>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let [below, sums] = Along::<AXIS, M, C>(mesh).exponentials(&any(&self.part))?;
        typed(below - sums.ln())
    }

    /// RMS normalization over the last axis, which is cut over the mesh as the weights are.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn rms_norm_over<W, M: MeshAxis, C>(
        &self,
        weights: &MeshTensorOn<T, W, E>,
        epsilon: T,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        S: EndsIn<W> + HasAxis<-1, Size: Piece<Cut: PartOver<M::Name>>>,
        W: Shape + HasAxis<-1, InFront = Scalar>,
        C: Collective<T, E>,
    {
        let along = Along::<-1, M, C>(mesh);
        typed(along.normalized(any(&self.part), &any(&weights.part), epsilon)?)
    }

    /// Layer normalization over the last axis, which is cut over the mesh as the weights are. Add a bias with `+ &bias`.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn layer_norm_over<W, M: MeshAxis, C>(
        &self,
        weights: &MeshTensorOn<T, W, E>,
        epsilon: T,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        S: EndsIn<W> + HasAxis<-1, Size: Piece<Cut: PartOver<M::Name>>>,
        W: Shape + HasAxis<-1, InFront = Scalar>,
        C: Collective<T, E>,
    {
        let along = Along::<-1, M, C>(mesh);
        let x = any(&self.part);
        let means = along.mean(&x)?;
        typed(along.normalized(x - means, &any(&weights.part), epsilon)?)
    }

    /// The cross entropy of scores along the last axis, whose classes are cut over the mesh: the loss of each row, the same on
    /// each rank along it. Targets count in all classes.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes, if another rank failed, or if it calls something else and
    /// calls are compared.
    #[track_caller]
    pub fn cross_entropy_over<I: Shape, O: Shape, M: MeshAxis, C>(
        &self,
        targets: &MeshTensorOn<usize, I, E>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, O, E>, MeshError>
    where
        S: HasAxis<-1, Size: IsShardOver<M::Name>, Without = O>,
        S: Classifies<-1, I>,
        C: Collective<T, E>,
    {
        let along = Along::<-1, M, C>(mesh);
        let [below, sums] = along.exponentials(&any(&self.part))?;
        let rows = DynShape::from(targets.part.dims());
        let with_one = DynShape::from(&*[targets.part.dims(), &[1]].concat());
        let targets = any(&targets.part).try_into_reshaped(with_one)?;
        let found = Owned::of(&targets, self.part.size::<-1>(), mesh)?;
        let last = below.dims().len() - 1;
        let own = <E as Gathers<T>>::take_along_axis::<DynShape, DynShape, DynShape>(
            below.data(),
            last,
            found.places.data(),
        )?;
        let terms = found.or_zero(Any::try_from_data(own)?)?;
        let of_targets = mesh.transport().all_reduce(terms)?;
        typed((sums.ln() - of_targets).try_into_reshaped(rows)?)
    }

    /// The rows of this table at the indices, where the rows are cut over the mesh: `[V / Tp, Width]` at `[..I]` gives
    /// `[..I, Width]`, of which each rank has those of its own rows, and zeros for the others. The sum over the mesh is pending; nothing
    /// is sent before it. Indices count in all rows.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is not below the number of rows of all ranks.
    #[allow(clippy::type_complexity)]
    pub fn embedding_over<I: Shape, O, M: MeshAxis, C: Ranks, V: Dim>(
        &self,
        indices: &MeshTensorOn<usize, I, E>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, O, E, Pending<V, M>>, MeshError>
    where
        S: Embeds<I, Output = O> + HasAxis<-2, Size: IsShardOver<M::Name, Whole = V>>,
        O: Shape + PartOf<Pending<V, M>>,
    {
        let found = Owned::of(&any(&indices.part), self.part.size::<-2>(), mesh)?;
        let rows = <E as Gathers<T>>::take::<S, DynShape, DynShape>(
            self.part.data(),
            0,
            found.places.data(),
        )?;
        typed(found.or_zero(Any::try_from_data(rows)?)?)
    }
}

/// The ranks of a mesh along an axis that is cut over it, counted from the end.
struct Along<'a, const AXIS: isize, M, C>(&'a Mesh<M, C>);

impl<const AXIS: isize, M: MeshAxis, C: Ranks> Along<'_, AXIS, M, C> {
    const AXES: &'static [usize] = &[AXIS.unsigned_abs()];

    /// The sum, on each rank.
    #[track_caller]
    fn sum<T: 'static, E: Models<T>>(&self, x: &Any<T, E>) -> Result<Any<T, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        let own = <E as Reduces<ops::Sum, T>>::reduce::<DynShape, DynShape>(x.data(), Self::AXES);
        self.0.transport().all_reduce(Any::try_from_data(own)?)
    }

    /// The mean, on each rank.
    #[track_caller]
    fn mean<T: 'static, E: Models<T>>(&self, x: &Any<T, E>) -> Result<Any<T, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        let count = x.dims()[x.dims().len() - AXIS.unsigned_abs()] * self.0.ranks();
        #[allow(clippy::cast_precision_loss)]
        Ok(self.sum(x)? / E::number(count as f64))
    }

    /// The largest or smallest element, on each rank. As along an axis that is whole, NaN is the largest and the smallest.
    #[track_caller]
    fn extreme<Op, T: 'static, E>(&self, x: &Any<T, E>) -> Result<Any<T, E>, MeshError>
    where
        E: Models<T> + Reduces<Op, T, Element = T>,
        C: Collective<T, E>,
    {
        let own = <E as Reduces<Op, T>>::reduce::<DynShape, DynShape>(x.data(), Self::AXES);
        let own: Any<T, E> = Any::try_from_data(own)?;
        let sizes = DynShape::from(own.dims());
        // One after another along an axis of their own.
        let column = DynShape::from(&*[own.dims(), &[1]].concat());
        let row = DynShape::from(&*[own.dims(), &[self.0.ranks()]].concat());
        let column: Any<T, E> = own.try_into_reshaped(column)?;
        let all = self.0.transport().all_gather(column, 1, row)?;
        let found = <E as Reduces<Op, T>>::reduce::<DynShape, DynShape>(all.data(), &[1]);
        Ok(Any::<T, E>::try_from_data(found)?.try_into_reshaped(sizes)?)
    }

    /// How far each number is below the largest one, and the sums of the exponentials of that.
    #[track_caller]
    fn exponentials<T: 'static, E: Models<T>>(
        &self,
        x: &Any<T, E>,
    ) -> Result<[Any<T, E>; 2], MeshError>
    where
        C: Collective<T, E>,
    {
        let below = x - self.extreme::<ops::Max, T, E>(x)?;
        let sums = self.sum(&below.exp())?;
        Ok([below, sums])
    }

    /// The numbers divided by the root of the mean of their squares, times the weights.
    #[track_caller]
    fn normalized<T: 'static, E: Models<T>>(
        &self,
        x: Any<T, E>,
        weights: &Any<T, E>,
        epsilon: T,
    ) -> Result<Any<T, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        let squares = self.mean(&(&x * &x))?;
        Ok(x / (squares + epsilon).sqrt() * weights)
    }
}

/// Indices into all parts of an axis: the places of those that are in the part of this rank, and the others' with 0.
struct Owned<E: Engine> {
    places: Any<usize, E>,
    own: Any<usize, E>,
}

impl<E: Engine> Owned<E> {
    fn of<T: 'static, M: MeshAxis, C: Ranks>(
        indices: &Any<usize, E>,
        part: usize,
        mesh: &Mesh<M, C>,
    ) -> Result<Self, MeshError>
    where
        E: Models<T>,
    {
        let (first, all) = (mesh.rank() * part, part * mesh.ranks());
        // Looked up, because an engine does not compute with indices.
        let looked_up = |value: &dyn Fn(usize) -> usize| {
            let mut index = 0;
            let next = || {
                index += 1;
                value(index - 1)
            };
            let table = <E as Creates<usize>>::generate::<DynShape>([all].into(), next);
            let found = <E as Gathers<usize>>::take::<DynShape, DynShape, DynShape>(
                &table,
                0,
                indices.data(),
            )?;
            Any::try_from_data(found)
        };
        let is_own = |index: usize| (first..first + part).contains(&index);
        Ok(Self {
            places: looked_up(&|index| if is_own(index) { index - first } else { 0 })?,
            own: looked_up(&|index| usize::from(is_own(index)))?,
        })
    }

    /// What was found at the places, and zeros for what another rank has.
    fn or_zero<T: 'static>(self, found: Any<T, E>) -> Result<Any<T, E>, MeshError>
    where
        E: Models<T>,
    {
        let mut sizes = self.own.dims().to_vec();
        sizes.resize(found.dims().len(), 1);
        let own: Any<T, E> = self
            .own
            .cast::<T>()
            .try_into_reshaped(sizes.clone().into())?;
        let zero = || <E as Creates<T>>::generate::<Scalar>(Scalar.into(), || E::number(0.0));
        let mask = <E as Binary<ops::NotEqual, T>>::binary::<DynShape, Scalar, DynShape>(
            Operand::ByRef(own.data()),
            Operand::ByValue(zero()),
            sizes.into(),
        );
        let found = <E as Selects<T>>::select::<DynShape, DynShape, Scalar, DynShape>(
            &mask,
            found.data(),
            &zero(),
            found.dims().into(),
        );
        Ok(Any::try_from_data(found)?)
    }
}

/// The tensor without the axes in its type.
pub(crate) fn any<T: 'static, S: Shape, E: Clones<T>>(x: &TensorOn<T, S, E>) -> Any<T, E> {
    let data = E::retype::<T, S, DynShape>(x.clone().into_data());
    Any::try_from_data(data).unwrap_or_else(|error| unreachable!("any sizes fit: {error}"))
}

/// The tensor with its axes in its type.
pub(crate) fn typed<T: 'static, O: Shape, E: Engine, State>(
    x: Any<T, E>,
) -> Result<MeshTensorOn<T, O, E, State>, MeshError> {
    let data = E::retype::<T, DynShape, O>(x.into_data());
    Ok(MeshTensorOn::of(TensorOn::try_from_data(data)?))
}
