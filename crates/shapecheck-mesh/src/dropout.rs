//! Dropout of shards: by the places that elements have in the whole tensor, so that the ranks drop what one rank would.

use shapecheck::dim::NamedDim;
use shapecheck::dim::named::Identity;
use shapecheck::dim::shard::{CutOver, Piece, Uncut};
use shapecheck::engine::{Binary, Creates, Models, Operand, ops};
use shapecheck::typenum::{B0, B1};
use shapecheck::{Axes, Scalar, Shape, TensorOn};

use crate::cut::{ComputesOver, NoAnswer, Tell};
use crate::{Call, Mesh, MeshError, MeshTensorOn, Operation, Ranks, check_calls};

impl<T: 'static, S: Shape, E: Models<T>, State> MeshTensorOn<T, S, E, State> {
    /// Dropout, for training: each element becomes 0 with this probability, and is divided by `1 - probability` otherwise.
    ///
    /// Which ones depends on the seed and on the places of the elements in the whole tensor, so it does not depend on the number of
    /// ranks. Give the mesh of the ranks that share the tensor, or both, `(&dp, &tp)`, if it is cut over two axes; the seed is the same on
    /// each rank and another one in each call.
    ///
    /// ```
    /// use shapecheck::{Axis, Tensor, dims, shape};
    /// use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
    ///
    /// dims! { Batch = 2, Hidden = 8 }
    /// mesh! { Tp }
    ///
    /// let of = |ranks| {
    ///     threads::run(ranks, |world| {
    ///         let tp = Mesh::<Tp, _>::new(world)?;
    ///         let x = MeshTensor::whole(Tensor::<f32, shape![Batch, Hidden]>::ones());
    ///         let kept = x.cut(Axis::<-1>, &tp)?.dropout(0.5, 7, &tp)?;
    ///         Ok::<_, MeshError>(kept.all_gather(Axis::<-1>, &tp)?.into_whole())
    ///     })
    /// };
    /// assert_eq!(of(4)?[3], of(1)?[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if calls are compared and ranks of a mesh have different seeds.
    ///
    /// # Panics
    ///
    /// Panics if the probability is not between 0 and 1.
    #[track_caller]
    pub fn dropout<Meshes: SameOnEach>(
        &self,
        probability: f64,
        seed: u64,
        meshes: Meshes,
    ) -> Result<Self, MeshError>
    where
        S: HasPlaces<Meshes>,
    {
        assert!(
            (0.0..=1.0).contains(&probability),
            "a probability of {probability}"
        );
        meshes.compare(seed)?;
        let sizes = self.part.dims();
        let mut axes: Vec<Placed> = Vec::new();
        S::add_places(&meshes, &mut |[rank, ranks]| {
            let size = sizes[axes.len()];
            axes.push(Placed {
                size,
                start: rank * size,
                whole: ranks * size,
            });
        });
        let mut places = Places::of(axes);
        let kept = || {
            // 53 bits are a number below 1.
            #[allow(clippy::cast_precision_loss)]
            let number = (mixed(seed, places.next()) >> 11) as f64 / (1_u64 << 53) as f64;
            let is_kept = number >= probability;
            E::number(if is_kept {
                1.0 / (1.0 - probability)
            } else {
                0.0
            })
        };
        let mask = <E as Creates<T>>::generate::<S>(sizes.into(), kept);
        let kept = <E as Binary<ops::Mul, T>>::binary::<S, S, S>(
            Operand::ByRef(self.part.data()),
            Operand::ByValue(mask),
            sizes.into(),
        );
        Ok(Self::of(TensorOn::try_from_data(kept)?))
    }
}

/// A number that is as good as random, of a seed and a place: two rounds of SplitMix64.
fn mixed(seed: u64, place: u64) -> u64 {
    let round = |state: u64| {
        let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    };
    round(round(seed) ^ place)
}

/// An axis of a part in the whole tensor.
struct Placed {
    size: usize,
    start: usize,
    whole: usize,
}

/// The places of the elements of a part in the whole tensor, in row-major order.
struct Places {
    axes: Vec<Placed>,
    index: Vec<usize>,
}

impl Places {
    fn of(axes: Vec<Placed>) -> Self {
        let index = vec![0; axes.len()];
        Self { axes, index }
    }

    fn next(&mut self) -> u64 {
        let place = self.axes.iter().zip(&self.index);
        let place = place.fold(0_u64, |place, (axis, index)| {
            place
                .wrapping_mul(axis.whole as u64)
                .wrapping_add((axis.start + index) as u64)
        });
        for (axis, index) in self.axes.iter().zip(&mut self.index).rev() {
            *index += 1;
            if *index < axis.size {
                break;
            }
            *index = 0;
        }
        place
    }
}

/// One mesh, or two.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the mesh of a tensor",
    label = "expected `&tp`, or `(&dp, &tp)` for a tensor that is cut over two axes"
)]
pub trait SameOnEach {
    /// Compares a seed with the other ranks.
    #[track_caller]
    fn compare(&self, seed: u64) -> Result<(), MeshError>;
}

impl<M, C: Ranks> SameOnEach for &Mesh<M, C> {
    fn compare(&self, seed: u64) -> Result<(), MeshError> {
        // The words of a call have room for numbers of 64 bits, which a size may not have.
        let [high, low] = [(seed >> 32) as usize, (seed & 0xffff_ffff) as usize];
        let call = Call {
            operation: Operation::Dropout,
            axis: None,
            sizes: &[high, low],
        };
        check_calls(self.transport(), call)
    }
}

impl<A: SameOnEach, B: SameOnEach> SameOnEach for (A, B) {
    fn compare(&self, seed: u64) -> Result<(), MeshError> {
        self.0.compare(seed)?;
        self.1.compare(seed)
    }
}

/// A shape of whose axes these meshes know the place.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape of axes that are whole or shards",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait HasPlaces<Meshes> {
    /// Calls `add` with the rank and the number of ranks for each axis, from the first one on.
    fn add_places(meshes: &Meshes, add: &mut dyn FnMut([usize; 2]));
}

impl<Meshes> HasPlaces<Meshes> for Scalar {
    fn add_places(_: &Meshes, _: &mut dyn FnMut([usize; 2])) {}
}

impl<L: HasPlaces<Meshes>, N: Piece<Cut: PlaceIn<Meshes>>, Meshes> HasPlaces<Meshes>
    for Axes<L, N>
{
    fn add_places(meshes: &Meshes, add: &mut dyn FnMut([usize; 2])) {
        L::add_places(meshes, add);
        add(N::Cut::place_in(meshes));
    }
}

/// An axis whose place these meshes know.
#[doc(hidden)]
pub trait PlaceIn<Meshes> {
    /// The rank and the number of ranks.
    fn place_in(meshes: &Meshes) -> [usize; 2];
}

impl<Meshes> PlaceIn<Meshes> for Uncut {
    fn place_in(_: &Meshes) -> [usize; 2] {
        [0, 1]
    }
}

impl<W, X: Identity, M: Identity, K, C: Ranks> PlaceIn<&Mesh<NamedDim<M, K>, C>> for CutOver<W, X>
where
    Tell: ComputesOver<X::Is<M>, W, X, M>,
{
    fn place_in(mesh: &&Mesh<NamedDim<M, K>, C>) -> [usize; 2] {
        [mesh.transport().rank(), mesh.transport().ranks()]
    }
}

impl<W, X: Identity, M: Identity, K, C: Ranks, Y: Identity, L, D: Ranks>
    PlaceIn<(&Mesh<NamedDim<M, K>, C>, &Mesh<NamedDim<Y, L>, D>)> for CutOver<W, X>
where
    Tell: IsOneOf<X::Is<M>, X::Is<Y>, W, X, M, Y>,
{
    fn place_in((one, other): &(&Mesh<NamedDim<M, K>, C>, &Mesh<NamedDim<Y, L>, D>)) -> [usize; 2] {
        match <Tell as IsOneOf<X::Is<M>, X::Is<Y>, W, X, M, Y>>::FIRST {
            true => [one.transport().rank(), one.transport().ranks()],
            false => [other.transport().rank(), other.transport().ranks()],
        }
    }
}

/// Whether a shard is one over the first or over the second of two meshes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W} / {X}` is a shard over `{X}`, not over `{M}` or `{Y}`",
    label = "computed over `{M}` and `{Y}`, but cut over `{X}`",
    note = "give it the mesh of `{X}`"
)]
pub trait IsOneOf<IsFirst, IsSecond, W, X, M, Y> {
    /// Whether it is the first.
    const FIRST: bool;
}

impl<Second, W, X, M, Y> IsOneOf<B1, Second, W, X, M, Y> for Tell {
    const FIRST: bool = true;
}

impl<W, X, M, Y> IsOneOf<B0, B1, W, X, M, Y> for Tell {
    const FIRST: bool = false;
}

impl<W, X, M, Y> IsOneOf<NoAnswer, NoAnswer, W, X, M, Y> for Tell {
    const FIRST: bool = true;
}
