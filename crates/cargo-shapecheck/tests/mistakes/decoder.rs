//! A decoder whose batch, heads and widths are parameters.

use shapecheck::{Dim, Shape, StaticDim, Tensor, axes, broadcast_map, dim, shape};

type Tokens<B, W> = Tensor<f32, shape![B, _, W]>;
type Weights<I, O> = Tensor<f32, shape![I, O]>;

struct Norm<W: Dim> {
    gain: Tensor<f32, shape![W]>,
    bias: Tensor<f32, shape![W]>,
}

impl<W: Dim> Norm<W> {
    fn forward<S: Shape>(&self, x: &Tensor<f32, shape![..S, W]>) -> Tensor<f32, shape![..S, W]> {
        let mean = x.mean_axis::<-1>();
        let deviation = (x.var_axis::<-1>() + 1e-5).sqrt();
        broadcast_map!(|x, m, d, g, b| (x - m) / d * g + b; x, &mean, &deviation, &self.gain, &self.bias)
    }
}

/// Scores of every token with every token, and what they make of the values.
fn attention<B: Dim, H: Dim, D: StaticDim>(
    queries: &Tensor<f32, shape![B, H, _, D]>,
    keys: &Tensor<f32, shape![B, H, _, D]>,
    values: &Tensor<f32, shape![B, H, _, D]>,
) -> Tensor<f32, shape![B, H, _, D]> {
    let scores = queries.matmul(&keys.transpose()) / (D::SIZE as f32).sqrt();
    let weights = scores.softmax::<-1>();
    weights.matmul(values)
}

struct Block<W: Dim, F: Dim> {
    queries: Weights<W, W>,
    keys: Weights<W, W>,
    values: Weights<W, W>,
    output: Weights<W, W>,
    widen: Weights<W, F>,
    narrow: Weights<F, W>,
    before: Norm<W>,
    after: Norm<W>,
}

impl<F: Dim> Block<dim!(64), F> {
    fn heads<B: Dim>(x: &Tokens<B, dim!(64)>) -> Tensor<f32, shape![B, 4, _, 16]> {
        x.split_axis::<-1, dim!(4), dim!(16)>().swap_axes::<-3, -2>()
    }

    fn forward<B: Dim>(&self, x: &Tokens<B, dim!(64)>) -> Tokens<B, dim!(64)> {
        let normal = self.before.forward(x);
        let queries = Self::heads(&normal.matmul(&self.queries));
        let keys = Self::heads(&normal.matmul(&self.keys));
        let values = Self::heads(&normal.matmul(&self.values));
        let mixed = attention(&queries, &keys, &values);
        let joined = mixed.permute::<axes![-4, -2, -3, -1]>().merge_axes::<-2>();
        let x = x + joined.matmul(&self.output);
        let hidden = self.after.forward(&x).matmul(&self.widen);
        x + hidden.gelu().matmul(&self.narrow)
    }
}

struct Decoder<F: Dim> {
    embeddings: Tensor<f32, shape![1000, 64]>,
    places: Tensor<f32, shape![128, 64]>,
    blocks: Vec<Block<dim!(64), F>>,
}

impl<F: Dim> Decoder<F> {
    fn forward<B: Dim>(&self, text: &Tensor<usize, shape![B, _]>) -> Tensor<f32, shape![B, _, 1000]> {
        let length = text.size::<-1>();
        let places = self.places.slice_axis::<-2>(..length);
        let mut x = self.embeddings.along::<-2>().take(text) + places;
        for block in &self.blocks {
            x = block.forward(&x);
        }
        x.matmul(&self.embeddings.transpose())
    }
}

fn loss<B: Dim, V: Dim>(
    scores: &Tensor<f32, shape![B, _, V]>,
    targets: &Tensor<usize, shape![B, _]>,
) -> f32 {
    let chances = scores.log_softmax::<-1>();
    let chosen = chances.along::<-1>().gather(&targets.insert_axis::<-1>());
    -chosen.mean()
}

pub fn train<F: Dim>(decoder: &Decoder<F>, text: &Tensor<usize, shape![8, _]>) -> f32 {
    let scores = decoder.forward(text);
    loss(&scores, text)
}

fn main() {}
