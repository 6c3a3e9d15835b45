//! The ranks along an axis of a mesh, and what they compute together on an engine.

use std::any::type_name;
use std::fmt::{self, Debug, Formatter};

use shapecheck::dim::shard::MeshAxis;
use shapecheck::dim::{DividedBy, Extent};
use shapecheck::engine::Engine;
use shapecheck::{Dim, Host, Shape, Tensor, TensorOn};

use crate::cut::IsShard;
use crate::names::Claim;
use crate::transport::Done;
use crate::{BoxStarted, Call, MeshError, Operation, Ranks, Started, Transport, check_calls};

/// The ranks along the axis `M` of a mesh, and what connects them.
///
/// ```
/// use shapecheck_mesh::{Mesh, mesh, threads};
///
/// mesh! { Tp = 2 }
///
/// let ranks = threads::run(2, |threads| Ok::<_, shapecheck_mesh::MeshError>(Mesh::<Tp, _>::new(threads)?.rank()))?;
/// assert_eq!(ranks, [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mesh<M, C> {
    axis: M,
    transport: C,
    /// Until this is dropped, no other group has the name.
    _claim: Option<Claim>,
}

impl<M, C: Ranks> Mesh<M, C> {
    /// The mesh of all ranks of a transport, along one axis. [`of`](Mesh::of) gives those of several.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a number of ranks, and the transport another, or if there is a mesh of this axis with other
    /// ranks: of two groups with one name, the types could not tell the shards apart.
    pub fn new(transport: C) -> Result<Self, MeshError>
    where
        M: MeshAxis,
    {
        let ranks = transport.ranks();
        match M::from_size(ranks) {
            Some(axis) => {
                let claims = transport.claims();
                let name = (type_name::<M>(), name_of::<M>());
                let claim = claims.map(|(claims, members)| claims.claim(name, members));
                Ok(Self {
                    axis,
                    _claim: claim.transpose()?,
                    transport,
                })
            }
            None => Err(MeshError::Ranks {
                mesh_axis: name_of::<M>(),
                expected: M::STATIC_SIZE,
                ranks,
            }),
        }
    }

    /// The place of this rank, counted from 0: a number, which does not say along which axis. To read this rank's part of a file,
    /// give the reader the mesh.
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// The number of ranks.
    pub fn ranks(&self) -> usize {
        self.transport.ranks()
    }

    /// The transport that connects the ranks.
    pub fn transport(&self) -> &C {
        &self.transport
    }
}

impl<M: MeshAxis, C: Ranks> Mesh<M, C> {
    /// The number of ranks, as a size with the name of the axis.
    pub fn axis(&self) -> M {
        self.axis
    }

    /// The size of each rank's part of an axis: `Heads / Tp`.
    ///
    /// # Errors
    ///
    /// Returns an error if the ranks do not divide the size.
    pub fn part<N: Dim>(&self, whole: N) -> Result<DividedBy<N, M>, MeshError>
    where
        DividedBy<N, M>: IsShard,
    {
        let (size, ranks) = (whole.size(), self.ranks());
        let part = (size % ranks == 0)
            .then(|| Dim::from_size(size / ranks))
            .flatten();
        part.ok_or_else(|| MeshError::Indivisible {
            axis: name_of::<N>(),
            size,
            mesh_axis: name_of::<M>(),
            ranks,
        })
    }
}

impl<M: MeshAxis, C: Ranks> Debug for Mesh<M, C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {:?}", self.rank(), self.axis)
    }
}

/// The name of an axis of a mesh, or of a tensor.
pub(crate) fn name_of<N: Extent>() -> String {
    N::NAME.map_or_else(String::new, ToString::to_string)
}

/// What an engine needs to be used on a mesh. Every rank makes the same calls in the same order.
///
/// Tensors of this machine need a [`Transport`]. Another engine implements this itself, for tensors that stay on its device.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not connect tensors of `{T}` on `{E}`",
    label = "no sums over ranks here",
    note = "elements of `Tensor` are moved by a `Transport`: `threads::Threads` in one process, `shapecheck_mpi::World` between processes; another engine implements `Collective`"
)]
pub trait Collective<T: 'static, E: Engine>: Ranks {
    /// The sum of the tensors of all ranks, on each of them.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn all_reduce<S: Shape>(&self, x: TensorOn<T, S, E>) -> Result<TensorOn<T, S, E>, MeshError>;

    /// Begins an [`all_reduce`](Self::all_reduce), and returns before the other ranks have come.
    ///
    /// An engine that does not have this makes the sum before it returns.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn start_all_reduce<S: Shape>(
        &self,
        x: TensorOn<T, S, E>,
    ) -> Result<BoxStarted<TensorOn<T, S, E>>, MeshError>
    where
        E: 'static,
    {
        Ok(Box::new(Done(self.all_reduce(x)?)))
    }

    /// Each rank's part along an axis, counted from the end, of the sum of the tensors of all ranks.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        axis: usize,
        part: O,
    ) -> Result<TensorOn<T, O, E>, MeshError>;

    /// The tensors of all ranks, one after another along an axis, counted from the end.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn all_gather<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        axis: usize,
        whole: O,
    ) -> Result<TensorOn<T, O, E>, MeshError>;

    /// Begins a [`reduce_scatter`](Self::reduce_scatter), as [`start_all_reduce`](Self::start_all_reduce) does.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn start_reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        axis: usize,
        part: O,
    ) -> Result<BoxStarted<TensorOn<T, O, E>>, MeshError>
    where
        E: 'static,
    {
        Ok(Box::new(Done(self.reduce_scatter(x, axis, part)?)))
    }

    /// Begins an [`all_gather`](Self::all_gather), as [`start_all_reduce`](Self::start_all_reduce) does.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn start_all_gather<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        axis: usize,
        whole: O,
    ) -> Result<BoxStarted<TensorOn<T, O, E>>, MeshError>
    where
        E: 'static,
    {
        Ok(Box::new(Done(self.all_gather(x, axis, whole)?)))
    }

    /// The tensor of the rank `root`, on all.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no rank `root`, another rank failed, or calls something else.
    #[track_caller]
    fn broadcast<S: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        root: usize,
    ) -> Result<TensorOn<T, S, E>, MeshError>;

    /// The blocks along the axis `cut` that all ranks have for this one, one after another along the axis `gathered`; both are
    /// counted from the end.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn all_to_all<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        gathered: usize,
        cut: usize,
        result: O,
    ) -> Result<TensorOn<T, O, E>, MeshError>;

    /// The tensor of the rank that is `by` places before this one, cyclically if `wraps`, or none.
    ///
    /// # Errors
    ///
    /// Returns an error if another rank failed, or calls something else.
    #[track_caller]
    fn shift<S: Shape>(
        &self,
        x: TensorOn<T, S, E>,
        by: isize,
        wraps: bool,
    ) -> Result<Option<TensorOn<T, S, E>>, MeshError>;
}

/// The elements of a tensor that ranks still compute.
struct StartedTensor<T, S> {
    values: BoxStarted<Vec<T>>,
    shape: S,
    /// The blocks of the ranks that are put into the order of the axes.
    blocks: Option<Blocks>,
}

impl<T: Copy + 'static, S: Shape> Started<Tensor<T, S>> for StartedTensor<T, S> {
    fn wait(self: Box<Self>) -> Result<Tensor<T, S>, MeshError> {
        let mut values = self.values.wait()?;
        if let Some(blocks) = self.blocks {
            values = blocks.by_axis(&values);
        }
        Ok(Tensor::from_vec_with(self.shape, values)?)
    }
}

/// In memory, without a copy where the elements are dense and no other tensor shares them.
impl<T: Copy + Default + 'static, C: Transport<T>> Collective<T, Host> for C {
    fn all_reduce<S: Shape>(&self, mut x: Tensor<T, S>) -> Result<Tensor<T, S>, MeshError> {
        check(self, Operation::AllReduce, None, x.dims())?;
        Transport::all_reduce(self, x.as_mut_slice())?;
        Ok(x)
    }

    fn start_all_reduce<S: Shape>(
        &self,
        x: Tensor<T, S>,
    ) -> Result<BoxStarted<Tensor<T, S>>, MeshError> {
        check(self, Operation::StartAllReduce, None, x.dims())?;
        let shape = x.shape();
        let values = Transport::start_all_reduce(self, x.into_vec())?;
        Ok(Box::new(StartedTensor {
            values,
            shape,
            blocks: None,
        }))
    }

    fn start_reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: Tensor<T, S>,
        axis: usize,
        part: O,
    ) -> Result<BoxStarted<Tensor<T, O>>, MeshError> {
        check(self, Operation::StartReduceScatter, Some(axis), x.dims())?;
        let from = Blocks::of(part.to_dyn().dims(), axis, self.ranks()).each(x.into_vec());
        Ok(Box::new(StartedTensor {
            values: Transport::start_reduce_scatter(self, from)?,
            shape: part,
            blocks: None,
        }))
    }

    fn start_all_gather<S: Shape, O: Shape>(
        &self,
        x: Tensor<T, S>,
        axis: usize,
        whole: O,
    ) -> Result<BoxStarted<Tensor<T, O>>, MeshError> {
        check(self, Operation::StartAllGather, Some(axis), x.dims())?;
        let blocks = Blocks::of(x.dims(), axis, self.ranks());
        Ok(Box::new(StartedTensor {
            values: Transport::start_all_gather(self, x.into_vec())?,
            shape: whole,
            blocks: (blocks.outer != 1).then_some(blocks),
        }))
    }

    fn reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: Tensor<T, S>,
        axis: usize,
        part: O,
    ) -> Result<Tensor<T, O>, MeshError> {
        check(self, Operation::ReduceScatter, Some(axis), x.dims())?;
        let blocks = Blocks::of(part.to_dyn().dims(), axis, self.ranks());
        let from = blocks.each(x.into_vec());
        let mut to = vec![T::default(); blocks.outer * blocks.inner];
        Transport::reduce_scatter(self, &from, &mut to)?;
        Ok(Tensor::from_vec_with(part, to)?)
    }

    fn all_gather<S: Shape, O: Shape>(
        &self,
        x: Tensor<T, S>,
        axis: usize,
        whole: O,
    ) -> Result<Tensor<T, O>, MeshError> {
        check(self, Operation::AllGather, Some(axis), x.dims())?;
        let blocks = Blocks::of(x.dims(), axis, self.ranks());
        let from = x.into_vec();
        let mut to = vec![T::default(); from.len() * self.ranks()];
        Transport::all_gather(self, &from, &mut to)?;
        if blocks.outer != 1 {
            to = blocks.by_axis(&to);
        }
        Ok(Tensor::from_vec_with(whole, to)?)
    }

    fn broadcast<S: Shape>(
        &self,
        mut x: Tensor<T, S>,
        root: usize,
    ) -> Result<Tensor<T, S>, MeshError> {
        check(self, Operation::Broadcast, None, x.dims())?;
        Transport::broadcast(self, root, x.as_mut_slice())?;
        Ok(x)
    }

    fn all_to_all<S: Shape, O: Shape>(
        &self,
        x: Tensor<T, S>,
        gathered: usize,
        cut: usize,
        result: O,
    ) -> Result<Tensor<T, O>, MeshError> {
        check(self, Operation::AllToAll, Some(cut), x.dims())?;
        let mut block = x.dims().to_vec();
        let place = block.len() - cut;
        block[place] /= self.ranks();
        let from = Blocks::of(&block, cut, self.ranks()).by_rank(&x.into_vec());
        let mut to = vec![T::default(); from.len()];
        Transport::all_to_all(self, &from, &mut to)?;
        let to = Blocks::of(&block, gathered, self.ranks()).by_axis(&to);
        Ok(Tensor::from_vec_with(result, to)?)
    }

    fn shift<S: Shape>(
        &self,
        x: Tensor<T, S>,
        by: isize,
        wraps: bool,
    ) -> Result<Option<Tensor<T, S>>, MeshError> {
        #[allow(clippy::cast_possible_truncation)]
        let call = Call {
            operation: Operation::Shift,
            axis: Some(by as i32),
            sizes: x.dims(),
        };
        check_calls(self, call)?;
        let shape = x.shape();
        let from = x.into_vec();
        let mut to = vec![T::default(); from.len()];
        let comes = Transport::shift(self, by, wraps, &from, &mut to)?;
        Ok(comes
            .then(|| Tensor::from_vec_with(shape, to))
            .transpose()?)
    }
}

#[track_caller]
fn check<C: Ranks>(
    ranks: &C,
    operation: Operation,
    axis: Option<usize>,
    sizes: &[usize],
) -> Result<(), MeshError> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    let axis = axis.map(|axis| -(axis as i32));
    check_calls(
        ranks,
        Call {
            operation,
            axis,
            sizes,
        },
    )
}

/// The parts of a tensor along an axis: memory has them by the axes before it, and ranks one after another.
struct Blocks {
    ranks: usize,
    /// How often the axes before the cut one repeat.
    outer: usize,
    /// The elements of a part that lie side by side.
    inner: usize,
}

impl Blocks {
    /// The blocks of parts with these sizes.
    fn of(part: &[usize], axis: usize, ranks: usize) -> Self {
        let (outer, inner) = part.split_at(part.len() - axis);
        Self {
            ranks,
            outer: outer.iter().product(),
            inner: inner.iter().product(),
        }
    }

    /// The elements by rank, from those by the axes of the tensor.
    fn by_rank<T: Copy>(&self, elements: &[T]) -> Vec<T> {
        let order = |place| (place % self.outer) * self.ranks + place / self.outer;
        self.in_order(elements, order)
    }

    /// A block for each rank, without a copy where they are one after another.
    fn each<T: Copy>(&self, elements: Vec<T>) -> Vec<T> {
        match self.outer {
            1 => elements,
            _ => self.by_rank(&elements),
        }
    }

    /// The elements by the axes of the tensor, from those by rank.
    fn by_axis<T: Copy>(&self, elements: &[T]) -> Vec<T> {
        let order = |place| (place % self.ranks) * self.outer + place / self.ranks;
        self.in_order(elements, order)
    }

    /// The blocks that `order` gives for each place.
    fn in_order<T: Copy>(&self, elements: &[T], order: impl Fn(usize) -> usize) -> Vec<T> {
        let mut result = Vec::with_capacity(elements.len());
        if self.inner > 0 {
            for place in 0..self.outer * self.ranks {
                let start = order(place) * self.inner;
                result.extend_from_slice(&elements[start..start + self.inner]);
            }
        }
        result
    }
}
