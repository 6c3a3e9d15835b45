//! A BERT for masked words, whose sizes come from a file, on every engine. The compiler checks every shape all the same:
//! each run-time size has a name.

use shapecheck::engine::Models;
use shapecheck::shape::NamedSizes;
use shapecheck::{Dim, TensorOn, checked, dims, shape};
use shapecheck_weights::Load;

dims! {
    /// Texts that are read side by side.
    pub Batch,
    /// Tokens of the longest of these texts; the others are padded.
    pub Seq,
    /// The longest text.
    pub Longest,
    /// The tokens that there are.
    pub Vocabulary,
    /// The parts that a text may have, such as a question and its answer.
    pub Parts,
    pub Heads,
    /// Numbers of a head.
    pub Head,
    /// Numbers for each token: all heads side by side.
    pub Width = Heads * Head,
    /// Numbers for each token inside of a layer.
    pub Hidden,
}

type Array<S, E> = TensorOn<f32, S, E>;
/// Numbers for each token of each text.
type Tokens<E> = Array<shape![Batch, Seq, Width], E>;
/// The same by heads.
type ByHeads<E> = Array<shape![Batch, Heads, Seq, Head], E>;
/// What is added to the scores of each token as a key: 0, or the least number where the text has ended.
type Mask<E> = Array<shape![Batch, 1, 1, Seq], E>;
/// The scores of each token of the vocabulary in each place.
pub type Scores<E> = Array<shape![Batch, Seq, Vocabulary], E>;

/// What a configuration says beside the sizes of the weights.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub heads: Heads,
    pub head: Head,
    pub activation: Activation,
    /// What norms add to a variance.
    pub epsilon: f32,
}

impl Config {
    /// The sizes of weights that follow from the configuration.
    pub fn sizes(&self) -> NamedSizes {
        NamedSizes::of(&<shape![Heads, Head]>::of([
            self.heads.size(),
            self.head.size(),
        ]))
    }
}

/// The function between the two layers of a block.
#[derive(Clone, Copy, Debug)]
pub enum Activation {
    Gelu,
    GeluTanh,
    Relu,
}

impl Activation {
    fn of<S: shapecheck::Shape, E: Models<f32>>(self, x: Array<S, E>) -> Array<S, E> {
        match self {
            Self::Gelu => x.gelu(),
            Self::GeluTanh => x.gelu_tanh(),
            Self::Relu => x.relu(),
        }
    }
}

/// A layer from `I` to `O` numbers: one row for each number of the output, as in PyTorch.
#[derive(Load)]
pub struct Linear<O: Dim, I: Dim, E: Models<f32>> {
    weight: Array<shape![O, I], E>,
    bias: Array<shape![O], E>,
}

impl<O: Dim, I: Dim, E: Models<f32>> Linear<O, I, E> {
    #[checked]
    fn forward(&self, x: &Array<shape![Batch, Seq, I], E>) -> Array<shape![Batch, Seq, O], E> {
        x.linear_with_bias(&self.weight, &self.bias)
    }
}

#[derive(Load)]
pub struct LayerNorm<E: Models<f32>> {
    weight: Array<shape![Width], E>,
    bias: Array<shape![Width], E>,
}

impl<E: Models<f32>> LayerNorm<E> {
    #[checked]
    fn forward(&self, x: &Array<shape![Batch, Seq, Width], E>, epsilon: f32) -> Tokens<E> {
        x.layer_norm_with_bias(&self.weight, &self.bias, epsilon)
    }
}

/// The vectors of tokens, of their places and of the parts that they belong to.
#[derive(Load)]
pub struct Embeddings<E: Models<f32>> {
    #[weights(name = "word_embeddings.weight")]
    tokens: Array<shape![Vocabulary, Width], E>,
    #[weights(name = "position_embeddings.weight")]
    places: Array<shape![Longest, Width], E>,
    #[weights(name = "token_type_embeddings.weight")]
    parts: Array<shape![Parts, Width], E>,
    #[weights(name = "LayerNorm")]
    norm: LayerNorm<E>,
}

impl<E: Models<f32>> Embeddings<E> {
    #[checked]
    fn forward(
        &self,
        tokens: &TensorOn<usize, shape![Batch, Seq], E>,
        parts: &TensorOn<usize, shape![Batch, Seq], E>,
        epsilon: f32,
    ) -> Tokens<E> {
        let length = Seq::of(tokens.size::<-1>());
        // [Seq, Width] of [Longest, Width]
        let places = self.places.narrow_with::<-2, _>(0, length);
        let sum = self.tokens.embedding(tokens) + self.parts.embedding(parts) + places;
        self.norm.forward(&sum, epsilon)
    }
}

/// Each token looks at all tokens of its text.
#[derive(Load)]
pub struct Attention<E: Models<f32>> {
    #[weights(name = "self.query")]
    queries: Linear<Width, Width, E>,
    #[weights(name = "self.key")]
    keys: Linear<Width, Width, E>,
    #[weights(name = "self.value")]
    values: Linear<Width, Width, E>,
    #[weights(name = "output.dense")]
    output: Linear<Width, Width, E>,
    #[weights(name = "output.LayerNorm")]
    norm: LayerNorm<E>,
}

impl<E: Models<f32>> Attention<E> {
    #[checked]
    fn forward(
        &self,
        x: &Array<shape![Batch, Seq, Width], E>,
        mask: &Array<shape![Batch, 1, 1, Seq], E>,
        config: &Config,
    ) -> Tokens<E> {
        let by_heads = |x: Array<shape![Batch, Seq, Width], E>| -> ByHeads<E> {
            x.split_axis_with::<-1, _, _>(config.heads, config.head)
                .swap_axes::<-3, -2>()
        };
        let queries = by_heads(self.queries.forward(x));
        let keys = by_heads(self.keys.forward(x));
        let values = by_heads(self.values.forward(x));
        let attended = queries.masked_attention(&keys, &values, mask);
        // [Batch, Heads, Seq, Head] to [Batch, Seq, Width]
        let joined = attended.swap_axes::<-3, -2>().merge_axes::<-2>();
        let sum = self.output.forward(&joined) + x;
        self.norm.forward(&sum, config.epsilon)
    }
}

/// Attention, then two layers for each token by itself.
#[derive(Load)]
pub struct Block<E: Models<f32>> {
    attention: Attention<E>,
    #[weights(name = "intermediate.dense")]
    wide: Linear<Hidden, Width, E>,
    #[weights(name = "output.dense")]
    narrow: Linear<Width, Hidden, E>,
    #[weights(name = "output.LayerNorm")]
    norm: LayerNorm<E>,
}

impl<E: Models<f32>> Block<E> {
    #[checked]
    fn forward(
        &self,
        x: &Array<shape![Batch, Seq, Width], E>,
        mask: &Array<shape![Batch, 1, 1, Seq], E>,
        config: &Config,
    ) -> Tokens<E> {
        let x = self.attention.forward(x, mask, config);
        let hidden = config.activation.of(self.wide.forward(&x));
        let sum = self.narrow.forward(&hidden) + &x;
        self.norm.forward(&sum, config.epsilon)
    }
}

/// From tokens to scores, by the names of checkpoints.
#[derive(Load)]
pub struct Bert<E: Models<f32>> {
    #[weights(name = "bert.embeddings")]
    embeddings: Embeddings<E>,
    #[weights(name = "bert.encoder.layer")]
    blocks: Vec<Block<E>>,
    #[weights(name = "cls.predictions.transform.dense")]
    last: Linear<Width, Width, E>,
    #[weights(name = "cls.predictions.transform.LayerNorm")]
    norm: LayerNorm<E>,
    #[weights(name = "cls.predictions.decoder")]
    decoder: Linear<Vocabulary, Width, E>,
}

impl<E: Models<f32>> Bert<E> {
    /// Reads texts: their tokens, the part of the text that each belongs to, and 1 for each token or 0 where a text has
    /// ended. Returns the scores of each token that could stand in each place.
    ///
    /// # Panics
    ///
    /// Panics if a text is longer than [`Longest`], or has a token that is not in the vocabulary.
    #[checked]
    pub fn forward(
        &self,
        tokens: &TensorOn<usize, shape![Batch, Seq], E>,
        parts: &TensorOn<usize, shape![Batch, Seq], E>,
        is_text: &Array<shape![Batch, Seq], E>,
        config: &Config,
    ) -> Scores<E> {
        let mask: Mask<E> = ((1.0 - is_text) * f32::MIN)
            .insert_axis::<-2>()
            .insert_axis::<-2>();
        let mut x = self.embeddings.forward(tokens, parts, config.epsilon);
        for block in &self.blocks {
            x = block.forward(&x, &mask, config);
        }
        let last = config.activation.of(self.last.forward(&x));
        self.decoder
            .forward(&self.norm.forward(&last, config.epsilon))
    }
}
