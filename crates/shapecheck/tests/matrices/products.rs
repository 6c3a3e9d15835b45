//! Matrix products of any rank compared with three loops; `exact` and `one_sided` operators, comparisons, choices and
//! clamps compared with a model.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use crate::model::{Model, broadcastable, model};
use proptest::collection::vec;
use proptest::prelude::*;
use shapecheck::tensor::MatrixElement;
use shapecheck::{DynShape, InlineTensor, Shape, Tensor, View, shape};

/// NumPy's rule by its definition; nothing where the shapes do not fit.
fn product(lhs: &Model, rhs: &Model) -> Option<Model> {
    let mut a = lhs.clone();
    let mut b = rhs.clone();
    if a.sizes.len() == 1 {
        a.sizes.insert(0, 1);
    }
    if b.sizes.len() == 1 {
        b.sizes.push(1);
    }
    let (&[.., m, k], &[.., inner, n]) = (&a.sizes[..], &b.sizes[..]) else {
        return None;
    };
    let (front_a, front_b) = (&a.sizes[..a.sizes.len() - 2], &b.sizes[..b.sizes.len() - 2]);
    let batch = shapecheck::broadcast::broadcast_shapes(&[front_a, front_b])
        .ok()
        .filter(|_| k == inner)?;
    let mut sizes = batch.dims().to_vec();
    sizes.extend([m, n]);
    let mut result = Model::from_fn(&sizes, |index| {
        let (batch, &[row, column]) = (&index[..index.len() - 2], &index[index.len() - 2..]) else {
            unreachable!("two axes")
        };
        let element = |of: &Model, row: usize, column: usize| {
            let own = &of.sizes[..of.sizes.len() - 2];
            let skipped = batch.len() - own.len();
            let mut at: Vec<usize> = own
                .iter()
                .zip(&batch[skipped..])
                .map(|(&size, &index)| if size == 1 { 0 } else { index })
                .collect();
            at.extend([row, column]);
            of.at(&at)
        };
        (0..k)
            .map(|inner| element(&a, row, inner) * element(&b, inner, column))
            .sum()
    });
    let mut kept = result.sizes.len();
    for (vector, from_end) in [(lhs.sizes.len() == 1, 2), (rhs.sizes.len() == 1, 1)] {
        if vector {
            result.sizes.remove(kept - from_end);
            kept = if from_end == 2 { kept - 1 } else { kept };
        }
    }
    Some(result)
}

/// Two arrays of ranks 1 to 4 whose product there is, mostly.
fn factors() -> impl Strategy<Value = (Model, Model)> {
    let size = || prop_oneof![1 => Just(0_usize), 9 => 1..=5_usize];
    (
        vec(1..=3_usize, 0..=2),
        [size(), size(), size()],
        any::<[bool; 4]>(),
        [0..=2_usize, 0..=2],
        0..10_usize,
    )
        .prop_flat_map(|(batch, [m, k, n], ones, skipped, wrong)| {
            let front = |side: usize| {
                let own = batch.iter().zip(&ones[2 * side..]).skip(skipped[side]);
                own.map(|(&size, &one)| if one { 1 } else { size })
                    .collect::<Vec<_>>()
            };
            let (mut a, mut b) = (front(0), front(1));
            if !(a.is_empty() && ones[0]) {
                a.push(m);
            }
            a.push(k);
            b.push(if wrong == 0 { k + 1 } else { k });
            if !(b.len() == 1 && ones[1]) {
                b.push(n);
            }
            (model(a), model(b))
        })
}

fn check<T: MatrixElement + Copy + PartialEq + std::fmt::Debug>(
    a: &Model,
    b: &Model,
    element: fn(i64) -> T,
) {
    let expected = product(a, b);
    let (x, y) = (a.tensor().map(element), b.tensor().map(element));
    let (found, expected) = match (x.try_matmul(&y), expected) {
        (Ok(found), Some(expected)) => (found, expected),
        (Err(_), None) => return,
        (found, expected) => panic!("{found:?} is not {expected:?}"),
    };
    assert_eq!(found.shape().dims(), expected.sizes);
    let expected: Vec<T> = expected.elements.into_iter().map(element).collect();
    assert_eq!(found.as_slice(), Some(&expected[..]));
    let mut into = Tensor::<T, _>::full_with(found.shape(), element(77));
    x.matmul_into(&y, &mut into).unwrap();
    assert_eq!(into, found);
    // Factors with strides, transposed and with others around them.
    let (x, y) = (a.scattered(), b.scattered());
    let (p, q) = (x.view().map(element), y.view().map(element));
    assert_eq!(p.matmul(&q), found);
    if let (2.., 2..) = (a.sizes.len(), b.sizes.len()) {
        let (left, right) = (p.transpose().to_tensor(), q.transpose().to_tensor());
        assert_eq!(left.transpose().matmul(&right.transpose()), found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn matrices_are_multiplied_by_the_rule_of_numpy((a, b) in factors()) {
        check(&a, &b, |x| x);
        check(&a, &b, |x| x as i32);
        check(&a, &b, |x| x as f32);
        check(&a, &b, |x| x as f64);
        let (x, y) = (a.scattered(), b.scattered());
        if let Some(expected) = product(&a, &b) {
            prop_assert_eq!(Model::of(&x.view().matmul(&y.view())), expected);
        }
    }

    #[test]
    fn operators_that_do_not_expand(models in broadcastable(2)) {
        let [a, b] = &models[..] else { unreachable!("two") };
        let (x, y) = (a.tensor(), b.tensor());
        let sum = Model::zip(&[a, b], |pair| pair[0] + pair[1]);
        let exact = std::panic::catch_unwind(|| x.exact() + &y);
        prop_assert_eq!(exact.ok().map(|found| Model::of(&found)), (a.sizes == b.sizes).then(|| sum.clone()));
        let one_sided = std::panic::catch_unwind(|| x.one_sided() + &y);
        prop_assert_eq!(one_sided.ok().map(|found| Model::of(&found)), (sum.sizes == a.sizes).then_some(sum));
    }

    #[test]
    fn comparisons_choices_and_limits(models in broadcastable(3), limits in (-30..30_i64, 0..30_i64)) {
        let [a, b, c] = &models[..] else { unreachable!("three") };
        let (x, y, z) = (a.scattered(), b.scattered(), c.tensor());
        let (x, y) = (x.view(), y.view());
        let of = |function: fn(&i64, &i64) -> bool| Model::zip(&[a, b], |pair| function(&pair[0], &pair[1]).into());
        let mask = |found: Tensor<bool, DynShape>| Model::of(&found.map(i64::from));
        prop_assert_eq!(mask(x.less(&y)), of(i64::lt));
        prop_assert_eq!(mask(x.less_equal(&y)), of(i64::le));
        prop_assert_eq!(mask(x.greater(&y)), of(i64::gt));
        prop_assert_eq!(mask(x.greater_equal(&y)), of(i64::ge));
        prop_assert_eq!(mask(x.equal(&y)), of(i64::eq));
        prop_assert_eq!(mask(x.not_equal(&y)), of(i64::ne));
        prop_assert_eq!(mask(x.less(&y) & z.greater(&x) | !x.equal(&z)), Model::zip(&[a, b, c], |all| {
            (all[0] < all[1] && all[2] > all[0] || all[0] != all[2]).into()
        }));
        prop_assert_eq!(Model::of(&x.maximum(&y)), Model::zip(&[a, b], |pair| pair[0].max(pair[1])));
        prop_assert_eq!(Model::of(&x.minimum(&y)), Model::zip(&[a, b], |pair| pair[0].min(pair[1])));
        let chosen = x.map(|x| x > 0).select(&y, &z);
        prop_assert_eq!(Model::of(&chosen), Model::zip(&[a, b, c], |all| if all[0] > 0 { all[1] } else { all[2] }));
        let (least, most) = (limits.0, limits.0 + limits.1);
        prop_assert_eq!(Model::of(&x.clamp(least, most)), Model::zip(&[a], |x| x[0].clamp(least, most)));
    }

    #[test]
    fn functions_of_floats(elements in vec(-3.0..3.0_f64, 1..40)) {
        let x = View::<f64, DynShape>::from_buffer_with([elements.len()].into(), &elements).unwrap();
        let same = |found: Tensor<f64, DynShape>, function: fn(f64) -> f64| {
            let expected = elements.iter().map(|&x| function(x));
            assert!(found.iter().zip(expected).all(|(&a, b)| a == b || a.is_nan() && b.is_nan()), "{found}");
        };
        // Both may be some units in the last place from the exact value.
        let near = |found: Tensor<f64, DynShape>, function: fn(f64) -> f64| {
            let expected = elements.iter().map(|&x| function(x));
            let near = |a: f64, b: f64| (a - b).abs() <= 4.0 * f64::EPSILON * b.abs() || a == b || a.is_nan() && b.is_nan();
            assert!(found.iter().zip(expected).all(|(&a, b)| near(a, b)), "{found}");
        };
        near(x.exp(), f64::exp);
        near(x.exp_m1(), f64::exp_m1);
        near(x.ln(), f64::ln);
        near(x.ln_1p(), f64::ln_1p);
        near(x.log2(), f64::log2);
        near(x.log10(), f64::log10);
        same(x.sqrt(), f64::sqrt);
        same(x.cbrt(), f64::cbrt);
        same(x.recip(), f64::recip);
        same(x.abs(), f64::abs);
        same(x.signum(), f64::signum);
        near(x.sin(), f64::sin);
        near(x.cos(), f64::cos);
        same(x.tan(), f64::tan);
        same(x.asin(), f64::asin);
        same(x.acos(), f64::acos);
        same(x.atan(), f64::atan);
        same(x.sinh(), f64::sinh);
        same(x.cosh(), f64::cosh);
        near(x.tanh(), f64::tanh);
        same(x.floor(), f64::floor);
        same(x.ceil(), f64::ceil);
        same(x.round(), f64::round);
        same(x.trunc(), f64::trunc);
        same(x.fract(), f64::fract);
        same(x.relu(), |x| x.max(0.0));
        same(x.powi(3), |x| x.powi(3));
        near(x.powf(1.5), |x| x.powf(1.5));
        same(-&x, |x| -x);
        same(2.0 - &x * 3.0, |x| 2.0 - x * 3.0);
    }
}

/// How a matrix lies in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Rows,
    Columns,
    /// Neighbours of a row have others between them.
    Scattered,
}

const LAYOUTS: [Layout; 3] = [Layout::Rows, Layout::Columns, Layout::Scattered];

/// A matrix that lies like this, in a tensor whose other elements are `other`.
fn matrix<T: Copy>(
    layout: Layout,
    [rows, columns]: [usize; 2],
    other: T,
    element: impl Fn(usize, usize) -> T,
) -> Tensor<T, DynShape> {
    match layout {
        Layout::Rows => {
            Tensor::from_fn_with(DynShape::from(&[rows, columns][..]), |[i, j]| element(i, j))
        }
        Layout::Columns => {
            Tensor::from_fn_with(DynShape::from(&[columns, rows][..]), |[j, i]| element(i, j))
        }
        Layout::Scattered => {
            let sizes = DynShape::from(&[rows, columns, 2][..]);
            Tensor::from_fn_with(sizes, |[i, j, second]| match second {
                1 => element(i, j),
                _ => other,
            })
        }
    }
}

/// The matrix in such a tensor.
fn seen<T>(layout: Layout, tensor: &Tensor<T, DynShape>) -> View<'_, T, DynShape> {
    match layout {
        Layout::Rows => tensor.view(),
        Layout::Columns => tensor.view().transpose(),
        Layout::Scattered => tensor.view().index_axis::<-1>(1),
    }
}

/// Small integers, so that every order of additions gives the same sum.
fn multiplied<T: MatrixElement + Copy + PartialEq + std::fmt::Debug>(
    [m, k, n]: [usize; 3],
    [left, right, to]: [Layout; 3],
    number: fn(i64) -> T,
) {
    let a = |i: usize, j: usize| (i * 7 + j * 3) as i64 % 11 - 5;
    let b = |i: usize, j: usize| (i * 5 + j * 2) as i64 % 7 - 3;
    let x = matrix(left, [m, k], number(99), |i, j| number(a(i, j)));
    let y = matrix(right, [k, n], number(99), |i, j| number(b(i, j)));
    let (x, y) = (seen(left, &x), seen(right, &y));
    let mut result = matrix(to, [m, n], number(77), |_, _| number(78));
    match to {
        Layout::Rows => x.matmul_into(&y, &mut result),
        Layout::Columns => x.matmul_into(&y, &mut result.transpose_mut()),
        Layout::Scattered => x.matmul_into(&y, &mut result.index_axis_mut::<-1>(1)),
    }
    .unwrap();
    let found = seen(to, &result);
    // The columns on the right repeat, and so do those of the product.
    for i in 0..m {
        let sums: [i64; 7] =
            std::array::from_fn(|j| (0..k).map(|inner| a(i, inner) * b(inner, j)).sum());
        for j in 0..n {
            assert_eq!(
                found[[i, j]],
                number(sums[j % 7]),
                "element [{i}, {j}] of [{m}, {k}] by [{k}, {n}], {left:?} by {right:?} to {to:?}"
            );
        }
    }
    if to == Layout::Scattered {
        let others = result.view().index_axis::<-1>(0);
        assert!(others.iter().all(|&other| other == number(77)));
    }
}

fn multiplied_as_all(sizes: [usize; 3], layouts: [Layout; 3]) {
    multiplied(sizes, layouts, |x| x as f32);
    multiplied(sizes, layouts, |x| x as f64);
    multiplied(sizes, layouts, |x| x as i32);
}

/// Rows on the right that are read in place and that are copied, partial vectors, and more rows than go at a time.
// Under Miri with vectors.
#[test]
fn products_of_a_few_sizes_by_tiles() {
    multiplied([9, 9, 35], [Layout::Rows; 3], |x| x as f32);
    multiplied([5, 131, 9], [Layout::Columns; 3], |x| x as f64);
    multiplied([49, 3, 17], [Layout::Rows; 3], |x| x as f64);
}

#[test]
fn products_of_small_sizes_in_every_layout() {
    let sizes = [1, 2, 3, 4, 5, 8, 9, 16, 17, 33];
    let mut turn = 0;
    for m in sizes {
        for k in sizes {
            for n in sizes {
                // 27 layouts take turns, and 10 does not divide 27.
                let layouts = [turn, turn / 3, turn / 9].map(|layout| LAYOUTS[layout % 3]);
                multiplied_as_all([m, k, n], layouts);
                turn += 1;
            }
        }
    }
}

#[test]
fn products_of_sizes_beyond_a_block_in_every_layout() {
    for turn in 0..27 {
        let layouts = [turn, turn / 3, turn / 9].map(|layout| LAYOUTS[layout % 3]);
        for sizes in [[13, 70, 50], [7, 530, 5]] {
            multiplied_as_all(sizes, layouts);
        }
    }
    for layouts in [
        [Layout::Rows; 3],
        [Layout::Columns; 3],
        [Layout::Scattered; 3],
    ] {
        for sizes in [[19, 261, 530], [1, 300, 1030], [1030, 300, 1]] {
            multiplied_as_all(sizes, layouts);
        }
        // Blocks of many rows and of few, and more columns than are copied at a time.
        for sizes in [[300, 530, 20], [80, 5, 1040]] {
            multiplied_as_all(sizes, layouts);
        }
    }
}

#[test]
fn what_is_not_a_number_stays_in_its_row_and_column() {
    for [m, k, n] in [
        [3, 5, 7],
        [9, 20, 35],
        [1, 40, 50],
        [30, 300, 300],
        [50, 40, 1],
    ] {
        for layout in LAYOUTS {
            for special in [f64::NAN, f64::INFINITY] {
                let a = matrix(layout, [m, k], f64::NAN, |i, j| match (i, j) {
                    (0, 1) => special,
                    _ => 1.0,
                });
                let b = matrix(layout, [k, n], f64::NAN, |_, _| 1.0);
                let c = seen(layout, &a).matmul(&seen(layout, &b));
                for i in 0..m {
                    for j in 0..n {
                        let expected = if i == 0 { special } else { k as f64 };
                        assert_eq!(c[[i, j]].to_bits(), expected.to_bits(), "[{i}, {j}]");
                    }
                }
            }
        }
    }
}

// Under Miri.
#[test]
fn static_matrices_on_the_heap_and_inline() {
    macro_rules! products {
        ($Tensor:ident, $Other:ident) => {{
            let a = $Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| (3 * i + j) as f32);
            let b = $Other::<f32, shape![3, 4]>::from_fn(|[i, j]| (i + 2 * j) as f32);
            let c = a.matmul(&b);
            assert_eq!(c.shape(), <shape![2, 4]>::default());
            assert_eq!(
                c[[1, 2]],
                (0..3).map(|k| a[[1, k]] * b[[k, 2]]).sum::<f32>()
            );
            let rows = $Tensor::<f32, shape![5, 1, 2, 3]>::full(1.0)
                .matmul(&b.broadcast_to::<shape![6, 3, 4]>());
            assert_eq!(rows.shape(), <shape![5, 6, 2, 4]>::default());
            let dot = a.index_axis::<-2>(1).matmul(&b.index_axis::<-1>(0));
            assert_eq!(dot[[]], 3.0 * 0.0 + 4.0 * 1.0 + 5.0 * 2.0);
            // No terms: the product is there, of zeros.
            let none =
                $Tensor::<f32, shape![2, 0]>::zeros().matmul(&$Other::<f32, shape![0, 3]>::zeros());
            assert!(none.shape().to_dyn().dims() == [2, 3] && none.iter().all(|&x| x == 0.0));
            let none =
                $Tensor::<f32, shape![0, 2]>::zeros().matmul(&$Other::<f32, shape![2, 3]>::zeros());
            assert_eq!(none.shape(), <shape![0, 3]>::default());
        }};
    }
    products!(Tensor, Tensor);
    products!(InlineTensor, InlineTensor);
    products!(Tensor, InlineTensor);
    products!(InlineTensor, Tensor);
}

/// Of all sizes around those of tiles, vectors and panels: small integers, whose sums are exact.
#[test]
fn products_of_floats_are_those_of_integers() {
    macro_rules! same {
        ($($float:ty)*) => {$(
            for (m, k, n) in sizes_around_tiles() {
                let number = |[row, column]: [usize; 2]| ((row * 7 + column * 3) % 11) as i64 - 5;
                let make = |sizes: [usize; 2]| {
                    let elements = (0..sizes[0] * sizes[1]).map(|place| number([place / sizes[1], place % sizes[1]]));
                    Tensor::from_vec_with(<shape![_, _]>::of(sizes), elements.collect()).unwrap()
                };
                let float = |tensor: &Tensor<i64, shape![_, _]>| tensor.map(|element| element as $float);
                let (lhs, rhs) = (make([m, k]), make([k, n]));
                let expected = float(&lhs.matmul(&rhs));
                let (left, right) = (float(&lhs), float(&rhs));
                assert_eq!(left.matmul(&right), expected, "{m}, {k}, {n}");
                let (left, right) = (left.transpose().to_tensor(), right.transpose().to_tensor());
                assert_eq!(left.transpose().matmul(&right.transpose()), expected, "{m}, {k}, {n}, columns");
                assert_eq!(right.matmul(&left).transpose(), expected, "{m}, {k}, {n}, transposed");
            }
        )*};
    }
    same!(f32 f64);
}

fn sizes_around_tiles() -> impl Iterator<Item = (usize, usize, usize)> {
    let rows = [1, 3, 5, 6, 8, 11, 13, 49];
    let columns = [1, 3, 8, 9, 16, 17, 31, 32, 40, 48, 49, 63, 64, 65, 81, 130];
    let inner = [1, 5, 128, 131, 259];
    let all = rows
        .into_iter()
        .flat_map(move |m| columns.into_iter().map(move |n| (m, n)));
    all.flat_map(move |(m, n)| inner.into_iter().map(move |k| (m, k, n)))
}
