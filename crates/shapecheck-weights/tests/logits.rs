//! The program of the guide, from a configuration and a file of weights to logits.

use shapecheck::{Host, Tensor, shape};
use shapecheck_weights::{Load, Save, save};

#[allow(dead_code, reason = "the program reads what the test makes")]
#[path = "../examples/logits.rs"]
mod logits;

use logits::{Batch, Config, Model, Seq};

/// The same weights, whose sizes a file says.
#[derive(Load, Save)]
struct File {
    embeddings: Weight,
    norm: Layer,
    attention: Attention,
    decoder: Layer,
}

#[derive(Load, Save)]
struct Weight {
    weight: Tensor<f32, shape![_, _]>,
}

#[derive(Load, Save)]
struct Layer {
    weight: Tensor<f32, shapecheck::DynShape>,
    bias: Tensor<f32, shape![_]>,
}

#[derive(Load, Save)]
struct Attention {
    queries: Layer,
    keys: Layer,
    values: Layer,
}

fn layer(sizes: &[usize]) -> Layer {
    let numbers = |sizes: &[usize]| {
        let count = sizes.iter().product();
        let numbers = (0..count).map(|place| (place * 7 % 11) as f32 / 11.0 - 0.4);
        numbers.collect::<Vec<_>>()
    };
    let bias = &sizes[..1];
    Layer {
        weight: Tensor::from_vec_with(sizes.into(), numbers(sizes)).unwrap(),
        bias: Tensor::from_vec_with(<shape![_]>::of([bias[0]]), numbers(bias)).unwrap(),
    }
}

fn file(width: usize, vocabulary: usize) -> Vec<u8> {
    let embeddings = layer(&[vocabulary, width]).weight;
    let square = || layer(&[width, width]);
    let file = File {
        embeddings: Weight {
            weight: embeddings.try_into_shape().unwrap(),
        },
        norm: layer(&[width]),
        attention: Attention {
            queries: square(),
            keys: square(),
            values: square(),
        },
        decoder: layer(&[vocabulary, width]),
    };
    save(&file).unwrap()
}

#[test]
fn a_configuration_and_weights_give_logits() {
    for (heads, head) in [(2, 3), (4, 5)] {
        let json = format!(r#"{{"num_attention_heads": {heads}, "head_dim": {head}}}"#);
        let config = Config::read(&json).unwrap();
        let file = file(heads * head, 9);
        let model = Model::<Host>::read(&config, &file).unwrap();
        let tokens = Tensor::from_fn_with(<shape![Batch, Seq]>::of([1, 4]), |[_, place]| 2 * place);
        let logits = model.logits(&tokens, &config);
        assert_eq!(logits.dims(), [1, 4, 9]);
        // A text that begins in the same way has the same scores there.
        let tokens = Tensor::from_fn_with(<shape![Batch, Seq]>::of([1, 2]), |[_, place]| 2 * place);
        let begin = model.logits(&tokens, &config);
        assert!(
            begin
                .iter()
                .zip(&logits)
                .all(|(&lhs, &rhs)| (lhs - rhs).abs() < 1e-5)
        );
    }
}

#[test]
fn weights_of_another_configuration_are_refused() {
    let config = Config::read(r#"{"num_attention_heads": 3, "head_dim": 3}"#).unwrap();
    let file = file(6, 9);
    let error = Model::<Host>::read(&config, &file).err().unwrap();
    let text =
        "`attention.keys.bias` has shape [6]: `Heads * Head` is 6 at axis -1, where it has to be 9";
    assert!(error.to_string().contains(text), "{error}");
    let error = Config::read("{}").err().unwrap();
    assert_eq!(error.to_string(), "no size `num_attention_heads`");
}
