//! Fourier transforms.

use realfft::num_complex::Complex;

use super::Engine;
use crate::{DynShape, Shape};

/// Fourier transforms along an axis (counted from the first, from 0) and their inverses. An inverse transform is
/// divided by the number of results. The sizes are those of the results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Fourier transforms of `{T}`",
    label = "no Fourier transform of `{T}` here",
    note = "Fourier transforms are there for `f32` and `f64`, and for complex numbers of them",
    note = "a function that is generic over its engine asks for `E: Transforms<{T}>`"
)]
pub trait Transforms<T: 'static>: Engine {
    /// The transform of complex numbers: of the first ones, as many as the sizes say, with zeros for missing ones.
    fn fourier<S: Shape, O: Shape>(
        data: &Self::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
        back: bool,
    ) -> <Self::Out as Engine>::Data<Complex<T>, O>;

    /// The transform of `size` real numbers, with zeros for missing ones: the first half of their frequencies.
    fn real_fourier<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        size: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<Complex<T>, O>;

    /// The real numbers whose first half of frequencies is this. Further frequencies are left out,
    /// and missing ones are zeros.
    fn inverse_real_fourier<S: Shape, O: Shape>(
        data: &Self::Data<Complex<T>, S>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;
}
