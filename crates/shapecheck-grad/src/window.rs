//! Convolutions, pools and interpolation.

use shapecheck::algebra::{Interpolation, PoolWindow, Slide};
use shapecheck::engine::adapter::Held;
use shapecheck::engine::{
    ArrayShape, Binary, Columns, Convolves, Creates, Interpolates, Operand, Pools, Term, Unary, ops,
};
use shapecheck::{DynShape, Shape};

use crate::data::Traced;
use crate::terms::{Saved, Terms, mask, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// The sizes `[.., C, ...]` as a batch, channels and what the window slides over.
fn split(sizes: &[usize], axes: usize) -> (usize, usize, &[usize]) {
    let channels = sizes.len() - axes - 1;
    let batch = sizes[..channels].iter().product();
    (batch, sizes[channels], &sizes[channels + 1..])
}

fn with(front: &[usize], after: &[usize]) -> DynShape {
    [front, after].concat().into()
}

/// The gradient of the kernels `[O, C / groups, ...]` of a convolution of an input `[.., C, ...]`, from that of its
/// result, `[.., O, ...]`: the input's channels as a batch are convolved with the gradient, whose elements are as far apart
/// as the windows were.
fn of_kernels<'t, T: Real, E: Differentiable<T>>(
    input: &Term<'_, T, E>,
    gradient: &Term<'_, T, E>,
    slides: &[Slide],
    groups: usize,
    kernels: &DynShape,
) -> Term<'t, T, E> {
    if input.sizes().contains(&0) || gradient.sizes().contains(&0) || kernels.dims().contains(&0) {
        return Term::full(kernels.clone(), 0.0);
    }
    let axes = slides.len();
    let (batch, channels, places) = split(input.sizes(), axes);
    let (_, outputs, positions) = split(gradient.sizes(), axes);
    let each = channels / groups;
    let after = |count: usize| (count..count + axes).collect::<Vec<_>>();

    let input = input.by_ref().reshape(with(&[batch, groups, each], places));
    let input = input.permuted(&[vec![2, 1, 0], after(3)].concat());
    let input = input.reshape(with(&[each, groups * batch], places));

    let gradient = gradient
        .by_ref()
        .reshape(with(&[batch, outputs], positions));
    let gradient = gradient.permuted(&[vec![1, 0], after(2)].concat());

    let turned: Vec<Slide> = slides.iter().map(turned).collect();
    let sizes = places
        .iter()
        .zip(positions)
        .zip(&turned)
        .map(|((&size, &window), slide)| {
            let span = slide.dilation * (window - 1) + 1;
            (size + slide.padding.0 + slide.padding.1 - span) / slide.stride + 1
        });
    let sizes = with(&[each, outputs], &sizes.collect::<Vec<_>>());
    let (input, gradient) = (input.data(), gradient.data());
    let found = E::convolve::<Any, Any, Any>(input, gradient, &turned, groups, sizes);
    let found = Term::<T, E>::from(found);
    // Where the windows end before the input does, there are more places than the kernels have.
    let found = kernels.dims()[2..]
        .iter()
        .enumerate()
        .fold(found, |found, (axis, &size)| {
            found.narrowed(axis + 2, 0, size)
        });
    found.permuted(&[vec![1, 0], after(2)].concat())
}

/// A slide with the distances of windows and of their elements exchanged.
fn turned(slide: &Slide) -> Slide {
    Slide {
        stride: slide.dilation,
        padding: slide.padding,
        dilation: slide.stride,
    }
}

impl<T: Real, E: Differentiable<T>> Convolves<T> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        kernels: &Traced<T, E>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let (value, weights) = (&data.value, &kernels.value);
        let found = E::convolve::<Any, Any, Any>(value, weights, slides, groups, sizes);
        Traced::result(found, &[&data.node, &kernels.node], |_| {
            let x = Saved::<T, E>::of(value, kernels.node.is_some());
            let kernels = Saved::<T, E>::of(weights, data.node.is_some());
            let slides = slides.to_vec();
            move |gradient, flow| {
                let (of_x, of_weights) = (x.sizes(), kernels.sizes());
                flow.give(0, || {
                    if gradient.sizes().contains(&0) || of_weights.dims().contains(&0) {
                        return Term::full(of_x.clone(), 0.0);
                    }
                    let axes = slides.len();
                    let (_, _, places) = split(of_x.dims(), axes);
                    let (_, _, positions) = split(gradient.sizes(), axes);
                    let windows = &of_weights.dims()[2..];
                    let padded = (0..axes).map(|axis| {
                        let slide = slides[axis];
                        let span = slide.dilation * (windows[axis] - 1) + 1;
                        let reach = (positions[axis] - 1) * slide.stride + span;
                        (
                            slide,
                            places[axis] + slide.padding.0 + slide.padding.1 - reach,
                        )
                    });
                    let padded: Vec<(Slide, usize)> = padded.collect();
                    let kernels = kernels.term();
                    let (gradient, kernels) = (gradient.data(), kernels.data());
                    let of_x = of_x.clone();
                    Term::<T, E>::from(E::convolve_transposed::<Any, Any, Any>(
                        gradient, kernels, &padded, groups, of_x,
                    ))
                });
                flow.give(1, || {
                    of_kernels(&x.term(), gradient, &slides, groups, of_weights)
                });
            }
        })
    }

    #[track_caller]
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        kernels: &Traced<T, E>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let (value, weights) = (&data.value, &kernels.value);
        let found = E::convolve_transposed::<Any, Any, Any>(value, weights, slides, groups, sizes);
        Traced::result(found, &[&data.node, &kernels.node], |_| {
            let x = Saved::<T, E>::of(value, kernels.node.is_some());
            let kernels = Saved::<T, E>::of(weights, data.node.is_some());
            let slides: Vec<Slide> = slides.iter().map(|&(slide, _)| slide).collect();
            move |gradient, flow| {
                let (of_x, of_weights) = (x.sizes(), kernels.sizes());
                flow.give(0, || {
                    if gradient.sizes().contains(&0) || of_weights.dims().contains(&0) {
                        return Term::full(of_x.clone(), 0.0);
                    }
                    let axes = slides.len();
                    let (_, _, places) = split(gradient.sizes(), axes);
                    let windows = &of_weights.dims()[2..];
                    let positions = (0..axes).map(|axis| {
                        let slide = slides[axis];
                        let span = slide.dilation * (windows[axis] - 1) + 1;
                        (places[axis] + slide.padding.0 + slide.padding.1 - span) / slide.stride + 1
                    });
                    let own = of_x.dims();
                    let whole = with(&own[..own.len() - axes], &positions.collect::<Vec<_>>());
                    let kernels = kernels.term();
                    let (gradient, kernels) = (gradient.data(), kernels.data());
                    let found = Term::<T, E>::from(E::convolve::<Any, Any, Any>(
                        gradient, kernels, &slides, groups, whole,
                    ));
                    // A padding of the output may have room for further positions.
                    (own.len() - axes..own.len())
                        .fold(found, |found, axis| found.narrowed(axis, 0, own[axis]))
                });
                flow.give(1, || {
                    of_kernels(gradient, &x.term(), &slides, groups, of_weights)
                });
            }
        })
    }
}

/// The windows along one axis: for each element of a window, where it is at each position.
struct Windows {
    axis: usize,
    /// The size of the axis.
    size: usize,
    places: Vec<Vec<Option<usize>>>,
}

impl Windows {
    /// Windows that slide, of the last axes.
    fn sliding(windows: &[PoolWindow], from: &[usize], to: &[usize]) -> Vec<Self> {
        let first = from.len() - windows.len();
        let along = windows.iter().enumerate().map(|(place, window)| {
            let axis = first + place;
            let size = from[axis];
            let at = |element: usize, position: usize| {
                let PoolWindow { slide, .. } = window;
                let place = position * slide.stride + element * slide.dilation;
                place
                    .checked_sub(slide.padding.0)
                    .filter(|&place| place < size)
            };
            Self::of(axis, size, window.size, to[axis], at)
        });
        along.collect()
    }

    /// Windows that divide the last axes as equally as possible.
    fn dividing(axes: usize, from: &[usize], to: &[usize]) -> Vec<Self> {
        let along = (from.len() - axes..from.len()).map(|axis| {
            let (size, count) = (from[axis], to[axis]);
            let bounds = |position: usize| {
                (
                    position * size / count,
                    ((position + 1) * size).div_ceil(count),
                )
            };
            let longest = (0..count).map(|position| bounds(position).1 - bounds(position).0);
            let longest = longest.max().unwrap_or(0);
            let at = |element: usize, position: usize| {
                let (start, end) = bounds(position);
                Some(start + element).filter(|&place| place < end)
            };
            Self::of(axis, size, longest, count, at)
        });
        along.collect()
    }

    fn of(
        axis: usize,
        size: usize,
        elements: usize,
        positions: usize,
        at: impl Fn(usize, usize) -> Option<usize>,
    ) -> Self {
        let places = (0..elements).map(|element| {
            (0..positions)
                .map(|position| at(element, position))
                .collect()
        });
        Self {
            axis,
            size,
            places: places.collect(),
        }
    }

    /// The elements of windows, each as one number for each axis.
    fn each(windows: &[Self]) -> Vec<Vec<usize>> {
        windows.iter().fold(vec![vec![]], |found, along| {
            let each = found.iter().flat_map(|element| {
                (0..along.places.len()).map(move |next| [&element[..], &[next]].concat())
            });
            each.collect()
        })
    }

    /// Adds the gradient of an element of all windows up where the element comes from.
    fn put_back<'t, T: Real, E: Differentiable<T>>(
        windows: &[Self],
        element: &[usize],
        gradient: Term<'t, T, E>,
    ) -> Term<'t, T, E> {
        let each = windows.iter().zip(element);
        each.fold(gradient, |gradient, (along, &element)| {
            gradient.gathered(along.axis, &along.places[element], along.size)
        })
    }
}

/// The gradient of the largest elements: the first one of equal ones has it.
fn of_largest<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    largest: &Term<'_, T, E>,
    gradient: &Term<'_, T, E>,
    windows: &[Windows],
) -> Term<'t, T, E> {
    let mut sum = Term::<T, E>::full(x.sizes().into(), 0.0);
    let ones = Term::<T, E>::full(largest.sizes().into(), 1.0);
    let mut is_left = mask::<ops::Equal, T, E>(&ones, &ones);
    for element in Windows::each(windows) {
        let mut is_there = Term::<T, E>::full(x.sizes().into(), 1.0);
        let mut here = x.by_ref();
        for (along, &element) in windows.iter().zip(&element) {
            is_there = is_there.placed(along.axis, &along.places[element]);
            here = here.placed(along.axis, &along.places[element]);
        }
        let is_there = mask::<ops::Equal, T, E>(&is_there, &ones);
        let is_largest = mask::<ops::Equal, T, E>(&here, largest);
        let found = both::<T, E>(&both::<T, E>(&is_left, &is_there), &is_largest);
        sum = sum + Windows::put_back(windows, &element, gradient.masked(&found));
        let others = <E as Unary<ops::Not, bool>>::unary::<Any>(ops::Not, Operand::ByValue(found));
        is_left = both::<T, E>(&is_left, &others);
    }
    sum
}

/// The mask of where both masks are true.
fn both<T: Real, E: Differentiable<T>>(
    lhs: &E::Data<bool, Any>,
    rhs: &E::Data<bool, Any>,
) -> E::Data<bool, Any> {
    let sizes = E::sizes::<bool, Any>(lhs).into();
    let (lhs, rhs) = (Operand::ByRef(lhs), Operand::ByRef(rhs));
    <E as Binary<ops::BitAnd, bool>>::binary::<Any, Any, Any>(lhs, rhs, sizes)
}

/// The gradient of means: each element of a window has its share.
fn of_means<'t, T: Real, E: Differentiable<T>>(
    x: &Term<'_, T, E>,
    gradient: &Term<'_, T, E>,
    windows: &[Windows],
    divisor: impl Fn(usize, usize) -> usize,
) -> Term<'t, T, E> {
    let shares = windows
        .iter()
        .enumerate()
        .fold(gradient.by_ref(), |shares, (place, along)| {
            let count = shares.sizes()[along.axis];
            let mut sizes = vec![1; shares.sizes().len()];
            sizes[along.axis] = count;
            let mut divisors = (0..count).map(|position| divisor(place, position));
            let divisors = <E as Creates<T>>::generate::<Any>(sizes.into(), || {
                crate::terms::number(divisors.next().map_or(f64::NAN, |divisor| divisor as f64))
            });
            shares / Term::<T, E>::from(divisors)
        });
    let zeros = Term::<T, E>::full(x.sizes().into(), 0.0);
    Windows::each(windows).iter().fold(zeros, |sum, element| {
        sum + Windows::put_back(windows, element, shares.by_ref())
    })
}

/// The largest elements of windows, of which the gradient goes to where they stand.
fn largest<T: Real, E: Differentiable<T>>(
    found: Held<E, T>,
    data: &Traced<T, E>,
    windows: impl FnOnce(&[usize], &[usize]) -> Vec<Windows>,
) -> Traced<T, E> {
    Traced::result(found, &[&data.node], |found| {
        let [x, largest] = [&data.value, found].map(Term::<T, E>::kept);
        let windows = windows(x.sizes(), largest.sizes());
        move |gradient, flow| flow.give(0, || of_largest(&x, &largest, gradient, &windows))
    })
}

impl<T: Real, E: Differentiable<T>> Pools<ops::Max, T> for Grad<E> {
    #[track_caller]
    fn pool<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Pools<ops::Max, T>>::pool::<Any, Any>(&data.value, windows, sizes);
        largest(found, data, |from, to| Windows::sliding(windows, from, to))
    }

    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        axes: usize,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Pools<ops::Max, T>>::pool_to::<Any, Any>(&data.value, axes, sizes);
        largest(found, data, |from, to| Windows::dividing(axes, from, to))
    }
}

impl<T: Real, E: Differentiable<T>> Pools<ops::Mean, T> for Grad<E> {
    #[track_caller]
    fn pool<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Pools<ops::Mean, T>>::pool::<Any, Any>(&data.value, windows, sizes);
        Traced::result(found, &[&data.node], |found| {
            let x = Term::<T, E>::kept(&data.value);
            let to = sizes_of::<T, E>(found);
            let along = Windows::sliding(windows, x.sizes(), to.dims());
            let windows = windows.to_vec();
            move |gradient, flow| {
                let divisor = |place: usize, at| windows[place].divisor(along[place].size, at);
                flow.give(0, || of_means(&x, gradient, &along, divisor));
            }
        })
    }

    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        axes: usize,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Pools<ops::Mean, T>>::pool_to::<Any, Any>(&data.value, axes, sizes);
        Traced::result(found, &[&data.node], |found| {
            let x = Term::<T, E>::kept(&data.value);
            let to = sizes_of::<T, E>(found);
            let along = Windows::dividing(axes, x.sizes(), to.dims());
            move |gradient, flow| {
                let divisor = |place: usize, at: usize| {
                    let elements = along[place].places.iter();
                    elements.filter(|places| places[at].is_some()).count()
                };
                flow.give(0, || of_means(&x, gradient, &along, divisor));
            }
        })
    }
}

impl<T: Real, E: Differentiable<T>> Interpolates<T> for Grad<E> {
    #[track_caller]
    fn interpolate<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        (from, to): (&[usize], &[usize]),
        by: Interpolation,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = E::interpolate::<Any, Any>(&data.value, (from, to), by, sizes);
        Traced::result(found, &[&data.node], |_| {
            let own = sizes_of::<T, E>(&data.value);
            let (from, to) = (from.to_vec(), to.to_vec());
            move |gradient, flow| {
                // One axis after the other: what each element gives to the result is that of a row of the unit matrix.
                flow.give(0, || {
                    let first = own.rank() - from.len();
                    let mut found = gradient.owned();
                    for (place, (&from, &to)) in from.iter().zip(&to).enumerate() {
                        let axis = first + place;
                        let (size, count) = (own.dims()[axis], found.sizes()[axis]);
                        let mut at = 0..size * size;
                        let unit = <E as Creates<T>>::generate::<Any>([size, size].into(), || {
                            let on = at.next().is_some_and(|at| at / size == at % size);
                            if on { T::one() } else { T::zero() }
                        });
                        let steps: (&[usize], &[usize]) = (&[from], &[to]);
                        let shares =
                            E::interpolate::<Any, Any>(&unit, steps, by, [size, count].into());
                        let shares = Term::<T, E>::from(shares).transpose();
                        let mut order: Vec<usize> = (0..own.rank()).collect();
                        order.swap(axis, own.rank() - 1);
                        found = found.permuted(&order).product(&shares).permuted(&order);
                    }
                    found
                });
            }
        })
    }
}

/// The gradient of columns is folded, and that of what is folded are columns.
impl<T: Real, E: Differentiable<T> + Columns<T>> Columns<T> for Grad<E> {
    #[track_caller]
    fn unfold<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Columns<T>>::unfold::<Any, Any>(&data.value, windows, sizes);
        with_back(found, data, windows, <E as Columns<T>>::fold::<Any, Any>)
    }

    #[track_caller]
    fn fold<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Columns<T>>::fold::<Any, Any>(&data.value, windows, sizes);
        with_back(found, data, windows, <E as Columns<T>>::unfold::<Any, Any>)
    }
}

/// A result whose gradient goes back by a function of windows.
fn with_back<T: Real, E: Differentiable<T>>(
    found: Held<E, T>,
    data: &Traced<T, E>,
    windows: &[PoolWindow],
    back: fn(&Held<E, T>, &[PoolWindow], DynShape) -> Held<E, T>,
) -> Traced<T, E> {
    Traced::result(found, &[&data.node], |_| {
        let (sizes, windows) = (sizes_of::<T, E>(&data.value), windows.to_vec());
        move |gradient, flow| {
            let found = || back(gradient.data(), &windows, sizes.clone());
            flow.give(0, || Term::<T, E>::from(found()));
        }
    })
}
