//! Models of burn's that nobody changed, and mistakes in them that types do not see.

use burn::module::Module;
use burn::nn::attention::{MhaInput, MultiHeadAttention, MultiHeadAttentionConfig};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::transformer::{TransformerEncoderConfig, TransformerEncoderInput};
use burn::nn::{LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::tensor::activation::{gelu, log_softmax, relu, softmax};
use burn::tensor::{Device, Int, Tensor};
use shapecheck::shapes;
use shapecheck_burn::capture::{record, together, weights};
use shapecheck_burn::dry::{Finding, Kind, Report, Sizes, dry, values};

#[derive(Module, Debug)]
struct Block {
    attention: MultiHeadAttention,
    norm: LayerNorm,
    up: Linear,
    down: Linear,
}

impl Block {
    fn new(device: &Device) -> Self {
        Self {
            attention: MultiHeadAttentionConfig::new(64, 4).init(device),
            norm: LayerNormConfig::new(64).init(device),
            up: LinearConfig::new(64, 256).init(device),
            down: LinearConfig::new(256, 64).init(device),
        }
    }

    fn forward(&self, x: Tensor<3>) -> Tensor<3> {
        let attended = self
            .attention
            .forward(MhaInput::self_attn(x.clone()))
            .context;
        let x = self.norm.forward(x + attended);
        self.down.forward(gelu(self.up.forward(x.clone()))) + x
    }
}

/// A model of sentences, with batches and lengths of all sizes.
fn of_sentences(model: impl Fn(&Sizes<'_>, &Device) -> Tensor<3>) -> Report {
    dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| model(sizes, device))
    })
}

fn sentences(sizes: &Sizes<'_>, device: &Device) -> Tensor<3> {
    Tensor::zeros([sizes["Batch"], sizes["Seq"], 64], device)
}

#[test]
fn a_block_of_attention_takes_all_sizes() {
    let report = of_sentences(|sizes, device| Block::new(device).forward(sentences(sizes, device)))
        .keep_apart("Batch")
        .gives("[Batch, Seq, 64]");
    report.check();
    let table = report.table().join("\n");
    for row in [
        "Matmul [Batch, 4, Seq, 16], [Batch, 4, 16, Seq] -> [Batch, 4, Seq, Seq]",
        "Softmax [Batch, 4, Seq, Seq] -> [Batch, 4, Seq, Seq]",
        "Linear [Batch, Seq, 64], [64, 256], [256] -> [Batch, Seq, 256]",
        "LayerNorm [Batch, Seq, 64], [64], [64] -> [Batch, Seq, 64]",
    ] {
        assert!(table.contains(row), "{row} is not in\n{table}");
    }
}

#[test]
fn what_a_model_costs() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let layer = LinearConfig::new(64, 10).init(device);
            relu(layer.forward(Tensor::<2>::zeros([sizes["Batch"], 64], device)))
        })
    });
    let summary = report.summary().unwrap();
    let numbers = 64 * 10 + 10;
    assert_eq!(summary.parameters, numbers);
    // A batch of 3.
    assert_eq!(summary.multiply_adds, 3 * numbers);
    // The input and the product.
    assert_eq!(summary.peak, 4 * (numbers + 3 * (64 + 10)));
    let table = summary.to_string();
    assert!(
        table.ends_with("* no drops of tensors are recorded: memory counts until its last use"),
        "{table}"
    );
    assert!(table.contains("[Batch = 3, 10]"), "{table}");
}

/// burn multiplies a batch of 8 times 29 rows in another way.
#[test]
fn linear_layers_of_many_rows_are_the_same_operation() {
    let report = dry([("Batch", [3, 5, 8]), ("Seq", [19, 32, 29])], |sizes| {
        record(|device| {
            LinearConfig::new(64, 64)
                .init(device)
                .forward(sentences(sizes, device))
        })
    });
    report.check();
    let table = report.table();
    let row = "Linear [Batch, Seq, 64], [64, 64], [64] -> [Batch, Seq, 64]";
    assert_eq!(table.last().map(String::as_str), Some(row));
    assert_eq!(report.summary().unwrap().parameters, 64 * 64 + 64);
}

/// What `cargo shapecheck new` reads.
#[test]
fn weights_with_names() {
    #[derive(Module, Debug)]
    struct Layers {
        norms: Vec<LayerNorm>,
        up: Linear,
    }
    impl Layers {
        #[shapes("x: ... -> ...")]
        fn forward(&self, x: Tensor<2>) -> Tensor<2> {
            let x = self.norms.iter().fold(x, |x, norm| norm.forward(x));
            self.up.forward(x)
        }
    }
    let report = dry([("Batch", [3, 5, 8]), ("Hidden", [64, 96, 80])], |sizes| {
        record(|device| {
            let hidden = sizes["Hidden"];
            let norm = || LayerNormConfig::new(hidden).init(device);
            let model = Layers {
                norms: vec![norm(), norm()],
                up: LinearConfig::new(hidden, 10).with_bias(false).init(device),
            };
            weights(&model);
            model.forward(Tensor::zeros([sizes["Batch"], hidden], device))
        })
    });
    let vector = r#"{"dtype": "F32", "shape": [64], "names": ["Hidden"]}"#;
    let expected = [
        r#"{"__metadata__": {"dry run": "Batch = 3, Hidden = 64", "takes": "x: Batch, Hidden", "gives": "Batch, 10"},"#,
        &format!(r#""norms.0.gamma": {vector},"#),
        &format!(r#""norms.0.beta": {vector},"#),
        &format!(r#""norms.1.gamma": {vector},"#),
        &format!(r#""norms.1.beta": {vector},"#),
        r#""up.weight": {"dtype": "F32", "shape": [64, 10], "names": ["Hidden", null]}}"#,
    ];
    let told = report.weights().unwrap();
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn burns_own_encoder_takes_all_sizes() {
    of_sentences(|sizes, device| {
        let encoder = TransformerEncoderConfig::new(64, 128, 4, 2).init(device);
        encoder.forward(TransformerEncoderInput::new(sentences(sizes, device)))
    })
    .keep_apart("Batch")
    .gives("[Batch, Seq, 64]")
    .check();
}

#[derive(Module, Debug)]
struct Images {
    convolution: Conv2d,
    scores: Linear,
}

impl Images {
    fn new(device: &Device) -> Self {
        Self {
            convolution: Conv2dConfig::new([3, 8], [3, 3])
                .with_stride([2, 2])
                .init(device),
            scores: LinearConfig::new(8, 10).init(device),
        }
    }

    fn forward(&self, images: Tensor<4>) -> Tensor<2> {
        let maps = relu(self.convolution.forward(images));
        self.scores
            .forward(maps.mean_dim(3).mean_dim(2).flatten(1, 3))
    }
}

#[test]
fn a_convolution_takes_images_of_all_sizes() {
    let report = dry(values(["Batch", "Height", "Width"]), |sizes| {
        record(|device| {
            let shape = [sizes["Batch"], 3, sizes["Height"], sizes["Width"]];
            Images::new(device).forward(Tensor::zeros(shape, device))
        })
    });
    let report = report.keep_apart("Batch").gives("[Batch, 10]");
    report.check();
    let maps = "[Batch, 8, (Height - 1) / 2, (Width - 1) / 2]";
    assert!(report.to_string().contains(maps), "{report}");
}

/// The kinds and texts of what is found.
#[track_caller]
fn found(report: &Report, wanted: &[(Kind, &str)]) {
    let findings = report.findings();
    for (finding, (kind, text)) in findings.iter().zip(wanted) {
        let Finding {
            kind: found,
            text: told,
            ..
        } = finding;
        assert!(found == kind && told.contains(text), "{told}, not: {text}");
    }
    assert_eq!(findings.len(), wanted.len(), "{findings:#?}");
}

/// The line that is printed for a function is what the next test has in front of it.
#[shapes("x: ..., mask: ... -> ...")]
fn masked(x: Tensor<3>, mask: Tensor<2>) -> Tensor<3> {
    let scores = x.clone().matmul(x.clone().transpose()) + mask.unsqueeze();
    softmax(scores, 2).matmul(x)
}

#[shapes("x: b s 64, mask: s s -> b s 64")]
fn masked_with_contract(x: Tensor<3>, mask: Tensor<2>) -> Tensor<3> {
    masked(x, mask)
}

#[test]
fn the_contract_of_a_function() {
    let report = of_sentences(|sizes, device| {
        let mask = Tensor::zeros([sizes["Seq"], sizes["Seq"]], device);
        masked_with_contract(sentences(sizes, device), mask)
    });
    let line = r#"#[shapes("x: b s 64, mask: s s -> b s 64")]"#;
    assert_eq!(report.contract("masked").as_deref(), Some(line));
    assert_eq!(
        report.contract("masked_with_contract").as_deref(),
        Some(line)
    );
    assert_eq!(report.contract("heads"), None);
}

fn heads(x: Tensor<3>) -> Tensor<4> {
    let [batch, seq, _] = x.dims();
    x.reshape([batch, seq, 4, 16]).swap_dims(1, 2)
}

#[test]
fn heads_that_are_joined_without_a_transpose() {
    let report = of_sentences(|sizes, device| {
        let heads = heads(sentences(sizes, device));
        heads.reshape([sizes["Batch"], sizes["Seq"], 64])
    });
    found(
        &report,
        &[(
            Kind::Moved,
            "a reshape puts other elements along Seq, as if axes were swapped: Reshape [Batch, 4, Seq, 16] -> [Batch, Seq, 64]",
        )],
    );
}

#[test]
fn a_softmax_over_the_batch() {
    let report = of_sentences(|sizes, device| softmax(sentences(sizes, device), 0));
    found(
        &report.keep_apart("Batch"),
        &[(
            Kind::Mixed,
            "Softmax goes along Batch: Softmax [Batch, Seq, 64]",
        )],
    );
}

#[test]
fn a_norm_over_the_batch() {
    let report = of_sentences(|sizes, device| {
        let x = sentences(sizes, device);
        x.clone() - x.mean_dim(0)
    });
    found(
        &report.keep_apart("Batch"),
        &[(Kind::Mixed, "makes one of Batch: ")],
    );
}

#[test]
fn sums_of_all_numbers() {
    type Reduce = fn(Tensor<3>) -> Tensor<1>;
    let of_all = |reduce: Reduce| {
        dry(values(["Batch", "Seq"]), |sizes| {
            record(|device| reduce(sentences(sizes, device)))
        })
    };
    let of: [(&str, Reduce); 5] = [
        ("Sum", Tensor::sum),
        ("Mean", Tensor::mean),
        ("Prod", Tensor::prod),
        ("Max", Tensor::max),
        ("Min", Tensor::min),
    ];
    for (name, reduce) in of {
        let text = format!("{name} makes one of Batch: {name} [Batch, Seq, 64] -> [1]");
        let report = of_all(reduce).keep_apart("Batch");
        found(&report, &[(Kind::Mixed, &text)]);
    }
    let one_sentence = of_all(|x| x.narrow(0, 0, 1).max()).keep_apart("Seq");
    let text = "Max makes one of Seq: Max [1, Seq, 64] -> [1]";
    found(&one_sentence, &[(Kind::Mixed, text)]);
    // One number for each sentence.
    let report = of_sentences(|sizes, device| sentences(sizes, device).sum_dims(&[1, 2]));
    found(&report.keep_apart("Batch"), &[]);
}

#[test]
fn what_puts_sentences_in_another_order() {
    type Order = fn(Tensor<3>, usize) -> Tensor<3>;
    let of: [(&str, Order); 4] = [
        ("Sort", Tensor::sort),
        ("ArgSort", |x, axis| x.argsort(axis).float()),
        ("TopK", |x, axis| x.topk(2, axis)),
        ("Flip", |x, axis| x.flip([2, axis])),
    ];
    for (name, order) in of {
        let along = |axis: usize| {
            of_sentences(|sizes, device| order(sentences(sizes, device), axis)).keep_apart("Batch")
        };
        let text = format!("{name} goes along Batch: {name} [Batch, Seq, 64] -> ");
        found(&along(0), &[(Kind::Mixed, &text)]);
        found(&along(1), &[]);
    }
    let with_indices = of_sentences(|sizes, device| {
        let (sorted, _) = sentences(sizes, device).sort_with_indices(0);
        sorted
    });
    let text = "SortWithIndices goes along Batch: SortWithIndices [Batch, Seq, 64]";
    found(&with_indices.keep_apart("Batch"), &[(Kind::Mixed, text)]);
}

#[test]
fn a_difference_of_all_pairs() {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let wanted = Tensor::<1>::zeros([sizes["Batch"]], device);
            Tensor::<2>::zeros([sizes["Batch"], 1], device) - wanted.unsqueeze()
        })
    });
    found(
        &report.keep_apart("Batch").gives("[Batch, 1]"),
        &[
            (
                Kind::Stretched,
                "both operands are stretched, so that Batch stands twice in the result: Sub [Batch, 1], [1, Batch] -> [Batch, Batch]",
            ),
            (
                Kind::Signature,
                "the model gives [Batch, Batch], not [Batch, 1]",
            ),
        ],
    );
}

#[test]
fn a_mask_of_the_new_tokens_only() {
    let report = dry([("Seq", [5, 7, 11]), ("Past", [0, 4, 6])], |sizes| {
        record(|device| {
            let (seq, past) = (sizes["Seq"], sizes["Past"]);
            let scores = Tensor::<2>::zeros([seq, past + seq], device);
            scores + Tensor::<2>::zeros([seq, seq], device)
        })
    });
    found(
        &report,
        &[(
            Kind::Fails,
            "4 of 7 runs fail: Add: The provided tensors have incompatible shapes. Incompatible size at dimension '1' => \
             'Seq + Past != Seq', which can't be broadcasted. Lhs tensor shape Shape { dims: [Seq, Seq + Past] }, \
             Rhs tensor shape Shape { dims: [Seq, Seq] }.; fits only with Past = 0",
        )],
    );
    assert_eq!(report.allow("fits only with Past = 0").findings(), []);
}

#[test]
fn tokens_that_are_split_in_another_order() {
    let of = |is_swapped: bool| {
        dry(values(["Batch", "Seq"]), |sizes| {
            record(|device| {
                let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
                let layer = LinearConfig::new(24, 24).init(device);
                let x = Tensor::<3>::zeros([seq, batch, 24], device);
                let rows = relu(layer.forward(x.reshape([seq * batch, 24])));
                match is_swapped {
                    true => rows.reshape([batch, seq, 24]),
                    false => rows.reshape([seq, batch, 24]),
                }
            })
        })
    };
    let text = "a reshape makes [Batch, Seq] of what was [Seq, Batch] before it was one axis: \
                Reshape [Batch * Seq, 24] -> [Batch, Seq, 24]";
    found(&of(true), &[(Kind::Moved, text)]);
    found(&of(false), &[]);
}

/// Attention whose heads are separate batch elements, and which come out in the order of `order`.
fn heads_in_the_batch(is_swapped: bool) -> Report {
    dry(values(["Batch", "Seq"]), |sizes| {
        record(|device| {
            let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
            let layer = LinearConfig::new(32, 96).init(device);
            let x = layer.forward(Tensor::<3>::zeros([batch, seq, 32], device));
            let all = x.reshape([batch, seq, 3, 4, 8]).permute([2, 0, 3, 1, 4]);
            let all = all.reshape([3, batch * 4, seq, 8]);
            let [query, key, value] =
                [0, 1, 2].map(|of| all.clone().narrow(0, of, 1).squeeze_dim::<3>(0));
            let mixed = softmax(query.matmul(key.transpose()), 2).matmul(value);
            match is_swapped {
                true => mixed.reshape([4, batch, seq, 8]).swap_dims(0, 1),
                false => mixed.reshape([batch, 4, seq, 8]),
            }
        })
    })
    .keep_apart("Batch")
    .gives("[Batch, 4, Seq, 8]")
}

#[test]
fn heads_that_come_out_of_the_batch_in_another_order() {
    let text = "a reshape makes [4, Batch] of what was [Batch, 4] before it was one axis: \
                Reshape [4 * Batch, Seq, 8] -> [4, Batch, Seq, 8]";
    found(&heads_in_the_batch(true), &[(Kind::Moved, text)]);
    found(&heads_in_the_batch(false), &[]);
}

#[test]
fn labels_that_are_one_less_than_tokens() {
    let of = |axis: usize, is_swapped: bool| {
        let report = dry(values(["Batch", "Seq"]), move |sizes| {
            record(|device| {
                let (batch, seq) = (sizes["Batch"], sizes["Seq"]);
                let scores = Tensor::<3>::zeros([batch, seq, 30], device);
                let scores = scores.slice([0..batch, 0..seq - 1]);
                let scores = match is_swapped {
                    true => scores.swap_dims(0, 1),
                    false => scores,
                };
                let labels = Tensor::<2, Int>::zeros([batch, seq - 1], device);
                let rows = log_softmax(scores.reshape([batch * (seq - 1), 30]), axis);
                rows.gather(1, labels.reshape([batch * (seq - 1), 1]))
            })
        });
        report.keep_apart("Batch").gives("[Batch * (Seq - 1), 1]")
    };
    found(&of(1, false), &[]);
    let text = "LogSoftmax goes along Batch * (Seq - 1): \
                LogSoftmax [Batch * (Seq - 1), 30] -> [Batch * (Seq - 1), 30]";
    found(&of(0, false), &[(Kind::Mixed, text)]);
    let text = "Gather meets [Seq - 1, Batch] with [Batch, Seq - 1], each merged to one axis: \
                Gather [Batch * (Seq - 1), 30], [Batch * (Seq - 1), 1] -> [Batch * (Seq - 1), 1]";
    found(&of(1, true), &[(Kind::Moved, text)]);
}

#[test]
fn a_cache_that_was_never_filled() {
    let of = |past: [usize; 3]| {
        dry([("Past", past), ("Seq", [5, 1, 8])], |sizes| {
            record(|device| {
                let tokens = |length: &str| Tensor::<2>::zeros([sizes[length], 16], device);
                let new = tokens("Seq").exp();
                match sizes["Past"] {
                    0 => new,
                    _ => Tensor::cat(vec![tokens("Past").exp(), new], 0),
                }
            })
        })
        .gives("[Past + Seq, 16]")
    };
    found(&of([19, 1, 22]), &[]);
    let with_none = of([19, 0, 22]);
    assert_eq!(with_none.findings()[0].kind, Kind::OtherOperations);
    found(&with_none.allow("with Past = 0"), &[]);
}

#[test]
fn a_model_for_batches_of_four() {
    let report = dry([("Batch", [4, 3, 5])], |sizes| {
        record(|device| {
            let x = Tensor::<2>::zeros([sizes["Batch"], 64], device);
            x.reshape([4, 64])
        })
    });
    assert!(
        report.findings()[0]
            .to_string()
            .starts_with("2 of 3 runs fail: ")
    );
}

#[test]
fn another_way_for_long_sentences() {
    let report = dry([("Seq", [8, 16, 32])], |sizes| {
        record(|device| {
            let x = Tensor::<2>::zeros([sizes["Seq"], 64], device);
            if sizes["Seq"] > 16 {
                x.slice([0..16, 0..64]).exp()
            } else {
                x.exp()
            }
        })
    });
    found(
        &report,
        &[(
            Kind::OtherOperations,
            "other operations with Seq = 32: `Slice` [32, 64] -> [16, 64] is added",
        )],
    );
    assert_eq!(report.allow("with Seq = 32").findings(), []);
}

#[test]
fn a_model_for_a_batch_of_one() {
    let report = of_sentences(|sizes, device| {
        let class = Tensor::<3>::zeros([1, 1, 64], device);
        Tensor::cat(vec![class, sentences(sizes, device)], 1)
    });
    let findings = report.gives("[Batch, Seq + 1, 64]").findings();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    let told = findings[0].to_string();
    assert!(told.starts_with("7 of 10 runs fail: "), "{told}");
    assert!(told.contains("fits only with Batch = 1"), "{told}");
}

/// The scores of a batch with itself, of two views of each picture.
#[test]
fn scores_of_a_batch_with_itself() {
    let report = dry(values(["Batch", "Views"]), |sizes| {
        record(|device| {
            let (batch, views) = (sizes["Batch"], sizes["Views"]);
            let seen = Tensor::<2>::zeros([batch * views, 16], device);
            let first = Tensor::<2>::zeros([batch, 16], device);
            seen.matmul(first.transpose())
                .reshape([batch, views, batch])
        })
    });
    found(&report.gives("[Batch, Views, Batch]"), &[]);
}

/// An attention of queries to keys, whose softmax goes along `axis`, and which may be of transposed scores.
fn weights_along(axis: usize, keys: &'static str, is_transposed: bool, of_several: bool) -> Report {
    dry(values(["Batch", "Query", "Key"]), |sizes| {
        record(|device| {
            let of = |name| Tensor::<3>::zeros([sizes["Batch"], sizes[name], 16], device);
            let (query, key) = (of("Query"), of(keys));
            let scores = match is_transposed {
                true => key.clone().matmul(query.transpose()),
                false => query.matmul(key.clone().transpose()),
            };
            let weights = match of_several {
                true => {
                    let weights = scores.exp();
                    weights.clone() / weights.sum_dim(axis)
                }
                false => softmax(scores, axis),
            };
            match is_transposed {
                true => weights.permute([0, 2, 1]),
                false => weights,
            }
            .matmul(key)
        })
    })
    .keep_apart("Batch")
    .gives("[Batch, Query, 16]")
}

#[test]
fn weights_that_are_normalised_along_another_axis() {
    for of_several in [true, false] {
        for keys in ["Key", "Query"] {
            found(&weights_along(2, keys, false, of_several), &[]);
            found(&weights_along(1, keys, true, of_several), &[]);
        }
        let text = "weights normalised along Query are summed along Key: \
                    Matmul [Batch, Query, Key], [Batch, Key, 16] -> [Batch, Query, 16]";
        let report = weights_along(1, "Key", false, of_several);
        found(&report, &[(Kind::Normalised, text)]);
        let report = weights_along(2, "Key", true, of_several);
        found(&report, &[(Kind::Normalised, text)]);
        let text = "weights normalised along axis 1 of [Batch, Query, Query] are summed along axis 2: \
                    Matmul [Batch, Query, Query], [Batch, Query, 16] -> [Batch, Query, 16]";
        let report = weights_along(1, "Query", false, of_several);
        found(&report, &[(Kind::Normalised, text)]);
        let report = weights_along(2, "Query", true, of_several);
        found(&report, &[(Kind::Normalised, text)]);
    }
}

/// A mean of tokens, by weights `[Batch, Seq, 1]`.
#[test]
fn weights_of_a_mean_that_are_normalised_along_another_axis() {
    let pooled = |axis: usize| {
        of_sentences(|sizes, device| {
            let x = sentences(sizes, device);
            let weights = softmax(x.clone().sum_dim(2), axis);
            (x * weights).sum_dim(1)
        })
    };
    found(&pooled(1), &[]);
    let text = "weights normalised along Batch are summed along Seq: \
                SumDim [Batch, Seq, 64] -> [Batch, 1, 64]";
    found(&pooled(0), &[(Kind::Normalised, text)]);
    let text = "Softmax goes along an axis of 1, which changes nothing: \
                Softmax [Batch, Seq, 1] -> [Batch, Seq, 1]";
    found(&pooled(2), &[(Kind::OfOne, text)]);
}

#[test]
fn weights_of_sentences_that_were_transposed_and_unsqueezed() {
    // The same mean, of a batch axis after its tokens, by weights that got an axis.
    let pooled = |axis: usize| {
        of_sentences(|sizes, device| {
            let scores = Tensor::<2>::zeros([sizes["Seq"], sizes["Batch"]], device);
            let weights = softmax(scores, axis).transpose().unsqueeze_dim::<3>(2);
            (sentences(sizes, device) * weights).sum_dim(1)
        })
    };
    found(&pooled(0), &[]);
    let text = "weights normalised along Batch are summed along Seq: \
                SumDim [Batch, Seq, 64] -> [Batch, 1, 64]";
    found(&pooled(1), &[(Kind::Normalised, text)]);
}

/// Elements of a batch that meet by slices: a model of `[Batch, 6]`.
fn of_elements(model: fn(Tensor<2>) -> Tensor<2>) -> Report {
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| model(Tensor::zeros([sizes["Batch"], 6], device)))
    });
    report.keep_apart("Batch")
}

#[test]
fn elements_that_meet_by_slices() {
    let rolled = |x: Tensor<2>| {
        let [batch, _] = x.dims();
        let (last, others) = (x.clone().narrow(0, batch - 1, 1), x.narrow(0, 0, batch - 1));
        Tensor::cat(vec![last, others], 0)
    };
    let report = of_elements(|x| {
        let [batch, _] = x.dims();
        x.clone() + x.repeat_dim(0, 2).narrow(0, 1, batch)
    });
    let text =
        "Add brings together elements 0 and 1 of Batch: Add [Batch, 6], [Batch, 6] -> [Batch, 6]";
    found(&report, &[(Kind::Mixed, text)]);
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| {
            let x = Tensor::<2>::zeros([sizes["Batch"], 6], device);
            x.clone() + rolled(x)
        })
    });
    let found = report.keep_apart("Batch").findings();
    let text = "Add brings together elements 0 and 2 of Batch: ";
    assert!(
        found.iter().any(|finding| finding.text.starts_with(text)),
        "{found:?}"
    );
}

#[test]
fn elements_that_are_looked_up() {
    let report = of_elements(|x| {
        let chosen = x.clone().argmax(1).squeeze_dim::<1>(1);
        x.select(0, chosen)
    });
    let text = "Select takes elements of Batch by indices that are not known: \
                Select [Batch, 6], [Batch] -> [Batch, 6]";
    found(&report, &[(Kind::Mixed, text)]);
    let report = of_elements(|x| {
        let chosen = Tensor::<1, Int>::arange(0..x.dims()[0] as i64, &x.device());
        x.select(0, chosen)
    });
    found(&report, &[]);
}

#[test]
fn indices_beyond_their_table() {
    let of = |rows: usize| {
        dry(values(["Seq"]), move |sizes| {
            record(|device| {
                let table = Tensor::<2>::zeros([rows, 4], device);
                let places = Tensor::<1, Int>::arange(0..sizes["Seq"] as i64, device);
                table.select(0, places)
            })
        })
    };
    let text = "1 of 3 runs fail: index 7 is beyond 6 in Select; fails only with Seq = 8";
    found(&of(6), &[(Kind::Fails, text)]);
    found(&of(8), &[]);
}

#[test]
fn a_mean_along_an_axis_of_1() {
    let of = |axis: usize| {
        of_sentences(|sizes, device| {
            let x = sentences(sizes, device).mean_dim(1);
            x.mean_dim(axis)
        })
    };
    found(&of(2), &[]);
    let text = "MeanDim goes along an axis of 1, which changes nothing: \
                MeanDim [Batch, 1, 64] -> [Batch, 1, 64]";
    found(&of(1), &[(Kind::OfOne, text)]);
}

#[test]
fn a_loss_over_the_batch_comes_after_a_mark() {
    let of = |is_marked: bool, axis: usize| {
        let report = dry(values(["Batch"]), |sizes| {
            record(|device| {
                let x = Tensor::<2>::zeros([sizes["Batch"], 6], device);
                let x = softmax(x, axis);
                if is_marked {
                    together(device);
                }
                x.mean_dim(0)
            })
        });
        report.keep_apart("Batch")
    };
    found(&of(true, 1), &[]);
    assert_eq!(of(true, 1).table()[2], "together");
    let text = "MeanDim makes one of Batch: MeanDim [Batch, 6] -> [1, 6]";
    found(&of(false, 1), &[(Kind::Mixed, text)]);
    // What comes before is looked at.
    found(&of(true, 0), &[(Kind::Mixed, "Softmax goes along Batch")]);
}
