//! Models as they are written: nothing here knows of dry runs. The lines of their mistakes have a remark, by which the test finds
//! them.

mod attention;

pub use attention::attend;

use candle_core::{DType, Result, Tensor};
use candle_nn::{Linear, Module, VarBuilder, linear, ops::softmax_last_dim};

pub struct Classifier {
    hidden: Linear,
    scores: Linear,
}

impl Classifier {
    pub fn new(weights: VarBuilder<'_>) -> Result<Self> {
        Ok(Self {
            hidden: linear(784, 128, weights.pp("hidden"))?,
            scores: linear(128, 10, weights.pp("scores"))?,
        })
    }

    pub fn forward(&self, images: &Tensor) -> Result<Tensor> {
        self.scores.forward(&self.hidden.forward(images)?.relu()?)
    }
}

/// The mistakes that an attention may make.
#[derive(Clone, Copy, PartialEq)]
pub enum Mistake {
    None,
    ExchangedAxes,
    JoinedWithoutTranspose,
    MaskOfNewTokens,
    SoftmaxOverSentences,
}

const HEADS: usize = 4;
const WIDTH: usize = 64;

pub struct Attention {
    query: Linear,
    key: Linear,
    value: Linear,
    cache: Option<(Tensor, Tensor)>,
    mistake: Mistake,
}

impl Attention {
    pub fn new(weights: VarBuilder<'_>, mistake: Mistake) -> Result<Self> {
        Ok(Self {
            query: linear(WIDTH, WIDTH, weights.pp("query"))?,
            key: linear(WIDTH, WIDTH, weights.pp("key"))?,
            value: linear(WIDTH, WIDTH, weights.pp("value"))?,
            cache: None,
            mistake,
        })
    }

    fn heads(x: &Tensor) -> Result<Tensor> {
        let (batch, seq, width) = x.dims3()?;
        let x = x.reshape((batch, seq, HEADS, width / HEADS))?;
        x.transpose(1, 2)?.contiguous()
    }

    pub fn forward(&mut self, x: &Tensor) -> Result<Tensor> {
        let (batch, seq, width) = x.dims3()?;
        let query = Self::heads(&self.query.forward(x)?)?;
        let mut key = Self::heads(&self.key.forward(x)?)?;
        let mut value = Self::heads(&self.value.forward(x)?)?;
        if let Some((old_key, old_value)) = &self.cache {
            key = Tensor::cat(&[old_key, &key], 2)?;
            value = Tensor::cat(&[old_value, &value], 2)?;
        }
        self.cache = Some((key.clone(), value.clone()));
        if self.mistake == Mistake::ExchangedAxes {
            key = key.transpose(0, 1)?.contiguous()?;
        }
        let scores = query.matmul(&key.t()?)?; // exchanged axes
        let keys = match self.mistake {
            Mistake::MaskOfNewTokens => seq,
            _ => key.dim(2)?,
        };
        let mask = Tensor::zeros((seq, keys), DType::F32, x.device())?;
        let scores = scores.broadcast_add(&mask)?; // a mask of the new tokens
        let scores = match self.mistake {
            Mistake::SoftmaxOverSentences => candle_nn::ops::softmax(&scores, 0)?, // over sentences
            _ => softmax_last_dim(&scores)?,
        };
        let mixed = scores.matmul(&value)?;
        let mixed = match self.mistake {
            Mistake::JoinedWithoutTranspose => mixed,
            _ => mixed.transpose(1, 2)?,
        };
        mixed.reshape((batch, seq, width)) // joined
    }
}

/// What one of several graphics cards computes of an attention: some of its heads, and a part of a sum for each number.
pub struct Shard {
    query: Linear,
    key: Linear,
    value: Linear,
    out: Linear,
    heads: usize,
    /// How many heads share the keys and values of one.
    shared: usize,
}

const ALL_HEADS: usize = 8;
const ALL_KEYS: usize = 4;
const HEAD: usize = 16;

impl Shard {
    /// That of one card. With more cards than heads of keys, each of these is on several: then less heads share it.
    pub fn new(
        weights: VarBuilder<'_>,
        card: usize,
        cards: usize,
        shares_as_one_card: bool,
    ) -> Result<Self> {
        let heads = ALL_HEADS / cards;
        let keys = (ALL_KEYS / cards).max(1);
        let of = |name: &str, all: usize, own: usize| {
            let all_weights = weights.get((all * HEAD, WIDTH), name)?;
            let own_weights = all_weights.narrow(0, card * all / cards * HEAD, own * HEAD)?;
            Ok::<_, candle_core::Error>(Linear::new(own_weights, None))
        };
        let out = weights.get((WIDTH, ALL_HEADS * HEAD), "out")?;
        let out = out.narrow(1, card * heads * HEAD, heads * HEAD)?;
        Ok(Self {
            query: of("query", ALL_HEADS, heads)?,
            key: of("key", ALL_KEYS, keys)?,
            value: of("value", ALL_KEYS, keys)?,
            out: Linear::new(out, None),
            heads,
            shared: match shares_as_one_card {
                true => ALL_HEADS / ALL_KEYS,
                false => heads / keys,
            },
        })
    }

    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let (batch, seq, _) = x.dims3()?;
        let heads = |x: Tensor| {
            x.reshape((batch, seq, (), HEAD))?
                .transpose(1, 2)?
                .contiguous()
        };
        let shared = |x: Tensor| {
            let x = heads(x)?.unsqueeze(2)?;
            let shape = (batch, x.dim(1)?, self.shared, seq, HEAD);
            x.expand(shape)?.reshape((batch, (), seq, HEAD))
        };
        let query = heads(self.query.forward(x)?)?;
        let key = shared(self.key.forward(x)?)?;
        let value = shared(self.value.forward(x)?)?;
        let scores = query.matmul(&key.t()?)?; // heads of two cards
        let mixed = softmax_last_dim(&scores)?.matmul(&value)?;
        let mixed = mixed.transpose(1, 2)?;
        self.out
            .forward(&mixed.reshape((batch, seq, self.heads * HEAD))?)
    }
}

/// A layer of two experts, of which the largest score chooses.
pub fn routed(x: &Tensor) -> Result<Tensor> {
    let chosen = x.sum_all()?.to_scalar::<f32>()?; // a router
    if chosen > 1.0 { x.exp() } else { x.relu() }
}
