//! One block of a decoder like that of a language model: each token looks at itself and at those before it. A cache
//! keeps the keys and values of earlier tokens, so that another token costs little. What the program alone knows has a
//! name, so that the compiler tells the tokens of this step from those before.

use shapecheck::{Dim, Shape, StaticDim, Tensor, broadcast_map, dim, dims, shape};

use crate::{assert_close, exact, made, numbers, product};

dims! {
    /// Sequences of a batch.
    pub Batch,
    /// Tokens in the cache.
    pub Past,
    /// Tokens of this step.
    pub Seq,
}

type Width = dim!(8);
type Count = dim!(2);
type Head = dim!(4);
type Hidden = dim!(16);

type Tokens = Tensor<f32, shape![Batch, Seq, Width]>;
type Heads<Length> = Tensor<f32, shape![Batch, Count, Length, Head]>;
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
struct Cache {
    keys: Heads<Past>,
    values: Heads<Past>,
}

impl Cache {
    fn empty(batch: usize) -> Self {
        let nothing = Tensor::zeros_with(<shape![Batch, Count, Past, Head]>::of([batch, 0]));
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

    fn forward(&self, x: &Tokens, cache: &mut Cache) -> Tokens {
        let normal = layer_norm(x, &self.gain, &self.bias);
        let queries = split(&normal.matmul(&self.queries));
        let (keys, values) = (
            split(&normal.matmul(&self.keys)),
            split(&normal.matmul(&self.values)),
        );
        let seen = cache.keys.size::<-2>();
        let keys = cache.keys.along::<-2>().concat(&keys);
        let values = cache.values.along::<-2>().concat(&values);

        let scores = queries.matmul(&keys.transpose()) / (Head::SIZE as f32).sqrt();
        let shape = <shape![Seq, Past + Seq]>::of([x.size::<-2>(), keys.size::<-2>()]);
        let visible = Tensor::from_fn_with(shape, |[row, column]| column <= seen + row);
        let attention = visible
            .select(&scores, &Tensor::scalar(f32::NEG_INFINITY))
            .softmax::<-1>();
        let x = x + merge(&attention.matmul(&values)).matmul(&self.output);
        // In the next step, all of these come before.
        cache.keys = keys.try_named().expect("a longer cache");
        cache.values = values.try_named().expect("a longer cache");

        let hidden = layer_norm(&x, &self.gain, &self.bias).matmul(&self.widen);
        x + broadcast_map!(|h| h.max(0.0); hidden).matmul(&self.narrow)
    }
}

fn layer_norm<S: Shape, N: Dim>(
    x: &Tensor<f32, shape![..S, N]>,
    gain: &Tensor<f32, shape![N]>,
    bias: &Tensor<f32, shape![N]>,
) -> Tensor<f32, shape![..S, N]> {
    let (mean, deviation) = (x.mean_axis::<-1>(), (x.var_axis::<-1>() + 1e-5).sqrt());
    broadcast_map!(|x, m, d, g, b| (x - m) / d * g + b; x, &mean, &deviation, gain, bias)
}

fn split(x: &Tokens) -> Heads<Seq> {
    x.split_axis::<-1, Count, Head>().swap_axes::<-3, -2>()
}

fn merge(heads: &Heads<Seq>) -> Tokens {
    heads.swap_axes::<-3, -2>().merge_axes::<-2>()
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

fn tokens(batch: usize, length: usize) -> Tokens {
    let elements = numbers(batch * length * 8, 9);
    let shape = <shape![Batch, Seq, Width]>::of([batch, length]);
    Tensor::from_vec_with(shape, elements).expect("as many numbers")
}

#[test]
fn a_block_of_a_decoder_is_what_loops_make_of_it() {
    let (block, x) = (Block::new(), tokens(3, 5));
    let y = block.forward(&x, &mut Cache::empty(3));
    for sequence in 0..3 {
        let x = exact(&x.index_axis::<-3>(sequence));
        assert_close(&y.index_axis::<-3>(sequence), &by_loops(&block, &x));
    }
}

#[test]
fn a_cache_that_grows_gives_what_all_tokens_at_once_give() {
    let (block, x) = (Block::new(), tokens(2, 6));
    let at_once = block.forward(&x, &mut Cache::empty(2));
    let mut cache = Cache::empty(2);
    for part in [0..3, 3..4, 4..5, 5..6] {
        let step = x.slice_axis::<-2>(part.clone()).try_named();
        let y = block.forward(&step.expect("some tokens"), &mut cache);
        assert_close(&y, &exact(&at_once.slice_axis::<-2>(part)));
    }
    assert_eq!(cache.keys.dims(), [2, 2, 6, 4]);

    // Sequences of a batch of any size, each as if it were alone.
    let alone = x.slice_axis::<-3>(1..).try_named().expect("a sequence");
    let y = block.forward(&alone, &mut Cache::empty(1));
    assert_close(&y, &exact(&at_once.slice_axis::<-3>(1..)));
}
