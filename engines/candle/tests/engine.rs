//! Each operation on candle gives what it gives on the host.

#[macro_use]
mod same;

use shapecheck::engine::{Arranges, Floats, Joins, JoinsAll, Networks};
use shapecheck::{Axis, Dim, Host, Shape, Tensor, TensorOn, axes, dim, einsum, shape};
use shapecheck_candle::{Candle, from_host, to_host, typed};

use same::{element, near};

same! {
    sums_of_tensors_that_broadcast: |a, b, c| a + b * c - c / 2.0;
    numbers_on_both_sides: |a, _b, _c| 3.0 - (2.0 / (a * a + 1.0)) * 0.5 + 1.0;
    larger_and_smaller: |a, b, c| a.maximum(b).minimum(c).clamp(-1.0, 1.5);
    comparisons: |a, b, c| !(a.less(b) & a.not_equal(c) | b.greater_equal(c) ^ a.equal(b));
    functions: |a, _b, _c| {
        let positive = a.abs() + 0.5;
        a.exp() + positive.ln() + positive.sqrt() + positive.recip() + a.tanh() + a.sigmoid() + a.silu() + a.erf()
            + a.gelu() + a.relu() + a.sin() + a.cos() + a.floor() + a.ceil() + a.round() + positive.powf(1.5) + a.powi(3)
            + positive.log2() + positive.log10() + -a
    };
    functions_near_0: |a, _b, _c| ((a / 1000.0).exp_m1() + (a / 3000.0).ln_1p()) * 1000.0;
    sums_along_axes: |a, _b, _c| a.sum_axes::<axes![-3, -1]>() + a.mean_axis::<-2>() + a.product_axis::<-1>();
    variances: |a, _b, _c| a.var_axis::<-1>() + a.var_axes::<axes![-3, -2]>();
    largest_and_smallest: |a, _b, _c| a.max_axis::<-2>() - a.min_axis::<-1>();
    places_of_the_largest: |a, _b, _c| a.argmax_axis::<-1>();
    places_of_the_smallest: |a, _b, _c| a.argmin_axis::<-3>();
    running_sums: |a, _b, _c| a.cumulative_sum::<-1>() + a.cumulative_product::<-2>();
    order: |a, _b, _c| a.sort::<-2>();
    places_in_order: |a, _b, _c| a.argsort::<-1>();
    softmax: |a, _b, _c| a.softmax::<-1>() + a.softmax::<-2>() + a.log_softmax::<-3>();
    products: |a, _b, c| a.matmul(c);
    products_of_matrices: |a, _b, _c| a.transpose().matmul(a);
    products_of_one_matrix: |a, _b, _c| a.matmul(&a.index_axis::<-3>(1).transpose());
    products_of_one_matrix_for_some_neighbours: |a, _b, _c| {
        let many = a.reshape::<shape![1, 2, 3, 1, 4]>() + &a.reshape::<shape![2, 1, 3, 4]>();
        many.matmul(&a.reshape::<shape![2, 1, 3, 4]>().transpose())
    };
    products_of_matrices_that_broadcast: |a, _b, _c| {
        let many = a.reshape::<shape![2, 3, 1, 4]>();
        many.matmul(&a.reshape::<shape![3, 2, 4]>().transpose()) + many.matmul(&a.reshape::<shape![2, 1, 4, 3]>()).sum_axis::<-1>()
    };
    products_with_a_vector: |a, _b, c| c.matmul(&a.transpose()) + a.matmul(c);
    transposes: |a, _b, _c| a.permute::<axes![-1, -3, -2]>().sum_axis::<-1>();
    parts: |a, _b, _c| a.narrow::<-1, dim!(2)>(1).index_axis::<-3>(1).to_tensor();
    added_axes: |a, b, _c| a.insert_axis::<-2>().sum_axis::<-1>() + b.broadcast_to::<shape![2, 1, 3, 1]>().permute::<axes![-4, -2, -3, -1]>();
    reshapes: |a, _b, _c| a.transpose().reshape::<shape![8, 3]>();
    taken: |a, _b, _c| {
        let places = a.index_axis::<-3>(0).argmax_axis::<-1>();
        a.along::<-2>().take(&places.reshape::<shape![3]>())
    };
    norms: |a, _b, _c| a.norm_axis::<-1>() + a.norm_axis::<-2>();
    functions_made_of_others: |a, _b, _c| {
        a.cbrt() + a.tan() + a.sinh() + a.cosh() + a.signum() + a.trunc() + a.fract() + (a * a * 0.0).signum()
    };
    contractions: |a, _b, c| {
        let rows = a.index_axis::<-3>(0);
        a.tensordot(&rows.transpose(), Axis::<-1>) + a.inner(&rows) + c.tensordot(c, Axis::<-1>)
    };
    equations: |a, b, c| {
        let products = einsum!("i j k, i l k -> i j l"; a, a);
        products + einsum!("j x, k -> j k"; b, c).sum() + einsum!("i j k, k -> i j"; a, c).insert_axis::<-1>()
    };
    diagonals: |a, _b, _c| {
        let square = a.matmul(&a.transpose());
        einsum!("i j j -> j i"; &square) + einsum!("i j i -> i j"; &square.narrow::<-2, dim!(2)>(1).permute::<axes![-3, -1, -2]>()).sum()
    };
    factors: |a, _b, _c| {
        let (q, r) = a.qr();
        let (u, values, v) = a.svd();
        let square = a.matmul(&a.transpose());
        let (eigenvalues, _) = square.eigh();
        let (signs, logarithms) = (&square + 1.0).slogdet();
        q.matmul(&r) + (u * values.insert_axis::<-2>()).matmul(&v) + eigenvalues.sum_axis::<-1>().insert_axis::<-1>()
            + (signs * logarithms).reshape::<shape![2, 1, 1]>() * 0.0
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
    changed_again_and_again: |a, b, c| {
        let mut changed = b.to_tensor();
        changed.along_mut::<-2>().scatter_add(&a.index_axis::<-3>(0).argmax_axis::<-2>(), c);
        changed
    };
    one_hot: |a, _b, _c| a.argmax_axis::<-1>().one_hot::<f32, dim!(4)>();
    inverses: |a, _b, _c| {
        let square = a.transpose().matmul(a) + a.transpose().matmul(a).recip().relu().clamp(0.0, 1.0) * 0.0;
        let far_from_singular = square + from(a);
        far_from_singular.inverse() + far_from_singular.det().reshape::<shape![2, 1, 1]>()
    };
}

/// Ten times the matrix of ones on the diagonal, on the engine of a tensor.
fn from<E: Floats<f32>, S: Shape>(_: &TensorOn<f32, S, E>) -> TensorOn<f32, shape![4, 4], E> {
    TensorOn::from_fn(|[i, j]| if i == j { 10.0 } else { 0.0 })
}

/// A block of a network, for every engine.
fn block<E: Networks<f32>, B: Dim>(
    x: &TensorOn<f32, shape![B, 3, 4], E>,
    weights: &TensorOn<f32, shape![4, 4], E>,
    scale: &TensorOn<f32, shape![4], E>,
) -> TensorOn<f32, shape![B, 3, 4], E> {
    let x = x.linear(weights).layer_norm(scale, 1e-5);
    let x = x.causal_attention(&x, &x) + x.rms_norm(scale, 1e-6);
    x.gelu()
}

#[test]
fn a_network_gives_the_same_on_both_engines() {
    let x = Tensor::<f32, shape![2, 3, 4]>::from_fn(|[i, j, k]| element(12 * i + 4 * j + k, 1));
    let weights = Tensor::<f32, shape![4, 4]>::from_fn(|[i, j]| element(4 * i + j, 5));
    let scale = Tensor::<f32, shape![4]>::from_fn(|[i]| element(i, 7));
    let expected = block::<Host, _>(&x, &weights, &scale);
    let found = block::<Candle, _>(&from_host(&x), &from_host(&weights), &from_host(&scale));
    near(&to_host(&found).unwrap(), &expected);
}

#[test]
fn sizes_that_clash_are_told_in_the_words_of_the_rule() {
    let two = TensorOn::<f32, shape![_], Candle>::zeros_with(<shape![_]>::of([2]));
    let three = TensorOn::<f32, shape![_], Candle>::zeros_with(<shape![_]>::of([3]));
    let text = "cannot broadcast shapes [2] and [3]: size 2 does not match size 3 at axis -1";
    assert_eq!(two.try_add(&three).unwrap_err().to_string(), text);

    let add = std::panic::AssertUnwindSafe(|| &two + &three);
    let panic = std::panic::catch_unwind(add).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().map(String::as_str),
        Some(text)
    );
}

#[test]
fn an_index_beyond_an_axis_is_an_error() {
    let x = TensorOn::<f32, shape![3, 4], Candle>::ones();
    let places = TensorOn::<usize, shape![2], Candle>::from_slice(&[1, 3]).unwrap();
    let error = x.along::<-2>().try_take(&places).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index 3 along axis -2 of shape [3, 4], which has size 3"
    );
    let taken = x
        .along::<-2>()
        .take(&TensorOn::<usize, shape![2], Candle>::zeros());
    assert_eq!(to_host(&taken).unwrap().to_vec(), [1.0; 8]);
}

#[test]
fn other_elements_and_other_sizes_are_refused_on_the_way_in() {
    use shapecheck_candle::candle_core::{DType, Device, Tensor as Untyped};

    let doubles = Untyped::zeros((2, 3), DType::F64, &Device::Cpu).unwrap();
    let error = typed::<f32, shape![2, 3]>(doubles.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the elements are F64, not F32 (`f32`)");
    let error = typed::<f64, shape![2, 4]>(doubles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4"
    );
}

#[test]
fn arrangements_and_joins() {
    fn all<E>(x: &TensorOn<f32, shape![2, 3], E>) -> TensorOn<f32, shape![8, 5], E>
    where
        E: Floats<f32> + Arranges<f32, Home = E> + Joins<f32, Home = E> + JoinsAll<f32, Home = E>,
    {
        let padded = x.along::<-1>().pad::<dim!(1), dim!(1)>(7.0);
        let turned = padded.along::<-1>().roll(2).along::<-2>().flip();
        let joined = padded.along::<-2>().concat(&turned);
        let stacked = TensorOn::stack(
            [&joined, &turned.along::<-2>().tile::<dim!(2)>()],
            Axis::<-1>,
        );
        let first: TensorOn<f32, shape![4, 5], E> = stacked.index_axis::<-1>(0);
        TensorOn::concat_all([&first, &stacked.index_axis::<-1>(1)], Axis::<-2>)
    }
    let x = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    near(&to_host(&all(&from_host(&x))).unwrap(), &all(&x));
}

#[test]
fn an_embedding_has_gradients() {
    use shapecheck_candle::{Parameter, gradients};

    let table = Parameter::of(&from_host(&Tensor::<f32, shape![5, 2]>::from_fn(
        |[i, j]| element(2 * i + j, 1),
    )));
    let tokens = TensorOn::<usize, shape![2, 2], Candle>::from_slice(&[3, 0, 3, 4]).unwrap();
    let rows = table.tensor().along::<-2>().take(&tokens); // [2, 2, 2]
    let factors = Tensor::from([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]);
    let loss = einsum!("i j k, i j k ->"; &rows, &from_host(&factors));
    let found = gradients(&loss).unwrap().of(&table).unwrap();
    let expected = Tensor::<f32, shape![5, 2]>::from([
        [3.0, 4.0],
        [0.0, 0.0],
        [0.0, 0.0],
        [6.0, 8.0],
        [7.0, 8.0],
    ]);
    near(&to_host(&found).unwrap(), &expected);
}

#[test]
fn what_is_changed_by_indices_has_gradients() {
    use shapecheck_candle::{Parameter, gradients};

    let target = Parameter::of(&TensorOn::<f64, shape![2, 3], Candle>::ones());
    let values = Parameter::of(&TensorOn::<f64, shape![2, 1], Candle>::ones());
    let places = TensorOn::<usize, shape![2, 1], Candle>::from_slice(&[2, 0]).unwrap();
    let factors = Tensor::<f64, shape![2, 3]>::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let factors = from_host(&factors);

    let mut changed = target.tensor();
    changed.along_mut::<-1>().scatter(&places, &values.tensor());
    let loss = einsum!("i j, i j ->"; &changed, &factors);
    let found = gradients(&loss).unwrap();
    let left = Tensor::from([[1.0, 2.0, 0.0], [0.0, 5.0, 6.0]]);
    near(&to_host(&found.of(&target).unwrap()).unwrap(), &left);
    let replaced = Tensor::from([[3.0], [4.0]]);
    near(&to_host(&found.of(&values).unwrap()).unwrap(), &replaced);

    let mut changed = target.tensor();
    changed
        .along_mut::<-1>()
        .scatter_add(&places, &values.tensor());
    let loss = einsum!("i j, i j ->"; &changed, &factors);
    let found = gradients(&loss).unwrap();
    let factors = to_host(&factors).unwrap();
    near(&to_host(&found.of(&target).unwrap()).unwrap(), &factors);
    near(&to_host(&found.of(&values).unwrap()).unwrap(), &replaced);
}

#[test]
#[cfg(feature = "weights")]
fn a_file_of_weights_fills_a_struct() {
    use shapecheck_weights::{Load, Save, load, save};

    #[derive(Load, Save)]
    struct Linear {
        #[weights(transposed)]
        weight: TensorOn<f32, shape![4, 3], Candle>,
        counts: TensorOn<u8, shape![_], Candle>,
    }

    let weight = Tensor::<f32, shape![4, 3]>::from_fn(|[i, j]| element(3 * i + j, 1));
    let linear = Linear {
        weight: from_host(&weight),
        counts: TensorOn::from_slice_with(<shape![_]>::of([2]), &[1, 2]).unwrap(),
    };
    let bytes = save(&linear).unwrap();
    let same: Linear = load(&bytes).unwrap();
    near(&to_host(&same.weight).unwrap(), &weight);
    assert_eq!(to_host(&same.counts).unwrap().to_vec(), [1, 2]);

    #[derive(Load)]
    #[allow(dead_code)]
    struct Other {
        weight: TensorOn<f32, shape![4, 3], Candle>,
        counts: TensorOn<f32, shape![2], Candle>,
        bias: TensorOn<f32, shape![3], Candle>,
    }
    let error = load::<Other>(&bytes).err().unwrap();
    let told = "\
3 weights do not fit:
  `weight` has shape [3, 4], the struct wants [4, 3]: size 4 is not 3 at axis -1
  `counts` has elements U8, the struct wants F32
  `bias` is missing: the struct wants [3] of F32";
    assert_eq!(error.to_string(), told);
}

#[test]
fn places_are_compared() {
    let places = TensorOn::<usize, shape![2], Candle>::from_slice(&[2, 0]).unwrap();
    let is_same = places.equal(&places.along::<-1>().flip());
    assert_eq!(to_host(&is_same).unwrap().to_vec(), [false, false]);
}

#[test]
fn losses_have_gradients() {
    use shapecheck_candle::{Parameter, gradients};

    let scores = Tensor::<f64, shape![2, 3]>::from([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5]]);
    let parameter = Parameter::of(&from_host(&scores));
    let classes = TensorOn::<usize, shape![2], Candle>::from_slice(&[2, 1]).unwrap();
    let targets = TensorOn::<f64, shape![2, 3], Candle>::ones();

    let loss = parameter.tensor().along::<-1>().cross_entropy(&classes);
    let found = gradients(&loss).unwrap().of(&parameter).unwrap();
    let right = Tensor::from([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    near(
        &to_host(&found).unwrap(),
        &((scores.softmax::<-1>() - right) / 2.0),
    );

    let loss = parameter.tensor().mse_loss(&targets);
    let found = gradients(&loss).unwrap().of(&parameter).unwrap();
    near(&to_host(&found).unwrap(), &((scores - 1.0) / 3.0));
}
