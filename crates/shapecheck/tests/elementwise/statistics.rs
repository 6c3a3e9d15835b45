//! Statistics and signals give the numbers of NumPy on every case in `data/statistics.txt`, and the shapes of the tables.
#![cfg(all(feature = "tensor", feature = "std"))]

use shapecheck::algebra::{Overlap, slides_shape};
use shapecheck::tensor::QuantileMethod;
use shapecheck::tensor::QuantileMethod::Linear;
use shapecheck::window::{Full, Same, Valid};
use shapecheck::{Dim, DynShape, InlineTensor, Shape, Tensor, View, dim, dims, shape};

dims! { Samples }

type Any = Tensor<f64, DynShape>;
type Vector = Tensor<f64, shape![_]>;

/// A line of the file: the function, its arguments, operands and results.
struct Case<'a> {
    line: &'a str,
    function: &'a str,
    arguments: Vec<&'a str>,
    operands: Vec<Any>,
    results: Vec<Any>,
}

fn tensor(text: &str) -> Any {
    let (sizes, elements) = text.split_once(':').expect("sizes : elements");
    let sizes: Vec<usize> = match sizes.trim() {
        "()" => Vec::new(),
        sizes => sizes
            .split('x')
            .map(|size| size.parse().expect("a size"))
            .collect(),
    };
    let elements = elements
        .split_whitespace()
        .map(|element| element.parse().expect("a number"));
    Tensor::from_vec_with(sizes.as_slice().into(), elements.collect()).expect("as many elements")
}

fn cases() -> impl Iterator<Item = Case<'static>> {
    let lines = include_str!("../data/statistics.txt").lines();
    let cases = lines.filter(|line| !line.starts_with('#'));
    cases.map(|line| {
        let (call, results) = line.split_once(" = ").expect("a call = its results");
        let mut parts = call.split('|');
        let mut words = parts.next().expect("a function").split_whitespace();
        Case {
            line,
            function: words.next().expect("a function"),
            arguments: words.collect(),
            operands: parts.map(tensor).collect(),
            results: results.split(" ; ").map(tensor).collect(),
        }
    })
}

/// Whether each number is that of NumPy, or is NaN as there.
fn is_close(found: &Any, expected: &Any) -> bool {
    let near = |(&found, &expected): (&f64, &f64)| {
        found == expected
            || found.is_nan() && expected.is_nan()
            || (found - expected).abs() <= 1e-12 * (1.0 + expected.abs())
    };
    found.dims() == expected.dims() && found.iter().zip(expected.iter()).all(near)
}

fn method(name: &str) -> QuantileMethod {
    use QuantileMethod::*;
    match name {
        "inverted_cdf" => InvertedCdf,
        "averaged_inverted_cdf" => AveragedInvertedCdf,
        "closest_observation" => ClosestObservation,
        "interpolated_inverted_cdf" => InterpolatedInvertedCdf,
        "hazen" => Hazen,
        "weibull" => Weibull,
        "linear" => Linear,
        "median_unbiased" => MedianUnbiased,
        "normal_unbiased" => NormalUnbiased,
        "lower" => Lower,
        "higher" => Higher,
        "midpoint" => Midpoint,
        "nearest" => Nearest,
        _ => panic!("a method: {name}"),
    }
}

/// A tensor without axes.
fn one(number: f64) -> Any {
    Tensor::full_with([].into(), number)
}

/// The results of a case by the methods of this crate.
fn results(case: &Case) -> Vec<Any> {
    let nothing = one(0.0);
    let x = case.operands.first().unwrap_or(&nothing);
    let second = case.operands.get(1);
    let number = |place: usize| case.arguments[place].parse::<f64>().expect("a number");
    /// A method along the axis that the first argument names.
    macro_rules! along {
        ($method:ident($($argument:expr),*)) => {
            match case.arguments[0] {
                "-1" => vec![x.$method::<-1>($($argument),*)],
                "-2" => vec![x.$method::<-2>($($argument),*)],
                axis => panic!("an axis: {axis}"),
            }
        };
    }
    /// Methods that reduce all elements or an axis.
    macro_rules! reductions {
        ($($all:ident $axis:ident)*; $($arm:tt)*) => {
            match case.function {
                $(
                    stringify!($all) => vec![one(x.$all())],
                    stringify!($axis) => along!($axis()),
                )*
                $($arm)*
            }
        };
    }
    reductions! {
        median median_axis nan_median nan_median_axis nan_sum nan_sum_axis nan_product nan_product_axis
        nan_mean nan_mean_axis nan_var nan_var_axis nan_std nan_std_axis nan_max nan_max_axis nan_min nan_min_axis;
        "quantile_axis" => along!(quantile_axis(number(1), method(case.arguments[2]))),
        "nan_quantile_axis" => along!(nan_quantile_axis(number(1), method(case.arguments[2]))),
        "weighted_mean" => vec![one(x.weighted_mean(second.expect("weights")))],
        "weighted_mean_axis" => along!(weighted_mean_axis(second.expect("weights"))),
        "histogram" | "histogram_between" => {
            let limits = match case.arguments[..] {
                [_, _, _] => Some((number(1), number(2))),
                _ => None,
            };
            macro_rules! bins {
                ($count:literal) => {{
                    let (counts, edges) = match limits {
                        Some(limits) => x.histogram_between::<dim!($count)>(limits),
                        None => x.histogram::<dim!($count)>(),
                    };
                    let found = match limits {
                        Some(limits) => x.histogram_with($count, limits),
                        None => x.histogram_with($count, (x.min(), x.max())),
                    };
                    assert_eq!((counts.to_vec(), edges.to_vec()), (found.0.to_vec(), found.1.to_vec()));
                    vec![counts.cast().widen(), edges.widen()]
                }};
            }
            match case.arguments[0] {
                "1" => bins!(1),
                "4" => bins!(4),
                "7" => bins!(7),
                bins => panic!("a number of bins: {bins}"),
            }
        }
        "bincount_with" => {
            let counts = x.cast::<usize>().bincount_with(number(0) as usize);
            if number(0) == 9.0 {
                assert_eq!(x.cast::<usize>().bincount::<dim!(9)>().to_vec(), counts.to_vec());
            }
            vec![counts.cast().widen()]
        }
        "hann" => vec![Vector::hann_with(number(0) as usize).widen()],
        "hamming" => vec![Vector::hamming_with(number(0) as usize).widen()],
        "blackman" => vec![Vector::blackman_with(number(0) as usize).widen()],
        "bartlett" => vec![Vector::bartlett_with(number(0) as usize).widen()],
        "periodic_hann" => vec![Vector::periodic_hann_with(number(0) as usize).widen()],
        "periodic_hamming" => vec![Vector::periodic_hamming_with(number(0) as usize).widen()],
        "periodic_blackman" => vec![Vector::periodic_blackman_with(number(0) as usize).widen()],
        "periodic_bartlett" => vec![Vector::periodic_bartlett_with(number(0) as usize).widen()],
        #[cfg(feature = "fft")]
        "stft" => {
            let window = second.expect("a window");
            let spectra = match case.arguments[..] {
                ["4", "2"] => x.stft::<dim!(4), dim!(2)>(window).widen::<DynShape>(),
                ["3", "1"] => x.stft::<dim!(3), dim!(1)>(window).widen(),
                ["1", "3"] => x.stft::<dim!(1), dim!(3)>(window).widen(),
                _ => panic!("frames: {:?}", case.arguments),
            };
            vec![spectra.map(|number| number.re), spectra.map(|number| number.im)]
        }
        #[cfg(not(feature = "fft"))]
        "stft" => case.results.clone(),
        "gradient" => along!(gradient(number(1))),
        "trapezoid_axis" => along!(trapezoid_axis(number(1))),
        "trapezoid_axis_at" => along!(trapezoid_axis_at(second.expect("positions"))),
        "unwrap_phases" => along!(unwrap_phases(number(1))),
        "interp" => vec![x.interp(second.expect("positions"), &case.operands[2])],
        "polyval" => vec![x.polyval(second.expect("coefficients"))],
        "polyfit" => {
            let values = second.expect("values");
            vec![match case.arguments[0] {
                "0" => x.polyfit::<dim!(0)>(values).widen(),
                "1" => x.polyfit::<dim!(1)>(values).widen(),
                "2" => x.polyfit::<dim!(2)>(values).widen(),
                "3" => x.polyfit::<dim!(3)>(values).widen(),
                degree => panic!("a degree: {degree}"),
            }]
        }
        "convolve" | "correlate" => {
            let (kernel, is_turned) = (second.expect("a kernel"), case.function == "convolve");
            vec![match (case.arguments[0], is_turned) {
                ("full", true) => x.convolve(kernel, Full),
                ("same", true) => x.convolve(kernel, Same),
                ("valid", true) => x.convolve(kernel, Valid),
                ("full", false) => x.correlate(kernel, Full),
                ("same", false) => x.correlate(kernel, Same),
                ("valid", false) => x.correlate(kernel, Valid),
                (mode, _) => panic!("a mode: {mode}"),
            }]
        }
        #[cfg(feature = "fft")]
        "fft_convolve" => {
            let kernel = second.expect("a kernel");
            vec![match case.arguments[0] {
                "full" => x.fft_convolve(kernel, Full),
                "same" => x.fft_convolve(kernel, Same),
                "valid" => x.fft_convolve(kernel, Valid),
                mode => panic!("a mode: {mode}"),
            }]
        }
        function => panic!("no function `{function}`"),
    }
}

#[test]
fn the_numbers_are_those_of_numpy() {
    let mut count = 0;
    #[allow(unused_mut)]
    for mut case in cases() {
        let found = results(&case);
        let fits = found.len() == case.results.len()
            && found
                .iter()
                .zip(&case.results)
                .all(|(found, expected)| is_close(found, expected));
        assert!(fits, "{}\ngives {found:?}", case.line);
        count += 1;
        #[cfg(feature = "fft")]
        if case.function == "convolve" {
            case.function = "fft_convolve";
            let found = results(&case);
            assert!(
                is_close(&found[0], &case.results[0]),
                "{} by transforms\ngives {found:?}",
                case.line
            );
        }
    }
    assert!(count > 900, "{count} cases");
}

#[test]
fn statistics_keep_their_axis() {
    let x =
        InlineTensor::<f64, shape![2, 3, 4]>::from_fn(|[i, j, k]| (i * 7 + j * 5 + k * 3) as f64);
    let _: InlineTensor<f64, shape![2, 3, 1]> = x.median_axis::<-1>();
    let _: InlineTensor<f64, shape![2, 1, 4]> = x.quantile_axis::<-2>(0.1, Linear);
    let _: InlineTensor<f64, shape![1, 3, 4]> = x.nan_mean_axis::<-3>();
    let _: InlineTensor<f64, shape![1, 3, 4]> = x.nan_median_axis::<-3>();
    let means: InlineTensor<f64, shape![2, 3, 1]> =
        x.weighted_mean_axis::<-1>(&InlineTensor::from([1.0, 2.0, 3.0, 4.0]));
    // Weights of another axis have axes of size 1 after it.
    let rows: InlineTensor<f64, shape![2, 1, 4]> =
        x.weighted_mean_axis::<-2>(&InlineTensor::from([[0.0], [1.0], [0.0]]));
    assert_eq!(rows, x.narrow::<-2, dim!(1)>(1));
    assert_eq!(means[[0, 0, 0]], 6.0);

    // In generic code without a bound, with a name, and through `along`.
    fn generic<S: Shape, N: Dim>(x: &Tensor<f64, shape![..S, N]>) -> Tensor<f64, shape![..S, 1]> {
        x.median_axis::<-1>() + x.nan_max_axis::<-1>()
    }
    assert_eq!(generic(&x.to_heap()).dims(), [2, 3, 1]);
    let named = Tensor::<f64, shape![Samples, 3]>::ones_with(<shape![Samples, 3]>::of([5]));
    let medians: Tensor<f64, shape![1, 3]> = named.along_named::<Samples>().median();
    assert_eq!(medians, named.along_named::<Samples>().nan_mean());
    assert_eq!(
        named.along_named::<Samples>().quantile(0.5, Linear),
        medians
    );

    // Of all elements, whatever their strides.
    let turned = x.to_heap().transpose();
    assert_eq!(turned.median(), x.median());
    assert_eq!(turned.nan_quantile(0.3, Linear), x.quantile(0.3, Linear));
    assert_eq!(
        turned.weighted_mean(&InlineTensor::from([2.0, 2.0, 2.0]).to_heap()),
        x.mean()
    );
    let _: View<f64, shape![2, 3, 4]> = x.view();
}

/// Infinities have no distance from each other, and no elements have no median.
#[test]
fn the_ends_of_quantiles() {
    let infinity = f64::INFINITY;
    let x = InlineTensor::from([1.0, infinity, infinity, -infinity]);
    assert_eq!(x.median(), infinity);
    assert_eq!(x.quantile(0.0, Linear), -infinity);
    // So near to 1 that it is 1 in 32 bits.
    let two = InlineTensor::from([f32::NEG_INFINITY, 2.0]);
    assert_eq!(two.quantile(0.999_999_999, Linear), 2.0);
    assert_eq!(two.nan_quantile(0.999_999_999, Linear), 2.0);
    assert_eq!(x.quantile(1.0, Linear), infinity);
    assert_eq!(x.nan_max(), infinity);
    assert_eq!(x.nan_min(), -infinity);
    let none = InlineTensor::<f64, shape![0, 2]>::zeros();
    for empty in [
        none.median_axis::<-2>(),
        none.nan_median_axis::<-2>(),
        none.nan_max_axis::<-2>(),
    ] {
        assert!(empty.iter().all(|number| number.is_nan()));
    }
    assert_eq!(none.median_axis::<-1>().dims(), [0, 1]);
    assert_eq!(none.nan_sum(), 0.0);
    assert!(std::panic::catch_unwind(|| x.quantile(25.0, Linear)).is_err());
}

/// The distance of two numbers may be none, and what lies between them is.
#[test]
fn quantiles_between_the_least_and_the_greatest_numbers() {
    let x = InlineTensor::from([f32::MIN, f32::MAX]);
    for (part, expected) in [(0.25, f32::MIN / 2.0), (0.5, 0.0), (0.75, f32::MAX / 2.0)] {
        assert_eq!(x.quantile(part, Linear), expected);
        assert_eq!(x.nan_quantile(part, Linear), expected);
    }
    assert_eq!(x.quantile(0.999_999_999, Linear), f32::MAX);
}

/// Signals, a kernel and a mode, and the shape of the result.
macro_rules! kernel_table {
    ($([$($shape:tt)*] [$($kernel:tt)*] $Mode:ident => [$($output:tt)*];)*) => {$({
        let (x, kernel) = (InlineTensor::<i32, shape![$($shape)*]>::ones(), InlineTensor::<i32, shape![$($kernel)*]>::ones());
        let _: InlineTensor<i32, shape![$($output)*]> = x.convolve(&kernel, $Mode);
        let _: InlineTensor<i32, shape![$($output)*]> = x.correlate(&kernel, $Mode);
        let known: Tensor<i32, shape![$($output)*]> = x.to_heap().convolve(&kernel.to_heap(), $Mode);
        let any = x.to_heap().widen::<DynShape>().try_convolve(&kernel.to_heap().widen::<DynShape>(), $Mode);
        assert_eq!(any.unwrap().dims(), known.dims());
        let slide = $Mode::slide(kernel.dims()[0]);
        assert_eq!(slides_shape(x.dims(), kernel.dims(), slide).unwrap().dims(), [$($output)*]);
    })*};
}

// Under Miri.
#[test]
fn kernels_follow_the_table() {
    kernel_table! {
        [5] [3] Full => [7];
        [5] [3] Same => [5];
        [5] [3] Valid => [3];
        [5] [5] Valid => [1];
        [2, 4] [6] Full => [2, 9];
        [2, 4] [6] Same => [2, 4];
        [2, 1, 4] [1] Full => [2, 1, 4];
        [1] [1] Valid => [1];
        [0, 4] [2] Full => [0, 5];
    }
    let signal = Tensor::<f64, shape![2, _]>::ones_with(<shape![2, _]>::of([3]));
    let texts = [
        (
            &[5][..],
            "kernel [5] does not go over signal [2, 3]: a kernel of 5 does not fit in a signal of 3",
        ),
        (&[0], "axis -1 of shape [0] has no elements"),
        (
            &[1, 2],
            "kernel [1, 2] does not go over signal [2, 3]: the kernel of a signal is a vector: this one has 2 axes",
        ),
        (
            &[],
            "kernel [] does not go over signal [2, 3]: the kernel of a signal is a vector: this one has 0 axes",
        ),
    ];
    for (sizes, text) in texts {
        let kernel = Tensor::<f64, DynShape>::ones_with(sizes.into());
        for error in [
            signal.try_convolve(&kernel, Valid).unwrap_err(),
            signal.try_correlate(&kernel, Valid).unwrap_err(),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }
    let empty = Tensor::<f64, shape![_]>::ones_with(<shape![_]>::of([0]));
    assert_eq!(
        empty
            .try_convolve(&Tensor::from([1.0]), Same)
            .unwrap_err()
            .to_string(),
        "axis -1 of shape [0] has no elements"
    );
    let none = Tensor::<f64, DynShape>::ones_with([].into());
    assert!(none.try_convolve(&Tensor::from([1.0]), Full).is_err());

    // Of borrowed samples, by an inline kernel, and strided.
    let samples = [1.0, 2.0, 4.0, 8.0];
    let view = View::<f64, shape![4]>::from_buffer(&samples).unwrap();
    let kernel = InlineTensor::from([1.0, -1.0]);
    let steps: Tensor<f64, shape![3]> = view.convolve(&kernel, Valid);
    assert_eq!(steps, InlineTensor::from([1.0, 2.0, 4.0]));
    let turned = Tensor::from([[1.0, 5.0], [3.0, 5.0], [2.0, 6.0]]).transpose();
    assert_eq!(
        turned.correlate(&turned.index_axis::<-2>(0), Valid),
        InlineTensor::from([[14.0], [32.0]])
    );

    // In generic code, with a name, and with a run-time size.
    fn smoothed<N: Dim>(x: &Tensor<f64, shape![2, N]>) -> Tensor<f64, shape![2, N]> {
        x.convolve(&Tensor::from([0.25, 0.5, 0.25]), Same)
    }
    assert_eq!(smoothed(&signal).dims(), [2, 3]);
    let named = Tensor::<f64, shape![Samples]>::ones_with(<shape![Samples]>::of([5]));
    let _: Tensor<f64, shape![Samples]> = named.convolve(&Tensor::from([1.0, 2.0, 1.0]), Same);
    let longer: Tensor<f64, shape![Samples + 2]> =
        named.convolve(&Tensor::from([1.0, 2.0, 1.0]), Full);
    let same: Tensor<f64, shape![Samples]> = longer.convolve(&Tensor::from([1.0, 2.0, 1.0]), Valid);
    assert_eq!(same.dims(), [5]);
}

#[test]
fn slopes_and_areas_keep_their_axis() {
    let x =
        InlineTensor::<f64, shape![2, 3, 4]>::from_fn(|[i, j, k]| (i * 7 + j * 5 + k * 3) as f64);
    assert_eq!(x.gradient::<-1>(1.0), InlineTensor::full(3.0));
    assert_eq!(x.gradient::<-2>(0.5), InlineTensor::full(10.0));
    assert_eq!(x.unwrap_phases::<-3>(100.0), x);
    let _: InlineTensor<f64, shape![2, 1, 4]> = x.trapezoid_axis::<-2>(1.0);
    let seconds = InlineTensor::from([[0.0], [1.0], [4.0]]);
    let area: InlineTensor<f64, shape![2, 1, 4]> = x.trapezoid_axis_at::<-2>(&seconds);
    assert_eq!(area[[0, 0, 0]], 2.5 + 22.5);
    let none = InlineTensor::<f64, shape![0, 2]>::zeros();
    assert_eq!(none.trapezoid_axis::<-2>(1.0), InlineTensor::zeros());
    assert_eq!(none.unwrap_phases::<-2>(1.0).dims(), [0, 2]);
    let short = Tensor::<f64, shape![_, 2]>::ones_with(<shape![_, 2]>::of([1]));
    assert_eq!(
        short.try_gradient::<-2>(1.0).unwrap_err().to_string(),
        "a slope is between two elements: axis -2 of shape [1, 2] has size 1"
    );
    let error = short.try_trapezoid_axis_at::<-1>(&Tensor::<f64, shape![_]>::from(vec![1.0; 3]));
    assert_eq!(
        error.unwrap_err().to_string(),
        "cannot broadcast shape [3] to the target [1, 2]: size 3 does not match the target's size 2 at axis -1"
    );
}

#[test]
fn points_have_as_many_values() {
    let (x, positions) = (Tensor::from([[0.5, 2.5]]), Tensor::from([0.0, 1.0, 3.0]));
    let two = Tensor::<f64, shape![_]>::from(vec![1.0, 2.0]);
    let text = "vector lengths differ: 3 and 2, in shapes [3] and [2]";
    assert_eq!(
        x.try_interp(&positions, &two).unwrap_err().to_string(),
        text
    );
    assert_eq!(
        positions
            .try_polyfit::<dim!(1)>(&two)
            .unwrap_err()
            .to_string(),
        text
    );
    let matrix = Tensor::<f64, DynShape>::ones_with([2, 3].into());
    assert_eq!(
        x.try_interp(&matrix, &two).unwrap_err().to_string(),
        "`interp` takes vectors: operand 1, of shape [2, 3], has 2 axes"
    );
    // By views of other strides, and inline.
    let turned = Tensor::from([[0.0, 9.0], [1.0, 8.0], [3.0, 7.0]]).transpose();
    let found = x.interp(
        &turned.index_axis::<-2>(0),
        &turned.index_axis::<-2>(1).view(),
    );
    assert_eq!(found, InlineTensor::from([[8.5, 7.25]]));
    let line: InlineTensor<f64, shape![2]> = InlineTensor::from([0.0, 1.0, 2.0])
        .polyfit::<dim!(1)>(&InlineTensor::from([1.0, 3.0, 5.0]));
    assert!(line.all_close(&InlineTensor::from([2.0, 1.0]), 1e-12, 1e-12));
    let any: Tensor<f64, shape![3]> = two.convolve(&two, Full).polyfit::<dim!(2)>(&positions);
    assert_eq!(any.dims(), [3]);
}

#[test]
fn counts_and_bins() {
    let classes = InlineTensor::from([[0_usize, 2], [2, 4]]);
    let counts: InlineTensor<usize, shape![6]> = classes.bincount::<dim!(6)>();
    assert_eq!(counts.sum(), 4);
    let text = "index 4 is out of bounds for axis -1 of shape [4]: its size is 4";
    assert_eq!(
        classes.try_bincount::<dim!(4)>().unwrap_err().to_string(),
        text
    );
    assert_eq!(
        classes.view().transpose().bincount_with(0).to_vec(),
        [1, 0, 2, 0, 1]
    );
    let none = InlineTensor::<usize, shape![0]>::zeros();
    assert_eq!(none.bincount_with(3).to_vec(), [0; 3]);
    let of = |x: InlineTensor<f64, shape![2]>| {
        std::panic::catch_unwind(move || x.histogram::<dim!(3)>())
    };
    let (counts, edges): (InlineTensor<usize, shape![3]>, InlineTensor<f64, shape![4]>) =
        of([1.0, 4.0].into()).unwrap();
    assert_eq!(counts, InlineTensor::from([1, 0, 1]));
    assert_eq!(edges, InlineTensor::from([1.0, 2.0, 3.0, 4.0]));
    for wrong in [f64::NAN, f64::INFINITY] {
        assert!(of([1.0, wrong].into()).is_err() && of([wrong, 1.0].into()).is_err());
    }
    let empty = InlineTensor::<f32, shape![0]>::zeros().histogram::<dim!(2)>();
    assert_eq!(
        (empty.0.to_vec(), empty.1.to_vec()),
        (vec![0, 0], vec![0.0, 0.5, 1.0])
    );
}

#[test]
fn windows_have_the_size_of_their_type() {
    let window = InlineTensor::<f32, shape![4]>::periodic_hann();
    assert!(window.all_close(&InlineTensor::from([0.0, 0.5, 1.0, 0.5]), 1e-6, 0.0));
    assert_eq!(
        InlineTensor::<f32, shape![3]>::bartlett(),
        InlineTensor::from([0.0, 1.0, 0.0])
    );
    assert!(std::panic::catch_unwind(|| Tensor::<f64, shape![3]>::hann_with(4)).is_err());
}

#[cfg(feature = "fft")]
#[test]
fn spectra_of_frames_follow_the_table() {
    use shapecheck::tensor::num_complex::Complex;
    let signal = Tensor::<f64, shape![2, 100]>::ones();
    let window = Tensor::<f64, shape![16]>::hann();
    let spectra: Tensor<Complex<f64>, shape![2, 22, 9]> = signal.stft::<dim!(16), dim!(4)>(&window);
    assert!((spectra[[1, 21, 0]].re - window.sum()).abs() < 1e-12);
    let any = signal
        .clone()
        .widen::<DynShape>()
        .stft::<dim!(16), dim!(4)>(&window);
    assert_eq!(any.dims(), spectra.dims());
    // One number is the same for all of a frame.
    let plain: Tensor<Complex<f64>, shape![1, 9]> =
        window.stft::<dim!(16), dim!(1)>(&Tensor::from([2.0]));
    assert!((plain[[0, 0]].re - 2.0 * window.sum()).abs() < 1e-12);
    let short = Vector::from(vec![1.0; 15]);
    assert_eq!(
        short
            .try_stft::<dim!(16), dim!(4)>(&window)
            .unwrap_err()
            .to_string(),
        "a window of 16 does not fit in axis -1 of shape [15]: its size is 15"
    );
    let wrong = signal
        .try_stft::<dim!(16), dim!(4)>(&short)
        .unwrap_err()
        .to_string();
    assert_eq!(
        wrong,
        "cannot broadcast shape [15] to the target [16]: size 15 does not match the target's size 16 at axis -1"
    );
}

/// The text of a panic.
fn panic_text<T>(function: impl FnOnce() -> T) -> String {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(function));
    let payload = result.map(|_| ()).expect_err("nothing panicked");
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_else(|| payload.downcast_ref::<&str>().unwrap().to_string())
}

#[test]
fn bins_without_width_are_told() {
    let x = InlineTensor::from([1.0_f64]);
    for (limits, bins) in [
        ((-1.7e308, 1.7e308), 2),
        ((-1.7e308, 1.7e308), 1),
        ((0.0, 5e-324), 2),
        ((1.0, 1.0 + f64::EPSILON), 3),
        ((1e20, 1e20 + 16384.0), 3),
        // Half of 1 to each side is nothing here.
        ((1e20, 1e20), 1),
    ] {
        let (least, greatest) = match limits {
            (same, other) if same == other => (same - 0.5, other + 0.5),
            limits => limits,
        };
        let text =
            format!("floats hold no {bins} bins of one width between {least:?} and {greatest:?}");
        assert_eq!(panic_text(|| x.histogram_with(bins, limits)), text);
        if bins == 2 {
            assert_eq!(panic_text(|| x.histogram_between::<dim!(2)>(limits)), text);
        }
    }
    let far = InlineTensor::from([-3e38_f32, 3e38]);
    let text = panic_text(|| far.histogram::<dim!(4)>());
    assert!(
        text.starts_with("floats hold no 4 bins of one width between -3"),
        "{text}"
    );
    // What floats do hold, though it is little or much.
    let (counts, edges) = x.histogram_with(1, (1.0, 1.0 + f64::EPSILON));
    assert_eq!(
        (counts.to_vec(), edges.to_vec()),
        (vec![1], vec![1.0, 1.0 + f64::EPSILON])
    );
    let (_, edges) = x.histogram_between::<dim!(2)>((-8e307, 8e307));
    assert_eq!(edges, InlineTensor::from([-8e307, 0.0, 8e307]));
}

#[test]
fn more_bins_than_memory_holds_are_told() {
    let x = InlineTensor::from([1.0_f64]);
    for bins in [
        usize::MAX,
        usize::MAX - 1,
        usize::MAX / 8,
        isize::MAX as usize,
    ] {
        let count = bins.saturating_add(1);
        assert_eq!(
            panic_text(|| x.histogram_with(bins, (0.0, 1.0))),
            format!("there is no memory for {count} elements of 8 bytes")
        );
    }
    let indices = InlineTensor::from([0, usize::MAX]);
    assert_eq!(
        panic_text(|| indices.bincount_with(0)),
        format!(
            "there is no memory for {} elements of {} bytes",
            usize::MAX,
            size_of::<usize>()
        )
    );
    assert_eq!(
        panic_text(|| Tensor::<u16, shape![_]>::zeros_with(<shape![_]>::of([usize::MAX / 2]))),
        format!(
            "there is no memory for {} elements of 2 bytes",
            usize::MAX / 2
        )
    );
}

#[test]
fn copies_that_memory_cannot_hold_are_told() {
    let one = Tensor::<f32, shape![1]>::ones();
    let count = isize::MAX as usize / 4;
    let many = one.try_expand_to(&[count as isize]).unwrap();
    let many: Tensor<f32, shape![_]> = many.try_into_shape().unwrap();
    let copies: [(&str, &dyn Fn()); 7] = [
        ("to_vec", &|| drop(many.to_vec())),
        ("change", &|| many.clone()[[0]] = 1.0),
        ("sort", &|| drop(many.sort::<-1>())),
        ("median", &|| assert!(many.median().is_nan())),
        ("softmax", &|| drop(many.softmax::<-1>())),
        ("flip", &|| drop(many.along::<-1>().flip())),
        ("full", &|| {
            drop(Tensor::<f32, _>::full_with(<shape![_]>::of([count]), 1.0));
        }),
    ];
    for (name, copy) in copies {
        let expected = format!("there is no memory for {count} elements of 4 bytes");
        assert_eq!(panic_text(copy), expected, "{name}");
    }
}

/// The values are NumPy's.
#[test]
fn points_have_their_values_beside_infinite_ones() {
    let infinity = f64::INFINITY;
    let x = InlineTensor::from([-9.0, -8.0, -4.0, 2.0, 3.0]);
    let positions = InlineTensor::from([-8.0, 2.0]);
    for (values, expected) in [
        ([-0.5, infinity], [-0.5, -0.5, infinity, infinity, infinity]),
        ([infinity, -0.5], [infinity, infinity, infinity, -0.5, -0.5]),
        ([infinity; 2], [infinity; 5]),
        (
            [-infinity, 4.0],
            [-infinity, -infinity, -infinity, 4.0, 4.0],
        ),
    ] {
        let found = x.interp(&positions, &InlineTensor::from(values));
        assert_eq!(found, InlineTensor::from(expected), "{values:?}");
    }
    let found = x.interp(&positions, &InlineTensor::from([infinity, -infinity]));
    assert_eq!(found[[1]], infinity);
    assert_eq!(found[[3]], -infinity);
    assert!(found[[2]].is_nan());
    let far = InlineTensor::from([-infinity, 5.0, infinity]).interp(
        &InlineTensor::from([-infinity, 0.0, infinity]),
        &InlineTensor::from([1.0, 2.0, 3.0]),
    );
    assert_eq!(far, InlineTensor::from([1.0, 2.0, 3.0]));
}

#[test]
fn means_of_two_neither_overflow_nor_vanish() {
    let infinity = f64::INFINITY;
    let quantum = 5e-324_f64;
    let largest = f64::MAX;
    for (two, expected) in [
        ([quantum, quantum], quantum),
        // Halves are rounded to even, as everywhere.
        ([quantum, 2.0 * quantum], 2.0 * quantum),
        ([quantum, 5.0 * quantum], 3.0 * quantum),
        ([-7.0 * quantum, -quantum], -4.0 * quantum),
        ([quantum, 1.0], 0.5),
        ([f64::MIN_POSITIVE, f64::MIN_POSITIVE], f64::MIN_POSITIVE),
        ([largest, largest], largest),
        ([-largest, -largest], -largest),
        ([-largest, largest], 0.0),
        ([1e308, 1.5e308], 1.25e308),
        ([1.0, infinity], infinity),
        ([infinity, infinity], infinity),
        ([-infinity, -infinity], -infinity),
        ([0.1, 0.2], (0.1 + 0.2) / 2.0),
    ] {
        let x = InlineTensor::from(two);
        assert_eq!(x.median(), expected, "{two:?}");
        assert_eq!(x.nan_median(), expected, "{two:?}");
        assert_eq!(
            x.quantile(0.5, QuantileMethod::Midpoint),
            expected,
            "{two:?}"
        );
        assert_eq!(Tensor::from(two).median(), expected, "{two:?}");
    }
    assert!(InlineTensor::from([-infinity, infinity]).median().is_nan());
    let small = f32::from_bits(3);
    assert_eq!(InlineTensor::from([small, small]).median(), small);
}
