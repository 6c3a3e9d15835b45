//! Convolutions, pools and other windows: where their elements are, and inline tensors, whose results are computed
//! element by element. Those on the heap are in [`heap`].
//!
//! All windows have three axes here; axes that do not exist have one position.

#[cfg(feature = "alloc")]
mod heap;

use super::engines::Inline;
use super::float_element::FloatElement;
use super::matrix::MatrixElement;
use super::memory::InlineArray;
use super::{layout, memory};
use crate::algebra::{
    Interpolation, PoolWindow, Slide, adaptive_pool_shape, convolve_shape,
    convolve_transposed_shape, fold_shape, pool_shape, unfold_shape,
};
use crate::engine::ops::{self, BinaryFunction};
use crate::engine::{Columns, Convolves, Interpolates, Pools};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape, ShapeError};

/// The most axes that a window slides along.
const AXES: usize = 3;

/// One axis that a window slides along.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    window: usize,
    places: usize,
    slide: Slide,
    /// Whether padding counts in a mean.
    padding_counts: bool,
}

impl Along {
    /// An axis that does not exist.
    const NONE: Self = Self {
        size: 1,
        window: 1,
        places: 1,
        slide: Slide::new(),
        padding_counts: true,
    };

    /// The index of element `tap` of the window at a position, or `None` for padding.
    #[inline(always)]
    fn index(&self, place: usize, tap: usize) -> Option<usize> {
        let padded = place * self.slide.stride + tap * self.slide.dilation;
        padded
            .checked_sub(self.slide.padding.0)
            .filter(|&index| index < self.size)
    }

    /// The position at which element `tap` of the window is at an index, if there is one.
    #[inline(always)]
    fn place(&self, index: usize, tap: usize) -> Option<usize> {
        let shifted = (index + self.slide.padding.0).checked_sub(tap * self.slide.dilation)?;
        let place = shifted / self.slide.stride;
        (shifted % self.slide.stride == 0 && place < self.places).then_some(place)
    }

    /// The divisor of the mean of a window at a position.
    #[inline]
    fn counted(&self, place: usize) -> usize {
        let window = PoolWindow {
            size: self.window,
            slide: self.slide,
            ceil: false,
            padding_counts: self.padding_counts,
        };
        window.divisor(self.size, place)
    }

    /// The last axes, of which the first sizes are those of a result.
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
                padding_counts: true,
            };
        }
        axes
    }
}

/// The index along each of three axes of a number in row-major order, by the sizes of the last two.
#[inline(always)]
fn split(number: usize, high: usize, wide: usize) -> [usize; AXES] {
    let (before, column) = (number / wide, number % wide);
    [before / high, before % high, column]
}

/// The number of elements of some sizes, each of an axis.
fn product(axes: &[Along; AXES], number: impl Fn(&Along) -> usize) -> usize {
    // It overflows only if another size is 0, and then there is nothing to visit.
    axes.iter().map(number).fold(1, usize::wrapping_mul)
}

/// Panics if a result does not have the sizes of the rule, because anyone can call an engine with any sizes.
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

/// A convolution with sizes that fit.
struct Convolution {
    groups: usize,
    /// The number of input and output channels of each group.
    takes: usize,
    gives: usize,
    axes: [Along; AXES],
}

impl Convolution {
    /// # Panics
    ///
    /// Panics if the sizes do not fit.
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

    /// The convolution in the opposite direction of a transposed one.
    ///
    /// # Panics
    ///
    /// Panics if the sizes do not fit.
    #[track_caller]
    fn transposed(
        input: &[usize],
        kernels: &[usize],
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: &[usize],
    ) -> Self {
        must_be(
            convolve_transposed_shape(input, kernels, slides, groups),
            sizes,
            slides.len(),
        );
        let lead = input.len() - slides.len() - 1;
        let slides = slides.iter().map(|&(slide, _)| slide);
        Self {
            groups,
            takes: kernels[0] / groups,
            gives: kernels[1],
            axes: Along::all(
                &sizes[lead + 1..],
                &input[lead + 1..],
                kernels[2..].iter().copied().zip(slides),
            ),
        }
    }

    /// One element of the result of a transposed convolution, by its number.
    #[inline(always)]
    fn transposed_element<T: MatrixElement>(&self, input: &[T], kernels: &[T], number: usize) -> T {
        let (size, window, places) = self.counts();
        let (channel, index) = (number / size, number % size);
        let all = self.gives * self.groups;
        let (image, given) = (channel / all, channel % all);
        let (group, given) = (given / self.gives, given % self.gives);
        let mut sum = T::zero();
        for channel in 0..self.takes {
            let channel = group * self.takes + channel;
            let from = image * self.groups * self.takes + channel;
            let input = &input[from * places..][..places];
            let kernel = &kernels[(channel * self.gives + given) * window..][..window];
            for (tap, &factor) in kernel.iter().enumerate() {
                if let Some(place) = self.place(index, tap) {
                    sum = sum + factor * input[place];
                }
            }
        }
        sum
    }

    /// At which place a number of the window is at an index of a channel, if at any, all of them counted in row-major
    /// order.
    #[inline(always)]
    fn place(&self, index: usize, tap: usize) -> Option<usize> {
        let [deep, high, wide] = &self.axes;
        let [layer, row, column] = split(index, high.size, wide.size);
        let [a, b, c] = split(tap, high.window, wide.window);
        let (layer, row) = (deep.place(layer, a)?, high.place(row, b)?);
        Some((layer * high.places + row) * wide.places + wide.place(column, c)?)
    }

    /// The number of elements of a channel, of the window, and of positions.
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
        let [_, high, wide] = &self.axes;
        let [layer, row, column] = split(place, high.places, wide.places);
        let mut sum = T::zero();
        for channel in 0..self.takes {
            let from = (image * self.groups + group) * self.takes + channel;
            let input = &input[from * size..][..size];
            let kernel = &kernels[(given * self.takes + channel) * window..][..window];
            for_each_line(&self.axes, (layer, row), |line, taps| {
                let input = &input[line * wide.size..][..wide.size];
                let kernel = &kernel[taps * wide.window..][..wide.window];
                for (tap, &factor) in kernel.iter().enumerate() {
                    if let Some(column) = wide.index(column, tap) {
                        sum = sum + factor * input[column];
                    }
                }
            });
        }
        sum
    }
}

/// Calls `visit` with each line of a channel that is under a window at a position, and with its line of the window.
#[inline(always)]
fn for_each_line(
    [deep, high, _]: &[Along; AXES],
    (layer, row): (usize, usize),
    mut visit: impl FnMut(usize, usize),
) {
    for a in 0..deep.window {
        let Some(layer) = deep.index(layer, a) else {
            continue;
        };
        for b in 0..high.window {
            if let Some(row) = high.index(row, b) {
                visit(layer * high.size + row, a * high.window + b);
            }
        }
    }
}

/// Nested arrays with as many elements as the sizes say, each computed from its number.
#[inline(always)]
#[track_caller]
fn cells<T, O: ArrayShape>(sizes: &[usize], element: impl Fn(usize) -> T) -> InlineArray<T, O> {
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

#[diagnostic::do_not_recommend]
impl<T: MatrixElement> Convolves<T> for Inline {
    type OutputEngine = Inline;

    #[inline]
    #[track_caller]
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        kernels: &InlineArray<T, R>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let (input, kernel) = (data.sizes(), kernels.sizes());
        let convolution = Convolution::new(input, kernel, slides, groups, sizes.dims());
        cells(sizes.dims(), |number| {
            convolution.element(data.as_slice(), kernels.as_slice(), number)
        })
    }

    #[inline]
    #[track_caller]
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        kernels: &InlineArray<T, R>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let (input, kernel) = (data.sizes(), kernels.sizes());
        let convolution = Convolution::transposed(input, kernel, slides, groups, sizes.dims());
        cells(sizes.dims(), |number| {
            convolution.transposed_element(data.as_slice(), kernels.as_slice(), number)
        })
    }
}

/// How a pool combines the elements of a window.
pub trait PoolOf<T> {
    /// The start value.
    fn start() -> T;
    /// Adds an element.
    fn and(made: T, element: T) -> T;
    /// The result for a window with this many elements.
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
        // A count of elements is converted to a float, rounded if it is large.
        match T::from(count) {
            Some(count) => made / count,
            None => T::nan(),
        }
    }
}

/// The axes of a pool with sizes that fit.
#[track_caller]
fn pooled_axes(input: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> [Along; AXES] {
    must_be(pool_shape(input, windows), sizes, windows.len());
    let lead = input.len() - windows.len();
    let each = windows.iter().map(|window| (window.size, window.slide));
    let mut axes = Along::all(&input[lead..], &sizes[lead..], each);
    for (axis, window) in axes.iter_mut().rev().zip(windows.iter().rev()) {
        axis.padding_counts = window.padding_counts;
    }
    axes
}

/// One element of a pool, by its number.
#[inline(always)]
fn pooled_element<Op: PoolOf<T>, T: Copy>(axes: &[Along; AXES], input: &[T], number: usize) -> T {
    let [deep, high, wide] = axes;
    let places = product(axes, |axis| axis.places);
    let size = product(axes, |axis| axis.size);
    let input = &input[number / places * size..][..size];
    let [layer, row, column] = split(number % places, high.places, wide.places);
    let mut made = Op::start();
    for_each_line(axes, (layer, row), |line, _| {
        let input = &input[line * wide.size..][..wide.size];
        for tap in 0..wide.window {
            if let Some(column) = wide.index(column, tap) {
                made = Op::and(made, input[column]);
            }
        }
    });
    let count = deep.counted(layer) * high.counted(row) * wide.counted(column);
    Op::end(made, count)
}

#[diagnostic::do_not_recommend]
impl<Op: PoolOf<T>, T: FloatElement + 'static> Pools<Op, T> for Inline {
    #[inline]
    #[track_caller]
    fn pool<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let axes = pooled_axes(data.sizes(), windows, sizes.dims());
        cells(sizes.dims(), |number| {
            pooled_element::<Op, T>(&axes, data.as_slice(), number)
        })
    }

    #[inline]
    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        axes: usize,
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let axes = divided_axes(data.sizes(), axes, sizes.dims());
        cells(sizes.dims(), |number| {
            divided_element::<Op, T>(&axes, data.as_slice(), number)
        })
    }
}

/// The last axes of an input and of a result, up to three.
#[track_caller]
fn resized_axes(
    rule: Result<DynShape, ShapeError>,
    input: &[usize],
    axes: usize,
    sizes: &[usize],
) -> [(usize, usize); AXES] {
    must_be(rule, sizes, axes);
    let mut resized = [(1, 1); AXES];
    let pairs = input.iter().rev().zip(sizes.iter().rev()).take(axes);
    for (axis, (&from, &to)) in resized.iter_mut().rev().zip(pairs) {
        *axis = (from, to);
    }
    resized
}

/// The axes of a pool whose windows divide them as equally as possible.
#[track_caller]
fn divided_axes(input: &[usize], axes: usize, sizes: &[usize]) -> [(usize, usize); AXES] {
    let target = &sizes[sizes.len().saturating_sub(axes)..];
    resized_axes(adaptive_pool_shape(input, target), input, axes, sizes)
}

/// `index * to / from`, rounded down, without overflow.
#[inline(always)]
fn scaled(index: usize, from: usize, to: usize) -> usize {
    match index.checked_mul(to) {
        Some(product) => product / from,
        None => (index as u128 * to as u128 / from as u128) as usize,
    }
}

/// The index of the image and an index for each axis, from the number of an element of the result.
#[inline(always)]
fn split_number(axes: &[(usize, usize); AXES], number: usize) -> (usize, [usize; AXES]) {
    let [deep, high, wide] = axes.map(|(_, to)| to);
    let [before, row, column] = split(number, high, wide);
    (before / deep, [before % deep, row, column])
}

/// One element of a pool whose windows divide the axes as equally as possible, by its number.
#[inline(always)]
fn divided_element<Op: PoolOf<T>, T: Copy>(
    axes: &[(usize, usize); AXES],
    input: &[T],
    number: usize,
) -> T {
    let (image, indices) = split_number(axes, number);
    // Windows may overlap: from the start of a fraction, rounded down, to its end, rounded up.
    let window = |axis: usize| {
        let (from, to) = axes[axis];
        let first = scaled(indices[axis], to, from);
        let last = from - scaled(to - 1 - indices[axis], to, from);
        first..last
    };
    let (layers, rows, columns) = (window(0), window(1), window(2));
    let [deep, high, wide] = axes.map(|(from, _)| from);
    let input = &input[image * deep * high * wide..];
    let count = layers.len() * rows.len() * columns.len();
    let mut made = Op::start();
    for layer in layers {
        for row in rows.clone() {
            let line = (layer * high + row) * wide;
            for &element in &input[line + columns.start..line + columns.end] {
                made = Op::and(made, element);
            }
        }
    }
    Op::end(made, count)
}

/// Windows along the last axes, of these sizes.
fn windows_along(sizes: &[usize], windows: &[PoolWindow]) -> [Along; AXES] {
    let mut places = DynShape::from(sizes);
    for (place, window) in windows.iter().enumerate() {
        // It fits: the rule says so.
        let positions = window.slide.positions(sizes[place], window.size);
        places.dims_mut()[place] = positions.unwrap_or(0);
    }
    let each = windows.iter().map(|window| (window.size, window.slide));
    Along::all(sizes, places.dims(), each)
}

/// The columns of windows, which are those of a convolution.
#[track_caller]
fn unfolded(input: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> Convolution {
    must_be(unfold_shape(input, windows), sizes, windows.len());
    let lead = input.len() - windows.len();
    Convolution {
        groups: 1,
        takes: input[lead - 1],
        gives: 1,
        axes: windows_along(&input[lead..], windows),
    }
}

/// Columns that are put back: as the results of a transposed convolution are, of which the input is multiplied already.
#[track_caller]
fn folded(columns: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> Convolution {
    let lead = sizes.len().saturating_sub(windows.len());
    let rule = fold_shape(columns, &sizes[lead..], windows);
    must_be(rule, sizes, windows.len());
    Convolution {
        groups: 1,
        takes: 1,
        gives: sizes[lead - 1],
        axes: windows_along(&sizes[lead..], windows),
    }
}

/// The last axes of an interpolation, and its steps along them.
#[track_caller]
fn stepped_axes(
    input: &[usize],
    steps: (&[usize], &[usize]),
    sizes: &[usize],
) -> [[(usize, usize); AXES]; 2] {
    let axes = divided_axes(input, steps.0.len(), sizes);
    let mut all = [(1, 1); AXES];
    let pairs = steps.0.iter().rev().zip(steps.1.iter().rev());
    for (step, (&from, &to)) in all.iter_mut().rev().zip(pairs) {
        *step = (from, to);
    }
    [axes, all]
}

impl<T: FloatElement + 'static> Interpolates<T> for Inline {
    #[track_caller]
    fn interpolate<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        steps: (&[usize], &[usize]),
        by: Interpolation,
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let axes = stepped_axes(data.sizes(), steps, sizes.dims());
        cells(sizes.dims(), |number| {
            interpolated(&axes, by, data.as_slice(), number)
        })
    }
}

/// One element of an interpolation, by its number.
#[inline(always)]
fn interpolated<T: FloatElement>(
    [axes, steps]: &[[(usize, usize); AXES]; 2],
    by: Interpolation,
    input: &[T],
    number: usize,
) -> T {
    let (image, indices) = split_number(axes, number);
    let [deep, high, wide] = axes.map(|(from, _)| from);
    let input = &input[image * deep * high * wide..][..deep * high * wide];
    // The two neighbours along an axis, and the weight of the second one.
    let neighbours = |axis: usize| {
        let (size, (from, to), index) = (axes[axis].0, steps[axis], indices[axis]);
        match by {
            Interpolation::Nearest => ([scaled(index, to, from).min(size - 1); 2], T::zero()),
            Interpolation::Linear => {
                let number = |count: usize| T::from(count).unwrap_or_else(T::nan);
                let half = T::one() / number(2);
                let place = (number(index) + half) * (number(from) / number(to)) - half;
                let place = place.max(T::zero());
                let first = place.to_usize().unwrap_or(0).min(size - 1);
                ([first, (first + 1).min(size - 1)], place - number(first))
            }
        }
    };
    let (layers, rows, columns) = (neighbours(0), neighbours(1), neighbours(2));
    let mixed = |a: T, b: T, share: T| match share == T::zero() {
        true => a,
        false => a * (T::one() - share) + b * share,
    };
    let line = |layer: usize, row: usize| {
        let line = &input[(layer * high + row) * wide..][..wide];
        mixed(line[columns.0[0]], line[columns.0[1]], columns.1)
    };
    let plane = |layer| mixed(line(layer, rows.0[0]), line(layer, rows.0[1]), rows.1);
    mixed(plane(layers.0[0]), plane(layers.0[1]), layers.1)
}

impl<T: MatrixElement> Columns<T> for Inline {
    #[track_caller]
    fn unfold<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let of = unfolded(data.sizes(), windows, sizes.dims());
        let (size, window, places) = of.counts();
        let [deep, high, wide] = of.axes;
        let input = data.as_slice();
        cells(sizes.dims(), |number| {
            let (row, place) = (number / places, number % places);
            let (channel, tap) = (row / window, row % window);
            let [a, b, c] = split(tap, high.window, wide.window);
            let [layer, row, column] = split(place, high.places, wide.places);
            let found = (
                deep.index(layer, a),
                high.index(row, b),
                wide.index(column, c),
            );
            match found {
                (Some(layer), Some(row), Some(column)) => {
                    input[channel * size + (layer * high.size + row) * wide.size + column]
                }
                _ => T::zero(),
            }
        })
    }

    #[track_caller]
    fn fold<S: Shape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let of = folded(data.sizes(), windows, sizes.dims());
        let (size, window, places) = of.counts();
        let columns = data.as_slice();
        cells(sizes.dims(), |number| {
            let (channel, index) = (number / size, number % size);
            let columns = &columns[channel * window * places..][..window * places];
            (0..window).fold(T::zero(), |sum, tap| {
                let place = of.place(index, tap);
                place.map_or(sum, |place| sum + columns[tap * places + place])
            })
        })
    }
}
