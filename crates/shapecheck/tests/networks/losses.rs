//! Losses, normalization by channels and further layers: tables of cases for types and slices, and values compared with
//! PyTorch.
#![cfg(feature = "tensor")]

use shapecheck::algebra::{
    Bilinear, Channels, Classifies, Distances, Embeds, GroupedAttends, HasGroups, SameShape,
    WeighsClasses, bilinear_shape, check_axis_weights, check_classes, check_targets,
    distances_shape, embedding_shape, group_size, grouped_attention_shapes,
};
use shapecheck::verdict::SameTargetsRule;
use shapecheck::{Dim, DynShape, Shape, dim, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

/// Shapes that a relation takes, or refuses, by type and over slices.
macro_rules! holds_table {
    ($([$($lhs:tt)*] [$($rhs:tt)*]: $Relation:ty, $rule:expr => $verdict:ident;)*) => {$(
        holds_table!(@ $verdict [$($lhs)*] $Relation);
        let verdict: Result<_, shapecheck::ShapeError> = $rule(&[$($lhs)*], &[$($rhs)*]);
        assert_eq!(verdict.is_ok(), stringify!($verdict) == "fits", "{verdict:?}");
    )*};
    (@ fits [$($lhs:tt)*] $Relation:ty) => {
        assert_impl_all!(Is<shape![$($lhs)*]>: Asks<$Relation>);
    };
    (@ refused [$($lhs:tt)*] $Relation:ty) => {
        assert_not_impl_any!(Is<shape![$($lhs)*]>: Asks<$Relation>);
    };
}

/// A shape, and what is asked of it: so that a row of a table names the relation as a type.
struct Is<S>(std::marker::PhantomData<S>);
trait Asks<Relation> {}

struct Targets<R>(std::marker::PhantomData<R>);
struct Classes<const AXIS: isize, R>(std::marker::PhantomData<R>);
struct ClassWeights<const AXIS: isize, R>(std::marker::PhantomData<R>);
struct ChannelWeights<const AXIS: isize, R>(std::marker::PhantomData<R>);
struct Groups<const AXIS: isize, K>(std::marker::PhantomData<K>);

impl<S: SameShape<SameTargetsRule, R>, R> Asks<Targets<R>> for Is<S> {}
impl<S: Classifies<AXIS, R>, R, const AXIS: isize> Asks<Classes<AXIS, R>> for Is<S> {}
impl<S: WeighsClasses<AXIS, R>, R, const AXIS: isize> Asks<ClassWeights<AXIS, R>> for Is<S> {}
impl<S: Channels<AXIS, R>, R, const AXIS: isize> Asks<ChannelWeights<AXIS, R>> for Is<S> {}
impl<S: HasGroups<AXIS, K>, K, const AXIS: isize> Asks<Groups<AXIS, K>> for Is<S> {}

#[test]
fn targets_follow_the_table() {
    holds_table! {
        [8, 3] [8, 3]: Targets<shape![8, 3]>, check_targets => fits;
        [] []: Targets<shape![]>, check_targets => fits;
        [0] [0]: Targets<shape![0]>, check_targets => fits;
        [8, 3] [8, 1]: Targets<shape![8, 1]>, check_targets => refused;
        [8, 1] [8, 3]: Targets<shape![8, 3]>, check_targets => refused;
        [8, 1] [8]: Targets<shape![8]>, check_targets => refused;
        [8] [8, 1]: Targets<shape![8, 1]>, check_targets => refused;
        [8, 3] [3]: Targets<shape![3]>, check_targets => refused;
        [] [1]: Targets<shape![1]>, check_targets => refused;
    }
    assert_impl_all!(shape![8, _]: SameShape<SameTargetsRule, shape![_, 3]>, SameShape<SameTargetsRule, DynShape>);
    assert_not_impl_any!(shape![8, _]: SameShape<SameTargetsRule, shape![7, _]>, SameShape<SameTargetsRule, shape![_]>);
}

#[test]
fn classes_follow_the_table() {
    let last = |scores: &[usize], targets: &[usize]| check_classes(scores, targets, -1);
    let third = |scores: &[usize], targets: &[usize]| check_classes(scores, targets, -3);
    holds_table! {
        [32, 10] [32]: Classes<-1, shape![32]>, last => fits;
        [10] []: Classes<-1, shape![]>, last => fits;
        [8, 10, 5, 6] [8, 5, 6]: Classes<-3, shape![8, 5, 6]>, third => fits;
        [10, 5, 6] [5, 6]: Classes<-3, shape![5, 6]>, third => fits;
        [32, 10] [31]: Classes<-1, shape![31]>, last => refused;
        [32, 10] [1]: Classes<-1, shape![1]>, last => refused;
        [32, 10] [32, 1]: Classes<-1, shape![32, 1]>, last => refused;
        [32, 10] [32, 10]: Classes<-1, shape![32, 10]>, last => refused;
        [8, 10, 5, 6] [8, 10, 5]: Classes<-3, shape![8, 10, 5]>, third => refused;
        [] []: Classes<-1, shape![]>, last => refused;
    }
    assert_impl_all!(shape![_, 10]: Classifies<-1, shape![32]>, Classifies<-1, shape![_]>);
    assert_impl_all!(DynShape: Classifies<-1, shape![32]>);
    let weights = |scores: &[usize], weights: &[usize]| check_axis_weights(scores, weights, -1);
    holds_table! {
        [32, 10] [10]: ClassWeights<-1, shape![10]>, weights => fits;
        [32, 10] [9]: ClassWeights<-1, shape![9]>, weights => refused;
        [32, 10] [1]: ClassWeights<-1, shape![1]>, weights => refused;
        [32, 10] [1, 10]: ClassWeights<-1, shape![1, 10]>, weights => refused;
        [32, 10] []: ClassWeights<-1, shape![]>, weights => refused;
    }
}

#[test]
fn channels_follow_the_table() {
    let third = |sizes: &[usize], weights: &[usize]| check_axis_weights(sizes, weights, -3);
    holds_table! {
        [8, 3, 5, 6] [3]: ChannelWeights<-3, shape![3]>, third => fits;
        [3, 5, 6] [3]: ChannelWeights<-3, shape![3]>, third => fits;
        [8, 3, 5, 6] [64]: ChannelWeights<-3, shape![64]>, third => refused;
        [8, 3, 5, 6] [1]: ChannelWeights<-3, shape![1]>, third => refused;
        [8, 3, 5, 6] [3, 1]: ChannelWeights<-3, shape![3, 1]>, third => refused;
        [5, 6] [3]: ChannelWeights<-3, shape![3]>, third => refused;
    }
    let groups = |count: usize| move |sizes: &[usize], _: &[usize]| group_size(sizes, -3, count);
    holds_table! {
        [8, 64, 5, 6] []: Groups<-3, dim!(4)>, groups(4) => fits;
        [8, 64, 5, 6] []: Groups<-3, dim!(64)>, groups(64) => fits;
        [8, 64, 5, 6] []: Groups<-3, dim!(1)>, groups(1) => fits;
        [8, 3, 5, 6] []: Groups<-3, dim!(2)>, groups(2) => refused;
        [8, 3, 5, 6] []: Groups<-3, dim!(6)>, groups(6) => refused;
        [8, 3, 5, 6] []: Groups<-3, dim!(0)>, groups(0) => refused;
    }
}

/// Operands and the shape of what they give, or `refused`.
macro_rules! shape_table {
    ($([$($lhs:tt)*] $([$($rhs:tt)*])*: $Rule:ident, $rule:expr => $result:tt;)*) => {$(
        shape_table!(@ [$($lhs)*] [$([$($rhs)*])*] $Rule $rule, $result);
    )*};
    (@ [$($lhs:tt)*] [$([$($rhs:tt)*])*] $Rule:ident $rule:expr, refused) => {
        assert_not_impl_any!(shape![$($lhs)*]: $Rule<$(shape![$($rhs)*]),*>);
        assert!($rule(&[$($lhs)*], $(&[$($rhs)*]),*).is_err());
    };
    (@ [$($lhs:tt)*] [$([$($rhs:tt)*])*] $Rule:ident $rule:expr, [$($output:tt)*]) => {
        assert_type_eq_all!(<shape![$($lhs)*] as $Rule<$(shape![$($rhs)*]),*>>::Output, shape![$($output)*]);
        let output: &[usize] = &[$($output)*];
        let found: Result<DynShape, _> = $rule(&[$($lhs)*], $(&[$($rhs)*]),*);
        assert_eq!(found.unwrap().dims(), output);
    };
}

#[test]
fn layers_follow_the_table() {
    shape_table! {
        [100, 16] [8, 5]: Embeds, embedding_shape => [8, 5, 16];
        [100, 16] []: Embeds, embedding_shape => [16];
        [0, 16] [8]: Embeds, embedding_shape => [8, 16];
        [16] [8]: Embeds, embedding_shape => refused;
        [2, 100, 16] [8]: Embeds, embedding_shape => refused;
        [8, 5] [8, 7] [4, 5, 7]: Bilinear, bilinear_shape => [8, 4];
        [5] [7] [4, 5, 7]: Bilinear, bilinear_shape => [4];
        [2, 8, 5] [2, 8, 7] [4, 5, 7]: Bilinear, bilinear_shape => [2, 8, 4];
        [8, 5] [8, 6] [4, 5, 7]: Bilinear, bilinear_shape => refused;
        [8, 1] [8, 7] [4, 5, 7]: Bilinear, bilinear_shape => refused;
        [8, 5] [1, 7] [4, 5, 7]: Bilinear, bilinear_shape => refused;
        [8, 5] [7] [4, 5, 7]: Bilinear, bilinear_shape => refused;
        [8, 5] [8, 7] [5, 7]: Bilinear, bilinear_shape => refused;
        [5, 3] [7, 3]: Distances, distances_shape => [5, 7];
        [8, 5, 3] [7, 3]: Distances, distances_shape => [8, 5, 7];
        [8, 5, 3] [1, 7, 3]: Distances, distances_shape => [8, 5, 7];
        [5, 3] [7, 4]: Distances, distances_shape => refused;
        [5, 1] [7, 4]: Distances, distances_shape => refused;
        [3] [7, 3]: Distances, distances_shape => refused;
        [8, 5, 3] [9, 7, 3]: Distances, distances_shape => refused;
    }
}

#[test]
fn grouped_heads_follow_the_table() {
    let rule = |queries: &[usize], keys: &[usize], values: &[usize]| {
        grouped_attention_shapes(queries, keys, values).map(|[result, ..]| result)
    };
    shape_table! {
        [8, 12, 5, 64] [8, 4, 7, 64] [8, 4, 7, 32]: GroupedAttends, rule => [8, 12, 5, 32];
        [12, 5, 64] [12, 7, 64] [12, 7, 64]: GroupedAttends, rule => [12, 5, 64];
        [8, 12, 5, 64] [1, 7, 64] [1, 7, 64]: GroupedAttends, rule => [8, 12, 5, 64];
        [12, 5, 64] [5, 7, 64] [5, 7, 64]: GroupedAttends, rule => refused;
        [4, 5, 64] [8, 7, 64] [8, 7, 64]: GroupedAttends, rule => refused;
        [12, 5, 64] [4, 7, 64] [3, 7, 64]: GroupedAttends, rule => refused;
        [12, 5, 64] [4, 7, 64] [1, 7, 64]: GroupedAttends, rule => refused;
        [12, 5, 64] [1, 7, 64] [4, 7, 64]: GroupedAttends, rule => refused;
        [12, 5, 64] [4, 7, 64] [4, 6, 64]: GroupedAttends, rule => refused;
        [12, 5, 64] [4, 7, 32] [4, 7, 64]: GroupedAttends, rule => refused;
        [5, 64] [7, 64] [7, 64]: GroupedAttends, rule => refused;
    }
}

assert_type_eq_all!(
    <shape![8, 12, 1, 64] as GroupedAttends<shape![8, 4, _, 64], shape![8, 4, _, 64]>>::Output,
    shape![8, 12, 1, 64]
);
assert_type_eq_all!(
    <shape![_, 16] as Embeds<shape![_, 5]>>::Output,
    shape![_, 5, 16]
);
assert_type_eq_all!(<DynShape as Embeds<shape![8]>>::Output, shape![8, _]);
assert_type_eq_all!(
    <shape![_, 3] as Distances<shape![7, _]>>::Output,
    shape![_, 7]
);

/// Without a bound: where equal sizes are one parameter.
pub fn generic<S: Shape, B: Dim, C: Dim, H: Dim, K: Dim, V: Dim>(
    embedded: <shape![V, C] as Embeds<shape![B, H]>>::Output,
    layer: <shape![B, C] as Bilinear<shape![B, H], shape![K, C, H]>>::Output,
    distances: <shape![B, H, C] as Distances<shape![B, K, C]>>::Output,
) -> (shape![B, H, C], shape![B, K], shape![B, H, K]) {
    fn compares<Predictions: SameShape<SameTargetsRule, Targets>, Targets>() {}
    fn classifies<Scores: Classifies<-1, Targets>, Targets>() {}
    fn weighs<Input: Channels<-3, Weights>, Weights>() {}
    compares::<S, S>();
    compares::<shape![..S, K], shape![..S, K]>();
    classifies::<shape![..S, K], S>();
    classifies::<shape![B, K], shape![B]>();
    weighs::<shape![..S, C, H, V], shape![C]>();
    (embedded, layer, distances)
}

/// What is computed, beside PyTorch: `data/torch_layers.py` writes the cases.
mod values {
    use shapecheck::engine::{Creates, Networks};
    use shapecheck::host::Memory;
    use shapecheck::tensor::reduction::{Averaged, Summed, Unreduced};
    use shapecheck::{Dim, Shape, StaticShape, TensorOn, dim, shape, typenum::U2};

    const VALUES: &str = include_str!("../data/torch_layers.txt");

    /// Numbers between -1 and 1, the same as in `data/torch_layers.py`.
    fn made<S: StaticShape, E: Creates<f64>>(seed: u64) -> TensorOn<f64, S, E> {
        let mut state = seed;
        let numbers = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        });
        TensorOn::from_slice(&numbers.take(S::NUM_ELEMENTS).collect::<Vec<f64>>()).unwrap()
    }

    #[track_caller]
    fn check<S: Shape, E: Memory>(found: &TensorOn<f64, S, E>, name: &str) {
        let line = VALUES
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            .unwrap();
        let expected = line.split(' ').map(|number| number.parse::<f64>().unwrap());
        let expected: Vec<f64> = expected.collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-12 * expected.abs().max(1.0),
                "{name}: {found} is not {expected}"
            );
        }
    }

    fn losses<E: Networks<f64> + Creates<usize> + Memory>() {
        let x: TensorOn<f64, shape![4, 3], E> = made(1);
        let y: TensorOn<f64, shape![4, 3], E> = made(2);
        check(&x.mse_loss(&y), "mse");
        check(&x.l1_loss(&y), "l1");
        let (p, t) = (x.sigmoid(), y.sigmoid());
        check(&p.binary_cross_entropy(&t), "bce");
        let logits = &x * 50.0;
        check(
            &logits.binary_cross_entropy_with_logits(&t),
            "bce_with_logits",
        );
        // Logarithms of 0 count as -100, as in PyTorch.
        let sure: TensorOn<f64, shape![2], E> = TensorOn::from_slice(&[0.0, 1.0]).unwrap();
        let wrong: TensorOn<f64, shape![2], E> = TensorOn::from_slice(&[1.0, 1.0]).unwrap();
        assert_eq!(sure.binary_cross_entropy(&wrong).into_scalar(), 50.0);

        // By other reductions.
        check(&x.mse_loss_by(&y, Summed), "mse_sum");
        check(&x.mse_loss_by(&y, Averaged), "mse");
        let each: TensorOn<f64, shape![4, 3], E> = x.mse_loss_by(&y, Unreduced);
        check(&each, "mse_each");
        check(&x.l1_loss_by(&y, Summed), "l1_sum");
        check(&x.l1_loss_by(&y, Unreduced), "l1_each");
        check(&p.binary_cross_entropy_by(&t, Summed), "bce_sum");
        check(&p.binary_cross_entropy_by(&t, Unreduced), "bce_each");
        check(
            &logits.binary_cross_entropy_with_logits_by(&t, Summed),
            "bce_with_logits_sum",
        );
        check(
            &logits.binary_cross_entropy_with_logits_by(&t, Unreduced),
            "bce_with_logits_each",
        );

        let labels: TensorOn<usize, shape![4], E> = TensorOn::from_slice(&[2, 0, 1, 1]).unwrap();
        let weights: TensorOn<f64, shape![3], E> = TensorOn::from_slice(&[0.5, 2.0, 1.5]).unwrap();
        check(&x.along::<-1>().cross_entropy(&labels), "ce");
        check(
            &x.along::<-1>().weighted_cross_entropy(&labels, &weights),
            "weighted_ce",
        );
        let logarithms = x.log_softmax::<-1>();
        check(&logarithms.along::<-1>().nll_loss(&labels), "nll");
        check(
            &logarithms
                .along::<-1>()
                .weighted_nll_loss(&labels, &weights),
            "weighted_ce",
        );
        check(
            &x.along::<-1>().soft_cross_entropy(&y.softmax::<-1>()),
            "soft_ce",
        );
        let soft = y.softmax::<-1>();
        check(
            &x.along::<-1>().weighted_soft_cross_entropy(&soft, &weights),
            "weighted_soft_ce",
        );
        let scores = x.along::<-1>();
        let each: TensorOn<f64, shape![4], E> = scores.cross_entropy_by(&labels, Unreduced);
        check(&each, "ce_each");
        check(&scores.cross_entropy_by(&labels, Summed), "ce_sum");
        check(
            &scores.weighted_cross_entropy_by(&labels, &weights, Unreduced),
            "weighted_ce_each",
        );
        check(
            &scores.weighted_cross_entropy_by(&labels, &weights, Summed),
            "weighted_ce_sum",
        );
        check(
            &scores.soft_cross_entropy_by(&soft, Unreduced),
            "soft_ce_each",
        );
        check(&scores.soft_cross_entropy_by(&soft, Summed), "soft_ce_sum");
        let each: TensorOn<f64, shape![4], E> =
            scores.weighted_soft_cross_entropy_by(&soft, &weights, Unreduced);
        check(&each, "weighted_soft_ce_each");
        check(
            &scores.weighted_soft_cross_entropy_by(&soft, &weights, Summed),
            "weighted_soft_ce_sum",
        );
        let scores = logarithms.along::<-1>();
        check(&scores.nll_loss_by(&labels, Unreduced), "ce_each");
        check(&scores.nll_loss_by(&labels, Summed), "ce_sum");
        check(
            &scores.weighted_nll_loss_by(&labels, &weights, Unreduced),
            "weighted_ce_each",
        );
        check(
            &scores.weighted_nll_loss_by(&labels, &weights, Summed),
            "weighted_ce_sum",
        );
        let x: TensorOn<f64, shape![2, 3, 4], E> = made(3);
        let labels: TensorOn<usize, shape![2, 4], E> =
            TensorOn::from_slice(&[0, 1, 2, 2, 2, 0, 0, 1]).unwrap();
        check(&x.along::<-2>().cross_entropy(&labels), "ce_of_images");
        check(
            &x.along::<-2>().weighted_cross_entropy(&labels, &weights),
            "weighted_ce_of_images",
        );
        let scores = x.along::<-2>();
        let each: TensorOn<f64, shape![2, 4], E> =
            scores.weighted_cross_entropy_by(&labels, &weights, Unreduced);
        check(&each, "weighted_ce_of_images_each");
        let soft = made::<shape![2, 3, 4], E>(2).softmax::<-2>();
        check(
            &scores.weighted_soft_cross_entropy(&soft, &weights),
            "weighted_soft_ce_of_images",
        );
        let each: TensorOn<f64, shape![2, 4], E> =
            scores.weighted_soft_cross_entropy_by(&soft, &weights, Unreduced);
        check(&each, "weighted_soft_ce_of_images_each");
    }

    fn norms<E: Networks<f64> + Memory>() {
        let x: TensorOn<f64, shape![2, 4, 2, 3], E> = made(4);
        let weights: TensorOn<f64, shape![4], E> = made(5);
        let bias: TensorOn<f64, shape![4], E> = made(6);
        let means: TensorOn<f64, shape![4], E> = made(7);
        let variances = made::<shape![4], E>(8) + 1.5;
        let x = x.along::<-3>();
        check(&x.batch_norm(&weights, &bias, 0.1), "batch_norm");
        check(
            &x.batch_norm_with_statistics((&means, &variances), &weights, &bias, 0.1),
            "batch_norm_with_statistics",
        );
        check(&x.instance_norm(&weights, &bias, 0.1), "instance_norm");
        check(&x.group_norm(U2::new(), &weights, &bias, 0.1), "group_norm");
        let lines: TensorOn<f64, shape![2, 4, 6], E> = made(4);
        let [of_all, of_each] =
            norms_behind_any_axes::<E, shape![2], dim!(4), dim!(6)>(&lines, &weights);
        let lines = lines.along::<-2>();
        assert_eq!(of_all, lines.batch_norm(&weights, &weights, 0.1));
        assert_eq!(of_each, lines.instance_norm(&weights, &weights, 0.1));
    }

    /// After a shape that is a parameter, no bound is needed.
    fn norms_behind_any_axes<E: Networks<f64>, S: Shape, C: Dim, N: Dim>(
        x: &TensorOn<f64, shape![..S, C, N], E>,
        weights: &TensorOn<f64, shape![C], E>,
    ) -> [TensorOn<f64, shape![..S, C, N], E>; 2] {
        let x = x.along::<-2>();
        [
            x.batch_norm(weights, weights, 0.1),
            x.instance_norm(weights, weights, 0.1),
        ]
    }

    fn layers<E: Networks<f64> + Memory>() {
        let x: TensorOn<f64, shape![2, 3], E> = made(9);
        let y: TensorOn<f64, shape![2, 4], E> = made(10);
        let weights: TensorOn<f64, shape![2, 3, 4], E> = made(11);
        check(&x.bilinear(&y, &weights), "bilinear");
        let (x, y): (TensorOn<f64, shape![2, 3], E>, _) = (made(12), made::<shape![2, 3], E>(13));
        check(&x.cosine_similarity(&y, 1e-8), "cosine");
        let x: TensorOn<f64, shape![2, 2, 3], E> = made(14);
        let y: TensorOn<f64, shape![2, 4, 3], E> = made(15);
        check(&x.cdist(&y), "cdist");
        let queries: TensorOn<f64, shape![1, 4, 2, 3], E> = made(16);
        let keys: TensorOn<f64, shape![1, 2, 3, 3], E> = made(17);
        let values: TensorOn<f64, shape![1, 2, 3, 2], E> = made(18);
        check(
            &queries.grouped_attention(&keys, &values),
            "grouped_attention",
        );
        check(
            &queries.grouped_causal_attention(&keys, &values),
            "grouped_causal_attention",
        );
        let mask: TensorOn<f64, shape![2, 3], E> =
            TensorOn::from_slice(&[0.0, 0.0, f64::NEG_INFINITY, 0.0, 0.0, 0.0]).unwrap();
        check(
            &queries.grouped_masked_attention(&keys, &values, &mask),
            "grouped_causal_attention",
        );
    }

    /// Scores are divided by the square root of the width, for which `core` has no function.
    #[cfg(feature = "alloc")]
    #[test]
    fn scores_are_divided_by_the_root_of_each_width() {
        use shapecheck::Tensor;
        for width in 1..2000 {
            // One key has the score 1 / sqrt(width), the other 0.
            let each = 1.0 / f64::from(width);
            let queries = Tensor::<f64, _>::full_with(<shape![1, _]>::of([width as usize]), each);
            let key = Tensor::<f64, _>::full_with(<shape![1, _]>::of([width as usize]), 1.0);
            let keys = key.along::<-2>().concat(&(&key * 0.0));
            let values = Tensor::<f64, shape![2, 1]>::from_fn(|[key, _]| 1.0 - key as f64);
            let found = queries.attention(&keys, &values)[[0, 0]];
            let expected = 1.0 / (1.0 + (-f64::from(width).sqrt().recip()).exp());
            assert!(
                (found - expected).abs() < 1e-14,
                "{width}: {found} is not {expected}"
            );
        }
    }

    #[test]
    fn inline() {
        losses::<shapecheck::Inline>();
        norms::<shapecheck::Inline>();
        layers::<shapecheck::Inline>();
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn on_the_heap() {
        losses::<shapecheck::Host>();
        norms::<shapecheck::Host>();
        layers::<shapecheck::Host>();
    }

    /// Dynamic sizes are checked by the rule over slices, at the line of the caller.
    #[cfg(feature = "alloc")]
    #[test]
    fn dynamic_sizes_are_checked() {
        use shapecheck::{Dyn, DynShape, Tensor};
        use std::panic::{AssertUnwindSafe, catch_unwind};

        fn dynamic(sizes: &[usize]) -> Tensor<f64, DynShape> {
            Tensor::full_with(DynShape::from(sizes), 1.0)
        }
        fn text<T>(run: impl FnOnce() -> T) -> String {
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(_) => panic!("it did not fail"),
                Err(panic) => *panic.downcast::<String>().unwrap(),
            }
        }
        let x = dynamic(&[2, 4, 2, 3]);
        let vector = |size| dynamic(&[size]);
        assert_eq!(x.mse_loss(&x).into_scalar(), 0.0);
        assert_eq!(
            text(|| x.mse_loss(&dynamic(&[2, 4, 2, 1]))),
            "predictions [2, 4, 2, 3] do not go with targets [2, 4, 2, 1]: the predictions have size 3 at axis -1, the targets 1"
        );
        assert_eq!(x.mse_loss_by(&x, Unreduced).dims(), x.dims());
        let none = dynamic(&[0, 3]);
        assert!(none.mse_loss(&none).into_scalar().is_nan());
        assert_eq!(none.mse_loss_by(&none, Summed).into_scalar(), 0.0);
        assert_eq!(
            x.along::<-3>().soft_cross_entropy_by(&x, Unreduced).dims(),
            [2, 2, 3]
        );
        assert_eq!(
            text(|| x
                .along::<-3>()
                .weighted_soft_cross_entropy(&x, &dynamic(&[3]))),
            "weights [3] do not fit shape [2, 4, 2, 3]: there are weights for 3 classes, the scores have 4 at axis -3"
        );
        let labels = Tensor::<usize, _>::full_with(DynShape::from([2, 4, 2]), 3);
        assert_eq!(
            text(|| x.along::<-1>().cross_entropy(&labels)),
            "index 3 is out of bounds for axis -1 of shape [2, 4, 2, 3]: its size is 3"
        );
        assert_eq!(
            text(|| x.along::<-3>().cross_entropy(&labels)),
            "scores [2, 4, 2, 3] of classes at axis -3 do not go with targets [2, 4, 2]: there are 2 targets for 3 rows at axis -1"
        );
        let by_batch = x.clone().try_into_shape::<shape![_, _, _, _]>().unwrap();
        let normal = by_batch
            .along::<-3>()
            .batch_norm(&vector(4), &vector(4), 0.1);
        assert_eq!(normal.dims(), [2, 4, 2, 3]);
        assert_eq!(
            text(|| by_batch
                .along::<-3>()
                .batch_norm(&vector(3), &vector(4), 0.1)),
            "weights [3] do not fit shape [2, 4, 2, 3]: there are weights for 3 channels, the input has 4 at axis -3"
        );
        let normal = x
            .along::<-3>()
            .group_norm(Dyn(2), &vector(4), &vector(4), 0.1);
        assert_eq!(normal.dims(), [2, 4, 2, 3]);
        assert_eq!(
            text(|| x
                .along::<-3>()
                .group_norm(Dyn(3), &vector(4), &vector(4), 0.1)),
            "3 groups do not divide 4 channels at axis -3 of shape [2, 4, 2, 3]"
        );
        let points = dynamic(&[5, 3]);
        assert_eq!(points.cdist(&dynamic(&[7, 3])).dims(), [5, 7]);
        assert_eq!(
            text(|| points.cdist(&dynamic(&[7, 4]))),
            "points differ in length: 3 and 4, in shapes [5, 3] and [7, 4]"
        );
        assert_eq!(
            text(|| x.embedding(&labels)),
            "shape [2, 4, 2, 3] has rank 4, where rank 2 is needed"
        );
    }
}
