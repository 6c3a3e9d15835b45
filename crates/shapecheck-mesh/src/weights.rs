//! Structs of tensors on a mesh, filled from files of weights.
//!
//! ```
//! use shapecheck::{Tensor, dims, shape};
//! use shapecheck_mesh::{Mesh, MeshError, MeshTensor, mesh, threads};
//! use shapecheck_weights::{Load, Reader, Save, save};
//!
//! dims! { Width = 2, Hidden = 4 }
//! mesh! { Tp }
//!
//! #[derive(Load)]
//! struct Layer {
//!     up: MeshTensor<f32, shape![Width, Hidden / Tp]>,
//!     down: MeshTensor<f32, shape![Hidden / Tp, Width]>,
//! }
//!
//! # #[derive(Save)]
//! # struct Whole { up: Tensor<f32, shape![Width, Hidden]>, down: Tensor<f32, shape![Hidden, Width]> }
//! # let bytes = save(&Whole { up: Tensor::ones(), down: Tensor::ones() })?;
//! let parts = threads::run(2, |threads| {
//!     let mesh = Mesh::<Tp, _>::new(threads)?;
//!     let reader = Reader::new(&bytes).expect("a file").on_rank(&mesh);
//!     let layer: Layer = reader.load().expect("weights that fit");
//!     Ok::<_, MeshError>((layer.up.into_part().sizes(), layer.down.into_part().sizes()))
//! })?;
//! assert_eq!(parts, [([2, 2], [2, 2]); 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::Engine;
use shapecheck::{Shape, TensorOn};
use shapecheck_weights::__macro::TensorField;
use shapecheck_weights::{Holds, Load, RankOfMesh, Reader, Stored};

use crate::{Mesh, MeshTensorOn, PartOf, Ranks, Whole};

impl<M: MeshAxis, C: Ranks> RankOfMesh for &Mesh<M, C> {
    type Axis = M;

    fn axis(&self) -> M {
        Mesh::axis(self)
    }

    fn rank(&self) -> usize {
        Mesh::rank(self)
    }
}

/// The part of the rank that the reader was given.
impl<'data, T: Stored, S: Shape + PartOf<Whole>, E: Holds<'data, T>> Load<'data>
    for MeshTensorOn<T, S, E>
{
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        TensorOn::read(from).map(Self::from_part)
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorField for MeshTensorOn<T, S, E> {
    type Element = T;
    type Shape = S;
}
