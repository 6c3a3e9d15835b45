//! What ranks send to each other one by one: to neighbours, and a block to each.

use shapecheck::dim::shard::MeshAxis;
use shapecheck::dim::{DividedBy, Plus};
use shapecheck::engine::{Creates, Engine, Joins, Models, MovesAxes};
use shapecheck::typenum::{Const, ToUInt, U};
use shapecheck::{Axis, Dim, DynShape, HasAxis, Shape, TensorOn};

use crate::collective::name_of;
use crate::cut::{Gathers, IsShard, IsShardOver};
use crate::over::{Any, any, typed};
use crate::{Collective, Finished, Mesh, MeshError, MeshTensorOn, PartOf, Ranks, Whole};

/// The width of a halo: how many elements of each neighbour a part gets along an axis, [`with_halo`](MeshTensorOn::with_halo).
#[derive(Clone, Copy, Debug, Default)]
pub struct Halo<const WIDTH: usize>;

/// What is before the first element of an axis and after the last one, in a halo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge<T> {
    /// The other end: the axis is a ring.
    Wrap,
    /// The first element, and the last one.
    Repeat,
    /// A value.
    Fill(T),
}

/// A size with the elements of two neighbours.
type WithHalo<N, const WIDTH: usize> = Plus<Plus<N, U<WIDTH>>, U<WIDTH>>;

/// Between neighbours. Every rank makes the same calls in the same order.
impl<T: 'static, S: Shape, E: Models<T>, State: Finished> MeshTensorOn<T, S, E, State> {
    /// Each part with the last elements of the part before it and the first ones of the part after it, along an axis that is cut
    /// over the mesh: `[Rows / Tp, Cols]` becomes `[Rows / Tp + 2, Cols]`.
    ///
    /// Such a part overlaps those of its neighbours, so it cannot be gathered: a function of [`map_part`](Self::map_part) that computes
    /// the inner elements makes a shard of it again.
    ///
    /// ```
    /// use shapecheck::{Axis, Dim, Tensor, dim, dims, shape};
    /// use shapecheck_mesh::{Edge, Halo, Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { Points = 6 }
    /// mesh! { Xs }
    ///
    /// /// The sum of each element and its two neighbours.
    /// let sums = |ranks| {
    ///     threads::run(ranks, |world| {
    ///         let xs = Mesh::<Xs, _>::new(world)?;
    ///         let x = MeshTensor::whole(Tensor::<f32, shape![Points]>::from_fn(|[at]| at as f32));
    ///         let own = x.cut(Axis::<-1>, &xs)?;
    ///         let padded: MeshTensor<f32, shape![Points / Xs + 2]> =
    ///             own.with_halo(Axis::<-1>, Halo::<1>, Edge::Wrap, &xs)?;
    ///         let points: dim!(Points / Xs) = xs.part(Points::default())?;
    ///         let sums = padded.map_part(|x| {
    ///             let at = |start| x.narrow_with::<-1, _>(start, points);
    ///             at(0) + at(1) + at(2)
    ///         });
    ///         Ok::<_, MeshError>(sums.all_gather(Axis::<-1>, &xs)?.into_whole().to_vec())
    ///     })
    /// };
    /// assert_eq!(sums(3)?[0], [6.0, 3.0, 6.0, 9.0, 12.0, 9.0]);
    /// assert_eq!(sums(3)?[2], sums(1)?[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a part has fewer elements than the halo, if another rank failed, or if it calls something else and calls
    /// are compared.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn with_halo<const AXIS: isize, const WIDTH: usize, M: MeshAxis, C>(
        &self,
        axis: Axis<AXIS>,
        halo: Halo<WIDTH>,
        edge: Edge<T>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, S::With<WithHalo<S::Size, WIDTH>>, E>, MeshError>
    where
        Const<WIDTH>: ToUInt<Output: Dim>,
        S: HasAxis<AXIS, Size: IsShardOver<M::Name>>,
        T: Copy,
        C: Collective<T, E>,
    {
        let (Axis, Halo) = (axis, halo);
        let x = any(&self.part);
        let place = x.dims().len() - AXIS.unsigned_abs();
        let size = x.dims()[place];
        if size < WIDTH {
            return Err(MeshError::Halo {
                axis: name_of::<S::Size>(),
                size,
                width: WIDTH,
            });
        }
        let wraps = matches!(edge, Edge::Wrap);
        let part = |start, width| narrowed(&x, place, start, width);
        let transport = mesh.transport();
        let before = transport.shift(part(size - WIDTH, WIDTH)?, 1, wraps)?;
        let after = transport.shift(part(0, WIDTH)?, -1, wraps)?;
        let at_edge = |index| match edge {
            Edge::Fill(value) => {
                let mut sizes = x.dims().to_vec();
                sizes[place] = WIDTH;
                let filled = <E as Creates<T>>::generate::<DynShape>(sizes.into(), || value);
                Ok(Any::try_from_data(filled)?)
            }
            Edge::Wrap | Edge::Repeat => {
                let one = part(index, 1)?;
                let copies =
                    (1..WIDTH).try_fold(part(index, 1)?, |all, _| joined(&all, &one, place));
                copies.and_then(|copies| narrowed(&copies, place, 0, WIDTH))
            }
        };
        let before = before.map_or_else(|| at_edge(0), Ok)?;
        let after = after.map_or_else(|| at_edge(size - 1), Ok)?;
        typed(joined(&joined(&before, &x, place)?, &after, place)?)
    }
}

/// A block to each rank.
impl<T: 'static, S: Shape, E: Engine, State: Finished> MeshTensorOn<T, S, E, State> {
    /// Another axis cut: what is cut along the first axis is put together, and cut along the second one. `[Seq / Tp, Heads]` becomes
    /// `[Seq, Heads / Tp]`.
    ///
    /// Each rank sends a block to each other one, which is a part of its part. So this moves what [`all_gather`](Self::all_gather) and
    /// [`cut`](MeshTensorOn::cut) would give with a part of the traffic, by the number of ranks.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { Seq = 4, Heads = 2 }
    /// mesh! { Tp }
    ///
    /// let columns = threads::run(2, |world| {
    ///     let tp = Mesh::<Tp, _>::new(world)?;
    ///     let x = MeshTensor::whole(Tensor::<usize, shape![Seq, Heads]>::from_fn(|[row, column]| 2 * row + column));
    ///     let rows = x.cut(Axis::<-2>, &tp)?;
    ///     let columns: MeshTensor<usize, shape![Seq, Heads / Tp]> = rows.all_to_all(Axis::<-2>, Axis::<-1>, &tp)?;
    ///     Ok::<_, MeshError>(columns.into_part().to_vec())
    /// })?;
    /// assert_eq!(columns, [[0, 2, 4, 6], [1, 3, 5, 7]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size of the second axis, if another rank failed, or if it calls something else
    /// and calls are compared.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn all_to_all<const GATHERED: isize, const CUT: isize, M: MeshAxis, C, Between>(
        self,
        gathered: Axis<GATHERED>,
        cut: Axis<CUT>,
        mesh: &Mesh<M, C>,
    ) -> Result<MeshTensorOn<T, Between::With<DividedBy<Between::Size, M>>, E>, MeshError>
    where
        S: Gathers<GATHERED, M::Name, Output = Between>,
        Between: HasAxis<CUT>,
        DividedBy<Between::Size, M>: IsShard,
        Between::With<DividedBy<Between::Size, M>>: PartOf<Whole>,
        C: Collective<T, E>,
    {
        const {
            assert!(
                GATHERED != CUT,
                "an axis that is cut stays so: name the axis that is to be cut instead"
            )
        };
        let (Axis, Axis) = (gathered, cut);
        let [gathered, cut] = [GATHERED, CUT].map(isize::unsigned_abs);
        let mut sizes = self.part.dims().to_vec();
        let rank = sizes.len();
        sizes[rank - gathered] *= mesh.ranks();
        let whole = Between::try_from_sizes(&sizes)?;
        let size = Between::Size::of_fitting(whole.to_dyn().dims(), rank - cut + 1);
        sizes[rank - cut] = mesh.part(size)?.size();
        let result = Shape::try_from_sizes(&sizes)?;
        let found = mesh
            .transport()
            .all_to_all(self.part, gathered, cut, result)?;
        Ok(MeshTensorOn::of(found))
    }
}

impl<M: MeshAxis, C: Ranks> Mesh<M, C> {
    /// Sends a tensor to the rank that is `by` places after this one, and returns that of the one that is as many places before it, as
    /// in a ring: the last rank is before the first.
    ///
    /// It is the part of another rank, so it is an ordinary tensor.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, Ranks, mesh, threads};
    ///
    /// mesh! { Ring }
    ///
    /// let got = threads::run(3, |world| {
    ///     let ring = Mesh::<Ring, _>::new(world)?;
    ///     let own = Tensor::<usize, shape![1]>::full(ring.rank());
    ///     let before = ring.shift(own.clone(), 1)?;
    ///     // The first rank has none before it.
    ///     let open = ring.shift_open(own, 1)?;
    ///     Ok::<_, MeshError>((before[[0]], open.map(|before| before[[0]])))
    /// })?;
    /// assert_eq!(got, [(2, None), (0, Some(0)), (1, Some(1))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn shift<T: 'static, S: Shape, E: Engine>(
        &self,
        x: TensorOn<T, S, E>,
        by: isize,
    ) -> Result<TensorOn<T, S, E>, MeshError>
    where
        C: Collective<T, E>,
    {
        let before = self.transport().shift(x, by, true)?;
        Ok(before.unwrap_or_else(|| unreachable!("there is a rank before each in a ring")))
    }

    /// The same between two ends: none where there is no rank `by` places before this one. So the stages of a pipeline pass on what they
    /// compute.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or if it calls something else and calls are compared.
    #[track_caller]
    pub fn shift_open<T: 'static, S: Shape, E: Engine>(
        &self,
        x: TensorOn<T, S, E>,
        by: isize,
    ) -> Result<Option<TensorOn<T, S, E>>, MeshError>
    where
        C: Collective<T, E>,
    {
        self.transport().shift(x, by, false)
    }
}

/// A part along an axis, counted from the first.
pub(crate) fn narrowed<T: 'static, E: MovesAxes<T>>(
    x: &Any<T, E>,
    place: usize,
    start: usize,
    length: usize,
) -> Result<Any<T, E>, MeshError> {
    let part = <E as MovesAxes<T>>::narrow::<DynShape, DynShape>(x.data(), place, start, length);
    Ok(Any::try_from_data(part)?)
}

/// Two tensors, one after the other along an axis, counted from the first.
pub(crate) fn joined<T: 'static, E: Joins<T, OutputEngine = E>>(
    lhs: &Any<T, E>,
    rhs: &Any<T, E>,
    place: usize,
) -> Result<Any<T, E>, MeshError> {
    let mut sizes = lhs.dims().to_vec();
    sizes[place] += rhs.dims()[place];
    let joined = <E as Joins<T>>::concat::<DynShape, DynShape, DynShape>(
        lhs.data(),
        rhs.data(),
        place,
        sizes.into(),
    );
    Ok(Any::try_from_data(joined)?)
}
