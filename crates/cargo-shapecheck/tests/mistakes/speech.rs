//! Speech to text: an encoder of recurrent layers, a decoder that attends to it, generic over the batch and the length.

use shapecheck::engine::Networks;
use shapecheck::{Dim, Shape, StaticDim, Tensor, TensorOn, dim, einsum, rearrange, shape};

type Sequence<B, T, N, E> = TensorOn<f32, shape![B, T, N], E>;
type Heads<B, T, E> = TensorOn<f32, shape![B, 4, T, 16], E>;

struct Recurrent<I: Dim, H: Dim, E: Networks<f32>> {
    weights: TensorOn<f32, shape![4, H, I], E>,
    recurrent: TensorOn<f32, shape![4, H, H], E>,
    bias: TensorOn<f32, shape![4, H], E>,
}

impl<I: Dim, H: Dim, E: Networks<f32>> Recurrent<I, H, E> {
    fn forward<B: Dim, T: Dim>(&self, x: &Sequence<B, T, I, E>) -> Sequence<B, T, H, E> {
        let (states, _, _) = x.lstm(&self.weights, &self.recurrent, &self.bias);
        states
    }
}

struct Encoder<I: Dim, E: Networks<f32>> {
    first: Recurrent<I, dim!(32), E>,
    second: Recurrent<dim!(32), dim!(64), E>,
    gain: TensorOn<f32, shape![64], E>,
}

impl<I: Dim, E: Networks<f32>> Encoder<I, E> {
    fn forward<B: Dim, T: Dim>(&self, x: &Sequence<B, T, I, E>) -> Sequence<B, T, dim!(64), E> {
        let middle = self.first.forward(x);
        self.second.forward(&middle).layer_norm(&self.gain, 1e-5)
    }
}

struct Attention<E: Networks<f32>> {
    queries: TensorOn<f32, shape![64, 64], E>,
    keys: TensorOn<f32, shape![64, 64], E>,
    values: TensorOn<f32, shape![64, 64], E>,
}

impl<E: Networks<f32>> Attention<E> {
    fn heads<B: Dim, T: Dim>(x: &Sequence<B, T, dim!(64), E>) -> Heads<B, T, E> {
        x.split_axis::<-1, dim!(4), dim!(16)>().swap_axes::<-3, -2>()
    }

    /// What each of `T` tokens takes from `L` steps of sound.
    fn forward<B: Dim, T: Dim, L: Dim>(&self, text: &Sequence<B, T, dim!(64), E>, sound: &Sequence<B, L, dim!(64), E>) -> Sequence<B, T, dim!(64), E> {
        let queries = Self::heads(&text.linear(&self.queries));
        let keys = Self::heads(&sound.linear(&self.keys));
        let values = Self::heads(&sound.linear(&self.values));
        let mixed = queries.attention(&keys, &values);
        mixed.swap_axes::<-3, -2>().merge_axes::<-2>()
    }
}

/// How much each token attends to each step, over all heads.
fn alignment<B: Dim, T: Dim, L: Dim>(
    queries: &Tensor<f32, shape![B, 4, T, 16]>,
    keys: &Tensor<f32, shape![B, 4, L, 16]>,
) -> Tensor<f32, shape![B, T, L]> {
    einsum!("b h t d, b h l d -> b t l"; queries, keys).softmax::<-1>()
}

struct Model<V: Dim> {
    encoder: Encoder<dim!(80), shapecheck::Host>,
    attention: Attention<shapecheck::Host>,
    tokens: Tensor<f32, shape![V, 64]>,
    places: Tensor<f32, shape![448, 64]>,
}

impl<V: StaticDim> Model<V> {
    fn scores<B: Dim, T: Dim, L: Dim>(&self, text: &Tensor<usize, shape![B, T]>, sound: &Tensor<f32, shape![B, L, 80]>) -> Tensor<f32, shape![B, T, V]> {
        let heard = self.encoder.forward(sound);
        let x = self.tokens.embedding(text);
        let x = &x + self.attention.forward(&x, &heard);
        x.linear(&self.tokens)
    }

    pub fn loss<B: Dim, T: Dim, L: Dim>(&self, text: &Tensor<usize, shape![B, T]>, sound: &Tensor<f32, shape![B, L, 80]>) -> f32 {
        let scores = self.scores(text, sound);
        scores.along::<-1>().cross_entropy(text).into_scalar()
    }
}

/// Two channels of sound as one.
pub fn mono<B: Dim, L: Dim, N: Dim>(sound: &Tensor<f32, shape![B, 2, L, N]>) -> Tensor<f32, shape![B, L, N]> {
    sound.mean_axis::<-3>().remove_axis::<-3>()
}

/// Chunks of ten steps each.
pub fn chunks<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, 3000, N]>) -> Tensor<f32, shape![..S, 300, 10, N]> {
    rearrange!(x, "... (c s) n -> ... c s n"; s = 10)
}

pub fn train(model: &Model<dim!(1000)>, text: &Tensor<usize, shape![8, _]>, sound: &Tensor<f32, shape![8, 2, 3000, 80]>) -> f32 {
    let both = mono(sound);
    let first = model.places.index_axis::<-2>(0);
    let shifted = &both + first.mean();
    model.loss(text, &shifted)
}

fn main() {}
