//! Fourier transforms.

use realfft::num_complex::Complex;

use super::Engine;
use crate::{DynShape, Shape};

/// Transforms numbers along an axis, which is counted from the first, from 0, into their frequencies and back. What comes back is divided by how many
/// numbers there are. Sizes are those of results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Fourier transforms of `{T}`",
    label = "no Fourier transform of `{T}` here",
    note = "Fourier transforms are there for `f32` and `f64`, and for complex numbers of them",
    note = "a function that is generic over its engine asks for `E: Transforms<{T}>`"
)]
pub trait Transforms<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// Of complex numbers: as many as the sizes say, the first ones, or all and zeros.
    fn fourier<S: Shape, O: Shape>(
        data: &Self::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
        back: bool,
    ) -> <Self::Home as Engine>::Data<Complex<T>, O>;

    /// Of so many real numbers, the first ones, or all and zeros: the first half of their frequencies.
    fn real_fourier<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        size: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<Complex<T>, O>;

    /// The real numbers that have these frequencies in the first half of theirs; further ones are left out, missing ones are zeros.
    fn inverse_real_fourier<S: Shape, O: Shape>(
        data: &Self::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}
