//! Statistics made of other operations: quantiles, weighted means, reductions that leave NaN out, slopes and areas. They work on every
//! engine of floats, and have the shapes of their parts in their types, so that inline tensors have them too.
//!
//! `S` is the shape of the samples, and `K` that with size 1 at their axis.

use num_traits::float::FloatCore;

use super::{
    Binary, Copies, Creates, Floats, MovesAxes, Operand, Reduces, Scans, Selects, Sorts, Unary, ops,
};
use crate::{DynShape, Scalar, Shape};
use Operand::{ByRef, ByValue};

/// An operation on two tensors of one shape.
#[track_caller]
fn pair<Op, T: 'static, E, K: Shape>(lhs: E::Data<T, K>, rhs: E::Data<T, K>) -> E::Data<T, K>
where
    E: Binary<Op, T, Element = T, OutputEngine = E>,
{
    let sizes = DynShape::from(E::sizes::<T, K>(&lhs));
    E::binary::<K, K, K>(ByValue(lhs), ByValue(rhs), sizes)
}

/// The product with a number.
#[track_caller]
fn times<T: FloatCore + 'static, E: Floats<T>, K: Shape>(
    data: E::Data<T, K>,
    factor: T,
) -> E::Data<T, K> {
    <E as Unary<ops::Right<ops::Mul, T>, T>>::unary(ops::Right(ops::Mul, factor), ByValue(data))
}

/// The sum with a number.
#[track_caller]
fn plus<T: FloatCore + 'static, E: Floats<T>, K: Shape>(
    data: E::Data<T, K>,
    number: T,
) -> E::Data<T, K> {
    <E as Unary<ops::Right<ops::Add, T>, T>>::unary(ops::Right(ops::Add, number), ByValue(data))
}

/// A value part of the way from the first value to the second, by functions of two values: `add`, `sub`, and the smaller and
/// the larger one.
#[track_caller]
pub fn on_the_way<T: FloatCore, V>(
    [first, second]: [&dyn Fn() -> V; 2],
    part: T,
    [add, sub, min, max]: [fn(V, V) -> V; 4],
    [times, plus]: [fn(V, T) -> V; 2],
) -> V {
    let half = (T::one() + T::one()).recip();
    if part.is_zero() {
        first()
    } else if part.is_one() {
        // Rounded to it. An infinite distance times nothing would be NaN.
        second()
    } else if part == half {
        // Not by their distance, which is NaN of two infinities. The half of the sum is right unless the sum overflows, and the
        // sum of the halves unless a half is subnormal: then it is beside the right one by less than the least normal number,
        // which is nothing beside a number whose sum overflows.
        let of_halves = || add(times(first(), half), times(second(), half));
        let mean = times(add(first(), second()), half);
        let least = T::min_positive_value();
        max(
            min(mean, plus(of_halves(), least)),
            plus(of_halves(), -least),
        )
    } else {
        // From the nearer one, as in NumPy: so a greater part never gives a smaller value. By half of their distance, which
        // is a number where both are.
        let distance = sub(times(second(), half), times(first(), half));
        let twice = |part: T| part + part;
        match part < half {
            true => add(first(), times(distance, twice(part))),
            false => sub(second(), times(distance, twice(T::one() - part))),
        }
    }
}

/// The quantile along an axis, counted from the end, of samples; `place` gives the places for their number. It is NaN
/// if a sample is, or if there are no samples.
#[track_caller]
pub fn quantile<T: FloatCore + 'static, E: Floats<T>, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    place: impl FnOnce(usize) -> (usize, usize, f64),
) -> E::Data<T, K> {
    let sizes = E::sizes::<T, S>(data);
    let (first, count) = (sizes.len() - axis, sizes[sizes.len() - axis]);
    if count == 0 {
        return <E as Reduces<ops::Mean, T>>::reduce::<S, K>(data, &[axis]);
    }
    let (lower, upper, part) = place(count);
    let sorted = <E as Sorts<T>>::sort::<S>(data, first, false);
    let at = |place| <E as MovesAxes<T>>::narrow::<S, K>(&sorted, first, place, 1);
    let value = on_the_way(
        [&|| at(lower), &|| at(upper)],
        float(part),
        [
            pair::<ops::Add, T, E, K>,
            pair::<ops::Sub, T, E, K>,
            pair::<ops::Minimum, T, E, K>,
            pair::<ops::Maximum, T, E, K>,
        ],
        [times::<T, E, K>, plus::<T, E, K>],
    );
    // NaN is sorted to the end, and is the smaller of two.
    pair::<ops::Minimum, T, E, K>(value, at(count - 1))
}

/// A number as an element.
pub fn float<T: FloatCore>(number: f64) -> T {
    match T::from(number) {
        Some(float) => float,
        None => unreachable!("a float is near each number"),
    }
}

/// The means of samples along an axis, counted from the end, each weighted.
#[track_caller]
pub fn weighted_mean<T: FloatCore + 'static, E: Floats<T>, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    weights: E::Data<T, S>,
    axis: usize,
) -> E::Data<T, K> {
    let sizes = DynShape::from(E::sizes::<T, S>(data));
    let (lhs, rhs) = (ByRef(data), ByRef(&weights));
    let products = <E as Binary<ops::Mul, T>>::binary::<S, S, S>(lhs, rhs, sizes);
    let [sum, total] =
        [products, weights].map(|data| <E as Reduces<ops::Sum, T>>::reduce::<S, K>(&data, &[axis]));
    pair::<ops::Div, T, E, K>(sum, total)
}

/// A reduction that leaves NaN out.
#[derive(Clone, Copy)]
pub(crate) enum OfNumbers {
    Sum,
    Product,
    Mean,
    Var,
    Std,
    Max,
    Min,
}

/// What a reduction along an axis, counted from the end, gives of the elements that are not NaN.
#[track_caller]
pub(crate) fn of_numbers<T: FloatCore + 'static, E, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    reduction: OfNumbers,
) -> E::Data<T, K>
where
    E: Floats<T>
        + Selects<T, OutputEngine = E>
        + Binary<ops::Equal, T, Element = bool, OutputEngine = E>
        + Unary<ops::Cast<T>, bool, Element = T>,
{
    let axes = &[axis];
    let sizes = || DynShape::from(E::sizes::<T, S>(data));
    // Only NaN is not equal to itself.
    let mask =
        || <E as Binary<ops::Equal, T>>::binary::<S, S, S>(ByRef(data), ByRef(data), sizes());
    let numbers = |data: &E::Data<T, S>, otherwise| {
        let otherwise = <E as Creates<T>>::full::<Scalar>([].into(), otherwise);
        <E as Selects<T>>::select::<S, S, Scalar, S>(&mask(), data, &otherwise, sizes())
    };
    let sum = |data: &E::Data<T, S>| <E as Reduces<ops::Sum, T>>::reduce::<S, K>(data, axes);
    let count = || {
        let cast = ops::Cast(core::marker::PhantomData);
        sum(&<E as Unary<ops::Cast<T>, bool>>::unary::<S>(
            cast,
            ByValue(mask()),
        ))
    };
    let mean =
        |data: &E::Data<T, S>| pair::<ops::Div, T, E, K>(sum(&numbers(data, T::zero())), count());
    let variance = || {
        let means = mean(data);
        let (lhs, rhs) = (ByRef(data), ByValue(means));
        let from_mean = <E as Binary<ops::Sub, T>>::binary::<S, K, S>(lhs, rhs, sizes());
        let squares = <E as Binary<ops::Mul, T>>::binary::<S, S, S>(
            ByRef(&from_mean),
            ByRef(&from_mean),
            sizes(),
        );
        mean(&squares)
    };
    // 0 / 0 is NaN, and then so is the sum.
    let or_nan = |extreme| {
        let nothing = times::<T, E, K>(count(), T::zero());
        pair::<ops::Add, T, E, K>(extreme, pair::<ops::Div, T, E, K>(nothing, count()))
    };
    match reduction {
        OfNumbers::Sum => sum(&numbers(data, T::zero())),
        OfNumbers::Product => {
            <E as Reduces<ops::Product, T>>::reduce::<S, K>(&numbers(data, T::one()), axes)
        }
        OfNumbers::Mean => mean(data),
        OfNumbers::Var => variance(),
        OfNumbers::Std => <E as Unary<ops::Sqrt, T>>::unary::<K>(ops::Sqrt, ByValue(variance())),
        OfNumbers::Max | OfNumbers::Min if sizes().dims()[sizes().rank() - axis] == 0 => mean(data),
        OfNumbers::Max => {
            let numbers = numbers(data, T::neg_infinity());
            or_nan(<E as Reduces<ops::Max, T>>::reduce::<S, K>(&numbers, axes))
        }
        OfNumbers::Min => {
            let numbers = numbers(data, T::infinity());
            or_nan(<E as Reduces<ops::Min, T>>::reduce::<S, K>(&numbers, axes))
        }
    }
}

/// Along an axis, counted from the first: each element, or the one after it, minus the one before it.
/// At the ends there is no other element than itself.
#[track_caller]
pub fn differences<T: FloatCore + 'static, E: Floats<T>, S: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    from_itself: bool,
) -> E::Data<T, S> {
    let sizes = || DynShape::from(E::sizes::<T, S>(data));
    let last = sizes().dims()[axis].saturating_sub(1);
    let behind = |place: usize| {
        Some(if from_itself {
            place
        } else {
            (place + 1).min(last)
        })
    };
    let before = |place: usize| Some(place.saturating_sub(1));
    let [behind, before] = [&behind as &dyn Fn(usize) -> Option<usize>, &before]
        .map(|index| <E as Copies<T>>::arrange::<S, S>(data, axis, sizes(), index, None));
    pair::<ops::Sub, T, E, S>(behind, before)
}

/// A number for each element, by whether it is at an end of an axis, counted from the first.
#[track_caller]
fn by_ends<T: FloatCore + 'static, E: Floats<T>, S: Shape>(
    sizes: &[usize],
    axis: usize,
    [inside, end]: [T; 2],
) -> E::Data<T, S> {
    // If it overflows, there are no elements.
    let step = sizes[axis + 1..]
        .iter()
        .fold(1_usize, |count, &size| count.wrapping_mul(size));
    let (last, mut element) = (sizes[axis].wrapping_sub(1), 0);
    <E as Creates<T>>::generate::<S>(sizes.into(), move || {
        let place = element / step % (last + 1);
        element += 1;
        if place == 0 || place == last {
            end
        } else {
            inside
        }
    })
}

/// The slopes along an axis, counted from the first, of elements that are so far apart.
#[track_caller]
pub fn gradient<T: FloatCore + 'static, E: Floats<T>, S: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    spacing: T,
) -> E::Data<T, S> {
    let distances = [spacing + spacing, spacing];
    let distances = by_ends::<T, E, S>(E::sizes::<T, S>(data), axis, distances);
    pair::<ops::Div, T, E, S>(differences::<T, E, S>(data, axis, false), distances)
}

/// The area below lines from one element to the next along an axis, counted from the end, at positions, or so far apart.
#[track_caller]
pub fn trapezoid<T: FloatCore + 'static, E: Floats<T>, S: Shape, K: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    positions: Result<E::Data<T, S>, T>,
) -> E::Data<T, K> {
    let sizes = || DynShape::from(E::sizes::<T, S>(data));
    let first = sizes().rank() - axis;
    let half = (T::one() + T::one()).recip();
    let widths = match positions {
        Ok(positions) => times::<T, E, S>(differences::<T, E, S>(&positions, first, false), half),
        // One element has no area.
        Err(_) if sizes().dims()[first] == 1 => <E as Creates<T>>::full::<S>(sizes(), T::zero()),
        Err(spacing) => by_ends::<T, E, S>(sizes().dims(), first, [spacing, spacing * half]),
    };
    let (lhs, rhs) = (ByRef(data), ByValue(widths));
    let areas = <E as Binary<ops::Mul, T>>::binary::<S, S, S>(lhs, rhs, sizes());
    <E as Reduces<ops::Sum, T>>::reduce::<S, K>(&areas, &[axis])
}

/// The elements along an axis, counted from the first, with as many periods added that none is more than half a period from
/// the one before it.
#[track_caller]
pub fn unwrapped<T: FloatCore + 'static, E: Floats<T>, S: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    period: T,
) -> E::Data<T, S> {
    let half = (T::one() + T::one()).recip();
    let jumps = times::<T, E, S>(differences::<T, E, S>(data, axis, true), period.recip());
    // How many periods a jump up is, rounded, where one half is none.
    let up = |jumps| {
        let above = ops::Right(ops::Sub, half);
        let above = <E as Unary<ops::Right<ops::Sub, T>, T>>::unary::<S>(above, jumps);
        let whole = <E as Unary<ops::Ceil, T>>::unary::<S>(ops::Ceil, ByValue(above));
        <E as Unary<ops::Relu, T>>::unary::<S>(ops::Relu, ByValue(whole))
    };
    let down = <E as Unary<ops::Neg, T>>::unary::<S>(ops::Neg, ByRef(&jumps));
    let periods = pair::<ops::Sub, T, E, S>(up(ByValue(down)), up(ByRef(&jumps)));
    let periods = <E as Scans<ops::Add, T>>::scan::<S>(&periods, axis);
    let sizes = DynShape::from(E::sizes::<T, S>(data));
    let (lhs, rhs) = (ByRef(data), ByValue(times::<T, E, S>(periods, period)));
    <E as Binary<ops::Add, T>>::binary::<S, S, S>(lhs, rhs, sizes)
}
