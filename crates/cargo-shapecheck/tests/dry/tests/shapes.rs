//! Dry runs of unmodified models. Those of wrong ones fail: `crates/cargo-shapecheck/tests/dry.rs` reads what they say.

mod common;

use candle_core::{DType, Device, Result, Tensor, Var};
use candle_transformers::models::{bert, llama, phi, qwen2, resnet};
use common::{IMAGES, weights};
use models::{Attention, Classifier, Mistake, Shard, routed};
use shapecheck_candle::capture::{self, forget, record};
use shapecheck_candle::dry::{Report, Sizes, dry, values};

#[test]
fn a_classifier() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let images = Tensor::zeros((sizes["Batch"], 784), DType::F32, device)?;
            Classifier::new(weights(device))?.forward(&images)
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, 10]");
    report.check();
    let rows = [
        "matmul [Batch, 784], [784, 128] -> [Batch, 128]",
        "add [Batch, 128], [128] -> [Batch, 128]",
        "relu [Batch, 128] -> [Batch, 128]",
        "matmul [Batch, 128], [128, 10] -> [Batch, 10]",
        "add [Batch, 10], [10] -> [Batch, 10]",
    ];
    assert_eq!(report.table(), rows);
}

#[test]
fn what_a_classifier_costs() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let model = Classifier::new(weights(device))?;
            model.forward(&Tensor::zeros((sizes["Batch"], 784), DType::F32, device)?)
        })
    });
    let summary = report.summary().unwrap();
    let numbers = 784 * 128 + 128 + 128 * 10 + 10;
    assert_eq!(summary.parameters, numbers);
    assert_eq!(summary.parameter_bytes, 4 * numbers);
    // A batch of 3 images.
    assert_eq!(summary.multiply_adds, 3 * numbers);
    // The scores before and after the bias is added, beside the images and what `relu` gets and gives: the statement ends later.
    assert_eq!(summary.peak, 4 * (numbers + 3 * (784 + 2 * 128 + 2 * 10)));
    assert_eq!(summary.peak_row, 4);
    let json = summary.to_json();
    let shapes = r#""outputs":[{"sizes":[3,128],"names":["Batch",null]}]"#;
    assert!(json.contains(shapes), "{json}");
    assert!(
        summary.to_string().contains("[Batch = 3, 128]"),
        "{summary}"
    );
}

/// Some tokens after others, of which there may be none.
const STEP: [(&str, [usize; 3]); 3] = [
    ("Batch", [3, 5, 8]),
    ("Past", [19, 0, 22]),
    ("Seq", [11, 13, 18]),
];

fn attention(mistake: Mistake) -> Report {
    let report = dry(STEP, |sizes| {
        record(|device| {
            let mut attention = Attention::new(weights(device), mistake)?;
            let tokens =
                |length: usize| Tensor::zeros((sizes["Batch"], length, 64), DType::F32, device);
            if sizes["Past"] > 0 {
                attention.forward(&tokens(sizes["Past"])?)?;
            }
            forget(device);
            attention.forward(&tokens(sizes["Seq"])?)
        })
    });
    report.keep_apart("Batch").gives("[Batch, Seq, 64]")
}

#[test]
fn an_attention() {
    attention(Mistake::None).check();
}

#[test]
fn wrong_exchanged_axes() {
    attention(Mistake::ExchangedAxes).check();
}

#[test]
fn wrong_joined_without_transpose() {
    attention(Mistake::JoinedWithoutTranspose).check();
}

#[test]
fn wrong_mask_of_new_tokens() {
    attention(Mistake::MaskOfNewTokens).check();
}

#[test]
fn wrong_softmax_over_sentences() {
    attention(Mistake::SoftmaxOverSentences).check();
}

#[test]
fn a_sort_of_sentences_and_of_scores() {
    let sorted = |is_of_sentences: bool| {
        let report = dry(values(["Batch"]), |sizes| {
            record(|device| {
                let scores = Tensor::zeros((sizes["Batch"], 64), DType::F32, device)?;
                let scores = candle_nn::ops::sigmoid(&scores)?;
                let scores = if is_of_sentences {
                    scores.t()?.contiguous()?
                } else {
                    scores
                };
                Ok(scores.sort_last_dim(true)?.0)
            })
        });
        report.keep_apart("Batch")
    };
    let found = sorted(true).findings();
    let text = "argsort goes along Batch: argsort [64, Batch] -> [64, Batch]";
    assert_eq!(found[0].text, text);
    assert_eq!(found.len(), 1, "{found:?}");
    let report = sorted(false);
    report.check();
    assert_eq!(report.table()[0], "sigmoid [Batch, 64] -> [Batch, 64]");
}

#[test]
fn a_model_for_a_batch_of_one() {
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let class = Tensor::zeros((1, 1, 64), DType::F32, device)?;
            let tokens = (sizes["Batch"], sizes["Seq"], 64);
            let tokens = Tensor::zeros(tokens, DType::F32, device)?;
            Tensor::cat(&[class, tokens], 1)
        })
    });
    let found = report.gives("[Batch, Seq + 1, 64]").findings();
    assert_eq!(found.len(), 1, "{found:?}");
    let told = &found[0].text;
    assert!(told.starts_with("7 of 10 runs fail: "), "{told}");
    assert!(told.ends_with("; fits only with Batch = 1"), "{told}");
}

/// The scores of a batch with itself, of some views of each picture.
#[test]
fn scores_of_a_batch_with_itself() {
    let report = dry(values(["Batch", "Views"]), |sizes| {
        record(|device| {
            let (batch, views) = (sizes["Batch"], sizes["Views"]);
            let seen = Tensor::zeros((batch * views, 16), DType::F32, device)?;
            let first = Tensor::zeros((batch, 16), DType::F32, device)?;
            seen.matmul(&first.t()?)?.reshape((batch, views, batch))
        })
    });
    report.gives("[Batch, Views, Batch]").check();
}

/// An attention of queries to keys, whose softmax goes along `axis` and is one operation or several, and what is found.
fn weights_along(axis: usize, of_itself: bool, of_several: bool) -> Report {
    let report = dry(values(["Batch", "Query", "Key"]), |sizes| {
        record(|device| {
            let keys = sizes[if of_itself { "Query" } else { "Key" }];
            let of = |length| Tensor::zeros((sizes["Batch"], length, 16), DType::F32, device);
            let (query, key) = (of(sizes["Query"])?, of(keys)?);
            let scores = query.matmul(&key.t()?)?;
            let weights = match of_several {
                true => candle_nn::ops::softmax(&scores, axis)?,
                false => {
                    let scores = scores.transpose(axis, 2)?.contiguous()?;
                    candle_nn::ops::softmax_last_dim(&scores)?.transpose(axis, 2)?
                }
            };
            let weights = candle_nn::ops::dropout(&weights, 0.5)?.contiguous()?;
            weights.matmul(&key)
        })
    });
    report.keep_apart("Batch").gives("[Batch, Query, 16]")
}

#[test]
fn weights_that_are_normalised_along_another_axis() {
    for of_several in [true, false] {
        for of_itself in [true, false] {
            weights_along(2, of_itself, of_several).check();
        }
        let found = weights_along(1, false, of_several).findings();
        let text = "weights normalised along Query are summed along Key: \
                    matmul [Batch, Query, Key], [Batch, Key, 16] -> [Batch, Query, 16]";
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].text, text);
        let found = weights_along(1, true, of_several).findings();
        let text = "weights normalised along axis 1 of [Batch, Query, Query] are summed along axis 2: \
                    matmul [Batch, Query, Query], [Batch, Query, 16] -> [Batch, Query, 16]";
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].text, text);
    }
}

/// The gradients of an attention sum its weights along the queries.
#[test]
fn gradients_of_weights_are_no_finding() {
    let of = |axis: usize| {
        dry(values(["Batch", "Seq"]), |sizes| {
            record(|device| {
                let shape = (sizes["Batch"], sizes["Seq"], 16);
                let x = Var::zeros(shape, DType::F32, device)?;
                let weights = candle_nn::ops::softmax(&x.matmul(&x.t()?)?, axis)?;
                let gradients = weights.matmul(&x)?.sum_all()?.backward()?;
                gradients.get(&x).expect("a gradient").contiguous()
            })
        })
        .gives("[Batch, Seq, 16]")
    };
    of(2).check();
    let found = of(1).findings();
    assert_eq!(found.len(), 1, "{found:?}");
    let text = "weights normalised along axis 1 of [Batch, Seq, Seq] are summed along axis 2: ";
    assert!(found[0].text.starts_with(text), "{found:?}");
}

/// A mean of tokens, by weights `[Batch, Seq, 1]`.
fn pooled(axis: usize) -> Report {
    dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let shape = (sizes["Batch"], sizes["Seq"], 16);
            let x = Tensor::zeros(shape, DType::F32, device)?;
            let scores = x.sum_keepdim(2)?;
            let weights = candle_nn::ops::softmax(&scores, axis)?;
            x.broadcast_mul(&weights)?.sum(1)
        })
    })
    .gives("[Batch, 16]")
}

#[test]
fn weights_of_a_mean_that_are_normalised_along_another_axis() {
    pooled(1).check();
    for (axis, text) in [
        (
            0,
            "weights normalised along Batch are summed along Seq: sum [Batch, Seq, 16] -> [Batch, 1, 16]",
        ),
        (
            2,
            "max of `softmax` goes along an axis of 1, which changes nothing: max [Batch, Seq, 1] -> [Batch, Seq, 1]",
        ),
    ] {
        let found = pooled(axis).findings();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].text, text);
    }
}

/// One of so many graphics cards: whatever their number is, each gives a part of the same sum.
fn shard(shares_as_one_card: bool) -> Report {
    let sizes = [
        ("Batch", [3, 5, 9]),
        ("Seq", [11, 13, 18]),
        ("Card", [0, 1, 3]),
        ("Cards", [4, 2, 8]),
    ];
    let report = dry(sizes, |sizes| {
        record(|device| {
            let shard = Shard::new(
                weights(device),
                sizes["Card"],
                sizes["Cards"],
                shares_as_one_card,
            )?;
            let shape = (sizes["Batch"], sizes["Seq"], 64);
            shard.forward(&Tensor::zeros(shape, DType::F32, device)?)
        })
    });
    report.keep_apart("Batch").gives("[Batch, Seq, 64]")
}

#[test]
fn a_shard() {
    let report = shard(false);
    report.check();
    let row = "matmul [Batch, 8 / Cards, Seq, 16], [Batch, 8 / Cards, 16, Seq] -> [Batch, 8 / Cards, Seq, Seq]";
    assert!(report.to_string().contains(row), "{report}");
}

#[test]
fn wrong_shards() {
    shard(true).check();
}

/// What was kept of the tokens before, and all of it: with none there is nothing to join, and one token lies in order.
#[test]
fn a_cache_of_any_length() {
    let sizes = [
        ("Batch", [4, 3, 6]),
        ("Past", [12, 0, 29]),
        ("Seq", [8, 1, 11]),
    ];
    let report = dry(sizes, |sizes| {
        record(|device| {
            let heads = |length: &str| {
                let x = Tensor::zeros((sizes["Batch"], sizes[length], 64), DType::F32, device)?;
                let shape = (sizes["Batch"], sizes[length], 4, 16);
                x.exp()?.reshape(shape)?.transpose(1, 2)
            };
            let old = match sizes["Past"] {
                0 => None,
                _ => Some(heads("Past")?),
            };
            forget(device);
            let new = heads("Seq")?;
            let all = match &old {
                Some(old) => Tensor::cat(&[old, &new], 2)?,
                None => new.contiguous()?,
            };
            let scores = new.contiguous()?.matmul(&all.t()?.contiguous()?)?;
            candle_nn::ops::softmax_last_dim(&scores)
        })
    });
    let report = report.keep_apart("Batch");
    report.gives("[Batch, 4, Seq, Past + Seq]").check();
}

/// The states of a recurrent layer, one for each token, that are joined to rows.
#[test]
fn states_that_are_split_in_another_order() {
    let of = |is_swapped: bool| {
        dry(values(["Batch", "Seq"]), move |sizes| {
            record(|device| {
                let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
                let mut state = Tensor::zeros((batch, 16), DType::F32, device)?;
                let mut states = Vec::new();
                for _ in 0..seq {
                    state = state.tanh()?;
                    states.push(state.clone());
                }
                let rows = Tensor::cat(&states, 0)?;
                match is_swapped {
                    true => rows.reshape((batch, seq, 16)),
                    false => rows.reshape((seq, batch, 16))?.transpose(0, 1),
                }
            })
        })
        .keep_apart("Batch")
        .gives("[Batch, Seq, 16]")
    };
    of(false).check();
    let found = of(true).findings();
    assert_eq!(found.len(), 1, "{found:?}");
    let text = &found[0].text;
    let begun = "a reshape makes [Batch, Seq] of what was [Seq, Batch], merged at tests/shapes.rs:";
    assert!(text.starts_with(begun), "{text}");
    let end = "before it was one axis: reshape [Batch * Seq, 16] -> [Batch, Seq, 16]";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_router_reads_numbers_that_are_made_up() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| routed(&Tensor::zeros((sizes["Batch"], 64), DType::F32, device)?))
    });
    report.check();
    let rows = [
        "sum [Batch, 64] -> [1, 1]",
        "reshape [1, 1] -> []",
        "to_cpu [1, 1], whose numbers are made up",
        "~ relu [Batch, 64] -> [Batch, 64]",
    ];
    assert_eq!(report.table(), rows);
    // Those that come from the host are the true ones.
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let ids = Tensor::arange(0u32, u32::try_from(sizes["Batch"])?, device)?;
            Tensor::zeros(ids.to_vec1::<u32>()?.len(), DType::F32, device)
        })
    });
    report.gives("[Batch]").check();
}

#[test]
fn wrong_a_panic() {
    let report = dry([("Batch", [4, 3, 5])], |sizes| {
        record(|device| {
            let x = Tensor::zeros((sizes["Batch"], 64), DType::F32, device)?;
            Ok(x.reshape((4, 64)).unwrap())
        })
    });
    report.check();
}

fn ids(sizes: &Sizes<'_>, length: &str, device: &Device) -> Result<Tensor> {
    Tensor::zeros((sizes["Batch"], sizes[length]), DType::U32, device)
}

/// What `cargo shapecheck new` reads: `crates/cargo-shapecheck/tests/new.rs` compiles what it writes.
#[test]
fn weights_of_a_llama_with_names() {
    let sizes = [
        ("Batch", [3, 5, 7]),
        ("Seq", [11, 13, 19]),
        ("KeyValueHeads", [3, 4, 5]),
        ("HeadDim", [64, 32, 48]),
        ("Intermediate", [1536, 1280, 1792]),
        ("Vocab", [1009, 1013, 1019]),
    ];
    let report = dry(sizes, |sizes| {
        record(|device| {
            let heads = 3 * sizes["KeyValueHeads"];
            let config = llama::Config {
                hidden_size: heads * sizes["HeadDim"],
                intermediate_size: sizes["Intermediate"],
                vocab_size: sizes["Vocab"],
                num_hidden_layers: 2,
                num_attention_heads: heads,
                num_key_value_heads: sizes["KeyValueHeads"],
                ..llama::Config::config_7b_v2(false)
            };
            let model = llama::Llama::load(capture::weights(DType::F32, device), &config)?;
            let mut cache = llama::Cache::new(false, DType::F32, &config, device)?;
            model.forward(&ids(sizes, "Seq", device)?, 0, &mut cache)
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, Vocab]");
    report.check();
    let told = report.weights().unwrap();
    assert!(told == include_str!("../../new/llama.dry.json"), "{told}");
}

#[test]
fn llama_of_candle_transformers() {
    let config = llama::Config {
        hidden_size: 576,
        intermediate_size: 1536,
        vocab_size: 1009,
        num_hidden_layers: 2,
        num_attention_heads: 9,
        num_key_value_heads: 3,
        ..llama::Config::config_7b_v2(false)
    };
    let report = dry(values(["Batch", "Past", "Seq"]), |sizes| {
        record(|device| {
            let model = llama::Llama::load(weights(device), &config)?;
            let mut cache = llama::Cache::new(true, DType::F32, &config, device)?;
            model.forward(&ids(sizes, "Past", device)?, 0, &mut cache)?;
            forget(device);
            model.forward(&ids(sizes, "Seq", device)?, sizes["Past"], &mut cache)
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, 1009]");
    report.check();
    let table = report.table().join("\n");
    for row in [
        "matmul [Batch, 9, Seq, 64], [Batch, 9, 64, Past + Seq] -> [Batch, 9, Seq, Past + Seq]",
        "softmax-last-dim [Batch, 9, Seq, Past + Seq] -> [Batch, 9, Seq, Past + Seq]",
    ] {
        assert!(table.contains(row), "{row} is not in\n{table}");
    }
}

#[test]
fn qwen2_of_candle_transformers() {
    let config = r#"{"vocab_size": 1009, "hidden_size": 576, "intermediate_size": 1536, "num_hidden_layers": 2,
        "num_attention_heads": 9, "num_key_value_heads": 3, "max_position_embeddings": 512, "sliding_window": 512,
        "max_window_layers": 2, "tie_word_embeddings": false, "rope_theta": 10000.0, "rms_norm_eps": 1e-5,
        "use_sliding_window": false, "hidden_act": "silu"}"#;
    let config: qwen2::Config = serde_json::from_str(config).unwrap();
    let report = dry(values(["Batch", "Past", "Seq"]), |sizes| {
        record(|device| {
            let mut model = qwen2::ModelForCausalLM::new(&config, weights(device))?;
            model.forward(&ids(sizes, "Past", device)?, 0)?;
            forget(device);
            model.forward(&ids(sizes, "Seq", device)?, sizes["Past"])
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, 1, 1009]");
    report.check();
}

#[test]
fn bert_of_candle_transformers() {
    let config = bert::Config {
        num_hidden_layers: 2,
        ..bert::Config::default()
    };
    let report = dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let model = bert::BertModel::load(weights(device), &config)?;
            let ids = ids(sizes, "Seq", device)?;
            model.forward(&ids, &ids, None)
        })
    });
    report
        .keep_apart("Batch")
        .gives("[Batch, Seq, 768]")
        .check();
}

#[test]
fn resnet_of_candle_transformers() {
    let report = dry(IMAGES, |sizes| {
        record(|device| {
            let shape = (sizes["Batch"], 3, sizes["Height"], sizes["Width"]);
            let images = Tensor::zeros(shape, DType::F32, device)?;
            candle_nn::ModuleT::forward_t(&resnet::resnet18(1000, weights(device))?, &images, false)
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, 1000]");
    report.check();
    let stem = "conv2d [Batch, 3, Height, Width], [64, 3, 7, 7] -> [Batch, 64, (Height + 1) / 2, (Width + 1) / 2]";
    assert!(report.to_string().contains(stem), "{report}");
}

/// A published mistake: the mask of the new tokens is that of all keys only where there are no others.
#[test]
fn wrong_phi_of_candle_transformers() {
    let config = r#"{"vocab_size": 1009, "hidden_size": 576, "intermediate_size": 1536, "num_hidden_layers": 2,
        "num_attention_heads": 9, "hidden_act": "gelu_new", "max_position_embeddings": 512, "layer_norm_eps": 1e-5,
        "tie_word_embeddings": false, "rope_theta": 10000.0, "partial_rotary_factor": 0.5, "qk_layernorm": false}"#;
    let config: phi::Config = serde_json::from_str(config).unwrap();
    let report = dry(STEP, |sizes| {
        record(|device| {
            let mut model = phi::Model::new(&config, weights(device))?;
            if sizes["Past"] > 0 {
                model.forward(&ids(sizes, "Past", device)?)?;
            }
            forget(device);
            model.forward(&ids(sizes, "Seq", device)?)
        })
    });
    report.keep_apart("Batch").check();
}
