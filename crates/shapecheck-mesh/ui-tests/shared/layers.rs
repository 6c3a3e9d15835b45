// The names and types of the programs beside this file.

pub use shapecheck::{Axis, Dim, Tensor, dims, shape};
pub use shapecheck_mesh::threads::Threads;
pub use shapecheck_mesh::{mesh, Mesh, MeshError, MeshTensor};

dims! { pub Batch, pub Width = 768, pub Hidden = 3072, pub Ten = 10 }
mesh! { pub Tp, pub Dp, pub Three = 3 }

pub type X = MeshTensor<f32, shape![Batch, Width]>;
pub type Up = MeshTensor<f32, shape![Width, Hidden / Tp]>;
pub type Down = MeshTensor<f32, shape![Hidden / Tp, Width]>;
pub type OverTp = Mesh<Tp, Threads>;
pub type OverDp = Mesh<Dp, Threads>;
pub type Result<T> = std::result::Result<T, MeshError>;
pub type Hiddens = MeshTensor<f32, shape![Batch, Hidden / Tp]>;
