//! Signals along an axis: kernels that slide along them.
//!
//! ```
//! use shapecheck::window::{Full, Same, Valid};
//! use shapecheck::{InlineTensor, shape};
//!
//! let signal = InlineTensor::from([1.0, 2.0, 4.0, 8.0]);
//! let kernel = InlineTensor::from([1.0, 0.5, 0.0]);
//! let full: InlineTensor<f64, shape![6]> = signal.convolve(&kernel, Full);
//! assert_eq!(full, InlineTensor::from([1.0, 2.5, 5.0, 10.0, 4.0, 0.0]));
//! assert_eq!(signal.convolve(&kernel, Same), InlineTensor::from([2.5, 5.0, 10.0, 4.0]));
//! assert_eq!(signal.convolve(&kernel, Valid), InlineTensor::from([5.0, 10.0]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//! use shapecheck::window::Valid;
//!
//! let (signal, kernel) = (InlineTensor::from([1.0, 2.0]), InlineTensor::from([1.0, 0.5, 0.0]));
//! signal.convolve(&kernel, Valid); // a kernel of 3 does not fit in a signal of 2
//! ```

#[cfg(feature = "fft")]
use super::fourier::Frequencies;
#[cfg(feature = "fft")]
use super::num_complex::Complex;
use super::{TensorOn, counted, panicking_form, passed_sizes};
use crate::algebra::{Slide, Slides, assert_elements, insert_axis_shape, slides_shape};
#[cfg(feature = "fft")]
use crate::engine::{Binary, Operand, Transforms, ops};
use crate::engine::{Convolves, Engine, MapsIndices, MovesAxes};
use crate::typenum::U1;
use crate::{Axes, DynShape, HasAxis, Scalar, Shape, ShapeError};
#[cfg(feature = "fft")]
use crate::{algebra::Overlap, window::Full};

/// `[..S, 1, N]`, signals of one channel each.
type Signals<S, N> = Axes<Axes<<S as HasAxis<-1>>::Without, U1>, N>;

/// `[1, 1, K]`
type Kernels<K> = Axes<Axes<Axes<Scalar, U1>, U1>, K>;

/// # Signals
///
/// In the guide: [shape functions](crate::guide::shape_functions).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The convolution of the signals along the last axis with a kernel `[K]`: sums of the numbers of the kernel, from the
    /// last to the first, times those of the signal. The mode is [`Full`](crate::window::Full) for all places where the two
    /// have a number in common, `[.., N + K - 1]`; [`Same`](crate::window::Same) for the middle of these, `[.., N]`; or
    /// [`Valid`](crate::window::Valid) for all of the kernel inside of the signal, `[.., N - K + 1]`.
    ///
    /// As of [`conv1d`](Self::conv1d), the steps are those of a sum of products, N times K; with the feature `fft`,
    /// `fft_convolve` takes fewer for a long kernel.
    ///
    /// # Errors
    ///
    /// Returns an error if a kernel of dynamic size does not fit, if one of the two has no number (a static size of 0 is a
    /// compile error), or if the element count of the result overflows `usize`.
    #[doc(alias("filter", "convolve1d", "lfilter"))]
    #[panicking_form(convolve, const { assert_elements::<S>(1); assert_elements::<K>(1) })]
    pub fn try_convolve<K: Shape, Mode>(
        &self,
        kernel: &TensorOn<T, K, E>,
        mode: Mode,
    ) -> Result<TensorOn<T, S::With<S::Count>, E>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: Convolves<T, OutputEngine = E> + MovesAxes<T> + MapsIndices<T, OutputEngine = E>,
    {
        let _ = mode;
        let result = self.slid::<K, Mode>(kernel, true)?;
        Ok(result)
    }

    /// The correlation of the signals along the last axis with a kernel `[K]`: as [`convolve`](Self::convolve), with the
    /// numbers of the kernel from the first to the last. NumPy's default is [`Valid`](crate::window::Valid) here.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    /// use shapecheck::window::Valid;
    ///
    /// let signal = InlineTensor::from([1, 5, 2, 4]);
    /// assert_eq!(signal.correlate(&InlineTensor::from([-1, 1]), Valid), signal.diff::<-1>());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a kernel of dynamic size does not fit, if one of the two has no number (a static size of 0 is a
    /// compile error), or if the element count of the result overflows `usize`.
    #[doc(alias("filter", "correlate1d", "cross_correlation"))]
    #[panicking_form(correlate, const { assert_elements::<S>(1); assert_elements::<K>(1) })]
    pub fn try_correlate<K: Shape, Mode>(
        &self,
        kernel: &TensorOn<T, K, E>,
        mode: Mode,
    ) -> Result<TensorOn<T, S::With<S::Count>, E>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: Convolves<T, OutputEngine = E> + MovesAxes<T> + MapsIndices<T, OutputEngine = E>,
    {
        let _ = mode;
        let result = self.slid::<K, Mode>(kernel, false)?;
        Ok(result)
    }

    /// What a kernel gives that slides along the last axis, as a convolution of one channel. It may be turned around before.
    #[track_caller]
    fn slid<K: Shape, Mode>(
        &self,
        kernel: &TensorOn<T, K, E>,
        is_turned: bool,
    ) -> Result<TensorOn<T, S::With<S::Count>, E>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: Convolves<T, OutputEngine = E> + MovesAxes<T> + MapsIndices<T, OutputEngine = E>,
    {
        let (slide, sizes) = slid_sizes(self.dims(), kernel.dims(), S::slide)?;
        let (axis, length) = (self.dims().len() - 1, kernel.dims()[0]);
        let signals = E::unsqueeze::<S, Signals<S, S::Size>>(&self.data, axis);
        let order = &[0, 1, 2];
        let mut kernel = E::split::<K, Kernels<S::Length>>(&kernel.data, &[1, 1, length], order);
        if is_turned {
            let sizes = passed_sizes::<Kernels<S::Length>>(&[1, 1, length]);
            let turned = |place| Some(length - 1 - place);
            kernel = E::arrange::<Kernels<S::Length>, Kernels<S::Length>>(
                &kernel, 2, sizes, &turned, None,
            );
        }
        let sizes = passed_sizes::<Signals<S, S::Count>>(sizes.dims());
        let slides = &[slide];
        let slid = E::convolve::<_, _, Signals<S, S::Count>>(&signals, &kernel, slides, 1, sizes);
        Ok(TensorOn::of(E::squeeze::<Signals<S, S::Count>, _>(
            &slid,
            &[axis],
        )))
    }
}

#[cfg(feature = "fft")]
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// [`convolve`](Self::convolve) by Fourier transforms: for N numbers and a kernel of K, with steps in their sum times its
    /// logarithm, not in their product. What is rounded is the largest number, so that small ones beside it are less precise.
    /// A correlation is that with the kernel turned around, by [`flip`](super::Along::flip).
    ///
    /// # Errors
    ///
    /// Returns an error if a kernel of dynamic size does not fit, if one of the two has no number (a static size of 0 is a
    /// compile error), or if the element count of the result overflows `usize`.
    #[doc(alias = "fftconvolve")]
    #[panicking_form(fft_convolve, const { assert_elements::<S>(1); assert_elements::<K>(1) })]
    pub fn try_fft_convolve<K: Shape, Mode>(
        &self,
        kernel: &TensorOn<T, K, E>,
        mode: Mode,
    ) -> Result<TensorOn<T, S::With<S::Count>, E>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: Transforms<T, OutputEngine = E>
            + Binary<ops::Mul, Complex<T>, Element = Complex<T>, OutputEngine = E>
            + MovesAxes<T>,
    {
        let _ = mode;
        let sizes = [S::slide, <Full as Overlap>::slide]
            .map(|slide| slid_sizes(self.dims(), kernel.dims(), slide));
        let [part, full] = sizes;
        let result = self.multiplied::<K, Mode>(kernel, part?, full?.1);
        Ok(result)
    }

    /// What the product of two spectra comes from.
    #[track_caller]
    fn multiplied<K: Shape, Mode>(
        &self,
        kernel: &TensorOn<T, K, E>,
        (slide, part): (Slide, DynShape),
        full: DynShape,
    ) -> TensorOn<T, S::With<S::Count>, E>
    where
        S: Slides<K, Mode>,
        E: Transforms<T, OutputEngine = E>
            + Binary<ops::Mul, Complex<T>, Element = Complex<T>, OutputEngine = E>
            + MovesAxes<T>,
    {
        type Of<S, N> = <S as HasAxis<-1>>::With<N>;
        type Whole<S, K, Mode> =
            <Full as Overlap>::Count<<S as HasAxis<-1>>::Size, <S as Slides<K, Mode>>::Length>;
        type Half<S, K, Mode> = Frequencies<Whole<S, K, Mode>>;
        type Spectrum<N> = Axes<Scalar, N>;
        let axis = self.dims().len() - 1;
        let (count, length) = (part.dims()[axis + 1], full.dims()[axis + 1]);
        let with = |size| {
            let mut sizes = DynShape::from(self.dims());
            sizes.dims_mut()[axis] = size;
            sizes
        };
        let half = with(length / 2 + 1);
        let lhs =
            E::real_fourier::<S, Of<S, Half<S, K, Mode>>>(&self.data, axis, length, half.clone());
        let sizes = [length / 2 + 1].into();
        let rhs = E::real_fourier::<K, Spectrum<Half<S, K, Mode>>>(&kernel.data, 0, length, sizes);
        let (lhs, rhs) = (Operand::ByValue(lhs), Operand::ByValue(rhs));
        let product = E::binary::<_, _, Of<S, Half<S, K, Mode>>>(lhs, rhs, half);
        let whole =
            E::inverse_real_fourier::<_, Of<S, Whole<S, K, Mode>>>(&product, axis, with(length));
        let start = kernel.dims()[0] - 1 - slide.padding.0;
        TensorOn::of(E::narrow(&whole, axis, start, count))
    }
}

/// How a kernel slides, and the sizes of what it gives, with an axis for the one channel.
#[inline(never)]
fn slid_sizes(
    sizes: &[usize],
    kernel: &[usize],
    slide: fn(usize) -> Slide,
) -> Result<(Slide, DynShape), ShapeError> {
    let slide = slide(kernel.last().copied().unwrap_or(0));
    let slid = counted(slides_shape(sizes, kernel, slide))?;
    Ok((slide, insert_axis_shape(slid.dims(), -2)?))
}
