//! A Llama with the sizes of SmolLM2-135M. The compiler checks every shape; only the batch (a parameter) and the length
//! of a text are open.
//!
//! The root of the program defines the engine of an [`Array`]; the model is the same for all engines.

use shapecheck::{Dim, Shape, StaticDim, TensorOn, axes, dim, shape};

use crate::Array;

pub type Vocabulary = dim!(49152);
/// Numbers for each token.
pub type Width = dim!(576);
/// Heads of keys and of values.
pub type Heads = dim!(3);
/// Heads of queries that share a head of keys.
pub type Group = dim!(3);
pub type QueryHeads = dim!(9);
pub type Head = dim!(64);
pub type HalfHead = dim!(32);
/// All heads of keys side by side.
pub type KeyWidth = dim!(192);
pub type Hidden = dim!(1536);
/// The longest text.
pub type Longest = dim!(2048);
pub const LAYERS: usize = 30;
const EPSILON: f32 = 1e-5;
/// The slowest rotation needs about this many tokens for an angle of 1.
const SLOWEST: f32 = 100_000.0;

/// Numbers for each token of each text.
type Tokens<B> = Array<f32, shape![B, _, Width]>;
/// Keys, or values, of each token, by heads.
type Seen<B> = Array<f32, shape![B, Heads, _, Head]>;
/// One row for each number of the output, as in PyTorch.
pub type Weights<O, I> = Array<f32, shape![O, I]>;

/// Rotates each pair of numbers of a head by an angle that grows with the token's position.
pub struct Rotation {
    cos: Array<f32, shape![Longest, HalfHead]>,
    sin: Array<f32, shape![Longest, HalfHead]>,
}

impl Rotation {
    fn new() -> Self {
        let angle = |place: usize, pair: usize| {
            let exponent = 2.0 * pair as f32 / Head::SIZE as f32;
            place as f32 * (1.0 / SLOWEST.powf(exponent))
        };
        Self {
            cos: TensorOn::from_fn(|[place, pair]| angle(place, pair).cos()),
            sin: TensorOn::from_fn(|[place, pair]| angle(place, pair).sin()),
        }
    }

    /// The angles of `length` tokens that follow `before` others.
    fn of(&self, before: usize, length: usize) -> [Array<f32, shape![_, HalfHead]>; 2] {
        [&self.cos, &self.sin].map(|table| table.slice_axis::<-2>(before..before + length))
    }
}

/// Rotates the pairs of a head: numbers `i` and `i + 32`.
fn rotate<S>(
    x: &Array<f32, shape![..S, Heads, _, Head]>,
    [cos, sin]: &[Array<f32, shape![_, HalfHead]>; 2],
) -> Array<f32, shape![..S, Heads, _, Head]>
where
    S: Shape,
{
    let (first, second) = (x.narrow::<-1, HalfHead>(0), x.narrow::<-1, HalfHead>(32));
    let turned = &first * cos - &second * sin;
    turned.along::<-1>().concat(&(second * cos + first * sin))
}

/// Each token looks at itself and at those before it.
pub struct Attention {
    pub queries: Weights<Width, Width>,
    pub keys: Weights<KeyWidth, Width>,
    pub values: Weights<KeyWidth, Width>,
    pub output: Weights<Width, Width>,
}

/// The keys and values of the tokens read so far.
pub struct Cache<B: Dim> {
    keys: Seen<B>,
    values: Seen<B>,
}

impl<B: Dim> Cache<B> {
    fn empty(batch: B) -> Self {
        let sizes = [batch.size(), Heads::SIZE, 0, Head::SIZE];
        let nothing = || {
            let shape = Shape::try_from_sizes(&sizes).expect("the sizes of the type");
            TensorOn::zeros_with(shape)
        };
        Self {
            keys: nothing(),
            values: nothing(),
        }
    }
}

impl Attention {
    fn forward<B: Dim>(
        &self,
        x: &Tokens<B>,
        angles: &[Array<f32, shape![_, HalfHead]>; 2],
        cache: &mut Cache<B>,
    ) -> Tokens<B> {
        let heads = |x: Array<f32, shape![B, _, KeyWidth]>| -> Seen<B> {
            x.split_axis::<-1, Heads, Head>().swap_axes::<-3, -2>()
        };
        let keys = rotate(&heads(x.linear(&self.keys)), angles);
        cache.keys = cache.keys.along::<-2>().concat(&keys);
        let values = heads(x.linear(&self.values));
        cache.values = cache.values.along::<-2>().concat(&values);
        // [B, T, 576] to [B, T, 9, 64] to [B, T, Heads, Group, 64] to [B, Group, Heads, T, 64]
        let queries = x
            .linear(&self.queries)
            .split_axis::<-1, QueryHeads, Head>()
            .split_axis::<-2, Heads, Group>()
            .permute::<axes![-5, -2, -3, -4, -1]>();
        let queries = rotate(&queries, angles).swap_axes::<-4, -3>();
        // Keys and values have one head for the whole group.
        let attended: Array<f32, shape![B, Heads, Group, _, Head]> = queries.causal_attention(
            &cache.keys.insert_axis::<-3>(),
            &cache.values.insert_axis::<-3>(),
        );
        let joined = attended
            .permute::<axes![-5, -2, -4, -3, -1]>()
            .merge_axes::<-3>()
            .merge_axes::<-2>();
        joined.linear(&self.output)
    }
}

/// A layer with a gate for its numbers.
pub struct Gated {
    pub gate: Weights<Hidden, Width>,
    pub up: Weights<Hidden, Width>,
    pub down: Weights<Width, Hidden>,
}

impl Gated {
    fn forward<B: Dim>(&self, x: &Tokens<B>) -> Tokens<B> {
        (x.linear(&self.gate).silu() * x.linear(&self.up)).linear(&self.down)
    }
}

/// Attention, then a layer for each token by itself.
pub struct Block {
    pub before_attention: Array<f32, shape![Width]>,
    pub attention: Attention,
    pub before_layer: Array<f32, shape![Width]>,
    pub layer: Gated,
}

impl Block {
    fn forward<B: Dim>(
        &self,
        x: Tokens<B>,
        angles: &[Array<f32, shape![_, HalfHead]>; 2],
        cache: &mut Cache<B>,
    ) -> Tokens<B> {
        let normal = x.rms_norm(&self.before_attention, EPSILON);
        let x = x + self.attention.forward(&normal, angles, cache);
        let normal = x.rms_norm(&self.before_layer, EPSILON);
        x + self.layer.forward(&normal)
    }
}

/// From tokens to the scores of possible next tokens.
pub struct Llama {
    /// The embeddings of tokens, and the weights of the last layer too.
    pub tokens: Weights<Vocabulary, Width>,
    pub blocks: Vec<Block>,
    pub last: Array<f32, shape![Width]>,
    pub rotation: Rotation,
}

impl Llama {
    pub fn rotation() -> Rotation {
        Rotation::new()
    }

    /// The caches for a text that has not begun.
    pub fn caches<B: Dim>(&self, batch: B) -> Vec<Cache<B>> {
        self.blocks.iter().map(|_| Cache::empty(batch)).collect()
    }

    /// Reads more of each text. Returns the scores of the tokens that may follow the last one.
    ///
    /// # Panics
    ///
    /// Panics if a text grows beyond [`Longest`].
    pub fn forward<B: Dim>(
        &self,
        text: &Array<usize, shape![B, _]>,
        caches: &mut [Cache<B>],
    ) -> Array<f32, shape![B, Vocabulary]> {
        let before = caches.first().map_or(0, |cache| cache.keys.size::<-2>());
        let angles = self.rotation.of(before, text.size::<-1>());
        let mut x = self.tokens.along::<-2>().take(text);
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, &angles, cache);
        }
        let last = x.index_axis::<-2>(x.size::<-2>() - 1);
        last.rms_norm(&self.last, EPSILON).linear(&self.tokens)
    }
}
