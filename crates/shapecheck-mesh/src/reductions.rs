//! Reductions over ranks besides the sum: of the tensors that all ranks have, element by element.

use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::{
    Clones, Creates, DynamicShapes, Engine, Joins, Models, MovesAxes, Reduces, Reshapes, ops,
};
use shapecheck::{DynShape, Shape, TensorOn};

use crate::neighbours::{joined, narrowed};
use crate::over::{Any, any, typed};
use crate::{
    Call, Collective, Mesh, MeshError, MeshTensorOn, Operation, Ranks, WholeShape, check_calls,
};

/// What an engine has to put elements into blocks, one for each rank: without arithmetic, which not all elements have.
#[doc(hidden)]
pub trait Blocks<T: 'static>:
    Engine<Out = Self>
    + DynamicShapes
    + Clones<T>
    + Creates<T>
    + Joins<T, OutputEngine = Self>
    + MovesAxes<T>
    + Reshapes<T>
{
}

impl<T: 'static, E> Blocks<T> for E where
    E: Engine<Out = Self>
        + DynamicShapes
        + Clones<T>
        + Creates<T>
        + Joins<T, OutputEngine = Self>
        + MovesAxes<T>
        + Reshapes<T>
{
}

/// Reductions of the tensors of all ranks along the axis, element by element. Every rank makes the same calls in the same order.
///
/// Each takes an ordinary tensor, which may differ by rank, and gives one that is the same on each: the longest sequence of all batches,
/// the largest gradient, the mean of the losses. A sum that is pending has [`all_reduce`](MeshTensorOn::all_reduce). In a mesh of
/// several axes, ranks that differ along another axis are not compared: reduce over each axis, one after the other.
impl<M: MeshAxis, C: Ranks> Mesh<M, C> {
    /// The largest element of all ranks, at each place. NaN is larger than every number.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, Ranks, mesh, threads};
    ///
    /// mesh! { Dp }
    ///
    /// let found = threads::run(3, |world| {
    ///     let dp = Mesh::<Dp, _>::new(world)?;
    ///     let own = Tensor::<f32, shape![2]>::from([dp.rank() as f32, -(dp.rank() as f32)]);
    ///     let largest = dp.all_reduce_max(own.clone())?.into_whole().to_vec();
    ///     let smallest = dp.all_reduce_min(own.clone())?.into_whole().to_vec();
    ///     let mean = dp.all_reduce_mean(own)?.into_whole().to_vec();
    ///     Ok::<_, MeshError>([largest, smallest, mean])
    /// })?;
    /// assert_eq!(found, vec![[[2.0, 0.0], [0.0, -2.0], [1.0, -1.0]]; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn all_reduce_max<T: Default + 'static, S: WholeShape, E>(
        &self,
        x: TensorOn<T, S, E>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        E: Blocks<T> + Reduces<ops::Max, T, Element = T>,
        C: Collective<T, E>,
    {
        self.extreme::<ops::Max, T, S, E>(Operation::AllReduceMax, x)
    }

    /// The smallest element of all ranks, at each place. NaN is smaller than every number.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn all_reduce_min<T: Default + 'static, S: WholeShape, E>(
        &self,
        x: TensorOn<T, S, E>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        E: Blocks<T> + Reduces<ops::Min, T, Element = T>,
        C: Collective<T, E>,
    {
        self.extreme::<ops::Min, T, S, E>(Operation::AllReduceMin, x)
    }

    /// The mean of the elements of all ranks, at each place: their sum, divided by the number of ranks. Of `f16` and
    /// `bf16`, take it after `cast::<f32>()`.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn all_reduce_mean<T: 'static, S: WholeShape, E: Models<T>>(
        &self,
        x: TensorOn<T, S, E>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        self.check(Operation::AllReduceMean, x.dims())?;
        let sum = self.transport().all_reduce(x)?;
        #[allow(clippy::cast_precision_loss)]
        Ok(MeshTensorOn::of(sum / E::number(self.ranks() as f64)))
    }

    /// Each rank compares one block of the elements of all, so that it receives each element twice, whatever the number of ranks.
    /// A transport's own maximum may pass over NaN.
    #[track_caller]
    fn extreme<Op, T: Default + 'static, S: Shape, E>(
        &self,
        operation: Operation,
        x: TensorOn<T, S, E>,
    ) -> Result<MeshTensorOn<T, S, E>, MeshError>
    where
        E: Blocks<T> + Reduces<Op, T, Element = T>,
        C: Collective<T, E>,
    {
        self.check(operation, x.dims())?;
        let (sizes, ranks) = (DynShape::from(x.dims()), self.ranks());
        let size: usize = x.dims().iter().product();
        let block = size.div_ceil(ranks);
        let row = |columns: usize| DynShape::from(&[1, columns][..]);
        let mut own: Any<T, E> = any(&x).try_into_reshaped(row(size))?;
        let missing = block * ranks - size;
        if missing > 0 {
            let filled = <E as Creates<T>>::generate::<DynShape>(row(missing), T::default);
            own = joined(&own, &Any::try_from_data(filled)?, 1)?;
        }
        let blocks = DynShape::from(&[ranks, block][..]);
        let of_all = self.transport().all_to_all(own, 2, 1, blocks)?;
        let found = <E as Reduces<Op, T>>::reduce::<DynShape, DynShape>(of_all.data(), &[2]);
        let found: Any<T, E> = Any::try_from_data(found)?;
        let all = self.transport().all_gather(found, 1, row(block * ranks))?;
        let all: Any<T, E> = narrowed(&all, 1, 0, size)?;
        typed(all.try_into_reshaped(sizes)?)
    }

    #[track_caller]
    fn check(&self, operation: Operation, sizes: &[usize]) -> Result<(), MeshError> {
        let call = Call {
            operation,
            axis: None,
            sizes,
        };
        check_calls(self.transport(), call)
    }
}
