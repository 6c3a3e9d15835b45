//! Runs cargo and rust-analyzer, and makes their messages about array shapes and typenum numbers readable.
//!
//! The modules:
//!
//! - [`types`]: types as rustc prints them, converted to what a person writes; knows the names of the crates.
//! - [`message`]: one message of rustc.
//! - [`cargo`]: the subcommand, which runs cargo; [`settings`]: the user's settings of cargo; [`wrapper`]: the program
//!   that cargo runs in place of rustc.
//! - [`dry`]: tests of models that record instead of computing.
//! - [`explain`]: what the guide says of an error.
//! - [`summary`]: the tables of dry runs.
//! - [`lsp`]: the language server, which runs rust-analyzer.
//! - [`new`]: a module of typed weights for a file of them.
//!
//! ```
//! use cargo_shapecheck::types::rewrite;
//!
//! let printed = "Tensor<f32, Axes<Axes<Scalar, UInt<UInt<UTerm, B1>, B0>>, UInt<UInt<UTerm, B1>, B1>>>";
//! assert_eq!(rewrite(printed), "Tensor<f32, [2, 3]>");
//! ```
#![forbid(unsafe_code)]

pub mod cargo;
pub mod dry;
pub mod explain;
pub mod lsp;
pub mod message;
pub mod new;
pub mod settings;
pub mod summary;
pub mod types;
pub mod wrapper;
