//! The folds that compute the reductions in [`ops`].

use core::any::Any;
use core::convert::identity;
use core::ops::{BitAnd, BitOr};

use num_traits::{NumCast, One, Zero};

#[cfg(feature = "faer")]
use super::float_element::Elimination;
use super::float_element::FloatElement;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
use super::fold::fold_row;
use super::fold::{By, Collect, Fold, Results, Rows, fold, fold_columns, position};
use super::layout;
use super::memory::is_one_of;
use super::raw::Raw;
use crate::engine::ops::{self, BinaryFunction, is_unordered};

// Not for all floats at once, so that rustc reports this trait for other types, and not by a macro, whose lines rustc
// would show.
impl FloatElement for f32 {
    #[cfg(feature = "faer")]
    #[inline]
    fn library() -> Option<&'static dyn Elimination<Self>> {
        Some(&super::large::Faer)
    }
}

impl FloatElement for f64 {
    #[cfg(feature = "faer")]
    #[inline]
    fn library() -> Option<&'static dyn Elimination<Self>> {
        Some(&super::large::Faer)
    }
}

/// The fold of a reduction in [`ops`] for elements `T`.
pub trait ReductionOf<T: Copy> {
    type Output: Copy;

    /// The results along axes, which are counted from the end, from 1 for the last, and ordered from the first to the
    /// last.
    fn reduce<C: Collect<Self::Output>>(raw: Raw<'_, T>, axes: &[usize], to: C) -> C::Output;
}

macro_rules! reductions {
    ($($Op:path [$($bound:tt)*] -> $Output:ty = |$raw:ident, $axes:ident, $to:ident| $result:expr;)*) => {$(
        impl<T: Copy + 'static + $($bound)*> ReductionOf<T> for $Op {
            type Output = $Output;

            #[inline]
            #[track_caller]
            fn reduce<C: Collect<$Output>>($raw: Raw<'_, T>, $axes: &[usize], $to: C) -> C::Output {
                $result
            }
        }
    )*};
}

reductions! {
    ops::Sum [Zero] -> T = |raw, axes, to| sum(raw, axes, to);
    ops::Product [One] -> T = |raw, axes, to| {
        let product = By { in_order: true, ..by(element, T::mul, identity) };
        fold(raw, axes, Some(T::one()), product, to)
    };
    ops::Mean [FloatElement] -> T = |raw, axes, to| {
        let mut means = sum(raw, axes, to);
        divide(C::results(&mut means), along(&raw, axes, 0));
        means
    };
    ops::Var [FloatElement] -> T = |raw, axes, to| variance(raw, axes, 0, to);
    ops::SampleVar [FloatElement] -> T = |raw, axes, to| variance(raw, axes, 1, to);
    ops::Max [PartialOrd] -> T = |raw, axes, to| fold(raw, axes, None, Extreme(ops::Maximum::apply, T::gt), to);
    ops::Min [PartialOrd] -> T = |raw, axes, to| fold(raw, axes, None, Extreme(ops::Minimum::apply, T::lt), to);
    ops::ArgMax [PartialOrd] -> usize = |raw, axes, to| {
        fold(raw, axes, None, PlaceOf(Extreme(ops::Maximum::apply, T::gt)), to)
    };
    ops::ArgMin [PartialOrd] -> usize = |raw, axes, to| {
        fold(raw, axes, None, PlaceOf(Extreme(ops::Minimum::apply, T::lt)), to)
    };
    ops::Any [Into<bool>] -> bool = |raw, axes, to| fold(raw, axes, Some(false), by(truth, bool::bitor, identity), to);
    ops::All [Into<bool>] -> bool = |raw, axes, to| fold(raw, axes, Some(true), by(truth, bool::bitand, identity), to);
}

/// The sum of exponentials.
#[cfg(any(feature = "std", feature = "libm"))]
pub struct ExpSum;

#[cfg(any(feature = "std", feature = "libm"))]
reductions! {
    ops::Norm [num_traits::Float] -> T = |raw, axes, to| {
        fold(raw, axes, Some(T::zero()), by(|element: T, _, _| element * element, T::add, T::sqrt), to)
    };
    ExpSum [num_traits::Float] -> T = |raw, axes, to| {
        fold(raw, axes, Some(T::zero()), by(|element: T, _, _| element.exp(), T::add, identity), to)
    };
}

/// The number of elements along axes, minus some.
#[inline]
#[track_caller]
fn along<T: NumCast>(raw: &Raw<'_, impl Sized>, axes: &[usize], less: usize) -> T {
    // It overflows only if another size is 0, and then there is no result.
    layout::count(raw.sizes);
    let sizes = axes.iter().map(|&axis| raw.size_from_end(axis));
    let count = sizes.fold(1, usize::saturating_mul).saturating_sub(less);
    match T::from(count) {
        Some(number) => number,
        None => unreachable!("a float holds any count, rounded"),
    }
}

/// The sums of squared deviations from the mean, divided by the number of terms minus `less`.
#[inline]
#[track_caller]
fn variance<T: FloatElement + 'static, C: Collect<T>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    less: usize,
    to: C,
) -> C::Output {
    let mut means = sum(raw, axes, to);
    let means = C::results(&mut means);
    divide(means, along(&raw, axes, 0));
    let squares = By {
        is_placed: true,
        ..by(squares_from(means), T::add, identity)
    };
    let mut sums = fold(raw, axes, Some(T::zero()), squares, to);
    divide(C::results(&mut sums), along(&raw, axes, less));
    sums
}

/// The square of what an element differs by from the mean of its result. One type, whatever the results are held by.
#[inline(always)]
fn squares_from<T: FloatElement>(means: &[T]) -> impl Fn(T, usize, usize) -> T {
    |element, result, _| {
        let deviation = element - means[result];
        deviation * deviation
    }
}

/// The sums along axes.
#[inline]
#[track_caller]
fn sum<T: Zero + Copy + 'static, C: Collect<T>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    to: C,
) -> C::Output {
    let sum = By {
        in_order: !is_float::<T>(),
        ..by(element, T::add, identity)
    };
    fold(raw, axes, Some(T::zero()), sum, to)
}

/// The sum of a function of the elements of a row.
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
#[inline(always)]
pub fn sum_of_row<T: FloatElement + 'static>(row: &[T], term: impl Fn(T) -> T) -> T {
    fold_row(&by(|x, _, _| term(x), T::add, identity), row, 0)
}

/// The sum of the elements of a row, by the fold of sums.
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
#[inline(always)]
pub fn sum_of_elements<T: FloatElement + 'static>(row: &[T]) -> T {
    fold_row(&by(element, T::add, identity), row, 0)
}

/// Divides what was added up by the number of its terms. Not in the fold, which is then the one of sums: a fold is some
/// 10,000 lines of LLVM.
#[inline]
fn divide<T: FloatElement>(sums: &mut [T], count: T) {
    for sum in sums {
        *sum = *sum / count;
    }
}

/// The element itself as the term.
fn element<T>(element: T, _result: usize, _along: usize) -> T {
    element
}

/// The element as a boolean term.
fn truth<T: Into<bool>>(element: T, _result: usize, _along: usize) -> bool {
    element.into()
}

/// The fold to one of the elements: a function of two of them, and a comparison of an extreme with others.
struct Extreme<Full, Beats>(Full, Beats);

impl<T: PartialOrd + Copy + 'static, Full: Fn(T, T) -> T, Beats: Fn(&T, &T) -> bool> Fold<T>
    for Extreme<Full, Beats>
{
    type Term = T;
    type Result = T;

    const CAN_BE_IRREGULAR: bool = true;

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
        // One instruction, where `combine` takes several.
        if self.1(&rhs, &lhs) { rhs } else { lhs }
    }

    #[inline(always)]
    // A single comparison finds elements without an order: they are neither less, equal nor greater.
    #[allow(clippy::neg_cmp_op_on_partial_ord)]
    fn is_irregular(&self, lhs: T, rhs: T) -> bool {
        !(lhs <= rhs) & !(lhs > rhs)
    }

    #[inline(always)]
    fn has_equals(&self, result: T) -> bool {
        has_equals(result)
    }

    #[inline(always)]
    fn is_equal(&self, element: T, result: T) -> bool {
        element == result
    }
}

/// Whether an element may be equal to another one and not the same, as a zero is to the one with the other sign. For a type
/// that is not known, any element may be.
#[inline(always)]
fn has_equals<T: 'static>(element: T) -> bool {
    let element: &dyn Any = &element;
    let is_zero = is_zero_of::<f32>(element).or_else(|| is_zero_of::<f64>(element));
    #[cfg(feature = "half")]
    let is_zero = is_zero
        .or_else(|| is_zero_of::<half::f16>(element))
        .or_else(|| is_zero_of::<half::bf16>(element));
    match is_zero {
        Some(is_zero) => is_zero,
        None => !is_one_of!(T: bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize),
    }
}

/// Whether an element is a zero, if it is of this type.
#[inline(always)]
fn is_zero_of<F: Zero + 'static>(element: &dyn Any) -> Option<bool> {
    element.downcast_ref::<F>().map(F::is_zero)
}

/// The fold to the index of the first extreme along the axes.
struct PlaceOf<Full, Beats>(Extreme<Full, Beats>);

impl<T: PartialOrd + Copy + 'static, Full: Fn(T, T) -> T, Beats: Fn(&T, &T) -> bool> Fold<T>
    for PlaceOf<Full, Beats>
{
    type Term = (T, usize);
    type Result = usize;

    const CAN_BE_IRREGULAR: bool = true;
    const CUTS_ROWS: bool = false;

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

    /// Of two equal elements, the first stays.
    #[inline(always)]
    fn quick(&self, lhs: (T, usize), rhs: (T, usize)) -> (T, usize) {
        if self.0.1(&rhs.0, &lhs.0) { rhs } else { lhs }
    }

    #[inline(always)]
    fn is_irregular(&self, lhs: (T, usize), rhs: (T, usize)) -> bool {
        self.0.is_irregular(lhs.0, rhs.0)
    }

    #[inline(always)]
    fn is_placed(&self) -> bool {
        true
    }

    /// Extremes and indices in separate arrays, so that many columns are compared at once.
    #[inline(always)]
    fn columns(
        &self,
        rows: &mut Rows<'_, T>,
        place: usize,
        terms: &mut [(T, usize)],
        results: Results<'_, usize>,
    ) {
        match u32::try_from(rows.count) {
            Ok(count) => self.positions(rows, count, results),
            Err(_) => fold_columns(self, rows, place, terms, results),
        }
    }

    /// First the extreme, then its index: both loops are vectorized.
    #[inline(always)]
    fn block(&self, block: &[T], place: usize, first: usize) -> (T, usize) {
        let extreme = self.0.block(block, place, first);
        let found = position(block, |&element| is_it(element, extreme));
        let Some(index) = found else {
            unreachable!("an extreme is one of the elements");
        };
        (extreme, first + index)
    }
}

impl<Full, Beats> PlaceOf<Full, Beats> {
    /// The indices of extremes among this many rows.
    fn positions<T: PartialOrd + Copy + 'static>(
        &self,
        rows: &mut Rows<'_, T>,
        count: u32,
        mut results: Results<'_, usize>,
    ) where
        Beats: Fn(&T, &T) -> bool,
    {
        const COLUMNS: usize = 256;
        let columns = rows.columns;
        for start in (0..columns).step_by(COLUMNS) {
            let end = columns.min(start + COLUMNS);
            let first = &rows.next()[start..end];
            let (mut extremes, mut places) = ([first[0]; COLUMNS], [0_u32; COLUMNS]);
            let (extremes, places) = (&mut extremes[..first.len()], &mut places[..first.len()]);
            extremes.copy_from_slice(first);
            let step = |extreme: &mut T, place: &mut u32, element: T, row: u32| {
                // An element without an order beats all others, and none beats it.
                let is_better =
                    (self.0.1(&element, extreme) | is_unordered(element)) & !is_unordered(*extreme);
                *extreme = if is_better { element } else { *extreme };
                *place = if is_better { row } else { *place };
            };
            // Two rows at a time, so that extremes and indices are read and written half as often.
            for row in (1..count).step_by(2) {
                let so_far = extremes.iter_mut().zip(&mut *places);
                let first = &rows.next()[start..end];
                let second = match row + 1 < count {
                    true => &rows.next()[start..end],
                    // The same row again changes nothing.
                    false => first,
                };
                let elements = first.iter().zip(second);
                for ((extreme, place), (&first, &second)) in so_far.zip(elements) {
                    step(extreme, place, first, row);
                    step(extreme, place, second, row + 1);
                }
            }
            // In this order, because the other one would consume one result too many.
            for (&place, result) in places.iter().zip(results.by_ref()) {
                *result = place as usize;
            }
        }
    }
}

/// Whether an element is an extreme. Elements without an order are all extremes.
#[inline(always)]
fn is_it<T: PartialOrd>(element: T, extreme: T) -> bool {
    (element == extreme) | is_unordered(element)
}

/// Whether terms may be combined in any order, which changes rounding only.
fn is_float<T: 'static>() -> bool {
    is_one_of!(T: f32 f64)
}

/// A fold of three functions, in any order.
fn by<Term, Combine, Finish>(
    term: Term,
    combine: Combine,
    finish: Finish,
) -> By<Term, Combine, Finish> {
    By {
        term,
        combine,
        finish,
        in_order: false,
        is_placed: false,
    }
}
