//! Passes over many operands, compared with a model that looks up every index: owned and borrowed operands, with gaps
//! and repeated, on the heap and inline; memory that is reused; and what is left after a panic.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::counted::Counted;
use crate::model::{Model, Scattered, broadcastable};
use proptest::prelude::*;
use shapecheck::{
    DynShape, InlineTensor, Shape, Tensor, broadcast_map, broadcast_update, shape,
    try_broadcast_map, try_broadcast_update,
};

/// A function in which every operand counts, and its place.
fn weigh(elements: &[i64]) -> i64 {
    elements.iter().fold(1, |all, &element| 7 * all + element)
}

/// Where the elements of a tensor begin, which lie side by side.
fn memory_of<T, S: Shape>(tensor: &Tensor<T, S>) -> *const T {
    tensor.as_slice().expect("row-major").as_ptr()
}

/// `weigh` of operands in each way that they can be given: as views far apart in memory, borrowed, and with some of
/// them owned.
macro_rules! every_way {
    ($models:expr, [$($x:ident)+]) => {{
        let [$($x),+] = &$models[..] else { unreachable!("as many operands") };
        let expected = Model::zip(&[$($x),+], weigh);
        {
            $(let $x = $x.scattered();)+
            $(let $x = $x.view();)+
            let found = broadcast_map!(|$($x),+| weigh(&[$($x),+]); $(&$x),+);
            prop_assert_eq!(&Model::of(&found), &expected);
        }
        {
            $(let $x = $x.tensor();)+
            let found = broadcast_map!(|$($x),+| weigh(&[$($x),+]); $(&$x),+);
            prop_assert_eq!(&Model::of(&found), &expected);
        }
        {
            $(let $x = $x.tensor();)+
            let found = try_broadcast_map!(|$($x),+| weigh(&[$($x),+]); $($x),+).unwrap();
            prop_assert_eq!(&Model::of(&found), &expected);
        }
        every_way!(@one_owned expected, [] $($x)+);
    }};
    (@one_owned $expected:expr, [$($before:ident)*]) => {};
    (@one_owned $expected:expr, [$($before:ident)*] $owned:ident $($after:ident)*) => {
        {
            $(let $before = $before.scattered(); let $before = $before.view();)*
            let $owned = $owned.tensor();
            $(let $after = $after.tensor();)*
            let (memory, sizes) = (memory_of(&$owned), $owned.shape());
            let found = broadcast_map!(|$($before,)* $owned $(, $after)*| weigh(&[$($before,)* $owned $(, $after)*]);
                $(&$before,)* $owned $(, &$after)*);
            prop_assert_eq!(&Model::of(&found), &$expected);
            // An operand of the result's shape gives it its memory.
            if found.shape() == sizes && !found.is_empty() {
                prop_assert_eq!(memory_of(&found), memory);
            }
        }
        every_way!(@one_owned $expected, [$($before)* $owned] $($after)*);
    };
}

/// `weigh` of what a target holds and of operands, in place: of a target side by side, and of one far apart.
macro_rules! in_place {
    ($models:expr, [$($x:ident)*]) => {{
        let [target, $($x),*] = &$models[..] else { unreachable!("as many operands") };
        let all = Model::zip(&[target $(, $x)*], weigh);
        let fits = all.sizes == target.sizes;
        let expected = if fits { all } else { target.clone() };
        let mut found = target.tensor();
        let far = ($($x.scattered(),)*);
        let ($($x,)*) = &far;
        $(let $x = Scattered::view($x);)*
        let result = try_broadcast_update!(|t $(, $x)*| *t = weigh(&[*t $(, $x)*]); &mut found $(, &$x)*);
        prop_assert_eq!(result.is_ok(), fits);
        prop_assert_eq!(&Model::of(&found), &expected);

        let mut scattered = target.scattered();
        let outside = |scattered: &Scattered| scattered.0.iter().filter(|&&x| x == i64::MIN).count();
        let before = outside(&scattered);
        if target.sizes.len() == 2 {
            let [rows, columns] = target.sizes[..] else { unreachable!("two axes") };
            let mut view = scattered.0.slice_axis_mut::<-1>(1..rows + 1);
            let mut view = view.slice_axis_mut::<-2>(1..columns + 1);
            let mut view = view.transpose_mut();
            let result = try_broadcast_update!(|t $(, $x)*| *t = weigh(&[*t $(, $x)*]); &mut view $(, &$x)*);
            prop_assert_eq!(result.is_ok(), fits);
            prop_assert_eq!(&Model::of(&scattered.view()), &expected);
        }
        prop_assert_eq!(outside(&scattered), before);
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn of_one(models in broadcastable(1)) { every_way!(models, [a]); }
    #[test]
    fn of_two(models in broadcastable(2)) { every_way!(models, [a b]); }
    #[test]
    fn of_three(models in broadcastable(3)) { every_way!(models, [a b c]); }
    #[test]
    fn of_four(models in broadcastable(4)) { every_way!(models, [a b c d]); }
    #[test]
    fn of_six(models in broadcastable(6)) { every_way!(models, [a b c d e f]); }
    #[test]
    fn in_place_of_none(models in broadcastable(1)) { in_place!(models, []); }
    #[test]
    fn in_place_of_one(models in broadcastable(2)) { in_place!(models, [a]); }
    #[test]
    fn in_place_of_two(models in broadcastable(3)) { in_place!(models, [a b]); }
    #[test]
    fn in_place_of_four(models in broadcastable(5)) { in_place!(models, [a b c d]); }
}

/// The same shapes as types: static ones on the heap and inline, and with dynamic axes.
macro_rules! typed {
    ($($a:tt, $b:tt, $c:tt;)*) => {$({
        let element = |seed: i64| move |index: &[usize]| index.iter().fold(seed, |all, &index| 5 * all + index as i64);
        let sizes = |sizes: &[usize]| DynShape::from(sizes);
        let models = [
            Model::from_fn(sizes(&$a).dims(), element(1)),
            Model::from_fn(sizes(&$b).dims(), element(2)),
            Model::from_fn(sizes(&$c).dims(), element(3)),
        ];
        let [a, b, c] = &models;
        let expected = Model::zip(&[a, b, c], weigh);
        typed!(@check expected, Tensor, a shape!$a, b shape!$b, c shape!$c);
        typed!(@check expected, InlineTensor, a shape!$a, b shape!$b, c shape!$c);

        // On both sides of a pass, and with a size that is known at run time only.
        let x = InlineTensor::<i64, shape!$a>::from_slice(&a.elements).unwrap();
        let y = Tensor::<i64, shape!$b>::from_slice(&b.elements).unwrap();
        let z = c.tensor();
        let found = broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, y, &z);
        assert_eq!(Model::of(&found), expected);
    })*};
    (@check $expected:expr, $Tensor:ident, $a:ident $A:ty, $b:ident $B:ty, $c:ident $C:ty) => {
        let x = $Tensor::<i64, $A>::from_slice(&$a.elements).unwrap();
        let y = $Tensor::<i64, $B>::from_slice(&$b.elements).unwrap();
        let z = $Tensor::<i64, $C>::from_slice(&$c.elements).unwrap();
        let found = broadcast_map!(|x, y, z| weigh(&[x, y, z]); &x, &y, &z);
        assert_eq!(Model::of(&found), $expected);
        let pair = Model::zip(&[$a, $b], |pair| pair[0] - pair[1]);
        assert_eq!(Model::of(&(&x - &y)), pair);
        let found = broadcast_map!(|x, y, z| weigh(&[x, y, z]); x, y, z);
        assert_eq!(Model::of(&found), $expected);
    };
}

#[test]
fn static_shapes_on_the_heap_and_inline() {
    typed! {
        [], [], [];
        [3], [], [1];
        [2, 3], [3], [2, 1];
        [1, 3], [2, 1], [];
        [0, 3], [1, 1], [3];
        [2, 1, 4], [3, 1], [1, 1, 1, 4];
        [2, 1, 1, 5, 1, 2], [3, 1, 1, 2], [5, 3, 2];
        [1, 2, 1, 2, 1, 2, 1, 2, 1, 2], [2, 1, 2], [2, 1, 1];
        [65], [1], [65];
        [3, 64], [64], [3, 1];
    }
}

// Under Miri.
#[test]
fn memory_goes_to_elements_of_another_type_of_the_same_size() {
    let x = Tensor::<f32, shape![33, 7]>::from_fn(|[i, j]| (7 * i + j) as f32);
    let memory = memory_of(&x).cast();
    let bits = broadcast_map!(|x| x.to_bits(); x);
    assert_eq!(memory_of(&bits), memory);
    assert!(
        bits.iter()
            .zip(0..)
            .all(|(&bits, n)| f32::from_bits(bits) == n as f32)
    );
    // Of another size it is taken anew.
    let wide = broadcast_map!(|bits| u64::from(bits) + 1; bits);
    assert_eq!(wide[[0, 1]], u64::from(1.0_f32.to_bits()) + 1);
}

// Under Miri.
#[test]
fn fifteen_operands() {
    let x = Tensor::<u64, shape![2, 3]>::from_fn(|[i, j]| (3 * i + j) as u64);
    let sum = broadcast_map!(
        |a, b, c, d, e, f, g, h, i, j, k, l, m, n, o| a + b + c + d + e + f + g + h + i + j + k + l + m + n + o;
        &x, &x, &x, &x, &x, &x, &x, &x, &x, &x, &x, &x, &x, &x, &x
    );
    assert_eq!(sum, x * 15);
}

// Under Miri.
#[test]
fn a_function_that_panics_drops_nothing_twice() {
    let count = Rc::new(Cell::new(0));
    let x = Tensor::<usize, shape![5, 3]>::from_fn(|[i, j]| 3 * i + j);
    for stop in [0, 1, 7, 14] {
        let made = |n: usize| {
            if n == stop {
                panic!("at {n}")
            } else {
                Counted::new(&count)
            }
        };
        assert!(catch_unwind(AssertUnwindSafe(|| broadcast_map!(|n| made(n); &x))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| broadcast_map!(|n| made(n); x.clone()))).is_err());
        assert!(
            catch_unwind(AssertUnwindSafe(|| Tensor::<_, shape![5, 3]>::from_fn(
                |[i, j]| made(3 * i + j)
            )))
            .is_err()
        );
        assert!(
            catch_unwind(AssertUnwindSafe(|| {
                InlineTensor::<_, shape![5, 3]>::from_fn(|[i, j]| made(3 * i + j))
            }))
            .is_err()
        );
        // What was made may be lost with the memory, never dropped twice.
        assert!(count.get() >= 0, "{}", count.get());
        count.set(0);
    }
    let mut counted = broadcast_map!(|_n| Counted::new(&count); &x);
    assert_eq!(count.get(), 15);
    let update = AssertUnwindSafe(|| {
        broadcast_update!(|place, n| if n == 8 { panic!("at {n}") } else { *place = Counted::new(&count) }; &mut counted, &x);
    });
    assert!(catch_unwind(update).is_err());
    assert_eq!(count.get(), 15);
    drop(counted);
    assert_eq!(count.get(), 0);
}

// Under Miri.
#[test]
fn sums_in_place_that_do_not_fit_leave_the_target_as_it_was() {
    let mut target = Tensor::<i64, DynShape>::full_with(DynShape::from([2, 3]), 4);
    for sizes in [&[2, 2][..], &[1, 2, 3], &[0, 3], &[4]] {
        let wrong = Tensor::<i64, _>::full_with(DynShape::from(sizes), 1);
        assert!(target.try_add_assign(&wrong).is_err());
        assert!(try_broadcast_update!(|t, w, v| *t += w + v; &mut target, &Tensor::<i64, shape![]>::full(1), &wrong).is_err());
        assert!(target.iter().all(|&element| element == 4));
    }
}
