//! Convolutions and pools. A convolution is a product of kernels and columns, where a column is what lies under the kernel in one place: columns are
//! made for some places at a time, so that they stay in the cache.
//!
//! All axes that a window slides along are walked through as three, of which those that are not there have one place.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec, vec::Vec};

#[cfg(feature = "alloc")]
use super::array::Array;
use super::engines::Inline;
#[cfg(feature = "alloc")]
use super::engines::{Borrowed, Host};
use super::inline::Cells;
use super::matrix::MatrixElement;
#[cfg(feature = "alloc")]
use super::matrix::product_into;
#[cfg(feature = "alloc")]
use super::raw::{Holds, Raw, RawMut};
use super::reduce::FloatElement;
use super::{layout, memory};
use crate::algebra::{PoolWindow, Slide, convolve_shape, pool_shape};
#[cfg(feature = "alloc")]
use crate::engine::Engine;
use crate::engine::ops::{self, PairOf};
use crate::engine::{Convolves, Pools};
use crate::shape::list::Nest;
use crate::{DynShape, Shape, ShapeError};

/// How many axes a window slides along at most.
const AXES: usize = 3;

/// One axis that a window slides along.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    window: usize,
    places: usize,
    slide: Slide,
}

impl Along {
    /// An axis that is not there.
    const NONE: Self = Self {
        size: 1,
        window: 1,
        places: 1,
        slide: Slide::new(),
    };

    /// Which index element `tap` of the window has at a place; `None` for padding.
    #[inline(always)]
    fn index(&self, place: usize, tap: usize) -> Option<usize> {
        let padded = place * self.slide.stride + tap * self.slide.dilation;
        padded
            .checked_sub(self.slide.padding.0)
            .filter(|&index| index < self.size)
    }

    /// The places at which element `tap` of the window is none of padding, from the first to behind the last.
    #[cfg(feature = "alloc")]
    #[inline]
    fn inside(&self, tap: usize) -> (usize, usize) {
        let (stride, shift) = (self.slide.stride, tap * self.slide.dilation);
        let first = self.slide.padding.0.saturating_sub(shift).div_ceil(stride);
        let end = match (self.size + self.slide.padding.0).checked_sub(shift + 1) {
            Some(last) => last / stride + 1,
            None => 0,
        };
        let end = end.min(self.places);
        (first.min(end), end)
    }

    /// How many places of the axis and its padding a window has at a place.
    #[inline]
    fn counted(&self, place: usize) -> usize {
        let Slide {
            stride,
            padding,
            dilation,
        } = self.slide;
        let end = self.size + padding.0 + padding.1;
        let left = end.saturating_sub(place * stride);
        left.div_ceil(dilation).min(self.window)
    }

    /// The last axes of sizes, of which the first are those of a result; none in front of them.
    fn all(
        sizes: &[usize],
        places: &[usize],
        windows: impl DoubleEndedIterator<Item = (usize, Slide)>,
    ) -> [Self; AXES] {
        let mut axes = [Self::NONE; AXES];
        let sizes = sizes.iter().rev().zip(places.iter().rev());
        for (axis, (sizes, (window, slide))) in axes.iter_mut().rev().zip(sizes.zip(windows.rev()))
        {
            *axis = Self {
                size: *sizes.0,
                window,
                places: *sizes.1,
                slide,
            };
        }
        axes
    }
}

/// The number of elements of some sizes, each of an axis.
fn product(axes: &[Along; AXES], number: impl Fn(&Along) -> usize) -> usize {
    axes.iter().map(number).product()
}

/// A result of these sizes, as the rule says, or a panic: anyone can call an engine, with any sizes.
#[track_caller]
fn must_be(rule: Result<DynShape, ShapeError>, sizes: &[usize], axes: usize) {
    assert!(axes <= AXES, "a window slides along at most {AXES} axes");
    match rule {
        Ok(rule) => assert!(
            rule.dims() == sizes,
            "a result of sizes {rule}, not {sizes:?}"
        ),
        Err(error) => panic!("{error}"),
    }
}

/// A convolution of sizes that fit.
struct Convolution {
    groups: usize,
    /// How many channels each group takes and gives.
    takes: usize,
    gives: usize,
    axes: [Along; AXES],
}

impl Convolution {
    /// # Panics
    ///
    /// Where the sizes do not fit.
    #[track_caller]
    fn new(
        input: &[usize],
        kernels: &[usize],
        slides: &[Slide],
        groups: usize,
        sizes: &[usize],
    ) -> Self {
        must_be(
            convolve_shape(input, kernels, slides, groups),
            sizes,
            slides.len(),
        );
        let lead = input.len() - slides.len() - 1;
        let windows = kernels[2..].iter().copied().zip(slides.iter().copied());
        Self {
            groups,
            takes: kernels[1],
            gives: kernels[0] / groups,
            axes: Along::all(&input[lead + 1..], &sizes[lead + 1..], windows),
        }
    }

    /// How many elements each channel has, and the window, and how many places.
    fn counts(&self) -> (usize, usize, usize) {
        (
            product(&self.axes, |axis| axis.size),
            product(&self.axes, |axis| axis.window),
            product(&self.axes, |axis| axis.places),
        )
    }

    /// One element of the result, by its number.
    #[inline(always)]
    fn element<T: MatrixElement>(&self, input: &[T], kernels: &[T], number: usize) -> T {
        let (size, window, places) = self.counts();
        let (channel, place) = (number / places, number % places);
        let (image, given) = (
            channel / (self.gives * self.groups),
            channel % (self.gives * self.groups),
        );
        let group = given / self.gives;
        let [deep, high, wide] = &self.axes;
        let (before, column) = (place / wide.places, place % wide.places);
        let (layer, row) = (before / high.places, before % high.places);
        let mut sum = T::zero();
        for channel in 0..self.takes {
            let from = (image * self.groups + group) * self.takes + channel;
            let input = &input[from * size..][..size];
            let kernel = &kernels[(given * self.takes + channel) * window..][..window];
            for a in 0..deep.window {
                let Some(layer) = deep.index(layer, a) else {
                    continue;
                };
                for b in 0..high.window {
                    let Some(row) = high.index(row, b) else {
                        continue;
                    };
                    let input = &input[(layer * high.size + row) * wide.size..][..wide.size];
                    let kernel = &kernel[(a * high.window + b) * wide.window..][..wide.window];
                    for (c, &factor) in kernel.iter().enumerate() {
                        if let Some(column) = wide.index(column, c) {
                            sum = sum + factor * input[column];
                        }
                    }
                }
            }
        }
        sum
    }
}

/// Elements in row-major order.
#[cfg(feature = "alloc")]
fn side_by_side<T: Copy>(raw: Raw<'_, T>) -> Cow<'_, [T]> {
    match raw.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(raw.iter().copied().collect()),
    }
}

/// How many bytes of columns are made at a time: with what a product copies of them they stay in the second level of the cache.
#[cfg(feature = "alloc")]
const COLUMNS: usize = 512 << 10;

#[cfg(feature = "alloc")]
impl Convolution {
    /// Whether a kernel is one number that is at every element in turn: columns are what lies there.
    fn is_product(&self) -> bool {
        let plain = |axis: &Along| axis.window == 1 && axis.slide == Slide::new();
        self.axes.iter().all(plain)
    }

    /// Writes what lies under a kernel at some places, column after column of the places, row after row of the kernel's numbers.
    fn fill<T: MatrixElement>(
        &self,
        input: &[T],
        places: core::ops::Range<usize>,
        columns: &mut [T],
    ) {
        let [deep, high, wide] = &self.axes;
        let (size, width) = (product(&self.axes, |axis| axis.size), places.len());
        let mut rows = columns.chunks_exact_mut(width);
        for channel in 0..self.takes {
            let input = &input[channel * size..][..size];
            for a in 0..deep.window {
                for b in 0..high.window {
                    for c in 0..wide.window {
                        let Some(mut target) = rows.next() else {
                            unreachable!("there is a row for each number of a kernel")
                        };
                        let inside = wide.inside(c);
                        let mut place = places.start;
                        while place < places.end {
                            let (before, column) = (place / wide.places, place % wide.places);
                            let count = (wide.places - column).min(places.end - place);
                            let (piece, rest) = target.split_at_mut(count);
                            (target, place) = (rest, place + count);
                            let layer = deep.index(before / high.places, a);
                            let row = high.index(before % high.places, b);
                            let (Some(layer), Some(row)) = (layer, row) else {
                                piece.fill(T::zero());
                                continue;
                            };
                            let input =
                                &input[(layer * high.size + row) * wide.size..][..wide.size];
                            fill_row(piece, input, wide, (column, c), inside);
                        }
                    }
                }
            }
        }
    }

    fn convolve<T: MatrixElement>(&self, input: &[T], kernels: &[T], result: &mut [T]) {
        let (size, window, places) = self.counts();
        let inner = self.takes * window;
        let block = match self.is_product() {
            true => places,
            false => (COLUMNS / size_of::<T>() / inner.max(1)).clamp(64, places.max(64)),
        };
        let mut columns = match self.is_product() {
            true => Vec::new(),
            false => vec![T::zero(); inner * block.min(places)],
        };
        let inputs = input.chunks_exact((self.takes * size).max(1));
        let results = result.chunks_exact_mut((self.gives * places).max(1));
        for (number, result) in results.enumerate() {
            // Without channels there is no element of the input, and a sum of none is zero.
            let input = inputs.clone().nth(number).unwrap_or(&[]);
            let first = number % self.groups * self.gives * inner;
            let kernels = Raw {
                elements: &kernels[first..first + self.gives * inner],
                sizes: &[self.gives, inner],
                strides: &[inner, 1],
            };
            for start in (0..places).step_by(block) {
                let end = places.min(start + block);
                let width = end - start;
                let elements = match self.is_product() {
                    true => input,
                    false => {
                        self.fill(input, start..end, &mut columns[..inner * width]);
                        &columns[..inner * width]
                    }
                };
                let columns = Raw {
                    elements,
                    sizes: &[inner, width],
                    strides: &[width, 1],
                };
                let target = RawMut {
                    elements: &mut result[start..],
                    sizes: &[self.gives, width],
                    strides: &[places, 1],
                };
                product_into(kernels, columns, target);
            }
        }
    }
}

/// What lies under number `tap` of a kernel along a row of the input, from one place on; `inside` are the places at which it is none of padding.
#[cfg(feature = "alloc")]
#[inline]
fn fill_row<T: MatrixElement>(
    target: &mut [T],
    input: &[T],
    axis: &Along,
    (first, tap): (usize, usize),
    inside: (usize, usize),
) {
    let last = first + target.len();
    let from = inside.0.clamp(first, last);
    let to = inside.1.clamp(from, last);
    target[..from - first].fill(T::zero());
    target[to - first..].fill(T::zero());
    let target = &mut target[from - first..to - first];
    if let (Some(index), false) = (axis.index(from, tap), target.is_empty()) {
        match axis.slide.stride {
            1 => target.copy_from_slice(&input[index..][..target.len()]),
            stride => {
                for (target, element) in
                    target.iter_mut().zip(input[index..].iter().step_by(stride))
                {
                    *target = *element;
                }
            }
        }
    }
}

/// Compiled once for an element type.
#[cfg(feature = "alloc")]
#[track_caller]
fn convolved<T: MatrixElement>(
    data: Raw<'_, T>,
    kernels: Raw<'_, T>,
    slides: &[Slide],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    let convolution = Convolution::new(data.sizes, kernels.sizes, slides, groups, sizes.dims());
    let mut result = vec![T::zero(); layout::count(sizes.dims())];
    convolution.convolve(&side_by_side(data), &side_by_side(kernels), &mut result);
    Array::new(sizes, result)
}

/// Two engines of which one is not inline: to the heap.
#[cfg(feature = "alloc")]
macro_rules! convolves_on_the_heap {
    ($([$($lifetime:lifetime),*] $Data:ty, $Kernels:ty;)*) => {$(
        impl<$($lifetime,)* T: MatrixElement> Convolves<T, $Kernels> for $Data {
            type Home = Host;

            #[track_caller]
            fn convolve<S: Shape, R: Shape, O: Nest>(
                data: &<$Data as Engine>::Data<T, S>,
                kernels: &<$Kernels as Engine>::Data<T, R>,
                slides: &[Slide],
                groups: usize,
                sizes: DynShape,
            ) -> Array<T> {
                convolved(data.raw(), kernels.raw(), slides, groups, sizes)
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
convolves_on_the_heap! {
    [] Host, Host;
    ['a] Host, Borrowed<'a>;
    [] Host, Inline;
    ['a] Borrowed<'a>, Host;
    ['a, 'b] Borrowed<'a>, Borrowed<'b>;
    ['a] Borrowed<'a>, Inline;
    [] Inline, Host;
    ['a] Inline, Borrowed<'a>;
}

/// Arrays nested per axis, of as many elements as sizes say, each found by its number.
#[inline(always)]
#[track_caller]
fn cells<T, O: Nest>(sizes: &[usize], element: impl Fn(usize) -> T) -> Cells<T, O> {
    assert!(
        layout::count(sizes) == memory::count::<O>(),
        "as many elements as the shape has"
    );
    let mut number = 0;
    memory::generate_cells(|| {
        number += 1;
        element(number - 1)
    })
}

impl<T: MatrixElement> Convolves<T> for Inline {
    type Home = Inline;

    #[inline]
    #[track_caller]
    fn convolve<S: Shape, R: Shape, O: Nest>(
        data: &Cells<T, S>,
        kernels: &Cells<T, R>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> Cells<T, O> {
        let (input, kernel) = (data.sizes(), kernels.sizes());
        let convolution = Convolution::new(input, kernel, slides, groups, sizes.dims());
        cells(sizes.dims(), |number| {
            convolution.element(data.as_slice(), kernels.as_slice(), number)
        })
    }
}

/// What a pool makes of the elements in a window.
pub trait PoolOf<T> {
    /// Of none yet.
    fn start() -> T;
    /// Of one more.
    fn and(made: T, element: T) -> T;
    /// Of all, in a window of so many places.
    fn end(made: T, count: usize) -> T;
}

impl<T: FloatElement> PoolOf<T> for ops::Max {
    fn start() -> T {
        T::neg_infinity()
    }

    #[inline(always)]
    fn and(made: T, element: T) -> T {
        ops::Maximum::apply(made, element)
    }

    #[inline(always)]
    fn end(made: T, _count: usize) -> T {
        made
    }
}

impl<T: FloatElement> PoolOf<T> for ops::Mean {
    fn start() -> T {
        T::zero()
    }

    #[inline(always)]
    fn and(made: T, element: T) -> T {
        made + element
    }

    #[inline(always)]
    fn end(made: T, count: usize) -> T {
        // A count of elements is a float, rounded where it is large.
        match T::from(count) {
            Some(count) => made / count,
            None => T::nan(),
        }
    }
}

/// The axes of a pool of sizes that fit.
#[track_caller]
fn pooled_axes(input: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> [Along; AXES] {
    must_be(pool_shape(input, windows), sizes, windows.len());
    let lead = input.len() - windows.len();
    let each = windows.iter().map(|window| (window.size, window.slide));
    Along::all(&input[lead..], &sizes[lead..], each)
}

/// One element of a pool, by its number.
#[inline(always)]
fn pooled_element<Op: PoolOf<T>, T: Copy>(axes: &[Along; AXES], input: &[T], number: usize) -> T {
    let [deep, high, wide] = axes;
    let places = product(axes, |axis| axis.places);
    let size = product(axes, |axis| axis.size);
    let input = &input[number / places * size..][..size];
    let place = number % places;
    let (before, column) = (place / wide.places, place % wide.places);
    let (layer, row) = (before / high.places, before % high.places);
    let mut made = Op::start();
    for a in 0..deep.window {
        let Some(layer) = deep.index(layer, a) else {
            continue;
        };
        for b in 0..high.window {
            let Some(row) = high.index(row, b) else {
                continue;
            };
            let input = &input[(layer * high.size + row) * wide.size..][..wide.size];
            for c in 0..wide.window {
                if let Some(column) = wide.index(column, c) {
                    made = Op::and(made, input[column]);
                }
            }
        }
    }
    let count = deep.counted(layer) * high.counted(row) * wide.counted(column);
    Op::end(made, count)
}

/// A pool, row by row of the result: of each number of the window all places at once.
#[cfg(feature = "alloc")]
#[track_caller]
fn pooled<Op: PoolOf<T>, T: FloatElement>(
    data: Raw<'_, T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let axes = pooled_axes(data.sizes, windows, sizes.dims());
    let [deep, high, wide] = &axes;
    let input = side_by_side(data);
    let mut result = vec![Op::start(); layout::count(sizes.dims())];
    let size = product(&axes, |axis| axis.size);
    let rows = deep.places * high.places;
    for (number, target) in result.chunks_exact_mut(wide.places.max(1)).enumerate() {
        let input = &input[number / rows * size..][..size];
        let (layer, row) = (number % rows / high.places, number % high.places);
        for a in 0..deep.window {
            for b in 0..high.window {
                let (Some(layer), Some(row)) = (deep.index(layer, a), high.index(row, b)) else {
                    continue;
                };
                let input = &input[(layer * high.size + row) * wide.size..][..wide.size];
                for c in 0..wide.window {
                    let (from, to) = wide.inside(c);
                    let Some(first) = wide.index(from, c).filter(|_| from < to) else {
                        continue;
                    };
                    let target = target[from..to].iter_mut();
                    match wide.slide.stride {
                        1 => {
                            for (made, &element) in target.zip(&input[first..]) {
                                *made = Op::and(*made, element);
                            }
                        }
                        stride => {
                            for (made, &element) in
                                target.zip(input[first..].iter().step_by(stride))
                            {
                                *made = Op::and(*made, element);
                            }
                        }
                    }
                }
            }
        }
        let count = deep.counted(layer) * high.counted(row);
        for (column, made) in target.iter_mut().enumerate() {
            *made = Op::end(*made, count * wide.counted(column));
        }
    }
    Array::new(sizes, result)
}

#[cfg(feature = "alloc")]
macro_rules! pools_on_the_heap {
    ($([$($lifetime:lifetime)?] $Engine:ty;)*) => {$(
        impl<$($lifetime,)? Op: PoolOf<T>, T: FloatElement + 'static> Pools<Op, T> for $Engine {
            type Home = Host;

            #[track_caller]
            fn pool<S: Shape, O: Nest>(
                data: &<$Engine as Engine>::Data<T, S>,
                windows: &[PoolWindow],
                sizes: DynShape,
            ) -> Array<T> {
                pooled::<Op, T>(data.raw(), windows, sizes)
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
pools_on_the_heap! {
    [] Host;
    ['a] Borrowed<'a>;
}

impl<Op: PoolOf<T>, T: FloatElement + 'static> Pools<Op, T> for Inline {
    type Home = Inline;

    #[inline]
    #[track_caller]
    fn pool<S: Shape, O: Nest>(
        data: &Cells<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Cells<T, O> {
        let axes = pooled_axes(data.sizes(), windows, sizes.dims());
        cells(sizes.dims(), |number| {
            pooled_element::<Op, T>(&axes, data.as_slice(), number)
        })
    }
}
