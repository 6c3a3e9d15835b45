//! One compiled BERT with the sizes of several configurations, beside that of candle-transformers.

#[path = "../examples/bert/both.rs"]
mod both;
#[path = "../examples/bert/files.rs"]
mod files;
#[path = "../examples/bert/model.rs"]
mod model;

use both::{Both, farthest};
use files::{Texts, load, random, scores};
use shapecheck::Host;

#[test]
fn a_bert_of_any_configuration_gives_the_scores_of_candle_transformers_and_of_the_host() {
    let configs = [
        include_str!("../examples/bert/configs/small.json"),
        include_str!("../examples/bert/configs/as_many_heads_as_tokens.json"),
    ];
    for config in configs {
        let weights = random(config).unwrap();
        let both = Both::new(config, &weights).unwrap();
        let texts = Texts::new(3, 8, 100);
        let found = both.read(&texts).unwrap();
        let same = both.read_untyped(&texts).unwrap();
        assert!(farthest(&found, &same).unwrap() < 1e-4);

        let on_host = scores(&load::<Host>(config, &weights).unwrap(), &texts).unwrap();
        let found = found.flatten_all().unwrap().to_vec1::<f32>().unwrap();
        assert_eq!(found.len(), on_host.len());
        for (found, same) in found.iter().zip(on_host.iter()) {
            assert!((found - same).abs() < 1e-4, "{found}, not {same}");
        }
    }
}

#[test]
fn weights_of_another_configuration_are_told_by_name() {
    let config = include_str!("../examples/bert/configs/small.json");
    let weights = random(config).unwrap();
    let error = |found: &str, other: &str| {
        let config = config.replace(found, other);
        load::<Host>(&config, &weights)
            .err()
            .expect("another model")
            .to_string()
    };
    let narrow = error(r#""hidden_size": 48"#, r#""hidden_size": 40"#);
    let first = "`bert.embeddings.LayerNorm.bias` has shape [48]: `Heads * Head` is 48 at axis -1, where it has to be 40";
    assert!(narrow.contains(first), "{narrow}");
    assert_eq!(
        error(r#"heads": 4"#, r#"heads": 7"#),
        "the configuration has a width of 48, and 7 heads"
    );
    assert_eq!(
        error("hidden_size", "other_size"),
        "the configuration has no size `hidden_size`"
    );
}
