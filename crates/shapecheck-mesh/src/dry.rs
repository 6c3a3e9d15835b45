//! Dry runs of what ranks share: a pretended world, in which each rank gives its own table.
//!
//! ```
//! use shapecheck::dry::Sizes;
//! use shapecheck::{TensorOn, dims, shape};
//! use shapecheck_mesh::{mesh, Mesh, MeshError, MeshTensorOn, dry};
//!
//! dims! { Batch = 8, Width = 768, Hidden = 3072 }
//! mesh! { Tp = 4 }
//!
//! let ranks = dry::run(4, |world| {
//!     let mesh = Mesh::<Tp, _>::new(world)?;
//!     let up = MeshTensorOn::from_part(TensorOn::<f32, shape![Width, Hidden / Tp], Sizes>::zeros());
//!     let down = MeshTensorOn::from_part(TensorOn::<f32, shape![Hidden / Tp, Width], Sizes>::zeros());
//!     let x = MeshTensorOn::whole(TensorOn::<f32, shape![Batch, Width], Sizes>::zeros());
//!     x.matmul(&up).gelu().matmul(&down).all_reduce(&mesh)?;
//!     Ok::<_, MeshError>(())
//! });
//! let [(_, first), ..] = &ranks[..] else { panic!("four ranks") };
//! assert_eq!(first.multiply_adds, 2 * 8 * 768 * (3072 / 4));
//! assert!(first.rows.iter().any(|row| row.operation == "all_reduce"));
//! ```

use shapecheck::dry::{self, Sizes, Summary};
use shapecheck::engine::{Creates, MovesAxes};
use shapecheck::{Shape, TensorOn, shapes};

use crate::transport::shifted;
use crate::{Collective, Groups, MeshError, Ranks};

/// A rank of a world in which there is no other.
#[derive(Clone, Copy, Debug)]
pub struct Pretended {
    rank: usize,
    ranks: usize,
}

/// Runs `work` once for each rank of a pretended world, one after another: what each returns, and the table of what it does.
pub fn run<R>(ranks: usize, work: impl Fn(Pretended) -> R) -> Vec<(R, Summary)> {
    let of_rank = |rank| dry::run_with(|| work(Pretended { rank, ranks }));
    (0..ranks).map(of_rank).collect()
}

impl Ranks for Pretended {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    /// All others say the same.
    fn all_gather_words(&self, own: &[u64], all: &mut [u64]) -> Result<(), MeshError> {
        for words in all.chunks_mut(own.len().max(1)) {
            words.copy_from_slice(own);
        }
        Ok(())
    }
}

impl Groups for Pretended {
    type Group = Self;

    fn group(&self, members: &[usize]) -> Result<Self, MeshError> {
        let place = members.iter().position(|&rank| rank == self.rank);
        Ok(Self {
            rank: place.unwrap_or_default(),
            ranks: members.len(),
        })
    }
}

/// A row of the table for each operation between ranks.
macro_rules! rows {
    ($($name:ident)*) => {$(
        #[shapes("x: ... -> ...", always)]
        fn $name(x: &[usize]) -> Vec<usize> {
            x.to_vec()
        }
    )*};
}

rows! { all_reduce reduce_scatter all_gather broadcast all_to_all shift }

impl<T: 'static> Collective<T, Sizes> for Pretended {
    fn all_reduce<S: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
    ) -> Result<TensorOn<T, S, Sizes>, MeshError> {
        all_reduce(x.dims());
        Ok(x)
    }

    fn reduce_scatter<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
        axis: usize,
        part: O,
    ) -> Result<TensorOn<T, O, Sizes>, MeshError> {
        reduce_scatter(x.dims());
        let place = x.dims().len() - axis;
        let length = part.to_dyn().dims()[place];
        let part =
            <Sizes as MovesAxes<T>>::narrow::<S, O>(x.data(), place, self.rank * length, length);
        Ok(TensorOn::try_from_data(part)?)
    }

    fn all_gather<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
        _axis: usize,
        whole: O,
    ) -> Result<TensorOn<T, O, Sizes>, MeshError> {
        all_gather(x.dims());
        let whole = <Sizes as Creates<T>>::generate::<O>(whole.to_dyn(), || {
            unreachable!("a dry run has no elements")
        });
        Ok(TensorOn::try_from_data(whole)?)
    }

    fn broadcast<S: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
        _root: usize,
    ) -> Result<TensorOn<T, S, Sizes>, MeshError> {
        broadcast(x.dims());
        Ok(x)
    }

    fn all_to_all<S: Shape, O: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
        _gathered: usize,
        _cut: usize,
        result: O,
    ) -> Result<TensorOn<T, O, Sizes>, MeshError> {
        all_to_all(x.dims());
        let result = <Sizes as Creates<T>>::generate::<O>(result.to_dyn(), || {
            unreachable!("a dry run has no elements")
        });
        Ok(TensorOn::try_from_data(result)?)
    }

    fn shift<S: Shape>(
        &self,
        x: TensorOn<T, S, Sizes>,
        by: isize,
        wraps: bool,
    ) -> Result<Option<TensorOn<T, S, Sizes>>, MeshError> {
        shift(x.dims());
        let [_, before] = shifted(self, by, wraps);
        Ok(before.map(|_| x))
    }
}
