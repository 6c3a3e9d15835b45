//! Dry runs of models whose weights have names: a tree of modules, in next to no time.
#![cfg(feature = "dry")]

use std::time::{Duration, Instant};

use shapecheck::dry::{self, Sizes as Engine, Summary};
use shapecheck::engine::Models;
use shapecheck::{TensorOn, shape};
use shapecheck_weights::safetensors::Dtype;
use shapecheck_weights::{Load, Reader};

#[path = "../../../bridges/candle/examples/llama/model.rs"]
mod model;
#[path = "../examples/llama/sizes.rs"]
mod sizes;

/// A tensor of [`model`].
type Array<T, S> = TensorOn<T, S, Engine>;
type Number = f32;

const CONFIG: &str =
    include_str!("../../../bridges/candle/examples/llama/configs/smollm2-135m.json");

fn llama() -> model::Llama {
    let json = serde_json::from_str(CONFIG).unwrap();
    let config = sizes::config_of(&json).unwrap();
    let reader = Reader::of_sizes(sizes::weights(&json).unwrap());
    let layers = reader.load_with(&mut config.sizes()).unwrap();
    model::Llama::new(layers, config)
}

fn read(llama: &model::Llama) -> Summary {
    dry::run(|| {
        let text = TensorOn::zeros_with(<shape![model::Batch, model::Seq]>::of([1, 6]));
        llama.forward(&text, &mut llama.caches(model::Batch::of(1)))
    })
}

/// The published number of weights; each is used for each of 6 tokens, but for those of the last layer, which is asked of one
/// token, and the norms, which count once.
#[test]
fn a_llama_of_135_million() {
    let summary = read(&llama());
    assert_eq!(summary.parameters, 134_515_008);
    let (width, hidden, keys) = (576, 1536, 192);
    let block = 2 * width * width + 2 * keys * width + 3 * hidden * width;
    let attention = 9 * 6 * 6 * 2 * 64;
    let norms = 61 * width;
    let expected = 30 * (6 * block + attention) + 49152 * width + norms;
    assert_eq!(summary.multiply_adds, expected);
    let text = summary.to_string();
    assert!(text.contains("\n    0 to 28, each\n"), "{text}");
    assert!(text.contains("\n        q_proj: linear "), "{text}");
    assert!(
        text.contains(" [Batch = 1, Seq = 6, Width = 576] "),
        "{text}"
    );
}

/// On a busy machine and without optimization; it takes less than a millisecond with it.
#[test]
fn it_takes_no_time() {
    let llama = llama();
    let fastest = (0..10).map(|_| {
        let started = Instant::now();
        read(&llama);
        started.elapsed()
    });
    let fastest = fastest.min().unwrap();
    println!("{fastest:?}");
    assert!(fastest < Duration::from_millis(200), "{fastest:?}");
}

#[derive(Load)]
struct Linear<E: Models<f32>> {
    weight: TensorOn<f32, shape![4, 4], E>,
    bias: TensorOn<f32, shape![4], E>,
}

#[derive(Load)]
struct Network<E: Models<f32>> {
    first: Linear<E>,
    layers: Vec<Linear<E>>,
    norm: TensorOn<f32, shape![4], E>,
}

#[test]
fn the_tree_has_the_names_of_fields() {
    let linear = |name: &str| {
        let sizes =
            |own: &str, sizes: &[usize]| (format!("{name}.{own}"), Dtype::F32, sizes.to_vec());
        [sizes("weight", &[4, 4]), sizes("bias", &[4])]
    };
    let layers = ["first", "layers.0", "layers.1", "layers.2"].map(linear);
    let norm = ("norm".to_owned(), Dtype::F32, vec![4]);
    let reader = Reader::of_sizes(layers.into_iter().flatten().chain([norm]));
    let network: Network<Engine> = reader.load().unwrap();
    // Tensors without names are not parameters beside those with names.
    let table = TensorOn::<f32, shape![2, 4], Engine>::zeros();
    let summary = dry::run(|| {
        let of = |x: TensorOn<f32, shape![2, 4], Engine>, layer: &Linear<Engine>| {
            x.linear_with_bias(&layer.weight, &layer.bias)
        };
        let x = of(
            TensorOn::<f32, shape![2, 4], Engine>::zeros() * &table,
            &network.first,
        );
        let x = network
            .layers
            .iter()
            .fold(x, |x, layer| of(x, layer).relu() + &table);
        x.rms_norm(&network.norm, 1e-5)
    });
    assert_eq!(summary.parameters, 4 * 20 + 4);
    assert_eq!(summary.multiply_adds, 2 * (4 * 20 + 4));
    let text = summary.to_string();
    let titles: Vec<&str> = text
        .lines()
        .map(|line| line.split("  [").next().unwrap())
        .collect();
    let expected = [
        "create",
        "mul",
        "first: linear",
        "layers",
        "  0 to 2, each",
        "    linear",
        "    relu",
        "    add",
        "rms_norm",
    ];
    let titles: Vec<&str> = titles[1..].iter().map(|title| title.trim_end()).collect();
    assert_eq!(titles[..expected.len()], expected);
}

/// What is computed of weights alone is in their module, also where it has the memory of what it was computed from.
#[test]
fn what_is_computed_of_weights_is_in_their_module() {
    let sizes = [("layer.scale.weight".to_owned(), Dtype::F32, vec![64])];
    let mut reader = Reader::of_sizes(sizes);
    let scale = reader.field("layer.scale.weight");
    let scale: TensorOn<f32, shape![64], Engine> = reader.finish(scale).unwrap();
    let summary = dry::run(|| (scale.exp() + 1.0) * 2.0);
    let places = summary.rows.iter().map(|row| row.place.as_deref());
    assert_eq!(places.collect::<Vec<_>>(), [Some("layer.scale"); 3]);
    assert_eq!(summary.peak, 2 * 4 * 64);
}

#[test]
fn elements_of_sizes_cannot_be_read() {
    let sizes = [("bias".to_owned(), Dtype::F32, vec![4])];
    let mut reader = Reader::of_sizes(sizes);
    let bias: Option<shapecheck::Tensor<f32, shape![4]>> = reader.field("bias");
    let error = reader.finish(bias).unwrap_err();
    assert!(
        error.to_string().contains("there are only sizes"),
        "{error}"
    );
}
