//! One compiled BERT with the sizes of several configurations, beside that of candle-transformers.

#[path = "../examples/bert/both.rs"]
mod both;
#[path = "../examples/bert/model.rs"]
mod model;

use both::{Both, Texts, config, farthest, load, random, scores};
use shapecheck::Host;

#[test]
fn a_bert_of_any_configuration_gives_the_scores_of_candle_transformers_and_of_the_host() {
    let configs = [
        include_str!("../examples/bert/configs/small.json"),
        include_str!("../examples/bert/configs/as_many_heads_as_tokens.json"),
    ];
    for text in configs {
        let config = config(text).unwrap();
        let weights = random(&config).unwrap();
        let both = Both::new(&config, &weights).unwrap();
        let texts = Texts::new(3, 8, config.vocab_size);
        let found = both.read(&texts).unwrap();
        let same = both.read_untyped(&texts).unwrap();
        assert!(farthest(&found, &same).unwrap() < 1e-4);

        let on_host = scores(&load::<Host>(&config, &weights).unwrap(), &texts).unwrap();
        let found = found.flatten_all().unwrap().to_vec1::<f32>().unwrap();
        assert_eq!(found.len(), on_host.len());
        for (found, same) in found.iter().zip(on_host.iter()) {
            assert!((found - same).abs() < 1e-4, "{found}, not {same}");
        }
    }
}

#[test]
fn weights_of_another_configuration_are_told_by_name() {
    let mut config = config(include_str!("../examples/bert/configs/small.json")).unwrap();
    let weights = random(&config).unwrap();
    config.hidden_size = 40;
    let error = load::<Host>(&config, &weights)
        .err()
        .expect("weights of another model");
    let first = "`bert.embeddings.LayerNorm.bias` has shape [48]: `Heads * Head` is 48 at axis -1, where it has to be 40";
    assert!(error.to_string().contains(first), "{error}");

    config.num_attention_heads = 7;
    let error = load::<Host>(&config, &weights)
        .err()
        .expect("no whole heads");
    assert_eq!(
        error.to_string(),
        "the configuration has a width of 40, and 7 heads"
    );
}
