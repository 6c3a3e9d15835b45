//! Sums, means, extremes and the like: over all elements, over one axis, or over several.
//!
//! An axis that is reduced stays, with size 1, so that the result broadcasts with what it came from; [`remove_axis`](TensorBase::remove_axis)
//! takes it out of the shape, for nothing. Axes are counted from the end, so that they mean the same whatever axes stand in front:
//!
//! ```
//! use shapecheck::{Dim, InlineTensor, axes, shape};
//!
//! let x = InlineTensor::from([[1.0, 2.0, 6.0], [4.0, 5.0, 6.0]]);
//! let means: InlineTensor<f64, shape![2, 1]> = x.mean_axis::<-1>();
//! assert_eq!(x - means, InlineTensor::from([[-2.0, -1.0, 3.0], [-1.0, 0.0, 1.0]]));
//!
//! let dropped: InlineTensor<f64, shape![2]> = x.sum_axis::<-1>().remove_axis::<-1>().to_tensor();
//! assert_eq!(dropped, InlineTensor::from([9.0, 15.0]));
//! assert_eq!(x.sum_axes::<axes![-2, -1]>()[[0, 0]], 24.0);
//! assert_eq!(x.sum(), 24.0);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let sums = InlineTensor::from([1.0, 2.0]).sum_axis::<-2>();
//! ```
//!
//! Sums of `f32` and `f64` are pairwise: of `n` equal numbers the error grows as the logarithm of `n`. Sums of all other numbers, and all
//! products, are made as a loop over the elements in row-major order makes them: integers overflow where a running total does, and nowhere
//! else, and a product of floats is 0 or not a number where NumPy's is.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! // 16 terms at a time would add two of `MAX`.
//! let x = InlineTensor::<i32, shapecheck::shape![64]>::from_fn(|[i]| [i32::MAX, -i32::MAX][i % 2]);
//! assert_eq!(x.sum(), 0);
//! ```
//!
//! Means and variances are those of floats. Of integers they would be cut off, and overflow before that:
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let mean = InlineTensor::from([1_u8, 2]).mean(); // `map(f64::from)` first
//! ```

use core::any::TypeId;
use core::convert::identity;
use core::ops::{BitAnd, BitOr};

use num_traits::float::FloatCore;
use num_traits::{One, Zero};

use super::fold::{By, Fold, Folded};
use super::{Inline, Layout, Owned, Storage, TensorBase, layout, view};
use crate::{AxisNames, HasAxes, HasAxis, Scalar, Shape};

/// An element type that means and variances are made of: `f32` and `f64`. Another type of floats may implement it.
#[diagnostic::on_unimplemented(
    message = "means and variances of `{Self}` are not made: they would be cut off, or overflow",
    label = "`{Self}` is not a type of floats",
    note = "turn the elements into floats first: `x.map(f64::from).mean()`, or `x.map(|n| n as f64)`"
)]
pub trait FloatElement: FloatCore {}

// One by one, so that it is this trait which anything else is said to lack.
impl FloatElement for f32 {}
impl FloatElement for f64 {}

impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// The results of a fold along axes. Of no terms at all a result is that of `empty`, or a panic.
    #[track_caller]
    pub(super) fn fold<F: Fold<T>, Out: Shape, Home: Owned<F::Result, Out>>(
        &self,
        axes: &[usize],
        empty: Option<F::Term>,
        fold: F,
    ) -> TensorBase<F::Result, Out, Home> {
        if let Some(&first) = axes.first() {
            view::check_axis(&self.shape, first);
        }
        // Also of a view that repeats its elements: more of them than can be counted are none that can be folded.
        let count = super::count(&self.shape);
        let layout = Store::layout(&self.buffer);
        let folded = Folded {
            elements: Store::elements(&self.buffer),
            shape: self.shape.to_dyn(),
            strides: layout::strides(&self.shape, &layout),
            contiguous: <Store::Layout as Layout<S>>::CONTIGUOUS,
            axes,
        };
        let rank = match Out::STATIC_RANK {
            (rank, false) => rank,
            (_, true) => self.shape.rank(),
        };
        let shape: Out = view::build(rank, |axis| match axes.contains(&axis) {
            true => 1,
            false => self.shape.size_from_end(axis),
        });
        let results = super::count(&shape);
        if results == 0 {
            return TensorBase::generate(shape, || unreachable!("there is no result"));
        }
        if count == 0 {
            return match empty {
                Some(empty) => TensorBase::generate(shape, || fold.finish(empty)),
                None => panic!(
                    "no largest or smallest: there is no element along an axis of shape {}",
                    self.shape
                ),
            };
        }
        let any = fold.term(folded.elements[0], 0, 0);
        let mut tensor = TensorBase::<F::Result, Out, Home>::generate(shape, || fold.finish(any));
        folded.fold(&fold, tensor.as_mut_slice());
        tensor
    }

    /// How many elements there are along axes.
    #[track_caller]
    fn along(&self, axes: &[usize], less: usize) -> T
    where
        T: FloatElement,
    {
        // Overflows only where another size is 0 and there is no result.
        super::count(&self.shape);
        let sizes = axes.iter().map(|&axis| self.shape.size_from_end(axis));
        let count = sizes.fold(1, usize::saturating_mul).saturating_sub(less);
        match T::from(count) {
            Some(number) => number,
            None => unreachable!("a float holds any count, rounded"),
        }
    }

    /// Sums of squared deviations from the mean, divided by the number of terms less `less`.
    #[track_caller]
    fn variance<Out: Shape, Home: Owned<T, Out>>(
        &self,
        axes: &[usize],
        less: usize,
    ) -> TensorBase<T, Out, Home>
    where
        T: FloatElement,
    {
        let count = self.along(axes, 0);
        let means: TensorBase<T, Out, Home> = self.fold(
            axes,
            Some(T::zero()),
            by(element, T::add, |sum| sum / count),
        );
        let means = means.as_slice();
        let square = |element, result: usize, _| {
            let deviation = element - means[result];
            deviation * deviation
        };
        let count = self.along(axes, less);
        self.fold(axes, Some(T::zero()), by(square, T::add, |sum| sum / count))
    }
}

/// The term that is the element.
pub(super) fn element<T>(element: T, _result: usize, _along: usize) -> T {
    element
}

/// Each reduction over all elements, over one axis and over several, from one expression over the axes.
macro_rules! reductions {
    ($(
        $(#[$doc:meta])*
        $all:ident $axis:ident $axes:ident -> $Result:ty where [$($bound:tt)*] |$self:ident, $over:ident| $expression:expr;
    )*) => {$(
        impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
            $(#[$doc])*
            /// Over all elements.
            #[track_caller]
            pub fn $all(&self) -> $Result
            where
                $($bound)*
            {
                let $self = self;
                let everything = $crate::DynShape::build(self.shape.rank(), 1, &|axis| axis);
                let everything = everything.unwrap_or_else(|| unreachable!("a tensor was made of this shape"));
                let $over = everything.dims();
                let result: TensorBase<$Result, Scalar, Inline> = $expression;
                result.into_scalar()
            }

            $(#[$doc])*
            /// Over one axis, counted from the end, which stays with size 1.
            ///
            /// It panics where a shape of run-time rank has no such axis.
            #[track_caller]
            pub fn $axis<const AXIS: isize>(&self) -> TensorBase<$Result, S::WithOne, Store::Home>
            where
                S: HasAxis<AXIS>,
                Store::Home: Owned<$Result, S::WithOne>,
                $($bound)*
            {
                let $self = self;
                let $over = &[AXIS.unsigned_abs()];
                $expression
            }

            $(#[$doc])*
            /// Over several axes, such as `axes![-2, -1]`, which stay with size 1.
            ///
            /// It panics where a shape of run-time rank has no such axis.
            #[track_caller]
            pub fn $axes<List: AxisNames>(&self) -> TensorBase<$Result, S::WithOnes, Store::Home>
            where
                S: HasAxes<List>,
                Store::Home: Owned<$Result, S::WithOnes>,
                $($bound)*
            {
                let $self = self;
                let $over = List::SORTED;
                $expression
            }
        }
    )*};
}
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) use reductions;

reductions! {
    /// The sum, of floats pairwise; 0 of no elements.
    ///
    /// # Panics
    ///
    /// Where a running total of integers overflows, in builds that check it.
    sum sum_axis sum_axes -> T where [T: Zero + 'static]
        |this, axes| {
            let sum = By { in_order: !is_float::<T>(), ..by(element, T::add, identity) };
            this.fold(axes, Some(T::zero()), sum)
        };

    /// The product, from the first element to the last; 1 of no elements.
    ///
    /// # Panics
    ///
    /// Where a running product of integers overflows, in builds that check it.
    product product_axis product_axes -> T where [T: One]
        |this, axes| {
            let product = By { in_order: true, ..by(element, T::mul, identity) };
            this.fold(axes, Some(T::one()), product)
        };

    /// The mean; of no elements it is not a number.
    mean mean_axis mean_axes -> T where [T: FloatElement]
        |this, axes| {
            let count = this.along(axes, 0);
            this.fold(axes, Some(T::zero()), by(element, T::add, |sum| sum / count))
        };

    /// The variance: the mean of squared deviations from the mean, as NumPy's `var`.
    var var_axis var_axes -> T where [T: FloatElement]
        |this, axes| this.variance(axes, 0);

    /// The unbiased variance of a sample: squared deviations are divided by one less than there are, as by PyTorch's `var`.
    sample_var sample_var_axis sample_var_axes -> T where [T: FloatElement]
        |this, axes| this.variance(axes, 1);

    /// The largest element. As in NumPy, a float that is not a number counts as the largest.
    ///
    /// # Panics
    ///
    /// Where there is no element to choose from.
    max max_axis max_axes -> T where [T: PartialOrd]
        |this, axes| this.fold(axes, None, Extreme(larger, quick_larger));

    /// The smallest element. As in NumPy, a float that is not a number counts as the smallest.
    ///
    /// # Panics
    ///
    /// Where there is no element to choose from.
    min min_axis min_axes -> T where [T: PartialOrd]
        |this, axes| this.fold(axes, None, Extreme(smaller, quick_smaller));

    /// Where the largest element is, the first of them: its place in row-major order along the axes. As in NumPy, a float
    /// that is not a number counts as the largest.
    ///
    /// # Panics
    ///
    /// Where there is no element to choose from.
    argmax argmax_axis argmax_axes -> usize where [T: PartialOrd]
        |this, axes| this.fold(axes, None, PlaceOf(Extreme(larger, quick_larger)));

    /// Where the smallest element is, the first of them: its place in row-major order along the axes. As in NumPy, a float
    /// that is not a number counts as the smallest.
    ///
    /// # Panics
    ///
    /// Where there is no element to choose from.
    argmin argmin_axis argmin_axes -> usize where [T: PartialOrd]
        |this, axes| this.fold(axes, None, PlaceOf(Extreme(smaller, quick_smaller)));

    /// Whether any element of a mask is true; of no elements none is.
    any any_axis any_axes -> bool where [bool: From<T>]
        |this, axes| this.fold(axes, Some(false), by(truth, bool::bitor, identity));

    /// Whether all elements of a mask are true; of no elements all are.
    all all_axis all_axes -> bool where [bool: From<T>]
        |this, axes| this.fold(axes, Some(true), by(truth, bool::bitand, identity));
}

/// The term that is the element as a truth.
fn truth<T>(element: T, _result: usize, _along: usize) -> bool
where
    bool: From<T>,
{
    element.into()
}

/// A float that is not a number is not even equal to itself.
#[allow(clippy::eq_op)]
fn is_unordered<T: PartialOrd>(element: T) -> bool {
    element != element
}

/// The larger of the two, or the one that is unordered.
pub(super) fn larger<T: PartialOrd + Copy>(lhs: T, rhs: T) -> T {
    if lhs > rhs || is_unordered(lhs) {
        lhs
    } else {
        rhs
    }
}

/// The smaller of the two, or the one that is unordered.
pub(super) fn smaller<T: PartialOrd + Copy>(lhs: T, rhs: T) -> T {
    if lhs < rhs || is_unordered(lhs) {
        lhs
    } else {
        rhs
    }
}

/// The larger of an extreme and an element that is not unordered: one instruction, where [`larger`] is several.
fn quick_larger<T: PartialOrd + Copy>(extreme: T, element: T) -> T {
    if element > extreme { element } else { extreme }
}

/// The smaller of an extreme and an element that is not unordered.
fn quick_smaller<T: PartialOrd + Copy>(extreme: T, element: T) -> T {
    if element < extreme { element } else { extreme }
}

/// The fold to one of the elements, by a function and by one for elements none of which is unordered.
struct Extreme<Full, Quick>(Full, Quick);

impl<T: PartialOrd + Copy, Full: Fn(T, T) -> T, Quick: Fn(T, T) -> T> Fold<T>
    for Extreme<Full, Quick>
{
    type Term = T;
    type Result = T;

    #[inline(always)]
    fn term(&self, element: T, _place: usize, _along: usize) -> T {
        element
    }

    #[inline(always)]
    fn combine(&self, lhs: T, rhs: T) -> T {
        self.0(lhs, rhs)
    }

    #[inline(always)]
    fn finish(&self, term: T) -> T {
        term
    }

    #[inline(always)]
    fn quick(&self, lhs: T, rhs: T) -> T {
        self.1(lhs, rhs)
    }

    #[inline(always)]
    // As one comparison of two numbers: neither is less, equal or greater.
    #[allow(clippy::neg_cmp_op_on_partial_ord)]
    fn is_irregular(&self, lhs: T, rhs: T) -> bool {
        !(lhs <= rhs) & !(lhs > rhs)
    }
}

/// The fold to the place of the first extreme along the axes.
struct PlaceOf<Full, Quick>(Extreme<Full, Quick>);

impl<T: PartialOrd + Copy, Full: Fn(T, T) -> T, Quick: Fn(T, T) -> T> Fold<T>
    for PlaceOf<Full, Quick>
{
    type Term = (T, usize);
    type Result = usize;

    #[inline(always)]
    fn term(&self, element: T, _place: usize, along: usize) -> (T, usize) {
        (element, along)
    }

    #[inline(always)]
    fn combine(&self, lhs: (T, usize), rhs: (T, usize)) -> (T, usize) {
        let extreme = self.0.combine(lhs.0, rhs.0);
        match (is_it(lhs.0, extreme), is_it(rhs.0, extreme)) {
            (true, true) if rhs.1 < lhs.1 => rhs,
            (true, _) => lhs,
            (false, _) => rhs,
        }
    }

    #[inline(always)]
    fn finish(&self, (_, along): (T, usize)) -> usize {
        along
    }

    /// First the extreme, then its place: both take many elements at once.
    #[inline(always)]
    fn block(&self, block: &[T], place: usize, first: usize) -> (T, usize) {
        const STEP: usize = 32;
        let extreme = self.0.block(block, place, first);
        let is_extreme = |&element: &T| is_it(element, extreme);
        let mut chunks = block.chunks(STEP).enumerate();
        let found = chunks.find_map(|(number, chunk)| {
            // All of the chunk, without a way out in between, is a loop of vectors.
            let any = chunk
                .iter()
                .fold(false, |any, element| any | is_extreme(element));
            let index = if any {
                chunk.iter().position(is_extreme)
            } else {
                None
            };
            Some(number * STEP + index?)
        });
        let Some(index) = found else {
            unreachable!("an extreme is one of the elements");
        };
        (extreme, first + index)
    }
}

/// Whether an element is an extreme: unordered elements are extremes, and alike.
#[inline(always)]
fn is_it<T: PartialOrd>(element: T, extreme: T) -> bool {
    (element == extreme) | is_unordered(element)
}

/// Whether terms may be combined in any order, which only rounding tells.
fn is_float<T: 'static>() -> bool {
    let this = TypeId::of::<T>();
    this == TypeId::of::<f32>() || this == TypeId::of::<f64>()
}

/// A fold of three functions, in any order.
pub(super) fn by<Term, Combine, Finish>(
    term: Term,
    combine: Combine,
    finish: Finish,
) -> By<Term, Combine, Finish> {
    By {
        term,
        combine,
        finish,
        in_order: false,
    }
}
