//! The example's decoder gives the scores that NumPy computes, both for a whole text and token by token.

use shapecheck::{Tensor, dim};

use crate::model::{Seq, Text, Vocabulary};
use crate::random::Random;

/// What `examples/decoder/reference.py` prints: the first scores after the last token of each text.
const SCORES: [[f32; 8]; 2] = [
    [
        0.975236, -1.032225, -0.131813, -0.771516, -0.452277, -0.222354, 0.632552, 0.960726,
    ],
    [
        0.770010, -0.410065, -0.983167, 1.209529, 0.481831, -0.713696, 0.121198, -0.528635,
    ],
];

fn texts() -> Text<dim!(2)> {
    let texts = Tensor::from([[7, 3, 11, 4, 40, 9], [0, 40, 5, 5, 1, 47]]);
    texts.try_named().expect("two texts")
}

#[track_caller]
fn assert_scores(found: &Tensor<f32, shapecheck::shape![2, Seq, Vocabulary]>) {
    let last = found.size::<-2>() - 1;
    for (text, scores) in SCORES.iter().enumerate() {
        for (token, expected) in scores.iter().enumerate() {
            let found = found[[text, last, token]];
            assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
        }
    }
}

#[test]
fn a_text_read_at_once() {
    let decoder = crate::weights::decoder(&mut Random::new(1));
    assert_scores(&decoder.forward(&texts(), &mut decoder.caches(Default::default())));
}

#[test]
fn a_text_read_token_by_token() {
    let decoder = crate::weights::decoder(&mut Random::new(1));
    let mut caches = decoder.caches::<dim!(2)>(Default::default());
    let texts = texts();
    for token in 0..6 {
        let one = texts.slice_axis::<-1>(token..=token).try_named();
        let scores = decoder.forward(&one.expect("one token for each text"), &mut caches);
        if token == 5 {
            assert_scores(&scores);
        }
    }
}

/// The batch may be known only at run time as well.
#[test]
fn a_batch_of_run_time_size() {
    let decoder = crate::weights::decoder(&mut Random::new(1));
    let texts = texts().widen_axis::<-2>();
    let scores = decoder.forward(&texts, &mut decoder.caches(shapecheck::Dyn(2)));
    assert_scores(&scores.try_into_shape().expect("two texts"));
}
