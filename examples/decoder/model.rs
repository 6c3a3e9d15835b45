//! A decoder like that of a language model. Its sizes are constants, except for the batch (a parameter) and the length
//! of a text.

use shapecheck::{Dim, Shape, StaticDim, Tensor, axes, dim, shape};

pub type Vocabulary = dim!(48);
pub type Longest = dim!(64);
pub type Width = dim!(32);
/// Heads of keys and values. Each is shared by [`Group`] heads of queries.
pub type Heads = dim!(2);
pub type Group = dim!(2);
pub type Head = dim!(8);
pub type Hidden = dim!(64);

/// Numbers for each token.
pub type Tokens<B> = Tensor<f32, shape![B, _, Width]>;
/// Indices of tokens.
pub type Text<B> = Tensor<usize, shape![B, _]>;
/// Keys, or values, of all tokens so far.
type Seen<B> = Tensor<f32, shape![B, Heads, _, Head]>;
/// As in PyTorch, one row for each number of the output.
type Weights<O, I> = Tensor<f32, shape![O, I]>;

const EPSILON: f32 = 1e-5;

/// A layer: `[.., I]` to `[.., O]`.
pub struct Linear<O: Dim, I: Dim> {
    pub weights: Weights<O, I>,
    pub bias: Tensor<f32, shape![O]>,
}

impl<O: Dim, I: Dim> Linear<O, I> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, _, I]>) -> Tensor<f32, shape![B, _, O]> {
        x.linear(&self.weights) + &self.bias
    }
}

/// Subtracts the mean of each token and divides by its standard deviation.
pub struct Norm {
    pub scale: Tensor<f32, shape![Width]>,
    pub shift: Tensor<f32, shape![Width]>,
}

impl Norm {
    fn forward<B: Dim>(&self, x: &Tokens<B>) -> Tokens<B> {
        x.layer_norm(&self.scale, EPSILON) + &self.shift
    }
}

/// Each token looks at itself and at those before it.
pub struct Attention {
    pub queries: Linear<dim!(32), Width>,
    pub keys: Linear<dim!(16), Width>,
    pub values: Linear<dim!(16), Width>,
    pub output: Linear<Width, dim!(32)>,
}

/// The keys and values of the tokens read so far.
pub struct Cache<B: Dim> {
    keys: Seen<B>,
    values: Seen<B>,
}

impl<B: Dim> Cache<B> {
    fn empty(batch: B) -> Self {
        let sizes = [batch.size(), Heads::SIZE, 0, Head::SIZE];
        let shape =
            <shape![B, Heads, _, Head]>::try_from_sizes(&sizes).expect("the sizes of the type");
        let nothing = Tensor::zeros_with(shape);
        Self {
            keys: nothing.clone(),
            values: nothing,
        }
    }
}

impl Attention {
    fn forward<B: Dim>(&self, x: &Tokens<B>, cache: &mut Cache<B>) -> Tokens<B> {
        let heads = |x: Tensor<f32, shape![B, _, 16]>| -> Seen<B> {
            x.split_axis::<-1, Heads, Head>().swap_axes::<-3, -2>()
        };
        cache.keys = cache
            .keys
            .along::<-2>()
            .concat(&heads(self.keys.forward(x)));
        cache.values = cache
            .values
            .along::<-2>()
            .concat(&heads(self.values.forward(x)));
        // [B, T, 32] to [B, T, 4, 8] to [B, T, Heads, Group, 8] to [B, Heads, Group, T, 8]
        let queries = self
            .queries
            .forward(x)
            .split_axis::<-1, dim!(4), Head>()
            .split_axis::<-2, Heads, Group>()
            .permute::<axes![-5, -3, -2, -4, -1]>();
        // Keys and values have one head for the whole group.
        let attended: Tensor<f32, shape![B, Heads, Group, _, Head]> = queries.causal_attention(
            &cache.keys.insert_axis::<-3>(),
            &cache.values.insert_axis::<-3>(),
        );
        let joined = attended
            .permute::<axes![-5, -2, -4, -3, -1]>()
            .merge_axes::<-3>()
            .merge_axes::<-2>();
        self.output.forward(&joined)
    }
}

/// Attention, then a layer of its own for each token.
pub struct Block {
    pub before_attention: Norm,
    pub attention: Attention,
    pub before_layers: Norm,
    pub widen: Linear<Hidden, Width>,
    pub narrow: Linear<Width, Hidden>,
}

impl Block {
    fn forward<B: Dim>(&self, x: Tokens<B>, cache: &mut Cache<B>) -> Tokens<B> {
        let x = &x
            + self
                .attention
                .forward(&self.before_attention.forward(&x), cache);
        let hidden = self.widen.forward(&self.before_layers.forward(&x)).gelu();
        self.narrow.forward(&hidden) + x
    }
}

/// From tokens to the scores of the tokens that may follow each of them.
pub struct Decoder {
    pub tokens: Weights<Vocabulary, Width>,
    pub places: Weights<Longest, Width>,
    pub blocks: Vec<Block>,
    pub last: Norm,
}

impl Decoder {
    /// The caches for a text that has not begun.
    pub fn caches<B: Dim>(&self, batch: B) -> Vec<Cache<B>> {
        self.blocks.iter().map(|_| Cache::empty(batch)).collect()
    }

    /// Reads more of a text.
    pub fn forward<B: Dim>(
        &self,
        text: &Text<B>,
        caches: &mut [Cache<B>],
    ) -> Tensor<f32, shape![B, _, Vocabulary]> {
        let before = caches.first().map_or(0, |cache| cache.keys.size::<-2>());
        let length = text.size::<-1>();
        assert!(
            before + length <= Longest::SIZE,
            "a text of at most {} tokens",
            Longest::SIZE
        );
        let places = self.places.slice_axis::<-2>(before..before + length);
        let mut x = self.tokens.along::<-2>().take(text) + places;
        for (block, cache) in self.blocks.iter().zip(caches) {
            x = block.forward(x, cache);
        }
        // The embeddings of the tokens are the weights of the last layer too.
        self.last.forward(&x).linear(&self.tokens)
    }
}
