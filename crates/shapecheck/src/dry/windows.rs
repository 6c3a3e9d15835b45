//! Windows along the last axes.

use alloc::borrow::Cow;

use super::Sizes;
use super::held::Held;
use super::note::made;
use super::products::times;
use crate::algebra::{Interpolation, PoolWindow, Slide};
use crate::engine::{ArrayShape, Columns, Convolves, Interpolates, Pools, ops};
use crate::{DynShape, Shape};

/// The name of an operation by the number of axes of its windows.
fn by_axes(axes: usize, names: [fn() -> Cow<'static, str>; 3]) -> fn() -> Cow<'static, str> {
    names[axes.clamp(1, 3) - 1]
}

/// This many numbers, each times the numbers of kernels that belong to one of them.
fn by_kernels(count: u64, kernels: &Held) -> u64 {
    let each = kernels.sizes().iter().skip(1);
    each.fold(count, |count, &size| times(count, size))
}

impl<T: 'static> Convolves<T> for Sizes {
    type OutputEngine = Self;

    #[track_caller]
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
        data: &Held,
        kernels: &Held,
        slides: &[Slide],
        _groups: usize,
        sizes: DynShape,
    ) -> Held {
        let result = Held::new::<T, O>(&sizes);
        let name = by_axes(
            slides.len(),
            [|| "conv1d".into(), || "conv2d".into(), || "conv3d".into()],
        );
        // Each number of the result is a sum over the channels of a group.
        made(
            name,
            &[data, kernels],
            by_kernels(result.elements(), kernels),
            result,
        )
    }

    #[track_caller]
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &Held,
        kernels: &Held,
        slides: &[(Slide, usize)],
        _groups: usize,
        sizes: DynShape,
    ) -> Held {
        let name = by_axes(
            slides.len(),
            [
                || "conv_transpose1d".into(),
                || "conv_transpose2d".into(),
                || "conv_transpose3d".into(),
            ],
        );
        // Each number of the input goes to the channels of a group.
        let count = by_kernels(data.elements(), kernels);
        made(name, &[data, kernels], count, Held::new::<T, O>(&sizes))
    }
}

/// Pools by an operation.
trait Pool {
    const NAMES: [fn() -> Cow<'static, str>; 3];
    const ADAPTIVE: fn() -> Cow<'static, str>;
}

impl Pool for ops::Max {
    const NAMES: [fn() -> Cow<'static, str>; 3] = [
        || "max_pool1d".into(),
        || "max_pool2d".into(),
        || "max_pool3d".into(),
    ];
    const ADAPTIVE: fn() -> Cow<'static, str> = || "adaptive_max_pool".into();
}

impl Pool for ops::Mean {
    const NAMES: [fn() -> Cow<'static, str>; 3] = [
        || "avg_pool1d".into(),
        || "avg_pool2d".into(),
        || "avg_pool3d".into(),
    ];
    const ADAPTIVE: fn() -> Cow<'static, str> = || "adaptive_avg_pool".into();
}

impl<Op: Pool, T: 'static> Pools<Op, T> for Sizes {
    #[track_caller]
    fn pool<S: Shape, O: ArrayShape>(data: &Held, windows: &[PoolWindow], sizes: DynShape) -> Held {
        made(
            by_axes(windows.len(), Op::NAMES),
            &[data],
            0,
            Held::new::<T, O>(&sizes),
        )
    }

    #[track_caller]
    fn pool_to<S: Shape, O: ArrayShape>(data: &Held, _axes: usize, sizes: DynShape) -> Held {
        made(Op::ADAPTIVE, &[data], 0, Held::new::<T, O>(&sizes))
    }
}

impl<T: 'static> Columns<T> for Sizes {
    #[track_caller]
    fn unfold<S: Shape, O: ArrayShape>(data: &Held, _: &[PoolWindow], sizes: DynShape) -> Held {
        made(|| "unfold".into(), &[data], 0, Held::new::<T, O>(&sizes))
    }

    #[track_caller]
    fn fold<S: Shape, O: ArrayShape>(data: &Held, _: &[PoolWindow], sizes: DynShape) -> Held {
        made(|| "fold".into(), &[data], 0, Held::new::<T, O>(&sizes))
    }
}

impl<T: 'static> Interpolates<T> for Sizes {
    #[track_caller]
    fn interpolate<S: Shape, O: ArrayShape>(
        data: &Held,
        _steps: (&[usize], &[usize]),
        _by: Interpolation,
        sizes: DynShape,
    ) -> Held {
        made(
            || "interpolate".into(),
            &[data],
            0,
            Held::new::<T, O>(&sizes),
        )
    }
}

#[cfg(feature = "fft")]
impl<T: 'static> crate::engine::Transforms<T> for Sizes {
    #[track_caller]
    fn fourier<S: Shape, O: Shape>(
        data: &Held,
        _axis: usize,
        sizes: DynShape,
        _back: bool,
    ) -> Held {
        let result = Held::new::<realfft::num_complex::Complex<T>, O>(&sizes);
        made(|| "fft".into(), &[data], 0, result)
    }

    #[track_caller]
    fn real_fourier<S: Shape, O: Shape>(
        data: &Held,
        _axis: usize,
        _size: usize,
        sizes: DynShape,
    ) -> Held {
        let result = Held::new::<realfft::num_complex::Complex<T>, O>(&sizes);
        made(|| "rfft".into(), &[data], 0, result)
    }

    #[track_caller]
    fn inverse_real_fourier<S: Shape, O: Shape>(
        data: &Held,
        _axis: usize,
        sizes: DynShape,
    ) -> Held {
        made(|| "irfft".into(), &[data], 0, Held::new::<T, O>(&sizes))
    }
}
