//! Each operation that can fail for dynamic sizes has a `try_` form, whose error has the text of the other form's
//! panic. If sizes fit, both give the same.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::panic::{AssertUnwindSafe, catch_unwind};

use shapecheck::algebra::{Interpolation, Negative, Padding};
use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::{Axis, Dyn, DynShape, Shape, Tensor, axes, dim, shape};

type Any<S> = Tensor<f64, S>;

fn tensor<S: Shape>(sizes: &[usize]) -> Any<S> {
    let shape = S::try_from_sizes(sizes).expect("a shape of these sizes");
    let mut next = 0;
    let count = sizes.iter().product();
    let elements: Vec<f64> = std::iter::repeat_with(|| {
        next += 1;
        f64::from(next % 7) - 2.5
    })
    .take(count)
    .collect();
    Tensor::from_slice_with(shape, &elements).expect("as many elements")
}

fn indices<S: Shape>(sizes: &[usize]) -> Tensor<usize, S> {
    Tensor::full_with(S::try_from_sizes(sizes).expect("a shape"), 0)
}

/// What the panic of a function says.
fn panic_of<T>(function: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(function)) else {
        panic!("nothing was refused")
    };
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().expect("a text")).to_owned(),
    }
}

/// Both forms of an operation on operands that fit, and on operands that do not.
macro_rules! both {
    ($name:ident $try_name:ident $([$($generic:tt)*])?: $fits:expr, $fails:expr; ($($argument:expr),*) => $text:literal) => {
        both!($name $try_name $([$($generic)*])?: $fits, ($($argument),*), $fails, ($($argument),*) => $text)
    };
    ($name:ident $try_name:ident $([$($generic:tt)*])?: $fits:expr, ($($fit:expr),*), $fails:expr, ($($fail:expr),*) => $text:literal) => {{
        let found = $fits.$name$(::<$($generic)*>)?($($fit),*);
        assert_eq!($fits.$try_name$(::<$($generic)*>)?($($fit),*), Ok(found), stringify!($name));
        let error = $fails.$try_name$(::<$($generic)*>)?($($fail),*).unwrap_err().to_string();
        assert_eq!(error, $text, stringify!($name));
        assert_eq!(panic_of(|| $fails.$name$(::<$($generic)*>)?($($fail),*)), $text, stringify!($name));
    }};
}

#[test]
fn windows() {
    let images = tensor::<shape![_, 3, _, _]>(&[2, 3, 5, 6]);
    let small = tensor::<shape![_, 3, _, _]>(&[2, 3, 2, 6]);
    let kernels = tensor::<shape![4, 3, 3, 3]>(&[4, 3, 3, 3]);
    both!(conv2d try_conv2d: images, small; (&kernels, Conv::new()) =>
        "kernels [4, 3, 3, 3] do not go over shape [2, 3, 2, 6]: a kernel of 3 does not fit in 2 padded elements at axis -2");
    let line = tensor::<shape![3, _]>(&[3, 6]);
    let other = tensor::<shape![_, _]>(&[2, 6]);
    let taps = tensor::<shape![4, 3, 3]>(&[4, 3, 3]);
    both!(conv1d try_conv1d: line, (&taps, Conv::new()), other, (&taps, Conv::new()) => "kernels [4, 3, 3] do not go over shape [2, 6]: this convolution takes 3 channels, the input has 2 at axis -2");
    let cube = tensor::<shape![1, _, 4, 4]>(&[1, 4, 4, 4]);
    let flat = tensor::<shape![1, _, 4, 4]>(&[1, 1, 4, 4]);
    let block = tensor::<shape![2, 1, 2, 2, 2]>(&[2, 1, 2, 2, 2]);
    both!(conv3d try_conv3d: cube, flat; (&block, Conv::new()) => "kernels [2, 1, 2, 2, 2] do not go over shape [1, 1, 4, 4]: a kernel of 2 does not fit in 1 padded elements at axis -3");
    let back = tensor::<shape![3, 4, 3, 3]>(&[3, 4, 3, 3]);
    let thin = tensor::<shape![_, 3, _, _]>(&[2, 3, 1, 6]);
    both!(conv_transpose2d try_conv_transpose2d: images, thin; (&back, ConvTranspose::new().padding::<2>()) => "kernels [3, 4, 3, 3] do not go over shape [2, 3, 1, 6]: padding of 2 on either side leaves nothing of 3 elements at axis -2");
    both!(max_pool2d try_max_pool2d: images, small; (Pool::of::<3>()) => "a window of 3 does not fit in 2 padded elements at axis -2 of shape [2, 3, 2, 6]");
    both!(avg_pool2d try_avg_pool2d: images, small; (Pool::of::<3>()) => "a window of 3 does not fit in 2 padded elements at axis -2 of shape [2, 3, 2, 6]");
    let empty = tensor::<shape![_, 3, _, _]>(&[2, 3, 0, 6]);
    both!(adaptive_max_pool try_adaptive_max_pool [shape![2, 2]]: images, empty; () => "axis -2 of shape [2, 3, 0, 6] has no elements");
    both!(adaptive_avg_pool try_adaptive_avg_pool [shape![2, 2]]: images, empty; () => "axis -2 of shape [2, 3, 0, 6] has no elements");
    both!(interpolate try_interpolate [shape![2, 2]]: images, empty; (Interpolation::Nearest) => "axis -2 of shape [2, 3, 0, 6] has no elements");
    both!(upsample try_upsample [shape![2, 2]]: images, empty; (Interpolation::Nearest) => "axis -2 of shape [2, 3, 0, 6] has no elements");
    both!(interpolate_by try_interpolate_by [shape![3, 1], shape![2, 2]]: images, empty; (Interpolation::Nearest) => "axis -2 of shape [2, 3, 0, 6] has no elements");
    both!(unfold2d try_unfold2d: images, small; (Pool::of::<3>()) => "a window of 3 does not fit in 2 padded elements at axis -2 of shape [2, 3, 2, 6]");
    let (columns, fewer) = (
        tensor::<shape![_, _]>(&[12, 4]),
        tensor::<shape![_, _]>(&[12, 3]),
    );
    both!(fold2d try_fold2d: columns, fewer; (<shape![3, 3]>::default(), Pool::of::<2>().stride::<1>()) => "cannot fold shape [12, 3]: there are 3 columns, the output has 4 places");
    let squares = tensor::<shape![_, 3, 3]>(&[8, 3, 3]);
    let odd = tensor::<shape![_, 3, 3]>(&[6, 3, 3]);
    both!(pixel_shuffle try_pixel_shuffle [dim!(2)]: squares, odd; () => "6 channels cannot be spread over squares of 2 by 2, in shape [6, 3, 3]");
    both!(channel_shuffle try_channel_shuffle [dim!(4)]: squares, odd; () => "4 groups do not divide 6 channels at axis -3 of shape [6, 3, 3]");
    both!(channel_shuffle try_channel_shuffle [dim!(4)]: squares.along::<-3>(), odd.along::<-3>(); () => "4 groups do not divide 6 channels at axis -3 of shape [6, 3, 3]");
    let even = tensor::<shape![1, _, 4]>(&[1, 2, 4]);
    let uneven = tensor::<shape![1, _, 4]>(&[1, 3, 4]);
    both!(pixel_unshuffle try_pixel_unshuffle [dim!(2)]: even, uneven; () => "size 3 at axis -2 of shape [1, 3, 4] is not a multiple of 2");
    let (long, short) = (tensor::<shape![_]>(&[5]), tensor::<shape![_]>(&[2]));
    both!(windows try_windows [dim!(3), dim!(1)]: long.along::<-1>(), short.along::<-1>(); () => "a window of 3 does not fit in axis -1 of shape [2]: its size is 2");
}

#[test]
fn layers() {
    let x = tensor::<shape![_, _]>(&[4, 6]);
    let (weights, wrong) = (tensor::<shape![_]>(&[6]), tensor::<shape![_]>(&[5]));
    both!(layer_norm try_layer_norm: x, (&weights, 1e-5), x, (&wrong, 1e-5) => "shape [4, 6] does not end in [5]: the input has size 6 at axis -1, the layer normalizes 5");
    both!(rms_norm try_rms_norm: x, (&weights, 1e-5), x, (&wrong, 1e-5) => "shape [4, 6] does not end in [5]: the input has size 6 at axis -1, the layer normalizes 5");
    let norm = || x.along::<-1>();
    both!(batch_norm try_batch_norm: norm(), (&weights, &weights, 1e-5), norm(), (&weights, &wrong, 1e-5) => "weights [5] do not fit shape [4, 6]: there are weights for 5 channels, the input has 6 at axis -1");
    both!(batch_norm_with_statistics try_batch_norm_with_statistics: norm(), ((&weights, &weights.map(f64::abs)), &weights, &weights, 1e-5),
        norm(), ((&weights, &wrong), &weights, &weights, 1e-5) => "weights [5] do not fit shape [4, 6]: there are weights for 5 channels, the input has 6 at axis -1");
    both!(group_norm try_group_norm: norm(), (Dyn(3), &weights, &weights, 1e-5), norm(), (Dyn(4), &weights, &weights, 1e-5) => "4 groups do not divide 6 channels at axis -1 of shape [4, 6]");
    let places = tensor::<shape![_, _, 3]>(&[2, 6, 3]);
    both!(instance_norm try_instance_norm: places.along::<-2>(), (&weights, &weights, 1e-5), places.along::<-2>(), (&wrong, &weights, 1e-5) => "weights [5] do not fit shape [2, 6, 3]: there are weights for 5 channels, the input has 6 at axis -2");
    let (queries, keys, few) = (
        tensor::<shape![_, _]>(&[2, 6]),
        tensor::<shape![_, _]>(&[5, 6]),
        tensor::<shape![_, _]>(&[1, 6]),
    );
    both!(attention try_attention: queries, (&keys, &keys), queries, (&keys, &few) => "keys [5, 6] do not go with values [1, 6]: there are 5 keys, but 1 values");
    both!(causal_attention try_causal_attention: queries, (&keys, &keys), queries, (&few, &few) => "scores [2, 1] have no causal mask: there are 2 queries, but 1 keys, and a query sees its own key and those before it");
    let (mask, narrow) = (
        tensor::<shape![_, _]>(&[2, 5]),
        tensor::<shape![_, _]>(&[2, 4]),
    );
    both!(masked_attention try_masked_attention: queries, (&keys, &keys, &mask), queries, (&keys, &keys, &narrow) => "mask [2, 4] does not fit scores [2, 5]: the mask has size 4 at axis -1, the scores have 5");
    let (heads, shared, odd) = (
        tensor::<shape![4, _, _]>(&[4, 2, 6]),
        tensor::<shape![2, _, _]>(&[2, 5, 6]),
        tensor::<shape![2, _, _]>(&[2, 4, 6]),
    );
    let lone = tensor::<shape![2, _, _]>(&[2, 1, 6]);
    both!(grouped_attention try_grouped_attention: heads, (&shared, &shared), heads, (&shared, &odd) => "keys [2, 5, 6] do not go with values [2, 4, 6]: there are 5 keys, but 4 values");
    both!(grouped_causal_attention try_grouped_causal_attention: heads, (&shared, &shared), heads, (&lone, &lone) => "scores [2, 1] have no causal mask: there are 2 queries, but 1 keys, and a query sees its own key and those before it");
    both!(grouped_masked_attention try_grouped_masked_attention: heads, (&shared, &shared, &mask), heads, (&shared, &shared, &narrow) => "mask [2, 4] does not fit scores [2, 2, 2, 5]: the mask has size 4 at axis -1, the scores have 5");
    let table = tensor::<shape![_, _]>(&[4, 6]);
    let (some, none) = (
        indices::<shape![_]>(&[3]),
        Tensor::full_with(<shape![_]>::try_from([3]).unwrap(), 9),
    );
    both!(embedding try_embedding: table, (&some), table, (&none) => "index 9 is out of bounds for axis -2 of shape [4, 6]: its size is 4");
    let (y, cube) = (
        tensor::<shape![_, _]>(&[4, 5]),
        tensor::<shape![2, _, _]>(&[2, 6, 5]),
    );
    both!(bilinear try_bilinear: x, (&y, &cube), x, (&x, &cube) => "weights [2, 6, 5] do not take a second input [4, 6]: this layer takes 5 numbers, the second input has 6 at axis -1");
    both!(cosine_similarity try_cosine_similarity: x, (&x, 1e-8), x, (&y, 1e-8) => "vector lengths differ: 6 and 5, in shapes [4, 6] and [4, 5]");
    both!(cdist try_cdist: x, (&keys), x, (&y) => "points differ in length: 6 and 5, in shapes [4, 6] and [4, 5]");
}

#[test]
fn points_between() {
    let (x, end) = (tensor::<shape![_, _]>(&[4, 6]), tensor::<shape![_]>(&[6]));
    let weights = tensor::<shape![_, 1]>(&[4, 1]);
    both!(lerp try_lerp: x, (&end, &weights), x, (&end, &tensor::<shape![_, 1]>(&[3, 1])) => "cannot broadcast shapes [4, 6] and [3, 1] (operands 0 and 2): size 4 does not match size 3 at axis -2");
    let between = x.lerp(&end, &weights);
    for place in 0..24 {
        let at @ [row, column] = [place / 6, place % 6];
        let (start, weight) = (x[at], weights[[row, 0]]);
        assert_eq!(between[at], start + weight * (end[[column]] - start));
    }
}

#[test]
fn losses() {
    use shapecheck::tensor::reduction::{Summed, Unreduced};

    let (x, y) = (
        tensor::<shape![_, _]>(&[4, 6]),
        tensor::<shape![_, _]>(&[3, 6]),
    );
    let chances = x.sigmoid();
    both!(mse_loss try_mse_loss: x, (&x), x, (&y) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
    both!(l1_loss try_l1_loss: x, (&x), x, (&y) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
    both!(binary_cross_entropy try_binary_cross_entropy: chances, (&chances), chances, (&y) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
    both!(binary_cross_entropy_with_logits try_binary_cross_entropy_with_logits: x, (&chances), x, (&y) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
    let (some, few) = (indices::<shape![_]>(&[4]), indices::<shape![_]>(&[3]));
    let scores = || x.along::<-1>();
    let (weights, wrong) = (
        tensor::<shape![_]>(&[6]).map(f64::abs),
        tensor::<shape![_]>(&[5]),
    );
    both!(cross_entropy try_cross_entropy: scores(), (&some), scores(), (&few) => "scores [4, 6] of classes at axis -1 do not go with targets [3]: there are 3 targets for 4 rows at axis -1");
    both!(nll_loss try_nll_loss: scores(), (&some), scores(), (&few) => "scores [4, 6] of classes at axis -1 do not go with targets [3]: there are 3 targets for 4 rows at axis -1");
    both!(weighted_cross_entropy try_weighted_cross_entropy: scores(), (&some, &weights), scores(), (&some, &wrong) => "weights [5] do not fit shape [4, 6]: there are weights for 5 classes, the scores have 6 at axis -1");
    both!(weighted_nll_loss try_weighted_nll_loss: scores(), (&some, &weights), scores(), (&some, &wrong) => "weights [5] do not fit shape [4, 6]: there are weights for 5 classes, the scores have 6 at axis -1");
    both!(weighted_soft_cross_entropy try_weighted_soft_cross_entropy: scores(), (&chances, &weights), scores(), (&chances, &wrong) => "weights [5] do not fit shape [4, 6]: there are weights for 5 classes, the scores have 6 at axis -1");
    both!(cross_entropy_by try_cross_entropy_by: scores(), (&some, Unreduced), scores(), (&few, Unreduced) => "scores [4, 6] of classes at axis -1 do not go with targets [3]: there are 3 targets for 4 rows at axis -1");
    both!(mse_loss_by try_mse_loss_by: x, (&x, Summed), x, (&y, Summed) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
    both!(soft_cross_entropy try_soft_cross_entropy: scores(), (&chances), scores(), (&y) => "predictions [4, 6] do not go with targets [3, 6]: the predictions have size 4 at axis -2, the targets 3");
}

#[test]
fn parts_and_joins() {
    let x = tensor::<shape![_, _]>(&[4, 6]);
    let y = tensor::<shape![_, _]>(&[4, 5]);
    let (z, row) = (
        tensor::<shape![_, _]>(&[3, 6]),
        tensor::<shape![_, _]>(&[1, 6]),
    );
    assert_eq!(
        Tensor::try_concat_all([&x, &x], Axis::<-2>),
        Ok(Tensor::concat_all([&x, &x], Axis::<-2>))
    );
    let text = "cannot join shapes [4, 6] and [4, 5] along axis -2: size 6 does not match size 5 at axis -1";
    assert_eq!(
        Tensor::try_concat_all([&x, &y], Axis::<-2>)
            .unwrap_err()
            .to_string(),
        text
    );
    assert_eq!(panic_of(|| Tensor::concat_all([&x, &y], Axis::<-2>)), text);
    assert_eq!(
        Tensor::try_stack([&x, &x], Axis::<-1>),
        Ok(Tensor::stack([&x, &x], Axis::<-1>))
    );
    let text = "cannot stack shapes [4, 6] and [4, 5]: size 6 does not match size 5 at axis -1";
    assert_eq!(
        Tensor::try_stack([&x, &y], Axis::<-1>)
            .unwrap_err()
            .to_string(),
        text
    );
    assert_eq!(panic_of(|| Tensor::stack([&x, &y], Axis::<-1>)), text);
    both!(split try_split [shape![2, 4]]: x.along::<-1>(), y.along::<-1>(); () => "cannot split axis -1 of shape [4, 5]: the pieces add up to 6, its size is 5");
    both!(split_equal try_split_equal [3]: x.along::<-1>(), y.along::<-1>(); () => "cannot split axis -1 of shape [4, 5] into 3 equal parts: 5 is not a multiple of 3");
    both!(unstack try_unstack [4]: x.along::<-2>(), z.along::<-2>(); () => "cannot unstack axis -2 of shape [3, 6] into 4 tensors: its size is 3");
    both!(split_at try_split_at [dim!(2)]: x.along::<-2>(), row.along::<-2>(); () => "cannot split axis -2 of shape [1, 6] at 2: its size is 1");
    both!(split_at_with try_split_at_with: x.along::<-2>(), row.along::<-2>(); (3) => "cannot split axis -2 of shape [1, 6] at 3: its size is 1");
    assert!(z.along::<-2>().try_split_at_indices(&[1, 4]).is_err());
    assert_eq!(
        x.along::<-2>()
            .try_split_at_indices(&[1, 4])
            .expect("pieces")
            .count(),
        3
    );
    both!(split_at_each try_split_at_each [shape![1, 2]]: x.along::<-2>(), row.along::<-2>(); () => "cannot split axis -2 of shape [1, 6] at 2: its size is 1");
    both!(slice try_slice [dim!(1), dim!(6), dim!(2)]: x.along::<-1>(), y.along::<-1>(); () => "cannot slice axis -1 of shape [4, 5] up to 6: its size is 5");
    both!(slice_back try_slice_back [dim!(1), dim!(6), dim!(2)]: x.along::<-1>(), y.along::<-1>(); () => "cannot slice axis -1 of shape [4, 5] up to 6: its size is 5");
    both!(narrow try_narrow [-1, dim!(6)]: x, y; (0) => "cannot slice axis -1 of shape [4, 5] up to 6: its size is 5");
    both!(split_axis try_split_axis [-1, dim!(2), dim!(3)]: x, y; () => "cannot split axis -1 of shape [4, 5]: the product of the new sizes is 6, its size is 5");
    both!(unflatten try_unflatten [-1, shape![2, _]]: x, y; () => "cannot split axis -1 of shape [4, 5]: 5 is not a multiple of 2");
    both!(remove_axis try_remove_axis [-2]: row, z; () => "cannot remove axis -2 of shape [3, 6]: its size is 3, not 1");
    both!(remove_axes try_remove_axes [axes![-2]]: row, z; () => "cannot remove axis -2 of shape [3, 6]: its size is 3, not 1");
    assert_eq!(x.try_merge_axes::<-2>(), Ok(x.merge_axes::<-2>()));
    assert_eq!(x.try_flatten_from::<-2>(), Ok(x.flatten_from::<-2>()));
    let scalar = tensor::<DynShape>(&[]);
    assert!(scalar.try_merge_axes::<-2>().is_err() && scalar.try_flatten_from::<-1>().is_err());
}

#[test]
fn arrangements() {
    let (x, short) = (tensor::<shape![_]>(&[4]), tensor::<shape![_]>(&[2]));
    let empty = tensor::<shape![_]>(&[0]);
    both!(pad_reflect try_pad_reflect [dim!(3), dim!(0)]: x.along::<-1>(), short.along::<-1>(); () => "reflected padding of 3 needs more than 3 elements: axis -1 of shape [2] has 2");
    both!(pad_wrap try_pad_wrap [dim!(3), dim!(0)]: x.along::<-1>(), short.along::<-1>(); () => "wrapped padding of 3 needs at least 3 elements: axis -1 of shape [2] has 2");
    both!(pad_edge try_pad_edge [dim!(3), dim!(0)]: x.along::<-1>(), empty.along::<-1>(); () => "this padding needs an element: axis -1 of shape [0] has size 0");
    both!(pad_with try_pad_with: x.along::<-1>(), short.along::<-1>(); ((3, 0), Padding::Reflect) => "reflected padding of 3 needs more than 3 elements: axis -1 of shape [2] has 2");
    both!(pad_symmetric try_pad_symmetric [dim!(3), dim!(0)]: x.along::<-1>(), short.along::<-1>(); () => "symmetric padding of 3 needs at least 3 elements: axis -1 of shape [2] has 2");
    both!(pad_mean try_pad_mean [dim!(3), dim!(0)]: x.along::<-1>(), empty.along::<-1>(); () => "this padding needs an element: axis -1 of shape [0] has size 0");
    both!(pad_mean_with try_pad_mean_with: x.along::<-1>(), empty.along::<-1>(); ((3, 0)) => "this padding needs an element: axis -1 of shape [0] has size 0");
    both!(pad_linear_ramp try_pad_linear_ramp [dim!(3), dim!(0)]: x.along::<-1>(), empty.along::<-1>(); ((0.0, 1.0)) => "this padding needs an element: axis -1 of shape [0] has size 0");
    both!(pad_linear_ramp_with try_pad_linear_ramp_with: x.along::<-1>(), empty.along::<-1>(); ((3, 0), (0.0, 1.0)) => "this padding needs an element: axis -1 of shape [0] has size 0");
    both!(pad_signed try_pad_signed [Negative<dim!(3)>, dim!(0)]: x.along::<-1>(), short.along::<-1>(); (0.0) => "cannot crop 3 of 2 elements at axis -1 of shape [2]");
    both!(pad_signed_with try_pad_signed_with: x.along::<-1>(), short.along::<-1>(); ((-1, -2), 0.0) => "cannot crop 3 of 2 elements at axis -1 of shape [2]");
    both!(repeat_each try_repeat_each: x.along::<-1>(), short.along::<-1>(); (&Tensor::from([2, 0, 1, 1])) => "counts [4] do not fit shape [2]: there are 4 counts, axis -1 has 2 elements");
    let scalar = tensor::<DynShape>(&[]);
    both!(flip try_flip: x.along::<-1>(), scalar.along::<-1>(); () => "shape [] has no axis -1");
    both!(move_axes try_move_axes [axes![-1, -2], axes![-2, -1]]: tensor::<DynShape>(&[2, 3]), scalar; () => "shape [] has no axis -1");
    both!(rot90_axes try_rot90_axes [axes![-1, -2], dim!(1)]: tensor::<DynShape>(&[2, 3]), scalar; () => "shape [] has no axis -1");
    both!(rot90_axes_with try_rot90_axes_with [axes![-1, -2]]: tensor::<DynShape>(&[2, 3]), scalar; (1) => "shape [] has no axis -1");
    assert_eq!(x.try_roll(1), Ok(x.roll(1)));
    both!(roll try_roll: x.along::<-1>(), scalar.along::<-1>(); (1) => "shape [] has no axis -1");
    both!(pad try_pad [dim!(3), dim!(0)]: x.along::<-1>(), scalar.along::<-1>(); (0.0) => "shape [] has no axis -1");
    both!(repeat try_repeat [dim!(2)]: x.along::<-1>(), scalar.along::<-1>(); () => "shape [] has no axis -1");
    both!(tile try_tile [dim!(2)]: x.along::<-1>(), scalar.along::<-1>(); () => "shape [] has no axis -1");
    both!(repeat_with try_repeat_with: x.along::<-1>(), scalar.along::<-1>(); (2) => "shape [] has no axis -1");
    both!(repeat_by try_repeat_by: x.along::<-1>(), scalar.along::<-1>(); (Dyn(2)) => "shape [] has no axis -1");
    both!(tile_by try_tile_by: x.along::<-1>(), scalar.along::<-1>(); (Dyn(2)) => "shape [] has no axis -1");
    both!(tile_with try_tile_with: x.along::<-1>(), scalar.along::<-1>(); (2) => "shape [] has no axis -1");
    both!(topk try_topk [-1, dim!(3)]: x, short; () => "cannot take the 3 largest of 2 elements at axis -1 of shape [2]");
    both!(one_hot try_one_hot [f64, dim!(2)]: indices::<shape![_]>(&[3]), Tensor::from([1, 2]); () => "index 2 is out of bounds for axis -1 of shape [2, 2]: its size is 2");
}

#[test]
fn reductions() {
    let (x, empty) = (
        tensor::<shape![_, _]>(&[2, 3]),
        tensor::<shape![_, _]>(&[2, 0]),
    );
    both!(max try_max: x, empty; () => "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(min try_min: x, empty; () => "cannot take the minimum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(argmax try_argmax: x, empty; () => "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(argmin try_argmin: x, empty; () => "cannot take the minimum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(max_axis try_max_axis [-1]: x, empty; () => "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(min_axis try_min_axis [-1]: x, empty; () => "cannot take the minimum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(argmax_axis try_argmax_axis [-1]: x, empty; () => "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(argmin_axes try_argmin_axes [axes![-1, -2]]: x, empty; () => "cannot take the minimum of no elements: axis -1 of shape [2, 0] has size 0");
    both!(max_axes try_max_axes [axes![-1]]: x, empty; () => "cannot take the maximum of no elements: axis -1 of shape [2, 0] has size 0");
    // An axis that stays may have no element.
    assert_eq!(empty.max_axis::<-2>().dims(), [1, 0]);
}

#[test]
fn linear_algebra() {
    let (square, wide) = (
        tensor::<shape![_, _]>(&[3, 3]),
        tensor::<shape![_, _]>(&[2, 3]),
    );
    both!(det try_det: square, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
    both!(matrix_power try_matrix_power: square, wide; (3) => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
    let (identity, singular) = (
        Tensor::<f64, _>::eye_with(<shape![_, _]>::of([3, 3])),
        tensor::<shape![_, _]>(&[3, 3]) * 0.0,
    );
    both!(inverse try_inverse: identity, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
    both!(inverse try_inverse: identity, singular; () => "matrix 0, counted from 0, is singular");
    let (values, fewer) = (tensor::<shape![_]>(&[3]), tensor::<shape![_]>(&[2]));
    both!(solve try_solve: identity, (&values), identity, (&fewer) => "cannot solve equations [3, 3] for [2]: there are 3 equations, but 2 numbers on the right");
    both!(solve try_solve: identity, (&values), wide, (&fewer) => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
    both!(solve try_solve: identity, (&values), singular, (&values) => "matrix 0, counted from 0, is singular");
    let error = wide.try_inverse().unwrap_err();
    assert_eq!(error.kind(), shapecheck::error::MatrixErrorKind::DoesNotFit);
    assert_eq!(
        (error.matrix(), error.shape()),
        (None, wide.try_det().err().as_ref())
    );
    #[cfg(any(feature = "std", feature = "libm"))]
    {
        both!(slogdet try_slogdet: square, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
        both!(eigh try_eigh: square, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
        both!(cholesky try_cholesky: identity, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
        both!(cholesky try_cholesky: identity, singular; () => "matrix 0, counted from 0, is not positive definite");
        let (sides, wrong) = (tensor::<shape![_]>(&[2]), tensor::<shape![_]>(&[3]));
        both!(lstsq try_lstsq: wide, (&sides), wide, (&wrong) => "cannot solve equations [2, 3] for [3]: there are 2 equations, but 3 numbers on the right");
        both!(eigvalsh try_eigvalsh: square, wide; () => "a square matrix is needed: shape [2, 3] has 2 rows and 3 columns");
    }
    let (a, b) = (tensor::<shape![_]>(&[3]), tensor::<shape![_]>(&[4]));
    both!(dot try_dot: a, (&a), a, (&b) => "vector lengths differ: 3 and 4, in shapes [3] and [4]");
    both!(vecdot try_vecdot: a, (&a), a, (&b) => "vector lengths differ: 3 and 4, in shapes [3] and [4]");
    both!(inner try_inner: a, (&a), a, (&b) => "vector lengths differ: 3 and 4, in shapes [3] and [4]");
    both!(tensordot try_tensordot: a, (&a, Axis::<-1>), a, (&b, Axis::<-1>) => "cannot contract [3] with [4]: size 3 at axis -1 of the left does not match size 4 on the right");
    both!(cross try_cross: a, (&a), b, (&b) => "a cross product takes 3 numbers: axis -1 of shape [4] has 4");
    both!(cross try_cross: a.along::<-1>(), (&a), b.along::<-1>(), (&b) => "a cross product takes 3 numbers: axis -1 of shape [4] has 4");
    assert_eq!(a.try_kron(&b), Ok(a.kron(&b)));
}
