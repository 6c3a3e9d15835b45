//! Work on several threads, by the rules of the language: Miri looks for what two threads read and write at once. There it
//! is cut into parts that are smaller than they are worth.

#![cfg(all(feature = "rayon", miri))]

use rayon::ThreadPoolBuilder;
use shapecheck::window::Pool;
use shapecheck::{StaticShape, Tensor, axes, shape};

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
