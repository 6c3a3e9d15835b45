//! Statistics of samples: medians and quantiles, weighted means, and reductions that leave NaN out.
//!
//! As of other reductions, the axis stays, with size 1.
//!
//! ```
//! use shapecheck::tensor::QuantileMethod::Linear;
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::from([[1.0, 4.0, 2.0, 9.0], [5.0, f64::NAN, 6.0, 7.0]]);
//! let medians: InlineTensor<f64, shape![2, 1]> = x.nan_median_axis::<-1>();
//! assert_eq!(medians, InlineTensor::from([[3.0], [6.0]]));
//! assert!(x.median_axis::<-1>()[[1, 0]].is_nan());
//! assert_eq!(x.index_axis::<-2>(0).quantile(0.25, Linear), 1.75);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let x = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! // cannot broadcast to the target: size 2 does not match the target's size 3 at axis -1
//! x.weighted_mean_axis::<-1>(&InlineTensor::from([1.0, 2.0]));
//! ```

use num_traits::float::FloatCore;

use super::make::evenly;
use super::take::Along;
use super::view::check_axis_of;
use super::{FloatElement, TensorOn, or_panic, panicking_form, passed_sizes};
#[cfg(feature = "alloc")]
use crate::Dyn;
use crate::algebra::{MultiplyUp, reduced_shape};
use crate::broadcast::run_time::{check_broadcast_to, check_names_of};
use crate::dim::Plus;
use crate::engine::statistics::{self, OfNumbers, of_numbers};
use crate::engine::{
    Binary, Creates, Engine, Floats, MovesAxes, Operand, Selects, Sorts, Unary, ops,
};
use crate::error::BroadcastError;
#[cfg(feature = "alloc")]
use crate::host::Host;
use crate::host::iter::Offsets;
use crate::host::{Memory, Mutable, NoEngine, Promoted, Promotes};
use crate::shape::axis::place_of;
use crate::typenum::U1;
use crate::{Axes, BroadcastTo, Dim, HasAxis, Scalar, Shape, ShapeError, StaticDim};

/// The place of a quantile between two samples: the methods of NumPy, by its names. The first nine are those of Hyndman and
/// Fan.
///
/// In the guide: [tensors](crate::guide::tensors).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QuantileMethod {
    /// The least sample up to which there is such a part of all.
    InvertedCdf,
    /// The same, or the mean with the next one where it is exactly such a part.
    AveragedInvertedCdf,
    /// The sample that is closest to such a part, and of two the one with the even rank.
    ClosestObservation,
    /// Linear between the steps of `InvertedCdf`.
    InterpolatedInvertedCdf,
    /// Linear between the middles of those steps.
    Hazen,
    /// Linear where N samples divide the whole into N + 1 equal parts.
    Weibull,
    /// Linear from the least sample to the greatest, which is the default.
    #[default]
    Linear,
    /// Nearly without bias in the median, whatever the distribution.
    MedianUnbiased,
    /// Nearly without bias in the mean, of a normal distribution.
    NormalUnbiased,
    /// The sample below that of `Linear`.
    Lower,
    /// The sample above that of `Linear`.
    Higher,
    /// The mean of these two.
    Midpoint,
    /// The nearer one of these two, and of equally near ones that with the even index.
    Nearest,
}

impl QuantileMethod {
    /// Two places among this many sorted samples, at least one, and how much of the way from one to the other it is to the
    /// quantile.
    fn place(self, quantile: f64, count: usize) -> (usize, usize, f64) {
        let (n, last) = (count as f64, (count - 1) as f64);
        let linear = last * quantile;
        let by = |alpha, beta| n * quantile + (alpha + quantile * (1.0 - alpha - beta)) - 1.0;
        // The nearest integer, and of two the one that is even after so much is added.
        let nearest = |index: f64, added: f64| {
            let (floor, part) = (index.floor(), index - index.floor());
            let is_even = (floor + added) % 2.0 == 0.0;
            floor + f64::from(part > 0.5 || part == 0.5 && !is_even)
        };
        let index = match self {
            Self::InvertedCdf => (n * quantile - 1.0).ceil(),
            Self::AveragedInvertedCdf => n * quantile - 1.0,
            // Ranks are counted from 1.
            Self::ClosestObservation => nearest(n * quantile - 1.0, 1.0),
            Self::InterpolatedInvertedCdf => by(0.0, 1.0),
            Self::Hazen => by(0.5, 0.5),
            Self::Weibull => by(0.0, 0.0),
            Self::Linear => linear,
            Self::MedianUnbiased => by(1.0 / 3.0, 1.0 / 3.0),
            Self::NormalUnbiased => by(3.0 / 8.0, 3.0 / 8.0),
            Self::Lower => linear.floor(),
            Self::Higher => linear.ceil(),
            Self::Midpoint => (linear.floor() + linear.ceil()) / 2.0,
            Self::Nearest => nearest(linear, 0.0),
        };
        if index < 0.0 || index >= last {
            let end = if index < 0.0 { 0 } else { count - 1 };
            return (end, end, 0.0);
        }
        let part = match (self, index - index.floor()) {
            (Self::AveragedInvertedCdf, 0.0) => 0.5,
            (Self::AveragedInvertedCdf, _) => 1.0,
            (_, part) => part,
        };
        (index as usize, index as usize + 1, part)
    }
}

/// Statistics of all elements, and along one axis.
macro_rules! statistics {
    ($($(#[$doc:meta])* $all:ident $axis:ident($($argument:ident: $Argument:ty),*) [$($bound:tt)*] = $function:ident($($value:expr),*) $(if $wrong:literal)?;)*) => {
        /// # Statistics
        ///
        /// In the guide: [tensors](crate::guide::tensors).
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            /// Of all elements.
            ///
            /// # Panics
            ///
            #[doc = concat!("Panics if the number of elements overflows `usize`, which can happen after an expansion" $(, ", or if ", $wrong)?, ".")]
            #[track_caller]
            #[must_use]
            pub fn $all<N: Dim>(&self $(, $argument: $Argument)*) -> T
            where
                T: FloatCore,
                S: MultiplyUp<Total = N>,
                E: Floats<T> $($bound)*,
            {
                let one = self.flatten().$axis::<-1>($($argument),*);
                E::into_scalar(E::reshape::<_, Scalar>(Operand::ByValue(one.data), [].into()))
            }

            $(#[$doc])*
            /// Along one axis, counted from the end. The axis stays, with size 1.
            ///
            /// # Panics
            ///
            #[doc = concat!("Panics if a shape of run-time rank has no such axis" $(, ", or if ", $wrong)?, ".")]
            #[track_caller]
            pub fn $axis<const AXIS: isize>(&self $(, $argument: $Argument)*) -> TensorOn<T, S::WithOne, E>
            where
                T: FloatCore,
                S: HasAxis<AXIS>,
                E: Floats<T> $($bound)*,
            {
                check_axis_of(self, AXIS.unsigned_abs());
                TensorOn::of($function::<T, E, S, S::WithOne>(&self.data, AXIS.unsigned_abs(), $($value),*))
            }
        )*}

        impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Engine> Along<'_, AXIS, T, S, E> {$(
            #[doc = concat!("What [`", stringify!($axis), "`](TensorOn::", stringify!($axis), ") gives for this axis, with its panics.")]
            #[track_caller]
            pub fn $all(self $(, $argument: $Argument)*) -> TensorOn<T, S::WithOne, E>
            where
                T: FloatCore,
                E: Floats<T> $($bound)*,
            {
                self.0.$axis::<AXIS>($($argument),*)
            }
        )*}
    };
    (of_numbers: $($(#[$doc:meta])* $all:ident $axis:ident $reduction:ident;)*) => {
        statistics! {$(
            $(#[$doc])*
            $all $axis() [
                + Selects<T, OutputEngine = E>
                + Binary<ops::Equal, T, Element = bool, OutputEngine = E>
                + Unary<ops::Cast<T>, bool, Element = T>
            ] = of_numbers(OfNumbers::$reduction);
        )*}
    };
}

statistics! {
    /// The median, which is the mean of the middle two of an even number of elements. As in NumPy it is NaN if an element
    /// is, or if there is none.
    median median_axis() [] = quantile_along(0.5, QuantileMethod::Linear);

    /// The quantile: the value below which there is such a part of the elements, from 0 to 1. As in NumPy it is NaN if an
    /// element is, or if there is none.
    #[doc(alias = "percentile")]
    quantile quantile_axis(quantile: f64, method: QuantileMethod) [] = quantile_along(quantile, method)
        if "the quantile is not from 0 to 1";

    /// The [`median`](Self::median) of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanmedian")]
    nan_median nan_median_axis() [+ Memory] = nan_quantile_along(0.5, QuantileMethod::Linear);

    /// The [`quantile`](Self::quantile) of the elements that are not NaN; NaN if there are none.
    #[doc(alias("nanquantile", "nanpercentile"))]
    nan_quantile nan_quantile_axis(quantile: f64, method: QuantileMethod) [+ Memory] = nan_quantile_along(quantile, method)
        if "the quantile is not from 0 to 1";
}

// Reductions that leave NaN out.
statistics! { of_numbers:
    /// The sum of the elements that are not NaN; 0 if there are none.
    #[doc(alias = "nansum")]
    nan_sum nan_sum_axis Sum;

    /// The product of the elements that are not NaN; 1 if there are none.
    #[doc(alias = "nanprod")]
    nan_product nan_product_axis Product;

    /// The mean of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanmean")]
    nan_mean nan_mean_axis Mean;

    /// The variance, as [`var`](Self::var), of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanvar")]
    nan_var nan_var_axis Var;

    /// The standard deviation, as [`std`](Self::std), of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanstd")]
    nan_std nan_std_axis Std;

    /// The largest of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanmax")]
    nan_max nan_max_axis Max;

    /// The smallest of the elements that are not NaN; NaN if there are none.
    #[doc(alias = "nanmin")]
    nan_min nan_min_axis Min;
}

/// Panics if this is not a part of a whole.
#[track_caller]
fn check_part(quantile: f64) {
    assert!(
        (0.0..=1.0).contains(&quantile),
        "a quantile is from 0 to 1, and not {quantile}"
    );
}

#[track_caller]
fn quantile_along<T: FloatCore + 'static, E: Floats<T>, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    quantile: f64,
    method: QuantileMethod,
) -> E::Data<T, K> {
    check_part(quantile);
    let place = |count| method.place(quantile, count);
    statistics::quantile::<T, E, S, K>(data, axis, place)
}

/// The numbers of each lane are before its NaN once they are sorted, and each lane has another count of them.
#[track_caller]
fn nan_quantile_along<T: FloatCore + 'static, E: Floats<T> + Memory, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    quantile: f64,
    method: QuantileMethod,
) -> E::Data<T, K> {
    check_part(quantile);
    let axis = -(axis as isize);
    let sizes = or_panic(reduced_shape(E::sizes::<T, S>(data), axis));
    let place = or_panic(place_of(sizes.dims(), axis));
    let sorted = <E as Sorts<T>>::sort::<S>(data, place, false);
    let raw = E::raw::<T, S>(&sorted);
    let (length, step) = (raw.sizes[place], raw.strides[place]);
    let mut lanes = Offsets::new(sizes.dims(), raw.strides);
    let next = || {
        let Some(lane) = lanes.next() else {
            unreachable!("there is a lane for each element of the result")
        };
        let at = |index: usize| raw.elements[lane + index * step];
        let count = (0..length).take_while(|&index| !at(index).is_nan()).count();
        if count == 0 {
            return T::nan();
        }
        let (first, second, part) = method.place(quantile, count);
        statistics::on_the_way(
            [&|| at(first), &|| at(second)],
            statistics::float(part),
            [T::add, T::sub, T::min, T::max],
            [T::mul, T::add],
        )
    };
    <E as Creates<T>>::generate(passed_sizes::<K>(sizes.dims()), next)
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The weighted mean of all elements: the sum of the products, divided by the sum of
    /// the weights. The weights broadcast to the shape of the elements.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let marks = InlineTensor::from([1.0, 2.0, 4.0]);
    /// assert_eq!(marks.weighted_mean(&InlineTensor::from([3.0, 2.0, 1.0])), 11.0 / 6.0);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size of the weights is neither 1 nor that of the elements.
    #[doc(alias = "average")]
    #[panicking_form(weighted_mean)]
    pub fn try_weighted_mean<N: Dim>(
        &self,
        weights: &TensorOn<T, impl Shape + BroadcastTo<S>, E>,
    ) -> Result<T, BroadcastError>
    where
        T: FloatCore,
        S: MultiplyUp<Total = N>,
        E: Floats<T>,
    {
        let weights = spread::<T, S, _, E>(weights, self.dims())?.flatten();
        let mean = self.flatten().weighted_mean_axis::<-1>(&weights);
        let one = E::reshape::<_, Scalar>(Operand::ByValue(mean.data), [].into());
        Ok(E::into_scalar(one))
    }

    /// The weighted means along an axis, counted from the end. The axis
    /// stays, with size 1. The weights broadcast to the shape of the elements: those of the last axis are a vector, and
    /// those of another one have axes of size 1 after it.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size of the weights is neither 1 nor that of the elements, or if a shape of run-time
    /// rank has no such axis.
    #[doc(alias = "average")]
    #[panicking_form(weighted_mean_axis)]
    pub fn try_weighted_mean_axis<const AXIS: isize>(
        &self,
        weights: &TensorOn<T, impl Shape + BroadcastTo<S>, E>,
    ) -> Result<TensorOn<T, S::WithOne, E>, BroadcastError>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        E: Floats<T>,
    {
        check_axis_of(self, AXIS.unsigned_abs());
        let weights = spread::<T, S, _, E>(weights, self.dims())?;
        let mean = statistics::weighted_mean::<T, E, S, S::WithOne>;
        let data = mean(&self.data, weights.data, AXIS.unsigned_abs());
        Ok(TensorOn::of(data))
    }
}

/// What is given for the elements of a tensor of these sizes, broadcast to their shape.
pub(super) fn spread<T: 'static, S: Shape, W: Shape + BroadcastTo<S>, E: MovesAxes<T>>(
    given: &TensorOn<T, W, E>,
    sizes: &[usize],
) -> Result<TensorOn<T, S, E>, BroadcastError> {
    check_broadcast_to(given.dims(), sizes)?;
    check_names_of::<W>(given.dims(), sizes)?;
    let sizes = passed_sizes::<S>(sizes);
    Ok(TensorOn::of(E::expand::<W, S>(&given.data, sizes)))
}

/// `[N]`
type Vector<N> = Axes<Scalar, N>;

impl<S: Shape, E: Memory> TensorOn<usize, S, E> {
    /// Counts how often each index below `N` is among the elements.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let classes = InlineTensor::from([[0, 2], [2, 4]]);
    /// let counts: InlineTensor<usize, shape![5]> = classes.bincount::<dim!(5)>();
    /// assert_eq!(counts, InlineTensor::from([1, 0, 2, 0, 1]));
    /// ```
    ///
    /// To add up weights instead of ones, use [`index_add`](super::AlongMut::index_add); for other elements,
    /// use [`unique_counts`](Self::unique_counts).
    ///
    /// # Errors
    ///
    /// Returns an error if an element is not below `N`.
    #[panicking_form(bincount)]
    pub fn try_bincount<N: StaticDim>(
        &self,
    ) -> Result<TensorOn<usize, Vector<N>, Promoted<NoEngine, E>>, ShapeError>
    where
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Creates<usize> + Mutable<usize>,
    {
        let sizes = passed_sizes::<Vector<N>>(&[N::SIZE]);
        let mut counts = <Promoted<NoEngine, E>>::full::<Vector<N>>(sizes, 0);
        let places = <Promoted<NoEngine, E>>::raw_mut::<Vector<N>>(&mut counts).elements;
        count(places, self.iter())?;
        Ok(TensorOn::of(counts))
    }

    /// Like [`bincount`](Self::bincount), of each index up to the largest element, and of `least` indices at least: NumPy's
    /// `bincount` with its `minlength`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let counts: Tensor<usize, shape![_]> = InlineTensor::from([0, 2, 2]).bincount_with(0);
    /// assert_eq!(counts.to_vec(), [1, 0, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is not enough memory for the counts.
    #[cfg(feature = "alloc")]
    #[doc(alias = "minlength")]
    #[track_caller]
    pub fn bincount_with(&self, least: usize) -> super::Tensor<usize, Vector<Dyn>> {
        let size = self
            .iter()
            .map(|&index| index.saturating_add(1))
            .fold(least, usize::max);
        let mut counts = <Host as Creates<usize>>::full::<Vector<Dyn>>([size].into(), 0);
        let places = <Host as Mutable<usize>>::raw_mut::<Vector<Dyn>>(&mut counts).elements;
        or_panic(count(places, self.iter()));
        TensorOn::of(counts)
    }
}

/// Adds one for each index.
fn count<'a>(
    counts: &mut [usize],
    mut indices: impl Iterator<Item = &'a usize>,
) -> Result<(), ShapeError> {
    let size = counts.len();
    indices.try_for_each(|&index| match counts.get_mut(index) {
        Some(count) => {
            *count += 1;
            Ok(())
        }
        None => Err(ShapeError::index_beyond(&[size], 0, index)),
    })
}

/// The numbers of elements in bins, and the edges of the bins.
type Histogram<T, N, O> = (
    TensorOn<usize, Vector<N>, O>,
    TensorOn<T, Vector<Plus<N, U1>>, O>,
);

impl<T: FloatElement + FloatCore + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// The number of elements in each of this many bins of one width, from the least element to the greatest, and the edges
    /// of the bins. An element at an edge is in the bin after it; the greatest is in the last one.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::from([1.0, 2.0, 2.5, 4.0, 9.0]);
    /// let (counts, edges) = x.histogram::<dim!(4)>();
    /// assert_eq!(counts, InlineTensor::from([3, 1, 0, 1]));
    /// assert_eq!(edges, InlineTensor::from([1.0, 3.0, 5.0, 7.0, 9.0]));
    /// ```
    ///
    /// No bin is a compile error.
    ///
    /// # Panics
    ///
    /// Panics if an element is infinite or NaN, or if the elements are so close together or so far apart that floats hold no
    /// such bins.
    #[track_caller]
    pub fn histogram<Bins: StaticDim>(&self) -> Histogram<T, Bins, Promoted<NoEngine, E>>
    where
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Memory + Creates<T> + Creates<usize> + Mutable<usize>,
    {
        let limits = limits(self.iter());
        self.histogram_between::<Bins>(limits)
    }

    /// Like [`histogram`](Self::histogram), with bins from one limit to another. Elements beyond them and NaN are left out.
    ///
    /// # Panics
    ///
    /// Panics if the limits are not finite, if the first is above the second, or if they are so close together or so far
    /// apart that floats hold no such bins.
    #[track_caller]
    pub fn histogram_between<Bins: StaticDim>(
        &self,
        limits: (T, T),
    ) -> Histogram<T, Bins, Promoted<NoEngine, E>>
    where
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Memory + Creates<T> + Creates<usize> + Mutable<usize>,
    {
        const { assert!(Bins::SIZE > 0, "a histogram has at least one bin") };
        self.counted_between(Bins::SIZE, limits)
    }

    /// Like [`histogram`](Self::histogram), with this many bins from one limit to another, which may be known only at run
    /// time.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, Tensor, shape};
    ///
    /// let x = InlineTensor::from([1.0, 2.0, 2.5, 4.0, 9.0]);
    /// let (counts, _edges) = x.view().histogram_with(4, (0.0, 4.0));
    /// assert_eq!(counts.to_vec(), [0, 1, 2, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no bin, if the limits are not finite, if the first is above the second, if they are so close
    /// together or so far apart that floats hold no such bins, or if there is not enough memory for them.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn histogram_with(&self, bins: usize, limits: (T, T)) -> Histogram<T, Dyn, Host> {
        assert!(bins > 0, "a histogram has at least one bin");
        self.view().counted_between(bins, limits)
    }

    #[track_caller]
    fn counted_between<Bins: Dim, O>(&self, bins: usize, limits: (T, T)) -> Histogram<T, Bins, O>
    where
        O: Memory + Creates<T> + Creates<usize> + Mutable<usize>,
    {
        let (least, greatest) = checked_limits(limits);
        // The largest number stands for one more than it: there is memory for neither.
        let count = bins.saturating_add(1);
        let edges = O::generate::<Vector<Plus<Bins, U1>>>(
            passed_sizes::<Vector<Plus<Bins, U1>>>(&[count]),
            evenly(count, least, greatest),
        );
        let mut counts = O::full::<Vector<Bins>>(passed_sizes::<Vector<Bins>>(&[bins]), 0_usize);
        let places = <O as Mutable<usize>>::raw_mut::<Vector<Bins>>(&mut counts).elements;
        let raw = O::raw::<T, Vector<Plus<Bins, U1>>>(&edges);
        check_edges(raw.elements, (least, greatest));
        count_between(places, raw.elements, self.iter());
        (TensorOn::of(counts), TensorOn::of(edges))
    }
}

/// The least and the greatest element; 0 and 1 if there is none.
#[track_caller]
fn limits<'a, T: FloatCore + 'a>(elements: impl Iterator<Item = &'a T>) -> (T, T) {
    let both = elements.fold(None, |both, &element| match both {
        None => Some((element, element)),
        // Unlike `min` and `max` these keep NaN.
        Some((least, greatest)) if element.is_nan() || least.is_nan() => Some((T::nan(), greatest)),
        Some((least, greatest)) => Some((least.min(element), greatest.max(element))),
    });
    both.unwrap_or((T::zero(), T::one()))
}

/// The limits of bins, half of 1 further on each side if there is no distance between them.
#[track_caller]
fn checked_limits<T: FloatCore>((least, greatest): (T, T)) -> (T, T) {
    assert!(
        least.is_finite() && greatest.is_finite() && least <= greatest,
        "bins of a histogram are between finite limits in ascending order, not {} and {}",
        least.to_f64().unwrap_or(f64::NAN),
        greatest.to_f64().unwrap_or(f64::NAN)
    );
    let half = (T::one() + T::one()).recip();
    match least == greatest {
        true => (least - half, greatest + half),
        false => (least, greatest),
    }
}

/// Panics if an edge is not above the one before it: the distance of the limits overflows, or rounding gives neighbours the
/// same number.
#[track_caller]
fn check_edges<T: FloatCore>(edges: &[T], (least, greatest): (T, T)) {
    assert!(
        edges.windows(2).all(|pair| pair[0] < pair[1]),
        "floats hold no {} bins of one width between {:?} and {:?}",
        edges.len() - 1,
        least.to_f64().unwrap_or(f64::NAN),
        greatest.to_f64().unwrap_or(f64::NAN)
    );
}

/// Adds one for each element between two edges, as NumPy does: the quotient may be rounded to a bin next to the right one.
fn count_between<'a, T: FloatCore + 'a>(
    counts: &mut [usize],
    edges: &[T],
    elements: impl Iterator<Item = &'a T>,
) {
    let last = counts.len() - 1;
    let (least, greatest) = (edges[0], edges[last + 1]);
    let bins = T::from(counts.len()).unwrap_or(T::infinity());
    for &element in elements.filter(|&&element| element >= least && element <= greatest) {
        let place = (element - least) / (greatest - least) * bins;
        let mut place = place.to_usize().unwrap_or(last).min(last);
        if element < edges[place] {
            place -= 1;
        } else if place < last && element >= edges[place + 1] {
            place += 1;
        }
        counts[place] += 1;
    }
}
