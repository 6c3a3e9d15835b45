//! Statistics and signals give the numbers of NumPy on every case in `data/statistics.txt`, and the shapes of the tables.
#![cfg(all(feature = "tensor", feature = "std"))]

use shapecheck::tensor::QuantileMethod;
use shapecheck::tensor::QuantileMethod::Linear;
use shapecheck::{Dim, DynShape, InlineTensor, Shape, Tensor, View, dims, shape};

dims! { Samples }

type Any = Tensor<f64, DynShape>;

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
    let lines = include_str!("data/statistics.txt").lines();
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
    let x = &case.operands[0];
    let second = case.operands.get(1);
    let number = |place: usize| case.arguments[place].parse::<f64>().expect("a number");
    /// A method along the axis that the first argument names.
    macro_rules! along {
        ($method:ident $([$shape:ty])? ($($argument:expr),*)) => {
            match case.arguments[0] {
                "-1" => vec![x.$method::<-1 $(, $shape)?>($($argument),*)],
                "-2" => vec![x.$method::<-2 $(, $shape)?>($($argument),*)],
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
        "weighted_mean_axis" => along!(weighted_mean_axis[DynShape](second.expect("weights"))),
        function => panic!("no function `{function}`"),
    }
}

#[test]
fn the_numbers_are_those_of_numpy() {
    let mut count = 0;
    for case in cases() {
        let found = results(&case);
        let fits = found.len() == case.results.len()
            && found
                .iter()
                .zip(&case.results)
                .all(|(found, expected)| is_close(found, expected));
        assert!(fits, "{}\ngives {found:?}", case.line);
        count += 1;
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
        x.weighted_mean_axis::<-1, _>(&InlineTensor::from([1.0, 2.0, 3.0, 4.0]));
    // Weights of another axis have axes of size 1 behind it.
    let rows: InlineTensor<f64, shape![2, 1, 4]> =
        x.weighted_mean_axis::<-2, _>(&InlineTensor::from([[0.0], [1.0], [0.0]]));
    assert_eq!(rows, x.narrow::<-2, shapecheck::dim!(1)>(1));
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
