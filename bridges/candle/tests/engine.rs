//! Programs on candle beside the host's: those that all engines run, and what only candle has.

use shapecheck::window::{Conv, Pool};
use shapecheck::{Tensor, TensorOn, axes, dim, einsum, shape};
use shapecheck_candle::{Candle, typed};

/// The engine that the programs run on.
mod on {
    use shapecheck::{Scalar, Shape, Tensor, TensorOn};
    pub use shapecheck_candle::{Candle as Engine, Element, Parameter, from_host, to_host};

    pub fn parameter<S: Shape>(tensor: &Tensor<f64, S>) -> Parameter<f64, S> {
        Parameter::of(&from_host(tensor))
    }

    /// The gradient of each parameter, if there is one.
    pub fn gradients<S: Shape>(
        loss: &TensorOn<f64, Scalar, Engine>,
    ) -> impl Fn(&Parameter<f64, S>) -> Option<Tensor<f64, S>> + use<S> {
        let gradients = shapecheck_candle::gradients(loss).unwrap();
        move |parameter| gradients.of(parameter).map(|found| to_host(&found))
    }
}

#[macro_use]
#[path = "../../tests/programs.rs"]
mod programs;

#[macro_use]
#[path = "../../tests/halves.rs"]
mod halves;

use on::{from_host, parameter, to_host};
use programs::near;

same! {
    one_hot: |a, _b, _c| a.argmax_axis::<-1>().one_hot::<f32, dim!(4)>();
    factors: |a, _b, _c| {
        let (q, r) = a.qr();
        let (u, values, v) = a.svd();
        let (whole, longer) = a.transpose().complete_qr();
        let (left, _, right) = a.full_svd();
        let square = a.matmul(&a.transpose());
        let (eigenvalues, _) = square.eigh();
        let (signs, logarithms) = (&square + 1.0).slogdet();
        q.matmul(&r) + (u * values.insert_axis::<-2>()).matmul(&v) + eigenvalues.sum_axis::<-1>().insert_axis::<-1>()
            + (signs * logarithms).reshape::<shape![2, 1, 1]>() * 0.0
            + whole.matmul(&longer).transpose()
            + left.matmul(&left.transpose()).matmul(a).matmul(&right).matmul(&right.transpose())
    };
    changed: |a, b, c| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>().remove_axis::<-1>();
        let mut changed = a.to_tensor();
        changed.along_mut::<-1>().index_add(&places, b);
        changed.along_mut::<-3>().index_assign(&a.sum_axes::<axes![-2, -1]>().argmax_axis::<-3>().remove_axes::<axes![-2, -1]>(), c);
        changed.along_mut::<-2>().scatter_add(&a.argmin_axis::<-2>(), c);
        changed.along_mut::<-1>().scatter(&a.argmin_axis::<-1>(), b);
        changed
    };
    changed_among_the_leading: |a, b, _c| {
        let places = a.argmax_axis::<-1>().narrow::<-2, dim!(2)>(1);
        let mut changed = a.to_tensor();
        changed.along_mut::<-1>().scatter_leading(&places, &(a + b));
        changed.along_mut::<-2>().scatter_add_leading(&a.argmin_axis::<-2>().narrow::<-1, dim!(3)>(0), &(a * b));
        changed
    };
    changed_again_and_again: |a, b, c| {
        let mut changed = b.to_tensor();
        changed.along_mut::<-2>().scatter_add(&a.index_axis::<-3>(0).argmax_axis::<-2>(), c);
        changed
    };
}

same_in_halves! {
    changed_in_halves: |a, b, c, _n| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>().remove_axis::<-1>();
        let mut changed = a.to_tensor();
        changed.along_mut::<-1>().index_add(&places, b);
        changed.along_mut::<-1>().scatter(&a.argmin_axis::<-1>(), b);
        changed += c;
        changed
    };
    factors_of_halves: |a, _b, _c, _n| {
        let (q, r) = a.qr();
        let (u, values, v) = a.svd();
        q.matmul(&r) + (u * values.insert_axis::<-2>()).matmul(&v)
    };
    columns_of_windows_of_halves: |a, _b, _c, _n| a.reshape::<shape![2, 3, 2, 2]>().unfold2d(Pool::of::<2>().stride::<1>());
}

same_gradients! {
    columns_of_windows: shape![2, 3, 4, 5], shape![1]: |x, _k| x.unfold2d(Pool::of::<2>().stride::<1>().padding::<1>());
    folded_columns: shape![2, 12, 4], shape![1]: |x, _k| {
        x.fold2d(<shape![2, 3]>::default(), Pool::of::<2>().stride::<2>().padding::<1>())
    };
}

#[test]
fn other_elements_and_other_sizes_are_refused_on_the_way_in() {
    use shapecheck_candle::candle_core::{DType, Device, Tensor as Untyped};

    let doubles = Untyped::zeros((2, 3), DType::F64, &Device::Cpu).unwrap();
    let error = typed::<f32, shape![2, 3]>(doubles.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the elements are F64, not F32 (`f32`)");
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = typed::<f64, shape![2, 4]>(doubles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4"
    );
}

#[test]
fn what_is_changed_by_indices_has_gradients() {
    let target = parameter(&Tensor::<f64, shape![2, 3]>::ones());
    let values = parameter(&Tensor::<f64, shape![2, 1]>::ones());
    let places = TensorOn::<usize, shape![2, 1], Candle>::from_slice(&[2, 0]).unwrap();
    let factors = Tensor::<f64, shape![2, 3]>::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let replaced = Tensor::from([[3.0], [4.0]]);

    let mut changed = target.tensor();
    changed.along_mut::<-1>().scatter(&places, &values.tensor());
    let loss = einsum!("i j, i j ->"; &changed, &from_host(&factors));
    let left = Tensor::from([[1.0, 2.0, 0.0], [0.0, 5.0, 6.0]]);
    near(&on::gradients(&loss)(&target).unwrap(), &left);
    near(&on::gradients(&loss)(&values).unwrap(), &replaced);

    let mut changed = target.tensor();
    changed
        .along_mut::<-1>()
        .scatter_add(&places, &values.tensor());
    let loss = einsum!("i j, i j ->"; &changed, &from_host(&factors));
    near(&on::gradients(&loss)(&target).unwrap(), &factors);
    near(&on::gradients(&loss)(&values).unwrap(), &replaced);
}

#[test]
fn nothing_to_add_up() {
    let images = Tensor::<f32, shape![0, 3, 5, 5]>::zeros();
    let kernels = Tensor::<f32, shape![4, 3, 3, 3]>::zeros();
    let found = from_host(&images).conv2d(&from_host(&kernels), Conv::new());
    near(&to_host(&found), &images.conv2d(&kernels, Conv::new()));
    let pooled = from_host(&images).max_pool2d(Pool::of::<2>());
    assert_eq!(pooled.dims(), [0, 3, 2, 2]);
}

/// Candle's functions for norms and rotations have no gradients: where they are followed, others are called.
#[test]
fn norms_and_rotations_of_floats_have_gradients() {
    use shapecheck_candle::{Parameter, gradients};

    let x = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| {
        programs::element(12 * i + 4 * j + k, 1)
    });
    let weights = from_host(&Tensor::<f32, shape![4]>::from([1.0, -2.0, 0.5, 3.0]));
    let angles = from_host(&Tensor::<f32, shape![3, 2]>::from_fn(|[i, j]| {
        (i + j) as f32
    }));
    let parameter = Parameter::of(&from_host(&x));
    let gradient = |loss: TensorOn<f32, shape![2, 3, 4], Candle>| {
        let loss = einsum!("i j k, i j k ->"; &loss, &loss);
        let found = gradients(&loss).unwrap().of(&parameter);
        to_host(&found.expect("a gradient"))
    };
    let x = parameter.tensor();
    let norm = gradient(x.layer_norm_with_bias(&weights, &weights, 1e-5));
    near(&norm, &gradient(x.layer_norm(&weights, 1e-5) + &weights));
    assert!(norm.iter().any(|&it| it.abs() > 0.1));
    assert!(
        gradient(x.rms_norm(&weights, 1e-5))
            .iter()
            .any(|&it| it.abs() > 0.1)
    );
    // A rotation keeps the sum of squares.
    near(
        &gradient(x.rotary_embedding(&angles.cos(), &angles.sin())),
        &gradient(x),
    );
}
