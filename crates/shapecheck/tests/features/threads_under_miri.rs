//! Work on several threads, by the rules of the language: Miri looks for what two threads read and write at once. There it
//! is cut into parts that are smaller than they are worth.

#![cfg(all(feature = "rayon", miri))]

#[path = "../counted/between_threads.rs"]
mod counted;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use counted::Counted;
use rayon::ThreadPoolBuilder;
use shapecheck::window::Pool;
use shapecheck::{StaticShape, Tensor, axes, par_broadcast_map, par_broadcast_update, shape};

fn numbers<S: StaticShape>() -> Tensor<f32, S> {
    let number = |index: usize| ((index * 79 % 107) as f32).sin();
    Tensor::from_vec((0..S::NUM_ELEMENTS).map(number).collect()).unwrap()
}

#[test]
fn parts_of_large_work_have_nothing_in_common() {
    let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let x = numbers::<shape![12, 20]>();
        let (row, column) = (numbers::<shape![20]>(), numbers::<shape![12, 1]>());
        let mut y = x.clone() * &column;
        y += &row;
        assert_eq!(&y + &x, x.clone() * &column + &row + &x);
        assert_eq!(x.exp().ln().to_vec().len(), 240);
        let transposed = x.clone().transpose().to_tensor();
        assert_eq!(&x + &transposed.transpose(), &x * 2.0);

        let long = numbers::<shape![5000]>();
        assert!(long.sum().is_finite());
        assert!(
            numbers::<shape![400, 3]>()
                .sum_axes::<axes![-2]>()
                .iter()
                .all(|sum| sum.is_finite())
        );
        assert_eq!(x.sum_axes::<axes![-1]>().to_vec().len(), 12);
        assert!(
            x.var_axes::<axes![-2]>()
                .iter()
                .all(|&variance| variance >= 0.0)
        );
        let (largest, place) = (x.max_axes::<axes![-1]>(), x.along::<-1>().argmax());
        assert_eq!(largest[[7, 0]], x[[7, place[[7, 0]]]]);

        let sorted = x.along::<-2>().sort();
        assert!(sorted[[0, 3]] <= sorted[[11, 3]]);
        let places = x.along::<-1>().argsort();
        assert!(x[[4, places[[4, 0]]]] <= x[[4, places[[4, 19]]]]);
        let vector = numbers::<shape![300]>().along::<-1>().sort();
        assert_eq!(vector.searchsorted(&x).to_vec().len(), 240);
        assert_eq!(x.cumulative_sum::<-1>()[[0, 0]], x[[0, 0]]);

        assert_eq!(x.along::<-2>().concat(&x)[[13, 5]], x[[1, 5]]);
        assert_eq!(x.along::<-1>().flip()[[3, 0]], x[[3, 19]]);
        let indices =
            Tensor::<usize, shape![15]>::from_vec((0..15).map(|place| place % 12).collect());
        assert_eq!(x.along::<-2>().take(&indices.unwrap())[[14, 6]], x[[2, 6]]);
        let images = numbers::<shape![2, 3, 8, 8]>();
        assert_eq!(images.max_pool2d(Pool::of::<2>()).to_vec().len(), 96);
        assert!(
            x.softmax::<-1>()
                .iter()
                .chain(x.softmax::<-2>().iter())
                .all(|&share| share <= 1.0)
        );
        assert!(x.layer_norm(&row, 1e-5).iter().all(|x| x.is_finite()));
        let high = numbers::<shape![200, 40]>();
        assert!(high.sum_axes::<axes![-2]>().iter().all(|x| x.is_finite()));
        assert_eq!(high.log_softmax::<-2>().to_vec().len(), 8000);
        let matrices = numbers::<shape![20, 2, 2]>() + Tensor::<f32, shape![2, 2]>::eye() * 5.0;
        assert!(matrices.det().iter().all(|&det| det != 0.0));
        assert_eq!(
            matrices.inverse().to_vec().len(),
            matrices.solve(&matrices).to_vec().len()
        );
        let (u, values, v) = matrices.svd();
        let weighted = &u * &values.insert_axis::<-2>();
        assert!(weighted.matmul(&v).all_close(&matrices, 1e-4, 1e-4));
        let (q, r) = matrices.qr();
        assert!(q.matmul(&r).all_close(&matrices, 1e-4, 1e-4));
        let (sign, logarithm) = matrices.slogdet();
        assert!((sign * logarithm.exp()).all_close(&matrices.det(), 1e-4, 1e-4));
        let symmetric = &matrices + &matrices.transpose();
        assert!(symmetric.eigvalsh().iter().all(|value| value.is_finite()));
    });
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Aligned(u8);

/// Those that may go to other threads go there where the caller says so, and cells stay where they are.
#[test]
fn elements_of_each_kind() {
    type Sizes = shape![10, 20];
    let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let numbers = Tensor::<u32, Sizes>::from_fn(|[row, column]| (20 * row + column) as u32);
        let rows = Tensor::<usize, shape![15]>::from_fn(|[place]| place % 10);

        let cells = numbers.map(Cell::new);
        let same = cells.along::<-2>().take(&rows);
        cells.iter().for_each(|cell| cell.set(cell.get() + 1));
        assert_eq!((cells[[2, 3]].get(), same[[12, 3]].get()), (44, 43));

        let atomics = par_broadcast_map!(|number| AtomicU32::new(number); &numbers);
        let add_one = || {
            atomics.transpose().iter().for_each(|atomic| {
                atomic.fetch_add(1, Ordering::Relaxed);
            });
        };
        rayon::join(add_one, add_one);
        assert_eq!(atomics[[9, 19]].load(Ordering::Relaxed), 201);

        let count = Arc::new(AtomicUsize::new(0));
        let mut counted = par_broadcast_map!(|_| Counted::new(&count); &numbers);
        let taken = counted.along::<-2>().take(&rows);
        assert_eq!(count.load(Ordering::Relaxed), 200 + 300);
        par_broadcast_update!(|element, _| *element = Counted::new(&count); &mut counted, &numbers);
        drop(taken);
        assert_eq!(count.load(Ordering::Relaxed), 200);
        drop(counted);
        assert_eq!(count.load(Ordering::Relaxed), 0);

        let aligned = par_broadcast_map!(|number| Aligned(number as u8); &numbers);
        let taken = aligned.along::<-2>().take(&rows);
        assert_eq!(taken[[14, 7]], Aligned(87));
        assert_eq!(taken.transpose().to_tensor()[[7, 14]], Aligned(87));
        assert!(
            taken
                .iter()
                .all(|it| std::ptr::from_ref(it).addr() % 64 == 0)
        );

        let none = par_broadcast_map!(|_| (); &numbers);
        assert_eq!(none.along::<-2>().concat(&none).to_vec().len(), 400);
        assert_eq!(
            none.along::<-2>()
                .take(&rows)
                .transpose()
                .to_tensor()
                .iter()
                .count(),
            300
        );
    });
}
