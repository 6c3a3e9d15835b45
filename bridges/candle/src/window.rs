//! Windows along the last axes: candle's own convolutions and pools if they support the settings. Otherwise the
//! elements under all windows are gathered, and then multiplied or reduced.
//!
//! Candle's convolutions have one stride, padding and dilation for both axes, its pools no padding, and some gradients
//! are right for some sizes only. Gathered elements have gradients in all cases.

use candle_core::{DType, Result, Tensor as Untyped};
use shapecheck::algebra::{PoolWindow, Slide};
use shapecheck::engine::adapter::adapt;
use shapecheck::engine::{ArrayShape, Columns, Pools, ops};
use shapecheck::{DynShape, Shape};

use crate::data::{Element, Held, Real, reshaped};
use crate::{Candle, or_panic};

/// The index of each element of a window at each of its positions, along one axis.
struct Along {
    size: usize,
    /// For each element of the window, for each position; `None` outside of the axis.
    indices: Vec<Vec<Option<usize>>>,
    /// The number of elements that count at each position.
    counts: Vec<usize>,
}

impl Along {
    fn sliding(size: usize, window: usize, places: usize, slide: Slide) -> Self {
        let Slide {
            stride,
            padding,
            dilation,
        } = slide;
        let index = |place: usize, tap: usize| {
            let padded = place * stride + tap * dilation;
            padded.checked_sub(padding.0).filter(|&index| index < size)
        };
        Self {
            size,
            indices: (0..window)
                .map(|tap| (0..places).map(|place| index(place, tap)).collect())
                .collect(),
            counts: vec![window; places],
        }
    }

    /// The same for a pool, where less may count.
    fn pooling(size: usize, window: PoolWindow, places: usize) -> Self {
        Self {
            counts: (0..places).map(|it| window.divisor(size, it)).collect(),
            ..Self::sliding(size, window.size, places, window.slide)
        }
    }

    /// Windows that divide the axis as equally as possible: for index i of n, from i N / n, rounded down, to (i + 1) N
    /// / n, rounded up.
    fn divided(size: usize, places: usize) -> Self {
        let scaled = |place: usize| (place as u128 * size as u128 / places as u128) as usize;
        let windows = (0..places).map(|place| scaled(place)..size - scaled(places - 1 - place));
        let windows: Vec<_> = windows.collect();
        let widest = windows.iter().map(|window| window.len()).max();
        let index = |tap: usize| {
            let each = windows.iter();
            each.map(|window| window.clone().nth(tap)).collect()
        };
        Self {
            size,
            indices: (0..widest.unwrap_or(0)).map(index).collect(),
            counts: windows.iter().map(|window| window.len()).collect(),
        }
    }
}

/// The same for all axes as one.
struct Places {
    size: usize,
    window: usize,
    /// For each element of the window, for each position; `size` outside of the axes.
    indices: Vec<u32>,
    counts: Vec<usize>,
}

impl Places {
    #[track_caller]
    fn of(axes: &[Along]) -> Self {
        let mut all = Self {
            size: 1,
            window: 1,
            indices: vec![0],
            counts: vec![1],
        };
        for axis in axes {
            let mut indices = Vec::new();
            for rows in all.indices.chunks(all.counts.len().max(1)) {
                for columns in &axis.indices {
                    for &row in rows {
                        indices.extend(columns.iter().map(|&column| match column {
                            Some(column) if (row as usize) < all.size => {
                                (row as usize * axis.size + column).store()
                            }
                            _ => (all.size * axis.size).store(),
                        }));
                    }
                }
            }
            let counts = all.counts.iter();
            all = Self {
                size: all.size * axis.size,
                window: all.window * axis.indices.len(),
                counts: counts
                    .flat_map(|row| axis.counts.iter().map(move |column| row * column))
                    .collect(),
                indices,
            };
        }
        all
    }

    fn positions(&self) -> usize {
        self.counts.len()
    }

    /// The elements under all windows, `[rows, window, positions]`, of elements `[rows, size]`; `nothing` outside of
    /// the axes.
    fn found(&self, elements: &Untyped, nothing: f64) -> Result<Untyped> {
        let rows = elements.dims()[0];
        let elements = match self
            .indices
            .iter()
            .any(|&index| index as usize == self.size)
        {
            true => {
                let nothing =
                    (Untyped::zeros((rows, 1), elements.dtype(), elements.device())? + nothing)?;
                Untyped::cat(&[elements, &nothing], 1)?
            }
            false => elements.contiguous()?,
        };
        let indices = Untyped::new(&self.indices[..], elements.device())?;
        let found = elements.index_select(&indices, 1)?;
        found.reshape((rows, self.window, self.positions()))
    }

    /// The elements `[rows, size]` that are the sums of those under all windows, of which there are as many rows.
    fn summed(&self, found: &Untyped, rows: usize) -> Result<Untyped> {
        let found = found.reshape((rows, self.indices.len()))?;
        let indices = Untyped::new(&self.indices[..], found.device())?;
        // One more element, for what falls into the padding.
        let zeros = Untyped::zeros((rows, self.size + 1), found.dtype(), found.device())?;
        let sums = zeros.index_add(&indices, &found, 1)?;
        sums.narrow(1, 0, self.size)?.contiguous()
    }
}

/// The sizes as the product of the first ones, and the `last` ones.
fn split(sizes: &[usize], last: usize) -> (usize, &[usize]) {
    let (front, last) = sizes.split_at(sizes.len() - last);
    (front.iter().product(), last)
}

/// The stride, padding and dilation, if all slides share them.
fn shared(slides: &[Slide]) -> Option<(usize, usize, usize)> {
    let [first, rest @ ..] = slides else {
        return None;
    };
    let is_shared = first.padding.0 == first.padding.1 && rest.iter().all(|other| other == first);
    is_shared.then_some((first.stride, first.padding.0, first.dilation))
}

/// Zeros if an operand has no elements, for which candle's kernels do not work.
fn zeros_of_none(operands: [&Untyped; 2], sizes: &[usize]) -> Option<Result<Untyped>> {
    let is_empty = sizes.contains(&0) || operands.iter().any(|it| it.elem_count() == 0);
    let of = operands[0];
    is_empty.then(|| Untyped::zeros(sizes, of.dtype(), of.device()))
}

fn convolve(
    data: &Untyped,
    kernels: &Untyped,
    slides: &[Slide],
    groups: usize,
    sizes: &[usize],
) -> Result<Untyped> {
    if let Some(zeros) = zeros_of_none([data, kernels], sizes) {
        return zeros;
    }
    let axes = slides.len();
    let (count, input) = split(data.dims(), axes + 1);
    let [gives, takes] = [kernels.dims()[0], kernels.dims()[1]];
    let (windows, places) = (&kernels.dims()[2..], split(sizes, axes).1);
    let is_followed = data.track_op() || kernels.track_op();
    let own = shared(slides).filter(|&(stride, padding, dilation)| {
        // Candle's gradient for images assumes that the windows reach the end of each axis; that for sequences is wrong
        // for strides above 1.
        let reached = |axis: usize| {
            let end = (places[axis] - 1) * stride + dilation * (windows[axis] - 1) + 1;
            end.checked_sub(2 * padding)
        };
        let left = |axis: usize| Some(input[1 + axis] - reached(axis)?);
        let has_gradient = || axes == 2 && left(0).is_some() && left(0) == left(1);
        // On the processor it does not convolve images of `BF16`, but multiplies matrices of them.
        let has_kernel = axes != 2 || data.dtype() != DType::BF16 || !data.device().is_cpu();
        axes < 3 && has_kernel && (!is_followed || has_gradient())
    });
    let found = match (own, axes) {
        (Some((stride, padding, dilation)), 1) => reshaped(data, (count, input[0], input[1]))?
            .conv1d(&kernels.contiguous()?, padding, stride, dilation, groups)?,
        (Some((stride, padding, dilation)), 2) => reshaped(
            data,
            (count, input[0], input[1], input[2]),
        )?
        .conv2d(&kernels.contiguous()?, padding, stride, dilation, groups)?,
        _ => {
            let columns = columns(
                data,
                count,
                input[0],
                &sliding(&input[1..], windows, places, slides),
            )?;
            let (inner, outer) = (columns.dims()[1] / groups, columns.dims()[2]);
            let columns = columns.reshape((count * groups, inner, outer))?;
            let kernels = kernels.reshape((1, groups, gives / groups, inner))?;
            let kernels = kernels.broadcast_as((count, groups, gives / groups, inner))?;
            debug_assert_eq!(takes * windows.iter().product::<usize>(), inner);
            kernels
                .reshape((count * groups, gives / groups, inner))?
                .matmul(&columns)?
        }
    };
    reshaped(&found, sizes)
}

fn sliding(sizes: &[usize], windows: &[usize], places: &[usize], slides: &[Slide]) -> Places {
    let axes = (0..slides.len())
        .map(|axis| Along::sliding(sizes[axis], windows[axis], places[axis], slides[axis]));
    Places::of(&axes.collect::<Vec<_>>())
}

/// `[count, channels * window, places]`.
fn columns(data: &Untyped, count: usize, channels: usize, places: &Places) -> Result<Untyped> {
    let rows = data.reshape((count * channels, places.size))?;
    let found = places.found(&rows, 0.0)?;
    found.reshape((count, channels * places.window, places.positions()))
}

fn convolve_transposed(
    data: &Untyped,
    kernels: &Untyped,
    slides: &[(Slide, usize)],
    groups: usize,
    sizes: &[usize],
) -> Result<Untyped> {
    if let Some(zeros) = zeros_of_none([data, kernels], sizes) {
        return zeros;
    }
    let axes = slides.len();
    let (count, input) = split(data.dims(), axes + 1);
    let (each, windows) = (kernels.dims()[1], &kernels.dims()[2..]);
    let last = split(sizes, axes).1;
    let is_followed = data.track_op() || kernels.track_op();
    let plain: Vec<Slide> = slides.iter().map(|slide| slide.0).collect();
    let is_even = slides.iter().all(|slide| slide.1 == slides[0].1);
    let own = shared(&plain).filter(|&(_, padding, dilation)| {
        // Without padding and gaps candle multiplies the sequences of a batch on the processor as if they were transposed.
        let is_right = axes != 1 || count == 1 || (padding, slides[0].1, dilation) != (0, 0, 1);
        groups == 1 && is_even && is_right
    });
    let found = match (own, axes) {
        // Candle has no gradient for this one.
        (Some((stride, padding, dilation)), 1) if !is_followed => {
            reshaped(data, (count, input[0], input[1]))?.conv_transpose1d(
                &kernels.contiguous()?,
                padding,
                slides[0].1,
                stride,
                dilation,
                1,
            )?
        }
        (Some((stride, padding, dilation)), 2) => {
            reshaped(data, (count, input[0], input[1], input[2]))?.conv_transpose2d(
                &kernels.contiguous()?,
                padding,
                slides[0].1,
                stride,
                dilation,
            )?
        }
        _ => {
            // The positions of the convolution in the opposite direction: elements are added up under its windows.
            let places = sliding(last, windows, &input[1..], &plain);
            let (takes, inner) = (input[0] / groups, each * places.window);
            let data = data.reshape((count * groups, takes, places.positions()))?;
            let kernels = kernels.reshape((1, groups, takes, inner))?;
            let kernels = kernels.broadcast_as((count, groups, takes, inner))?;
            let kernels = kernels.reshape((count * groups, takes, inner))?;
            let found = kernels.t()?.contiguous()?.matmul(&data)?;
            places.summed(&found, count * groups * each)?
        }
    };
    reshaped(&found, sizes)
}

adapt!(convolutions for Candle: [Real] convolve, convolve_transposed);

/// A pool by candle's functions for an operation.
trait Pool {
    /// The value outside of the axes.
    const NOTHING: f64;

    /// Reduces `[rows, window, positions]` along the window.
    fn reduce(found: &Untyped, counts: &[usize]) -> Result<Untyped>;

    /// Whether candle's gradient is right.
    const HAS_GRADIENT: bool;

    /// Candle's function for images `[1, rows, height, width]`.
    fn own(data: &Untyped, window: (usize, usize), stride: (usize, usize)) -> Result<Untyped>;
}

impl Pool for ops::Max {
    const NOTHING: f64 = f64::NEG_INFINITY;
    // It is divided by the number of elements of a window.
    const HAS_GRADIENT: bool = false;

    fn reduce(found: &Untyped, _: &[usize]) -> Result<Untyped> {
        found.max(1)
    }

    fn own(data: &Untyped, window: (usize, usize), stride: (usize, usize)) -> Result<Untyped> {
        data.max_pool2d_with_stride(window, stride)
    }
}

impl Pool for ops::Mean {
    const NOTHING: f64 = 0.0;
    const HAS_GRADIENT: bool = true;

    fn reduce(found: &Untyped, counts: &[usize]) -> Result<Untyped> {
        let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        let counts = Untyped::new(counts, found.device())?.to_dtype(found.dtype())?;
        found.sum(1)?.broadcast_div(&counts)
    }

    fn own(data: &Untyped, window: (usize, usize), stride: (usize, usize)) -> Result<Untyped> {
        data.avg_pool2d_with_stride(window, stride)
    }
}

fn pool_by<Op: Pool>(data: &Untyped, axes: &[Along], sizes: &DynShape) -> Result<Untyped> {
    if let Some(zeros) = zeros_of_none([data, data], sizes.dims()) {
        return zeros;
    }
    let places = Places::of(axes);
    let rows = data.elem_count() / places.size;
    let found = places.found(&data.reshape((rows, places.size))?, Op::NOTHING)?;
    reshaped(&Op::reduce(&found, &places.counts)?, sizes.dims())
}

fn pool<Op: Pool>(data: &Untyped, windows: &[PoolWindow], sizes: &DynShape) -> Result<Untyped> {
    let (count, input) = split(data.dims(), windows.len());
    let places = split(sizes.dims(), windows.len()).1;
    if let (&[high, wide], &[height, width]) = (windows, input) {
        let is_plain = |window: PoolWindow, size: usize| {
            let PoolWindow {
                size: window,
                slide,
                ceil,
                ..
            } = window;
            let is_whole = slide.stride == window && size.is_multiple_of(window);
            // Candle's gradients assume windows next to each other that reach the end.
            slide.padding == (0, 0)
                && slide.dilation == 1
                && !ceil
                && (Op::HAS_GRADIENT && is_whole || !data.track_op())
        };
        if is_plain(high, height) && is_plain(wide, width) && !sizes.dims().contains(&0) {
            let images = data.reshape((1, count, height, width))?;
            let strides = (high.slide.stride, wide.slide.stride);
            return reshaped(
                &Op::own(&images, (high.size, wide.size), strides)?,
                sizes.dims(),
            );
        }
    }
    let axes =
        (0..windows.len()).map(|axis| Along::pooling(input[axis], windows[axis], places[axis]));
    pool_by::<Op>(data, &axes.collect::<Vec<_>>(), sizes)
}

impl<Op: Pool, T: Real> Pools<Op, T> for Candle {
    #[track_caller]
    fn pool<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Held<T> {
        Held::of(or_panic(pool::<Op>(data.tensor(), windows, &sizes)))
    }

    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(data: &Held<T>, axes: usize, sizes: DynShape) -> Held<T> {
        let (input, places) = (
            split(data.tensor().dims(), axes).1,
            split(sizes.dims(), axes).1,
        );
        let axes = input.iter().zip(places);
        let axes: Vec<_> = axes
            .map(|(&size, &places)| Along::divided(size, places))
            .collect();
        Held::of(or_panic(pool_by::<Op>(data.tensor(), &axes, &sizes)))
    }
}

/// The places of windows along the last axes, of these sizes.
fn places_of(windows: &[PoolWindow], sizes: &[usize]) -> Places {
    let axes = windows.iter().zip(sizes).map(|(window, &size)| {
        let places = window.slide.positions(size, window.size);
        Along::sliding(size, window.size, places.unwrap_or(0), window.slide)
    });
    Places::of(&axes.collect::<Vec<_>>())
}

impl<T: Real> Columns<T> for Candle {
    #[track_caller]
    fn unfold<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Held<T> {
        let data = data.tensor();
        if let Some(zeros) = zeros_of_none([data, data], sizes.dims()) {
            return Held::of(or_panic(zeros));
        }
        let (count, input) = split(data.dims(), windows.len() + 1);
        let columns = columns(data, count, input[0], &places_of(windows, &input[1..]));
        Held::of(or_panic(columns.and_then(|it| it.reshape(sizes.dims()))))
    }

    #[track_caller]
    fn fold<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> Held<T> {
        let data = data.tensor();
        if let Some(zeros) = zeros_of_none([data, data], sizes.dims()) {
            return Held::of(or_panic(zeros));
        }
        let (rows, last) = split(sizes.dims(), windows.len());
        let sums = places_of(windows, last).summed(data, rows);
        Held::of(or_panic(sums.and_then(|it| it.reshape(sizes.dims()))))
    }
}
