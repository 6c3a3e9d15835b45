//! Const parameters as sizes: the table that turns `const N: usize` into a type.
//!
//! Rust computes no type from a const parameter, but a parameter can select an impl. So there is one for each number that
//! a parameter may be, and `#[checked]` writes the bounds that ask for it.
//!
//! ```
//! use shapecheck::dim::{Constant, Lists, SizeTable};
//! use shapecheck::{StaticDim, dim};
//!
//! fn doubled<const N: usize>() -> usize
//! where
//!     SizeTable: Lists<N>,
//! {
//!     2 * Constant::<N>::SIZE
//! }
//!
//! assert_eq!(doubled::<784>(), 1568);
//! let _: Constant<784> = <dim!(784)>::new();
//! ```
//!
//! ```compile_fail,E0277
//! # use shapecheck::dim::Constant;
//! # use shapecheck::StaticDim;
//! // `50261` is neither a const parameter of an item with `#[checked]` nor in the table of const sizes
//! let _ = Constant::<50261>::SIZE;
//! ```
//!
//! In the guide: [layers with const parameters](crate::guide::const_parameters).

use crate::StaticDim;

/// The numbers that a const parameter may be.
///
/// They are 0 to 256, multiples of 8 to 1,024, of 64 to 4,096 and of 256 to 16,384, powers of two to 2<sup>24</sup> and of
/// ten to 10<sup>8</sup>, and some fifty widths and vocabularies of models, such as 784, 11,008 and 50,257.
///
/// In the guide: [layers with const parameters](crate::guide::const_parameters).
pub struct SizeTable;

/// Says of the [`SizeTable`] that it has the number `N`, which then is a size.
///
/// In the guide: [layers with const parameters](crate::guide::const_parameters).
#[diagnostic::on_unimplemented(
    message = "`{N}` is neither a const parameter of an item with `#[checked]` nor in the table of const sizes",
    label = "`{N}` is not a size here",
    note = "`#[checked]` above a struct, an enum, a trait, an `impl` or a function makes sizes of its const parameters",
    note = "for a number outside of the table, such as 1001, a layer has a type as its parameter, `N: StaticDim`, and is written with `dim!(1001)`"
)]
pub trait Lists<const N: usize> {
    /// The number as a size.
    type Dim: StaticDim;
}

/// The size that `const N: usize` is, where `SizeTable: Lists<N>`.
///
/// In the guide: [layers with const parameters](crate::guide::const_parameters).
pub type Constant<const N: usize> = <SizeTable as Lists<N>>::Dim;

shapecheck_macros::table_of_constants!([crate]);
