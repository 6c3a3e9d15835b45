//! Each operation on burn gives what it gives on the host.

use shapecheck::engine::{Arranges, Floats, Joins, JoinsAll, Networks};
use shapecheck::{Axis, Dim, Host, Shape, Tensor, TensorOn, axes, dim, shape};
use shapecheck_burn::{Burn, from_host, to_host, typed};

/// The same program on both engines.
macro_rules! same {
    ($($name:ident: |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let [a, b, c] = [1, 2, 3].map(|seed| move |place: usize| element(place, seed));
            let a = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| a(12 * i + 4 * j + k));
            let b = Tensor::<f32, shape![3, 1]>::from_fn(|[i, _]| b(i));
            let c = Tensor::<f32, shape![4]>::from_fn(|[i]| c(i));
            let expected = {
                let ($a, $b, $c) = (&a, &b, &c);
                $result
            };
            let found = {
                let ($a, $b, $c) = (&from_host(&a), &from_host(&b), &from_host(&c));
                $result
            };
            near(&to_host(&found).unwrap(), &expected);
        }
    )*};
}

/// A number between -2 and 2 for each place.
fn element(place: usize, seed: usize) -> f32 {
    ((place * 37 + seed * 101) % 83) as f32 / 20.5 - 2.0
}

/// Elements that can be compared.
trait Near: Copy + std::fmt::Debug + 'static {
    fn is_near(self, other: Self) -> bool;
}

impl Near for f32 {
    fn is_near(self, other: f32) -> bool {
        (self - other).abs() <= 1e-5 * (1.0 + other.abs())
    }
}

macro_rules! exact {
    ($($T:ty)*) => {$(
        impl Near for $T {
            fn is_near(self, other: $T) -> bool {
                self == other
            }
        }
    )*};
}

exact!(bool usize i64);

#[track_caller]
fn near<T: Near, S: Shape>(found: &Tensor<T, S>, expected: &Tensor<T, S>) {
    assert_eq!(found.dims(), expected.dims());
    for (found, expected) in found.iter().zip(expected.iter()) {
        assert!(found.is_near(*expected), "{found:?}, not {expected:?}");
    }
}

same! {
    sums_of_tensors_that_broadcast: |a, b, c| a + b * c - c / 2.0;
    numbers_on_both_sides: |a, _b, _c| 3.0 - (2.0 / (a * a + 1.0)) * 0.5 + 1.0;
    larger_and_smaller: |a, b, c| a.maximum(b).minimum(c).clamp(-1.0, 1.5);
    comparisons: |a, b, c| !(a.less(b) & a.not_equal(c) | b.greater_equal(c) ^ a.equal(b));
    functions: |a, _b, _c| {
        let positive = a.abs() + 0.5;
        a.exp() + positive.ln() + positive.sqrt() + positive.recip() + a.tanh() + a.sigmoid() + a.silu() + a.erf()
            + a.gelu() + a.relu() + a.sin() + a.cos() + a.floor() + a.ceil() + a.round() + positive.powf(1.5) + a.powi(3)
            + positive.log2() + positive.log10() + -a
    };
    functions_near_0: |a, _b, _c| ((a / 1000.0).exp_m1() + (a / 3000.0).ln_1p()) * 1000.0;
    sums_along_axes: |a, _b, _c| a.sum_axes::<axes![-3, -1]>() + a.mean_axis::<-2>() + a.product_axis::<-1>();
    variances: |a, _b, _c| a.var_axis::<-1>() + a.var_axes::<axes![-3, -2]>();
    largest_and_smallest: |a, _b, _c| a.max_axis::<-2>() - a.min_axis::<-1>();
    places_of_the_largest: |a, _b, _c| a.argmax_axis::<-1>();
    places_of_the_smallest: |a, _b, _c| a.argmin_axis::<-3>();
    running_sums: |a, _b, _c| a.cumulative_sum::<-1>() + a.cumulative_product::<-2>();
    order: |a, _b, _c| a.sort::<-2>();
    places_in_order: |a, _b, _c| a.argsort::<-1>();
    softmax: |a, _b, _c| a.softmax::<-1>() + a.softmax::<-2>() + a.log_softmax::<-3>();
    products: |a, _b, c| a.matmul(c);
    products_of_matrices: |a, _b, _c| a.transpose().matmul(a);
    products_of_one_matrix: |a, _b, _c| a.matmul(&a.index_axis::<-3>(1).transpose());
    products_of_one_matrix_for_some_neighbours: |a, _b, _c| {
        let many = a.reshape::<shape![1, 2, 3, 1, 4]>() + &a.reshape::<shape![2, 1, 3, 4]>();
        many.matmul(&a.reshape::<shape![2, 1, 3, 4]>().transpose())
    };
    products_of_matrices_that_broadcast: |a, _b, _c| {
        let many = a.reshape::<shape![2, 3, 1, 4]>();
        many.matmul(&a.reshape::<shape![3, 2, 4]>().transpose()) + many.matmul(&a.reshape::<shape![2, 1, 4, 3]>()).sum_axis::<-1>()
    };
    products_with_a_vector: |a, _b, c| c.matmul(&a.transpose()) + a.matmul(c);
    transposes: |a, _b, _c| a.permute::<axes![-1, -3, -2]>().sum_axis::<-1>();
    parts: |a, _b, _c| a.narrow::<-1, dim!(2)>(1).index_axis::<-3>(1).to_tensor();
    added_axes: |a, b, _c| a.insert_axis::<-2>().sum_axis::<-1>() + b.broadcast_to::<shape![2, 1, 3, 1]>().permute::<axes![-4, -2, -3, -1]>();
    reshapes: |a, _b, _c| a.transpose().reshape::<shape![8, 3]>();
    taken: |a, _b, _c| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>();
        a.along::<-2>().take(&places.reshape::<shape![3]>())
    };
    inverses: |a, _b, _c| {
        let square = a.transpose().matmul(a) + a.transpose().matmul(a).recip().relu().clamp(0.0, 1.0) * 0.0;
        let far_from_singular = square + from(a);
        far_from_singular.inverse() + far_from_singular.det().reshape::<shape![2, 1, 1]>()
    };
}

/// Ten times the matrix of ones on the diagonal, on the engine of a tensor.
fn from<E: Floats<f32>, S: Shape>(_: &TensorOn<f32, S, E>) -> TensorOn<f32, shape![4, 4], E> {
    TensorOn::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 })
}

/// A block of a network, for every engine.
fn block<E: Networks<f32>, B: Dim>(
    x: &TensorOn<f32, shape![B, 3, 4], E>,
    weights: &TensorOn<f32, shape![4, 4], E>,
    scale: &TensorOn<f32, shape![4], E>,
) -> TensorOn<f32, shape![B, 3, 4], E> {
    let x = x.linear(weights).layer_norm(scale, 1e-5);
    let x = x.causal_attention(&x, &x) + x.rms_norm(scale, 1e-6);
    x.gelu()
}

#[test]
fn a_network_gives_the_same_on_both_engines() {
    let x = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| element(12 * i + 4 * j + k, 1));
    let weights = Tensor::<f32, shape![4, 4]>::from_fn(|[i, j]| element(4 * i + j, 5));
    let scale = Tensor::<f32, shape![4]>::from_fn(|[i]| element(i, 7));
    let expected = block::<Host, _>(&x, &weights, &scale);
    let found = block::<Burn, _>(&from_host(&x), &from_host(&weights), &from_host(&scale));
    near(&to_host(&found).unwrap(), &expected);
}

#[test]
fn sizes_that_clash_are_told_in_the_words_of_the_rule() {
    let two = TensorOn::<f32, shape![_], Burn>::zeros_with(<shape![_]>::of([2]));
    let three = TensorOn::<f32, shape![_], Burn>::zeros_with(<shape![_]>::of([3]));
    let text = "cannot broadcast shapes [2] and [3]: size 2 does not match size 3 at axis -1";
    assert_eq!(two.try_add(&three).unwrap_err().to_string(), text);

    let add = std::panic::AssertUnwindSafe(|| &two + &three);
    let panic = std::panic::catch_unwind(add).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().map(String::as_str),
        Some(text)
    );
}

#[test]
fn an_index_beyond_an_axis_is_an_error() {
    let x = TensorOn::<f32, shape![3, 4], Burn>::ones();
    let places = TensorOn::<usize, shape![2], Burn>::from_slice(&[1, 3]).unwrap();
    let error = x.along::<-2>().try_take(&places).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index 3 along axis -2 of shape [3, 4], which has size 3"
    );
    let taken = x
        .along::<-2>()
        .take(&TensorOn::<usize, shape![2], Burn>::zeros());
    assert_eq!(to_host(&taken).unwrap().to_vec(), [1.0; 8]);
}

#[test]
fn other_elements_and_other_sizes_are_refused_on_the_way_in() {
    use shapecheck_burn::burn::tensor::{DType, Device, Tensor as Untyped};

    let options = (&Device::default(), DType::F64);
    let doubles = Untyped::<2>::zeros([2, 3], options);
    let error = typed::<f32, shape![2, 3], 2>(doubles.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the elements are F64, not F32 (`f32`)");
    let error = typed::<f64, shape![2, 4], 2>(doubles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4"
    );
}

#[test]
fn arrangements_and_joins() {
    fn all<E>(x: &TensorOn<f32, shape![2, 3], E>) -> TensorOn<f32, shape![8, 5], E>
    where
        E: Floats<f32> + Arranges<f32, Home = E> + Joins<f32, Home = E> + JoinsAll<f32, Home = E>,
    {
        let padded = x.along::<-1>().pad::<dim!(1), dim!(1)>(7.0);
        let turned = padded.along::<-1>().roll(2).along::<-2>().flip();
        let joined = padded.along::<-2>().concat(&turned);
        let stacked = TensorOn::stack(
            [&joined, &turned.along::<-2>().tile::<dim!(2)>()],
            Axis::<-1>,
        );
        let first: TensorOn<f32, shape![4, 5], E> = stacked.index_axis::<-1>(0);
        TensorOn::concat_all([&first, &stacked.index_axis::<-1>(1)], Axis::<-2>)
    }
    let x = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    near(&to_host(&all(&from_host(&x))).unwrap(), &all(&x));
}
