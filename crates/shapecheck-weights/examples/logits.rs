//! From a configuration and a file of weights to the scores of the next token.

use std::error::Error;

use serde_json::Value;
use shapecheck::engine::Models;
use shapecheck::shape::NamedSizes;
use shapecheck::{Dim, Host, TensorOn, checked, dims, shape};
use shapecheck_weights::{Holds, Load, Save, load_with};

dims! {
    /// Texts that are read side by side.
    pub Batch,
    /// Tokens of a text.
    pub Seq,
    /// The tokens that there are.
    pub Vocabulary,
    pub Heads,
    /// Numbers of a head.
    pub Head,
    /// Numbers for each token.
    pub Width = Heads * Head,
}

/// The weights, by their names in the file.
#[derive(Load, Save)]
pub struct Model<E: Models<f32>> {
    #[weights(name = "embeddings.weight")]
    tokens: TensorOn<f32, shape![Vocabulary, Width], E>,
    #[weights(name = "norm")]
    norm: Norm<E>,
    #[weights(name = "attention.queries")]
    queries: Linear<Width, Width, E>,
    #[weights(name = "attention.keys")]
    keys: Linear<Width, Width, E>,
    #[weights(name = "attention.values")]
    values: Linear<Width, Width, E>,
    #[weights(name = "decoder")]
    decoder: Linear<Vocabulary, Width, E>,
}

#[derive(Load, Save)]
pub struct Norm<E: Models<f32>> {
    weight: TensorOn<f32, shape![Width], E>,
    bias: TensorOn<f32, shape![Width], E>,
}

#[derive(Load, Save)]
pub struct Linear<O: Dim, I: Dim, E: Models<f32>> {
    weight: TensorOn<f32, shape![O, I], E>,
    bias: TensorOn<f32, shape![O], E>,
}

impl<O: Dim, I: Dim, E: Models<f32>> Linear<O, I, E> {
    #[checked]
    fn forward(
        &self,
        x: &TensorOn<f32, shape![Batch, Seq, I], E>,
    ) -> TensorOn<f32, shape![Batch, Seq, O], E> {
        x.linear_with_bias(&self.weight, &self.bias)
    }
}

/// The sizes that the weights alone do not say.
#[derive(Clone, Copy)]
pub struct Config {
    heads: Heads,
    head: Head,
}

impl Config {
    pub fn read(json: &str) -> Result<Self, Box<dyn Error>> {
        let json: Value = serde_json::from_str(json)?;
        let size = |name: &str| {
            let size = json[name].as_u64().ok_or(format!("no size `{name}`"))?;
            Ok::<_, Box<dyn Error>>(usize::try_from(size)?)
        };
        Ok(Self {
            heads: Heads::of(size("num_attention_heads")?),
            head: Head::of(size("head_dim")?),
        })
    }

    /// What the sizes of the weights are compared with.
    pub fn sizes(&self) -> NamedSizes {
        let sizes = [self.heads.size(), self.head.size()];
        NamedSizes::of(&<shape![Heads, Head]>::of(sizes))
    }
}

impl<E: Models<f32>> Model<E> {
    /// The weights of a file, checked against a configuration.
    pub fn read<'file>(config: &Config, file: &'file [u8]) -> Result<Self, Box<dyn Error>>
    where
        E: Holds<'file, f32>,
    {
        Ok(load_with(file, &mut config.sizes())?)
    }

    /// The scores of each token that may follow, in each place.
    #[checked]
    pub fn logits(
        &self,
        tokens: &TensorOn<usize, shape![Batch, Seq], E>,
        config: &Config,
    ) -> TensorOn<f32, shape![Batch, Seq, Vocabulary], E> {
        let x = self.tokens.embedding(tokens);
        let normal = x.layer_norm_with_bias(&self.norm.weight, &self.norm.bias, 1e-5);
        let [queries, keys, values] = [&self.queries, &self.keys, &self.values].map(|layer| {
            let joined = layer.forward(&normal); // [Batch, Seq, Heads * Head]
            let by_heads = joined.split_axis_with::<-1, _, _>(config.heads, config.head);
            by_heads.swap_axes::<-3, -2>() // [Batch, Heads, Seq, Head]
        });
        let attended = queries.causal_attention(&keys, &values);
        let joined = attended.swap_axes::<-3, -2>().merge_axes::<-2>();
        self.decoder.forward(&(x + joined))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [config, weights, text @ ..] = &arguments[..] else {
        return Err("usage: logits CONFIG.JSON MODEL.SAFETENSORS TOKENS..".into());
    };
    let config = Config::read(&std::fs::read_to_string(config)?)?;
    let file = std::fs::read(weights)?;
    // The engine is chosen here: `Host`, or that of another library.
    let model = Model::<Host>::read(&config, &file)?;
    let text = text.iter().map(|token| token.parse());
    let text: Vec<usize> = text.collect::<Result<_, _>>()?;
    let shape = <shape![Batch, Seq]>::of([1, text.len()]);
    let logits = model.logits(&TensorOn::from_slice_with(shape, &text)?, &config);
    let last = logits.index_axis::<-2>(text.len() - 1); // [Batch, Vocabulary]
    println!("{}: token {}", logits.shape(), last.argmax());
    Ok(())
}
