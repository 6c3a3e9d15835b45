//! Statistics made of other operations: quantiles, weighted means, and reductions that leave NaN out. They work on every
//! engine of floats, and have the shapes of their parts in their types, so that inline tensors have them too.
//!
//! `S` is the shape of the samples, and `K` that with size 1 at their axis.

use num_traits::float::FloatCore;

use super::{Binary, Creates, Floats, MovesAxes, Operand, Reduces, Selects, Sorts, Unary, ops};
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

/// What is a part of the way from the first value to the second.
#[track_caller]
pub fn on_the_way<T: FloatCore, V>(
    [first, second]: [&dyn Fn() -> V; 2],
    part: T,
    [add, sub]: [fn(V, V) -> V; 2],
    times: fn(V, T) -> V,
) -> V {
    let half = (T::one() + T::one()).recip();
    if part.is_zero() {
        first()
    } else if part == half {
        // Not by their distance, which is NaN of two infinities.
        add(times(first(), half), times(second(), half))
    } else {
        // From the nearer one, as in NumPy: so a greater part never gives a smaller value.
        let distance = sub(second(), first());
        match part < half {
            true => add(first(), times(distance, part)),
            false => sub(second(), times(distance, T::one() - part)),
        }
    }
}

/// The quantile along an axis, counted from the end, of samples of which `place` tells the places among so many. It is NaN
/// if a sample is, or if there is none.
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
        [pair::<ops::Add, T, E, K>, pair::<ops::Sub, T, E, K>],
        times::<T, E, K>,
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

/// The means of samples along an axis, counted from the end, each of which counts as much as its weight.
#[track_caller]
pub fn weighted_mean<T: FloatCore + 'static, E: Floats<T>, S: Shape, W: Shape, K: Shape>(
    data: &E::Data<T, S>,
    weights: &E::Data<T, W>,
    axis: usize,
) -> E::Data<T, K> {
    let sizes = || DynShape::from(E::sizes::<T, S>(data));
    let products =
        <E as Binary<ops::Mul, T>>::binary::<S, W, S>(ByRef(data), ByRef(weights), sizes());
    let weights = <E as MovesAxes<T>>::expand::<W, S>(weights, sizes());
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
        + Unary<ops::Cast<T>, bool, Element = T, OutputEngine = E>,
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
