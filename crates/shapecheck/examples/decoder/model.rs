//! A decoder like that of a language model. Its sizes are constants, except for the batch (a parameter) and the length
//! of a text (names).

use shapecheck::{Dim, Shape, StaticDim, Tensor, axes, checked, dim, dims, shape};

dims! {
    /// Tokens of a text that were read before.
    pub Past,
    /// Tokens of a text that are read in this step.
    pub Seq,
}

pub type Vocabulary = dim!(48);
pub type Longest = dim!(64);
pub type Width = dim!(32);
/// Heads of keys and values. Each is shared by [`Group`] heads of queries.
pub type Heads = dim!(2);
pub type Group = dim!(2);
pub type Head = dim!(8);
pub type Hidden = dim!(64);

/// Numbers for each token.
pub type Tokens<B> = Tensor<f32, shape![B, Seq, Width]>;
/// Indices of tokens.
pub type Text<B> = Tensor<usize, shape![B, Seq]>;
/// Keys, or values, of so many tokens.
type Seen<B, Length> = Tensor<f32, shape![B, Heads, Length, Head]>;
/// As in PyTorch, one row for each number of the output.
type Weights<O, I> = Tensor<f32, shape![O, I]>;

const EPSILON: f32 = 1e-5;

/// A layer: `[.., I]` to `[.., O]`.
pub struct Linear<O: Dim, I: Dim> {
    pub weights: Weights<O, I>,
    pub bias: Tensor<f32, shape![O]>,
}

#[checked]
impl<O: Dim, I: Dim> Linear<O, I> {
    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, Seq, I]>,
    ) -> Tensor<f32, shape![B, Seq, O]> {
        x.linear(&self.weights) + &self.bias
    }
}

/// Subtracts the mean of each token and divides by its standard deviation.
pub struct Norm {
    pub scale: Tensor<f32, shape![Width]>,
    pub shift: Tensor<f32, shape![Width]>,
}

#[checked]
impl Norm {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, Seq, Width]>) -> Tokens<B> {
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
    keys: Seen<B, Past>,
    values: Seen<B, Past>,
}

impl<B: Dim> Cache<B> {
    fn empty(batch: B) -> Self {
        let sizes = [batch.size(), Heads::SIZE, 0, Head::SIZE];
        let shape =
            <shape![B, Heads, Past, Head]>::try_from_sizes(&sizes).expect("the sizes of the type");
        let nothing = Tensor::zeros_with(shape);
        Self {
            keys: nothing.clone(),
            values: nothing,
        }
    }
}

#[checked]
impl Attention {
    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, Seq, Width]>,
        cache: &mut Cache<B>,
    ) -> Tokens<B> {
        let heads = |x: Tensor<f32, shape![B, Seq, 16]>| -> Seen<B, Seq> {
            x.split_axis::<-1, Heads, Head>().swap_axes::<-3, -2>()
        };
        let new = heads(self.keys.forward(x));
        let keys = cache.keys.along::<-2>().concat(&new);
        let new = heads(self.values.forward(x));
        let values = cache.values.along::<-2>().concat(&new);
        // [B, T, 32] to [B, T, 4, 8] to [B, T, Heads, Group, 8] to [B, Heads, Group, T, 8]
        let queries = self
            .queries
            .forward(x)
            .split_axis::<-1, dim!(4), Head>()
            .split_axis::<-2, Heads, Group>()
            .permute::<axes![-5, -3, -2, -4, -1]>();
        // Keys and values have one head for the whole group.
        let attended: Tensor<f32, shape![B, Heads, Group, Seq, Head]> =
            queries.causal_attention(&keys.insert_axis::<-3>(), &values.insert_axis::<-3>());
        // In the next step, all of these come before.
        cache.keys = keys.try_named().expect("a longer cache");
        cache.values = values.try_named().expect("a longer cache");
        let joined = attended
            .permute::<axes![-5, -2, -4, -3, -1]>()
            .merge_axes::<-3>()
            .merge_axes::<-2>();
        self.output.forward(&joined)
    }
}

/// Attention, then a separate layer for each token.
pub struct Block {
    pub before_attention: Norm,
    pub attention: Attention,
    pub before_layers: Norm,
    pub widen: Linear<Hidden, Width>,
    pub narrow: Linear<Width, Hidden>,
}

#[checked]
impl Block {
    fn forward<B: Dim>(
        &self,
        x: Tensor<f32, shape![B, Seq, Width]>,
        cache: &mut Cache<B>,
    ) -> Tokens<B> {
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
    ) -> Tensor<f32, shape![B, Seq, Vocabulary]> {
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
