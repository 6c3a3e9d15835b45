//! Where the tensors of `layers.rs` are: in themselves, with sizes that the compiler knows. `examples/digits` compiles the
//! same layers with other names here.

pub use shapecheck::tensor::Inline as Home;
pub use shapecheck::{InlineTensor as Array, StaticDim as Size, StaticShape as Sizes};
