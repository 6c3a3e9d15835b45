//! Large work on the threads of the pool that it is called in: results do not depend on their number.

#![cfg(all(feature = "rayon", feature = "matmul"))]

use rayon::{ThreadPool, ThreadPoolBuilder};
use shapecheck::window::Conv;
use shapecheck::{Tensor, axes, einsum, shape};

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
