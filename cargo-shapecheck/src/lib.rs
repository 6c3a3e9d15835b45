//! cargo and rust-analyzer, with array shapes and typenum numbers in words a person can read.
//!
//! Where to look:
//!
//! - [`types`]: a type as rustc prints it, and as a person writes it; knows the names of other crates.
//! - [`message`]: one message of rustc.
//! - [`cargo`]: the subcommand, which runs cargo; [`settings`]: what the user has told cargo; [`wrapper`]: what cargo
//!   runs in rustc's place.
//! - [`lsp`]: the language server, which runs rust-analyzer.
//!
//! ```
//! use cargo_shapecheck::types::rewrite;
//!
//! let printed = "Tensor<f32, Axes<Axes<Scalar, UInt<UInt<UTerm, B1>, B0>>, UInt<UInt<UTerm, B1>, B1>>>";
//! assert_eq!(rewrite(printed), "Tensor<f32, [2, 3]>");
//! ```
#![forbid(unsafe_code)]

pub mod cargo;
pub mod lsp;
pub mod message;
pub mod settings;
pub mod types;
pub mod wrapper;
