//! Convolutions, pools and interpolations on candle give what they give on the host, and so do their gradients, beside differences.

#[macro_use]
mod same;

use shapecheck::window::{Conv, ConvTranspose, Pad, Pool, Stride, Window};
use shapecheck::{Interpolation, Tensor, axes, dim, shape};
use shapecheck_candle::{Parameter, from_host, gradients, to_host};

/// A function of images and kernels on both engines; and the gradients of the sum of what it gives, squared, beside differences of the host's.
macro_rules! same_gradients {
    ($($name:ident: $images:ty, $kernels:ty: |$x:ident, $k:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let number = |seed: usize| {
                let mut place = 0;
                // No two alike: a maximum has one place.
                move || { place += 1; f64::from(same::element(place, seed)) + place as f64 * 1e-3 }
            };
            let (mut first, mut second) = (number(1), number(2));
            let images = Tensor::<f64, $images>::zeros().map(|_| first());
            let kernels = Tensor::<f64, $kernels>::zeros().map(|_| second());
            let on_host = |images: &Tensor<f64, $images>, kernels: &Tensor<f64, $kernels>| {
                let ($x, $k) = (images, kernels);
                $result
            };
            let expected = on_host(&images, &kernels);

            // Where gradients are followed, and where not, candle's own functions may be others.
            let ($x, $k) = (&from_host(&images), &from_host(&kernels));
            same::near(&to_host(&$result).unwrap(), &expected);
            let parameters = (Parameter::of(&from_host(&images)), Parameter::of(&from_host(&kernels)));
            let ($x, $k) = (&parameters.0.tensor(), &parameters.1.tensor());
            let found = $result;
            same::near(&to_host(&found).unwrap(), &expected);

            let loss = shapecheck_candle::typed::<f64, shape![]>(
                shapecheck_candle::untyped(&found).sqr().unwrap().sum_all().unwrap(),
            );
            let gradients = gradients(&loss.unwrap()).unwrap();
            let loss = |images: &Tensor<f64, $images>, kernels: &Tensor<f64, $kernels>| {
                let found = on_host(images, kernels);
                (&found * &found).sum()
            };
            const STEP: f64 = 1e-4;
            if let Some(found) = gradients.of(&parameters.0) {
                let found = to_host(&found).unwrap();
                for (place, found) in found.iter().enumerate() {
                    let [more, less] = [STEP, -STEP].map(|step| {
                        let mut changed = images.to_vec();
                        changed[place] += step;
                        loss(&Tensor::from_vec(changed).unwrap(), &kernels)
                    });
                    let expected = (more - less) / (2.0 * STEP);
                    assert!((found - expected).abs() < 1e-4 * (1.0 + expected.abs()), "image {place}: {found}, not {expected}");
                }
            }
            if let Some(found) = gradients.of(&parameters.1) {
                let found = to_host(&found).unwrap();
                for (place, found) in found.iter().enumerate() {
                    let [more, less] = [STEP, -STEP].map(|step| {
                        let mut changed = kernels.to_vec();
                        changed[place] += step;
                        loss(&images, &Tensor::from_vec(changed).unwrap())
                    });
                    let expected = (more - less) / (2.0 * STEP);
                    assert!((found - expected).abs() < 1e-4 * (1.0 + expected.abs()), "kernel {place}: {found}, not {expected}");
                }
            }
        }
    )*};
}

same_gradients! {
    convolutions: shape![2, 3, 6, 5], shape![4, 3, 3, 2]: |x, k| x.conv2d(k, Conv::new());
    convolutions_with_padding: shape![2, 2, 3, 5, 5], shape![4, 3, 3, 3]: |x, k| x.conv2d(k, Conv::new().stride::<2>().padding::<1>());
    // The axes have another number of elements behind the last window: no gradient of candle's own.
    convolutions_of_uneven_images: shape![1, 2, 5, 6], shape![2, 2, 3, 3]: |x, k| x.conv2d(k, Conv::new().stride::<2>());
    convolutions_with_settings_for_each_axis: shape![2, 2, 5, 6], shape![3, 2, 2, 3]: |x, k| {
        x.conv2d(k, Conv::new().strides((Stride::<2>, Stride::<1>)).paddings((Pad::<0>, Pad::<2>)))
    };
    convolutions_by_groups: shape![2, 4, 5, 5], shape![6, 2, 3, 3]: |x, k| x.conv2d(k, Conv::new().groups::<2>().dilation::<2>());
    convolutions_that_keep_sizes_by_groups: shape![2, 4, 5, 5], shape![4, 1, 2, 2]: |x, k| x.conv2d(k, Conv::new().groups::<4>().same());
    convolutions_of_sequences: shape![2, 3, 9], shape![4, 3, 3]: |x, k| x.conv1d(k, Conv::new().stride::<3>().padding::<1>());
    convolutions_of_volumes: shape![2, 2, 4, 3, 3], shape![2, 2, 2, 2, 2]: |x, k| x.conv3d(k, Conv::new().padding::<1>().stride::<2>());
    convolutions_backwards: shape![2, 3, 3, 4], shape![3, 2, 3, 2]: |x, k| x.conv_transpose2d(k, ConvTranspose::new().stride::<2>());
    convolutions_backwards_to_larger_images: shape![2, 4, 3, 4], shape![4, 2, 3, 3]: |x, k| {
        x.conv_transpose2d(k, ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>().groups::<2>())
    };
    convolutions_backwards_with_padding: shape![2, 3, 3, 4], shape![3, 2, 3, 3]: |x, k| {
        x.conv_transpose2d(k, ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>())
    };
    convolutions_of_sequences_backwards: shape![2, 3, 5], shape![3, 2, 3]: |x, k| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>().dilation::<2>());
    convolutions_of_volumes_backwards: shape![1, 2, 2, 3, 2], shape![2, 1, 2, 2, 2]: |x, k| x.conv_transpose3d(k, ConvTranspose::new().padding::<1>());
    largest_side_by_side: shape![2, 3, 4, 6], shape![1]: |x, _k| x.max_pool2d(Pool::of::<2>());
    largest_of_what_is_left: shape![2, 3, 5, 7], shape![1]: |x, _k| x.max_pool2d(Pool::of::<2>()).sum_axis::<-1>() + x.max_pool2d(Pool::of::<2>().ceil()).sum_axes::<axes![-2, -1]>();
    largest_in_windows_that_overlap: shape![2, 3, 6, 5], shape![1]: |x, _k| x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    largest_of_sequences: shape![3, 9], shape![1]: |x, _k| x.max_pool1d(Pool::of::<3>().stride::<1>().dilation::<2>());
    means_side_by_side: shape![2, 3, 4, 6], shape![1]: |x, _k| x.avg_pool2d(Pool::of_each((Window::<2>, Window::<3>)));
    means_with_padding: shape![2, 3, 5, 6], shape![1]: |x, _k| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>().ceil());
    means_of_volumes: shape![2, 4, 4, 5], shape![1]: |x, _k| x.avg_pool3d(Pool::of::<2>());
    means_of_equal_parts: shape![2, 3, 5, 7], shape![1]: |x, _k| x.adaptive_avg_pool::<shape![2, 3]>();
    largest_of_equal_parts: shape![2, 3, 5, 7], shape![1]: |x, _k| x.adaptive_max_pool::<shape![3, 4]>();
    columns_of_windows: shape![2, 3, 4, 5], shape![1]: |x, _k| x.unfold2d(Pool::of::<2>().stride::<1>().padding::<1>());
    windows_along_an_axis: shape![2, 7, 3], shape![1]: |x, _k| x.along::<-2>().windows::<dim!(3), dim!(2)>();
    pixels_and_channels: shape![2, 4, 3, 2], shape![1]: |x, _k| x.pixel_shuffle::<dim!(2)>().pixel_unshuffle::<dim!(2)>().channel_shuffle::<dim!(2)>() * x;
    nearest_elements: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate::<shape![7, 4]>(Interpolation::Nearest);
    elements_between_others: shape![2, 3, 5], shape![1]: |x, _k| x.interpolate::<shape![7, 4]>(Interpolation::Linear);
}

#[test]
fn nothing_to_add_up() {
    let images = Tensor::<f32, shape![0, 3, 5, 5]>::zeros();
    let kernels = Tensor::<f32, shape![4, 3, 3, 3]>::zeros();
    let found = from_host(&images).conv2d(&from_host(&kernels), Conv::new());
    same::near(
        &to_host(&found).unwrap(),
        &images.conv2d(&kernels, Conv::new()),
    );
    let pooled = from_host(&images).max_pool2d(Pool::of::<2>());
    assert_eq!(pooled.dims(), [0, 3, 2, 2]);
}
