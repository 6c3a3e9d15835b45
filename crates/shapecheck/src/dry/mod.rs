//! Dry runs: an engine whose tensors are sizes only, and a table of what a model does.
//!
//! A model that is generic over its engine runs on [`Sizes`] without computing any number. [`run`] returns what it
//! did: each operation with its shapes, weights, multiply-adds and bytes, and the peak of memory.
//!
//! ```
//! use shapecheck::dry::{self, Sizes};
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, TensorOn, shape};
//!
//! struct Layer<E: Networks<f32>> {
//!     weights: TensorOn<f32, shape![10, 784], E>,
//!     bias: TensorOn<f32, shape![10], E>,
//! }
//!
//! impl<E: Networks<f32>> Layer<E> {
//!     fn forward<B: Dim>(&self, x: &TensorOn<f32, shape![B, 784], E>) -> TensorOn<f32, shape![B, 10], E> {
//!         x.linear_with_bias(&self.weights, &self.bias)
//!     }
//! }
//!
//! let layer = Layer::<Sizes> { weights: TensorOn::zeros(), bias: TensorOn::zeros() };
//! let summary = dry::run(|| layer.forward(&TensorOn::<f32, shape![32, 784], _>::zeros()));
//! assert_eq!((summary.parameters, summary.multiply_adds), (7850, 32 * 7850));
//! ```
//!
//! There are no values, so a function that needs one panics:
//!
//! ```should_panic
//! use shapecheck::dry::Sizes;
//! use shapecheck::{TensorOn, shape};
//!
//! let x = TensorOn::<f32, shape![2, 3], Sizes>::ones();
//! x.sum(); // `sum` of all elements depends on values, and a dry run has none
//! ```
//!
//! # Tensors of other libraries
//!
//! A run also has a row for each call of a function with [`#[shapes]`](macro@crate::shapes) whose contract has results, where
//! its checks run. Such a function may compute with tensors of any library: then it computes as usual, and the table has
//! the shapes at its borders.
//!
//! ```
//! use shapecheck::{dry, shapes};
//!
//! #[shapes("x: b i, weights: o i -> b o", always)]
//! fn linear(x: &[usize], weights: &[usize]) -> [usize; 2] {
//!     // Tensors of another library in place of sizes.
//!     [x[0], weights[0]]
//! }
//!
//! let summary = dry::run(|| linear(&[32, 784], &[10, 784]));
//! # #[cfg(not(feature = "unchecked"))] {
//! assert_eq!(summary.rows[0].operation, "linear");
//! assert_eq!(summary.rows[0].outputs[0].sizes(), [32, 10]);
//! # }
//! ```
//!
//! # What is counted
//!
//! - **Parameters** are the numbers in weights that `shapecheck-weights` has loaded by their names, if an operation uses
//!   them. Where none were loaded, they are those in tensors of floats made before the run. So make weights before
//!   the run, and inputs within it. The means and variances of a batch norm are not parameters.
//! - **Multiply-adds** are those of products, convolutions and recurrent layers, as [torchinfo] counts them for layers: a
//!   weight counts for each place that it is used in, and so does a bias, a parameter that is added. A norm counts its
//!   weights once for each index of the first axis. Other operations on elements count none. Products without weights,
//!   such as those of attention, count too; torchinfo leaves these out.
//! - **Memory** is what tensors take on [`Host`](crate::Host): views share it, and an operation whose operand is not
//!   needed any more writes to its memory. Weights count from the beginning, if the run uses them. The memory that a kernel
//!   itself uses while it runs does not count.
//!
//! [torchinfo]: https://github.com/TylerYep/torchinfo
//!
//! In the guide: [a dry run](crate::guide::dry_run).

mod create;
mod elementwise;
mod held;
mod index;
mod json;
mod moves;
mod networks;
mod note;
mod picture;
mod products;
mod record;
mod reduce;
mod report;
mod summary;
mod table;
mod windows;

pub use held::Held;
#[doc(hidden)]
pub use json::text as json_text;
pub use summary::{NamedShape, Row, Summary};

/// The engine whose tensors are sizes only. A tensor stays on the thread that made it.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[derive(Clone, Copy, Debug)]
pub struct Sizes;

/// Runs some work, and returns what operations on [`Sizes`] it did on this thread.
///
/// What is made within the run is an input or a part of the computation, and what was there before it a weight: see
/// [the module](self).
///
/// # Panics
///
/// Panics within another run.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[track_caller]
pub fn run<R>(work: impl FnOnce() -> R) -> Summary {
    run_with(work).1
}

/// Like [`run`], and also returns what the work does.
///
/// # Panics
///
/// Panics within another run.
///
/// In the guide: [a dry run](crate::guide::dry_run).
#[track_caller]
pub fn run_with<R>(work: impl FnOnce() -> R) -> (R, Summary) {
    let (found, summary) = record::record(|| {
        let _borders = note::Borders::begin();
        work()
    });
    report::report(&summary);
    (found, summary)
}
