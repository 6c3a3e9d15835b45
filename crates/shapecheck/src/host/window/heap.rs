//! Windows of tensors that hold their sizes as values, with results on the heap. A convolution is a product of kernels and
//! columns; columns are made for some positions at a time, so that they stay in the cache. If there is a kernel for it,
//! products go along lines of the input, without columns.

use alloc::{vec, vec::Vec};
use core::mem::ManuallyDrop;
use core::ops::Range;

use super::{
    AXES, Along, Convolution, PoolOf, divided_axes, divided_element, folded, interpolated,
    pooled_axes, product, stepped_axes, unfolded,
};
use crate::algebra::{Interpolation, PoolWindow, Slide};
use crate::engine::ops::ELEMENT;
use crate::engine::{Columns, Convolves, Interpolates, Pools};
use crate::host::array::Array;
use crate::host::engines::{Borrowed, Host, ToHeap, sharing_memory};
use crate::host::float_element::FloatElement;
use crate::host::matrix::{self, Lines, MatrixElement, product_into};
use crate::host::pool::{Elements, Here};
use crate::host::raw::{Holds, Raw, RawMut};
use crate::host::{Memory, layout, memory, pool};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

/// The bytes of columns made at a time: together with the copies of a product they stay in the second-level cache.
const COLUMNS: usize = 512 << 10;

/// From this many positions in a line, and output channels, kernels go along lines.
const LINE: usize = 3;
const ROWS: usize = 4;

/// From so many bytes on, the kernels of a group are read from memory again for each image, and go along lines from so many
/// positions on.
const LARGE: (usize, usize) = (4 << 20, 12);

impl Along {
    /// The range of positions at which element `tap` of the window is not in the padding.
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
}

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
        let length = (self.gives * size).max(1);
        // It overflows only if there are more steps than can be done.
        let steps = (inner * takes).saturating_mul(places);
        pool::chunks::<T, T>(result, length, steps, |_, first, results| {
            let mut columns = vec![T::zero(); inner * block.min(places)];
            let inputs = input.chunks_exact((takes * places).max(1)).skip(first);
            let results = (first..).zip(results.chunks_exact_mut(length));
            // Without an input, because there is no channel or position, sums are zero.
            for ((number, result), input) in results.zip(inputs) {
                let first = number % self.groups * takes * inner;
                let kernels = &kernels[first..first + takes * inner];
                let (sizes, strides) = ([inner, takes], [1, inner]);
                let kernels = Raw::strided(kernels, &sizes, &strides);
                for start in (0..places).step_by(block) {
                    let end = places.min(start + block);
                    let width = end - start;
                    let target = &mut columns[..inner * width];
                    product_into(
                        kernels,
                        Raw::strided(&input[start..], &[takes, width], &[places, 1]),
                        RawMut::strided(target, &[inner, width], &[width, 1]),
                    );
                    self.spread(&columns[..inner * width], start..end, result);
                }
            }
        });
    }

    /// Whether kernels go along lines of the input, without columns, which take as long to write as a third of the
    /// product.
    fn goes_along_lines<T: MatrixElement>(&self) -> bool {
        let [deep, high, wide] = &self.axes;
        let (size, window, _) = self.counts();
        let is_there = self.takes > 0 && size > 0 && deep.places * high.places > 0;
        // It overflows only if a size is 0, and then there are no kernels.
        let count = self.gives.wrapping_mul(self.takes).wrapping_mul(window);
        let is_large = count >= LARGE.0 / size_of::<T>();
        let line = if is_large { LARGE.1 } else { LINE };
        let is_long = wide.places >= line && self.gives >= ROWS;
        T::has_lines() && !self.is_product() && is_there && is_long
    }

    /// A convolution along lines of the input, which is copied with its padding. For a stride along the last axis, the
    /// elements of each phase are copied side by side.
    ///
    /// Results are zeros first, image by image: those of all images are not in the cache any more.
    #[track_caller]
    fn convolve_along_lines<T: MatrixElement>(
        &self,
        count: usize,
        input: &[T],
        kernels: &[T],
    ) -> Vec<T> {
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
        let lines = Lines::new(kernels, self.gives, offsets);
        let inner = self.takes * window;
        let length = self.gives * places;
        pool::collect::<T, T>(count, length, length * inner, |_, first, room| {
            let mut padded = vec![T::zero(); self.takes * layers * rows * line];
            let inputs = input.chunks_exact((self.takes * size).max(1)).skip(first);
            let numbers = first..first + room.left() / length;
            for (number, input) in numbers.zip(inputs) {
                room.extend(core::iter::repeat_n(T::zero(), length));
                let result = room.last(length);
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
                let each = high.places * wide.places;
                for layer in 0..deep.places {
                    let start = layer * deep.slide.stride * rows * line;
                    let target = (&mut result[layer * each..], places);
                    let columns = (high.places, wide.places, high.slide.stride * line);
                    lines.multiply(number % self.groups, &padded[start..], columns, target);
                }
            }
        })
    }

    fn convolve<T: MatrixElement>(&self, input: &[T], kernels: &[T], result: &mut [T]) {
        let (size, window, places) = self.counts();
        let inner = self.takes * window;
        let block = match self.is_product() {
            true => places,
            false => (COLUMNS / size_of::<T>() / inner.max(1)).clamp(64, places.max(64)),
        };
        let inputs = input.chunks_exact((self.takes * size).max(1));
        let length = (self.gives * places).max(1);
        pool::chunks::<T, T>(result, length, length * inner, |_, first, results| {
            let mut columns = match self.is_product() {
                true => Vec::new(),
                false => vec![T::zero(); inner * block.min(places)],
            };
            for (number, result) in (first..).zip(results.chunks_exact_mut(length)) {
                // Without channels there are no elements, and sums are zero.
                let input = inputs.clone().nth(number).unwrap_or(&[]);
                let first = number % self.groups * self.gives * inner;
                let kernels = &kernels[first..first + self.gives * inner];
                let (sizes, strides) = ([self.gives, inner], [inner, 1]);
                let kernels = Raw::strided(kernels, &sizes, &strides);
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
                    product_into(
                        kernels,
                        Raw::strided(elements, &[inner, width], &[width, 1]),
                        RawMut::strided(&mut result[start..], &[self.gives, width], &[places, 1]),
                    );
                }
            }
        });
    }
}

/// A part of a row of columns along one line of the input.
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

/// A result of these sizes, with a start value that `write` replaces. Without elements nothing is to be computed, and
/// the sizes may be more than can be counted.
#[track_caller]
fn written<T: Copy>(sizes: DynShape, start: T, write: impl FnOnce(&mut [T])) -> Array<T> {
    let mut result = memory::filled(layout::count(sizes.dims()), start);
    if !result.is_empty() {
        write(&mut result);
    }
    Array::new(sizes, result)
}

/// Compiled once for an element type.
#[track_caller]
fn convolved<T: MatrixElement>(
    data: Raw<'_, T>,
    kernels: Raw<'_, T>,
    slides: &[Slide],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    let convolution = Convolution::new(data.sizes, kernels.sizes, slides, groups, sizes.dims());
    let count = layout::count(sizes.dims());
    if convolution.is_product() && groups == 1 && count > 0 {
        let (images, _) = layout::around(sizes.dims(), sizes.rank() - slides.len() - 1);
        return products(&convolution, images, data, kernels).reshaped(sizes);
    }
    if count > 0 && convolution.goes_along_lines::<T>() {
        let (data, kernels) = (data.side_by_side(), kernels.side_by_side());
        let elements = convolution.convolve_along_lines(count, &data, &kernels);
        return Array::new(sizes, elements);
    }
    written(sizes, T::zero(), |result| {
        convolution.convolve(&data.side_by_side(), &kernels.side_by_side(), result);
    })
}

/// A convolution with kernels of one element: products of one matrix and each image.
#[track_caller]
fn products<T: MatrixElement>(
    convolution: &Convolution,
    images: usize,
    data: Raw<'_, T>,
    kernels: Raw<'_, T>,
) -> Array<T> {
    let (takes, gives) = (convolution.takes, convolution.gives);
    let (places, _, _) = convolution.counts();
    let (input, kernels) = (data.side_by_side(), kernels.side_by_side());
    // It overflows only if another size is 0, and then there is nothing to read.
    let image = takes.wrapping_mul(places);
    matrix::product(
        Raw::strided(&kernels, &[gives, takes], &[takes, 1]),
        Raw::strided(&input, &[images, takes, places], &[image, places, 1]),
        &[images, gives, places].into(),
    )
}

/// Compiled once for an element type.
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
    written(sizes, T::zero(), |result| {
        convolution.transpose(&data.side_by_side(), &kernels.side_by_side(), result);
    })
}

// The functions that know the types of data, so that those that know shapes only call them.

#[track_caller]
fn convolved_on<T: MatrixElement>(
    data: &impl Holds<Element = T>,
    kernels: &impl Holds<Element = T>,
    slides: &[Slide],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    convolved(data.raw(), kernels.raw(), slides, groups, sizes)
}

#[track_caller]
fn transposed_on<T: MatrixElement>(
    data: &impl Holds<Element = T>,
    kernels: &impl Holds<Element = T>,
    slides: &[(Slide, usize)],
    groups: usize,
    sizes: DynShape,
) -> Array<T> {
    transposed(data.raw(), kernels.raw(), slides, groups, sizes)
}

#[diagnostic::do_not_recommend]
impl<T: MatrixElement, E: ToHeap<F>, F: Memory> Convolves<T, F> for E {
    type OutputEngine = Host;

    #[track_caller]
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
        data: &E::Data<T, S>,
        kernels: &F::Data<T, R>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> Array<T> {
        // `held` gives what it gets and cannot fail: there is nothing to drop between the calls.
        let sizes = ManuallyDrop::new(sizes);
        let (data, kernels) = (E::held::<T, S>(data), F::held::<T, R>(kernels));
        let sizes = ManuallyDrop::into_inner(sizes);
        convolved_on(data, kernels, slides, groups, sizes)
    }

    #[track_caller]
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &E::Data<T, S>,
        kernels: &F::Data<T, R>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> Array<T> {
        // `held` gives what it gets and cannot fail: there is nothing to drop between the calls.
        let sizes = ManuallyDrop::new(sizes);
        let (data, kernels) = (E::held::<T, S>(data), F::held::<T, R>(kernels));
        let sizes = ManuallyDrop::into_inner(sizes);
        transposed_on(data, kernels, slides, groups, sizes)
    }
}

/// A pool, row by row of the result: for each element of the window, all positions at once.
#[track_caller]
fn pooled<Op: PoolOf<T>, T: FloatElement + 'static>(
    data: &impl Holds<Element = T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let axes = pooled_axes(data.sizes, windows, sizes.dims());
    written(sizes, Op::start(), |result| {
        pool_rows::<Op, T>(&axes, &data.side_by_side(), result);
    })
}

fn pool_rows<Op: PoolOf<T>, T: FloatElement + 'static>(
    axes: &[Along; AXES],
    input: &[T],
    result: &mut [T],
) {
    let [deep, high, wide] = axes;
    let size = product(axes, |axis| axis.size);
    let rows = deep.places * high.places;
    let length = wide.places.max(1);
    // Windows may be larger than memory, if most of them is padding.
    let steps = axes
        .iter()
        .fold(length, |steps, axis| steps.saturating_mul(axis.window));
    let input = Elements::new(input);
    pool::chunks::<T, T>(result, length, steps, |here, first, result| {
        for (number, target) in (first..).zip(result.chunks_exact_mut(length)) {
            let input = &input.get(here)[number / rows * size..][..size];
            pool_row::<Op, T>(axes, number % rows, input, target);
        }
    });
}

/// A row of the result, of one image or channel.
fn pool_row<Op: PoolOf<T>, T: FloatElement + 'static>(
    axes: &[Along; AXES],
    number: usize,
    input: &[T],
    target: &mut [T],
) {
    let [deep, high, wide] = axes;
    let (layer, row) = (number / high.places, number % high.places);
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
                let and = |(made, element): (&mut T, &T)| *made = Op::and(*made, *element);
                match wide.slide.stride {
                    1 => target.zip(&input[first..]).for_each(and),
                    stride => target
                        .zip(input[first..].iter().step_by(stride))
                        .for_each(and),
                }
            }
        }
    }
    let count = deep.counted(layer) * high.counted(row);
    for (column, made) in target.iter_mut().enumerate() {
        *made = Op::end(*made, count * wide.counted(column));
    }
}

/// A pool whose windows divide the last axes as equally as possible.
#[track_caller]
fn divided<Op: PoolOf<T>, T: FloatElement + 'static>(
    data: &impl Holds<Element = T>,
    axes: usize,
    sizes: DynShape,
) -> Array<T> {
    let raw = data.raw();
    let (axes, input) = (
        divided_axes(raw.sizes, axes, sizes.dims()),
        raw.side_by_side(),
    );
    let input = Elements::new(&input);
    by_number(sizes, FUNCTION, |here, number| {
        divided_element::<Op, T>(&axes, input.get(here), number)
    })
}

/// The steps of an element that is computed from its number.
const FUNCTION: usize = 16;

/// A result whose elements are computed from their numbers, in as many steps.
#[track_caller]
fn by_number<T: Clone + 'static>(
    sizes: DynShape,
    steps: usize,
    element: impl Fn(Here<T>, usize) -> T + Sync,
) -> Array<T> {
    let count = layout::count(sizes.dims());
    let elements = pool::collect::<T, T>(count, 1, steps, |here, first, room| {
        let numbers = first..first + room.left();
        room.extend(numbers.map(|number| element(here, number)));
    });
    Array::new(sizes, elements)
}

#[track_caller]
fn columns<T: MatrixElement>(
    data: &impl Holds<Element = T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let of = unfolded(data.sizes, windows, sizes.dims());
    written(sizes, T::zero(), |result| {
        let (size, window, places) = of.counts();
        let input = data.side_by_side();
        let length = (of.takes * window * places).max(1);
        pool::chunks::<T, T>(result, length, length * ELEMENT, |_, first, results| {
            let inputs = input.chunks_exact((of.takes * size).max(1)).skip(first);
            for (input, result) in inputs.zip(results.chunks_exact_mut(length)) {
                of.fill(of.takes, input, T::zero(), 0..places, result);
            }
        });
    })
}

#[track_caller]
fn summed<T: MatrixElement>(
    data: &impl Holds<Element = T>,
    windows: &[PoolWindow],
    sizes: DynShape,
) -> Array<T> {
    let data = data.raw();
    let of = folded(data.sizes, windows, sizes.dims());
    written(sizes, T::zero(), |result| {
        let (size, window, places) = of.counts();
        let columns = data.side_by_side();
        let (from, to) = (
            (of.gives * window * places).max(1),
            (of.gives * size).max(1),
        );
        pool::chunks::<T, T>(result, to, from * ELEMENT, |_, first, results| {
            let columns = columns.chunks_exact(from).skip(first);
            for (columns, result) in columns.zip(results.chunks_exact_mut(to)) {
                of.spread(columns, 0..places, result);
            }
        });
    })
}

#[track_caller]
fn interpolated_on<T: FloatElement + 'static>(
    data: &impl Holds<Element = T>,
    steps: (&[usize], &[usize]),
    by: Interpolation,
    sizes: DynShape,
) -> Array<T> {
    let raw = data.raw();
    let (axes, input) = (
        stepped_axes(raw.sizes, steps, sizes.dims()),
        raw.side_by_side(),
    );
    let input = Elements::new(&input);
    by_number(sizes, FUNCTION, |here, number| {
        interpolated(&axes, by, input.get(here), number)
    })
}

sharing_memory! {
    #[diagnostic::do_not_recommend]
    [Op: PoolOf<T>, T: FloatElement + 'static] Pools<Op, T> {
        #[track_caller]
        fn pool<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, windows: &[PoolWindow], sizes: DynShape
        ) -> Array<T> {
            pooled::<Op, T>(data, windows, sizes)
        }

        #[track_caller]
        fn pool_to<S: Shape, O: ArrayShape>(data: &Self::Data<T, S>, axes: usize, sizes: DynShape) -> Array<T> {
            divided::<Op, T>(data, axes, sizes)
        }
    }

    [T: MatrixElement] Columns<T> {
        #[track_caller]
        fn unfold<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, windows: &[PoolWindow], sizes: DynShape
        ) -> Array<T> {
            columns(data, windows, sizes)
        }

        #[track_caller]
        fn fold<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, windows: &[PoolWindow], sizes: DynShape
        ) -> Array<T> {
            summed(data, windows, sizes)
        }
    }

    [T: FloatElement + 'static] Interpolates<T> {
        #[track_caller]
        fn interpolate<S: Shape, O: ArrayShape>(
            data: &Self::Data<T, S>, steps: (&[usize], &[usize]), by: Interpolation, sizes: DynShape
        ) -> Array<T> {
            interpolated_on(data, steps, by, sizes)
        }
    }
}
