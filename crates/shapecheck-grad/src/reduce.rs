//! Reductions, softmax, running totals and order.

use shapecheck::engine::{
    Chosen, DynamicShapes, Reduces, Scans, Scatters, Softmax, Sorts, Term, ops,
};
use shapecheck::{DynShape, Shape};

use crate::data::Traced;
use crate::parts::made_of;
use crate::terms::{Saved, Terms, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// Reductions: from the elements, the axes, the result and its gradient, the gradient of the elements. In brackets, whether
/// the elements are kept, and whether the result is.
macro_rules! reductions {
    ($($Op:ident [$elements:literal $found:literal] |$x:ident, $axes:ident, $y:ident, $g:ident| $result:expr;)*) => {$(
        impl<T: Real, E> Reduces<ops::$Op, T> for Grad<E>
        where
            E: Differentiable<T> + Reduces<ops::$Op, T, Element = T>,
        {
            type Element = T;
            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Traced<T, E>, axes: &[usize]) -> Traced<T, E> {
                let found = <E as Reduces<ops::$Op, T>>::reduce::<Any, Any>(&data.value, axes);
                Traced::result(found, &[&data.node], |found| {
                    let x = Saved::<T, E>::of(&data.value, $elements);
                    let y = Saved::<T, E>::of(found, $found);
                    let axes = axes.to_vec();
                    move |$g, flow| {
                        #[allow(unused_variables, reason = "of some of them")]
                        let ($x, $axes, $y) = (&x, &axes[..], &y);
                        flow.give(0, || $result);
                    }
                })
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Traced<T, E>) -> T {
                <E as Reduces<ops::$Op, T>>::reduce_all::<Any>(&data.value)
            }
        }
    )*};
}

reductions! {
    Sum [false false] |x, axes, y, g| g.expanded(x.sizes());
    Mean [false false] |x, axes, y, g| g.by_ref().times(1.0 / count(x.sizes(), axes)).expanded(x.sizes());
    // 2 (x - mean) / n
    Var [true false] |x, axes, y, g| {
        let factor = 2.0 / count(x.sizes(), axes);
        deviations(&x.term(), axes) * g.by_ref().times(factor)
    };
    SampleVar [true false] |x, axes, y, g| {
        let factor = 2.0 / (count(x.sizes(), axes) - 1.0);
        deviations(&x.term(), axes) * g.by_ref().times(factor)
    };
    // x / norm, and 0 where the norm is.
    Norm [true true] |x, axes, y, g| {
        let is_zero = y.term().compared::<ops::Equal>(&Term::full(DynShape::default(), 0.0));
        x.term() * (g.by_ref() / (y.term() + is_zero))
    };
    // Equal elements share it.
    Max [true true] |x, axes, y, g| shared(&x.term(), axes, &y.term(), g);
    Min [true true] |x, axes, y, g| shared(&x.term(), axes, &y.term(), g);
}

/// The number of elements that a reduction along these axes makes one of.
fn count(sizes: &DynShape, axes: &[usize]) -> f64 {
    let sizes = sizes.dims();
    axes.iter()
        .map(|axis| sizes[sizes.len() - axis] as f64)
        .product()
}

/// The elements less their mean.
fn deviations<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    axes: &[usize],
) -> Term<'t, T, E> {
    x.by_ref().binary::<ops::Sub>(x.reduce::<ops::Mean>(axes))
}

/// A gradient for those elements that are what was chosen.
fn shared<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    axes: &[usize],
    chosen: &Term<'_, T, E>,
    gradient: &Term<'_, T, E>,
) -> Term<'t, T, E> {
    let is_chosen = x.compared::<ops::Equal>(chosen);
    let shares = gradient.by_ref() / is_chosen.reduce::<ops::Sum>(axes);
    is_chosen * shares
}

impl<T: Real, E: Differentiable<T>> Reduces<ops::Product, T> for Grad<E> {
    type Element = T;
    #[track_caller]
    fn reduce<S: Shape, O: Shape>(data: &Traced<T, E>, axes: &[usize]) -> Traced<T, E> {
        let found = <E as Reduces<ops::Product, T>>::reduce::<Any, Any>(&data.value, axes);
        let axes = axes.to_vec();
        made_of(found, &[data], move |operands| {
            let x = operands[0].by_ref();
            let product = axes
                .iter()
                .fold(x, |x, &from_end| product_along(x, from_end));
            product.into_data()
        })
    }

    #[track_caller]
    fn reduce_all<S: Shape>(data: &Traced<T, E>) -> T {
        <E as Reduces<ops::Product, T>>::reduce_all::<Any>(&data.value)
    }
}

/// The product along an axis, counted from the end: halves are multiplied until one element is left.
fn product_along<'t, T: Real, E: Differentiable<T>>(
    mut x: Term<'t, T, E>,
    from_end: usize,
) -> Term<'t, T, E> {
    let axis = x.sizes().len() - from_end;
    loop {
        let size = x.sizes()[axis];
        match size {
            0 => {
                let mut sizes = x.sizes().to_vec();
                sizes[axis] = 1;
                return Term::full(sizes.into(), 1.0);
            }
            1 => return x,
            _ => {
                let half = size / 2;
                let halves = x.narrowed(axis, 0, half) * x.narrowed(axis, half, half);
                x = match size % 2 {
                    0 => halves,
                    _ => joined(&halves, &x.narrowed(axis, size - 1, 1), axis),
                };
            }
        }
    }
}

fn joined<'t, T: Real, E: Differentiable<T>>(
    lhs: &Term<'_, T, E>,
    rhs: &Term<'_, T, E>,
    axis: usize,
) -> Term<'t, T, E> {
    let mut sizes = lhs.sizes().to_vec();
    sizes[axis] += rhs.sizes()[axis];
    Term::from(E::concat::<Any, Any, Any>(
        lhs.data(),
        rhs.data(),
        axis,
        sizes.into(),
    ))
}

/// Indices and masks have no gradient.
macro_rules! choices {
    ($($Op:ident $T:ty => $U:ty $([$G:ident])?;)*) => {$(
        impl<$($G: Real,)? E> Reduces<ops::$Op, $T> for Grad<E>
        where
            E: DynamicShapes + Reduces<ops::$Op, $T, Element = $U, Out = E> + 'static,
        {
            type Element = $U;
            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Traced<$T, E>, axes: &[usize]) -> Traced<$U, E> {
                Traced::constant(<E as Reduces<ops::$Op, $T>>::reduce::<Any, Any>(&data.value, axes))
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Traced<$T, E>) -> $U {
                <E as Reduces<ops::$Op, $T>>::reduce_all::<Any>(&data.value)
            }
        }
    )*};
}

choices! {
    ArgMax T => usize [T];
    ArgMin T => usize [T];
    Any bool => bool;
    All bool => bool;
}

impl<T: Real, E: Differentiable<T>> Softmax<T> for Grad<E> {
    #[track_caller]
    fn softmax<S: Shape, K: Shape>(
        data: &Traced<T, E>,
        axis: usize,
        logarithm: bool,
    ) -> Traced<T, E> {
        let found = <E as Softmax<T>>::softmax::<Any, Any>(&data.value, axis, logarithm);
        Traced::result(found, &[&data.node], |found| {
            let y = Term::<T, E>::kept(found);
            move |gradient, flow| {
                flow.give(0, || match logarithm {
                    true => {
                        let sums = gradient.reduce::<ops::Sum>(&[axis]);
                        gradient.by_ref() - y.by_ref().map(ops::Exp) * sums
                    }
                    false => {
                        let weighted = gradient.by_ref() * y.by_ref();
                        let sums = weighted.reduce::<ops::Sum>(&[axis]);
                        (gradient.by_ref() - sums) * y.by_ref()
                    }
                });
            }
        })
    }
}

impl<T: Real, E: Differentiable<T>> Scans<ops::Add, T> for Grad<E> {
    #[track_caller]
    fn scan<S: Shape>(data: &Traced<T, E>, axis: usize) -> Traced<T, E> {
        let found = <E as Scans<ops::Add, T>>::scan::<Any>(&data.value, axis);
        Traced::result(found, &[&data.node], |_| {
            move |gradient, flow| {
                // The sum from each element on.
                flow.give(0, || {
                    let size = gradient.sizes()[axis];
                    let flipped: Vec<_> = (0..size).rev().map(Some).collect();
                    let gradient = gradient.placed(axis, &flipped);
                    let sums = <E as Scans<ops::Add, T>>::scan::<Any>(gradient.data(), axis);
                    Term::<T, E>::from(sums).placed(axis, &flipped)
                });
            }
        })
    }
}

/// Other running totals: each step doubles the number of elements that are combined.
macro_rules! scans {
    ($($Op:ident |$x:ident, $y:ident| $result:expr;)*) => {$(
        impl<T: Real, E: Differentiable<T>> Scans<ops::$Op, T> for Grad<E> {
            #[track_caller]
            fn scan<S: Shape>(data: &Traced<T, E>, axis: usize) -> Traced<T, E> {
                let found = <E as Scans<ops::$Op, T>>::scan::<Any>(&data.value, axis);
                made_of(found, &[data], move |operands| {
                    let mut x = operands[0].by_ref();
                    let (size, mut step) = (x.sizes()[axis], 1);
                    while step < size {
                        let rest = size - step;
                        let ($x, $y) = (x.narrowed(axis, 0, rest), x.narrowed(axis, step, rest));
                        x = joined(&x.narrowed(axis, 0, step), &$result, axis);
                        step *= 2;
                    }
                    x.into_data()
                })
            }
        }
    )*};
}

scans! {
    Mul |x, y| x * y;
    Maximum |x, y| x.binary::<ops::Maximum>(y);
    Minimum |x, y| x.binary::<ops::Minimum>(y);
}

impl<T: Real, E: Differentiable<T>> Sorts<T> for Grad<E> {
    #[track_caller]
    fn sort<S: Shape>(data: &Traced<T, E>, axis: usize, descending: bool) -> Traced<T, E> {
        let found = <E as Sorts<T>>::sort::<Any>(&data.value, axis, descending);
        Traced::result(found, &[&data.node], |_| {
            let order = <E as Sorts<T>>::argsort::<Any>(&data.value, axis, descending);
            move |gradient, flow| {
                flow.give(0, || {
                    let sizes = sizes_of::<T, E>(gradient.data());
                    let mut sum = Term::<T, E>::full(sizes, 0.0).into_data();
                    let placed = <E as Scatters<ops::Add, T>>::place::<Any, Any, Any>(
                        &mut sum,
                        axis,
                        &order,
                        gradient.data(),
                        Chosen::Elements,
                    );
                    placed.unwrap_or_else(|error| unreachable!("an order: {error}"));
                    Term::<T, E>::from(sum)
                });
            }
        })
    }

    #[track_caller]
    fn argsort<S: Shape>(data: &Traced<T, E>, axis: usize, descending: bool) -> Traced<usize, E> {
        Traced::constant(<E as Sorts<T>>::argsort::<Any>(
            &data.value,
            axis,
            descending,
        ))
    }
}
