//! Where the tensors of `layers.rs` are: on the heap, with batches of any size. `examples/pocket` compiles the same layers
//! with other names here.

pub use shapecheck::tensor::Heap as Home;
pub use shapecheck::{Dim as Size, Shape as Sizes, Tensor as Array};
