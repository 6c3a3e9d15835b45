//! Layers and a training that ranks share, each beside what one rank computes alone with ordinary tensors.

pub mod numbers;

pub use numbers::*;
use shapecheck::{Axis, Host, Tensor, shape};
use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, MeshTensorOn};

type Words = Tensor<f32, shape![Batch, Seq, Width]>;

/// Megatron's feed-forward layer: the first matrix is cut by columns, the second by rows.
pub fn feed_forward<C: Collective<f32, Host>>(tp: &Mesh<Tp, C>) -> Result<f32, MeshError> {
    let (x, bias): (Words, Tensor<f32, shape![Width]>) = (numbers(1), numbers(2));
    let up: Tensor<f32, shape![Width, Hidden]> = numbers(3);
    let bias_up: Tensor<f32, shape![Hidden]> = numbers(4);
    let down: Tensor<f32, shape![Hidden, Width]> = numbers(5);
    let alone = (x.matmul(&up) + &bias_up).gelu().matmul(&down) + &bias;

    let up = MeshTensor::whole(up).cut(Axis::<-1>, tp)?;
    let bias_up = MeshTensor::whole(bias_up).cut(Axis::<-1>, tp)?;
    let down = MeshTensor::whole(down).cut(Axis::<-2>, tp)?;
    let hidden = (&MeshTensor::whole(x).matmul(&up) + &bias_up).gelu();
    let sum = hidden.matmul(&down).all_reduce(tp)?;
    Ok(difference(
        &(&sum + &MeshTensor::whole(bias)).into_whole(),
        &alone,
    ))
}

/// The same, with words that are cut between the layers: a sum is scattered along them, and gathered before the next layer.
pub fn scattered<C: Collective<f32, Host>>(tp: &Mesh<Tp, C>) -> Result<f32, MeshError> {
    type Rows = Tensor<f32, shape![Batch, Width]>;
    let x: Rows = numbers(1);
    let up: Tensor<f32, shape![Width, Hidden]> = numbers(3);
    let down: Tensor<f32, shape![Hidden, Width]> = numbers(5);
    let alone = x.matmul(&up).relu().matmul(&down);

    let up = MeshTensor::whole(up).cut(Axis::<-1>, tp)?;
    let down = MeshTensor::whole(down).cut(Axis::<-2>, tp)?;
    let sum = MeshTensor::whole(x).matmul(&up).relu().matmul(&down);
    let by_columns = sum
        .clone()
        .reduce_scatter(Axis::<-1>, tp)?
        .all_gather(Axis::<-1>, tp)?;
    let by_rows = sum
        .reduce_scatter(Axis::<-2>, tp)?
        .all_gather(Axis::<-2>, tp)?;
    let [by_columns, by_rows] =
        [by_columns, by_rows].map(|all| difference(&all.into_whole(), &alone));
    Ok(by_columns.max(by_rows))
}

/// Attention whose heads are shared out.
pub fn attention<C: Collective<f32, Host>>(tp: &Mesh<Tp, C>) -> Result<f32, MeshError> {
    type Into = shape![Heads, Head, Width];
    let x: Words = numbers(1);
    let weights: [Tensor<f32, Into>; 3] = [numbers(2), numbers(3), numbers(4)];
    let out: Tensor<f32, shape![Width, Heads, Head]> = numbers(5);
    let scale = 1.0 / 8.0_f32.sqrt();

    let split = |weights: &Tensor<f32, Into>| {
        let all = x.linear(&weights.merge_axes::<-3>());
        all.split_axis_with::<-1, _, _>(Heads::default(), Head::default())
            .swap_axes::<-3, -2>()
    };
    let [queries, keys, values] = weights.each_ref().map(split);
    let scores = (queries.matmul(&keys.transpose()) * scale).softmax::<-1>();
    let heads = scores
        .matmul(&values)
        .swap_axes::<-3, -2>()
        .merge_axes::<-2>();
    let alone = heads.linear(&out.merge_axes::<-2>());

    let x = MeshTensor::whole(x);
    let own = tp.part(Heads::default())?;
    let split = |weights: &Tensor<f32, Into>| {
        let weights = MeshTensor::whole(weights.clone())
            .cut(Axis::<-3>, tp)?
            .merge_axes::<-3>();
        let all = x.linear(&weights); // [Batch, Seq, Heads / Tp * Head]
        Ok::<_, MeshError>(
            all.split_axis_with::<-1, _, _>(own, Head::default())
                .swap_axes::<-3, -2>(),
        )
    };
    let [queries, keys, values] = [
        split(&weights[0])?,
        split(&weights[1])?,
        split(&weights[2])?,
    ];
    let scores = queries
        .matmul(&keys.transpose())
        .scale(scale)
        .softmax::<-1>();
    let heads = scores
        .matmul(&values)
        .swap_axes::<-3, -2>()
        .merge_axes::<-2>();
    let out = MeshTensor::whole(out)
        .cut(Axis::<-2>, tp)?
        .merge_axes::<-2>();
    Ok(difference(
        &heads.linear(&out).all_reduce(tp)?.into_whole(),
        &alone,
    ))
}

/// A network of two layers that learns, each rank from its rows of the batch: the weights beside those of one rank, and the losses before and after.
pub fn training<C: Collective<f32, Host>>(dp: &Mesh<Dp, C>) -> Result<(f32, [f32; 2]), MeshError> {
    type Rows = shape![Batch, Width];
    const STEPS: usize = 200;
    const RATE: f32 = 0.1 / 8.0;
    let x: Tensor<f32, Rows> = numbers(1);
    let target = x.matmul(&numbers::<shape![Width, Width]>(2)).tanh();
    let begin = || {
        (
            numbers::<shape![Width, Hidden]>(3),
            numbers::<shape![Hidden, Width]>(4),
        )
    };

    let (mut up, mut down) = begin();
    for _ in 0..STEPS {
        let hidden = x.matmul(&up).tanh();
        let error = hidden.matmul(&down) - &target;
        let into_hidden = error.matmul(&down.transpose()) * (1.0 - &hidden * &hidden);
        down = &down - hidden.transpose().matmul(&error) * RATE;
        up = &up - x.transpose().matmul(&into_hidden) * RATE;
    }

    let x = MeshTensor::whole(x).cut(Axis::<-2>, dp)?;
    let target = MeshTensor::whole(target).cut(Axis::<-2>, dp)?;
    let loss = |error: &MeshTensorOn<f32, shape![Batch / Dp, Width], Host>| {
        let squares = (error * error)
            .sum_axis::<-1>()
            .sum_axis::<-2>()
            .all_reduce(dp)?;
        Ok::<_, MeshError>(squares.into_whole().sum())
    };
    let (first, second) = begin();
    let (mut own_up, mut own_down) = (MeshTensor::whole(first), MeshTensor::whole(second));
    let mut losses = [0.0; 2];
    for step in 0..STEPS {
        let hidden = x.matmul(&own_up).tanh(); // [Batch / Dp, Hidden]
        let error = &hidden.matmul(&own_down) - &target;
        let slope = hidden.map_part(|hidden| 1.0 - hidden * hidden);
        let into_hidden = error.matmul(&own_down.transpose()) * slope;
        // Of all rows, whichever rank has them.
        let of_down = hidden.transpose().matmul(&error).all_reduce(dp)?;
        let of_up = x.transpose().matmul(&into_hidden).all_reduce(dp)?;
        own_down = &own_down - &of_down.scale(RATE);
        own_up = &own_up - &of_up.scale(RATE);
        if step == 0 || step + 1 == STEPS {
            losses[usize::from(step != 0)] = loss(&error)?;
        }
    }
    let off = difference(&own_up.into_whole(), &up).max(difference(&own_down.into_whole(), &down));
    Ok((off, losses))
}

/// A layer whose weights are cut over one axis of a mesh and whose batch is cut over the other, and the gradient of its weights.
pub fn both<C: Collective<f32, Host>>(
    tp: &Mesh<Tp, C>,
    dp: &Mesh<Dp, C>,
) -> Result<f32, MeshError> {
    let x: Tensor<f32, shape![Batch, Width]> = numbers(1);
    let up: Tensor<f32, shape![Width, Hidden]> = numbers(3);
    let down: Tensor<f32, shape![Hidden, Width]> = numbers(5);
    let hidden = x.matmul(&up).relu();
    let alone = (hidden.matmul(&down), x.transpose().matmul(&hidden));

    let x = MeshTensor::whole(x).cut(Axis::<-2>, dp)?;
    let up = MeshTensor::whole(up).cut(Axis::<-1>, tp)?;
    let down = MeshTensor::whole(down).cut(Axis::<-2>, tp)?;
    let hidden = x.matmul(&up).relu(); // [Batch / Dp, Hidden / Tp]
    let rows = hidden.matmul(&down).all_reduce(tp)?;
    let gradient = x.transpose().matmul(&hidden).all_reduce(dp)?;
    let rows = rows.all_gather(Axis::<-2>, dp)?.into_whole();
    let gradient = gradient.all_gather(Axis::<-1>, tp)?.into_whole();
    Ok(difference(&rows, &alone.0).max(difference(&gradient, &alone.1)))
}

/// A language model of one block, whose vocabulary, heads and hidden layer are cut: the losses of all tokens.
pub fn language_model<C: Collective<f32, Host>>(tp: &Mesh<Tp, C>) -> Result<f32, MeshError> {
    let table: Tensor<f32, shape![Vocabulary, Width]> = numbers(1);
    let norm: Tensor<f32, shape![Width]> = numbers(2);
    let all: Tensor<f32, shape![3, Heads, Head, Width]> = numbers(3);
    let out: Tensor<f32, shape![Width, Heads, Head]> = numbers(4);
    let up: Tensor<f32, shape![Hidden, Width]> = numbers(5);
    let down: Tensor<f32, shape![Width, Hidden]> = numbers(6);
    let bias: Tensor<f32, shape![Width]> = numbers(7);
    let tokens =
        |next| Tensor::<usize, shape![Batch, Seq]>::from_fn(|[b, s]| (5 * b + s + next) % 12);
    let (tokens, targets) = (tokens(0), tokens(1));

    let x = table.embedding(&tokens);
    let normed = x.rms_norm(&norm, 1e-5);
    let [q, k, v] = [0, 1, 2].map(|which| {
        let heads = normed.linear(&all.index_axis::<-4>(which).merge_axes::<-3>());
        let heads = heads.split_axis_with::<-1, _, _>(Heads::default(), Head::default());
        heads.swap_axes::<-3, -2>()
    });
    let mixed = q
        .causal_attention(&k, &v)
        .swap_axes::<-3, -2>()
        .merge_axes::<-2>();
    let x = x + mixed.linear(&out.merge_axes::<-2>());
    let x = &x + x.layer_norm(&norm, 1e-5).linear(&up).silu().linear(&down) + &bias;
    let alone = x
        .linear(&table)
        .along::<-1>()
        .cross_entropy(&targets)
        .into_scalar();

    let table = MeshTensor::whole(table).cut(Axis::<-2>, tp)?;
    let all = MeshTensor::whole(all).cut(Axis::<-3>, tp)?;
    let out = MeshTensor::whole(out).cut(Axis::<-2>, tp)?;
    let up = MeshTensor::whole(up).cut(Axis::<-2>, tp)?;
    let down = MeshTensor::whole(down).cut(Axis::<-1>, tp)?;
    let (norm, bias) = (MeshTensor::whole(norm), MeshTensor::whole(bias));
    let (tokens, targets) = (MeshTensor::whole(tokens), MeshTensor::whole(targets));
    let own = tp.part(Heads::default())?;
    let x = table.embedding_over(&tokens, tp)?.all_reduce(tp)?;
    let normed = x.rms_norm(&norm, 1e-5);
    let [q, k, v] = [0, 1, 2].map(|which| {
        let heads = normed.linear(&all.index_axis::<-4>(which).merge_axes::<-3>());
        let heads = heads.split_axis_with::<-1, _, _>(own, Head::default());
        heads.swap_axes::<-3, -2>()
    });
    let mixed = q
        .causal_attention(&k, &v)
        .swap_axes::<-3, -2>()
        .merge_axes::<-2>();
    let x = x + mixed.linear(&out.merge_axes::<-2>()).all_reduce(tp)?;
    let hidden = x.layer_norm(&norm, 1e-5).linear(&up).silu();
    let x = x + hidden.linear(&down).all_reduce(tp)? + bias;
    let losses = x.linear(&table).cross_entropy_over(&targets, tp)?;
    let mean = losses.mean_axis::<-1>().mean_axis::<-2>().into_whole();
    Ok((mean[[0, 0]] - alone).abs())
}
