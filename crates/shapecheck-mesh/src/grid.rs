//! Meshes of several axes: the groups of ranks along each of them.

use shapecheck::Dim;
use shapecheck::dim::NamedDim;
use shapecheck::dim::named::Identity;
use shapecheck::dim::shard::MeshAxis;
use shapecheck::typenum::B0;

use crate::collective::name_of;
use crate::cut::{NoAnswer, Tell};
use crate::{Groups, Mesh, MeshError};

impl Mesh<(), ()> {
    /// The meshes along each of up to three axes, of all ranks of a transport: each rank gets those of its row, of its column and so on.
    ///
    /// Ranks that differ by one are neighbours along the last axis. The sizes are those of the axes: `Tp::of(4)`, or
    /// `Four::default()` where the declaration says it.
    ///
    /// ```
    /// use shapecheck_mesh::{Mesh, MeshError, Ranks, mesh, threads};
    ///
    /// mesh! { Dp, Tp }
    ///
    /// let places = threads::run(6, |world| {
    ///     let (dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(3)))?;
    ///     Ok::<_, MeshError>((dp.rank(), tp.rank()))
    /// })?;
    /// assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    ///
    /// let error = threads::run(6, |world| Mesh::of(world, (Dp::of(2), Tp::of(4))).map(drop)).unwrap_err();
    /// assert_eq!(error.error.to_string(), "there are 6 ranks, and a mesh of `Dp` = 2 and `Tp` = 4 has 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Two axes have two names:
    ///
    /// ```compile_fail,E0277
    /// # use shapecheck_mesh::{Mesh, mesh, threads};
    /// # mesh! { Tp }
    /// # fn wrong(world: threads::Threads) {
    /// let meshes = Mesh::of(world, (Tp::of(2), Tp::of(2))); // `Tp` would be two axes of one mesh
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are not as many ranks as the axes make, if another mesh has the name of an axis, or if another rank
    /// failed.
    pub fn of<C: Groups, Axes: MeshAxes<C>>(
        transport: C,
        axes: Axes,
    ) -> Result<Axes::Meshes, MeshError> {
        axes.meshes(&transport)
    }
}

/// The sizes of up to three axes of a mesh: what [`Mesh::of`] takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not axes of a mesh",
    label = "expected one to three axes with their numbers of ranks",
    note = "`Mesh::of(world, (Dp::of(2), Tp::of(4)))?` gives a mesh for each axis, and `mesh! {{ Dp, Tp }}` declares them"
)]
pub trait MeshAxes<C> {
    /// A mesh for each axis.
    type Meshes;

    #[doc(hidden)]
    fn meshes(self, transport: &C) -> Result<Self::Meshes, MeshError>;
}

macro_rules! grids {
    ($(($($Axis:ident $Size:ident $axis:ident),+) where $($one:ident / $other:ident),*;)*) => {$(
        impl<C: Groups, $($Axis: Identity, $Size),+> MeshAxes<C> for ($(NamedDim<$Axis, $Size>,)+)
        where
            $(NamedDim<$Axis, $Size>: MeshAxis,)+
            $(Tell: AreTwo<$one::Is<$other>, $one>,)*
        {
            type Meshes = ($(Mesh<NamedDim<$Axis, $Size>, C::Group>,)+);

            fn meshes(self, transport: &C) -> Result<Self::Meshes, MeshError> {
                let ($($axis,)+) = self;
                let sizes = [$($axis.size()),+];
                let names = || [$(name_of::<NamedDim<$Axis, $Size>>()),+];
                if sizes.iter().product::<usize>() != transport.ranks() {
                    return Err(MeshError::Grid {
                        axes: names().into_iter().zip(sizes).collect(),
                        ranks: transport.ranks(),
                    });
                }
                let mut groups = (0..sizes.len()).map(|axis| transport.group(&along(transport.rank(), &sizes, axis)));
                let mut next = || groups.next().unwrap_or_else(|| unreachable!("there is a group for each axis"));
                Ok(($(Mesh::<NamedDim<$Axis, $Size>, _>::new(next()?)?,)+))
            }
        }
    )*};
}

grids! {
    (A K a) where;
    (A K a, B L b) where A / B;
    (A K a, B L b, D N d) where A / B, A / D, B / D;
}

/// The ranks along an axis of a grid of these sizes, in row-major order, among which is this rank.
fn along(rank: usize, sizes: &[usize], axis: usize) -> Vec<usize> {
    let step: usize = sizes[axis + 1..].iter().product();
    let first = rank - rank / step % sizes[axis] * step;
    (0..sizes[axis]).map(|place| first + place * step).collect()
}

/// Whether two axes have two names.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{M}` would be two axes of one mesh",
    label = "expected axes with different names",
    note = "declare a name for each, `mesh! {{ Dp, Tp }}`: the types tell the ranks of two axes apart by them"
)]
pub trait AreTwo<Same, M> {}

impl<M> AreTwo<B0, M> for Tell {}

impl<M> AreTwo<NoAnswer, M> for Tell {}
