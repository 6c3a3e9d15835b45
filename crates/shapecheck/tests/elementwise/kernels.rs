//! Code that only larger tensors reach: rows longer than a gathered block, kernels of matrix products with all strides,
//! and functions that panic in them.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std"))]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::counted::Counted;
use proptest::prelude::*;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::{
    DynShape, InlineTensor, Tensor, axes, broadcast_map, broadcast_update, dim, shape,
};

/// Small integers, so that sums of products of floats are exact.
fn number(seed: usize) -> f64 {
    ((seed.wrapping_mul(2_654_435_761) >> 7) % 17) as f64 - 8.0
}

fn tensor(sizes: [usize; 3], seed: usize) -> Tensor<f64, DynShape> {
    let [_, rows, columns] = sizes;
    Tensor::from_fn_with(sizes.into(), |[matrix, row, column]| {
        number(seed + (matrix * rows + row) * columns + column)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn products_by_the_kernels_of_factors_anywhere(
        sizes in [1..40_usize, 1..40, 1..40],
        matrices in 1..4_usize,
        repeated in any::<[bool; 2]>(),
        seed in any::<u16>(),
    ) {
        let [m, k, n] = sizes;
        let count = |repeated| if repeated { 1 } else { matrices };
        let (a, b) = (tensor([count(repeated[0]), m, k], seed.into()), tensor([count(repeated[1]), k, n], 7 + usize::from(seed)));
        let all = count(repeated[0]).max(count(repeated[1]));
        let expected = Tensor::<f64, DynShape>::from_fn_with([all, m, n].into(), |[matrix, row, column]| {
            let (left, right) = (matrix % count(repeated[0]), matrix % count(repeated[1]));
            (0..k).map(|inner| a[[left, row, inner]] * b[[right, inner, column]]).sum()
        });
        // Transposed, in the middle of others, and the axis of matrices innermost in memory.
        let across = |t: &Tensor<f64, DynShape>| t.transpose().to_tensor();
        let inside = |t: &Tensor<f64, DynShape>| {
            let &[matrices, rows, columns] = t.dims() else { unreachable!("three axes") };
            let mut wide = Tensor::<f64, DynShape>::full_with([matrices + 1, rows + 3, columns + 2].into(), f64::NAN);
            let mut view = wide.slice_axis_mut::<-3>(1..);
            let mut view = view.slice_axis_mut::<-2>(2..rows + 2);
            broadcast_update!(|place, x| *place = x; &mut view.slice_axis_mut::<-1>(1..columns + 1), t);
            wide
        };
        let innermost = |t: &Tensor<f64, DynShape>| t.permute::<axes![-2, -1, -3]>().to_tensor();
        let (across, inside, innermost) = (
            (across(&a), across(&b)),
            (inside(&a), inside(&b)),
            (innermost(&a), innermost(&b)),
        );
        let all_of = |t: &Tensor<f64, DynShape>| {
            let view = t.slice_axis::<-3>(1..);
            let rows = view.dims()[1] - 1;
            let view = view.slice_axis::<-2>(2..rows);
            let columns = view.dims()[2] - 1;
            view.slice_axis::<-1>(1..columns).to_tensor()
        };
        prop_assert_eq!(&all_of(&inside.0), &a);
        macro_rules! same {
            ($a:expr, $b:expr) => {
                let (a, b) = ($a, $b);
                prop_assert_eq!(&a.matmul(&b), &expected);
                let floats = a.map(|x| x as f32).matmul(&b.map(|x| x as f32));
                prop_assert_eq!(&floats.map(f64::from), &expected);
                let mut into = Tensor::<f64, DynShape>::full_with(expected.shape().clone(), f64::NAN);
                prop_assert!(a.matmul_into(&b, &mut into).is_ok());
                prop_assert_eq!(&into, &expected);
                // Two matrices by themselves.
                let (x, y) = (a.index_axis::<-3>(0), b.index_axis::<-3>(0));
                prop_assert_eq!(x.matmul(&y), expected.index_axis::<-3>(0));
            };
        }
        same!(a.view(), b.view());
        same!(across.0.transpose(), b.view());
        same!(a.view(), across.1.transpose());
        same!(across.0.transpose(), across.1.transpose());
        same!(innermost.0.permute::<axes![-1, -3, -2]>().try_into_shape::<DynShape>().unwrap(), b.view());
        same!(innermost.0.permute::<axes![-1, -3, -2]>().try_into_shape::<DynShape>().unwrap(), innermost.1.permute::<axes![-1, -3, -2]>().try_into_shape::<DynShape>().unwrap());
        let middle = |t: &Tensor<f64, DynShape>| {
            let dims = t.dims();
            [dims[1] - 1, dims[2] - 1]
        };
        let ([rows, columns], [more, others]) = (middle(&inside.0), middle(&inside.1));
        let (x, y) = (inside.0.slice_axis::<-3>(1..), inside.1.slice_axis::<-3>(1..));
        let (x, y) = (x.slice_axis::<-2>(2..rows), y.slice_axis::<-2>(2..more));
        same!(x.slice_axis::<-1>(1..columns), y.slice_axis::<-1>(1..others));
        // Each row of one matrix again and again: a stride of 0.
        let first = a.slice_axis::<-3>(..1).slice_axis::<-2>(..1).to_tensor();
        let rows = first.broadcast_to_with(DynShape::from([1, m, k]));
        let product = rows.matmul(&b);
        prop_assert_eq!(product.slice_axis::<-2>(..1).to_tensor(), first.matmul(&b));
        prop_assert_eq!(product.max_axis::<-2>(), product.min_axis::<-2>());
    }

    #[test]
    fn axes_in_any_order_in_memory(sizes in prop::array::uniform3(prop_oneof![Just(1_usize), 2..6_usize, 15..22_usize]), seed in any::<u8>()) {
        in_each_order(sizes, &[0, 1, 2, 3, 4, 5, 6, 7], seed.into());
    }

    #[test]
    fn rows_longer_than_those_gathered_at_once(length in prop::sample::select(vec![63_usize, 64, 65, 200, 511, 512, 513, 1200]), seed in any::<u16>()) {
        let seed = usize::from(seed);
        let (wide, row) = (tensor([1, length, 3], seed), tensor([1, 1, length], seed + 5));
        let column = tensor([1, 3, 1], seed + 9);
        let t = wide.transpose();
        let expected = Tensor::<f64, DynShape>::from_fn_with([1, 3, length].into(), |[_, i, j]| {
            (wide[[0, j, i]] * 100.0 + row[[0, 0, j]]) * 100.0 + column[[0, i, 0]]
        });
        prop_assert_eq!(&broadcast_map!(|t, r, c| (t * 100.0 + r) * 100.0 + c; &t, &row, &column), &expected);
        prop_assert_eq!(&broadcast_map!(|t, r, c| (t * 100.0 + r) * 100.0 + c; t.to_tensor(), &row, column.clone()), &expected);
        prop_assert_eq!(&((&t * 100.0 + &row) * 100.0 + &column), &expected);
        // Memory that is read in blocks and written where it was.
        let own = t.to_tensor();
        let memory = own.as_slice().map(<[f64]>::as_ptr);
        let found = broadcast_map!(|u, t, r, c| if u == t { (t * 100.0 + r) * 100.0 + c } else { f64::NAN }; own, &t, &row, &column);
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(found.as_slice().map(<[f64]>::as_ptr), memory);
        let mut target = wide.clone();
        broadcast_update!(|x, r, c| *x = (*x * 100.0 + r) * 100.0 + c; &mut target.transpose_mut(), &row, &column);
        prop_assert_eq!(&target.transpose().to_tensor(), &expected);
    }
}

/// Operators on tensors whose axes are in each order in memory, and on rows that are narrow, against one index after
/// the other.
fn in_each_order(sizes: [usize; 3], repeated: &[usize], seed: usize) {
    macro_rules! far {
        ($t:expr; $([$($there:literal),+] [$($back:literal),+];)+) => {
            [$($t.permute::<axes![$($there),+]>().to_tensor().permute::<axes![$($back),+]>().try_into_shape::<DynShape>().unwrap()),+]
        };
    }
    let far = |t: &Tensor<f64, DynShape>| {
        far! {
            t;
            [-3, -2, -1] [-3, -2, -1];
            [-3, -1, -2] [-3, -1, -2];
            [-2, -3, -1] [-2, -3, -1];
            [-1, -2, -3] [-1, -2, -3];
            [-2, -1, -3] [-1, -3, -2];
            [-1, -3, -2] [-2, -1, -3];
        }
    };
    let [a, b, c] = sizes;
    let whole = tensor(sizes, seed);
    // A tensor of the same sizes, and each way in which one is repeated.
    for ones in repeated {
        let size = |axis: usize| {
            if ones >> axis & 1 == 1 {
                1
            } else {
                sizes[axis]
            }
        };
        let other = tensor([size(0), size(1), size(2)], seed + 3);
        let others = far(&other);
        let expected = |weigh: &dyn Fn(f64, f64) -> f64| {
            Tensor::<f64, DynShape>::from_fn_with([a, b, c].into(), |[i, j, k]| {
                let at = [i % size(0), j % size(1), k % size(2)];
                weigh(whole[[i, j, k]], other[at])
            })
        };
        let (sums, differences) = (expected(&|x, y| x + y), expected(&|x, y| x - y));
        for (number, x) in far(&whole).into_iter().enumerate() {
            let y = &others[(number + seed) % 6];
            assert_eq!(x.to_tensor(), whole, "{sizes:?}");
            assert_eq!(&x + y, sums, "{sizes:?} {ones}");
            assert_eq!(
                broadcast_map!(|x, y| x - y; &x, y),
                differences,
                "{sizes:?} {ones}"
            );
            // Into the memory of an operand, and in place of elements that lie anywhere.
            assert_eq!(x.to_tensor() - y, differences, "{sizes:?} {ones}");
        }
        for (number, mut target) in far(&whole).into_iter().enumerate() {
            target -= &others[(number + seed) % 6];
            assert_eq!(target, differences, "{sizes:?} {ones}");
        }
    }
}

// Under Miri.
#[test]
fn axes_in_each_order_in_memory() {
    in_each_order([17, 1, 18], &[0, 4], 1);
    in_each_order([40, 1, 3], &[1], 2);
}

fn panics(function: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(function)).is_err());
}

// Under Miri.
#[test]
fn elements_made_before_a_panic_are_never_dropped_twice() {
    let count = Rc::new(Cell::new(0));
    let made = |n: usize, stop: usize| match n == stop {
        true => panic!("at {n}"),
        false => Counted::new(&count),
    };
    // Past the first block of a row, with operands that are gathered, and memory that is given.
    let x = Tensor::<usize, DynShape>::from_fn_with([3, 100].into(), |[i, j]| 100 * i + j);
    let t = x.transpose().to_tensor();
    let one = Tensor::<usize, DynShape>::full_with([1].into(), 0);
    for stop in [0, 63, 64, 99, 100, 299] {
        panics(|| drop(broadcast_map!(|n, m| made(n.max(m), stop); &x, &t.transpose())));
        panics(|| {
            drop(
                broadcast_map!(|n, m, o| made(n.max(m) + o, stop); x.clone(), &t.transpose(), &one),
            )
        });
        panics(|| {
            drop(
                broadcast_map!(|n, m, o| made(n.max(m) + o, stop); x.clone(), t.transpose(), one.clone()),
            )
        });
        panics(|| drop(x.clone().into_map(|n| made(n, stop))));
        panics(|| drop(t.transpose().map(|n| made(n, stop))));
        assert!(count.get() >= 0);
        count.set(0);
        // In place of what lies apart.
        let mut apart = t.map(|_| Counted::new(&count));
        panics(
            || broadcast_update!(|place, n| *place = made(n, stop); &mut apart.transpose_mut(), &x),
        );
        assert_eq!(count.get(), 300);
        drop(apart);
        assert_eq!(count.get(), 0);
    }
}

// Under Miri.
#[test]
fn a_clone_that_panics_drops_nothing_twice() {
    let count = Rc::new(Cell::new(0));
    panics(|| drop(Tensor::<_, shape![3, 4]>::full(Counted::new(&count))));
    assert!(count.get() >= 0);
    count.set(0);
    panics(|| drop(InlineTensor::<_, shape![3, 4]>::full(Counted::new(&count))));
    assert!(count.get() >= 0);
    count.set(0);
    {
        let all: Vec<_> = (0..5).map(|_| Counted::new(&count)).collect();
        panics(|| drop(InlineTensor::<_, shape![5]>::from_slice(&all)));
        assert!(count.get() >= 5);
        count.set(5);
        let tensor = Tensor::<_, shape![5]>::from_vec(all).unwrap();
        panics(|| drop(tensor.to_heap()));
        assert!(count.get() >= 5);
        count.set(5);
        // A clone is the same memory; what changes it makes the copy.
        let mut shared = tensor.clone();
        assert_eq!(count.get(), 5);
        panics(|| shared.as_mut_slice().reverse());
        assert!(count.get() >= 5);
        count.set(5);
    }
    assert_eq!(count.get(), 0);
    let inline = InlineTensor::<_, shape![2, 2]>::from_fn(|_: [usize; 2]| Counted::new(&count));
    panics(|| drop(inline.clone()));
    assert!(count.get() >= 4);
    count.set(4);
    drop(inline);
    assert_eq!(count.get(), 0);
}

/// 32 KiB.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Large([u64; 4096]);

impl Large {
    fn of(number: usize) -> Self {
        Self([number as u64; 4096])
    }
}

impl core::ops::Add for Large {
    type Output = Self;

    fn add(self, rhs: Self) -> Self {
        Self::of((self.0[0] + rhs.0[4095]) as usize)
    }
}

impl shapecheck::num_traits::Zero for Large {
    fn zero() -> Self {
        Self::of(0)
    }

    fn is_zero(&self) -> bool {
        self.0[0] == 0
    }
}

/// In release builds too, where frames are small, blocks of such elements would be larger than the stack of a thread.
#[test]
fn large_elements_do_not_fill_the_stack() {
    let work = || {
        let x = Tensor::<Large, shape![5, 7]>::from_fn(|[i, j]| Large::of(10 * i + j));
        let strided = x.slice_axis::<-1>(1..6);
        let moved = strided.transpose().to_tensor();
        assert_eq!(moved[[4, 3]], Large::of(35));
        let sum = x.transpose() + Tensor::<Large, shape![5]>::from_fn(|[i]| Large::of(i));
        assert_eq!(sum[[6, 4]], Large::of(50));
        let mut target = moved.clone();
        target
            .transpose_mut()
            .view_mut()
            .try_add_assign(&strided)
            .unwrap();
        assert_eq!(target[[4, 3]], Large::of(70));
        assert_eq!(x.sum(), Large::of((0..5).map(|i| 70 * i + 21).sum()));
        assert_eq!(x.sum_axis::<-2>()[[0, 6]], Large::of(130));
        assert_eq!(strided.sum_axis::<-1>()[[2, 0]], Large::of(115));
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}

/// For each index within `sizes`, in row-major order, the number of the element of an operand broadcast to them.
fn positions(own: &[usize], sizes: &[usize]) -> Vec<usize> {
    let count = sizes.iter().product();
    let place = |number: usize| {
        let (mut rest, mut stride, mut place) = (number, 1, 0);
        for (axis, size) in sizes.iter().rev().enumerate() {
            let own = own.iter().rev().nth(axis).copied().unwrap_or(1);
            place += if own == 1 { 0 } else { rest % size * stride };
            (rest, stride) = (rest / size, stride * own);
        }
        place
    };
    (0..count).map(place).collect()
}

/// Subtracts, adds and scales tensors of these sizes in each way that a heap tensor has, and compares with a loop by
/// places.
fn few<T>(lhs: &[usize], rhs: &[usize], number: fn(usize) -> T)
where
    T: Copy + Default + PartialEq + std::fmt::Debug + 'static,
    T: std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T>,
{
    let Ok(sizes) = broadcast_shapes(&[lhs, rhs]) else {
        return;
    };
    let of = |sizes: &[usize], seed: usize| {
        let count = sizes.iter().product::<usize>();
        let elements: Vec<T> = (0..count).map(|place| number(seed + place)).collect();
        let tensor = Tensor::<T, DynShape>::from_slice_with(sizes.into(), &elements).unwrap();
        (tensor, elements)
    };
    let ((a, left), (b, right)) = (of(lhs, 100), of(rhs, 1));
    let pairs = || {
        positions(lhs, sizes.dims())
            .into_iter()
            .zip(positions(rhs, sizes.dims()))
    };
    let differences: Vec<T> = pairs().map(|(l, r)| left[l] - right[r]).collect();
    let is = |result: &Tensor<T, DynShape>, expected: &[T]| {
        assert_eq!(result.dims(), sizes.dims());
        assert!(result.is_row_major());
        assert_eq!(result.to_vec(), expected, "{lhs:?} and {rhs:?}");
    };
    is(&(&a - &b), &differences);
    // Lent and given, with memory of a vector and without, and shared.
    is(&(a.to_heap() - &b), &differences);
    is(&(&a - b.to_heap()), &differences);
    is(&(a.to_heap() - b.to_heap()), &differences);
    is(
        &((&a + &Tensor::<T, DynShape>::full_with([].into(), T::default())) - &b),
        &differences,
    );
    is(&(a.clone() - b.clone()), &differences);
    // Where elements are elsewhere than in row-major order from the first on.
    if a.dims().len() >= 2 {
        let moved = a.transpose().to_tensor();
        // Its result may lie as this one does.
        assert_eq!((moved.transpose() - &b).to_vec(), differences);
        let part = broadcast_map!(|x| x; &a).narrow::<-1, dim!(1)>(0);
        let row: Vec<usize> = [&lhs[..lhs.len() - 1], &[1]].concat();
        let expected: Vec<T> = positions(&row, &row)
            .into_iter()
            .map(|place| left[place * lhs[lhs.len() - 1]] * number(3))
            .collect();
        assert_eq!((part * number(3)).to_vec(), expected);
    }
    let (mut target, before) = of(sizes.dims(), 100);
    let expected: Vec<T> = before
        .iter()
        .zip(positions(rhs, sizes.dims()))
        .map(|(&x, r)| x - right[r])
        .collect();
    let other = target.clone();
    target -= &b;
    is(&target, &expected);
    is(&other, &before);
    let mut result = &a - &b;
    result += &a;
    let again: Vec<T> = differences
        .iter()
        .zip(positions(lhs, sizes.dims()))
        .map(|(&x, l)| x + left[l])
        .collect();
    is(&result, &again);
    let result = result * number(2);
    let twice: Vec<T> = again.iter().map(|&x| x * number(2)).collect();
    is(&result, &twice);
    // What was small comes out as any other, shared or not.
    let shared = result.clone();
    assert_eq!(result.into_vec(), twice);
    assert_eq!(shared.try_into_vec().unwrap(), twice);
}

/// Shapes of few elements with sizes of 0 and 1, and of as many as have room beside the count and of one more.
const FEW: [&[usize]; 19] = [
    &[],
    &[1],
    &[5],
    &[4],
    &[4, 4],
    &[3, 5],
    &[1, 5],
    &[3, 1],
    &[2, 3, 5],
    &[2, 1, 5],
    &[1, 1, 4],
    &[2, 4, 4],
    &[0],
    &[0, 5],
    &[8],
    &[9],
    &[16],
    &[17],
    &[2, 3, 2, 2, 5],
];

#[test]
fn few_elements_in_any_pair_of_shapes() {
    for lhs in FEW {
        for rhs in FEW {
            few::<f32>(lhs, rhs, |n| n as f32);
            few::<i64>(lhs, rhs, |n| n as i64);
        }
    }
}

/// A few of these for an interpreter.
// Under Miri.
#[test]
fn few_elements_in_some_pairs_of_shapes() {
    let pairs: [[&[usize]; 2]; 8] = [
        [&[4, 4], &[4]],
        [&[3, 5], &[1, 5]],
        [&[3, 1], &[5]],
        [&[2, 3, 5], &[]],
        [&[17], &[17]],
        [&[0, 5], &[5]],
        [&[2, 3, 2, 2, 5], &[2, 5]],
        [&[4], &[2, 4, 4]],
    ];
    for [lhs, rhs] in pairs {
        few::<f32>(lhs, rhs, |n| n as f32);
        few::<i128>(lhs, rhs, |n| n as i128);
    }
}

/// From the fewest to the most that go without a plan, and more.
#[test]
fn few_elements_of_all_counts() {
    for rows in [1, 2, 3, 5] {
        for length in [
            1, 2, 3, 4, 7, 8, 63, 64, 65, 170, 171, 255, 256, 257, 511, 512, 513,
        ] {
            few::<i8>(&[rows, length], &[length], |n| (n % 7) as i8);
        }
    }
}

#[test]
fn elements_of_no_size() {
    let x = Tensor::<(), DynShape>::full_with([1 << 20, 3].into(), ());
    let counted = Cell::new(0_usize);
    let y = broadcast_map!(|(), ()| counted.set(counted.get() + 1); x, &Tensor::<(), shape![]>::full(()));
    assert_eq!((y.len(), counted.get()), (3 << 20, 3 << 20));
    assert_eq!(y.transpose().to_tensor().shape().dims(), [3, 1 << 20]);
    assert_eq!(
        InlineTensor::<(), shape![7, 9]>::full(()).map(|()| 1).sum(),
        63
    );
}

#[cfg(feature = "rayon")]
mod threads {
    use std::sync::atomic::{AtomicIsize, Ordering};

    use super::*;
    use shapecheck::{par_broadcast_map, par_broadcast_update};

    static COUNT: AtomicIsize = AtomicIsize::new(0);

    struct Shared;

    impl Shared {
        fn new() -> Self {
            COUNT.fetch_add(1, Ordering::Relaxed);
            Self
        }
    }

    impl Clone for Shared {
        fn clone(&self) -> Self {
            Self::new()
        }
    }

    impl Drop for Shared {
        fn drop(&mut self) {
            COUNT.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_panic_on_one_thread_drops_nothing_twice() {
        let x = Tensor::<usize, DynShape>::from_fn_with([300, 200].into(), |[i, j]| 200 * i + j);
        for stop in [0, 12_345, 59_999] {
            let made = |n: usize| {
                if n == stop {
                    panic!("at {n}")
                } else {
                    Shared::new()
                }
            };
            panics(|| drop(par_broadcast_map!(|n| made(n); &x)));
            panics(|| drop(par_broadcast_map!(|n| made(n); x.clone())));
            assert!(COUNT.swap(0, Ordering::Relaxed) >= 0);
            let mut all = x.map(|_| Shared::new());
            panics(|| par_broadcast_update!(|place, n| *place = made(n); &mut all, &x));
            assert_eq!(COUNT.load(Ordering::Relaxed), 60_000);
            drop(all);
            assert_eq!(COUNT.load(Ordering::Relaxed), 0);
        }
    }

    #[test]
    fn of_all_shapes() {
        macro_rules! same {
            ($($x:expr, $y:expr, $z:expr;)*) => {$({
                let (x, y, z) = ($x, $y, $z);
                let expected = broadcast_map!(|x, y, z| 100 * x + 10 * y + z; &x, &y, &z);
                assert_eq!(par_broadcast_map!(|x, y, z| 100 * x + 10 * y + z; &x, &y, &z), expected);
                let mut one = expected.clone();
                let mut all = expected.clone();
                broadcast_update!(|t, x, y| *t = 7 * *t + x - y; &mut one, &x, &y);
                par_broadcast_update!(|t, x, y| *t = 7 * *t + x - y; &mut all, &x, &y);
                assert_eq!(all, one);
                assert_eq!(par_broadcast_map!(|x, y, z| 100 * x + 10 * y + z; x, y, z), expected);
            })*};
        }
        let of = |sizes: &[usize]| {
            let elements: Vec<i64> = (0..sizes.iter().product::<usize>() as i64).collect();
            Tensor::from_vec_with(DynShape::from(sizes), elements).unwrap()
        };
        same! {
            of(&[]), of(&[]), of(&[]);
            of(&[1 << 16]), of(&[]), of(&[1]);
            of(&[1 << 15, 3]), of(&[3]), of(&[1 << 15, 1]);
            of(&[3, 1 << 15]), of(&[3, 1]), of(&[1 << 15]);
            of(&[3, 1, 50, 300]), of(&[1, 300]), of(&[2, 1, 1]);
            of(&[0, 1 << 16]), of(&[1 << 16]), of(&[1, 1]);
            of(&[2, 1, 2, 1, 2, 1, 2, 1, 40, 50]), of(&[2, 1, 1, 1]), of(&[50]);
            of(&[200, 300]).transpose().to_tensor(), of(&[300, 1]), of(&[200]);
            Tensor::<i64, shape![130, 257]>::from_fn(|[i, j]| (i * j) as i64), of(&[257]), Tensor::<i64, shape![130, 1]>::full(3);
        }
        // Of views: three axes of which none goes on evenly.
        let (x, y) = (of(&[40, 50, 60]), of(&[60, 40]));
        let (p, q) = (x.permute::<axes![-1, -3, -2]>(), y.insert_axis::<-1>());
        let expected = broadcast_map!(|x, y| x - y; &p, &q);
        assert_eq!(par_broadcast_map!(|x, y| x - y; &p, &q), expected);
    }
}

/// Results of functions of all elements lie in the order of the operands, where these have one.
// Under Miri.
#[test]
fn results_lie_as_their_operands_do() {
    let x = Tensor::<i32, shape![3, 4, 5]>::from_fn(|[i, j, k]| (i * 100 + j * 10 + k) as i32);
    let y = x.map(|x| x * 7 % 11);
    let (turned, other) = (
        x.permute::<axes![-1, -3, -2]>(),
        y.permute::<axes![-1, -3, -2]>(),
    );
    let element = |k: usize, i: usize, j: usize| x[[i, j, k]] + y[[i, j, k]];
    let expected: Vec<i32> = (0..5)
        .flat_map(|k| (0..3).flat_map(move |i| (0..4).map(move |j| (k, i, j))))
        .map(|(k, i, j)| element(k, i, j))
        .collect();
    let sum = &turned + &other;
    assert_eq!(sum.to_vec(), expected);
    assert_eq!(sum.as_slice(), None);
    assert_eq!(
        sum.permute::<axes![-2, -1, -3]>().as_slice(),
        (&x + &y).as_slice()
    );
    assert_eq!(sum.clone().into_vec(), expected);
    assert_eq!(sum.to_tensor().as_slice(), Some(&expected[..]));
    // Given, changed in place, and with what is repeated.
    let mut twice = sum.clone() + &sum;
    twice += &sum;
    assert_eq!(
        twice.to_vec(),
        expected.iter().map(|x| 3 * x).collect::<Vec<_>>()
    );
    let more = &sum + 1 + Tensor::<i32, shape![3, 1]>::full(2);
    assert_eq!(
        more.to_vec(),
        expected.iter().map(|x| x + 3).collect::<Vec<_>>()
    );
    assert_eq!(sum.sum(), expected.iter().sum::<i32>());
    // In different orders, with gaps, and one that is row-major: the result is so too.
    let copy = other.to_tensor();
    for sum in [&turned + &copy, &copy + &turned] {
        assert_eq!(sum.as_slice(), Some(&expected[..]));
    }
    let part = turned.narrow::<-1, dim!(3)>(1);
    assert!((&part + &part).as_slice().is_some());
    let column = Tensor::<i32, shape![4, 1]>::from_fn(|[i, _]| i as i32);
    assert!(
        (column.transpose() + column.transpose())
            .as_slice()
            .is_some()
    );
}
