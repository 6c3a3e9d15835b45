//! Convolutions and pools. A convolution is a product of kernels and columns; a column contains the elements under the
//! kernel at one position. Columns are made for some positions at a time, so that they stay in the cache. If there is a
//! kernel for it, products go along lines of the input, without columns.
//!
//! All windows have three axes here; axes that do not exist have one position.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec, vec::Vec};
#[cfg(feature = "alloc")]
use core::ops::Range;

#[cfg(feature = "alloc")]
use super::array::Array;
use super::engines::Inline;
#[cfg(feature = "alloc")]
use super::engines::{Borrowed, Host};
use super::float_element::FloatElement;
use super::layout::Layout;
use super::matrix::MatrixElement;
#[cfg(feature = "alloc")]
use super::matrix::{self, Lines, product_into};
use super::memory::Cells;
use super::raw::Holds;
#[cfg(feature = "alloc")]
use super::raw::{Raw, RawMut};
#[cfg(feature = "alloc")]
use super::slice::Slice;
use super::{layout, memory};
use crate::algebra::{
    Interpolation, PoolWindow, Slide, adaptive_pool_shape, convolve_shape,
    convolve_transposed_shape, fold_shape, pool_shape, unfold_shape,
};
#[cfg(feature = "alloc")]
use crate::engine::Engine;
use crate::engine::ops::{self, BinaryFunction};
use crate::engine::{Convolves, Folds, Interpolates, Pools, Rearranges, SlidingViews, Unfolds};
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

    /// The range of positions at which element `tap` of the window is not in the padding.
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

    /// What the mean of a window at a position is divided by.
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
        let (before, column) = (index / wide.size, index % wide.size);
        let (layer, row) = (before / high.size, before % high.size);
        let (before, c) = (tap / wide.window, tap % wide.window);
        let (a, b) = (before / high.window, before % high.window);
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

/// The bytes of columns made at a time: together with the copies of a product they stay in the second-level cache.
#[cfg(feature = "alloc")]
const COLUMNS: usize = 512 << 10;

/// From this many positions in a line, and output channels, kernels go along lines.
#[cfg(feature = "alloc")]
const LINE: usize = 12;
#[cfg(feature = "alloc")]
const ROWS: usize = 4;

#[cfg(feature = "alloc")]
impl Convolution {
    /// Whether the kernel has one element with stride 1 and no padding, so that the input is the columns.
    fn is_product(&self) -> bool {
        let plain = |axis: &Along| axis.window == 1 && axis.slide == Slide::new();
        self.axes.iter().all(plain)
    }

    /// Calls `visit` with each row of columns of some channels, one row for each element of the window, in pieces:
    /// along a line of the channel, or in its padding.
    fn for_each_piece(&self, channels: usize, places: Range<usize>, mut visit: impl FnMut(Piece)) {
        let [deep, high, wide] = &self.axes;
        let (size, width) = (product(&self.axes, |axis| axis.size), places.len());
        let mut start = 0;
        for channel in 0..channels {
            for a in 0..deep.window {
                for b in 0..high.window {
                    for tap in 0..wide.window {
                        let inside = wide.inside(tap);
                        let mut place = places.start;
                        while place < places.end {
                            let (before, column) = (place / wide.places, place % wide.places);
                            let count = (wide.places - column).min(places.end - place);
                            let layer = deep.index(before / high.places, a);
                            let row = high.index(before % high.places, b);
                            let line = layer.zip(row).map(|(layer, row)| {
                                channel * size + (layer * high.size + row) * wide.size
                            });
                            let at = start + place - places.start;
                            visit(Piece {
                                columns: at..at + count,
                                line,
                                column,
                                tap,
                                inside,
                            });
                            place += count;
                        }
                        start += width;
                    }
                }
            }
        }
    }

    /// Writes the elements under a window at some positions: one column for each position, one row for each element of
    /// the window in each channel.
    fn fill<T: Copy>(
        &self,
        channels: usize,
        input: &[T],
        zero: T,
        places: Range<usize>,
        columns: &mut [T],
    ) {
        let wide = &self.axes[AXES - 1];
        self.for_each_piece(channels, places, |piece| {
            let target = &mut columns[piece.columns.clone()];
            let Some(line) = piece.line else {
                target.fill(zero);
                return;
            };
            let (range, first) = piece.inside(wide);
            target[..range.start].fill(zero);
            target[range.end..].fill(zero);
            let target = &mut target[range];
            let Some(first) = first else { return };
            let input = &input[line..][first..wide.size];
            match wide.slide.stride {
                1 => target.copy_from_slice(&input[..target.len()]),
                stride => {
                    for (target, element) in target.iter_mut().zip(input.iter().step_by(stride)) {
                        *target = *element;
                    }
                }
            }
        });
    }

    /// Adds columns to the elements they came from.
    fn spread<T: MatrixElement>(&self, columns: &[T], places: Range<usize>, result: &mut [T]) {
        let wide = &self.axes[AXES - 1];
        self.for_each_piece(self.gives, places, |piece| {
            let (range, first) = piece.inside(wide);
            let (Some(line), Some(first)) = (piece.line, first) else {
                return;
            };
            let terms = &columns[piece.columns][range];
            let sums = result[line..][first..wide.size].iter_mut();
            for (sum, &term) in sums.step_by(wide.slide.stride).zip(terms) {
                *sum = *sum + term;
            }
        });
    }

    /// A transposed convolution: the axes are those of its result, and its positions those of the input.
    fn transpose<T: MatrixElement>(&self, input: &[T], kernels: &[T], result: &mut [T]) {
        let (size, window, places) = self.counts();
        let (takes, inner) = (self.takes, self.gives * window);
        let block = (COLUMNS / size_of::<T>() / inner.max(1)).clamp(64, places.max(64));
        let mut columns = vec![T::zero(); inner * block.min(places)];
        let inputs = input.chunks_exact((takes * places).max(1));
        let results = result.chunks_exact_mut((self.gives * size).max(1));
        // Without an input, because there is no channel or position, sums are zero.
        for ((number, result), input) in results.enumerate().zip(inputs) {
            let first = number % self.groups * takes * inner;
            let kernels = Raw {
                elements: &kernels[first..first + takes * inner],
                sizes: &[inner, takes],
                strides: &[1, inner],
                row_major: false,
            };
            for start in (0..places).step_by(block) {
                let end = places.min(start + block);
                let width = end - start;
                let elements = Raw {
                    elements: &input[start..],
                    sizes: &[takes, width],
                    strides: &[places, 1],
                    row_major: false,
                };
                let target = RawMut {
                    elements: &mut columns[..inner * width],
                    sizes: &[inner, width],
                    strides: &[width, 1],
                    row_major: true,
                };
                product_into(kernels, elements, target);
                self.spread(&columns[..inner * width], start..end, result);
            }
        }
    }

    /// Whether kernels go along lines of the input, without columns, which take as long to write as a third of the
    /// product.
    fn goes_along_lines<T: MatrixElement>(&self) -> bool {
        let [deep, high, wide] = &self.axes;
        let is_there = self.takes > 0 && deep.places * high.places > 0;
        let is_long = wide.places >= LINE && self.gives >= ROWS;
        T::has_lines() && !self.is_product() && is_there && is_long
    }

    /// A convolution along lines of the input, which is copied with its padding. For a stride along the last axis, the
    /// elements of each phase are copied side by side.
    fn convolve_along_lines<T: MatrixElement>(&self, input: &[T], kernels: &[T], result: &mut [T]) {
        let (size, window, places) = self.counts();
        let [deep, high, wide] = &self.axes;
        let extent = |axis: &Along| {
            (axis.places - 1) * axis.slide.stride + (axis.window - 1) * axis.slide.dilation + 1
        };
        let (layers, rows) = (extent(deep), extent(high));
        let phases = wide.slide.stride;
        let phase = extent(wide).div_ceil(phases);
        let line = phases * phase;
        let mut offsets = Vec::with_capacity(self.takes * window);
        for channel in 0..self.takes {
            for a in 0..deep.window {
                for b in 0..high.window {
                    let layer = channel * layers + a * deep.slide.dilation;
                    let row = layer * rows + b * high.slide.dilation;
                    for tap in 0..wide.window {
                        let shift = tap * wide.slide.dilation;
                        offsets.push(row * line + shift % phases * phase + shift / phases);
                    }
                }
            }
        }
        let lines = Lines::new(offsets);
        let mut padded = vec![T::zero(); self.takes * layers * rows * line];
        let inputs = input.chunks_exact((self.takes * size).max(1));
        let results = result.chunks_exact_mut(self.gives * places);
        let inner = self.takes * window;
        for ((number, result), input) in results.enumerate().zip(inputs) {
            for (row, target) in padded.chunks_exact_mut(line).enumerate() {
                let (layer, row) = (row / rows, row % rows);
                let (channel, layer) = (layer / layers, layer % layers);
                // Padding is zero initially.
                let inside = |axis: &Along, index: usize| {
                    let index = index.checked_sub(axis.slide.padding.0)?;
                    (index < axis.size).then_some(index)
                };
                let (Some(layer), Some(row)) = (inside(deep, layer), inside(high, row)) else {
                    continue;
                };
                let from = ((channel * deep.size + layer) * high.size + row) * wide.size;
                let input = &input[from..][..wide.size];
                for (number, target) in target.chunks_exact_mut(phase).enumerate() {
                    // The first position of the phase that is inside the input, and its element.
                    let before = wide.slide.padding.0;
                    let first = before.saturating_sub(number).div_ceil(phases);
                    let element = first * phases + number - before;
                    let Some(target) = target.get_mut(first..) else {
                        continue;
                    };
                    let input = input.get(element..).unwrap_or(&[]);
                    match phases {
                        1 => {
                            let count = target.len().min(input.len());
                            target[..count].copy_from_slice(&input[..count]);
                        }
                        _ => {
                            let elements = input.iter().step_by(phases);
                            target
                                .iter_mut()
                                .zip(elements)
                                .for_each(|(to, from)| *to = *from);
                        }
                    }
                }
            }
            let first = number % self.groups * self.gives * inner;
            let kernels = &kernels[first..][..self.gives * inner];
            for place in 0..deep.places * high.places {
                let (layer, row) = (place / high.places, place % high.places);
                let start = (layer * deep.slide.stride * rows + row * high.slide.stride) * line;
                let target = (&mut result[place * wide.places..], places);
                lines.multiply(self.gives, kernels, &padded[start..], wide.places, target);
            }
        }
    }

    fn convolve<T: MatrixElement>(&self, input: &[T], kernels: &[T], result: &mut [T]) {
        if self.goes_along_lines::<T>() {
            return self.convolve_along_lines(input, kernels, result);
        }
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
            // Without channels there are no elements, and sums are zero.
            let input = inputs.clone().nth(number).unwrap_or(&[]);
            let first = number % self.groups * self.gives * inner;
            let kernels = Raw {
                elements: &kernels[first..first + self.gives * inner],
                sizes: &[self.gives, inner],
                strides: &[inner, 1],
                row_major: true,
            };
            for start in (0..places).step_by(block) {
                let end = places.min(start + block);
                let width = end - start;
                let elements = match self.is_product() {
                    true => input,
                    false => {
                        let columns = &mut columns[..inner * width];
                        self.fill(self.takes, input, T::zero(), start..end, columns);
                        &columns[..inner * width]
                    }
                };
                let columns = Raw {
                    elements,
                    sizes: &[inner, width],
                    strides: &[width, 1],
                    row_major: true,
                };
                let target = RawMut {
                    elements: &mut result[start..],
                    sizes: &[self.gives, width],
                    strides: &[places, 1],
                    row_major: false,
                };
                product_into(kernels, columns, target);
            }
        }
    }
}

/// A part of a row of columns along one line of the input.
#[cfg(feature = "alloc")]
struct Piece {
    /// Its range in the columns.
    columns: Range<usize>,
    /// The offset of the line, or `None` in the padding.
    line: Option<usize>,
    /// The first position, and the element of the window.
    column: usize,
    tap: usize,
    /// The range of positions that are not in the padding.
    inside: (usize, usize),
}

#[cfg(feature = "alloc")]
impl Piece {
    /// The part outside of the padding, and the index in the line where it begins.
    #[inline]
    fn inside(&self, axis: &Along) -> (Range<usize>, Option<usize>) {
        let end = self.column + self.columns.len();
        let from = self.inside.0.clamp(self.column, end);
        let to = self.inside.1.clamp(from, end);
        let first = axis.index(from, self.tap).filter(|_| from < to);
        (from - self.column..to - self.column, first)
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
    // Nothing is to be computed, and the sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return Array::new(sizes, Vec::new());
    }
    if convolution.is_product() && groups == 1 {
        let (images, _) = layout::around(sizes.dims(), sizes.rank() - slides.len() - 1);
        return products(&convolution, images, data, kernels).reshaped(sizes);
    }
    let mut result = vec![T::zero(); layout::count(sizes.dims())];
    convolution.convolve(&side_by_side(data), &side_by_side(kernels), &mut result);
    Array::new(sizes, result)
}

/// A convolution with kernels of one element: products of one matrix and each image.
#[cfg(feature = "alloc")]
#[track_caller]
fn products<T: MatrixElement>(
    convolution: &Convolution,
    images: usize,
    data: Raw<'_, T>,
    kernels: Raw<'_, T>,
) -> Array<T> {
    let (takes, gives) = (convolution.takes, convolution.gives);
    let (places, _, _) = convolution.counts();
    let (input, kernels) = (side_by_side(data), side_by_side(kernels));
    let kernels = Raw {
        elements: &kernels,
        sizes: &[gives, takes],
        strides: &[takes, 1],
        row_major: true,
    };
    let input = Raw {
        elements: &input,
        sizes: &[images, takes, places],
        // It overflows only if another size is 0, and then there is nothing to read.
        strides: &[takes.wrapping_mul(places), places, 1],
        row_major: true,
    };
    matrix::product(kernels, input, &[images, gives, places].into())
}

/// Compiled once for an element type.
#[cfg(feature = "alloc")]
#[track_caller]
fn transposed<T: MatrixElement>(
    data: Raw<'_, T>,
    kernels: Raw<'_, T>,
    slides: &[(Slide, usize)],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    let (input, kernel) = (data.sizes, kernels.sizes);
    let convolution = Convolution::transposed(input, kernel, slides, groups, sizes.dims());
    // Nothing is to be computed, and the sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return Array::new(sizes, Vec::new());
    }
    let mut result = vec![T::zero(); layout::count(sizes.dims())];
    convolution.transpose(&side_by_side(data), &side_by_side(kernels), &mut result);
    Array::new(sizes, result)
}

// What knows the types of data, so that what knows shapes is no more than a call.

#[cfg(feature = "alloc")]
#[track_caller]
fn convolved_on<T: MatrixElement>(
    data: &impl Holds<T>,
    kernels: &impl Holds<T>,
    slides: &[Slide],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    convolved(data.raw(), kernels.raw(), slides, groups, sizes)
}

#[cfg(feature = "alloc")]
#[track_caller]
fn transposed_on<T: MatrixElement>(
    data: &impl Holds<T>,
    kernels: &impl Holds<T>,
    slides: &[(Slide, usize)],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    transposed(data.raw(), kernels.raw(), slides, groups, sizes)
}

/// Two engines, at least one of which is not inline: to the heap.
#[cfg(feature = "alloc")]
macro_rules! convolves_on_the_heap {
    ($([$($lifetime:lifetime),*] $Data:ty, $Kernels:ty;)*) => {$(
        impl<$($lifetime,)* T: MatrixElement> Convolves<T, $Kernels> for $Data {
            type Home = Host;

            #[track_caller]
            fn convolve<S: Shape, R: Shape, O: ArrayShape>(
                data: &<$Data as Engine>::Data<T, S>,
                kernels: &<$Kernels as Engine>::Data<T, R>,
                slides: &[Slide],
                groups: usize,
                sizes: DynShape,
            ) -> Array<T> {
                convolved_on(data, kernels, slides, groups, sizes)
            }

            #[track_caller]
            fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
                data: &<$Data as Engine>::Data<T, S>,
                kernels: &<$Kernels as Engine>::Data<T, R>,
                slides: &[(Slide, usize)],
                groups: usize,
                sizes: DynShape,
            ) -> Array<T> {
                transposed_on(data, kernels, slides, groups, sizes)
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

/// Nested arrays with as many elements as the sizes say, each computed from its number.
#[inline(always)]
#[track_caller]
fn cells<T, O: ArrayShape>(sizes: &[usize], element: impl Fn(usize) -> T) -> Cells<T, O> {
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
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
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

    #[inline]
    #[track_caller]
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        kernels: &Cells<T, R>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> Cells<T, O> {
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

/// A pool, row by row of the result: for each element of the window, all positions at once.
#[cfg(feature = "alloc")]
#[track_caller]
fn pooled<Op: PoolOf<T>, T: FloatElement>(
    data: &impl Holds<T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let axes = pooled_axes(data.sizes, windows, sizes.dims());
    // Nothing is to be computed, and the sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return Array::new(sizes, Vec::new());
    }
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

/// A pool whose windows divide the last axes as equally as possible.
#[cfg(feature = "alloc")]
#[track_caller]
fn divided<Op: PoolOf<T>, T: FloatElement>(
    data: &impl Holds<T>,
    axes: usize,
    sizes: DynShape,
) -> Array<T> {
    let raw = data.raw();
    let (axes, input) = (
        divided_axes(raw.sizes, axes, sizes.dims()),
        side_by_side(raw),
    );
    by_number(sizes, |number| {
        divided_element::<Op, T>(&axes, &input, number)
    })
}

#[cfg(feature = "alloc")]
macro_rules! pools_on_the_heap {
    ($([$($lifetime:lifetime)?] $Engine:ty;)*) => {$(
        impl<$($lifetime,)? Op: PoolOf<T>, T: FloatElement + 'static> Pools<Op, T> for $Engine {
            type Home = Host;

            #[track_caller]
            fn pool<S: Shape, O: ArrayShape>(
                data: &<$Engine as Engine>::Data<T, S>,
                windows: &[PoolWindow],
                sizes: DynShape,
            ) -> Array<T> {
                pooled::<Op, T>(data, windows, sizes)
            }

            #[track_caller]
            fn pool_to<S: Shape, O: ArrayShape>(
                data: &<$Engine as Engine>::Data<T, S>,
                axes: usize,
                sizes: DynShape,
            ) -> Array<T> {
                divided::<Op, T>(data, axes, sizes)
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
    fn pool<S: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Cells<T, O> {
        let axes = pooled_axes(data.sizes(), windows, sizes.dims());
        cells(sizes.dims(), |number| {
            pooled_element::<Op, T>(&axes, data.as_slice(), number)
        })
    }

    #[inline]
    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        axes: usize,
        sizes: DynShape,
    ) -> Cells<T, O> {
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
    let [_, high, wide] = axes;
    let (before, column) = (number / wide.1, number % wide.1);
    let (before, row) = (before / high.1, before % high.1);
    let (image, layer) = (before / axes[0].1, before % axes[0].1);
    (image, [layer, row, column])
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

/// A result whose elements are computed from their numbers.
#[cfg(feature = "alloc")]
#[track_caller]
fn by_number<T>(sizes: DynShape, element: impl Fn(usize) -> T) -> Array<T> {
    let elements = (0..layout::count(sizes.dims())).map(element).collect();
    Array::new(sizes, elements)
}

/// The columns of windows, which are those of a convolution.
#[track_caller]
fn unfolded(input: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> Convolution {
    must_be(unfold_shape(input, windows), sizes, windows.len());
    let lead = input.len() - windows.len();
    let mut places = DynShape::from(&input[lead..]);
    for (place, window) in windows.iter().enumerate() {
        // It fits, as the rule has checked.
        places.dims_mut()[place] = window
            .slide
            .places(input[lead + place], window.size)
            .unwrap_or(0);
    }
    let each = windows.iter().map(|window| (window.size, window.slide));
    Convolution {
        groups: 1,
        takes: input[lead - 1],
        gives: 1,
        axes: Along::all(&input[lead..], places.dims(), each),
    }
}

#[cfg(feature = "alloc")]
#[track_caller]
fn columns<T: MatrixElement>(
    data: &impl Holds<T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let of = unfolded(data.sizes, windows, sizes.dims());
    // Nothing is to be computed, and the sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return Array::new(sizes, Vec::new());
    }
    let (size, window, places) = of.counts();
    let input = side_by_side(data);
    let mut result = vec![T::zero(); layout::count(sizes.dims())];
    let inputs = input.chunks_exact((of.takes * size).max(1));
    let results = result.chunks_exact_mut((of.takes * window * places).max(1));
    for (input, result) in inputs.zip(results) {
        of.fill(of.takes, input, T::zero(), 0..places, result);
    }
    Array::new(sizes, result)
}

/// Columns that are put back: as the results of a transposed convolution are, of which the input is multiplied already.
#[track_caller]
fn folded(columns: &[usize], windows: &[PoolWindow], sizes: &[usize]) -> Convolution {
    let lead = sizes.len().saturating_sub(windows.len());
    must_be(
        fold_shape(columns, &sizes[lead..], windows),
        sizes,
        windows.len(),
    );
    let mut places = DynShape::from(&sizes[lead..]);
    for (place, window) in windows.iter().enumerate() {
        // It fits: the rule says so.
        places.dims_mut()[place] = window
            .slide
            .places(sizes[lead + place], window.size)
            .unwrap_or(0);
    }
    let each = windows.iter().map(|window| (window.size, window.slide));
    Convolution {
        groups: 1,
        takes: 1,
        gives: sizes[lead - 1],
        axes: Along::all(&sizes[lead..], places.dims(), each),
    }
}

#[cfg(feature = "alloc")]
#[track_caller]
fn summed<T: MatrixElement>(
    data: &impl Holds<T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let of = folded(data.sizes, windows, sizes.dims());
    // Nothing is to be computed, and the sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return Array::new(sizes, Vec::new());
    }
    let (size, window, places) = of.counts();
    let columns = side_by_side(data);
    let mut result = vec![T::zero(); layout::count(sizes.dims())];
    let columns = columns.chunks_exact((of.gives * window * places).max(1));
    let results = result.chunks_exact_mut((of.gives * size).max(1));
    for (columns, result) in columns.zip(results) {
        of.spread(columns, 0..places, result);
    }
    Array::new(sizes, result)
}

/// Operations whose results are computed element by element, on the heap and inline.
macro_rules! one_by_one {
    ($Trait:ident<$T:ident: $Bound:ident> $name:ident $on_the_heap:ident($($argument:ident: $Argument:ty),*) |$raw:ident, $sizes:ident| $found:expr, |$source:ident, $number:ident| $element:expr) => {
        #[cfg(feature = "alloc")]
        #[track_caller]
        fn $on_the_heap<$T: $Bound + Copy + 'static>(data: &impl Holds<$T>, $($argument: $Argument,)* $sizes: DynShape) -> Array<$T> {
            let $raw = data.raw();
            let found = $found;
            let input = side_by_side($raw);
            by_number($sizes.clone(), |$number| {
                let $source = (&found, &*input);
                $element
            })
        }

        #[cfg(feature = "alloc")]
        impl<$T: $Bound + Copy + 'static> $Trait<$T> for Host {
            type Home = Host;

            #[track_caller]
            fn $name<S: Shape, O: ArrayShape>(data: &Array<$T>, $($argument: $Argument,)* sizes: DynShape) -> Array<$T> {
                $on_the_heap(data, $($argument,)* sizes)
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a, $T: $Bound + Copy + 'static> $Trait<$T> for Borrowed<'a> {
            type Home = Host;

            #[track_caller]
            fn $name<S: Shape, O: ArrayShape>(data: &Slice<'a, $T>, $($argument: $Argument,)* sizes: DynShape) -> Array<$T> {
                $on_the_heap(data, $($argument,)* sizes)
            }
        }

        impl<$T: $Bound + Copy + 'static> $Trait<$T> for Inline {
            type Home = Inline;

            #[track_caller]
            fn $name<S: Shape, O: ArrayShape>(data: &Cells<$T, S>, $($argument: $Argument,)* $sizes: DynShape) -> Cells<$T, O> {
                let $raw = data.raw();
                let found = $found;
                cells($sizes.dims(), |$number| {
                    let $source = (&found, data.as_slice());
                    $element
                })
            }
        }
    };
}

one_by_one! {
    Interpolates<T: FloatElement> interpolate interpolated_on(steps: (&[usize], &[usize]), by: Interpolation)
    |raw, sizes| {
        let axes = divided_axes(raw.sizes, steps.0.len(), sizes.dims());
        let mut all = [(1, 1); AXES];
        let pairs = steps.0.iter().rev().zip(steps.1.iter().rev());
        for (step, (&from, &to)) in all.iter_mut().rev().zip(pairs) {
            *step = (from, to);
        }
        (axes, all, by)
    },
    |source, number| {
        let ((axes, steps, by), input) = source;
        interpolated(axes, steps, *by, input, number)
    }
}

/// One element of an interpolation, by its number.
#[inline(always)]
fn interpolated<T: FloatElement>(
    axes: &[(usize, usize); AXES],
    steps: &[(usize, usize); AXES],
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

/// Implemented for all element types.
trait Any {}
impl<T> Any for T {}

/// The layout of a rearrangement's elements in its source.
#[track_caller]
fn rearranged(count: usize, split: &[usize], order: &[usize], sizes: &[usize]) -> Layout {
    assert!(
        layout::count(split) == count && layout::count(sizes) == count,
        "as many elements as there are"
    );
    Layout::row_major(0, &split.into()).permuted(order)
}

/// The offset of an element of a layout by its number.
#[inline]
fn offset_of(layout: &Layout, mut number: usize) -> usize {
    let mut offset = 0;
    for (&size, &stride) in layout.sizes().iter().zip(layout.strides()).rev() {
        offset += number % size * stride;
        number /= size;
    }
    offset
}

one_by_one! {
    Rearranges<T: Any> rearrange rearranged_on(split: &[usize], order: &[usize])
    |raw, sizes| rearranged(layout::count(raw.sizes), split, order, sizes.dims()),
    |source, number| source.1[offset_of(source.0, number)]
}

#[cfg(feature = "alloc")]
macro_rules! unfolds_on_the_heap {
    ($([$($lifetime:lifetime)?] $Engine:ty;)*) => {$(
        impl<$($lifetime,)? T: MatrixElement> Unfolds<T> for $Engine {
            type Home = Host;

            #[track_caller]
            fn unfold<S: Shape, O: ArrayShape>(
                data: &<$Engine as Engine>::Data<T, S>,
                windows: &[PoolWindow],
                sizes: DynShape,
            ) -> Array<T> {
                columns(data, windows, sizes)
            }
        }

        impl<$($lifetime,)? T: MatrixElement> Folds<T> for $Engine {
            type Home = Host;

            #[track_caller]
            fn fold<S: Shape, O: ArrayShape>(
                data: &<$Engine as Engine>::Data<T, S>,
                windows: &[PoolWindow],
                sizes: DynShape,
            ) -> Array<T> {
                summed(data, windows, sizes)
            }
        }

        impl<$($lifetime,)? T: 'static> SlidingViews<T> for $Engine {
            #[track_caller]
            fn windows<S: Shape, O: ArrayShape>(
                data: &<$Engine as Engine>::Data<T, S>,
                axis: usize,
                width: usize,
                step: usize,
            ) -> <$Engine as Engine>::Data<T, O> {
                data.derived(data.layout().windowed(axis, width, step))
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
unfolds_on_the_heap! {
    [] Host;
    ['a] Borrowed<'a>;
}

impl<T: MatrixElement> Unfolds<T> for Inline {
    type Home = Inline;

    #[track_caller]
    fn unfold<S: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Cells<T, O> {
        let of = unfolded(data.sizes(), windows, sizes.dims());
        let (size, window, places) = of.counts();
        let [deep, high, wide] = of.axes;
        let input = data.as_slice();
        cells(sizes.dims(), |number| {
            let (row, place) = (number / places, number % places);
            let (channel, tap) = (row / window, row % window);
            let (before, c) = (tap / wide.window, tap % wide.window);
            let (a, b) = (before / high.window, before % high.window);
            let (before, column) = (place / wide.places, place % wide.places);
            let (layer, row) = (before / high.places, before % high.places);
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
}

impl<T: MatrixElement> Folds<T> for Inline {
    type Home = Inline;

    #[track_caller]
    fn fold<S: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Cells<T, O> {
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

impl<T: Copy + 'static> SlidingViews<T> for Inline {
    #[track_caller]
    fn windows<S: Shape, O: ArrayShape>(
        data: &Cells<T, S>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Cells<T, O> {
        let layout = data.layout().windowed(axis, width, step);
        cells(layout.sizes(), |number| {
            data.as_slice()[offset_of(&layout, number)]
        })
    }
}
