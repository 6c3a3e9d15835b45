//! Windows along the last axes: convolutions and pools by burn, and interpolation made of its sums and products.

use burn::backend::TensorMetadata;
use burn::backend::ops::{FloatTensorOps, ModuleOps};
use burn::tensor::ops::{ConvOptions, ConvTransposeOptions, PadMode};
use shapecheck::algebra::{PoolWindow, Slide};
use shapecheck::engine::adapter::adapt;
use shapecheck::engine::{ArrayShape, Pools, ops};
use shapecheck::{DynShape, Shape};

use crate::Burn;
use crate::data::{Held, Real};
use crate::raw::{self, Dispatch, Raw};

/// The data as `[B, C, ...]`, with one axis before the channels, for windows along `slides` axes.
fn batched(data: &Raw, slides: usize) -> Raw {
    let sizes = data.shape();
    let (front, last) = sizes
        .as_slice()
        .split_at(sizes.as_slice().len() - slides - 1);
    let batch = front.iter().product();
    raw::reshape(data, &[&[batch], last].concat())
}

fn options<const N: usize>(slides: &[Slide], groups: usize) -> ConvOptions<N> {
    ConvOptions {
        stride: std::array::from_fn(|axis| slides[axis].stride),
        padding: std::array::from_fn(|axis| slides[axis].padding),
        dilation: std::array::from_fn(|axis| slides[axis].dilation),
        groups,
    }
}

/// The options without padding: instead, the result is cut afterwards.
fn transposed<const N: usize>(slides: &[(Slide, usize)], groups: usize) -> ConvTransposeOptions<N> {
    ConvTransposeOptions {
        stride: std::array::from_fn(|axis| slides[axis].0.stride),
        padding: [0; N],
        padding_out: std::array::from_fn(|axis| slides[axis].1),
        dilation: std::array::from_fn(|axis| slides[axis].0.dilation),
        groups,
    }
}

#[track_caller]
fn too_many(axes: usize) -> ! {
    panic!("burn convolves along one, two or three axes, not {axes}")
}

#[track_caller]
fn convolve(data: Raw, kernels: Raw, slides: &[Slide], groups: usize, sizes: &[usize]) -> Raw {
    let x = batched(&data, slides.len());
    let found = match slides.len() {
        1 => Dispatch::conv1d(x, kernels, None, options(slides, groups)),
        2 => Dispatch::conv2d(x, kernels, None, options(slides, groups)),
        3 => Dispatch::conv3d(x, kernels, None, options(slides, groups)),
        axes => too_many(axes),
    };
    raw::reshape(&found, sizes)
}

#[track_caller]
fn convolve_transposed(
    data: Raw,
    kernels: Raw,
    slides: &[(Slide, usize)],
    groups: usize,
    sizes: &[usize],
) -> Raw {
    let x = batched(&data, slides.len());
    let whole = match slides.len() {
        1 => Dispatch::conv_transpose1d(x, kernels, None, transposed(slides, groups)),
        2 => Dispatch::conv_transpose2d(x, kernels, None, transposed(slides, groups)),
        3 => Dispatch::conv_transpose3d(x, kernels, None, transposed(slides, groups)),
        axes => too_many(axes),
    };
    let places = slides.iter().zip(&sizes[sizes.len() - slides.len()..]);
    let found = places
        .enumerate()
        .fold(whole, |whole, (axis, ((slide, _), &size))| {
            match whole.shape().as_slice()[axis + 2] == size {
                true => whole,
                false => raw::narrow(&whole, axis + 2, slide.padding.0, size),
            }
        });
    raw::reshape(&found, sizes)
}

adapt!(convolutions for Burn: [Real] convolve, convolve_transposed);

/// A pool with a window along each of two axes of `[B, 1, H, W]`, with these numbers of positions.
type Pool = fn(Raw, [PoolWindow; 2], [usize; 2]) -> Raw;

/// A window of one element, which changes nothing.
const NO_WINDOW: PoolWindow = PoolWindow {
    size: 1,
    slide: Slide::new(),
    ceil: false,
    padding_counts: true,
};

/// Pools two axes at once, and further ones one after the other: a window can be applied axis by axis.
fn pool(data: &Raw, windows: &[PoolWindow], sizes: &[usize], pool: Pool) -> Raw {
    let (front, places) = sizes.split_at(sizes.len() - windows.len());
    let mut last = data.shape().as_slice()[front.len()..].to_vec();
    let front: usize = front.iter().product();
    let mut found = data.clone();
    let mut axis = windows.len();
    if let [.., first, second] = *windows {
        axis -= 2;
        let lead = front * last[..axis].iter().product::<usize>();
        let x = raw::reshape(&found, &[lead, 1, last[axis], last[axis + 1]]);
        found = pool(x, [first, second], [places[axis], places[axis + 1]]);
        last[axis..].copy_from_slice(&places[axis..]);
    }
    while axis > 0 {
        axis -= 1;
        let lead = front * last[..axis].iter().product::<usize>();
        let behind = last[axis + 1..].iter().product();
        let x = raw::reshape(&found, &[lead, 1, last[axis], behind]);
        found = pool(x, [windows[axis], NO_WINDOW], [places[axis], behind]);
        last[axis] = places[axis];
    }
    found
}

/// Pads with a value, and beyond it up to the end of the last window.
fn padded(x: Raw, windows: [PoolWindow; 2], places: [usize; 2], value: f32) -> Raw {
    let sizes = x.shape();
    let sizes = &sizes.as_slice()[2..];
    let padding = [0, 1].map(|axis| {
        let PoolWindow { size, slide, .. } = windows[axis];
        let end = (places[axis].max(1) - 1) * slide.stride + (size - 1) * slide.dilation + 1;
        let front = slide.padding.0;
        (front, end.saturating_sub(sizes[axis] + front))
    });
    match padding {
        [(0, 0), (0, 0)] => x,
        [rows, columns] => {
            let padding = [(0, 0), (0, 0), rows, columns];
            Dispatch::float_pad(x, &padding, PadMode::Constant(value))
        }
    }
}

fn largest(x: Raw, windows: [PoolWindow; 2], places: [usize; 2]) -> Raw {
    let x = padded(x, windows, places, f32::NEG_INFINITY);
    let (size, stride) = (
        windows.map(|window| window.size),
        windows.map(|window| window.slide.stride),
    );
    let dilation = windows.map(|window| window.slide.dilation);
    Dispatch::max_pool2d(x, size, stride, [0, 0], dilation, false)
}

fn mean(x: Raw, windows: [PoolWindow; 2], places: [usize; 2]) -> Raw {
    let (device, dtype, sizes) = (x.device(), x.dtype(), x.shape());
    let x = padded(x, windows, places, 0.0);
    let (size, stride) = (
        windows.map(|window| window.size),
        windows.map(|window| window.slide.stride),
    );
    let mut found = match windows.iter().all(|window| window.slide.dilation == 1) {
        true => Dispatch::avg_pool2d(x, size, stride, [0, 0], true, false),
        false => mean_with_gaps(
            mean_with_gaps(x, 2, windows[0], places[0]),
            3,
            windows[1],
            places[1],
        ),
    };
    for axis in [0, 1] {
        // Not all positions count, so the mean of the others is scaled.
        let size = windows[axis].size;
        let counted = |place: usize| windows[axis].divisor(sizes.as_slice()[axis + 2], place);
        if (0..places[axis]).all(|place| counted(place) == size) {
            continue;
        }
        let factors: Vec<Raw> = (0..places[axis])
            .map(|place| {
                let factor = size as f64 / counted(place) as f64;
                raw::full(&[1, 1, 1, 1], factor.into(), dtype, &device)
            })
            .collect();
        found = raw::mul(found, raw::cat(factors, axis + 2));
    }
    found
}

/// The mean of windows with dilation along an axis, which burn does not have: a sum of shifted parts.
fn mean_with_gaps(x: Raw, axis: usize, window: PoolWindow, places: usize) -> Raw {
    let PoolWindow { size, slide, .. } = window;
    let parts = (0..size).map(|index| {
        let start = index * slide.dilation;
        let end = start + (places.max(1) - 1) * slide.stride + 1;
        raw::step(&x, axis, (start, end), slide.stride)
    });
    let sum = parts.reduce(raw::add);
    raw::div_scalar(sum.expect("a window has an element"), (size as f64).into())
}

macro_rules! pools {
    ($($Op:ident $pool:ident $along:expr;)*) => {$(
        impl<T: Real> Pools<ops::$Op, T> for Burn {
            #[track_caller]
            fn pool<S: Shape, O: ArrayShape>(
                data: &Held<T>,
                windows: &[PoolWindow],
                sizes: DynShape,
            ) -> Held<T> {
                let found = pool(data.raw(), windows, sizes.dims(), $pool);
                Held::of(raw::reshape(&found, sizes.dims()), sizes)
            }

            #[track_caller]
            fn pool_to<S: Shape, O: ArrayShape>(data: &Held<T>, axes: usize, sizes: DynShape) -> Held<T> {
                let rank = sizes.dims().len();
                let along = |x: Raw, axis: usize| {
                    let (from, to) = (data.dims()[axis], sizes.dims()[axis]);
                    let windows = (0..to).map(|place| {
                        let (first, end) = (place * from / to, ((place + 1) * from).div_ceil(to));
                        $along(raw::narrow(&x, axis, first, end - first), axis)
                    });
                    raw::cat(windows.collect(), axis)
                };
                Held::of((rank - axes..rank).fold(data.raw().clone(), along), sizes)
            }
        }
    )*};
}

pools! {
    Max largest raw::largest_along;
    Mean mean Dispatch::float_mean_dim;
}
