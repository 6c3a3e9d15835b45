//! Inline tensors, whose loops have constant bounds, compared with loops that look up every index.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use crate::model::Model;
use shapecheck::algebra::Keep;
use shapecheck::{InlineTensor, axes, broadcast_map, broadcast_update, dim, shape};

/// Elements that differ, of both signs.
fn element(index: &[usize], seed: i64) -> i64 {
    let number = index
        .iter()
        .fold(seed, |all, &index| (31 * all + index as i64 + 1) % 997);
    number * number % 23 - 11
}

fn model(sizes: &[usize], seed: i64) -> Model {
    Model::from_fn(sizes, |index| element(index, seed))
}

/// The results of a function of all elements along some axes, which stay with size 1.
fn along(x: &Model, axes: &[usize], function: fn(&[i64]) -> i64) -> Model {
    let rank = x.sizes.len();
    let is_folded = |axis: &usize| axes.contains(&(rank - axis));
    let sizes: Vec<usize> = (0..rank)
        .map(|axis| if is_folded(&axis) { 1 } else { x.sizes[axis] })
        .collect();
    Model::from_fn(&sizes, |at| {
        let terms = crate::model::indexes(&x.sizes).filter(|index| {
            let mut kept = (0..rank).filter(|axis| !is_folded(axis));
            kept.all(|axis| index[axis] == at[axis])
        });
        let terms: Vec<i64> = terms.map(|index| x.at(&index)).collect();
        function(&terms)
    })
}

fn place_of(elements: &[i64], extreme: Option<&i64>) -> i64 {
    let found = elements.iter().position(|element| Some(element) == extreme);
    found.expect("an element") as i64
}

// What each element becomes before it is reduced, and what a result is compared by.

fn float(x: i64) -> f64 {
    x as f64
}

fn remainder(x: i64) -> i64 {
    x % 3
}

fn is_large(x: i64) -> bool {
    x > 10
}

fn number(place: usize) -> i64 {
    place as i64
}

fn thousandths(x: f64) -> i64 {
    (x * 1000.0).round() as i64
}

fn mean(e: &[i64]) -> f64 {
    e.iter().sum::<i64>() as f64 / e.len() as f64
}

/// Each reduction of tensors of these shapes over these axes.
macro_rules! reductions {
    ($([$($size:tt)*] $axes:tt;)*) => {$({
        let x = model(&[$($size)*], 3);
        let t = InlineTensor::<i64, shape![$($size)*]>::from_slice(&x.elements).unwrap();
        let distances = &$axes.map(|axis: isize| axis.unsigned_abs());
        reductions!(@ t $axes [sum_axes product_axes max_axes min_axes argmax_axes argmin_axes any_axes norm_axes mean_axes var_axes]
            = x distances);
    })*};
    (@ $t:ident [$($axis:literal),*] [$sum:ident $product:ident $max:ident $min:ident $argmax:ident $argmin:ident $any:ident $norm:ident $mean:ident $var:ident]
        = $x:ident $distances:ident) => {
        #[track_caller]
        fn same(found: Model, x: &Model, distances: &[usize], function: fn(&[i64]) -> i64) {
            assert_eq!(found, along(x, distances, function));
        }
        same(Model::of(&$t.$sum::<axes![$($axis),*]>()), &$x, $distances, |e| e.iter().sum());
        // Floats are added up in another order.
        let floats = $t.map(float);
        let found = floats.$sum::<axes![$($axis),*]>().map(thousandths);
        same(Model::of(&found), &$x, $distances, |e| 1000 * e.iter().sum::<i64>());
        let found = $t.map(remainder).$product::<axes![$($axis),*]>();
        same(Model::of(&found), &$x, $distances, |e| e.iter().map(|&x| remainder(x)).product());
        same(Model::of(&$t.$max::<axes![$($axis),*]>()), &$x, $distances, |e| *e.iter().max().unwrap());
        same(Model::of(&$t.$min::<axes![$($axis),*]>()), &$x, $distances, |e| *e.iter().min().unwrap());
        let found = $t.$argmax::<axes![$($axis),*]>().map(number);
        same(Model::of(&found), &$x, $distances, |e| place_of(e, e.iter().max()));
        let found = floats.$argmin::<axes![$($axis),*]>().map(number);
        same(Model::of(&found), &$x, $distances, |e| place_of(e, e.iter().min()));
        let found = $t.map(is_large).$any::<axes![$($axis),*]>().map(i64::from);
        same(Model::of(&found), &$x, $distances, |e| e.iter().any(|&x| is_large(x)).into());
        let found = floats.$norm::<axes![$($axis),*]>().map(thousandths);
        same(Model::of(&found), &$x, $distances, |e| thousandths((e.iter().map(|x| x * x).sum::<i64>() as f64).sqrt()));
        let found = floats.$mean::<axes![$($axis),*]>().map(thousandths);
        same(Model::of(&found), &$x, $distances, |e| thousandths(mean(e)));
        let found = floats.$var::<axes![$($axis),*]>().map(thousandths);
        same(Model::of(&found), &$x, $distances, |e| {
            thousandths(e.iter().map(|&x| (x as f64 - mean(e)).powi(2)).sum::<f64>() / e.len() as f64)
        });
    };
}

#[test]
fn reductions_of_inline_tensors() {
    reductions! {
        [3] [-1];
        [1] [-1];
        [33] [-1];
        [3, 4] [-1];
        [3, 4] [-2];
        [3, 4] [-2, -1];
        [2, 3, 4] [-1];
        [2, 3, 4] [-2];
        [2, 3, 4] [-3];
        [2, 3, 4] [-3, -2];
        [2, 3, 4] [-2, -1];
        // Axes between those that are folded.
        [2, 3, 4] [-3, -1];
        [3, 1, 4] [-3, -1];
        [3, 1, 4] [-2];
        [1, 40, 1, 5] [-3];
        [2, 70] [-1];
        // More rows than are added up one after the other.
        [70, 3] [-2];
        [2, 1, 2, 1, 2, 1, 2, 1, 3] [-1];
        [2, 1, 2, 1, 2, 1, 2, 1, 3] [-3];
    }
}

#[test]
fn inline_sums_of_nothing() {
    let none = InlineTensor::<f32, shape![2, 0, 3]>::zeros();
    assert_eq!(none.sum_axis::<-2>(), InlineTensor::from([[[0.0; 3]]; 2]));
    assert_eq!(none.sum(), 0.0);
    assert_eq!(none.product(), 1.0);
    assert_eq!(none.sum_axis::<-1>().dims(), [2, 0, 1]);
    assert!(none.try_max().is_err());
}

#[test]
fn extremes_of_inline_tensors_keep_what_is_not_a_number() {
    for place in 0..9 {
        let with = |t: &mut [f32]| t[place] = f32::NAN;
        let mut t = InlineTensor::<f32, shape![9]>::from_fn(|[i]| i as f32);
        with(t.as_mut_slice());
        assert!(t.max().is_nan() && t.min().is_nan());
        assert_eq!((t.argmax(), t.argmin()), (place, place));
        let mut t = InlineTensor::<f32, shape![3, 3]>::from_fn(|[i, j]| (i + j) as f32);
        with(t.as_mut_slice());
        let (rows, columns) = (t.max_axis::<-1>(), t.min_axis::<-2>());
        for index in 0..3 {
            assert_eq!(rows[[index, 0]].is_nan(), place / 3 == index);
            assert_eq!(columns[[0, index]].is_nan(), place % 3 == index);
        }
    }
}

/// The product, element by element.
fn product(lhs: &Model, rhs: &Model, sizes: &[usize]) -> Model {
    let (left, right) = (lhs.sizes.len(), rhs.sizes.len());
    let inner = lhs.sizes[left - 1];
    Model::from_fn(sizes, |index| {
        let ends = usize::from(left > 1) + usize::from(right > 1);
        let (counts, ends) = index.split_at(index.len() - ends);
        let terms = (0..inner).map(|k| {
            let at = |model: &Model, own: &[usize]| {
                let rank = model.sizes.len() - own.len();
                let counts = &counts[counts.len() - rank..];
                model.broadcast_at(&[counts, own].concat())
            };
            let x = match left {
                1 => at(lhs, &[k]),
                _ => at(lhs, &[ends[0], k]),
            };
            let y = match right {
                1 => at(rhs, &[k]),
                _ => at(rhs, &[k, ends[ends.len() - 1]]),
            };
            x * y
        });
        terms.sum()
    })
}

macro_rules! products {
    ($([$($l:literal),*] [$($r:literal),*];)*) => {$({
        let (x, y) = (model(&[$($l),*], 1), model(&[$($r),*], 2));
        let a = InlineTensor::<i64, shape![$($l),*]>::from_slice(&x.elements).unwrap();
        let b = InlineTensor::<i64, shape![$($r),*]>::from_slice(&y.elements).unwrap();
        let found = a.matmul(&b);
        assert_eq!(Model::of(&found), product(&x, &y, found.dims()));
        let floats = a.map(|x| x as f32).matmul(&b.map(|x| x as f32));
        assert_eq!(floats.map(|x| x as i64), found);
    })*};
}

#[test]
fn products_of_inline_tensors() {
    products! {
        [3] [3];
        [3, 3] [3];
        [3] [3, 2];
        [2, 2] [2, 2];
        [3, 4] [4, 5];
        [4, 4] [4, 4];
        [1, 5] [5, 8];
        [8, 3] [3, 1];
        [2, 3, 4] [4, 2];
        [2, 3, 4] [2, 4, 2];
        [3, 4] [2, 4, 2];
        [2, 1, 3, 2] [3, 2, 4];
        [2, 3, 2] [2];
        [3] [2, 3, 4];
        [0, 3] [3, 2];
        [2, 0] [0, 3];
        // More than a loop is for.
        [13, 13] [13, 13];
        [1, 1, 1, 1, 1, 1, 2, 1, 2, 3] [3, 2];
    }
}

/// The model whose element at an index is that of `x` at another one.
fn moved(x: &Model, sizes: &[usize], from: impl Fn(&[usize]) -> Vec<usize>) -> Model {
    Model::from_fn(sizes, |index| x.at(&from(index)))
}

macro_rules! tensor {
    ($x:ident: [$($size:literal),*]) => {
        InlineTensor::<i64, shape![$($size),*]>::from_slice(&$x.elements).unwrap()
    };
}

macro_rules! permutes {
    ($([$($size:literal),*] $axes:tt;)*) => {$({
        let x = model(&[$($size),*], 4);
        let found = tensor!(x: [$($size),*]).permute::<axes! $axes>();
        let axes = $axes.map(|axis: isize| axis.unsigned_abs());
        let rank = x.sizes.len();
        let order: Vec<usize> = (0..rank - axes.len()).chain(axes.map(|axis| rank - axis)).collect();
        let sizes: Vec<usize> = order.iter().map(|&axis| x.sizes[axis]).collect();
        let expected = moved(&x, &sizes, |index| {
            (0..rank).map(|axis| index[order.iter().position(|&from| from == axis).unwrap()]).collect()
        });
        assert_eq!(Model::of(&found), expected);
    })*};
}

// Under Miri.
#[test]
fn permutations_of_inline_tensors() {
    permutes! {
        [3] [-1];
        [3, 4] [-1, -2];
        [3, 4] [-2, -1];
        [30, 7] [-1, -2];
        [2, 3, 4] [-1, -3, -2];
        [2, 3, 4] [-2, -1, -3];
        [2, 3, 4] [-1, -2, -3];
        [2, 3, 4] [-1, -2];
        [2, 1, 4] [-1, -3, -2];
        [2, 3, 2, 3] [-1, -3, -2, -4];
        [2, 0, 3] [-1, -2, -3];
        [2, 3, 2, 1, 2, 2] [-2, -6, -1, -4, -3, -5];
        [2, 1, 2, 1, 1, 1, 1, 2, 3] [-1, -2];
    }
    let x = model(&[2, 3, 4], 4);
    let t = tensor!(x: [2, 3, 4]);
    assert_eq!(t.swap_axes::<-3, -1>(), t.permute::<axes![-1, -2, -3]>());
    assert_eq!(t.swap_axes::<-1, -3>(), t.permute::<axes![-1, -2, -3]>());
    assert_eq!(t.swap_axes::<-2, -2>(), t);
    assert_eq!(t.transpose(), t.permute::<axes![-1, -2]>());
    let sums = t.transpose() + t.transpose().index_axis::<-3>(1);
    assert_eq!(sums, (t + t.index_axis::<-3>(1)).transpose());
    // Elements too large to be gathered.
    let large = t.map(|x| [x; 12]);
    assert_eq!(large.transpose().map(|[.., x]| x), t.transpose());
}

// Under Miri.
#[test]
fn parts_of_inline_tensors() {
    let x = model(&[3, 4, 5], 5);
    let t = tensor!(x: [3, 4, 5]);
    for start in 0..3 {
        let narrow = t.narrow::<-1, dim!(3)>(start);
        assert_eq!(
            Model::of(&narrow),
            moved(&x, &[3, 4, 3], |i| vec![i[0], i[1], i[2] + start])
        );
        let narrow = t.narrow::<-2, dim!(2)>(start);
        assert_eq!(
            Model::of(&narrow),
            moved(&x, &[3, 2, 5], |i| vec![i[0], i[1] + start, i[2]])
        );
        let narrow = t.narrow::<-3, dim!(1)>(start);
        assert_eq!(
            Model::of(&narrow),
            moved(&x, &[1, 4, 5], |i| vec![i[0] + start, i[1], i[2]])
        );
        let index = t.index_axis::<-1>(start);
        assert_eq!(
            Model::of(&index),
            moved(&x, &[3, 4], |i| vec![i[0], i[1], start])
        );
        let index = t.index_axis::<-2>(start);
        assert_eq!(
            Model::of(&index),
            moved(&x, &[3, 5], |i| vec![i[0], start, i[1]])
        );
        let index = t.index_axis::<-3>(start);
        assert_eq!(
            Model::of(&index),
            moved(&x, &[4, 5], |i| vec![start, i[0], i[1]])
        );
    }
    assert_eq!(t.narrow::<-2, dim!(4)>(0), t);
    assert_eq!(t.narrow::<-2, dim!(0)>(4).dims(), [3, 0, 5]);
    assert!(std::panic::catch_unwind(|| t.narrow::<-1, dim!(3)>(3)).is_err());
    assert!(std::panic::catch_unwind(|| t.index_axis::<-2>(4)).is_err());
    // Each of several equal sizes.
    let x = model(&[3, 3, 3], 6);
    let t = tensor!(x: [3, 3, 3]);
    let index = t.index_axis::<-2>(1);
    assert_eq!(
        Model::of(&index),
        moved(&x, &[3, 3], |i| vec![i[0], 1, i[1]])
    );
}

// Under Miri.
#[test]
fn axes_of_inline_tensors_that_are_added_and_removed() {
    let x = model(&[2, 1, 3], 7);
    let t = tensor!(x: [2, 1, 3]);
    let same = |i: &[usize]| vec![i[0], 0, i[i.len() - 1]];
    assert_eq!(Model::of(&t.remove_axis::<-2>()), moved(&x, &[2, 3], same));
    assert_eq!(
        Model::of(&t.insert_axis::<-1>().remove_axes::<axes![-3, -1]>()),
        moved(&x, &[2, 3], same)
    );
    let expanded = t.broadcast_to::<shape![4, 2, 5, 3]>();
    assert_eq!(
        Model::of(&expanded),
        moved(&x, &[4, 2, 5, 3], |i| vec![i[1], 0, i[3]])
    );
    let expanded = t.expand::<shape![Keep, 5, Keep]>();
    assert_eq!(Model::of(&expanded), moved(&x, &[2, 5, 3], same));
    assert_eq!(t.broadcast_to::<shape![0, 2, 1, 3]>().dims(), [0, 2, 1, 3]);
}

/// Operators with more elements than an operation has a separate loop for, and with fewer.
// Under Miri.
#[test]
fn operators_on_inline_tensors() {
    macro_rules! operators {
        ($($left:tt $right:tt;)*) => {$({
            let (x, y) = (model(&$left, 8), model(&$right, 9));
            let (a, b) = (tensor!(x: $left), tensor!(y: $right));
            assert_eq!(Model::of(&(a * b)), Model::zip(&[&x, &y], |e| e[0] * e[1]));
            assert_eq!(Model::of(&(&b - &a)), Model::zip(&[&x, &y], |e| e[1] - e[0]));
            let found = broadcast_map!(|a, b| 3 * a + b; &a, b);
            assert_eq!(Model::of(&found), Model::zip(&[&x, &y], |e| 3 * e[0] + e[1]));
            let mut a = a;
            a += b;
            broadcast_update!(|a, b| *a += b; &mut a, b);
            assert_eq!(Model::of(&a), Model::zip(&[&x, &y], |e| e[0] + 2 * e[1]));
        })*};
    }
    operators! {
        [3, 5, 7] [5, 1];
        [3, 5, 9] [5, 1];
        [3, 5, 9] [3, 1, 9];
        [13, 11] [13, 11];
        [2, 3, 2, 3, 2] [3, 1, 3, 1];
        [2, 3, 2, 3, 4] [3, 1, 3, 1];
        [3, 0] [3, 1];
    }
}

#[test]
fn softmax_of_inline_tensors() {
    macro_rules! softmax {
        ($($axis:literal)*) => {$({
            let t = InlineTensor::<f64, shape![2, 3, 12]>::from_fn(|[i, j, k]| element(&[i, j, k], 1) as f64);
            let powers = t.exp();
            let expected = powers / powers.sum_axis::<$axis>();
            let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
            assert!(t.softmax::<$axis>().zip_map(&expected, near).all());
            assert!(t.log_softmax::<$axis>().zip_map(&expected.ln(), near).all());
        })*};
    }
    softmax!(-1 - 2 - 3);
    let t = InlineTensor::from([[1000.0_f32, 999.0], [f32::NEG_INFINITY, 0.0]]);
    let found = t.softmax::<-1>();
    assert!((found[[0, 0]] - 0.731_058_6).abs() < 1e-6);
    assert_eq!((found[[1, 0]], found[[1, 1]]), (0.0, 1.0));
    assert_eq!(
        InlineTensor::<f32, shape![2, 0]>::zeros()
            .softmax::<-1>()
            .dims(),
        [2, 0]
    );
}
