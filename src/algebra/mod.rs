//! Shapes of operations other than broadcasting: matrix products, reshapes and expansions.
//!
//! ```
//! use shapecheck::{MatrixProduct, Reshape, shape};
//!
//! type Scores = <shape![8, 12, 32, 64] as MatrixProduct<shape![8, 12, 64, 32]>>::Output;
//! let _: Scores = <shape![8, 12, 32, 32]>::default();
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<Scores, shape![96, 1024]>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{MatrixProduct, shape};
//!
//! fn product<Lhs: MatrixProduct<Rhs>, Rhs>() {}
//! product::<shape![2, 1], shape![3, 4]>(); // a matrix product repeats nothing: 1 is not 3
//! ```

mod cancel;
mod count;
mod expand;
mod matrix;
mod reshape;

pub use cancel::{CancelsFirst, CancelsLast, First, FromFirst, IfFirst, IfLast, NoAxis};
pub use count::{
    AndByte, AndSize, Bytes, CountElements, Known, KnowsSizes, Multiply, NoByte, Times,
};
pub use expand::{ExpandTo, Keep, LastOf, LeadOf};
pub use matrix::{
    AndBack, Contracts, MatchesInner, MatrixProduct, Mirrored, RowsMeet, matrix_product_shape,
};
pub use reshape::{AsSource, AsTarget, OrWhole, Reshape, SameCount, SameElements};
