//! The rules of layers, attention and normalization: tables of cases for types and slices, and generic code that needs
//! no bounds.

use shapecheck::algebra::{
    Attends, BiasFor, EndsIn, Linear, MaskFor, Rotates, attention_shapes, check_bias,
    check_ends_in, check_rotates, linear_shape,
};
use shapecheck::error::{Rule, ShapeErrorKind};
use shapecheck::{Dim, DynShape, Shape, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// An input, the weights of a layer, and what it gives.
macro_rules! linear_table {
    ($([$($input:tt)*] through [$($weights:tt)*] => $result:tt;)*) => {$(
        linear_table!(@ [$($input)*] [$($weights)*] $result);
    )*};
    (@ [$($input:tt)*] [$($weights:tt)*] refused) => {
        assert_not_impl_any!(shape![$($input)*]: Linear<shape![$($weights)*]>);
        assert!(linear_shape(&[$($input)*], &[$($weights)*]).is_err());
    };
    (@ [$($input:tt)*] [$($weights:tt)*] [$($output:tt)*]) => {
        assert_type_eq_all!(<shape![$($input)*] as Linear<shape![$($weights)*]>>::Output, shape![$($output)*]);
        let output: &[usize] = &[$($output)*];
        assert_eq!(linear_shape(&[$($input)*], &[$($weights)*]).unwrap().dims(), output);
    };
}

#[test]
fn layers_follow_the_table() {
    linear_table! {
        [784] through [10, 784] => [10];
        [32, 784] through [10, 784] => [32, 10];
        [8, 32, 784] through [10, 784] => [8, 32, 10];
        [32, 0] through [10, 0] => [32, 10];
        [32, 784] through [0, 784] => [32, 0];
        [32, 1] through [1, 1] => [32, 1];
        [32, 768] through [10, 784] => refused;
        // Nothing is stretched.
        [32, 1] through [10, 784] => refused;
        [32, 784] through [10, 1] => refused;
        // The weights as they stand for `matmul`.
        [32, 784] through [784, 10] => refused;
        [] through [10, 784] => refused;
        [32, 784] through [784] => refused;
        [32, 784] through [1, 10, 784] => refused;
    }
}

assert_type_eq_all!(
    <shape![_, 784] as Linear<shape![10, 784]>>::Output,
    shape![_, 10]
);
assert_type_eq_all!(
    <shape![32, _] as Linear<shape![10, 784]>>::Output,
    shape![32, 10]
);
assert_type_eq_all!(
    <shape![32, 784] as Linear<shape![_, _]>>::Output,
    shape![32, _]
);

/// A shape, and the axes that it may end in.
macro_rules! tail_table {
    ($([$($shape:tt)*] in [$($tail:tt)*] => $verdict:ident;)*) => {$(
        tail_table!(@ $verdict [$($shape)*] [$($tail)*]);
    )*};
    (@ ends [$($shape:tt)*] [$($tail:tt)*]) => {
        assert_impl_all!(shape![$($shape)*]: EndsIn<shape![$($tail)*]>);
        assert_eq!(check_ends_in(&[$($shape)*], &[$($tail)*]), Ok(()));
    };
    (@ does_not [$($shape:tt)*] [$($tail:tt)*]) => {
        assert_not_impl_any!(shape![$($shape)*]: EndsIn<shape![$($tail)*]>);
        assert!(check_ends_in(&[$($shape)*], &[$($tail)*]).is_err());
    };
}

#[test]
fn tails_follow_the_table() {
    tail_table! {
        [8, 32, 768] in [768] => ends;
        [8, 32, 768] in [32, 768] => ends;
        [8, 32, 768] in [8, 32, 768] => ends;
        [8, 32, 768] in [] => ends;
        [] in [] => ends;
        [3, 0] in [0] => ends;
        [8, 32, 768] in [512] => does_not;
        [8, 32, 768] in [1] => does_not;
        [8, 32, 1] in [768] => does_not;
        [8, 32, 768] in [8, 768] => does_not;
        [8, 1, 768] in [32, 768] => does_not;
        [768] in [1, 768] => does_not;
        [] in [1] => does_not;
    }
    let error = check_ends_in(&[8, 30, 700], &[32, 768]).unwrap_err();
    let nearest_the_last = ShapeErrorKind::Sizes {
        rule: Rule::ENDS_IN,
        axis: -1,
        lhs: 700,
        rhs: 768,
    };
    assert_eq!(error.kind(), nearest_the_last);
}

assert_impl_all!(shape![8, _]: EndsIn<shape![768]>, EndsIn<shape![_]>, EndsIn<shape![_, 768]>, EndsIn<DynShape>);
assert_impl_all!(DynShape: EndsIn<shape![768]>, EndsIn<DynShape>);
assert_not_impl_any!(shape![_, 768]: EndsIn<shape![_, _, _]>, EndsIn<shape![_, 512]>);

/// Queries, keys and values, and the shapes of the result and of the scores.
macro_rules! attention_table {
    ($([$($queries:tt)*] [$($keys:tt)*] [$($values:tt)*] => $result:tt;)*) => {$(
        attention_table!(@ [$($queries)*] [$($keys)*] [$($values)*] $result);
    )*};
    (@ [$($queries:tt)*] [$($keys:tt)*] [$($values:tt)*] refused) => {
        assert_not_impl_any!(shape![$($queries)*]: Attends<shape![$($keys)*], shape![$($values)*]>);
        assert!(attention_shapes(&[$($queries)*], &[$($keys)*], &[$($values)*]).is_err());
    };
    (@ [$($queries:tt)*] [$($keys:tt)*] [$($values:tt)*] ([$($output:tt)*] by [$($scores:tt)*])) => {
        type Queries = shape![$($queries)*];
        assert_type_eq_all!(
            <Queries as Attends<shape![$($keys)*], shape![$($values)*]>>::Output,
            shape![$($output)*]
        );
        assert_type_eq_all!(
            <Queries as Attends<shape![$($keys)*], shape![$($values)*]>>::Scores,
            shape![$($scores)*]
        );
        let (output, scores) = attention_shapes(&[$($queries)*], &[$($keys)*], &[$($values)*]).unwrap();
        assert_eq!((output.dims(), scores.dims()), (&[$($output)*][..], &[$($scores)*][..]));
    };
}

macro_rules! tables_of_one {
    ($($name:ident: $row:tt;)*) => {$(
        #[test]
        fn $name() {
            attention_table! $row
        }
    )*};
}

tables_of_one! {
    one_head: { [5, 64] [7, 64] [7, 32] => ([5, 32] by [5, 7]); };
    heads: { [8, 12, 5, 64] [8, 12, 7, 64] [8, 12, 7, 64] => ([8, 12, 5, 64] by [8, 12, 5, 7]); };
    keys_of_all_heads: { [8, 12, 5, 64] [8, 1, 7, 64] [7, 64] => ([8, 12, 5, 64] by [8, 12, 5, 7]); };
    values_of_a_batch: { [5, 64] [7, 64] [8, 7, 32] => ([8, 5, 32] by [5, 7]); };
    no_keys: { [5, 64] [0, 64] [0, 32] => ([5, 32] by [5, 0]); };
}

#[test]
fn attention_refuses() {
    attention_table! {
        [5, 64] [7, 32] [7, 64] => refused;
        [5, 64] [7, 1] [7, 64] => refused;
        [5, 64] [7, 64] [6, 64] => refused;
        [5, 64] [7, 64] [1, 64] => refused;
        // Keys that were transposed already.
        [5, 64] [64, 7] [7, 64] => refused;
        [8, 5, 64] [7, 7, 64] [7, 64] => refused;
        [8, 5, 64] [8, 7, 64] [7, 7, 64] => refused;
        [5, 64] [64] [7, 64] => refused;
        [] [7, 64] [7, 64] => refused;
    }
}

type Cached<Past> = <shape![8, 12, 1, 64] as Attends<Past, Past>>::Scores;
assert_type_eq_all!(Cached<shape![8, 12, _, 64]>, shape![8, 12, 1, _]);

assert_impl_all!(shape![5, 7]: MaskFor<shape![8, 12, 5, 7]>);
assert_impl_all!(shape![8, 1, 1, 7]: MaskFor<shape![8, 12, 5, 7]>);
assert_impl_all!(shape![_, _]: MaskFor<shape![8, 12, 5, 7]>);
assert_not_impl_any!(shape![5, 8]: MaskFor<shape![8, 12, 5, 7]>);
assert_not_impl_any!(shape![2, 5, 7]: MaskFor<shape![5, 7]>);

/// Without a bound: where equal sizes are one parameter.
pub fn generic<S: Shape, B: Dim, H: Dim, T: Dim, P: Dim, N: Dim, O: Dim>(
    layer: <shape![..S, N] as Linear<shape![O, N]>>::Output,
    attended: <shape![B, H, T, N] as Attends<shape![B, H, P, N], shape![B, H, P, O]>>::Output,
) -> (shape![..S, O], shape![B, H, T, O]) {
    fn ends<Input: EndsIn<Tail>, Tail>() {}
    ends::<shape![..S, N], shape![N]>();
    ends::<shape![..S, T, N], shape![T, N]>();
    (layer, attended)
}

/// What networks compute, beside plain loops.
#[cfg(feature = "tensor")]
mod values {
    use shapecheck::engine::{Creates, Networks, Selects};
    use shapecheck::{InlineTensor, Shape, StaticShape, TensorOn, shape};

    /// Numbers between -1 and 1 that look random and are the same in every run.
    fn made<S: StaticShape, E: Creates<f64>>(seed: u64) -> TensorOn<f64, S, E> {
        let mut state = seed;
        let numbers: Vec<f64> = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        })
        .take(S::NUM_ELEMENTS)
        .collect();
        TensorOn::from_slice(&numbers).unwrap()
    }

    #[track_caller]
    fn assert_close<S: Shape, E: Networks<f64> + shapecheck::host::Memory>(
        found: &TensorOn<f64, S, E>,
        expected: &[f64],
    ) {
        assert_eq!(found.iter().count(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-12,
                "{found} is not {expected}"
            );
        }
    }

    fn elements<S: Shape, E: shapecheck::host::Memory>(tensor: &TensorOn<f64, S, E>) -> Vec<f64> {
        tensor.iter().copied().collect()
    }

    /// Attention of one head: queries `[l, n]`, keys `[s, n]` and values `[s, d]`.
    fn attended(
        (queries, keys, values): (&[f64], &[f64], &[f64]),
        (n, d): (usize, usize),
        mask: impl Fn(usize, usize) -> f64,
    ) -> Vec<f64> {
        let mut result = Vec::new();
        for (place, query) in queries.chunks(n).enumerate() {
            let scores: Vec<f64> = keys
                .chunks(n)
                .enumerate()
                .map(|(key, numbers)| {
                    let product: f64 = query.iter().zip(numbers).map(|(a, b)| a * b).sum();
                    (product / (n as f64).sqrt() + mask(place, key)).exp()
                })
                .collect();
            let sum: f64 = scores.iter().sum();
            for column in 0..d {
                let weighted = values.chunks(d).zip(&scores);
                result.push(
                    weighted
                        .map(|(value, score)| value[column] * score)
                        .sum::<f64>()
                        / sum,
                );
            }
        }
        result
    }

    fn layers<E: Networks<f64> + shapecheck::host::Memory>() {
        let x: TensorOn<f64, shape![2, 3, 4], E> = made(1);
        let weights: TensorOn<f64, shape![5, 4], E> = made(2);
        let (inputs, rows) = (elements(&x), elements(&weights));
        let expected: Vec<f64> = inputs
            .chunks(4)
            .flat_map(|x| {
                rows.chunks(4)
                    .map(move |row| row.iter().zip(x).map(|(a, b)| a * b).sum())
            })
            .collect();
        assert_close(&x.linear(&weights), &expected);

        let weights: TensorOn<f64, shape![3, 4], E> = made(3);
        let scale = elements(&weights);
        for centred in [true, false] {
            let expected: Vec<f64> = inputs
                .chunks(12)
                .flat_map(|x| {
                    let mean = if centred {
                        x.iter().sum::<f64>() / 12.0
                    } else {
                        0.0
                    };
                    let square = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 12.0;
                    let root = (square + 0.1).sqrt();
                    x.iter()
                        .zip(&scale)
                        .map(move |(x, scale)| (x - mean) / root * scale)
                })
                .collect();
            let found = match centred {
                true => x.layer_norm(&weights, 0.1),
                false => x.rms_norm(&weights, 0.1),
            };
            assert_close(&found, &expected);
        }
    }

    fn attention<E: Networks<f64> + shapecheck::host::Memory>() {
        let queries: TensorOn<f64, shape![2, 3, 4], E> = made(4);
        let keys: TensorOn<f64, shape![2, 5, 4], E> = made(5);
        let values: TensorOn<f64, shape![5, 6], E> = made(6);
        let mask: TensorOn<f64, shape![3, 5], E> = made(7);
        let of_all = |mask: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
            let (queries, keys, values) = (elements(&queries), elements(&keys), elements(&values));
            let heads = queries.chunks(12).zip(keys.chunks(20));
            heads
                .flat_map(|(queries, keys)| attended((queries, keys, &values), (4, 6), mask))
                .collect()
        };
        assert_close(&queries.attention(&keys, &values), &of_all(&|_, _| 0.0));
        let numbers = elements(&mask);
        assert_close(
            &queries.masked_attention(&keys, &values, &mask),
            &of_all(&|query, key| numbers[query * 5 + key]),
        );
        // The last of three queries belongs to the last of five keys.
        let later = |query, key| match key <= query + 2 {
            true => 0.0,
            false => f64::NEG_INFINITY,
        };
        assert_close(&queries.causal_attention(&keys, &values), &of_all(&later));
    }

    const MASKS: &str = include_str!("../data/masked_attention.txt");

    /// The result of NumPy with a mask of these sizes.
    fn of_numpy(mask: &[usize]) -> Vec<f64> {
        let sizes: Vec<String> = mask.iter().map(usize::to_string).collect();
        let start = format!("{} = ", sizes.join(" "));
        let found = MASKS.lines().find_map(|line| line.strip_prefix(&start));
        let numbers = found.expect("a case of this mask").split(' ');
        numbers.map(|number| number.parse().unwrap()).collect()
    }

    /// Masks of booleans, also of queries that see no key, which give NaN.
    fn attention_where<E>()
    where
        E: Networks<f64>
            + Selects<f64, OutputEngine = E>
            + Creates<bool>
            + shapecheck::host::Memory,
    {
        let numbers = |count: usize, seed: usize| -> Vec<f64> {
            let number = move |index| ((index * 37 + seed * 11) % 17) as f64 / 8.0 - 1.0;
            (0..count).map(number).collect()
        };
        let seen = |count: usize| -> Vec<bool> { (0..count).map(|at| at * 5 % 7 < 4).collect() };
        let queries: TensorOn<f64, shape![2, 4, 3, 2], E> =
            TensorOn::from_slice(&numbers(48, 1)).unwrap();
        let keys: TensorOn<f64, shape![2, 4, 5, 2], E> =
            TensorOn::from_slice(&numbers(80, 2)).unwrap();
        let backwards: Vec<f64> = numbers(80, 2)
            .chunks(10)
            .flat_map(|head| head.chunks(2).rev().flatten().copied().collect::<Vec<_>>())
            .collect();
        let values: TensorOn<f64, shape![2, 4, 5, 2], E> =
            TensorOn::from_slice(&backwards).unwrap();
        let mut without_keys = 0;
        macro_rules! masked {
            ($([$($size:tt)*])*) => {$(
                let sizes = <shape![$($size)*]>::SIZES;
                let mask: TensorOn<bool, shape![$($size)*], E> =
                    TensorOn::from_slice(&seen(sizes.iter().product())).unwrap();
                let expected = of_numpy(&sizes);
                let found = elements(&queries.attention_where(&keys, &values, &mask));
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(&expected) {
                    let both_nan = found.is_nan() && expected.is_nan();
                    assert!(both_nan || (found - expected).abs() < 1e-12, "{found} is not {expected}");
                    without_keys += usize::from(both_nan);
                }
            )*};
        }
        masked!([5] [3, 5] [3, 1] [2, 1, 1, 5] [2, 4, 3, 5] [4, 1, 5]);
        // One of three queries of eight heads, with two numbers each, and none of the other masks.
        assert_eq!(without_keys, 16);

        // Each head of keys is shared by two heads of queries.
        let mask: TensorOn<bool, shape![2, 1, 1, 1, 5], E> =
            TensorOn::from_slice(&seen(10)).unwrap();
        let shared: TensorOn<f64, shape![2, 2, 5, 2], E> =
            TensorOn::from_slice(&numbers(40, 3)).unwrap();
        let found = queries.grouped_attention_where(&shared, &shared, &mask);
        let twice: Vec<f64> = numbers(40, 3)
            .chunks(10)
            .flat_map(|head| [head, head].concat())
            .collect();
        let twice: TensorOn<f64, shape![2, 4, 5, 2], E> = TensorOn::from_slice(&twice).unwrap();
        let mask: TensorOn<bool, shape![2, 1, 1, 5], E> = TensorOn::from_slice(&seen(10)).unwrap();
        let each = queries.attention_where(&twice, &twice, &mask);
        assert_close(&found, &elements(&each));
    }

    #[test]
    fn inline() {
        layers::<shapecheck::Inline>();
        attention::<shapecheck::Inline>();
        attention_where::<shapecheck::Inline>();
        let none: InlineTensor<f64, shape![0, 4]> = made(8);
        let weights: InlineTensor<f64, shape![4]> = made(9);
        assert_eq!(none.layer_norm(&weights, 0.1), none);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn on_the_heap() {
        layers::<shapecheck::Host>();
        attention::<shapecheck::Host>();
        attention_where::<shapecheck::Host>();
    }

    /// So many keys that the queries are not looked at all at once; axes in front that broadcast, operands whose memory is
    /// in another order, and masks of fewer axes, by the operations that attention is made of.
    #[cfg(feature = "alloc")]
    #[test]
    fn attention_of_some_queries_at_a_time() {
        use shapecheck::Tensor;

        const KEYS: usize = 4100;
        let numbers = |sizes: usize, seed: usize| {
            let number = move |place: usize| ((place * 7919 + seed) % 1009) as f64 / 500.0 - 1.0;
            (0..sizes).map(number).collect::<Vec<f64>>()
        };
        let queries: Tensor<f64, shape![2, 1, 130, 3]> =
            Tensor::from_vec(numbers(2 * 130 * 3, 1)).unwrap();
        let keys: Tensor<f64, shape![2, 3, { KEYS }]> =
            Tensor::from_vec(numbers(6 * KEYS, 2)).unwrap();
        let keys = keys.transpose();
        let values: Tensor<f64, shape![{ KEYS }, 2]> =
            Tensor::from_vec(numbers(2 * KEYS, 3)).unwrap();
        let scores = (&queries * (1.0 / 3_f64.sqrt())).matmul(&keys.transpose());
        let expected = scores.softmax::<-1>().matmul(&values);
        assert_close(&queries.attention(&keys, &values), &elements(&expected));

        let by_query: Tensor<f64, shape![130, 1]> = Tensor::from_vec(numbers(130, 4)).unwrap();
        let by_key: Tensor<f64, shape![{ KEYS }]> = Tensor::from_vec(numbers(KEYS, 5)).unwrap();
        let by_head: Tensor<f64, shape![2, 1, 1]> = Tensor::from_vec(numbers(2, 6)).unwrap();
        macro_rules! masked {
            ($($mask:ident)*) => {$(
                let expected = (&scores + &$mask).softmax::<-1>().matmul(&values);
                assert_close(&queries.masked_attention(&keys, &values, &$mask), &elements(&expected));
            )*};
        }
        masked!(by_query by_key by_head);
    }

    /// Dynamic sizes are checked by the rule over slices, at the line of the caller.
    #[cfg(feature = "alloc")]
    #[test]
    fn dynamic_sizes_are_checked() {
        use shapecheck::{DynShape, Tensor};
        use std::panic::catch_unwind;

        let dynamic = |sizes: [usize; 2]| {
            Tensor::<f64, _>::full_with(DynShape::from(sizes), 1.0)
                .try_into_shape::<shape![_, _]>()
                .unwrap()
        };
        let text = |panic: Box<dyn std::any::Any + Send>| *panic.downcast::<String>().unwrap();
        let x = dynamic([3, 4]);
        assert_eq!(x.linear(&dynamic([5, 4])).dims(), [3, 5]);
        assert_eq!(
            text(catch_unwind(|| x.linear(&dynamic([4, 5]))).unwrap_err()),
            "weights [4, 5] do not take an input [3, 4]: this layer takes 5 numbers, the input has 4 at axis -1"
        );
        assert_eq!(
            text(catch_unwind(|| x.rms_norm(&dynamic([1, 4]), 0.0)).unwrap_err()),
            "shape [3, 4] does not end in [1, 4]: the input has size 3 at axis -2, the layer normalizes 1"
        );
        assert_eq!(
            text(catch_unwind(|| x.attention(&x, &dynamic([2, 4]))).unwrap_err()),
            "keys [3, 4] do not go with values [2, 4]: there are 3 keys, but 2 values"
        );
        assert_eq!(
            text(catch_unwind(|| x.masked_attention(&x, &x, &dynamic([3, 2]))).unwrap_err()),
            "mask [3, 2] does not fit scores [3, 3]: the mask has size 2 at axis -1, the scores have 3"
        );
        let seen = dynamic([3, 2]).cast::<bool>();
        assert_eq!(
            text(catch_unwind(|| x.attention_where(&x, &x, &seen)).unwrap_err()),
            "mask [3, 2] does not fit scores [3, 3]: the mask has size 2 at axis -1, the scores have 3"
        );
        let fewer = dynamic([2, 4]);
        assert_eq!(
            text(catch_unwind(|| x.causal_attention(&fewer, &fewer)).unwrap_err()),
            "scores [3, 2] have no causal mask: there are 3 queries, but 2 keys, and a query sees its own key and those before it"
        );
    }
}

/// A bias, the result of its layer, and the axis of the result that has a number for each.
macro_rules! bias_table {
    ($([$($bias:tt)*] at $axis:literal of [$($output:tt)*] => $verdict:ident;)*) => {$(
        bias_table!(@ $verdict [$($bias)*] $axis [$($output)*]);
    )*};
    (@ fits [$($bias:tt)*] $axis:literal [$($output:tt)*]) => {
        assert_impl_all!(shape![$($bias)*]: BiasFor<$axis, shape![$($output)*]>);
        assert_eq!(check_bias(&[$($output)*], &[$($bias)*], $axis), Ok(()));
    };
    (@ refused [$($bias:tt)*] $axis:literal [$($output:tt)*]) => {
        assert_not_impl_any!(shape![$($bias)*]: BiasFor<$axis, shape![$($output)*]>);
        assert!(check_bias(&[$($output)*], &[$($bias)*], $axis).is_err());
    };
}

#[test]
fn biases_follow_the_table() {
    bias_table! {
        [10] at -1 of [32, 10] => fits;
        [10] at -1 of [10] => fits;
        [64] at -3 of [8, 64, 32, 32] => fits;
        [64] at -2 of [64, 32] => fits;
        [0] at -1 of [32, 0] => fits;
        [32] at -1 of [32, 10] => refused;
        // Nothing is stretched.
        [1] at -1 of [32, 10] => refused;
        [10] at -1 of [32, 1] => refused;
        [1, 10] at -1 of [32, 10] => refused;
        [] at -1 of [32, 10] => refused;
        [10] at -2 of [10] => refused;
    }
    let error = check_bias(&[32, 10], &[1, 10], -1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bias [1, 10] does not go with a result [32, 10]: the bias of a layer is a vector: this one has 2 axes"
    );
}

assert_impl_all!(shape![_]: BiasFor<-1, shape![8, 10]>, BiasFor<-1, shape![8, _]>, BiasFor<-1, DynShape>);
assert_impl_all!(DynShape: BiasFor<-1, shape![8, 10]>);

/// A shape, and the angles that rotate its pairs of numbers.
macro_rules! rotation_table {
    ($([$($shape:tt)*] by [$($angles:tt)*] => $verdict:ident;)*) => {$(
        rotation_table!(@ $verdict [$($shape)*] [$($angles)*]);
    )*};
    (@ fits [$($shape:tt)*] [$($angles:tt)*]) => {
        assert_impl_all!(shape![$($shape)*]: Rotates<shape![$($angles)*]>);
        assert_eq!(check_rotates(&[$($shape)*], &[$($angles)*]), Ok(()));
    };
    (@ refused [$($shape:tt)*] [$($angles:tt)*]) => {
        assert_not_impl_any!(shape![$($shape)*]: Rotates<shape![$($angles)*]>);
        assert!(check_rotates(&[$($shape)*], &[$($angles)*]).is_err());
    };
}

#[test]
fn rotations_follow_the_table() {
    rotation_table! {
        [8, 12, 7, 64] by [7, 32] => fits;
        [7, 64] by [7, 32] => fits;
        [64] by [32] => fits;
        [8, 12, 7, 64] by [32] => fits;
        [8, 12, 7, 64] by [12, 7, 32] => fits;
        [7, 0] by [7, 0] => fits;
        [8, 12, 7, 64] by [7, 64] => refused;
        [8, 12, 7, 64] by [12, 32] => refused;
        // Nothing is stretched.
        [8, 12, 7, 64] by [1, 32] => refused;
        [7, 64] by [8, 7, 32] => refused;
        [7, 65] by [7, 32] => refused;
        [7, 64] by [] => refused;
        [] by [32] => refused;
    }
}

assert_impl_all!(shape![_, 64]: Rotates<shape![7, 32]>, Rotates<shape![_, _]>, Rotates<DynShape>);
assert_impl_all!(DynShape: Rotates<shape![7, 32]>);
assert_not_impl_any!(shape![_, 64]: Rotates<shape![_, 64]>);

/// Layers with a bias and rotations need no bound in generic code.
mod biased {
    use shapecheck::engine::{Convolves, Networks};
    use shapecheck::window::{Conv, ConvTranspose};
    use shapecheck::{Dim, InlineTensor, Tensor, TensorOn, shape};

    fn layers<E: Networks<f32>, B: Dim, T: Dim, I: Dim, P: Dim>(
        x: &TensorOn<f32, shape![B, T, I], E>,
        weights: &TensorOn<f32, shape![2 * P, I], E>,
        bias: &TensorOn<f32, shape![2 * P], E>,
        angles: [&TensorOn<f32, shape![T, P], E>; 2],
    ) -> TensorOn<f32, shape![B, T, 2 * P], E> {
        let x = x.linear_with_bias(weights, bias);
        let x = x.rotary_embedding(angles[0], angles[1]);
        x.layer_norm_with_bias(bias, bias, 1e-5)
    }

    fn convolved<E, B: Dim, C: Dim, O: Dim>(
        x: &TensorOn<f32, shape![B, C, 5, 4], E>,
        kernels: &TensorOn<f32, shape![O, C, 2, 2], E>,
        bias: &TensorOn<f32, shape![O], E>,
    ) -> TensorOn<f32, shape![B, O, 4, 3], E>
    where
        E: Networks<f32> + Convolves<f32, OutputEngine = E>,
    {
        x.conv2d_with_bias(kernels, bias, Conv::new())
    }

    /// The same elements on the heap and inline.
    macro_rules! both {
        ($($x:ident: [$($shape:tt)*];)*) => {$(
            let number = |place: usize| (place * 7 % 13) as f32 / 6.0 - 1.0;
            let elements: Vec<f32> = (0..[$($shape)*].iter().product()).map(number).collect();
            let $x = (
                Tensor::<f32, shape![$($shape)*]>::from_slice(&elements).unwrap(),
                InlineTensor::<f32, shape![$($shape)*]>::from_slice(&elements).unwrap(),
            );
        )*};
    }

    #[test]
    fn layers_with_a_bias_give_the_same_inline_and_made_of_others() {
        both! { x: [2, 3, 5]; weights: [4, 5]; bias: [4]; cosines: [3, 2]; sines: [3, 2]; }
        let heap = layers(&x.0, &weights.0, &bias.0, [&cosines.0, &sines.0]);
        let inline = layers(&x.1, &weights.1, &bias.1, [&cosines.1, &sines.1]);
        assert!(heap.all_close(&inline, 1e-5, 1e-5));

        let sum = x.0.linear(&weights.0) + &bias.0;
        assert_eq!(x.0.linear_with_bias(&weights.0, &bias.0), sum);
        let halves = (
            sum.narrow::<-1, shapecheck::dim!(2)>(0),
            sum.narrow::<-1, shapecheck::dim!(2)>(2),
        );
        let first = &halves.0 * &cosines.0 - &halves.1 * &sines.0;
        let second = &halves.1 * &cosines.0 + &halves.0 * &sines.0;
        let turned = first.along::<-1>().concat(&second);
        assert_eq!(sum.rotary_embedding(&cosines.0, &sines.0), turned);
        let normal = turned.layer_norm(&bias.0, 1e-5) + &bias.0;
        assert!(heap.all_close(&normal, 1e-6, 1e-6));
    }

    #[test]
    fn convolutions_with_a_bias_give_the_same_inline_and_made_of_others() {
        both! { x: [2, 3, 5, 4]; kernels: [2, 3, 2, 2]; bias: [2]; }
        let heap = convolved(&x.0, &kernels.0, &bias.0);
        assert!(heap.all_close(&convolved(&x.1, &kernels.1, &bias.1), 1e-6, 1e-6));
        let column = bias.0.reshape::<shape![2, 1, 1]>();
        assert_eq!(heap, x.0.conv2d(&kernels.0, Conv::new()) + column);
        let any = bias.0.clone().try_into_shape::<shape![_]>().unwrap();
        let error =
            x.0.try_conv2d_with_bias(&kernels.0, &any.slice_axis::<-1>(..1), Conv::new())
                .unwrap_err();
        let text = "bias [1] does not go with a result [2, 2, 4, 3]: there are 1 numbers in the bias, the layer gives 2 at axis -3";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn transposed_convolutions_with_a_bias_are_those_plus_it() {
        both! {
            line: [2, 3, 5]; to_two: [3, 2, 2]; x: [2, 3, 5, 4]; kernels: [3, 2, 2, 3]; volume: [3, 2, 3, 2]; cubes: [3, 2, 2, 2, 2];
            bias: [2];
        }
        let settings = ConvTranspose::new().stride::<2>().padding::<1>();
        let found: Tensor<f32, shape![2, 2, 6]> =
            line.0
                .conv_transpose1d_with_bias(&to_two.0, &bias.0, ConvTranspose::new());
        let column = bias.0.reshape::<shape![2, 1]>();
        let expected = line.0.conv_transpose1d(&to_two.0, ConvTranspose::new()) + column;
        assert_eq!(found, expected);
        let column = bias.0.reshape::<shape![2, 1, 1]>();
        let found =
            x.0.conv_transpose2d_with_bias(&kernels.0, &bias.0, settings);
        assert_eq!(found, x.0.conv_transpose2d(&kernels.0, settings) + column);
        let inline =
            x.1.conv_transpose2d_with_bias(&kernels.1, &bias.1, settings);
        assert!(found.all_close(&inline, 1e-6, 1e-6));
        let column = bias.0.reshape::<shape![2, 1, 1, 1]>();
        let found = volume
            .0
            .conv_transpose3d_with_bias(&cubes.0, &bias.0, ConvTranspose::new());
        let expected = volume.0.conv_transpose3d(&cubes.0, ConvTranspose::new()) + column;
        assert_eq!(found, expected);
        let any = bias.0.clone().try_into_shape::<shape![_]>().unwrap();
        let short = any.slice_axis::<-1>(..1);
        let error =
            x.0.try_conv_transpose2d_with_bias(&kernels.0, &short, settings);
        assert_eq!(
            error.unwrap_err().to_string(),
            "bias [1] does not go with a result [2, 2, 8, 7]: there are 1 numbers in the bias, the layer gives 2 at axis -3"
        );
    }

    #[test]
    fn a_norm_takes_a_bias_of_some_of_its_axes() {
        both! { x: [2, 3, 4]; weights: [3, 4]; bias: [4]; }
        let found = x.0.layer_norm_with_bias(&weights.0, &bias.0, 1e-5);
        let sum = x.0.layer_norm(&weights.0, 1e-5) + &bias.0;
        assert!(found.all_close(&sum, 1e-6, 1e-6));
        let inline = x.1.layer_norm_with_bias(&weights.1, &bias.1, 1e-5);
        assert!(found.all_close(&inline, 1e-5, 1e-5));
    }
}
