//! The BERT of `shapecheck-candle`'s examples, on burn.

#[path = "../../candle/examples/bert/files.rs"]
mod files;
#[path = "../../candle/examples/bert/model.rs"]
mod model;

use files::{Texts, load, random, scores};
use shapecheck::Host;
use shapecheck_burn::{Burn, to_host};

#[test]
fn a_bert_of_any_configuration_gives_the_scores_of_the_host() {
    let configs = [
        include_str!("../../candle/examples/bert/configs/small.json"),
        include_str!("../../candle/examples/bert/configs/as_many_heads_as_tokens.json"),
    ];
    for config in configs {
        let weights = random(config).unwrap();
        let texts = Texts::new(3, 8, 100);
        let found = scores(&load::<Burn>(config, &weights).unwrap(), &texts).unwrap();
        let expected = scores(&load::<Host>(config, &weights).unwrap(), &texts).unwrap();
        let found = to_host(&found);
        assert_eq!(found.dims(), expected.dims());
        for (found, expected) in found.iter().zip(expected.iter()) {
            assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
        }
    }
}
