//! Windows, sums over labels and other arrangements on burn give what they give on the host.

use shapecheck::engine::Numbers;
use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::{Axis, Interpolation, Shape, Tensor, TensorOn, dim, einsum, shape};
use shapecheck_burn::{Element, from_host, to_host};

fn number(place: usize) -> f32 {
    ((place * 37 + 101) % 83) as f32 / 20.5 - 2.0
}

#[track_caller]
fn near<T: Element + Into<f64>, S: Shape>(found: &Tensor<T, S>, expected: &Tensor<T, S>) {
    assert_eq!(found.dims(), expected.dims());
    for (found, expected) in found.iter().zip(expected.iter()) {
        let (found, expected): (f64, f64) = ((*found).into(), (*expected).into());
        assert!(
            (found - expected).abs() <= 1e-5 * (1.0 + expected.abs()),
            "{found}, not {expected}"
        );
    }
}

/// The same program on both engines: of a tensor and of kernels.
macro_rules! same {
    ($($name:ident [$($sizes:tt)*] [$($kernel:tt)*]: |$x:ident, $k:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut place = 0..;
            let mut next = || number(place.next().unwrap());
            let x = Tensor::<f32, shape![$($sizes)*]>::from_iter_in_order(&mut next);
            let k = Tensor::<f32, shape![$($kernel)*]>::from_iter_in_order(&mut next);
            let expected = {
                let ($x, $k) = (&x, &k);
                $result
            };
            let found = {
                let ($x, $k) = (&from_host(&x), &from_host(&k));
                $result
            };
            near(&to_host(&found).unwrap(), &expected);
        }
    )*};
}

/// A tensor of numbers one after the other.
trait InOrder {
    fn from_iter_in_order(next: &mut dyn FnMut() -> f32) -> Self;
}

impl<S: shapecheck::StaticShape> InOrder for Tensor<f32, S> {
    fn from_iter_in_order(next: &mut dyn FnMut() -> f32) -> Self {
        let elements = (0..S::SIZES.iter().product()).map(|_| next()).collect();
        Tensor::from_vec(elements).unwrap()
    }
}

same! {
    convolutions_along_one_axis [2, 4, 9] [6, 4, 3]: |x, k| x.conv1d(k, Conv::new().stride::<2>().padding::<1>());
    convolutions_of_more_than_one_batch [2, 3, 4, 9] [6, 4, 3]: |x, k| x.conv1d(k, Conv::new().dilation::<2>());
    convolutions_along_two_axes [2, 4, 7, 6] [6, 4, 3, 2]: |x, k| x.conv2d(k, Conv::new().stride::<2>().padding::<1>());
    convolutions_of_the_same_size [2, 4, 7, 6] [6, 4, 2, 2]: |x, k| x.conv2d(k, Conv::new().same());
    convolutions_of_groups [2, 4, 7, 6] [6, 2, 3, 3]: |x, k| x.conv2d(k, Conv::new().groups::<2>());
    convolutions_along_three_axes [1, 2, 4, 5, 4] [3, 2, 2, 3, 2]: |x, k| x.conv3d(k, Conv::new());
    transposed_along_one_axis [2, 4, 5] [4, 3, 3]: |x, k| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>().padding::<1>());
    transposed_along_two_axes [2, 4, 5, 4] [4, 3, 3, 2]: |x, k| {
        x.conv_transpose2d(k, ConvTranspose::new().stride::<2>().output_padding::<1>())
    };
    largest_of_windows [2, 3, 8, 7] [1]: |x, _k| x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    largest_of_windows_that_end_outside [2, 3, 8, 7] [1]: |x, _k| x.max_pool2d(Pool::of::<3>().stride::<2>().ceil());
    largest_along_one_axis [2, 3, 9] [1]: |x, _k| x.max_pool1d(Pool::of::<2>().dilation::<2>());
    largest_along_three_axes [2, 4, 5, 6] [1]: |x, _k| x.max_pool3d(Pool::of::<2>().stride::<1>());
    means_of_windows [2, 3, 8, 7] [1]: |x, _k| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    means_of_windows_that_end_outside [2, 3, 8, 8] [1]: |x, _k| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>().ceil());
    means_of_windows_with_gaps [2, 3, 8, 7] [1]: |x, _k| x.avg_pool2d(Pool::of::<2>().dilation::<2>());
    means_along_three_axes [4, 6, 4] [1]: |x, _k| x.insert_axis::<-4>().avg_pool3d(Pool::of::<2>());
    windows_that_divide_axes [2, 3, 8, 7] [1]: |x, _k| {
        x.adaptive_avg_pool::<shape![3, 4]>() + x.adaptive_max_pool::<shape![3, 4]>()
    };
    elements_between_others [2, 3, 5, 4] [1]: |x, _k| x.interpolate::<shape![8, 3]>(Interpolation::Linear);
    nearest_elements [2, 3, 5, 4] [1]: |x, _k| x.interpolate::<shape![8, 3]>(Interpolation::Nearest);
    pixels_shuffled [2, 8, 3, 4] [1]: |x, _k| x.pixel_shuffle::<dim!(2)>();
    windows_along_an_axis [2, 9, 3] [1]: |x, _k| x.along::<-2>().windows::<dim!(3), dim!(2)>().sum_axis::<-3>();
    contractions [2, 3, 4] [3, 4, 5]: |x, k| x.tensordot(k, Axis::<-2>);
    inner_products [2, 3, 4] [5, 4]: |x, k| x.inner(k);
    sums_over_labels [2, 3, 4] [4, 3, 5]: |x, k| einsum!("b i j, j i o -> o b"; x, k);
    diagonals [3, 4, 3] [3]: |x, k| einsum!("i j i, i -> j i"; x, k);
    other_functions [2, 3, 4] [4]: |x, k| {
        let near_0 = x * 0.3;
        x.tan().clamp(-3.0, 3.0) + near_0.asin() + near_0.acos() + x.atan() + x.sinh() + x.cosh() + x.trunc() + x.fract() + k
    };
    signs_and_norms [2, 3, 4] [4]: |x, k| {
        x.cbrt() + x.signum() + (x * 0.0).signum() + x.norm_axis::<-1>() + (k * -0.0).signum()
    };
    halves_are_rounded_away_from_0 [2, 3, 4] [4]: |x, k| ((x * 20.5).round() * 0.5 + k * 0.0).round();
    sample_variances [2, 3, 4] [4]: |x, _k| x.sample_var_axis::<-1>();
    differences [2, 3, 4] [4]: |x, k| x.mse_loss(&(x + k)).insert_axis::<-1>();
}

#[test]
fn integers() {
    fn all<E: Numbers<i64>>(x: &TensorOn<i64, shape![2, 3], E>) -> TensorOn<i64, shape![2, 2], E> {
        let largest = x.matmul(&x.transpose()) * 2 + x.max_axis::<-1>();
        let places = x.argmax_axis::<-1>().remove_axis::<-1>();
        let columns = x.along::<-1>().take(&places);
        (largest - 700 / (x * x + 1).sum_axis::<-1>()).maximum(&columns) + x.product_axis::<-1>()
    }
    let x = Tensor::<i64, shape![2, 3]>::from([[1, -2, 3], [4, 5, -6]]);
    assert_eq!(to_host(&all(&from_host(&x))).unwrap(), all(&x));
}
