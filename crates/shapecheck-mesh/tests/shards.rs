//! Operations on shards, on 1, 2 and 4 ranks beside what one rank computes of the whole.

#[path = "models/numbers.rs"]
mod numbers;

use numbers::{Batch, Dp, Head, Heads, Hidden, Seq, Tp, Vocabulary, Width, difference, numbers};
use shapecheck::{Axis, Tensor, dims, shape};
use shapecheck_mesh::threads::Threads;
use shapecheck_mesh::{Mesh, MeshError, MeshTensor, threads};

dims! { QueryHeads = 8 }

type Hiddens = Tensor<f32, shape![Batch, Hidden]>;

/// Runs on 1, 2 and 4 ranks, each of which gives how far it is off.
fn on_ranks(body: impl Fn(&Mesh<Tp, Threads>) -> Result<f32, MeshError> + Sync) {
    for ranks in [1, 2, 4] {
        let off = threads::run(ranks, |world| body(&Mesh::new(world)?)).unwrap();
        assert_eq!(off.len(), ranks);
        let most = off.into_iter().fold(0.0, f32::max);
        assert!(most < 1e-5, "{most} on {ranks} ranks");
    }
}

#[test]
fn sums_over_a_cut_axis_are_those_of_the_whole() {
    let x: Hiddens = numbers(1);
    on_ranks(|tp| {
        let own = MeshTensor::whole(x.clone()).cut(Axis::<-1>, tp)?;
        const LAST: Axis<-1> = Axis;
        let softmax = own.softmax_over(LAST, tp)?.all_gather(LAST, tp)?;
        let logarithms = own.log_softmax_over(LAST, tp)?.all_gather(LAST, tp)?;
        let off = [
            difference(&softmax.into_whole(), &x.softmax::<-1>()),
            difference(&logarithms.into_whole(), &x.log_softmax::<-1>()),
            difference(
                &own.mean_axis_over(LAST, tp)?.into_whole(),
                &x.mean_axis::<-1>(),
            ),
            difference(
                &own.max_axis_over(LAST, tp)?.into_whole(),
                &x.max_axis::<-1>(),
            ),
            difference(
                &own.min_axis_over(LAST, tp)?.into_whole(),
                &x.min_axis::<-1>(),
            ),
        ];
        // Along the first axis, too.
        let rows = MeshTensor::whole(x.clone()).cut(Axis::<-2>, tp)?;
        let mean = rows.mean_axis_over(Axis::<-2>, tp)?;
        let off = off.into_iter().fold(0.0, f32::max);
        Ok(off.max(difference(&mean.into_whole(), &x.mean_axis::<-2>())))
    });
}

#[test]
fn large_scores_and_hidden_ones_do_not_overflow() {
    let mut x = Tensor::<f32, shape![Hidden]>::from_fn(|[place]| 1000.0 + place as f32);
    x[[0]] = f32::NEG_INFINITY;
    let alone = x.softmax::<-1>();
    on_ranks(|tp| {
        let own = MeshTensor::whole(x.clone()).cut(Axis::<-1>, tp)?;
        let all = own
            .softmax_over(Axis::<-1>, tp)?
            .all_gather(Axis::<-1>, tp)?;
        Ok(difference(&all.into_whole(), &alone))
    });
}

#[test]
fn norms_over_a_cut_axis_are_those_of_the_whole() {
    let (x, weights): (Hiddens, Tensor<f32, shape![Hidden]>) = (numbers(1), numbers(2));
    on_ranks(|tp| {
        let own = MeshTensor::whole(x.clone()).cut(Axis::<-1>, tp)?;
        let own_weights = MeshTensor::whole(weights.clone()).cut(Axis::<-1>, tp)?;
        let rms = own.rms_norm_over(&own_weights, 1e-5, tp)?;
        let layer = own.layer_norm_over(&own_weights, 1e-5, tp)?;
        let rms = rms.all_gather(Axis::<-1>, tp)?.into_whole();
        let layer = layer.all_gather(Axis::<-1>, tp)?.into_whole();
        // And where the rows are cut, each rank normalizes its own.
        let rows = MeshTensor::whole(x.clone()).cut(Axis::<-2>, tp)?;
        let weights_of_rows = MeshTensor::whole(weights.clone());
        let by_rows = rows.layer_norm(&weights_of_rows, 1e-5);
        let by_rows = by_rows.all_gather(Axis::<-2>, tp)?.into_whole();
        let alone = x.layer_norm(&weights, 1e-5);
        Ok(difference(&rms, &x.rms_norm(&weights, 1e-5))
            .max(difference(&layer, &alone))
            .max(difference(&by_rows, &alone)))
    });
}

#[test]
fn heads_of_a_rank_attend_as_those_of_all() {
    type Queries = Tensor<f32, shape![Batch, Heads, Seq, Head]>;
    type Many = Tensor<f32, shape![Batch, QueryHeads, Seq, Head]>;
    let (q, k, v): (Queries, Queries, Queries) = (numbers(1), numbers(2), numbers(3));
    let many: Many = numbers(4);
    let mask = Tensor::<f32, shape![Seq, Seq]>::causal_mask_with(Default::default());
    on_ranks(|tp| {
        let cut = |x: &Queries| MeshTensor::whole(x.clone()).cut(Axis::<-3>, tp);
        let (own_q, own_k, own_v) = (cut(&q)?, cut(&k)?, cut(&v)?);
        let plain = own_q.attention(&own_k, &own_v);
        let causal = own_q.causal_attention(&own_k, &own_v);
        let masked = own_q.masked_attention(&own_k, &own_v, &MeshTensor::whole(mask.clone()));
        let mut most: f32 = 0.0;
        for (own, alone) in [
            (plain, q.attention(&k, &v)),
            (causal, q.causal_attention(&k, &v)),
            (masked, q.causal_attention(&k, &v)),
        ] {
            let all = own.all_gather(Axis::<-3>, tp)?.into_whole();
            most = most.max(difference(&all, &alone));
        }
        Ok(most)
    });
    // Heads that share keys are on one rank, and so are the rows of a batch.
    let alone = many.grouped_causal_attention(&k, &v);
    on_ranks(|tp| {
        let (all, k, v) = (
            MeshTensor::whole(many.clone()),
            MeshTensor::whole(k.clone()),
            MeshTensor::whole(v.clone()),
        );
        let (own_k, own_v) = (k.cut(Axis::<-3>, tp)?, v.cut(Axis::<-3>, tp)?);
        let heads = all.cut(Axis::<-3>, tp)?;
        let heads = heads.grouped_causal_attention(&own_k, &own_v);
        let (own_k, own_v) = (k.cut(Axis::<-4>, tp)?, v.cut(Axis::<-4>, tp)?);
        let rows = all.cut(Axis::<-4>, tp)?;
        let rows = rows.grouped_causal_attention(&own_k, &own_v);
        let heads = heads.all_gather(Axis::<-3>, tp)?.into_whole();
        let rows = rows.all_gather(Axis::<-4>, tp)?.into_whole();
        Ok(difference(&heads, &alone).max(difference(&rows, &alone)))
    });
}

#[test]
fn losses_over_a_cut_vocabulary_are_those_of_the_whole() {
    let mut scores: Tensor<f32, shape![Batch, Vocabulary]> = numbers(1);
    // A class that is none, at the beginning of a part.
    for row in 0..8 {
        scores[[row, 0]] = f32::NEG_INFINITY;
    }
    let targets = Tensor::<usize, shape![Batch]>::from_fn(|[row]| 1 + row * 5 % 11);
    let alone = scores.along::<-1>().cross_entropy(&targets).into_scalar();
    on_ranks(|tp| {
        let targets = MeshTensor::whole(targets.clone());
        let own = MeshTensor::whole(scores.clone()).cut(Axis::<-1>, tp)?;
        let losses = own.cross_entropy_over(&targets, tp)?;
        let mean = losses
            .mean_axis::<-1>()
            .into_whole()
            .into_reshaped::<shape![]>();
        // Rows that are cut, with all classes.
        let rows = MeshTensor::whole(scores.clone()).cut(Axis::<-2>, tp)?;
        let losses = rows.cross_entropy(&targets.cut(Axis::<-1>, tp)?);
        let by_rows = losses.mean_axis_over(Axis::<-1>, tp)?.into_whole();
        Ok((mean.into_scalar() - alone)
            .abs()
            .max((by_rows[[0]] - alone).abs()))
    });
    let error = threads::run(2, |world| {
        let tp = Mesh::<Tp, _>::new(world)?;
        let own = MeshTensor::whole(scores.clone()).cut(Axis::<-1>, &tp)?;
        let beyond = Tensor::<usize, shape![Batch]>::full(12);
        own.cross_entropy_over(&MeshTensor::whole(beyond), &tp)
    });
    let text = error.unwrap_err().error.to_string();
    assert!(text.contains("12"), "{text}");
}

#[test]
fn rows_of_a_cut_table_are_a_pending_sum() {
    let table: Tensor<f32, shape![Vocabulary, Width]> = numbers(1);
    let indices = Tensor::<usize, shape![Batch, Seq]>::from_fn(|[b, s]| (5 * b + s) % 12);
    let alone = table.embedding(&indices);
    on_ranks(|tp| {
        let (whole, indices) = (
            MeshTensor::whole(table.clone()),
            MeshTensor::whole(indices.clone()),
        );
        let rows = whole.cut(Axis::<-2>, tp)?.embedding_over(&indices, tp)?;
        let rows = rows.all_reduce(tp)?.into_whole();
        // A table whose vectors are cut gives shards.
        let columns = whole.cut(Axis::<-1>, tp)?.embedding(&indices);
        let columns = columns.all_gather(Axis::<-1>, tp)?.into_whole();
        Ok(difference(&rows, &alone).max(difference(&columns, &alone)))
    });
}

#[test]
fn queries_keys_and_values_of_one_product_have_an_axis() {
    let weights: Tensor<f32, shape![3, Heads, Head, Width]> = numbers(1);
    let x: Tensor<f32, shape![Batch, Width]> = numbers(2);
    let product = x.linear(&weights.index_axis::<-4>(1).merge_axes::<-3>().to_tensor());
    on_ranks(|tp| {
        let own = MeshTensor::whole(weights.clone()).cut(Axis::<-3>, tp)?;
        let keys = own.index_axis::<-4>(1).merge_axes::<-3>();
        let heads = MeshTensor::whole(x.clone()).linear(&keys);
        let heads = heads.split_axis_with::<-1, _, _>(tp.part(Heads::default())?, Head::default());
        let all = heads.all_gather(Axis::<-2>, tp)?.into_whole();
        // The first of two pieces of an axis that is whole.
        let [first, _] = own.split_equal::<-1, 2>();
        let half = first.all_gather(Axis::<-3>, tp)?.into_whole();
        let alone = weights.along::<-1>().split_equal::<2>();
        Ok(difference(&all.merge_axes::<-2>().to_tensor(), &product)
            .max(difference(&half, &alone[0].to_tensor())))
    });
}

#[test]
fn operators_take_tensors_and_references() {
    let (x, y): (Hiddens, Hiddens) = (numbers(1), numbers(2));
    let bias: Tensor<f32, shape![Hidden]> = numbers(3);
    let divisors = &y * &y + 1.0;
    let alone = (&x + &bias) * &y - &x / &divisors;
    on_ranks(|tp| {
        let cut = |x: &Hiddens| MeshTensor::whole(x.clone()).cut(Axis::<-1>, tp);
        let (own, other) = (cut(&x)?, cut(&y)?);
        let bias = MeshTensor::whole(bias.clone()).cut(Axis::<-1>, tp)?;
        let sum = (own.clone() + bias) * &other - &own / cut(&divisors)?;
        let column = sum.insert_axis::<-2>().remove_axis::<-2>();
        let negated = -(-column);
        Ok(difference(
            &negated.all_gather(Axis::<-1>, tp)?.into_whole(),
            &alone,
        ))
    });
}

#[test]
fn a_sum_may_be_pending_over_two_axes() {
    let x: Hiddens = numbers(1);
    let alone = x.sum();
    let sums = threads::run(4, |world| {
        let (dp, tp) = Mesh::of(world, (Dp::of(2), Tp::of(2)))?;
        let own = MeshTensor::whole(x.clone())
            .cut(Axis::<-1>, &tp)?
            .cut(Axis::<-2>, &dp)?;
        let sum = own.sum_axis::<-1>().sum_axis::<-2>();
        let doubled = sum.clone() + sum;
        let over_tp = doubled.clone().all_reduce(&tp)?.all_reduce(&dp)?;
        let over_dp = doubled.all_reduce(&dp)?.all_reduce(&tp)?;
        let either = over_tp.into_whole() + over_dp.into_whole();
        Ok::<_, MeshError>(either.sum() / 4.0)
    });
    for sum in sums.unwrap() {
        assert!((sum - alone).abs() < 1e-3, "{sum} and {alone}");
    }
}

#[test]
fn ranks_drop_what_one_rank_drops() {
    type Rows = Tensor<f32, shape![Batch, Hidden]>;
    let x = Rows::ones();
    let of = |ranks: usize| {
        threads::run(ranks, |world| {
            // Two columns where there are as many.
            let columns = 2 - ranks % 2;
            let (dp, tp) = Mesh::of(world, (Dp::of(ranks / columns), Tp::of(columns)))?;
            let whole = MeshTensor::whole(x.clone());
            let same = whole.dropout(0.25, 3, (&dp, &tp))?;
            let own = whole.cut(Axis::<-1>, &tp)?.cut(Axis::<-2>, &dp)?;
            let own = own.dropout(0.25, 3, (&dp, &tp))?;
            let all = own
                .all_gather(Axis::<-1>, &tp)?
                .all_gather(Axis::<-2>, &dp)?;
            assert_eq!(same.into_whole(), all.part().clone());
            // Along one axis alone.
            let rows = whole.cut(Axis::<-2>, &dp)?.dropout(0.25, 3, &dp)?;
            assert_eq!(rows.all_gather(Axis::<-2>, &dp)?.into_whole(), *all.part());
            Ok::<_, MeshError>(all.into_whole())
        })
        .unwrap()
    };
    let alone = of(1).remove(0);
    let dropped = alone.iter().filter(|&&x| x == 0.0).count();
    assert!((80..176).contains(&dropped), "{dropped} of 512");
    assert!(
        alone
            .iter()
            .all(|&x| x == 0.0 || (x - 4.0 / 3.0).abs() < 1e-6)
    );
    for ranks in [2, 4] {
        assert_eq!(of(ranks), vec![alone.clone(); ranks]);
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "calls are compared in debug builds")]
fn seeds_by_rank_are_told() {
    let error = threads::run(2, |world| {
        let tp = Mesh::<Tp, _>::new(world)?;
        let x = MeshTensor::whole(Tensor::<f32, shape![Hidden]>::ones());
        x.dropout(0.5, 6 + tp.rank() as u64, &tp)
    });
    let text = error.unwrap_err().error.to_string();
    let line = format!(" at crates/shapecheck-mesh/tests/shards.rs:{}", line!() - 3);
    assert_eq!(
        text.replace(&line, ""),
        "rank 0 calls `dropout` with seed 6, rank 1 calls `dropout` with seed 7"
    );
}
