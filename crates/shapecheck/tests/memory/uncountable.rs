//! Shapes with more elements than `usize` can count: harmless if a size is 0, and otherwise a panic that names the
//! shape if an operation visits the elements. A view that repeats one element can have such a shape.
// Under AddressSanitizer.
#![cfg(all(feature = "tensor", feature = "std", target_pointer_width = "64"))]

use std::panic::{AssertUnwindSafe, catch_unwind};

use shapecheck::{DynShape, Tensor, axes, broadcast_map, broadcast_update, shape};

const BIG: usize = 1 << 32;

/// The text of the panic of a closure.
#[track_caller]
fn text<T>(function: impl FnOnce() -> T) -> String {
    let Err(error) = catch_unwind(AssertUnwindSafe(function)) else {
        panic!("nothing panicked");
    };
    *error.downcast::<String>().expect("a text with numbers")
}

fn of<T: Clone>(sizes: &[usize], value: T) -> Tensor<T, DynShape> {
    Tensor::full_with(DynShape::from(sizes), value)
}

#[test]
fn a_view_of_too_many_elements_panics_with_its_shape() {
    let one = of(&[1], 1_i32);
    let view = one.broadcast_to_with(DynShape::from([BIG, BIG]));
    let float = of(&[1], 1.0_f32);
    let floats = float.broadcast_to_with(DynShape::from([BIG, BIG]));
    let expected =
        "a tensor of shape [4294967296, 4294967296] has more elements than `usize` can count";
    assert_eq!(text(|| view.len()), expected);
    assert_eq!(text(|| view.iter().count()), expected);
    assert_eq!(text(|| view.to_tensor()), expected);
    assert_eq!(text(|| &view + &view), expected);
    assert_eq!(
        text(|| broadcast_map!(|x, y| x * y; &view, one.clone())),
        expected
    );
    assert_eq!(text(|| view == view), expected);
    assert_eq!(text(|| view.sum()), expected);
    assert_eq!(text(|| view.product_axes::<axes![-2, -1]>()), expected);
    assert_eq!(text(|| view.max()), expected);
    assert_eq!(text(|| view.argmin_axis::<-1>()), expected);
    assert_eq!(text(|| floats.mean()), expected);
    assert_eq!(text(|| floats.var_axis::<-2>()), expected);
    assert_eq!(text(|| floats.norm()), expected);
    assert_eq!(text(|| floats.softmax::<-1>()), expected);
    assert_eq!(text(|| view.equal(&one).any()), expected);
}

#[test]
fn results_of_too_many_elements_are_errors() {
    let (column, row) = (of(&[BIG, 1], ()), of(&[BIG], ()));
    let expected =
        "a tensor of shape [4294967296, 4294967296] has more elements than `usize` can count";
    assert_eq!(
        text(|| broadcast_map!(|(), ()| (); &column, &row)),
        expected
    );
    assert_eq!(text(|| column.zip_map(&row, |(), ()| ())), expected);
    let one = of(&[1], 1_i32);
    let left = one.broadcast_to_with(DynShape::from([BIG, 1]));
    let right = one.broadcast_to_with(DynShape::from([1, BIG]));
    assert_eq!(left.try_matmul(&right).unwrap_err().to_string(), expected);
    assert_eq!(text(|| left.matmul(&right)), expected);
}

// Under Miri.
#[test]
fn a_size_of_0_makes_the_others_harmless() {
    let none = of(&[BIG, BIG, 0], 1_i32);
    assert_eq!((none.len(), none.sum(), none.product()), (0, 0, 1));
    assert_eq!((&none + &none).shape().dims(), [BIG, BIG, 0]);
    assert_eq!(none.matmul(&of(&[0, 0], 1)).shape().dims(), [BIG, BIG, 0]);
    let empty = of(&[BIG, BIG, 0, 3], 1_i32);
    assert_eq!(
        empty.matmul(&of(&[3, 2], 1)).shape().dims(),
        [BIG, BIG, 0, 2]
    );
    assert!(of(&[BIG, BIG, 0], 1.0_f32).mean().is_nan());

    let front = of(&[0, BIG, BIG], 1.0_f32);
    assert_eq!(front.sum_axes::<axes![-2, -1]>().shape().dims(), [0, 1, 1]);
    assert_eq!(front.mean_axes::<axes![-2, -1]>().shape().dims(), [0, 1, 1]);
    assert_eq!(front.max_axes::<axes![-2, -1]>().shape().dims(), [0, 1, 1]);
    // What is left is more than can be counted, of sums of nothing.
    assert_eq!(
        text(|| none.sum_axis::<-1>()),
        "a tensor of shape [4294967296, 4294967296, 1] has more elements than `usize` can count",
    );

    // Views anywhere in nothing.
    let view = front.index_axis::<-2>(BIG - 1);
    let view = view.slice_axis::<-1>(5..);
    let one = of(&[1, 1], 1.0);
    let mut sum = &view.transpose() + &one.broadcast_to_with(DynShape::from([BIG - 5, 1]));
    assert_eq!(sum.shape().dims(), [BIG - 5, 0]);
    broadcast_update!(|x, y| *x += y; &mut sum, &view.transpose());
    assert_eq!(view.iter().count() + sum.iter().count(), 0);
    let end = of(&[3, 4], 1_i32);
    assert_eq!(end.slice_axis::<-2>(3..).sum_axis::<-2>().to_vec(), [0; 4]);
}

#[test]
fn an_axis_that_does_not_exist_is_named_even_where_there_is_no_element() {
    let none = of(&[0], 1.0_f32);
    let expected = "a tensor of shape [0] has no axis -2";
    assert_eq!(text(|| none.softmax::<-2>()), expected);
    assert_eq!(text(|| none.log_softmax::<-2>()), expected);
    assert_eq!(text(|| none.sum_axis::<-2>()), expected);
    assert_eq!(text(|| none.max_axis::<-2>()), "shape [0] has no axis -2");
    assert_eq!(text(|| none.index_axis::<-2>(0).len()), expected);
}

#[test]
fn static_shapes_of_more_than_eight_axes() {
    // As many sizes as a constant holds are all 1.
    let ones = Tensor::<i32, shape![2, 1, 1, 1, 1, 1, 1, 1, 1]>::from_fn_in_order();
    assert_eq!((&ones + &ones).to_vec(), [0, 2]);
    let dynamic = ones
        .clone()
        .try_into_shape::<shape![_, 1, 1, 1, 1, 1, 1, 1, 1]>()
        .unwrap();
    assert_eq!(
        broadcast_map!(|x, y, z| x + y + z; &dynamic, &ones, &dynamic).to_vec(),
        [0, 3]
    );
    assert_eq!(
        broadcast_map!(|x, y| x - y; ones.clone(), &dynamic).to_vec(),
        [0, 0]
    );
}

/// Numbers from 0 on, for shapes of more axes than an index can have.
trait InOrder {
    fn from_fn_in_order() -> Self;
}

impl<S: shapecheck::StaticShape> InOrder for Tensor<i32, S> {
    fn from_fn_in_order() -> Self {
        Self::from_vec((0..S::NUM_ELEMENTS as i32).collect()).expect("as many elements")
    }
}

#[test]
fn ten_thousand_axes_do_not_exhaust_the_stack() {
    let mut sizes = vec![1; 10_000];
    (sizes[0], sizes[5_000], sizes[9_999]) = (2, 2, 3);
    let t = of(&sizes, 4);
    let sum = &t + of(&[3], 1);
    assert!(sum.iter().all(|&element| element == 5));
    assert_eq!(sum.to_string().matches("[5 5 5]").count(), 4);
}

/// What a function returns, which ends.
#[track_caller]
fn ends<T: Send + 'static>(function: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(function()));
    match receiver.recv_timeout(std::time::Duration::from_secs(60)) {
        Ok(result) => result,
        Err(error) => panic!("{error}"),
    }
}

const MAX: usize = usize::MAX;

#[test]
fn matrices_without_elements_are_computed_with() {
    for sizes in [[0, MAX, MAX], [0, BIG, BIG]] {
        let x = of(&sizes, 1.0_f64);
        let found = ends(move || {
            assert_eq!(x.try_inverse().unwrap().dims(), sizes);
            assert_eq!(x.try_cholesky().unwrap().dims(), sizes);
            assert_eq!(x.try_solve(&x).unwrap().dims(), sizes);
            assert_eq!(x.eigh().1.dims(), sizes);
            assert_eq!(x.qr().0.dims(), sizes);
            assert_eq!(x.cov().dims(), sizes);
            assert_eq!(x.median_axis::<-1>().dims(), [0, sizes[1], 1]);
            assert_eq!(x.nan_median_axis::<-1>().dims(), [0, sizes[1], 1]);
            assert_eq!(x.nan_max_axis::<-2>().dims(), [0, 1, sizes[2]]);
            assert_eq!(x.trapezoid_axis::<-1>(1.0).dims(), [0, sizes[1], 1]);
            assert_eq!(x.weighted_mean_axis::<-1>(&x).dims(), [0, sizes[1], 1]);
            assert_eq!(x.svd().2.dims(), sizes);
            assert_eq!(x.diagonal().dims(), &sizes[..2]);

            assert_eq!(x.trace().dims(), [0]);
            (x.det().dims().to_vec(), x.slogdet().0.dims().to_vec())
        });
        assert_eq!(found, (vec![0], vec![0]));
    }
    // Any number of matrices without elements.
    let many = of(&[MAX, MAX, 0, 3], 1.0_f64);
    ends(move || {
        let (q, r) = many.qr();
        assert_eq!(
            (q.dims(), r.dims()),
            (&[MAX, MAX, 0, 0][..], &[MAX, MAX, 0, 3][..])
        );
        let (u, values, v) = many.svd();
        assert_eq!(u.dims(), [MAX, MAX, 0, 0]);
        assert_eq!(values.dims(), [MAX, MAX, 0]);
        assert_eq!(v.dims(), [MAX, MAX, 0, 3]);
        assert_eq!(many.diagonal().dims(), [MAX, MAX, 0]);
        assert_eq!(many.inner(&of(&[2, 3], 1.0)).dims(), [MAX, MAX, 0, 2]);
    });
    let none = of(&[MAX, MAX, 0, 0], 1.0_f64);
    let solution = none.try_solve(&of(&[0, 5], 1.0)).unwrap();
    assert_eq!(solution.dims(), [MAX, MAX, 0, 5]);
    // A factor of each may have elements, and a number for each is one.
    let identities = of(&[2, 0, 2], 1.0_f64).full_svd().2;
    assert_eq!(
        identities.to_vec(),
        [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]
    );
    let expected =
        format!("a tensor of shape [{MAX}, {MAX}] has more elements than `usize` can count");
    assert_eq!(none.try_det().unwrap_err().to_string(), expected);
    assert_eq!(none.try_slogdet().unwrap_err().to_string(), expected);
    let squares = of(&[MAX, 0], 1.0_f64);
    assert_eq!(squares.try_cov().unwrap_err().to_string(), expected);
    assert_eq!(squares.try_corrcoef().unwrap_err().to_string(), expected);
    assert_eq!(text(|| none.det()), expected);
}

#[cfg(feature = "fft")]
#[test]
fn lanes_without_elements_are_transformed() {
    use shapecheck::dim;

    let x = of(&[0, MAX], 1.0_f64);
    assert_eq!(x.along::<-1>().rfft().dims(), [0, MAX / 2 + 1]);
    assert_eq!(x.along::<-1>().rfft_to::<dim!(4)>().dims(), [0, 3]);
    let x = of(&[MAX, 0, MAX], 1.0_f64);
    let longer = x.along::<-2>().try_rfft_to::<dim!(4)>();
    assert_eq!(
        longer.err().map(|error| error.to_string()),
        Some(format!(
            "a tensor of shape [{MAX}, 3, {MAX}] has more elements than `usize` can count"
        )),
    );
}

#[test]
fn windows_along_axes_without_elements() {
    use shapecheck::window::{Conv, Pool};

    let four = |sizes: [usize; 4]| {
        let tensor = of(&sizes, 1.0_f64);
        tensor.try_into_shape::<shape![_, _, _, _]>().unwrap()
    };
    let images = four([0, 3, MAX, MAX]);
    ends(move || {
        assert_eq!(images.max_pool2d(Pool::of::<1>()).dims(), [0, 3, MAX, MAX]);
        assert_eq!(
            images.conv2d(&four([2, 3, 1, 1]), Conv::new()).dims(),
            [0, 2, MAX, MAX]
        );
        let smaller = images.conv2d(&four([2, 3, 2, 2]), Conv::new());
        assert_eq!(smaller.dims(), [0, 2, MAX - 1, MAX - 1]);
    });
}

#[test]
fn the_logsumexp_of_no_elements_is_that_of_a_sum_of_zero() {
    let none = of(&[2, 0], 1.0_f64);
    assert_eq!(none.logsumexp::<-1>().to_vec(), [f64::NEG_INFINITY; 2]);
    let inline = shapecheck::InlineTensor::<f32, shapecheck::shape![2, 0]>::zeros();
    assert_eq!(inline.logsumexp::<-1>().to_vec(), [f32::NEG_INFINITY; 2]);
    assert_eq!(none.logsumexp::<-2>().dims(), [1, 0]);
}

#[test]
fn what_is_computed_from_several_results_tells_which_one_cannot_be_counted() {
    use shapecheck::dim;
    use shapecheck::tensor::MatrixNorm;

    let many =
        |sizes: &str| format!("a tensor of shape {sizes} has more elements than `usize` can count");
    let square = many(&format!("[{MAX}, {MAX}]"));
    let rows = of(&[MAX, 0], 1.0_f64);
    let x = rows.clone().try_into_shape::<shape![_, _]>().unwrap();
    assert_eq!(x.try_attention(&x, &x).unwrap_err().to_string(), square);
    assert_eq!(
        x.try_causal_attention(&x, &x).unwrap_err().to_string(),
        square
    );
    assert_eq!(x.try_cdist(&x).unwrap_err().to_string(), square);
    let x = of(&[MAX, MAX, 0], 1.0_f64);
    let x = x.try_into_shape::<shape![_, _, _]>().unwrap();
    assert_eq!(x.try_vecdot(&x).unwrap_err().to_string(), square);
    assert_eq!(
        x.try_cosine_similarity(&x, 1e-6).unwrap_err().to_string(),
        square
    );
    let x = of(&[MAX, 0, MAX], 1.0_f64);
    let x = x.try_into_shape::<shape![_, _, _]>().unwrap();
    let loss = x.along::<-2>().try_soft_cross_entropy(&x);
    assert_eq!(
        loss.unwrap_err().to_string(),
        many(&format!("[{MAX}, 1, {MAX}]"))
    );
    assert!(x.try_narrow::<-1, dim!(1)>(MAX).is_err());
    assert_eq!(
        x.try_narrow::<-1, dim!(1)>(MAX - 1).unwrap().dims(),
        [MAX, 0, 1]
    );
    let norms = ends(|| of(&[4, BIG, 0], 1.0_f64).matrix_norm(MatrixNorm::Frobenius));
    assert_eq!(norms.to_vec(), [0.0; 4]);
}
