//! Each gradient beside central differences, with sizes of 0 and 1, and broadcasting both ways.

use shapecheck::algebra::{Interpolation, Padding};
use shapecheck::tensor::reduction::{Summed, Unreduced};
use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::{Axis, DynShape, Host, Tensor, TensorOn, axes, dim, einsum, rearrange, s, shape};
use shapecheck_grad::{Grad, Traces};

mod numbers;
use numbers::Numbers;

type Any = TensorOn<f64, DynShape, Grad<Host>>;

/// Where the numbers of a test are.
#[derive(Clone, Copy)]
enum From {
    Anywhere,
    Positive,
    /// The first of each two is 0.
    Zeros,
}

const STEP: f64 = 1e-5;

/// Compares gradients with slopes that are not all 0.
#[track_caller]
fn compare(name: &str, from: From, sizes: &[Vec<usize>], function: impl Fn(&[Any]) -> Any) {
    let (steepest, is_empty) = compared(name, from, sizes, function);
    let is_empty = is_empty || sizes.iter().all(|sizes| sizes.contains(&0));
    assert!(
        is_empty || steepest > 1e-4,
        "{name}, sizes {sizes:?}: nothing to compare"
    );
}

/// Compares the gradients of a weighted sum of results with its slopes. Returns the steepest, and whether there is no result.
#[track_caller]
fn compared(
    name: &str,
    from: From,
    sizes: &[Vec<usize>],
    function: impl Fn(&[Any]) -> Any,
) -> (f64, bool) {
    let mut numbers = Numbers::new(name);
    let mut operands: Vec<Vec<f64>> = Vec::new();
    for sizes in sizes {
        let signed = (0..sizes.iter().product()).map(|_| numbers.signed());
        operands.push(match from {
            From::Anywhere => signed.map(|number| 2.0 * number).collect(),
            From::Positive => signed.map(|number| 1.5 + number).collect(),
            From::Zeros => signed
                .enumerate()
                .map(|(place, number)| if place % 2 == 0 { 0.0 } else { number })
                .collect(),
        });
    }
    let tensor = |place: usize, operand: &[f64]| {
        let sizes = DynShape::from(&sizes[place][..]);
        Tensor::<f64, DynShape>::from_vec_with(sizes, operand.to_vec()).expect("as many numbers")
    };
    let constants = |operands: &[Vec<f64>]| {
        let each = operands.iter().enumerate();
        each.map(|(place, operand)| Grad::constant(tensor(place, operand)))
            .collect::<Vec<_>>()
    };
    let found = function(&constants(&operands)).detach();
    let weights: Vec<f64> = (0..found.len()).map(|_| numbers.signed()).collect();
    let sum = |operands: &[Vec<f64>]| -> f64 {
        let found = function(&constants(operands)).detach().to_vec();
        found
            .iter()
            .zip(&weights)
            .map(|(it, weight)| it * weight)
            .sum()
    };

    let parameters: Vec<Any> = (0..sizes.len())
        .map(|place| Grad::parameter(tensor(place, &operands[place])))
        .collect();
    let result = function(&parameters);
    assert_eq!(result.dims(), found.dims(), "{name}");
    let weighted = {
        let weights = Tensor::from_vec_with(DynShape::from(found.dims()), weights.clone());
        &result * &Grad::constant(weights.expect("as many weights"))
    };
    let gradients = weighted.total().backward();
    let mut steepest: f64 = 0.0;
    for (place, parameter) in parameters.iter().enumerate() {
        let gradient = gradients.of(parameter);
        assert_eq!(gradient.dims(), sizes[place], "{name}, operand {place}");
        for (at, &gradient) in gradient.to_vec().iter().enumerate() {
            let mut moved = operands.clone();
            let mut at_a_step = |step: f64| {
                moved[place][at] = operands[place][at] + step;
                sum(&moved)
            };
            let slope = (at_a_step(STEP) - at_a_step(-STEP)) / (2.0 * STEP);
            assert!(
                (gradient - slope).abs() <= 1e-6 * (1.0 + slope.abs()),
                "{name}, sizes {sizes:?}, operand {place}, element {at}: gradient {gradient}, slope {slope}"
            );
            steepest = steepest.max(slope.abs());
        }
    }
    (steepest, found.is_empty())
}

/// Functions of each element, for all sizes.
macro_rules! functions {
    ($($name:ident $from:ident |$x:ident| $result:expr;)*) => {
        #[test]
        fn functions_of_one_element() {
            for sizes in [&[2, 3][..], &[], &[1], &[0], &[2, 0, 1], &[1, 1, 4]] {
                $(compare(stringify!($name), From::$from, &[sizes.to_vec()], |x| {
                    let $x = &x[0];
                    $result
                });)*
            }
        }
    };
}

functions! {
    neg Anywhere |x| -x;
    exp Anywhere |x| x.exp();
    exp_m1 Anywhere |x| x.exp_m1();
    ln Positive |x| x.ln();
    ln_1p Positive |x| x.ln_1p();
    log2 Positive |x| x.log2();
    log10 Positive |x| x.log10();
    sqrt Positive |x| x.sqrt();
    cbrt Positive |x| x.cbrt();
    recip Positive |x| x.recip();
    abs Anywhere |x| x.abs();
    sin Anywhere |x| x.sin();
    cos Anywhere |x| x.cos();
    tan Positive |x| (x / 3.0).tan();
    asin Anywhere |x| (x / 3.0).asin();
    acos Anywhere |x| (x / 3.0).acos();
    atan Anywhere |x| x.atan();
    sinh Anywhere |x| x.sinh();
    cosh Anywhere |x| x.cosh();
    fract Anywhere |x| (x + 10.0).fract();
    tanh Anywhere |x| x.tanh();
    sigmoid Anywhere |x| x.sigmoid();
    silu Anywhere |x| x.silu();
    erf Anywhere |x| x.erf();
    gelu Anywhere |x| x.gelu();
    gelu_tanh Anywhere |x| x.gelu_tanh();
    relu Anywhere |x| x.relu() + x * 0.5;
    powi_3 Anywhere |x| x.powi(3);
    powi_minus_2 Positive |x| x.powi(-2);
    powi_0 Anywhere |x| x.powi(0) + x;
    powf Positive |x| x.powf(1.7);
    powf_0 Anywhere |x| x.powf(0.0) + x;
    clamp Anywhere |x| x.clamp(-0.5, 0.8) + x * 0.1;
    numbers_on_the_right Anywhere |x| ((x + 2.0) * 3.0 - 4.0) / 5.0;
    numbers_on_the_left Positive |x| 2.0 + (3.0 * x) + (4.0 - x) + 5.0 / x;
    steps Anywhere |x| x.floor() + x.ceil() * 2.0 + x.round() + x.trunc() + x.signum() + x * 0.5;
    twice Anywhere |x| x * x + x.sin() * x;
}

/// Functions of two elements, for all pairs of sizes that broadcast.
macro_rules! pairs {
    ($($name:ident $from:ident |$x:ident, $y:ident| $result:expr;)*) => {
        #[test]
        fn functions_of_two_elements() {
            let pairs: [[&[usize]; 2]; 12] = [
                [&[2, 3], &[2, 3]],
                [&[2, 3], &[3]],
                [&[3], &[2, 3]],
                [&[2, 1], &[1, 3]],
                [&[2, 1, 3], &[4, 1]],
                [&[], &[2]],
                [&[2], &[]],
                [&[], &[]],
                [&[1], &[2, 1]],
                [&[0, 3], &[1, 3]],
                [&[1], &[0]],
                [&[2, 0], &[2, 1]],
            ];
            for sizes in pairs {
                $(compare(stringify!($name), From::$from, &sizes.map(<[usize]>::to_vec), |x| {
                    let ($x, $y) = (&x[0], &x[1]);
                    $result
                });)*
            }
        }
    };
}

pairs! {
    add Anywhere |x, y| x + y;
    sub Anywhere |x, y| x - y;
    mul Anywhere |x, y| x * y;
    div Positive |x, y| x / y;
    maximum Anywhere |x, y| x.maximum(y);
    minimum Anywhere |x, y| x.minimum(y);
    logaddexp Anywhere |x, y| x.logaddexp(y);
    select Anywhere |x, y| x.less(y).select(x, &(y * 2.0));
    select_beside_one_number Anywhere |x, y| x.greater(&(x * 0.0)).select(x, y);
    in_place Anywhere |x, y| {
        let mut sum = x + &(y * 0.0);
        sum *= y;
        sum += x;
        sum -= &(y * 3.0);
        sum /= &(y * y + 1.0);
        sum
    };
    assigned Anywhere |x, y| {
        let mut sum = x + y;
        sum.assign(y);
        sum + x
    };
}

/// Operations on tensors of these shapes.
macro_rules! slopes {
    ($($name:ident $from:ident |$($x:ident: [$($size:tt)*]),+| $result:expr;)*) => {$(
        #[test]
        fn $name() {
            let sizes = [$([$($size)*].to_vec()),+];
            compare(stringify!($name), From::$from, &sizes, |x| {
                let mut each = x.iter();
                $(let $x = &each.next().unwrap().clone().try_into_shape::<shape![$($size)*]>().unwrap();)+
                $result.widen::<DynShape>()
            });
        }
    )*};
}

slopes! {
    sums Anywhere |a: [2, 3, 4]| a.sum_axes::<axes![-3, -1]>() + a.sum_axis::<-2>() * 2.0;
    sums_of_nothing Anywhere |a: [2, 0]| a.sum_axis::<-1>();
    means Anywhere |a: [2, 3, 4]| a.mean_axes::<axes![-3, -1]>() + a.mean_axis::<-2>() * a;
    variances Anywhere |a: [2, 3, 4]| a.var_axis::<-1>() + a.var_axes::<axes![-3, -2]>() + a.sample_var_axis::<-1>();
    variances_of_one Anywhere |a: [2, 1]| a.var_axis::<-1>() + a;
    norms Anywhere |a: [2, 3, 4]| a.norm_axis::<-1>() + a.norm_axes::<axes![-3, -2]>();
    norms_of_zeros Anywhere |a: [2, 3]| (a * 0.0).norm_axis::<-1>() * 0.0 + a;
    largest_and_smallest Anywhere |a: [2, 3, 4]| a.max_axis::<-2>() - a.min_axes::<axes![-3, -1]>() * 2.0;
    products_along_axes Anywhere |a: [2, 3, 5]| a.product_axis::<-1>() + a.product_axes::<axes![-3, -2]>();
    products_with_zeros Zeros |a: [2, 2, 3]| a.product_axis::<-1>() + a.product_axis::<-3>();
    products_of_nothing Anywhere |a: [2, 0]| a.product_axis::<-1>();
    products_of_one Anywhere |a: [2, 1]| a.product_axis::<-1>();
    totals Anywhere |a: [2, 3]| a.total() * a.average();
    softmaxes Anywhere |a: [2, 3, 4]| a.softmax::<-1>() + a.softmax::<-2>() * 2.0 + a.log_softmax::<-3>();
    softmaxes_of_one Anywhere |a: [2, 1]| a.softmax::<-1>() + a.log_softmax::<-1>() + a;
    softmaxes_of_nothing Anywhere |a: [2, 0]| a.softmax::<-1>() + a.log_softmax::<-1>();
    logarithms_of_sums Anywhere |a: [2, 3, 4]| a.logsumexp::<-1>() + a.logsumexp::<-2>();
    running_sums Anywhere |a: [2, 3, 4]| a.cumulative_sum::<-2>();
    running_products Anywhere |a: [2, 5]| a.cumulative_product::<-1>();
    running_products_with_zeros Zeros |a: [2, 2, 3]| a.cumulative_product::<-1>() + a.cumulative_product::<-3>();
    running_extremes Anywhere |a: [3, 5]| a.cumulative_max::<-1>() + a.cumulative_min::<-2>() * 2.0;
    running_totals_of_one Anywhere |a: [1, 1]| a.cumulative_sum::<-1>() + a.cumulative_product::<-2>() + a.cumulative_max::<-1>();
    running_totals_of_nothing Anywhere |a: [0, 2]| a.cumulative_sum::<-2>() + a.cumulative_product::<-2>() + a.cumulative_max::<-1>();
    orders Anywhere |a: [3, 4]| a.sort::<-1>() + a.sort_descending::<-2>() * 2.0;
    orders_of_nothing Anywhere |a: [0, 2]| a.sort::<-2>();

    products_of_matrices Anywhere |a: [2, 3], b: [3, 4]| a.matmul(b);
    products_of_one_matrix Anywhere |a: [2, 5, 2, 3], b: [3, 4]| a.matmul(b);
    products_beside_one_matrix Anywhere |a: [2, 3], b: [5, 3, 2]| a.matmul(b);
    products_that_broadcast Anywhere |a: [2, 1, 2, 3], b: [4, 3, 2]| a.matmul(b);
    products_with_a_vector_on_the_right Anywhere |a: [2, 4, 3], b: [3]| a.matmul(b);
    products_with_a_vector_on_the_left Anywhere |a: [3], b: [2, 3, 4]| a.matmul(b);
    products_of_a_vector_and_a_matrix Anywhere |a: [3], b: [3, 4]| a.matmul(b);
    products_of_vectors Anywhere |a: [3], b: [3]| a.matmul(b);
    products_of_no_rows Anywhere |a: [0, 3], b: [3, 4]| a.matmul(b);
    products_of_nothing_inside Anywhere |a: [2, 0], b: [0, 3]| a.matmul(b);
    products_of_one_element Anywhere |a: [1, 1], b: [1, 1]| a.matmul(b);
    row_products Anywhere |a: [2, 3], b: [2, 3]| a.vecdot(b);
    outer_products Anywhere |a: [2], b: [3]| a.outer(b);
    contractions Anywhere |a: [2, 3, 4], b: [4, 3]| a.tensordot(b, Axis::<-1>);
    contractions_of_two_axes Anywhere |a: [2, 3, 4], b: [5, 4]| a.inner(b);
    equations Anywhere |a: [2, 3, 4], b: [2, 5, 4]| einsum!("i j k, i l k -> i j l"; a, b) + einsum!("i j k, i l k -> j l"; a, b) * 2.0;
    sums_over_labels Anywhere |a: [2, 3, 4], b: [4, 3, 2]| einsum!("b i j, j i o -> o b"; a, b);
    diagonals Anywhere |a: [2, 3, 3]| einsum!("i j j -> j i"; a);
    diagonals_of_the_axes_outside Anywhere |a: [3, 2, 3]| einsum!("i j i -> i j"; a);
    diagonals_of_one_element Anywhere |a: [1, 1]| einsum!("i i -> i"; a);
    traces Anywhere |a: [3, 3], b: [3]| einsum!("i i, i -> "; a, b);
    three_operands Anywhere |a: [2, 3], b: [3, 4], c: [4]| einsum!("i j, j k, k -> i"; a, b, c);

    transposes Anywhere |a: [2, 3, 4]| a.permute::<axes![-1, -3, -2]>() * a.permute::<axes![-1, -3, -2]>();
    swaps Anywhere |a: [2, 3, 4]| a.swap_axes::<-3, -1>();
    expansions Anywhere |a: [3, 1]| a.broadcast_to::<shape![2, 3, 4]>();
    expansions_to_nothing Anywhere |a: [3, 1]| a.broadcast_to::<shape![2, 3, 0]>();
    parts Anywhere |a: [2, 5]| a.narrow::<-1, dim!(2)>(1) * 2.0 + a.narrow::<-1, dim!(2)>(2);
    parts_of_no_element Anywhere |a: [2, 5]| a.narrow::<-1, dim!(0)>(1);
    indices Anywhere |a: [2, 3, 4]| a.index_axis::<-2>(1) + a.index_axis::<-2>(2) * 3.0;
    slices Anywhere |a: [3, 5, 2]| a.slice(s![1, ..;2, 1..]) + a.slice(s![2, ..;2, ..1]) * 2.0;
    slices_with_new_axes Anywhere |a: [3, 5, 2]| a.slice(s![..2, NewAxis, -1, 0..2]);
    slices_from_the_end Anywhere |a: [3, 5]| a.slice(s![.., 1..4;2]);
    added_axes Anywhere |a: [2, 3]| a.insert_axis::<-2>() * a.insert_axis::<-1>();
    removed_axes Anywhere |a: [2, 1, 3]| a.remove_axis::<-2>();
    reshapes Anywhere |a: [2, 3, 4]| a.transpose().reshape::<shape![8, 3]>() * a.reshape::<shape![8, 3]>();
    reshapes_of_nothing Anywhere |a: [2, 0]| a.reshape::<shape![0, 5]>();
    rearrangements Anywhere |a: [2, 6, 4]| rearrange!(a, "b (h d) t -> b h t d"; h = 2);
    mergers Anywhere |a: [2, 3, 4]| rearrange!(a, "b h t -> t (b h)");
    flips Anywhere |a: [2, 3]| a.along::<-1>().flip() * a + a.along::<-2>().roll(1);
    repetitions Anywhere |a: [2, 3]| a.along::<-1>().repeat::<dim!(2)>() + a.along::<-1>().tile::<dim!(2)>() * 2.0;
    padding Anywhere |a: [2, 3]| a.along::<-1>().pad::<dim!(1), dim!(2)>(7.0);
    padding_at_the_edge Anywhere |a: [2, 3]| a.along::<-1>().pad_edge::<dim!(1), dim!(2)>();
    padding_by_reflection Anywhere |a: [2, 3]| a.along::<-1>().pad_reflect::<dim!(2), dim!(1)>();
    padding_of_nothing Anywhere |a: [2, 0]| a.along::<-1>().pad::<dim!(1), dim!(2)>(7.0);
    joins Anywhere |a: [2, 3], b: [2, 4]| a.along::<-1>().concat(b);
    joins_of_nothing Anywhere |a: [2, 0], b: [2, 4]| a.along::<-1>().concat(b);
    joins_of_many Anywhere |a: [2, 3], b: [2, 3]| TensorOn::concat_all([a, b, a], Axis::<-1>);
    stacks Anywhere |a: [2, 3], b: [2, 3]| TensorOn::stack([a, b], Axis::<-2>);
    windows Anywhere |a: [2, 7]| a.along::<-1>().windows::<dim!(3), dim!(2)>();
    differences_of_neighbours Anywhere |a: [2, 5]| a.diff::<-1>();
    points_between Anywhere |a: [2, 3], b: [3], c: [2, 1]| a.lerp(b, c);

    taken_parts Anywhere |a: [3, 4]| a.along::<-2>().take(&Grad::constant(Tensor::from([2_usize, 0, 2])));
    taken_parts_in_two_axes Anywhere |a: [3, 4]| a.along::<-2>().take(&Grad::constant(Tensor::from([[2_usize, 0], [2, 1]])));
    taken_parts_of_none Anywhere |a: [3, 4]| a.along::<-2>().take(&Grad::constant(Tensor::<usize, shape![0]>::zeros()));
    embeddings Anywhere |a: [5, 2]| a.embedding(&Grad::constant(Tensor::from([[4_usize, 0, 4]])));
    elements_at_indices Anywhere |a: [2, 3]| a.along::<-1>().gather(&Grad::constant(Tensor::from([[2_usize, 2], [0, 1]])));
    elements_at_the_same_indices Anywhere |a: [2, 3]| a.along::<-1>().gather(&Grad::constant(Tensor::from([[2_usize, 2]])));
    elements_of_one_row Anywhere |a: [1, 3]| a.along::<-1>().gather(&Grad::constant(Tensor::from([[2_usize, 2], [0, 2]])));
    leading_elements Anywhere |a: [3, 3]| a.along::<-1>().gather_leading(&Grad::constant(Tensor::from([[2_usize, 2], [0, 1]])));
    sums_at_indices Anywhere |a: [3, 2], b: [4, 2]| {
        let mut sum = a * a;
        sum.along_mut::<-2>().index_add(&Grad::constant(Tensor::from([1_usize, 1, 0, 2])), b);
        sum
    };
    sums_of_one_row_at_indices Anywhere |a: [3, 2], b: [2]| {
        let mut sum = a * a;
        sum.along_mut::<-2>().index_add(&Grad::constant(Tensor::from([1_usize, 1, 0, 2])), b);
        sum
    };

    solutions Anywhere |a: [2, 3, 3], b: [2, 3, 2]| (a + &far(3)).solve(b);
    solutions_of_a_vector Anywhere |a: [3, 3], b: [3]| (a + &far(3)).solve(b);
    solutions_that_broadcast Anywhere |a: [2, 3, 3], b: [3]| (a + &far(3)).solve(b);
    inverses Anywhere |a: [2, 3, 3]| (a + &far(3)).inverse() * 10.0;
    determinants Anywhere |a: [2, 3, 3]| a.det();
    determinants_of_one_element Anywhere |a: [2, 1, 1]| a.det();
    determinants_of_singular_matrices Zeros |a: [2, 3, 3], b: [2, 2]| a.det().insert_axis::<-1>() + b.det();
    factors Anywhere |a: [2, 3, 3]| (a.transpose().matmul(a) + &far(3)).cholesky();
    orthonormal_factors Anywhere |a: [2, 4, 3]| a.qr().0;
    orthonormal_factors_of_wide_matrices Anywhere |a: [2, 3, 5]| a.qr().0;
    triangular_factors Anywhere |a: [2, 4, 3]| a.qr().1;
    triangular_factors_of_wide_matrices Anywhere |a: [2, 3, 5]| a.qr().1;
    complete_factors Anywhere |a: [2, 3, 3]| a.complete_qr().0.matmul(&a.complete_qr().1.powi(2));
    complete_factors_of_tall_matrices Anywhere |a: [2, 4, 3]| a.complete_qr().1;
    eigenvalues Anywhere |a: [2, 3, 3]| a.eigh().0 * 3.0;
    eigenvectors Anywhere |a: [2, 3, 3]| a.eigh().1.powi(2);
    logarithms_of_determinants Anywhere |a: [2, 3, 3]| (a + &far(3)).slogdet().1 + a.slogdet().0;
    singular_values Anywhere |a: [2, 4, 3]| a.svd().1;
    singular_values_of_wide_matrices Anywhere |a: [2, 2, 3]| a.svdvals() + a.full_svd().1;
    left_singular_vectors Anywhere |a: [2, 4, 3]| a.svd().0.powi(2);
    left_singular_vectors_of_wide_matrices Anywhere |a: [2, 2, 3]| a.svd().0.powi(2);
    right_singular_vectors Anywhere |a: [2, 4, 3]| a.svd().2.powi(2);
    right_singular_vectors_of_wide_matrices Anywhere |a: [2, 2, 3]| a.svd().2.powi(2);
    factors_of_lower_triangles Anywhere |a: [3, 3]| (a + &far(3)).cholesky();

    layers Anywhere |x: [2, 5, 3], w: [4, 3], b: [4]| x.linear_with_bias(w, b);
    bilinear_layers Anywhere |x: [2, 3], y: [2, 4], w: [5, 3, 4]| x.bilinear(y, w);
    layer_norms Anywhere |x: [2, 4], w: [4], b: [4]| x.layer_norm_with_bias(w, b, 1e-5);
    layer_norms_of_many_rows Anywhere |x: [3, 80, 3], w: [3], b: [3]| x.layer_norm_with_bias(w, b, 1e-2).sum_axis::<-2>();
    layer_norms_of_matrices Anywhere |x: [2, 3, 4], w: [3, 4], b: [4]| x.layer_norm_with_bias(w, b, 1e-5);
    root_mean_square_norms Anywhere |x: [2, 4], w: [4]| x.rms_norm(w, 1e-5);
    group_norms Anywhere |x: [2, 4, 3], w: [4], b: [4]| x.along::<-2>().group_norm(<dim!(2)>::new(), w, b, 1e-5);
    attention Anywhere |q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 2]| q.attention(k, v);
    causal_attention Anywhere |q: [2, 3, 4], k: [2, 3, 4], v: [2, 3, 2]| q.causal_attention(k, v);
    masked_attention Anywhere |q: [3, 4], k: [5, 4], v: [5, 2], m: [3, 5]| q.masked_attention(k, v, m);
    attention_with_one_mask_for_all Anywhere |q: [2, 3, 4], k: [5, 4], v: [2, 5, 2], m: [1, 5]| q.masked_attention(k, v, m);
    grouped_attention Anywhere |q: [4, 3, 2], k: [2, 5, 2], v: [2, 5, 2]| q.grouped_attention(k, v);
    rotations Anywhere |x: [2, 3, 4], c: [3, 2], n: [3, 2]| x.rotary_embedding(c, n);
    distances Anywhere |x: [3, 2], y: [4, 2]| x.cdist(y);
    similarities Anywhere |x: [3, 4], y: [3, 4]| x.cosine_similarity(y, 1e-8);

    long_short_term_memories Anywhere |x: [2, 3, 2], w: [4, 3, 2], r: [4, 3, 3], b: [4, 3]| {
        let (output, state, cells) = x.lstm(w, r, b);
        output + (state + cells * 2.0).insert_axis::<-2>()
    };
    gated_recurrent_units Anywhere |x: [2, 3, 2], w: [3, 4, 2], r: [3, 4, 4], b: [3, 4], c: [3, 4]| {
        let (output, state) = x.gru(w, r, (b, c));
        output + state.insert_axis::<-2>()
    };
    batch_norms Anywhere |x: [3, 2, 4], w: [2], b: [2]| x.along::<-2>().batch_norm(w, b, 1e-5);
    columns_of_windows Anywhere |x: [2, 2, 5]| x.unfold1d(Pool::of::<3>().stride::<1>().padding::<1>());
    folded_columns Anywhere |x: [2, 6, 3]| x.fold1d(<shape![5]>::default(), Pool::of::<3>().stride::<1>());

    squared_errors Anywhere |x: [2, 3], y: [2, 3]| x.mse_loss(y) * 2.0 + x.mse_loss_by(y, Unreduced);
    absolute_errors Anywhere |x: [2, 3], y: [2, 3]| x.l1_loss(y);
    binary_entropies Anywhere |x: [2, 3], y: [2, 3]| x.sigmoid().binary_cross_entropy(&y.sigmoid());
    binary_entropies_of_logits Anywhere |x: [2, 3], y: [2, 3]| x.binary_cross_entropy_with_logits(&y.sigmoid());
    entropies_of_classes Anywhere |x: [4, 3]| x.along::<-1>().cross_entropy(&labels());
    entropies_of_classes_summed Anywhere |x: [4, 3]| x.along::<-1>().cross_entropy_by(&labels(), Summed);
    weighted_entropies Positive |x: [4, 3], w: [3]| x.along::<-1>().weighted_cross_entropy(&labels(), w);
    entropies_by_probabilities Anywhere |x: [4, 3], y: [4, 3]| x.along::<-1>().soft_cross_entropy(&y.softmax::<-1>());
    likelihoods Anywhere |x: [4, 3]| x.along::<-1>().nll_loss_by(&labels(), Unreduced);

    convolutions Anywhere |x: [2, 3, 6], k: [4, 3, 3]| x.conv1d(k, Conv::new());
    convolutions_without_a_batch Anywhere |x: [3, 6], k: [4, 3, 1]| x.conv1d(k, Conv::new());
    strides Anywhere |x: [2, 2, 7], k: [3, 2, 3]| x.conv1d(k, Conv::new().stride::<2>());
    strides_that_leave_some_out Anywhere |x: [2, 2, 8], k: [3, 2, 3]| x.conv1d(k, Conv::new().stride::<3>());
    padded_convolutions Anywhere |x: [2, 2, 5], k: [3, 2, 3]| x.conv1d(k, Conv::new().padding::<2>().stride::<2>());
    dilated_convolutions Anywhere |x: [2, 2, 9], k: [3, 2, 3]| x.conv1d(k, Conv::new().dilation::<2>().stride::<2>().padding::<1>());
    grouped_convolutions Anywhere |x: [2, 4, 5], k: [6, 2, 3]| x.conv1d(k, Conv::new().groups::<2>().padding::<1>());
    convolutions_of_images Anywhere |x: [2, 2, 4, 5], k: [3, 2, 2, 3]| x.conv2d(k, Conv::new().padding::<1>());
    convolutions_of_no_images Anywhere |x: [0, 2, 4, 5], k: [3, 2, 2, 3]| x.conv2d(k, Conv::new());
    convolutions_of_volumes Anywhere |x: [1, 1, 3, 3, 3], k: [2, 1, 2, 2, 2]| x.conv3d(k, Conv::new());
    transposed_convolutions Anywhere |x: [2, 2, 4], k: [2, 3, 3]| x.conv_transpose1d(k, ConvTranspose::new());
    transposed_convolutions_with_strides Anywhere |x: [2, 2, 4], k: [2, 3, 3]| x.conv_transpose1d(k, ConvTranspose::new().stride::<2>().padding::<1>().output_padding::<1>());
    transposed_convolutions_in_groups Anywhere |x: [2, 4, 3], k: [4, 2, 2]| x.conv_transpose1d(k, ConvTranspose::new().groups::<2>().dilation::<2>());
    transposed_convolutions_of_images Anywhere |x: [1, 2, 3, 2], k: [2, 2, 2, 3]| x.conv_transpose2d(k, ConvTranspose::new().stride::<2>());
    largest_of_windows Anywhere |x: [2, 2, 6]| x.max_pool1d(Pool::of::<2>());
    largest_of_windows_that_overlap Anywhere |x: [1, 2, 5, 6]| x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    largest_of_dilated_windows Anywhere |x: [2, 2, 8]| x.max_pool1d(Pool::of::<3>().dilation::<2>().stride::<1>());
    largest_of_parts Anywhere |x: [2, 7]| x.adaptive_max_pool::<shape![3]>();
    largest_of_repeated_parts Anywhere |x: [2, 3]| x.adaptive_max_pool::<shape![5]>();
    means_of_windows Anywhere |x: [2, 2, 6]| x.avg_pool1d(Pool::of::<2>());
    means_of_windows_that_overlap Anywhere |x: [1, 2, 5, 6]| x.avg_pool2d(Pool::of::<3>().stride::<2>().padding::<1>());
    means_of_parts Anywhere |x: [2, 7, 4]| x.adaptive_avg_pool::<shape![3, 5]>();
    interpolations Anywhere |x: [2, 3, 4]| x.interpolate::<shape![5, 3]>(Interpolation::Linear);
    repeated_elements Anywhere |x: [2, 3, 4]| x.interpolate::<shape![5, 3]>(Interpolation::Nearest);
    shuffled_pixels Anywhere |x: [1, 4, 2, 3]| x.pixel_shuffle::<dim!(2)>();
}

/// Sizes that are 0, 1 or more, by chance: a function of tensors with three axes, for each.
macro_rules! random_shapes {
    ($($name:ident ($($sizes:ident),+): |$($x:ident: [$($size:expr),*]),+| $result:expr;)*) => {
        #[test]
        fn shapes_by_chance() {
            let mut numbers = Numbers::new("shapes");
            let mut steep = 0;
            for _ in 0..60 {
                let mut size = || [0, 1, 1, 2, 3, 4][(numbers.signed().abs() * 6.0) as usize % 6];
                $({
                    $(let $sizes = size();)+
                    let shapes = [$(vec![$($size),*]),+];
                    let (steepest, _) = compared(stringify!($name), From::Anywhere, &shapes, |x| {
                        let mut each = x.iter();
                        $(let $x = &each.next().unwrap().clone().try_into_shape::<random_shapes!(@ [] $($size),*)>().unwrap();)+
                        $result.widen::<DynShape>()
                    });
                    steep += usize::from(steepest > 1e-2);
                })*
            }
            assert!(steep > 200, "{steep}");
        }
    };
    (@ [$($axis:tt)*]) => { shape![$($axis),*] };
    (@ [$($axis:tt)*] $size:expr $(, $sizes:expr)*) => { random_shapes!(@ [$($axis)* _] $($sizes),*) };
}

random_shapes! {
    sums (a, b, c): |x: [a, b, c]| x.sum_axes::<axes![-3, -1]>() + x.sum_axis::<-2>() * x;
    averages (a, b): |x: [a + 1, b, a + 2]| x.mean_axes::<axes![-3, -1]>() + x.var_axis::<-1>() + x.norm_axis::<-3>();
    extremes (a, b): |x: [a, b + 1]| x.max_axis::<-1>() - x.min_axis::<-1>() * x;
    products_along (a, b): |x: [a, b]| x.product_axis::<-1>() + x.product_axis::<-2>();
    softmax (a, b, c): |x: [a, b, c]| x.softmax::<-2>() + x.log_softmax::<-1>();
    totals (a, b): |x: [a, b]| x.cumulative_sum::<-1>() + x.cumulative_product::<-2>() + x.cumulative_max::<-1>();
    order (a, b): |x: [a, b]| x.sort::<-1>() + x.sort_descending::<-2>();
    broadcasts (a, b, c): |x: [a, 1, c], y: [b, 1]| x * y + x.maximum(y) / (y * y + 1.0);
    matrices (a, b, c, d): |x: [a, b, c], y: [a, c, d]| x.matmul(y);
    one_matrix (a, b, c, d): |x: [a, b, c], y: [c, d]| x.matmul(y);
    matrices_that_broadcast (a, b, c, d): |x: [1, b, c], y: [a, c, d]| x.matmul(y);
    vectors (a, b, c): |x: [a, b, c], y: [c]| x.matmul(y);
    labels (a, b, c, d): |x: [a, b, c], y: [c, d, a]| einsum!("i j k, k l i -> l j"; x, y);
    moved (a, b, c): |x: [a, b, c]| x.permute::<axes![-1, -3, -2]>().flatten() * 2.0;
    joined (a, b, c): |x: [a, b], y: [a, c]| x.along::<-1>().concat(y);
    flipped (a, b): |x: [a, b]| x.along::<-1>().flip() + x.along::<-2>().roll(1);
    padded (a, b): |x: [a, b]| x.along::<-1>().pad_with((1, 2), Padding::Constant(3.0));
    sliced (a, b): |x: [a + 1, b + 2]| x.slice(s![0, ..;2]).sum_axis::<-1>() + x.slice(s![-1, 1..]);
    layered (a, b, c): |x: [a, b], w: [c, b], v: [c]| x.linear_with_bias(w, v);
    normed (a, b): |x: [a + 1, b + 1], w: [b + 1]| x.rms_norm(w, 1e-3);
    attended (a, b, c): |q: [a + 1, b + 1, c + 1], k: [a + 1, c + 1, c + 1], v: [a + 1, c + 1, b + 1]| q.attention(k, v);
    convolved (a, b, c): |x: [a, b + 1, c + 3], k: [2, b + 1, 3]| x.conv1d(k, Conv::new().padding::<1>().stride::<2>());
    pooled (a, b): |x: [a, b + 3]| x.max_pool1d(Pool::of::<2>()).sum_axis::<-1>() + x.avg_pool1d(Pool::of::<3>().stride::<1>()).sum_axis::<-1>();
}

/// Ten times the unit matrix.
fn far(size: usize) -> TensorOn<f64, shape![3, 3], Grad<Host>> {
    assert_eq!(size, 3);
    Grad::constant(Tensor::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 }))
}

fn labels() -> TensorOn<usize, shape![4], Grad<Host>> {
    Grad::constant(Tensor::from([2, 0, 1, 2]))
}
