//! The unsafe code of the crate: loops over broadcast operands, memory that they fill, and matrix products.
//!
//! Loops go by pointers because slices cost a bounds check for every row, and a panic path, of every operand. What
//! they rest on is the invariant of [`TensorBase`](super::TensorBase): every offset that its layout gives an index within its shape
//! lies within its elements.
//!
//! Public traits that memory depends on, and why no other crate's code can break it:
//!
//! | trait | what rests on it | why it holds |
//! | --- | --- | --- |
//! | `Storage`, `StorageMut`, `Owned` | where elements are, that none is in two places | sealed |
//! | `Build` | that results are written to the memory that was offered | cannot be named, follows from `Owned`; its functions are unsafe |
//! | `HomeWith` | which storage a result has | sealed; a home says whether it takes memory, and is seen to have taken it |
//! | `Layout`, `AxisMap` | the offset of each index | sealed |
//! | `Operand`, `OperandList` | elements that broadcast to the result's shape | sealed; giving memory away is unsafe |
//! | `ViewAll` | views of the operands' own elements | sealed; shapes are checked again |
//! | `Shape`, `Dim` | how many elements there are | sealed |
//! | `AxisNames` | that an axis is named once | sealed |
//! | `HasAxis`, `Permute` and others on shapes | the shape of a view or a result | nothing: values are built from the sizes of the operand, and checked |
//! | `ExpandTo` | the target of an expansion | nothing: the target is checked by the rule of broadcasting |
//! | `NestedArray` | how arrays lie in memory | unsafe; size and alignment are compared where it is used |
//! | `MatrixElement` | the kernel of a product | its supertrait cannot be named |
//! | `IndexedBy`, `Element`, `FloatElement` | nothing | |

pub(super) mod matrix;
pub(super) mod memory;
pub(super) mod pass;
pub(super) mod rows;

#[cfg(feature = "alloc")]
pub(super) use memory::reuse;
