//! One block of a decoder like that of a language model: each token looks at itself and at those before it. A cache
//! keeps the keys and values of earlier tokens, so that another token costs little. The batch is a parameter; the
//! length of a sequence is known only at run time.

use shapecheck::{Dim, Shape, StaticDim, Tensor, axes, broadcast_map, dim, shape};

use crate::{assert_close, exact, made, numbers, product};

type Width = dim!(8);
type Count = dim!(2);
type Head = dim!(4);
type Hidden = dim!(16);

type Tokens<B> = Tensor<f32, shape![B, _, Width]>;
type Heads<B> = Tensor<f32, shape![B, Count, _, Head]>;
type Weights<I, O> = Tensor<f32, shape![I, O]>;

struct Block {
    queries: Weights<Width, Width>,
    keys: Weights<Width, Width>,
    values: Weights<Width, Width>,
    output: Weights<Width, Width>,
    widen: Weights<Width, Hidden>,
    narrow: Weights<Hidden, Width>,
    gain: Tensor<f32, shape![Width]>,
    bias: Tensor<f32, shape![Width]>,
}

/// The keys and values of the tokens so far.
struct Cache<B: Dim> {
    keys: Heads<B>,
    values: Heads<B>,
}

impl<B: Dim> Cache<B> {
    fn empty(batch: usize) -> Self {
        let nothing = Tensor::zeros_with(shape_of(&[batch, Count::SIZE, 0, Head::SIZE]));
        Self {
            keys: nothing.clone(),
            values: nothing,
        }
    }
}

impl Block {
    fn new() -> Self {
        Self {
            queries: made(1),
            keys: made(2),
            values: made(3),
            output: made(4),
            widen: made(5),
            narrow: made(6),
            gain: made(7),
            bias: made(8),
        }
    }

    fn forward<B: Dim>(&self, x: &Tokens<B>, cache: &mut Cache<B>) -> Tokens<B> {
        let seen = cache.keys.dims()[2];
        let normal = layer_norm(x, &self.gain, &self.bias);
        let queries = split(&normal.matmul(&self.queries));
        cache.keys = join(&cache.keys, &split(&normal.matmul(&self.keys)));
        cache.values = join(&cache.values, &split(&normal.matmul(&self.values)));

        let scores = queries.matmul(&cache.keys.transpose()) / (Head::SIZE as f32).sqrt();
        let sizes = shape_of::<shape![_, _]>(&scores.dims()[2..]);
        let visible = Tensor::from_fn_with(sizes, |[row, column]| column <= seen + row);
        let attention = visible
            .select(&scores, &Tensor::scalar(f32::NEG_INFINITY))
            .softmax::<-1>();
        let x = x + merge(&attention.matmul(&cache.values)).matmul(&self.output);

        let hidden = layer_norm(&x, &self.gain, &self.bias).matmul(&self.widen);
        x + broadcast_map!(|h| h.max(0.0); hidden).matmul(&self.narrow)
    }
}

fn shape_of<S: Shape>(sizes: &[usize]) -> S {
    S::try_from_sizes(sizes).expect("sizes of this shape")
}

fn layer_norm<S: Shape, N: Dim>(
    x: &Tensor<f32, shape![..S, N]>,
    gain: &Tensor<f32, shape![N]>,
    bias: &Tensor<f32, shape![N]>,
) -> Tensor<f32, shape![..S, N]> {
    let (mean, deviation) = (x.mean_axis::<-1>(), (x.var_axis::<-1>() + 1e-5).sqrt());
    broadcast_map!(|x, m, d, g, b| (x - m) / d * g + b; x, &mean, &deviation, gain, bias)
}

/// `[B, T, 8]` to `[B, 2, T, 4]`.
fn split<B: Dim>(x: &Tokens<B>) -> Heads<B> {
    let sizes = [x.dims()[0], x.dims()[1], Count::SIZE, Head::SIZE];
    let heads = x.try_reshape::<shape![_, _, Count, Head]>(shape_of(&sizes));
    // The compiler does not count elements along a parameter, so the batch is `_` for a moment.
    let heads = heads.and_then(|heads| heads.try_into_shape::<shape![B, _, Count, Head]>());
    heads.expect("as many elements").swap_axes::<-3, -2>()
}

/// `[B, 2, T, 4]` to `[B, T, 8]`.
fn merge<B: Dim>(heads: &Heads<B>) -> Tokens<B> {
    let tokens = heads.permute::<axes![-2, -3, -1]>();
    let sizes = [heads.dims()[0], heads.dims()[2], Width::SIZE];
    let tokens = tokens.try_reshape::<shape![_, _, Width]>(shape_of(&sizes));
    let tokens = tokens.and_then(|tokens| tokens.try_into_shape());
    tokens.expect("as many elements")
}

/// Both, one after the other.
fn join<S: Shape, N: Dim>(
    before: &Tensor<f32, shape![..S, _, N]>,
    after: &Tensor<f32, shape![..S, _, N]>,
) -> Tensor<f32, shape![..S, _, N]> {
    let axis = before.dims().len() - 2;
    let middle = before.dims()[axis];
    let mut sizes = before.dims().to_vec();
    sizes[axis] += after.dims()[axis];
    let mut all = Tensor::zeros_with(shape_of(&sizes));
    let mut first = all.slice_axis_mut::<-2>(..middle);
    first += before;
    let mut last = all.slice_axis_mut::<-2>(middle..);
    last += after;
    all
}

/// The block once more, in loops over the tokens of one sequence.
fn by_loops(block: &Block, x: &[f64]) -> Vec<f64> {
    let (gain, bias) = (exact(&block.gain), exact(&block.bias));
    let normal = |x: &[f64]| -> Vec<f64> {
        let rows = x.chunks(8).flat_map(|row| {
            let mean = row.iter().sum::<f64>() / 8.0;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 8.0;
            let scaled = |i| (row[i] - mean) / (variance + 1e-5).sqrt() * gain[i] + bias[i];
            std::array::from_fn::<f64, 8, _>(scaled)
        });
        rows.collect()
    };
    let first = normal(x);
    let [q, k, v] = [&block.queries, &block.keys, &block.values]
        .map(|weights| product(&first, &exact(weights), 8));
    let mut mixed = vec![0.0; x.len()];
    for (token, head) in (0..x.len() / 8).flat_map(|token| [(token, 0), (token, 4)]) {
        let place = |token: usize, i: usize| token * 8 + head + i;
        let score = |other| -> f64 {
            let terms = (0..4).map(|i| q[place(token, i)] * k[place(other, i)]);
            (terms.sum::<f64>() / 2.0).exp()
        };
        let total: f64 = (0..=token).map(score).sum();
        for (other, i) in (0..=token).flat_map(|other| (0..4).map(move |i| (other, i))) {
            mixed[place(token, i)] += score(other) / total * v[place(other, i)];
        }
    }
    let add = |x: &[f64], y: &[f64]| -> Vec<f64> { x.iter().zip(y).map(|(x, y)| x + y).collect() };
    let x = add(x, &product(&mixed, &exact(&block.output), 8));
    let mut hidden = product(&normal(&x), &exact(&block.widen), 8);
    hidden.iter_mut().for_each(|h| *h = h.max(0.0));
    add(&x, &product(&hidden, &exact(&block.narrow), 16))
}

fn tokens<B: Dim>(batch: usize, length: usize) -> Tokens<B> {
    let elements = numbers(batch * length * 8, 9);
    Tensor::from_vec_with(shape_of(&[batch, length, 8]), elements).expect("as many numbers")
}

#[test]
fn a_block_of_a_decoder_is_what_loops_make_of_it() {
    let (block, x) = (Block::new(), tokens::<dim!(3)>(3, 5));
    let y: Tokens<dim!(3)> = block.forward(&x, &mut Cache::empty(3));
    for sequence in 0..3 {
        let x = exact(&x.index_axis::<-3>(sequence));
        assert_close(&y.index_axis::<-3>(sequence), &by_loops(&block, &x));
    }
}

#[test]
fn a_cache_that_grows_gives_what_all_tokens_at_once_give() {
    let (block, x) = (Block::new(), tokens::<dim!(2)>(2, 6));
    let at_once = block.forward(&x, &mut Cache::empty(2));
    let mut cache = Cache::empty(2);
    for part in [0..3, 3..4, 4..5, 5..6] {
        let y = block.forward(&x.slice_axis::<-2>(part.clone()), &mut cache);
        assert_close(&y, &exact(&at_once.slice_axis::<-2>(part)));
    }
    assert_eq!(cache.keys.dims(), [2, 2, 6, 4]);

    // Sequences of a batch of any size, each as if it were alone.
    let y = block.forward(&x.slice_axis::<-3>(1..), &mut Cache::empty(1));
    assert_close(&y, &exact(&at_once.slice_axis::<-3>(1..)));
}
