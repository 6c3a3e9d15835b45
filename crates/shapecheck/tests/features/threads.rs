//! Large work on the threads of the pool that it is called in: results do not depend on their number.

#![cfg(all(feature = "rayon", feature = "matmul"))]

use rayon::{ThreadPool, ThreadPoolBuilder};
use shapecheck::window::Conv;
use shapecheck::{DynShape, Tensor, axes, einsum, shape};

/// Numbers that are not round, so that another order of a sum is seen.
fn numbers<S: shapecheck::StaticShape>() -> Tensor<f32, S> {
    let number = |index: usize| ((index * 7919 % 10007) as f32 / 997.0).sin();
    Tensor::from_vec((0..S::NUM_ELEMENTS).map(number).collect()).unwrap()
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}

/// Each operation, with the bits of its result.
fn operations() -> Vec<(&'static str, Vec<u32>)> {
    fn bits<S: shapecheck::Shape>(tensor: &Tensor<f32, S>) -> Vec<u32> {
        tensor.iter().map(|number| number.to_bits()).collect()
    }
    let (a, b) = (numbers::<shape![517, 300]>(), numbers::<shape![300, 401]>());
    let (batch, others) = (
        numbers::<shape![24, 64, 96]>(),
        numbers::<shape![24, 96, 64]>(),
    );
    let (wide, tall) = (
        numbers::<shape![40, 2000]>(),
        numbers::<shape![2000, 700]>(),
    );
    let images = numbers::<shape![5, 12, 30, 31]>();
    let (kernels, plain) = (
        numbers::<shape![16, 12, 3, 3]>(),
        numbers::<shape![16, 12, 1, 1]>(),
    );
    let (grouped, strided) = (
        numbers::<shape![16, 3, 3, 3]>(),
        Conv::new().stride::<2>().padding::<1>(),
    );
    let rows = numbers::<shape![700, 1000]>();
    let (q, k) = (
        numbers::<shape![3, 8, 100, 32]>(),
        numbers::<shape![3, 8, 120, 32]>(),
    );
    vec![
        ("a product", bits(&a.matmul(&b))),
        (
            "of transposed ones",
            bits(&b.transpose().matmul(&a.transpose())),
        ),
        ("of few rows", bits(&wide.matmul(&tall))),
        ("of a batch", bits(&batch.matmul(&others))),
        (
            "of a batch and one matrix",
            bits(&batch.matmul(&numbers::<shape![96, 80]>())),
        ),
        (
            "of a vector",
            bits(&tall.transpose().matmul(&numbers::<shape![2000]>())),
        ),
        (
            "a linear layer",
            bits(&a.linear(&numbers::<shape![401, 300]>())),
        ),
        (
            "an einsum",
            bits(&einsum!("b h q d, b h k d -> b h q k"; &q, &k)),
        ),
        ("a convolution", bits(&images.conv2d(&kernels, Conv::new()))),
        ("with steps", bits(&images.conv2d(&kernels, strided))),
        ("of one element", bits(&images.conv2d(&plain, Conv::new()))),
        (
            "in groups",
            bits(&images.conv2d(&grouped, Conv::new().groups::<4>())),
        ),
        ("softmax", bits(&rows.softmax::<-1>())),
        ("its logarithm", bits(&rows.log_softmax::<-1>())),
        ("over another axis", bits(&rows.softmax::<-2>())),
        ("attention", bits(&q.attention(&k, &k))),
        ("a sum", bits(&rows.sum_axes::<axes![-1, -2]>())),
    ]
}

/// The same of what goes over elements, sorts, moves or solves.
fn others() -> Vec<(&'static str, Vec<u64>)> {
    fn bits<T: Copy + Into<f64> + 'static, S: shapecheck::Shape>(
        tensor: &Tensor<T, S>,
    ) -> Vec<u64> {
        tensor
            .iter()
            .map(|&number| number.into().to_bits())
            .collect()
    }
    fn places<S: shapecheck::Shape>(tensor: &Tensor<usize, S>) -> Vec<u64> {
        tensor.iter().map(|&place| place as u64).collect()
    }
    let rows = numbers::<shape![1050, 400]>();
    let (row, column) = (numbers::<shape![400]>(), numbers::<shape![1050, 1]>());
    let long = numbers::<shape![300_007]>();
    let (narrow, short) = (
        numbers::<shape![100_001, 3]>(),
        numbers::<shape![30_001, 10]>(),
    );
    let deep = numbers::<shape![15, 33, 41, 33]>();
    let integers: Tensor<i32, shape![1050, 400]> = (&rows * 1000.0).cast();
    let images = numbers::<shape![6, 8, 40, 42]>();
    let matrices = numbers::<shape![1500, 6, 6]>();
    let mut with_nan = rows.clone();
    with_nan[[3, 5]] = f32::NAN;
    let mut changed = rows.clone();
    changed *= &column;
    changed += 0.5;
    let indices = |count: usize| -> Tensor<usize, shape![_]> {
        let places = (0..count).map(|place| place * 7919 % 350).collect();
        Tensor::<usize, DynShape>::from_vec_with([count].into(), places)
            .unwrap()
            .try_into_shape()
            .unwrap()
    };
    let of_each: Tensor<usize, shape![1050, 400]> =
        Tensor::from_vec((0..420_000).map(|place| place * 31 % 1050).collect()).unwrap();
    let positive =
        matrices.matmul(&matrices.transpose()) + Tensor::<f32, shape![6, 6]>::eye() * 3.0;
    let sorted = long.along::<-1>().sort();
    let (tall_matrices, larger) = (
        numbers::<shape![300, 7, 5]>(),
        numbers::<shape![6, 70, 50]>(),
    );
    let (q, r) = tall_matrices.qr();
    let (values, vectors) = positive.eigh();
    let (u, singular, v) = tall_matrices.svd();
    let (sign, logarithm) = positive.slogdet();
    let (larger_q, larger_r) = larger.qr();
    let (larger_u, larger_singular, larger_v) = larger.svd();
    let (larger_values, larger_vectors) = larger.transpose().matmul(&larger).eigh();
    vec![
        ("a row added", bits(&(&rows + &row))),
        ("a column", bits(&(&rows * &column))),
        ("by value", bits(&(rows.clone() - &row))),
        ("to itself", bits(&(rows.clone() + &rows))),
        (
            "transposed",
            bits(&(&rows + &rows.clone().transpose().to_tensor().transpose())),
        ),
        (
            "a copy of a transposed one",
            bits(&rows.transpose().to_tensor()),
        ),
        ("in place", bits(&changed)),
        ("a comparison", bits(&rows.greater(&column).cast::<f32>())),
        ("exponentials", bits(&rows.exp())),
        ("of few columns", bits(&narrow.tanh())),
        ("limits", bits(&rows.clamp(-0.5, 0.5))),
        ("integers", bits(&(&integers * &integers))),
        (
            "four axes",
            bits(&(&deep + &numbers::<shape![33, 1, 33]>())),
        ),
        ("a sum of all", bits(&long.sum_axes::<axes![-1]>())),
        ("of rows", bits(&rows.sum_axes::<axes![-1]>())),
        ("of columns", bits(&rows.sum_axes::<axes![-2]>())),
        ("of few columns", bits(&narrow.sum_axes::<axes![-2]>())),
        ("of short rows", bits(&narrow.sum_axes::<axes![-1]>())),
        ("of longer ones", bits(&short.sum_axes::<axes![-1]>())),
        ("of ten columns", bits(&short.sum_axes::<axes![-2]>())),
        (
            "of the first and the last axis",
            bits(&deep.sum_axes::<axes![-4, -1]>()),
        ),
        (
            "of the middle axes",
            bits(&deep.sum_axes::<axes![-3, -2]>()),
        ),
        ("of one in the middle", bits(&deep.sum_axes::<axes![-2]>())),
        (
            "of a transposed one",
            bits(
                &deep
                    .permute::<axes![-1, -3, -4, -2]>()
                    .sum_axes::<axes![-1, -3]>(),
            ),
        ),
        ("of integers", bits(&integers.sum_axes::<axes![-1]>())),
        (
            "of columns of integers",
            bits(&integers.sum_axes::<axes![-2]>()),
        ),
        ("a variance", bits(&rows.var_axes::<axes![-1]>())),
        ("of columns", bits(&rows.var_axes::<axes![-2]>())),
        (
            "a largest with NaN",
            bits(&with_nan.max_axes::<axes![-2]>()),
        ),
        ("in rows", bits(&with_nan.max_axes::<axes![-1]>())),
        (
            "the first of zeros",
            bits(&(&rows * 0.0).max_axes::<axes![-1]>()),
        ),
        ("of columns", bits(&(&rows * 0.0).min_axes::<axes![-2]>())),
        ("of all", bits(&(&long * 0.0).max_axes::<axes![-1]>())),
        (
            "of few columns",
            bits(&(&narrow * 0.0).min_axes::<axes![-2]>()),
        ),
        ("its index", places(&rows.along::<-1>().argmax())),
        ("in columns", places(&rows.along::<-2>().argmax())),
        ("in few columns", places(&short.along::<-2>().argmax())),
        ("in short rows", places(&short.along::<-1>().argmax())),
        ("sorted rows", bits(&with_nan.along::<-1>().sort())),
        ("sorted columns", bits(&rows.along::<-2>().sort())),
        ("from the largest", bits(&rows.sort_descending::<-1>())),
        ("a long row", bits(&sorted)),
        (
            "the order of a long row",
            places(&long.along::<-1>().argsort()),
        ),
        ("of columns", places(&with_nan.along::<-2>().argsort())),
        ("places", places(&sorted.searchsorted(&rows))),
        ("running sums", bits(&rows.cumulative_sum::<-1>())),
        ("along columns", bits(&deep.cumulative_sum::<-3>())),
        ("joined", bits(&rows.along::<-2>().concat(&rows))),
        ("side by side", bits(&rows.along::<-1>().concat(&rows))),
        ("turned", bits(&long.along::<-1>().flip())),
        ("rolled", bits(&rows.along::<-2>().roll(133))),
        ("taken", bits(&rows.along::<-2>().take(&indices(1500)))),
        (
            "columns taken",
            bits(&rows.along::<-1>().take(&indices(900))),
        ),
        ("gathered", bits(&rows.along::<-2>().gather(&of_each))),
        (
            "a pool",
            bits(&images.max_pool2d(shapecheck::window::Pool::of::<3>())),
        ),
        (
            "a mean pool",
            bits(&images.adaptive_avg_pool::<shape![7, 7]>()),
        ),
        ("a norm of rows", bits(&rows.layer_norm(&row, 1e-5))),
        (
            "with a bias",
            bits(&rows.layer_norm_with_bias(&row, &row, 1e-5)),
        ),
        ("without a mean", bits(&rows.rms_norm(&row, 1e-5))),
        ("softmax over columns", bits(&rows.softmax::<-2>())),
        ("its logarithm", bits(&rows.log_softmax::<-2>())),
        ("over few columns", bits(&narrow.softmax::<-2>())),
        ("over short rows", bits(&short.softmax::<-1>())),
        ("their logarithm", bits(&short.log_softmax::<-1>())),
        ("inverses", bits(&positive.inverse())),
        ("determinants", bits(&positive.det())),
        ("factors", bits(&positive.cholesky())),
        ("solutions", bits(&positive.solve(&matrices))),
        ("signs of determinants", bits(&sign)),
        ("their logarithms", bits(&logarithm)),
        ("eigenvalues", bits(&values)),
        ("eigenvectors", bits(&vectors)),
        ("orthogonal factors", bits(&q)),
        ("triangular ones", bits(&r)),
        ("left singular vectors", bits(&u)),
        ("singular values", bits(&singular)),
        ("right singular vectors", bits(&v)),
        ("larger orthogonal factors", bits(&larger_q)),
        ("larger triangular ones", bits(&larger_r)),
        ("larger left singular vectors", bits(&larger_u)),
        ("larger singular values", bits(&larger_singular)),
        ("larger right singular vectors", bits(&larger_v)),
        ("larger eigenvalues", bits(&larger_values)),
        ("larger eigenvectors", bits(&larger_vectors)),
    ]
}

#[test]
fn elements_do_not_depend_on_the_number_of_threads() {
    let one = pool(1).install(others);
    for threads in [2, 3, 8] {
        let many = pool(threads).install(others);
        for ((name, expected), (_, found)) in one.iter().zip(&many) {
            assert!(found == expected, "{name} on {threads} threads");
        }
    }
}

#[cfg(feature = "fft")]
#[test]
fn transforms_do_not_depend_on_the_number_of_threads() {
    use shapecheck::tensor::num_complex::Complex;

    fn both(number: &Complex<f32>) -> [u32; 2] {
        [number.re, number.im].map(f32::to_bits)
    }
    fn transforms() -> Vec<Vec<u32>> {
        let rows = numbers::<shape![700, 256]>();
        let frequencies = rows.along::<-1>().rfft();
        vec![
            frequencies.iter().flat_map(both).collect(),
            (frequencies.along::<-1>().fft().iter().flat_map(both)).collect(),
            (frequencies.along::<-2>().ifft().iter().flat_map(both)).collect(),
            (frequencies
                .along::<-1>()
                .irfft()
                .iter()
                .map(|x| x.to_bits()))
            .collect(),
        ]
    }
    let one = pool(1).install(transforms);
    for threads in [2, 3, 8] {
        assert!(
            pool(threads).install(transforms) == one,
            "{threads} threads"
        );
    }
}

/// Work is cut for as many threads as there are.
#[test]
fn large_work_is_shared() {
    use std::collections::HashSet;
    use std::sync::Mutex;

    let rows = numbers::<shape![400, 1000]>();
    let threads = Mutex::new(HashSet::new());
    let mut calls = 0;
    pool(2).install(|| {
        while threads.lock().unwrap().len() < 2 {
            calls += 1;
            assert!(calls < 1000, "one thread does all");
            let _ = shapecheck::par_broadcast_map!(|x| {
                threads.lock().unwrap().insert(std::thread::current().id());
                x
            }; &rows);
        }
    });
}

/// The first matrix without an inverse is reported, whatever thread comes to which first.
#[test]
fn the_first_failure_is_told() {
    let mut matrices = numbers::<shape![4500, 4, 4]>() + Tensor::<f32, shape![4, 4]>::eye() * 9.0;
    for singular in [2600, 2500, 4000] {
        for place in 0..16 {
            matrices[[singular, place / 4, place % 4]] = 0.0;
        }
    }
    let expected = pool(1).install(|| matrices.try_inverse().unwrap_err().to_string());
    assert!(expected.contains("2500"), "{expected}");
    for threads in [2, 3, 8] {
        let found = pool(threads).install(|| matrices.try_inverse().unwrap_err().to_string());
        assert_eq!(found, expected);
    }
}

/// Elements that may not go to another thread stay.
#[test]
fn elements_of_the_caller_stay_on_their_thread() {
    use core::ops::Add;
    use std::marker::PhantomData;
    use std::thread::{ThreadId, current};

    #[derive(Clone, Copy)]
    struct Local(f32, ThreadId, PhantomData<*const f32>);

    impl Add for Local {
        type Output = Self;

        fn add(self, rhs: Self) -> Self {
            assert!(self.1 == current().id() && rhs.1 == self.1);
            Self(self.0 + rhs.0, self.1, self.2)
        }
    }

    pool(3).install(|| {
        let own = current().id();
        let rows = numbers::<shape![350, 400]>().map(|x| Local(x, own, PhantomData));
        let sums = &rows + &rows;
        assert!(sums.iter().all(|sum| sum.1 == own));
        let taken = sums.along::<-2>().flip().cumulative_sum::<-1>();
        assert_eq!(taken.to_vec().len(), 140_000);
    });
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = pool(1).install(operations);
    for threads in [2, 3, 8] {
        let many = pool(threads).install(operations);
        for ((name, expected), (_, found)) in one.iter().zip(&many) {
            assert!(found == expected, "{name} on {threads} threads");
        }
    }
}

/// The products are those of the definition, wherever they are cut.
#[test]
fn what_is_cut_is_whole() {
    let (a, b) = (numbers::<shape![517, 300]>(), numbers::<shape![300, 401]>());
    let found = pool(2).install(|| a.matmul(&b));
    for row in [0, 127, 128, 129, 255, 256, 300, 516] {
        for column in [0, 31, 400] {
            let terms =
                (0..300).map(|inner| f64::from(a[[row, inner]]) * f64::from(b[[inner, column]]));
            let expected: f64 = terms.sum();
            let found = f64::from(found[[row, column]]);
            assert!(
                (found - expected).abs() < 1e-3,
                "{row}, {column}: {found}, not {expected}"
            );
        }
    }
}

/// Where a product is cut depends on the number of threads, and no sum does.
#[test]
fn a_row_is_the_same_beside_any_others() {
    fn products<M: shapecheck::StaticDim, K: shapecheck::StaticDim, N: shapecheck::StaticDim>()
    -> (Vec<u32>, Vec<u64>) {
        let (a, b) = (numbers::<shape![M, K]>(), numbers::<shape![K, N]>());
        let floats = a.matmul(&b).iter().map(|number| number.to_bits()).collect();
        let (a, b) = (a.cast::<f64>(), b.cast::<f64>());
        (
            floats,
            a.matmul(&b).iter().map(|number| number.to_bits()).collect(),
        )
    }
    use shapecheck::dim;
    fn all() -> Vec<(Vec<u32>, Vec<u64>)> {
        vec![
            products::<dim!(337), dim!(129), dim!(65)>(),
            products::<dim!(300), dim!(1000), dim!(31)>(),
            products::<dim!(1111), dim!(70), dim!(90)>(),
            products::<dim!(700), dim!(600), dim!(501)>(),
            products::<dim!(2000), dim!(33), dim!(16)>(),
        ]
    }
    let one = pool(1).install(all);
    for threads in 2..=9 {
        let many = pool(threads).install(all);
        for (index, (expected, found)) in one.iter().zip(&many).enumerate() {
            assert!(found == expected, "product {index} on {threads} threads");
        }
    }
}

/// Tasks of a pool that are products themselves.
#[test]
fn work_in_work_is_done() {
    let (a, b) = (numbers::<shape![517, 300]>(), numbers::<shape![300, 401]>());
    let expected = a.matmul(&b);
    pool(3).install(|| {
        rayon::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|_| assert!(a.matmul(&b) == expected));
            }
        });
    });
}
