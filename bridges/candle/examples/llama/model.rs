//! A Llama whose sizes come from a file. The compiler checks every shape all the same: each run-time size has a
//! name.
//!
//! The root of the program defines the [`Engine`] of an [`Array`], and the [`Number`] that weights are kept in and layers
//! compute with: the model is the same for all of them. Norms and attention are computed in `f32`.

use shapecheck::shape::NamedSizes;
use shapecheck::tensor::cache::KeyValueCache;
use shapecheck::{Dim, Shape, TensorOn, axes, checked, dim, dims, shape};
use shapecheck_weights::Load;

use crate::{Array, Engine, Number};

dims! {
    /// Texts that are read side by side.
    pub Batch,
    /// Tokens of a text that are in the cache.
    pub Past,
    /// Tokens of a text that are read in this step.
    pub Seq,
    /// The longest text.
    pub Longest,
    /// The tokens that there are.
    pub Vocabulary,
    /// Numbers for each token.
    pub Width,
    /// Numbers for each token inside of a gated layer.
    pub Hidden,
    /// Heads of keys and of values.
    pub Heads,
    /// Heads of queries that share a head of keys.
    pub Group,
    /// Pairs of numbers of a head, which a rotation turns.
    pub Pairs,
    pub Head = 2 * Pairs,
    pub QueryHeads = Heads * Group,
    /// All heads of keys side by side.
    pub KeyWidth = Heads * Head,
    /// All heads of queries side by side.
    pub QueryWidth = QueryHeads * Head,
}

/// Numbers for each token of each text.
type Tokens = Array<Number, shape![Batch, Seq, Width]>;
/// Keys, or values, of each new token, by heads.
type ByHeads = Array<Number, shape![Batch, Heads, Seq, Head]>;
/// The cosines and the sines of the angles of each token.
type Angles = [Array<Number, shape![Seq, Pairs]>; 2];
/// One row for each number of the output, as in PyTorch.
type Weights<O, I> = Array<Number, shape![O, I]>;

/// What a configuration says beside the sizes of the weights.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub heads: Heads,
    pub group: Group,
    pub pairs: Pairs,
    pub longest: Longest,
    /// What norms add to a variance.
    pub epsilon: f32,
    /// The slowest rotation needs about this many tokens for an angle of 1.
    pub slowest: f32,
}

impl Config {
    /// The sizes of weights that follow from the configuration.
    pub fn sizes(&self) -> NamedSizes {
        let sizes = [self.heads.size(), self.group.size(), self.pairs.size()];
        NamedSizes::of(&<shape![Heads, Group, Pairs]>::of(sizes))
    }
}

/// Rotates each pair of numbers of a head by an angle that grows with the token's position.
pub struct Rotation {
    cos: Array<Number, shape![Longest, Pairs]>,
    sin: Array<Number, shape![Longest, Pairs]>,
}

impl Rotation {
    fn new(config: &Config) -> Self {
        let (longest, pairs) = (config.longest.size(), config.pairs.size());
        let shape = <shape![Longest, Pairs]>::of([longest, pairs]);
        let angle = |place: usize, pair: usize| {
            let exponent = pair as f32 / pairs as f32;
            place as f32 * (1.0 / config.slowest.powf(exponent))
        };
        let of_angles = |function: fn(f32) -> f32| {
            let of_angle = |[place, pair]: [usize; 2]| function(angle(place, pair));
            let wide: Array<f32, shape![Longest, Pairs]> = TensorOn::from_fn_with(shape, of_angle);
            wide.cast()
        };
        Self {
            cos: of_angles(f32::cos),
            sin: of_angles(f32::sin),
        }
    }

    /// The angles of `length` tokens that follow `before` others.
    fn of(&self, before: usize, length: Seq) -> Angles {
        [&self.cos, &self.sin].map(|table| table.narrow_with::<-2, _>(before, length))
    }
}

/// Each token looks at itself and at those before it.
#[derive(Load)]
pub struct Attention {
    #[weights(name = "q_proj.weight")]
    queries: Weights<QueryWidth, Width>,
    #[weights(name = "k_proj.weight")]
    keys: Weights<KeyWidth, Width>,
    #[weights(name = "v_proj.weight")]
    values: Weights<KeyWidth, Width>,
    #[weights(name = "o_proj.weight")]
    output: Weights<Width, QueryWidth>,
}

/// The keys and values of the tokens read so far.
pub type Cache = KeyValueCache<Number, shape![Batch, Heads, Past, Head], Engine>;

impl Attention {
    #[checked]
    fn forward(
        &self,
        x: &Array<Number, shape![Batch, Seq, Width]>,
        config: &Config,
        [cos, sin]: &Angles,
        cache: &mut Cache,
    ) -> Tokens {
        let Config {
            heads,
            group,
            pairs,
            ..
        } = *config;
        let head = <dim!(2)>::default().times(pairs);
        let by_heads = |x: Array<Number, shape![Batch, Seq, KeyWidth]>| -> ByHeads {
            x.split_axis_with::<-1, _, _>(heads, head)
                .swap_axes::<-3, -2>()
        };
        let keys = by_heads(x.linear(&self.keys)).rotary_embedding(cos, sin);
        let values = by_heads(x.linear(&self.values));
        // Both are [Batch, Heads, Past + Seq, Head].
        let (keys, values) = cache.extend(&keys, &values);
        // [Batch, Seq, QueryWidth] to [Batch, Seq, Heads, Group, Head] to [Batch, Group, Heads, Seq, Head]
        let queries = x
            .linear(&self.queries)
            .split_axis_with::<-1, _, _>(heads.times(group), head)
            .split_axis_with::<-2, _, _>(heads, group)
            .permute::<axes![-5, -2, -3, -4, -1]>();
        let queries = queries.rotary_embedding(cos, sin).swap_axes::<-4, -3>();
        // Keys and values have one head for the whole group.
        let attended: Array<Number, shape![Batch, Heads, Group, Seq, Head]> =
            queries.in_f32(|queries| {
                let (keys, values) = (keys.insert_axis::<-3>(), values.insert_axis::<-3>());
                queries.causal_attention(&keys.cast(), &values.cast())
            });
        let joined = attended
            .permute::<axes![-5, -2, -4, -3, -1]>()
            .merge_axes::<-3>()
            .merge_axes::<-2>();
        joined.linear(&self.output)
    }
}

/// Divides the numbers of each token by the root of the mean of their squares.
fn norm<S: Shape>(
    x: &Array<Number, shape![..S, Width]>,
    weights: &Array<Number, shape![Width]>,
    config: &Config,
) -> Array<Number, shape![..S, Width]> {
    x.in_f32(|x| x.rms_norm(&weights.cast(), config.epsilon))
}

/// A layer with a gate for its numbers.
#[derive(Load)]
pub struct Gated {
    #[weights(name = "gate_proj.weight")]
    gate: Weights<Hidden, Width>,
    #[weights(name = "up_proj.weight")]
    up: Weights<Hidden, Width>,
    #[weights(name = "down_proj.weight")]
    down: Weights<Width, Hidden>,
}

impl Gated {
    #[checked]
    fn forward(&self, x: &Array<Number, shape![Batch, Seq, Width]>) -> Tokens {
        (x.linear(&self.gate).silu() * x.linear(&self.up)).linear(&self.down)
    }
}

/// Attention, then a layer for each token by itself.
#[derive(Load)]
pub struct Block {
    #[weights(name = "input_layernorm.weight")]
    before_attention: Array<Number, shape![Width]>,
    #[weights(name = "self_attn")]
    attention: Attention,
    #[weights(name = "post_attention_layernorm.weight")]
    before_layer: Array<Number, shape![Width]>,
    #[weights(name = "mlp")]
    layer: Gated,
}

impl Block {
    #[checked]
    fn forward(
        &self,
        x: Array<Number, shape![Batch, Seq, Width]>,
        config: &Config,
        angles: &Angles,
        cache: &mut Cache,
    ) -> Tokens {
        let normal = norm(&x, &self.before_attention, config);
        let x = x + self.attention.forward(&normal, config, angles, cache);
        let normal = norm(&x, &self.before_layer, config);
        x + self.layer.forward(&normal)
    }
}

/// From tokens to the scores of possible next tokens, by the names of checkpoints.
#[derive(Load)]
pub struct Layers {
    /// The embeddings of tokens, and the weights of the last layer too.
    #[weights(name = "model.embed_tokens.weight")]
    tokens: Weights<Vocabulary, Width>,
    #[weights(name = "model.layers")]
    blocks: Vec<Block>,
    #[weights(name = "model.norm.weight")]
    last: Array<Number, shape![Width]>,
}

/// A model that is ready to read.
pub struct Llama {
    layers: Layers,
    config: Config,
    rotation: Rotation,
}

impl Llama {
    pub fn new(layers: Layers, config: Config) -> Self {
        Self {
            layers,
            config,
            rotation: Rotation::new(&config),
        }
    }

    /// The caches for texts that have not begun.
    pub fn caches(&self, batch: Batch) -> Vec<Cache> {
        let (heads, pairs) = (self.config.heads.size(), self.config.pairs.size());
        let sizes = [batch.size(), heads, 0, 2 * pairs];
        let empty = <shape![Batch, Heads, Past, Head]>::of(sizes);
        let blocks = self.layers.blocks.iter();
        blocks.map(|_| Cache::empty_with(empty)).collect()
    }

    /// Reads more of each text. Returns the scores of the tokens that may follow the last one.
    ///
    /// # Panics
    ///
    /// Panics if a text grows beyond [`Longest`].
    pub fn forward(
        &self,
        text: &Array<usize, shape![Batch, Seq]>,
        caches: &mut [Cache],
    ) -> Array<Number, shape![Batch, Vocabulary]> {
        let Self {
            layers,
            config,
            rotation,
        } = self;
        let before = caches.first().map_or(0, Cache::position);
        let angles = rotation.of(before, Seq::of(text.size::<-1>()));
        let mut x = layers.tokens.along::<-2>().take(text);
        for (block, cache) in layers.blocks.iter().zip(caches) {
            x = block.forward(x, config, &angles, cache);
        }
        let last = x.index_axis::<-2>(x.size::<-2>() - 1);
        norm(&last, &layers.last, config).linear(&layers.tokens)
    }
}
