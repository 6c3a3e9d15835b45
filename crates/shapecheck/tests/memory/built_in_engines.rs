//! The same operations on each engine of the crate (heap, inline and borrowed) and with more or less of a shape known
//! to the compiler; inline tensors as values; and changes in place of memory with gaps.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use crate::model::{Model, broadcastable};
use proptest::prelude::*;
use shapecheck::{
    DynShape, InlineTensor, Shape, Tensor, View, axes, broadcast_map, broadcast_update, dim, shape,
    try_broadcast_map,
};

/// Elements that differ, of both signs.
fn element(index: &[usize], seed: i64) -> i64 {
    index
        .iter()
        .fold(seed, |all, &index| 5 * all + index as i64)
        % 17
        - 8
}

fn model(sizes: &[usize], seed: i64) -> Model {
    Model::from_fn(sizes, |index| element(index, seed))
}

/// All kinds of operations on `[2, 3, 4]`, `[3, 1]` and `[4]`, which `$a`, `$b` and `$c` make anew each time.
macro_rules! operations {
    ($a:expr, $b:expr, $c:expr) => {{
        let models = [model(&[2, 3, 4], 1), model(&[3, 1], 2), model(&[4], 3)];
        let [x, y, z] = &models;
        let of = |function: &dyn Fn(&[i64]) -> i64| Model::zip(&[x, y, z], function);
        // Borrowed, then used up.
        let found = &$a - &$b * &$c + 1;
        assert_eq!(Model::of(&found), of(&|e| e[0] - e[1] * e[2] + 1));
        let found = 1 + ($a - $b * $c);
        assert_eq!(Model::of(&found), of(&|e| e[0] - e[1] * e[2] + 1));
        let found = broadcast_map!(|x, y, z| 100 * x + 10 * y + z; &$c, $b, $a);
        assert_eq!(Model::of(&found), of(&|e| 100 * e[2] + 10 * e[1] + e[0]));
        let found = -&$a;
        assert_eq!(Model::of(&found), Model::zip(&[x], |e| -e[0]));
        let found = !($a.less(&$b) & $a.not_equal(&$c) | $b.greater_equal(&$c) ^ $a.equal(&$b));
        let expected = of(&|e| i64::from(!((e[0] < e[1]) & (e[0] != e[2]) | (e[1] >= e[2]) ^ (e[0] == e[1]))));
        assert_eq!(Model::of(&found.map(i64::from)), expected);
        let found = $a.greater(&$c).select(&$b, &$a);
        assert_eq!(Model::of(&found), of(&|e| if e[0] > e[2] { e[1] } else { e[0] }));
        assert_eq!(Model::of(&$a.clamp(-2, 3).maximum(&$b)), Model::zip(&[x, y], |e| e[0].clamp(-2, 3).max(e[1])));
        assert_eq!(Model::of(&$a.transpose().sum_axis::<-1>().transpose()), Model::of(&$a.sum_axis::<-2>()));
        assert_eq!($a.sum_axes::<axes![-3, -1]>().sum(), x.elements.iter().sum::<i64>());
        assert_eq!($a.max_axis::<-3>().max(), *x.elements.iter().max().unwrap());
        assert_eq!(Model::of(&$a.matmul(&$c)), Model::of(&(&$a * &$c).sum_axis::<-1>().remove_axis::<-1>()));
        assert_eq!(Model::of(&$a.transpose().matmul(&$b)), Model::of(&(&$a * &$b).sum_axis::<-2>().transpose()));
        assert_eq!(Model::of(&($a.one_sided() - &$b)), Model::zip(&[x, y], |e| e[0] - e[1]));
        assert_eq!(Model::of(&($a.exact() * &$a)), Model::zip(&[x], |e| e[0] * e[0]));
        let halves = $a.map(|x| x as f64 / 2.0);
        let found = (halves.exp().ln() * 2.0).round().map(|x| x as i64);
        assert_eq!(&Model::of(&found), x);
        let part = $a.index_axis::<-3>(1).narrow::<-1, dim!(2)>(1).to_tensor();
        assert_eq!(Model::of(&part), Model::from_fn(&[3, 2], |i| x.at(&[1, i[0], i[1] + 1])));
        let mut changed = $a.to_tensor();
        changed += &$b;
        changed *= $c;
        broadcast_update!(|t, x, y| *t -= x + y; &mut changed, &$a, $b);
        changed /= 2;
        assert_eq!(Model::of(&changed), of(&|e| ((e[0] + e[1]) * e[2] - (e[0] + e[1])) / 2));
    }};
}

#[test]
fn on_the_heap() {
    operations!(
        Tensor::<i64, shape![2, 3, 4]>::from_fn(|index| element(&index, 1)),
        Tensor::<i64, shape![3, 1]>::from_fn(|index| element(&index, 2)),
        Tensor::<i64, shape![4]>::from_fn(|index| element(&index, 3))
    );
}

// Under Miri.
#[test]
fn inline() {
    operations!(
        InlineTensor::<i64, shape![2, 3, 4]>::from_fn(|index| element(&index, 1)),
        InlineTensor::<i64, shape![3, 1]>::from_fn(|index| element(&index, 2)),
        InlineTensor::<i64, shape![4]>::from_fn(|index| element(&index, 3))
    );
}

// Under Miri.
#[test]
fn on_the_heap_and_inline() {
    operations!(
        Tensor::<i64, shape![2, 3, 4]>::from_fn(|index| element(&index, 1)),
        InlineTensor::<i64, shape![3, 1]>::from_fn(|index| element(&index, 2)),
        Tensor::<i64, shape![4]>::from_fn(|index| element(&index, 3))
    );
    operations!(
        InlineTensor::<i64, shape![2, 3, 4]>::from_fn(|index| element(&index, 1)),
        Tensor::<i64, shape![3, 1]>::from_fn(|index| element(&index, 2)),
        InlineTensor::<i64, shape![4]>::from_fn(|index| element(&index, 3))
    );
}

// Under Miri.
#[test]
fn of_partly_known_and_unknown_shapes() {
    operations!(
        model(&[2, 3, 4], 1)
            .tensor()
            .try_into_shape::<shape![_, 3, _]>()
            .unwrap(),
        model(&[3, 1], 2)
            .tensor()
            .try_into_shape::<shape![_, 1]>()
            .unwrap(),
        model(&[4], 3)
            .tensor()
            .try_into_shape::<shape![_]>()
            .unwrap()
    );
    operations!(
        model(&[2, 3, 4], 1)
            .tensor()
            .try_into_shape::<shape![..DynShape, _, 4]>()
            .unwrap(),
        InlineTensor::<i64, shape![3, 1]>::from_fn(|index| element(&index, 2)),
        model(&[4], 3)
            .tensor()
            .try_into_shape::<shape![_]>()
            .unwrap()
    );
    operations!(
        model(&[2, 3, 4], 1).tensor(),
        model(&[3, 1], 2).tensor(),
        model(&[4], 3).tensor()
    );
}

#[test]
fn borrowed() {
    let a = model(&[2, 3, 4], 1).elements;
    let b = InlineTensor::<i64, shape![1, 3]>::from_fn(|[i, j]| element(&[j, i], 2));
    let c = model(&[4], 3).scattered();
    operations!(
        View::<i64, shape![2, 3, 4]>::from_buffer(&a).unwrap(),
        b.transpose(),
        c.view().try_into_shape::<shape![4]>().unwrap()
    );
    let apart = model(&[2, 3, 4], 1).scattered();
    let one = model(&[4], 3).tensor();
    operations!(
        apart.view().try_into_shape::<shape![2, _, _]>().unwrap(),
        b.transpose(),
        one.view()
            .broadcast_to_with(DynShape::from([4]))
            .try_into_shape::<shape![_]>()
            .unwrap()
    );
}

/// Passes over operands of which each combination is another plan: `a`, `b` and `c` as types with more and more known.
macro_rules! mixed {
    ($($a:tt $b:tt $c:tt = $A:tt $B:tt $C:tt;)*) => {$({
        let models = [model(&$a, 1), model(&$b, 2), model(&$c, 3)];
        let [a, b, c] = &models;
        let weigh = |e: &[i64]| 49 * e[0] + 7 * e[1] + e[2];
        let expected = Model::zip(&[a, b, c], weigh);
        let make = || (
            a.tensor().try_into_shape::<shape!$A>().unwrap(),
            b.tensor().try_into_shape::<shape!$B>().unwrap(),
            c.tensor().try_into_shape::<shape!$C>().unwrap(),
        );
        let (x, y, z) = make();
        assert_eq!(Model::of(&broadcast_map!(|x, y, z| weigh(&[x, y, z]); &x, &y, &z)), expected);
        assert_eq!(Model::of(&broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, &y, &z)), expected);
        let (x, y, z) = make();
        assert_eq!(Model::of(&broadcast_map!(|x, y, z| weigh(&[x, y, z]); &x, y, &z)), expected);
        let (x, y, z) = make();
        assert_eq!(Model::of(&broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, y, z)), expected);
        let (x, y, z) = make();
        let pair = Model::zip(&[a, b], |e| e[0] - e[1]);
        assert_eq!(Model::of(&(&x - &y)), pair);
        assert_eq!(Model::of(&(x - y)), pair);
        // Each far apart in memory.
        let (p, q, r) = (a.scattered(), b.scattered(), c.scattered());
        let (p, q, r) = (p.view(), q.view(), r.view());
        let (p, q, r) = (
            p.try_into_shape::<shape!$A>().unwrap(),
            q.try_into_shape::<shape!$B>().unwrap(),
            r.try_into_shape::<shape!$C>().unwrap(),
        );
        assert_eq!(Model::of(&try_broadcast_map!(|x, y, z| weigh(&[x, y, z]); &p, &q, z).unwrap()), expected);
        assert_eq!(Model::of(&broadcast_map!(|x, y, z| weigh(&[x, y, z]); &p, &q, &r)), expected);
        assert_eq!(Model::of(&p.sum_axis::<-1>()), Model::of(&a.tensor().sum_axis::<-1>()));
    })*};
}

#[test]
fn passes_over_shapes_of_which_more_and_more_is_known() {
    mixed! {
        [2, 3] [3] [2, 1] = [_, 3] [3] [2, 1];
        [2, 3] [3] [2, 1] = [2, _] [_] [_, 1];
        [2, 3] [3] [2, 1] = [_, _] [3] [_, _];
        [2, 3] [3] [2, 1] = [..DynShape, 3] [_] [..DynShape, 1];
        [2, 3] [3] [2, 1] = [..DynShape] [3] [2, 1];
        [4, 1, 5] [3, 1] [1, 1, 1] = [_, 1, 5] [_, 1] [1, _, 1];
        [4, 1, 5] [3, 1] [1, 1, 1] = [4, _, 5] [3, _] [_, 1, 1];
        [0, 3] [1, 1] [3] = [_, 3] [1, _] [_];
        [0, 3] [1, 1] [3] = [0, _] [_, 1] [3];
        [2, 0] [2, 1] [1] = [_, _] [2, _] [_];
        [1] [1, 1, 1] [1] = [_] [1, _, 1] [1];
        [2, 130] [130] [2, 1] = [_, 130] [_] [2, _];
        [2, 130] [1] [130] = [2, _] [_] [130];
        [2, 1, 2, 1, 2, 1, 2, 1, 3] [2, 1, 1] [3] = [_, 1, 2, 1, 2, 1, 2, _, 3] [2, _, 1] [_];
        [2, 1, 2, 1, 2, 1, 2, 1, 2, 3] [2, 1, 1, 1, 1, 1, 1, 1] [2, 1] = [..DynShape, 3] [2, 1, 1, 1, 1, 1, 1, 1] [_, 1];
        [2, 1, 1, 1, 1, 1, 1, 1, 1] [3, 1, 1, 1, 1, 1, 1, 1, 1, 1] [1] = [2, 1, 1, 1, 1, 1, 1, 1, 1] [..DynShape, 1, 1] [1];
    }
}

// Under Miri.
#[test]
fn inline_tensors_are_values() {
    static ROW: InlineTensor<i32, shape![3]> = InlineTensor::from_array([1, 2, 3]);
    const TWO: InlineTensor<i32, shape![2, 1]> = InlineTensor::from_array([[10], [20]]);
    static NONE: InlineTensor<f64, shape![2, 0]> = InlineTensor::from_array([[0.0; 0]; 2]);
    static ONE: InlineTensor<u8, shape![1, 1, 1, 1, 1, 1]> =
        InlineTensor::from_array([[[[[[9]]]]]]);
    let copy = ROW;
    let sum = TWO + ROW;
    assert_eq!(sum, InlineTensor::from([[11, 12, 13], [21, 22, 23]]));
    assert_eq!((copy, ROW[[2]], NONE.len(), ONE.sum()), (ROW, 3, 0, 9));
    let threads: Vec<_> = (0..2).map(|_| std::thread::spawn(|| ROW * TWO)).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap()[[1, 2]], 60);
    }
    let mut moved = copy;
    moved[[0]] = 7;
    assert_eq!((moved[[0]], copy[[0]]), (7, 1));
    fn is_copy<T: Copy>(_: T) {}
    is_copy(sum);
    is_copy(InlineTensor::<(u8, u32), shape![2, 5, 3]>::full((1, 2)));
    assert_eq!(
        align_of_val(&InlineTensor::<u64, shape![3]>::zeros()),
        align_of::<u64>()
    );
    assert_eq!(
        size_of::<InlineTensor<(u8, u32), shape![7, 5]>>(),
        35 * size_of::<(u8, u32)>()
    );
    // Elements that are dropped, once each.
    let text = InlineTensor::from([["a".to_string(), "b".to_string()]]);
    let again = text.clone();
    let back: [[String; 2]; 1] = text.into();
    assert_eq!(back, [[again[[0, 0]].clone(), again[[0, 1]].clone()]]);
}

macro_rules! each_operator {
    ($target:expr, $operand:expr) => {{
        each_operator!(@ $target, $operand, +=, |a: i64, b: i64| a + b);
        each_operator!(@ $target, $operand, -=, |a: i64, b: i64| a - b);
        each_operator!(@ $target, $operand, *=, |a: i64, b: i64| a * b);
        each_operator!(@ $target, $operand, /=, |a: i64, b: i64| a / b);
    }};
    (@ $target:expr, $operand:expr, $assign:tt, $function:expr) => {{
        let (target, operand): (&Model, &Model) = ($target, $operand);
        let expected = Model::zip(&[target, operand], |e| $function(e[0], e[1]));
        // Every second row of twice as many, and the columns in the middle of two more, in each other's place.
        let [rows, columns] = target.sizes[..] else { unreachable!("two axes") };
        let wide = Model::from_fn(&[2, rows, columns + 2], |index| match index[..] {
            [0, row, column] if (1..=columns).contains(&column) => target.at(&[row, column - 1]),
            _ => -1,
        });
        let mut wide = wide.tensor();
        let mut view = wide.index_axis_mut::<-3>(0);
        let mut view = view.slice_axis_mut::<-1>(1..columns + 1);
        let mut view = view.transpose_mut();
        let mut view = view.transpose_mut();
        let operand = operand.scattered();
        view $assign operand.view();
        assert_eq!(Model::of(&view), expected);
        let mut view = view.transpose_mut();
        view $assign 3;
        let expected = Model::zip(&[&expected], |e| $function(e[0], 3));
        assert_eq!(Model::of(&view.view().transpose()), expected);
        let outside = wide.len() - rows * columns;
        assert_eq!(wide.sum(), expected.elements.iter().sum::<i64>() - outside as i64);
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn operators_in_place_of_memory_with_gaps(rows in 0..70_usize, columns in 0..5_usize, ones in any::<[bool; 2]>(), seed in 0..100_i64) {
        let sizes = [if ones[0] { 1 } else { rows }, if ones[1] { 1 } else { columns }];
        let operand = Model::from_fn(&sizes, |index| element(index, seed).max(0) + 1);
        each_operator!(&model(&[rows, columns], seed + 1), &operand);
    }

    #[test]
    fn five_operands_in_each_place(models in broadcastable(5), owned in 0..5_usize) {
        let weigh = |e: [i64; 5]| e.iter().fold(1, |all, &element| 7 * all + element);
        let expected = Model::zip(&models.iter().collect::<Vec<_>>(), |e| weigh(e.try_into().unwrap()));
        let [a, b, c, d, e] = &models[..] else { unreachable!("five") };
        let far = (a.scattered(), b.scattered(), c.scattered(), d.scattered(), e.scattered());
        let (v, w, x, y, z) = (far.0.view(), far.1.view(), far.2.view(), far.3.view(), far.4.view());
        let found = match owned {
            0 => broadcast_map!(|v, w, x, y, z| weigh([v, w, x, y, z]); a.tensor(), &w, &x, &y, &z),
            1 => broadcast_map!(|v, w, x, y, z| weigh([v, w, x, y, z]); &v, b.tensor(), &x, &y, &z),
            2 => broadcast_map!(|v, w, x, y, z| weigh([v, w, x, y, z]); &v, &w, c.tensor(), &y, &z),
            3 => broadcast_map!(|v, w, x, y, z| weigh([v, w, x, y, z]); &v, &w, &x, d.tensor(), &z),
            _ => broadcast_map!(|v, w, x, y, z| weigh([v, w, x, y, z]); &v, &w, &x, &y, e.tensor()),
        };
        prop_assert_eq!(Model::of(&found), expected);
    }

    #[test]
    fn operands_that_repeat_their_elements(models in broadcastable(2)) {
        let [a, b] = &models[..] else { unreachable!("two") };
        let expected = Model::zip(&[a, b], |e| 3 * e[0] - e[1]);
        let (x, q) = (a.tensor(), b.scattered());
        let shape = DynShape::from(&expected.sizes[..]);
        let (x, y) = (x.broadcast_to_with(shape.clone()), q.view());
        let y = y.broadcast_to_with(shape);
        prop_assert_eq!(Model::of(&broadcast_map!(|x, y| 3 * x - y; &x, &y)), expected.clone());
        // A view given by value has no memory to give.
        prop_assert_eq!(Model::of(&broadcast_map!(|x, y| 3 * x - y; x, y)), expected);
    }
}

#[test]
fn results_of_views_are_where_their_elements_are() {
    let inline = InlineTensor::<i64, shape![2, 3]>::from_fn(|index| element(&index, 1));
    let stays: InlineTensor<i64, shape![3, 2]> = inline.transpose() + 1;
    let heap: Tensor<i64, shape![3, 2]> = inline.transpose().to_heap();
    assert_eq!(Model::of(&(heap + 1)), Model::of(&stays));
    assert_eq!(stays.shape().to_dyn().dims(), [3, 2]);
}
