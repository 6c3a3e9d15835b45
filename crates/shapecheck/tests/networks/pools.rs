//! Pools along one axis with all small settings, as PyTorch has them: by types, over slices, and with sizes known only
//! at run time.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::algebra::{PoolWindow, PoolsBy, Slide, pool_shape};
use shapecheck::error::ShapeErrorKind;
use shapecheck::host::Memory;
use shapecheck::window::*;
use shapecheck::{Shape, ShapeError, Tensor, TensorOn, shape};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

/// The numbers of `torch_pools.py`: multiples of a quarter.
fn made(size: usize) -> Tensor<f64, shape![_]> {
    let numbers = (0..size).map(|index| ((index * 37 + 33) % 17) as f64 / 4.0 - 2.0);
    Tensor::from_vec_with(<shape![_]>::of([size]), numbers.collect()).unwrap()
}

/// Each result multiplied by its position from 1, summed up.
fn told<S: Shape, E: Memory>(results: &TensorOn<f64, S, E>) -> f64 {
    let results = results.iter().enumerate();
    results
        .map(|(place, result)| (place + 1) as f64 * result)
        .sum()
}

fn assert_close(found: f64, expected: f64) {
    assert!(
        found == expected || (found - expected).abs() < 1e-12,
        "{found} is not {expected}"
    );
}

type Found = (
    Result<Tensor<f64, shape![_]>, ShapeError>,
    Result<Tensor<f64, shape![_]>, ShapeError>,
);

/// The number of positions and what both pools report, or `None` if the axis is refused.
#[track_caller]
fn check(window: PoolWindow, size: usize, expected: Option<(usize, f64, f64)>, (max, mean): Found) {
    let shape = pool_shape(&[3, size], &[window]);
    assert_eq!(
        window.positions(size),
        expected.map(|(places, ..)| places),
        "size {size}"
    );
    let Some((places, largest, means)) = expected else {
        let kind = shape.unwrap_err().kind();
        let has_no_elements = matches!(kind, ShapeErrorKind::NoElement { axis: -1 });
        assert_eq!(has_no_elements, size == 0, "{kind:?}");
        for error in [max.unwrap_err(), mean.unwrap_err()] {
            assert_eq!(error.kind(), kind);
        }
        return;
    };
    assert_eq!(shape.unwrap().dims(), [3, places]);
    let (max, mean) = (max.unwrap(), mean.unwrap());
    assert_eq!((max.dims(), mean.dims()), (&[places][..], &[places][..]));
    assert_close(told(&max), largest);
    assert_close(told(&mean), means);
}

/// Rows of settings, each with the sizes that they refuse, and the others with the number of positions and what both pools
/// report.
macro_rules! pools {
    ($($window:literal $stride:literal $padding:literal $dilation:literal $Rounds:ident: $([$($row:tt)*])*;)*) => {$({
        type By = Pool<Window<$window>, Stride<$stride>, Pad<$padding>, Dilation<$dilation>, $Rounds>;
        let slide = Slide::new().stride($stride).padding($padding).dilation($dilation);
        let window = PoolWindow { size: $window, slide, ceil: stringify!($Rounds) == "Ceil", padding_counts: true };
        let pooled = |size: usize| {
            let x = made(size);
            (x.try_max_pool1d(By::default()), x.try_avg_pool1d(By::default()))
        };
        $(pools!(@ window pooled $($row)*);)*
    })*};
    (@ $window:ident $pooled:ident $size:literal) => {
        assert_not_impl_any!(shape![$size]: PoolsBy<1, By>);
        check($window, $size, None, $pooled($size));
    };
    (@ $window:ident $pooled:ident $size:literal: $places:literal $max:expr, $mean:expr) => {
        assert_type_eq_all!(<shape![$size] as PoolsBy<1, By>>::Output, shape![$places]);
        check($window, $size, Some(($places, $max, $mean)), $pooled($size));
    };
}

#[rustfmt::skip]
mod torch {
    #[allow(clippy::wildcard_imports)]
    use super::*;

    include!("../data/torch_pools.rs");
}

/// A size known only at run time stays so, rounded up as well.
type Up = Pool<Window<3>, SideBySide, Pad<0>, Dilation<1>, Ceil>;
assert_type_eq_all!(<shape![8, _, 7] as PoolsBy<2, Up>>::Output, shape![8, _, 3]);

/// Numbers near the largest have a verdict, and none overflows.
#[test]
fn large_numbers() {
    let window = |size: usize, stride: usize, ceil: bool| PoolWindow {
        size,
        slide: Slide::new().stride(stride),
        ceil,
        padding_counts: true,
    };
    let most = usize::MAX;
    assert_eq!(window(1, most, true).positions(most), Some(1));
    assert_eq!(window(2, most - 1, true).positions(most), Some(2));
    assert_eq!(window(most, most, true).positions(1), Some(1));
    assert_eq!(window(most, most - 1, true).positions(1), None);
    assert_eq!(window(most, 1, true).positions(most), Some(1));
    assert_eq!(window(1, 1, true).positions(most), Some(most));
    let padded = PoolWindow {
        size: most,
        slide: Slide::new().padding(most / 2),
        ceil: true,
        padding_counts: true,
    };
    assert_eq!(padded.positions(2), None);
    let kind = ShapeErrorKind::SizeOverflow { axis: -1 };
    let error = pool_shape(&[2], &[padded]).unwrap_err();
    assert_eq!(error.kind(), kind);
}
