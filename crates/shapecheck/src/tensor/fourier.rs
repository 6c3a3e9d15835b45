//! Fourier transforms along axes, of complex and of real numbers (feature `fft`).
//!
//! The scaling is NumPy's: a transform is not scaled, and an inverse one is divided by the number of elements.
//!
//! ```
//! # #[cfg(feature = "fft")] {
//! use shapecheck::tensor::num_complex::Complex;
//! use shapecheck::{Dim, Tensor, shape};
//!
//! fn spectra<B: Dim>(signals: &Tensor<f64, shape![B, 512]>) -> Tensor<Complex<f64>, shape![B, 257]> {
//!     signals.along::<-1>().rfft()
//! }
//!
//! let wave = Tensor::<f64, shape![1, 512]>::from_fn(|[_, t]| (t as f64 * core::f64::consts::TAU / 64.0).cos());
//! let spectra = spectra(&wave);
//! assert!((spectra[[0, 8]].re - 256.0).abs() < 1e-9 && spectra[[0, 9]].norm() < 1e-9);
//! assert!(spectra.along::<-1>().irfft().all_close(&wave, 1e-12, 1e-12));
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::tensor::num_complex::Complex;
//! use shapecheck::{Tensor, shape};
//!
//! let x = Tensor::<_, shape![8, 1]>::full(Complex::new(1.0, 0.0));
//! x.along::<-1>().irfft(); // an inverse Fourier transform needs at least two frequencies: axis -1 has size 1
//! ```

use crate::typenum::{U1, U2};
use realfft::num_complex::Complex;

use super::take::Along;
use super::{TensorOn, counted, panicking_form};
use crate::algebra::{
    InverseRealFourier, RealFourier, fft_shape, fft_to_shape, irfft_shape, rfft_shape,
    rfft_to_shape,
};
use crate::dim::{DividedBy, Extent, Sum};
use crate::engine::{Engine, Transforms};
use crate::shape::axis::place_of;
use crate::shape::{AxisNames, HasAxes};
use crate::{DynShape, HasAxis, Shape, ShapeError, StaticDim};

/// `N` real numbers have `N / 2 + 1` frequencies.
pub(super) type Frequencies<N> = <Sum<DividedBy<N, U2>, U1> as Extent>::Size;

impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, Complex<T>, S, E> {
    /// The Fourier transform of complex numbers along the axis. The size stays.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has size 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(fft)]
    pub fn try_fft(self) -> Result<TensorOn<Complex<T>, S, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        self.transformed(false, fft_shape(self.0.dims(), AXIS))
    }

    /// Like [`fft`](Self::fft), of exactly `N` numbers along the axis: further numbers are left out, missing ones are
    /// zeros.
    ///
    /// # Errors
    ///
    /// Returns an error if `N` is 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(fft_to)]
    pub fn try_fft_to<N: StaticDim>(
        self,
    ) -> Result<TensorOn<Complex<T>, S::With<N>, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        self.transformed(false, fft_to_shape(self.0.dims(), AXIS, N::SIZE))
    }

    /// The inverse of [`fft`](Self::fft).
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has size 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(ifft)]
    pub fn try_ifft(self) -> Result<TensorOn<Complex<T>, S, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        self.transformed(true, fft_shape(self.0.dims(), AXIS))
    }

    /// Like [`ifft`](Self::ifft), of exactly `N` numbers along the axis: further numbers are left out, missing ones are
    /// zeros.
    ///
    /// # Errors
    ///
    /// Returns an error if `N` is 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(ifft_to)]
    pub fn try_ifft_to<N: StaticDim>(
        self,
    ) -> Result<TensorOn<Complex<T>, S::With<N>, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        self.transformed(true, fft_to_shape(self.0.dims(), AXIS, N::SIZE))
    }

    /// The transform or its inverse, into a result of these sizes.
    fn transformed<O: Shape>(
        self,
        inverse: bool,
        sizes: Result<DynShape, ShapeError>,
    ) -> Result<TensorOn<Complex<T>, O, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        let sizes = counted(sizes)?;
        let axis = place_of(self.0.dims(), AXIS)?;
        let transformed = E::fourier::<S, O>(&self.0.data, axis, sizes, inverse);
        Ok(TensorOn::of(transformed))
    }

    /// The inverse of [`rfft`](Self::rfft): `K` frequencies give `2 * (K - 1)` real numbers. For an odd number of them
    /// use [`irfft_to`](Self::irfft_to).
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic axis has fewer than two frequencies, or if a shape of run-time rank has no such
    /// axis.
    #[doc(alias("istft"))]
    #[panicking_form(irfft)]
    pub fn try_irfft<O: Shape>(self) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: InverseRealFourier<AXIS, Output = O>,
        E: Transforms<T>,
    {
        let sizes = counted(irfft_shape(self.0.dims(), AXIS))?;
        let axis = place_of(self.0.dims(), AXIS)?;
        Ok(TensorOn::of(E::inverse_real_fourier::<S, O>(
            &self.0.data,
            axis,
            sizes,
        )))
    }

    /// Like [`irfft`](Self::irfft), with exactly `N` results: frequencies after the first `N / 2 + 1` are left out,
    /// missing ones are zeros.
    ///
    /// # Errors
    ///
    /// Returns an error if `N` is 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(irfft_to)]
    pub fn try_irfft_to<N: StaticDim>(self) -> Result<TensorOn<T, S::With<N>, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        let sizes = counted(fft_to_shape(self.0.dims(), AXIS, N::SIZE))?;
        let axis = place_of(self.0.dims(), AXIS)?;
        Ok(TensorOn::of(E::inverse_real_fourier::<S, S::With<N>>(
            &self.0.data,
            axis,
            sizes,
        )))
    }
}

impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The Fourier transform of real numbers along the axis: `N` numbers give `N / 2 + 1` frequencies.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic axis has size 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(rfft)]
    pub fn try_rfft<O: Shape>(self) -> Result<TensorOn<Complex<T>, O, E::Out>, ShapeError>
    where
        S: RealFourier<AXIS, Output = O>,
        E: Transforms<T>,
    {
        let sizes = counted(rfft_shape(self.0.dims(), AXIS))?;
        let axis = place_of(self.0.dims(), AXIS)?;
        let size = self.0.dims()[axis];
        Ok(TensorOn::of(E::real_fourier::<S, O>(
            &self.0.data,
            axis,
            size,
            sizes,
        )))
    }

    /// Like [`rfft`](Self::rfft), of exactly `N` numbers along the axis: further numbers are left out, missing ones are
    /// zeros.
    ///
    /// # Errors
    ///
    /// Returns an error if `N` is 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(rfft_to)]
    pub fn try_rfft_to<N: StaticDim>(
        self,
    ) -> Result<TensorOn<Complex<T>, S::With<Frequencies<N>>, E::Out>, ShapeError>
    where
        E: Transforms<T>,
    {
        let sizes = counted(rfft_to_shape(self.0.dims(), AXIS, N::SIZE))?;
        let axis = place_of(self.0.dims(), AXIS)?;
        Ok(TensorOn::of(E::real_fourier::<S, S::With<Frequencies<N>>>(
            &self.0.data,
            axis,
            N::SIZE,
            sizes,
        )))
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<Complex<T>, S, E> {
    /// The Fourier transform of complex numbers along several axes, such as `axes![-2, -1]`. The sizes stay.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the axes has size 0, or if a shape of run-time rank has no such axis.
    #[doc(alias("fft2"))]
    #[panicking_form(fftn)]
    pub fn try_fftn<List: AxisNames>(&self) -> Result<TensorOn<Complex<T>, S, E::Out>, ShapeError>
    where
        S: HasAxes<List>,
        E: Transforms<T, Out: Transforms<T>>,
    {
        // The first transform reads this tensor, the others read the result so far.
        let mut result = None;
        for &axis in List::SORTED {
            let (place, sizes) = transformed_axis(self.dims(), axis)?;
            result = Some(match &result {
                None => E::fourier::<S, S>(&self.data, place, sizes, false),
                Some(data) => E::Out::fourier::<S, S>(data, place, sizes, false),
            });
        }
        match result {
            Some(data) => Ok(TensorOn::of(data)),
            None => unreachable!("a list names an axis"),
        }
    }

    /// The inverse of [`fftn`](Self::fftn).
    ///
    /// # Errors
    ///
    /// Returns an error if one of the axes has size 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(ifftn)]
    pub fn try_ifftn<List: AxisNames>(&self) -> Result<TensorOn<Complex<T>, S, E::Out>, ShapeError>
    where
        S: HasAxes<List>,
        E: Transforms<T, Out: Transforms<T>>,
    {
        // The first transform reads this tensor, the others read the result so far.
        let mut result = None;
        for &axis in List::SORTED {
            let (place, sizes) = transformed_axis(self.dims(), axis)?;
            result = Some(match &result {
                None => E::fourier::<S, S>(&self.data, place, sizes, true),
                Some(data) => E::Out::fourier::<S, S>(data, place, sizes, true),
            });
        }
        match result {
            Some(data) => Ok(TensorOn::of(data)),
            None => unreachable!("a list names an axis"),
        }
    }
}

/// An axis counted from the first, from one counted from the end, and the sizes of a transform along it.
#[inline(never)]
fn transformed_axis(shape: &[usize], axis: usize) -> Result<(usize, DynShape), ShapeError> {
    let axis = -(axis as isize);
    Ok((place_of(shape, axis)?, fft_shape(shape, axis)?))
}
