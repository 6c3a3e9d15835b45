//! Parts of different sizes, where the ranks do not divide an axis.

use std::ops::Range;

use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::{Copies, Creates, Engine, MovesAxes};
use shapecheck::{Axis, Dim, DynShape, HasAxis, Shape, TensorOn};

use crate::collective::name_of;
use crate::neighbours::{joined, narrowed};
use crate::over::{Any, any, typed};
use crate::reductions::Blocks;
use crate::{
    Call, Collective, Mesh, MeshError, MeshTensorOn, Operation, Ranks, WholeShape, check_calls,
};

impl<T: 'static, S: WholeShape, E: Engine> MeshTensorOn<T, S, E> {
    /// This rank's part along an axis that the ranks need not divide, as an ordinary tensor: the parts differ by one element at most, and
    /// the first ranks have the larger ones. [`Mesh::all_gather_unevenly`] puts them together.
    ///
    /// A shard, `Rows / Dp`, has one size on all ranks, so the part is none: its axis is a name of its own, `Own`, with a size that is
    /// known when the program runs. Nothing checks which rank's part it is, or that a sum over it is pending.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { Rows = 7, Own }
    /// mesh! { Dp }
    ///
    /// let found = threads::run(3, |world| {
    ///     let dp = Mesh::<Dp, _>::new(world)?;
    ///     let x = MeshTensor::whole(Tensor::<usize, shape![Rows]>::from_fn(|[row]| row));
    ///     let own: Tensor<usize, shape![Own]> = x.cut_unevenly(Axis::<-1>, &dp)?;
    ///     let squares = &own * &own;
    ///     let all = dp.all_gather_unevenly(squares.clone(), Axis::<-1>, Rows::default())?;
    ///     Ok::<_, MeshError>((squares.to_vec(), all.into_whole().to_vec()))
    /// })?;
    /// let (parts, all): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    /// assert_eq!(parts, [vec![0, 1, 4], vec![9, 16], vec![25, 36]]);
    /// assert_eq!(all, vec![[0, 1, 4, 9, 16, 25, 36]; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `Own` has another size than the part.
    pub fn cut_unevenly<const AXIS: isize, Own: Dim, M: MeshAxis, C: Ranks>(
        &self,
        axis: Axis<AXIS>,
        mesh: &Mesh<M, C>,
    ) -> Result<TensorOn<T, S::With<Own>, E>, MeshError>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T> + Copies<T> + Engine<Out = E>,
    {
        let Axis = axis;
        let mut sizes = self.part.dims().to_vec();
        let place = sizes.len() - AXIS.unsigned_abs();
        let own = mesh.share(sizes[place]);
        sizes[place] = own.len();
        // The sizes fit the type, or this is the error.
        <S::With<Own>>::try_from_sizes(&sizes)?;
        let narrow = <E as MovesAxes<T>>::narrow::<S, S::With<Own>>;
        let part = TensorOn::<T, S::With<Own>, E>::try_from_data(narrow(
            self.part.data(),
            place,
            own.start,
            own.len(),
        ))?;
        Ok(part.to_tensor())
    }
}

impl<M: MeshAxis, C: Ranks> Mesh<M, C> {
    /// This rank's share of so many elements, of which each has one rank: the shares differ by one at most, and the first ranks have the
    /// larger ones.
    ///
    /// ```
    /// use shapecheck_mesh::{Mesh, MeshError, mesh, threads};
    ///
    /// mesh! { Dp }
    ///
    /// let shares = threads::run(3, |world| Ok::<_, MeshError>(Mesh::<Dp, _>::new(world)?.share(7)))?;
    /// assert_eq!(shares, [0..3, 3..5, 5..7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn share(&self, size: usize) -> Range<usize> {
        let (each, more) = (size / self.ranks(), size % self.ranks());
        let start = |rank: usize| rank * each + rank.min(more);
        start(self.rank())..start(self.rank() + 1)
    }

    /// The tensors of all ranks, one after another along an axis, along which each rank has a size of its own:
    /// [`MeshTensorOn::cut_unevenly`] makes such parts. Together they are as long as `whole`.
    ///
    /// What is sent has the size of the largest part on each rank. A dry run does not know the sizes of other ranks.
    ///
    /// # Errors
    ///
    /// Returns an error if the parts have another size together, if another rank failed, or if it calls something else and calls are
    /// compared.
    #[track_caller]
    pub fn all_gather_unevenly<const AXIS: isize, T, S, N, E>(
        &self,
        part: TensorOn<T, S, E>,
        axis: Axis<AXIS>,
        whole: N,
    ) -> Result<MeshTensorOn<T, S::With<N>, E>, MeshError>
    where
        T: Default + 'static,
        S: HasAxis<AXIS>,
        N: Dim,
        S::With<N>: WholeShape,
        E: Blocks<T>,
        C: Collective<T, E>,
    {
        let Axis = axis;
        let mut sizes = part.dims().to_vec();
        let place = sizes.len() - AXIS.unsigned_abs();
        let own = std::mem::replace(&mut sizes[place], whole.size());
        let call = Call {
            operation: Operation::AllGatherUnevenly,
            axis: i32::try_from(AXIS).ok(),
            sizes: &sizes,
        };
        check_calls(self.transport(), call)?;
        let parts = self.sizes_of_all(own)?;
        if parts.iter().sum::<usize>() != whole.size() {
            return Err(MeshError::Parts {
                axis: name_of::<N>(),
                size: whole.size(),
                parts,
            });
        }
        let largest = parts.iter().copied().max().unwrap_or(0);
        let mut of_size = |size: usize| {
            sizes[place] = size;
            DynShape::from(&*sizes)
        };
        let mut own_part: Any<T, E> = any(&part);
        if own < largest {
            let shape = of_size(largest - own);
            let filled = <E as Creates<T>>::generate::<DynShape>(shape, T::default);
            own_part = joined(&own_part, &Any::try_from_data(filled)?, place)?;
        }
        let padded = of_size(largest * parts.len());
        let all = self
            .transport()
            .all_gather(own_part, AXIS.unsigned_abs(), padded)?;
        let blocks = parts.iter().enumerate();
        let blocks = blocks.map(|(rank, &size)| narrowed(&all, place, rank * largest, size));
        let mut blocks = blocks.collect::<Result<Vec<Any<T, E>>, _>>()?;
        // In pairs: one after the other, the first block would be copied as many times as there are ranks.
        while blocks.len() > 1 {
            let pairs = blocks.chunks(2).map(|pair| match pair {
                [first, second] => joined(first, second, place),
                rest => Ok(any(&rest[0])),
            });
            blocks = pairs.collect::<Result<_, _>>()?;
        }
        typed(blocks.remove(0))
    }

    /// The size that each rank says.
    fn sizes_of_all(&self, own: usize) -> Result<Vec<usize>, MeshError> {
        let mut words = vec![0; self.ranks()];
        self.transport()
            .all_gather_words(&[own as u64], &mut words)?;
        let sizes = words
            .into_iter()
            .map(|word| usize::try_from(word).unwrap_or(usize::MAX));
        Ok(sizes.collect())
    }
}
