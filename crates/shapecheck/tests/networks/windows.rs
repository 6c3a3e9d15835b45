//! Windows along axes: tables of cases for types and slices, values compared with PyTorch and with plain loops, and
//! generic code without bounds.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use proptest::prelude::*;
use shapecheck::algebra::{
    Convolve, ConvolveTransposed, Interpolation, PoolWindow, PoolsBy, Slide, convolve_shape,
    convolve_transposed_shape, pool_shape,
};
use shapecheck::algebra::{
    FoldsTo, HasGroups, PixelShuffle, PixelUnshuffle, ReplaceLast, ScaleLastBy, UnfoldsBy,
    WindowsOf, adaptive_pool_shape, fold_shape, group_size, pixel_shuffle_shape,
    pixel_unshuffle_shape, scale_last_by_shape, unfold_shape, windows_shape,
};
use shapecheck::error::ShapeErrorKind;
use shapecheck::host::Memory;
use shapecheck::window::*;
use shapecheck::{
    Dim, DynShape, InlineTensor, Shape, StaticShape, Tensor, TensorOn, View, dim, shape,
};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

/// The numbers of `torch_windows.py`: multiples of a quarter.
fn made<S: StaticShape>(seed: usize) -> Tensor<f64, S> {
    Tensor::from_vec(made_numbers(S::NUM_ELEMENTS, seed)).unwrap()
}

fn made_numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count)
        .map(|index| ((index * 37 + seed * 11) % 17) as f64 / 4.0 - 2.0)
        .collect()
}

fn inline<S: StaticShape>(tensor: &Tensor<f64, S>) -> InlineTensor<f64, S> {
    InlineTensor::from_slice(&tensor.to_vec()).unwrap()
}

#[track_caller]
fn assert_close<S: Shape, E: Memory>(found: &TensorOn<f64, S, E>, expected: &[f64]) {
    assert_close_numbers(&found.to_vec(), expected);
}

/// Compiled once for all shapes.
#[track_caller]
fn assert_close_numbers(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found} is not {expected}"
        );
    }
}

macro_rules! convolution {
    ($axes:literal $name:ident: [$($input:tt)*] [$($kernel:tt)*] $Conv:ty, $slides:expr, $groups:literal => refused by type) => {
        assert_not_impl_any!(shape![$($input)*]: Convolve<$axes, shape![$($kernel)*], $Conv>);
    };
    ($axes:literal $name:ident: [$($input:tt)*] [$($kernel:tt)*] $Conv:ty, $slides:expr, $groups:literal => refused) => {
        assert_not_impl_any!(shape![$($input)*]: Convolve<$axes, shape![$($kernel)*], $Conv>);
        assert!(convolve_shape(&[$($input)*], &[$($kernel)*], &$slides, $groups).is_err());
    };
    ($axes:literal $name:ident: [$($input:tt)*] [$($kernel:tt)*] $Conv:ty, $slides:expr, $groups:literal => [$($output:tt)*] $values:expr) => {{
        type Input = shape![$($input)*];
        type Kernel = shape![$($kernel)*];
        assert_type_eq_all!(<Input as Convolve<$axes, Kernel, $Conv>>::Output, shape![$($output)*]);
        let sizes = convolve_shape(&[$($input)*], &[$($kernel)*], &$slides, $groups).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let (input, kernel) = (made::<Input>(1), made::<Kernel>(2));
        let values: &[f64] = &$values;
        assert_close(&input.$name(&kernel, <$Conv>::default()), values);
        assert_close(&inline(&input).$name(&inline(&kernel), <$Conv>::default()), values);
    }};
}

macro_rules! pool {
    ($axes:literal $name:ident: [$($input:tt)*] $Pool:ty, $windows:expr, $slides:expr, $ceil:literal => refused) => {
        assert_not_impl_any!(shape![$($input)*]: PoolsBy<$axes, $Pool>);
        assert!(pool_shape(&[$($input)*], &pool_windows($windows, $slides, $ceil)).is_err());
    };
    ($axes:literal $name:ident: [$($input:tt)*] $Pool:ty, $windows:expr, $slides:expr, $ceil:literal => [$($output:tt)*] $values:expr) => {{
        type Input = shape![$($input)*];
        assert_type_eq_all!(<Input as PoolsBy<$axes, $Pool>>::Output, shape![$($output)*]);
        let sizes = pool_shape(&[$($input)*], &pool_windows($windows, $slides, $ceil)).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let input = made::<Input>(3);
        let values: &[f64] = &$values;
        assert_close(&input.$name(<$Pool>::default()), values);
        assert_close(&inline(&input).$name(<$Pool>::default()), values);
    }};
}

macro_rules! transposed {
    ($axes:literal $name:ident: [$($input:tt)*] [$($kernel:tt)*] $Conv:ty, $slides:expr, $groups:literal => refused) => {
        assert_not_impl_any!(shape![$($input)*]: ConvolveTransposed<$axes, shape![$($kernel)*], $Conv>);
        assert!(convolve_transposed_shape(&[$($input)*], &[$($kernel)*], &$slides, $groups).is_err());
    };
    ($axes:literal $name:ident: [$($input:tt)*] [$($kernel:tt)*] $Conv:ty, $slides:expr, $groups:literal => [$($output:tt)*] $values:expr) => {{
        type Input = shape![$($input)*];
        type Kernel = shape![$($kernel)*];
        assert_type_eq_all!(<Input as ConvolveTransposed<$axes, Kernel, $Conv>>::Output, shape![$($output)*]);
        let sizes = convolve_transposed_shape(&[$($input)*], &[$($kernel)*], &$slides, $groups).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let (input, kernel) = (made::<Input>(1), made::<Kernel>(2));
        let values: &[f64] = &$values;
        assert_close(&input.$name(&kernel, <$Conv>::default()), values);
        assert_close(&inline(&input).$name(&inline(&kernel), <$Conv>::default()), values);
    }};
}

macro_rules! resized {
    ($name:ident($($by:expr)?): [$($input:tt)*] [$($target:tt)*] => [$($output:tt)*] $values:expr) => {{
        type Target = shape![$($target)*];
        assert_type_eq_all!(<shape![$($input)*] as ReplaceLast<Target>>::Output, shape![$($output)*]);
        let sizes = adaptive_pool_shape(&[$($input)*], &[$($target)*]).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let input = made::<shape![$($input)*]>(4);
        let values: &[f64] = &$values;
        assert_close(&input.$name::<Target>($($by)?), values);
        assert_close(&inline(&input).$name::<Target>($($by)?), values);
    }};
}

/// A row of `torch_scales.rs`: the fractions are those of `Up` and `Down`.
macro_rules! scaled {
    ($by:ident: [$($input:tt)*] [$($up:tt)*] [$($down:tt)*] => [$($output:tt)*] $values:expr) => {{
        type Up = shape![$($up)*];
        type Down = shape![$($down)*];
        assert_type_eq_all!(<shape![$($input)*] as ScaleLastBy<Up, Down>>::Output, shape![$($output)*]);
        let sizes = scale_last_by_shape(&[$($input)*], &[$($up)*], &[$($down)*]).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let input = made::<shape![$($input)*]>(9);
        let values: &[f64] = &$values;
        assert_close(&input.interpolate_by::<Up, Down>(Interpolation::$by), values);
        assert_close(&inline(&input).interpolate_by::<Up, Down>(Interpolation::$by), values);
        let open = input.try_into_shape::<DynShape>().unwrap();
        let found = open.view().interpolate_by::<Up, Down>(Interpolation::$by);
        assert_eq!(found.dims(), [$($output)*]);
        assert_close(&found, values);
    }};
}

macro_rules! unfolded {
    ([$($input:tt)*] $Pool:ty, $windows:expr, $slides:expr => refused) => {
        assert_not_impl_any!(shape![$($input)*]: UnfoldsBy<2, $Pool>);
        assert!(unfold_shape(&[$($input)*], &pool_windows($windows, $slides, false)).is_err());
    };
    ([$($input:tt)*] $Pool:ty, $windows:expr, $slides:expr => [$($output:tt)*] $values:expr) => {{
        type Input = shape![$($input)*];
        assert_type_eq_all!(<Input as UnfoldsBy<2, $Pool>>::Output, shape![$($output)*]);
        let sizes = unfold_shape(&[$($input)*], &pool_windows($windows, $slides, false)).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let input = made::<Input>(5);
        let values: &[f64] = &$values;
        assert_close(&input.unfold2d(<$Pool>::default()), values);
        assert_close(&inline(&input).unfold2d(<$Pool>::default()), values);
    }};
}

macro_rules! folded {
    ([$($columns:tt)*] [$($target:tt)*] $Pool:ty, $windows:expr, $slides:expr => refused) => {
        assert_not_impl_any!(shape![$($columns)*]: FoldsTo<2, shape![$($target)*], $Pool>);
        assert!(fold_shape(&[$($columns)*], &[$($target)*], &pool_windows($windows, $slides, false)).is_err());
    };
    ([$($columns:tt)*] [$($target:tt)*] $Pool:ty, $windows:expr, $slides:expr => [$($output:tt)*] $values:expr) => {{
        assert_type_eq_all!(
            <shape![$($columns)*] as FoldsTo<2, shape![$($target)*], $Pool>>::Output,
            shape![$($output)*]
        );
        let sizes = fold_shape(&[$($columns)*], &[$($target)*], &pool_windows($windows, $slides, false)).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
        let columns = made::<shape![$($columns)*]>(6);
        let values: &[f64] = &$values;
        let target = <shape![$($target)*]>::default();
        assert_close(&columns.fold2d(target, <$Pool>::default()), values);
        assert_close(&inline(&columns).fold2d(target, <$Pool>::default()), values);
        let known = <shape![_, _]>::of([$($target)*]);
        let open = columns.widen::<shape![_, _, _]>();
        assert_close(&open.view().fold2d(known, <$Pool>::default()), values);
    }};
}

/// The rule over slices by the name of the function.
fn rearranged_shape(
    name: &str,
    sizes: &[usize],
    number: usize,
) -> Result<DynShape, shapecheck::ShapeError> {
    match name {
        "pixel_shuffle" => pixel_shuffle_shape(sizes, number),
        "pixel_unshuffle" => pixel_unshuffle_shape(sizes, number),
        _ => group_size(sizes, -3, number).map(|_| sizes.into()),
    }
}

macro_rules! rearranged {
    ($name:ident $Relation:ident<$($parameter:literal,)? dim!($of:literal)>: [$($input:tt)*] $number:literal => refused) => {
        assert_not_impl_any!(shape![$($input)*]: $Relation<$($parameter,)? dim!($of)>);
        assert!(rearranged_shape(stringify!($name), &[$($input)*], $number).is_err());
    };
    ($name:ident $Relation:ident<$($parameter:literal,)? dim!($of:literal)>: [$($input:tt)*] $number:literal => [$($output:tt)*] $values:expr) => {{
        let input = made::<shape![$($input)*]>(7);
        let values: &[f64] = &$values;
        let found: Tensor<f64, shape![$($output)*]> = input.$name::<dim!($of)>();
        assert_close(&found, values);
        let found: InlineTensor<f64, shape![$($output)*]> = inline(&input).$name::<dim!($of)>();
        assert_close(&found, values);
        let sizes = rearranged_shape(stringify!($name), &[$($input)*], $number).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
    }};
}

macro_rules! sliding {
    ([$($input:tt)*] $axis:literal $width:literal $step:literal => refused) => {
        assert_not_impl_any!(shape![$($input)*]: WindowsOf<$axis, dim!($width), dim!($step)>);
        assert!(windows_shape(&[$($input)*], $axis, $width, $step).is_err());
    };
    ([$($input:tt)*] $axis:literal $width:literal $step:literal => [$($output:tt)*] $values:expr) => {{
        let input = made::<shape![$($input)*]>(8);
        let values: &[f64] = &$values;
        let found: Tensor<f64, shape![$($output)*]> =
            input.along::<$axis>().windows::<dim!($width), dim!($step)>();
        assert_close(&found, values);
        let found: InlineTensor<f64, shape![$($output)*]> =
            inline(&input).along::<$axis>().windows::<dim!($width), dim!($step)>();
        assert_close(&found, values);
        let sizes = windows_shape(&[$($input)*], $axis, $width, $step).unwrap();
        assert_eq!(sizes, DynShape::from([$($output)*]));
    }};
}

/// Windows show the same memory, in which elements that two windows have in common are one; a change makes a copy.
#[test]
fn windows_are_views_and_are_copied_to_be_changed() {
    let x = Tensor::from([1, 2, 3, 4]);
    let mut windows: Tensor<i32, shape![3, 2]> = x.along::<-1>().windows::<dim!(2), dim!(1)>();
    assert_eq!(windows.as_slice(), None);
    windows += 10;
    assert_eq!(windows, Tensor::from([[11, 12], [12, 13], [13, 14]]));
    windows.as_mut_slice()[1] = 0;
    assert_eq!(windows[[1, 0]], 12);
    assert_eq!(x, Tensor::from([1, 2, 3, 4]));
    let mut owned = Tensor::from([1, 2, 3, 4])
        .along::<-1>()
        .windows::<dim!(3), dim!(1)>();
    owned.iter_mut().for_each(|element| *element *= 2);
    assert_eq!(owned, Tensor::from([[2, 4, 6], [4, 6, 8]]));
    // In steps of a window and more no element is in two of them.
    let apart: Tensor<i32, shape![2, 2]> = x.along::<-1>().windows::<dim!(2), dim!(2)>();
    assert_eq!(apart, Tensor::from([[1, 2], [3, 4]]));
}

#[test]
fn whole_scales() {
    let x = Tensor::from([[1.0_f64, 2.0]]);
    let nearest: Tensor<f64, shape![2, 6]> = x.upsample::<shape![2, 3]>(Interpolation::Nearest);
    assert_eq!(nearest, Tensor::from([[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]; 2]));
    let linear: Tensor<f64, shape![1, 4]> = x.upsample::<shape![2]>(Interpolation::Linear);
    assert_eq!(linear, Tensor::from([[1.0, 1.25, 1.75, 2.0]]));
}

/// Sizes that are asked for are known, whatever the input's are, without a bound.
pub fn generic_sizes<S: Shape, C: Dim, H: Dim, W: Dim>(
    x: &Tensor<f32, shape![..S, C, H, W]>,
) -> (
    Tensor<f32, shape![..S, C, 7, 7]>,
    Tensor<f32, shape![..S, C, 64, 64]>,
) {
    (
        x.adaptive_avg_pool::<shape![7, 7]>(),
        x.interpolate::<shape![64, 64]>(Interpolation::Linear),
    )
}

/// Channels that are one parameter need no bound, and a dynamic size stays dynamic.
pub fn generic_transposed<B: Dim, C: Dim, O: Dim>(
    x: &Tensor<f32, shape![B, C, 16, _]>,
    kernels: &Tensor<f32, shape![C, O, 2, 2]>,
) -> Tensor<f32, shape![B, O, 32, _]> {
    x.conv_transpose2d(kernels, ConvTranspose::new().stride::<2>())
}

fn pool_windows<const AXES: usize>(
    windows: [usize; AXES],
    slides: [Slide; AXES],
    ceil: bool,
) -> [PoolWindow; AXES] {
    std::array::from_fn(|axis| PoolWindow {
        size: windows[axis],
        slide: slides[axis],
        ceil,
        padding_counts: true,
    })
}

#[rustfmt::skip]
mod torch {
    #[allow(clippy::wildcard_imports)]
    use super::*;

    include!("../data/torch_windows.rs");
}

mod without_padding_as_in_torch {
    use super::*;

    include!("../data/torch_uncounted.rs");
}

/// What a mean is divided by, against a loop over the elements of a window.
#[test]
fn divisors_are_those_of_a_loop() {
    let slides = [(0, 0), (1, 1), (2, 0)].into_iter().flat_map(|padding| {
        [(1, 1), (1, 2), (3, 1), (3, 2)].map(|(stride, dilation)| Slide {
            stride,
            padding,
            dilation,
        })
    });
    let kinds = [(2, true), (2, false), (4, true), (4, false)];
    for (slide, (elements, padding_counts)) in slides.flat_map(|slide| kinds.map(|it| (slide, it)))
    {
        let window = PoolWindow {
            size: elements,
            slide,
            ceil: true,
            padding_counts,
        };
        let (front, behind) = slide.padding;
        for size in [1, 2, 5] {
            let counted = match padding_counts {
                true => 0..size + front + behind,
                false => front..front + size,
            };
            for place in 0..window.positions(size).unwrap_or(0) {
                let taps = (0..elements).map(|tap| place * slide.stride + tap * slide.dilation);
                let expected = taps.filter(|place| counted.contains(place)).count();
                assert_eq!(window.divisor(size, place), expected, "{window:?} {place}");
            }
        }
    }
}

/// Maxima never count padding; a mean of nothing is not a number.
#[test]
fn padding_that_does_not_count() {
    let x = Tensor::from([[3.0_f64, 5.0]]);
    let windows = Pool::of::<2>().stride::<1>().padding::<1>();
    assert_eq!(x.avg_pool1d(windows), Tensor::from([[1.5, 4.0, 2.5]]));
    let inside = windows.uncounted_padding();
    assert_eq!(x.avg_pool1d(inside), Tensor::from([[3.0, 4.0, 5.0]]));
    assert_eq!(x.max_pool1d(inside), x.max_pool1d(windows));
    let open = x.view().widen::<shape![_, _]>().avg_pool1d(inside);
    assert_eq!(open.to_vec(), [3.0, 4.0, 5.0]);
    // The setting stays, whatever is set after it.
    let later = Pool::of::<2>()
        .uncounted_padding()
        .stride::<1>()
        .padding::<1>();
    assert_eq!(x.avg_pool1d(later), Tensor::from([[3.0, 4.0, 5.0]]));
    let apart = Pool::of::<2>().stride::<1>().padding::<1>().dilation::<3>();
    assert_eq!(x.avg_pool1d(apart), Tensor::from([[0.0]]));
    assert!(x.avg_pool1d(apart.uncounted_padding())[[0, 0]].is_nan());
}

mod scaled_as_in_torch {
    use super::*;

    include!("../data/torch_scales.rs");
}

#[test]
fn fractions_of_sizes_at_the_limits() {
    let kind = |shape: &[usize], up: &[usize], down: &[usize]| {
        scale_last_by_shape(shape, up, down).unwrap_err().kind()
    };
    assert_eq!(
        kind(&[2, 3], &[1], &[0]),
        ShapeErrorKind::Zero { of: "divisor" }
    );
    assert_eq!(
        kind(&[2, 3], &[0], &[1]),
        ShapeErrorKind::Zero { of: "factor" }
    );
    assert_eq!(
        kind(&[2, 0], &[1], &[2]),
        ShapeErrorKind::NoElement { axis: -1 }
    );
    assert_eq!(
        kind(&[2, 3], &[1, 1], &[2]),
        ShapeErrorKind::Divisors {
            factors: 2,
            divisors: 1
        }
    );
    assert_eq!(
        kind(&[3], &[usize::MAX], &[2]),
        ShapeErrorKind::SizeOverflow { axis: -1 }
    );
    // The product does not fit in `usize`, the size does.
    let large = usize::MAX / 2;
    assert_eq!(
        scale_last_by_shape(&[large], &[4], &[4]),
        Ok([large].into())
    );
    // What is rounded down to nothing has no element.
    let none: Tensor<f64, shape![2, 0]> =
        Tensor::from([[1.0], [2.0]]).interpolate_by::<shape![1], shape![2]>(Interpolation::Linear);
    assert_eq!(none.to_vec(), [0.0; 0]);
}

/// No bound on the sizes.
fn halves<H: Dim, W: Dim>(
    x: &Tensor<f64, shape![3, H, W]>,
) -> Tensor<f64, shape![3, 3 * H / 2, W / 2]> {
    x.interpolate_by::<shape![3, 1], shape![2, 2]>(Interpolation::Nearest)
}

#[test]
fn generic_code_scales_sizes_by_fractions() {
    let x: Tensor<f64, shape![3, 7, 2]> = halves(&made::<shape![3, 5, 4]>(1));
    assert_eq!(x.dims(), [3, 7, 2]);
}

/// Sizes known only at run time stay so; what is known stays known.
type Halved = Conv<Stride<2>, Pad<1>>;
assert_type_eq_all!(
    <shape![_, 3, _, 32] as Convolve<2, shape![16, 3, 3, 3], Halved>>::Output,
    shape![_, 16, _, 16]
);
assert_type_eq_all!(
    <shape![8, _, 32, 32] as Convolve<2, shape![_, 3, 3, _], Conv>>::Output,
    shape![8, _, 30, _]
);
assert_type_eq_all!(
    <DynShape as Convolve<2, shape![16, 3, 3, 3], Conv>>::Output,
    shape![..DynShape, 16, _, _]
);
assert_type_eq_all!(
    <shape![8, 3, _, 32] as Convolve<2, DynShape, Conv<Stride<1>, Same>>>::Output,
    shape![8, _, _, 32]
);
assert_type_eq_all!(
    <shape![8, 16, _, 7] as PoolsBy<2, Pool<Window<2>>>>::Output,
    shape![8, 16, _, 3]
);
assert_type_eq_all!(
    <DynShape as PoolsBy<2, Pool<Window<2>>>>::Output,
    shape![..DynShape, _, _]
);

/// Without a bound: channels that are one parameter, and sizes that are kept.
pub fn generic<S: Shape, B: Dim, C: Dim, O: Dim, H: Dim, W: Dim>(
    images: &Tensor<f32, shape![B, C, 32, 32]>,
    kernels: &Tensor<f32, shape![O, C, 3, 3]>,
    any: &Tensor<f32, shape![..S, C, H, W]>,
) -> (
    Tensor<f32, shape![B, O, 16, 16]>,
    Tensor<f32, shape![..S, O, H, W]>,
) {
    let halved = images.conv2d(kernels, Conv::new().stride::<2>().padding::<1>());
    (halved, any.conv2d(kernels, Conv::new().same()))
}

#[test]
fn dynamic_sizes_are_checked() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let text = |panic: Box<dyn std::any::Any + Send>| *panic.downcast::<String>().unwrap();
    let kernels = Tensor::<f64, shape![4, 2, 3, 3]>::full(1.0);
    let of = |sizes: [usize; 3]| {
        Tensor::<f64, shape![_, _, _]>::full_with(<shape![_, _, _]>::of(sizes), 1.0)
    };
    let halved = Conv::new().stride::<2>();
    assert_eq!(of([2, 7, 3]).conv2d(&kernels, halved).dims(), [4, 3, 1]);
    let refused = |sizes| {
        text(catch_unwind(AssertUnwindSafe(|| of(sizes).conv2d(&kernels, halved))).unwrap_err())
    };
    assert_eq!(
        refused([3, 7, 7]),
        "kernels [4, 2, 3, 3] do not go over shape [3, 7, 7]: this convolution takes 2 channels, the input has 3 at axis -3"
    );
    assert_eq!(
        refused([2, 2, 7]),
        "kernels [4, 2, 3, 3] do not go over shape [2, 2, 7]: a kernel of 3 does not fit in 2 padded elements at axis -2"
    );
    let pool = || of([2, 1, 7]).max_pool2d(Pool::of::<2>());
    assert_eq!(
        text(catch_unwind(AssertUnwindSafe(pool)).unwrap_err()),
        "a window of 2 does not fit in 1 padded elements at axis -2 of shape [2, 1, 7]"
    );
}

#[test]
fn numbers_that_are_no_settings_are_refused() {
    let kind = |slide: Slide, groups| {
        let error = convolve_shape(&[2, 5], &[2, 2, 3], &[slide], groups).unwrap_err();
        error.kind()
    };
    assert_eq!(
        kind(Slide::new().stride(0), 1),
        ShapeErrorKind::Zero { of: "stride" }
    );
    assert_eq!(
        kind(Slide::new().dilation(0), 1),
        ShapeErrorKind::Zero { of: "dilation" }
    );
    assert_eq!(
        kind(Slide::new(), 0),
        ShapeErrorKind::Zero {
            of: "number of groups"
        }
    );
    assert_eq!(
        kind(Slide::new().padding(usize::MAX), 1),
        ShapeErrorKind::SizeOverflow { axis: -1 }
    );
    assert_eq!(
        kind(Slide::new().dilation(usize::MAX), 1),
        ShapeErrorKind::SizeOverflow { axis: -1 }
    );
    assert!(convolve_shape(&[5], &[2, 2, 3], &[Slide::new()], 1).is_err());
    assert!(convolve_shape(&[2, 5], &[2, 2], &[Slide::new()], 1).is_err());
    assert_eq!(Slide::new().positions(5, 0), None);
}

/// Elements that do not lie in row-major order, of any engine.
#[test]
fn transposed_inputs_and_views() {
    let input = made::<shape![5, 6, 2]>(1);
    let channels_first = input.permute::<shapecheck::axes![-1, -3, -2]>();
    let kernels = made::<shape![3, 2, 2, 2]>(2);
    let expected = channels_first.to_tensor().conv2d(&kernels, Conv::new());
    assert_eq!(channels_first.conv2d(&kernels, Conv::new()), expected);
    let view: View<'_, f64, _> = channels_first.view();
    assert_eq!(
        view.conv2d(&inline(&kernels), Conv::new().padding::<0>()),
        expected
    );
    assert_eq!(
        view.max_pool2d(Pool::of::<2>()),
        channels_first.to_tensor().max_pool2d(Pool::of::<2>())
    );
}

#[test]
fn integers_are_convolved_too() {
    let input = Tensor::from([[1, 2, 3, 4]]);
    let kernel = Tensor::from([[[1, 0, -1]]]);
    assert_eq!(input.conv1d(&kernel, Conv::new()), Tensor::from([[-2, -2]]));
}

#[test]
fn a_maximum_keeps_what_is_not_a_number() {
    let input = Tensor::from([[1.0, f64::NAN, 3.0, 4.0]]);
    let pooled = input.max_pool1d(Pool::of::<2>());
    assert!(pooled[[0, 0]].is_nan());
    assert_eq!(pooled[[0, 1]], 4.0);
}

/// A convolution of two axes by plain loops.
fn plain(
    (input, sizes): (&[f64], [usize; 4]),
    (kernel, window): (&[f64], [usize; 4]),
    slides: [Slide; 2],
    groups: usize,
    places: [usize; 2],
) -> Vec<f64> {
    let mut result = Vec::new();
    let [images, channels, height, width] = sizes;
    let [gives, takes, rows, columns] = window;
    for image in 0..images {
        for given in 0..gives {
            for row in 0..places[0] {
                for column in 0..places[1] {
                    let mut sum = 0.0;
                    for taken in 0..takes {
                        let channel = given / (gives / groups) * takes + taken;
                        for a in 0..rows {
                            for b in 0..columns {
                                let y = (row * slides[0].stride + a * slides[0].dilation) as isize
                                    - slides[0].padding.0 as isize;
                                let x = (column * slides[1].stride + b * slides[1].dilation)
                                    as isize
                                    - slides[1].padding.0 as isize;
                                if (0..height as isize).contains(&y)
                                    && (0..width as isize).contains(&x)
                                {
                                    let from = ((image * channels + channel) * height + y as usize)
                                        * width
                                        + x as usize;
                                    let by = ((given * takes + taken) * rows + a) * columns + b;
                                    sum += input[from] * kernel[by];
                                }
                            }
                        }
                    }
                    result.push(sum);
                }
            }
        }
    }
    result
}

fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count)
        .map(|index| ((index * 31 + seed * 7) % 23) as f64 / 4.0 - 2.5)
        .collect()
}

/// A convolution of these sizes, beside plain loops.
fn beside_plain_loops<Settings>(
    sizes: [usize; 4],
    window: [usize; 4],
    settings: Settings,
    slides: [Slide; 2],
    groups: usize,
) where
    shape![_, _, _, _]: Convolve<2, shape![_, _, _, _], Settings, Output = shape![_, _, _, _]>,
{
    let tensor = |sizes: [usize; 4], seed| {
        let shape = <shape![_, _, _, _]>::of(sizes);
        Tensor::from_vec_with(shape, numbers(sizes.iter().product(), seed)).unwrap()
    };
    let (input, kernel) = (tensor(sizes, 1), tensor(window, 2));
    let Ok(rule) = convolve_shape(&sizes, &window, &slides, groups) else {
        return;
    };
    let places = [rule.dims()[2], rule.dims()[3]];
    let found = input.conv2d(&kernel, settings);
    let (input, kernel) = (input.to_vec(), kernel.to_vec());
    let expected = plain((&input, sizes), (&kernel, window), slides, groups, places);
    assert_close(&found, &expected);
}

/// As in PyTorch, and for its kernels of one, two and three axes alike, half a window is half of its elements: a
/// dilation does not count.
#[test]
fn half_a_window_of_padding_is_half_of_its_elements() {
    type Wide<const P: usize> = Pool<Window<3>, Stride<1>, Pad<P>, Dilation<2>>;
    assert_type_eq_all!(<shape![9] as PoolsBy<1, Wide<1>>>::Output, shape![7]);
    assert_not_impl_any!(shape![9]: PoolsBy<1, Wide<2>>);
    assert_not_impl_any!(shape![_]: PoolsBy<1, Wide<2>>);
    assert_not_impl_any!(shape![9, 9]: PoolsBy<2, Wide<2>>);
    assert_not_impl_any!(shape![9, 9, 9]: PoolsBy<3, Wide<2>>);
    assert_not_impl_any!(shape![9]: PoolsBy<1, Pool<Window<2>, Stride<1>, Pad<2>, Dilation<3>>>);
    for axes in 1..=3 {
        let window = |padding| PoolWindow {
            size: 3,
            slide: Slide::new().dilation(2).padding(padding),
            ceil: false,
            padding_counts: true,
        };
        assert_eq!(
            pool_shape(&[9; 3], &[window(1); 3][..axes]).map(|sizes| sizes.dims()[2]),
            Ok(7)
        );
        let error = pool_shape(&[9; 3], &[window(2); 3][..axes]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "padding of 2 is more than half the window of 3 at axis -1 of shape [9, 9, 9]"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn convolutions_are_those_of_plain_loops(
        images in 0..3_usize,
        channels in 0..7_usize,
        gives in 0..20_usize,
        size in [0..40_usize, 0..40_usize],
        window in [1..5_usize, 1..5_usize],
        choice in 0..6,
    ) {
        let slide = Slide::new();
        let sizes = [images, channels, size[0], size[1]];
        let kernel = [gives, channels, window[0], window[1]];
        match choice {
            0 => beside_plain_loops(sizes, kernel, Conv::new(), [slide; 2], 1),
            1 => beside_plain_loops(sizes, kernel, Conv::new().stride::<2>().padding::<1>(), [slide.stride(2).padding(1); 2], 1),
            2 => beside_plain_loops(
                sizes,
                kernel,
                Conv::new().strides((Stride::<3>, Stride::<1>)).paddings((Pad::<0>, Pad::<3>)),
                [slide.stride(3), slide.padding(3)],
                1,
            ),
            3 => beside_plain_loops(sizes, kernel, Conv::new().dilation::<3>().padding::<2>(), [slide.dilation(3).padding(2); 2], 1),
            4 => beside_plain_loops(sizes, kernel, Conv::new().same(), [slide.same(window[0]), slide.same(window[1])], 1),
            _ => beside_plain_loops(
                [images, 2 * channels, size[0], size[1]],
                [2 * gives, channels, window[0], window[1]],
                Conv::new().groups::<2>().padding::<1>(),
                [slide.padding(1); 2],
                2,
            ),
        }
    }
}

// Under Miri with vectors.
#[test]
fn convolutions_along_lines() {
    let slide = Slide::new();
    beside_plain_loops([1, 2, 4, 20], [5, 2, 2, 3], Conv::new(), [slide; 2], 1);
    // So many channels that columns of several lines are copied.
    beside_plain_loops([1, 1, 4, 15], [17, 1, 2, 2], Conv::new(), [slide; 2], 1);
    // Whole vectors of them, whose kernels are copied. The other sizes are those of more than one part of the work.
    beside_plain_loops([1, 16, 6, 15], [16, 16, 2, 2], Conv::new(), [slide; 2], 1);
    beside_plain_loops(
        [1, 2 * 37, 2, 14],
        [32, 37, 2, 2],
        Conv::new().groups::<2>(),
        [slide; 2],
        2,
    );
    let (twice, slide) = (
        Conv::new().stride::<2>().padding::<1>(),
        slide.stride(2).padding(1),
    );
    beside_plain_loops([2, 2, 3, 27], [5, 2, 2, 3], twice, [slide; 2], 1);
    beside_plain_loops([2, 11, 3, 27], [15, 11, 2, 3], twice, [slide; 2], 1);
}

/// Columns along one axis and along three, folded back: each element as many times as windows have it.
#[test]
fn columns_of_one_axis_and_of_three_are_folded_back() {
    use shapecheck::window::Pool;
    use shapecheck::{Tensor, shape};

    let signal = Tensor::<f64, shape![2, 3, 6]>::from_fn(|[b, c, t]| (18 * b + 6 * c + t) as f64);
    let windows = Pool::of::<3>().stride::<1>().padding::<1>();
    let columns: Tensor<f64, shape![2, 9, 6]> = signal.unfold1d(windows);
    // The row of channel 1 and of the last element of a window.
    assert_eq!(
        columns.index_axis::<-3>(0).index_axis::<-2>(5).to_vec(),
        [7.0, 8.0, 9.0, 10.0, 11.0, 0.0]
    );
    let back: Tensor<f64, shape![2, 3, 6]> = columns.fold1d(<shape![6]>::default(), windows);
    let times = Tensor::from([2.0, 3.0, 3.0, 3.0, 3.0, 2.0]);
    assert_eq!(back, &signal * &times);
    let any: Tensor<f64, shape![2, _, 6]> = columns.clone().widen();
    let same: Tensor<f64, shape![2, _, 6]> = any.fold1d(<shape![6]>::default(), windows);
    assert_eq!(same.to_vec(), back.to_vec());
    let error = columns
        .try_fold1d(<shape![_]>::of([7]), windows)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot fold shape [2, 9, 6]: there are 6 columns, the output has 7 places"
    );

    let volume = Tensor::<f64, shape![1, 2, 4, 4, 6]>::from_fn(|[_, c, d, h, w]| {
        (96 * c + 24 * d + 6 * h + w) as f64
    });
    let blocks = Pool::of::<2>();
    let columns: Tensor<f64, shape![1, 16, 12]> = volume.unfold3d(blocks);
    assert_eq!(
        columns.index_axis::<-3>(0).index_axis::<-1>(0).to_vec()[..8],
        [0.0, 1.0, 6.0, 7.0, 24.0, 25.0, 30.0, 31.0]
    );
    // Windows side by side have no element in common.
    assert_eq!(columns.fold3d(<shape![4, 4, 6]>::default(), blocks), volume);
}
