//! Signals along an axis: kernels that slide along them, their slopes, areas and phases.
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

#[cfg(any(feature = "std", feature = "libm"))]
use core::f64::consts::PI;

use num_traits::float::FloatCore;
#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::{Float, NumCast};

#[cfg(feature = "fft")]
use super::fourier::Frequencies;
#[cfg(feature = "fft")]
use super::num_complex::Complex;
use super::statistics::spread;
use super::view::check_axis_of;
use super::zip::Zip;
use super::{TensorOn, counted, or_panic, panicking_form, passed_sizes};
use crate::algebra::{
    HasSlopes, IsVector, SameSize, Slide, Slides, assert_elements, gradient_shape,
    insert_axis_shape, interp_shape, polyfit_shape, slides_shape,
};
#[cfg(feature = "fft")]
use crate::algebra::{Overlap, Windowed, WindowsOf, check_indexed_values, rfft_shape};
#[cfg(feature = "fft")]
use crate::engine::{Binary, Operand, Transforms, ops};
use crate::engine::{Convolves, Copies, Engine, Floats, MovesAxes, UnaryFunction, statistics};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::engine::{Creates, Decomposes, Products};
use crate::error::BroadcastError;
use crate::host::order::PlacesIn;
use crate::host::raw::Raw;
use crate::host::rows::Apply;
use crate::host::{Memory, NoEngine, Promoted, Promotes};
use crate::shape::axis::place_of;
use crate::typenum::U1;
use crate::verdict::{OfPoints, VectorsRule};
#[cfg(feature = "fft")]
use crate::window::Full;
use crate::{Axes, BroadcastTo, DynShape, HasAxis, Scalar, Shape, ShapeError};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::{Dim, StaticDim, dim::Plus, shape::axis::Swapped, tensor::Iter};

/// `[..S, 1, N]`, signals of one channel each.
type Signals<S, N> = Axes<Axes<<S as HasAxis<-1>>::Without, U1>, N>;

/// `[1, 1, K]`
type Kernels<K> = Axes<Axes<Axes<Scalar, U1>, U1>, K>;

/// # Signals
///
/// In the guide: [shape functions](crate::guide::shape_functions).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The convolution of the signals along the last axis with a kernel `[K]`: sums of the numbers of the kernel, from the
    /// last to the first, times those of the signal. The mode is [`window::Full`](crate::window::Full) for all places where the two
    /// have a number in common, `[.., N + K - 1]`; [`window::Same`](crate::window::Same) for the middle of these, `[.., N]`; or
    /// [`window::Valid`](crate::window::Valid) for all of the kernel inside of the signal, `[.., N - K + 1]`.
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
    pub fn try_convolve<K: Shape, Mode, F, O: MovesAxes<T>>(
        &self,
        kernel: &TensorOn<T, K, F>,
        mode: Mode,
    ) -> Result<TensorOn<T, S::With<S::Count>, O>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: MovesAxes<T> + Convolves<T, F::Out, OutputEngine = O>,
        F: MovesAxes<T> + Copies<T>,
    {
        let _ = mode;
        let result = self.slid(kernel, true)?;
        Ok(result)
    }

    /// The correlation of the signals along the last axis with a kernel `[K]`: as [`convolve`](Self::convolve), with the
    /// numbers of the kernel from the first to the last. NumPy's default is [`window::Valid`](crate::window::Valid) here.
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
    pub fn try_correlate<K: Shape, Mode, F, O: MovesAxes<T>>(
        &self,
        kernel: &TensorOn<T, K, F>,
        mode: Mode,
    ) -> Result<TensorOn<T, S::With<S::Count>, O>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: MovesAxes<T> + Convolves<T, F::Out, OutputEngine = O>,
        F: MovesAxes<T> + Copies<T>,
    {
        let _ = mode;
        let result = self.slid(kernel, false)?;
        Ok(result)
    }

    /// The result of a kernel that slides along the last axis, as a convolution of one channel. It may be turned around
    /// before.
    #[track_caller]
    fn slid<K: Shape, Mode, F, O: MovesAxes<T>>(
        &self,
        kernel: &TensorOn<T, K, F>,
        is_turned: bool,
    ) -> Result<TensorOn<T, S::With<S::Count>, O>, ShapeError>
    where
        S: Slides<K, Mode>,
        E: MovesAxes<T> + Convolves<T, F::Out, OutputEngine = O>,
        F: MovesAxes<T> + Copies<T>,
    {
        let (slide, sizes) = slid_sizes(self.dims(), kernel.dims(), S::slide)?;
        let (axis, length) = (self.dims().len() - 1, kernel.dims()[0]);
        let signals = E::unsqueeze::<S, Signals<S, S::Size>>(&self.data, axis);
        let order = &[0, 1, 2];
        let kernel = F::split::<K, Kernels<S::Length>>(&kernel.data, &[1, 1, length], order);
        let place = |place| Some(if is_turned { length - 1 - place } else { place });
        let own = passed_sizes::<Kernels<S::Length>>(&[1, 1, length]);
        let kernel = F::arrange::<_, Kernels<S::Length>>(&kernel, 2, own, &place, None);
        let sizes = passed_sizes::<Signals<S, S::Count>>(sizes.dims());
        let slides = &[slide];
        let slid = E::convolve::<_, _, Signals<S, S::Count>>(&signals, &kernel, slides, 1, sizes);
        Ok(TensorOn::of(O::squeeze::<Signals<S, S::Count>, _>(
            &slid,
            &[axis],
        )))
    }
}

#[cfg(feature = "fft")]
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// [`convolve`](Self::convolve) by Fourier transforms: for N numbers and a kernel of K, with steps in their sum times its
    /// logarithm, not in their product. Rounding depends on the largest number, so that small ones next to it are less
    /// precise. A correlation is that with the kernel turned around, by [`flip`](super::Along::flip).
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
        E: Transforms<T, Out = E>
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
        E: Transforms<T, Out = E>
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

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The slopes along an axis, counted from the end, of elements that are `spacing` apart: half of the difference of both
    /// neighbours, and at the ends the difference of the last two.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([0.0, 1.0, 4.0, 9.0]);
    /// assert_eq!(x.gradient::<-1>(1.0), InlineTensor::from([1.0, 2.0, 4.0, 5.0]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic axis has fewer than two elements, or if a shape of run-time rank has no such axis.
    #[panicking_form(gradient)]
    pub fn try_gradient<const AXIS: isize>(
        &self,
        spacing: T,
    ) -> Result<TensorOn<T, S, E>, ShapeError>
    where
        T: FloatCore,
        S: HasSlopes<AXIS>,
        E: Floats<T>,
    {
        gradient_shape(self.dims(), AXIS)?;
        let axis = place_of(self.dims(), AXIS)?;
        Ok(TensorOn::of(statistics::gradient::<T, E, S>(
            &self.data, axis, spacing,
        )))
    }

    /// The area below the lines from one element to the next along an axis, counted from the end, where elements are
    /// `spacing` apart: an integral by the trapezoidal rule. The axis stays, with size 1.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0, 2.0, 3.0]);
    /// assert_eq!(x.trapezoid_axis::<-1>(0.5), InlineTensor::from([2.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("trapz", "integral", "trapezoid"))]
    #[track_caller]
    pub fn trapezoid_axis<const AXIS: isize>(&self, spacing: T) -> TensorOn<T, S::WithOne, E>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        E: Floats<T>,
    {
        check_axis_of(self, AXIS.unsigned_abs());
        let area = statistics::trapezoid::<T, E, S, S::WithOne>;
        TensorOn::of(area(&self.data, AXIS.unsigned_abs(), Err(spacing)))
    }

    /// Like [`trapezoid_axis`](Self::trapezoid_axis), where elements are at positions, which broadcast to their shape: those
    /// along the last axis are a vector, and those along another one have axes of size 1 after it.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size of the positions is neither 1 nor that of the elements, or if a shape of run-time
    /// rank has no such axis.
    #[doc(alias("trapz", "integral"))]
    #[panicking_form(trapezoid_axis_at)]
    pub fn try_trapezoid_axis_at<const AXIS: isize>(
        &self,
        positions: &TensorOn<T, impl Shape + BroadcastTo<S>, E>,
    ) -> Result<TensorOn<T, S::WithOne, E>, BroadcastError>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        E: Floats<T>,
    {
        check_axis_of(self, AXIS.unsigned_abs());
        let positions = spread::<T, S, _, E>(positions, self.dims())?;
        let area = statistics::trapezoid::<T, E, S, S::WithOne>;
        let area = area(&self.data, AXIS.unsigned_abs(), Ok(positions.data));
        Ok(TensorOn::of(area))
    }

    /// Phases along an axis, counted from the end, without jumps: periods are added to each so that it is at most half a
    /// period from the one before it. This is NumPy's `unwrap`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let degrees = InlineTensor::from([100.0, 350.0, 10.0, 20.0]);
    /// assert_eq!(degrees.unwrap_phases::<-1>(360.0), InlineTensor::from([100.0, -10.0, 10.0, 20.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias = "unwrap")]
    #[track_caller]
    pub fn unwrap_phases<const AXIS: isize>(&self, period: T) -> TensorOn<T, S, E>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        E: Floats<T>,
    {
        let axis = or_panic(place_of(self.dims(), AXIS));
        TensorOn::of(statistics::unwrapped::<T, E, S>(&self.data, axis, period))
    }
}

impl<T: FloatCore + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The values at these positions on the lines between points, whose positions are in ascending order. Beyond the first and
    /// the last point it is their value. This is NumPy's `interp`, and [`interpolate`](Self::interpolate) resizes images.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let (positions, values) = (InlineTensor::from([0.0, 1.0, 3.0]), InlineTensor::from([5.0, 6.0, 0.0]));
    /// let x = InlineTensor::from([[0.5, 2.0], [-1.0, 9.0]]);
    /// assert_eq!(x.interp(&positions, &values), InlineTensor::from([[5.5, 3.0], [5.0, 0.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic lengths of positions and values differ, or if there is no point (a static size of 0 is a
    /// compile error).
    #[panicking_form(interp, const { assert_elements::<P>(1) })]
    pub fn try_interp<P, V, N, F: Memory, G: Memory>(
        &self,
        positions: &TensorOn<T, P, F>,
        values: &TensorOn<T, V, G>,
    ) -> Result<TensorOn<T, S, Promoted<NoEngine, E>>, ShapeError>
    where
        P: IsVector<OfPoints<1>, Length: SameSize<VectorsRule, N>>,
        V: IsVector<OfPoints<2>, Length = N>,
        NoEngine: Promotes<E>,
    {
        interp_shape(self.dims(), positions.dims(), values.dims())?;
        let (positions, values) = (
            F::raw::<T, P>(&positions.data),
            G::raw::<T, V>(&values.data),
        );
        let result = Zip::of(self).collect(&mut Apply(Between { positions, values }));
        Ok(result)
    }

    /// The values of a polynomial at these positions. Its coefficients are those of [`polyfit`](Self::polyfit), that of the
    /// highest power first.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([0.0, 1.0, 2.0]);
    /// assert_eq!(x.polyval(&InlineTensor::from([3.0, 0.0, 1.0])), InlineTensor::from([1.0, 4.0, 13.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank of the coefficients does not have exactly one axis.
    #[track_caller]
    pub fn polyval<C, F: Memory>(
        &self,
        coefficients: &TensorOn<T, C, F>,
    ) -> TensorOn<T, S, Promoted<NoEngine, E>>
    where
        C: IsVector<OfPoints<2>>,
        NoEngine: Promotes<E>,
    {
        let dims = coefficients.dims();
        or_panic(polyfit_shape(dims, dims, 0));
        let coefficients = F::raw::<T, C>(&coefficients.data);
        Zip::of(self).collect(&mut Apply(Polynomial { coefficients }))
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The coefficients of the polynomial of a degree that is nearest to points by least squares, that of the highest power
    /// first. This tensor has the positions of the points.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::from([0.0, 1.0, 2.0, 3.0]);
    /// let line: InlineTensor<f64, shape![2]> = x.polyfit::<dim!(1)>(&InlineTensor::from([-1.0, 0.2, 0.9, 2.1]));
    /// assert!(line.all_close(&InlineTensor::from([1.0, -0.95]), 1e-12, 1e-12));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic lengths of positions and values differ.
    #[panicking_form(polyfit)]
    pub fn try_polyfit<Degree: StaticDim>(
        &self,
        values: &TensorOn<
            T,
            impl IsVector<OfPoints<2>, Length: SameSize<VectorsRule, S::Length>>,
            E,
        >,
    ) -> Result<TensorOn<T, Coefficients<Degree>, E::Out>, ShapeError>
    where
        S: IsVector<OfPoints<1>>,
        E::Out:
            Memory + Creates<T> + MovesAxes<T> + Decomposes<T> + Products<T, OutputEngine = E::Out>,
    {
        let result = self.fitted::<Degree, _, _, _>(values)?;
        Ok(result)
    }

    /// The same, with a name for each type.
    fn fitted<Degree: StaticDim, V: Shape, M: Dim, O>(
        &self,
        values: &TensorOn<T, V, E>,
    ) -> Result<TensorOn<T, Coefficients<Degree>, O>, ShapeError>
    where
        S: IsVector<OfPoints<1>, Length = M>,
        O: Memory
            + Creates<T>
            + MovesAxes<T>
            + Decomposes<T, Out = O>
            + Products<T, OutputEngine = O>,
    {
        let sizes = polyfit_shape(self.dims(), values.dims(), Degree::SIZE)?;
        let (count, length) = (sizes.dims()[0], self.dims()[0]);
        let positions = E::raw::<T, S>(&self.data);
        let rows = O::generate::<Axes<Coefficients<Degree>, M>>(
            passed_sizes::<Axes<Coefficients<Degree>, M>>(&[count, length]),
            scaled_powers(positions, Degree::SIZE),
        );
        let columns = O::permute_last::<_, _, Swapped<-2, -1>>(&rows);
        let columns = TensorOn::<T, Axes<Axes<Scalar, M>, Plus<Degree, U1>>, O>::of(columns);
        let sizes = passed_sizes::<Axes<Scalar, M>>(values.dims());
        let values = O::generate::<Axes<Scalar, M>>(sizes, each(values.iter()));
        let found = columns.lstsq(&TensorOn::<T, Axes<Scalar, M>, O>::of(values));
        let found = O::generate::<Coefficients<Degree>>(
            passed_sizes::<Coefficients<Degree>>(&[count]),
            unscaled(found.iter(), positions, count),
        );
        Ok(TensorOn::of(found))
    }
}

/// `[D + 1]`
#[cfg(any(feature = "std", feature = "libm"))]
type Coefficients<Degree> = Axes<Scalar, Plus<Degree, U1>>;

/// The length of the vector of powers of all positions, by which they are divided for the equations: the numbers of high
/// powers are of another magnitude than those of low ones.
#[cfg(any(feature = "std", feature = "libm"))]
fn scale<T: Float>(positions: Raw<'_, T>, power: usize) -> T {
    let square = |&x: &T| raised(x, power) * raised(x, power);
    positions.iter().map(square).fold(T::zero(), T::add).sqrt()
}

#[cfg(any(feature = "std", feature = "libm"))]
fn raised<T: Float>(x: T, power: usize) -> T {
    x.powi(i32::try_from(power).unwrap_or(i32::MAX))
}

/// A row for each power, the highest first.
#[cfg(any(feature = "std", feature = "libm"))]
fn scaled_powers<T: Float>(positions: Raw<'_, T>, degree: usize) -> impl FnMut() -> T {
    let (mut power, mut elements) = (degree, positions.iter());
    let mut by = scale(positions, power);
    move || loop {
        if let Some(&x) = elements.next() {
            return raised(x, power) / by;
        }
        power -= 1;
        (elements, by) = (positions.iter(), scale(positions, power));
    }
}

/// The coefficients of powers that were divided.
#[cfg(any(feature = "std", feature = "libm"))]
fn unscaled<'a, T: Float>(
    mut found: Iter<'a, T>,
    positions: Raw<'a, T>,
    mut power: usize,
) -> impl FnMut() -> T + 'a {
    move || {
        power -= 1;
        each(&mut found)() / scale(positions, power)
    }
}

/// The elements, which are as many as are asked for.
#[cfg(any(feature = "std", feature = "libm"))]
fn each<'a, T: Copy + 'a>(mut elements: impl Iterator<Item = &'a T>) -> impl FnMut() -> T {
    move || match elements.next() {
        Some(&element) => element,
        None => unreachable!("there are as many elements as the shape has"),
    }
}

/// The value on the line between two points.
struct Between<'a, T> {
    positions: Raw<'a, T>,
    values: Raw<'a, T>,
}

impl<T: FloatCore> UnaryFunction<T> for Between<'_, T> {
    type Output = T;

    fn apply(&self, x: T) -> T {
        let at = |raw: &Raw<'_, T>, place: usize| raw.elements[place * raw.strides[0]];
        let last = self.positions.sizes[0] - 1;
        let place = PlacesIn {
            sorted: self.positions,
            or_equal: true,
        }
        .apply(x);
        if x.is_nan() || place == 0 || place > last {
            return if x.is_nan() {
                x
            } else {
                at(&self.values, place.saturating_sub(1))
            };
        }
        let [from, to] =
            [place - 1, place].map(|place| (at(&self.positions, place), at(&self.values, place)));
        // The value of a point itself is not computed: the slope to its neighbour may be infinite, and infinity times 0 is NaN.
        if x == from.0 {
            return from.1;
        }
        let slope = (to.1 - from.1) / (to.0 - from.0);
        let value = slope * (x - from.0) + from.1;
        // Where one direction gives NaN, the other may not: values go to one that is infinite, and infinity times the distance
        // to it is infinite. Between two that are equal there is nothing else. Both as in NumPy.
        match (value.is_nan(), from.1 == to.1) {
            (true, true) => from.1,
            (true, false) => slope * (x - to.0) + to.1,
            (false, _) => value,
        }
    }
}

/// The value of a polynomial.
struct Polynomial<'a, T> {
    coefficients: Raw<'a, T>,
}

impl<T: FloatCore> UnaryFunction<T> for Polynomial<'_, T> {
    type Output = T;

    fn apply(&self, x: T) -> T {
        let all = self.coefficients.iter();
        all.fold(T::zero(), |value, &coefficient| value * x + coefficient)
    }
}

/// The frames of signals, as `windows` gives them: `[.., frames, W]`.
#[cfg(feature = "fft")]
type Frames<S, W, Hop> = Windowed<S, -1, W, Hop>;

/// The frequencies of each frame: `[.., frames, W / 2 + 1]`.
#[cfg(feature = "fft")]
type Spectra<S, W, Hop> = <Frames<S, W, Hop> as HasAxis<-1>>::With<Frequencies<W>>;

#[cfg(feature = "fft")]
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The Fourier transforms of short frames of the signals along the last axis: frames of `W` numbers, `Hop` apart, times a
    /// window of `W` numbers, give their `W / 2 + 1` frequencies. So a signal `[N]` gives a spectrum for each frame,
    /// `[(N - W) / Hop + 1, W / 2 + 1]`. Nothing is added at the ends and nothing is scaled.
    ///
    /// ```
    /// use shapecheck::tensor::num_complex::Complex;
    /// use shapecheck::{Tensor, dim, shape};
    ///
    /// let signal = Tensor::<f64, shape![1000]>::from_fn(|[t]| (t as f64 * core::f64::consts::TAU / 8.0).sin());
    /// let window = Tensor::<f64, shape![64]>::periodic_hann();
    /// let spectra: Tensor<Complex<f64>, shape![59, 33]> = signal.stft::<dim!(64), dim!(16)>(&window);
    /// assert!(spectra[[30, 8]].norm() > 15.9 && spectra[[30, 16]].norm() < 1e-9);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use shapecheck::{Tensor, dim, shape};
    /// let (signal, window) = (Tensor::<f64, shape![1000]>::ones(), Tensor::<f64, shape![32]>::hann());
    /// // cannot broadcast to the target: size 32 does not match the target's size 64 at axis -1
    /// signal.stft::<dim!(64), dim!(16)>(&window);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a frame does not fit in a signal of dynamic size, if the window has another dynamic size, or if a
    /// shape of run-time rank has no axis.
    #[doc(alias("spectrogram", "ShortTimeFFT"))]
    #[panicking_form(stft)]
    pub fn try_stft<W: StaticDim, Hop: StaticDim>(
        &self,
        window: &TensorOn<T, impl Shape + BroadcastTo<Axes<Scalar, W>>, E>,
    ) -> Result<TensorOn<Complex<T>, Spectra<S, W, Hop>, E>, ShapeError>
    where
        S: WindowsOf<-1, W, Hop>,
        Frames<S, W, Hop>: HasAxis<-1>,
        E: Floats<T> + Transforms<T>,
    {
        let frames = self.along::<-1>().try_windows::<W, Hop>()?;
        check_indexed_values(window.dims(), &[W::SIZE])?;
        let sizes = counted(rfft_shape(frames.dims(), -1))?;
        let axis = frames.dims().len() - 1;
        let tapered = tapered::<T, E, Frames<S, W, Hop>, _>(&frames, window);
        let spectra = E::real_fourier::<_, Spectra<S, W, Hop>>(&tapered, axis, W::SIZE, sizes);
        Ok(TensorOn::of(spectra))
    }
}

/// Frames times a window, which broadcasts to them.
#[cfg(feature = "fft")]
#[track_caller]
fn tapered<T: 'static, E: Floats<T>, S: Shape, W: Shape>(
    frames: &TensorOn<T, S, E>,
    window: &TensorOn<T, W, E>,
) -> E::Data<T, S> {
    let (lhs, rhs) = (Operand::ByRef(&frames.data), Operand::ByRef(&window.data));
    <E as Binary<ops::Mul, T>>::binary::<S, W, S>(lhs, rhs, passed_sizes::<S>(frames.dims()))
}

/// Windows, which taper off to their ends. They are a function of where a number is, from -1 at the first to 1 at the last.
#[cfg(any(feature = "std", feature = "libm"))]
macro_rules! windows {
    ($($(#[$doc:meta])* $name:ident $with:ident $periodic:ident $periodic_with:ident: |$x:ident| $weight:expr;)*) => {
        impl<T: NumCast + 'static, N: Dim, E: Creates<T>> TensorOn<T, Axes<Scalar, N>, E> {$(
            $(#[$doc])*
            /// It is as high at the last number as at the first. The type says how many there are.
            pub fn $name() -> Self
            where
                N: StaticDim,
            {
                Self::tapered(N::SIZE, false, |$x| $weight)
            }

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of so many numbers.")]
            ///
            /// # Panics
            ///
            /// Panics if the type has a different size.
            #[track_caller]
            pub fn $with(count: usize) -> Self {
                Self::tapered(count, false, |$x| $weight)
            }

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of one number more, without the last, for frames that go on: copies of it, one after the other, are a periodic function.")]
            pub fn $periodic() -> Self
            where
                N: StaticDim,
            {
                Self::tapered(N::SIZE, true, |$x| $weight)
            }

            #[doc = concat!("[`", stringify!($periodic), "`](Self::", stringify!($periodic), ") of so many numbers.")]
            ///
            /// # Panics
            ///
            /// Panics if the type has a different size.
            #[track_caller]
            pub fn $periodic_with(count: usize) -> Self {
                Self::tapered(count, true, |$x| $weight)
            }
        )*}
    };
}

#[cfg(any(feature = "std", feature = "libm"))]
windows! {
    /// The window by Hann: a cosine, from 0 to 1 and back.
    #[doc(alias("hanning", "hann_window"))]
    hann hann_with periodic_hann periodic_hann_with: |x| 0.5 + 0.5 * Float::cos(PI * x);

    /// The window by Hamming: a cosine, from 0.08 to 1 and back.
    #[doc(alias = "hamming_window")]
    hamming hamming_with periodic_hamming periodic_hamming_with: |x| 0.54 + 0.46 * Float::cos(PI * x);

    /// The window by Blackman: two cosines, from 0 to 1 and back.
    #[doc(alias = "blackman_window")]
    blackman blackman_with periodic_blackman periodic_blackman_with: |x| 0.42 + 0.5 * Float::cos(PI * x) + 0.08 * Float::cos(2.0 * PI * x);

    /// The window by Bartlett: straight lines, from 0 to 1 and back.
    #[doc(alias("bartlett_window", "triang"))]
    bartlett bartlett_with periodic_bartlett periodic_bartlett_with: |x| 1.0 - Float::abs(x);
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: NumCast + 'static, N: Dim, E: Creates<T>> TensorOn<T, Axes<Scalar, N>, E> {
    #[track_caller]
    fn tapered(count: usize, is_periodic: bool, weight: fn(f64) -> f64) -> Self {
        if let Some(size) = N::STATIC_SIZE {
            assert!(
                count == size,
                "a window of {count} numbers, where the type has {size}"
            );
        }
        let sizes = passed_sizes::<Axes<Scalar, N>>(&[count]);
        Self::of(E::generate(sizes, weights(count, is_periodic, weight)))
    }
}

/// The numbers of a window. A single one is 1.
#[cfg(any(feature = "std", feature = "libm"))]
fn weights<T: NumCast>(
    count: usize,
    is_periodic: bool,
    weight: fn(f64) -> f64,
) -> impl FnMut() -> T {
    let last = count.saturating_sub(!is_periodic as usize) as f64;
    let mut place = 0.0;
    move || {
        let x = if count == 1 {
            0.0
        } else {
            (2.0 * place - last) / last
        };
        place += 1.0;
        match T::from(weight(x)) {
            Some(number) => number,
            None => unreachable!("a float is near each number"),
        }
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
